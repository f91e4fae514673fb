//! Decisions of `morale` as the journal writes them.

use crate::morale::MoraleChoice;

super::nothing_yet! { MoraleChoice, "a decision of morale" }
