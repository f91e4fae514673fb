//! Normal moves, march moves and changes of formation, step by step: a unit is picked and moves until it stops (SSS 1.5.4).

use crate::agenda::Step;
use crate::cards::UnitId;
use crate::decision::{Decision, Manoeuvre};
use crate::sequence::TurnChoice;
use crate::state::Place;
use crate::table::{Play, Table};
use kernel::{Listener, Question, Refusal, Seat, SeatSet, Side};
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum MoveStep {
    Normal(Side),
    Moving(UnitId),
}

impl MoveStep {
    pub(crate) fn lasts_till_done(self) -> bool {
        matches!(self, MoveStep::Normal(_))
    }
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
            MoveStep::Normal(side) => self.seats_left(side, |seat| self.any_to_move(side, seat)),
            MoveStep::Moving(id) if self.unit(id).place == Place::Table && !self.unit(id).finished => {
                SeatSet::one(self.seat(id))
            }
            MoveStep::Moving(_) => SeatSet::EMPTY,
        }
    }

    pub(crate) fn ask_moves(self, step: MoveStep, seat: Seat, menu: &mut Vec<Decision>) -> Question {
        let (topic, rule) = match step {
            MoveStep::Normal(side) => {
                for id in self.of_side(side).filter(|&id| self.judge_pick(seat, id).is_ok()) {
                    menu.push(Decision::Move(MoveChoice::Pick(id)));
                }
                menu.push(Decision::Turn(TurnChoice::Done));
                ("move", "SSS 1.5.4")
            }
            MoveStep::Moving(unit) => {
                self.move_menu(unit, menu);
                ("manoeuvre", "SSS 8.1")
            }
        };
        Question { complete: false, ..Question::whole(topic, rule, menu.len() - 1) }
    }

    pub(crate) fn judge_moves(self, step: MoveStep, seat: Seat, choice: MoveChoice) -> Result<(), Refusal> {
        match (step, choice) {
            (MoveStep::Normal(_), MoveChoice::Pick(unit)) => self.judge_pick(seat, unit),
            (MoveStep::Moving(unit), MoveChoice::Make(manoeuvre)) => self.judge_move(unit, &manoeuvre),
            _ => Err(self.out_of_turn()),
        }
    }
}

impl<L: Listener> Play<'_, L> {
    pub(crate) fn work_moves(&mut self, step: MoveStep) {
        if let MoveStep::Normal(side) = step {
            self.side_has_spoken("move", side);
            self.screens_keep_up(side);
            self.moves_end(side);
        }
    }

    pub(crate) fn apply_moves(&mut self, step: MoveStep, choice: MoveChoice) {
        match (choice, step) {
            (MoveChoice::Pick(unit), _) => {
                self.state.agenda.push(Step::Move(MoveStep::Moving(unit)));
                self.goes_on_changing(unit);
            }
            (MoveChoice::Make(manoeuvre), MoveStep::Moving(unit)) => self.make_move(unit, manoeuvre),
            // The judge lets nothing else through.
            (MoveChoice::Make(_), MoveStep::Normal(_)) => {}
        }
    }

    /// Whoever was not picked goes on with a change it had begun, if it is free to, and stands (SSS G9, G21, G208).
    fn moves_end(&mut self, side: Side) {
        for ix in 0..self.state.units.len() as u8 {
            let id = UnitId(ix);
            if self.table().side(id) != side || self.unit(id).place != Place::Table || self.unit(id).finished {
                continue;
            }
            if self.table().may_move(id).is_ok() {
                self.goes_on_changing(id);
            }
            self.rests(id);
        }
    }
}
