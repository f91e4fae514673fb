//! Combat events, and the Morale Check that losses bring about (17.1.4, 17.3).

use super::LossStep;
use crate::agenda::Step;
use crate::cards::{UnitId, UnitSet};
use crate::face::told::losses as told;
use crate::morale::{Check, CheckKind, Modifier};
use crate::movement::Cause;
use crate::stacking::Violation;
use crate::state::{Order, Place};
use crate::table::{Play, Stack, Table};
use arrayvec::ArrayVec;
use field::hexes::Hex;
use kernel::Listener;
use serde::{Deserialize, Serialize};

/// One combat event: however many hexes and units it strikes, each unit checks once for it (LB 20.1.6).
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Event {
    pub cause: Cause,
    /// Those who have lost something, with their Increments before.
    pub suffered: ArrayVec<(UnitId, u8), 24>,
    /// Those who still have to check.
    pub checking: UnitSet,
    /// Hexes whose leader was mortally wounded in it, with the morale bonus that is missed there (8.2.2).
    pub fallen: ArrayVec<(Hex, i8), 4>,
}

/// Events inside each other: a unit that runs from one may run into another.
pub const MOST_EVENTS: usize = 4;

impl Table<'_> {
    /// Half its strength, or more, in the event that is being settled: a battalion or regiment checks still worse; companies and
    /// squadrons do not (LB 17.3.4).
    pub fn suffers_grievously(self, id: UnitId) -> bool {
        let Some(event) = self.state.casualties.last() else { return false };
        let before = event.suffered.iter().find(|(unit, _)| *unit == id).map(|&(_, before)| before);
        let large = !self.card(id).is_small() && (self.is_infantry(id) || self.is_cavalry(id));
        large && before.is_some_and(|before| 2 * before.saturating_sub(self.increments(id)) >= before)
    }

    /// The next stack that has to check: all who stand with the first of them, but for those in PGD and wrecks (LB 17.1.4, 12.12.4a).
    fn next_to_check(self, event: &Event) -> Option<Stack> {
        let ready = |&id: &UnitId| {
            let unit = self.unit(id);
            unit.on_map() && unit.order != Order::Pgd && !unit.wrecked && event.checking.contains(id)
        };
        let first = event.checking.iter().find(ready)?;
        Some(self.stack_of(first).into_iter().filter(ready).collect())
    }
}

impl<L: Listener> Play<'_, L> {
    /// A combat event begins. What is put on the agenda from now on happens first, then every stack that suffered in it checks.
    pub fn begin_event(&mut self, cause: Cause) {
        let event = Event { cause, suffered: ArrayVec::new(), checking: UnitSet::EMPTY, fallen: ArrayVec::new() };
        let (value, overflow) = self.state.with_overflow();
        if overflow.keep(&mut value.casualties, event) {
            self.push(Step::Loss(LossStep::Check));
        }
    }

    /// A unit is about to lose something in the event that is on.
    pub(super) fn suffers(&mut self, id: UnitId, _stack: &Stack) {
        let before = self.table().increments(id);
        let (value, overflow) = self.state.with_overflow();
        let Some(event) = value.casualties.last_mut() else { return };
        if !event.suffered.iter().any(|(unit, _)| *unit == id) {
            overflow.keep(&mut event.suffered, (id, before));
        }
    }

    /// A unit has lost something: its whole stack checks, also when the unit is destroyed (LB 17.1.4, 17.3.1a, 17.3.2). Infantry of the
    /// Old Guard checks when its marked losses reach or pass an even number (LB 17.3.1b, 17.4c). A wagon loses rounds, and does not
    /// check (LB G3.40).
    pub(super) fn calls_for_check(&mut self, id: UnitId, stack: &Stack) {
        let table = self.table();
        if table.is_wagon(id) {
            return;
        }
        let guard = table.card(id).is_old_guard() && table.is_infantry(id);
        if !guard || table.unit(id).losses.is_multiple_of(2) {
            self.must_check(stack.iter().copied());
        }
    }

    /// Units check in the event that is on, whatever they lost: those beside an explosion too (LB 18.6.2).
    pub fn must_check(&mut self, units: impl Iterator<Item = UnitId>) {
        if let Some(event) = self.state.casualties.last_mut() {
            units.for_each(|id| event.checking.insert(id));
        }
    }

    /// A leader was mortally wounded in the combat event that is on: whoever was with him makes the one check of the event, without his
    /// bonus and as much again (LB 8.2.2a, 20.1.6). Tells whether an event is on.
    pub(crate) fn mourns_in_event(&mut self, hex: Hex, bonus: i8, stack: &Stack) -> bool {
        let (value, overflow) = self.state.with_overflow();
        let Some(event) = value.casualties.last_mut() else { return false };
        overflow.keep(&mut event.fallen, (hex, bonus));
        self.must_check(stack.iter().copied());
        true
    }

    /// Of a regiment that losses have broken down its battalions check (LB 17.1.3, 17.1.4).
    fn battalions_check(&mut self) {
        let rules = self.rules;
        let Some(event) = self.state.casualties.last() else { return };
        let broken = |&id: &UnitId| self.unit(id).place == Place::Display;
        let regiments: ArrayVec<UnitId, 8> = event.checking.iter().filter(broken).take(8).collect();
        for regiment in regiments {
            self.must_check(rules.units[regiment.ix()].battalions.iter());
            if let Some(event) = self.state.casualties.last_mut() {
                event.checking.remove(regiment);
            }
        }
    }

    /// The next stack of the innermost event checks, and what comes of it is carried out before the one after it.
    pub(super) fn check_losses(&mut self) {
        self.battalions_check();
        let Some(event) = self.state.casualties.last().cloned() else { return };
        let Some(stack) = self.table().next_to_check(&event) else {
            self.state.casualties.pop();
            return;
        };
        if let Some(event) = self.state.casualties.last_mut() {
            stack.iter().for_each(|&id| event.checking.remove(id));
        }
        self.push(Step::Loss(LossStep::Check));
        let with_them = |hex: Hex| stack.iter().any(|&id| self.unit(id).hexes.contains(hex));
        let missed = event.fallen.iter().filter(|&&(hex, bonus)| bonus > 0 && with_them(hex));
        let modifiers: ArrayVec<Modifier, 4> = missed.map(|&(_, bonus)| Modifier::fallen_leader(bonus)).collect();
        let check = Check { rule: "LB 17.1.4", title: told::CHECKS, kind: CheckKind::Losses, modifiers: &modifiers };
        let checked = self.morale_check(&stack, &check);
        // Those who stay with others of a better order are displaced; before that, whoever has to run has run (LB 20.1.1b).
        if !checked.failed.is_empty() && !checked.passed.is_empty() {
            let mut hexes: ArrayVec<Hex, 8> = ArrayVec::new();
            for hex in stack.iter().flat_map(|&id| self.unit(id).hexes.iter().collect::<Vec<_>>()) {
                if !hexes.contains(&hex) {
                    self.state.overflow.keep(&mut hexes, hex);
                }
            }
            for hex in hexes {
                self.violate(Violation::split(hex));
            }
        }
        for &id in stack.iter().filter(|&&id| checked.failed.contains(id)) {
            self.disorder(id, event.cause);
        }
        for hex in stack.iter().map(|&id| self.unit(id).hexes.head()).collect::<Vec<_>>() {
            self.settle_guns(hex);
        }
    }
}
