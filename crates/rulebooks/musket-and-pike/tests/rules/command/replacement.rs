//! Leaders replaced.

use super::*;

/// A Wing of two units whose commander has fallen.
fn bereaved() -> (Game, LeaderId, LeaderId) {
    let mut board = board();
    let commander = board.commander(A1, -2, "0510");
    board.unit(cavalry("one", A1).at("0510", "n"));
    board.unit(cavalry("two", A1).at("0710", "n"));
    let generic = board.rules.wings[A1.ix()].generic;
    board.orders(A1, ReceiveCharge);
    let mut game = board.open();
    game.state.phase = Phase::MarkerRemoval;
    game.with(&[], |play| play.remove_leader(commander, Cause::Fire));
    (game, commander, generic)
}

#[test]
fn va4_a_leader_out_for_a_turn_has_a_stand_in() {
    // MP VA4, V13, 3.4b, 5.3.3a, 5.3.3b, 5.3.4a, 5.3.4b, C6.
    let (mut game, commander, generic) = bereaved();
    push(&mut game, &[1], CommandStep::Fates(A));
    let place = |leader: LeaderId, hex| CommandChoice::Place { leader, hex };
    let (first, second) = (game.hex("0510"), game.hex("0710"));
    assert_eq!(menu(&game, SEAT_A), vec![place(generic, first), place(generic, second)]);
    play(&mut game, &[], place(generic, second));
    assert_eq!(leader(&game, commander).place, LeaderPlace::Returns { turn: 2 });
    assert_eq!(game.state.wings[A1.ix()].leader, Some(generic));
    assert_eq!(game.state.wings[A1.ix()].orders, ReceiveCharge, "the Orders stay");
    assert_eq!(game.state.agenda.top(), None);
    game.state.turn = 2;
    push(&mut game, &[], CommandStep::Fates(A));
    play(&mut game, &[], place(commander, first));
    assert_eq!(game.state.wings[A1.ix()].leader, Some(commander));
    assert_eq!((leader(&game, commander).place, leader(&game, commander).hex), (LeaderPlace::Map, first));
    assert_eq!(leader(&game, generic).place, LeaderPlace::Aside);
}

#[test]
fn va4_a_leader_does_not_return_to_a_wing_that_is_gone() {
    // MP VA4, 5.3.4c, 15.0k.
    let (mut game, commander, generic) = bereaved();
    push(&mut game, &[1], CommandStep::Fates(A));
    play(&mut game, &[], CommandChoice::Place { leader: generic, hex: game_hex("0510") });
    game.with(&[], |play| {
        play.take_off(UnitId(0), Loss::Eliminated);
        play.take_off(UnitId(1), Loss::Eliminated);
    });
    game.state.turn = 2;
    push(&mut game, &[], CommandStep::Fates(A));
    assert_eq!(leader(&game, commander).place, LeaderPlace::Aside);
    assert_eq!(game.state.agenda.top(), None);
}

/// A hex of the usual board.
fn game_hex(number: &str) -> field::hexes::Hex {
    board().hex(number)
}

#[test]
fn va5_a_leader_gone_for_good_is_replaced_at_once() {
    // MP VA5, V13, 5.3.3b, 5.2.1a, C6.
    for die in [2, 6, 9] {
        let (mut game, commander, generic) = bereaved();
        push(&mut game, &[die], CommandStep::Fates(A));
        play(&mut game, &[], CommandChoice::Place { leader: generic, hex: game_hex("0510") });
        assert_eq!(leader(&game, commander).place, LeaderPlace::Eliminated);
        assert_eq!(game.state.wings[A1.ix()].leader, Some(generic));
    }
    let (mut game, commander, _) = bereaved();
    push(&mut game, &[0], CommandStep::Fates(A));
    play(&mut game, &[], CommandChoice::Place { leader: commander, hex: game_hex("0710") });
    assert_eq!(game.state.wings[A1.ix()].leader, Some(commander));
}

#[test]
fn va5_no_roll_without_a_unit_left() {
    // MP VA5, V13, 5.3.3c.
    let (mut game, commander, _) = bereaved();
    game.with(&[], |play| {
        play.take_off(UnitId(0), Loss::Eliminated);
        play.take_off(UnitId(1), Loss::Eliminated);
    });
    push(&mut game, &[], CommandStep::Fates(A));
    assert_eq!(leader(&game, commander).place, LeaderPlace::Eliminated);
    assert_eq!(game.state.wings[A1.ix()].leader, None);
    assert_eq!(game.state.agenda.top(), None);
}

#[test]
fn the_battle_may_name_a_replacement() {
    // MP 5.3.3b.
    let mut board = board();
    let commander = board.commander(A1, -1, "0510");
    board.unit(cavalry("one", A1).at("0510", "n"));
    let named = board.add_leader("named", A, Role::Wing(A1), -1);
    board.rules.wings[A1.ix()].replacement = Some(named);
    let mut game = board.open();
    game.with(&[], |play| play.remove_leader(commander, Cause::CloseCombat));
    // One hex only: he is placed without a question.
    push(&mut game, &[7], CommandStep::Fates(A));
    assert_eq!(game.state.wings[A1.ix()].leader, Some(named));
    assert_eq!((leader(&game, named).place, leader(&game, named).hex), (LeaderPlace::Map, game.hex("0510")));
    // If he falls as well the nameless one follows, and one nameless leader after another, with no roll for them.
    let generic = game.rules.wings[A1.ix()].generic;
    game.with(&[], |play| play.remove_leader(named, Cause::Fire));
    push(&mut game, &[4], CommandStep::Fates(A));
    assert_eq!(game.state.wings[A1.ix()].leader, Some(generic));
    game.with(&[], |play| play.remove_leader(generic, Cause::Fire));
    push(&mut game, &[], CommandStep::Fates(A));
    assert_eq!(game.state.wings[A1.ix()].leader, Some(generic));
}

#[test]
fn a_stand_in_who_fell_is_not_put_back_beside_the_one_who_returns() {
    // MP 5.3.3a, 5.3.4b.
    let mut board = board();
    let commander = board.commander(A1, -1, "0510");
    board.unit(cavalry("one", A1).at("0510", "n"));
    let named = board.add_leader("named", A, Role::Wing(A1), 0);
    board.rules.wings[A1.ix()].replacement = Some(named);
    let mut game = board.open();
    game.with(&[], |play| play.remove_leader(commander, Cause::CloseCombat));
    push(&mut game, &[1], CommandStep::Fates(A));
    game.state.turn = 2;
    game.with(&[], |play| play.remove_leader(named, Cause::Fire));
    push(&mut game, &[0], CommandStep::Fates(A));
    assert_eq!(game.state.wings[A1.ix()].leader, Some(commander));
    assert_eq!(leader(&game, named).place, LeaderPlace::Aside);
}

#[test]
fn a_wing_that_is_all_to_come_gets_its_leader_when_it_comes() {
    // MP 5.3.3c, 5.3.4a.
    let mut board = board();
    let commander = board.commander(A1, -1, "0510");
    board.unit(cavalry("late", A1));
    let generic = board.rules.wings[A1.ix()].generic;
    let mut game = board.open();
    game.with(&[], |play| play.remove_leader(commander, Cause::Fire));
    push(&mut game, &[5], CommandStep::Fates(A));
    assert_eq!(game.state.wings[A1.ix()].leader, Some(generic));
    assert_eq!(leader(&game, generic).place, LeaderPlace::Aside);
}

#[test]
fn va53_an_army_commander_out_for_a_turn_leaves_his_army_without_one() {
    // MP VA53, 5.3.4d, 5.3.4b, G-A64, G-A21.
    let mut board = board();
    board.commander(A1, 0, "0510");
    board.unit(cavalry("one", A1).at("0510", "n"));
    board.unit(heavy("two", A2).at("0710", "n"));
    let army = board.army_commander(A, -1, "0610");
    let mut game = board.open();
    game.state.turn = 2;
    assert_eq!(game.table().can_help(A1), Some(army));
    game.with(&[], |play| play.remove_leader(army, Cause::Fire));
    assert_eq!((game.table().army_commander(A), game.table().can_help(A1)), (None, None));
    push(&mut game, &[1], CommandStep::Fates(A));
    assert_eq!(leader(&game, army).place, LeaderPlace::Returns { turn: 3 });
    assert_eq!(game.state.agenda.top(), None);
    game.state.turn = 3;
    push(&mut game, &[], CommandStep::Fates(A));
    // On any friendly unit, of whatever Wing.
    let place = |hex| CommandChoice::Place { leader: army, hex: game_hex(hex) };
    assert_eq!(menu(&game, SEAT_A), vec![place("0510"), place("0710")]);
    assert_eq!(judge(&game, SEAT_A, place("0910")).unwrap(), "MP 5.3.4d");
    play(&mut game, &[], place("0710"));
    assert_eq!(game.table().army_commander(A), Some(army));
}

#[test]
fn va53_a_senior_wing_commander_succeeds_and_a_nameless_leader_takes_his_wing() {
    // MP VA53, 5.3.5a, 5.3.5b.
    let mut board = board();
    let senior = board.commander(A1, -1, "0510");
    board.unit(cavalry("one", A1).at("0510", "n"));
    let army = board.army_commander(A, -1, "0610");
    board.rules.sides[A.ix()].successor = Some(senior);
    let generic = board.rules.wings[A1.ix()].generic;
    let mut game = board.open();
    game.with(&[], |play| play.remove_leader(army, Cause::Fire));
    push(&mut game, &[5], CommandStep::Fates(A));
    assert_eq!(leader(&game, army).place, LeaderPlace::Eliminated);
    assert_eq!(game.table().army_commander(A), Some(senior));
    assert_eq!(leader(&game, senior).hex, game.hex("0510"));
    assert_eq!(game.table().commander_of(A1), Some(generic));
    assert_eq!(game.table().leader_seat(senior), SEAT_A);
}

#[test]
fn va53_a_named_successor_is_put_on_any_friendly_unit() {
    // MP VA53, 5.3.5a, 5.3.5c.
    let mut board = board();
    board.commander(A1, 0, "0510");
    board.unit(cavalry("one", A1).at("0510", "n"));
    board.unit(heavy("two", A2).at("0710", "n"));
    let army = board.army_commander(A, -1, "0610");
    let named = board.add_leader("successor", A, Role::Army, 0);
    board.rules.sides[A.ix()].successor = Some(named);
    let mut game = board.open();
    assert_eq!(game.table().army_commander(A), Some(army));
    game.with(&[], |play| play.remove_leader(army, Cause::Pursuit));
    push(&mut game, &[5], CommandStep::Fates(A));
    play(&mut game, &[], CommandChoice::Place { leader: named, hex: game_hex("0710") });
    assert_eq!(leader(&game, army).place, LeaderPlace::Pursuing);
    assert_eq!(game.table().army_commander(A), Some(named));
}

#[test]
fn wing_commanders_are_settled_before_the_army_commander_they_may_succeed() {
    // MP 5.3.3a, 5.3.5a.
    let mut board = board();
    let army = board.army_commander(A, -1, "0510");
    let senior = board.commander(A1, -1, "0510");
    board.unit(cavalry("one", A1).at("0510", "n"));
    board.rules.sides[A.ix()].successor = Some(senior);
    let mut game = board.open();
    game.with(&[], |play| {
        play.remove_leader(army, Cause::CloseCombat);
        play.remove_leader(senior, Cause::CloseCombat);
    });
    // First the Wing Commander, who is back at once, then the Army Commander, who is not.
    push(&mut game, &[0, 8], CommandStep::Fates(A));
    assert_eq!(game.table().army_commander(A), Some(senior));
}
