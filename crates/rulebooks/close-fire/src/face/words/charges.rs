//! Menus and questions of charges.

use super::dice_words;
use crate::charges::ChargeChoice;
use crate::table::Table;
use kernel::Heading;

impl Table<'_> {
    pub(super) fn charge_words(self, choice: ChargeChoice) -> String {
        match choice {
            ChargeChoice::Declare { unit, target, outrance } => {
                let how = if outrance { " à l'outrance" } else { "" };
                format!("{} charges {}{how}", self.name(unit), self.name(target))
            }
            ChargeChoice::Join { unit, lead } => format!("{} joins the charge of {}", self.name(unit), self.name(lead)),
            ChargeChoice::Dice { unit, dice } => format!("{} charges with {}", self.name(unit), dice_words(dice)),
            ChargeChoice::Counter { unit, dice, outrance } => {
                let how = if outrance { " à l'outrance" } else { "" };
                format!("{} counter-charges{how} with {}", self.name(unit), dice_words(dice))
            }
            ChargeChoice::Evade(unit) => format!("{} evades", self.name(unit)),
            ChargeChoice::StepBack { unit, right } => {
                format!("{} draws back its {} flank", self.name(unit), scenario::ruler::left_or_right(right))
            }
            ChargeChoice::FaceAbout(unit) => format!("{} faces about", self.name(unit)),
            ChargeChoice::Receive(unit) => format!("{} receives the charge at the halt", self.name(unit)),
        }
    }

    pub(super) fn charge_heading(self, _choice: ChargeChoice) -> Option<Heading> {
        None
    }
}

/// The questions of this chapter, by topic.
pub(super) fn question(topic: &str) -> Option<&'static str> {
    Some(match topic {
        "declare-charges" => "Who charges whom?",
        "charge-again" => "It has to charge again: how?",
        "charge-dice" => "With how many dice does it charge?",
        "meet-charge" => "How does it meet the charge?",
        _ => return None,
    })
}
