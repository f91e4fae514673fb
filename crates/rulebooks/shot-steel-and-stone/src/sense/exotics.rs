//! What an officer thinks of pigs and naptha.

use crate::exotics::ExoticChoice;
use crate::table::Table;
use field::table::{bearing, turn};
use kernel::Seat;

impl Table<'_> {
    pub(super) fn appraise_exotics(self, _seat: Seat, choice: ExoticChoice) -> i32 {
        match choice {
            // Towards the nearest enemy.
            ExoticChoice::Release { pig, facing } => {
                let from = self.body(pig).center();
                let Some((enemy, _)) = self.nearest_enemy(pig) else { return -1 };
                10 - turn(facing, bearing(self.body(enemy).center() - from)).abs() / 1_000
            }
            // Three dice misfire in four shots of ten.
            ExoticChoice::Naptha { dice, .. } => 10 - (i32::from(dice) - 3).abs(),
            ExoticChoice::Grenades { .. } => 5,
        }
    }
}
