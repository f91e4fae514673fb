//! The field under a hand: what is pointed at, and what lies over the map.

use crate::common::*;
use kernel::{Aim, Handling, Notation, Picture};

fn active(position: Position, leader_at: &str) -> Game {
    position
        .unit(foot("far", "a21").at("2424", "w"))
        .leader(leader("d", "f11", leader_at))
        .start("segment = \"maneuver\"\nmaneuver-units = [\"d\"]")
        .play(&[1])
}

fn at(game: &Game, hex: &str) -> Option<[f64; 2]> {
    Some(game.table().grid().centre(game.hex(hex)))
}

fn meant(game: &Game, aim: &Aim) -> Vec<String> {
    game.rules.aim(&game.state, game.asked(), aim).iter().map(|decision| game.rules.notate(decision)).collect()
}

#[test]
fn a_stack_is_taken_up_and_led_by_pointing() {
    let start = position().unit(foot("u", "f11").at("1010", "e")).unit(foot("v", "f11").at("0808", "e"));
    let mut game = active(start, "0909");
    let u = game.id("u").0;
    // A hand on the unit takes it up.
    assert_eq!(meant(&game, &Aim { target: Some(u), ..Aim::default() })[0], "take u");
    game.say("take u");
    // A hand on a hex leads it there; the mark tells what it costs.
    let aim = Aim { body: Some(u), at: at(&game, "1110"), ..Aim::default() };
    assert_eq!(meant(&game, &aim)[0], "step e");
    let step = game.rules.read("step e").unwrap();
    let mark = game.rules.mark(&game.state, game.asked(), &step);
    assert_eq!((mark.actor, mark.cost.as_str()), (Some(u), "1 point"));
    // Where it may not go the judge says why: it is behind it (LB 13.1.6a).
    let aim = Aim { at: at(&game, "0910"), ..Aim::default() };
    assert_eq!(meant(&game, &aim), ["step w"]);
    assert_eq!(game.refused("step w").as_deref(), Some("LB 13.1.6a"));
    // Dropped where it stands and turned.
    let aim = Aim { body: Some(u), at: at(&game, "1010"), facing: Some(270.0), ..Aim::default() };
    assert_eq!(meant(&game, &aim)[0], "face w");
    // Its points are counted in halves.
    game.say("step e");
    let stepping = game.rules.stepping(&game.state, game.asked()).unwrap();
    assert_eq!((stepping.body, stepping.spent, stepping.allowance), (u, 2, 14));
}

#[test]
fn zones_and_reach_lie_over_the_map() {
    // LB 24.15, 12.10.7a, 13.1.1a.
    let start = position()
        .unit(foot("u", "f11").at("1010", "e").set("movement", 2))
        .unit(hussars("h", "f11").at("0505", "n").in_("line").set("increments", 4))
        .unit(hussars("s", "f11").at("0515 0615", "n").in_("skirmish"));
    let game = start.still();
    let shown = |key: &str, what: &str| !game.rules.overlay(&game.state, None, game.id(key).0, what).is_empty();
    assert!(shown("u", "zone") && shown("u", "reach") && shown("u", "front"));
    assert!(shown("h", "opportunity") && !shown("h", "skirmish"));
    assert!(shown("s", "skirmish") && !shown("s", "opportunity"));
}
