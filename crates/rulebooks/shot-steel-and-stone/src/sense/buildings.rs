//! What an officer thinks of buildings.

use crate::buildings::BuildingChoice;
use crate::table::Table;
use kernel::Seat;

impl Table<'_> {
    pub(super) fn appraise_buildings(self, _seat: Seat, choice: BuildingChoice) -> i32 {
        match choice {}
    }
}
