//! Exotics, step by step: they act when their side has shot (SSS P8.6).

use super::naptha::MOST_DICE;
use crate::agenda::{Phasing, Step};
use crate::cards::{Arm, UnitId};
use crate::decision::Decision;
use crate::sequence::TurnChoice;
use crate::table::{Play, Table};
use field::table::Cdeg;
use kernel::{Listener, Question, Refusal, Seat, SeatSet, Side};
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ExoticStep {
    /// Pigs that have been let loose run on (SSS 42.1a).
    Pigs(Side),
    /// Pigs are let loose, naptha is thrown (SSS 42.1a, 42.2a, 42.3a).
    Act(Side),
}

impl ExoticStep {
    pub(crate) fn lasts_till_done(self) -> bool {
        matches!(self, ExoticStep::Act(_))
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ExoticChoice {
    /// A pig is let loose in that direction.
    Release {
        pig: UnitId,
        facing: Cdeg,
    },
    /// A naptha thrower at an enemy, with so many dice.
    Naptha {
        thrower: UnitId,
        target: UnitId,
        dice: u8,
    },
    Grenades {
        unit: UnitId,
        target: UnitId,
    },
}

/// The steps of this chapter in a side's player turn, in order.
pub(crate) fn steps_of(side: Side) -> Phasing {
    Phasing::from_iter([ExoticStep::Pigs(side), ExoticStep::Act(side)].map(Step::Exotic))
}

impl Table<'_> {
    pub(crate) fn asked_in_exotics(self, step: ExoticStep) -> SeatSet {
        match step {
            ExoticStep::Pigs(_) => SeatSet::EMPTY,
            ExoticStep::Act(side) => self.seats_left(side, |seat| {
                let mut any = false;
                self.offer_exotics(side, seat, &mut |_| any = true);
                any
            }),
        }
    }

    /// SSS 42.1a
    fn judge_release(self, seat: Seat, pig: UnitId, facing: Cdeg) -> Result<(), Refusal> {
        self.owns(seat, pig)?;
        if self.card(pig).arm != Arm::FlamingPig || !self.is_there(pig) || self.side(pig) != self.state.active {
            return Err(Refusal::new("SSS 42.1a", "that is no pig to be let loose now"));
        }
        if self.unit(pig).stock > 0 {
            return Err(Refusal::new("SSS 42.1a", "it runs already, and where it likes"));
        }
        match (0..36_000).contains(&facing) {
            true => Ok(()),
            false => Err(Refusal::new("SSS 42.1a", "a direction lies between 0 and 360 degrees")),
        }
    }

    fn offer_exotics(self, side: Side, seat: Seat, offer: &mut impl FnMut(ExoticChoice)) {
        let exotic = |id: &UnitId| {
            let card = self.card(*id);
            matches!(card.arm, Arm::FlamingPig | Arm::NapthaThrower)
                || card.missile == crate::cards::Missile::NapthaGrenade
        };
        for id in self.of_side(side).filter(exotic) {
            for eighth in 0..8 {
                let facing = eighth * 4_500;
                if self.judge_release(seat, id, facing).is_ok() {
                    offer(ExoticChoice::Release { pig: id, facing });
                }
            }
            for target in self.enemies_of(id) {
                for dice in (1..=MOST_DICE).filter(|&dice| self.judge_naptha(seat, id, target, dice).is_ok()) {
                    offer(ExoticChoice::Naptha { thrower: id, target, dice });
                }
                if self.judge_grenades(seat, id, target).is_ok() {
                    offer(ExoticChoice::Grenades { unit: id, target });
                }
            }
        }
    }

    pub(crate) fn ask_exotics(self, step: ExoticStep, seat: Seat, menu: &mut Vec<Decision>) -> Question {
        if let ExoticStep::Act(side) = step {
            self.offer_exotics(side, seat, &mut |choice| menu.push(Decision::Exotic(choice)));
        }
        menu.push(Decision::Turn(TurnChoice::Done));
        Question { complete: false, ..Question::whole("exotics", "SSS 42.1a", menu.len() - 1) }
    }

    pub(crate) fn judge_exotics(self, step: ExoticStep, seat: Seat, choice: ExoticChoice) -> Result<(), Refusal> {
        let ExoticStep::Act(_) = step else { return Err(self.out_of_turn()) };
        match choice {
            ExoticChoice::Release { pig, facing } => self.judge_release(seat, pig, facing),
            ExoticChoice::Naptha { thrower, target, dice } => self.judge_naptha(seat, thrower, target, dice),
            ExoticChoice::Grenades { unit, target } => self.judge_grenades(seat, unit, target),
        }
    }
}

impl<L: Listener> Play<'_, L> {
    pub(crate) fn work_exotics(&mut self, step: ExoticStep) {
        match step {
            ExoticStep::Pigs(side) => self.pigs_run_on(side),
            ExoticStep::Act(side) => self.side_has_spoken("exotics", side),
        }
    }

    pub(crate) fn apply_exotics(&mut self, _step: ExoticStep, choice: ExoticChoice) {
        match choice {
            ExoticChoice::Release { pig, facing } => self.release(pig, facing),
            ExoticChoice::Naptha { thrower, target, dice } => self.throw_naptha(thrower, target, dice),
            ExoticChoice::Grenades { unit, target } => self.throw_grenades(unit, target),
        }
    }
}
