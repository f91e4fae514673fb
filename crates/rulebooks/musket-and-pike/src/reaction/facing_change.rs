//! 9.2.2: turning to an enemy who comes up on a flank or from behind.

use super::path::Pace;
use super::{Event, Trigger, Window, out_of_place};
use crate::cards::UnitId;
use crate::command::Company;
use crate::facing::Pose;
use crate::movement::Activity;
use crate::state::{Formation, Mark, Orders};
use crate::table::{Play, Table};
use field::hexes::{Hand, Hex, Side as Aspect};
use kernel::{Listener, Refusal};

/// At most so many vertices, or hexes of a wheel (MP 9.2.2b, 9.2.2c).
const MOST_STEPS: u8 = 2;

impl Table<'_> {
    /// Whether a unit may make a Facing Change to this trigger at all.
    fn may_turn(self, window: &Window, id: UnitId) -> Result<(), Refusal> {
        self.may_react(window, id)?;
        if !self.is_body(id) {
            return Err(Refusal::new("MP 9.2.2b", "guns and wagons make no Facing Change"));
        }
        let trigger = &window.trigger;
        let behind = |hex| matches!(self.aspect(id, hex), Some(Aspect::Flank | Aspect::Rear));
        if !trigger.event.comes_near() || !self.come_near(trigger).any(behind) {
            return Err(Refusal::new(
                "MP 9.2.2a",
                "only an enemy who comes adjacent to a flank or the rear lets a unit turn",
            ));
        }
        if !self.is_no_slower(id, trigger.unit) {
            return Err(Refusal::new("MP 9.2.2a", "the enemy unit is faster than this one"));
        }
        self.sees_movement(window, id)
    }

    /// The hexes a unit has come to: turning on the spot is no coming adjacent, and of a wheel only the half that moved has come (ruling MP G-A53).
    fn come_near(self, trigger: &Trigger) -> impl Iterator<Item = Hex> {
        let unit = self.unit(trigger.unit);
        let (left, right) = match trigger.event {
            Event::Turns { pivot: Some(Hand::Left) } => (None, unit.other),
            Event::Turns { pivot: Some(Hand::Right) } => (Some(unit.hex), None),
            _ => (Some(unit.hex), unit.other),
        };
        left.into_iter().chain(right)
    }

    /// One way of turning: so many vertices, or a half swung so many hexes, both with their normal cost (ruling MP G-A27).
    pub(super) fn may_face(self, window: &Window, id: UnitId, hand: Hand, steps: u8) -> Result<(), Refusal> {
        self.may_turn(window, id)?;
        if steps == 0 || steps > MOST_STEPS {
            return Err(Refusal::new("MP 9.2.2b", "one or two vertices, or hexes of a wheel, and no more"));
        }
        self.way_round(id, hand, steps)
    }

    fn way_round(self, id: UnitId, hand: Hand, steps: u8) -> Result<(), Refusal> {
        let (mut pose, mut purse) = (self.pose(id), self.fresh_purse(id));
        let pace = self.turning_pace(id, hand);
        if let Pace::Wheel(pivot) = pace {
            self.stays_with_gun(id, pivot)?;
        }
        for _ in 0..steps {
            if purse.is_broken() {
                return Err(Refusal::new("MP 7.3.1e", "the ground breaks its formation, and it can go no further"));
            }
            let (to, left) = self.paid_step(id, pose, pace, purse).ok_or_else(|| {
                Refusal::new("MP 9.2.1d", "more than its current movement allowance, or ground it may not enter")
            })?;
            if let Pace::Wheel(pivot) = pace {
                self.may_pivot(id, pose, to, pivot)?;
            }
            (pose, purse) = (to, left);
        }
        Ok(())
    }

    /// A two-hex unit pivots on the half of that hand; others turn.
    fn turning_pace(self, id: UnitId, hand: Hand) -> Pace {
        if self.unit(id).other.is_some() { Pace::Wheel(hand) } else { Pace::Turn(hand) }
    }

    /// No half swings out of the hex that it shares with a gun or wagon come there in this activation (MP 7.3.3i; ruling MP G-A80).
    fn stays_with_gun(self, id: UnitId, pivot: Hand) -> Result<(), Refusal> {
        let unit = self.unit(id);
        let swings = match pivot {
            Hand::Left => unit.other,
            Hand::Right => Some(unit.hex),
        };
        let come = |gun: UnitId| self.unit(gun).has(Mark::Held);
        if unit.has(Mark::Held) && swings.and_then(|hex| self.gun_at(hex)).is_some_and(come) {
            return Err(Refusal::new(
                "MP 7.3.3i",
                "that half leaves no hex to which guns have come in this activation",
            ));
        }
        Ok(())
    }

    /// The hex a pivoting half enters may be next to an enemy only under Charge (MP 9.2.2d), or if the standing half is next to
    /// that enemy and the other comes next to no further one (MP 9.2.2e). Without command only the latter (MP 5.4.3h, 9.1.1k).
    fn may_pivot(self, id: UnitId, from: Pose, to: Pose, pivot: Hand) -> Result<(), Refusal> {
        let (stays, moves) = match pivot {
            Hand::Left => (from.hex, to.other),
            Hand::Right => (from.other.unwrap_or(from.hex), Some(to.hex)),
        };
        let Some(moves) = moves else { return Err(out_of_place("MP 9.2.2c")) };
        if !self.is_clear(id, to) {
            return Err(Refusal::new("MP 8.1.2a", "another unit stands where the half would swing"));
        }
        let side = self.side(id);
        let held = |enemy: UnitId| self.distance_to(enemy, stays) == 1;
        let only_known = self.neighbours(moves).filter_map(|hex| self.enemy_at(side, hex)).all(held);
        if only_known || self.orders(id) == Orders::Charge && self.in_command(id) {
            return Ok(());
        }
        Err(Refusal::new("MP 9.2.2d", "the half would come next to an enemy it may not approach"))
    }

    /// All the ways a unit may turn in reaction.
    pub(super) fn facings(self, window: &Window, id: UnitId) -> impl Iterator<Item = (Hand, u8)> {
        let may = self.may_turn(window, id).is_ok();
        let steps = if may { MOST_STEPS } else { 0 };
        Hand::BOTH
            .into_iter()
            .flat_map(move |hand| (1..=steps).map(move |steps| (hand, steps)))
            .filter(move |&(hand, steps)| self.way_round(id, hand, steps).is_ok())
    }

    pub(super) fn any_facing(self, window: &Window, id: UnitId) -> bool {
        self.facings(window, id).next().is_some()
    }
}

impl<L: Listener> Play<'_, L> {
    pub(super) fn react_by_facing(&mut self, id: UnitId, hand: Hand, steps: u8) {
        self.note_reaction(id);
        let from = self.footing(id);
        let pace = self.table().turning_pace(id, hand);
        self.start_reacting(id, Activity::FacingChange);
        for _ in 0..steps {
            // Ground crossed by a wheel may have broken it.
            if matches!(self.unit(id).formation, Formation::Broken | Formation::None) {
                break;
            }
            self.take_pace(id, pace, Activity::FacingChange);
        }
        self.end_reacting(id);
        if matches!(pace, Pace::Wheel(_)) {
            self.settle_on_gun(id, from);
            self.accompany(id, from, Company::AdvanceOrRetreat);
        }
    }
}
