//! Charges under a hand: who charges whom, and what a hand means that drags a unit upon an enemy or points at one.

use super::{Hand, by_unit, unit_number};
use crate::cards::UnitId;
use crate::charges::{ChargeChoice, ChargeStep};
use crate::decision::Decision;
use crate::table::Table;
use field::table::Vec2;
use kernel::Mark;

impl Table<'_> {
    pub(super) fn charge_mark(self, choice: ChargeChoice) -> Mark {
        match choice {
            ChargeChoice::Declare { unit, target, .. } => self.at_enemy(unit, target),
            ChargeChoice::Join { unit, lead } => Mark { targets: vec![unit_number(lead)], ..by_unit(unit) },
            ChargeChoice::Dice { unit, .. } => match self.charge_of(unit) {
                Some(charge) => self.at_enemy(unit, charge.target),
                None => by_unit(unit),
            },
            ChargeChoice::Counter { unit, .. } => match self.charger_of(unit) {
                Some(charger) => self.at_enemy(unit, charger),
                None => by_unit(unit),
            },
            ChargeChoice::Evade(unit)
            | ChargeChoice::StepBack { unit, .. }
            | ChargeChoice::FaceAbout(unit)
            | ChargeChoice::Receive(unit) => by_unit(unit),
        }
    }

    /// Who comes at a unit.
    fn charger_of(self, unit: UnitId) -> Option<UnitId> {
        self.state.charges.iter().find(|charge| charge.target == unit).map(|charge| charge.lead)
    }

    /// The nearest enemy to a unit that is held with its middle there: lines are long, and meet aside of their middles.
    fn met_at(self, unit: UnitId, at: Vec2) -> Option<UnitId> {
        let held = self.body(unit).translated(at - self.body(unit).center());
        let far = self.enemies_of(unit).map(|enemy| (enemy, self.body(enemy).distance(&held)));
        let near = far.filter(|(_, far)| *far <= f64::from(super::REACH));
        near.min_by(|one, other| one.1.total_cmp(&other.1)).map(|(enemy, _)| enemy)
    }

    /// A unit dragged upon an enemy charges him, one dragged upon a friend who charges joins him.
    pub(super) fn charge_aims(self, step: ChargeStep, hand: &Hand) -> Vec<Decision> {
        let (ChargeStep::Declare(_) | ChargeStep::Forced(_), Some(unit)) = (step, hand.unit) else {
            return self.offered(hand);
        };
        let target = match (self.pointed(hand), hand.at) {
            (Some(target), _) => target,
            // It was let go on open ground.
            (None, Some(at)) => match self.met_at(unit, at) {
                Some(target) => target,
                None => return Vec::new(),
            },
            (None, None) => return self.offered(hand),
        };
        if self.side(unit) == self.side(target) {
            return vec![Decision::Charge(ChargeChoice::Join { unit, lead: target })];
        }
        let charge = |outrance: bool| Decision::Charge(ChargeChoice::Declare { unit, target, outrance });
        [false, true].map(charge).to_vec()
    }
}
