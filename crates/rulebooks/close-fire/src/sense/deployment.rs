//! What an officer thinks of deployment.

use super::DONE;
use crate::measures::{YARD, in_yds};
use crate::scenarios::{Coming, DeployChoice};
use crate::state::Place;
use crate::table::Table;
use kernel::Seat;

impl Table<'_> {
    pub(super) fn appraise_deployment(self, _seat: Seat, choice: DeployChoice) -> i32 {
        match choice {
            DeployChoice::Ends { other } => i32::from(!other),
            DeployChoice::GiveUp { .. }
            | DeployChoice::Limber { .. }
            | DeployChoice::Afoot { .. }
            | DeployChoice::Post { .. }
            | DeployChoice::Order { .. } => DONE - 1,
            DeployChoice::Ready => DONE + 5,
            DeployChoice::Place { unit, pose, .. } => {
                // With its brigade, and near the front.
                let body = self.rules.body_at(self.unit(unit), pose);
                let own = self.all().filter(|&other| {
                    other != unit
                        && self.unit(other).place == Place::Mapped
                        && self.unit(other).under == self.unit(unit).under
                });
                let mates = own.map(|other| self.body(other).distance(&body)).reduce(f64::min);
                let apart = mates.map_or(0, |far| in_yds(far as i32) as i32);
                let middle = f64::from(self.rules.ground.height) * 0.5;
                let back = ((body.center().y - middle).abs() / f64::from(YARD)) as i32;
                DONE + 1_000 - apart - back / 2
            }
            DeployChoice::Raise { .. } | DeployChoice::Point(_) | DeployChoice::March { .. } => DONE + 1,
            DeployChoice::Come(coming) => i32::from(coming == Coming::Deployed),
            DeployChoice::EnterByRoad(_) => DONE + 20,
            DeployChoice::Enter { dice, .. } => DONE + 10 + i32::from(dice.count()),
            DeployChoice::Wait(_) => DONE,
            // Whoever is hidden stays so until the enemy is near.
            DeployChoice::Emerge(_) => DONE - 1,
        }
    }
}
