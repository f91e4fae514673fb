//! CF 17: actions resulting from combat, and the flights and pursuits that go on; guns that were left (CF 16.10 to 16.13).

mod actions;
mod flight;
mod guns;
mod pursuit;
mod steps;
mod through;

pub use steps::{AfterChoice, AfterStep};
pub(crate) use steps::{flights_of, steps_of};
