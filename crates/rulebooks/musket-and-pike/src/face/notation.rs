//! Decisions as the journal writes them: lower case words, units and leaders by their keys, hexes by their numbers.

use crate::MusketAndPike;
use crate::close_combat::CombatChoice;
use crate::command::CommandChoice;
use crate::decision::Decision;
use crate::fire::FireChoice;
use crate::movement::MoveChoice;
use crate::rally::RallyChoice;
use crate::reaction::ReactChoice;
use crate::sequence::TurnChoice;

impl MusketAndPike {
    pub fn write_decision(&self, decision: &Decision) -> String {
        match *decision {
            Decision::Turn(choice) => choice.notate(self),
            Decision::Command(choice) => choice.notate(self),
            Decision::Move(choice) => choice.notate(self),
            Decision::React(choice) => choice.notate(self),
            Decision::Fire(choice) => choice.notate(self),
            Decision::Combat(choice) => choice.notate(self),
            Decision::Rally(choice) => choice.notate(self),
        }
    }

    pub fn read_decision(&self, text: &str) -> Result<Decision, String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        if words.is_empty() {
            return Err("an empty decision".into());
        }
        let words = words.as_slice();
        None.or_else(|| TurnChoice::read(words, self).map(|read| read.map(Decision::Turn)))
            .or_else(|| CommandChoice::read(words, self).map(|read| read.map(Decision::Command)))
            .or_else(|| MoveChoice::read(words, self).map(|read| read.map(Decision::Move)))
            .or_else(|| ReactChoice::read(words, self).map(|read| read.map(Decision::React)))
            .or_else(|| FireChoice::read(words, self).map(|read| read.map(Decision::Fire)))
            .or_else(|| CombatChoice::read(words, self).map(|read| read.map(Decision::Combat)))
            .or_else(|| RallyChoice::read(words, self).map(|read| read.map(Decision::Rally)))
            .unwrap_or_else(|| Err(format!("no decision begins with `{}`", words[0])))
    }
}
