//! How an officer ranks decisions of `morale`.

use crate::morale::MoraleChoice;
use crate::table::Table;
use kernel::Seat;

impl Table<'_> {
    pub(super) fn appraise_morale(self, _seat: Seat, choice: MoraleChoice) -> i32 {
        match choice {}
    }
}
