//! A unit dragged about while it moves: the manoeuvre that takes it nearest to where the hand points, as far as it goes.

use super::Thing;
use super::aims::{Hand, tenths};
use crate::cards::{GunClass, UnitId};
use crate::decision::{Decision, Manoeuvre};
use crate::movement::maneuvers::MoveChoice;
use crate::state::{Formation, GunState, Unit};
use crate::table::Table;
use field::table::{
    Cdeg, INCH, LEAST_DRAG, Point, Pose, Try, Um, Vec2, Wish, bearing, longest, normal, turn, whole_degrees,
};

impl Table<'_> {
    /// The manoeuvres that a hand may mean by dragging a unit, or by pointing where it should go.
    pub(super) fn drag(self, hand: &Hand, id: UnitId) -> Vec<Manoeuvre> {
        let body = self.body(id);
        let from = body.center();
        let place = self.place_pointed(hand).filter(|_| hand.at.is_some() || hand.target != Some(Thing::Unit(id)));
        let mut meant = self.at_places(hand, id, place);
        if self.unit(id).inside.is_some() {
            meant.extend(place.into_iter().flat_map(|place| self.ways_out(hand, id, place)));
            return meant;
        }
        let (pose, way) = (self.unit(id).pose, place.unwrap_or(from) - from);
        let wish = Wish { pose, body: &body, way, facing: hand.facing, pace: INCH };
        if wish.is_idle() {
            return meant;
        }
        if self.goes_freely(id) {
            meant.extend(self.skirmishes(id, &wish));
        } else if self.only_turns(id) {
            meant.extend(self.rotations(id, &wish));
        } else {
            meant.extend(self.formed(id, &wish));
        }
        meant
    }

    fn may(self, id: UnitId, manoeuvre: &Manoeuvre) -> bool {
        self.judge_move(id, manoeuvre).is_ok()
    }

    // --- Things and places that mean more than the ground they stand on

    /// Into the buildings, to the horses, to the guns, back into the regiment.
    fn at_places(self, hand: &Hand, id: UnitId, place: Option<Vec2>) -> Vec<Manoeuvre> {
        let Some(place) = place else { return Vec::new() };
        let unit = self.unit(id);
        let mut meant = Vec::new();
        let on =
            |body: Option<field::table::Body>| body.is_some_and(|body| body.distance_to_point(place) <= LEAST_DRAG);
        if hand.target == Some(Thing::Horses(id)) || on(self.led_horses(id)) {
            meant.push(Manoeuvre::Mount);
        }
        if unit.away && (hand.target == Some(Thing::Guns(id)) || on(self.left_guns_body(id))) {
            meant.push(Manoeuvre::Man);
        }
        let regiment = self.card(id).parent.and_then(|parent| self.standing_body(parent));
        if regiment.is_some_and(|regiment| regiment.contains(place)) {
            meant.push(Manoeuvre::DrawIn);
        }
        if unit.inside.is_none() {
            let areas = self.rules.ground.areas.iter().enumerate().take(256);
            let town = |(ix, area): (usize, &scenario::Area)| {
                (self.rules.town(ix).is_some() && area.outline.contains(place)).then_some(ix as u8)
            };
            meant.extend(areas.filter_map(town).map(|area| Manoeuvre::Enter { area }));
        }
        meant
    }

    /// Out of the buildings: where the hand points if that will do, else on the side that is nearest to it.
    fn ways_out(self, hand: &Hand, id: UnitId, place: Vec2) -> Vec<Manoeuvre> {
        let outside = Unit { inside: None, ..*self.unit(id) };
        let town = self.body(id).center();
        let facing = hand.facing.unwrap_or_else(|| normal((bearing(place - town) + 50) / 100 * 100));
        let mut menu = Vec::new();
        self.move_menu(id, &mut menu);
        let mut poses: Vec<Pose> = menu
            .iter()
            .filter_map(|decision| match *decision {
                Decision::Move(MoveChoice::Make(Manoeuvre::Leave { pose })) => Some(pose),
                _ => None,
            })
            .collect();
        let apart = |pose: &Pose| pose.at.vec().distance(place);
        poses.sort_by(|a, b| apart(a).total_cmp(&apart(b)));
        let wanted = self.pose_about(id, &outside, place, facing);
        std::iter::once(wanted).chain(poses).map(|pose| Manoeuvre::Leave { pose }).collect()
    }

    // --- Skirmishers

    /// To the place, or as far towards it as the move reaches (CP 15.10.1).
    fn skirmishes(self, id: UnitId, wish: &Wish<'_>) -> Vec<Manoeuvre> {
        let unit = self.unit(id);
        let now = unit.pose.facing;
        let ground = &self.rules.ground;
        let towards = |share: Um, facing: Cdeg| {
            let middle = wish.body.center() + wish.way * (f64::from(share) / 1_000.0);
            let pose = self.pose_about(id, unit, middle, facing);
            let to = Point::new(pose.at.x.clamp(0, ground.width), pose.at.y.clamp(0, ground.height));
            Manoeuvre::Skirmish { to, facing }
        };
        let wanted = wish.facing.unwrap_or(now);
        let facings = [Some(wanted), Some(now).filter(|&now| now != wanted)];
        let legal = facings.into_iter().flatten().filter_map(|facing| {
            longest(1_000, |share| self.may(id, &towards(share, facing))).map(|share| towards(share, facing))
        });
        let mut meant: Vec<Manoeuvre> = legal.collect();
        // Turned on the spot at least.
        let spot = towards(0, wanted);
        if meant.is_empty() && wanted != now && self.may(id, &spot) {
            meant.push(spot);
        }
        if meant.is_empty() {
            meant.push(towards(1_000, wanted));
        }
        meant
    }

    // --- Heavy guns

    /// Heavy guns off their limbers, which are only turned (CP 15.12.2).
    fn only_turns(self, id: UnitId) -> bool {
        let heavy = |gun: &crate::state::Gun| gun.state == GunState::Served && gun.class == GunClass::Heavy;
        self.is_guns(id)
            && self.unit(id).formation == Formation::Unlimbered
            && self.battery(id).is_some_and(|battery| battery.guns.iter().any(heavy))
    }

    fn rotations(self, id: UnitId, wish: &Wish<'_>) -> Vec<Manoeuvre> {
        let now = self.unit(id).pose.facing;
        let wanted = wish.facing.unwrap_or_else(|| bearing(wish.way));
        let by = whole_degrees(turn(now, wanted));
        let hand = by.signum();
        let most = longest(by.abs().min(4_500), |angle| self.may(id, &Manoeuvre::Rotate(angle * hand)));
        let angle = most.unwrap_or_else(|| by.abs().max(100)) * if hand == 0 { 1 } else { hand };
        vec![Manoeuvre::Rotate(angle)]
    }

    // --- Units in formation

    /// Whatever comes near to the wish, the nearest first.
    fn formed(self, id: UnitId, wish: &Wish<'_>) -> Vec<Manoeuvre> {
        let may = |manoeuvre: &Manoeuvre| self.may(id, manoeuvre);
        let mut tries = self.straight_tries(id, wish);
        tries.extend(wish.wheels(|right, angle| Manoeuvre::Wheel { right, angle }, may));
        tries.extend(self.about_try(wish));
        wish.nearest(tries).collect()
    }

    fn straight_tries(self, id: UnitId, wish: &Wish<'_>) -> Vec<Try<Manoeuvre>> {
        type Line = (Cdeg, fn(Um) -> Manoeuvre);
        let lines: [Line; 6] = [
            (0, Manoeuvre::Advance),
            (18_000, Manoeuvre::Retire),
            (9_000, |distance| Manoeuvre::Sidestep { right: true, distance }),
            (-9_000, |distance| Manoeuvre::Sidestep { right: false, distance }),
            (4_500, |distance| Manoeuvre::Oblique { right: true, distance }),
            (-4_500, |distance| Manoeuvre::Oblique { right: false, distance }),
        ];
        let left = self.move_left(id);
        let fit = |distance: f64| tenths(distance).max(INCH / 10).min(left.max(INCH / 10));
        let may = |manoeuvre: &Manoeuvre| self.may(id, manoeuvre);
        lines.into_iter().filter_map(|(by, make)| wish.straight(by, fit, make, may)).collect()
    }

    /// Turned nearly round, it faces about.
    fn about_try(self, wish: &Wish<'_>) -> Option<Try<Manoeuvre>> {
        let now = wish.pose.facing;
        let wanted = wish.facing.filter(|&facing| turn(now, facing).abs() > 13_500)?;
        let about = normal(now + 18_000);
        let off = if turn(about, wanted).abs() < 4_500 { 0.25 * wish.way.len() } else { wish.way.len() };
        Some(Try { manoeuvre: Manoeuvre::AboutFace, off })
    }
}
