//! Menus and questions of `fire`.

use crate::fire::FireChoice;
use crate::table::Table;
use field::hexes::Hex;
use kernel::Heading;

impl Table<'_> {
    /// Who stands in a hex, by the unit on top.
    fn those_at(self, hex: Hex) -> String {
        match self.top_at(hex) {
            Some(top) => format!("{} in {}", self.name(top), self.hex_name(hex)),
            None => self.hex_name(hex),
        }
    }

    pub(super) fn fire_words(self, choice: FireChoice) -> String {
        match choice {
            FireChoice::At { from, at } => format!("{} fires at {}", self.those_at(from), self.those_at(at)),
            FireChoice::Lob { from, at, .. } => {
                format!("{} lobs shells on {}", self.those_at(from), self.those_at(at))
            }
            FireChoice::Sections { a, b, c, at, .. } => {
                let [a, b, c] = [a, b, c].map(|id| self.name(id));
                format!("the howitzers of {a}, {b} and {c} lob shells on {}", self.those_at(at))
            }
        }
    }

    pub(super) fn fire_heading(self, choice: FireChoice) -> Option<Heading> {
        let (title, at) = match choice {
            FireChoice::At { from, at } | FireChoice::Lob { from, at, .. } => (self.those_at(from), at),
            FireChoice::Sections { at, .. } => ("Howitzer sections".to_owned(), at),
        };
        Some(Heading { order: 1, title, item: self.those_at(at) })
    }
}

/// The questions of this chapter, by topic.
pub(super) fn question(topic: &str) -> Option<&'static str> {
    Some(match topic {
        "fire" => "Who fires at whom? The orders of both sides are opened together.",
        "artillery-fire" => "Which guns fire on the Artillery chit, and at whom?",
        _ => return None,
    })
}
