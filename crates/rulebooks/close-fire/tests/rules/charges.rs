//! CF 14: charges, answers to them, close fire.

use crate::combat::{END, contact, factor, fight, reserves, results, still, total, troops};
use crate::game::{Game, area, brigade, line, under, unit};
use close_fire::state::{Crew, Service, Standing};

fn red(at: [f64; 2], more: &str, start: &str) -> String {
    unit("red", at, &troops("horse", "[2, 2]", more, start))
}

fn blue(class: &str, at: [f64; 2], more: &str, start: &str) -> String {
    unit("blue", at, &still(class, if class == "foot" { "[4]" } else { "[2, 2]" }, more, start))
}

#[test]
fn who_may_charge() {
    // CF 14.2, 14.6, 14.7, 14.12, 14.21, 6.8, 6.26, 6.36, 12.11, G48
    let foot = blue("foot", [700.0, 600.0], "", "");
    let refused = |what: &str| {
        let game = fight("", &[unit("red", [700.0, 300.0], what), foot.clone(), red_other()], &[]);
        game.refused("red", "charge red blue no")
    };
    // At any distance, also after a move.
    assert_eq!(refused(&troops("horse", "[2, 2]", "", "moved = true")), "");
    assert_eq!(refused(&troops("dragoons", "[2, 2]", "", "")), "");
    assert_eq!(refused(&troops("horse", "[2, 2]", "formation = \"march-column\"", "")), "CF 14.6");
    assert_eq!(refused(&troops("foot", "[4]", "", "")), "CF 14.21");
    assert_eq!(refused(&troops("horse", "[2, 2]", "", "steadied = true")), "CF 6.8");
    assert_eq!(refused(&troops("dragoons", "[2, 2]", "load = \"fascines\"", "")), "CF 12.11");
    assert_eq!(refused(&still("horse", "[2, 2]", "", "control = \"halt\"")), "CF 6.36");
    assert_eq!(refused(&still("horse", "[2, 2]", "", "control = \"repeat\"")), "CF 6.35");
    assert_eq!(refused(&still("horse", "[2, 2]", "", "")), "CF 6.26");
    assert_eq!(refused(&troops("horse", "[2, 2]", "", "standing = \"retiring\"")), "CF G48");
    // Straight ahead only; hussars, who face all round, in any direction.
    assert_eq!(refused(&troops("horse", "[2, 2]", "facing = \"east\"", "")), "CF 14.12");
    assert_eq!(refused(&troops("hussars", "[2, 2]", "facing = \"east\"", "")), "");
}

/// Another unit that could charge, so that red is asked in any case.
fn red_other() -> String {
    unit("red-other", [200.0, 300.0], &troops("hussars", "[2, 2]", "", ""))
}

#[test]
fn the_initiative_declares_first() {
    // CF 14.3, 14.4, 14.5, G14, G48
    let horse = |key: &str, y: f64| unit(key, [700.0, y], &troops("horse", "[2, 2]", "", ""));
    let parts = [horse("red", 300.0), horse("blue", 400.0)];
    let mut game = fight("", &parts, &[]);
    assert_eq!((game.topic("red"), game.topic("blue")), ("declare-charges", "none"));
    game.says("red", "charge red blue no", &[]);
    assert_eq!((game.topic("red"), game.topic("blue")), ("none", "declare-charges"));
    game.says("blue", "charge blue red no", &[]);
    // Nothing is added or taken back now.
    assert_eq!(game.refused("red", "charge red blue no"), "CF 9.1");
    assert_eq!(game.menu("red"), ["charge-dice red 1", "charge-dice red 2", "charge-dice red 1+d6"]);
    game.says("red", "charge-dice red 2", &[]);
    // Charges aimed at each other meet half way; both have charged.
    game.says("blue", "charge-dice blue 2", &[3, 4, 3, 4, 5, 5]);
    assert_eq!((factor(&game, "red", "CF 15.8"), factor(&game, "blue", "CF 15.8")), (1, 1));
    assert_eq!(game.at_yards("red"), [700.0, 350.0]);
    let all = [&parts[..], &reserves()].concat();
    let start = "[start]\nphase = \"combat\"\nfirst = \"red\"\nholder = \"blue\"\n";
    let game = Game::start("initiative-holder = \"roll-winner\"", start, &all, &[]);
    assert_eq!((game.topic("red"), game.topic("blue")), ("none", "declare-charges"));
}

#[test]
fn dice_of_a_charge() {
    // CF 14.9, 14.10, 11.33, G33
    let menu = |options: &str, gap: f64, start: &str| {
        let mut game =
            fight(options, &[red([700.0, 300.0], "", start), blue("foot", [700.0, 300.0 + gap], "", "")], &[]);
        game.says("red", "charge red blue no", &[]);
        game.menu("red").iter().map(|words| words.replace("charge-dice red ", "")).collect::<Vec<_>>()
    };
    assert_eq!(menu("", 100.0, ""), ["1", "2", "1+d6"]);
    assert_eq!(menu("", 100.0, "last-dice = 1"), ["1", "2", "1+d6", "2+d6"]);
    assert_eq!(menu("charge-speed = \"free\"", 100.0, ""), ["1", "2", "1+d6", "2+d6"]);
    // From 20 yds no dice are needed.
    assert_eq!(menu("", 20.0, ""), ["0", "1", "2", "1+d6"]);
    let mut game = fight("", &[red([700.0, 300.0], "", ""), blue("foot", [700.0, 320.0], "", "")], &[]);
    game.says("red", "charge red blue no", &[]);
    game.says("red", "charge-dice red 0", &[&[3, 3, 3, 3, 3][..], &END].concat());
    assert_eq!(factor(&game, "red", "CF 15.8"), 1);
}

#[test]
fn a_charge_that_falls_short() {
    // CF 14.9, 14.11, 14.13
    let mut game = fight("", &[red([700.0, 300.0], "", ""), blue("foot", [700.0, 400.0], "", "")], &[]);
    game.says("red", "charge red blue no", &[]);
    game.says("red", "charge-dice red 1+d6", &[]);
    // The full distance, and a point for the six.
    game.says("blue", "receive blue", &[&[3, 6][..], &END].concat());
    assert_eq!((game.at_yards("red"), game.told("CF 14.13")), ([700.0, 390.0], true));
    assert!(game.told("CF 14.9"));
    assert!(game.unit("red").charged_in_vain && game.told("CF 8.1"));
}

#[test]
fn who_has_charged_in_vain_charges_again() {
    // CF 14.13, G48
    let again = |control: &str| {
        let start = format!("charged-in-vain = true, last-dice = 2, control = \"{control}\"");
        let horse = unit("red", [700.0, 300.0], &still("horse", "[2, 2]", "", &start));
        fight("", &[horse, blue("foot", [700.0, 340.0], "", "")], &[])
    };
    for control in ["continue", "halt", "repeat"] {
        let game = again(control);
        assert_eq!((game.topic("red"), game.menu("red")), ("charge-again", vec!["charge red blue no".to_string()]));
    }
    let mut game = again("as-wished");
    assert_eq!(game.topic("red"), "declare-charges");
    // It stands, in close fire, and decides after an inconclusive combat.
    game.done("red", &[3, 3]);
}

#[test]
fn counter_charges_meet_half_way() {
    // CF V42, 14.15, 14.16, 14.17, G49
    let charge = |dice: [u8; 4], more: &[u8]| {
        let mut game = fight("", &[red([700.0, 300.0], "", ""), blue("horse", [700.0, 400.0], "", "")], &[]);
        game.says("red", "charge red blue no", &[]);
        game.says("red", "charge-dice red 2", &[]);
        game.says("blue", "counter-charge blue 2 no", &[&dice[..], more].concat());
        game
    };
    // 70 and 40: contact 60 yards from where the charge began.
    let game = charge([3, 4, 2, 2], &[3, 3]);
    assert_eq!(game.at_yards("red"), [700.0, 360.0]);
    assert_eq!((factor(&game, "red", "CF 15.8"), factor(&game, "blue", "CF 15.8")), (1, 1));
    // Both quick: half way.
    let game = charge([3, 4, 4, 4], &[3, 3]);
    assert_eq!(game.at_yards("red"), [700.0, 350.0]);
    // 50 and 40 do not meet: both charges have failed.
    let game = charge([2, 3, 2, 2], &END);
    assert_eq!((game.at_yards("red"), game.at_yards("blue")), ([700.0, 350.0], [700.0, 360.0]));
    assert!(game.unit("red").charged_in_vain && game.unit("blue").charged_in_vain);
}

#[test]
fn who_may_counter_charge() {
    // CF 14.15, 14.18, 6.37, G22, G49
    let menu = |options: &str, blue_at: [f64; 2], class: &str, more: &str, start: &str| {
        let parts = [red([700.0, 300.0], "", ""), blue(class, blue_at, more, start)];
        let mut game = fight(options, &parts, &[]);
        game.says("red", "charge red blue no", &[]);
        game.rules_ask_answer() && {
            game.says("red", "charge-dice red 1", &[]);
            game.menu("blue").iter().any(|words| words.starts_with("counter-charge"))
        }
    };
    let ahead = [700.0, 360.0];
    assert!(menu("", ahead, "horse", "", ""));
    assert!(menu("", ahead, "horse", "", "control = \"halt\""));
    assert!(menu("", ahead, "horse", "", "steadied = true"));
    assert!(!menu("steadied-countercharge = \"off\"", ahead, "horse", "", "steadied = true"));
    assert!(!menu("", ahead, "horse", "formation = \"march-column\"", ""));
    assert!(!menu("", ahead, "horse", "facing = \"north\"", ""));
    assert!(!menu("", ahead, "dragoons", "load = \"fascines\"", ""));
    assert!(!menu("", ahead, "foot", "", ""));
    assert!(menu("", ahead, "hussars", "facing = \"north\"", ""));
}

#[test]
fn hussars_evade() {
    // CF 14.19, 18.12, V7, G50
    let mut game = fight("", &[red([700.0, 300.0], "", ""), blue("hussars", [700.0, 360.0], "", "")], &[]);
    game.says("red", "charge red blue no", &[]);
    game.says("red", "charge-dice red 2", &[]);
    // 2, 2 and 3 with 30 more: 100 yards; the charge of 80 falls short.
    game.says("blue", "evade blue", &[&[2, 2, 3, 4, 4][..], &END].concat());
    assert!(game.gap("red", "blue") >= 79.0, "{}", game.gap("red", "blue"));
    assert!(game.told("CF 14.19") && game.unit("red").charged_in_vain);
    let taken = game.told.iter().any(|entry| entry.rule == "CF 8.1" && entry.title.as_str() == "blue takes 1 DP");
    assert!(taken);
    // Caught: fought as unformed, at the halt.
    let mut game = fight("", &[red([700.0, 300.0], "", "last-dice = 2"), blue("hussars", [700.0, 320.0], "", "")], &[]);
    game.says("red", "charge red blue no", &[]);
    game.says("red", "charge-dice red 2+d6", &[]);
    game.says("blue", "evade blue", &[&[2, 2, 1, 5, 5, 5, 3, 3, 3, 3, 3, 2, 2, 2][..], &END].concat());
    assert_eq!((factor(&game, "blue", "CF 15.15"), factor(&game, "blue", "CF 15.8")), (-2, 0));
}

#[test]
fn who_may_evade() {
    // CF 14.19, 18.12, G50
    let may = |options: &str, class: &str, start: &str| {
        let mut game = fight(options, &[red([700.0, 300.0], "", ""), blue(class, [700.0, 360.0], "", start)], &[]);
        game.says("red", "charge red blue no", &[]);
        game.rules_ask_answer() && {
            game.says("red", "charge-dice red 1", &[]);
            game.menu("blue").contains(&"evade blue".into())
        }
    };
    assert!(may("", "hussars", ""));
    assert!(!may("", "horse", ""));
    assert!(may("", "horse", "standing = \"retiring\""));
    assert!(!may("evade-by = \"hussars-only\"", "horse", "standing = \"retiring\""));
    assert!(may("evade-by = \"hussars-only\"", "hussars", ""));
    assert!(!may("steadied-countercharge = \"off\"", "hussars", "steadied = true"));
}

#[test]
fn foot_stands_to_receive() {
    // CF 14.20, 12.13, G51
    let game = |y: f64, facing: &str, start: &str| {
        let foot = blue("foot", [700.0, y], &format!("facing = \"{facing}\""), start);
        let mut game = fight("", &[red([700.0, 300.0], "", "last-dice = 2"), foot], &[]);
        game.says("red", "charge red blue no", &[]);
        if game.rules_ask_answer() {
            game.says("red", "charge-dice red 1", &[]);
        }
        game
    };
    // From 60 yds there is no time.
    assert_eq!(game(360.0, "south", "").topic("blue"), "none");
    let near = game(365.0, "south", "");
    assert_eq!(near.menu("blue"), ["receive blue", "refuse-flank blue left", "refuse-flank blue right"]);
    let mut refused = game(380.0, "south", "");
    refused.says("blue", "refuse-flank blue left", &[&[2][..], &END].concat());
    assert_eq!((refused.unit("blue").bends[0].bases, refused.unit("blue").bends[1].bases), (1, 0));
    // Against a charge from behind it faces about; under fire that costs a point.
    let mut about = game(400.0, "north", "under-fire = true");
    assert!(about.menu("blue").contains(&"face-charge blue".into()));
    about.says("blue", "face-charge blue", &[&[2][..], &END].concat());
    assert_eq!(about.unit("blue").pose.facing, 18_000);
    assert!(about.told("CF 8.1"));
}

#[test]
fn outrance_is_for_new_style() {
    // CF 14.14, 18.13, G39, G52
    let may = |class: &str, more: &str| {
        let parts =
            [unit("red", [700.0, 300.0], &troops(class, "[2, 2]", more, "")), blue("foot", [700.0, 360.0], "", "")];
        fight("", &parts, &[]).refused("red", "charge red blue yes").is_empty()
    };
    assert!(may("horse", "style = \"new\"") && may("dragoons", "style = \"new\"") && may("hussars", ""));
    assert!(!may("horse", "") && !may("dragoons", ""));
}

#[test]
fn no_stand_is_pulled_off_the_table() {
    // CF 14.20, G78
    let asked = |y: f64| {
        let parts = [
            unit("red", [700.0, y], &still("foot", "[4]", "", "")),
            unit("blue", [700.0, y + 80.0], &troops("horse", "[2, 2]", "", "")),
        ];
        let mut game = fight("", &parts, &[]);
        game.says("blue", "charge blue red no", &[]);
        game.rules_ask_answer()
    };
    assert!(asked(60.0) && !asked(20.0));
}

#[test]
fn orders_bind_charges() {
    // CF 6.20, G17
    let game = |options: &str, y: f64| {
        let parts = [
            brigade("red-brigade", [700.0, 280.0], "order = \"defend\"\nto = [700, 300]"),
            unit("red", [700.0, 300.0], "class = \"horse\"\nsquadrons = [2, 2]"),
            unit("red-other", [200.0, 300.0], &troops("hussars", "[2, 2]", "", "")),
            blue("foot", [700.0, y], "", ""),
        ];
        fight(options, &parts, &[]).refused("red", "charge red blue no")
    };
    assert_eq!((game("", 420.0), game("", 430.0)), (String::new(), "CF 6.20".into()));
    assert_eq!(game("orders-enforced = \"off\"", 430.0), "");
    // On its way to a position a brigade attacks those it comes upon.
    let on_its_way = |y: f64| {
        let parts = [
            brigade("red-brigade", [700.0, 280.0], "order = \"advance-and-defend\"\nto = [200, 900]"),
            unit("red", [700.0, 300.0], "class = \"horse\"\nsquadrons = [2, 2]"),
            unit("red-other", [200.0, 300.0], &troops("hussars", "[2, 2]", "", "")),
            blue("foot", [700.0, y], "", ""),
        ];
        fight("", &parts, &[]).refused("red", "charge red blue no")
    };
    assert_eq!((on_its_way(420.0), on_its_way(425.0)), (String::new(), "CF 6.20".into()));
}

#[test]
fn swedes_charge_on_foot() {
    // CF 14.23, 15.12, G60
    let swedes =
        |start: &str| unit("red", [700.0, 300.0], &troops("foot", "[4]", "style = \"new\"\nswedish = true", start));
    let on = "swedish-charge = \"on\"";
    let game = fight("", &[swedes(""), blue("foot", [700.0, 350.0], "", ""), red_other()], &[]);
    assert_eq!(game.refused("red", "charge red blue no"), "CF 14.21");
    let refused = |class: &str, y: f64| {
        let game = fight(on, &[swedes(""), blue(class, [700.0, y], "", ""), red_other()], &[]);
        game.refused("red", "charge red blue no")
    };
    assert_eq!(
        (refused("foot", 360.0), refused("foot", 361.0), refused("horse", 350.0)),
        (String::new(), "CF 14.23".into(), "CF 14.23".into())
    );
    let mut game = fight(on, &[swedes("fired = true"), blue("foot", [700.0, 350.0], "", "")], &[]);
    game.says("red", "charge red blue no", &[]);
    assert_eq!(game.menu("red"), ["charge-dice red 1", "charge-dice red 1+d6"]);
    // A D6 and +1, nothing for fire kept; the enemy keeps his.
    game.says("red", "charge-dice red 1", &[&[5, 4, 4][..], &END].concat());
    assert_eq!((total(&game, "red"), total(&game, "blue")), (5, 5));
    assert_eq!((factor(&game, "red", "CF 15.12"), factor(&game, "blue", "CF 15.12")), (0, 1));
    // Inconclusive: one point, it remains.
    assert_eq!((game.unit("red").standing, game.told("CF 17.4")), (Standing::Steady, true));
}

#[test]
fn swedes_that_fall_short() {
    // CF V49, 14.13, 14.22, G80
    let short = |reading: &str, dice: &[u8], rough: bool| {
        let mut parts = vec![
            unit("red", [700.0, 300.0], &troops("foot", "[4]", "swedish = true", "")),
            blue("foot", [700.0, 360.0], "", ""),
        ];
        if rough {
            parts.push(area("rough", "the heath", [500.0, 200.0, 900.0, 345.0]));
        }
        let mut game = fight(&format!("swedish-charge = \"on\"\nswedish-short = \"{reading}\""), &parts, &[]);
        game.says("red", "charge red blue no", &[]);
        game.says("red", "charge-dice red 1", dice);
        game
    };
    let fought = [&[3, 3, 3][..], &END].concat();
    let game = short("both", &fought, false);
    assert_eq!((total(&game, "red"), total(&game, "blue")), (3, 4));
    assert!(game.unit("red").charged_in_vain);
    let game = short("failed-only", &[&[3][..], &END].concat(), false);
    assert!(game.unit("red").charged_in_vain && !game.told("CF 15.3"));
    let game = short("close-fire-only", &fought, false);
    assert!(!game.unit("red").charged_in_vain && game.told("CF 15.3"));
    // Rough ground, a 2: ten yards, and it is only a failed charge.
    let game = short("both", &[&[2][..], &END].concat(), true);
    assert_eq!((game.at_yards("red"), game.told("CF 15.3")), ([700.0, 310.0], false));
}

#[test]
fn horse_reaches_guns_before_the_foot() {
    // CF 16.14, G79, G82
    let game = |options: &str, foot_x: f64, dice: &[u8]| {
        let parts = [
            red([700.0, 300.0], "", ""),
            unit("blue-gun", [700.0, 340.0], &still("gun", "", "", "")),
            blue("foot", [foot_x, 388.0], "", ""),
        ];
        let mut game = fight(options, &parts, &[]);
        game.says("red", "charge red blue-gun no", &[]);
        if game.rules_ask_answer() {
            game.says("red", "charge-dice red 2", &[]);
            game.says("blue", "receive blue", dice);
        } else {
            game.says("red", "charge-dice red 2", dice);
        }
        game
    };
    // Ninety yards lead through the pieces to the foot.
    let through = game("", 700.0, &[&[5, 4, 1, 3, 3, 3, 3][..], &END].concat());
    assert_eq!(through.unit("blue-gun").service, Service::Abandoned(Crew::With(through.id("blue"))));
    assert_eq!(factor(&through, "blue", "CF 15.12"), 1);
    // Fifty are too few: it stops at the guns, and fights the foot across them.
    let across = game("", 700.0, &[&[3, 2, 1, 3, 3, 3, 3, 2, 2][..], &END].concat());
    assert!(across.told("CF 16.14") && across.unit("red").bases() == 3);
    // By the other reading the crew stays, and horse and gun fight alone.
    let alone = game("guns-before-foot = \"guns-alone\"", 700.0, &[&[3, 2, 3, 5][..], &END].concat());
    assert_eq!((factor(&alone, "blue-gun", "CF 15.15"), alone.unit("blue-gun").service), (-2, Service::Crewed));
    // Foot that the line of the charge misses is no shelter.
    let missed = game("", 800.0, &[&[4, 4, 3, 5][..], &END].concat());
    assert_eq!(missed.unit("blue-gun").service, Service::Crewed);
}

#[test]
fn a_charge_pays_for_what_it_crosses() {
    // CF 14.11, 12.8, 12.9
    let cross = |more: &[String], start: &str| {
        let parts = [more, &[red([700.0, 300.0], "", start), blue("foot", [700.0, 340.0], "", "")]].concat();
        let mut game = fight("", &parts, &[]);
        game.says("red", "charge red blue no", &[]);
        // The horse retires over the same ground; behind the hedge it may stop.
        let hedged = more.iter().any(|part| part.contains("hedgerow"));
        let dice = [&[4, 5, 3, 3, 3, 3, 3][..], if hedged { &[] } else { &END }].concat();
        game.says("red", "charge-dice red 2", &dice);
        -factor(&game, "red", "CF 15.16")
    };
    assert_eq!(cross(&[], ""), 0);
    let hedge = line("hedgerow", "the hedge", "[[500, 310], [900, 310]]");
    assert_eq!(cross(std::slice::from_ref(&hedge), ""), 1);
    assert_eq!(cross(&[hedge], "under-fire = true"), 2);
    assert_eq!(cross(&[area("rough", "the heath", [500.0, 200.0, 900.0, 330.0])], ""), 2);
}

#[test]
fn conforming_units_charge_together() {
    // CF 6.28, 6.29, G48
    let mut game = fight(
        "",
        &[
            red([700.0, 300.0], "", ""),
            under("red-brigade", "red-beside", [785.0, 300.0], &still("horse", "[2, 2]", "", "")),
            blue("foot", [740.0, 340.0], "", ""),
        ],
        &[],
    );
    let (red, beside) = (game.id("red"), game.id("red-beside"));
    game.act(&[], |play| {
        play.unit_mut(beside).this_turn.control = close_fire::state::Control::Conforms { to: red, behind: false };
    });
    assert_eq!(game.refused("red", "charge red-beside blue no"), "CF 6.28");
    game.says("red", "charge red blue no", &[]);
    assert_eq!(game.state.charges[0].units.len(), 2);
    game.says("red", "charge-dice red 2", &[&[4, 4, 3, 3, 3, 3, 3, 3, 3, 3, 3][..], &END].concat());
    assert_eq!((factor(&game, "red", "CF 15.8"), factor(&game, "red-beside", "CF 15.8")), (1, 1));
}

#[test]
fn struck_before_its_own_charge() {
    // CF G48
    let parts = [
        red([700.0, 300.0], "", ""),
        unit("blue", [700.0, 360.0], &troops("horse", "[2, 2]", "facing = \"east\"", "")),
        unit("red-foot", [900.0, 345.0], &still("foot", "[4]", "facing = \"west\"", "")),
    ];
    let mut game = fight("", &parts, &[]);
    game.says("red", "charge red blue no", &[]);
    game.says("blue", "charge blue red-foot no", &[]);
    game.says("red", "charge-dice red 2", &[]);
    game.says("blue", "charge-dice blue 2", &[]);
    game.says("red", "receive red-foot", &[&[4, 4, 4, 3, 3, 3, 3, 2, 2, 2][..], &END].concat());
    assert_eq!((factor(&game, "red", "CF 15.8"), factor(&game, "blue", "CF 15.8")), (1, 0));
    assert_eq!(results(&game).split("; ").count(), 2);
}

#[test]
fn no_charge_out_of_a_combat() {
    // CF 17.4, G48
    let horse = |key: &str, y: f64| unit(key, [700.0, y], &troops("horse", "[2, 2]", "", ""));
    let parts = [horse("red", 300.0), horse("blue", 301.0), contact(), red_other(), blue_far()];
    let game = fight("", &parts, &[]);
    assert_eq!(game.refused("red", "charge red blue no"), "CF 17.4");
}

fn blue_far() -> String {
    unit("blue-far", [200.0, 500.0], &still("foot", "[4]", "", ""))
}

#[test]
fn a_body_is_one_body() {
    // CF 14.8
    let parts = [
        red([700.0, 300.0], "", ""),
        unit("red-apart", [820.0, 300.0], &troops("horse", "[2, 2]", "", "")),
        unit("red-askew", [700.0, 250.0], &troops("horse", "[2, 2]", "facing = \"south\"", "")),
        blue("foot", [700.0, 340.0], "", ""),
        red_other(),
    ];
    let mut game = fight("", &parts, &[]);
    game.says("red", "charge red blue no", &[]);
    assert_eq!(game.refused("red", "join red-apart red"), "CF 14.8");
    assert_eq!(game.refused("red", "join red-askew red"), "CF 14.8");
}

#[test]
fn swedes_that_failed_charge_again_at_foot_in_reach() {
    // CF 14.13, 14.23: with nobody there whom they may charge they are not asked at all.
    let start = "charged-in-vain = true, control = \"continue\"";
    let swedes = unit("red", [700.0, 300.0], &still("foot", "[4]", "swedish = true", start));
    let on = "swedish-charge = \"on\"";
    let near = fight(on, &[swedes.clone(), blue("foot", [700.0, 360.0], "", "")], &[]);
    assert_eq!((near.topic("red"), near.menu("red")), ("charge-again", vec!["charge red blue no".to_string()]));
    for (class, y) in [("foot", 361.0), ("horse", 350.0)] {
        let game = fight(on, &[swedes.clone(), blue(class, [700.0, y], "", "")], &END);
        assert_eq!((game.topic("red"), game.unit("red").charged_in_vain), ("first-or-second", false), "{class} {y}");
    }
}

#[test]
fn a_failed_swedish_charge_whose_enemy_retires() {
    // CF 14.13, 14.23, 17.9: the close fire drives the enemy off, and in the next turn he is out of reach.
    let parts = [
        unit("red", [700.0, 300.0], &troops("foot", "[4]", "swedish = true\ngrade = \"A\"", "")),
        blue("foot", [700.0, 360.0], "", "fired = true"),
    ];
    let mut game = fight("swedish-charge = \"on\"", &parts, &[]);
    game.says("red", "charge red blue no", &[]);
    game.says("red", "charge-dice red 1", &[3, 3, 3, 3, 4]);
    assert!(game.unit("red").charged_in_vain && game.unit("blue").standing == Standing::Retiring);
    game.pass_to("red", "first-or-second", &END);
    game.says("red", "go first", &[]);
    game.pass_to("red", "first-or-second", &[1, 1, 1, 1, 1, 1, 6, 1]);
    assert!(!game.unit("red").charged_in_vain);
}

#[test]
fn without_dice_the_ground_counts_as_well() {
    // CF 14.9, 11.18, 12.8, G171
    let close = |ground: String, dice: &[u8]| {
        let mut game = fight("", &[ground, red([700.0, 300.0], "", ""), blue("foot", [700.0, 320.0], "", "")], &[]);
        game.says("red", "charge red blue no", &[]);
        game.says("red", "charge-dice red 0", dice);
        game
    };
    // A point for the hedge, behind which it may end its retreat.
    let hedge = close(line("hedgerow", "the hedge", "[[500, 310], [900, 310]]"), &[3, 3, 3, 3, 3]);
    assert_eq!(factor(&hedge, "red", "CF 15.16"), -1);
    // No horse rides into a dense wood.
    let wood = close(area("heavy-woods", "the wood", [500.0, 310.0, 900.0, 500.0]), &[3, 3]);
    assert_eq!((wood.at_yards("red"), wood.unit("red").charged_in_vain), ([700.0, 310.0], true));
}

#[test]
fn a_charge_that_is_met_has_not_failed() {
    // CF 14.8, 14.13, 14.15, G49: not even if only the second unit of the body is met.
    let parts = [
        red([700.0, 300.0], "", ""),
        unit("red-beside", [780.0, 300.0], &troops("horse", "[2, 2]", "", "")),
        unit("blue-foot", [690.0, 450.0], &still("foot", "[3]", "", "")),
        blue("horse", [810.0, 400.0], "", ""),
    ];
    let mut game = fight("", &parts, &[]);
    game.says("red", "charge red blue-foot no", &[]);
    game.says("red", "join red-beside red", &[]);
    game.says("red", "charge-dice red 2", &[]);
    game.says("blue", "receive blue-foot", &[]);
    game.says("blue", "counter-charge blue 2 no", &[5, 5, 5, 5, 3, 3, 3]);
    assert_eq!((game.at_yards("red-beside"), game.told("CF 14.13")), ([780.0, 350.0], false));
    for key in ["red", "red-beside", "blue"] {
        assert_eq!((factor(&game, key, "CF 15.8"), game.unit(key).charged_in_vain), (1, false), "{key}");
    }
}

#[test]
fn who_faces_about_needs_room() {
    // CF 14.20, G78: foot whose end is drawn back along the edge of the table has no room for its straight line.
    let faces = |off: i32| {
        let foot = unit("blue", [1_390.0, 500.0], &still("foot", "[4]", "facing = \"north\"", ""));
        let horse = unit("red", [1_390.0, 300.0], &troops("horse", "[2, 2]", "", "last-dice = 2"));
        let mut game = fight("", &[horse, foot], &[]);
        let blue = game.id("blue");
        game.act(&[], |play| {
            let foot = play.unit_mut(blue);
            foot.bends[1] = close_fire::state::Bend { bases: 1, angle: 9_000, back: 0 };
            foot.pose.at.x += close_fire::measures::yds(off);
        });
        game.says("red", "charge red blue no", &[]);
        game.says("red", "charge-dice red 2+d6", &[]);
        // Another answer is open to it in any case.
        let menu = game.menu("blue");
        assert!(menu.contains(&"receive blue".to_owned()), "{menu:?}");
        menu.contains(&"face-charge blue".to_owned())
    };
    // Its straight line would reach to the edge, and 10 yards over it.
    assert!(faces(10) && !faces(20));
}

#[test]
fn who_is_charged_twice_may_answer_either_charge() {
    // CF 14.15, 14.20, G49, G51: one charge from 60 yds before the foot, for which there is no time, and one from far behind it.
    let charged = |class: &str, y: f64| {
        let parts = [
            red([700.0, 300.0], "", ""),
            unit("red-back", [700.0, 500.0], &troops("horse", "[2, 2]", "facing = \"south\"", "")),
            blue(class, [700.0, y], if class == "horse" { "facing = \"north\"" } else { "" }, ""),
        ];
        let mut game = fight("", &parts, &[]);
        game.says("red", "charge red blue no", &[]);
        game.says("red", "charge red-back blue no", &[]);
        game.says("red", "charge-dice red 2", &[]);
        game.says("red", "charge-dice red-back 2", &[]);
        game
    };
    assert!(charged("foot", 360.0).menu("blue").contains(&"face-charge blue".to_string()));
    // Horse that looks at the second charge rides at that one.
    let mut horse = charged("horse", 385.0);
    horse.says("blue", "counter-charge blue 1 no", &[2, 2, 5, 5, 3, 3, 3]);
    assert!(horse.gap("red-back", "blue") < 1.0 && horse.at_yards("blue")[1] > 400.0);
}

#[test]
fn chargers_stand_flat_on_the_enemy() {
    // CF 14.9, G48: horse that comes on aslant looks straight at the line it has met.
    let mut game = fight("", &[red([690.0, 300.0], "facing = 10", ""), blue("horse", [700.0, 350.0], "", "")], &[]);
    game.says("red", "charge red blue no", &[]);
    game.says("red", "charge-dice red 2", &[]);
    game.says("blue", "receive blue", &[4, 4, 3, 6]);
    assert_eq!((game.unit("red").pose.facing, game.unit("blue").pose.facing), (0, 18_000));
    assert!(game.gap("red", "blue") < 1.0);
}

#[test]
fn a_single_stand_has_no_end_to_pull_back() {
    // CF 14.20
    let asked = |bases: u8| {
        let foot = format!("class = \"foot\"\nbattalions = [{{ bases = 4, lost = {} }}]", 4 - bases);
        let mut game = fight("", &[red([700.0, 300.0], "", ""), unit("blue", [700.0, 380.0], &foot)], &[]);
        game.says("red", "charge red blue no", &[]);
        game.rules_ask_answer()
    };
    assert!(asked(2) && !asked(1));
}

#[test]
fn a_breach_is_open_from_afar() {
    // CF 14.9, 18.22: horse that charges through a breach pays nothing, from however far it comes.
    let charge = |far: f64, breach: &str| {
        let parts = [
            line("heavy-works", "the wall", "[[300, 400], [1100, 400]]"),
            crate::game::obstacle("the wall", breach),
            red([700.0, 400.0 - far], "", ""),
            blue("horse", [700.0, 430.0], "", ""),
        ];
        let mut game = fight("", &parts, &[]);
        game.says("red", "charge red blue no", &[]);
        game.says("red", "charge-dice red 2", &[]);
        game.says("blue", "receive blue", if breach.is_empty() { &[5, 5] } else { &[5, 5, 3, 3] });
        game.told("CF 14.2")
    };
    let breach = "breaches = [[600, 400, 800, 400]]";
    assert!(charge(40.0, breach) && charge(70.0, breach));
}

#[test]
fn who_stands_astride_has_crossed_already() {
    // CF 12.8, 14.9: horse that has come over a hedge and stands astride of it pays nothing for it when it charges on.
    let parts = [
        line("hedgerow", "the hedge", "[[500, 290], [900, 290]]"),
        red([700.0, 300.0], "", ""),
        blue("horse", [700.0, 360.0], "", ""),
    ];
    let mut game = fight("", &parts, &[]);
    game.says("red", "charge red blue no", &[]);
    game.says("red", "charge-dice red 2", &[]);
    game.says("blue", "receive blue", &[4, 4, 3, 3]);
    assert!(game.told("CF 14.2") && factor(&game, "red", "CF 15.16") == 0);
}

#[test]
fn loose_troops_do_not_swing_onto_others() {
    // CF 11.36, 11.39, G78, G199: hussars who look east go north. Their block is 170 yards from north to south; turned about its
    // middle it would lie across the foot that stands 48 yards east of it, so they go as they stand.
    let hussars = |start: &str| {
        unit("red", [712.5, 300.0], &still("hussars", "[2, 2, 2]", "facing = \"east\"\nfiles = 6", start))
    };
    let side = unit("blue-side", [760.0, 300.0], &still("foot", "[4]", "facing = \"west\"", "fired = true"));
    let met = |game: &Game| {
        let told = game.told.iter().filter(|entry| entry.rule == "CF 14.2");
        told.map(|entry| entry.title.to_string()).collect::<Vec<_>>()
    };
    let charged = |parts: &[String]| {
        let all = [&[hussars("control = \"as-wished\""), blue("horse", [700.0, 460.0], "", "")], parts].concat();
        let mut game = fight("", &all, &[]);
        game.says("red", "charge red blue no", &[]);
        game.says("red", "charge-dice red 2", &[]);
        game.says("blue", "receive blue", &[4, 4, 3, 3, 3, 3, 3, 3, 3, 3, 6, 1]);
        met(&game)
    };
    assert_eq!(charged(std::slice::from_ref(&side)), ["red is hand to hand with blue"]);
    let pursues = |parts: &[String]| {
        let gone = unit("blue-gone", [700.0, 800.0], &still("horse", "[2, 2]", "", "standing = \"retiring\""));
        let red = hussars("standing = \"pursuing\", quarry = [\"blue-gone\"]");
        let all = [&[red, gone], parts].concat();
        let game = Game::start("", "[start]\nphase = \"movement\"\nfirst = \"red\"\n", &all, &[4, 4, 4]);
        assert!(game.state.contacts.is_empty(), "{:?}", met(&game));
        game.unit("red").pose.facing
    };
    assert_eq!((pursues(&[side]), pursues(&[])), (9_000, 0));
    // Nor into a river.
    let river = area("river", "the river", [750.0, 250.0, 850.0, 350.0]);
    assert_eq!(pursues(&[river]), 9_000);
}

#[test]
fn how_a_charge_may_be_met() {
    // CF 14.15, 14.17, 11.33, G49: from beyond 20 yards a counter-charge rolls a die at least, and one more than two after a halt is
    // too much.
    let asked = |y: f64, more: &str| {
        let mut game = fight("", &[red([700.0, 300.0], "", ""), blue("horse", [700.0, y], more, "")], &[]);
        game.says("red", "charge red blue no", &[]);
        game.says("red", "charge-dice red 1", &[]);
        game
    };
    let far = asked(360.0, "");
    let dice = ["1", "2", "1+d6"];
    let all = |dice: &[&str], how: &str| {
        dice.iter().map(|dice| format!("counter-charge blue {dice} {how}")).collect::<Vec<_>>()
    };
    assert_eq!(far.menu("blue"), [vec!["receive blue".to_string()], all(&dice, "no")].concat());
    assert_eq!(far.refused("blue", "counter-charge blue 0 no"), "CF 14.17");
    assert_eq!(far.refused("blue", "counter-charge blue 2+d6 no"), "CF 11.33");
    let near = asked(315.0, "style = \"new\"");
    let dice = ["0", "1", "2", "1+d6"];
    assert_eq!(near.menu("blue"), [vec!["receive blue".to_string()], all(&dice, "no"), all(&dice, "yes")].concat());
    assert_eq!(near.refused("blue", "counter-charge blue 0 no"), "");
}

#[test]
fn hussars_charge_at_whom_they_see() {
    // CF 14.12, 7.3, G48: they charge in any direction, but not at those behind a wood.
    let wood = area("heavy-woods", "the wood", [600.0, 380.0, 800.0, 440.0]);
    let hussars = unit("red", [700.0, 300.0], &troops("hussars", "[2, 2]", "", ""));
    let foes = [blue("foot", [700.0, 500.0], "", ""), unit("blue-east", [900.0, 260.0], &still("foot", "[4]", "", ""))];
    let menu =
        |wood: &[String]| fight("", &[std::slice::from_ref(&hussars), &foes[..], wood].concat(), &[]).menu("red");
    assert!(menu(&[]).contains(&"charge red blue no".into()));
    let hidden = menu(&[wood]);
    assert!(!hidden.contains(&"charge red blue no".into()) && hidden.contains(&"charge red blue-east no".into()));
}
