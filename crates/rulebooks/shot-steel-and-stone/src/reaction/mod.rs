//! Headings 34 to 37, 39 and 40: the Reaction test and what comes of it.

mod steps;

pub use steps::{ReactChoice, ReactStep};
pub(crate) use steps::{compulsory_of, steps_of};
