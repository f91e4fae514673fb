//! How a sensible officer ranks decisions. Each chapter has its file.

mod artillery;
mod assault;
mod charges;
mod command;
mod fire;
mod formations;
mod losses;
mod morale;
mod movement;
mod posture;
mod reactions;
mod reorganization;
mod stacking;

use crate::decision::Decision;
use crate::table::Table;
use kernel::Seat;

impl Table<'_> {
    pub(crate) fn appraise(self, seat: Seat, decision: &Decision) -> i32 {
        match *decision {
            Decision::Turn(_) => 0,
            Decision::Command(choice) => self.appraise_command(seat, choice),
            Decision::Stack(choice) => self.appraise_stacking(seat, choice),
            Decision::Form(choice) => self.appraise_formations(seat, choice),
            Decision::Move(choice) => self.appraise_movement(seat, choice),
            Decision::React(choice) => self.appraise_reactions(seat, choice),
            Decision::Fire(choice) => self.appraise_fire(seat, choice),
            Decision::Gun(choice) => self.appraise_artillery(seat, choice),
            Decision::Assault(choice) => self.appraise_assault(seat, choice),
            Decision::Loss(choice) => self.appraise_losses(seat, choice),
            Decision::Charge(choice) => self.appraise_charges(seat, choice),
            Decision::Morale(choice) => self.appraise_morale(seat, choice),
            Decision::Reorganize(choice) => self.appraise_reorganization(seat, choice),
        }
    }
}
