//! Menus and questions of buildings.

use super::spot;
use crate::buildings::BuildingChoice;
use crate::table::Table;

impl Table<'_> {
    pub(super) fn buildings_words(self, choice: BuildingChoice) -> String {
        let BuildingChoice::Evacuate { unit, pose } = choice;
        format!("{} comes out of the fire at {}", self.name(unit), spot(pose.at))
    }
}

/// The questions of this chapter, by topic.
pub(super) fn question(topic: &str) -> Option<&'static str> {
    (topic == "evacuate").then_some("The building burns: where does the garrison come out?")
}
