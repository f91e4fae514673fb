//! Chapter 2 and the glossary: what the pieces are.

use super::*;
use musket_and_pike::cards::{Class, Horse};

/// One of each: heavy, light, cuirassiers, arquebusiers, Croats, a gun, a wagon.
fn pieces() -> (Game, [UnitId; 7]) {
    let mut board = board();
    let arquebusiers = cavalry("arquebusiers", A1).card(|card| card.horse = Horse::Arquebusiers);
    let pieces = [
        heavy("heavy", A1),
        light("light", A1),
        cavalry("cuirassiers", A1),
        arquebusiers,
        croats("croats", A1),
        gun("gun", A1),
        wagon("wagon", A1),
    ];
    let mut column = 1;
    let units = pieces.map(|piece| {
        column += 2;
        board.unit(piece.at(&format!("{column:02}10"), "n"))
    });
    (board.open(), units)
}

#[test]
fn cavalry_is_of_every_kind_and_infantry_heavy_and_light() {
    // MP G.4, G.5, 2.1.1a, 2.1.2a.
    let (game, units) = pieces();
    let table = game.table();
    let which = |is: &dyn Fn(UnitId) -> bool| units.map(is);
    assert_eq!(which(&|unit| table.is_cavalry(unit)), [false, false, true, true, true, false, false]);
    assert_eq!(which(&|unit| table.is_formed_cavalry(unit)), [false, false, true, true, false, false, false]);
    assert_eq!(which(&|unit| table.is_heavy(unit)), [true, false, false, false, false, false, false]);
    assert_eq!(which(&|unit| table.is_light(unit)), [false, true, false, false, false, false, false]);
    assert_eq!(which(&|unit| table.is_body(unit)), [true, true, true, true, true, false, false]);
    assert_eq!(table.card(units[6]).class, Class::Wagon);
    assert_eq!(which(&|unit| table.strength(unit) > 0), [true, true, true, true, true, false, false]);
}

#[test]
fn leaders_are_no_units() {
    // MP 2.1.2c: a leader next to an enemy is no enemy unit next to him, and no link in a line.
    let mut board = board();
    board.commander(A1, 0, "0510");
    board.commander(A2, 0, "0710");
    let foot = board.unit(heavy("foot", A1).at("0910", "n"));
    let enemy = board.unit(heavy("enemy", B1).at("0711", "s"));
    let game = board.open();
    assert!(!game.table().in_command(foot));
    assert!(!game.table().is_adjacent_to_enemy(enemy));
}

#[test]
fn a_morale_check_fails_above_the_morale() {
    // MP G.7.
    let (mut game, units) = pieces();
    for (die, passed) in [(6, true), (7, false)] {
        assert_eq!(game.with(&[die], |play| play.morale_check(units[0], 0, "MP 12.2a")), passed);
    }
}

#[test]
fn shipped_orders_of_battle_have_the_pieces_of_the_rulebook() {
    // MP G.1, 2.1.2a, 2.1.2b, 2.1.2d, 2.1.3a.
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../battles/musket-and-pike");
    let mut wings = [0, 0];
    for file in std::fs::read_dir(folder).unwrap() {
        let source = scenario::Source::open(&file.unwrap().path()).unwrap();
        let rules = musket_and_pike::setup::open(&source).unwrap_or_else(|faults| panic!("{faults}"));
        for wing in &rules.wings {
            let foot = wing.units.iter().any(|unit| rules.units[unit.ix()].class == Class::HeavyInfantry);
            assert_eq!(wing.cavalry_wing, !foot, "{}", wing.name);
            wings[usize::from(foot)] += 1;
        }
        for card in &rules.units {
            let gun = card.class == Class::Artillery;
            assert!((4..=8).contains(&card.morale), "{}", card.name);
            assert_eq!(card.strength == 0, gun || card.class == Class::Wagon, "{}", card.name);
            assert!(!gun || 0 < card.grazing && card.grazing <= card.range, "{}", card.name);
            assert!(!card.double || gun, "{}", card.name);
        }
        assert!(rules.leaders.iter().all(|card| (-2..=0).contains(&card.rating)));
    }
    assert!(wings.iter().all(|&count| count > 0), "Wings of both kinds were looked at");
}
