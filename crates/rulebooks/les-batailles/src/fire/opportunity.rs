//! Opportunity Fire as an act (15.6): who may fire at a hex in which an enemy acts, and what comes of it. Windows ask.

use super::{FireMode, Firing, Stacks};
use crate::cards::{UnitId, UnitSet};
use crate::losses::After;
use crate::movement::Cause;
use crate::state::Formed;
use crate::table::{Play, Stack, Table};
use arrayvec::ArrayVec;
use field::hexes::Hex;
use kernel::{Listener, Side};

/// The hexes of a body that can be fired on, each for itself.
pub type Shown = ArrayVec<Hex, 8>;

impl<'a> Table<'a> {
    /// The stacks of a side, by their hexes, that may fire at a hex in which an enemy acts: infantry or supplied guns whose zone it
    /// lies in, that have a fire of their own, and are neither in an assault nor its target (LB 15.6a, 15.6b, 15.6.2a, 15.6.3a,
    /// LB 16.2.5.3a).
    pub fn opportunity_firers(self, by: Side, at: Hex) -> Stacks {
        let fires = |&from: &Hex| {
            let zone = |id: UnitId| !self.is_cavalry(id) && self.side(id) == by && self.zone_from(id, from, at);
            let stack = self.stack_at(from);
            stack.iter().any(|&id| zone(id))
                && !stack.iter().any(|&id| self.is_in_assault(id))
                && !self.volley(from, at, FireMode::Opportunity).value.is_zero()
        };
        self.neighbours(at).filter(fires).collect()
    }

    /// A hex lies in the zone of a unit, before that one of its hexes.
    fn zone_from(self, id: UnitId, own: Hex, at: Hex) -> bool {
        let dir = self.grid().direction(own, at);
        self.in_zone_of(id, at) && dir.is_some_and(|dir| self.fronts(id, own, dir))
    }

    /// A unit that assaults, or is the target of an assault (LB 15.5.4a).
    pub fn is_in_assault(self, id: UnitId) -> bool {
        let hexes = self.unit(id).hexes;
        self.state.assaults.iter().any(|assault| {
            assault.units.contains(id)
                || self.side(assault.top) != self.side(id)
                    && assault.targets.iter().flatten().any(|&target| hexes.contains(target))
        })
    }

    /// The hexes of a body that can be fired on as it acts: each of them, but of a charging Column of Companies the head alone
    /// (LB 12.5.5a, 12.5.5b, 15.6.4a, G3.14).
    pub fn hexes_shown(self, mover: UnitId, charging: bool) -> Shown {
        let unit = self.unit(mover);
        let head = charging && unit.formed == Formed::Companies;
        unit.hexes.iter().take(if head { 1 } else { 8 }).collect()
    }

    /// Whether any enemy stack could fire at a body that acts.
    pub fn may_draw_fire(self, mover: UnitId, charging: bool) -> bool {
        let by = self.side(mover).other();
        self.hexes_shown(mover, charging).iter().any(|&at| !self.opportunity_firers(by, at).is_empty())
    }
}

impl<L: Listener> Play<'_, L> {
    /// The stacks named fire at a body that acts: on each of its hexes one attack of all who reach it, at half strength, with the
    /// defense of those who move; they alone take the losses, and check once for all of them (LB 10.1.3.3a, 10.1.3.3b, 15.6b,
    /// LB 15.6c, 15.6.1a, 15.6.4a, 20.1.6).
    /// It costs no ammunition (LB 15.6.2a, 18.14b). Whoever calls looks afterwards at what has become of them.
    pub fn opportunity_fire(&mut self, mover: UnitId, movers: UnitSet, firers: &[Hex], charging: bool) {
        let by = self.table().side(mover).other();
        // Whoever lies gets up for it (LB 12.13.1d, 12.13.6a, G-80).
        for &from in firers {
            for id in self.table().stack_at(from) {
                self.stand_up(id);
            }
        }
        // All of it is opened at once: what the first hex suffers does not change the attack on the second.
        let mut attacks: ArrayVec<_, 8> = ArrayVec::new();
        for at in self.table().hexes_shown(mover, charging) {
            let table = self.table();
            let able = table.opportunity_firers(by, at);
            let firing: ArrayVec<Firing, 18> =
                able.into_iter().filter(|from| firers.contains(from)).map(Firing::once).collect();
            let units: Stack = table.state.stack(at).filter(|&id| movers.contains(id)).collect();
            if !firing.is_empty() && !units.is_empty() {
                let attack = table.attack_on(at, &units, &firing, FireMode::Opportunity);
                self.state.overflow.keep(&mut attacks, (attack, units));
            }
        }
        for &from in firers {
            for id in self.table().stack_at(from) {
                self.unit_mut(id).turn.fire.shot = true;
            }
            for at in self.table().hexes_shown(mover, charging) {
                if self.rules.ground.grid.adjacent(from, at) {
                    self.has_fired(&[(from, at)], FireMode::Opportunity);
                }
            }
        }
        self.begin_event(Cause::Fire);
        for (attack, units) in &attacks {
            self.fire_attack("LB 15.6b", attack, units, After::Check);
        }
    }
}
