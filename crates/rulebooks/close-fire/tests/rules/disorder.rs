//! CF 8.1 to 8.5: Disorder Points and casualties.

use crate::game::{FOOT, Game, unit};
use close_fire::morale::Cause;
use close_fire::state::{Crew, Place, Service};

fn game(what: &str) -> Game {
    let parts = [unit("red", [700.0, 100.0], what), unit("blue", [700.0, 860.0], FOOT)];
    Game::turn("", &parts, &[6, 1])
}

/// DPs, bases and casualties of red after taking some.
fn after(what: &str, takes: &[(u8, Cause)]) -> (u8, u8, u8) {
    let mut game = game(what);
    let id = game.id("red");
    for &(count, cause) in takes {
        game.act(&[], |play| {
            play.take_dps(id, count, cause);
        });
    }
    let red = game.unit("red");
    (red.dps, red.bases(), red.casualties())
}

#[test]
fn at_its_limit_a_unit_loses_bases() {
    // CF 8.2, 8.3, G9, V21
    let start = |dps: u8| format!("{FOOT}\nstart = {{ dps = {dps} }}");
    assert_eq!(after(&start(3), &[(2, Cause::Combat)]), (4, 3, 1));
    assert_eq!(after(&start(3), &[(2, Cause::Combat), (1, Cause::Fire)]), (4, 2, 2));
    // CF V22: no limit is higher than 6.
    let nine = "class = \"foot\"\nbattalions = [5, 4]\nstart = { dps = 6 }";
    assert_eq!(after(nine, &[(1, Cause::Fire)]), (6, 8, 1));
}

#[test]
fn manoeuvre_stops_at_three_and_costs_no_base() {
    // CF 8.4, 8.5, G8
    assert_eq!(after(FOOT, &[(5, Cause::Manoeuvre)]), (3, 4, 0));
    let start = |dps: u8| format!("class = \"foot\"\nbattalions = [3]\nstart = {{ dps = {dps} }}");
    assert_eq!(after(&start(3), &[(1, Cause::Manoeuvre)]), (3, 3, 0));
    // CF V8: a gun takes two for manoeuvre though its limit is one.
    assert_eq!(after("class = \"gun\"", &[(2, Cause::Manoeuvre)]), (2, 1, 0));
}

#[test]
fn a_gun_is_lost_by_fire_and_left_by_morale() {
    // CF G7, V23, V46
    let service = |cause: Cause| {
        let mut game = game("class = \"gun\"");
        let id = game.id("red");
        game.act(&[], |play| {
            play.take_dps(id, 2, cause);
        });
        (game.unit("red").dps, game.unit("red").service)
    };
    assert_eq!(service(Cause::Fire), (1, Service::Abandoned(Crew::Killed)));
    assert!(matches!(service(Cause::Morale), (1, Service::Abandoned(Crew::At(_)))));
    // Combat leaves it to the result.
    assert_eq!(service(Cause::Combat), (1, Service::Crewed));
}

#[test]
fn a_unit_without_bases_is_destroyed() {
    // CF G9
    let mut game = game("class = \"foot\"\nbattalions = [3]\nstart = { dps = 3 }");
    let id = game.id("red");
    game.act(&[], |play| {
        play.take_dps(id, 5, Cause::Fire);
    });
    assert!(matches!(game.unit("red").place, Place::Gone(_)));
    assert_eq!(game.state.events.len(), 1);
}
