//! What an officer thinks of melee.

use crate::melee::MeleeChoice;
use crate::table::Table;
use kernel::Seat;

impl Table<'_> {
    pub(super) fn appraise_melees(self, _seat: Seat, choice: MeleeChoice) -> i32 {
        match choice {}
    }
}
