//! Charges and what answers them (SSS 1.4a, 1.5.2a, 1.5.3a, 15).
//!
//! [`declaring`] has who charges, by order or by nature, [`answering`] what the charged do, [`path`] where a charge leads,
//! [`running`] the charge itself, [`evading`] those who run from it, [`contact`] how units stand that have met.

mod answering;
mod contact;
mod declaring;
mod evading;
mod path;
mod running;
mod shooting;
mod steps;

pub(crate) use answering::response_words;
pub use steps::{ChargeChoice, ChargeStep};
pub(crate) use steps::{moves_of, steps_of};
