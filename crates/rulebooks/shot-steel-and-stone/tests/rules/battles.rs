//! The battles that come with the book: each opens, and is played to its end by chance and by officers of some sense.

use kernel::{Judgement, Notation, Outcome, Rulebook, Seeded, Silent, Soundness};
use scenario::Source;
use shot_steel_and_stone::ShotSteelAndStone;
use shot_steel_and_stone::decision::Decision;
use shot_steel_and_stone::setup::open;

const MOST_ANSWERS: u32 = 60_000;

fn battle(key: &str) -> ShotSteelAndStone {
    let path = format!("{}/../../../battles/shot-steel-and-stone/{key}.toml", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    open(&Source::new(path, text)).unwrap_or_else(|faults| panic!("{faults}"))
}

/// The answer that an officer thinks best, the first of those that he thinks equally good.
fn best(rules: &ShotSteelAndStone, state: &<ShotSteelAndStone as Rulebook>::State, menu: &[Decision]) -> Decision {
    let seat = rules.awaiting(state).first().unwrap();
    let rank = |decision: &&Decision| rules.appraise(state, seat, decision);
    *menu.iter().rev().max_by_key(rank).unwrap()
}

/// Plays a battle to its end, with sense on the sides that have it, and holds every promise on the way.
pub fn play(rules: &ShotSteelAndStone, seed: u64, sense: [bool; 2]) -> Outcome {
    let (mut dice, mut chance) = (Seeded::new(seed), Seeded::new(seed + 1_000));
    let mut state = rules.start(&mut dice, &mut Silent);
    let mut menu = Vec::new();
    for _ in 0..MOST_ANSWERS {
        let Some(seat) = rules.awaiting(&state).first() else {
            return rules.outcome(&state).unwrap_or_else(|| panic!("seed {seed}: nobody is asked and nothing is over"));
        };
        rules.ask(&state, seat, &mut menu);
        assert!(!menu.is_empty(), "seed {seed}: an empty menu at {:?}", state.agenda.top());
        let side = rules.seats[usize::from(seat.0)].side;
        let decision = if sense[side.ix()] { best(rules, &state, &menu) } else { menu[chance.below(menu.len())] };
        let words = rules.notate(&decision);
        rules.judge(&state, seat, &decision).unwrap_or_else(|why| panic!("seed {seed}: {words}: {why}"));
        rules.play(&mut state, seat, decision, &mut dice, &mut Silent);
        rules.invariants(&state).unwrap_or_else(|what| panic!("seed {seed}: {words}: {what}"));
    }
    panic!("seed {seed}: it never ends, turn {} {:?}", state.turn, state.agenda.top());
}

fn played(key: &str, seeds: u64) {
    let rules = battle(key);
    for seed in 0..seeds {
        for sense in [[false, false], [true, true], [true, false], [false, true]] {
            play(&rules, seed, sense);
        }
    }
}

#[test]
fn the_mill_at_weidenau_is_played_to_its_end() {
    played("weidenau-mill", 1);
}

#[test]
fn fleurus_is_played_to_its_end() {
    played("fleurus", 1);
}

#[test]
fn fontenoy_is_played_to_its_end() {
    played("fontenoy", 1);
}

#[test]
fn panipat_is_played_to_its_end() {
    played("panipat", 1);
}

/// The lesson begins with a choice: its seat wins the first initiative.
#[test]
fn the_learner_wins_the_first_initiative() {
    let rules = battle("weidenau-mill");
    let state = rules.start(&mut Seeded::new(1761), &mut Silent);
    let seat = rules.awaiting(&state).first().unwrap();
    assert_eq!(rules.seats[usize::from(seat.0)].key, "hanover");
}
