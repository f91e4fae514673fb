//! Menus and questions of combat.

use crate::combat::CombatChoice;
use crate::table::Table;
use kernel::Heading;

impl Table<'_> {
    pub(super) fn combat_words(self, choice: CombatChoice) -> String {
        match choice {
            CombatChoice::Oppose { unit, enemy } => format!("{} fights {}", self.name(unit), self.name(enemy)),
        }
    }

    pub(super) fn combat_heading(self, _choice: CombatChoice) -> Option<Heading> {
        None
    }
}

/// The questions of this chapter, by topic.
pub(super) fn question(topic: &str) -> Option<&'static str> {
    (topic == "main-opponent").then_some("Two enemies are as near: whom does it fight?")
}
