//! Headings 11 to 14, 16, 18, 19 and 33: shooting.

use crate::game::{Game, LINE, area, chief, line, unit};
use kernel::{Ledger, Notation, Rulebook, Seat, Seeded};
use shot_steel_and_stone::scores::Needed;
use shot_steel_and_stone::state::{GunState, Place};

const SHOOT: &str = "\nstart = { first-volley-used = true }";
const MOVED: &str = "\nstart = { first-volley-used = true, moved = true, intent = \"move-and-shoot\" }";

/// Two more who could shoot at each other, far away: the shooting phase does not end with the shot that is looked at.
fn others() -> [String; 2] {
    [unit("red-last", [36.0, 26.0], LINE), unit("blue-last", [36.0, 28.0], LINE)]
}

/// Red decides in its shooting phase: the dice thrown, and what is added to each of the last lot.
fn shot_with(options: &str, parts: &[String], words: &str) -> (i32, i32) {
    let mut game = Game::with(options, "shooting", parts);
    let decision = game.rules.read(words).unwrap();
    game.rules.judge(&game.state, Seat(0), &decision).unwrap_or_else(|refusal| panic!("{words}: {refusal}"));
    let mut ledger = Ledger::default();
    game.rules.play(&mut game.state, Seat(0), decision, &mut Seeded::new(3), &mut ledger);
    game.told = ledger.entries;
    let shots = game.told.iter().filter(|entry| entry.rule == "SSS 12.1");
    let dice = shots.flat_map(|entry| &entry.lines).filter(|line| line.text == "dice").map(|line| line.value).sum();
    (dice, added(&game))
}

/// What was added to the dice of the last lot.
fn added(game: &Game) -> i32 {
    game.modifiers("SSS 12.1")
}

fn shot(red: &str, blue: &str, apart: f64) -> (i32, i32) {
    shot_with("", &[unit("red", [12.0, 8.0], red), unit("blue", [12.0, 8.0 + apart], blue)], "shoot red at blue 0")
}

fn needs(modifiers: i32) -> (u8, Option<u8>) {
    let Needed { first, second } = Needed::by(modifiers);
    (first, second)
}

const CLOSE_LINE: &str = "arm = \"infantry\"\nbases = 6";

#[test]
fn the_best_shot_of_all() {
    // SSS V7, 12.1, 13.1, 13.6
    assert_eq!(shot("arm = \"infantry\"\nbases = 6\nclass = \"A\"", CLOSE_LINE, 1.0), (18, 3));
    assert_eq!(needs(3), (2, None));
    // SSS 13.6: the volley is fired once.
    let mut game = Game::at(
        "shooting",
        &[unit("red", [12.0, 10.0], "arm = \"infantry\"\nbases = 6\nclass = \"A\""), unit("blue", [12.0, 11.0], LINE)],
    );
    game.says("red", "shoot red at blue 0", &[1; 18]);
    assert!(game.unit("red").first_volley_used);
    assert_eq!(game.counted("SSS 12.1", "first volley"), 1);
}

#[test]
fn a_hopeless_shot() {
    // SSS V8: C, long, skirmish, soft, moved.
    let parts = [
        unit("red", [12.0, 10.0], &format!("arm = \"infantry\"\nbases = 2\norder = \"loose\"\nclass = \"C\"{MOVED}")),
        unit("blue", [12.0, 15.0], "arm = \"infantry\"\nbases = 2\norder = \"skirmish\""),
        area("light-woods", "wood", [8.0, 14.9, 16.0, 20.0]),
    ];
    assert_eq!(shot_with("", &parts, "shoot red at blue 0"), (4, -6));
    assert_eq!(needs(-6), (6, Some(6)));
}

#[test]
fn canister_into_a_column() {
    // SSS V9, 12.6, 13.2
    let guns = "arm = \"foot-artillery\"\nguns = [\"medium\", \"medium\", \"medium\"]";
    assert_eq!(shot(guns, "arm = \"infantry\"\nbases = 6\nformation = \"column-of-attack\"", 5.0), (15, 2));
    // SSS 14.1, T11: smoothbores are saved on a 6.
    let mut game = Game::at(
        "shooting",
        &[unit("red", [12.0, 10.0], guns), unit("blue", [12.0, 15.0], "arm = \"infantry\"\nbases = 6")],
    );
    game.says("red", "shoot red at blue 0", &[3, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 5]);
    assert_eq!(game.unit("blue").hits, 1);
    let mut game = Game::at(
        "shooting",
        &[unit("red", [12.0, 10.0], guns), unit("blue", [12.0, 15.0], "arm = \"infantry\"\nbases = 6")],
    );
    game.says("red", "shoot red at blue 0", &[3, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 6]);
    assert_eq!(game.unit("blue").hits, 0);
}

#[test]
fn armour_by_weapon() {
    // SSS V10, 13.3, 13.4, 38.4
    let rifles = "arm = \"infantry\"\nbases = 4\norder = \"skirmish\"\nclass = \"A\"\nmissile = \"rifle\"";
    let wood = area("light-woods", "wood", [8.0, 14.9, 16.0, 20.0]);
    let armoured = "arm = \"infantry\"\nbases = 4\narmour = \"extra-heavy\"";
    let parts = [unit("red", [12.0, 10.0], rifles), unit("blue", [12.0, 15.0], armoured), wood];
    assert_eq!(shot_with("", &parts, "shoot red at blue 0"), (4, 0));
    let bows = "arm = \"infantry\"\nbases = 2\nmissile = \"bow\"";
    assert_eq!(shot(bows, armoured, 3.0).1, -2);
    let pikes = [
        unit("red", [12.0, 10.0], bows),
        unit("blue", [12.0, 13.0], &format!("{armoured}\npike-bases = 4\nsteel = \"pike\"")),
    ];
    assert_eq!(shot_with("pike-and-shot = \"on\"", &pikes, "shoot red at blue 0").1, -3);
    // SSS 13.3: nothing against guns.
    let guns = "arm = \"foot-artillery\"\nguns = [\"medium\"]";
    assert_eq!(shot(guns, armoured, 10.0).1, 0);
    assert_eq!(
        shot(
            "arm = \"infantry\"\nbases = 2\nstart = { first-volley-used = true }",
            "arm = \"infantry\"\nbases = 4\narmour = \"heavy\"",
            2.0
        )
        .1,
        -1
    );
}

#[test]
fn guns_against_guns() {
    // SSS V11, 16.1, 16.3, T12, 13.5: 8 dice at 6 then 4+; each natural 6 strikes a gun as well.
    let parts = [
        unit("red", [12.0, 5.0], "arm = \"foot-artillery\"\nguns = [\"medium\", \"medium\"]"),
        unit("blue", [12.0, 25.0], "arm = \"foot-artillery\"\nguns = [\"medium\", \"medium\", \"medium\"]"),
    ];
    let mut game = Game::at("shooting", &parts);
    // First dice, second dice, one save, then for each six which gun and the table; the carriage is out for a d6.
    game.says("red", "shoot red at blue 0", &[6, 6, 5, 4, 3, 2, 2, 1, 4, 2, 5, 2, 1, 1, 5, 4]);
    assert_eq!(added(&game), -3);
    let battery = game.table().battery(game.id("blue")).unwrap();
    assert_eq!(battery.guns[0].state, GunState::OutOfAction(4));
    // SSS G159, G161: the gunner lost is one of the gun that is out.
    assert_eq!((game.unit("blue").hits, battery.guns[0].crew), (1, 3));
    // SSS G81: by the other reading the second dice count too.
    let mut game = Game::with("gun-hit-sixes = \"all-dice\"", "shooting", &parts);
    game.says("red", "shoot red at blue 0", &[6, 6, 5, 4, 3, 2, 2, 1, 6, 2, 6, 2, 1, 1, 1, 3, 1]);
    assert_eq!(game.unit("blue").hits, 0);
}

#[test]
fn howitzers_at_a_garrison() {
    // SSS V12, 12.7, 17.4: confined, hard cover, built-up area; the garrison's order gives nothing.
    let garrison = |order: &str| {
        format!(
            "\n[[units]]\nkey = \"blue\"\nname = \"blue\"\nside = \"blue\"\ninside = \"Mill\"\narm = \"infantry\"\nbases = 4\norder = \"{order}\"\n"
        )
    };
    for order in ["close", "skirmish"] {
        let parts = [
            unit("red", [12.0, 8.0], "arm = \"foot-artillery\"\nguns = [\"howitzer\", \"howitzer\"]"),
            area("town", "Mill", [10.0, 15.0, 14.0, 18.0]),
            garrison(order),
        ];
        assert_eq!(shot_with("", &parts, "shoot red at blue 0"), (10, -1), "{order}");
    }
}

#[test]
fn cover_and_posture() {
    // SSS V37, 10.2, 10.3
    let guns = "arm = \"foot-artillery\"\nguns = [\"medium\", \"medium\", \"medium\"]";
    let works = line("heavy-works", "redoubt", "[[4.0, 19.5], [20.0, 19.5]]");
    let parts = [
        unit("red", [12.0, 10.0], guns),
        unit("blue", [12.0, 20.0], "arm = \"infantry\"\nbases = 4\nfacing = \"east\""),
        works,
    ];
    // Four bases one beside the other, seen from the end.
    let parts = [parts[0].clone(), parts[1].clone().replace("[12.0, 20.0]", "[12.0, 22.0]"), parts[2].clone()];
    assert_eq!(shot_with("", &parts, "shoot red at blue 0"), (12, -2));
    let prone = "arm = \"infantry\"\nbases = 6\nstart = { prone = true, first-volley-used = true }";
    assert_eq!(shot(&format!("{LINE}{SHOOT}"), prone, 2.0).1, -2);
    assert_eq!(shot("arm = \"foot-artillery\"\nguns = [\"howitzer\"]", prone, 8.0), (3, -1));
    assert_eq!(shot(prone, CLOSE_LINE, 2.0).1, -2);
    assert_eq!(shot(&format!("{prone}\ntraits = [\"trained-light-infantry\"]"), CLOSE_LINE, 2.0).1, 0);
}

#[test]
fn a_battery_that_takes_another_target() {
    // SSS V38, 13.7, G18
    let guns = |start: &str| format!("arm = \"foot-artillery\"\nguns = [\"medium\", \"medium\"]{start}");
    let parts = |start: &str| {
        [
            unit("red", [12.0, 10.0], &guns(start)),
            unit("blue", [12.0, 20.0], CLOSE_LINE),
            unit("blue-other", [24.0, 28.0], LINE),
        ]
    };
    let at = |start: &str| shot_with("", &parts(start), "shoot red at blue 0");
    assert_eq!(at("\nstart = { last-target = \"blue-other\" }"), (8, -1));
    assert_eq!(at("\nstart = { last-target = \"blue\" }"), (8, 0));
    assert_eq!(at(""), (8, 0));
    // SSS G18: where it lasts it is a point like any other.
    let mut game = Game::with(
        "battery-point = \"until-cleared\"",
        "shooting",
        &parts("\nstart = { last-target = \"blue-other\" }"),
    );
    game.says("red", "shoot red at blue 0", &[1; 8]);
    assert_eq!((game.counted("SSS 12.1", "disruption"), game.unit("red").disruption.points()), (-1, 1));
    // Others mind it by the other reading only.
    let foot = [
        unit(
            "red",
            [12.0, 10.0],
            "arm = \"infantry\"\nbases = 2\nstart = { first-volley-used = true, last-target = \"blue-other\" }",
        ),
        unit("blue", [12.0, 12.0], CLOSE_LINE),
        unit("blue-other", [24.0, 28.0], LINE),
    ];
    assert_eq!(shot_with("", &foot, "shoot red at blue 0").1, 0);
    assert_eq!(shot_with("target-switch = \"all-shooters\"", &foot, "shoot red at blue 0").1, -1);
}

#[test]
fn crews_lost_are_dice_lost() {
    // SSS V39, 16.2
    let gun = "arm = \"foot-artillery\"\nguns = [{ weight = \"heavy\", lost = 2 }]";
    assert_eq!(shot(gun, CLOSE_LINE, 20.0), (3, -1));
    assert_eq!(shot(gun, CLOSE_LINE, 8.0), (4, 1));
}

#[test]
fn shells_on_a_battery() {
    // SSS V40, T12, G27: two crew hits and two guns struck; ready ammunition blows up beside a line.
    let parts = [
        unit("red", [12.0, 10.0], "arm = \"foot-artillery\"\nguns = [\"howitzer\"]"),
        unit("blue", [12.0, 17.0], "arm = \"foot-artillery\"\nguns = [\"medium\", \"medium\", \"medium\"]"),
        unit("blue-line", [12.0, 19.0], CLOSE_LINE),
    ];
    let run = |options: &str| {
        let mut game = Game::with(options, "shooting", &parts);
        // Three dice, two saves made; first gun: wheel for d3; second gun: blast, 3 dice on the battery, 3 on the line, with
        // one hit each that is not saved.
        game.says("red", "shoot red at blue 0", &[6, 6, 2, 5, 5, 1, 4, 5, 2, 6, 6, 5, 5, 4, 4, 3, 2, 4]);
        game
    };
    let game = run("");
    let guns = &game.table().battery(game.id("blue")).unwrap().guns;
    assert_eq!([guns[0].state, guns[1].state], [GunState::OutOfAction(3), GunState::Ready]);
    assert_eq!((game.unit("blue").hits, game.unit("blue-line").hits), (1, 1));
    let lost = run("ammunition-blast = \"gun-lost\"");
    assert_eq!(lost.table().battery(lost.id("blue")).unwrap().guns[1].state, GunState::Destroyed);
}

#[test]
fn battalion_guns_shoot_with_their_unit() {
    // SSS V41, 33.3, G66: guns 6 dice at 3+, muskets 18 at 4+.
    let with_guns = format!("{LINE}\nguns = [\"battalion\", \"battalion\"]{SHOOT}");
    let parts = [unit("red", [12.0, 10.0], &with_guns), unit("blue", [12.0, 12.0], CLOSE_LINE)];
    let mut game = Game::at("shooting", &parts);
    let mut dice = vec![3, 2, 2, 2, 2, 2, 5];
    dice.extend([4, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3]);
    game.says("red", "shoot red at blue 0", &dice);
    assert_eq!(game.unit("blue").hits, 2);
    // SSS 33.3: casualties cost a gunner on double 6 only.
    for (roll, crew) in [([6, 6], 1), ([6, 5], 2)] {
        let parts = [unit("red", [12.0, 10.0], &format!("{LINE}{SHOOT}")), unit("blue", [12.0, 12.0], &with_guns)];
        let mut game = Game::at("shooting", &parts);
        let mut dice = vec![4, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3];
        dice.extend(roll);
        game.says("red", "shoot red at blue 0", &dice);
        let guns = &game.table().battery(game.id("blue")).unwrap().guns;
        assert_eq!(guns.iter().map(|gun| gun.crew).min(), Some(crew), "{roll:?}");
    }
}

#[test]
fn rifles_single_out_the_gunners() {
    // SSS 33.1, 33.2, G66, G87
    let parts = |red: &str| {
        let [more, last] = others();
        [
            unit("red", [12.0, 10.0], red),
            unit("blue", [12.0, 15.0], &format!("{LINE}\nguns = [\"battalion\"]")),
            more,
            last,
        ]
    };
    let rifles = "arm = \"infantry\"\nbases = 4\norder = \"skirmish\"\nmissile = \"rifle\"";
    assert_eq!(shot_with("", &parts(rifles), "shoot red gunners blue 0"), (4, -1));
    assert_eq!(shot_with("aimed-gunners = \"as-parent\"", &parts(rifles), "shoot red gunners blue 0"), (4, 1));
    let mut game = Game::at("shooting", &parts(rifles));
    game.says("red", "shoot red gunners blue 0", &[5, 4, 4, 4, 4]);
    assert_eq!(game.table().battery(game.id("blue")).unwrap().guns[0].crew, 1);
    assert_eq!((game.unit("blue").hits, game.unit("blue").hits_shooting), (0, 1));
    let skirmishers = "arm = \"infantry\"\nbases = 4\norder = \"skirmish\"";
    assert_eq!(Game::at("shooting", &parts(skirmishers)).refused("red", "shoot red gunners blue 0"), "SSS 33.1");
    let other = Game::with("gunners-aimed-at = \"rifles-and-skirmishers\"", "shooting", &parts(skirmishers));
    assert_eq!(other.refused("red", "shoot red gunners blue 0"), "");
}

#[test]
fn archers_shoot_over_the_rank_ahead() {
    // SSS V42, 19.2 to 19.5, 19.7
    let bows =
        |start: &str| format!("arm = \"infantry\"\nbases = 6\norder = \"loose\"\nmissile = \"bow\"\nfiles = 3{start}");
    let rolled = |options: &str, start: &str| {
        let parts = [unit("red", [12.0, 10.0], &bows(start)), unit("blue", [12.0, 15.0], CLOSE_LINE)];
        let mut game = Game::with(options, "shooting", &parts);
        let dice: &[u8] = if start.is_empty() { &[4; 12] } else { &[4; 6] };
        game.says("red", "shoot red at blue 0", dice);
        let mut sums: Vec<i32> = Vec::new();
        for entry in game.told.iter().filter(|entry| entry.rule == "SSS 12.1") {
            sums.push(entry.lines.iter().filter(|line| !line.counts).map(|line| line.value).sum());
        }
        sums
    };
    assert_eq!(rolled("", ""), [-1, -2]);
    assert_eq!(rolled("", "\nstart = { moved = true, intent = \"move-and-shoot\" }"), [-2]);
    // SSS 19.4, G30: at 6 BW the second rank is out of reach, unless it measures from the first.
    let far = |options: &str| {
        let parts = [unit("red", [12.0, 10.0], &bows("")), unit("blue", [12.0, 16.0], CLOSE_LINE)];
        shot_with(options, &parts, "shoot red at blue 0").0
    };
    assert_eq!((far(""), far("overhead-range = \"front-rank-if-same-type\"")), (6, 12));
}

#[test]
fn guns_shoot_over_friends_at_what_is_higher() {
    // SSS V42, 19.1, 19.7, G30
    let battle = |options: &str, behind: f64, hill: [f64; 4]| {
        let parts = [
            unit("red", [12.0, 12.0 - behind - 0.5], "arm = \"foot-artillery\"\nguns = [\"medium\"]"),
            unit("red-line", [12.0, 12.0], LINE),
            unit("blue", [12.0, 19.0], CLOSE_LINE),
            format!("\n[[ground.hills]]\nbox = {hill:?}\n"),
            unit("red-guns", [36.0, 20.0], "arm = \"foot-artillery\"\nguns = [\"medium\"]"),
            unit("blue-last", [36.0, 28.0], LINE),
        ];
        Game::with(options, "shooting", &parts)
    };
    let (target, guns) = ([4.0, 18.0, 20.0, 24.0], [4.0, 2.0, 20.0, 8.0]);
    let may = |options: &str, behind: f64, hill| battle(options, behind, hill).refused("red", "shoot red at blue 0");
    assert_eq!(may("", 5.0, target), "");
    assert_eq!(may("", 4.9, target), "SSS G7");
    assert_eq!(may("", 5.0, guns), "SSS G7");
    assert_eq!(may("overhead-artillery = \"either-above-friends\"", 5.0, guns), "");
    assert_eq!(may("overhead-artillery = \"target-above-guns\"", 5.0, target), "");
    let overhead = |options: &str, hill| {
        let mut game = battle(options, 5.0, hill);
        game.says("red", "shoot red at blue 0", &[1; 4]);
        game.counted("SSS 12.1", "overhead")
    };
    assert_eq!(overhead("", target), -1);
    assert_eq!(overhead("overhead-artillery = \"either-above-friends\"", guns), 0);
    assert_eq!(overhead("overhead-artillery = \"either-above-friends\"\noverhead-higher = \"than-target\"", guns), 0);
}

#[test]
fn the_rear_rank_turns_about() {
    // SSS V43, 18.1, G56
    let parts = |what: &str| {
        [
            unit("red", [12.0, 10.0], &format!("arm = \"infantry\"\nbases = 4\n{what}{SHOOT}")),
            unit("blue", [12.0, 12.0], CLOSE_LINE),
            unit("blue-behind", [12.0, 7.5], "arm = \"infantry\"\nbases = 6\nfacing = \"north\""),
        ]
    };
    let mut game = Game::at("shooting", &parts("class = \"A\""));
    game.says("red", "rear-about red", &[]);
    game.says("red", "shoot red at blue 0", &[1; 8]);
    assert_eq!(game.counted("SSS 12.1", "class"), 1);
    game.says("red", "shoot red at blue-behind 0", &[1; 4]);
    assert_eq!(Game::at("shooting", &parts("order = \"loose\"")).refused("red", "rear-about red"), "SSS 18.1");
    assert_eq!(Game::at("shooting", &parts("class = \"C\"")).refused("red", "rear-about red"), "SSS 18.1");
}

#[test]
fn elephants_as_a_target() {
    // SSS V44, 13.3, 41.13, 41.14
    let elephants = "arm = \"elephants\"\nbases = 2\ncrew = 3\ncrew-missile = \"bow\"\ntraits = [\"howdah\"]";
    let parts = |red: &str, apart: f64| [unit("red", [12.0, 10.0], red), unit("blue", [12.0, 10.0 + apart], elephants)];
    let on = "elephants = \"on\"";
    let matchlocks = "arm = \"infantry\"\nbases = 2\nmissile = \"matchlock\"";
    assert_eq!(shot_with(on, &parts(matchlocks, 3.0), "shoot red at blue 0"), (6, -1));
    let rifles = "arm = \"infantry\"\nbases = 4\norder = \"skirmish\"\nclass = \"A\"\nmissile = \"rifle\"";
    assert_eq!(shot_with(on, &parts(rifles, 4.0), "shoot red gunners blue 0"), (4, 1));
    let cannon = Game::with(on, "shooting", &parts("arm = \"foot-artillery\"\nguns = [\"medium\"]", 4.0));
    assert_eq!(cannon.refused("red", "shoot red gunners blue 0"), "SSS 41.13");
}

#[test]
fn orders_decide_who_shoots() {
    // SSS 8.2, 8.3, 15.2, 32.4, 39.11
    let with = |what: &str, start: &str| {
        let red = format!("{what}\nstart = {{ {start} }}");
        let parts = [
            unit("red", [12.0, 10.0], &red),
            unit("blue", [12.0, 12.0], CLOSE_LINE),
            unit("red-other", [22.0, 10.0], LINE),
            unit("blue-other", [22.0, 12.0], LINE),
        ];
        Game::at("shooting", &parts).refused("red", "shoot red at blue 0")
    };
    assert_eq!(with(LINE, "intent = \"hold\""), "");
    assert_eq!(with(LINE, "intent = \"move\", moved = true"), "SSS 8.2");
    assert_eq!(with(LINE, "intent = \"move-and-shoot\", moved = true"), "");
    assert_eq!(with(LINE, "intent = \"reform\""), "SSS 32.4");
    assert_eq!(with(LINE, "shot-at-charge = true"), "SSS 15.2");
    assert_eq!(with(LINE, "activity = \"rallying\""), "SSS 39.11");
    let matchlock = format!("{LINE}\nmissile = \"matchlock\"");
    assert_eq!(with(&matchlock, "intent = \"move-and-shoot\", moved = true"), "SSS 8.3");
    assert_eq!(with(&format!("{LINE}\nmissile = \"pistol\""), "intent = \"hold\""), "SSS 11.1");
}

#[test]
fn having_moved_counts_once_or_twice() {
    // SSS T10, G41
    let parts = [unit("red", [12.0, 10.0], &format!("{LINE}{MOVED}")), unit("blue", [12.0, 12.0], CLOSE_LINE)];
    assert_eq!(shot_with("", &parts, "shoot red at blue 0").1, -1);
    assert_eq!(shot_with("moved-modifier = \"twice\"", &parts, "shoot red at blue 0").1, -2);
}

#[test]
fn arcs_of_fire() {
    // SSS 13.8, G6: 45 degrees to either side from each base, or half of that.
    let at = |options: &str, x: f64| {
        let parts = [
            unit("red", [12.0, 10.0], "arm = \"foot-artillery\"\nguns = [\"medium\"]"),
            unit("blue", [x, 15.0], "arm = \"infantry\"\nbases = 1"),
        ];
        Game::with(options, "shooting", &parts)
    };
    let judged = |options: &str, x: f64| {
        let game = at(options, x);
        if game.topic("red") == "artillery" { game.refused("red", "shoot red at blue 0") } else { "none".into() }
    };
    assert_eq!(judged("", 17.4), "");
    assert_eq!(judged("", 17.6), "");
    assert_eq!(judged("", 18.2), "none");
    assert_eq!(judged("arc-half-angle = \"22.5\"", 17.4), "none");
}

#[test]
fn artillery_shoots_before_small_arms() {
    // SSS 1.6a
    let parts = [
        unit("red", [12.0, 10.0], &format!("{LINE}{SHOOT}")),
        unit("red-guns", [17.0, 8.0], "arm = \"foot-artillery\"\nguns = [\"medium\"]"),
        unit("blue", [12.0, 12.0], "arm = \"infantry\"\nbases = 8"),
    ];
    let mut game = Game::at("shooting", &parts);
    assert_eq!(game.topic("red"), "artillery");
    assert_eq!(game.refused("red", "shoot red at blue 0"), "SSS 1.6a");
    game.done("red", &[]);
    assert_eq!(game.topic("red"), "small-arms");
    assert_eq!(game.refused("red", "shoot red-guns at blue 0"), "SSS 1.6a");
}

#[test]
fn bases_shoot_at_targets_of_their_own() {
    // SSS P6 D13, 12.1: three bases at one, what is left at another.
    let parts = [
        unit("red", [12.0, 10.0], &format!("{LINE}{SHOOT}")),
        unit("blue", [10.0, 13.0], "arm = \"infantry\"\nbases = 3"),
        unit("blue-other", [14.0, 13.0], "arm = \"infantry\"\nbases = 3"),
    ];
    let mut game = Game::at("shooting", &parts);
    game.says("red", "shoot red at blue 3", &[1; 9]);
    assert_eq!(game.unit("red").shot_bases.count_ones(), 3);
    game.says("red", "shoot red at blue-other 0", &[1; 9]);
}

#[test]
fn hits_beyond_six_per_six_or_per_base() {
    // SSS 12.3, 12.4, G16
    let [more, last] = others();
    let parts = [
        unit("red", [12.0, 10.0], &format!("arm = \"infantry\"\nbases = 2\nclass = \"C\"{SHOOT}")),
        unit("blue", [12.0, 12.0], "arm = \"infantry\"\nbases = 2\norder = \"skirmish\""),
        more,
        last,
    ];
    // Two sixes of one base: two second dice, or one.
    let mut game = Game::at("shooting", &parts);
    game.says("red", "shoot red at blue 0", &[6, 6, 1, 1, 1, 1, 4, 4, 3, 3]);
    assert_eq!(game.unit("blue").hits, 2);
    let mut game = Game::with("second-die = \"per-base\"", "shooting", &parts);
    game.says("red", "shoot red at blue 0", &[6, 6, 1, 1, 1, 1, 4, 3]);
    assert_eq!(game.unit("blue").hits, 1);
}

#[test]
fn hits_are_carried_over_until_they_make_a_base() {
    // SSS 14.2, 14.3, 34.2
    let parts = [
        unit("red", [12.0, 10.0], &format!("{LINE}{SHOOT}")),
        unit("blue", [12.0, 12.0], "arm = \"infantry\"\nbases = 6\nstart = { hits = 5 }"),
    ];
    let mut game = Game::at("shooting", &parts);
    let mut dice = vec![4];
    dice.extend([1; 17]);
    dice.push(3);
    game.says("red", "shoot red at blue 0", &dice);
    assert_eq!((game.unit("blue").bases, game.unit("blue").hits, game.unit("blue").carried), (5, 6, 0));
}

/// Red's guns in its movement phase, and what they are to shoot at outside their arc.
fn turning(angle: &str) -> Game {
    let guns = "arm = \"foot-artillery\"\nguns = [\"medium\", \"medium\"]\nstart = { intent = \"move\" }";
    let commander = chief("red", "competent", [12.0, 6.0]);
    let parts = [
        commander,
        unit("red", [12.0, 10.0], guns),
        unit("blue", [23.0, 17.0], "arm = \"infantry\"\nbases = 4\nfacing = \"west\""),
    ];
    let mut game = Game::at("movement", &parts);
    game.says("red", "pick red", &[]);
    game.says("red", &format!("move traverse {angle}"), &[]);
    game
}

#[test]
fn a_battery_is_turned_by_hand() {
    // SSS V38, 13.8, G18: the outside gun of two goes less than 1 BW: it shoots at -2, without a point for moving.
    let mut game = turning("30");
    game.says("red", "move stop", &[]);
    game.pass_to("red", "artillery", &[]);
    game.says("red", "shoot red at blue 0", &[1; 8]);
    assert_eq!(added(&game), -2);
    // 60 degrees are 1.57 BW: two turns, no shot in the first.
    let mut game = turning("60");
    assert_eq!(game.unit("red").pose.facing, 0);
    game.done("red", &[]);
    assert_eq!(game.topic("blue"), "orders");
    game.pass_to("red", "orders", &[6, 1]);
    game.says("red", "order red move", &[]);
    game.says("red", "test red-chief", &[4, 4]);
    game.pass_to("red", "artillery", &[]);
    assert_eq!(game.unit("red").pose.facing, 6_000);
    game.says("red", "shoot red at blue 0", &[1; 8]);
    assert_eq!(added(&game), -2);
}

#[test]
fn a_screen_shields_its_battalion_from_infantry() {
    // SSS V45, 3.2, 3.3, 3.6, 3.7, G34
    let shielded = |options: &str, red: &str, lost: u16| {
        let parts = [
            unit("red", [12.0, 9.0], red),
            unit("blue", [12.0, 12.25], "arm = \"infantry\"\nbases = 6\nscreen = true"),
            unit("red-last", [36.0, 26.0], red),
            unit("blue-last", [36.0, 28.0], LINE),
        ];
        let mut game = Game::with(&format!("skirmish-screens = \"on\"\n{options}"), "shooting", &parts);
        let screen = game.id("blue-screen");
        game.act(&[], |play| {
            let ahead = play
                .unit(play.table().enemies_of(shot_steel_and_stone::cards::UnitId(0)).next().unwrap())
                .pose
                .ahead(60_000);
            let unit = play.unit_mut(screen);
            (unit.place, unit.pose, unit.hits, unit.carried) = (Place::Table, ahead, lost, lost as u8);
            unit.this_turn.bases_then = unit.bases;
            play.keep_bodies();
        });
        game
    };
    let foot = format!("{LINE}{SHOOT}");
    let mut game = shielded("", &foot, 0);
    assert_eq!(game.refused("red", "shoot red at blue 0"), "SSS 3.6");
    // One unsaved hit is one for each base.
    let mut dice = vec![6];
    dice.extend([1; 17]);
    dice.push(3);
    game.says("red", "shoot red at blue-screen 0", &dice);
    assert_eq!(game.counted("SSS 12.1", "skirmish order"), -2);
    assert_eq!(game.unit("blue-screen").disruption.points(), 1);
    assert_eq!(shielded("", &foot, 3).refused("red", "shoot red at blue 0"), "SSS 3.6");
    assert_eq!(shielded("", &foot, 4).refused("red", "shoot red at blue 0"), "");
    // Artillery may shoot at the battalion throughout.
    let guns = "arm = \"foot-artillery\"\nguns = [\"medium\"]";
    assert_eq!(shielded("", guns, 0).refused("red", "shoot red at blue 0"), "");
}

#[test]
fn a_screen_shoots_with_two_dice_or_one() {
    // SSS 3.3, G34
    let dice = |options: &str| {
        let parts = [
            unit("red", [12.0, 9.0], "arm = \"infantry\"\nbases = 6\nscreen = true"),
            unit("blue", [12.0, 12.5], LINE),
            unit("red-last", [36.0, 26.0], LINE),
            unit("blue-last", [36.0, 28.0], LINE),
        ];
        let mut game = Game::with(&format!("skirmish-screens = \"on\"\n{options}"), "shooting", &parts);
        let screen = game.id("red-screen");
        game.act(&[], |play| {
            let ahead = play.unit(shot_steel_and_stone::cards::UnitId(0)).pose.ahead(60_000);
            let unit = play.unit_mut(screen);
            (unit.place, unit.pose) = (Place::Table, ahead);
            play.keep_bodies();
        });
        game.rules.judge(&game.state, Seat(0), &game.rules.read("shoot red-screen at blue 0").unwrap()).unwrap();
        let mut ledger = Ledger::default();
        let decision = game.rules.read("shoot red-screen at blue 0").unwrap();
        game.rules.play(&mut game.state, Seat(0), decision, &mut Seeded::new(1), &mut ledger);
        game.told = ledger.entries;
        game.counted("SSS 12.1", "dice")
    };
    assert_eq!((dice(""), dice("screen-dice = \"pair\"")), (2, 1));
}

#[test]
fn dense_targets_and_enfilade() {
    // SSS 13.2, G6: heads and flanks of columns, squares, limbered guns; a line from its end.
    let at = |blue: &str, facing: &str, apart: f64| {
        let parts = [
            unit("red", [12.0, 8.0], "arm = \"foot-artillery\"\nguns = [\"medium\"]"),
            unit("blue", [12.0, 8.0 + apart], &format!("{blue}\nfacing = \"{facing}\"")),
        ];
        shot_with("", &parts, "shoot red at blue 0").1
    };
    let column = "arm = \"infantry\"\nbases = 6\nformation = \"column-of-attack\"";
    let march = "arm = \"infantry\"\nbases = 6\nformation = \"column-of-march\"";
    let square = "arm = \"infantry\"\nbases = 8\nformation = \"square\"";
    let limbered = "arm = \"foot-artillery\"\nguns = [\"light\", \"light\"]\nformation = \"limbered\"";
    assert_eq!([at(column, "south", 10.0), at(column, "east", 11.0), at(column, "north", 11.0)], [1, 1, 0]);
    assert_eq!([at(march, "south", 10.0), at(march, "east", 10.0), at(march, "north", 12.0)], [1, 0, 0]);
    assert_eq!([at(square, "south", 10.0), at(square, "north", 11.0)], [1, 1]);
    assert_eq!(at(limbered, "south", 10.0), 1);
    assert_eq!([at(CLOSE_LINE, "south", 10.0), at(CLOSE_LINE, "east", 12.0), at(CLOSE_LINE, "north", 11.0)], [0, 1, 0]);
}

#[test]
fn dice_by_order_and_arm() {
    // SSS 12.1, T8, G69
    let dice = |what: &str, apart: f64| {
        let red = format!("bases = 2\n{what}");
        shot(&red, CLOSE_LINE, apart).0
    };
    assert_eq!(dice("arm = \"infantry\"", 3.0), 6);
    assert_eq!(dice("arm = \"infantry\"\norder = \"loose\"", 3.0), 4);
    assert_eq!(dice("arm = \"infantry\"\norder = \"open\"", 3.0), 4);
    assert_eq!(dice("arm = \"infantry\"\norder = \"skirmish\"", 3.0), 2);
    assert_eq!(dice("arm = \"infantry\"\norder = \"mob\"", 3.0), 4);
    assert_eq!(dice("arm = \"heavy-cavalry\"\nmissile = \"carbine\"", 3.0), 2);
    assert_eq!(dice("arm = \"light-cavalry\"\nmissile = \"bow\"", 3.0), 2);
    let column = "arm = \"infantry\"\nbases = 6\nformation =";
    assert_eq!(shot(&format!("{column} \"column-of-attack\""), CLOSE_LINE, 3.0).0, 6);
    assert_eq!(shot(&format!("{column} \"column-of-march\""), CLOSE_LINE, 3.0).0, 3);
    // SSS G5: of eight bases in square two look at the enemy, and with 45 degrees nobody else.
    assert_eq!(
        shot("arm = \"infantry\"\nbases = 8\nformation = \"square\"", "arm = \"infantry\"\nbases = 1", 3.0).0,
        6
    );
}

#[test]
fn pikes_of_a_mixed_unit_do_not_shoot() {
    // SSS G69
    let parts = [
        unit("red", [12.0, 10.0], "arm = \"infantry\"\nbases = 6\npike-bases = 2\nmissile = \"matchlock\""),
        unit("blue", [12.0, 12.0], CLOSE_LINE),
    ];
    assert_eq!(shot_with("pike-and-shot = \"on\"", &parts, "shoot red at blue 0").0, 12);
}

#[test]
fn point_blank_weapons_wait_for_the_impact() {
    // SSS 1.7b, 8.4, 11.2, G43
    let parts = |missile: &str, start: &str| {
        let red = format!("arm = \"infantry\"\nbases = 2\nmissile = \"{missile}\"\nstart = {{ {start} }}");
        let [more, last] = others();
        [unit("red", [12.0, 10.0], &red), unit("blue", [12.0, 11.0], CLOSE_LINE), more, last]
    };
    let may = |options: &str, missile: &str, start: &str| {
        Game::with(options, "shooting", &parts(missile, start)).refused("red", "shoot red at blue 0")
    };
    let too = "point-blank = \"shooting-too\"";
    assert_eq!(may("", "thrown", ""), "SSS 12.1");
    assert_eq!(may(too, "thrown", ""), "");
    assert_eq!(may(too, "thrown", "thrown-used = true"), "SSS 12.1");
    // SSS 8.4, T10: thrown weapons do not mind having moved.
    let moved = "moved = true, intent = \"move-and-shoot\"";
    assert_eq!(shot_with(too, &parts("thrown", moved), "shoot red at blue 0").1, 1);
}

#[test]
fn bases_in_melee_are_no_targets() {
    // SSS 19.6: those behind or beside them are.
    let fight = |bases: u8, files: u8| {
        let parts = [
            unit("red", [12.0, 20.0], "arm = \"infantry\"\nbases = 3\nfacing = \"south\""),
            unit("red-foe", [12.0, 14.0], "arm = \"infantry\"\nbases = 3"),
            unit("blue", [12.0, 14.0], &format!("arm = \"infantry\"\nbases = {bases}\nfiles = {files}")),
            "\n[[contacts]]\nunits = [\"red-foe\", \"blue\"]\n".into(),
            unit("red-last", [36.0, 26.0], LINE),
            unit("blue-last", [36.0, 28.0], LINE),
        ];
        Game::at("shooting", &parts).refused("red", "shoot red at blue 0")
    };
    assert_eq!(fight(3, 3), "SSS 19.6");
    assert_eq!(fight(6, 3), "");
    assert_eq!(fight(6, 6), "");
}

#[test]
fn bows_shoot_over_friends_they_touch() {
    // SSS 19.3, 19.5, G30: troops of another type one base deep.
    let may = |gap: f64, missile: &str| {
        let parts = [
            unit("red", [12.0, 10.0 - gap], &format!("arm = \"infantry\"\nbases = 3\nmissile = \"{missile}\"")),
            unit("red-spears", [12.0, 10.5], "arm = \"infantry\"\nbases = 4\nmissile = \"none\""),
            unit("blue", [12.0, 14.0], CLOSE_LINE),
            unit("red-last", [36.0, 26.0], LINE),
            unit("blue-last", [36.0, 28.0], LINE),
        ];
        Game::at("shooting", &parts).refused("red", "shoot red at blue 0")
    };
    assert_eq!(may(0.0, "bow"), "");
    assert_eq!(may(0.5, "bow"), "SSS G7");
    assert_eq!(may(0.0, "musket"), "SSS G7");
}

#[test]
fn an_enemy_in_a_wood_or_behind_another_is_not_shot_at() {
    // SSS 11.4, G7
    let [more, last] = others();
    let wood = [
        unit("red", [12.0, 10.0], LINE),
        unit("blue", [12.0, 13.0], CLOSE_LINE),
        area("light-woods", "wood", [4.0, 11.5, 20.0, 20.0]),
        more,
        last,
    ];
    assert_eq!(Game::at("shooting", &wood).refused("red", "shoot red at blue 0"), "SSS G7");
}

#[test]
fn garrisons_are_seen_at_their_walls_or_from_contact() {
    // SSS 11.7, G29
    let judged = |options: &str| {
        let [more, last] = others();
        let parts = [
            unit("red", [12.0, 13.0], LINE),
            area("town", "Mill", [10.0, 15.0, 14.0, 18.0]),
            "\n[[units]]\nkey = \"blue\"\nname = \"blue\"\nside = \"blue\"\ninside = \"Mill\"\narm = \"infantry\"\nbases = 4\n".into(),
            more,
            last,
        ];
        Game::with(options, "shooting", &parts).refused("red", "shoot red at blue 0")
    };
    assert_eq!(judged(""), "");
    assert_eq!(judged("garrison-seen = \"in-contact\""), "SSS 11.7");
}

#[test]
fn a_battery_remembers_its_target_and_mends_its_guns() {
    // SSS 13.7, T12, G2, V38: one gun is out for this own move; in the next turn both shoot.
    let next = |target: &str| {
        let parts = [
            unit(
                "red",
                [12.0, 10.0],
                "arm = \"foot-artillery\"\nguns = [\"medium\", { weight = \"medium\", out = 1 }]",
            ),
            unit("blue", [12.0, 20.0], CLOSE_LINE),
            unit("blue-other", [20.0, 20.0], CLOSE_LINE),
        ];
        let mut game = Game::at("shooting", &parts);
        game.says("red", "shoot red at blue 0", &[1; 4]);
        game.pass_to("red", "artillery", &[6, 1]);
        game.says("red", &format!("shoot red at {target} 0"), &[1; 8]);
        added(&game)
    };
    assert_eq!((next("blue"), next("blue-other")), (0, -1));
}
