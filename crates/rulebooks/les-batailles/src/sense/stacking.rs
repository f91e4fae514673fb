//! How an officer ranks decisions of `stacking`.

use crate::stacking::StackChoice;
use crate::table::Table;
use kernel::Seat;

impl Table<'_> {
    pub(super) fn appraise_stacking(self, _seat: Seat, choice: StackChoice) -> i32 {
        match choice {
            StackChoice::Gives(_) | StackChoice::To(_) => 0,
        }
    }
}
