//! Preemption.

use super::*;

#[test]
fn va20_a_chain_of_preemptions() {
    // MP VA20, 3.2.Aa, 3.2.Fb, 4.2.1e, 4.4.1a, 4.4.1c, 4.4.1d, 4.4.2a, 4.4.2b, 4.4.2c.
    // MP 4.4.2d, 4.4.2f, 4.4.2g, 4.4.4a, 4.4.4c, 4.3.2c, G-A61.
    let (board, a, b) = armies(&[(Charge, 0), (Rally, 0)], &[(MakeReady, 0), (ReceiveCharge, 0), (Rally, 0)]);
    let mut game = begin(board, &[]);
    // A has the only Charge Wing, which may not pass: B is asked at once.
    assert_eq!(game.asked(), Some(SEAT_B));
    let preempt = |wing| turn(TurnChoice::Preempt { wing, helped: false });
    assert_eq!(menu(&game, SEAT_B), vec![turn(TurnChoice::LetBe), preempt(b[0]), preempt(b[1])]);
    assert_eq!(judge(&game, SEAT_B, preempt(b[2])).unwrap(), "MP 4.4.1b");
    assert_eq!(judge(&game, SEAT_B, preempt(a[1])).unwrap(), "MP 4.4.1a");
    // Make Ready needs 0 to 3, a Cavalry Wing has -1: 5 is too much.
    play(&mut game, &[5], preempt(b[0]));
    assert!(game.state.wings[b[0].ix()].turn.no_continue);
    assert_eq!(judge(&game, SEAT_B, preempt(b[0])).unwrap(), "MP 4.4.2f");
    // Receive Charge needs 0 to 2; precedence does not matter (MP 4.4.2g).
    play(&mut game, &[3], preempt(b[1]));
    assert!(game.state.wings[a[0].ix()].turn.bypassed);
    assert_eq!(game.state.activation.unwrap().wing, b[1]);
    assert_eq!(game.state.activation.unwrap().how, How::Preempted);
    to_continuation(&mut game);
    // Receive Charge continues on 0 to 1, -1 for the Cavalry Wing.
    play(&mut game, &[2], turn(TurnChoice::Continue { helped: false }));
    assert_eq!(game.asked(), Some(SEAT_A));
    assert_eq!(menu(&game, SEAT_A), vec![turn(TurnChoice::LetBe), preempt(a[0])]);
    play(&mut game, &[9], preempt(a[0]));
    let state = game.state.wings[a[0].ix()];
    assert!(state.turn.no_continue && state.turn.bypassed && !state.turn.finished);
    assert_eq!(game.state.activation.unwrap().how, How::Continued { preemptor: true });
    assert_eq!(game.state.wings[b[1].ix()].turn.activations, 2);
    to_continuation(&mut game);
    play(&mut game, &[], turn(TurnChoice::Stop));
    assert!(game.state.wings[b[1].ix()].turn.finished);
    // The Bypassed Wing follows from step B: nobody is asked about preemption, and it may not continue.
    assert_eq!(top(&game), Step::Command(CommandStep::ChangeOrders(a[0])));
    assert_eq!(game.state.activation.unwrap().how, How::Bypassed);
    assert!(!game.state.wings[a[0].ix()].turn.bypassed);
    play(&mut game, &[], Decision::Command(CommandChoice::Keep));
    play(&mut game, &[], turn(TurnChoice::EndActions));
    assert!(game.state.wings[a[0].ix()].turn.finished);
    // Then the opponent of the side that was active last, with the highest Orders left.
    assert_eq!(top(&game), Step::Turn(TurnStep::ChooseWing(B)));
    assert_eq!(menu(&game, SEAT_B)[0], turn(TurnChoice::Activate { wing: b[0] }));
}

#[test]
fn a_bypassed_leader_who_fails_twice_in_the_turn_forfeits_it() {
    // MP 4.4.4c, 4.4.2e: he had No Continue from an earlier failure; the second one finishes him, and his Wing is not activated.
    let (board, a, b) = armies(&[(MakeReady, 0)], &[(Charge, 0), (MakeReady, 0)]);
    let mut game = begin(board, &[]);
    let preempt = |wing| turn(TurnChoice::Preempt { wing, helped: false });
    // B's Charge Wing comes first; A tries to come before it and fails.
    assert_eq!(game.asked(), Some(SEAT_A));
    play(&mut game, &[9], preempt(a[0]));
    assert!(game.state.wings[a[0].ix()].turn.no_continue && !game.state.wings[a[0].ix()].turn.finished);
    to_continuation(&mut game);
    play(&mut game, &[], turn(TurnChoice::Stop));
    // Now A's Wing is to be activated, and B comes before it.
    play(&mut game, &[], turn(TurnChoice::Activate { wing: a[0] }));
    play(&mut game, &[0], preempt(b[1]));
    assert!(game.state.wings[a[0].ix()].turn.bypassed);
    to_continuation(&mut game);
    play(&mut game, &[0], turn(TurnChoice::Continue { helped: false }));
    play(&mut game, &[9], preempt(a[0]));
    let state = game.state.wings[a[0].ix()];
    assert!(state.turn.finished && !state.turn.bypassed, "{state:?}");
    let before = game.state.turn;
    while game.state.turn == before && game.state.over.is_none() {
        assert_ne!(game.state.activation.map(|now| now.wing), Some(a[0]));
        let decision = quietest(&game);
        play(&mut game, &[], decision);
    }
}

#[test]
fn a_bypassed_leader_may_win_his_turn_back() {
    // MP 4.4.4b, 4.4.1d.
    let (board, a, b) = armies(&[(Charge, 0)], &[(MakeReady, 0), (MakeReady, 0)]);
    let mut game = begin(board, &[]);
    play(&mut game, &[0], turn(TurnChoice::Preempt { wing: b[0], helped: false }));
    to_continuation(&mut game);
    play(&mut game, &[0], turn(TurnChoice::Continue { helped: false }));
    play(&mut game, &[0], turn(TurnChoice::Preempt { wing: a[0], helped: false }));
    assert!(game.state.wings[b[0].ix()].turn.finished);
    assert_eq!(game.state.activation.unwrap().wing, a[0]);
    assert_eq!(game.state.activation.unwrap().how, How::Bypassed);
    // His continuation is as open to preemption as any.
    to_continuation(&mut game);
    play(&mut game, &[0], turn(TurnChoice::Continue { helped: false }));
    assert_eq!(
        menu(&game, SEAT_B),
        vec![turn(TurnChoice::LetBe), turn(TurnChoice::Preempt { wing: b[1], helped: false })]
    );
}

#[test]
fn va21_a_preempted_continuation_bypasses_nobody() {
    // MP VA21, 4.4.3a, 4.4.3b, 4.4.4a, 3.2.Ea, G-A13.
    let (board, a, b) = armies(&[(Charge, 0), (Rally, 0)], &[(MakeReady, 0)]);
    let mut game = begin(board, &[]);
    play(&mut game, &[], turn(TurnChoice::LetBe));
    to_continuation(&mut game);
    play(&mut game, &[4], turn(TurnChoice::Continue { helped: false }));
    assert!(matches!(top(&game), Step::Turn(TurnStep::Preempt { how: How::Continued { preemptor: false }, .. })));
    play(&mut game, &[4], turn(TurnChoice::Preempt { wing: b[0], helped: false }));
    assert!(game.state.wings[a[0].ix()].turn.finished);
    assert!(game.state.wings.iter().all(|wing| !wing.turn.bypassed));
    assert_eq!(game.state.activation.unwrap().wing, b[0]);
    to_continuation(&mut game);
    play(&mut game, &[0], turn(TurnChoice::Continue { helped: false }));
    // Nobody was bypassed, so nobody may preempt: its second activation has begun.
    assert_eq!(game.state.activation.unwrap().how, How::Continued { preemptor: true });
    assert_eq!(game.state.wings[b[0].ix()].turn.activations, 2);
}

#[test]
fn va22_a_second_failure_costs_the_activation() {
    // MP VA22, 4.4.2d, 4.4.2e, 4.4.3c, G.8.
    let (board, a, b) = armies(&[(Charge, 0), (Charge, 0)], &[(MakeReady, 0)]);
    let mut game = begin(board, &[]);
    play(&mut game, &[], turn(TurnChoice::Activate { wing: a[0] }));
    play(&mut game, &[9], turn(TurnChoice::Preempt { wing: b[0], helped: false }));
    to_continuation(&mut game);
    play(&mut game, &[0], turn(TurnChoice::Continue { helped: false }));
    play(&mut game, &[9], turn(TurnChoice::Preempt { wing: b[0], helped: false }));
    assert!(game.state.wings[b[0].ix()].turn.finished);
    assert_eq!(order_of_wings(&mut game), vec![a[0], a[1]]);
}

#[test]
fn va48_the_preemption_roll() {
    // MP VA48, 4.4.2a, 4.4.2e, 2.2b, C2.
    for (die, done) in [(3, false), (4, true)] {
        let (mut board, _, b) = armies(&[(Charge, 0)], &[(MakeReady, -1)]);
        board.rules.wings[b[0].ix()].cavalry_wing = false;
        let mut game = board.open();
        game.state.wings[b[0].ix()].turn.no_continue = true;
        game.state.agenda.push(Step::Turn(TurnStep::TurnBegins));
        game.advance(&[]);
        play(&mut game, &[die], turn(TurnChoice::Preempt { wing: b[0], helped: false }));
        assert_eq!(game.state.wings[b[0].ix()].turn.finished, done);
        let active = game.state.activation.unwrap().side;
        assert_eq!(active, if done { A } else { B });
    }
}

#[test]
fn the_army_commander_helps_one_preemption_and_loses_his_action_when_it_succeeds() {
    // MP 5.1.2e, 5.1.2f, G-A19.
    let (mut board, _, b) = armies(&[(Charge, 0)], &[(MakeReady, 0), (MakeReady, 0)]);
    // Next to the first commander (0304) and to nobody else.
    let army = board.army_commander(B, -2, "0404");
    let mut game = begin(board, &[]);
    let (helped, alone) = (
        turn(TurnChoice::Preempt { wing: b[0], helped: true }),
        turn(TurnChoice::Preempt { wing: b[1], helped: true }),
    );
    assert_eq!(judge(&game, SEAT_B, alone).unwrap(), "MP 5.1.2e");
    let mut failing = Game { rules: game.rules.clone(), state: game.state.clone(), ledger: game.ledger.clone() };
    // -2 for him and -1 for the Cavalry Wing: 6 reads 3.
    play(&mut game, &[6], helped);
    assert_eq!(game.state.activation.unwrap().wing, b[0]);
    assert!(game.state.leaders[army.ix()].deeds.acted);
    to_continuation(&mut game);
    assert_eq!(judge(&game, SEAT_B, turn(TurnChoice::Continue { helped: true })).unwrap(), "MP 5.1.2e");
    // A failure costs him nothing later, but he may not help another attempt against the same activation.
    play(&mut failing, &[7], helped);
    assert!(!failing.state.leaders[army.ix()].deeds.acted);
    let Step::Turn(TurnStep::Preempt { helped: used, .. }) = top(&failing) else { panic!("{:?}", top(&failing)) };
    assert!(used);
}

#[test]
fn a_bypassed_wing_that_lost_its_commander_stays_where_it_is() {
    // MP 5.3.2a, 4.4.1c, G-A20.
    let (board, a, b) = armies(&[(Charge, 0)], &[(MakeReady, 0)]);
    let mut game = begin(board, &[]);
    play(&mut game, &[0], turn(TurnChoice::Preempt { wing: b[0], helped: false }));
    let fallen = game.state.wings[a[0].ix()].leader.unwrap();
    game.with(&[], |play| play.remove_leader(fallen, Cause::Fire));
    to_continuation(&mut game);
    play(&mut game, &[9], turn(TurnChoice::Stop));
    assert!(!game.state.wings[a[0].ix()].turn.bypassed);
    assert_eq!(game.state.wings[a[0].ix()].turn.activations, 0);
}
