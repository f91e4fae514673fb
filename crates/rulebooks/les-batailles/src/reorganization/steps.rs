//! The steps of the chapter, what is asked in them and what is done.

use crate::decision::Decision;
use crate::hexes::Facing;
use crate::state::Order;
use crate::table::{Play, Table};
use field::hexes::{Dir, Hex, Vertex};
use kernel::{Listener, Question, Refusal, Seat, SeatSet};
use serde::{Deserialize, Serialize};

/// What can be under way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ReorganizeStep {
    /// Recovery from Disorder (7.5.1).
    Disorder,
    /// Recovery from PGD, and rout (7.5.2).
    Pgd,
    /// The next stack of either.
    Recover,
    /// Units in a hex have recovered and choose their facing (20.2.4).
    Face(Hex),
    /// Units in PGD were parted from others that recovered (20.2.3).
    Parted,
    /// 7.5.3.
    Levels,
    /// Cavalry rests (7.5.4).
    Readiness,
    /// Administrative Marches are completed (7.5.9).
    Marches,
    /// 7.5.10.
    Housekeeping,
}

/// What can be decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ReorganizeChoice {
    Face(Dir),
    FaceCorner(Vertex),
}

impl ReorganizeChoice {
    fn of(facing: Facing) -> Option<ReorganizeChoice> {
        match facing {
            Facing::Side(dir) => Some(ReorganizeChoice::Face(dir)),
            Facing::Corner(vertex) => Some(ReorganizeChoice::FaceCorner(vertex)),
            Facing::Round => None,
        }
    }
}

impl ReorganizeStep {
    /// Seats are asked until they say that they are done.
    pub(crate) fn lasts_till_done(self) -> bool {
        false
    }
}

impl Table<'_> {
    /// The seats a step waits for; none when it can be worked without asking.
    pub(crate) fn asked_in_reorganization(self, step: ReorganizeStep) -> SeatSet {
        match step {
            ReorganizeStep::Face(hex) if self.new_facings(hex).next().is_some() => {
                self.top_at(hex).map_or(SeatSet::EMPTY, |top| SeatSet::one(self.seat(top)))
            }
            _ => SeatSet::EMPTY,
        }
    }

    pub(crate) fn ask_reorganization(self, step: ReorganizeStep, _seat: Seat, menu: &mut Vec<Decision>) -> Question {
        if let ReorganizeStep::Face(hex) = step {
            menu.extend(self.new_facings(hex).filter_map(ReorganizeChoice::of).map(Decision::Reorganize));
        }
        Question::whole("recovered-facing", "LB 20.2.4", 0)
    }

    pub(crate) fn judge_reorganization(
        self,
        step: ReorganizeStep,
        _seat: Seat,
        decision: Decision,
    ) -> Result<(), Refusal> {
        match (step, decision) {
            (ReorganizeStep::Face(hex), Decision::Reorganize(choice)) => {
                let known = self.new_facings(hex).filter_map(ReorganizeChoice::of).any(|one| one == choice);
                if known { Ok(()) } else { Err(Refusal::new("LB 9.0b", "units in that formation do not face so")) }
            }
            _ => Err(self.out_of_turn()),
        }
    }
}

impl<L: Listener> Play<'_, L> {
    /// The step has been taken off the agenda.
    pub(crate) fn work_reorganization(&mut self, step: ReorganizeStep) {
        match step {
            ReorganizeStep::Disorder => self.begin_recovery(Order::Disorder),
            ReorganizeStep::Pgd => self.begin_recovery(Order::Pgd),
            ReorganizeStep::Recover => self.recover_next(),
            ReorganizeStep::Parted => self.parted_run(),
            ReorganizeStep::Levels => self.set_morale_levels(),
            ReorganizeStep::Readiness => self.cavalry_rests(),
            ReorganizeStep::Marches => self.complete_marches(),
            ReorganizeStep::Housekeeping => self.keep_house(),
            // Whoever faces all round has nothing to choose.
            ReorganizeStep::Face(_) => {}
        }
    }

    /// The step is still on the agenda.
    pub(crate) fn apply_reorganization(&mut self, step: ReorganizeStep, _seat: Seat, decision: Decision) {
        self.pop();
        match (step, decision) {
            (ReorganizeStep::Face(hex), Decision::Reorganize(ReorganizeChoice::Face(dir))) => {
                self.face_stack(hex, Facing::Side(dir));
            }
            (ReorganizeStep::Face(hex), Decision::Reorganize(ReorganizeChoice::FaceCorner(vertex))) => {
                self.face_stack(hex, Facing::Corner(vertex));
            }
            // The judge lets nothing else through.
            _ => {}
        }
    }
}
