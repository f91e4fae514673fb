//! What an officer thinks of fire.

use super::DONE;
use crate::fire::FireChoice;
use crate::measures::{NEAR, YARD};
use crate::table::Table;
use kernel::Seat;

impl Table<'_> {
    /// Guns fire whenever they can, at those whom it hurts; foot keeps a volley of little worth for close range.
    pub(super) fn appraise_fire(self, _seat: Seat, choice: FireChoice) -> i32 {
        match choice {
            FireChoice::Hold(_) => DONE,
            FireChoice::Shoot { gun, target, indirect } => {
                let same = self.unit(gun).last_shot.is_some_and(|last| last.at == target);
                let far = (self.distance(gun, target) / f64::from(YARD)) as i32;
                let near = i32::from(far * YARD <= NEAR);
                // Shells of one's own side fall on friends who are near.
                DONE + 40 + 10 * i32::from(same) + 15 * near - far / 40 - 15 * i32::from(indirect)
            }
            // Who is better off in close fire keeps his volley and goes in.
            FireChoice::Volley { unit, target } if self.should_close(unit, target) => DONE - 5,
            FireChoice::Volley { unit, target } => 10 * i32::from(self.volley_dice(unit, target).count()) - 15,
            FireChoice::ShootLeader { .. } => DONE + 25,
            FireChoice::ShootMessenger { .. } => DONE + 10,
        }
    }
}
