//! 18.4 Charge or counter-charge to contact.

use super::USUAL_GRADES;
use crate::agenda::TestKind;
use crate::cards::{PikeStatus, UnitId};
use crate::state::{Aspect, Charge, ChargeKind, Stage};
use crate::table::{Play, Table};
use kernel::{Listener, Reckoning};

impl Table<'_> {
    /// The charge that a unit has to carry home now. Whoever was drawn into a pursuit needs no test (ruling G17), nor
    /// does a pursuer that crashed (ruling G24).
    pub(super) fn charge_to_test(self, kind: TestKind, id: UnitId) -> Option<usize> {
        if !self.can_react(id) || self.pursuing(id) {
            return None;
        }
        let wanted = |charge: &Charge| match charge.kind {
            ChargeKind::Charge => kind == TestKind::Charge,
            ChargeKind::Counter | ChargeKind::Support | ChargeKind::Instead => kind == TestKind::CounterCharge,
            ChargeKind::Crash | ChargeKind::Onward => false,
        };
        let due = |charge: &Charge| {
            charge.charger == id && charge.stage == Stage::Arrived && wanted(charge) && !self.stopped_by_horse(charge)
        };
        self.state.charges.iter().position(due)
    }

    /// Foot that horse has come to stop does not charge it (CP 15.3.4): its own charge waits for what the horse does.
    fn stopped_by_horse(self, charge: &Charge) -> bool {
        let mut counters = self.state.charges.iter();
        charge.kind == ChargeKind::Charge
            && counters.any(|counter| {
                counter.charger == charge.target
                    && counter.stage != Stage::Failed
                    && self.rides_at_foot(counter, charge.charger)
            })
    }

    /// The modifiers of the declared target decide, even when others are struck too (ruling G22).
    pub(super) fn reckon_charge(self, kind: TestKind, id: UnitId, sum: &mut Reckoning) {
        let Some(charge) = self.charge_to_test(kind, id).and_then(|ix| self.state.charges.get(ix)) else { return };
        let target = charge.target;
        self.add_grade(id, USUAL_GRADES, sum);
        self.add_general(id, sum);
        let weak = charge.aspect != Aspect::Front || self.shaken(target) || self.routing(target);
        sum.add_if(weak, 4, "at flank or rear, or at a shaken or routing target", "CP 18.4.3");
        sum.add_if(self.card(id).royalist && self.is_cavalry(id), 2, "Royalist cavalry", "CP T12");
        self.add_each_two(self.unit(id).hits_turn, "for every two hits taken this turn", sum);
        sum.add_if(self.exhausted(id), -2, "exhausted", "CP 11.2.2");
        if self.is_mounted(id) {
            let pikes = charge.aspect == Aspect::Front && self.steady_pikes(target, id);
            sum.add_if(pikes, -3, "mounted, frontally at steady pikes", "CP T12");
            sum.add_if(charge.bad_ground, -2, "mounted, into disordering terrain or an obstacle", "CP T12");
        }
    }

    /// Steady foot with pikes enough to stop this enemy.
    fn steady_pikes(self, foot: UnitId, enemy: UnitId) -> bool {
        self.is_close_order_foot(foot)
            && self.status_against(foot, enemy) >= PikeStatus::PikeSupported
            && self.steady(foot)
    }
}

impl<L: Listener> Play<'_, L> {
    /// Home, or half the way back and shaken (CP 18.4.2a, 18.4.2b, 18.4.2c).
    pub(super) fn after_charge_test(&mut self, kind: TestKind, id: UnitId, passed: bool) {
        let Some(ix) = self.table().charge_to_test(kind, id) else { return };
        if passed {
            self.charge_passed(ix);
        } else {
            self.charge_failed(ix);
        }
    }
}
