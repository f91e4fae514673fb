//! Chapter 5 by whole Actions and fights: leaders carried along, lost and followed, and what Orders leave alone.

use super::push;
use crate::common::*;
use crate::playing::*;
use musket_and_pike::cards::{Arrival, Role};
use musket_and_pike::command::CommandStep;
use musket_and_pike::movement::EntryFormation;
use musket_and_pike::state::{Cause, Formation, LeaderPlace, Mark, Morale, Orders};

/// Answers with the first of the wishes that is offered, until a question is put that none of them answers.
fn go_on(game: &mut Game, face: u8, wishes: &[&str]) {
    while let Some(wish) = wishes.iter().find(|wish| game.asked().is_some() && offers(game, wish)) {
        all_roll(game, face, wish);
    }
}

// Leaders who go along.

#[test]
fn a_wing_commander_advances_with_his_unit_though_a_gun_stays() {
    // MP 5.2.2a: with any unit he is stacked with; ruling G-A59.
    let mut board = board();
    let foot = board.unit(heavy("foot", A1).strength(12).morale(8).at("1212", "n"));
    board.unit(gun("guns", A1).mark(Mark::Fired).at("1212", "n"));
    let leader = board.commander(A1, 0, "1212");
    let foe = board.unit(light("foe", B1).strength(2).morale(4).state(Morale::Broken).at("1211", "s"));
    let mut game = acting(board, A1);
    say(&mut game, "end-actions");
    go_on(&mut game, 9, &["attack foot 1211", "attacks-done", "advance foot nw", "keep-facing"]);
    assert_ne!(at(&game, foe), ["1211"], "{}", game.told());
    assert_eq!((at(&game, foot), leader_at(&game, leader)), (vec!["1211".to_string()], "1211".to_string()));
}

#[test]
fn an_army_commander_is_asked_at_every_displacement() {
    // MP 5.1.2a, 10.8.6a: what he chose on one way does not bind him on the next.
    let mut board = board();
    let horse = board.unit(cavalry("horse", A1).strength(8).morale(8).at("1208", "s"));
    board.unit(light("staff", A1).at("1202", "s"));
    board.commander(A1, 0, "1202");
    let chief = board.army_commander(A, 0, "1208");
    board.commander(B1, 0, "1214");
    board.orders(B1, Orders::MakeReady);
    board.unit(light("guard", B1).formation(Formation::Broken).at("1214", "n"));
    board.unit(gun("first", B1).at("1212", "n"));
    board.unit(gun("second", B1).at("1112", "n"));
    let mut game = acting(board, B1);
    say(&mut game, "act first");
    // A formation hit: it steps aside, and he goes with it.
    all_roll(&mut game, 8, "shoot 1208 artillery");
    go_on(&mut game, 0, &["displace right"]);
    assert_eq!(topic(&game), "accompany", "{:?}\n{}", offered(&game), game.told());
    all_roll(&mut game, 0, "go-along a-ac");
    let moved = at(&game, horse)[0].clone();
    assert_eq!(leader_at(&game, chief), moved);
    go_on(&mut game, 0, &["react-done"]);
    say(&mut game, "act second");
    all_roll(&mut game, 8, &format!("shoot {moved} artillery"));
    go_on(&mut game, 0, &["displace left"]);
    assert_eq!(topic(&game), "accompany", "{:?}\n{}", offered(&game), game.told());
    all_roll(&mut game, 0, "stay-behind a-ac");
    assert_eq!((at(&game, horse), leader_at(&game, chief)), (vec!["1208".to_string()], moved));
}

#[test]
fn a_leader_met_on_the_way_may_go_along() {
    // MP 5.1.2d, 5.2.2d: stacked with the unit as it enters his hex.
    let mut board = board();
    board.orders(A1, Orders::MakeReady);
    board.commander(A1, 0, "1214");
    board.unit(gun("guns", A1).mark(Mark::Fired).at("1214", "n"));
    let chief = board.army_commander(A, 0, "1212");
    let horse = board.unit(cavalry("horse", A1).at("1213", "n"));
    let mut game = acting(board, A1);
    play(&mut game, &["act horse", "move", "ahead ne"]);
    assert_eq!(topic(&game), "leader-goes-along");
    play(&mut game, &["take-along a-ac", "ahead nw", "halt"]);
    assert_eq!((at(&game, horse), leader_at(&game, chief)), (vec!["1211".to_string()], "1211".to_string()));
    assert!(game.state.leaders[chief.ix()].deeds.acted);
}

#[test]
fn a_commander_whose_unit_routs_off_the_map_stays_or_goes_to_another() {
    // MP 5.2.2b, 5.2.2c: asked; alone at the edge he may stay, and with no other unit of his Wing he does.
    let routed = |other: bool| {
        let mut board = board();
        let leader = board.commander(A1, 0, "1224");
        let horse = board.unit(cavalry("horse", A1).state(Morale::Broken).at("1224", "s"));
        if other {
            board.unit(heavy("other", A1).at("1214", "n"));
        }
        let game = routing(board, &[]);
        assert!(!game.unit(horse).on_map());
        (game, leader)
    };
    for (choice, hex) in [("stay-behind a1-wc", "1224"), ("place-leader a1-wc 1214", "1214")] {
        let (mut game, leader) = routed(true);
        say(&mut game, choice);
        let him = game.state.leaders[leader.ix()];
        assert_eq!((leader_at(&game, leader).as_str(), him.place), (hex, LeaderPlace::Map));
        // MP 5.2.2c is what is told of it.
        assert_eq!(game.told().contains("MP 5.2.2c"), hex == "1214", "{}", game.told());
    }
    let (game, leader) = routed(false);
    assert_eq!((leader_at(&game, leader).as_str(), game.state.leaders[leader.ix()].place), ("1224", LeaderPlace::Map));
}

// Leaders lost.

#[test]
fn a_leader_shot_at_falls_with_all_the_units_around_him() {
    // MP 5.3.1b: the last of the foot is shot down around him; a gun of another Wing is company enough. In Close Combat it is not (MP 11.8b, see `retreat_played`).
    for gun_with_it in [false, true] {
        let mut board = board();
        let commander = board.commander(A1, 0, "1211");
        let lost = board.unit(heavy("lost", A1).strength(1).morale(4).at("1211", "s"));
        if gun_with_it {
            board.unit(gun("guns", A2).mark(Mark::Fired).at("1211", "s"));
        }
        board.orders(B1, Orders::ReceiveCharge);
        board.unit(heavy("foe", B1).strength(20).morale(8).at("1212", "n"));
        board.commander(B1, 0, "1213");
        board.unit(gun("far", B1).mark(Mark::Fired).at("1213", "n"));
        let mut game = acting(board, B1);
        say(&mut game, "act foe");
        // The shot, and that he is not hit by it.
        roll(&mut game, &[7, 0], "shoot 1211 skirmish");
        assert!(!game.unit(lost).on_map(), "{}", game.told());
        let place = game.state.leaders[commander.ix()].place;
        assert_eq!(place == LeaderPlace::Map, gun_with_it, "{place:?}: {}", game.told());
    }
}

#[test]
fn a_commander_alone_with_a_gun_is_lost_when_it_is_disabled() {
    // MP 5.3.1b, 10.6.1b.
    for friend in [false, true] {
        let mut board = board();
        let leader = board.commander(A1, 0, "1208");
        let guns = board.unit(gun("guns", A1).mark(Mark::OnTop).at("1208", "s"));
        if friend {
            board.unit(heavy("foot", A1).at("1208", "s"));
        }
        board.commander(B1, 0, "1214");
        board.orders(B1, Orders::MakeReady);
        board.unit(light("guard", B1).formation(Formation::Broken).at("1214", "n"));
        board.unit(gun("first", B1).at("1212", "n"));
        let mut game = acting(board, B1);
        say(&mut game, "act first");
        // The shot, the die whether he is hit by it, which he is not, and one more where foot stands in the hex.
        let dice: &[u8] = if friend { &[9, 0, 0] } else { &[9, 0] };
        roll(&mut game, dice, "shoot 1208 artillery");
        assert!(!game.unit(guns).on_map(), "{}", game.told());
        let place = if friend { LeaderPlace::Map } else { LeaderPlace::Removed(Cause::Overrun) };
        assert_eq!(game.state.leaders[leader.ix()].place, place, "{}", game.told());
    }
}

#[test]
fn the_tail_of_a_column_swings_onto_a_lone_leader_and_a_gun() {
    // MP 5.3.1b: he is removed; MP 8.3.1a, 10.8.9c: a friendly gun is asked about, a wreck taken.
    let mut board = board();
    board.orders(A1, Orders::MakeReady);
    board.commander(A1, 0, "1214");
    board.unit(gun("guns", A1).mark(Mark::Fired).at("1214", "n"));
    // Tail on 1212, head on 1312, fronting east; to the right the tail swings to 1311.
    board.unit(double_heavy("line", A1).formation(Formation::Column).at("1212", "n"));
    let lone = board.commander(B1, 0, "1311");
    board.unit(gun("friend", A1).mark(Mark::OnTop).at("1313", "n"));
    board.unit(light("far", B1).formation(Formation::Broken).at("0101", "s"));
    let mut game = acting(board, A1);
    play(&mut game, &["act line", "move"]);
    let ways: Vec<String> = offered(&game).into_iter().filter(|text| text.starts_with("turn-to")).collect();
    for way in ways {
        let mut game = Game { rules: game.rules.clone(), state: game.state.clone(), ledger: game.ledger.clone() };
        say(&mut game, &way);
        let line = game.table().body_at(game.hex("1312")).unwrap();
        match at(&game, line).first().map(String::as_str) {
            Some("1311") => {
                assert_eq!(game.state.leaders[lone.ix()].place, LeaderPlace::Removed(Cause::Overrun));
            }
            Some("1313") => {
                go_on(&mut game, 0, &["react-done"]);
                assert_eq!(topic(&game), "stack-order");
            }
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn a_promoted_commander_is_followed_by_his_named_replacement() {
    // MP 5.3.5b: a nameless leader only where the battle names nobody.
    let mut board = board();
    let senior = board.commander(A1, -1, "0510");
    board.unit(cavalry("one", A1).at("0510", "n"));
    let named = board.add_leader("named", A, Role::Wing(A1), -1);
    board.rules.wings[A1.ix()].replacement = Some(named);
    let army = board.army_commander(A, -1, "0610");
    board.rules.sides[A.ix()].successor = Some(senior);
    let mut game = board.open();
    game.with(&[], |play| play.remove_leader(army, Cause::Fire));
    push(&mut game, &[5], CommandStep::Fates(A));
    assert_eq!((game.table().army_commander(A), game.table().commander_of(A1)), (Some(senior), Some(named)));
}

#[test]
fn a_successor_who_is_not_there_takes_over_when_he_is() {
    // MP 5.3.5a, ruling G-A64: one whose Wing is still to come is not put on the map for it, and one who is out for a turn is not passed over.
    let mut board = board();
    board.commander(A1, 0, "0510");
    board.unit(cavalry("one", A1).at("0510", "n"));
    let senior = board.rules.wings[A2.ix()].generic.0 - 1;
    let senior = musket_and_pike::cards::LeaderId(senior);
    let late = board.unit(cavalry("late", A2));
    board.rules.wings[A2.ix()].arrives =
        Some(Arrival { turn: 2, hexes: vec![board.hex("1224")], formations: EntryFormation::ALL.to_vec() });
    let army = board.army_commander(A, -1, "0510");
    board.rules.sides[A.ix()].successor = Some(senior);
    let mut game = board.open();
    game.with(&[], |play| play.remove_leader(army, Cause::Fire));
    push(&mut game, &[5], CommandStep::Fates(A));
    assert_eq!((game.table().army_commander(A), game.state.leaders[senior.ix()].place), (None, LeaderPlace::Aside));
    assert_eq!(game.state.wings[A2.ix()].leader, Some(senior));
    // He comes with his Wing; in the next Marker Removal Phase he takes over, and his Wing gets a nameless leader.
    let (hex, n) = (game.hex("1224"), game.vertex("n"));
    game.state.put(late, hex, None, n);
    (game.state.leaders[senior.ix()].place, game.state.leaders[senior.ix()].hex) = (LeaderPlace::Map, hex);
    game.state.turn = 2;
    push(&mut game, &[], CommandStep::Fates(A));
    assert_eq!(game.table().army_commander(A), Some(senior));
    assert_eq!(game.table().commander_of(A2), Some(game.rules.wings[A2.ix()].generic));

    // Out for a turn as the Army Commander is lost: he takes over as he returns.
    let mut board = board_with_two();
    let (senior, army) = (board.commander(A1, -1, "0510"), board.army_commander(A, -1, "0510"));
    board.rules.sides[A.ix()].successor = Some(senior);
    let mut game = board.open();
    game.with(&[], |play| {
        play.remove_leader(army, Cause::CloseCombat);
        play.remove_leader(senior, Cause::CloseCombat);
    });
    push(&mut game, &[1, 8], CommandStep::Fates(A));
    assert_eq!(game.table().army_commander(A), None);
    game.state.turn = 2;
    push(&mut game, &[], CommandStep::Fates(A));
    assert_eq!(game.table().army_commander(A), Some(senior));
}

fn board_with_two() -> Board {
    let mut board = board();
    board.unit(cavalry("one", A1).at("0510", "n"));
    board
}

// What Orders leave alone.

#[test]
fn unlimbered_guns_rally_under_any_orders() {
    // MP 5.5.4a, 13.2.4a; limbered guns obey (MP 5.5.4b).
    for orders in [Orders::Charge, Orders::MakeReady, Orders::ReceiveCharge, Orders::Rally] {
        for limbered in [false, true] {
            let mut board = board();
            board.orders(A1, orders);
            board.commander(A1, 0, "1214");
            board.unit(light("staff", A1).formation(Formation::Broken).at("1214", "n"));
            let mut piece = gun("guns", A1).state(Morale::Shaken).at("1212", "n");
            if limbered {
                piece = piece.mark(Mark::Limbered);
            }
            let guns = board.unit(piece);
            board.unit(light("far", B1).formation(Formation::Broken).at("1211", "s"));
            let mut game = acting(board, A1);
            say(&mut game, "act guns");
            let free = !limbered || orders == Orders::Rally;
            assert_eq!(offers(&game, "rally guns"), free, "{orders:?} {limbered}");
            if free {
                all_roll(&mut game, 0, "rally guns");
                assert_eq!(game.unit(guns).morale, Morale::Normal);
            }
        }
    }
}

#[test]
fn a_pivot_to_an_enemy_is_open_under_any_orders_whoever_else_is_near() {
    // MP 5.6.5d: 1211 is next to the left half, which stays, and to 1311, where the right half goes, as is 1310 beyond.
    for orders in [Orders::Charge, Orders::MakeReady, Orders::ReceiveCharge, Orders::Rally] {
        let mut board = board();
        board.orders(A1, orders);
        board.commander(A1, 0, "1213");
        board.unit(gun("guns", A1).mark(Mark::Fired).at("1213", "n"));
        let line = board.unit(double_heavy("line", A1).at("1212", "n"));
        board.unit(cavalry("foe", B1).state(Morale::Broken).at("1211", "s"));
        board.unit(cavalry("other", B1).state(Morale::Broken).at("1310", "s"));
        let mut game = acting(board, A1);
        play(&mut game, &["act line", "move", "wheel left", "halt"]);
        assert_eq!(at(&game, line), ["1212", "1311"], "{orders:?}");
    }
}

#[test]
fn an_interception_does_not_move_the_start_of_a_unit_under_rally() {
    // MP 5.6.4a: no nearer than where it started the activation, interrupted or not.
    let mut board = board();
    board.orders(A1, Orders::Rally);
    board.commander(A1, 0, "1216");
    board.unit(gun("guns", A1).mark(Mark::Fired).at("1216", "n"));
    let horse = board.unit(cavalry("horse", A1).strength(8).morale(8).at("1214", "n"));
    board.commander(B1, 0, "1207");
    board.unit(cavalry("rider", B1).strength(4).at("1208", "s"));
    let far = board.unit(cavalry("far", B1).state(Morale::Broken).at("1205", "s"));
    let mut game = acting(board, A1);
    let start = game.table().distance(horse, far);
    play(&mut game, &["act horse", "move", "ahead nw"]);
    go_on(&mut game, 0, &["react-done"]);
    say(&mut game, "ahead ne");
    assert!(offers(&game, "intercept rider"), "{:?}", offered(&game));
    all_roll(&mut game, 0, "intercept rider");
    go_on(&mut game, 0, &["react-ahead se", "react-ahead sw", "react-done", "hold-fire"]);
    assert_eq!(topic(&game), "next-step", "{:?}\n{}", offered(&game), game.told());
    assert!(game.table().distance(horse, far) < start);
    assert_eq!(refused(&game, "halt").as_deref(), Some("MP 5.6.4a"));
}

#[test]
fn orders_and_the_clause_do_not_bind_an_advance_after_close_combat() {
    // MP 5.6.5c, 5.6.1l: under Rally it comes nearer to an enemy, and Light Infantry next to the front of Heavy Infantry.
    for orders in [Orders::Charge, Orders::MakeReady, Orders::ReceiveCharge, Orders::Rally] {
        let mut board = board();
        board.orders(A1, orders);
        board.commander(A1, 0, "1213");
        board.unit(gun("guns", A1).mark(Mark::Fired).at("1213", "n"));
        let foot = board.unit(light("foot", A1).strength(2).morale(8).at("1212", "n"));
        board.unit(light("foe", B1).strength(1).morale(4).formation(Formation::Broken).at("1211", "s"));
        let pikes = board.unit(heavy("pikes", B1).formation(Formation::Broken).at("1210", "s"));
        let mut game = acting(board, A1);
        say(&mut game, "end-actions");
        go_on(&mut game, 9, &["attack foot 1211", "attacks-done", "advance foot nw", "keep-facing", "react-done"]);
        assert_eq!(at(&game, foot), ["1211"], "{orders:?}\n{}", game.told());
        assert!(game.table().fronts(pikes, game.hex("1211")));
    }
}
