//! Moves in tests: begin, choose, be refused.
#![allow(dead_code)]

use crate::common::Game;
use kernel::Refusal;
use musket_and_pike::agenda::Step;
use musket_and_pike::cards::{LeaderId, UnitId};
use musket_and_pike::decision::Decision;
use musket_and_pike::movement::{MoveChoice, MoveStep, Moving};

pub use MoveChoice::*;

/// Puts the question what a unit does with its Action.
pub fn act(game: &mut Game, unit: UnitId) {
    game.state.agenda.push(Step::Move(MoveStep::Action(unit)));
    game.advance(&[]);
}

/// Puts the question what a leader does with his.
pub fn lead(game: &mut Game, leader: LeaderId) {
    game.state.agenda.push(Step::Move(MoveStep::LeaderAction(leader)));
    game.advance(&[]);
}

/// Begins a unit's move, leaders staying behind.
pub fn start(game: &mut Game, unit: UnitId) {
    act(game, unit);
    if step(game) == Some(MoveStep::Action(unit)) {
        choose(game, Move, &[]);
    }
    while let Some(MoveStep::Company(leader)) = step(game) {
        choose(game, Leave(leader), &[]);
    }
}

/// The step of a move on top of the agenda.
pub fn step(game: &Game) -> Option<MoveStep> {
    match game.state.agenda.top() {
        Some(Step::Move(step)) => Some(step),
        _ => None,
    }
}

pub fn judge(game: &Game, choice: MoveChoice) -> Result<(), Refusal> {
    let seat = game.asked().expect("somebody is asked");
    game.table().judge_move(step(game).expect("a step of a move"), seat, choice)
}

/// The rule that forbids a choice.
pub fn forbidden_by(game: &Game, choice: MoveChoice) -> String {
    judge(game, choice).expect_err("refused").rule.into_owned()
}

pub fn choose(game: &mut Game, choice: MoveChoice, dice: &[u8]) {
    if let Err(refusal) = judge(game, choice) {
        panic!("{choice:?} is refused: {refusal}");
    }
    let seat = game.asked().expect("somebody is asked");
    game.with(dice, |play| play.decide(seat, Decision::Move(choice)));
}

/// Everything on the menu; each entry is checked to be legal.
pub fn menu(game: &Game) -> Vec<Decision> {
    let (mut menu, seat) = (Vec::new(), game.asked().expect("somebody is asked"));
    game.table().ask_move(step(game).expect("a step of a move"), seat, &mut menu);
    assert!(!menu.is_empty(), "a menu is never empty");
    for decision in &menu {
        if let Decision::Move(choice) = decision {
            assert_eq!(judge(game, *choice), Ok(()), "{choice:?} is on the menu");
        }
    }
    menu
}

pub fn offers(game: &Game, choice: MoveChoice) -> bool {
    menu(game).contains(&Decision::Move(choice))
}

pub fn moving(game: &Game) -> &Moving {
    game.state.moves.last().expect("a move is under way")
}

pub fn left(game: &Game) -> u8 {
    moving(game).left()
}

/// Whether the move is over and nothing more is asked.
pub fn is_over(game: &Game) -> bool {
    game.state.moves.is_empty() && game.state.agenda.is_empty()
}

/// Hexes of a unit, as printed: left half first.
pub fn at(game: &Game, unit: UnitId) -> Vec<String> {
    let grid = &game.rules.ground.grid;
    game.unit(unit).hexes().map(|hex| grid.number(hex).to_string()).collect()
}

pub fn facing(game: &Game, unit: UnitId) -> String {
    game.rules.ground.grid.vertex_name(game.unit(unit).facing).to_lowercase()
}
