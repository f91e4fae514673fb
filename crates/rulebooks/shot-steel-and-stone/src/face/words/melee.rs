//! Menus and questions of close combat.

use super::{base_widths, turn_words};
use crate::melee::MeleeChoice;
use crate::table::Table;

impl Table<'_> {
    pub(super) fn melees_words(self, choice: MeleeChoice) -> String {
        match choice {
            MeleeChoice::Fight(id) => format!("the melee of {}", self.name(id)),
            MeleeChoice::Against(enemy) => format!("against {}", self.name(enemy)),
            MeleeChoice::AimAtCrew(true) => "strike at the crews".into(),
            MeleeChoice::AimAtCrew(false) => "strike at the elephants".into(),
            MeleeChoice::Reinforce(enemy) => format!("help against {}", self.name(enemy)),
            MeleeChoice::StandBy => "stand by".into(),
            MeleeChoice::BreakIn(0) => "stay outside".into(),
            MeleeChoice::BreakIn(1) => "break in with 1 base".into(),
            MeleeChoice::BreakIn(bases) => format!("break in with {bases} bases"),
            MeleeChoice::FollowUp(true) => "follow up".into(),
            MeleeChoice::FollowUp(false) => "stand".into(),
            MeleeChoice::BringUp { left: 0, right: 0 } => "bring up nobody".into(),
            MeleeChoice::BringUp { left, right } => format!("bring up {left} to the left, {right} to the right"),
            MeleeChoice::BreakOff(distance) => format!("retire {}", base_widths(distance)),
            MeleeChoice::Onward { veer: 0, distance } => format!("go on {}", base_widths(distance)),
            MeleeChoice::Onward { veer, distance } => {
                format!("veer {} and go on {}", turn_words(veer > 0, veer.abs()), base_widths(distance))
            }
            MeleeChoice::Stay => "stay here".into(),
            MeleeChoice::FreeHit(true) => "strike at them as they go".into(),
            MeleeChoice::FreeHit(false) => "let them go".into(),
            MeleeChoice::Man(of) => format!("man the guns of {}", self.name(of)),
            MeleeChoice::LeaveGuns => "leave the guns".into(),
        }
    }
}

/// The questions of this chapter, by topic.
pub(super) fn question(topic: &str) -> Option<&'static str> {
    Some(match topic {
        "melees" => "Which melee is fought next?",
        "against" => "Whom do the bases fight that touch several enemies?",
        "aim" => "Do the pikes strike at the elephants or at their crews?",
        "reinforce" => "Does it come to the help of the friends it touches?",
        "break-in" => "The garrison has lost bases: does it break in?",
        "follow-up" => "Does it follow up?",
        "bring-up" => "How many bases come up beside the front?",
        "break-off" => "How far does it retire?",
        "momentum" => "It has broken through: does it go on?",
        "free-hit" => "The enemy leaves the melee: strike at him?",
        "man-guns" => "Do the gunners man the guns that stand there?",
        _ => return None,
    })
}
