//! Decisions of `fire` as the journal writes them.

use crate::LesBatailles;
use crate::cards::UnitId;
use crate::fire::FireChoice;
use scenario::notation::{Along, AtHex};

kernel::notation! { FireChoice in LesBatailles, "a decision of fire":
    "fire" => At { from: AtHex, at: AtHex };
    "lob" => Lob { from: AtHex, at: AtHex, one: Along };
    "lob-sections" => Sections { a: UnitId, b: UnitId, c: UnitId, at: AtHex, one: Along };
}
