//! Menus and questions of what comes before the battle.

use super::{dice_words, formation_name, spot};
use crate::scenarios::{Coming, DeployChoice, OrderWord};
use crate::table::Table;
use kernel::Heading;

impl Table<'_> {
    pub(super) fn deployment_words(self, choice: DeployChoice) -> String {
        match choice {
            DeployChoice::Ends { other: false } => "Keep this end of the table".into(),
            DeployChoice::Ends { other: true } => "Take the other end of the table".into(),
            DeployChoice::GiveUp { unit, first } => {
                let whose = match (self.is_foot(unit), self.unit(unit).elements.len()) {
                    (true, 2..) => format!("battalion {} ", first + 1),
                    (false, 4..) => format!("squadrons {} to {} ", first + 1, first + 3),
                    _ => String::new(),
                };
                format!("{} gives up {}for 80 yds of fortifications", self.name(unit), whose)
            }
            DeployChoice::Raise { from, to } => format!("Works from {} to {}", spot(from), spot(to)),
            DeployChoice::Place { unit, pose, formation, .. } => {
                format!("{} at {}, in {}", self.name(unit), spot(pose.at), formation_name(formation))
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
            DeployChoice::Enter { unit, dice } => format!("{} marches on with {}", self.name(unit), dice_words(dice)),
            DeployChoice::EnterByRoad(unit) => format!("{} marches on by road", self.name(unit)),
            DeployChoice::Wait(unit) => format!("{} waits off the table", self.name(unit)),
            DeployChoice::Emerge(unit) => format!("{} comes out of hiding to move", self.name(unit)),
        }
    }

    pub(super) fn deployment_heading(self, _choice: DeployChoice) -> Option<Heading> {
        None
    }
}

/// The questions of this chapter, by topic.
pub(super) fn question(topic: &str) -> Option<&'static str> {
    Some(match topic {
        "choose-end" => "Which end of the table?",
        "exchange" => "Who is given up for fortifications?",
        "raise-works" => "Where are the works put up?",
        "draw-map" => "Where is it drawn on the map?",
        "come-on" => "Deploy, or march on?",
        "name-entries" => "Where do the columns march on?",
        "order-of-march" => "In which column does it march?",
        "enter" => "Does the column march on?",
        "emerge" => "Who comes out of hiding to move?",
        _ => return None,
    })
}
