//! Charges and what answers them (SSS 1.4, 1.5.2, 1.5.3, 15).

mod contact;
mod steps;

pub use steps::{ChargeChoice, ChargeStep};
pub(crate) use steps::{moves_of, steps_of};

use crate::cards::UnitId;
use crate::table::Table;
use kernel::Refusal;

impl Table<'_> {
    /// Whether a unit may be ordered to charge another. The chapter is not built: nobody may.
    pub(crate) fn judge_charge_order(self, _id: UnitId, _target: UnitId) -> Result<(), Refusal> {
        Err(Refusal::new("SSS 34.1", "charges are not played yet"))
    }
}
