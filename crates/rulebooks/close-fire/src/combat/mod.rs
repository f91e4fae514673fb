//! CF 15, 16: combat, its scores and its results.

mod factors;
mod forming;
mod numbers;
mod results;
mod steps;

pub(crate) use results::Outcome;
pub(crate) use steps::steps_of;
pub use steps::{CombatChoice, CombatStep};
