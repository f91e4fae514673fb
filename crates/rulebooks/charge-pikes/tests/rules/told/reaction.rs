//! Chapter 18 as it is told.

use super::{HORSE, SHOT, WIDE, contact, guards, next_turn, tells};
use crate::played::{Game, unit};

#[test]
fn friends_who_run_are_counted() {
    // CP 18.8.1, 18.8.4a, 18.8.4b, T16, G33
    let runs = |what: &str| format!("{what}\nfacing = \"north\"\nstart = {{ routing = true, fled = true }}");
    let parts = [
        "\n[[ground.areas]]\nname = \"wood\"\nkind = \"heavy-woods\"\nbox = [26, 20, 28, 34]\n".to_owned(),
        unit("red", [36.0, 20.0], &HORSE.replace("\"C\"", "\"A\"")),
        unit("blue", [36.0, 20.0], &SHOT.replace("\"C\"", "\"D\"")),
        unit("blue-near", [48.0, 24.0], SHOT),
        unit("blue-elite", [48.0, 28.0], &SHOT.replace("\"C\"", "\"A\"")),
        unit("blue-far", [66.0, 24.0], &SHOT.replace("12", "6")),
        unit("blue-hidden", [20.0, 24.0], &SHOT.replace("12", "6")),
        unit("blue-running", [56.0, 24.0], &runs(&SHOT.replace("12", "6"))),
        unit("blue-screen", [48.0, 20.0], &runs("kind = \"skirmishers\"\ngrade = \"C\"\nfigures = 8\nfiles = 4")),
        guards(),
        contact("red", "blue", "impact = true\nimpetus = [\"red\"]\nforward = [\"red\"]"),
    ];
    let mut game = Game::at("combat", &parts);
    game.pass_until(next_turn, &[6, 6, 6, 6, 6, 6]);
    tells(
        &game,
        &["CP 18", "CP 12"],
        r#"
            CP 18.7.1 blue tests: losing a combat [3] = -10: fails
            -2 grade D
            -1 no general within command radius
            -2 naked foot fighting cavalry in the open
            -2 shaken or exhausted
            -6 for every two hits this round
            CP 12.4 blue routs
            CP 18.8.1 blue-near tests: routing friends [3] = 0: fails
            +0 grade C
            -1 no general within command radius
            -2 for every routing friend in view within 12(9)"
            CP 18.8.5b blue-near is shaken: its nerve gives way
            CP 18.1.1 blue-running tests: rally from rout [3] = 0: fails
            -4 grade C
            -1 no general within command radius
            +2 no visible enemy within 12(9)"
            CP 18.1.5c blue-running goes on routing
            CP 18.1.1 blue-screen tests: rally from rout [3] = -2: fails
            -4 grade C
            -1 no general within command radius
            CP 18.1.5c blue-screen goes on routing
            CP 18.2.1 red tests: halt the pursuit [3] = 1: passes
            -1 grade A
            -1 other mounted troops, or exhausted
        "#,
    );
}

#[test]
fn numbers_count_at_two_to_one() {
    // CP T15, G50
    let fight = |red: &str, blue: &str, dice: &[u8]| {
        let foot = |what: &str| format!("kind = \"foot\"\ngrade = \"B\"\n{what}");
        let parts = [
            unit("red", [36.0, 24.0], &foot(red)),
            unit("blue", [36.0, 24.0], &foot(blue)),
            guards(),
            contact("red", "blue", ""),
        ];
        let mut game = Game::with("", "combat", &parts, dice);
        game.pass_until(next_turn, &[]);
        game
    };
    let (few, more) = ("muskets = 12\nfiles = 6", "muskets = 24\nfiles = 12");
    // After the losses.
    let one_lost = [1, 1, 1, 1, 1, 1, 6, 1, 1, 6];
    tells(
        &fight("muskets = 25\nfiles = 13", few, &one_lost),
        &["CP 17", "CP 18"],
        "
            CP 17.1.5 red strikes blue (melee): 25 figures, 6 dice [1, 1, 1, 1, 1, 1] = 0: 0 hits
            +0 combat points of the enemy
            CP 17.1.5 blue strikes red (melee): 12 figures, 3 dice [6, 1, 1] = 0: 1 hit
            +0 combat points of the enemy
            CP 18.7.1 red tests: losing a combat [6] = 6: passes
            +0 grade B
            -1 no general within command radius
            +1 outnumbers the enemy two to one
            CP 17.3.2 blue and red part
        ",
    );
    tells(
        &fight(more, few, &one_lost),
        &["CP 18"],
        "
            CP 18.7.1 red tests: losing a combat [6] = 5: passes
            +0 grade B
            -1 no general within command radius
        ",
    );
    tells(
        &fight("muskets = 13\nfiles = 7", more, &[1, 1, 1, 6, 1, 1, 1, 1, 1, 6]),
        &["CP 18"],
        "
            CP 18.7.1 red tests: losing a combat [6] = 4: passes
            +0 grade B
            -1 no general within command radius
            -1 outnumbered two to one
        ",
    );
}

#[test]
fn panic_before_horse_with_flanks_covered_or_open() {
    // CP T11: both flanks covered.
    let guard = "kind = \"skirmishers\"\ngrade = \"C\"\nfigures = 4\nfiles = 2";
    let charge = |guarded: bool| {
        let foot = "kind = \"foot\"\ngrade = \"A\"\npikes = 16\nmuskets = 16";
        let mut parts = vec![unit("red", [36.0, 12.0], HORSE), unit("blue", [36.0, 24.0], foot), guards()];
        if guarded {
            parts.extend([unit("blue-left", [44.0, 24.6], guard), unit("blue-right", [28.0, 24.6], guard)]);
        }
        let mut game = Game::at("movement", &parts);
        game.says("red", "charge red blue", &[]);
        game.pass_until(|game| game.told("CP 18.5.1"), &[6, 6, 6]);
        game
    };
    tells(
        &charge(true),
        &["CP 18"],
        "
            CP 18.3.1 blue tests: panic before a cavalry charge [6] = 9: passes
            +2 grade A
            -1 no general within command radius
            +2 cavalry without impetus at contact
            CP 18.4.1 red tests: charge to contact [6] = 2: passes
            +0 grade C
            -1 no general within command radius
            -3 mounted, frontally at steady pikes
            CP 18.5.1 blue tests: stand against a charge [6] = 7: passes
            +2 grade A
            -1 no general within command radius
        ",
    );
    tells(
        &charge(false),
        &["CP 18.3"],
        "
            CP 18.3.1 blue tests: panic before a cavalry charge [6] = 7: passes
            +2 grade A
            -1 no general within command radius
            +2 cavalry without impetus at contact
            -2 for its open flanks
        ",
    );
}

#[test]
fn hits_by_fire_as_they_are_told() {
    // CP T14: one hit costs nothing, two cost a point, three no more.
    let shoots = |dice: &[u8]| {
        let parts = [unit("red", [36.0, 12.0], SHOT), unit("blue", [36.0, 17.0], WIDE), guards()];
        let mut game = Game::at("shooting", &parts);
        game.says("red", "shoot red blue small-arms 0", &[]);
        game.done("red");
        game.pass_until(next_turn, dice);
        game
    };
    tells(
        &shoots(&[5, 1, 1, 1, 1, 1]),
        &["CP 16", "CP 18"],
        "
            CP 16.8.1 red shoots at blue [5, 1, 1, 1, 1, 1] = 1: 1 hit
            24 figures that shoot
            6 dice: steady musketry, near
            +1 1 die showing 5, 1 hit each
            CP 18.6.1 blue tests: shooting hits [3] = 2: passes
            +0 grade C
            -1 no general within command radius
        ",
    );
    tells(
        &shoots(&[5, 5, 1, 1, 1, 1]),
        &["CP 18"],
        "
            CP 18.6.1 blue tests: shooting hits [3] = 1: passes
            +0 grade C
            -1 no general within command radius
            -1 for every two shooting hits this phase
        ",
    );
    tells(
        &shoots(&[5, 5, 5, 1, 1, 1]),
        &["CP 18"],
        "
            CP 18.6.1 blue tests: shooting hits [3] = 1: passes
            +0 grade C
            -1 no general within command radius
            -1 for every two shooting hits this phase
        ",
    );
}

#[test]
fn the_owner_chooses_who_tests_first() {
    // CP 18.8.3, G22
    let parts = [
        unit("red", [36.0, 20.0], &HORSE.replace("\"C\"", "\"A\"")),
        unit("blue", [36.0, 20.0], &SHOT.replace("\"C\"", "\"D\"")),
        unit("blue-east", [48.0, 24.0], SHOT),
        unit("blue-west", [24.0, 24.0], SHOT),
        unit("blue-elite", [48.0, 30.0], &SHOT.replace("\"C\"", "\"A\"")),
        guards(),
        contact("red", "blue", "impact = true\nimpetus = [\"red\"]\nforward = [\"red\"]"),
    ];
    let mut game = Game::at("combat", &parts);
    game.pass_to("blue", "test-routing-friend", &[6, 6, 6, 6, 6, 6]);
    assert_eq!(game.menu("blue"), ["test blue-east", "test blue-west"]);
    assert_eq!(game.refused("blue", "test blue-elite"), "CP 18.8.3");
    game.says("blue", "test blue-west", &[6, 6]);
    game.pass_until(next_turn, &[]);
    tells(
        &game,
        &["CP 18.8"],
        r#"
            CP 18.8.1 blue-west tests: routing friends [6] = 4: passes
            +0 grade C
            -1 no general within command radius
            -1 for every routing friend in view within 12(9)"
            CP 18.8.1 blue-east tests: routing friends [6] = 4: passes
            +0 grade C
            -1 no general within command radius
            -1 for every routing friend in view within 12(9)"
        "#,
    );
    let parts = [
        unit("red", [28.0, 12.0], SHOT),
        unit("red-two", [44.0, 12.0], SHOT),
        unit("blue", [28.0, 17.0], SHOT),
        unit("blue-two", [44.0, 17.0], SHOT),
        guards(),
    ];
    let mut game = Game::at("shooting", &parts);
    game.says("red", "shoot red blue small-arms 0", &[]);
    game.says("red", "shoot red-two blue-two small-arms 0", &[]);
    game.pass_to("blue", "test-shooting-hits", &[6; 12]);
    assert_eq!(game.menu("blue"), ["test blue", "test blue-two"]);
    assert_eq!(game.refused("blue", "test blue-guard"), "CP 18.6.1");
}
