//! CF 15, 16: combat, its factors and its results.

use crate::game::{Game, area, hill, line, obstacle, titles, unit};
use close_fire::measures::yds;
use close_fire::state::{After, Crew, Service, Standing, Stretch};

/// The dice of the next turn's initiative, when nothing more is asked in this one.
pub const END: [u8; 2] = [6, 1];

/// A unit of so many bases with what befell it, which acts as it wishes.
pub fn troops(class: &str, bases: &str, more: &str, start: &str) -> String {
    let sep = if start.is_empty() { "" } else { ", " };
    still(class, bases, more, &format!("control = \"as-wished\"{sep}{start}"))
}

/// The same under nobody's control: it does nothing of its own will.
pub fn still(class: &str, bases: &str, more: &str, start: &str) -> String {
    let of = if class == "foot" { "battalions" } else { "squadrons" };
    let bases = if class == "gun" { String::new() } else { format!("{of} = {bases}\n") };
    format!("class = \"{class}\"\n{bases}{more}\nstart = {{ {start} }}")
}

/// Foot far off on either side, so that nobody's army breaks.
pub fn reserves() -> [String; 2] {
    let foot = "class = \"foot\"\nbattalions = [4, 5]";
    [unit("red-reserve", [1320.0, 60.0], foot), unit("blue-reserve", [120.0, 900.0], foot)]
}

/// The Combat and Close Fire Phase with red as first player; these dice for what happens before the first question.
pub fn fight(options: &str, parts: &[String], dice: &[u8]) -> Game {
    let all = [parts, &reserves()].concat();
    Game::start(options, "[start]\nphase = \"combat\"\nfirst = \"red\"\n", &all, dice)
}

/// What a unit rolled and reached, with every factor.
pub fn score(game: &Game, key: &str) -> (Vec<(String, i32)>, i32) {
    let named = format!("{key} ");
    let mut told = game.told.iter().rev();
    let entry = told.find(|entry| entry.rule == "CF 15.3" && entry.title.as_str().starts_with(&named));
    let entry = entry.unwrap_or_else(|| panic!("{key} did not fight: {:#?}", titles(&game.told)));
    assert!(entry.adds_up());
    (entry.lines.iter().map(|line| (line.rule.to_string(), line.value)).collect(), entry.total.unwrap())
}

pub fn total(game: &Game, key: &str) -> i32 {
    score(game, key).1
}

/// What a factor was worth to a unit in its last combat.
pub fn factor(game: &Game, key: &str, rule: &str) -> i32 {
    score(game, key).0.iter().filter(|(of, _)| of == rule).map(|(_, value)| value).sum()
}

/// The results of the last combat.
pub fn results(game: &Game) -> String {
    let entry = game.told.iter().rev().find(|entry| entry.rule == "CF 16.1");
    entry.unwrap_or_else(|| panic!("no combat: {:#?}", titles(&game.told))).result.to_string()
}

/// The bases of a side that were counted in the last combat.
pub fn counted(game: &Game, side: &str) -> String {
    let entry = game.told.iter().rev().find(|entry| entry.rule == "CF 16.1").unwrap();
    let line = entry.lines.iter().find(|line| line.rule == "CF 15.27" && line.text.starts_with(side)).unwrap();
    line.text.split(", ").nth(1).unwrap().replace(" bases counted", "")
}

/// Red charges blue with two average dice; both show 4. Blue receives it at the halt if it has a choice.
pub fn charge(game: &mut Game, outrance: &str, dice: &[u8]) {
    game.says("red", &format!("charge red blue {outrance}"), &[]);
    if game.topic("red") == "declare-charges" {
        game.done("red", &[]);
    }
    let all = [&[4, 4], dice].concat();
    let asked = game.rules_ask_answer();
    if asked {
        game.says("red", "charge-dice red 2", &[]);
        game.says("blue", "receive blue", &all);
    } else {
        game.says("red", "charge-dice red 2", &all);
    }
}

pub fn contact() -> String {
    "\n[[contacts]]\nunits = [\"red\", \"blue\"]\n".into()
}

#[test]
fn horse_against_horse() {
    // CF V29, 15.3, 15.4, 15.5, 15.8, 15.16, 15.17, 15.19, 15.21, 16.1, 16.3, 16.8, 17.1, 17.3
    let mut game = fight(
        "",
        &[
            unit("red", [700.0, 300.0], &troops("horse", "[2, 2, 2]", "grade = \"B\"", "inspired = 1")),
            unit("blue", [700.0, 360.0], &still("horse", "[2, 2]", "", "dps = 1")),
        ],
        &[],
    );
    charge(&mut game, "no", &[4, 3, 3, 3, 2]);
    assert_eq!(total(&game, "red"), 7);
    assert_eq!((total(&game, "blue"), factor(&game, "blue", "CF 15.17")), (1, -1));
    assert_eq!(results(&game), "Red: Victory; Blue: Defeat");
    assert_eq!((counted(&game, "Red"), counted(&game, "Blue")), ("6".into(), "4".into()));
    let blue = game.unit("blue");
    assert_eq!((blue.dps, blue.bases(), blue.standing), (3, 3, Standing::Retiring));
    assert_eq!(game.unit("red").dps, 1);
    assert_eq!(game.menu("red"), ["remain red", "pursue red", "retire red"]);
}

#[test]
fn deeper_horse_and_swords() {
    // CF V30, E6, 14.14, 14.17, 15.9, 15.11, 15.18, G58
    let mut game = fight(
        "",
        &[
            unit("red", [700.0, 300.0], &troops("horse", "[2, 2, 2]", "style = \"new\"", "dps = 1")),
            unit("blue", [700.0, 340.0], &still("horse", "[2, 2, 2]", "files = 3", "")),
        ],
        &[],
    );
    game.says("red", "charge red blue yes", &[]);
    game.says("red", "charge-dice red 1", &[]);
    // Each rolls one die; they meet half way. Blue retires 110 yards, red pursues 60.
    let dice = [&[3, 3, 5, 2, 3, 3, 2, 2, 2, 2][..], &END].concat();
    game.says("blue", "counter-charge blue 1 no", &dice);
    assert_eq!((total(&game, "red"), factor(&game, "red", "CF 15.9")), (7, 2));
    assert_eq!((factor(&game, "blue", "CF 15.11"), factor(&game, "blue", "CF 15.17")), (1, -2));
    assert_eq!(total(&game, "blue"), 2);
    assert_eq!(results(&game), "Red: Victory; Blue: Defeat");
    // CF 16.3: grade C must pursue.
    assert_eq!(game.unit("red").standing, Standing::Pursuing);
}

#[test]
fn swords_against_foot() {
    // CF V31, E6, 15.9, 15.12, 16.4, 16.7
    let mut game = fight(
        "",
        &[
            unit("red", [700.0, 300.0], &troops("horse", "[2, 2]", "style = \"new\"", "dps = 2")),
            unit("blue", [700.0, 340.0], &still("foot", "[3, 3]", "", "dps = 1")),
        ],
        &[],
    );
    charge(&mut game, "yes", &[&[3, 4, 3, 3, 2][..], &END].concat());
    assert_eq!((total(&game, "red"), total(&game, "blue")), (1, 4));
    assert_eq!((factor(&game, "red", "CF 15.9"), factor(&game, "blue", "CF 15.12")), (0, 1));
    assert_eq!(results(&game), "Red: Driven back; Blue: Success");
    let red = game.unit("red");
    assert_eq!((red.bases(), red.dps, red.standing), (3, 4, Standing::Retiring));
    // It remains in place: 2 DPs, none re-dressed away by more than the turn allows.
    assert_eq!((game.unit("blue").standing, game.at_yards("blue")), (Standing::Steady, [700.0, 340.0]));
}

#[test]
fn horse_that_does_not_defeat_foot_retires() {
    // CF V32, 16.3, 16.7, G4
    let mut game = fight(
        "",
        &[
            unit("red", [700.0, 300.0], &troops("horse", "[2, 2]", "", "")),
            unit("blue", [700.0, 340.0], &still("foot", "[4]", "grade = \"D\"", "dps = 1, fired = true")),
        ],
        &[],
    );
    charge(&mut game, "no", &[&[6, 5, 3, 3, 2][..], &END].concat());
    assert_eq!((total(&game, "red"), total(&game, "blue")), (7, 3));
    assert_eq!(results(&game), "Red: Victory; Blue: Driven back");
    assert_eq!(game.unit("red").standing, Standing::Retiring);
    assert_eq!(game.unit("blue").standing, Standing::Steady);
}

#[test]
fn foot_that_moved_is_caught() {
    // CF V33, 15.13, 16.2, 16.8
    let mut game = fight(
        "",
        &[
            unit("red", [700.0, 300.0], &troops("horse", "[2, 2]", "", "")),
            unit("blue", [700.0, 340.0], &still("foot", "[4]", "grade = \"D\"", "moved = true")),
        ],
        &[],
    );
    charge(&mut game, "no", &[&[6, 2, 3, 3, 2, 2, 2][..], &END].concat());
    assert_eq!((total(&game, "red"), total(&game, "blue")), (7, 0));
    assert_eq!(factor(&game, "blue", "CF 15.13"), -2);
    assert_eq!(results(&game), "Red: Breakthrough; Blue: Defeat");
    let (red, blue) = (game.unit("red"), game.unit("blue"));
    assert_eq!((red.standing, blue.standing, blue.bases()), (Standing::Pursuing, Standing::Retiring, 3));
}

fn flank(options: &str, y: f64, dice: &[u8]) -> Game {
    let mut game = fight(
        options,
        &[
            unit("red", [790.0, y], &troops("horse", "[2, 2]", "facing = \"west\"", "")),
            unit("blue", [700.0, 360.0], &still("foot", "[4]", "", "")),
        ],
        &[],
    );
    charge(&mut game, "no", dice);
    game
}

#[test]
fn in_the_flank() {
    // CF V34, 15.14, 15.17, 15.20, 18.4, G56
    let dice = [&[5, 4, 3, 3, 2, 2, 2][..], &END].concat();
    let game = flank("", 402.0, &dice);
    assert_eq!((total(&game, "red"), total(&game, "blue")), (6, 0));
    assert_eq!((factor(&game, "blue", "CF 15.14"), factor(&game, "blue", "CF 15.17")), (-2, -3));
    assert_eq!((counted(&game, "Blue"), results(&game)), ("0".into(), "Red: Victory; Blue: Defeat".into()));
    assert_eq!(game.unit("red").standing, Standing::Pursuing);
}

#[test]
fn behind_the_flank_by_each_reading() {
    // CF G91: by the line of the rear none of these stands began behind; by the arcs they did.
    let line = |reading: &str, y: f64, dice: &[u8]| {
        let options = format!("flank-line = \"{reading}\"");
        factor(&flank(&options, y, dice), "blue", "CF 15.14")
    };
    let long = [&[5, 4, 3, 3, 2, 2, 2][..], &END].concat();
    assert_eq!(line("front", 402.0, &long), -2);
    // Stands from 365 to 445: the foremost two do not, the rearmost do.
    assert_eq!(line("rear", 405.0, &long), -2);
    assert_eq!(line("arc45", 402.0, &long), -2);
}

#[test]
fn close_fire_uphill() {
    // CF V35, 14.1, 14.22, 15.5, 15.6, 15.7, 15.12, 15.20, 17.3, 17.5, 8.16, E8
    let mut game = fight(
        "",
        &[
            hill([600.0, 322.0, 800.0, 500.0], 1),
            line("light-works", "the barricade", "[[600, 326], [800, 326]]"),
            unit(
                "red",
                [700.0, 300.0],
                &still("foot", "[4, 4]", "style = \"new\"\ngrade = \"B\"", "dps = 2, inspired = 2, moved = true"),
            ),
            unit("blue", [700.0, 330.0], &still("foot", "[3, 3]", "", "fired = true")),
        ],
        &[4, 3, 3, 3],
    );
    assert_eq!((total(&game, "red"), total(&game, "blue")), (6, 4));
    assert_eq!((factor(&game, "blue", "CF 15.6"), factor(&game, "blue", "CF 15.7")), (1, 1));
    assert_eq!((factor(&game, "blue", "CF 15.17"), factor(&game, "red", "CF 15.12")), (-1, 1));
    assert_eq!(results(&game), "Red: Success; Blue: Driven back");
    assert_eq!((game.unit("red").dps, game.unit("blue").dps), (3, 2));
    assert!(game.unit("blue").under_fire && game.unit("red").under_fire);
    assert_eq!(game.menu("red"), ["remain red", "pursue red", "take-position red"]);
    game.says("red", "take-position red", &END);
    // Over the barricade onto the ground they stood on.
    assert_eq!((game.at_yards("red"), game.unit("red").bases()), ([700.0, 350.0], 8));
    assert!(game.told("CF 17.5"));
}

#[test]
fn an_assault_column() {
    // CF V36, 10.6, 15.7, 15.12, 15.25, 15.26, 16.6, G59
    let column = |key: &str, y: f64| {
        let more = "formation = \"assault-column\"\nfiles = 3";
        unit(key, [700.0, y], &still("foot", "[3, 3]", more, "dps = 1, moved = true"))
    };
    let parts = |start: &str| {
        [
            line("heavy-works", "the rampart", "[[600, 326], [800, 326]]"),
            column("red", 300.0),
            column("red-rear", 259.0),
            unit("blue", [700.0, 330.0], &still("foot", "[4]", "", start)),
        ]
    };
    let game = fight("", &parts(""), &[4, 4, 4, 3, 3, 3, 3]);
    assert_eq!((counted(&game, "Red"), counted(&game, "Blue")), ("9".into(), "4".into()));
    assert_eq!((total(&game, "red"), total(&game, "red-rear"), total(&game, "blue")), (3, 3, 5));
    assert_eq!((factor(&game, "blue", "CF 15.7"), factor(&game, "blue", "CF 15.17")), (2, -2));
    assert_eq!(results(&game), "Red: Driven back; Blue: Success");
    assert_eq!((game.unit("red").after, game.unit("red").dps), (After::Retired, 3));
    // A difference of nothing: two points for the column, one for the defender; all stay.
    let game = fight("", &parts("dps = 1"), &[&[4, 4, 3][..], &END].concat());
    assert_eq!(results(&game), "Red: Inconclusive; Blue: Inconclusive");
    let taken = |key: &str| {
        let mut told = game.told.iter().filter(|entry| entry.rule == "CF 8.1");
        told.find(|entry| entry.title.as_str().starts_with(&format!("{key} "))).unwrap().title.to_string()
    };
    assert_eq!((taken("red"), taken("blue")), ("red takes 2 DP".into(), "blue takes 1 DP".into()));
}

#[test]
fn pikes_count_twice_against_horse() {
    // CF V37, 15.22, 18.2
    let pikes = still("foot", "[5]", "arms = \"with-pikes\"", "");
    let mut game = fight(
        "",
        &[unit("red", [700.0, 300.0], &troops("horse", "[2, 2]", "", "")), unit("blue", [700.0, 340.0], &pikes)],
        &[],
    );
    charge(&mut game, "no", &[&[3, 4, 3, 3, 3][..], &END].concat());
    assert_eq!(counted(&game, "Blue"), "6");
    let parts = [unit("red", [700.0, 300.0], &still("foot", "[5]", "", "")), unit("blue", [700.0, 330.0], &pikes)];
    let game = fight("", &parts, &[&[3, 3][..], &END].concat());
    assert_eq!((counted(&game, "Red"), counted(&game, "Blue")), ("5".into(), "4".into()));
    assert_eq!(factor(&game, "blue", "CF 15.17"), -1);
}

#[test]
fn hussars_with_drawn_swords() {
    // CF V38, 14.14, 15.15, G52
    let hussars = unit("red", [700.0, 300.0], &troops("hussars", "[2, 2]", "grade = \"D\"", ""));
    let horse = unit("blue", [700.0, 340.0], &still("horse", "[2, 2]", "", ""));
    let foot = unit("blue", [700.0, 340.0], &still("foot", "[4]", "", ""));
    let mut game = fight("", &[hussars.clone(), horse.clone()], &[]);
    charge(&mut game, "yes", &[6, 5]);
    assert_eq!((total(&game, "red"), factor(&game, "red", "CF 15.15")), (6, -2));
    let mut game = fight("", &[hussars.clone(), foot], &[]);
    charge(&mut game, "yes", &[&[6, 3, 3, 3, 3][..], &END].concat());
    assert_eq!(total(&game, "red"), 4);
    let game = fight("outrance-hussars = \"off\"", &[hussars, horse], &[]);
    assert_eq!(
        (game.refused("red", "charge red blue yes"), game.refused("red", "charge red blue no")),
        ("CF 14.14".into(), String::new())
    );
}

#[test]
fn averages_stay_exact() {
    // CF V39, 15.27, G53, G55
    let parts = [
        unit("red", [660.0, 300.0], &still("foot", "[4]", "grade = \"A\"", "")),
        unit("red-left", [740.0, 300.0], &still("foot", "[4]", "", "")),
        unit("blue", [700.0, 330.0], &still("foot", "[4, 4]", "", "")),
    ];
    let mut game = fight("", &parts, &[]);
    // Both are as near, with as many bases opposed: the owner says.
    assert_eq!(
        (game.topic("blue"), game.menu("blue")),
        ("main-opponent", vec!["oppose blue red".to_string(), "oppose blue red-left".into()])
    );
    assert_eq!(game.refused("blue", "oppose blue red-reserve"), "CF G53");
    game.says("blue", "oppose blue red-left", &[4, 3, 2, 3, 3]);
    assert_eq!((total(&game, "red"), total(&game, "red-left"), total(&game, "blue")), (7, 4, 3));
    assert_eq!(results(&game), "Red: Success; Blue: Driven back");
    assert!(game.told.iter().any(|entry| entry.rule == "CF 16.1"
        && entry.lines.iter().any(|line| line.text.contains("sum of 2") && line.value == 11)));
}

#[test]
fn horse_against_a_gun_alone() {
    // CF V44, 15.15, 15.17, 16.7, G7, G61
    let mut game = fight(
        "",
        &[
            unit("red", [700.0, 300.0], &troops("horse", "[2, 2]", "", "")),
            unit("blue", [700.0, 340.0], &still("gun", "", "", "")),
        ],
        &[],
    );
    charge(&mut game, "no", &[&[3, 5][..], &END].concat());
    assert_eq!((total(&game, "red"), total(&game, "blue")), (4, 0));
    assert_eq!((factor(&game, "blue", "CF 15.15"), factor(&game, "blue", "CF 15.17")), (-2, -3));
    assert_eq!(results(&game), "Red: Victory; Blue: Driven back");
    let blue = game.unit("blue");
    assert_eq!((blue.dps, blue.service), (1, Service::Crewed));
    assert_eq!(game.unit("red").standing, Standing::Steady);
}

#[test]
fn a_combat_goes_on() {
    // CF V45, 17.2, 17.4, G48
    let horse = |key: &str, y: f64| unit(key, [700.0, y], &troops("horse", "[2, 2]", "", "dps = 1"));
    let parts = [horse("red", 300.0), horse("blue", 301.0), contact()];
    let mut game = fight("", &parts, &[4, 3]);
    assert_eq!((total(&game, "red"), total(&game, "blue"), factor(&game, "red", "CF 15.8")), (3, 2, 0));
    assert_eq!(results(&game), "Red: Inconclusive; Blue: Inconclusive");
    // The lower score decides first.
    assert_eq!((game.topic("blue"), game.topic("red")), ("after-combat", "none"));
    assert_eq!(game.menu("blue"), ["remain blue", "retire blue"]);
    game.says("blue", "remain blue", &[]);
    game.says("red", "remain red", &END);
    assert_eq!(game.state.contacts.len(), 1);
}

#[test]
fn of_equal_scores_the_initiative_decides_second() {
    // CF V43, 17.2, G14
    let horse = |key: &str, y: f64| unit(key, [700.0, y], &troops("horse", "[2, 2]", "", ""));
    let parts = [horse("red", 300.0), horse("blue", 301.0), contact()];
    let game = fight("", &parts, &[3, 3]);
    assert_eq!((game.topic("blue"), game.topic("red")), ("after-combat", "none"));
    // By the other reading the initiative is with who won the roll.
    let all = [&parts[..], &reserves()].concat();
    let start = "[start]\nphase = \"combat\"\nfirst = \"red\"\nholder = \"blue\"\n";
    let game = Game::start("initiative-holder = \"roll-winner\"", start, &all, &[3, 3]);
    assert_eq!((game.topic("blue"), game.topic("red")), ("none", "after-combat"));
}

#[test]
fn a_block_of_two_units() {
    // CF V54, E15, 14.8, 15.11, G87
    let block = |options: &str, dice: &[u8]| {
        let horse = |key: &str, y: f64| unit(key, [700.0, y], &troops("horse", "[2, 2]", "", ""));
        let parts = [
            horse("red", 300.0),
            horse("red-rear", 274.0),
            unit("blue", [700.0, 340.0], &still("horse", "[2, 2]", "style = \"new\"", "")),
        ];
        let mut game = fight(options, &parts, &[]);
        game.says("red", "charge red blue no", &[]);
        game.says("red", "join red-rear red", &[]);
        game.says("red", "charge-dice red 2", &[]);
        game.says("blue", "receive blue", &[&[4, 4], dice].concat());
        game
    };
    // Blue: AvD 5 against 5: inconclusive.
    let game = block("", &[4, 2, 5]);
    assert_eq!((total(&game, "red"), total(&game, "red-rear")), (6, 4));
    assert_eq!(results(&game), "Red: Inconclusive; Blue: Inconclusive");
    let game = block("depth-bonus = \"front-unit\"", &[4, 2, 5]);
    assert_eq!((total(&game, "red"), total(&game, "red-rear")), (6, 3));
    // CF E15: driven back, both retire and each takes two points.
    let game = block("", &[1, 1, 5, 3, 3, 3, 3, 3, 3]);
    assert_eq!(results(&game), "Red: Driven back; Blue: Success");
    for key in ["red", "red-rear"] {
        assert_eq!((game.unit(key).dps, game.unit(key).standing), (2, Standing::Retiring));
    }
}

#[test]
fn every_grade_counts() {
    // CF 15.4
    for (grade, worth) in [("A", 2), ("B", 1), ("C", 0), ("D", -1), ("E", -2)] {
        let foot = |key: &str, y: f64, more: &str| unit(key, [700.0, y], &still("foot", "[4]", more, ""));
        let parts =
            [foot("red", 300.0, &format!("grade = \"{grade}\"")), foot("blue", 330.0, &format!("grade = \"{grade}\""))];
        let game = fight("", &parts, &[&[3, 3][..], &END].concat());
        assert_eq!((factor(&game, "red", "CF 15.4"), total(&game, "red")), (worth, 4 + worth));
    }
}

#[test]
fn ground_is_an_advantage() {
    // CF 15.6, G40
    let worth = |parts: &[String]| {
        let foot = |key: &str, y: f64, start: &str| unit(key, [700.0, y], &still("foot", "[4]", "", start));
        let all = [parts, &[foot("red", 300.0, "moved = true"), foot("blue", 330.0, "")]].concat();
        let game = fight("", &all, &[&[3, 3][..], &END].concat());
        (factor(&game, "red", "CF 15.6"), factor(&game, "blue", "CF 15.6"), factor(&game, "blue", "CF 15.7"))
    };
    assert_eq!(worth(&[]), (0, 0, 0));
    assert_eq!(worth(&[hill([500.0, 320.0, 900.0, 500.0], 1)]), (0, 1, 0));
    assert_eq!(worth(&[line("stream", "the brook", "[[500, 325], [900, 325]]")]), (0, 1, 0));
    assert_eq!(worth(&[area("light-woods", "the wood", [500.0, 325.0, 900.0, 500.0])]), (0, 1, 0));
    // Deep in the wood there is no edge to hold; in the open behind the brook by more than 10 yds there is no help of it.
    assert_eq!(worth(&[area("light-woods", "the wood", [500.0, 200.0, 900.0, 500.0])]), (0, 0, 0));
    assert_eq!(worth(&[line("stream", "the brook", "[[500, 315], [900, 315]]")]), (0, 0, 0));
    assert_eq!(worth(&[line("heavy-works", "the wall", "[[500, 325], [900, 325]]")]), (0, 0, 2));
}

#[test]
fn in_a_breach() {
    // CF 15.7, 18.22, G83
    let worth = |reading: &str| {
        let foot = |key: &str, y: f64, start: &str| unit(key, [700.0, y], &still("foot", "[4]", "", start));
        let parts = [
            line("heavy-works", "the wall", "[[500, 325], [900, 325]]"),
            obstacle("the wall", "breaches = [[640, 325, 760, 325]]"),
            foot("red", 300.0, "moved = true"),
            foot("blue", 330.0, ""),
        ];
        let game = fight(&format!("breach-works = \"{reading}\""), &parts, &[&[3, 3][..], &END].concat());
        (factor(&game, "blue", "CF 15.6"), factor(&game, "blue", "CF 15.7"))
    };
    assert_eq!(worth("none"), (0, 0));
    assert_eq!(worth("ground"), (1, 0));
    assert_eq!(worth("full"), (0, 2));
}

#[test]
fn who_has_kept_its_fire() {
    // CF 15.12, G57, G74
    let kept = |more: &str, start: &str| {
        let parts = [
            unit("red", [700.0, 300.0], &still("foot", "[4]", more, start)),
            unit("blue", [700.0, 330.0], &still("foot", "[4]", "", "")),
        ];
        let game = fight("", &parts, &[&[3, 3][..], &END].concat());
        factor(&game, "red", "CF 15.12")
    };
    assert_eq!(kept("", ""), 1);
    assert_eq!(kept("", "fired = true"), 0);
    assert_eq!(kept("arms = \"plug-bayonet\"", ""), 1);
    assert_eq!(kept("arms = \"plug-bayonet\"", "bayonets-fixed = true"), 0);
    assert_eq!(kept("arms = \"hand-to-hand\"", ""), 0);
    assert_eq!(kept("load = \"fascines\"", ""), 0);
    assert_eq!(kept("formation = \"assault-column\"\nfiles = 2", ""), 0);
}

#[test]
fn unready_when_charged() {
    // CF 15.13
    let worth = |more: &str, start: &str| {
        let parts = [
            unit("red", [700.0, 300.0], &troops("horse", "[2, 2]", "", "")),
            unit("blue", [700.0, 340.0], &still("foot", "[4]", more, start)),
        ];
        let mut game = fight("", &parts, &[]);
        // 1 against at least 5: the horse is beaten off.
        let dice = [1, 4, 3, 3, 3];
        charge(&mut game, "no", &[&dice[..], &END].concat());
        factor(&game, "blue", "CF 15.13")
    };
    assert_eq!(worth("", ""), 0);
    assert_eq!(worth("grade = \"A\"", "moved = true"), -2);
    assert_eq!(worth("grade = \"A\"\narms = \"plug-bayonet\"", ""), -2);
    assert_eq!(worth("grade = \"A\"\narms = \"plug-bayonet\"", "moved = true"), -2);
    assert_eq!(worth("arms = \"plug-bayonet\"", "bayonets-fixed = true"), 0);
}

#[test]
fn out_of_order_and_in_column() {
    // CF 15.15, 15.23, 18.14
    let parts = [
        unit("red", [700.0, 300.0], &still("foot", "[4]", "", "")),
        unit("blue", [700.0, 330.0], &still("dragoons", "[2, 2]", "grade = \"A\"", "horses = [700, 500]")),
    ];
    let game = fight("", &parts, &[&[3, 4][..], &END].concat());
    // Four stands of dragoons on foot count two.
    assert_eq!((factor(&game, "blue", "CF 15.15"), counted(&game, "Blue")), (-2, "2".into()));
    assert_eq!((factor(&game, "blue", "CF 15.12"), factor(&game, "blue", "CF 15.17")), (0, -2));
    let parts = [
        unit("red", [700.0, 300.0], &still("foot", "[4]", "", "")),
        unit("blue", [700.0, 330.0], &still("foot", "[4]", "grade = \"A\"\nformation = \"march-column\"", "")),
    ];
    let game = fight("", &parts, &[&[2, 5][..], &END].concat());
    assert_eq!((factor(&game, "blue", "CF 15.15"), counted(&game, "Blue")), (-2, "1".into()));
}

#[test]
fn civilians_and_guns_on_limbers_are_not_scored() {
    // CF 15.1, 15.2, 15.24, G66
    let foot = unit("red", [700.0, 300.0], &still("foot", "[4]", "", ""));
    let gun = unit("blue", [700.0, 330.0], &still("gun", "", "limbered = true", ""));
    let game = fight("", &[foot.clone(), gun], &END);
    assert!(matches!(game.unit("blue").service, Service::Abandoned(Crew::At(_))));
    assert!(game.told("CF 15.2") && !game.told("CF 15.3"));
    let civilians = unit("blue", [700.0, 330.0], "class = \"civilians\"\nbattalions = [4]");
    let game = fight("", &[foot, civilians], &[&[3, 3][..], &END].concat());
    assert_eq!(game.unit("blue").standing, Standing::Routing);
    assert!(game.told("CF 15.1") && !game.told("CF 15.3"));
}

#[test]
fn close_fire_with_whom() {
    // CF 14.1, 14.22, 18.11, G53
    let horse = [
        unit("red", [700.0, 300.0], &still("foot", "[4]", "", "")),
        unit("blue", [700.0, 330.0], &still("horse", "[2, 2]", "", "")),
    ];
    let game = fight("", &horse, &[3, 4]);
    assert!(game.told("CF 15.3"));
    let game = fight("close-fire-targets = \"foot-and-dd\"", &horse, &END);
    assert!(!game.told("CF 15.3"));
    // Beyond 40 yds, or not to its front, there is none.
    let apart = |at: [f64; 2], more: &str| {
        let parts = [
            unit("red", [700.0, 300.0], &still("foot", "[4]", "", "")),
            unit("blue", at, &still("foot", "[4]", more, "")),
        ];
        fight("", &parts, &END)
    };
    assert!(!apart([700.0, 341.0], "").told("CF 15.3"));
    assert!(!apart([700.0, 250.0], "").told("CF 15.3"));
}

#[test]
fn crews_shelter_with_the_foot_behind_them() {
    // CF 16.14, G53
    let parts = [
        unit("red", [700.0, 300.0], &still("foot", "[4]", "", "")),
        unit("blue", [700.0, 340.0], &still("foot", "[4]", "", "")),
        unit("blue-gun", [640.0, 320.0], &still("gun", "", "gun = \"battalion\"\nfacing = \"south\"", "")),
        unit("blue-other", [690.0, 320.0], &still("gun", "", "gun = \"battalion\"", "")),
    ];
    let game = fight("", &parts, &[&[3, 3, 3][..], &END].concat());
    // The one straight before the foot is left; the other, off to its flank, fights on with it.
    assert_eq!(game.unit("blue-other").service, Service::Abandoned(Crew::With(game.id("blue"))));
    assert!(game.told("CF 16.14"));
}

#[test]
fn who_came_up_to_a_brook_is_behind_it() {
    // CF 15.6, G133: whoever stands nearer; of two as near, who has not moved forward.
    let worth = |gap: f64, brook: f64| {
        let foot = |key: &str, y: f64, start: &str| unit(key, [700.0, y], &still("foot", "[4]", "", start));
        let parts = [
            line("stream", "the brook", &format!("[[500, {brook}], [900, {brook}]]")),
            foot("red", 300.0, ""),
            foot("blue", 300.0 + gap, "moved = true"),
        ];
        let game = fight("", &parts, &[&[3, 3][..], &END].concat());
        (factor(&game, "red", "CF 15.6"), factor(&game, "blue", "CF 15.6"))
    };
    assert_eq!(worth(30.0, 322.0), (0, 1));
    assert_eq!(worth(30.0, 308.0), (1, 0));
    assert_eq!(worth(20.0, 310.0), (1, 0));
}

#[test]
fn horse_that_charges_up_a_hill() {
    // CF 15.6, G170
    let worth = |reading: &str, hill_at: [f64; 4]| {
        let parts = [
            hill(hill_at, 1),
            unit("red", [700.0, 260.0], &troops("horse", "[2, 2]", "", "")),
            unit("blue", [700.0, 360.0], &still("foot", "[4]", "grade = \"A\"", "fired = true")),
        ];
        let mut game = fight(&format!("uphill = \"{reading}\""), &parts, &[]);
        game.says("red", "charge red blue no", &[]);
        game.says("red", "charge-dice red 2", &[]);
        game.says("blue", "receive blue", &[&[5, 5, 3, 3, 3, 3, 3][..], &END].concat());
        (factor(&game, "red", "CF 15.6"), factor(&game, "blue", "CF 15.6"))
    };
    let top = [500.0, 330.0, 900.0, 500.0];
    assert_eq!((worth("approach", top), worth("fronts", top)), ((0, 1), (0, 0)));
    // Down from a hill; and a hill behind the foot is of no use to it.
    assert_eq!(worth("approach", [500.0, 200.0, 900.0, 280.0]), (1, 0));
    assert_eq!(worth("approach", [500.0, 365.0, 900.0, 500.0]), (0, 0));
}

#[test]
fn loose_troops_have_their_front_where_the_enemy_is() {
    // CF 11.39, 15.19, 15.20, 15.23, 15.26, G173: two ranks that look the other way.
    let loose = |class: &str, y: f64, start: &str| {
        unit("blue", [700.0, y], &still(class, "[2, 2]", "grade = \"A\"\nfiles = 2\nfacing = \"north\"", start))
    };
    let parts = [unit("red", [700.0, 300.0], &troops("horse", "[2, 2]", "", "")), loose("hussars", 420.0, "")];
    let mut game = fight("", &parts, &[]);
    charge(&mut game, "no", &[2, 5]);
    assert_eq!((counted(&game, "Red"), counted(&game, "Blue")), ("4".into(), "2".into()));
    assert_eq!(factor(&game, "blue", "CF 15.17"), -2);
    let foot = unit("red", [700.0, 300.0], &still("foot", "[4]", "grade = \"E\"", ""));
    let game = fight("", &[foot, loose("dragoons", 385.0, "horses = [700, 500]")], &[&[3, 5][..], &END].concat());
    assert_eq!((counted(&game, "Red"), counted(&game, "Blue")), ("4".into(), "1".into()));
}

#[test]
fn bases_count_with_enemy_to_the_front_of_their_unit() {
    // CF 15.20, G177: the first base has the column 32 yds aside and 20 ahead.
    let parts = [
        unit("red", [700.0, 300.0], &still("foot", "[5]", "", "")),
        unit(
            "blue",
            [712.0, 320.0],
            &still("foot", "[4]", "formation = \"march-column\"\ngrade = \"A\"", "inspired = 1"),
        ),
    ];
    let game = fight("", &parts, &[&[2, 5][..], &END].concat());
    assert_eq!((counted(&game, "Red"), counted(&game, "Blue")), ("5".into(), "1".into()));
}

#[test]
fn loose_horse_is_in_no_formation_to_be_deeper_in() {
    // CF 15.11, G179: hussars in two ranks charge a line of one.
    let parts = [
        unit("red", [700.0, 300.0], &troops("hussars", "[2, 2]", "files = 2", "")),
        unit("blue", [700.0, 340.0], &still("horse", "[2, 2]", "style = \"new\"", "")),
    ];
    let mut game = fight("", &parts, &[]);
    // 6 +1, unformed and outnumbered 2:1, against 3: equal.
    charge(&mut game, "no", &[6, 3]);
    assert_eq!((total(&game, "red"), factor(&game, "red", "CF 15.11")), (3, 0));
}

#[test]
fn pikes_at_the_head_of_an_assault_column() {
    // CF 15.22, 15.25, 15.26: twice, against foot as well; the second rank counts while the column advances.
    let count = |start: &str| {
        let more = "arms = \"with-pikes\"\nformation = \"assault-column\"\nfiles = 3\ngrade = \"A\"";
        let parts = [
            unit("red", [700.0, 300.0], &still("foot", "[5]", more, start)),
            unit("blue", [700.0, 330.0], &still("foot", "[4]", "", "")),
        ];
        let game = fight("", &parts, &[&[3, 4][..], &END].concat());
        (counted(&game, "Red"), counted(&game, "Blue"))
    };
    assert_eq!(count("dps = 1"), ("4".into(), "4".into()));
    assert_eq!(count("moved = true, dps = 1"), ("6".into(), "4".into()));
}

#[test]
fn works_put_up_before_the_battle_help_in_combat() {
    // CF 5.6, 15.7, G40, G133
    let worth = |gap: f64, y: i32| {
        let foot = |key: &str, y: f64, start: &str| unit(key, [700.0, y], &still("foot", "[4]", "", start));
        let parts = [
            foot("red", 300.0, "moved = true"),
            foot("blue", 300.0 + gap, ""),
            unit("red-other", [200.0, 300.0], &troops("hussars", "[2, 2]", "", "")),
            unit("blue-other", [200.0, 500.0], &still("foot", "[4]", "", "")),
        ];
        let mut game = fight("", &parts, &[]);
        let [from, to] = [600, 800].map(|x| field::table::Point::new(yds(x), yds(y)));
        game.act(&[], |play| play.state.works.push(Stretch { from, to }));
        game.done("red", &[&[4, 3][..], &END].concat());
        (factor(&game, "red", "CF 15.7"), factor(&game, "blue", "CF 15.7"))
    };
    // Up to 10 yds before it; no farther, and not behind it.
    assert_eq!((worth(30.0, 325), worth(30.0, 318), worth(30.0, 352)), ((0, 2), (0, 0), (0, 0)));
    // Of two as near, who has not come up to them (CF G133).
    assert_eq!(worth(20.0, 310), (0, 2));
}

#[test]
fn who_fires_at_a_flank_has_his_ground() {
    // CF 15.6, G53: horse that looks aside has the foot not to its front, and the foot has it to its own.
    let parts = [
        line("stream", "the brook", "[[500, 308], [900, 308]]"),
        unit("red", [700.0, 300.0], &still("foot", "[4]", "", "")),
        unit("blue", [700.0, 370.0], &still("horse", "[2, 2]", "facing = \"east\"\ngrade = \"A\"", "")),
    ];
    let game = fight("", &parts, &[&[3, 3, 3, 3, 3][..], &END].concat());
    assert_eq!((factor(&game, "red", "CF 15.6"), factor(&game, "blue", "CF 15.6")), (1, 0));
}

#[test]
fn half_in_a_breach() {
    // CF 15.6, G83: two of four bases in the gap, the others beyond the end of the works.
    let worth = |gap: [i32; 2]| {
        let foot = |key: &str, y: f64, start: &str| unit(key, [700.0, y], &still("foot", "[4]", "", start));
        let parts = [
            line("heavy-works", "the wall", "[[500, 325], [700, 325]]"),
            obstacle("the wall", &format!("breaches = [[{}, 325, {}, 325]]", gap[0], gap[1])),
            foot("red", 300.0, "moved = true"),
            foot("blue", 330.0, ""),
        ];
        let game = fight("breach-works = \"ground\"", &parts, &[&[4, 3][..], &END].concat());
        (factor(&game, "blue", "CF 15.6"), factor(&game, "blue", "CF 15.7"))
    };
    assert_eq!(worth([655, 700]), (1, 0));
    // Works before two of four are enough (CF 15.7).
    assert_eq!(worth([500, 520]), (0, 2));
}

#[test]
fn two_bases_beyond_those_in_contact() {
    // CF 15.19: two of eight bases touch the enemy at one end of the line, and two more count.
    let parts = [
        unit("red", [700.0, 300.0], &troops("horse", "[2, 2, 2, 2]", "", "")),
        unit("blue", [620.0, 340.0], &still("horse", "[2, 2]", "", "")),
    ];
    let mut game = fight("", &parts, &[]);
    charge(&mut game, "no", &[3, 4]);
    assert_eq!((counted(&game, "Red"), counted(&game, "Blue")), ("4".into(), "4".into()));
}

#[test]
fn shelter_counts_against_a_charge_that_has_come_over_it() {
    // CF 15.6, 15.7, G40, G133: the charger's way counts, and not that he stands on the works, in the brook or inside the edge by then.
    let helped = |ground: String, rule: &str, dice: &[u8]| {
        let parts = [
            ground,
            unit("red", [700.0, 300.0], &troops("horse", "[2, 2]", "", "")),
            unit("blue", [700.0, 340.0], &still("foot", "[4]", "", "")),
        ];
        let mut game = fight("", &parts, &[]);
        charge(&mut game, "no", dice);
        factor(&game, "blue", rule)
    };
    let row = |kind: &str, y: f64| line(kind, "it", &format!("[[600, {y}], [800, {y}]]"));
    for y in [339.0, 335.0, 331.0] {
        assert_eq!(helped(row("light-works", y), "CF 15.7", &[4, 3, 3, 3, 2]), 1, "works at {y}");
        assert_eq!(helped(row("stream", y), "CF 15.6", &[4, 3, 3, 3, 2]), 1, "a brook at {y}");
    }
    assert_eq!(helped(row("light-works", 325.0), "CF 15.7", &[4, 3, 3, 3, 2]), 0);
    let wood = |y: f64| area("light-woods", "the wood", [600.0, y, 800.0, 500.0]);
    assert_eq!(helped(wood(335.0), "CF 15.6", &[&[4, 3, 3, 3, 2][..], &END].concat()), 1);
}

#[test]
fn who_carries_fascines_does_not_fire() {
    // CF 12.11, 14.22
    let fights = |load: &str| {
        let parts = [
            unit("red", [700.0, 300.0], &still("foot", "[4]", load, "")),
            unit("blue", [700.0, 335.0], &still("horse", "[2, 2]", "", "")),
        ];
        let dice: &[u8] = if load.is_empty() { &[3, 3] } else { &END };
        fight("", &parts, dice).told("CF 15.3")
    };
    assert!(fights("") && !fights("load = \"fascines\""));
}

#[test]
fn charged_by_cavalry_only() {
    // CF 16.7: foot that horse alone has charged stays, though other foot fires on its neighbour in the same combat.
    let parts = [
        unit("red", [700.0, 300.0], &troops("horse", "[2, 2, 2, 2]", "grade = \"A\"", "")),
        unit("red-foot", [840.0, 310.0], &troops("foot", "[4]", "grade = \"A\"", "")),
        unit("blue", [660.0, 340.0], &still("foot", "[4]", "", "fired = true")),
        unit("blue-beside", [745.0, 340.0], &still("foot", "[4]", "", "fired = true")),
    ];
    let mut game = fight("", &parts, &[]);
    game.says("red", "charge red blue no", &[]);
    game.says("red", "charge-dice red 2", &[3, 3, 1, 4, 2, 2, 3, 3]);
    assert_eq!(results(&game), "Red: Victory; Blue: Driven back");
    let stood = ["blue", "blue-beside"].map(|key| game.unit(key).standing);
    assert_eq!(stood, [Standing::Steady, Standing::Retiring]);
}

#[test]
fn close_fire_is_for_those_who_see_each_other() {
    // CF 7.1, 7.3, 14.22: a second line does not shoot through the first, and nobody through a row of houses.
    let second = |y: f64| unit("red-second", [700.0, y], &still("foot", "[4]", "grade = \"A\"", ""));
    let parts = [
        second(278.0),
        unit("red", [700.0, 300.0], &still("foot", "[4]", "", "")),
        unit("blue", [700.0, 315.0], &still("foot", "[4]", "", "")),
    ];
    let game = fight("", &parts, &[&[3, 3][..], &END].concat());
    assert_eq!((counted(&game, "Red"), game.unit("red-second").dps), ("4".into(), 0));
    let parts = [
        area("town", "the houses", [500.0, 305.0, 900.0, 325.0]),
        unit("red", [700.0, 300.0], &still("foot", "[4]", "", "")),
        unit("blue", [700.0, 330.0], &still("foot", "[4]", "", "")),
    ];
    assert!(!fight("", &parts, &END).told("CF 15.3"));
}

#[test]
fn guns_beside_foot_join_its_close_fire() {
    // CF 14.1, 15.15, 15.20, G53, G201: the gun counts and rolls with the foot beside it, by one reading only if it is the nearest.
    let fought = |options: &str, gun: f64, dice: &[u8]| {
        let parts = [
            unit("red", [700.0, 300.0], &still("foot", "[4]", "", "")),
            unit("red-gun", [755.0, gun], &still("gun", "", "gun = \"field\"", "")),
            unit("blue", [700.0, 330.0], &still("foot", "[4]", "", "")),
        ];
        let game = fight(options, &parts, &[dice, &END].concat());
        (counted(&game, "Red"), game.told.iter().filter(|entry| entry.rule == "CF 15.3").count())
    };
    assert_eq!(fought("", 300.0, &[3, 3, 3]), ("5".into(), 3));
    assert_eq!(fought("guns-in-close-fire = \"if-met\"", 300.0, &[3, 3]), ("4".into(), 2));
    // Farther back than 40 yards it has no part in it.
    assert_eq!(fought("", 285.0, &[3, 3]), ("4".into(), 2));
    // Guns alone begin none.
    let alone = [
        unit("red-gun", [700.0, 300.0], &still("gun", "", "gun = \"field\"", "")),
        unit("blue", [700.0, 330.0], &still("horse", "[2, 2]", "", "")),
    ];
    assert!(!fight("", &alone, &END).told("CF 15.3"));
}

#[test]
fn what_a_score_is_made_of() {
    // CF 15.4, 15.15, 15.16, 15.17, 15.23: nothing is told that is worth nothing but the grade, and disorder is called by its name.
    let fought = |red: &str, blue: &str, dice: &[u8]| {
        let parts = [unit("red", [700.0, 300.0], &still("foot", red, "", "")), unit("blue", [700.0, 330.0], blue)];
        let game = fight("", &parts, &[dice, &END].concat());
        let entry = game.told.iter().find(|entry| entry.rule == "CF 15.3" && entry.title.starts_with("blue ")).unwrap();
        let lines: Vec<(String, i32)> = entry.lines.iter().map(|line| (line.text.to_string(), line.value)).collect();
        lines
    };
    let line = |text: &str, value: i32| (text.to_string(), value);
    let loose = still("dragoons", "[2, 2]", "grade = \"A\"", "horses = [700, 500]");
    // Six stands against four that count half are three to one.
    let outnumbered = |text: &str, value: i32| vec![line("grade A", 2), line("unformed", -2), line(text, value)];
    assert_eq!(fought("[3, 3]", &loose, &[2, 5]), outnumbered("outnumbered 3:1", -3));
    assert_eq!(fought("[5]", &loose, &[2, 5]), outnumbered("outnumbered 2:1", -2));
    let column = still("foot", "[4]", "grade = \"A\"\nformation = \"march-column\"", "");
    let lines = [line("grade A", 2), line("in march column", -2), line("outnumbered 3:1", -3)];
    assert_eq!(fought("[4]", &column, &[2, 5]), lines);
}

#[test]
fn works_are_no_ground_besides() {
    // CF 15.6, 15.7, G133: fieldworks help as works only, a wall of a field as ground only.
    let worth = |kind: &str| {
        let parts = [
            line(kind, "the line", "[[500, 325], [900, 325]]"),
            unit("red", [700.0, 300.0], &still("foot", "[4]", "", "moved = true")),
            unit("blue", [700.0, 330.0], &still("foot", "[4]", "", "")),
        ];
        let game = fight("", &parts, &[&[4, 3][..], &END].concat());
        (factor(&game, "blue", "CF 15.6"), factor(&game, "blue", "CF 15.7"))
    };
    assert_eq!((worth("light-works"), worth("low-wall")), ((0, 1), (1, 0)));
}
