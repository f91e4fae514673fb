//! Headings 17 and 30: built-up areas, fire, and fighting in them. [`walls`] is guns against the structure, [`fire`] how it
//! burns, [`doors`] who goes in and comes out.

mod doors;
mod fire;
mod steps;
mod walls;

pub use steps::{BuildingChoice, BuildingStep};
pub(crate) use steps::{evacuations_of, steps_of};
