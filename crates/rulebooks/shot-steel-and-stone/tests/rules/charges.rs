//! Charges: who charges, what the charged answer, and how it ends.

use crate::game::{GUNS, Game, HEAVY, LIGHT_HORSE, LINE, SKIRMISHERS, area, chief, sub, under, unit, widths};
use shot_steel_and_stone::disruption::Cause;
use shot_steel_and_stone::state::{Activity, Aspect, Came, Contact, Formation, Loss, Pending, Place, Stage};

const SOUTH: i32 = 180;

fn facing(what: &str, degrees: i32) -> String {
    format!("{what}\nfacing = {degrees}")
}

fn charging(what: &str, target: &str) -> String {
    format!("{what}\nstart = {{ charges = \"{target}\" }}")
}

/// One who has still to move, so that the turn waits when the charges are over.
fn waits() -> String {
    unit("red-waits", [38.0, 1.0], "arm = \"infantry\"\nbases = 1\nstart = { intent = \"move\" }")
}

/// Red charges blue: from the tests on.
fn charge(options: &str, red: &str, blue: &str, off: f64, dice: &[u8]) -> Game {
    charge_with(options, red, blue, off, &[], dice)
}

fn charge_with(options: &str, red: &str, blue: &str, off: f64, more: &[String], dice: &[u8]) -> Game {
    let mut parts =
        vec![unit("red", [20.0, 10.0], &charging(red, "blue")), unit("blue", [20.0, 10.0 + off], &facing(blue, SOUTH))];
    parts.extend_from_slice(more);
    parts.push(waits());
    Game::start(options, "[start]\nphase = \"charges\"\nactive = \"red\"\n", &parts, dice)
}

fn contact(game: &Game) -> Contact {
    *game.state.contacts.first().unwrap_or_else(|| panic!("no contact"))
}

/// How red and blue came into contact, and where blue is met.
fn met(game: &Game) -> (Came, Came, Aspect) {
    let (red, blue) = (game.id("red"), game.id("blue"));
    let contact = contact(game);
    (contact.came(red), contact.came(blue), contact.met(blue))
}

fn points(game: &Game, key: &str) -> i32 {
    game.table().disruption(game.id(key))
}

#[test]
fn only_those_fit_for_it_are_ordered_to_charge() {
    // SSS 34.1, G14, 4.4c
    let order = |what: &str, off: f64| {
        let parts = [unit("red", [20.0, 10.0], what), unit("blue", [20.0, 10.0 + off], &facing(LINE, SOUTH))];
        Game::at("orders", &parts).refused("red", "order red charge blue")
    };
    assert_eq!(order(LINE, 2.0), "");
    for formation in ["column-of-march", "square"] {
        assert_eq!(order(&format!("{LINE}\nformation = \"{formation}\""), 2.0), "SSS G14");
    }
    assert_eq!(order(&format!("{LINE}\nstart = {{ prone = true }}"), 2.0), "SSS G14");
    assert_eq!(order(GUNS, 2.0), "SSS G14");
    assert_eq!(order(LINE, 15.0), "SSS G41");
    // Out of command: A and B class within their normal move, and everybody on his own initiative within 3 BW.
    assert_eq!(order(HEAVY, 5.0), "");
    assert_eq!(order(HEAVY, 5.1), "SSS 4.4a");
    assert_eq!(order(&format!("{HEAVY}\nclass = \"C\""), 5.0), "SSS 4.4a");
}

#[test]
fn a_charger_tests_and_a_failure_falls_in_the_same_turn() {
    // SSS 1.4a, 34.1, G12: +2 charging, +2 close, -1 small, -1 isolated; 3 is 5, by 3: Retire.
    let game = charge("", HEAVY, LINE, 6.0, &[1, 2]);
    assert_eq!(game.unit("red").activity, Activity::Retiring);
    assert_eq!(widths(game.unit("red").pose.at.y), 7.5);
    assert!(game.state.charges.is_empty());
    let game = charge("", HEAVY, LINE, 6.0, &[1, 5]);
    assert_eq!(game.topic("blue"), "answer");
    assert_eq!(game.state.charges[0].stage, Stage::Goes);
}

#[test]
fn a_charge_makes_contact_over_its_bonus_distance() {
    // SSS 1.5.2c, 1.5.2e, G14: cavalry that moved 2 BW or more is charging; foot it strikes is disrupted (SSS T16).
    let go = |off: f64| {
        let mut game = charge("", HEAVY, LINE, off, &[6, 6]);
        game.says("blue", "answer blue stand no", &[6, 6]);
        game.says("red", "run red 0", &[]);
        game
    };
    let game = go(7.0);
    assert_eq!(met(&game), (Came::Charging, Came::Halted, Aspect::Front));
    assert_eq!((points(&game, "blue"), game.gap("red", "blue").round()), (1, 0.0));
    assert_eq!(game.unit("blue").disruption.of(Cause::ChargedByCavalry), 1);
    let game = go(1.9);
    assert_eq!(met(&game), (Came::Close, Came::Halted, Aspect::Front));
    assert_eq!(points(&game, "blue"), 0);
    // Beyond 5 + 2 BW it falls short, without its bonus, and is disrupted.
    let game = go(7.1);
    assert!(game.state.contacts.is_empty());
    assert_eq!(widths(game.unit("red").pose.at.y), 15.0);
    assert_eq!(game.unit("red").disruption.of(Cause::FailedToContact), 1);
}

#[test]
fn difficult_ground_shortens_a_charge() {
    // SSS V4: close order light cavalry 7 + 2 - 2 = 7, and 1 Disruption.
    let go = |off: f64| {
        let bog = area("difficult", "bog", [15.0, 12.0, 25.0, 13.0]);
        let mut game = charge_with("", LIGHT_HORSE, LINE, off, &[bog], &[6, 6]);
        game.says("blue", "answer blue stand no", &[6, 6]);
        game.says("red", "run red 0", &[]);
        game
    };
    let game = go(7.0);
    assert_eq!(met(&game).0, Came::Charging);
    assert_eq!(points(&game, "red"), 1);
    assert!(go(7.1).state.contacts.is_empty());
}

#[test]
fn a_charge_wheels_in_its_normal_move() {
    // SSS 1.5.2d: a target aside is reached with a wheel, whose cost is of the normal move.
    let parts = [
        unit("red", [14.0, 10.0], &charging("arm = \"heavy-cavalry\"\nbases = 2", "blue")),
        unit("blue", [18.0, 13.0], &facing("arm = \"infantry\"\nbases = 2", 225)),
        waits(),
    ];
    let mut game = Game::start("", "[start]\nphase = \"charges\"\nactive = \"red\"\n", &parts, &[6, 6]);
    game.says("blue", "answer blue stand no", &[6, 6]);
    let run = game.menu("red")[0].clone();
    assert_ne!(run, "run red 0");
    game.says("red", &run, &[]);
    assert_eq!(met(&game).2, Aspect::Front);
    assert!(game.gap("red", "blue") < 0.02, "{}", game.gap("red", "blue"));
}

#[test]
fn a_flank_is_met_where_the_charge_starts() {
    // SSS G6, T16
    let parts = [
        unit("red", [20.0, 10.0], &charging(HEAVY, "blue")),
        unit("blue", [20.0, 16.0], &facing("arm = \"infantry\"\nbases = 4", 90)),
        waits(),
    ];
    let mut game = Game::start("", "[start]\nphase = \"charges\"\nactive = \"red\"\n", &parts, &[6, 6]);
    game.says("blue", "answer blue stand no", &[6, 6]);
    game.says("red", "run red 0", &[]);
    assert_eq!(met(&game).2, Aspect::Flank);
    assert_eq!(points(&game, "blue"), 2);
}

#[test]
fn evaders_run_by_class_and_die() {
    // SSS V5, 1.5.2a, 1.5.2b, 1.5.2f: B class skirmishers 5 - 1 + d3, A class 5 + d3.
    let go = |class: &str, die: u8| {
        let what = format!("{SKIRMISHERS}\nclass = \"{class}\"");
        let mut game = charge("", HEAVY, &what, 4.0, &[6, 6]);
        game.says("blue", "answer blue evade no", &[]);
        game.says("red", "run red 0", &[die]);
        // Turned about, its front is half a base width farther.
        (widths(game.unit("blue").pose.at.y) - 14.5, game.unit("blue").activity)
    };
    assert_eq!(go("B", 5), (7.0, Activity::Evading));
    assert_eq!(go("A", 1), (6.0, Activity::Evading));
}

#[test]
fn who_gets_away_costs_the_charger_its_bonus() {
    // SSS V31, 8.9, G63: A class loose order light cavalry, 8 + 2 = 10 BW; the charger moves 5 and takes 1 Disruption.
    let what = format!("{LIGHT_HORSE}\norder = \"loose\"\nclass = \"A\"");
    let mut game = charge("", HEAVY, &what, 4.0, &[6, 6]);
    game.says("blue", "answer blue evade no", &[]);
    game.says("red", "run red 0", &[4]);
    assert_eq!(game.topic("red"), "follow");
    assert_eq!(game.refused("red", "follow 301"), "SSS 8.9");
    game.says("red", "follow 300", &[]);
    assert_eq!(widths(game.unit("red").pose.at.y), 15.0);
    assert_eq!((points(&game, "red"), game.state.contacts.len()), (1, 0));
    // B class skirmishers from 2 BW: 5 BW farther, 7 in all; light cavalry reaches 9.
    let mut game = charge("", LIGHT_HORSE, SKIRMISHERS, 2.0, &[6, 6]);
    game.says("blue", "answer blue evade no", &[]);
    game.says("red", "run red 0", &[1]);
    assert_eq!(met(&game), (Came::Charging, Came::Pursued, Aspect::Rear));
    assert_eq!(points(&game, "blue"), 3, "evading, rear, charged by cavalry");
}

#[test]
fn within_one_base_width_evading_takes_raw_leadership() {
    // SSS V30, 1.2b, 1.2c, G51
    let go = |leader: bool, dice: &[u8]| {
        let mut parts = vec![
            unit("red", [20.0, 10.0], &charging(HEAVY, "blue")),
            chief("blue", "cautious", [38.0, 29.0]),
            sub("blue-left", "competent", if leader { [20.0, 13.0] } else { [2.0, 29.0] }),
            under("blue-left", &unit("blue", [20.0, 10.75], &facing(LIGHT_HORSE, SOUTH))),
        ];
        parts.push(waits());
        let mut game = Game::start("", "[start]\nphase = \"charges\"\nactive = \"red\"\n", &parts, &[6, 6]);
        game.says("blue", "answer blue evade no", dice);
        game
    };
    let mut game = go(true, &[4, 4]);
    game.says("red", "run red 0", &[4]);
    assert_eq!(widths(game.unit("blue").pose.at.y) - 11.75, 8.0);
    let mut game = go(true, &[4, 5]);
    assert_eq!(points(&game, "blue"), 1);
    game.says("red", "run red 0", &[]);
    assert_eq!(met(&game), (Came::Close, Came::Halted, Aspect::Front));
    assert_eq!(points(&game, "blue"), 1);
    assert_eq!(points(&go(false, &[4, 4]), "blue"), 1);
}

#[test]
fn evaders_test_by_the_reading() {
    // SSS G12: by the other reading always, and who fails does not evade.
    let mut game = charge("evaders-test = \"always\"", HEAVY, SKIRMISHERS, 4.0, &[6, 6]);
    // Small -1, skirmish order -1, isolated -1: 10 is 7, by 1.
    game.says("blue", "answer blue evade no", &[4, 6]);
    assert_eq!(game.unit("blue").pending, Pending::Retire);
    game.says("red", "run red 0", &[]);
    assert_eq!(met(&game).1, Came::Halted);
    // Heavy foot never evades.
    assert_eq!(charge("", HEAVY, LINE, 4.0, &[6, 6]).refused("blue", "answer blue evade no"), "SSS 1.4e");
}

#[test]
fn evading_skirmishers_pass_their_line_and_others_do_not() {
    // SSS V72, G75
    let go = |evader: &str, behind: &str| {
        let mut game =
            charge_with("", HEAVY, evader, 4.0, &[unit("blue-line", [20.0, 15.5], &facing(behind, SOUTH))], &[6, 6]);
        game.says("blue", "answer blue evade no", &[]);
        assert_eq!(game.topic("blue"), "support", "the line may shoot all the same");
        game.done("blue", &[]);
        game.says("red", "run red 0", &[5]);
        (game.unit("blue").pose.at.y > game.unit("blue-line").pose.at.y, points(&game, "blue-line"))
    };
    assert_eq!(go(SKIRMISHERS, LINE), (true, 0));
    assert_eq!(go(SKIRMISHERS, &format!("{LINE}\nformation = \"square\"")), (false, 1));
    assert_eq!(go(&LIGHT_HORSE.replace('4', "2"), LINE), (false, 1));
}

#[test]
fn horse_meets_horse_between() {
    // SSS V32, G14: 8 BW apart; A class 7 against 7, B class 7 against 6.
    let go = |class: &str| {
        let mut game = charge("", HEAVY, &format!("{HEAVY}\nclass = \"{class}\""), 8.0, &[6, 6]);
        game.says("blue", "answer blue countercharge red", &[6, 6]);
        game.says("red", "run red 0", &[]);
        let came = met(&game);
        (widths(game.unit("red").pose.at.y) - 10.0, came.0, came.1)
    };
    assert_eq!(go("A"), (4.0, Came::Charging, Came::Charging));
    let (ran, ..) = go("B");
    assert!((ran - 8.0 * 7.0 / 13.0).abs() < 0.001, "{ran}");
    let game = charge("", HEAVY, &format!("{HEAVY}\nclass = \"C\""), 7.0, &[6, 6]);
    assert_eq!(game.refused("blue", "answer blue countercharge red"), "SSS 1.4c");
    assert_eq!(charge("", HEAVY, GUNS, 7.0, &[6, 6]).refused("blue", "answer blue countercharge red"), "SSS 1.4d");
}

#[test]
fn squares_form_in_time_or_too_late() {
    // SSS V18, 1.5.3a, 1.5.3b, 1.5.3c, G17
    let go = |class: &str, off: f64, dice: &[u8]| {
        let what = format!("{LINE}\nclass = \"{class}\"\nmissile = \"none\"");
        let mut game = charge("", HEAVY, &what, off, &[6, 6]);
        game.says("blue", "answer blue square no", &[6, 6]);
        game.says("red", "run red 0", dice);
        (game.unit("blue").formation, points(&game, "blue"), met(&game).0)
    };
    assert_eq!(go("B", 0.75, &[]), (Formation::Line, 1, Came::Close));
    assert_eq!(go("B", 3.0, &[6, 6]), (Formation::Line, 2, Came::Charging));
    assert_eq!(go("B", 3.0, &[6, 5]), (Formation::Square, 0, Came::Charging));
    // A class has no delay.
    assert_eq!(go("A", 0.75, &[6, 5]).0, Formation::Square);
    let skirmishers = charge("", HEAVY, SKIRMISHERS, 4.0, &[6, 6]);
    assert_eq!(skirmishers.refused("blue", "answer blue square no"), "SSS 1.5.3a");
    let foot = charge("", LINE, LINE, 3.0, &[6, 6]);
    assert_eq!(foot.refused("blue", "answer blue square no"), "SSS 1.5.3a");
}

#[test]
fn the_rear_rank_turns_about() {
    // SSS 1.5.3a, G56: A or B class in close order.
    let mut game = charge("", HEAVY, &format!("{LINE}\nmissile = \"none\""), 4.0, &[6, 6]);
    game.says("blue", "answer blue rear-rank no", &[6, 6]);
    game.says("red", "run red 0", &[1, 2]);
    assert!(game.unit("blue").rear_about);
    let c = charge("", HEAVY, &format!("{LINE}\nclass = \"C\""), 4.0, &[6, 6]);
    assert_eq!(c.refused("blue", "answer blue rear-rank no"), "SSS 18.1");
    let loose = charge("", HEAVY, &format!("{LINE}\norder = \"loose\""), 4.0, &[6, 6]);
    assert_eq!(loose.refused("blue", "answer blue rear-rank no"), "SSS 18.1");
}

#[test]
fn who_routs_before_a_charge_is_ridden_down_or_gets_away() {
    // SSS G12: close +2, isolated -1, 6 bases; 3 is 4, by 4: Rout.
    let go = |off: f64, die: u8| {
        let far = unit("blue-far", [2.0, 29.0], "arm = \"infantry\"\nbases = 1");
        let mut game = charge_with("", HEAVY, LINE, off, &[far], &[6, 6]);
        game.says("blue", "answer blue stand no", &[1, 2, die]);
        game.says("red", "run red 0", &[]);
        (game.unit("blue").place == Place::Table, game.unit("red").disruption.of(Cause::FailedToContact))
    };
    assert_eq!(go(2.0, 1), (false, 0));
    assert_eq!(go(6.0, 5), (true, 1));
}

#[test]
fn warbands_charge_without_a_test() {
    // SSS 1.4b, G42: foot within 1 BW to its front; by the other reading within its whole charge.
    let warband = format!("{LINE}\ntraits = [\"warband\"]");
    let go = |options: &str, off: f64, dice: &[u8]| {
        let parts = [unit("red", [20.0, 10.0], &warband), unit("blue", [20.0, 10.0 + off], &facing(LINE, SOUTH))];
        let game = Game::start(options, "[start]\nphase = \"charges\"\nactive = \"red\"\n", &parts, dice);
        game.state.charges.len()
    };
    assert_eq!(go("", 1.0, &[]), 1);
    // Farther off it tests (SSS 34.6): close +2, isolated -1; 7 is 8 and just enough, 9 passes by 2, 10 by 3: it must charge.
    assert_eq!(go("", 1.1, &[3, 4]), 0);
    assert_eq!(go("", 1.1, &[4, 5]), 0);
    assert_eq!(go("", 1.1, &[4, 6]), 1);
    assert_eq!(go("warband-trigger = \"charge-range\"", 4.0, &[]), 1);
    assert_eq!(go("", 4.1, &[]), 0);
}

#[test]
fn a_warband_that_is_charged_meets_the_charge() {
    // SSS 1.4b, 1.4c, 1.4e
    let answer = |more: &str, off: f64, words: &str| {
        let what = format!("{LINE}\ntraits = [\"warband\"]\n{more}");
        charge("", HEAVY, &what, off, &[6, 6]).refused("blue", words)
    };
    assert_eq!(answer("", 1.0, "answer blue stand no"), "SSS 1.4b");
    assert_eq!(answer("", 1.0, "answer blue countercharge red"), "");
    assert_eq!(answer("", 1.1, "answer blue stand no"), "");
    assert_eq!(answer("class = \"C\"", 1.0, "answer blue stand no"), "");
    assert_eq!(answer("order = \"skirmish\"", 1.0, "answer blue evade no"), "");
    // It takes no test for that.
    let mut game = charge("", HEAVY, &format!("{LINE}\ntraits = [\"warband\"]"), 1.0, &[6, 6]);
    game.says("blue", "answer blue countercharge red", &[]);
}

#[test]
fn the_impetuous_test_when_an_enemy_is_in_reach() {
    // SSS 34.6, 39.4, G22, V21
    let impetuous = "arm = \"infantry\"\nbases = 12\nclass = \"A\"\ntraits = [\"impetuous\"]";
    let go = |options: &str, off: f64, dice: &[u8]| {
        let parts = [unit("red", [20.0, 10.0], impetuous), unit("blue", [20.0, 10.0 + off], &facing(LINE, SOUTH))];
        Game::start(options, "[start]\nphase = \"charges\"\nactive = \"red\"\n", &parts, dice).state.charges.len()
    };
    // Extra large +2, close +2, isolated -1, static: 8 is 11, by 5.
    assert_eq!(go("", 4.0, &[4, 4]), 1);
    assert_eq!(go("", 4.0, &[3, 4]), 0);
    assert_eq!(go("", 4.1, &[]), 0);
}

#[test]
fn a_blunder_forbids_charges() {
    // SSS V6, T2
    let what = format!("{HEAVY}\nstart = {{ charges = \"blue\", leadership = {{ moves = -3, blunder = 4 }} }}");
    let parts = [unit("red", [20.0, 10.0], &what), unit("blue", [20.0, 13.0], &facing(LINE, SOUTH))];
    let game = Game::at("charges", &parts);
    assert!(game.state.charges.is_empty());
}

#[test]
fn a_charge_does_not_lead_through_friends() {
    // SSS V72, 9.7, G76: it stops at them, disrupted, and so are they.
    let go = |options: &str, between: &str| {
        let friend = unit("red-between", [20.0, 12.0], between);
        let mut game = charge_with(options, LINE, LINE, 3.5, &[friend], &[6, 6]);
        game.says("blue", "answer blue stand no", &[6, 6]);
        game.says("red", "run red 0", &[]);
        (game.state.contacts.len(), points(&game, "red"), points(&game, "red-between"))
    };
    assert_eq!(go("", SKIRMISHERS), (0, 1, 1));
    assert_eq!(go("charge-over-skirmishers = \"any-foot-skirmishers\"", SKIRMISHERS), (1, 0, 0));
    let skirmishers = |options: &str, between: &str| {
        let friend = unit("red-between", [20.0, 12.0], between);
        let mut game = charge_with(options, SKIRMISHERS, LINE, 3.5, &[friend], &[6, 6]);
        game.says("blue", "answer blue stand no", &[6, 6]);
        game.says("red", "run red 0", &[]);
        game.state.contacts.len()
    };
    assert_eq!(skirmishers("", SKIRMISHERS), 1);
    assert_eq!(skirmishers("", LINE), 0);
    assert_eq!(skirmishers("charging-skirmishers = \"through-any\"", LINE), 1);
}

/// A line without its first volley.
fn seasoned(class: &str) -> String {
    format!("{LINE}\nclass = \"{class}\"\nstart = {{ first-volley-used = true }}")
}

#[test]
fn a_charge_is_shot_to_a_halt() {
    // SSS V14, 15.1, 15.2, 15.5, 15.7, 1.6b, G41, G78: 18 dice at 4+, 9 hits, 5 saved.
    let fire = |options: &str| {
        let mut game = charge(options, HEAVY, &seasoned("B"), 6.0, &[6, 6]);
        game.says("blue", "answer blue stand yes", &[6, 6]);
        let mut dice = vec![4];
        dice.extend([4; 9]);
        dice.extend([1; 9]);
        dice.extend([4, 4, 4, 4, 4, 1, 1, 1, 1]);
        dice.extend([6, 6]);
        game.says("red", "run red 0", &dice);
        game
    };
    let mut game = fire("");
    assert_eq!(game.state.charges[0].stage, Stage::Stopped);
    assert_eq!((game.gap("red", "blue") * 100.0).round(), 100.0);
    assert_eq!(points(&game, "red"), 2);
    assert_eq!(game.unit("red").activity, Activity::Static);
    assert!(game.unit("blue").shot_at_charge);
    // The hits are answered: no second test (SSS G78).
    game.pass_to("blue", "orders", &[]);
    assert_eq!(points(&fire("stopped-charge = \"two-and-causes\""), "red"), 4);
    let mut again = fire("stopped-retest = \"yes\"");
    again.pass_to("blue", "orders", &[6, 6]);
}

#[test]
fn the_range_of_a_shot_at_a_charge_is_rolled() {
    // SSS V14, 15.5, 15.6: A class 4 is short and 2+, C class 3 is long and 6.
    let hits = |class: &str, die: u8, face: u8| {
        let mut game = charge("", HEAVY, &seasoned(class), 6.0, &[6, 6]);
        game.says("blue", "answer blue stand yes", &[6, 6]);
        let mut dice = vec![die, face];
        dice.extend([1; 17]);
        // A hit is saved on 4+.
        let needed = match (class, die) {
            ("A", _) => 2,
            ("C", _) => 6,
            (_, 4) => 4,
            _ => 3,
        };
        if face >= needed {
            dice.push(6);
        }
        game.says("red", "run red 0", &dice);
    };
    hits("A", 4, 2);
    hits("C", 3, 6);
    hits("C", 3, 5);
    hits("B", 4, 4);
    hits("B", 4, 3);
    hits("B", 5, 3);
}

#[test]
fn a_charge_that_falls_short_is_not_shot_at() {
    // SSS 15.3
    let mut game = charge("", HEAVY, LINE, 7.1, &[6, 6]);
    game.says("blue", "answer blue stand yes", &[6, 6]);
    game.says("red", "run red 0", &[]);
    assert!(!game.unit("blue").shot_at_charge);
}

#[test]
fn who_fails_its_test_does_not_shoot() {
    // SSS 15.1, G12: close +2, isolated -1; 6 is 7, by 1.
    let mut game = charge("", HEAVY, LINE, 6.0, &[6, 6]);
    game.says("blue", "answer blue stand yes", &[2, 4]);
    assert_eq!(game.unit("blue").pending, Pending::Retire);
    game.says("red", "run red 0", &[]);
    assert_eq!(met(&game).1, Came::Halted);
}

#[test]
fn others_shoot_at_a_charge_in_their_arc() {
    // SSS 15.1, G13: after a test that only forbids the shot.
    let friend = |x: f64| unit("blue-side", [x, 16.0], &facing("arm = \"infantry\"\nbases = 4", SOUTH));
    let charged = |x: f64| {
        let mut game = charge_with("", HEAVY, "arm = \"infantry\"\nbases = 4", 6.0, &[friend(x)], &[6, 6]);
        game.says("blue", "answer blue stand no", &[6, 6]);
        game
    };
    let mut game = charged(25.0);
    assert_eq!(game.topic("blue"), "support");
    game.says("blue", "support blue-side red", &[6, 6]);
    // The first volley of 12 dice at medium range: 3+.
    let mut dice = vec![3];
    dice.extend([2; 12]);
    game.says("red", "run red 0", &dice);
    assert!(game.unit("blue-side").shot_at_charge);
    let mut game = charged(25.0);
    game.says("blue", "support blue-side red", &[1, 1]);
    game.says("red", "run red 0", &[]);
    assert_eq!(game.unit("blue-side").pending, Pending::Nothing);
    // Too far aside the charge never comes into its arc or range.
    assert_ne!(charged(35.0).topic("blue"), "support");
}

#[test]
fn evaders_may_shoot_before_they_run() {
    // SSS V5, 15.4, G13: 5 - 1 - 2 + d2; who gets away may shoot in its own next turn, by the other reading not.
    let go = |options: &str| {
        let mut game = charge(options, LINE, SKIRMISHERS, 4.0, &[6, 6]);
        game.says("blue", "answer blue evade yes", &[6, 6]);
        game.says("red", "run red 0", &[3, 1, 1, 1, 1, 6]);
        (widths(game.unit("blue").pose.at.y) - 14.5, game.unit("blue").shot_at_charge)
    };
    assert_eq!(go(""), (4.0, false));
    assert_eq!(go("evader-exemption = \"short-charge\""), (4.0, true));
}

#[test]
fn a_square_shoots_from_the_face_attacked() {
    // SSS G17: two bases of six, three dice each, at first volley and medium range.
    let mut game = charge("", HEAVY, LINE, 6.0, &[6, 6]);
    game.says("blue", "answer blue square yes", &[6, 6]);
    game.says("red", "run red 0", &[1, 2, 4, 1, 1, 1, 1, 1, 1]);
    assert_eq!(game.unit("blue").formation, Formation::Square);
    assert!(game.unit("blue").shot_at_charge);
}

#[test]
fn at_its_limit_a_unit_leaves_its_melee_and_may_be_struck() {
    // SSS V71, 2.1, 26.1, G79: in its own next movement phase; by the other reading nobody strikes.
    let parts = [
        unit("red", [20.0, 15.0], &format!("{LINE}\nstart = {{ hits = 18, activity = \"retiring-in-good-order\" }}")),
        unit("blue", [20.0, 15.0], &facing(LINE, SOUTH)),
        "\n[[contacts]]\nunits = [\"red\", \"blue\"]\n".to_string(),
        waits(),
    ];
    let mut game = Game::at("movement", &parts);
    assert_eq!(game.topic("blue"), "free-hit");
    game.says("blue", "free-hit no", &[]);
    assert!(game.state.contacts.is_empty());
    assert_eq!(widths(game.unit("red").pose.at.y), 12.0);
    let game = Game::with("limit-in-melee = \"free-to-leave\"", "movement", &parts);
    assert_eq!(widths(game.unit("red").pose.at.y), 12.0);
}

#[test]
fn a_unit_that_is_not_seen_surprises() {
    // SSS G42, T16, 37.7: a wood between them hides the charger.
    let go = |wood: &str| {
        let wood = area(wood, "copse", [14.0, 12.0, 26.0, 14.5]);
        let mut game = charge_with("", LIGHT_HORSE, &format!("{LINE}\nmissile = \"none\""), 6.0, &[wood], &[6, 6]);
        game.says("blue", "answer blue stand no", &[6, 6]);
        game.says("red", "run red 0", &[]);
        (game.unit("blue").surprised, game.unit("blue").disruption.of(Cause::FlankOrRear))
    };
    assert_eq!(go("light-woods"), (true, 1));
    assert_eq!(go("difficult"), (false, 0));
}

#[test]
fn a_retreating_unit_that_is_caught_fights_back_from_behind() {
    // SSS 1.5.1g, G63: attacked in rear, pursued dice, no point for evading.
    let what = format!("{LINE}\nstart = {{ activity = \"retreating\" }}");
    let mut game = charge("", HEAVY, &what, 6.0, &[6, 6]);
    game.says("blue", "answer blue stand no", &[6, 6]);
    game.says("red", "run red 0", &[]);
    assert_eq!(met(&game), (Came::Charging, Came::Pursued, Aspect::Rear));
    assert_eq!(game.unit("blue").disruption.of(Cause::CaughtEvading), 0);
    assert_eq!(points(&game, "blue"), 2);
}

#[test]
fn two_chargers_find_one_who_evades_once() {
    // SSS 1.5.2f, G63: the second runs at it where it stands now.
    let parts = [
        unit("red", [18.0, 10.0], &charging("arm = \"heavy-cavalry\"\nbases = 2", "blue")),
        unit("red-two", [21.0, 10.0], &charging("arm = \"light-cavalry\"\nbases = 2", "blue")),
        unit("blue", [20.0, 12.0], &facing(SKIRMISHERS, SOUTH)),
        waits(),
    ];
    let mut game = Game::start("", "[start]\nphase = \"charges\"\nactive = \"red\"\n", &parts, &[6, 6, 6, 6]);
    game.says("blue", "answer blue evade no", &[]);
    game.says("red", "run red 0", &[5]);
    assert_eq!((widths(game.unit("blue").pose.at.y), game.state.contacts.len()), (19.5, 0));
    game.says("red", "follow 0", &[]);
    game.says("red", "run red-two 0", &[]);
    assert_eq!(game.state.contacts.len(), 1);
    assert_eq!(game.unit("blue").disruption.of(Cause::CaughtEvading), 1);
}

#[test]
fn a_charge_is_over_with_the_next_own_move() {
    // SSS G21
    let parts = [
        chief("red", "superior", [20.0, 4.0]),
        unit("red", [20.0, 5.0], &format!("{HEAVY}\nstart = {{ activity = \"charging\" }}")),
        unit("blue", [20.0, 28.0], LINE),
    ];
    let mut game = Game::at("orders", &parts);
    assert_eq!(game.unit("red").activity, Activity::Charging);
    game.pass_to("blue", "orders", &[]);
    assert_eq!(game.unit("red").activity, Activity::Static);
}

#[test]
fn the_impetuous_test_on_approach_by_the_other_reading() {
    // SSS 34.6, G22: in the turn after it the same enemy calls for a test no more.
    let impetuous = format!("{LINE}\ntraits = [\"impetuous\"]");
    let tests = |options: &str, near: bool, dice: &[u8]| {
        let parts = [unit("red", [20.0, 10.0], &impetuous), unit("blue", [20.0, 14.0], &facing(LINE, SOUTH)), waits()];
        let mut game = Game::start(options, "[start]\nphase = \"orders\"\nactive = \"red\"\n", &parts, &[]);
        let id = game.id("red");
        game.act(&[], |play| play.unit_mut(id).enemy_was_near = near);
        game.done("red", dice);
        assert!(game.unit("red").enemy_was_near);
    };
    tests("", true, &[3, 4]);
    tests("impetuous-retest = \"on-approach\"", false, &[3, 4]);
    tests("impetuous-retest = \"on-approach\"", true, &[]);
}

#[test]
fn a_garrison_is_attacked_not_charged() {
    // SSS 30.3, G14: contact along the walls, and nobody counts as charging.
    let parts = [
        area("town", "farm", [18.0, 14.0, 22.0, 16.0]),
        "\n[[buildings]]\narea = \"farm\"\nmaterial = \"brick\"\n".to_string(),
        unit("red", [20.0, 11.0], &charging("arm = \"infantry\"\nbases = 4", "blue")),
        unit("blue", [20.0, 15.0], "arm = \"infantry\"\nbases = 4\nmissile = \"none\"\ninside = \"farm\"")
            .replace("at = [20.0, 15.0]\n", ""),
        waits(),
    ];
    let mut game = Game::start("", "[start]\nphase = \"charges\"\nactive = \"red\"\n", &parts, &[6, 6]);
    game.says("blue", "answer blue stand no", &[6, 6]);
    game.says("red", "run red 0", &[]);
    assert_eq!(met(&game).0, Came::Close);
}

#[test]
fn a_warband_charged_from_two_sides_meets_the_one_before_it() {
    // SSS 1.4b, G14: red in front drives it; red-flank is nearer, on its flank, and cannot be met. It names whom it meets.
    let parts = [
        unit("red", [20.0, 10.0], &charging(LINE, "blue")),
        unit("blue", [20.0, 11.0], &facing(&format!("{LINE}\ntraits = [\"warband\"]"), SOUTH)),
        unit("red-flank", [23.8, 11.3], &facing(&charging("arm = \"infantry\"\nbases = 2", "blue"), 270)),
        waits(),
    ];
    let mut game = Game::start("", "[start]\nphase = \"charges\"\nactive = \"red\"\n", &parts, &[6, 6, 6, 6]);
    assert!(game.gap("red-flank", "blue") < game.gap("red", "blue"));
    assert_eq!(game.menu("blue"), ["answer blue countercharge red"]);
    assert_eq!(game.refused("blue", "answer blue countercharge red-flank"), "SSS G14");
    assert_eq!(game.refused("blue", "answer blue stand no"), "SSS 1.4b");
    game.says("blue", "answer blue countercharge red", &[]);
    // The charge on its flank is run first: it stands there and fights, and meets nobody any more.
    game.says("red", "run red-flank 0", &[]);
    let stood = game.unit("blue").pose;
    game.says("red", "run red 0", &[]);
    assert_eq!(game.unit("blue").pose, stood);
    assert_eq!(game.state.contacts.len(), 2);
}

#[test]
fn gunners_who_fail_to_support_disperse() {
    // SSS 39.2, G13, G125: always, or by the other reading they lose the shot only.
    let go = |options: &str| {
        let guns = unit("blue-guns", [25.0, 16.0], &facing(GUNS, SOUTH));
        let mut game = charge_with(options, HEAVY, "arm = \"infantry\"\nbases = 4", 6.0, &[guns], &[6, 6]);
        game.says("blue", "answer blue stand no", &[6, 6]);
        game.says("blue", "support blue-guns red", &[1, 1]);
        game.says("red", "run red 0", &[]);
        game.unit("blue-guns").place
    };
    assert_eq!(go(""), Place::Gone(Loss::Dispersed));
    assert_eq!(go("gunners-support = \"shot-only\""), Place::Table);
}

#[test]
fn routers_that_are_charged_test_by_the_reading_and_never_shoot() {
    // SSS 15.1, G22, G125
    let router = format!("{LINE}\nstart = {{ activity = \"routing\", rout-moves = 1 }}");
    let mut game = charge("", HEAVY, &router, 6.0, &[6, 6]);
    assert_eq!(game.menu("blue"), ["answer blue stand no"]);
    assert_eq!(game.refused("blue", "answer blue stand yes"), "SSS 15.1");
    game.says("blue", "answer blue stand no", &[6, 6]);
    let mut game = charge("router-tests = \"rally-only\"", HEAVY, &router, 6.0, &[6, 6]);
    game.says("blue", "answer blue stand no", &[]);
}

#[test]
fn pikes_surprised_in_front_take_one_point() {
    // SSS 38.6, T16, G126: two only in flank and rear.
    let pikes = "arm = \"infantry\"\nbases = 6\npike-bases = 6\nmissile = \"none\"\nsteel = \"pike\"";
    let go = |degrees: i32| {
        let wood = area("light-woods", "copse", [14.0, 12.0, 26.0, 14.5]);
        let parts = [
            unit("red", [20.0, 10.0], &charging(LIGHT_HORSE, "blue")),
            unit("blue", [20.0, 16.0], &facing(pikes, degrees)),
            wood,
            waits(),
        ];
        let options = "pike-and-shot = \"on\"";
        let mut game = Game::start(options, "[start]\nphase = \"charges\"\nactive = \"red\"\n", &parts, &[6, 6]);
        game.says("blue", "answer blue stand no", &[6, 6]);
        game.says("red", "run red 0", &[]);
        assert!(game.unit("blue").surprised);
        game.unit("blue").disruption.of(Cause::FlankOrRear)
    };
    assert_eq!(go(SOUTH), 1);
    assert_eq!(go(0), 2);
}
