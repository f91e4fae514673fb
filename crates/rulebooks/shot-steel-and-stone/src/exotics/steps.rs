//! Heading 42: exotics from Byzarbia, step by step. No step is built yet: both types are empty, and the turn does not come here.

use crate::agenda::Phasing;
use crate::decision::Decision;
use crate::table::{Play, Table};
use kernel::{Listener, Question, Refusal, Seat, SeatSet, Side};
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ExoticStep {}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ExoticChoice {}

/// The steps of this chapter in a side's player turn, in order.
pub(crate) fn steps_of(_side: Side) -> Phasing {
    Phasing::new()
}

impl Table<'_> {
    pub(crate) fn asked_in_exotics(self, step: ExoticStep) -> SeatSet {
        match step {}
    }

    pub(crate) fn ask_exotics(self, step: ExoticStep, _seat: Seat, _menu: &mut Vec<Decision>) -> Question {
        match step {}
    }

    pub(crate) fn judge_exotics(self, step: ExoticStep, _seat: Seat, _choice: ExoticChoice) -> Result<(), Refusal> {
        match step {}
    }
}

impl<L: Listener> Play<'_, L> {
    pub(crate) fn work_exotics(&mut self, step: ExoticStep) {
        match step {}
    }

    pub(crate) fn apply_exotics(&mut self, step: ExoticStep, _choice: ExoticChoice) {
        match step {}
    }
}
