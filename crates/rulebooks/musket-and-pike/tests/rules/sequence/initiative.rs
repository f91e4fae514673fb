//! Initiative.

use super::*;

#[test]
fn va1_more_wings_under_charge_begin_and_types_follow_each_other() {
    // MP VA1, 3.0a, 4.1.1a, 4.1.1b, 4.2.1a, 4.2.1b, 4.2.1c, 4.2.1d, 3.2b, 3.2.Fc.
    let (board, a, b) = armies(&[(Charge, 0), (Charge, 0), (Rally, 0)], &[(Charge, 0), (MakeReady, 0), (Rally, 0)]);
    let mut game = begin(board, &[]);
    assert!(game.told().contains("A has the initiative. [MP 4.1.1b]"));
    assert_eq!(
        menu(&game, SEAT_A),
        vec![turn(TurnChoice::Activate { wing: a[0] }), turn(TurnChoice::Activate { wing: a[1] })]
    );
    assert_eq!(order_of_wings(&mut game), vec![a[0], b[0], a[1], b[1], a[2], b[2]]);
    assert_eq!(game.state.turn, 2);
}

#[test]
fn va2_a_side_without_a_wing_of_the_type_is_skipped() {
    // MP VA2, 4.2.1c, 4.2.1d.
    let (board, a, b) =
        armies(&[(Charge, 0), (Charge, 0), (MakeReady, 0), (MakeReady, 0)], &[(Charge, 0), (MakeReady, 0), (Rally, 0)]);
    let mut game = begin(board, &[]);
    assert_eq!(order_of_wings(&mut game), vec![a[0], b[0], a[1], b[1], a[2], a[3], b[2]]);
}

#[test]
fn va18_equal_numbers_are_settled_by_the_better_commander() {
    // MP VA18, 4.1.2a, 4.1.2b, 2.1.3a.
    let (board, a, b) = armies(&[(Charge, 0), (Charge, -1), (MakeReady, 0)], &[(Charge, -2), (Charge, 0)]);
    let game = begin(board, &[]);
    assert!(game.told().contains("B has the initiative. [MP 4.1.2a]"));
    assert_eq!(game.asked(), Some(SEAT_B));
    assert_eq!(
        menu(&game, SEAT_B),
        vec![turn(TurnChoice::Activate { wing: b[0] }), turn(TurnChoice::Activate { wing: b[1] })]
    );
    assert_eq!(judge(&game, SEAT_B, turn(TurnChoice::Activate { wing: a[0] })).unwrap(), "MP 3.2a");
}

#[test]
fn va19_without_charge_the_next_type_is_compared() {
    // MP VA19, 4.1.1c.
    let (board, a, _) = armies(
        &[(MakeReady, 0), (ReceiveCharge, 0), (ReceiveCharge, 0)],
        &[(Rally, 0), (Rally, 0), (ReceiveCharge, 0)],
    );
    let game = begin(board, &[]);
    assert!(game.told().contains("A has the initiative. [MP 4.1.1c]"));
    let offered = menu(&game, SEAT_A);
    assert_eq!(offered, vec![turn(TurnChoice::Activate { wing: a[0] }), turn(TurnChoice::Pass { wing: a[0] })]);
    assert_eq!(judge(&game, SEAT_A, turn(TurnChoice::Activate { wing: a[1] })).unwrap(), "MP 4.2.1b");
}

#[test]
fn a_full_tie_is_rolled_for_and_rolled_again_when_equal() {
    // MP 4.1.2c, 2.2a.
    let (board, ..) = armies(&[(Charge, -1)], &[(Charge, -1)]);
    let game = begin(board, &[4, 4, 0, 9]);
    assert!(game.told().contains("B has the initiative. [MP 4.1.2c]"));
    let (board, ..) = armies(&[(Charge, -1)], &[(Charge, -1)]);
    assert!(begin(board, &[1, 0]).told().contains("A has the initiative. [MP 4.1.2c]"));
}

#[test]
fn with_rally_alone_rally_is_compared() {
    // MP G-A11.
    let (mut board, ..) = armies(&[(Rally, 0)], &[(Rally, 0), (Rally, 0)]);
    board.rules.turns = 9;
    assert!(begin(board, &[]).told().contains("B has the initiative"));
}

#[test]
fn a_wing_whose_commander_is_off_the_map_neither_counts_nor_acts() {
    // MP 4.1.1d, 5.3.2a, 4.4.1b, G-A12.
    let (board, a, b) = armies(&[(Charge, 0), (Charge, 0)], &[(Charge, -1)]);
    let mut game = board.open();
    let fallen = game.state.wings[a[0].ix()].leader.unwrap();
    game.with(&[], |play| play.remove_leader(fallen, Cause::Fire));
    game.state.agenda.push(Step::Turn(TurnStep::TurnBegins));
    game.advance(&[]);
    assert!(game.told().contains("B has the initiative. [MP 4.1.2a]"));
    // The Wing without a commander cannot preempt B's.
    assert_eq!(judge(&game, SEAT_A, turn(TurnChoice::Preempt { wing: a[0], helped: false })).unwrap(), "MP 5.3.2a");
    assert_eq!(
        menu(&game, SEAT_A),
        vec![turn(TurnChoice::LetBe), turn(TurnChoice::Preempt { wing: a[1], helped: false })]
    );
    until(&mut game, |step| step == TurnStep::Actions);
    assert_eq!(game.state.activation.unwrap().wing, b[0]);
    assert!(!game.table().can_activate(a[0]));
}

#[test]
fn a_wing_without_units_is_not_considered() {
    // MP 4.2.3a.
    let (board, a, b) = armies(&[(Charge, 0), (Charge, 0)], &[(Charge, -1)]);
    let mut game = board.open();
    game.with(&[], |play| play.take_off(UnitId(0), Loss::Eliminated));
    game.state.agenda.push(Step::Turn(TurnStep::TurnBegins));
    game.advance(&[]);
    assert_eq!(judge(&game, SEAT_A, turn(TurnChoice::Preempt { wing: a[0], helped: false })).unwrap(), "MP 4.2.3a");
    assert_eq!(order_of_wings(&mut game), vec![b[0], a[1]]);
}
