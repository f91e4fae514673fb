//! The notation of charges.

use crate::ShotSteelAndStone;
use crate::cards::UnitId;
use crate::charges::ChargeChoice;
use crate::state::Response;
use kernel::notation::{Angle, Length, Yes};

kernel::notation! { ChargeChoice in ShotSteelAndStone, "a decision of a charge":
    "answer" => Answer { unit: UnitId, response: Response };
    "support" => Support { unit: UnitId, charger: UnitId };
    "run" => Run { unit: UnitId, wheel: Angle };
    "follow" => Follow(Length);
}

kernel::notation! { Response in ShotSteelAndStone, "an answer to a charge":
    "evade" => Evade { shoots: Yes };
    "countercharge" => Countercharge;
    "stand" => Stand { shoots: Yes };
    "square" => Square;
    "rear-rank" => RearRank;
}
