//! The notation of what follows from combat.

use crate::CloseFire;
use crate::afterwards::AfterChoice;
use crate::cards::UnitId;
use crate::state::MoveDice;
use kernel::notation::{Length, Right, Yes};

kernel::notation! { AfterChoice in CloseFire, "an action after combat":
    "remain" => Remain(UnitId);
    "take-position" => TakePosition(UnitId);
    "ride-through" => RideThrough { unit: UnitId, dice: MoveDice };
    "retire" => Retire(UnitId);
    "rout" => Rout(UnitId);
    "pursue" => Pursue(UnitId);
    "stop-short" => StopShort { unit: UnitId, far: Length };
    "retire-on" => GoOn(UnitId);
    "meet" => Meet { unit: UnitId, dice: MoveDice, outrance: Yes };
    "evade-pursuit" => Evade(UnitId);
    "refuse-pursuit" => StepBack { unit: UnitId, right: Right };
    "face-pursuit" => FaceAbout(UnitId);
    "spike" => Spike { unit: UnitId, gun: UnitId };
    "drive-off" => DriveOff { unit: UnitId, gun: UnitId };
    "man" => Man(UnitId);
}
