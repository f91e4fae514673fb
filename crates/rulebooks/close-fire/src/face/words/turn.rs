//! Menus and questions of the turn.

use crate::sequence::{Place, TurnChoice};
use crate::table::Table;

impl Table<'_> {
    pub(super) fn turn_words(self, choice: TurnChoice) -> String {
        match choice {
            TurnChoice::Done => "done".into(),
            TurnChoice::Go(Place::First) => "go first this turn".into(),
            TurnChoice::Go(Place::Second) => "go second this turn".into(),
        }
    }
}

/// The questions of this chapter, by topic.
pub(super) fn question(topic: &str) -> Option<&'static str> {
    match topic {
        "first-or-second" => Some("Do you go first this turn, or second?"),
        _ => None,
    }
}
