//! Chapter 10.1 to 10.7 and 10.10, chapter 9.4: fire of infantry and cavalry.
//!
//! Rows run from north to south; a unit in 1210 that faces north has 1209 and 1309 before it, 1110 and 1310 on its flanks, 1211 and 1311
//! behind it.

mod common;

use common::*;
use field::hexes::Hand;
use kernel::Seat;
use musket_and_pike::agenda::Step;
use musket_and_pike::cards::{Horse, UnitId};
use musket_and_pike::charts::FireResult;
use musket_and_pike::decision::Decision;
use musket_and_pike::fire::{FireChoice, FireStep, Mode, casualties_call_for_check};
use musket_and_pike::ground::Slope;
use musket_and_pike::movement::{Activity, Moving};
use musket_and_pike::reaction::{Event, ReactChoice, Trigger, Window};
use musket_and_pike::state::{Formation, LeaderPlace, Mark, Morale, Orders, Place};

fn at(game: &Game, hex: &str, mode: Mode) -> FireChoice {
    FireChoice::Shoot { half: None, at: game.hex(hex), mode }
}

fn half(game: &Game, half: Hand, hex: &str, mode: Mode) -> FireChoice {
    FireChoice::Shoot { half: Some(half), at: game.hex(hex), mode }
}

/// Fires with a unit, whatever the rules say, and plays on to the next question.
fn fire(game: &mut Game, id: UnitId, choice: FireChoice, dice: &[u8]) {
    game.with(dice, |play| {
        play.begin_fire(id, choice);
        play.advance();
    });
}

/// Answers the question that is asked now.
fn answer(game: &mut Game, decision: impl Into<Answer>, dice: &[u8]) {
    let Some(seat) = game.asked() else { panic!("nobody is asked") };
    let decision = match decision.into() {
        Answer::Fire(choice) => Decision::Fire(choice),
        Answer::React(choice) => Decision::React(choice),
    };
    game.with(dice, |play| play.decide(seat, decision));
}

enum Answer {
    Fire(FireChoice),
    React(ReactChoice),
}

impl From<FireChoice> for Answer {
    fn from(choice: FireChoice) -> Answer {
        Answer::Fire(choice)
    }
}

impl From<ReactChoice> for Answer {
    fn from(choice: ReactChoice) -> Answer {
        Answer::React(choice)
    }
}

/// What may be answered now, all of it accepted.
fn menu(game: &Game) -> Vec<FireChoice> {
    let Some(Step::Fire(step)) = game.state.agenda.top() else { return Vec::new() };
    let Some(seat) = game.asked() else { return Vec::new() };
    let mut menu = Vec::new();
    let question = game.table().ask_fire(step, seat, &mut menu);
    assert!(question.default < menu.len() && question.complete);
    let choices: Vec<FireChoice> = menu.iter().map(choice_of).collect();
    for &choice in &choices {
        assert_eq!(game.table().judge_fire(step, seat, choice), Ok(()), "{choice:?}");
    }
    choices
}

fn choice_of(decision: &Decision) -> FireChoice {
    match decision {
        Decision::Fire(choice) => *choice,
        other => panic!("{other:?}"),
    }
}

/// The fire Actions of a unit, all of them accepted.
fn actions(game: &Game, id: UnitId) -> Vec<FireChoice> {
    let mut menu = Vec::new();
    game.table().fire_actions(id, &mut menu);
    let choices: Vec<FireChoice> = menu.iter().map(choice_of).collect();
    for &choice in &choices {
        assert_eq!(game.table().judge_fire_action(id, choice), Ok(()), "{choice:?}");
    }
    choices
}

/// The rule that forbids an Action; nothing when it is allowed.
fn forbids(game: &Game, id: UnitId, choice: FireChoice) -> String {
    match game.table().judge_fire_action(id, choice) {
        Ok(()) => String::new(),
        Err(refusal) => refusal.rule.to_string(),
    }
}

/// The rule that keeps one unit from firing at another; nothing when it can.
fn keeps(game: &Game, firer: UnitId, target: UnitId, reaction: bool) -> String {
    let told = game.table().can_fire_at(firer, target, reaction);
    assert_eq!(told.is_ok(), game.table().fires_at(firer, target, reaction));
    told.err().map_or(String::new(), |refusal| refusal.rule.to_string())
}

/// Totals of the fire rolls so far, and what came of them.
fn rolls(game: &Game) -> Vec<(i32, String)> {
    let fired = game.ledger.entries.iter().filter(|entry| entry.title.contains(" fires at "));
    fired.map(|entry| (entry.total.unwrap(), entry.result.clone())).collect()
}

/// Totals of the Morale Checks so far.
fn checks(game: &Game) -> Vec<i32> {
    let checked = game.ledger.entries.iter().filter(|entry| entry.title.contains("checks its morale"));
    checked.map(|entry| entry.total.unwrap()).collect()
}

/// What one shot brings with a natural roll, at a target of strength 20 and morale 8 in the open.
fn result_of(firer: Piece, mode: Mode, hex: &str, die: u8) -> String {
    let mut board = board();
    let firer = board.unit(firer.at("1210", "n"));
    board.unit(heavy("target", B1).strength(20).morale(8).at(hex, "s"));
    let mut game = board.open();
    let salvo_check: &[u8] = if mode == Mode::Salvo { &[0] } else { &[] };
    let dice: Vec<u8> = [&[die], salvo_check].concat();
    let choice = at(&game, hex, mode);
    fire(&mut game, firer, choice, &dice);
    rolls(&game)[0].1.clone()
}

/// A unit and an enemy before it, both at home on clear ground; the firer's Wing is active and led.
fn duel(firer: Piece, target: Piece) -> (Game, UnitId, UnitId) {
    let mut board = board();
    let firer = board.unit(firer.at("1210", "n"));
    let target = board.unit(target.at("1209", "s"));
    board.commander(A1, 0, "1313");
    board.unit(light("staff", A1).at("1313", "n"));
    let mut game = board.open();
    game.activate(A1);
    (game, firer, target)
}

// 10.1 Basic fire rules.

#[test]
fn units_fire_in_their_own_activation_only() {
    // MP 10.1.1a
    let (mut game, firer, _) = duel(heavy("firer", A1), heavy("target", B1));
    let skirmish = at(&game, "1209", Mode::Skirmish);
    assert_eq!(forbids(&game, firer, skirmish), "");
    game.activate(A2);
    assert_eq!(forbids(&game, firer, skirmish), "MP 10.1.1a");
    assert_eq!(actions(&game, firer), []);
    game.activate(A1);
    game.state.units[firer.ix()].marks.set(Mark::Acted, true);
    assert_eq!(forbids(&game, firer, skirmish), "MP 10.3.1a");
}

#[test]
fn targets_are_enemy_units_and_leaders_but_never_wagons() {
    // MP 10.1.1b, 10.1.1c, 14.1c
    let mut board = board();
    let firer = board.unit(heavy("firer", A1).at("1210", "n"));
    board.unit(heavy("friend", A1).at("1310", "n"));
    board.unit(wagon("wagon", B1).at("1309", "s"));
    board.commander(B1, 0, "1209");
    board.commander(A1, 0, "1310");
    let mut game = board.open();
    game.activate(A1);
    assert_eq!(forbids(&game, firer, at(&game, "1310", Mode::Skirmish)), "MP 10.1.1b");
    assert_eq!(forbids(&game, firer, at(&game, "1309", Mode::Skirmish)), "MP 10.1.1c");
    assert_eq!(forbids(&game, firer, at(&game, "1110", Mode::Skirmish)), "MP 10.1.1b");
    assert_eq!(forbids(&game, firer, at(&game, "1209", Mode::Skirmish)), "", "a leader alone");
    let only = [at(&game, "1209", Mode::Skirmish), at(&game, "1209", Mode::Salvo)];
    assert_eq!(actions(&game, firer), only);
}

#[test]
fn a_leader_alone_is_only_endangered() {
    // MP 10.10a, 10.10b; ruling MP G11
    let lone = || {
        let mut board = board();
        let firer = board.unit(heavy("firer", A1).at("1210", "n"));
        let leader = board.commander(B1, 0, "1209");
        (board.open(), firer, leader)
    };
    let (mut game, firer, leader) = lone();
    let skirmish = at(&game, "1209", Mode::Skirmish);
    fire(&mut game, firer, skirmish, &[4]);
    assert_eq!(game.state.leaders[leader.ix()].place, LeaderPlace::Map, "a miss does not endanger him");
    let (mut game, firer, leader) = lone();
    fire(&mut game, firer, skirmish, &[9, 8]);
    assert_eq!(game.state.leaders[leader.ix()].place, LeaderPlace::Map);
    let (mut game, firer, leader) = lone();
    fire(&mut game, firer, skirmish, &[9, 9]);
    assert_ne!(game.state.leaders[leader.ix()].place, LeaderPlace::Map);
}

#[test]
fn only_the_top_of_a_stack_fires_and_is_fired_at() {
    // MP 10.1.1d, 8.3.1b
    let stacked = |gun_on_top: bool| {
        let mut board = board();
        let foot = board.unit(heavy("foot", A1).at("1210", "n"));
        let mut piece = gun("gun", A1).at("1210", "n");
        if gun_on_top {
            piece = piece.mark(Mark::OnTop);
        }
        let gun = board.unit(piece);
        let enemy = board.unit(heavy("enemy", B1).at("1209", "s"));
        (board.open(), foot, gun, enemy)
    };
    let (game, foot, gun, enemy) = stacked(true);
    assert_eq!(keeps(&game, foot, enemy, true), "MP 10.1.1d");
    assert_eq!(keeps(&game, gun, enemy, true), "");
    assert_eq!(keeps(&game, enemy, foot, true), "MP 9.1.1l");
    assert_eq!(keeps(&game, enemy, foot, false), "MP 8.3.1b");
    assert_eq!(keeps(&game, enemy, gun, false), "");
    let (game, foot, gun, enemy) = stacked(false);
    assert_eq!(keeps(&game, foot, enemy, true), "");
    assert_eq!(keeps(&game, gun, enemy, true), "MP 8.3.1b");
    assert_eq!(keeps(&game, enemy, foot, false), "");
}

#[test]
fn the_other_half_fires_past_a_gun_on_top() {
    // MP 8.3.1c
    let mut board = board();
    let foot = board.unit(double_heavy("foot", A1).at("1210", "n"));
    board.unit(gun("gun", A1).at("1210", "n").mark(Mark::OnTop));
    board.unit(heavy("near", B1).at("1209", "s"));
    board.unit(heavy("far", B1).at("1409", "s"));
    board.commander(A1, 0, "1310");
    let mut game = board.open();
    game.activate(A1);
    let expected = [half(&game, Hand::Right, "1409", Mode::Skirmish), half(&game, Hand::Right, "1409", Mode::Salvo)];
    let standing: Vec<FireChoice> =
        actions(&game, foot).into_iter().filter(|choice| *choice != FireChoice::OnTop).collect();
    assert_eq!(standing, expected);
    assert_eq!(forbids(&game, foot, half(&game, Hand::Left, "1209", Mode::Skirmish)), "MP 8.3.1c");
}

#[test]
fn fire_is_voluntary() {
    // MP 10.1.1e: one shot of two may be held.
    let (mut game, firer) = double_before_two();
    fire_left(&mut game, firer, &[]);
    assert!(menu(&game).contains(&FireChoice::Hold));
    answer(&mut game, FireChoice::Hold, &[3]);
    assert_eq!(rolls(&game).len(), 1);
}

#[test]
fn muskets_and_pistols_reach_one_hex_into_front_and_flank() {
    // MP 10.1.2a, 10.1.2b, 10.1.3a, 10.1.3c
    for (hex, rule) in [
        ("1209", ""),
        ("1309", ""),
        ("1110", ""),
        ("1310", ""),
        ("1211", "MP 10.1.3c"),
        ("1311", "MP 10.1.3c"),
        ("1208", "MP 10.1.2b"),
    ] {
        for firer in [heavy("firer", A1), light("firer", A1), cavalry("firer", A1)] {
            let mut board = board();
            let firer = board.unit(firer.at("1210", "n"));
            let target = board.unit(light("target", B1).at(hex, "s"));
            assert_eq!(keeps(&board.open(), firer, target, false), rule, "{hex}");
        }
    }
}

#[test]
fn each_half_fires_into_hexes_next_to_itself() {
    // MP 10.1.3d: 1210 and 1310 face 1209, 1309 and 1409.
    let mut board = board();
    let firer = board.unit(double_heavy("firer", A1).at("1210", "n"));
    board.unit(heavy("right", B1).at("1409", "s"));
    board.commander(A1, 0, "1210");
    let mut game = board.open();
    game.activate(A1);
    assert_eq!(forbids(&game, firer, half(&game, Hand::Left, "1409", Mode::Skirmish)), "MP 10.1.2b");
    assert_eq!(forbids(&game, firer, half(&game, Hand::Right, "1409", Mode::Skirmish)), "");
    assert_eq!(forbids(&game, firer, at(&game, "1409", Mode::Skirmish)), "MP 8.3.1b", "no half is named");
}

#[test]
fn results_come_at_once_and_a_unit_may_be_fired_at_again() {
    // MP 10.1.4a, 10.1.4b, 10.6.0, 10.6.1a
    let (mut game, firer, target) = duel(heavy("firer", A2), heavy("target", B1).strength(10).morale(8));
    let skirmish = at(&game, "1209", Mode::Skirmish);
    fire(&mut game, firer, skirmish, &[6]);
    assert_eq!(game.unit(target).casualties, 1);
    game.state.agenda = Default::default();
    game.state.windows.clear();
    fire(&mut game, firer, skirmish, &[6]);
    assert_eq!(game.unit(target).casualties, 2);
    assert_eq!(game.table().strength(target), 8, "MP 10.6.1d");
}

/// A two-hex unit in 1210 and 1310 with an enemy before its left and one before its right half.
fn double_before_two() -> (Game, UnitId) {
    let mut board = board();
    let firer = board.unit(double_heavy("firer", A1).at("1210", "n"));
    board.unit(heavy("y", B1).strength(20).morale(8).at("1209", "s"));
    board.unit(double_heavy("z", B1).strength(20).morale(8).at("1509", "s"));
    board.commander(A1, 0, "1210");
    (board.open(), firer)
}

fn fire_left(game: &mut Game, firer: UnitId, dice: &[u8]) {
    let left = half(game, Hand::Left, "1209", Mode::Skirmish);
    fire(game, firer, left, dice);
}

#[test]
fn v2_two_halves_at_two_targets() {
    // MP V2, 10.1.3d, 10.1.4c, 10.1.4d
    let (mut game, firer) = double_before_two();
    game.activate(A1);
    let [y, z] = [UnitId(1), UnitId(2)];
    fire_left(&mut game, firer, &[]);
    let right = half(&game, Hand::Right, "1409", Mode::Skirmish);
    let salvo = half(&game, Hand::Right, "1409", Mode::Salvo);
    assert_eq!(menu(&game), [right, salvo, FireChoice::Hold]);
    answer(&mut game, right, &[6, 6]);
    assert_eq!(
        [y, z].map(|id| game.unit(id).casualties),
        [1, 1],
        "both shots before any answer; the second is frontal"
    );
    assert_eq!(game.state.windows.last().unwrap().trigger.event, Event::Fires { target: y, second: Some(z) });
    answer(&mut game, ReactChoice::Fire { unit: y }, &[]);
    let back = at(&game, "1210", Mode::Skirmish);
    answer(&mut game, back, &[0]);
    // Only one half of Z is next to the firer here; V1 has the two shots.
    answer(&mut game, ReactChoice::Fire { unit: z }, &[]);
    let back = half(&game, Hand::Right, "1310", Mode::Skirmish);
    answer(&mut game, back, &[0]);
    assert!(game.state.windows.is_empty(), "nobody is left to react");
    assert_eq!(rolls(&game).len(), 4);
}

#[test]
fn both_halves_at_one_target_add_up() {
    // MP 10.1.4e, 10.6.2e, 10.6.6b
    let mut board = board();
    let firer = board.unit(double_heavy("firer", A1).at("1210", "n"));
    let target = board.unit(heavy("target", B1).strength(20).morale(7).at("1309", "s"));
    let mut game = board.open();
    let left = half(&game, Hand::Left, "1309", Mode::Skirmish);
    fire(&mut game, firer, left, &[]);
    let right = half(&game, Hand::Right, "1309", Mode::Skirmish);
    // 1 + FH from either half: two casualties call for one check at morale 7, two Formation Hits break the formation.
    answer(&mut game, right, &[8, 8, 7]);
    assert_eq!(game.unit(target).casualties, 2);
    assert_eq!(game.unit(target).formation, Formation::Broken);
    assert_eq!(checks(&game), [7]);
}

#[test]
fn g13_the_second_formation_hit_becomes_a_casualty() {
    // MP G13, 10.6.6a
    let mut board = board();
    let firer = board.unit(double_heavy("firer", A1).at("1210", "n"));
    let shaken = heavy("target", B1).strength(20).morale(8).formation(Formation::Shaken);
    let target = board.unit(shaken.at("1309", "s"));
    let mut game = board.open();
    let left = half(&game, Hand::Left, "1309", Mode::Skirmish);
    fire(&mut game, firer, left, &[]);
    let right = half(&game, Hand::Right, "1309", Mode::Skirmish);
    answer(&mut game, right, &[5, 5]);
    assert_eq!(game.unit(target).formation, Formation::Broken);
    assert_eq!(game.unit(target).casualties, 1);
}

#[test]
fn regimental_guns_have_their_own_table_at_every_fire() {
    // MP 10.1.5a, 10.1.5b, 10.1.5c, C7, C8
    let with_guns = || heavy("firer", A1).card(|card| card.regimental_guns = true);
    assert_eq!(result_of(heavy("firer", A1), Mode::Skirmish, "1209", 4), "miss");
    assert_eq!(result_of(with_guns(), Mode::Skirmish, "1209", 4), "Formation Hit");
    assert_eq!(result_of(with_guns(), Mode::Skirmish, "1209", 8), "1 casualty, Morale Check");
    let mut board = board();
    let firer = board.unit(with_guns().at("1210", "n"));
    board.unit(heavy("target", B1).strength(20).morale(8).at("1209", "s"));
    let mut game = board.open();
    let skirmish = at(&game, "1209", Mode::Skirmish);
    fire(&mut game, firer, skirmish, &[5]);
    fire(&mut game, firer, skirmish, &[5]);
    assert_eq!(rolls(&game), [(5, "1 casualty".into()), (5, "1 casualty".into())]);
    assert!(!game.unit(firer).has(Mark::Fired));
}

#[test]
fn columns_of_the_musketry_table() {
    // MP P1, P2, P3, C7, C9: front, flank and Salvo; light infantry; pistols.
    assert_eq!(result_of(heavy("firer", A1), Mode::Skirmish, "1209", 8), "1 casualty, Formation Hit");
    assert_eq!(result_of(heavy("firer", A1), Mode::Skirmish, "1110", 8), "1 casualty");
    assert_eq!(result_of(heavy("firer", A1), Mode::Skirmish, "1110", 7), "Formation Hit");
    assert_eq!(result_of(heavy("firer", A1), Mode::Salvo, "1209", 8), "2 casualties");
    assert_eq!(result_of(light("firer", A1), Mode::Skirmish, "1209", 6), "Formation Hit");
    assert_eq!(result_of(light("firer", A1), Mode::Skirmish, "1110", 9), "1 casualty, Formation Hit");
    assert_eq!(result_of(cavalry("firer", A1), Mode::Pistol, "1209", 6), "miss");
    assert_eq!(result_of(cavalry("firer", A1), Mode::Pistol, "1110", 9), "1 casualty");
}

#[test]
fn v4_strength_has_no_part_in_fire() {
    // MP V4
    for strength in [1, 20] {
        let firer = heavy("firer", A1).strength(strength);
        assert_eq!(result_of(firer, Mode::Skirmish, "1209", 8), "1 casualty, Formation Hit");
    }
}

#[test]
fn units_without_order_do_not_fire() {
    // MP 6.3.2b, 6.3.4i, 12.4.3e
    for (piece, rule) in [
        (heavy("firer", A1).formation(Formation::Hedgehog), "MP 6.3.2b"),
        (heavy("firer", A1).formation(Formation::Column), "MP 6.3.4i"),
        (heavy("firer", A1).state(Morale::Broken), "MP 12.4.3e"),
        (heavy("firer", A1).formation(Formation::Broken), ""),
        (wagon("firer", A1), "MP 14.1a"),
    ] {
        let (game, firer, target) = duel(piece, heavy("target", B1));
        assert_eq!(keeps(&game, firer, target, false), rule);
    }
}

#[test]
fn fire_needs_command() {
    // MP 5.4.3g
    let mut board = board();
    let firer = board.unit(heavy("firer", A1).at("1210", "n"));
    let target = board.unit(heavy("target", B1).at("1209", "s"));
    let mut game = board.open();
    game.activate(A1);
    assert_eq!(forbids(&game, firer, at(&game, "1209", Mode::Skirmish)), "MP 5.4.3g");
    assert_eq!(keeps(&game, firer, target, true), "", "in reaction it fires");
}

// 10.2 and 10.7: pistols.

fn riding(game: &mut Game, id: UnitId, fired: bool) {
    let moving = game.with(&[], |play| play.table().move_begun(id));
    game.state.moves.push(Moving { fired, activity: Activity::Move, in_command: true, run: 2, ..moving });
}

#[test]
fn cavalry_fires_at_any_point_of_its_move_but_once() {
    // MP 10.2a, 10.2c, 10.2f
    let (mut game, firer, _) = duel(cavalry("firer", A1), heavy("target", B1));
    riding(&mut game, firer, false);
    let pistols = at(&game, "1209", Mode::Pistol);
    assert_eq!(forbids(&game, firer, pistols), "");
    assert_eq!(actions(&game, firer), [pistols]);
    game.state.activation = None;
    game.with(&[5], |play| {
        play.begin_pistol(firer, UnitId(1));
        play.advance();
    });
    let moving = game.state.moves.last().unwrap();
    assert_eq!((moving.fired, moving.run), (true, 0), "the run for Momentum begins anew");
    game.activate(A1);
    assert_eq!(forbids(&game, firer, pistols), "MP 10.2c");
}

#[test]
fn cavalry_may_fire_without_moving() {
    // MP 10.2b
    let (game, firer, _) = duel(cavalry("firer", A1), heavy("target", B1));
    assert_eq!(actions(&game, firer), [at(&game, "1209", Mode::Pistol)]);
}

#[test]
fn fire_in_answer_is_no_shot_of_the_move() {
    // MP 10.2d
    let (mut game, firer, target) = duel(cavalry("firer", A1), cavalry("target", B1));
    riding(&mut game, firer, false);
    game.with(&[5], |play| {
        play.begin_reaction_fire(firer, target);
        play.advance();
    });
    let moving = game.state.moves.last().unwrap();
    assert_eq!((moving.fired, moving.run), (false, 2));
    assert_eq!(game.unit(firer).pistols, 1);
}

#[test]
fn infantry_does_not_fire_on_the_move() {
    // MP 10.3.1a
    let (mut game, firer, _) = duel(light("firer", A1), heavy("target", B1));
    riding(&mut game, firer, false);
    assert_eq!(forbids(&game, firer, at(&game, "1209", Mode::Skirmish)), "MP 10.3.1a");
    assert_eq!(actions(&game, firer), []);
}

#[test]
fn two_shots_then_no_pistols() {
    // MP 10.2e, 10.7.1a, 10.7.2a, 10.7.3a
    let mut board = board();
    let firer = board.unit(cavalry("firer", A1).at("1210", "n"));
    let target = board.unit(heavy("target", B1).at("1209", "s"));
    let mut game = board.open();
    assert_eq!(game.unit(firer).pistols, 2);
    let pistols = at(&game, "1209", Mode::Pistol);
    for left in [1, 0] {
        assert_eq!(keeps(&game, firer, target, true), "");
        fire(&mut game, firer, pistols, &[0]);
        assert_eq!(game.unit(firer).pistols, left);
    }
    assert_eq!(keeps(&game, firer, target, true), "MP 10.7.3a");
    assert_eq!(keeps(&game, firer, target, false), "MP 10.7.3a");
}

#[test]
fn v21_carbines() {
    // MP V21, 14.6a: arquebusiers and Croats have +1; morale 8 does not check on one casualty.
    for (horse, total, casualties) in [(Horse::Arquebusiers, 7, 1), (Horse::Croats, 7, 1), (Horse::Cuirassiers, 6, 0)] {
        let mut board = board();
        let firer = board.unit(cavalry("firer", A1).card(|card| card.horse = horse).at("1210", "n"));
        let target = board.unit(heavy("target", B1).morale(8).at("1209", "s"));
        let mut game = board.open();
        let pistols = at(&game, "1209", Mode::Pistol);
        fire(&mut game, firer, pistols, &[6]);
        assert_eq!(rolls(&game)[0].0, total);
        assert_eq!(game.unit(target).casualties, casualties);
        assert_eq!(checks(&game), []);
        assert_eq!(game.unit(firer).pistols, 1);
    }
}

#[test]
fn dismounted_cavalry_fires_its_pistols_only() {
    // MP 14.3a
    let piece = cavalry("firer", A1).card(|card| card.dismounted = true);
    let (mut game, firer, _) = duel(piece, heavy("target", B1));
    assert_eq!(actions(&game, firer), [at(&game, "1209", Mode::Pistol)]);
    for mode in [Mode::Skirmish, Mode::Salvo] {
        assert_eq!(forbids(&game, firer, at(&game, "1209", mode)), "MP 14.3a");
    }
    riding(&mut game, firer, false);
    assert_eq!(forbids(&game, firer, at(&game, "1209", Mode::Pistol)), "", "it moves and fires");
}

// 10.3 Normal infantry fire.

fn advance(game: &Game, dir: &str) -> FireChoice {
    FireChoice::Advance(game.dir(dir))
}

/// The first side's unit two hexes from the enemy in 1209, its Wing under those Orders.
fn two_apart(firer: Piece, orders: Orders, change: impl FnOnce(&mut Board)) -> (Game, UnitId, UnitId) {
    let mut board = board();
    let firer = board.unit(firer.at("1211", "n"));
    let target = board.unit(heavy("target", B1).strength(20).morale(8).at("1209", "s"));
    board.commander(A1, 0, "1313");
    board.unit(light("staff", A1).at("1313", "n"));
    board.orders(A1, orders);
    change(&mut board);
    let mut game = board.open();
    game.activate(A1);
    (game, firer, target)
}

#[test]
fn advancing_fire_steps_forward_and_fires() {
    // MP 10.3.2a, 10.3.1b, 10.3.1c, 10.3.2c, 10.3.2h
    for firer in [heavy("firer", A1), light("firer", A1)] {
        let (mut game, firer, target) = two_apart(firer, Orders::Charge, |_| {});
        let forward = [advance(&game, "nw"), advance(&game, "ne")];
        let offered = actions(&game, firer);
        assert_eq!(offered, [forward[1]], "from 1110 there is no enemy before it: {offered:?}");
        fire(&mut game, firer, forward[1], &[9]);
        assert_eq!(game.unit(firer).hex, game.hex("1210"));
        assert_eq!(rolls(&game)[0].0, 6);
        // One trigger for step and shot together, after the shot (ruling MP G-A32).
        assert_eq!(game.state.windows.len(), 1);
        let trigger = game.state.windows.last().unwrap().trigger;
        assert_eq!(trigger.event, Event::AdvancesFiring { target, second: None });
        assert!(!trigger.retreating, "MP 10.3.2d");
    }
}

#[test]
fn v18_advancing_fire_shaken() {
    // MP V18: 9 - 3 - 1 = 5, a Formation Hit, no check.
    let (mut game, firer, target) = two_apart(heavy("firer", A1).formation(Formation::Shaken), Orders::Charge, |_| {});
    let forward = advance(&game, "ne");
    fire(&mut game, firer, forward, &[9]);
    assert_eq!(rolls(&game), [(5, "Formation Hit".into())]);
    assert_eq!(game.unit(target).formation, Formation::Shaken);
    assert_eq!(checks(&game), []);
}

#[test]
fn advancing_fire_needs_charge_orders_and_formation() {
    // MP 10.3.2e, 5.6.5e
    for orders in [Orders::MakeReady, Orders::ReceiveCharge, Orders::Rally] {
        let (game, firer, _) = two_apart(heavy("firer", A1), orders, |_| {});
        assert_eq!(forbids(&game, firer, advance(&game, "ne")), "MP 10.3.2e");
    }
    let broken = heavy("firer", A1).formation(Formation::Broken);
    let (game, firer, _) = two_apart(broken, Orders::Charge, |_| {});
    assert_eq!(forbids(&game, firer, advance(&game, "ne")), "MP 10.3.2e");
    let (game, firer, _) = two_apart(cavalry("firer", A1), Orders::Charge, |_| {});
    assert_eq!(forbids(&game, firer, advance(&game, "ne")), "MP 10.3.1c");
}

#[test]
fn advancing_fire_goes_straight_on_into_open_ground() {
    // MP 10.3.2f, 10.3.2g
    let (game, firer, _) = two_apart(heavy("firer", A1), Orders::Charge, |_| {});
    assert_eq!(forbids(&game, firer, advance(&game, "e")), "MP 10.3.2f");
    assert_eq!(forbids(&game, firer, at(&game, "1209", Mode::Advancing)), "MP 10.3.2a");
    assert_eq!(forbids(&game, firer, advance(&game, "nw")), "MP 10.3.2a", "no enemy would be before it");
    let (game, firer, _) = two_apart(heavy("firer", A1), Orders::Charge, |board| board.terrain("1210", "lake"));
    assert_eq!(forbids(&game, firer, advance(&game, "ne")), "MP 10.3.2g");
    let (game, firer, _) = two_apart(heavy("firer", A1), Orders::Charge, |board| {
        board.unit(heavy("friend", A1).at("1210", "n"));
    });
    assert_eq!(forbids(&game, firer, advance(&game, "ne")), "MP 10.3.2g");
}

#[test]
fn advancing_fire_takes_the_hits_of_the_ground() {
    // MP 10.3.2b
    let (mut game, firer, _) =
        two_apart(heavy("firer", A1), Orders::Charge, |board| board.hexside("1211", "ne", "stream"));
    let forward = advance(&game, "ne");
    fire(&mut game, firer, forward, &[0]);
    assert_eq!(game.unit(firer).formation, Formation::Shaken);
    assert_eq!(rolls(&game)[0].0, -4, "-3, and now Formation Shaken");
}

#[test]
fn v1_advancing_fire_of_a_two_hex_unit() {
    // MP V1
    let mut board = board();
    let a = board.unit(double_heavy("a", A1).at("1212", "n"));
    let x = board.unit(double_heavy("x", B1).strength(20).morale(8).at("1410", "s"));
    board.commander(A1, 0, "1313");
    board.unit(light("staff", A1).at("1313", "n"));
    let mut game = board.open();
    game.activate(A1);
    let forward = advance(&game, "ne");
    assert_eq!(forbids(&game, a, forward), "");
    fire(&mut game, a, forward, &[]);
    assert_eq!(game.unit(a).hexes().collect::<Vec<_>>(), [game.hex("1311"), game.hex("1411")]);
    let left = half(&game, Hand::Left, "1310", Mode::Advancing);
    answer(&mut game, left, &[]);
    let right = half(&game, Hand::Right, "1410", Mode::Advancing);
    // Both at -3, and both found before anything is applied.
    answer(&mut game, right, &[9, 8]);
    assert_eq!(rolls(&game), [(6, "1 casualty".into()), (5, "Formation Hit".into())]);
    assert_eq!((game.unit(x).casualties, game.unit(x).formation), (1, Formation::Shaken));
    // X answers with two shots; nothing is taken off for the Advancing Fire, 1 for its own disorder.
    answer(&mut game, ReactChoice::Fire { unit: x }, &[]);
    let first = half(&game, Hand::Left, "1411", Mode::Skirmish);
    assert!(menu(&game).contains(&first));
    answer(&mut game, first, &[]);
    let second = half(&game, Hand::Right, "1311", Mode::Skirmish);
    answer(&mut game, second, &[2, 3]);
    assert_eq!(rolls(&game)[2..], [(1, "miss".into()), (2, "miss".into())]);
    assert!(game.state.windows.is_empty());
}

#[test]
fn skirmishing_is_answered_by_the_target_that_is_left() {
    // MP 10.3.3a, 10.3.1c
    let (mut game, firer, target) = duel(light("firer", A1), light("target", B1).strength(2).morale(8));
    let skirmish = at(&game, "1209", Mode::Skirmish);
    fire(&mut game, firer, skirmish, &[7]);
    assert_eq!(game.unit(target).casualties, 1);
    assert_eq!(game.state.windows.last().unwrap().trigger.event, Event::Fires { target, second: None });
    let (mut game, firer, target) = duel(light("firer", A1), light("target", B1).strength(1).morale(8));
    fire(&mut game, firer, skirmish, &[7]);
    assert!(!game.unit(target).on_map(), "MP 10.6.1c");
    assert!(game.state.windows.is_empty());
}

/// The first side's unit in 1210 next to the enemy in 1209, its Wing under those Orders.
fn next_to(firer: Piece, orders: Orders, change: impl FnOnce(&mut Board)) -> (Game, UnitId, UnitId) {
    let mut board = board();
    let firer = board.unit(firer.at("1210", "n"));
    let target = board.unit(heavy("target", B1).strength(20).morale(8).at("1209", "s"));
    board.commander(A1, 0, "1313");
    board.unit(light("staff", A1).at("1313", "n"));
    board.orders(A1, orders);
    change(&mut board);
    let mut game = board.open();
    game.activate(A1);
    (game, firer, target)
}

#[test]
fn v3_retreating_fire() {
    // MP V3, 10.3.4a, 10.3.4b, 10.3.4c: of the two-hex Z only one hex is next to C.
    let mut board = board();
    let c = board.unit(heavy("c", A1).at("1210", "n"));
    let z = board.unit(double_heavy("z", B1).strength(20).morale(8).at("1209", "s"));
    board.commander(A1, 0, "1313");
    board.unit(light("staff", A1).at("1313", "n"));
    board.orders(A1, Orders::MakeReady);
    let mut game = board.open();
    game.activate(A1);
    let retreating = at(&game, "1209", Mode::Retreating);
    assert_eq!(forbids(&game, c, retreating), "");
    fire(&mut game, c, retreating, &[9]);
    assert_eq!(rolls(&game), [(6, "1 casualty".into())]);
    assert!(game.state.windows.last().unwrap().trigger.retreating);
    assert_eq!(game.unit(c).hex, game.hex("1210"), "the enemy answers before the step");
    answer(&mut game, ReactChoice::Fire { unit: z }, &[]);
    let back = half(&game, Hand::Left, "1210", Mode::Skirmish);
    answer(&mut game, back, &[9]);
    assert_eq!(rolls(&game)[1], (6, "1 casualty".into()), "-3 as well");
    // Either rear hex, facing as before.
    let ways = [FireChoice::StepBack(game.dir("sw")), FireChoice::StepBack(game.dir("se"))];
    let mut offered = menu(&game);
    offered.sort_by_key(|choice| ways.iter().position(|way| way == choice));
    assert_eq!(offered, ways);
    answer(&mut game, ways[0], &[]);
    assert_eq!(game.unit(c).hex, game.hex("1211"));
    assert_eq!(game.unit(c).facing, game.vertex("n"));
    assert!(game.state.volleys.is_empty());
}

#[test]
fn retreating_fire_has_its_conditions() {
    // MP 10.3.4d, 10.3.4e
    let retreating = |game: &Game| at(game, "1209", Mode::Retreating);
    let (game, firer, _) = next_to(heavy("firer", A1), Orders::Charge, |_| {});
    assert_eq!(forbids(&game, firer, retreating(&game)), "MP 10.3.4d");
    let broken = heavy("firer", A1).formation(Formation::Broken);
    let (game, firer, _) = next_to(broken, Orders::MakeReady, |_| {});
    assert_eq!(forbids(&game, firer, retreating(&game)), "MP 10.3.4d");
    let (game, firer, _) = next_to(heavy("firer", A1), Orders::MakeReady, |board| {
        board.terrain("1211", "lake");
        board.unit(heavy("friend", A1).at("1311", "n"));
    });
    assert_eq!(forbids(&game, firer, retreating(&game)), "MP 10.3.4e");
    let (game, firer, _) = next_to(heavy("firer", A1), Orders::MakeReady, |board| {
        board.unit(light("flanker", B1).at("1310", "s"));
    });
    assert_eq!(forbids(&game, firer, at(&game, "1310", Mode::Retreating)), "MP 10.3.4a", "front hexes only");
    assert!(actions(&game, firer).contains(&retreating(&game)));
}

#[test]
fn g31_orders_bind_the_step_and_disorder_cancels_it() {
    // MP G31, 10.3.4a
    let (game, firer, _) = next_to(heavy("firer", A1), Orders::MakeReady, |board| {
        board.unit(light("behind", B1).at("1212", "n"));
    });
    assert_eq!(
        forbids(&game, firer, at(&game, "1209", Mode::Retreating)),
        "MP 10.3.4e",
        "both rear hexes are next to an enemy"
    );
    let (mut game, firer, target) = next_to(heavy("firer", A1).strength(20).morale(8), Orders::MakeReady, |_| {});
    let retreating = at(&game, "1209", Mode::Retreating);
    fire(&mut game, firer, retreating, &[0]);
    game.state.units[firer.ix()].formation = Formation::Shaken;
    answer(&mut game, ReactChoice::Fire { unit: target }, &[]);
    let back = at(&game, "1210", Mode::Salvo);
    // Salvo at -3: 7 + FH on the Salvo column needs a natural 9, 6 + ... ; the check is passed.
    answer(&mut game, back, &[6, 0]);
    assert_eq!(game.unit(firer).formation, Formation::Broken);
    assert_eq!(game.unit(firer).hex, game.hex("1210"), "Formation Broken: it stays");
    assert!(game.state.volleys.is_empty());
}

#[test]
fn retreating_fire_takes_the_hits_of_the_ground() {
    // MP 10.3.4c
    let (mut game, firer, target) = next_to(heavy("firer", A1), Orders::MakeReady, |board| {
        board.hexside("1210", "sw", "stream");
        board.terrain("1311", "lake");
    });
    let retreating = at(&game, "1209", Mode::Retreating);
    fire(&mut game, firer, retreating, &[0]);
    assert_eq!(game.asked(), Some(Seat(1)));
    let _ = target;
    answer(&mut game, ReactChoice::Done, &[]);
    assert_eq!(game.unit(firer).hex, game.hex("1211"), "the only way is taken without asking");
    assert_eq!(game.unit(firer).formation, Formation::Shaken);
}

#[test]
fn a_leader_goes_along_with_the_step_or_stays() {
    // MP G-A15
    for goes in [true, false] {
        let mut board = board();
        let firer = board.unit(heavy("firer", A1).at("1211", "n"));
        board.unit(heavy("target", B1).strength(20).morale(8).at("1209", "s"));
        let leader = board.commander(A1, 0, "1211");
        let mut game = board.open();
        game.activate(A1);
        let forward = advance(&game, "ne");
        fire(&mut game, firer, forward, &[]);
        assert_eq!(menu(&game), [FireChoice::Take(leader), FireChoice::Leave(leader)]);
        answer(&mut game, if goes { FireChoice::Take(leader) } else { FireChoice::Leave(leader) }, &[0]);
        let him = game.state.leaders[leader.ix()];
        let place = if goes { "1210" } else { "1211" };
        assert_eq!((him.hex, him.acted), (game.hex(place), goes));
        assert_eq!(game.unit(firer).hex, game.hex("1210"));
    }
}

/// Infantry and a gun in 1210, the enemy in 1209.
fn with_gun(gun_on_top: bool, orders: Orders, firer: Piece) -> (Game, UnitId, UnitId) {
    let mut board = board();
    let firer = board.unit(firer.at("1210", "n"));
    let mut piece = gun("gun", A2).at("1210", "n").mark(Mark::Fired);
    if gun_on_top {
        piece = piece.mark(Mark::OnTop);
    }
    let gun = board.unit(piece);
    board.unit(heavy("target", B1).strength(20).morale(8).at("1209", "s"));
    board.commander(A1, 0, "1313");
    board.unit(light("staff", A1).at("1313", "n"));
    board.orders(A1, orders);
    let mut game = board.open();
    game.activate(A1);
    (game, firer, gun)
}

#[test]
fn infantry_comes_from_below_a_gun_to_fire() {
    // MP 10.3.5a, 10.3.5b, 10.3.5c: any Orders, a Fired gun too.
    for orders in [Orders::Charge, Orders::MakeReady, Orders::ReceiveCharge, Orders::Rally] {
        let (mut game, firer, gun) = with_gun(true, orders, heavy("firer", A1));
        assert!(actions(&game, firer).contains(&FireChoice::OnTop), "{orders:?}");
        fire(&mut game, firer, FireChoice::OnTop, &[9]);
        assert_eq!(game.unit(firer).hex, game.hex("1210"));
        assert!(!game.unit(gun).has(Mark::OnTop));
        assert_eq!(rolls(&game)[0].0, 6);
        assert!(matches!(game.state.windows.last().unwrap().trigger.event, Event::AdvancesFiring { .. }));
    }
    let (game, firer, _) = with_gun(false, Orders::Charge, heavy("firer", A1));
    assert_eq!(forbids(&game, firer, FireChoice::OnTop), "MP 10.3.5b", "it lies on top already");
    let (mut game, firer, gun) = with_gun(true, Orders::Charge, heavy("firer", A1));
    game.state.lift(gun);
    game.state.units[gun.ix()].place = Place::Wreck { captured: false };
    assert_eq!(forbids(&game, firer, FireChoice::OnTop), "MP 10.3.5b", "a disabled gun");
    let (game, firer, _) = with_gun(true, Orders::Charge, heavy("firer", A1).formation(Formation::Broken));
    assert_eq!(forbids(&game, firer, FireChoice::OnTop), "MP 10.3.2e");
}

#[test]
fn infantry_goes_below_a_gun_after_its_fire() {
    // MP 10.3.5d
    let (mut game, firer, gun) = with_gun(false, Orders::MakeReady, heavy("firer", A1));
    let retreating = at(&game, "1209", Mode::Retreating);
    assert_eq!(forbids(&game, firer, retreating), "");
    fire(&mut game, firer, retreating, &[0]);
    answer(&mut game, ReactChoice::Done, &[]);
    let offered = menu(&game);
    assert!(offered.contains(&FireChoice::Below) && offered.len() == 3, "{offered:?}");
    answer(&mut game, FireChoice::Below, &[]);
    assert!(game.unit(gun).has(Mark::OnTop));
    assert_eq!(game.unit(firer).hex, game.hex("1210"));
    let (game, firer, _) = with_gun(false, Orders::Charge, heavy("firer", A1));
    assert_eq!(forbids(&game, firer, retreating), "MP 10.3.4d");
}

// 10.4 Salvo fire.

#[test]
fn salvo_once_a_turn_to_the_front_by_heavy_infantry() {
    // MP 10.4a, 10.4b, 10.4c, 10.4f, 10.6.3a
    let mut board = board();
    let firer = board.unit(heavy("firer", A1).at("1210", "n"));
    let target = board.unit(heavy("target", B1).strength(20).morale(8).at("1209", "s"));
    board.unit(heavy("flank", B1).strength(20).morale(8).at("1310", "s"));
    board.commander(A1, 0, "1210");
    let mut game = board.open();
    game.activate(A1);
    assert_eq!(forbids(&game, firer, at(&game, "1310", Mode::Salvo)), "MP 10.4b");
    let salvo = at(&game, "1209", Mode::Salvo);
    assert_eq!(forbids(&game, firer, salvo), "");
    game.state.activation = None;
    fire(&mut game, firer, salvo, &[0, 8]);
    assert_eq!(checks(&game), [8], "the target checks though it was missed");
    assert!(game.unit(firer).has(Mark::Salvo));
    assert_eq!(game.unit(firer).salvoed, Some(target));
    game.activate(A1);
    assert_eq!(forbids(&game, firer, salvo), "MP 10.4b");
    game.state.activation = None;
    let skirmish = at(&game, "1209", Mode::Skirmish);
    fire(&mut game, firer, skirmish, &[5]);
    assert_eq!(rolls(&game)[1], (4, "miss".into()), "-1 after its Salvo");
}

#[test]
fn a_battle_says_who_knows_the_salvo() {
    // MP 10.4a, E-GAG-16
    let no_salvo = heavy("firer", A1).card(|card| card.salvo = false);
    let (game, firer, _) = duel(no_salvo, heavy("target", B1));
    assert_eq!(forbids(&game, firer, at(&game, "1209", Mode::Salvo)), "MP 10.4a");
    let (mut game, firer, target) = duel(light("firer", A1), heavy("target", B1).morale(8));
    assert_eq!(forbids(&game, firer, at(&game, "1209", Mode::Salvo)), "MP 10.4a");
    game.rules.options.light_salvo = true;
    let salvo = at(&game, "1209", Mode::Salvo);
    assert_eq!(forbids(&game, firer, salvo), "");
    game.state.activation = None;
    fire(&mut game, firer, salvo, &[0, 0]);
    assert_eq!(game.unit(firer).salvoed, Some(target), "it counts in the close combat that follows");
}

#[test]
fn a_salvo_is_answered_and_may_itself_be_the_answer() {
    // MP 10.4d, 10.4e, 10.4g, 9.4.1c
    let (mut game, firer, target) = duel(heavy("firer", A1), heavy("target", B1).strength(20).morale(8));
    let salvo = at(&game, "1209", Mode::Salvo);
    fire(&mut game, firer, salvo, &[0, 0]);
    assert_eq!(game.asked(), Some(Seat(1)));
    answer(&mut game, ReactChoice::Fire { unit: target }, &[]);
    let (skirmish, back) = (at(&game, "1210", Mode::Skirmish), at(&game, "1210", Mode::Salvo));
    assert_eq!(menu(&game), [skirmish, back]);
    for mode in [Mode::Advancing, Mode::Retreating] {
        let refused = game.table().judge_fire(FireStep::Aim, Seat(1), at(&game, "1210", mode));
        assert_eq!(refused.unwrap_err().rule, "MP 10.3.1c", "no step in reaction");
    }
    answer(&mut game, back, &[0, 0]);
    assert!(game.unit(target).has(Mark::Salvo));
    assert!(game.state.windows.is_empty() && game.asked().is_none(), "nobody answers Reaction Fire");
}

#[test]
fn the_halves_of_a_unit_and_the_salvo() {
    // MP 10.4h, 10.4i
    let (mut game, firer) = double_before_two();
    let left = half(&game, Hand::Left, "1209", Mode::Salvo);
    fire(&mut game, firer, left, &[]);
    let right = half(&game, Hand::Right, "1409", Mode::Salvo);
    answer(&mut game, right, &[4, 4, 0, 0]);
    assert_eq!(rolls(&game), [(4, "1 casualty".into()), (4, "1 casualty".into())], "neither suffers from the other");
    let (mut game, firer) = double_before_two();
    fire(&mut game, firer, left, &[]);
    answer(&mut game, FireChoice::Hold, &[4, 0]);
    assert!(game.unit(firer).has(Mark::Salvo));
    let skirmish = half(&game, Hand::Right, "1409", Mode::Skirmish);
    fire(&mut game, firer, skirmish, &[]);
    assert!(menu(&game).iter().all(|choice| !matches!(choice, FireChoice::Shoot { mode: Mode::Salvo, .. })));
    answer(&mut game, FireChoice::Hold, &[5]);
    assert_eq!(rolls(&game)[1].0, 4, "the whole unit has salvoed");
}

#[test]
fn a_salvo_does_not_mix_with_a_step() {
    // MP 10.4g
    let (mut game, firer, _) = {
        let mut board = board();
        let firer = board.unit(double_heavy("firer", A1).at("1210", "n"));
        let target = board.unit(double_heavy("target", B1).strength(20).morale(8).at("1309", "s"));
        board.orders(A1, Orders::MakeReady);
        (board.open(), firer, target)
    };
    let left = half(&game, Hand::Left, "1209", Mode::Retreating);
    fire(&mut game, firer, left, &[]);
    let salvo = half(&game, Hand::Right, "1309", Mode::Salvo);
    let refused = game.table().judge_fire(FireStep::Aim, Seat(0), salvo);
    assert_eq!(refused.unwrap_err().rule, "MP 10.4g");
    assert_eq!(menu(&game), [half(&game, Hand::Right, "1309", Mode::Retreating), FireChoice::Hold]);
}

// 10.6 Results.

#[test]
fn casualties_that_call_for_a_check() {
    // MP 10.6.2a, 10.6.2b, 10.6.2c, 10.6.2d
    for (morale, needed) in [(1, 1), (4, 1), (6, 1), (7, 2), (8, 3)] {
        for casualties in 0..5 {
            assert_eq!(casualties_call_for_check(morale, casualties), casualties >= needed, "{morale}, {casualties}");
        }
    }
}

/// Fires a roll of 6 (one casualty) of Heavy Infantry at a target, with the dice of what follows.
fn one_casualty(target: Piece, dice: &[u8]) -> (Game, UnitId) {
    let mut board = board();
    let firer = board.unit(heavy("firer", A1).at("1210", "n"));
    let target = board.unit(target.at("1209", "s"));
    let mut game = board.open();
    let skirmish = at(&game, "1209", Mode::Skirmish);
    fire(&mut game, firer, skirmish, &[&[6], dice].concat());
    (game, target)
}

#[test]
fn morale_6_checks_on_any_casualty() {
    // MP 10.6.2a
    let (game, target) = one_casualty(heavy("target", B1).strength(20).morale(6), &[7]);
    assert_eq!(checks(&game), [7]);
    assert_eq!(game.unit(target).morale, Morale::Shaken);
    let (game, _) = one_casualty(heavy("target", B1).strength(20).morale(7), &[]);
    assert_eq!(checks(&game), []);
    let (game, _) = one_casualty(heavy("target", B1).strength(20).morale(7).state(Morale::Shaken), &[0]);
    assert_eq!(checks(&game), [0], "morale 7 Shaken is morale 6");
}

#[test]
fn a_unit_at_its_threshold_checks_once_more() {
    // MP 10.6.4a, 10.6.5a
    let worn = heavy("target", B1).strength(20).morale(6).casualties(10).state(Morale::Shaken);
    let (game, _) = one_casualty(worn.clone().mark(Mark::ThresholdReached), &[4]);
    assert_eq!(checks(&game), [5], "casualties and threshold: one roll at +1");
    let steady = heavy("target", B1).strength(20).morale(8).casualties(16).state(Morale::Normal);
    let (game, _) = one_casualty(steady.mark(Mark::ThresholdReached), &[4]);
    assert_eq!(checks(&game), [4], "the threshold alone");
}

#[test]
fn a_unit_is_gone_when_its_strength_is() {
    // MP 10.6.1c, 10.6.1d
    let (game, target) = one_casualty(heavy("target", B1).strength(3).morale(6).casualties(2), &[]);
    assert!(!game.unit(target).on_map());
    let (game, target) = one_casualty(heavy("target", B1).strength(3).morale(8).casualties(1), &[]);
    assert_eq!(game.table().strength(target), 1);
}

#[test]
fn v5_salvo_and_casualties() {
    // MP V5, 10.6.3a, 10.6.5a, 10.6.5b
    for (die, state) in [(7, Morale::Shaken), (6, Morale::Normal)] {
        let mut board = board();
        let firer = board.unit(heavy("firer", A1).at("1210", "n"));
        let target = board.unit(heavy("target", B1).strength(20).morale(7).at("1209", "s"));
        let mut game = board.open();
        let salvo = at(&game, "1209", Mode::Salvo);
        fire(&mut game, firer, salvo, &[8, die]);
        assert_eq!(game.unit(target).casualties, 2);
        assert_eq!(checks(&game), [i32::from(die) + 1]);
        assert_eq!(game.unit(target).morale, state);
    }
}

#[test]
fn v19_threshold_salvo_and_a_check_in_the_table() {
    // MP V19, 10.6.5b, 12.5.2e
    let mut board = board();
    let firer = board.unit(heavy("firer", A1).card(|card| card.regimental_guns = true).at("1210", "n"));
    let target = board.unit(heavy("target", B1).strength(10).morale(7).casualties(4).at("1209", "s"));
    let mut game = board.open();
    let salvo = at(&game, "1209", Mode::Salvo);
    fire(&mut game, firer, salvo, &[8, 5]);
    assert_eq!(game.unit(target).casualties, 6);
    assert_eq!(checks(&game), [7], "three checks owed: +2");
    assert_eq!(game.unit(target).morale, Morale::Broken);
    // It retreats two hexes; both ways north are as good as each other.
    while game.asked().is_some() {
        let seat = game.asked().unwrap();
        let Some(Step::Combat(step)) = game.state.agenda.top() else { panic!("{:?}", game.state.agenda.top()) };
        let mut menu = Vec::new();
        game.table().ask_combat(step, seat, &mut menu);
        game.with(&[], |play| play.decide(seat, menu[0]));
    }
    assert_eq!(game.table().distance(target, firer), 3);
}

#[test]
fn g12_no_more_than_three_are_added() {
    // MP G12, 10.6.3b, 10.6.5b: both halves Salvo with guns at a unit past its threshold: five checks, +3.
    let mut board = board();
    let guns = double_heavy("firer", A1).card(|card| card.regimental_guns = true);
    let firer = board.unit(guns.at("1210", "n"));
    let worn = heavy("target", B1).strength(20).morale(8).casualties(16).state(Morale::Shaken);
    board.unit(worn.mark(Mark::ThresholdReached).at("1309", "s"));
    let mut game = board.open();
    let left = half(&game, Hand::Left, "1309", Mode::Salvo);
    fire(&mut game, firer, left, &[]);
    let right = half(&game, Hand::Right, "1309", Mode::Salvo);
    answer(&mut game, right, &[7, 7, 3]);
    assert_eq!(checks(&game), [6]);
}

#[test]
fn formation_hits_on_units_without_order_are_casualties() {
    // MP 10.6.6a
    for piece in [
        heavy("target", B1).formation(Formation::Broken),
        heavy("target", B1).formation(Formation::Hedgehog),
        heavy("target", B1).state(Morale::Broken),
    ] {
        let mut board = board();
        let firer = board.unit(light("firer", A1).at("1210", "n"));
        let target = board.unit(piece.strength(20).morale(8).at("1209", "s"));
        let mut game = board.open();
        let before = game.unit(target).formation;
        let skirmish = at(&game, "1209", Mode::Skirmish);
        let (die, check): (u8, &[u8]) = match before {
            Formation::Hedgehog => (5, &[]),
            Formation::None => (6, &[0]),
            _ => (6, &[]),
        };
        fire(&mut game, firer, skirmish, &[&[die], check].concat());
        assert_eq!((game.unit(target).casualties, game.unit(target).formation), (1, before));
    }
}

#[test]
fn open_order_falls_into_disorder() {
    // MP 6.3.3d
    let mut board = board();
    let firer = board.unit(light("firer", A1).at("1210", "n"));
    let target = board.unit(heavy("target", B1).formation(Formation::OpenOrder).at("1209", "s"));
    let mut game = board.open();
    let skirmish = at(&game, "1209", Mode::Skirmish);
    fire(&mut game, firer, skirmish, &[6]);
    assert_eq!(game.unit(target).formation, Formation::Broken);
}

#[test]
fn a_column_is_broken_before_it_is_shot_at() {
    // MP 6.3.4h, G29
    let mut board = board();
    let firer = board.unit(heavy("firer", A1).at("1210", "n"));
    let column = heavy("target", B1).morale(8).strength(20).formation(Formation::Column);
    let target = board.unit(column.at("1209", "s"));
    let mut game = board.open();
    let skirmish = at(&game, "1209", Mode::Skirmish);
    fire(&mut game, firer, skirmish, &[]);
    play_out(&mut game, &[0, 5]);
    assert_eq!(game.unit(target).formation, Formation::Broken);
    assert_eq!(game.unit(target).casualties, 1, "a Formation Hit on a Formation Broken unit");
    // Shaken and failing, it runs, and the shot is lost.
    let mut board = common::board();
    let firer = board.unit(heavy("firer", A1).at("1210", "n"));
    let column = heavy("target", B1).morale(8).strength(20).formation(Formation::Column).state(Morale::Shaken);
    let target = board.unit(column.at("1209", "s"));
    let mut game = board.open();
    fire(&mut game, firer, skirmish, &[]);
    play_out(&mut game, &[9]);
    assert_eq!(game.unit(target).morale, Morale::Broken);
    assert_eq!(rolls(&game), []);
    assert!(game.state.volleys.is_empty());
}

/// Answers every question with its first choice until nobody is asked.
fn play_out(game: &mut Game, dice: &[u8]) {
    let first = |game: &Game, seat: Seat| {
        let mut menu = Vec::new();
        match game.state.agenda.top().unwrap() {
            Step::Fire(step) => game.table().ask_fire(step, seat, &mut menu),
            Step::Combat(step) => game.table().ask_combat(step, seat, &mut menu),
            Step::Move(step) => game.table().ask_move(step, seat, &mut menu),
            step => panic!("{step:?}"),
        };
        menu[0]
    };
    let rules = game.rules.clone();
    let mut scripted = kernel::Scripted::new(dice.iter().map(|face| face + 1).collect::<Vec<_>>());
    while let Some(seat) = game.asked() {
        let decision = first(game, seat);
        let (state, ledger) = (&mut game.state, &mut game.ledger);
        let mut play = musket_and_pike::table::Play { rules: &rules, state, dice: &mut scripted, listener: ledger };
        play.decide(seat, decision);
    }
    scripted.finish().unwrap();
}

#[test]
fn leaders_are_in_danger_before_the_check() {
    // MP 10.10a, 10.10b
    let mut board = board();
    let firer = board.unit(heavy("firer", A1).at("1210", "n"));
    board.unit(heavy("target", B1).strength(20).morale(6).at("1209", "s"));
    let leader = board.commander(B1, -2, "1209");
    let mut game = board.open();
    let skirmish = at(&game, "1209", Mode::Skirmish);
    fire(&mut game, firer, skirmish, &[6, 9, 6]);
    assert_ne!(game.state.leaders[leader.ix()].place, LeaderPlace::Map);
    assert_eq!(checks(&game), [6], "he no longer helps");
}

#[test]
fn g18_the_retreat_comes_once_and_last() {
    // MP G18, 12.5.2e: the threshold breaks a Shaken unit, the check it fails then destroys it.
    let mut board = board();
    let firer = board.unit(heavy("firer", A1).at("1210", "n"));
    let worn = heavy("target", B1).strength(10).morale(6).casualties(4).state(Morale::Shaken);
    let target = board.unit(worn.at("1209", "s"));
    let mut game = board.open();
    let skirmish = at(&game, "1209", Mode::Skirmish);
    fire(&mut game, firer, skirmish, &[6, 2]);
    assert_eq!(checks(&game), [2]);
    assert!(!game.unit(target).on_map());
    assert!(game.asked().is_none());
}

// Modifiers.

/// The sum of the modifiers of one Skirmish shot at 1209.
fn modifier(firer: Piece, target: Piece, change: impl FnOnce(&mut Board)) -> i32 {
    let mut board = board();
    let mode = if firer.card.class == musket_and_pike::cards::Class::Cavalry { Mode::Pistol } else { Mode::Skirmish };
    let firer = board.unit(firer.at("1210", "n"));
    board.unit(target.strength(20).morale(8).at("1209", "s"));
    change(&mut board);
    let mut game = board.open();
    let shot = at(&game, "1209", mode);
    fire(&mut game, firer, shot, &[0]);
    rolls(&game)[0].0
}

#[test]
fn formations_of_firer_and_target() {
    // MP 6.3.1e, 6.3.1f, 6.3.2b, C10
    let target = || heavy("target", B1);
    let firer = |formation| heavy("firer", A1).formation(formation);
    assert_eq!(modifier(firer(Formation::Normal), target(), |_| {}), 0);
    assert_eq!(modifier(firer(Formation::Shaken), target(), |_| {}), -1);
    assert_eq!(modifier(firer(Formation::Broken), target(), |_| {}), -2);
    assert_eq!(modifier(firer(Formation::Normal), target().formation(Formation::Hedgehog), |_| {}), 1);
}

#[test]
fn v35_open_order() {
    // MP V35, 6.3.3e; ruling MP G-A63
    let open = || heavy("firer", A1).formation(Formation::OpenOrder);
    assert_eq!(result_of(open(), Mode::Skirmish, "1209", 5), "Formation Hit");
    let shaken = |board: &mut Board| board.rules.charts.open_order_as_shaken = true;
    assert_eq!(modifier(open(), heavy("target", B1), shaken), -1);
}

#[test]
fn terrain_and_wagons_shelter_the_target() {
    // MP 14.1e, C20
    let target = || heavy("target", B1);
    let firer = || heavy("firer", A1);
    assert_eq!(modifier(firer(), target(), |board| board.terrain("1209", "woods")), -1);
    assert_eq!(modifier(firer(), target(), |board| board.terrain("1210", "woods")), 0, "not the firer's own");
    assert_eq!(modifier(firer(), target(), |board| board.terrain("1209", "village")), -2);
    let with_wagon = |board: &mut Board| {
        board.unit(wagon("wagon", B1).at("1209", "s"));
    };
    assert_eq!(modifier(firer(), target(), with_wagon), -1);
    assert_eq!(modifier(firer(), target(), |board| board.slope("1210", "nw", Slope::Steep)), 0);
}

#[test]
fn v20_light_infantry_at_cavalry_behind_a_hedge() {
    // MP V20, 14.4a, 14.4g
    let mut board = board();
    let firer = board.unit(light("firer", A1).at("1210", "n"));
    let target = board.unit(cavalry("target", B1).at("1209", "s"));
    board.hexside("1210", "nw", "hedge");
    let mut game = board.open();
    game.state.first_adjacent.push((target, firer));
    let skirmish = at(&game, "1209", Mode::Skirmish);
    fire(&mut game, firer, skirmish, &[7]);
    assert_eq!(rolls(&game), [(6, "Formation Hit".into())]);
    assert_eq!(game.unit(target).formation, Formation::Shaken);
}

#[test]
fn a_reciprocal_hexside_helps_whoever_was_there_first() {
    // MP 14.4a, 14.4g: as between those two alone.
    for (key, cover) in [
        ("hedge", -1),
        ("berm", -1),
        ("entrenchment", -2),
        ("redoubt", -2),
        ("stream", 0),
        ("bridge", 0),
        ("abatis", 0),
    ] {
        for firer_first in [false, true] {
            let mut board = board();
            let firer = board.unit(heavy("firer", A1).at("1210", "n"));
            let target = board.unit(heavy("target", B1).strength(20).morale(8).at("1209", "s"));
            let third = board.unit(heavy("third", B1).strength(20).morale(8).at("1309", "s"));
            board.hexside("1210", "nw", key);
            board.hexside("1210", "ne", key);
            assert!(board.rules.ground.rows.iter().find(|row| row.key == key).unwrap().reciprocal, "{key}");
            let mut game = board.open();
            let pair = if firer_first { (firer, target) } else { (target, firer) };
            game.state.first_adjacent.push(pair);
            game.state.first_adjacent.push((third, firer));
            for (hex, helped) in [("1209", !firer_first), ("1309", true)] {
                let shot = at(&game, hex, Mode::Skirmish);
                fire(&mut game, firer, shot, &[0]);
                let expected = if helped { cover } else { 0 };
                assert_eq!(rolls(&game).last().unwrap().0, expected, "{key} {hex} {firer_first}");
            }
        }
    }
}

// 8.2.1: cavalry with Light Infantry.

/// Cavalry and Light Infantry in 1210, an enemy in 1209.
fn mixed_stack() -> (Game, UnitId, UnitId, UnitId) {
    let mut board = board();
    let horse = board.unit(cavalry("horse", A1).morale(8).at("1210", "n"));
    let foot = board.unit(light("foot", A1).at("1210", "n"));
    board.together(horse, foot);
    let enemy = board.unit(heavy("enemy", B1).strength(20).morale(8).at("1209", "s"));
    board.commander(A1, 0, "1313");
    board.unit(light("staff", A1).at("1313", "n"));
    (board.open(), horse, foot, enemy)
}

#[test]
fn cavalry_and_its_musketeers_both_fire() {
    // MP 8.2.1c; ruling MP G-A56: on every trigger.
    let (mut game, horse, foot, enemy) = mixed_stack();
    game.activate(A1);
    let (pistols, muskets) = (at(&game, "1209", Mode::Pistol), at(&game, "1209", Mode::Skirmish));
    assert_eq!(actions(&game, horse), [pistols, muskets]);
    assert_eq!(forbids(&game, foot, muskets), "MP 8.2.1c", "they are one unit");
    game.state.activation = None;
    fire(&mut game, horse, pistols, &[]);
    assert_eq!(menu(&game), [muskets, FireChoice::Hold]);
    answer(&mut game, muskets, &[7, 9]);
    assert_eq!(game.unit(enemy).casualties, 2, "added up before anything is applied");
    assert_eq!(game.unit(horse).pistols, 1);
    // Without pistols the Light Infantry still answers.
    game.state.units[horse.ix()].pistols = 0;
    assert_eq!(keeps(&game, horse, enemy, true), "");
    game.with(&[0], |play| {
        play.begin_reaction_fire(horse, enemy);
        play.advance();
    });
    assert_eq!(rolls(&game).len(), 3);
}

#[test]
fn the_owner_says_who_of_a_stack_takes_each_casualty() {
    // MP 8.2.1f
    let (mut game, horse, foot, enemy) = mixed_stack();
    let salvo = at(&game, "1210", Mode::Salvo);
    // 2 + FH: the Formation Hit is shared, each casualty falls on one of the two.
    fire(&mut game, enemy, salvo, &[9]);
    assert_eq!(game.asked(), Some(Seat(0)));
    assert_eq!(menu(&game), [FireChoice::LossTo(horse), FireChoice::LossTo(foot)]);
    assert_eq!([horse, foot].map(|id| game.unit(id).formation), [Formation::Shaken; 2]);
    answer(&mut game, FireChoice::LossTo(foot), &[]);
    answer(&mut game, FireChoice::LossTo(horse), &[0]);
    assert_eq!([horse, foot].map(|id| game.unit(id).casualties), [1, 1]);
    let stranger = FireChoice::LossTo(enemy);
    fire(&mut game, enemy, salvo, &[4]);
    let refused = game.table().judge_fire(FireStep::Share, Seat(0), stranger);
    assert_eq!(refused.unwrap_err().rule, "MP 8.2.1f");
}

#[test]
fn musketeers_do_not_fire_while_the_cavalry_rides() {
    // MP 10.3.1a, 8.2.1c
    let (mut game, horse, _, enemy) = mixed_stack();
    riding(&mut game, horse, false);
    game.with(&[0], |play| {
        play.begin_pistol(horse, enemy);
        play.advance();
    });
    assert_eq!(rolls(&game).len(), 1, "the pistols alone");
}

// 9.4 Reaction fire.

/// Reaction Fire at a unit, as an answer to what it has just done.
fn react(game: &mut Game, firer: UnitId, trigger: Trigger, dice: &[u8]) {
    let unit = game.unit(trigger.unit);
    let window = Window {
        trigger,
        side: B,
        at: (unit.hex, unit.other),
        reacted: Default::default(),
        done: kernel::SeatSet::EMPTY,
    };
    game.state.windows.push(window);
    game.with(dice, |play| {
        play.begin_reaction_fire(firer, trigger.unit);
        play.advance();
    });
    if game.state.agenda.is_empty() {
        game.state.windows.pop();
    }
}

fn entered(unit: UnitId, ran: bool, retreating: bool) -> Trigger {
    Trigger { unit, event: Event::Enters, spent: true, ran, retreating, artillery: false, barred: Default::default() }
}

#[test]
fn heavy_infantry_fires_worse_at_running_cavalry() {
    // MP 9.4.2a, VA41; 9.4.1a: as often as it is triggered.
    for (shooter, runner, ran, total) in [
        (heavy("shooter", B1), cavalry("runner", A1), true, -1),
        (heavy("shooter", B1), cavalry("runner", A1), false, 0),
        (heavy("shooter", B1), heavy("runner", A1), true, 0),
        (light("shooter", B1), cavalry("runner", A1), true, 0),
    ] {
        let no_salvo = shooter.card(|card| card.salvo = false);
        let (mut game, runner, shooter) = duel(runner, no_salvo);
        for _ in 0..3 {
            react(&mut game, shooter, entered(runner, ran, false), &[0]);
            assert_eq!(rolls(&game).last().unwrap().0, total);
        }
        assert_eq!(rolls(&game).len(), 3);
    }
}

#[test]
fn fire_at_the_step_back_has_the_modifier_too() {
    // MP 10.3.4b, G-A32
    let (mut game, target, shooter) = duel(heavy("target", A1), light("shooter", B1));
    react(&mut game, shooter, entered(target, false, true), &[0]);
    assert_eq!(rolls(&game), [(-3, "miss".into())]);
}

#[test]
fn reaction_fire_goes_at_the_trigger_with_both_halves() {
    // MP 9.1.1l, 9.4.1d, G-A55
    let mut board = board();
    let trigger = board.unit(heavy("trigger", A1).at("1310", "n"));
    board.unit(heavy("other", A1).at("1210", "n"));
    let shooter = board.unit(double_heavy("shooter", B1).at("1409", "s"));
    let mut game = board.open();
    game.activate(A1);
    react(&mut game, shooter, entered(trigger, false, false), &[]);
    let shots: Vec<FireChoice> = [Hand::Left, Hand::Right]
        .into_iter()
        .flat_map(|hand| [Mode::Skirmish, Mode::Salvo].map(|mode| half(&game, hand, "1310", mode)))
        .collect();
    assert_eq!(menu(&game), shots);
    let elsewhere = half(&game, Hand::Right, "1210", Mode::Skirmish);
    let refused = game.table().judge_fire(FireStep::Aim, Seat(1), elsewhere);
    assert_eq!(refused.unwrap_err().rule, "MP 9.1.1l");
    answer(&mut game, shots[0], &[]);
    assert_eq!(menu(&game), [shots[2], shots[3], FireChoice::Hold], "Salvo and Skirmish may differ");
}

#[test]
fn va42_exhausted_fire() {
    // MP VA42, 9.4.1aa, 9.4.1ab
    let doubled = || {
        let mut board = board();
        board.rules.options.exhausted_fire = true;
        let trigger = board.unit(heavy("trigger", A1).strength(20).morale(8).at("1310", "n"));
        let shooter = board.unit(double_heavy("shooter", B1).at("1409", "s"));
        let mut game = board.open();
        game.activate(A1);
        (game, trigger, shooter)
    };
    let (mut game, trigger, shooter) = doubled();
    react(&mut game, shooter, entered(trigger, false, false), &[]);
    let left = half(&game, Hand::Left, "1310", Mode::Skirmish);
    answer(&mut game, left, &[]);
    let right = half(&game, Hand::Right, "1310", Mode::Skirmish);
    answer(&mut game, right, &[5, 2]);
    assert_eq!(rolls(&game).len(), 2, "the other half still fires in this opportunity");
    assert_eq!(keeps(&game, shooter, trigger, true), "MP 9.4.1aa");
    assert_eq!(keeps(&game, shooter, trigger, false), "", "its own Action is another matter");
    let (mut game, trigger, shooter) = doubled();
    react(&mut game, shooter, entered(trigger, false, false), &[]);
    answer(&mut game, left, &[]);
    answer(&mut game, FireChoice::Hold, &[4]);
    assert_eq!(keeps(&game, shooter, trigger, true), "", "below 5 it may fire again");
    let (mut game, trigger, shooter) = doubled();
    game.rules.options.exhausted_fire = false;
    react(&mut game, shooter, entered(trigger, false, false), &[]);
    answer(&mut game, left, &[]);
    answer(&mut game, FireChoice::Hold, &[9]);
    assert_eq!(keeps(&game, shooter, trigger, true), "");
}

/// A unit in a village fired at with a result of one casualty; nobody has answered yet.
fn into_village(terrain: &str, firer: Piece) -> (Game, UnitId, UnitId) {
    let mut board = board();
    let firer = board.unit(firer.at("1210", "n"));
    let target = board.unit(heavy("target", B1).strength(20).morale(6).at("1209", "s"));
    board.terrain("1209", terrain);
    let mut game = board.open();
    game.activate(A1);
    (game, firer, target)
}

#[test]
fn va43_cover() {
    // MP VA43, 9.4.5a, 9.4.5b; ruling MP G-A54
    let (mut game, firer, target) = into_village("village", heavy("firer", A1));
    let salvo = at(&game, "1209", Mode::Salvo);
    fire(&mut game, firer, salvo, &[8]);
    assert_eq!(game.asked(), Some(Seat(1)), "after the roll, before its result");
    assert_eq!(menu(&game), [FireChoice::Cover, FireChoice::NoCover]);
    answer(&mut game, FireChoice::Cover, &[]);
    assert_eq!(game.unit(target).casualties, 0);
    assert_eq!(checks(&game), [], "not even for the Salvo");
    assert!(game.state.windows.is_empty(), "it does not fire");
    assert_eq!(keeps(&game, target, firer, true), "MP 9.4.5b");
    // Later fire of this activation is void too, without asking again.
    let skirmish = at(&game, "1209", Mode::Skirmish);
    fire(&mut game, firer, skirmish, &[9]);
    assert_eq!(game.unit(target).casualties, 0);
    assert!(game.asked().is_none());
}

#[test]
fn whoever_does_not_take_cover_suffers_and_answers() {
    // MP 9.4.5a
    let (mut game, firer, target) = into_village("village", light("firer", A1));
    let skirmish = at(&game, "1209", Mode::Skirmish);
    fire(&mut game, firer, skirmish, &[9]);
    answer(&mut game, FireChoice::NoCover, &[0]);
    assert_eq!(game.unit(target).casualties, 1);
    assert_eq!(game.state.windows.last().unwrap().trigger.event, Event::Fires { target, second: None });
}

#[test]
fn only_buildings_give_cover() {
    // MP 9.4.5c
    for (terrain, covers) in [("village", true), ("chateau", true), ("woods", false), ("mounds", false)] {
        let (mut game, firer, _) = into_village(terrain, light("firer", A1));
        let skirmish = at(&game, "1209", Mode::Skirmish);
        fire(&mut game, firer, skirmish, &[0]);
        assert_eq!(matches!(game.state.agenda.top(), Some(Step::Fire(FireStep::Cover))), covers, "{terrain}");
    }
    let (mut game, firer, target) = into_village("village", light("firer", A1));
    game.state.units[target.ix()].formation = Formation::Hedgehog;
    let skirmish = at(&game, "1209", Mode::Skirmish);
    fire(&mut game, firer, skirmish, &[0]);
    assert!(game.asked().is_none(), "it could not answer, so it cannot take cover");
}

#[test]
fn two_hexes_that_are_the_same_are_named_once() {
    // The left half of the target and the right half are equally good marks; with a leader in one they are not.
    for led in [false, true] {
        let mut board = board();
        let firer = board.unit(light("firer", A1).at("1210", "n"));
        board.unit(double_heavy("target", B1).at("1309", "s"));
        board.commander(A1, 0, "1210");
        if led {
            board.commander(B1, 0, "1309");
        }
        let mut game = board.open();
        game.activate(A1);
        let shots = actions(&game, firer).into_iter().filter(|choice| matches!(choice, FireChoice::Shoot { .. }));
        assert_eq!(shots.count(), if led { 2 } else { 1 });
    }
}

#[test]
fn choices_are_written_and_read() {
    let (game, firer, _) = duel(heavy("firer", A1), heavy("target", B1));
    let leader = musket_and_pike::cards::LeaderId(0);
    for choice in [
        at(&game, "1209", Mode::Skirmish),
        half(&game, Hand::Left, "1209", Mode::Salvo),
        FireChoice::Advance(game.dir("ne")),
        FireChoice::OnTop,
        FireChoice::Hold,
        FireChoice::Cover,
        FireChoice::NoCover,
        FireChoice::Displace(Hand::Right),
        FireChoice::StandFast,
        FireChoice::LossTo(firer),
        FireChoice::SpineSide(Hand::Left),
        FireChoice::StepBack(game.dir("sw")),
        FireChoice::Below,
        FireChoice::Take(leader),
        FireChoice::Leave(leader),
    ] {
        let text = choice.notate(&game.rules);
        let words: Vec<&str> = text.split(' ').collect();
        assert_eq!(FireChoice::read(&words, &game.rules), Some(Ok(choice)), "{text}");
        assert!(!game.table().describe_fire(choice).is_empty());
    }
    assert!(FireChoice::read(&["march"], &game.rules).is_none());
    assert!(FireChoice::read(&["shoot", "9999", "salvo"], &game.rules).unwrap().is_err());
    assert!(FireChoice::read(&["shoot", "1209", "cannon"], &game.rules).unwrap().is_err());
}

#[test]
fn a_miss_is_nothing_at_all() {
    // MP 10.10a: FireResult::MISS is what the tables call M.
    assert!(FireResult::MISS.is_miss());
    assert!(!FireResult { formation_hit: true, ..FireResult::MISS }.is_miss());
}
