//! Heading 42: exotics, each by itself; plashing.

use crate::game::{GUNS, Game, LINE, area, unit, widths};
use crate::melee::{blow_under, contact, dice, melees};
use shot_steel_and_stone::measures::BW;
use shot_steel_and_stone::state::{Fire, Place};

const THROWERS: &str = "naptha-throwers = \"on\"\n";
const THROWER: &str = "arm = \"naptha-thrower\"\nbases = 1";
const PIGS: &str = "flaming-pigs = \"on\"\n";
const PIG: &str = "arm = \"flaming-pig\"\nbases = 1";

fn started(options: &str, phase: &str, parts: &[String], dice: &[u8]) -> Game {
    Game::start(options, &format!("[start]\nphase = \"{phase}\"\nactive = \"red\"\n"), parts, dice)
}

/// A naptha thrower 1.5 BW from a line, its side having shot.
fn thrower(start: &str) -> Game {
    let parts = [
        unit("red", [10.0, 10.0], &format!("{THROWER}\n{start}")),
        unit("red-near", [11.0, 10.0], "arm = \"infantry\"\nbases = 1\nmissile = \"none\""),
        unit("blue", [10.0, 11.5], LINE),
    ];
    let mut game = started(THROWERS, "shooting", &parts, &[]);
    game.pass_to("red", "exotics", &[]);
    game
}

#[test]
fn a_naptha_thrower_burns_its_fuel() {
    // SSS V1, V66, 42.2a, 42.2b, 42.2c, 42.2e
    let mut game = thrower("");
    assert_eq!(game.refused("red", "naptha red blue 6"), "SSS 42.2a");
    // Four dice without a 1: four hits, one saved on a 6; the line tests at -2.
    game.says("red", "naptha red blue 4", &[2, 3, 4, 6, 6, 5, 5, 5, 6, 6]);
    assert_eq!((game.unit("red").stock, game.unit("blue").hits), (8, 3));
    assert_eq!(game.counted("SSS 35.4", "naptha"), -2);
    let mut game = thrower("start = { stock = 4 }");
    assert_eq!(game.refused("red", "naptha red blue 5"), "SSS 42.2e");
    game.says("red", "naptha red blue 4", &[2, 3, 4, 6, 6, 6, 6, 6, 6, 6]);
    assert_eq!(game.unit("red").stock, 0);
    // Beyond its range.
    let parts = [
        unit("red", [10.0, 10.0], THROWER),
        unit("red-far", [30.0, 10.0], THROWER),
        unit("blue", [10.0, 12.5], LINE),
        unit("blue-other", [30.0, 11.0], LINE),
    ];
    let mut game = started(THROWERS, "shooting", &parts, &[]);
    game.pass_to("red", "exotics", &[]);
    assert_eq!(game.refused("red", "naptha red blue 1"), "SSS 42.2a");
}

#[test]
fn a_naptha_thrower_misfires() {
    // SSS V66, 42.2b, 42.2d: the fuel is gone all the same, and nobody tests.
    let mut game = thrower("");
    // It explodes: the base beside it is hit, saves on 5, and tests for the friends it has lost.
    game.says("red", "naptha red blue 4", &[1, 3, 4, 6, 2, 5, 6, 6]);
    assert!(game.unit("red").place != Place::Table && game.unit("red-near").hits == 0);
    let mut game = thrower("");
    game.says("red", "naptha red blue 4", &[1, 3, 4, 6, 1, 4, 6, 6]);
    assert_eq!(game.unit("red-near").hits, 1);
    let mut game = thrower("");
    game.says("red", "naptha red blue 4", &[1, 3, 4, 6, 3]);
    // Two own turns more.
    assert_eq!((game.unit("red").delayed, game.unit("red").stock), (2, 8));
    let mut game = thrower("");
    game.says("red", "naptha red blue 4", &[1, 3, 4, 6, 6]);
    assert_eq!((game.unit("red").delayed, game.unit("red").stock), (0, 8));
}

#[test]
fn a_confined_target_takes_one_die_more() {
    // SSS V66, 42.2a: 4 dice and the free one, five hits, the fuel of four.
    let parts = [
        area("town", "farm", [8.0, 11.0, 12.0, 13.0]),
        unit("red", [10.0, 10.0], THROWER),
        "\n[[units]]\nkey = \"blue\"\nname = \"blue\"\nside = \"blue\"\ninside = \"farm\"\narm = \"infantry\"\nbases = 6\n".to_owned(),
    ];
    let mut game = started(THROWERS, "shooting", &parts, &[]);
    game.pass_to("red", "exotics", &[]);
    game.says("red", "naptha red blue 4", &[3, 2, 6, 4, 5, 5, 5, 5, 5, 5, 6, 6]);
    assert_eq!((game.unit("blue").hits, game.unit("red").stock), (5, 8));
}

#[test]
fn naptha_grenades() {
    // SSS V66, 42.3a, 42.3b, 42.3c, 11.2
    let thrown = |dice: &[u8]| {
        let parts = [
            unit("red", [10.0, 10.0], "arm = \"infantry\"\nbases = 1\nmissile = \"naptha-grenade\""),
            unit("blue", [10.0, 10.9], LINE),
        ];
        let mut game = started("naptha-grenades = \"on\"", "shooting", &parts, &[]);
        game.pass_to("red", "exotics", &[]);
        game.says("red", "grenades red blue", dice);
        game
    };
    // 3 and 1: a misfire that fizzles, one hit, saved, and a test all the same.
    let game = thrown(&[3, 1, 5, 5, 6, 6]);
    assert_eq!(game.counted("SSS 42.3a", "short range"), 1);
    assert_eq!((game.unit("blue").hits, game.told("SSS 35.4")), (0, true));
    // It goes off in his hand: he is dead, of five others one; the enemy is unharmed.
    let game = thrown(&[3, 1, 2, 4, 5, 6, 4, 3]);
    assert_eq!((game.unit("red").hits, game.unit("blue").hits, game.told("SSS 35.4")), (2, 0, false));
    assert!(game.unit("red").thrown_used);
}

#[test]
fn a_pig_is_let_loose_and_runs_where_it_likes() {
    // SSS V65, 42.1a, 42.1e
    let parts = |start: &str| [unit("red", [10.0, 10.0], &format!("{PIG}\n{start}")), unit("blue", [30.0, 25.0], LINE)];
    let mut game = started(PIGS, "shooting", &parts(""), &[]);
    game.says("red", "release red 0", &[]);
    assert_eq!((widths(game.unit("red").pose.at.y), game.unit("red").stock), (15.0, 1));
    let ran = |stock: u8, die: u8| {
        let game = started(PIGS, "shooting", &parts(&format!("start = {{ stock = {stock} }}")), &[die]);
        let unit = game.unit("red");
        let from = (widths(unit.pose.at.x) - 10.0, widths(unit.pose.at.y) - 10.0);
        (from.0.hypot(from.1).round(), unit.pose.facing, unit.place == Place::Table)
    };
    assert_eq!(ran(1, 3), (5.0, 0, true));
    assert_eq!(ran(2, 2), (4.0, 31_500, true));
    assert_eq!(ran(3, 6), (3.0, 4_500, true));
    assert_eq!(ran(4, 4), (2.0, 0, true));
    assert_eq!(ran(5, 4), (1.0, 0, false));
}

#[test]
fn a_pig_frightens_and_ignites() {
    // SSS V65, 42.1b, 42.1c, 42.1d
    let pig = format!("{PIG}\nstart = {{ stock = 1 }}");
    let into = |part: String, dice: &[u8]| {
        let parts = [unit("red", [10.0, 10.0], &pig), part, unit("blue-other", [30.0, 25.0], LINE)];
        started(PIGS, "shooting", &parts, dice)
    };
    // Straight on into a battery: 2 blows its powder up, one six of three dice, saved on 6 alone; it tests.
    let game = into(unit("blue", [10.0, 14.0], GUNS), &[3, 2, 6, 1, 1, 5, 6, 6]);
    assert_eq!(game.unit("blue").hits, 1);
    let game = into(unit("blue", [10.0, 14.0], GUNS), &[3, 3, 6, 6]);
    assert_eq!(game.unit("blue").hits, 0);
    // A line only tests.
    assert!(into(unit("blue", [10.0, 14.0], LINE), &[3, 6, 6]).told("SSS 35.4"));
    let house = |material: &str| {
        area("town", "hut", [9.0, 13.0, 11.0, 15.0])
            + &format!("\n[[buildings]]\narea = \"hut\"\nmaterial = \"{material}\"\n")
    };
    let burns = |material: &str, dice: &[u8]| into(house(material), dice).state.buildings[0].fire != Fire::None;
    assert!(burns("wooden", &[3, 5]) && !burns("wooden", &[3, 4]) && burns("tents", &[3, 4]) && !burns("brick", &[3]));
}

#[test]
fn a_pig_that_is_hit_lives_on_a_six() {
    // SSS V65, 42.1e
    let shot = |save: u8| {
        let parts = [unit("red", [10.0, 10.0], "arm = \"infantry\"\nbases = 1"), unit("blue", [10.0, 12.0], PIG)];
        let mut game = started(PIGS, "shooting", &parts, &[]);
        game.says("red", "shoot red at blue 0", &[4, 1, 1, save]);
        game.unit("blue").place == Place::Table
    };
    assert!(shot(6) && !shot(5));
}

/// A storm of so many feet in the first game turn, which red begins; then the turn is played to its end without an order, and these
/// dice are thrown when it has passed.
fn storm(options: &str, parts: &[String], feet: [u8; 2], drift: &[u8]) -> Game {
    let sand = format!("sandstorms = \"on\"\n{options}");
    let mut game = Game::turn(&sand, parts, &[1, 1, feet[0], feet[1], 5, 4]);
    assert_eq!(widths(game.state.storm), f64::from(5 * (feet[0] + feet[1])));
    game.says("red", "take first", &[]);
    // No storm in the second turn.
    game.pass_to("red", "choose-turn", &[drift, &[2, 3, 5, 4]].concat());
    game
}

#[test]
fn a_sandstorm_carries_units_away_unseen() {
    // SSS V67, 42.4a, 42.4b, G167: where they have got to is diced for when the storm has passed.
    let parts =
        |traits: &str| [unit("red", [10.0, 5.0], LINE), unit("blue", [10.0, 20.0], &format!("{LINE}\n{traits}"))];
    // Four feet, 20 BW; blue drifts east 6 inches.
    let game = storm("", &parts(""), [1, 3], &[30, 3]);
    assert_eq!((widths(game.unit("blue").pose.at.x), widths(game.unit("blue").pose.at.y)), (12.4, 20.0));
    assert_eq!(game.state.storm, 0);
    // Natives half as far, and to their front.
    let game = storm("", &parts("traits = [\"native\"]"), [1, 3], &[60, 3]);
    assert_eq!(widths(game.unit("blue").pose.at.y), 18.8);
    let game = Game::turn("sandstorms = \"on\"", &parts(""), &[1, 2, 5, 4]);
    assert_eq!(game.state.storm, 0);
}

#[test]
fn nobody_acts_in_a_sandstorm_nor_is_shot_at() {
    // SSS 42.4b, 42.4c, G167
    let parts = [unit("red", [10.0, 18.0], LINE), unit("red-in", [20.0, 25.0], LINE), unit("blue", [10.0, 20.1], LINE)];
    // Two feet, 10 BW from the northern edge.
    let mut game = Game::turn("sandstorms = \"on\"", &parts, &[1, 1, 1, 1, 5, 4]);
    game.says("red", "take first", &[]);
    assert_eq!(game.refused("red", "order red-in hold"), "SSS 42.4b");
    assert_eq!(game.refused("red", "order red charge blue"), "SSS 42.4c");
    assert_eq!(game.refused("red", "order red hold"), "");
    // Nobody is to be shot at, so nobody is asked; without the storm red would be.
    game.pass_to("red", "choose-turn", &[30, 6, 30, 6, 2, 3, 5, 4]);
    game.says("red", "take first", &[]);
    game.pass_to("red", "small-arms", &[]);
}

#[test]
fn a_storm_parts_those_who_fight_and_brings_others_together() {
    // SSS 42.4b, 42.4c, G167
    let parts = [
        unit("red", [10.0, 22.0], LINE),
        unit("blue", [10.0, 22.0], LINE),
        contact(["red", "blue"], ["fights", "fights"]),
        unit("red-east", [20.0, 22.0], "arm = \"infantry\"\nbases = 2"),
        unit("blue-east", [20.0, 23.0], "arm = \"infantry\"\nbases = 2"),
        unit("red-far", [30.0, 3.0], LINE),
    ];
    // No round is fought. Red drifts south 2 inches, blue stays; in the east they run into each other.
    let game = storm("", &parts, [1, 1], &[60, 1, 60, 6, 120, 5, 60, 6]);
    assert_eq!((widths(game.unit("red").pose.at.y), game.unit("red").rounds), (21.2, 0));
    assert_eq!(game.state.contacts.len(), 1);
    assert!(game.table().in_contact_with(game.id("red-east"), game.id("blue-east")));
    assert_eq!(widths(game.unit("red-east").pose.at.y), 23.0);
}

#[test]
fn a_mirage_shows_on_a_three_far_from_all() {
    // SSS V67, 42.5, G168
    let parts = [unit("red", [5.0, 3.0], LINE), unit("blue", [5.0, 8.0], LINE)];
    let mut game = Game::turn("mirages = \"on\"", &parts, &[1, 2, 4, 100, 100, 5, 4]);
    assert_eq!((game.state.mirages.len(), game.state.mirages[0].words()), (1, "buildings"));
    assert_eq!(game.state.mirages[0].at.x, 35 * BW);
    // It lasts into the next turn.
    game.says("red", "take first", &[]);
    game.pass_to("red", "choose-turn", &[1, 3, 5, 4]);
    assert_eq!(game.state.mirages.len(), 1);
    assert!(Game::turn("mirages = \"on\"", &parts, &[1, 3, 5, 4]).state.mirages.is_empty());
    // The dice put it too near: it shows at the nearest place that is 20 BW from everybody.
    let game = Game::turn("mirages = \"on\"", &parts, &[1, 2, 4, 1, 1, 5, 4]);
    assert_eq!((widths(game.state.mirages[0].at.x), widths(game.state.mirages[0].at.y)), (33.0, 5.0));
}

#[test]
fn a_mirage_hides_what_is_behind_and_fades_when_troops_come_near() {
    // SSS 42.5, G46
    let table = "\n[ground]\nsize = [60, 40]\n".to_owned();
    let horse = "arm = \"light-cavalry\"\norder = \"skirmish\"\nbases = 1\nfacing = 90";
    let parts = [
        table,
        unit("red", [5.0, 20.0], horse),
        unit("blue", [56.0, 20.0], "arm = \"infantry\"\nbases = 1\nfacing = 270"),
    ];
    let seen = |game: &Game| game.table().sees(game.id("red"), game.id("blue"));
    let clear = Game::turn("mirages = \"on\"", &parts, &[2, 3, 5, 4]);
    assert!(seen(&clear));
    // 10 BW of oasis between 25 and 35.
    let mut game = Game::turn("mirages = \"on\"", &parts, &[1, 2, 1, 30, 50, 5, 4]);
    assert!(!seen(&game), "{:?}", game.state.mirages);
    game.says("red", "take first", &[]);
    game.says("red", "order red move", &[]);
    game.pass_to("red", "move", &[]);
    // Far from the enemy the skirmishers ride 15 BW: 14 of them bring them to 6 BW from it, the last to 5.
    game.says("red", "pick red", &[]);
    game.says("red", "move advance 840", &[]);
    assert_eq!(game.state.mirages.len(), 1);
    game.says("red", "move advance 60", &[]);
    assert!(game.state.mirages.is_empty() && seen(&game));
}

#[test]
fn who_is_driven_into_quicksand_sinks() {
    // SSS V67, 42.6
    let foot = "arm = \"infantry\"\nbases = 4";
    let parts = [
        area("quicksand", "sands", [5.0, 11.5, 15.0, 14.0]),
        unit("red", [10.0, 10.0], foot),
        unit("blue", [10.0, 10.0], foot),
        contact(["red", "blue"], ["fights", "fights"]),
    ];
    let mut game = melees("quicksand = \"on\"", &parts);
    // Lost by 2: 2 BW, and after one of them the sands: d3 of 1, 3, 2, 2, eight hits, five saved.
    game.says("red", "fight red", &dice(&[(2, 4), (10, 3), (2, 2), (12, 3), (1, 1), (1, 6), (2, 3), (5, 4), (3, 3)]));
    assert_eq!(game.unit("blue").hits, 2 + 3);
}

#[test]
fn hidden_sands_are_found_out_by_whoever_comes() {
    // SSS 42.6, G169
    let moving = "arm = \"infantry\"\nbases = 4\nstart = { intent = \"move\" }";
    let parts = [
        area("quicksand", "sands", [5.0, 11.0, 15.0, 14.0]),
        unit("red", [10.0, 10.0], moving),
        unit("blue", [10.0, 19.0], LINE),
    ];
    let walks = |options: &str| {
        let mut game = started(&format!("quicksand = \"on\"\n{options}"), "movement", &parts, &[]);
        game.says("red", "pick red", &[]);
        game
    };
    // Marked, it is impassable.
    assert_eq!(walks("").refused("red", "move advance 120"), "SSS G8");
    let hidden = "quicksand-known = \"hidden\"";
    // 4: the sands bear, once for all.
    let mut game = walks(hidden);
    game.says("red", "move advance 120", &[4]);
    assert_eq!((widths(game.unit("red").pose.at.y), game.unit("red").hits), (12.0, 0));
    game.says("red", "move advance 60", &[]);
    // 3: quicksand; it stops at the edge, d3 of 1, 1, 2, 3, seven hits, four saved.
    let mut game = walks(hidden);
    game.says("red", "move advance 120", &[3, 1, 2, 3, 5, 4, 4, 4, 4, 1, 1, 1]);
    assert_eq!((widths(game.unit("red").pose.at.y).round(), game.unit("red").hits), (11.0, 3));
    assert_ne!(game.topic("red"), "manoeuvre");
}

#[test]
fn who_falls_back_into_quicksand_sinks() {
    // SSS 42.6, 40.2
    let retires = "arm = \"infantry\"\nbases = 4\nstart = { pending = \"retire\" }";
    let parts = [
        area("quicksand", "sands", [5.0, 6.0, 15.0, 9.0]),
        unit("red", [10.0, 10.0], retires),
        unit("blue", [10.0, 14.0], LINE),
        unit("red-waits", [30.0, 3.0], &format!("{LINE}\nstart = {{ intent = \"move\" }}")),
    ];
    // 1 1/2 BW back, and after half a BW the sands: four hits, three saved.
    let game = started("quicksand = \"on\"", "movement", &parts, &[1, 2, 1, 2, 4, 4, 4, 3]);
    assert_eq!((widths(game.unit("red").pose.at.y).round(), game.unit("red").hits), (10.0, 1));
    assert!(widths(game.unit("red").pose.at.y) < 9.6);
}

#[test]
fn naptha_burns_one_base_in_its_arc() {
    // SSS 42.2a, 42.2b, G6, G170
    let thrown = |facing: i32, points: u8| {
        let parts = [
            unit("red", [10.0, 10.0], &format!("{THROWER}\nfacing = {facing}")),
            unit("red-other", [20.0, 10.0], THROWER),
            unit("blue", [10.0, 11.5], &format!("{LINE}\npoints = {points}")),
            unit("blue-other", [20.0, 11.0], LINE),
        ];
        let mut game = started(THROWERS, "shooting", &parts, &[]);
        game.pass_to("red", "exotics", &[]);
        game
    };
    assert_eq!(thrown(180, 6).refused("red", "naptha red blue 5"), "SSS G6");
    let mut game = thrown(0, 3);
    // Five hits, none saved, on a base of three men.
    game.says("red", "naptha red blue 5", &[2, 2, 2, 2, 2, 5, 5, 5, 5, 5, 6, 6]);
    assert_eq!((game.unit("blue").hits, game.unit("blue").bases), (3, 5));
}

#[test]
fn an_explosion_reaches_a_garrison_and_friends_near_by() {
    // SSS 42.2d, 42.3b, G170
    let farm = area("town", "farm", [8.0, 10.5, 12.0, 12.5]);
    let inside = "\n[[units]]\nkey = \"blue\"\nname = \"blue\"\nside = \"blue\"\ninside = \"farm\"\narm = \"infantry\"\nbases = 6\n";
    let parts = [farm, unit("red", [10.0, 10.0], THROWER), inside.into(), unit("red-far", [30.0, 10.0], LINE)];
    let mut game = started(THROWERS, "shooting", &parts, &[]);
    game.pass_to("red", "exotics", &[]);
    // It misfires and explodes: one base at the walls, not saved.
    game.says("red", "naptha red blue 1", &[1, 3, 2, 4]);
    assert_eq!((game.unit("red").place == Place::Table, game.unit("blue").hits), (false, 1));
    // A grenade goes off among skirmishers that stand before the thrower: five of his base and both of theirs throw for their lives.
    let parts = [
        unit("red", [10.0, 10.0], "arm = \"infantry\"\nbases = 1\nmissile = \"naptha-grenade\""),
        unit("red-lights", [10.0, 10.55], "arm = \"infantry\"\norder = \"skirmish\"\nbases = 1\nmissile = \"none\""),
        unit("blue", [10.0, 10.95], LINE),
    ];
    let mut game = started("naptha-grenades = \"on\"", "shooting", &parts, &[]);
    game.pass_to("red", "exotics", &[]);
    game.says("red", "grenades red blue", &[3, 1, 2, 4, 4, 4, 4, 4, 4, 1]);
    assert_eq!((game.unit("red").hits, game.unit("red-lights").hits, game.unit("blue").hits), (1, 1, 0));
}

#[test]
fn grenades_are_thrown_with_all_that_tells_on_a_shot() {
    // SSS 42.3a, 10.3, 5.6, 8.4, G46
    let grenadiers = "arm = \"infantry\"\nbases = 1\nmissile = \"naptha-grenade\"\nstart = { prone = true, intent = \"move-and-shoot\", moved = true }";
    let parts = [unit("red", [10.0, 10.0], grenadiers), unit("blue", [10.0, 10.9], LINE)];
    let mut game = started("naptha-grenades = \"on\"", "shooting", &parts, &[]);
    game.pass_to("red", "exotics", &[]);
    game.says("red", "grenades red blue", &[2, 2]);
    assert_eq!((game.counted("SSS 42.3a", "prone"), game.counted("SSS 42.3a", "moved")), (-2, 0));
    assert_eq!(game.counted("SSS 42.3a", "short range"), 1);
}

#[test]
fn only_ammunition_wagons_blow_up() {
    // SSS 42.1c
    let pig = format!("{PIG}\nstart = {{ stock = 1 }}");
    let into = |wagon: &str, dice: &[u8]| {
        let parts = [
            unit("red", [10.0, 10.0], &pig),
            unit("blue", [10.0, 14.0], wagon),
            unit("blue-other", [30.0, 25.0], LINE),
        ];
        started(PIGS, "shooting", &parts, dice).unit("blue").hits
    };
    let wagon = "arm = \"wagon\"\nbases = 1";
    assert_eq!(into(wagon, &[3]), 0);
    // 2 blows it up: one of three dice at 4+ hits, and is not saved on 5.
    assert_eq!(into(&format!("{wagon}\ntraits = [\"ammunition\"]"), &[3, 2, 4, 1, 1, 5]), 1);
}

#[test]
fn prayer_takes_the_sixth_turn() {
    // SSS V68, 42.7, G73
    let arab = format!("{LINE}\ntraits = [\"arab\"]");
    let parts =
        [unit("red", [10.0, 10.0], &arab), unit("red-other", [20.0, 10.0], LINE), unit("blue", [10.0, 15.0], LINE)];
    let at = |options: &str, turn: u8, phase: &str| {
        Game::start(options, &format!("[start]\nturn = {turn}\nphase = \"{phase}\"\nactive = \"red\"\n"), &parts, &[])
    };
    let on = "prayer = \"on\"";
    assert_eq!(at(on, 6, "orders").refused("red", "order red hold"), "SSS 42.7");
    assert_eq!(at(on, 7, "orders").refused("red", "order red hold"), "");
    assert_eq!(at(on, 12, "orders").refused("red", "order red hold"), "SSS 42.7");
    assert_eq!(at("", 6, "orders").refused("red", "order red hold"), "");
    assert_eq!(at(on, 6, "orders").refused("red", "order red-other hold"), "");
    // It does not shoot; its enemy's turn is another matter.
    let near = [
        unit("red", [10.0, 10.0], &arab),
        unit("red-other", [14.0, 10.0], "arm = \"infantry\"\nbases = 1"),
        unit("blue", [12.0, 12.0], LINE),
    ];
    let game = Game::start(on, "[start]\nturn = 6\nphase = \"shooting\"\nactive = \"red\"\n", &near, &[]);
    assert_eq!(game.refused("red", "shoot red at blue 0"), "SSS 42.7");
    assert_eq!(game.refused("red", "shoot red-other at blue 0"), "");
}

#[test]
fn plashed_woods_are_soft_cover_in_melee() {
    // SSS 24.4
    let parts = |plashes: bool| {
        let orders = if plashes { "start = { intent = \"plash\" }" } else { "" };
        [
            area("light-woods", "grove", [5.0, 9.0, 15.0, 10.2]),
            unit("red", [10.0, 10.0], &format!("{LINE}\n{orders}")),
            unit("blue", [10.0, 25.0], LINE),
        ]
    };
    // One turn begun in the middle, another from its orders on.
    let mut game = started("", "movement", &parts(true), &[]);
    game.pass_to("red", "orders", &[5, 4]);
    assert!(game.state.plashed.is_empty());
    game.says("red", "order red plash", &[]);
    game.pass_to("blue", "orders", &[]);
    assert_eq!(game.state.plashed.len(), 1);
    let stretch = game.state.plashed[0];
    assert_eq!((widths(stretch.from.y), widths((stretch.to.x - stretch.from.x).abs())), (10.0, 6.0));
    // Blue charges what is behind it, in a wood that gives no cover by itself.
    let parts = [
        area("light-woods", "grove", [5.0, 9.0, 15.0, 10.0]),
        unit("red", [10.0, 10.0], LINE),
        unit("blue", [10.0, 10.0], LINE),
        contact(["red", "blue"], ["halted", "charging"]),
    ];
    let struck = |plashed: bool| {
        let mut game = melees("", &parts);
        if plashed {
            game.state.plashed.push(stretch);
        }
        game.says("red", "fight red", &dice(&[(18, 3), (24, 3)]));
        (blow_under(&game, "SSS 23.1", "blue").modifiers, blow_under(&game, "SSS 23.1", "red").modifiers)
    };
    // Red fights in the wood: 1 Disruption.
    assert_eq!((struck(false), struck(true)), ((0, -1), (-1, -1)));
}

#[test]
fn powder_bursts_like_shell_with_all_that_tells_on_it() {
    // SSS 42.1c, 12.7: a battery in a wood has its cover, one in an enclosure five dice.
    let pig = format!("{PIG}\nstart = {{ stock = 1 }}");
    let into = |kind: &str, dice: &[u8]| {
        let parts = [
            unit("red", [10.0, 10.0], &pig),
            unit("blue", [10.0, 14.0], "arm = \"foot-artillery\"\nguns = [\"medium\"]"),
            crate::game::line("track", "track", "[[10.0, 2.0], [10.0, 28.0]]"),
            area(kind, "there", [8.0, 13.5, 12.0, 16.0]),
            unit("blue-other", [30.0, 25.0], LINE),
        ];
        started(PIGS, "shooting", &parts, dice).unit("blue").hits
    };
    // Straight on; 2 blows it up. -3: a six, and then 4 or more.
    assert_eq!(into("light-woods", &[3, 2, 6, 1, 1, 3, 6, 6]), 0);
    assert_eq!(into("light-woods", &[3, 2, 6, 1, 1, 4, 5, 6, 6]), 1);
    assert_eq!(into("enclosure", &[3, 2, 1, 1, 1, 1, 6, 5, 6, 6]), 1);
}

#[test]
fn naptha_is_not_thrown_at_bases_in_melee() {
    // SSS 19.6, 42.2a
    let fight = |bases: u8| {
        let parts = [
            unit("red", [12.0, 13.4], &format!("{THROWER}\nfacing = 180")),
            unit("red-other", [20.0, 10.0], THROWER),
            unit("red-foe", [10.0, 11.0], "arm = \"infantry\"\nbases = 2"),
            unit("blue", [f64::from(bases) / 2.0 + 9.0, 11.0], &format!("arm = \"infantry\"\nbases = {bases}")),
            "\n[[contacts]]\nunits = [\"red-foe\", \"blue\"]\n".into(),
            unit("blue-other", [20.0, 11.0], LINE),
        ];
        let mut game = started(THROWERS, "shooting", &parts, &[]);
        game.pass_to("red", "exotics", &[]);
        game.refused("red", "naptha red blue 1")
    };
    assert_eq!([fight(2), fight(4)], ["SSS 19.6", ""]);
}
