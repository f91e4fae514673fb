//! Decisions of `reorganization` as the journal writes them.

use crate::LesBatailles;
use crate::reorganization::ReorganizeChoice;
use scenario::notation::{Along, Corner};

kernel::notation! { ReorganizeChoice in LesBatailles, "a decision of the Reorganization Segment":
    "recover-facing" => Face(Along);
    "recover-facing-corner" => FaceCorner(Corner);
}
