//! Menus and questions of `charges`.

use crate::charges::ChargeChoice;
use crate::table::Table;
use field::hexes::Hand;
use kernel::Heading;

fn hand_name(hand: Hand) -> &'static str {
    match hand {
        Hand::Left => "left",
        Hand::Right => "right",
    }
}

impl Table<'_> {
    pub(super) fn charges_words(self, choice: ChargeChoice) -> String {
        match choice {
            ChargeChoice::Declare => "declare a charge".into(),
            ChargeChoice::Preserve(1) => "declare a charge with the first squadron".into(),
            ChargeChoice::Preserve(waves) => format!("declare a charge with {waves} waves"),
            ChargeChoice::Grand(leader) => format!("a Grand Charge with {}", self.leader_card(leader).name),
            ChargeChoice::Run(top) => format!("{} charges next", self.name(top)),
            ChargeChoice::Target(top) => format!("charge {}", self.name(top)),
            ChargeChoice::NoTarget => "none of them is the target".into(),
            ChargeChoice::Go(dir) => format!("ride {}", self.grid().dir_name(dir)),
            ChargeChoice::Extend(hand) => format!("extend to the {}", hand_name(hand)),
            ChargeChoice::Consolidate(hand) => format!("draw in the {}", hand_name(hand)),
            ChargeChoice::Recall => "sound the recall".into(),
            ChargeChoice::Halt => "end the charge here".into(),
            ChargeChoice::Square { unit, hex } => format!("{} forms Square in {}", self.name(unit), self.hex_name(hex)),
            ChargeChoice::FormUp(top) => format!("{} forms up", self.name(top)),
            ChargeChoice::React(top) => format!("{} charges to meet them", self.name(top)),
            ChargeChoice::LetCome => "let them come".into(),
            ChargeChoice::GiveWay(hex) => format!("give way to {}", self.hex_name(hex)),
            ChargeChoice::Stay => "stay".into(),
            ChargeChoice::GoOn => "go on".into(),
            ChargeChoice::Fight(top) => format!("the mêlée of {}", self.name(top)),
            ChargeChoice::Strike => "strike them".into(),
            ChargeChoice::Advance(hex) => format!("advance to {}", self.hex_name(hex)),
            ChargeChoice::Pursue(top) => format!("pursue {}", self.name(top)),
        }
    }

    pub(super) fn charges_heading(self, _choice: ChargeChoice) -> Option<Heading> {
        None
    }
}

/// The questions of this chapter, by topic.
pub(super) fn question(topic: &str) -> Option<&'static str> {
    Some(match topic {
        "which-charge" => "Which charge is run next?",
        "which-melee" => "Which mêlée is fought next?",
        "declare-target" => "Enemies are within two hexes: which of them is the target?",
        "answer-to-charge" => "Cavalry charges: what is done about it?",
        "form-square" => "Cavalry moves near: does anybody form Square?",
        "ride" => "Where does the charge go?",
        "after-square" => "The target has tried to form Square: recall, or go on?",
        "give-way" => "The charge is upon them: do they give way?",
        "give-way-on" => "Do they give way farther?",
        "follow" => "The target has given way: recall, or follow?",
        "follow-among" => "They went among friends: recall, or charge these?",
        "run-on" => "An Opportunity Charge strikes those who give way: do they run on?",
        "charge-advance" => "Into which hex does the charge advance?",
        "charge-anew" => "Its target has drawn together: whom does the charge strike now?",
        "strike-the-caught" => "They are next to those who retreated: strike them?",
        "pursue" => "Pursue, or recall?",
        "grand-charge" => "Which way does the Grand Charge ride?",
        _ => return None,
    })
}
