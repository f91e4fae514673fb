//! Sections 11.4 and 11.8 played: the whole way of a retreat, all who are run from, friends fallen in with, and who is lost with whom.

use crate::common::*;
use crate::playing::*;
use field::hexes::MapEdge;
use musket_and_pike::cards::UnitId;
use musket_and_pike::ground::Location;
use musket_and_pike::state::{Formation, LeaderPlace, Mark, Morale, Orders, Place};

/// An attacker of the first side on 1212, which is to say south of a defender of the second on 1211; the second side runs to the north.
/// The attack is the only one there is, and these dice fall; none are thrown while there is another attacker to be named.
fn attack(attacker: Piece, defender: Piece, dice: &[u8], more: impl FnOnce(&mut Board)) -> (Game, UnitId, UnitId) {
    let mut board = board();
    let own = board.unit(attacker.at("1212", "n").mark(Mark::Moved));
    let foe = board.unit(defender.at("1211", "s"));
    more(&mut board);
    let mut game = acting(board, A1);
    say(&mut game, "end-actions");
    let key = game.table().name(own).to_string();
    roll(&mut game, dice, &format!("attack {key} 1211"));
    (game, own, foe)
}

fn friends(board: &mut Board, hexes: &[&str]) {
    for hex in hexes {
        board.unit(heavy(hex, B1).strength(20).at(hex, "s"));
    }
}

/// One question after another with the first answer on its menu, until it is put this one, or none.
fn until(game: &mut Game, asked: &str, face: u8) {
    while game.asked().is_some() && topic(game) != asked {
        let choice = offered(game)[0].clone();
        all_roll(game, face, &choice);
    }
}

#[test]
fn a_retreat_weighs_the_whole_way_to_the_edge() {
    // MP 11.4.2c: one hex back, 1110 and 1210 are clear both; behind the first lie woods on either hand.
    let (game, _, foe) = attack(heavy("own", A1).morale(7), heavy("foe", B1), &[5], |board| {
        ["1109", "1209"].iter().for_each(|hex| board.terrain(hex, "woods"));
    });
    assert_eq!((at(&game, foe), topic(&game).as_str()), (vec!["1210".to_string()], "turn-after-advance"));
    // Two hexes back: all three hexes there are clear, and woods behind two of them.
    let (game, _, foe) = attack(heavy("own", A1).morale(8), heavy("foe", B1), &[8], |board| {
        ["1008", "1108", "1208"].iter().for_each(|hex| board.terrain(hex, "woods"));
    });
    assert_eq!((at(&game, foe), game.unit(foe).morale), (vec!["1309".to_string()], Morale::Broken));
}

#[test]
fn friends_are_fallen_in_with_where_the_way_is_as_cheap() {
    // MP 11.4.2c, 11.4.3d: cavalry one hex back; musketeers on 1110 have the woods behind them, 1210 has not.
    for (woods, offers_friends) in [(&["1109", "1209"][..], false), (&[][..], true)] {
        let (game, ..) = attack(heavy("own", A1).morale(8), cavalry("foe", B1).pistols(0).morale(8), &[6], |board| {
            woods.iter().for_each(|hex| board.terrain(hex, "woods"));
            board.unit(light("foot", B1).at("1110", "s"));
        });
        let both = topic(&game) == "retreat" && offers(&game, "retreat nw") && offers(&game, "retreat ne");
        assert_eq!(both, offers_friends, "{:?} {}", offered(&game), game.told());
    }
}

#[test]
fn where_no_way_leads_to_the_edge_the_ground_tells() {
    // MP 11.4.2c, ruling G53: friends stand all along row 5; of 1110 and 1210 the first has woods behind it all the same.
    let (game, _, foe) = attack(heavy("own", A1).morale(7), heavy("foe", B1), &[5], |board| {
        ["1109", "1209"].iter().for_each(|hex| board.terrain(hex, "woods"));
        (1..=24).for_each(|column| friends(board, &[&format!("{column:02}05")]));
        let edge = board.rules.ground.grid.edge_hexes(MapEdge::North).collect();
        board.rules.ground.set_friendly(B, edge);
    });
    assert_eq!((at(&game, foe), topic(&game).as_str()), (vec!["1210".to_string()], "turn-after-advance"));
}

/// Cavalry that gives way two hexes before strong foot.
fn gives_way(more: impl FnOnce(&mut Board)) -> (Game, UnitId) {
    let own = heavy("own", A1).morale(8).strength(20);
    let (game, _, foe) = attack(own, cavalry("foe", B1).pistols(0).morale(8), &[6], more);
    assert!(game.told().contains("retreats 2"), "{}", game.told());
    (game, foe)
}

#[test]
fn who_goes_a_hex_because_of_friends_behind_it_goes_to_them() {
    // MP 11.4.2c, 11.4.3d, ruling G55: by 1110 to the musketeers on 1109, or by 1210 to 1309; from 1110 to 1209 there would be woods, and that way is dearer.
    let (mut game, foe) = gives_way(|board| {
        board.terrain("1209", "woods");
        board.unit(light("foot", B1).at("1109", "s"));
    });
    assert_eq!(offered(&game), ["retreat nw", "retreat ne"]);
    say(&mut game, "retreat nw");
    assert_eq!(
        (at(&game, foe), game.unit(foe).with.is_some()),
        (vec!["1109".to_string()], true),
        "{:?}",
        offered(&game)
    );
    // The other way it ends with nobody.
    let (mut game, foe) = gives_way(|board| {
        board.terrain("1209", "woods");
        board.unit(light("foot", B1).at("1109", "s"));
    });
    say(&mut game, "retreat ne");
    assert_eq!((at(&game, foe), game.unit(foe).with), (vec!["1309".to_string()], None));
}

#[test]
fn of_friends_on_either_hand_those_with_the_cheaper_way_behind_them() {
    // MP 11.4.2c, 11.4.3d: no other hex is open, and woods lie behind 1110 on either hand; nobody has to fall in with anybody.
    for (woods, ways) in [
        (&["1109", "1209"][..], &["retreat-halt", "retreat ne"][..]),
        (&[], &["retreat-halt", "retreat nw", "retreat ne"]),
    ] {
        let (game, _) = gives_way(|board| {
            ["1111", "1311"].iter().for_each(|hex| board.terrain(hex, "water"));
            woods.iter().for_each(|hex| board.terrain(hex, "woods"));
            ["1110", "1210"].iter().for_each(|hex| {
                board.unit(light(hex, B1).at(hex, "s"));
            });
        });
        assert_eq!(offered(&game), ways);
    }
}

#[test]
fn musketeers_may_end_short_with_cavalry_that_is_nearer_to_the_edge() {
    // MP 11.4.2b, 11.4.3d, 11.4.5a, ruling G55: the two hexes by 1111 lead to 1012, away from the edge; one hex back, on 1210, stands their cavalry.
    let beaten = || {
        let (game, _, foe) = attack(heavy("own", A1).morale(8), light("foe", B1), &[6], |board| {
            board.unit(cavalry("horse", B1).at("1210", "s"));
            ["1110", "1010", "1011"].iter().for_each(|hex| board.terrain(hex, "water"));
        });
        assert_eq!(
            (offered(&game), game.unit(foe).morale),
            (vec!["retreat ne".into(), "retreat w".into()], Morale::Broken)
        );
        (game, foe)
    };
    let (mut game, foe) = beaten();
    roll(&mut game, &[0], "retreat ne");
    assert!(game.unit(foe).with.is_some() && game.told().contains("MP 11.4.5a"), "{}", game.told());
    let (mut game, foe) = beaten();
    say(&mut game, "retreat w");
    assert_eq!((at(&game, foe), game.unit(foe).with), (vec!["1012".to_string()], None));
}

#[test]
fn musketeers_may_end_with_cavalry_on_the_last_hexes_of_the_map() {
    // MP 11.4.2d, 11.4.3d, 11.4.5a, ruling G55: the other hex of the last row is as near to the edge, and leads off the map.
    let beaten = || {
        let mut board = board();
        board.unit(heavy("own", A1).morale(8).at("1203", "n").mark(Mark::Moved));
        let foe = board.unit(light("foe", B1).at("1202", "s"));
        board.unit(cavalry("horse", B1).at("1201", "s"));
        let mut game = acting(board, A1);
        say(&mut game, "end-actions");
        roll(&mut game, &[6], "attack own 1202");
        assert_eq!(game.unit(foe).morale, Morale::Broken);
        (game, foe)
    };
    let (mut game, foe) = beaten();
    assert_eq!(offered(&game), ["retreat nw", "retreat ne"]);
    roll(&mut game, &[0], "retreat nw");
    assert!(game.unit(foe).with.is_some() && game.told().contains("MP 11.4.5a"), "{}", game.told());
    let (mut game, foe) = beaten();
    say(&mut game, "retreat ne");
    assert!(!game.unit(foe).on_map(), "{}", game.told());
}

#[test]
fn nobody_runs_back_to_where_he_stood() {
    // MP 12.4.3b, 12.4.3c, 11.4.5a: broken by a gun far off in a dead end, one hex is all there is.
    let mut board = board();
    board.orders(A1, Orders::MakeReady);
    board.commander(A1, 0, "1221");
    board.unit(light("staff", A1).at("1221", "n"));
    board.unit(gun("battery", A1).at("1220", "n"));
    let foe = board.unit(heavy("foe", B1).morale(5).state(Morale::Shaken).at("1216", "s"));
    for hex in ["1315", "1116", "1316", "1217", "1317", "1114", "1214", "1115"] {
        board.terrain(hex, "water");
    }
    let mut game = acting(board, A1);
    say(&mut game, "act battery");
    roll(&mut game, &[8, 9, 0], "shoot 1216 artillery");
    assert!(game.told().contains("MP 11.4.5a"), "{}", game.told());
    assert_eq!(at(&game, foe), ["1215"]);
}

#[test]
fn cavalry_broken_by_those_who_came_to_it_runs_from_all_who_beat_them() {
    // MP 8.2.1a, 11.4.2a, 12.4.3b: musketeers back off one hex to their cavalry and no farther; their casualty breaks both, and 1210 is next to the second of
    // those who beat them.
    let mut board = board();
    board.unit(heavy("first", A1).strength(4).morale(8).at("1112", "n").mark(Mark::Moved));
    board.unit(heavy("second", A1).strength(4).morale(8).at("1311", "nw").mark(Mark::Moved));
    let foot = board.unit(light("foot", B1).strength(2).morale(6).at("1211", "s"));
    let horse = board.unit(cavalry("horse", B1).pistols(0).at("1110", "s"));
    friends(&mut board, &["1010", "1109", "1209"]);
    let mut game = acting(board, A1);
    play(&mut game, &["end-actions", "attack first 1211"]);
    roll(&mut game, &[4], "attack second 1211");
    assert!(game.told().contains("retreats 2"), "{}", game.told());
    roll(&mut game, &[0], "retreat nw");
    assert!(game.told().contains("MP 11.4.5c") && game.told().contains("MP 11.4.5a"), "{}", game.told());
    assert_eq!([foot, horse].map(|unit| at(&game, unit)), [["1110"]; 2]);
}

#[test]
fn a_commander_of_those_who_have_no_part_stays_with_them() {
    // MP 5.3.1b, 11.8a, ruling G54: the last of the cavalry is lost beside the musketeers it came to; their commander was with nobody who fought.
    for (place, die, stays) in [("1210", 6, true), ("1211", 7, false)] {
        let mut him = None;
        let own = heavy("own", A1).morale(8).strength(20);
        let (mut game, _, foe) = attack(own, cavalry("foe", B1).pistols(0).strength(1).morale(8), &[die], |board| {
            ["1110", "1111"].iter().for_each(|hex| board.terrain(hex, "water"));
            board.unit(light("foot", B1).at("1210", "s"));
            him = Some(board.commander(B1, 0, place));
        });
        say(&mut game, "retreat ne");
        assert!(!game.unit(foe).on_map(), "{}", game.told());
        let him = game.state.leaders[him.unwrap().ix()].place;
        assert_eq!(him == LeaderPlace::Map, stays, "{him:?} {}", game.told());
    }
}

#[test]
fn a_column_that_breaks_runs_from_all_who_attack_it() {
    // MP 6.3.4h, 12.4.3b, 11.4.2a: one attacker on either side of it, and no hex that is next to neither.
    let (mut game, _, foe) = attack(
        heavy("own", A1),
        heavy("foe", B1).morale(8).state(Morale::Shaken).formation(Formation::Column),
        &[],
        |board| {
            board.unit(heavy("other", A1).at("1110", "s").mark(Mark::Moved));
        },
    );
    roll(&mut game, &[9, 0], "attack other 1211");
    assert!(game.told().contains("MP 11.4.5a"), "{}", game.told());
    assert_eq!(at(&game, foe), ["1211"]);
}

#[test]
fn who_breaks_for_want_of_a_retreat_runs_from_all_who_beat_it() {
    // MP 11.4.5c, 12.5.2a, 12.4.3b: one hex back and no second; the casualty in its place breaks it, and 1210 is next to the second of those who beat it.
    let mut board = board();
    let first = board.unit(heavy("first", A1).strength(4).morale(8).at("1112", "n").mark(Mark::Moved));
    board.unit(heavy("second", A1).strength(4).morale(8).at("1311", "nw").mark(Mark::Moved));
    let foe = board.unit(heavy("foe", B1).strength(2).morale(6).at("1211", "s"));
    friends(&mut board, &["1010", "1109", "1209"]);
    let mut game = acting(board, A1);
    play(&mut game, &["end-actions", "attack first 1211"]);
    roll(&mut game, &[4, 0], "attack second 1211");
    assert!(game.told().contains("MP 11.4.5c") && game.told().contains("MP 11.4.5a"), "{}", game.told());
    assert_eq!((at(&game, foe), game.unit(first).on_map()), (vec!["1110".to_string()], true));
}

#[test]
fn the_ground_of_those_it_falls_in_with_disorders_cavalry() {
    // MP 11.4.10a, 7.3.1a, 15.0g: woods, a place that matters, and then the hit of the combat.
    for (ground, formation) in [("clear", Formation::Shaken), ("woods", Formation::Broken)] {
        let (mut game, _, foe) =
            attack(heavy("own", A1).morale(8), cavalry("foe", B1).pistols(0).morale(8), &[6], |board| {
                board.terrain("1110", "water");
                board.terrain("1210", ground);
                board.unit(light("foot", B1).at("1210", "s"));
                let place = board.hex("1210");
                board.rules.ground.locations.push(Location {
                    name: "Copse".into(),
                    hexes: vec![place],
                    points: [0, 3],
                });
            });
        game.state.control.push(Some(A));
        say(&mut game, "retreat ne");
        until(&mut game, "reaction", 0);
        let foot = game.unit(foe).with.expect("they stand together");
        assert_eq!([foe, foot].map(|unit| game.unit(unit).formation), [formation; 2], "{ground}: {}", game.told());
        assert_eq!(game.state.control[0], Some(B), "it has passed through");
    }
}

#[test]
fn musketeers_that_fugitives_fell_in_with_have_no_part_in_what_follows() {
    // MP 11.4.5c, ruling G50: two hexes to give way, and the first ends with friends; the casualty is the cavalry's.
    let beaten = |defender: Piece, die: u8| {
        let (game, _, foe) = attack(heavy("own", A1).morale(8).strength(20), defender, &[die], |board| {
            ["1110", "1111"].iter().for_each(|hex| board.terrain(hex, "water"));
            board.unit(light("foot", B1).at("1210", "s"));
        });
        (game, foe, UnitId(2))
    };
    let (mut game, foe, foot) = beaten(cavalry("foe", B1).pistols(0).morale(8), 6);
    assert!(game.told().contains("retreats 2"), "{}", game.told());
    say(&mut game, "retreat ne");
    assert_ne!(topic(&game), "who-takes-it");
    assert_eq!([foe, foot].map(|unit| game.unit(unit).casualties), [1, 0], "{}", game.told());
    // It may be its last.
    let (mut game, foe, foot) = beaten(cavalry("foe", B1).pistols(0).strength(1).morale(8), 6);
    assert!(game.told().contains("retreats 2"), "{}", game.told());
    say(&mut game, "retreat ne");
    assert_eq!([foe, foot].map(|unit| game.unit(unit).on_map()), [false, true], "{}", game.told());
    // MP 11.4.5a: broken they are together, and the Table speaks of those who ran.
    let (mut game, foe, foot) = beaten(cavalry("foe", B1).pistols(0).morale(8), 8);
    roll(&mut game, &[9], "retreat ne");
    assert_eq!([foe, foot].map(|unit| game.unit(unit).on_map()), [false, true], "{}", game.told());
    assert_eq!(game.unit(foot).morale, Morale::Broken);
}

#[test]
fn a_leader_is_lost_with_a_unit_that_loses_its_last_men_though_a_gun_is_left() {
    // MP 11.8b, 11.4.5c: an attacker that cannot give way, its commander with it and with a gun; the enemy stays where he is.
    let mut commander = None;
    let (mut game, own, _) =
        attack(heavy("own", A1).strength(1).morale(8), heavy("foe", B1).strength(20).morale(8), &[4], |board| {
            commander = Some(board.commander(A1, 0, "1212"));
            board.unit(gun("guns", A1).mark(Mark::Fired).at("1212", "n"));
            for hex in ["1312", "1213", "1313"] {
                board.unit(heavy(hex, A2).strength(20).at(hex, "n"));
            }
        });
    assert!(!game.unit(own).on_map(), "{}", game.told());
    let guns = UnitId(2);
    assert_eq!(game.unit(guns).place, Place::Map);
    let him = game.state.leaders[commander.unwrap().ix()];
    assert!(matches!(him.place, LeaderPlace::Removed(_)), "{:?}: {}", him.place, game.told());
    say(&mut game, "hold-ground");
    assert!(!game.told().contains("MP 11.8a"), "there is no roll for him: {}", game.told());
}

#[test]
fn a_combat_in_the_middle_of_a_fire_is_a_combat() {
    // MP 11.8b: foot that goes forward to fire is intercepted by the last of a squadron, which loses and has nowhere to go; its commander is lost with it,
    // though a gun is left.
    let mut board = board();
    board.unit(heavy("own", A1).strength(20).morale(8).at("1311", "n"));
    board.commander(A1, 0, "1312");
    board.unit(gun("far", A1).mark(Mark::Fired).at("1312", "n"));
    board.unit(heavy("foe", B1).strength(20).morale(8).at("1209", "s"));
    let horse = board.unit(cavalry("horse", B1).strength(1).pistols(0).at("1110", "ne"));
    let guns = board.unit(gun("guns", B1).mark(Mark::Fired).at("1110", "s"));
    let him = board.commander(B1, 0, "1110");
    friends(&mut board, &["1010", "1109", "1111"]);
    let mut game = acting(board, A1);
    say(&mut game, "act own");
    roll(&mut game, &[0], "advance-fire nw");
    roll(&mut game, &[0], "intercept horse");
    say(&mut game, "react-done");
    roll(&mut game, &[4], "react-attack");
    assert_eq!((game.unit(horse).on_map(), game.unit(guns).place), (false, Place::Map), "{}", game.told());
    assert!(matches!(game.state.leaders[him.ix()].place, LeaderPlace::Removed(_)), "{}", game.told());
}
