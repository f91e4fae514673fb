//! Menus and questions of shooting.

use crate::shooting::{Aim, ShootChoice};
use crate::table::Table;

impl Table<'_> {
    pub(super) fn shooting_words(self, choice: ShootChoice) -> String {
        match choice {
            ShootChoice::Fire { unit, aim, bases: 0 } => {
                format!("{} shoots at {}", self.name(unit), self.aim_words(aim))
            }
            ShootChoice::Fire { unit, aim, bases } => {
                format!("{} shoots at {} with {bases}", self.name(unit), self.aim_words(aim))
            }
            ShootChoice::RearAbout(unit) => format!("{} turns its rear rank about", self.name(unit)),
        }
    }

    fn aim_words(self, aim: Aim) -> String {
        match aim {
            Aim::Unit(target) => self.name(target).into(),
            Aim::Gunners(target) if self.card(target).arm == crate::cards::Arm::Elephants => {
                format!("the crews of {}", self.name(target))
            }
            Aim::Gunners(target) => format!("the gunners of {}", self.name(target)),
            Aim::Beast(beast) => self.beast_words(beast),
            Aim::Walls(building) => format!("the walls of {}", self.building_name(building)),
        }
    }
}

/// The questions of this chapter, by topic.
pub(super) fn question(topic: &str) -> Option<&'static str> {
    Some(match topic {
        "artillery" => "Which battery shoots, and at what?",
        "small-arms" => "Who shoots, and at whom?",
        _ => return None,
    })
}
