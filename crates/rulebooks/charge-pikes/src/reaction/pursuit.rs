//! 18.2 Halt pursuit, and return to the table.

use crate::cards::UnitId;
use crate::face::told::{self, Who};
use crate::movement::pursuing::TURNS_AWAY;
use crate::state::{Mode, Place};
use crate::table::{Play, Table};
use field::table::Vec2;
use kernel::{Listener, Reckoning};
use scenario::{AreaKind, LinearKind};

/// CP T10.
const GRADES: [i32; 5] = [-1, -1, -2, -3, -4];

impl Table<'_> {
    /// Pursuers try to halt when rallying is tested; mounted troops not before their first pursuit move (CP 18.2.1,
    /// ruling G54). Foot that tries before it sets off (CP 18.2.2) is not yet pursuing: that question is asked then.
    pub(super) fn halt_due(self, id: UnitId) -> bool {
        let unit = self.unit(id);
        unit.place == Place::Table && self.pursuing(id) && (unit.pursuit_begun || self.is_foot(id))
    }

    /// Off the table a pursuer waits three turns before it tests again (CP 15.2.5, ruling G29).
    pub(super) fn return_due(self, id: UnitId) -> bool {
        match self.unit(id).place {
            Place::OffTable { since } => self.state.turn > since.saturating_add(TURNS_AWAY),
            _ => false,
        }
    }

    /// One table serves both tests (CP 18.2.4).
    pub(super) fn reckon_pursuit(self, id: UnitId, returning: bool, sum: &mut Reckoning) {
        self.add_grade(id, GRADES, sum);
        let with = self.command(id) == crate::generals::Command::With;
        sum.add_if(with, 1, "general with the unit", "CP 9.7");
        // Ruling G29: a quarry that is gone adds nothing to the test to come back.
        let lost = !returning && self.out_of_reach(id);
        sum.add_if(lost, 2, "target has outdistanced it, or an obstacle lies between", "CP T10");
        let royalist = self.card(id).royalist && self.is_cavalry(id);
        sum.add_if(royalist, -3, "Royalist cavalry", "CP T10");
        let other = (self.is_mounted(id) && !royalist) || self.exhausted(id);
        sum.add_if(other, -1, "other mounted troops, or exhausted", "CP T10");
        sum.add_if(returning, 2, "testing to return to the table", "CP 18.2.4");
    }

    /// Not in contact with its target after the pursuit move (ruling G28), or something to climb between them.
    fn out_of_reach(self, id: UnitId) -> bool {
        let Mode::Pursuing { target } = self.unit(id).mode else { return false };
        self.unit(id).outrun
            || (self.unit(target).place == Place::Table
                && self.obstacle_between(self.unit(id).pose.at.vec(), self.body(target).center()))
    }

    fn obstacle_between(self, from: Vec2, to: Vec2) -> bool {
        let ground = &self.rules.ground;
        let barrier = |kind: AreaKind| matches!(kind, AreaKind::River | AreaKind::Impassable | AreaKind::Town { .. });
        ground.lines.iter().any(|line| line.kind != LinearKind::Road && line.line.crosses(from, to).is_some())
            || ground.areas.iter().any(|area| barrier(area.kind) && area.outline.meets_segment(from, to))
    }
}

impl<L: Listener> Play<'_, L> {
    pub(super) fn after_halt(&mut self, id: UnitId, passed: bool) {
        if passed {
            // CP 18.2.3a, 18.2.3b
            self.halt_pursuit(id);
        } else {
            self.tell("CP 18.2.3c", told::GOES_ON_PURSUING, &[Who::Unit(id)]);
        }
    }

    pub(super) fn after_return(&mut self, id: UnitId, passed: bool) {
        if passed {
            self.return_to_table(id);
        }
    }
}
