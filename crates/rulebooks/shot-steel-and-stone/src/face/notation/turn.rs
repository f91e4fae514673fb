//! The notation of the turn, of orders and of command.

use crate::ShotSteelAndStone;
use crate::cards::{LeaderId, UnitId};
use crate::command::CommandChoice;
use crate::orders::OrderChoice;
use crate::sequence::{Half, TurnChoice};
use crate::state::Intent;
use scenario::notation::Place;

kernel::notation! { TurnChoice in ShotSteelAndStone, "a decision of the turn":
    "done" => Done;
    "take" => Take(Half);
}

kernel::notation! { Half in ShotSteelAndStone, "a turn":
    "first" => First;
    "second" => Second;
}

kernel::notation! { OrderChoice in ShotSteelAndStone, "an order":
    "order" => Intend { unit: UnitId, intent: Intent };
    "order-all" => All { leader: LeaderId, intent: Intent };
    "lead" => Lead { leader: LeaderId, unit: UnitId };
    "alone" => Alone(UnitId);
    "send" => Send { unit: UnitId, to: Place };
}

kernel::notation! { Intent in ShotSteelAndStone, "an intention":
    "hold" => Hold;
    "move" => Move;
    "move-and-shoot" => MoveAndShoot;
    "charge" => Charge(UnitId);
    "fight" => Fight;
    "disengage" => Disengage;
    "reform" => Reform;
    "firefight" => Firefight;
    "plash" => Plash;
    "hold-to-last-man" => HoldToLastMan;
    "change" => Change;
}

kernel::notation! { CommandChoice in ShotSteelAndStone, "a decision of a leader":
    "test" => Test(LeaderId);
    "take-over" => TakeOver(UnitId);
    "ride" => Ride { leader: LeaderId, to: Place };
    "attach" | "join" => Attach { leader: LeaderId, unit: UnitId };
    "detach" => Detach(LeaderId);
    "succeed" => Succeed { lost: LeaderId, heir: LeaderId };
}
