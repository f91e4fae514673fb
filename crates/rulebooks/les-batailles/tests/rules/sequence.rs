//! Chapter 7: the sequence of play.

use crate::common::*;
use kernel::{Ledger, Rulebook, Seeded, Soundness};
use les_batailles::{Light, Third};

fn two() -> Position {
    position().unit(foot("a", "f11").at("0505", "e")).unit(foot("b", "a11").at("1505", "w"))
}

#[test]
fn segments_come_in_their_order() {
    // LB 7.0a, 7.1.4a, 7.2.1a, 7.2.1c, 7.2.1f, 5.3.11a: with nothing else in the cup the four Action chits are drawn, the sides in turn.
    let game = two().start("turn = 6").play(&[4, 1, 2, 1]);
    let of_the_turn = |line: &String| line.starts_with("LB 7.0a") || line.starts_with("LB 7.2.1a");
    let told: Vec<String> = game.told().into_iter().filter(of_the_turn).collect();
    let expected = [
        "LB 7.0a Turn 6, 12:40",
        "LB 7.0a Command Segment",
        "LB 7.0a Maneuver Segment",
        "LB 7.2.1a French draws the Regroup chit [4]",
        "LB 7.2.1a Allies draw the Reinforcement chit [1]",
        "LB 7.2.1a French draws the Leader chit [2]",
        "LB 7.2.1a Allies draw the Artillery chit [1]",
        "LB 7.0a Fire Combat Segment",
        "LB 7.0a Assault Segment",
        "LB 7.0a Reorganization Segment",
        "LB 7.0a Turn Adjustment",
    ];
    assert_eq!(told, expected);
    // LB 7.6a: it was the last turn.
    assert!(game.state.over.is_some());
}

#[test]
fn a_battle_may_begin_inside_a_turn() {
    let game =
        two().start("turn = 6\nsegment = \"maneuver\"\ncup = [\"regroup\", \"leader\"]\nfirst = \"a\"").play(&[2, 1]);
    let told = game.told();
    assert_eq!(told[2], "LB 7.2.1a Allies draw the Regroup chit [2]");
    assert_eq!(told[3], "LB 7.2.1a French draws the Leader chit [1]");
}

#[test]
fn the_clock_goes_by_twenty_minutes() {
    // LB 3.5a, 21.0.
    let rules = two().top("dusk = [4]\nnight = [5, 6]").open();
    assert_eq!([1, 2, 3, 4].map(|turn| rules.time(turn)), ["11:00", "11:20", "11:40", "12:00"]);
    assert_eq!([1, 2, 3, 4].map(|turn| rules.third(turn)), [Third::OClock, Third::Twenty, Third::Forty, Third::OClock]);
    assert_eq!([3, 4, 5].map(|turn| rules.light(turn)), [Light::Day, Light::Dusk, Light::Night]);
}

#[test]
fn a_battle_runs_to_its_end() {
    let rules = two().start("turn = 1").open();
    let mut ledger = Ledger::default();
    let state = rules.start(&mut Seeded::new(7), &mut ledger);
    let outcome = rules.outcome(&state).unwrap();
    assert_eq!((state.turn, outcome.winner, outcome.points), (6, None, [0, 0]));
    let drawn = ledger.entries.iter().filter(|entry| entry.rule == "LB 7.2.1a").count();
    assert_eq!(drawn, 24, "four Action chits a turn (LB 8.9a)");
}

#[test]
fn the_teaching_position_opens_and_runs() {
    let text = include_str!("../positions/crossroads.toml");
    let rules = open(&scenario::Source::new("crossroads.toml", text)).unwrap_or_else(|faults| panic!("{faults}"));
    let state = rules.start(&mut Seeded::new(3), &mut Ledger::default());
    assert!(rules.invariants(&state).is_ok() && !state.asked.is_empty());
    let formation = |key: &str| rules.formations.iter().find(|card| card.key == key).unwrap();
    assert_eq!((formation("ii-corps").battalions, formation("pire").cavalry), (5, true));
    // LB G2: leaders of nothing but light horse may take the initiative.
    let light: Vec<&str> = rules.leaders.iter().filter(|card| card.initiative).map(|card| card.key.as_str()).collect();
    assert_eq!(light, ["pire-him"]);
}
