//! Joining a Square (12.9.4).

use crate::cards::{UnitId, UnitSet};
use crate::face::told::{Who, formations as told, morale as told_morale};
use crate::hexes::Facing;
use crate::morale::{Check, CheckKind};
use crate::movement::{Cause, Motion};
use crate::stacking::Violation;
use crate::state::{Formed, Order};
use crate::table::{Play, Stack};
use field::hexes::Hex;
use kernel::Listener;

impl<L: Listener> Play<'_, L> {
    /// All units in the hex check with one roll, each for itself: those that pass are in Square, those that fail are Disordered and
    /// displaced, so that the Square stands between them and the enemy; if all fail the hex is Disordered (LB 12.9.4a, 12.9.4b, 12.9.8a,
    /// G-45). Artillery that joins unlimbers (LB 12.9.4.2a).
    pub fn join_square(&mut self, hex: Hex) {
        let table = self.table();
        let stack: Stack = table.state.stack(hex).filter(|&id| !table.is_pgd(id)).collect();
        if stack.is_empty() {
            return;
        }
        self.tell("LB 12.9.4a", told::JOIN_SQUARE, &[Who::Hex(hex)]);
        // Those who come have no bonus of the Square yet: it is theirs only when they have passed.
        let coming: Stack = stack.iter().copied().filter(|&id| self.comes_to_square(id)).collect();
        for &id in &coming {
            self.unit_mut(id).turn.formations.joins = false;
            self.unit_mut(id).formed = if self.unit(id).order == Order::Good { Formed::Column } else { Formed::None };
        }
        let check = Check { rule: "LB 12.9.4a", title: told_morale::CHECKS, kind: CheckKind::Each, modifiers: &[] };
        let checked = self.morale_check(&stack, &check);
        for &id in stack.iter().filter(|&&id| checked.passed.contains(id)) {
            self.stands_in_square(id);
        }
        let mut routed = UnitSet::EMPTY;
        for &id in stack.iter().filter(|&&id| checked.failed.contains(id)) {
            if self.unit(id).order == Order::Disorder {
                routed.insert(id);
            }
            self.disorder(id, Cause::Morale);
        }
        let failed: UnitSet = checked.failed.iter().filter(|&id| !routed.contains(id)).collect();
        if !failed.is_empty() && !checked.passed.is_empty() {
            let violation = Violation { checked: true, ..Violation::new(hex, failed, Motion::Displacement) };
            self.violate(violation);
        }
    }

    /// A Square that has lost those who made it strong enough, by rout, displacement or capture, is Disordered at that instant, and all in the
    /// hex with it (LB 12.9.3b).
    pub(crate) fn weak_squares_break(&mut self) {
        for index in 0..self.state.units.len() as u16 {
            let id = UnitId(index);
            let unit = &self.state.units[usize::from(index)];
            if unit.formed != Formed::Square || !unit.on_map() {
                continue;
            }
            let stack = self.table().stack_of(id);
            let square: Stack = stack.iter().copied().filter(|&one| self.unit(one).formed == Formed::Square).collect();
            if self.table().has_strength_for(&square, Formed::Square, 1) {
                continue;
            }
            for one in stack {
                if self.unit(one).in_good_order() {
                    self.disorder(one, Cause::Morale);
                }
            }
        }
    }

    /// Whether a unit in the hex of a Square is one of those who come to it, and were in no Square themselves.
    fn comes_to_square(&self, id: UnitId) -> bool {
        self.unit(id).turn.formations.joins && self.table().is_infantry(id)
    }

    fn stands_in_square(&mut self, id: UnitId) {
        let infantry = self.table().is_infantry(id);
        let unit = self.unit_mut(id);
        if unit.order != Order::Good {
            return;
        }
        if infantry {
            (unit.formed, unit.facing) = (Formed::Square, Facing::Round);
        } else {
            (unit.limbered, unit.formed, unit.facing) = (false, Formed::Battery, Facing::Round);
        }
    }
}
