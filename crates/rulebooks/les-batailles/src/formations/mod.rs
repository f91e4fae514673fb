//! Chapter 12: presentation and formations.

mod changes;
mod order;
mod presentation;
mod prone;
mod square;
mod steps;

pub use steps::*;

use serde::{Deserialize, Serialize};

/// What a unit has done about its formation in this turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Deeds {
    /// Its owner has said whether it breaks down (12.1.2).
    pub asked: bool,
    /// It has come into the hex of a Square and is not yet in it (12.9.4).
    pub joins: bool,
}
