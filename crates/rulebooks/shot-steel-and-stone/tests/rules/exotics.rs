//! Heading 42: exotics, each by itself; plashing.

use crate::game::{GUNS, Game, LINE, area, unit, widths};
use crate::melee::{blow_under, contact, dice, melees};
use shot_steel_and_stone::measures::BW;
use shot_steel_and_stone::state::{Fire, Place};

const THROWERS: &str = "naptha-throwers = \"on\"\n";
const THROWER: &str = "arm = \"naptha-thrower\"\nbases = 1";
const PIGS: &str = "flaming-pigs = \"on\"\n";
const PIG: &str = "arm = \"flaming-pig\"\nbases = 1";

fn started(options: &str, phase: &str, parts: &[String], dice: &[u8]) -> Game {
    Game::start(options, &format!("[start]\nphase = \"{phase}\"\nactive = \"red\"\n"), parts, dice)
}

/// A naptha thrower 1.5 BW from a line, its side having shot.
fn thrower(start: &str) -> Game {
    let parts = [
        unit("red", [10.0, 10.0], &format!("{THROWER}\n{start}")),
        unit("red-near", [11.0, 10.0], "arm = \"infantry\"\nbases = 1\nmissile = \"none\""),
        unit("blue", [10.0, 11.5], LINE),
    ];
    let mut game = started(THROWERS, "shooting", &parts, &[]);
    game.pass_to("red", "exotics", &[]);
    game
}

#[test]
fn a_naptha_thrower_burns_its_fuel() {
    // SSS V1, V66, 42.2a, 42.2b, 42.2c, 42.2e
    let mut game = thrower("");
    assert_eq!(game.refused("red", "naptha red blue 6"), "SSS 42.2a");
    // Four dice without a 1: four hits, one saved on a 6; the line tests at -2.
    game.says("red", "naptha red blue 4", &[2, 3, 4, 6, 6, 5, 5, 5, 6, 6]);
    assert_eq!((game.unit("red").stock, game.unit("blue").hits), (8, 3));
    assert_eq!(game.counted("SSS 35.4", "naptha"), -2);
    let mut game = thrower("start = { stock = 4 }");
    assert_eq!(game.refused("red", "naptha red blue 5"), "SSS 42.2e");
    game.says("red", "naptha red blue 4", &[2, 3, 4, 6, 6, 6, 6, 6, 6, 6]);
    assert_eq!(game.unit("red").stock, 0);
    // Beyond its range.
    let parts = [
        unit("red", [10.0, 10.0], THROWER),
        unit("red-far", [30.0, 10.0], THROWER),
        unit("blue", [10.0, 12.5], LINE),
        unit("blue-other", [30.0, 11.0], LINE),
    ];
    let mut game = started(THROWERS, "shooting", &parts, &[]);
    game.pass_to("red", "exotics", &[]);
    assert_eq!(game.refused("red", "naptha red blue 1"), "SSS 42.2a");
}

#[test]
fn a_naptha_thrower_misfires() {
    // SSS V66, 42.2b, 42.2d: the fuel is gone all the same, and nobody tests.
    let mut game = thrower("");
    // It explodes: the base beside it is hit, saves on 5, and tests for the friends it has lost.
    game.says("red", "naptha red blue 4", &[1, 3, 4, 6, 2, 5, 6, 6]);
    assert!(game.unit("red").place != Place::Table && game.unit("red-near").hits == 0);
    let mut game = thrower("");
    game.says("red", "naptha red blue 4", &[1, 3, 4, 6, 1, 4, 6, 6]);
    assert_eq!(game.unit("red-near").hits, 1);
    let mut game = thrower("");
    game.says("red", "naptha red blue 4", &[1, 3, 4, 6, 3]);
    // Two own turns more.
    assert_eq!((game.unit("red").delayed, game.unit("red").stock), (2, 8));
    let mut game = thrower("");
    game.says("red", "naptha red blue 4", &[1, 3, 4, 6, 6]);
    assert_eq!((game.unit("red").delayed, game.unit("red").stock), (0, 8));
}

#[test]
fn a_confined_target_takes_one_die_more() {
    // SSS V66, 42.2a: 4 dice and the free one, five hits, the fuel of four.
    let parts = [
        area("town", "farm", [8.0, 11.0, 12.0, 13.0]),
        unit("red", [10.0, 10.0], THROWER),
        "\n[[units]]\nkey = \"blue\"\nname = \"blue\"\nside = \"blue\"\ninside = \"farm\"\narm = \"infantry\"\nbases = 6\n".to_owned(),
    ];
    let mut game = started(THROWERS, "shooting", &parts, &[]);
    game.pass_to("red", "exotics", &[]);
    game.says("red", "naptha red blue 4", &[3, 2, 6, 4, 5, 5, 5, 5, 5, 5, 6, 6]);
    assert_eq!((game.unit("blue").hits, game.unit("red").stock), (5, 8));
}

#[test]
fn naptha_grenades() {
    // SSS V66, 42.3a, 42.3b, 42.3c, 11.2
    let thrown = |dice: &[u8]| {
        let parts = [
            unit("red", [10.0, 10.0], "arm = \"infantry\"\nbases = 1\nmissile = \"naptha-grenade\""),
            unit("blue", [10.0, 10.9], LINE),
        ];
        let mut game = started("naptha-grenades = \"on\"", "shooting", &parts, &[]);
        game.pass_to("red", "exotics", &[]);
        game.says("red", "grenades red blue", dice);
        game
    };
    // 3 and 1: a misfire that fizzles, one hit, saved, and a test all the same.
    let game = thrown(&[3, 1, 5, 5, 6, 6]);
    assert_eq!(game.counted("SSS 42.3a", "short range"), 1);
    assert_eq!((game.unit("blue").hits, game.told("SSS 35.4")), (0, true));
    // It goes off in his hand: he is dead, of five others one; the enemy is unharmed.
    let game = thrown(&[3, 1, 2, 4, 5, 6, 4, 3]);
    assert_eq!((game.unit("red").hits, game.unit("blue").hits, game.told("SSS 35.4")), (2, 0, false));
    assert!(game.unit("red").thrown_used);
}

#[test]
fn a_pig_is_let_loose_and_runs_where_it_likes() {
    // SSS V65, 42.1a, 42.1e
    let parts = |start: &str| [unit("red", [10.0, 10.0], &format!("{PIG}\n{start}")), unit("blue", [30.0, 25.0], LINE)];
    let mut game = started(PIGS, "shooting", &parts(""), &[]);
    game.says("red", "release red 0", &[]);
    assert_eq!((widths(game.unit("red").pose.at.y), game.unit("red").stock), (15.0, 1));
    let ran = |stock: u8, die: u8| {
        let game = started(PIGS, "shooting", &parts(&format!("start = {{ stock = {stock} }}")), &[die]);
        let unit = game.unit("red");
        let from = (widths(unit.pose.at.x) - 10.0, widths(unit.pose.at.y) - 10.0);
        (from.0.hypot(from.1).round(), unit.pose.facing, unit.place == Place::Table)
    };
    assert_eq!(ran(1, 3), (5.0, 0, true));
    assert_eq!(ran(2, 2), (4.0, 31_500, true));
    assert_eq!(ran(3, 6), (3.0, 4_500, true));
    assert_eq!(ran(4, 4), (2.0, 0, true));
    assert_eq!(ran(5, 4), (1.0, 0, false));
}

#[test]
fn a_pig_frightens_and_ignites() {
    // SSS V65, 42.1b, 42.1c, 42.1d
    let pig = format!("{PIG}\nstart = {{ stock = 1 }}");
    let into = |part: String, dice: &[u8]| {
        let parts = [unit("red", [10.0, 10.0], &pig), part, unit("blue-other", [30.0, 25.0], LINE)];
        started(PIGS, "shooting", &parts, dice)
    };
    // Straight on into a battery: 2 blows its powder up, one six of three dice, saved on 6 alone; it tests.
    let game = into(unit("blue", [10.0, 14.0], GUNS), &[3, 2, 6, 1, 1, 5, 6, 6]);
    assert_eq!(game.unit("blue").hits, 1);
    let game = into(unit("blue", [10.0, 14.0], GUNS), &[3, 3, 6, 6]);
    assert_eq!(game.unit("blue").hits, 0);
    // A line only tests.
    assert!(into(unit("blue", [10.0, 14.0], LINE), &[3, 6, 6]).told("SSS 35.4"));
    let house = |material: &str| {
        area("town", "hut", [9.0, 13.0, 11.0, 15.0])
            + &format!("\n[[buildings]]\narea = \"hut\"\nmaterial = \"{material}\"\n")
    };
    let burns = |material: &str, dice: &[u8]| into(house(material), dice).state.buildings[0].fire != Fire::None;
    assert!(burns("wooden", &[3, 5]) && !burns("wooden", &[3, 4]) && burns("tents", &[3, 4]) && !burns("brick", &[3]));
}

#[test]
fn a_pig_that_is_hit_lives_on_a_six() {
    // SSS V65, 42.1e
    let shot = |save: u8| {
        let parts = [unit("red", [10.0, 10.0], "arm = \"infantry\"\nbases = 1"), unit("blue", [10.0, 12.0], PIG)];
        let mut game = started(PIGS, "shooting", &parts, &[]);
        game.says("red", "shoot red at blue 0", &[4, 1, 1, save]);
        game.unit("blue").place == Place::Table
    };
    assert!(shot(6) && !shot(5));
}

#[test]
fn a_sandstorm_carries_units_away() {
    // SSS V67, 42.4a, 42.4b
    let parts =
        |traits: &str| [unit("red", [10.0, 5.0], LINE), unit("blue", [10.0, 20.0], &format!("{LINE}\n{traits}"))];
    let sand = "sandstorms = \"on\"";
    // 1-1, four feet: 20 BW; blue drifts east 6 inches. Then the initiative.
    let game = Game::turn(sand, &parts(""), &[1, 1, 1, 3, 30, 3, 5, 4]);
    assert_eq!(widths(game.state.storm), 20.0);
    assert_eq!((widths(game.unit("blue").pose.at.x), widths(game.unit("blue").pose.at.y)), (12.4, 20.0));
    // Natives half as far, and to their front.
    let game = Game::turn(sand, &parts("traits = [\"native\"]"), &[6, 6, 1, 3, 60, 3, 5, 4]);
    assert_eq!(widths(game.unit("blue").pose.at.y), 18.8);
    let game = Game::turn(sand, &parts(""), &[1, 2, 5, 4]);
    assert_eq!(game.state.storm, 0);
}

#[test]
fn nobody_fights_in_a_sandstorm() {
    // SSS 42.4c
    let parts = [unit("red", [10.0, 25.0], LINE), unit("blue", [10.0, 27.0], LINE)];
    // Two feet, 10 BW; both stay where they are.
    let mut game = Game::turn("sandstorms = \"on\"", &parts, &[1, 1, 1, 1, 1, 6, 1, 6, 5, 4]);
    game.says("red", "take first", &[]);
    assert_eq!(game.refused("red", "order red charge blue"), "SSS 42.4c");
}

#[test]
fn a_mirage_shows_on_a_three() {
    // SSS V67, 42.5
    let parts = [unit("red", [5.0, 3.0], LINE), unit("blue", [5.0, 8.0], LINE)];
    let game = Game::turn("mirages = \"on\"", &parts, &[1, 2, 4, 100, 100, 5, 4]);
    assert_eq!((game.state.mirages.len(), game.state.mirages[0].words()), (1, "buildings"));
    assert_eq!(game.state.mirages[0].at.x, 35 * BW);
    assert!(Game::turn("mirages = \"on\"", &parts, &[1, 3, 5, 4]).state.mirages.is_empty());
    // Too near to the enemy: nothing.
    assert!(Game::turn("mirages = \"on\"", &parts, &[1, 2, 4, 1, 1, 5, 4]).state.mirages.is_empty());
}

#[test]
fn who_is_driven_into_quicksand_sinks() {
    // SSS V67, 42.6
    let foot = "arm = \"infantry\"\nbases = 4";
    let parts = [
        area("quicksand", "sands", [5.0, 11.5, 15.0, 14.0]),
        unit("red", [10.0, 10.0], foot),
        unit("blue", [10.0, 10.0], foot),
        contact(["red", "blue"], ["fights", "fights"]),
    ];
    let mut game = melees("quicksand = \"on\"", &parts);
    // Lost by 2: 2 BW, and after one of them the sands: d3 of 1, 3, 2, 2, eight hits, five saved.
    game.says("red", "fight red", &dice(&[(2, 4), (10, 3), (2, 2), (12, 3), (1, 1), (1, 6), (2, 3), (5, 4), (3, 3)]));
    assert_eq!(game.unit("blue").hits, 2 + 3);
}

#[test]
fn prayer_takes_the_sixth_turn() {
    // SSS V68, 42.7, G73
    let arab = format!("{LINE}\ntraits = [\"arab\"]");
    let parts =
        [unit("red", [10.0, 10.0], &arab), unit("red-other", [20.0, 10.0], LINE), unit("blue", [10.0, 15.0], LINE)];
    let at = |options: &str, turn: u8, phase: &str| {
        Game::start(options, &format!("[start]\nturn = {turn}\nphase = \"{phase}\"\nactive = \"red\"\n"), &parts, &[])
    };
    let on = "prayer = \"on\"";
    assert_eq!(at(on, 6, "orders").refused("red", "order red hold"), "SSS 42.7");
    assert_eq!(at(on, 7, "orders").refused("red", "order red hold"), "");
    assert_eq!(at(on, 12, "orders").refused("red", "order red hold"), "SSS 42.7");
    assert_eq!(at("", 6, "orders").refused("red", "order red hold"), "");
    assert_eq!(at(on, 6, "orders").refused("red", "order red-other hold"), "");
    // It does not shoot; its enemy's turn is another matter.
    let near = [
        unit("red", [10.0, 10.0], &arab),
        unit("red-other", [14.0, 10.0], "arm = \"infantry\"\nbases = 1"),
        unit("blue", [12.0, 12.0], LINE),
    ];
    let game = Game::start(on, "[start]\nturn = 6\nphase = \"shooting\"\nactive = \"red\"\n", &near, &[]);
    assert_eq!(game.refused("red", "shoot red at blue 0"), "SSS 42.7");
    assert_eq!(game.refused("red", "shoot red-other at blue 0"), "");
}

#[test]
fn plashed_woods_are_soft_cover_in_melee() {
    // SSS 24.4
    let parts = |plashes: bool| {
        let orders = if plashes { "start = { intent = \"plash\" }" } else { "" };
        [
            area("light-woods", "grove", [5.0, 9.0, 15.0, 10.2]),
            unit("red", [10.0, 10.0], &format!("{LINE}\n{orders}")),
            unit("blue", [10.0, 25.0], LINE),
        ]
    };
    // One turn begun in the middle, another from its orders on.
    let mut game = started("", "movement", &parts(true), &[]);
    game.pass_to("red", "orders", &[5, 4]);
    assert!(game.state.plashed.is_empty());
    game.says("red", "order red plash", &[]);
    game.pass_to("blue", "orders", &[]);
    assert_eq!(game.state.plashed.len(), 1);
    let stretch = game.state.plashed[0];
    assert_eq!((widths(stretch.from.y), widths((stretch.to.x - stretch.from.x).abs())), (10.0, 6.0));
    // Blue charges what is behind it, in a wood that gives no cover by itself.
    let parts = [
        area("light-woods", "grove", [5.0, 9.0, 15.0, 10.0]),
        unit("red", [10.0, 10.0], LINE),
        unit("blue", [10.0, 10.0], LINE),
        contact(["red", "blue"], ["halted", "charging"]),
    ];
    let struck = |plashed: bool| {
        let mut game = melees("", &parts);
        if plashed {
            game.state.plashed.push(stretch);
        }
        game.says("red", "fight red", &dice(&[(18, 3), (24, 3)]));
        (blow_under(&game, "SSS 23.1", "blue").modifiers, blow_under(&game, "SSS 23.1", "red").modifiers)
    };
    // Red fights in the wood: 1 Disruption.
    assert_eq!((struck(false), struck(true)), ((0, -1), (-1, -1)));
}
