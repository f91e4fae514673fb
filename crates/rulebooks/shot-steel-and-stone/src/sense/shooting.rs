//! What an officer thinks of shooting.

use super::commanding::DONE;
use super::prospects::chance;
use crate::cards::{BuildingId, UnitId};
use crate::shooting::salvo::Lot;
use crate::shooting::{Aim, Range, ShootChoice};
use crate::table::Table;
use kernel::{Reckoning, Seat, Side, Silent};

impl Table<'_> {
    /// Where most get through and tell most; walls only where the enemy shelters in them.
    pub(super) fn appraise_shooting(self, _seat: Seat, choice: ShootChoice) -> i32 {
        let ShootChoice::Fire { unit, aim, bases } = choice else { return DONE - 1 };
        let Ok(salvo) = self.salvo(unit, aim, bases, Range::Measured) else { return DONE - 1 };
        let through = |lot: &Lot| {
            let mut sum = Reckoning::new(&Silent);
            self.reckon_shot(unit, aim, lot, &mut sum);
            let fails = f64::from(lot.weapon.save() - 1) / 6.0;
            f64::from(lot.bases) * f64::from(lot.dice_each) * chance(sum.total) * fails
        };
        let hits: f64 = salvo.lots.iter().map(through).sum();
        let worth = match aim {
            Aim::Walls(building) => return self.appraise_battering(self.side(unit), building),
            Aim::Beast(beast) => 20.0 * hits * f64::from(self.harm_by_beast(beast, self.side(unit)).signum()),
            Aim::Unit(enemy) => self.worth_of_hits(enemy, hits) * self.danger_of(unit, enemy),
            Aim::Gunners(enemy) => 0.8 * self.worth_of_hits(enemy, hits),
        };
        if worth <= 0.0 { DONE - 1 } else { DONE + 1 + worth.round() as i32 }
    }

    /// Those who are near, and fresh, do more harm than others.
    fn danger_of(self, id: UnitId, enemy: UnitId) -> f64 {
        let near = self.distance(id, enemy) < f64::from(crate::measures::bw(4));
        let routs = !self.is_foe(enemy);
        if routs {
            0.5
        } else if near {
            1.1
        } else {
            1.0
        }
    }

    /// Houses that the enemy holds, if there is nobody to be hit.
    fn appraise_battering(self, side: Side, building: BuildingId) -> i32 {
        let inside = |id: UnitId| self.unit(id).inside.is_some_and(|inside| inside.building == building);
        let theirs = self.of_side(side.other()).any(inside);
        let ours = self.of_side(side).any(inside);
        if theirs && !ours { DONE + 2 } else { DONE - 1 }
    }
}
