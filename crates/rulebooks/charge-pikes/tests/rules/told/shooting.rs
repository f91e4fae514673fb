//! Chapter 16 as it is told.

use super::{FEW, HORSE, SHOT, WIDE, guards, next_turn, tells};
use crate::played::{Game, unit};
use charge_pikes::state::GunState;

fn guns(classes: &str) -> String {
    format!("kind = \"battery\"\ngrade = \"C\"\nguns = [{classes}]\nformation = \"unlimbered\"")
}

/// Somebody on either side who could shoot too, so that all is rolled when both are done.
fn idle() -> String {
    unit("red-idle", [3.0, 30.0], FEW) + &unit("blue-idle", [3.0, 36.0], FEW) + &guards()
}

/// Both sides give these orders; then the dice fall.
fn shoots(options: &str, parts: &[String], orders: &[&str], dice: &[u8]) -> Game {
    let mut game = Game::with(options, "shooting", parts, &[]);
    for order in orders {
        let side = if order.starts_with("shoot red") { "red" } else { "blue" };
        game.says(side, order, &[]);
    }
    game.pass_until(next_turn, dice);
    game
}

#[test]
fn muskets_and_guns_as_they_are_told() {
    // CP 16.1.1, 16.1.2, 16.8.1
    let parts = [unit("red", [36.0, 12.0], SHOT), unit("blue", [36.0, 17.0], WIDE), idle()];
    tells(
        &shoots("", &parts, &["shoot red blue small-arms 0"], &[6, 6, 5, 1, 2, 3]),
        &["CP 16"],
        "
            CP 16.8.1 red shoots at blue [6, 6, 5, 1, 2, 3] = 5: 5 hits
            24 figures that shoot
            6 dice: steady musketry, near
            +4 2 dice showing 6, 2 hits each
            +1 1 die showing 5, 1 hit each
        ",
    );
    let parts = [unit("red", [36.0, 12.0], FEW), unit("blue", [36.0, 22.0], WIDE), idle()];
    tells(
        &shoots("", &parts, &["shoot red blue small-arms 0"], &[6]),
        &["CP 16"],
        "
            CP 16.8.1 red shoots at blue [6, 3] = 1: 1 hit
            8 figures that shoot
            2 dice: steady musketry, far
            +1 1 die showing 6, 1 hit each
        ",
    );
    // CP 16.8.2
    let deep = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 24\nfiles = 8";
    let parts = [unit("red", [36.0, 12.0], &guns("\"field\"")), unit("blue", [36.0, 22.0], deep), idle()];
    tells(
        &shoots("", &parts, &["shoot red blue ball 0"], &[6]),
        &["CP 16", "CP 18"],
        "
            CP 16.8.1 red shoots at blue [6] = 2: 2 hits
            1 gun that shoots
            1 die: ball shot, field guns
            +1 1 die showing 6, 1 hit each
            +1 each hit again: ball at a dense target, three ranks deep or more
            CP 18.6.1 blue tests: shooting hits [3] = 1: passes
            +0 grade C
            -1 no general within command radius
            -1 for every two shooting hits this phase
        ",
    );
    let parts = [unit("red", [36.0, 12.0], &guns("\"heavy\", \"light\"")), unit("blue", [36.0, 22.0], SHOT), idle()];
    tells(
        &shoots("", &parts, &["shoot red blue ball 0"], &[6, 5]),
        &["CP 16", "CP 18"],
        "
            CP 16.8.1 red shoots at blue [6] = 1: 1 hit
            1 gun that shoots
            1 die: ball shot, light guns
            +1 1 die showing 6, 1 hit each
            CP 16.8.1 red shoots at blue [5] = 2: 2 hits
            1 gun that shoots
            1 die: ball shot, heavy guns
            +2 1 die showing 5, 2 hits each
            CP 18.6.1 blue tests: shooting hits [3] = 0: fails
            +0 grade C
            -1 no general within command radius
            -1 for every two shooting hits this phase
            -1 hit by heavy artillery
            CP 18.6.2 blue is shaken: its nerve gives way
        ",
    );
    // CP 16.1.10: from either end of its line, not from behind.
    let raked = |facing: &str| {
        let line = format!("{SHOT}\nfacing = \"{facing}\"");
        let parts = [unit("red", [36.0, 8.0], &guns("\"field\"")), unit("blue", [36.0, 26.0], &line), idle()];
        shoots("", &parts, &["shoot red blue ball 0"], &[6])
    };
    tells(
        &raked("east"),
        &["CP 16", "CP 18"],
        "
            CP 16.8.1 red shoots at blue [6] = 2: 2 hits
            1 gun that shoots
            1 die: ball shot, field guns
            +1 1 die showing 6, 1 hit each
            +1 each hit again: ball at a dense target, raked from its flank
            CP 18.6.1 blue tests: shooting hits [3] = 1: passes
            +0 grade C
            -1 no general within command radius
            -1 for every two shooting hits this phase
        ",
    );
    tells(
        &raked("west"),
        &["CP 16"],
        "
            CP 16.8.1 red shoots at blue [6] = 2: 2 hits
            1 gun that shoots
            1 die: ball shot, field guns
            +1 1 die showing 6, 1 hit each
            +1 each hit again: ball at a dense target, raked from its flank
        ",
    );
    tells(
        &raked("north"),
        &["CP 16", "CP 18"],
        "
            CP 16.8.1 red shoots at blue [6] = 1: 1 hit
            1 gun that shoots
            1 die: ball shot, field guns
            +1 1 die showing 6, 1 hit each
            CP 18.6.1 blue tests: shooting hits [3] = 1: passes
            +0 grade C
            -1 no general within command radius
            -1 shot at from flank or rear
        ",
    );
}

#[test]
fn a_battery_is_offered_ball_hail_and_each_gun() {
    // CP 16.1.2
    let menu = |classes: &str, far: f64| {
        let parts = [unit("red", [36.0, 8.0], &guns(classes)), unit("blue", [36.0, 8.0 + far], SHOT), idle()];
        Game::at("shooting", &parts).menu("red")
    };
    let idle = ["shoot red-idle blue-idle small-arms 0", "done"];
    let offers = |guns: &[&str], menu: &[String]| assert_eq!(menu, [guns, &idle].concat());
    let each = ["shoot red blue ball 1", "shoot red blue hail 1", "shoot red blue ball 2", "shoot red blue hail 2"];
    let both = ["shoot red blue ball 0", "shoot red blue hail 0"];
    offers(&[&both[..], &each].concat(), &menu("\"field\", \"field\"", 5.0));
    offers(&both, &menu("\"field\"", 5.0));
    offers(&both[..1], &menu("\"field\", \"field\"", 25.0));
}

#[test]
fn squares_shoot_from_each_face() {
    // CP 16.1.6, G48
    let square = "kind = \"foot\"\ngrade = \"C\"\npikes = 16\nmuskets = 32\nformation = \"square\"";
    for (at, facing, face) in [([28.0, 22.0], "east", 3), ([44.0, 22.0], "west", 1), ([36.0, 30.0], "south", 0)] {
        let blue = format!("{SHOT}\nfacing = \"{facing}\"");
        let parts = [unit("red", [36.0, 24.0], square), unit("blue", at, &blue), guards()];
        assert_eq!(Game::at("shooting", &parts).menu("red"), [&format!("shoot red blue small-arms {face}"), "done"]);
    }
    // CP 16.3.3: each face has a first target of its own, the nearest.
    let few = |key: &str, at: [f64; 2], facing: &str| unit(key, at, &format!("{FEW}\nfacing = \"{facing}\""));
    let parts = [
        unit("red", [36.0, 24.0], square),
        few("blue-a", [28.0, 22.0], "east"),
        few("blue-b", [28.0, 18.0], "east"),
        few("blue-c", [45.0, 22.0], "west"),
        few("blue-d", [44.5, 18.0], "west"),
        guards(),
    ];
    let mut game = Game::at("shooting", &parts);
    assert_eq!(game.menu("red"), ["shoot red blue-d small-arms 1", "shoot red blue-a small-arms 3", "done"]);
    game.says("red", "shoot red blue-d small-arms 1", &[]);
    assert_eq!(game.menu("red"), ["shoot red blue-a small-arms 3", "done"]);
    game.pass_until(next_turn, &[]);
    tells(
        &game,
        &["CP 16"],
        "
            CP 16.8.1 red shoots at blue-d [3, 3] = 0: no hit
            6 figures that shoot
            2 dice: unsteady or skirmishing musketry, far
        ",
    );
}

const FARM: &str = "\n[[ground.areas]]\nname = \"farm\"\nkind = \"town\"\nbox = [33, 18, 39, 22]\ngarrison = 30\nguns = true\n\
     shooting = \"hard\"\ncombat = \"none\"\n";

fn inside(key: &str, what: &str) -> String {
    unit(key, [0.0, 0.0], what).replace("at = [0.0, 0.0]", "inside = \"farm\"")
}

#[test]
fn a_garrison_shares_hits_over_all_salvos() {
    // CP 19.7.5
    let few = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 8\nstart = { revealed = true }";
    let parts = [
        FARM.to_owned(),
        inside("blue", few),
        inside("blue-two", few),
        unit("red", [31.0, 13.0], SHOT),
        unit("red-two", [41.0, 13.0], SHOT),
        idle(),
    ];
    let orders = ["shoot red blue small-arms 0", "shoot red-two blue-two small-arms 0"];
    let game = shoots("", &parts, &orders, &[6, 1, 1, 1, 1, 1, 6, 1, 1, 1, 1, 1]);
    tells(
        &game,
        &["CP 16", "CP 18"],
        "
            CP 16.8.1 red shoots at blue [6, 1, 1] = 1: 1 hit
            13 figures that shoot
            3 dice: steady musketry, near
            +1 1 die showing 6, 1 hit each
            CP 16.8.1 red shoots at blue [1, 1, 1] = 0: no hit
            11 figures that shoot
            3 dice: steady musketry, far
            CP 16.8.1 red-two shoots at blue-two [6, 1, 1] = 1: 1 hit
            13 figures that shoot
            3 dice: steady musketry, near
            +1 1 die showing 6, 1 hit each
            CP 16.8.1 red-two shoots at blue-two [1, 1, 1] = 0: no hit
            11 figures that shoot
            3 dice: steady musketry, far
            CP 18.6.1 blue tests: shooting hits [3] = 3: passes
            +0 grade C
            -1 no general within command radius
            +1 in square or hard cover
            CP 18.6.1 blue-two tests: shooting hits [3] = 3: passes
            +0 grade C
            -1 no general within command radius
            +1 in square or hard cover
        ",
    );
    assert_eq!((game.unit("blue").others, game.unit("blue-two").others), (7, 7));
    let game = shoots("", &parts, &orders[..1], &[6, 1, 1, 1, 1, 1]);
    assert_eq!((game.unit("blue").others, game.unit("blue-two").others), (7, 8));
}

#[test]
fn whoever_shot_hardest_is_fled_from() {
    // CP 18.6.2, G49: of two who shot alike the first.
    let fire = |one: &[u8; 6], two: &[u8; 6]| {
        let parts = [
            unit("red", [24.0, 16.0], &format!("{SHOT}\nfacing = 45")),
            unit("red-two", [48.0, 16.0], &format!("{SHOT}\nfacing = 315")),
            unit("blue", [36.0, 22.0], &format!("{SHOT}\nstart = {{ shaken = true }}")),
            idle(),
        ];
        let orders = ["shoot red blue small-arms 0", "shoot red-two blue small-arms 0"];
        shoots("", &parts, &orders, &[&one[..], &two[..], &[1]].concat())
    };
    let (one, two) = ([6, 1, 1, 1, 1, 1], [6, 6, 1, 1, 1, 1]);
    for (first, second, east) in [(one, one, true), (one, two, false), (two, one, true)] {
        let game = fire(&first, &second);
        assert_eq!(game.body("blue").center().x > 36.0 * 25_400.0, east, "{first:?} {second:?}");
    }
    tells(
        &fire(&one, &one),
        &["CP 16", "CP 18"],
        "
            CP 16.8.1 red shoots at blue [6, 1, 1, 1, 1, 1] = 1: 1 hit
            24 figures that shoot
            6 dice: steady musketry, far
            +1 1 die showing 6, 1 hit each
            CP 16.8.1 red-two shoots at blue [6, 1, 1, 1, 1, 1] = 1: 1 hit
            24 figures that shoot
            6 dice: steady musketry, far
            +1 1 die showing 6, 1 hit each
            CP 18.6.1 blue tests: shooting hits [1] = -2: fails
            +0 grade C
            -1 no general within command radius
            -1 for every two shooting hits this phase
            -1 shaken or exhausted
        ",
    );
}

#[test]
fn hard_cover_helps_whoever_was_hit_in_it_alone() {
    // CP T14
    let works = "\n[[ground.lines]]\nname = \"works\"\nkind = \"heavy-works\"\npoints = [[30, 21.9], [42, 21.9]]\n";
    let fire = |orders: &[&str]| {
        let parts = [
            works.to_owned(),
            unit("red", [33.0, 16.5], &SHOT.replace("12", "6")),
            unit("red-two", [50.0, 24.0], &format!("{SHOT}\nfacing = \"west\"")),
            unit("red-three", [39.0, 16.5], &SHOT.replace("12", "6")),
            unit("blue", [36.0, 22.0], SHOT),
            idle(),
        ];
        shoots("", &parts, orders, &vec![6; 3 * orders.len()])
    };
    let (front, flank) = ("shoot red blue small-arms 0", "shoot red-two blue small-arms 0");
    tells(
        &fire(&[front]),
        &["CP 16", "CP 18"],
        "
            CP 16.8.1 red shoots at blue [6] = 1: 1 hit
            6 figures that shoot
            1 die: steady musketry, near
            +1 1 die showing 6, 1 hit each
            CP 16.8.1 red shoots at blue [6, 6] = 0: no hit
            6 figures that shoot
            2 dice: steady musketry, far
            CP 18.6.1 blue tests: shooting hits [3] = 3: passes
            +0 grade C
            -1 no general within command radius
            +1 in square or hard cover
        ",
    );
    tells(
        &fire(&[front, flank]),
        &["CP 18"],
        "
            CP 18.6.1 blue tests: shooting hits [3] = -1: fails
            +0 grade C
            -1 no general within command radius
            -2 for every two shooting hits this phase
            -1 shot at from flank or rear
            CP 18.6.2 blue is shaken: its nerve gives way
        ",
    );
    tells(
        &fire(&[flank]),
        &["CP 18"],
        "
            CP 18.6.1 blue tests: shooting hits [3] = 0: fails
            +0 grade C
            -1 no general within command radius
            -1 for every two shooting hits this phase
            -1 shot at from flank or rear
            CP 18.6.2 blue is shaken: its nerve gives way
        ",
    );
    tells(
        &fire(&[front, "shoot red-three blue small-arms 0"]),
        &["CP 18"],
        "
            CP 18.6.1 blue tests: shooting hits [3] = 2: passes
            +0 grade C
            -1 no general within command radius
            -1 for every two shooting hits this phase
            +1 in square or hard cover
        ",
    );
}

#[test]
fn a_target_is_shot_at_where_it_passed() {
    // CP 16.2.1, 16.2.3: the horse rides by and away, out of range of the one and past the other at short range.
    let parts = [
        unit("red", [12.0, 20.0], &format!("{HORSE}\nfacing = \"east\"")),
        unit("blue-far", [10.0, 32.0], FEW),
        unit("blue-near", [16.0, 26.0], FEW),
        guards(),
    ];
    let mut game = Game::at("movement", &parts);
    game.done("red");
    game.says("red", "pick red", &[]);
    game.says("red", "move advance 304.8", &[]);
    game.pass_to("blue", "shoot", &[]);
    let orders = ["shoot blue-far red small-arms 0", "shoot blue-near red small-arms 0"];
    assert_eq!(game.menu("blue"), [&orders[..], &["done"]].concat());
    game.says("blue", orders[0], &[]);
    game.says("blue", orders[1], &[]);
    game.pass_until(next_turn, &[]);
    tells(
        &game,
        &["CP 16", "CP 18"],
        "
            CP 16.8.1 blue-far shoots at red [3, 3] = 0: no hit
            8 figures that shoot
            2 dice: steady musketry, far
            CP 16.8.1 blue-near shoots at red [3, 3] = 0: no hit
            8 figures that shoot
            2 dice: steady musketry, near
        ",
    );
}

#[test]
fn one_hedge_or_one_crest_hides_what_is_behind() {
    // CP 19.3.2, 19.4.7a
    let shot = |ground: &str| {
        let parts = [ground.to_owned(), unit("red", [36.0, 14.0], SHOT), unit("blue", [36.0, 22.0], SHOT), idle()];
        Game::at("shooting", &parts).refused("red", "shoot red blue small-arms 0")
    };
    assert_eq!(shot(""), "");
    let hedge = "\n[[ground.lines]]\nname = \"hedge\"\nkind = \"hedgerow\"\npoints = [[0, 18], [72, 18]]\n";
    assert_eq!(shot(hedge), "CP 16.1.3");
    let hill = "\n[[ground.hills]]\nbox = [0, 16, 72, 20]\nlevel = 1\n";
    assert_eq!(shot(hill), "");
    assert_eq!(shot(&format!("{hill}crest = [[0, 18], [72, 18]]\n")), "CP 16.1.3");
}

#[test]
fn friends_on_the_same_level_stop_fire() {
    // CP 16.4.2, 16.4.6: with a hill somewhere on the table.
    let hill = |outline: &str| format!("\n[[ground.hills]]\nbox = {outline}\nlevel = 1\n");
    let shot = |ground: String| {
        let parts = [
            ground,
            unit("red", [36.0, 10.0], FEW),
            unit("red-front", [36.0, 13.0], SHOT),
            unit("blue", [36.0, 20.0], FEW),
            idle(),
        ];
        Game::at("shooting", &parts).refused("red", "shoot red blue small-arms 0")
    };
    assert_eq!(shot(hill("[60, 20, 70, 30]")), "CP 16.1.3");
    assert_eq!(shot(hill("[30, 5, 42, 11]")), "");
}

#[test]
fn fire_along_the_front_line_comes_from_the_front() {
    // G46
    // The middle of the shooter's front counts, wherever the rest of it stands.
    let fire = |y: f64, facing: u32| {
        let red = format!("{SHOT}\nfacing = {facing}");
        let parts = [unit("red", [48.0, y], &red), unit("blue", [36.0, 22.0], SHOT), idle()];
        shoots("", &parts, &["shoot red blue small-arms 0"], &[6, 6, 6, 6, 6, 6])
    };
    tells(
        &fire(22.0, 270),
        &["CP 16", "CP 18"],
        "
            CP 16.8.1 red shoots at blue [6, 6, 6, 6, 6, 6] = 6: 6 hits
            24 figures that shoot
            6 dice: steady musketry, far
            +6 6 dice showing 6, 1 hit each
            CP 18.6.1 blue tests: shooting hits [3] = -1: fails
            +0 grade C
            -1 no general within command radius
            -3 for every two shooting hits this phase
            CP 18.6.2 blue is shaken: its nerve gives way
        ",
    );
    for (y, facing, behind) in [(22.0, 270, false), (22.1, 270, true), (21.9, 250, false), (22.1, 290, true)] {
        let game = fire(y, facing);
        assert_eq!(game.counted("CP 18.6.1", "from flank or rear"), -i32::from(behind), "{y} {facing}");
    }
}

#[test]
fn rough_ground_covers_against_ball() {
    // CP 19.2.3
    let rough = "\n[[ground.areas]]\nname = \"rough\"\nkind = \"rough\"\nbox = [30, 21, 42, 30]\n";
    let fire = |ground: &str, red: &str, order: &str| {
        let parts = [ground.to_owned(), unit("red", [36.0, 14.0], red), unit("blue", [36.0, 22.0], SHOT), idle()];
        let game = shoots("", &parts, &[order], &[6, 5]);
        24 - game.unit("blue").others
    };
    let (muskets, ball) = ("shoot red blue small-arms 0", "shoot red blue ball 0");
    let light = guns("\"light\", \"light\"");
    assert_eq!((fire("", SHOT, muskets), fire(rough, SHOT, muskets)), (2, 2));
    assert_eq!((fire("", &light, ball), fire(rough, &light, ball)), (2, 1));
}

#[test]
fn friends_in_the_way_are_hit_nearest_first() {
    // CP 16.6.2
    let few = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 8\nfiles = 4";
    let parts = [
        unit("red", [36.0, 6.0], &guns("\"field\", \"field\", \"field\"")),
        unit("red-far", [41.5, 12.0], few),
        unit("red-near", [41.5, 9.5], few),
        unit("blue", [36.0, 13.0], SHOT),
        idle(),
    ];
    let game = shoots("", &parts, &["shoot red blue hail 0"], &[6, 1, 1, 6, 1]);
    tells(
        &game,
        &["CP 16", "CP 18"],
        "
            CP 16.6.2 red endangers red-near [6, 1, 1] = 1: 1 hit
            3 guns that shoot
            3 dice: hail shot, field guns
            +1 1 die showing 6, 1 hit each
            CP 16.6.2 red endangers red-far [6, 1] = 1: 1 hit
            3 guns that shoot
            2 dice: hail shot, field guns
            +1 1 die showing 6, 1 hit each
            CP 16.8.1 red shoots at blue [3] = 0: no hit
            3 guns that shoot
            1 die: hail shot, field guns
            CP 18.6.1 red-far tests: shooting hits [3] = 1: passes
            +0 grade C
            -1 no general within command radius
            -1 shot at from flank or rear
            CP 18.6.1 red-near tests: shooting hits [3] = 1: passes
            +0 grade C
            -1 no general within command radius
            -1 shot at from flank or rear
        ",
    );
}

#[test]
fn pikes_do_not_shoot() {
    // CP 16.1.3
    let pikes = "kind = \"foot\"\ngrade = \"C\"\npikes = 24\nfiles = 12";
    let parts = [unit("red", [36.0, 14.0], pikes), unit("blue", [36.0, 18.0], SHOT), idle()];
    let game = Game::at("shooting", &parts);
    assert_eq!(game.refused("red", "shoot red blue small-arms 0"), "CP 16.1.3");
    assert_eq!(game.menu("red"), ["shoot red-idle blue-idle small-arms 0", "done"]);
}

#[test]
fn two_units_do_not_shoot_through_one_gap() {
    // CP 16.5.1, 16.5.2
    let few = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 16\nfiles = 8";
    let parts = [
        unit("red", [32.0, 10.0], few),
        unit("red-two", [40.0, 10.0], few),
        unit("red-left", [30.0, 14.0], few),
        unit("red-right", [42.0, 14.0], few),
        unit("red-away", [64.0, 10.0], few),
        unit("red-away-left", [58.0, 14.0], few),
        unit("red-away-right", [70.0, 14.0], "kind = \"foot\"\ngrade = \"C\"\nmuskets = 4\nfiles = 2"),
        unit("blue", [36.0, 18.0], WIDE),
        unit("blue-away", [64.0, 18.0], few),
        guards(),
    ];
    let mut game = Game::at("shooting", &parts);
    game.says("red", "shoot red-away blue-away small-arms 0", &[]);
    assert_eq!(game.refused("red", "shoot red blue small-arms 0"), "");
    game.says("red", "shoot red blue small-arms 0", &[]);
    assert_eq!(game.refused("red", "shoot red-two blue small-arms 0"), "CP 16.5.2");
    assert!(!game.menu("red").contains(&"shoot red-two blue small-arms 0".to_owned()));
    game.pass_until(next_turn, &[]);
    tells(
        &game,
        &["CP 16"],
        "
            CP 16.8.1 red shoots at blue [3, 3] = 0: no hit
            8 figures that shoot
            2 dice: steady musketry, far
            CP 16.8.1 red-away shoots at blue-away [3, 3, 3, 3] = 0: no hit
            16 figures that shoot
            4 dice: steady musketry, far
        ",
    );
}

#[test]
fn a_limber_is_gone_with_its_second_hit() {
    // CP 16.8.4, G74: hits go round the guns; without a limber there is none to be hit.
    let limbered =
        "kind = \"battery\"\ngrade = \"C\"\nguns = [\"field\", \"field\"]\nformation = \"limbered\"\nlimbers = true";
    let six = guns(&["\"field\""; 6].join(", "));
    let parts = [unit("red", [36.0, 10.0], &six), unit("blue", [36.0, 24.0], limbered), idle()];
    let game = shoots("", &parts, &["shoot red blue ball 0"], &[6, 6, 6, 6, 6, 6, 3, 3, 3, 3, 3, 3]);
    tells(
        &game,
        &["CP 16"],
        "
            CP 16.8.1 red shoots at blue [6, 6, 6, 6, 6, 6] = 6: 6 hits
            6 guns that shoot
            6 dice: ball shot, field guns
            +6 6 dice showing 6, 1 hit each
            CP 16.8.4 A gun of blue is hit [3]: its limber is hit
            CP 16.8.4 A gun of blue is hit [3]: its limber is hit
            CP 16.8.4 A gun of blue is hit [3]: its limber is hit
            CP 16.8.4 A gun of blue is hit [3]: its limber is hit
            CP 16.8.4 A gun of blue is hit [3]: no harm done
            CP 16.8.4 A gun of blue is hit [3]: no harm done
        ",
    );
    let guns = &game.state().batteries[1].guns;
    assert!(guns.iter().all(|gun| !gun.limber && gun.limber_hits == 2), "{guns:?}");
}

#[test]
fn windows_are_shared_by_those_inside() {
    // CP 19.7.7: so many a side, whoever they are; what they leave shoots out of another side.
    let some = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 12";
    let parts = [
        FARM.to_owned(),
        inside("blue", some),
        inside("blue-two", some),
        unit("red", [36.0, 13.0], WIDE),
        unit("red-north", [36.0, 27.0], &format!("{SHOT}\nfacing = \"south\"")),
        guards(),
    ];
    let mut game = Game::at("shooting", &parts);
    game.says("blue", "shoot blue red small-arms 0", &[]);
    game.says("blue", "shoot blue-two red small-arms 0", &[]);
    assert_eq!(game.menu("blue"), ["shoot blue-two red-north small-arms 2", "shoot blue-two red small-arms 3", "done"]);
    game.says("blue", "shoot blue-two red-north small-arms 2", &[]);
    game.pass_until(next_turn, &[]);
    tells(
        &game,
        &["CP 16"],
        "
            CP 16.8.1 blue shoots at red [3, 3, 3] = 0: no hit
            12 figures that shoot
            3 dice: steady musketry, near
            CP 16.8.1 blue-two shoots at red [3] = 0: no hit
            3 figures that shoot
            1 die: steady musketry, near
            CP 16.8.1 blue-two shoots at red-north [3, 3] = 0: no hit
            9 figures that shoot
            2 dice: steady musketry, near
        ",
    );
}

#[test]
fn guns_that_reach_the_first_target_take_no_other() {
    // CP 16.1.5: each gun may have its own kind of shot.
    let far = |key: &str, x: f64| unit(key, [x, 16.0], &SHOT.replace("12", "6"));
    let parts = [
        unit("red", [36.0, 10.0], &guns("\"field\", \"field\", \"field\"")),
        far("blue", 34.0),
        far("blue-two", 40.0),
        guards(),
    ];
    let mut game = Game::at("shooting", &parts);
    game.says("red", "shoot red blue hail 1", &[]);
    assert_eq!(game.refused("red", "shoot red blue-two ball 2"), "CP 16.1.3");
    assert_eq!(
        game.menu("red"),
        [
            "shoot red blue ball 0",
            "shoot red blue hail 0",
            "shoot red blue ball 2",
            "shoot red blue hail 2",
            "shoot red blue ball 3",
            "shoot red blue hail 3",
            "done"
        ]
    );
    game.says("red", "shoot red blue ball 2", &[]);
    assert_eq!(game.refused("red", "shoot red blue-two ball 3"), "CP 16.1.3");
    game.says("red", "shoot red blue ball 3", &[]);
    game.pass_until(next_turn, &[]);
    tells(
        &game,
        &["CP 16"],
        "
            CP 16.8.1 red shoots at blue [3] = 0: no hit
            1 gun that shoots
            1 die: hail shot, field guns
            CP 16.8.1 red shoots at blue [3] = 0: no hit
            1 gun that shoots
            1 die: ball shot, field guns
            +0 each hit again: ball at a dense target, three ranks deep or more
            CP 16.8.1 red shoots at blue [3] = 0: no hit
            1 gun that shoots
            1 die: ball shot, field guns
            +0 each hit again: ball at a dense target, three ranks deep or more
        ",
    );
}

#[test]
fn of_guns_as_near_as_each_other_the_first_is_hit() {
    // CP 16.8.4, G74
    let two = guns("\"field\", \"field\"");
    let parts = [unit("red", [36.0, 10.0], &guns("\"field\"")), unit("blue", [36.0, 24.0], &two), idle()];
    let game = shoots("", &parts, &["shoot red blue ball 0"], &[6, 6]);
    let left: Vec<GunState> = game.state().batteries[1].guns.iter().map(|gun| gun.state).collect();
    assert_eq!(left, [GunState::Destroyed, GunState::Served]);
}

#[test]
fn guns_in_a_block_endanger_no_more_than_their_own_front() {
    // CP 16.6.1, G41: one gun is 2.4 inches wide, its block six.
    for (x, endangered) in [(38.0, true), (39.4, false)] {
        let parts = [
            FARM.to_owned(),
            inside("red", &guns("\"field\"")),
            unit("red-foot", [x, 26.0], FEW),
            unit("blue", [36.0, 32.0], FEW),
            idle(),
        ];
        let game = shoots("", &parts, &["shoot red blue ball 0"], &[6]);
        assert_eq!(game.told("CP 16.6.2"), endangered, "{x}");
        assert_eq!(game.told("CP 16.8.1"), !endangered, "what hits a friend goes no farther");
    }
}

#[test]
fn a_swung_wing_shoots_where_it_faces_and_the_regiment_masks_its_own() {
    // CP 16.1.3, 16.1.7, 16.4.6: how many shoot at a target so far to the left, and with the other wing swung at one to the right.
    let regiment = "kind = \"foot\"\ngrade = \"C\"\npikes = 12\nmuskets = 24";
    let shooters = |angles: &str, aside: f64| {
        let red = unit("red", [36.0, 14.0], &format!("{regiment}\n{angles}"));
        let parts = [red, unit("blue", [36.0 + aside, 19.0], FEW), idle()];
        let order = "shoot red blue small-arms 0";
        if !Game::at("shooting", &parts).refused("red", order).is_empty() {
            return 0;
        }
        let game = shoots("", &parts, &[order], &[]);
        game.told.iter().filter(|entry| entry.rule == "CP 16.8.1").map(|entry| entry.lines[0].value).sum()
    };
    for (left, right, far, near) in
        [(45, 0, 0, 3), (-45, 0, 12, 12), (0, 45, 12, 24), (0, -45, 10, 11), (45, 45, 0, 15)]
    {
        let angles = |left: i32, right: i32| format!("left-angle = {left}\nright-angle = {right}");
        for (aside, figures) in [(10.0, far), (6.0, near)] {
            assert_eq!(shooters(&angles(left, right), -aside), figures, "{left} {right} {aside}");
            assert_eq!(shooters(&angles(right, left), aside), figures, "{right} {left} {aside}");
        }
    }
}
