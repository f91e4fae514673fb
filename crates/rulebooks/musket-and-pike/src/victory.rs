//! Chapter 15: Victory Points and levels.

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
}

impl Default for PointValues {
    /// T-VP as printed; a disabled single gun as ruling G20 has it.
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
        }
    }
}

impl Table<'_> {
    /// Victory Points a side has won from the other so far (MP 15.0a to 15.0i).
    pub fn victory_points(self, side: Side) -> u16 {
        let _ = side;
        unimplemented!()
    }
}
