//! Chapter 10: Zones of Influence.

use crate::common::*;
use les_batailles::charts::Mover;
use les_batailles::movement::Motion;
use les_batailles::state::Order;
use les_batailles::zones::Zone;

fn zone(position: Position, key: &str) -> Vec<String> {
    let game = position.still();
    let table = game.table();
    let mut hexes: Vec<String> =
        table.zone_of(game.id(key)).into_iter().map(|hex| table.grid().number(hex).to_string()).collect();
    hexes.sort();
    hexes
}

#[test]
fn zones_reach_through_the_front() {
    // LB 10.1a, 24.22.
    assert_eq!(zone(position().unit(foot("u", "f11").at("1010", "e")), "u"), ["1109", "1110", "1111"]);
    assert_eq!(zone(position().unit(foot("u", "f11").at("1010", "n").in_("line")), "u"), ["1009", "1109"]);
    // A Disordered unit has it all round (LB G19), a Square too.
    let six = |piece: Piece| zone(position().unit(piece), "u").len();
    assert_eq!(six(foot("u", "f11").at("1010", "").with("order", "disorder")), 6);
    assert_eq!(six(foot("u", "f11").at("1010", "").in_("square")), 6);
    // Skirmishers have one of a single hex, however far they shoot (LB 12.10.6a).
    assert_eq!(six(light("u", "f11").at("1010 1110", "n").in_("skirmish")), 5);
}

#[test]
fn some_have_no_zone() {
    // LB 10.1b, 10.1c: Road Column, PGD, limbered guns, wagons, guns without ammunition.
    let none = |piece: Piece| zone(position().unit(piece), "u").is_empty();
    assert!(none(foot("u", "f11").at("1010", "e").in_("road-column")));
    assert!(none(foot("u", "f11").at("1010", "").with("order", "pgd")));
    assert!(none(guns("u", "f11").at("1010", "").set("limbered", true)));
    assert!(none(wagon("u", "f11").at("1010", "")));
    assert!(none(guns("u", "f11").at("1010", "e").set("rounds", 0)));
    assert!(!none(guns("u", "f11").at("1010", "e").set("rounds", 1)));
    // Leaders have none (LB 10.1.1a).
    let game = position().unit(foot("u", "f11").at("0101", "e")).leader(leader("x", "f11", "1010")).still();
    assert_eq!(game.table().enemy_zone(kernel::Side::SECOND, game.hex("1110")), Zone::None);
}

#[test]
fn zones_end_at_general_order_and_where_one_may_not_go() {
    // LB 10.1.2a, 10.1.2b: woods; a river; a wall for horse but not for foot, a ford for both.
    let foot_at = || position().unit(foot("u", "f11").at("1010", "e"));
    assert_eq!(zone(foot_at().terrain("1110", "woods"), "u"), ["1109", "1111"]);
    assert_eq!(zone(foot_at().terrain("1110", "village"), "u").len(), 3);
    assert_eq!(zone(foot_at().hexside("1010 e", "river"), "u"), ["1109", "1111"]);
    assert_eq!(zone(foot_at().hexside("1010 e", "bridge"), "u").len(), 3);
    assert_eq!(zone(foot_at().hexside("1010 e", "wall"), "u").len(), 3);
    let horse = || position().unit(heavy("u", "f11").at("1010", "e").in_("column-of-companies").set("increments", 4));
    assert_eq!(zone(horse().hexside("1010 e", "wall"), "u"), ["1109", "1111"]);
    assert_eq!(zone(horse().hexside("1010 e", "ford"), "u").len(), 3);
    assert_eq!(zone(horse().terrain("1109", "redoubt"), "u"), ["1110", "1111"]);
    let battery = position().unit(guns("u", "f11").at("1010", "e")).hexside("1010 e", "hedge");
    assert_eq!(zone(battery, "u"), ["1109", "1111"]);
    // LB V45: in the woods beside a British Line one is in no zone of it.
    let game = position()
        .terrain("1010", "woods")
        .unit(foot("u", "f11").at("1010", "e").in_("general-order"))
        .unit(foot("v", "a11").at("1110", "nw").in_("line"))
        .still();
    assert_eq!(game.table().unit_in_zone(game.id("u")), Zone::None);
    assert_eq!(game.table().unit_in_zone(game.id("v")), Zone::Foot);
}

#[test]
fn a_road_leads_where_guns_may_not_go_otherwise() {
    // LB 13.1.7.1a; chart 5: guns are barred from woods but for the road.
    let game = position().terrain("1110", "woods").unit(foot("u", "f11").at("0101", "e")).still();
    let east = game.table().grid().dir_named("e").unwrap();
    assert!(game.table().is_barred(Mover::Artillery, game.hex("1010"), east));
    assert!(!game.table().is_barred(Mover::Infantry, game.hex("1010"), east));
    let road = position().terrain("1110", "woods").road("1010 1210").unit(foot("u", "f11").at("0101", "e")).still();
    assert!(!road.table().is_barred(Mover::Artillery, road.hex("1010"), east));
}

#[test]
fn a_hex_in_both_kinds_of_zone_is_one_of_cavalry() {
    // LB G19, 10.3.1a.
    let game = position()
        .unit(foot("u", "f11").at("1010", "e"))
        .unit(heavy("h", "f11").at("1109", "s").in_("line").set("increments", 4))
        .unit(foot("v", "a11").at("1505", "w"))
        .still();
    let zone = |number: &str| game.table().enemy_zone(kernel::Side::SECOND, game.hex(number));
    assert_eq!((zone("1110"), zone("1111"), zone("1310")), (Zone::Cavalry, Zone::Foot, Zone::None));
    assert_eq!(
        game.table().enemy_zone(kernel::Side::FIRST, game.hex("1110")),
        Zone::None,
        "of one's own there is none"
    );
}

#[test]
fn who_stops_and_who_checks() {
    // Table 10: LB 10.2.1a, 10.3.1a, 10.2.2a, 10.2.2.1a, 10.3.2a, 10.3.2b, 10.2.2.2a, 10.2.2.2b, 10.3.3a, G19.
    let horse_guns = |key: &str, limbered: bool| {
        let piece = guns(key, "f11").with("arm", "horse-artillery").set("limbered", limbered);
        if limbered { piece.at("0707", "") } else { piece.at("0909", "e") }
    };
    let game = position()
        .unit(foot("foot", "f11").at("0505", "e"))
        .unit(heavy("horse", "f11").at("0606", "n").in_("line").set("increments", 4))
        .unit(guns("battery", "f11").at("0808", "e"))
        .unit(horse_guns("limbered", true))
        .unit(horse_guns("unlimbered", false))
        .still();
    let table = game.table();
    let keys = ["foot", "battery", "unlimbered", "limbered", "horse"];
    let ids = keys.map(|key| game.id(key));
    let of = |test: &dyn Fn(les_batailles::cards::UnitId, Zone) -> bool, zone| ids.map(|id| test(id, zone));
    assert_eq!(of(&|id, zone| table.stops_in(id, zone), Zone::Foot), [true, true, false, false, false]);
    assert_eq!(of(&|id, zone| table.stops_in(id, zone), Zone::Cavalry), [true; 5]);
    assert_eq!(of(&|id, zone| table.stops_in(id, zone), Zone::None), [false; 5]);
    assert_eq!(of(&|id, zone| table.checks_to_leave(id, zone), Zone::Foot), [true, true, true, false, false]);
    assert_eq!(of(&|id, zone| table.checks_to_leave(id, zone), Zone::Cavalry), [true, true, true, false, false]);
    assert_eq!(of(&|id, zone| table.leaves_first(id, zone), Zone::Foot), [true, true, true, false, false]);
    assert_eq!(of(&|id, zone| table.leaves_first(id, zone), Zone::Cavalry), [true; 5]);
    let between = |from, to| ids.map(|id| table.barred_between(id, from, to));
    assert_eq!(between(Zone::Foot, Zone::Foot), [true, true, true, false, false]);
    assert_eq!(between(Zone::Cavalry, Zone::Foot), [true, true, true, false, false]);
    assert_eq!(between(Zone::Cavalry, Zone::Cavalry), [true; 5]);
    assert_eq!(between(Zone::Foot, Zone::None), [false; 5]);
}

#[test]
fn friends_take_a_zone_away_for_those_who_retreat() {
    // LB 10.1.4a, 10.5.1.1a.
    let game = position()
        .unit(foot("u", "f11").at("1010", "e"))
        .unit(foot("v", "a11").at("1110", "w"))
        .unit(foot("w", "a11").at("1505", "w"))
        .still();
    let (table, allies) = (game.table(), kernel::Side::SECOND);
    assert_eq!(table.enemy_zone(allies, game.hex("1110")), Zone::Foot);
    assert_eq!(table.enemy_zone_in_retreat(allies, game.hex("1110")), Zone::None);
    assert_eq!(table.enemy_zone_in_retreat(allies, game.hex("1111")), Zone::Foot);
}

#[test]
fn a_spread_unit_is_in_a_zone_if_a_hex_of_it_is() {
    // LB G19.
    let game = position()
        .unit(foot("u", "f11").at("1010", "e"))
        .unit(foot("v", "a11").at("1211 1111", "s").in_("line"))
        .still();
    assert_eq!(game.table().unit_in_zone(game.id("v")), Zone::Foot);
}

#[test]
fn guns_are_supplied_by_a_wagon_in_reach() {
    // LB 5.1.6b, 18.14.1a, 18.14.1.1, 18.14.1.4: of their caliber and nation, three hexes for foot, five for horse.
    let with = |wagon_at: &str, change: &dyn Fn(Position) -> Position| {
        let position = position().unit(guns("g", "f11").at("1010", "e")).unit(wagon("w", "f11").at(wagon_at, ""));
        let game = change(position).still();
        game.table().is_supplied(game.id("g"))
    };
    let plain = |position: Position| position;
    assert!(with("0710", &plain) && !with("0610", &plain));
    let horse = |wagon_at: &str| {
        let piece = guns("g", "f11").with("arm", "horse-artillery").at("1010", "e");
        let game = position().unit(piece).unit(wagon("w", "f11").at(wagon_at, "")).still();
        game.table().is_supplied(game.id("g"))
    };
    assert!(horse("0510") && !horse("0410"));
    let other = |piece: Piece| {
        let game = position().unit(guns("g", "f11").at("1010", "e")).unit(piece.at("0910", "")).still();
        game.table().is_supplied(game.id("g"))
    };
    assert!(!other(wagon("w", "f11").set("range", 12)) && !other(wagon("w", "f11").with("nation", "italian")));
    assert!(!other(wagon("w", "f11").set("rounds", 0)) && !other(wagon("w", "f11").set("wrecked", true)));
    // Not through an enemy, his zone, or ground that is barred to guns.
    let fenced = "0909 0911 0809 0811 1009 1011 1109 1111 1110";
    assert!(!with("0810", &|position| position.terrain(&format!("0910 {fenced}"), "woods")));
    assert!(with("0810", &|position| position.terrain(fenced, "woods")));
    let foe = |position: Position| position.terrain(fenced, "woods").unit(foot("e", "a11").at("0808", "sw"));
    assert!(with("0810", &foe), "no zone reaches 0910");
    let zoned = |position: Position| position.unit(foot("e", "a11").at("0910", "e")).terrain(fenced, "woods");
    assert!(!with("0810", &zoned), "an enemy stands in the way");
}

/// The battalion `u` at 1010 in the zone of an enemy, who tries to leave it with these dice.
fn leaves(order: &str, rating: &str, dice: &[u8]) -> (usize, Game) {
    let facing = if order == "good" { "w" } else { "" };
    let piece = foot("u", "f11").at("1010", facing).with("order", order).with("morale", rating);
    let mut game = position().unit(piece).unit(foot("e", "a11").at("1110", "w")).still();
    let stack = game.table().stack_at(game.hex("1010"));
    let able = game.with(dice, |play| play.check_to_leave(&stack, &[]));
    (able.len(), game)
}

#[test]
fn foot_checks_to_leave_a_zone() {
    // LB 10.2.2a, 10.2.2b, V49: 23 against 21 in Good Order; with -3 for Disorder it routs.
    let (able, game) = leaves("good", "21", &[2, 3]);
    assert_eq!((able, game.order("u")), (1, Order::Good));
    let (able, game) = leaves("good", "21", &[2, 1]);
    assert_eq!((able, game.order("u")), (0, Order::Disorder));
    let (able, game) = leaves("disorder", "21", &[2, 3]);
    assert_eq!((able, game.order("u")), (0, Order::Pgd));
    let (able, game) = leaves("disorder", "21", &[3, 1]);
    assert_eq!((able, game.order("u")), (1, Order::Disorder), "31 - 3 = 24");
}

#[test]
fn of_a_stack_those_that_pass_may_leave() {
    // LB 10.2.2a, 20.1.1b, G19: 35 - 3 = 32: the first passes; 35 + 0 = 35 for the second does not.
    let piece = |key: &str, rating: &str| foot(key, "f11").at("1010", "w").with("morale", rating);
    let enemy = foot("e", "a11").at("1110", "w");
    let mut game = position().unit(piece("a", "21")).unit(piece("b", "36")).unit(enemy).still();
    let stack = game.table().stack_at(game.hex("1010"));
    let able = game.with(&[3, 5], |play| play.check_to_leave(&stack, &[]));
    assert_eq!(
        (able.as_slice(), game.order("a"), game.order("b")),
        (&[game.id("a")][..], Order::Good, Order::Disorder)
    );
}

#[test]
fn horse_leaves_without_a_check() {
    // LB 10.3.2a.
    let horse = heavy("u", "f11").at("1010", "nw").in_("line").set("increments", 4);
    let mut game = position().unit(horse).unit(foot("e", "a11").at("1110", "w")).still();
    let stack = game.table().stack_at(game.hex("1010"));
    assert_eq!(game.with(&[], |play| play.check_to_leave(&stack, &[])).len(), 1);
}

#[test]
fn a_retreat_out_of_a_zone_costs_an_increment() {
    // LB 10.5a, 10.5b, 10.5c, 10.5.1.1a, V48: three enemies on one hex cost one; the top unit pays; friends hold the zone off.
    let routed = |key: &str| foot(key, "f11").at("1010", "").with("order", "pgd");
    let mut game = position()
        .unit(routed("a"))
        .unit(routed("b"))
        .unit(foot("e", "a11").at("1110", "w"))
        .unit(foot("f", "a11").at("1109", "w"))
        .unit(foot("g", "a11").at("1111", "nw"))
        .unit(foot("friend", "f11").at("0912", "w"))
        .unit(foot("h", "a11").at("1012", "w"))
        .still();
    let stack = game.table().stack_at(game.hex("1010"));
    let (first, held, free) = (game.hex("1010"), game.hex("0912"), game.hex("0505"));
    let pays = |game: &mut Game, hex| game.with(&[], |play| play.pay_for_zone(&stack, Motion::Rout, hex));
    assert!(pays(&mut game, first));
    assert_eq!((game.unit("a").losses, game.unit("b").losses), (1, 0));
    assert!(!pays(&mut game, free), "in no zone");
    assert!(!pays(&mut game, held), "a friend stands there");
    assert_eq!(game.table().enemy_zone(kernel::Side::FIRST, held), Zone::Foot);
    // LB G41: a displacement pays nothing.
    let free_of_charge = game.with(&[], |play| play.pay_for_zone(&stack, Motion::Displacement, first));
    assert!(!free_of_charge && game.unit("a").losses == 1);
}

#[test]
fn horse_in_the_zone_of_horse_charges_horse() {
    // LB 10.3.4a, 10.3.4c, V44.
    let with = |enemy: Piece| {
        let horse = heavy("u", "f11").at("1010", "ne").in_("line").set("increments", 4);
        let game = position().unit(horse).unit(enemy).unit(foot("z", "a11").at("1109", "w")).still();
        game.table().charges_cavalry_only(game.id("u"))
    };
    assert!(with(heavy("x", "a11").at("1110", "nw").in_("line").set("increments", 4)));
    assert!(!with(foot("x", "a11").at("1110", "nw").in_("line")));
}
