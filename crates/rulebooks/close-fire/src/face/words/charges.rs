//! Menus and questions of charges.

use super::dice_words;
use crate::charges::ChargeChoice;
use crate::face::told::Who;
use crate::table::Table;
use kernel::Heading;

impl Table<'_> {
    pub(super) fn charge_words(self, choice: ChargeChoice) -> String {
        match choice {
            ChargeChoice::Declare { unit, target, outrance } => {
                let phrase =
                    if outrance { "{0} [charges|charge] {1} à l'outrance" } else { "{0} [charges|charge] {1}" };
                self.agreed(phrase, &[Who::Unit(unit), Who::Unit(target)])
            }
            ChargeChoice::Join { unit, lead } => {
                self.agreed("{0} [joins|join] the charge of {1}", &[Who::Unit(unit), Who::Unit(lead)])
            }
            ChargeChoice::Dice { unit, dice } => {
                self.agreed("{0} [charges|charge] with {1}", &[Who::Unit(unit), Who::Dice(dice)])
            }
            ChargeChoice::Counter { unit, dice, outrance } => {
                let how = if outrance { " à l'outrance" } else { "" };
                format!("{} counter-charges{how} with {}", self.name(unit), dice_words(dice))
            }
            ChargeChoice::Evade(unit) => self.agreed("{0} [evades|evade]", &[Who::Unit(unit)]),
            ChargeChoice::StepBack { unit, right } => {
                format!("{} draws back its {} flank", self.name(unit), scenario::ruler::left_or_right(right))
            }
            ChargeChoice::FaceAbout(unit) => self.agreed("{0} [faces|face] about", &[Who::Unit(unit)]),
            ChargeChoice::Receive(unit) => {
                self.agreed("{0} [receives|receive] the charge at the halt", &[Who::Unit(unit)])
            }
        }
    }

    pub(super) fn charge_heading(self, choice: ChargeChoice) -> Option<Heading> {
        match choice {
            ChargeChoice::Declare { unit, target, outrance } => {
                let how = if outrance { ", à l'outrance" } else { "" };
                let title = self.agreed("{0} [charges|charge]", &[Who::Unit(unit)]);
                Some(Heading { order: 0, title, item: format!("{}{how}", self.name(target)) })
            }
            ChargeChoice::Dice { dice, .. } => {
                Some(Heading { order: 0, title: "charge with".into(), item: super::moves::pips_words(dice) })
            }
            ChargeChoice::Counter { dice, outrance, .. } => {
                let how = if outrance { " à l'outrance" } else { "" };
                Some(Heading {
                    order: 0,
                    title: format!("counter-charge{how} with"),
                    item: super::moves::pips_words(dice),
                })
            }
            _ => None,
        }
    }
}

/// The questions of this chapter, by topic.
pub(super) fn question(topic: &str) -> Option<&'static str> {
    Some(match topic {
        "declare-charges" => "Who charges whom?",
        "charge-again" => "{0} [has|have] to charge again: how?",
        "charge-dice" => "with how many dice [does|do] {0} charge?",
        "meet-charge" => "how [does|do] {0} meet the charge?",
        _ => return None,
    })
}
