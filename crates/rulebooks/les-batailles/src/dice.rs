//! Chapter 6: two dice read as tens and ones, and modifiers counted along their 36 results.

pub use crate::charts::Base6;
use crate::table::Play;
use kernel::Listener;

impl Base6 {
    /// The tens die.
    pub fn tens(self) -> u8 {
        self.number() / 10
    }

    /// The ones die.
    pub fn ones(self) -> u8 {
        self.number() % 10
    }
}

impl<L: Listener> Play<'_, L> {
    /// A die, read as it is (LB 6.0a).
    pub fn die(&mut self) -> u8 {
        self.dice.roll(6)
    }

    /// The dice: tens, then ones (LB 6.0a).
    pub fn the_dice(&mut self) -> Base6 {
        let (tens, ones) = (self.dice.roll(6), self.dice.roll(6));
        Base6::rolled(tens, ones)
    }
}
