//! CF 15, 16: combat, step by step.

use crate::agenda::{Phasing, Step};
use crate::cards::UnitId;
use crate::decision::Decision;
use crate::table::{Play, Table};
use kernel::{Listener, Question, Refusal, Seat, SeatSet, Side};
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum CombatStep {
    /// Cards that come to fight are turned (CF G67).
    Show,
    /// Who fights whom (CF G53).
    Form,
    /// All combats are scored and their results applied together; `second` is the wave that pursuers bring about (CF 9.6, 15.3,
    /// 16.1, G54, G65).
    Fight { second: bool },
}

impl CombatStep {
    /// Seats are asked until they say that they are done.
    pub(crate) fn lasts_till_done(self) -> bool {
        match self {
            CombatStep::Show | CombatStep::Form | CombatStep::Fight { .. } => false,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum CombatChoice {
    /// The main opponent, of several alike (CF G53).
    Oppose { unit: UnitId, enemy: UnitId },
}

/// What both sides do of this chapter in the Combat and Close Fire Phase (CF 9.6).
pub(crate) fn steps_of(_first: Side) -> Phasing {
    Phasing::from_iter([CombatStep::Show, CombatStep::Form, CombatStep::Fight { second: false }].map(Step::Combat))
}

impl Table<'_> {
    pub(crate) fn asked_in_combat(self, step: CombatStep) -> SeatSet {
        match step {
            CombatStep::Form => self.next_to_oppose().map(|id| self.seat(id)).into_iter().collect(),
            CombatStep::Show | CombatStep::Fight { .. } => SeatSet::EMPTY,
        }
    }

    /// The unit that an open question is about.
    pub(crate) fn asked_about_combat(self, step: CombatStep) -> Option<UnitId> {
        if step == CombatStep::Form { self.next_to_oppose() } else { None }
    }

    pub(crate) fn ask_combat(self, step: CombatStep, _seat: Seat, menu: &mut Vec<Decision>) -> Question {
        if let (CombatStep::Form, Some(unit)) = (step, self.next_to_oppose()) {
            let enemies = self.main_opponents(unit).into_iter();
            menu.extend(enemies.map(|enemy| Decision::Combat(CombatChoice::Oppose { unit, enemy })));
            return Question::whole("main-opponent", "CF G53", 0);
        }
        Question::whole("none", "CF 9.1", 0)
    }

    pub(crate) fn judge_combat(self, step: CombatStep, seat: Seat, choice: CombatChoice) -> Result<(), Refusal> {
        let CombatChoice::Oppose { unit, enemy } = choice;
        self.owns(seat, unit)?;
        self.known(enemy)?;
        if step != CombatStep::Form || self.next_to_oppose() != Some(unit) {
            return Err(self.out_of_turn());
        }
        if self.main_opponents(unit).contains(&enemy) {
            Ok(())
        } else {
            Err(Refusal::new("CF G53", "its main opponent is the nearest enemy to its front"))
        }
    }
}

impl<L: Listener> Play<'_, L> {
    pub(crate) fn work_combat(&mut self, step: CombatStep) {
        match step {
            CombatStep::Form => self.form_combats(false),
            CombatStep::Show => self.turn_cards_for_combat(),
            CombatStep::Fight { second } => {
                if second {
                    self.turn_cards_for_combat();
                    self.form_combats(true);
                }
                for place in 0..self.state.combats.len() {
                    if self.state.combats[place].second == second {
                        self.clear_unscored(place);
                        self.score(place);
                    }
                }
                self.apply_results(second);
            }
        }
    }

    pub(crate) fn apply_combat(&mut self, _step: CombatStep, _seat: Seat, choice: CombatChoice) {
        let CombatChoice::Oppose { unit, enemy } = choice;
        self.unit_mut(unit).opposes = Some(enemy);
    }
}
