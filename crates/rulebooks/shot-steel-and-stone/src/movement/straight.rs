//! Straight ahead, stepping back, and free movement of skirmishers (SSS 7.1, G9).

use super::near::{Course, NO_ROOM, Near};
use super::{COMPLEX, Moved, NOT_SO_FAR, refuse};
use crate::cards::UnitId;
use crate::state::{Over, Unit};
use crate::table::Table;
use field::table::{Body, Cdeg, Passed, Passing, Point, Pose, Sweep, TOUCH, Trail, Um, heading};
use kernel::Refusal;

impl Table<'_> {
    pub(super) fn straight_outcome(self, near: &Near, distance: Um, back: bool) -> Result<Moved, Refusal> {
        let id = near.id;
        if back && !self.is_foot(id) {
            return refuse(("SSS 8.1", "infantry alone steps back"));
        }
        let facing = self.unit(id).pose.facing;
        let dir = heading(if back { facing + 18_000 } else { facing });
        let mut course = Course::open(0.0);
        self.lay_course(&mut course, near, dir, f64::from(distance));
        let mut unit = self.after(id, distance, 0);
        if back {
            unit.this_turn.way = unit.this_turn.way.with(Over::SteppedBack);
        }
        unit.pose = unit.pose.ahead(if back { -distance } else { distance });
        self.along(near, unit, &course, Trail::Straight { dir, dist: f64::from(distance) })
    }

    /// A straight piece of a move, past whoever stands on its way.
    fn along(self, near: &Near, mut unit: Unit, course: &Course, trail: Trail) -> Result<Moved, Refusal> {
        let Trail::Straight { dir, dist } = trail else { return refuse(NOT_SO_FAR) };
        if dist > course.way.limit + 1.0 {
            return refuse(course.way.bar.unwrap_or(NO_ROOM));
        }
        // SSS 9.1: through, or not yet there.
        let clear = |passed: &Passed<UnitId>| dist <= passed.from + TOUCH || dist + TOUCH >= passed.to;
        if !course.through.iter().all(clear) {
            return refuse(NO_ROOM);
        }
        let mut moved = Moved::new(unit, trail);
        for passed in course.through.iter().filter(|passed| passed.passing == Passing::Costly && passed.from < dist) {
            // SSS 8.6, G54: as a complex manoeuvre, which costs skirmishers nothing (SSS T6).
            unit.this_turn.deducted += if self.is_skirmishing(near.id) { 0 } else { COMPLEX };
            self.state.overflow.keep(&mut moved.passed, passed.who);
        }
        let from = near.body.main().front;
        let road = self.by_road(&near.body, from, from + dir * dist);
        self.pays(near, &mut unit, &Sweep::new(&near.body, trail), road)?;
        self.closes_up_there(near, &unit)?;
        moved.unit = unit;
        Ok(moved)
    }

    /// Skirmishers move freely: anywhere within the move, facing as they like (SSS G9). The longest way that any corner goes
    /// is what it costs.
    pub(super) fn free_outcome(self, near: &Near, to: Point, facing: Cdeg) -> Result<Moved, Refusal> {
        let id = near.id;
        if !self.moves_freely(id) {
            return refuse(("SSS G9", "only skirmishers move and face freely"));
        }
        let old = self.unit(id);
        let pose = Pose::new(to, facing);
        if pose == old.pose {
            return refuse(("SSS G9", "it stands there already"));
        }
        let body = self.rules.body_at(id, old, pose);
        let shift = body.main().center() - near.body.main().center();
        let (dist, dir) = (shift.len(), shift.unit());
        let farthest = longest_way(&near.body, &body);
        let mut course = Course::open(0.0);
        self.lay_course(&mut course, near, dir, dist);
        let mut unit = self.after(id, farthest.ceil() as Um, 0);
        unit.pose = pose;
        let moved = self.along(near, unit, &course, Trail::Straight { dir, dist })?;
        self.has_room(near, &body).or_else(refuse)?;
        Ok(moved)
    }

    /// Skirmishers and couriers (SSS G9).
    pub(crate) fn moves_freely(self, id: UnitId) -> bool {
        self.is_skirmishing(id) || self.card(id).arm == crate::cards::Arm::Courier
    }
}

/// How far the corner goes that goes farthest. Men turn about where they stand: then front and rear change places.
fn longest_way(before: &Body, after: &Body) -> f64 {
    let (old, new) = (before.main().corners(), after.main().corners());
    let farthest = |turned: usize| {
        let way = |corner: usize| -> f64 { old[corner].distance(new[(corner + turned) % 4]) };
        (0..4).map(way).fold(0.0, f64::max)
    };
    let shift = (after.main().center() - before.main().center()).len();
    farthest(0).min(farthest(2)).max(shift) - TOUCH
}
