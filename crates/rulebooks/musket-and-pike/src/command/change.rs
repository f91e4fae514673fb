//! Chapters 5.5, 5.7 and 5.8: Orders, given to whole Wings, and how they change.

use super::{CommandChoice, CommandStep, Lending};
use crate::agenda::Step;
use crate::cards::{Class, UnitId, WingId};
use crate::charts::Charts;
use crate::face::told::{Of, command as told};
use crate::state::{Formation, Morale, Orders, Place};
use crate::table::{Play, Table};
use kernel::{Listener, Reckoning, Refusal, Seat};

impl Table<'_> {
    /// Whether a Wing goes under Rally of itself (MP 5.8a): not one of its cavalry and Heavy Infantry units is in
    /// good order on the map. Never while units of it are still to come, nor for a Wing that has neither (MP 5.8c, E-SiA-14).
    pub fn must_rally(self, wing: WingId) -> bool {
        let mut any = false;
        for unit in self.rules.wings[wing.ix()].units.iter() {
            let it = self.unit(unit);
            if it.place == Place::Expected {
                return false;
            }
            if matches!(self.class(unit), Class::Cavalry | Class::HeavyInfantry) {
                any = true;
                let sound = it.on_map() && it.formation != Formation::Broken && it.morale == Morale::Normal;
                if sound {
                    return false;
                }
            }
        }
        any
    }

    /// More than half of a Wing's infantry and cavalry is Morale Shaken, Morale Broken or gone in whatever way
    /// (MP 5.7.3a).
    pub fn half_in_trouble(self, wing: WingId) -> bool {
        let in_trouble = |unit: UnitId| match self.unit(unit).place {
            Place::Map => self.unit(unit).morale != Morale::Normal,
            Place::Gone(_) => true,
            Place::Expected | Place::Wreck { .. } => false,
        };
        let bodies = self.rules.wings[wing.ix()].units.iter().filter(|&unit| self.is_body(unit));
        let (all, bad) = bodies.fold((0, 0), |(all, bad), unit| (all + 1, bad + u8::from(in_trouble(unit))));
        bad * 2 > all
    }

    /// MP 5.7.2a, 5.7.2b: what the Orders Change Table allows at all.
    pub(super) fn judge_change(self, wing: WingId, orders: Orders) -> Result<(), Refusal> {
        let now = self.wing(wing).orders;
        if now == orders {
            return Err(Refusal::new("MP 5.7.2b", "the Wing has these Orders"));
        }
        match self.rules.charts.can_change(now, orders) {
            Some(_) => Ok(()),
            None => Err(Refusal::new("MP 5.7.2b", "the Orders Change Table has no such change")),
        }
    }

    pub(super) fn offer_changes(self, wing: WingId, seat: Seat, offer: &mut impl FnMut(CommandChoice)) {
        for orders in Orders::ALL.into_iter().filter(|&orders| self.judge_change(wing, orders).is_ok()) {
            offer(CommandChoice::Change { orders, helped: false });
            if self.help_of(wing, seat).is_some() {
                offer(CommandChoice::Change { orders, helped: true });
            }
        }
    }

    /// What counts for the roll on the Orders Change Table (chart C1).
    pub(crate) fn reckon_change(self, reckoning: &mut Reckoning, wing: WingId, orders: Orders, helped: bool) {
        self.reckon_commanders(reckoning, wing, helped, "MP 5.1.2c");
        let modifiers = &self.rules.charts.orders_change_modifiers;
        reckoning.add_if(
            self.is_pressed(wing),
            modifiers.near_enemy.into(),
            "Wing Commander next to an enemy",
            "MP C1",
        );
        let cavalry = self.rules.wings[wing.ix()].cavalry_wing;
        match orders {
            Orders::Charge => {
                reckoning.add_if(cavalry, modifiers.cavalry_to_charge.into(), "Cavalry Wing to Charge", "MP C1");
            }
            Orders::ReceiveCharge => {
                reckoning.add_if(
                    cavalry,
                    modifiers.cavalry_to_receive.into(),
                    "Cavalry Wing to Receive Charge",
                    "MP C1",
                );
            }
            Orders::Rally => {
                let half = self.half_in_trouble(wing);
                reckoning.add_if(half, modifiers.to_rally_half_gone.into(), "more than half in trouble", "MP 5.7.3a");
            }
            Orders::MakeReady => {}
        }
    }
}

impl<L: Listener> Play<'_, L> {
    /// Step B (MP 5.7.1a): first the change nobody chooses, which leaves no room for another (MP 5.8a, 5.8b; ruling
    /// G-A18).
    pub(super) fn work_change_orders(&mut self, wing: WingId) {
        let table = self.table();
        if table.must_rally(wing) {
            self.pop();
            self.state.wings[wing.ix()].orders = Orders::Rally;
            let side = self.rules.wings[wing.ix()].side;
            let leaves = match self.table().has_left_the_field(side) {
                true => Of::Said(told::SIDE_WILL_LEAVE, &[Of::Side(side)]),
                false => Of::NOTHING,
            };
            return self.tell("MP 5.8a", told::GOES_UNDER_RALLY, &[Of::Wing(wing), leaves]);
        }
        let possible = Orders::ALL.into_iter().any(|orders| table.judge_change(wing, orders).is_ok());
        if possible && table.ready_commander(wing).is_some() {
            self.await_seat(self.rules.wings[wing.ix()].seat);
        } else {
            self.pop();
        }
    }

    pub(super) fn attempt_change(&mut self, wing: WingId, orders: Orders, helped: bool) {
        self.pop();
        if !helped && self.table().chief_may_lend(wing) {
            self.push(Step::Command(CommandStep::Lend { wing, to: Lending::Orders(orders) }));
        } else {
            self.roll_change(wing, orders, helped);
        }
    }

    /// One attempt on the Orders Change Table (MP 5.5.2a, 5.7.2a, chart C1); there is no other in this activation
    /// (ruling G-A17).
    pub(super) fn roll_change(&mut self, wing: WingId, orders: Orders, helped: bool) {
        let mut reckoning = Reckoning::new(&*self.listener);
        self.table().reckon_change(&mut reckoning, wing, orders, helped);
        if let Some(leader) = self.table().can_help(wing).filter(|_| helped) {
            // MP 5.1.2c; ruling G-A19.
            self.state.leaders[leader.ix()].deeds.acted = true;
        }
        let die = self.d10();
        let range = self.rules.charts.can_change(self.state.wings[wing.ix()].orders, orders);
        let success = range.is_some_and(|most| Charts::row(die + reckoning.total) as i8 <= most);
        let outcome = if success { told::CHANGES } else { told::OLD_ORDERS_STAND };
        let of = [Of::Wing(wing), Of::Orders(orders), Of::Count(range.unwrap_or(-1).into())];
        self.tell_roll("MP 5.7.2a", die, reckoning, [told::TRIES_TO_CHANGE, outcome], &of);
        if success {
            self.state.wings[wing.ix()].orders = orders;
        }
    }
}
