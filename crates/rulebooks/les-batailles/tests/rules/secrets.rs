//! What a side may not know (5.1.2; table 1).

use crate::common::*;
use kernel::{Notation, Picture, Rulebook, Seat, Secrecy, Seeded};
use les_batailles::fire::{Occasion, exchange};

const FRENCH: Seat = Seat(0);
const ALLIES: Seat = Seat(1);

fn game() -> Game {
    position()
        .unit(foot("a", "f11").at("0505", "e").set("losses", 2))
        .unit(light("b", "f11").at("0507 0607", "n").in_("skirmish").set("losses", 1))
        .unit(guns("c", "f11").at("0909", "e").set("rounds", 7))
        .unit(guns("d", "f11").at("1010", "").set("limbered", true))
        .leader(leader("foy", "f11", "0505").with("morale", "3"))
        .leader(leader("ney", "f1", "0505").with("morale", "2").set("moved", true))
        .unit(foot("e", "a11").at("1505", "w"))
        .still()
}

#[test]
fn the_specific_side_is_hidden_from_the_enemy() {
    // LB 5.1.2b, 5.1.2c, 5.3.1a, G34: skirmishers and unlimbered guns lie open, what is marked below them does not.
    let game = game();
    let seen = game.rules.redact(&game.state, ALLIES);
    let unit = |key: &str| &seen.units[game.id(key).ix()];
    assert_eq!(["a", "b", "c", "d", "e"].map(|key| unit(key).specific.is_some()), [false, true, true, false, true]);
    // That there are rounds left is seen, how many is not.
    assert_eq!((unit("a").losses, unit("b").losses, unit("c").rounds), (0, 0, 1));
    let leader = |key: &str| seen.leaders[game.leader_id(key).ix()].bonuses;
    assert!(leader("foy").is_none() && leader("ney").is_some());
    let own = game.rules.redact(&game.state, FRENCH);
    assert_eq!(own.units[game.id("a").ix()], *game.unit("a"));
    assert!(own.units[game.id("e").ix()].specific.is_none());
}

#[test]
fn where_guns_have_no_zone_is_seen() {
    // LB 10.1c, G34: a column goes straight past empty guns, and stops before others; either is known to whoever leads it.
    for (rounds, refused) in [(3, Some("LB 10.2.2.2b")), (0, None)] {
        let mut game = position()
            .unit(guns("c", "f11").at("0910", "e").set("rounds", rounds))
            .unit(foot("e", "a11").at("1010", "nw"))
            .unit(foot("b", "f11").at("0101", "e"))
            .leader(leader("d", "a11", "1010"))
            .start("segment = \"maneuver\"\nmaneuver-units = [\"d\"]")
            .play(&[1]);
        game.say("take e");
        assert_eq!(game.refused("step nw").as_deref(), refused, "{rounds} {:?}", game.offered());
        let seen = game.rules.redact(&game.state, ALLIES);
        let step = game.rules.read("step nw").unwrap();
        assert_eq!(game.rules.judge(&seen, ALLIES, &step), game.rules.judge(&game.state, ALLIES, &step));
    }
}

#[test]
fn what_is_hidden_can_be_supposed() {
    let game = game();
    let supposed = game.rules.imagine(&game.state, ALLIES, &mut Seeded::new(1));
    assert!(supposed.units.iter().all(|unit| unit.specific.is_some()));
    assert!(supposed.leaders.iter().all(|leader| leader.bonuses.is_some()));
    assert_eq!(supposed.units[game.id("a").ix()].losses, 0);
}

#[test]
fn cards_and_chips_keep_the_secret() {
    let game = game();
    let text = |seat: Option<Seat>| {
        let facts = game.rules.facts(&game.state, seat, Some(game.id("a").0));
        facts.iter().map(|fact| format!("{}={}", fact.name, fact.text)).collect::<Vec<_>>().join(" ")
    };
    assert!(text(None).contains("Morale=21") && text(Some(FRENCH)).contains("losses=2"));
    assert!(!text(Some(ALLIES)).contains("Morale") && !text(Some(ALLIES)).contains("losses"));
    let badges = |seat| {
        let scene = game.rules.scene(&game.state, Some(seat));
        let body = scene.bodies.iter().find(|body| body.key == "a").unwrap();
        body.badges.iter().map(|badge| badge.text.clone()).collect::<Vec<_>>()
    };
    assert_eq!((badges(FRENCH), badges(ALLIES)), (vec!["column".to_owned(), "-2".into()], vec!["column".into()]));
}

#[test]
fn the_judge_says_nothing_of_the_enemys_rounds() {
    // LB 1.0a, G34: whether a battery of the enemy still could fire is not told to whoever would order it.
    let mut game = position()
        .unit(guns("c", "f11").at("0909", "e").set("rounds", 7))
        .unit(foot("e", "a11").at("1208", "w"))
        .unit(guns("g", "a11").at("1209", "w"))
        .still();
    game.begin(&[], |play| play.state.agenda.push_all(&exchange(Occasion::Segment)));
    let decision = game.rules.read("fire 0909 1209").unwrap();
    let seen = game.rules.redact(&game.state, ALLIES);
    let told = game.rules.judge(&game.state, ALLIES, &decision);
    assert_eq!(told, game.rules.judge(&seen, ALLIES, &decision));
    assert_eq!(told.unwrap_err().rule, "LB 1.0a");
}
