//! Deployment (SSS G39), step by step. No step is built yet: both types are empty, and the turn does not come here.

use crate::decision::Decision;
use crate::table::{Play, Table};
use kernel::{Listener, Question, Refusal, Seat, SeatSet};
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum DeployStep {}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum DeployChoice {}

impl Table<'_> {
    pub(crate) fn asked_in_deployment(self, step: DeployStep) -> SeatSet {
        match step {}
    }

    pub(crate) fn ask_deployment(self, step: DeployStep, _seat: Seat, _menu: &mut Vec<Decision>) -> Question {
        match step {}
    }

    pub(crate) fn judge_deployment(self, step: DeployStep, _seat: Seat, _choice: DeployChoice) -> Result<(), Refusal> {
        match step {}
    }
}

impl<L: Listener> Play<'_, L> {
    pub(crate) fn work_deployment(&mut self, step: DeployStep) {
        match step {}
    }

    pub(crate) fn apply_deployment(&mut self, step: DeployStep, _choice: DeployChoice) {
        match step {}
    }
}
