//! Base widths, and the ground each kind of base covers (SSS G4, G5).

use field::table::{Cdeg, MM, Um};

/// The frontage of one base, and the unit of every distance (SSS G4).
pub const BW: Um = 60 * MM;

/// So many base widths.
pub const fn bw(count: i32) -> Um {
    count * BW
}

/// A length in base widths, for what is told.
pub fn in_bw(length: Um) -> f64 {
    f64::from(length) / f64::from(BW)
}

/// Depth of a base of foot (SSS G5).
pub const FOOT_DEPTH: Um = BW / 2;
/// Each of the two bases of a skirmish screen (SSS 3.1).
pub const SCREEN_DEPTH: Um = BW / 4;
pub const MOUNTED_DEPTH: Um = BW;
pub const GUN_DEPTH: Um = BW;
pub const LIMBERED_DEPTH: Um = 2 * BW;
pub const ELEPHANT_DEPTH: Um = BW;
pub const WAGON_DEPTH: Um = 2 * BW;
/// A leader's base is as wide as it is deep.
pub const LEADER_SIZE: Um = BW / 2;
/// How far apart the bases of a skirmish line usually stand, of at most one base width.
pub const SKIRMISH_GAP: Um = BW / 2;

/// Nobody comes nearer to the enemy unless he is ordered to charge or to fight (SSS 1.2a).
pub const NEAR: Um = BW;

/// "The same direction" of a support (SSS G23).
pub const SAME_DIRECTION: Cdeg = 2_250;
