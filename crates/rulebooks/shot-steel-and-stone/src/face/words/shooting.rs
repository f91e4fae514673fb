//! Menus and questions of shooting.

use crate::face::told::Who;
use crate::shooting::{Aim, ShootChoice};
use crate::table::Table;
use kernel::{Heading, Phrase};

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

    pub(super) fn shooting_heading(self, choice: ShootChoice) -> Option<Heading> {
        let ShootChoice::Fire { unit, aim, bases } = choice else { return None };
        let with = if bases == 0 { String::new() } else { format!(" with {bases}") };
        let title = self.said(Phrase("{0} [shoots|shoot] at"), &[Who::Unit(unit)]).to_string();
        Some(Heading { order: unit.0, title, item: format!("{}{with}", self.aim_words(aim)) })
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
