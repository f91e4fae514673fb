//! Chapter 5: command, the changing of Orders, leaders lost, replaced and carried along.

mod change;
mod communication;
mod company;
mod fates_played;
mod loss;
mod notation;
mod out_of_command;
mod pieces;
mod played;
mod replacement;
mod swept_up;

use crate::common::*;
use kernel::Seat;
use musket_and_pike::agenda::Step;
use musket_and_pike::cards::{LeaderId, Role, UnitId, WingId};
use musket_and_pike::command::{CommandChoice, CommandStep, Company, Lending, LostCause, Placing};
use musket_and_pike::decision::Decision;
use musket_and_pike::state::{Cause, Formation, LeaderPlace, Loss, Mark, Morale, Orders, Phase, Place};

use Orders::{Charge, MakeReady, Rally, ReceiveCharge};

const SEAT_A: Seat = Seat(0);

fn step(game: &Game) -> CommandStep {
    match game.state.agenda.top() {
        Some(Step::Command(step)) => step,
        step => panic!("{step:?}"),
    }
}

fn menu(game: &Game, seat: Seat) -> Vec<CommandChoice> {
    let mut menu = Vec::new();
    let question = game.table().ask_command(step(game), seat, &mut menu);
    assert!(question.default < menu.len() && question.complete);
    let choices = menu.into_iter().map(|decision| match decision {
        Decision::Command(choice) => choice,
        other => panic!("{other:?}"),
    });
    choices.inspect(|&choice| assert_eq!(judge(game, seat, choice), None, "{choice:?}")).collect()
}

fn judge(game: &Game, seat: Seat, choice: CommandChoice) -> Option<String> {
    game.table().judge_command(step(game), seat, choice).err().map(|refusal| refusal.rule.into_owned())
}

fn play(game: &mut Game, dice: &[u8], choice: CommandChoice) {
    let seat = game.asked().unwrap();
    assert!(menu(game, seat).contains(&choice), "{choice:?} is not on the menu {:?}", menu(game, seat));
    game.with(dice, |play| play.decide(seat, Decision::Command(choice)));
}

fn push(game: &mut Game, dice: &[u8], step: CommandStep) {
    game.state.agenda.push(Step::Command(step));
    game.advance(dice);
}

fn leader(game: &Game, id: LeaderId) -> musket_and_pike::state::Leader {
    game.state.leaders[id.ix()]
}
