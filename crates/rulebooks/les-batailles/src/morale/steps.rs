//! The steps of the chapter, what is asked in them and what is done.

use crate::decision::Decision;
use crate::table::{Play, Table};
use kernel::{Listener, Question, Refusal, Seat, SeatSet};
use serde::{Deserialize, Serialize};

/// What can be under way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum MoraleStep {}

/// What can be decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum MoraleChoice {}

impl MoraleStep {
    /// Seats are asked until they say that they are done.
    pub(crate) fn lasts_till_done(self) -> bool {
        match self {}
    }
}

impl Table<'_> {
    /// The seats a step waits for; none when it can be worked without asking.
    pub(crate) fn asked_in_morale(self, step: MoraleStep) -> SeatSet {
        match step {}
    }

    pub(crate) fn ask_morale(self, step: MoraleStep, _seat: Seat, _menu: &mut Vec<Decision>) -> Question {
        match step {}
    }

    pub(crate) fn judge_morale(self, step: MoraleStep, _seat: Seat, _decision: Decision) -> Result<(), Refusal> {
        match step {}
    }
}

impl<L: Listener> Play<'_, L> {
    /// The step has been taken off the agenda.
    pub(crate) fn work_morale(&mut self, step: MoraleStep) {
        match step {}
    }

    /// The step is still on the agenda.
    pub(crate) fn apply_morale(&mut self, step: MoraleStep, _seat: Seat, _decision: Decision) {
        match step {}
    }
}
