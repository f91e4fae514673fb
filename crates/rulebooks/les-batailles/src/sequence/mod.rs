//! Chapter 7: the sequence of play, the cup, and the machine that works the agenda.

mod cup;
mod machine;
mod turn;

pub use cup::{Action, Chit, Cup};

use crate::state::Segment;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum TurnStep {
    Begins,
    Segment(Segment),
    /// The Action chits go into the cup (LB 7.1.4a).
    FillCup,
    /// The next chit is drawn, or the Maneuver Segment ends (LB 7.2.1a, 7.2.1f).
    Draw,
    Resolve(Chit),
    /// All activity of a chit has ended (LB 7.2.1d).
    ChitEnds,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum TurnChoice {
    /// Nothing more in this step.
    Done,
}
