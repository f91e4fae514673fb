//! How an officer ranks decisions of `fire`: as much as it may cost the enemy.

use crate::cards::UnitId;
use crate::fire::FireChoice;
use crate::table::Table;
use field::hexes::Hex;
use kernel::Seat;

impl Table<'_> {
    pub(super) fn appraise_fire(self, seat: Seat, choice: FireChoice) -> i32 {
        match choice {
            FireChoice::At { from, at } => 20 + 4 * self.worth_firing(seat, at) - self.grid().distance(from, at) as i32,
            FireChoice::Lob { at, .. } | FireChoice::Sections { at, .. } => 5 + 2 * self.worth_firing(seat, at),
        }
    }

    /// Dense ranks first, and those whom others fire at already; not a wreck.
    fn worth_firing(self, _seat: Seat, at: Hex) -> i32 {
        let ordered = self.state.fire_orders.iter().filter(|order| order.at == at).count() as i32;
        let strength = |id: UnitId| i32::from(self.card(id).increments.min(9));
        let units: i32 = self.state.stack(at).filter(|&id| !self.unit(id).wrecked).map(strength).sum();
        units.min(18) / 3 + 2 * ordered.min(2)
    }
}
