//! How a sensible officer ranks decisions. Each chapter has its file.

mod afterwards;
mod charges;
mod combat;
mod command;
mod deployment;
mod fire;
mod morale;
mod moving;
mod plan;

use crate::decision::Decision;
use crate::sequence::{Place, TurnChoice};
use crate::table::Table;
use kernel::Seat;

/// What leaving it at that is worth: whatever is better than nothing stands above it.
pub(crate) const DONE: i32 = 0;

impl Table<'_> {
    pub(crate) fn appraise(self, seat: Seat, decision: &Decision) -> i32 {
        match *decision {
            Decision::Turn(TurnChoice::Done) => DONE,
            // CF 9.13a: one's fire weakens the answer.
            Decision::Turn(TurnChoice::Go(Place::First)) => 1,
            Decision::Turn(TurnChoice::Go(Place::Second)) => 0,
            Decision::Deploy(choice) => self.appraise_deployment(seat, choice),
            Decision::Fire(choice) => self.appraise_fire(seat, choice),
            Decision::Command(choice) => self.appraise_command(seat, choice),
            Decision::Move(choice) => self.appraise_move(seat, choice),
            Decision::Charge(choice) => self.appraise_charge(seat, choice),
            Decision::Combat(choice) => self.appraise_combat(seat, choice),
            Decision::After(choice) => self.appraise_after(seat, choice),
            Decision::Morale(choice) => self.appraise_morale(seat, choice),
        }
    }
}
