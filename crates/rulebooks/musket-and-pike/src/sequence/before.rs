//! Before the first turn: Orders and Open Order, chosen in secret and revealed together (MP 5.5.3a, 6.3.3c).

use super::TurnChoice;
use crate::cards::{Class, UnitId, WingId};
use crate::face::told::{Of, sequence as told};
use crate::state::{Formation, Orders, Slot};
use crate::table::{Play, Table};
use kernel::{Listener, Refusal, Seat, SeatSet};

impl<'a> Table<'a> {
    /// Wings a seat has still to give Orders to. Wings to come get theirs when they come (MP 7.4a).
    fn without_orders(self, seat: Seat) -> impl Iterator<Item = WingId> + use<'a> {
        self.wings().filter(move |&wing| {
            let card = &self.rules.wings[wing.ix()];
            card.seat == seat && self.wing(wing).chosen.is_none() && self.of_wing(wing).next().is_some()
        })
    }

    /// Units a seat may still choose to start in Open Order: infantry and cavalry in Formation Normal (MP 6.3.3c).
    pub(super) fn may_start_open(self, seat: Seat) -> impl Iterator<Item = UnitId> + use<'a> {
        self.on_map().filter(move |&unit| self.judge_start_open(seat, unit).is_ok())
    }

    fn seats(self) -> impl Iterator<Item = Seat> + use<'a> {
        (0..self.rules.seats.len() as u8).map(Seat)
    }

    /// Puts every open choice of Orders on the menu; returns the place of the historical ones of the first Wing.
    pub(super) fn offer_starting_orders(self, seat: Seat, offer: &mut impl FnMut(TurnChoice)) -> usize {
        let mut historical = None;
        for wing in self.without_orders(seat) {
            historical.get_or_insert(self.rules.wings[wing.ix()].historical);
            // MP 5.5.1c: one of the four.
            Orders::ALL.into_iter().for_each(|orders| offer(TurnChoice::StartOrders { wing, orders }));
        }
        historical.map_or(0, Orders::ix)
    }

    pub(super) fn judge_start_orders(self, seat: Seat, wing: WingId) -> Result<(), Refusal> {
        // MP 5.5.1a: Orders are given to Wings.
        if self.without_orders(seat).any(|open| open == wing) {
            Ok(())
        } else {
            Err(Refusal::new("MP 5.5.3a", "that Wing is not yours to give starting Orders to, or has them already"))
        }
    }

    pub(super) fn judge_start_open(self, seat: Seat, unit: UnitId) -> Result<(), Refusal> {
        let refuse = |why: &'static str| Err(Refusal::new("MP 6.3.3c", why));
        let Some(card) = self.rules.units.get(unit.ix()) else { return refuse("there is no such unit") };
        let it = self.unit(unit);
        match () {
            () if card.seat != seat => refuse("that unit is not yours"),
            () if matches!(card.class, Class::Artillery | Class::Wagon) => refuse("guns and wagons have no formation"),
            () if !it.on_map() => refuse("units still to come choose their formation as they enter"),
            () if it.formation != Formation::Normal => refuse("only from Formation Normal"),
            () if it.slot == Slot::Under => refuse("the cavalry it stands with chooses for both"),
            () if self.state.turning.open_order.contains(unit) => refuse("it is chosen already"),
            () => Ok(()),
        }
    }
}

impl<L: Listener> Play<'_, L> {
    /// All seats are asked at once; the Orders lie face down until the last is given (MP 5.5.3a).
    pub(super) fn work_starting_orders(&mut self) {
        let table = self.table();
        let open: SeatSet = table.seats().filter(|&seat| table.without_orders(seat).next().is_some()).collect();
        if !open.is_empty() {
            self.state.asked = open;
            return;
        }
        for wing in 0..self.state.wings.len() {
            if let Some(orders) = self.state.wings[wing].chosen.take() {
                self.state.wings[wing].orders = orders;
                // MP 5.5.2b: from now on everybody may know them.
                self.tell("MP 5.5.2b", told::BEGINS_UNDER, &[Of::Wing(WingId(wing as u8)), Of::Orders(orders)]);
            }
        }
        self.pop();
    }

    /// The same for the units that start in Open Order (MP 6.3.3c).
    pub(super) fn work_starting_open_order(&mut self) {
        let table = self.table();
        let open: SeatSet = table
            .seats()
            .filter(|&seat| !self.state.done.contains(seat) && table.may_start_open(seat).next().is_some())
            .collect();
        if !open.is_empty() {
            self.state.asked = open;
            return;
        }
        for unit in std::mem::take(&mut self.state.turning.open_order).iter() {
            self.unit_mut(unit).formation = Formation::OpenOrder;
            // MP 8.2.1a: what stands with it is in the same formation.
            if let Some(other) = self.unit(unit).with {
                self.unit_mut(other).formation = Formation::OpenOrder;
            }
            self.tell("MP 6.3.3c", told::BEGINS_IN_OPEN_ORDER, &[Of::Unit(unit)]);
        }
        self.state.done = SeatSet::EMPTY;
        self.pop();
    }
}
