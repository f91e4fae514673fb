//! Chapter 16: shooting, with what the optional rules of chapter 20 make of it.
//!
//! An order to shoot ([`Fire`](crate::state::Fire)) names a unit and a target. What comes of it is worked out in the
//! order of the book: which figures have the target in range and arc ([`figures`]), where and when it can be shot at
//! ([`timing`]), whether it may be chosen ([`priority`]), what stands in the way ([`lines`]), which friends are in danger
//! ([`danger`]), and what the dice do ([`table`], [`resolution`]). All of it together is a [`salvo`], [`reckoned`] once a phase.

pub mod danger;
pub mod figures;
pub mod lines;
pub mod orders;
pub mod priority;
pub mod reckoned;
pub mod resolution;
pub mod salvo;
pub mod steps;
pub mod table;
pub mod targets;
pub mod timing;

pub use salvo::{Band, Salvo};
pub use steps::{ShootChoice, ShootStep};
pub use table::{Column, Row, ShootingTable, charts};
