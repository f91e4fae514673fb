//! Leaving an enemy zone: by a check, or at the price of an Increment (10.2.2, 10.5).

use super::Zone;
use crate::cards::UnitId;
use crate::face::told::morale as told;
use crate::morale::{Check, CheckKind, Modifier};
use crate::movement::{Cause, Motion};
use crate::table::{Play, Stack, Table};
use field::hexes::Hex;
use kernel::Listener;

impl Table<'_> {
    /// Cavalry in the zone of enemy cavalry charges cavalry if it charges at all (LB 10.3.4c); which of several is its own to say
    /// (LB 10.3.4a).
    pub fn charges_cavalry_only(self, id: UnitId) -> bool {
        self.unit_in_zone(id) == Zone::Cavalry
    }

    /// Whether units of a stack that retreat out of a hex pay for an enemy zone there: not where friends who stay in it hold the
    /// zone off (LB 10.5a, 10.5.1.1a, G41).
    pub fn pays_for_zone(self, stack: &Stack, motion: Motion, hex: Hex) -> bool {
        let Some(&top) = stack.first() else { return false };
        let side = self.side(top);
        let friends = self.state.stack(hex).any(|id| self.side(id) == side && !stack.contains(&id));
        motion.is_involuntary() && !friends && self.enemy_zone(side, hex) != Zone::None
    }
}

impl<L: Listener> Play<'_, L> {
    /// A stack tries to leave an enemy zone, as the first action of its movement: one check for all; those that pass may go, those
    /// that fail are Disordered and stay, or rout if they were Disordered already (LB 10.2.2a, 10.2.2b, 20.1.1a, G19). Cavalry and
    /// limbered horse artillery need none (LB 10.3.2a). Retreats before assaults and charges do not come here (LB 10.2.2c).
    pub fn check_to_leave(&mut self, stack: &Stack, modifiers: &[Modifier]) -> Stack {
        let table = self.table();
        let checks = stack.iter().any(|&id| table.checks_to_leave(id, table.unit_in_zone(id)));
        if !checks {
            return stack.clone();
        }
        let check = Check { rule: "LB 10.2.2a", title: told::CHECKS, kind: CheckKind::General, modifiers };
        let checked = self.morale_check(stack, &check);
        for &id in stack.iter().filter(|&&id| checked.failed.contains(id)) {
            self.disorder(id, Cause::Morale);
        }
        stack.iter().copied().filter(|&id| checked.passed.contains(id)).collect()
    }

    /// A stack that routs, recoils or bounces is about to leave a hex: in an enemy zone that costs its top unit an Increment, however
    /// many enemies reach there (LB 10.5a, 10.5b, 10.5c). Tells whether anything was lost.
    pub fn pay_for_zone(&mut self, stack: &Stack, motion: Motion, hex: Hex) -> bool {
        let top = stack.iter().copied().find(|&id| self.unit(id).on_map());
        match top.filter(|_| self.table().pays_for_zone(stack, motion, hex)) {
            Some(top) => self.lose(top, 1) > 0,
            None => false,
        }
    }
}
