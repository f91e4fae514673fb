//! Menus and questions of `stacking`.

use crate::stacking::StackChoice;
use crate::table::Table;
use kernel::Heading;

impl Table<'_> {
    pub(super) fn stacking_words(self, choice: StackChoice) -> String {
        match choice {
            StackChoice::Gives(id) => format!("{} goes", self.name(id)),
            StackChoice::To(hex) => format!("to {}", self.hex_name(hex)),
        }
    }

    pub(super) fn stacking_heading(self, _choice: StackChoice) -> Option<Heading> {
        None
    }
}

/// The questions of this chapter, by topic.
pub(super) fn question(topic: &str) -> Option<&'static str> {
    Some(match topic {
        "who-is-displaced" => "There are too many in the hex: which unit goes?",
        "displacement" => "Where does the displaced unit go?",
        _ => return None,
    })
}
