//! What an officer thinks of charges.

use super::commanding::DONE;
use crate::cards::{Class, UnitId};
use crate::charges::ChargeChoice;
use crate::measures::NEAR;
use crate::reaction::Occasion;
use crate::state::Response;
use crate::table::Table;
use field::table::Um;
use kernel::Seat;

impl Table<'_> {
    /// Squares against cavalry, light troops run before heavier ones, horse meets horse, and who can shoot does.
    pub(super) fn appraise_charges(self, _seat: Seat, choice: ChargeChoice) -> i32 {
        match choice {
            ChargeChoice::Answer { unit, response } => self.appraise_answer(unit, response),
            // Gunners risk more than their shot (SSS G125).
            ChargeChoice::Support { unit, .. } if self.is_artillery(unit) && !self.likely_passes(unit) => DONE - 1,
            ChargeChoice::Support { .. } => DONE + 1,
            ChargeChoice::Follow(far) => DONE - i32::from(far > 0),
            ChargeChoice::Run { .. } | ChargeChoice::RunBy { .. } => DONE + 1,
            ChargeChoice::RunFormed { .. } => DONE - 1,
        }
    }

    fn appraise_answer(self, id: UnitId, response: Response) -> i32 {
        let Some(by) = self.foremost_charger(id) else { return DONE };
        match response {
            Response::Square { shoots } => self.appraise_square(id) + i32::from(shoots),
            Response::Evade { shoots } => self.appraise_evading(id, by, shoots),
            Response::Countercharge(by) => self.appraise_countercharge(id, by),
            Response::Stand { shoots } => 20 + i32::from(shoots),
            Response::RearRank { .. } => DONE - 1,
        }
    }

    /// A square keeps off all horse that does not come from too near (SSS 1.5.3b), and is a mark for foot.
    fn appraise_square(self, id: UnitId) -> i32 {
        let slow = self.card(id).class != Class::A;
        let caught = slow && self.charges_on(id).any(|by| (self.distance(id, by).round() as Um) < NEAR);
        let by_foot = self.charges_on(id).any(|by| self.is_foot(by));
        let pikes = self.charges_on(id).all(|by| self.is_like_square(id, by));
        if caught || by_foot || pikes { 10 } else { 40 }
    }

    /// Light troops run before whoever is heavier, and shoot first at those who are far enough off to be shot at.
    fn appraise_evading(self, id: UnitId, by: UnitId, shoots: bool) -> i32 {
        let a_match = self.is_skirmishing(by) || (self.is_mounted(id) && self.is_foot(by));
        let scores = self.stands_on(self.body(id).center()).is_some();
        match (a_match, shoots) {
            (true, _) => 5,
            (false, _) if scores && self.is_foot(by) && !self.is_skirmishing(id) => 5,
            (false, true) => {
                if self.likely_stands(id, by) {
                    31
                } else {
                    29
                }
            }
            (false, false) => 30,
        }
    }

    /// Horse that stands still to be charged is half beaten; foot stands and shoots.
    fn appraise_countercharge(self, id: UnitId, by: UnitId) -> i32 {
        match (self.is_mounted(id), self.is_mounted(by)) {
            (true, true) => 28,
            (true, false) => 24,
            _ if self.card(id).arm == crate::cards::Arm::Elephants => 26,
            _ => 5,
        }
    }

    /// Passes with 3 on the dice.
    fn likely_passes(self, unit: UnitId) -> bool {
        self.reaction_modifiers(unit, Occasion::Support) + 3 >= self.card(unit).class.passes_at()
    }

    fn likely_stands(self, unit: UnitId, by: UnitId) -> bool {
        self.reaction_modifiers(unit, Occasion::Charged { by, square: false }) + 5 >= self.card(unit).class.passes_at()
    }
}
