//! How an officer ranks decisions of `charges`.

use crate::cards::UnitId;
use crate::charges::ChargeChoice;
use crate::state::{Formed, Order};
use crate::table::Table;
use kernel::Seat;

/// Farther off nobody is worth blowing the horses for.
const REACH: u16 = 9;

impl Table<'_> {
    pub(super) fn appraise_charges(self, _seat: Seat, choice: ChargeChoice) -> i32 {
        match choice {
            ChargeChoice::Declare => self.best_prey() - 15,
            ChargeChoice::Grand(_) => self.best_prey() - 28,
            ChargeChoice::Preserve(_) => self.best_prey() - 35,
            ChargeChoice::Run(_) | ChargeChoice::Fight(_) => 10,
            ChargeChoice::Target(top) => self.worth_charging(top),
            ChargeChoice::NoTarget => 5,
            ChargeChoice::Go(_) => 20,
            ChargeChoice::Extend(_) | ChargeChoice::Consolidate(_) => -10,
            ChargeChoice::Recall => -5,
            ChargeChoice::Halt => 0,
            ChargeChoice::Square { .. } => 40,
            ChargeChoice::FormUp(_) => 30,
            ChargeChoice::React(_) => 25,
            ChargeChoice::LetCome => 0,
            ChargeChoice::GiveWay(hex) => {
                if self.is_go(hex) {
                    25
                } else {
                    15
                }
            }
            ChargeChoice::Stay => 0,
            ChargeChoice::GoOn => 10,
            ChargeChoice::Strike => 20,
            ChargeChoice::Advance(_) => 10,
            ChargeChoice::Pursue(_) => 20,
        }
    }

    /// The best that horse on the move could charge.
    fn best_prey(self) -> i32 {
        let Some(moving) = self.moving() else { return 0 };
        let near = |&enemy: &UnitId| self.distance(moving.top, enemy) <= REACH;
        let ours = i32::from(self.card(moving.top).increments);
        let worth = |enemy: UnitId| {
            let theirs = i32::from(self.card(enemy).increments);
            let stronger = if self.is_cavalry(enemy) { 2 * (ours - theirs) } else { 0 };
            self.worth_charging(enemy) + stronger - i32::from(self.distance(moving.top, enemy))
        };
        self.enemies_of(moving.top).filter(near).map(worth).max().unwrap_or(-20)
    }

    /// Horse rides at what is shaken, at guns and at skirmishers in the open, at horse, last at formed foot, and never at a Square.
    fn worth_charging(self, top: UnitId) -> i32 {
        let unit = self.unit(top);
        if unit.hexes.iter().any(|hex| self.is_go(hex)) {
            return -20;
        }
        match unit.formed {
            Formed::Square => -20,
            _ if unit.order != Order::Good => 60,
            _ if self.is_artillery(top) => 55,
            Formed::Skirmish => 50,
            _ if self.is_cavalry(top) => 35,
            Formed::Line => 30,
            _ => 22,
        }
    }
}
