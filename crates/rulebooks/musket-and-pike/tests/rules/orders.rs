//! Chapters 5.4.3, 5.5.4 and 5.6: what Orders and command make of a unit's Action.

use crate::common::*;
use crate::moving::*;
use field::hexes::Hand;
use musket_and_pike::cards::UnitId;
use musket_and_pike::decision::Decision;
use musket_and_pike::fire::FireChoice;
use musket_and_pike::movement::MoveStep;
use musket_and_pike::rally::{RallyChoice, Reform};
use musket_and_pike::reaction::ReactChoice;
use musket_and_pike::state::{Formation, LeaderPlace, Mark, Morale, Orders};

fn under(orders: Orders) -> Board {
    let mut board = board();
    board.orders(A1, orders);
    board
}

fn begin(board: Board) -> Game {
    let mut game = board.open();
    game.activate(A1);
    game
}

/// An enemy that is there but does not react: broken cavalry.
fn enemy(key: &str) -> Piece {
    cavalry(key, B1).state(Morale::Broken)
}

fn rule_of(result: Result<(), kernel::Refusal>) -> Option<String> {
    result.err().map(|refusal| refusal.rule.into_owned())
}

// Charge.

#[test]
fn a_charging_unit_gets_nearer() {
    // MP 5.6.1a: one hex nearer at least, if it can; it may not spend its points on anything that makes that impossible.
    let mut board = under(Orders::Charge);
    board.commander(A1, 0, "1213");
    let foot = board.unit(heavy("foot", A1).at("1212", "n"));
    board.unit(enemy("far").at("1206", "s"));
    let mut game = begin(board);
    assert!(game.table().must_act(foot));
    start(&mut game, foot);
    assert_eq!(forbidden_by(&game, Stop), "MP 5.6.1a");
    assert_eq!(forbidden_by(&game, CounterMarch), "MP 5.6.1a");
    assert_eq!(forbidden_by(&game, Hedgehog), "MP 5.6.1a");
    assert!(!offers(&game, Stop));
    let dir = game.dir("nw");
    choose(&mut game, Ahead(dir), &[]);
    assert_eq!(judge(&game, Stop), Ok(()));
    // MP 5.6.5b: facing may be changed under any Orders.
    assert!(offers(&game, CounterMarch));
}

#[test]
fn nothing_but_moving_while_the_duty_lasts() {
    // MP 5.6.1a, ruling G-A24: no fire but Advancing Fire, no forgoing the Action.
    let mut board = under(Orders::Charge);
    board.commander(A1, 0, "1213");
    let foot = board.unit(heavy("foot", A1).at("1212", "n"));
    board.unit(enemy("far").at("1206", "s"));
    let mut game = begin(board);
    act(&mut game, foot);
    assert_eq!(forbidden_by(&game, Nothing), "MP 5.6.1a");
    let others = menu(&game);
    assert!(
        others.iter().all(|decision| matches!(decision, Decision::Move(Move) | Decision::Fire(FireChoice::Advance(_))))
    );
}

#[test]
fn no_duty_for_who_cannot_or_need_not() {
    // Ruling G-A24: an allowance of 0, or an enemy adjacent already; MP 5.1.1e: one the Army Commander has acted on.
    let duty = |piece: Piece, foe: &str| {
        let mut board = under(Orders::Charge);
        board.commander(A1, 0, "1213");
        let foot = board.unit(piece.at("1212", "n"));
        board.unit(enemy("far").at(foe, "s"));
        begin(board).table().must_act(foot)
    };
    assert!(duty(heavy("foot", A1), "1206"));
    assert!(!duty(heavy("foot", A1).formation(Formation::Broken), "1206"));
    assert!(!duty(heavy("foot", A1).formation(Formation::Hedgehog), "1206"));
    assert!(!duty(heavy("foot", A1).state(Morale::Broken), "1206"));
    assert!(!duty(heavy("foot", A1).mark(Mark::Acted), "1206"));
    assert!(!duty(heavy("foot", A1), "1211"));
    // MP 5.5.4a: unlimbered guns are free of it; MP 5.5.4b: limbered ones are not.
    assert!(!duty(gun("gun", A1), "1206"));
    assert!(duty(gun("gun", A1).mark(Mark::Limbered), "1206"));
}

#[test]
fn va27_which_enemy_to_charge() {
    // MP VA27, 5.6.1b: X is 3 off and Y is 4; only when X is in the front of a friend will coming nearer to Y do.
    let after_going_to_y = |friend: bool| {
        let mut board = under(Orders::Charge);
        board.commander(A1, 0, "1213");
        let foot = board.unit(heavy("foot", A1).at("1212", "n"));
        let x = board.unit(enemy("x").at("1409", "s"));
        let y = board.unit(enemy("y").at("1008", "s"));
        if friend {
            board.unit(heavy("friend", A1).mark(Mark::Acted).at("1410", "n"));
        }
        let mut game = begin(board);
        assert_eq!((game.table().distance(foot, x), game.table().distance(foot, y)), (3, 4));
        start(&mut game, foot);
        let dir = game.dir("nw");
        choose(&mut game, Ahead(dir), &[]);
        assert_eq!((game.table().distance(foot, x), game.table().distance(foot, y)), (3, 3));
        rule_of(judge(&game, Stop))
    };
    assert_eq!(after_going_to_y(true), None);
    assert_eq!(after_going_to_y(false).as_deref(), Some("MP 5.6.1a"));
}

#[test]
fn without_a_friend_before_it_the_closest_enemy_is_the_one() {
    // MP 5.6.1a, 5.6.1b.
    let mut board = under(Orders::Charge);
    board.commander(A1, 0, "1213");
    let foot = board.unit(heavy("foot", A1).at("1212", "n"));
    let near = board.unit(enemy("near").at("1409", "s"));
    board.unit(enemy("farther").at("1008", "s"));
    let mut game = begin(board);
    start(&mut game, foot);
    assert_eq!(moving(&game).preys.iter().collect::<Vec<_>>(), [near]);
    // Two that are equally near: the owner chooses by where he goes (MP 5.6.1e).
    let mut board = under(Orders::Charge);
    board.commander(A1, 0, "1213");
    let foot = board.unit(heavy("foot", A1).at("1212", "n"));
    board.unit(enemy("east").at("1409", "s"));
    board.unit(enemy("west").at("1109", "s"));
    let mut game = begin(board);
    start(&mut game, foot);
    assert_eq!(moving(&game).preys.iter().count(), 2);
}

#[test]
fn unable_to_get_nearer_it_must_at_least_turn() {
    // MP 5.6.1c.
    let mut board = under(Orders::Charge);
    board.commander(A1, 0, "1213");
    let foot = board.unit(heavy("foot", A1).formation(Formation::Shaken).at("1212", "s"));
    board.unit(enemy("far").at("1206", "s"));
    let mut game = begin(board);
    // Two points, facing away: it cannot come nearer, but a counter march makes it possible next time.
    assert!(game.table().must_act(foot));
    // It is all it can do, and no question.
    start(&mut game, foot);
    assert!(is_over(&game));
    assert_eq!((at(&game, foot), facing(&game, foot)), (vec!["1212".to_string()], "n".into()));
}

#[test]
fn only_under_charge_next_to_an_enemy() {
    // MP 5.6.1d, 5.6.2a, 5.6.3a; under Rally by MP 5.6.1d; ruling G-A26: even to one it starts next to.
    for (orders, rule) in [
        (Orders::Charge, None),
        (Orders::MakeReady, Some("MP 5.6.2a")),
        (Orders::ReceiveCharge, Some("MP 5.6.3a")),
        (Orders::Rally, Some("MP 5.6.1d")),
    ] {
        let mut board = under(orders);
        board.commander(A1, 0, "1213");
        let foot = board.unit(heavy("foot", A1).at("1212", "n"));
        board.unit(enemy("near").at("1210", "s"));
        let mut game = begin(board);
        start(&mut game, foot);
        assert_eq!(rule_of(judge(&game, Ahead(game.dir("nw")))).as_deref(), rule, "{orders:?}");
    }
}

#[test]
fn va28_stuck() {
    // MP VA28, 5.6.1f: cavalry with 8 points comes next to X in its second hex; X is in no friend's front: it may turn, not go on.
    let ride = |friend: bool| {
        let mut board = under(Orders::Charge);
        board.commander(A1, 0, "1214");
        let horse = board.unit(cavalry("horse", A1).at("1213", "n"));
        board.unit(enemy("x").at("1210", "s"));
        if friend {
            board.unit(heavy("friend", A1).mark(Mark::Acted).at("1310", "nw"));
        }
        let mut game = begin(board);
        start(&mut game, horse);
        for dir in ["ne", "nw"] {
            let dir = game.dir(dir);
            choose(&mut game, Ahead(dir), &[]);
        }
        assert_eq!((at(&game, horse), left(&game)), (vec!["1211".to_string()], 6));
        game
    };
    let game = ride(false);
    assert_eq!(forbidden_by(&game, Ahead(game.dir("nw"))), "MP 5.6.1f");
    assert!(offers(&game, Turn(game.vertex("ne"))) && offers(&game, Stop));
    // MP 5.6.1h: one enemy holds one unit; with a friend before X it rides on with 6 points.
    let game = ride(true);
    assert!(offers(&game, Ahead(game.dir("nw"))));
}

#[test]
fn lone_guns_hold_nobody() {
    // MP 5.6.1g.
    let mut board = under(Orders::Charge);
    board.commander(A1, 0, "1214");
    let horse = board.unit(cavalry("horse", A1).at("1212", "n"));
    let guns = board.unit(gun("guns", B1).mark(Mark::Fired).at("1210", "s"));
    board.unit(enemy("far").at("1203", "s"));
    let mut game = begin(board);
    start(&mut game, horse);
    for dir in ["nw", "ne"] {
        let dir = game.dir(dir);
        choose(&mut game, Ahead(dir), &[]);
    }
    // It rode over the gun, took it, and may go on; the Momentum of cavalry is lost (MP 11.3.6j).
    assert_eq!(game.unit(guns).place, musket_and_pike::state::Place::Wreck { captured: true });
    assert_eq!((left(&game), moving(&game).run), (6, 0));
    assert!(offers(&game, Ahead(game.dir("nw"))));
}

#[test]
fn va29_anti_suicide() {
    // MP VA29, 5.6.1k: Light Infantry two hexes before the front of Heavy Infantry may stay; at four it must come to three. Friends bar the way to the flanks.
    let goes = |piece: Piece, at: &str, foe: Piece| {
        let mut board = under(Orders::Charge);
        board.commander(A1, 0, "1211");
        let foot = board.unit(piece.at(at, "n"));
        for (key, hex) in [("a", "1110"), ("b", "1310"), ("c", "1211"), ("d", "1311")] {
            if at == "1210" {
                board.unit(heavy(key, A2).at(hex, "n"));
            }
        }
        board.unit(foe.formation(Formation::Broken).at("1208", "s"));
        begin(board).table().must_act(foot)
    };
    let pikes = || heavy("pikes", B1);
    assert!(!goes(light("foot", A1), "1210", pikes()));
    assert!(goes(light("foot", A1), "1212", pikes()));
    assert!(!goes(croats("croats", A1), "1210", pikes()));
    assert!(!goes(gun("gun", A1).mark(Mark::Limbered), "1210", pikes()));
    // On foot they are Heavy Infantry (MP 14.3b).
    assert!(goes(croats("croats", A1).card(|card| card.dismounted = true), "1210", pikes()));
    // Others are not spared, and other enemies spare nobody.
    assert!(goes(heavy("foot", A1), "1210", pikes()));
    assert!(goes(light("foot", A1), "1210", light("musketeers", B1)));
    // From behind they are not spared either: the flank or rear will do.
    let mut board = under(Orders::Charge);
    board.commander(A1, 0, "1211");
    let foot = board.unit(light("foot", A1).at("1210", "n"));
    board.unit(heavy("pikes", B1).formation(Formation::Broken).at("1208", "n"));
    assert!(begin(board).table().must_act(foot));
}

#[test]
fn charging_units_neither_reform_nor_rally() {
    // MP 5.6.1j, 5.6.2b, 5.6.3c, 5.6.4b: by Orders, with the leader near or far.
    let table = |orders: Orders, leader: &str| {
        let mut board = under(orders);
        board.commander(A1, 0, leader);
        let unit = board.unit(heavy("foot", A1).formation(Formation::Shaken).state(Morale::Shaken).at("1212", "n"));
        let game = begin(board);
        (rule_of(game.table().orders_allow_reform(unit)), rule_of(game.table().orders_allow_rally(unit)))
    };
    let rule = |rule: &str| Some(rule.to_string());
    assert_eq!(table(Orders::Charge, "1212"), (rule("MP 5.6.1j"), rule("MP 5.6.1j")));
    assert_eq!(table(Orders::MakeReady, "1211"), (None, rule("MP 5.6.2b")));
    assert_eq!(table(Orders::MakeReady, "1210"), (rule("MP 5.6.2b"), rule("MP 5.6.2b")));
    assert_eq!(table(Orders::ReceiveCharge, "1211"), (None, None));
    assert_eq!(table(Orders::ReceiveCharge, "1210"), (None, rule("MP 5.6.3c")));
    assert_eq!(table(Orders::Rally, "1201"), (None, None));
}

#[test]
fn the_army_commander_is_above_orders() {
    // MP 5.6.5a: under Charge his Reform is legal where the unit's own is not.
    let mut board = under(Orders::Charge);
    board.commander(A1, 0, "1212");
    let chief = board.army_commander(A, -1, "1211");
    let unit = board.unit(heavy("foot", A1).formation(Formation::Shaken).at("1212", "n"));
    board.unit(enemy("far").at("1203", "s"));
    let game = begin(board);
    let reform = |by| RallyChoice::Reform { unit, reform: Reform::Formation, by };
    assert_eq!(game.table().judge_leader_rally(chief, reform(Some(chief))), Ok(()));
    assert!(game.table().judge_action_rally(unit, reform(None)).is_err());
}

// Receive Charge.

#[test]
fn receive_charge_moves_one_hex() {
    // MP 5.6.3a; MP 5.6.5b: it may turn besides.
    let mut board = under(Orders::ReceiveCharge);
    board.commander(A1, 0, "1213");
    let horse = board.unit(cavalry("horse", A1).at("1212", "n"));
    board.unit(enemy("far").at("1203", "s"));
    let mut game = begin(board);
    start(&mut game, horse);
    let dir = game.dir("nw");
    choose(&mut game, Ahead(dir), &[]);
    assert_eq!(forbidden_by(&game, Ahead(dir)), "MP 5.6.3a");
    assert!(offers(&game, Turn(game.vertex("ne"))));
}

#[test]
fn receive_charge_wheels_one_hex() {
    // MP 5.6.3b: one wheel, and to no enemy it did not start next to.
    let mut board = under(Orders::ReceiveCharge);
    board.commander(A1, 0, "1213");
    let line = board.unit(double_heavy("line", A1).at("1212", "n"));
    let mut game = begin(board);
    start(&mut game, line);
    choose(&mut game, Wheel(Hand::Left), &[]);
    assert_eq!(forbidden_by(&game, Wheel(Hand::Left)), "MP 5.6.3b");

    let wheel = |foe: &str| {
        let mut board = under(Orders::ReceiveCharge);
        board.commander(A1, 0, "1213");
        let line = board.unit(double_heavy("line", A1).at("1212", "n"));
        board.unit(enemy("foe").at(foe, "s"));
        let mut game = begin(board);
        start(&mut game, line);
        // The right half goes to 1311.
        rule_of(judge(&game, Wheel(Hand::Left)))
    };
    // 1310 touches 1311 and nothing else; 1411 touches the right half where it started.
    assert_eq!(wheel("1310").as_deref(), Some("MP 5.6.3a"));
    assert_eq!(wheel("1411"), None);
}

#[test]
fn pivoting_to_an_enemy_one_half_is_next_to() {
    // MP 5.6.5d: under any Orders both halves may come next to the same enemy.
    let wheel = |foe: &str, pivot| {
        let mut board = under(Orders::MakeReady);
        board.commander(A1, 0, "1213");
        let line = board.unit(double_heavy("line", A1).at("1212", "n"));
        board.unit(enemy("foe").at(foe, "s"));
        let mut game = begin(board);
        start(&mut game, line);
        rule_of(judge(&game, Wheel(pivot)))
    };
    // 1211 is next to the left half, which stays, and to 1311, where the right half goes.
    assert_eq!(wheel("1211", Hand::Left), None);
    // With the right half staying it would be the moving half that comes to it.
    assert_eq!(wheel("1211", Hand::Right).as_deref(), Some("MP 5.6.2a"));
}

// Rally.

#[test]
fn va30_rally_ends_nearer_to_nobody() {
    // MP VA30, 5.6.4a: X at 3 and Y at 5; each is looked at by itself.
    let mut board = under(Orders::Rally);
    board.commander(A1, 0, "1213");
    let foot = board.unit(light("foot", A1).at("1212", "n"));
    board.unit(enemy("x").at("1409", "s"));
    board.unit(enemy("y").at("0712", "s"));
    let mut game = begin(board);
    start(&mut game, foot);
    // North-east is nearer to X without being next to it: allowed only as long as it can still get away again.
    let dir = game.dir("ne");
    choose(&mut game, Ahead(dir), &[]);
    assert_eq!(forbidden_by(&game, Stop), "MP 5.6.4a");
    choose(&mut game, CounterMarch, &[]);
    // With three points left it cannot turn about once more and still be back.
    assert_eq!(forbidden_by(&game, CounterMarch), "MP 5.6.4a");
    let back = game.dir("sw");
    choose(&mut game, Ahead(back), &[]);
    assert_eq!((at(&game, foot), judge(&game, Stop)), (vec!["1212".to_string()], Ok(())));
}

#[test]
fn one_step_under_rally_is_judged_as_its_end() {
    // MP 5.6.4a for Retreating Fire and displacement.
    let mut board = under(Orders::Rally);
    board.commander(A1, 0, "1213");
    let foot = board.unit(heavy("foot", A1).at("1212", "n"));
    board.unit(enemy("x").at("1209", "s"));
    let game = begin(board);
    let enters = |hex: &str| rule_of(game.table().orders_allow_entering(foot, game.hex(hex)));
    assert_eq!(enters("1211").as_deref(), Some("MP 5.6.4a"));
    assert_eq!(enters("1213"), None);
    assert_eq!(enters("1210").as_deref(), Some("MP 5.6.1d"));
}

#[test]
fn orders_need_no_sight() {
    // MP 5.6.0a: woods between them change nothing.
    let mut board = under(Orders::Charge);
    board.commander(A1, 0, "1213");
    let foot = board.unit(heavy("foot", A1).at("1212", "n"));
    board.unit(enemy("far").at("1206", "s"));
    for hex in ["1108", "1208", "1308", "1109", "1209", "1309"] {
        board.terrain(hex, "woods");
    }
    assert!(begin(board).table().must_act(foot));
}

// Out of command.

#[test]
fn va6_back_into_command() {
    // MP VA6, 5.4.3a, 5.4.3c: Heavy Infantry one hex out of command spends one point to come back and has three left within its Orders.
    let mut board = under(Orders::MakeReady);
    board.commander(A1, 0, "1209");
    let foot = board.unit(heavy("foot", A1).at("1212", "n"));
    let mut game = begin(board);
    assert!(!game.table().in_command(foot) && game.table().must_act(foot));
    start(&mut game, foot);
    assert_eq!(forbidden_by(&game, Stop), "MP 5.4.3a");
    assert_eq!(forbidden_by(&game, CounterMarch), "MP 5.4.3a");
    let dir = game.dir("nw");
    choose(&mut game, Ahead(dir), &[]);
    assert!(moving(&game).in_command);
    assert_eq!((left(&game), judge(&game, Stop)), (3, Ok(())));
    assert!(offers(&game, CounterMarch));
}

#[test]
fn as_far_as_it_can_when_the_way_is_long() {
    // MP 5.4.3a, ruling G-A23: every step on the cheapest way; MP 5.4.3d: turning first when it faces away.
    let mut board = under(Orders::ReceiveCharge);
    board.commander(A1, 0, "1203");
    let foot = board.unit(heavy("foot", A1).at("1212", "s"));
    let mut game = begin(board);
    start(&mut game, foot);
    // It faced the wrong way: the counter march is the only way back and needs no question.
    assert_eq!((facing(&game, foot), left(&game)), ("n".into(), 2));
    assert_eq!(forbidden_by(&game, Stop), "MP 5.4.3a");
    // MP 5.4.3c: Receive Charge does not limit it on the way.
    for dir in ["nw", "ne"] {
        let dir = game.dir(dir);
        choose(&mut game, Ahead(dir), &[]);
    }
    assert_eq!(at(&game, foot), ["1210"]);
    assert!(is_over(&game));
}

#[test]
fn next_to_an_enemy_it_may_stay() {
    // MP 5.4.3b.
    let mut board = under(Orders::Charge);
    board.commander(A1, 0, "1205");
    let foot = board.unit(heavy("foot", A1).at("1212", "n"));
    board.unit(enemy("near").at("1312", "s"));
    let mut game = begin(board);
    assert!(!game.table().must_act(foot));
    act(&mut game, foot);
    assert!(offers(&game, Nothing) && offers(&game, Move));
    choose(&mut game, Move, &[]);
    assert_eq!(judge(&game, Stop), Ok(()));
    // MP 5.4.3h: if it goes, not next to an enemy, even under Charge.
    assert_eq!(forbidden_by(&game, Ahead(game.dir("ne"))), "MP 5.4.3h");
    assert_eq!(judge(&game, Ahead(game.dir("nw"))), Ok(()));
}

#[test]
fn without_a_leader_on_the_map_it_stays() {
    // MP 5.4.3e.
    let mut board = under(Orders::Charge);
    let leader = board.commander(A1, 0, "1213");
    let foot = board.unit(heavy("foot", A1).at("1212", "n"));
    board.unit(enemy("far").at("1203", "s"));
    let mut game = begin(board);
    game.state.leaders[leader.ix()].place = LeaderPlace::Aside;
    assert!(!game.table().must_act(foot));
    act(&mut game, foot);
    assert_eq!(forbidden_by(&game, Move), "MP 5.4.3e");
}

#[test]
fn unlimbered_guns_are_free_of_it() {
    // MP 5.4.3f, 5.5.4a; MP 7.3.3d: limbered ones are not.
    let duty = |piece: Piece| {
        let mut board = under(Orders::MakeReady);
        board.commander(A1, 0, "1205");
        let unit = board.unit(piece.at("1212", "n"));
        let game = begin(board);
        assert!(!game.table().in_command(unit));
        game.table().must_act(unit)
    };
    assert!(!duty(gun("gun", A1)));
    assert!(duty(gun("gun", A1).mark(Mark::Limbered)));
}

#[test]
fn out_of_command_it_does_not_fire_on_its_own() {
    // MP 5.4.3g.
    let mut board = under(Orders::Charge);
    board.commander(A1, 0, "1203");
    let foot = board.unit(heavy("foot", A1).at("1212", "n"));
    let foe = board.unit(enemy("near").at("1211", "s"));
    let game = begin(board);
    let shot = FireChoice::Shoot { half: None, at: game.unit(foe).hex, mode: musket_and_pike::fire::Mode::Skirmish };
    assert_eq!(rule_of(game.table().judge_action_fire(foot, shot)).as_deref(), Some("MP 5.4.3g"));
}

#[test]
fn reactions_are_open_out_of_command() {
    // MP 5.4.3i: musketeers out of command may answer one that comes next to them.
    let mut board = under(Orders::Charge);
    board.commander(A1, 0, "1214");
    let horse = board.unit(cavalry("horse", A1).at("1213", "n"));
    let foot = board.unit(light("foot", B1).at("1211", "s"));
    board.commander(B1, 0, "0101");
    let mut game = begin(board);
    assert!(!game.table().in_command(foot));
    start(&mut game, horse);
    let dir = game.dir("nw");
    choose(&mut game, Ahead(dir), &[]);
    let seat = game.asked().unwrap();
    assert_eq!(seat, game.table().seat(foot));
    game.with(&[], |play| play.decide(seat, Decision::React(ReactChoice::Done)));
    assert_eq!(step(&game), Some(MoveStep::Next));
}

#[test]
fn losing_sight_of_the_prey_it_looks_for_another() {
    // MP 5.6.1e, ruling G-A24: the chosen enemy is gone.
    let mut board = under(Orders::Charge);
    board.commander(A1, 0, "1213");
    let foot = board.unit(heavy("foot", A1).at("1212", "n"));
    let first = board.unit(enemy("first").at("1207", "s"));
    let second = board.unit(enemy("second").at("1203", "s"));
    let mut game = begin(board);
    start(&mut game, foot);
    assert_eq!(moving(&game).preys.iter().collect::<Vec<UnitId>>(), [first]);
    game.with(&[], |play| play.take_off(first, musket_and_pike::state::Loss::Eliminated));
    game.advance(&[]);
    assert_eq!(moving(&game).preys.iter().collect::<Vec<UnitId>>(), [second]);
    // And after an Interception (MP 9.3.4b): Momentum and prey anew.
    game.state.moves.last_mut().unwrap().run = 2;
    game.with(&[], |play| play.resume_after_interception(foot));
    assert_eq!(moving(&game).run, 0);
}

#[test]
fn who_is_next_to_an_enemy_is_known_wherever_he_goes() {
    // MP 5.6.2a: what is remembered of it while a unit moves, and what there is.
    let mut board = under(Orders::MakeReady);
    board.commander(A1, 0, "1213");
    let foot = board.unit(heavy("foot", A1).at("1212", "n"));
    let far = board.unit(enemy("far").at("1206", "s"));
    let mut game = begin(board);
    let agrees = |game: &Game| {
        let (table, grid) = (game.table(), &game.rules.ground.grid);
        let beside = |side, hex| table.neighbours(hex).any(|near| table.enemy_at(side, near).is_some());
        let sides = |hex| kernel::Side::BOTH.map(|side| (table.enemy_adjacent(side, hex), beside(side, hex)));
        grid.hexes().flat_map(sides).all(|(known, found)| known == found)
    };
    start(&mut game, foot);
    assert!(agrees(&game));
    let ahead = Ahead(game.dir("ne"));
    assert_eq!(judge(&game, ahead), Ok(()));
    let (hex, facing) = (game.hex("1209"), game.vertex("s"));
    game.state.put(far, hex, None, facing);
    assert!(agrees(&game));
    choose(&mut game, CounterMarch, &[]);
    assert!(agrees(&game));
}
