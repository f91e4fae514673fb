//! 18.6 Shooting hits.

use super::USUAL_GRADES;
use crate::cards::UnitId;
use crate::state::{Charge, Formation, Place, Stage};
use crate::table::{Play, Table};
use kernel::{Listener, Reckoning};

impl Table<'_> {
    /// Hit by shooting, and in no charge on either side, be it when the shooting began (CP 18.6.1, ruling G92): a charge may
    /// fail since, and a charger be shot away.
    pub(super) fn shooting_hits_due(self, id: UnitId) -> bool {
        self.can_react(id) && self.unit(id).hits_phase > 0 && !self.unit(id).engaged && !self.in_charge(id)
    }

    /// Charging, counter-charging, charged, or run from a charge that went on. One that halted after an evade is no charge
    /// any more (ruling G20).
    fn in_charge(self, id: UnitId) -> bool {
        let unit = self.unit(id);
        let ran_from = |charge: &Charge| unit.evaded && unit.cause == Some(charge.charger);
        let named = |charge: &&Charge| charge.charger == id || charge.target == id || ran_from(charge);
        self.state.charges.iter().filter(named).any(|charge| charge.stage != Stage::Halted)
            || self.charges_on(id).next().is_some()
            || (unit.charged && self.struck_nobody(id))
    }

    /// Its charge had come home, and then there was nobody left to strike.
    fn struck_nobody(self, id: UnitId) -> bool {
        self.state.charges.iter().any(|charge| charge.charger == id && self.unit(charge.target).place != Place::Table)
    }

    pub(super) fn reckon_shooting_hits(self, id: UnitId, sum: &mut Reckoning) {
        let unit = self.unit(id);
        self.add_grade(id, USUAL_GRADES, sum);
        self.add_general(id, sum);
        self.add_each_two(unit.hits_phase, "for every two shooting hits this phase", sum);
        sum.add_if(unit.hit_in_flank, -1, "shot at from flank or rear", "CP T14");
        self.add_shaken(id, -1, sum);
        sum.add_if(unit.hit_by_heavy, -1, "hit by heavy artillery", "CP T14");
        // Cover counts against the fire that hit (CP T14): whoever was hit out of cover too has none.
        let covered = unit.formation == Formation::Square || unit.hit_in_cover;
        sum.add_if(covered, 1, "in square or hard cover", "CP T14");
    }
}

impl<L: Listener> Play<'_, L> {
    /// As shooting begins: who is in a charge, and will not test for what hits him.
    pub(crate) fn note_engaged(&mut self) {
        for ix in 0..self.state.units.len() as u8 {
            let id = UnitId(ix);
            self.state.units[id.ix()].engaged |= self.table().in_charge(id);
        }
    }

    /// CP 18.6.2; a pursuer that is shaken goes on pursuing (ruling G26).
    pub(super) fn after_shooting_hits(&mut self, id: UnitId, passed: bool) {
        if !passed {
            let cause = self.unit(id).worst_shooter;
            self.drop_morale(id, cause, "CP 18.6.2");
        }
    }
}
