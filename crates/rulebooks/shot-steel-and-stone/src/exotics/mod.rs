//! Heading 42: exotics from Byzarbia, each by itself.

mod desert;
mod naptha;
mod pigs;
mod prayer;
mod sands;
mod steps;

pub(crate) use steps::steps_of;
pub use steps::{ExoticChoice, ExoticStep};
