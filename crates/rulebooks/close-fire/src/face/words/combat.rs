//! Menus and questions of combat.

use crate::combat::CombatChoice;
use crate::face::told::Who;
use crate::table::Table;
use kernel::Heading;

impl Table<'_> {
    pub(super) fn combat_words(self, choice: CombatChoice) -> String {
        match choice {
            CombatChoice::Oppose { unit, enemy } => {
                self.agreed("{0} [fights|fight] {1}", &[Who::Unit(unit), Who::Unit(enemy)])
            }
        }
    }

    pub(super) fn combat_heading(self, _choice: CombatChoice) -> Option<Heading> {
        None
    }
}

/// The questions of this chapter, by topic.
pub(super) fn question(topic: &str) -> Option<&'static str> {
    (topic == "main-opponent").then_some("two enemies are as near to {0}: whom [does it|do they] fight?")
}
