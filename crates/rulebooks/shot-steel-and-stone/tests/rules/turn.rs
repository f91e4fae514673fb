//! Heading 1: the move sequence.

use crate::game::{Game, HEAVY, LINE, chief, unit};

fn armies(red: &str, blue: &str) -> Vec<String> {
    vec![
        chief("red", red, [20.0, 2.0]),
        chief("blue", blue, [20.0, 28.0]),
        unit("red", [20.0, 5.0], LINE),
        unit("blue", [20.0, 25.0], LINE),
    ]
}

#[test]
fn the_bonus_of_the_commander_in_chief_counts_for_the_initiative() {
    // SSS 1.1, G1, V63: 3 + 3 against 5 + 1 is a tie and rolled again; 4 + 3 beats 5 + 1.
    let game = Game::turn("", &armies("superior", "cautious"), &[3, 5, 4, 5]);
    assert_eq!((game.topic("red"), game.topic("blue")), ("choose-turn", "none"));
    // Equal bonuses: the higher die.
    let game = Game::turn("", &armies("competent", "competent"), &[2, 2, 2, 3]);
    assert_eq!((game.topic("red"), game.topic("blue")), ("none", "choose-turn"));
}

#[test]
fn the_holder_takes_the_first_or_the_second_turn() {
    // SSS 1.1, G1
    for (words, first) in [("take first", "red"), ("take second", "blue")] {
        let mut game = Game::turn("", &armies("superior", "cautious"), &[6, 1]);
        game.says("red", words, &[]);
        assert_eq!(game.topic(first), "orders", "{words}");
        let second = if first == "red" { "blue" } else { "red" };
        game.pass_to(second, "orders", &[]);
        assert_eq!((game.state.turn, game.state.half), (1, 1), "{words}");
    }
}

#[test]
fn the_steps_of_a_player_turn_have_their_order() {
    // SSS 1.0, 1.5.4, 1.5.5: orders, Leadership, movement, leaders last; then it is the other side's turn.
    let mut game = Game::turn("", &armies("superior", "cautious"), &[6, 1]);
    game.says("red", "take first", &[]);
    assert_eq!(game.refused("red", "test red-chief"), "SSS 1.0");
    game.says("red", "order red move", &[]);
    assert_eq!(game.topic("red"), "leadership");
    game.says("red", "test red-chief", &[3, 4]);
    assert_eq!(game.topic("red"), "move");
    game.moves("red", "red", &["advance 60"]);
    assert_eq!(game.topic("red"), "leaders");
    game.done("red", &[]);
    assert_eq!(game.topic("blue"), "orders");
}

#[test]
fn the_battle_ends_with_its_last_turn() {
    // SSS G40: nothing lost on either side is a draw.
    let mut game = Game::turn("", &armies("superior", "cautious"), &[6, 1]);
    game.state.turn = 12;
    game.says("red", "take first", &[]);
    for _ in 0..20 {
        let Some(seat) = kernel::Rulebook::awaiting(&game.rules, &game.state).first() else { break };
        game.done(if seat.0 == 0 { "red" } else { "blue" }, &[]);
    }
    let ending = game.state.over.expect("twelve turns are over");
    assert_eq!(ending.winner, None);
}

#[test]
fn reinforcements_are_seen_as_they_come_on() {
    // SSS 1.2d, 1.2e, 4.5, T6, G9: light cavalry acts on its own initiative in the turn it arrives, and is not "12 BW from the
    // enemy" when he stands 9 BW off; it has not come by a road either.
    let late = "arm = \"light-cavalry\"\nbases = 2\narrives = { turn = 2, at = [10.0, 3.0] }";
    let parts = [
        unit("red", [30.0, 5.0], LINE),
        unit("red-late", [10.0, 3.0], late).replacen("at = [10.0, 3.0]\n", "", 1),
        unit("blue", [10.0, 12.0], &format!("{LINE}\nfacing = 180")),
    ];
    let mut game = Game::at("reaction", &parts);
    game.pass_to("red", "choose-turn", &[6, 1]);
    game.says("red", "take first", &[]);
    game.says("red", "order red-late move", &[]);
    game.done("red", &[]);
    game.says("red", "pick red-late", &[]);
    assert_eq!(
        (game.refused("red", "move advance 420"), game.refused("red", "move wheel right 90")),
        (String::new(), String::new())
    );
    game.says("red", "move wheel right 90", &[]);
    // A quarter circle of 2 BW leaves 7 - π.
    let left = ((7.0 - std::f64::consts::PI) * 60.0) as i32;
    let ahead = |far: i32| format!("move advance {far}");
    assert_eq!(
        (game.refused("red", &ahead(left - 1)), game.refused("red", &ahead(left + 2))),
        (String::new(), "SSS 7.1".into())
    );
}

#[test]
fn moves_are_made_in_their_order() {
    // SSS 1.5.0: those who run, then charges with their squares, then other moves, then leaders.
    let parts = [
        chief("red", "superior", [30.0, 3.0]),
        unit("red-runs", [5.0, 12.0], &format!("{LINE}\nstart = {{ activity = \"routing\", rout-moves = 1 }}")),
        unit("red", [20.0, 10.0], &format!("{HEAVY}\nstart = {{ charges = \"blue\" }}")),
        unit("red-walks", [30.0, 5.0], &format!("{LINE}\nstart = {{ intent = \"move\" }}")),
        unit("blue", [20.0, 15.0], &format!("{LINE}\nmissile = \"none\"\nfacing = 180")),
    ];
    let mut game = Game::start("", "[start]\nphase = \"charges\"\nactive = \"red\"\n", &parts, &[6, 6]);
    game.says("blue", "answer blue square no", &[6, 6, 1]);
    // The router has run 3 + 1 BW before the charge is asked for.
    assert!(game.told("SSS 40.8"));
    assert_eq!(game.topic("red"), "run");
    assert_eq!(game.refused("red", "pick red-walks"), "SSS 1.0");
    game.says("red", "run red 0", &[1, 2]);
    assert!(game.told("SSS 1.5.3c") && game.told("SSS G15"));
    assert_eq!(game.topic("red"), "move");
    assert_eq!(game.refused("red", "ride red-chief 1800 240"), "SSS 1.0");
    // Who has charged moves no more.
    assert_eq!(game.refused("red", "pick red"), "SSS 1.5.4");
    game.moves("red", "red-walks", &["advance 60"]);
    assert_eq!(game.topic("red"), "leaders");
    game.says("red", "ride red-chief 1800 240", &[]);
}
