//! Headings 11 to 16, 18, 19 and 33: shooting.

mod steps;

pub(crate) use steps::steps_of;
pub use steps::{ShootChoice, ShootStep};
