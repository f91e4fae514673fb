//! Changing Orders.

use super::*;

/// The active Wing at step B.
fn changing(mut board: Board, wing: WingId, orders: Orders) -> Game {
    board.orders(wing, orders);
    let mut game = board.open();
    game.activate(wing);
    push(&mut game, &[], CommandStep::ChangeOrders(wing));
    game
}

#[test]
fn va45_a_cavalry_wing_changes_to_charge() {
    // MP VA45, 5.7.1a, 5.7.2a, 5.5.2a, 5.1.2c, C1, G-A5, G-A17.
    for (helped, die, success) in [(true, 8, true), (true, 9, false), (false, 7, true), (false, 8, false)] {
        let mut board = board();
        board.unit(cavalry("c", A1).at("0510", "n"));
        board.commander(A1, -1, "0510");
        let army = board.army_commander(A, -1, "0610");
        let mut game = changing(board, A1, MakeReady);
        assert_eq!(menu(&game, SEAT_A).len(), 7);
        play(&mut game, &[die], CommandChoice::Change { orders: Charge, helped });
        assert_eq!(game.state.wings[A1.ix()].orders, if success { Charge } else { MakeReady });
        assert_eq!(leader(&game, army).deeds.acted, helped);
        // There is one attempt only.
        assert_eq!(game.state.agenda.top(), None);
    }
}

#[test]
fn va46_an_infantry_wing_in_trouble_changes_to_rally() {
    // MP VA46, 5.7.3a, C1.
    for (die, success) in [(5, true), (6, false)] {
        let mut board = board();
        board.unit(heavy("one", A1).at("0510", "n").state(Morale::Shaken));
        board.unit(heavy("two", A1).at("0410", "n").state(Morale::Broken));
        let gone = board.unit(heavy("gone", A1).at("0310", "n"));
        for (key, hex) in [("four", "0311"), ("five", "0411")] {
            board.unit(heavy(key, A1).at(hex, "n"));
        }
        board.commander(A1, 0, "0510");
        board.unit(heavy("enemy", B1).at("0610", "nw"));
        let mut game = changing(board, A1, ReceiveCharge);
        game.with(&[], |play| play.take_off(gone, Loss::Eliminated));
        assert_eq!(roll(&mut game, die, Rally), if success { Rally } else { ReceiveCharge });
    }
}

/// The Orders after one attempt.
fn roll(game: &mut Game, die: u8, orders: Orders) -> Orders {
    let step = step(game);
    let CommandStep::ChangeOrders(wing) = step else { panic!("{step:?}") };
    let choice = CommandChoice::Change { orders, helped: false };
    assert_eq!(judge(game, SEAT_A, choice), None);
    game.with(&[die], |play| play.decide(SEAT_A, Decision::Command(choice)));
    game.state.wings[wing.ix()].orders
}

#[test]
fn the_other_modifiers_of_the_orders_change_table() {
    // MP C1, 5.7.2a.
    let start = |cavalry_wing: bool| {
        let mut board = board();
        board.unit(cavalry("c", A1).at("0510", "n"));
        board.unit(cavalry("d", A1).at("0710", "n"));
        board.commander(A1, 0, "0510");
        board.rules.wings[A1.ix()].cavalry_wing = cavalry_wing;
        changing(board, A1, MakeReady)
    };
    // Make Ready to Receive Charge: 0 to 5, for cavalry one more.
    assert_eq!(roll(&mut start(false), 5, ReceiveCharge), ReceiveCharge);
    assert_eq!(roll(&mut start(false), 6, ReceiveCharge), MakeReady);
    assert_eq!(roll(&mut start(true), 4, ReceiveCharge), ReceiveCharge);
    assert_eq!(roll(&mut start(true), 5, ReceiveCharge), MakeReady);
    // To Rally: 0 to 6, no modifier for cavalry.
    assert_eq!(roll(&mut start(true), 6, Rally), Rally);
    assert_eq!(roll(&mut start(true), 7, Rally), MakeReady);
}

#[test]
fn orders_that_the_table_does_not_give_cannot_be_had() {
    // MP 5.7.2b, G-A3.
    let mut board = board();
    board.unit(cavalry("c", A1).at("0510", "n"));
    board.commander(A1, 0, "0510");
    board.rules.charts.orders_change[MakeReady.ix()][Charge.ix()] = None;
    let game = changing(board, A1, MakeReady);
    let change = |orders| CommandChoice::Change { orders, helped: false };
    assert_eq!(menu(&game, SEAT_A), vec![CommandChoice::Keep, change(ReceiveCharge), change(Rally)]);
    assert_eq!(judge(&game, SEAT_A, change(Charge)).unwrap(), "MP 5.7.2b");
    assert_eq!(judge(&game, SEAT_A, change(MakeReady)).unwrap(), "MP 5.7.2b");
    assert_eq!(judge(&game, SEAT_A, CommandChoice::Change { orders: Rally, helped: true }).unwrap(), "MP 5.1.2c");
}

#[test]
fn va32_more_than_half_in_trouble() {
    // MP VA32, 5.7.3a.
    let trouble = |bodies: u8| {
        let mut board = board();
        board.commander(A1, 0, "0505");
        let gone = board.unit(heavy("gone", A1).at("0510", "n"));
        let away = board.unit(cavalry("away", A1).at("0610", "n"));
        if bodies == 5 {
            board.unit(heavy("shaken", A1).at("0710", "n").state(Morale::Shaken));
        }
        board.unit(heavy("whole", A1).at("0810", "n"));
        board.unit(light("light", A1).at("0910", "n").formation(Formation::Broken));
        board.unit(gun("gun", A1).at("1010", "n"));
        board.unit(gun("second", A1).at("1110", "n"));
        let mut game = board.open();
        game.with(&[], |play| {
            play.take_off(gone, Loss::Eliminated);
            play.take_off(away, Loss::Pursuing);
        });
        game.table().half_in_trouble(A1)
    };
    assert!(trouble(5), "3 of 5");
    assert!(!trouble(4), "2 of 4");
}

#[test]
fn va31_a_wing_in_ruins_goes_under_rally_of_itself() {
    // MP VA31, 5.8a, 5.8b, 5.8c.
    let wing = |last: Formation| {
        let mut board = board();
        board.commander(A1, 0, "0510");
        board.unit(cavalry("shaken", A1).at("0510", "n").state(Morale::Shaken));
        let away = board.unit(cavalry("away", A1).at("0610", "n"));
        board.unit(cavalry("broken", A1).at("0710", "n").formation(last));
        board.unit(light("light", A1).at("0810", "n"));
        board.unit(gun("gun", A1).at("0910", "n"));
        let mut game = board.open();
        game.with(&[], |play| play.take_off(away, Loss::Pursuing));
        game
    };
    let mut game = wing(Formation::Broken);
    assert!(game.table().must_rally(A1));
    game.activate(A1);
    push(&mut game, &[], CommandStep::ChangeOrders(A1));
    assert_eq!(game.state.wings[A1.ix()].orders, Rally);
    assert_eq!(game.state.agenda.top(), None, "no other change is asked");
    assert!(!wing(Formation::Shaken).table().must_rally(A1));
    assert!(!wing(Formation::OpenOrder).table().must_rally(A1));
}

#[test]
fn no_automatic_rally_while_units_are_to_come_or_without_horse_and_heavy_foot() {
    // MP 5.8c, E-SiA-14.
    let mut board = board();
    board.unit(cavalry("shaken", A1).at("0510", "n").state(Morale::Shaken));
    board.unit(light("late", A1));
    board.unit(light("shaken-light", A2).at("0710", "n").state(Morale::Shaken));
    let mut game = board.open();
    assert!(!game.table().must_rally(A1));
    assert!(!game.table().must_rally(A2));
    game.state.units[1].place = Place::Gone(Loss::Eliminated);
    assert!(game.table().must_rally(A1));
}
