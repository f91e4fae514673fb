//! The notation of reaction: no decision of it is built yet.

use crate::ShotSteelAndStone;
use crate::reaction::ReactChoice;
use kernel::notation::{Kind, Openings, Pen, Words};

impl Openings for ReactChoice {
    const OPENINGS: &'static [&'static str] = &[];
}

impl Kind<ShotSteelAndStone> for ReactChoice {
    type Value = ReactChoice;

    fn write(_: &ShotSteelAndStone, value: &ReactChoice, _: &mut Pen) {
        match *value {}
    }

    fn read(_: &ShotSteelAndStone, words: &mut Words<'_>) -> Result<ReactChoice, String> {
        let word = words.word("a decision")?;
        Err(format!("`{word}` is not a decision of reaction"))
    }
}
