//! Heading 41: elephants.

mod herd;
mod running;
mod stampede;
mod steps;

pub(crate) use steps::steps_of;
pub use steps::{ElephantChoice, ElephantStep};
