//! Where generals are of use: loose and near many, or with the one unit that needs them.

use crate::agenda::TestKind;
use crate::cards::{GeneralId, UnitId};
use crate::generals::GeneralChoice;
use crate::state::Place;
use crate::table::Table;
use field::table::Point;

/// How near an enemy may be to a general who rides alone, in inches.
const SAFE: i32 = 8;

impl Table<'_> {
    pub(super) fn rank_general(self, choice: GeneralChoice) -> i32 {
        match choice {
            GeneralChoice::Attach { general, unit } => self.rank_attach(general, unit),
            GeneralChoice::Detach { general } => self.rank_detach(general),
            GeneralChoice::Ride { general, to } => self.rank_general_ride(general, to),
        }
    }

    /// A general joins a unit that is about to need him and that he can help: not one that runs with the enemy upon it, nor one that
    /// has a general already, nor one for whose sake he would leave others without one (CP 9.11a).
    fn rank_attach(self, general: GeneralId, id: UnitId) -> i32 {
        let doomed = self.routing(id) && !self.test_due(TestKind::Rally, id);
        if doomed || self.pursuing(id) || !self.influences(general, id) || self.is_led(id) {
            return -5;
        }
        match () {
            () if self.routing(id) => 8,
            () if self.is_engaged(id) && !self.is_wanted_elsewhere(general, id) => 6,
            () => -2,
        }
    }

    fn is_led(self, id: UnitId) -> bool {
        self.generals_of(self.side(id)).any(|general| self.state.generals[general.ix()].attached == Some(id))
    }

    /// In combat, charging or charged.
    fn is_engaged(self, id: UnitId) -> bool {
        self.in_contact(id) || self.state.charges.iter().any(|charge| charge.charger == id || charge.target == id)
    }

    /// Whether another unit that looks to a general has nobody else to look to (CP 9.8).
    fn is_wanted_elsewhere(self, general: GeneralId, id: UnitId) -> bool {
        let side = self.rules.generals[general.ix()].side;
        self.of_side(side).any(|other| other != id && self.is_troops(other) && self.commands(general, other))
    }

    /// He leaves a unit that has no need of him, or that gallops away with him, when there are others to command.
    fn rank_detach(self, general: GeneralId) -> i32 {
        let Some(id) = self.state.generals[general.ix()].attached else { return -5 };
        if self.pursuing(id) {
            return 3;
        }
        if self.routing(id) || self.is_engaged(id) {
            return -5;
        }
        let side = self.rules.generals[general.ix()].side;
        let others = self.of_side(side).any(|other| other != id && self.influences(general, other));
        if others { 3 } else { -5 }
    }

    /// He rides to where more of his units are within his command, out of the enemy's reach.
    fn rank_general_ride(self, general: GeneralId, to: Point) -> i32 {
        let at = self.state.generals[general.ix()].at;
        let gain = self.commanded_from(general, to) - self.commanded_from(general, at);
        let danger = |at: Point| {
            let side = self.rules.generals[general.ix()].side;
            let reach = f64::from(self.inches(SAFE));
            i32::from(self.of_side(side.other()).any(|enemy| self.body(enemy).distance_to_point(at.vec()) < reach))
        };
        3 * gain - 4 * (danger(to) - danger(at)) - 1
    }

    /// Units within a general's radius at a place, those that have to do with the enemy twice.
    fn commanded_from(self, general: GeneralId, at: Point) -> i32 {
        let side = self.rules.generals[general.ix()].side;
        let radius = f64::from(self.command_radius());
        let of_his =
            |&id: &UnitId| self.unit(id).place == Place::Table && self.is_troops(id) && self.influences(general, id);
        let near = self.of_side(side).filter(of_his).filter(|&id| self.body(id).distance_to_point(at.vec()) <= radius);
        near.map(|id| 1 + i32::from(self.is_engaged(id))).sum()
    }
}
