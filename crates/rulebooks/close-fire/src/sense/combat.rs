//! What an officer thinks of whom to fight.

use super::DONE;
use crate::combat::CombatChoice;
use crate::table::Table;
use kernel::Seat;

impl Table<'_> {
    pub(super) fn appraise_combat(self, _seat: Seat, _choice: CombatChoice) -> i32 {
        DONE + 1
    }
}
