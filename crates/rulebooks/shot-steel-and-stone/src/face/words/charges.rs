//! Menus and questions of charges.

use crate::charges::{ChargeChoice, response_words};
use crate::state::Response;
use crate::table::Table;

impl Table<'_> {
    pub(super) fn charges_words(self, choice: ChargeChoice) -> String {
        match choice {
            ChargeChoice::Answer { unit, response: Response::Countercharge(charger) } => {
                format!("{}: countercharge {}", self.name(unit), self.name(charger))
            }
            ChargeChoice::Answer { unit, response } => format!("{}: {}", self.name(unit), response_words(response)),
            ChargeChoice::Support { unit, charger } => {
                format!("{} shoots at the charge of {}", self.name(unit), self.name(charger))
            }
            ChargeChoice::Follow(0) => "halt".into(),
            ChargeChoice::Follow(far) => format!("go on {}", super::base_widths(far)),
            ChargeChoice::Run { unit, wheel: 0 } => {
                format!("{} charges straight on{}", self.name(unit), self.run_note(choice))
            }
            ChargeChoice::Run { unit, wheel } => {
                let wheel = super::turn_words(wheel > 0, wheel.abs());
                format!("{} charges, wheeling {wheel}{}", self.name(unit), self.run_note(choice))
            }
            ChargeChoice::RunBy { unit, ahead, wheel } => {
                let (ahead, wheel) = (super::base_widths(ahead), super::turn_words(wheel > 0, wheel.abs()));
                format!("{} charges, {ahead} ahead and then wheeling {wheel}", self.name(unit))
            }
            ChargeChoice::RunFormed { unit, formation, wheel, .. } => {
                let turned = match wheel {
                    0 => String::new(),
                    _ => format!(", wheeling {}", super::turn_words(wheel > 0, wheel.abs())),
                };
                format!("{} forms {} and charges{turned}", self.name(unit), super::formation_name(formation))
            }
        }
    }

    /// That a charge will not get home. Who runs from it or comes to meet it will not be where he stands now.
    fn run_note(self, choice: ChargeChoice) -> &'static str {
        let Some((unit, approach)) = choice.run() else { return "" };
        let Some(charge) = self.charge_by(unit).map(|ix| &self.state.charges[ix]) else { return "" };
        let moves = matches!(charge.response, Some(Response::Evade { .. } | Response::Countercharge(_)));
        let home = || self.charge_path(unit, approach, charge.target).is_some_and(|path| path.contact().is_some());
        if (charge.stands && moves) || home() { "" } else { ", and does not get there" }
    }
}

/// The questions of this chapter, by topic.
pub(super) fn question(topic: &str) -> Option<&'static str> {
    Some(match topic {
        "answer" => "What does each unit do that is charged?",
        "support" => "Who else shoots at a charge?",
        "follow" => "the enemy got away: how far [does|do] {0} charge on?",
        "run" => "Which charge is run next?",
        _ => return None,
    })
}
