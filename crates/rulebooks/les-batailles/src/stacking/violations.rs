//! Stacking violations: what the chart does to those in the hex, and displacement until it is legal (11.1.4, 11.1.5).

use super::{StackStep, limits::Unstackable};
use crate::agenda::Step;
use crate::cards::{UnitId, UnitSet};
use crate::charts::{Violation as Row, ViolationEffect};
use crate::face::told::{Who, morale as told_morale, stacking as told};
use crate::hexes::Hexes;
use crate::morale::{Check, CheckKind, Modifier};
use crate::movement::{Cause, Motion, retreat::Ways};
use crate::reactions::Trigger;
use crate::state::{Formed, Loss, Order};
use crate::table::{Play, Stack, Table};
use arrayvec::ArrayVec;
use field::hexes::Hex;
use kernel::Listener;
use serde::{Deserialize, Serialize};

/// The hexes a chain of displacements has been through; none is entered twice (LB G16).
pub type Trail = ArrayVec<Hex, 12>;

/// A hex whose stack breaks the rules, and who came into it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Violation {
    pub hex: Hex,
    pub coming: UnitSet,
    pub motion: Motion,
    /// They only pass: what is left without them is what has to be legal.
    pub passing: bool,
    /// Where those who came go back to, if they are displaced: after an advance (LB G16).
    pub back: Option<Hex>,
    /// Where the chain that led here has been.
    pub been: Trail,
    /// The checks are made, and who is too many is displaced.
    pub checked: bool,
}

impl Violation {
    /// Units have come into a hex to stay.
    pub fn new(hex: Hex, coming: UnitSet, motion: Motion) -> Violation {
        Violation { hex, coming, motion, passing: false, back: None, been: Trail::new(), checked: false }
    }

    /// A Morale Check has split the stack of a hex: the worse order goes (LB 11.1.5a, 20.1.1b).
    pub fn split(hex: Hex) -> Violation {
        Violation { checked: true, ..Violation::new(hex, UnitSet::EMPTY, Motion::Displacement) }
    }

    #[must_use]
    pub fn passing(self) -> Violation {
        Violation { passing: true, ..self }
    }

    #[must_use]
    pub fn back_to(self, hex: Hex) -> Violation {
        Violation { back: Some(hex), ..self }
    }
}

impl Table<'_> {
    /// Whether units that come into a hex by that motion break the rules there (LB 11.1.4c, 12.10.5.1a; chart 8).
    pub fn violates(self, hex: Hex, coming: UnitSet, motion: Motion) -> bool {
        let there: Stack = self.state.stack(hex).filter(|&id| !coming.contains(id)).collect();
        !there.is_empty() && self.violation_row(hex, coming, motion).is_some()
    }

    /// The line of the Stacking Violation Results that fits; the worst of several (chart 8).
    fn violation_row(self, hex: Hex, coming: UnitSet, motion: Motion) -> Option<Row> {
        let there: Stack = self.state.stack(hex).filter(|&id| !coming.contains(id)).collect();
        let come: Stack = coming.iter().filter(|&id| self.unit(id).on_map()).take(8).collect();
        let any = |stack: &Stack, test: &dyn Fn(UnitId) -> bool| stack.iter().any(|&id| test(id));
        let all = |stack: &Stack, test: &dyn Fn(UnitId) -> bool| stack.iter().all(|&id| test(id));
        if there.is_empty() || come.is_empty() {
            return None;
        }
        let pgd = |id: UnitId| self.is_pgd(id);
        if any(&come, &pgd) {
            let wagon = all(&there, &|id| self.is_wagon(id));
            return Some(if wagon { Row::WagonRoutedOver } else { Row::RoutedThrough });
        }
        if any(&there, &pgd) {
            return Some(Row::RestingInPgd);
        }
        let loose = |id: UnitId| self.is_skirmishing(id);
        let joined: Stack = come.iter().chain(&there).copied().take(8).collect();
        // LB 12.9.5.1b.
        if (all(&come, &loose) || all(&there, &loose)) && motion.is_involuntary() {
            return None;
        }
        let square = any(&there, &|id| self.unit(id).formed == Formed::Square);
        match motion {
            // LB 12.9.5.1a.
            Motion::Recoil | Motion::Bounce if square => return Some(Row::OverASquare),
            Motion::Recoil | Motion::Bounce => return Some(Row::PassedOver),
            Motion::Charge if square => {
                let within = self.may_stack_number(hex, &joined);
                return (!within).then_some(Row::RidingOverASquare);
            }
            _ => {}
        }
        match self.may_stack(hex, &joined) {
            Ok(()) => None,
            Err(Unstackable::TooMany) => Some(Row::LimitExceeded),
            Err(_) => Some(Row::ArmsMixed),
        }
    }

    /// The Increments of a Square and of the cavalry that rides over it, together, within the limit of the hex (LB 12.9.5a).
    fn may_stack_number(self, hex: Hex, units: &Stack) -> bool {
        let sum: u32 = units.iter().map(|&id| u32::from(self.increments(id))).sum();
        let limit = self.rules.charts.ground.stacking(self.ground().at(hex)).infantry;
        matches!(limit, crate::charts::StackLimit::UpTo { increments, .. } if sum <= u32::from(increments))
    }

    /// Who has to go from a hex that is still illegal: the worst order first, else whoever came last; among equals their owner
    /// chooses (LB 11.1.5b, G16). Orders that a check has split may not stay together (LB 11.1.5a).
    pub fn surplus(self, violation: &Violation) -> Stack {
        let passes = |id: &UnitId| violation.passing && violation.coming.contains(*id);
        let stack: Stack = self.state.stack(violation.hex).filter(|id| !passes(id)).collect();
        let worst = stack.iter().map(|&id| self.unit(id).order).max().unwrap_or(Order::Good);
        let of_worst: Stack = stack.iter().copied().filter(|&id| self.unit(id).order == worst).collect();
        if of_worst.len() < stack.len() {
            return of_worst;
        }
        if self.may_stack(violation.hex, &stack).is_ok() {
            return Stack::new();
        }
        let last: Stack = stack.iter().copied().filter(|&id| violation.coming.contains(id)).collect();
        if last.is_empty() { stack } else { last }
    }

    /// Where a unit that is displaced may go: back after an advance, else as a retreat would lead it (LB 11.1.5c, G16).
    pub fn displacement_ways(self, id: UnitId, violation: &Violation) -> Ways {
        match violation.back.filter(|_| violation.coming.contains(id)) {
            Some(back) => std::iter::once(back).collect(),
            None => self.retreat_ways(id, violation.hex, &violation.been),
        }
    }
}

impl<L: Listener> Play<'_, L> {
    /// Units have come into a hex, or pass it, and break the rules of stacking there: the chart's results follow, then
    /// displacement. Whoever calls has found out that they do (LB 11.1.4b, 11.1.5a). Violations wait in a queue: those that a
    /// displacement brings about are settled after the one that caused it.
    pub fn violate(&mut self, violation: Violation) {
        let (value, overflow) = self.state.with_overflow();
        if overflow.keep(&mut value.violations, violation) && value.violations.len() == 1 {
            self.push(Step::Stack(StackStep::Settle));
        }
    }

    /// Good Order units that have ended stacked with Disordered ones, by choice, are Disordered with them; that is no violation
    /// (LB 11.1.2i). Passing through is harmless (LB 11.1.2j).
    pub fn mix_orders(&mut self, hex: Hex) {
        let stack = self.table().stack_at(hex);
        if stack.iter().any(|&id| self.unit(id).order == Order::Disorder) {
            for &id in stack.iter().filter(|&&id| self.unit(id).order == Order::Good).collect::<Vec<_>>() {
                self.disorder(id, Cause::Stacking);
            }
        }
    }

    /// Those in the hex check, or rout, as the chart says (LB 11.1.4b, 11.1.4d).
    pub(super) fn check_violation(&mut self, violation: &Violation) {
        let Violation { hex, coming, motion, .. } = *violation;
        let Some(row) = self.table().violation_row(hex, coming, motion) else { return };
        self.tell("LB 11.1.4a", told::VIOLATION, &[Who::Hex(hex)]);
        let charts = &self.rules.charts.ground;
        let there = charts.to_those_there(row);
        let come = charts.to_those_coming(row);
        let stack = self.table().stack_at(hex);
        let old: Stack = stack.iter().copied().filter(|&id| !coming.contains(id)).collect();
        // A charge that rides over a Square is not put down in its hex, and checks with it (LB 19.7.4a).
        let comes = |&id: &UnitId| stack.contains(&id) || motion == Motion::Charge && self.unit(id).on_map();
        let new: Stack = coming.iter().filter(comes).take(8).collect();
        self.suffer(&old, there, row);
        self.suffer(&new, come, row);
    }

    fn suffer(&mut self, stack: &Stack, effect: ViolationEffect, row: Row) {
        match effect {
            ViolationEffect::Nothing | ViolationEffect::Displaced => {}
            ViolationEffect::Routs => {
                for &id in stack.iter().filter(|&&id| self.table().is_pgd(id)).collect::<Vec<_>>() {
                    self.rout_again(id);
                }
            }
            ViolationEffect::Disordered => stack.iter().for_each(|&id| self.disorder(id, Cause::Stacking)),
            ViolationEffect::Check(modifier) => self.violation_check(stack, modifier, row),
        }
    }

    /// One roll for the stack with the chart's modifier; units in PGD and wrecks do not check (LB 11.1.4d, 12.12.4a, 18.14.1.3b). A
    /// leader who runs with those that pass is in the hex with them and lends his morale bonus like any other (LB 8.1.1c).
    fn violation_check(&mut self, stack: &Stack, modifier: i8, row: Row) {
        let table = self.table();
        let checking: Stack =
            stack.iter().copied().filter(|&id| !table.is_pgd(id) && !table.unit(id).wrecked).collect();
        if checking.is_empty() {
            return;
        }
        let text = if row == Row::RoutedThrough { "routed over" } else { "stacking violation" };
        let modifiers = [Modifier { value: modifier, text, rule: "LB 11.1.4d" }];
        let check =
            Check { rule: "LB 11.1.4d", title: told_morale::CHECKS, kind: CheckKind::General, modifiers: &modifiers };
        let checked = self.morale_check(&checking, &check);
        for id in checked.failed.iter() {
            self.disorder(id, Cause::Stacking);
        }
    }

    /// A unit that is too many goes one hex; with no hex to go to it surrenders (LB 11.1.5c, 13.2.4c, G16).
    pub(super) fn displace(&mut self, id: UnitId, violation: &Violation) {
        if self.table().displacement_ways(id, violation).is_empty() {
            self.tell("LB 13.2.4c", told::SURRENDERS, &[Who::Unit(id)]);
            self.remove(id, Loss::Surrendered);
        } else {
            self.push(Step::Stack(StackStep::Displace(id)));
            // LB 11.1.5.1a.
            self.open_window(Trigger::Displaced, id, [id].into_iter().collect(), None);
        }
    }

    /// It keeps facing and formation, and may break the rules anew where it comes (LB 11.1.5c, 11.1.5d).
    pub(super) fn displaced_to(&mut self, id: UnitId, to: Hex, violation: &Violation) {
        let facing = self.unit(id).facing;
        self.state.put(id, Hexes::one(to), facing);
        self.note_bulk(id);
        for hex in [violation.hex, to] {
            self.settle_guns(hex);
        }
        self.settle_on_ground(id);
        self.face_alike(to);
        self.tell("LB 11.1.5c", told::IS_DISPLACED, &[Who::Unit(id), Who::Hex(to)]);
        let coming = [id].into_iter().collect();
        if self.table().violates(to, coming, Motion::Displacement) {
            let mut next =
                Violation { been: violation.been.clone(), ..Violation::new(to, coming, Motion::Displacement) };
            self.state.overflow.keep(&mut next.been, violation.hex);
            self.violate(next);
        }
    }
}
