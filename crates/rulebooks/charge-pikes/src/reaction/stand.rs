//! 18.5 Stand against a successful charge.

use super::USUAL_GRADES;
use crate::cards::UnitId;
use crate::state::{Aspect, Charge, ChargeKind, Formation, Phase, Stage};
use crate::table::{Play, Table};
use kernel::{Listener, Reckoning};
use scenario::Cover;

impl<'a> Table<'a> {
    /// Charges that have passed their own test and come home on a unit.
    fn charges_home(self, id: UnitId) -> impl Iterator<Item = &'a Charge> {
        self.charges_on(id).filter(|charge| charge.stage == Stage::Passed)
    }
}

impl Table<'_> {
    /// Charged units that did not counter-charge (CP 18.5.1), evaders among them when the charge they ran from went on
    /// and succeeded (CP 15.6.7).
    pub(super) fn stand_due(self, id: UnitId) -> bool {
        self.can_react(id) && !self.counter_charged(id) && self.charger_home(id).is_some()
    }

    /// It has come out to meet a charge; to have said that it would is not enough.
    fn counter_charged(self, id: UnitId) -> bool {
        let comes_out =
            |charge: &Charge| charge.answers() || matches!(charge.kind, ChargeKind::Onward | ChargeKind::Instead);
        self.state.charges.iter().any(|charge| charge.charger == id && comes_out(charge) && self.unit(id).charged)
    }

    /// The enemy whose charge on the unit, or past where it stood, went home.
    fn charger_home(self, id: UnitId) -> Option<UnitId> {
        let here = self.foremost(id, self.charges_home(id));
        here.or_else(|| {
            let from = self.unit(id).cause.filter(|_| self.unit(id).evaded)?;
            let went_home = |charge: &Charge| charge.charger == from && charge.stage == Stage::Passed;
            self.state.charges.iter().any(went_home).then_some(from)
        })
    }

    /// One test with the worst of all its chargers (CP 18.0.4, ruling G22).
    pub(super) fn reckon_stand(self, id: UnitId, sum: &mut Reckoning) {
        self.add_grade(id, USUAL_GRADES, sum);
        self.add_general(id, sum);
        if self.state.phase == Phase::Shooting {
            self.add_each_two(self.unit(id).hits_phase, "for every two shooting hits this phase", sum);
        }
        let square = self.unit(id).formation == Formation::Square;
        // Who has evaded stands though no charge comes home on it: there is nothing to be covered from.
        let hard = |charge: &Charge| self.cover_combat(id, charge.charger) == Cover::Hard;
        let covered = || self.charges_home(id).next().is_some() && self.charges_home(id).all(hard);
        sum.add_if(square || covered(), 2, "in square or hard cover", "CP T13");
        self.add_shaken(id, -2, sum);
        let aside = self.charges_home(id).any(|charge| self.charge_felt_by(charge, id).aspect != Aspect::Front);
        sum.add_if(aside, -2, "charged on flank or rear", "CP T13");
        let surprised = self.charges_home(id).any(|charge| charge.target == id && charge.surprise);
        sum.add_if(surprised, -2, "surprised", "CP T13");
    }
}

impl<L: Listener> Play<'_, L> {
    /// CP 18.5.2
    pub(super) fn after_stand(&mut self, id: UnitId, passed: bool) {
        if !passed {
            let cause = self.table().charger_home(id);
            self.rout(id, cause);
        }
    }
}
