//! Chapter 8: leaders, command, Maneuver Units, action chits, reinforcements.

mod assets;
mod casualties;
mod chain;
mod creation;
mod maneuver_units;
mod marches;
mod points;
mod rank;
mod regroup;
mod reinforcements;
mod riding;
mod steps;
mod tracing;

pub use maneuver_units::Party;
pub use regroup::Regrouping;
pub use riding::Rides;
pub use steps::*;
pub use tracing::{Reach, WIDEST};

use crate::agenda::{Phasing, Step};
use crate::cards::{LeaderId, LeaderSet, UnitSet};
use crate::sequence::{Action, Chit};
use arrayvec::ArrayVec;
use field::hexes::Hex;
use kernel::Side;
use serde::{Deserialize, Serialize};

/// A Maneuver Unit (8.4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Mu {
    pub side: Side,
    pub kind: MuKind,
    pub leader: LeaderId,
    /// In it when it was created; from its draw on, those who still are (8.4.3.6).
    pub members: UnitSet,
    pub leaders: LeaderSet,
    /// Where an Administrative March leads to (8.7.1).
    pub destination: Option<Hex>,
    /// Its marker is flipped: the leader has arrived (8.7.2).
    pub flipped: bool,
    /// Its chit has been drawn.
    pub resolved: bool,
}

/// Kinds of Maneuver Units (8.4.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum MuKind {
    Ordinary,
    /// 8.6.
    MarchColumn,
    /// 8.7.
    AdministrativeMarch,
    /// Light cavalry initiative (8.5).
    Initiative,
}

/// What a unit has to do with command in this turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Deeds {
    /// Found In Command in the Command Segment (7.1.2).
    pub in_command: bool,
    /// Found out of it since (7.1.2, 8.4.3.6).
    pub lost: bool,
    /// An Asset that has been assigned, or taken back (8.4.3.3).
    pub assigned: bool,
    /// The hex of the edge by which it came onto the map in this turn, and whether in Road Column (8.10.2).
    pub entered: Option<Hex>,
    pub strung: bool,
}

/// What a leader has to do with command in this turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct LeaderDeeds {
    pub in_command: bool,
    pub lost: bool,
    /// Has rolled for his initiative (8.5.1.3, G4).
    pub checked: bool,
    /// An aide who has been attached, or recalled (8.4.3.2).
    pub assigned: bool,
    /// Came onto the map in this turn (8.10.6).
    pub entered: bool,
}

/// What the chapter keeps for itself.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Commanding {
    /// Whose turn it is to spend a point or check an initiative (7.1.3, G4).
    pub turn_of: Side,
    /// Has no more initiative to check (G4).
    pub stopped: [bool; 2],
    /// Who belongs to the chit that is being resolved: all others are reactive (G40).
    pub active: UnitSet,
    pub active_leaders: LeaderSet,
    /// Escorts that began the Leader chit with their leaders (8.9.1.1).
    pub escorts: UnitSet,
    /// The Terminus of each entry, by its place among those that its battle names (8.10.7).
    pub termini: ArrayVec<Option<u8>, 64>,
}

impl Default for Commanding {
    fn default() -> Commanding {
        Commanding {
            turn_of: Side::FIRST,
            stopped: [false; 2],
            active: UnitSet::EMPTY,
            active_leaders: LeaderSet::EMPTY,
            escorts: UnitSet::EMPTY,
            termini: ArrayVec::new(),
        }
    }
}

/// The Command Segment, but for the Action chits (7.1).
pub(crate) fn segment() -> Phasing {
    let steps = [
        CommandStep::Posts,
        CommandStep::StepUp,
        CommandStep::Points,
        CommandStep::Assign(Side::FIRST),
        CommandStep::Assign(Side::FIRST.other()),
        CommandStep::Trace,
        CommandStep::Create,
        CommandStep::Initiative,
    ];
    steps.into_iter().map(Step::Command).collect()
}

/// Before a chit is resolved: command is found out anew (8.4.3.6), and those of a column that are still off the map may come on
/// (8.10.5).
pub(crate) fn chit_drawn(chit: Chit) -> Phasing {
    let mut steps: Phasing = [Step::Command(CommandStep::TraceAgain(chit))].into_iter().collect();
    if let Chit::Mu(mu) = chit {
        steps.push(Step::Command(CommandStep::EntersWith(mu)));
    }
    steps
}

/// When those of a Maneuver Unit who are on the map have moved, there is room for those who follow (LB 8.10.5a).
pub(crate) fn column_comes_up(mu: crate::cards::MuId) -> Phasing {
    [Step::Command(CommandStep::EntersWith(mu))].into_iter().collect()
}

/// One side after the other, the one that drew first (LB 8.9b). The charges that a side declares with the chit are run and fought before the
/// other side acts (LB G26).
fn in_turn(action: Action, drawer: Side, step: impl Fn(Side) -> CommandStep) -> Phasing {
    let acts = |side: Side| {
        let charges = crate::charges::after_chit(Chit::Action(action));
        std::iter::once(Step::Command(step(side))).chain(charges)
    };
    [drawer, drawer.other()].into_iter().flat_map(acts).collect()
}

/// The Leader chit, which that side drew (8.9.1).
pub(crate) fn leader_chit(drawer: Side) -> Phasing {
    in_turn(Action::Leader, drawer, CommandStep::Rides)
}

/// The Regroup chit (8.9.2).
pub(crate) fn regroup_chit(drawer: Side) -> Phasing {
    in_turn(Action::Regroup, drawer, CommandStep::Regroups)
}

/// The Reinforcement chit (8.9.4).
pub(crate) fn reinforcement_chit(drawer: Side) -> Phasing {
    in_turn(Action::Reinforcement, drawer, CommandStep::Reinforces)
}
