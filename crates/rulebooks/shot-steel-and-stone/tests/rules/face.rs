//! What players are told and shown: menus, results, markers, fires, and what the odds of a deed look at.

use crate::buildings::{burning, town};
use crate::game::{Game, HEAVY, LIGHT_HORSE, LINE, SKIRMISHERS, chief, sub, under, unit};
use kernel::odds::{Search, odds};
use kernel::scene::Zone;
use kernel::{Notation, Picture, Seat, Telling};
use shot_steel_and_stone::state::Pending;

/// A decision as the menu has it.
fn words(game: &Game, decision: &str) -> String {
    game.rules.describe(&game.state, &game.rules.read(decision).unwrap())
}

fn orders(parts: &[String]) -> Game {
    Game::at("orders", parts)
}

#[test]
fn an_order_to_charge_says_how_it_stands() {
    // SSS G41, 1.5.2c, 9.7: a line goes 3 and 1 BW; 2 more in top form.
    let far = |gap: f64, more: &[String]| {
        let parts = [
            chief("red", "superior", [18.0, 3.0]),
            unit("red", [20.0, 5.0], LINE),
            unit("blue", [20.0, 5.0 + gap], LINE),
        ];
        orders(&[&parts, more].concat())
    };
    let said = |game: &Game| words(game, "order red charge blue");
    assert_eq!(said(&far(3.5, &[])), "red: charge blue");
    assert!(
        said(&far(5.5, &[])).starts_with("red: charge blue, 1.5 BW too far unless its leader"),
        "{}",
        said(&far(5.5, &[]))
    );
    // Its own skirmishers stand in the way, whom no charge passes through.
    let barred = far(3.5, &[unit("red-light", [20.0, 6.2], SKIRMISHERS)]);
    assert_eq!(said(&barred), "red: charge blue, which no way leads to as all stand now");
}

#[test]
fn nobody_is_ordered_to_charge_beyond_what_top_form_could_bring() {
    // SSS T3, G41, G49: foot gains 2 BW, horse 3, and whoever is not led nothing.
    let gap = |what: &str, gap: f64, leads: bool| {
        let leader = if leads { chief("red", "superior", [20.0, 2.0]) } else { chief("red", "cautious", [1.0, 1.0]) };
        orders(&[leader, unit("red", [20.0, 5.0], what), unit("blue", [20.0, 5.0 + gap], LINE)])
            .refused("red", "order red charge blue")
    };
    assert_eq!([gap(LINE, 5.9, true), gap(LINE, 6.1, true)], ["", "SSS G41"]);
    assert_eq!([gap(HEAVY, 9.9, true), gap(HEAVY, 10.1, true)], ["", "SSS G41"]);
    // Light horse acts on its own initiative: a leader in range who does not lead it adds nothing.
    assert_eq!([gap(LIGHT_HORSE, 8.9, false), gap(LIGHT_HORSE, 9.1, false)], ["", "SSS G41"]);
    assert_eq!([gap(LIGHT_HORSE, 9.1, true)], ["SSS G41"]);
    let mut led = orders(&[
        chief("red", "superior", [20.0, 2.0]),
        unit("red", [20.0, 5.0], LIGHT_HORSE),
        unit("blue", [20.0, 14.1], LINE),
    ]);
    led.says("red", "lead red-chief red", &[]);
    assert_eq!(led.refused("red", "order red charge blue"), "");
}

#[test]
fn who_waits_out_of_command_is_told_why() {
    // SSS 4.4a, G50
    let game = orders(&[
        sub("red-left", "cautious", [1.0, 1.0]),
        under("red-left", &unit("red", [20.0, 5.0], LINE)),
        unit("blue", [20.0, 25.0], LINE),
    ]);
    assert!(game.menu("red").contains(&"order red change".to_owned()), "{:?}", game.menu("red"));
    assert_eq!(words(&game, "order red change"), "red: out of command: change formation");
}

#[test]
fn a_shot_says_its_dice_and_what_they_need() {
    // SSS 12.1, 12.2, T8, T10: six bases at medium range, with their first volley.
    let mut game = Game::at("shooting", &[unit("red", [20.0, 5.0], LINE), unit("blue", [20.0, 7.0], LINE)]);
    let volley = game.menu("red").remove(0);
    let shown = words(&game, &volley);
    let told = game.told.len();
    let dice: Vec<u8> = vec![1; shown.split(", ").nth(1).unwrap().split(' ').next().unwrap().parse().unwrap()];
    game.says("red", &volley, &dice);
    let shot = game.told[told..].iter().find(|entry| entry.rule == "SSS 12.1").unwrap();
    let counted = |text: &str| shot.lines.iter().find(|line| line.text == text).unwrap().value;
    let expected = format!("red shoots at blue, {} dice at {}+", counted("dice"), counted("each needs"));
    assert_eq!(shown, expected);
}

#[test]
fn results_agree_with_whom_they_are_told_of() {
    // SSS 40.1 to 40.9
    let mut game = Game::at(
        "orders",
        &[chief("red", "superior", [20.0, 2.0]), unit("red", [20.0, 5.0], LINE), unit("blue", [20.0, 8.4], LINE)],
    );
    game.says("red", "order red charge blue", &[]);
    game.pass_to("red", "leadership", &[]);
    game.says("red", "test red-chief", &[3, 3, 1, 1]);
    let test = game.told.iter().find(|entry| entry.rule == "SSS 35.4").unwrap();
    assert!(test.result.to_string().starts_with("red fails and "), "{}", test.result);
    let roll = game.told.iter().find(|entry| entry.rule == "SSS 5.5").unwrap();
    assert!(roll.result.to_string().contains("well obeyed: 2 BW more for mounted troops"), "{}", roll.result);
}

#[test]
fn what_a_failed_test_still_brings_is_marked() {
    // SSS 40.1, 40.2, 40.4
    let mut game = orders(&[unit("red", [20.0, 5.0], LINE), unit("blue", [20.0, 25.0], LINE)]);
    let marks = |game: &Game| {
        let scene = game.rules.scene(&game.state, None);
        let body = scene.bodies.into_iter().find(|body| body.key == "blue").unwrap();
        body.badges.into_iter().map(|badge| badge.text).collect::<Vec<String>>()
    };
    let ix = game.id("blue").ix();
    for (pending, mark) in
        [(Pending::Halt, "has to halt"), (Pending::Retire, "has to retire"), (Pending::Retreat, "has to retreat")]
    {
        assert!(!marks(&game).iter().any(|one| one == mark));
        game.state.units[ix].pending = pending;
        assert!(marks(&game).iter().any(|one| one == mark), "{:?}", marks(&game));
    }
}

#[test]
fn the_odds_of_a_charge_look_as_far_as_its_fight() {
    // SSS 1.0: ordered, tested, run, fought and answered for in one player turn.
    let game = orders(&[
        chief("red", "superior", [20.0, 2.0]),
        unit("red", [20.0, 5.0], HEAVY),
        unit("blue", [20.0, 9.0], LINE),
    ]);
    let search = Search { most_paths: 50, samples: 60, ..Search::default() };
    let found = |words: &str| {
        let decision = game.rules.read(words).unwrap();
        odds(&game.rules, &game.state, Seat(0), &[decision], &search, &|| 1.0).unwrap()
    };
    let charge = found("order red charge blue");
    let struck =
        charge.chances.iter().any(|chance| chance.effect.subject == "blue" && chance.effect.what == "is disrupted");
    assert!(struck, "{:?}", charge.chances);
    assert!(found("order red move").chances.is_empty());
}

#[test]
fn the_odds_of_battering_walls_tell_of_the_walls() {
    // SSS 17.6, 17.8
    let guns = "arm = \"foot-artillery\"\nguns = [\"heavy\", \"heavy\", \"heavy\"]";
    let parts = [
        town("Mill", [18.0, 8.0, 22.0, 11.0], "wooden"),
        unit("red", [20.0, 5.0], guns),
        unit("blue", [36.0, 25.0], LINE),
    ];
    let game = Game::at("shooting", &parts);
    let words = game.menu("red").into_iter().find(|words| words.contains("walls")).unwrap();
    let decision = game.rules.read(&words).unwrap();
    let found = odds(&game.rules, &game.state, Seat(0), &[decision], &Search::default(), &|| 1.0).unwrap();
    assert!(
        found.chances.iter().any(|chance| chance.effect.subject == "Mill" && chance.effect.what.starts_with("loses "))
    );
}

#[test]
fn a_fire_is_shown_with_its_wind_and_where_it_may_leap() {
    // SSS 17.11, G31: the wind blows east; a barn lies 1 BW downwind, a shed as far upwind.
    let fires = |parts: &[String]| -> Vec<Zone> {
        let game = orders(&[parts, &[unit("red", [20.0, 2.0], LINE), unit("blue", [20.0, 25.0], LINE)]].concat());
        game.rules.scene(&game.state, None).zones.into_iter().filter(|zone| zone.fire.is_some()).collect()
    };
    let mill = burning("Mill", [10.0, 15.0, 14.0, 18.0], "wooden", 1);
    let [fire] = fires(std::slice::from_ref(&mill)).try_into().unwrap();
    assert_eq!((fire.name.as_str(), fire.fire), ("Mill burns, the wind blows east", Some(90.0)));
    let barn = town("Barn", [15.0, 15.5, 16.0, 17.5], "wooden");
    let shed = town("Shed", [8.0, 15.5, 9.0, 17.5], "wooden");
    let [fire] = fires(&[mill, barn, shed]).try_into().unwrap();
    assert_eq!(fire.name, "Mill burns, the wind blows east: it may spread to Barn");
    assert!(fires(&[town("Mill", [10.0, 15.0, 14.0, 18.0], "wooden")]).is_empty());
}
