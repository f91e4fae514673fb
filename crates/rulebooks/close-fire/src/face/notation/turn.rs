//! The notation of the turn.

use crate::CloseFire;
use crate::sequence::{Place, TurnChoice};

kernel::notation! { TurnChoice in CloseFire, "a decision of the turn":
    "done" => Done;
    "go" => Go(Place);
}

kernel::notation! { Place in CloseFire, "first or second":
    "first" => First;
    "second" => Second;
}
