//! How the greedy commander does against one who takes any answer: the same battles from either side, with fixed seeds. The bar
//! stands a good way below what was measured over hundreds of battles (`docs/testing.md`), so that a mended rule does not trip over it.
#![allow(clippy::panic, clippy::unwrap_used)]

use kernel::{OptionValues, Side};
use laboratory::contest::{Bout, contest_file};
use std::sync::atomic::AtomicUsize;

/// Battles from either side of a small field, and of a great one.
const SMALL: usize = 300;
const GREAT: usize = 8;

/// Of a hundred, a draw counting half.
const BAR: f64 = 80.0;

fn battles(key: &str) -> usize {
    match key {
        "first-blood" | "hopton-heath" | "braddock-down" | "wing-against-wing" => SMALL,
        _ => GREAT,
    }
}

#[test]
fn greedy_beats_random_from_either_side_of_every_battle() {
    let mut weak = Vec::new();
    for source in shelf::shipped() {
        let key = scenario::header(&source).unwrap().key;
        for side in Side::BOTH {
            let bout = Bout { players: ["greedy", "random"], side, first: 1, battles: battles(&key) };
            let contest = contest_file(&source, &OptionValues::new(), &[], &bout, &AtomicUsize::new(0));
            let contest = contest.unwrap_or_else(|problem| panic!("{problem}"));
            let share = contest.score.share();
            println!("{key}, {}: {:?}, {share:.1} of 100", contest.led, contest.score);
            if share < BAR {
                weak.push(format!("{key}, {}: {share:.1} of 100, {BAR} wanted", contest.led));
            }
        }
    }
    assert!(weak.is_empty(), "{}", weak.join("\n"));
}
