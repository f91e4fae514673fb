//! Headings 11 to 16, 18, 19 and 33: shooting, step by step. No step is built yet: both types are empty, and the turn does not come here.

use crate::agenda::Phasing;
use crate::decision::Decision;
use crate::table::{Play, Table};
use kernel::{Listener, Question, Refusal, Seat, SeatSet, Side};
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ShootStep {}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ShootChoice {}

/// The steps of this chapter in a side's player turn, in order.
pub(crate) fn steps_of(_side: Side) -> Phasing {
    Phasing::new()
}

impl Table<'_> {
    pub(crate) fn asked_in_shooting(self, step: ShootStep) -> SeatSet {
        match step {}
    }

    pub(crate) fn ask_shooting(self, step: ShootStep, _seat: Seat, _menu: &mut Vec<Decision>) -> Question {
        match step {}
    }

    pub(crate) fn judge_shooting(self, step: ShootStep, _seat: Seat, _choice: ShootChoice) -> Result<(), Refusal> {
        match step {}
    }
}

impl<L: Listener> Play<'_, L> {
    pub(crate) fn work_shooting(&mut self, step: ShootStep) {
        match step {}
    }

    pub(crate) fn apply_shooting(&mut self, step: ShootStep, _choice: ShootChoice) {
        match step {}
    }
}
