//! The notation of charges.

use crate::ShotSteelAndStone;
use crate::cards::UnitId;
use crate::charges::ChargeChoice;
use crate::state::{Formation, Response};
use kernel::notation::{Angle, Length, Number, Yes};

kernel::notation! { ChargeChoice in ShotSteelAndStone, "a decision of a charge":
    "answer" => Answer { unit: UnitId, response: Response };
    "support" => Support { unit: UnitId, charger: UnitId };
    "run" => Run { unit: UnitId, wheel: Angle };
    "run-by" => RunBy { unit: UnitId, ahead: Length, wheel: Angle };
    "run-formed" => RunFormed { unit: UnitId, formation: Formation, files: Number, wheel: Angle };
    "follow" => Follow(Length);
}

kernel::notation! { Response in ShotSteelAndStone, "an answer to a charge":
    "evade" => Evade { shoots: Yes };
    "countercharge" => Countercharge(UnitId);
    "stand" => Stand { shoots: Yes };
    "square" => Square { shoots: Yes };
    "rear-rank" => RearRank { shoots: Yes };
}
