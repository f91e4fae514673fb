//! The phase of combat, step by step: figures told off, the round, recoils and who follows up (CP 17).

use crate::cards::UnitId;
use crate::decision::Decision;
use crate::state::Allotment;
use crate::table::{Play, Table};
use kernel::{Listener, Question, Refusal, Seat, SeatSet};
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum CombatStep {
    Choices,
    Resolve,
    CavalryRecoils,
    FollowUps,
    /// The same, for the contacts after this pair.
    FollowUpsAfter {
        a: UnitId,
        b: UnitId,
    },
    /// The owner may follow up a recoiling enemy.
    FollowUp {
        unit: UnitId,
        enemy: UnitId,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum CombatChoice {
    /// Tell figures off against one of several enemies.
    Allot {
        unit: UnitId,
        enemy: UnitId,
        figures: u8,
    },
    Pistols {
        unit: UnitId,
        draw: bool,
    },
    Follow(bool),
}

impl Table<'_> {
    pub(crate) fn asked_in_combat(self, step: CombatStep) -> SeatSet {
        match step {
            CombatStep::Choices => self.seats_of_both_left(|seat| self.any_combat_choice(seat)),
            CombatStep::FollowUp { unit, enemy } if self.follows(unit, enemy) == Some(false) => {
                SeatSet::one(self.seat(unit))
            }
            _ => SeatSet::EMPTY,
        }
    }

    pub(crate) fn ask_combat(self, step: CombatStep, seat: Seat, menu: &mut Vec<Decision>) -> Question {
        if let CombatStep::FollowUp { .. } = step {
            menu.extend([false, true].map(|comes| Decision::Combat(CombatChoice::Follow(comes))));
            return Question::whole("follow-up", "CP 17.3.2", 0);
        }
        self.combat_choices_menu(seat, menu);
        Question::whole("combat", "CP 17.5.1", menu.len() - 1)
    }

    pub(crate) fn judge_combat(self, step: CombatStep, seat: Seat, choice: CombatChoice) -> Result<(), Refusal> {
        match (step, choice) {
            (CombatStep::Choices, CombatChoice::Allot { unit, enemy, figures }) => {
                self.enemy_exists(enemy)?;
                self.judge_allot(seat, unit, enemy, figures)
            }
            (CombatStep::Choices, CombatChoice::Pistols { unit, draw }) => self.judge_pistols(seat, unit, draw),
            (CombatStep::FollowUp { .. }, CombatChoice::Follow(_)) => Ok(()),
            _ => Err(self.out_of_turn()),
        }
    }
}

impl<L: Listener> Play<'_, L> {
    pub(crate) fn work_combat(&mut self, step: CombatStep) {
        match step {
            CombatStep::Choices => self.both_have_spoken("combat"),
            CombatStep::Resolve => {
                self.resolve_combat();
                self.settle_pursuits();
            }
            CombatStep::CavalryRecoils => self.cavalry_recoils(),
            CombatStep::FollowUps => self.follow_ups(None),
            CombatStep::FollowUpsAfter { a, b } => self.follow_ups(Some((a, b))),
            CombatStep::FollowUp { unit, enemy } => {
                let must = self.table().follows(unit, enemy) == Some(true);
                if must {
                    let comes = Decision::Combat(CombatChoice::Follow(true));
                    self.unasked(self.table().seat(unit), "follow-up", comes);
                }
                self.follow_up(unit, enemy, must);
            }
        }
    }

    pub(crate) fn apply_combat(&mut self, step: CombatStep, choice: CombatChoice) {
        match (choice, step) {
            (CombatChoice::Allot { unit, enemy, figures }, _) => {
                self.order_strike(Allotment::Figures { unit, enemy, figures });
            }
            (CombatChoice::Pistols { unit, draw }, _) => self.order_strike(Allotment::Pistols { unit, draw }),
            (CombatChoice::Follow(comes), CombatStep::FollowUp { unit, enemy }) => {
                self.state.agenda.pop();
                self.follow_up(unit, enemy, comes);
            }
            // The judge lets nothing else through.
            (CombatChoice::Follow(_), _) => {}
        }
    }
}
