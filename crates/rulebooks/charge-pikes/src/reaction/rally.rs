//! 18.1 Rally from rout.

use crate::cards::{Grade, UnitId};
use crate::face::told::{self, Who};
use crate::state::Place;
use crate::table::{Play, Table};
use kernel::{Listener, Reckoning};

/// CP T9; grade E is never allowed to try.
const GRADES: [i32; 5] = [-2, -3, -4, -5, -6];

impl Table<'_> {
    pub(super) fn rally_due(self, id: UnitId) -> bool {
        let unit = self.unit(id);
        unit.place == Place::Table
            && self.routing(id)
            // CP 18.1.1
            && unit.fled
            // CP 18.1.4
            && self.grade(id) != Grade::E
            // CP 18.1.2
            && !self.exhausted(id)
            // CP 18.1.3
            && !self.visible_enemy_within(id, self.inches(6))
    }

    pub(super) fn reckon_rally(self, id: UnitId, sum: &mut Reckoning) {
        self.add_grade(id, GRADES, sum);
        self.add_general(id, sum);
        let alone = !self.visible_enemy_within(id, self.inches(12));
        sum.add_if(alone, 2, "no visible enemy within 12(9)\"", "CP T9");
    }
}

impl<L: Listener> Play<'_, L> {
    pub(super) fn after_rally(&mut self, id: UnitId, passed: bool) {
        if passed {
            // CP 18.1.5a, 18.1.5b
            self.rally(id);
        } else {
            self.tell("CP 18.1.5c", told::GOES_ON_ROUTING, &[Who::Unit(id)]);
        }
    }
}
