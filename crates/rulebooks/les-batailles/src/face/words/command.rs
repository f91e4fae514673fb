//! Menus and questions of `command`.

use crate::cards::LeaderId;
use crate::command::CommandChoice;
use crate::table::Table;
use kernel::Heading;

impl Table<'_> {
    pub(super) fn command_words(self, choice: CommandChoice) -> String {
        let name = |id: LeaderId| self.leader_card(id).name.as_str();
        match choice {
            CommandChoice::Assign { unit, leader } => format!("assign {} to {}", self.name(unit), name(leader)),
            CommandChoice::TakeBack(unit) => format!("{} is assigned to nobody", self.name(unit)),
            CommandChoice::Attach { aide, leader } => format!("attach {} to {}", name(aide), name(leader)),
            CommandChoice::Recall(aide) => format!("{} returns to his staff", name(aide)),
            CommandChoice::StepUp { leader, aide } => {
                format!("{} takes the post of {}, who has his corps again", name(aide), name(leader))
            }
            CommandChoice::Create(id) => format!("a Maneuver Unit for {}", name(id)),
            CommandChoice::Column(id) => format!("a March Column behind {}", name(id)),
            CommandChoice::March(id) => format!("an Administrative March for {}", name(id)),
            CommandChoice::Cancel(id) => format!("call off the march of {}", name(id)),
            CommandChoice::Pass => "no more".into(),
            CommandChoice::Check(id) => format!("{} looks for an opportunity", name(id)),
            CommandChoice::Ride(id) => format!("{} rides", name(id)),
            CommandChoice::To(hex) => format!("to {}", self.hex_name(hex)),
            CommandChoice::Stay => "no farther".into(),
            CommandChoice::Regroup(unit) => format!("take up {}", self.name(unit)),
            CommandChoice::RegroupAlone(unit) => format!("take up {} alone", self.name(unit)),
            CommandChoice::Escort(unit) => format!("take up {}", self.name(unit)),
            CommandChoice::Enter { unit, at } => format!("{} enters in {}", self.name(unit), self.hex_name(at)),
            CommandChoice::EnterByRoad { unit, at } => {
                format!("{} enters in {} in Road Column", self.name(unit), self.hex_name(at))
            }
            CommandChoice::EnterLeader { leader, at } => format!("{} comes to {}", name(leader), self.hex_name(at)),
            CommandChoice::Replace(id) => format!("{} takes the post", name(id)),
            CommandChoice::Vacant => "nobody takes the post".into(),
        }
    }

    pub(super) fn command_heading(self, _choice: CommandChoice) -> Option<Heading> {
        None
    }
}

/// The questions of this chapter, by topic.
pub(super) fn question(topic: &str) -> Option<&'static str> {
    Some(match topic {
        "step-up" => "Does a corps leader hand his division over and take his corps again?",
        "assets" => "Who has which Assets and aides in this turn?",
        "maneuver-units" => "Which leader receives a Command Point?",
        "initiative" => "Which leader of light cavalry takes the initiative?",
        "destination" => "Where does the march lead?",
        "leader-chit" => "Which leader rides?",
        "ride" => "Where does he ride to?",
        "ride-on" => "Does he ride on?",
        "regroup-chit" => "Who regroups?",
        "reinforcements" => "Who comes onto the map?",
        "terminus" => "Where do reinforcements from that entry gather?",
        "replacement" => "Who takes the empty post?",
        "flight" => "To which of the nearest units does the leader fly?",
        _ => return None,
    })
}
