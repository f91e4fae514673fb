//! Plug bayonets, and loads that are dropped (CF 2.4, 9.10, G38, G74).

use super::{CommandChoice, refuse};
use crate::cards::{Arms, Load, UnitId};
use crate::decision::Decision;
use crate::face::told::{self, Who};
use crate::table::{Play, Table};
use kernel::{Listener, Refusal, Seat, Side};

impl Table<'_> {
    fn readies(self, seat: Seat, id: UnitId) -> Result<(), Refusal> {
        self.owns(seat, id)?;
        if self.side(id) != self.state.active {
            return refuse("CF 9.1", "it is the other player's half of the phase");
        }
        // Who lies hidden does it as well as others (CF G68).
        if !self.is_at_hand(id) {
            return refuse("CF 9.10", "the unit is not on the table");
        }
        if self.unit(id).readied {
            return refuse("CF 9.10", "it has done that in this phase");
        }
        Ok(())
    }

    /// Foot with plug bayonets fixes or unfixes them (CF 9.10, G74).
    pub(super) fn judge_bayonets(self, seat: Seat, id: UnitId, fixed: bool) -> Result<(), Refusal> {
        self.readies(seat, id)?;
        let unit = self.unit(id);
        if !self.is_foot(id) || unit.arms != Arms::PlugBayonet {
            return refuse("CF 9.10", "it has no plug bayonets");
        }
        if unit.bayonets_fixed == fixed {
            return refuse("CF 9.10", "that is how it has them already");
        }
        Ok(())
    }

    /// Fascines and ladders are dropped (CF G38).
    pub(super) fn judge_drop(self, seat: Seat, id: UnitId) -> Result<(), Refusal> {
        self.readies(seat, id)?;
        if self.unit(id).load == Load::None { refuse("CF G38", "it carries nothing") } else { Ok(()) }
    }

    pub(super) fn offer_readiness(self, side: Side, seat: Seat, menu: &mut Vec<Decision>) {
        for unit in self.at_hand(side) {
            let fixed = !self.unit(unit).bayonets_fixed;
            if self.judge_bayonets(seat, unit, fixed).is_ok() {
                menu.push(Decision::Command(CommandChoice::Bayonets { unit, fixed }));
            }
            if self.judge_drop(seat, unit).is_ok() {
                menu.push(Decision::Command(CommandChoice::Drop(unit)));
            }
        }
    }

    pub(super) fn any_to_ready(self, side: Side, seat: Seat) -> bool {
        self.at_hand(side).into_iter().any(|unit| {
            let fixed = !self.unit(unit).bayonets_fixed;
            self.judge_bayonets(seat, unit, fixed).is_ok() || self.judge_drop(seat, unit).is_ok()
        })
    }
}

impl<L: Listener> Play<'_, L> {
    pub(super) fn set_bayonets(&mut self, id: UnitId, fixed: bool) {
        let unit = self.unit_mut(id);
        (unit.bayonets_fixed, unit.this_turn.readied) = (fixed, true);
        self.tell("CF 9.10", if fixed { told::FIXES } else { told::UNFIXES }, &[Who::Unit(id)]);
    }

    pub(super) fn drop_load(&mut self, id: UnitId) {
        let unit = self.unit_mut(id);
        (unit.load, unit.this_turn.readied) = (Load::None, true);
        self.tell("CF G38", told::DROPS, &[Who::Unit(id)]);
    }
}
