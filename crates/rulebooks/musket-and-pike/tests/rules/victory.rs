//! Chapter 15: Victory Points.

use crate::common::*;
use field::hexes::Hex;
use musket_and_pike::cards::{GunClass, Role};
use musket_and_pike::ground::Location;
use musket_and_pike::state::{Cause, LeaderPlace, Loss, Mark, Place};
use musket_and_pike::victory::{Level, PointValues};

fn lost(game: &mut Game, unit: musket_and_pike::cards::UnitId) {
    game.with(&[], |play| play.take_off(unit, Loss::Eliminated));
}

/// MP V32 (MP 15.0a, 15.0c, 15.0h; T-VP): the worked sum of 72.
#[test]
fn v32_the_sum_of_a_battle() {
    let mut board = board();
    let horse = [1, 2].map(|n| board.unit(cavalry(&format!("horse{n}"), B1).at(&format!("1{n}10"), "n")));
    board.unit(cavalry("hurt", B1).casualties(3).at("1510", "n"));
    let tercio = board.unit(double_heavy("tercio", B1).at("1610", "n"));
    board.unit(heavy("small", B1).casualties(4).at("1910", "n"));
    let saker = board.unit(gun("saker", B1).card(|card| card.double = true).at("1112", "n"));
    let falcon = board.unit(gun("falcon", B1).card(|card| card.gun = GunClass::Light).at("1212", "n"));
    let leader = board.commander(B1, -2, "1510");
    let mut game = board.open();
    for unit in [horse[0], horse[1], tercio] {
        lost(&mut game, unit);
    }
    game.state.units[saker.ix()].place = Place::Wreck { captured: true };
    game.state.units[falcon.ix()].place = Place::Wreck { captured: false };
    game.state.leaders[leader.ix()].place = LeaderPlace::Eliminated;
    assert_eq!(game.table().victory_points(A), 72);
    assert_eq!(game.table().victory_points(B), 0);
}

/// T-VP line by line (MP 15.0a; ruling MP G20 for the single guns).
#[test]
fn every_line_of_the_table() {
    let value = |piece: Piece, place: Place| {
        let mut board = board();
        let unit = board.unit(piece.at("1010", "n"));
        let mut game = board.open();
        game.with(&[], |play| play.state.lift(unit));
        game.state.units[unit.ix()].place = place;
        game.table().victory_points(A)
    };
    let gone = Place::Gone(Loss::Eliminated);
    let lone = |class: GunClass, double: bool| {
        gun("gun", B1).card(|card| {
            card.gun = class;
            card.double = double;
        })
    };
    assert_eq!(value(cavalry("horse", B1), gone), 10);
    assert_eq!(value(croats("croats", B1), gone), 5);
    assert_eq!(value(cavalry("foot", B1).card(|card| card.dismounted = true), gone), 10, "MP 14.3a");
    assert_eq!(value(double_heavy("tercio", B1), gone), 10);
    assert_eq!(value(heavy("foot", B1), gone), 5);
    assert_eq!(value(light("shot", B1), gone), 0);
    for (class, captured, disabled) in [
        (GunClass::Heavy, [15, 30], [10, 10]),
        (GunClass::Medium, [10, 20], [10, 10]),
        (GunClass::Light, [5, 10], [2, 5]),
    ] {
        for double in [false, true] {
            assert_eq!(value(lone(class, double), Place::Wreck { captured: true }), captured[usize::from(double)]);
            assert_eq!(value(lone(class, double), Place::Wreck { captured: false }), disabled[usize::from(double)]);
        }
    }
    assert_eq!(value(wagon("wagon", B1).mark(Mark::Captured), Place::Wreck { captured: true }), 10);
    assert_eq!(value(wagon("wagon", B1), Place::Wreck { captured: false }), 0);
}

/// MP 15.0h: casualties count on units still on the map, 2, 1 and 1 a point and none on Light Infantry; an eliminated unit scores its own value instead.
#[test]
fn casualties_count_on_the_map_only() {
    let mut board = board();
    let horse = board.unit(cavalry("horse", B1).casualties(2).at("1010", "n"));
    board.unit(croats("croats", B1).casualties(2).at("1210", "n"));
    board.unit(heavy("foot", B1).casualties(2).at("1410", "n"));
    board.unit(light("shot", B1).casualties(1).at("1610", "n"));
    let mut game = board.open();
    assert_eq!(game.table().victory_points(A), 4 + 2 + 2);
    lost(&mut game, horse);
    assert_eq!(game.table().victory_points(A), 10 + 2 + 2);
}

/// MP 15.0e: pursuers off the map, and leaders with them, yield nothing, their casualties neither.
#[test]
fn pursuers_are_no_loss() {
    let mut board = board();
    let horse = board.unit(cavalry("horse", B1).casualties(2).at("1010", "n"));
    let leader = board.commander(B1, -2, "1010");
    let mut game = board.open();
    game.with(&[], |play| play.eliminate(horse, Loss::Pursuing, Cause::Pursuit));
    game.state.leaders[leader.ix()].place = LeaderPlace::Pursuing;
    assert_eq!(game.table().victory_points(A), 0);
}

/// MP 15.0i: an incorporated squadron scores as eliminated.
#[test]
fn incorporation_scores() {
    let mut board = board();
    let horse = board.unit(cavalry("horse", B1).at("1010", "n"));
    let mut game = board.open();
    game.with(&[], |play| play.take_off(horse, Loss::Incorporated));
    assert_eq!(game.table().victory_points(A), 10);
}

/// MP 15.0c, 15.0d, 15.0f: the original Army Commander 20, or what the battle says; a named leader five times his rating; a successor like a named one; a
/// generic leader nothing.
#[test]
fn leaders_by_what_they_were() {
    let mut board = board();
    let general = board.army_commander(B, -1, "1010");
    let heir = board.add_leader("heir", B, Role::Army, -1);
    board.rules.sides[B.ix()].successor = Some(heir);
    let good = board.commander(B1, -2, "1210");
    let plain = board.commander(B2, 0, "1410");
    let generic = board.rules.wings[B1.ix()].generic;
    let king = board.add_leader("king", B, Role::Army, 0);
    board.rules.leaders[king.ix()].points = Some(50);
    let mut game = board.open();
    let points = |game: &mut Game, leader: musket_and_pike::cards::LeaderId| {
        let before = game.table().victory_points(A);
        game.state.leaders[leader.ix()].place = LeaderPlace::Eliminated;
        game.table().victory_points(A) - before
    };
    assert_eq!(points(&mut game, general), 20);
    assert_eq!(points(&mut game, heir), 5);
    assert_eq!(points(&mut game, good), 10);
    assert_eq!(points(&mut game, plain), 0, "a rating of 0 is worth nothing");
    assert_eq!(points(&mut game, generic), 0);
    assert_eq!(points(&mut game, king), 50);
}

/// MP 15.0k: a leader who has no Wing to come back to is no loss; nor is one whose fate is still open.
#[test]
fn absent_leaders_are_no_loss() {
    let mut board = board();
    let leader = board.commander(B1, -2, "1210");
    let mut game = board.open();
    for place in [LeaderPlace::Aside, LeaderPlace::Returns { turn: 3 }, LeaderPlace::Removed(Cause::Fire)] {
        game.state.leaders[leader.ix()].place = place;
        assert_eq!(game.table().victory_points(A), 0, "{place:?}");
    }
}

/// MP 15.0g: a location belongs to the side that passed last, whether anybody stays or not.
#[test]
fn locations_belong_to_who_passed_last() {
    let mut board = board();
    let hex = board.hex("1010");
    let village = |hexes: Vec<Hex>, points| Location { name: "village".into(), hexes, points };
    board.rules.ground.locations = vec![village(vec![hex], [7, 3]), village(vec![], [100, 100])];
    let first = board.unit(heavy("first", A1).at("1011", "n"));
    let second = board.unit(heavy("second", B1).at("1009", "s"));
    let mut game = board.open();
    game.state.control.push(None);
    game.state.control.push(None);
    let visit = |game: &mut Game, unit: musket_and_pike::cards::UnitId, away: &str| {
        let (to, back, facing) = (game.hex("1010"), game.hex(away), game.unit(unit).facing);
        game.with(&[], |play| {
            play.enter(unit, to, None, facing, musket_and_pike::movement::Activity::Move);
            play.state.put(unit, back, None, facing);
        });
    };
    visit(&mut game, first, "1011");
    assert_eq!([A, B].map(|side| game.table().victory_points(side)), [7, 0]);
    visit(&mut game, second, "1009");
    assert_eq!([A, B].map(|side| game.table().victory_points(side)), [0, 3]);
}

/// MP 15.0b: the score is the points of the positive side less those of the other, and gives the level; MP 15.0j: a side that left the field reaches a
/// Draw at best.
#[test]
fn the_score_gives_the_level() {
    let mut board = board();
    let level = |at_least, name: &str, winner| Level { at_least, name: name.into(), winner };
    board.rules.victory.levels =
        vec![level(20, "A wins", Some(A)), level(-19, "Draw", None), level(i32::MIN, "B wins", Some(B))];
    let game = board.open();
    let table = game.table();
    assert_eq!(table.level_reached([30, 10], [false; 2]), 0);
    assert_eq!(table.level_reached([30, 11], [false; 2]), 1);
    assert_eq!(table.level_reached([10, 30], [false; 2]), 2);
    assert_eq!(table.level_reached([30, 10], [true, false]), 1);
    assert_eq!(table.level_reached([10, 30], [false, true]), 1);
    assert_eq!(table.level_reached([10, 30], [true, false]), 2, "who left may still lose");
    assert_eq!(table.level_reached([10, 30], [true, true]), 1);
}

/// MP 15.0d: a battle may set other values.
#[test]
fn battles_change_the_table() {
    let mut board = board();
    board.rules.victory.points = PointValues { one_hex: 8, ..PointValues::default() };
    let foot = board.unit(heavy("foot", B1).at("1010", "n"));
    let mut game = board.open();
    lost(&mut game, foot);
    assert_eq!(game.table().victory_points(A), 8);
}
