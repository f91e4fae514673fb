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
            MeleeChoice::BreakIn(bases) => format!("break in with {}", super::bases(bases)),
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
        "against" => "whom do the bases of {0} fight that touch several enemies?",
        "aim" => "do the pikes of {0} strike at the elephants or at their crews?",
        "reinforce" => "[does|do] {0} come to the help of the friends it touches?",
        "break-in" => "the garrison has lost bases: [does|do] {0} break in?",
        "follow-up" => "[does|do] {0} follow up?",
        "bring-up" => "how many bases of {0} come up beside the front?",
        "break-off" => "how far [does|do] {0} retire?",
        "momentum" => "{0} [has|have] broken through: [does it|do they] go on?",
        "free-hit" => "the enemy leaves the melee: [does|do] {0} strike at him?",
        "man-guns" => "do the gunners of {0} man the guns that stand there?",
        _ => return None,
    })
}
