//! Heading 42: exotics from Byzarbia.

mod steps;

pub(crate) use steps::steps_of;
pub use steps::{ExoticChoice, ExoticStep};
