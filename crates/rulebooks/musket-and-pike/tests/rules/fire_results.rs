//! Chapters 10.6 and 10.10: casualties, checks, Formation Hits, leaders in danger.

use crate::common::*;
use crate::shooting::*;
use field::hexes::Hand;
use musket_and_pike::cards::UnitId;
use musket_and_pike::fire::{Mode, casualties_call_for_check};
use musket_and_pike::state::{Formation, LeaderPlace, Mark, Morale};

// 10.6 Results.

#[test]
fn casualties_that_call_for_a_check() {
    // MP 10.6.2a, 10.6.2b, 10.6.2c, 10.6.2d
    for (morale, needed) in [(1, 1), (4, 1), (6, 1), (7, 2), (8, 3)] {
        for casualties in 0..5 {
            assert_eq!(casualties_call_for_check(morale, casualties), casualties >= needed, "{morale}, {casualties}");
        }
    }
}

/// Fires a roll of 6 (one casualty) of Heavy Infantry at a target, with the dice of what follows.
fn one_casualty(target: Piece, dice: &[u8]) -> (Game, UnitId) {
    let mut board = board();
    let firer = board.unit(heavy("firer", A1).at("1210", "n"));
    let target = board.unit(target.at("1209", "s"));
    let mut game = board.open();
    let skirmish = at(&game, "1209", Mode::Skirmish);
    fire(&mut game, firer, skirmish, &[&[6], dice].concat());
    (game, target)
}

#[test]
fn morale_6_checks_on_any_casualty() {
    // MP 10.6.2a
    let (game, target) = one_casualty(heavy("target", B1).strength(20).morale(6), &[7]);
    assert_eq!(checks(&game), [7]);
    assert_eq!(game.unit(target).morale, Morale::Shaken);
    let (game, _) = one_casualty(heavy("target", B1).strength(20).morale(7), &[]);
    assert_eq!(checks(&game), [0; 0]);
    let (game, _) = one_casualty(heavy("target", B1).strength(20).morale(7).state(Morale::Shaken), &[0]);
    assert_eq!(checks(&game), [0], "morale 7 Shaken is morale 6");
}

#[test]
fn a_unit_at_its_threshold_checks_once_more() {
    // MP 10.6.4a, 10.6.5a
    let worn = heavy("target", B1).strength(20).morale(6).casualties(10).state(Morale::Shaken);
    let (game, _) = one_casualty(worn.clone().mark(Mark::ThresholdReached), &[4]);
    assert_eq!(checks(&game), [5], "casualties and threshold: one roll at +1");
    let steady = heavy("target", B1).strength(20).morale(8).casualties(16).state(Morale::Normal);
    let (game, _) = one_casualty(steady.mark(Mark::ThresholdReached), &[4]);
    assert_eq!(checks(&game), [4], "the threshold alone");
}

#[test]
fn a_unit_is_gone_when_its_strength_is() {
    // MP 10.6.1c, 10.6.1d
    let (game, target) = one_casualty(heavy("target", B1).strength(3).morale(6).casualties(2), &[]);
    assert!(!game.unit(target).on_map());
    let (game, target) = one_casualty(heavy("target", B1).strength(3).morale(8).casualties(1), &[]);
    assert_eq!(game.table().strength(target), 1);
}

#[test]
fn v5_salvo_and_casualties() {
    // MP V5, 10.6.3a, 10.6.5a, 10.6.5b
    for (die, state) in [(7, Morale::Shaken), (6, Morale::Normal)] {
        let mut board = board();
        let firer = board.unit(heavy("firer", A1).at("1210", "n"));
        let target = board.unit(heavy("target", B1).strength(20).morale(7).at("1209", "s"));
        let mut game = board.open();
        let salvo = at(&game, "1209", Mode::Salvo);
        fire(&mut game, firer, salvo, &[8, die]);
        assert_eq!(game.unit(target).casualties, 2);
        assert_eq!(checks(&game), [i32::from(die) + 1]);
        assert_eq!(game.unit(target).morale, state);
    }
}

#[test]
fn v19_threshold_salvo_and_a_check_in_the_table() {
    // MP V19, 10.6.5b, 12.5.2e
    let mut board = board();
    let firer = board.unit(heavy("firer", A1).card(|card| card.regimental_guns = true).at("1210", "n"));
    let target = board.unit(heavy("target", B1).strength(10).morale(7).casualties(4).at("1209", "s"));
    let mut game = board.open();
    let salvo = at(&game, "1209", Mode::Salvo);
    fire(&mut game, firer, salvo, &[8, 5]);
    assert_eq!(game.unit(target).casualties, 6);
    assert_eq!(checks(&game), [7], "three checks owed: +2");
    assert_eq!(game.unit(target).morale, Morale::Broken);
    // It retreats two hexes; both ways north are as good as each other.
    play_out(&mut game, &[]);
    assert_eq!(game.table().distance(target, firer), 3);
}

#[test]
fn g12_no_more_than_three_are_added() {
    // MP G12, 10.6.3b, 10.6.5b: both halves Salvo with guns at a unit past its threshold: five checks, +3.
    let mut board = board();
    let guns = double_heavy("firer", A1).card(|card| card.regimental_guns = true);
    let firer = board.unit(guns.at("1210", "n"));
    let worn = heavy("target", B1).strength(20).morale(8).casualties(16).state(Morale::Shaken);
    board.unit(worn.mark(Mark::ThresholdReached).at("1309", "s"));
    let mut game = board.open();
    let left = half(&game, Hand::Left, "1309", Mode::Salvo);
    fire(&mut game, firer, left, &[]);
    let right = half(&game, Hand::Right, "1309", Mode::Salvo);
    answer(&mut game, right, &[7, 7, 3]);
    assert_eq!(checks(&game), [6]);
}

#[test]
fn formation_hits_on_units_without_order_are_casualties() {
    // MP 10.6.6a, 12.4.3h
    for piece in [
        heavy("target", B1).formation(Formation::Broken),
        heavy("target", B1).formation(Formation::Hedgehog),
        heavy("target", B1).state(Morale::Broken),
    ] {
        let mut board = board();
        let firer = board.unit(light("firer", A1).at("1210", "n"));
        let target = board.unit(piece.strength(20).morale(8).at("1209", "s"));
        let mut game = board.open();
        let before = game.unit(target).formation;
        let skirmish = at(&game, "1209", Mode::Skirmish);
        let (die, check): (u8, &[u8]) = match before {
            Formation::Hedgehog => (5, &[]),
            Formation::None => (6, &[0]),
            _ => (6, &[]),
        };
        fire(&mut game, firer, skirmish, &[&[die], check].concat());
        assert_eq!((game.unit(target).casualties, game.unit(target).formation), (1, before));
    }
}

#[test]
fn open_order_falls_into_disorder() {
    // MP 6.3.3d
    let mut board = board();
    let firer = board.unit(light("firer", A1).at("1210", "n"));
    let target = board.unit(heavy("target", B1).formation(Formation::OpenOrder).at("1209", "s"));
    let mut game = board.open();
    let skirmish = at(&game, "1209", Mode::Skirmish);
    fire(&mut game, firer, skirmish, &[6]);
    assert_eq!(game.unit(target).formation, Formation::Broken);
}

#[test]
fn a_column_is_broken_before_it_is_shot_at() {
    // MP 6.3.4h, G29
    let mut board = board();
    let firer = board.unit(heavy("firer", A1).at("1210", "n"));
    let column = heavy("target", B1).morale(8).strength(20).formation(Formation::Column);
    let target = board.unit(column.at("1209", "s"));
    let mut game = board.open();
    let skirmish = at(&game, "1209", Mode::Skirmish);
    fire(&mut game, firer, skirmish, &[0]);
    play_out(&mut game, &[5]);
    assert_eq!(game.unit(target).formation, Formation::Broken);
    assert_eq!(game.unit(target).casualties, 1, "a Formation Hit on a Formation Broken unit");
    // Shaken and failing, it runs, and the shot is lost.
    let mut board = crate::common::board();
    let firer = board.unit(heavy("firer", A1).at("1210", "n"));
    let column = heavy("target", B1).morale(8).strength(20).formation(Formation::Column).state(Morale::Shaken);
    let target = board.unit(column.at("1209", "s"));
    let mut game = board.open();
    fire(&mut game, firer, skirmish, &[9]);
    play_out(&mut game, &[]);
    assert_eq!(game.unit(target).morale, Morale::Broken);
    assert_eq!(rolls(&game), []);
    assert!(game.state.volleys.is_empty());
}

#[test]
fn leaders_are_in_danger_before_the_check() {
    // MP 10.10a, 10.10b
    let mut board = board();
    let firer = board.unit(heavy("firer", A1).at("1210", "n"));
    board.unit(heavy("target", B1).strength(20).morale(6).at("1209", "s"));
    let leader = board.commander(B1, -2, "1209");
    let mut game = board.open();
    let skirmish = at(&game, "1209", Mode::Skirmish);
    fire(&mut game, firer, skirmish, &[6, 9, 6]);
    assert_ne!(game.state.leaders[leader.ix()].place, LeaderPlace::Map);
    assert_eq!(checks(&game), [6], "he no longer helps");
}

#[test]
fn g18_the_retreat_comes_once_and_last() {
    // MP G18, 12.5.2e: the threshold breaks a Shaken unit, the check it fails then destroys it.
    let mut board = board();
    let firer = board.unit(heavy("firer", A1).at("1210", "n"));
    let worn = heavy("target", B1).strength(10).morale(6).casualties(4).state(Morale::Shaken);
    let target = board.unit(worn.at("1209", "s"));
    let mut game = board.open();
    let skirmish = at(&game, "1209", Mode::Skirmish);
    fire(&mut game, firer, skirmish, &[6, 2]);
    assert_eq!(checks(&game), [2]);
    assert!(!game.unit(target).on_map());
    assert!(game.asked().is_none());
}

#[test]
fn a_leader_in_the_hex_is_in_danger_by_any_result_but_a_miss() {
    // MP 10.10a, 10.10b: a Miss rolls for nobody; a casualty does, before the Morale Check; a 9 removes him, and his rating helps nobody any more.
    let fired = |dice: &[u8]| {
        let (mut game, firer, target) = duel(heavy("firer", A1).card(|card| card.salvo = false), heavy("target", B1));
        let leader = game.state.wings[B1.ix()].leader.unwrap();
        game.rules.leaders[leader.ix()].rating = -2;
        game.state.leaders[leader.ix()].hex = game.unit(target).hex;
        game.state.leaders[leader.ix()].place = LeaderPlace::Map;
        crate::moving::act(&mut game, firer);
        game.plays("shoot 1209 skirmish", dice);
        let rolled: Vec<String> = game
            .ledger
            .entries
            .iter()
            .filter(|entry| entry.total.is_some())
            .map(|entry| entry.rule.to_string())
            .collect();
        let on_map = game.state.leaders[leader.ix()].place == LeaderPlace::Map;
        (rolled, on_map, game.unit(target).morale)
    };
    let (rolled, on_map, _) = fired(&[0]);
    assert_eq!((rolled, on_map), (vec!["MP 10.3.3a".to_string()], true));
    let (rolled, on_map, morale) = fired(&[9, 8, 8]);
    assert_eq!(rolled, ["MP 10.3.3a", "MP 10.10a", "MP 10.6.5a"]);
    assert_eq!((on_map, morale), (true, Morale::Normal), "8 less 2 is no more than 6");
    let (rolled, on_map, morale) = fired(&[9, 9, 8]);
    assert_eq!(rolled, ["MP 10.3.3a", "MP 10.10a", "MP 10.6.5a"]);
    assert_eq!((on_map, morale), (false, Morale::Shaken));
}
