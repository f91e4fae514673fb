//! Decisions of `reactions` as the journal writes them.

use crate::LesBatailles;
use crate::cards::UnitId;
use crate::reactions::ReactChoice;

kernel::notation! { ReactChoice in LesBatailles, "a reaction":
    "opportunity-fire" => Fire(UnitId);
    "reaction-move" => Move(UnitId);
    "opportunity-charge" => Charge(UnitId);
    "no-reaction" => Pass;
}
