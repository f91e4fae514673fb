//! What everybody sees of a unit's strength.

use crate::cards::{Arm, UnitId};
use crate::state::Formed;
use crate::table::{Play, Table};
use kernel::Listener;

impl Table<'_> {
    /// Played with its specific side up: skirmishers, unlimbered guns, wrecks (LB 5.1.2c, 12.10b).
    pub fn shows_specific(self, id: UnitId) -> bool {
        let unit = self.unit(id);
        unit.formed == Formed::Skirmish
            || self.is_unlimbered(id)
            || unit.wrecked
            || matches!(unit.place, crate::state::Place::Gone(_))
    }
}

impl Table<'_> {
    /// For every three Increments lost the Skirmish Value of cavalry falls by one, never below one; without one it stays without
    /// (LB 17.2.2).
    pub fn skirmish_value(self, id: UnitId) -> u8 {
        self.worn(id, self.specific(id).skirmish)
    }

    /// The same for its Lance Bonus (LB 17.2.2).
    pub fn lance_bonus(self, id: UnitId) -> u8 {
        self.worn(id, self.specific(id).lance)
    }

    fn worn(self, id: UnitId, printed: u8) -> u8 {
        if printed == 0 { 0 } else { printed.saturating_sub(self.increments_down(id) / 3).max(1) }
    }
}

impl<L: Listener> Play<'_, L> {
    /// What the eye sees of a unit after its strength or its hexes have changed: sight and zones go by it, so that neither gives
    /// its losses away (LB G44).
    pub(crate) fn note_bulk(&mut self, id: UnitId) {
        let left = self.table().increments(id);
        let hexes = self.unit(id).hexes.len() as u8;
        let cavalry = self.table().card(id).arm == Arm::Cavalry;
        let unit = self.unit_mut(id);
        (unit.bulk, unit.thin) = (left.min(3), cavalry && left <= 4 * hexes);
    }

    /// The same of every unit, when a battle begins.
    pub fn see_strengths(&mut self) {
        let all = self.state.units.len() as u16;
        (0..all).map(UnitId).for_each(|id| self.note_bulk(id));
    }
}
