//! Chapter 10: fire combat.

use crate::cards::UnitId;
use crate::charts::FireResult;
use crate::decision::Decision;
use crate::table::{Play, Table};
use field::hexes::{Hand, Hex};
use kernel::{Dice, Listener, Question, Refusal, Seat};
use serde::{Deserialize, Serialize};

/// T-FIRE-OPTIONS.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Mode {
    Skirmish,
    Advancing,
    Retreating,
    Salvo,
    Pistol,
    Artillery,
}

/// One unit's fire under way: who, at whom, with what, in answer to what.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Volley {
    pub firer: UnitId,
    /// Reaction Fire at the unit that gave the trigger (MP 9.1.1l).
    pub reaction: bool,
    pub against_retreating: bool,
    pub target_ran: bool,
    pub shots: [Option<Shot>; 2],
    pub stage: u8,
}

/// One half's shot, or the shot of one of two stacked units.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Shot {
    pub from: Hex,
    /// The unit that fires it: the Light Infantry of a stack has its own (MP 8.2.1c).
    pub by: UnitId,
    pub target: UnitId,
    pub mode: Mode,
    pub result: FireResult,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum FireStep {
    /// The volley on top of `volleys`: asks mode and targets, resolves, applies, opens the window.
    Volley,
    /// The target may take cover (MP 9.4.5a, ruling G-A54).
    Cover { target: UnitId },
    /// Artillery along the line of fire, hex after hex (MP 10.8.3a).
    Grazing,
    /// A cavalry target may displace (MP 10.8.6a).
    Displace { unit: UnitId, gun: UnitId },
    /// Which of cavalry and Light Infantry takes each casualty (MP 8.2.1f).
    Share { unit: UnitId, casualties: u8, from: UnitId },
    /// Apply results, stage by stage (P5).
    Apply { target: UnitId },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FireChoice {
    /// The next shot: half (or hand, for the spine's side), target and mode.
    Shoot {
        half: Option<Hand>,
        target: UnitId,
        mode: Mode,
    },
    /// No shot with what is left.
    Hold,
    Cover,
    NoCover,
    Displace(Hand),
    StandFast,
    LossTo(UnitId),
    SpineSide(Hand),
}

/// Who fires in reaction, as the window sees it.
impl Table<'_> {
    /// Whether a unit can fire at another now at all: arc, range, sight, formation, ammunition, stack (MP 10.1.1a to 10.1.5c).
    pub fn can_fire_at(self, firer: UnitId, target: UnitId, reaction: bool) -> Result<(), Refusal> {
        let _ = (firer, target, reaction);
        unimplemented!()
    }

    /// Fills the menu with the fire Actions of a unit in its own activation (`shoot` choices of [`crate::movement::MoveStep::Action`] are put as [`FireChoice::Shoot`]).
    pub fn fire_actions(self, id: UnitId, menu: &mut Vec<Decision>) {
        let _ = (id, menu);
        unimplemented!()
    }
}

impl<D: Dice, L: Listener> Play<'_, D, L> {
    /// Begins a unit's fire Action or its pistol shot during a move: the choice made is its first shot.
    pub fn begin_fire(&mut self, id: UnitId, first: FireChoice) {
        let _ = (id, first);
        unimplemented!()
    }

    /// Begins Reaction Fire at the unit that gave the trigger of the window on top; asks for mode and halves.
    pub fn begin_reaction_fire(&mut self, id: UnitId, target: UnitId) {
        let _ = (id, target);
        unimplemented!()
    }
}

impl<D: Dice, L: Listener> Play<'_, D, L> {
    pub(crate) fn work_fire(&mut self, step: FireStep) {
        let _ = step;
        unimplemented!()
    }

    pub(crate) fn apply_fire(&mut self, step: FireStep, seat: Seat, choice: FireChoice) {
        let _ = (step, seat, choice);
        unimplemented!()
    }
}

impl Table<'_> {
    pub(crate) fn ask_fire(self, step: FireStep, seat: Seat, menu: &mut Vec<Decision>) -> Question {
        let _ = (step, seat, menu);
        unimplemented!()
    }

    pub(crate) fn judge_fire(self, step: FireStep, seat: Seat, choice: FireChoice) -> Result<(), Refusal> {
        let _ = (step, seat, choice);
        unimplemented!()
    }
}
