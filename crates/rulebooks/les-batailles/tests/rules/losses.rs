//! Chapter 17: losses.

use crate::common::*;
use crate::fire::opened;
use les_batailles::fire::Occasion;
use les_batailles::losses::{After, FireLosses};
use les_batailles::movement::Cause;
use les_batailles::state::{Formed, Loss, Order, Place};

/// Losses by fire on all in a hex, with the check that follows.
fn shot(game: &mut Game, at: &str, losses: u8, far: bool, dice: &[u8]) {
    let (hex, units) = (game.hex(at), game.table().stack_at(game.hex(at)));
    game.begin(dice, |play| {
        play.begin_event(Cause::Fire);
        play.take_fire_losses(&FireLosses { hex, units: &units, losses, far, after: After::Check });
    });
}

fn lost(game: &Game, keys: &[&str]) -> Vec<u8> {
    keys.iter().map(|key| game.unit(key).losses).collect()
}

#[test]
fn who_takes_them() {
    // LB 11.2c, V18-8, 17.1, 17.1.1a, 17.1.1b: far guns spread their losses, all others strike the top. One check for the stack, at -6 for two
    // battalions without a leader.
    let three = || {
        let a = |key: &str| foot(key, "f11").at("1010", "e").set("increments", 3);
        position().unit(a("a")).unit(a("b")).unit(a("c")).still()
    };
    let mut game = three();
    shot(&mut game, "1010", 2, true, &[5, 5]);
    assert_eq!(lost(&game, &["a", "b", "c"]), [1, 1, 0]);
    let mut game = three();
    shot(&mut game, "1010", 2, false, &[5, 5]);
    assert_eq!(lost(&game, &["a", "b", "c"]), [2, 0, 0]);
    let mut game = three();
    shot(&mut game, "1010", 4, true, &[5, 5]);
    assert_eq!(lost(&game, &["a", "b", "c"]), [2, 1, 1]);
    // One loss, from however far, strikes the top.
    let mut game = three();
    shot(&mut game, "1010", 1, true, &[5, 5]);
    assert_eq!(lost(&game, &["a", "b", "c"]), [1, 0, 0]);
}

#[test]
fn guns_take_the_even_ones() {
    // LB 11.1.1.1b, V17-1, 17.1.1.1: with infantry; either alone takes all three.
    let game = || {
        position()
            .unit(guns("g", "f11").at("1010", "n").set("increments", 3))
            .unit(foot("a", "f11").at("1010", "n").in_("line"))
    };
    let mut both = game().still();
    shot(&mut both, "1010", 3, true, &[6, 5]);
    assert_eq!(lost(&both, &["g", "a"]), [1, 2]);
    let mut alone = position().unit(foot("a", "f11").at("1010", "e")).still();
    // LB 17.3.4: three of six in one event are grievous, and half of its strength is gone: -12. 45 - 12 = 25.
    shot(&mut alone, "1010", 3, false, &[4, 5]);
    assert_eq!((lost(&alone, &["a"]), alone.order("a")), (vec![3], Order::Good));
    assert!(alone.has_told("grievous losses") && alone.has_told("half its strength lost"));
    let mut battery = position().unit(guns("g", "f11").at("1010", "e").set("increments", 4)).still();
    shot(&mut battery, "1010", 3, false, &[4, 5]);
    assert_eq!(lost(&battery, &["g"]), [3]);
    // LB 17.1.2, 18.10.5: in a mêlée the top unit takes them all.
    let mut melee = game().still();
    let units = melee.table().stack_at(melee.hex("1010"));
    melee.with(&[], |play| play.take_top_losses(&units, 2));
    assert_eq!(lost(&melee, &["g", "a"]), [2, 0]);
}

#[test]
fn values_fall_with_losses() {
    // LB V17-2, 17.2.2.
    let lance = |losses: u8| {
        let game = position()
            .unit(
                heavy("h", "f11")
                    .at("1010 1110 1210", "n")
                    .set("increments", 11)
                    .set("lance", 4)
                    .set("skirmish", 4)
                    .set("losses", losses),
            )
            .still();
        (game.table().lance_bonus(game.id("h")), game.table().skirmish_value(game.id("h")))
    };
    assert_eq!([0, 2].map(lance), [(4, 4), (4, 4)]);
    let weak = |losses: u8| {
        let piece = heavy("h", "f11").at("1010", "n").set("increments", 11).set("lance", 4).set("losses", losses);
        let game = position().unit(piece).still();
        (game.table().lance_bonus(game.id("h")), game.table().skirmish_value(game.id("h")))
    };
    assert_eq!([7, 9, 10].map(weak), [(2, 0), (1, 0), (1, 0)]);
    // LB V17-3, 17.2.3: a third of a battery.
    let game = position()
        .unit(
            guns("g", "f11")
                .at("1010", "e")
                .set("increments", 3)
                .set("fire", "[24, 17, 9]")
                .set("range", 12)
                .set("losses", 1),
        )
        .still();
    let fire = [1, 3, 6].map(|distance| game.table().battery_fire(game.id("g"), distance).to_string());
    assert_eq!(fire, ["16", "11 1/3", "6"]);
    // LB V17-4, 17.2.4.
    let melee = |losses: u8| {
        let game = position().unit(foot("a", "f11").at("1010", "e").set("melee", 15).set("losses", losses)).still();
        game.table().melee_value(game.id("a")).to_string()
    };
    assert_eq!([1, 2, 3].map(melee), ["12 1/2", "10", "7 1/2"]);
}

fn guard(losses: u8) -> Piece {
    foot("g", "f11").with("class", "old-guard").with("morale", "11").set("losses", losses)
}

#[test]
fn the_old_guard_bears_twice_as_much() {
    // LB V17-5, 17.4a, 17.4b: seven marked losses are three Increments; twelve destroy it.
    let game = position().unit(guard(7).at("1010", "n").in_("line")).unit(foot("e", "a11").at("1109", "e")).still();
    let (table, id) = (game.table(), game.id("g"));
    assert_eq!(table.increments(id), 3);
    let volley = table.volley(game.hex("1010"), game.hex("1109"), les_batailles::fire::FireMode::Segment);
    assert_eq!(volley.value.to_string(), "15");
    let mut game = position().unit(guard(7).at("1010", "e")).still();
    shot(&mut game, "1010", 5, false, &[]);
    assert_eq!(game.unit("g").place, Place::Gone(Loss::Destroyed));
    // LB V17-6, 17.3.1b, 17.4c: a check when the marked losses come to an even number, or pass one.
    let checks = |losses: u8, more: u8| {
        let mut game = position().unit(guard(losses).at("1010", "e").with("morale", "16")).still();
        let dice: &[u8] = if (losses + more) / 2 > losses / 2 { &[5, 5] } else { &[] };
        shot(&mut game, "1010", more, false, dice);
        game.has_told("checks its morale")
    };
    assert_eq!([(3, 1), (4, 1), (5, 1), (1, 2)].map(|(a, b)| checks(a, b)), [true, false, true, true]);
}

#[test]
fn the_stack_checks_although_its_top_is_gone() {
    // LB 17.1.4, 17.3.1a, 17.3.2, 17.3.5: the company on top dies, those below check: 33 passes for the first, then 3 more.
    let position = position()
        .unit(foot("c", "f11").at("1010", "e").set("increments", 1).with("size", "company"))
        .unit(foot("a", "f11").at("1010", "e").set("increments", 3).with("morale", "31"))
        .leader(leader("foy", "f11", "1010"));
    let mut game = position.still();
    shot(&mut game, "1010", 1, false, &[3, 1]);
    assert_eq!((game.unit("c").place, game.order("a")), (Place::Gone(Loss::Destroyed), Order::Disorder));
    // LB V-O6, 11.1.3a, 20.1.1a, 20.1.1b: ratings 21, 26, 31 without a leader; 36 passes all, 31 none.
    let three = |dice: &[u8]| {
        let a = |key: &str, rating: &str| foot(key, "f11").at("1010", "e").with("morale", rating);
        let mut game = super::common::position().unit(a("a", "21")).unit(a("b", "26")).unit(a("c", "31")).still();
        shot(&mut game, "1010", 1, false, dice);
        ["a", "b", "c"].map(|key| game.order(key) == Order::Good)
    };
    assert_eq!((three(&[3, 6]), three(&[3, 1])), ([true; 3], [false; 3]));
}

#[test]
fn grievous_losses() {
    // LB V17-7, 17.3.3, 17.3.4: two losses before, three of four in one attack: -12, and a printed value of half.
    let hit = |dice: &[u8], size: &str| {
        let piece = foot("a", "f11").at("1010", "ne").set("losses", 2).with("size", size);
        let mut game = position().unit(piece).unit(foot("e", "a11").at("1109", "e")).still();
        shot(&mut game, "1010", 3, false, dice);
        let fire = game.table().volley(game.hex("1010"), game.hex("1109"), les_batailles::fire::FireMode::Segment);
        (game.order("a"), fire.value.to_string())
    };
    // 43 - 12 = 23 passes, 41 - 12 = 21 does not.
    assert_eq!(hit(&[4, 3], "battalion"), (Order::Good, "4".into()));
    assert_eq!(hit(&[4, 1], "battalion").0, Order::Disorder);
    // Companies are exempt.
    assert_eq!(hit(&[2, 2], "company").0, Order::Good);
    // LB 17.3.3 alone: half gone before, one more now: -6.
    let mut game = position().unit(foot("a", "f11").at("1010", "e").set("losses", 3)).still();
    shot(&mut game, "1010", 1, false, &[3, 2]);
    assert_eq!(game.order("a"), Order::Good);
    assert!(!game.has_told("grievous"));
}

#[test]
fn a_square_needs_three() {
    // LB 17.1.5, 17.1.5.1, 12.9.3b: below three Increments of foot all are Disordered, guns too; then they check at -3 each.
    let position = position()
        .unit(guns("g", "f11").at("1010", "e"))
        .unit(foot("a", "f11").at("1010", "").in_("square").set("increments", 3));
    let mut game = position.still();
    let (hex, units) = (game.hex("1010"), game.table().stack_at(game.hex("1010")));
    game.begin(&[], |play| {
        play.take_fire_losses(&FireLosses { hex, units: &units, losses: 1, far: false, after: After::Nothing });
    });
    assert_eq!((game.order("g"), game.order("a")), (Order::Disorder, Order::Disorder));
}

#[test]
fn ranks_are_closed() {
    // LB 17.1.6a, 17.1.6b: cavalry of nine in three hexes loses one: two hexes, away from the one that was hit; from the middle
    // its owner says.
    let line = position().unit(heavy("h", "f11").at("1010 1110 1210", "n").set("increments", 9));
    let mut game = line.still();
    shot(&mut game, "1210", 1, false, &[5, 5]);
    assert_eq!((game.at("h"), game.unit("h").formed), ("1010 1110".into(), Formed::Line));
    let mut game = line.still();
    shot(&mut game, "1110", 1, false, &[]);
    assert_eq!(
        (game.topic(), game.offered()),
        ("close-ranks", vec!["close-ranks 1010".into(), "close-ranks 1110".into()])
    );
    assert_eq!(game.refused("close-ranks 1210").as_deref(), Some("LB 17.1.6b"));
    game.roll(&[5, 5], "close-ranks 1110");
    assert_eq!(game.at("h"), "1110 1210");
    // Skirmishers with three Increments left are in one hex (LB 12.10.2a); a leader goes along.
    let loose = position()
        .unit(light("a", "f11").at("1010 1110", "n").in_("skirmish").set("increments", 4))
        .leader(leader("foy", "f11", "1010"));
    let mut game = loose.still();
    shot(&mut game, "1010", 1, false, &[5, 5]);
    assert_eq!((game.at("a"), game.leader("foy").hex), ("1110".into(), game.hex("1110")));
    // A Road Column of five in two hexes.
    let road = position().unit(foot("a", "f11").at("1010 0910", "e").in_("road-column").set("increments", 5)).still();
    let mut game = road;
    shot(&mut game, "0910", 1, false, &[6, 6]);
    assert_eq!(game.at("a"), "1010");
}

#[test]
fn one_event_is_one_check() {
    // LB 18.9.8.1, 20.1.6: a shot that goes through both hexes of a unit: two losses, one check.
    let position = position()
        .unit(guns("g", "f11").at("0510", "e").set("fire", "[14, 9, 5]"))
        .unit(foot("e", "a11").at("0810 0910", "e").in_("road-column").set("increments", 8).with("morale", "11"));
    let mut game = opened(&position, Occasion::Chit, &[]);
    // 9 on 6, 1.5:1, twice: 55 and 55 cost one each.
    game.roll(&[5, 5, 5, 5, 6, 6], "fire 0510 0810");
    game.state.over.expect("nobody else fires");
    assert_eq!(game.unit("e").losses, 2);
    assert_eq!(game.told().iter().filter(|line| line.contains("checks its morale")).count(), 1);
}

#[test]
fn nobody_reacts_to_closing_ranks() {
    // LB 17.1.6c: in an enemy zone, and yet no window.
    let position = position()
        .unit(foot("a", "f11").at("1010 1110", "n").in_("line").set("increments", 5))
        .unit(foot("e", "a11").at("1109", "sw"));
    let mut game = position.still();
    shot(&mut game, "1010", 1, false, &[5, 5]);
    assert_eq!((game.at("a"), game.topic()), ("1110".into(), ""));
    // LB 17.2.1b: its range is what is printed, whatever it has lost.
    let loose = super::common::position()
        .unit(light("a", "f11").at("1010", "n").in_("skirmish").set("losses", 5))
        .unit(foot("e", "a11").at("1008", "sw"))
        .still();
    let volley = loose.table().volley(loose.hex("1010"), loose.hex("1008"), les_batailles::fire::FireMode::Segment);
    assert_eq!(volley.value.to_string(), "1 1/2");
}

#[test]
fn a_regiment_at_half_breaks_down() {
    // LB 17.1.3, 12.1.2a: six of twelve Increments are gone.
    let battalion =
        |key: &str, number: u8| foot(key, "f11").set("increments", 6).with("regiment", "r").set("number", number);
    let position = position()
        .unit(foot("r", "f11").at("1010", "e").set("increments", 12).with("size", "regiment").set("losses", 5))
        .unit(battalion("b1", 1))
        .unit(battalion("b2", 2))
        .unit(foot("e", "a11").at("2020", "w"));
    let mut game = position.still();
    // Two battalions without a leader check at -3, each at -6 for half its strength: 34 - 9 = 21 is not above 21.
    shot(&mut game, "1010", 1, false, &[3, 4]);
    assert_eq!((game.order("b1"), game.order("b2")), (Order::Disorder, Order::Disorder));
    assert_eq!((game.at("r"), game.stack("1010").len()), ("gone".into(), 2));
}

#[test]
fn who_is_gone_takes_no_share() {
    // LB 17.1.1b: of three who stood in the hex when the fire was opened one is gone: the two that are left take one each.
    let a = |key: &str| foot(key, "f11").at("1010", "e").set("increments", 3);
    let mut game = position().unit(a("a")).unit(a("b")).unit(a("c")).still();
    let (hex, units, gone) = (game.hex("1010"), game.table().stack_at(game.hex("1010")), game.id("a"));
    game.with(&[], |play| play.lose(gone, 3));
    game.begin(&[5, 5], |play| {
        play.begin_event(Cause::Fire);
        play.take_fire_losses(&FireLosses { hex, units: &units, losses: 2, far: true, after: After::Check });
    });
    assert_eq!(lost(&game, &["a", "b", "c"]), [3, 1, 1]);
}
