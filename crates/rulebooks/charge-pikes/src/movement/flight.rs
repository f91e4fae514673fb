//! Rout and pursuit, step by step: the moves of phase 1, and what interrupts a turn when a unit begins to run.

use crate::agenda::Step;
use crate::agenda::TestKind;
use crate::cards::UnitId;
use crate::decision::Decision;
use crate::state::{Mode, Place};
use crate::table::{Play, Table};
use kernel::{Listener, Question, Refusal, SeatSet};
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum FlightStep {
    RoutMoves,
    PursuitMoves,
    /// Enemies of a unit that just routed take up the pursuit.
    Pursuits {
        router: UnitId,
    },
    ChooseQuarry {
        unit: UnitId,
    },
    TryHalt {
        unit: UnitId,
        router: UnitId,
    },
    FirstPursuit {
        unit: UnitId,
        router: UnitId,
    },
    TurnAbout {
        unit: UnitId,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum FlightChoice {
    /// Foot tries to halt before it pursues, or not (CP 18.2.2).
    TryHalt(bool),
    /// Which of several routers to pursue.
    Pursue(UnitId),
    TurnAbout(bool),
}

impl Table<'_> {
    pub(crate) fn asked_in_flight(self, step: FlightStep) -> SeatSet {
        let (unit, needed) = match step {
            // Horse cannot test before its first move (CP 18.2.1).
            FlightStep::TryHalt { unit, router } => (unit, self.is_foot(unit) && self.may_pursue(unit, router)),
            FlightStep::ChooseQuarry { unit } => (unit, self.quarries(unit).nth(1).is_some()),
            FlightStep::TurnAbout { unit } => {
                let stands = self.unit(unit).place == Place::Table && self.unit(unit).mode == Mode::Normal;
                (unit, stands && !self.in_contact(unit))
            }
            _ => return SeatSet::EMPTY,
        };
        if needed { SeatSet::one(self.seat(unit)) } else { SeatSet::EMPTY }
    }

    pub(crate) fn ask_flight(self, step: FlightStep, menu: &mut Vec<Decision>) -> Question {
        match step {
            FlightStep::TryHalt { .. } => {
                menu.extend([true, false].map(|tries| Decision::Flight(FlightChoice::TryHalt(tries))));
                Question::whole("try-halt", "CP 18.2.2", 0)
            }
            FlightStep::TurnAbout { unit } => {
                menu.push(Decision::Flight(FlightChoice::TurnAbout(false)));
                if self.judge_turn_about(unit).is_ok() {
                    menu.push(Decision::Flight(FlightChoice::TurnAbout(true)));
                }
                Question::whole("turn-about", "CP 18.1.5b", 0)
            }
            FlightStep::ChooseQuarry { unit } => {
                menu.extend(self.quarries(unit).map(|router| Decision::Flight(FlightChoice::Pursue(router))));
                Question::whole("quarry", "CP 15.2.3", 0)
            }
            FlightStep::RoutMoves
            | FlightStep::PursuitMoves
            | FlightStep::Pursuits { .. }
            | FlightStep::FirstPursuit { .. } => Question::whole("none", "CP 13.1", 0),
        }
    }

    pub(crate) fn judge_flight(self, step: FlightStep, choice: FlightChoice) -> Result<(), Refusal> {
        match (step, choice) {
            (FlightStep::TryHalt { .. }, FlightChoice::TryHalt(_))
            | (FlightStep::TurnAbout { .. }, FlightChoice::TurnAbout(false)) => Ok(()),
            (FlightStep::TurnAbout { unit }, FlightChoice::TurnAbout(true)) => self.judge_turn_about(unit),
            (FlightStep::ChooseQuarry { unit }, FlightChoice::Pursue(router)) => {
                if self.quarries(unit).any(|quarry| quarry == router) {
                    Ok(())
                } else {
                    Err(Refusal::new("CP 15.2.3", "it pursues the unit it had most figures in contact with"))
                }
            }
            _ => Err(self.out_of_turn()),
        }
    }

    /// Room to face about where it stands.
    fn judge_turn_about(self, id: UnitId) -> Result<(), Refusal> {
        let turned = self.rules.faced_about(id, self.unit(id));
        if self.crowded(id, &turned) && !self.crowded(id, self.unit(id)) {
            return Err(Refusal::new("CP 18.1.5b", "there is no room to face about"));
        }
        if self.comes_upon_foe(id, &self.rules.body_of(id, &turned)) && !self.comes_upon_foe(id, &self.body(id)) {
            return Err(Refusal::new("CP 15.3.1", "facing about it would come upon an enemy"));
        }
        Ok(())
    }
}

impl<L: Listener> Play<'_, L> {
    pub(crate) fn work_flight(&mut self, step: FlightStep) {
        match step {
            FlightStep::RoutMoves => self.rout_moves(),
            FlightStep::PursuitMoves => self.pursuit_moves(),
            FlightStep::Pursuits { router } => self.begin_pursuits(router),
            FlightStep::ChooseQuarry { unit } => {
                let only = self.table().quarries(unit).next();
                self.forget_routs(unit);
                if let Some(router) = only {
                    let pursues = Decision::Flight(FlightChoice::Pursue(router));
                    self.unasked(self.table().seat(unit), "quarry", pursues);
                    self.flight_goes_to(FlightStep::TryHalt { unit, router });
                }
            }
            FlightStep::TryHalt { unit, router } => {
                if self.table().may_pursue(unit, router) {
                    let rides_on = Decision::Flight(FlightChoice::TryHalt(false));
                    self.unasked(self.table().seat(unit), "try-halt", rides_on);
                }
                self.flight_goes_to(FlightStep::FirstPursuit { unit, router });
            }
            FlightStep::FirstPursuit { unit, router } => self.first_pursuit(unit, router),
            // Nobody has to answer any more.
            FlightStep::TurnAbout { .. } => {}
        }
    }

    pub(crate) fn apply_flight(&mut self, step: FlightStep, choice: FlightChoice) {
        self.state.agenda.pop();
        match (choice, step) {
            (FlightChoice::TryHalt(tries), FlightStep::TryHalt { unit, router }) => {
                let halted = tries && self.take_test(TestKind::HaltPursuit, unit);
                if !halted {
                    self.flight_goes_to(FlightStep::FirstPursuit { unit, router });
                }
            }
            (FlightChoice::Pursue(router), FlightStep::ChooseQuarry { unit }) => {
                self.forget_routs(unit);
                self.flight_goes_to(FlightStep::TryHalt { unit, router });
            }
            (FlightChoice::TurnAbout(true), FlightStep::TurnAbout { unit }) => self.turn_about(unit),
            // The judge lets nothing else through but to stay as one is.
            _ => {}
        }
    }

    fn flight_goes_to(&mut self, step: FlightStep) {
        self.state.agenda.push(Step::Flight(step));
    }
}
