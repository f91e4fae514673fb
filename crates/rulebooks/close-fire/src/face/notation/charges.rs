//! The notation of charges.

use crate::CloseFire;
use crate::cards::UnitId;
use crate::charges::ChargeChoice;
use crate::state::MoveDice;
use kernel::notation::{Right, Yes};

kernel::notation! { ChargeChoice in CloseFire, "a charge":
    "charge" => Declare { unit: UnitId, target: UnitId, outrance: Yes };
    "join" => Join { unit: UnitId, lead: UnitId };
    "charge-dice" => Dice { unit: UnitId, dice: MoveDice };
    "counter-charge" => Counter { unit: UnitId, dice: MoveDice, outrance: Yes };
    "evade" => Evade(UnitId);
    "refuse-flank" => StepBack { unit: UnitId, right: Right };
    "face-charge" => FaceAbout(UnitId);
    "receive" => Receive(UnitId);
}
