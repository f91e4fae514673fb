//! The phase of shooting, step by step: orders of both sides in secret, then all shots at once (CP 16.1).

use crate::cards::UnitId;
use crate::decision::Decision;
use crate::state::{Fire, Shot};
use crate::table::{Play, Table};
use kernel::{Listener, Question, Refusal, Seat, SeatSet};
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ShootStep {
    Orders,
    Resolve,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ShootChoice {
    Order { unit: UnitId, target: UnitId, face: u8, shot: Shot },
}

impl Table<'_> {
    pub(crate) fn asked_in_shooting(self, step: ShootStep) -> SeatSet {
        match step {
            ShootStep::Orders => self.seats_of_both_left(|seat| self.any_shot(seat)),
            ShootStep::Resolve => SeatSet::EMPTY,
        }
    }

    pub(crate) fn ask_shooting(self, seat: Seat, menu: &mut Vec<Decision>) -> Question {
        self.shooting_menu(seat, menu);
        Question::whole("shoot", "CP 16.1.3", menu.len() - 1)
    }

    pub(crate) fn judge_shooting(self, seat: Seat, choice: ShootChoice) -> Result<(), Refusal> {
        let ShootChoice::Order { unit, target, face, shot } = choice;
        self.enemy_exists(target)?;
        self.judge_shoot(seat, unit, target, face, shot)
    }
}

impl<L: Listener> Play<'_, L> {
    pub(crate) fn work_shooting(&mut self, step: ShootStep) {
        match step {
            ShootStep::Orders => self.both_have_spoken("shoot"),
            ShootStep::Resolve => self.resolve_shooting(),
        }
    }

    pub(crate) fn apply_shooting(&mut self, choice: ShootChoice) {
        let ShootChoice::Order { unit, target, face, shot } = choice;
        self.order_fire(Fire { unit, target, face, shot });
    }
}
