//! Menus and questions of `morale`.

use crate::morale::MoraleChoice;
use crate::table::Table;
use kernel::Heading;

impl Table<'_> {
    pub(super) fn morale_words(self, choice: MoraleChoice) -> String {
        match choice {}
    }

    pub(super) fn morale_heading(self, choice: MoraleChoice) -> Option<Heading> {
        match choice {}
    }
}

/// The questions of this chapter, by topic.
pub(super) fn question(_topic: &str) -> Option<&'static str> {
    None
}
