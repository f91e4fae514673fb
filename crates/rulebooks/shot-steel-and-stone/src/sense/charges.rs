//! What an officer thinks of charges.

use crate::charges::ChargeChoice;
use crate::table::Table;
use kernel::Seat;

impl Table<'_> {
    pub(super) fn appraise_charges(self, _seat: Seat, choice: ChargeChoice) -> i32 {
        match choice {}
    }
}
