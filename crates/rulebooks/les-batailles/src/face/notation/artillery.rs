//! Decisions of `artillery` as the journal writes them.

use super::postures::FacingWord;
use crate::LesBatailles;
use crate::artillery::GunChoice;
use crate::cards::UnitId;
use scenario::notation::Along;

kernel::notation! { GunChoice in LesBatailles, "a decision of the artillery":
    "round-from" => From(UnitId);
    "limber" => Limber;
    "unlimber" => Unlimber(FacingWord);
    "prolong" => Prolong(Along);
    "shift" => TryToShift;
    "stand-still" => StandStill;
    "shift-to" => ShiftTo(Along);
    "refit" => Refit { back: UnitId, a: UnitId, b: UnitId };
    "volunteers" => Volunteers { guard: UnitId, battery: UnitId };
    "clear-wreck" => Clear { unit: UnitId, wreck: UnitId };
}
