//! Decisions of `losses` as the journal writes them.

use crate::LesBatailles;
use crate::losses::LossChoice;
use scenario::notation::AtHex;

kernel::notation! { LossChoice in LesBatailles, "a decision about losses":
    "close-ranks" => Keep(AtHex);
}
