//! The Reorganization Segment (7.5): recovery, rout, levels, readiness, supply, wrecks.

mod housekeeping;
mod recovery;
mod steps;

pub use steps::*;

use crate::agenda::{Phasing, Step};
use crate::artillery;
use crate::cards::UnitSet;
use serde::{Deserialize, Serialize};

/// What the segment keeps for itself.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Reorganizing {
    /// Units still to check in this part of the segment (20.2).
    pub checking: UnitSet,
    /// Units in PGD still to run (13.2.5).
    pub running: UnitSet,
    /// Units in PGD that were displaced from those who recovered (20.2.3).
    pub parted: UnitSet,
}

/// The Reorganization Segment in its ten parts (7.5.1).
pub(crate) fn segment() -> Phasing {
    let recovery = [ReorganizeStep::Disorder, ReorganizeStep::Pgd, ReorganizeStep::Levels, ReorganizeStep::Readiness];
    let ends = [ReorganizeStep::Marches, ReorganizeStep::Housekeeping];
    std::iter::once(artillery::reorganization_begins())
        .chain(recovery.map(Step::Reorganize))
        .chain(artillery::reorganization())
        .chain(ends.map(Step::Reorganize))
        .collect()
}
