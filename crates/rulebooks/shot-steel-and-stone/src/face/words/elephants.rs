//! Menus and questions of elephants.

use crate::elephants::ElephantChoice;
use crate::table::Table;

impl Table<'_> {
    pub(super) fn elephants_words(self, choice: ElephantChoice) -> String {
        match choice {}
    }
}

/// The questions of this chapter, by topic.
pub(super) fn question(_topic: &str) -> Option<&'static str> {
    None
}
