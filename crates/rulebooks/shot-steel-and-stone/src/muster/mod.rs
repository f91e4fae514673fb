//! Forces to be bought: the default unit types (SSS G38), period lists, what troops cost (SSS G182), army lists, and battles made
//! from points.

pub mod armies;
pub mod costs;
pub mod generator;
pub mod lists;
mod raising;

pub use raising::{Choice, raise};
