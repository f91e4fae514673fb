//! Results by the difference of the scores (CF 16.1 to 16.9, T10).

use crate::cards::UnitId;
use crate::face::told::{self, Who};
use crate::morale::{Cause, Occasion};
use crate::state::{Combat, Crew, Formation, Place};
use crate::table::{Play, Table};
use arrayvec::ArrayVec;
use kernel::Listener;

/// A row of T10.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Outcome {
    Break,
    Defeat,
    DrivenBack,
    Inconclusive,
    Success,
    Victory,
    Breakthrough,
}

impl Outcome {
    /// CF 16.2 to 16.9
    pub const fn of(difference: i32) -> Outcome {
        match difference {
            7.. => Outcome::Breakthrough,
            4..=6 => Outcome::Victory,
            2 | 3 => Outcome::Success,
            -1..=1 => Outcome::Inconclusive,
            -4..=-2 => Outcome::DrivenBack,
            -7..=-5 => Outcome::Defeat,
            _ => Outcome::Break,
        }
    }

    pub const fn name(self) -> &'static str {
        match self {
            Outcome::Break => "Break",
            Outcome::Defeat => "Defeat",
            Outcome::DrivenBack => "Driven back",
            Outcome::Inconclusive => "Inconclusive",
            Outcome::Success => "Success",
            Outcome::Victory => "Victory",
            Outcome::Breakthrough => "Breakthrough",
        }
    }
}

/// What a result does to a unit at once.
#[derive(Debug, Clone, Copy)]
struct Toll {
    id: UnitId,
    dps: u8,
    casualties: u8,
    /// A gun is left, its crew dead or alive.
    left: Option<bool>,
}

impl<'a> Table<'a> {
    /// The result of a unit in its combat.
    pub(crate) fn outcome_of(self, combat: &Combat, id: UnitId) -> Option<Outcome> {
        combat.difference(self.side(id)).map(Outcome::of)
    }

    fn toll(self, id: UnitId, outcome: Outcome) -> Toll {
        let unit = self.unit(id);
        let gun = self.is_gun(id);
        // CF 16.6: closing with cold steel costs a point more.
        let steel = unit.outrance || unit.formation == Formation::AssaultColumn;
        let dps = match outcome {
            Outcome::Breakthrough | Outcome::Break => 0,
            Outcome::Victory | Outcome::Success => 1,
            Outcome::Inconclusive => 1 + u8::from(steel),
            Outcome::DrivenBack | Outcome::Defeat => 2,
        };
        let casualties = match outcome {
            // CF 16.7, 16.8, 16.9
            Outcome::DrivenBack => u8::from(unit.met.charged_foot),
            Outcome::Defeat => 1,
            Outcome::Break => 3,
            _ => 0,
        };
        let left = match outcome {
            Outcome::DrivenBack if gun && !unit.met.by_cavalry => Some(false),
            Outcome::Defeat | Outcome::Break if gun => Some(true),
            _ => None,
        };
        Toll { id, dps, casualties: if gun { 0 } else { casualties }, left }
    }
}

impl<L: Listener> Play<'_, L> {
    /// All results are applied together: points first, then bases, then leaders look to themselves (CF 9.6, G9, G54).
    pub(super) fn apply_results(&mut self, second: bool) {
        let mut tolls: ArrayVec<Toll, 128> = ArrayVec::new();
        for combat in self.state.combats.iter().filter(|combat| combat.second == second) {
            for id in combat.scored.iter() {
                if let Some(outcome) = self.table().outcome_of(combat, id) {
                    self.state.overflow.keep(&mut tolls, self.table().toll(id, outcome));
                }
            }
        }
        for toll in &tolls {
            self.exact(*toll);
        }
        for toll in tolls {
            if toll.dps + toll.casualties > 0 && self.unit(toll.id).place == Place::Table {
                self.leader_risk(toll.id, Occasion::Combat);
            }
        }
    }

    fn exact(&mut self, toll: Toll) {
        let id = toll.id;
        self.take_dps(id, toll.dps, Cause::Combat);
        for _ in 0..toll.casualties {
            if self.unit(id).place == Place::Table {
                self.casualty(id, Cause::Combat);
            }
        }
        // Who rides with a gun looks to himself before its crew leaves it (CF 6.39).
        if toll.left == Some(true) || (toll.left.is_some() && toll.dps > 0) {
            self.leader_risk(id, Occasion::Combat);
        }
        match toll.left {
            Some(true) => self.abandon_gun(id, Crew::Killed),
            Some(false) => {
                let crew = self.crew_goes(id);
                self.tell("CF 16.7", told::GUN_LEFT, &[Who::Unit(id)]);
                self.abandon_gun(id, crew);
            }
            None => {}
        }
    }
}
