//! Chapters 3 and 4: the turn, whose Wing is next, continuation, preemption, passing, leaving the field; and the machine that works the agenda.

use crate::agenda::Step;
use crate::cards::WingId;
use crate::decision::Decision;
use crate::table::{Play, Table};
use kernel::{Dice, Listener, Question, Refusal, Seat, Side};
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum TurnStep {
    /// Secret orders of every Wing, all seats at once (MP 5.5.3a).
    StartingOrders,
    /// Secret choice of units that start in Open Order (MP 6.3.3c).
    StartingOpenOrder,
    TurnBegins,
    /// MP 4.1: the winner picks his first Wing.
    Initiative(Side),
    /// MP 4.2: whose turn it is to pick a Wing.
    NextWing,
    ChooseWing(Side),
    /// MP 4.4: the inactive side may preempt `wing`.
    Preempt {
        wing: WingId,
        tried: u32,
    },
    /// Step C of an activation: the owner names units and leaders, one after another.
    Actions,
    /// Step D.
    CloseCombatSegment,
    /// Step E.
    Continuation,
    /// Step F.
    Finish,
    RoutMovement,
    MarkerRemoval,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TurnChoice {
    StartOrders { wing: WingId, orders: crate::state::Orders },
    StartOpen { unit: crate::cards::UnitId },
    StartDone,
    Activate { wing: WingId },
    Pass { wing: WingId },
    Preempt { wing: WingId, helped: bool },
    LetBe,
    Act { unit: crate::cards::UnitId },
    Lead { leader: crate::cards::LeaderId },
    EndActions,
    Continue { helped: bool },
    Stop,
}

impl<D: Dice, L: Listener> Play<'_, D, L> {
    /// Works the agenda until somebody is asked or the battle is over.
    pub fn advance(&mut self) {
        self.state.asked = kernel::SeatSet::EMPTY;
        while self.state.asked.is_empty() && self.state.over.is_none() {
            let Some(step) = self.state.agenda.top() else { return };
            match step {
                Step::Turn(step) => self.work_turn(step),
                Step::Command(step) => self.work_command(step),
                Step::Move(step) => self.work_move(step),
                Step::React(step) => self.work_react(step),
                Step::Fire(step) => self.work_fire(step),
                Step::Combat(step) => self.work_combat(step),
                Step::Rally(step) => self.work_rally(step),
            }
        }
    }

    pub fn decide(&mut self, seat: Seat, decision: Decision) {
        let Some(step) = self.state.agenda.top() else { return };
        match (step, decision) {
            (Step::Turn(step), Decision::Turn(choice)) => self.apply_turn(step, seat, choice),
            (Step::Command(step), Decision::Command(choice)) => self.apply_command(step, seat, choice),
            (Step::Move(step), Decision::Move(choice)) => self.apply_move(step, seat, choice),
            (Step::React(step), Decision::React(choice)) => self.apply_react(step, seat, choice),
            (Step::Fire(step), Decision::Fire(choice)) => self.apply_fire(step, seat, choice),
            (Step::Combat(step), Decision::Combat(choice)) => self.apply_combat(step, seat, choice),
            (Step::Rally(step), Decision::Rally(choice)) => self.apply_rally(step, seat, choice),
            // Refused by the judge; nothing to play.
            _ => return,
        }
        self.advance();
    }

    /// Works a step of this chapter: acts and goes on, or has it wait for an answer.
    pub(crate) fn work_turn(&mut self, step: TurnStep) {
        let _ = step;
        unimplemented!()
    }

    pub(crate) fn apply_turn(&mut self, step: TurnStep, seat: Seat, choice: TurnChoice) {
        let _ = (step, seat, choice);
        unimplemented!()
    }
}

impl Table<'_> {
    pub(crate) fn ask_turn(self, step: TurnStep, seat: Seat, menu: &mut Vec<Decision>) -> Question {
        let _ = (step, seat, menu);
        unimplemented!()
    }

    pub(crate) fn judge_turn(self, step: TurnStep, seat: Seat, choice: TurnChoice) -> Result<(), Refusal> {
        let _ = (step, seat, choice);
        unimplemented!()
    }
}
