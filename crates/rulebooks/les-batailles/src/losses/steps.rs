//! The steps of the chapter, what is asked in them and what is done.

use super::Runs;
use crate::cards::UnitId;
use crate::decision::Decision;
use crate::table::{Play, Table};
use field::hexes::Hex;
use kernel::{Listener, Question, Refusal, Seat, SeatSet};
use serde::{Deserialize, Serialize};

/// What can be under way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum LossStep {
    /// The stacks that suffered in the innermost event check, one after the other.
    Check,
    /// A body that is too weak for its hexes shrinks, away from the hex that was hit.
    CloseRanks { unit: UnitId, hit: Hex },
}

/// What can be decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum LossChoice {
    /// The hex nearest its head, or its left, that a body which closes its ranks keeps.
    Keep(Hex),
}

impl LossStep {
    /// Seats are asked until they say that they are done.
    pub(crate) fn lasts_till_done(self) -> bool {
        false
    }
}

impl Table<'_> {
    /// How a body may still close its ranks: not at all when it has lost its formation or is gone.
    fn runs_of(self, unit: UnitId, hit: Hex) -> Runs {
        let formed = self.unit(unit).on_map() && self.unit(unit).in_good_order();
        if formed { self.runs_left(unit, hit) } else { Runs::new() }
    }

    /// The seats a step waits for; none when it can be worked without asking.
    pub(crate) fn asked_in_losses(self, step: LossStep) -> SeatSet {
        match step {
            LossStep::Check => SeatSet::EMPTY,
            LossStep::CloseRanks { unit, hit } if self.runs_of(unit, hit).len() > 1 => SeatSet::one(self.seat(unit)),
            LossStep::CloseRanks { .. } => SeatSet::EMPTY,
        }
    }

    pub(crate) fn ask_losses(self, step: LossStep, _seat: Seat, menu: &mut Vec<Decision>) -> Question {
        if let LossStep::CloseRanks { unit, hit } = step {
            menu.extend(self.runs_of(unit, hit).iter().map(|run| Decision::Loss(LossChoice::Keep(run.head()))));
        }
        Question::whole("close-ranks", "LB 17.1.6b", 0)
    }

    pub(crate) fn judge_losses(self, step: LossStep, _seat: Seat, decision: Decision) -> Result<(), Refusal> {
        match (step, decision) {
            (LossStep::CloseRanks { unit, hit }, Decision::Loss(LossChoice::Keep(hex))) => {
                let fits = self.runs_of(unit, hit).iter().any(|run| run.head() == hex);
                if fits { Ok(()) } else { Err(Refusal::new("LB 17.1.6b", "its ranks do not close like that")) }
            }
            _ => Err(self.out_of_turn()),
        }
    }
}

impl<L: Listener> Play<'_, L> {
    /// The step has been taken off the agenda.
    pub(crate) fn work_losses(&mut self, step: LossStep) {
        match step {
            LossStep::Check => self.check_losses(),
            LossStep::CloseRanks { unit, hit } => {
                if let Some(&run) = self.table().runs_of(unit, hit).first() {
                    self.ranks_closed(unit, run);
                }
            }
        }
    }

    /// The step is still on the agenda.
    pub(crate) fn apply_losses(&mut self, step: LossStep, _seat: Seat, decision: Decision) {
        if let (LossStep::CloseRanks { unit, hit }, Decision::Loss(LossChoice::Keep(hex))) = (step, decision) {
            self.pop();
            let run = self.table().runs_of(unit, hit).iter().copied().find(|run| run.head() == hex);
            if let Some(run) = run {
                self.ranks_closed(unit, run);
            }
        }
    }
}
