//! Yards, and the ground each kind of base covers (CF 1.2, 2.11, G75).

use field::table::{Cdeg, Um};

/// The unit of every distance: ten of them are half an inch with figures of up to 15 mm, an inch with those of 25 to 28 mm
/// (CF 1.2, 2.10). Nothing else in the game hangs on the size of the figures, so a battle is measured at the smaller scale.
pub const YARD: Um = 1_270;

/// So many yards.
pub const fn yds(count: i32) -> Um {
    count * YARD
}

/// A length in yards, for what is told.
pub fn in_yds(length: Um) -> f64 {
    f64::from(length) / f64::from(YARD)
}

// The distances of T12.

/// A gap that still counts as base-to-base contact (CF 18.1).
pub const CONTACT: Um = yds(10);
/// Nobody comes nearer to the enemy to his front but by a charge (CF 11.5).
pub const HALT: Um = yds(20);
/// Close musketry, and what can be seen in woods and towns (CF 7.4, 14.22).
pub const CLOSE: Um = yds(40);
/// The reach of Brigadiers and Generals (CF 18.10).
pub const REACH: Um = yds(60);
/// The reach of a Marshal, and the distance at which the enemy is near (CF 11.10, 12.2, 18.10).
pub const NEAR: Um = yds(120);
/// Moves of leaders and on roads far from the enemy, and where a rout ends (CF 11.15, 11.19, 17.15).
pub const FAR: Um = yds(240);

// Bases (CF 2.11).

pub const BASE: Um = yds(20);
/// Width of the wider base of new-style horse and hussars, and of all guns but battalion guns.
pub const WIDE_BASE: Um = yds(25);
pub const FOOT_DEPTH: Um = yds(20);
pub const NEW_FOOT_DEPTH: Um = yds(15);
/// The half base of a battalion that fires by platoons is half as wide (CF 2.13).
pub const HALF_BASE: Um = yds(10);
pub const MOUNTED_DEPTH: Um = yds(25);
pub const BATTALION_GUN_DEPTH: Um = yds(20);
pub const GUN_DEPTH: Um = yds(30);
/// How much deeper a gun is on its limber (CF G75).
pub const LIMBER: Um = yds(20);
pub const WAGON_DEPTH: Um = yds(50);
/// A leader's base, for the eye only: he is measured to as a point (CF G5, G75).
pub const LEADER_SIZE: Um = yds(20);
/// How far the bases of an unformed unit stand apart, of at most 20 yds (CF 11.37, G93).
pub const LOOSE_GAP: Um = yds(10);

/// How far off straight ahead a normal move may go, and the enfilade of a line (CF 11.9, G42).
pub const OBLIQUE: Cdeg = 2_250;
/// The arc of fire to either side, the lines that bound what is to the front, and a gun's pivot (CF 11.22, 13.3, G5).
pub const QUARTER: Cdeg = 4_500;
