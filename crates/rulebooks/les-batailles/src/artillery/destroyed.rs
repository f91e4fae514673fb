//! Batteries that are lost: overrun, spiked, and gathered in the Battery Box (18.10.3, 18.10.4, 18.11, 18.12).

use super::GunChoice;
use crate::cards::UnitId;
use crate::charts::GunFate;
use crate::decision::Decision;
use crate::face::told::{Who, artillery as told};
use crate::movement::Cause;
use crate::state::{Formed, Loss, Order, Place};
use crate::table::{Play, Stack, Table};
use field::hexes::Hex;
use kernel::{Entry, Listener, Refusal, Side};

impl Table<'_> {
    /// Unlimbered guns without ammunition: nobody counts them in an assault or charge (LB 18.10.3b).
    pub fn is_dumb(self, id: UnitId) -> bool {
        self.is_unlimbered(id) && !self.is_supplied(id)
    }

    /// Sappers lead those who assault a hex (chart 23).
    fn sappers_assault(self, side: Side, hex: Hex) -> bool {
        let against = self.state.assaults.iter().filter(|assault| assault.targets.contains(&Some(hex)));
        against.into_iter().any(|assault| self.side(assault.top) != side && self.card(assault.top).sappers)
    }

    /// The batteries of a side in the Battery Box.
    fn boxed(self, side: Side) -> impl Iterator<Item = UnitId> {
        let all = self.rules.by_side[side.ix()].iter().copied();
        all.filter(move |&id| self.is_artillery(id) && self.unit(id).place == Place::Box)
            .collect::<Vec<_>>()
            .into_iter()
    }

    /// Three batteries of one kind: one comes back, two are lost for good (LB 18.11.1, 18.11.2a).
    pub(super) fn may_refit(self, side: Side, back: UnitId, a: UnitId, b: UnitId) -> Result<(), Refusal> {
        let refuse = |rule, why| Err(Refusal::new(rule, why));
        for id in [back, a, b] {
            self.known(id)?;
            if self.side(id) != side || !self.is_artillery(id) || self.unit(id).place != Place::Box {
                return refuse("LB 18.11.1", "that battery is not in the Battery Box");
            }
            if self.card(id).guns != self.card(back).guns {
                return refuse("LB 18.11.2a", "foot and horse batteries are not taken together");
            }
        }
        if back == a || back == b || a == b {
            return refuse("LB 18.11.2a", "three batteries are needed");
        }
        if self.rules.sides[side.ix()].depots.is_empty() {
            return refuse("LB 18.11.1", "there is no depot");
        }
        Ok(())
    }

    pub(super) fn refits_open(self, side: Side, menu: &mut Vec<Decision>) {
        let boxed: Vec<UnitId> = self.boxed(side).take(12).collect();
        for &back in &boxed {
            for (place, &a) in boxed.iter().enumerate() {
                for &b in &boxed[place + 1..] {
                    if self.may_refit(side, back, a, b).is_ok() {
                        menu.push(Decision::Gun(GunChoice::Refit { back, a, b }));
                    }
                }
            }
        }
    }
}

impl<L: Listener> Play<'_, L> {
    /// Unlimbered guns that would rout or recoil are lost: overrun in an assault or charge a die tells whether they are spiked, and then
    /// they are gone for good; else they go to the Battery Box (LB 18.4a, 18.10.4, 18.12, G3.7).
    pub fn guns_are_lost(&mut self, id: UnitId, cause: Cause) {
        let hex = self.unit(id).hexes.head();
        let place = match cause {
            Cause::Assault | Cause::Charge => {
                let sappers = self.table().sappers_assault(self.table().side(id), hex);
                let die = self.die();
                let fate = self.rules.charts.guns.fate(die, sappers);
                let phrase = if fate == GunFate::Spiked { told::SPIKED } else { told::NOT_SPIKED };
                if self.listener.hears() {
                    let entry = Entry { dice: vec![die], ..self.table().entry("LB 18.12", phrase, &[Who::Unit(id)]) };
                    self.listener.tell(entry);
                }
                if fate == GunFate::Spiked { Place::Gone(Loss::GunsLost) } else { Place::Box }
            }
            Cause::Fire | Cause::Morale | Cause::Stacking | Cause::Burning => {
                self.tell("LB 18.4a", told::GUNS_LOST, &[Who::Unit(id)]);
                Place::Box
            }
        };
        self.take_off(id, place);
    }

    /// Those with whom guns without ammunition stood have left the hex of an assault or charge: the guns are lost (LB 18.10.3a, 18.10.3b).
    pub fn abandon_dumb_guns(&mut self, hex: Hex, cause: Cause) {
        let stack: Stack = self.table().stack_at(hex);
        if stack.iter().all(|&id| self.table().is_dumb(id)) {
            for id in stack {
                self.guns_are_lost(id, cause);
            }
        }
    }

    /// One battery of three goes to a depot, refitted, to come on with the next Reinforcement chit (LB 18.11.1).
    pub(super) fn refit(&mut self, back: UnitId, others: [UnitId; 2]) {
        for id in others {
            self.unit_mut(id).place = Place::Gone(Loss::Destroyed);
        }
        self.tell("LB 18.11.1", told::REFITTED, &[Who::Unit(back)]);
        self.wait_at_depot(back);
    }

    /// A battery or wagon waits at a depot, as good as new.
    pub(super) fn wait_at_depot(&mut self, id: UnitId) {
        let card = &self.rules.units[id.ix()];
        let rounds = self.rules.full_rounds(card);
        let hex = self.rules.sides[card.side.ix()].depots.first().copied();
        let unit = self.unit_mut(id);
        (unit.place, unit.order, unit.formed, unit.limbered) = (Place::Depot, Order::Good, Formed::Battery, true);
        (unit.losses, unit.rounds, unit.wrecked) = (0, rounds, false);
        unit.facing = crate::hexes::Facing::Round;
        if let Some(hex) = hex {
            unit.hexes = crate::hexes::Hexes::one(hex);
        }
        self.note_bulk(id);
    }
}
