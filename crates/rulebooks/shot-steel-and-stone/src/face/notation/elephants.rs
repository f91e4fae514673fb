//! The notation of elephants.

use crate::ShotSteelAndStone;
use crate::cards::UnitId;
use crate::elephants::ElephantChoice;
use kernel::notation::Number;

kernel::notation! { ElephantChoice in ShotSteelAndStone, "a choice about elephants":
    "spike" => Spike(Number);
    "fire-at-beast" => Fire(UnitId);
}
