//! Chapter 8: leaders, command, Maneuver Units.

use crate::common::*;
use les_batailles::cards::Post;
use les_batailles::command::MuKind;
use les_batailles::state::LeaderPlace;

/// A battle that begins with the Command Segment of its first turn.
fn command() -> Position {
    position().start("turn = 1")
}

fn in_command(game: &Game, key: &str) -> bool {
    game.table().is_in_command(game.id(key))
}

/// Members of the Maneuver Unit of a leader, by their keys.
fn members<'a>(game: &'a Game, leader: &str) -> Vec<&'a str> {
    let table = game.table();
    let mu = table.mu_of(game.leader_id(leader)).and_then(|mu| table.mu(mu)).expect("he has a Maneuver Unit");
    mu.members.iter().map(|id| game.rules.units[id.ix()].key.as_str()).collect()
}

fn leaders<'a>(game: &'a Game, leader: &str) -> Vec<&'a str> {
    let table = game.table();
    let mu = table.mu_of(game.leader_id(leader)).and_then(|mu| table.mu(mu)).expect("he has a Maneuver Unit");
    mu.leaders.iter().map(|id| game.rules.leaders[id.ix()].key.as_str()).collect()
}

#[test]
fn sides_create_maneuver_units_in_turns() {
    // LB 7.1.3a, 7.1.3b, 7.1.3c, 8.3.3a, 8.3.3b, 8.4.1a; LB V30: four points against two: F, A, F, A, F, F.
    let mut start = command().unit(foot("b", "f11").at("0505", "e")).unit(foot("x", "a11").at("2020", "w"));
    for (key, of, at) in [("f", "f", "0501"), ("c1", "f1", "0601"), ("c2", "f2", "0701")] {
        start = start.leader(leader(key, of, at));
    }
    start = start.leader(leader("d", "f11", "0505").set("gives-point", true)).leader(leader("e", "f12", "0805"));
    let mut game = start
        .leader(leader("ac", "a1", "2020"))
        .leader(leader("ad", "a", "2121"))
        .leader(leader("ae", "a2", "2222"))
        .play(&[]);
    assert_eq!(game.state.armies.map(|army| army.turn.points), [4, 3]);
    let mut order = Vec::new();
    for text in ["d", "ac", "c1", "ad", "f", "ae"] {
        order.push(game.asked().0);
        assert_eq!(game.topic(), "maneuver-units");
        game.say(&format!("maneuver-unit {text}"));
    }
    assert_eq!(order, [0, 1, 0, 1, 0, 1]);
    // LB 5.3.9a: of every pair one is in the cup.
    assert_eq!(game.state.cup.len(), 6);
    // He carries a marker already (LB 8.4.2a).
    assert_eq!(game.refused("maneuver-unit d").as_deref(), Some("LB 8.4.2a"));
}

#[test]
fn equal_points_are_decided_by_the_dice_and_a_side_may_stop() {
    // LB 1.0b, 7.1.3b, G4: the die decides who begins; what is not spent lapses.
    let start = command()
        .unit(foot("b", "f11").at("0505", "e"))
        .unit(foot("x", "a11").at("2020", "w"))
        .leader(leader("f", "f", "0501"))
        .leader(leader("a", "a", "2020"));
    let first = start.play(&[3]);
    assert_eq!(first.asked().0, 0);
    let mut game = start.play(&[4]);
    assert_eq!(game.asked().0, 1);
    game.say("no-more");
    assert_eq!(game.asked().0, 0);
    // LB G3: the Allies began, so they draw first. LB 8.9.1a: their leader has not moved.
    game.roll(&[3], "no-more");
    assert!(game.has_told("Allies draw the Leader chit"));
    assert_eq!((game.topic(), game.asked().0), ("leader-chit", 1));
}

#[test]
fn command_span_of_a_division_leader() {
    // LB 3.3a, 8.3.1a, 8.3.1c, 8.3.1d, 7.1.2a, V17; a battalion that the Display has under another division does not look to him.
    let game = command()
        .unit(foot("near", "f11").at("0805", "e"))
        .unit(foot("far", "f11").at("0905", "e"))
        .unit(foot("routed", "f11").at("0705", "").with("order", "pgd"))
        .unit(foot("stranger", "f12").at("0506", "e"))
        .unit(foot("x", "a11").at("2020", "w"))
        .leader(leader("f", "f", "2001"))
        .leader(leader("d", "f11", "0505"))
        .play(&[]);
    let keys = ["near", "far", "routed", "stranger"];
    assert_eq!(keys.map(|key| in_command(&game, key)), [true, false, false, false]);
    assert!(game.has_told("far, routed and stranger are out of command"), "{:?}", game.told());
}

#[test]
fn units_of_another_command_shut_the_span() {
    // LB 8.3.1e, 8.3.1f, G9, V18: a wall of another division's battalions between leader and unit.
    let wall = ["0603", "0604", "0605", "0606", "0607", "0503", "0507", "0403", "0407"];
    let position = |of: &str| {
        let mut start = command().unit(foot("b", "f11").at("0805", "e")).unit(foot("x", "a11").at("2020", "w"));
        for (number, at) in wall.into_iter().enumerate() {
            start = start.unit(foot(["w0", "w1", "w2", "w3", "w4", "w5", "w6", "w7", "w8"][number], of).at(at, "e"));
        }
        start.leader(leader("f", "f", "0101")).leader(leader("d", "f11", "0505"))
    };
    assert!(!in_command(&position("f12").play(&[]), "b"));
    // Assets of the same corps are no other command.
    assert!(in_command(&position("f1").play(&[]), "b"));
    // Those of another corps are.
    assert!(!in_command(&position("f2").play(&[]), "b"));
}

#[test]
fn a_brigade_leader_and_other_brigades_of_his_division() {
    // LB G46, 8.3.1e: by one reading the other brigade is another command, by the other reading the division is one.
    let mut start = command().unit(foot("b", "f111").at("0805", "e")).unit(foot("x", "a11").at("2020", "w"));
    for (at, key) in [("0603", "w0"), ("0604", "w1"), ("0605", "w2"), ("0606", "w3"), ("0607", "w4")] {
        start = start.unit(foot(key, "f11").at(at, "e"));
    }
    for (at, key) in [("0503", "w5"), ("0507", "w6"), ("0403", "w7"), ("0407", "w8")] {
        start = start.unit(foot(key, "f11").at(at, "e"));
    }
    let start = start.leader(leader("f", "f", "0101")).leader(leader("brig", "f111", "0505"));
    assert!(!in_command(&start.play(&[]), "b"));
    assert!(in_command(&start.option("span-blocked-by", "other-divisions").play(&[]), "b"));
}

#[test]
fn leaders_are_in_command_of_their_superiors() {
    // LB 8.1a, 8.3.1g, 8.3.1h, 8.3.1i, V19, V20.
    let game = command()
        .unit(foot("b", "f111").at("0505", "e"))
        .unit(foot("x", "a11").at("2424", "w"))
        .leader(leader("f", "f", "0101"))
        .leader(leader("c", "f1", "1101"))
        .leader(leader("d", "f11", "1701"))
        .leader(leader("brig", "f111", "2001"))
        .leader(leader("e", "f12", "1801"))
        .leader(leader("c2", "f2", "1201"))
        .play(&[]);
    let found = |key: &str| game.leader(key).turn.command.in_command;
    // 10 from the army leader, 6 from the corps leader, 3 from the division leader; then one too far each.
    assert_eq!(["f", "c", "d", "brig", "e", "c2"].map(found), [true, true, true, true, false, false]);
}

#[test]
fn a_battalion_of_a_brigade_near_its_division_leader() {
    // LB G42, 8.4.3d, 8.4.2b: In Command with respect to the division leader, so in his Maneuver Unit and not in the brigade's.
    let mut game = command()
        .unit(foot("near-division", "f111").at("0507", "e"))
        .unit(foot("near-brigade", "f111").at("1107", "e"))
        .unit(foot("direct", "f11").at("0605", "e"))
        .unit(foot("x", "a11").at("2424", "w"))
        .leader(leader("f", "f", "0101").set("gives-point", true))
        .leader(leader("d", "f11", "0505").set("gives-point", true))
        .leader(leader("brig", "f111", "1105").set("gives-point", true))
        .play(&[]);
    assert_eq!(["near-division", "near-brigade"].map(|key| in_command(&game, key)), [true, true]);
    game.say("maneuver-unit d").say("maneuver-unit brig");
    assert_eq!((members(&game, "d"), members(&game, "brig")), (vec!["near-division", "direct"], vec!["near-brigade"]));
}

fn corps() -> Position {
    // A corps of two divisions and a corps leader with his army leader, or not.
    command()
        .unit(foot("b1", "f11").at("0505", "e"))
        .unit(foot("b2", "f12").at("0905", "e"))
        .unit(guns("g", "f1").at("0706", "e").set("limbered", true))
        .unit(foot("x", "a11").at("2424", "w"))
        .leader(leader("d1", "f11", "0505"))
        .leader(leader("d2", "f12", "0905"))
}

#[test]
fn a_corps_moves_as_one_when_it_is_activated() {
    // LB 8.4.3.1a, 8.4.3.1b, 8.4.2c, 5.3.10a, V12, V13.
    let apart = corps().leader(leader("f", "f", "0101")).leader(leader("c", "f1", "0705"));
    let mut game = apart.play(&[]);
    game.say("done").say("maneuver-unit c");
    assert_eq!((members(&game, "c"), leaders(&game, "c")), (vec!["g"], vec!["c"]));
    let stacked = corps().leader(leader("f", "f", "0705")).leader(leader("c", "f1", "0705"));
    let mut game = stacked.play(&[]);
    assert!(game.leader("c").activated);
    game.say("done").say("maneuver-unit c");
    assert_eq!((members(&game, "c"), leaders(&game, "c")), (vec!["b1", "b2", "g"], vec!["d1", "d2", "c"]));
    // A division leader beyond the span of the corps leader breaks the chain (LB 8.4.3b, 8.3.1.1a, V20); he is out of command himself, and may
    // be given a point of his own (LB 8.4.3a, 8.4.3c).
    let far = command()
        .unit(foot("b1", "f11").at("0505", "e"))
        .unit(foot("b2", "f12").at("1505", "e"))
        .unit(foot("x", "a11").at("2424", "w"))
        .leader(leader("d1", "f11", "0505"))
        .leader(leader("d2", "f12", "1505"))
        .leader(leader("f", "f", "0705"))
        .leader(leader("c", "f1", "0705"));
    let mut game = far.play(&[]);
    game.say("maneuver-unit c");
    assert_eq!((members(&game, "c"), leaders(&game, "c")), (vec!["b1"], vec!["d1", "c"]));
    assert!(in_command(&game, "b2") && !game.leader("d2").turn.command.in_command);
    assert_eq!(game.refused("maneuver-unit d2"), None);
}

#[test]
fn corps_that_may_not_maneuver_as_a_whole() {
    // LB 8.3.1j, 3.7a: the battle says which formations may.
    let text = corps().leader(leader("f", "f", "0705")).leader(leader("c", "f1", "0705")).text();
    let text = text.replace("name = \"f1\", kind = \"corps\"", "name = \"f1\", kind = \"corps\", maneuvers = false");
    let rules = open(&scenario::Source::new("test.toml", text)).unwrap_or_else(|faults| panic!("{faults}"));
    let state = kernel::Rulebook::start(&rules, &mut kernel::Scripted::new([]), &mut kernel::Ledger::default());
    let mut game = Game { rules, state, ledger: kernel::Ledger::default() };
    game.say("done").say("maneuver-unit c");
    assert_eq!(members(&game, "c"), ["g"]);
}

#[test]
fn assets_are_assigned() {
    // LB 7.1.2.1a, 8.3.1b, 8.4.3.3a, 8.4.3.3b, 8.4.3.3c, 8.4.3.3d, G8.
    let start =
        corps().leader(leader("f", "f", "0101")).leader(leader("c", "f1", "1605")).leader(leader("e", "f21", "0101"));
    let mut game = start.play(&[]);
    assert_eq!(game.topic(), "assets");
    assert_eq!(game.refused("assign g e").as_deref(), Some("LB 8.4.3.3c"));
    assert_eq!(game.refused("assign b1 d2").as_deref(), Some("LB 8.4.3.3a"));
    game.say("assign g d1");
    // It is assigned once in a Command Segment: nobody has anything left to assign.
    assert_eq!(game.topic(), "maneuver-units");
    assert!(in_command(&game, "g"));
    game.say("maneuver-unit d1");
    assert_eq!(members(&game, "d1"), ["b1", "g"]);
    // Left with its corps it is 9 hexes from its leader, and out of command.
    let mut game = start.play(&[]);
    game.say("done");
    assert!(!in_command(&game, "g"));
}

#[test]
fn cavalry_is_given_cavalry_and_horse_artillery_only() {
    // LB 8.4.3.3e, 8.5.1.3e.
    let game = command()
        .unit(hussars("h", "f12").at("0505", "se"))
        .unit(guns("foot", "f1").at("0506", "e").set("limbered", true))
        .unit(guns("horse", "f1").with("arm", "horse-artillery").at("0507", "e").set("limbered", true))
        .unit(heavy("cuirassiers", "f1").at("0508", "se"))
        .unit(foot("x", "a11").at("2424", "w"))
        .leader(leader("f", "f", "0101"))
        .leader(leader("d", "f12", "0505"))
        .play(&[]);
    assert_eq!(game.refused("assign foot d").as_deref(), Some("LB 8.4.3.3e"));
    assert_eq!(game.refused("assign cuirassiers d").as_deref(), Some("LB 8.5.1.3e"));
    assert_eq!(game.refused("assign horse d"), None);
}

#[test]
fn an_aide_and_what_is_stacked_with_him() {
    // LB 8.4.3.2a, 8.4.3.2b, 8.4.3.2c, 8.3.1.2a, V14: out of command to the brigade leader, in command to the corps leader.
    let start = command()
        .unit(hussars("h", "f12").at("1205", "se"))
        .unit(foot("x", "a11").at("2424", "w"))
        .leader(leader("f", "f", "0705"))
        .leader(leader("c", "f1", "0705"))
        .leader(leader("d2", "f12", "2005"))
        .leader(leader("adc", "f", "1205").with("post", "aide"));
    let mut game = start.play(&[]);
    game.say("attach adc c");
    assert!(in_command(&game, "h"));
    game.say("maneuver-unit c");
    assert_eq!((members(&game, "c"), leaders(&game, "c")), (vec!["h"], vec!["c", "adc"]));
    // By himself he makes a Maneuver Unit of his stack.
    let mut game = start.play(&[]);
    game.say("done").say("maneuver-unit adc");
    assert_eq!(members(&game, "adc"), ["h"]);
}

#[test]
fn wagons_hang_on_units_of_their_command() {
    // LB 8.4.3.4a, 8.4.3.4b, 8.4.3.4c, V23.
    let start = |battery: &str| {
        command()
            .unit(guns("g", "f11").at(battery, "e").set("limbered", true))
            .unit(wagon("w1", "f11").at("0905", ""))
            .unit(wagon("w2", "f11").at("1005", ""))
            .unit(foot("x", "a11").at("2424", "w"))
            .leader(leader("f", "f", "0101"))
            .leader(leader("d", "f11", "0505"))
            .play(&[])
    };
    let near = start("0805");
    assert_eq!(["g", "w1", "w2"].map(|key| in_command(&near, key)), [true, true, true]);
    let far = start("1105");
    assert_eq!(["g", "w1", "w2"].map(|key| in_command(&far, key)), [false, false, false]);
}

#[test]
fn light_cavalry_takes_the_initiative() {
    // LB 7.1.3.1a, 8.5a, 8.5.1.1a, 8.5.1.1b, 8.5.1.1c, 8.5.1.2b, 8.3.2b, V15.
    let start = command()
        .unit(hussars("7th", "a21").at("0505", "se"))
        .unit(hussars("10th", "a21").at("0705", "se"))
        .unit(hussars("15th", "a21").at("0905", "se"))
        .unit(foot("x", "f11").at("2424", "w"))
        .unit(hussars("chasseurs", "f21").at("2020", "se"))
        .leader(leader("somerset", "a21", "0505").with("cavalry", "2"))
        .leader(leader("pire", "f21", "2020"))
        .start("turn = 1\nfirst = \"a\"");
    let mut game = start.play(&[]);
    assert_eq!((game.topic(), game.asked().0), ("initiative", 1));
    game.roll(&[2], "take-initiative somerset");
    assert!(game.has_told("somerset takes the initiative"));
    assert_eq!(members(&game, "somerset"), ["7th", "10th"]);
    // The other side is next (LB G4).
    assert_eq!((game.topic(), game.asked().0), ("initiative", 0));
    // A 3 finds nothing, and he does not try again (LB G4).
    let mut game = start.play(&[]);
    game.roll(&[3], "take-initiative somerset");
    assert!(game.has_told("somerset finds none"));
    assert_eq!((game.topic(), game.asked().0), ("initiative", 0));
    assert!(game.table().mu_of(game.leader_id("somerset")).is_none());
}

#[test]
fn the_span_of_a_light_cavalry_leader() {
    // LB 8.5.1.2a, G30, V16: a regiment three hexes away is out of command; by the other reading it is in.
    let start = |bonus: &str| {
        command()
            .unit(hussars("h", "a21").at("0805", "se"))
            .unit(foot("x", "f11").at("2424", "w"))
            .leader(leader("a", "a", "0101"))
            .leader(leader("s", "a21", "0505").with("cavalry", bonus))
    };
    assert!(!in_command(&start("2").play(&[]), "h"));
    assert!(in_command(&start("2").option("light-cavalry-span", "initiative-only").play(&[]), "h"));
    for (bonus, initiative) in [("7", 5), ("0", 1), ("-1", 1), ("-", 1), ("2/4", 2)] {
        let game = start(bonus).play(&[]);
        assert_eq!(game.table().initiative(game.leader_id("s")), initiative, "{bonus}");
    }
}

#[test]
fn within_the_span_of_his_superior_he_takes_no_initiative() {
    // LB 8.5b, 8.5.1.3a.
    let start = |corps: &str| {
        command()
            .unit(hussars("h", "a21").at("0505", "se"))
            .unit(hussars("x", "f21").at("2424", "se"))
            .leader(leader("c", "a2", corps))
            .leader(leader("s", "a21", "0505"))
            .leader(leader("pire", "f21", "2424"))
    };
    let asked = |game: &Game| (game.topic(), game.asked().0);
    let mut near = start("1105").play(&[]);
    near.say("no-more");
    assert_eq!(asked(&near), ("initiative", 0));
    let mut far = start("1205").play(&[]);
    far.say("no-more");
    assert_eq!(asked(&far), ("initiative", 1));
    // Who carries a marker has no need of it.
    let mut marked = start("1205").play(&[]);
    marked.say("maneuver-unit s");
    assert_eq!(asked(&marked), ("initiative", 0));
}

#[test]
fn an_administrative_march_is_ordered() {
    // LB 8.7b, 8.7.1a, 8.7.1b, 8.7.1d, V24: within the span of the corps leader or of the army leader.
    let start = command()
        .unit(foot("b", "f11").at("0205", "e"))
        .unit(foot("x", "a11").at("2424", "w"))
        .leader(leader("f", "f", "1303"))
        .leader(leader("c", "f1", "0208"))
        .leader(leader("d", "f11", "0205"));
    let mut game = start.play(&[]);
    game.say("administrative-march d");
    assert_eq!(game.topic(), "destination");
    // 10 from the army leader, 11 from him and beyond the corps leader, within the corps leader's 6.
    assert_eq!(game.refused("ride-to 2303"), None);
    assert_eq!(game.refused("ride-to 2403").as_deref(), Some("LB 8.7.1b"));
    assert_eq!(game.refused("ride-to 0214"), None);
    game.say("ride-to 0503");
    let mu = game.table().mu(game.table().mu_of(game.leader_id("d")).unwrap()).unwrap();
    assert_eq!((mu.kind, mu.destination), (MuKind::AdministrativeMarch, Some(game.hex("0503"))));
    // One point is spent, none of its chits is in the cup, and another point calls it off.
    assert_eq!(game.state.armies[0].turn.points, 1);
    assert!(game.state.cup.is_empty());
    game.roll(&[3], "call-off d");
    assert!(game.table().mu_of(game.leader_id("d")).is_none());
}

#[test]
fn enemies_within_ten_hexes_end_a_march() {
    // LB 8.7.3c, 8.7.3d, V25.
    let start = |piece: Piece| {
        let game = command()
            .unit(foot("b", "f11").at("0205", "e"))
            .unit(piece)
            .leader(leader("f", "f", "0101"))
            .leader(leader("d", "f11", "0205"))
            .play(&[]);
        game.refused("administrative-march d")
    };
    assert_eq!(start(foot("x", "a11").at("1205", "w")).as_deref(), Some("LB 8.7.3c"));
    assert_eq!(start(foot("x", "a11").at("1305", "w")), None);
    assert_eq!(start(guns("x", "a11").at("1205", "w").set("limbered", true)), None);
    assert_eq!(start(foot("x", "a11").at("0605", "").with("order", "pgd")), None);
    assert_eq!(start(guns("x", "a11").at("1205", "w")).as_deref(), Some("LB 8.7.3c"));
}

#[test]
fn leaders_ride_on_the_leader_chit() {
    // LB 8.9.1a, 8.9.1c, 8.9b, 8.1.2a, 9.0h, G7, V66, 8.1.4d.
    let start = position()
        .start("turn = 6\nsegment = \"maneuver\"\ncup = [\"leader\"]\nfirst = \"f\"\nmaneuver-units = [\"d\"]")
        .unit(foot("b", "f11").at("0505", "e"))
        .unit(foot("x", "a11").at("1505", "w"))
        .leader(leader("d", "f11", "0505"))
        .leader(leader("c", "f1", "0305").set("movement", 2))
        .leader(leader("spy", "a", "0405"));
    let mut game = start.play(&[1]);
    assert_eq!((game.topic(), game.asked().0), ("leader-chit", 0));
    // His Maneuver Unit is in the cup.
    assert_eq!(game.refused("ride d").as_deref(), Some("LB 8.9.1a"));
    game.say("ride c");
    // Through the hex of an enemy leader, but not into it.
    assert_eq!(game.refused("ride-to 0405").as_deref(), Some("LB 8.9.1a"));
    assert_eq!(game.refused("ride-to 0605").as_deref(), Some("LB 8.9.1a"));
    game.say("ride-to 0505");
    assert!(game.leader("c").turn.moved);
    // The Allies after the French; nobody of the French is left.
    assert_eq!((game.topic(), game.asked().0), ("leader-chit", 1));
}

#[test]
fn activation_lasts_while_both_stay_within_the_span() {
    // LB 8.4.3.1b, 8.4.3.1c, 8.4.3.1d, G10, V21: ten hexes apart the corps is Activated still, eleven it is not.
    let start = |at: &str, activated: bool| {
        command()
            .unit(foot("b", "f11").at("0101", "e"))
            .unit(foot("x", "a11").at("2424", "w"))
            .leader(leader("f", "f", "0505"))
            .leader(leader("c", "f1", at).set("activated", activated))
            .play(&[])
            .leader("c")
            .activated
    };
    assert!(start("0505", false) && start("1505", true));
    assert!(!start("1605", true) && !start("1105", false));
    // He rides beyond the span, and his army leader after him: within it again, he is Activated no longer.
    let mut game = position()
        .start("turn = 1\nsegment = \"maneuver\"\ncup = [\"leader\"]")
        .unit(foot("b", "f11").at("0101", "e"))
        .unit(foot("x", "a11").at("2424", "w"))
        .leader(leader("f", "f", "0505").set("movement", 9))
        .leader(leader("c", "f1", "1405").set("activated", true))
        .play(&[1]);
    game.say("ride c").say("ride-to 1805").say("ride f").say("ride-to 1205");
    assert_eq!(game.state.turn, 2);
    assert!(!game.leader("c").activated);
}

#[test]
fn a_mortal_wound_and_the_replacement() {
    // LB 8.2e, 8.2.2a, 8.2.4a, 8.2.4c, 8.2.6.3a, 8.2.6.3c: the aide takes the division where he is; the battalion checks.
    let mut game = position()
        .unit(foot("b", "f11").at("0505", "e"))
        .unit(foot("x", "a11").at("2424", "w"))
        .leader(leader("d", "f11", "0505").with("morale", "3"))
        .leader(leader("adc", "f1", "0101").with("post", "aide"))
        .still();
    let (side, hex) = (kernel::Side::FIRST, game.hex("0505"));
    // A 1 is mortal; then 2 and 4: 24 less 3 is 21, a tie with its rating.
    game.begin(&[1, 2, 4], |play| play.risk_leader(side, hex));
    assert_eq!(game.leader("d").place, LeaderPlace::Dead);
    assert_eq!(game.order("b"), les_batailles::state::Order::Disorder);
    // There is no corps leader who would step down: the post may stay empty (G56).
    assert_eq!(game.offered(), ["leave-vacant", "replace-by adc"]);
    game.say("replace-by adc");
    assert!(matches!(game.leader("adc").post, Post::Leads(_)));
    assert_eq!(game.leader("adc").hex, game.hex("0101"));
    assert!(game.has_told("adc takes command of f11"));
}

fn risk(game: &mut Game, at: &str, dice: &[u8]) {
    let (side, hex) = (kernel::Side::FIRST, game.hex(at));
    game.begin(dice, |play| play.risk_leader(side, hex));
}

#[test]
fn one_of_several_leaders_falls_by_lot() {
    // LB 8.2.1a, 8.2.2b: the second of two; a negative bonus takes nothing off: 22 is more than 21.
    let mut game = position()
        .unit(foot("b", "f11").at("0505", "e"))
        .unit(foot("x", "a11").at("2424", "w"))
        .leader(leader("d", "f11", "0505").with("morale", "-2"))
        .leader(leader("e", "f12", "0505").with("morale", "-4"))
        .leader(leader("adc", "f1", "0101").with("post", "aide"))
        .still();
    // With the other still there, whose bonus counts: 24 less 2 is 22.
    risk(&mut game, "0505", &[2, 1, 2, 4]);
    assert_eq!((game.leader("d").place, game.leader("e").place), (LeaderPlace::Map, LeaderPlace::Dead));
    assert_eq!(game.order("b"), les_batailles::state::Order::Good);
}

#[test]
fn a_wounded_leader_is_out_for_his_term() {
    // LB 8.2.3a, 3.5c, 8.2.6a: in turn 6 an arm is out for a die of hours; his Maneuver Unit is forfeit.
    let mut game = position()
        .start("turn = 6\nsegment = \"maneuver\"\ncup = [\"leader\"]\nmaneuver-units = [\"d\"]")
        .unit(foot("b", "f11").at("0505", "e"))
        .unit(foot("x", "a11").at("2424", "w"))
        .leader(leader("d", "f11", "0505"))
        .leader(leader("other", "f12", "0101"))
        .play(&[1]);
    assert_eq!(game.state.cup.len(), 1);
    risk(&mut game, "0505", &[4, 2]);
    assert_eq!(game.leader("d").place, LeaderPlace::Wounded { back: 12 });
    assert!(game.state.cup.is_empty() && game.has_told("The Maneuver Unit of d is forfeit"));
}

#[test]
fn without_an_aide_the_corps_leader_steps_down() {
    // LB 8.2.5a, 8.2.5b, 8.2.6.1a, 8.2.6.2a: his corps is disbanded and his point lost.
    let mut game = position()
        .unit(foot("b", "f11").at("0505", "e"))
        .unit(foot("x", "a11").at("2424", "w"))
        .leader(leader("c", "f1", "0101").set("activated", true))
        .leader(leader("d", "f11", "0505"))
        .still();
    assert_eq!(game.table().command_points(kernel::Side::FIRST), 1);
    risk(&mut game, "0505", &[1, 6, 6]);
    let (table, c) = (game.table(), game.leader_id("c"));
    assert_eq!(table.led_by(c).map(|formation| game.rules.formations[formation.ix()].key.as_str()), Some("f11"));
    assert!(!game.leader("c").activated && game.has_told("f1 is disbanded"));
    assert_eq!(table.command_points(kernel::Side::FIRST), 0);
    assert!(!table.may_move_as_corps(c));
}

#[test]
fn a_replacement_goes_before_a_step_down() {
    // LB 8.2.4c, 8.2.4e, 8.2.5c, G13: aides of the corps and of the army, or the army leader if he likes; never a division leader, never
    // the corps leader while there is an aide.
    let mut game = position()
        .unit(foot("b", "f111").at("0505", "e"))
        .unit(foot("x", "a11").at("2424", "w"))
        .leader(leader("f", "f", "0101"))
        .leader(leader("c", "f1", "0101"))
        .leader(leader("d", "f11", "0101"))
        .leader(leader("brig", "f111", "0505"))
        .leader(leader("adc", "f1", "0101").with("post", "aide"))
        .leader(leader("army-adc", "f", "0101").with("post", "aide"))
        .leader(leader("other-adc", "f2", "0101").with("post", "aide"))
        .still();
    risk(&mut game, "0505", &[1, 6, 6]);
    assert_eq!(game.topic(), "replacement");
    assert_eq!(game.offered(), ["replace-by f", "replace-by adc", "replace-by army-adc"]);
    assert_eq!(game.refused("replace-by c").as_deref(), Some("LB 8.2.4e"));
    assert_eq!(game.refused("leave-vacant").as_deref(), Some("LB 8.2.5c"));
    game.say("replace-by army-adc");
    // LB 8.2.6.3a: he is still where he was.
    assert_eq!(game.leader("army-adc").hex, game.hex("0101"));
    assert!(game.has_told("army-adc takes command of f111"));
}

#[test]
fn a_corps_leader_is_replaced_only_by_one_who_steps_down() {
    // LB 8.2.4d, 8.2.4b: the army leader may, and nobody has to; an army leader is not replaced at all.
    let mut game = position()
        .unit(foot("b", "f11").at("0505", "e"))
        .unit(foot("x", "a11").at("2424", "w"))
        .leader(leader("f", "f", "0101"))
        .leader(leader("c", "f1", "0505"))
        .leader(leader("adc", "f1", "0101").with("post", "aide"))
        .still();
    risk(&mut game, "0505", &[1, 6, 6]);
    assert_eq!(game.offered(), ["leave-vacant", "replace-by f"]);
    game.say("replace-by f");
    let formation = |game: &Game, key: &str| game.rules.formations.iter().position(|card| card.key == key).unwrap();
    assert_eq!(game.state.formations[formation(&game, "f1")].leader, Some(game.leader_id("f")));
    assert_eq!(game.state.formations[formation(&game, "f")].leader, None);
    // Now he falls, and nobody is left to take either.
    let mut game = position()
        .unit(foot("b", "f11").at("0505", "e"))
        .unit(foot("x", "a11").at("2424", "w"))
        .leader(leader("f", "f", "0505"))
        .leader(leader("c", "f1", "0101"))
        .still();
    risk(&mut game, "0505", &[1, 6, 6]);
    assert!(game.has_told("f has no leader"));
}

#[test]
fn a_returned_leader_resumes_his_command() {
    // LB 8.2.6.3d, 8.2.5.1a, 8.2.6.1b, 8.2.6.2b: the corps leader stood in for him; stacked with him at the start of the next turn he has
    // his division again, and the corps leader steps up and gives his point.
    let mut game = position()
        .start("turn = 1\nsegment = \"reorganization\"")
        .unit(foot("b", "f11").at("0505", "e"))
        .unit(foot("x", "a11").at("2424", "w"))
        .leader(leader("c", "f1", "0505"))
        .leader(leader("d", "f11", "0505"))
        .still();
    // The lot falls on the division leader: a flesh wound of the state is no matter here, he is out for one turn.
    risk(&mut game, "0505", &[2, 5, 1]);
    assert_eq!(game.leader("d").place, LeaderPlace::Wounded { back: 7 });
    assert!(
        matches!(game.leader("c").post, Post::Leads(formation) if game.rules.formations[formation.ix()].key == "f11")
    );
    let (d, hex) = (game.leader_id("d"), game.hex("0505"));
    game.state.over = None;
    game.begin(&[], |play| {
        play.put_leader(d, hex);
        play.push(les_batailles::agenda::Step::Turn(les_batailles::sequence::TurnStep::Begins));
    });
    assert_eq!(game.topic(), "maneuver-units");
    assert!(game.has_told("d resumes command of f11") && game.has_told("c steps up to f1 again"));
    assert_eq!(game.state.armies[0].turn.points, 1);
}

#[test]
fn an_aide_lets_the_corps_leader_step_up() {
    // LB 8.2.5.1a: a question at the start of the Command Segment.
    let mut game = position()
        .unit(foot("b", "f11").at("0505", "e"))
        .unit(foot("x", "a11").at("2424", "w"))
        .leader(leader("c", "f1", "0101"))
        .leader(leader("d", "f11", "0505"))
        .leader(leader("adc", "f1", "0505").with("post", "aide"))
        .still();
    // First the aide is stunned, then the division leader dies: the corps leader must step down.
    let (side, hex) = (kernel::Side::FIRST, game.hex("0505"));
    game.with(&[2, 5, 1, 1], |play| {
        play.leader_at_risk(side, hex);
        play.leader_at_risk(side, hex);
    });
    game.begin(&[], |_| {});
    assert!(game.has_told("c takes command of f11"));
    let adc = game.leader_id("adc");
    game.state.over = None;
    game.begin(&[], |play| {
        play.put_leader(adc, hex);
        play.push(les_batailles::agenda::Step::Turn(les_batailles::sequence::TurnStep::Begins));
    });
    assert_eq!((game.topic(), game.offered()), ("step-up", vec!["done".into(), "step-up c adc".into()]));
    game.say("step-up c adc");
    assert!(game.has_told("adc takes command of f11") && game.has_told("c steps up to f1 again"));
}

#[test]
fn leaders_are_captured_with_their_units() {
    // LB 8.1.4c, G12, V65: reduced to zero Increments the battalion's leader is captured, surrounded or not; by the other reading he
    // flies to the nearest friends. With another unit in the hex he stays.
    let start = || {
        position()
            .unit(foot("b", "f11").at("0505", "e"))
            .unit(foot("near", "f11").at("0705", "e"))
            .unit(foot("x", "a11").at("2424", "w"))
            .leader(leader("d", "f11", "0505"))
    };
    let lose = |game: &mut Game, key: &str| {
        let id = game.id(key);
        game.begin(&[], |play| {
            play.lose(id, 6);
        });
    };
    let mut game = start().still();
    lose(&mut game, "b");
    assert_eq!(game.leader("d").place, LeaderPlace::Captured);
    // LB 3.3c: back to the Display, out of play.
    use les_batailles::state::{Loss, Place};
    assert_eq!((game.unit("b").place, game.at("b")), (Place::Gone(Loss::Destroyed), "gone".into()));
    let mut game = start().option("capture-at-zero", "surrounded").still();
    lose(&mut game, "b");
    assert_eq!((game.leader("d").place, game.leader("d").hex), (LeaderPlace::Map, game.hex("0705")));
    let mut game = start().unit(foot("with", "f11").at("0505", "e")).still();
    lose(&mut game, "b");
    assert_eq!((game.leader("d").place, game.leader("d").hex), (LeaderPlace::Map, game.hex("0505")));
    // Surrendered: always.
    let mut game = start().option("capture-at-zero", "surrounded").still();
    let b = game.id("b");
    game.begin(&[], |play| play.remove(b, Loss::Surrendered));
    assert_eq!(game.leader("d").place, LeaderPlace::Captured);
}

#[test]
fn a_leader_flies_from_the_enemy() {
    // LB 8.1.4a, 8.1.4b, G12: of two hexes as near, his owner chooses; a unit in PGD is passed over for another as near.
    let start = || {
        position()
            .unit(foot("left", "f11").at("0305", "e"))
            .unit(foot("right", "f11").at("0705", "e"))
            .unit(foot("routed", "f11").at("0503", "").with("order", "pgd"))
            .unit(foot("x", "a11").at("0505", "w"))
            .leader(leader("d", "f11", "0505"))
    };
    let mut game = start().still();
    game.begin(&[], |_| {});
    assert_eq!((game.topic(), game.offered()), ("flight", vec!["ride-to 0305".into(), "ride-to 0705".into()]));
    game.say("ride-to 0705");
    assert_eq!(game.leader("d").hex, game.hex("0705"));
    // In a ring of enemies he is captured.
    let mut ring = start();
    for (key, at) in [("r1", "0405"), ("r2", "0605"), ("r3", "0404"), ("r4", "0504"), ("r5", "0406"), ("r6", "0506")] {
        ring = ring.unit(foot(key, "a11").at(at, "w"));
    }
    let mut game = ring.still();
    game.begin(&[], |_| {});
    assert_eq!(game.leader("d").place, LeaderPlace::Captured);
}

#[test]
fn the_highest_in_rank_commands_a_hex() {
    // LB 8.1.7a, 8.1.7b, 8.1.7c, V29, G43: table 3, and among equals the better for their owner.
    let game = position()
        .unit(foot("b", "f11").at("0505", "e"))
        .unit(foot("c", "f11").at("0606", "e"))
        .unit(foot("x", "a11").at("2424", "w"))
        .leader(leader("brig", "f111", "0505").with("morale", "6"))
        .leader(leader("d", "f11", "0505").with("morale", "2").with("infantry", "4"))
        .leader(leader("napoleon", "f", "0505").with("post", "monarch").with("morale", "A"))
        .leader(leader("e", "f12", "0606").with("morale", "1"))
        .leader(leader("g", "f21", "0606").with("morale", "3"))
        .leader(leader("adc", "f", "0606").with("post", "aide").with("morale", "9"))
        .leader(leader("outside", "f", "0707").with("post", "outside"))
        .leader(leader("imperial", "f", "0707").with("post", "imperial-aide"))
        .still();
    let commander =
        |key: &str| game.table().commander_of(game.id(key)).map(|id| game.rules.leaders[id.ix()].key.as_str());
    assert_eq!((commander("b"), commander("c")), (Some("napoleon"), Some("g")));
    let rank = |key: &str| game.table().rank(game.leader_id(key));
    assert_eq!(["napoleon", "outside", "imperial", "d", "brig", "adc"].map(rank), [1, 3, 4, 5, 6, 7]);
}

/// A road along the fifth row.
fn road() -> Position {
    let hexes: Vec<String> = (1..=20).map(|column| format!("{column:02}05")).collect();
    command()
        .road(&hexes.join(" "))
        .unit(foot("x", "a11").at("2424", "w"))
        .leader(leader("f", "f", "2401").set("gives-point", true))
}

#[test]
fn a_march_column_is_in_command_from_its_head() {
    // LB 8.6a, 8.6b, 8.6c, 8.6d, 8.6.2a, 8.4.2e: a chain of Road Columns, and at its tail a battalion that is still to form one.
    let column = |leader_at: &str| {
        road()
            .unit(foot("b1", "f11").at("1205 1105", "e").in_("road-column"))
            .unit(foot("b2", "f11").at("1005 0905", "e").in_("road-column"))
            .unit(foot("b3", "f11").at("0805 0705", "e").in_("road-column"))
            .unit(foot("tail", "f11").at("0605", "e"))
            .unit(foot("stranger", "f12").at("0505 0405", "e").in_("road-column"))
            .unit(foot("lost", "f11").at("0305 0205", "e").in_("road-column"))
            .leader(leader("d", "f11", leader_at).set("gives-point", true))
    };
    let mut game = column("1205").play(&[]);
    let keys = ["b1", "b2", "b3", "tail", "stranger", "lost"];
    // Within his span are b1 and b2; those behind hang on the chain; the last is cut off by another division.
    assert_eq!(keys.map(|key| in_command(&game, key)), [true, true, true, true, false, false]);
    game.say("march-column d");
    assert_eq!(members(&game, "d"), ["b1", "b2", "b3", "tail"]);
    // An ordinary Maneuver Unit has those within his span.
    let mut game = column("1205").play(&[]);
    game.say("maneuver-unit d");
    assert_eq!(members(&game, "d"), ["b1", "b2"]);
    // LB 8.6.3a: no longer at the head, he has the tail that trails to his span still; the one that is not in Road Column is not of it.
    let game = column("1505").play(&[]);
    assert_eq!(keys.map(|key| in_command(&game, key)), [true, true, true, false, false, false]);
    let game = column("1705").play(&[]);
    assert_eq!(keys.map(|key| in_command(&game, key)), [false; 6]);
}

#[test]
fn a_corps_column_needs_activation_and_leaders_at_the_heads() {
    // LB 8.6.1a: Activated by his army leader in his hex, or not; the leader of the second division at its head, or beside it.
    let column = |army: &str, second: &str| {
        let game = road()
            .unit(foot("b1", "f11").at("1205 1105", "e").in_("road-column"))
            .unit(foot("b2", "f12").at("1005 0905", "e").in_("road-column"))
            .unit(foot("b3", "f12").at("0805 0705", "e").in_("road-column"))
            .leader(leader("c", "f1", army).set("gives-point", true))
            .leader(leader("d1", "f11", "1205"))
            .leader(leader("d2", "f12", second))
            .tables("")
            .text();
        let text = game.replace("at = \"2401\"", "at = \"1205\"");
        let rules = open(&scenario::Source::new("test.toml", text)).unwrap_or_else(|faults| panic!("{faults}"));
        let state = kernel::Rulebook::start(&rules, &mut kernel::Scripted::new([]), &mut kernel::Ledger::default());
        let game = Game { rules, state, ledger: kernel::Ledger::default() };
        game.table().march_column(game.leader_id("c")).len()
    };
    assert_eq!(column("1205", "1005"), 3);
    assert_eq!(column("1205", "1006"), 1);
    assert_eq!(column("1305", "1005"), 0);
}

#[test]
fn units_of_a_static_position_need_no_leader() {
    // LB 8.8a, 8.8b, 8.8.1a, 8.8.2a: In Command inside; when all have left it is dissolved.
    let start = |at: &str| {
        command()
            .unit(foot("garrison", "f11").at("0505", "e").with("position", "farm"))
            .unit(foot("out", "f11").at(at, "e").with("position", "farm"))
            .unit(foot("x", "a11").at("2424", "w"))
            .leader(leader("f", "f", "2020"))
            .tables("[[positions]]\nkey = \"farm\"\nname = \"The farm\"\nside = \"f\"\nhexes = [\"0505\", \"0506\"]\n")
    };
    let game = start("0807").play(&[]);
    assert_eq!(["garrison", "out"].map(|key| in_command(&game, key)), [true, false]);
    let mut game = start("0807").still();
    let (id, hex) = (game.id("garrison"), game.hex("0705"));
    game.begin(&[], |play| {
        let facing = play.unit(id).facing;
        play.state.put(id, les_batailles::hexes::Hexes::one(hex), facing);
    });
    assert!(game.has_told("The farm is given up"));
    assert_eq!(game.state.dissolved, 1);
}

#[test]
fn maneuver_units_created_in_secret() {
    // LB 8.4.1.2a: the other side does not see for whom.
    use kernel::{Seat, Secrecy};
    let mut game = command()
        .option("secret-units", "on")
        .unit(foot("b", "f11").at("0505", "e"))
        .unit(foot("x", "a11").at("2424", "w"))
        .leader(leader("f", "f", "0101"))
        .leader(leader("c", "f1", "0202"))
        .play(&[]);
    game.say("maneuver-unit c");
    assert!(game.rules.redact(&game.state, Seat(1)).mus.iter().all(Option::is_none));
    assert!(game.rules.redact(&game.state, Seat(0)).mus.iter().any(Option::is_some));
}
#[test]
fn team_play_has_one_chit_for_a_side() {
    // LB 8.4.1.1a, G39: four Action chits and two of the sides; all Maneuver Units of a side are drawn from a second cup.
    let mut game = command()
        .option("team-chits", "on")
        .unit(foot("b", "f11").at("0505", "e"))
        .unit(foot("x", "a11").at("2424", "w"))
        .leader(leader("f", "f", "0101"))
        .leader(leader("c", "f1", "0202"))
        .play(&[]);
    game.say("maneuver-unit c");
    // The fifth of six is the French; the first of their two moves second.
    game.roll(&[5, 2], "maneuver-unit f");
    assert!(game.has_told("All Maneuver Units of French move"));
    let (table, f) = (game.table(), game.leader_id("f"));
    assert_eq!(game.state.chit, table.mu_of(f).map(les_batailles::sequence::Chit::Mu));
    assert!(table.is_active_leader(f));
}

#[test]
fn a_unit_moves_with_one_maneuver_unit_only() {
    // LB 8.4b, 8.4c, 8.4.4a, 7.1.1b, V11: a Wing is a corps. Foy moves with the Wing; his own chit is a dud.
    let mut game = position()
        .start("turn = 6\nsegment = \"maneuver\"\nmaneuver-units = [\"wing\", \"foy\"]")
        .unit(foot("b", "f11").at("0505", "e"))
        .unit(foot("x", "a11").at("2424", "w"))
        .leader(leader("f", "f", "0505"))
        .leader(leader("wing", "f1", "0505").set("activated", true))
        .leader(leader("foy", "f11", "0505"))
        .play(&[1]);
    // The battle file has the units of the Wing in it; Foy goes along with his battalion.
    game.say("take b").say("step e").roll(&[1], "halt");
    assert!(game.has_told("All of the Maneuver Unit of foy have moved already"), "{:?}", game.told());
}

#[test]
fn a_pinned_unit_does_not_move_but_its_leader_does() {
    // LB 8.4.3.5a, 8.4.3.5b, 7.1.2c, V22: he and his other battalion may; the target of the assault may not.
    let start = |cup: &str| {
        position()
            .start(&format!(
                "turn = 6\nsegment = \"maneuver\"\n{cup}\nassaults = [{{ unit = \"x\", at = [\"0505\"], distance = 1 }}]"
            ))
            .unit(foot("target", "f11").at("0505", "e"))
            .unit(foot("other", "f11").at("0503", "e"))
            .unit(foot("x", "a11").at("0605", "w"))
            .leader(leader("d", "f11", "0505"))
    };
    let game = start("maneuver-units = [\"d\"]").play(&[1]);
    let offered = game.offered();
    assert!(offered.contains(&"take other".into()) && offered.contains(&"ride-out d".into()), "{offered:?}");
    assert!(!offered.contains(&"take target".into()));
    assert!(!game.table().is_in_command(game.id("target")));
    // LB 8.4.3.5c: nor does it regroup.
    let game = start("cup = [\"regroup\"]").play(&[1]);
    assert!(game.offered().iter().all(|text| !text.contains("target")), "{:?}", game.offered());
}

#[test]
fn a_corps_moves_division_by_division() {
    // LB 8.4.4b, 7.2.1b, G32: when the second division has begun, the first is done.
    let mut game = position()
        .start("turn = 6\nsegment = \"maneuver\"\nmaneuver-units = [\"c\"]")
        .unit(foot("b1", "f11").at("0505", "e"))
        .unit(foot("b2", "f11").at("0506", "e"))
        .unit(foot("b3", "f12").at("0905", "e"))
        .unit(foot("x", "a11").at("2424", "w"))
        .leader(leader("f", "f", "0705"))
        .leader(leader("c", "f1", "0705").set("activated", true))
        .leader(leader("d1", "f11", "0505"))
        .leader(leader("d2", "f12", "0905"))
        .play(&[1]);
    game.say("take b1").say("step e").say("halt").say("take b3").say("step e").say("halt");
    assert!(!game.offered().contains(&"take b2".into()), "{:?}", game.offered());
}

#[test]
fn command_is_found_out_again_when_the_chit_is_drawn() {
    // LB 8.4.3.6a, 8.3a, 5.3.9b, 7.1.2b, 7.1.2c, 9.2a, G5: the leader has ridden away before his chit is drawn? He may not; but a battalion that is too far
    // now is out, and one that was out stays out.
    let game = position()
        .start("turn = 6\nsegment = \"maneuver\"\nmaneuver-units = [\"d\"]")
        .unit(foot("near", "f11").at("0505", "e"))
        .unit(foot("far", "f11").at("1005", "e"))
        .unit(foot("was-out", "f11").at("0506", "e").set("in-command", false))
        .unit(foot("x", "a11").at("2424", "w"))
        .leader(leader("d", "f11", "0505"))
        .play(&[1]);
    assert_eq!(members(&game, "d"), ["near"]);
    assert!(!in_command(&game, "far") && !in_command(&game, "was-out"));
    assert!(game.table().is_active(game.id("near")) && !game.table().is_active(game.id("far")));
    // Whoever is not in it neither goes nor turns.
    assert_eq!(game.refused("take far").as_deref(), Some("LB 8.4.3d"));
}

#[test]
fn a_leader_who_has_ridden_does_not_move_with_a_maneuver_unit() {
    // LB 8.9.1b, 7.2.1e, 8.1.2a.
    let mut game = position()
        .start("turn = 6\nsegment = \"maneuver\"\ncup = [\"leader\"]\nmaneuver-units = [\"d\"]")
        .unit(foot("b", "f11").at("0505", "e"))
        .unit(foot("x", "a11").at("2424", "w"))
        .leader(leader("d", "f11", "0505").set("moved", true))
        .play(&[2]);
    assert!(!game.offered().contains(&"ride-out d".into()));
    game.say("take b").say("step e").roll(&[1], "halt");
    assert_eq!(game.leader("d").hex, game.hex("0505"));
}

#[test]
fn a_disordered_battalion_and_the_force_march_of_its_division() {
    // LB G50, 13.3a: it keeps the division from it; by the other reading the rest marches without it.
    let start = |option: &str| {
        position()
            .option("force-march-order", option)
            .start("turn = 6\nsegment = \"maneuver\"\nmaneuver-units = [\"d\"]")
            .unit(foot("b", "f11").at("0505", "e"))
            .unit(foot("shaken", "f11").at("0507", "").with("order", "disorder"))
            .unit(foot("x", "a11").at("2424", "w"))
            .leader(leader("d", "f11", "0505"))
            .play(&[1])
    };
    assert_eq!(start("all").refused("force-march f11").as_deref(), Some("LB 13.3a"));
    let mut game = start("those-in-order");
    game.roll(&[4], "force-march f11");
    let allowance = |game: &Game, key: &str| game.table().allowance_of(game.id(key)).twelfths();
    assert_eq!((allowance(&game, "b"), allowance(&game, "shaken")), (12 * 11, 12 * 4));
}

#[test]
fn regrouping_to_a_terminus_in_later_turns() {
    // LB G49, 8.10.7b, 8.9.2c: two turns after its entry, by one reading still, by the other no more.
    let start = |option: &str| {
        let hexes: Vec<String> = (1..=20).map(|column| format!("{column:02}05")).collect();
        let mut game = position()
            .option("terminus-regroup", option)
            .start("turn = 6\nsegment = \"maneuver\"\ncup = [\"leader\", \"regroup\"]")
            .road(&hexes.join(" "))
            .unit(foot("b", "f11").at("0110", "e").with("arrives", "west"))
            .unit(foot("x", "a11").at("2424", "w"))
            .leader(leader("f", "f2", "0101"))
            .tables("[[arrivals]]\nkey = \"west\"\nside = \"f\"\nturn = 1\nentry = \"0105\"\ntermini = [\"0805\"]\n")
            .play(&[1]);
        let b = game.id("b");
        game.state.units[b.ix()].entered = 4;
        assert_eq!(game.topic(), "leader-chit");
        game.roll(&[1], "done");
        game.topic()
    };
    assert_eq!(start("from-then-on"), "regroup-chit");
    assert_ne!(start("next-turn"), "regroup-chit");
}

#[test]
fn one_hex_of_a_unit_within_the_span_is_enough() {
    // LB 8.3.1.3a: its left end is three hexes away, its right end four.
    let game = command()
        .unit(foot("b", "f11").set("increments", 8).at("0805 0905", "n").in_("line"))
        .unit(foot("x", "a11").at("2424", "w"))
        .leader(leader("f", "f", "0101"))
        .leader(leader("d", "f11", "0505"))
        .play(&[]);
    assert!(in_command(&game, "b"));
}

#[test]
fn leaders_who_are_still_to_come_give_no_points() {
    // LB 8.3.2a, 7.1.1a: the army leader is there, the corps leader arrives in this turn.
    let game = command()
        .unit(foot("b", "f11").at("0505", "e"))
        .unit(foot("x", "a11").at("2424", "w"))
        .leader(leader("f", "f", "0101"))
        .leader(coming("c", "f1", "west"))
        .tables("[[arrivals]]\nkey = \"west\"\nside = \"f\"\nturn = 1\nentry = \"0105\"\n")
        .play(&[]);
    assert_eq!(game.state.armies[0].turn.points, 1);
}

#[test]
fn a_light_cavalry_division_takes_the_initiative() {
    // LB 8.5.1.3b, 8.5.1.3d: his brigade leader within his span with his regiment, and the horse battery; the foot battery does not go.
    let mut game = command()
        .unit(hussars("own", "f11").at("0505", "se"))
        .unit(hussars("brigade", "f111").at("0807", "se"))
        .unit(guns("horse", "f11").with("arm", "horse-artillery").at("0605", "e").set("limbered", true))
        .unit(guns("foot", "f11").at("0606", "e").set("limbered", true))
        .unit(hussars("x", "a21").at("2424", "sw"))
        .leader(leader("d", "f11", "0505").with("cavalry", "3"))
        .leader(leader("brig", "f111", "0706").with("cavalry", "2"))
        .leader(leader("y", "a21", "2424"))
        .play(&[]);
    assert_eq!(game.topic(), "initiative");
    game.roll(&[3], "take-initiative d");
    assert_eq!((members(&game, "d"), leaders(&game, "d")), (vec!["own", "brigade", "horse"], vec!["d", "brig"]));
}

#[test]
fn a_replacement_has_the_initiative_of_the_post() {
    // LB 8.5.1.3c.
    let mut game = position()
        .unit(hussars("h", "f21").at("0505", "se"))
        .unit(foot("x", "a11").at("2424", "w"))
        .leader(leader("s", "f21", "0505").with("cavalry", "2"))
        .leader(leader("adc", "f2", "0101").with("post", "aide"))
        .still();
    assert!(!game.table().may_take_initiative(game.leader_id("adc")));
    risk(&mut game, "0505", &[1, 6, 6]);
    game.say("replace-by adc");
    assert!(game.table().may_take_initiative(game.leader_id("adc")));
}

#[test]
fn those_of_a_column_who_are_off_the_map_enter_with_it() {
    // LB 8.6.4a, 8.10.5a.
    let mut game = road()
        .unit(foot("b1", "f11").at("0405 0305", "e").in_("road-column"))
        .unit(foot("late", "f11").with("arrives", "west"))
        .leader(leader("d", "f11", "0405"))
        .tables("[[arrivals]]\nkey = \"west\"\nside = \"f\"\nturn = 1\nentry = \"0105\"\n")
        .play(&[]);
    game.roll(&[5], "march-column d");
    assert_eq!(members(&game, "d"), ["b1", "late"]);
    assert_eq!(game.topic(), "reinforcements");
    game.say("enter-by-road late 0105");
    assert!(game.table().is_active(game.id("late")));
}

#[test]
fn a_leader_may_keep_pace_with_cavalry() {
    // LB 8.1.5a, V10: he has nine points of his own, and goes with the hussars for all of their fourteen.
    let mut game = position()
        .start("turn = 6\nsegment = \"maneuver\"\nmaneuver-units = [\"s\"]")
        .unit(hussars("h", "a21").at("0505", "ne").in_("line"))
        .unit(foot("x", "f11").at("2424", "w"))
        .leader(leader("s", "a21", "0505").set("movement", 9))
        .play(&[1]);
    game.say("take h");
    let moving = game.state.moves.last().copied().unwrap();
    assert_eq!((moving.allowance.twelfths(), moving.leaders.contains(game.leader_id("s"))), (14 * 12, true));
}

#[test]
fn the_battle_lists_who_takes_the_initiative() {
    // LB 8.5a, G2: of two leaders of light horse the one whom the battle does not list is not asked.
    let start = |listed: bool| {
        command()
            .unit(hussars("7th", "a21").at("0505", "se"))
            .unit(foot("x", "f11").at("2424", "w"))
            .leader(leader("somerset", "a21", "0505").with("cavalry", "2").set("initiative", listed))
            .start("turn = 1\nfirst = \"a\"")
    };
    assert_eq!((start(true).play(&[]).topic(), start(true).play(&[]).offered().len()), ("initiative", 2));
    assert_ne!(start(false).play(&[3]).topic(), "initiative");
}

#[test]
fn a_leader_in_a_ring_is_captured_when_the_enemy_comes_in() {
    // LB 8.1.4c, 8.1.4b, G12: six battalions around him, and one of them enters; with a gap in the ring he flies.
    let ring = |last: &str| {
        let mut start = position()
            .start("turn = 6\nsegment = \"maneuver\"\nmaneuver-units = [\"e\"]")
            .unit(foot("friend", "f11").at("0105", "e"))
            .leader(leader("d", "f11", "1010"))
            .leader(leader("e", "a11", "1110"));
        for (key, at) in [("r1", "1110"), ("r2", "0910"), ("r3", "1009"), ("r4", "1109"), ("r5", "1011"), ("r6", last)]
        {
            start = start.unit(foot(key, "a11").at(at, "w"));
        }
        start.play(&[1])
    };
    let mut game = ring("1111");
    game.say("take r1").say("step w");
    assert_eq!((game.leader("d").place, game.at("r1")), (LeaderPlace::Captured, "1010".into()));
    let mut game = ring("1311");
    game.say("take r1").say("step w");
    assert_eq!((game.leader("d").place, game.leader("d").hex), (LeaderPlace::Map, game.hex("0105")));
}

#[test]
fn a_stand_in_who_is_hit_comes_back_as_what_he_was() {
    // LB G51, 8.2.6.3d, 8.2.3a, 8.4.3.2a: the aide leads the division for its fallen leader, is wounded himself, and is an aide again when
    // he is back.
    let mut game = position()
        .start("turn = 6\nsegment = \"maneuver\"\ncup = [\"reinforcement\", \"leader\"]")
        .unit(foot("b", "f11").at("0505", "e"))
        .unit(foot("x", "a11").at("2424", "w"))
        .leader(leader("d", "f11", "0505"))
        .leader(leader("adc", "f1", "0505").with("post", "aide"))
        .leader(leader("e", "f12", "0101"))
        .play(&[2]);
    // The lot falls on the division leader, who dies; then the aide is stunned.
    risk(&mut game, "0505", &[1, 1, 6, 6]);
    game.say("replace-by adc");
    assert!(game.table().led_by(game.leader_id("adc")).is_some() && !game.table().is_aide(game.leader_id("adc")));
    // LB 8.2.6.3b: to where he is needed he rides.
    assert_eq!(game.refused("ride adc"), None);
    risk(&mut game, "0505", &[5, 1]);
    assert!(game.has_told("f11 has no leader"));
    let (adc, depots) = (game.leader_id("adc"), vec![game.hex("0110")]);
    game.state.leaders[adc.ix()].place = LeaderPlace::Wounded { back: 6 };
    game.rules.sides[0].depots = depots;
    game.roll(&[1], "done").say("enter-leader adc 0110");
    assert!(game.table().is_aide(adc));
}

#[test]
fn a_corps_leader_who_stood_in_and_was_hit_has_his_corps_again() {
    // LB G51, 8.2.6.2b, 8.2.6.1b: he stepped down to a division and was wounded there; the turn after he is back the corps is his again.
    let mut game = position()
        .start("turn = 1\nsegment = \"maneuver\"\ncup = [\"leader\"]")
        .unit(foot("b", "f11").at("0505", "e"))
        .unit(foot("x", "a11").at("2424", "w"))
        .leader(leader("c", "f1", "0505"))
        .leader(leader("d", "f11", "0505"))
        .leader(leader("e", "f12", "0101"))
        .play(&[1]);
    risk(&mut game, "0505", &[2, 1, 6, 6]);
    assert!(game.has_told("f1 is disbanded"));
    risk(&mut game, "0505", &[5, 1]);
    let (c, hex) = (game.leader_id("c"), game.hex("0505"));
    game.with(&[], |play| play.put_leader(c, hex));
    game.say("done");
    assert!(game.has_told("c resumes command of f1"), "{:?}", game.told());
    assert_eq!(game.state.armies[0].turn.points, 1);
}

#[test]
fn an_absent_superior_bars_nobody_above_him() {
    // LB 8.7.1b, V24: the corps leader has not come yet; a hex within ten of the army leader will do.
    let mut game = command()
        .unit(foot("b", "f11").at("0205", "e"))
        .unit(foot("x", "a11").at("2424", "w"))
        .leader(leader("f", "f", "1303"))
        .leader(coming("c", "f1", "west"))
        .leader(leader("d", "f11", "0205"))
        .tables("[[arrivals]]\nkey = \"west\"\nside = \"f\"\nturn = 5\nentry = \"0110\"\n")
        .play(&[]);
    game.say("administrative-march d");
    assert_eq!(game.refused("ride-to 2303"), None);
    assert_eq!(game.refused("ride-to 2403").as_deref(), Some("LB 8.7.1b"));
}

#[test]
fn who_follows_a_column_comes_on_when_it_has_moved() {
    // LB 8.10.5a, 8.6.4a: its tail stands on the hex of the road by which the next battalion enters, until it has gone on.
    let mut game = road()
        .unit(foot("b1", "f11").at("0205 0105", "e").in_("road-column"))
        .unit(foot("late", "f11").with("arrives", "west"))
        .leader(leader("d", "f11", "0205"))
        .tables("[[arrivals]]\nkey = \"west\"\nside = \"f\"\nturn = 1\nentry = \"0105\"\n")
        .play(&[]);
    game.roll(&[5], "march-column d");
    assert_eq!(
        (game.topic(), game.refused("enter-by-road late 0105").as_deref()),
        ("reinforcements", Some("LB 11.1b"))
    );
    game.say("done").say("take b1");
    for _ in 0..4 {
        game.say("step e");
    }
    game.say("halt");
    while game.topic() == "maneuver" {
        game.say("done");
    }
    assert_eq!(game.topic(), "reinforcements");
    game.say("enter-by-road late 0105");
    assert_eq!(game.at("late"), "0105");
}

#[test]
fn one_check_for_losses_and_a_leader_mortally_wounded() {
    // LB 8.2.2a, 20.1.6, V63, V20-5: a battalion of four loses two and its leader, of morale 3, in one shot: one roll, at -3, -6 for grievous
    // losses and -6 for half its strength. 56 comes to 33; 55 comes to 32, a tie with its rating.
    let shot = |dice: &[u8]| {
        let start = position()
            .unit(guns("g", "f11").at("1010", "ne").set("fire", "[12, 8, 4]"))
            .unit(foot("b", "a11").at("1109", "sw").set("increments", 4).with("morale", "32"))
            .leader(leader("d", "a11", "1109").with("morale", "3"));
        let mut game = crate::fire::opened(&start, les_batailles::fire::Occasion::Chit, &[]);
        game.roll(dice, "fire 1010 1109");
        assert!(game.has_told("a leader mortally wounded") && game.has_told("grievous losses"), "{:?}", game.told());
        game
    };
    let held = shot(&[6, 5, 1, 5, 6]);
    assert_eq!((held.unit("b").losses, held.order("b")), (2, les_batailles::state::Order::Good));
    assert_eq!(shot(&[6, 5, 1, 5, 5]).order("b"), les_batailles::state::Order::Disorder);
}
