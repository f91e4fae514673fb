//! Chapter 18: artillery.

mod caissons;
mod destroyed;
mod handling;
mod howitzers;
mod on_the_move;
mod resupply;
mod ricochet;
mod steps;
mod supply;

pub use handling::Shifts;
pub use howitzers::SECTIONS;
pub use ricochet::{Bounce, ShotPath};
pub use steps::*;

use crate::agenda::{Phasing, Step};
use crate::cards::UnitId;
use crate::fire::Occasion;
use kernel::Side;
use serde::{Deserialize, Serialize};

/// What a battery has done in this turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Deeds {
    /// Has tried to limber (ruling G3.29).
    pub limbering: bool,
    /// The enemy it was last asked to turn to (18.3.2).
    pub met: Option<UnitId>,
    /// An enemy was within its short range when fire was opened (18.15.2).
    pub threatened: bool,
    /// Stands in Good Order beside a wreck since the Maneuver Segment began (18.14.1.7.1).
    pub clears: bool,
}

/// At the start of an hour: batteries that come back from the Battery Box (18.11.1).
pub(crate) fn hour(first: Side) -> Phasing {
    [first, first.other()].into_iter().map(|side| Step::Gun(GunStep::Refits(side))).collect()
}

/// What the Reorganization Segment begins with: who has stood beside a wreck (18.14.1.7.1).
pub(crate) fn reorganization_begins() -> Step {
    Step::Gun(GunStep::Stood)
}

/// Its parts that are about guns, in their order: gunners, fires, ammunition, wrecks (LB 7.5.5a, 7.5.6a, 7.5.7a, 7.5.8a).
pub(crate) fn reorganization() -> [Step; 4] {
    [GunStep::Volunteers, GunStep::Fires, GunStep::Resupply, GunStep::Wrecks].map(Step::Gun)
}

/// The Artillery chit, which that side drew (8.9.3).
pub(crate) fn artillery_chit(_drawer: Side) -> Phasing {
    // Both sides fire at once: who drew it makes no difference (LB 8.9.3c).
    crate::fire::exchange(Occasion::Chit).into_iter().collect()
}
