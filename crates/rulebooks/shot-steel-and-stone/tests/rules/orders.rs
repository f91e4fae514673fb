//! Orders: what units are told to do, and who may be told.

use crate::game::{GUNS, Game, LIGHT_HORSE, LINE, SKIRMISHERS, area, chief, sub, under, unit};
use shot_steel_and_stone::state::{Formation, Intent};

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
fn whoever_only_nods_has_his_orders_passed_on() {
    // SSS 1.3a, 1.3c: the Commander-in-Chief tests last, for if he failed first the turn would be over.
    let mut game = Game::at(
        "orders",
        &[
            chief("red", "superior", [3.0, 4.0]),
            unit("red-own", [4.0, 5.0], LINE),
            sub("red-left", "superior", [20.0, 4.0]),
            under("red-left", &unit("red-one", [16.0, 5.0], LINE)),
            unit("blue", [20.0, 28.0], LINE),
        ],
    );
    game.says("red", "order-all red-left move", &[]);
    game.says("red", "order-all red-chief move", &[]);
    assert_eq!((game.topic("red"), game.usual("red").as_str()), ("leadership", "test red-left"));
    game.says("red", "test red-left", &[3, 4]);
    assert_eq!(game.usual("red"), "test red-chief");
    game.says("red", "test red-chief", &[3, 4]);
    assert_ne!(game.topic("red"), "leadership");
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

/// A march column of foot whose cautious leader reaches 3 BW, far from the enemy: 6 BW a turn.
fn column() -> Game {
    let column = format!("{LINE}\nformation = \"column-of-march\"");
    Game::at(
        "orders",
        &[
            chief("red", "cautious", [3.0, 1.0]),
            sub("red-left", "cautious", [20.0, 3.5]),
            under("red-left", &unit("red", [20.0, 5.0], &column)),
            unit("blue", [20.0, 29.0], LINE),
        ],
    )
}

/// From red's moves to its next orders.
fn next_orders(game: &mut Game) {
    game.pass_to("red", "choose-turn", &[6, 1]);
    game.says("red", "take first", &[]);
}

#[test]
fn an_order_in_hand_is_carried_out_beyond_the_radius() {
    // SSS 4.4a, G50, G96
    let mut game = column();
    game.says("red", "send red 1200 1200", &[]);
    game.says("red", "test red-left", &[3, 4]);
    game.moves("red", "red", &["advance 360"]);
    next_orders(&mut game);
    // 11 BW up the table its rear is 4.5 BW from its leader.
    assert_eq!(game.refused("red", "send red 1200 1500"), "SSS G50");
    game.done("red", &[]);
    // Nobody leads it, and it goes on; away from where it was sent it does not.
    assert_eq!(game.topic("red"), "move");
    game.says("red", "pick red", &[]);
    assert_eq!(game.refused("red", "move step-back 30"), "SSS 4.4a");
    game.says("red", "move advance 360", &[]);
    game.says("red", "move stop", &[]);
    next_orders(&mut game);
    game.done("red", &[]);
    game.moves("red", "red", &["advance 180"]);
    game.pass_to("blue", "orders", &[]);
    assert_eq!(game.unit("red").destination, None, "it is there");
    next_orders(&mut game);
    assert_eq!(game.refused("red", "order red move"), "SSS 4.4a");
}

#[test]
fn without_such_an_order_it_halts_out_of_reach() {
    // SSS 4.4a: the same march without a destination.
    let mut game = column();
    game.says("red", "order red move", &[]);
    game.says("red", "test red-left", &[3, 4]);
    game.moves("red", "red", &["advance 360"]);
    next_orders(&mut game);
    assert_eq!(game.refused("red", "order red move"), "SSS 4.4a");
}

#[test]
fn an_order_that_was_never_given_is_not_kept() {
    // SSS G50: his leader does not test; and new orders take the place of the old.
    let mut game = column();
    game.says("red", "send red 1200 1200", &[]);
    game.done("red", &[]);
    assert_eq!((game.unit("red").destination, game.unit("red").intent), (None, Intent::Hold));
    let mut game = column();
    game.says("red", "send red 1200 1200", &[]);
    game.says("red", "test red-left", &[3, 4]);
    assert!(game.unit("red").destination.is_some());
    next_orders(&mut game);
    game.says("red", "order red hold", &[]);
    game.says("red", "test red-left", &[3, 4]);
    assert_eq!(game.unit("red").destination, None);
}

/// A line out of its leader's reach, or in it.
fn out_of_command(start: &str, y: f64) -> Game {
    let what = format!("{LINE}\nstart = {{ {start} }}");
    let parts = [
        sub("red-left", "cautious", [20.0, 2.0]),
        under("red-left", &unit("red", [20.0, y], &what)),
        unit("blue", [20.0, 28.0], LINE),
    ];
    Game::at("orders", &parts)
}

#[test]
fn who_halts_out_of_command_may_change_formation() {
    // SSS 4.4a, G50: and lie down, or shoot; it does not move.
    let mut game = out_of_command("prone = false", 15.0);
    assert!(game.menu("red").contains(&"order red change".to_string()));
    assert!(!out_of_command("prone = false", 4.0).menu("red").contains(&"order red change".to_string()));
    game.says("red", "order red change", &[]);
    game.says("red", "pick red", &[]);
    for (words, rule) in [
        ("move advance 60", "SSS G50"),
        ("move wheel right 15", "SSS G50"),
        ("move about-face", "SSS G50"),
        ("move lie-down", ""),
        ("move form column-of-attack 0", ""),
    ] {
        assert_eq!(game.refused("red", words), rule, "{words}");
    }
    game.says("red", "move form column-of-attack 0", &[]);
    assert_eq!(game.unit("red").formation, Formation::ColumnOfAttack);
}

#[test]
fn a_halted_unit_changes_formation_whatever_it_was_told() {
    // SSS 40.1
    for order in ["hold", "change", "reform"] {
        let mut game = out_of_command("pending = \"halt\"", 4.0);
        assert_eq!(game.refused("red", "order red move"), "SSS 40.1");
        game.says("red", &format!("order red {order}"), &[]);
        game.pass_to("red", "move", &[]);
        game.says("red", "pick red", &[]);
        assert_eq!(game.refused("red", "move advance 60"), "SSS 40.1", "{order}");
        game.says("red", "move form column-of-attack 0", &[]);
        assert_eq!(game.unit("red").formation, Formation::ColumnOfAttack);
    }
}

#[test]
fn who_holds_may_reform_though_his_leader_is_silent() {
    // SSS 32.4, G50
    let mut game = out_of_command("disruption = { routed = 2, onward = 1 }", 4.0);
    game.says("red", "order red reform", &[]);
    game.done("red", &[]);
    game.pass_to("blue", "orders", &[]);
    assert_eq!(game.unit("red").disruption.points(), 1);
    assert!(game.told("SSS 32.4"));
}

#[test]
fn a_leader_who_passes_has_a_unit_hold_to_the_last_man() {
    // SSS 2.3, G62: on its own initiative too.
    for what in [LINE, SKIRMISHERS] {
        for (dice, holds) in [([3, 4], true), ([4, 4], false)] {
            let parts = [
                sub("red-left", "cautious", [20.0, 4.0]),
                under("red-left", &unit("red", [20.0, 5.0], what)),
                unit("blue", [20.0, 28.0], LINE),
            ];
            let mut game = Game::at("orders", &parts);
            game.says("red", "order red hold-to-last-man", &[]);
            game.says("red", "test red-left", &dice);
            assert_eq!(game.unit("red").hold_to_last_man, holds, "{what} {dice:?}");
            assert_eq!(game.unit("red").intent, Intent::Hold);
        }
    }
}

#[test]
fn whatever_may_be_ordered_is_on_the_menu() {
    // SSS 1.3b, 2.3, 24.4, G49, G50
    let game = Game::at(
        "orders",
        &[
            chief("red", "superior", [20.0, 2.0]),
            sub("red-left", "superior", [19.0, 4.0]),
            under("red-left", &unit("red", [20.0, 5.0], LINE)),
            under("red-left", &unit("red-wood", [12.0, 5.0], LINE)),
            under("red-left", &unit("red-light", [26.0, 5.0], SKIRMISHERS)),
            area("light-woods", "wood", [8.0, 3.0, 15.2, 6.0]),
            unit("blue", [20.0, 28.0], LINE),
        ],
    );
    let menu = game.menu("red");
    for words in [
        "order red hold-to-last-man",
        "order red-wood plash",
        "lead red-chief red",
        "lead red-left red-light",
        "send red 1200 1020",
        "order-all red-left move",
    ] {
        assert!(menu.contains(&words.to_string()), "{words}: {menu:#?}");
        assert_eq!(game.refused("red", words), "", "{words}");
    }
    assert!(!menu.contains(&"order red plash".to_string()));
}

#[test]
fn couriers_ride_on_their_errands() {
    // SSS G37, T5, G9: 12 BW, wherever they like, without a leader; they command nobody.
    let parts = [unit("red-courier", [20.0, 5.0], "arm = \"courier\""), unit("blue", [20.0, 28.0], LINE)];
    let mut game = Game::at("orders", &parts);
    game.says("red", "order red-courier move", &[]);
    game.says("red", "pick red-courier", &[]);
    // 12 BW or more from the enemy half as much again.
    assert_eq!(game.refused("red", "move free 2310 300 0"), "SSS 7.1");
    game.says("red", "move free 2250 300 0", &[]);
    let near = [unit("red-courier", [20.0, 17.0], "arm = \"courier\""), unit("blue", [20.0, 28.0], LINE)];
    let mut game = Game::at("orders", &near);
    game.says("red", "order red-courier move", &[]);
    game.says("red", "pick red-courier", &[]);
    assert_eq!(game.refused("red", "move free 1930 1020 0"), "SSS 7.1");
    game.says("red", "move free 1915 1020 0", &[]);
}

#[test]
fn a_unit_on_its_own_initiative_may_be_told_to_hold_to_the_last_man() {
    // SSS 2.3, G62: with an enemy at 2½ BW it acts on its own initiative; the order is its leader's, who has to pass (9).
    let holds = |dice: &[u8]| {
        let parts = [
            chief("red", "superior", [20.0, 13.0]),
            unit("red", [20.0, 15.0], &format!("{LINE}\nstart = {{ hits = 18 }}")),
            unit("blue", [20.0, 17.5], &format!("{LINE}\nfacing = 180")),
        ];
        let mut game = Game::at("orders", &parts);
        assert!(game.unit("red").own_initiative);
        game.says("red", "order red hold-to-last-man", &[]);
        game.says("red", "test red-chief", dice);
        game.topic("red") == "hold-on"
    };
    // At half strength its owner is asked whether it stays; without the order he is not.
    assert!(holds(&[4, 5]));
    assert!(!holds(&[4, 6]));
}
