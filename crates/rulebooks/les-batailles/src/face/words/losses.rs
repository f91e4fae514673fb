//! Menus and questions of `losses`.

use crate::losses::LossChoice;
use crate::table::Table;
use kernel::Heading;

impl Table<'_> {
    pub(super) fn losses_words(self, choice: LossChoice) -> String {
        match choice {
            LossChoice::Keep(hex) => format!("close ranks from {}", self.hex_name(hex)),
        }
    }

    pub(super) fn losses_heading(self, _choice: LossChoice) -> Option<Heading> {
        None
    }
}

/// The questions of this chapter, by topic.
pub(super) fn question(topic: &str) -> Option<&'static str> {
    Some(match topic {
        "close-ranks" => "Which of its hexes does the unit keep as it closes its ranks?",
        _ => return None,
    })
}
