//! Battle files: map, forces, deployment, length and victory, as readable text.
//!
//! A battle file is TOML. [`header`] peeks at it and says which rulebook reads it; the rulebook gives [`read`] its own
//! file type and gets a value or every fault of the file, each with its line, its column and what would be right.
//! [`GroundFile`] is the part that all rulebooks of the open table share, [`hex_map`] that of those on hexes;
//! [`order_of_battle`] reads what all have: keys, sides, seats. [`bill`] is what forces cost where points are counted, and
//! [`generator`] draws up ground from a seed.

pub mod bill;
pub mod charts;
mod draw;
pub mod generator;
mod ground;
pub mod hex_map;
pub mod notation;
pub mod order_of_battle;
mod read;
pub mod ruler;
mod source;
pub mod victory;
mod words;

pub use draw::{scene_field, scene_field_as};
pub use ground::{
    Area, AreaFile, AreaKind, AreaWord, Arm, Bars, Bearing, Compass, Cover, CrestFile, Ground, GroundFile, HillFile,
    LineFile, LineWord, Linear, LinearKind, SlopeFile, SlopeWord, Spot, Terms, find, point, um,
};
pub use read::{FORMAT, Header, header, read, schema};
pub use source::{At, Fault, Faults, Reporter, Source};
pub use words::{advise, nearest, or_list};
