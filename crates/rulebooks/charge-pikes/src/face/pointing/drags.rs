//! A unit dragged about while it moves: the manoeuvre that takes it nearest to where the hand points, as far as it goes.

use super::Thing;
use super::aims::{Hand, tenths};
use crate::cards::{GunClass, UnitId};
use crate::decision::{Decision, Manoeuvre};
use crate::movement::maneuvers::MoveChoice;
use crate::state::{Formation, GunState, Unit};
use crate::table::Table;
use field::table::{
    Cdeg, INCH, MM, Point, Pose, Um, Vec2, bearing, heading, longest, normal, turn, wheel_pivot, wheel_to_face,
    whole_degrees,
};

/// Less than this is no drag.
const LEAST: f64 = 2.0 * MM as f64;
/// Smaller turns than this are a trembling hand.
const LEAST_TURN: Cdeg = 200;
/// Nobody means to wheel farther than this.
const MOST_TURN: Cdeg = 12_000;

/// A manoeuvre that may be meant, and how far it stays behind what the hand wants.
struct Try {
    manoeuvre: Manoeuvre,
    off: f64,
}

/// What a hand wants of a unit in formation.
struct Wish {
    id: UnitId,
    /// The middle of the unit, and where the hand wants it.
    from: Vec2,
    way: Vec2,
    facing: Option<Cdeg>,
}

impl Wish {
    fn to(&self) -> Vec2 {
        self.from + self.way
    }

    /// What a facing that is not the one wanted counts, in length.
    fn askew(&self, facing: Cdeg) -> f64 {
        let off = self.facing.map_or(0, |wanted| turn(facing, wanted).abs());
        f64::from(off) / 9_000.0 * self.way.len().max(f64::from(6 * INCH))
    }
}

impl Table<'_> {
    /// The manoeuvres that a hand may mean by dragging a unit, or by pointing where it should go.
    pub(super) fn drag(self, hand: &Hand, id: UnitId) -> Vec<Manoeuvre> {
        let from = self.body(id).center();
        let place = self.place_pointed(hand).filter(|_| hand.at.is_some() || hand.target != Some(Thing::Unit(id)));
        let mut meant = self.at_places(hand, id, place);
        if self.unit(id).inside.is_some() {
            meant.extend(place.into_iter().flat_map(|place| self.ways_out(hand, id, place)));
            return meant;
        }
        let wish = Wish { id, from, way: place.unwrap_or(from) - from, facing: hand.facing };
        if wish.way.len() < LEAST && wish.facing.is_none_or(|facing| self.is_facing(id, facing)) {
            return meant;
        }
        if self.goes_freely(id) {
            meant.extend(self.skirmishes(&wish));
        } else if self.only_turns(id) {
            meant.extend(self.rotations(&wish));
        } else {
            meant.extend(self.formed(&wish));
        }
        meant
    }

    fn is_facing(self, id: UnitId, facing: Cdeg) -> bool {
        turn(self.unit(id).pose.facing, facing).abs() < LEAST_TURN
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
        let on = |body: Option<field::table::Body>| body.is_some_and(|body| body.distance_to_point(place) <= LEAST);
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
    fn skirmishes(self, wish: &Wish) -> Vec<Manoeuvre> {
        let unit = self.unit(wish.id);
        let now = unit.pose.facing;
        let ground = &self.rules.ground;
        let towards = |share: Um, facing: Cdeg| {
            let middle = wish.from + wish.way * (f64::from(share) / 1_000.0);
            let pose = self.pose_about(wish.id, unit, middle, facing);
            let to = Point::new(pose.at.x.clamp(0, ground.width), pose.at.y.clamp(0, ground.height));
            Manoeuvre::Skirmish { to, facing }
        };
        let wanted = wish.facing.unwrap_or(now);
        let facings = [Some(wanted), Some(now).filter(|&now| now != wanted)];
        let legal = facings.into_iter().flatten().filter_map(|facing| {
            longest(1_000, |share| self.may(wish.id, &towards(share, facing))).map(|share| towards(share, facing))
        });
        let mut meant: Vec<Manoeuvre> = legal.collect();
        // Turned on the spot at least.
        let spot = towards(0, wanted);
        if meant.is_empty() && wanted != now && self.may(wish.id, &spot) {
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

    fn rotations(self, wish: &Wish) -> Vec<Manoeuvre> {
        let now = self.unit(wish.id).pose.facing;
        let wanted = wish.facing.unwrap_or_else(|| bearing(wish.way));
        let by = whole_degrees(turn(now, wanted));
        let hand = by.signum();
        let most = longest(by.abs().min(4_500), |angle| self.may(wish.id, &Manoeuvre::Rotate(angle * hand)));
        let angle = most.unwrap_or_else(|| by.abs().max(100)) * if hand == 0 { 1 } else { hand };
        vec![Manoeuvre::Rotate(angle)]
    }

    // --- Units in formation

    /// Whatever comes near to the wish, the nearest first. What leads elsewhere is not meant: then people hear why what
    /// they meant cannot be done.
    fn formed(self, wish: &Wish) -> Vec<Manoeuvre> {
        let mut tries = self.straight_tries(wish);
        tries.extend(self.wheel_tries(wish));
        tries.extend(self.about_try(wish));
        tries.sort_by(|a, b| a.off.total_cmp(&b.off));
        let near = 0.35 * wish.way.len().max(f64::from(INCH));
        let most = tries.first().map_or(0.0, |best| best.off + near);
        tries.into_iter().filter(|other| other.off <= most).map(|other| other.manoeuvre).collect()
    }

    fn straight_tries(self, wish: &Wish) -> Vec<Try> {
        let facing = self.unit(wish.id).pose.facing;
        type Line = (Cdeg, fn(Um) -> Manoeuvre);
        let lines: [Line; 6] = [
            (0, Manoeuvre::Advance),
            (18_000, Manoeuvre::Retire),
            (9_000, |distance| Manoeuvre::Sidestep { right: true, distance }),
            (-9_000, |distance| Manoeuvre::Sidestep { right: false, distance }),
            (4_500, |distance| Manoeuvre::Oblique { right: true, distance }),
            (-4_500, |distance| Manoeuvre::Oblique { right: false, distance }),
        ];
        let left = self.move_left(wish.id);
        let along = |(by, make): Line| {
            let dir = heading(facing + by);
            let distance = wish.way.dot(dir);
            if distance < LEAST {
                return None;
            }
            let wanted = tenths(distance).max(INCH / 10).min(left.max(INCH / 10));
            // What cannot be done, or by a hair's breadth only, is weighed as if it could: it is what the hand means.
            let most = longest(wanted, |distance| self.may(wish.id, &make(distance)));
            let most = most.filter(|&most| f64::from(most) >= LEAST);
            let (amount, done) = (most.unwrap_or(wanted), most.map_or(distance, f64::from));
            let rest = (wish.way - dir * done).len();
            Some(Try { manoeuvre: make(amount), off: rest + wish.askew(facing) })
        };
        lines.into_iter().filter_map(along).collect()
    }

    fn wheel_tries(self, wish: &Wish) -> Vec<Try> {
        let pose = self.unit(wish.id).pose;
        let body = self.body(wish.id);
        let drags = wish.way.len() >= LEAST;
        let mut tries = Vec::new();
        if let Some(by) = wish.facing.map(|facing| turn(pose.facing, facing)).filter(|by| by.abs() >= LEAST_TURN) {
            tries.extend(self.wheel_try(wish, by, |rest, _| 0.25 * rest));
        }
        if !drags || wish.facing.is_some() {
            return tries;
        }
        // So far that the place lies straight ahead: the first half of the way there.
        let mut by = turn(pose.facing, bearing(wish.to() - pose.at.vec()));
        if by.abs() <= MOST_TURN {
            let pivot = wheel_pivot(&body, by < 0);
            by = wheel_to_face(pose, pivot, wish.to(), by);
            let far = wish.way.len();
            tries.extend(self.wheel_try(wish, by, |_, share| far * (0.45 + 0.5 * (1.0 - share))));
        }
        // So far that the middle comes as near to the place as it gets.
        for left in [true, false] {
            let pivot = wheel_pivot(&body, left);
            let by = turn(bearing(wish.from - pivot), bearing(wish.to() - pivot));
            if (by < 0) == left {
                tries.extend(self.wheel_try(wish, by, |rest, _| rest + 0.25 * wish.way.len()));
            }
        }
        tries
    }

    /// A wheel, as far as it goes; `off` weighs how far the middle stays from the place, and the share of it that is
    /// done.
    fn wheel_try(self, wish: &Wish, by: Cdeg, off: impl Fn(f64, f64) -> f64) -> Option<Try> {
        let (wanted, right) = (whole_degrees(by.abs()), by > 0);
        if !(LEAST_TURN..=MOST_TURN).contains(&wanted) {
            return None;
        }
        let wheel = |angle: Cdeg| Manoeuvre::Wheel { right, angle };
        let angle = longest(wanted, |angle| self.may(wish.id, &wheel(angle))).unwrap_or(wanted);
        let turned = if right { angle } else { -angle };
        let body = self.body(wish.id);
        let middle = wish.from.turned_about(wheel_pivot(&body, !right), turned);
        let facing = normal(self.unit(wish.id).pose.facing + turned);
        let share = f64::from(angle) / f64::from(wanted);
        Some(Try { manoeuvre: wheel(angle), off: off(middle.distance(wish.to()), share) + wish.askew(facing) })
    }

    /// Turned nearly round, it faces about.
    fn about_try(self, wish: &Wish) -> Option<Try> {
        let now = self.unit(wish.id).pose.facing;
        let wanted = wish.facing.filter(|&facing| turn(now, facing).abs() > 13_500)?;
        let about = normal(now + 18_000);
        let off = if turn(about, wanted).abs() < 4_500 { 0.25 * wish.way.len() } else { wish.way.len() };
        Some(Try { manoeuvre: Manoeuvre::AboutFace, off })
    }
}
