//! The notation of elephants.

use crate::ShotSteelAndStone;
use crate::elephants::ElephantChoice;
use kernel::notation::Number;

kernel::notation! { ElephantChoice in ShotSteelAndStone, "a choice about elephants":
    "spike" => Spike(Number);
}
