//! Menus of the turn.

use crate::sequence::TurnChoice;
use crate::table::Table;

impl Table<'_> {
    pub(super) fn turn_words(self, choice: TurnChoice) -> String {
        match choice {
            TurnChoice::Done => "done".into(),
        }
    }
}
