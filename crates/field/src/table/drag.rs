//! Dragging to what is legal: the most of a wish that a rulebook allows.

use super::contact::wheel_pivot;
use super::measure::{Cdeg, MM, Pose, Um, Vec2, bearing, heading, normal, turn};
use super::shape::Body;
use super::wheeling::wheel_to_face;

/// The largest amount up to `most` that is allowed. Others on the way leave gaps, so it is looked for in eighths before it
/// is taken to the last unit of measure.
///
/// ```
/// use field::table::longest;
/// assert_eq!(longest(1_000, |amount| amount <= 437), Some(437));
/// assert_eq!(longest(1_000, |amount| amount <= 100 || (600..=700).contains(&amount)), Some(700));
/// assert_eq!(longest(1_000, |_| false), None);
/// ```
pub fn longest(most: Um, allowed: impl Fn(Um) -> bool) -> Option<Um> {
    const PARTS: i64 = 8;
    if most <= 0 {
        return None;
    }
    if allowed(most) {
        return Some(most);
    }
    let part = |share: i64| (i64::from(most) * share / PARTS) as Um;
    let good = (1..PARTS).rev().find(|&share| part(share) > 0 && allowed(part(share)));
    let (mut good, mut over) = good.map_or((0, part(1).max(1)), |share| (part(share), part(share + 1)));
    while over - good > 1 {
        let middle = good + (over - good) / 2;
        if allowed(middle) {
            good = middle;
        } else {
            over = middle;
        }
    }
    (good > 0).then_some(good)
}

/// The nearest whole degree.
pub fn whole_degrees(angle: Cdeg) -> Cdeg {
    (angle + 50 * angle.signum()) / 100 * 100
}

/// Less than this is no drag.
pub const LEAST_DRAG: f64 = 2.0 * MM as f64;
/// Smaller turns than this are a trembling hand.
const LEAST_TURN: Cdeg = 200;
/// Nobody means to wheel farther than this.
const MOST_TURN: Cdeg = 12_000;

/// What a hand wants of a body in formation: its middle so far off, and a facing.
pub struct Wish<'b> {
    pub pose: Pose,
    pub body: &'b Body,
    pub way: Vec2,
    pub facing: Option<Cdeg>,
    /// A length of the rulebook, its inch: how much a hand may be off.
    pub pace: Um,
}

/// A manoeuvre that may be meant, and how far it stays behind what the hand wants.
#[derive(Debug, Clone, Copy)]
pub struct Try<M> {
    pub manoeuvre: M,
    pub off: f64,
}

impl Wish<'_> {
    /// Whether there is anything to wish for.
    pub fn is_idle(&self) -> bool {
        self.way.len() < LEAST_DRAG && self.facing.is_none_or(|facing| self.turn_to(facing).abs() < LEAST_TURN)
    }

    /// Where the middle should come to.
    pub fn to(&self) -> Vec2 {
        self.body.center() + self.way
    }

    fn turn_to(&self, facing: Cdeg) -> Cdeg {
        turn(self.pose.facing, facing)
    }

    /// What a facing that is not the one wanted counts, in length.
    fn askew(&self, facing: Cdeg) -> f64 {
        let off = self.facing.map_or(0, |wanted| turn(facing, wanted).abs());
        f64::from(off) / 9_000.0 * self.way.len().max(f64::from(6 * self.pace))
    }

    /// In a straight line at that angle to the front, as far as wished and allowed: `fit` makes a length one that people
    /// write.
    pub fn straight<M>(
        &self,
        by: Cdeg,
        fit: impl Fn(f64) -> Um,
        make: impl Fn(Um) -> M,
        may: impl Fn(&M) -> bool,
    ) -> Option<Try<M>> {
        let dir = heading(self.pose.facing + by);
        let distance = self.way.dot(dir);
        if distance < LEAST_DRAG {
            return None;
        }
        let wanted = fit(distance);
        // What cannot be done, or by a hair's breadth only, is weighed as if it could: it is what the hand means.
        let most = longest(wanted, |distance| may(&make(distance)));
        let most = most.filter(|&most| f64::from(most) >= LEAST_DRAG);
        let (amount, done) = (most.unwrap_or(wanted), most.map_or(distance, f64::from));
        let rest = (self.way - dir * done).len();
        Some(Try { manoeuvre: make(amount), off: rest + self.askew(self.pose.facing) })
    }

    /// Wheels on a front corner: to the facing that is wanted, else so that the place lies ahead or the middle comes near it.
    pub fn wheels<M>(&self, make: impl Fn(bool, Cdeg) -> M, may: impl Fn(&M) -> bool) -> Vec<Try<M>> {
        let mut tries = Vec::new();
        if let Some(by) = self.facing.map(|facing| self.turn_to(facing)).filter(|by| by.abs() >= LEAST_TURN) {
            tries.extend(self.wheel(by, &make, &may, |rest, _| 0.25 * rest));
        }
        if self.way.len() < LEAST_DRAG || self.facing.is_some() {
            return tries;
        }
        // So far that the place lies straight ahead: the first half of the way there.
        let mut by = self.turn_to(bearing(self.to() - self.pose.at.vec()));
        if by.abs() <= MOST_TURN {
            let pivot = wheel_pivot(self.body, by < 0);
            by = wheel_to_face(self.pose, pivot, self.to(), by);
            let far = self.way.len();
            tries.extend(self.wheel(by, &make, &may, |_, share| far * (0.45 + 0.5 * (1.0 - share))));
        }
        // So far that the middle comes as near to the place as it gets.
        for left in [true, false] {
            let pivot = wheel_pivot(self.body, left);
            let by = turn(bearing(self.body.center() - pivot), bearing(self.to() - pivot));
            if (by < 0) == left {
                tries.extend(self.wheel(by, &make, &may, |rest, _| rest + 0.25 * self.way.len()));
            }
        }
        tries
    }

    /// A wheel, as far as it goes; `off` weighs how far the middle stays from the place, and the share of it that is done.
    fn wheel<M>(
        &self,
        by: Cdeg,
        make: &impl Fn(bool, Cdeg) -> M,
        may: &impl Fn(&M) -> bool,
        off: impl Fn(f64, f64) -> f64,
    ) -> Option<Try<M>> {
        let (wanted, right) = (whole_degrees(by.abs()), by > 0);
        if !(LEAST_TURN..=MOST_TURN).contains(&wanted) {
            return None;
        }
        let angle = longest(wanted, |angle| may(&make(right, angle))).unwrap_or(wanted);
        let turned = if right { angle } else { -angle };
        let middle = self.body.center().turned_about(wheel_pivot(self.body, !right), turned);
        let facing = normal(self.pose.facing + turned);
        let share = f64::from(angle) / f64::from(wanted);
        let off = off(middle.distance(self.to()), share) + self.askew(facing);
        Some(Try { manoeuvre: make(right, angle), off })
    }

    /// Turned on the spot by that much, if that is what the hand wants.
    pub fn turned<M>(&self, by: Cdeg, manoeuvre: M) -> Option<Try<M>> {
        const NEARLY: Cdeg = 4_500;
        let wanted = self.facing.filter(|&facing| turn(self.turn_to(facing), by).abs() < NEARLY)?;
        let rest = turn(normal(self.pose.facing + by), wanted).abs();
        Some(Try { manoeuvre, off: 0.25 * self.way.len() + f64::from(rest) / 100.0 })
    }

    /// Whatever comes near to the wish, the nearest first. What leads elsewhere is not meant: then people hear why what they
    /// meant cannot be done.
    pub fn nearest<M>(&self, mut tries: Vec<Try<M>>) -> impl Iterator<Item = M> {
        tries.sort_by(|a, b| a.off.total_cmp(&b.off));
        let near = 0.35 * self.way.len().max(f64::from(self.pace));
        let most = tries.first().map_or(0.0, |best| best.off + near);
        tries.into_iter().filter(move |other| other.off <= most).map(|other| other.manoeuvre)
    }
}
