//! What nobody need be asked: attempts that no roll lets succeed, and units that can do nothing.

use super::*;
use kernel::{Scripted, Silent, Telling};
use musket_and_pike::state::State;

fn is_pointless(game: &Game, seat: Seat, decision: Decision) -> bool {
    game.rules.pointless(&game.state, seat, &decision).is_some()
}

/// Whether some die lets an attempt succeed, by trying them all.
fn may_succeed(game: &Game, seat: Seat, decision: Decision, succeeded: impl Fn(&State) -> bool) -> bool {
    (1..=10).any(|face| {
        let mut state = game.state.clone();
        game.rules.play(&mut state, seat, decision, &mut Scripted::new([face]), &mut Silent);
        succeeded(&state)
    })
}

#[test]
fn going_on_is_pointless_when_no_roll_would_do_and_only_then() {
    // MP 4.3.2a, 2.2b.
    let mut found = [0, 0];
    for rating in -1..8 {
        for orders in [Charge, MakeReady, ReceiveCharge] {
            let (board, ..) = armies(&[(orders, rating)], &[(Rally, 0)]);
            let mut game = begin(board, &[]);
            to_continuation(&mut game);
            let on = turn(TurnChoice::Continue { helped: false });
            let hope = may_succeed(&game, SEAT_A, on, |after| !after.wings[A1.ix()].turn.finished);
            assert_eq!(is_pointless(&game, SEAT_A, on), !hope, "{orders:?} {rating}");
            assert!(!is_pointless(&game, SEAT_A, turn(TurnChoice::Stop)));
            found[usize::from(hope)] += 1;
        }
    }
    assert!(found[0] > 3 && found[1] > 3, "{found:?}");
}

#[test]
fn coming_first_is_pointless_when_no_roll_would_do_and_only_then() {
    // MP 4.4.2a, 2.2b.
    let mut found = [0, 0];
    for rating in -1..8 {
        let game = begin(armies(&[(Charge, 0)], &[(MakeReady, rating)]).0, &[]);
        let preempt = turn(TurnChoice::Preempt { wing: B1, helped: false });
        let hope = may_succeed(&game, SEAT_B, preempt, |after| after.wings[A1.ix()].turn.bypassed);
        assert_eq!(is_pointless(&game, SEAT_B, preempt), !hope, "{rating}");
        found[usize::from(hope)] += 1;
    }
    assert!(found[0] > 1 && found[1] > 1, "{found:?}");
}

#[test]
fn other_orders_are_pointless_to_try_for_when_no_roll_would_do_and_only_then() {
    // MP 5.7.2a, 2.2b.
    let mut found = [0, 0];
    for rating in -1..8 {
        for orders in [MakeReady, ReceiveCharge, Rally] {
            let game = begin(armies(&[(Charge, rating)], &[(Rally, 0)]).0, &[]);
            assert_eq!(top(&game), Step::Command(CommandStep::ChangeOrders(A1)));
            let change = Decision::Command(CommandChoice::Change { orders, helped: false });
            let hope = may_succeed(&game, SEAT_A, change, |after| after.wings[A1.ix()].orders == orders);
            assert_eq!(is_pointless(&game, SEAT_A, change), !hope, "{orders:?} {rating}");
            found[usize::from(hope)] += 1;
        }
    }
    assert!(found[0] > 3 && found[1] > 3, "{found:?}");
}

#[test]
fn who_can_take_no_action_need_not_be_chosen() {
    // MP 3.2.Ca: under Charge scattered Light Infantry has nothing to choose from, the same in order has.
    let (mut board, ..) = armies(&[(Charge, 0)], &[(Rally, 0)]);
    let ready = board.unit(light("ready", A1).at("0420", "n"));
    let mut game = begin(board, &[]);
    until(&mut game, |step| step == TurnStep::Actions);
    let acting = |one: &Decision| matches!(one, Decision::Turn(TurnChoice::Act { .. }));
    let acts: Vec<Decision> = menu(&game, SEAT_A).into_iter().filter(acting).collect();
    assert_eq!(acts.len(), 2);
    for act in acts {
        let idle = act != turn(TurnChoice::Act { unit: ready });
        assert_eq!(is_pointless(&game, SEAT_A, act), idle, "{act:?}");
    }
}
