//! Charges of reaction and of opportunity (19.17, 19.18).

use crate::charges::{charged, companies, go, horse, moving, murat, reactors, thin, values};
use crate::common::*;
use field::hexes::Dir;
use les_batailles::hexes::Facing;
use les_batailles::state::{Formed, Order, Readiness};

fn runner(at: &str) -> Piece {
    foot("t", "f11").at(at, "e").set("fire", 1).with("morale", "11")
}

/// It stands on 66 without shifts, its fire misses; a blank on 41.
const STRUCK: &[u8] = &[6, 6, 6, 6, 1, 1, 1, 4, 1];

#[test]
fn who_is_picked_up_next_to_cavalry_may_be_charged() {
    // LB 19.18.4, 19.18.5b, 19.18.5c, 24.16: before its first hex; the cavalry stays where it is. Nobody forms Square.
    let position =
        position().unit(runner("1010")).unit(hussars("h", "a11").at("1110", "sw").in_("line")).leader(murat());
    let mut game = moving(&position, "t", &["t"], "murat");
    assert_eq!((game.topic(), game.at("t").as_str()), ("opportunity-charge", "1010"));
    game.roll(STRUCK, "opportunity-charge h");
    assert_eq!((values(&game, "t").as_str(), game.at("h").as_str()), ("12 to 12", "1110"), "{:#?}", game.told());
}

#[test]
fn who_is_picked_up_beside_guns_stands_as_foot() {
    // LB 19.18.4, 19.18.6b: the battery it stands with is of no formation that foot could take.
    let field = position().unit(runner("1010")).unit(guns("g", "f11").at("1010", "e"));
    let field = field.unit(hussars("h", "a11").at("1110", "sw").in_("line")).leader(murat());
    let mut game = moving(&field, "t", &["t"], "murat");
    assert_eq!(game.topic(), "opportunity-charge");
    game.roll(STRUCK, "opportunity-charge h");
    assert_eq!((game.unit("t").formed, game.unit("g").formed), (Formed::Column, Formed::Battery), "{:#?}", game.told());
}

#[test]
fn a_thin_line_springs_out_of_its_flank() {
    // LB 19.18.7, 19.17.1.1, 24.15: four Increments in a hex wheel by companies to the left, and come up in column.
    let h = hussars("h", "a11").at("1110", "n").in_("line").set("increments", 4);
    let mut game = moving(&position().unit(runner("0810")).unit(h).leader(murat()), "t", &["t"], "murat");
    game.say("step e");
    while game.topic() == "reaction-move" {
        game.say("no-reaction");
    }
    assert_eq!((game.topic(), game.at("t").as_str()), ("opportunity-charge", "0910"), "{:#?}", game.told());
    game.roll(STRUCK, "opportunity-charge h");
    assert_eq!((game.at("h").as_str(), game.unit("h").formed), ("1010", Formed::Companies), "{:#?}", game.told());
    let west = game.rules.ground.grid.dir_named("w").unwrap();
    assert_eq!(game.unit("h").facing, Facing::Side(west));
}

#[test]
fn a_thin_line_reacts_out_of_its_flank() {
    // LB 19.17.5, 19.17.1.1, 24.18: the charge comes at its left; it wheels by companies, and meets it in column.
    let t = hussars("t", "a11").at("1010", "n").in_("line").set("increments", 4);
    let mut game = charged(&position().unit(horse("h")).unit(t), &["h"]);
    game.roll(&[2, 2, 4, 2], "reaction-charge t");
    assert_eq!((game.at("t").as_str(), game.unit("t").formed), ("0910", Formed::Companies), "{:#?}", game.told());
    assert_eq!(values(&game, "h"), "24 to 48");
}

#[test]
fn a_charge_turns_to_those_who_react() {
    // LB 19.2.2b, 19.17.2a, 19.17.3: hussars come down on it from the north, unseen and without command; a column turns its head to them.
    let t = hussars("t", "a11").at("0806", "sw").in_("line");
    let field = position().unit(companies("h", "0610").set("increments", 4)).unit(t).unit(thin("z", "1110"));
    let mut game = charged(&field, &["h"]);
    let mut steps = 0;
    while !game.offered().contains(&"reaction-charge t".to_string()) {
        steps += 1;
        assert!(steps < 12, "{} {:?}", game.topic(), game.offered());
        let offered = game.offered();
        let next = ["no-target", "let-come", "charge e"]
            .into_iter()
            .find(|says| offered.iter().any(|offer| offer == says))
            .unwrap();
        game.say(next);
    }
    game.roll(&[2, 2, 4, 2], "reaction-charge t");
    let (own, enemy) = (game.unit("h").hexes.head(), game.unit("t").hexes.head());
    let grid = &game.rules.ground.grid;
    let dir = grid.direction(own, enemy);
    let Facing::Side(facing) = game.unit("h").facing else { panic!("{:?}", game.unit("h").facing) };
    let front: Vec<Dir> = vec![facing, facing.left(1), facing.right(1)];
    assert!(dir.is_some_and(|dir| front.contains(&dir)), "{} {} {:#?}", game.at("h"), game.at("t"), game.told());
    assert!(game.has_told("h meets it with"));
}

#[test]
fn hills_hide_nobody_from_a_reaction() {
    // LB 19.17.3, 19.2.3: what is behind the crest is not seen; it reacts all the same, and riding over the crest stops nobody.
    let field = position().level("0810 0809 0811", 2).unit(horse("h")).unit(reactors("t", "1010"));
    let mut game = charged(&field, &["h"]);
    assert!(!game.table().units_see(game.id("h"), game.id("t")));
    assert!(game.offered().contains(&"reaction-charge t".to_string()), "{:?}", game.offered());
    game.roll(&[2, 2, 4, 2], "reaction-charge t");
    assert!(game.has_told("t strikes with 24"));
}

#[test]
fn nobody_springs_on_charge_movement_or_on_those_who_spring() {
    // LB 19.1.1.2b, 19.18.5a: Tired heavy cavalry beside the way of a charge, too far round to react, does not charge it either; nor do others
    // charge hussars that spring.
    let k = heavy("k", "a11").at("0808", "s").in_("line").with("readiness", "tired");
    let mut game = charged(&position().unit(horse("h")).unit(k).unit(thin("t", "1110")), &["h"]);
    let mut topics = Vec::new();
    for _ in 0..30 {
        topics.push(game.topic());
        let offered = game.offered();
        let Some(next) =
            ["no-target", "let-come", "charge e"].into_iter().find(|says| offered.iter().any(|offer| offer == says))
        else {
            break;
        };
        game.say(next);
    }
    assert!(!topics.contains(&"opportunity-charge") && !topics.contains(&"reaction-move"), "{topics:?}");
    let j = heavy("j", "f11").at("1012", "n").in_("line");
    let field =
        position().unit(runner("0810")).unit(hussars("h", "a11").at("1110", "sw").in_("line")).unit(j).leader(murat());
    let mut game = moving(&field, "t", &["t"], "murat");
    game.say("step e");
    while game.topic() == "reaction-move" {
        game.say("no-reaction");
    }
    game.roll(STRUCK, "opportunity-charge h");
    assert_eq!(values(&game, "t"), "12 to 12");
}

#[test]
fn skirmishers_go_back_from_a_hex_that_is_struck() {
    // LB 19.18.6a: a Column has come into the hex of its skirmishers; they go back to where it came from, and it is struck alone.
    let s = light("s", "f11").at("0910", "e").in_("skirmish").set("increments", 3);
    let s = s.at("0910", "ne");
    let field =
        position().unit(runner("0810")).unit(s).unit(hussars("h", "a11").at("1110", "sw").in_("line")).leader(murat());
    let mut game = moving(&field, "t", &["t"], "murat");
    game.say("step e");
    while game.topic() == "reaction-move" {
        game.say("no-reaction");
    }
    assert_eq!((game.topic(), game.at("t").as_str()), ("opportunity-charge", "0910"), "{:#?}", game.told());
    game.roll(STRUCK, "opportunity-charge h");
    assert_eq!((game.at("s").as_str(), game.stack("0910").first().copied()), ("0810", Some("t")), "{:#?}", game.told());
    assert_eq!(values(&game, "t"), "12 to 12");
}

#[test]
fn those_who_join_are_struck_with_whom_they_join() {
    // LB 19.18.6b: the Column that has come to a Line stands in Line with it, and both are the target: 12 to 24.
    let u = foot("u", "f11").at("0910", "ne").in_("line").set("fire", 1).with("morale", "11");
    let field =
        position().unit(runner("0810")).unit(u).unit(hussars("h", "a11").at("1110", "sw").in_("line")).leader(murat());
    let mut game = moving(&field, "t", &["t"], "murat");
    let join = game.offered().into_iter().find(|offer| offer.contains("join") || offer == "step e").unwrap();
    game.say(&join);
    while game.topic() == "reaction-move" {
        game.say("no-reaction");
    }
    if game.topic() == "opportunity-charge" {
        game.roll(STRUCK, "opportunity-charge h");
        assert_eq!(values(&game, "u"), "12 to 24", "{:#?}", game.told());
        assert_eq!([game.unit("t").formed, game.unit("u").formed], [Formed::Line; 2]);
    } else {
        panic!("{} {:?} {:#?}", game.topic(), game.offered(), game.told());
    }
}

#[test]
fn who_comes_to_a_square_checks_before_it_is_struck() {
    // LB 19.18.6c, 12.9.4.1a: all in the hex throw once to be one Square; hussars that spring then find what has come of it. On a 66 both are
    // in Square and nobody springs at them; on an 11 both are Disordered, and struck.
    let square = || foot("u", "f11").at("0910", "").in_("square").with("morale", "21");
    let field = position()
        .unit(runner("0810"))
        .unit(square())
        .unit(hussars("h", "a11").at("1110", "sw").in_("line"))
        .leader(murat());
    for (dice, order) in [(&[6, 6], Order::Good), (&[1, 1], Order::Disorder)] {
        let mut game = moving(&field, "t", &["t"], "murat");
        game.say("join e");
        assert_eq!((game.topic(), game.at("t").as_str()), ("reaction-move", "0810"), "{:#?}", game.told());
        game.roll(dice, "no-reaction");
        assert_eq!([game.order("t"), game.order("u")], [order; 2], "{:#?}", game.told());
        assert_eq!((game.topic(), game.at("t").as_str()), ("opportunity-charge", "0910"), "{:#?}", game.told());
    }
}

#[test]
fn tired_lancers_by_night() {
    // LB V-O2: 24 by half for Tired, by a third for the night and by half for the short charge are 2, in two waves; no Lance Bonus at night.
    let h =
        hussars("h", "a11").at("1110 1210", "w").in_("column-of-companies").set("lance", 4).with("readiness", "tired");
    let field = position().top("turns = 1\nnight = [1]").unit(runner("0810")).unit(h).leader(murat());
    let mut game = moving(&field, "t", &["t"], "murat");
    game.say("step e");
    while game.topic() == "reaction-move" {
        game.say("no-reaction");
    }
    game.roll(&[6, 6, 6, 6, 1, 1, 1, 5, 1, 5, 1], "opportunity-charge h");
    assert_eq!(values(&game, "t"), "1 to 12", "{:#?}", game.told());
}

#[test]
fn a_spring_without_a_blow_costs_nothing() {
    // LB 19.18.3c, 19.15.1a, 20.1.4, 19.15.1.1: failing its check changes neither order nor readiness.
    let field = position().unit(runner("1010")).unit(hussars("h", "a11").at("1110", "sw").in_("line")).leader(murat());
    let mut game = moving(&field, "t", &["t"], "murat");
    game.roll(&[1, 2], "opportunity-charge h");
    assert_eq!((game.order("h"), game.unit("h").readiness, game.topic()), (Order::Good, Readiness::Ready, "move"));
}

#[test]
fn wagons_are_combat_units() {
    // LB 24.5: nobody moves into the hex of an enemy wagon.
    let field = position().unit(runner("1010")).unit(wagon("z", "a11").at("1110", "w")).leader(murat());
    let game = moving(&field, "t", &["t"], "murat");
    assert_eq!(game.refused("step e").as_deref(), Some("LB 13.1.4a"));
}

#[test]
fn a_column_bends_and_keeps_its_facing() {
    // LB 19.2.2.1, 19.2.2a: it rides aside, each hex after the one before it, and still faces east.
    let field = position().unit(companies("h", "0610 0510")).unit(thin("t", "1009"));
    let mut game = charged(&field, &["h"]);
    go(&mut game, "charge ne");
    let east = game.rules.ground.grid.dir_named("e").unwrap();
    assert_eq!((game.at("h").as_str(), game.unit("h").facing), ("0709 0610", Facing::Side(east)));
}

#[test]
fn a_long_line_wheels_to_those_who_react() {
    // LB 19.17.4, G3.22: hussars come up on the right of a Line of two hexes, beside its front: it wheels until it has them before it.
    let h = horse("h").at("0610 0711", "ne");
    let t = hussars("t", "a11").at("1114", "nw").in_("line");
    let mut game = charged(&position().unit(h).unit(t).unit(thin("z", "1110")), &["h"]);
    let mut steps = 0;
    while !game.offered().contains(&"reaction-charge t".to_string()) {
        steps += 1;
        assert!(steps < 12, "{} {:?}", game.topic(), game.offered());
        let offered = game.offered();
        let next = ["no-target", "let-come", "charge e"]
            .into_iter()
            .find(|says| offered.iter().any(|offer| offer == says))
            .unwrap();
        game.say(next);
    }
    let before = game.unit("h").facing;
    game.roll(&[2, 2, 4, 2], "reaction-charge t");
    assert_ne!(game.unit("h").facing, before, "{} {} {:#?}", game.at("h"), game.at("t"), game.told());
}

#[test]
fn cavalry_fights_by_charging_alone() {
    // LB 19.1d, 16.0a: next to the enemy it may declare a charge, and no assault.
    let field = position().unit(horse("h").at("0910", "ne")).unit(thin("t", "1010")).leader(murat());
    let game = moving(&field, "h", &["h"], "murat");
    assert!(game.offered().contains(&"declare-charge".to_string()), "{:?}", game.offered());
    assert_eq!(game.refused("assault h 1010").as_deref(), Some("LB 16.0a"));
}
