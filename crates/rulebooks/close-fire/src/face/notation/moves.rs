//! The notation of movement.

use crate::CloseFire;
use crate::cards::{LeaderId, UnitId};
use crate::movement::{Manoeuvre, MoveChoice, Turn};
use crate::state::{Formation, MoveDice};
use kernel::notation::{Angle, Length, Number, Right, Yes};
use scenario::notation::Place;

kernel::notation! { MoveChoice in CloseFire, "a move":
    "pick" => Pick(UnitId);
    "leave" => Leave(UnitId);
    "may-stop" => Stopping(UnitId);
    "single" => Single(UnitId);
    "use-d6" => Pair { plain: Yes };
    "throw" => Throw(MoveDice);
    "next" => Next(UnitId);
    "move" => Make(Manoeuvre);
    "split" => Split { unit: UnitId, right: Right, elements: Number };
    "merge" => Merge { unit: UnitId, with: UnitId };
    "horses" => Horses { unit: UnitId, to: Place };
    "ride-on" => Rides { leader: LeaderId, to: Place };
}

kernel::notation! { Manoeuvre in CloseFire, "a manoeuvre":
    "advance" => Advance { distance: Length, off: Angle };
    "squeeze" => Squeeze { distance: Length, off: Angle };
    "wheel" => Wheel { right: Right, angle: Angle };
    "wheel-back" => WheelBack { right: Right, battalions: Number, angle: Angle };
    "incline" => Incline { right: Right, by: Length };
    "side-step" => SideStep { right: Right, by: Length };
    "step-back" => StepBack(Length);
    "refuse" => Refuse { right: Right, bases: Number, by: Length };
    "about-face" => AboutFace;
    "form" => Form { formation: Formation, files: Number, turn: Turn };
    "reform" => Reform { formation: Formation, files: Number, facing: Angle };
    "unlimber" => Unlimber(Angle);
    "pivot" => Pivot(Angle);
    "push" => Push(Length);
    "mount" => Mount;
    "dismount" => Dismount;
    "road" => Road(Place);
    "go" => Go { to: Place, facing: Angle, files: Number };
    "stop" => Stop;
}

kernel::notation! { Turn in CloseFire, "ahead or to a flank":
    "ahead" => Ahead;
    "left" => Left;
    "right" => Right;
}
