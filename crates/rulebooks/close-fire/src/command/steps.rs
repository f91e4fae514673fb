//! CF 6: command and control, step by step (P4).

use crate::agenda::{Phasing, Step};
use crate::cards::{LeaderId, UnitId};
use crate::decision::Decision;
use crate::sequence::TurnChoice;
use crate::state::{Errand, Phase};
use crate::table::{Play, Table};
use field::table::Point;
use kernel::{Listener, Question, Refusal, Seat, SeatSet, Side};
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum CommandStep {
    /// Somebody takes over from a leader who was lost (CF G25).
    Replace(Side),
    /// Each leader takes his actions, from right to left (CF 6.2, 9.5).
    Actions(Side),
    /// Messengers ride and say what they carry (CF 6.19, G18).
    Messengers(Side),
    /// Who has an action left listens to what has reached him now (CF G18).
    Listening(Side),
    /// CF 9.10
    Bayonets(Side),
    /// Control is judged when all actions are taken (CF 6.26).
    Control(Side),
    /// Units that may conform do, or test; those that run are let go, or test (CF 6.30, 6.31).
    Choices(Side),
    /// The others test (CF 6.26).
    Tests(Side),
    /// The signs of a test are chosen; 0 is a die that has not fallen yet (CF 6.32, G20).
    Signs { unit: UnitId, die: u8 },
}

impl CommandStep {
    /// Seats are asked until they say that they are done.
    pub(crate) fn lasts_till_done(self) -> bool {
        matches!(self, CommandStep::Actions(_) | CommandStep::Listening(_) | CommandStep::Bayonets(_))
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum CommandChoice {
    /// CF G25
    Replace {
        leader: LeaderId,
        unit: UnitId,
    },
    /// CF 6.3
    Ride {
        leader: LeaderId,
        to: Point,
    },
    /// CF 6.5, 6.6
    Attach {
        leader: LeaderId,
        unit: UnitId,
    },
    Detach(LeaderId),
    /// CF 6.8
    Steady(LeaderId),
    /// CF 6.10
    Inspire(LeaderId),
    /// In person (CF 6.19).
    Issue {
        leader: LeaderId,
        to: LeaderId,
        errand: Errand,
    },
    /// By a messenger (CF 6.19, G18).
    Send {
        leader: LeaderId,
        to: LeaderId,
        errand: Errand,
    },
    /// CF 6.12
    Listen(LeaderId),
    /// He does no more in this phase.
    Pass(LeaderId),
    /// A messenger rides there (CF 11.15).
    Carry {
        messenger: u8,
        to: Point,
    },
    /// CF 9.10
    Bayonets {
        unit: UnitId,
        fixed: bool,
    },
    /// Drops its fascines or ladders (CF G38).
    Drop(UnitId),
    /// Does as that unit does (CF 6.28, 6.29).
    Conform {
        unit: UnitId,
        to: UnitId,
    },
    /// CF 6.30, 6.31
    Test(UnitId),
    /// Routs, pursues or loots on untested (CF 6.31).
    RunOn(UnitId),
    /// CF 6.32, G20
    Signs {
        unit: UnitId,
        leader: Sign,
        elite: Sign,
    },
}

/// How a ± modifier is used (CF 6.32, G20).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Sign {
    None,
    Plus,
    Minus,
}

impl Sign {
    pub const fn value(self) -> i32 {
        match self {
            Sign::None => 0,
            Sign::Plus => 1,
            Sign::Minus => -1,
        }
    }
}

/// What a side does of this chapter in its half of a phase (CF 9.9).
pub(crate) fn steps_of(phase: Phase, side: Side) -> Phasing {
    let steps = [
        CommandStep::Replace(side),
        CommandStep::Actions(side),
        CommandStep::Messengers(side),
        CommandStep::Listening(side),
        CommandStep::Bayonets(side),
        CommandStep::Control(side),
        CommandStep::Choices(side),
        CommandStep::Tests(side),
    ];
    match phase {
        Phase::Command => Phasing::from_iter(steps.map(Step::Command)),
        _ => Phasing::new(),
    }
}

impl Table<'_> {
    pub(crate) fn asked_in_command(self, step: CommandStep) -> SeatSet {
        match step {
            CommandStep::Replace(side) => {
                self.next_to_replace(side).map(|id| self.seat_of_leader(id)).into_iter().collect()
            }
            CommandStep::Actions(side) => {
                self.seats_left(side, |seat| self.leaders_to_act(side, seat).next().is_some())
            }
            CommandStep::Messengers(side) => {
                self.next_messenger(side).and_then(|place| self.messenger_seat(place)).into_iter().collect()
            }
            CommandStep::Listening(side) => self.seats_left(side, |seat| self.any_to_listen(side, seat)),
            CommandStep::Bayonets(side) => self.seats_left(side, |seat| self.any_to_ready(side, seat)),
            CommandStep::Choices(side) => self.next_to_choose(side).map(|id| self.seat(id)).into_iter().collect(),
            CommandStep::Signs { unit, .. } => SeatSet::from_iter([self.seat(unit)]),
            CommandStep::Control(_) | CommandStep::Tests(_) => SeatSet::EMPTY,
        }
    }

    pub(crate) fn ask_command(self, step: CommandStep, seat: Seat, menu: &mut Vec<Decision>) -> Question {
        let some = |topic, rule, default| Question { complete: false, ..Question::whole(topic, rule, default) };
        match step {
            CommandStep::Replace(side) => {
                self.offer_successors(side, menu);
                Question::whole("replace-leader", "CF G25", 0)
            }
            CommandStep::Actions(side) => {
                for leader in self.leaders_to_act(side, seat) {
                    self.offer_actions(leader, menu);
                }
                menu.push(Decision::Turn(TurnChoice::Done));
                some("leader-actions", "CF 6.2", menu.len() - 1)
            }
            CommandStep::Messengers(side) => {
                if let Some(place) = self.next_messenger(side) {
                    self.offer_rides_of(place, menu);
                }
                some("messenger-rides", "CF 11.15", 0)
            }
            CommandStep::Listening(side) => {
                self.offer_listening(side, seat, menu);
                menu.push(Decision::Turn(TurnChoice::Done));
                Question::whole("listen", "CF 6.12", menu.len() - 1)
            }
            CommandStep::Bayonets(side) => {
                self.offer_readiness(side, seat, menu);
                menu.push(Decision::Turn(TurnChoice::Done));
                Question::whole("bayonets", "CF 9.10", menu.len() - 1)
            }
            CommandStep::Choices(side) => {
                if let Some(id) = self.next_to_choose(side) {
                    self.offer_control(id, menu);
                }
                Question::whole("conform-or-test", "CF 6.30", 0)
            }
            CommandStep::Signs { unit, die } => {
                self.offer_signs(unit, die, menu);
                some("control-signs", "CF 6.32", 0)
            }
            CommandStep::Control(_) | CommandStep::Tests(_) => Question::whole("none", "CF 9.1", 0),
        }
    }

    pub(crate) fn judge_command(self, step: CommandStep, seat: Seat, choice: CommandChoice) -> Result<(), Refusal> {
        match (step, choice) {
            (CommandStep::Replace(_), CommandChoice::Replace { leader, unit }) => {
                self.judge_replace(seat, leader, unit)
            }
            (CommandStep::Actions(_), choice) => self.judge_action(seat, choice),
            (CommandStep::Messengers(side), CommandChoice::Carry { messenger, to }) => {
                self.judge_carry(side, seat, messenger, to)
            }
            (CommandStep::Listening(side), CommandChoice::Listen(leader)) => {
                self.owns_leader(seat, leader)?;
                if self.leader_card(leader).side != side {
                    return Err(self.out_of_turn());
                }
                self.judge_listen(leader)
            }
            (CommandStep::Bayonets(_), CommandChoice::Bayonets { unit, fixed }) => {
                self.judge_bayonets(seat, unit, fixed)
            }
            (CommandStep::Bayonets(_), CommandChoice::Drop(unit)) => self.judge_drop(seat, unit),
            (CommandStep::Choices(side), choice) => self.judge_control(seat, side, choice),
            (CommandStep::Signs { unit, .. }, CommandChoice::Signs { unit: of, leader, elite }) if unit == of => {
                self.owns(seat, unit)?;
                self.judge_signs(unit, leader, elite)
            }
            _ => Err(self.out_of_turn()),
        }
    }

    /// One of a leader's actions, or that he takes no more (CF 6.2).
    fn judge_action(self, seat: Seat, choice: CommandChoice) -> Result<(), Refusal> {
        match choice {
            CommandChoice::Ride { leader, to } => {
                self.may_act(seat, leader)?;
                self.judge_ride(leader, to)
            }
            CommandChoice::Attach { leader, unit } => {
                self.may_act(seat, leader)?;
                self.judge_attach(leader, unit)
            }
            CommandChoice::Detach(leader) => {
                self.may_act(seat, leader)?;
                self.judge_detach(leader)
            }
            CommandChoice::Steady(leader) => {
                self.may_act(seat, leader)?;
                self.judge_steady(leader)
            }
            CommandChoice::Inspire(leader) => {
                self.may_act(seat, leader)?;
                self.judge_inspire(leader)
            }
            CommandChoice::Issue { leader, to, errand } => {
                self.may_act(seat, leader)?;
                self.judge_issue(leader, to, errand)
            }
            CommandChoice::Send { leader, to, errand } => {
                self.may_act(seat, leader)?;
                self.judge_send(leader, to, errand)
            }
            CommandChoice::Listen(leader) => {
                self.may_act(seat, leader)?;
                self.judge_listen(leader)
            }
            CommandChoice::Pass(leader) => self.may_act(seat, leader),
            _ => Err(self.out_of_turn()),
        }
    }
}

impl<L: Listener> Play<'_, L> {
    pub(crate) fn work_command(&mut self, step: CommandStep) {
        match step {
            CommandStep::Actions(side) => {
                self.side_has_spoken("leader-actions", side);
                self.recall_messengers(side);
                self.settle_reassigned();
            }
            CommandStep::Listening(side) => self.side_has_spoken("listen", side),
            CommandStep::Bayonets(side) => self.side_has_spoken("bayonets", side),
            CommandStep::Control(side) => self.judge_who_is_controlled(side),
            CommandStep::Tests(side) => {
                if let Some(id) = self.table().next_to_test(side) {
                    self.state.agenda.push(Step::Command(step));
                    self.begin_test(id);
                }
            }
            // Nobody is left to be asked.
            CommandStep::Replace(_)
            | CommandStep::Messengers(_)
            | CommandStep::Choices(_)
            | CommandStep::Signs { .. } => {}
        }
    }

    pub(crate) fn apply_command(&mut self, step: CommandStep, _seat: Seat, choice: CommandChoice) {
        match choice {
            CommandChoice::Replace { leader, unit } => self.replace(leader, unit),
            CommandChoice::Ride { leader, to } => self.ride(leader, to),
            CommandChoice::Attach { leader, unit } => self.attach(leader, unit),
            CommandChoice::Detach(leader) => {
                self.spend_action(leader);
                self.leave_unit(leader);
            }
            CommandChoice::Steady(leader) => self.steady(leader),
            CommandChoice::Inspire(leader) => self.inspire(leader),
            CommandChoice::Issue { leader, to, errand } => self.issue(leader, to, errand),
            CommandChoice::Send { leader, to, errand } => self.send(leader, to, errand),
            CommandChoice::Listen(leader) => self.listen(leader),
            CommandChoice::Pass(leader) => self.leader_mut(leader).this_turn.finished = true,
            CommandChoice::Carry { messenger, to } => self.carry(messenger, to),
            CommandChoice::Bayonets { unit, fixed } => self.set_bayonets(unit, fixed),
            CommandChoice::Drop(unit) => self.drop_load(unit),
            CommandChoice::Conform { unit, to } => self.conform_to(unit, to),
            CommandChoice::Test(unit) => self.begin_test(unit),
            CommandChoice::RunOn(unit) => self.run_on_untested(unit),
            CommandChoice::Signs { unit, leader, elite } => {
                if let CommandStep::Signs { die, .. } = step {
                    self.state.agenda.pop();
                    self.choose_signs(unit, die, [leader, elite]);
                }
            }
        }
    }
}
