//! Chapter 9 as it is told.

use super::*;
use kernel::Rulebook;
use musket_and_pike::cards::LeaderId;
use musket_and_pike::decision::Decision;
use musket_and_pike::reaction::ReactChoice;

/// Foot of the first side goes a hex ahead, from 1213 to 1112; what the other side has near it is asked.
fn foot_goes_ahead(change: impl FnOnce(&mut Board)) -> Game {
    let mut board = board();
    board.orders(A1, Orders::Charge);
    board.commander(A1, 0, "1214");
    board.unit(gun("guns", A1).mark(Mark::Fired).at("1214", "n"));
    board.unit(heavy("foot", A1).at("1213", "n"));
    change(&mut board);
    let mut game = acting(board, A1);
    play(&mut game, &["act foot", "move", "ahead nw"]);
    game
}

fn rider(board: &mut Board) {
    board.unit(cavalry("rider", B1).at("1208", "s"));
    board.commander(B1, 1, "1208");
}

#[test]
fn an_interception_succeeds_or_not() {
    // MP 9.3.2a
    let intercepts = |die: u8| {
        let mut game = foot_goes_ahead(rider);
        all_roll(&mut game, die, "intercept rider");
        game
    };
    tells(
        &intercepts(0),
        &["MP 9"],
        "
            MP 9.3.2a rider tries to intercept foot, needing 5 or less [0] = 1: intercepts
            +1 leader's rating
        ",
    );
    tells(
        &intercepts(9),
        &["MP 9"],
        "
            MP 9.3.2a rider tries to intercept foot, needing 5 or less [9] = 10: stays where it is
            +1 leader's rating
        ",
    );
}

#[test]
fn a_leader_alone_rides_off_until_he_is_farther() {
    // MP 9.2.4b, 9.2.4c, 9.2.4d
    let mut him = None;
    let mut game = foot_goes_ahead(|board| him = Some(board.army_commander(B, 0, "1210")));
    say(&mut game, "withdraw-leader b-ac");
    let first = ["react-ahead nw", "react-ahead ne", "react-ahead e", "react-ahead se", "react-ahead w"];
    assert_eq!(offered(&game), first);
    assert_eq!(refused(&game, "react-done").as_deref(), Some("MP 9.2.4c"));
    assert_eq!(refused(&game, "react-ahead sw").as_deref(), Some("MP 9.2.4d"));
    say(&mut game, "react-ahead nw");
    let then = ["react-done", "react-ahead nw", "react-ahead ne", "react-ahead e", "react-ahead se", "react-ahead sw"];
    assert_eq!(offered(&game), [&then[..], &["react-ahead w"]].concat());
    say(&mut game, "react-done");
    assert_eq!(leader_at(&game, him.unwrap()), "1209");
    tells(
        &game,
        &["MP 9"],
        "
            MP 9.2.4b b-ac withdraws alone before foot
            MP 9.2.4b b-ac rides off 1210–1209
        ",
    );
}

#[test]
fn a_leader_hemmed_in_by_water_does_not_withdraw() {
    // MP 9.2.4c
    // Round the corner is farther too, if he can get there.
    for (open, rides) in [("1209", true), ("1310", true), ("1110", true), ("none", false)] {
        let game = foot_goes_ahead(|board| {
            board.army_commander(B, 0, "1210");
            for hex in ["1209", "1309", "1110", "1310", "1211", "1311"].into_iter().filter(|&hex| hex != open) {
                board.terrain(hex, "water");
            }
        });
        assert_eq!(offers(&game, "withdraw-leader b-ac"), rides, "{open}: {:?}", offered(&game));
    }
}

#[test]
fn nobody_reacts_who_is_not_there() {
    // MP 9.1.1c
    let game = foot_goes_ahead(|board| {
        rider(board);
        board.army_commander(B, 0, "1210");
    });
    let nobody = UnitId(game.state.units.len() as u8);
    let stranger = LeaderId(game.state.leaders.len() as u8);
    for choice in [ReactChoice::Fire { unit: nobody }, ReactChoice::WithdrawLeader { leader: stranger }] {
        let judged = game.rules.judge(&game.state, game.asked().unwrap(), &Decision::React(choice));
        assert_eq!(judged.unwrap_err().rule, "MP 9.1.1c");
    }
}

#[test]
fn a_gun_reacts_as_far_as_its_ball_grazes() {
    // MP 9.1.2a, 9.4.3a: eight hexes off, farther than anybody else could react.
    for (grazing, hex, reacts) in [(8, "1204", true), (8, "1203", false), (7, "1204", false)] {
        let game = foot_goes_ahead(|board| {
            board.unit(gun("battery", B1).card(|card| card.grazing = grazing).at(hex, "s"));
        });
        assert_eq!(offers(&game, "react-fire battery"), reacts, "{grazing} {hex}: {:?}", offered(&game));
    }
}

#[test]
fn a_gun_goes_below_or_on_top_instead_of_firing() {
    // MP 8.3.2b, 9.4.4a
    let restacked = |battery: Piece| {
        let mut game = foot_goes_ahead(|board| {
            board.unit(heavy("line", B1).at("1210", "s"));
            board.unit(battery.at("1210", "s"));
        });
        say(&mut game, "react-restack battery");
        game
    };
    tells(&restacked(gun("battery", B1).mark(Mark::OnTop)), &["MP 9"], "MP 9.4.4a battery goes below line");
    tells(&restacked(gun("battery", B1)), &["MP 9"], "MP 9.4.4a battery goes on top of line");
}

#[test]
fn a_leader_is_as_fast_as_horse() {
    // MP 9.2.4a: eight points either; only from what is faster he does not get away.
    let mut board = board();
    board.orders(A1, Orders::Charge);
    board.commander(A1, 0, "1214");
    board.unit(gun("guns", A1).mark(Mark::Fired).at("1214", "n"));
    board.unit(cavalry("horse", A1).at("1213", "n"));
    board.army_commander(B, 0, "1210");
    let mut game = acting(board, A1);
    play(&mut game, &["act horse", "move", "ahead nw"]);
    assert_eq!(offered(&game), ["react-done", "withdraw-leader b-ac"]);
}
