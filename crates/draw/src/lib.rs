//! Draws scenes as SVG, PNG and terminal text.
//!
//! One drawing for every rulebook: the crate knows [`kernel::scene::Scene`] and nothing else. The same scene gives the
//! same SVG and the same terminal map on every machine, to the byte; the look of the ground (which tree stands where)
//! is worked out from the ground's own shape.

mod areas;
mod bodies;
mod coats;
mod counters;
mod fires;
mod geometry;
mod hexes;
mod ink;
mod labels;
mod lines;
mod looks;
mod margin;
pub mod page;
mod palette;
#[cfg(feature = "png")]
mod raster;
mod sheet;
mod signs;
mod style;
mod symbols;
mod terminal;

#[cfg(feature = "png")]
pub use raster::{DrawError, png};
pub use sheet::svg;
pub use terminal::{Sheet, Window, keys, terminal, terminal_sheet};
