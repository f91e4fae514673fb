//! CF 13: giving fire.

use crate::game::{FOOT, GUN, Game, HORSE, area, brigade, hill, leader, line, obstacle, under, unit};
use close_fire::state::Place;
use kernel::{Notation, Rulebook, Scripted, Seat, Silent};

/// A gun of red in the middle of its front, with what is said of it.
fn gun(what: &str) -> String {
    unit("red-gun", [700.0, 100.0], &format!("{GUN}\n{what}"))
}

/// Blue foot with its front so far ahead of the gun.
fn foot_at(range: f64, what: &str) -> String {
    unit("blue-foot", [700.0, 100.0 + range], &format!("{FOOT}\n{what}"))
}

fn shot(parts: &[String], dice: &[u8]) -> Game {
    let mut game = Game::at("artillery", parts);
    game.says("red", "shoot red-gun blue-foot no", dice);
    game
}

// --- Guns

/// CF 13.15, 13.16, 13.18, 13.21, 13.23, 13.24, V10
#[test]
fn a_heavy_gun_that_has_its_range() {
    let parts = [
        gun("gun = \"heavy\"\n[units.start]\ndps = 1\nlast-target = \"blue-foot\""),
        foot_at(300.0, "formation = \"march-column\""),
    ];
    let game = shot(&parts, &[2]);
    assert_eq!(game.counted("CF 13.15", ""), 2, "{:?}", game.reckoning("CF 13.15"));
    assert_eq!(game.unit("blue-foot").dps, 1);
    assert_eq!(shot(&parts, &[1]).unit("blue-foot").dps, 0);
}

/// CF 13.17, 13.22, 13.23, 13.24, 18.6, V11
#[test]
fn a_battalion_gun_at_fortifications() {
    let parts =
        [gun("gun = \"battalion\""), foot_at(100.0, ""), line("heavy-works", "the works", "[[600, 195], [800, 195]]")];
    let game = shot(&parts, &[6]);
    assert_eq!(game.counted("CF 13.15", ""), -4, "{:?}", game.reckoning("CF 13.15"));
    assert_eq!(game.unit("blue-foot").dps, 1);
    assert_eq!(shot(&parts, &[5]).unit("blue-foot").dps, 0);
    // Fieldworks are hard cover and no fortifications.
    let hasty = [
        gun("gun = \"battalion\""),
        foot_at(100.0, ""),
        line("heavy-works", "the works", "[[600, 195], [800, 195]]"),
        obstacle("the works", "protection = \"fieldworks\""),
    ];
    assert_eq!(shot(&hasty, &[6]).counted("CF 13.15", "fortifications"), 0);
}

/// CF 13.21, 13.24, V12: a gun on the flank of a line fires along it.
#[test]
fn a_field_gun_enfilades_a_line() {
    let line_seen_from = |facing: &str| {
        [
            gun("gun = \"field\"\n[units.start]\nlast-target = \"blue-foot\""),
            unit("blue-foot", [700.0, 230.0], &format!("{FOOT}\nfacing = {facing}")),
        ]
    };
    let along = line_seen_from("\"east\"");
    let game = shot(&along, &[1]);
    assert_eq!(game.counted("CF 13.15", ""), 2, "{:?}", game.reckoning("CF 13.15"));
    assert_eq!(game.unit("blue-foot").dps, 1);
    assert_eq!(shot(&along, &[2]).unit("blue-foot").dps, 2);
    // Its centre lies 4° to the left of the gun: 20° off its line is enfilade, 24° is not.
    assert_eq!(shot(&line_seen_from("66"), &[1]).counted("CF 13.15", "enfiladed"), 1);
    assert_eq!(shot(&line_seen_from("62"), &[1]).counted("CF 13.15", "enfiladed"), 0);
    // The other reading goes to 45°.
    let mut game = Game::with("enfilade-angle = \"45\"", "artillery", &line_seen_from("130"));
    game.says("red", "shoot red-gun blue-foot no", &[1]);
    assert_eq!(game.counted("CF 13.15", "enfiladed"), 1);
}

/// CF 13.14, 13.19, V13
#[test]
fn beyond_effective_range() {
    let heavy = [gun("gun = \"heavy\""), foot_at(500.0, "")];
    let game = shot(&heavy, &[5]);
    assert_eq!(game.counted("CF 13.15", ""), -1, "{:?}", game.reckoning("CF 13.15"));
    assert_eq!(game.unit("blue-foot").dps, 1);
    assert_eq!(shot(&heavy, &[4]).unit("blue-foot").dps, 0);
    // Effective up to 360 for a heavy gun and 240 for the others, exactly there included.
    for (kind, effective, most) in [("heavy", 360.0, 720.0), ("field", 240.0, 480.0), ("battalion", 240.0, 480.0)] {
        let at = |range: f64| [gun(&format!("gun = \"{kind}\"")), foot_at(range, "")];
        assert_eq!(shot(&at(effective), &[1]).counted("CF 13.15", "beyond effective"), 0, "{kind}");
        assert_eq!(shot(&at(effective + 1.0), &[1]).counted("CF 13.15", "beyond effective"), -1, "{kind}");
        assert_eq!(Game::at("artillery", &at(most)).topic("red"), "fire-gun", "{kind}");
        assert_ne!(Game::at("artillery", &at(most + 1.0)).topic("red"), "fire-gun", "{kind}");
    }
}

/// CF 13.24, T7: close range ends at 120 yards.
#[test]
fn close_range_does_more() {
    let dps = |range: f64, die: u8| shot(&[gun(""), foot_at(range, "")], &[die]).unit("blue-foot").dps;
    // A new target: −1.
    assert_eq!([dps(120.0, 2), dps(120.0, 3), dps(120.0, 4), dps(120.0, 5)], [0, 1, 1, 2]);
    assert_eq!([dps(121.0, 4), dps(121.0, 5), dps(121.0, 6)], [0, 1, 1]);
}

/// CF 13.23, G43, G88, V14: over three turns, at a target that stands, moves, and is forsaken.
#[test]
fn old_and_new_targets() {
    let parts = [
        gun(""),
        foot_at(200.0, ""),
        brigade("red-brigade", [690.0, 90.0], "order = \"defend\""),
        brigade("blue-brigade", [700.0, 350.0], ""),
    ];
    let mut game = Game::at("artillery", &parts);
    game.says("red", "shoot red-gun blue-foot no", &[4]);
    assert_eq!(game.counted("CF 13.15", "new target"), -1);
    assert_eq!(game.unit("blue-foot").dps, 0);
    // Nobody moves: the range is known.
    game.pass_to("red", "first-or-second", &[6, 1]);
    game.says("red", "go first", &[]);
    let mut stands = Game { rules: game.rules.clone(), state: game.state.clone(), told: Vec::new() };
    stands.says("red", "shoot red-gun blue-foot no", &[3]);
    assert_eq!(stands.counted("CF 13.15", "same target and range"), 1);
    assert_eq!(stands.unit("blue-foot").dps, 1, "2/3 at a target that has not moved");
    // It holds a turn: the target is not new, and not ranged either.
    game.says("red", "hold-fire red-gun", &[]);
    game.pass_to("red", "first-or-second", &[6, 1]);
    game.says("red", "go first", &[]);
    game.says("red", "shoot red-gun blue-foot no", &[3]);
    assert_eq!(game.counted("CF 13.15", "target"), 0, "{:?}", game.reckoning("CF 13.15"));
    assert_eq!(game.unit("blue-foot").dps, 0, "1/2 where it is neither new nor ranged");
}

/// CF 13.23, G88: what is done on the spot leaves the range the same; a step does not.
#[test]
fn the_range_is_the_same_while_nobody_leaves_his_place() {
    let after = |same_range: &str, how: &str, dice: &[u8]| {
        let parts = [
            gun(""),
            foot_at(200.0, ""),
            brigade("blue-brigade", [700.0, 330.0], ""),
            brigade("red-brigade", [690.0, 90.0], ""),
        ];
        let mut game = Game::with(&format!("same-range = \"{same_range}\""), "artillery", &parts);
        game.says("red", "shoot red-gun blue-foot no", &[1]);
        game.pass_to("blue", "move", &[]);
        game.says("blue", "pick blue-foot", &[]);
        game.says("blue", "throw 0", &[]);
        game.says("blue", how, dice);
        game.pass_to("red", "first-or-second", &[6, 1]);
        game.says("red", "go first", &[]);
        game.says("red", "shoot red-gun blue-foot no", &[3]);
        game.counted("CF 13.15", "same target and range")
    };
    assert_eq!(after("undisplaced", "move about-face", &[]), 1);
    assert_eq!(after("no-action", "move about-face", &[]), 0);
    assert_eq!(after("undisplaced", &format!("move side-step right {}", crate::game::mm(20.0)), &[]), 0);
    // Measured: 20 yards aside at 200 is less than 10 yards more.
    assert_eq!(after("measured", &format!("move side-step right {}", crate::game::mm(20.0)), &[]), 1);
}

/// CF 13.21: a gun on its limber is a deep target, and column and enfilade together give one point.
#[test]
fn limbered_guns_and_columns() {
    let limbered = [gun(""), unit("blue-foot", [700.0, 300.0], "class = \"gun\"\nlimbered = true")];
    assert_eq!(shot(&limbered, &[1]).counted("CF 13.15", "limbered"), 1);
    let off = [gun(""), unit("blue-foot", [700.0, 300.0], "class = \"gun\"")];
    assert_eq!(shot(&off, &[1]).counted("CF 13.15", "limbered"), 0);
}

/// CF 13.1, 13.3: unlimbered, served, and 45° to either side.
#[test]
fn what_a_gun_can_do() {
    let topic = |what: &str, at: [f64; 2]| {
        Game::at("artillery", &[gun(what), unit("blue-foot", at, FOOT)]).topic("red") == "fire-gun"
    };
    assert!(topic("", [700.0, 300.0]));
    assert!(!topic("limbered = true", [700.0, 300.0]));
    assert!(!topic("[units.start]\nabandoned = \"alive\"", [700.0, 300.0]));
    // 100 yards ahead, its nearest base 85 and 130 to the side of the gun's corner.
    assert!(topic("", [700.0 + 12.5 + 85.0 + 40.0, 200.0]));
    assert!(!topic("", [700.0 + 12.5 + 130.0 + 40.0, 200.0]));
    // Behind it.
    assert!(!topic("", [700.0, 40.0]));
}

/// CF 13.5, 13.6, G19: the nearest, unless a leader is at hand; which of two is refused by its rule.
#[test]
fn priority_targets_are_for_guns_under_control() {
    let parts = |brigadier: [f64; 2]| {
        [gun(""), foot_at(200.0, ""), unit("blue-horse", [560.0, 400.0], HORSE), brigade("red-brigade", brigadier, "")]
    };
    let alone = Game::at("artillery", &parts([5.0, 5.0]));
    assert_eq!(alone.menu("red"), ["hold-fire red-gun", "shoot red-gun blue-foot no"]);
    assert_eq!(alone.refused("red", "shoot red-gun blue-horse no"), "CF 13.5");
    let led = Game::at("artillery", &parts([700.0, 50.0]));
    assert_eq!(led.refused("red", "shoot red-gun blue-horse no"), "");
    assert_eq!(led.menu("red").len(), 3);
    // Attached to another unit he controls that one only (CF 6.24).
    let mut attached = parts([700.0, 50.0]).to_vec();
    attached[3] = brigade("red-brigade", [700.0, 50.0], "").replace("at = [700.0, 50.0]", "with = \"red-foot\"");
    attached.push(unit("red-foot", [760.0, 60.0], FOOT));
    let game = Game::at("artillery", &attached);
    assert_eq!(game.refused("red", "shoot red-gun blue-horse no"), "CF 13.5");
}

/// CF 13.7, 7.3: no shot without a line of sight; from a hill over those who did not fire.
#[test]
fn a_line_of_sight() {
    let wood = [gun(""), foot_at(400.0, ""), area("light-woods", "the wood", [600.0, 250.0, 800.0, 350.0])];
    assert_ne!(Game::at("artillery", &wood).topic("red"), "fire-gun");
    let friends =
        [gun(""), foot_at(400.0, ""), unit("red-foot", [700.0, 300.0], "class = \"foot\"\nbattalions = [5, 4]")];
    assert_ne!(Game::at("artillery", &friends).topic("red"), "fire-gun");
    let mut above = friends.to_vec();
    above.push(hill([600.0, 20.0, 800.0, 140.0], 1));
    let over = Game::at("artillery", &above);
    assert_eq!(over.refused("red", "shoot red-gun blue-foot no"), "");
}

/// CF 13.8, G47: bases within 20 yards of friends are spared; the others are not.
#[test]
fn friends_too_near() {
    let parts = |east: f64| {
        [
            gun(""),
            unit("blue-foot", [700.0, 400.0], FOOT),
            // Beside blue's left or right end, out of the gun's line.
            unit("red-foot", [east, 410.0], "class = \"foot\"\nbattalions = [3]\nformation = \"march-column\""),
        ]
    };
    // 15 yards from the end base: three others are open.
    let one = Game::at("artillery", &parts(700.0 + 40.0 + 15.0 + 10.0));
    assert_eq!(one.refused("red", "shoot red-gun blue-foot no"), "");
    // A unit of one base with friends beside it is no target at all.
    let lone = [
        gun(""),
        unit("blue-gun", [700.0, 400.0], GUN),
        unit("red-foot", [740.0, 400.0], "class = \"foot\"\nbattalions = [3]\nformation = \"march-column\""),
    ];
    let game = Game::at("artillery", &lone);
    assert_ne!(game.topic("red"), "fire-gun");
}

/// CF 8.3, G7, V23: two points at close range put a gun out of action.
#[test]
fn a_gun_is_lost_at_its_limit() {
    let parts = [gun(""), unit("blue-gun", [700.0, 220.0], GUN)];
    let mut game = Game::at("artillery", &parts);
    game.says("red", "shoot red-gun blue-gun no", &[5]);
    assert!(matches!(game.unit("blue-gun").service, close_fire::state::Service::Abandoned(_)));
}

/// CF 9.5, 13.10, 13.12: from right to left, what is done counts at once, and who has fired does not move.
#[test]
fn guns_fire_from_right_to_left() {
    let parts = [
        unit("red-left", [600.0, 100.0], GUN),
        unit("red-right", [800.0, 100.0], GUN),
        unit("blue-gun", [700.0, 400.0], GUN),
        unit("red-foot", [700.0, 40.0], FOOT),
        brigade("red-brigade", [640.0, 60.0], ""),
    ];
    let mut game = Game::at("artillery", &parts);
    assert_eq!(game.refused("red", "shoot red-left blue-gun no"), "CF 9.5");
    game.says("red", "shoot red-right blue-gun no", &[6]);
    assert_eq!(game.unit("blue-gun").dps, 1);
    game.says("red", "hold-fire red-left", &[]);
    // Blue's gun answers with its point.
    game.says("blue", "shoot blue-gun red-left no", &[6]);
    assert_eq!(game.counted("CF 13.15", "disorder"), -1);
    game.pass_to("red", "move", &[1, 1]);
    assert_eq!(game.refused("red", "pick red-right"), "CF 11.1");
    assert_eq!(game.refused("red", "pick red-left"), "");
}

// --- Indirect fire

const HOWITZER: &str = "gun = \"howitzer\"";

/// CF 13.7, 13.20, 13.25, 13.28, V20
#[test]
fn shells_that_fall_among_friends() {
    let parts = [
        gun(HOWITZER),
        foot_at(200.0, ""),
        unit("red-foot", [700.0, 200.0], FOOT),
        area("light-woods", "the wood", [600.0, 140.0, 800.0, 180.0]),
    ];
    let mut game = Game::at("artillery", &parts);
    assert_eq!(game.refused("red", "shoot red-gun blue-foot no"), "CF 13.7");
    game.says("red", "shoot red-gun blue-foot yes", &[3, 2]);
    assert_eq!(game.counted("CF 13.15", ""), -2, "{:?}", game.reckoning("CF 13.15"));
    assert_eq!((game.unit("blue-foot").dps, game.unit("red-foot").dps), (0, 1));
    let mut spared = Game::at("artillery", &parts);
    spared.says("red", "shoot red-gun blue-foot yes", &[3, 3]);
    assert_eq!(spared.unit("red-foot").dps, 0);
    // No friend within 120 yards of the target: no die.
    let far = [gun(HOWITZER), foot_at(200.0, ""), unit("red-foot", [700.0, 40.0], FOOT)];
    Game::at("artillery", &far).says("red", "shoot red-gun blue-foot yes", &[3]);
    // A field gun does not lob.
    let field = Game::at("artillery", &[gun(""), foot_at(200.0, "")]);
    assert_eq!(field.refused("red", "shoot red-gun blue-foot yes"), "CF 13.7");
}

/// CF 13.26, 13.27, G45: 4 to 6 and another is hit; a die says which of several.
#[test]
fn shells_that_come_down_on_another() {
    let one = [gun(HOWITZER), foot_at(200.0, ""), unit("blue-horse", [700.0, 380.0], HORSE)];
    let dps = |parts: &[String], dice: &[u8], key: &str| {
        let mut game = Game::at("artillery", parts);
        game.says("red", "shoot red-gun blue-foot yes", dice);
        game.unit(key).dps
    };
    assert_eq!(dps(&one, &[6, 3], "blue-foot"), 1);
    assert_eq!(dps(&one, &[6, 4], "blue-foot"), 0);
    assert_eq!(dps(&one, &[6, 4], "blue-horse"), 1);
    let mut two = one.to_vec();
    two.push(unit("blue-guards", [820.0, 300.0], FOOT));
    assert_eq!(dps(&two, &[6, 5, 2], "blue-guards"), 1);
    assert_eq!(dps(&two, &[6, 5, 1], "blue-horse"), 1);
    // 61 yards off: nobody else is hit, and no die says so.
    let apart = [gun(HOWITZER), foot_at(200.0, ""), unit("blue-horse", [700.0, 382.0], HORSE)];
    assert_eq!(dps(&apart, &[6], "blue-foot"), 1);
}

/// CF G41: a mortar that may not fire directly; a least range of indirect fire; which of two a howitzer without a leader takes.
#[test]
fn readings_of_indirect_fire() {
    let mortar = [gun("gun = \"mortar\""), foot_at(300.0, "")];
    assert_eq!(Game::at("artillery", &mortar).refused("red", "shoot red-gun blue-foot no"), "");
    let lobs = Game::with("mortar-direct = \"off\"", "artillery", &mortar);
    assert_eq!(lobs.refused("red", "shoot red-gun blue-foot no"), "CF G41");
    let near = [gun(HOWITZER), foot_at(120.0, "")];
    assert_eq!(Game::at("artillery", &near).refused("red", "shoot red-gun blue-foot yes"), "");
    let kept = Game::with("indirect-min-range = \"120\"", "artillery", &near);
    assert_eq!(kept.refused("red", "shoot red-gun blue-foot yes"), "CF G41");
    // One in sight, one nearer behind a wood: without a leader he in sight is the nearest.
    let two = [
        gun(HOWITZER),
        foot_at(400.0, ""),
        unit("blue-horse", [540.0, 360.0], HORSE),
        area("light-woods", "the wood", [480.0, 250.0, 620.0, 330.0]),
    ];
    let game = Game::at("artillery", &two);
    assert_eq!(game.refused("red", "shoot red-gun blue-horse yes"), "CF 13.5");
    assert_eq!(game.refused("red", "shoot red-gun blue-foot yes"), "");
}

// --- Musketry

/// Red foot of so many battalions in the middle of its front.
fn red(what: &str) -> String {
    unit("red-foot", [700.0, 100.0], what)
}

/// How many dice red's volley takes: with any other number some are left over or missing.
fn dice_of(parts: &[String]) -> usize {
    let game = Game::at("musketry", parts);
    let volley = game.rules.read("volley red-foot blue-foot").unwrap();
    game.rules.judge(&game.state, Seat(0), &volley).unwrap_or_else(|refusal| panic!("{refusal}"));
    let takes = |count: &usize| {
        let (mut state, mut dice) = (game.state.clone(), Scripted::new(vec![1; *count]));
        game.rules.play(&mut state, Seat(0), volley, &mut dice, &mut Silent);
        dice.finish().is_ok()
    };
    (0..30).find(takes).unwrap()
}

const NEW: &str = "class = \"foot\"\nstyle = \"new\"";

/// CF 2.12, 13.29, 13.30, 13.32, V15, E5
#[test]
fn platoons_fire_a_die_more() {
    let fresh = [red(&format!("{NEW}\nbattalions = [4, 4]")), foot_at(80.0, "")];
    assert_eq!(dice_of(&fresh), 10);
    let shaken = [red(&format!("{NEW}\nbattalions = [4, 4]\n[units.start]\ndps = 2")), foot_at(80.0, "")];
    assert_eq!(dice_of(&shaken), 8);
    let mut covered = shaken.to_vec();
    covered.push(line("low-wall", "the wall", "[[600, 175], [800, 175]]"));
    assert_eq!(dice_of(&covered), 4);
}

/// CF 13.29, 13.32, 18.5, V16: rounding up; a wood hides and does not protect.
#[test]
fn hard_cover_halves() {
    let parts = [
        red("class = \"foot\"\nbattalions = [4, 3]\n[units.start]\ndps = 2"),
        foot_at(80.0, ""),
        line("low-wall", "the wall", "[[600, 175], [800, 175]]"),
    ];
    assert_eq!(dice_of(&parts), 3);
    let open = &parts[..2];
    assert_eq!(dice_of(open), 5);
    let wood = area("light-woods", "the wood", [600.0, 175.0, 800.0, 300.0]);
    let seen = foot_at(80.0, "[units.start]\nfired-last-turn = true");
    assert_eq!(dice_of(&[parts[0].clone(), seen, wood]), 5);
}

/// CF 13.4, 13.13, 13.32, 13.33, V17: dismounted dragoons, all round, and they may move afterwards.
#[test]
fn dragoons_on_foot() {
    let dragoons = |at: [f64; 2]| {
        let what = "class = \"dragoons\"\nsquadrons = [1, 1, 1, 1, 1]\nfiles = 5\n[units.start]\nhorses = [700, 20]";
        unit("red-foot", at, what)
    };
    let works = line("heavy-works", "the works", "[[500, 195], [900, 195]]");
    assert_eq!(dice_of(&[dragoons([700.0, 140.0]), foot_at(100.0, "")]), 3);
    assert_eq!(dice_of(&[dragoons([700.0, 140.0]), foot_at(100.0, ""), works]), 2);
    // Behind them too.
    let behind = [dragoons([700.0, 300.0]), foot_at(100.0, "facing = \"south\"")];
    assert_eq!(dice_of(&behind), 3);
    let mut parts = behind.to_vec();
    parts.push(brigade("red-brigade", [700.0, 330.0], ""));
    let mut game = Game::at("musketry", &parts);
    game.says("red", "volley red-foot blue-foot", &[1, 1, 6]);
    assert_eq!(game.unit("blue-foot").dps, 1);
    game.pass_to("red", "move", &[1]);
    assert_eq!(game.refused("red", "pick red-foot"), "");
}

/// CF 13.30, 13.31, V18: part of a battalion in range, with its command stand and without.
#[test]
fn the_command_stand() {
    // The target stands so far to one side that two of four stands reach it.
    let part = |east: f64| {
        [
            red(&format!("{NEW}\nbattalions = [4]\n[units.start]\ndps = 1")),
            unit("blue-foot", [east, 205.0], "class = \"foot\"\nbattalions = [3]"),
        ]
    };
    // On red's right the command stand, third from the left, is among them.
    assert_eq!(dice_of(&part(700.0 + 98.0)), 2);
    assert_eq!(dice_of(&part(700.0 - 98.0)), 1);
}

/// CF 13.29, V19: as many points as stands and nobody fires, but for the platoons.
#[test]
fn too_disordered_to_fire() {
    let parts = |style: &str| {
        [
            red(&format!("class = \"foot\"\nstyle = \"{style}\"\nbattalions = [3]\n[units.start]\ndps = 3")),
            foot_at(80.0, ""),
        ]
    };
    assert_ne!(Game::at("musketry", &parts("traditional")).topic("red"), "give-fire");
    assert_eq!(dice_of(&parts("new")), 1);
}

/// CF 13.1, 13.2, 9.8, 10.7, G44: who does not fire, and that fire at close range is no musketry.
#[test]
fn who_may_give_fire() {
    let fires =
        |what: &str, range: f64| Game::at("musketry", &[red(what), foot_at(range, "")]).topic("red") == "give-fire";
    assert!(fires(FOOT, 80.0));
    for what in [
        "formation = \"march-column\"",
        "formation = \"assault-column\"",
        "arms = \"hand-to-hand\"",
        "arms = \"plug-bayonet\"\n[units.start]\nbayonets-fixed = true",
        "load = \"fascines\"",
        "[units.start]\nstanding = \"retiring\"",
    ] {
        assert!(!fires(&format!("{FOOT}\n{what}"), 80.0), "{what}");
    }
    assert!(fires(&format!("{FOOT}\narms = \"plug-bayonet\""), 80.0));
    assert!(!fires(HORSE, 80.0));
    assert!(!fires(FOOT, 40.0));
    assert!(fires(FOOT, 41.0));
    assert!(fires(FOOT, 120.0));
    assert!(!fires(FOOT, 121.0));
}

/// CF 13.2, G74: the pike base of a battalion does not fire.
#[test]
fn pikes_do_not_fire() {
    assert_eq!(dice_of(&[red("class = \"foot\"\narms = \"with-pikes\"\nbattalions = [5]"), foot_at(80.0, "")]), 4);
}

/// CF 13.5, 13.9: the nearest of two, and none at all with another at close range.
#[test]
fn muskets_take_the_nearest() {
    let parts = [red(FOOT), foot_at(100.0, ""), unit("blue-horse", [780.0, 180.0], HORSE)];
    let game = Game::at("musketry", &parts);
    assert_eq!(game.menu("red"), ["hold-fire red-foot", "volley red-foot blue-horse"]);
    assert_eq!(game.refused("red", "volley red-foot blue-foot"), "CF 13.5");
    let close = [red(FOOT), foot_at(100.0, ""), unit("blue-horse", [870.0, 135.0], HORSE)];
    assert_eq!(Game::at("musketry", &close).topic("red"), "give-fire", "90 yards off to the side is not to its front");
    let close = [red(FOOT), foot_at(100.0, ""), unit("blue-horse", [740.0, 135.0], HORSE)];
    let game = Game::at("musketry", &close);
    assert_ne!(game.topic("red"), "give-fire");
}

/// CF 13.10, 13.34, 9.14: sixes are points at once, and they thin out the answer.
#[test]
fn fire_counts_at_once() {
    let parts = [red("class = \"foot\"\nbattalions = [4]"), foot_at(80.0, "")];
    let mut game = Game::at("musketry", &parts);
    game.says("red", "volley red-foot blue-foot", &[6, 6, 1, 5]);
    assert_eq!(game.unit("blue-foot").dps, 2);
    assert!(game.unit("blue-foot").under_fire);
    game.says("blue", "volley blue-foot red-foot", &[1, 1]);
    // V22: beyond the limit bases are lost.
    let parts = [red("class = \"foot\"\nbattalions = [4]"), foot_at(80.0, "[units.start]\ndps = 4")];
    let mut game = Game::at("musketry", &parts);
    game.says("red", "volley red-foot blue-foot", &[6, 2, 1, 5]);
    assert_eq!((game.unit("blue-foot").dps, game.unit("blue-foot").bases()), (4, 3));
}

/// CF 15.12, 13.11, 13.12: who holds its fire may move; who has fired is marked and may not.
#[test]
fn holding_fire() {
    let parts = [
        red(FOOT),
        foot_at(80.0, ""),
        brigade("red-brigade", [700.0, 60.0], ""),
        unit("red-second", [700.0, 20.0], "class = \"foot\"\nbattalions = [4]"),
    ];
    let mut game = Game::at("musketry", &parts);
    game.says("red", "hold-fire red-foot", &[]);
    game.pass_to("red", "move", &[1]);
    assert_eq!(game.refused("red", "pick red-foot"), "");
    let mut game = Game::at("musketry", &parts);
    game.says("red", "volley red-foot blue-foot", &[1, 1, 1, 1]);
    assert!(game.unit("red-foot").fired);
    game.pass_to("red", "move", &[1]);
    assert_eq!(game.refused("red", "pick red-foot"), "CF 11.1");
}

/// CF 6.39, 6.40, V28: one test for fire, whatever the number of points, in both fire phases together.
#[test]
fn leaders_with_a_unit_under_fire() {
    let general =
        leader("blue-general", "marshal", [700.0, 200.0], "").replace("at = [700.0, 200.0]", "with = \"blue-foot\"");
    let parts = [red(FOOT), unit("red-gun", [640.0, 100.0], GUN), foot_at(80.0, ""), general];
    let mut game = Game::at("artillery", &parts);
    game.says("red", "shoot red-gun blue-foot no", &[3, 1, 3]);
    assert_eq!(game.unit("blue-foot").dps, 1);
    assert!(game.leader("blue-general").wounded);
    game.pass_to("red", "give-fire", &[]);
    game.says("red", "volley red-foot blue-foot", &[6, 6, 1, 1]);
    assert_eq!(game.unit("blue-foot").dps, 3);
}

/// CF 6.44, G24: a leader alone is shot at instead, on 5 and 6; one with friends near is not.
#[test]
fn lone_leaders() {
    let parts = |at: [f64; 2]| [red(FOOT), foot_at(110.0, ""), leader("blue-general", "marshal", at, "")];
    let mut game = Game::at("musketry", &parts([640.0, 160.0]));
    assert!(game.menu("red").contains(&"shoot-leader red-foot blue-general".to_string()));
    let mut missed = Game { rules: game.rules.clone(), state: game.state.clone(), told: Vec::new() };
    missed.says("red", "shoot-leader red-foot blue-general", &[4]);
    assert!(missed.unit("red-foot").fired);
    game.says("red", "shoot-leader red-foot blue-general", &[5, 2]);
    assert!(game.leader("blue-general").wounded);
    // 40 yards from his own foot, or out of range, or behind them.
    for at in [[700.0, 172.0], [700.0, 290.0], [700.0, 70.0]] {
        let game = Game::at("musketry", &parts(at));
        assert_eq!(game.refused("red", "shoot-leader red-foot blue-general"), "CF 6.44", "{at:?}");
    }
    // Guns do not shoot at leaders.
    let guns = [gun(""), leader("blue-general", "marshal", [700.0, 300.0], "")];
    assert_ne!(Game::at("artillery", &guns).topic("red"), "fire-gun");
}

/// CF 13.6, G19: a gun kept under a General is controlled by him and not by a Brigadier.
#[test]
fn guns_of_another_brigade() {
    let parts = [
        brigade("red-brigade", [5.0, 5.0], ""),
        brigade("red-other", [700.0, 60.0], ""),
        under("red-other", "red-foot", [500.0, 60.0], FOOT),
        gun(""),
        foot_at(200.0, ""),
        unit("blue-horse", [560.0, 400.0], HORSE),
    ];
    let game = Game::at("artillery", &parts);
    assert_eq!(game.refused("red", "shoot red-gun blue-horse no"), "CF 13.5");
}

/// CF 6.44, 6.40, G24: a messenger on his own is shot at like a leader; a wound does nothing the first time, and with him his message
/// is lost.
#[test]
fn lone_messengers() {
    let parts = [
        red("class = \"foot\"\nbattalions = [4]"),
        unit("red-second", [900.0, 100.0], FOOT),
        unit("red-third", [500.0, 100.0], FOOT),
        unit("blue-foot", [1300.0, 860.0], FOOT),
        brigade("blue-brigade", [1300.0, 900.0], ""),
        brigade("red-brigade", [700.0, 40.0], ""),
        leader("blue-marshal", "marshal", [700.0, 290.0], ""),
    ];
    let start = "[start]\nphase = \"command\"\nfirst = \"red\"\nactive = \"blue\"\n";
    let mut game = Game::start("", start, &parts, &[]);
    game.says("blue", "send blue-marshal blue-brigade-er order blue-brigade defend deployed", &[]);
    game.pass_to("blue", "messenger-rides", &[]);
    let to = |x: f64, y: f64| format!("messenger 0 {} {}", crate::game::mm(x), crate::game::mm(y));
    game.says("blue", &to(700.0, 180.0), &[]);
    game.pass_to("red", "first-or-second", &[6, 1]);
    game.says("red", "go first", &[]);
    // From red's right: the second is out of range, the first fires; 4 misses.
    assert_eq!(game.menu("red"), ["hold-fire red-foot", "shoot-messenger red-foot 0"]);
    let mut missed = Game { rules: game.rules.clone(), state: game.state.clone(), told: Vec::new() };
    missed.says("red", "shoot-messenger red-foot 0", &[4]);
    assert_eq!(missed.state.messengers.len(), 1);
    let mut wounded = Game { rules: game.rules.clone(), state: game.state.clone(), told: Vec::new() };
    wounded.says("red", "shoot-messenger red-foot 0", &[5, 2]);
    assert!(wounded.state.messengers[0].wounded);
    // A wound is 2 to 4; 5 and 6 miss him by a hair, and do nothing the second time either.
    for (fate, what) in [(4, "the messenger is wounded and rides on"), (5, "the messenger has a narrow escape")] {
        let mut hit = Game { rules: game.rules.clone(), state: game.state.clone(), told: Vec::new() };
        hit.says("red", "shoot-messenger red-foot 0", &[5, fate]);
        assert_eq!(hit.state.messengers[0].wounded, fate == 4);
        let told: Vec<&str> = hit.told.iter().map(|entry| entry.title.as_str()).collect();
        assert!(told.contains(&what), "{told:?}");
    }
    game.says("red", "shoot-messenger red-foot 0", &[6, 1]);
    assert!(game.state.messengers.is_empty() && game.unit("red-foot").fired);
}

/// CF 13.8: a gun is no friend of itself; enemy halts 20 yards before it, and there it fires.
#[test]
fn a_gun_fires_at_enemy_before_its_muzzle() {
    // A unit of one base, so that none of it is farther off.
    let game = shot(&[gun(""), unit("blue-foot", [700.0, 120.0], GUN)], &[6]);
    assert!(game.unit("blue-foot").dps > 0 || game.unit("blue-foot").place != Place::Table);
}

/// CF 18.11, 9.8, 13.9, G53: where close fire is for foot and dragoons alone, muskets fire at cavalry and guns that are near.
#[test]
fn muskets_at_cavalry_close_by() {
    let game = |options: &str, what: &str| {
        let parts = [red(FOOT), unit("blue-foot", [700.0, 130.0], what)];
        Game::with(options, "musketry", &parts)
    };
    let reading = "close-fire-targets = \"foot-and-dd\"";
    for what in [HORSE, GUN] {
        assert_ne!(game("", what).topic("red"), "give-fire");
        let mut fires = game(reading, what);
        assert_eq!(fires.topic("red"), "give-fire", "{what}");
        fires.says("red", "volley red-foot blue-foot", &[6, 1, 1, 1]);
        assert_eq!(fires.unit("blue-foot").dps, 1, "{what}");
    }
    assert_ne!(game(reading, FOOT).topic("red"), "give-fire");
}

/// CF 13.28, G175: a shell that fails to hit may fall on friends of the gun, and not on the gun itself.
#[test]
fn a_shell_does_not_come_back() {
    let near = [gun(HOWITZER), foot_at(100.0, "")];
    let mut game = Game::at("artillery", &near);
    game.says("red", "shoot red-gun blue-foot yes", &[1]);
    assert_eq!((game.unit("red-gun").dps, game.told("CF 13.28")), (0, false));
}

/// CF 6.44, G24: a gun without its crew is no friend who shelters a leader.
#[test]
fn a_gun_that_was_left_protects_nobody() {
    let shot = |start: &str| {
        let parts = [
            unit("red", [700.0, 300.0], FOOT),
            unit("blue", [300.0, 900.0], FOOT),
            unit("blue-gun", [720.0, 400.0], &format!("{GUN}\n{start}")),
            leader("blue-marshal", "marshal", [700.0, 380.0], ""),
        ];
        let game = Game::with("", "musketry", &parts);
        game.refused("red", "shoot-leader red blue-marshal")
    };
    assert_eq!([shot("start = { abandoned = \"killed\" }"), shot("")], ["", "CF 6.44"]);
}

/// CF 13.9, G44, G53: enemy who runs and ends close before foot is in nobody's close fire, and does not keep it from firing.
#[test]
fn who_runs_keeps_nobody_from_firing() {
    let refused = |standing: &str| {
        let parts = [
            unit("red", [700.0, 300.0], FOOT),
            unit("blue-near", [640.0, 330.0], &format!("{FOOT}\nstart = {{ {standing} }}")),
            unit("blue", [760.0, 400.0], FOOT),
        ];
        Game::with("", "musketry", &parts).refused("red", "volley red blue")
    };
    assert_eq!([refused("standing = \"retiring\""), refused("fired = true")], ["", "CF 9.1"]);
}

/// CF 13.10, 13.15, 13.29, 13.34: what is told of fire, with every line of its reckoning.
#[test]
fn what_is_told_of_fire() {
    let shot = |die: u8| {
        let parts = [unit("red", [700.0, 100.0], GUN), unit("blue", [700.0, 300.0], FOOT)];
        let mut game = Game::with("", "artillery", &parts);
        game.says("red", "shoot red blue no", &[die]);
        let told = game.told.iter().find(|entry| entry.rule == "CF 13.15").unwrap();
        (told.result.to_string(), told.total, game.unit("blue").dps, game.told("CF 8.1"))
    };
    assert_eq!(shot(3), ("nothing on blue".into(), Some(2), 0, false));
    assert_eq!(shot(5), ("1 DP on blue".into(), Some(4), 1, true));
    let volley = |what: &str, faces: &[u8]| {
        let parts = [unit("red", [700.0, 300.0], &format!("{FOOT}\n{what}")), unit("blue", [700.0, 400.0], FOOT)];
        let mut game = Game::with("", "musketry", &parts);
        game.says("red", "volley red blue", faces);
        let told = game.told.iter().find(|entry| entry.rule == "CF 13.34").unwrap();
        let lines: Vec<(String, i32)> = told.lines.iter().map(|line| (line.text.to_string(), line.value)).collect();
        (lines, told.result.to_string())
    };
    let line = |text: &str, value: i32| (text.to_owned(), value);
    let plain = volley("", &[1, 6, 2, 6]);
    assert_eq!(plain, (vec![line("stands able to fire", 4), line("dice", 4)], "2 DP on blue".into()));
    let (lines, result) = volley("style = \"new\"\nstart = { dps = 2 }", &[1, 2, 3]);
    let more = line("more for battalions that fire by platoons", 1);
    assert_eq!(lines, [line("stands able to fire", 4), line("fewer for disorder", 2), more, line("dice", 3)]);
    assert_eq!(result, "nothing on blue");
}

/// CF 13.11, 15.12: who holds his fire has had his say.
#[test]
fn who_has_had_his_say_is_shown() {
    use kernel::Picture;
    use kernel::scene::Standing;
    let parts = [
        unit("red", [700.0, 300.0], FOOT),
        unit("red-left", [600.0, 300.0], FOOT),
        unit("blue", [650.0, 400.0], "class = \"foot\"\nbattalions = [4, 4]"),
    ];
    let mut game = Game::with("", "musketry", &parts);
    let shown = |game: &Game, key: &str| {
        let scene = game.rules.scene(&game.state, Some(Seat(0)));
        let number = u16::from(game.id(key).0);
        scene.bodies.iter().find(|body| body.id == number).map(|body| body.standing).unwrap()
    };
    assert_eq!([shown(&game, "red"), shown(&game, "red-left")], [Standing::Selected, Standing::Idle]);
    game.says("red", "hold-fire red", &[]);
    let after = ["red", "red-left", "blue"].map(|key| shown(&game, key));
    assert_eq!(after, [Standing::Spent, Standing::Selected, Standing::Idle]);
}

/// CF 8.3, 16.10: the bases of a line that touched are shot away, and with them goes the contact.
#[test]
fn whose_touching_bases_are_shot_away_is_out_of_contact() {
    let after = |shots: usize| {
        let guns = ["red-gun-one", "red-gun-two"];
        let parts = [
            unit(guns[0], [700.0, 100.0], &format!("{GUN}\n[units.start]\nlast-target = \"blue-foot\"")),
            unit(guns[1], [660.0, 100.0], &format!("{GUN}\n[units.start]\nlast-target = \"blue-foot\"")),
            unit("blue-foot", [700.0, 175.0], "class = \"foot\"\nbattalions = [4, 4]\nstart = { dps = 6 }"),
            // Beside the end of the line, facing it.
            unit("red-foot", [788.0, 185.0], &format!("facing = \"west\"\n{FOOT}")),
            "\n[[contacts]]\nunits = [\"red-foot\", \"blue-foot\"]\n".into(),
        ];
        let mut game = Game::at("artillery", &parts);
        for gun in guns.iter().take(shots) {
            game.says("red", &format!("shoot {gun} blue-foot no"), &[6]);
        }
        (game.unit("blue-foot").bases(), game.state.contacts.len())
    };
    assert_eq!([after(0), after(1), after(2)], [(8, 1), (6, 1), (4, 0)]);
}
