//! Actions as they are told, entry by entry: every modifier with its value, the die, the total, the result. A rule that decides
//! otherwise tells another story.

mod combat;
mod fire;
mod morale;
mod reaction;

use crate::common::*;
use crate::playing::*;
use kernel::Entry;
use musket_and_pike::cards::UnitId;
use musket_and_pike::state::{Mark, Orders};

/// Everything that rules which begin like these have told so far.
#[track_caller]
fn tells(game: &Game, rules: &[&str], tale: &str) {
    let told = game.ledger.entries.iter().filter(|entry| rules.iter().any(|rule| entry.rule.starts_with(rule)));
    let told: Vec<String> = told.flat_map(Entry::in_lines).collect();
    let tale: Vec<&str> = tale.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    assert!(told == tale, "told was:\n{}\n\nand should be:\n{}", told.join("\n"), tale.join("\n"));
}

/// A unit of the first side on 1212 before an enemy on 1211; its commander is with a gun behind it.
fn before(orders: Orders, piece: Piece, foe: Piece) -> (Board, UnitId, UnitId) {
    let mut board = board();
    board.orders(A1, orders);
    board.commander(A1, 0, "1213");
    board.unit(gun("guns", A1).mark(Mark::Fired).at("1213", "n"));
    let own = board.unit(piece.at("1212", "n"));
    let foe = board.unit(foe.at("1211", "s"));
    (board, own, foe)
}

/// Answers with the first of the wishes that is offered, until a question is put that none of them answers.
fn go_on(game: &mut Game, face: u8, wishes: &[&str]) {
    while let Some(wish) = wishes.iter().find(|wish| game.asked().is_some() && offers(game, wish)) {
        all_roll(game, face, wish);
    }
}
