//! Advancing, retiring, sidestepping, moving obliquely.

use super::{Mark, Moved, NO_ROOM, NOT_SO_FAR, refuse};
use crate::cards::UnitId;
use crate::decision::Manoeuvre;
use crate::face::told;
use crate::movement::interpenetration::{Course, Near};
use crate::state::Unit;
use crate::table::Table;
use field::table::{Cdeg, Trail, Um, heading, normal};
use kernel::Refusal;

/// The four ways to move without turning.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Line {
    Ahead,
    Back,
    Side { right: bool },
    Slant { right: bool },
}

impl Line {
    pub(super) fn of(manoeuvre: &Manoeuvre) -> Option<(Line, Um)> {
        Some(match *manoeuvre {
            Manoeuvre::Advance(distance) => (Line::Ahead, distance),
            Manoeuvre::Retire(distance) => (Line::Back, distance),
            Manoeuvre::Sidestep { right, distance } => (Line::Side { right }, distance),
            Manoeuvre::Oblique { right, distance } => (Line::Slant { right }, distance),
            _ => return None,
        })
    }

    pub(super) fn manoeuvre(self, distance: Um) -> Manoeuvre {
        match self {
            Line::Ahead => Manoeuvre::Advance(distance),
            Line::Back => Manoeuvre::Retire(distance),
            Line::Side { right } => Manoeuvre::Sidestep { right, distance },
            Line::Slant { right } => Manoeuvre::Oblique { right, distance },
        }
    }

    fn bearing(self, facing: Cdeg) -> Cdeg {
        let hand = |right: bool| if right { 1 } else { -1 };
        normal(match self {
            Line::Ahead => facing,
            Line::Back => facing + 18_000,
            Line::Side { right } => facing + 9_000 * hand(right),
            Line::Slant { right } => facing + 4_500 * hand(right),
        })
    }

    /// T4: how many times the distance a move costs.
    fn times(self, drilled: bool) -> f64 {
        match self {
            Line::Ahead => 1.0,
            Line::Back if drilled => 2.0,
            Line::Back | Line::Side { .. } | Line::Slant { .. } => 4.0,
        }
    }
}

/// Everything a unit can do along one line, worked out once for all distances.
pub(super) struct Prospect<'a> {
    line: Line,
    bearing: Cdeg,
    times: f64,
    drilled: bool,
    left: f64,
    pub(super) course: &'a Course,
    /// As far as it gets.
    pub(super) reach: f64,
}

impl Table<'_> {
    /// Skirmishers need no manoeuvres: any way is forward to them (CP 15.10.1).
    fn drills_freely(self, id: UnitId) -> bool {
        self.is_open_order(id)
    }

    /// `course` is written over.
    pub(super) fn prospect<'a>(self, near: &Near, line: Line, course: &'a mut Course) -> Prospect<'a> {
        let id = near.id;
        let free = self.drills_freely(id);
        let drilled = free || near.drilled;
        let times = if free { 1.0 } else { line.times(drilled) };
        let left = f64::from(near.left);
        let bearing = line.bearing(self.unit(id).pose.facing);
        self.lay_course(course, near, heading(bearing), left / times);
        let reach = course.way.reach(left, times);
        Prospect { line, bearing, times, drilled, left, course, reach }
    }

    pub(super) fn straight_outcome(self, near: &Near, manoeuvre: &Manoeuvre) -> Result<Moved, Refusal> {
        let Some((line, distance)) = Line::of(manoeuvre) else { return refuse(NOT_SO_FAR.0, NOT_SO_FAR.1) };
        if distance > near.left {
            return refuse(NOT_SO_FAR.0, NOT_SO_FAR.1);
        }
        self.straight_by(near, &self.prospect(near, line, &mut Course::open(0.0)), distance)
    }

    /// What a move of so much costs along a line that has been looked at, if it can be made.
    fn straight_cost(self, near: &Near, prospect: &Prospect<'_>, distance: Um) -> Result<Um, Mark> {
        let dist = f64::from(distance);
        let cost = prospect.course.way.cost(dist, prospect.times);
        if dist > prospect.course.way.limit + 1.0 {
            return Err(prospect.course.way.bar.unwrap_or(NOT_SO_FAR));
        }
        if cost > prospect.left + 1.0 {
            return Err(NOT_SO_FAR);
        }
        if !prospect.course.free_at(dist) {
            return Err(NO_ROOM);
        }
        Ok((cost.ceil() as Um).min(near.left))
    }

    /// Whether the menu may offer so much of a line.
    pub(super) fn may_go(self, near: &Near, prospect: &Prospect<'_>, distance: Um) -> bool {
        self.straight_cost(near, prospect, distance).is_ok()
            && (self.ahead_of(near.id).is_none()
                || self.straight_by(near, prospect, distance).is_ok_and(|moved| self.stays_ahead(near, &moved).is_ok()))
    }

    /// A move of so much along a line that has been looked at.
    pub(super) fn straight_by(self, near: &Near, prospect: &Prospect<'_>, distance: Um) -> Result<Moved, Refusal> {
        let dist = f64::from(distance);
        let cost = self.straight_cost(near, prospect, distance).or_else(|(rule, why)| refuse(rule, why))?;
        let unit = self.moved_along(near.id, prospect, distance, cost);
        let dir = heading(prospect.bearing);
        let mut moved = Moved::new(unit, cost, Trail::Straight { dir, dist });
        // A rank goes forward or back and still fires (CP 16.7.1): that is no retiring, which would disorder it (ruling G76).
        let rotates = self.rotates(near.id, prospect.line, distance);
        moved.unit.rotated = rotates;
        if prospect.line != Line::Ahead {
            moved.shake = self.volley_shaken(near.id);
            if !prospect.drilled && self.is_troops(near.id) && !rotates {
                moved.disorder = Some(("CP 15.9.7", told::NOT_DRILLED));
            }
        }
        moved.held = prospect.course.held(dist).take(8).collect();
        Ok(moved)
    }

    fn moved_along(self, id: UnitId, prospect: &Prospect<'_>, distance: Um, cost: Um) -> Unit {
        let straight = self.unit(id).straight;
        let mut unit = self.after(id, cost);
        unit.pose = unit.pose.along(prospect.bearing, distance);
        if prospect.line == Line::Ahead {
            // CP 15.4.3: a straight run goes on from turn to turn.
            unit.straight = straight.saturating_add(distance);
        }
        unit
    }

    /// One rank's rotation: steady foot, its only move this turn, no more than 1(3/4)". Highlanders never manoeuvre as
    /// steady troops do (CP 20.6.3).
    fn rotates(self, id: UnitId, line: Line, distance: Um) -> bool {
        matches!(line, Line::Ahead | Line::Back)
            && self.is_fresh(id)
            && distance <= self.inches(1)
            && self.is_close_order_foot(id)
            && !self.is_highland(id)
            && self.steady(id)
    }

    /// As much of a manoeuvre as turns out to be possible, if any of it is.
    pub(super) fn as_much_of(self, id: UnitId, manoeuvre: &Manoeuvre) -> Option<Moved> {
        if let Ok(moved) = self.outcome(id, manoeuvre) {
            return Some(moved);
        }
        let (line, distance) = Line::of(manoeuvre)?;
        let mut near = self.alone(id);
        let reach = f64::from(near.left);
        self.look_about(&mut near, reach);
        let mut course = Course::open(0.0);
        let prospect = self.prospect(&near, line, &mut course);
        let most = prospect.course.free_before(prospect.reach.min(f64::from(distance))).floor() as Um;
        (most > 0).then(|| self.straight_by(&near, &prospect, most).ok()).flatten()
    }
}
