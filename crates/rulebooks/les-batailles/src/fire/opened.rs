//! Fire is opened by both sides at once and then resolved, attack by attack (15.5, G-18, G3.34).

use super::{Attack, FireMode, FireStep, Firing, Occasion, Shot, Stacks};
use crate::agenda::Step;
use crate::cards::UnitSet;
use crate::face::told::{Who, fire as told};
use crate::losses::After;
use crate::movement::Cause;
use crate::table::{Play, Stack};
use arrayvec::ArrayVec;
use field::hexes::Hex;
use kernel::Listener;

/// The most hexes that fire together.
const MOST_VOLLEYS: usize = 128;

impl<L: Listener> Play<'_, L> {
    /// All orders are in: every attack is reckoned with the strength, facing and formation that all have now, and none of what it
    /// brings about changes another (LB 15.5b, 7.3d, 8.9.3c).
    pub(super) fn open_fire(&mut self, occasion: Occasion) {
        let orders = self.state.fire_orders.clone();
        self.note_threatened();
        self.note_engaged();
        let mut series = 0;
        let mut firing = UnitSet::EMPTY;
        let mut volleys: ArrayVec<(Hex, Hex), MOST_VOLLEYS> = ArrayVec::new();
        for (place, order) in orders.iter().enumerate() {
            if order.lob.is_some() {
                for id in self.open_lob(occasion, order, series) {
                    self.unit_mut(id).turn.fire.fired |= occasion == Occasion::Segment;
                    firing.insert(id);
                }
                series += 1;
                continue;
            }
            let first = orders.iter().position(|other| other.at == order.at && other.lob.is_none());
            if first != Some(place) {
                continue;
            }
            let from = self.table().ordered_at(order.at);
            if self.open_attack(occasion, order.at, &from, series) {
                firing = self.note_firing(occasion, order.at, &from, firing);
                for &hex in &from {
                    self.state.overflow.keep(&mut volleys, (hex, order.at));
                }
            }
            series += 1;
        }
        // Both hexes of a Line fire their first volley at once.
        self.has_fired(&volleys, occasion.mode());
        self.state.fire_orders.clear();
        self.state.drawing = firing;
    }

    /// The attack of hexes on one, and what ricochets from it; below 1:3 there is none (LB 15.4.3a).
    fn open_attack(&mut self, occasion: Occasion, at: Hex, from: &Stacks, series: u8) -> bool {
        let table = self.table();
        let units: Stack = table.stack_at(at);
        let firing: ArrayVec<Firing, 18> = from.iter().copied().map(Firing::once).collect();
        let attack = table.attack_on(at, &units, &firing, occasion.mode());
        if attack.column().is_none() {
            self.tell("LB 15.4.3a", told::TOO_WEAK, &[Who::Hex(at)]);
            return false;
        }
        self.add_shot(series, attack, units);
        self.open_ricochets(occasion, at, from, series);
        true
    }

    pub(crate) fn add_shot(&mut self, series: u8, attack: Attack, units: Stack) {
        let shot = Shot { series, attack, units, howitzers: false };
        let (value, overflow) = self.state.with_overflow();
        overflow.keep(&mut value.shots, shot);
    }

    /// Who fires is remembered: batteries draw a round, those that do not reach so far excepted, and whoever fires clears no wrecks
    /// (LB 18.14b, 18.14.1.7.1).
    fn note_firing(&mut self, occasion: Occasion, at: Hex, from: &Stacks, mut drawing: UnitSet) -> UnitSet {
        for &hex in from {
            let batteries = self.table().batteries_firing(hex, at, occasion.mode());
            batteries.iter().for_each(|&id| drawing.insert(id));
            for id in self.table().stack_at(hex) {
                let segment = occasion == Occasion::Segment;
                if self.table().is_artillery(id) && !batteries.contains(&id) {
                    continue;
                }
                let unit = self.unit_mut(id);
                unit.turn.fire.fired |= segment;
                unit.turn.fire.shot |= !segment;
            }
        }
        drawing
    }

    /// Infantry that has fired, in whatever formation and on whatever occasion, has had its first fire of the battle (LB 15.3.1a).
    pub(crate) fn has_fired(&mut self, volleys: &[(Hex, Hex)], mode: FireMode) {
        for &(from, at) in volleys {
            for id in self.table().foot_firing(from, at, mode) {
                self.unit_mut(id).has_fired = true;
            }
        }
    }

    /// Those who assault, and those who are assaulted, clear no wrecks (LB 18.14.1.7.1).
    fn note_engaged(&mut self) {
        for assault in self.state.assaults.clone() {
            let side = self.table().side(assault.top);
            let targets = assault.targets.into_iter().flatten().flat_map(|hex| self.table().stack_at(hex));
            let foes: UnitSet = targets.filter(|&id| self.table().side(id) != side).collect();
            for id in assault.units.iter().chain(foes.iter()) {
                self.unit_mut(id).turn.fire.engaged = true;
            }
        }
    }

    /// The next attack, with all that ricochets from it: one event (LB 18.9.8.1, 20.1.6).
    pub(super) fn resolve_fire(&mut self) {
        let Some(series) = self.state.shots.first().map(|shot| shot.series) else { return };
        self.push(Step::Fire(FireStep::Resolve));
        self.begin_event(Cause::Fire);
        while let Some(shot) = self.state.shots.first().filter(|shot| shot.series == series).cloned() {
            self.state.shots.remove(0);
            if shot.howitzers {
                self.howitzers_strike(&shot);
            } else {
                self.fire_attack("LB 15.4a", &shot.attack, &shot.units, After::Check);
            }
        }
    }
}
