//! Charges and what answers them (SSS 1.4, 1.5.2, 1.5.3, 15), step by step. No step is built yet: both types are empty, and the turn does not come here.

use crate::agenda::Phasing;
use crate::decision::Decision;
use crate::table::{Play, Table};
use kernel::{Listener, Question, Refusal, Seat, SeatSet, Side};
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ChargeStep {}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ChargeChoice {}

/// Tests of chargers and answers of the charged (SSS 1.4), in order.
pub(crate) fn steps_of(_side: Side) -> Phasing {
    Phasing::new()
}

/// Chargers, counterchargers and evaders move (SSS 1.5.2, 1.5.3).
pub(crate) fn moves_of(_side: Side) -> Phasing {
    Phasing::new()
}

impl Table<'_> {
    pub(crate) fn asked_in_charges(self, step: ChargeStep) -> SeatSet {
        match step {}
    }

    pub(crate) fn ask_charges(self, step: ChargeStep, _seat: Seat, _menu: &mut Vec<Decision>) -> Question {
        match step {}
    }

    pub(crate) fn judge_charges(self, step: ChargeStep, _seat: Seat, _choice: ChargeChoice) -> Result<(), Refusal> {
        match step {}
    }
}

impl<L: Listener> Play<'_, L> {
    pub(crate) fn work_charges(&mut self, step: ChargeStep) {
        match step {}
    }

    pub(crate) fn apply_charges(&mut self, step: ChargeStep, _choice: ChargeChoice) {
        match step {}
    }
}
