//! Opportunity Charges (19.18).

use super::zones::OPPORTUNITY;
use super::{Charge, ChargeKind, ChargeStage, ChargeStep, Out};
use crate::agenda::Step;
use crate::cards::{UnitId, UnitSet};
use crate::charts::ChargeEntry;
use crate::face::told::{Who, charges as told};
use crate::facing::{Shape, Stance};
use crate::movement::{Cause, Motion};
use crate::reactions::Window;
use crate::stacking::Violation;
use crate::state::Formed;
use crate::table::{Play, Stack, Table};
use field::hexes::Hex;
use kernel::Listener;

impl Table<'_> {
    /// Whether a unit, on top of its stack, may try to charge the stack a window is about: Good Order, Line or straight Column of
    /// Companies, not Exhausted, not in terrain of General Order, with the stack in its zone and a way up to it; no command and no
    /// sight is asked for (LB 19.18.1a, 19.18.2, 19.18.3a, 19.18.4, 19.18.5c, 10.1.3.3c).
    pub(crate) fn may_opportunity_charge(self, id: UnitId, window: &Window) -> bool {
        if !self.is_cavalry(id) {
            return false;
        }
        let stack = self.stack_of(id);
        let able = |&one: &UnitId| {
            self.is_formed_to_charge(one)
                && self.ready_for(one, ChargeKind::Opportunity).is_ok()
                && self.charge_of(one).is_none()
        };
        // Those who give way before a charge do not turn on their pursuers (LB G3.90).
        let charge = self.charge_of(window.mover).and_then(|no| self.charge(no));
        let gave_way = charge.is_some_and(|charge| charge.gave_way.contains(id));
        // Whoever has passed its check already springs, and at nobody else meanwhile.
        let springs = self.state.windows.iter().any(|other| other.charged == Some(id));
        self.top_of(id) == id
            && !gave_way
            && !springs
            && stack.iter().all(able)
            && !self.is_met(&stack)
            && self.touches_opportunity_zone(id, window)
            && self.unit(window.mover).on_map()
            && self.approach(id, window.mover).is_some()
    }

    /// Units can be displaced into a hex and stay there.
    fn has_room(self, hex: Hex, units: &Stack) -> bool {
        let mut all: Stack = self.state.stack(hex).filter(|id| !units.contains(id)).collect();
        units.iter().for_each(|&id| {
            self.state.overflow.keep(&mut all, id);
        });
        self.may_stack(hex, &all).is_ok()
    }

    /// How a stack comes next to an enemy for an Opportunity Charge: where it stands, or a hex on, after a quarter-wheel where the
    /// enemy is beside it (LB 19.18.3b, 19.18.4, 19.18.7).
    fn approach(self, top: UnitId, enemy: UnitId) -> Option<Stance> {
        let theirs = self.unit(enemy).hexes;
        let own = self.stance(top);
        let units: UnitSet = self.stack_of(top).into_iter().collect();
        self.outs(top, OPPORTUNITY, theirs).into_iter().find_map(|out| {
            let body = match out {
                Out::Front => own,
                Out::Flank(hand) => self.wheeled_by_companies(own, hand),
            };
            if !self.hexes_facing(body, theirs).is_empty() {
                return Some(body);
            }
            self.ways_on(body.facing).into_iter().find_map(|dir| {
                let next = Stance { hexes: self.charge_step(body, dir)?, ..body };
                let count = if body.shape == Shape::Column { 1 } else { 8 };
                let open = |old, new| {
                    let free = self.state.stack(new).all(|id| units.contains(id));
                    free && matches!(self.charge_entry(old, dir), ChargeEntry::Free | ChargeEntry::NoRun)
                };
                let clear = body.hexes.iter().zip(next.hexes.iter()).take(count).all(|(old, new)| open(old, new));
                (clear && !self.hexes_facing(next, theirs).is_empty()).then_some(next)
            })
        })
    }
}

impl<L: Listener> Play<'_, L> {
    /// It tries; a pass is noted in the window, so that nobody else tries, and the charge is fought out at once. Failing does no harm,
    /// and the mover goes on (LB 19.18.1a, 19.18.3b, 20.1.4).
    pub(crate) fn try_opportunity_charge(&mut self, id: UnitId) {
        let Some(window) = self.state.windows.last().copied() else { return };
        let stack = self.table().stack_of(id);
        if !self.passes_to_charge(&stack, "LB 19.18.3b") {
            return;
        }
        if let Some(window) = self.state.windows.last_mut() {
            window.charged = Some(id);
        }
        self.tell("LB 19.18.3b", told::SPRINGS, &[Who::Unit(id), Who::Unit(window.mover)]);
        self.halts(window.units);
        // Where skirmishers have come into a hex of others, those are the target (LB 19.18.6a).
        let loose = self.table().is_skirmishing(window.mover);
        let others = window
            .at
            .iter()
            .flat_map(|hex| self.table().stack_at(hex))
            .find(|&other| !self.table().is_skirmishing(other));
        let target = others.filter(|_| loose).unwrap_or(window.mover);
        self.push(Step::Charge(ChargeStep::Spring { cavalry: id, target }));
        self.odd_cases(&window);
    }

    /// Whoever is the target may spend no more points of its own will in this segment; what it was about to do does not happen
    /// (LB 19.18.3a, 19.18.3c).
    fn halts(&mut self, units: UnitSet) {
        for id in units.iter() {
            self.unit_mut(id).turn.movement.halted = true;
        }
        for moving in &mut self.state.moves {
            if moving.units.iter().any(|id| units.contains(id)) {
                (moving.stopped, moving.allowance) = (true, moving.spent);
            }
        }
        // A retreat before a charge ends where it is, and so does the charge it gave way to (LB 19.4.5b).
        self.stop_evading(units);
    }

    /// A unit that passes skirmishers, or skirmishers that pass others, are caught in one hex: the skirmishers go back to where the
    /// mover came from; if they cannot, all of them are routed (LB 19.18.6a). All others in the hex share its fate, in the formation
    /// of those already there (LB 19.18.6b); a Square has been joined by a check (LB 19.18.6c, 12.9.4.1a).
    fn odd_cases(&mut self, window: &Window) {
        let units = window.units;
        for hex in window.at.iter() {
            let table = self.table();
            let stack = table.stack_at(hex);
            let loose: Stack = stack.iter().copied().filter(|&id| table.is_skirmishing(id)).collect();
            if !loose.is_empty() && loose.len() < stack.len() {
                let back = window.was.and_then(|was| was.iter().min_by_key(|&old| table.grid().distance(old, hex)));
                if back.is_some_and(|back| !table.has_room(back, &loose)) {
                    self.rout_stack(&stack, Cause::Charge);
                    continue;
                }
                let loose = loose.into_iter().collect();
                let caught = Violation { checked: true, ..Violation::new(hex, loose, Motion::Displacement) };
                self.violate(back.map_or(caught.clone(), |back| caught.back_to(back)));
                continue;
            }
            let there = stack.iter().copied().find(|&id| !units.contains(id) && !table.is_artillery(id));
            let Some(there) = there.filter(|&id| table.unit(id).formed != Formed::Square) else { continue };
            for &id in stack.iter().filter(|&&id| units.contains(id)) {
                let (formed, facing) = self.table().conformed(id, there);
                let unit = self.unit_mut(id);
                (unit.formed, unit.facing) = (formed, facing);
            }
        }
    }

    /// The cavalry comes up, and the charge is fought out: nobody charges it on its way, its target forms no Square and does not Form Up,
    /// and who has come out of cover rolls to stand like anybody (LB 19.18.3b, 19.18.5a, 19.18.5b, 12.7.5d).
    pub(super) fn springs(&mut self, id: UnitId, target: UnitId) {
        let table = self.table();
        if !table.unit(target).on_map() || table.is_pgd(target) || !table.unit(id).on_map() {
            return;
        }
        let Some(stance) = table.approach(id, target) else { return };
        let stack = table.stack_of(id);
        let formed = if stance.shape == Shape::Column { Formed::Companies } else { Formed::Line };
        let targets = self.targets_of_spring(target);
        self.take_stance(&stack, stance, formed);
        let mut charge = Charge::new(ChargeKind::Opportunity, id, stack.iter().copied().collect(), stance, formed);
        (charge.stage, charge.targets) = (ChargeStage::Contact, targets.iter().copied().collect());
        if let Some(no) = self.add_charge(charge) {
            self.push(Step::Charge(ChargeStep::RunOn { charge: no, unit: target }));
        }
    }

    /// All who stand with the target.
    fn targets_of_spring(&self, target: UnitId) -> Stack {
        self.table().stack_of(target)
    }
}
