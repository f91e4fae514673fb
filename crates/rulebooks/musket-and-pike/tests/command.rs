//! Chapter 5: command, the changing of Orders, leaders lost, replaced and carried along.

mod common;

use common::*;
use kernel::Seat;
use musket_and_pike::agenda::Step;
use musket_and_pike::cards::{LeaderId, Role, UnitId, WingId};
use musket_and_pike::command::{CommandChoice, CommandStep, Company, Lending, LostCause, Placing};
use musket_and_pike::decision::Decision;
use musket_and_pike::state::{Cause, Formation, LeaderPlace, Loss, Mark, Morale, Orders, Phase, Place};

use Orders::{Charge, MakeReady, Rally, ReceiveCharge};

const SEAT_A: Seat = Seat(0);

fn step(game: &Game) -> CommandStep {
    match game.state.agenda.top() {
        Some(Step::Command(step)) => step,
        step => panic!("{step:?}"),
    }
}

fn menu(game: &Game, seat: Seat) -> Vec<CommandChoice> {
    let mut menu = Vec::new();
    let question = game.table().ask_command(step(game), seat, &mut menu);
    assert!(question.default < menu.len() && question.complete);
    let choices = menu.into_iter().map(|decision| match decision {
        Decision::Command(choice) => choice,
        other => panic!("{other:?}"),
    });
    choices.inspect(|&choice| assert_eq!(judge(game, seat, choice), None, "{choice:?}")).collect()
}

fn judge(game: &Game, seat: Seat, choice: CommandChoice) -> Option<String> {
    game.table().judge_command(step(game), seat, choice).err().map(|refusal| refusal.rule.into_owned())
}

fn play(game: &mut Game, dice: &[u8], choice: CommandChoice) {
    let seat = game.asked().unwrap();
    assert!(menu(game, seat).contains(&choice), "{choice:?} is not on the menu {:?}", menu(game, seat));
    game.with(dice, |play| play.decide(seat, Decision::Command(choice)));
}

fn push(game: &mut Game, dice: &[u8], step: CommandStep) {
    game.state.agenda.push(Step::Command(step));
    game.advance(dice);
}

fn leader(game: &Game, id: LeaderId) -> musket_and_pike::state::Leader {
    game.state.leaders[id.ix()]
}

// Lines of communication.

#[test]
fn va25_a_line_of_communication_runs_from_unit_to_unit() {
    // MP VA25, 5.4.2a, 5.4.2b, 5.4.2c.
    for (last, in_command) in [("1210", true), ("1310", false)] {
        let mut board = board();
        board.commander(A1, 0, "0510");
        let first = board.unit(heavy("u1", A1).at("0710", "n"));
        let second = board.unit(heavy("u2", A1).at("0910", "n"));
        let horse = board.unit(cavalry("c", A1).at(last, "n"));
        let game = board.open();
        assert!(game.table().in_command(first) && game.table().in_command(second));
        assert_eq!(game.table().in_command(horse), in_command, "{last}");
    }
}

#[test]
fn va25_a_disabled_gun_is_no_link() {
    // MP VA25, 5.4.2e.
    for (place, in_command) in
        [(Place::Map, true), (Place::Wreck { captured: true }, false), (Place::Wreck { captured: false }, false)]
    {
        let mut board = board();
        board.commander(A1, 0, "0510");
        let guns = board.unit(gun("u1", A1).at("0710", "n"));
        let second = board.unit(heavy("u2", A1).at("0910", "n"));
        let horse = board.unit(cavalry("c", A1).at("1210", "n"));
        let mut game = board.open();
        if place != Place::Map {
            game.state.lift(guns);
            game.state.units[guns.ix()].place = place;
        }
        assert_eq!(game.table().in_command(second), in_command);
        assert_eq!(game.table().in_command(horse), in_command);
    }
}

#[test]
fn va25_enemies_and_impassable_ground_bar_the_line() {
    // MP VA25, 5.4.2d.
    let straight = |change: &dyn Fn(&mut Board)| {
        let mut board = board();
        board.commander(A1, 0, "0510");
        let horse = board.unit(cavalry("c", A1).at("0810", "n"));
        change(&mut board);
        board.open().table().in_command(horse)
    };
    let enemy = |board: &mut Board, hex: &str| {
        board.unit(light("enemy", B1).at(hex, "s"));
    };
    assert!(straight(&|_| {}));
    // Three hexes along one row leave one way only.
    assert!(!straight(&|board| enemy(board, "0610")));
    assert!(!straight(&|board| enemy(board, "0710")));
    assert!(straight(&|board| enemy(board, "0711")));
    assert!(!straight(&|board| board.terrain("0710", "water")));
    assert!(!straight(&|board| board.hexside("0610", "e", "pike-wagon")));
    // What bars some kinds of units only does not bar a messenger; nor does a captured wagon.
    assert!(straight(&|board| board.terrain("0710", "marsh")));
    assert!(straight(&|board| {
        board.unit(wagon("prize", B1).at("0710", "s").mark(Mark::Captured));
    }));
    // A road leads over the water.
    assert!(straight(&|board| {
        board.terrain("0710", "water");
        board.road("0710", "e");
        board.road("0710", "w");
    }));
}

#[test]
fn a_line_goes_round_what_bars_it_within_its_reach() {
    // MP 5.4.2d.
    let commanded = |enemies: &[&str]| {
        let mut board = board();
        board.commander(A1, 0, "0510");
        // Two ways of two hexes lead here, over 0511 and over 0611.
        let foot = board.unit(heavy("h", A1).at("0512", "n"));
        let grid = &board.rules.ground.grid;
        assert_eq!(grid.distance(board.hex("0510"), board.hex("0512")), 2);
        for hex in ["0511", "0611"] {
            let hex = board.hex(hex);
            assert!(grid.adjacent(hex, board.hex("0510")) && grid.adjacent(hex, board.hex("0512")));
        }
        for (index, hex) in enemies.iter().enumerate() {
            board.unit(light(&format!("enemy{index}"), B1).at(hex, "s"));
        }
        board.open().table().in_command(foot)
    };
    assert!(commanded(&[]) && commanded(&["0511"]) && commanded(&["0611"]));
    assert!(!commanded(&["0511", "0611"]));
}

#[test]
fn va26_each_link_has_the_reach_of_the_unit_that_looks_for_it() {
    // MP VA26, 5.4.2b.
    let mut board = board();
    board.commander(A1, 0, "0510");
    let horse = board.unit(cavalry("c", A1).at("0810", "n"));
    let foot = board.unit(heavy("h", A1).at("1110", "n"));
    let game = board.open();
    assert!(game.table().in_command(horse));
    assert!(!game.table().in_command(foot));
    assert_eq!(game.table().out_of_command(), [foot].into_iter().collect());
}

#[test]
fn only_units_of_the_same_wing_are_links() {
    // MP 5.4.1b, 5.4.2c, 5.2.1a.
    let mut board = board();
    board.commander(A1, 0, "0510");
    board.commander(A2, 0, "0910");
    board.unit(heavy("stranger", A2).at("0710", "n"));
    let foot = board.unit(heavy("h", A1).at("0910", "n"));
    assert!(!board.open().table().in_command(foot));
}

#[test]
fn wagons_are_in_command_but_link_only_what_could_trace() {
    // MP 5.4.1a, G-A34.
    let commanded = |at: &str, foot: &str| {
        let mut board = board();
        board.commander(A1, 0, "0510");
        let wagon = board.unit(wagon("w", A1).at(at, "n"));
        let foot = board.unit(heavy("h", A1).at(foot, "n"));
        let game = board.open();
        [wagon, foot].map(|unit| game.table().in_command(unit))
    };
    assert_eq!(commanded("0710", "0910"), [true, true]);
    assert_eq!(commanded("0810", "1010"), [true, false]);
}

#[test]
fn a_leader_on_a_two_hex_unit_stands_in_one_of_its_hexes() {
    // MP 5.4.2f.
    for (hex, in_command) in [("0610", true), ("0510", false)] {
        let mut board = board();
        board.unit(double_heavy("d", A2).at("0510", "n"));
        board.commander(A1, 0, hex);
        let foot = board.unit(heavy("h", A1).at("0810", "n"));
        assert_eq!(board.open().table().in_command(foot), in_command, "{hex}");
    }
}

#[test]
fn both_hexes_of_a_two_hex_unit_trace_and_link() {
    // MP 5.4.2b, 5.4.2c.
    let mut board = board();
    board.commander(A1, 0, "0510");
    let wide = board.unit(double_heavy("d", A1).at("0710", "n"));
    let foot = board.unit(heavy("h", A1).at("1010", "n"));
    let game = board.open();
    assert_eq!(game.unit(wide).other, Some(game.hex("0810")));
    assert!(game.table().in_command(foot));
}

#[test]
fn command_is_tested_at_the_instant_a_unit_acts() {
    // MP 5.4.2a, 5.4.2g, 5.4.2h.
    let mut board = board();
    let commander = board.commander(A1, 0, "0510");
    let foot = board.unit(heavy("h", A1).at("0810", "n"));
    let mut game = board.open();
    assert!(!game.table().in_command(foot));
    game.state.leaders[commander.ix()].hex = game.hex("0610");
    assert!(game.table().in_command(foot));
    game.with(&[], |play| play.remove_leader(commander, Cause::Fire));
    assert!(!game.table().in_command(foot));
}

#[test]
fn what_is_still_to_come_is_in_command_as_it_enters() {
    // MP G-A60.
    let mut board = board();
    board.commander(A1, 0, "0510");
    let late = board.unit(heavy("late", A1));
    assert!(board.open().table().in_command(late));
}

// Changing Orders.

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
        assert_eq!(leader(&game, army).acted, helped);
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
    // MP 5.8c.
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

// Leaders lost.

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
fn a_leader_falls_with_all_the_units_around_him() {
    // MP 5.3.1b, 11.8b.
    for other in [false, true] {
        let mut board = board();
        let commander = board.commander(A1, 0, "0510");
        let lost = board.unit(cavalry("lost", A1).at("0510", "n"));
        if other {
            board.unit(gun("gun", A2).at("0510", "n"));
        }
        let mut game = board.open();
        let at = [Some(game.hex("0510")), None];
        game.with(&[], |play| {
            play.take_off(lost, Loss::Eliminated);
            play.leaders_of_lost(lost, at, LostCause::Eliminated(Cause::Overrun));
        });
        let place = if other { LeaderPlace::Map } else { LeaderPlace::Removed(Cause::Overrun) };
        assert_eq!(leader(&game, commander).place, place);
    }
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

// Leaders replaced.

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

// Leaders carried along.

fn escort(company: Company, role: Role, stays: Option<WingId>) -> (Game, LeaderId, UnitId) {
    let mut board = board();
    let horse = board.unit(cavalry("horse", A1).at("0510", "n"));
    let him = match role {
        Role::Army => board.army_commander(A, 0, "0510"),
        Role::Wing(wing) => board.commander(wing, 0, "0510"),
    };
    if let Some(wing) = stays {
        board.unit(gun("gun", wing).at("0510", "n"));
    }
    let mut game = board.open();
    let (from, to) = ([Some(game.hex("0510")), None], game.hex("0610"));
    game.state.put(horse, to, None, field::hexes::Vertex::V0);
    game.with(&[], |play| {
        play.accompany(horse, from, company);
        play.advance();
    });
    (game, him, horse)
}

#[test]
fn a_wing_commander_must_go_along() {
    // MP 5.2.2a, G-A59.
    for company in [Company::Interception, Company::AdvanceOrRetreat, Company::Rout, Company::Pursuit] {
        let (game, him, _) = escort(company, Role::Wing(A1), None);
        assert_eq!(leader(&game, him).hex, game.hex("0610"), "{company:?}");
        assert_eq!(game.state.agenda.top(), None);
    }
    // A commander of another Wing is swept up the same way.
    let (game, him, _) = escort(Company::AdvanceOrRetreat, Role::Wing(A2), Some(A1));
    assert_eq!(leader(&game, him).hex, game.hex("0610"));
}

#[test]
fn a_wing_commander_may_stay_with_another_unit_of_his_wing() {
    // MP G-A59, 5.2.2a.
    for company in [Company::AdvanceOrRetreat, Company::Rout] {
        let (mut game, him, _) = escort(company, Role::Wing(A1), Some(A1));
        assert_eq!(menu(&game, SEAT_A), vec![CommandChoice::Stay { leader: him }, CommandChoice::Go { leader: him }]);
        play(&mut game, &[], CommandChoice::Stay { leader: him });
        assert_eq!(leader(&game, him).hex, game.hex("0510"));
    }
    let (game, him, _) = escort(Company::Interception, Role::Wing(A1), Some(A1));
    assert_eq!(leader(&game, him).hex, game.hex("0610"));
}

#[test]
fn in_the_rout_movement_phase_a_wing_commander_may_stay() {
    // MP 5.2.2b.
    let (mut game, him, _) = escort(Company::RoutPhase, Role::Wing(A1), None);
    assert_eq!(
        step(&game),
        CommandStep::Accompany { leader: him, unit: UnitId(0), right: false, company: Company::RoutPhase }
    );
    play(&mut game, &[], CommandChoice::Stay { leader: him });
    assert_eq!(leader(&game, him).hex, game.hex("0510"));
}

#[test]
fn an_army_commander_goes_or_stays_but_for_pursuit() {
    // MP 5.1.2a, 5.1.2b, 11.7.2k.
    for company in [Company::Interception, Company::AdvanceOrRetreat, Company::Rout, Company::RoutPhase] {
        let (mut game, him, horse) = escort(company, Role::Army, None);
        play(&mut game, &[], CommandChoice::Go { leader: him });
        assert_eq!(leader(&game, him).hex, game.hex("0610"));
        // At the next hex of the same way he is not asked again.
        let (from, to) = ([Some(game.hex("0610")), None], game.hex("0710"));
        game.state.put(horse, to, None, field::hexes::Vertex::V0);
        game.with(&[], |play| {
            play.accompany(horse, from, company);
            play.advance();
        });
        assert_eq!(leader(&game, him).hex, to);
        assert_eq!(game.state.agenda.top(), None);
    }
    let (game, him, _) = escort(Company::Pursuit, Role::Army, None);
    assert_eq!(leader(&game, him).hex, game.hex("0610"));
}

#[test]
fn a_leader_keeps_to_his_half_of_a_two_hex_unit() {
    // MP 5.4.2f, 5.2.2a.
    let mut board = board();
    let wide = board.unit(double_heavy("wide", A1).at("0510", "n"));
    let left = board.commander(A1, 0, "0510");
    let right = board.commander(A2, 0, "0610");
    let stranger = board.commander(B1, 0, "0611");
    let mut game = board.open();
    let from = [Some(game.hex("0510")), Some(game.hex("0610"))];
    let to = [game.hex("0512"), game.hex("0612")];
    game.state.put(wide, to[0], Some(to[1]), field::hexes::Vertex::V0);
    game.with(&[], |play| play.accompany(wide, from, Company::AdvanceOrRetreat));
    assert_eq!([left, right].map(|id| leader(&game, id).hex), to);
    assert_eq!(leader(&game, stranger).hex, game.hex("0611"));
    // A half that stays keeps the leader on it where he is.
    let from = [Some(to[0]), Some(to[1])];
    let wheeled = game.hex("0611");
    game.state.put(wide, to[0], Some(wheeled), field::hexes::Vertex::V0);
    game.with(&[], |play| play.accompany(wide, from, Company::AdvanceOrRetreat));
    assert_eq!([left, right].map(|id| leader(&game, id).hex), [to[0], wheeled]);
}

// The Army Commander's help.

#[test]
fn an_army_commander_helps_from_the_same_or_the_next_hex_with_his_action_unspent() {
    // MP 5.1.2c, 5.1.2e, G-A21.
    for (hex, helps) in [("0510", true), ("0610", true), ("0710", false)] {
        let mut board = board();
        board.commander(A1, 0, "0510");
        board.unit(cavalry("one", A1).at("0510", "n"));
        let army = board.army_commander(A, -2, hex);
        let mut game = board.open();
        assert_eq!(game.table().can_help(A1), helps.then_some(army), "{hex}");
        assert_eq!(game.table().can_help(B1), None);
        game.state.leaders[army.ix()].acted = true;
        assert_eq!(game.table().can_help(A1), None);
    }
}

// Notation.

#[test]
fn decisions_of_command_are_read_as_they_are_written() {
    let mut board = board();
    let him = board.commander(A1, 0, "0510");
    let unit = board.unit(cavalry("one", A1).at("0510", "n"));
    let game = board.open();
    let choices = [
        CommandChoice::Change { orders: MakeReady, helped: false },
        CommandChoice::Change { orders: Rally, helped: true },
        CommandChoice::Keep,
        CommandChoice::Lend,
        CommandChoice::Withhold,
        CommandChoice::Place { leader: him, hex: game.hex("0510") },
        CommandChoice::Go { leader: him },
        CommandChoice::Stay { leader: him },
    ];
    for choice in choices {
        let text = choice.notate(&game.rules);
        let words: Vec<&str> = text.split(' ').collect();
        assert_eq!(CommandChoice::read(&words, &game.rules), Some(Ok(choice)), "{text}");
        assert!(!game.table().describe_command(choice).is_empty());
    }
    let read = |text: &str| CommandChoice::read(&text.split(' ').collect::<Vec<_>>(), &game.rules);
    assert_eq!(read("activate a1"), None);
    for wrong in
        ["change-orders", "change-orders flee", "place-leader a1-wc", "place-leader a1-wc 9999", "go-along him"]
    {
        assert!(matches!(read(wrong), Some(Err(_))), "{wrong}");
    }
    let steps = [
        CommandStep::ChangeOrders(A1),
        CommandStep::Lend { wing: A1, to: Lending::Orders(Charge) },
        CommandStep::Lend { wing: A1, to: Lending::Continuation },
        CommandStep::PlaceLeader { leader: him, why: Placing::OffMap },
        CommandStep::Accompany { leader: him, unit, right: false, company: Company::Rout },
    ];
    for step in steps {
        assert!(game.table().put_command(step, SEAT_A).ends_with('?'));
    }
}
