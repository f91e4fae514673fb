//! The ways of charges: what is done in the normal move, the ground under them, who meets them, who shoots at them on their way.

use crate::game::{Game, HEAVY, LIGHT_HORSE, LINE, SKIRMISHERS, area, unit, widths};
use shot_steel_and_stone::disruption::Cause;
use shot_steel_and_stone::state::{Came, Formation, Pending, Place, Stage};

const TWO: &str = "arm = \"infantry\"\nbases = 2";
const FOUR: &str = "arm = \"infantry\"\nbases = 4";
const TWO_HORSE: &str = "arm = \"heavy-cavalry\"\nbases = 2";

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

/// From the tests of red's chargers on, which all pass.
fn charges(options: &str, parts: &[String]) -> Game {
    let chargers = parts.iter().filter(|part| part.contains("charges = ")).count();
    let parts: Vec<String> = parts.iter().cloned().chain([waits()]).collect();
    Game::start(options, "[start]\nphase = \"charges\"\nactive = \"red\"\n", &parts, &[6, 6].repeat(chargers))
}

/// Red charges blue, who faces it.
fn charge(red: &str, blue: &str, off: f64, more: &[String]) -> Game {
    let mut parts =
        vec![unit("red", [20.0, 10.0], &charging(red, "blue")), unit("blue", [20.0, 10.0 + off], &facing(blue, 180))];
    parts.extend_from_slice(more);
    charges("", &parts)
}

/// The same up to the run, blue having stood its test without shooting.
fn stood(red: &str, blue: &str, off: f64, more: &[String]) -> Game {
    let mut game = charge(red, blue, off, more);
    game.says("blue", "answer blue stand no", &[6, 6]);
    game
}

fn at(game: &Game, key: &str) -> (f64, f64) {
    let at = game.unit(key).pose.at;
    let hundredth = |length: i32| (widths(length) * 100.0).round() / 100.0;
    (hundredth(at.x), hundredth(at.y))
}

/// Horse whose target lies to its right, square to a wheel of 45° after an advance of 2 BW.
fn aside(more: &[String]) -> Game {
    turns_aside(TWO_HORSE, more)
}

fn turns_aside(red: &str, more: &[String]) -> Game {
    let mut parts = vec![
        unit("red", [10.0, 10.0], &charging(red, "blue")),
        unit("blue", [12.414, 14.828], &facing("arm = \"infantry\"\nbases = 2\nmissile = \"none\"", 225)),
    ];
    parts.extend_from_slice(more);
    let mut game = charges("", &parts);
    game.says("blue", "answer blue stand no", &[6, 6]);
    game
}

#[test]
fn a_charge_goes_ahead_before_it_wheels() {
    // SSS 1.5.2c, 1.5.2d, G9: 2 BW, a wheel of ¼ π 2 BW, and 3 BW straight into contact, of 5 + 2.
    let mut game = aside(&[]);
    game.says("red", "run-by red 120 45", &[]);
    assert_eq!(game.state.contacts.len(), 1);
    assert!((widths(game.state.charges[0].ran) - 6.571).abs() < 0.01, "{}", widths(game.state.charges[0].ran));
    assert_eq!(game.unit("red").pose.facing, 4_500);
    // Advance and wheel are of the normal move, which has 5 BW.
    assert_eq!(aside(&[]).refused("red", "run-by red 210 45"), "SSS 1.5.2d");
    // It can be led home, so it is not led aside (SSS G128).
    assert_eq!(aside(&[]).refused("red", "run red 90"), "SSS 1.5.2c");
    assert_eq!(aside(&[]).refused("red", "run red -45"), "SSS 1.5.2c");
}

#[test]
fn the_menu_finds_an_advance_where_no_wheel_leads_home() {
    // SSS 1.5.2d: a friend beside it leaves no room for a wheel from where it stands.
    let mut game = aside(&[unit("red-beside", [12.1, 11.2], TWO), unit("red-left", [7.9, 11.0], TWO)]);
    let run = game.menu("red").into_iter().find(|words| words.contains(" red ")).unwrap();
    assert!(run.starts_with("run-by red "), "{run}");
    game.says("red", &run, &[]);
    assert_eq!(game.state.contacts.len(), 1);
}

#[test]
fn formation_is_changed_in_the_normal_move() {
    // SSS 1.5.2d, 8.6: out of a column of attack into line takes 3 BW, which leaves the bonus.
    let column = format!("{LINE}\nformation = \"column-of-attack\"");
    let mut game = stood(&column, LINE, 1.0, &[]);
    game.says("red", "run-formed red line 0 0", &[]);
    assert_eq!((game.unit("red").formation, game.unit("red").files), (Formation::Line, 6));
    let contact = game.state.contacts[0];
    assert_eq!(contact.came(game.id("red")), Came::Charging);
    // Farther off it would fall short, and can be led home as it is.
    assert_eq!(stood(&column, LINE, 1.5, &[]).refused("red", "run-formed red line 0 0"), "SSS 1.5.2c");
    assert_eq!(stood(&column, LINE, 1.0, &[]).refused("red", "run-formed red square 0 0"), "SSS 1.5.2d");
    // Friends beside the column leave no room for a line.
    let beside = unit("red-beside", [22.1, 10.0], TWO);
    assert_eq!(stood(&column, LINE, 1.0, &[beside]).refused("red", "run-formed red line 0 0"), "SSS 1.5.2d");
}

#[test]
fn the_ground_under_a_wheel_counts() {
    // SSS 1.5.2d, T6, T16: only the outer bases of the wheel come over it.
    let under = |kind: &str| area(kind, "patch", [8.9, 12.3, 9.4, 13.0]);
    assert_eq!(aside(&[under("difficult")]).refused("red", "run-by red 120 45"), "SSS 1.5.2d", "5 - 2 BW are too few");
    let mut game = turns_aside("arm = \"light-cavalry\"\nbases = 2", &[under("difficult")]);
    game.says("red", "run-by red 120 45", &[]);
    assert_eq!((game.state.contacts.len(), game.unit("red").disruption.of(Cause::Terrain)), (1, 1));
    assert_eq!(aside(&[under("impassable")]).refused("red", "run-by red 120 45"), "SSS 1.5.2d");
}

#[test]
fn ground_that_is_not_reached_costs_nothing() {
    // SSS 1.5.2c, T6: over the ditch 5 + 2 - 2 BW do not get it home; it goes its 5 BW up to it and is not disrupted by it.
    let ditch = |from: f64| area("difficult", "ditch", [14.0, from, 26.0, from + 0.3]);
    let run = |from: f64| {
        let mut game = stood(HEAVY, LINE, 7.0, &[ditch(from)]);
        game.says("red", "run red 0", &[]);
        assert!(game.state.contacts.is_empty());
        (at(&game, "red").1, game.unit("red").disruption.of(Cause::Terrain))
    };
    assert_eq!(run(16.5), (15.0, 0));
    // It begins on the way: up to it, for 3 BW do not lead across.
    assert_eq!(run(14.0), (14.0, 0));
    assert_eq!(run(12.0), (13.0, 1));
}

#[test]
fn a_countercharger_turns_to_face_the_charge() {
    // SSS 1.5.2a, 1.5.2c, G127: 10° off, a wheel of 0.7 BW; then along the charger's line, in the ratio 7 to 5 + 2 - 1 - 0.7.
    let parts = |degrees: i32| {
        let blue = unit("blue", [20.0, 18.0], &facing(HEAVY, degrees));
        [unit("red", [20.0, 10.0], &charging(HEAVY, "blue")), blue]
    };
    let mut game = charges("", &parts(170));
    game.says("blue", "answer blue countercharge red", &[6, 6]);
    game.says("red", "run red 0", &[]);
    assert_eq!((game.unit("blue").pose.facing, game.unit("red").pose.facing), (18_000, 0));
    assert!(game.gap("red", "blue") < 0.02, "{}", game.gap("red", "blue"));
    let contact = game.state.contacts[0];
    assert_eq!((contact.came(game.id("red")), contact.came(game.id("blue"))), (Came::Charging, Came::Charging));
    assert!(at(&game, "red").1 > 14.0 && at(&game, "red").1 < 14.6, "{:?}", at(&game, "red"));
    // 44° take 3 BW of its 4: it still comes, but less far.
    let mut wide = charges("", &parts(140));
    wide.says("blue", "answer blue countercharge red", &[6, 6]);
    wide.says("red", "run red 0", &[]);
    assert_eq!(wide.unit("blue").pose.facing, 18_000);
    assert!(at(&wide, "red").1 > at(&game, "red").1);
}

#[test]
fn a_countercharger_minds_ground_and_friends() {
    // SSS 1.5.2a, 9.7, T6, T16, G127
    let meets = |red: &str, more: &[String]| {
        let mut game = charge(red, HEAVY, 8.0, more);
        game.says("blue", "answer blue countercharge red", &[6, 6]);
        if game.topic("blue") == "support" {
            game.done("blue", &[]);
        }
        game.says("red", "run red 0", &[]);
        assert_eq!(game.state.contacts.len(), 1);
        game
    };
    // Boggy ground before it: 7 against 5 + 2 - 1 - 2.
    let game = meets(HEAVY, &[area("difficult", "bog", [10.0, 16.0, 30.0, 17.0])]);
    assert!((widths(game.unit("red").pose.at.y) - (10.0 + 8.0 * 7.0 / 11.0)).abs() < 0.01);
    assert_eq!(game.unit("blue").disruption.of(Cause::Terrain), 1);
    assert_eq!(game.unit("red").disruption.of(Cause::Terrain), 0);
    // A friend before its left wing: it stops at him, and he is the worse for it.
    let game = meets(TWO_HORSE, &[unit("blue-friend", [22.5, 16.0], &facing(TWO, 180))]);
    assert_eq!(at(&game, "red").1, 16.5);
    assert_eq!(game.unit("blue-friend").disruption.of(Cause::Crowded), 1);
}

#[test]
fn evaders_pay_for_the_ground_they_run_over() {
    // SSS 1.5.2f, T6, G130: B class light cavalry 7 - 1 + 1; difficult ground takes 2 from where it begins.
    let runs = |what: &str, from: f64, die: u8| {
        let bog = area("difficult", "bog", [10.0, from, 30.0, 28.0]);
        let mut game = charge(HEAVY, what, 4.0, &[bog]);
        game.says("blue", "answer blue evade no", &[]);
        game.says("red", "run red 0", &[die]);
        at(&game, "blue").1
    };
    // Turned about, its front is at 15.
    assert_eq!(runs(LIGHT_HORSE, 27.0, 1), 22.0);
    assert_eq!(runs(LIGHT_HORSE, 17.0, 1), 20.0);
    assert_eq!(runs(LIGHT_HORSE, 21.0, 1), 21.0);
    // Skirmishers do not mind: 5 - 1 + 1 BW.
    assert_eq!(runs(SKIRMISHERS, 17.0, 1), 19.5);
}

#[test]
fn a_square_needs_room() {
    // SSS 1.5.3a, G129
    let close = unit("blue-behind", [20.0, 14.7], &facing(LINE, 180));
    let game = charge(HEAVY, LINE, 4.0, &[close]);
    assert_eq!(game.refused("blue", "answer blue square no"), "SSS 1.5.3a");
    assert_eq!(charge(HEAVY, LINE, 4.0, &[]).refused("blue", "answer blue square no"), "");
    let bog = area("impassable", "pond", [19.0, 14.6, 21.0, 16.0]);
    assert_eq!(charge(HEAVY, LINE, 4.0, &[bog]).refused("blue", "answer blue square no"), "SSS 1.5.3a");
}

#[test]
fn a_square_may_shoot_and_need_not() {
    // SSS 15.1, 1.5.3a, G17
    let mut game = charge(HEAVY, LINE, 6.0, &[]);
    game.says("blue", "answer blue square no", &[6, 6]);
    game.says("red", "run red 0", &[1, 2]);
    assert_eq!((game.unit("blue").formation, game.unit("blue").shot_at_charge), (Formation::Square, false));
    let unarmed = charge(HEAVY, &format!("{LINE}\nmissile = \"none\""), 6.0, &[]);
    assert_eq!(unarmed.refused("blue", "answer blue square yes"), "SSS 11.1");
    let mut game = charge(HEAVY, LINE, 6.0, &[]);
    game.says("blue", "answer blue rear-rank yes", &[6, 6]);
    // Not of the rear rank: two dice a base to the front, first volley at medium range.
    let dice = [vec![1, 2, 3], vec![1; 12]].concat();
    game.says("red", "run red 0", &dice);
    assert!(game.unit("blue").shot_at_charge && game.unit("blue").rear_about);
}

#[test]
fn a_charged_unit_may_shoot_at_a_charge_on_friends() {
    // SSS 15.1: "charging it or friends within its arc"; it has passed its test, and takes no other.
    let two_charges = |dice: &[u8]| {
        let parts = [
            unit("red", [18.0, 10.0], &charging(HEAVY, "blue")),
            unit("red-two", [23.0, 10.0], &charging(HEAVY, "blue-two")),
            unit("blue", [18.0, 16.0], &facing(FOUR, 180)),
            unit("blue-two", [23.0, 16.0], &facing(FOUR, 180)),
        ];
        let mut game = charges("", &parts);
        game.says("blue", "answer blue stand no", dice);
        game.says("blue", "answer blue-two stand no", &[6, 6]);
        game
    };
    let mut game = two_charges(&[6, 6]);
    assert_eq!(game.refused("blue", "support blue red"), "SSS 15.1", "that is for its answer");
    game.says("blue", "support blue red-two", &[]);
    game.done("blue", &[]);
    let fire = [vec![3], vec![2; 12]].concat();
    game.says("red", "run red-two 0", &fire);
    assert!(game.unit("blue").shot_at_charge);
    // Small, close +2, supported: 4 is one short. Who failed shoots at nobody.
    let game = two_charges(&[1, 3]);
    assert_ne!(game.unit("blue").pending, Pending::Nothing);
    assert_eq!(game.refused("blue", "support blue red-two"), "SSS 15.1");
}

#[test]
fn a_charge_out_of_a_wood_may_be_shot_at() {
    // SSS 15.1, 11.4, G72: it is not seen where it starts, but on its way.
    let wood = area("light-woods", "copse", [14.0, 12.0, 26.0, 14.5]);
    let game = charge(LIGHT_HORSE, LINE, 6.0, &[wood]);
    assert_eq!(game.refused("blue", "answer blue stand yes"), "");
}

#[test]
fn all_that_hits_a_charge_counts_together() {
    // SSS 15.7, 1.6b, G130: two hits by the evader and two by its supporters stop four bases of horse.
    let go = |saved: u8| {
        let mut game = charge(HEAVY, SKIRMISHERS, 2.0, &[unit("blue-side", [26.5, 12.0], &facing(FOUR, 180))]);
        game.says("blue", "answer blue evade yes", &[6, 6]);
        game.says("blue", "support blue-side red", &[6, 6]);
        // Medium range, 4+: two hits, none saved; 5 - 1 - 2 + 1 BW are not enough. Then the first volley of one base, 3+.
        let mut dice = vec![3, 4, 4, 1, 1, 1, 1, 1];
        dice.extend([3, 3, 3, 1, 1, saved]);
        if saved == 1 {
            dice.extend([6, 6]);
        }
        game.says("red", "run red 0", &dice);
        game
    };
    let game = go(1);
    assert_eq!(game.state.charges[0].stage, Stage::Stopped);
    assert_eq!((game.gap("red", "blue") * 100.0).round(), 100.0);
    assert_eq!(go(6).state.charges[0].stage, Stage::Contact);
}

#[test]
fn a_stopped_charge_goes_no_farther_than_it_could() {
    // SSS 15.7, 15.4, G130: its target is out of its reach: 1 BW short of that would be beyond its normal move.
    let mut game = charge(HEAVY, SKIRMISHERS, 7.5, &[]);
    game.says("blue", "answer blue evade yes", &[6, 6]);
    game.says("red", "run red 0", &[3, 4, 4, 4, 4, 1, 1, 1, 1, 6, 6, 1]);
    assert_eq!(game.state.charges[0].stage, Stage::Stopped);
    assert_eq!(at(&game, "red"), (20.0, 15.0));
}

#[test]
fn a_warband_charges_whom_its_owner_names() {
    // SSS 1.4b, G128: of two within its bonus the farther one.
    let red = format!("{LINE}\ntraits = [\"warband\"]\nstart = {{ charges = \"blue-two\" }}");
    let parts = [
        unit("red", [20.0, 10.0], &red),
        unit("blue", [18.0, 10.8], &facing(TWO, 180)),
        unit("blue-two", [22.0, 10.9], &facing(TWO, 180)),
    ];
    let game = Game::start("", "[start]\nphase = \"charges\"\nactive = \"red\"\n", &parts, &[]);
    assert_eq!(game.state.charges[0].target, game.id("blue-two"));
    let free = [parts[0].replace("start = { charges = \"blue-two\" }", ""), parts[1].clone(), parts[2].clone()];
    let game = Game::start("", "[start]\nphase = \"charges\"\nactive = \"red\"\n", &free, &[]);
    assert_eq!(game.state.charges[0].target, game.id("blue"));
}

#[test]
fn an_order_to_shoot_on_the_move_is_no_excuse() {
    // SSS 34.6, G41: the impetuous with an enemy in charge range test whatever they were to do.
    let red = "arm = \"infantry\"\nbases = 12\nclass = \"A\"\ntraits = [\"impetuous\"]\nstart = { intent = \"move-and-shoot\" }";
    let parts = [unit("red", [20.0, 10.0], red), unit("blue", [20.0, 14.0], &facing(LINE, 180))];
    let game = Game::start("", "[start]\nphase = \"charges\"\nactive = \"red\"\n", &parts, &[4, 4]);
    assert_eq!(game.state.charges.len(), 1);
}

#[test]
fn mixed_units_charge_without_a_bonus() {
    // SSS 38.1, G14: 3 BW and no more; 1 BW moved is a charge.
    let mixed = "arm = \"infantry\"\nbases = 6\npike-bases = 2\nmissile = \"matchlock\"\nsteel = \"pike\"";
    let run = |off: f64| {
        let parts =
            [unit("red", [20.0, 10.0], &charging(mixed, "blue")), unit("blue", [20.0, 10.0 + off], &facing(LINE, 180))];
        let mut game = charges("pike-and-shot = \"on\"", &parts);
        game.says("blue", "answer blue stand no", &[6, 6]);
        game.says("red", "run red 0", &[]);
        game.state.contacts.first().map(|contact| contact.came(game.id("red")))
    };
    assert_eq!(run(3.0), Some(Came::Charging));
    assert_eq!(run(3.1), None);
    assert_eq!(run(0.9), Some(Came::Close));
}

#[test]
fn pikes_neither_lie_down_nor_let_pass_nor_march_twice_as_fast() {
    // SSS 38.5, 38.7, V3: 3 × 1½ BW in column of march, where others have 6.
    let pikes = |more: &str| {
        format!("{TWO}\npike-bases = 1\nmissile = \"none\"\nsteel = \"pike\"\nstart = {{ intent = \"move\" }}\n{more}")
    };
    let moves = |parts: &[String], pieces: &[(&str, &str)]| {
        let far = unit("blue", [30.0, 29.0], LINE);
        let parts: Vec<String> = parts.iter().cloned().chain([far]).collect();
        let mut game = Game::with("pike-and-shot = \"on\"", "movement", &parts);
        game.says("red", "pick red", &[]);
        for (words, rule) in pieces {
            assert_eq!(game.refused("red", words), *rule, "{words}");
        }
    };
    moves(&[unit("red", [10.0, 5.0], &pikes(""))], &[("move lie-down", "SSS 10.5")]);
    let march = pikes("formation = \"column-of-march\"");
    moves(&[unit("red", [10.0, 5.0], &march)], &[("move advance 270", ""), ("move advance 271", "SSS 7.1")]);
    let others = march.replace("pike-bases = 1\n", "").replace("steel = \"pike\"\n", "");
    moves(&[unit("red", [10.0, 5.0], &others)], &[("move advance 360", ""), ("move advance 361", "SSS 7.1")]);
    // Foot behind pikes stays behind them; skirmishers may not pass either.
    let before = unit("red-pikes", [10.0, 6.0], &pikes(""));
    let skirmishers = format!("{SKIRMISHERS}\nstart = {{ intent = \"move\" }}");
    moves(&[unit("red", [10.0, 5.0], &skirmishers), before], &[("move advance 180", "SSS 9.1")]);
}

#[test]
fn routers_who_were_to_be_charged_are_gone() {
    // SSS G12, 1.5.1f: the charge is completed all the same, and has failed to contact.
    let mut game = charge(HEAVY, &format!("{LINE}\nclass = \"C\""), 3.0, &[unit("blue-far", [2.0, 29.0], TWO)]);
    // Close +2, isolated -1: 6 is 7, by 3. It runs 3 + 2 BW, which leaves 8 between them.
    game.says("blue", "answer blue stand no", &[2, 4, 3]);
    game.says("red", "run red 0", &[]);
    assert_eq!((game.unit("blue").place, game.state.contacts.len()), (Place::Table, 0));
    assert_eq!(game.unit("red").disruption.of(Cause::FailedToContact), 1);
}

#[test]
fn a_charge_does_not_wheel_over_the_edge() {
    // SSS 1.5.2d, G128: its right wing would swing 2 BW forward, beyond the northern edge of the table.
    let wheels = |y: f64| {
        let parts = [
            unit("red", [10.0, y], &charging(TWO_HORSE, "blue")),
            unit("blue", [6.0, y + 0.5], &facing("arm = \"infantry\"\nbases = 2\nmissile = \"none\"", 90)),
        ];
        let mut game = charges("", &parts);
        game.says("blue", "answer blue stand no", &[6, 6]);
        game.refused("red", "run red -90")
    };
    assert_eq!((wheels(20.0), wheels(28.4)), (String::new(), "SSS 1.5.2d".into()));
}
