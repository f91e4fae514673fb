//! What the tests of chapter 9 share: ways over the board, triggers, windows.
#![allow(dead_code)]

use crate::common::*;
use kernel::{Rulebook, Seat, Side};
use musket_and_pike::agenda::Step;
use musket_and_pike::cards::{UnitId, UnitSet};
use musket_and_pike::decision::Decision;
use musket_and_pike::fire::FireChoice;
use musket_and_pike::reaction::{Event, ReactChoice, Trigger};
use musket_and_pike::state::LeaderPlace;

pub const SEAT_A: Seat = Seat(0);
pub const SEAT_B: Seat = Seat(1);

/// The hex that a way of directions leads to.
pub fn way(board: &Board, from: &str, steps: &str) -> String {
    let grid = &board.rules.ground.grid;
    let to = steps.split_whitespace().fold(board.hex(from), |hex, dir| grid.neighbour(hex, board.dir(dir)).unwrap());
    grid.number(to).to_string()
}

pub fn did(unit: UnitId, event: Event) -> Trigger {
    Trigger { unit, event, spent: false, ran: false, retreating: false, artillery: false, barred: UnitSet::EMPTY }
}

/// A move into the hex where the unit stands.
pub fn enters(unit: UnitId) -> Trigger {
    Trigger { spent: true, ..did(unit, Event::Enters) }
}

/// Gives a trigger and works up to the first question.
pub fn give(game: &mut Game, dice: &[u8], trigger: Trigger) {
    let reacts = game.table().side(trigger.unit).other();
    give_to(game, dice, trigger, reacts);
}

pub fn give_to(game: &mut Game, dice: &[u8], trigger: Trigger, reacts: Side) {
    game.with(dice, |play| {
        play.trigger(trigger, reacts);
        play.advance();
    });
}

/// What a seat may choose; everything on the menu passes the judge.
pub fn menu(game: &Game, seat: Seat) -> Vec<ReactChoice> {
    assert_eq!(game.asked(), Some(seat));
    let mut menu = Vec::new();
    let question = game.rules.ask(&game.state, seat, &mut menu);
    assert!(question.default < menu.len() && question.complete);
    menu.into_iter()
        .map(|decision| {
            assert!(game.rules.judge(&game.state, seat, &decision).is_ok(), "{decision:?}");
            match decision {
                Decision::React(choice) => choice,
                other => panic!("{other:?}"),
            }
        })
        .collect()
}

/// The rule that forbids a choice to side B.
pub fn refused(game: &Game, choice: ReactChoice) -> Option<String> {
    let seat = game.asked().unwrap_or(SEAT_B);
    game.rules.judge(&game.state, seat, &Decision::React(choice)).err().map(|refusal| refusal.rule.into_owned())
}

pub fn choose(game: &mut Game, dice: &[u8], choice: ReactChoice) {
    let seat = game.asked().unwrap();
    assert_eq!(refused(game, choice), None, "{choice:?}");
    game.with(dice, |play| play.decide(seat, Decision::React(choice)));
}

/// Answers every question of other chapters and every further one of this with what commits least, or shoots once.
pub fn default_all(game: &mut Game, dice: &[u8]) {
    game.with(dice, |play| {
        for _ in 0..50 {
            let Some(seat) = play.state.asked.first() else { return };
            let mut menu = Vec::new();
            let default = play.rules.ask(play.state, seat, &mut menu).default;
            play.decide(seat, menu[default]);
        }
    });
}

/// Reaction Fire of a unit: chosen, then the first shot that is offered, with these dice.
pub fn fire(game: &mut Game, dice: &[u8], unit: UnitId) {
    assert_eq!(refused(game, ReactChoice::Fire { unit }), None);
    let seat = game.asked().unwrap();
    game.with(dice, |play| {
        play.decide(seat, Decision::React(ReactChoice::Fire { unit }));
        let reacting = |play: &musket_and_pike::table::Play<'_, kernel::Ledger>| {
            matches!(play.state.agenda.top(), Some(Step::Fire(_)))
        };
        while let Some(seat) = play.state.asked.first().filter(|_| reacting(play)) {
            let mut menu = Vec::new();
            play.rules.ask(play.state, seat, &mut menu);
            let shot =
                menu.iter().copied().find(|decision| matches!(decision, Decision::Fire(FireChoice::Shoot { .. })));
            play.decide(seat, shot.unwrap_or(menu[0]));
        }
    });
}

pub fn is_over(game: &Game) -> bool {
    game.state.agenda.is_empty() && game.state.windows.is_empty() && game.state.moves.is_empty()
}

/// An enemy of class `mover` that comes to a hex, and one reactor; commanders of both sides on their units.
pub fn pair(reactor: Piece, mover: Piece) -> (Game, UnitId, UnitId) {
    let mut board = board();
    let reactor = board.unit(reactor);
    let mover = board.unit(mover);
    let mut game = board.open();
    for (wing, unit) in [(B1, reactor), (A1, mover)] {
        let leader = game.state.wings[wing.ix()].leader.unwrap();
        game.state.leaders[leader.ix()].hex = game.unit(unit).hex;
        game.state.leaders[leader.ix()].place = LeaderPlace::Map;
    }
    game.activate(A1);
    (game, reactor, mover)
}
