//! What a soak asks after every decision: planted faults are found.

use crate::common::*;
use crate::playing::*;
use kernel::Soundness;
use musket_and_pike::agenda::Step;
use musket_and_pike::cards::UnitId;
use musket_and_pike::state::{Mark, Orders, State};

/// Cavalry under Charge with its Light Infantry, an enemy before them.
fn charging() -> (Game, UnitId, UnitId) {
    let mut board = board();
    let horse = board.unit(cavalry("horse", A1).at("1214", "n"));
    let foot = board.unit(light("foot", A1).at("1214", "n"));
    board.together(horse, foot);
    board.commander(A1, 0, "1214");
    board.unit(heavy("foe", B1).at("1208", "s"));
    (acting(board, A1), horse, foot)
}

fn fault(game: &Game, before: &State) -> String {
    game.rules.follows(before, &game.state).err().unwrap_or_default()
}

#[test]
fn actions_do_not_end_before_what_is_owed_is_done() {
    // MP 3.2.Cb, 5.6.1a
    let (mut game, ..) = charging();
    let before = game.state.clone();
    assert_eq!(refused(&game, "end-actions").as_deref(), Some("MP 3.2.Cb"));
    game.state.agenda.pop();
    assert!(fault(&game, &before).contains("horse has not done what it owes (MP 3.2.Cb)"), "{}", fault(&game, &before));
    // Under other Orders nobody owes anything.
    let (mut game, ..) = charging();
    game.state.wings[A1.ix()].orders = Orders::MakeReady;
    let before = game.state.clone();
    game.state.agenda.pop();
    assert_eq!(fault(&game, &before), "");
}

#[test]
fn nobody_loses_his_action_to_another() {
    // MP 3.2.Ca, 8.2.1h, ruling G-A65: Light Infantry acts for itself alone, cavalry for both.
    for (acts, loses, wrong) in [("foot", "horse", true), ("horse", "foot", false)] {
        let (mut game, horse, foot) = charging();
        say(&mut game, &format!("act {acts}"));
        let before = game.state.clone();
        assert!(matches!(game.state.agenda.top(), Some(Step::Move(_))));
        [horse, foot].into_iter().for_each(|unit| game.state.units[unit.ix()].marks.set(Mark::Acted, true));
        let told = format!("{loses} has lost its Action to {acts} (MP 3.2.Ca)");
        assert_eq!(fault(&game, &before).contains(&told), wrong, "{}", fault(&game, &before));
    }
}

#[test]
fn between_activations_nothing_of_one_is_left() {
    // Ruling G-A62
    let (mut game, horse, _) = charging();
    assert_eq!(game.rules.invariants(&game.state), Ok(()));
    game.state.activation = None;
    assert_eq!(game.rules.invariants(&game.state), Ok(()));
    for mark in [Mark::Acted, Mark::Moved, Mark::Withdrew, Mark::Held] {
        let mut state = game.state.clone();
        state.units[horse.ix()].marks.set(mark, true);
        assert!(game.rules.invariants(&state).is_err(), "{mark:?}");
    }
    let leader = game.state.wings[A1.ix()].leader.unwrap();
    game.state.leaders[leader.ix()].deeds.withdrew = true;
    assert!(game.rules.invariants(&game.state).is_err());
}
