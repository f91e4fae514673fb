//! Menus and questions of morale.

use crate::morale::MoraleChoice;
use crate::table::Table;
use kernel::Heading;

impl Table<'_> {
    pub(super) fn morale_words(self, choice: MoraleChoice) -> String {
        match choice {
            MoraleChoice::Lose { unit, element } => {
                let kind = if self.is_cavalry(unit) { "squadron" } else { "battalion" };
                format!("{} loses a base of its {} {kind}", self.name(unit), super::ordinal(element))
            }
        }
    }

    pub(super) fn morale_heading(self, _choice: MoraleChoice) -> Option<Heading> {
        None
    }
}

/// The questions of this chapter, by topic.
pub(super) fn question(topic: &str) -> Option<&'static str> {
    (topic == "lose-base").then_some("which battalion or squadron of {0} has lost the base?")
}
