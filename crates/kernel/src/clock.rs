//! Where a battle stands, as a value.

use crate::seat::Side;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::fmt;

/// Turn and phase. Two clocks are the same while the same phase of the same turn goes on.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Clock {
    pub turn: u16,
    /// The last turn of the battle.
    pub turns: u16,
    pub phase: Cow<'static, str>,
    /// Whose phase it is, where it belongs to one side.
    pub side: Option<Side>,
    /// The command whose phase it is, by name; empty where it belongs to no command.
    pub command: String,
}

impl Clock {
    pub fn new(turn: impl Into<u16>, turns: impl Into<u16>, phase: &'static str) -> Clock {
        Clock {
            turn: turn.into(),
            turns: turns.into(),
            phase: Cow::Borrowed(phase),
            side: None,
            command: String::new(),
        }
    }

    /// The same where the phase belongs to a command of one side.
    #[must_use]
    pub fn of(self, side: Side, command: impl Into<String>) -> Clock {
        Clock { side: Some(side), command: command.into(), ..self }
    }
}

/// `turn 3 of 8, activation of the Left Wing`.
impl fmt::Display for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "turn {} of {}, {}", self.turn, self.turns, self.phase)?;
        if self.command.is_empty() { Ok(()) } else { write!(f, " of {}", self.command) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_tells_turn_phase_and_command() {
        let clock = Clock::new(3_u8, 8_u8, "activation");
        assert_eq!(clock.to_string(), "turn 3 of 8, activation");
        let wing = clock.clone().of(Side::FIRST, "Rupert's Wing");
        assert_eq!(wing.to_string(), "turn 3 of 8, activation of Rupert's Wing");
        assert_ne!(wing, clock);
    }
}
