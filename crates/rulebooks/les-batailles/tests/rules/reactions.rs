//! Opportunity Reactions: who may react to what, and in what order (chapters 10, 15.6, 19.19).

use crate::common::*;
use les_batailles::state::{Formed, Order, Readiness};

/// The battle as the chit of the division leader `d` is drawn.
fn active(position: Position, leader_at: &str) -> Game {
    position
        .unit(foot("idle", "f11").at(leader_at, "e").set("increments", 1))
        .leader(leader("d", "f11", leader_at))
        .start("segment = \"maneuver\"\nmaneuver-units = [\"d\"]")
        .play(&[1])
}

#[test]
fn a_change_of_formation_in_a_zone_is_fired_on_before_it_is_made() {
    // LB 10.1.3b, 10.1.3f, 10.4a, 10.4b, 12.2.1e, V40: as the Line it is. LB 10.1.3.2a: one trigger, however many points.
    let start = position()
        .unit(foot("u", "f11").at("1210", "n").in_("line"))
        .unit(foot("e", "a11").at("1309", "s").in_("line"));
    let mut game = active(start, "1110");
    game.say("take u").say("form column ne");
    assert_eq!((game.topic(), game.unit("u").formed), ("opportunity-fire", Formed::Line));
    assert_eq!(game.offered(), ["no-reaction", "opportunity-fire e"]);
    // Four Increments at 4, halved: 8 against the 9 of a Line; 41 misses. Nobody else could fire, so the change goes on.
    game.roll(&[4, 1], "opportunity-fire e");
    assert!(game.has_told("LB 15.6b"), "{:?}", game.told());
    assert_eq!((game.topic(), game.unit("u").formed), ("move", Formed::Column));
}

#[test]
fn nobody_need_fire() {
    let start = position()
        .unit(foot("u", "f11").at("1210", "n").in_("line"))
        .unit(foot("e", "a11").at("1309", "s").in_("line"));
    let mut game = active(start, "1110");
    game.say("take u").say("form column ne").say("no-reaction");
    assert_eq!(game.unit("u").formed, Formed::Column);
    assert!(!game.has_told("LB 15.6b"));
}

#[test]
fn fire_that_disorders_stops_a_change() {
    // LB 10.1.3f, 12.2.2d: 61 costs an Increment, and the check that follows is failed: there is nothing left to be formed.
    let start = position()
        .unit(foot("u", "f11").at("1210", "n").in_("line"))
        .unit(foot("e", "a11").at("1309", "s").in_("line"));
    let mut game = active(start, "1110");
    game.say("take u").say("form column ne");
    game.roll(&[6, 1, 1, 2], "opportunity-fire e");
    assert_eq!((game.order("u"), game.unit("u").losses, game.unit("u").formed), (Order::Disorder, 1, Formed::None));
    // 7 points, all left, halved (LB 12.11.2a); it may go on.
    assert_eq!((game.topic(), game.state.moves[0].left().to_string().as_str()), ("move", "4"));
}

#[test]
fn entering_a_zone_is_no_trigger_and_leaving_is() {
    // LB 10.1.3c, 10.1.3g, 15.6a, V40: cavalry comes past infantry; fired on in the hex it leaves.
    let start = position()
        .unit(hussars("u", "f11").at("1009", "e").in_("column-of-companies").set("increments", 4))
        .unit(foot("e", "a11").at("1210", "nw").in_("line"));
    let mut game = active(start, "0909");
    game.go("take u").go("step e");
    assert_eq!((game.topic(), game.at("u").as_str()), ("move", "1109"));
    game.go("step e");
    assert_eq!((game.topic(), game.at("u").as_str()), ("move", "1209"), "into the zone");
    game.go("step ne");
    assert_eq!((game.topic(), game.at("u").as_str()), ("opportunity-fire", "1209"), "out of it");
    game.go("no-reaction");
    assert_eq!(game.at("u"), "1208");
}

#[test]
fn turning_is_no_trigger_and_restacking_is() {
    // LB 9.2.2a, 10.4b, V38: about face in a zone. LB 11.2.1.1a: the order of a stack is a Passage of Lines.
    let start = position()
        .unit(foot("u", "f11").at("1210", "n").in_("line"))
        .unit(foot("v", "f11").at("1210", "n").in_("line"))
        .unit(foot("e", "a11").at("1309", "s").in_("line"));
    let mut game = active(start, "1110");
    game.say("take u").say("face s-corner");
    assert_eq!(game.topic(), "move");
    game.say("face n-corner").say("restack v");
    assert_eq!(game.topic(), "opportunity-fire");
    game.say("no-reaction");
    assert_eq!(game.stack("1210"), ["v", "u"]);
}

#[test]
fn leaders_trigger_nothing() {
    // LB 10.1.1a, 10.1.3e: he rides through zones as he likes.
    let start = position().unit(foot("u", "f11").at("0910", "e")).unit(foot("e", "a11").at("1309", "s").in_("line"));
    let mut game = active(start, "1110");
    game.say("ride-out d").say("ride-out-to 1210");
    assert_eq!((game.topic(), game.leader("d").hex), ("maneuver", game.hex("1210")));
}

#[test]
fn every_hex_of_a_spread_unit_is_fired_on() {
    // LB 10.1.3.3a, 10.1.3.3b, 12.5.5a, 15.6.4a: a Column of Companies of two hexes in the zone of a Line of two: an attack on each, one
    // check for all that is lost.
    let start = position()
        .unit(hussars("u", "f11").at("1210 1110", "e").in_("column-of-companies").set("increments", 8))
        .unit(foot("e", "a11").at("1211 1311", "n").in_("line").set("increments", 8));
    let mut game = active(start, "1010");
    game.say("take u").say("step e");
    // LB 19.7a: foot that cavalry sets out near to may form Square before it goes.
    assert_eq!((game.topic(), game.at("u").as_str()), ("form-square", "1210 1110"));
    game.go("let-come");
    assert_eq!(game.topic(), "opportunity-fire");
    let fires = game.told().iter().filter(|line| line.contains("15.6b")).count();
    assert_eq!(fires, 0);
    game.roll(&[1, 1, 1, 1], "opportunity-fire e");
    let fires = game.told().iter().filter(|line| line.contains("LB 15.6b")).count();
    assert_eq!(fires, 2, "{:?}", game.told());
}

#[test]
fn cavalry_moves_before_infantry_comes_near() {
    // LB 19.19a, 19.19.1, 10.1.3.2c: it is asked as infantry announces that it will come into its zone, moves first, and the infantry goes
    // on.
    let start = position()
        .unit(foot("u", "f11").at("1010", "e"))
        .unit(hussars("h", "a11").at("1310", "w").in_("column-of-companies").set("increments", 4));
    let mut game = active(start, "0910");
    game.go("take u").go("step e");
    assert_eq!((game.topic(), game.at("u").as_str()), ("reaction-move", "1010"));
    game.go("reaction-move h");
    assert_eq!(game.topic(), "move");
    game.go("face e").go("step e").go("step e").go("halt");
    assert_eq!((game.at("h").as_str(), game.at("u").as_str()), ("1510", "1110"));
    assert_eq!(game.unit("h").readiness, Readiness::Ready, "2 of 14 points");
    // The next step reaches nobody.
    game.go("step e");
    assert_eq!((game.topic(), game.at("u").as_str()), ("move", "1210"));
}

#[test]
fn whoever_rides_more_than_half_its_points_is_exhausted() {
    // LB 19.19.3: 8 of 14 points. LB 19.19.2: it stops in the first hex of General Order.
    let start = || {
        position()
            .unit(foot("u", "f11").at("1010", "e"))
            .unit(hussars("h", "a11").at("1310", "w").in_("column-of-companies").set("increments", 4))
    };
    let mut game = active(start(), "0910");
    game.go("take u").go("step e").go("reaction-move h").go("face e");
    for _ in 0..8 {
        game.go("step e");
    }
    game.go("halt");
    assert_eq!(game.unit("h").readiness, Readiness::Exhausted);
    let mut game = active(start().terrain("1410", "woods"), "0910");
    game.go("take u").go("step e").go("reaction-move h").go("face e").go("step e");
    assert_eq!(game.unit("h").formed, Formed::GeneralOrder);
    assert!(game.state.moves.last().is_some_and(|moving| moving.stopped));
}

#[test]
fn who_makes_reaction_moves() {
    // LB 19.19a: not against cavalry, not Exhausted; Disordered cavalry may when infantry comes next to it, by the other reading formed
    // cavalry only (LB G-55).
    let asked = |reading: &str, mover: Piece, horse: Piece| {
        let start = position().option("reaction-movers", reading).unit(mover).unit(horse);
        let mut game = active(start, "0910");
        game.go("take u").go("step e");
        game.topic() == "reaction-move"
    };
    let u = || foot("u", "f11").at("1010", "e");
    let ready = || hussars("h", "a11").at("1310", "w").in_("column-of-companies").set("increments", 4);
    assert!(asked("any", u(), ready()));
    assert!(!asked("any", u(), ready().with("readiness", "exhausted")));
    let cavalry = hussars("u", "f11").at("1010", "e").in_("column-of-companies").set("increments", 4);
    assert!(!asked("any", cavalry, ready()));
    let loose = || hussars("h", "a11").at("1210", "").with("order", "disorder");
    assert!(asked("any", u(), loose()));
    assert!(!asked("formed", u(), loose()));
    // In the zone of enemy cavalry it may not.
    let held = position()
        .unit(u())
        .unit(ready())
        .unit(hussars("k", "f21").at("1409", "sw").in_("column-of-companies").set("increments", 4));
    let mut game = active(held, "0910");
    game.go("take u").go("step e");
    assert_eq!(game.topic(), "move");
}

#[test]
fn reactions_nest() {
    // LB 19.19.1, 15.6a: cavalry that moves in reaction out of the zone of the other side's infantry is fired on in turn.
    let start = position()
        .unit(foot("u", "f11").at("1010", "e"))
        .unit(foot("w", "f12").at("1311", "n").in_("line"))
        .unit(hussars("h", "a11").at("1310", "w").in_("column-of-companies").set("increments", 4));
    let mut game = active(start, "0910");
    game.go("take u").go("step e");
    assert_eq!(game.topic(), "reaction-move");
    game.go("reaction-move h").go("face e").go("step e");
    assert_eq!((game.topic(), game.asked().0), ("opportunity-fire", 0), "now the other side is asked");
    game.roll(&[1, 2], "opportunity-fire w");
    while game.topic() == "form-square" {
        game.say("let-come");
    }
    assert_eq!((game.topic(), game.at("h").as_str()), ("move", "1410"));
    game.go("halt");
    assert_eq!(game.at("u"), "1110");
}

#[test]
fn a_line_that_has_closed_with_one_hex_wheels_on() {
    // LB 10.2.1b, 12.6.7a, 12.6.7b, G19: infantry in two hexes meets an enemy with its right hex; the left wheels on though the zone would
    // hold it, and is fired on. It went into no zone from another, so it needs no assault.
    let start = position()
        .unit(foot("u", "f11").at("1011 1111", "n").in_("line"))
        .unit(foot("e", "a11").at("1209", "").with("order", "disorder"));
    let mut game = active(start, "0912");
    game.say("take u").say("step ne");
    assert_eq!((game.at("u").as_str(), game.state.moves[0].stopped), ("1010 1110", true));
    assert_eq!(game.refused("step nw").as_deref(), Some("LB 13.1.5a"));
    assert_eq!(game.refused("wheel left").as_deref(), Some("LB 13.1.5a"), "that leads nobody to the enemy");
    game.say("wheel right");
    assert_eq!(game.topic(), "opportunity-fire");
    game.say("no-reaction");
    assert_eq!((game.at("u").as_str(), game.state.moves[0].spent.to_string().as_str()), ("1109 1110", "4"));
}

#[test]
fn a_line_that_would_wheel_from_zone_to_zone_has_to_assault() {
    // LB 10.2.2.2b, G19: a second enemy has its left hex in his zone already.
    let start = position()
        .unit(foot("u", "f11").at("1011 1111", "n").in_("line"))
        .unit(foot("e", "a11").at("1209", "").with("order", "disorder"))
        .unit(foot("f", "a11").at("0910", "ne").set("increments", 3));
    let mut game = active(start, "0912");
    game.say("take u").say("step ne");
    assert_eq!(game.refused("wheel right").as_deref(), Some("LB 10.2.2.2b"));
    game.say("assault u 1209");
    assert!(game.refused("wheel right").is_none());
}

#[test]
fn joining_friends_comes_before_the_charge() {
    // LB 10.1.3a, 10.1.3.1a, 10.1.3.1c, 12.2.1f, V41: fired on alone where it was; then it joins and conforms; then the cavalry may try them all.
    let start = position()
        .unit(foot("m", "f11").at("1010", "e"))
        .unit(foot("f", "f11").at("1110", "ne").in_("line"))
        .unit(foot("e", "a11").at("1009", "s").in_("line"))
        .unit(hussars("c", "a11").at("1310", "w").in_("column-of-companies").set("increments", 4));
    let mut game = active(start, "0911");
    game.say("take m");
    game.roll(&[3, 3], "join e");
    assert_eq!((game.topic(), game.at("m").as_str()), ("opportunity-fire", "1010"));
    assert_eq!(game.unit("m").formed, Formed::Column);
    game.say("no-reaction");
    if game.topic() == "reaction-move" {
        game.say("no-reaction");
    }
    assert_eq!((game.topic(), game.stack("1110")), ("opportunity-charge", vec!["f", "m"]));
    assert_eq!(game.unit("m").formed, Formed::Line, "it has conformed");
}

#[test]
fn who_failed_to_charge_may_try_again_at_the_next_event() {
    // LB 10.1.3.2a, 10.1.3.2b, 19.18.1a, V43: entering the zone, then changing formation in it.
    let start = position()
        .unit(foot("m", "f11").at("1010", "e"))
        .unit(hussars("c", "a11").at("1310", "w").in_("column-of-companies").set("increments", 4));
    let mut game = active(start, "0911");
    game.say("take m").say("step e");
    assert_eq!(game.topic(), "reaction-move");
    game.say("no-reaction");
    assert_eq!((game.topic(), game.at("m").as_str()), ("opportunity-charge", "1110"), "after it has come in");
    game.roll(&[1, 2], "opportunity-charge c");
    assert_eq!(game.topic(), "move");
    game.say("form line ne-corner");
    assert_eq!(game.topic(), "reaction-move");
    game.say("no-reaction");
    assert_eq!((game.topic(), game.unit("m").formed), ("opportunity-charge", Formed::Column), "before it is formed");
    game.say("no-reaction");
    assert_eq!(game.unit("m").formed, Formed::Line);
}

#[test]
fn who_joins_friends_without_a_change_has_only_come_in() {
    // LB 10.1.3g, 10.1.3.1a: a Column joins a Column in the zone of infantry, and nobody fires; a Line that it would have to become is fired on,
    // all of it, once it is formed.
    let joins = |there: Piece| {
        let start = position()
            .unit(foot("m", "f11").at("1010", "e"))
            .unit(there)
            .unit(foot("e", "a11").at("1211", "nw").in_("line"));
        let mut game = active(start, "0911");
        game.say("take m").say("join e");
        game
    };
    let plain = joins(foot("f", "f11").at("1110", "e"));
    assert_eq!((plain.topic(), plain.stack("1110")), ("move", vec!["f", "m"]));
    let formed = joins(foot("f", "f11").at("1110", "ne").in_("line"));
    assert_eq!((formed.topic(), formed.stack("1110")), ("opportunity-fire", vec!["f", "m"]));
}

#[test]
fn a_wheel_is_held_up_by_a_zone_that_its_end_comes_through() {
    // LB 10.3.1a, 9.2.1a, V36: two wheels of three hexes of cavalry over clear ground cost 1 + 2 and 1 + 2. Enemy cavalry whose zone
    // the outer end would pass on the way of the second bars that one.
    let line = || heavy("u", "f11").at("1010 1110 1210", "n").in_("line").set("increments", 12);
    let mut free = active(position().unit(line()).unit(foot("x", "a11").at("2020", "w")), "0911");
    free.say("take u").say("wheel left").say("wheel left");
    assert_eq!((free.at("u").as_str(), free.state.moves[0].spent.to_string().as_str()), ("1010 1009 0908", "6"));
    let horse = |at: &str| heavy("h", "a11").at(at, "s").in_("line").set("increments", 4);
    let mut held = active(position().unit(line()).unit(horse("1007")), "0911");
    held.go("take u").go("wheel left");
    assert_eq!(held.refused("wheel left").as_deref(), Some("LB 10.3.1a"), "{} {:?}", held.at("u"), held.topic());
}
