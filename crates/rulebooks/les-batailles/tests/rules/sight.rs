//! Chapter 14: line of sight.

use crate::common::*;
use kernel::Side;
use les_batailles::sight::{Sight, Why};

/// What 0510 sees of 1110, six hexes to the east, or the other way round: they must agree (LB 14.0a).
fn look(position: Position) -> Sight {
    between(position, "0510", "1110")
}

fn between(position: Position, from: &str, to: &str) -> Sight {
    let game = position.unit(foot("far", "f11").at("2424", "e")).still();
    let (table, a, b) = (game.table(), game.hex(from), game.hex(to));
    let (there, back) = (table.sight(a, b), table.sight(b, a));
    assert_eq!(there.is_clear(), back.is_clear(), "{there:?} {back:?}");
    there
}

fn why(sight: Sight) -> Option<Why> {
    match sight {
        Sight::Clear => None,
        Sight::Blocked(_, why) => Some(why),
    }
}

#[test]
fn terrain_that_blocks() {
    // LB 14.1.1a; chart 6: woods, orchards, villages, towns, structures; not crops, rough ground or farmettes.
    for terrain in ["woods", "orchard", "village", "town", "thicket", "special-structure"] {
        assert_eq!(why(look(position().terrain("0810", terrain))), Some(Why::Terrain), "{terrain}");
    }
    for terrain in ["cultivated", "rough-ground", "farmettes", "marsh", "sunken-road", "redoubt"] {
        assert_eq!(look(position().terrain("0810", terrain)), Sight::Clear, "{terrain}");
    }
    // At either end it hides nothing, and neighbours always see each other (LB 14.1a, 14.2.2a).
    assert_eq!(look(position().terrain("0510 1110", "woods")), Sight::Clear);
    assert_eq!(between(position().terrain("0510 0610", "woods"), "0510", "0610"), Sight::Clear);
}

#[test]
fn stacks_that_block() {
    // LB 8.1.3a, 14.1.1c, 14.1.1e: a value of three, of either side; not Squares, skirmishers, prone units or leaders.
    let with = |piece: Piece| why(look(position().unit(piece)));
    let at = |piece: Piece| piece.at("0810", "e");
    assert_eq!(with(at(foot("u", "f11").set("increments", 3))), Some(Why::Units));
    assert_eq!(with(at(foot("u", "a11").set("increments", 3))), Some(Why::Units));
    assert_eq!(with(at(foot("u", "f11").set("increments", 2))), None);
    assert_eq!(with(at(foot("u", "f11").set("increments", 6).set("losses", 4))), None, "two are left");
    assert_eq!(with(at(foot("u", "f11").set("increments", 6).set("losses", 3))), Some(Why::Units), "three are left");
    assert_eq!(with(foot("u", "f11").at("0810", "").in_("square")), None);
    assert_eq!(with(light("u", "f11").at("0810", "n").in_("skirmish").set("increments", 3)), None);
    assert_eq!(with(foot("u", "a11").at("0810", "n").in_("line").with("prone", "prone")), None);
    let two = |key: &str| foot(key, "f11").at("0810", "e").set("increments", 2);
    assert_eq!(why(look(position().unit(two("a")).unit(two("b")))), Some(Why::Units), "two and two");
    let led = position().leader(leader("x", "f11", "0810")).leader(leader("y", "f12", "0810"));
    assert_eq!(look(led.leader(leader("z", "f1", "0810"))), Sight::Clear);
}

#[test]
fn along_a_hexside_either_hex_blocks() {
    // LB 14.1.4a: from 0510 to 0508 the line runs between 0509 and 0609.
    let spine = |position: Position| why(between(position, "0510", "0508"));
    assert_eq!(spine(position()), None);
    for hex in ["0509", "0609"] {
        assert_eq!(spine(position().terrain(hex, "woods")), Some(Why::Terrain), "{hex}");
        assert_eq!(spine(position().unit(foot("u", "f11").at(hex, "e"))), Some(Why::Units), "{hex}");
    }
}

#[test]
fn level_ends_look_across_a_valley_and_not_over_a_hill() {
    // LB 14.1.1b, 14.2a, G-16.
    assert_eq!(why(look(position().level("0810", 1))), Some(Why::Slope));
    let valley = position().level("0510 0610 1010 1110", 1);
    assert_eq!(look(valley.clone()), Sight::Clear);
    // Woods in the valley reach up to them, an orchard does not; nor do troops.
    assert_eq!(why(look(valley.clone().terrain("0810", "woods"))), Some(Why::Terrain));
    assert_eq!(look(valley.clone().terrain("0810", "orchard")), Sight::Clear);
    assert_eq!(look(valley.unit(foot("u", "f11").at("0810", "e"))), Sight::Clear);
}

#[test]
fn what_is_nearer_to_the_higher_end_does_not_block() {
    // LB 14.2.1a, G-16: 1110 is higher; six hexes lie between the ends' middles.
    let hill = |from: u8| {
        let hexes: Vec<String> = (from..=11).map(|column| format!("{column:02}10")).collect();
        position().level(&hexes.join(" "), 1)
    };
    // The slope is crossed between 0810 and 0910: 3.5 from the lower, 2.5 from the higher.
    assert_eq!(look(hill(9)), Sight::Clear);
    // Between 0710 and 0810 it is nearer to the lower.
    assert_eq!(why(look(hill(8))), Some(Why::Slope));
    // Halfway blocks: from 0510 to 1010, five hexes, crossed at 2.5.
    let hexes = "0810 0910 1010 1110";
    assert_eq!(why(between(position().level(hexes, 1), "0510", "1010")), Some(Why::Slope));
    let lone = || position().level("1110", 1);
    for (hex, blocked) in [("0610", true), ("0710", true), ("0810", true), ("0910", false), ("1010", false)] {
        let woods = why(look(lone().terrain(hex, "woods")));
        let troops = why(look(lone().unit(foot("u", "f11").at(hex, "e"))));
        assert_eq!((woods.is_some(), troops.is_some()), (blocked, blocked), "{hex}");
    }
    // Ground above both ends blocks wherever it is.
    assert_eq!(why(look(lone().level("1010", 2))), Some(Why::Slope));
}

#[test]
fn who_cannot_be_seen_does_not_block() {
    // LB 14.1.1d, G-16: from the hill at 1510 the woods at 1110 hide the stack at 0910, though not 0510 beyond it.
    let position = || position().level("1510", 1).unit(foot("u", "f11").at("0910", "e"));
    assert_eq!(why(between(position(), "0510", "1510")), Some(Why::Units));
    let woods = || position().terrain("1110", "woods");
    assert_eq!(why(between(woods(), "0910", "1510")), Some(Why::Terrain));
    assert_eq!(between(woods(), "0510", "1510"), Sight::Clear);
}

#[test]
fn sight_is_mutual_wherever_one_looks() {
    // LB 14.0a, over a broken country.
    let mut position = position();
    for n in 0..60_u32 {
        let hash = n.wrapping_mul(2_654_435_761);
        let hex = format!("{:02}{:02}", 1 + hash % 24, 1 + (hash >> 8) % 24);
        position = match n % 4 {
            0 => position.terrain(&hex, "woods"),
            1 => position.terrain(&hex, "orchard"),
            _ => position.level(&hex, (1 + n % 2) as u8),
        };
    }
    let game = position.unit(foot("u", "f11").at("1212", "e")).unit(foot("v", "f11").at("0812", "e")).still();
    let table = game.table();
    let eye = game.hex("1010");
    let mut clear = 0;
    for hex in table.grid().within(eye, 9) {
        assert_eq!(table.sees(eye, hex), table.sees(hex, eye), "{}", table.grid().number(hex));
        clear += usize::from(table.sees(eye, hex));
    }
    assert!((40..250).contains(&clear), "{clear}");
}

/// The rule that stops fire of that side from 0510 at 1110.
fn fire(position: Position, side: Side, howitzers: bool) -> Option<String> {
    let game = position.unit(foot("far", "f11").at("2424", "e")).still();
    let fire = game.table().may_fire_along(side, game.hex("0510"), game.hex("1110"), howitzers);
    fire.err().map(|refusal| refusal.rule.into_owned())
}

#[test]
fn nobody_fires_through_or_over_friends() {
    // LB 14.1.2a, 14.1.3a, V-60: friends are in the way whatever the elevation, skirmishers too; howitzers fire over them
    // (LB 14.1.3b).
    let (us, them) = (Side::FIRST, Side::SECOND);
    let small = |of: &str, hex: &str| foot("u", of).at(hex, "e").set("increments", 2);
    assert_eq!(fire(position().unit(small("f11", "0810")), us, false).as_deref(), Some("LB 14.1.3a"));
    assert_eq!(fire(position().unit(small("f11", "0810")), us, true), None);
    let hill = || position().level("1110", 1);
    assert_eq!(fire(hill().unit(small("f11", "1010")), us, false).as_deref(), Some("LB 14.1.3a"));
    let loose = light("u", "f11").at("0810", "n").in_("skirmish").set("increments", 3);
    assert_eq!(fire(position().unit(loose.clone()), us, false).as_deref(), Some("LB 14.1.3a"));
    // Enemies on the level stop fire though not sight.
    assert_eq!(fire(position().unit(loose), them, false).as_deref(), Some("LB 14.1.2a"));
    assert_eq!(fire(position(), us, false), None);
}

#[test]
fn one_fires_over_enemies_as_elevation_allows() {
    // LB 14.1.3a, 14.2.1a, V-62, V-63: over those nearer to the higher end, not over those nearer to the lower.
    let hill = || position().level("1110", 1);
    let enemy = |hex: &str| foot("u", "a11").at(hex, "w");
    assert_eq!(fire(hill().unit(enemy("1010")), Side::FIRST, false), None);
    assert_eq!(fire(hill().unit(enemy("0710")), Side::FIRST, false).as_deref(), Some("LB 14.1.1c"));
    // LB V-61: howitzers too do not fire through a stack that blocks the sight.
    assert_eq!(fire(hill().unit(enemy("0710")), Side::FIRST, true).as_deref(), Some("LB 14.1.1c"));
    let small = foot("u", "a11").at("0710", "w").set("increments", 2);
    assert_eq!(fire(hill().unit(small.clone()), Side::FIRST, false).as_deref(), Some("LB 14.1.2a"));
    assert_eq!(fire(hill().unit(small), Side::FIRST, true), None);
    // Through woods nobody fires, howitzers neither, but by a Howitzer Attack.
    assert_eq!(fire(position().terrain("0810", "woods"), Side::FIRST, true).as_deref(), Some("LB 14.1.1a"));
}
