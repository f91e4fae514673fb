//! The notation of melee: no decision of it is built yet.

use crate::ShotSteelAndStone;
use crate::melee::MeleeChoice;
use kernel::notation::{Kind, Openings, Pen, Words};

impl Openings for MeleeChoice {
    const OPENINGS: &'static [&'static str] = &[];
}

impl Kind<ShotSteelAndStone> for MeleeChoice {
    type Value = MeleeChoice;

    fn write(_: &ShotSteelAndStone, value: &MeleeChoice, _: &mut Pen) {
        match *value {}
    }

    fn read(_: &ShotSteelAndStone, words: &mut Words<'_>) -> Result<MeleeChoice, String> {
        let word = words.word("a decision")?;
        Err(format!("`{word}` is not a decision of melee"))
    }
}
