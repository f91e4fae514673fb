//! Before the first turn.

use super::*;
use kernel::Secrecy;

#[test]
fn starting_orders_are_sealed_until_all_are_given() {
    // MP 5.5.3a, 5.5.1a, 5.5.1c, 5.5.2b.
    let (mut board, a, b) = armies(&[(Charge, 0), (MakeReady, 0)], &[(Rally, 0)]);
    board.rules.options.secret_orders = true;
    let mut game = board.open();
    game.with(&[], |play| {
        play.begin_battle();
        play.advance();
    });
    assert_eq!(game.state.asked, SeatSet::one(SEAT_A).with(SEAT_B));
    let give = |wing, orders| turn(TurnChoice::StartOrders { wing, orders });
    assert_eq!(menu(&game, SEAT_A).len(), 8);
    assert_eq!(menu(&game, SEAT_B).len(), 4);
    assert_eq!(judge(&game, SEAT_B, give(a[0], Charge)).unwrap(), "MP 5.5.3a");
    play_as(&mut game, SEAT_A, &[], give(a[0], Rally));
    assert_eq!(judge(&game, SEAT_A, give(a[0], Charge)).unwrap(), "MP 5.5.3a");
    assert_eq!(game.state.wings[a[0].ix()].orders, Charge, "still face down");
    assert_eq!(game.rules.redact(&game.state, SEAT_B).wings[a[0].ix()].chosen, None);
    assert_eq!(game.rules.redact(&game.state, SEAT_A).wings[a[0].ix()].chosen, Some(Rally));
    play_as(&mut game, SEAT_A, &[], give(a[1], ReceiveCharge));
    assert_eq!(game.state.asked, SeatSet::one(SEAT_B));
    play_as(&mut game, SEAT_B, &[], give(b[0], MakeReady));
    let orders: Vec<_> = game.state.wings.iter().map(|wing| wing.orders).collect();
    assert_eq!([orders[a[0].ix()], orders[a[1].ix()], orders[b[0].ix()]], [Rally, ReceiveCharge, MakeReady]);
    assert!(game.state.wings.iter().all(|wing| wing.chosen.is_none()));
}

#[test]
fn without_the_option_history_gives_the_orders() {
    // MP 5.5.3a.
    let (board, a, _) = armies(&[(Charge, 0)], &[(Rally, 0)]);
    let mut game = board.open();
    game.with(&[], |play| {
        play.begin_battle();
        play.advance();
    });
    assert_eq!(game.state.phase, Phase::Activation);
    assert_eq!(game.state.activation.unwrap().wing, a[0]);
}

#[test]
fn units_that_start_in_open_order_are_revealed_together() {
    // MP 6.3.3c, 8.2.1a.
    let (mut board, ..) = armies(&[(Charge, 0)], &[(Rally, 0)]);
    let foot = board.unit(heavy("foot", A1).at("1020", "n"));
    let horse = board.unit(cavalry("horse", A1).at("1220", "n"));
    let under = board.unit(light("under", A1).at("1220", "n"));
    board.together(horse, under);
    let gun = board.unit(gun("gun", A1).at("1420", "n"));
    let theirs = board.unit(heavy("theirs", B1).at("1004", "s"));
    let mut game = board.open();
    game.with(&[], |play| {
        play.begin_battle();
        play.advance();
    });
    assert_eq!(game.state.asked, SeatSet::one(SEAT_A).with(SEAT_B));
    let open = |unit| turn(TurnChoice::StartOpen { unit });
    assert_eq!(menu(&game, SEAT_A), vec![turn(TurnChoice::StartDone), open(foot), open(horse)]);
    for unit in [gun, under, theirs, UnitId(0), UnitId(99)] {
        assert_eq!(judge(&game, SEAT_A, open(unit)).unwrap(), "MP 6.3.3c");
    }
    play_as(&mut game, SEAT_A, &[], open(horse));
    assert_eq!(judge(&game, SEAT_A, open(horse)).unwrap(), "MP 6.3.3c");
    assert!(game.rules.redact(&game.state, SEAT_B).turning.open_order.is_empty());
    assert!(game.rules.redact(&game.state, SEAT_A).turning.open_order.contains(horse));
    play_as(&mut game, SEAT_B, &[], open(theirs));
    // B has no unit left to choose; A says when it is done.
    assert_eq!(game.state.asked, SeatSet::one(SEAT_A));
    assert_eq!(game.unit(horse).formation, Formation::Normal);
    play_as(&mut game, SEAT_A, &[], turn(TurnChoice::StartDone));
    let formation = |id| game.unit(id).formation;
    assert_eq!([horse, under, theirs].map(formation), [Formation::OpenOrder; 3]);
    assert_eq!(formation(foot), Formation::Normal);
    assert!(game.state.done.is_empty());
}
