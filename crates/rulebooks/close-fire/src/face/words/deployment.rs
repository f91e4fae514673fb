//! Menus and questions of what comes before the battle.

use super::{formation_name, spot};
use crate::face::told::Who;
use crate::scenarios::{Coming, DeployChoice, OrderWord};
use crate::state::Formation;
use crate::table::Table;
use kernel::Heading;

impl Table<'_> {
    pub(super) fn deployment_words(self, choice: DeployChoice) -> String {
        match choice {
            DeployChoice::Ends { other: false } => "Keep this end of the table".into(),
            DeployChoice::Ends { other: true } => "Take the other end of the table".into(),
            DeployChoice::GiveUp { unit, first } => {
                let of = &[Who::Unit(unit), Who::Count(u32::from(first) + 1), Who::Count(u32::from(first) + 3)];
                let phrase = match (self.is_foot(unit), self.unit(unit).elements.len()) {
                    (true, 2..) => "{0} [gives|give] up battalion {1} for 80 yds of fortifications",
                    (false, 4..) => "{0} [gives|give] up squadrons {1} to {2} for 80 yds of fortifications",
                    _ => "{0} [gives|give] up troops for 80 yds of fortifications",
                };
                self.agreed(phrase, of)
            }
            DeployChoice::Raise { from, to } => format!("Works from {} to {}", spot(from), spot(to)),
            DeployChoice::Place { unit, pose, formation, .. } => {
                let shape = match formation {
                    Formation::Model => String::new(),
                    formation => format!(", in {}", formation_name(formation)),
                };
                format!("{} at {}{shape}", self.name(unit), spot(pose.at))
            }
            DeployChoice::Limber { unit, limbered } => {
                format!("{} {} its limber", self.name(unit), if limbered { "on" } else { "off" })
            }
            DeployChoice::Afoot { unit, afoot } => {
                format!("{} {}", self.name(unit), if afoot { "on foot" } else { "on horseback" })
            }
            DeployChoice::Post { leader, to } => format!("{} at {}", self.leader_card(leader).name, spot(to)),
            DeployChoice::Order { brigade, order } => {
                let named = |position: crate::cards::PositionId| {
                    self.rules.positions.get(position.ix()).map_or("", |position| position.name.as_str())
                };
                let what = match order {
                    OrderWord::Attack => "advance and attack".to_owned(),
                    OrderWord::Defend => "defend where it stands".to_owned(),
                    OrderWord::DefendAt(position) => format!("defend {}", named(position)),
                    OrderWord::AdvanceTo(position) => format!("advance to {} and defend it", named(position)),
                };
                format!("{}: {what}", self.brigade_card(brigade).name)
            }
            DeployChoice::Ready => "That is settled".into(),
            DeployChoice::Come(Coming::Deployed) => "Deploy on the table".into(),
            DeployChoice::Come(Coming::Marching) => "March on in column from the first turn".into(),
            DeployChoice::Point(at) => format!("Entry point at {}", spot(at)),
            DeployChoice::March { unit, entry } => {
                format!("{} next at entry point {}", self.name(unit), entry + 1)
            }
            DeployChoice::Enter { unit, dice } => {
                self.agreed("{0} [marches|march] on with {1}", &[Who::Unit(unit), Who::Dice(dice)])
            }
            DeployChoice::EnterByRoad(unit) => self.agreed("{0} [marches|march] on by road", &[Who::Unit(unit)]),
            DeployChoice::Wait(unit) => self.agreed("{0} [waits|wait] off the table", &[Who::Unit(unit)]),
            DeployChoice::Emerge(unit) => self.agreed("{0} [comes|come] out of hiding to move", &[Who::Unit(unit)]),
        }
    }

    pub(super) fn deployment_heading(self, choice: DeployChoice) -> Option<Heading> {
        let (order, title) = match choice {
            DeployChoice::Place { unit, .. } => (0, self.name(unit).into_owned()),
            DeployChoice::Post { .. } => (1, "leaders".into()),
            DeployChoice::Limber { .. } => (2, "guns".into()),
            DeployChoice::Order { brigade, .. } => (3, self.brigade_card(brigade).name.clone()),
            DeployChoice::March { unit, .. } => (0, self.name(unit).into_owned()),
            _ => return None,
        };
        let words = self.deployment_words(choice);
        let item = words.strip_prefix(title.as_str()).map(|item| item.trim_start_matches([' ', ':']).to_owned());
        Some(Heading { order, item: item.unwrap_or(words), title })
    }
}

/// The questions of this chapter, by topic.
pub(super) fn question(topic: &str) -> Option<&'static str> {
    Some(match topic {
        "choose-end" => "Which end of the table?",
        "exchange" => "Who is given up for fortifications?",
        "raise-works" => "Where are the works put up?",
        "draw-map" => "where [is|are] {0} drawn on the map?",
        "come-on" => "Deploy, or march on?",
        "name-entries" => "Where do the columns march on?",
        "order-of-march" => "In which column does it march?",
        "enter" => "[does|do] {0} march on?",
        "emerge" => "Who comes out of hiding to move?",
        _ => return None,
    })
}
