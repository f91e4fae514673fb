//! Reinforcements.

use super::*;

#[test]
fn a_wing_to_come_counts_from_the_start_of_its_turn() {
    // MP 7.4a, 7.4b, 7.4c.
    let (mut board, _, b) = armies(&[(MakeReady, 0)], &[(MakeReady, 0)]);
    board.orders(A2, Charge);
    board.unit(cavalry("late", A2));
    board.rules.leaders[2].rating = -2;
    let hexes = vec![board.hex("0124")];
    board.rules.wings[A2.ix()].arrives = Some(Arrival { turn: 2, hexes, formations: EntryFormation::ALL.to_vec() });
    let mut game = begin(board, &[0, 9]);
    assert!(!game.table().in_play(A2));
    play(&mut game, &[], turn(TurnChoice::Activate { wing: b[0] }));
    assert_eq!(judge(&game, SEAT_A, turn(TurnChoice::Preempt { wing: A2, helped: false })), Some("MP 5.3.2a".into()));
    order_of_wings(&mut game);
    assert_eq!(game.state.turn, 2);
    // Two Wings under Make Ready against one: A begins with either.
    assert_eq!(game.state.wings[A2.ix()].orders, MakeReady);
    assert!(game.told().contains("A has the initiative. [MP 4.1.1c]"));
    assert!(menu(&game, SEAT_A).contains(&turn(TurnChoice::Activate { wing: A2 })));
    play(&mut game, &[], turn(TurnChoice::Activate { wing: A2 }));
    play(&mut game, &[9], turn(TurnChoice::Preempt { wing: b[0], helped: false }));
    // Its Orders may be changed before it enters: 0 to 5, -2 for the commander and -1 for the Cavalry Wing.
    play(&mut game, &[8], Decision::Command(CommandChoice::Change { orders: Charge, helped: false }));
    assert_eq!(game.state.wings[A2.ix()].orders, Charge);
    assert_eq!(menu(&game, SEAT_A), vec![turn(TurnChoice::Bring), turn(TurnChoice::EndActions)]);
}

#[test]
fn a_wing_that_arrives_may_preempt() {
    // MP 7.4c, 4.4.1b.
    let (mut board, _, b) = armies(&[(Rally, 0)], &[(Charge, 0)]);
    board.unit(cavalry("late", A2));
    let hexes = vec![board.hex("0124")];
    board.rules.wings[A2.ix()].arrives = Some(Arrival { turn: 1, hexes, formations: EntryFormation::ALL.to_vec() });
    let mut game = begin(board, &[]);
    assert_eq!(menu(&game, SEAT_A).len(), 2);
    play(&mut game, &[4], turn(TurnChoice::Preempt { wing: A2, helped: false }));
    assert_eq!(game.state.activation.unwrap().wing, A2);
    assert!(game.state.wings[b[0].ix()].turn.bypassed);
}
