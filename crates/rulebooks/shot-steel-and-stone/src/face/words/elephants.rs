//! Menus and questions of elephants.

use crate::elephants::ElephantChoice;
use crate::table::Table;

impl Table<'_> {
    pub(super) fn elephants_words(self, choice: ElephantChoice) -> String {
        let ElephantChoice::Spike(beast) = choice;
        let of = self.state.stampedes.get(usize::from(beast)).map_or("", |stampede| self.name(stampede.of));
        format!("kill beast {} of {of}", u16::from(beast) + 1)
    }
}

/// The questions of this chapter, by topic.
pub(super) fn question(topic: &str) -> Option<&'static str> {
    (topic == "mahout").then_some("Does a mahout try to kill his own beast?")
}
