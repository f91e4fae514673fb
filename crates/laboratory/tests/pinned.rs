//! Games pinned byte for byte: random and greedy play of every shipped battle gives the very journals it gave before.
//! Whoever moves rooms about holds them against this; whoever mends a rule writes them anew with `UPDATE_PINS=1` and says
//! in the change why the games differ.
#![allow(clippy::panic, clippy::unwrap_used)]

use commander::Anyone;
use kernel::journal::Record;
use kernel::{OptionSpec, OptionValues};
use scenario::Source;
use std::fmt::Write;
use std::path::Path;

/// How a battle is played for its pin: name, options, players, seeds.
type Way = (&'static str, fn(&'static [OptionSpec]) -> OptionValues, [&'static str; 2], u64);

const WAYS: [Way; 4] = [
    ("as written", |_| OptionValues::new(), ["random", "random"], 12),
    ("every optional rule", every_rule, ["random", "random"], 6),
    ("every other reading", last_values, ["random", "random"], 6),
    ("greedy", |_| OptionValues::new(), ["greedy", "greedy"], 3),
];

fn every_rule(specs: &'static [OptionSpec]) -> OptionValues {
    let off = specs.iter().filter(|spec| spec.values == ["off", "on"]);
    off.map(|spec| (spec.key.to_owned(), "on".to_owned())).collect()
}

fn last_values(specs: &'static [OptionSpec]) -> OptionValues {
    specs.iter().filter_map(|spec| Some((spec.key.to_owned(), (*spec.values.last()?).to_owned()))).collect()
}

/// Of the greatest battle, which takes minutes, so many decisions are pinned.
fn most(key: &str) -> usize {
    if key == "quatre-bras" { 150 } else { usize::MAX }
}

/// Plays a battle to its end, or so far; the lines of its journal, without the header and its marks.
fn game(source: &Source, options: &OptionValues, players: [&str; 2], seed: u64, most: usize) -> Vec<String> {
    let (mut door, _) =
        shelf::begin(source, options, shelf::Dice::Seed(seed)).unwrap_or_else(|problem| panic!("{problem}"));
    let mut commanders =
        [0, 1].map(|side| Anyone::named(players[side], seed * 2 + side as u64).unwrap_or_else(|| panic!("no such")));
    for _ in 0..most {
        let Some(&seat) = door.awaiting().first() else { break };
        let asked = door.question(seat).unwrap();
        let side = door.seats()[usize::from(seat.0)].side;
        let choice = commanders[side.ix()].choose_asked(&asked);
        door.decide(seat, &asked.menu[choice].decision).unwrap_or_else(|refusal| panic!("{refusal}"));
    }
    let journal = door.journal();
    let line = |record: &Record| format!("{} {} {:?}\n", record.seat, record.decision, record.dice);
    std::iter::once(format!("{:?}\n", journal.opening)).chain(journal.records.iter().map(line)).collect()
}

#[test]
fn games_are_what_they_were() {
    let mut now = String::new();
    for source in shelf::shipped() {
        let head = scenario::header(&source).unwrap_or_else(|faults| panic!("{faults}"));
        for (name, options, players, seeds) in WAYS {
            let options = options(shelf::options_of(&head.rulebook).unwrap_or_default());
            let mut digest = blake3::Hasher::new();
            let mut decisions = 0;
            for seed in 0..seeds {
                let lines = game(&source, &options, players, seed, most(&head.key));
                decisions += lines.len();
                lines.iter().for_each(|line| {
                    digest.update(line.as_bytes());
                });
            }
            writeln!(now, "{:<18} {name:<20} {decisions:>7} {}", head.key, &digest.finalize().to_hex()[..32]).unwrap();
        }
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pinned.txt");
    if std::env::var_os("UPDATE_PINS").is_some() {
        std::fs::write(&path, &now).unwrap();
    }
    let then = std::fs::read_to_string(&path).unwrap_or_default();
    let differing: Vec<&str> = now.lines().filter(|line| !then.lines().any(|known| known == *line)).collect();
    assert!(differing.is_empty(), "games that are not what they were:\n{}", differing.join("\n"));
}
