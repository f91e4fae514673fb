//! What an officer thinks of deployment.

use crate::deployment::DeployChoice;
use crate::table::Table;
use kernel::Seat;

impl Table<'_> {
    pub(super) fn appraise_deployment(self, _seat: Seat, choice: DeployChoice) -> i32 {
        match choice {}
    }
}
