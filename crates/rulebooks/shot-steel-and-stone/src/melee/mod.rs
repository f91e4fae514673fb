//! Headings 20 to 29 and 31: close combat.

mod steps;

pub(crate) use steps::steps_of;
pub use steps::{MeleeChoice, MeleeStep};
