//! The declaration of orders, step by step (SSS P2).

use crate::agenda::{Phasing, Step};
use crate::cards::{LeaderId, UnitId};
use crate::decision::Decision;
use crate::sequence::TurnChoice;
use crate::state::Intent;
use crate::table::{Play, Table};
use kernel::{Listener, Question, Refusal, Seat, SeatSet, Side};
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum OrderStep {
    Declare(Side),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum OrderChoice {
    Intend {
        unit: UnitId,
        intent: Intent,
    },
    /// The same for every unit of a leader's that has no orders yet and may be given these.
    All {
        leader: LeaderId,
        intent: Intent,
    },
    /// A unit is put under a leader (SSS 1.3b, G49).
    Lead {
        leader: LeaderId,
        unit: UnitId,
    },
    /// A unit on its own initiative is left to itself.
    Alone(UnitId),
}

pub(crate) fn steps_of(side: Side) -> Phasing {
    Phasing::from_iter([Step::Order(OrderStep::Declare(side))])
}

/// What most units are told; the rest is for the judge.
const USUAL: [Intent; 5] = [Intent::Move, Intent::MoveAndShoot, Intent::Reform, Intent::Disengage, Intent::Firefight];

impl Table<'_> {
    pub(crate) fn asked_in_orders(self, step: OrderStep) -> SeatSet {
        let OrderStep::Declare(side) = step;
        self.seats_left(side, |seat| self.awaits_orders(side, seat).next().is_some())
    }

    /// Units of a seat that have no orders yet.
    fn awaits_orders(self, side: Side, seat: Seat) -> impl Iterator<Item = UnitId> {
        self.of_side(side)
            .filter(move |&id| self.seat(id) == seat && !self.unit(id).ordered && self.takes_orders(id).is_ok())
    }

    pub(crate) fn ask_orders(self, step: OrderStep, seat: Seat, menu: &mut Vec<Decision>) -> Question {
        let OrderStep::Declare(side) = step;
        for unit in self.awaits_orders(side, seat) {
            let mut offer = |intent: Intent| {
                if self.judge_intent(seat, unit, intent).is_ok() {
                    menu.push(Decision::Order(OrderChoice::Intend { unit, intent }));
                }
            };
            USUAL
                .into_iter()
                .filter(|&intent| intent != Intent::Reform || self.disruption(unit) > 0)
                .for_each(&mut offer);
            for target in self.enemies_of(unit) {
                offer(Intent::Charge(target));
            }
        }
        menu.push(Decision::Turn(TurnChoice::Done));
        Question { complete: false, ..Question::whole("orders", "SSS 1.0", menu.len() - 1) }
    }

    pub(crate) fn judge_orders(self, step: OrderStep, seat: Seat, choice: OrderChoice) -> Result<(), Refusal> {
        let OrderStep::Declare(side) = step;
        match choice {
            OrderChoice::Intend { unit, intent } => self.judge_intent(seat, unit, intent),
            OrderChoice::All { leader, intent } => {
                self.known_leader(leader)?;
                let any = self.of_side(side).any(|id| self.joins_in(seat, leader, id, intent));
                let why = "none of his units that waits for orders can be given that";
                if any { Ok(()) } else { Err(Refusal::new("SSS 5.4", why)) }
            }
            OrderChoice::Lead { leader, unit } => {
                self.known_leader(leader)?;
                self.owns(seat, unit)?;
                self.may_command(leader, unit)?;
                let again = self.unit(unit).led_by == Some(leader);
                if again { Err(Refusal::new("SSS 1.3b", "he commands it already")) } else { Ok(()) }
            }
            OrderChoice::Alone(unit) => {
                self.owns(seat, unit)?;
                let unit = self.unit(unit);
                match unit.own_initiative && !unit.left_alone {
                    true => Ok(()),
                    false => Err(Refusal::new("SSS G49", "only units on their own initiative are left to themselves")),
                }
            }
        }
    }

    /// Whether an order to all units of a leader is one to this unit.
    fn joins_in(self, seat: Seat, leader: LeaderId, id: UnitId, intent: Intent) -> bool {
        self.seat(id) == seat
            && !self.unit(id).ordered
            && (self.own_leader(id) == Some(leader) || self.unit(id).led_by == Some(leader))
            && self.judge_intent(seat, id, intent).is_ok()
    }
}

impl<L: Listener> Play<'_, L> {
    pub(crate) fn work_orders(&mut self, step: OrderStep) {
        let OrderStep::Declare(side) = step;
        self.side_has_spoken("orders", side);
        self.orders_given();
    }

    pub(crate) fn apply_orders(&mut self, step: OrderStep, choice: OrderChoice) {
        let OrderStep::Declare(side) = step;
        match choice {
            OrderChoice::Intend { unit, intent } => self.order(unit, intent),
            OrderChoice::All { leader, intent } => {
                for ix in 0..self.state.units.len() as u8 {
                    let id = UnitId(ix);
                    let (table, seat) = (self.table(), self.table().seat(id));
                    if table.side(id) == side && table.joins_in(seat, leader, id, intent) {
                        self.order(id, intent);
                    }
                }
            }
            OrderChoice::Lead { leader, unit } => {
                let turn = &mut self.unit_mut(unit).this_turn;
                (turn.led_by, turn.left_alone) = (Some(leader), false);
            }
            OrderChoice::Alone(unit) => {
                let turn = &mut self.unit_mut(unit).this_turn;
                (turn.led_by, turn.left_alone) = (None, true);
            }
        }
    }
}
