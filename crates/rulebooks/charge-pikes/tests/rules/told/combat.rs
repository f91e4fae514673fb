//! Chapter 17 as it is told.

use super::{FEW, HORSE, SHOT, contact, guards, next_turn, tells};
use crate::played::{Game, unit};

const WIDE: &str = super::WIDE;
/// Front to front.
const FRONTS: &str = "met = [\"front\", \"front\"]";
const IMPACT: &str = "impact = true\nimpetus = [\"red\"]\nforward = [\"red\"]";

/// Twenty-four files in contact with three bodies of four: each is overlapped by four files on either side, and six files stand
/// between two of them.
fn three_at_once() -> Vec<String> {
    let along = |file: f64| 36.0 + 2.0 / 2.54 * (file - 12.0);
    vec![
        unit("red", [36.0, 24.0], WIDE),
        unit("red-horse", [12.0, 24.0], HORSE),
        unit("blue-a", [along(6.0), 24.0], FEW),
        unit("blue-b", [along(12.0), 24.0], FEW),
        unit("blue-c", [along(18.0), 24.0], FEW),
        unit("blue-horse", [12.0, 24.0], HORSE),
        guards(),
        contact("red", "blue-a", FRONTS),
        contact("red", "blue-b", FRONTS),
        contact("red", "blue-c", FRONTS),
        contact("red-horse", "blue-horse", ""),
    ]
}

fn offered(game: &Game, words: &str) -> Vec<String> {
    let menu = game.menu("red");
    menu.iter().filter_map(|answer| answer.strip_prefix(words)).map(|rest| rest.trim().to_owned()).collect()
}

fn numbers(from: u32, to: u32) -> Vec<String> {
    (from..=to).map(|number| number.to_string()).collect()
}

#[test]
fn figures_are_told_off_against_those_they_reach() {
    // CP 17.2.2, 17.2.5, G53: those between two enemies may strike either.
    let mut game = Game::at("combat", &three_at_once());
    assert_eq!(offered(&game, "allot red blue-a "), numbers(12, 24));
    assert_eq!(offered(&game, "allot red blue-b "), numbers(0, 24));
    assert_eq!(offered(&game, "allot red blue-c "), numbers(12, 24));
    assert_eq!(offered(&game, "pistols red-horse "), ["yes", "no"]);
    game.says("red", "allot red blue-a 18", &[]);
    assert_eq!(offered(&game, "allot red blue-a "), numbers(1, 0));
    assert_eq!(offered(&game, "allot red blue-b "), numbers(6, 18));
    assert_eq!(offered(&game, "allot red blue-c "), numbers(12, 24));
    assert_eq!(game.refused("red", "allot red blue-a 18"), "CP 17.2.5");
    assert_eq!(game.refused("red", "allot red blue-b 5"), "CP 17.2.5");
    assert_eq!(game.refused("red", "allot red blue-b 19"), "CP 17.2.5");
    game.says("red", "allot red blue-b 12", &[]);
    assert_eq!(game.refused("red", "allot red blue-c 18"), "");
    game.done("red");
    game.pass_until(next_turn, &[]);
    // CP 17.3.1: horse that gave no more than it took falls back on both sides; nobody is left to part from.
    tells(
        &game,
        &["CP 17", "CP 15.11"],
        r#"
            CP 17.1.5 red strikes blue-a (melee): 18 figures, 4 dice [3, 3, 3, 3] = 0: 0 hits
            +0 combat points of the enemy
            CP 17.1.5 blue-a strikes red (melee): 8 figures, 2 dice [3, 3] = 0: 0 hits
            +0 combat points of the enemy
            CP 17.1.5 red strikes blue-b (melee): 12 figures, 3 dice [3, 3, 3] = 0: 0 hits
            +0 combat points of the enemy
            CP 17.1.5 blue-b strikes red (melee): 8 figures, 2 dice [3, 3] = 0: 0 hits
            +0 combat points of the enemy
            CP 17.1.5 red strikes blue-c (melee): 18 figures, 4 dice [3, 3, 3, 3] = 0: 0 hits
            +0 combat points of the enemy
            CP 17.1.5 blue-c strikes red (melee): 8 figures, 2 dice [3, 3] = 0: 0 hits
            +0 combat points of the enemy
            CP 17.1.5 red-horse strikes blue-horse (melee): 12 figures, 6 dice [3, 3, 3, 3, 3, 3] = 0: 0 hits
            +0 combat points of the enemy
            CP 17.1.5 blue-horse strikes red-horse (melee): 12 figures, 6 dice [3, 3, 3, 3, 3, 3] = 0: 0 hits
            +0 combat points of the enemy
            CP 17.3.1 red-horse gave no more than it took
            CP 15.11.1 red-horse recoils 4"
            CP 17.3.1 blue-horse gave no more than it took
            CP 15.11.1 blue-horse recoils 4"
        "#,
    );
}

#[test]
fn figures_without_an_order_strike_where_fewest_do() {
    // CP 17.2.5: those with one enemy before them strike him; the others make up for it.
    let mut game = Game::at("combat", &three_at_once());
    game.pass_until(next_turn, &[]);
    tells(
        &game,
        &["CP 17.1.5"],
        "
            CP 17.1.5 red strikes blue-a (melee): 12 figures, 3 dice [3, 3, 3] = 0: 0 hits
            +0 combat points of the enemy
            CP 17.1.5 blue-a strikes red (melee): 8 figures, 2 dice [3, 3] = 0: 0 hits
            +0 combat points of the enemy
            CP 17.1.5 red strikes blue-b (melee): 18 figures, 4 dice [3, 3, 3, 3] = 0: 0 hits
            +0 combat points of the enemy
            CP 17.1.5 blue-b strikes red (melee): 8 figures, 2 dice [3, 3] = 0: 0 hits
            +0 combat points of the enemy
            CP 17.1.5 red strikes blue-c (melee): 18 figures, 4 dice [3, 3, 3, 3] = 0: 0 hits
            +0 combat points of the enemy
            CP 17.1.5 blue-c strikes red (melee): 8 figures, 2 dice [3, 3] = 0: 0 hits
            +0 combat points of the enemy
            CP 17.1.5 red-horse strikes blue-horse (melee): 12 figures, 6 dice [3, 3, 3, 3, 3, 3] = 0: 0 hits
            +0 combat points of the enemy
            CP 17.1.5 blue-horse strikes red-horse (melee): 12 figures, 6 dice [3, 3, 3, 3, 3, 3] = 0: 0 hits
            +0 combat points of the enemy
        ",
    );
    let mut game = Game::at("combat", &three_at_once());
    // Those with no choice are told off first.
    game.says("red", "allot red blue-a 12", &[]);
    game.done("red");
    game.pass_until(next_turn, &[]);
    tells(
        &game,
        &["CP 17.1.5"],
        "
            CP 17.1.5 red strikes blue-a (melee): 12 figures, 3 dice [3, 3, 3] = 0: 0 hits
            +0 combat points of the enemy
            CP 17.1.5 blue-a strikes red (melee): 8 figures, 2 dice [3, 3] = 0: 0 hits
            +0 combat points of the enemy
            CP 17.1.5 red strikes blue-b (melee): 18 figures, 4 dice [3, 3, 3, 3] = 0: 0 hits
            +0 combat points of the enemy
            CP 17.1.5 blue-b strikes red (melee): 8 figures, 2 dice [3, 3] = 0: 0 hits
            +0 combat points of the enemy
            CP 17.1.5 red strikes blue-c (melee): 18 figures, 4 dice [3, 3, 3, 3] = 0: 0 hits
            +0 combat points of the enemy
            CP 17.1.5 blue-c strikes red (melee): 8 figures, 2 dice [3, 3] = 0: 0 hits
            +0 combat points of the enemy
            CP 17.1.5 red-horse strikes blue-horse (melee): 12 figures, 6 dice [3, 3, 3, 3, 3, 3] = 0: 0 hits
            +0 combat points of the enemy
            CP 17.1.5 blue-horse strikes red-horse (melee): 12 figures, 6 dice [3, 3, 3, 3, 3, 3] = 0: 0 hits
            +0 combat points of the enemy
        ",
    );
}

#[test]
fn pistols_count_on_impact_where_that_is_agreed() {
    // CP 17.5.1, G35
    let charge = |more: &str| {
        let parts = [
            unit("red", [36.0, 24.0], HORSE),
            unit("blue", [36.0, 24.0], SHOT),
            guards(),
            contact("red", "blue", more),
        ];
        let mut game = Game::with("pistols = \"impact-only\"", "combat", &parts, &[]);
        game.pass_until(next_turn, &[]);
        game
    };
    tells(
        &charge(IMPACT),
        &["CP 17", "CP 18", "CP 11", "CP 12"],
        "
            CP 17.1.5 red strikes blue (impact): 12 figures, 6 dice [3, 3, 3, 3, 3, 3] = 9: 6 hits
            +3 cavalry with impetus, first impact
            +1 pistols
            +3 cavalry against naked foot in the open
            +2 cavalry against foot in the open, for its open flanks
            +0 combat points of the enemy
            CP 17.1.5 blue strikes red (impact): 16 figures, 4 dice [3, 3, 3, 3] = -9: 0 hits
            -9 combat points of the enemy
            CP 11.1.4 red is disordered: fought enemies of half its strength or more
            CP 11.1.4 blue is disordered: fought enemies of half its strength or more
            CP 18.7.1 blue tests: losing a combat [3] = -4: fails
            -1 grade C
            -1 no general within command radius
            -2 naked foot fighting cavalry in the open
            -3 for every two hits this round
            CP 12.4 blue routs
            CP 18.2.1 red tests: halt the pursuit [3] = 0: fails
            -2 grade C
            -1 other mounted troops, or exhausted
            CP 18.2.3c red goes on pursuing
        ",
    );
    tells(
        &charge(""),
        &["CP 17.1.5"],
        "
            CP 17.1.5 red strikes blue (melee): 12 figures, 6 dice [3, 3, 3, 3, 3, 3] = 5: 6 hits
            +3 cavalry against naked foot in the open
            +2 cavalry against foot in the open, for its open flanks
            +0 combat points of the enemy
            CP 17.1.5 blue strikes red (melee): 24 figures, 6 dice [3, 3, 3, 3, 3, 3] = -5: 0 hits
            -5 combat points of the enemy
        ",
    );
}

#[test]
fn rounds_lost_one_after_the_other_weigh() {
    // CP T15, G55: the horse comes after the foot it has beaten, and beats it again.
    let pikes = "kind = \"foot\"\ngrade = \"A\"\npikes = 24\nmuskets = 24";
    let parts = [
        unit("red", [36.0, 20.0], "kind = \"cuirassiers\"\ngrade = \"A\"\nfigures = 24\nfiles = 12"),
        unit("blue", [36.0, 20.0], pikes),
        guards(),
        contact("red", "blue", ""),
    ];
    let mut game = Game::with("", "combat", &parts, &[]);
    let one_hit = [&[6][..], &[1; 21], &[6]].concat();
    game.pass_until(next_turn, &one_hit);
    game.pass_until(|game| game.state().turn > 2, &one_hit);
    tells(
        &game,
        &["CP 17", "CP 18", "CP 15.11"],
        r#"
            CP 17.1.5 red strikes blue (melee): 24 figures, 12 dice [6, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1] = 2: 2 hits
            +1 cuirassiers
            +2 cavalry against foot in the open, for its open flanks
            -1 combat points of the enemy
            CP 17.1.5 blue strikes red (melee): 48 figures, 12 dice [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 6, 3] = -2: 1 hit
            +1 heavy-armed foot
            -3 combat points of the enemy
            CP 18.7.1 blue tests: losing a combat [3] = 3: passes
            +1 grade A
            -1 no general within command radius
            +1 outnumbers the enemy two to one
            -1 for every two hits this round
            CP 15.11.1 blue recoils 2"
            CP 17.3.2 red follows up blue
            CP 17.1.5 red strikes blue (melee): 23 figures, 11 dice [6, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1] = 3: 2 hits
            +1 cavalry following up a recoil
            +1 cuirassiers
            +2 cavalry against foot in the open, for its open flanks
            -1 combat points of the enemy
            CP 17.1.5 blue strikes red (melee): 46 figures, 11 dice [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1] = -3: 0 hits
            +1 heavy-armed foot
            -4 combat points of the enemy
            CP 18.7.1 blue tests: losing a combat [6] = 4: passes
            +1 grade A
            -1 no general within command radius
            -1 for every two hits this round
            -1 rounds lost one after the other
            CP 15.11.1 blue recoils 2"
            CP 17.3.2 red follows up blue
        "#,
    );
}

#[test]
fn whoever_hit_hardest_is_recoiled_from() {
    // G49
    let few = "kind = \"horse\"\ngrade = \"C\"\nfigures = 4\nfiles = 4";
    let beside = few.replace("files = 4", "files = 2\nfacing = \"east\"");
    let fight = |dice: &[u8]| {
        let parts = [
            unit("red", [36.0, 24.0], "kind = \"horse\"\ngrade = \"C\"\nfigures = 12\nfiles = 12"),
            unit("blue-front", [39.0, 24.0], few),
            unit("blue-side", [30.0945, 24.0], &beside),
            guards(),
            contact("red", "blue-front", ""),
            contact("red", "blue-side", ""),
        ];
        let mut game = Game::at("combat", &parts);
        game.pass_until(next_turn, dice);
        game
    };
    for (front, side, facing) in [([6, 6], [6, 1], 18_000), ([6, 1], [6, 6], 9_000), ([6, 1], [6, 1], 18_000)] {
        let game = fight(&[&[1; 4][..], &front, &[1], &side, &[1]].concat());
        assert_eq!(game.unit("red").pose.facing, facing, "hits {front:?} and {side:?}");
    }
}

#[test]
fn enemies_of_half_its_strength_disorder_a_unit() {
    // CP 11.1.4
    for (enemies, worn) in [(12, vec!["red", "blue"]), (11, vec!["blue"])] {
        let blue = format!("kind = \"foot\"\ngrade = \"C\"\nmuskets = {enemies}\nfiles = 6");
        let parts =
            [unit("red", [36.0, 24.0], SHOT), unit("blue", [36.0, 24.0], &blue), guards(), contact("red", "blue", "")];
        let mut game = Game::at("combat", &parts);
        game.pass_until(next_turn, &[]);
        let told = game.told.iter().filter(|entry| entry.rule == "CP 11.1.4");
        let told: Vec<&str> = told.filter_map(|entry| entry.title.split(" is ").next()).collect();
        assert_eq!(told, worn);
    }
}

#[test]
fn routers_are_struck_and_do_not_strike() {
    // G26; and where there are too few to make a die, they are told of.
    let quarry = format!("{SHOT}\nfacing = \"north\"\nstart = {{ routing = true, fled = true, cause = \"red\" }}");
    let parts = [
        unit("red", [36.0, 24.0], &format!("{HORSE}\nstart = {{ pursuing = \"blue\" }}")),
        unit("blue", [36.0, 24.0 + 40.0 / 25.4], &quarry),
        unit("red-few", [56.0, 24.0], "kind = \"foot\"\ngrade = \"C\"\nmuskets = 2\nfiles = 2"),
        unit("blue-few", [56.0, 24.0], FEW),
        guards(),
        contact("red-few", "blue-few", ""),
    ];
    let mut game = Game::with("", "combat", &parts, &[]);
    game.pass_until(next_turn, &[]);
    tells(
        &game,
        &["CP 17", "CP 18"],
        "
            CP 17.1.5 red-few strikes blue-few (melee): 2 figures, 0 dice = -1: 0 hits
            -1 combat points of the enemy
            CP 17.1.5 blue-few strikes red-few (melee): 8 figures, 2 dice [3, 3] = 1: 0 hits
            +1 against foot in one rank, in the open
            +0 combat points of the enemy
            CP 17.1.5 red strikes blue (melee): 12 figures, 6 dice [3, 3, 3, 3, 3, 3] = 9: 6 hits
            +2 against flank or rear
            +2 enemy shaken or routing
            +3 cavalry against naked foot in the open
            +2 cavalry against foot in the open, for its open flanks
            +0 combat points of the enemy
            CP 18.2.1 red tests: halt the pursuit [3] = 0: fails
            -2 grade C
            -1 other mounted troops, or exhausted
            CP 18.2.3c red goes on pursuing
        ",
    );
}

#[test]
fn a_flank_is_struck_along_its_ranks() {
    // CP 17.2.3, 17.2.4, 17.2.5, G56: the file does not say where blue is met, and red touches its flank.
    let deep = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 36\nfiles = 12\nfacing = \"east\"";
    let fight = |more: &str| {
        let parts = [
            unit("red", [36.0, 24.0], SHOT),
            unit("blue", [34.4, 28.7244], deep),
            guards(),
            contact("red", "blue", more),
        ];
        let mut game = Game::at("combat", &parts);
        game.pass_until(next_turn, &[]);
        game
    };
    tells(
        &fight("met = [\"front\", \"flank\"]"),
        &["CP 17.1.5"],
        "
            CP 17.1.5 red strikes blue (melee): 16 figures, 4 dice [3, 3, 3, 3] = 2: 0 hits
            +2 against flank or rear
            +0 combat points of the enemy
            CP 17.1.5 blue strikes red (melee): 6 figures, 1 die [3] = -2: 0 hits
            -2 combat points of the enemy
        ",
    );
    // A true flank charge is not struck back at; one from the front that came in there is, and so is whoever waited for it.
    tells(
        &fight("impact = true\nforward = [\"red\"]\nmet = [\"front\", \"flank\"]"),
        &["CP 17.1.5"],
        "
            CP 17.1.5 red strikes blue (impact): 8 figures, 2 dice [3, 3] = 2: 0 hits
            +2 against flank or rear
            +0 combat points of the enemy
        ",
    );
    let aside = |forward: &str| fight(&format!("impact = true\nforward = {forward}\n{FRONTS}"));
    tells(
        &aside("[\"red\"]"),
        &["CP 17.1.5"],
        "
            CP 17.1.5 red strikes blue (impact): 8 figures, 2 dice [3, 3] = 0: 0 hits
            +0 combat points of the enemy
            CP 17.1.5 blue strikes red (impact): 6 figures, 1 die [3] = 0: 0 hits
            +0 combat points of the enemy
        ",
    );
    tells(
        &aside("[\"blue\"]"),
        &["CP 17.1.5"],
        "
            CP 17.1.5 red strikes blue (impact): 8 figures, 2 dice [3, 3] = 0: 0 hits
            +0 combat points of the enemy
        ",
    );
    tells(
        &aside("[\"red\", \"blue\"]"),
        &["CP 17.1.5"],
        "
            CP 17.1.5 red strikes blue (impact): 8 figures, 2 dice [3, 3] = 0: 0 hits
            +0 combat points of the enemy
            CP 17.1.5 blue strikes red (impact): 6 figures, 1 die [3] = 0: 0 hits
            +0 combat points of the enemy
        ",
    );
    tells(
        &aside("[]"),
        &["CP 17.1.5"],
        "
            CP 17.1.5 red strikes blue (impact): 8 figures, 2 dice [3, 3] = 0: 0 hits
            +0 combat points of the enemy
            CP 17.1.5 blue strikes red (impact): 6 figures, 1 die [3] = 0: 0 hits
            +0 combat points of the enemy
        ",
    );
}

/// What 22 men with pikes in some formation and 24 musketeers tell of their melee, and with how many figures they strike.
fn melee(formation: &str, at: [f64; 2], facing: &str, tale: &str) {
    let blue = format!("kind = \"foot\"\ngrade = \"C\"\npikes = 10\nmuskets = 12\n{formation}\nfacing = \"{facing}\"");
    let parts = [unit("red", [36.0, 24.0], SHOT), unit("blue", at, &blue), guards(), contact("red", "blue", "")];
    let mut game = Game::with("swedish-system = true", "combat", &parts, &[]);
    game.pass_until(next_turn, &[]);
    tells(&game, &["CP 17.1.5"], tale);
}

#[test]
fn swedes_strike_with_both_blocks() {
    // CP 17.2.3, 20.1.1: the second rank may be the first of the rear block; from the side both blocks are reached.
    let muskets = "formation = \"muskets-forward\"\nswedish = true\nfiles = 6";
    let pikes = "formation = \"pikes-forward\"\nswedish = true\nfiles = 6";
    melee(
        muskets,
        [36.0, 24.0],
        "south",
        "
            CP 17.1.5 red strikes blue (melee): 24 figures, 6 dice [3, 3, 3, 3, 3, 3] = 0: 0 hits
            +0 combat points of the enemy
            CP 17.1.5 blue strikes red (melee): 12 figures, 3 dice [3, 3, 3] = 0: 0 hits
            +0 combat points of the enemy
        ",
    );
    melee(
        muskets,
        [36.0, 26.3622],
        "east",
        "
            CP 17.1.5 red strikes blue (melee): 20 figures, 5 dice [3, 3, 3, 3, 3] = 2: 0 hits
            +2 against flank or rear
            +0 combat points of the enemy
            CP 17.1.5 blue strikes red (melee): 8 figures, 2 dice [3, 3] = -2: 0 hits
            -2 combat points of the enemy
        ",
    );
    melee(
        muskets,
        [36.0, 27.1496],
        "north",
        "
            CP 17.1.5 red strikes blue (melee): 24 figures, 6 dice [3, 3, 3, 3, 3, 3] = 2: 0 hits
            +2 against flank or rear
            +0 combat points of the enemy
            CP 17.1.5 blue strikes red (melee): 12 figures, 3 dice [3, 3, 3] = -2: 0 hits
            -2 combat points of the enemy
        ",
    );
    melee(
        pikes,
        [36.0, 24.0],
        "south",
        "
            CP 17.1.5 red strikes blue (melee): 24 figures, 6 dice [3, 3, 3, 3, 3, 3] = -2: 0 hits
            -2 combat points of the enemy
            CP 17.1.5 blue strikes red (melee): 12 figures, 3 dice [3, 3, 3] = 2: 0 hits
            +1 heavy-armed foot
            +1 pike-supported foot against naked foot
            +0 combat points of the enemy
        ",
    );
    melee(
        pikes,
        [36.0, 27.1496],
        "north",
        "
            CP 17.1.5 red strikes blue (melee): 24 figures, 6 dice [3, 3, 3, 3, 3, 3] = 0: 0 hits
            +2 against flank or rear
            -2 combat points of the enemy
            CP 17.1.5 blue strikes red (melee): 12 figures, 3 dice [3, 3, 3] = 0: 0 hits
            +1 heavy-armed foot
            +1 pike-supported foot against naked foot
            -2 combat points of the enemy
        ",
    );
}

#[test]
fn a_column_strikes_with_its_head_or_its_flank() {
    // CP 7.3.2, 17.2.3
    let column = "formation = \"march-column\"";
    melee(
        column,
        [36.0, 24.0],
        "south",
        "
            CP 17.1.5 red strikes blue (melee): 24 figures, 6 dice [3, 3, 3, 3, 3, 3] = 1: 0 hits
            +2 enemy shaken or routing
            -1 combat points of the enemy
            CP 17.1.5 blue strikes red (melee): 6 figures, 1 die [3] = -1: 0 hits
            +1 pike-supported foot against naked foot
            -2 combat points of the enemy
        ",
    );
    melee(
        column,
        [38.0, 25.1811],
        "east",
        "
            CP 17.1.5 red strikes blue (melee): 24 figures, 6 dice [3, 3, 3, 3, 3, 3] = 3: 6 hits
            +2 against flank or rear
            +2 enemy shaken or routing
            -1 combat points of the enemy
            CP 17.1.5 blue strikes red (melee): 16 figures, 4 dice [3, 3, 3, 3] = -3: 0 hits
            +1 pike-supported foot against naked foot
            -4 combat points of the enemy
        ",
    );
    melee(
        column,
        [36.0, 35.0236],
        "north",
        "
            CP 17.1.5 red strikes blue (melee): 24 figures, 6 dice [3, 3, 3, 3, 3, 3] = 3: 6 hits
            +2 against flank or rear
            +2 enemy shaken or routing
            -1 combat points of the enemy
            CP 17.1.5 blue strikes red (melee): 6 figures, 1 die [3] = -3: 0 hits
            +1 pike-supported foot against naked foot
            -4 combat points of the enemy
        ",
    );
}

#[test]
fn corner_to_corner_somebody_strikes() {
    // G53: one place on impact, in melee the ranks of the side that is nearest.
    let fight = |more: &str| {
        let blue = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 36\nfiles = 12";
        let parts = [
            unit("red", [36.0, 24.0], SHOT),
            unit("blue", [45.4488, 24.0], blue),
            guards(),
            contact("red", "blue", &format!("{FRONTS}\n{more}")),
        ];
        let mut game = Game::at("combat", &parts);
        game.pass_until(next_turn, &[]);
        game
    };
    tells(
        &fight("impact = true"),
        &["CP 17.1.5"],
        "
            CP 17.1.5 red strikes blue (impact): 2 figures, 0 dice = 0: 0 hits
            +0 combat points of the enemy
            CP 17.1.5 blue strikes red (impact): 2 figures, 0 dice = 0: 0 hits
            +0 combat points of the enemy
        ",
    );
    tells(
        &fight(""),
        &["CP 17.1.5"],
        "
            CP 17.1.5 red strikes blue (melee): 4 figures, 1 die [3] = 0: 0 hits
            +0 combat points of the enemy
            CP 17.1.5 blue strikes red (melee): 6 figures, 1 die [3] = 0: 0 hits
            +0 combat points of the enemy
        ",
    );
}

#[test]
fn a_steep_slope_helps_on_impact() {
    // CP T7
    let slope = "\n[[ground.slopes]]\nclass = \"steep\"\nuphill = \"north\"\nbox = [20, 20, 52, 30]\n";
    let fight = |more: &str| {
        let parts = [
            slope.to_owned(),
            unit("red", [36.0, 24.0], SHOT),
            unit("blue", [36.0, 24.0], SHOT),
            guards(),
            contact("red", "blue", more),
        ];
        let mut game = Game::at("combat", &parts);
        game.pass_until(next_turn, &[]);
        game
    };
    tells(
        &fight("impact = true\nforward = [\"red\"]"),
        &["CP 17.1.5"],
        "
            CP 17.1.5 red strikes blue (impact): 24 figures, 6 dice [3, 3, 3, 3, 3, 3] = -1: 0 hits
            -1 combat points of the enemy
            CP 17.1.5 blue strikes red (impact): 24 figures, 6 dice [3, 3, 3, 3, 3, 3] = 1: 0 hits
            +1 up a steep slope, on impact
            +0 combat points of the enemy
        ",
    );
    tells(
        &fight(""),
        &["CP 17.1.5"],
        "
            CP 17.1.5 red strikes blue (melee): 24 figures, 6 dice [3, 3, 3, 3, 3, 3] = 0: 0 hits
            +0 combat points of the enemy
            CP 17.1.5 blue strikes red (melee): 24 figures, 6 dice [3, 3, 3, 3, 3, 3] = 0: 0 hits
            +0 combat points of the enemy
        ",
    );
}

const FARM: &str = "\n[[ground.areas]]\nname = \"farm\"\nkind = \"town\"\nbox = [33, 24, 45, 28]\ngarrison = 30\n\
     shooting = \"hard\"\ncombat = \"soft\"\n";

fn inside(key: &str, figures: u32) -> String {
    format!(
        "\n[[units]]\nkey = \"{key}\"\nname = \"{key}\"\nside = \"blue\"\ninside = \"farm\"\nfacing = \"south\"\nkind = \"foot\"\n\
         grade = \"C\"\nmuskets = {figures}\n"
    )
}

#[test]
fn no_more_storm_a_face_than_could_hold_it() {
    // CP 19.7.8, 19.7.10a: thirty at each face; those who come on another side have room of their own.
    let narrow = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 24\nfiles = 6";
    let parts = [
        FARM.to_owned(),
        unit("red", [36.0, 24.0], narrow),
        unit("red-apart", [10.0, 20.0], narrow),
        unit("red-second", [42.0, 24.0], narrow),
        unit("red-east", [45.0, 26.0], &format!("{narrow}\nfacing = \"west\"")),
        inside("blue", 24),
        unit("blue-apart", [10.0, 20.0], SHOT),
        guards(),
        contact("red", "blue", ""),
        contact("red-apart", "blue-apart", ""),
        contact("red-second", "blue", ""),
        contact("red-east", "blue", ""),
    ];
    let mut game = Game::at("combat", &parts);
    game.says("blue", "allot blue red 6", &[]);
    game.done("blue");
    game.pass_until(next_turn, &[]);
    tells(
        &game,
        &["CP 17.1.5"],
        "
            CP 17.1.5 red strikes blue (melee): 24 figures, 6 dice [3, 3, 3, 3, 3, 3] = -1: 0 hits
            -1 combat points of the enemy
            CP 17.1.5 blue strikes red (melee): 6 figures, 1 die [3] = 1: 0 hits
            +1 in soft cover
            +0 combat points of the enemy
            CP 17.1.5 red-apart strikes blue-apart (melee): 12 figures, 3 dice [3, 3, 3] = 0: 0 hits
            +0 combat points of the enemy
            CP 17.1.5 blue-apart strikes red-apart (melee): 24 figures, 6 dice [3, 3, 3, 3, 3, 3] = 0: 0 hits
            +0 combat points of the enemy
            CP 17.1.5 red-second strikes blue (melee): 6 figures, 1 die [3] = -1: 0 hits
            -1 combat points of the enemy
            CP 17.1.5 blue strikes red-second (melee): 9 figures, 2 dice [3, 3] = 1: 0 hits
            +1 in soft cover
            +0 combat points of the enemy
            CP 17.1.5 red-east strikes blue (melee): 24 figures, 6 dice [3, 3, 3, 3, 3, 3] = -1: 0 hits
            -1 combat points of the enemy
            CP 17.1.5 blue strikes red-east (melee): 9 figures, 2 dice [3, 3] = 1: 0 hits
            +1 in soft cover
            +0 combat points of the enemy
        ",
    );
}

#[test]
fn stormers_are_told_off_up_to_the_garrison_limit() {
    // CP 19.7.10a
    let parts = [
        FARM.to_owned(),
        unit("red", [36.0, 24.0], "kind = \"foot\"\ngrade = \"C\"\nmuskets = 48\nfiles = 16"),
        inside("blue", 16),
        inside("blue-two", 8),
        unit("blue-out", [31.0, 24.0], FEW),
        guards(),
        contact("red", "blue", ""),
        contact("red", "blue-two", ""),
        contact("red", "blue-out", FRONTS),
        unit("red-horse", [12.0, 24.0], HORSE),
        unit("blue-horse", [12.0, 24.0], HORSE),
        contact("red-horse", "blue-horse", ""),
    ];
    let mut game = Game::at("combat", &parts);
    assert_eq!(offered(&game, "allot red blue "), numbers(0, 30));
    assert_eq!(offered(&game, "allot red blue-two "), numbers(0, 30));
    game.says("red", "allot red blue 20", &[]);
    assert_eq!(game.refused("red", "allot red blue-two 11"), "CP 17.2.5");
    assert_eq!(game.refused("red", "allot red blue-two 10"), "");
    game.done("red");
    game.pass_until(next_turn, &[]);
    let own: Vec<_> = game.told.iter().filter(|entry| !entry.title.contains("horse")).cloned().collect();
    game.told = own;
    tells(
        &game,
        &["CP 17.1.5"],
        "
            CP 17.1.5 red strikes blue (melee): 20 figures, 5 dice [3, 3, 3, 3, 3] = -1: 0 hits
            -1 combat points of the enemy
            CP 17.1.5 blue strikes red (melee): 16 figures, 4 dice [3, 3, 3, 3] = 1: 0 hits
            +1 in soft cover
            +0 combat points of the enemy
            CP 17.1.5 red strikes blue-two (melee): 10 figures, 2 dice [3, 3] = -1: 0 hits
            -1 combat points of the enemy
            CP 17.1.5 blue-two strikes red (melee): 8 figures, 2 dice [3, 3] = 1: 0 hits
            +1 in soft cover
            +0 combat points of the enemy
            CP 17.1.5 red strikes blue-out (melee): 16 figures, 4 dice [3, 3, 3, 3] = 0: 0 hits
            +0 combat points of the enemy
            CP 17.1.5 blue-out strikes red (melee): 8 figures, 2 dice [3, 3] = 0: 0 hits
            +0 combat points of the enemy
        ",
    );
}

#[test]
fn nobody_comes_after_one_enemy_while_another_holds_him() {
    // CP 17.3.2
    let parts = [
        unit("red", [36.0, 24.0], "kind = \"horse\"\ngrade = \"A\"\nfigures = 24\nfiles = 12"),
        unit("blue", [33.0, 24.0], "kind = \"foot\"\ngrade = \"A\"\npikes = 8\nmuskets = 8"),
        unit("blue-east", [39.5, 24.0], "kind = \"foot\"\ngrade = \"A\"\npikes = 8\nmuskets = 8"),
        guards(),
        contact("red", "blue", FRONTS),
        contact("red", "blue-east", FRONTS),
    ];
    let fight = |east: u8, tests: usize| {
        let mut game = Game::at("combat", &parts);
        game.pass_until(next_turn, &[&[6][..], &[1; 9], &[east], &[1; 9], &[6, 6][..tests]].concat());
        game
    };
    tells(
        &fight(1, 1),
        &["CP 17.3", "CP 18", "CP 15.11"],
        r#"
            CP 18.7.1 blue tests: losing a combat [6] = 6: passes
            +1 grade A
            -1 no general within command radius
            CP 15.11.1 blue recoils 2"
            CP 17.3.2 red and blue part
        "#,
    );
    tells(
        &fight(6, 2),
        &["CP 17.3", "CP 18", "CP 15.11"],
        r#"
            CP 18.7.1 blue tests: losing a combat [6] = 6: passes
            +1 grade A
            -1 no general within command radius
            CP 15.11.1 blue recoils 2"
            CP 18.7.1 blue-east tests: losing a combat [6] = 6: passes
            +1 grade A
            -1 no general within command radius
            CP 15.11.1 blue-east recoils 2"
            CP 17.3.2 red follows up blue
        "#,
    );
}

#[test]
fn a_thin_block_behind_helps_as_far_as_it_goes() {
    // CP 17.2.3, 20.1.1: two men stand behind the six of the first rank.
    for (formation, pikes, muskets) in [("muskets-forward", 2, 6), ("pikes-forward", 6, 2)] {
        let blue = format!(
            "kind = \"foot\"\ngrade = \"C\"\npikes = {pikes}\nmuskets = {muskets}\nswedish = true\nfiles = 6\n\
             formation = \"{formation}\""
        );
        let parts =
            [unit("red", [36.0, 24.0], SHOT), unit("blue", [36.0, 24.0], &blue), guards(), contact("red", "blue", "")];
        let mut game = Game::with("swedish-system = true", "combat", &parts, &[]);
        game.pass_until(next_turn, &[]);
        let strikes = |entry: &&kernel::Entry| entry.title == "blue strikes red (melee): 8 figures, 2 dice";
        assert_eq!(game.told.iter().filter(strikes).count(), 1, "{formation}");
    }
}

#[test]
fn horse_on_foot_whose_flanks_are_covered() {
    // CP T7: what does not count is not told.
    let guard = "kind = \"skirmishers\"\ngrade = \"C\"\nfigures = 4\nfiles = 2";
    let parts = [
        unit("red", [36.0, 24.0], HORSE),
        unit("blue", [36.0, 24.0], "kind = \"foot\"\ngrade = \"C\"\npikes = 16\nmuskets = 16"),
        unit("blue-left", [44.0, 24.6], guard),
        unit("blue-right", [28.0, 24.6], guard),
        guards(),
        contact("red", "blue", ""),
    ];
    let mut game = Game::at("combat", &parts);
    game.says("red", "pistols red no", &[]);
    game.pass_until(next_turn, &[]);
    tells(
        &game,
        &["CP 17.1.5"],
        "
            CP 17.1.5 red strikes blue (melee): 12 figures, 6 dice [3, 3, 3, 3, 3, 3] = -1: 0 hits
            -1 combat points of the enemy
            CP 17.1.5 blue strikes red (melee): 32 figures, 8 dice [3, 3, 3, 3, 3, 3, 3, 3] = 1: 0 hits
            +1 heavy-armed foot
            +0 combat points of the enemy
        ",
    );
}

#[test]
fn a_round_that_is_drawn_is_not_lost() {
    // CP T15, G55
    let parts =
        [unit("red", [36.0, 24.0], SHOT), unit("blue", [36.0, 24.0], SHOT), guards(), contact("red", "blue", "")];
    let mut game = Game::at("combat", &parts);
    game.pass_until(next_turn, &[]);
    let lost = [&[6][..], &[1; 11]].concat();
    game.pass_until(|game| game.state().turn > 2, &lost);
    tells(
        &game,
        &["CP 18.7"],
        "
            CP 18.7.1 blue tests: losing a combat [3] = 1: passes
            -1 grade C
            -1 no general within command radius
        ",
    );
}
