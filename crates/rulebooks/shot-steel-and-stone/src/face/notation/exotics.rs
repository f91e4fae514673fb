//! The notation of exotics: no decision of it is built yet.

use crate::ShotSteelAndStone;
use crate::exotics::ExoticChoice;
use kernel::notation::{Kind, Openings, Pen, Words};

impl Openings for ExoticChoice {
    const OPENINGS: &'static [&'static str] = &[];
}

impl Kind<ShotSteelAndStone> for ExoticChoice {
    type Value = ExoticChoice;

    fn write(_: &ShotSteelAndStone, value: &ExoticChoice, _: &mut Pen) {
        match *value {}
    }

    fn read(_: &ShotSteelAndStone, words: &mut Words<'_>) -> Result<ExoticChoice, String> {
        let word = words.word("a decision")?;
        Err(format!("`{word}` is not a decision of exotics"))
    }
}
