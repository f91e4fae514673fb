//! Chapter 13: Rally and Reform, by the Wing Commander's authority or by the Army Commander's own hand. Rout movement is in `rout`.

use crate::cards::{LeaderId, UnitId};
use crate::decision::Decision;
use crate::table::{Play, Table};
use field::hexes::{Dir, Vertex};
use kernel::{Dice, Listener, Question, Refusal, Seat, Side};
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum RallyStep {
    /// A rallied unit, or one out of Column, is faced by its owner (MP 13.2.5c, 6.3.4g, 6.3.4h).
    Face { unit: UnitId },
    /// Rout Movement Phase: whose Broken units go, one after another.
    RoutPhase(Side),
    /// A routing unit on its way.
    Rout { unit: UnitId, left: u8 },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Reform {
    /// One formation hit less.
    Formation,
    Reload,
    LeaveHedgehog,
    ToOpenOrder,
    FromOpenOrder,
    LeaveColumn,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RallyChoice {
    /// The unit's own Action; by the Army Commander when `by` is given (MP 13.3.1a).
    Reform {
        unit: UnitId,
        reform: Reform,
        by: Option<LeaderId>,
    },
    Rally {
        unit: UnitId,
        by: Option<LeaderId>,
    },
    Face(Vertex),
    RoutNext {
        unit: UnitId,
    },
    RoutTo(Dir),
}

impl Table<'_> {
    /// Fills the menu with the Reform and Rally Actions a unit may take now on its Wing's authority.
    pub fn rally_actions(self, id: UnitId, menu: &mut Vec<Decision>) {
        let _ = (id, menu);
        unimplemented!()
    }

    /// The same for the Army Commander's own Action (MP 5.1.2g, 5.1.2h).
    pub fn army_rally_actions(self, leader: LeaderId, menu: &mut Vec<Decision>) {
        let _ = (leader, menu);
        unimplemented!()
    }

    pub fn judge_rally_action(self, choice: RallyChoice) -> Result<(), Refusal> {
        let _ = choice;
        unimplemented!()
    }
}

impl<D: Dice, L: Listener> Play<'_, D, L> {
    /// Carries out a Reform or Rally Action and opens its trigger (MP 13.2.2a).
    pub fn begin_rally_action(&mut self, choice: RallyChoice) {
        let _ = choice;
        unimplemented!()
    }

    /// The Rout Movement Phase (MP 3.3a): pushes its steps.
    pub fn begin_rout_phase(&mut self) {
        unimplemented!()
    }
}

impl<D: Dice, L: Listener> Play<'_, D, L> {
    pub(crate) fn work_rally(&mut self, step: RallyStep) {
        let _ = step;
        unimplemented!()
    }

    pub(crate) fn apply_rally(&mut self, step: RallyStep, seat: Seat, choice: RallyChoice) {
        let _ = (step, seat, choice);
        unimplemented!()
    }
}

impl Table<'_> {
    pub(crate) fn ask_rally(self, step: RallyStep, seat: Seat, menu: &mut Vec<Decision>) -> Question {
        let _ = (step, seat, menu);
        unimplemented!()
    }

    pub(crate) fn judge_rally(self, step: RallyStep, seat: Seat, choice: RallyChoice) -> Result<(), Refusal> {
        let _ = (step, seat, choice);
        unimplemented!()
    }
}
