//! Headings 20 to 31: close combat, from units in contact by decisions and dice.

use crate::game::{Game, HEAVY, LINE, area, line, unit, widths};
use shot_steel_and_stone::measures::BW;
use shot_steel_and_stone::state::{Activity, Came};

const FOOT: &str = "arm = \"infantry\"\nbases = 4";
const PIKES: &str = "arm = \"infantry\"\nbases = 3\npike-bases = 3\nmissile = \"none\"\nsteel = \"pike\"";

/// Two units in contact, with how each came.
pub fn contact(units: [&str; 2], came: [&str; 2]) -> String {
    format!("\n[[contacts]]\nunits = {units:?}\ncame = {came:?}\n")
}

fn met(units: [&str; 2], met: [&str; 2], came: [&str; 2]) -> String {
    format!("\n[[contacts]]\nunits = {units:?}\nmet = {met:?}\ncame = {came:?}\n")
}

/// A position in the melees of red's turn. Two more melees elsewhere wait, so that the turn goes no farther than is asked for.
pub fn melees(options: &str, parts: &[String]) -> Game {
    let idle = "arm = \"infantry\"\norder = \"skirmish\"\nbases = 1\nmissile = \"none\"";
    let mut all = parts.to_vec();
    for (ix, y) in [(1, 3.0), (2, 27.0)] {
        let (red, blue) = (format!("red-idle{ix}"), format!("blue-idle{ix}"));
        all.extend([unit(&red, [38.0, y], idle), unit(&blue, [38.0, y], idle)]);
    }
    for part in [
        contact(["red-idle1", "blue-idle1"], ["fights", "fights"]),
        contact(["red-idle2", "blue-idle2"], ["fights", "fights"]),
    ] {
        all.push(part);
    }
    Game::with(options, "melees", &all)
}

const WITH_PIKES: &str = "pike-and-shot = \"on\"\n";

/// So many dice of each face.
pub fn dice(parts: &[(usize, u8)]) -> Vec<u8> {
    parts.iter().flat_map(|&(count, face)| vec![face; count]).collect()
}

/// The last blow of a unit: bases, dice a base, saved on, and the sum of its modifiers.
#[derive(Debug, PartialEq)]
pub struct Blow {
    pub bases: i32,
    pub dice: i32,
    pub save: i32,
    pub modifiers: i32,
}

pub fn blow_under(game: &Game, rule: &str, by: &str) -> Blow {
    let title = |text: &str| text.starts_with(&format!("{by} ")) || text.starts_with(&format!("the crew of {by} "));
    let entry = game.told.iter().rev().find(|entry| entry.rule == rule && title(&entry.title.to_string()));
    let entry = entry.unwrap_or_else(|| {
        panic!(
            "{by} struck no blow under {rule}: {:#?}",
            game.told.iter().map(|e| format!("{} {}", e.rule, e.title)).collect::<Vec<_>>()
        )
    });
    let counted =
        |text: &str| entry.lines.iter().find(|line| line.counts && line.text == text).map_or(0, |line| line.value);
    let modifiers = entry.lines.iter().filter(|line| !line.counts).map(|line| line.value).sum();
    Blow { bases: counted("bases"), dice: counted("dice a base"), save: counted("saved on"), modifiers }
}

pub fn blow(game: &Game, by: &str) -> Blow {
    blow_under(game, "SSS 23.1", by)
}

pub fn is(bases: i32, dice: i32, save: i32, modifiers: i32) -> Blow {
    Blow { bases, dice, save, modifiers }
}

fn order_of(game: &Game) -> Vec<String> {
    let blows = ["SSS 23.1", "SSS 1.7b", "SSS 41.7", "SSS 41.10"];
    let names = game.told.iter().filter(|entry| blows.contains(&entry.rule.as_ref()));
    names.map(|entry| entry.title.to_string()).collect()
}

/// Heavy cavalry charging a line of foot.
fn charge(options: &str, horse: &str, foot: &str) -> Game {
    let parts = [
        unit("red", [10.0, 10.0], horse),
        unit("blue", [10.0, 10.0], foot),
        contact(["red", "blue"], ["charging", "halted"]),
    ];
    melees(options, &parts)
}

#[test]
fn a_charge_breaks_a_line_and_goes_through() {
    // SSS V15, 20.2, 20.3, 23.1, 23.2, 24.1, 25.1, 27.1, 27.2, 27.4, 28.1, 28.2, 28.3, 31.1
    let horse = format!("{HEAVY}\nstart = {{ spent = 5.0, charged = true }}");
    let foot = format!("{FOOT}\ntraits = [\"colours\"]");
    let mut game = charge("", &horse, &foot);
    // 20 dice of the cavalry, ten saves, 12 dice of the foot, two saves, the colours.
    let thrown = dice(&[(10, 4), (10, 3), (5, 4), (5, 3), (2, 6), (10, 5), (1, 3), (1, 2), (1, 5)]);
    game.says("red", "fight red", &thrown);
    assert_eq!(blow(&game, "red"), is(4, 5, 4, 0));
    assert_eq!(blow(&game, "blue"), is(4, 3, 3, -2));
    let blue = game.unit("blue");
    assert!(blue.broke && blue.lost_melee && blue.has_colours);
    // Charged by cavalry 1, hits per base 1, broken through 2; the rout is for the reaction phase.
    assert_eq!(blue.disruption.points(), 4);
    assert_eq!((blue.hits, game.unit("red").hits), (5, 1));
    assert_eq!(widths(blue.pose.at.y - 10 * BW), 3.0);
    assert_eq!(game.topic("red"), "pursue");
    game.says("red", "pursue no", &[]);
    assert_eq!(game.topic("red"), "momentum");
    assert_eq!(game.refused("red", "onward 0 180"), "SSS 28.3");
    assert_eq!(game.refused("red", "onward 20 60"), "SSS 28.5");
    game.says("red", "onward 0 120", &[]);
    assert_eq!(game.unit("red").disruption.points(), 1);
    assert_eq!(widths(game.unit("red").pose.at.y), 12.0);
    assert!(!game.table().in_contact(game.id("red")));
}

#[test]
fn colours_are_taken_on_a_six_and_once() {
    // SSS 31.1, 31.2, G55
    let foot = format!("{FOOT}\ntraits = [\"colours\"]");
    let mut game = charge("", HEAVY, &foot);
    game.says("red", "fight red", &dice(&[(10, 4), (10, 3), (5, 4), (5, 3), (2, 6), (10, 5), (1, 3), (1, 2), (1, 6)]));
    assert!(!game.unit("blue").has_colours && game.unit("blue").colours_rolled);
    assert!(game.unit("red").captured.contains(game.id("blue")));
}

#[test]
fn captured_colours_go_back() {
    // SSS 31.3, G55
    let horse = format!("{HEAVY}\ntraits = [\"colours\"]\nstart = {{ colours-lost = true }}");
    let foot = format!("{FOOT}\nstart = {{ captured = [\"red\"] }}");
    let mut game = charge("", &horse, &foot);
    assert!(!game.unit("red").has_colours);
    game.says("red", "fight red", &dice(&[(10, 4), (10, 3), (5, 4), (5, 3), (2, 6), (10, 5), (1, 3), (1, 2), (1, 6)]));
    assert!(game.unit("red").has_colours);
}

#[test]
fn push_back_goes_by_class() {
    // SSS V16, 27.2, 27.3, 27.4
    let lost = |class: &str, by: usize| {
        let foot = format!("{FOOT}\nclass = \"{class}\"");
        let parts = [
            unit("red", [10.0, 10.0], FOOT),
            unit("blue", [10.0, 10.0], &foot),
            contact(["red", "blue"], ["fights", "fights"]),
        ];
        let mut game = melees("", &parts);
        // Red hits so often and nothing is saved; blue misses.
        game.says("red", "fight red", &dice(&[(by, 6), (12 - by, 1), (by, 1), (12, 1)]));
        (widths(game.unit("blue").pose.at.y) - 10.0, game.unit("blue").broke)
    };
    assert_eq!(lost("A", 3), (1.5, false));
    assert_eq!(lost("B", 3), (2.5, false));
    assert_eq!(lost("C", 3), (3.5, true));
    assert_eq!([lost("A", 5).1, lost("A", 6).1], [false, true]);
    assert_eq!([lost("B", 3).1, lost("B", 4).1], [false, true]);
    assert_eq!([lost("C", 1).1, lost("C", 2).1], [false, true]);
}

const LANCERS: &str = "arm = \"heavy-cavalry\"\nbases = 3\nsteel = \"lance\"";
const SQUARE: &str = "arm = \"infantry\"\nbases = 12\nclass = \"A\"\nformation = \"square\"";

#[test]
fn a_square_strikes_first_and_keeps_horse_off() {
    // SSS V17, 21.1, 21.3, 24.1, 24.7, G17
    let mut game = charge("", LANCERS, SQUARE);
    // Square: 9 dice, 2 hits, not saved; the cavalry has 3 bases left: 15 dice, one six, its second die 5, saved.
    game.says("red", "fight red", &dice(&[(2, 4), (7, 3), (2, 2), (1, 6), (14, 5), (1, 5), (1, 4)]));
    assert_eq!(blow(&game, "blue"), is(3, 3, 3, 0));
    assert_eq!(blow(&game, "red"), is(3, 5, 4, -4));
    assert!(order_of(&game)[0].starts_with("blue"));
    assert_eq!(game.unit("blue").disruption.points(), 0);
}

#[test]
fn cavalry_that_suffers_first_is_disrupted_before_it_replies() {
    // SSS V17, 24.6, 24.7
    let mut game = charge("", LANCERS, SQUARE);
    // Three hits on three bases of three points: one base gone, 1 Disruption, 10 dice at -5: a six and a six.
    game.says("red", "fight red", &dice(&[(3, 4), (6, 3), (3, 2), (1, 6), (9, 5), (1, 5)]));
    assert_eq!(blow(&game, "red"), is(2, 5, 4, -5));
}

#[test]
fn pistols_come_after_a_square_or_before_it_by_the_other_reading() {
    // SSS V69, 21.2, 21.3, 1.7b, G25, G43
    let horse = "arm = \"heavy-cavalry\"\nbases = 3\nmissile = \"pistol\"";
    let square = "arm = \"infantry\"\nbases = 12\nformation = \"square\"";
    let mut game = charge("", horse, square);
    // The square 9 dice, all miss; three pistols miss; 15 swords miss.
    game.says("red", "fight red", &dice(&[(9, 4), (3, 2), (15, 5)]));
    assert_eq!(blow(&game, "blue"), is(3, 3, 3, -1));
    assert_eq!(blow_under(&game, "SSS 1.7b", "red"), is(3, 1, 3, 1));
    assert_eq!(blow(&game, "red"), is(3, 5, 4, -4));
    let names: Vec<bool> = order_of(&game).iter().map(|title| title.starts_with("blue")).collect();
    assert_eq!(names, [true, false, false]);
    let mut game = charge("square-first = \"hand-to-hand\"", horse, square);
    game.says("red", "fight red", &dice(&[(3, 2), (9, 4), (15, 5)]));
    assert!(order_of(&game)[0].starts_with("red"));
    assert!(order_of(&game)[1].starts_with("blue"));
}

#[test]
fn drilled_infantry_may_strike_first() {
    // SSS 21.4, 24.3, G25
    let foot = format!("{FOOT}\ntraits = [\"drilled-first-strike\", \"highly-drilled\"]");
    let mut game = charge("", HEAVY, &foot);
    game.says("red", "fight red", &dice(&[(12, 5), (20, 5)]));
    assert!(order_of(&game)[0].starts_with("blue"));
    assert_eq!(blow(&game, "red").modifiers, -2);
}

#[test]
fn pikes_strike_first_until_their_points_are_passed() {
    // SSS V24, 21.2, 21.7, 38.2, 38.3, G25, G42
    let mut game = charge(WITH_PIKES, LANCERS, PIKES);
    // Pikes 9 dice miss, lances 15 miss: drawn.
    game.says("red", "fight red", &dice(&[(9, 3), (15, 5)]));
    assert_eq!(blow(&game, "blue"), is(3, 3, 4, 0));
    assert_eq!(blow(&game, "red"), is(3, 5, 4, -4));
    assert!(order_of(&game)[0].starts_with("blue"));
    assert!(game.unit("blue").points_passed);
    assert_eq!(game.unit("blue").disruption.points(), 0);
    let second = |options: &str| {
        let pikes = format!("{PIKES}\nstart = {{ rounds = 1, points-passed = true }}");
        let horse = format!("{LANCERS}\nstart = {{ rounds = 1, exertion = 1 }}");
        let parts = [
            unit("red", [10.0, 10.0], &horse),
            unit("blue", [10.0, 10.0], &pikes),
            contact(["red", "blue"], ["fights", "fights"]),
        ];
        let mut game = melees(&format!("{WITH_PIKES}{options}"), &parts);
        game.says("red", "fight red", &dice(&[(12, 3), (9, 3)]));
        game
    };
    let game = second("");
    assert_eq!(blow(&game, "blue"), is(3, 3, 4, -2));
    assert_eq!(blow(&game, "red"), is(3, 4, 3, 0));
    // Lances outreach pikes that are past their points.
    assert!(order_of(&game)[0].starts_with("red"));
    assert_eq!(blow(&second("pike-past-points = \"zero\""), "blue").modifiers, -1);
}

#[test]
fn napoleonic_lancers() {
    // SSS V47, 21.2, 24.3, T13
    let lancers = "arm = \"light-cavalry\"\nbases = 4\nsteel = \"lance\"\ntraits = [\"napoleonic-lancer\"]";
    let mut game = charge("", lancers, &format!("{FOOT}\ntraits = [\"highly-drilled\"]"));
    game.says("red", "fight red", &dice(&[(20, 5), (12, 5)]));
    assert_eq!(blow(&game, "red"), is(4, 5, 4, -2));
    assert!(order_of(&game)[0].starts_with("red"));
    let cuirassiers = "arm = \"heavy-cavalry\"\nbases = 4\ntraits = [\"cuirassier\"]";
    let mut game = charge("", lancers, cuirassiers);
    game.says("red", "fight red", &dice(&[(16, 4), (12, 3)]));
    assert_eq!(blow(&game, "red"), is(4, 4, 4, -1));
    assert_eq!(blow(&game, "blue"), is(4, 3, 3, 0));
    let against = |foe: &str, came: [&str; 2], thrown: &[u8]| {
        let parts =
            [unit("red", [10.0, 10.0], lancers), unit("blue", [10.0, 10.0], foe), contact(["red", "blue"], came)];
        let mut game = melees("", &parts);
        game.says("red", "fight red", thrown);
        blow(&game, "red").dice
    };
    assert_eq!(against(FOOT, ["fights", "fights"], &dice(&[(16, 3), (12, 3)])), 4);
    assert_eq!(against(HEAVY, ["fights", "fights"], &dice(&[(12, 3), (16, 3)])), 3);
    assert_eq!(against(HEAVY, ["halted", "charging"], &dice(&[(8, 3), (20, 3)])), 2);
}

#[test]
fn open_order_trapped_against_loose_order_following_up_downhill() {
    // SSS V48, 23.3, 24.1, 27.5
    let open = "arm = \"infantry\"\norder = \"open\"\nclass = \"C\"\nbases = 3";
    let loose = "arm = \"infantry\"\norder = \"loose\"\nbases = 3";
    // Blue has the table edge at its back, and red a hill under its feet.
    let parts = [
        "\n[[ground.hills]]\nname = \"hill\"\nbox = [5.0, 25.0, 15.0, 29.5]\n".to_owned(),
        unit("red", [10.0, 29.5], loose),
        unit("blue", [10.0, 29.5], open),
        contact(["red", "blue"], ["following-up", "fights"]),
    ];
    let mut game = melees("", &parts);
    game.says("red", "fight red", &dice(&[(12, 1), (6, 5)]));
    assert_eq!(blow(&game, "red"), is(3, 4, 3, 2));
    assert_eq!(blow(&game, "blue"), is(3, 2, 3, -3));
    let skirmishers = "arm = \"infantry\"\norder = \"skirmish\"\nbases = 3";
    let parts = [
        unit("red", [10.0, 10.0], loose),
        unit("blue", [10.0, 10.0], skirmishers),
        contact(["red", "blue"], ["fights", "fights"]),
    ];
    let mut game = melees("", &parts);
    game.says("red", "fight red", &dice(&[(9, 3), (3, 3)]));
    assert_eq!(blow(&game, "blue").dice, 1);
}

#[test]
fn a_wall_shelters_those_behind_it() {
    // SSS V48, 24.1, G32
    let behind = |kind: &str| {
        let loose = "arm = \"infantry\"\norder = \"loose\"\nbases = 3";
        let parts = [
            line(kind, "barrier", "[[5.0, 10.0], [15.0, 10.0]]"),
            unit("red", [10.0, 10.0], loose),
            unit("blue", [10.0, 10.0], loose),
            contact(["red", "blue"], ["charging", "halted"]),
        ];
        let mut game = melees("", &parts);
        game.says("red", "fight red", &dice(&[(12, 3), (9, 3)]));
        (blow(&game, "red").modifiers, blow(&game, "blue").modifiers)
    };
    assert_eq!(behind("low-wall"), (-2, 0));
    assert_eq!(behind("fence"), (-1, 0));
    // Works are escaladed: 1 Disruption.
    assert_eq!(behind("light-works"), (-3, 0));
}

#[test]
fn cavalry_joins_a_cavalry_melee() {
    // SSS V49, 29.1, 29.2, 29.3, 29.4
    let three = "arm = \"heavy-cavalry\"\nbases = 3";
    let all = [
        unit("red", [10.0, 10.0], three),
        unit("red-late", [13.0, 10.0], three),
        unit("blue", [11.5, 10.0], "arm = \"heavy-cavalry\"\nbases = 6"),
        contact(["red", "blue"], ["fights", "fights"]),
        contact(["red-late", "blue"], ["charging", "halted"]),
    ];
    let mut game = melees("", &all);
    game.says("red", "fight red", &[]);
    assert_eq!(game.topic("blue"), "against");
    // Red's three, the late three, then blue's six against whom they touch: the two in the middle touch both.
    game.says("blue", "against red", &dice(&[(12, 3), (12, 2), (24, 3)]));
    assert_eq!(blow(&game, "red-late"), is(3, 4, 4, 1));
    assert_eq!(blow(&game, "red"), is(3, 4, 3, 0));
    assert_eq!(
        game.table().contact_of(game.id("red-late"), game.id("blue")).unwrap().came(game.id("red-late")),
        Came::Fights
    );
}

#[test]
fn a_long_melee_tires_heavy_cavalry_and_breaks_off() {
    // SSS V50, 23.5, 27.10, 32.1, G24, G80
    let round = |options: &str, before: &str, came: [&str; 2], thrown: &[u8]| {
        let horse = format!("{HEAVY}\nstart = {{ {before} }}");
        let parts =
            [unit("red", [10.0, 10.0], &horse), unit("blue", [10.0, 10.0], &horse), contact(["red", "blue"], came)];
        let mut game = melees(options, &parts);
        game.says("red", "fight red", thrown);
        game
    };
    let game = round("", "rounds = 0", ["charging", "halted"], &dice(&[(20, 3), (12, 3)]));
    assert_eq!((blow(&game, "red"), blow(&game, "blue")), (is(4, 5, 4, 0), is(4, 3, 3, 0)));
    assert_eq!((game.unit("red").exertion, game.unit("red").ran_on, game.unit("blue").ran_on), (1, true, false));
    let game = round("", "rounds = 1, exertion = 1", ["fights", "fights"], &dice(&[(16, 3), (16, 3)]));
    assert_eq!(blow(&game, "red"), is(4, 4, 3, 0));
    let mut game = round("", "rounds = 2, exertion = 2", ["fights", "fights"], &dice(&[(12, 4), (12, 4)]));
    assert_eq!(blow(&game, "red"), is(4, 3, 3, -1));
    assert_eq!(game.topic("red"), "break-off");
    assert_eq!(game.refused("red", "break-off 30"), "SSS 27.10");
    assert_eq!(game.refused("red", "break-off 360"), "SSS G80");
    game.says("red", "break-off 60", &[]);
    game.says("blue", "break-off 60", &[]);
    assert_eq!(game.gap("red", "blue"), 2.0);
    assert_eq!(game.unit("red").rounds, 0);
    assert_eq!(game.table().disruption(game.id("red")), 1);
    // By the other reading a charge tires at once.
    let game = round(
        "heavy-fatigue = \"after-any\"",
        "rounds = 1, exertion = 1, ran-on = true",
        ["fights", "fights"],
        &dice(&[(12, 3), (12, 3)]),
    );
    assert_eq!(blow(&game, "red").dice, 3);
}

#[test]
fn after_break_off_the_point_ends_with_the_contact_by_one_reading() {
    // SSS G80
    let horse = format!("{HEAVY}\nstart = {{ rounds = 2, exertion = 2 }}");
    let parts = [
        unit("red", [10.0, 10.0], &horse),
        unit("blue", [10.0, 10.0], &horse),
        contact(["red", "blue"], ["fights", "fights"]),
    ];
    let mut game = melees("after-break-off = \"neither\"", &parts);
    game.says("red", "fight red", &dice(&[(12, 4), (12, 4)]));
    game.says("red", "break-off 60", &[]);
    game.says("blue", "break-off 60", &[]);
    assert_eq!(game.table().disruption(game.id("red")), 0);
}

#[test]
fn pistols_are_shot_at_impact() {
    // SSS V51, 1.7b, 21.2, G43
    let horse = "arm = \"heavy-cavalry\"\nbases = 4\nmissile = \"pistol\"";
    let pikes = "arm = \"infantry\"\nbases = 4\npike-bases = 4\nmissile = \"none\"\nsteel = \"pike\"";
    let mut game = charge(WITH_PIKES, horse, pikes);
    game.says("red", "fight red", &dice(&[(4, 3), (12, 3), (20, 5)]));
    assert_eq!(blow_under(&game, "SSS 1.7b", "red"), is(4, 1, 3, 0));
    let titles = order_of(&game);
    assert!(titles[0].starts_with("red") && titles[1].starts_with("blue") && titles[2].starts_with("red"));
    let mut game = charge("", HEAVY, horse);
    game.says("red", "fight red", &dice(&[(4, 2), (20, 3), (12, 3)]));
    assert_eq!(blow_under(&game, "SSS 1.7b", "blue").modifiers, 1);
    // None in later rounds.
    let parts = [
        unit("red", [10.0, 10.0], horse),
        unit("blue", [10.0, 10.0], HEAVY),
        contact(["red", "blue"], ["fights", "fights"]),
    ];
    let mut game = melees("", &parts);
    game.says("red", "fight red", &dice(&[(16, 3), (16, 3)]));
}

#[test]
fn thrown_weapons_are_used_once() {
    // SSS 11.2, 1.7b, 8.4
    let foot = "arm = \"infantry\"\norder = \"loose\"\nbases = 3\nmissile = \"thrown\"";
    let parts = [
        unit("red", [10.0, 10.0], foot),
        unit("blue", [10.0, 10.0], FOOT),
        contact(["red", "blue"], ["charging", "halted"]),
    ];
    let mut game = melees("", &parts);
    // 6 javelins; then 12 dice of red, 12 of blue (the fourth base overlaps nobody: corner to corner it fights).
    game.says("red", "fight red", &dice(&[(6, 2), (12, 3), (12, 3)]));
    assert_eq!(blow_under(&game, "SSS 1.7b", "red"), is(3, 2, 3, 1));
    assert!(game.unit("red").thrown_used);
}

#[test]
fn a_third_round_lost() {
    // SSS V70, 27.10, 27.2, G80
    let foot = format!("{FOOT}\nstart = {{ rounds = 2 }}");
    let played = |options: &str| {
        let parts = [
            unit("red", [10.0, 10.0], &foot),
            unit("blue", [10.0, 10.0], &foot),
            contact(["red", "blue"], ["fights", "fights"]),
        ];
        let mut game = melees(options, &parts);
        // Disrupted by two rounds: 5+ hits.
        game.says("red", "fight red", &dice(&[(2, 5), (10, 4), (2, 2), (12, 4)]));
        game
    };
    let mut game = played("");
    assert_eq!(game.unit("blue").activity, Activity::PushedBack);
    assert!(!game.unit("blue").broke);
    assert_eq!(game.topic("blue"), "break-off");
    game.says("blue", "break-off 60", &[]);
    game.says("red", "break-off 60", &[]);
    assert_eq!(game.gap("red", "blue"), 4.0);
    assert_eq!(game.table().disruption(game.id("blue")), 1);
    let mut game = played("break-off-distance = \"pushback-counts\"");
    game.says("red", "break-off 60", &[]);
    assert_eq!(game.gap("red", "blue"), 3.0);
}

#[test]
fn winners_follow_up_and_the_impetuous_must() {
    // SSS 27.5, 27.6, 27.7, G59
    let fought = |traits: &str| {
        let red = format!("{FOOT}\n{traits}");
        let parts = [
            unit("red", [10.0, 10.0], &red),
            unit("blue", [10.0, 10.0], FOOT),
            contact(["red", "blue"], ["fights", "fights"]),
        ];
        let mut game = melees("", &parts);
        game.says("red", "fight red", &dice(&[(1, 4), (11, 3), (1, 2), (12, 3)]));
        game
    };
    let mut game = fought("");
    assert_eq!(game.topic("red"), "follow-up");
    game.says("red", "follow-up yes", &[]);
    assert_eq!(game.gap("red", "blue"), 0.0);
    assert_eq!(game.unit("red").activity, Activity::FollowingUp);
    let contact = game.table().contact_of(game.id("red"), game.id("blue")).unwrap();
    assert_eq!((contact.came(game.id("red")), contact.came(game.id("blue"))), (Came::FollowingUp, Came::Fights));
    let mut game = fought("");
    game.says("red", "follow-up no", &[]);
    assert!(!game.table().in_contact(game.id("red")) && game.gap("red", "blue") == 1.5);
    assert_eq!(game.unit("red").rounds, 0);
    let game = fought("traits = [\"impetuous\"]");
    assert_eq!(game.gap("red", "blue"), 0.0);
}

#[test]
fn who_is_pushed_too_far_is_not_followed() {
    // SSS 27.7: in a wood the normal move of a line is 1 BW, and blue goes 1.5 BW.
    let fought = |woods: bool| {
        let parts = [
            if woods { area("light-woods", "wood", [5.0, 8.0, 15.0, 10.0]) } else { String::new() },
            unit("red", [10.0, 10.0], FOOT),
            unit("blue", [10.0, 10.0], FOOT),
            contact(["red", "blue"], ["fights", "fights"]),
        ];
        let mut game = melees("", &parts);
        game.says("red", "fight red", &dice(&[(1, 6), (11, 3), (1, 2), (12, 3)]));
        game.topic("red") == "follow-up"
    };
    assert!(fought(false) && !fought(true));
}

#[test]
fn at_its_limit_a_unit_follows_nobody() {
    // SSS G79
    let red = format!("{FOOT}\nstart = {{ hits = 12 }}");
    let parts = [
        unit("red", [10.0, 10.0], &red),
        unit("blue", [10.0, 10.0], FOOT),
        contact(["red", "blue"], ["fights", "fights"]),
    ];
    let mut game = melees("", &parts);
    game.says("red", "fight red", &dice(&[(1, 4), (5, 3), (1, 2), (12, 3)]));
    assert!(!game.table().in_contact(game.id("red")));
}

#[test]
fn bases_behind_come_up_beside_the_front() {
    // SSS 27.8, 20.2, 20.3
    let column = "arm = \"infantry\"\nbases = 6\nformation = \"column-of-attack\"";
    let parts = [
        unit("red", [10.0, 10.0], column),
        unit("blue", [10.0, 10.0], LINE),
        contact(["red", "blue"], ["fights", "fights"]),
    ];
    let mut game = melees("", &parts);
    // Two bases of the column against the two before them and one to each side.
    game.says("red", "fight red", &dice(&[(6, 3), (12, 3)]));
    assert_eq!((blow(&game, "red").bases, blow(&game, "blue").bases), (2, 4));
    assert_eq!(game.topic("red"), "bring-up");
    assert_eq!(game.refused("red", "bring-up 3 2"), "SSS 27.8");
    game.says("red", "bring-up 1 1", &[]);
    assert!(game.told("SSS 27.8"));
    assert_eq!(game.unit("red").front_bases(), 4);
}

#[test]
fn flank_and_rear_do_not_outreach() {
    // SSS 21.6, 32.1, 38.6, V55
    let parts = [
        unit("red", [10.0, 10.0], FOOT),
        unit("blue", [10.0, 10.5], &format!("{PIKES}\nfacing = \"north\"")),
        met(["red", "blue"], ["front", "rear"], ["charging", "halted"]),
    ];
    let mut game = melees(WITH_PIKES, &parts);
    game.says("red", "fight red", &dice(&[(16, 3), (9, 3)]));
    // Two points for pikes taken in rear, and they strike no sooner.
    assert_eq!(blow(&game, "blue").modifiers, 1 - 2);
    assert!(order_of(&game)[0].starts_with("red"));
}

#[test]
fn disengaging_gives_a_free_hit() {
    // SSS V52, 26.1, G26
    let foot = format!("{FOOT}\nstart = {{ intent = \"disengage\" }}");
    let parts = [
        unit("red", [10.0, 10.0], &foot),
        unit("blue", [10.0, 10.0], FOOT),
        contact(["red", "blue"], ["fights", "fights"]),
    ];
    let mut game = Game::at("movement", &parts);
    assert_eq!(game.topic("blue"), "free-hit");
    game.says("blue", "free-hit yes", &dice(&[(1, 4), (11, 3), (1, 2)]));
    assert_eq!(blow(&game, "blue"), is(4, 3, 3, 0));
    assert!(game.unit("red").lost_melee && !game.table().in_contact(game.id("red")));
    game.says("red", "pick red", &[]);
    game.says("red", "move about-face", &[]);
    assert_eq!(game.refused("red", "move advance 150"), "SSS 7.1");
    game.says("red", "move advance 120", &[]);
    assert_eq!(game.gap("red", "blue"), 2.0);
    let mut game = Game::at("movement", &parts);
    game.says("blue", "free-hit no", &[]);
    assert!(!game.unit("red").lost_melee);
}

#[test]
fn who_does_not_get_away_fights_on() {
    // SSS 26.1
    let foot = format!("{FOOT}\nstart = {{ intent = \"disengage\" }}");
    let parts = [
        unit("red", [10.0, 10.0], &foot),
        unit("blue", [10.0, 10.0], FOOT),
        contact(["red", "blue"], ["fights", "fights"]),
    ];
    let mut game = Game::at("movement", &parts);
    game.says("blue", "free-hit no", &[]);
    // The moves end with red where it stood: the melee goes on, 12 dice each.
    game.done("red", &dice(&[(12, 3), (12, 3)]));
    assert!(game.table().in_contact(game.id("red")));
}

#[test]
fn bad_ground_under_a_melee_disrupts() {
    // SSS 32.1, T16
    let parts = [
        area("rough", "scree", [5.0, 10.1, 15.0, 12.0]),
        unit("red", [10.0, 10.0], FOOT),
        unit("blue", [10.0, 10.0], FOOT),
        contact(["red", "blue"], ["fights", "fights"]),
    ];
    let mut game = melees("", &parts);
    game.says("red", "fight red", &dice(&[(12, 3), (12, 3)]));
    assert_eq!((blow(&game, "red").modifiers, blow(&game, "blue").modifiers), (0, -1));
}

#[test]
fn at_most_three_to_one() {
    // SSS 20.4
    let parts = [
        unit("red", [10.0, 10.0], "arm = \"infantry\"\nbases = 5"),
        unit("blue", [10.0, 10.0], "arm = \"infantry\"\nbases = 1"),
        contact(["red", "blue"], ["fights", "fights"]),
    ];
    let mut game = melees("", &parts);
    game.says("red", "fight red", &dice(&[(9, 3), (3, 3)]));
    assert_eq!(blow(&game, "red").bases, 3);
}

#[test]
fn the_holder_of_the_initiative_picks_or_the_active_player() {
    // SSS 20.1, G1
    let parts = [
        unit("red", [10.0, 10.0], FOOT),
        unit("blue", [10.0, 10.0], FOOT),
        contact(["red", "blue"], ["fights", "fights"]),
    ];
    let idle = |ix: f64| {
        let (red, blue) = (format!("red-{ix}"), format!("blue-{ix}"));
        let both = contact([&red, &blue], ["fights", "fights"]);
        [unit(&red, [30.0, ix], FOOT), unit(&blue, [30.0, ix], FOOT), both].concat()
    };
    let start = "[start]\nphase = \"melees\"\nactive = \"red\"\nholder = \"blue\"\n";
    let all = [parts.concat(), idle(5.0)];
    let game = Game::start("", start, &all, &[]);
    assert_eq!((game.topic("red"), game.topic("blue")), ("none", "melees"));
    assert_eq!(game.menu("blue"), ["fight red", "fight red-5"]);
    let game = Game::start("melee-order = \"active-player\"", start, &all, &[]);
    assert_eq!((game.topic("red"), game.topic("blue")), ("melees", "none"));
}

/// Heavy cavalry that has broken through a line of two bases, with 2 BW of its move left and another line in its way.
fn broken_through(options: &str, behind: &str, test: &[u8]) -> Game {
    let horse = "arm = \"heavy-cavalry\"\nbases = 2\nstart = { spent = 5.0, charged = true }";
    let two = "arm = \"infantry\"\nbases = 2";
    let parts = [
        unit("red", [10.0, 10.0], horse),
        unit("blue", [10.0, 10.0], two),
        unit("blue-second", [10.0, 11.8], behind),
        contact(["red", "blue"], ["charging", "halted"]),
    ];
    let mut game = melees(options, &parts);
    // Ten dice, one hit not saved; six dice of blue miss: lost by 1, pushed 1.5 BW, split.
    game.says("red", "fight red", &dice(&[(1, 4), (9, 3), (1, 3), (6, 5)]));
    assert_eq!(game.unit("blue").split, 2 * BW);
    game.says("red", "follow-up no", &[]);
    assert_eq!(game.topic("red"), "momentum");
    game.says("red", "onward 0 120", test);
    game
}

#[test]
fn a_momentum_advance_meets_others_and_fights_again() {
    // SSS 28.3, 28.4, G84, 34.1: 2d6 of the test; ten dice of the cavalry at -1, then six of the foot at -2.
    let two = "arm = \"infantry\"\nbases = 2";
    let test = dice(&[(2, 5), (10, 4), (6, 5)]);
    let game = broken_through("", two, &test);
    assert_eq!(blow(&game, "red"), is(2, 5, 4, -1));
    assert_eq!(blow(&game, "blue-second"), is(2, 3, 3, -2));
    assert!(game.table().in_contact(game.id("red")));
    // Without a test by the other reading.
    let game = broken_through("momentum-response = \"none\"", two, &test[2..]);
    assert_eq!(blow(&game, "red").modifiers, -1);
}

#[test]
fn who_routs_before_a_momentum_advance_and_is_touched_is_gone() {
    // SSS G84: C class skirmishers fail by far and disperse.
    let weak = "arm = \"infantry\"\norder = \"skirmish\"\nclass = \"C\"\nbases = 2";
    let game = broken_through("", weak, &[1, 1]);
    assert!(!game.table().in_contact(game.id("red")));
    assert_eq!(game.unit("red").pose.at.y, 12 * BW);
}

#[test]
fn mixed_units_strike_in_parts() {
    // SSS 38.2, 21.7: the pikes of the middle before the cavalry, the shot of the wings with it.
    let mixed = "arm = \"infantry\"\nbases = 4\npike-bases = 2";
    let mut game = charge(WITH_PIKES, HEAVY, mixed);
    game.says("red", "fight red", &dice(&[(6, 3), (20, 5), (6, 4)]));
    let titles = order_of(&game);
    assert!(titles[0].starts_with("blue") && titles[1].starts_with("red") && titles[2].starts_with("blue"));
    assert_eq!(blow(&game, "blue"), is(2, 3, 3, -1));
    assert_eq!(blow(&game, "red").modifiers, -4);
}

#[test]
fn a_rear_rank_about_fights_both_ways() {
    // SSS 22.1, G56: two dice a base to the front, one to the rear.
    let foot = "arm = \"infantry\"\nbases = 4\nclass = \"A\"\nstart = { rear-about = true }";
    let parts = [
        unit("red", [10.0, 10.0], foot),
        unit("blue", [10.0, 10.0], FOOT),
        unit("blue-behind", [10.0, 9.5], &format!("{FOOT}\nfacing = \"north\"")),
        met(["red", "blue"], ["front", "front"], ["fights", "fights"]),
        met(["red", "blue-behind"], ["rear", "front"], ["fights", "fights"]),
    ];
    let mut game = melees("", &parts);
    game.says("red", "fight red", &dice(&[(8, 3), (4, 3), (12, 3), (12, 3)]));
    let dice: Vec<i32> = game
        .told
        .iter()
        .filter(|entry| entry.rule == "SSS 23.1" && entry.title.to_string().starts_with("red "))
        .map(|entry| entry.lines[1].value)
        .collect();
    assert_eq!(dice, [2, 1]);
    // Beset in front and rear it is trapped.
    assert_eq!(blow(&game, "red").modifiers, 1 - 2);
}

#[test]
fn who_is_in_contact_with_two_picks_one() {
    // SSS G57, P7 D16
    let parts = [
        unit("red", [10.0, 10.0], "arm = \"infantry\"\nbases = 2"),
        unit("blue", [9.0, 10.0], "arm = \"infantry\"\nbases = 2"),
        unit("blue-other", [11.0, 10.0], "arm = \"infantry\"\nbases = 2"),
        contact(["red", "blue"], ["fights", "fights"]),
        contact(["red", "blue-other"], ["fights", "fights"]),
    ];
    let mut game = melees("", &parts);
    game.says("red", "fight red", &[]);
    assert_eq!(game.topic("red"), "against");
    // Both bases touch both: all six dice at the one, six of each of the others.
    game.says("red", "against blue-other", &dice(&[(6, 3), (6, 3), (6, 3)]));
    assert!(order_of(&game)[0].ends_with("blue-other"));
}

#[test]
fn surprise_and_prone() {
    // SSS 10.4, V37
    let prone = format!("{FOOT}\nstart = {{ prone = true }}");
    let parts = [
        unit("red", [10.0, 10.0], FOOT),
        unit("blue", [10.0, 10.0], &prone),
        contact(["red", "blue"], ["fights", "fights"]),
    ];
    let mut game = melees("", &parts);
    game.says("red", "fight red", &dice(&[(12, 3), (12, 5)]));
    assert_eq!(blow(&game, "blue").modifiers, -3);
}

#[test]
fn foot_that_loses_the_first_round_is_pushed_into_friends() {
    // SSS 27.2, G58, 9.4: close order friends are passed where it comes out behind them, else they are crowded.
    let push = |at: f64| {
        let parts = [
            unit("red", [10.0, 10.0], FOOT),
            unit("blue", [10.0, 10.0], FOOT),
            unit("blue-friend", [10.0, at], FOOT),
            contact(["red", "blue"], ["fights", "fights"]),
        ];
        let mut game = melees("", &parts);
        game.says("red", "fight red", &dice(&[(2, 4), (10, 3), (2, 2), (12, 3)]));
        (
            widths(game.unit("blue").pose.at.y),
            game.unit("blue-friend").disruption.points(),
            game.unit("blue").disruption.points(),
        )
    };
    // Pushed 2 BW: through friends half a base width behind it, both the worse for it.
    assert_eq!(push(11.0), (12.0, 1, 1));
    // Friends 1.5 BW behind its rear: it would end among them and stops there.
    let (y, friends, own) = push(12.0);
    assert!((y - 11.5).abs() < 0.01 && friends == 1 && own == 0, "{y} {friends} {own}");
}

#[test]
fn leadership_tells_in_melee() {
    // SSS T2, T3
    let led = |what: &str| {
        let foot = format!("{FOOT}\nstart = {{ leadership = {{ {what} }} }}");
        let parts = [
            unit("red", [10.0, 10.0], &foot),
            unit("blue", [10.0, 10.0], FOOT),
            contact(["red", "blue"], ["fights", "fights"]),
        ];
        let mut game = melees("", &parts);
        game.says("red", "fight red", &dice(&[(12, 1), (12, 3)]));
        blow(&game, "red").modifiers
    };
    assert_eq!([led("top-form = 6"), led("top-form = 5"), led("blunder = 6"), led("blunder = 5")], [1, 0, -1, 0]);
}

#[test]
fn a_momentum_advance_veers_to_reach_an_enemy() {
    // SSS 28.5, G15: aside up to 45°, and it lies flush with whom it meets.
    let horse = "arm = \"heavy-cavalry\"\nbases = 2\nstart = { spent = 3.0, charged = true }";
    let two = "arm = \"infantry\"\nbases = 2";
    let parts = [
        unit("red", [10.0, 10.0], horse),
        unit("blue", [10.0, 10.0], two),
        unit("blue-aside", [11.0, 13.4], "arm = \"infantry\"\nbases = 3"),
        contact(["red", "blue"], ["charging", "halted"]),
    ];
    let mut game = melees("momentum-response = \"none\"", &parts);
    game.says("red", "fight red", &dice(&[(1, 4), (9, 3), (1, 3), (6, 5)]));
    game.says("red", "follow-up no", &[]);
    assert_eq!(game.refused("red", "onward 46 240"), "SSS 28.5");
    assert_eq!(game.refused("red", "onward -40 240"), "SSS 28.5");
    let told = game.told.len();
    // However many bases meet: cavalry five dice each, all missing, then the foot.
    let mut all = dice(&[(10, 2)]);
    all.extend(dice(&[(9, 2)]));
    game.says("red", "onward 15 240", &all);
    assert!(game.told.len() > told && game.table().in_contact(game.id("red")));
    assert_eq!(game.unit("red").pose.facing, 0);
}

#[test]
fn pikes_suffer_more_from_difficult_ground() {
    // SSS V55, 38.6: 2 points where it is difficult, 1 where it is rough.
    let points = |kind: &str| {
        let parts = [
            area(kind, "ground", [5.0, 10.1, 15.0, 12.0]),
            unit("red", [10.0, 10.0], FOOT),
            unit("blue", [10.0, 10.0], PIKES),
            contact(["red", "blue"], ["fights", "fights"]),
        ];
        let mut game = melees(WITH_PIKES, &parts);
        game.says("red", "fight red", &dice(&[(9, 3), (12, 3)]));
        game.unit("blue").disruption.points()
    };
    assert_eq!((points("light-woods"), points("rough")), (2, 1));
}

#[test]
fn pistols_put_gunners_at_risk_like_other_fire() {
    // SSS 33.3, 1.7b, G162: the casualties of point blank fire are casualties of shooting.
    let horse = "arm = \"heavy-cavalry\"\nbases = 1\nmissile = \"pistol\"";
    let parts = [
        unit("red", [10.0, 10.0], horse),
        unit("blue", [10.0, 10.0], "arm = \"infantry\"\nbases = 1\nguns = [\"battalion\"]"),
        contact(["red", "blue"], ["charging", "halted"]),
    ];
    let mut game = melees("", &parts);
    // One pistol at 4+, not saved: double 6 takes a gunner. Then swords and bayonets.
    game.says("red", "fight red", &[4, 1, 6, 6, 1, 1, 1, 1, 1, 1, 1, 1]);
    assert_eq!(game.table().battery(game.id("blue")).unwrap().guns[0].crew, 1);
}
