//! Menus and questions of reaction.

use crate::reaction::ReactChoice;
use crate::table::Table;

impl Table<'_> {
    pub(super) fn reaction_words(self, choice: ReactChoice) -> String {
        match choice {
            ReactChoice::Leave(unit) => format!("{} leaves the battle", self.name(unit)),
            ReactChoice::Rally(unit) => format!("{} tries to rally", self.name(unit)),
            ReactChoice::Pursue(true) => "pursue".into(),
            ReactChoice::Pursue(false) => "stay".into(),
        }
    }
}

/// The questions of this chapter, by topic.
pub(super) fn question(topic: &str) -> Option<&'static str> {
    Some(match topic {
        "hold-on" => "Which units past half strength leave the battle?",
        "rally" => "Which units try to rally?",
        "pursue" => "the enemy routs: [does|do] {0} pursue?",
        _ => return None,
    })
}
