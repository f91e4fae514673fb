//! What an officer thinks of a charge.

use super::DONE;
use crate::charges::ChargeChoice;
use crate::measures::{YARD, yds};
use crate::table::Table;
use kernel::Seat;

impl Table<'_> {
    pub(super) fn appraise_charge(self, _seat: Seat, choice: ChargeChoice) -> i32 {
        match choice {
            ChargeChoice::Declare { unit, target, outrance } => {
                let far = (self.distance(unit, target) / f64::from(YARD)) as i32;
                // Beyond what two dice reach a charge only tires; and what promises nothing is left.
                if !self.charge_promises(unit, target) || far > 75 {
                    return DONE - 10;
                }
                let steel = i32::from(outrance) * if self.is_cavalry(target) { 20 } else { -10 };
                DONE + 40 + 10 * self.prospects(unit, target, true) + steel - far / 4
            }
            // A second line stays in reserve.
            ChargeChoice::Join { unit, lead } => {
                let behind = self.share_behind(unit, lead) > 0.5;
                if behind { DONE - 5 } else { DONE + 5 }
            }
            ChargeChoice::Dice { unit, dice } => {
                let charge = self.state.charges.iter().find(|charge| charge.lead == unit);
                let need = charge.map_or(0.0, |charge| self.distance(unit, charge.target)) / f64::from(yds(10));
                let reach = 3.4 * f64::from(dice.count());
                if reach >= need { 50 - i32::from(dice.count()) } else { i32::from(dice.count()) }
            }
            ChargeChoice::Counter { unit, dice, outrance } => {
                30 + i32::from(dice.count()) + 5 * i32::from(outrance) - 10 * i32::from(self.unit(unit).dps)
            }
            ChargeChoice::Evade(_) => 25,
            ChargeChoice::FaceAbout(_) => 20,
            ChargeChoice::StepBack { .. } => DONE - 5,
            ChargeChoice::Receive(_) => 10,
        }
    }
}
