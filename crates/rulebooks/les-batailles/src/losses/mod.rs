//! Chapter 17: losses: who takes them, what they do to formations and values, and the check that follows.
//!
//! Whoever brings losses about that are followed by a Morale Check opens a combat event with [`Play::begin_event`], takes as many
//! losses in it as there are, and lets the agenda go on: the check of each stack comes by itself. Losses without a check
//! (mêlée, zones, Offensive and Defensive Fire) are taken outside of any event.
//!
//! [`Play::begin_event`]: crate::table::Play::begin_event

mod checks;
mod marking;
mod ranks;
mod steps;
mod strength;
mod taking;

pub use checks::*;
pub use ranks::Runs;
pub use steps::*;
pub use taking::*;

use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Deeds {}
