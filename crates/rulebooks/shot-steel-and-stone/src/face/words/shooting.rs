//! Menus and questions of shooting.

use crate::cards::UnitId;
use crate::face::told::Who;
use crate::scores::Needed;
use crate::shooting::{Aim, Range, ShootChoice};
use crate::table::Table;
use kernel::{Heading, Phrase, Reckoning, Silent};

impl Table<'_> {
    pub(super) fn shooting_words(self, choice: ShootChoice) -> String {
        match choice {
            ShootChoice::Fire { unit, aim, bases: 0 } => {
                format!("{} shoots at {}{}", self.name(unit), self.aim_words(aim), self.shot_note(unit, aim, 0))
            }
            ShootChoice::Fire { unit, aim, bases } => {
                let (with, note) = (super::bases(bases), self.shot_note(unit, aim, bases));
                format!("{} shoots at {} with {with}{note}", self.name(unit), self.aim_words(aim))
            }
            ShootChoice::RearAbout(unit) => format!("{} turns its rear rank about", self.name(unit)),
        }
    }

    pub(super) fn shooting_heading(self, choice: ShootChoice) -> Option<Heading> {
        let ShootChoice::Fire { unit, aim, bases } = choice else { return None };
        let with = if bases == 0 { String::new() } else { format!(" with {}", super::bases(bases)) };
        let title = self.said(Phrase("{0} [shoots|shoot] at"), &[Who::Unit(unit)]).to_string();
        Some(Heading {
            order: unit.0,
            title,
            item: format!("{}{with}{}", self.aim_words(aim), self.shot_note(unit, aim, bases)),
        })
    }

    /// The dice of a shot and what each needs (SSS 12.1, 12.2); walls are battered with one die.
    fn shot_note(self, unit: UnitId, aim: Aim, bases: u8) -> String {
        if matches!(aim, Aim::Walls(_)) {
            return String::new();
        }
        let Ok(salvo) = self.salvo(unit, aim, bases, Range::Measured) else { return String::new() };
        let mut throws: Vec<(Needed, u32)> = Vec::new();
        for lot in &salvo.lots {
            let mut sum = Reckoning::new(&Silent);
            self.reckon_shot(unit, aim, lot, &mut sum);
            let (needed, dice) = (Needed::by(sum.total), u32::from(lot.bases) * u32::from(lot.dice_each));
            match throws.iter_mut().find(|(known, _)| *known == needed) {
                Some((_, all)) => *all += dice,
                None => throws.push((needed, dice)),
            }
        }
        let throw = |&(Needed { first, second }, dice): &(Needed, u32)| match second {
            Some(second) => format!(", {dice} dice at {first}+ and then {second}+"),
            None => format!(", {dice} dice at {first}+"),
        };
        throws.iter().map(throw).collect()
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
