//! Menus and questions of fire.

use super::yards;
use crate::face::told::Who;
use crate::fire::FireChoice;
use crate::table::Table;
use kernel::Heading;

impl Table<'_> {
    pub(super) fn fire_words(self, choice: FireChoice) -> String {
        match choice {
            FireChoice::Shoot { gun, target, indirect: false } => {
                self.agreed("{0} [fires|fire] at {1}", &[Who::Unit(gun), Who::Unit(target)])
            }
            FireChoice::Shoot { gun, target, indirect: true } => {
                self.agreed("{0} [lobs|lob] shells at {1}", &[Who::Unit(gun), Who::Unit(target)])
            }
            FireChoice::Volley { unit, target } => {
                self.agreed("{0} [fires|fire] at {1}", &[Who::Unit(unit), Who::Unit(target)])
            }
            FireChoice::ShootLeader { unit, leader } => {
                self.agreed("{0} [fires|fire] at {1}", &[Who::Unit(unit), Who::Leader(leader)])
            }
            FireChoice::ShootMessenger { unit, .. } => {
                self.agreed("{0} [fires|fire] at a messenger", &[Who::Unit(unit)])
            }
            FireChoice::Hold(unit) => self.agreed("{0} [holds its|hold their] fire", &[Who::Unit(unit)]),
        }
    }

    /// Targets stand in a list, each with how far off it is: who fires is said in the question.
    pub(super) fn fire_heading(self, choice: FireChoice) -> Option<Heading> {
        let (order, title, unit, target) = match choice {
            FireChoice::Shoot { gun, target, indirect: false } => (0, "fire at", gun, target),
            FireChoice::Shoot { gun, target, indirect: true } => (1, "lob shells at", gun, target),
            FireChoice::Volley { unit, target } => (0, "fire at", unit, target),
            _ => return None,
        };
        let far = yards(self.distance(unit, target).round() as i32);
        Some(Heading { order, title: title.into(), item: format!("{}, {far}", self.name(target)) })
    }
}

/// The questions of this chapter, by topic.
pub(super) fn question(topic: &str) -> Option<&'static str> {
    Some(match topic {
        "fire-gun" => "[does|do] {0} fire, and at whom?",
        "give-fire" => "[does|do] {0} fire, or hold [its|their] fire for close range?",
        _ => return None,
    })
}
