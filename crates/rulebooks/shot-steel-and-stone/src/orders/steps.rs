//! The declaration of orders, step by step (SSS P2).

use crate::agenda::{Phasing, Step};
use crate::cards::{LeaderId, UnitId};
use crate::decision::Decision;
use crate::kept::{self, Stamp};
use crate::measures::bw;
use crate::sequence::TurnChoice;
use crate::state::{Intent, Pending};
use crate::table::{Play, Table};
use field::table::{Point, Um};
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
    /// A unit is ordered to move to a place, and goes on with that out of its leader's reach (SSS 4.4a, G50).
    Send {
        unit: UnitId,
        to: Point,
    },
}

pub(crate) fn steps_of(side: Side) -> Phasing {
    Phasing::from_iter([Step::Order(OrderStep::Declare(side))])
}

/// What a unit may be told besides charging somebody.
const USUAL: [Intent; 8] = [
    Intent::Move,
    Intent::MoveAndShoot,
    Intent::Reform,
    Intent::Disengage,
    Intent::Firefight,
    Intent::Plash,
    Intent::HoldToLastMan,
    Intent::Change,
];
/// What is kept of a unit's orders: the first of the usual ones, and behind them who may command it and where it may be sent.
const MOVES: u64 = 1;
const OWN_LEADS: u64 = 1 << 8;
const CHIEF_LEADS: u64 = 1 << 9;
const ALONE: u64 = 1 << 10;
const SENT: u64 = 1 << 11;
/// How far ahead a unit is sent that its owner does not send elsewhere.
const SENT_AHEAD: Um = bw(12);

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
        let world = self.orders_stamp();
        let own_turn = side == self.state.active;
        let mut moves = 0;
        for unit in self.awaits_orders(side, seat) {
            let stamp = self.order_stamp(unit, world);
            let [flags, targets] = self.state.kept.room().orders.ask(unit.ix(), stamp, || self.finds_orders(unit));
            if own_turn {
                let offer = |intent: Intent| menu.push(Decision::Order(OrderChoice::Intend { unit, intent }));
                let usual =
                    USUAL.into_iter().enumerate().filter(|(ix, _)| flags >> ix & 1 == 1).map(|(_, intent)| intent);
                usual.chain(kept::each(targets).map(Intent::Charge)).for_each(offer);
                moves |= (flags & MOVES) << unit.0;
            }
            self.offer_command(unit, flags, menu);
        }
        for leader in self.leaders_of(side) {
            let all = OrderChoice::All { leader, intent: Intent::Move };
            let his = |id: &UnitId| self.own_leader(*id) == Some(leader) || self.unit(*id).led_by == Some(leader);
            if kept::each(moves).filter(his).nth(1).is_some() {
                menu.push(Decision::Order(all));
            }
        }
        menu.push(Decision::Turn(TurnChoice::Done));
        Question { complete: false, ..Question::whole("orders", "SSS 1.0", menu.len() - 1) }
    }

    /// All that the orders of one unit depend on, the same for all others being given.
    pub(crate) fn order_stamp(self, id: UnitId, world: Option<Stamp>) -> Option<Stamp> {
        Some(world?.with(self.version_of(id)?))
    }

    /// What a unit that waits for orders may be told by its owner: the usual by bit, who commands it and where it is sent, and by
    /// bit whom it may charge. Of little use is what would change nothing.
    pub(crate) fn finds_orders(self, id: UnitId) -> [u64; 2] {
        if self.takes_orders(id).is_err() {
            return [0, 0];
        }
        let may = |intent: Intent| u64::from(self.judge_what_is_told(id, intent).is_ok());
        let mut flags = 0;
        for (ix, intent) in USUAL.into_iter().enumerate().filter(|&(_, intent)| self.is_of_use(id, intent)) {
            flags |= may(intent) << ix;
        }
        let now = self.unit(id).led_by.or_else(|| self.commander_of(id).filter(|_| !self.unit(id).own_initiative));
        for (leader, flag) in self.those_who_may_lead(id).into_iter().zip([OWN_LEADS, CHIEF_LEADS]) {
            let leads = leader.is_some_and(|leader| now != Some(leader) && self.judge_under(leader, id).is_ok());
            flags |= if leads { flag } else { 0 };
        }
        if self.unit(id).led_by.is_some() && self.judge_left_alone(id).is_ok() {
            flags |= ALONE;
        }
        let to = self.unit(id).pose.ahead(SENT_AHEAD).at;
        if flags & MOVES != 0 && self.judge_way_sent(id, to).is_ok() {
            flags |= SENT;
        }
        [flags, self.charge_targets(id)]
    }

    /// Orders that would change nothing are not offered.
    fn is_of_use(self, id: UnitId, intent: Intent) -> bool {
        let unit = self.unit(id);
        match intent {
            Intent::Reform => self.disruption(id) > 0,
            Intent::HoldToLastMan => !self.may_hold_on(id) && !self.card(id).is_transport(),
            // Who may move may change on the way.
            Intent::Change => unit.pending == Pending::Halt || self.heeds_orders(id).is_err(),
            _ => true,
        }
    }

    /// Its own leader and the Commander-in-Chief, if that is another.
    fn those_who_may_lead(self, id: UnitId) -> [Option<LeaderId>; 2] {
        let own = self.own_leader(id);
        [own, self.chief(self.side(id)).filter(|&chief| Some(chief) != own)]
    }

    /// Under whom it is put, and where it is sent (SSS 1.3b, G49, G50).
    fn offer_command(self, unit: UnitId, flags: u64, menu: &mut Vec<Decision>) {
        let mut offer = |choice: OrderChoice| menu.push(Decision::Order(choice));
        if flags & (OWN_LEADS | CHIEF_LEADS) != 0 {
            let leads = self.those_who_may_lead(unit).into_iter().zip([OWN_LEADS, CHIEF_LEADS]);
            let leaders = leads.filter(|(_, flag)| flags & flag != 0).filter_map(|(leader, _)| leader);
            leaders.for_each(|leader| offer(OrderChoice::Lead { leader, unit }));
        }
        if flags & ALONE != 0 {
            offer(OrderChoice::Alone(unit));
        }
        if flags & SENT != 0 && self.side(unit) == self.state.active {
            offer(OrderChoice::Send { unit, to: self.unit(unit).pose.ahead(SENT_AHEAD).at });
        }
    }

    /// Its owner puts it under a leader, or the player of the leader does (SSS 1.3b, G49).
    fn judge_lead(self, seat: Seat, leader: LeaderId, unit: UnitId) -> Result<(), Refusal> {
        self.known_leader(leader)?;
        self.owns(seat, unit).or_else(|refusal| self.his_seat(seat, leader).map_err(|_| refusal))?;
        self.judge_under(leader, unit)
    }

    fn judge_under(self, leader: LeaderId, unit: UnitId) -> Result<(), Refusal> {
        self.may_command(leader, unit)?;
        let again = self.unit(unit).led_by == Some(leader);
        if again { Err(Refusal::new("SSS 1.3b", "he commands it already")) } else { Ok(()) }
    }

    fn judge_alone(self, seat: Seat, unit: UnitId) -> Result<(), Refusal> {
        self.owns(seat, unit)?;
        self.judge_left_alone(unit)
    }

    fn judge_left_alone(self, unit: UnitId) -> Result<(), Refusal> {
        let unit = self.unit(unit);
        match unit.own_initiative && !unit.left_alone {
            true => Ok(()),
            false => Err(Refusal::new("SSS G49", "only units on their own initiative are left to themselves")),
        }
    }

    pub(crate) fn judge_orders(self, step: OrderStep, seat: Seat, choice: OrderChoice) -> Result<(), Refusal> {
        let OrderStep::Declare(side) = step;
        match choice {
            OrderChoice::Intend { unit, intent } => {
                self.judge_intent(seat, unit, intent)?;
                let again = self.unit(unit).ordered && self.unit(unit).intent == intent;
                if again { Err(Refusal::new("SSS 1.0", "it has these orders already")) } else { Ok(()) }
            }
            OrderChoice::All { leader, intent } => {
                self.known_leader(leader)?;
                let any = self.of_side(side).any(|id| self.joins_in(seat, leader, id, intent));
                let why = "none of his units that waits for orders can be given that";
                if any { Ok(()) } else { Err(Refusal::new("SSS 5.4", why)) }
            }
            OrderChoice::Lead { leader, unit } => self.judge_lead(seat, leader, unit),
            OrderChoice::Alone(unit) => self.judge_alone(seat, unit),
            OrderChoice::Send { unit, to } => self.judge_send(seat, unit, to),
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
            OrderChoice::Send { unit, to } => self.send(unit, to),
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
