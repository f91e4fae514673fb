//! The table under a hand: what pointing and dragging mean, what is laid over the map, and what shows on it.

use crate::game::{Game, chief, unit};
use kernel::pointing::aimed;
use kernel::{Aim, Aimed, Picture, Seat};

const LINE: &str = "arm = \"infantry\"\nbases = 4";
const GUNS: &str = "arm = \"foot-artillery\"\nguns = [\"medium\", \"medium\"]";
const SKIRMISH: &str = "arm = \"infantry\"\norder = \"skirmish\"\nbases = 2";
const RED: Seat = Seat(0);
const LEADERS: u16 = 3_000;

fn number(game: &Game, key: &str) -> u16 {
    u16::from(game.id(key).0)
}

fn place([x, y]: [f64; 2]) -> Option<[f64; 2]> {
    Some([x * 60.0, y * 60.0])
}

fn means(game: &Game, aim: Aim) -> Aimed {
    aimed(&game.rules, &game.state, RED, &aim).unwrap_or_else(|| panic!("{aim:?} means nothing"))
}

/// A unit dragged so far to the east and north, in base widths.
fn dragged(game: &Game, key: &str, by: [f64; 2], facing: Option<f64>) -> Aimed {
    let body = game.table().body(game.id(key)).center();
    let at = Some([body.x / 1_000.0 + by[0] * 60.0, body.y / 1_000.0 + by[1] * 60.0]);
    means(game, Aim { body: Some(number(game, key)), at, facing, ..Aim::default() })
}

fn ordering(parts: &[String]) -> Game {
    let parts = [parts, &[chief("red", "superior", [21.0, 8.0])]].concat();
    let mut game = Game::turn("", &parts, &[5, 4]);
    game.says("red", "take first", &[]);
    game
}

fn moving(what: &str) -> Game {
    let red = format!("{what}\nstart = {{ intent = \"move\" }}");
    let mut game = Game::at("movement", &[unit("red", [20.0, 10.0], &red), unit("blue", [30.0, 23.0], LINE)]);
    game.says("red", "pick red", &[]);
    game
}

#[test]
fn orders_are_given_on_the_map() {
    let parts = [unit("red", [20.0, 10.0], LINE), unit("blue", [20.0, 14.0], LINE)];
    let game = ordering(&parts);
    let tap = Aim { target: Some(number(&game, "red")), ..Aim::default() };
    assert_eq!(means(&game, tap).decision, "order red move");
    let onto = Aim { body: Some(number(&game, "red")), target: Some(number(&game, "blue")), ..Aim::default() };
    let charge = means(&game, onto);
    assert_eq!(charge.decision, "order red charge blue");
    assert_eq!(charge.mark.targets, [number(&game, "blue")]);
    // Dropped beside the enemy's bodies it is the same; far from anybody it is a move.
    assert_eq!(dragged(&game, "red", [0.0, 3.9], None).decision, "order red charge blue");
    assert_eq!(dragged(&game, "red", [6.0, 1.0], None).decision, "order red move");
}

#[test]
fn a_drag_is_the_manoeuvre_that_comes_nearest() {
    let game = moving(LINE);
    assert_eq!(dragged(&game, "red", [0.0, 1.0], None).decision, "move advance 60");
    assert_eq!(dragged(&game, "red", [0.0, -0.5], None).decision, "move step-back 30");
    // Farther than it goes: as far as it goes.
    let most = game.table().move_left(game.id("red"), game.unit("red").way) / 1_000;
    assert_eq!(dragged(&game, "red", [0.0, 30.0], None).decision, format!("move advance {most}"));
    let wheel = dragged(&game, "red", [0.0, 0.0], Some(20.0));
    assert_eq!((wheel.decision.as_str(), wheel.refusal.is_none()), ("move wheel right 20", true));
    assert_eq!(wheel.ghost.map(|ghost| ghost.facing), Some(20.0));
    assert_eq!(dragged(&game, "red", [0.0, 0.0], Some(180.0)).decision, "move about-face");
}

#[test]
fn skirmishers_go_where_they_are_dragged() {
    let game = moving(SKIRMISH);
    let there = dragged(&game, "red", [2.0, -1.0], Some(90.0));
    assert!(there.refusal.is_none() && there.decision.starts_with("move free "), "{}", there.decision);
    let ghost = there.ghost.unwrap();
    assert_eq!(ghost.facing, 90.0);
    assert!((ghost.at[0] - 22.0 * 60.0).abs() < 1.0, "{:?}", ghost.at);
}

#[test]
fn what_cannot_be_done_says_why() {
    let game = moving(GUNS);
    let aside = dragged(&game, "red", [0.0, 0.0], Some(90.0));
    assert_eq!(aside.decision, "move traverse 90");
    let far = Aim { body: Some(number(&game, "red")), at: place([f64::NAN, 1.0]), ..Aim::default() };
    assert!(aimed(&game.rules, &game.state, RED, &far).is_none());
}

#[test]
fn fire_is_aimed_by_pointing() {
    let parts = [unit("red", [20.0, 10.0], LINE), unit("blue", [20.0, 13.0], LINE), unit("blue-2", [30.0, 13.0], LINE)];
    let mut game = ordering(&parts);
    game.pass_to("red", "small-arms", &[]);
    let shot = Aim { body: Some(number(&game, "red")), target: Some(number(&game, "blue")), ..Aim::default() };
    assert_eq!(means(&game, shot).decision, "shoot red at blue 0");
    // The enemy alone: whoever can shoot at it.
    let enemy = Aim { target: Some(number(&game, "blue")), ..Aim::default() };
    assert_eq!(means(&game, enemy).decision, "shoot red at blue 0");
    let beyond = Aim { body: Some(number(&game, "red")), target: Some(number(&game, "blue-2")), ..Aim::default() };
    assert!(means(&game, beyond).refusal.is_some());
}

#[test]
fn ranges_arcs_charges_command_and_sight_are_laid_over_the_map() {
    let parts = [unit("red", [20.0, 10.0], LINE), unit("blue", [20.0, 14.0], LINE)];
    let game = ordering(&parts);
    let names = |body: u16, what: &str| -> Vec<String> {
        game.rules.overlay(&game.state, None, body, what).into_iter().map(|zone| zone.name).collect()
    };
    let red = number(&game, "red");
    assert_eq!(names(red, "arc"), ["muskets: arc of fire"]);
    assert_eq!(
        names(red, "range"),
        ["muskets: long range, up to 6 BW", "muskets: medium range, up to 3 BW", "muskets: short range, up to 1 BW"]
    );
    assert_eq!(names(red, "charge").len(), 1);
    assert_eq!(names(red, "sight"), ["sees blue"]);
    assert_eq!(names(red, "command"), names(LEADERS, "command"));
    assert!(names(LEADERS + 999, "command").is_empty() && names(red, "nonsense").is_empty());
    // Nothing reaches over the edge of the table.
    for zone in game.rules.overlay(&game.state, None, red, "range") {
        assert!(zone.outline.iter().all(|&[x, y]| x >= 0.0 && y >= 0.0), "{zone:?}");
    }
}

#[test]
fn questions_name_the_unit_and_what_is_left_of_its_move() {
    // SSS 8.1
    use kernel::{Notation, Rulebook, Telling};
    let game = moving(LINE);
    let question = game.rules.ask(&game.state, RED, &mut Vec::new());
    let words = game.rules.put(&game.state, RED, &question);
    assert!(words.contains("how does red move? ") && words.ends_with(" BW left."), "{words}");
    // Being done is told by what it means for the others.
    let game = ordering(&[unit("red", [20.0, 10.0], LINE), unit("blue", [20.0, 14.0], LINE)]);
    let done = game.rules.read("done").unwrap();
    assert_eq!(game.rules.describe(&game.state, &done), "the others hold their ground");
}
