//! The Army Commander on other people's ways: he goes along or stays, and is asked once on each.

use crate::common::*;
use crate::playing::*;
use musket_and_pike::cards::LeaderId;
use musket_and_pike::state::{Formation, Mark, Morale, Orders};

/// Answers with the first of the wishes that is offered, until a question is put that none of them answers.
fn go_on(game: &mut Game, face: u8, wishes: &[&str]) {
    while let Some(wish) = wishes.iter().find(|wish| game.asked().is_some() && offers(game, wish)) {
        all_roll(game, face, wish);
    }
}

/// He is asked whether he goes along, and goes or stays; then play goes on.
fn asked_once(game: &mut Game, face: u8, goes: bool, wishes: &[&str]) {
    assert_eq!(topic(game), "accompany", "{:?}\n{}", offered(game), game.told());
    all_roll(game, face, if goes { "go-along a-ac" } else { "stay-behind a-ac" });
    go_on(game, face, wishes);
    assert_ne!(topic(game), "accompany", "{}", game.told());
}

fn is_at(game: &Game, chief: LeaderId) -> String {
    leader_at(game, chief)
}

#[test]
fn he_may_advance_with_a_unit() {
    // MP 5.1.2a.
    for (goes, hex) in [(true, "1211"), (false, "1212")] {
        let mut board = board();
        let foot = board.unit(heavy("foot", A1).strength(12).morale(8).at("1212", "n"));
        board.commander(A1, 0, "1213");
        board.unit(gun("guns", A1).mark(Mark::Fired).at("1213", "n"));
        let chief = board.army_commander(A, 0, "1212");
        board.unit(light("foe", B1).morale(4).state(Morale::Broken).at("1211", "s"));
        let mut game = acting(board, A1);
        say(&mut game, "end-actions");
        go_on(&mut game, 9, &["attack foot 1211", "attacks-done", "advance foot nw"]);
        asked_once(&mut game, 9, goes, &["keep-facing"]);
        assert_eq!((at(&game, foot), is_at(&game, chief).as_str()), (vec!["1211".to_string()], hex));
    }
}

/// Foot of side A, weak, is attacked by cavalry of side B and broken; it retreats two hexes south, past 1213.
fn driven_back(chief: &str) -> (Game, LeaderId) {
    let mut board = board();
    board.unit(heavy("foot", A1).strength(2).morale(4).formation(Formation::Shaken).at("1212", "n"));
    board.commander(A1, 0, "0510");
    board.unit(gun("guns", A1).mark(Mark::Fired).at("0510", "n"));
    let chief = board.army_commander(A, 0, chief);
    board.unit(cavalry("horse", B1).strength(12).morale(8).pistols(0).at("1211", "s"));
    board.commander(B1, 0, "1208");
    board.unit(gun("far", B1).mark(Mark::Fired).at("1208", "s"));
    let mut game = acting(board, B1);
    say(&mut game, "end-actions");
    go_on(&mut game, 7, &["attack horse 1212", "attacks-done", "react-done", "retreat se", "retreat sw"]);
    (game, chief)
}

#[test]
fn he_may_retreat_with_a_unit_or_be_swept_up_by_it() {
    // MP 5.1.2a, 5.1.2b: stacked with it, or in a hex it runs through.
    for (start, goes) in [("1212", true), ("1212", false), ("1313", true), ("1313", false)] {
        let (mut game, chief) = driven_back(start);
        asked_once(&mut game, 7, goes, &["retreat se", "retreat sw"]);
        let foot = musket_and_pike::cards::UnitId(0);
        assert_ne!(at(&game, foot), ["1212"], "{}", game.told());
        let with_it = at(&game, foot).contains(&is_at(&game, chief));
        assert_eq!(with_it, goes, "{start} {}", game.told());
        if !goes {
            assert_eq!(is_at(&game, chief), start);
        }
    }
}

#[test]
fn he_may_rout_with_a_unit() {
    // MP 5.1.2b: in the Rout Movement Phase.
    for goes in [true, false] {
        let mut board = board();
        let foot = board.unit(heavy("foot", A1).state(Morale::Broken).at("1212", "n"));
        let chief = board.army_commander(A, 0, "1212");
        let mut game = routing(board, &[]);
        let ways = ["rout-to se", "rout-to sw"];
        go_on(&mut game, 0, &ways);
        asked_once(&mut game, 0, goes, &ways);
        while game.asked().is_some() {
            let first = offered(&game)[0].clone();
            assert_ne!(topic(&game), "accompany");
            say(&mut game, &first);
        }
        assert_eq!(at(&game, foot).contains(&is_at(&game, chief)), goes, "{}", game.told());
    }
}

#[test]
fn he_may_intercept_with_cavalry() {
    // MP 5.1.2a: asked at the first hex, and not at the next.
    for goes in [true, false] {
        let mut board = board();
        board.orders(B1, Orders::MakeReady);
        let rider = board.unit(cavalry("rider", A1).pistols(0).at("1212", "n"));
        board.commander(A1, 0, "1213");
        board.unit(gun("guns", A1).mark(Mark::Fired).at("1213", "n"));
        let chief = board.army_commander(A, 0, "1212");
        board.unit(heavy("mover", B1).at("1207", "s"));
        board.commander(B1, 0, "1206");
        board.unit(gun("far", B1).mark(Mark::Fired).at("1206", "s"));
        let mut game = acting(board, B1);
        play(&mut game, &["act mover", "move", "ahead sw"]);
        all_roll(&mut game, 0, "intercept rider");
        go_on(&mut game, 0, &["react-ahead nw"]);
        asked_once(&mut game, 0, goes, &["react-ahead ne", "react-ahead nw"]);
        assert_eq!(at(&game, rider), ["1209"], "{}", game.told());
        assert_eq!(is_at(&game, chief), if goes { "1209" } else { "1212" });
    }
}
