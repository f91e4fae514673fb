//! The dice, as charts are read by them.

use serde::{Deserialize, Serialize};
use std::fmt;

/// A result of the dice, natural or modified: its place among the 36 results, 11 being 0 and 66 being 35 (LB 6.0a). Modifiers may
/// carry it beyond either end; charts are then read at that end (ruling G23).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Base6(i16);

/// Results of the dice.
pub const RESULTS: usize = 36;

impl Base6 {
    pub const LEAST: Base6 = Base6(0);
    pub const MOST: Base6 = Base6(RESULTS as i16 - 1);

    /// The dice as they fell: tens, then ones.
    pub const fn rolled(tens: u8, ones: u8) -> Base6 {
        Base6((tens as i16 - 1) * 6 + ones as i16 - 1)
    }

    /// A number as it is printed, 11 to 66; none for what the dice cannot show.
    pub const fn printed(number: u8) -> Option<Base6> {
        match (number / 10, number % 10) {
            (tens @ 1..=6, ones @ 1..=6) => Some(Base6::rolled(tens, ones)),
            _ => None,
        }
    }

    /// Its place, below 0 or above 35 where modifiers led beyond the dice.
    pub const fn index(self) -> i16 {
        self.0
    }

    /// Counted so many results up or down: what is added makes the event likelier, what is taken off less likely (LB 6.1a, 6.1b).
    #[must_use]
    pub fn plus(self, modifier: i32) -> Base6 {
        let steps = modifier.clamp(i16::MIN.into(), i16::MAX.into());
        Base6(self.0.saturating_add(steps as i16))
    }

    /// The row of a chart with 36 rows.
    pub fn row(self) -> usize {
        self.0.clamp(0, RESULTS as i16 - 1) as usize
    }

    /// As the dice show it, 11 to 66.
    pub fn number(self) -> u8 {
        let row = self.row() as u8;
        (row / 6 + 1) * 10 + row % 6 + 1
    }
}

impl fmt::Display for Base6 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.number())
    }
}
