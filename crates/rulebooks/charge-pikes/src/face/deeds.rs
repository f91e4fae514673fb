//! How far a deed reaches: what the odds of the whole of it look at.

use crate::decision::Decision;
use crate::state::{Phase, State};

/// Whether what a decision began is over. A charge is run, tested, shot at and fought within its turn (CP 13.1), shooting
/// ends with the tests for its hits (CP 18.6), a round of combat with those of the losers (CP 18.7).
pub fn settled(before: &State, decision: &Decision, now: &State) -> bool {
    if now.turn != before.turn {
        return true;
    }
    match decision {
        Decision::Charge(_) | Decision::Combat(_) => false,
        Decision::Shoot(_) => now.phase != Phase::Shooting,
        _ => true,
    }
}
