//! What an officer thinks of shooting.

use super::commanding::DONE;
use crate::scores::Needed;
use crate::shooting::{Aim, Range, ShootChoice};
use crate::table::Table;
use kernel::{Reckoning, Seat, Silent};

impl Table<'_> {
    /// Where most get through, for the size of the target; a garrison is smoked out where howitzers can.
    pub(super) fn appraise_shooting(self, _seat: Seat, choice: ShootChoice) -> i32 {
        let ShootChoice::Fire { unit, aim, bases } = choice else { return DONE - 1 };
        let Ok(salvo) = self.salvo(unit, aim, bases, Range::Measured) else { return DONE - 1 };
        if matches!(aim, Aim::Walls(_)) {
            return DONE + 1;
        }
        let through = |lot: &crate::shooting::salvo::Lot| {
            let mut sum = Reckoning::new(&Silent);
            self.reckon_shot(unit, aim, lot, &mut sum);
            let Needed { first, second } = Needed::by(sum.total);
            let chance = f64::from(7 - first) * second.map_or(6.0, |second| f64::from(7 - second)) / 36.0;
            let fails = f64::from(lot.weapon.save() - 1) / 6.0;
            f64::from(lot.bases) * f64::from(lot.dice_each) * chance * fails
        };
        let hits: f64 = salvo.lots.iter().map(through).sum();
        DONE + 1 + (hits * 20.0).round() as i32
    }
}
