//! Chapters 5.6, 7, 8 and 9 by whole moves: what the enemy does in the midst of one, bridges, guns that come to a line, what opens a window.

use crate::common::*;
use crate::playing::*;
use musket_and_pike::cards::{Arrival, UnitId};
use musket_and_pike::movement::EntryFormation;
use musket_and_pike::state::{Formation, Mark, Morale, Orders};

/// A Wing under Orders, its commander on a hex with a gun.
fn wing(orders: Orders, hex: &str) -> Board {
    let mut board = board();
    board.orders(A1, orders);
    board.commander(A1, 0, hex);
    board.unit(gun("guns", A1).mark(Mark::Fired).at(hex, "n"));
    board
}

/// Whether the other side is asked for its reactions.
fn reacts(game: &Game) -> bool {
    topic(game) == "reaction"
}

// Distances while the enemy moves too.

#[test]
fn under_rally_it_keeps_the_distance_it_had_where_the_enemy_stood() {
    // MP 5.6.4a, ruling G-A70: he was two hexes off as the move began, and has withdrawn; two hexes is what it must keep.
    let mut board = wing(Orders::Rally, "1216");
    let horse = board.unit(cavalry("horse", A1).at("1214", "n"));
    board.orders(B1, Orders::Rally);
    board.commander(B1, 0, "1205");
    let shy = board.unit(cavalry("shy", B1).at("1212", "n"));
    let mut game = acting(board, A1);
    play(&mut game, &["act horse", "move", "turn-to ne", "withdraw shy"]);
    play(&mut game, &["react-ahead nw", "react-ahead ne", "react-done"]);
    assert_eq!(at(&game, shy), ["1210"]);
    play(&mut game, &["turn-to n", "ahead nw", "ahead ne"]);
    assert_eq!((at(&game, horse), refused(&game, "halt")), (vec!["1212".to_string()], None));
    assert_eq!(refused(&game, "ahead nw").as_deref(), Some("MP 5.6.1d"));
}

#[test]
fn a_charge_is_nearer_than_the_enemy_was_when_it_began() {
    // MP 5.6.1a, ruling G-A70: four hexes off he stood; he withdraws, and it must still end within three.
    let mut board = wing(Orders::Charge, "1216");
    board.unit(cavalry("horse", A1).at("1214", "n"));
    board.orders(B1, Orders::Rally);
    board.commander(B1, 0, "1203");
    let shy = board.unit(cavalry("shy", B1).at("1210", "n"));
    let mut game = acting(board, A1);
    play(&mut game, &["act horse", "ahead nw", "ahead ne", "withdraw shy"]);
    play(&mut game, &["react-ahead nw", "react-ahead ne", "react-ahead nw", "react-done"]);
    assert_eq!(at(&game, shy), ["1207"]);
    for step in ["ahead nw", "ahead ne"] {
        assert_eq!(refused(&game, "halt").as_deref(), Some("MP 5.6.1a"));
        say(&mut game, step);
    }
    assert_eq!(refused(&game, "halt"), None);
}

#[test]
fn whom_it_charges_is_who_was_closest_as_its_way_back_began() {
    // MP 5.4.3c, 5.6.1e, rulings G-A24, G-A70: he was two hexes off, withdraws before the foot is back in command, and is farther off then than another.
    let mut board = wing(Orders::Charge, "1216");
    board.unit(heavy("foot", A1).at("1212", "s"));
    board.orders(B1, Orders::Rally);
    board.commander(B1, 0, "1703");
    board.unit(cavalry("shy", B1).at("1413", "ne"));
    board.unit(gun("far", B2).mark(Mark::Fired).at("0914", "n"));
    let mut game = acting(board, A1);
    play(&mut game, &["act foot", "move", "withdraw shy"]);
    play(&mut game, &["react-ahead e", "react-ahead e", "react-ahead e", "react-done", "ahead se"]);
    assert!(game.table().in_command(UnitId(1)) && topic(&game) == "next-step", "{:?}", offered(&game));
    assert_eq!(refused(&game, "ahead sw").as_deref(), Some("MP 5.6.1c"));
    assert_eq!(refused(&game, "turn-to se"), None);
}

#[test]
fn infantry_that_turns_to_croats_asks_no_more_of_them() {
    // MP 5.6.1k, ruling G-A78: they ride past its flank, it turns, and the last hex to their prey lies before its front; they were there by no choice of theirs.
    let mut board = wing(Orders::Charge, "1414");
    let riders = board.unit(croats("riders", A1).formation(Formation::Shaken).at("1412", "nw"));
    board.unit(heavy("friend", A1).at("1110", "ne"));
    board.unit(light("prey", B1).formation(Formation::Broken).at("1212", "sw"));
    board.unit(heavy("pikes", B1).at("1210", "n"));
    board.commander(B1, 0, "1210");
    let mut game = acting(board, A1);
    let pass = |game: &mut Game| {
        while reacts(game) {
            say(game, "react-done");
        }
    };
    play(&mut game, &["act riders", "ahead nw"]);
    pass(&mut game);
    play(&mut game, &["ahead nw", "react-face pikes right 2"]);
    pass(&mut game);
    assert_eq!((at(&game, riders), refused(&game, "halt").as_deref()), (vec!["1310".to_string()], Some("MP 5.6.1c")));
    say(&mut game, "turn-to sw");
    pass(&mut game);
    assert_eq!((refused(&game, "halt"), refused(&game, "ahead sw")), (None, None), "{:?}", offered(&game));
}

#[test]
fn croats_that_went_before_pikes_are_sent_before_no_others() {
    // MP 5.6.1k, ruling G-A78: in 0911, before the front of one brigade, and back in 0912, before nobody, the only way on is 1011, before the other's.
    for (steps, stands) in
        [(&["ahead w", "ahead nw"][..], "0911"), (&["ahead w", "ahead nw", "turn-to s", "ahead se"], "0912")]
    {
        let mut board = wing(Orders::Charge, "0814");
        let riders = board.unit(croats("riders", A1).at("1012", "nw"));
        board.unit(heavy("friend", A1).at("0812", "n"));
        board.unit(heavy("near", B1).strength(6).at("0811", "ne"));
        board.unit(heavy("far", B1).strength(6).at("1010", "s"));
        board.commander(B1, 0, "0811");
        ["0910", "1110", "1009", "1109"].iter().for_each(|hex| board.terrain(hex, "water"));
        let mut game = acting(board, A1);
        play(&mut game, &["act riders", "move"]);
        let step = |game: &mut Game, words: &str| {
            say(game, words);
            while reacts(game) {
                say(game, "react-done");
            }
        };
        steps.iter().for_each(|words| step(&mut game, words));
        // They face whom they chase, and go no nearer (MP 5.6.1c).
        assert_eq!(
            (at(&game, riders), refused(&game, "halt").as_deref()),
            (vec![stands.to_string()], Some("MP 5.6.1c"))
        );
        step(&mut game, "turn-to ne");
        assert_eq!(refused(&game, "halt"), None, "{:?}", offered(&game));
        assert!(offers(&game, "ahead e") || stands != "0911", "by their own choice: {:?}", offered(&game));
    }
}

#[test]
fn croats_do_not_rid_themselves_of_their_duty_before_pikes() {
    // MP 5.6.1a, 5.6.1k, ruling G-A78: 1110 is in reach by no front of Heavy Infantry. In 0912, before one, they would not be nearer and could be asked for
    // no more; with nobody in 0911 the same step is refused.
    for near in [true, false] {
        let mut board = wing(Orders::Charge, "0812");
        board.unit(croats("riders", A1).at("1112", "nw"));
        board.unit(heavy("friend", A1).at("0812", "n"));
        if near {
            board.unit(heavy("near", B1).strength(6).at("0911", "s"));
        }
        board.unit(heavy("far", B1).strength(6).at("1010", "s"));
        board.commander(B1, 0, "1010");
        ["0910", "1009", "1109"].iter().for_each(|hex| board.terrain(hex, "water"));
        let mut game = acting(board, A1);
        play(&mut game, &["act riders", "ahead w"]);
        while reacts(&game) {
            say(&mut game, "react-done");
        }
        assert_eq!(refused(&game, "ahead w").as_deref(), Some("MP 5.6.1a"), "{near}: {:?}", offered(&game));
    }
}

#[test]
fn what_the_enemy_did_in_one_move_is_no_matter_of_the_next() {
    // MP 5.6.1a, 5.6.1e: determined the instant each unit begins to move. The foot is ten hexes off the horse that has withdrawn, and comes one nearer.
    let mut board = wing(Orders::Charge, "1216");
    board.unit(cavalry("horse", A1).at("1214", "n"));
    board.unit(heavy("foot", A1).at("1217", "n"));
    board.orders(B1, Orders::Rally);
    board.commander(B1, 0, "1203");
    board.unit(cavalry("shy", B1).at("1210", "n"));
    let mut game = acting(board, A1);
    play(&mut game, &["act horse", "ahead nw", "ahead ne", "withdraw shy"]);
    play(&mut game, &["react-ahead nw", "react-ahead ne", "react-ahead nw", "react-done"]);
    play(&mut game, &["ahead nw", "ahead ne", "halt"]);
    assert_eq!(refused(&game, "end-actions").as_deref(), Some("MP 3.2.Cb"));
}

// Bridges.

/// A river along row 11 with a bridge hex at 1211, and a line before it.
fn before_bridge(orders: Orders, formation: Formation, put: impl FnOnce(&mut Board)) -> (Game, UnitId) {
    let mut board = board();
    board.orders(A1, orders);
    for column in 1..=24 {
        board.terrain(&format!("{column:02}11"), "water");
    }
    board.terrain("1211", "bridge");
    let line = board.unit(double_heavy("line", A1).formation(formation).at("1212", "n"));
    put(&mut board);
    (acting(board, A1), line)
}

#[test]
fn squeezing_across_a_bridge_is_a_way_back() {
    // MP 5.4.3a, 7.3.5c: the commander is beyond the river, and there is no other way.
    for formation in [Formation::Normal, Formation::OpenOrder] {
        let (mut game, line) = before_bridge(Orders::MakeReady, formation, |board| {
            board.commander(A1, 0, "1208");
            board.unit(gun("guns", A1).mark(Mark::Fired).at("1208", "n"));
        });
        assert!(!game.table().in_command(line));
        assert_eq!(refused(&game, "end-actions").as_deref(), Some("MP 3.2.Cb"));
        play(&mut game, &["act line", "move"]);
        assert_eq!(refused(&game, "halt").as_deref(), Some("MP 5.4.3a"));
        assert_eq!(refused(&game, "counter-march").as_deref(), Some("MP 5.4.3a"));
        say(&mut game, "squeeze 1210");
        assert_eq!((at(&game, line), game.table().in_command(line)), (vec!["1210".into(), "1310".into()], true));
    }
}

#[test]
fn a_line_before_many_bridges_has_all_its_ways() {
    // MP 5.4.3a, 7.3.5c: three bridge hexes before it, and five places to come to, of which those count that bring it back.
    let (mut game, line) = before_bridge(Orders::MakeReady, Formation::Normal, |board| {
        ["1111", "1311", "1411"].into_iter().for_each(|hex| board.terrain(hex, "bridge"));
        board.commander(A1, 0, "1208");
        board.unit(gun("guns", A1).mark(Mark::Fired).at("1208", "n"));
    });
    play(&mut game, &["act line", "move"]);
    assert_eq!(offered(&game), ["squeeze 1110", "squeeze 1010", "squeeze 1210", "squeeze 1310"]);
    assert_eq!(game.state.overflow.lost(), 0);
    say(&mut game, "squeeze 1310");
    assert_eq!((at(&game, line), game.table().in_command(line)), (vec!["1310".into(), "1410".into()], true));
}

#[test]
fn squeezing_across_a_bridge_is_getting_nearer() {
    // MP 5.6.1a, 7.3.5c.
    let charge = |put: &dyn Fn(&mut Board)| {
        before_bridge(Orders::Charge, Formation::Normal, |board| {
            board.commander(A1, 0, "1214");
            board.unit(gun("guns", A1).mark(Mark::Fired).at("1214", "n"));
            board.unit(cavalry("enemy", B1).state(Morale::Broken).at("1205", "s"));
            put(board);
        })
    };
    let (mut game, line) = charge(&|_| {});
    assert_eq!(refused(&game, "end-actions").as_deref(), Some("MP 3.2.Cb"));
    play(&mut game, &["act line", "move"]);
    assert_eq!(refused(&game, "halt").as_deref(), Some("MP 5.6.1a"));
    say(&mut game, "squeeze 1210");
    assert_eq!((at(&game, line), game.unit(line).formation), (vec!["1210".into(), "1310".into()], Formation::Broken));
    // With the far side held by friends it cannot, and need not.
    let (game, _) = charge(&|board| {
        board.unit(heavy("friend", A1).formation(Formation::Broken).at("1110", "n"));
        board.unit(heavy("other", A1).formation(Formation::Broken).at("1210", "n"));
    });
    assert_eq!(refused(&game, "end-actions"), None);
}

#[test]
fn the_half_beside_the_bridge_comes_there_from_its_far_end() {
    // MP 7.3.5d: a hexside between the two hexes that it could not cross is in its way.
    let (mut game, line) = before_bridge(Orders::MakeReady, Formation::Normal, |board| {
        board.commander(A1, 0, "1212");
        board.hexside("1210", "e", "pike-wagon");
    });
    play(&mut game, &["act line", "move"]);
    assert_eq!(refused(&game, "squeeze 1210").as_deref(), Some("MP 7.3.5d"));
    say(&mut game, "squeeze 1110");
    assert_eq!(at(&game, line), ["1110", "1210"]);
}

#[test]
fn a_line_squeezes_across_no_hexside_that_bars_it() {
    // MP 7.3.5d, ruling G-A77: onto the bridge hex from either half, and off it at either end.
    let ways = |barred: &[(&str, &str)]| {
        let (mut game, _) = before_bridge(Orders::MakeReady, Formation::Normal, |board| {
            board.commander(A1, 0, "1212");
            barred.iter().for_each(|(hex, side)| board.hexside(hex, side, "pike-wagon"));
        });
        play(&mut game, &["act line", "move"]);
        ["1010", "1110", "1210"].map(|hex| refused(&game, &format!("squeeze {hex}")))
    };
    let (open, shut) = (None, Some("MP 7.3.5d".to_string()));
    let before = [("1211", "sw"), ("1211", "se")];
    assert_eq!(ways(&[]), [open.clone(), open.clone(), open.clone()]);
    assert_eq!(ways(&before), [shut.clone(), shut.clone(), shut.clone()]);
    assert_eq!(ways(&[("1211", "ne")]), [open.clone(), open.clone(), shut.clone()]);
    assert_eq!(ways(&[("1211", "nw"), ("1211", "ne")]), [shut.clone(), shut.clone(), shut]);
}

/// A two-hex Column that marches east over a bridge hex at 1312.
fn march(at: &str) -> (Game, UnitId) {
    march_under(Orders::MakeReady, at, |board| {
        board.army_commander(A, 0, "1313");
    })
}

fn march_under(orders: Orders, at: &str, put: impl FnOnce(&mut Board)) -> (Game, UnitId) {
    let mut board = wing(orders, "1214");
    let march = board.unit(double_heavy("march", A1).formation(Formation::Column).at(at, "n"));
    board.terrain("1312", "bridge");
    put(&mut board);
    (acting(board, A1), march)
}

#[test]
fn a_column_stays_on_a_bridge_in_no_way() {
    // MP 7.3.5b: neither by halting, nor as a Hedgehog, nor by turning about so that it cannot get off.
    let (mut game, column) = march("1012");
    play(&mut game, &["act march", "move", "ahead e", "ahead e"]);
    assert_eq!(at(&game, column), ["1212", "1312"]);
    assert_eq!(refused(&game, "halt").as_deref(), Some("MP 7.3.5b"));
    assert_eq!(refused(&game, "form-hedgehog").as_deref(), Some("MP 7.3.5b"));
    // Four points: about (2) and off again to the west (1).
    assert_eq!(refused(&game, "counter-march"), None);
    say(&mut game, "ahead e");
    // Three: about and one hex west it would be on the bridge still.
    assert_eq!(refused(&game, "counter-march").as_deref(), Some("MP 7.3.5b"));
    assert_eq!(refused(&game, "halt").as_deref(), Some("MP 7.3.5b"));
    play(&mut game, &["ahead e", "halt"]);
    assert_eq!(at(&game, column), ["1412", "1512"]);
}

#[test]
fn a_column_that_finds_itself_on_a_bridge_leaves_it() {
    // MP 7.3.5b: it may not end its activation there by doing nothing either, or by forming line.
    let (mut game, column) = march("1212");
    assert_eq!(refused(&game, "end-actions").as_deref(), Some("MP 3.2.Cb"));
    // Nor does the Army Commander form it there.
    say(&mut game, "lead a-ac");
    assert!(offered(&game).iter().all(|text| !text.starts_with("reform")), "{:?}", offered(&game));
    play(&mut game, &["no-action", "act march"]);
    assert_eq!(refused(&game, "no-action").as_deref(), Some("MP 7.3.5b"));
    assert!(offered(&game).iter().all(|text| !text.starts_with("reform")), "{:?}", offered(&game));
    play(&mut game, &["move", "ahead e", "ahead e", "halt"]);
    assert_eq!((at(&game, column), at_actions(&game)), (vec!["1412".to_string(), "1512".into()], true));
}

#[test]
fn under_receive_charge_a_column_keeps_off_a_bridge_that_takes_two_hexes() {
    // MP 5.6.3a, 7.3.5b: one hex, and its head is on the bridge; no second brings it off.
    let (mut game, column) = march_under(Orders::ReceiveCharge, "1112", |board| {
        ["1311", "1313"].into_iter().for_each(|hex| board.terrain(hex, "water"));
    });
    play(&mut game, &["act march", "move"]);
    assert_eq!(refused(&game, "ahead e").as_deref(), Some("MP 7.3.5b"));
    assert_eq!(refused(&game, "halt"), None);
    assert_eq!(at(&game, column), ["1112", "1212"]);
    // Without the river it can go about, which nobody asks about then, and swing its tail off again; and so it must.
    let (mut game, column) = march_under(Orders::ReceiveCharge, "1112", |_| {});
    play(&mut game, &["act march", "move", "ahead e"]);
    assert_eq!(refused(&game, "halt").as_deref(), Some("MP 7.3.5b"));
    assert_eq!(refused(&game, "ahead w").as_deref(), Some("MP 5.6.3a"));
    say(&mut game, "turn-to se");
    assert_eq!((at(&game, column).len(), at_actions(&game)), (2, true));
    assert!(!at(&game, column).contains(&"1312".to_string()), "{:?}", at(&game, column));
}

#[test]
fn under_receive_charge_a_column_leaves_a_bridge_where_one_hex_will_do() {
    // MP 5.6.3a, 7.3.5b: ahead it would stay on the bridge; about, and one hex back, it is off.
    let (mut game, column) = march_under(Orders::ReceiveCharge, "1212", |board| {
        ["1311", "1313", "1411", "1413"].into_iter().for_each(|hex| board.terrain(hex, "water"));
    });
    assert_eq!(refused(&game, "end-actions").as_deref(), Some("MP 3.2.Cb"));
    // Nothing else is left to it, and nobody is asked.
    play(&mut game, &["act march", "move", "halt"]);
    assert_eq!((at(&game, column), facing(&game, column).as_str()), (vec!["1212".to_string(), "1112".into()], "s"));
}

// Stacks.

#[test]
fn a_second_gun_lies_as_the_first_does() {
    // MP 8.3.2a, 8.3.2c, 8.3.4a: only the line's own move changes the place of the first.
    for first_on_top in [false, true] {
        let mut board = wing(Orders::MakeReady, "1214");
        board.unit(double_heavy("line", A1).at("1212", "n"));
        let mut piece = gun("first", A1).mark(Mark::Fired).at("1212", "n");
        if first_on_top {
            piece = piece.mark(Mark::OnTop);
        }
        let first = board.unit(piece);
        let second = board.unit(gun("second", A1).mark(Mark::Limbered).at("1313", "n"));
        board.unit(light("far", B1).formation(Formation::Broken).at("1201", "s"));
        let mut game = acting(board, A1);
        play(&mut game, &["act second", "move", "ahead ne"]);
        assert_eq!((at(&game, second), topic(&game).as_str()), (vec!["1312".to_string()], "actions"));
        let on_top = [first, second].map(|gun| game.unit(gun).has(Mark::OnTop));
        assert_eq!(on_top, [first_on_top; 2]);
    }
    // Alone with the line it is asked about.
    let mut board = wing(Orders::MakeReady, "1214");
    board.unit(double_heavy("line", A1).at("1212", "n"));
    board.unit(gun("second", A1).mark(Mark::Limbered).at("1313", "n"));
    let mut game = acting(board, A1);
    play(&mut game, &["act second", "move", "ahead ne"]);
    assert_eq!(topic(&game), "stack-order");
}

/// A line with a gun on its left half on 1212, and foot of side B on a hex, facing south.
fn line_with_gun(foe: &str) -> Game {
    let mut board = wing(Orders::Charge, "1214");
    board.unit(double_heavy("line", A1).at("1212", "n"));
    board.unit(gun("mortar", A1).mark(Mark::Fired).at("1212", "n"));
    board.unit(heavy("foe", B1).at(foe, "s"));
    board.commander(B1, 0, foe);
    acting(board, A1)
}

#[test]
fn a_stack_changes_its_order_before_those_who_are_next_to_it() {
    // MP 9.1.3e: 1211 is next to the left half, with the gun; 1411 to the right half alone.
    for (foe, near) in [("1211", true), ("1411", false)] {
        let mut game = line_with_gun(foe);
        play(&mut game, &["act line", "move", "restack"]);
        assert_eq!(reacts(&game), near, "{foe}: {:?}", offered(&game));
    }
}

#[test]
fn a_stack_that_changes_its_order_after_a_wheel_is_a_trigger_too() {
    // MP 8.3.2a, 9.1.3e: the half with the gun stands; the other wheels before the enemy, and then they change places.
    let mut game = line_with_gun("1211");
    play(&mut game, &["act line", "move", "wheel left", "react-done"]);
    assert_eq!(topic(&game), "next-step");
    say(&mut game, "restack");
    assert!(reacts(&game), "{:?}", offered(&game));
    say(&mut game, "react-done");
    assert_eq!(refused(&game, "restack").as_deref(), Some("MP 8.3.2a"));
    say(&mut game, "halt");
    assert_ne!(topic(&game), "stack-order");
}

#[test]
fn cavalry_that_moves_off_and_goes_nowhere_has_acted_for_both() {
    // MP 8.2.1a, 8.2.1h: it has turned, and left nobody.
    for leaves in [false, true] {
        let mut board = wing(Orders::MakeReady, "1214");
        let horse = board.unit(cavalry("horse", A1).at("1213", "n"));
        let foot = board.unit(light("foot", A1).at("1213", "n"));
        board.together(horse, foot);
        let mut game = acting(board, A1);
        play(&mut game, &["act horse", "move-off", "turn-to ne"]);
        if leaves {
            say(&mut game, "ahead ne");
        }
        say(&mut game, "halt");
        assert_eq!(game.unit(foot).has(Mark::Acted), !leaves);
        let acts = game.asked().is_some() && offers(&game, "act foot");
        assert_eq!(acts, leaves, "{:?}", offered(&game));
    }
}

/// Cavalry and Light Infantry on 1213 under Charge, and pikes from edge to edge before them.
fn stack_before_pikes() -> (Game, [UnitId; 2]) {
    let mut board = wing(Orders::Charge, "1216");
    let horse = board.unit(cavalry("horse", A1).at("1213", "n"));
    let foot = board.unit(light("foot", A1).at("1213", "n"));
    board.together(horse, foot);
    for column in (2..=24).step_by(2) {
        board.unit(double_heavy(&format!("pikes-{column}"), B1).at(&format!("{column:02}11"), "s"));
    }
    (acting(board, A1), [horse, foot])
}

#[test]
fn light_infantry_that_does_nothing_leaves_its_cavalry_the_duty() {
    // MP 5.6.1a, 8.2.1a, ruling G-A65: the one that stays keeps its Action.
    let (mut game, [horse, foot]) = stack_before_pikes();
    assert_eq!(refused(&game, "end-actions").as_deref(), Some("MP 3.2.Cb"));
    play(&mut game, &["act foot", "no-action"]);
    assert_eq!([horse, foot].map(|id| game.unit(id).has(Mark::Acted)), [false, true]);
    assert_eq!(refused(&game, "end-actions").as_deref(), Some("MP 3.2.Cb"));
    // With one that has had its Action the cavalry still rides.
    say(&mut game, "act horse");
    assert_eq!(refused(&game, "no-action").as_deref(), Some("MP 5.6.1a"));
    say(&mut game, "move");
}

#[test]
fn light_infantry_that_moves_off_and_stays_leaves_its_cavalry_the_duty() {
    // MP 5.6.1a, 5.6.1k, 8.2.1a, ruling G-A65: every hex nearer is before pikes, so that it may halt; the cavalry may not.
    let (mut game, [horse, foot]) = stack_before_pikes();
    play(&mut game, &["act foot", "move-off", "halt"]);
    assert_eq!([horse, foot].map(|id| game.unit(id).has(Mark::Acted)), [false, true]);
    assert_eq!(refused(&game, "end-actions").as_deref(), Some("MP 3.2.Cb"));
}

#[test]
fn who_moves_off_and_joins_another_has_not_acted_for_him() {
    // MP 3.2.Ca, 8.2.1a, 8.2.2c: whom it comes to moves no more, and keeps his Action; so does whom it has left.
    let mut board = wing(Orders::MakeReady, "1214");
    let horse = board.unit(cavalry("horse", A1).at("1213", "n"));
    let foot = board.unit(light("foot", A1).at("1213", "n"));
    let other = board.unit(cavalry("other", A1).at("1211", "n"));
    board.together(horse, foot);
    let mut game = acting(board, A1);
    play(&mut game, &["act foot", "move-off", "ahead nw", "ahead ne"]);
    assert_eq!(game.unit(foot).with, Some(other));
    assert_eq!([horse, foot, other].map(|id| game.unit(id).has(Mark::Acted)), [false, true, false]);
    say(&mut game, "act other");
    assert_eq!(refused(&game, "move").as_deref(), Some("MP 8.2.2c"));
}

#[test]
fn who_turns_to_face_as_a_partner_does_has_no_momentum() {
    // MP 8.2.2b, 11.3.6a, 11.3.6b: it does not change facing in those two hexes.
    for (faced, runs) in [("n", true), ("ne", false)] {
        let mut board = wing(Orders::Charge, "1216");
        let horse = board.unit(cavalry("horse", A1).at("1214", "n"));
        let foot = board.unit(light("foot", A1).at("1212", faced));
        board.unit(heavy("foe", B1).at("1207", "s"));
        let mut game = acting(board, A1);
        play(&mut game, &["act horse", "ahead nw", "ahead ne"]);
        assert_eq!((game.unit(horse).with, facing(&game, horse).as_str()), (Some(foot), faced));
        assert_eq!(game.unit(horse).has(Mark::Momentum), runs, "{faced}");
    }
}

// Windows.

#[test]
fn each_swing_of_a_columns_tail_is_a_trigger() {
    // MP 9.1.3a, 9.1.3c, ruling G-A32: the head stays, the tail enters a hex each time.
    let mut board = wing(Orders::Charge, "1214");
    board.unit(double_heavy("march", A1).formation(Formation::Column).at("1212", "n"));
    board.unit(heavy("foe", B1).at("1311", "s"));
    board.commander(B1, 0, "1311");
    let mut game = acting(board, A1);
    play(&mut game, &["act march", "move", "turn-to nw"]);
    assert!(reacts(&game), "{:?}", offered(&game));
    play(&mut game, &["react-done", "turn-to sw"]);
    assert!(reacts(&game), "{:?}", offered(&game));
}

#[test]
fn to_counter_march_after_a_swing_is_another_trigger() {
    // MP 9.1.3c, ruling G-A32: as after a wheel; to do it twice is not.
    let mut board = wing(Orders::Charge, "1214");
    board.unit(double_heavy("march", A1).formation(Formation::Column).at("1212", "n"));
    board.unit(heavy("foe", B1).at("1311", "s"));
    board.commander(B1, 0, "1311");
    let mut game = acting(board, A1);
    play(&mut game, &["act march", "move", "turn-to nw", "react-done", "counter-march"]);
    assert!(reacts(&game), "{:?}", offered(&game));
    play(&mut game, &["react-done", "counter-march"]);
    assert!(!reacts(&game), "{:?}", offered(&game));
}

#[test]
fn a_tail_that_swings_up_behind_lets_a_unit_turn() {
    // MP 9.2.2a, ruling G-A53: turning to its right the Column, head on 1312, swings its tail to 1311, behind the horse; to its left to 1313.
    for (turn, tail, near) in [("turn-to ne", "1311", true), ("turn-to nw", "1313", false)] {
        let mut board = wing(Orders::Charge, "1214");
        let column = board.unit(double_heavy("march", A1).formation(Formation::Column).at("1212", "n"));
        board.unit(cavalry("horse", B1).at("1210", "n"));
        board.commander(B1, 0, "1210");
        let mut game = acting(board, A1);
        play(&mut game, &["act march", "move", turn]);
        assert_eq!(at(&game, column), [tail, "1312"]);
        let turns = reacts(&game) && offered(&game).iter().any(|text| text.starts_with("react-face horse"));
        assert_eq!(turns, near, "{turn} {:?}", offered(&game));
    }
}

// Reinforcements.

/// A Wing with a unit on the map, of which the rest comes on by one hex.
fn in_part(put: impl FnOnce(&mut Board)) -> Game {
    let mut board = board();
    board.orders(A1, Orders::MakeReady);
    let hexes = vec![board.hex("1224")];
    board.rules.wings[A1.ix()].arrives = Some(Arrival { turn: 1, hexes, formations: EntryFormation::ALL.to_vec() });
    board.commander(A1, -2, "1222");
    board.unit(heavy("here", A1).mark(Mark::Acted).at("1222", "n"));
    put(&mut board);
    let mut game = acting(board, A1);
    say(&mut game, "bring-reinforcements");
    game
}

#[test]
fn a_gun_comes_on_where_a_unit_stands() {
    // MP 7.4a, 7.3.3h, 7.3.3i, 8.3.1a: it stops there, and who lies on top is asked.
    let mut guns = None;
    let mut game = in_part(|board| {
        board.unit(heavy("foot", A1).at("1224", "n"));
        guns = Some(board.unit(gun("guns", A1)));
    });
    let guns = guns.unwrap();
    say(&mut game, "enter guns 1224 n normal");
    assert_eq!((at(&game, guns), topic(&game).as_str()), (vec!["1224".to_string()], "stack-order"));
    say(&mut game, "on-top");
    assert!(game.table().is_top(guns, game.hex("1224")));
    say(&mut game, "act foot");
    assert_eq!(refused(&game, "move").as_deref(), Some("MP 8.2.2c"));
}

#[test]
fn light_infantry_comes_on_where_its_cavalry_stands() {
    // MP 7.4a, 8.2.2a, 8.2.2b: it stops, and pays to be faced as the horse is.
    let (mut horse, mut foot) = (None, None);
    let mut game = in_part(|board| {
        horse = Some(board.unit(cavalry("horse", A1).formation(Formation::Shaken).at("1224", "ne")));
        foot = Some(board.unit(light("foot", A1)));
    });
    let foot = foot.unwrap();
    say(&mut game, "enter foot 1224 n normal");
    assert_eq!((at(&game, foot), game.unit(foot).with), (vec!["1224".to_string()], horse));
    assert_eq!((facing(&game, foot).as_str(), game.unit(foot).formation), ("ne", Formation::Shaken));
    assert_ne!(topic(&game), "next-step", "{:?}", offered(&game));
}

#[test]
fn who_comes_on_in_another_activation_has_nobody_before_him() {
    // MP 7.4f, ruling G-A73: four points and three; in the continuation four again.
    let mut game = in_part(|board| {
        for key in ["one", "two", "three"] {
            board.unit(heavy(key, A1));
        }
    });
    let points = |game: &Game| game.state.moves.last().map(|moving| moving.allowance);
    say(&mut game, "enter one 1224 n normal");
    assert_eq!(points(&game), Some(4));
    play(&mut game, &["ahead nw", "halt", "enter two 1224 n normal"]);
    assert_eq!(points(&game), Some(3));
    play(&mut game, &["ahead ne", "halt", "halt", "end-actions"]);
    roll(&mut game, &[0], "continue");
    while topic(&game) != "actions" {
        let answer = if topic(&game) == "change-orders" { "keep-orders" } else { "let-be" };
        say(&mut game, answer);
    }
    play(&mut game, &["bring-reinforcements", "enter three 1224 n normal"]);
    assert_eq!(points(&game), Some(4));
}

#[test]
fn what_comes_on_far_from_its_commander_is_in_command_as_it_enters() {
    // Ruling G-A60: it goes where it likes with this move; afterwards it traces like any other.
    let mut foot = None;
    let mut game = in_part(|board| {
        board.commander(A1, 0, "0510");
        board.unit(heavy("guard", A1).mark(Mark::Acted).at("0510", "n"));
        foot = Some(board.unit(heavy("foot", A1)));
    });
    let foot = foot.unwrap();
    say(&mut game, "enter foot 1224 n normal");
    assert!(!game.table().in_command(foot));
    assert_eq!(refused(&game, "halt"), None);
    assert_eq!(refused(&game, "ahead ne"), None);
}
