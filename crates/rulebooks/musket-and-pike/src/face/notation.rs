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

/// The first words of all decisions, chapter by chapter.
#[rustfmt::skip]
const WORDS: &[&str] = &[
    "start-orders", "start-open", "start-done", "activate", "pass", "preempt", "let-be", "act", "lead", "bring-reinforcements",
    "end-actions", "continue", "finish",
    "change-orders", "keep-orders", "lend-rating", "withhold-rating", "place-leader", "go-along", "stay-behind",
    "move", "move-off", "no-action", "ahead", "turn-to", "wheel", "counter-march", "halt", "form-hedgehog", "restack", "on-top",
    "below", "limber", "unlimber", "turn-gun", "pistol-at", "squeeze", "take-along", "leave-behind", "ride", "enter",
    "react-fire", "react-turn-gun", "react-restack", "react-face", "react-hedgehog", "withdraw", "withdraw-leader", "intercept",
    "react-ahead", "react-turn", "react-wheel", "react-counter-march", "react-pistol", "react-attack", "react-done",
    "shoot", "advance-fire", "step-back", "fire-on-top", "go-below", "hold-fire", "take-cover", "no-cover", "displace",
    "stand-fast", "spine-side", "loss-to", "fire-take", "fire-leave",
    "attack", "attacks-done", "from-left", "from-right", "pistols", "retreat", "retreat-halt", "casualty-to", "check-pursuit",
    "pursue", "advance", "advance-wheel", "advance-across", "hold-ground", "turn-after", "keep-facing",
    "reform", "rally", "face", "rout", "rout-to",
];

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
            .unwrap_or_else(|| Err(format!("`{}` is not a decision; one of: {}", words[0], WORDS.join(", "))))
    }
}
