//! Chapter 15: fire.

mod attack;
mod defense;
mod opened;
mod opportunity;
mod orders;
mod steps;
mod targets;
mod value;

pub use attack::*;
pub use defense::Target;
pub use opportunity::Shown;
pub use steps::*;
pub use targets::Occasion;
pub use value::*;

use crate::agenda::{Phasing, Step};
use crate::cards::UnitId;
use crate::formations::FormStep;
use crate::table::Stack;
use field::hexes::{Dir, Hex};
use serde::{Deserialize, Serialize};

/// A hex that fires at another; sealed until both sides are done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct FireOrder {
    pub from: Hex,
    pub at: Hex,
    /// A Howitzer Attack (18.15.3).
    pub lob: Option<Lob>,
}

/// Who lobs shells; the scatter marker lies on the target with its 1 on that side (18.15.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Lob {
    /// The howitzer batteries of the hex.
    Battery { one: Dir },
    /// The sections of three batteries.
    Sections { one: Dir, batteries: [UnitId; 3] },
}

/// The most batteries of one Howitzer Attack.
pub const MOST_LOBBING: usize = 8;

impl FireOrder {
    /// Sections fire beside their batteries (18.15.2).
    pub const fn is_of_sections(&self) -> bool {
        matches!(self.lob, Some(Lob::Sections { .. }))
    }
}

/// A Fire Attack that was opened together with others: reckoned as all stood then (15.5).
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Shot {
    /// Shots of one number are one event: an attack, and what ricochets from it.
    pub series: u8,
    pub attack: Attack,
    /// Those who stood in the hex, from the top down.
    pub units: Stack,
    /// A Howitzer Attack: it may set the hex on fire (18.15.5).
    pub howitzers: bool,
}

/// The most shots that are opened together.
pub const MOST_SHOTS: usize = 160;

/// What a unit has to do with fire in this turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Deeds {
    /// Has fired in the Fire Combat Segment (18.5, 18.14.1.7.1).
    pub fired: bool,
    /// Has fired on some other occasion, the Artillery chit or an enemy's act.
    pub shot: bool,
    /// Was in an assault, or its target, when the Fire Combat Segment came.
    pub engaged: bool,
}

/// The Fire Combat Segment (7.3). Whoever lies down may get up before it (12.13.1).
pub(crate) fn segment() -> Phasing {
    let rises = std::iter::once(Step::Form(FormStep::Rises));
    rises.chain(exchange(Occasion::Segment)).collect()
}
