//! The notation of combat.

use crate::CloseFire;
use crate::cards::UnitId;
use crate::combat::CombatChoice;

kernel::notation! { CombatChoice in CloseFire, "a decision in combat":
    "oppose" => Oppose { unit: UnitId, enemy: UnitId };
}
