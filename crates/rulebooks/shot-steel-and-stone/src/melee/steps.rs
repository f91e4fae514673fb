//! Headings 20 to 29 and 31: close combat, step by step. No step is built yet: both types are empty, and the turn does not come here.

use crate::agenda::Phasing;
use crate::decision::Decision;
use crate::table::{Play, Table};
use kernel::{Listener, Question, Refusal, Seat, SeatSet, Side};
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum MeleeStep {}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum MeleeChoice {}

/// The steps of this chapter in a side's player turn, in order.
pub(crate) fn steps_of(_side: Side) -> Phasing {
    Phasing::new()
}

impl Table<'_> {
    pub(crate) fn asked_in_melees(self, step: MeleeStep) -> SeatSet {
        match step {}
    }

    pub(crate) fn ask_melees(self, step: MeleeStep, _seat: Seat, _menu: &mut Vec<Decision>) -> Question {
        match step {}
    }

    pub(crate) fn judge_melees(self, step: MeleeStep, _seat: Seat, _choice: MeleeChoice) -> Result<(), Refusal> {
        match step {}
    }
}

impl<L: Listener> Play<'_, L> {
    pub(crate) fn work_melees(&mut self, step: MeleeStep) {
        match step {}
    }

    pub(crate) fn apply_melees(&mut self, step: MeleeStep, _choice: MeleeChoice) {
        match step {}
    }
}
