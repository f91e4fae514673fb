//! Chapter 15: Victory Points and levels.

use crate::cards::{Class, LeaderId, Role, UnitId};
use crate::state::{LeaderPlace, Loss, Place};
use crate::table::Table;
use kernel::Side;

/// What a battle says about winning.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Victory {
    /// The side whose points count positive in the score (MP 15.0b).
    pub positive: Side,
    /// Levels from the best of the positive side downwards: at least so many points, a name, and who wins.
    pub levels: Vec<Level>,
    pub points: PointValues,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Level {
    pub at_least: i32,
    pub name: String,
    pub winner: Option<Side>,
}

/// Levels with a draw among them, for a side that leaves the field can do no better (MP 15.0j): where a battle names none, one that no score reaches
/// stands between those of the two sides.
pub fn with_draw(mut levels: Vec<Level>, positive: Side) -> Vec<Level> {
    if levels.iter().all(|level| level.winner.is_some()) {
        let place = levels.iter().position(|level| level.winner != Some(positive)).unwrap_or(levels.len());
        let at_least = place.checked_sub(1).map_or(i32::MAX, |above| levels[above].at_least);
        levels.insert(place, Level { at_least, name: "Draw".into(), winner: None });
    }
    levels
}

/// T-VP, with what the battle changes (MP 15.0d).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PointValues {
    pub formed_cavalry: u16,
    pub formed_cavalry_casualty: u16,
    pub unformed_cavalry: u16,
    pub unformed_cavalry_casualty: u16,
    pub two_hex: u16,
    pub one_hex: u16,
    pub heavy_casualty: u16,
    pub light: u16,
    /// By gun class, single then double.
    pub captured: [[u16; 2]; 3],
    pub disabled: [[u16; 2]; 3],
    pub wagon: u16,
    pub army_commander: u16,
    /// For each point of a named Wing Commander's rating.
    pub wing_commander: u16,
    /// For the field that the enemy alone has left.
    pub field_left: u16,
}

impl Default for PointValues {
    /// T-VP as printed, a disabled single gun of the two heavier classes like a double one (ruling MP G20).
    fn default() -> PointValues {
        PointValues {
            formed_cavalry: 10,
            formed_cavalry_casualty: 2,
            unformed_cavalry: 5,
            unformed_cavalry_casualty: 1,
            two_hex: 10,
            one_hex: 5,
            heavy_casualty: 1,
            light: 0,
            captured: [[15, 30], [10, 20], [5, 10]],
            disabled: [[10, 10], [10, 10], [2, 5]],
            wagon: 10,
            army_commander: 20,
            wing_commander: 5,
            field_left: 0,
        }
    }
}

impl Table<'_> {
    /// Victory Points a side has won from the other so far (MP 15.0a to 15.0i).
    pub fn victory_points(self, side: Side) -> u16 {
        let units = self.rules.by_side[side.other().ix()].iter().map(|&id| self.unit_points(id));
        let leaders = self.leaders().filter(|&id| self.leader_card(id).side != side).map(|id| self.leader_points(id));
        // A battle file may give more than there is room for.
        units.chain(leaders).fold(self.location_points(side), u16::saturating_add)
    }

    /// What a battle awards for the field, where the other side alone has left it (MP 15.0d).
    pub(crate) fn field_points(self, side: Side, left: [bool; 2]) -> u16 {
        let has_it = left[side.other().ix()] && !left[side.ix()];
        self.rules.victory.points.field_left * u16::from(has_it)
    }

    /// What a unit yields the enemy: its elimination (Incorporation is one, MP 15.0i), else its casualties while it is on the
    /// map (MP 15.0h). Off in pursuit it yields nothing (MP 15.0e).
    fn unit_points(self, id: UnitId) -> u16 {
        let values = &self.rules.victory.points;
        let (unit, card) = (self.unit(id), self.card(id));
        // MP 2.1.2d
        let of_class = |table: &[[u16; 2]; 3]| table[card.gun as usize][usize::from(card.double)];
        match unit.place {
            Place::Gone(Loss::Eliminated | Loss::Incorporated) => self.elimination_points(id),
            Place::Map => u16::from(unit.casualties) * self.casualty_points(id),
            Place::Wreck { captured } if self.is_wagon(id) => values.wagon * u16::from(captured),
            Place::Wreck { captured: true } => of_class(&values.captured),
            Place::Wreck { captured: false } => of_class(&values.disabled),
            Place::Gone(Loss::Pursuing | Loss::Exited) | Place::Expected => 0,
        }
    }

    /// Croats are a class of their own (MP 14.6c); dismounted cavalry scores as cavalry (MP 14.3a).
    pub(crate) fn elimination_points(self, id: UnitId) -> u16 {
        let values = &self.rules.victory.points;
        match self.class(id) {
            Class::Cavalry if self.is_croats(id) => values.unformed_cavalry,
            Class::Cavalry => values.formed_cavalry,
            Class::HeavyInfantry if self.card(id).two_hex => values.two_hex,
            Class::HeavyInfantry => values.one_hex,
            Class::LightInfantry => values.light,
            Class::Artillery | Class::Wagon => 0,
        }
    }

    /// What the enemy has of a gun that he takes (MP 2.1.2d), or of a wagon.
    pub(crate) fn capture_points(self, id: UnitId) -> u16 {
        let (values, card) = (&self.rules.victory.points, self.card(id));
        if self.is_wagon(id) { values.wagon } else { values.captured[card.gun as usize][usize::from(card.double)] }
    }

    pub(crate) fn casualty_points(self, id: UnitId) -> u16 {
        let values = &self.rules.victory.points;
        match self.class(id) {
            Class::Cavalry if self.is_croats(id) => values.unformed_cavalry_casualty,
            Class::Cavalry => values.formed_cavalry_casualty,
            Class::HeavyInfantry => values.heavy_casualty,
            Class::LightInfantry | Class::Artillery | Class::Wagon => 0,
        }
    }

    /// An eliminated leader: what the battle says (MP 15.0d), the fixed points of the original Army Commander, or five times the rating of
    /// a named one (MP 15.0c); a successor or named replacement is a Wing Commander for this, a generic one nothing (MP 15.0f).
    /// Pursuers (MP 15.0e) and those who do not return to a Wing that is gone (MP 15.0k) are no loss.
    fn leader_points(self, id: LeaderId) -> u16 {
        let card = self.leader_card(id);
        if self.leader(id).place != LeaderPlace::Eliminated || card.generic {
            return 0;
        }
        let values = &self.rules.victory.points;
        let successor = self.rules.sides[card.side.ix()].successor == Some(id);
        match (card.points, card.role) {
            (Some(points), _) => u16::from(points),
            (None, Role::Army) if !successor => values.army_commander,
            (None, _) => values.wing_commander * u16::from(card.rating.unsigned_abs()),
        }
    }

    /// Places belong to the side whose unit passed last (MP 15.0g).
    fn location_points(self, side: Side) -> u16 {
        let held = self.ground().locations.iter().zip(&self.state.control);
        let points = held.filter(|(_, owner)| **owner == Some(side)).map(|(location, _)| location.points[side.ix()]);
        points.fold(0, u16::saturating_add)
    }
}
