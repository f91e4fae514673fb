//! Headings 1 and 15, with the melees that follow: charges, what is done about them, and what comes of it.

use super::{disrupted, points, starting, test_of};
use crate::game::{Game, HEAVY, LIGHT_HORSE, SKIRMISHERS, sub, under, unit, widths};
use crate::melee::{blow, dice, is};
use shot_steel_and_stone::disruption::Cause;
use shot_steel_and_stone::measures::BW;
use shot_steel_and_stone::state::{Activity, Aspect, Came, Formation, Loss, Pending, Place};

const FOUR: &str = "arm = \"infantry\"\nbases = 4";

fn charging(what: &str) -> String {
    starting(what, "charges = \"blue\"")
}

/// From the tests of red's chargers on, which all pass; one more has still to move, so that the turn waits.
fn charges(options: &str, parts: &[String]) -> Game {
    let chargers = parts.iter().filter(|part| part.contains("charges = ")).count();
    let waits = unit("red-waits", [38.0, 1.0], "arm = \"infantry\"\nbases = 1\nstart = { intent = \"move\" }");
    let parts: Vec<String> = parts.iter().cloned().chain([waits]).collect();
    Game::start(options, "[start]\nphase = \"charges\"\nactive = \"red\"\n", &parts, &[6, 6].repeat(chargers))
}

/// Red charges blue over so many base widths; more units beside.
fn charge(red: &str, blue: &str, off: f64, more: &[String]) -> Game {
    let parts = [unit("red", [20.0, 10.0], &charging(red)), unit("blue", [20.0, 10.0 + off], blue)];
    charges("", &[&parts, more].concat())
}

fn front(game: &Game, key: &str) -> f64 {
    (widths(game.unit(key).pose.at.y) * 100.0).round() / 100.0
}

#[test]
fn a_volley_stops_a_charge_and_the_charger_falters() {
    // SSS 15.1, 15.5, 15.7, 1.6b, 34.2, 35.1, T17, T18: the line tests with small -1, close +2, isolated -1: 8 is
    // enough. A 5 is short: with the first volley 2 and more hit; four of eight are not saved, one for each base of
    // horse. It stops 1 BW off with 2 points, a base gone: charging +2, small -1, close +2, isolated -1, four hits,
    // two points: -4; with 9 it is short by 3: Retire, in its own next move.
    let mut game = charge(HEAVY, FOUR, 5.0, &[]);
    game.says("blue", "answer blue stand yes", &[4, 4]);
    assert_eq!(test_of(&game, "blue"), 0);
    game.says("red", "run red 0", &dice(&[(1, 5), (8, 2), (4, 1), (4, 4), (4, 3), (1, 4), (1, 5)]));
    assert_eq!((game.unit("red").hits, game.unit("red").bases, disrupted(&game, "red")), (4, 3, 2));
    assert_eq!((front(&game, "red"), test_of(&game, "red")), (14.0, -4));
    assert_eq!(game.unit("red").pending, Pending::Retire);
    assert!(game.state.contacts.is_empty());
}

#[test]
fn militia_and_guards_shoot_at_the_same_charge() {
    // SSS 15.5, 15.6, 13.1: a 3 is a 2 for C class, so long: -1 -1 +1 is 5; it needs 10 to pass, with 0. For A class a
    // 4 is a 5, so short: +3.
    let shot = |class: &str, test: [u8; 2], thrown: &[u8]| {
        let mut game = charge(HEAVY, &format!("{FOUR}\nclass = \"{class}\""), 5.0, &[]);
        game.says("blue", "answer blue stand yes", &test);
        game.says("red", "run red 0", thrown);
        (game.modifiers("SSS 12.1"), game.unit("red").hits, points(&game, "blue", Cause::ChargedByCavalry))
    };
    assert_eq!(shot("C", [5, 5], &dice(&[(1, 3), (1, 5), (11, 4), (1, 3)])), (-1, 1, 1));
    assert_eq!(shot("A", [3, 3], &dice(&[(1, 4), (1, 2), (11, 1), (1, 4)])), (3, 0, 1));
}

#[test]
fn two_volleys_together_stop_a_charge() {
    // SSS 15.1, 15.7, G13, G130, 37.1: either supports the other, +2; two hits from each are one for each of four
    // bases.
    let three = "arm = \"infantry\"\nbases = 3";
    let parts = [unit("blue-two", [23.2, 15.0], three)];
    let mut game = charge(HEAVY, three, 5.0, &parts);
    game.says("blue", "answer blue stand yes", &[2, 3]);
    assert_eq!(test_of(&game, "blue"), 3);
    game.says("blue", "support blue-two red", &[2, 3]);
    assert_eq!(test_of(&game, "blue-two"), 3);
    let volley = dice(&[(1, 6), (4, 2), (5, 1), (2, 4), (2, 3)]);
    game.says("red", "run red 0", &[&volley[..], &volley, &[6, 6]].concat());
    assert_eq!((game.unit("red").hits, disrupted(&game, "red"), front(&game, "red")), (4, 2, 14.0));
    assert!(game.state.contacts.is_empty());
}

#[test]
fn skirmishers_shoot_and_run_from_horse() {
    // SSS 1.4e, 1.5.2a, 1.5.2f, 8.2, 15.4, T16: to shoot they test, small -1, skirmish -1, isolated -1, 11 is enough.
    // A 3 is medium; no first volley; a die each. 5 - 1 - 2 BW and d2 more: with 2 they stand 9½ off, beyond the 9 of
    // the horse, with 1 they are ridden down from behind.
    let run = |d2: u8| {
        let mut game = charge(LIGHT_HORSE, SKIRMISHERS, 5.5, &[]);
        game.says("blue", "answer blue evade yes", &[5, 6]);
        assert_eq!(test_of(&game, "blue"), -3);
        game.says("red", "run red 0", &[3, 4, 3, 3, 3, 4, d2]);
        assert_eq!(game.modifiers("SSS 12.1"), 0);
        game
    };
    let mut away = run(4);
    assert_eq!(away.topic("red"), "follow");
    assert_eq!(away.refused("red", "follow 426"), "SSS 8.9");
    away.says("red", "follow 420", &[]);
    assert_eq!((front(&away, "red"), points(&away, "red", Cause::FailedToContact)), (17.0, 1));
    assert_eq!((disrupted(&away, "blue"), away.unit("blue").pose.facing), (0, 0));
    let caught = run(3);
    let contact = caught.state.contacts[0];
    assert_eq!((contact.met(caught.id("blue")), disrupted(&caught, "blue")), (Aspect::Rear, 3));
}

#[test]
fn skirmishers_too_near_need_their_leader() {
    // SSS 1.2b, 1.2c, G51: nearer than 1 BW they need a raw Leadership roll: 9 with a superior leader, 7 with none;
    // who fails stands with a point.
    let gone = |led: bool, roll: &[u8]| {
        let blue = unit("blue", [20.0, 10.9], SKIRMISHERS);
        let mut parts = vec![unit("red", [20.0, 10.0], &charging(FOUR))];
        parts.push(if led { under("blue-left", &blue) } else { blue });
        parts.extend(led.then(|| sub("blue-left", "superior", [20.0, 14.0])));
        let mut game = charges("", &parts);
        game.says("blue", "answer blue evade no", roll);
        let caught = points(&game, "blue", Cause::CaughtEvading);
        if caught == 0 {
            game.says("red", "run red 0", &[1]);
        }
        (front(&game, "blue") > 11.0, caught)
    };
    assert_eq!(gone(true, &[4, 5]), (true, 0));
    assert_eq!(gone(true, &[5, 5]), (false, 1));
    assert_eq!(gone(false, &[3, 4]), (true, 0));
    assert_eq!(gone(false, &[3, 5]), (false, 1));
}

#[test]
fn horse_meets_horse_and_both_charge() {
    // SSS 1.5.2a, 1.5.2e, G14, 23.1, 25.1, 27.1: 7 BW and, a base width late, 6: over a gap of 6 they meet 3.23 on. It
    // tests as one that charges: +2 -1 +2 -1. Five dice a base each, saved on 4; three hits against one.
    let mut game = charge(HEAVY, HEAVY, 6.0, &[]);
    game.says("blue", "answer blue countercharge red", &[3, 3]);
    assert_eq!(test_of(&game, "blue"), 2);
    game.says("red", "run red 0", &[]);
    assert_eq!((front(&game, "red"), front(&game, "blue")), (13.23, 13.23));
    let contact = game.state.contacts[0];
    assert_eq!([contact.came(game.id("red")), contact.came(game.id("blue"))], [Came::Charging; 2]);
    // Three to one is twice as many and more: red is through (SSS 28.1). The loser by two is pushed back 2 BW and
    // tests: pushed back -1, three bases are small -1, close +2, isolated -1, three hits, broken through -2: -6.
    let thrown = dice(&[(5, 4), (15, 3), (2, 4), (3, 3), (1, 4), (19, 3), (1, 3)]);
    game.done("red", &thrown);
    assert_eq!((blow(&game, "red"), blow(&game, "blue")), (is(4, 5, 4, 0), is(4, 5, 4, 0)));
    assert_eq!((game.unit("red").hits, game.unit("blue").hits), (1, 3));
    assert_eq!(front(&game, "blue"), 15.23);
    game.says("red", "follow-up no", &[]);
    game.says("red", "stay", &[6, 6]);
    assert_eq!(test_of(&game, "blue"), -6);
}

#[test]
fn a_square_receives_horse() {
    // SSS 1.5.3a, 1.5.3c, 15.1, 21.3, 24.1, 12.3, T16: eight bases, two on each face: the face attacked shoots with 6
    // dice, a 4 is medium, first volley: 3. It is not disrupted. It strikes first, foot against horse -1, and with the
    // one who fell to the volley its two hits cost a base; the three left at -4 need a 6 and then 5 or 6.
    let mut game = charge(HEAVY, "arm = \"infantry\"\nbases = 8", 5.0, &[]);
    // Eight bases 0, close +2, isolated -1.
    game.says("blue", "answer blue square yes", &[3, 4]);
    assert_eq!(test_of(&game, "blue"), 1);
    game.says("red", "run red 0", &[&[2, 3, 4][..], &[3, 2, 2, 2, 2, 2], &[3]].concat());
    assert_eq!((game.unit("blue").formation, disrupted(&game, "blue")), (Formation::Square, 0));
    // Pushed back by two, with three hits and three bases left it tests: -1 -1 +2 -1 -3; a double 6 passes whatever it
    // is.
    let thrown = dice(&[(2, 5), (4, 4), (2, 2), (1, 6), (14, 5), (1, 4), (2, 6)]);
    game.done("red", &thrown);
    assert_eq!((test_of(&game, "red"), front(&game, "red")), (-4, 12.25));
    assert_eq!((blow(&game, "blue"), blow(&game, "red")), (is(2, 3, 3, -1), is(3, 5, 4, -4)));
    let order: Vec<String> =
        game.told.iter().filter(|entry| entry.rule == "SSS 23.1").map(|entry| entry.title.to_string()).collect();
    assert!(order[0].starts_with("blue "), "{order:?}");
    assert_eq!((game.unit("red").hits, game.unit("blue").hits), (3, 0));
}

#[test]
fn a_square_is_spoilt_and_ridden_over() {
    // SSS 1.5.3c, G17, 24.1, 28.1: a double 6: a point for that, a point for the charge, no -4 and no first strike.
    let mut game = charge(HEAVY, "arm = \"infantry\"\nbases = 4", 5.0, &[]);
    game.says("blue", "answer blue square no", &[5, 6]);
    game.says("red", "run red 0", &[6, 6]);
    assert_eq!(points(&game, "blue", Cause::SquareNotFormed) + points(&game, "blue", Cause::ChargedByCavalry), 2);
    // Twenty dice at 4, eight hits of which half are saved on 4; its own at -3 need a 6 and another 4.
    let thrown = dice(&[(8, 4), (12, 3), (4, 4), (4, 3), (12, 5)]);
    game.done("red", &thrown);
    assert_eq!((blow(&game, "red").modifiers, blow(&game, "blue").modifiers), (0, -3));
    assert!(game.told("SSS 28.1"));
    assert_eq!(points(&game, "blue", Cause::BrokenThrough), 2);
}

#[test]
fn a_charger_that_fails_by_one_stands() {
    // SSS 34.1, 35.3, T18, 40.1: two bases of heavy horse of C class: charging +2, extra small -2, close +2, isolated
    // -1, needs 10: 8 is 9.
    let horse = charging("arm = \"heavy-cavalry\"\nbases = 2\nclass = \"C\"");
    let parts = [
        unit("red", [20.0, 10.0], &horse),
        unit("blue", [20.0, 15.0], FOUR),
        unit("red-waits", [38.0, 1.0], "arm = \"infantry\"\nbases = 1\nstart = { intent = \"move\" }"),
    ];
    let game = Game::start("", "[start]\nphase = \"charges\"\nactive = \"red\"\n", &parts, &[4, 4]);
    assert_eq!(test_of(&game, "red"), 1);
    assert_eq!((front(&game, "red"), game.state.contacts.len()), (10.0, 0));
    assert!(game.state.charges.is_empty() && game.unit("red").activity != Activity::Charging);
    assert_eq!(game.unit("red").pose.at.y, 10 * BW);
}

#[test]
fn a_warband_countercharges_unasked_and_extra_dice_go_with_it() {
    // SSS 1.4b, 1.5.2a, 1.5.2e, 23.3: 1 BW on foot before its front drives a Warband at whoever charges it; neither
    // has gone 1 BW, so neither charges: three dice a base for either.
    let warband = "arm = \"infantry\"\nbases = 4\norder = \"loose\"\nmissile = \"none\"\nsteel = \"hand\"\ntraits = [\"warband\"]";
    let mut game = charge("arm = \"infantry\"\nbases = 4\nmissile = \"none\"", warband, 1.0, &[]);
    assert_eq!(game.menu("blue"), ["answer blue countercharge red"]);
    game.says("blue", "answer blue countercharge red", &[]);
    game.says("red", "run red 0", &[]);
    let contact = game.state.contacts[0];
    assert!(contact.came(game.id("red")) != Came::Charging && contact.came(game.id("blue")) != Came::Charging);
    game.done("red", &dice(&[(24, 3)]));
    assert_eq!((blow(&game, "red"), blow(&game, "blue")), (is(4, 3, 3, 0), is(4, 3, 3, 0)));
}

#[test]
fn the_points_of_a_stopped_charge_by_the_other_reading() {
    // SSS 15.7, T16, G41: two points and, by this reading, the two causes besides: four; the test is two worse.
    let parts = [unit("red", [20.0, 10.0], &charging(HEAVY)), unit("blue", [20.0, 15.0], FOUR)];
    let mut game = charges("stopped-charge = \"two-and-causes\"", &parts);
    game.says("blue", "answer blue stand yes", &[4, 4]);
    game.says("red", "run red 0", &dice(&[(1, 5), (8, 2), (4, 1), (4, 4), (4, 3), (2, 6)]));
    assert_eq!((disrupted(&game, "red"), test_of(&game, "red"), front(&game, "red")), (4, -6, 14.0));
}

#[test]
fn a_battalion_gun_shoots_at_a_charge_with_its_line() {
    // SSS 15.1, 15.5, 12.6, 14.1, G66, G72: a 5 is short for both: canister, three dice at +1 for the gun, saved on 6;
    // twelve at +2 for the muskets.
    let mut game = charge(HEAVY, "arm = \"infantry\"\nbases = 4\nguns = [\"battalion\"]", 5.0, &[]);
    game.says("blue", "answer blue stand yes", &[4, 4]);
    let before = game.told.len();
    let volley = [vec![5], dice(&[(1, 3), (2, 2), (1, 5)]), dice(&[(3, 2), (9, 1), (2, 4), (1, 3)])].concat();
    game.says("red", "run red 0", &volley);
    assert_eq!(super::salvos(&game, before), [1, 2]);
    assert_eq!((game.unit("red").hits, game.state.contacts.len()), (2, 1));
}

#[test]
fn a_battery_is_charged_and_shoots() {
    // SSS 15.1, 15.5, 13.1, 39.2, T16, T17: two guns are small -1, skirmish order -1, isolated -1: 11 is enough, 10
    // and its crews are gone. A 2 is long: -1.
    let guns = "arm = \"foot-artillery\"\nguns = [\"medium\", \"medium\"]";
    let mut game = charge(HEAVY, guns, 6.0, &[]);
    game.says("blue", "answer blue stand yes", &[5, 6]);
    assert_eq!(test_of(&game, "blue"), -3);
    game.says("red", "run red 0", &dice(&[(1, 2), (2, 5), (6, 4), (2, 1)]));
    assert_eq!((game.modifiers("SSS 12.1"), game.unit("red").hits), (-1, 2));
    assert_eq!(points(&game, "blue", Cause::ChargedByCavalry), 1);
    let mut game = charge(HEAVY, guns, 6.0, &[]);
    game.says("blue", "answer blue stand yes", &[5, 5]);
    assert_eq!(game.unit("blue").place, Place::Gone(Loss::Dispersed));
}

#[test]
fn of_two_chargers_one_is_shot_to_a_halt_and_one_comes_home() {
    // SSS 15.1, 15.7, 23.3, 34.1: one test and one volley for both; two hits on two bases stop the first: charging +2,
    // extra small -2, close +2, its friend beside it +2, two hits, two points: 0, and 8 passes. The second is not shot
    // at and strikes with four dice a base.
    let two = charging("arm = \"infantry\"\nbases = 2\nmissile = \"none\"");
    let parts =
        [unit("red", [18.8, 10.0], &two), unit("red-two", [21.0, 10.0], &two), unit("blue", [20.0, 13.0], FOUR)];
    let mut game = charges("", &parts);
    game.says("blue", "answer blue stand yes", &[4, 4]);
    assert_eq!(game.topic("red"), "run");
    let volley = dice(&[(1, 6), (4, 2), (8, 1), (2, 4), (2, 3), (2, 4)]);
    game.says("red", "run red 0", &volley);
    assert_eq!((game.unit("red").hits, disrupted(&game, "red"), test_of(&game, "red")), (2, 2, 0));
    if game.topic("red") == "run" {
        game.says("red", "run red-two 0", &[]);
    }
    assert_eq!((front(&game, "red"), front(&game, "red-two")), (12.0, 13.0));
    assert_eq!((game.state.contacts.len(), disrupted(&game, "blue")), (1, 0));
    // Two bases against two and one at their corner.
    game.done("red", &dice(&[(8, 3), (9, 3)]));
    assert_eq!((blow(&game, "red-two"), blow(&game, "blue")), (is(2, 4, 3, 0), is(3, 3, 3, 0)));
}

#[test]
fn bases_fight_that_touch_matched_or_not() {
    // SSS 20.3, G15: nobody is shoved along the enemy's front. Two bases that strike the middle of a line of four touch two and the
    // corners of two more; a tenth of a base width aside they touch three along their edges, and the fourth not at all.
    let fought = |at: f64, count: usize| {
        let two = charging("arm = \"infantry\"\nbases = 2\nmissile = \"none\"");
        let parts = [unit("red", [at, 10.0], &two), unit("blue", [20.0, 13.0], FOUR)];
        let mut game = charges("", &parts);
        game.says("blue", "answer blue stand no", &[4, 4]);
        game.says("red", "run red 0", &[]);
        assert_eq!(widths(game.unit("red").pose.at.x), at);
        game.done("red", &[dice(&[(8, 3)]), dice(&[(3 * count, 3)])].concat());
        (blow(&game, "red").bases, blow(&game, "blue").bases)
    };
    assert_eq!(fought(20.0, 4), (2, 4));
    assert_eq!(fought(20.1, 3), (2, 3));
}

#[test]
fn a_square_forms_before_horse_that_starts_a_base_width_off() {
    // SSS 1.5.3b, 1.5.3c: closer than 1 BW is too close; at 1 BW it throws.
    let mut game = charge(HEAVY, FOUR, 1.0, &[]);
    game.says("blue", "answer blue square no", &[6, 6]);
    game.says("red", "run red 0", &[2, 3]);
    assert_eq!((game.unit("blue").formation, disrupted(&game, "blue")), (Formation::Square, 0));
    let mut game = charge(HEAVY, FOUR, 0.9, &[]);
    game.says("blue", "answer blue square no", &[6, 6]);
    game.says("red", "run red 0", &[]);
    assert_eq!(points(&game, "blue", Cause::SquareNotFormed), 1);
}

#[test]
fn evaders_crowd_all_they_run_into() {
    // SSS 9.7, T16, G75: two lines side by side stop light horse in close order, and both take the point.
    let horse = "arm = \"light-cavalry\"\nbases = 2";
    let two = "arm = \"infantry\"\nbases = 2\nmissile = \"none\"";
    let parts = [unit("blue-left", [21.0, 18.0], two), unit("blue-right", [19.0, 18.0], two)];
    let mut game = charge(FOUR, horse, 4.0, &parts);
    game.says("blue", "answer blue evade no", &[]);
    game.says("red", "run red 0", &[1]);
    assert_eq!(["blue-left", "blue-right"].map(|key| points(&game, key, Cause::Crowded)), [1, 1]);
}

#[test]
fn formation_is_changed_with_the_whole_of_the_normal_move() {
    // SSS 1.5.2d, 8.6: into column of attack for 3 BW of 3, and home over the bonus alone.
    let two = "arm = \"infantry\"\nbases = 4\nmissile = \"none\"";
    let mut game = charge(two, FOUR, 0.9, &[]);
    game.says("blue", "answer blue stand no", &[6, 6]);
    assert_eq!(game.refused("red", "run-formed red column-of-attack 2 0"), "");
}

#[test]
fn who_was_not_passed_through_shoots_by_either_reading() {
    // SSS 9.5, G77
    let parts = [unit("red", [20.0, 10.0], &charging(HEAVY)), unit("blue", [20.0, 15.0], FOUR)];
    let mut game = charges("passed-unit = \"whole-turn\"", &parts);
    game.says("blue", "answer blue stand yes", &[4, 4]);
    game.says("red", "run red 0", &dice(&[(1, 3), (12, 1)]));
    assert_eq!(game.state.contacts.len(), 1);
}

#[test]
fn a_charge_that_met_nobody_tires_too() {
    // SSS 23.5, G24: heavy horse whose target got away.
    let mut game = charge(HEAVY, SKIRMISHERS, 4.0, &[]);
    game.says("blue", "answer blue evade no", &[]);
    game.says("red", "run red 0", &[1]);
    game.says("red", "follow 60", &[]);
    game.pass_to("blue", "orders", &[]);
    assert_eq!((game.unit("red").exertion, points(&game, "red", Cause::FailedToContact)), (1, 1));
}

#[test]
fn a_test_tells_what_counts_and_nothing_else() {
    // SSS 35.1, 35.2, 36.1, T17: no leader, no hit, no point, no cover.
    let mut game = charge(HEAVY, FOUR, 5.0, &[]);
    game.says("blue", "answer blue stand no", &[4, 4]);
    let lines = game.reckoning("SSS 35.4");
    let lines: Vec<(&str, i32)> = lines.iter().map(|(text, value)| (text.as_str(), *value)).collect();
    assert_eq!(lines, [("small", -1), ("static", 0), ("close order", 2), ("isolated", -1)]);
}
