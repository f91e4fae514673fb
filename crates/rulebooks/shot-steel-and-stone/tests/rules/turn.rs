//! Heading 1: the move sequence.

use crate::game::{Game, LINE, chief, unit};

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
