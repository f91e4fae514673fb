//! Battles played at random: whatever stands on a menu is accepted and leads to a question or the end, and what holds, holds.

use crate::common::open;
use kernel::{Dice, Ledger, Notation, Rulebook, Secrecy, Seeded, Soundness};
use les_batailles::LesBatailles;
use les_batailles::decision::Decision;
use scenario::Source;

/// Plays a battle with random answers; tells how many there were. What goes wrong says after which decisions.
pub fn play(rules: &LesBatailles, seed: u64, most: usize) -> usize {
    let mut dice = Seeded::new(seed);
    let mut choices = Seeded::new(seed + 1_000);
    let mut state = rules.start(&mut dice, &mut Ledger::default());
    let mut said: Vec<String> = Vec::new();
    for count in 0..most {
        let fail = |what: String, said: &[String]| -> ! {
            let last = said.len().saturating_sub(60);
            panic!("seed {seed}, decision {count}: {what}; after {:#?}", &said[last..])
        };
        if let Err(what) = rules.invariants(&state) {
            fail(what, &said);
        }
        if state.over.is_some() {
            return count;
        }
        let Some(seat) = rules.awaiting(&state).first() else { fail("nobody is asked".into(), &said) };
        let mut menu: Vec<Decision> = Vec::new();
        let question = rules.ask(&state, seat, &mut menu);
        if menu.is_empty() || question.default >= menu.len() {
            fail(format!("{} has no menu, or no default", question.topic), &said);
        }
        for decision in &menu {
            if let Err(refusal) = rules.judge(&state, seat, decision) {
                fail(format!("{} offers `{}`: {refusal}", question.topic, rules.notate(decision)), &said);
            }
        }
        if count % 7 == 0 {
            let mut seen: Vec<Decision> = Vec::new();
            rules.ask(&rules.redact(&state, seat), seat, &mut seen);
            if seen != menu {
                fail(format!("{} gives secrets away", question.topic), &said);
            }
        }
        let pick = if menu.len() <= 250 { choices.roll(menu.len() as u8) } else { choices.roll(250) };
        let decision = menu[usize::from(pick) - 1];
        let text = rules.notate(&decision);
        if rules.read(&text).as_ref() != Ok(&decision) {
            fail(format!("`{text}` is not read as it was written"), &said);
        }
        said.push(format!("{}: {}", question.topic, text));
        rules.play(&mut state, seat, decision, &mut dice, &mut Ledger::default());
    }
    most
}

#[test]
fn small_battles_hold_together() {
    let text = include_str!("../positions/crossroads.toml");
    let rules = open(&Source::new("crossroads.toml", text)).unwrap_or_else(|faults| panic!("{faults}"));
    // SEEDS=40 plays more of them, FROM=7 begins elsewhere.
    let number = |name: &str, usual: u64| std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(usual);
    let from = number("FROM", 0);
    for seed in from..from + number("SEEDS", 2) {
        play(&rules, seed, 2_000);
    }
}
