//! Chapter 13: movement, voluntary and not.

use crate::common::*;
use les_batailles::movement::Cause;
use les_batailles::state::{LeaderPlace, Order, Place};

/// Two sides far apart, so that nothing else matters.
fn far_away(position: Position) -> Position {
    position.unit(foot("far", "a11").at("2424", "w"))
}

#[test]
fn a_rout_runs_from_the_enemy_until_its_points_are_spent() {
    // LB 12.12.2a, 12.12.2c, 13.2.1a, 13.2.4a, D-01: 7 points printed, 11 in a rout; each hex is farther from the enemy.
    let mut game = position().unit(foot("u", "f11").at("1212", "e")).unit(foot("v", "a11").at("1412", "w")).still();
    let id = game.id("u");
    game.begin(&[], |play| play.rout(id, Cause::Morale));
    let mut steps = 0;
    while game.topic() == "retreat" {
        let way = game.offered()[0].clone();
        let before = game.table().nearest_enemy(kernel::Side::FIRST, game.unit("u").hexes.head());
        game.say(&way);
        let now = game.table().nearest_enemy(kernel::Side::FIRST, game.unit("u").hexes.head());
        assert!(now > before, "each hex is farther away");
        steps += 1;
    }
    assert!(steps > 3);
    assert_eq!(game.order("u"), Order::Pgd);
    let far = game.table().nearest_enemy(kernel::Side::FIRST, game.unit("u").hexes.head());
    assert_eq!(far, Some(13), "2 hexes away, and 11 more");
}

#[test]
fn a_rout_leaves_increments_in_zones_and_pays_for_ground() {
    // LB 10.5a, 10.5c, 13.2.1a: one Increment for the zone it leaves; woods cost three points.
    let mut game = position()
        .terrain("0812 0712 0612 0512 0412 0312 0811 0711 0813 0713 0911 0913 0912 1012 1011 1013", "woods")
        .unit(foot("u", "f11").at("1212", "e"))
        .unit(foot("v", "a11").at("1312", "w"))
        .still();
    let id = game.id("u");
    game.begin(&[], |play| play.rout(id, Cause::Assault));
    assert_eq!(game.unit("u").losses, 0, "nothing is lost before it leaves");
    while game.topic() == "retreat" {
        let way =
            game.offered().into_iter().find(|way| way.ends_with("12")).unwrap_or_else(|| game.offered()[0].clone());
        game.say(&way);
    }
    assert_eq!(game.unit("u").losses, 1);
    // 11 points: clear 1, then woods at 3 each: 1112, 1012, 0912, 0812 and one point is left over.
    assert_eq!(game.at("u"), "0812");
}

#[test]
fn whoever_has_no_way_surrenders_and_his_leader_with_him() {
    // LB 13.2.2a, 13.2.4c, G-50: a ring of enemies but for a hex that may not be entered.
    let ring = |reading: &str| {
        let mut position = position().option("surrendered-leaders", reading).hexside("1212 w", "river");
        position = position.unit(foot("u", "f11").at("1212", "e")).leader(leader("x", "f11", "1212"));
        position = position.unit(foot("friend", "f11").at("0505", "e"));
        for (key, at) in [("a", "1311"), ("b", "1312"), ("c", "1313"), ("d", "1211"), ("e", "1213")] {
            position = position.unit(foot(key, "a11").at(at, "").with("order", "disorder"));
        }
        position
    };
    for (reading, captured) in [("captured", true), ("escape", false)] {
        let mut game = ring(reading).still();
        let id = game.id("u");
        game.begin(&[], |play| play.rout(id, Cause::Assault));
        if game.topic() == "flight" {
            let way = game.offered()[0].clone();
            game.say(&way);
        }
        assert_eq!(game.unit("u").place, Place::Gone(les_batailles::state::Loss::Surrendered));
        let taken = game.leader("x").place == LeaderPlace::Captured;
        assert_eq!(taken, captured, "{reading}");
    }
}

#[test]
fn a_rout_leads_off_the_map() {
    // LB 13.2.7a, 13.2.7b, G-49.
    let mut game = position()
        .unit(foot("u", "f11").at("0111", "e"))
        .leader(leader("x", "f11", "0111"))
        .unit(foot("v", "a11").at("0411", "w"))
        .still();
    let id = game.id("u");
    game.begin(&[], |play| play.rout(id, Cause::Morale));
    assert_eq!(game.unit("u").place, Place::Gone(les_batailles::state::Loss::RoutedOff));
    assert!(matches!(game.leader("x").place, LeaderPlace::OffMap { .. }));
}

#[test]
fn a_recoil_counts_hexes_and_takes_the_leader_if_he_likes() {
    // LB 13.2.1b, 16.7.1a, G28: two hexes, whatever they cost.
    for (word, with) in [("leader-goes x", true), ("leader-stays x", false)] {
        let mut game = position()
            .terrain("1112 1012 1011 1111 1013 1113", "woods")
            .unit(foot("u", "f11").at("1212", "").with("order", "disorder"))
            .leader(leader("x", "f11", "1212"))
            .unit(foot("v", "a11").at("1312", "w"))
            .still();
        let id = game.id("u");
        game.begin(&[], |play| play.recoil(id, 2));
        assert_eq!(game.topic(), "leader-goes");
        game.say(word);
        while game.topic() == "retreat" {
            let way = game.offered()[0].clone();
            game.say(&way);
        }
        let far = game.table().nearest_enemy(kernel::Side::FIRST, game.unit("u").hexes.head());
        assert_eq!((far, game.unit("u").losses), (Some(3), 1));
        assert_eq!(game.table().leaders_with(id).next().is_some(), with);
    }
}

#[test]
fn a_recoil_into_friends_who_have_no_room() {
    // LB 11.1.4b, 11.1.5b, G-52: both check at -6; then the last to come goes on, as a displacement or as a recoil.
    for (reading, words) in [("displaced", "is displaced"), ("goes-on", "falls back")] {
        let mut game = position()
            .option("recoil-overfull", reading)
            .unit(foot("u", "f11").at("1212", "").with("order", "disorder"))
            .unit(foot("v", "a11").at("1312", "w"))
            .unit(foot("f1", "f11").at("1112", "e").set("increments", 8))
            .unit(foot("f2", "f11").at("1112", "e").set("increments", 8))
            .unit(foot("w1", "f11").at("1111", "e").set("increments", 18))
            .unit(foot("w2", "f11").at("1113", "e").set("increments", 18))
            .still();
        let id = game.id("u");
        // 66 for those there, 66 for those who come.
        game.begin(&[], |play| play.recoil(id, 1));
        assert_eq!(game.topic(), "retreat");
        game.roll(&[6, 6, 6, 6], "fall-back 1112");
        while game.topic() == "retreat" || game.topic() == "displacement" {
            let way = game
                .offered()
                .into_iter()
                .find(|way| way.ends_with("1012"))
                .unwrap_or_else(|| game.offered()[0].clone());
            game.say(&way);
        }
        assert_ne!(game.at("u"), "1112");
        let told = game.told();
        assert!(told[told.len() - 2].contains(words), "{reading}: {told:?}");
    }
}

#[test]
fn a_bounce_goes_a_third_and_checks() {
    // LB 19.9.3a, 19.9.3b, 13.2.1a, G20: 11 points: 4; pass: Disorder; fail: rout with 17 - 4 = 13 points less.
    let bounce = |dice: &[u8]| {
        let mut game = far_away(position())
            .unit(heavy("u", "f11").at("1412", "e").in_("column-of-companies").set("increments", 4))
            .unit(foot("v", "a11").at("1512", "w"))
            .still();
        let id = game.id("u");
        game.begin(&[], |play| play.bounce(id));
        let mut hexes = 0;
        while game.topic() == "retreat" && hexes < 3 {
            let way = game.offered()[0].clone();
            game.say(&way);
            hexes += 1;
        }
        let way = game.offered()[0].clone();
        game.roll(dice, &way);
        while game.topic() == "retreat" {
            let way = game.offered()[0].clone();
            game.say(&way);
        }
        let far = game.table().nearest_enemy(kernel::Side::FIRST, game.unit("u").hexes.head());
        (game.order("u"), game.unit("u").losses, far.unwrap())
    };
    assert_eq!(bounce(&[4, 4]), (Order::Disorder, 1, 5));
    let (order, losses, far) = bounce(&[1, 2]);
    assert_eq!((order, losses), (Order::Pgd, 1));
    assert!(far >= 13, "{far}");
}

/// The battle as the chit of the division leader `d` is drawn.
fn active(position: Position, leader_at: &str) -> Game {
    position
        .unit(foot("far", "a21").at("2424", "w"))
        .leader(leader("d", "f11", leader_at))
        .start("segment = \"maneuver\"\nmaneuver-units = [\"d\"]")
        .play(&[1])
}

fn spent(game: &Game) -> String {
    game.state.moves.last().expect("somebody moves").spent.to_string()
}

#[test]
fn a_stack_goes_at_the_pace_of_its_slowest() {
    // LB 13.1.3a, 13.1.3.1a, 13.1.3.2a: foot 7 and limbered guns 5: five points; cultivated ground costs guns two.
    let start = position()
        .terrain("1110", "cultivated")
        .unit(foot("u", "f11").at("1010", "e"))
        .unit(guns("g", "f11").at("1010", "").set("limbered", true).set("increments", 1))
        .unit(foot("v", "f11").at("0909", "e"));
    let mut game = active(start, "1010");
    game.say("take u");
    assert_eq!(game.state.moves[0].allowance.to_string(), "5");
    game.say("step e");
    assert_eq!((spent(&game).as_str(), game.stack("1110")), ("2", vec!["u", "g"]));
    // His leader rides with them (LB 8.1.5a).
    assert_eq!(game.leader("d").hex, game.hex("1110"));
    // It drops the guns off: they have moved, and what is left goes on as it did (LB 13.1.3.4a).
    game.say("drop g").say("step e").say("halt");
    assert_eq!((game.at("u").as_str(), game.at("g").as_str()), ("1210", "1110"));
    assert!(game.unit("g").turn.movement.moved);
    assert!(game.leader("d").turn.moved);
}

#[test]
fn one_of_a_stack_may_go_alone() {
    // LB 13.1.3a: singly or as a stack; whoever stays has not moved.
    let start = position().unit(foot("u", "f11").at("1010", "e")).unit(foot("v", "f11").at("1010", "e"));
    let mut game = active(start.clone(), "1010");
    game.say("alone v").say("leave-leader d").say("step e").say("halt");
    assert_eq!((game.stack("1010"), game.stack("1110")), (vec!["u"], vec!["v"]));
    assert_eq!(game.refused("take v").as_deref(), Some("LB 8.4b"));
    assert!(game.refused("take u").is_none());
    let mut game = active(start, "1010");
    game.say("take u").say("leave v").say("step e").say("halt");
    assert_eq!((game.stack("1010"), game.stack("1110")), (vec!["v"], vec!["u"]));
}

#[test]
fn nobody_picks_others_up() {
    // LB 13.1.3.3a: it joins them and goes on, they stay.
    let start = position()
        .unit(foot("u", "f11").at("1010", "e"))
        .unit(foot("v", "f11").at("1110", "e"))
        .unit(foot("w", "f11").at("0909", "e"));
    let mut game = active(start, "1010");
    game.say("take u").say("join e").say("step e").say("halt");
    assert_eq!((game.at("u").as_str(), game.at("v").as_str()), ("1210", "1110"));
    assert!(!game.unit("v").turn.movement.moved);
}

#[test]
fn a_leader_rides_to_units_and_on_with_them() {
    // LB 13.1.3.3a, G29: he has 9 points; after 5 hexes four are left to him and to those he goes with.
    let start = position().unit(foot("u", "f11").at("1310", "e")).unit(foot("v", "f11").at("1010", "e"));
    let mut game = active(start, "1010");
    game.say("ride-out d").say("ride-out-to 1310");
    let ridden = game.leader("d").turn.spent.to_string();
    assert_eq!((ridden.as_str(), game.leader("d").turn.moved), ("3", true));
    game.say("take u");
    let left = u8::min(7, game.rules.leaders[game.leader_id("d").ix()].movement - 3);
    assert_eq!(game.state.moves[0].allowance.to_string(), left.to_string());
    game.say("step e").say("halt");
    assert_eq!(game.leader("d").hex, game.hex("1410"));
}

#[test]
fn hexsides_and_ground_add_up() {
    // LB 13.1.7a, 13.1.7.1a, 13.1.7.2a: a hedge 1, uphill 1; a river never, a bridge in Road Column only.
    let step = |more: fn(Position) -> Position| {
        let start = more(position().unit(foot("u", "f11").at("1010", "e")).unit(foot("v", "f11").at("0909", "e")));
        let mut game = active(start, "1010");
        game.say("take u");
        match game.refused("step e") {
            Some(rule) => rule,
            None => {
                game.say("step e");
                spent(&game)
            }
        }
    };
    assert_eq!(step(|start| start), "1");
    assert_eq!(step(|start| start.hexside("1010 e", "hedge")), "2");
    assert_eq!(step(|start| start.hexside("1010 e", "stream").level("1110", 1)), "3");
    assert_eq!(step(|start| start.level("1010", 1)), "1", "downhill costs nothing");
    assert_eq!(step(|start| start.hexside("1010 e", "river")), "LB 13.1.7.1a");
    assert_eq!(step(|start| start.hexside("1010 e", "bridge")), "LB 13.1.7.1a");
    // A road helps those in Road Column alone.
    assert_eq!(step(|start| start.terrain("1110", "village").road("1010 1110")), "3");
}

#[test]
fn guns_string_out_on_a_road() {
    // LB 18.2.2a: limbered guns of two Increments on a road are in Road Column of themselves, and pay half a point a hex.
    let start = position()
        .road("1010 1110 1210 1310")
        .unit(guns("g", "f11").at("1010", "").set("limbered", true))
        .unit(foot("v", "f11").at("0909", "e"));
    let mut game = active(start, "0909");
    game.say("take g").say("step e").say("step e");
    assert_eq!((spent(&game).as_str(), game.at("g").as_str()), ("1", "1210 1110"));
    // Off the road they close up: a clear hex and half a point for the tail (LB 18.2.2c).
    game.say("step ne");
    assert_eq!((spent(&game).as_str(), game.unit("g").hexes.len()), ("2 1/2", 1));
}

#[test]
fn a_zone_stops_and_is_left_by_a_check() {
    // LB 10.2.1a, 13.1.5a: it stops in the zone, and may still turn. LB 10.2.2a, 10.2.2.1a, G-53: it leaves by its first action.
    let start = position()
        .unit(foot("u", "f11").at("1010", "e"))
        .unit(foot("v", "f11").at("0909", "e"))
        .unit(foot("e", "a11").at("1310", "w"));
    let mut game = active(start, "1010");
    game.say("take u").say("step e").say("step e");
    assert!(game.state.moves[0].stopped);
    assert_eq!(game.refused("step ne").as_deref(), Some("LB 13.1.5a"));
    game.say("face w").say("halt");
    let begins_there = |reading: &str| {
        position()
            .option("refacing-first", reading)
            .unit(foot("u", "f11").at("1210", "e"))
            .unit(foot("v", "f11").at("0909", "e"))
            .unit(foot("e", "a11").at("1310", "w"))
    };
    let mut game = active(begins_there("free"), "1210");
    game.say("take u").say("face w");
    // 33 passes; the enemy may fire as it leaves (LB 10.1.3c, 10.1.3f), where it stood.
    game.roll(&[3, 3], "step w");
    assert_eq!(game.topic(), "opportunity-fire");
    game.say("no-reaction");
    assert_eq!(game.at("u"), "1110");
    // 21 fails: Disorder, and no move (LB 10.2.2b).
    let mut game = active(begins_there("free"), "1210");
    game.say("take u").say("face w");
    game.roll(&[2, 1], "step w");
    assert_eq!((game.at("u").as_str(), game.order("u")), ("1210", Order::Disorder));
    let mut game = active(begins_there("counts"), "1210");
    game.say("take u").say("face w");
    assert_eq!(game.refused("step w").as_deref(), Some("LB 10.2.2.1a"));
}

#[test]
fn cavalry_leaves_zones_of_foot_without_a_check() {
    // LB 10.3.1a, 10.3.2a: through the zone of infantry and on; a cavalry zone stops it.
    let start = position()
        .unit(hussars("u", "f11").at("1010", "e").in_("column-of-companies").set("increments", 4))
        .unit(foot("v", "f11").at("0909", "e"))
        .unit(foot("e", "a11").at("1211", "nw").in_("line"));
    let mut game = active(start, "1010");
    game.go("take u").go("step e").go("step e");
    if game.topic() == "opportunity-fire" {
        game.go("no-reaction");
    }
    assert!(!game.state.moves[0].stopped);
    assert_eq!(game.at("u"), "1210");
}

#[test]
fn facing_changes_while_a_point_is_left() {
    // LB 5.1.1b, 9.2b, 9.2c, V34: 7 points: after six it may turn as often as it likes; with the seventh spent its move is over.
    let start = position().unit(foot("u", "f11").at("1010", "e")).unit(foot("v", "f11").at("0909", "e"));
    let mut game = active(start, "1010");
    game.say("take u");
    for _ in 0..6 {
        game.say("step e");
    }
    game.say("face w").say("face e").say("face ne");
    assert_eq!(spent(&game), "6");
    game.say("step e");
    assert!(game.state.moves.is_empty(), "nothing is left to it");
    assert!(game.unit("u").turn.movement.moved);
}

#[test]
fn whoever_is_disordered_on_the_way_has_half_of_what_is_left() {
    // LB 12.11.2a: 7 points, two spent: five left, halved to 3.
    let start = position().unit(foot("u", "f11").at("1010", "e")).unit(foot("v", "f11").at("0909", "e"));
    let mut game = active(start, "1010");
    game.say("take u").say("step e").say("step e");
    let id = game.id("u");
    game.with(&[], |play| play.disorder(id, Cause::Fire));
    assert_eq!(game.state.moves[0].left().to_string(), "3");
}

#[test]
fn a_division_force_marches() {
    // LB 13.3a, 13.3.2a, 13.3.3a, 13.3.3b: a die of points for all; afterwards one roll: 43 − 6 = 33 against 21 passes, against 34 fails.
    let start = position()
        .unit(foot("u", "f11").at("1010", "e"))
        .unit(foot("v", "f11").at("0909", "e").with("morale", "34"))
        .unit(foot("o", "f12").at("0404", "e"))
        .unit(foot("far", "a21").at("2424", "w"))
        .leader(leader("d", "f11", "1010"))
        .leader(leader("e", "f12", "0404"))
        .start("segment = \"maneuver\"\nmaneuver-units = [\"d\", \"e\"]");
    let mut game = start.play(&[1]);
    game.roll(&[4], "force-march f11");
    assert_eq!(game.refused("force-march f11").as_deref(), Some("LB 13.3a"));
    game.say("take u");
    assert_eq!(game.state.moves[0].allowance.to_string(), "11");
    // Only over ground for columns (LB 13.3.1b).
    game.say("step e").say("halt");
    game.say("take v");
    assert!(!game.has_told("checks its morale"));
    // With the last of them the march is over; the next chit follows.
    game.roll(&[4, 3, 1], "halt");
    assert_eq!((game.order("u"), game.order("v")), (Order::Good, Order::Disorder));
}

#[test]
fn a_force_march_is_made_in_column_and_shakes() {
    // LB 13.3.1a, 13.3.1b, 13.3.1c, 13.3.4a, V-26, D-04.
    let start = |more: fn(Position) -> Position, marches: &str| {
        let start = position()
            .terrain("1110", "woods")
            .unit(foot("u", "f11").at("1010", "e").with("morale", "16"))
            .unit(foot("l", "f11").at("0909", "n").in_("line").with("morale", "11"))
            .unit(foot("far", "a21").at("2424", "w"))
            .leader(leader("d", "f11", "1010").with("morale", "2"))
            .leader(leader("e", "f12", "0404"))
            .unit(foot("o", "f12").at("0404", "e"))
            .start(&format!("segment = \"maneuver\"\nmaneuver-units = [\"d\", \"e\"]{marches}"));
        more(start).play(&[1])
    };
    let mut game = start(|start| start, "");
    game.roll(&[1], "force-march f11");
    game.say("take u");
    assert_eq!(game.refused("step e").as_deref(), Some("LB 13.3.1b"));
    game.say("halt").say("take l");
    assert_eq!(game.refused("step ne").as_deref(), Some("LB 13.3.1a"));
    game.say("form column e").say("step e");
    game.say("halt");
    // 25 − 6 + 2 = 21 > 16.
    game.roll(&[2, 5, 1], "done");
    assert_eq!(game.order("u"), Order::Good);
    assert!(game.ledger.entries.iter().any(|entry| entry.to_text().contains("division leader")), "{:?}", game.told());
    // Whoever is out of command keeps the whole division back (LB 13.3.1c).
    let game = start(|start| start.unit(foot("lost", "f11").at("2001", "e")), "");
    assert_eq!(game.refused("force-march f11").as_deref(), Some("LB 13.3.1c"));
    // Not in Disorder (LB 13.3a).
    let game = start(|start| start.unit(foot("v", "f11").at("1011", "").with("order", "disorder")), "");
    assert_eq!(game.refused("force-march f11").as_deref(), Some("LB 13.3a"));
}

#[test]
fn force_marches_in_a_row_weigh_more() {
    // LB 13.3.3b, V-26: −6, then −9, −12. D-04: third turn, leader +2: 33 − 12 + 2 = 15 does not exceed 16.
    let mut game = position()
        .unit(foot("u", "f11").at("1010", "e").with("morale", "16"))
        .unit(foot("far", "a21").at("2424", "w"))
        .unit(foot("o", "f12").at("0404", "e"))
        .leader(leader("d", "f11", "1010").with("morale", "2"))
        .leader(leader("e", "f12", "0404"))
        .start("segment = \"maneuver\"\nmaneuver-units = [\"d\", \"e\"]")
        .play(&[1]);
    let f11 = game.rules.formations.iter().position(|card| card.key == "f11").unwrap();
    game.state.formations[f11].marches = 2;
    game.roll(&[1], "force-march f11");
    game.say("take u").say("halt");
    game.roll(&[3, 3, 1], "done");
    assert_eq!((game.order("u"), game.state.formations[f11].marches), (Order::Disorder, 3));
}

#[test]
fn a_routed_unit_far_away_seeks_cover() {
    // LB 13.2.6a, 12.12.2d: fifteen hexes off it spends what is left to reach the nearest ground that is not clear, as far off.
    let mut game = position()
        .terrain("0308", "cultivated")
        .terrain("1012", "woods")
        .unit(foot("u", "f11").at("0705", "e"))
        .unit(foot("v", "a11").at("2005", "w"))
        .still();
    let id = game.id("u");
    game.begin(&[], |play| play.rout(id, Cause::Morale));
    while game.topic() == "retreat" {
        let way = game.offered()[0].clone();
        game.say(&way);
    }
    assert_eq!(game.at("u"), "0308", "the woods are nearer to it, and to the enemy");
}

#[test]
fn retreats_trigger_nothing_but_harassment() {
    // LB 10.1.3d, 13.2b, 12.10.7d, G-51: no fire as it leaves the zone of infantry; harassed by duty, or as the owner of the skirmishers likes.
    let start = |reading: &str| {
        position()
            .option("harassment", reading)
            .unit(foot("u", "f11").at("1210", "").with("order", "disorder"))
            .unit(hussars("h", "a11").at("1211 1311", "n").in_("skirmish"))
            .unit(foot("v", "a11").at("1310", "w"))
            .still()
    };
    for (word, told) in [("harass h", true), ("let-go h", false)] {
        let mut game = start("choice");
        let id = game.id("u");
        game.begin(&[], |play| play.recoil(id, 1));
        if game.topic() == "retreat" {
            game.say(&game.offered()[0].clone());
        }
        assert_eq!((game.topic(), game.asked().0), ("harass", 1));
        game.roll(if told { &[1, 1] } else { &[] }, word);
        assert_eq!(game.has_told("harasses"), told);
        assert!(!game.has_told("LB 15.6b"));
    }
}

#[test]
fn harassment_is_one_attack_for_all_hexes_left() {
    // LB 12.10.7.1a, 12.10.7.1b: a battalion recoils one hex out of the zone: 4 against 2 + 1: 1:1 and a third.
    let mut game = position()
        .unit(foot("u", "f11").at("1210", "").with("order", "disorder"))
        .unit(hussars("h", "a11").at("1211 1311", "n").in_("skirmish"))
        .still();
    let id = game.id("u");
    game.begin(&[], |play| play.recoil(id, 1));
    // It pays for the zone of the skirmishers besides (LB 10.5a).
    game.roll(&[5, 2, 6, 6], &game.offered()[0].clone());
    assert!(game.has_told("harasses"));
    assert_eq!(game.unit("u").losses, 2, "{:?}", game.told());
}

#[test]
fn the_zone_of_skirmishers_ends_at_cover() {
    // LB 12.10.7c: not into terrain of General Order, nor beyond it, nor over what horse may not cross.
    let plain = position().unit(hussars("h", "a11").at("1009 1109", "s").in_("skirmish")).still();
    let zone = |game: &Game| game.table().skirmish_zone(game.id("h")).0.len();
    let woods =
        position().terrain("1010", "woods").unit(hussars("h", "a11").at("1009 1109", "s").in_("skirmish")).still();
    assert!(zone(&woods) < zone(&plain));
    let hex = woods.hex("1010");
    assert!(!woods.table().skirmish_zone(woods.id("h")).contains(hex));
}

#[test]
fn a_leader_who_runs_through_and_the_units_beyond_the_first() {
    // LB 8.1.1c, 11.1.3a, G-56: two battalions are run over by routers with a leader (+1): −12 + 1, or −12 − 3 + 1. 41 − 11 = 22 > 21;
    // 41 − 14 = 15.
    for (reading, order) in [("counts", Order::Good), ("bonus-only", Order::Disorder)] {
        let mut game = position()
            .option("passing-leader", reading)
            .unit(foot("u", "f11").at("1210", "").with("order", "disorder"))
            .leader(leader("x", "f11", "1210").with("morale", "1"))
            .unit(foot("a", "f11").at("1110", "e"))
            .unit(foot("b", "f11").at("1110", "e"))
            .unit(foot("e", "a11").at("1410", "w"))
            .still();
        let id = game.id("u");
        game.begin(&[], |play| play.rout(id, Cause::Morale));
        let way = game.offered().into_iter().find(|way| way.ends_with("1110")).expect("it may run over them");
        // One roll for the stack they run through.
        let decision = kernel::Notation::read(&game.rules, &way).unwrap();
        let seat = game.asked();
        let mut scripted = kernel::Scripted::new([4, 1, 6, 6, 6, 6]);
        kernel::Rulebook::play(&game.rules, &mut game.state, seat, decision, &mut scripted, &mut game.ledger);
        assert_eq!(game.order("a"), order, "{reading}: {:?}", game.told());
    }
}

#[test]
fn nobody_enters_the_enemys_hex() {
    // LB 13.1.4a: combat units bar the way, a leader alone does not; he flies (LB 8.1.4b).
    let start = position()
        .unit(foot("u", "f11").at("1010", "e"))
        .unit(foot("v", "f11").at("0909", "e"))
        .unit(wagon("w", "a11").at("1110", ""))
        .unit(foot("x", "a11").at("2020", "w"))
        .leader(leader("al", "a11", "1109"));
    let mut game = active(start, "1010");
    game.say("take u");
    assert_eq!(game.refused("step e").as_deref(), Some("LB 13.1.4a"));
    game.say("step ne");
    assert_eq!(game.at("u"), "1109");
    assert_ne!(game.leader("al").hex, game.hex("1109"));
}

#[test]
fn as_many_or_as_few_as_the_owner_likes() {
    // LB 13.1a, 13.1.1a: nobody has to move, and what is not spent is not saved.
    let start = position()
        .unit(foot("u", "f11").at("1010", "e"))
        .unit(foot("v", "f11").at("0909", "e"))
        .unit(foot("o", "f12").at("0404", "e"));
    let mut game = active(start, "1010");
    // Others are not theirs to move (LB 8.4.3d); routed units never by choice (LB 12.12.2b).
    assert_eq!(game.refused("take o").as_deref(), Some("LB 8.4.3d"));
    assert_eq!(game.refused("take far").as_deref(), Some("LB 1.0a"));
    game.say("take u").say("step e").say("halt");
    assert_eq!(game.refused("take u").as_deref(), Some("LB 8.4b"));
}

#[test]
fn a_retreat_enters_no_hex_twice() {
    // LB 13.2.4a, 13.2.4b: ringed at two hexes no hex is farther off, so the owner chooses; but he never goes back.
    let ring = ["1008", "1108", "1208", "0909", "1209", "0810", "1210", "0911", "1211", "1012", "1112", "0912"];
    let mut start = position().unit(foot("u", "f11").at("1010", "").with("order", "disorder"));
    let keys: Vec<String> = (0..ring.len()).map(|number| format!("w{number}")).collect();
    for (key, hex) in keys.iter().zip(ring) {
        start = start.unit(wagon(key, "a11").at(hex, ""));
    }
    let mut game = start.still();
    let id = game.id("u");
    game.begin(&[], |play| play.recoil(id, 3));
    assert!(game.offered().len() > 2, "{:?}", game.offered());
    let first = game.offered()[0].clone();
    game.say(&first);
    assert_eq!((game.topic(), format!("fall-back {}", game.at("u"))), ("retreat", first));
    assert!(!game.offered().contains(&"fall-back 1010".to_owned()), "{:?}", game.offered());
    assert_eq!(game.refused("fall-back 1010").as_deref(), Some("LB 13.2.4a"));
}

#[test]
fn who_has_half_a_point_left_may_still_turn() {
    // LB 9.2c, V34: thirteen hexes of road are six and a half of seven points; the fourteenth takes the last.
    let hexes: Vec<String> = (1..=20).map(|column| format!("{column:02}05")).collect();
    let mut game = position()
        .start("turn = 6\nsegment = \"maneuver\"\nmaneuver-units = [\"d\"]")
        .road(&hexes.join(" "))
        .unit(foot("b", "f11").at("0305", "e").in_("road-column").set("increments", 4))
        .unit(foot("x", "a11").at("2424", "w"))
        .leader(leader("d", "f11", "0305"))
        .play(&[1]);
    game.say("take b");
    for _ in 0..13 {
        game.say("step e");
    }
    assert_eq!(game.state.moves[0].left().to_string(), "1/2");
    assert!(game.refused("face w").is_none());
    game.say("step e");
    assert!(game.state.moves.is_empty(), "nothing is left to be done");
}
