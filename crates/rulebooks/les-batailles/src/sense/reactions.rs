//! How an officer ranks decisions of `reactions`.

use crate::reactions::ReactChoice;
use crate::table::Table;
use kernel::Seat;

impl Table<'_> {
    pub(super) fn appraise_reactions(self, _seat: Seat, choice: ReactChoice) -> i32 {
        match choice {
            ReactChoice::Fire(_) => 20,
            ReactChoice::Charge(_) => 10,
            ReactChoice::Move(_) => -5,
            ReactChoice::Pass => 0,
        }
    }
}
