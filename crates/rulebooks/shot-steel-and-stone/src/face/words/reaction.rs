//! Menus and questions of reaction.

use crate::reaction::ReactChoice;
use crate::table::Table;

impl Table<'_> {
    pub(super) fn reaction_words(self, choice: ReactChoice) -> String {
        match choice {}
    }
}

/// The questions of this chapter, by topic.
pub(super) fn question(_topic: &str) -> Option<&'static str> {
    None
}
