//! Chapter 13: movement, voluntary and not, and force marches.

mod acts;
mod bodies;
mod costs;
mod going;
mod maneuver;
mod march;
pub mod retreat;
mod retreating;
mod steps;

pub(crate) use acts::{Plan, no};
pub use bodies::Body;
pub use costs::Going;
pub use maneuver::Maneuvering;
pub use retreating::{Path, Retreat, Retreats};
pub use steps::*;

use crate::agenda::{Phasing, Step};
use crate::cards::{LeaderSet, MuId, UnitId, UnitSet};
use crate::fraction::Points;
use crate::hexes::Hexes;
use serde::{Deserialize, Serialize};

/// Why a stack is moving. Each is a movement of its own, with a first action of its own (LB 10.2.2.1b, 10.3.2c).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Motion {
    /// With its Maneuver Unit, or as part of one.
    Maneuver,
    /// On the Regroup chit.
    Regroup,
    Administrative,
    /// A reinforcement comes on.
    Enter,
    ReactionMove,
    RetreatBeforeAssault,
    RetreatBeforeCharge,
    Charge,
    CavalryRegroup,
    Reserve,
    Advance,
    Impetus,
    Pursuit,
    Displacement,
    Rout,
    Recoil,
    Bounce,
}

impl Motion {
    /// Rout, Recoil and Bounce (LB 13.2a): no Opportunity Reactions, and an Increment for each enemy zone left; retreats before an assault
    /// or a charge are not, compelled or not (LB 24.19, 10.1.3d, 13.2b).
    pub const fn is_involuntary(self) -> bool {
        matches!(self, Motion::Rout | Motion::Recoil | Motion::Bounce)
    }
}

/// What makes a unit rout or recoil: guns that are overrun may be spiked (18.12), and it runs away from its cause.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Cause {
    Fire,
    Assault,
    Charge,
    /// A Morale Check that nobody's hand brought about.
    Morale,
    Stacking,
    Burning,
}

/// A stack on the move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Moving {
    pub motion: Motion,
    /// The unit on top of it.
    pub top: UnitId,
    pub units: UnitSet,
    pub leaders: LeaderSet,
    /// Where it began.
    pub from: Hexes,
    pub allowance: Points,
    pub spent: Points,
    /// Hexes entered so far.
    pub entered: u8,
    /// Those entered in a Line that pays more for every second one (12.6.4).
    pub in_line: u8,
    /// It has done something already: a zone of influence can only be left by the first action (10.2.2.1, 10.3.2).
    pub acted: bool,
    /// It must stop: it has entered a zone of influence, or terrain that ends its move.
    pub stopped: bool,
    /// It has passed the check to leave an enemy zone (10.2.2).
    pub checked: bool,
    /// It was Disordered on the way: what was left of its points has been halved (12.11.2).
    pub halved: bool,
    /// It has just changed its formation, and may still be turned (12.2.4).
    pub turning: bool,
    /// It has turned since it last did anything else.
    pub turned: bool,
}

impl Moving {
    /// Points it still has.
    pub fn left(&self) -> Points {
        self.allowance - self.spent
    }
}

/// What a unit has done with its movement in this turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Deeds {
    /// Has moved voluntarily, or was dropped off (8.4, 13.1.3.4).
    pub moved: bool,
    /// Points spent in all its movements, rout and retreat included (19.15.3.1).
    pub spent: Points,
    /// May voluntarily spend no more (19.18.3).
    pub halted: bool,
    /// Has fallen into PGD and is about to run.
    pub flees: bool,
    /// Where it stood before it came to where it stands (8.1.4).
    pub came: Option<Hexes>,
    /// Points spent bouncing, which a Rout that follows has less (19.9.3).
    pub bounced: Points,
}

/// A Maneuver Unit whose chit was drawn moves (7.2.1).
pub(crate) fn maneuver(mu: MuId) -> Phasing {
    [Step::Move(MoveStep::Maneuver(mu)), Step::Move(MoveStep::MarchEnds)].into_iter().collect()
}
