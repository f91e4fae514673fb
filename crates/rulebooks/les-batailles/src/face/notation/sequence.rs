//! Decisions of the turn as the journal writes them.

use crate::LesBatailles;
use crate::sequence::TurnChoice;

kernel::notation! { TurnChoice in LesBatailles, "a decision of the turn":
    "done" => Done;
}
