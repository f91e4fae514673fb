//! Moves that nobody orders, played: falling back past friends and over ground, running, rallying, pursuing.

use crate::game::{GUNS, Game, HEAVY, LINE, SKIRMISHERS, area, chief, line, unit, widths};
use shot_steel_and_stone::state::{Activity, Formation, Loss, Pending, Place};

const TWO: &str = "arm = \"infantry\"\nbases = 2";
const FOUR: &str = "arm = \"infantry\"\nbases = 4";

fn facing(what: &str, degrees: i32) -> String {
    format!("{what}\nfacing = {degrees}")
}

fn starting(what: &str, start: &str) -> String {
    format!("{what}\nstart = {{ {start} }}")
}

/// Red's movement phase from its beginning, blue far to the north.
fn moving(parts: &[String], dice: &[u8]) -> Game {
    let far = unit("blue", [20.0, 25.0], &facing(LINE, 180));
    let parts: Vec<String> = parts.iter().cloned().chain([far]).collect();
    Game::start("", "[start]\nphase = \"movement\"\nactive = \"red\"\n", &parts, dice)
}

fn at(game: &Game, key: &str) -> (f64, f64) {
    let at = game.unit(key).pose.at;
    let hundredth = |length: i32| (widths(length) * 100.0).round() / 100.0;
    (hundredth(at.x), hundredth(at.y))
}

#[test]
fn those_in_hand_steer_clear_of_friends() {
    // SSS 40.7, 40.2, G123: half a move straight back; a friend half a base width behind it, overlapping by so much.
    let retires = |x: f64| {
        let parts = [unit("red", [20.0, 15.0], &starting(TWO, "pending = \"retire\"")), unit("red-2", [x, 14.0], TWO)];
        at(&moving(&parts, &[]), "red")
    };
    assert_eq!(retires(22.0), (20.0, 13.5));
    // By 45° it is past him.
    assert_eq!(retires(21.6), (18.94, 13.94));
    assert_eq!(retires(18.4), (21.06, 13.94));
    // Right behind it he cannot be avoided: it stops before him.
    assert_eq!(retires(20.0), (20.0, 14.5));
}

#[test]
fn a_retreat_files_through_a_gap_and_stops_before_a_wall_of_friends() {
    // SSS 40.7, G123: 3 - ¾ + 2 BW; a gap of 1 BW beside those in the way will do.
    let retreats = |more: &[f64]| {
        let mut parts = vec![unit("red", [20.0, 15.0], &starting(TWO, "pending = \"retreat\""))];
        let friends = more.iter().enumerate();
        parts.extend(friends.map(|(ix, &x)| unit(&format!("red-{ix}"), [x, 13.0], FOUR)));
        let game = moving(&parts, &[6]);
        (at(&game, "red"), game.table().disruption(game.id("red-0")))
    };
    assert_eq!(retreats(&[20.0]), ((20.0, 10.25), 0));
    assert_eq!(retreats(&[20.0, 15.5, 24.5]), ((20.0, 13.0), 0));
}

#[test]
fn skirmishers_fall_back_through_their_line() {
    // SSS 9.2, 40.7: 5 - 1¼ + 1 BW.
    let parts = [
        unit("red", [20.0, 15.0], &starting(SKIRMISHERS, "pending = \"retreat\"")),
        unit("red-0", [20.0, 13.0], FOUR),
        unit("red-1", [15.5, 13.0], FOUR),
        unit("red-2", [24.5, 13.0], FOUR),
    ];
    let game = moving(&parts, &[1]);
    assert_eq!(at(&game, "red"), (20.0, 9.75));
    assert_eq!(game.table().disruption(game.id("red-0")), 0);
}

#[test]
fn cavalry_falls_back_through_buildings_by_road_only() {
    // SSS 17.2, 40.4: without a road it stops before the walls, 1 BW behind it.
    let retreats = |road: &str| {
        let parts = [
            area("town", "farm", [17.0, 11.0, 23.0, 13.0]),
            "\n[[buildings]]\narea = \"farm\"\nmaterial = \"brick\"\n".to_string(),
            unit("red", [20.0, 15.0], &starting("arm = \"heavy-cavalry\"\nbases = 2", "pending = \"retreat\"")),
            road.to_string(),
        ];
        at(&moving(&parts, &[6]), "red").1
    };
    assert_eq!(retreats(""), 13.0);
    let road = line("road", "highway", "[[20.0, 2.0], [20.0, 28.0]]");
    assert_eq!(retreats(&road), 14.0 - 5.75);
}

#[test]
fn routers_run_through_skirmishers_who_test_all_the_same() {
    // SSS 1.5.1e, 34.5: not disrupted, but tested in the reaction phase.
    let parts = [
        unit("red", [20.0, 15.0], &starting(TWO, "activity = \"routing\", rout-moves = 1")),
        unit("red-0", [20.0, 13.0], SKIRMISHERS),
        unit("red-1", [15.0, 13.0], FOUR),
        unit("red-2", [25.0, 13.0], FOUR),
    ];
    let mut game = moving(&parts, &[1]);
    assert_eq!(game.table().disruption(game.id("red-0")), 0);
    // One hit for the router, and the test of the skirmishers.
    game.pass_to("blue", "orders", &[6, 6]);
    let tested = game.told.iter().filter(|entry| entry.rule == "SSS 35.4").count();
    assert_eq!(tested, 1);
}

#[test]
fn a_charger_that_routs_has_made_its_move() {
    // SSS 39.7, 40.5, G121: C class heavy cavalry, 2 in all; 3 is 5, by 5. It runs 5 + 1 BW at once and loses nobody yet.
    let parts = [
        unit("red", [20.0, 10.0], &starting(&format!("{HEAVY}\nclass = \"C\""), "charges = \"blue\"")),
        unit("red-waits", [38.0, 1.0], "arm = \"infantry\"\nbases = 1"),
        unit("blue", [20.0, 15.0], &facing(LINE, 180)),
    ];
    let mut game = Game::start("", "[start]\nphase = \"charges\"\nactive = \"red\"\n", &parts, &[1, 2, 1]);
    assert_eq!(at(&game, "red"), (20.0, 3.0));
    game.pass_to("blue", "orders", &[]);
    assert_eq!((at(&game, "red"), game.unit("red").hits), ((20.0, 3.0), 0));
}

#[test]
fn who_runs_at_its_limit_has_to_rally() {
    // SSS 39.9, G79: its owner need not say so.
    let router = starting(LINE, "hits = 18, activity = \"routing\", rout-moves = 1");
    let parts = [unit("red", [20.0, 15.0], &router), unit("blue", [20.0, 28.0], LINE)];
    let mut game = Game::at("reaction", &parts);
    assert_eq!(game.topic("red"), "rally");
    game.done("red", &[1, 3]);
    assert_eq!(game.unit("red").place, Place::Gone(Loss::Disintegrated));
    let mut game = Game::at("reaction", &parts);
    game.done("red", &[6, 6]);
    assert_eq!(game.unit("red").activity, Activity::RetiringInGoodOrder);
}

#[test]
fn a_pursuer_that_passes_by_much_goes_on() {
    // SSS 39.5, 34.4: pursuing +2, close +2, isolated -1; an irregular that passes by 3 must pursue.
    let rallies = |traits: &str, dice: &[u8]| {
        let what = starting(&format!("{LINE}\n{traits}"), "activity = \"pursuing\"");
        let parts = [unit("red", [20.0, 15.0], &what), unit("blue", [20.0, 28.0], LINE)];
        let mut game = Game::at("reaction", &parts);
        game.says("red", "rally red", dice);
        game.unit("red").activity
    };
    let irregular = "traits = [\"irregular\"]";
    assert_eq!(rallies(irregular, &[3, 4]), Activity::Static);
    assert_eq!(rallies(irregular, &[4, 4]), Activity::Pursuing);
    assert_eq!(rallies("", &[4, 4]), Activity::Static);
}

#[test]
fn pursuers_keep_to_their_quarry() {
    // SSS 1.5.1d, G122: after a second enemy that runs nearer by only when the first is gone.
    let router = |x: f64, y: f64| {
        let key = if x < 20.0 { "blue-near" } else { "blue" };
        unit(key, [x, y], &facing(&starting(TWO, "activity = \"routing\", rout-moves = 1"), 0))
    };
    let parts = [
        unit("red", [20.0, 5.0], TWO),
        router(34.0, 5.0),
        router(19.5, 7.0),
        unit("red-waits", [38.0, 1.0], TWO),
        unit("blue-far", [2.0, 28.0], TWO),
    ];
    let mut game = Game::at("orders", &parts);
    let (red, blue) = (game.id("red"), game.id("blue"));
    game.act(&[], |play| {
        play.pursue(red, blue);
    });
    let before = at(&game, "red").0;
    assert!(before > 20.0);
    // In its own movement phase the other is nearer: it goes on after the first all the same.
    assert!(game.gap("red", "blue-near") < game.gap("red", "blue"));
    game.pass_to("blue", "orders", &[]);
    assert!(at(&game, "red").0 > before);
}

#[test]
fn one_move_of_retiring_and_it_is_free_again() {
    // SSS 34.9, 39.12, 40.2: fire makes it retire in its own next turn; in the turn after it may be ordered about.
    let parts = [
        chief("red", "superior", [20.0, 13.0]),
        unit("red", [20.0, 15.0], &starting(LINE, "pending = \"retire\"")),
        unit("blue", [20.0, 25.0], &facing(LINE, 180)),
    ];
    let mut game = Game::at("orders", &parts);
    game.pass_to("blue", "orders", &[]);
    assert_eq!((at(&game, "red").1, game.unit("red").pending), (13.5, Pending::Nothing));
    assert_eq!(game.unit("red").pose.facing, 0, "it faces the enemy");
    game.pass_to("red", "orders", &[6, 1]);
    assert_eq!(game.refused("red", "order red move"), "");
    game.says("red", "order red move", &[]);
    game.says("red", "test red-chief", &[4, 5]);
    game.moves("red", "red", &["advance 60"]);
    assert_eq!(at(&game, "red").1, 14.5);
    assert_eq!(game.unit("red").activity, Activity::Advancing);
}

#[test]
fn pursuers_rally_at_the_edge_and_the_impetuous_do_not() {
    // SSS 1.5.1h: a wing of the pursuer reaches the edge before its quarry is caught. Others rally there without a test; the
    // impetuous follow off the table for d6 moves and come back.
    let chase = |traits: &str, dice: &[u8]| {
        let wide = "arm = \"heavy-cavalry\"\nbases = 8";
        let what = starting(&format!("{wide}\n{traits}"), "activity = \"pursuing\"");
        let parts = [
            unit("red", [20.0, 23.5], &what),
            unit("red-waits", [36.0, 1.0], LINE),
            unit("blue", [27.0, 29.5], &starting(TWO, "activity = \"routing\", rout-moves = 1")),
            unit("blue-far", [4.0, 2.0], LINE),
        ];
        Game::start("", "[start]\nphase = \"movement\"\nactive = \"red\"\n", &parts, dice)
    };
    let game = chase("", &[]);
    assert_eq!((game.unit("red").place, game.unit("red").activity), (Place::Table, Activity::Static));
    assert!(game.unit("blue").place == Place::Table && game.told("SSS 1.5.1h"));
    let mut game = chase("traits = [\"warband\"]", &[2]);
    assert!(matches!(game.unit("red").place, Place::Away { turns: 2, .. }), "{:?}", game.unit("red").place);
    // It is gone for two own turns after that, and back in the third; the router has run off the table.
    for dice in [[1, 6, 1].as_slice(), &[6, 1], &[6, 1]] {
        game.pass_to("blue", "orders", &[]);
        game.pass_to("red", "orders", dice);
        assert!(matches!(game.unit("red").place, Place::Away { .. }));
    }
    game.pass_to("blue", "orders", &[]);
    assert_eq!(game.unit("red").place, Place::Table);
}

#[test]
fn the_charging_row_is_for_the_turn_of_impact() {
    // SSS G71, G126, 36.1: in later rounds it is static.
    let row = |charged: &str| {
        let parts = [
            unit("red", [20.0, 15.0], &starting(LINE, &format!("activity = \"charging\"{charged}"))),
            unit("blue", [20.0, 15.0], &facing(LINE, 180)),
            "\n[[contacts]]\nunits = [\"red\", \"blue\"]\n".to_string(),
        ];
        let game = Game::at("orders", &parts);
        game.table().reaction_modifiers(game.id("red"), shot_steel_and_stone::reaction::Occasion::Due)
    };
    assert_eq!(row(", charged = true") - row(""), 2);
}

#[test]
fn top_form_lengthens_no_move_of_those_who_fall_back() {
    // SSS 40.8, T3: half of 3 - 2 BW, 1 - ¼ + 2, 1 + 3 in difficult ground, whatever their leader rolled.
    let goes = |start: &str, form: u8, dice: &[u8]| {
        let what = starting(LINE, &format!("{start}, leadership = {{ moves = 2, top-form = {form} }}"));
        let parts = [unit("red", [20.0, 15.0], &what), area("difficult", "bog", [10.0, 12.0, 30.0, 18.0])];
        at(&moving(&parts, dice), "red").1
    };
    for form in [1, 4] {
        assert_eq!(goes("pending = \"retire\"", form, &[]), 14.5);
        assert_eq!(goes("pending = \"retreat\"", form, &[6]), 14.5 - 2.75);
        assert_eq!(goes("activity = \"routing\", rout-moves = 1", form, &[6]), 14.5 - 4.0);
        assert_eq!(goes("activity = \"retiring-in-good-order\"", form, &[]), 14.0);
    }
}

#[test]
fn a_battery_that_leaves_the_battle_limbers_up() {
    // SSS 2.1, T6, T5, G200: 3 - 2 BW in the first move, 3 in the next; horse artillery 6 - 2.
    let leaves = |what: &str| {
        let start = "hits = 6, activity = \"retiring-in-good-order\"";
        let parts = [unit("red", [20.0, 20.0], &starting(what, start)), unit("red-waits", [34.0, 1.0], LINE)];
        let mut game = moving(&parts, &[]);
        let first = (game.unit("red").formation, at(&game, "red").1);
        game.pass_to("red", "choose-turn", &[6, 1]);
        game.says("red", "take first", &[]);
        game.done("red", &[]);
        (first.0, first.1, at(&game, "red").1)
    };
    let limbered = Formation::Limbered;
    assert_eq!(leaves(GUNS), (limbered, 19.0, 16.0));
    assert_eq!(leaves(&format!("{GUNS}\nformation = \"limbered\"")), (limbered, 17.0, 14.0));
    assert_eq!(leaves(&GUNS.replace("foot", "early-horse")), (limbered, 16.0, 10.0));
}

/// Heavy cavalry that pursues a router 11 BW ahead of it.
fn chase(more: &[String]) -> Game {
    let router = starting(TWO, "activity = \"routing\", rout-moves = 1");
    let mut parts = vec![
        unit("red", [20.0, 5.0], HEAVY),
        unit("blue", [20.0, 16.0], &router),
        unit("blue-far", [5.0, 28.0], LINE),
        unit("red-waits", [38.0, 1.0], TWO),
    ];
    parts.extend_from_slice(more);
    let mut game = Game::at("orders", &parts);
    let (red, blue) = (game.id("red"), game.id("blue"));
    game.act(&[], |play| {
        play.pursue(red, blue);
    });
    game
}

#[test]
fn pursuers_destroy_every_router_they_touch() {
    // SSS 1.5.1f: one that runs beside the way is ridden down, and they go on; others stop them 1 BW off.
    let beside = |start: &str| unit("blue-two", [22.0, 9.0], &starting(TWO, start));
    let game = chase(&[beside("activity = \"routing\", rout-moves = 1")]);
    assert_eq!((game.unit("blue-two").place, at(&game, "red").1), (Place::Gone(Loss::Destroyed), 12.0));
    let game = chase(&[beside("activity = \"static\"")]);
    assert_eq!((game.unit("blue-two").place, at(&game, "red").1), (Place::Table, 8.0));
}

#[test]
fn friends_in_the_way_of_a_pursuit_are_disrupted() {
    // SSS T16, 9.7: it stops at them; foot skirmishers let it through (SSS 9.2).
    let game = chase(&[unit("red-friend", [20.0, 9.0], TWO)]);
    assert_eq!((at(&game, "red").1, game.table().disruption(game.id("red-friend"))), (8.5, 1));
    let game = chase(&[unit("red-friend", [20.0, 9.0], SKIRMISHERS)]);
    assert_eq!((at(&game, "red").1, game.table().disruption(game.id("red-friend"))), (12.0, 0));
}

#[test]
fn the_impetuous_follow_a_quarry_that_has_left_the_table() {
    // SSS 1.5.1h, G122: it runs off in the enemy's turn. Others rally; a Warband goes after it, over the edge and for d6 moves.
    let follows = |traits: &str, own: &[u8]| {
        let router = starting(TWO, "activity = \"routing\", rout-moves = 1");
        let parts = [
            unit("red", [20.0, 20.0], &starting(&format!("{HEAVY}\n{traits}"), "activity = \"pursuing\"")),
            unit("blue", [20.0, 29.0], &router),
            unit("blue-far", [5.0, 10.0], LINE),
            unit("red-waits", [38.0, 1.0], TWO),
        ];
        let mut game = Game::at("movement", &parts);
        game.pass_to("blue", "orders", &[]);
        assert_eq!((at(&game, "red").1, game.unit("blue").place), (27.0, Place::Table));
        game.pass_to("red", "choose-turn", &[1, 6, 1]);
        assert_eq!(game.unit("blue").place, Place::Gone(Loss::Disintegrated));
        game.says("red", "take first", &[]);
        game.done("red", own);
        (game.unit("red").place, game.unit("red").activity)
    };
    assert_eq!(follows("", &[]), (Place::Table, Activity::Static));
    let (place, _) = follows("traits = [\"impetuous\"]", &[4]);
    assert!(matches!(place, Place::Away { turns: 4, .. }), "{place:?}");
}

#[test]
fn a_pursuit_tires_by_whom_it_catches() {
    // SSS 23.5, G24: pursuit contacts are counted; a pursuit that catches nobody is neither counted nor rest.
    let tired = |y: f64| {
        let router = starting(TWO, "activity = \"routing\", rout-moves = 1");
        let parts = [
            unit("red", [20.0, 5.0], &starting(HEAVY, "activity = \"pursuing\", exertion = 1")),
            unit("blue", [20.0, y], &router),
            unit("blue-far", [5.0, 28.0], LINE),
            unit("red-waits", [38.0, 1.0], TWO),
        ];
        let mut game = Game::at("movement", &parts);
        game.pass_to("blue", "orders", &[]);
        (game.unit("red").exertion, game.unit("red").ran_on)
    };
    assert_eq!((tired(8.0), tired(20.0)), ((2, true), (1, true)));
}

#[test]
fn friends_who_disintegrate_alarm_those_who_see_it() {
    // SSS 34.5, 39.9, G201: nobody is left of them; who leaves the battle alarms nobody.
    let tests = |start: &str, dice: &[u8]| {
        let parts = [
            unit("red", [20.0, 15.0], &starting(TWO, start)),
            unit("red-friend", [24.0, 15.0], TWO),
            unit("blue", [20.0, 28.0], LINE),
        ];
        let mut game = Game::at("reaction", &parts);
        game.done("red", dice);
        game.unit("red").place
    };
    let router = "hits = 6, activity = \"routing\", rout-moves = 1";
    assert_eq!(tests(router, &[1, 1, 6, 6]), Place::Gone(Loss::Disintegrated));
}

#[test]
fn a_unit_tries_to_rally_once_a_turn() {
    // SSS 39.6, 40.5: it runs on, and may try again in its next own turn.
    let parts = [
        unit("red", [20.0, 25.0], &starting(LINE, "activity = \"routing\", rout-moves = 1")),
        unit("red-two", [34.0, 25.0], &starting(TWO, "activity = \"routing\", rout-moves = 1")),
        unit("red-far", [5.0, 5.0], "arm = \"infantry\"\nbases = 10"),
        unit("blue", [6.0, 28.0], LINE),
    ];
    let mut game = Game::at("reaction", &parts);
    // Routing -2, isolated -1: 10 is 7, by 1.
    game.says("red", "rally red", &[4, 6]);
    assert_eq!((game.unit("red").activity, game.refused("red", "rally red")), (Activity::Routing, "SSS 39.6".into()));
    game.pass_to("red", "choose-turn", &[6, 1]);
    game.says("red", "take first", &[]);
    game.pass_to("red", "rally", &[1, 1]);
    assert_eq!(game.refused("red", "rally red"), "");
}

#[test]
fn who_passes_carries_on_and_who_disperses_is_removed() {
    // SSS 39.3, 40.9, 34.2: two hits on two bases; extra small -2, close +2, isolated -1, two hits, one point. 6-6 passes; 4 is by 8.
    let shot = |dice: &[u8]| {
        let parts = [
            chief("blue", "superior", [20.0, 29.5]),
            unit("blue", [20.0, 17.0], &facing(TWO, 180)),
            unit("blue-far", [5.0, 28.0], &facing(LINE, 180)),
            unit("red", [20.0, 15.0], &format!("{TWO}\nstart = {{ first-volley-used = true }}")),
        ];
        let mut game = Game::at("shooting", &parts);
        let mut thrown = vec![4, 4, 1, 1, 1, 1, 1, 1];
        thrown.extend(dice);
        game.says("red", "shoot red at blue 0", &thrown);
        game
    };
    let game = shot(&[6, 6]);
    assert_eq!((game.unit("blue").pending, game.topic("blue")), (Pending::Nothing, "orders"));
    assert_eq!(game.refused("blue", "order blue move"), "");
    let game = shot(&[1, 3]);
    assert_eq!(game.unit("blue").place, Place::Gone(Loss::Dispersed));
    assert!(!game.menu("blue").iter().any(|words| words.starts_with("order blue ")));
}

#[test]
fn at_half_strength_it_retires_in_good_order_until_it_is_gone() {
    // SSS 40.3, 2.1, 2.2: from its next own movement phase on, move by move; attacked it may stand and shoot.
    let parts = [
        unit("blue", [20.0, 19.0], &facing(&starting(LINE, "hits = 17"), 180)),
        unit("blue-far", [5.0, 28.0], &facing(LINE, 180)),
        unit("red", [20.0, 15.0], LINE),
    ];
    let mut game = Game::at("shooting", &parts);
    let mut thrown = vec![6];
    thrown.extend([1; 17]);
    thrown.push(1);
    game.says("red", "shoot red at blue 0", &thrown);
    assert_eq!(game.unit("blue").activity, Activity::RetiringInGoodOrder);
    assert!(!game.menu("blue").iter().any(|words| words.starts_with("order blue ")));
    game.pass_to("red", "choose-turn", &[6, 1]);
    assert_eq!((at(&game, "blue").1, game.unit("blue").pose.facing), (22.0, 18_000));
}

#[test]
fn nobody_mourns_a_pig() {
    // SSS 34.5, G201: it is shot dead among friends, and these do not test for it.
    let parts = [
        unit("red", [10.0, 10.0], "arm = \"infantry\"\nbases = 1"),
        unit("blue", [10.0, 12.0], "arm = \"flaming-pig\"\nbases = 1"),
        unit("blue-friend", [14.5, 12.0], &facing(LINE, 180)),
    ];
    let mut game = Game::with("flaming-pigs = \"on\"", "shooting", &parts);
    game.says("red", "shoot red at blue 0", &[4, 1, 1, 5]);
    assert_eq!((game.unit("blue").place, game.topic("blue")), (Place::Gone(Loss::Destroyed), "orders"));
}

#[test]
fn routers_do_not_run_through_enemies_behind_them() {
    // SSS 40.5, 1.2a, G123: blue has broken in front of red, with another enemy right behind it: it stays where it is.
    let parts = [
        unit("red", [20.0, 15.0], TWO),
        unit("blue", [20.0, 15.0], &facing(TWO, 180)),
        unit("red-behind", [20.0, 15.5], &facing(TWO, 180)),
        "\n[[contacts]]\nunits = [\"red\", \"blue\"]\n".to_string(),
        "\n[[contacts]]\nunits = [\"red-behind\", \"blue\"]\n".to_string(),
        unit("blue-far", [5.0, 28.0], &facing(LINE, 180)),
    ];
    let mut game = Game::at("orders", &parts);
    let (blue, before) = (game.id("blue"), game.body("blue").center());
    game.act(&[1], |play| play.rout(blue));
    assert!(game.body("blue").center().distance(before) / 60_000.0 < 0.02);
}

#[test]
fn routers_end_clear_of_their_friends() {
    // SSS 1.5.1e, 40.6, G123: 3 + 1 BW. Of a line they are clear 1 BW farther on; a march column of six bases is too deep for
    // that, and they stop before it.
    let runs = |friend: &str, y: f64| {
        let parts = [
            unit("red", [20.0, 20.0], &starting(TWO, "activity = \"routing\", rout-moves = 1")),
            unit("red-friend", [20.0, y], friend),
            unit("red-left", [15.5, 16.0], FOUR),
            unit("red-right", [24.5, 16.0], FOUR),
        ];
        let game = moving(&parts, &[1]);
        let overlaps = game.body("red").grown(-300.0).overlaps(&game.body("red-friend"));
        (at(&game, "red").1, overlaps, game.unit("red-friend").disruption.points())
    };
    assert_eq!(runs(FOUR, 16.0), (15.0, false, 1));
    let column = "arm = \"infantry\"\nbases = 12\nformation = \"column-of-march\"";
    assert_eq!(runs(column, 16.0), (16.0, false, 0));
}
