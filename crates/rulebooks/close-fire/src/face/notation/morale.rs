//! The notation of morale.

use crate::CloseFire;
use crate::cards::UnitId;
use crate::morale::MoraleChoice;
use kernel::notation::Number;

kernel::notation! { MoraleChoice in CloseFire, "a loss":
    "lose" => Lose { unit: UnitId, element: Number };
}
