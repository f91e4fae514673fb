//! Menus and questions of `formations`.

use crate::formations::FormChoice;
use crate::table::Table;
use kernel::Heading;
use scenario::notation::hand_word;

impl Table<'_> {
    pub(super) fn formations_words(self, choice: FormChoice) -> String {
        let hexes = |left: u8, right: u8| format!("{left} on the left, {right} on the right");
        match choice {
            FormChoice::Collapse(hex) => format!("draw together in {}", self.hex_name(hex)),
            FormChoice::Change { formed, facing, hand } => format!("form {}", self.posture(formed, facing, hand)),
            FormChoice::Extend { left, right } => format!("extend by hexes: {}", hexes(left, right)),
            FormChoice::Draw { left, right } => format!("draw in by hexes: {}", hexes(left, right)),
            FormChoice::QuarterWheel(hand) => format!("wheel by companies to the {}", hand_word(hand)),
            FormChoice::BreakDown => "break down into battalions".into(),
            FormChoice::Keep => "stay a regiment".into(),
            FormChoice::Reform(regiment) => format!("form up as {}", self.name(regiment)),
            FormChoice::Lie => "lie down".into(),
            FormChoice::Stand => "stand up".into(),
            FormChoice::Rise(top) => format!("{} stands up", self.name(top)),
        }
    }

    pub(super) fn formations_heading(self, choice: FormChoice) -> Option<Heading> {
        let FormChoice::Change { formed, facing, hand } = choice else { return None };
        Some(Heading { order: 6, title: "form".into(), item: self.posture(formed, facing, hand) })
    }
}

/// The questions of this chapter, by topic.
pub(super) fn question(topic: &str) -> Option<&'static str> {
    Some(match topic {
        "collapse" => "In which hex does the unit draw together?",
        "rise" => "Which of your troops that lie down get up before the fire?",
        "breakdown" => "Half the regiment is lost: does it break down?",
        _ => return None,
    })
}
