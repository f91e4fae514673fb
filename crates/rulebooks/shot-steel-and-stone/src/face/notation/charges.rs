//! The notation of charges: no decision of it is built yet.

use crate::ShotSteelAndStone;
use crate::charges::ChargeChoice;
use kernel::notation::{Kind, Openings, Pen, Words};

impl Openings for ChargeChoice {
    const OPENINGS: &'static [&'static str] = &[];
}

impl Kind<ShotSteelAndStone> for ChargeChoice {
    type Value = ChargeChoice;

    fn write(_: &ShotSteelAndStone, value: &ChargeChoice, _: &mut Pen) {
        match *value {}
    }

    fn read(_: &ShotSteelAndStone, words: &mut Words<'_>) -> Result<ChargeChoice, String> {
        let word = words.word("a decision")?;
        Err(format!("`{word}` is not a decision of charges"))
    }
}
