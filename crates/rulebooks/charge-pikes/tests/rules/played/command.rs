//! Chapters 9, 11 and 13 as they are played: generals in danger and on the move, columns, recovery, pursuit over the edge.

use super::{Game, chief, unit};
use charge_pikes::state::{Mode, Morale, Place};

const FEW: &str = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 8\nfiles = 4";
const SHOT: &str = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 24\nfiles = 12";
const HORSE: &str = "kind = \"horse\"\ngrade = \"C\"\nfigures = 12\nfiles = 6";

fn sub_general(key: &str, side: &str, with: &str) -> String {
    format!(
        "\n[[generals]]\nkey = \"{key}\"\nname = \"{key}\"\nside = \"{side}\"\nrank = \"chief\"\nwith = \"{with}\"\n"
    )
}

#[test]
fn a_general_beyond_the_edge_is_in_no_danger() {
    // CP 9.12: he is off the table with his horse, near whose way off a regiment is shot at.
    let away = format!("{HORSE}\nfacing = \"north\"\nstart = {{ off-table-since = 1 }}");
    let parts = [
        unit("red", [36.0, 0.0], &away),
        unit("red-foot", [36.0, 3.0], SHOT),
        unit("blue", [36.0, 8.0], SHOT),
        sub_general("rupert", "red", "red"),
    ];
    let mut game = Game::at("shooting", &parts);
    game.says("blue", "shoot blue red-foot small-arms 0", &[]);
    game.pass_until(|game| game.told("CP 18.6.1"), &[6, 6, 6, 6, 6, 6]);
    assert!(game.unit("red-foot").others < 22, "it was hit hard");
    assert!(!game.told("CP 9.12"));
}

#[test]
fn generals_come_and_go_before_and_after_the_flight() {
    // CP 9.10: with a unit that is about to run off the table he is asked first, and may leave a steady unit as well.
    let runs = format!("{FEW}\nfacing = \"south\"\nstart = {{ routing = true, fled = true }}");
    let parts = [
        unit("red", [36.0, 5.0], &runs),
        unit("red-foot", [50.0, 20.0], SHOT),
        unit("blue", [36.0, 44.0], SHOT),
        sub_general("rupert", "red", "red"),
    ];
    let mut game = Game::at("flight", &parts);
    assert_eq!(game.topic("red"), "fleeing-generals");
    game.says("red", "detach rupert", &[]);
    game.says("red", "done", &[]);
    assert!(game.state().generals[0].alive && game.state().generals[0].attached.is_none());
    assert!(matches!(game.unit("red").place, Place::Gone(_)));
    // With a steady unit, while others of his side run.
    let runs = runs.replace("5.0", "30.0");
    let parts = [
        unit("red", [36.0, 30.0], &runs),
        unit("red-foot", [50.0, 20.0], SHOT),
        unit("blue", [10.0, 44.0], SHOT),
        sub_general("rupert", "red", "red-foot"),
    ];
    let mut game = Game::at("flight", &parts);
    game.says("red", "detach rupert", &[]);
    game.says("red", "attach rupert red", &[]);
    assert_eq!(game.state().generals[0].attached, Some(game.id("red")));
}

#[test]
fn an_enemy_who_comes_upon_a_loose_general_drives_him_off() {
    // CP G51: in a normal move, by ending on him or by passing over him.
    for (advance, ends) in [("152.4", 18.0), ("279.4", 23.0)] {
        let parts = [
            unit("red", [36.0, 12.0], HORSE),
            unit("blue", [60.0, 40.0], SHOT),
            unit("blue-near", [50.0, 30.0], FEW),
            chief("blue", [36.0, 18.0]),
        ];
        let mut game = Game::at("movement", &parts);
        game.pass_to("red", "move", &[]);
        game.says("red", "pick red", &[]);
        game.says("red", &format!("move advance {advance}"), &[]);
        assert!((f64::from(game.unit("red").pose.at.y) / 25_400.0 - ends).abs() < 0.01);
        assert!(game.told("CP G51"), "after {advance}");
        assert!(game.state().generals[0].alive);
    }
}

#[test]
fn a_column_is_shaken_by_whoever_comes_near_on_his_way() {
    // CP 7.3.5: the horse rides by just within twelve inches, and is farther off before and after.
    let column = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 12\nformation = \"march-column\"\nfacing = \"east\"";
    let parts =
        [unit("blue", [30.0, 24.0], column), unit("red", [44.85, 27.0], &format!("{HORSE}\nfacing = \"south\""))];
    let mut game = Game::at("movement", &parts);
    assert_eq!(game.unit("blue").morale, Morale::Good);
    game.pass_to("red", "move", &[]);
    game.says("red", "pick red", &[]);
    game.says("red", "move advance 304.8", &[]);
    let apart = game.body("blue").distance(&game.body("red")) / 25_400.0;
    assert!(apart > 12.2, "{apart}");
    assert_eq!(game.unit("blue").morale, Morale::Shaken, "{:?}", super::titles(&game.told));
}

#[test]
fn a_unit_burst_through_stays_disordered_that_turn() {
    // CP 11.1.5, G9: it stood the whole turn and had been disordered before; friends ran through it in that turn.
    let stands = format!("{SHOT}\nstart = {{ disordered = true }}");
    let runner = format!("{FEW}\nstart = {{ shaken = true }}");
    let recovers = |north: f64| {
        let parts = [
            unit("red", [36.0, 10.0], &stands),
            unit("red-runner", [36.0, 14.0], &runner),
            unit("blue", [36.0, north], SHOT),
        ];
        let mut game = Game::at("movement", &parts);
        game.pass_to("blue", "shoot", &[]);
        game.says("blue", "shoot blue red-runner small-arms 0", &[]);
        game.pass_until(|game| game.state().turn == 2, &[6, 1, 1, 1, 1, 1, 1]);
        game
    };
    let game = recovers(20.0);
    assert!(game.told("CP 11.1.5"), "{:#?}", super::titles(&game.told));
    assert!(game.unit("red").disordered);
}

#[test]
fn the_turn_that_finishes_a_change_is_not_stood() {
    // CP 11.3.1b, 15.9.6: it owes a full move to its about face, and is still disordered when that is done.
    for (start, still) in [("{ disordered = true, changing = 1 }", true), ("{ disordered = true }", false)] {
        let red = format!("{SHOT}\nstart = {start}");
        let parts = [unit("red", [36.0, 10.0], &red), unit("blue", [36.0, 44.0], SHOT)];
        let mut game = Game::at("movement", &parts);
        game.pass_until(|game| game.state().turn == 2, &[]);
        assert_eq!(game.unit("red").disordered, still);
        assert_eq!(game.unit("red").changing, 0);
    }
}

#[test]
fn a_router_that_leaves_at_once_is_followed() {
    // CP 13.2, 15.2.4: it breaks two inches from the edge; the horse that broke it goes after it.
    let parts = [
        unit("red", [36.0, 3.0], "kind = \"foot\"\ngrade = \"E\"\nmuskets = 24\nfiles = 12"),
        unit("red-foot", [60.0, 20.0], SHOT),
        unit("blue", [36.0, 15.0], HORSE),
    ];
    let start = "[start]\nphase = \"movement\"\nside-a = \"blue\"\n";
    let mut game = Game::start("", start, &parts, &[]);
    game.says("blue", "charge blue red", &[]);
    game.pass_until(|game| matches!(game.unit("red").place, Place::Gone(_)), &[1, 1]);
    assert!(matches!(game.unit("blue").mode, Mode::Pursuing { .. }));
    game.pass_until(|game| game.state().turn == 2 && game.topic("red") == "move", &[]);
    assert!(matches!(game.unit("blue").place, Place::OffTable { since: 2 }), "{:?}", game.unit("blue").place);
}

#[test]
fn a_column_is_shaken_by_whoever_it_passes_on_its_own_way() {
    // CP 7.3.5: it marches by just within twelve inches, and is farther off before and after.
    let column = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 12\nformation = \"march-column\"";
    let march = |east: f64, ground: &str| {
        let blue = "kind = \"foot\"\ngrade = \"C\"\nmuskets = 2\nfiles = 1\nfacing = \"west\"";
        let parts = [ground.to_owned(), unit("red", [30.0, 18.0], column), unit("blue", [east, 20.0], blue)];
        let mut game = Game::at("movement", &parts);
        game.pass_to("red", "move", &[]);
        assert_eq!(game.unit("red").morale, Morale::Good);
        game.says("red", "pick red", &[]);
        game.says("red", "move advance 304.8", &[]);
        let apart = game.body("blue").distance(&game.body("red")) / 25_400.0;
        assert!(apart > 12.0, "{apart}");
        game.unit("red").morale
    };
    assert_eq!(march(43.1, ""), Morale::Shaken);
    assert_eq!(march(43.4, ""), Morale::Good);
    // Nobody is seen through a hedge.
    let hedge = "\n[[ground.lines]]\nname = \"hedge\"\nkind = \"hedgerow\"\npoints = [[36, 0], [36, 48]]\n";
    assert_eq!(march(43.1, hedge), Morale::Good);
}

#[test]
fn a_swedish_regiment_that_closes_up_has_not_stood() {
    // CP 11.3.1b, 20.1.4, G89: it was disordered, changes its form before the horse, and is disordered still.
    for reacts in [true, false] {
        let regiment = "kind = \"foot\"\ngrade = \"A\"\npikes = 12\nmuskets = 12\nswedish = true\n\
                        formation = \"muskets-forward\"\nstart = { disordered = true }";
        // Mounted dragoons turn away from pikes as soon as their nerve fails.
        let riders = "kind = \"dragoons\"\ngrade = \"E\"\nfigures = 4\nfiles = 4";
        let parts =
            [unit("red", [36.0, 10.0], riders), unit("blue", [36.0, 20.0], regiment), unit("red-far", [4.0, 4.0], FEW)];
        let mut game = Game::with("swedish-system = true", "movement", &parts, &[]);
        game.says("red", "charge red blue", &[]);
        if reacts {
            game.says("blue", "react blue pikes-forward", &[]);
        }
        game.pass_until(|game| game.state().turn == 2, &[1]);
        assert!(!game.unit("blue").fought && !game.unit("blue").shot);
        assert_eq!(game.unit("blue").disordered, reacts, "{:#?}", super::titles(&game.told));
    }
}

#[test]
fn a_forlorn_hope_in_pursuit_beyond_the_edge_is_not_lost() {
    // CP 11.2.1, G65: six of the twelve have followed their enemy off the table.
    let regiment = "kind = \"foot\"\ngrade = \"D\"\nmuskets = 12\nfiles = 6\nforlorn-hope = 6";
    let parts = [
        unit("red", [36.0, 34.0], regiment),
        unit("blue", [36.0, 45.0], "kind = \"foot\"\ngrade = \"E\"\nmuskets = 4\nfiles = 4"),
        unit("blue-far", [60.0, 20.0], FEW),
    ];
    let mut game = Game::with("forlorn-hopes = true", "movement", &parts, &[]);
    game.says("red", "charge red-forlorn blue", &[]);
    game.pass_until(|game| matches!(game.unit("blue").place, Place::Gone(_)), &[6, 1]);
    game.pass_until(|game| matches!(game.unit("red-forlorn").place, Place::OffTable { .. }), &[1]);
    let table = game.battle.table();
    assert_eq!(table.surviving(game.id("red")), 12);
    assert!(!table.exhausted(game.id("red")));
    assert_eq!(table.losses(table.side(game.id("red"))).0, 0);
}

#[test]
fn after_the_flight_a_general_joins_those_who_have_come_within_his_ride() {
    // CP 9.10: thirty inches off they are out of reach; ten inches nearer they are not.
    let runs = format!("{FEW}\nfacing = \"south\"\nstart = {{ routing = true, fled = true }}");
    let parts = [
        unit("red", [36.0, 44.0], &runs),
        unit("red-foot", [50.0, 14.0], SHOT),
        unit("blue", [4.0, 44.0], FEW),
        chief("red", [36.0, 14.0]),
    ];
    let mut game = Game::at("flight", &parts);
    let joins = "attach red-chief red";
    assert_eq!((game.topic("red"), game.refused("red", joins).as_str()), ("fleeing-generals", "CP 15.12.1"));
    assert!(!game.menu("red").iter().any(|words| words == joins));
    game.says("red", "done", &[]);
    assert!(game.told("CP 15.1.6"), "it has run on");
    assert_eq!(game.topic("red"), "fleeing-generals");
    assert!(game.menu("red").iter().any(|words| words == joins));
    game.says("red", joins, &[]);
    assert_eq!(game.state().generals[0].attached, Some(game.id("red")));
}

#[test]
fn a_regiment_and_its_forlorn_hope_lose_in_proportion_together() {
    // CP 8.3, G3, G86: the six of the hope were musketeers, so the next to fall are two of the pikes.
    let regiment = "kind = \"foot\"\ngrade = \"A\"\npikes = 12\nmuskets = 24\nforlorn-hope = 6";
    let parts = [unit("red", [36.0, 20.0], regiment), unit("blue", [36.0, 28.0], SHOT)];
    let mut game = Game::with("forlorn-hopes = true", "shooting", &parts, &[]);
    game.says("blue", "shoot blue red-forlorn small-arms 0", &[]);
    game.pass_until(|game| game.state().turn == 2, &[6, 6, 6, 1, 1, 1]);
    assert!(matches!(game.unit("red-forlorn").place, Place::Gone(_)), "{:#?}", super::titles(&game.told));
    assert_eq!((game.unit("red").pikes, game.unit("red").others), (12, 18));
    game.pass_to("blue", "shoot", &[]);
    game.says("blue", "shoot blue red small-arms 0", &[]);
    game.pass_until(|game| game.told("CP 18.6.1"), &[5, 5, 1, 1, 1, 1]);
    assert_eq!((game.unit("red").pikes, game.unit("red").others), (10, 18));
}
