//! How an officer ranks decisions of `losses`.

use crate::losses::LossChoice;
use crate::table::Table;
use kernel::Seat;

impl Table<'_> {
    pub(super) fn appraise_losses(self, _seat: Seat, choice: LossChoice) -> i32 {
        match choice {
            LossChoice::Keep(_) => 0,
        }
    }
}
