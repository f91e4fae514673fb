//! The notation of buildings: no decision of it is built yet.

use crate::ShotSteelAndStone;
use crate::buildings::BuildingChoice;
use kernel::notation::{Kind, Openings, Pen, Words};

impl Openings for BuildingChoice {
    const OPENINGS: &'static [&'static str] = &[];
}

impl Kind<ShotSteelAndStone> for BuildingChoice {
    type Value = BuildingChoice;

    fn write(_: &ShotSteelAndStone, value: &BuildingChoice, _: &mut Pen) {
        match *value {}
    }

    fn read(_: &ShotSteelAndStone, words: &mut Words<'_>) -> Result<BuildingChoice, String> {
        let word = words.word("a decision")?;
        Err(format!("`{word}` is not a decision of buildings"))
    }
}
