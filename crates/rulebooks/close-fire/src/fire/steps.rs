//! CF 13: giving fire, step by step (P2, P3).

use crate::agenda::{Phasing, Step};
use crate::cards::{LeaderId, UnitId};
use crate::decision::Decision;
use crate::face::told::{self, Who};
use crate::state::{Phase, Place};
use crate::table::{Play, Table};
use kernel::scene::Standing;
use kernel::{Listener, Question, Refusal, Seat, SeatSet, Side};
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum FireStep {
    /// The guns of a side, from its right to its left (CF 9.5, 9.7).
    Guns(Side),
    /// Its foot and dismounted dragoons (CF 9.8).
    Muskets(Side),
}

impl FireStep {
    /// Seats are asked until they say that they are done.
    pub(crate) fn lasts_till_done(self) -> bool {
        match self {
            FireStep::Guns(_) | FireStep::Muskets(_) => false,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum FireChoice {
    /// CF 13.5, 13.6, 13.7
    Shoot { gun: UnitId, target: UnitId, indirect: bool },
    /// CF 13.29
    Volley { unit: UnitId, target: UnitId },
    /// CF 6.44
    ShootLeader { unit: UnitId, leader: LeaderId },
    /// CF 6.44
    ShootMessenger { unit: UnitId, messenger: u8 },
    /// Holds its fire (CF 15.12).
    Hold(UnitId),
}

impl FireChoice {
    /// Whose decision it is.
    pub(crate) const fn firer(self) -> UnitId {
        match self {
            FireChoice::Shoot { gun: unit, .. }
            | FireChoice::Volley { unit, .. }
            | FireChoice::ShootLeader { unit, .. }
            | FireChoice::ShootMessenger { unit, .. }
            | FireChoice::Hold(unit) => unit,
        }
    }
}

/// What a side does of this chapter in its half of a phase: guns before muskets, so that they can weaken them (CF 9.14).
pub(crate) fn steps_of(phase: Phase, side: Side) -> Phasing {
    match phase {
        Phase::Artillery => Phasing::from_iter([Step::Fire(FireStep::Guns(side))]),
        Phase::Musketry => Phasing::from_iter([Step::Fire(FireStep::Muskets(side))]),
        _ => Phasing::new(),
    }
}

impl Table<'_> {
    /// The next of a side, from its right to its left, that has somebody to fire at (CF 9.5, G15).
    pub(crate) fn next_to_fire(self, step: FireStep) -> Option<UnitId> {
        let (FireStep::Guns(side) | FireStep::Muskets(side)) = step;
        let can = |id: &UnitId| match step {
            FireStep::Guns(_) => !self.shots_of(*id).is_empty(),
            FireStep::Muskets(_) => {
                self.may_give_fire(*id).is_ok()
                    && (!self.volleys_by(*id).is_empty()
                        || !self.leaders_hit_by(*id).is_empty()
                        || !self.messengers_hit_by(*id).is_empty())
            }
        };
        self.at_hand(side).into_iter().find(can)
    }

    pub(crate) fn asked_in_fire(self, step: FireStep) -> SeatSet {
        let next = self.next_to_fire(step);
        self.state.sights.note_firer(next);
        next.map(|id| self.seat(id)).into_iter().collect()
    }

    /// Who is asked to fire: known since the question came up, until it is answered.
    pub(crate) fn firing(self, step: FireStep) -> Option<UnitId> {
        self.state.sights.firer().or_else(|| self.next_to_fire(step))
    }

    pub(crate) fn ask_fire(self, step: FireStep, _seat: Seat, menu: &mut Vec<Decision>) -> Question {
        let Some(id) = self.firing(step) else { return Question::whole("none", "CF 9.1", 0) };
        menu.push(Decision::Fire(FireChoice::Hold(id)));
        match step {
            FireStep::Guns(_) => {
                let shots = self.shots_of(id).into_iter();
                menu.extend(shots.map(|shot| {
                    let (target, indirect) = (shot.target.id, shot.indirect);
                    Decision::Fire(FireChoice::Shoot { gun: id, target, indirect })
                }));
                Question::whole("fire-gun", "CF 9.7", 0)
            }
            FireStep::Muskets(_) => {
                let volleys = self.volleys_of(id).into_iter();
                menu.extend(volleys.map(|one| Decision::Fire(FireChoice::Volley { unit: id, target: one.id })));
                let leaders = self.leaders_to_hit(id);
                menu.extend(leaders.iter().map(|leader| Decision::Fire(FireChoice::ShootLeader { unit: id, leader })));
                let messengers = self.messengers_to_hit(id).into_iter();
                menu.extend(
                    messengers.map(|messenger| Decision::Fire(FireChoice::ShootMessenger { unit: id, messenger })),
                );
                Question::whole("give-fire", "CF 9.8", 0)
            }
        }
    }

    pub(crate) fn judge_fire(self, step: FireStep, seat: Seat, choice: FireChoice) -> Result<(), Refusal> {
        let firer = choice.firer();
        self.owns(seat, firer)?;
        match choice {
            FireChoice::Shoot { target, .. } | FireChoice::Volley { target, .. } => self.known(target)?,
            _ => {}
        }
        match (step, choice) {
            (FireStep::Guns(_), FireChoice::Shoot { gun, target, indirect }) => {
                self.judge_shot(gun, target, indirect)?;
            }
            (FireStep::Muskets(_), FireChoice::Volley { unit, target }) => self.judge_volley(unit, target)?,
            (FireStep::Muskets(_), FireChoice::ShootLeader { unit, leader }) => self.judge_leader_shot(unit, leader)?,
            (FireStep::Muskets(_), FireChoice::ShootMessenger { unit, messenger }) => {
                self.judge_messenger_shot(unit, messenger)?;
            }
            (_, FireChoice::Hold(_)) => {}
            _ => return Err(self.out_of_turn()),
        }
        match self.firing(step) == Some(firer) {
            true => Ok(()),
            false => Err(Refusal::new("CF 9.5", "another fires first: from right to left")),
        }
    }

    /// How a unit stands out while fire is given.
    pub(crate) fn shown_in_fire(self, step: FireStep, id: UnitId) -> Standing {
        let (FireStep::Guns(side) | FireStep::Muskets(side)) = step;
        let unit = self.unit(id);
        match () {
            () if self.side(id) != side => Standing::Idle,
            () if self.firing(step) == Some(id) => Standing::Selected,
            () if unit.fired || unit.held_fire => Standing::Spent,
            () => Standing::Idle,
        }
    }
}

impl<L: Listener> Play<'_, L> {
    /// All that could fire have done so, or hold their fire.
    pub(crate) fn work_fire(&mut self, step: FireStep) {
        match step {
            FireStep::Guns(_) | FireStep::Muskets(_) => {}
        }
    }

    pub(crate) fn apply_fire(&mut self, _step: FireStep, _seat: Seat, choice: FireChoice) {
        match choice {
            FireChoice::Shoot { gun, target, indirect } => self.shoot(gun, target, indirect),
            FireChoice::Volley { unit, target } => self.volley(unit, target),
            FireChoice::ShootLeader { unit, leader } => self.shoot_leader(unit, leader),
            FireChoice::ShootMessenger { unit, messenger } => self.shoot_messenger(unit, messenger),
            FireChoice::Hold(unit) => {
                self.unit_mut(unit).this_turn.held_fire = true;
                // Who is hidden, or a card, does not say what he could do.
                let (hidden, card) = (self.unit(unit).place == Place::Mapped, self.unit(unit).face_down);
                if !hidden && !card {
                    self.tell("CF 9.7", told::HOLDS_FIRE, &[Who::Unit(unit)]);
                }
            }
        }
    }
}
