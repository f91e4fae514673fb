//! Chapter 12: morale, checks, casualties and the threshold.

use crate::cards::UnitId;
use crate::state::Loss;
use crate::table::{Play, Table};
use kernel::{Dice, Listener};

impl Table<'_> {
    /// Current morale (MP 12.4.2a, 12.4.3a, T-MORALE).
    pub fn morale(self, id: UnitId) -> u8 {
        let _ = id;
        unimplemented!()
    }
}

impl<D: Dice, L: Listener> Play<'_, D, L> {
    /// One Morale Check with +1 for each check beyond the first (MP 12.2a, 10.6.5a). Only the roll and its telling: true when passed.
    pub fn morale_check(&mut self, id: UnitId, extra: u8, rule: &'static str) -> bool {
        let _ = (id, extra, rule);
        unimplemented!()
    }

    /// A unit loses one morale level (MP 12.2b, 12.4.1a): Shaken; or Broken, which pushes its retreat of two hexes from `cause` (MP 12.4.3b) and takes its formation; or eliminated.
    /// Artillery never retreats (MP 12.4.4a). A cavalry and Light Infantry stack changes together.
    pub fn lose_level(&mut self, id: UnitId, cause: Option<UnitId>) {
        let _ = (id, cause);
        unimplemented!()
    }

    /// Makes a unit Morale Broken whatever it was (MP 11.4.1b, 12.4.6a, 12.4.6b): eliminated if it was so already. Pushes no retreat.
    pub fn break_morale(&mut self, id: UnitId) {
        let _ = id;
        unimplemented!()
    }

    /// Casualties on infantry or cavalry: adds them, removes the unit when none are left (MP 10.6.1c), applies the threshold (MP 12.5.2a). Returns true when the unit is still there.
    /// `lose_level` from the threshold pushes the retreat.
    pub fn casualties(&mut self, id: UnitId, hits: u8, cause: Option<UnitId>) -> bool {
        let _ = (id, hits, cause);
        unimplemented!()
    }

    /// Takes a unit out of the battle: guns become wrecks, Light Infantry under lost cavalry goes with it, leaders are dealt with (MP 5.3.1b, 8.2.1d, 10.8.9a).
    pub fn eliminate(&mut self, id: UnitId, loss: Loss, cause: crate::state::Cause) {
        let _ = (id, loss, cause);
        unimplemented!()
    }
}
