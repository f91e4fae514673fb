//! The notation of elephants: no decision of it is built yet.

use crate::ShotSteelAndStone;
use crate::elephants::ElephantChoice;
use kernel::notation::{Kind, Openings, Pen, Words};

impl Openings for ElephantChoice {
    const OPENINGS: &'static [&'static str] = &[];
}

impl Kind<ShotSteelAndStone> for ElephantChoice {
    type Value = ElephantChoice;

    fn write(_: &ShotSteelAndStone, value: &ElephantChoice, _: &mut Pen) {
        match *value {}
    }

    fn read(_: &ShotSteelAndStone, words: &mut Words<'_>) -> Result<ElephantChoice, String> {
        let word = words.word("a decision")?;
        Err(format!("`{word}` is not a decision of elephants"))
    }
}
