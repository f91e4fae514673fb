//! Chapter 9: facing.

use crate::common::*;
use field::hexes::Hand;
use les_batailles::facing::Aspect;

/// Hexes in front, on the flanks and behind a unit of its own, as they are counted (table 8).
fn counts(piece: Piece) -> (usize, usize, usize) {
    let game = position().unit(piece).still();
    counted(&game, "u")
}

fn counted(game: &Game, key: &str) -> (usize, usize, usize) {
    let (table, id) = (game.table(), game.id(key));
    let of = |aspect| table.around(id).into_iter().filter(|&hex| table.aspect(id, hex) == Some(aspect)).count();
    (of(Aspect::Front), of(Aspect::Flank), of(Aspect::Rear))
}

/// The hexsides of a one-hex unit at 1010 by what they are, clockwise from the north-west.
fn sides(piece: Piece) -> String {
    let game = position().unit(piece).still();
    let (table, id, own) = (game.table(), game.id("u"), game.hex("1010"));
    let around = table.grid().neighbours(own).iter().map(|hex| table.aspect(id, hex.unwrap()));
    let letter = |aspect| match aspect {
        Some(Aspect::Front) => 'F',
        Some(Aspect::Flank) => 'S',
        Some(Aspect::Rear) => 'R',
        None => '.',
    };
    around.map(letter).collect()
}

#[test]
fn fronts_flanks_and_rears_are_counted_in_hexes() {
    // LB 9.0d, 9.0e, 9.0f, 9.0g, V32, G18; 12.4.1a, 12.5.2a, 12.6.3a, 12.7.1a, 12.10.2a, 12.10.2b.
    assert_eq!(counts(foot("u", "f11").at("1010", "e")), (3, 2, 1), "Column");
    assert_eq!(counts(foot("u", "f11").at("1010", "n").in_("line")), (2, 2, 2), "Line");
    assert_eq!(counts(foot("u", "f11").at("1010 1110", "n").in_("line")), (3, 2, 3), "two-hex Line");
    let horse = |hexes: &str| heavy("u", "f11").at(hexes, "n").in_("line").set("increments", 12);
    assert_eq!(counts(horse("1010 1110 1210")), (4, 2, 4), "three-hex Line");
    let companies = |hexes: &str| heavy("u", "f11").at(hexes, "e").in_("column-of-companies");
    assert_eq!(counts(companies("1010")), (3, 2, 1), "Column of Companies in one hex");
    assert_eq!(counts(companies("1010 0910")), (3, 4, 1), "in two");
    assert_eq!(counts(companies("1010 0910 0810").set("increments", 12)), (3, 6, 1), "in three");
    assert_eq!(
        counts(light("u", "f11").at("1010", "n").in_("skirmish").set("increments", 3)),
        (4, 2, 0),
        "skirmishers"
    );
    assert_eq!(counts(light("u", "f11").at("1010 1110", "n").in_("skirmish")), (5, 2, 1), "skirmishers in two hexes");
    assert_eq!(counts(hussars("u", "f11").at("1010 1110", "n").in_("skirmish")), (5, 2, 1), "skirmishing horse");
    assert_eq!(counts(foot("u", "f11").at("1010", "e").in_("general-order")), (5, 0, 1), "General Order");
    assert_eq!(counts(foot("u", "f11").at("1010", "e").in_("road-column")), (1, 4, 1), "Road Column");
    assert_eq!(counts(foot("u", "f11").at("1010 0910", "e").in_("road-column")), (1, 6, 1), "Road Column in two hexes");
    assert_eq!(counts(foot("u", "f11").at("1010", "").in_("square")), (6, 0, 0), "Square");
    assert_eq!(counts(foot("u", "f11").at("1010", "").with("order", "disorder")), (6, 0, 0), "Disorder");
    assert_eq!(counts(foot("u", "f11").at("1010", "").with("order", "pgd")), (6, 0, 0), "PGD");
    assert_eq!(counts(guns("u", "f11").at("1010", "e")), (3, 0, 3), "a battery");
    assert_eq!(counts(guns("u", "f11").at("1010", "").set("limbered", true)), (6, 0, 0), "limbered guns");
    assert_eq!(counts(wagon("u", "f11").at("1010", "")), (6, 0, 0), "a wagon");
}

#[test]
fn hexsides_lie_where_the_table_has_them() {
    // LB 9.0b, V33: from the north-west, clockwise. A Column that faces the north-west; a Line that faces the north.
    assert_eq!(sides(foot("u", "f11").at("1010", "nw")), "FFSRSF");
    assert_eq!(sides(foot("u", "f11").at("1010", "n").in_("line")), "FFSRRS");
    assert_eq!(sides(light("u", "f11").at("1010", "n").in_("skirmish").set("increments", 2)), "FFFSSF");
    assert_eq!(sides(foot("u", "f11").at("1010", "nw").in_("general-order")), "FFFRFF");
    assert_eq!(sides(foot("u", "f11").at("1010", "nw").in_("road-column")), "FSSRSS");
    assert_eq!(sides(guns("u", "f11").at("1010", "nw")), "FFRRRF");
}

#[test]
fn a_winding_road_column_has_its_rear_behind_its_tail() {
    // LB 12.8.1a: one before the head, one behind the tail, all others beside it.
    let column = foot("u", "f11").at("1010 0910 0911", "e").in_("road-column").set("increments", 12);
    let game = position().unit(column).still();
    let (table, id) = (game.table(), game.id("u"));
    let aspect = |number: &str| table.aspect(id, game.hex(number));
    assert_eq!((aspect("1110"), aspect("0812")), (Some(Aspect::Front), Some(Aspect::Rear)));
    assert_eq!(counted(&game, "u"), (1, 8, 1));
}

#[test]
fn guns_with_infantry_face_as_it_does() {
    // LB 9.1a, 11.1.2.1b, 18.1b: guns in one hex of a two-hex Line have the front of that hex.
    let game = position()
        .unit(guns("g", "f11").at("1010", "n"))
        .unit(foot("u", "f11").at("1010 1110", "n").in_("line"))
        .still();
    let (table, g) = (game.table(), game.id("g"));
    let fronts: Vec<String> =
        table.front_hexes(g).into_iter().map(|hex| table.grid().number(hex).to_string()).collect();
    assert_eq!(fronts, ["1009", "1109"]);
    // Alone they have three hexes before them and three behind (LB 18.1a).
    assert_eq!(counts(guns("u", "f11").at("1010", "se")), (3, 0, 3));
}

#[test]
fn a_flank_is_refused_by_the_next_line() {
    // LB 5.3.6b, 12.6.6a, 12.6.6b: the hex between two Lines that turn towards each other is front for both, their outer ends are not.
    let line = |key: &str, at: &str, facing: &str| foot(key, "f11").at(at, facing).in_("line");
    let game = position().unit(line("u", "1010", "n")).unit(line("v", "1110", "nw")).still();
    let (table, u) = (game.table(), game.id("u"));
    // The right flank of u is where v stands; the left one is open.
    assert_eq!(table.aspect(u, game.hex("0910")), Some(Aspect::Flank));
    // v faces north-west: 1010 and 1109 lie before it, and u's flank hex 1110 is v's own.
    let refused = position().unit(line("u", "1010", "n")).unit(line("v", "1111", "ne")).still();
    let (table, u) = (refused.table(), refused.id("u"));
    assert_eq!(table.aspect(u, refused.hex("1110")), Some(Aspect::Front), "v has 1110 in front");
    assert_eq!(table.aspect(u, refused.hex("0910")), Some(Aspect::Flank));
    // An enemy refuses nothing, nor does a Column.
    for piece in [foot("v", "a11").at("1111", "ne").in_("line"), foot("v", "f11").at("1111", "ne")] {
        let game = position().unit(line("u", "1010", "n")).unit(piece).still();
        assert_eq!(game.table().aspect(game.id("u"), game.hex("1110")), Some(Aspect::Flank));
    }
    // LB G-36: v may face anywhere, or by the other reading within one corner of u.
    let read = |facing: &str, value: &str| {
        let position = position().unit(line("u", "1010", "n")).unit(line("v", "1111", facing));
        let game = position.option("refused-flank", value).still();
        game.table().aspect(game.id("u"), game.hex("1110"))
    };
    assert_eq!(read("ne", "near-facing"), Some(Aspect::Front));
    let turned = |value: &str| {
        let position = position().unit(line("u", "1010", "n")).unit(line("v", "1109", "se"));
        let game = position.option("refused-flank", value).still();
        game.table().aspect(game.id("u"), game.hex("1110"))
    };
    assert_eq!((turned("any-facing"), turned("near-facing")), (Some(Aspect::Front), Some(Aspect::Flank)));
}

#[test]
fn a_line_in_a_village_has_no_flanks() {
    // LB 12.6.6.1a.
    for (terrain, flanks) in [("village", 0), ("farmettes", 0), ("cultivated", 2)] {
        let line = foot("u", "f11").at("1010", "n").in_("line");
        let game = position().terrain("1010", terrain).unit(line).still();
        assert_eq!(counted(&game, "u").1, flanks, "{terrain}");
    }
}

#[test]
fn the_edge_of_the_map_cuts_the_front_off() {
    let game = position().unit(foot("u", "f11").at("0101", "w")).still();
    assert_eq!(counted(&game, "u"), (0, 1, 1));
    let table = game.table();
    assert_eq!(table.front_sides(game.id("u"), game.hex("0101")).len(), 3, "fire may be thought to go there");
}

/// Numbers of hexes.
fn numbers(game: &Game, hexes: impl IntoIterator<Item = field::hexes::Hex>) -> String {
    let grid = &game.rules.ground.grid;
    hexes.into_iter().map(|hex| grid.number(hex).to_string()).collect::<Vec<_>>().join(" ")
}

#[test]
fn a_line_wheels_about_one_end() {
    // LB 9.2.1a, V37, G17: the outer end of a two-hex Line enters one hex in a wheel of 60 degrees.
    let line = foot("u", "f11").at("1010 1110", "n").in_("line");
    let game = position().unit(line).still();
    let (table, stance) = (game.table(), game.table().stance(game.id("u")));
    let left = stance.wheel(table, Hand::Left).unwrap();
    assert_eq!((numbers(&game, left.to.hexes.iter()), left.swept.len()), ("1010 1109".into(), 1));
    assert_eq!(table.grid().vertex_name(left.to.facing.corner().unwrap()), "NW");
    let right = stance.wheel(table, Hand::Right).unwrap();
    assert_eq!(numbers(&game, right.to.hexes.iter()), "1109 1110");
    assert_eq!(numbers(&game, right.swept.iter().flatten().copied()), "1109");
}

#[test]
fn a_wheel_tells_what_every_part_sweeps() {
    // LB 9.2.1b, G17: of a three-hex Line the end enters two hexes, the middle one; the middle's comes with the last.
    let line = heavy("u", "f11").at("1010 1110 1210", "n").in_("line").set("increments", 12);
    let game = position().unit(line).still();
    let table = game.table();
    let wheel = table.stance(game.id("u")).wheel(table, Hand::Left).unwrap();
    assert_eq!(numbers(&game, wheel.to.hexes.iter()), "1010 1109 1108");
    let swept: Vec<String> = wheel.swept.iter().map(|hexes| numbers(&game, hexes.iter().copied())).collect();
    assert_eq!(swept, ["1209", "1108 1109"]);
    // Columns and one-hex Lines do not wheel; a Line at the edge of the map may not leave it.
    let edge = position().unit(heavy("u", "f11").at("0101 0201", "n").in_("line")).still();
    assert!(edge.table().stance(edge.id("u")).wheel(edge.table(), Hand::Left).is_none());
    let single = position().unit(foot("u", "f11").at("1010", "n").in_("line")).still();
    assert!(single.table().stance(single.id("u")).wheel(single.table(), Hand::Left).is_none());
}

#[test]
fn any_unit_may_face_about() {
    // LB 9.2.2a, V38: three hexes of cavalry; left and right change places.
    let line = heavy("u", "f11").at("1010 1110 1210", "n").in_("line").set("increments", 12);
    let game = position().unit(line).still();
    let (table, u) = (game.table(), game.id("u"));
    let facings = table.facings(u);
    assert_eq!(facings.len(), 1);
    let about = table.turned(u, facings[0]);
    assert_eq!(numbers(&game, about.hexes.iter()), "1210 1110 1010");
    assert_eq!(about.aspect(table, game.hex("1011")), Some(Aspect::Front));
    let column = position().unit(heavy("u", "f11").at("1010 0910", "e").in_("column-of-companies")).still();
    let (table, u) = (column.table(), column.id("u"));
    let about = table.turned(u, table.facings(u)[0]);
    assert_eq!(
        (numbers(&column, about.hexes.iter()), about.aspect(table, column.hex("0810"))),
        ("0910 1010".into(), Some(Aspect::Front))
    );
}

#[test]
fn who_stands_in_one_hex_turns_as_he_likes() {
    // LB 9.0a, 9.0c: five other hexsides or corners; nothing to turn for those who face all round.
    let turns = |piece: Piece| {
        let game = position().unit(piece).still();
        game.table().facings(game.id("u")).len()
    };
    assert_eq!(turns(foot("u", "f11").at("1010", "e")), 5);
    assert_eq!(turns(foot("u", "f11").at("1010", "n").in_("line")), 5);
    assert_eq!(turns(foot("u", "f11").at("1010", "").in_("square")), 0);
    assert_eq!(turns(foot("u", "f11").at("1010", "").with("order", "disorder")), 0);
}

#[test]
fn a_line_marches_by_the_flank() {
    // LB 9.3.1a, V39: into its flank hex, facing as before.
    let game = position().unit(foot("u", "f11").at("1010 1110", "n").in_("line")).still();
    let (table, u) = (game.table(), game.id("u"));
    let right = table.flank_march(u, Hand::Right).unwrap();
    assert_eq!((numbers(&game, right.hexes.iter()), right.facing), ("1110 1210".into(), game.unit("u").facing));
    let column = position().unit(foot("u", "f11").at("1010", "e")).still();
    assert!(column.table().flank_march(column.id("u"), Hand::Right).is_none());
}

#[test]
fn a_line_that_turns_about_stays_on_top() {
    // LB 9.1a, 9.2.2a, 11.2a: a company below one of its ends has moved already; the Line turns about and the company with it.
    let company = light("company", "f11").at("1110", "n").in_("line").set("increments", 1).with("size", "company");
    let mut game = position()
        .unit(foot("line", "f11").at("1010 1110", "n").in_("line"))
        .unit(company.set("moved", true))
        .unit(foot("far", "a11").at("2424", "w"))
        .leader(leader("d", "f11", "1010"))
        .start("segment = \"maneuver\"\nmaneuver-units = [\"d\"]")
        .play(&[1]);
    game.say("take line").say("face s-corner").say("halt");
    assert_eq!((game.at("line"), game.stack("1110")), ("1110 1010".into(), vec!["line", "company"]));
    assert_eq!(game.unit("line").facing, game.unit("company").facing);
}
