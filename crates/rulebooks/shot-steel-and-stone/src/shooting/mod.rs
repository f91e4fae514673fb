//! Headings 11 to 16, 18, 19 and 33: shooting.

pub mod cover;
pub mod sight;
mod steps;

pub use cover::Cover;
pub(crate) use steps::steps_of;
pub use steps::{ShootChoice, ShootStep};
