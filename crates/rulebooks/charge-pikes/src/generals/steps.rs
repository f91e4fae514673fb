//! What generals are asked, and what they may do in the phase of movement (CP 9.1, 9.10).

use crate::cards::{GeneralId, UnitId};
use crate::decision::Decision;
use crate::table::{Play, Table};
use field::table::Point;
use kernel::{Listener, Question, Refusal, Seat, SeatSet, Side};
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum GeneralStep {
    /// Generals join or leave those who rout or pursue.
    Fleeing(Side),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum GeneralChoice {
    Attach { general: GeneralId, unit: UnitId },
    Detach { general: GeneralId },
    Ride { general: GeneralId, to: Point },
}

impl Table<'_> {
    pub(crate) fn asked_of_generals(self, step: GeneralStep) -> SeatSet {
        let GeneralStep::Fleeing(side) = step;
        self.seats_left(side, |seat| self.any_fleeing_general(side, seat))
    }

    pub(crate) fn ask_generals(self, step: GeneralStep, seat: Seat, menu: &mut Vec<Decision>) -> Question {
        let GeneralStep::Fleeing(side) = step;
        self.fleeing_generals_menu(side, seat, menu);
        Question::whole("fleeing-generals", "CP 9.10", menu.len() - 1)
    }

    pub(crate) fn judge_generals(self, seat: Seat, choice: GeneralChoice) -> Result<(), Refusal> {
        match choice {
            GeneralChoice::Attach { general, unit } => self.judge_attach(seat, general, unit),
            GeneralChoice::Detach { general } => self.judge_detach(seat, general),
            GeneralChoice::Ride { general, to } => self.judge_ride(seat, general, to),
        }
    }
}

impl<L: Listener> Play<'_, L> {
    pub(crate) fn work_generals(&mut self, step: GeneralStep) {
        let GeneralStep::Fleeing(side) = step;
        self.side_has_spoken("fleeing-generals", side);
    }

    pub(crate) fn apply_generals(&mut self, choice: GeneralChoice) {
        match choice {
            GeneralChoice::Attach { general, unit } => self.attach(general, unit),
            GeneralChoice::Detach { general } => self.detach(general),
            GeneralChoice::Ride { general, to } => self.ride(general, to),
        }
    }
}
