//! How hits are scored and saved, in shooting and in close combat alike (SSS 12.2 to 12.5, 23.2, S1).

use crate::readings::SecondDie;
use crate::table::Play;
use kernel::{Faces, Listener};

/// What a die has to show, after all modifiers: `4 - modifiers` (SSS 12.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Needed {
    /// The first die: 2 to 6. A natural 1 always misses.
    pub first: u8,
    /// What the second die has to show where the first alone is not enough (SSS T9).
    pub second: Option<u8>,
}

impl Needed {
    /// Two sixes are a hit whatever stands against them (SSS 12.3, 12.4).
    pub fn by(modifiers: i32) -> Needed {
        match 4 - modifiers {
            7 => Needed { first: 6, second: Some(4) },
            8 => Needed { first: 6, second: Some(5) },
            score if score >= 9 => Needed { first: 6, second: Some(6) },
            score => Needed { first: score.clamp(2, 6) as u8, second: None },
        }
    }
}

/// What a handful of dice came to.
#[derive(Debug, Clone, Default)]
pub struct Thrown {
    pub needed: Needed,
    pub hits: u32,
    /// Natural sixes of the first dice, where they matter (SSS 16.3).
    pub faces: Faces,
    /// Faces of the second dice.
    pub seconds: Faces,
}

/// Scores by face for whoever needs that much or more.
fn at_least(face: u8) -> [u8; 6] {
    std::array::from_fn(|ix| u8::from(ix as u8 + 1 >= face))
}

impl<L: Listener> Play<'_, L> {
    /// Throws for so many bases with so many dice each, however good or bad their chances (SSS 12.1, 12.2, 12.3, 12.5, 23.2, G16).
    pub fn throw(&mut self, bases: usize, dice_each: usize, modifiers: i32) -> Thrown {
        let needed = Needed::by(modifiers);
        let mut thrown = Thrown { needed, ..Thrown::default() };
        let Some(second) = needed.second else {
            thrown.hits = self.dice.tally(bases * dice_each, &at_least(needed.first), &mut thrown.faces);
            return thrown;
        };
        let sixes = match self.rules.options.second_die {
            SecondDie::PerSix => self.dice.tally(bases * dice_each, &at_least(6), &mut thrown.faces),
            SecondDie::PerBase => {
                let any =
                    |dice: &mut dyn kernel::Dice, faces: &mut Faces| dice.tally(dice_each, &at_least(6), faces) > 0;
                (0..bases).map(|_| u32::from(any(self.dice, &mut thrown.faces))).sum()
            }
        };
        thrown.hits = self.dice.tally(sixes as usize, &at_least(second), &mut thrown.seconds);
        thrown
    }

    /// Saves against so many hits: those that got through (SSS 14.1, 25.1).
    pub fn save(&mut self, hits: u32, on: u8, faces: &mut Faces) -> u32 {
        hits - self.dice.tally(hits as usize, &at_least(on), faces).min(hits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_score_needed_follows_the_modifiers() {
        // SSS 12.2, 12.3, T9
        let needed = |modifiers: i32| {
            let Needed { first, second } = Needed::by(modifiers);
            (first, second)
        };
        assert_eq!([5, 3, 2, 0, -2].map(needed), [(2, None), (2, None), (2, None), (4, None), (6, None)]);
        assert_eq!([-3, -4, -5, -9].map(needed), [(6, Some(4)), (6, Some(5)), (6, Some(6)), (6, Some(6))]);
    }
}
