//! Chapters 5.2.1, 5.4.3 and 5.6 played to the end of an Action: what a unit owes, and that it cannot get out of it.

use crate::common::*;
use crate::playing::*;
use musket_and_pike::cards::{LeaderId, UnitId};
use musket_and_pike::state::{Formation, Mark, Morale, Orders};

/// A Wing under Orders, its commander on 1213 with a gun.
fn wing(orders: Orders) -> (Board, LeaderId) {
    let mut board = board();
    board.orders(A1, orders);
    let leader = board.commander(A1, 0, "1213");
    board.unit(gun("guns", A1).mark(Mark::Fired).at("1213", "n"));
    (board, leader)
}

/// An enemy that is there but does not react: broken cavalry.
fn enemy(key: &str) -> Piece {
    cavalry(key, B1).state(Morale::Broken)
}

// Charge.

#[test]
fn once_nearer_a_charging_unit_does_not_ride_away_again() {
    // MP 5.6.1a: it ends its activation nearer. Eight points: one hex ahead, about (2), back (1), and on (1) would be farther off than it began.
    let (mut board, _) = wing(Orders::Charge);
    let horse = board.unit(cavalry("horse", A1).at("1212", "n"));
    board.unit(enemy("far").at("1205", "s"));
    let mut game = acting(board, A1);
    play(&mut game, &["act horse", "ahead nw"]);
    assert_eq!(refused(&game, "halt"), None);
    // MP 5.6.5b: it may turn about, and come again.
    say(&mut game, "counter-march");
    assert_eq!(refused(&game, "halt"), None);
    // Back where it began with four points left: it must turn about and come once more, which takes three.
    say(&mut game, "ahead se");
    assert_eq!(refused(&game, "halt").as_deref(), Some("MP 5.6.1a"));
    assert_eq!(refused(&game, "ahead se").as_deref(), Some("MP 5.6.1a"));
    say(&mut game, "counter-march");
    say(&mut game, "ahead nw");
    assert_eq!((at(&game, horse), refused(&game, "halt")), (vec!["1211".to_string()], None));
    // One point left: not enough to leave and come back.
    assert_eq!(refused(&game, "counter-march").as_deref(), Some("MP 7.1.1e"));

    // Foot with four points: one hex nearer, about, and with the last point back where it began, facing away: that is no charge.
    let (mut board, _) = wing(Orders::Charge);
    let foot = board.unit(heavy("foot", A1).at("1212", "n"));
    board.unit(enemy("far").at("1205", "s"));
    let mut game = acting(board, A1);
    play(&mut game, &["act foot", "move", "ahead nw", "counter-march"]);
    // Nothing is left to it but to halt, which is no question.
    assert_eq!((at(&game, foot), at_actions(&game)), (vec!["1211".to_string()], true), "{:?}", offered(&game));
}

#[test]
fn next_to_an_enemy_another_faces_it_goes_for_the_next_and_nowhere_else() {
    // MP 5.6.1b, 5.6.1h; ruling G-A24: not held, it moves off towards the next closest.
    let (mut board, _) = wing(Orders::Charge);
    let horse = board.unit(cavalry("horse", A1).at("1212", "n"));
    board.unit(enemy("near").at("1211", "s"));
    board.unit(heavy("friend", A1).mark(Mark::Acted).at("1112", "ne"));
    board.unit(enemy("next").at("1806", "s"));
    let mut game = acting(board, A1);
    play(&mut game, &["act horse", "move"]);
    assert_eq!(refused(&game, "halt"), None);
    play(&mut game, &["counter-march", "ahead se"]);
    assert_eq!((at(&game, horse), refused(&game, "halt").as_deref()), (vec!["1313".to_string()], Some("MP 5.6.1a")));
}

#[test]
fn unable_to_get_nearer_it_turns_and_does_not_ride_off() {
    // MP 5.6.1c: friends bar the way; it may neither go to the rear nor spend its points so that it cannot turn.
    let (mut board, _) = wing(Orders::Charge);
    let horse = board.unit(cavalry("horse", A1).formation(Formation::Shaken).at("1212", "s"));
    for (key, hex) in [("a", "1211"), ("b", "1311"), ("c", "1112"), ("d", "1312")] {
        board.unit(heavy(key, A1).mark(Mark::Acted).at(hex, "n"));
    }
    board.unit(enemy("far").at("1207", "s"));
    let mut game = acting(board, A1);
    assert_eq!(refused(&game, "end-actions").as_deref(), Some("MP 3.2.Cb"));
    say(&mut game, "act horse");
    assert_eq!(refused(&game, "halt").as_deref(), Some("MP 5.6.1c"));
    for back in ["ahead sw", "ahead se"] {
        assert_eq!(refused(&game, back).as_deref(), Some("MP 5.6.1c"), "{back}");
    }
    say(&mut game, "counter-march");
    assert_eq!((facing(&game, horse).as_str(), refused(&game, "halt")), ("n", None));
    // It faces him: to turn away again is allowed only as long as it can turn back.
    say(&mut game, "turn-to ne");
    assert_eq!(refused(&game, "halt"), None);
    assert_eq!(refused(&game, "turn-to se").as_deref(), Some("MP 5.6.1c"));
}

#[test]
fn light_infantry_before_pikes_goes_to_an_open_flank() {
    // MP 5.6.1k: only the front is excused. With six points it comes to the flank; where friends bar that it may stay, facing the enemy.
    let before = |barred: bool| {
        let (mut board, _) = wing(Orders::Charge);
        board.unit(light("foot", A1).at("1211", "n"));
        board.unit(heavy("pikes", B1).formation(Formation::Broken).at("1209", "s"));
        for (key, hex) in [("a", "1111"), ("b", "1311"), ("c", "1112"), ("d", "1212")] {
            if barred {
                board.unit(heavy(key, A1).formation(Formation::Broken).at(hex, "n"));
            }
        }
        acting(board, A1)
    };
    let mut game = before(false);
    assert_eq!(refused(&game, "end-actions").as_deref(), Some("MP 3.2.Cb"));
    play(&mut game, &["act foot", "move"]);
    assert_eq!(refused(&game, "halt").as_deref(), Some("MP 5.6.1a"));
    let mut game = before(true);
    assert_eq!(refused(&game, "end-actions"), None);
    play(&mut game, &["act foot", "move"]);
    assert_eq!(refused(&game, "halt"), None);
}

#[test]
fn light_infantry_is_not_sent_through_the_front_of_pikes_to_their_flank() {
    // MP 5.6.1k: a friend engages the pikes, so that nobody is held before them; the only way to their flank is by a hex of their front.
    let before = |way_round: bool| {
        let (mut board, _) = wing(Orders::Charge);
        let foot = board.unit(light("foot", A1).at("1211", "n"));
        board.unit(heavy("pikes", B1).formation(Formation::Broken).at("1209", "s"));
        board.unit(heavy("holder", A1).formation(Formation::Broken).at("1110", "n"));
        for (key, hex) in [("a", "1111"), ("b", "1311"), ("c", "1112"), ("d", "1212")] {
            if key != "b" || !way_round {
                board.unit(heavy(key, A1).formation(Formation::Broken).at(hex, "n"));
            }
        }
        (acting(board, A1), foot)
    };
    let (mut game, foot) = before(false);
    assert_eq!(refused(&game, "end-actions"), None);
    play(&mut game, &["act foot", "move"]);
    assert_eq!(refused(&game, "halt"), None);
    // It may go there all the same, and on to the flank.
    play(&mut game, &["ahead ne", "react-done", "ahead ne"]);
    assert_eq!(at(&game, foot), ["1309"]);
    // Round about by 1311 it has a way that can be asked of it.
    let (mut game, _) = before(true);
    assert_eq!(refused(&game, "end-actions").as_deref(), Some("MP 3.2.Cb"));
    play(&mut game, &["act foot", "move"]);
    assert_eq!(refused(&game, "halt").as_deref(), Some("MP 5.6.1a"));
}

// The Wing Commander.

#[test]
fn a_charging_unit_whose_commander_cannot_follow_stays_with_him() {
    // MP 5.2.1d, 5.6.1a, 5.6.1c: held by him it cannot get nearer, so it has no duty but to face the enemy, and may fire or forgo.
    for (towards, duty) in [("n", None), ("s", Some("MP 3.2.Cb"))] {
        let mut board = board();
        board.orders(A1, Orders::Charge);
        let leader = board.commander(A1, 0, "1213");
        board.unit(heavy("other", A1).formation(Formation::Broken).at("1213", "n"));
        let foot = board.unit(heavy("foot", A1).at("1212", towards));
        board.unit(enemy("far").at("1207", "s"));
        let mut game = acting(board, A1);
        // He rides to the unit that has not moved, and has no Action left.
        play(&mut game, &["lead a1-wc", "ride ne", "halt"]);
        assert_eq!(leader_at(&game, leader), "1212");
        assert_eq!(refused(&game, "end-actions").as_deref(), duty);
        say(&mut game, "act foot");
        assert_eq!(refused(&game, "no-action").as_deref(), duty.map(|_| "MP 5.6.1a"));
        say(&mut game, "move");
        if towards == "n" {
            assert_eq!(refused(&game, "ahead nw").as_deref(), Some("MP 5.2.1d"));
            say(&mut game, "halt");
        } else {
            assert_eq!(refused(&game, "halt").as_deref(), Some("MP 5.6.1c"));
            say(&mut game, "counter-march");
            say(&mut game, "halt");
        }
        assert_eq!((at(&game, foot), at_actions(&game)), (vec!["1212".to_string()], true));
    }
}

#[test]
fn a_commander_is_left_only_where_he_can_come_to_another_unit() {
    // MP 5.2.1d: his Action unspent is not enough; nine hexes off is too far for a ride of eight.
    for (other, free) in [("1219", true), ("1221", false)] {
        let mut board = board();
        board.orders(A1, Orders::MakeReady);
        let leader = board.commander(A1, 0, "1212");
        let foot = board.unit(heavy("foot", A1).at("1212", "n"));
        board.unit(heavy("other", A1).formation(Formation::Broken).at(other, "n"));
        let mut game = acting(board, A1);
        play(&mut game, &["act foot", "move"]);
        if free {
            assert_eq!(refused(&game, "take-along a1-wc"), None);
            play(&mut game, &["leave-behind a1-wc", "ahead nw", "halt"]);
            assert_eq!(leader_at(&game, leader), "1212");
            // MP 5.2.1c: he must follow; to forgo the ride is no way out.
            assert_eq!(refused(&game, "end-actions").as_deref(), Some("MP 5.2.1c"));
            say(&mut game, "lead a1-wc");
            assert_eq!(refused(&game, "no-action").as_deref(), Some("MP 5.2.1c"));
        } else {
            // Nobody else is near: he goes along unasked.
            play(&mut game, &["ahead nw", "halt"]);
            assert_eq!(leader_at(&game, leader), "1211");
        }
        assert_eq!(at(&game, foot), ["1211"]);
    }
}

#[test]
fn a_commander_may_ride_ahead_of_the_unit_that_comes_to_him() {
    // MP 5.2.1c: it is at the end of the Actions that he must be with a unit, not at the end of his ride; ruling G-A48.
    let begun = || {
        let mut board = board();
        board.orders(A1, Orders::MakeReady);
        let leader = board.commander(A1, 0, "1212");
        let foot = board.unit(heavy("foot", A1).at("1212", "n"));
        let spent = board.unit(heavy("spent", A1).formation(Formation::Broken).at("1812", "n"));
        (acting(board, A1), leader, foot, spent)
    };
    let (mut game, leader, foot, _) = begun();
    play(&mut game, &["lead a1-wc", "ride nw", "ride ne", "halt"]);
    // He is alone without an Action; one can still come, and so it must.
    assert_eq!(refused(&game, "end-actions").as_deref(), Some("MP 5.2.1c"));
    play(&mut game, &["act foot", "move", "ahead nw", "ahead ne", "halt"]);
    assert_eq!((at(&game, foot), leader_at(&game, leader)), (vec!["1210".to_string()], "1210".to_string()));
    assert_eq!(refused(&game, "end-actions"), None);
    // Where nobody could come to him he does not stop: the foot has had its Action.
    let (mut game, ..) = begun();
    play(&mut game, &["act foot", "no-action", "lead a1-wc", "ride ne", "ride ne"]);
    assert_eq!(refused(&game, "halt").as_deref(), Some("MP 5.2.1c"));
}

#[test]
fn a_commander_may_wait_for_a_unit_that_is_out_of_command() {
    // MP 5.2.1c, 5.4.3c: three hexes off foot is out of command; the first of its four points brings it back, the others to him.
    let begun = |orders: Orders, ahead: &str| {
        let mut board = board();
        board.orders(A1, orders);
        let leader = board.commander(A1, 0, "1212");
        let foot = board.unit(heavy("foot", A1).at("1212", "n"));
        let mut game = acting(board, A1);
        play(&mut game, &["lead a1-wc", "ride nw", "ride ne", ahead]);
        (game, leader, foot)
    };
    let (mut game, leader, foot) = begun(Orders::MakeReady, "ride nw");
    assert!(!game.table().in_command(foot));
    say(&mut game, "halt");
    assert_eq!(refused(&game, "end-actions").as_deref(), Some("MP 5.2.1c"));
    play(&mut game, &["act foot", "move"]);
    play(&mut game, &["ahead nw", "ahead ne", "ahead nw"]);
    assert_eq!((at(&game, foot), leader_at(&game, leader)), (vec!["1209".to_string()], "1209".to_string()));
    assert_eq!(topic(&game), "continue");
    // MP 5.6.3a: under Receive Charge it goes one hex on after the one that brings it back, and so not to him.
    let (game, ..) = begun(Orders::ReceiveCharge, "ride nw");
    assert_eq!(refused(&game, "halt").as_deref(), Some("MP 5.2.1c"));
}

#[test]
fn a_commander_far_from_his_wing_is_carried_nowhere() {
    // Ruling G-A48: ten hexes off he stays alone; there is no free transfer.
    let mut board = board();
    board.orders(A1, Orders::MakeReady);
    let leader = board.commander(A1, 0, "1202");
    board.unit(heavy("foot", A1).formation(Formation::Broken).at("1212", "n"));
    let mut game = acting(board, A1);
    assert_eq!(refused(&game, "end-actions").as_deref(), Some("MP 5.2.1c"));
    play(&mut game, &["lead a1-wc", "no-action", "end-actions"]);
    assert_eq!((leader_at(&game, leader).as_str(), topic(&game).as_str()), ("1202", "continue"));
}

#[test]
fn fire_on_the_move_leaves_no_commander_alone() {
    // MP 5.2.1d for Advancing Fire and Retreating Fire: with his Action spent the step is not open.
    for (orders, foe, shot) in [(Orders::Charge, "1210", "advance-fire nw"), (Orders::MakeReady, "1211", "")] {
        let mut board = board();
        board.orders(A1, orders);
        let leader = board.commander(A1, 0, "1213");
        board.unit(heavy("other", A1).formation(Formation::Broken).at("1213", "n"));
        let foot = board.unit(heavy("foot", A1).at("1212", "n"));
        board.unit(enemy("foe").at(foe, "s"));
        let mut game = acting(board, A1);
        play(&mut game, &["lead a1-wc", "ride ne", "halt", "act foot"]);
        assert_eq!(leader_at(&game, leader), "1212");
        if shot.is_empty() {
            assert!(offered(&game).iter().all(|text| !text.ends_with("retreating")), "{:?}", offered(&game));
            assert_eq!(refused(&game, "shoot 1211 retreating").as_deref(), Some("MP 10.3.4e"));
        } else {
            assert_eq!(refused(&game, shot).as_deref(), Some("MP 5.2.1d"));
        }
        assert_eq!(at(&game, foot), ["1212"]);
    }
    // With his Action to spare, but nobody else to go to, he goes along unasked.
    let mut board = board();
    board.orders(A1, Orders::Charge);
    let leader = board.commander(A1, 0, "1212");
    let foot = board.unit(heavy("foot", A1).at("1212", "n"));
    board.unit(enemy("foe").at("1210", "s"));
    let mut game = acting(board, A1);
    say(&mut game, "act foot");
    roll(&mut game, &[0], "advance-fire nw");
    assert_eq!((at(&game, foot), leader_at(&game, leader)), (vec!["1211".to_string()], "1211".to_string()));
}

// Out of command.

/// A unit far from its commander on 1203, who has a gun with him.
fn strayed(piece: Piece, put: impl FnOnce(&mut Board)) -> (Game, UnitId) {
    let mut board = board();
    board.orders(A1, Orders::MakeReady);
    board.commander(A1, 0, "1203");
    board.unit(gun("guns", A1).mark(Mark::Fired).at("1203", "n"));
    let stray = board.unit(piece);
    put(&mut board);
    (acting(board, A1), stray)
}

#[test]
fn with_no_whole_way_back_a_strayed_unit_goes_nearer() {
    // MP 5.4.3a, 5.4.3d; ruling G-A23: a line of enemies bars every way, none of which may be gone next to. It comes as near as it can.
    let (mut game, stray) = strayed(heavy("stray", A1).at("1218", "n"), |board| {
        for column in [1, 4, 7, 10, 13, 16, 19, 22, 24] {
            board.unit(enemy(&format!("e{column}")).at(&format!("{column:02}12"), "s"));
        }
    });
    assert_eq!(refused(&game, "end-actions").as_deref(), Some("MP 3.2.Cb"));
    say(&mut game, "act stray");
    assert_eq!(refused(&game, "no-action").as_deref(), Some("MP 5.4.3a"));
    say(&mut game, "move");
    for dir in ["nw", "ne", "nw", "ne"] {
        assert_eq!(refused(&game, "halt").as_deref(), Some("MP 5.4.3a"));
        say(&mut game, &format!("ahead {dir}"));
    }
    assert_eq!((at(&game, stray), at_actions(&game)), (vec!["1214".to_string()], true));
}

#[test]
fn hemmed_in_a_strayed_unit_turns_to_where_it_must_go() {
    // MP 5.4.3d: friends stand all round; it faces away and must at least turn.
    let (mut game, stray) = strayed(heavy("stray", A1).at("1218", "s"), |board| {
        for (index, hex) in ["1217", "1317", "1118", "1318", "1219", "1319"].into_iter().enumerate() {
            board.unit(heavy(&format!("f{index}"), A2).at(hex, "n"));
        }
    });
    assert_eq!(refused(&game, "end-actions").as_deref(), Some("MP 3.2.Cb"));
    play(&mut game, &["act stray", "move"]);
    assert_eq!((facing(&game, stray).as_str(), at_actions(&game)), ("n", true));
    // Facing that way already it has done what it can.
    let (mut game, _) = strayed(heavy("stray", A1).at("1218", "n"), |board| {
        for (index, hex) in ["1217", "1317", "1118", "1318", "1219", "1319"].into_iter().enumerate() {
            board.unit(heavy(&format!("f{index}"), A2).at(hex, "n"));
        }
    });
    say(&mut game, "end-actions");
    assert_eq!(topic(&game), "continue");
}

#[test]
fn next_to_an_enemy_a_strayed_unit_may_turn_where_it_stands() {
    // MP 5.4.3b, 5.6.5b: it may stay, and units may turn under any Orders; it need not go back for that.
    let (mut game, stray) = strayed(light("stray", A1).at("1218", "n"), |board| {
        board.unit(enemy("near").at("1318", "s"));
    });
    assert_eq!(refused(&game, "end-actions"), None);
    play(&mut game, &["act stray", "move", "turn-to ne", "halt"]);
    assert_eq!((at(&game, stray), facing(&game, stray)), (vec!["1218".to_string()], "ne".to_string()));
}
