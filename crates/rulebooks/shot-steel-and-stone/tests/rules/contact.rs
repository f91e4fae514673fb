//! What a charge brings about where it strikes, meets somebody or comes to nothing.

use crate::game::{Game, HEAVY, LINE, SKIRMISHERS, area, unit, widths};
use crate::melee::dice;
use shot_steel_and_stone::disruption::Cause;
use shot_steel_and_stone::reaction::Occasion;
use shot_steel_and_stone::state::{Activity, Place, Stage};

const UNARMED: &str = "arm = \"infantry\"\nbases = 6\nmissile = \"none\"";
const TWO_HORSE: &str = "arm = \"heavy-cavalry\"\nbases = 2";
const ROUTING: &str = "activity = \"routing\", rout-moves = 1";

fn facing(what: &str, degrees: i32) -> String {
    format!("{what}\nfacing = {degrees}")
}

fn starting(what: &str, start: &str) -> String {
    format!("{what}\nstart = {{ {start} }}")
}

fn charging(what: &str, target: &str) -> String {
    starting(what, &format!("charges = \"{target}\""))
}

/// One who has still to move, so that the turn waits when the charges are over.
fn waits() -> String {
    unit("red-waits", [38.0, 1.0], "arm = \"infantry\"\nbases = 1\nstart = { intent = \"move\" }")
}

/// From the tests of red's chargers on, which all pass.
fn charges(options: &str, parts: &[String]) -> Game {
    let chargers = parts.iter().filter(|part| part.contains("charges = ")).count();
    let parts: Vec<String> = parts.iter().cloned().chain([waits()]).collect();
    Game::start(options, "[start]\nphase = \"charges\"\nactive = \"red\"\n", &parts, &[6, 6].repeat(chargers))
}

/// Red charges blue, who faces it.
fn charge(red: &str, blue: &str, off: f64) -> Game {
    charges(
        "",
        &[unit("red", [20.0, 10.0], &charging(red, "blue")), unit("blue", [20.0, 10.0 + off], &facing(blue, 180))],
    )
}

fn points(game: &Game, key: &str, cause: Cause) -> u8 {
    game.unit(key).disruption.of(cause)
}

#[test]
fn who_is_caught_forming_fights_neither_as_square_nor_as_line() {
    // SSS 1.5.3b, 1.5.3c, G17, G129: highly drilled foot that would strike first in line; double 6 spoils its square. The
    // cavalry has no -2, and strikes together with it.
    let drilled = format!("{UNARMED}\ntraits = [\"highly-drilled\", \"drilled-first-strike\"]");
    let fought = |answer: &str, forms: &[u8]| {
        let mut game = charge(HEAVY, &drilled, 3.0);
        game.says("blue", answer, &[6, 6]);
        game.says("red", "run red 0", forms);
        game.done("red", &dice(&[(38, 1)]));
        let blows = game.told.iter().filter(|entry| entry.rule == "SSS 23.1");
        let first = blows.map(|entry| entry.title.clone()).next().unwrap_or_default();
        let drilled = game.told.iter().flat_map(|entry| &entry.lines).any(|line| line.text.contains("highly drilled"));
        (first.starts_with("blue"), drilled)
    };
    assert_eq!(fought("answer blue square no", &[6, 6]), (false, false));
    // Standing in line it has both.
    assert_eq!(fought("answer blue stand no", &[]), (true, true));
}

#[test]
fn routers_that_are_ridden_down_were_reached() {
    // SSS G12, T16: touching them is contact.
    let router = starting(LINE, ROUTING);
    let rides = |off: f64| {
        let mut game = charge(HEAVY, &router, off);
        game.says("blue", "answer blue stand no", &[6, 6]);
        game.says("red", "run red 0", &[]);
        (
            game.unit("blue").place == Place::Table,
            points(&game, "red", Cause::FailedToContact),
            game.state.charges[0].stage,
        )
    };
    assert_eq!(rides(7.0), (false, 0, Stage::Contact));
    assert_eq!(rides(7.1), (true, 1, Stage::Short));
}

#[test]
fn foot_that_meets_charging_cavalry_is_disrupted() {
    // SSS T16, 1.5.2e, G14: whoever of the two set out first; not by cavalry that came less than 2 BW.
    let meets = |red: &str, blue: &str, off: f64| {
        let mut game = charge(red, blue, off);
        game.says("blue", "answer blue countercharge red", &[6, 6]);
        game.says("red", "run red 0", &[]);
        assert_eq!(game.state.contacts.len(), 1);
        (points(&game, "red", Cause::ChargedByCavalry), points(&game, "blue", Cause::ChargedByCavalry))
    };
    assert_eq!(meets(HEAVY, UNARMED, 7.0), (0, 1));
    assert_eq!(meets(UNARMED, HEAVY, 7.0), (1, 0));
    assert_eq!(meets(HEAVY, UNARMED, 2.0), (0, 0));
    assert_eq!(meets(HEAVY, HEAVY, 7.0), (0, 0));
}

#[test]
fn who_meets_a_charge_it_had_not_seen_is_surprised() {
    // SSS G42, T16
    let wood = area("light-woods", "copse", [14.0, 12.0, 26.0, 14.5]);
    let horse = "arm = \"light-cavalry\"\nbases = 4";
    let mut game = charges(
        "",
        &[unit("red", [20.0, 10.0], &charging(horse, "blue")), unit("blue", [20.0, 16.0], &facing(HEAVY, 180)), wood],
    );
    game.says("blue", "answer blue countercharge red", &[6, 6]);
    game.says("red", "run red 0", &[]);
    assert_eq!((game.unit("blue").surprised, points(&game, "blue", Cause::FlankOrRear)), (true, 1));
}

#[test]
fn a_screen_that_charges_is_stopped_by_one_hit() {
    // SSS 3.3, 15.7: the pair counts as one base. Six bases with 3 dice each at medium range, first volley and skirmish order:
    // 5+; one hit, not saved.
    let battalion = "arm = \"infantry\"\nbases = 6\nscreen = true\nstart = { intent = \"move\" }";
    let parts = [unit("red", [12.0, 10.0], battalion), unit("blue", [12.0, 15.0], &facing(LINE, 180))];
    let mut game = Game::with("skirmish-screens = \"on\"", "movement", &parts);
    game.says("red", "pick red", &[]);
    game.says("red", "move screen yes", &[]);
    game.says("red", "move stop", &[]);
    game.pass_to("red", "choose-turn", &[6, 1]);
    game.says("red", "take first", &[]);
    game.says("red", "order red-screen charge blue", &[]);
    game.done("red", &[6, 6]);
    game.says("blue", "answer blue stand yes", &[6, 6]);
    let mut fire = vec![4, 5];
    fire.extend([1; 17]);
    fire.extend([1, 6, 6]);
    game.says("red", "run red-screen 0", &fire);
    assert_eq!(game.state.charges[0].stage, Stage::Stopped);
}

#[test]
fn each_attack_in_flank_and_each_charge_counts_by_the_reading() {
    // SSS 32.2, T16, G101: two units of cavalry strike the flanks of a line.
    let struck = |options: &str| {
        let parts = [
            unit("red", [20.0, 8.0], &charging(TWO_HORSE, "blue")),
            unit("red-two", [20.0, 20.0], &facing(&charging(TWO_HORSE, "blue"), 180)),
            unit("blue", [20.0, 14.0], &facing(&UNARMED.replace('6', "4"), 90)),
        ];
        let mut game = charges(options, &parts);
        game.says("blue", "answer blue stand no", &[6, 6]);
        game.says("red", "run red 0", &[]);
        game.says("red", "run red-two 0", &[]);
        assert_eq!(game.state.contacts.len(), 2);
        (points(&game, "blue", Cause::FlankOrRear), points(&game, "blue", Cause::ChargedByCavalry))
    };
    assert_eq!(struck(""), (1, 1));
    assert_eq!(struck("disruption-repeats = \"each-time\""), (2, 2));
}

#[test]
fn who_lies_down_has_to_stand_up_before_it_evades() {
    // SSS 10.1, T6, 1.5.2f: A class, 5 + 1 BW, less 1 for standing up.
    let evades = |prone: bool| {
        let what = starting(&format!("{SKIRMISHERS}\nclass = \"A\""), &format!("prone = {prone}"));
        let mut game = charge(HEAVY, &what, 4.0);
        game.says("blue", "answer blue evade no", &[]);
        game.says("red", "run red 0", &[1]);
        assert!(!game.unit("blue").prone);
        widths(game.unit("blue").pose.at.y) - 14.5
    };
    assert_eq!((evades(false), evades(true)), (6.0, 5.0));
}

#[test]
fn who_must_charge_does_so_by_whatever_way_leads_home() {
    // SSS 39.4, 1.5.2d: friends beside it leave no room for a wheel where it stands; 1 BW ahead there is.
    let parts = |start: &str| {
        let red = starting(&format!("{TWO_HORSE}\ntraits = [\"impetuous\"]"), start);
        [
            unit("red", [10.0, 10.0], &red),
            unit("blue", [12.414, 14.828], &facing("arm = \"infantry\"\nbases = 2\nmissile = \"none\"", 225)),
            unit("red-beside", [12.1, 11.2], "arm = \"infantry\"\nbases = 2"),
            unit("red-left", [7.9, 11.0], "arm = \"infantry\"\nbases = 2"),
        ]
    };
    let mut game = charges("", &parts("must-charge = true"));
    assert_eq!(game.state.charges.len(), 1, "it sets out without an order and without a test");
    game.says("blue", "answer blue stand no", &[6, 6]);
    let run = game.menu("red").into_iter().find(|words| words.contains(" red ")).unwrap();
    assert!(run.starts_with("run-by red "), "{run}");
    game.says("red", &run, &[]);
    assert_eq!(game.state.contacts.len(), 1);
}

#[test]
fn who_passes_the_test_to_support_by_much_is_carried_away() {
    // SSS 39.5, 15.1: small -1, close +2, supported +2; 8 is 11, by 3. Impetuous regulars need 5.
    let supports = |traits: &str, dice: &[u8]| {
        let four = "arm = \"infantry\"\nbases = 4";
        let parts = [
            unit("red", [20.0, 10.0], &charging(HEAVY, "blue")),
            unit("blue", [20.0, 16.0], &facing(four, 180)),
            unit("blue-side", [25.0, 16.0], &facing(&format!("{four}\ntraits = [\"{traits}\"]"), 180)),
        ];
        let mut game = charges("", &parts);
        game.says("blue", "answer blue stand no", &[6, 6]);
        game.says("blue", "support blue-side red", dice);
        game.unit("blue-side").must_charge
    };
    assert!(supports("irregular", &[4, 4]));
    assert!(!supports("irregular", &[3, 4]));
    assert!(!supports("impetuous", &[4, 5]));
    assert!(supports("impetuous", &[5, 5]));
}

#[test]
fn a_charge_that_fell_short_was_an_advance() {
    // SSS G21, G126, 36.1: in the enemy's turn after it +1, and the column of those who advance.
    let mut game = charge(HEAVY, UNARMED, 7.5);
    game.says("blue", "answer blue stand no", &[6, 6]);
    game.says("red", "run red 0", &[]);
    let (id, due) = (game.id("red"), Occasion::Due);
    let now = game.table().reaction_modifiers(id, due);
    assert_eq!(game.unit("red").activity, Activity::Charging);
    game.pass_to("blue", "orders", &[]);
    assert_eq!(now - game.table().reaction_modifiers(id, due), 1);
}

#[test]
fn pursuers_are_under_way_already() {
    // SSS 34.6, 1.5.1d, G122: the routers before it call for no test, nor do others; it goes on after its quarry.
    let parts = [
        unit("red", [20.0, 10.0], &starting(&format!("{HEAVY}\ntraits = [\"warband\"]"), "activity = \"pursuing\"")),
        unit("blue", [20.0, 14.0], &starting(LINE, ROUTING)),
        unit("blue-near", [27.0, 11.5], &facing(LINE, 180)),
    ];
    let game = charges("", &parts);
    assert!(game.state.charges.is_empty());
    assert_eq!(game.unit("blue").place, Place::Gone(shot_steel_and_stone::state::Loss::Destroyed));
}

#[test]
fn a_screen_that_loses_by_two_hits_lost_by_more_than_one_a_base() {
    // SSS 3.3, T16: the pair counts as one base. Three bases of the line touch it: 4+ and two hits, neither saved.
    let battalion = "arm = \"infantry\"\nbases = 6\nscreen = true\nstart = { intent = \"move\" }";
    let parts = [unit("red", [12.0, 10.0], battalion), unit("blue", [12.0, 14.0], &facing(UNARMED, 180))];
    let mut game = Game::with("skirmish-screens = \"on\"", "movement", &parts);
    game.says("red", "pick red", &[]);
    game.says("red", "move screen yes", &[]);
    game.says("red", "move stop", &[]);
    game.pass_to("red", "choose-turn", &[6, 1]);
    game.says("red", "take first", &[]);
    game.says("red", "order red-screen charge blue", &[]);
    game.done("red", &[6, 6]);
    game.says("blue", "answer blue stand no", &[6, 6]);
    game.says("red", "run red-screen 0", &[]);
    // Two dice of the pair miss; of twelve two hit, and neither is saved.
    game.done("red", &dice(&[(2, 1), (2, 6), (10, 1), (2, 1)]));
    assert_eq!(points(&game, "red-screen", Cause::LostMelee), 1);
}

#[test]
fn a_mixed_unit_without_pikes_charges_like_other_foot() {
    // SSS 38.1, G171: 3 BW with its pikes, 3 + 1 when they are gone.
    let strikes = |hits: u8| {
        // Of two bases the pikes are the first to go.
        let what = "arm = \"infantry\"\nbases = 2\npike-bases = 1\nmissile = \"none\"";
        let mixed = starting(what, &format!("charges = \"blue\", hits = {hits}"));
        let parts = [unit("red", [20.0, 10.0], &mixed), unit("blue", [20.0, 13.5], &facing(UNARMED, 180))];
        let mut game = charges("pike-and-shot = \"on\"\nhalf-strength = \"passed\"", &parts);
        game.says("blue", "answer blue stand no", &[6, 6]);
        game.says("red", "run red 0", &[]);
        (game.unit("red").pike_bases, game.state.contacts.len())
    };
    assert_eq!((strikes(0), strikes(6)), ((1, 0), (0, 1)));
}

#[test]
fn point_blank_fire_is_answered_when_the_melee_is_over() {
    // SSS 1.7a, 1.7c, 34.2: pistols first, then swords, all at once; four hits on four bases. Red wins the round, and tests for
    // the fire in step 8, not before.
    let pistols = "arm = \"heavy-cavalry\"\nbases = 4\nmissile = \"pistol\"";
    let fought = |hits: usize, tests: &[u8]| {
        let parts = [
            unit("red", [20.0, 10.0], &charging(HEAVY, "blue")),
            unit("blue", [20.0, 15.0], &facing(pistols, 180)),
            unit("blue-far", [5.0, 28.0], &facing(UNARMED, 180)),
        ];
        let mut game = charges("", &parts);
        game.says("blue", "answer blue stand no", &[6, 6]);
        game.says("red", "run red 0", &[]);
        // Blue's pistols, red's saves; five dice for each of three bases left against three of blue.
        let mut thrown = dice(&[(hits, 6), (4 - hits, 1), (hits, 1)]);
        thrown.extend(dice(&[(5, 6), (10, 1), (5, 1), (12, 1)]));
        game.done("red", &thrown);
        let order = game.told.iter().filter(|entry| ["SSS 1.7b", "SSS 23.1"].contains(&&*entry.rule));
        let order: Vec<String> = order.map(|entry| format!("{} {}", entry.rule, &entry.title[..4])).collect();
        assert_eq!(order, ["SSS 1.7b blue", "SSS 23.1 red ", "SSS 23.1 blue"]);
        let before = game.told.len();
        game.pass_to("blue", "orders", tests);
        game.told[before..].iter().filter(|entry| entry.rule == "SSS 35.4" && entry.title.starts_with("red")).count()
    };
    assert_eq!(fought(4, &[6, 6, 6, 6]), 1);
    assert_eq!(fought(3, &[6, 6]), 0);
}

#[test]
fn who_has_shot_its_charger_down_need_not_run() {
    // SSS 1.5.2f, 15.4: one base of two riders; both fall to the first four dice. Nobody is left to run from.
    let weak = "arm = \"heavy-cavalry\"\nbases = 1\npoints = 2";
    let mut game = charge(weak, SKIRMISHERS, 4.0);
    game.says("blue", "answer blue evade yes", &[6, 6]);
    let before = game.unit("blue").pose;
    game.says("red", "run red 0", &[6, 6, 6, 1, 1, 1, 1]);
    assert_eq!((game.unit("red").place == Place::Table, game.unit("blue").pose), (false, before));
}
