//! Chapters 12 to 15 played: who runs where, whom he runs through, who is lost with whom, and what the ground gives.

use crate::common::*;
use crate::playing::*;
use musket_and_pike::agenda::Step;
use musket_and_pike::cards::UnitId;
use musket_and_pike::sequence::TurnStep;
use musket_and_pike::state::{Formation, Mark, Morale, Orders, Place};

fn to_edge(game: &Game, unit: UnitId) -> u8 {
    game.rules.ground.distance_to_edge(A, game.unit(unit).hex)
}

/// Broken foot on 1218 of the first side, which runs to the south; friends where they are put.
fn fugitive(friends: &[(&str, &str)]) -> (Board, UnitId) {
    let mut board = board();
    let foot = board.unit(heavy("foot", A1).strength(20).state(Morale::Broken).at("1218", "s"));
    for (key, hex) in friends {
        board.unit(heavy(key, A1).strength(20).morale(8).at(hex, "s"));
    }
    (board, foot)
}

#[test]
fn a_fugitive_may_go_round_friends_or_through_them() {
    // MP 13.4.1d: he may; from 1218 the hexes nearer to the edge are 1219 and 1319, and both are held.
    let (board, foot) = fugitive(&[("left", "1219"), ("right", "1319")]);
    let mut game = routing(board, &[]);
    assert!(is_routing(&game, foot));
    let ways = offered(&game);
    for way in ["rout-to se", "rout-to sw", "rout-to e", "rout-to w"] {
        assert!(ways.contains(&way.to_string()), "{way}: {ways:?}");
    }
    // Round: one hex aside and three towards the edge, and nobody checks.
    say(&mut game, "rout-to w");
    while is_routing(&game, foot) {
        say(&mut game, "rout-to sw");
    }
    assert_eq!(to_edge(&game, foot), 3);
    assert!(!game.told().contains("MP 13.4.1d"), "{}", game.told());
}

#[test]
fn through_friends_they_check_and_he_comes_out() {
    // MP 13.4.1d, 12.3a.
    let (board, foot) = fugitive(&[("left", "1219"), ("right", "1319")]);
    let mut game = routing(board, &[]);
    roll(&mut game, &[8], "rout-to sw");
    assert!(game.told().contains("MP 13.4.1d"), "{}", game.told());
    while is_routing(&game, foot) {
        let way = offered(&game)[0].clone();
        say(&mut game, &way);
    }
    assert_eq!(at(&game, foot).len(), 1);
    assert_eq!(to_edge(&game, foot), 2);
}

#[test]
fn the_line_of_least_resistance_is_the_cheapest_way_not_the_cheapest_hex() {
    // MP 13.4.1c, 11.4.2c: straight on the first hex is clear, and woods lie behind it four deep; aside all is clear.
    let mut board = board();
    let foot = board.unit(heavy("foot", A1).strength(20).state(Morale::Broken).at("1218", "s"));
    for row in 20..=24 {
        for column in 8..=16 {
            // A lane of clear ground to the west of the fugitive's way.
            if column != 9 {
                board.terrain(&format!("{column:02}{row:02}"), "woods");
            }
        }
    }
    let game = routing(board, &[]);
    assert!(is_routing(&game, foot) || at(&game, foot) != ["1218"]);
    assert!(!offers(&game, "rout-to se"), "{:?}", offered(&game));
    assert!(offers(&game, "rout-to sw") || offers(&game, "rout-to w"), "{:?}", offered(&game));
}

#[test]
fn a_gun_checks_when_it_is_run_through_and_not_when_he_ends_on_it() {
    // MP 13.4.1d, 12.3a: Heavy Infantry runs four hexes. Wagons are left alone.
    for (row, dice) in [(20, &[9][..]), (22, &[][..])] {
        let mut board = board();
        let foot = board.unit(heavy("foot", A1).strength(20).state(Morale::Broken).at("1218", "s"));
        // A lane one hex wide, so that there is one way.
        for lane in 19..=23 {
            for column in 1..=24 {
                if column != 12 {
                    board.terrain(&format!("{column:02}{lane:02}"), "water");
                }
            }
        }
        for column in [11, 13] {
            board.terrain(&format!("{column:02}18"), "water");
        }
        let guns = board.unit(gun("guns", A1).morale(6).at(&format!("12{row}"), "s"));
        let game = routing(board, dice);
        assert_eq!((at(&game, foot), game.unit(guns).place), (vec!["1222".to_string()], Place::Map));
        let morale = if row == 20 { Morale::Shaken } else { Morale::Normal };
        assert_eq!(game.unit(guns).morale, morale, "{row}: {}", game.told());
    }
}

#[test]
fn who_breaks_in_the_rout_movement_phase_routs_in_it() {
    // MP 3.3a, 12.4.3d: all units with broken morale move, in the phase in which they break too.
    let mut board = board();
    let foot = board.unit(heavy("foot", A1).strength(20).state(Morale::Broken).at("1214", "s"));
    let shaken = board.unit(heavy("shaken", A1).strength(20).state(Morale::Shaken).at("1215", "s"));
    for column in [11, 13, 14, 10] {
        board.unit(heavy(&format!("f{column}"), A1).strength(20).morale(8).at(&format!("{column}15"), "s"));
    }
    let mut game = routing(board, &[]);
    assert!(is_routing(&game, foot));
    // He runs through shaken foot, which breaks, retreats two hexes and then routs as well.
    all_roll(&mut game, 9, "rout-to sw");
    while game.asked().is_some() {
        let way = offered(&game)[0].clone();
        all_roll(&mut game, 0, &way);
    }
    assert_eq!(game.unit(shaken).morale, Morale::Broken);
    assert_eq!(to_edge(&game, shaken), 24 - 15 - 2 - 4, "{}", game.told());
}

#[test]
fn through_friends_at_the_edge_he_leaves_the_map() {
    // MP 13.4.1d, 13.4.3a: from 1223 both hexes of the edge are held; through either of them he is off the map, and those there check.
    let mut board = board();
    let foot = board.unit(heavy("foot", A1).strength(20).state(Morale::Broken).at("1223", "s"));
    let friend = board.unit(heavy("friend", A1).strength(20).morale(8).at("1124", "s"));
    board.unit(heavy("other", A1).strength(20).morale(8).at("1224", "s"));
    let mut game = routing(board, &[]);
    let ways = offered(&game);
    for way in ["rout-to sw", "rout-to se", "rout-to w", "rout-to e"] {
        assert!(ways.contains(&way.to_string()), "{way}: {ways:?}");
    }
    roll(&mut game, &[9], "rout-to sw");
    assert_eq!((at(&game, foot), game.unit(friend).morale), (vec![], Morale::Shaken), "{}", game.told());
    assert_eq!(game.unit(friend).hex, game.hex("1124"));
    // With the last of his points he comes no farther than to them, and so goes along them.
    let mut board = board_with_wall();
    board.unit(heavy("foot", A1).strength(20).state(Morale::Broken).at("1220", "s"));
    let mut game = routing(board, &[]);
    for _ in 0..3 {
        say(&mut game, "rout-to sw");
    }
    assert!(!offered(&game).contains(&"rout-to sw".to_string()), "{:?}", offered(&game));
}

/// Friends on every hex of the edge to the south.
fn board_with_wall() -> Board {
    let mut board = board();
    for column in 5..=18 {
        board.unit(heavy(&format!("f{column}"), A1).strength(20).morale(8).at(&format!("{column:02}24"), "s"));
    }
    board
}

#[test]
fn a_gun_on_the_last_hex_is_run_through_too() {
    // MP 13.4.1d, 12.3a: alone there, or with friends who are run through with it.
    for (friend, dice) in [(false, &[9][..]), (true, &[0, 9][..])] {
        let mut board = board();
        let foot = board.unit(heavy("foot", A1).strength(20).state(Morale::Broken).at("1223", "s"));
        for hex in ["1124", "1123", "1323", "1122", "1222"] {
            board.terrain(hex, "water");
        }
        let guns = board.unit(gun("guns", A1).morale(6).at("1224", "s"));
        if friend {
            board.unit(heavy("friend", A1).strength(20).morale(8).at("1224", "s"));
        }
        let game = routing(board, dice);
        assert_eq!((at(&game, foot), game.unit(guns).morale), (vec![], Morale::Shaken), "{}", game.told());
    }
    // Where he stood with it from the start he has not run through it.
    let mut board = board();
    board.unit(heavy("foot", A1).strength(20).state(Morale::Broken).at("1224", "s"));
    let guns = board.unit(gun("guns", A1).morale(6).at("1224", "s"));
    let game = routing(board, &[]);
    assert_eq!(game.unit(guns).morale, Morale::Normal);
}

#[test]
fn who_runs_over_his_wagon_leaves_it_in_the_enemys_hands() {
    // MP 14.1d, 11.4.3e, ruling G51: the broken come by on their way to the edge; those in good order take it back.
    for (morale, captured) in [(Morale::Broken, true), (Morale::Normal, false)] {
        let mut board = board();
        board.orders(A1, Orders::MakeReady);
        let train = board.unit(wagon("train", A1).at("1214", "s"));
        board.captured(train);
        let foot = board.unit(heavy("foot", A1).strength(20).state(morale).at("1213", "s"));
        // The wagon lies in the only gap.
        for column in (1..=24).filter(|&column| column != 12) {
            board.terrain(&format!("{column:02}14"), "water");
        }
        board.commander(A1, 0, "1213");
        let mut game = if captured { routing(board, &[]) } else { acting(board, A1) };
        if !captured {
            play(&mut game, &["act foot", "move", "ahead se", "ahead sw"]);
        }
        while captured && game.asked().is_some() {
            let way = offered(&game)[0].clone();
            say(&mut game, &way);
        }
        assert!(to_edge(&game, foot) < 24 - 14, "{}", game.told());
        assert_eq!(game.unit(train).has(Mark::Captured), captured, "{}", game.told());
    }
}

#[test]
fn who_ends_his_rout_on_his_wagon_leaves_it_too() {
    // MP 14.1d, G.6, ruling G51: a rout is a retreat, not movement or an advance, be it that it ends there.
    let mut board = board();
    let train = board.unit(wagon("train", A1).at("1222", "s"));
    board.captured(train);
    let foot = board.unit(heavy("foot", A1).strength(20).state(Morale::Broken).at("1218", "s"));
    for lane in 19..=22 {
        (1..=24)
            .filter(|&column| column != 12)
            .for_each(|column| board.terrain(&format!("{column:02}{lane:02}"), "water"));
    }
    ["1118", "1318"].iter().for_each(|hex| board.terrain(hex, "water"));
    let game = routing(board, &[]);
    assert_eq!(
        (at(&game, foot), game.unit(train).has(Mark::Captured)),
        (vec!["1222".to_string()], true),
        "{}",
        game.told()
    );
}

#[test]
fn what_was_done_in_a_rout_is_over_before_the_next_turn() {
    // MP 3.4a, rulings G-A25, G-A79: who has run has not moved in the activation that comes next.
    let mut board = board();
    let foot = board.unit(heavy("foot", A1).strength(20).state(Morale::Broken).at("1218", "s"));
    board.unit(heavy("guard", A1).at("1210", "n"));
    board.commander(A1, 0, "1210");
    board.orders(B1, Orders::MakeReady);
    board.unit(heavy("foe", B1).at("1205", "n"));
    board.commander(B1, 0, "1205");
    let mut game = board.open();
    game.state.agenda.push(Step::Turn(TurnStep::RoutMovement));
    game.advance(&[]);
    while is_routing(&game, foot) {
        assert!(game.table().check().is_ok());
        let way = offered(&game)[0].clone();
        say(&mut game, &way);
    }
    assert_eq!((game.state.turn, to_edge(&game, foot)), (2, 2), "{}", game.told());
    assert!(!game.unit(foot).has(Mark::Moved));
    assert_eq!(game.table().check(), Ok(()));
}

// Stacks.

/// Cavalry with one strength point left and Light Infantry, shot at by musketeers.
fn shot_at(strength: u8) -> (Game, UnitId, UnitId) {
    let mut board = board();
    let horse = board.unit(cavalry("horse", A1).strength(strength).morale(8).at("1210", "s"));
    let foot = board.unit(light("musketeers", A1).strength(2).at("1210", "s"));
    board.together(horse, foot);
    board.commander(A1, 0, "1205");
    board.unit(light("staff", A1).at("1205", "s"));
    board.orders(B1, Orders::MakeReady);
    board.commander(B1, 0, "1212");
    board.unit(gun("guns", B1).mark(Mark::Fired).at("1212", "n"));
    board.unit(heavy("foe", B1).strength(20).at("1211", "n"));
    (acting(board, B1), horse, foot)
}

#[test]
fn light_infantry_outlives_cavalry_that_is_shot_down() {
    // MP 8.2.1d speaks of Close Combat; by fire one of the two takes the loss (MP 8.2.1f).
    let (mut game, horse, foot) = shot_at(1);
    say(&mut game, "act foe");
    all_roll(&mut game, 9, "shoot 1210 skirmish");
    while game.asked().is_some() && !at_actions(&game) && game.unit(horse).on_map() {
        let choice =
            offered(&game).into_iter().find(|text| text == "loss-to horse").unwrap_or(offered(&game)[0].clone());
        all_roll(&mut game, 9, &choice);
    }
    assert!(!game.unit(horse).on_map(), "{}", game.told());
    assert!(game.unit(foot).on_map(), "{}", game.told());
}

#[test]
fn light_infantry_routs_by_itself_from_cavalry_that_leaves_the_map() {
    // MP 8.2.1i, 13.4.3a: at the edge the cavalry is gone at once; the Light Infantry has its own rout and goes the same way.
    let mut board = board();
    let horse = board.unit(cavalry("horse", A1).state(Morale::Broken).at("1224", "s"));
    let foot = board.unit(light("musketeers", A1).state(Morale::Broken).at("1224", "s"));
    board.together(horse, foot);
    let mut game = routing(board, &[]);
    say(&mut game, "rout horse");
    assert!(!game.unit(horse).on_map() && !game.unit(foot).on_map());
    assert!(!game.told().contains("MP 8.2.1d"), "{}", game.told());
}

// Reciprocal hexsides.

/// A hedge on the north of 1210; the enemy's foot comes to 1209 or stands there.
fn hedge(foe: &str) -> Board {
    let mut board = board();
    board.commander(B1, 0, "1207");
    board.unit(gun("far", B1).mark(Mark::Fired).at("1207", "s"));
    board.unit(heavy("foe", B1).strength(20).morale(8).at(foe, "s"));
    for dir in ["nw", "ne"] {
        board.hexside("1210", dir, "hedge");
    }
    board
}

/// How many shots were told of, and at how many of them cover counted.
fn shots(game: &Game) -> (usize, usize) {
    let entries: Vec<String> = game.ledger.entries.iter().map(|entry| entry.to_text()).collect();
    let shots: Vec<&String> =
        entries.iter().filter(|text| text.contains(" fires ") || text.contains(" fire ")).collect();
    (shots.len(), shots.iter().filter(|text| text.contains("MP 14.4a")).count())
}

/// Fires as often as it is asked.
fn fire_all(game: &mut Game) {
    while topic(game) == "next-shot" {
        let shot = offered(game).into_iter().find(|text| text.starts_with("shoot")).unwrap();
        all_roll(game, 0, &shot);
    }
}

#[test]
fn every_unit_of_a_stack_was_there_first() {
    // MP 14.4a: Light Infantry under its cavalry fires without the cover of a hedge that was theirs.
    let mut board = hedge("1208");
    let horse = board.unit(cavalry("horse", A1).morale(8).at("1210", "n"));
    let foot = board.unit(light("musketeers", A1).at("1210", "n"));
    board.together(horse, foot);
    board.commander(A1, 0, "1210");
    let mut game = acting(board, B1);
    play(&mut game, &["act foe", "move", "ahead sw"]);
    all_roll(&mut game, 0, "react-fire horse");
    fire_all(&mut game);
    assert_eq!(shots(&game), (2, 0), "{}", game.told());
    // Whoever comes second has it against him.
    let mut board = hedge("1209");
    board.unit(cavalry("horse", A1).morale(8).at("1211", "n"));
    board.commander(A1, 0, "1211");
    let mut game = acting(board, A1);
    play(&mut game, &["act horse", "ahead ne"]);
    say(&mut game, "react-done");
    all_roll(&mut game, 0, "pistol-at 1209");
    assert_eq!(shots(&game), (1, 1), "{}", game.told());
}

#[test]
fn a_gun_that_was_there_first_keeps_its_cover_when_a_friend_joins_it() {
    // MP 14.4a: as between those two units only.
    for gun_first in [true, false] {
        let mut board = hedge(if gun_first { "1208" } else { "1209" });
        board.orders(A1, Orders::Charge);
        board.unit(gun("guns", A1).mark(Mark::Fired).mark(Mark::OnTop).at("1210", "n"));
        board.unit(heavy("friend", A1).at("1211", "n"));
        board.commander(A1, 0, "1211");
        let mut game = acting(board, B1);
        if gun_first {
            play(&mut game, &["act foe", "move", "ahead sw", "halt"]);
        } else {
            // The foe stood there from the start: it is the gun that must be thought to have come.
            let (foe, guns) = (UnitId(1), UnitId(2));
            game.state.first_adjacent.push((foe, guns));
        }
        activate_anew(&mut game, A1);
        play(&mut game, &["act friend", "move", "leave-behind a1-wc"]);
        say(&mut game, "ahead ne");
        while game.asked().is_some() && !at_actions(&game) {
            let choice = ["below", "halt", "react-done"].into_iter().find(|choice| offers(&game, choice)).unwrap();
            say(&mut game, choice);
        }
        activate_anew(&mut game, B1);
        game.ledger.entries.clear();
        say(&mut game, "act foe");
        all_roll(&mut game, 0, "shoot 1210 skirmish");
        assert_eq!(shots(&game), (1, usize::from(gun_first)), "{}", game.told());
    }
}

// Ground and allowances in play.

#[test]
fn the_chart_of_formations_is_what_a_unit_moves_by() {
    // MP C19: an owner whose card gives Formation Shaken one point more.
    let mut board = board();
    board.orders(A1, Orders::MakeReady);
    board.rules.charts.allowance[2].more = 1;
    board.commander(A1, 0, "1213");
    board.unit(gun("guns", A1).mark(Mark::Fired).at("1213", "n"));
    let foot = board.unit(heavy("foot", A1).formation(Formation::Shaken).at("1212", "n"));
    let mut game = acting(board, A1);
    play(&mut game, &["act foot", "move", "ahead nw", "ahead ne", "ahead nw"]);
    assert_eq!((at(&game, foot), at_actions(&game)), (vec!["1209".to_string()], true));
}

#[test]
fn a_road_is_clear_ground() {
    // MP C20, 11.3.6a: two hexes straight on along a road give Momentum; through woods they do not.
    for (ground, momentum) in [("road", true), ("woods", false)] {
        let mut board = board();
        board.orders(A1, Orders::MakeReady);
        board.commander(A1, 0, "1213");
        board.unit(gun("guns", A1).mark(Mark::Fired).at("1213", "n"));
        let horse = board.unit(cavalry("horse", A1).at("1212", "n"));
        for hex in ["1211", "1210"] {
            board.terrain(hex, ground);
        }
        let mut game = acting(board, A1);
        play(&mut game, &["act horse", "move", "ahead nw", "ahead ne"]);
        if !at_actions(&game) {
            say(&mut game, "halt");
        }
        assert_eq!(game.unit(horse).has(Mark::Momentum), momentum, "{ground}");
    }
}

#[test]
fn a_column_broken_by_its_own_guns_runs_to_its_edge() {
    // MP 12.4.3b, 6.3.4h: grazing fire of its own side has no enemy to run from. The gun stands to the south, and it runs past it.
    let mut board = board();
    board.orders(A1, Orders::MakeReady);
    board.commander(A1, 0, "1214");
    board.unit(light("staff", A1).formation(Formation::Broken).at("1214", "n"));
    board.unit(gun("guns", A1).at("1212", "n"));
    let column = board.unit(heavy("column", A2).state(Morale::Shaken).formation(Formation::Column).at("1110", "n"));
    for hex in ["1111", "1010", "1210"] {
        board.terrain(hex, "water");
    }
    board.unit(heavy("foe", B1).strength(20).morale(8).state(Morale::Broken).at("1211", "s"));
    let mut game = acting(board, A1);
    say(&mut game, "act guns");
    all_roll(&mut game, 9, "shoot 1211 artillery");
    while game.asked().is_some() && !at_actions(&game) {
        let choice = offered(&game)[0].clone();
        all_roll(&mut game, 9, &choice);
    }
    assert_eq!(game.unit(column).morale, Morale::Broken, "{}", game.told());
    assert_eq!(to_edge(&game, column), 24 - 12, "{}", game.told());
}

#[test]
fn away_from_a_distant_gun_means_not_next_to_it() {
    // MP 12.4.3b, 11.4.2a, 11.4.2b, ruling G34: it runs to its edge, past the gun that broke it, and into no hex next to that.
    for (at_row, end) in [("1220", 18), ("1218", 16)] {
        let mut board = board();
        let foot = board.unit(heavy("foot", A1).strength(20).morale(4).state(Morale::Shaken).at("1216", "s"));
        if at_row == "1218" {
            // Two hexes off every way to the south leads next to it.
            for hex in ["1116", "1316", "1017", "1016", "1416", "1417"] {
                board.terrain(hex, "water");
            }
        }
        board.orders(B1, Orders::MakeReady);
        board.commander(B1, 0, "1222");
        board.unit(light("guard", B1).formation(Formation::Broken).at("1222", "n"));
        let guns = board.unit(gun("guns", B1).at(at_row, "n"));
        let mut game = acting(board, B1);
        say(&mut game, "act guns");
        all_roll(&mut game, 9, "shoot 1216 artillery");
        while game.asked().is_some() && !at_actions(&game) {
            let choice = offered(&game)[0].clone();
            all_roll(&mut game, 9, &choice);
        }
        assert_eq!(game.unit(foot).morale, Morale::Broken, "{}", game.told());
        assert!(game.table().distance(foot, guns) > 1, "{}", game.told());
        let row = 24 - to_edge(&game, foot);
        assert!(if end == 18 { row == 18 } else { row <= 16 }, "{row}: {}", game.told());
    }
}
