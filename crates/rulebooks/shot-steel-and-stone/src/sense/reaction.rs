//! What an officer thinks of reaction.

use crate::reaction::ReactChoice;
use crate::table::Table;
use kernel::Seat;

impl Table<'_> {
    pub(super) fn appraise_reaction(self, _seat: Seat, choice: ReactChoice) -> i32 {
        match choice {}
    }
}
