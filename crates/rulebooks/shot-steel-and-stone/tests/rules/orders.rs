//! Orders: what units are told to do, and who may be told.

use crate::game::{GUNS, Game, LIGHT_HORSE, LINE, SKIRMISHERS, chief, sub, under, unit};
use shot_steel_and_stone::state::Intent;

#[test]
fn outside_every_radius_a_unit_halts_and_waits() {
    // SSS 4.1, 4.2, 4.3, 4.4a: a competent sub-commander reaches 4 BW, a cautious Commander-in-Chief 6.
    let at = |y: f64| {
        Game::at(
            "orders",
            &[
                chief("red", "cautious", [3.0, 1.0]),
                sub("red-left", "competent", [20.0, 5.0]),
                under("red-left", &unit("red", [20.0, y], LINE)),
                unit("blue", [20.0, 28.0], LINE),
            ],
        )
    };
    // Its rear is half a base width behind its front: 9.5 - 0.5 - 5 is 4.
    assert_eq!(at(9.5).refused("red", "order red move"), "");
    assert_eq!(at(9.6).refused("red", "order red move"), "SSS 4.4a");
    assert_eq!(at(9.6).refused("red", "order red hold"), "");
}

#[test]
fn the_commander_in_chief_commands_any_unit_in_his_radius() {
    // SSS 1.3b
    let game = Game::at(
        "orders",
        &[
            chief("red", "superior", [20.0, 2.0]),
            sub("red-left", "cautious", [2.0, 2.0]),
            under("red-left", &unit("red", [20.0, 10.0], LINE)),
            unit("blue", [20.0, 28.0], LINE),
        ],
    );
    assert_eq!(game.refused("red", "order red move"), "");
    assert_eq!(game.refused("red", "lead red-left red"), "SSS 4.3");
    assert_eq!(game.refused("red", "lead red-chief red"), "");
}

#[test]
fn some_act_on_their_own_initiative() {
    // SSS 1.2d, 1.2e, 4.5, 4.6: skirmishers, light cavalry, horse artillery, and whoever has an enemy within 3 BW.
    let alone = |what: &str, y: f64| {
        let game = Game::at("orders", &[unit("red", [20.0, y], what), unit("blue", [20.0, 28.0], LINE)]);
        game.refused("red", "order red move")
    };
    assert_eq!(alone(LINE, 10.0), "SSS 4.4a");
    assert_eq!(alone(SKIRMISHERS, 10.0), "");
    assert_eq!(alone(LIGHT_HORSE, 10.0), "");
    assert_eq!(alone(GUNS, 10.0), "SSS 4.4a");
    assert_eq!(alone("arm = \"early-horse-artillery\"\nguns = [\"light\"]", 10.0), "");
    assert_eq!(alone(LINE, 25.0), "");
    assert_eq!(alone(LINE, 24.9), "SSS 4.4a");
}

#[test]
fn matchlocks_do_not_move_and_shoot() {
    // SSS 8.3
    let with = |missile: &str| {
        let what = format!("{LINE}\nmissile = \"{missile}\"");
        let parts =
            [chief("red", "superior", [20.0, 2.0]), unit("red", [20.0, 5.0], &what), unit("blue", [20.0, 28.0], LINE)];
        Game::at("orders", &parts).refused("red", "order red move-and-shoot")
    };
    assert_eq!(with("matchlock"), "SSS 8.3");
    assert_eq!(with("musket"), "");
    assert_eq!(with("none"), "SSS 11.1");
}

#[test]
fn a_whole_command_is_ordered_at_once() {
    // SSS 5.4
    let mut game = Game::at(
        "orders",
        &[
            chief("red", "cautious", [3.0, 1.0]),
            sub("red-left", "superior", [20.0, 4.0]),
            under("red-left", &unit("red-one", [16.0, 5.0], LINE)),
            under("red-left", &unit("red-two", [24.0, 5.0], LINE)),
            under("red-left", &unit("red-far", [36.0, 5.0], LINE)),
            unit("blue", [20.0, 28.0], LINE),
        ],
    );
    game.says("red", "order-all red-left move", &[]);
    let intent = |key: &str| game.unit(key).intent;
    assert_eq!([intent("red-one"), intent("red-two"), intent("red-far")], [Intent::Move, Intent::Move, Intent::Hold]);
}

#[test]
fn those_who_run_obey_nobody() {
    // SSS 40.4, 40.5, 39.11
    let with = |start: &str| {
        let what = format!("{LINE}\nstart = {{ {start} }}");
        let parts =
            [chief("red", "superior", [20.0, 2.0]), unit("red", [20.0, 5.0], &what), unit("blue", [20.0, 28.0], LINE)];
        Game::at("orders", &parts)
    };
    assert_eq!(with("activity = \"static\"").refused("red", "order red move"), "");
    for running in ["routing", "retreating"] {
        let game = with(&format!("activity = \"{running}\""));
        assert!(!game.menu("red").iter().any(|answer| answer.starts_with("order")), "{running}");
    }
    let rallying = with("activity = \"rallying\"");
    assert_eq!(rallying.refused("red", "order red move"), "SSS 39.11");
    assert_eq!(rallying.refused("red", "order red reform"), "");
}
