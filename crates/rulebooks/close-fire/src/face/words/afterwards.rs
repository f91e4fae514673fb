//! Menus and questions of what follows from combat.

use super::dice_words;
use crate::afterwards::AfterChoice;
use crate::face::told::Who;
use crate::table::Table;
use kernel::Heading;

impl Table<'_> {
    pub(super) fn after_words(self, choice: AfterChoice) -> String {
        match choice {
            AfterChoice::Remain(unit) => self.agreed("{0} [stays|stay]", &[Who::Unit(unit)]),
            AfterChoice::TakePosition(unit) => self.agreed("{0} [takes|take] the position", &[Who::Unit(unit)]),
            AfterChoice::RideThrough { unit, dice } => {
                self.agreed("{0} [rides|ride] through with {1}", &[Who::Unit(unit), Who::Dice(dice)])
            }
            AfterChoice::Retire(unit) => self.agreed("{0} [retires|retire]", &[Who::Unit(unit)]),
            AfterChoice::Rout(unit) => self.agreed("{0} [goes|go] on routing", &[Who::Unit(unit)]),
            AfterChoice::Pursue(unit) => self.agreed("{0} [pursues|pursue]", &[Who::Unit(unit)]),
            AfterChoice::StopShort { unit, far } => self.agreed(
                "{0} [ends|end] [its|their] retreat behind shelter, after {1}",
                &[Who::Unit(unit), Who::Far(far)],
            ),
            AfterChoice::GoOn(unit) => self.agreed("{0} [retires|retire] all the way", &[Who::Unit(unit)]),
            AfterChoice::Meet { unit, dice, outrance } => {
                let how = if outrance { " à l'outrance" } else { "" };
                format!("{} counter-charges{how} with {}", self.name(unit), dice_words(dice))
            }
            AfterChoice::Evade(unit) => self.agreed("{0} [evades|evade]", &[Who::Unit(unit)]),
            AfterChoice::StepBack { unit, right } => {
                format!("{} draws back its {} flank", self.name(unit), scenario::ruler::left_or_right(right))
            }
            AfterChoice::FaceAbout(unit) => self.agreed("{0} [faces|face] about", &[Who::Unit(unit)]),
            AfterChoice::Spike { unit, gun } => {
                self.agreed("{0} [spikes|spike] {1}", &[Who::Unit(unit), Who::Unit(gun)])
            }
            AfterChoice::DriveOff { unit, gun } => {
                self.agreed("{0} [drives|drive] off {1}", &[Who::Unit(unit), Who::Unit(gun)])
            }
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
        "after-combat" => "what [does|do] {0} do after the combat?",
        "stop-short" => "[does|do] {0} end [its|their] retreat behind shelter?",
        "meet-pursuit" => "how [does|do] {0} meet the pursuers?",
        "flight" => "[does|do] {0} go on as [it|they] did?",
        "left-guns" => "What becomes of the guns that were left?",
        "man-guns" => "Do crews return to their guns?",
        _ => return None,
    })
}
