//! Menus and questions of charges.

use crate::charges::ChargeChoice;
use crate::table::Table;

impl Table<'_> {
    pub(super) fn charges_words(self, choice: ChargeChoice) -> String {
        match choice {}
    }
}

/// The questions of this chapter, by topic.
pub(super) fn question(_topic: &str) -> Option<&'static str> {
    None
}
