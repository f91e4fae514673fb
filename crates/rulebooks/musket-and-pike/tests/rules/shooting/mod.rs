//! What the tests of fire have in common.
//!
//! Rows run from north to south; a unit in 1210 that faces north has 1209 and 1309 before it, 1110 and 1310 on its flanks, 1211 and 1311
//! behind it.
#![allow(dead_code)]

use crate::common::*;
use field::hexes::Hand;
use kernel::Rulebook;
use musket_and_pike::cards::UnitId;
use musket_and_pike::decision::Decision;
use musket_and_pike::fire::{FireChoice, Mode};
use musket_and_pike::movement::{Activity, Moving};
use musket_and_pike::reaction::ReactChoice;

pub fn at(game: &Game, hex: &str, mode: Mode) -> FireChoice {
    FireChoice::Shoot { half: None, at: game.hex(hex), mode }
}

pub fn half(game: &Game, half: Hand, hex: &str, mode: Mode) -> FireChoice {
    FireChoice::Shoot { half: Some(half), at: game.hex(hex), mode }
}

/// Fires with a unit, whatever the rules say, and plays on to the next question.
pub fn fire(game: &mut Game, id: UnitId, choice: FireChoice, dice: &[u8]) {
    game.with(dice, |play| {
        play.begin_fire(id, choice);
        play.advance();
    });
}

/// Answers the question that is asked now.
pub fn answer(game: &mut Game, decision: impl Into<Answer>, dice: &[u8]) {
    let Some(seat) = game.asked() else { panic!("nobody is asked") };
    let decision = match decision.into() {
        Answer::Fire(choice) => Decision::Fire(choice),
        Answer::React(choice) => Decision::React(choice),
    };
    game.with(dice, |play| play.decide(seat, decision));
}

pub enum Answer {
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
pub fn menu(game: &Game) -> Vec<FireChoice> {
    let Some(seat) = game.asked() else { return Vec::new() };
    let mut menu = Vec::new();
    let question = game.rules.ask(&game.state, seat, &mut menu);
    assert!(question.default < menu.len() && question.complete);
    for decision in &menu {
        assert_eq!(game.rules.judge(&game.state, seat, decision), Ok(()), "{decision:?}");
    }
    menu.iter().map(choice_of).collect()
}

/// The rule that forbids an answer to what is asked now; nothing when it is legal.
pub fn refuses(game: &Game, choice: FireChoice) -> String {
    let Some(seat) = game.asked() else { return "nobody is asked".into() };
    let judged = game.rules.judge(&game.state, seat, &Decision::Fire(choice));
    judged.err().map_or(String::new(), |refusal| refusal.rule.to_string())
}

pub fn choice_of(decision: &Decision) -> FireChoice {
    match decision {
        Decision::Fire(choice) => *choice,
        other => panic!("{other:?}"),
    }
}

/// The fire Actions of a unit, all of them accepted.
pub fn actions(game: &Game, id: UnitId) -> Vec<FireChoice> {
    let mut menu = Vec::new();
    game.table().fire_actions(id, &mut menu);
    let choices: Vec<FireChoice> = menu.iter().map(choice_of).collect();
    for &choice in &choices {
        assert_eq!(game.table().judge_fire_action(id, choice), Ok(()), "{choice:?}");
    }
    choices
}

/// The rule that forbids an Action; nothing when it is allowed.
pub fn forbids(game: &Game, id: UnitId, choice: FireChoice) -> String {
    match game.table().judge_fire_action(id, choice) {
        Ok(()) => String::new(),
        Err(refusal) => refusal.rule.to_string(),
    }
}

/// The rule that keeps one unit from firing at another; nothing when it can.
pub fn keeps(game: &Game, firer: UnitId, target: UnitId, reaction: bool) -> String {
    let told = game.table().can_fire_at(firer, target, reaction);
    assert_eq!(told.is_ok(), game.table().fires_at(firer, target, reaction));
    told.err().map_or(String::new(), |refusal| refusal.rule.to_string())
}

/// Totals of the fire rolls so far, and what came of them.
pub fn rolls(game: &Game) -> Vec<(i32, String)> {
    let fired = game.ledger.entries.iter().filter(|entry| entry.title.contains(" fires at "));
    fired.map(|entry| (entry.total.unwrap(), entry.result.to_string())).collect()
}

/// Totals of the Morale Checks so far.
pub fn checks(game: &Game) -> Vec<i32> {
    let checked = game.ledger.entries.iter().filter(|entry| entry.title.contains("checks its morale"));
    checked.map(|entry| entry.total.unwrap()).collect()
}

/// What one shot brings with a natural roll, at a target of strength 20 and morale 8 in the open.
pub fn result_of(firer: Piece, mode: Mode, hex: &str, die: u8) -> String {
    let mut board = board();
    let firer = board.unit(firer.at("1210", "n"));
    board.unit(heavy("target", B1).strength(20).morale(8).at(hex, "s"));
    let mut game = board.open();
    let owes = mode == Mode::Salvo || game.rules.units[firer.ix()].regimental_guns && die >= 8;
    let dice = if owes { vec![die, 0] } else { vec![die] };
    let choice = at(&game, hex, mode);
    fire(&mut game, firer, choice, &dice);
    rolls(&game)[0].1.clone()
}

/// A unit and an enemy before it, both at home on clear ground; the firer's Wing is active and led.
pub fn duel(firer: Piece, target: Piece) -> (Game, UnitId, UnitId) {
    let mut board = board();
    let firer = board.unit(firer.at("1210", "n"));
    let target = board.unit(target.at("1209", "s"));
    board.commander(A1, 0, "1312");
    board.unit(light("staff", A1).at("1312", "n"));
    let mut game = board.open();
    game.activate(A1);
    (game, firer, target)
}

/// A two-hex unit in 1210 and 1310 with an enemy before its left and one before its right half.
pub fn double_before_two() -> (Game, UnitId) {
    let mut board = board();
    let firer = board.unit(double_heavy("firer", A1).at("1210", "n"));
    board.unit(heavy("y", B1).strength(20).morale(8).at("1209", "s"));
    board.unit(double_heavy("z", B1).strength(20).morale(8).at("1509", "s"));
    board.commander(A1, 0, "1210");
    (board.open(), firer)
}

pub fn fire_left(game: &mut Game, firer: UnitId, dice: &[u8]) {
    let left = half(game, Hand::Left, "1209", Mode::Skirmish);
    fire(game, firer, left, dice);
}

/// Puts a unit in the middle of a Move Action.
pub fn riding(game: &mut Game, id: UnitId, fired: bool) {
    let moving = Moving { fired, in_command: true, run: 2, ..Moving::begun(game.table(), id, Activity::Move) };
    game.state.moves.push(moving);
}

/// Answers every question with its first choice until nobody is asked.
pub fn play_out(game: &mut Game, dice: &[u8]) {
    let mut scripted =
        kernel::Scripted::new(dice.iter().map(|&face| if face == 0 { 10 } else { face }).collect::<Vec<_>>());
    let mut menu = Vec::new();
    while let Some(seat) = game.asked() {
        game.rules.ask(&game.state, seat, &mut menu);
        game.rules.play(&mut game.state, seat, menu[0], &mut scripted, &mut game.ledger);
    }
    scripted.finish().unwrap();
}

pub fn shell(game: &Game, hex: &str) -> FireChoice {
    at(game, hex, Mode::Artillery)
}

/// A gun of the first side in 1220 that faces north, and what else the test puts on the board.
pub fn battery(piece: Piece, change: impl FnOnce(&mut Board)) -> (Game, UnitId) {
    let mut board = board();
    let gun = board.unit(piece.at("1220", "n"));
    change(&mut board);
    (board.open(), gun)
}

/// A steady target that does not check on little.
pub fn steady(key: &str, hex: &str) -> Piece {
    heavy(key, B1).strength(20).morale(8).at(hex, "s")
}

/// Puts one more unit on a board.
pub fn add(board: &mut Board, piece: Piece) {
    board.unit(piece);
}
