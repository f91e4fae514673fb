//! Wheels, facing to a flank, facing about (SSS 8.1, 8.6, G9).

use super::near::Near;
use super::{COMPLEX, Moved, NOT_SO_FAR, refuse};
use crate::cards::{Arm, UnitId};
use crate::measures::{BW, bw};
use crate::state::{Changed, Unit};
use crate::table::Table;
use field::table::{Cdeg, SWING_STEP, Sweep, Trail, Um, arc_length, normal, wheel_pivot, wheel_radius};
use kernel::Refusal;

impl Table<'_> {
    /// On a front corner, paying the way of the outer one (SSS G9).
    pub(super) fn wheel_outcome(self, near: &Near, right: bool, angle: Cdeg) -> Result<Moved, Refusal> {
        let (pivot, radius) = (wheel_pivot(&near.body, !right), wheel_radius(&near.body, !right));
        let by = if right { angle } else { -angle };
        let cost = arc_length(radius, angle).ceil() as Um;
        let mut unit = self.after(near.id, cost, 0);
        unit.pose = unit.pose.pivot(pivot, by);
        // What cannot be paid in the open need not be followed over the ground.
        if cost > self.move_left(near.id, self.unit(near.id).way) {
            return refuse(NOT_SO_FAR);
        }
        let trail = Trail::Swing { pivot, by };
        let sweep = Sweep::new(&near.body, trail);
        let about = self.about_swing(near, pivot);
        if !about.is_empty() {
            let steps = (angle / SWING_STEP).max(1);
            for step in 1..=steps {
                let there = sweep.at(f64::from(step) / f64::from(steps));
                self.has_way(&about, &there).or_else(refuse)?;
            }
            self.has_room(&about, &sweep.at(1.0)).or_else(refuse)?;
        }
        // A narrow column follows the bends of its road (SSS T6, 8.5).
        let (from, to) = (near.body.main().front, sweep.at(1.0).main().front);
        self.pays(near, &mut unit, &sweep, self.by_road(&near.body, from, to))?;
        self.closes_up_there(near, &unit)?;
        Ok(Moved::new(unit, trail))
    }

    /// What facing about costs: infantry 1 BW, cavalry a complex manoeuvre, elephants 1 BW, skirmishers nothing (SSS T6, 8.6,
    /// 41.4).
    fn about_face_cost(self, id: UnitId) -> Um {
        match self.card(id).arm {
            _ if self.is_skirmishing(id) => 0,
            Arm::Elephants => BW,
            _ if self.is_foot(id) => BW,
            _ => COMPLEX,
        }
    }

    /// Changing face by 90° (SSS 8.6, 41.4).
    fn face_cost(self, id: UnitId) -> Um {
        match self.card(id).arm {
            _ if self.is_skirmishing(id) => 0,
            Arm::Elephants => BW,
            _ => COMPLEX,
        }
    }

    pub(super) fn about_face_outcome(self, near: &Near) -> Result<Moved, Refusal> {
        self.change(near, Changed::About, self.about_face_cost(near.id))
    }

    pub(super) fn face_outcome(self, near: &Near, right: bool) -> Result<Moved, Refusal> {
        self.change(near, Changed::Face { right }, self.face_cost(near.id))
    }

    /// The rear becomes the front.
    pub(super) fn faced_about(self, id: UnitId, unit: &Unit) -> Unit {
        let pose = unit.pose.about(self.rules.depth_of(id, unit));
        Unit { pose, moved_up: [0, 0], ..*unit }
    }

    /// Every base turns to that hand, so that what was deep is wide: the new front is where the flank was, and the unit stands
    /// on the same ground as nearly as its bases let it.
    pub(super) fn faced(self, id: UnitId, unit: &Unit, right: bool) -> Unit {
        let body = self.rules.body_of(id, unit);
        let main = body.main();
        let facing = normal(unit.pose.facing + if right { 9_000 } else { -9_000 });
        let files = unit.ranks().max(1);
        let mut turned = Unit { files, moved_up: [0, 0], ..*unit };
        turned.pose.facing = facing;
        let depth = f64::from(self.rules.depth_of(id, &turned));
        turned.pose.at = (main.center() + turned.pose.dir() * (depth * 0.5)).round();
        turned
    }
}

/// Limbering, unlimbering, mounting and dismounting (SSS T6).
pub(super) const TWO: Um = bw(2);
