//! Headings 17 and 30: built-up areas, fire, and fighting in them.

mod steps;

pub(crate) use steps::steps_of;
pub use steps::{BuildingChoice, BuildingStep};

use crate::cards::UnitId;
use crate::table::Table;
use kernel::Refusal;

impl Table<'_> {
    /// Whether a unit may be ordered to fight a fire (SSS 17.13). Nothing burns yet.
    pub(crate) fn judge_firefighting(self, _id: UnitId) -> Result<(), Refusal> {
        Err(Refusal::new("SSS 17.13", "nothing burns where it stands"))
    }
}
