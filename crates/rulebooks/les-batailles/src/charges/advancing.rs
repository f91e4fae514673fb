//! Advance after a charge, and Cavalry Regroup (19.10, 19.12).

use super::bouts::{Bout, Left, Target};
use super::riding::Tops;
use super::{Charge, ChargeStage, ChargeStep};
use crate::agenda::Step;
use crate::cards::{UnitId, UnitSet};
use crate::charts::ChargeEntry;
use crate::face::told::{Who, charges as told};
use crate::facing::Shape;
use crate::fraction::Points;
use crate::hexes::Hexes;
use crate::movement::Motion;
use crate::reactions::Trigger;
use crate::stacking::Violation;
use crate::state::{Formed, Order};
use crate::table::{Play, Stack, Table};
use arrayvec::ArrayVec;
use field::hexes::Hex;
use kernel::Listener;

impl Table<'_> {
    /// The hexes a charge has to advance into: those its targets left, if all of them did (LB 19.1.2.6, 19.10a, 19.2.8d, G3.43). A hex
    /// left by a collapse is entered in any case.
    pub(super) fn vacated_before(self, no: u8, bout: &Bout) -> ArrayVec<Hex, 8> {
        let mut hexes: ArrayVec<Hex, 8> = ArrayVec::new();
        let (Some(charge), Some(stance)) = (self.charge(no), self.coming(no)) else { return hexes };
        if charge.repelled || charge.stage != ChargeStage::Fighting {
            return hexes;
        }
        let mine = |target: &&Target| target.units.iter().any(|id| charge.targets.contains(id));
        let mut own = bout.targets.iter().filter(mine).peekable();
        if own.peek().is_none() || !own.clone().all(Target::vacated) {
            return hexes;
        }
        for target in own {
            for hex in target.hexes.iter() {
                let near = !self.hexes_facing(stance, Hexes::one(hex)).is_empty()
                    || stance.hexes.iter().any(|from| self.grid().adjacent(from, hex));
                if near && self.state.is_empty(hex) && self.may_advance(stance.hexes, hex) {
                    self.state.overflow.keep(&mut hexes, hex);
                }
            }
        }
        hexes
    }

    /// The hexes among which a charge of the innermost bout chooses where to advance: it comes into one of them (LB 19.10a, 19.11.4,
    /// G3.91).
    pub(super) fn hexes_to_advance(self, no: u8) -> ArrayVec<Hex, 8> {
        self.bout().map(|bout| self.vacated_before(no, bout)).unwrap_or_default()
    }

    /// The enemies a charge may strike from the hex that its target has left by collapsing: those it has before it, whom no other
    /// charge has for its target, unless that hex halts charges (LB 19.6.2).
    pub(super) fn struck_anew(self, no: u8) -> Tops {
        let (Some(charge), Some(lead)) = (self.charge(no), self.lead(no)) else { return Tops::new() };
        let at = || self.unit(lead).hexes.iter();
        let halts = |hex: Hex| {
            let entry = self.rules.charts.ground.terrain(self.ground().at(hex)).charge;
            self.is_go(hex) || entry == ChargeEntry::NotThrough
        };
        let able = charge.stage == ChargeStage::Fighting && !charge.repelled && self.unit(lead).order == Order::Good;
        if !able || self.unit(lead).turn.movement.halted || at().any(halts) {
            return Tops::new();
        }
        let taken = |top: UnitId| {
            let other = |it: &Charge| matches!(it.stage, ChargeStage::Contact) && it.targets.contains(top);
            self.state.charges.iter().any(other)
        };
        let near = self.enemies_of(lead).filter(|&id| self.touches(no, id) && !self.unit(id).wrecked);
        let tops: Tops = self.tops(near).into_iter().filter(|&top| !taken(top)).collect();
        let horse: Tops = tops.iter().copied().filter(|&top| self.is_cavalry(top)).collect();
        if horse.is_empty() { tops } else { horse }
    }

    /// Cavalry may enter a hex from one of those.
    pub(super) fn may_advance(self, from: Hexes, to: Hex) -> bool {
        from.iter().any(|own| {
            let dir = self.grid().direction(own, to);
            dir.is_some_and(|dir| self.charge_entry(own, dir) != ChargeEntry::Prohibited)
        })
    }

    /// The cavalry of a bout that may regroup: neither routed nor thrown back nor bounced (LB 19.12, 19.1.1.5), those who charged
    /// first.
    pub(super) fn who_regroups(self, bout: &Bout) -> ArrayVec<UnitId, 16> {
        let mut tops: ArrayVec<UnitId, 16> = ArrayVec::new();
        let steady = |id: UnitId| self.unit(id).on_map() && self.unit(id).order != Order::Pgd && self.is_cavalry(id);
        for no in bout.numbers() {
            let able = self.charge(no).is_some_and(|charge| !charge.repelled && charge.stage == ChargeStage::Fighting);
            if let Some(lead) = self.lead(no).filter(|&lead| able && steady(lead)) {
                self.state.overflow.keep(&mut tops, lead);
            }
        }
        for target in bout.targets.iter().filter(|target| target.is_horse() && target.left == Left::No) {
            let met = self.charge_of(target.top).and_then(|no| self.charge(no));
            let able = !target.bounces && met.is_none_or(|charge| !charge.repelled);
            if able && steady(target.top) {
                self.state.overflow.keep(&mut tops, target.top);
            }
        }
        tops
    }
}

impl<L: Listener> Play<'_, L> {
    /// A charge advances where its targets have gone; a charge that was met advances where those who met it have gone (LB 19.10a,
    /// G3.43).
    pub(super) fn advances_after(&mut self, no: u8, bout: &Bout) {
        let table = self.table();
        let hexes = table.vacated_before(no, bout);
        if !hexes.is_empty() {
            let fought = table.charge(no).is_some_and(|charge| charge.fought && charge.won);
            let units = table.charge(no).map(|charge| charge.targets).unwrap_or(UnitSet::EMPTY);
            let mine = |target: &&Target| target.units.iter().any(|id| units.contains(id));
            let collapsed = |target: &Target| target.collapsed && table.unit(target.top).on_map();
            if bout.targets.iter().filter(mine).any(collapsed) {
                self.push(Step::Charge(ChargeStep::Anew(no)));
            }
            self.push(Step::Charge(ChargeStep::AdvanceWhere { charge: no, fought }));
            return;
        }
        let Some(charge) = table.charge(no).copied() else { return };
        let (Some(met), true) = (charge.met, charge.repelled && charge.fate.is_some()) else { return };
        let own = table.lead(met).filter(|_| table.charge(met).is_some_and(|other| !other.repelled));
        let Some(own) = own.map(|lead| table.unit(lead).hexes) else { return };
        let near = |&hex: &Hex| self.state.is_empty(hex) && own.iter().any(|at| table.grid().adjacent(at, hex));
        if let Some(hex) = charge.from.iter().find(near) {
            self.push(Step::Charge(ChargeStep::Advance { charge: met, hex, fought: true }));
        }
    }

    pub(super) fn advances_to(&mut self, no: u8, fought: bool, chosen: Option<Hex>) {
        let hexes = self.table().hexes_to_advance(no);
        if let Some(hex) = chosen.or_else(|| hexes.first().copied()) {
            self.push(Step::Charge(ChargeStep::Advance { charge: no, hex, fought }));
        }
    }

    /// From the hex that its target has left by collapsing the charge strikes whom it has before it: they stand, fire and fight like any
    /// target (LB 19.6.2).
    pub(super) fn charges_anew(&mut self, no: u8, top: UnitId) {
        let stack: UnitSet = self.table().stack_of(top).into_iter().collect();
        if let Some(charge) = self.charge_mut(no) {
            charge.targets = stack;
        }
        self.tell_target(no, top);
        self.begin_bout(1 << no);
    }

    /// The charge that is about to advance is Disordered first, if it has fought (LB 19.10.1), and may be reacted to (LB 19.10.2).
    pub(super) fn about_to_advance(&mut self, no: u8, hex: Hex, fought: bool) {
        let riders = self.table().riders(no);
        let Some(&lead) = riders.first() else { return };
        self.push(Step::Charge(ChargeStep::AdvanceInto { charge: no, hex }));
        self.open_window(Trigger::Leaves, lead, riders.iter().copied().collect(), Some(hex));
        if fought {
            for &id in &riders {
                self.disorder_charger(no, id);
            }
        }
    }

    /// It comes into the hex, whatever other zones it leaves for that: a column follows its head, a Line draws together (LB 10.3.4b, 19.10a,
    /// LB 19.2.8f). Whoever is too many goes back (LB 19.10.1).
    pub(super) fn advance_into(&mut self, no: u8, hex: Hex) {
        let table = self.table();
        let riders: Stack = table.riders(no).into_iter().filter(|&id| table.unit(id).order != Order::Pgd).collect();
        let Some(&lead) = riders.first() else { return };
        let from = table.unit(lead).hexes;
        let near = from.iter().any(|own| table.grid().adjacent(own, hex));
        if !near || !table.state.is_empty(hex) || !table.may_advance(from, hex) || table.unit(lead).turn.movement.halted
        {
            return;
        }
        let step = from.iter().find_map(|own| table.grid().direction(own, hex));
        self.moves_up(no, &riders, hex);
        if let Some(charge) = self.charge_mut(no) {
            charge.entered += 1;
            charge.last = [step, charge.last[0], charge.last[1]];
        }
        self.tell("LB 19.10a", told::ADVANCES, &[Who::Unit(lead), Who::Hex(hex)]);
        let coming = riders.iter().copied().collect();
        if self.table().violates(hex, coming, Motion::Advance) {
            self.violate(Violation::new(hex, coming, Motion::Advance).back_to(from.head()));
        }
    }

    /// Cavalry enters a hex next to it.
    pub(super) fn moves_up(&mut self, no: u8, riders: &Stack, hex: Hex) {
        let Some(&lead) = riders.first() else { return };
        let table = self.table();
        let head = table.unit(lead).hexes.head();
        let column = table.unit(lead).formed == Formed::Companies && table.grid().adjacent(head, hex);
        let to = match table.coming(no).filter(|stance| column && stance.shape == Shape::Column) {
            Some(stance) => {
                let behind = stance.hexes.iter().take(stance.hexes.len() - 1);
                Hexes::all(std::iter::once(hex).chain(behind)).unwrap_or(Hexes::one(hex))
            }
            None => Hexes::one(hex),
        };
        self.place_riders(riders, to);
        for &id in riders {
            self.settle_on_ground(id);
        }
    }

    /// Cavalry may spend five points to get clear (LB 19.12, 19.1.1.5, 19.16.13).
    pub(super) fn regroups(&mut self, top: UnitId) {
        let unit = self.unit(top);
        if unit.on_map() && unit.order != Order::Pgd && !unit.turn.movement.halted {
            let table = self.table();
            let stack = table.stack_of(top);
            let leaders = stack.iter().flat_map(|&id| table.leaders_with(id)).collect();
            self.begin_move(Motion::CavalryRegroup, &stack, leaders, Points::whole(super::CHARGE));
        }
    }

    /// A charge that has met nobody regroups all the same.
    pub(super) fn regroups_unmet(&mut self, no: u8) {
        let Some(lead) = self.table().lead(no) else { return };
        if self.table().charge(no).is_some_and(|charge| charge.stage == ChargeStage::Fighting && !charge.repelled) {
            self.regroups(lead);
        }
    }
}
