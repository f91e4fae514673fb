//! Menus and questions of `reactions`.

use crate::reactions::ReactChoice;
use crate::table::Table;
use kernel::Heading;

impl Table<'_> {
    pub(super) fn reactions_words(self, choice: ReactChoice) -> String {
        match choice {
            ReactChoice::Fire(id) => format!("{} fires", self.name(id)),
            ReactChoice::Move(id) => format!("{} moves in reaction", self.name(id)),
            ReactChoice::Charge(id) => format!("{} tries to charge", self.name(id)),
            ReactChoice::Pass => "nothing more".into(),
        }
    }

    pub(super) fn reactions_heading(self, _choice: ReactChoice) -> Option<Heading> {
        None
    }
}

/// The questions of this chapter, by topic.
pub(super) fn question(topic: &str) -> Option<&'static str> {
    Some(match topic {
        "opportunity-fire" => "The enemy acts under your muzzles: who fires?",
        "reaction-move" => "The enemy comes near: does cavalry move first?",
        "opportunity-charge" => "The enemy acts before your cavalry: does it charge?",
        _ => return None,
    })
}
