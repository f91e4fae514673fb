//! Chapters 3 and 4: initiative, whose Wing is next, preemption, continuation, passing, the end of the turn and of
//! the battle.

mod actions;
mod before;
mod continuation;
mod end;
mod initiative;
mod notation;
mod passing;
mod pointless;
mod preemption;
mod reinforcements;

use crate::common::*;
use kernel::{Rulebook, Seat, SeatSet};
use musket_and_pike::agenda::Step;
use musket_and_pike::cards::{Arrival, LeaderId, Role, UnitId, WingId};
use musket_and_pike::command::{CommandChoice, CommandStep};
use musket_and_pike::decision::Decision;
use musket_and_pike::movement::{EntryFormation, MoveChoice, MoveStep};
use musket_and_pike::rally::{RallyChoice, Reform};
use musket_and_pike::reaction::ReactChoice;
use musket_and_pike::sequence::{TurnChoice, TurnStep};
use musket_and_pike::state::{Cause, EndReason, Formation, How, LeaderPlace, Loss, Mark, Morale, Orders, Phase, Place};
use musket_and_pike::victory::{Level, PointValues};

const SEAT_A: Seat = Seat(0);
const SEAT_B: Seat = Seat(1);

/// One unit that has no duty under any Orders and keeps its Wing out of the automatic Rally: scattered Light Infantry.
fn idle(board: &mut Board, key: &str, wing: WingId, hex: &str) -> UnitId {
    board.unit(light(key, wing).at(hex, "n").formation(Formation::Broken))
}

/// Wings of the two sides, each with one such unit and a commander on it, far from the enemy.
fn armies(first: &[(Orders, i8)], second: &[(Orders, i8)]) -> (Board, Vec<WingId>, Vec<WingId>) {
    let mut board = board();
    let mut army = |side, wings: &[(Orders, i8)], row: u8| -> Vec<WingId> {
        let made = if side == A { [A1, A2] } else { [B1, B2] };
        let mut all = Vec::new();
        for (index, &(orders, rating)) in wings.iter().enumerate() {
            let name = if side == A { "a" } else { "b" };
            let key = format!("{name}{}", index + 1);
            let wing = made.get(index).copied().unwrap_or_else(|| board.add_wing(&key, side, orders));
            board.orders(wing, orders);
            let hex = format!("{:02}{row:02}", 3 + 4 * index);
            let mut piece = light(&format!("{key}-unit"), wing).at(&hex, "n").formation(Formation::Broken);
            piece.card.side = side;
            piece.card.seat = Seat(side.0);
            board.unit(piece);
            board.commander(wing, rating, &hex);
            all.push(wing);
        }
        all
    };
    let first = army(A, first, 20);
    let second = army(B, second, 4);
    (board, first, second)
}

fn top(game: &Game) -> Step {
    game.state.agenda.top().unwrap()
}

fn menu(game: &Game, seat: Seat) -> Vec<Decision> {
    let mut menu = Vec::new();
    let question = match top(game) {
        Step::Turn(step) => game.table().ask_turn(step, seat, &mut menu),
        Step::Command(step) => game.table().ask_command(step, seat, &mut menu),
        step => panic!("{step:?}"),
    };
    assert!(question.default < menu.len() && question.complete);
    menu.iter().for_each(|decision| assert_eq!(judge(game, seat, *decision), None, "{decision:?}"));
    menu
}

/// The rule that forbids a decision.
fn judge(game: &Game, seat: Seat, decision: Decision) -> Option<String> {
    let verdict = match (top(game), decision) {
        (Step::Turn(step), Decision::Turn(choice)) => game.table().judge_turn(step, seat, choice),
        (Step::Command(step), Decision::Command(choice)) => game.table().judge_command(step, seat, choice),
        _ => panic!("{:?} is no answer to {:?}", decision, top(game)),
    };
    verdict.err().map(|refusal| refusal.rule.into_owned())
}

fn turn(choice: TurnChoice) -> Decision {
    Decision::Turn(choice)
}

fn play(game: &mut Game, dice: &[u8], decision: Decision) {
    let seat = game.asked().unwrap();
    play_as(game, seat, dice, decision);
}

fn play_as(game: &mut Game, seat: Seat, dice: &[u8], decision: Decision) {
    assert!(menu(game, seat).contains(&decision), "{decision:?} is not on the menu {:?}", menu(game, seat));
    game.with(dice, |play| play.decide(seat, decision));
}

fn begin(board: Board, dice: &[u8]) -> Game {
    let mut game = board.open();
    game.state.agenda.push(Step::Turn(TurnStep::TurnBegins));
    game.advance(dice);
    game
}

/// The least anybody can do: activate, let be, keep Orders, end, finish.
fn quietest(game: &Game) -> Decision {
    match top(game) {
        Step::Turn(TurnStep::ChooseWing(_)) => {
            let activates = |decision: &Decision| matches!(decision, Decision::Turn(TurnChoice::Activate { .. }));
            menu(game, game.asked().unwrap()).into_iter().find(activates).unwrap()
        }
        Step::Turn(TurnStep::Preempt { .. }) => turn(TurnChoice::LetBe),
        Step::Turn(TurnStep::Actions) => turn(TurnChoice::EndActions),
        Step::Turn(TurnStep::Continuation) => turn(TurnChoice::Stop),
        Step::Command(CommandStep::ChangeOrders(_)) => Decision::Command(CommandChoice::Keep),
        step => panic!("{step:?}"),
    }
}

/// Plays quietly until a step of that kind asks.
fn until(game: &mut Game, wanted: impl Fn(TurnStep) -> bool) {
    while !matches!(top(game), Step::Turn(step) if wanted(step)) {
        let decision = quietest(game);
        play(game, &[], decision);
    }
}

fn to_continuation(game: &mut Game) {
    until(game, |step| step == TurnStep::Continuation);
}

/// Plays a whole turn quietly and tells in which order the Wings were active.
fn order_of_wings(game: &mut Game) -> Vec<WingId> {
    let mut order = Vec::new();
    let turn = game.state.turn;
    while game.state.over.is_none() && game.state.turn == turn {
        let decision = quietest(game);
        if top(game) == Step::Turn(TurnStep::Actions) {
            order.push(game.state.activation.unwrap().wing);
        }
        play(game, &[], decision);
    }
    order
}

use Orders::{Charge, MakeReady, Rally, ReceiveCharge};
