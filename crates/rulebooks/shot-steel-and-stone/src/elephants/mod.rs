//! Heading 41: elephants.

mod herd;
mod running;
mod shot_at;
mod stampede;
mod steps;
mod trampling;

pub(crate) use steps::steps_of;
pub use steps::{ElephantChoice, ElephantStep};
