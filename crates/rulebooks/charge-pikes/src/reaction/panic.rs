//! 18.3 Panic of foot before a cavalry charge.

use super::USUAL_GRADES;
use crate::cards::UnitId;
use crate::state::Charge;
use crate::table::{Play, Table};
use kernel::{Listener, Reckoning};

impl<'a> Table<'a> {
    /// True cavalry that has charged into contact with a unit.
    fn cavalry_on(self, id: UnitId) -> impl Iterator<Item = &'a Charge> {
        self.charges_on(id).filter(move |charge| self.is_cavalry(charge.charger))
    }
}

impl Table<'_> {
    /// Foot charged by true cavalry (CP 18.3.1), unless there is too little of it to frighten anybody (CP 18.3.2).
    /// Skirmishers and gunners in the open do not wait to panic: they evade or are overrun (ruling G38).
    pub(super) fn panic_due(self, id: UnitId) -> bool {
        if !self.can_react(id) || !self.is_foot(id) {
            return false;
        }
        let horsemen: u32 = self.cavalry_on(id).map(|charge| self.figures(charge.charger)).sum();
        horsemen > 0 && horsemen * 4 >= self.figures(id) && !self.can_be_overrun(id)
    }

    /// One test with the worst of all its chargers (CP 18.0.4, ruling G22).
    pub(super) fn reckon_panic(self, id: UnitId, sum: &mut Reckoning) {
        self.add_grade(id, USUAL_GRADES, sum);
        self.add_general(id, sum);
        let slow = !self.cavalry_on(id).any(|charge| self.charge_felt_by(charge, id).impetus);
        sum.add_if(slow, 2, "cavalry without impetus at contact", "CP T11");
        let naked = self.cavalry_on(id).any(|charge| self.is_naked(id, charge.charger));
        sum.add_if(naked, -3, "naked foot", "CP T11");
        let open = self.open_flanks(id) as i32;
        sum.add_if(open > 0, -open, "for its open flanks", "CP T11");
        self.add_shaken(id, -2, sum);
    }
}

impl<L: Listener> Play<'_, L> {
    /// CP 18.3.3
    pub(super) fn after_panic(&mut self, id: UnitId, passed: bool) {
        if !passed {
            let table = self.table();
            let cause = table.foremost(id, table.cavalry_on(id));
            self.rout(id, cause);
        }
    }
}
