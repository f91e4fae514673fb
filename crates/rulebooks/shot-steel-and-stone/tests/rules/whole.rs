//! Whole battles by chance: whatever is on a menu is legal, and the battle comes to an end.

use kernel::{Notation, Rulebook, Seeded, Silent, Soundness};
use scenario::Source;
use shot_steel_and_stone::setup::open;

#[test]
fn battles_by_chance_come_to_an_end() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../battles/shot-steel-and-stone/first-volley.toml");
    let rules =
        open(&Source::new("first-volley", std::fs::read_to_string(path).unwrap())).unwrap_or_else(|f| panic!("{f}"));
    for seed in 0..3 {
        let (mut dice, mut chance) = (Seeded::new(seed), Seeded::new(seed + 1_000));
        let mut state = rules.start(&mut dice, &mut Silent);
        let mut menu = Vec::new();
        let mut answers = 0;
        while let Some(seat) = rules.awaiting(&state).first() {
            rules.ask(&state, seat, &mut menu);
            let decision = menu[chance.below(menu.len())];
            let words = rules.notate(&decision);
            assert_eq!(rules.read(&words), Ok(decision), "{words}");
            rules.judge(&state, seat, &decision).unwrap_or_else(|refusal| panic!("{words}: {refusal}"));
            rules.play(&mut state, seat, decision, &mut dice, &mut Silent);
            rules.invariants(&state).unwrap_or_else(|what| panic!("{words}: {what}"));
            answers += 1;
            assert!(answers < 20_000, "it never ends");
        }
        assert!(rules.outcome(&state).is_some());
    }
}
