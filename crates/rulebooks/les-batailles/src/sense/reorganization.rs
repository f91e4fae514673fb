//! How an officer ranks decisions of `reorganization`.

use crate::reorganization::ReorganizeChoice;
use crate::table::Table;
use kernel::Seat;

impl Table<'_> {
    pub(super) fn appraise_reorganization(self, _seat: Seat, choice: ReorganizeChoice) -> i32 {
        match choice {
            ReorganizeChoice::Face(_) | ReorganizeChoice::FaceCorner(_) => 0,
        }
    }
}
