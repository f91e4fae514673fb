//! Menus and questions of exotics.

use super::degrees;
use crate::exotics::ExoticChoice;
use crate::table::Table;

impl Table<'_> {
    pub(super) fn exotics_words(self, choice: ExoticChoice) -> String {
        match choice {
            ExoticChoice::Release { pig, facing } => format!("let {} loose at {}", self.name(pig), degrees(facing)),
            ExoticChoice::Naptha { thrower, target, dice } => {
                format!("{}: naptha at {} with {dice} dice", self.name(thrower), self.name(target))
            }
            ExoticChoice::Grenades { unit, target } => {
                format!("{}: grenades at {}", self.name(unit), self.name(target))
            }
        }
    }
}

/// The questions of this chapter, by topic.
pub(super) fn question(topic: &str) -> Option<&'static str> {
    (topic == "exotics").then_some("What else is let loose?")
}
