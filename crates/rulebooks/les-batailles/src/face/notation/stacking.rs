//! Decisions of `stacking` as the journal writes them.

use crate::LesBatailles;
use crate::cards::UnitId;
use crate::stacking::StackChoice;
use scenario::notation::AtHex;

kernel::notation! { StackChoice in LesBatailles, "a decision of stacking":
    "displace" => Gives(UnitId);
    "displace-to" => To(AtHex);
}
