//! Menus and questions of elephants.

use crate::elephants::ElephantChoice;
use crate::table::Table;

impl Table<'_> {
    pub(super) fn elephants_words(self, choice: ElephantChoice) -> String {
        match choice {
            ElephantChoice::Spike(beast) => format!("kill {}", self.beast_words(beast)),
            ElephantChoice::Fire(unit) => format!("{} shoots at the beast that comes", self.name(unit)),
        }
    }

    pub(super) fn beast_words(self, beast: u8) -> String {
        let of = self.state.stampedes.get(usize::from(beast)).map_or("", |stampede| self.name(stampede.of));
        format!("beast {} of {of}", u16::from(beast) + 1)
    }
}

/// The questions of this chapter, by topic.
pub(super) fn question(topic: &str) -> Option<&'static str> {
    Some(match topic {
        "mahout" => "Does a mahout try to kill his own beast?",
        "beast" => "Who shoots at the beast that comes?",
        _ => return None,
    })
}
