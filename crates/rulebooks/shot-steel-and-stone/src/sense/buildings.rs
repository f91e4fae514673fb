//! What an officer thinks of buildings.

use crate::buildings::BuildingChoice;
use crate::table::Table;
use kernel::Seat;

impl Table<'_> {
    /// Out on the side that is farthest from the enemy.
    pub(super) fn appraise_buildings(self, _seat: Seat, choice: BuildingChoice) -> i32 {
        let BuildingChoice::Evacuate { unit, pose } = choice;
        let off = |enemy| self.body(enemy).distance_to_point(pose.at.vec());
        let near = self.enemies_of(unit).map(off).fold(f64::MAX, f64::min);
        (near.min(1e8) / 1_000.0).round() as i32
    }
}
