//! Menus and questions of `reorganization`.

use crate::reorganization::ReorganizeChoice;
use crate::table::Table;
use kernel::Heading;

impl Table<'_> {
    pub(super) fn reorganization_words(self, choice: ReorganizeChoice) -> String {
        match choice {
            ReorganizeChoice::Face(dir) => format!("face {}", self.grid().dir_name(dir)),
            ReorganizeChoice::FaceCorner(vertex) => format!("face {}", self.grid().vertex_name(vertex)),
        }
    }

    pub(super) fn reorganization_heading(self, _choice: ReorganizeChoice) -> Option<Heading> {
        None
    }
}

/// The questions of this chapter, by topic.
pub(super) fn question(topic: &str) -> Option<&'static str> {
    Some(match topic {
        "recovered-facing" => "Which way do the units that have recovered face?",
        _ => return None,
    })
}
