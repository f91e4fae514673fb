//! What a sensible officer does in a few positions.

use crate::game::{FOOT, Game, HORSE, area, brigade, leader, line, unit, wing};
use kernel::{Judgement, Notation, Rulebook, Seat};

fn best(game: &Game, side: &str) -> String {
    let (seat, mut menu) = (Seat(u8::from(side == "blue")), Vec::new());
    game.rules.ask(&game.state, seat, &mut menu);
    let decision = menu.iter().rev().max_by_key(|one| game.rules.appraise(&game.state, seat, one)).unwrap();
    game.rules.notate(decision)
}

/// Plays a side by its sense until it is asked about something else than these topics; dice fall as they like.
fn played(game: &mut Game, side: &str, topics: &[&str]) -> Vec<String> {
    let (seat, mut said) = (Seat(u8::from(side == "blue")), Vec::new());
    let mut dice = kernel::Seeded::new(7);
    for _ in 0..200 {
        if !topics.contains(&game.topic(side)) {
            break;
        }
        let words = best(game, side);
        let decision = game.rules.read(&words).unwrap();
        game.rules.play(&mut game.state, seat, decision, &mut dice, &mut kernel::Silent);
        said.push(words);
    }
    said
}

const MOVING: [&str; 4] = ["move", "declare-move", "next-unit", "manoeuvre"];

#[test]
fn a_brigade_comes_on_in_one_line() {
    let parts = [
        brigade("red-brigade", [705.0, 60.0], ""),
        unit("red", [660.0, 100.0], FOOT),
        unit("red-two", [750.0, 100.0], FOOT),
        unit("blue", [700.0, 500.0], FOOT),
    ];
    let mut game = Game::at("movement", &parts);
    let said = played(&mut game, "red", &MOVING);
    let [one, two] = ["red", "red-two"].map(|key| game.at_yards(key));
    assert!(one[1] > 150.0 && (one[1] - two[1]).abs() < 1.0, "{said:?}");
    assert_eq!((one[0], two[0]), (660.0, 750.0));
}

#[test]
fn a_second_line_stays_in_reserve() {
    let parts = [
        brigade("red-brigade", [760.0, 140.0], ""),
        unit("red", [700.0, 180.0], FOOT),
        unit("red-rear", [700.0, 110.0], FOOT),
        unit("blue", [700.0, 270.0], FOOT),
    ];
    // The first stands in musket range: the second keeps its distance behind it.
    let mut game = Game::at("movement", &parts);
    played(&mut game, "red", &MOVING);
    assert!(game.gap("red", "red-rear") >= 40.0, "{}", game.gap("red", "red-rear"));
    // And does not join a charge of the first.
    let horse = "class = \"horse\"\nsquadrons = [2, 2]\nstart = { control = \"as-wished\" }";
    let parts = [
        unit("red", [700.0, 300.0], horse),
        unit("red-rear", [700.0, 275.0], horse),
        unit("blue", [700.0, 340.0], "class = \"horse\"\nsquadrons = [2, 2]\nstart = { dps = 3 }"),
    ];
    let mut game = Game::at("combat", &parts);
    assert_eq!(best(&game, "red"), "charge red blue no");
    game.says("red", "charge red blue no", &[]);
    assert_eq!(best(&game, "red"), "done");
}

#[test]
fn foot_shoots_before_it_closes() {
    let facing = |dps: u8, phase: &str| {
        let parts = [
            brigade("red-brigade", [700.0, 260.0], ""),
            unit("red", [700.0, 300.0], FOOT),
            unit("blue", [700.0, 400.0], &format!("{FOOT}\nstart = {{ dps = {dps} }}")),
        ];
        Game::at(phase, &parts)
    };
    // Against its like it fires.
    assert_eq!(best(&facing(0, "musketry"), "red"), "volley red blue");
    // Against the shaken it keeps its fire and goes in.
    assert_eq!(best(&facing(3, "musketry"), "red"), "hold-fire red");
    let mut game = facing(3, "movement");
    played(&mut game, "red", &MOVING);
    assert!(game.gap("red", "blue") < 80.0, "{}", game.gap("red", "blue"));
}

#[test]
fn horse_charges_where_it_promises_something() {
    let at = |what: &str| {
        let parts = [
            unit("red", [700.0, 300.0], &format!("{HORSE}\nstart = {{ control = \"as-wished\" }}")),
            unit("blue", [700.0, 340.0], what),
        ];
        best(&Game::at("combat", &parts), "red")
    };
    assert_eq!(at(FOOT), "done");
    assert_eq!(at(&format!("{FOOT}\nstart = {{ dps = 4 }}")), "charge red blue no");
    assert_eq!(at(&format!("{HORSE}\nstart = {{ dps = 1 }}")), "charge red blue no");
    assert_eq!(at(&format!("{HORSE}\ngrade = \"A\"")), "done");
    assert_eq!(at("class = \"gun\""), "charge red blue no");
}

#[test]
fn leaders_ride_to_their_men() {
    // Out of reach of both, a Brigadier rides to where he has both.
    let parts = [
        brigade("red-brigade", [500.0, 60.0], ""),
        unit("red", [660.0, 100.0], FOOT),
        unit("red-two", [750.0, 100.0], FOOT),
        unit("blue", [700.0, 860.0], FOOT),
    ];
    let mut game = Game::at("command", &parts);
    let words = best(&game, "red");
    assert!(words.starts_with("ride red-brigade-er"), "{words}");
    game.says("red", &words, &[]);
    assert!(game.table().is_controlled_now(game.id("red")) && game.table().is_controlled_now(game.id("red-two")));
}

#[test]
fn a_general_goes_where_the_fight_is() {
    let parts = [
        wing("red-wing", [750.0, 250.0]),
        brigade("red-brigade", [640.0, 260.0], "wing = \"red-wing\""),
        unit("red", [700.0, 300.0], FOOT),
        unit("blue", [700.0, 330.0], FOOT),
    ];
    let mut game = Game::at("command", &parts);
    assert_eq!(best(&game, "red"), "attach red-wing-general red");
    game.says("red", "attach red-wing-general red", &[]);
    assert_eq!(best(&game, "red"), "inspire red-wing-general");
    // A unit in great disorder is steadied first.
    let parts: Vec<String> =
        parts.iter().map(|part| part.replace(FOOT, &format!("{FOOT}\nstart = {{ dps = 3 }}"))).collect();
    let mut game = Game::at("command", &parts);
    game.says("red", "attach red-wing-general red", &[]);
    assert_eq!(best(&game, "red"), "steady red-wing-general");
}

#[test]
fn orders_are_changed_and_heard() {
    // The attacker's brigade that was to wait is sent on; its Brigadier listens before he does anything else.
    let start = "[start]\nphase = \"command\"\nfirst = \"red\"\n[frame]\nkind = \"attack\"\nattacker = \"red\"\n\
                 [victory]\nobjective = \"mill\"\n[[positions]]\nkey = \"mill\"\nat = [700, 700]\n";
    let parts = [
        leader("red-marshal", "marshal", [760.0, 60.0], ""),
        brigade("red-brigade", [705.0, 60.0], "order = \"defend\""),
        unit("red", [700.0, 100.0], FOOT),
        unit("red-two", [790.0, 100.0], FOOT),
        unit("blue", [700.0, 860.0], FOOT),
        brigade("blue-brigade", [700.0, 900.0], ""),
        leader("blue-marshal", "marshal", [1435.0, 955.0], ""),
        area("light-woods", "west wood", [20.0, 300.0, 120.0, 400.0]),
        area("light-woods", "north wood", [20.0, 500.0, 120.0, 600.0]),
        area("rough", "the heath", [1300.0, 300.0, 1400.0, 400.0]),
        line("road", "the road", "[[1000, 0], [1000, 960]]"),
    ];
    let mut game = Game::headed("", start, &parts, &[]);
    let words = best(&game, "red");
    assert_eq!(words, "send red-marshal red-brigade-er order red-brigade advance-and-attack deployed");
    game.says("red", &words, &[]);
    played(&mut game, "red", &["leader-actions"]);
    assert_eq!(game.topic("red"), "messenger-rides");
    let words = best(&game, "red");
    game.says("red", &words, &[]);
    assert_eq!((game.state.messengers.len(), best(&game, "red").as_str()), (0, "listen red-brigade-er"));
}

#[test]
fn lines_conform_and_routers_are_called_back() {
    let parts = [
        brigade("red-brigade", [630.0, 80.0], ""),
        unit("red", [700.0, 100.0], FOOT),
        unit("red-two", [785.0, 100.0], FOOT),
        unit("red-runs", [640.0, 40.0], &format!("{FOOT}\nstart = {{ standing = \"routing\", flight = 1 }}")),
        unit("blue", [700.0, 860.0], FOOT),
        brigade("blue-brigade", [700.0, 900.0], ""),
    ];
    let mut game = Game::at("command", &parts);
    game.done("red", &[]);
    assert_eq!(best(&game, "red"), "conform red-two red");
    game.says("red", "conform red-two red", &[]);
    assert_eq!(best(&game, "red"), "test red-runs");
}

#[test]
fn who_may_choose_goes_first() {
    // CF 9.13a: what he fires first weakens the answer.
    let parts = [unit("red", [700.0, 100.0], FOOT), unit("blue", [700.0, 200.0], FOOT)];
    let game = Game::turn("", &parts, &[6, 1]);
    assert_eq!(best(&game, "red"), "go first");
}

#[test]
fn who_has_to_take_ground_goes_in_though_it_costs_him() {
    // In a prepared battle as in an attack of the book: foot before a hedge, behind which the enemy holds the ground.
    let hedge = line("hedgerow", "the hedge", "[[500, 390], [900, 390]]");
    let place = "\n[[positions]]\nkey = \"mill\"\nbox = [600, 420, 800, 520]\n".to_string();
    let goes = |attacker: &str, what: &str| {
        let tables = format!(
            "[frame]\nkind = \"prepared\"\n{attacker}\n[victory]\nobjective = \"mill\"\n[start]\nphase = \"movement\"\n\
             first = \"red\"\nturn = 9\n"
        );
        let parts = [
            hedge.clone(),
            place.clone(),
            brigade("red-brigade", [700.0, 350.0], ""),
            unit("red", [700.0, 380.0], &format!("{FOOT}\n{what}")),
            unit("blue", [700.0, 425.0], FOOT),
        ];
        let mut game = Game::headed("turns = 12", &tables, &parts, &[]);
        played(&mut game, "red", &MOVING);
        game.at_yards("red")[1] > 385.0
    };
    let red = "attacker = \"red\"";
    assert_eq!([goes(red, ""), goes("", "")], [true, false]);
    // Who carries fascines cannot fire, and goes on as near as he may.
    assert!(goes(red, "load = \"fascines\""));
}
