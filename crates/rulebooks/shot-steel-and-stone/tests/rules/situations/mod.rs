//! Situations worked out by hand from the printed sheet, before the program was looked at, and then played with the dice they name.

mod charges;
mod fire;
mod melee;
mod moves;
mod reaction;

use crate::game::Game;
use shot_steel_and_stone::disruption::Cause;

fn facing(what: &str, degrees: i32) -> String {
    format!("{what}\nfacing = {degrees}")
}

fn starting(what: &str, start: &str) -> String {
    format!("{what}\nstart = {{ {start} }}")
}

fn points(game: &Game, key: &str, cause: Cause) -> u8 {
    game.unit(key).disruption.of(cause)
}

/// All Disruption Points of a unit.
fn disrupted(game: &Game, key: &str) -> i32 {
    game.table().disruption(game.id(key))
}

/// What each salvo since a moment added to its dice, in the order in which they were shot.
fn salvos(game: &Game, since: usize) -> Vec<i32> {
    let shots = game.told[since..].iter().filter(|entry| entry.rule == "SSS 12.1" && !entry.dice.is_empty());
    shots.map(|entry| entry.lines.iter().filter(|line| !line.counts).map(|line| line.value).sum()).collect()
}

/// The total of a unit's last Reaction test without its dice.
fn test_of(game: &Game, key: &str) -> i32 {
    let of = |title: &str| title.split(' ').any(|word| word == key);
    let entry = game.told.iter().rev().find(|entry| entry.rule == "SSS 35.4" && of(&entry.title.to_string()));
    let entry = entry.unwrap_or_else(|| panic!("{key} took no test"));
    entry.lines.iter().filter(|line| !line.counts).map(|line| line.value).sum()
}
