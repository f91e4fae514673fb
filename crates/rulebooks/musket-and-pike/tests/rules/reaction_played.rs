//! Chapter 9 in the midst of moves: Interceptions and what is taken up again after them, zones of guns, cover.

use crate::common::*;
use crate::playing::*;
use crate::shooting::rolls;
use musket_and_pike::cards::UnitId;
use musket_and_pike::state::{Formation, Mark, Orders};

/// Answers with the first of the wishes that is offered, until a question is put that none of them answers.
fn go_on(game: &mut Game, face: u8, wishes: &[&str]) {
    while let Some(wish) = wishes.iter().find(|wish| game.asked().is_some() && offers(game, wish)) {
        all_roll(game, face, wish);
    }
}

/// A unit comes to 1212, or turns there, is intercepted by weak cavalry on 1211, beats it off, and advances or not. Foot of the enemy stands on 1111, next to
/// 1211 alone.
fn beats_off(piece: Piece, (from, step): (&str, &str), advances: bool) -> (Game, UnitId) {
    let mut board = board();
    board.orders(A1, Orders::MakeReady);
    board.commander(A1, 0, "1214");
    board.unit(gun("guns", A1).mark(Mark::Fired).at("1214", "n"));
    let mover = board.unit(piece.strength(12).morale(8).pistols(0).at(from, "n"));
    board.commander(B1, 0, "1208");
    board.unit(cavalry("rider", B1).strength(1).morale(4).pistols(0).at("1209", "s"));
    board.unit(heavy("watcher", B1).card(|card| card.salvo = false).formation(Formation::Broken).at("1111", "ne"));
    let mut game = acting(board, A1);
    say(&mut game, "act mover");
    go_on(&mut game, 0, &["move"]);
    say(&mut game, step);
    all_roll(&mut game, 0, "intercept rider");
    play(&mut game, &["react-ahead sw", "react-ahead se", "react-done"]);
    let way = if advances { "advance mover nw" } else { "hold-ground" };
    go_on(&mut game, 0, &["react-attack", "retreat nw", "retreat ne", way, "keep-facing"]);
    (game, mover)
}

#[test]
fn the_intercepted_unit_takes_up_its_move_again() {
    // MP 9.3.4a, 9.1.6a: Shaken by the combat, with the points it had; MP 9.3.4b: its Momentum to be earned anew.
    let (mut game, horse) = beats_off(cavalry("mover", A1), ("1213", "ahead ne"), false);
    assert_eq!((topic(&game).as_str(), at(&game, horse)), ("next-step", vec!["1212".to_string()]), "{}", game.told());
    assert_eq!(game.unit(horse).formation, Formation::Shaken, "{}", game.told());
    let left = |game: &Game| game.state.moves.last().map(|moving| moving.left());
    assert_eq!(left(&game), Some(7), "eight points, of which it has gone one");
    // The hex before the Interception and the one after it are not two in a row.
    play(&mut game, &["ahead ne"]);
    assert_eq!(left(&game), Some(6));
    let mut on = Game { rules: game.rules.clone(), state: game.state.clone(), ledger: game.ledger.clone() };
    say(&mut game, "halt");
    assert!(!game.unit(horse).has(Mark::Momentum));
    play(&mut on, &["ahead ne", "react-done", "halt"]);
    assert!(on.unit(horse).has(Mark::Momentum));
}

#[test]
fn a_turn_in_the_hex_it_has_advanced_to_is_another_trigger() {
    // MP 9.1.3c, ruling G-A32: what it turned before the Interception it turned elsewhere.
    let (mut game, foot) = beats_off(heavy("mover", A1), ("1212", "turn-to ne"), true);
    go_on(&mut game, 0, &["react-done"]);
    assert_eq!((topic(&game).as_str(), at(&game, foot)), ("next-step", vec!["1211".to_string()]), "{}", game.told());
    say(&mut game, "turn-to n");
    assert!(offers(&game, "react-fire watcher"), "{:?}", offered(&game));
}

#[test]
fn the_advance_in_an_interception_is_a_hex_gone() {
    // MP 9.4.2a: it has advanced before it came into the watcher's zone, whatever he fires for.
    let (mut game, horse) = beats_off(cavalry("mover", A1), ("1212", "turn-to ne"), true);
    let fire = |game: &mut Game| {
        all_roll(game, 4, "react-fire watcher");
        game.gave("MP 10.3.3a", "MP 9.4.2a")
    };
    assert_eq!(at(&game, horse), ["1211"], "{}", game.told());
    assert_eq!(fire(&mut game), -1, "{}", game.told());
    go_on(&mut game, 0, &["react-done"]);
    say(&mut game, "turn-to n");
    assert_eq!(fire(&mut game), -1, "{}", game.told());
}

#[test]
fn a_gun_has_one_hex_of_it_in_range_and_sight() {
    // MP 9.1.2c, 9.1.3h, 9.4.3a: the half in grazing range is hidden behind others, the half it sees is too far.
    for (screen, fires) in [(false, true), (true, false)] {
        let mut board = board();
        board.orders(A1, Orders::MakeReady);
        board.unit(double_heavy("line", A1).at("1108", "nw"));
        board.commander(A1, 0, "1108");
        board.unit(gun("guns", B1).at("1212", "n"));
        board.commander(B1, 0, "1212");
        if screen {
            board.unit(cavalry("screen", B1).formation(Formation::Broken).at("1110", "n"));
        }
        let mut game = acting(board, A1);
        assert_eq!(at(&game, UnitId(0)), ["1108", "1207"]);
        play(&mut game, &["act line", "move", "counter-march"]);
        // It cannot be turned instead of firing either.
        assert_eq!(topic(&game) == "reaction", fires, "{:?}", offered(&game));
        if fires {
            // The near half is the only mark, so that nothing is asked.
            all_roll(&mut game, 0, "react-fire guns");
            assert_ne!(topic(&game), "next-shot");
        }
    }
}

#[test]
fn a_line_half_in_a_village_has_cover_for_that_half() {
    // MP 9.4.5a, 9.4.5b, ruling G-A75.
    for (shot, hit) in [("shoot 1210 skirmish", false), ("shoot 1310 skirmish", true)] {
        let mut board = board();
        board.orders(A1, Orders::MakeReady);
        board.terrain("1210", "village");
        let line =
            board.unit(double_heavy("line", B1).card(|card| card.salvo = false).strength(20).morale(8).at("1310", "s"));
        board.commander(B1, 0, "1210");
        board.unit(light("one", A1).at("1211", "n"));
        board.unit(light("two", A1).at("1311", "n"));
        board.commander(A1, 0, "1311");
        let mut game = acting(board, A1);
        assert_eq!(at(&game, line), ["1310", "1210"]);
        say(&mut game, "act one");
        all_roll(&mut game, 9, "shoot 1210 skirmish");
        play(&mut game, &["take-cover", "act two"]);
        assert_eq!(game.unit(line).casualties, 0, "{}", game.told());
        all_roll(&mut game, 9, shot);
        assert_eq!(game.unit(line).casualties > 0, hit, "{shot} {}", game.told());
    }
}

#[test]
fn a_salvo_from_which_cover_was_taken_does_not_help_the_attack() {
    // MP 9.4.5b, ruling G-A54, chart C15: it has no effect, on the combat that follows neither.
    for (answer, helps) in [("no-cover", true), ("take-cover", false)] {
        let mut board = board();
        board.orders(A1, Orders::MakeReady);
        board.terrain("1211", "village");
        board.unit(heavy("foe", B1).strength(20).morale(8).at("1211", "s"));
        board.commander(B1, 0, "1211");
        board.unit(heavy("own", A1).strength(20).morale(8).at("1212", "n"));
        board.commander(A1, 0, "1214");
        board.unit(gun("guns", A1).mark(Mark::Fired).at("1214", "n"));
        let mut game = acting(board, A1);
        say(&mut game, "act own");
        all_roll(&mut game, 0, "shoot 1211 salvo");
        all_roll(&mut game, 0, answer);
        go_on(&mut game, 0, &["react-done", "end-actions"]);
        all_roll(&mut game, 5, "attack own 1211");
        go_on(&mut game, 5, &["react-done", "attacks-done"]);
        assert_eq!(game.gave("MP 11.2D", "MP 11.3.1b") > 0, helps, "{answer}: {}", game.told());
    }
}

#[test]
fn musketeers_took_cover_with_the_cavalry_that_rides_off() {
    // MP 8.2.1a, 9.4.5b: the two are one unit; the cavalry intercepts, and fire at those it leaves in the village has no effect in this activation.
    let mut board = board();
    board.orders(A1, Orders::MakeReady);
    board.terrain("1210", "village");
    let horse = board.unit(cavalry("horse", B1).at("1210", "ne"));
    let foot = board.unit(light("foot", B1).at("1210", "ne"));
    board.together(horse, foot);
    board.commander(B1, 0, "1210");
    board.unit(light("one", A1).at("1311", "n"));
    board.unit(light("two", A1).at("1211", "n"));
    board.unit(heavy("mover", A1).at("1508", "n"));
    board.unit(gun("guns", A1).mark(Mark::Fired).at("1410", "n"));
    board.commander(A1, 0, "1410");
    let mut game = acting(board, A1);
    say(&mut game, "act one");
    all_roll(&mut game, 9, "shoot 1210 skirmish");
    play(&mut game, &["take-cover", "act mover", "move", "ahead nw"]);
    all_roll(&mut game, 0, "intercept horse");
    go_on(&mut game, 0, &["react-ahead ne", "react-ahead e", "react-done", "halt"]);
    assert_eq!((game.unit(foot).with, at(&game, foot)), (None, vec!["1210".to_string()]), "{}", game.told());
    say(&mut game, "act two");
    all_roll(&mut game, 9, "shoot 1210 skirmish");
    assert_eq!(game.unit(foot).casualties, 0, "{}", game.told());
    // Told of as it took cover, and for either shot.
    assert_eq!(game.told().matches("MP 9.4.5b").count(), 3, "{}", game.told());
}

#[test]
fn who_withdraws_may_end_with_a_partner() {
    // MP 9.2.4d, 8.2.2a, ruling G-A76: all normal rules of movement apply; it stops there and is faced as the horse is.
    let mut board = board();
    board.orders(A1, Orders::MakeReady);
    board.unit(heavy("mover", A1).at("1215", "n"));
    board.commander(A1, 0, "1215");
    board.orders(B1, Orders::Rally);
    let foot = board.unit(light("foot", B1).at("1212", "n"));
    let horse = board.unit(cavalry("horse", B1).formation(Formation::Broken).at("1210", "ne"));
    board.commander(B1, 0, "1210");
    let mut game = acting(board, A1);
    play(&mut game, &["act mover", "move"]);
    play(&mut game, &["ahead ne", "withdraw foot", "react-ahead nw", "react-ahead ne"]);
    assert_eq!((at(&game, foot), game.unit(foot).with), (vec!["1210".to_string()], Some(horse)));
    assert_eq!((facing(&game, foot).as_str(), game.unit(foot).formation), ("ne", Formation::Broken));
    // Nothing more is asked of it, though it had points left.
    assert_eq!(topic(&game), "next-step", "{:?}", offered(&game));
}

#[test]
fn who_intercepts_may_end_with_light_infantry_and_not_go_through_it() {
    // MP 9.3.3a, 8.1.2a, 8.2.2a, ruling G-A76.
    for (foot, joins) in [("1211", true), ("1210", false)] {
        let mut board = board();
        board.orders(A1, Orders::MakeReady);
        board.unit(heavy("mover", A1).at("1213", "n"));
        board.commander(A1, 0, "1215");
        board.unit(gun("guns", A1).mark(Mark::Fired).at("1215", "n"));
        let rider = board.unit(cavalry("rider", B1).pistols(0).at("1208", "s"));
        let foot = board.unit(light("foot", B1).formation(Formation::Shaken).at(foot, "s"));
        board.commander(B1, 0, "1208");
        board.orders(A1, Orders::Charge);
        let mut game = acting(board, A1);
        play(&mut game, &["act mover", "move", "ahead ne"]);
        all_roll(&mut game, 0, "intercept rider");
        say(&mut game, "react-ahead sw");
        if !joins {
            assert_eq!(refused(&game, "react-ahead se").as_deref(), Some("MP 9.3.3a"));
            continue;
        }
        play(&mut game, &["react-ahead se", "react-ahead sw"]);
        assert_eq!((at(&game, rider), game.unit(rider).with), (vec!["1211".to_string()], Some(foot)));
        assert_eq!(game.unit(rider).formation, Formation::Shaken);
        assert!(offers(&game, "react-attack"), "{:?}", offered(&game));
    }
}

#[test]
fn whom_a_withdrawal_ends_with_has_reacted_and_moves_no_more() {
    // MP 8.2.2c, 9.1.1f, 9.2.4e, ruling G-A76: they are one stack, which reacts once; the horse may not move in that activation.
    let mut board = board();
    board.orders(A1, Orders::Charge);
    board.unit(heavy("mover", A1).at("1214", "n"));
    board.commander(A1, 0, "1214");
    board.orders(B1, Orders::Rally);
    let foot = board.unit(light("foot", B1).at("1212", "n"));
    let horse = board.unit(cavalry("horse", B1).at("1211", "n"));
    board.commander(B1, 0, "1211");
    let mut game = acting(board, A1);
    play(&mut game, &["act mover", "move", "ahead nw"]);
    assert_eq!(refused(&game, "withdraw horse"), None);
    play(&mut game, &["withdraw foot", "react-ahead nw"]);
    assert_eq!(game.unit(foot).with, Some(horse));
    assert_eq!(topic(&game), "next-step", "{:?}", offered(&game));
    say(&mut game, "ahead ne");
    assert_eq!(refused(&game, "withdraw horse").as_deref(), Some("MP 8.2.2c"));
}

/// An interceptor that has ridden three hexes and ended with Light Infantry, faced so, next to the pikes it intercepts.
fn intercepts_beside_foot(faced: &str) -> (Game, UnitId) {
    intercepts_beside(light("foot", B1).at("1211", faced))
}

fn intercepts_beside(foot: Piece) -> (Game, UnitId) {
    let (mut game, rider) = comes_before(cavalry("rider", B1).pistols(0).at("1208", "s"), foot, false);
    rides_to_foot(&mut game);
    (game, rider)
}

/// Three hexes, the last of them that of the Light Infantry.
fn rides_to_foot(game: &mut Game) {
    all_roll(game, 0, "intercept rider");
    play(game, &["react-ahead sw", "react-ahead se", "react-ahead sw"]);
}

/// Pikes that come to 1212 before Light Infantry and cavalry that may intercept them.
fn comes_before(rider: Piece, foot: Piece, together: bool) -> (Game, UnitId) {
    let mut board = board();
    board.orders(A1, Orders::Charge);
    board.unit(heavy("mover", A1).at("1213", "n"));
    board.commander(A1, 0, "1215");
    board.unit(gun("guns", A1).mark(Mark::Fired).at("1215", "n"));
    let rider = board.unit(rider);
    board.orders(B1, Orders::MakeReady);
    let foot = board.unit(foot);
    if together {
        board.together(rider, foot);
    }
    board.commander(B1, 0, "1208");
    let mut game = acting(board, A1);
    play(&mut game, &["act mover", "move", "ahead ne"]);
    (game, rider)
}

#[test]
fn an_interceptor_fires_his_pistols_without_the_musketeers_he_is_with() {
    // MP 9.1.1a, 9.1.1f, ruling G-A35: theirs would be another reaction, and they have had one; nor do they fire where he was with them from the start.
    let pistols = |game: &mut Game, rider: UnitId, shots: usize| {
        all_roll(game, 0, "react-pistol");
        assert_eq!((rolls(game).len(), game.unit(rider).pistols), (shots, 1), "{:?} {}", offered(game), game.told());
        assert_ne!(topic(game), "next-shot");
    };
    let foot = || light("foot", B1).at("1211", "s");
    let (mut game, rider) = comes_before(cavalry("rider", B1).at("1208", "s"), foot(), false);
    all_roll(&mut game, 0, "react-fire foot");
    rides_to_foot(&mut game);
    pistols(&mut game, rider, 2);
    let (mut game, rider) = comes_before(cavalry("rider", B1).at("1211", "s"), foot(), true);
    all_roll(&mut game, 0, "intercept rider");
    say(&mut game, "react-done");
    pistols(&mut game, rider, 1);
}

#[test]
fn an_interceptor_with_light_infantry_does_not_withdraw_with_it() {
    // MP 8.2.2c, 9.2.4b: the Light Infantry may not move in that activation, and the horse takes nobody along.
    let (mut game, rider) = intercepts_beside_foot("s");
    assert!(game.unit(rider).with.is_some());
    play(&mut game, &["react-done", "turn-to ne"]);
    assert_eq!(topic(&game), "reaction", "{:?}", offered(&game));
    assert_eq!(refused(&game, "withdraw rider").as_deref(), Some("MP 8.2.2c"));
}

#[test]
fn an_interceptor_faced_anew_with_light_infantry_has_no_momentum() {
    // MP 8.2.2b, 11.3.6a, 11.3.6b, 11.3.6f: it has changed its facing in the last hex.
    for (faced, runs) in [("s", true), ("se", false)] {
        let (mut game, rider) = intercepts_beside_foot(faced);
        assert_eq!(facing(&game, rider), faced);
        all_roll(&mut game, 4, "react-attack");
        assert_eq!(game.told().contains("omentum"), runs, "{faced}: {}", game.told());
    }
}

#[test]
fn a_limbered_gun_withdraws_to_a_friend_and_both_stay() {
    // MP 9.2.4d, 7.3.3h, 7.3.3i, 8.3.1a: all normal rules of movement; guns and wagons may enter the hex of a friend of any Wing, and stop there.
    for (train, wing) in
        [(gun("train", B1).mark(Mark::Limbered), B1), (wagon("train", B1).card(|card| card.may_move = true), B2)]
    {
        let mut board = board();
        board.orders(A1, Orders::MakeReady);
        board.unit(heavy("mover", A1).formation(Formation::Shaken).at("1215", "n"));
        board.commander(A1, 0, "1215");
        board.orders(B1, Orders::Rally);
        board.orders(B2, Orders::Rally);
        let train = board.unit(train.at("1212", "n"));
        let friend = board.unit(heavy("friend", wing).at("1211", "n"));
        board.commander(B1, 0, "1211");
        let mut game = acting(board, A1);
        play(&mut game, &["act mover", "move", "ahead ne", "withdraw train"]);
        assert_eq!(refused(&game, "react-ahead ne"), None);
        say(&mut game, "react-ahead nw");
        if topic(&game) == "stack-order" {
            say(&mut game, "below");
        }
        assert_eq!((at(&game, train), topic(&game).as_str()), (vec!["1211".to_string()], "next-step"));
        // Neither moves any more in this activation: the friend, under Rally too, is not asked.
        say(&mut game, "ahead ne");
        assert_ne!(topic(&game), "reaction", "{:?}", offered(&game));
        assert!([train, friend].iter().all(|&unit| game.unit(unit).has(Mark::Held)));
    }
}

#[test]
fn a_line_swings_no_half_away_from_the_gun_that_has_come_to_it() {
    // MP 7.3.3i, ruling G-A80: either may move out of the hex in a future activation; Facing Change would swing that half out of it now.
    // A gun that has long been with the other half keeps it nowhere.
    for (comes, other) in [(false, false), (true, false), (true, true)] {
        let mut board = board();
        board.orders(A1, Orders::Charge);
        board.unit(heavy("first", A1).formation(Formation::Shaken).at("1215", "n"));
        board.unit(heavy("second", A1).formation(Formation::Shaken).at("1314", "n"));
        board.unit(gun("guns", A1).mark(Mark::Fired).at("1315", "n"));
        board.commander(A1, 0, "1315");
        board.orders(B1, Orders::Rally);
        board.unit(double_heavy("line", B1).at("1211", "n"));
        board.commander(B1, 0, "1211");
        if comes {
            board.unit(gun("train", B1).mark(Mark::Limbered).at("1212", "n"));
        }
        if other {
            board.unit(gun("other", B1).mark(Mark::Fired).at("1311", "n"));
        }
        let mut game = acting(board, A1);
        play(&mut game, &["act first", "move", "ahead ne"]);
        if comes {
            play(&mut game, &["withdraw train", "react-ahead nw"]);
            // A second gun lies as the first does (ruling G-A74).
            go_on(&mut game, 0, &["below"]);
        }
        go_on(&mut game, 0, &["react-done", "ahead nw"]);
        play(&mut game, &["act second", "move", "ahead nw"]);
        go_on(&mut game, 0, &["react-done"]);
        say(&mut game, "ahead ne");
        let forbids = comes.then_some("MP 7.3.3i");
        for choice in ["react-face line right 1", "react-face line right 2"] {
            assert_eq!(refused(&game, choice).as_deref(), forbids, "{:?}", offered(&game));
        }
        for choice in ["react-face line left 1", "react-face line left 2"] {
            assert!(offers(&game, choice), "{other}: {:?}", offered(&game));
        }
    }
}

#[test]
fn an_interceptor_in_column_with_light_infantry_does_not_attack() {
    // MP 6.3.4i, 8.2.2d, 9.3.3c: both are in Column, which starts no Close Combat.
    for (formation, attacks) in [(Formation::OpenOrder, true), (Formation::Column, false)] {
        let (game, rider) = intercepts_beside(light("foot", B1).formation(formation).at("1211", "s"));
        assert_eq!(game.unit(rider).formation, formation);
        assert_eq!(offers(&game, "react-attack"), attacks, "{:?}", offered(&game));
    }
}
