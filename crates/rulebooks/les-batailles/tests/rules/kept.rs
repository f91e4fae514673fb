//! What is kept beside the value of a state, and what is looked for only where somebody has stirred, is what would be found out anew.

use crate::common::open;
use kernel::{Rulebook, Seeded, Silent, Soundness};
use les_batailles::LesBatailles;
use les_batailles::command::CommandChoice;
use les_batailles::decision::Decision;
use les_batailles::state::State;
use scenario::Source;

/// The same state with nothing kept, and everybody in it as if he had stirred.
fn anew(state: &State) -> State {
    serde_json::from_str(&serde_json::to_string(state).unwrap()).unwrap()
}

/// Plays a battle at random, each decision from the state as it is and from one that knows nothing: both ask the same, and become the
/// same.
fn play(rules: &LesBatailles, seed: u64, most: usize) {
    let (mut dice, mut chance) = (Seeded::new(seed), Seeded::new(seed + 500));
    let mut state = rules.start(&mut dice, &mut Silent);
    let (mut menu, mut other) = (Vec::new(), Vec::new());
    for count in 0..most {
        let Some(seat) = rules.awaiting(&state).first() else { return };
        let mut fresh = anew(&state);
        let question = rules.ask(&state, seat, &mut menu);
        assert_eq!(question.topic, rules.ask(&fresh, seat, &mut other).topic, "seed {seed}, decision {count}");
        assert!(menu == other, "seed {seed}, decision {count}: another menu for {}", question.topic);
        // Marches are rare, and end when enemies come near.
        let marches: Vec<Decision> =
            menu.iter().copied().filter(|one| matches!(one, Decision::Command(CommandChoice::March(_)))).collect();
        let among = if marches.is_empty() || chance.below(3) > 0 { &menu } else { &marches };
        let decision = among[chance.below(among.len())];
        let mut same_dice = dice.clone();
        rules.play(&mut fresh, seat, decision, &mut same_dice, &mut Silent);
        rules.play(&mut state, seat, decision, &mut dice, &mut Silent);
        assert!(state == fresh, "seed {seed}, decision {count}: {decision:?} leads elsewhere");
        rules.invariants(&state).unwrap_or_else(|what| panic!("seed {seed}, decision {count}: {decision:?}: {what}"));
    }
}

fn battle(name: &str, text: &str, seeds: u64, most: usize) {
    let rules = open(&Source::new(name, text)).unwrap_or_else(|faults| panic!("{faults}"));
    (1..=seeds).for_each(|seed| play(&rules, seed, most));
}

#[test]
fn a_small_battle_asks_and_plays_the_same_whatever_it_remembers() {
    battle("farm", include_str!("../../../../../battles/les-batailles/farm-on-the-road.toml"), 4, 800);
}

#[test]
fn horse_and_foot_do_so_too() {
    battle("foy", include_str!("../../../../../battles/les-batailles/foy-against-lambert.toml"), 2, 300);
    battle("barrosa", include_str!("../../../../../battles/les-batailles/barrosa.toml"), 1, 800);
}

#[test]
fn a_battle_with_marches_and_reinforcements_does_so_too() {
    battle("quatre-bras", include_str!("../../../../../battles/les-batailles/quatre-bras.toml"), 2, 900);
}
