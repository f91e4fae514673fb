//! The notation of shooting: no decision of it is built yet.

use crate::ShotSteelAndStone;
use crate::shooting::ShootChoice;
use kernel::notation::{Kind, Openings, Pen, Words};

impl Openings for ShootChoice {
    const OPENINGS: &'static [&'static str] = &[];
}

impl Kind<ShotSteelAndStone> for ShootChoice {
    type Value = ShootChoice;

    fn write(_: &ShotSteelAndStone, value: &ShootChoice, _: &mut Pen) {
        match *value {}
    }

    fn read(_: &ShotSteelAndStone, words: &mut Words<'_>) -> Result<ShootChoice, String> {
        let word = words.word("a decision")?;
        Err(format!("`{word}` is not a decision of shooting"))
    }
}
