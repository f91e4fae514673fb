//! Whole battles by chance and by sense: whatever is on a menu is legal, reads back, looks the same from the redacted state, and the
//! battle comes to an end.

use crate::common::*;
use kernel::{Judgement, Notation, Picture, Rulebook, Secrecy, Seeded, Silent, Soundness, Telling};
use les_batailles::LesBatailles;
use les_batailles::decision::Decision;
use les_batailles::state::State;

const MOST_ANSWERS: u32 = 20_000;

fn crossroads() -> LesBatailles {
    let text = include_str!("../positions/crossroads.toml");
    open(&scenario::Source::new("crossroads.toml", text)).unwrap_or_else(|faults| panic!("{faults}"))
}

/// Foot, horse and guns of both sides, some hexes apart.
fn at_close_quarters() -> LesBatailles {
    let mut start = position()
        .start("turn = 1")
        .top("turns = 2\ndusk = [2]")
        .terrain("1108 1109 1208", "woods")
        .terrain("1212", "village");
    for (key, of, at, facing) in [
        ("f1", "f111", "0909", "e"),
        ("f2", "f111", "0910", "e"),
        ("f3", "f11", "0911", "e"),
        ("f4", "f12", "0912", "e"),
        ("a1", "a111", "1309", "w"),
        ("a2", "a111", "1310", "w"),
        ("a3", "a11", "1311", "w"),
        ("a4", "a12", "1312", "w"),
    ] {
        start = start.unit(foot(key, of).at(at, facing));
    }
    start
        .unit(light("fl", "f11").at("1010", "se").in_("skirmish"))
        .unit(hussars("fh", "f21").at("0914", "se"))
        .unit(heavy("ah", "a21").at("1314", "sw"))
        .unit(guns("fg", "f1").at("0908", "e"))
        .unit(guns("ag", "a11").at("1308", "w"))
        .leader(leader("f", "f", "0709").with("morale", "2"))
        .leader(leader("c", "f1", "0709"))
        .leader(leader("d", "f11", "0910").with("infantry", "2").with("morale", "1"))
        .leader(leader("h", "f21", "0914").with("cavalry", "3"))
        .leader(leader("a", "a", "1509"))
        .leader(leader("e", "a11", "1310").with("morale", "3"))
        .open()
}

/// Wagons, a garrison, an escort, reinforcements on a road, Assets and an aide.
fn with_all_kinds() -> LesBatailles {
    let hexes: Vec<String> = (1..=20).map(|column| format!("{column:02}05")).collect();
    position()
        .start("turn = 1")
        .top("turns = 3\nnight = [3]")
        .road(&hexes.join(" "))
        .terrain("1208", "village")
        .unit(foot("b1", "f11").at("0405 0305", "e").in_("road-column"))
        .unit(foot("b2", "f11").at("0205 0105", "e").in_("road-column"))
        .unit(foot("b3", "f12").with("arrives", "west"))
        .unit(guns("g", "f1").at("0606", "e").set("limbered", true))
        .unit(wagon("w", "f1").at("0506", ""))
        .unit(hussars("guides", "f").at("0307", "se").with("escort", "f"))
        .unit(foot("garrison", "a11").at("1208", "w").with("position", "farm"))
        .unit(foot("x1", "a11").at("1505", "w"))
        .unit(heavy("x2", "a12").at("1607", "sw"))
        .unit(guns("x3", "a11").at("1506", "w"))
        .unit(wagon("x4", "a11").at("1606", ""))
        .leader(leader("f", "f", "0306"))
        .leader(leader("c", "f1", "0306"))
        .leader(leader("d", "f11", "0405"))
        .leader(coming("e", "f12", "west"))
        .leader(leader("adc", "f1", "0306").with("post", "aide"))
        .leader(leader("a", "a", "1705"))
        .leader(leader("ad", "a11", "1505"))
        .tables(
            "[[arrivals]]\nkey = \"west\"\nside = \"f\"\nturn = 2\nentry = \"0105\"\ntermini = [\"0405\", \"0805\"]\n\
             [[positions]]\nkey = \"farm\"\nname = \"The farm\"\nside = \"a\"\nhexes = [\"1208\", \"1209\"]\n\
             [victory]\nplaces = [{ name = \"The farm\", hexes = [\"1208\"], points = [10, 10], held = \"a\" }]\n",
        )
        .open()
}

/// Plays a battle to its end by that choice, and looks at everything on the way.
fn play(
    rules: &LesBatailles,
    name: &str,
    seed: u64,
    mut choose: impl FnMut(&State, kernel::Seat, &[Decision]) -> Decision,
) {
    let mut dice = Seeded::new(seed);
    let mut state = rules.start(&mut dice, &mut Silent);
    let (mut menu, mut answers, mut last) = (Vec::new(), 0, Vec::<String>::new());
    while let Some(seat) = rules.awaiting(&state).first() {
        let question = rules.ask(&state, seat, &mut menu);
        let told = |what: &str| {
            format!(
                "{name}, seed {seed}, turn {}, {} ({:?}): {what}\nafter {last:?}",
                state.turn,
                question.topic,
                state.agenda.top()
            )
        };
        assert!(!menu.is_empty(), "{}", told("an empty menu"));
        assert!(question.default < menu.len(), "{}", told("no default"));
        let decision = choose(&state, seat, &menu);
        let words = rules.notate(&decision);
        assert_eq!(rules.read(&words), Ok(decision), "{}", told(&words));
        if let Err(refusal) = rules.judge(&state, seat, &decision) {
            panic!("{}", told(&format!("{words} is refused: {refusal}")));
        }
        if answers % 40 == 0 {
            let blank = rules.redact(&state, seat);
            let mut again = Vec::new();
            rules.ask(&blank, seat, &mut again);
            assert!(menu == again, "{}", told("the menu tells what is hidden"));
            assert!(rules.scene(&state, Some(seat)) == rules.scene(&blank, Some(seat)), "{}", told("the scene tells"));
            assert!(!rules.describe(&state, &decision).is_empty());
            assert!(
                rules.appraise(&state, seat, &decision) == rules.appraise(&blank, seat, &decision),
                "{}",
                told("its rank tells")
            );
            let text = serde_json::to_string(&state).unwrap();
            assert!(serde_json::from_str::<State>(&text).unwrap() == state, "{}", told("it reads back otherwise"));
        }
        let before = state.clone();
        rules.play(&mut state, seat, decision, &mut dice, &mut Silent);
        assert!(before != state, "{name}, seed {seed}: {words} changes nothing, after {last:?}");
        rules.invariants(&state).unwrap_or_else(|what| panic!("{name}, seed {seed}: after {last:?} {words}: {what}"));
        if last.len() > 12 {
            last.remove(0);
        }
        last.push(words);
        answers += 1;
        assert!(
            answers < MOST_ANSWERS,
            "{name}, seed {seed}: it never ends, turn {} {:?} after {last:?}",
            state.turn,
            state.agenda.top()
        );
    }
    assert!(
        rules.outcome(&state).is_some(),
        "{name}, seed {seed}: nobody is asked and it is not over: {:?}",
        state.agenda.top()
    );
}

fn by_chance(rules: &LesBatailles, name: &str, seeds: std::ops::Range<u64>) {
    for seed in seeds {
        let mut chance = Seeded::new(seed + 1_000);
        play(rules, name, seed, |_, _, menu| menu[chance.below(menu.len())]);
    }
}

#[test]
fn crossroads_by_chance() {
    by_chance(&crossroads(), "crossroads", 0..2);
}

#[test]
fn close_quarters_by_chance() {
    by_chance(&at_close_quarters(), "close quarters", 0..6);
}

#[test]
fn all_kinds_by_chance() {
    by_chance(&with_all_kinds(), "all kinds", 0..5);
}

#[test]
fn close_quarters_by_sense() {
    let rules = at_close_quarters();
    play(&rules, "close quarters by sense", 1, |state, seat, menu| {
        let best = menu.iter().rev().max_by_key(|decision| rules.appraise(state, seat, decision));
        *best.unwrap()
    });
}
