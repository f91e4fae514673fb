//! What an officer thinks of deployment.

use super::commanding::DONE;
use crate::cards::{TableEdge, UnitId};
use crate::deployment::DeployChoice;
use crate::measures::BW;
use crate::table::Table;
use field::table::Point;
use kernel::Seat;

impl Table<'_> {
    pub(super) fn appraise_deployment(self, _seat: Seat, choice: DeployChoice) -> i32 {
        match choice {
            DeployChoice::Edge(_) => 0,
            DeployChoice::Place { unit, pose, .. } => self.rank_place(unit, pose.at),
            // A wall is worth having, if it does not shut in the best.
            DeployChoice::Garrison { .. } => 40,
            DeployChoice::Post { .. } => DONE - 1,
        }
    }

    /// Foot in the middle, horse on the wings; the line forward, guns in front of it and nobody crowded.
    fn rank_place(self, id: UnitId, at: Point) -> i32 {
        let ground = &self.rules.ground;
        let edge = self.baseline(self.side(id));
        let upright = matches!(edge, TableEdge::East | TableEdge::West);
        let (along, wide) = if upright { (at.y, ground.height) } else { (at.x, ground.width) };
        let forward = match edge {
            TableEdge::South => at.y,
            TableEdge::North => ground.height - at.y,
            TableEdge::West => at.x,
            TableEdge::East => ground.width - at.x,
        } / BW;
        let aside = (along - wide / 2).abs() / BW;
        let wing = wide / BW / 3;
        if self.is_mounted(id) { 40 - (aside - wing).abs() + forward } else { 60 - aside + 3 * forward }
    }
}
