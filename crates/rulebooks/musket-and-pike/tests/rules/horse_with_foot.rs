//! Chapter 8.2: cavalry and Light Infantry as one, in fire, reaction and combat.

use crate::common::*;
use crate::moving::act;
use crate::shooting::rolls;
use musket_and_pike::cards::UnitId;
use musket_and_pike::state::{Formation, Mark, Orders};

/// Cavalry in 1211 before an enemy in 1210 that knows no Salvo, and musketeers behind it in 1212.
fn musketeers_come_up(orders: Orders) -> (Game, UnitId, UnitId, UnitId) {
    let mut board = board();
    let horse = board.unit(cavalry("horse", A1).at("1211", "n"));
    let foot = board.unit(light("foot", A1).at("1212", "n"));
    let enemy = board.unit(heavy("enemy", B1).card(|card| card.salvo = false).strength(20).morale(8).at("1210", "s"));
    board.orders(A1, orders);
    board.commander(A1, 0, "1312");
    board.unit(light("staff", A2).at("1312", "n"));
    let mut game = board.open();
    game.activate(A1);
    (game, horse, foot, enemy)
}

#[test]
fn musketeers_that_join_their_cavalry_are_fired_at_with_it() {
    // MP 9.1.1l, 8.2.1a, 8.2.2a: the fire goes off, and finds the two as one unit.
    let (mut game, horse, foot, _) = musketeers_come_up(Orders::Charge);
    game.acts(foot, &["move", "ahead nw"]);
    assert_eq!(game.unit(foot).with, Some(horse));
    assert!(game.offers("react-fire enemy"));
    game.plays("react-fire enemy", &[0]);
    assert_eq!(rolls(&game).len(), 1);
    assert!(!game.ledger.entries.iter().any(|entry| entry.lines.iter().any(|line| line.rule == "MP 9.4.2a")));
}

#[test]
fn musketeers_that_have_moved_do_not_fire_with_their_cavalry() {
    // MP 10.3.1a: no fire after another Action, though the cavalry of the stack has its own.
    let (mut game, horse, foot, _) = musketeers_come_up(Orders::Charge);
    game.acts(foot, &["move", "ahead nw"]);
    game.plays("react-done", &[]);
    act(&mut game, horse);
    assert!(!game.offers("shoot 1210 skirmish"), "{:?}", game.choices());
    assert_eq!(game.forbids("shoot 1210 skirmish"), "MP 10.3.1a");
    game.plays("shoot 1210 pistol", &[0]);
    assert_eq!((game.topic(), rolls(&game).len()), ("reaction", 1));
    // Stacked from the start, both fire.
    let mut board = board();
    let horse = board.unit(cavalry("horse", A1).at("1211", "n"));
    let foot = board.unit(light("foot", A1).at("1211", "n"));
    board.together(horse, foot);
    board.unit(heavy("enemy", B1).strength(20).morale(8).at("1210", "s"));
    board.commander(A1, 0, "1211");
    let mut game = board.open();
    game.activate(A1);
    act(&mut game, horse);
    game.plays("shoot 1210 pistol", &[]);
    game.plays("shoot 1210 skirmish", &[0, 0]);
    assert_eq!(rolls(&game).len(), 2);
}

#[test]
fn musketeers_that_have_moved_do_not_reform_with_their_cavalry() {
    // MP 8.2.1h, 5.1.1e: they reform together with one Action, which the musketeers have used.
    let (mut game, horse, foot, enemy) = musketeers_come_up(Orders::ReceiveCharge);
    game.with(&[], |play| play.take_off(enemy, musket_and_pike::state::Loss::Eliminated));
    game.with(&[], |play| play.set_formation(horse, Formation::Shaken));
    game.acts(foot, &["move", "ahead nw"]);
    act(&mut game, horse);
    assert_eq!(game.forbids("reform horse formation"), "MP 5.1.1e");
}

#[test]
fn cavalry_alone_answers_an_interception() {
    // MP 9.3.3b, ruling G-A56: the musketeers with it have no part in that fire.
    let mut board = board();
    let horse = board.unit(cavalry("horse", A1).formation(Formation::Shaken).at("1212", "n"));
    let foot = board.unit(light("foot", A1).formation(Formation::Shaken).at("1212", "n"));
    board.together(horse, foot);
    board.unit(cavalry("rider", B1).at("1211", "s"));
    board.commander(A1, 0, "1212");
    let mut game = board.open();
    game.activate(A1);
    act(&mut game, horse);
    game.plays("move", &[]);
    game.plays("leave-behind a1-wc", &[]);
    game.plays("turn-to ne", &[]);
    game.plays("intercept rider", &[0]);
    game.plays("react-done", &[]);
    assert_eq!(game.topic(), "interception-answer");
    game.plays("react-fire horse", &[0]);
    assert_eq!(rolls(&game).len(), 1, "{:?}", game.choices());
}

#[test]
fn a_hit_of_musketeers_on_broken_ranks_is_a_casualty_whatever_the_pistols_did() {
    // MP 10.6.6a: the musketeers' Formation Hit falls on the men, the pistols miss.
    let fired = |pistol: bool| {
        let mut board = board();
        let horse = board.unit(cavalry("horse", A1).at("1211", "n"));
        let foot = board.unit(light("foot", A1).at("1211", "n"));
        board.together(horse, foot);
        let enemy = board.unit(heavy("enemy", B1).morale(8).formation(Formation::Broken).at("1210", "s"));
        board.commander(A1, 0, "1211");
        let mut game = board.open();
        game.activate(A1);
        act(&mut game, horse);
        game.plays("shoot 1210 skirmish", &[]);
        game.plays(if pistol { "shoot 1210 pistol" } else { "hold-fire" }, if pistol { &[6, 0] } else { &[6] });
        game.unit(enemy).casualties
    };
    assert_eq!((fired(false), fired(true)), (1, 1));
}

#[test]
fn musketeers_fall_back_on_their_cavalry() {
    // MP 10.3.4e, 8.2.2a: a rear hex with cavalry of its Wing that faces the same way is one they may enter.
    let stage = |facing: &str| {
        let mut board = board();
        let foot = board.unit(light("foot", A1).at("1211", "n"));
        let horse = board.unit(cavalry("horse", A1).at("1212", facing));
        board.unit(heavy("enemy", B1).card(|card| card.salvo = false).strength(20).morale(8).at("1210", "s"));
        board.orders(A1, Orders::MakeReady);
        board.commander(A1, 0, "1212");
        let mut game = board.open();
        game.activate(A1);
        act(&mut game, foot);
        game.plays("shoot 1210 retreating", &[0]);
        game.plays("react-done", &[]);
        (game, foot, horse)
    };
    let (mut game, foot, horse) = stage("n");
    game.plays("step-back se", &[]);
    assert_eq!((game.stands(foot), game.unit(foot).with), (vec!["1212".to_string()], Some(horse)));
    // Facing another way they would have to turn, which the fire does not let them (MP 10.3.4c, 8.2.2b).
    let (game, foot, _) = stage("s");
    assert_eq!(game.stands(foot), ["1112"], "the other rear hex is the only one");
}

#[test]
fn a_gun_that_comes_to_a_stack_holds_both() {
    // MP 7.3.3i, 8.2.1a: neither the cavalry nor the musketeers with it move any more in this activation.
    for (unit, choice) in [(UnitId(0), "move"), (UnitId(1), "move-off")] {
        let mut board = board();
        let horse = board.unit(cavalry("horse", A1).at("1211", "n"));
        let foot = board.unit(light("foot", A1).at("1211", "n"));
        board.together(horse, foot);
        let guns = board.unit(gun("guns", A1).mark(Mark::Limbered).at("1212", "n"));
        board.orders(A1, Orders::MakeReady);
        board.commander(A1, 0, "1312");
        board.unit(light("staff", A2).at("1312", "n"));
        let mut game = board.open();
        game.activate(A1);
        game.acts(guns, &["move", "ahead nw", "below"]);
        act(&mut game, unit);
        assert_eq!(game.forbids(choice), "MP 8.2.2c", "{choice}");
    }
}
