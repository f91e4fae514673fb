//! CF 13: giving fire.
//!
//! [`Table::shots_of`] and [`Table::volleys_of`] work out at whom somebody may fire. The menu offers what they hold, the judge
//! accepts nothing else, and what is carried out asks them again.

mod guns;
mod indirect;
mod musketry;
mod riders;
mod steps;
mod targets;

pub(crate) use steps::steps_of;
pub use steps::{FireChoice, FireStep};
pub use targets::Target;
