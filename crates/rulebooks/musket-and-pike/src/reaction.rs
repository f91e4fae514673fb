//! Chapter 9: triggers, reaction windows, reaction movement, interception.

mod facing_change;
mod hedgehog;
mod interception;
pub(crate) mod path;
mod reaction_fire;
mod window;
mod withdraw;

pub use interception::InterceptionStage;

use crate::cards::{LeaderId, UnitId, UnitSet};
use crate::decision::Decision;
use crate::table::{Play, Table};
use field::hexes::{Dir, Hand, Hex, Vertex};
use kernel::{Listener, Question, Refusal, Seat, SeatSet, Side};
use serde::{Deserialize, Serialize};

/// What an active unit did (T-TRIGGERS).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Event {
    /// Entered a hex: a move, a fire step, a displacement.
    Enters,
    /// Turned, wheeled or counter marched (MP 9.1.3c); a wheel on one half may bring the other adjacent (ruling MP G-A53).
    Turns {
        pivot: Option<Hand>,
    },
    /// MP 9.1.3b, as the next.
    EndsAdvance,
    EndsPursuit {
        after_interception: bool,
    },
    /// MP 9.1.3d, ruling MP G-A25.
    StartsCharge,
    Restacks,
    Reforms,
    Rallies,
    /// Fired at `target`: only the target may answer (MP 9.1.3g). `second` when the volley fell on two targets.
    Fires {
        target: UnitId,
        second: Option<UnitId>,
    },
    /// Advancing Fire: step and shot together are one trigger of both kinds (ruling MP G-A32).
    AdvancesFiring {
        target: UnitId,
        second: Option<UnitId>,
    },
}

impl Event {
    /// The Movement Triggers (MP 9.1.3a, 9.1.3b, 9.1.3c, 9.1.3d) and the others (MP 9.1.3e, 9.1.3f, 9.1.3g). Retreats and routs
    /// are none at all (MP 9.1.3i).
    pub const fn is_movement(self) -> bool {
        match self {
            Event::Enters
            | Event::Turns { .. }
            | Event::EndsAdvance
            | Event::EndsPursuit { .. }
            | Event::StartsCharge
            | Event::AdvancesFiring { .. } => true,
            Event::Restacks | Event::Reforms | Event::Rallies | Event::Fires { .. } => false,
        }
    }

    /// Whether the unit has come to hexes it did not stand on before; of a wheel it is so for one half.
    pub const fn comes_near(self) -> bool {
        matches!(
            self,
            Event::Enters
                | Event::Turns { pivot: Some(_) }
                | Event::EndsAdvance
                | Event::EndsPursuit { .. }
                | Event::AdvancesFiring { .. }
        )
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Trigger {
    pub unit: UnitId,
    pub event: Event,
    /// Movement points were spent (MP 9.2.3a).
    pub spent: bool,
    /// It advanced, or displaced after its move; whether it had gone a hex before it came near its move under way tells (MP 9.4.2a).
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
    /// Where the triggering unit stood; once it is gone from there the window closes (PA9 step 4).
    pub at: (Hex, Option<Hex>),
    /// Units that have reacted to this trigger or tried (MP 9.1.1f).
    pub reacted: UnitSet,
    /// Units that have fired at it, or have given up their fire for a change of the stack's order (MP 8.3.2b).
    pub fired: UnitSet,
    /// Seats that want no more reactions to it.
    pub done: SeatSet,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ReactStep {
    /// The window on top of `windows`: asks seat after seat.
    Window,
    /// A unit on its way out of reach: the move on top of `moves`.
    Withdraw { unit: UnitId, from: UnitId },
    /// A leader alone on his way, with the points he has left and where he began.
    LeaderWithdraw { leader: LeaderId, from: UnitId, left: u8, start: Hex },
    /// The interceptor on its way: the move on top of `moves`.
    Interception { unit: UnitId, target: UnitId, stage: InterceptionStage },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReactChoice {
    /// Reaction Fire by that unit; how and with which halves is asked by chapter 10.
    Fire {
        unit: UnitId,
    },
    /// A gun turns instead of firing (MP 6.2.3a).
    TurnGun {
        unit: UnitId,
        vertex: Vertex,
    },
    /// A gun changes its place in the stack instead of firing (MP 9.4.4a).
    Restack {
        unit: UnitId,
    },
    /// Turns by so many vertices, or swings the half away from the pivot by so many hexes (MP 9.2.2b, 9.2.2c).
    Face {
        unit: UnitId,
        hand: Hand,
        steps: u8,
    },
    Hedgehog {
        unit: UnitId,
    },
    Withdraw {
        unit: UnitId,
    },
    WithdrawLeader {
        leader: LeaderId,
    },
    Intercept {
        unit: UnitId,
    },
    /// Within a withdrawal or interception.
    Ahead(Dir),
    Turn(Hand),
    Wheel(Hand),
    CounterMarch,
    /// The interceptor fires a pistol (ruling MP G-A35).
    Pistol,
    Attack,
    /// No more reactions of this seat to this trigger; or the end of the reaction under way.
    Done,
}

impl<L: Listener> Play<'_, L> {
    /// Works a step of this chapter: acts and goes on, or has it wait for an answer.
    pub(crate) fn work_react(&mut self, step: ReactStep) {
        match step {
            ReactStep::Window => self.work_window(),
            ReactStep::Withdraw { unit, from } => self.work_withdraw(unit, from),
            ReactStep::LeaderWithdraw { leader, from, left, start } => {
                self.work_leader_withdraw(leader, from, left, start);
            }
            ReactStep::Interception { unit, target, stage } => self.work_interception(unit, target, stage),
        }
    }

    pub(crate) fn apply_react(&mut self, step: ReactStep, seat: Seat, choice: ReactChoice) {
        match step {
            ReactStep::Window => self.apply_window(seat, choice),
            ReactStep::Withdraw { unit, from } => self.apply_withdraw(unit, from, choice),
            ReactStep::LeaderWithdraw { leader, from, left, start } => {
                self.apply_leader_withdraw(leader, from, left, start, choice);
            }
            ReactStep::Interception { unit, target, stage } => self.apply_interception(unit, target, stage, choice),
        }
    }
}

impl Table<'_> {
    pub(crate) fn ask_react(self, step: ReactStep, seat: Seat, menu: &mut Vec<Decision>) -> Question {
        match step {
            ReactStep::Window => self.ask_window(seat, menu),
            ReactStep::Withdraw { unit, from } => self.ask_withdraw(unit, from, menu),
            ReactStep::LeaderWithdraw { leader, from, left, start } => {
                self.ask_leader_withdraw(leader, from, left, start, menu)
            }
            ReactStep::Interception { unit, target, stage } => self.ask_interception(unit, target, stage, menu),
        }
    }

    pub(crate) fn judge_react(self, step: ReactStep, seat: Seat, choice: ReactChoice) -> Result<(), Refusal> {
        match step {
            ReactStep::Window => self.judge_window(seat, choice),
            ReactStep::Withdraw { unit, from } => self.judge_withdraw(unit, from, choice),
            ReactStep::LeaderWithdraw { leader, from, left, start } => {
                self.judge_leader_withdraw(leader, from, left, start, choice)
            }
            ReactStep::Interception { unit, target, stage } => self.judge_interception(unit, target, stage, choice),
        }
    }
}

/// Nobody asked for this.
fn out_of_place(rule: &'static str) -> Refusal {
    Refusal::new(rule, "this is not what is asked now")
}
