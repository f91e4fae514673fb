//! What an officer thinks of exotics.

use crate::exotics::ExoticChoice;
use crate::table::Table;
use kernel::Seat;

impl Table<'_> {
    pub(super) fn appraise_exotics(self, _seat: Seat, choice: ExoticChoice) -> i32 {
        match choice {}
    }
}
