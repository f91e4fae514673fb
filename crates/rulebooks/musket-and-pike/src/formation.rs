//! Chapter 6.3 and 6.4: formations and formation hits.

use crate::cards::UnitId;
use crate::table::Play;
use kernel::{Dice, Listener};

/// What a formation hit comes from: some turn it into a casualty, some ignore it (T-FORMATION).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HitFrom {
    Ground,
    Fire,
    CloseCombat,
}

impl<D: Dice, L: Listener> Play<'_, D, L> {
    /// One Formation Hit (MP 6.3.1b, 6.3.1c, 6.3.2i, 6.3.3d). Returns true when it has become a casualty instead, which the caller applies (MP 10.6.6a).
    /// Cavalry and Light Infantry stacked together suffer it together (MP 8.2.1f).
    pub fn formation_hit(&mut self, id: UnitId, from: HitFrom) -> bool {
        let _ = (id, from);
        unimplemented!()
    }

    /// A unit in Column is attacked: Formation Broken, faced by its owner, and a Morale Check before the attack is resolved (MP 6.3.4h). Pushes the steps needed;
    /// the caller's step stands below and sees afterwards whether the unit is still there.
    pub fn column_attacked(&mut self, id: UnitId, by: UnitId) {
        let _ = (id, by);
        unimplemented!()
    }
}
