//! Chapter 11: stacking, violations and displacement.

pub mod limits;
mod organisation;
mod steps;
mod violations;

pub use limits::Unstackable;
pub use steps::*;
pub use violations::*;
