//! The notation of reaction.

use crate::ShotSteelAndStone;
use crate::cards::UnitId;
use crate::reaction::ReactChoice;
use kernel::notation::Yes;

kernel::notation! { ReactChoice in ShotSteelAndStone, "a decision of reaction":
    "retire" => Leave(UnitId);
    "rally" => Rally(UnitId);
    "pursue" => Pursue(Yes);
}
