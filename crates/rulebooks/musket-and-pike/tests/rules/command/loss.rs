//! Leaders lost.

use super::*;

#[test]
fn a_nine_on_the_leader_casualty_table_removes_a_leader() {
    // MP 10.10a, 10.10b, 11.8a, 5.3.1a, 5.3.2a, C5.
    let mut board = board();
    let commander = board.commander(A1, -2, "0510");
    board.unit(cavalry("c", A1).at("0510", "n"));
    let mut game = board.open();
    assert!(!game.with(&[8], |play| play.leader_casualty_roll(commander, Cause::Fire)));
    assert_eq!(leader(&game, commander).place, LeaderPlace::Map);
    assert!(game.with(&[9], |play| play.leader_casualty_roll(commander, Cause::CloseCombat)));
    assert_eq!(leader(&game, commander).place, LeaderPlace::Removed(Cause::CloseCombat));
    assert_eq!(game.state.wings[A1.ix()].leader, None);
    assert!(!game.table().can_activate(A1));
}

#[test]
fn leaders_go_off_the_map_with_pursuing_cavalry() {
    // MP 5.3.1a, 5.3.3a, 11.7.2k.
    let mut board = board();
    let commander = board.commander(A1, 0, "0510");
    let army = board.army_commander(A, 0, "0510");
    let horse = board.unit(cavalry("horse", A1).at("0510", "n"));
    board.unit(heavy("rest", A1).at("0710", "n"));
    let mut game = board.open();
    let at = [Some(game.hex("0510")), None];
    game.with(&[], |play| {
        play.take_off(horse, Loss::Pursuing);
        play.leaders_of_lost(horse, at, LostCause::Pursuit);
    });
    for id in [commander, army] {
        assert_eq!(leader(&game, id).place, LeaderPlace::Removed(Cause::Pursuit));
    }
    // Not returning from a pursuit is no elimination.
    push(&mut game, &[5, 5], CommandStep::Fates(A));
    for id in [commander, army] {
        assert_eq!(leader(&game, id).place, LeaderPlace::Pursuing);
    }
}

#[test]
fn a_commander_whose_unit_routs_off_the_map_joins_another_of_his_wing() {
    // MP 5.2.2c, 5.1.2b.
    let mut board = board();
    let commander = board.commander(A1, 0, "0524");
    let army = board.army_commander(A, 0, "0524");
    let lost = board.unit(cavalry("lost", A1).at("0524", "n"));
    board.unit(cavalry("near", A1).at("0722", "n"));
    board.unit(double_heavy("far", A1).at("1010", "n"));
    board.unit(heavy("other", A2).at("1210", "n"));
    let mut game = board.open();
    let at = [Some(game.hex("0524")), None];
    game.with(&[], |play| {
        play.take_off(lost, Loss::Eliminated);
        play.leaders_of_lost(lost, at, LostCause::RoutedOff);
        play.advance();
    });
    let place = |hex: &str| CommandChoice::Place { leader: commander, hex: game.hex(hex) };
    assert_eq!(menu(&game, SEAT_A), vec![place("0722"), place("1010"), place("1110")]);
    assert_eq!(judge(&game, SEAT_A, place("1210")).unwrap(), "MP 5.2.2c");
    let there = place("1110");
    play(&mut game, &[], there);
    assert_eq!(leader(&game, commander).hex, game.hex("1110"));
    // The Army Commander need not follow a rout and stands where he stood.
    assert_eq!((leader(&game, army).place, leader(&game, army).hex), (LeaderPlace::Map, game.hex("0524")));
}

#[test]
fn without_another_unit_the_commander_is_lost_with_his_last() {
    // MP 5.2.2c, 5.3.1b.
    let mut board = board();
    let commander = board.commander(A1, 0, "0524");
    let lost = board.unit(cavalry("lost", A1).at("0524", "n"));
    let mut game = board.open();
    let at = [Some(game.hex("0524")), None];
    game.with(&[], |play| {
        play.take_off(lost, Loss::Eliminated);
        play.leaders_of_lost(lost, at, LostCause::RoutedOff);
    });
    assert_eq!(leader(&game, commander).place, LeaderPlace::Removed(Cause::Overrun));
}
