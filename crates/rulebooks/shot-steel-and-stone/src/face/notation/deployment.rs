//! The notation of deployment: no decision of it is built yet.

use crate::ShotSteelAndStone;
use crate::deployment::DeployChoice;
use kernel::notation::{Kind, Openings, Pen, Words};

impl Openings for DeployChoice {
    const OPENINGS: &'static [&'static str] = &[];
}

impl Kind<ShotSteelAndStone> for DeployChoice {
    type Value = DeployChoice;

    fn write(_: &ShotSteelAndStone, value: &DeployChoice, _: &mut Pen) {
        match *value {}
    }

    fn read(_: &ShotSteelAndStone, words: &mut Words<'_>) -> Result<DeployChoice, String> {
        let word = words.word("a decision")?;
        Err(format!("`{word}` is not a decision of deployment"))
    }
}
