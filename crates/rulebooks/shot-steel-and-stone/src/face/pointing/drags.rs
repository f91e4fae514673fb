//! A unit dragged about while it moves: the manoeuvre that takes it nearest to where the hand points, as far as it goes.

use super::Thing;
use super::aims::Hand;
use crate::cards::UnitId;
use crate::decision::Manoeuvre;
use crate::measures::BW;
use crate::table::Table;
use field::table::{Cdeg, MM, Point, Pose, Try, Um, Vec2, Wish, bearing, longest, normal, turn, whole_degrees};

/// A length in whole millimetres, and at least one of them.
fn whole(length: f64) -> Um {
    ((length / f64::from(MM)).round() as Um).max(1) * MM
}

impl Table<'_> {
    /// The manoeuvres that a hand may mean by dragging a unit, or by pointing where it should go.
    pub(super) fn drag(self, hand: &Hand, id: UnitId) -> Vec<Manoeuvre> {
        let body = self.body(id);
        let from = body.center();
        let middle = |thing: Thing| thing.unit().map(|unit| self.body(unit).center());
        let place = hand.at.or_else(|| hand.target.filter(|&thing| thing != Thing::Unit(id)).and_then(middle));
        let unit = self.unit(id);
        let mut meant = Vec::new();
        if unit.inside.is_some() {
            meant.extend(place.into_iter().flat_map(|place| self.ways_towards(id, place)));
            if unit.bases_outside() == 0 {
                return meant;
            }
        } else if let Some(building) = place.and_then(|place| self.building_at(place)) {
            let room = self.building_card(building).holds.saturating_sub(self.bases_in(building));
            meant.push(Manoeuvre::Enter { building, bases: unit.bases_outside().min(room.max(1)) });
        }
        let wish =
            Wish { pose: unit.pose, body: &body, way: place.unwrap_or(from) - from, facing: hand.facing, pace: BW / 2 };
        if wish.is_idle() {
            return meant;
        }
        if self.moves_freely(id) {
            meant.extend(self.led_freely(id, &wish));
        } else {
            meant.extend(self.led_in_formation(id, &wish));
        }
        meant
    }

    /// Out of a building: on the side that is nearest to the hand.
    fn ways_towards(self, id: UnitId, place: Vec2) -> Vec<Manoeuvre> {
        let mut poses: Vec<Pose> = self.ways_out(id).into_iter().collect();
        let apart = |pose: &Pose| pose.at.vec().distance(place);
        poses.sort_by(|one, other| apart(one).total_cmp(&apart(other)));
        poses.into_iter().map(Manoeuvre::Leave).collect()
    }

    /// To the place, or as far towards it as the move reaches (SSS G9).
    fn led_freely(self, id: UnitId, wish: &Wish<'_>) -> Option<Manoeuvre> {
        let unit = self.unit(id);
        let ground = &self.rules.ground;
        let facing = wish.facing.unwrap_or(unit.pose.facing);
        let off = self.rules.body_at(id, unit, Pose::new(unit.pose.at, facing)).center() - unit.pose.at.vec();
        let towards = |share: Um| {
            let at = (wish.body.center() + wish.way * (f64::from(share) / 1_000.0) - off).round();
            let to = Point::new(at.x.clamp(0, ground.width), at.y.clamp(0, ground.height));
            Manoeuvre::Free { to, facing }
        };
        let most = longest(1_000, |share| self.judge_move(id, &towards(share)).is_ok());
        Some(towards(most.unwrap_or(1_000)))
    }

    fn led_in_formation(self, id: UnitId, wish: &Wish<'_>) -> Vec<Manoeuvre> {
        let may = |manoeuvre: &Manoeuvre| self.judge_move(id, manoeuvre).is_ok();
        let left = self.move_left(id, self.unit(id).way).max(MM);
        let ahead = |distance: f64| whole(distance).min(left);
        let back = |distance: f64| whole(distance).min(left).min(BW);
        let mut tries: Vec<Try<Manoeuvre>> = Vec::new();
        tries.extend(wish.straight(0, ahead, Manoeuvre::Advance, may));
        tries.extend(wish.straight(18_000, back, Manoeuvre::StepBack, may));
        if self.is_deployed(id) {
            tries.extend(self.turned_by_hand(id, wish));
        } else {
            tries.extend(wish.wheels(|right, angle| Manoeuvre::Wheel { right, angle }, may));
            for right in [false, true] {
                let by: Cdeg = if right { 9_000 } else { -9_000 };
                tries.extend(wish.turned(by, Manoeuvre::Face { right }).filter(|it| may(&it.manoeuvre)));
            }
            tries.extend(wish.turned(18_000, Manoeuvre::AboutFace).filter(|it| may(&it.manoeuvre)));
        }
        wish.nearest(tries).collect()
    }

    /// Guns off their limbers turn towards what is pointed at (SSS 13.8).
    fn turned_by_hand(self, id: UnitId, wish: &Wish<'_>) -> Option<Try<Manoeuvre>> {
        let now = self.unit(id).pose.facing;
        let wanted = wish.facing.unwrap_or_else(|| normal(bearing(wish.way)));
        let by = whole_degrees(turn(now, wanted));
        let manoeuvre = Manoeuvre::Traverse(by);
        (by != 0 && (wish.facing.is_some() || self.judge_move(id, &manoeuvre).is_ok()))
            .then_some(Try { manoeuvre, off: 0.5 * wish.way.len() })
    }
}
