//! Built-up areas, step by step: garrisons leave what burns as their side's movement begins, fires are fought at the end of
//! its player turn (SSS 17.12, 17.13, P8.6).

use crate::agenda::{Phasing, Step};
use crate::cards::UnitId;
use crate::decision::Decision;
use crate::table::{Play, Table};
use field::table::Pose;
use kernel::{Listener, Question, Refusal, Seat, SeatSet, Side};
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum BuildingStep {
    /// Garrisons of burning buildings come out, or are lost (SSS 17.12).
    Evacuate(Side),
    Firefight(Side),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum BuildingChoice {
    /// Out of the fire, with the front at that pose.
    Evacuate { unit: UnitId, pose: Pose },
}

/// The steps of this chapter in a side's player turn, in order.
pub(crate) fn steps_of(side: Side) -> Phasing {
    Phasing::from_iter([Step::Building(BuildingStep::Firefight(side))])
}

/// Those of its movement phase.
pub(crate) fn evacuations_of(side: Side) -> Phasing {
    Phasing::from_iter([Step::Building(BuildingStep::Evacuate(side))])
}

impl Table<'_> {
    /// The next unit of a side that has to leave a fire, and can.
    fn next_out(self, side: Side) -> Option<UnitId> {
        self.of_side(side).find(|&id| self.must_evacuate(id) && !self.ways_out(id).is_empty())
    }

    pub(crate) fn asked_in_buildings(self, step: BuildingStep) -> SeatSet {
        match step {
            BuildingStep::Evacuate(side) => {
                self.next_out(side).map_or(SeatSet::EMPTY, |id| SeatSet::one(self.seat(id)))
            }
            BuildingStep::Firefight(_) => SeatSet::EMPTY,
        }
    }

    pub(crate) fn ask_buildings(self, step: BuildingStep, _seat: Seat, menu: &mut Vec<Decision>) -> Question {
        let (BuildingStep::Evacuate(side) | BuildingStep::Firefight(side)) = step;
        if let Some(unit) = self.next_out(side) {
            for pose in self.ways_out(unit) {
                menu.push(Decision::Building(BuildingChoice::Evacuate { unit, pose }));
            }
        }
        Question { complete: false, ..Question::whole("evacuate", "SSS 17.12", 0) }
    }

    pub(crate) fn judge_buildings(self, step: BuildingStep, seat: Seat, choice: BuildingChoice) -> Result<(), Refusal> {
        let (BuildingStep::Evacuate(side) | BuildingStep::Firefight(side)) = step;
        let BuildingChoice::Evacuate { unit, pose } = choice;
        self.owns(seat, unit)?;
        if self.side(unit) != side || !self.must_evacuate(unit) {
            return Err(Refusal::new("SSS 17.12", "it is in no fire"));
        }
        let ground = &self.rules.ground;
        let on = (0..=ground.width).contains(&pose.at.x) && (0..=ground.height).contains(&pose.at.y);
        if !on || !(0..36_000).contains(&pose.facing) {
            return Err(Refusal::new("SSS G64", "it comes out on the table"));
        }
        self.come_out(unit, pose).map(|_| ())
    }
}

impl<L: Listener> Play<'_, L> {
    pub(crate) fn work_buildings(&mut self, step: BuildingStep) {
        match step {
            BuildingStep::Evacuate(side) => {
                // Whoever is left had no way out.
                for ix in 0..self.state.units.len() as u8 {
                    let id = UnitId(ix);
                    if self.table().side(id) == side && self.table().must_evacuate(id) {
                        self.lost_in_the_fire(id);
                    }
                }
            }
            BuildingStep::Firefight(side) => self.fight_fires(side),
        }
    }

    pub(crate) fn apply_buildings(&mut self, _step: BuildingStep, choice: BuildingChoice) {
        let BuildingChoice::Evacuate { unit, pose } = choice;
        self.evacuate(unit, pose);
    }
}
