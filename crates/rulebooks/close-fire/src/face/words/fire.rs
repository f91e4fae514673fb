//! Menus and questions of fire.

use crate::fire::FireChoice;
use crate::table::Table;
use kernel::Heading;

impl Table<'_> {
    pub(super) fn fire_words(self, choice: FireChoice) -> String {
        match choice {
            FireChoice::Shoot { gun, target, indirect: false } => {
                format!("{} fires at {}", self.name(gun), self.name(target))
            }
            FireChoice::Shoot { gun, target, indirect: true } => {
                format!("{} lobs shells at {}", self.name(gun), self.name(target))
            }
            FireChoice::Volley { unit, target } => format!("{} fires at {}", self.name(unit), self.name(target)),
            FireChoice::ShootLeader { unit, leader } => {
                format!("{} fires at {}", self.name(unit), self.leader_card(leader).name)
            }
            FireChoice::ShootMessenger { unit, .. } => format!("{} fires at a messenger", self.name(unit)),
            FireChoice::Hold(unit) => format!("{} holds its fire", self.name(unit)),
        }
    }

    pub(super) fn fire_heading(self, _choice: FireChoice) -> Option<Heading> {
        None
    }
}

/// The questions of this chapter, by topic.
pub(super) fn question(topic: &str) -> Option<&'static str> {
    Some(match topic {
        "fire-gun" => "Does the gun fire, and at whom?",
        "give-fire" => "Does it fire, or hold its fire for close range?",
        _ => return None,
    })
}
