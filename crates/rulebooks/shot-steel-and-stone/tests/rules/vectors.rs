//! Worked examples of the catalogue, played by decisions with the dice they name; those that stand nowhere else.

use crate::game::{Game, LINE, area, chief, line, mm, sub, under, unit};
use crate::melee::{contact, dice, melees};
use shot_steel_and_stone::state::{Activity, Loss, Pending, Place};

const FIRED: &str = "start = { first-volley-used = true }";
const GUN: &str = "arm = \"foot-artillery\"\nguns = [\"medium\"]";

/// Red's shooting phase, which others keep open.
fn shooting(options: &str, parts: &[String]) -> Game {
    let mut all = parts.to_vec();
    all.extend([
        unit("red-last", [36.0, 26.0], LINE),
        unit("red-last-guns", [39.0, 22.0], GUN),
        unit("blue-last", [36.0, 28.0], LINE),
    ]);
    Game::with(options, "shooting", &all)
}

/// Red shoots at blue, guns or small arms, with exactly these dice.
fn shot(options: &str, parts: &[String], words: &str, dice: &[u8]) -> Game {
    let mut game = shooting(options, parts);
    if game.refused("red", words) == "SSS 1.6a" {
        game.done("red", &[]);
    }
    game.says("red", words, dice);
    game
}

fn pair(red: &str, blue: &str, apart: f64) -> Vec<String> {
    vec![unit("red", [12.0, 5.0], red), unit("blue", [12.0, 5.0 + apart], blue)]
}

/// What was added to each die of the last lot.
fn sum(game: &Game) -> i32 {
    game.modifiers("SSS 12.1")
}

/// Whether a unit under a competent leader who rolls that goes so far and not a tenth of a base width farther.
fn goes(what: &str, off: f64, ground: &[String], roll: [u8; 2], far: f64) -> bool {
    let mut parts = vec![
        chief("red", "competent", [14.0, 4.0]),
        unit("red", [12.0, 6.0], what),
        unit("blue", [12.0, 6.0 + off], LINE),
    ];
    parts.extend_from_slice(ground);
    let mut game = Game::at("orders", &parts);
    game.says("red", "order red move", &[]);
    game.says("red", "test red-chief", &roll);
    if game.topic("red") != "move" {
        game.pass_to("red", "move", &[]);
    }
    game.says("red", "pick red", &[]);
    let may = |far: f64| game.refused("red", &format!("move advance {}", mm(far))).is_empty();
    may(far) && !may(far + 0.1)
}

#[test]
fn moves_of_columns() {
    // SSS V2, V3
    let road = [line("road", "road", "[[12.0, 0.0], [12.0, 30.0]]")];
    let attack = format!("{LINE}\nformation = \"column-of-attack\"");
    assert!(goes(&attack, 8.0, &road, [3, 3], 6.0));
    let horse = "arm = \"heavy-cavalry\"\nbases = 4\nformation = \"column-of-march\"";
    assert!(goes(horse, 14.0, &road, [4, 5], 8.0));
    assert!(goes(horse, 14.0, &road, [4, 4], 12.0));
}

#[test]
fn shots_with_little_hope() {
    // SSS V8: a 6, and then a 6; saves on 4.
    let mut parts = pair(
        "arm = \"infantry\"\nbases = 2\norder = \"loose\"\nclass = \"C\"\nstart = { first-volley-used = true, moved = true, intent = \"move-and-shoot\" }",
        "arm = \"infantry\"\nbases = 2\norder = \"skirmish\"",
        5.0,
    );
    parts.push(area("light-woods", "wood", [8.0, 9.9, 16.0, 15.0]));
    let game = shot("", &parts, "shoot red at blue 0", &[6, 6, 5, 1, 6, 5, 3]);
    assert_eq!((sum(&game), game.unit("blue").hits), (-6, 1));
}

#[test]
fn shots_at_armour() {
    // SSS V10
    let armoured = "arm = \"infantry\"\nbases = 4\narmour = \"extra-heavy\"";
    let rifles = "arm = \"infantry\"\nbases = 4\norder = \"skirmish\"\nclass = \"A\"\nmissile = \"rifle\"";
    let mut parts = pair(rifles, armoured, 5.0);
    parts.push(area("light-woods", "wood", [8.0, 9.9, 16.0, 15.0]));
    let game = shot("", &parts, "shoot red at blue 0", &[4, 3, 1, 1, 4]);
    assert_eq!((sum(&game), game.unit("blue").hits), (0, 1));
    let bows = "arm = \"infantry\"\nbases = 1\nmissile = \"bow\"";
    let game = shot("", &pair(bows, armoured, 3.0), "shoot red at blue 0", &[6, 5, 5, 2]);
    assert_eq!((sum(&game), game.unit("blue").hits), (-2, 1));
    let pikes = format!("{armoured}\npike-bases = 4\nsteel = \"pike\"");
    let on = "pike-and-shot = \"on\"";
    for (second, hits) in [(&[4, 2][..], 1), (&[3][..], 0)] {
        let thrown = [&[6, 5, 5], second].concat();
        let game = shot(on, &pair(bows, &pikes, 3.0), "shoot red at blue 0", &thrown);
        assert_eq!((sum(&game), game.unit("blue").hits), (-3, hits));
    }
}

#[test]
fn shells_among_a_garrison() {
    // SSS V12: ten dice at 5+, saves on 5; 2d6 for each howitzer besides (G157).
    let parts = [
        unit("red", [12.0, 8.0], "arm = \"foot-artillery\"\nguns = [\"howitzer\", \"howitzer\"]"),
        area("town", "Mill", [10.0, 15.0, 14.0, 18.0]),
        "\n[[units]]\nkey = \"blue\"\nname = \"blue\"\nside = \"blue\"\ninside = \"Mill\"\narm = \"infantry\"\nbases = 4\norder = \"skirmish\"\n".into(),
    ];
    let thrown = dice(&[(1, 5), (9, 4), (1, 4), (4, 1)]);
    let game = shot("", &parts, "shoot red at blue 0", &thrown);
    assert_eq!((sum(&game), game.unit("blue").hits), (-1, 1));
}

#[test]
fn how_far_weapons_reach() {
    // SSS V36: dice of a base or gun, and what its range adds; none where it does not reach.
    let band = |red: &str, apart: f64, dice: usize| {
        let parts = pair(red, LINE, apart);
        let mut game = shooting("", &parts);
        if game.refused("red", "shoot red at blue 0") == "SSS 1.6a" {
            game.done("red", &[]);
        }
        if game.refused("red", "shoot red at blue 0") == "SSS 11.1" {
            return None;
        }
        game.says("red", "shoot red at blue 0", &vec![1; dice]);
        Some(sum(&game))
    };
    let foot = |missile: &str| format!("arm = \"infantry\"\nbases = 1\nmissile = \"{missile}\"\n{FIRED}");
    let musket = foot("musket");
    assert_eq!([1.0, 3.0, 3.5, 6.25].map(|far| band(&musket, far, 3)), [Some(1), Some(0), Some(-1), None]);
    let carbine = format!("arm = \"light-cavalry\"\nbases = 1\nmissile = \"carbine\"\n{FIRED}");
    assert_eq!([1.0, 2.0, 2.25, 4.1].map(|far| band(&carbine, far, 1)), [Some(1), Some(0), Some(-1), None]);
    // Rifles have 1 of their own.
    let rifle = foot("rifle");
    assert_eq!([2.0, 6.0, 6.5, 9.25].map(|far| band(&rifle, far, 3)), [Some(2), Some(1), Some(0), None]);
    let gun = |weight: &str| format!("arm = \"foot-artillery\"\nguns = [\"{weight}\"]");
    assert_eq!([band(&gun("heavy"), 8.0, 6), band(&gun("heavy"), 8.5, 5)], [Some(1), Some(0)]);
    assert_eq!([band(&gun("howitzer"), 9.0, 3), band(&gun("howitzer"), 10.0, 3)], [Some(0), Some(-1)]);
    // In a wood nobody sees farther than 2 BW.
    for (apart, rule) in [(2.0, ""), (2.1, "SSS G7")] {
        let mut parts = pair(&rifle, LINE, apart);
        parts.push(area("light-woods", "wood", [4.0, 4.0, 20.0, 15.0]));
        let mut game = shooting("", &parts);
        game.done("red", &[]);
        assert_eq!(game.refused("red", "shoot red at blue 0"), rule);
    }
}

#[test]
fn cover_and_lying_down() {
    // SSS V37: guns along a line in a redoubt, muskets and shell at men who lie, and these themselves.
    let mut parts = vec![
        unit("red", [12.0, 10.0], "arm = \"foot-artillery\"\nguns = [\"medium\", \"medium\", \"medium\"]"),
        unit("blue", [12.0, 22.0], "arm = \"infantry\"\nbases = 4\nfacing = \"east\""),
    ];
    parts.push(line("heavy-works", "redoubt", "[[4.0, 19.5], [20.0, 19.5]]"));
    let game = shot("", &parts, "shoot red at blue 0", &dice(&[(1, 6), (11, 5), (1, 5)]));
    assert_eq!((sum(&game), game.unit("blue").hits), (-2, 1));
    let prone = "arm = \"infantry\"\nbases = 1\nstart = { prone = true, first-volley-used = true }";
    let one = format!("arm = \"infantry\"\nbases = 1\n{FIRED}");
    let hits = |red: &str, blue: &str, apart: f64, dice: &[u8]| {
        shot("", &pair(red, blue, apart), "shoot red at blue 0", dice).unit("blue").hits
    };
    let two = prone.replace("bases = 1", "bases = 2");
    assert_eq!(hits(&one, &two, 2.0, &[6, 5, 5, 3]), 1);
    assert_eq!(hits("arm = \"foot-artillery\"\nguns = [\"howitzer\"]", &two, 8.0, &[5, 4, 4, 4]), 1);
    assert_eq!(hits(prone, LINE, 2.0, &[6, 5, 5, 3]), 1);
    assert_eq!(hits(&format!("{prone}\ntraits = [\"trained-light-infantry\"]"), LINE, 2.0, &[4, 3, 3, 3]), 1);
}

#[test]
fn guns_without_all_their_men() {
    // SSS V39: three dice at 5+, and at 8 BW four at 3+; saves on 6.
    let gun = "arm = \"foot-artillery\"\nguns = [{ weight = \"heavy\", lost = 2 }]";
    let hits =
        |apart: f64, dice: &[u8]| shot("", &pair(gun, LINE, apart), "shoot red at blue 0", dice).unit("blue").hits;
    assert_eq!(hits(20.0, &[5, 4, 4, 5]), 1);
    assert_eq!(hits(8.0, &[3, 2, 2, 2, 5]), 1);
}

#[test]
fn shots_at_elephants_and_their_crews() {
    // SSS V44
    let elephants = "arm = \"elephants\"\nbases = 2\ncrew = 3\ncrew-missile = \"bow\"\ntraits = [\"howdah\"]";
    let on = "elephants = \"on\"";
    let matchlocks = "arm = \"infantry\"\nbases = 2\nmissile = \"matchlock\"";
    let game = shot(on, &pair(matchlocks, elephants, 3.0), "shoot red at blue 0", &[5, 4, 4, 4, 4, 4, 3]);
    let beast = game.table().herd(game.id("blue")).unwrap().beasts[0];
    assert_eq!((sum(&game), beast.points, beast.crew), (-1, 7, 3));
    let rifles = "arm = \"infantry\"\nbases = 4\norder = \"skirmish\"\nclass = \"A\"\nmissile = \"rifle\"";
    let game = shot(on, &pair(rifles, elephants, 4.0), "shoot red gunners blue 0", &[3, 2, 2, 2, 4]);
    let beast = game.table().herd(game.id("blue")).unwrap().beasts[0];
    assert_eq!((sum(&game), beast.points, beast.crew), (1, 8, 2));
}

#[test]
fn a_line_under_fire_tests() {
    // SSS V19: eighteen muskets with their first volley at a line behind a hedge, six hits not saved; then 2d6.
    let fire = |test: &[u8]| {
        let parts = [
            chief("blue", "cautious", [39.0, 29.0]),
            sub("blue-left", "competent", [20.0, 22.0]),
            under("blue-left", &unit("blue", [20.0, 20.0], LINE)),
            unit("blue-friend", [20.0, 26.0], LINE),
            unit("red", [20.0, 17.0], LINE),
            line("hedgerow", "hedge", "[[15.0, 19.9], [25.0, 19.9]]"),
        ];
        let mut game = Game::at("shooting", &parts);
        let thrown = [dice(&[(6, 4), (12, 3), (6, 3)]), test.to_vec()].concat();
        game.says("red", "shoot red at blue 0", &thrown);
        game
    };
    let game = fire(&[4, 5]);
    assert_eq!(game.counted("SSS 35.4", ""), -2, "{:?}", game.reckoning("SSS 35.4"));
    assert_eq!((game.unit("blue").bases, game.unit("blue").pending), (5, Pending::Retire));
    assert_eq!(fire(&[2, 4, 1]).unit("blue").activity, Activity::Routing);
    assert_eq!(fire(&[6, 6]).unit("blue").pending, Pending::Nothing);
}

#[test]
fn cavalry_tests_to_charge_a_square() {
    // SSS V20: +7; double 1 fails by one all the same.
    let test = |roll: [u8; 2]| {
        let parts = [
            chief("red", "superior", [20.0, 8.0]),
            unit(
                "red",
                [20.0, 15.0],
                "arm = \"heavy-cavalry\"\nbases = 8\nclass = \"A\"\nstart = { charges = \"blue\" }",
            ),
            unit("red-friend", [28.0, 15.0], "arm = \"heavy-cavalry\"\nbases = 4"),
            unit("blue", [20.0, 20.0], &format!("{LINE}\nformation = \"square\"")),
        ];
        Game::start("", "[start]\nphase = \"charges\"\nactive = \"red\"\n", &parts, &roll)
    };
    let game = test([1, 1]);
    assert_eq!((game.counted("SSS 35.4", ""), game.state.charges.len()), (7, 0), "{:?}", game.reckoning("SSS 35.4"));
    assert_eq!(test([1, 2]).state.charges.len(), 1);
}

#[test]
fn a_line_pushed_back_by_better_troops_tests() {
    // SSS V59: it suffers three and deals two, is pushed back and followed up; a die for the colours it carries where it retreats.
    let lost = |captured: &str, test: &[u8]| {
        let start = format!("start = {{ disruption = {{ terrain = 1 }}{captured} }}");
        let parts = [
            chief("blue", "cautious", [20.0, 25.0]),
            unit("blue", [20.0, 20.0], &format!("arm = \"infantry\"\nbases = 6\n{start}")),
            unit("blue-friend", [20.0, 24.0], LINE),
            unit("red", [20.0, 20.0], "arm = \"infantry\"\nbases = 6\nclass = \"A\""),
            contact(["red", "blue"], ["fights", "fights"]),
        ];
        let mut game = melees("", &parts);
        game.says("red", "fight red", &dice(&[(3, 3), (15, 2), (3, 2), (2, 5), (16, 4), (2, 2)]));
        game.says("red", "follow-up yes", &[]);
        // Two other melees first, in which nobody is hit.
        game.pass_to("blue", "orders", &[&[1; 4][..], test].concat());
        game
    };
    let game = lost(", captured = [\"red\"]", &[4, 5]);
    assert_eq!(game.counted("SSS 35.4", ""), -1, "{:?}", game.reckoning("SSS 35.4"));
    assert_eq!(game.unit("blue").pending, Pending::Nothing);
    assert_eq!(lost(", captured = [\"red\"]", &[4, 4, 1]).unit("blue").pending, Pending::Retreat);
    assert_eq!(lost("", &[4, 5]).unit("blue").pending, Pending::Retreat);
}

#[test]
fn routers_under_fire() {
    // SSS V73: six hits not saved; passing it runs on, failing by 2 or more it disperses.
    let fire = |options: &str, test: &[u8]| {
        let parts = [
            unit("red", [20.0, 12.0], LINE),
            unit(
                "blue",
                [20.0, 15.0],
                "arm = \"infantry\"\nbases = 6\nfacing = \"south\"\nstart = { activity = \"routing\", rout-moves = 1 }",
            ),
            unit("blue-far", [4.0, 29.0], "arm = \"infantry\"\nbases = 1"),
        ];
        let mut game = Game::with(options, "shooting", &parts);
        let thrown = [dice(&[(6, 3), (12, 2), (6, 3)]), test.to_vec()].concat();
        game.says("red", "shoot red at blue 0", &thrown);
        (game.unit("blue").place, game.unit("blue").activity)
    };
    assert_eq!(fire("", &[6, 6]), (Place::Table, Activity::Routing));
    assert_eq!(fire("", &[6, 5]).0, Place::Gone(Loss::Dispersed));
    assert_eq!(fire("router-tests = \"rally-only\"", &[]), (Place::Table, Activity::Routing));
}
