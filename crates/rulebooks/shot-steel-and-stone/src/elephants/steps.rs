//! Heading 41: elephants, step by step. No step is built yet: both types are empty, and the turn does not come here.

use crate::agenda::Phasing;
use crate::decision::Decision;
use crate::table::{Play, Table};
use kernel::{Listener, Question, Refusal, Seat, SeatSet, Side};
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ElephantStep {}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ElephantChoice {}

/// The steps of this chapter in a side's player turn, in order.
pub(crate) fn steps_of(_side: Side) -> Phasing {
    Phasing::new()
}

impl Table<'_> {
    pub(crate) fn asked_in_elephants(self, step: ElephantStep) -> SeatSet {
        match step {}
    }

    pub(crate) fn ask_elephants(self, step: ElephantStep, _seat: Seat, _menu: &mut Vec<Decision>) -> Question {
        match step {}
    }

    pub(crate) fn judge_elephants(
        self,
        step: ElephantStep,
        _seat: Seat,
        _choice: ElephantChoice,
    ) -> Result<(), Refusal> {
        match step {}
    }
}

impl<L: Listener> Play<'_, L> {
    pub(crate) fn work_elephants(&mut self, step: ElephantStep) {
        match step {}
    }

    pub(crate) fn apply_elephants(&mut self, step: ElephantStep, _choice: ElephantChoice) {
        match step {}
    }
}
