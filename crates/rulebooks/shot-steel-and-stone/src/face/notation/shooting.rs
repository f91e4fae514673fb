//! The notation of shooting.

use crate::ShotSteelAndStone;
use crate::cards::{BuildingId, UnitId};
use crate::shooting::{Aim, ShootChoice};
use kernel::notation::Number;

kernel::notation! { ShootChoice in ShotSteelAndStone, "a decision of shooting":
    "shoot" => Fire { unit: UnitId, aim: Aim, bases: Number };
    "rear-about" => RearAbout(UnitId);
}

kernel::notation! { Aim in ShotSteelAndStone, "a target":
    "at" => Unit(UnitId);
    "gunners" => Gunners(UnitId);
    "walls" => Walls(BuildingId);
    "beast" => Beast(Number);
}
