//! The notation of exotics.

use crate::ShotSteelAndStone;
use crate::cards::UnitId;
use crate::exotics::ExoticChoice;
use kernel::notation::{Angle, Number};

kernel::notation! { ExoticChoice in ShotSteelAndStone, "something exotic":
    "release" => Release { pig: UnitId, facing: Angle };
    "naptha" => Naptha { thrower: UnitId, target: UnitId, dice: Number };
    "grenades" => Grenades { unit: UnitId, target: UnitId };
}
