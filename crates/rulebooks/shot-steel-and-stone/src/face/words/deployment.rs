//! Menus and questions of deployment.

use super::{formation_name, spot};
use crate::deployment::{DeployChoice, edge_word};
use crate::face::told::{self, Who};
use crate::measures::BW;
use crate::state::Formation;
use crate::table::Table;
use kernel::Heading;
use scenario::ruler::compass;

impl Table<'_> {
    pub(super) fn deployment_words(self, choice: DeployChoice) -> String {
        match choice {
            DeployChoice::Edge(edge) => format!("take the {} edge", edge_word(edge)),
            DeployChoice::Place { unit, pose, formation, files } => format!(
                "{} at {}, facing {}, {}",
                self.name(unit),
                spot(pose.at),
                compass(pose.facing),
                layout_words(formation, files)
            ),
            DeployChoice::Garrison { unit, building } => {
                self.said(told::GARRISONS, &[Who::Unit(unit), Who::Building(building)]).into()
            }
            DeployChoice::Post { leader, to } => {
                self.said(told::TAKES_POST, &[Who::Leader(leader), Who::Spot(to)]).into()
            }
        }
    }

    /// Rows of places, the northernmost on top as on the map; leaders by name.
    pub(super) fn deployment_heading(self, choice: DeployChoice) -> Option<Heading> {
        match choice {
            DeployChoice::Place { pose, .. } => {
                let row = (self.rules.ground.height - pose.at.y) / BW;
                let order = row.clamp(0, i32::from(u8::MAX)) as u8;
                let place = spot(pose.at);
                let (east, north) = place.split_once(", ")?;
                Some(Heading { order, title: north.into(), item: east.into() })
            }
            DeployChoice::Post { leader, to } => {
                let title = self.leader_card(leader).name.clone();
                Some(Heading { order: leader.0, title, item: spot(to) })
            }
            DeployChoice::Edge(_) | DeployChoice::Garrison { .. } => None,
        }
    }
}

fn layout_words(formation: Formation, files: u8) -> String {
    match formation {
        Formation::Line | Formation::Skirmish => format!("{}, {files} wide", formation_name(formation)),
        _ => formation_name(formation).into(),
    }
}

/// The questions of this chapter, by topic.
pub(super) fn question(topic: &str) -> Option<&'static str> {
    match topic {
        "pick-edge" => Some("Which edge of the table do you take?"),
        "deploy" => Some("Where does the next unit stand?"),
        "post-leaders" => Some("Where do leaders take post?"),
        _ => None,
    }
}
