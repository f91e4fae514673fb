//! The notation of movement.

use crate::ShotSteelAndStone;
use crate::cards::{BuildingId, Order, UnitId};
use crate::decision::Manoeuvre;
use crate::movement::MoveChoice;
use crate::state::Formation;
use kernel::notation::{Angle, Length, Number, Right, Yes};
use scenario::notation::{Place, Stance};

kernel::notation! { MoveChoice in ShotSteelAndStone, "a move":
    "pick" => Pick(UnitId);
    "move" => Make(Manoeuvre);
}

kernel::notation! { Manoeuvre in ShotSteelAndStone, "a manoeuvre":
    "advance" => Advance(Length);
    "step-back" => StepBack(Length);
    "wheel" => Wheel { right: Right, angle: Angle };
    "face" => Face { right: Right };
    "about-face" => AboutFace;
    "form" => Form { formation: Formation, files: Number };
    "frontage" => Frontage(Number);
    "order" => ChangeOrder(Order);
    "free" => Free { to: Place, facing: Angle };
    "lie-down" => LieDown;
    "stand-up" => StandUp;
    "limber" => Limber;
    "unlimber" => Unlimber;
    "traverse" => Traverse(Angle);
    "mount" => Mount;
    "dismount" => Dismount { holders_mounted: Yes };
    "enter" => Enter { building: BuildingId, bases: Number };
    "leave" => Leave(Stance);
    "screen" => Screen(Yes);
    "stop" => Stop;
}

kernel::notation! { Formation in ShotSteelAndStone, "a formation":
    "line" => Line;
    "column-of-attack" => ColumnOfAttack;
    "column-of-march" => ColumnOfMarch;
    "square" => Square;
    "skirmish" => Skirmish;
    "limbered" => Limbered;
    "mob" => Mob;
}

kernel::notation! { Order in ShotSteelAndStone, "an order of bases":
    "mob" => Mob;
    "skirmish" => Skirmish;
    "open" => Open;
    "loose" => Loose;
    "close" => Close;
}
