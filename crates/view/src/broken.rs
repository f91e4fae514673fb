//! A journal that cannot be played again.

use std::fmt;

/// Why a battle cannot be found again from its journal.
#[derive(Debug)]
pub enum Broken {
    /// It cannot even be set up.
    SetUp(shelf::Problem),
    /// Decision `n` cannot be taken again.
    Decision { n: usize, what: String },
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Broken::SetUp(problem) => write!(f, "the battle cannot be set up again: {problem}"),
            Broken::Decision { n, what } => write!(f, "decision {n} cannot be played again: {what}"),
        }
    }
}

impl std::error::Error for Broken {}

impl From<shelf::Problem> for Broken {
    fn from(problem: shelf::Problem) -> Broken {
        Broken::SetUp(problem)
    }
}
