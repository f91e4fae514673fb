//! Menus and questions of shooting.

use crate::shooting::ShootChoice;
use crate::table::Table;

impl Table<'_> {
    pub(super) fn shooting_words(self, choice: ShootChoice) -> String {
        match choice {}
    }
}

/// The questions of this chapter, by topic.
pub(super) fn question(_topic: &str) -> Option<&'static str> {
    None
}
