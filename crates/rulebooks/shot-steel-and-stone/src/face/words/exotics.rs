//! Menus and questions of exotics.

use crate::exotics::ExoticChoice;
use crate::table::Table;

impl Table<'_> {
    pub(super) fn exotics_words(self, choice: ExoticChoice) -> String {
        match choice {}
    }
}

/// The questions of this chapter, by topic.
pub(super) fn question(_topic: &str) -> Option<&'static str> {
    None
}
