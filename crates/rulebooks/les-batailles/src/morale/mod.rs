//! Chapters 20 and 21: morale, recovery, dusk and night.

mod check;
mod levels;
mod steps;

pub use check::*;
pub use steps::*;

use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Deeds {}
