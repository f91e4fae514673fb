//! Heading 41: elephants, their crews, and beasts that run wild.

use crate::game::{Game, HEAVY, LINE, area, faults, line, unit, widths};
use crate::melee::{Blow, blow_under, contact, dice, melees};
use shot_steel_and_stone::measures::BW;
use shot_steel_and_stone::state::{Activity, Aspect, Pending, Place};

const ELEPHANTS: &str = "elephants = \"on\"\n";
/// Two elephants with crews that carry no arms.
const TWO: &str = "arm = \"elephants\"\nbases = 2\ncrew = 2";
const SPEARS: &str = "arm = \"elephants\"\nbases = 2\ncrew = 2\ncrew-steel = \"spear\"";
const FOOT: &str = "arm = \"infantry\"\nbases = 4";

fn is(bases: i32, dice: i32, save: i32, modifiers: i32) -> Blow {
    Blow { bases, dice, save, modifiers }
}

fn meets(options: &str, red: &str, blue: &str, came: [&str; 2]) -> Game {
    let parts = [unit("red", [10.0, 10.0], red), unit("blue", [10.0, 10.0], blue), contact(["red", "blue"], came)];
    melees(&format!("{ELEPHANTS}{options}"), &parts)
}

#[test]
fn elephants_charge_a_line() {
    // SSS V23, 41.7, 41.8, 41.9, 28.1
    let mut game = meets("", TWO, FOOT, ["charging", "halted"]);
    // 16 dice, 8 hits, one save; 12 dice of the foot, two sixes, second dice 5 and 3, its save 2.
    let thrown = dice(&[(8, 4), (8, 3), (1, 6), (7, 5), (2, 6), (10, 5), (1, 5), (1, 3), (1, 2)]);
    game.says("red", "fight red", &thrown);
    assert_eq!(blow_under(&game, "SSS 41.7", "red"), is(2, 8, 6, 0));
    assert_eq!(blow_under(&game, "SSS 23.1", "blue"), is(4, 3, 3, -3));
    assert_eq!(game.unit("blue").pose.at.y, 14 * BW);
    assert!(game.unit("blue").broke && game.told("SSS 28.1"));
    assert_eq!(game.table().herd(game.id("red")).unwrap().beasts[0].points, 7);
}

#[test]
fn foot_charging_elephants_keeps_its_extra_die() {
    // SSS V74, 23.3, 23.4, G45
    let three = "arm = \"infantry\"\nbases = 3";
    let charge = |options: &str, who: &str, thrown: &[u8]| {
        let mut game = meets(options, who, TWO, ["charging", "halted"]);
        game.says("red", "fight red", thrown);
        blow_under(&game, "SSS 23.1", "red")
    };
    assert_eq!(charge("", three, &dice(&[(12, 5), (8, 3)])), is(3, 4, 3, -3));
    assert_eq!(charge("impact-v-elephants = \"infantry-too\"", three, &dice(&[(9, 5), (8, 3)])).dice, 3);
    assert_eq!(charge("elephants-mounted = \"yes\"", three, &dice(&[(12, 5), (8, 3)])).modifiers, -4);
    // Cavalry: the melee column, and the fright of its horses.
    assert_eq!(charge("", HEAVY, &dice(&[(16, 5), (8, 3)])), is(4, 4, 4, -2));
}

#[test]
fn armed_crews_strike_by_themselves() {
    // SSS 41.10, 21.2: spears before bayonets, from above.
    let mut game = meets("", SPEARS, FOOT, ["fights", "fights"]);
    game.says("red", "fight red", &dice(&[(2, 2), (12, 3), (12, 5)]));
    assert_eq!(blow_under(&game, "SSS 41.10", "red"), is(2, 1, 3, 1));
    assert_eq!(blow_under(&game, "SSS 41.7", "red"), is(2, 6, 6, 0));
}

#[test]
fn pikes_reach_the_crew_and_a_crewless_beast_runs_wild() {
    // SSS 41.11, 41.16, G45
    let pikes = "arm = \"infantry\"\nbases = 3\npike-bases = 3\nmissile = \"none\"\nsteel = \"pike\"";
    let mut game = meets("pike-and-shot = \"on\"", pikes, TWO, ["fights", "fights"]);
    game.says("red", "fight red", &[]);
    assert_eq!(game.topic("red"), "aim");
    // Nine dice at -2 (close order, contact, pikes): two sixes, not saved: the crew of the first beast is gone.
    game.says("red", "aim-at-crew yes", &dice(&[(2, 6), (7, 5), (2, 1), (6, 3)]));
    assert_eq!(game.unit("blue").bases, 1);
    assert_eq!((game.state.stampedes.len(), game.state.stampedes[0].points), (1, 8));
    // From where it stood, the left of two that look south; its mahout is gone with the crew (SSS G166).
    assert_eq!((game.state.stampedes[0].pose.at.x, game.state.stampedes[0].spiked), (21 * BW / 2, true));
    // At the beasts instead.
    let mut game = meets("pike-and-shot = \"on\"", pikes, TWO, ["fights", "fights"]);
    game.says("red", "fight red", &[]);
    game.says("red", "aim-at-crew no", &dice(&[(2, 6), (7, 5), (2, 1), (12, 3)]));
    assert_eq!(game.unit("blue").bases, 2);
    assert_eq!(game.table().herd(game.id("blue")).unwrap().beasts[0].points, 6);
}

const THREE: &str = "arm = \"infantry\"\nbases = 3";
const THROWER: &str = "arm = \"naptha-thrower\"\nbases = 1";

/// Two elephants of blue break before a naptha thrower in red's turn; then it is blue's.
fn wild(options: &str, parts: &[String], dice: &[u8]) -> Game {
    let mut all = vec![unit("red", [20.0, 17.6], THROWER), unit("blue", [20.0, 19.5], TWO)];
    all.extend_from_slice(parts);
    // So that neither army is broken.
    all.extend([unit("red-far", [4.0, 3.0], LINE), unit("blue-far", [36.0, 28.0], LINE)]);
    let options = format!("{ELEPHANTS}naptha-throwers = \"on\"\n{options}");
    let mut game = Game::start(&options, "[start]\nphase = \"shooting\"\nactive = \"red\"\n", &all, &[]);
    game.pass_to("red", "exotics", &[]);
    // One die, saved; double 1 in the test.
    game.says("red", "naptha red blue 1", &[&[3, 6, 1, 1], dice].concat());
    game
}

/// A line of blue's 2 BW north of the beasts; it is alarmed by their loss and keeps its nerve.
fn with_line(options: &str, what: &str) -> Game {
    wild(options, &[unit("blue-line", [19.5, 22.5], what)], &[6, 6])
}

/// The first beast runs 2 BW east, the second 4 BW north (120 of 120); the line is charged and tests.
const INTO_LINE: [u8; 6] = [30, 2, 120, 4, 6, 6];

#[test]
fn a_herd_that_routs_runs_wild_and_tramples() {
    // SSS V64, 41.16, 41.17, 41.18, 41.19, G45, G165
    let mut game = with_line("", THREE);
    assert_eq!((game.state.stampedes.len(), game.unit("blue").place == Place::Table), (2, false));
    assert_eq!((game.state.stampedes[0].pose.at.x, game.state.stampedes[1].pose.at.x), (41 * BW / 2, 39 * BW / 2));
    game.pass_to("blue", "mahout", &[]);
    game.done("blue", &INTO_LINE);
    assert_eq!(
        (game.topic("blue"), game.menu("blue")),
        ("beast", vec!["fire-at-beast blue-line".into(), "done".into()])
    );
    // 8 dice miss, 9 dice of the line, one six, its second die 4, the save 6; drawn, and it runs on.
    game.done("blue", &dice(&[(8, 3), (1, 6), (8, 5), (1, 4), (1, 6)]));
    assert_eq!(blow_under(&game, "SSS 41.7", "a beast of blue"), is(1, 8, 6, 0));
    assert_eq!(blow_under(&game, "SSS 23.1", "blue-line"), is(3, 3, 3, -3));
    assert_eq!(widths(game.state.stampedes[1].pose.at.y), 24.5);
    // Turned on the spot, 2 BW east.
    assert_eq!((widths(game.state.stampedes[0].pose.at.x), widths(game.state.stampedes[0].pose.at.y)), (23.0, 20.0));
    assert!(game.unit("blue-line").fought && !game.unit("blue-line").lost_melee);
}

#[test]
fn who_is_trampled_is_pushed_back_and_tests() {
    // SSS 41.18, 27.2, 34.3, G45
    let mut game = with_line("", THREE);
    game.pass_to("blue", "mahout", &[]);
    game.done("blue", &INTO_LINE);
    // Two of eight dice hit, neither is saved; the line misses.
    game.done("blue", &dice(&[(2, 4), (6, 3), (2, 5), (9, 5)]));
    assert_eq!((game.unit("blue-line").hits, game.unit("blue-line").lost_melee), (2, true));
    // 1 BW and half for each of two hits, before the beast, which runs on to 24.5.
    assert_eq!(widths(game.unit("blue-line").pose.at.y), 24.5);
}

#[test]
fn a_beast_is_shot_at_as_it_comes() {
    // SSS 41.18, 15.1, 15.5, 15.2, 13.3
    let mut game = with_line("", THREE);
    game.pass_to("blue", "mahout", &[]);
    game.done("blue", &INTO_LINE);
    // Short range, 9 dice at 3+ with the first volley; eight get through.
    game.says("blue", "fire-at-beast blue-line", &dice(&[(1, 5), (9, 3), (8, 3), (1, 4)]));
    assert_eq!(game.counted("SSS 12.1", "elephants"), -1);
    assert_eq!((game.counted("SSS 12.1", "short range"), game.counted("SSS 12.1", "first volley")), (1, 1));
    assert_eq!((game.state.stampedes.len(), game.told("SSS 41.7")), (1, false));
    assert!(game.unit("blue-line").shot_at_charge);
}

#[test]
fn who_fails_the_test_stands_and_does_not_shoot() {
    // SSS 41.18, 34.1, G12, G165
    let mut game = with_line("", &format!("{THREE}\nclass = \"A\""));
    game.pass_to("blue", "mahout", &[]);
    // 4 fails by two, a Retreat: it fights where it stands, with its +1 for class, and the result is overtaken.
    let thrown = dice(&[(1, 30), (1, 2), (1, 120), (1, 4), (2, 2), (8, 3), (9, 5)]);
    game.done("blue", &thrown);
    assert_eq!(blow_under(&game, "SSS 23.1", "blue-line"), is(3, 3, 3, -2));
    assert_eq!(game.unit("blue-line").pending, Pending::Nothing);
}

#[test]
fn friends_near_by_shoot_at_it_if_they_pass_their_test() {
    // SSS 41.18, 15.1, G13
    let parts = [
        unit("blue-line", [19.5, 22.5], "arm = \"infantry\"\nbases = 3\nmissile = \"none\""),
        unit("blue-near", [22.7, 22.5], THREE),
    ];
    let mut game = wild("", &parts, &[6, 6, 6, 6]);
    game.pass_to("blue", "mahout", &[]);
    game.done("blue", &INTO_LINE);
    assert_eq!(game.menu("blue"), ["fire-at-beast blue-near", "done"]);
    assert_eq!(game.refused("blue", "fire-at-beast blue-line"), "SSS 11.1");
    // It passes; long range, two bases have it in their arc, and all miss. Then the line is trampled.
    game.says("blue", "fire-at-beast blue-near", &dice(&[(2, 6), (1, 1), (6, 1), (8, 3), (9, 5)]));
    assert!(game.unit("blue-near").shot_at_charge && game.unit("blue-line").fought);
}

#[test]
fn by_the_other_reading_it_stops_and_fights_in_its_turn() {
    // SSS G45
    let mut game = with_line("stampede-path = \"first-contact\"", THREE);
    game.pass_to("blue", "mahout", &[]);
    game.done("blue", &INTO_LINE);
    assert_eq!(game.topic("blue"), "beast");
    assert_eq!(game.state.stampedes[1].met, Some(game.id("blue-line")));
    // Nobody shoots; it waits for the melees.
    game.done("blue", &[]);
    assert_eq!(widths(game.state.stampedes[1].pose.at.y), 22.5);
    game.pass_to("red", "orders", &dice(&[(8, 3), (9, 5), (1, 5), (1, 4)]));
    assert_eq!((game.state.stampedes[1].met, game.told("SSS 41.7")), (None, true));
}

#[test]
fn a_beast_avoids_what_it_cannot_cross() {
    // SSS 41.17, G165: 60 degrees to the right of north it comes past the rocks.
    let rocks = area("impassable", "rocks", [15.0, 21.0, 20.1, 23.0]);
    let mut game = wild("", &[rocks], &[]);
    game.pass_to("blue", "mahout", &[]);
    game.done("blue", &[30, 2, 120, 4]);
    let beast = game.state.stampedes[1];
    assert_eq!((beast.pose.facing, beast.left), (6_000, 0));
}

#[test]
fn trampling_minds_walls_heights_and_who_is_tired() {
    // SSS 41.18, T14, T13, 23.5, 38.2
    let struck = |options: &str, what: &str, more: &[String], thrown: &[u8]| {
        let mut parts = vec![unit("blue-line", [19.5, 22.5], what)];
        parts.extend_from_slice(more);
        let mut game = wild(options, &parts, &[6, 6]);
        game.pass_to("blue", "mahout", &[]);
        game.done("blue", &INTO_LINE);
        if game.topic("blue") == "beast" {
            game.done("blue", thrown);
        } else {
            panic!("nobody is asked");
        }
        (blow_under(&game, "SSS 41.7", "a beast of blue"), blow_under(&game, "SSS 23.1", "blue-line"))
    };
    let all_miss = dice(&[(8, 3), (9, 5)]);
    let wall = line("low-wall", "wall", "[[15.0, 22.4], [24.0, 22.4]]");
    assert_eq!(struck("", THREE, &[wall], &all_miss).0, is(1, 8, 6, -2));
    let hill = "\n[[ground.hills]]\nlevel = 1\nbox = [15.0, 22.4, 24.0, 26.0]\n".to_owned();
    let (beast, foot) = struck("", THREE, &[hill], &all_miss);
    assert_eq!((beast.modifiers, foot.modifiers), (0, -2));
    // Three front bases of a mixed unit: the pike in the middle strikes before the beast, the shot with it.
    let mixed = format!("{THREE}\npike-bases = 1");
    let (_, shot) = struck("pike-and-shot = \"on\"", &mixed, &[], &dice(&[(3, 5), (8, 3), (6, 5)]));
    assert_eq!(shot, is(2, 3, 3, -3));
}

#[test]
fn a_melee_is_fought_though_both_were_trampled() {
    // SSS 41.18, G2: a beast runs between two lines that fight each other; their round is still to be fought.
    let bare = |facing: i32| format!("{THREE}\nmissile = \"none\"\nfacing = {facing}");
    let parts = [
        unit("red-line", [19.5, 24.0], &bare(90)),
        unit("blue-line", [19.5, 24.0], &bare(270)),
        contact(["red-line", "blue-line"], ["fights", "fights"]),
    ];
    let mut game = wild("", &parts, &dice(&[(18, 3), (2, 6)]));
    assert_eq!(game.unit("blue-line").rounds, 1);
    game.pass_to("blue", "mahout", &[]);
    // Each is taken in flank and answers with one base; both stay. Then 9 dice a side once more.
    let run = [30, 2, 120, 4];
    game.done("blue", &[&run[..], &dice(&[(2, 6), (8, 3), (3, 5), (2, 6), (8, 3), (3, 5)])].concat());
    assert_eq!(game.topic("blue"), "mahout");
    game.done("blue", &dice(&[(18, 3), (1, 5), (1, 4)]));
    assert_eq!(blow_under(&game, "SSS 41.7", "a beast of blue"), is(1, 8, 6, 0));
    assert_eq!((game.unit("red-line").rounds, game.unit("blue-line").rounds), (2, 2));
}

#[test]
fn a_mahout_has_one_chance_whenever_he_likes() {
    // SSS V64, 41.20, G166
    let mut game = with_line("", THREE);
    assert_eq!(game.topic("blue"), "orders");
    assert!(game.menu("blue").contains(&"spike 0".into()));
    game.says("blue", "spike 0", &[4]);
    assert_eq!(game.refused("blue", "spike 0"), "SSS 41.20");
    assert_eq!((game.state.stampedes.len(), game.topic("blue")), (2, "orders"));
    // The other dies at once.
    game.says("blue", "spike 1", &[5]);
    assert_eq!(game.state.stampedes.len(), 1);
    // What is left runs 1 BW east in this player turn and in the next: both sides' (SSS 41.17).
    game.pass_to("red", "orders", &[30, 1, 5, 4]);
    let before = game.state.stampedes[0].pose.at.x;
    assert_eq!(game.refused("red", "spike 0"), "SSS 41.20");
    game.pass_to("blue", "orders", &[30, 1]);
    assert_eq!(game.state.stampedes[0].pose.at.x - before, BW);
}

#[test]
fn a_beast_off_the_table_is_gone() {
    // SSS 41.19
    let mut all = vec![unit("red", [20.0, 26.6], THROWER), unit("blue", [20.0, 28.5], TWO)];
    all.push(unit("blue-line", [5.0, 22.5], THREE));
    let options = format!("{ELEPHANTS}naptha-throwers = \"on\"");
    let mut game = Game::start(&options, "[start]\nphase = \"shooting\"\nactive = \"red\"\n", &all, &[]);
    game.pass_to("red", "exotics", &[]);
    game.says("red", "naptha red blue 1", &[3, 6, 1, 1]);
    game.pass_to("blue", "mahout", &[]);
    game.done("blue", &[120, 6, 30, 1]);
    assert_eq!((game.state.stampedes.len(), game.told("SSS 41.19")), (1, true));
}

#[test]
fn a_beast_is_shot_at_in_the_shooting_phase_by_either_side() {
    // SSS 41.18, 13.3, 41.19, T16
    let horse = "arm = \"heavy-cavalry\"\nbases = 2";
    let parts = [
        unit("blue-line", [20.0, 23.2], &format!("{THREE}\nfacing = 180")),
        unit("red-horse", [26.0, 19.5], horse),
        unit("red-line", [20.0, 14.5], THREE),
    ];
    let mut game = wild("", &parts, &[6, 6]);
    game.pass_to("blue", "mahout", &[]);
    // One beast runs 4 BW east, so that red's horse has it within 3 BW; the other 1 BW north.
    assert_eq!(game.table().disruption(game.id("red-horse")), 0);
    game.done("blue", &[30, 4, 120, 1]);
    assert_eq!(game.table().disruption(game.id("red-horse")), 1);
    game.pass_to("blue", "small-arms", &[]);
    assert_eq!(game.refused("blue", "shoot blue-line beast 2 0"), "SSS 41.18");
    // 9 dice at 4+ with the first volley, medium: nine hits, eight not saved.
    game.says("blue", "shoot blue-line beast 1 0", &dice(&[(9, 4), (8, 3), (1, 4), (1, 5), (1, 4)]));
    assert_eq!((game.counted("SSS 12.1", "elephants"), game.state.stampedes.len()), (-1, 1));
    assert!(game.told("SSS 41.19"));
}

#[test]
fn elephants_know_no_limit() {
    // SSS 2.5, 41.1, 41.2: of 20 points 15 are lost, and they stay.
    let heavy = "arm = \"foot-artillery\"\nguns = [\"heavy\", \"heavy\", \"heavy\"]";
    let parts =
        [unit("red", [10.0, 10.0], heavy), unit("blue", [10.0, 16.0], TWO), unit("blue-far", [30.0, 20.0], FOOT)];
    let mut game = Game::with(ELEPHANTS, "shooting", &parts);
    assert_eq!(game.rules.units[game.id("blue").ix()].initial_points(), 20);
    // 18 dice of canister at 4+, fifteen not saved; they pass their test.
    game.says("red", "shoot red at blue 0", &dice(&[(18, 4), (15, 5), (3, 6), (2, 6)]));
    assert_eq!((game.unit("blue").hits, game.unit("blue").bases), (15, 2));
    assert!(game.table().at_half(game.id("blue")) && !game.table().past_limit(game.id("blue")));
    game.pass_to("red", "choose-turn", &[5, 4]);
    assert_eq!((game.unit("blue").activity, widths(game.unit("blue").pose.at.y)), (Activity::Static, 16.0));
}

#[test]
fn a_crew_counts_a_point_for_each_man_and_is_four_at_most() {
    // SSS 41.2
    let crew = |men: u8| format!("arm = \"elephants\"\nbases = 2\ncrew = {men}");
    let parts = |men: u8| [unit("red", [10.0, 10.0], &crew(men)), unit("blue", [10.0, 20.0], FOOT)];
    let game = Game::with(ELEPHANTS, "orders", &parts(4));
    assert_eq!(game.rules.units[game.id("red").ix()].initial_points(), 24);
    assert_eq!(game.table().herd(game.id("red")).unwrap().beasts[1].crew, 4);
    assert!(faults(ELEPHANTS, &parts(5)).contains("SSS 41.2"));
}

#[test]
fn elephants_go_through_difficult_ground_as_if_it_were_open() {
    // SSS 41.3, T5, T16
    let gone = |kind: &str| {
        let moving = format!("{TWO}\nstart = {{ intent = \"move\" }}");
        let parts = [
            area(kind, "there", [5.0, 10.5, 15.0, 13.0]),
            unit("red", [10.0, 10.0], &moving),
            unit("blue", [10.0, 20.0], FOOT),
        ];
        let mut game = Game::with(ELEPHANTS, "movement", &parts);
        game.says("red", "pick red", &[]);
        let too_far = game.refused("red", "move advance 246");
        game.says("red", "move advance 120", &[]);
        (too_far.is_empty(), game.table().disruption(game.id("red")), game.refused("red", "move advance 120"))
    };
    // 4 BW are 240 mm: all of them through a light wood, 2 of them over rough ground (SSS 41.4).
    assert_eq!(gone("light-woods"), (false, 0, String::new()));
    assert!(!gone("rough").2.is_empty());
}

#[test]
fn elephants_have_neither_flank_nor_rear() {
    // SSS 41.6, G6
    let enfiladed = |what: &str| {
        let side = format!("{what}\nfacing = 90");
        let parts =
            [unit("red", [10.0, 10.0], THREE), unit("blue", [10.0, 15.0], &side), unit("blue-far", [30.0, 25.0], LINE)];
        let mut game = Game::with(ELEPHANTS, "shooting", &parts);
        game.says("red", "shoot red at blue 0", &[1; 9]);
        game.counted("SSS 12.1", "enfilade")
    };
    assert_eq!((enfiladed(TWO), enfiladed(FOOT)), (0, 1));
    // Charged from the side they are met in front: 16 dice at nobody's flank, no point for it.
    let charged = |what: &str| {
        let parts = [
            unit("red", [20.0, 10.0], &format!("{HEAVY}\nclass = \"A\"\nstart = {{ charges = \"blue\" }}")),
            unit("blue", [20.0, 14.0], &format!("{what}\nmissile = \"none\"\nfacing = 90")),
            unit("red-waits", [38.0, 1.0], "arm = \"infantry\"\nbases = 1\nstart = { intent = \"move\" }"),
        ];
        let mut game = Game::start(ELEPHANTS, "[start]\nphase = \"charges\"\nactive = \"red\"\n", &parts, &[6, 6]);
        game.says("blue", "answer blue stand no", &[6, 6]);
        game.pass_to("red", "move", &[]);
        game.state.contacts[0].met(game.id("blue"))
    };
    assert_eq!((charged(TWO), charged(FOOT)), (Aspect::Front, Aspect::Flank));
}

#[test]
fn crews_with_firearms_look_over_a_hill() {
    // SSS 41.12, G7
    let shot = |missile: &str| {
        let parts = [
            "\n[[ground.hills]]\nlevel = 1\nbox = [5.0, 11.0, 15.0, 12.0]\n".to_owned(),
            unit("red", [10.0, 10.0], &format!("{TWO}\ncrew-missile = \"{missile}\"")),
            unit("blue", [10.0, 13.0], FOOT),
            unit("red-near", [30.0, 10.0], FOOT),
            unit("blue-near", [30.0, 12.0], FOOT),
        ];
        Game::with(ELEPHANTS, "shooting", &parts).refused("red", "shoot red at blue 0")
    };
    assert_eq!((shot("musket"), shot("bow")), (String::new(), "SSS G7".into()));
}

#[test]
fn a_crew_counts_as_moving_when_its_elephant_moves() {
    // SSS 41.15
    let shot = |orders: &str, pieces: &[&str]| {
        let red = format!("{TWO}\ncrew-missile = \"bow\"\nstart = {{ intent = \"{orders}\" }}");
        let parts = [unit("red", [10.0, 10.0], &red), unit("blue", [10.0, 14.0], FOOT)];
        let mut game = Game::with(ELEPHANTS, "movement", &parts);
        if !pieces.is_empty() {
            game.moves("red", "red", pieces);
        }
        game.pass_to("red", "small-arms", &[]);
        game.says("red", "shoot red at blue 0", &[1; 2]);
        game.counted("SSS 12.1", "moved")
    };
    assert_eq!((shot("hold", &[]), shot("move-and-shoot", &["advance 60"])), (0, -1));
}

#[test]
fn who_does_not_see_a_beast_come_does_not_shoot_at_it() {
    // SSS 41.18, 11.4: a hill between the friends near by and its way.
    let parts = [
        unit("blue-line", [19.5, 22.5], "arm = \"infantry\"\nbases = 3\nmissile = \"none\""),
        unit("blue-near", [22.7, 22.5], THREE),
        "\n[[ground.hills]]\nlevel = 1\nbox = [20.15, 17.0, 21.15, 24.0]\n".into(),
    ];
    let mut game = wild("", &parts, &[6, 6, 6, 6]);
    game.pass_to("blue", "mahout", &[]);
    // Nobody is asked: the line is trampled at once.
    game.done("blue", &[&INTO_LINE[..], &dice(&[(8, 3), (9, 5)])].concat());
    assert!(!game.told("SSS 15.5") && game.unit("blue-line").fought);
}

#[test]
fn a_blast_hurts_a_beast_that_runs_wild_beside_it() {
    // SSS T12: any figures within 1 BW.
    let parts = [
        unit("red-guns", [19.5, 23.0], "arm = \"foot-artillery\"\nguns = [\"medium\"]"),
        unit("blue-guns", [19.5, 28.0], "arm = \"foot-artillery\"\nguns = [\"howitzer\"]"),
    ];
    let mut game = wild("", &parts, &[]);
    game.pass_to("blue", "mahout", &[]);
    game.done("blue", &[30, 1, 120, 1]);
    game.pass_to("blue", "artillery", &[]);
    // One gunner hit and saved; the ammunition: three dice for the battery, three at -1 for the beast that stands by.
    game.says("blue", "shoot blue-guns at red-guns 0", &[6, 2, 2, 5, 6, 1, 1, 1, 5, 4, 4, 4, 6, 1]);
    assert_eq!([game.state.stampedes[0].points, game.state.stampedes[1].points], [8, 7]);
}

#[test]
fn elephants_may_begin_with_wounds() {
    // SSS 41.1, 41.2: ten hits are one beast of 8 without a crew, and 2 of the next.
    let parts = |hits: u8| {
        let herd = format!("arm = \"elephants\"\nbases = 3\nstart = {{ hits = {hits} }}");
        [unit("red", [10.0, 10.0], LINE), unit("blue", [10.0, 20.0], &herd)]
    };
    let game = Game::with(ELEPHANTS, "orders", &parts(10));
    let beasts = &game.table().herd(game.id("blue")).unwrap().beasts;
    assert_eq!(beasts.iter().map(|beast| beast.points).collect::<Vec<_>>(), [6, 8]);
    assert_eq!((game.unit("blue").bases, game.unit("blue").hits), (2, 10));
    assert!(faults(ELEPHANTS, &parts(24)).contains("nothing of it is left"));
}
