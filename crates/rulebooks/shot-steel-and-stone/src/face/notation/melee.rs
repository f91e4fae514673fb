//! The notation of close combat.

use crate::ShotSteelAndStone;
use crate::cards::UnitId;
use crate::melee::MeleeChoice;
use kernel::notation::{Angle, Length, Number, Yes};

kernel::notation! { MeleeChoice in ShotSteelAndStone, "a choice in a melee":
    "fight" => Fight(UnitId);
    "against" => Against(UnitId);
    "aim-at-crew" => AimAtCrew(Yes);
    "reinforce" => Reinforce(UnitId);
    "stand-by" => StandBy;
    "break-in" => BreakIn(Number);
    "follow-up" => FollowUp(Yes);
    "bring-up" => BringUp { left: Number, right: Number };
    "break-off" => BreakOff(Length);
    "onward" => Onward { veer: Angle, distance: Length };
    "stay" => Stay;
    "free-hit" => FreeHit(Yes);
    "man" => Man(UnitId);
    "leave-guns" => LeaveGuns;
}
