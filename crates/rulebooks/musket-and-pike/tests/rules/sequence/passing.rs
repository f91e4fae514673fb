//! Passing.

use super::*;

#[test]
fn va24_two_passes_in_a_row_end_the_phase() {
    // MP VA24, 3.2a, 3.2c, 4.5a, 4.5d, 4.5e.
    let (mut board, a, b) = armies(&[(ReceiveCharge, -1), (Rally, 0)], &[(ReceiveCharge, 0)]);
    let army = board.army_commander(A, 0, "2020");
    let mut game = begin(board, &[]);
    play(&mut game, &[], turn(TurnChoice::Pass { wing: a[0] }));
    assert!(game.state.wings[a[0].ix()].turn.finished);
    assert_eq!(game.state.activation, None);
    assert!(!game.state.leaders[army.ix()].deeds.acted);
    assert_eq!(game.asked(), Some(SEAT_B));
    play(&mut game, &[], turn(TurnChoice::Pass { wing: b[0] }));
    assert_eq!(game.state.turn, 2);
    assert_eq!(game.state.wings[a[1].ix()].turn.activations, 0);
}

#[test]
fn an_activation_between_passes_and_a_skip_do_not_make_a_run() {
    // MP 4.5e, 4.5f, G-A14.
    let (board, a, b) = armies(&[(MakeReady, -1), (MakeReady, 0), (Rally, 0)], &[(ReceiveCharge, 0), (Rally, 0)]);
    let mut game = begin(board, &[]);
    // A passes twice, B being skipped: not one by each.
    play(&mut game, &[], turn(TurnChoice::Pass { wing: a[0] }));
    assert_eq!(game.asked(), Some(SEAT_A));
    play(&mut game, &[], turn(TurnChoice::Pass { wing: a[1] }));
    assert_eq!(top(&game), Step::Turn(TurnStep::ChooseWing(B)));
    play(&mut game, &[], turn(TurnChoice::Activate { wing: b[0] }));
    to_continuation(&mut game);
    play(&mut game, &[], turn(TurnChoice::Stop));
    // The activation broke the run: a single pass of A's Rally Wing ends nothing.
    play(&mut game, &[], turn(TurnChoice::Pass { wing: a[2] }));
    assert_eq!(top(&game), Step::Turn(TurnStep::ChooseWing(B)));
    play(&mut game, &[], turn(TurnChoice::Pass { wing: b[1] }));
    assert_eq!(game.state.turn, 2);
}

#[test]
fn charge_and_a_wing_in_ruins_may_not_pass() {
    // MP 4.5b, 4.5c, 5.6.1i, 5.8d, G-A18.
    let (mut board, a, _) = armies(&[(Charge, 0), (Charge, 0)], &[(Charge, 0)]);
    board.turn = 1;
    let game = begin(board, &[]);
    assert_eq!(judge(&game, SEAT_A, turn(TurnChoice::Pass { wing: a[0] })).unwrap(), "MP 4.5b");
    let (mut board, a, _) = armies(&[(MakeReady, 0)], &[(MakeReady, 0)]);
    board.unit(cavalry("tired", a[0]).at("0420", "n").state(Morale::Shaken));
    let game = begin(board, &[9, 0]);
    // It has no choice, so nobody is asked: it is activated, and B may preempt.
    assert_eq!(game.asked(), Some(SEAT_B));
    let mut state = game.state.clone();
    state.agenda.pop();
    state.agenda.push(Step::Turn(TurnStep::ChooseWing(A)));
    let asked = Game { rules: game.rules.clone(), state, ledger: game.ledger.clone() };
    assert_eq!(judge(&asked, SEAT_A, turn(TurnChoice::Pass { wing: a[0] })).unwrap(), "MP 5.8d");
}
