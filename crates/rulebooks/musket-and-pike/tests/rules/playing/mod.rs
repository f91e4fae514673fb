//! Tests that play: a position, then decisions as a journal writes them, with the dice that fall.
#![allow(dead_code)]

use crate::common::*;
use kernel::{Notation, Rulebook};
use musket_and_pike::agenda::Step;
use musket_and_pike::cards::{LeaderId, UnitId, WingId};
use musket_and_pike::decision::Decision;
use musket_and_pike::rally::RallyStep;
use musket_and_pike::sequence::TurnStep;
use musket_and_pike::state::{Mark, Phase};

/// A Wing at its Actions, which are followed by Close Combat and the question whether it goes on.
pub fn acting(board: Board, wing: WingId) -> Game {
    let mut game = board.open();
    game.state.agenda.push(Step::Turn(TurnStep::Continuation));
    game.state.agenda.push(Step::Turn(TurnStep::CloseCombatSegment));
    game.state.agenda.push(Step::Turn(TurnStep::Actions));
    game.activate(wing);
    game.advance(&[]);
    game
}

/// Another Wing at its Actions, as if the one before were done.
pub fn activate_anew(game: &mut Game, wing: WingId) {
    game.state.agenda = Default::default();
    game.state.moves.clear();
    game.state.units.iter_mut().for_each(|unit| unit.marks.set(Mark::Acted, false));
    game.state.leaders.iter_mut().for_each(|leader| leader.deeds.acted = false);
    game.state.agenda.push(Step::Turn(TurnStep::Actions));
    game.activate(wing);
    game.advance(&[]);
}

/// The Rout Movement Phase of both sides.
pub fn routing(board: Board, dice: &[u8]) -> Game {
    let mut game = board.open();
    game.state.phase = Phase::RoutMovement;
    game.with(dice, |play| {
        play.begin_rout_phase();
        play.advance();
    });
    game
}

/// Plays a decision of whoever is asked; it must be legal and stand on the menu.
pub fn say(game: &mut Game, text: &str) {
    roll(game, &[], text);
}

/// The same, with the dice it takes.
pub fn roll(game: &mut Game, dice: &[u8], text: &str) {
    let (decision, seat) = (read(game, text), game.asked().expect("somebody is asked"));
    if let Err(refusal) = game.rules.judge(&game.state, seat, &decision) {
        panic!("`{text}` is refused: {refusal}; offered: {:?}", offered(game));
    }
    assert!(offers(game, text), "`{text}` is not on the menu {:?}", offered(game));
    game.with(dice, |play| play.decide(seat, decision));
}

/// One decision after another, none of which takes a die.
pub fn play(game: &mut Game, decisions: &[&str]) {
    decisions.iter().for_each(|text| say(game, text));
}

fn read(game: &Game, text: &str) -> Decision {
    game.rules.read(text).unwrap_or_else(|fault| panic!("{text}: {fault}"))
}

/// The rule that forbids a decision, if one does; it is then not on the menu either.
pub fn refused(game: &Game, text: &str) -> Option<String> {
    let (decision, seat) = (read(game, text), game.asked().expect("somebody is asked"));
    let rule = game.rules.judge(&game.state, seat, &decision).err().map(|refusal| refusal.rule.into_owned());
    assert_eq!(rule.is_none(), offers(game, text), "`{text}` on {:?}", offered(game));
    rule
}

pub fn offers(game: &Game, text: &str) -> bool {
    let decision = read(game, text);
    menu(game).contains(&decision)
}

/// The menu as the journal writes it.
pub fn offered(game: &Game) -> Vec<String> {
    menu(game).iter().map(|decision| game.rules.notate(decision)).collect()
}

fn menu(game: &Game) -> Vec<Decision> {
    let mut menu = Vec::new();
    if let Some(seat) = game.asked() {
        game.rules.ask(&game.state, seat, &mut menu);
    }
    menu
}

/// What is asked, by its name.
pub fn topic(game: &Game) -> String {
    game.asked().map_or_else(String::new, |seat| game.rules.ask(&game.state, seat, &mut Vec::new()).topic.to_string())
}

/// Hexes of a unit, as printed, left half first; empty when it is not on the map.
pub fn at(game: &Game, unit: UnitId) -> Vec<String> {
    let (grid, unit) = (&game.rules.ground.grid, game.unit(unit));
    unit.hexes().filter(|_| unit.on_map()).map(|hex| grid.number(hex).to_string()).collect()
}

pub fn facing(game: &Game, unit: UnitId) -> String {
    game.rules.ground.grid.vertex_name(game.unit(unit).facing).to_lowercase()
}

/// Where a leader is, as printed.
pub fn leader_at(game: &Game, leader: LeaderId) -> String {
    game.rules.ground.grid.number(game.state.leaders[leader.ix()].hex).to_string()
}

/// Whether the Wing is at its Actions again.
pub fn at_actions(game: &Game) -> bool {
    game.state.agenda.top() == Some(Step::Turn(TurnStep::Actions))
}

/// Whether a unit routs now.
pub fn is_routing(game: &Game, id: UnitId) -> bool {
    matches!(game.state.agenda.top(), Some(Step::Rally(RallyStep::Rout { unit, .. })) if unit == id)
}

/// Every die falls so.
pub struct Always(pub u8);

impl kernel::Dice for Always {
    fn roll(&mut self, _sides: u8) -> u8 {
        if self.0 == 0 { 10 } else { self.0 }
    }
}

/// Plays a decision with as many dice as it takes, all alike.
pub fn all_roll(game: &mut Game, face: u8, text: &str) {
    let (decision, seat) = (read(game, text), game.asked().expect("somebody is asked"));
    assert_eq!(refused(game, text), None, "{text}");
    let (rules, listener) = (&game.rules, &mut game.ledger);
    let mut play = musket_and_pike::table::Play { rules, state: &mut game.state, dice: &mut Always(face), listener };
    play.decide(seat, decision);
}
