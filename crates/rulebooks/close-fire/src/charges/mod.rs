//! CF 14: charges, the answers to them, and how far they go.

mod answers;
mod declaring;
mod meeting;
mod steps;

pub(crate) use meeting::{base_touches, opposite as opposite_way};
pub(crate) use steps::steps_of;
pub use steps::{ChargeChoice, ChargeStep};
