//! The shooting phase, step by step: artillery before small arms, unit by unit (SSS 1.6a, P6).

use super::known::Signs;
use super::{Aim, Range};
use crate::agenda::{Phasing, Step};
use crate::cards::{BuildingId, Class, Order, UnitId};
use crate::decision::Decision;
use crate::face::told::{self, Who};
use crate::kept;
use crate::sequence::TurnChoice;
use crate::table::{Play, Table};
use field::table::{Edge, TOUCH, nearest_in_arc};
use kernel::{Listener, Question, Refusal, Seat, SeatSet, Side};
use serde::{Deserialize, Serialize};
use std::cell::OnceCell;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ShootStep {
    Artillery(Side),
    SmallArms(Side),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ShootChoice {
    /// A unit shoots with so many bases or guns, all that can for 0 (SSS P6 D12, D13).
    Fire { unit: UnitId, aim: Aim, bases: u8 },
    /// Its rear rank turns about, to shoot behind it (SSS 18.1, G56).
    RearAbout(UnitId),
}

/// The steps of this chapter in a side's player turn, in order.
pub(crate) fn steps_of(side: Side) -> Phasing {
    Phasing::from_iter([Step::Shoot(ShootStep::Artillery(side)), Step::Shoot(ShootStep::SmallArms(side))])
}

impl Table<'_> {
    /// Units that shoot in a step.
    fn shooters(self, step: ShootStep, seat: Seat) -> impl Iterator<Item = UnitId> {
        let (side, guns) = match step {
            ShootStep::Artillery(side) => (side, true),
            ShootStep::SmallArms(side) => (side, false),
        };
        let over = self.state.player_turn.orders_ended;
        self.of_side(side).filter(move |&id| {
            !over && self.seat(id) == seat && self.is_artillery(id) == guns && self.may_shoot(id).is_ok()
        })
    }

    /// What a unit can shoot at now, one after the other.
    fn targets(self, id: UnitId, signs: Option<&Signs>) -> impl Iterator<Item = Aim> {
        let [units, crews, walls] = self.shots_of(id, signs);
        let has = |set: u64, enemy: UnitId| set >> enemy.0 & 1 == 1;
        let units = kept::each(units | crews).flat_map(move |enemy| {
            let aims = [(units, Aim::Unit(enemy)), (crews, Aim::Gunners(enemy))];
            aims.into_iter().filter(move |&(set, _)| has(set, enemy)).map(|(_, aim)| aim)
        });
        let walls = (0..self.state.buildings.len() as u8).filter(move |ix| walls >> ix & 1 == 1);
        let walls = walls.map(|ix| Aim::Walls(BuildingId(ix)));
        let done = self.unit(id).shot_bases;
        let beasts = (0..self.state.stampedes.len() as u8).map(Aim::Beast);
        units.chain(walls).chain(beasts.filter(move |&aim| self.finds_a_shot(id, aim, done)))
    }

    pub(crate) fn asked_in_shooting(self, step: ShootStep) -> SeatSet {
        let (ShootStep::Artillery(side) | ShootStep::SmallArms(side)) = step;
        let signs = OnceCell::new();
        let signs = || signs.get_or_init(|| self.signs()).as_ref();
        let acts = |id: UnitId| self.targets(id, signs()).next().is_some() || self.judge_rear_about(id).is_ok();
        self.seats_left(side, |seat| self.shooters(step, seat).any(acts))
    }

    pub(crate) fn ask_shooting(self, step: ShootStep, seat: Seat, menu: &mut Vec<Decision>) -> Question {
        let signs = self.signs();
        for unit in self.shooters(step, seat) {
            for aim in self.targets(unit, signs.as_ref()) {
                menu.push(Decision::Shoot(ShootChoice::Fire { unit, aim, bases: 0 }));
            }
            if self.judge_rear_about(unit).is_ok() {
                menu.push(Decision::Shoot(ShootChoice::RearAbout(unit)));
            }
        }
        menu.push(Decision::Turn(TurnChoice::Done));
        let (topic, rule) = match step {
            ShootStep::Artillery(_) => ("artillery", "SSS 1.6a"),
            ShootStep::SmallArms(_) => ("small-arms", "SSS 12.1"),
        };
        Question { complete: false, ..Question::whole(topic, rule, menu.len() - 1) }
    }

    pub(crate) fn judge_shooting(self, step: ShootStep, seat: Seat, choice: ShootChoice) -> Result<(), Refusal> {
        let (ShootChoice::Fire { unit, .. } | ShootChoice::RearAbout(unit)) = choice;
        self.owns(seat, unit)?;
        if self.side(unit) != self.state.active {
            return Err(Refusal::new("SSS 1.0", "it is not its side's turn"));
        }
        match (step, self.is_artillery(unit)) {
            (ShootStep::Artillery(_), true) | (ShootStep::SmallArms(_), false) => {}
            _ => return Err(Refusal::new("SSS 1.6a", "artillery shoots before small arms")),
        }
        self.may_shoot(unit)?;
        match choice {
            ShootChoice::Fire { aim, bases, .. } => self.salvo(unit, aim, bases, Range::Measured).map(|_| ()),
            ShootChoice::RearAbout(_) => self.judge_rear_about(unit),
        }
    }

    /// A or B class close order infantry, before it has shot, with an enemy behind it to shoot at (SSS 18.1, G56).
    fn judge_rear_about(self, id: UnitId) -> Result<(), Refusal> {
        let (card, unit) = (self.card(id), self.unit(id));
        let able = self.is_foot(id) && !card.is_mounted_arm() && unit.order == Order::Close && card.class != Class::C;
        if !able {
            return Err(Refusal::new("SSS 18.1", "A or B class infantry in close order turns its rear rank about"));
        }
        if unit.rear_about || unit.shot || self.is_garrison(id) || !self.stands_in_line(id) {
            return Err(Refusal::new("SSS G56", "its rear rank cannot turn about now"));
        }
        let main = *self.body(id).main();
        let near = f64::from(self.rules.ranges.farthest(self.small_arm(id))) + TOUCH;
        let (left, right) = main.edge(Edge::Rear);
        let arcs = [left, left.midpoint(right), right].map(|from| self.arc_from(id, from, -main.dir));
        let behind = |enemy: UnitId| {
            let body = self.body(enemy);
            arcs.iter().any(|arc| nearest_in_arc(arc, &body).is_some_and(|off| off <= near))
        };
        match self.enemies_of(id).any(behind) {
            true => Ok(()),
            false => Err(Refusal::new("SSS 18.1", "there is no enemy behind it to shoot at")),
        }
    }
}

impl<L: Listener> Play<'_, L> {
    pub(crate) fn work_shooting(&mut self, step: ShootStep) {
        match step {
            ShootStep::Artillery(side) => self.side_has_spoken("artillery", side),
            ShootStep::SmallArms(side) => self.side_has_spoken("small-arms", side),
        }
    }

    pub(crate) fn apply_shooting(&mut self, _step: ShootStep, choice: ShootChoice) {
        match choice {
            ShootChoice::Fire { unit, aim: Aim::Walls(building), bases } => self.batter(unit, building, bases),
            ShootChoice::Fire { unit, aim, bases } => {
                self.volley(unit, aim, bases, Range::Measured);
            }
            ShootChoice::RearAbout(unit) => {
                self.unit_mut(unit).rear_about = true;
                self.tell("SSS 18.1", told::REAR_ABOUT, &[Who::Unit(unit)]);
            }
        }
    }
}
