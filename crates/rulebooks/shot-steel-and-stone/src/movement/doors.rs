//! Going into a built-up area and coming out of it costs what moving through it does (SSS G64, T6).

use super::near::Near;
use super::{Moved, NOT_SO_FAR, refuse};
use crate::cards::BuildingId;
use crate::state::{Over, Unit};
use crate::table::Table;
use field::table::{Pose, Trail};
use kernel::Refusal;

impl Table<'_> {
    pub(super) fn enter_outcome(self, near: &Near, building: BuildingId, bases: u8) -> Result<Moved, Refusal> {
        let mut unit = self.entered(near.id, self.after(near.id, 0, 0), building, bases)?;
        unit.this_turn.finished = true;
        self.pays_for_doors(near, unit)
    }

    pub(super) fn leave_outcome(self, near: &Near, pose: Pose) -> Result<Moved, Refusal> {
        let (out, _) = self.come_out(near.id, pose)?;
        let unit = Unit { this_turn: self.after(near.id, 0, 0).this_turn, ..out };
        self.pays_for_doors(near, unit)
    }

    fn pays_for_doors(self, near: &Near, mut unit: Unit) -> Result<Moved, Refusal> {
        unit.this_turn.way = unit.this_turn.way.with(Over::Building);
        let allowance = self.allowance_as(near.id, &unit, unit.way, unit.deducted);
        if unit.spent > allowance { refuse(NOT_SO_FAR) } else { Ok(Moved::new(unit, Trail::Formed)) }
    }
}
