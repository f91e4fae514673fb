//! What an officer thinks of shooting.

use crate::shooting::ShootChoice;
use crate::table::Table;
use kernel::Seat;

impl Table<'_> {
    pub(super) fn appraise_shooting(self, _seat: Seat, choice: ShootChoice) -> i32 {
        match choice {}
    }
}
