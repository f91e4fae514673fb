//! Chapters 3 to 11 where they are about pieces, dice and the course of a turn: what the other files of these chapters do not play.

use crate::common::*;
use crate::fire::opened;
use kernel::{Picture, Seat, Secrecy};
use les_batailles::fire::Occasion;
use les_batailles::movement::{Cause, Motion};
use les_batailles::stacking::Violation;
use les_batailles::state::{ChargeMarker, Formed, LeaderPlace, Order, Readiness};

/// The last turn, with the Maneuver Unit of the division leader `d` and nothing else in the cup.
fn maneuver(position: Position) -> Position {
    position.start("turn = 6\nsegment = \"maneuver\"\nmaneuver-units = [\"d\"]")
}

/// The last turn, with one Action chit in the cup.
fn chit(name: &str) -> Position {
    position().start(&format!("turn = 6\nsegment = \"maneuver\"\ncup = [\"{name}\"]"))
}

/// A position at the beginning of the Assault Segment of the only turn, with these assaults declared from six hexes: unit, target.
fn assaults(position: Position, declared: &[(&str, &str)]) -> Position {
    let marker = |&(unit, at): &(&str, &str)| format!("{{ unit = \"{unit}\", at = [\"{at}\"], distance = 6 }}");
    let all: Vec<String> = declared.iter().map(marker).collect();
    position.top("turns = 1").start(&format!("segment = \"assault\"\nassaults = [{}]", all.join(", ")))
}

/// A French Column in 1010 that faces east, and an allied Column in 1110 that faces it.
fn columns() -> Position {
    position().unit(foot("a", "f11").at("1010", "e")).unit(foot("b", "a11").at("1110", "w"))
}

/// What was told of something, with all its modifiers.
fn reckoned(game: &Game, what: &str) -> String {
    let entry = game.ledger.entries.iter().find(|entry| entry.to_text().contains(what));
    entry.map(kernel::Entry::to_text).unwrap_or_else(|| panic!("nothing told of {what}: {:?}", game.told()))
}

#[test]
fn a_battle_has_two_sides() {
    // LB 3.2b.
    let third = columns().tables("[[sides]]\nkey = \"z\"\nname = \"Austrians\"\n");
    assert!(third.faults().to_string().contains("a battle of 3 sides"));
    assert_eq!(columns().open().sides.len(), 2);
}

#[test]
fn range_is_counted_in_hexes() {
    // LB 3.4a, 5.1.5b: a battery of range 4.
    let at = |hex: &str| {
        let battery = guns("g", "f11").at("1010", "e").set("range", 4);
        let game = opened(&position().unit(battery).unit(foot("e", "a11").at(hex, "w")), Occasion::Chit, &[]);
        game.topic()
    };
    assert_eq!((at("1410"), at("1510")), ("artillery-fire", ""));
}

#[test]
fn morale_levels_are_set_once_an_hour() {
    // LB 3.5d, 7.5.3a: with two of four battalions in PGD, at twenty to and not at twenty past.
    let level = |turn: u8| {
        let mut start =
            position().top(&format!("turns = {turn}")).start(&format!("turn = {turn}\nsegment = \"reorganization\""));
        for (key, at) in [("b1", "0505"), ("b2", "0507")] {
            start = start.unit(foot(key, "f11").at(at, "").with("order", "pgd"));
        }
        for (key, at) in [("b3", "0511"), ("b4", "0513")] {
            start = start.unit(foot(key, "f12").at(at, "e"));
        }
        let game = start.unit(foot("x", "a11").at("2424", "").with("order", "pgd")).play(&[1, 1, 1, 1, 1, 1]);
        game.table().morale_level(game.id("b3"))
    };
    assert_eq!([4, 5, 6].map(level), [0, 0, 2]);
}

#[test]
fn every_battery_begins_with_a_wagon_beside_it() {
    // LB 5.1.6a, 5.1.6d: of its caliber, in a battle that is played with wagons, from the beginning.
    let with = |caliber: u8, at: &str| {
        let battery = guns("g", "f11").at("0505", "e");
        let wagon = wagon("w", "f11").set("range", caliber).at(at, "");
        columns().start("turn = 1").unit(battery).unit(wagon).leader(leader("f", "f", "0101"))
    };
    let game = with(10, "0405").play(&[]);
    let (card, specific) = (game.table().card(game.id("w")), game.table().specific(game.id("w")));
    assert_eq!((card.caliber, specific.melee, specific.range), (10, 2, 0));
    assert!(with(10, "0305").faults().to_string().contains("no ammunition wagon stands next to this battery"));
    assert!(with(12, "0405").faults().to_string().contains("no ammunition wagon stands next to this battery"));
    assert_eq!(with(10, "0305").top("wagons = false").play(&[]).topic(), "maneuver-units");
}

#[test]
fn leaders_are_no_combat_units() {
    // LB 5.2a, 8.2a, 8.1.4a: nobody fires at one who is alone, nor assaults him; he keeps nobody from regrouping.
    let alone = || position().unit(foot("b", "f11").at("1305", "w")).leader(leader("spy", "a", "1205"));
    let fire = alone().unit(guns("g", "f11").at("1307", "nw")).unit(foot("x", "a11").at("2424", "w"));
    assert_eq!(opened(&fire, Occasion::Segment, &[]).topic(), "");
    let start = maneuver(alone().unit(foot("x", "a11").at("2424", "w")).leader(leader("d", "f11", "1305")));
    let mut game = start.play(&[1]);
    game.say("take b");
    assert_eq!(game.refused("assault b 1205").as_deref(), Some("LB 16.2.6a"));
    let mut game = chit("regroup")
        .unit(foot("b", "f11").at("1305", "w"))
        .unit(foot("x", "a11").at("2424", "w"))
        .leader(leader("spy", "a", "1205"))
        .leader(leader("d", "f11", "0505"))
        .play(&[1]);
    game.say("regroup b").say("step w");
    assert_eq!(game.at("b"), "1205");
    assert_eq!(game.leader("spy").hex, game.hex("2424"), "he flies (LB 8.1.4b)");
}

/// Dice of an assault in which both sides close and stand, nobody is hit, the mêlée comes to 41 and nothing follows.
const BLANK: [u8; 22] = [6, 6, 6, 6, 1, 1, 1, 1, 1, 4, 1, 6, 6, 1, 6, 6, 1, 1, 1, 1, 4, 1];

/// The Column `a` assaults `b` in 1110, whose leaders stay with it, with these dice.
fn fought(position: Position, stay: &[&str], dice: &[u8]) -> Game {
    let mut game = assaults(position, &[("a", "1110")]).play(if stay.is_empty() { dice } else { &[] });
    for (place, leader) in stay.iter().enumerate() {
        let last = place + 1 == stay.len();
        game.roll(if last { dice } else { &[] }, &format!("stay-with-troops {leader}"));
    }
    game
}

#[test]
fn leaders_in_an_assault() {
    // LB 5.2.2b, V4: the first of a pair attacking, the second defending. LB 5.2.2d: guns by themselves have nothing of a leader. LB 8.1.7b,
    // G43: of two equals the better.
    let led = columns()
        .leader(leader("x", "f11", "1010").with("infantry", "2/4").with("cavalry", "9"))
        .leader(leader("y", "a11", "1110").with("infantry", "1"))
        .leader(leader("z", "a12", "1110").with("infantry", "1/3").with("morale", "1"));
    let melee = reckoned(&fought(led, &["y", "z"], &BLANK), "Mêlée:");
    assert!(melee.contains("+2  leader of the attack") && melee.contains("-3  leader of the defence"), "{melee}");
    let guns = position()
        .unit(foot("a", "f11").at("1010", "e"))
        .unit(guns("g", "a11").at("1110", "e"))
        .leader(leader("y", "a11", "1110").with("infantry", "3"));
    let melee = reckoned(&fought(guns, &["y"], &BLANK[..11]), "Mêlée:");
    assert!(!melee.contains("leader of the defence"), "{melee}");
}

#[test]
fn a_melee_endangers_leaders_on_either_side() {
    // LB 8.2b, 8.2d: a natural 64 those with the defenders, a natural 11 those with the attackers; the die is a 5 and a 1, out for a turn.
    let led = || columns().leader(leader("x", "f11", "1010")).leader(leader("y", "a11", "1110"));
    let places = |dice: &[u8]| {
        let game = fought(led(), &["y"], &[&BLANK[..9], dice].concat());
        ["x", "y"].map(|key| matches!(game.leader(key).place, LeaderPlace::Wounded { .. }))
    };
    assert_eq!(places(&[6, 4, 5, 1]), [false, true]);
    assert_eq!(places(&[1, 1, 5, 1]), [true, false]);
}

#[test]
fn fire_endangers_leaders() {
    // LB 8.2c: a natural 65 and 66, and no 64: a battery on a battalion and its leader; the die is a 5, he is stunned for a turn.
    let shot = |dice: &[u8]| {
        let start = position()
            .unit(guns("g", "f11").at("0510", "e"))
            .unit(foot("b", "a11").at("1310", "w").set("increments", 12).with("morale", "11"))
            .leader(leader("l", "a11", "1310"));
        let mut game = opened(&start, Occasion::Chit, &[]);
        game.roll(dice, "fire 0510 1310");
        game.leader("l").place
    };
    assert_eq!(shot(&[6, 4, 2, 2]), LeaderPlace::Map);
    assert!(matches!(shot(&[6, 5, 5, 1, 2, 2]), LeaderPlace::Wounded { .. }));
}

#[test]
fn what_lies_on_a_unit_is_shown() {
    // LB 5.3.4a, 5.3.5a, 5.3.6a, 11.1d: a Square, a Road Column and the second hex of a Line, for the enemy as well.
    let game = position()
        .unit(foot("s", "f11").at("0505", "").in_("square"))
        .unit(foot("r", "f11").at("0507", "e").in_("road-column").set("increments", 4))
        .unit(foot("l", "f11").at("0509 0609", "n").in_("line"))
        .unit(foot("x", "a11").at("2424", "w"))
        .still();
    let scene = game.rules.scene(&game.state, Some(Seat(1)));
    let badges = |key: &str| {
        let body = scene.bodies.iter().find(|body| body.key == key).unwrap();
        body.badges.iter().map(|badge| badge.text.clone()).collect::<Vec<_>>().join(" ")
    };
    assert_eq!((badges("s").as_str(), badges("r").as_str(), badges("l").as_str()), ("square", "road column", "line"));
    assert!(!game.table().may_extend(game.id("s"), game.hex("0609")));
}

#[test]
fn numbers_below_counters_are_hidden() {
    // LB 5.3.1a: the distance of a Roll to Close, beside losses and rounds.
    let rules = assaults(
        columns().unit(foot("c", "f11").at("1510", "e")).unit(foot("e", "a11").at("1610", "w")),
        &[("a", "1110"), ("c", "1610")],
    );
    let game = rules.play(&[]);
    let distances =
        |seat: u8| game.rules.redact(&game.state, Seat(seat)).assaults.iter().map(|one| one.distance).sum::<u8>();
    assert_eq!((distances(0), distances(1)), (12, 0));
}

#[test]
fn one_chit_after_the_other() {
    // LB 7.2.1d, 8.4a: while the units of one Maneuver Unit move, those of another that is in the cup do not; its chit is drawn when they
    // are done.
    let mut game = position()
        .start("turn = 6\nsegment = \"maneuver\"\nmaneuver-units = [\"d\", \"e\"]")
        .unit(foot("b", "f11").at("0505", "e"))
        .unit(foot("c", "f12").at("1005", "e"))
        .unit(foot("x", "a11").at("2424", "w"))
        .leader(leader("d", "f11", "0505"))
        .leader(leader("e", "f12", "1005"))
        .play(&[1]);
    assert_eq!(game.refused("take c").as_deref(), Some("LB 8.4.3d"));
    game.say("take b").say("step e").roll(&[1], "halt");
    assert!(game.refused("take c").is_none());
}

#[test]
fn charges_of_a_maneuver_unit() {
    // LB 7.2.2a, 7.2.2.1a, 7.2.2.1c, 7.2.2.2a, 7.2.2.2b: both are declared while the unit moves, run when all of it has moved, and
    // fought when both are run. LB 5.2.2c: a leader who rides with them adds his bonus for cavalry, not that for infantry.
    let horse = |key: &str, at: &str| heavy(key, "f11").at(at, "ne").in_("line");
    let thin =
        |key: &str, at: &str| foot(key, "a11").at(at, "nw").in_("line").set("increments", 2).with("morale", "11");
    let mut game = maneuver(
        position()
            .unit(horse("h", "0809"))
            .unit(horse("k", "0813"))
            .unit(foot("b", "f11").at("0811", "e"))
            .unit(thin("t", "1209"))
            .unit(thin("u", "1213"))
            .leader(leader("d", "f11", "0811").with("cavalry", "3"))
            .leader(leader("m", "f111", "0809").with("cavalry", "2").with("infantry", "9")),
    )
    .play(&[1]);
    game.say("take h").say("declare-charge");
    assert_eq!((game.topic(), game.at("h")), ("maneuver", "0809".into()), "it is run later");
    game.say("take k").say("declare-charge").say("done");
    assert_eq!(game.offered(), ["run-charge h", "run-charge k"]);
    let ride = |game: &mut Game, target: &str, dice: &[u8]| {
        for step in 1..=3 {
            if game.topic() == "declare-target" {
                game.say(&format!("target {target}"));
            }
            while game.topic() == "answer-to-charge" {
                game.say("let-come");
            }
            game.roll(if step == 3 { dice } else { &[] }, "charge e");
        }
    };
    game.say("run-charge h");
    ride(&mut game, "t", &[]);
    assert!(game.has_told("h meets t") && !game.has_told("Mêlée"), "{:?}", game.told());
    assert_eq!(game.topic(), "ride");
    ride(&mut game, "u", &[]);
    assert!(game.has_told("k meets u") && !game.has_told("Mêlée"));
    // Both are met; now they are fought, one after the other. 22 stands, its fire misses, 41 is DD3.
    assert_eq!(game.offered(), ["fight-charge h", "fight-charge k"]);
    game.roll(&[2, 2, 1, 1, 1, 4, 1], "fight-charge h");
    assert!(game.has_told("h strikes with 48") && !game.has_told("k strikes"));
    assert!(reckoned(&game, "Mêlée:").contains("+2  leader of the charge"));
    assert_eq!(game.unit("h").charge, ChargeMarker::Declared);
    // It is beaten, and goes; they recall, regroup no farther, and are Exhausted by the charge and the mêlée. Then the other is fought.
    game.say("fall-back 1309").say("fall-back 1409").say("fall-back 1509").roll(&[6], "sound-recall");
    game.roll(&[2, 2, 1, 1, 1, 4, 1], "halt");
    assert_eq!((game.unit("h").charge, game.unit("h").readiness), (ChargeMarker::Spent, Readiness::Exhausted));
    assert!(game.has_told("k strikes with 48"));
    assert_eq!(game.unit("k").charge, ChargeMarker::Declared);
}

#[test]
fn the_side_with_more_assaults_begins() {
    // LB 7.4a, 7.4b, V31: two French markers and three allied ones: allies, French, allies, French, allies.
    let mut position = position();
    let mut declared = Vec::new();
    let pairs = [("f1", "b1", "0505", "0605"), ("f2", "b2", "0510", "0610"), ("a1", "e1", "1505", "1605")];
    for (key, enemy, at, to) in pairs.into_iter().chain([("a2", "e2", "1510", "1610"), ("a3", "e3", "1515", "1615")]) {
        let (own, their) = if key.starts_with('f') { ("f11", "a11") } else { ("a11", "f11") };
        position = position.unit(foot(key, own).at(at, "e")).unit(foot(enemy, their).at(to, "w"));
        declared.push((key, to));
    }
    let mut game = assaults(position, &declared).play(&[]);
    let mut asked = Vec::new();
    for dice in [BLANK.to_vec(), BLANK.to_vec(), BLANK.repeat(3)] {
        assert_eq!(game.topic(), "next-assault");
        asked.push(game.asked().0);
        let first = game.offered()[0].clone();
        game.roll(&dice, &first);
    }
    let begun: Vec<String> = game.told().into_iter().filter(|line| line.contains(" assaults ")).collect();
    let sides: Vec<bool> =
        begun.iter().map(|line| line.contains(" a1 ") || line.contains(" a2 ") || line.contains(" a3 ")).collect();
    assert_eq!((asked, sides), (vec![1, 0, 1], vec![true, false, true, false, true]), "{begun:?}");
    assert!(game.state.assaults.is_empty());
}

#[test]
fn a_leader_is_in_one_hex_of_a_line() {
    // LB 8.1.1.1a, 8.1.5a: with the second hex of a Line he is with it, and goes on with that hex.
    let mut game = maneuver(
        position()
            .unit(foot("b", "f11").at("0505 0605", "n").in_("line"))
            .unit(foot("x", "a11").at("2424", "w"))
            .leader(leader("d", "f11", "0605")),
    )
    .play(&[1]);
    assert!(game.table().commander_of(game.id("b")).is_some());
    game.say("take b").say("step ne");
    let unit = game.unit("b");
    assert_eq!(Some(game.leader("d").hex), unit.hexes.get(1));
}

#[test]
fn a_leader_runs_with_his_troops() {
    // LB 8.1.6a, 8.1.6b, 8.1.6c: he goes with them at once, though others of his stay, and has moved for this turn; in the next he may
    // ride away from them with the Leader chit.
    let mut game = position()
        .start("turn = 5\nsegment = \"maneuver\"\ncup = [\"leader\"]")
        .unit(foot("u", "f11").at("1010", "e"))
        .unit(foot("v", "a11").at("1310", "w"))
        .leader(leader("d", "f11", "1010"))
        .leader(leader("e", "f12", "0101"))
        .play(&[1]);
    assert_eq!(game.refused("ride d"), None);
    let u = game.id("u");
    game.begin(&[], |play| play.rout(u, Cause::Morale));
    while game.topic() == "retreat" {
        let way = game.offered()[0].clone();
        game.say(&way);
    }
    assert_eq!((game.topic(), game.order("u")), ("leader-chit", Order::Pgd));
    assert!(game.unit("u").hexes.contains(game.leader("d").hex) && game.at("u") != "1010");
    assert_eq!(game.refused("ride d").as_deref(), Some("LB 8.1.2a"));
    // The end of the turn: with him it tries to recover, and fails; then the Leader chit of the next.
    game.roll(&[1, 2, 3], "done");
    assert_eq!((game.state.turn, game.topic()), (6, "leader-chit"), "{:?}", game.told());
    assert_eq!(game.refused("ride d"), None);
}

#[test]
fn an_army_leader_moves_no_corps() {
    // LB 8.4.2d, G47: himself and what stands with him, though his corps leader and a division are in reach.
    let mut game = position()
        .start("turn = 1")
        .unit(foot("b", "f11").at("0505", "e"))
        .unit(foot("c", "f11").at("0506", "e"))
        .unit(foot("x", "a11").at("2424", "w"))
        .leader(leader("f", "f", "0505"))
        .leader(leader("corps", "f1", "0505"))
        .leader(leader("d", "f11", "0506"))
        .play(&[]);
    game.say("maneuver-unit f");
    let mu = game.table().mu(game.table().mu_of(game.leader_id("f")).unwrap()).unwrap();
    assert!(mu.members.contains(game.id("b")) && !mu.members.contains(game.id("c")));
    assert!(!mu.leaders.contains(game.leader_id("corps")) && !mu.leaders.contains(game.leader_id("d")));
}

#[test]
fn an_administrative_march_keeps_its_assets_and_its_column() {
    // LB 8.7c, 8.7d: guns of the corps that march with the division are not taken back; a column on the road is on the march beyond the
    // span of its leader.
    let hexes: Vec<String> = (1..=20).map(|column| format!("{column:02}05")).collect();
    let mut game = position()
        .start("turn = 1")
        .road(&hexes.join(" "))
        .unit(foot("b1", "f11").at("1205 1105", "e").in_("road-column"))
        .unit(foot("b2", "f11").at("1005 0905", "e").in_("road-column"))
        .unit(foot("b3", "f11").at("0805 0705", "e").in_("road-column"))
        .unit(guns("g", "f1").at("1206", "e").set("limbered", true))
        .unit(guns("h", "f1").at("1207", "e").set("limbered", true))
        .unit(foot("x", "a11").at("2424", "").with("order", "pgd"))
        .leader(leader("f", "f", "1501").set("gives-point", true))
        .leader(leader("d", "f11", "1205"))
        .play(&[]);
    game.say("assign g d").say("done").say("administrative-march d");
    game.roll(&[4], "ride-to 1505");
    let mu = game.table().mu(game.table().mu_of(game.leader_id("d")).unwrap()).unwrap();
    assert!(["b1", "b2", "b3", "g"].iter().all(|key| mu.members.contains(game.id(key))), "{:?}", mu.members);
    assert!(!mu.members.contains(game.id("h")));
    assert_eq!(game.topic(), "regroup-chit");
    // The Leader chit, then the others; the routed enemy does not recover.
    game.roll(&[3], "done").roll(&[1, 1, 1, 1], "done");
    assert_eq!((game.state.turn, game.topic()), (2, "assets"));
    assert_eq!(game.refused("take-back g").as_deref(), Some("LB 8.7c"));
    assert_eq!(game.refused("assign h d"), None);
}

#[test]
fn nobody_marches_out_of_command() {
    // LB 8.7.3a: a battalion of a march goes ahead of its leader, but not four hexes.
    let mut game = position()
        .start("turn = 1")
        .unit(foot("b", "f11").at("0205", "e"))
        .unit(guns("x", "a11").at("2424", "w").set("limbered", true))
        .leader(leader("f", "f", "0709").set("gives-point", true))
        .leader(leader("d", "f11", "0205"))
        .play(&[]);
    game.say("administrative-march d").roll(&[4], "ride-to 0805");
    game.say("regroup b").say("leave-leader d");
    for _ in 0..3 {
        game.say("step e");
    }
    assert_eq!(game.refused("halt"), None);
    game.say("step e");
    assert_eq!(game.refused("halt").as_deref(), Some("LB 8.7.3a"));
}

#[test]
fn assets_go_to_the_leader_they_are_assigned_to() {
    // LB 8.9.2b, 8.4.3.3d: guns of the corps, out of command, to a division leader in the east and not to the corps leader in the west.
    let mut game = position()
        .start("turn = 1")
        .unit(guns("g", "f1").at("1005", "").set("limbered", true))
        .unit(foot("b", "f11").at("1605", "e"))
        .unit(foot("x", "a11").at("2424", "w"))
        .leader(leader("f", "f2", "0101"))
        .leader(leader("c", "f1", "0205"))
        .leader(leader("d", "f11", "1605"))
        .play(&[]);
    game.say("assign g d").roll(&[4], "no-more");
    assert_eq!(game.topic(), "regroup-chit", "{:?}", game.told());
    game.say("regroup g");
    assert_eq!(game.refused("step w").as_deref(), Some("LB 8.9.2.1d"));
    game.say("step e");
    assert_eq!(game.at("g"), "1105");
}

#[test]
fn regrouping_units_do_not_fight_and_may_be_charged() {
    // LB 8.9.2.1a: neither assault nor charge. LB 8.9.2.1h: into the Opportunity Charge Zone of hussars, who may charge.
    let mut game = chit("regroup")
        .unit(foot("b", "f11").at("1305", "w"))
        .unit(hussars("h", "f11").at("1308", "sw").in_("column-of-companies").set("increments", 4))
        .unit(foot("t", "a11").at("1009", "e"))
        .unit(hussars("y", "a11").at("0803", "se").in_("column-of-companies").set("increments", 4))
        .leader(leader("d", "f11", "0505"))
        .play(&[1]);
    game.say("regroup h");
    assert_eq!(game.refused("declare-charge").as_deref(), Some("LB 8.9.2.1a"));
    game.say("halt").say("regroup b");
    assert_eq!(game.refused("assault b 1009").as_deref(), Some("LB 8.9.2.1a"));
    let mut asked = false;
    for _ in 0..5 {
        if game.topic() == "move" && game.refused("step w").is_none() {
            game.say("step w");
        }
        while matches!(game.topic(), "reaction-move" | "opportunity-charge") {
            asked |= game.topic() == "opportunity-charge";
            game.say("no-reaction");
        }
    }
    assert!(asked, "{} {:?}", game.at("b"), game.told());
}

#[test]
fn units_go_through_their_front() {
    // LB 9.3a: a Column that faces east.
    let start = maneuver(
        position()
            .unit(foot("b", "f11").at("1010", "e"))
            .unit(foot("x", "a11").at("2424", "w"))
            .leader(leader("d", "f11", "1010")),
    );
    let mut game = start.play(&[1]);
    game.say("take b");
    for (way, open) in [("ne", true), ("e", true), ("se", true), ("sw", false), ("w", false), ("nw", false)] {
        assert_eq!(game.refused(&format!("step {way}")).is_none(), open, "{way}");
    }
    assert_eq!(game.refused("step w").as_deref(), Some("LB 13.1.6a"));
}

#[test]
fn zones_of_other_kinds() {
    // LB 10.1d: the Opportunity Charge Zone of cavalry reaches two hexes, its Zone of Influence one; infantry has the one alone. LB 10.1.2c:
    // Line, Column and Square are formed, guns, skirmishers and General Order are not.
    let game = position()
        .unit(hussars("h", "f11").at("1010", "n").in_("line").set("increments", 8))
        .unit(foot("b", "f11").at("1510", "n").in_("line"))
        .unit(foot("c", "f11").at("0505", "e"))
        .unit(foot("s", "f11").at("0707", "").in_("square"))
        .unit(light("k", "f11").at("0909", "n").in_("skirmish").set("increments", 3))
        .unit(guns("g", "f11").at("1515", "e"))
        .terrain("1717", "woods")
        .unit(foot("w", "f11").at("1717", "e").in_("general-order"))
        .still();
    let table = game.table();
    let reach = |key: &str, hex: &str| {
        (table.in_zone_of(game.id(key), game.hex(hex)), table.in_opportunity_zone(game.id(key), game.hex(hex)))
    };
    assert_eq!((reach("h", "1109"), reach("h", "1008")), ((true, true), (false, true)));
    assert_eq!((reach("b", "1609"), reach("b", "1508")), ((true, false), (false, false)));
    let formed = ["h", "b", "c", "s", "k", "g", "w"].map(|key| game.unit(key).is_formed());
    assert_eq!(formed, [true, true, true, true, false, false, false]);
}

#[test]
fn displacement_is_reacted_to() {
    // LB 10.1.3h, 11.1.5.1a: nineteen Increments in the zone of infantry; whoever is displaced out of it is fired on as it goes.
    let mut game = position()
        .unit(foot("a", "f11").at("1010", "e").set("increments", 12))
        .unit(foot("b", "f11").at("1010", "e").set("increments", 7))
        .unit(foot("e", "a11").at("1110", "w"))
        .still();
    let (hex, coming) = (game.hex("1010"), game.ids(&["b"]));
    game.begin(&[5, 5, 5, 5], |play| play.violate(Violation::new(hex, coming, Motion::Displacement)));
    assert_eq!((game.topic(), game.asked().0), ("opportunity-fire", 1));
    game.say("no-reaction");
    assert_eq!(game.topic(), "displacement");
}

#[test]
fn arms_that_meet_by_force_break_the_rules() {
    // LB 11.1.4c, 11.1.2d: four Increments of horse and six of foot are within the limit of the hex, and may not stand together.
    let mut game = position()
        .unit(foot("a", "f11").at("1010", "e"))
        .unit(heavy("h", "f11").at("1010", "e").in_("column-of-companies").set("increments", 4))
        .unit(foot("e", "a11").at("1510", "w"))
        .still();
    let (hex, coming) = (game.hex("1010"), game.ids(&["h"]));
    assert!(game.table().violates(hex, coming, Motion::Displacement));
    game.begin(&[6, 6, 6, 6], |play| play.violate(Violation::new(hex, coming, Motion::Displacement)));
    assert_eq!(game.topic(), "displacement");
    game.say("displace-to 0910");
    assert_eq!((game.at("a"), game.at("h")), ("1010".into(), "0910".into()));
}

#[test]
fn the_first_who_passes_charges_alone() {
    // LB 10.1.3.3c: the first hussars fail, the second pass and charge, the third are not asked any more.
    let hussar = |key: &str, at: &str| hussars(key, "a11").at(at, "w").in_("column-of-companies").set("increments", 4);
    let mut game = maneuver(
        position()
            .unit(foot("m", "f11").at("1010", "e").with("morale", "11"))
            .unit(hussar("c1", "1309"))
            .unit(hussar("c2", "1310"))
            .unit(hussar("c3", "1311"))
            .leader(leader("d", "f11", "1010")),
    )
    .play(&[1]);
    game.say("take m").say("step e");
    while game.topic() == "reaction-move" {
        game.say("no-reaction");
    }
    assert_eq!(game.topic(), "opportunity-charge");
    assert!(game.offered().len() == 4, "{:?}", game.offered());
    game.roll(&[1, 2], "opportunity-charge c1");
    assert_eq!(game.offered(), ["no-reaction", "opportunity-charge c2", "opportunity-charge c3"]);
    // 36 passes; the battalion stands on 22, nobody is hit, and 41 is a blank.
    game.roll(&[3, 6, 2, 2, 1, 1, 1, 4, 1], "opportunity-charge c2");
    for way in ["1310", "1410", "1510", "1610"] {
        game.say(&format!("fall-back {way}"));
    }
    // It passes after its bounce, and does not recover from the Disorder of it at the end of the turn.
    game.roll(&[6, 6, 1, 1], "fall-back 1710");
    assert!(game.state.over.is_some() && !game.has_told("c3 tries"), "{:?}", game.told());
}

#[test]
fn each_movement_has_a_first_action() {
    // LB 10.2.2c, 10.2.2.1b: skirmishers who have moved in this turn leave the zone of those who assault them, without a check.
    let moved = |yes: bool| {
        light("s", "a11").at("1110", "nw").in_("skirmish").set("increments", 3).set("movement", 6).set("moved", yes)
    };
    for yes in [false, true] {
        let mut game =
            assaults(position().unit(foot("a", "f11").at("1010", "e")).unit(moved(yes)), &[("a", "1110")]).play(&[]);
        assert_eq!(game.topic(), "path-of-retreat", "{yes}");
        game.say("withdraw-to 1210");
        assert_eq!(game.at("s"), "1210");
    }
}

#[test]
fn nobody_reacts_where_a_retreat_joins_friends() {
    // LB 10.1.3.1b, 10.1.4a: a light company falls back on its battalion, in the Opportunity Charge Zone of hussars.
    let company = light("c", "a11").at("1110", "nw").in_("skirmish").set("increments", 1).with("size", "company");
    let start = position()
        .unit(foot("a", "f11").at("1010", "e"))
        .unit(foot("p", "a11").at("1210", "nw").in_("line"))
        .unit(company.with("parent", "p"))
        .unit(hussars("h", "f11").at("1408", "sw").in_("line").set("increments", 4));
    let mut game = assaults(start, &[("a", "1110")]).play(&[]);
    game.say("withdraw-to 1210");
    while game.topic() == "parting-shot" {
        game.say("no-parting-shot");
    }
    assert_eq!((game.stack("1210"), game.topic()), (vec!["p", "c"], "new-target"));
}

#[test]
fn two_lines_that_advance_into_one_hex_face_alike() {
    // LB 9.1a, 16.3.7.1a, 16.9.2.1a: whoever comes after one that lies in two hexes turns to it; whoever comes to one hex draws together there,
    // and turns to those who are on top.
    let s = light("s", "a11").at("1110", "sw").in_("skirmish").set("increments", 3);
    let start = position()
        .unit(foot("a", "f11").at("1010", "ne").in_("line"))
        .unit(foot("b", "f11").at("1111 1211", "n").in_("line"))
        .unit(s);
    for (first, stack, at) in
        [("advance-into b 1110", ["b", "a"], "1110 1210"), ("advance-into a 1110", ["a", "b"], "1110")]
    {
        let mut game = assaults(start.clone(), &[("a", "1110"), ("b", "1110")]).play(&[]);
        let says = [first, "withdrawn", "keep-facing", "withdraw-to 1109"];
        while game.topic() != "new-target" {
            let next = game.offered().into_iter().find(|offer| says.contains(&offer.as_str()));
            game.say(&next.unwrap_or_else(|| panic!("{} {:?} {:#?}", game.topic(), game.offered(), game.told())));
        }
        assert_eq!((game.stack("1110"), game.at("b").as_str()), (stack.to_vec(), at));
        assert_eq!(game.unit("a").facing, game.unit("b").facing);
        assert_eq!([game.order("a"), game.order("b")], [Order::Good; 2]);
    }
}

#[test]
fn who_leaves_friends_before_an_assault_is_fired_on() {
    // LB 16.3.6a, 10.1.4a, G-94: friends hold zones off where a retreat leads, not where it begins.
    let horse = |key: &str| hussars(key, "a11").at("1110", "e").in_("column-of-companies").set("increments", 4);
    let start = position()
        .unit(foot("a", "f11").at("1010", "e"))
        .unit(foot("b", "f11").at("1109", "se").set("fire", 1))
        .unit(horse("h"))
        .unit(horse("k"));
    let mut game = assaults(start, &[("a", "1110")]).play(&[]);
    game.say("retreat-before-assault h").say("withdraw-to 1210");
    assert_eq!((game.topic(), game.at("h").as_str()), ("opportunity-fire", "1110"), "{:#?}", game.told());
    game.say("no-reaction");
    assert_eq!((game.at("h").as_str(), game.at("k").as_str()), ("1210", "1110"));
}

#[test]
fn the_order_of_a_stack_changes_with_all_of_it() {
    // LB 11.2.1a: not when one of it goes alone, nor when its points are spent.
    let start = maneuver(
        position()
            .unit(foot("a", "f11").at("1010", "e"))
            .unit(foot("b", "f11").at("1010", "e"))
            .unit(foot("x", "a11").at("2424", "w"))
            .leader(leader("d", "f11", "1010")),
    );
    let mut both = start.play(&[1]);
    both.say("take a");
    assert_eq!(both.refused("restack b"), None);
    let mut alone = start.play(&[1]);
    alone.say("alone b");
    assert_eq!(alone.refused("restack b").as_deref(), Some("LB 11.2.1a"));
}

#[test]
fn guns_below_infantry_do_not_fire() {
    // LB 11.2d: on top of it they do.
    let fires = |first: Piece, second: Piece| {
        let start = position().unit(first).unit(second).unit(foot("e", "a11").at("1309", "w"));
        opened(&start, Occasion::Chit, &[]).topic()
    };
    let battery = || guns("g", "f11").at("1010", "e").set("increments", 1);
    let column = || foot("a", "f11").at("1010", "e");
    assert_eq!((fires(battery(), column()), fires(column(), battery())), ("artillery-fire", ""));
}

#[test]
fn each_act_in_a_zone_is_one_trigger() {
    // LB 10.1.3.2a, 10.1.3.2b, V42: cavalry changes its formation for several points in the zone of infantry: fired on once; it leaves: once
    // more.
    let mut game = maneuver(
        position()
            .unit(hussars("u", "f11").at("1110", "e").in_("column-of-companies").set("increments", 4))
            .unit(foot("e", "a11").at("1211", "nw").in_("line"))
            .leader(leader("d", "f11", "1110")),
    )
    .play(&[1]);
    game.go("take u");
    let line = game.offered().into_iter().find(|text| text.starts_with("form line")).expect("Line is offered");
    game.go(&line);
    assert_eq!(game.topic(), "opportunity-fire");
    game.go("no-reaction");
    assert_eq!((game.topic(), game.unit("u").formed), ("move", Formed::Line));
    assert!(game.state.moves[0].spent > les_batailles::fraction::Points::ONE);
    let way = ["step ne", "step e", "step nw"].into_iter().find(|way| game.refused(way).is_none()).unwrap();
    game.say(way);
    assert_eq!(game.topic(), "opportunity-fire");
}

#[test]
fn the_other_side_reacts_to_a_charge() {
    // LB 7.2.2.1b: infantry may form Square, hussars may ride to meet it, and whose zone it leaves fires.
    let charge = |target: Piece| {
        let mut game = maneuver(
            position()
                .unit(heavy("h", "f11").at("0809", "ne").in_("line"))
                .unit(foot("e", "a11").at("0808", "").with("order", "disorder"))
                .unit(target)
                .leader(leader("d", "f11", "0809")),
        )
        .play(&[1]);
        game.say("take h").say("declare-charge");
        let mut offered = Vec::new();
        for _ in 0..6 {
            offered.extend(game.offered());
            match game.topic() {
                "answer-to-charge" | "form-square" => game.say("let-come"),
                "maneuver" => game.say("done"),
                "declare-target" => game.say("no-target"),
                _ => break,
            };
        }
        game.say("charge e");
        assert_eq!((game.topic(), game.at("h")), ("opportunity-fire", "0809".into()), "{:?}", game.offered());
        assert!(game.offered().contains(&"opportunity-fire e".into()));
        offered
    };
    let foot = charge(foot("t", "a11").at("1209", "nw").in_("line"));
    assert!(foot.contains(&"form-square t 1209".into()), "{foot:?}");
    let horse = charge(hussars("r", "a11").at("1209", "sw").in_("line"));
    assert!(horse.contains(&"reaction-charge r".into()), "{horse:?}");
}

#[test]
fn horse_leaves_the_zone_of_horse_to_retreat_though_it_has_moved() {
    // LB 10.3.2c, 10.3.2b: a Retreat Before Charge is a movement of its own.
    let retreats = |moved: bool| {
        let mut game = maneuver(
            position()
                .unit(heavy("h", "f11").at("0809", "ne").in_("line"))
                .unit(hussars("t", "a11").at("1209", "sw").in_("line").set("moved", moved))
                .leader(leader("d", "f11", "0809")),
        )
        .play(&[1]);
        game.say("take h").say("declare-charge");
        for _ in 0..12 {
            match game.topic() {
                "answer-to-charge" | "form-square" => game.say("let-come"),
                "declare-target" => game.say("target t"),
                "maneuver" => game.say("done"),
                "ride" => game.say("charge e"),
                _ => break,
            };
        }
        assert_eq!(game.topic(), "give-way", "{:?}", game.told());
        game.say("give-way 1309");
        game.at("t")
    };
    assert_eq!((retreats(false), retreats(true)), ("1309".into(), "1309".into()));
}

#[test]
fn an_advance_leaves_the_zone_of_other_horse() {
    // LB 10.3.4a, 10.3.4b: between two stacks of cavalry it charges the one, wins, and goes into its hex out of the zone of the other.
    let enemy = |key: &str, at: &str| hussars(key, "a11").at(at, "sw").in_("line").set("increments", 2).set("melee", 2);
    let mut game = maneuver(
        position()
            .unit(heavy("h", "f11").at("1010", "ne").in_("line"))
            .unit(enemy("x", "1110"))
            .unit(enemy("y", "1109"))
            .leader(leader("d", "f11", "1010")),
    )
    .play(&[1]);
    game.go("take h").go("declare-charge");
    assert_eq!(game.table().unit_in_zone(game.id("h")), les_batailles::zones::Zone::Cavalry);
    // Either will do; a 66 is the surrender of the one, and the other could charge whoever leaves.
    game.say("done");
    assert_eq!(game.offered(), ["no-target", "target x", "target y"]);
    game.say("target x").roll(&[6, 6], "hold-fast");
    assert_eq!((game.topic(), game.at("h")), ("opportunity-charge", "1010".into()));
    game.say("no-reaction");
    assert_eq!((game.at("h"), game.at("x"), game.at("y")), ("1110".into(), "gone".into(), "1109".into()));
}

#[test]
fn leaders_of_a_corps_move_with_their_divisions() {
    // LB 8.4.4b, G32: when the leader of the second division has ridden, neither units nor leader of the first go on.
    let corps = || {
        position()
            .start("turn = 6\nsegment = \"maneuver\"\nmaneuver-units = [\"c\"]")
            .unit(foot("b1", "f11").at("0505", "e"))
            .unit(foot("b2", "f11").at("0506", "e"))
            .unit(foot("b3", "f12").at("0905", "e"))
            .unit(foot("x", "a11").at("2424", "w"))
            .leader(leader("f", "f", "0705"))
            .leader(leader("c", "f1", "0705").set("activated", true))
            .leader(leader("d1", "f11", "0506"))
            .leader(leader("d2", "f12", "0905"))
            .play(&[1])
    };
    let mut game = corps();
    game.state.mus[0].as_mut().unwrap().leaders = ["c", "d1", "d2"].iter().map(|key| game.leader_id(key)).collect();
    game.say("take b1").say("step e").say("halt");
    assert_eq!(game.refused("ride-out d1"), None);
    game.say("ride-out d2").say("ride-out-to 1005");
    assert_eq!(game.refused("ride-out d1").as_deref(), Some("LB 8.4.4b"));
    assert_eq!(game.refused("take b2").as_deref(), Some("LB 8.4.4b"));
    assert_eq!((game.refused("take b3"), game.refused("ride-out c")), (None, None));
}

#[test]
fn the_wounded_come_back_without_a_depot_too() {
    // LB 8.2.3a, G2: by the way of the first reinforcements, or by the road on the edge of the map that is nearest.
    let back = |arrivals: &str| {
        let hexes: Vec<String> = (1..=24).map(|column| format!("{column:02}05")).collect();
        let mut game = position()
            .start("turn = 6\nsegment = \"maneuver\"\ncup = [\"reinforcement\", \"leader\"]")
            .road(&hexes.join(" "))
            .unit(foot("b", "f11").at("0507", "e"))
            .unit(foot("x", "a11").at("2424", "w"))
            .leader(leader("d", "f11", "0507"))
            .leader(leader("e", "f12", "0301"))
            .tables(arrivals)
            .play(&[2]);
        let d = game.leader_id("d");
        game.state.leaders[d.ix()].place = LeaderPlace::Wounded { back: 6 };
        game.roll(&[1], "done");
        game.offered()
    };
    assert_eq!(back(""), ["done", "enter-leader d 0105"]);
    let south = "[[arrivals]]\nkey = \"south\"\nside = \"f\"\nturn = 6\nentry = \"1024\"\n";
    assert_eq!(back(south), ["done", "enter-leader d 1024"]);
}
