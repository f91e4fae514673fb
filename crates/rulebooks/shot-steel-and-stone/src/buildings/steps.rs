//! Headings 17 and 30: built-up areas, fire, and fighting in them, step by step. No step is built yet: both types are empty, and the turn does not come here.

use crate::agenda::Phasing;
use crate::decision::Decision;
use crate::table::{Play, Table};
use kernel::{Listener, Question, Refusal, Seat, SeatSet, Side};
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum BuildingStep {}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum BuildingChoice {}

/// The steps of this chapter in a side's player turn, in order.
pub(crate) fn steps_of(_side: Side) -> Phasing {
    Phasing::new()
}

impl Table<'_> {
    pub(crate) fn asked_in_buildings(self, step: BuildingStep) -> SeatSet {
        match step {}
    }

    pub(crate) fn ask_buildings(self, step: BuildingStep, _seat: Seat, _menu: &mut Vec<Decision>) -> Question {
        match step {}
    }

    pub(crate) fn judge_buildings(
        self,
        step: BuildingStep,
        _seat: Seat,
        _choice: BuildingChoice,
    ) -> Result<(), Refusal> {
        match step {}
    }
}

impl<L: Listener> Play<'_, L> {
    pub(crate) fn work_buildings(&mut self, step: BuildingStep) {
        match step {}
    }

    pub(crate) fn apply_buildings(&mut self, step: BuildingStep, _choice: BuildingChoice) {
        match step {}
    }
}
