//! Menus and questions of what follows from combat.

use super::dice_words;
use crate::afterwards::AfterChoice;
use crate::measures::in_yds;
use crate::table::Table;
use kernel::Heading;

impl Table<'_> {
    pub(super) fn after_words(self, choice: AfterChoice) -> String {
        match choice {
            AfterChoice::Remain(unit) => format!("{} stays", self.name(unit)),
            AfterChoice::TakePosition(unit) => format!("{} takes the position", self.name(unit)),
            AfterChoice::RideThrough { unit, dice } => {
                format!("{} rides through with {}", self.name(unit), dice_words(dice))
            }
            AfterChoice::Retire(unit) => format!("{} retires", self.name(unit)),
            AfterChoice::Rout(unit) => format!("{} goes on routing", self.name(unit)),
            AfterChoice::Pursue(unit) => format!("{} pursues", self.name(unit)),
            AfterChoice::StopShort { unit, far } => {
                format!("{} ends its retreat behind shelter, after {:.0} yds", self.name(unit), in_yds(far))
            }
            AfterChoice::GoOn(unit) => format!("{} retires all the way", self.name(unit)),
            AfterChoice::Meet { unit, dice, outrance } => {
                let how = if outrance { " à l'outrance" } else { "" };
                format!("{} counter-charges{how} with {}", self.name(unit), dice_words(dice))
            }
            AfterChoice::Spike { unit, gun } => format!("{} spikes {}", self.name(unit), self.name(gun)),
            AfterChoice::DriveOff { unit, gun } => format!("{} drives off {}", self.name(unit), self.name(gun)),
            AfterChoice::Man(gun) => format!("The crew returns to {}", self.name(gun)),
        }
    }

    pub(super) fn after_heading(self, _choice: AfterChoice) -> Option<Heading> {
        None
    }
}

/// The questions of this chapter, by topic.
pub(super) fn question(topic: &str) -> Option<&'static str> {
    Some(match topic {
        "after-combat" => "What does it do after the combat?",
        "stop-short" => "Does it end its retreat behind shelter?",
        "meet-pursuit" => "How does it meet the pursuers?",
        "flight" => "Does it run on?",
        "left-guns" => "What becomes of the guns that were left?",
        "man-guns" => "Do crews return to their guns?",
        _ => return None,
    })
}
