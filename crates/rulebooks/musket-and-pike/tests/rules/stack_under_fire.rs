//! Chapter 10 against several units in one hex: whom a shot concerns, who checks for it, who answers, who has the cover.

use crate::common::*;
use crate::playing::*;
use crate::shooting::{checks, rolls};
use musket_and_pike::cards::UnitId;
use musket_and_pike::state::{Mark, Morale, Orders};

/// Cavalry that rides at a gun and is fired on four hexes before it, beside its musketeers; an 8 is one casualty and a Formation Hit.
fn beside_its_musketeers(horse: Piece) -> (Game, UnitId, UnitId) {
    let mut board = board();
    let horse = board.unit(horse.at("1216", "n"));
    let foot = board.unit(light("foot", A1).at("1114", "n"));
    board.unit(gun("battery", B1).at("1210", "s"));
    board.commander(A1, 0, "1217");
    board.unit(light("staff", A1).at("1217", "n"));
    let mut game = acting(board, A1);
    play(&mut game, &["act horse", "ahead nw", "ahead ne"]);
    roll(&mut game, &[8], "react-fire battery");
    (game, horse, foot)
}

#[test]
fn cavalry_that_steps_aside_to_its_musketeers_takes_its_own_losses() {
    // MP 10.8.6b: all but the Formation Hit stays with the unit that was fired on; MP 8.2.1f is for a stack that was.
    let (mut game, horse, foot) = beside_its_musketeers(cavalry("horse", A1).morale(8));
    roll(&mut game, &[], "displace left");
    assert_eq!(game.unit(horse).with, Some(foot), "{}", game.told());
    assert_eq!([horse, foot].map(|id| game.unit(id).casualties), [1, 0], "{:?}", offered(&game));
    // Its check is that of the stack it has become: both have one morale (MP 8.2.1a, ruling G50).
    let (mut game, horse, foot) = beside_its_musketeers(cavalry("horse", A1).morale(6).strength(6));
    roll(&mut game, &[9], "displace left");
    assert_eq!([horse, foot].map(|id| game.unit(id).morale), [Morale::Shaken; 2]);
    // With its last men gone the musketeers are left; nobody has fired on them.
    let (mut game, horse, foot) = beside_its_musketeers(cavalry("horse", A1).morale(6).strength(1));
    roll(&mut game, &[], "displace left");
    assert!(!game.unit(horse).on_map() && game.unit(foot).on_map(), "{}", game.told());
    assert_eq!((game.unit(foot).morale, game.unit(foot).casualties), (Morale::Normal, 0));
}

/// Cavalry with one strength point left and Light Infantry on 1210, before foot of the second side on 1211 that has its Action.
fn last_of_the_cavalry(musketeers: u8) -> (Game, UnitId, UnitId) {
    let mut board = board();
    let horse = board.unit(cavalry("horse", A1).strength(1).morale(8).at("1210", "s"));
    let foot = board.unit(light("foot", A1).strength(musketeers).at("1210", "s"));
    board.together(horse, foot);
    board.commander(A1, 0, "1205");
    board.unit(light("staff", A1).at("1205", "s"));
    board.orders(B1, Orders::MakeReady);
    board.commander(B1, 0, "1212");
    board.unit(gun("guns", B1).mark(Mark::Fired).at("1212", "n"));
    board.unit(heavy("foe", B1).strength(20).morale(8).at("1211", "n"));
    let mut game = acting(board, B1);
    say(&mut game, "act foe");
    (game, horse, foot)
}

#[test]
fn light_infantry_whose_cavalry_is_shot_down_checks_and_answers() {
    // MP 10.6.3a, 8.2.1f: a Salvo at the stack was one at both of them; MP 8.2.1b: both may answer.
    let (mut game, horse, foot) = last_of_the_cavalry(2);
    roll(&mut game, &[4], "shoot 1210 salvo");
    roll(&mut game, &[9], "loss-to horse");
    assert!(!game.unit(horse).on_map() && game.unit(foot).on_map());
    assert_eq!((game.unit(foot).morale, checks(&game).len()), (Morale::Shaken, 1), "{}", game.told());
    assert_eq!(game.asked(), Some(kernel::Seat(0)));
    roll(&mut game, &[9], "react-fire foot");
    assert_eq!(rolls(&game).len(), 2, "{}", game.told());
    // The other way round the cavalry checks for what was fired at both, as ever.
    let (mut game, horse, foot) = last_of_the_cavalry(1);
    roll(&mut game, &[4], "shoot 1210 salvo");
    roll(&mut game, &[9], "loss-to foot");
    assert!(game.unit(horse).on_map() && !game.unit(foot).on_map());
    assert_eq!(game.unit(horse).morale, Morale::Shaken);
}

#[test]
fn a_salvo_that_shot_down_the_cavalry_counts_against_its_musketeers() {
    // MP 8.2.1a, chart C15: it was fired at both of them.
    for (fire, counts) in [("shoot 1210 salvo", true), ("shoot 1210 skirmish", false)] {
        let (mut game, horse, foot) = last_of_the_cavalry(2);
        all_roll(&mut game, 4, fire);
        while topic(&game) == "who-takes-it" {
            all_roll(&mut game, 0, "loss-to horse");
        }
        for choice in ["react-done", "end-actions"] {
            if offers(&game, choice) {
                say(&mut game, choice);
            }
        }
        assert_eq!((game.unit(horse).on_map(), game.unit(foot).on_map()), (!counts, true), "{}", game.told());
        say(&mut game, "attack foe 1210");
        while !game.told().contains("MP 11.2D") {
            let wishes = ["react-done", "attacks-done", "pistols horse keep"];
            let wish = wishes.into_iter().find(|wish| offers(&game, wish));
            assert!(wish.is_some(), "{:?} {}", offered(&game), game.told());
            all_roll(&mut game, 5, wish.unwrap());
        }
        assert_eq!(game.gave("MP 11.2D", "MP 11.3.1b") > 0, counts, "{}", game.told());
    }
}

#[test]
fn musketeers_from_a_combat_do_not_fire_with_the_cavalry_they_came_to() {
    // MP 11.4.9a: the cavalry had no part in it and may answer the advance; they had.
    let mut board = board();
    board.unit(heavy("own", A1).morale(8).at("1212", "n").mark(Mark::Moved));
    let foot = board.unit(light("foot", B1).at("1211", "s"));
    let horse = board.unit(cavalry("horse", B1).at("1210", "s"));
    ["1110", "1111"].iter().for_each(|hex| board.terrain(hex, "water"));
    let mut game = acting(board, A1);
    say(&mut game, "end-actions");
    roll(&mut game, &[3], "attack own 1211");
    say(&mut game, "retreat ne");
    while topic(&game) != "reaction" {
        let choice = offered(&game)[0].clone();
        say(&mut game, &choice);
    }
    assert_eq!(game.unit(foot).with, Some(horse));
    all_roll(&mut game, 5, "react-fire horse");
    assert_eq!((rolls(&game).len(), game.unit(horse).pistols), (1, 1), "{:?} {}", offered(&game), game.told());
}

#[test]
fn musketeers_to_whom_beaten_cavalry_came_fire_without_it() {
    // MP 11.4.9a, the other way round: it was in the combat, they were not, and answer the advance.
    let mut board = board();
    board.unit(heavy("own", A1).morale(8).at("1212", "n").mark(Mark::Moved));
    let horse = board.unit(cavalry("horse", B1).morale(8).at("1211", "s"));
    let foot = board.unit(light("foot", B1).at("1210", "s"));
    ["1110", "1111"].iter().for_each(|hex| board.terrain(hex, "water"));
    let mut game = acting(board, A1);
    let wishes = ["end-actions", "attack own 1211", "pistols horse keep", "retreat ne", "keep-facing"];
    while let Some(wish) = wishes.iter().find(|wish| topic(&game) != "reaction" && offers(&game, wish)) {
        all_roll(&mut game, 6, wish);
    }
    assert_eq!((game.unit(foot).with, topic(&game).as_str()), (Some(horse), "reaction"), "{}", game.told());
    assert_eq!(offered(&game), ["react-done", "react-fire horse"]);
    game.ledger.entries.clear();
    all_roll(&mut game, 5, "react-fire horse");
    assert_eq!((rolls(&game).len(), game.unit(horse).pistols), (1, 2), "{:?} {}", offered(&game), game.told());
    assert!(game.told().contains("MP 10.3.3a"), "muskets: {}", game.told());
}

#[test]
fn musketeers_beaten_with_their_cavalry_do_not_answer_the_advance() {
    // MP 11.4.9a, ruling G57: they were in the combat as it was, for they were one unit with it (MP 8.2.1a).
    let mut board = board();
    board.unit(heavy("own", A1).strength(12).morale(8).at("1212", "n").mark(Mark::Moved));
    let horse = board.unit(cavalry("horse", B1).morale(8).at("1211", "s"));
    let foot = board.unit(light("foot", B1).at("1211", "s"));
    board.together(horse, foot);
    let mut game = acting(board, A1);
    let wishes = ["end-actions", "attack own 1211", "pistols horse keep", "retreat ne", "keep-facing"];
    while let Some(wish) = wishes.iter().find(|wish| topic(&game) != "reaction" && offers(&game, wish)) {
        all_roll(&mut game, 6, wish);
    }
    assert_eq!(at(&game, foot), at(&game, horse));
    assert!(game.told().contains("MP 11.4.6a") && topic(&game) != "reaction", "{:?} {}", offered(&game), game.told());
}

#[test]
fn light_infantry_that_checks_alone_runs_by_itself() {
    // MP 10.6.2a, 12.5.2a, 12.4.3b: one casualty takes the last of the cavalry, the other brings the musketeers to their threshold; they check and run.
    let (mut game, horse, foot) = last_of_the_cavalry(2);
    roll(&mut game, &[8], "shoot 1210 salvo");
    say(&mut game, "loss-to foot");
    assert!(!game.unit(horse).on_map() || topic(&game) == "who-takes-it", "{:?}", offered(&game));
    roll(&mut game, &[9], "loss-to horse");
    assert_eq!((game.unit(horse).on_map(), game.unit(foot).morale), (false, Morale::Broken), "{}", game.told());
    while topic(&game) == "retreat" {
        let way = offered(&game)[0].clone();
        say(&mut game, &way);
    }
    assert!(game.unit(foot).on_map() && game.table().distance_to(foot, game.hex("1210")) == 2, "{}", game.told());
}

#[test]
fn a_gun_fires_once_at_cavalry_and_its_musketeers() {
    // MP 8.2.1a, 10.8.3a: the two are one unit, though the cavalry falls.
    let mut board = board();
    board.orders(A1, Orders::MakeReady);
    board.commander(A1, 0, "1221");
    board.unit(light("staff", A1).at("1221", "n"));
    board.unit(gun("battery", A1).at("1220", "n"));
    let horse = board.unit(cavalry("horse", B1).strength(1).morale(8).at("1216", "s"));
    let foot = board.unit(light("foot", B1).at("1216", "s"));
    board.together(horse, foot);
    let mut game = acting(board, A1);
    say(&mut game, "act battery");
    roll(&mut game, &[8], "shoot 1216 artillery");
    roll(&mut game, &[], "loss-to horse");
    assert!(!game.unit(horse).on_map() && game.unit(foot).on_map());
    assert_eq!(rolls(&game).len(), 1, "{}", game.told());
}

// Reciprocal hexsides.

/// How many shots were told of, and at how many of them the hexside counted.
fn shots(game: &Game) -> (usize, usize) {
    let fired = || game.ledger.entries.iter().filter(|entry| entry.title.contains(" fires at "));
    (fired().count(), fired().filter(|entry| entry.lines.iter().any(|line| line.rule == "MP 14.4a")).count())
}

/// Answers with the first of the wishes that is offered, while one is.
fn go_on(game: &mut Game, wishes: &[&str]) {
    while let Some(wish) = wishes.iter().find(|wish| game.asked().is_some() && offers(game, wish)) {
        say(game, wish);
    }
}

#[test]
fn grazing_fire_asks_the_unit_it_strikes_who_was_there_first() {
    // MP 14.4a, as between those two units only: the gun on top stood at the hedge with the enemy's, the foot under it came later.
    let mut board = board();
    for dir in ["nw", "ne"] {
        board.hexside("1210", dir, "hedge");
    }
    board.orders(B1, Orders::MakeReady);
    board.commander(B1, 0, "1207");
    board.unit(light("guard", B1).at("1207", "s"));
    board.unit(gun("battery", B1).at("1209", "s"));
    board.unit(gun("guns", A1).morale(8).mark(Mark::Fired).at("1210", "n"));
    board.unit(heavy("foot", A1).strength(20).morale(8).at("1211", "n"));
    board.commander(A1, 0, "1211");
    let mut game = acting(board, A1);
    play(&mut game, &["act foot", "move", "leave-behind a1-wc", "ahead ne"]);
    go_on(&mut game, &["below", "halt", "react-done"]);
    activate_anew(&mut game, B1);
    game.ledger.entries.clear();
    say(&mut game, "act battery");
    all_roll(&mut game, 0, "shoot 1210 artillery");
    assert_eq!(shots(&game), (2, 1), "{}", game.told());
}

#[test]
fn light_infantry_that_parts_from_its_cavalry_was_there_first_all_the_same() {
    // MP 14.4a: both stood at the hedge when the enemy came; the cavalry rides off, and the musketeers keep what they have against him.
    let mut board = board();
    board.commander(B1, 0, "1207");
    board.unit(gun("far", B1).mark(Mark::Fired).at("1207", "s"));
    board.unit(heavy("foe", B1).strength(20).morale(8).at("1208", "s"));
    for dir in ["nw", "ne"] {
        board.hexside("1210", dir, "hedge");
    }
    let horse = board.unit(cavalry("horse", A1).morale(8).at("1210", "n"));
    let foot = board.unit(light("foot", A1).at("1210", "n"));
    board.together(horse, foot);
    board.unit(heavy("friend", A2).at("1110", "n"));
    board.commander(A1, 0, "1211");
    board.unit(gun("guns", A1).mark(Mark::Fired).at("1211", "n"));
    let mut game = acting(board, B1);
    play(&mut game, &["act foe", "move", "ahead sw"]);
    go_on(&mut game, &["react-done", "halt"]);
    activate_anew(&mut game, A1);
    play(&mut game, &["act horse", "move-off", "ahead ne"]);
    go_on(&mut game, &["react-done", "halt"]);
    assert_eq!((game.unit(foot).with, at(&game, foot)), (None, vec!["1210".to_string()]));
    game.ledger.entries.clear();
    say(&mut game, "act foot");
    all_roll(&mut game, 0, "shoot 1209 skirmish");
    assert_eq!(shots(&game), (1, 0), "the hedge is theirs: {}", game.told());
    all_roll(&mut game, 0, "react-fire foe");
    while topic(&game) == "next-shot" {
        all_roll(&mut game, 0, "shoot 1210 skirmish");
    }
    assert_eq!(shots(&game), (2, 1), "{}", game.told());
}
