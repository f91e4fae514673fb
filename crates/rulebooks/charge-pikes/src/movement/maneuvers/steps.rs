//! Normal moves, step by step: a unit is picked and moves until it stops (CP 13.3, 15.9).

use crate::agenda::Step;
use crate::cards::UnitId;
use crate::decision::{Decision, Manoeuvre};
use crate::state::Place;
use crate::table::{Play, Table};
use kernel::{Listener, Question, Refusal, Seat, SeatSet, Side};
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum MoveStep {
    NormalMoves(Side),
    Moving(UnitId),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum MoveChoice {
    /// The next unit to move.
    Pick(UnitId),
    Make(Manoeuvre),
}

impl Table<'_> {
    pub(crate) fn asked_in_moves(self, step: MoveStep) -> SeatSet {
        match step {
            MoveStep::NormalMoves(side) => self.seats_left(side, |seat| self.any_to_move(side, seat)),
            MoveStep::Moving(id) if self.unit(id).place == Place::Table && !self.unit(id).finished => {
                SeatSet::one(self.seat(id))
            }
            MoveStep::Moving(_) => SeatSet::EMPTY,
        }
    }

    pub(crate) fn ask_moves(self, step: MoveStep, seat: Seat, menu: &mut Vec<Decision>) -> Question {
        let (topic, rule) = match step {
            MoveStep::NormalMoves(_) => {
                self.pick_menu(seat, menu);
                ("move", "CP 13.3")
            }
            MoveStep::Moving(unit) => {
                self.move_menu(unit, menu);
                ("manoeuvre", "CP 15.9.1")
            }
        };
        Question { complete: false, ..Question::whole(topic, rule, menu.len().saturating_sub(1)) }
    }

    pub(crate) fn judge_moves(self, step: MoveStep, seat: Seat, choice: MoveChoice) -> Result<(), Refusal> {
        match (step, choice) {
            (MoveStep::NormalMoves(_), MoveChoice::Pick(unit)) => self.judge_pick(seat, unit),
            (MoveStep::Moving(unit), MoveChoice::Make(manoeuvre)) => self.judge_move(unit, &manoeuvre),
            _ => Err(self.out_of_turn()),
        }
    }
}

impl<L: Listener> Play<'_, L> {
    pub(crate) fn work_moves(&mut self, step: MoveStep) {
        if let MoveStep::NormalMoves(side) = step {
            self.side_has_spoken("move", side);
        }
    }

    pub(crate) fn apply_moves(&mut self, step: MoveStep, choice: MoveChoice) {
        match (choice, step) {
            (MoveChoice::Pick(unit), _) => self.state.agenda.push(Step::Move(MoveStep::Moving(unit))),
            (MoveChoice::Make(manoeuvre), MoveStep::Moving(unit)) => self.make_move(unit, manoeuvre),
            // The judge lets nothing else through.
            (MoveChoice::Make(_), MoveStep::NormalMoves(_)) => {}
        }
    }
}
