//! Chapter 10.8: artillery fire and grazing fire.
//!
//! Straight north of 1220 (an even row) lie 1218, 1216, 1214 ... and beside the line 1219 and 1319, 1217 and 1317 ...; to the
//! north-east, straight through hexsides, lie 1319, 1318, 1417, 1416.

use crate::common::*;
use crate::shooting::*;
use field::hexes::Hand;
use kernel::Seat;
use musket_and_pike::cards::{GunClass, UnitId};
use musket_and_pike::fire::{FireChoice, Mode};
use musket_and_pike::ground::Slope;
use musket_and_pike::reaction::{Event, ReactChoice};
use musket_and_pike::state::{Formation, LeaderPlace, Mark, Morale, Place};

/// Fires and gives the totals of the rolls.
fn totals(piece: Piece, hex: &str, dice: &[u8], change: impl FnOnce(&mut Board)) -> Vec<i32> {
    let (mut game, gun) = battery(piece, change);
    let shot = shell(&game, hex);
    fire(&mut game, gun, shot, dice);
    rolls(&game).into_iter().map(|(total, _)| total).collect()
}

#[test]
fn range_is_printed_on_the_counter() {
    // MP 10.1.2c, 10.8.0a, C11: the chart knows three classes.
    for (class, far, reach) in
        [(GunClass::Heavy, "1210", 12), (GunClass::Medium, "1210", 12), (GunClass::Light, "1210", 12)]
    {
        let piece = gun("gun", A1).card(|card| (card.gun, card.range) = (class, reach));
        let (game, gun) = battery(piece, |board| {
            board.unit(steady("far", far));
        });
        assert_eq!(keeps(&game, gun, UnitId(1), false), "", "{class:?}");
    }
    let short = gun("gun", A1).card(|card| card.range = 9);
    let (game, id) = battery(short, |board| {
        board.unit(steady("far", "1210"));
    });
    assert_eq!(keeps(&game, id, UnitId(1), false), "MP 10.1.2c");
    let light = gun("gun", A1).card(|card| (card.gun, card.range) = (GunClass::Light, 14));
    let (game, id) = battery(light, |board| {
        board.unit(steady("far", "1208"));
    });
    assert_eq!(keeps(&game, id, UnitId(1), false), "MP 10.1.2c", "the chart ends at 11 for 3 lb guns");
}

#[test]
fn range_modifiers_by_class() {
    // MP 10.8.2a, C11, C12
    for (class, expected) in [
        (GunClass::Heavy, [2, 1, 1, 0, -1, -2]),
        (GunClass::Medium, [2, 1, 0, -1, -2, -3]),
        (GunClass::Light, [1, 0, -1, -2, -3, 0]),
    ] {
        for (hex, modifier) in ["1219", "1218", "1216", "1214", "1210", "1208"].into_iter().zip(expected) {
            if (class, hex) == (GunClass::Light, "1208") {
                continue;
            }
            let piece = gun("gun", A1).card(|card| (card.gun, card.grazing) = (class, 1));
            let found = totals(piece, hex, &[0], |board| {
                board.unit(steady("target", hex));
            });
            assert_eq!(found, [modifier], "{class:?} {hex}");
        }
    }
}

#[test]
fn guns_fire_through_their_front_hexes() {
    // MP 10.1.3b, 10.1.3c, G10: 120 degrees, the edges with them.
    for (hex, rule) in [
        ("1219", ""),
        ("1319", ""),
        ("1316", ""),
        ("1120", "MP 10.1.3b"),
        ("1320", "MP 10.1.3b"),
        ("1221", "MP 10.1.3b"),
        // Exactly along the edges of the sector.
        ("1119", ""),
        ("1419", ""),
        ("1519", "MP 10.1.3b"),
    ] {
        let (game, gun) = battery(gun("gun", A1), |board| {
            board.unit(steady("target", hex));
        });
        assert_eq!(keeps(&game, gun, UnitId(1), false), rule, "{hex}");
    }
}

#[test]
fn a_gun_fires_once_a_turn() {
    // MP 10.8.1a, 9.1.5a, 9.4.1b
    let (mut game, gun) = battery(gun("gun", A1), |board| {
        board.unit(steady("target", "1210"));
    });
    let shot = shell(&game, "1210");
    fire(&mut game, gun, shot, &[0]);
    assert!(game.unit(gun).has(Mark::Fired));
    assert_eq!(keeps(&game, gun, UnitId(1), false), "MP 10.8.1a");
    assert_eq!(keeps(&game, gun, UnitId(1), true), "MP 10.8.1a");
}

#[test]
fn a_gun_fires_out_of_command() {
    // MP 10.8.1b
    let (mut game, gun) = battery(gun("gun", A1), |board| {
        board.unit(steady("target", "1210"));
    });
    game.activate(A1);
    assert_eq!(forbids(&game, gun, shell(&game, "1210")), "");
    assert_eq!(actions(&game, gun), [shell(&game, "1210")]);
    game.activate(A2);
    assert_eq!(forbids(&game, gun, shell(&game, "1210")), "MP 10.1.1a", "with its own Wing");
}

#[test]
fn guns_that_cannot_fire() {
    // MP 7.3.3a, 7.3.3b, 10.8.8a, 6.3.2c, 8.3.1b, G-A43
    for (piece, rule) in [
        (gun("gun", A1).mark(Mark::Limbered), "MP 7.3.3b"),
        (gun("gun", A1).mark(Mark::LimberChanged), "MP 7.3.3a"),
        (gun("gun", A1).state(Morale::Broken), "MP 10.8.8a"),
        (gun("gun", A1).state(Morale::Shaken), ""),
    ] {
        let (game, gun) = battery(piece, |board| {
            board.unit(steady("target", "1210"));
        });
        assert_eq!(keeps(&game, gun, UnitId(1), true), rule);
    }
    for (formation, on_top, rule) in [
        (Formation::Hedgehog, true, "MP 6.3.2c"),
        (Formation::Normal, true, ""),
        (Formation::Normal, false, "MP 8.3.1b"),
    ] {
        let piece = if on_top { gun("gun", A1).mark(Mark::OnTop) } else { gun("gun", A1) };
        let (game, gun) = battery(piece, |board| {
            board.unit(steady("target", "1210"));
            board.unit(heavy("beside", A1).formation(formation).at("1220", "n"));
        });
        assert_eq!(keeps(&game, gun, UnitId(1), true), rule, "{formation:?}");
    }
}

#[test]
fn guns_out_of_action_never_fire_and_are_no_targets() {
    // MP 10.8.9d, 10.8.9f
    let (mut game, own) = battery(gun("gun", A1), |board| {
        board.unit(gun("wreck", B1).at("1210", "s"));
    });
    let wreck = UnitId(1);
    game.with(&[], |play| play.wreck_gun(wreck, false));
    assert_eq!(game.unit(wreck).place, Place::Wreck { captured: false });
    assert_eq!(keeps(&game, own, wreck, false), "MP 10.1.1b");
    assert_eq!(keeps(&game, wreck, own, false), "MP 10.1.1b");
}

#[test]
fn a_unit_between_bars_the_shot() {
    // MP 10.9.2d, G8: the intended target needs a clear line.
    let (game, gun) = battery(gun("gun", A1), |board| {
        board.unit(steady("target", "1417"));
        board.unit(light("between", A1).at("1318", "n"));
    });
    let told = game.table().can_fire_at(gun, UnitId(1), false).unwrap_err();
    assert_eq!(told.rule, "MP 10.9.2d");
    assert!(told.why.contains("1318"), "{}", told.why);
}

#[test]
fn modifiers_of_the_artillery_table() {
    // MP C12, 6.3.2b, 14.1e
    let single = || gun("gun", A1);
    // 4-8 lb at range 10: -2.
    let plain = |piece: Piece, change: fn(&mut Board)| totals(piece, "1210", &[0], change)[0] + 2;
    assert_eq!(plain(single(), |board| add(board, steady("t", "1210"))), 0);
    let double = gun("gun", A1).card(|card| card.double = true);
    assert_eq!(plain(double, |board| add(board, steady("t", "1210"))), 1);
    let hedgehog: fn(&mut Board) = |board| add(board, steady("t", "1210").formation(Formation::Hedgehog));
    assert_eq!(plain(single(), hedgehog), 2);
    assert_eq!(plain(single(), |board| add(board, gun("t", B1).at("1210", "s"))), -1);
    let on_top: fn(&mut Board) = |board| {
        board.unit(gun("t", B1).mark(Mark::OnTop).at("1210", "s"));
        board.unit(steady("below", "1210"));
    };
    assert_eq!(plain(single(), on_top), -1);
    let below: fn(&mut Board) = |board| {
        board.unit(gun("below", B1).at("1210", "s"));
        board.unit(steady("t", "1210"));
    };
    assert_eq!(plain(single(), below), 0);
    let village: fn(&mut Board) = |board| {
        board.unit(steady("t", "1210"));
        board.terrain("1210", "village");
    };
    assert_eq!(plain(single(), village), -2);
    let wagon_there: fn(&mut Board) = |board| {
        board.unit(steady("t", "1210"));
        board.unit(wagon("w", B1).at("1210", "s"));
    };
    assert_eq!(plain(single(), wagon_there), -1);
}

#[test]
fn v22_double_gun_at_a_hedgehog() {
    // MP V22, 10.6.6a: range 4, 0; double +1; Hedgehog +2.
    let (mut game, gun) = battery(gun("gun", A1).card(|card| card.double = true), |board| {
        let hedgehog = heavy("target", B1).strength(20).morale(6).formation(Formation::Hedgehog);
        board.unit(hedgehog.at("1216", "s"));
    });
    let shot = shell(&game, "1216");
    fire(&mut game, gun, shot, &[4, 5]);
    assert_eq!(rolls(&game), [(7, "Formation Hit, Morale Check".into())]);
    assert_eq!(game.unit(UnitId(1)).casualties, 1);
    assert_eq!(checks(&game), [6], "casualty and table: one roll at +1");
}

#[test]
fn v23_a_formation_hit_on_a_gun_is_a_check() {
    // MP V23, 10.8.7a, 10.8.8a
    let (mut game, own) = battery(gun("gun", A1), |board| {
        board.unit(gun("target", B1).card(|card| card.gun = GunClass::Light).at("1216", "s"));
    });
    let shot = shell(&game, "1216");
    // 4-8 lb at 4: 0; at artillery -1.
    fire(&mut game, own, shot, &[8, 5]);
    assert_eq!(rolls(&game), [(7, "Formation Hit, Morale Check".into())]);
    assert_eq!(checks(&game), [6]);
    assert!(game.unit(UnitId(1)).on_map());
    // A single Formation Hit: one check at 0; it fails, and the gun stays where it is.
    let (mut game, own) = battery(gun("gun", A1), |board| {
        board.unit(gun("target", B1).state(Morale::Shaken).at("1216", "s"));
    });
    fire(&mut game, own, shot, &[6, 9]);
    assert_eq!(checks(&game), [9]);
    let target = game.unit(UnitId(1));
    assert_eq!((target.morale, target.hex), (Morale::Broken, game.hex("1216")));
    assert!(game.asked().is_none());
}

#[test]
fn any_casualty_disables_a_gun() {
    // MP 10.6.1b, 10.8.9a
    let (mut game, own) = battery(gun("gun", A1), |board| {
        board.unit(gun("target", B1).at("1216", "s"));
    });
    let shot = shell(&game, "1216");
    fire(&mut game, own, shot, &[9]);
    assert_eq!(game.unit(UnitId(1)).place, Place::Wreck { captured: false });
    assert_eq!(checks(&game), [0; 0]);
}

#[test]
fn g27_excess_losses_fall_on_the_unit_below() {
    // MP G27, 8.3.4b: heavy infantry Salvo for 2 casualties at a gun on top of infantry.
    let mut board = board();
    let firer = board.unit(heavy("firer", A1).at("1210", "n"));
    let guns = board.unit(gun("guns", B1).mark(Mark::OnTop).at("1209", "s"));
    let below = board.unit(heavy("below", B2).strength(20).morale(6).at("1209", "s"));
    let mut game = board.open();
    game.activate(A1);
    let salvo = at(&game, "1209", Mode::Salvo);
    fire(&mut game, firer, salvo, &[8, 0]);
    assert_eq!(game.unit(guns).place, Place::Wreck { captured: false });
    assert_eq!(game.unit(below).casualties, 1);
    assert_eq!(checks(&game), [0], "its own check for its own casualty");
    // It may react, being the one that was fired on in the end.
    assert!(matches!(game.state.windows.last().unwrap().trigger.event, Event::Fires { .. }));
    assert_eq!(game.asked(), Some(Seat(1)));
    answer(&mut game, ReactChoice::Fire { unit: below }, &[]);
}

// Grazing fire.

#[test]
fn v16_grazing_fire() {
    // MP V16, 10.8.3a, 10.8.3b, 10.8.3c, 10.8.3d, G9: 1318, 1417 and 1416 lie on the line from 1220 through 1319, up to grazing range 4.
    let (mut game, gun) = battery(gun("gun", A1), |board| {
        board.unit(steady("z", "1319"));
        board.unit(steady("y", "1417"));
        board.unit(heavy("friend", A1).strength(20).morale(8).at("1416", "n"));
        board.unit(heavy("aside", A1).strength(20).morale(8).at("1317", "n"));
        board.unit(steady("beyond", "1515"));
    });
    let shot = shell(&game, "1319");
    // 4-8 lb at ranges 1, 3 and 4: +2, +1, 0.
    fire(&mut game, gun, shot, &[0, 0, 0]);
    assert_eq!(rolls(&game).iter().map(|roll| roll.0).collect::<Vec<_>>(), [2, 1, 0]);
    let titles: Vec<&str> = game.ledger.entries.iter().map(|entry| entry.title.as_str()).collect();
    assert_eq!(titles, ["gun fires at z", "gun fires at y", "gun fires at friend"]);
}

#[test]
fn no_grazing_beyond_grazing_range() {
    // MP 10.8.3a
    let found = totals(gun("gun", A1).card(|card| card.grazing = 2), "1417", &[0], |board| {
        board.unit(steady("z", "1417"));
        board.unit(steady("y", "1416"));
    });
    assert_eq!(found.len(), 1);
    // Within it, it ends with it.
    let found = totals(gun("gun", A1).card(|card| card.grazing = 3), "1417", &[0], |board| {
        board.unit(steady("z", "1417"));
        board.unit(steady("y", "1416"));
    });
    assert_eq!(found.len(), 1);
}

#[test]
fn whoever_shares_a_hex_in_the_line_is_struck() {
    // MP G9, 10.1.1d: top and bottom.
    let found = totals(gun("gun", A1), "1319", &[0, 0, 0], |board| {
        board.unit(steady("z", "1319"));
        board.unit(steady("top", "1417"));
        board.unit(gun("bottom", B1).at("1417", "s"));
        board.unit(wagon("wagon", B1).at("1318", "s"));
    });
    assert_eq!(found, [2, 1, 1], "the wagon is no target, the gun below has no -1");
}

#[test]
fn slopes_stop_grazing_fire() {
    // MP 10.8.3e, 10.9.3c
    for slope in [Slope::Gentle, Slope::Steep, Slope::DoubleSteep] {
        for (height, uphill) in [("1417", true), ("1318", false)] {
            let found = totals(gun("gun", A1), "1319", &[0], |board| {
                board.unit(steady("z", "1319"));
                board.unit(steady("y", "1416"));
                board.slope("1318", "ne", slope);
                board.height(height, 1);
            });
            assert_eq!(found.len(), 1, "{slope:?} {uphill}");
        }
    }
}

#[test]
fn other_hexsides_let_it_one_hex_farther() {
    // MP 10.8.3f
    let line = |hexside: Option<&str>, key: &str| {
        let dice: &[u8] = &[0; 4];
        let mut board = board();
        let gun = board.unit(gun("gun", A1).at("1220", "n"));
        for (name, hex) in [("a", "1319"), ("b", "1318"), ("c", "1417"), ("d", "1416")] {
            board.unit(steady(name, hex));
        }
        if let Some(hex) = hexside {
            board.hexside(hex, "ne", key);
        }
        let mut game = board.open();
        let shot = shell(&game, "1319");
        let struck = match hexside {
            None | Some("1220") => 4,
            Some("1319") => 2,
            _ => 3,
        };
        fire(&mut game, gun, shot, &dice[..struck]);
        rolls(&game).len()
    };
    assert_eq!(line(None, "stream"), 4);
    assert_eq!(line(Some("1220"), "stream"), 4, "next to the gun it is ignored");
    assert_eq!(line(Some("1319"), "stream"), 2, "one hex beyond");
    assert_eq!(line(Some("1318"), "hedge"), 3);
}

#[test]
fn grazing_fire_ends_in_ground_that_blocks() {
    // MP G9
    let found = totals(gun("gun", A1), "1319", &[0, 0], |board| {
        board.unit(steady("z", "1319"));
        board.unit(steady("in-woods", "1318"));
        board.unit(steady("behind", "1417"));
        board.terrain("1318", "woods");
    });
    assert_eq!(found, [2, 0], "+1 for range, -1 for woods");
}

#[test]
fn units_do_not_stop_grazing_fire() {
    // MP 10.8.3g, 10.8.3d
    let found = totals(gun("gun", A1), "1319", &[0; 4], |board| {
        board.unit(steady("z", "1319"));
        board.unit(cavalry("horse", B1).morale(8).at("1318", "s"));
        board.unit(steady("y", "1417"));
        board.unit(light("x", B1).morale(8).at("1416", "s"));
    });
    assert_eq!(found.len(), 4);
}

#[test]
fn a_two_hex_unit_in_the_line_is_struck_twice() {
    // MP 10.8.4a, 10.6.2d: facing along the row of the line both hexes lie on it.
    let mut board = board();
    let gun = board.unit(gun("gun", A1).at("1220", "n"));
    // Facing south-east its halves lie along the line: right half 1417, left half 1318... of a unit whose row runs north-east.
    let target = board.unit(double_heavy("target", B1).strength(20).morale(7).at("1417", "se"));
    let mut game = board.open();
    assert_eq!(game.unit(target).other, Some(game.hex("1318")));
    let shot = shell(&game, "1318");
    assert_eq!(keeps(&game, gun, target, false), "");
    // Ranges 2 and 3: +1 each; 8 and 8 give a casualty and a Formation Hit each, and one check for two casualties.
    fire(&mut game, gun, shot, &[7, 7, 0]);
    assert_eq!(rolls(&game).len(), 2);
    assert_eq!((game.unit(target).casualties, game.unit(target).formation), (2, Formation::Broken));
    assert_eq!(checks(&game), [0]);
}

#[test]
fn along_a_spine_the_firer_chooses_a_side() {
    // MP 10.8.5a: from 1220 straight north to 1218, between 1219 and 1319; then on between 1217 and 1317 to 1216.
    let spine = |units: &[(&str, &str)]| {
        let mut board = board();
        let gun = board.unit(gun("gun", A1).at("1220", "n"));
        for (name, hex) in units {
            board.unit(steady(name, hex));
        }
        (board.open(), gun)
    };
    let (mut game, gun) = spine(&[("target", "1218"), ("left", "1217"), ("right", "1317"), ("left-near", "1219")]);
    let shot = shell(&game, "1218");
    fire(&mut game, gun, shot, &[]);
    assert_eq!(menu(&game), [FireChoice::SpineSide(Hand::Left), FireChoice::SpineSide(Hand::Right)]);
    let mut other = game.state.clone();
    answer(&mut game, FireChoice::SpineSide(Hand::Right), &[0, 0]);
    let struck = |game: &Game| game.ledger.entries.iter().map(|entry| entry.title.clone()).collect::<Vec<_>>();
    assert_eq!(struck(&game), ["gun fires at target", "gun fires at right"]);
    std::mem::swap(&mut game.state, &mut other);
    game.ledger.entries.clear();
    answer(&mut game, FireChoice::SpineSide(Hand::Left), &[0, 0, 0]);
    assert_eq!(
        struck(&game),
        ["gun fires at target", "gun fires at left-near", "gun fires at left"],
        "for the whole length"
    );
    // Where it makes no difference nobody is asked.
    let (mut game, gun) = spine(&[("target", "1218"), ("on", "1216")]);
    fire(&mut game, gun, shot, &[0, 0]);
    assert_eq!(rolls(&game).len(), 2);
}

#[test]
fn g10_along_the_edge_of_the_arc_the_front_side_is_struck() {
    // MP G10: from 1220 facing north, the right edge runs to 1419, between 1319 (front) and 1320 (flank).
    let (mut game, own) = battery(gun("gun", A1), |board| {
        board.unit(steady("target", "1419"));
        board.unit(steady("flank", "1320"));
    });
    let shot = shell(&game, "1419");
    assert_eq!(keeps(&game, own, UnitId(1), false), "");
    fire(&mut game, own, shot, &[0]);
    assert_eq!(rolls(&game).len(), 1, "the flank side is not struck");
    let (game, own) = battery(gun("gun", A1), |board| {
        board.unit(steady("target", "1419"));
        board.unit(light("front", A1).at("1319", "n"));
    });
    assert_eq!(keeps(&game, own, UnitId(1), false), "MP 10.9.5b", "and it is the front side that must be clear");
}

#[test]
fn leaders_alone_in_the_line_are_in_danger() {
    // MP G9, G11, 10.10a
    let (mut game, own) = battery(gun("gun", A1), |board| {
        board.unit(steady("target", "1319"));
        board.commander(B1, 0, "1417");
        board.commander(B2, 0, "1416");
    });
    let shot = shell(&game, "1319");
    // 1417 at +1: 8 + 1, his roll 9. 1416 at 0: a miss. The target: a miss.
    fire(&mut game, own, shot, &[8, 9, 0, 0]);
    let places: Vec<bool> = [B1, B2]
        .map(|wing| game.table().commander_of(wing).is_some_and(|id| game.table().leader(id).place == LeaderPlace::Map))
        .into();
    assert_eq!(places, [false, true]);
    // He may be the target himself.
    let (mut game, own) = battery(gun("gun", A1), |board| {
        board.commander(B1, 0, "1216");
    });
    game.activate(A1);
    assert_eq!(actions(&game, own), [shell(&game, "1216")]);
    game.state.activation = None;
    let shot = shell(&game, "1216");
    fire(&mut game, own, shot, &[9, 0]);
    assert!(game.unit(own).has(Mark::Fired) && game.state.volleys.is_empty());
}

// Counter-battery.

#[test]
fn a_gun_answers_fire_on_its_hex() {
    // MP 9.4.3a, G-A40: counter-battery out to maximum range.
    let (mut game, own) = battery(gun("gun", A1), |board| {
        board.unit(gun("other", B1).at("1210", "s"));
    });
    game.activate(A1);
    let shot = shell(&game, "1210");
    fire(&mut game, own, shot, &[0]);
    let other = UnitId(1);
    let trigger = game.state.windows.last().unwrap().trigger;
    assert_eq!((trigger.event, trigger.artillery), (Event::Fires { target: other, second: None }, true));
    answer(&mut game, ReactChoice::Fire { unit: other }, &[0]);
    assert!(game.unit(other).has(Mark::Fired));
    assert_eq!(rolls(&game).len(), 2);
    assert!(game.state.windows.is_empty());
}

#[test]
fn artillery_fire_is_no_reason_for_cover() {
    // MP 9.4.5b, VA43
    let (mut game, own) = battery(gun("gun", A1), |board| {
        board.unit(steady("target", "1219").mark(Mark::InCover));
        board.terrain("1219", "village");
    });
    game.activate(A1);
    let shot = shell(&game, "1219");
    // +2 for range, -2 for the village: 8 hits the unit in cover.
    fire(&mut game, own, shot, &[8]);
    assert_eq!(game.unit(UnitId(1)).casualties, 1);
}

#[test]
fn a_column_under_artillery_fire_falls_into_disorder_first() {
    // MP 6.3.4h, G29
    let (mut game, own) = battery(gun("gun", A1), |board| {
        board.unit(steady("target", "1216").formation(Formation::Column));
    });
    let shot = shell(&game, "1216");
    fire(&mut game, own, shot, &[0]);
    play_out(&mut game, &[5]);
    let target = game.unit(UnitId(1));
    assert_eq!((target.formation, target.casualties), (Formation::Broken, 1));
}

#[test]
fn a_gun_may_change_its_place_instead_of_firing() {
    // MP 9.4.4a, 8.3.2b
    let mut board = board();
    let guns = board.unit(gun("guns", B1).mark(Mark::OnTop).at("1209", "s"));
    board.unit(heavy("foot", B1).at("1209", "s"));
    let mover = board.unit(light("mover", A1).strength(2).morale(8).at("1210", "n"));
    let mut game = board.open();
    game.activate(A1);
    let skirmish = at(&game, "1209", Mode::Skirmish);
    fire(&mut game, mover, skirmish, &[0]);
    answer(&mut game, ReactChoice::Restack { unit: guns }, &[]);
    assert!(game.unit(guns).has(Mark::Fired) && !game.unit(guns).has(Mark::OnTop));
    assert!(game.state.windows.is_empty(), "neither of the two fires");
    assert_eq!(rolls(&game).len(), 1);
}

#[test]
fn wrecked_guns_change_hands_and_lie_below() {
    // MP 10.8.9b, 10.8.9c, 10.8.9e
    let mut board = board();
    let guns = board.unit(gun("guns", B1).mark(Mark::OnTop).at("1209", "s"));
    let theirs = board.unit(light("theirs", B1).at("1208", "s"));
    let ours = board.unit(light("ours", A1).at("1210", "n"));
    let mut game = board.open();
    game.with(&[], |play| play.wreck_gun(guns, false));
    let walk = |game: &mut Game, unit: UnitId, hex: &str| {
        let (hex, facing) = (game.hex(hex), game.unit(unit).facing);
        game.with(&[], |play| play.enter(unit, hex, None, facing, musket_and_pike::movement::Activity::Move));
    };
    for _ in 0..2 {
        walk(&mut game, ours, "1209");
        assert_eq!(game.unit(guns).place, Place::Wreck { captured: true });
        assert_eq!(game.table().top_of(game.hex("1209")), Some(ours), "the wreck lies below");
        walk(&mut game, ours, "1210");
        walk(&mut game, theirs, "1209");
        assert_eq!(game.unit(guns).place, Place::Wreck { captured: false });
        walk(&mut game, theirs, "1208");
    }
}
