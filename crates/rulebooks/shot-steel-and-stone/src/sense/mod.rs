//! How a sensible officer ranks decisions. Each chapter has its file.

mod buildings;
mod charges;
mod commanding;
mod deployment;
mod elephants;
mod exotics;
mod melee;
mod moving;
mod plan;
mod prospects;
mod reaction;
mod shooting;

use crate::decision::Decision;
use crate::table::Table;
use kernel::Seat;

impl Table<'_> {
    pub(crate) fn appraise(self, seat: Seat, decision: &Decision) -> i32 {
        match *decision {
            Decision::Turn(choice) => self.appraise_turn(choice),
            Decision::Deploy(choice) => self.appraise_deployment(seat, choice),
            Decision::Order(choice) => self.appraise_order(choice),
            Decision::Command(choice) => self.appraise_command(choice),
            Decision::Charge(choice) => self.appraise_charges(seat, choice),
            Decision::Move(choice) => self.appraise_move(choice),
            Decision::Shoot(choice) => self.appraise_shooting(seat, choice),
            Decision::Building(choice) => self.appraise_buildings(seat, choice),
            Decision::Melee(choice) => self.appraise_melees(seat, choice),
            Decision::React(choice) => self.appraise_reaction(seat, choice),
            Decision::Elephant(choice) => self.appraise_elephants(seat, choice),
            Decision::Exotic(choice) => self.appraise_exotics(seat, choice),
        }
    }
}
