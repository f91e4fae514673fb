//! Phases as they are told, entry by entry: every point with its value, the dice, the total, the result. A rule that decides
//! otherwise tells another story.

mod combat;
mod reaction;
mod shooting;

use crate::played::{Game, chief, unit};
use kernel::Entry;

const FEW: &str = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 8\nfiles = 4";
const SHOT: &str = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 24\nfiles = 12";
const WIDE: &str = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 48\nfiles = 24";
const HORSE: &str = "kind = \"horse\"\ngrade = \"C\"\nfigures = 12\nfiles = 6";

/// Far away, so that no army breaks, with a commander-in-chief on either side.
fn guards() -> String {
    unit("red-guard", [14.0, 4.0], WIDE)
        + &unit("blue-guard", [58.0, 46.0], WIDE)
        + &chief("red", [4.0, 6.0])
        + &chief("blue", [68.0, 42.0])
}

/// Two units locked in combat.
fn contact(one: &str, other: &str, more: &str) -> String {
    format!("\n[[contacts]]\nunits = [\"{one}\", \"{other}\"]\n{more}\n")
}

/// The next turn has begun.
fn next_turn(game: &Game) -> bool {
    game.state().turn > 1
}

/// Everything that rules which begin like these have told so far.
#[track_caller]
fn tells(game: &Game, rules: &[&str], tale: &str) {
    let told = game.told.iter().filter(|entry| rules.iter().any(|rule| entry.rule.starts_with(rule)));
    let told: Vec<String> = told.flat_map(Entry::in_lines).collect();
    let tale: Vec<&str> = tale.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    assert!(told == tale, "told was:\n{}\n\nand should be:\n{}", told.join("\n"), tale.join("\n"));
}
