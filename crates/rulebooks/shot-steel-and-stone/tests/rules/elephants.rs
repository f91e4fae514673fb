//! Heading 41: elephants, their crews, and beasts that run wild.

use crate::game::{Game, HEAVY, unit};
use crate::melee::{Blow, blow_under, contact, dice, melees};
use shot_steel_and_stone::measures::BW;
use shot_steel_and_stone::state::Place;

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
    // At the beasts instead.
    let mut game = meets("pike-and-shot = \"on\"", pikes, TWO, ["fights", "fights"]);
    game.says("red", "fight red", &[]);
    game.says("red", "aim-at-crew no", &dice(&[(2, 6), (7, 5), (2, 1), (12, 3)]));
    assert_eq!(game.unit("blue").bases, 2);
    assert_eq!(game.table().herd(game.id("blue")).unwrap().beasts[0].points, 6);
}

/// Two elephants of red, in its turn from the orders on.
fn wild(options: &str, parts: &[String]) -> Game {
    let mut all = vec![unit("red", [20.0, 10.0], TWO)];
    all.extend_from_slice(parts);
    Game::start(&format!("{ELEPHANTS}{options}"), "[start]\nphase = \"orders\"\nactive = \"red\"\n", &all, &[])
}

fn stampede(game: &mut Game) {
    let id = game.id("red");
    game.act(&[], |play| play.stampede(id));
}

#[test]
fn a_herd_that_routs_runs_wild_and_tramples() {
    // SSS V64, 41.16, 41.17, 41.18, 41.19, G45
    let line = "arm = \"infantry\"\nbases = 3";
    let parts =
        [unit("red-line", [19.5, 11.5], &format!("{line}\nfacing = \"south\"")), unit("red-other", [5.0, 25.0], line)];
    let mut game = wild("", &parts);
    stampede(&mut game);
    assert_eq!((game.state.stampedes.len(), game.unit("red").place == Place::Table), (2, false));
    assert_eq!((game.state.stampedes[0].pose.at.x, game.state.stampedes[1].pose.at.x), (39 * BW / 2, 41 * BW / 2));
    // No mahout tries; the first runs north (120 of 120) 4 BW into the line: 8 dice miss, 9 dice of the line, one six, its second
    // die 4, the save 6; drawn. The second runs south.
    game.pass_to("red", "mahout", &[]);
    let thrown = dice(&[(1, 120), (1, 4), (8, 3), (1, 6), (8, 5), (1, 4), (1, 6), (1, 60), (1, 2)]);
    game.says("red", "done", &thrown);
    assert_eq!(blow_under(&game, "SSS 41.7", "a beast of red"), is(1, 8, 6, 0));
    assert_eq!(blow_under(&game, "SSS 23.1", "red-line"), is(3, 3, 3, -3));
    assert_eq!(game.state.stampedes[0].pose.at.y, 14 * BW);
    assert_eq!(game.state.stampedes[1].pose.at.y, 8 * BW);
}

#[test]
fn by_the_other_reading_it_stops_and_fights_in_its_turn() {
    // SSS G45
    let line = "arm = \"infantry\"\nbases = 3";
    let parts =
        [unit("red-line", [19.5, 11.5], &format!("{line}\nfacing = \"south\"")), unit("blue", [5.0, 25.0], line)];
    let mut game = wild("stampede-path = \"first-contact\"", &parts);
    stampede(&mut game);
    game.pass_to("red", "mahout", &[]);
    game.says("red", "done", &dice(&[(1, 120), (1, 4), (1, 60), (1, 2)]));
    assert_eq!(game.state.stampedes[0].met, Some(game.id("red-line")));
    assert!(game.state.stampedes[0].pose.at.y < 12 * BW);
}

#[test]
fn a_mahout_has_one_chance() {
    // SSS V64, 41.20
    let line = "arm = \"infantry\"\nbases = 3";
    let parts = [unit("red-other", [5.0, 5.0], line)];
    let mut game = wild("", &parts);
    stampede(&mut game);
    game.pass_to("red", "mahout", &[]);
    game.says("red", "spike 0", &[4]);
    assert_eq!(game.refused("red", "spike 0"), "SSS 41.20");
    assert_eq!(game.state.stampedes.len(), 2);
    // The other dies; what is left runs 1 BW east in this player turn and in the next: both sides' (SSS 41.17).
    game.says("red", "spike 1", &[5, 30, 1, 30, 1]);
    assert_eq!(game.state.stampedes.len(), 1);
}

#[test]
fn a_beast_off_the_table_is_gone() {
    // SSS 41.19
    let line = "arm = \"infantry\"\nbases = 3";
    let mut game = wild("", &[unit("red-other", [5.0, 5.0], line)]);
    stampede(&mut game);
    game.state.stampedes.truncate(1);
    game.state.stampedes[0].pose.at.y = 3 * BW;
    game.pass_to("red", "mahout", &[]);
    game.says("red", "done", &[60, 6]);
    assert!(game.state.stampedes.is_empty());
}

#[test]
fn elephants_know_no_limit() {
    // SSS 2.5, 41.1
    let parts = [unit("red", [10.0, 10.0], TWO), unit("blue", [10.0, 20.0], FOOT)];
    let mut game = Game::with(ELEPHANTS, "movement", &parts);
    let id = game.id("red");
    game.act(&[], |play| play.beast_hits(id, 15));
    assert!(game.table().at_half(id) && !game.table().past_limit(id));
    assert_eq!(game.unit("red").bases, 2);
}
