//! Pursuit after a successful charge (19.11).

use super::bouts::{Bout, Left, Target};
use super::{ChargeStage, ChargeStep, Trail};
use crate::agenda::Step;
use crate::cards::{UnitId, UnitSet};
use crate::charts::ChargeEntry;
use crate::face::told::{Who, charges as told};
use crate::reactions::Trigger;
use crate::readings::PursuitLastHex;
use crate::state::Order;
use crate::table::{Play, Stack, Table};
use crate::zones::Zone;
use arrayvec::ArrayVec;
use field::hexes::Hex;
use kernel::Listener;

impl Table<'_> {
    /// The targets of a charge that it may pursue: infantry, guns, and all who were routed on contact, if every target has gone; no
    /// cavalry after a mêlée (LB 19.11a, 19.11b, 19.1.2.7, 19.1.3, 19.2.8d, 19.11.1a). None where it stands in the zone of enemy
    /// cavalry (LB 19.11.2).
    pub(super) fn pursued(self, no: u8, bout: &Bout) -> ArrayVec<UnitId, 8> {
        let mut tops: ArrayVec<UnitId, 8> = ArrayVec::new();
        let (Some(charge), Some(lead)) = (self.charge(no), self.lead(no)) else { return tops };
        let fights = !charge.repelled && charge.stage == ChargeStage::Fighting;
        let able = fights && self.unit(lead).order != Order::Pgd && !self.unit(lead).turn.movement.halted;
        if !able || self.unit_in_zone(lead) == Zone::Cavalry {
            return tops;
        }
        let mine = |target: &&Target| target.units.iter().any(|id| charge.targets.contains(id));
        let own = || bout.targets.iter().filter(mine);
        if !own().all(Target::vacated) {
            return tops;
        }
        for target in own().filter(|target| target.length > 0) {
            let horse = target.is_horse() && target.left == Left::ByMelee;
            let there = target.stack(self).first().copied();
            if let Some(top) =
                there.filter(|_| !horse && !self.pursuit_path(no, target.units.iter(), target.length).is_empty())
            {
                self.state.overflow.keep(&mut tops, top);
            }
        }
        tops
    }

    /// The hexes of a pursuit: those of the way the target took, after the one it left, as far as it may be followed (LB 19.11a,
    /// 19.11.1a, 19.11.2).
    pub(super) fn pursuit_path(self, no: u8, mut units: impl Iterator<Item = UnitId>, length: u8) -> Trail {
        let mut trail = Trail::new();
        let Some(lead) = self.lead(no) else { return trail };
        let Some(path) = units.find_map(|id| self.path_of(id)) else { return trail };
        let side = self.side(lead);
        let at = self.unit(lead).hexes;
        // It has advanced into the first hex of the way.
        let Some(first) = path.hexes.first().filter(|&&first| at.contains(first)) else { return trail };
        // It ends next to a stack the target went through, be it at once (LB 19.11.2).
        let through = |hex: Hex| {
            path.hexes.iter().skip(1).any(|&passed| {
                self.grid().adjacent(hex, passed) && self.enemy_at(side, passed) && path.hexes.last() != Some(&passed)
            })
        };
        if through(*first) {
            return trail;
        }
        let mut from = *first;
        for &hex in path.hexes.iter().skip(1).take(usize::from(length)) {
            let dir = self.grid().direction(from, hex);
            let open = dir.is_some_and(|dir| {
                let entry = self.charge_entry(from, dir);
                !self.is_go(hex) && entry != ChargeEntry::Prohibited
            });
            if !open {
                break;
            }
            self.state.overflow.keep(&mut trail, hex);
            // And where enemy cavalry holds the ground.
            if through(hex) || self.enemy_at(side, hex) || self.enemy_zone(side, hex) == Zone::Cavalry {
                break;
            }
            from = hex;
        }
        trail
    }
}

impl<L: Listener> Play<'_, L> {
    /// Cavalry that has driven off its targets pursues, unless it recalls; a Grand Charge does not recall (LB 19.11.3, 19.16.12).
    pub(super) fn may_pursue(&mut self, no: u8, bout: &Bout) {
        if !self.table().pursued(no, bout).is_empty() {
            self.push(Step::Charge(ChargeStep::Pursue(no)));
        }
    }

    /// Those whom their attempt to form Square has routed are pursued at once (LB 19.1.1.3a-iii, 19.7.1).
    pub(super) fn hunts_down(&mut self, no: u8, target: UnitId) {
        let stack: UnitSet =
            self.table().path_of(target).map(|path| path.units).unwrap_or([target].into_iter().collect());
        if let Some(charge) = self.charge_mut(no) {
            charge.targets = stack;
        }
        self.begin_hunt(no, target, stack);
    }

    /// The recall at the beginning of a pursuit; failing it, the pursuit goes as far as it can (LB 19.11.3, 19.8.1, G3.52).
    pub(super) fn recalls_pursuit(&mut self, no: u8) {
        let routed = self.table().bout().is_some_and(|bout| {
            let quarry = self.table().pursued(no, bout);
            quarry.iter().any(|&id| self.unit(id).order == Order::Pgd && !self.table().is_cavalry(id))
        });
        if self.recalls(no, routed) {
            return;
        }
        let quarry = self.table().bout().and_then(|bout| self.table().pursued(no, bout).first().copied());
        if let Some(top) = quarry {
            self.pursues(no, top);
        }
    }

    /// Cavalry sets out after a target: along its way, hex by hex (LB 19.11a).
    pub(super) fn pursues(&mut self, no: u8, target: UnitId) {
        let Some(bout) = self.table().bout().cloned() else { return };
        let Some(prey) = bout.targets.iter().find(|it| it.units.contains(target)) else { return };
        let trail = self.table().pursuit_path(no, prey.units.iter(), prey.length);
        if let Some(lead) = self.table().lead(no) {
            self.tell("LB 19.11a", told::PURSUES, &[Who::Unit(lead), Who::Unit(target)]);
        }
        // Light cavalry costs them one more (LB 19.11.1b).
        let light = self.table().lead(no).is_some_and(|lead| self.table().card(lead).is_light_cavalry());
        let (value, overflow) = self.state.with_overflow();
        if overflow.keep(&mut value.charging.trails, (target, trail)) {
            self.push(Step::Charge(ChargeStep::Chase { charge: no, target, at: 0, extra: light }));
        }
    }

    /// One hex of a pursuit: an Increment of each target stack, and one more from light cavalry with the first; reactions come before
    /// it (LB 19.11.1b, 19.11.5).
    pub(super) fn chases(&mut self, no: u8, target: UnitId, at: u8, extra: bool) {
        let trail =
            self.state.charging.trails.iter().rev().find(|(id, _)| *id == target).map(|(_, trail)| trail.clone());
        let table = self.table();
        let riders: Stack = table.riders(no).into_iter().filter(|&id| table.unit(id).order != Order::Pgd).collect();
        let (Some(trail), Some(&lead)) = (trail, riders.first()) else { return self.pursuit_ends(target) };
        let halted = table.unit(lead).turn.movement.halted;
        let Some(&hex) = trail.get(usize::from(at)).filter(|_| !halted && table.unit(target).on_map()) else {
            return self.pursuit_ends(target);
        };
        let blocked = !table.state.is_empty(hex);
        // The hex where the target stands is never entered; whether it costs it an Increment is read in two ways (LB G3.72).
        if blocked && self.rules.options.pursuit_last_hex == PursuitLastHex::Entered {
            return self.pursuit_ends(target);
        }
        self.push(Step::Charge(ChargeStep::Chase { charge: no, target, at: at + 1, extra: false }));
        self.push(Step::Charge(ChargeStep::Cut { charge: no, target, hex, extra }));
        if !blocked {
            self.open_window(Trigger::Leaves, lead, riders.into_iter().collect(), Some(hex));
        }
    }

    fn pursuit_ends(&mut self, target: UnitId) {
        self.state.charging.trails.retain(|(id, _)| *id != target);
    }

    /// The pursuers come up, and those they pursue lose (LB 19.11.1b).
    pub(super) fn cuts(&mut self, no: u8, target: UnitId, hex: Hex, extra: bool) {
        let table = self.table();
        let riders: Stack = table.riders(no).into_iter().filter(|&id| table.unit(id).order != Order::Pgd).collect();
        let Some(&lead) = riders.first() else { return };
        if table.unit(lead).turn.movement.halted || !table.unit(target).on_map() {
            return;
        }
        let prey = table.bout().and_then(|bout| bout.targets.iter().find(|it| it.units.contains(target)).copied());
        let stack = prey.map(|prey| prey.stack(table)).unwrap_or_default();
        if table.state.is_empty(hex) {
            self.moves_up(no, &riders, hex);
        }
        self.take_top_losses(&stack, 1 + u8::from(extra));
    }
}
