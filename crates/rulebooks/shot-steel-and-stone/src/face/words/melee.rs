//! Menus and questions of melee.

use crate::melee::MeleeChoice;
use crate::table::Table;

impl Table<'_> {
    pub(super) fn melees_words(self, choice: MeleeChoice) -> String {
        match choice {}
    }
}

/// The questions of this chapter, by topic.
pub(super) fn question(_topic: &str) -> Option<&'static str> {
    None
}
