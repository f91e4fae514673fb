//! 18.7 Losing a combat.

use crate::cards::UnitId;
use crate::table::{Play, Table};
use kernel::{Listener, Reckoning};

/// CP T15.
const GRADES: [i32; 5] = [1, 0, -1, -2, -3];

impl Table<'_> {
    /// More hits taken than given in this round, over all opponents together (CP 17.1.6, 18.7.1, ruling G49).
    pub(super) fn losing_due(self, id: UnitId) -> bool {
        let unit = self.unit(id);
        unit.fought && unit.taken_round > unit.given_round && self.can_react(id)
    }

    pub(super) fn reckon_losing(self, id: UnitId, sum: &mut Reckoning) {
        let unit = self.unit(id);
        self.add_grade(id, GRADES, sum);
        self.add_general(id, sum);
        self.add_numbers(id, sum);
        sum.add_if(unit.ridden_down, -2, "naked foot fighting cavalry in the open", "CP T15");
        self.add_shaken(id, -2, sum);
        self.add_each_two(unit.taken_round, "for every two hits this round", sum);
        // Ruling G55: the second round lost in a row is the first that counts.
        let before = i32::from(unit.rounds_lost.saturating_sub(1));
        sum.add_if(before > 0, -before, "rounds lost one after the other", "CP T15");
    }

    /// Figures of whole units after the losses, against all enemies in contact together (ruling G50).
    fn add_numbers(self, id: UnitId, sum: &mut Reckoning) {
        let (own, enemies) = (self.figures(id), u32::from(self.unit(id).faced));
        sum.add_if(enemies > 0 && own >= 2 * enemies, 1, "outnumbers the enemy two to one", "CP T15");
        sum.add_if(enemies >= 2 * own, -1, "outnumbered two to one", "CP T15");
    }
}

impl<L: Listener> Play<'_, L> {
    /// Back from whoever hit hardest, or away from him (CP 18.7.2, rulings G31, G49).
    pub(super) fn after_losing(&mut self, id: UnitId, passed: bool) {
        let from = self.unit(id).worst_shooter;
        if passed {
            let distance = self.table().beaten_recoil(id);
            self.recoil(id, distance, from);
        } else {
            self.rout(id, from);
        }
    }
}
