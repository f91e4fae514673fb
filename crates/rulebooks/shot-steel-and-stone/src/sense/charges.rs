//! What an officer thinks of charges.

use super::commanding::DONE;
use crate::charges::ChargeChoice;
use crate::state::Response;
use crate::table::Table;
use kernel::Seat;

impl Table<'_> {
    /// Squares against cavalry, light troops run before heavier ones, horse meets horse, and who can shoot does.
    pub(super) fn appraise_charges(self, _seat: Seat, choice: ChargeChoice) -> i32 {
        match choice {
            ChargeChoice::Answer { unit, response } => {
                let heavier = self.foremost_charger(unit).is_some_and(|by| !self.is_skirmishing(by));
                match response {
                    Response::Square => 8,
                    Response::Evade { .. } if !heavier => DONE - 1,
                    Response::Evade { shoots } => 6 + i32::from(shoots),
                    Response::Countercharge if self.is_mounted(unit) => 7,
                    Response::Countercharge => 1,
                    Response::Stand { shoots } => 3 + i32::from(shoots),
                    Response::RearRank => DONE - 1,
                }
            }
            ChargeChoice::Support { .. } => DONE + 1,
            ChargeChoice::Follow(far) => DONE - i32::from(far > 0),
            ChargeChoice::Run { .. } => DONE + 1,
        }
    }
}
