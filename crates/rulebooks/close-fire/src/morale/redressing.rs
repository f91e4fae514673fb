//! Re-dressing ranks (CF 8.6 to 8.9, 8.17, T2, G10, G12).

use crate::cards::{Grade, UnitId};
use crate::readings::RedressStationary;
use crate::table::{Play, Table};
use kernel::{Listener, Side};

impl Table<'_> {
    /// Has not moved at any time in this turn; by one reading it has not changed formation or facing either (CF 8.9, 18.8, G10).
    fn redresses_as_stationary(self, id: UnitId) -> bool {
        match self.rules.options.redress_stationary {
            RedressStationary::MayAdjust => self.has_not_moved(id),
            RedressStationary::NoAdjust => self.is_stationary(id),
        }
    }

    /// The Disorder Points that a unit may be rid of in the Morale Phase (T2), and by what rule. In combat it is none; those of this
    /// Morale Phase stay (CF 8.17).
    pub(crate) fn redress_due(self, id: UnitId) -> (u8, &'static str) {
        let unit = self.unit(id);
        let still = self.redresses_as_stationary(id);
        let (most, rule) = match unit.grade {
            _ if self.is_in_combat(id) || (self.is_gun(id) && !self.is_crewed(id)) => (0, "CF 8.6"),
            // After moving as well (CF 18.21).
            Grade::A | Grade::B => (1 + u8::from(still), "CF 8.6"),
            Grade::C | Grade::D => (u8::from(still), "CF 8.7"),
            Grade::E => (u8::from(still && !unit.under_fire), "CF 8.8"),
        };
        (most.min(unit.dps.saturating_sub(unit.morale_dps)), rule)
    }
}

impl<L: Listener> Play<'_, L> {
    pub(super) fn redress(&mut self, side: Side) {
        for id in self.table().at_hand(side) {
            let (less, rule) = self.table().redress_due(id);
            self.lose_dps(id, less, rule);
        }
    }
}
