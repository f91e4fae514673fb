//! Chapter 9: triggers, reaction windows, reaction movement, interception.

use crate::cards::{UnitId, UnitSet};
use crate::decision::Decision;
use crate::table::{Play, Table};
use field::hexes::{Dir, Hand};
use kernel::{Dice, Listener, Question, Refusal, Seat, Side};
use serde::{Deserialize, Serialize};

/// What an active unit did (T-TRIGGERS).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Event {
    /// Entered a hex: a move, a fire step, a displacement.
    Enters,
    /// Turned, wheeled or counter marched; `adjacent_now` for a wheel whose moving half came adjacent (ruling G-A53).
    Turns {
        wheel: bool,
    },
    EndsAdvance,
    EndsPursuit {
        after_interception: bool,
    },
    /// MP 9.1.3d, ruling G-A25.
    StartsCharge,
    Restacks,
    Reforms,
    Rallies,
    /// Fired at `target`: only the target may answer (MP 9.1.3g). `second` when the volley fell on two targets.
    Fires {
        target: UnitId,
        second: Option<UnitId>,
    },
    /// Advancing Fire: step and shot together are one trigger of both kinds (ruling G-A32).
    AdvancesFiring {
        target: UnitId,
        second: Option<UnitId>,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Trigger {
    pub unit: UnitId,
    pub event: Event,
    /// Movement points were spent (MP 9.2.3a).
    pub spent: bool,
    /// It moved at least one hex before the hex it entered, or advanced (MP 9.4.2a).
    pub ran: bool,
    /// Retreating Fire: fire in answer has -3 (MP 10.3.4b).
    pub retreating: bool,
    /// It was artillery fire: only counter-battery and displacement answer, no cover (MP 9.4.5b).
    pub artillery: bool,
    /// Units that may not react: they were in the combat (MP 11.4.9a), or have displaced (MP 10.8.6e).
    pub barred: UnitSet,
}

/// A reaction window under way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Window {
    pub trigger: Trigger,
    /// Who may react: the inactive side, or the active one in MP 9.1.1e.
    pub side: Side,
    /// Units that have reacted to this trigger or tried (MP 9.1.1f).
    pub reacted: UnitSet,
    /// Forced Hedgehog attempts are all made (MP 9.1.1h).
    pub forced_done: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ReactStep {
    /// The window on top of `windows`: asks seat after seat.
    Window,
    /// A reacting unit turns or pivots (MP 9.2.2).
    FacingChange {
        unit: UnitId,
        left: u8,
    },
    Withdraw {
        unit: UnitId,
    },
    /// The interceptor on its way: the move on top of `moves`.
    Interception {
        unit: UnitId,
        target: UnitId,
        stage: u8,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReactChoice {
    /// Reaction Fire by that unit; how and with which halves is asked by chapter 10.
    Fire {
        unit: UnitId,
    },
    TurnGun {
        unit: UnitId,
        vertex: field::hexes::Vertex,
    },
    Restack {
        unit: UnitId,
    },
    Face {
        unit: UnitId,
    },
    Hedgehog {
        unit: UnitId,
    },
    Withdraw {
        unit: UnitId,
    },
    Intercept {
        unit: UnitId,
    },
    /// Within a facing change, withdrawal or interception.
    Turn(Hand),
    Wheel(Hand),
    CounterMarch,
    Ahead(Dir),
    Attack,
    Pistol,
    /// No more reactions of this seat to this trigger; or the end of the reaction under way.
    Done,
}

impl<D: Dice, L: Listener> Play<'_, D, L> {
    /// Something happened that enemies may react to: opens a window if anybody can. `reacts` is the side that may.
    pub fn trigger(&mut self, trigger: Trigger, reacts: Side) {
        let _ = (trigger, reacts);
        unimplemented!()
    }
}

impl<D: Dice, L: Listener> Play<'_, D, L> {
    pub(crate) fn work_react(&mut self, step: ReactStep) {
        let _ = step;
        unimplemented!()
    }

    pub(crate) fn apply_react(&mut self, step: ReactStep, seat: Seat, choice: ReactChoice) {
        let _ = (step, seat, choice);
        unimplemented!()
    }
}

impl Table<'_> {
    pub(crate) fn ask_react(self, step: ReactStep, seat: Seat, menu: &mut Vec<Decision>) -> Question {
        let _ = (step, seat, menu);
        unimplemented!()
    }

    pub(crate) fn judge_react(self, step: ReactStep, seat: Seat, choice: ReactChoice) -> Result<(), Refusal> {
        let _ = (step, seat, choice);
        unimplemented!()
    }
}
