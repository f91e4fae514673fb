//! The hex map.
//!
//! # Conventions
//!
//! * A [`Grid`] is a rectangle of hexes with printed numbers, flat-top or pointy-top, up to [`MAX_HEXES`]. A [`Hex`] is a
//!   small index into it; an [`Offset`] is the way from one hex to another, the same on every map. How long it is and where
//!   it begins is a [`Stretch`], looked up by the [`Pin`]s of the two.
//! * A [`Dir`] is a hexside, a [`Vertex`] a corner; both are numbered clockwise, and corner `Vn` lies between the hexsides
//!   `Dn` and `Dn+1`. On a pointy-top map `V0` is north, on a flat-top map `D0` is.
//! * Everything a rule can hang on is integer arithmetic. Places in world units are for pictures.
//! * A body takes one hex and a facing, or it is a [`Rank`] of hexes side by side that faces a corner, or a [`File`] of
//!   hexes one behind the other that faces a hexside.
//! * [`trace`] follows lines of command outwards, each link with its own reach.
//! * What a state remembers of hexes is a [`HexSet`], a [`PerHex`], or, of who stands where, [`Standing`]: plain values for maps
//!   of any size.
//! * [`Lines`] holds the straight lines between hexes, worked out beforehand; [`Walk`] goes along one. [`sight()`] looks
//!   along it over slopes, past whatever the rulebook says is in the way.
//! * [`cheapest`] finds what it costs a [`HexMover`] to come to a pose that will do, with the rulebook's own steps and prices;
//!   [`Nearness`] tells how far it still is to any of some [`Goal`]s, and which way leads nearer.

mod body;
mod command;
mod dir;
mod edges;
mod goals;
mod grid;
mod line;
mod offset;
mod outline;
mod per_hex;
mod search;
mod set;
mod sight;
mod stretch;

pub use body::{File, Rank};
pub use command::{CommandPost, trace};
pub use dir::{Dir, DirSet, Hand, NoDirection, Side, Vertex};
pub use edges::{Edges, Roads};
pub use goals::{Goal, Nearness, Outlook};
pub use grid::{
    Grid, Hex, HexFault, MAX_HEXES, MapEdge, NameFault, Number, Orientation, Plan, PlanFault, RowsFrom, Shoved,
};
pub use line::{Crossing, LineEntry, LineStage, Lines, Track, Walk};
pub use offset::{Arc, Bearing, Offset};
pub use outline::outlines;
pub use per_hex::{PerHex, Standing, UnitNumber};
pub use search::{HexMover, PoseKey, TooManyPoses, cheapest};
pub use set::HexSet;
pub use sight::{Ends, Incline, Obstacle, Sight, SightGround, Why, sight};
pub use stretch::{Pin, Stretch};
