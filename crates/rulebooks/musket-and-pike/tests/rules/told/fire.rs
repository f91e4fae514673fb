//! Chapter 10 as it is told.

use super::*;
use kernel::{Reaction, Rulebook};

/// The first side at its Actions, its commander with a fired gun in 1214, and what else the test puts on the board.
fn at_actions(change: impl FnOnce(&mut Board)) -> Game {
    let mut board = board();
    board.orders(A1, Orders::Charge);
    board.commander(A1, 0, "1214");
    board.unit(gun("fired", A1).mark(Mark::Fired).at("1214", "n"));
    change(&mut board);
    acting(board, A1)
}

#[test]
fn a_gun_reaches_as_far_as_is_printed() {
    // MP 10.1.2c: fourteen hexes.
    for (hex, reached) in [("1206", true), ("1205", false)] {
        let mut board = board();
        board.orders(A1, Orders::Charge);
        board.commander(A1, 0, "1221");
        board.unit(light("staff", A1).at("1221", "n"));
        board.unit(gun("guns", A1).at("1220", "n"));
        board.unit(heavy("foe", B1).strength(20).at(hex, "s"));
        let mut game = acting(board, A1);
        say(&mut game, "act guns");
        assert_eq!(offers(&game, &format!("shoot {hex} artillery")), reached, "{:?}", offered(&game));
    }
}

#[test]
fn a_leader_alone_is_fired_at_from_next_to_him() {
    // MP 10.10a, G11
    for (hex, shots) in [("1211", vec!["shoot 1211 skirmish", "shoot 1211 salvo"]), ("1210", vec![])] {
        let mut game = at_actions(|board| {
            board.unit(heavy("foot", A1).at("1212", "n"));
            board.army_commander(B, 0, hex);
        });
        say(&mut game, "act foot");
        let offered = offered(&game);
        assert_eq!(offered.iter().filter(|answer| answer.starts_with("shoot")).collect::<Vec<_>>(), shots);
    }
    // One's own leader is no mark.
    let mut game = at_actions(|board| {
        board.unit(heavy("foot", A1).at("1212", "n"));
        board.army_commander(A, 0, "1211");
    });
    say(&mut game, "act foot");
    assert_eq!(offered(&game), ["no-action", "move"]);
}

#[test]
fn fire_and_the_answer_to_it() {
    // MP 9.4.1a, 10.3.3a, 10.6.1a, 10.6.5a
    let exchange = |die: u8| {
        let (board, ..) = before(Orders::Charge, heavy("foot", A1).strength(12), heavy("foe", B1).strength(12));
        let mut game = acting(board, A1);
        say(&mut game, "act foot");
        all_roll(&mut game, die, "shoot 1211 skirmish");
        all_roll(&mut game, die, "react-fire foe");
        // How it fires back is settled within its reaction.
        assert_eq!(offered(&game), ["shoot 1212 skirmish", "shoot 1212 salvo"]);
        assert_eq!((topic(&game).as_str(), game.reaction()), ("next-shot", Reaction::Bound));
        let question = game.rules.ask(&game.state, game.asked().unwrap(), &mut Vec::new());
        assert_eq!(question.default, 1, "the last on the menu commits to least");
        all_roll(&mut game, die, "shoot 1212 skirmish");
        game
    };
    tells(
        &exchange(1),
        &["MP"],
        "
            MP 10.3.3a foot fires at foe: Skirmishing [1] = 1: miss
            MP 10.3.3a foe fires at foot: Skirmishing [1] = 1: miss
        ",
    );
    tells(
        &exchange(6),
        &["MP"],
        "
            MP 10.3.3a foot fires at foe: Skirmishing [6] = 6: 1 casualty
            MP 10.6.1a foe loses 1: 11 strong
            MP 10.6.5a foe checks its morale of 6 [6] = 6: passes
            MP 10.3.3a foe fires at foot: Skirmishing [6] = 6: 1 casualty
            MP 10.6.1a foot loses 1: 11 strong
            MP 10.6.5a foot checks its morale of 6 [6] = 6: passes
        ",
    );
    tells(
        &exchange(9),
        &["MP"],
        "
            MP 10.3.3a foot fires at foe: Skirmishing [9] = 9: 2 casualties
            MP 10.6.1a foe loses 2: 10 strong
            MP 10.6.5a foe checks its morale of 6 [9] = 9: fails
            MP 12.4.2a foe is Morale Shaken
            MP 10.3.3a foe fires at foot: Skirmishing [9] = 9: 2 casualties
            MP 10.6.1a foot loses 2: 10 strong
            MP 10.6.5a foot checks its morale of 6 [9] = 9: fails
            MP 12.4.2a foot is Morale Shaken
        ",
    );
}

#[test]
fn past_the_threshold_casualties_call_for_a_further_check() {
    // MP 10.6.4a, 12.5.2c: a Formation Hit does not.
    let fired_at = |die: u8| {
        let foe = heavy("foe", B1).strength(12).mark(Mark::ThresholdReached);
        let (board, ..) = before(Orders::Charge, heavy("foot", A1).strength(12), foe);
        let mut game = acting(board, A1);
        say(&mut game, "act foot");
        all_roll(&mut game, die, "shoot 1211 skirmish");
        game
    };
    tells(
        &fired_at(5),
        &["MP"],
        "
            MP 10.3.3a foot fires at foe: Skirmishing [5] = 5: Formation Hit
            MP 6.3.1b foe takes a formation hit: Formation Shaken
        ",
    );
    tells(
        &fired_at(6),
        &["MP"],
        "
            MP 10.3.3a foot fires at foe: Skirmishing [6] = 6: 1 casualty
            MP 10.6.1a foe loses 1: 11 strong
            MP 10.6.5a foe checks its morale of 6 [6] = 7: fails
            +1 further checks owed
            MP 12.4.2a foe is Morale Shaken
        ",
    );
}

#[test]
fn what_is_left_over_from_a_gun_falls_on_those_below() {
    // MP 8.3.4b, 10.6.1b, G27
    let fired_at = |die: u8| {
        let (mut board, ..) = before(Orders::Charge, heavy("foot", A1).strength(12), heavy("foe", B1).strength(12));
        board.unit(gun("battery", B1).mark(Mark::OnTop).at("1211", "s"));
        let mut game = acting(board, A1);
        say(&mut game, "act foot");
        all_roll(&mut game, die, "shoot 1211 skirmish");
        game
    };
    tells(
        &fired_at(5),
        &["MP"],
        "
            MP 10.3.3a foot fires at battery: Skirmishing [5] = 5: Formation Hit
            MP 10.6.5a battery checks its morale of 6 [5] = 5: passes
        ",
    );
    tells(
        &fired_at(6),
        &["MP"],
        "
            MP 10.3.3a foot fires at battery: Skirmishing [6] = 6: 1 casualty
            MP 10.8.9a battery is disabled
        ",
    );
    tells(
        &fired_at(9),
        &["MP"],
        "
            MP 10.3.3a foot fires at battery: Skirmishing [9] = 9: 2 casualties
            MP 10.8.9a battery is disabled
            MP 10.6.1a foe loses 1: 11 strong
            MP 10.6.5a foe checks its morale of 6 [9] = 9: fails
            MP 12.4.2a foe is Morale Shaken
        ",
    );
}
