//! Chapters 3 and 4: the turn, whose Wing is next, continuation, preemption, passing, leaving the field; and the
//! machine that works the agenda.

mod actions;
mod before;
mod continuation;
mod initiative;
mod marker_removal;
mod preemption;

pub(crate) use crate::face::words::sequence::orders_name;
pub use continuation::MOST_ACTIVATIONS;

use crate::agenda::Step;
use crate::cards::{LeaderId, UnitId, UnitSet, WingId};
use crate::decision::Decision;
use crate::face::told::{Of, sequence as told};
use crate::movement::MoveStep;
use crate::state::{How, Orders, Phase};
use crate::table::{Play, Table};
use kernel::{Listener, Question, Refusal, Seat, SeatSet, Side};
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum TurnStep {
    /// Secret orders of every Wing, all seats at once (MP 5.5.3a).
    StartingOrders,
    /// Secret choice of units that start in Open Order (MP 6.3.3c).
    StartingOpenOrder,
    TurnBegins,
    /// MP 4.1: who begins.
    Initiative,
    /// MP 4.2: whose turn it is to pick a Wing. Stays below everything the Activation Phase does.
    NextWing,
    ChooseWing(Side),
    /// Step A: the inactive side may preempt `wing` (MP 4.4). Who has tried at this opportunity, as a set of Wings,
    /// and whether the Army Commander has lent his rating to one of them.
    Preempt {
        wing: WingId,
        how: How,
        tried: u32,
        helped: bool,
    },
    /// Step C of an activation: the owner names units and leaders, one after another.
    Actions,
    /// Step D.
    CloseCombatSegment,
    /// Step E.
    Continuation,
    /// Step F.
    Finish(WingId),
    RoutMovement,
    /// Marker Removal A and B.
    MarkerRemoval,
    /// Marker Removal C.
    TurnEnds,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TurnChoice {
    StartOrders {
        wing: WingId,
        orders: Orders,
    },
    StartOpen {
        unit: UnitId,
    },
    StartDone,
    Activate {
        wing: WingId,
    },
    Pass {
        wing: WingId,
    },
    Preempt {
        wing: WingId,
        helped: bool,
    },
    LetBe,
    Act {
        unit: UnitId,
    },
    Lead {
        leader: LeaderId,
    },
    /// Reinforcements come onto the map (MP 7.4a).
    Bring,
    EndActions,
    Continue {
        helped: bool,
    },
    Stop,
}

/// What these two chapters keep in the state for themselves.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Turning {
    /// Units chosen to start in Open Order, sealed until every seat is done (MP 6.3.3c).
    pub open_order: UnitSet,
    /// Units whose Interception has succeeded this turn (MP 9.3.2a): told as a result of trying it.
    pub intercepted: UnitSet,
}

impl<L: Listener> Play<'_, L> {
    /// Works the agenda until somebody is asked or the battle is over.
    pub fn advance(&mut self) {
        self.state.asked = SeatSet::EMPTY;
        while self.state.asked.is_empty() && self.state.over.is_none() {
            let Some(step) = self.state.agenda.top() else { break };
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
        self.tell_way_before_question();
    }

    pub fn decide(&mut self, seat: Seat, decision: Decision) {
        let Some(step) = self.state.agenda.top() else { return };
        match (step, decision) {
            (Step::Turn(step), Decision::Turn(choice)) => self.apply_turn(step, seat, choice),
            (Step::Command(step), Decision::Command(choice)) => self.apply_command(step, seat, choice),
            (Step::Move(MoveStep::Action(unit)), Decision::Fire(choice)) => self.apply_action_fire(unit, choice),
            (Step::Move(MoveStep::Action(unit)), Decision::Rally(choice)) => self.apply_action_rally(unit, choice),
            (Step::Move(MoveStep::LeaderAction(leader)), Decision::Rally(choice)) => {
                self.apply_leader_rally(leader, choice);
            }
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

    /// Lays out the way from a set-up map to the first turn (MP 5.5.3a, 6.3.3c). Call once, before the first `advance`.
    pub fn begin_battle(&mut self) {
        self.push(Step::Turn(TurnStep::TurnBegins));
        self.push(Step::Turn(TurnStep::StartingOpenOrder));
        if self.rules.options.secret_orders {
            self.push(Step::Turn(TurnStep::StartingOrders));
        }
    }

    /// Works a step of this chapter: acts and goes on, or has it wait for an answer.
    pub(crate) fn work_turn(&mut self, step: TurnStep) {
        match step {
            TurnStep::StartingOrders => self.work_starting_orders(),
            TurnStep::StartingOpenOrder => self.work_starting_open_order(),
            TurnStep::TurnBegins => self.begin_turn(),
            TurnStep::Initiative => self.settle_initiative(),
            TurnStep::NextWing => self.find_next_wing(),
            TurnStep::ChooseWing(side) => self.work_choose_wing(side),
            TurnStep::Preempt { wing, how, tried, helped } => self.work_preempt(wing, how, tried, helped),
            TurnStep::Actions => self.work_actions(),
            TurnStep::CloseCombatSegment => {
                // MP 3.2.Da: after all Actions.
                self.pop();
                self.begin_close_combat_segment();
            }
            TurnStep::Continuation => self.work_continuation(),
            TurnStep::Finish(wing) => self.finish_wing(wing),
            TurnStep::RoutMovement => self.rout_movement(),
            TurnStep::MarkerRemoval => self.remove_markers(),
            TurnStep::TurnEnds => self.end_turn(),
        }
    }

    pub(crate) fn apply_turn(&mut self, step: TurnStep, seat: Seat, choice: TurnChoice) {
        match (step, choice) {
            (TurnStep::StartingOrders, TurnChoice::StartOrders { wing, orders }) => {
                self.state.wings[wing.ix()].chosen = Some(orders);
            }
            (TurnStep::StartingOpenOrder, TurnChoice::StartOpen { unit }) => self.state.turning.open_order.insert(unit),
            (TurnStep::StartingOpenOrder, TurnChoice::StartDone) => self.state.done = self.state.done.with(seat),
            (TurnStep::ChooseWing(_), TurnChoice::Activate { wing }) => self.name_wing(wing),
            (TurnStep::ChooseWing(side), TurnChoice::Pass { wing }) => self.pass_with(side, wing),
            (TurnStep::Preempt { wing, how, .. }, TurnChoice::Preempt { wing: preemptor, helped }) => {
                self.try_preemption(wing, how, preemptor, helped);
            }
            (TurnStep::Preempt { wing, how, .. }, TurnChoice::LetBe) => {
                self.pop();
                self.begin_activation(wing, how);
            }
            (TurnStep::Actions, choice) => self.apply_next_action(seat, choice),
            (TurnStep::Continuation, TurnChoice::Continue { helped }) => self.attempt_continuation(helped),
            (TurnStep::Continuation, TurnChoice::Stop) => self.stop_here(),
            // Refused by the judge; nothing to play.
            _ => {}
        }
    }

    /// MP 3.0a: the first phase of a turn.
    fn begin_turn(&mut self) {
        self.pop();
        self.state.phase = Phase::Initiative;
        (self.state.passes, self.state.last) = (0, None);
        self.muster_reinforcements();
        self.push(Step::Turn(TurnStep::Initiative));
        self.tell("MP 3.0a", told::TURN_BEGINS, &[Of::Count(self.state.turn.into())]);
    }

    /// A Wing that arrives with its own commander stands under Make Ready (MP 7.4a) and counts from now on, for the
    /// initiative too (MP 7.4c).
    fn muster_reinforcements(&mut self) {
        for wing in (0..self.state.wings.len() as u8).map(WingId) {
            let arrives = self.rules.wings[wing.ix()].arrives.as_ref();
            let now = arrives.is_some_and(|arrival| arrival.turn == self.state.turn);
            if now && self.table().of_wing(wing).next().is_none() {
                self.state.wings[wing.ix()].orders = Orders::MakeReady;
                self.tell("MP 7.4c", told::ARRIVES, &[Of::Wing(wing)]);
            }
        }
    }

    /// MP 3.3a: all Morale Broken units rout; the markers come after them.
    fn rout_movement(&mut self) {
        self.pop();
        self.state.phase = Phase::RoutMovement;
        self.push(Step::Turn(TurnStep::MarkerRemoval));
        self.begin_rout_phase();
    }

    /// Replaces the step on top.
    fn turn_goes_to(&mut self, step: TurnStep) {
        self.pop();
        self.push(Step::Turn(step));
    }
}

impl Table<'_> {
    pub fn ask_turn(self, step: TurnStep, seat: Seat, menu: &mut Vec<Decision>) -> Question {
        let ask = Question::whole;
        let mut default = 0;
        let mut offer = |choice| menu.push(Decision::Turn(choice));
        match step {
            TurnStep::StartingOrders => {
                default = self.offer_starting_orders(seat, &mut offer);
                ask("starting-orders", "MP 5.5.3a", default)
            }
            TurnStep::StartingOpenOrder => {
                offer(TurnChoice::StartDone);
                self.may_start_open(seat).for_each(|unit| offer(TurnChoice::StartOpen { unit }));
                ask("starting-open-order", "MP 6.3.3c", default)
            }
            TurnStep::ChooseWing(side) => {
                self.offer_wings(side, &mut offer);
                let pass = |decision: &Decision| matches!(decision, Decision::Turn(TurnChoice::Pass { .. }));
                ask("choose-wing", "MP 4.2.1b", menu.iter().position(pass).unwrap_or(0))
            }
            TurnStep::Preempt { wing, how, tried, helped } => {
                offer(TurnChoice::LetBe);
                self.offer_preemptions(wing, how, tried, helped, &mut offer);
                ask("preempt", "MP 4.4.1a", default)
            }
            TurnStep::Continuation => {
                offer(TurnChoice::Stop);
                offer(TurnChoice::Continue { helped: false });
                if self.state.activation.is_some_and(|now| self.help_of(now.wing, seat).is_some()) {
                    offer(TurnChoice::Continue { helped: true });
                }
                ask("continue", "MP 4.3.1a", default)
            }
            // Every other step of these chapters is worked without a question.
            _ => {
                self.offer_actions(seat, &mut |choice| {
                    offer(choice);
                    true
                });
                let end = |decision: &Decision| *decision == Decision::Turn(TurnChoice::EndActions);
                ask("actions", "MP 3.2.Ca", menu.iter().position(end).unwrap_or(0))
            }
        }
    }

    pub fn judge_turn(self, step: TurnStep, seat: Seat, choice: TurnChoice) -> Result<(), Refusal> {
        match (step, choice) {
            (TurnStep::StartingOrders, TurnChoice::StartOrders { wing, .. }) => self.judge_start_orders(seat, wing),
            (TurnStep::StartingOpenOrder, TurnChoice::StartOpen { unit }) => self.judge_start_open(seat, unit),
            (TurnStep::StartingOpenOrder, TurnChoice::StartDone) => Ok(()),
            (TurnStep::ChooseWing(side), TurnChoice::Activate { wing }) => self.judge_activation(side, wing),
            (TurnStep::ChooseWing(side), TurnChoice::Pass { wing }) => self.judge_pass(side, wing),
            (TurnStep::Preempt { wing, how, tried, helped }, TurnChoice::Preempt { wing: other, helped: wanted }) => {
                self.judge_preemption(wing, how, tried, other)?;
                if wanted { self.judge_help_to_preempt(other, helped) } else { Ok(()) }
            }
            (TurnStep::Preempt { .. }, TurnChoice::LetBe) => Ok(()),
            (TurnStep::Actions, choice) => self.judge_next_action(seat, choice),
            (TurnStep::Continuation, TurnChoice::Continue { helped }) => self.judge_continuation(seat, helped),
            (TurnStep::Continuation, TurnChoice::Stop) => Ok(()),
            _ => Err(Refusal::new("MP 3.2a", format!("something else is asked first: {}", self.put_turn(step, seat)))),
        }
    }
}
