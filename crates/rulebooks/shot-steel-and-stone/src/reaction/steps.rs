//! Headings 34 to 37, 39 and 40: the Reaction test and what comes of it, step by step. No step is built yet: both types are empty, and the turn does not come here.

use crate::agenda::Phasing;
use crate::decision::Decision;
use crate::table::{Play, Table};
use kernel::{Listener, Question, Refusal, Seat, SeatSet, Side};
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ReactStep {}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ReactChoice {}

/// Step 8 of the move sequence (SSS 1.8), in order.
pub(crate) fn steps_of(_side: Side) -> Phasing {
    Phasing::new()
}

/// Compulsory moves (SSS 1.5.1), in order.
pub(crate) fn compulsory_of(_side: Side) -> Phasing {
    Phasing::new()
}

impl Table<'_> {
    pub(crate) fn asked_in_reaction(self, step: ReactStep) -> SeatSet {
        match step {}
    }

    pub(crate) fn ask_reaction(self, step: ReactStep, _seat: Seat, _menu: &mut Vec<Decision>) -> Question {
        match step {}
    }

    pub(crate) fn judge_reaction(self, step: ReactStep, _seat: Seat, _choice: ReactChoice) -> Result<(), Refusal> {
        match step {}
    }
}

impl<L: Listener> Play<'_, L> {
    pub(crate) fn work_reaction(&mut self, step: ReactStep) {
        match step {}
    }

    pub(crate) fn apply_reaction(&mut self, step: ReactStep, _choice: ReactChoice) {
        match step {}
    }
}
