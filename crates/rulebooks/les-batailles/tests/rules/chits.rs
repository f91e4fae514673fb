//! The Action chits: regrouping, marches, positions, escorts, reinforcements (8.7 to 8.10).

use crate::common::*;
use les_batailles::command::MuKind;
use les_batailles::state::{ChargeMarker, Formed, LeaderPlace};

/// The last turn, with one Action chit in the cup.
fn chit(name: &str) -> Position {
    position().start(&format!("turn = 6\nsegment = \"maneuver\"\ncup = [\"{name}\"]"))
}

#[test]
fn units_out_of_command_regroup() {
    // LB 8.9.2a, 8.9.2.1b, 8.9.2.1c, 8.9.2.1d, 8.4.3.6a, G5: eight hexes from its leader, straight to him, and it stops within three.
    let mut game = chit("regroup")
        .unit(foot("b", "f11").at("1305", "w"))
        .unit(foot("x", "a11").at("2424", "w"))
        .leader(leader("d", "f11", "0505"))
        .play(&[1]);
    assert_eq!((game.topic(), game.offered()), ("regroup-chit", vec!["done".into(), "regroup b".into()]));
    game.say("regroup b");
    // Not away from him; and no other formation.
    assert_eq!(game.refused("step sw").as_deref(), Some("LB 8.9.2.1d"));
    assert!(!game.offered().iter().any(|text| text.starts_with("form line")));
    for _ in 0..5 {
        game.say("step w");
    }
    assert_eq!(game.at("b"), "0805");
    assert_eq!(game.refused("step w").as_deref(), Some("LB 8.9.2.1c"));
    game.say("halt");
    assert!(game.state.over.is_some());
}

#[test]
fn who_may_not_regroup() {
    // LB 8.9.2a, G21: next to an enemy, by the other reading only in his zone; LB G5: within the span again.
    let beside = |option: &str| {
        chit("regroup")
            .option("regroup-bar", option)
            .terrain("1305", "woods")
            .unit(foot("b", "f11").at("1305", "w"))
            .unit(foot("x", "a11").at("1405", "w"))
            .leader(leader("d", "f11", "0505"))
            .play(&[1])
    };
    assert_ne!(beside("adjacent").topic(), "regroup-chit");
    assert_eq!(beside("zone").topic(), "regroup-chit");
    let game = chit("regroup")
        .unit(foot("b", "f11").at("0605", "w").set("in-command", false))
        .unit(foot("x", "a11").at("2424", "w"))
        .leader(leader("d", "f11", "0505"))
        .play(&[1]);
    assert!(game.state.over.is_some());
}

#[test]
fn regrouping_units_do_not_go_next_to_the_enemy() {
    // LB 8.9.2.1b, G33: an enemy stands beside the straight way; the detour is round him.
    let mut game = chit("regroup")
        .unit(foot("b", "f11").at("1305", "w"))
        .unit(foot("x", "a11").at("1005", "w"))
        .leader(leader("d", "f11", "0505"))
        .play(&[1]);
    game.say("regroup b").say("step w");
    assert_eq!(game.at("b"), "1205");
    assert_eq!(game.refused("step w").as_deref(), Some("LB 8.9.2.1b"));
}

#[test]
fn regrouping_out_of_cover_and_into_it() {
    // LB 8.9.2.1e, 8.9.2.1f, 8.9.2.1g: from woods into woods it stops after one hex; into the open it forms Column.
    let mut game = chit("regroup")
        .terrain("1305 1205", "woods")
        .unit(foot("b", "f11").at("1305", "w"))
        .unit(foot("x", "a11").at("2424", "w"))
        .leader(leader("d", "f11", "0505"))
        .play(&[1]);
    game.say("regroup b").say("step w");
    assert_eq!(game.at("b"), "1205");
    assert!(game.state.over.is_some() || game.offered().iter().all(|text| !text.starts_with("step")));
}

#[test]
fn units_in_command_put_themselves_in_order() {
    // LB 8.9.2.2a, 8.9.2.2b: where they stand, and into no more hexes.
    let mut game = chit("regroup")
        .unit(foot("b", "f11").at("0505", "w"))
        .unit(foot("x", "a11").at("2424", "w"))
        .leader(leader("d", "f11", "0505"))
        .play(&[1]);
    game.say("regroup b");
    assert!(game.offered().iter().all(|text| !text.starts_with("step")), "{:?}", game.offered());
    assert_eq!(game.refused("step w").as_deref(), Some("LB 8.9.2.2a"));
    let line = game.offered().into_iter().find(|text| text.contains("line")).expect("Line is offered");
    game.say(&line);
    assert_eq!((game.unit("b").formed, game.at("b")), (Formed::Line, "0505".into()));
}

#[test]
fn units_of_a_static_position_act_like_a_maneuver_unit() {
    // LB 8.8.3a, 8.8.3b, 8.9.2d, 8.8.4a: they move freely; who has left regroups to it.
    let start = |at: &str| {
        chit("regroup")
            .unit(foot("garrison", "f11").at("0505", "e").with("position", "farm"))
            .unit(foot("out", "f11").at(at, "w").with("position", "farm"))
            .unit(foot("stays", "f11").at("0506", "e").with("position", "farm"))
            .unit(foot("x", "a11").at("2424", "w"))
            .tables("[[positions]]\nkey = \"farm\"\nname = \"The farm\"\nside = \"f\"\nhexes = [\"0505\", \"0506\"]\n")
    };
    let mut game = start("1005").play(&[1]);
    game.say("regroup garrison").say("step ne").say("step e");
    game.say("halt").say("regroup out");
    for _ in 0..5 {
        game.say("step w");
    }
    assert_eq!(game.at("out"), "0505");
    assert_eq!(game.refused("step w").as_deref(), Some("LB 8.9.2.1c"));
}

#[test]
fn escorts_move_with_the_leader_chit() {
    // LB 8.9.1.1a, 8.9.1.1b: next to its leader when the chit is drawn; as an Army Asset it does not.
    let start = |option: &str| {
        chit("leader")
            .option("escorts", option)
            .unit(hussars("guides", "f").at("0605", "se").with("escort", "f"))
            .unit(hussars("far", "f").at("0805", "se").with("escort", "f"))
            .unit(foot("x", "a11").at("2424", "w"))
            .leader(leader("f", "f", "0505"))
            .play(&[1])
    };
    let mut game = start("leader-chit");
    assert_eq!(game.offered(), ["done", "ride f", "escort guides"]);
    game.say("ride f").say("ride-to 0510").say("escort guides");
    assert!(game.table().is_active(game.id("guides")));
    assert!(game.offered().iter().any(|text| text.starts_with("step")));
    assert_eq!(start("assets").offered(), ["done", "ride f"]);
}

/// A battle in which a brigade arrives by a road in the west.
fn arriving(keys: &str) -> Position {
    let hexes: Vec<String> = (1..=20).map(|column| format!("{column:02}05")).collect();
    chit("reinforcement")
        .road(&hexes.join(" "))
        .unit(foot("x", "a11").at("2424", "w"))
        .tables(&format!("[[arrivals]]\nkey = \"west\"\nside = \"f\"\nturn = 6\nentry = \"0105\"\n{keys}\n"))
}

#[test]
fn reinforcements_enter_by_the_road_and_beside_it() {
    // LB 3.5b, 8.9.4a, 8.10.1a, G24, V27: Movement Potential 6: three hexes to either side, on the edge of the map.
    let game = arriving("").unit(foot("b", "f11").set("movement", 6).with("arrives", "west")).play(&[1]);
    let offered = game.offered();
    let by_road: Vec<&String> = offered.iter().filter(|text| text.starts_with("enter-by-road")).collect();
    assert_eq!(by_road, ["enter-by-road b 0105"]);
    let mut beside: Vec<&str> = offered.iter().filter_map(|text| text.strip_prefix("enter b ")).collect();
    beside.sort_unstable();
    assert_eq!(beside, ["0102", "0103", "0104", "0105", "0106", "0107", "0108"]);
    assert_eq!(game.refused("enter b 0109").as_deref(), Some("LB 8.10.1a"));
}

#[test]
fn columns_on_one_road_wait_for_each_other() {
    // LB 8.10.2a, 8.10.2b, G38, V64: three battalions of six Increments: the second pays a point for the first, the third two.
    let start = || {
        let mut start = arriving("");
        for key in ["b1", "b2", "b3"] {
            start = start.unit(foot(key, "f11").set("movement", 6).with("arrives", "west"));
        }
        start
    };
    let mut game = start().play(&[1]);
    let left = |game: &Game| game.state.moves.last().map(|moving| moving.left().twelfths()).unwrap_or_default();
    // LB 3.3b: it comes from the Display.
    assert_eq!(game.at("b1"), "gone");
    game.say("enter-by-road b1 0105");
    assert_eq!(game.at("b1"), "0105");
    let first = left(&game);
    assert_eq!((game.unit("b1").formed, first), (Formed::RoadColumn, 66));
    for _ in 0..4 {
        game.say("step e");
    }
    game.say("halt").say("enter-by-road b2 0105");
    assert_eq!(left(&game), first - 12);
    game.say("step e").say("step e").say("halt").say("enter-by-road b3 0105");
    assert_eq!(left(&game), first - 24);
    game.say("halt");
    // LB 8.10a: they have come in this turn.
    assert_eq!((game.unit("b1").entered, game.unit("b3").entered), (6, 6));
}

#[test]
fn reinforcements_may_be_held_back() {
    // LB 8.10.3a, 8.10.3b, 8.10.3c: later ones at the same place wait for those that are held; what never came counts as lost.
    let start = arriving("[[arrivals]]\nkey = \"later\"\nside = \"f\"\nturn = 6\nentry = \"0105\"")
        .unit(foot("late", "f11").with("arrives", "later"))
        .unit(foot("early", "f11").with("arrives", "west"));
    let text =
        start.text().replace("turn = 6\nentry = \"0105\"\n[[arrivals]]", "turn = 5\nentry = \"0105\"\n[[arrivals]]");
    let rules = open(&scenario::Source::new("test.toml", text)).unwrap_or_else(|faults| panic!("{faults}"));
    let mut ledger = kernel::Ledger::default();
    let state = kernel::Rulebook::start(&rules, &mut kernel::Scripted::new([1]), &mut ledger);
    let mut held = Game { rules, state, ledger };
    assert_eq!(held.refused("enter late 0105").as_deref(), Some("LB 8.10.3c"));
    held.say("done");
    assert!(held.has_told("early is held back"));
    // Two battalions of six Increments that never came.
    assert_eq!(held.state.over.map(|ending| ending.points), Some([0, 12]));
}

#[test]
fn artillery_enters_limbered() {
    // LB 8.10.4b.
    let mut game = arriving("").unit(guns("g", "f11").with("arrives", "west")).play(&[1]);
    game.say("enter g 0105");
    assert!(game.unit("g").limbered);
}

#[test]
fn leaders_enter_and_ride_on() {
    // LB 8.9.4a, 8.9.4b, 8.9.4c, 8.2.3a, 8.10.6a: one arrives, and may be given an order to march for nothing.
    let mut game = arriving("")
        .unit(foot("b", "f11").with("arrives", "west"))
        .leader(coming("d", "f11", "west"))
        .leader(leader("f", "f", "1005"))
        .play(&[1]);
    game.say("enter-leader d 0105").say("ride-to 0205");
    assert_eq!(game.leader("d").place, LeaderPlace::Map);
    game.say("administrative-march d").say("ride-to 0505");
    let mu = game.table().mu(game.table().mu_of(game.leader_id("d")).unwrap()).unwrap();
    assert_eq!((mu.kind, mu.destination), (MuKind::AdministrativeMarch, Some(game.hex("0505"))));
}

#[test]
fn an_administrative_march_from_order_to_end() {
    // LB 8.7a, 8.7e, 8.7.2a, 8.7.2b, 8.7.2c, 8.7.3b, 7.5.9a, V26: the leader rides with his battalion; there he stays, and the marker is
    // flipped, and comes off a turn later.
    let mut game = position()
        .start("turn = 1")
        .unit(foot("b", "f11").at("0205", "e"))
        .unit(guns("x", "a11").at("2424", "w").set("limbered", true))
        .leader(leader("f", "f", "0709").set("gives-point", true))
        .leader(leader("d", "f11", "0205"))
        .play(&[]);
    game.say("administrative-march d").roll(&[4], "ride-to 0505");
    assert_eq!(game.topic(), "regroup-chit");
    game.say("regroup b");
    game.say("step e").say("step e").say("step e");
    // He has arrived, and stays there; they have points left to adjust their position with.
    assert!(game.leader("d").turn.moved);
    game.say("step e");
    assert_eq!((game.at("b"), game.leader("d").hex), ("0605".into(), game.hex("0505")));
    game.roll(&[3], "halt");
    let marching = |game: &Game| game.table().mu_of(game.leader_id("d")).and_then(|mu| game.table().mu(mu));
    assert!(marching(&game).is_some_and(|mu| !mu.flipped));
    assert_eq!(game.leader("d").hex, game.hex("0505"));
    // To the end of the turn, and on to the next Regroup chit: the units may adjust, he stays.
    game.roll(&[1, 1], "done");
    assert!(game.state.turn == 2 && marching(&game).is_some_and(|mu| mu.flipped));
    game.roll(&[4], "no-more");
    assert_eq!(game.offered(), ["done", "regroup b"]);
    game.say("regroup b").say("step e").roll(&[3], "halt");
    assert_eq!((game.at("b"), game.leader("d").hex), ("0705".into(), game.hex("0505")));
    game.roll(&[1, 1], "done");
    assert!(game.state.turn == 3 && marching(&game).is_none());
}

#[test]
fn a_terminus_stands_in_for_the_superior() {
    // LB 8.10.7a, 8.10.7b, 8.9.2c, G37, G49: two places are named on the road, and the owner chooses one before the battle.
    let start = arriving("termini = [\"0805\", \"1205\"]")
        .start("turn = 6\nsegment = \"maneuver\"\ncup = [\"regroup\"]")
        .unit(foot("late", "f11").with("arrives", "west"))
        .unit(foot("b", "f12").at("0401", "e"));
    let mut game = start.play(&[]);
    assert_eq!((game.topic(), game.offered()), ("terminus", vec!["ride-to 0805".into(), "ride-to 1205".into()]));
    game.roll(&[1], "ride-to 1205");
    assert_eq!(game.table().terminus(0), Some(game.hex("1205")));
    // Nobody has come yet, and the battalion that was there from the start has no Terminus.
    assert_ne!(game.topic(), "regroup-chit");
}

#[test]
fn the_wounded_come_back_at_a_depot() {
    // LB 8.2.3a, 8.9.4c, 3.5c: on the first Reinforcement chit after his term.
    let mut game = position()
        .start("turn = 6\nsegment = \"maneuver\"\ncup = [\"reinforcement\", \"leader\"]")
        .unit(foot("b", "f11").at("0505", "e"))
        .unit(foot("x", "a11").at("2424", "w"))
        .leader(leader("d", "f11", "0505"))
        .leader(leader("e", "f12", "0101"))
        .play(&[2]);
    assert_eq!(game.topic(), "leader-chit");
    let d = game.leader_id("d");
    game.state.leaders[d.ix()].place = LeaderPlace::Wounded { back: 6 };
    let depots = vec![game.hex("0110")];
    game.rules.sides[0].depots = depots;
    game.roll(&[1], "done");
    assert_eq!((game.topic(), game.offered()), ("reinforcements", vec!["done".into(), "enter-leader d 0110".into()]));
    game.say("enter-leader d 0110").say("stay");
    assert_eq!((game.leader("d").place, game.leader("d").hex), (LeaderPlace::Map, game.hex("0110")));
}

#[test]
fn kedging() {
    // LB 8.7f, 24.14, 8.4.3.6a, G5: the leader rides ahead, which puts his battalion out of command, and it follows him.
    let mut game = position()
        .start("turn = 6\nsegment = \"maneuver\"\ncup = [\"leader\", \"regroup\"]")
        .unit(foot("b", "f11").at("0505", "e"))
        .unit(foot("x", "a11").at("2424", "w"))
        .leader(leader("d", "f11", "0505"))
        .play(&[1]);
    game.say("ride d").roll(&[1], "ride-to 1405");
    assert_eq!(game.offered(), ["done", "regroup b"]);
    game.say("regroup b").say("step e");
    assert_eq!(game.at("b"), "0605");
}

#[test]
fn regrouping_guns_are_limbered_and_nothing_else() {
    // LB 8.9.2.1g, 8.9.2.1d: out of command they neither unlimber nor are prolonged; LB 8.9.2.2a: nor are they prolonged in command.
    let start = |at: &str, limbered: bool| {
        chit("regroup")
            .unit(guns("g", "f11").at(at, "ne").set("limbered", limbered))
            .unit(foot("x", "a11").at("2424", "w"))
            .leader(leader("d", "f11", "0505"))
            .play(&[1])
    };
    let mut game = start("1305", true);
    game.say("regroup g");
    assert_eq!(game.refused("unlimber ne").as_deref(), Some("LB 8.9.2.1g"));
    let mut game = start("1305", false);
    game.say("regroup g");
    assert_eq!(game.refused("prolong e").as_deref(), Some("LB 8.9.2.1g"));
    assert_eq!(game.refused("limber"), None);
    let mut game = start("0505", false);
    game.say("regroup g");
    assert_eq!(game.refused("prolong e").as_deref(), Some("LB 8.9.2.2a"));
    assert_eq!(game.refused("limber"), None);
}

#[test]
fn a_march_the_enemy_comes_near_stops_where_it_is() {
    // LB 8.7.3c, G27: the third hex is ten from an enemy: no march any more, and with points in hand it goes no farther.
    let mut game = position()
        .start("turn = 1")
        .unit(foot("b", "f11").at("0205", "e"))
        .unit(foot("x", "a11").at("1505", "w"))
        .leader(leader("f", "f", "0709").set("gives-point", true))
        .leader(leader("d", "f11", "0205"))
        .play(&[]);
    game.say("administrative-march d").roll(&[4], "ride-to 0805");
    game.say("regroup b").say("step e").say("step e");
    assert!(game.table().mu_of(game.leader_id("d")).is_some());
    game.roll(&[3], "step e");
    assert!(game.table().mu_of(game.leader_id("d")).is_none());
    assert_eq!((game.at("b"), game.leader("d").hex), ("0505".into(), game.hex("0505")));
    assert!(game.state.moves.is_empty() && game.unit("b").turn.movement.moved, "{:?}", game.offered());
}

#[test]
fn a_march_ends_where_the_enemy_comes_to_it() {
    // LB 8.7.3c: it has not stirred; the enemy goes back to his leader, and his third hex is ten from it.
    let mut game = position()
        .start("turn = 1")
        .unit(foot("b", "f11").at("0205", "e"))
        .unit(foot("x", "a11").at("1505", "w"))
        .leader(leader("f", "f", "0709").set("gives-point", true))
        .leader(leader("d", "f11", "0205"))
        .leader(leader("e", "a11", "0905"))
        .play(&[]);
    game.say("administrative-march d").roll(&[4], "ride-to 0505");
    let marches = |game: &Game| game.table().mu_of(game.leader_id("d")).is_some();
    game.say("done").say("regroup x").say("step w").say("step w");
    assert!(marches(&game));
    game.say("step w");
    assert!(!marches(&game), "{:?}", game.at("x"));
}

#[test]
fn a_formation_on_a_march_is_in_no_other_maneuver_unit() {
    // LB 8.7e, 8.7.2a: its corps is Activated and within the span, and takes neither the division nor its leader with it.
    let mut game = position()
        .start("turn = 1")
        .unit(foot("b1", "f11").at("0505", "e"))
        .unit(foot("b2", "f12").at("0905", "e"))
        .unit(foot("x", "a11").at("2424", "w"))
        .leader(leader("f", "f", "0705"))
        .leader(leader("c", "f1", "0705"))
        .leader(leader("d1", "f11", "0505"))
        .leader(leader("d2", "f12", "0905").set("gives-point", true))
        .play(&[]);
    game.say("administrative-march d1").say("ride-to 0307").say("maneuver-unit c");
    let mu = game.table().mu(game.table().mu_of(game.leader_id("c")).unwrap()).unwrap();
    assert!(mu.members.contains(game.id("b2")) && !mu.members.contains(game.id("b1")));
    assert!(mu.leaders.contains(game.leader_id("d2")) && !mu.leaders.contains(game.leader_id("d1")));
}

#[test]
fn who_has_left_a_static_position_is_out_of_command() {
    // LB 8.8.3b, 8.8.4a: also beside its own leader; it goes back with the Regroup chit, and is in no Maneuver Unit of his.
    let mut game = chit("regroup")
        .unit(foot("garrison", "f11").at("0505", "e").with("position", "farm"))
        .unit(foot("out", "f11").at("1005", "w").with("position", "farm"))
        .unit(foot("x", "a11").at("2424", "w"))
        .leader(leader("d", "f11", "1005"))
        .tables("[[positions]]\nkey = \"farm\"\nname = \"The farm\"\nside = \"f\"\nhexes = [\"0505\"]\n")
        .play(&[1]);
    assert!(!game.table().is_in_command(game.id("out")) && game.table().is_in_command(game.id("garrison")));
    game.say("regroup out").say("step w").say("step w");
    assert_eq!(game.at("out"), "0805");
    assert_eq!(game.refused("step nw").as_deref(), Some("LB 8.9.2.1d"));
}

#[test]
fn battalions_take_the_place_of_their_regiment_in_a_maneuver_unit() {
    // LB 8.4.3.6a, 12.1.2a: the guns break the regiment down before the chit of its division is drawn; its battalions move with it.
    let battalion = |key: &str, number: u8| foot(key, "f11").with("regiment", "r").set("number", number);
    let regiment = foot("r", "f11").at("1109", "ne").with("size", "regiment").set("increments", 12).set("losses", 5);
    let mut game = position()
        .start("turn = 6\nsegment = \"maneuver\"\ncup = [\"artillery\"]\nmaneuver-units = [\"d\"]")
        .unit(regiment)
        .unit(battalion("b1", 1))
        .unit(battalion("b2", 2))
        .unit(guns("g", "a11").at("1010", "ne").set("fire", "[24, 17, 9]"))
        .leader(leader("d", "f11", "1208"))
        .play(&[1]);
    game.roll(&[4, 1, 1, 1, 1], "fire 1010 1109");
    assert_eq!((game.at("r"), game.at("b1"), game.at("b2")), ("gone".into(), "1109".into(), "1109".into()));
    assert_eq!(game.topic(), "maneuver", "{:?}", game.told());
    let mu = game.table().mu(game.table().mu_of(game.leader_id("d")).unwrap()).unwrap();
    assert!(["b1", "b2"].iter().all(|key| mu.members.contains(game.id(key))));
    game.say("take b1");
}

#[test]
fn reinforcements_fight_in_the_turn_they_enter() {
    // LB 8.10.4a, 5.3.8a: infantry assaults, cavalry charges.
    let mut game =
        arriving("").unit(foot("b", "f11").with("arrives", "west")).unit(foot("y", "a11").at("0405", "e")).play(&[1]);
    game.say("enter b 0105").say("assault b 0405").say("step e");
    assert!(game.table().is_assaulting(game.id("b")));
    let mut game = arriving("")
        .unit(hussars("h", "f11").set("increments", 4).with("arrives", "west"))
        .unit(foot("y", "a11").at("0605", "e"))
        .play(&[1]);
    game.say("enter h 0105").say("face e").say("declare-charge");
    assert_eq!((game.unit("h").charge, game.topic()), (ChargeMarker::Declared, "ride"));
}

#[test]
fn charges_of_an_action_chit_are_run_before_the_other_side_acts() {
    // LB G26, 8.8.3a, 7.2.2a: hussars of a Static Position declare a charge at a battalion of another; it does not walk away first.
    let mut game = chit("regroup")
        .unit(
            hussars("h", "f11")
                .at("0505", "e")
                .in_("column-of-companies")
                .set("increments", 4)
                .with("position", "farm"),
        )
        .unit(foot("stays", "f11").at("0506", "e").with("position", "farm"))
        .unit(foot("y", "a11").at("0805", "w").with("position", "mill"))
        .tables(
            "[[positions]]\nkey = \"farm\"\nname = \"The farm\"\nside = \"f\"\nhexes = [\"0505\", \"0506\"]\n\
             [[positions]]\nkey = \"mill\"\nname = \"The mill\"\nside = \"a\"\nhexes = [\"0805\"]\n",
        )
        .play(&[1]);
    game.say("regroup h").say("declare-charge");
    while game.topic() == "answer-to-charge" {
        game.say("let-come");
    }
    assert_eq!((game.topic(), game.asked().0), ("regroup-chit", 0));
    game.say("done");
    while game.topic() == "answer-to-charge" {
        game.say("let-come");
    }
    assert_eq!((game.topic(), game.asked().0), ("ride", 0), "not the other side's turn yet");
}

#[test]
fn in_place_nobody_breaks_down_or_reforms() {
    // LB 8.9.2.2a: order, facing and formation, and nothing else.
    let battalion = |key: &str, number: u8| foot(key, "f11").with("regiment", "r").set("number", number);
    let mut game = chit("regroup")
        .unit(foot("r", "f11").with("size", "regiment").set("increments", 12))
        .unit(battalion("b1", 1).at("0505", "e"))
        .unit(battalion("b2", 2).at("0505", "e"))
        .unit(foot("x", "a11").at("2424", "w"))
        .leader(leader("d", "f11", "0505"))
        .play(&[1]);
    game.say("regroup b1");
    assert_eq!(game.refused("reform r").as_deref(), Some("LB 8.9.2.2a"));
    assert!(game.refused("restack b2").is_none());
}

#[test]
fn reinforcements_whose_superior_is_still_to_come_march_to_a_terminus() {
    // LB 8.7.1c, 8.9.4b, 8.10.6a, 8.7b: the corps leader is not there, so that the army leader's span does not count.
    let mut game =
        arriving("termini = [\"0505\"]\n[[arrivals]]\nkey = \"later\"\nside = \"f\"\nturn = 6\nentry = \"0120\"")
            .unit(foot("b", "f11").with("arrives", "west"))
            .leader(coming("d", "f11", "west"))
            .leader(coming("c", "f1", "later"))
            .leader(leader("f", "f", "1205"))
            .play(&[1]);
    game.say("enter-leader d 0105").say("ride-to 0205").say("administrative-march d");
    assert_eq!(game.offered(), ["ride-to 0305", "ride-to 0405", "ride-to 0505"]);
    assert_eq!(game.refused("ride-to 0605").as_deref(), Some("LB 8.7.1b"));
    game.say("ride-to 0505");
    assert_eq!(game.state.armies[0].turn.points, 0);
}
