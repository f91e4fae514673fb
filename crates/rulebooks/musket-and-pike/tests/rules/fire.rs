//! Chapters 10.1, 10.2, 10.5 to 10.7 and 10.10: fire of infantry and cavalry, and what it does.

use crate::common::*;
use crate::shooting::*;
use field::hexes::Hand;
use musket_and_pike::cards::{Horse, UnitId};
use musket_and_pike::charts::FireResult;
use musket_and_pike::fire::{FireChoice, Mode};
use musket_and_pike::ground::Slope;
use musket_and_pike::reaction::{Event, ReactChoice};
use musket_and_pike::state::{Formation, LeaderPlace, Mark, Morale};

// 10.1 Basic fire rules.

#[test]
fn units_fire_in_their_own_activation_only() {
    // MP 10.1.1a
    let (mut game, firer, _) = duel(heavy("firer", A1), heavy("target", B1));
    let skirmish = at(&game, "1209", Mode::Skirmish);
    assert_eq!(forbids(&game, firer, skirmish), "");
    game.activate(A2);
    assert_eq!(forbids(&game, firer, skirmish), "MP 10.1.1a");
    assert_eq!(actions(&game, firer), []);
    game.activate(A1);
    game.state.units[firer.ix()].marks.set(Mark::Acted, true);
    assert_eq!(forbids(&game, firer, skirmish), "MP 10.3.1a");
}

#[test]
fn targets_are_enemy_units_and_leaders_but_never_wagons() {
    // MP 10.1.1b, 10.1.1c, 14.1c
    let mut board = board();
    let firer = board.unit(heavy("firer", A1).at("1210", "n"));
    board.unit(heavy("friend", A1).at("1310", "n"));
    board.unit(wagon("wagon", B1).at("1309", "s"));
    board.commander(B1, 0, "1209");
    board.commander(A1, 0, "1310");
    let mut game = board.open();
    game.activate(A1);
    assert_eq!(forbids(&game, firer, at(&game, "1310", Mode::Skirmish)), "MP 10.1.1b");
    assert_eq!(forbids(&game, firer, at(&game, "1309", Mode::Skirmish)), "MP 10.1.1c");
    assert_eq!(forbids(&game, firer, at(&game, "1110", Mode::Skirmish)), "MP 10.1.1b");
    assert_eq!(forbids(&game, firer, at(&game, "1209", Mode::Skirmish)), "", "a leader alone");
    let only = [at(&game, "1209", Mode::Skirmish), at(&game, "1209", Mode::Salvo)];
    assert_eq!(actions(&game, firer), only);
}

#[test]
fn a_leader_alone_is_only_endangered() {
    // MP 10.10a, 10.10b; ruling MP G11
    let lone = || {
        let mut board = board();
        let firer = board.unit(heavy("firer", A1).at("1210", "n"));
        let leader = board.commander(B1, 0, "1209");
        (board.open(), firer, leader)
    };
    let (mut game, firer, leader) = lone();
    let skirmish = at(&game, "1209", Mode::Skirmish);
    fire(&mut game, firer, skirmish, &[4]);
    assert_eq!(game.state.leaders[leader.ix()].place, LeaderPlace::Map, "a miss does not endanger him");
    let (mut game, firer, leader) = lone();
    fire(&mut game, firer, skirmish, &[9, 8]);
    assert_eq!(game.state.leaders[leader.ix()].place, LeaderPlace::Map);
    let (mut game, firer, leader) = lone();
    fire(&mut game, firer, skirmish, &[9, 9]);
    assert_ne!(game.state.leaders[leader.ix()].place, LeaderPlace::Map);
}

#[test]
fn only_the_top_of_a_stack_fires_and_is_fired_at() {
    // MP 10.1.1d, 8.3.1b
    let stacked = |gun_on_top: bool| {
        let mut board = board();
        let foot = board.unit(heavy("foot", A1).at("1210", "n"));
        let mut piece = gun("gun", A1).at("1210", "n");
        if gun_on_top {
            piece = piece.mark(Mark::OnTop);
        }
        let gun = board.unit(piece);
        let enemy = board.unit(heavy("enemy", B1).at("1209", "s"));
        (board.open(), foot, gun, enemy)
    };
    let (game, foot, gun, enemy) = stacked(true);
    assert_eq!(keeps(&game, foot, enemy, true), "MP 10.1.1d");
    assert_eq!(keeps(&game, gun, enemy, true), "");
    assert_eq!(keeps(&game, enemy, foot, true), "MP 9.1.1l");
    assert_eq!(keeps(&game, enemy, foot, false), "MP 8.3.1b");
    assert_eq!(keeps(&game, enemy, gun, false), "");
    let (game, foot, gun, enemy) = stacked(false);
    assert_eq!(keeps(&game, foot, enemy, true), "");
    assert_eq!(keeps(&game, gun, enemy, true), "MP 8.3.1b");
    assert_eq!(keeps(&game, enemy, foot, false), "");
}

#[test]
fn the_other_half_fires_past_a_gun_on_top() {
    // MP 8.3.1c
    let mut board = board();
    let foot = board.unit(double_heavy("foot", A1).at("1210", "n"));
    board.unit(gun("gun", A1).at("1210", "n").mark(Mark::OnTop));
    board.unit(heavy("near", B1).at("1209", "s"));
    board.unit(heavy("far", B1).at("1409", "s"));
    board.commander(A1, 0, "1310");
    let mut game = board.open();
    game.activate(A1);
    let expected = [half(&game, Hand::Right, "1409", Mode::Skirmish), half(&game, Hand::Right, "1409", Mode::Salvo)];
    let standing: Vec<FireChoice> =
        actions(&game, foot).into_iter().filter(|choice| *choice != FireChoice::OnTop).collect();
    assert_eq!(standing, expected);
    assert_eq!(forbids(&game, foot, half(&game, Hand::Left, "1209", Mode::Skirmish)), "MP 8.3.1c");
}

#[test]
fn fire_is_voluntary() {
    // MP 10.1.1e: one shot of two may be held.
    let (mut game, firer) = double_before_two();
    fire_left(&mut game, firer, &[]);
    assert!(menu(&game).contains(&FireChoice::Hold));
    answer(&mut game, FireChoice::Hold, &[3]);
    assert_eq!(rolls(&game).len(), 1);
}

#[test]
fn muskets_and_pistols_reach_one_hex_into_front_and_flank() {
    // MP 10.1.2a, 10.1.2b, 10.1.3a, 10.1.3c
    for (hex, rule) in [
        ("1209", ""),
        ("1309", ""),
        ("1110", ""),
        ("1310", ""),
        ("1211", "MP 10.1.3c"),
        ("1311", "MP 10.1.3c"),
        ("1208", "MP 10.1.2b"),
    ] {
        for firer in [heavy("firer", A1), light("firer", A1), cavalry("firer", A1)] {
            let mut board = board();
            let firer = board.unit(firer.at("1210", "n"));
            let target = board.unit(light("target", B1).at(hex, "s"));
            assert_eq!(keeps(&board.open(), firer, target, false), rule, "{hex}");
        }
    }
}

#[test]
fn each_half_fires_into_hexes_next_to_itself() {
    // MP 10.1.3d: 1210 and 1310 face 1209, 1309 and 1409.
    let mut board = board();
    let firer = board.unit(double_heavy("firer", A1).at("1210", "n"));
    board.unit(heavy("right", B1).at("1409", "s"));
    board.commander(A1, 0, "1210");
    let mut game = board.open();
    game.activate(A1);
    assert_eq!(forbids(&game, firer, half(&game, Hand::Left, "1409", Mode::Skirmish)), "MP 10.1.2b");
    assert_eq!(forbids(&game, firer, half(&game, Hand::Right, "1409", Mode::Skirmish)), "");
    assert_eq!(forbids(&game, firer, at(&game, "1409", Mode::Skirmish)), "MP 8.3.1b", "no half is named");
}

#[test]
fn results_come_at_once_and_a_unit_may_be_fired_at_again() {
    // MP 10.1.4a, 10.1.4b, 10.6.0, 10.6.1a
    let (mut game, firer, target) = duel(heavy("firer", A2), heavy("target", B1).strength(10).morale(8));
    let skirmish = at(&game, "1209", Mode::Skirmish);
    fire(&mut game, firer, skirmish, &[6]);
    assert_eq!(game.unit(target).casualties, 1);
    game.state.agenda = Default::default();
    game.state.windows.clear();
    fire(&mut game, firer, skirmish, &[6]);
    assert_eq!(game.unit(target).casualties, 2);
    assert_eq!(game.table().strength(target), 8, "MP 10.6.1d");
}

#[test]
fn v2_two_halves_at_two_targets() {
    // MP V2, 10.1.3d, 10.1.4c, 10.1.4d
    let (mut game, firer) = double_before_two();
    game.activate(A1);
    let [y, z] = [UnitId(1), UnitId(2)];
    fire_left(&mut game, firer, &[]);
    let right = half(&game, Hand::Right, "1409", Mode::Skirmish);
    assert_eq!(menu(&game), [right, FireChoice::Hold], "no Salvo beside Normal Fire (MP 10.4g)");
    answer(&mut game, right, &[6, 6]);
    assert_eq!(
        [y, z].map(|id| game.unit(id).casualties),
        [1, 1],
        "both shots before any answer; the second is frontal"
    );
    assert_eq!(game.state.windows.last().unwrap().trigger.event, Event::Fires { target: y, second: Some(z) });
    answer(&mut game, ReactChoice::Fire { unit: y }, &[]);
    let back = at(&game, "1210", Mode::Skirmish);
    answer(&mut game, back, &[0]);
    // Only one half of Z is next to the firer here; V1 has the two shots.
    answer(&mut game, ReactChoice::Fire { unit: z }, &[]);
    let back = half(&game, Hand::Right, "1310", Mode::Skirmish);
    answer(&mut game, back, &[0]);
    assert!(game.state.windows.is_empty(), "nobody is left to react");
    assert_eq!(rolls(&game).len(), 4);
}

#[test]
fn both_halves_at_one_target_add_up() {
    // MP 10.1.4e, 10.6.2e, 10.6.6b
    let mut board = board();
    let firer = board.unit(double_heavy("firer", A1).at("1210", "n"));
    let target = board.unit(heavy("target", B1).strength(20).morale(7).at("1309", "s"));
    let mut game = board.open();
    let left = half(&game, Hand::Left, "1309", Mode::Skirmish);
    fire(&mut game, firer, left, &[]);
    let right = half(&game, Hand::Right, "1309", Mode::Skirmish);
    // 1 + FH from either half: two casualties call for one check at morale 7, two Formation Hits break the formation.
    answer(&mut game, right, &[8, 8, 7]);
    assert_eq!(game.unit(target).casualties, 2);
    assert_eq!(game.unit(target).formation, Formation::Broken);
    assert_eq!(checks(&game), [7]);
}

#[test]
fn g13_the_second_formation_hit_becomes_a_casualty() {
    // MP G13, 10.6.6a
    let mut board = board();
    let firer = board.unit(double_heavy("firer", A1).at("1210", "n"));
    let shaken = heavy("target", B1).strength(20).morale(8).formation(Formation::Shaken);
    let target = board.unit(shaken.at("1309", "s"));
    let mut game = board.open();
    let left = half(&game, Hand::Left, "1309", Mode::Skirmish);
    fire(&mut game, firer, left, &[]);
    let right = half(&game, Hand::Right, "1309", Mode::Skirmish);
    answer(&mut game, right, &[5, 5]);
    assert_eq!(game.unit(target).formation, Formation::Broken);
    assert_eq!(game.unit(target).casualties, 1);
}

#[test]
fn regimental_guns_have_their_own_table_at_every_fire() {
    // MP 10.1.5a, 10.1.5b, 10.1.5c, C7, C8
    let with_guns = || heavy("firer", A1).card(|card| card.regimental_guns = true);
    assert_eq!(result_of(heavy("firer", A1), Mode::Skirmish, "1209", 4), "miss");
    assert_eq!(result_of(with_guns(), Mode::Skirmish, "1209", 4), "Formation Hit");
    assert_eq!(result_of(with_guns(), Mode::Skirmish, "1209", 8), "1 casualty, Morale Check");
    let mut board = board();
    let firer = board.unit(with_guns().at("1210", "n"));
    board.unit(heavy("target", B1).strength(20).morale(8).at("1209", "s"));
    let mut game = board.open();
    let skirmish = at(&game, "1209", Mode::Skirmish);
    fire(&mut game, firer, skirmish, &[5]);
    fire(&mut game, firer, skirmish, &[5]);
    assert_eq!(rolls(&game), [(5, "1 casualty".into()), (5, "1 casualty".into())]);
    assert!(!game.unit(firer).has(Mark::Fired));
}

#[test]
fn columns_of_the_musketry_table() {
    // MP P1, P2, P3, C7, C9: front, flank and Salvo; light infantry; pistols.
    assert_eq!(result_of(heavy("firer", A1), Mode::Skirmish, "1209", 8), "1 casualty, Formation Hit");
    assert_eq!(result_of(heavy("firer", A1), Mode::Skirmish, "1110", 8), "1 casualty");
    assert_eq!(result_of(heavy("firer", A1), Mode::Skirmish, "1110", 7), "Formation Hit");
    assert_eq!(result_of(heavy("firer", A1), Mode::Salvo, "1209", 8), "2 casualties");
    assert_eq!(result_of(light("firer", A1), Mode::Skirmish, "1209", 6), "Formation Hit");
    assert_eq!(result_of(light("firer", A1), Mode::Skirmish, "1110", 9), "1 casualty, Formation Hit");
    assert_eq!(result_of(cavalry("firer", A1), Mode::Pistol, "1209", 6), "miss");
    assert_eq!(result_of(cavalry("firer", A1), Mode::Pistol, "1110", 9), "1 casualty");
}

#[test]
fn v4_strength_has_no_part_in_fire() {
    // MP V4
    for strength in [1, 20] {
        let firer = heavy("firer", A1).strength(strength);
        assert_eq!(result_of(firer, Mode::Skirmish, "1209", 8), "1 casualty, Formation Hit");
    }
}

#[test]
fn units_without_order_do_not_fire() {
    // MP 6.3.2b, 6.3.4i, 12.4.3e
    for (piece, rule) in [
        (heavy("firer", A1).formation(Formation::Hedgehog), "MP 6.3.2b"),
        (heavy("firer", A1).formation(Formation::Column), "MP 6.3.4i"),
        (heavy("firer", A1).state(Morale::Broken), "MP 12.4.3e"),
        (heavy("firer", A1).formation(Formation::Broken), ""),
        (wagon("firer", A1), "MP 14.1a"),
    ] {
        let (game, firer, target) = duel(piece, heavy("target", B1));
        assert_eq!(keeps(&game, firer, target, false), rule);
    }
}

#[test]
fn fire_needs_command() {
    // MP 5.4.3g
    let mut board = board();
    let firer = board.unit(heavy("firer", A1).at("1210", "n"));
    let target = board.unit(heavy("target", B1).at("1209", "s"));
    let mut game = board.open();
    game.activate(A1);
    assert_eq!(forbids(&game, firer, at(&game, "1209", Mode::Skirmish)), "MP 5.4.3g");
    assert_eq!(keeps(&game, firer, target, true), "", "in reaction it fires");
}

// 10.2 and 10.7: pistols.

#[test]
fn cavalry_fires_at_any_point_of_its_move_but_once() {
    // MP 10.2a, 10.2c, 10.2f
    let (mut game, firer, _) = duel(cavalry("firer", A1), heavy("target", B1));
    riding(&mut game, firer, false);
    let pistols = at(&game, "1209", Mode::Pistol);
    assert_eq!(forbids(&game, firer, pistols), "");
    assert_eq!(actions(&game, firer), [pistols]);
    game.state.activation = None;
    game.with(&[5], |play| {
        play.begin_fire(firer, pistols);
        play.advance();
    });
    let moving = game.state.moves.last().unwrap();
    assert_eq!((moving.fired, moving.run), (true, 0), "the run for Momentum begins anew");
    game.activate(A1);
    assert_eq!(forbids(&game, firer, pistols), "MP 10.2c");
}

#[test]
fn cavalry_may_fire_without_moving() {
    // MP 10.2b
    let (game, firer, _) = duel(cavalry("firer", A1), heavy("target", B1));
    assert_eq!(actions(&game, firer), [at(&game, "1209", Mode::Pistol)]);
}

#[test]
fn fire_in_answer_is_no_shot_of_the_move() {
    // MP 10.2d
    let (mut game, firer, target) = duel(cavalry("firer", A1), cavalry("target", B1));
    riding(&mut game, firer, false);
    game.with(&[5], |play| {
        play.begin_reaction_fire(firer, target);
        play.advance();
    });
    let moving = game.state.moves.last().unwrap();
    assert_eq!((moving.fired, moving.run), (false, 2));
    assert_eq!(game.unit(firer).pistols, 1);
}

#[test]
fn infantry_does_not_fire_on_the_move() {
    // MP 10.3.1a
    let (mut game, firer, _) = duel(light("firer", A1), heavy("target", B1));
    riding(&mut game, firer, false);
    assert_eq!(forbids(&game, firer, at(&game, "1209", Mode::Skirmish)), "MP 10.3.1a");
    assert_eq!(actions(&game, firer), []);
}

#[test]
fn two_shots_then_no_pistols() {
    // MP 10.2e, 10.7.1a, 10.7.2a, 10.7.3a
    let mut board = board();
    let firer = board.unit(cavalry("firer", A1).at("1210", "n"));
    let target = board.unit(heavy("target", B1).at("1209", "s"));
    let mut game = board.open();
    assert_eq!(game.unit(firer).pistols, 2);
    let pistols = at(&game, "1209", Mode::Pistol);
    for left in [1, 0] {
        assert_eq!(keeps(&game, firer, target, true), "");
        fire(&mut game, firer, pistols, &[0]);
        assert_eq!(game.unit(firer).pistols, left);
    }
    assert_eq!(keeps(&game, firer, target, true), "MP 10.7.3a");
    assert_eq!(keeps(&game, firer, target, false), "MP 10.7.3a");
}

#[test]
fn v21_carbines() {
    // MP V21, 14.6a: arquebusiers and Croats have +1; morale 8 does not check on one casualty.
    for (horse, total, casualties) in [(Horse::Arquebusiers, 7, 1), (Horse::Croats, 7, 1), (Horse::Cuirassiers, 6, 0)] {
        let mut board = board();
        let firer = board.unit(cavalry("firer", A1).card(|card| card.horse = horse).at("1210", "n"));
        let target = board.unit(heavy("target", B1).morale(8).at("1209", "s"));
        let mut game = board.open();
        let pistols = at(&game, "1209", Mode::Pistol);
        fire(&mut game, firer, pistols, &[6]);
        assert_eq!(rolls(&game)[0].0, total);
        assert_eq!(game.unit(target).casualties, casualties);
        assert_eq!(checks(&game), [0; 0]);
        assert_eq!(game.unit(firer).pistols, 1);
    }
}

#[test]
fn dismounted_cavalry_fires_its_pistols_only() {
    // MP 14.3a
    let piece = cavalry("firer", A1).card(|card| card.dismounted = true);
    let (mut game, firer, _) = duel(piece, heavy("target", B1));
    assert_eq!(actions(&game, firer), [at(&game, "1209", Mode::Pistol)]);
    for mode in [Mode::Skirmish, Mode::Salvo] {
        assert_eq!(forbids(&game, firer, at(&game, "1209", mode)), "MP 14.3a");
    }
    riding(&mut game, firer, false);
    assert_eq!(forbids(&game, firer, at(&game, "1209", Mode::Pistol)), "", "it moves and fires");
}

// Modifiers.

/// The sum of the modifiers of one Skirmish shot at 1209.
fn modifier(firer: Piece, target: Piece, change: impl FnOnce(&mut Board)) -> i32 {
    let mut board = board();
    let mode = if firer.card.class == musket_and_pike::cards::Class::Cavalry { Mode::Pistol } else { Mode::Skirmish };
    let firer = board.unit(firer.at("1210", "n"));
    board.unit(target.strength(20).morale(8).at("1209", "s"));
    change(&mut board);
    let mut game = board.open();
    let shot = at(&game, "1209", mode);
    fire(&mut game, firer, shot, &[0]);
    rolls(&game)[0].0
}

#[test]
fn formations_of_firer_and_target() {
    // MP 6.3.1e, 6.3.1f, 6.3.2b, C10
    let target = || heavy("target", B1);
    let firer = |formation| heavy("firer", A1).formation(formation);
    assert_eq!(modifier(firer(Formation::Normal), target(), |_| {}), 0);
    assert_eq!(modifier(firer(Formation::Shaken), target(), |_| {}), -1);
    assert_eq!(modifier(firer(Formation::Broken), target(), |_| {}), -2);
    assert_eq!(modifier(firer(Formation::Normal), target().formation(Formation::Hedgehog), |_| {}), 1);
}

#[test]
fn v35_open_order() {
    // MP V35, 6.3.3e; ruling MP G-A63
    let open = || heavy("firer", A1).formation(Formation::OpenOrder);
    assert_eq!(result_of(open(), Mode::Skirmish, "1209", 5), "Formation Hit");
    let shaken = |board: &mut Board| board.rules.charts.open_order_as_shaken = true;
    assert_eq!(modifier(open(), heavy("target", B1), shaken), -1);
}

#[test]
fn terrain_and_wagons_shelter_the_target() {
    // MP 14.1e, C20
    let target = || heavy("target", B1);
    let firer = || heavy("firer", A1);
    assert_eq!(modifier(firer(), target(), |board| board.terrain("1209", "woods")), -1);
    assert_eq!(modifier(firer(), target(), |board| board.terrain("1210", "woods")), 0, "not the firer's own");
    assert_eq!(modifier(firer(), target(), |board| board.terrain("1209", "village")), -2);
    let with_wagon = |board: &mut Board| {
        board.unit(wagon("wagon", B1).at("1209", "s"));
    };
    assert_eq!(modifier(firer(), target(), with_wagon), -1);
    assert_eq!(modifier(firer(), target(), |board| board.slope("1210", "nw", Slope::Steep)), 0);
}

#[test]
fn v20_light_infantry_at_cavalry_behind_a_hedge() {
    // MP V20, 14.4a, 14.4g
    let mut board = board();
    let firer = board.unit(light("firer", A1).at("1210", "n"));
    let target = board.unit(cavalry("target", B1).at("1209", "s"));
    board.hexside("1210", "nw", "hedge");
    let mut game = board.open();
    game.state.first_adjacent.push((target, firer));
    let skirmish = at(&game, "1209", Mode::Skirmish);
    fire(&mut game, firer, skirmish, &[7]);
    assert_eq!(rolls(&game), [(6, "Formation Hit".into())]);
    assert_eq!(game.unit(target).formation, Formation::Shaken);
}

#[test]
fn a_reciprocal_hexside_helps_whoever_was_there_first() {
    // MP 14.4a, 14.4g: as between those two alone.
    for (key, cover) in [
        ("hedge", -1),
        ("berm", -1),
        ("entrenchment", -2),
        ("redoubt", -2),
        ("stream", 0),
        ("bridge", 0),
        ("abatis", 0),
    ] {
        for firer_first in [false, true] {
            let mut board = board();
            let firer = board.unit(heavy("firer", A1).at("1210", "n"));
            let target = board.unit(heavy("target", B1).strength(20).morale(8).at("1209", "s"));
            let third = board.unit(heavy("third", B1).strength(20).morale(8).at("1309", "s"));
            board.hexside("1210", "nw", key);
            board.hexside("1210", "ne", key);
            assert!(board.rules.ground.rows.iter().find(|row| row.key == key).unwrap().reciprocal, "{key}");
            let mut game = board.open();
            let pair = if firer_first { (firer, target) } else { (target, firer) };
            game.state.first_adjacent.push(pair);
            game.state.first_adjacent.push((third, firer));
            for (hex, helped) in [("1209", !firer_first), ("1309", true)] {
                let shot = at(&game, hex, Mode::Skirmish);
                fire(&mut game, firer, shot, &[0]);
                let expected = if helped { cover } else { 0 };
                assert_eq!(rolls(&game).last().unwrap().0, expected, "{key} {hex} {firer_first}");
            }
        }
    }
}

#[test]
fn two_hexes_that_are_the_same_are_named_once() {
    // The left half of the target and the right half are equally good marks; with a leader in one they are not.
    for led in [false, true] {
        let mut board = board();
        let firer = board.unit(light("firer", A1).at("1210", "n"));
        board.unit(double_heavy("target", B1).at("1309", "s"));
        board.commander(A1, 0, "1210");
        if led {
            board.commander(B1, 0, "1309");
        }
        let mut game = board.open();
        game.activate(A1);
        let shots = actions(&game, firer).into_iter().filter(|choice| matches!(choice, FireChoice::Shoot { .. }));
        assert_eq!(shots.count(), if led { 2 } else { 1 });
    }
}

#[test]
fn choices_are_written_and_read() {
    let (game, firer, _) = duel(heavy("firer", A1), heavy("target", B1));
    let leader = musket_and_pike::cards::LeaderId(0);
    for choice in [
        at(&game, "1209", Mode::Skirmish),
        half(&game, Hand::Left, "1209", Mode::Salvo),
        FireChoice::Advance(game.dir("ne")),
        FireChoice::OnTop,
        FireChoice::Hold,
        FireChoice::Cover,
        FireChoice::NoCover,
        FireChoice::Displace(Hand::Right),
        FireChoice::StandFast,
        FireChoice::LossTo(firer),
        FireChoice::SpineSide(Hand::Left),
        FireChoice::StepBack(game.dir("sw")),
        FireChoice::Below,
        FireChoice::Take(leader),
        FireChoice::Leave(leader),
    ] {
        written_and_read(&game.rules, choice);
        assert!(!game.table().describe_fire(choice).is_empty());
    }
    for wrong in ["march", "shoot 9999 salvo", "shoot 1209 cannon"] {
        assert!(read_as::<FireChoice>(&game.rules, wrong).is_err(), "{wrong}");
    }
}

#[test]
fn a_miss_is_nothing_at_all() {
    // MP 10.10a: FireResult::MISS is what the tables call M.
    assert!(FireResult::MISS.is_miss());
    assert!(!FireResult { formation_hit: true, ..FireResult::MISS }.is_miss());
}
