//! Chapter 19: cavalry charges, squares, readiness.
//!
//! A charge is a value in [`crate::state::Value::charges`], known by its place there, from its declaration until the chit is
//! done with; the parts of a Grand Charge are charges of their own that ride together. When all have run, those that touch
//! the same targets are one [`Bout`], fought out in the steps of 19.1.2 to 19.1.4.

mod advancing;
mod answers;
mod bouts;
mod declaring;
mod evading;
mod grand;
mod on_the_move;
mod opportunity;
mod pursuit;
mod reaction;
mod readiness;
mod recall;
mod riding;
mod square;
mod standing;
mod steps;
mod values;
mod zones;

pub use bouts::{Bout, Target};
pub use evading::Evading;
pub use reaction::Meeting;
pub use steps::*;
pub use zones::{CHARGE, OPPORTUNITY, Out, in_front_zone};

use crate::agenda::{Phasing, Step};
use crate::cards::{LeaderId, UnitId, UnitSet};
use crate::facing::{Shape, Stance};
use crate::fraction::Points;
use crate::hexes::{Facing, Hexes};
use crate::melee::Fate;
use crate::sequence::Chit;
use crate::state::{Formed, Segment};
use arrayvec::ArrayVec;
use field::hexes::{Dir, Hex};
use kernel::SeatSet;
use serde::{Deserialize, Serialize};

/// The most charges of one chit.
pub const MOST_CHARGES: usize = 32;

/// Kinds of charges (LB 19.1f).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ChargeKind {
    Charge,
    Grand,
    Reaction,
    Opportunity,
}

/// How far a charge has got.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ChargeStage {
    /// Marked, and waiting for the others of its Maneuver Unit (19.1).
    Declared,
    Riding,
    /// Has met its targets, and awaits the mêlée (19.1).
    Contact,
    /// Its mêlée is being fought, or what follows it.
    Fighting,
    Over,
}

/// A charge: declared, ridden, awaiting its mêlée.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Charge {
    pub kind: ChargeKind,
    pub stage: ChargeStage,
    pub top: UnitId,
    pub units: UnitSet,
    /// Readiness is preserved (19.15.2), by a Column of Companies with so many waves (G3.18).
    pub preserving: Option<u8>,
    /// How it stood when it was declared: its Charge Zone is fixed there (19.1).
    pub from: Hexes,
    pub facing: Facing,
    pub formed: Formed,
    pub spent: Points,
    /// Hexes entered.
    pub entered: u8,
    /// The last three steps it took, the latest first: how straight it comes (19.14.4).
    pub last: [Option<Dir>; 3],
    /// It has grown or shrunk since its last step (19.2.2.2).
    pub reshaped: bool,
    /// Targets that were declared, all units of their stacks (19.2.7).
    pub targets: UnitSet,
    /// Enemies it declined (19.2.7).
    pub declined: UnitSet,
    /// Enemies that have tried to form Square, to Form Up or to react against it (19.7, 12.10.9.1, 19.17).
    pub squared: UnitSet,
    pub formed_up: UnitSet,
    pub reacted: UnitSet,
    /// Enemies that need not be asked again whether they give way.
    pub asked: UnitSet,
    /// Seats that have nothing more to answer where it is now.
    pub answered: SeatSet,
    /// Light cavalry has used its Recall (19.8.2).
    pub recalled: bool,
    /// It has tried to recall on top of the Square it is on (19.7.4).
    pub recalled_here: bool,
    /// Those whom skirmishers in its way mask have said whether they fire at them (12.10.5.2).
    pub unmasked: bool,
    /// It has been recalled: it may pick new targets, or end (19.8).
    pub loose: bool,
    /// It has to follow those who gave way into this hex (19.4.2).
    pub must: Option<Hex>,
    /// Where they went from there: whoever stands in it is charged next (19.4.2).
    pub then: Option<Hex>,
    /// Who gave way to it last.
    pub gave_way: UnitSet,
    /// Routed by its attempt to form Square: pursued when the charge comes into its hex (19.1.1).
    pub hunts: Option<UnitId>,
    /// The Square it is on top of (19.7.4), and all it has ridden over.
    pub over: Option<Hex>,
    pub rode_over: UnitSet,
    /// It is over as soon as it is its turn again: an Opportunity Charge has struck those it drove before it (19.4.5).
    pub finished: bool,
    /// Strikes cavalry that retreated before it (19.5.3.4).
    pub caught: bool,
    /// The charge that reacted to it, or to which it reacts (19.17.2).
    pub met: Option<u8>,
    /// The Grand Charge it is part of, by its leader.
    pub leader: Option<LeaderId>,
    /// The worst that its mêlées have in store for it, and how often they threw it into Disorder (19.2.8, 19.2.9).
    pub fate: Option<Fate>,
    pub setbacks: u8,
    pub bounces: bool,
    /// It has mêléed, and somebody was driven off or taken.
    pub fought: bool,
    pub won: bool,
    /// It has been routed, thrown back, or has bounced: it does not regroup (19.12).
    pub repelled: bool,
}

impl Charge {
    /// A charge of units as they stand.
    pub(crate) fn new(kind: ChargeKind, top: UnitId, units: UnitSet, stance: Stance, formed: Formed) -> Charge {
        // A column has its own length behind it: its later waves come straight on from there (19.14.4.2).
        let run = stance.facing.side().filter(|_| formed == Formed::Companies);
        Charge {
            kind,
            stage: ChargeStage::Declared,
            top,
            units,
            preserving: None,
            from: stance.hexes,
            facing: stance.facing,
            formed,
            spent: Points::ZERO,
            entered: 0,
            last: [run; 3],
            reshaped: false,
            targets: UnitSet::EMPTY,
            declined: UnitSet::EMPTY,
            squared: UnitSet::EMPTY,
            formed_up: UnitSet::EMPTY,
            reacted: UnitSet::EMPTY,
            asked: UnitSet::EMPTY,
            answered: SeatSet::EMPTY,
            recalled: false,
            recalled_here: false,
            unmasked: false,
            loose: false,
            must: None,
            then: None,
            gave_way: UnitSet::EMPTY,
            hunts: None,
            over: None,
            rode_over: UnitSet::EMPTY,
            finished: false,
            caught: false,
            met: None,
            leader: None,
            fate: None,
            setbacks: 0,
            bounces: false,
            fought: false,
            won: false,
            repelled: false,
        }
    }

    /// How it stood when it was declared.
    pub fn began(&self) -> Stance {
        let shape = if self.formed == Formed::Companies { Shape::Column } else { Shape::Line };
        Stance { hexes: self.from, facing: self.facing, shape }
    }

    /// What becomes of it when all its mêlées are over: the worst of their results; two Disorders of a column are a rout (LB 19.2.8c,
    /// 19.2.9c).
    pub fn verdict(&self) -> Option<Fate> {
        let broken = self.formed == Formed::Companies && self.setbacks > 1;
        self.fate.map(|fate| if broken { fate.max(Fate::Routs) } else { fate })
    }

    pub fn is_grand(&self) -> bool {
        self.kind == ChargeKind::Grand
    }

    /// Of one's own will, on one's own chit: that alone costs readiness (19.15.1).
    pub fn is_own(&self) -> bool {
        matches!(self.kind, ChargeKind::Charge | ChargeKind::Grand)
    }
}

/// What a unit of cavalry has done in this turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Deeds {
    /// Made a Charge or a Grand Charge (19.15.1).
    pub charged: bool,
    /// Was in a mêlée without preserving its readiness (19.15.1).
    pub meleed: bool,
    /// The segment whose mêlée has cost it a degree of readiness.
    pub tired_in: Option<Segment>,
    /// Was in one at all (19.15.3.2).
    pub fought: bool,
    /// A retreat or Reaction Move over half its points (19.15.1.3).
    pub overdid: bool,
    /// Held its fire as the charge rode through skirmishers that masked it, or fired at them (12.10.5.2).
    pub held: bool,
    pub shot: bool,
    /// Increments it lost to the Defensive Fire of those it strikes (19.1.2.3).
    pub shot_away: u8,
}

/// A way that somebody went, as far as a pursuer may follow it.
pub type Trail = ArrayVec<Hex, 24>;

/// What the chapter keeps for itself.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Charging {
    /// Mêlées under way, the innermost last: an Opportunity Charge may strike whoever advances.
    pub bouts: ArrayVec<Bout, 4>,
    /// Who gives way before a charge, the innermost last.
    pub evading: ArrayVec<Evading, 4>,
    /// Ways of those who were last driven off, in the order in which they left.
    pub trails: ArrayVec<(UnitId, Trail), 8>,
    /// Who picks the next mêlée: the sides alternate (19.1).
    pub second: bool,
    /// Infantry that has tried to form Square against the cavalry that is moving, in no charge (19.7).
    pub squared: UnitSet,
    /// The cavalry they look at.
    pub moving: Option<UnitId>,
    /// Seats that have nothing more to answer to it.
    pub answered: SeatSet,
}

/// The two sub-segments that follow a chit on which a Charge was declared (7.2.2, G26): all charges are run, then all mêlées
/// fought (LB 19.1b, 7.2.2.1a, 7.2.2.1c, 7.2.2.2a, 19.16.11).
pub(crate) fn after_chit(_chit: Chit) -> Phasing {
    let steps = [ChargeStep::Run, ChargeStep::Melees, ChargeStep::Close];
    steps.into_iter().map(Step::Charge).collect()
}
