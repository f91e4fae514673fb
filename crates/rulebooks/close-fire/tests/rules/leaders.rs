//! CF 6.39 to 6.45, G24, G25, 4.8: the risk to leaders, wounds, capture, replacement.

use crate::combat::{fight, still};
use crate::game::{FOOT, GUN, Game, HORSE, brigade, leader, mm, unit, wing};
use close_fire::state::{Fate, Place, Standing};

/// Foot against foot in close fire, the General of the wing with the red one; other red foot stands near.
fn led(start: &str) -> Vec<String> {
    vec![
        wing("red-wing", [20.0, 20.0]).replace("at = [20.0, 20.0]", &format!("with = \"red\"\n{start}")),
        brigade("red-brigade", [20.0, 40.0], "wing = \"red-wing\""),
        unit("red", [700.0, 300.0], &still("foot", "[4, 4]", "", "")),
        unit("red-near", [700.0, 200.0], &still("foot", "[4, 4]", "", "")),
        unit("blue", [700.0, 330.0], &still("foot", "[4, 4]", "", "")),
    ]
}

/// What is told of the dice for leaders in danger.
fn danger(game: &Game) -> Vec<String> {
    let told = game.told.iter().filter(|entry| entry.rule == "CF 6.40" && !entry.dice.is_empty());
    told.map(|entry| entry.result.to_string()).collect()
}

#[test]
fn leaders_share_the_danger() {
    // CF 6.39, 6.40, 6.41, T4, V28: one test for combat whatever the number of points; 1 and 3 is a wound.
    let game = fight("", &led(""), &[3, 3, 1, 3, 6, 1]);
    let general = game.leader("red-wing-general");
    assert_eq!((general.fate, general.wounded), (Fate::Fit, true));
    assert_eq!(game.leader("red-wing-general").attached, Some(game.id("red")));
    // A near miss, and no hit at all.
    let game = fight("", &led(""), &[3, 3, 1, 5, 6, 1]);
    assert_eq!((game.leader("red-wing-general").fate, game.leader("red-wing-general").wounded), (Fate::Fit, false));
    let game = fight("", &led(""), &[3, 3, 2, 6, 1]);
    assert!(!game.leader("red-wing-general").wounded && game.told("CF 6.40"));
    assert_eq!(danger(&game), ["red-wing-general is unhurt"]);
    assert_eq!(danger(&fight("", &led(""), &[3, 3, 1, 5, 6, 1])), ["red-wing-general is hit"]);
}

#[test]
fn a_second_wound_kills() {
    // CF 6.43, 8.14, V28: every own unit within 120 yards is shaken by it, the one he was with among them.
    let game = fight("", &led("wounded = true"), &[3, 3, 1, 4, 6, 1]);
    let general = game.leader("red-wing-general");
    assert_eq!((general.fate, general.attached), (Fate::Killed, None));
    assert_eq!((game.unit("red").dps, game.unit("red-near").dps), (3, 2));
    assert_eq!(game.unit("blue").dps, 1);
    assert!(game.told("CF 8.14"));
    // Killed outright.
    let game = fight("", &led(""), &[3, 3, 1, 1, 6, 1]);
    assert_eq!(game.leader("red-wing-general").fate, Fate::Killed);
}

#[test]
fn a_brigadier_killed_shakes_nobody() {
    // CF 8.14: Generals and Marshals do.
    let parts = [
        brigade("red-brigade", [20.0, 40.0], "").replace("at = [20.0, 40.0]", "with = \"red\""),
        unit("red", [700.0, 300.0], &still("foot", "[4, 4]", "", "")),
        unit("red-near", [700.0, 200.0], &still("foot", "[4, 4]", "", "")),
        unit("blue", [700.0, 330.0], &still("foot", "[4, 4]", "", "")),
    ];
    let game = fight("", &parts, &[3, 3, 1, 1, 6, 1]);
    assert_eq!(game.leader("red-brigade-er").fate, Fate::Killed);
    assert_eq!((game.unit("red").dps, game.unit("red-near").dps), (1, 0));
}

/// A red unit of one base left, at its limit, that retires in vain; its leader is with it.
fn doomed(dice: &[u8]) -> Game {
    let parts = [
        brigade("red-brigade", [20.0, 40.0], "").replace("at = [20.0, 40.0]", "with = \"red\""),
        unit("red", [700.0, 300.0], &still("foot", "[{ bases = 3, lost = 2 }]", "", "dps = 1, fired = true")),
        unit("blue", [700.0, 330.0], &still("foot", "[4, 4]", "grade = \"A\"", "")),
    ];
    fight("", &parts, dice)
}

#[test]
fn the_leader_of_a_unit_destroyed() {
    // CF G24: he tests, and if he survives he is on his own, for the enemy is not in contact.
    let game = doomed(&[5, 2, 2, 6, 1]);
    assert!(matches!(game.unit("red").place, Place::Gone(_)));
    let leader = game.leader("red-brigade-er");
    assert_eq!((leader.fate, leader.attached), (Fate::Fit, None));
    assert_eq!(danger(&game), ["red-brigade-er is unhurt"]);
    let game = doomed(&[5, 2, 1, 1, 6, 1]);
    assert_eq!(game.leader("red-brigade-er").fate, Fate::Killed);
    assert_eq!(danger(&game), ["red-brigade-er is hit"]);
}

#[test]
fn lone_leaders_are_captured() {
    // CF 6.45, 6.44, G24: by horse that comes upon them, more than 40 yards from any friend; a General lost so counts as killed.
    let game = |friend: f64, horse: &str| {
        let parts = [
            wing("red-wing", [730.0, 500.0]),
            brigade("red-brigade", [20.0, 40.0], "wing = \"red-wing\""),
            unit("red", [750.0 + 40.0 + friend, 510.0], FOOT),
            unit("blue-horse", [700.0, 590.0], horse),
            brigade("blue-brigade", [700.0, 630.0], ""),
        ];
        let start = "[start]\nphase = \"movement\"\nfirst = \"red\"\nactive = \"blue\"\n";
        let mut game = Game::start("", start, &parts, &[]);
        game.says("blue", "pick blue-horse", &[]);
        game.says("blue", "throw 1+d6", &[4, 4]);
        game.says("blue", &format!("move advance {} 0", mm(80.0)), &[]);
        game
    };
    let taken = game(60.0, HORSE);
    assert_eq!(taken.leader("red-wing-general").fate, Fate::Captured);
    assert!(taken.state.events.iter().any(|event| event.leader.is_some()));
    // Beside his men he is safe from that.
    assert_eq!(game(0.0, HORSE).leader("red-wing-general").fate, Fate::Fit);
    // Foot takes nobody.
    assert_eq!(game(60.0, FOOT).leader("red-wing-general").fate, Fate::Fit);
}

#[test]
fn a_general_carried_off_by_a_rout() {
    // CF 8.14, G13: he is attached to a unit that routs.
    let parts = [
        wing("red-wing", [20.0, 20.0]).replace("at = [20.0, 20.0]", "with = \"red\""),
        brigade("red-brigade", [20.0, 40.0], "wing = \"red-wing\""),
        unit(
            "red",
            [700.0, 330.0],
            "class = \"foot\"\nbattalions = [4]\ngrade = \"E\"\nstart = { standing = \"routing\", flight = 1 }",
        ),
        unit("red-near", [700.0, 200.0], FOOT),
        unit("red-far", [100.0, 100.0], FOOT),
        unit("blue-near", [700.0, 460.0], FOOT),
    ];
    let mut game = Game::start("", "[start]\nphase = \"movement\"\nfirst = \"red\"\n", &parts, &[2, 1]);
    assert_eq!(game.unit("red").standing, Standing::Routing);
    game.pass_to("red", "first-or-second", &[6, 1]);
    // A lesser unit routs: 1; its General: 2.
    assert_eq!((game.unit("red-near").dps, game.unit("red-far").dps), (3, 0));
}

#[test]
fn two_marshals_share_the_command() {
    // CF 4.8, G25: both command all, unless each has his wings.
    let parts = |wings: &str| {
        vec![
            wing("red-left", [20.0, 20.0]),
            wing("red-right", [1400.0, 20.0]),
            brigade("red-brigade", [30.0, 40.0], "wing = \"red-left\""),
            unit("red", [700.0, 100.0], FOOT),
            unit("blue", [700.0, 860.0], FOOT),
            brigade("blue-brigade", [700.0, 900.0], ""),
            leader("red-prince", "marshal", [700.0, 60.0], wings),
            leader("red-duke", "marshal", [1300.0, 60.0], ""),
        ]
    };
    let mut game = Game::at("command", &parts(""));
    let menu = game.menu("red");
    assert!(menu.iter().any(|choice| choice == "pass red-right-general"), "{menu:?}");
    game.done("red", &[]);
    assert!(game.table().is_controlled_now(game.id("red")));
    let mut game = Game::at("command", &parts("wings = [\"red-right\"]"));
    game.done("red", &[1]);
    assert!(!game.table().is_controlled_now(game.id("red")));
}

#[test]
fn lost_leaders_are_replaced_by_one_reading() {
    // CF G25: in the next turn, beside a unit of the command, without an action in that phase.
    let turn_two = |options: &str| {
        let mut game = fight(options, &led("wounded = true"), &[3, 3, 1, 4, 6, 1]);
        assert_eq!(game.leader("red-wing-general").fate, Fate::Killed);
        game.says("red", "go first", &[]);
        game
    };
    let game = turn_two("");
    assert_eq!(game.topic("red"), "leader-actions");
    let mut game = turn_two("leader-replacement = \"next-turn\"");
    assert_eq!(game.topic("red"), "replace-leader");
    assert!(game.menu("red").contains(&"replace red-wing-general red-near".into()));
    assert_eq!(game.refused("red", "replace red-wing-general blue"), "CF G25");
    game.says("red", "replace red-wing-general red-near", &[]);
    let general = game.leader("red-wing-general");
    assert_eq!((general.fate, general.wounded, general.attached), (Fate::Fit, false, None));
    assert_eq!(game.refused("red", "attach red-wing-general red"), "CF 6.2");
    assert_eq!(game.table().controller(game.id("red-near")), Some(game.leader_id("red-wing-general")));
}

#[test]
fn who_rides_with_a_gun_tests_before_its_crew_is_gone() {
    // CF 6.39, 16.8, G7, G24: two points out of one shot knock a gun out, and a charge takes whoever is with it.
    let marshal =
        || leader("blue-marshal", "marshal", [20.0, 20.0], "").replace("at = [20.0, 20.0]", "with = \"blue\"");
    let parts = [unit("red", [700.0, 100.0], GUN), marshal(), unit("blue", [700.0, 200.0], GUN)];
    let mut game = Game::with("", "artillery", &parts);
    game.says("red", "shoot red blue no", &[6, 3]);
    assert!(game.told("CF 6.40") && game.leader("blue-marshal").attached.is_none());
    let horse = format!("{HORSE}\nstart = {{ control = \"as-wished\" }}");
    let parts = [unit("red", [700.0, 300.0], &horse), marshal(), unit("blue", [700.0, 360.0], GUN)];
    let mut game = Game::with("", "combat", &parts);
    game.says("red", "charge red blue no", &[]);
    game.says("red", "charge-dice red 2", &[4, 4, 6, 2, 3]);
    assert_eq!(game.leader("blue-marshal").fate, Fate::Captured, "{:#?}", crate::game::titles(&game.told));
}
