//! Menus and questions of buildings.

use crate::buildings::BuildingChoice;
use crate::table::Table;

impl Table<'_> {
    pub(super) fn buildings_words(self, choice: BuildingChoice) -> String {
        match choice {}
    }
}

/// The questions of this chapter, by topic.
pub(super) fn question(_topic: &str) -> Option<&'static str> {
    None
}
