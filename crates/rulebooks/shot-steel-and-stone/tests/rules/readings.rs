//! Readings and optional rules: the same position and dice by both values, and another outcome.

use crate::game::{Game, HEAVY, LINE, area, chief, faults, sub, under, unit};
use crate::melee::{contact, dice, melees};
use shot_steel_and_stone::state::Place;

/// Troops and ground of optional rules are refused where these are off.
#[test]
fn what_needs_an_optional_rule_is_refused_without_it() {
    // SSS 3.1, 38.1, 41.1, 42.1a, 42.2a, 42.3a, 42.6
    let troops = [
        ("elephants = \"on\"", "arm = \"elephants\"\nbases = 2"),
        ("flaming-pigs = \"on\"", "arm = \"flaming-pig\"\nbases = 1"),
        ("naptha-throwers = \"on\"", "arm = \"naptha-thrower\"\nbases = 1"),
        ("naptha-grenades = \"on\"", "arm = \"infantry\"\nbases = 1\nmissile = \"naptha-grenade\""),
        ("pike-and-shot = \"on\"", "arm = \"infantry\"\nbases = 3\npike-bases = 1"),
        ("skirmish-screens = \"on\"", "arm = \"infantry\"\nbases = 6\nscreen = true"),
    ];
    for (option, what) in troops {
        let parts = [unit("red", [10.0, 10.0], what), unit("blue", [10.0, 20.0], LINE)];
        assert_eq!(faults(option, &parts), "", "{option}");
        assert!(faults("", &parts).contains("optional rule"), "{option}");
    }
    let sands = [
        area("quicksand", "sands", [5.0, 11.0, 15.0, 14.0]),
        unit("red", [10.0, 10.0], LINE),
        unit("blue", [10.0, 20.0], LINE),
    ];
    assert_eq!(faults("quicksand = \"on\"", &sands), "");
    assert!(faults("", &sands).contains("optional rule"));
}

#[test]
fn disruption_lasts_until_it_is_cleared_or_to_the_end_of_the_turn() {
    // SSS 32.2, G20
    let left = |options: &str| {
        let parts = [
            unit("red", [10.0, 10.0], &format!("{LINE}\nstart = {{ disruption = {{ routed = 2 }} }}")),
            unit("blue", [10.0, 25.0], LINE),
        ];
        let mut game = Game::with(options, "reaction", &parts);
        game.pass_to("red", "choose-turn", &[5, 4]);
        game.table().disruption(game.id("red"))
    };
    assert_eq!((left(""), left("disruption-lasts = \"this-turn\"")), (2, 0));
}

#[test]
fn disruption_tells_by_its_points_or_by_its_causes() {
    // SSS G88: broken through is one cause of two points.
    let modifiers = |options: &str| {
        let parts = [
            unit("red", [10.0, 10.0], &format!("{LINE}\nstart = {{ disruption = {{ broken-through = 2 }} }}")),
            unit("blue", [10.0, 10.0], LINE),
            contact(["red", "blue"], ["fights", "fights"]),
        ];
        let mut game = melees(options, &parts);
        game.says("red", "fight red", &dice(&[(36, 3)]));
        let blow = crate::melee::blow_under(&game, "SSS 23.1", "red");
        (blow.modifiers, game.table().disruption(game.id("red")))
    };
    // Tests count the points by either (SSS 35.1).
    assert_eq!((modifiers(""), modifiers("disruption-modifier = \"per-cause\"")), ((-2, 2), (-1, 2)));
}

#[test]
fn a_leaders_failure_touches_those_he_commands_or_his_whole_command() {
    // SSS 5.2, G83
    let moves = |options: &str| {
        let parts = [
            chief("red", "competent", [38.0, 1.0]),
            sub("red-left", "competent", [10.0, 3.0]),
            under("red-left", &unit("red-near", [10.0, 5.0], LINE)),
            under("red-left", &unit("red-far", [26.0, 5.0], HEAVY)),
            unit("blue", [10.0, 25.0], LINE),
        ];
        let mut game = Game::with(options, "orders", &parts);
        game.says("red", "order red-near move", &[]);
        game.done("red", &[]);
        game.says("red", "test red-left", &[4, 5]);
        (game.unit("red-near").leadership.moves, game.unit("red-far").leadership.moves)
    };
    assert_eq!((moves(""), moves("his-units = \"whole-command\"")), ((-1, 0), (-1, -2)));
}

#[test]
fn an_unhorsed_leader_keeps_his_bonus_or_loses_it() {
    // SSS 6.5, 35.2, G89: the fire that costs the unit a man a base unhorses him (4), and then the unit tests.
    let bonus = |options: &str| {
        let one = "arm = \"infantry\"\nbases = 1";
        let parts = [
            unit("red", [10.0, 10.0], one),
            under("blue-left", &unit("blue", [10.0, 12.0], one)),
            sub("blue-left", "superior", [10.0, 13.0]),
            unit("red-far", [30.0, 3.0], LINE),
            unit("blue-far", [30.0, 28.0], LINE),
        ];
        let mut game = Game::with(options, "shooting", &parts);
        game.says("red", "shoot red at blue 0", &[3, 1, 1, 1, 4, 6, 6]);
        game.counted("SSS 35.4", "leader")
    };
    assert_eq!((bonus(""), bonus("unhorsed-bonus = \"lost\"")), (3, 0));
}

#[test]
fn a_commander_in_chief_who_fails_first_ends_the_turn_or_leaves_the_compulsory_moves() {
    // SSS 1.3c, G10: routers stand, or run; melees wait by either, and are fought by the third reading.
    let ended = |options: &str| {
        let parts = [
            chief("red", "superior", [20.0, 1.0]),
            sub("red-left", "competent", [20.0, 3.0]),
            under("red-left", &unit("red-foot", [18.0, 5.0], LINE)),
            unit("red-own", [12.0, 3.0], LINE),
            unit("red-routs", [5.0, 12.0], &format!("{LINE}\nstart = {{ activity = \"routing\", rout-moves = 1 }}")),
            unit("blue", [20.0, 20.0], LINE),
        ];
        let mut game = Game::with(options, "orders", &parts);
        game.says("red", "order red-foot move", &[]);
        game.says("red", "order red-own move", &[]);
        game
    };
    let mut game = ended("");
    game.says("red", "test red-chief", &[4, 6]);
    assert_eq!((game.topic("blue"), crate::game::widths(game.unit("red-routs").pose.at.y)), ("orders", 12.0));
    // 3 BW and a d3 of 1, towards its own edge.
    let mut game = ended("cinc-fails-first = \"compulsory-only\"");
    game.says("red", "test red-chief", &[4, 6, 1]);
    assert_eq!(game.topic("blue"), "orders");
    assert!(
        game.unit("red-routs").place == Place::Table && crate::game::widths(game.unit("red-routs").pose.at.y) < 9.0
    );
}
