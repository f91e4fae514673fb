//! The notation of built-up areas.

use crate::ShotSteelAndStone;
use crate::buildings::BuildingChoice;
use crate::cards::UnitId;
use scenario::notation::Stance;

kernel::notation! { BuildingChoice in ShotSteelAndStone, "a decision about a built-up area":
    "evacuate" => Evacuate { unit: UnitId, pose: Stance };
}
