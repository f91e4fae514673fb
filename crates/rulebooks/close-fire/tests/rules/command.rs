//! CF 6.2 to 6.38, 9.9, 9.10: command and control.

use crate::game::{FOOT, GUN, Game, HORSE, area, brigade, leader, mm, under, unit, wing};
use close_fire::state::{Control, Verdict};
use kernel::{Notation, Seat, Secrecy};

/// Blue, far off, with its Brigadier beside it.
fn blue() -> [String; 2] {
    [unit("blue", [700.0, 860.0], FOOT), brigade("blue-brigade", [700.0, 900.0], "")]
}

/// Red's Command Phase: these parts and blue far off.
fn command(options: &str, parts: &[String]) -> Game {
    Game::with(options, "command", &[parts, &blue()].concat())
}

fn ride(leader: &str, at: [f64; 2]) -> String {
    format!("ride {leader} {} {}", mm(at[0]), mm(at[1]))
}

fn started(what: &str, start: &str) -> String {
    format!("{what}\nstart = {{ {start} }}")
}

/// A brigade of one unit of foot with its Brigadier 20 yards behind it, in a wing whose General stands to their left.
fn wing_of_one() -> Vec<String> {
    vec![
        wing("red-wing", [600.0, 60.0]),
        brigade("red-brigade", [700.0, 60.0], "wing = \"red-wing\""),
        unit("red", [700.0, 100.0], FOOT),
    ]
}

/// What lets a unit act.
fn control(game: &Game, key: &str) -> Control {
    game.unit(key).control
}

fn tested(game: &Game, key: &str) -> Option<Verdict> {
    match control(game, key) {
        Control::Tested(verdict) => Some(verdict),
        _ => None,
    }
}

#[test]
fn leaders_have_their_actions() {
    // CF 6.2, 9.5, 9.9, G150: Brigadiers one, Generals two, from right to left.
    let mut game = command("", &wing_of_one());
    assert_eq!(game.topic("red"), "leader-actions");
    assert_eq!(game.refused("red", &ride("red-wing-general", [600.0, 100.0])), "CF 9.5");
    assert_eq!(game.refused("red", &ride("blue-brigade-er", [700.0, 890.0])), "CF 6.14");
    game.says("red", "attach red-brigade-er red", &[]);
    assert_eq!(game.refused("red", "detach red-brigade-er"), "CF 6.2");
    game.says("red", &ride("red-wing-general", [600.0, 100.0]), &[]);
    assert_eq!((game.topic("red"), game.topic("blue")), ("leader-actions", "none"));
    game.says("red", &ride("red-wing-general", [600.0, 60.0]), &[]);
    // Then it is the other player's half.
    assert_eq!((game.topic("red"), game.topic("blue")), ("none", "leader-actions"));
    // By another reading in any order.
    let mut game = command("right-to-left = \"free\"", &wing_of_one());
    game.says("red", &ride("red-wing-general", [600.0, 100.0]), &[]);
    game.says("red", "attach red-brigade-er red", &[]);
    assert_eq!(game.topic("red"), "leader-actions");
    // Whoever passes leaves the next his turn.
    let mut game = command("", &wing_of_one());
    game.says("red", "pass red-brigade-er", &[]);
    assert_eq!(game.refused("red", "attach red-brigade-er red"), "CF 6.2");
    assert_eq!(game.refused("red", "attach red-wing-general red"), "");
}

#[test]
fn leaders_ride_farther_away_from_the_enemy() {
    // CF 6.3, 6.4, 11.15
    let near = |far: f64| {
        let parts = [wing_of_one(), vec![unit("blue-near", [700.0, 60.0 + 20.0 + far], FOOT)]].concat();
        command("", &parts)
    };
    let game = near(160.0);
    assert_eq!(game.refused("red", &ride("red-brigade-er", [700.0, 299.0])), "");
    assert_eq!(game.refused("red", &ride("red-brigade-er", [941.0, 60.0])), "CF 11.15");
    let game = near(90.0);
    assert_eq!(game.refused("red", &ride("red-brigade-er", [819.0, 60.0])), "");
    assert_eq!(game.refused("red", &ride("red-brigade-er", [821.0, 60.0])), "CF 11.15");
    assert_eq!(game.refused("red", &ride("red-brigade-er", [700.0, -1.0])), "CF 11.15");
    assert_eq!(game.refused("red", &ride("red-brigade-er", [700.0, 60.0])), "CF 6.3");
    // He may ride again in the Movement Phase.
    let mut game = command("", &wing_of_one());
    game.says("red", &ride("red-brigade-er", [700.0, 70.0]), &[]);
    game.pass_to("red", "leaders-ride", &[]);
    assert_eq!(game.refused("red", &format!("ride-on red-brigade-er {} {}", mm(700.0), mm(80.0))), "");
}

#[test]
fn leaders_join_units_of_their_own() {
    // CF 6.3, 6.5, 6.6, 6.14, G16, E9
    let parts = [
        wing_of_one(),
        vec![
            brigade("red-other", [820.0, 60.0], "wing = \"red-wing\""),
            under("red-other", "red-stranger", [820.0, 100.0], FOOT),
            unit("red-far", [100.0, 700.0], FOOT),
        ],
    ]
    .concat();
    let mut game = command("", &parts);
    game.says("red", "pass red-other-er", &[]);
    assert_eq!(game.refused("red", "attach red-brigade-er red-stranger"), "CF 6.14");
    assert_eq!(game.refused("red", "attach red-brigade-er red-far"), "CF 6.3");
    assert_eq!(game.refused("red", "detach red-brigade-er"), "CF 6.5");
    game.says("red", "attach red-brigade-er red", &[]);
    // The General of the wing may join any of them, and influence it in the same phase.
    game.says("red", "attach red-wing-general red-stranger", &[]);
    game.says("red", "inspire red-wing-general", &[2]);
    assert_eq!(game.unit("red-stranger").inspired, 1);
    // The stranger's Brigadier controls it as before; `red-far` tested and halts.
    assert_eq!(tested(&game, "red-far"), Some(Verdict::Halt));
    assert_eq!(control(&game, "red"), Control::Attached(game.leader_id("red-brigade-er")));
    assert_eq!(control(&game, "red-stranger"), Control::Attached(game.leader_id("red-wing-general")));
    // Attached leaders do not ride on their own: they go with their unit.
    game.pass_to("red", "move", &[]);
    game.says("red", "pick red", &[]);
    game.says("red", "throw 1", &[3]);
    let before = game.table().place_of(game.leader_id("red-brigade-er"));
    game.says("red", &format!("move advance {} 0", mm(60.0)), &[]);
    let after = game.table().place_of(game.leader_id("red-brigade-er"));
    assert!((after.y - before.y - 60.0 * f64::from(close_fire::measures::YARD)).abs() < 10.0);
    game.pass_to("red", "leaders-ride", &[]);
    let away = format!("ride-on red-brigade-er {} {}", mm(700.0), mm(80.0));
    assert_eq!(game.refused("red", &away), "CF 9.11");
}

#[test]
fn one_move_takes_a_leader_from_unit_to_unit() {
    // CF 6.3, G16: detach, move and attach are one action; a leader may also leave without moving.
    let parts = [
        brigade("red-brigade", [700.0, 60.0], "").replace("at = [700.0, 60.0]", "with = \"red\""),
        unit("red", [700.0, 100.0], FOOT),
        unit("red-two", [800.0, 100.0], FOOT),
    ];
    let mut game = command("", &parts);
    assert_eq!(game.refused("red", "attach red-brigade-er red"), "CF 6.6");
    game.says("red", "attach red-brigade-er red-two", &[1]);
    assert_eq!(game.leader("red-brigade-er").attached, Some(game.id("red-two")));
    let mut game = command("", &parts);
    // Behind the unit he was with he is in reach of both.
    game.says("red", "detach red-brigade-er", &[]);
    assert_eq!(game.leader("red-brigade-er").attached, None);
    assert_eq!(control(&game, "red-two"), Control::By(game.leader_id("red-brigade-er")));
}

/// A unit with the General of its wing attached to it.
fn led(what: &str) -> Vec<String> {
    vec![
        wing("red-wing", [600.0, 60.0]).replace("at = [600.0, 60.0]", "with = \"red\""),
        brigade("red-brigade", [720.0, 60.0], "wing = \"red-wing\""),
        unit("red", [700.0, 100.0], what),
    ]
}

#[test]
fn steadying_takes_a_point_and_halts() {
    // CF 6.7, 6.8, 6.11, 8.10, 1.11, G151
    let mut game = command("", &led(&started(HORSE, "dps = 3, last-dice = 3")));
    game.says("red", "pass red-brigade-er", &[]);
    game.says("red", "steady red-wing-general", &[]);
    assert_eq!((game.unit("red").dps, game.unit("red").steadied), (2, true));
    assert!(game.told("CF 8.10"));
    game.says("red", "steady red-wing-general", &[]);
    assert_eq!(game.unit("red").dps, 1);
    // It may not move, though it could not stand still otherwise (CF 11.34, G22).
    game.pass_to("red", "move", &[]);
    game.says("red", "pick red", &[]);
    assert_eq!(game.refused("red", "throw 1"), "CF 6.36");
    game.pass_to("red", "leaders-ride", &[]);
    assert_eq!(game.at_yards("red"), [700.0, 100.0]);
    // Nor declare a charge.
    let near = unit("blue-near", [700.0, 160.0], HORSE).replace("at =", "facing = \"south\"\nat =");
    let mut game = command("", &[led(&started(HORSE, "dps = 1")), vec![near]].concat());
    game.says("red", "pass red-brigade-er", &[]);
    game.says("red", "steady red-wing-general", &[]);
    game.says("red", "inspire red-wing-general", &[]);
    assert_eq!((game.unit("red").steadied, game.unit("red").inspired), (true, 1));
    game.pass_to("blue", "declare-charges", &[3]);
    assert!(!game.told("CF 14.3"));
    // Without a point there is nothing to steady, and without a unit nobody.
    let game = command("", &led(FOOT));
    assert_eq!(game.refused("red", "steady red-brigade-er"), "CF 6.7");
    let mut game = command("", &led(FOOT));
    game.says("red", "pass red-brigade-er", &[]);
    assert_eq!(game.refused("red", "steady red-wing-general"), "CF 6.8");
}

#[test]
fn units_are_steadied_under_fire_and_hand_to_hand() {
    // CF 6.9, 8.10
    let parts = [
        led(&started(HORSE, "dps = 2, under-fire = true")),
        vec![
            unit("blue-near", [700.0, 100.0], HORSE).replace("at =", "facing = \"south\"\nat ="),
            "\n[[contacts]]\nunits = [\"red\", \"blue-near\"]\n".into(),
        ],
    ]
    .concat();
    let mut game = command("", &parts);
    game.says("red", "pass red-brigade-er", &[]);
    game.says("red", "steady red-wing-general", &[]);
    assert_eq!(game.unit("red").dps, 1);
}

#[test]
fn inspiring_counts_twice_at_most() {
    // CF 6.10, 6.11, 15.5, 11.16, G23, E2
    let parts = [
        led(HORSE),
        vec![
            brigade("red-brigade", [700.0, 60.0], "wing = \"red-wing\"")
                .replace("at = [700.0, 60.0]", "with = \"red\""),
        ],
    ]
    .concat();
    let parts: Vec<String> = parts.into_iter().filter(|part| !part.contains("at = [720.0, 60.0]")).collect();
    let mut game = command("", &parts);
    let order = game.menu("red");
    let (first, second) = match order.iter().any(|choice| choice == "inspire red-brigade-er") {
        true => ("red-brigade-er", "red-wing-general"),
        false => ("red-wing-general", "red-brigade-er"),
    };
    if first == "red-brigade-er" {
        game.says("red", "inspire red-brigade-er", &[]);
        game.says("red", "inspire red-wing-general", &[]);
        assert_eq!(game.refused("red", &format!("inspire {second}")), "CF 6.10");
    } else {
        game.says("red", "inspire red-wing-general", &[]);
        game.says("red", "inspire red-wing-general", &[]);
        assert_eq!(game.refused("red", &format!("inspire {second}")), "CF 6.10");
    }
    assert_eq!(game.unit("red").inspired, 2);
    game.done("red", &[]);
    // Ten yards for every die, not twenty: 3 and 3 with two dice is 80 yards, doubled far from the enemy.
    game.pass_to("red", "move", &[]);
    game.says("red", "pick red", &[]);
    game.says("red", "throw 2", &[3, 3]);
    assert_eq!(game.refused("red", &format!("move advance {} 0", mm(160.0))), "");
    assert_eq!(game.refused("red", &format!("move advance {} 0", mm(161.0))), "CF 11.3");
}

#[test]
fn who_leaves_inspires_no_more() {
    // CF 6.10, 11.16, G151: a unit is inspired by a leader who is attached to it.
    let mut game = command("", &led(FOOT));
    game.says("red", "pass red-brigade-er", &[]);
    game.says("red", "inspire red-wing-general", &[]);
    assert_eq!(game.unit("red").inspired, 1);
    game.says("red", "detach red-wing-general", &[]);
    assert_eq!(game.unit("red").inspired, 0);
}

#[test]
fn wounds_hamper_leaders() {
    // CF 6.41, 6.42
    let wounded = |parts: Vec<String>, who: &str| -> Vec<String> {
        let key = format!("key = \"{who}\"");
        parts.into_iter().map(|part| part.replace(&key, &format!("wounded = true\n{key}"))).collect()
    };
    let mut game = command("", &wounded(led(&started(FOOT, "dps = 2")), "red-wing-general"));
    game.says("red", "pass red-brigade-er", &[]);
    game.says("red", "steady red-wing-general", &[]);
    assert_eq!(game.topic("red"), "none");
    let brigadier = brigade("red-brigade", [700.0, 60.0], "").replace("at = [700.0, 60.0]", "with = \"red\"");
    let parts = vec![brigadier, unit("red", [700.0, 100.0], &started(FOOT, "dps = 2"))];
    let game = command("", &wounded(parts.clone(), "red-brigade-er"));
    assert_eq!(game.refused("red", "steady red-brigade-er"), "CF 6.42");
    assert_eq!(game.refused("red", "inspire red-brigade-er"), "CF 6.42");
    assert_eq!(game.refused("red", "detach red-brigade-er"), "");
    assert_eq!(command("", &parts).refused("red", "steady red-brigade-er"), "");
}

// --- Orders

const MILL: &str =
    "[[positions]]\nkey = \"mill\"\nat = [700, 400]\n[[positions]]\nkey = \"farm\"\nbox = [200, 300, 300, 400]\n";
const DEFEND: &str = "order red-brigade advance-and-defend position mill";

/// A wing of two brigades with their leaders at these places, and the Marshal.
fn army(general: [f64; 2], brigadier: [f64; 2], marshal: [f64; 2]) -> Vec<String> {
    vec![
        wing("red-wing", general),
        wing("red-second", [1300.0, 20.0]),
        brigade("red-brigade", brigadier, "wing = \"red-wing\""),
        unit("red", [brigadier[0], brigadier[1] + 40.0], FOOT),
        brigade("red-other", [300.0, 60.0], "wing = \"red-wing\""),
        under("red-other", "red-friend", [300.0, 100.0], FOOT),
        leader("red-marshal", "marshal", marshal, ""),
    ]
}

fn with_mill(options: &str, parts: &[String]) -> Game {
    let start = "[start]\nphase = \"command\"\nfirst = \"red\"\n";
    Game::headed("", &format!("[options]\n{options}\n{start}{MILL}"), &[parts, &blue()].concat(), &[])
}

/// Red's leaders from its right, passing until one is asked.
fn pass_until(game: &mut Game, leader: &str) {
    for _ in 0..8 {
        let acts = game.menu("red").iter().any(|choice| choice == &format!("pass {leader}"));
        if acts {
            return;
        }
        let pass = game.menu("red").into_iter().find(|choice| choice.starts_with("pass ")).unwrap();
        game.says("red", &pass, &[]);
    }
    panic!("{leader} never acts");
}

fn order_of(game: &Game, brigade: &str) -> String {
    let ix = game.rules.brigades.iter().position(|card| card.key == brigade).unwrap();
    let order = game.state.brigades[ix].order;
    format!("{:?} {:?}", order.kind, order.to)
}

#[test]
fn orders_are_given_in_person_and_listened_to() {
    // CF 6.12, 6.13, 6.17, 6.18, 6.19, G18: the General stands with the Brigadier, who is to his left and has not acted yet.
    let parts = army([705.0, 60.0], [700.0, 60.0], [100.0, 20.0]);
    let mut game = with_mill("", &parts);
    pass_until(&mut game, "red-wing-general");
    assert_eq!(game.refused("red", "issue red-wing-general red-other-er order red-other defend deployed"), "CF 6.19");
    assert_eq!(game.refused("red", "issue red-wing-general red-other-er order red-brigade defend deployed"), "CF 6.17");
    assert_eq!(
        game.refused("red", "issue red-wing-general red-brigade-er order red-brigade advance-and-attack deployed"),
        "CF 6.17"
    );
    game.says("red", &format!("issue red-wing-general red-brigade-er {DEFEND}"), &[]);
    assert!(order_of(&game, "red-brigade").starts_with("AdvanceAndAttack"));
    game.says("red", "pass red-wing-general", &[]);
    game.says("red", "listen red-brigade-er", &[]);
    assert_eq!(order_of(&game, "red-brigade"), "AdvanceAndDefend Named(PositionId(0))");
    assert!(game.told("CF 6.12") && game.told("CF 6.17"));
    // Nothing more to hear.
    game.says("red", "pass red-other-er", &[]);
    assert_eq!(game.refused("red", "listen red-marshal"), "CF 6.12");
}

#[test]
fn only_detached_generals_give_orders() {
    // CF 6.13, 6.18
    let parts = army([705.0, 60.0], [700.0, 60.0], [695.0, 60.0]);
    let attached: Vec<String> = parts.iter().map(|part| part.replace("at = [705.0, 60.0]", "with = \"red\"")).collect();
    let mut game = with_mill("", &attached);
    pass_until(&mut game, "red-wing-general");
    let words = format!("issue red-wing-general red-brigade-er {DEFEND}");
    assert_eq!(game.refused("red", &words), "CF 6.13");
    let send = format!("send red-wing-general red-brigade-er {DEFEND}");
    assert_eq!(game.refused("red", &send), "CF 6.13");
    let mut game = with_mill("", &parts);
    pass_until(&mut game, "red-brigade-er");
    assert_eq!(game.refused("red", "issue red-brigade-er red-brigade-er order red-brigade defend deployed"), "CF 6.13");
    // A General of another wing has nothing to say; the Marshal has.
    let mut game = with_mill("", &parts);
    pass_until(&mut game, "red-second-general");
    assert_eq!(game.refused("red", &format!("send red-second-general red-brigade-er {DEFEND}")), "CF 6.18");
    pass_until(&mut game, "red-marshal");
    game.says("red", &format!("issue red-marshal red-brigade-er {DEFEND}"), &[]);
    assert_eq!(game.topic("red"), "leader-actions");
}

#[test]
fn what_the_marshal_ordered_the_general_does_not_change() {
    // CF 6.18, G153: changed by who gave it, or by his superior.
    let parts = army([690.0, 60.0], [700.0, 60.0], [705.0, 60.0]);
    let mut game = with_mill("listen-action = \"not-required\"", &parts);
    pass_until(&mut game, "red-marshal");
    game.says("red", &format!("issue red-marshal red-brigade-er {DEFEND}"), &[]);
    assert_eq!(order_of(&game, "red-brigade"), "AdvanceAndDefend Named(PositionId(0))");
    pass_until(&mut game, "red-wing-general");
    let other = "issue red-wing-general red-brigade-er order red-brigade defend position farm";
    assert_eq!(game.refused("red", other), "CF 6.18");
    // His own order he does change.
    let own = "send red-wing-general red-other-er order red-other defend position farm";
    assert_eq!(game.refused("red", own), "");
}

#[test]
fn orders_bind_a_brigade_once_they_are_heard() {
    // CF 4.3, 6.17, 6.21, 6.22, G17: all its units from then on, but for those a General is with.
    let start = "[start]\nphase = \"command\"\nfirst = \"red\"\n";
    let parts = [
        wing("red-wing", [705.0, 260.0]),
        brigade("red-brigade", [700.0, 260.0], "wing = \"red-wing\""),
        unit("red", [650.0, 300.0], FOOT),
        unit("red-two", [740.0, 300.0], FOOT),
        unit("blue", [700.0, 860.0], FOOT),
        brigade("blue-brigade", [700.0, 900.0], ""),
    ];
    let refused = |listens: bool, unit: &str, attaches: bool| {
        let mut game = Game::headed("", &format!("{start}{MILL}"), &parts, &[]);
        game.says("red", &format!("issue red-wing-general red-brigade-er {DEFEND}"), &[]);
        let second = if attaches { "attach red-wing-general red" } else { "pass red-wing-general" };
        game.says("red", second, &[]);
        if listens {
            game.says("red", "listen red-brigade-er", &[]);
        }
        game.pass_to("red", "move", &[]);
        game.says("red", &format!("pick {unit}"), &[]);
        for other in ["red", "red-two"] {
            if other != unit && !attaches {
                game.says("red", &format!("leave {other}"), &[]);
            }
        }
        game.says("red", "throw 1+d6", &[5, 5]);
        while game.topic("red") == "next-unit" {
            game.says("red", &format!("next {unit}"), &[]);
        }
        game.says("red", "move about-face", &[]);
        game.refused("red", &format!("move advance {} 0", mm(30.0)))
    };
    assert_eq!(refused(false, "red", false), "");
    assert_eq!([refused(true, "red", false), refused(true, "red-two", false)], ["CF 6.17", "CF 6.17"]);
    assert_eq!(refused(true, "red", true), "");
}

#[test]
fn a_steadied_unit_meets_a_charge_by_one_reading() {
    // CF 6.8, 6.37, 14.15, G22
    let asked = |options: &str| {
        let near = unit("blue-near", [700.0, 170.0], HORSE);
        let parts = [led(&started(HORSE, "dps = 1")), vec![near, brigade("blue-brigade", [700.0, 210.0], "")]].concat();
        let mut game = Game::with(options, "command", &parts);
        game.says("red", "pass red-brigade-er", &[]);
        game.says("red", "steady red-wing-general", &[]);
        game.pass_to("blue", "declare-charges", &[]);
        game.says("blue", "charge blue-near red no", &[]);
        game.rules_ask_answer()
    };
    assert!(asked("") && !asked("steadied-countercharge = \"off\""));
}

#[test]
fn riders_do_not_cross_deep_water() {
    // CF 6.3, 11.15, G40, G192: a leader rides neither into a river nor across it, to a place or to a unit; over its bridge he does.
    let parts = |more: &[String]| {
        let army = [
            brigade("red-brigade", [700.0, 100.0], ""),
            unit("red", [700.0, 180.0], FOOT),
            area("river", "the river", [0.0, 120.0, 1440.0, 140.0]),
        ];
        command("", &[&army[..], more].concat())
    };
    let river = parts(&[]);
    assert_eq!(river.refused("red", &ride("red-brigade-er", [700.0, 110.0])), "");
    for at in [[700.0, 130.0], [700.0, 150.0]] {
        assert_eq!(river.refused("red", &ride("red-brigade-er", at)), "CF G40");
    }
    assert_eq!(river.refused("red", "attach red-brigade-er red"), "CF G40");
    let bridge = parts(&[area("bridge", "the bridge", [690.0, 115.0, 710.0, 145.0])]);
    assert_eq!(bridge.refused("red", &ride("red-brigade-er", [700.0, 150.0])), "");
    assert_eq!(bridge.refused("red", "attach red-brigade-er red"), "");
}

#[test]
fn messengers_take_their_time() {
    // CF 6.12, 6.19, 11.15, 1.6, G18, G152: 300 yards at 240 a turn, and then the Brigadier has to listen.
    let parts = army([400.0, 60.0], [700.0, 60.0], [100.0, 20.0]);
    let mut game = with_mill("", &parts);
    pass_until(&mut game, "red-wing-general");
    game.says("red", &format!("send red-wing-general red-brigade-er {DEFEND}"), &[]);
    assert_eq!(game.refused("red", &format!("send red-wing-general red-brigade-er {DEFEND}")), "CF G18");
    game.says("red", "done", &[]);
    // He rides as his side likes: straight to the Brigadier, aside, or not at all.
    assert_eq!((game.topic("red"), game.menu("red").len()), ("messenger-rides", 4));
    assert_eq!(game.refused("red", &format!("messenger #1 {} {}", mm(641.0), mm(60.0))), "CF 11.15");
    game.says("red", &format!("messenger #1 {} {}", mm(640.0), mm(60.0)), &[]);
    assert_eq!(game.state.messengers.len(), 1);
    game.pass_to("red", "leader-actions", &[1, 6]);
    game.says("red", "done", &[]);
    // With him there is an action left for it.
    let straight = game.menu("red")[0].clone();
    game.says("red", &straight, &[]);
    assert_eq!((game.state.messengers.len(), game.topic("red")), (0, "listen"));
    assert!(order_of(&game, "red-brigade").starts_with("AdvanceAndAttack"));
    game.says("red", "listen red-brigade-er", &[]);
    assert_eq!(order_of(&game, "red-brigade"), "AdvanceAndDefend Named(PositionId(0))");
}

#[test]
fn who_has_no_action_left_listens_in_the_next_turn() {
    // CF 6.12, G18: the Brigadier acts before the messenger comes.
    let parts = army([690.0, 60.0], [700.0, 60.0], [100.0, 20.0]);
    let mut game = with_mill("", &parts);
    pass_until(&mut game, "red-brigade-er");
    game.says("red", "attach red-brigade-er red", &[]);
    pass_until(&mut game, "red-wing-general");
    game.says("red", &format!("send red-wing-general red-brigade-er {DEFEND}"), &[]);
    game.says("red", "done", &[]);
    let straight = game.menu("red")[0].clone();
    game.says("red", &straight, &[]);
    assert_eq!((game.state.messengers.len(), game.topic("red")), (0, "none"));
    assert_eq!(game.leader("red-brigade-er").heard.len(), 1);
    game.pass_to("red", "leader-actions", &[1, 6]);
    pass_until(&mut game, "red-brigade-er");
    game.says("red", "listen red-brigade-er", &[]);
    assert_eq!(order_of(&game, "red-brigade"), "AdvanceAndDefend Named(PositionId(0))");
    assert_eq!(game.refused("red", "detach red-brigade-er"), "CF 6.2");
    // By another reading he needs no action for it.
    let mut game = with_mill("listen-action = \"not-required\"", &parts);
    pass_until(&mut game, "red-brigade-er");
    game.says("red", "attach red-brigade-er red", &[]);
    pass_until(&mut game, "red-wing-general");
    game.says("red", &format!("send red-wing-general red-brigade-er {DEFEND}"), &[]);
    game.says("red", "done", &[]);
    let straight = game.menu("red")[0].clone();
    game.says("red", &straight, &[]);
    assert_eq!(order_of(&game, "red-brigade"), "AdvanceAndDefend Named(PositionId(0))");
}

#[test]
fn a_messenger_who_is_taken_takes_his_order_with_him() {
    // CF 6.45, G18: blue horse rides over him in its Movement Phase.
    let parts = [
        army([400.0, 60.0], [700.0, 60.0], [100.0, 20.0]),
        vec![
            unit("blue-horse", [560.0, 300.0], &started(HORSE, "last-dice = 3")),
            brigade("blue-brigade", [560.0, 340.0], ""),
        ],
    ]
    .concat();
    let parts: Vec<String> = parts.into_iter().collect();
    let start = "[start]\nphase = \"command\"\nfirst = \"red\"\n";
    let mut game = Game::headed("", &format!("{start}{MILL}"), &parts, &[]);
    pass_until(&mut game, "red-wing-general");
    game.says("red", &format!("send red-wing-general red-brigade-er {DEFEND}"), &[]);
    game.says("red", "done", &[]);
    game.says("red", &format!("messenger #1 {} {}", mm(560.0), mm(205.0)), &[]);
    game.pass_to("blue", "move", &[]);
    game.says("blue", "pick blue-horse", &[]);
    game.says("blue", "throw 2+d6", &[4, 4, 3]);
    assert_eq!(game.state.messengers.len(), 1);
    game.says("blue", &format!("move advance {} 0", mm(90.0)), &[]);
    assert!(game.state.messengers.is_empty() && game.told("CF 6.45"));
}

#[test]
fn what_a_dead_man_was_to_hear_is_lost() {
    // CF G18, G25, G152: his Brigadier is killed in the combat of this turn.
    let start = "[start]\nphase = \"command\"\nfirst = \"red\"\n";
    let parts = vec![
        wing("red-wing", [200.0, 60.0]),
        brigade("red-brigade", [700.0, 60.0], "wing = \"red-wing\"").replace("at = [700.0, 60.0]", "with = \"red\""),
        unit("red", [700.0, 300.0], FOOT),
        unit("blue", [700.0, 330.0], FOOT),
        brigade("blue-brigade", [700.0, 380.0], ""),
    ];
    let mut game = Game::headed("", &format!("{start}{MILL}"), &parts, &[]);
    pass_until(&mut game, "red-wing-general");
    game.says("red", &format!("send red-wing-general red-brigade-er {DEFEND}"), &[]);
    game.says("red", "done", &[]);
    let straight = game.menu("red")[0].clone();
    game.says("red", &straight, &[]);
    assert_eq!(game.state.messengers.len(), 1);
    // Close fire, inconclusive: a point each, and the leader is hit and killed.
    game.pass_to("red", "first-or-second", &[3, 3, 1, 1, 6, 1]);
    assert!(game.told("CF 6.40"));
    game.says("red", "go first", &[]);
    game.pass_to("red", "leader-actions", &[]);
    game.says("red", "done", &[1]);
    assert!(game.state.messengers.is_empty() && game.told("CF G18"));
}

#[test]
fn orders_are_not_for_the_enemys_ears() {
    // CF P11
    let parts = army([400.0, 60.0], [700.0, 60.0], [100.0, 20.0]);
    let mut game = with_mill("", &parts);
    pass_until(&mut game, "red-wing-general");
    let words = format!("send red-wing-general red-brigade-er {DEFEND}");
    let decision = game.rules.read(&words).unwrap();
    assert!(game.rules.sealed(&game.state, &game.state, Seat(0), &decision));
    let told: Vec<_> = game.says("red", &words, &[]).to_vec();
    let heard = |side: u8| -> Vec<String> {
        let entries = told.iter().filter_map(|entry| entry.for_side(kernel::Side(side)));
        entries.map(|entry| format!("{} {}", entry.title, entry.result)).collect()
    };
    assert!(heard(0).iter().any(|told| told.contains("mill")));
    assert!(heard(1).iter().all(|told| !told.contains("mill") && !told.contains("red-brigade-er")));
    // Two states that differ in the order alone look alike to blue.
    let mut other = with_mill("", &parts);
    pass_until(&mut other, "red-wing-general");
    other.says("red", "send red-wing-general red-other-er order red-other defend position farm", &[]);
    assert_eq!(game.rules.redact(&game.state, Seat(1)), other.rules.redact(&other.state, Seat(1)));
    assert_ne!(game.rules.redact(&game.state, Seat(0)), other.rules.redact(&other.state, Seat(0)));
}

#[test]
fn units_change_hands() {
    // CF 6.16, 4.4, 4.5, G18, G154: by the General over both, in force when both have listened.
    let parts = [
        army([500.0, 60.0], [700.0, 60.0], [100.0, 20.0]),
        vec![
            unit("red-gun", [800.0, 100.0], GUN),
            unit("red-horse", [900.0, 100.0], "class = \"dragoons\"\nsquadrons = [2, 2]"),
        ],
    ]
    .concat();
    let mut game = with_mill("listen-action = \"not-required\"", &parts);
    pass_until(&mut game, "red-wing-general");
    let gun = "unit red-gun brigade red-other";
    assert_eq!(game.refused("red", &format!("send red-wing-general red-second-general {gun}")), "CF 6.16");
    game.says("red", &format!("send red-wing-general red-brigade-er {gun}"), &[]);
    game.says("red", &format!("send red-wing-general red-other-er {gun}"), &[]);
    game.says("red", "done", &[]);
    let to_first = game.menu("red")[0].clone();
    game.says("red", &to_first, &[]);
    // One has heard of it: nothing has changed.
    assert_eq!(game.table().brigade_of(game.id("red-gun")), game.table().brigade_of(game.id("red")));
    let to_second = game.menu("red")[0].clone();
    game.says("red", &to_second, &[1, 1]);
    assert_eq!(game.table().brigade_of(game.id("red-gun")), game.table().brigade_of(game.id("red-friend")));
    assert!(game.told("CF 6.16"));
    // Dragoons may go to foot or horse; a brigade of horse is none for foot (CF 4.4), and guns alone are kept higher up (CF 4.5).
    let horse = [
        parts.clone(),
        vec![
            brigade("red-horsemen", [1000.0, 60.0], "wing = \"red-wing\""),
            under("red-horsemen", "red-lancers", [1000.0, 100.0], HORSE),
        ],
    ]
    .concat();
    let mut game = with_mill("", &horse);
    pass_until(&mut game, "red-wing-general");
    let to = |what: &str| format!("send red-wing-general red-brigade-er unit {what}");
    assert_eq!(game.refused("red", &to("red-horse brigade red-horsemen")), "");
    assert_eq!(game.refused("red", &to("red brigade red-horsemen")), "CF 4.4");
    assert_eq!(game.refused("red", &to("red wing red-wing")), "CF 4.5");
    assert_eq!(game.refused("red", &to("red-gun wing red-wing")), "");
    // What goes to another wing is the Marshal's to say.
    assert_eq!(game.refused("red", &to("red-gun wing red-second")), "CF 6.16");
}

#[test]
fn brigades_are_full_at_six() {
    // CF 4.1
    let crowd = (0..5).map(|ix| under("red-other", &format!("red-{ix}"), [400.0 + 100.0 * f64::from(ix), 300.0], FOOT));
    let parts = [army([500.0, 60.0], [700.0, 60.0], [100.0, 20.0]), crowd.collect()].concat();
    let mut game = with_mill("", &parts);
    pass_until(&mut game, "red-wing-general");
    assert_eq!(game.refused("red", "send red-wing-general red-other-er unit red brigade red-other"), "CF 4.1");
}

#[test]
fn the_second_of_two_finds_no_room() {
    // CF 4.1, 6.16, G154: both are on their way when the first fills the brigade.
    let crowd = (0..5).map(|ix| under("red-other", &format!("red-{ix}"), [420.0 + 15.0 * f64::from(ix), 60.0], FOOT));
    let crowd = crowd.enumerate().map(|(ix, part)| {
        part.replace(", 60.0]", &format!(", {}.0]", 100 + 30 * ix)).replace(&format!("[{}", 420 + 15 * ix), "[500")
    });
    let parts: Vec<String> = [
        vec![
            wing("red-wing", [705.0, 60.0]),
            brigade("red-brigade", [700.0, 60.0], "wing = \"red-wing\""),
            unit("red", [660.0, 100.0], FOOT),
            unit("red-two", [750.0, 100.0], FOOT),
            brigade("red-other", [550.0, 150.0], "wing = \"red-wing\""),
        ],
        crowd.collect(),
    ]
    .concat();
    let mut game = with_mill("listen-action = \"not-required\"", &parts);
    game.says("red", "issue red-wing-general red-brigade-er unit red brigade red-other", &[]);
    game.says("red", "issue red-wing-general red-brigade-er unit red-two brigade red-other", &[]);
    game.done("red", &[]);
    game.pass_to("red", "leader-actions", &[6, 1]);
    game.says("red", "send red-wing-general red-other-er unit red brigade red-other", &[]);
    game.says("red", "send red-wing-general red-other-er unit red-two brigade red-other", &[]);
    game.done("red", &[]);
    for _ in 0..2 {
        let straight = game.menu("red")[0].clone();
        game.says("red", &straight, &[]);
    }
    let brigades = ["red", "red-two", "red-0"].map(|key| game.table().brigade_of(game.id(key)));
    assert_eq!(brigades[0], brigades[2]);
    assert_ne!(brigades[1], brigades[2]);
}

#[test]
fn a_brigade_goes_to_another_wing() {
    // CF 6.16, 6.14, 4.6, 4.7: then its new General controls it, and the old one does not.
    let parts = army([650.0, 60.0], [700.0, 60.0], [640.0, 60.0]);
    let mut game = with_mill("listen-action = \"not-required\"", &parts);
    pass_until(&mut game, "red-wing-general");
    assert_eq!(
        game.refused("red", "send red-wing-general red-second-general brigade red-brigade red-second"),
        "CF 6.16"
    );
    pass_until(&mut game, "red-marshal");
    // Such a thing is offered, to the two Generals who have to hear of it.
    let offered = |game: &Game, words: &str| game.menu("red").iter().any(|choice| choice == words);
    assert!(offered(&game, "issue red-marshal red-wing-general brigade red-brigade red-second"));
    assert!(offered(&game, "send red-marshal red-second-general brigade red-brigade red-second"));
    game.says("red", "issue red-marshal red-wing-general brigade red-brigade red-second", &[]);
    let (general, red) = (game.leader_id("red-wing-general"), game.id("red"));
    assert!(game.table().commands(general, red));
    game.says("red", "send red-marshal red-second-general brigade red-brigade red-second", &[]);
    game.says("red", "done", &[]);
    for _ in 0..3 {
        if game.topic("red") != "messenger-rides" {
            game.pass_to("red", "messenger-rides", &[1, 6]);
        }
        let straight = game.menu("red")[0].clone();
        game.says("red", &straight, &[]);
        if game.state.messengers.is_empty() {
            break;
        }
    }
    assert!(!game.table().commands(general, red));
    assert!(game.table().commands(game.leader_id("red-second-general"), red));
}

#[test]
fn scouts_ride_out_and_report() {
    // CF 5.27, G67: a scout rides to where he sees the card, and back to a leader; then it is turned.
    let parts = [
        brigade("red-brigade", [700.0, 100.0], ""),
        unit("red", [700.0, 140.0], FOOT),
        area("light-woods", "the wood", [500.0, 250.0, 800.0, 350.0]),
        unit("blue", [700.0, 500.0], FOOT),
        brigade("blue-brigade", [700.0, 540.0], ""),
    ];
    let mut game = Game::with("cards = \"on\"", "command", &parts);
    assert!(game.unit("blue").face_down);
    let send = "send red-brigade-er red-brigade-er scout card-2 no";
    assert!(game.menu("red").iter().any(|choice| choice == send), "{:?}", game.menu("red"));
    assert_eq!(game.refused("red", &send.replace("card-2", "card-1")), "CF G67");
    game.says("red", send, &[]);
    game.says("red", &format!("messenger #1 {} {}", mm(840.0), mm(270.0)), &[]);
    assert!(game.unit("blue").face_down && game.state.messengers.len() == 1);
    game.pass_to("red", "leader-actions", &[6, 1]);
    game.done("red", &[]);
    let back = game.menu("red")[0].clone();
    game.says("red", &back, &[]);
    assert!(!game.unit("blue").face_down && game.state.messengers.is_empty());
    assert!(game.told("CF 5.27"));
}

// --- Control

#[test]
fn control_reaches_so_far() {
    // CF 6.23, 6.24, 6.25, 6.27, 18.9, 18.10, E9: 60 yards of a Brigadier or General, 120 of a Marshal; an attached leader controls his unit.
    let at = |leader: &str, off: f64| {
        let (key, rank) = (format!("red-{leader}"), leader);
        let more = match rank {
            "marshal" => vec![super::game::leader(&key, rank, [740.0 + off, 90.0], "")],
            _ => vec![],
        };
        let wing_at = if rank == "general" { [740.0 + off, 90.0] } else { [1400.0, 20.0] };
        let brigadier = if rank == "brigadier" { [740.0 + off, 90.0] } else { [20.0, 20.0] };
        let parts = [
            vec![
                wing("red-wing", wing_at),
                brigade("red-brigade", brigadier, "wing = \"red-wing\""),
                unit("red", [700.0, 100.0], FOOT),
            ],
            more,
        ]
        .concat();
        let dice: &[u8] = if off > if rank == "marshal" { 120.0 } else { 60.0 } { &[1] } else { &[] };
        let mut game = command("", &parts);
        game.done("red", dice);
        matches!(control(&game, "red"), Control::By(_))
    };
    for (rank, reach) in [("brigadier", 60.0), ("general", 60.0), ("marshal", 120.0)] {
        assert!(at(rank, reach) && !at(rank, reach + 1.0), "{rank}");
    }
    // The Brigadier has joined another unit: the General in reach controls, or nobody.
    let with = |general: [f64; 2], dice: &[u8]| {
        let parts = [
            wing("red-wing", general),
            wing("red-second", [705.0, 60.0]),
            brigade("red-brigade", [700.0, 60.0], "wing = \"red-wing\"")
                .replace("at = [700.0, 60.0]", "with = \"red-two\""),
            unit("red", [700.0, 100.0], FOOT),
            unit("red-two", [900.0, 100.0], FOOT),
        ];
        let mut game = command("", &parts);
        game.done("red", dice);
        (control(&game, "red"), control(&game, "red-two"), game)
    };
    let (red, two, game) = with([700.0, 50.0], &[]);
    assert_eq!(red, Control::By(game.leader_id("red-wing-general")));
    assert_eq!(two, Control::Attached(game.leader_id("red-brigade-er")));
    // A General of another wing beside it does not help.
    let (red, ..) = with([100.0, 50.0], &[3]);
    assert_eq!(red, Control::Tested(Verdict::AsWished));
}

/// A red unit out of everybody's reach, tested with a die; signs are used so that it acts as wished if that can be.
fn test_of(options: &str, what: &str, leader: bool, die: u8) -> Option<Verdict> {
    let at = if leader { "with = \"red\"" } else { "at = [20.0, 20.0]" };
    let parts =
        [brigade("red-brigade", [20.0, 20.0], "").replace("at = [20.0, 20.0]", at), unit("red", [700.0, 100.0], what)];
    let mut game = command(options, &parts);
    let asked = leader && what.contains("standing");
    game.done("red", if asked { &[] } else { std::slice::from_ref(&die) });
    if asked {
        assert_eq!(game.menu("red"), ["run-on red", "test red"]);
        game.says("red", "test red", &[die]);
    }
    if game.topic("red") == "control-signs" {
        let wished = game.menu("red").into_iter().find(|signs| {
            let mut next = command(options, &parts);
            next.state = game.state.clone();
            next.says("red", signs, &[]);
            tested(&next, "red") == Some(Verdict::AsWished)
        });
        let signs = wished.unwrap_or_else(|| game.menu("red")[0].clone());
        game.says("red", &signs, &[]);
    }
    tested(&game, "red")
}

fn all_faces(what: &str, leader: bool) -> [Option<Verdict>; 6] {
    [1, 2, 3, 4, 5, 6].map(|die| test_of("", what, leader, die))
}

#[test]
fn the_control_test_by_the_die() {
    // CF 6.26, 6.32, 6.33, 6.34, 6.35, 6.38, T5, E10: two faces in six let it do something new.
    let (halt, wished, again) = (Some(Verdict::Halt), Some(Verdict::AsWished), Some(Verdict::RepeatLastMove));
    let moved = started(HORSE, "last-dice = 2");
    assert_eq!(all_faces(&moved, false), [halt, halt, wished, wished, again, again]);
    // CF E11, G20: who stood last turn has nothing to repeat.
    assert_eq!(all_faces(HORSE, false), [halt, halt, wished, wished, halt, halt]);
    // CF V27: guns have a sign of their own, and so have the best troops.
    let acts = |faces: [Option<Verdict>; 6]| faces.map(|verdict| verdict == wished);
    assert_eq!(acts(all_faces(GUN, false)), [false, true, true, true, true, false]);
    let guards = format!("{HORSE}\ngrade = \"A\"");
    assert_eq!(acts(all_faces(&guards, false)), [false, true, true, true, true, false]);
}

#[test]
fn routers_are_rallied_by_the_test() {
    // CF 6.31, 6.32, 17.18, V26
    let routs = |grade: &str| format!("{FOOT}\ngrade = \"{grade}\"\nstart = {{ standing = \"routing\", flight = 1 }}");
    let rallies =
        |grade: &str, leader: bool| all_faces(&routs(grade), leader).map(|verdict| verdict == Some(Verdict::AsWished));
    assert_eq!(rallies("C", false), [false, true, true, false, false, false]);
    assert_eq!(rallies("C", true), [true, true, true, true, false, false]);
    assert_eq!(rallies("B", true), [true, true, true, true, true, false]);
    // Whatever else comes up, they run on.
    assert_eq!(test_of("", &routs("C"), false, 6), Some(Verdict::Continue));
    assert_eq!(test_of("", &routs("C"), false, 1), Some(Verdict::Continue));
}

#[test]
fn who_is_controlled_need_not_call_them_back() {
    // CF 6.31: it is tested if it is to stop, under control or not; untested it runs on.
    let parts = [
        brigade("red-brigade", [700.0, 60.0], ""),
        unit("red", [700.0, 300.0], &started(FOOT, "standing = \"routing\", flight = 1")),
        unit("blue-near", [700.0, 460.0], FOOT),
    ];
    let near: Vec<String> =
        parts.iter().map(|part| part.replace("at = [700.0, 60.0]", "at = [700.0, 250.0]")).collect();
    let mut game = command("", &near);
    game.done("red", &[]);
    assert_eq!(game.topic("red"), "conform-or-test");
    game.says("red", "run-on red", &[]);
    game.pass_to("red", "leaders-ride", &[1, 3, 3]);
    assert!(game.told("CF 17.15") && !game.told("CF 17.18"));
    // With a test that succeeds its owner has the choice.
    let mut game = command("", &near);
    game.done("red", &[]);
    game.says("red", "test red", &[2]);
    game.pass_to("red", "flight", &[1]);
    assert_eq!(game.menu("red"), ["rout red", "remain red"]);
    game.says("red", "remain red", &[]);
    assert!(game.told("CF 17.18"));
}

#[test]
fn the_halted_and_those_who_repeat() {
    // CF 6.35, 6.36, 18.7, 11.8, G20: by their own test, with their own dice.
    let game = |die: u8, dice: &[u8]| {
        let parts = [
            unit("red", [700.0, 100.0], &started(HORSE, "last-dice = 2")),
            unit("red-two", [500.0, 100.0], &started(HORSE, "last-dice = 2")),
        ];
        let mut game = command("", &parts);
        game.done("red", &[die, 3]);
        game.pass_to("red", "move", dice);
        game
    };
    let again = game(5, &[3, 4]);
    assert_eq!(again.at_yards("red"), [700.0, 240.0]);
    assert_eq!(again.refused("red", "pick red"), "CF 11.2");
    // The other acts as it wishes, on its own.
    let mut halted = game(1, &[]);
    halted.says("red", "pick red-two", &[]);
    assert_eq!(halted.state.group.unwrap().units.len(), 1);
    let mut halted = game(1, &[]);
    halted.says("red", "pick red", &[]);
    assert_eq!(halted.refused("red", "throw 1"), "CF 6.36");
    halted.says("red", "throw 0", &[]);
    assert_eq!(halted.refused("red", "move about-face"), "");
    assert_eq!(halted.refused("red", "move form march-column 1 ahead"), "");
}

#[test]
fn signs_may_have_to_be_chosen_before_the_die() {
    // CF 6.32, G20
    let parts = [
        brigade("red-brigade", [20.0, 20.0], ""),
        unit("red", [700.0, 100.0], &format!("{HORSE}\ngrade = \"B\"\nstart = {{ last-dice = 2 }}")),
    ];
    let game = |signs: &str, die: u8| {
        let mut game = command("control-sign = \"before-die\"", &parts);
        game.done("red", &[]);
        assert_eq!((game.topic("red"), game.menu("red").len()), ("control-signs", 3));
        assert_eq!(game.refused("red", "signs red plus none"), "CF 6.32");
        game.says("red", signs, &[die]);
        tested(&game, "red")
    };
    assert_eq!(game("signs red none plus", 2), Some(Verdict::AsWished));
    assert_eq!(game("signs red none none", 2), Some(Verdict::Halt));
    assert_eq!(game("signs red none minus", 5), Some(Verdict::AsWished));
    assert_eq!(game("signs red none plus", 4), Some(Verdict::RepeatLastMove));
    // After the die: what the signs make of a 5.
    let mut after = command("", &parts);
    after.done("red", &[5]);
    assert_eq!(after.menu("red"), ["signs red none none", "signs red none minus"]);
    after.says("red", "signs red none minus", &[]);
    assert_eq!(tested(&after, "red"), Some(Verdict::AsWished));
    let entry = after.told.iter().find(|entry| entry.rule == "CF 6.34").unwrap();
    assert_eq!((entry.total, entry.adds_up()), (Some(4), true));
}

// --- Conforming

/// Three units in one line; the Brigadier is in reach of the first alone.
fn line_of_three(what: &str) -> Vec<String> {
    vec![
        brigade("red-brigade", [630.0, 80.0], ""),
        unit("red-one", [700.0, 100.0], what),
        unit("red-two", [785.0, 100.0], what),
        unit("red-three", [870.0, 100.0], what),
    ]
}

#[test]
fn a_line_conforms() {
    // CF 6.28, 6.30, 11.7, G19
    let mut game = command("", &line_of_three(FOOT));
    game.done("red", &[]);
    assert_eq!(game.menu("red"), ["conform red-two red-one", "test red-two"]);
    assert_eq!(game.refused("red", "conform red-two red-three"), "CF 6.28");
    game.says("red", "conform red-two red-one", &[]);
    // And so on along the line.
    assert_eq!(game.menu("red"), ["conform red-three red-two", "test red-three"]);
    game.says("red", "conform red-three red-two", &[]);
    game.pass_to("red", "move", &[]);
    game.says("red", "pick red-three", &[]);
    assert_eq!(game.state.group.unwrap().units.len(), 3);
    assert_eq!(game.refused("red", "leave red-two"), "CF 6.30");
    // If the one they conform to stays, all stay.
    game.says("red", "leave red-one", &[]);
    assert_eq!(game.state.group.unwrap().staying.len(), 3);
    assert_eq!(game.refused("red", "throw 1"), "CF 6.36");
    // By another reading only who touches a controlled unit conforms.
    let mut game = command("conform-chain = \"off\"", &line_of_three(FOOT));
    game.done("red", &[]);
    game.says("red", "conform red-two red-one", &[1]);
    assert_eq!(tested(&game, "red-three"), Some(Verdict::Halt));
}

#[test]
fn who_wants_something_else_tests() {
    // CF 6.30: and who stands beyond him then tests too.
    let mut game = command("", &line_of_three(FOOT));
    game.done("red", &[]);
    game.says("red", "test red-two", &[3, 1]);
    assert_eq!(tested(&game, "red-two"), Some(Verdict::AsWished));
    assert_eq!(tested(&game, "red-three"), Some(Verdict::Halt));
    game.pass_to("red", "move", &[]);
    game.says("red", "pick red-two", &[]);
    assert_eq!(game.state.group.unwrap().units.len(), 1);
}

#[test]
fn a_gap_or_another_brigade_breaks_the_line() {
    // CF 6.28, 18.1, G155: 10 yards are contact, 11 are not; and only units of one brigade conform.
    let asked = |gap: f64, other: bool| {
        let at = [740.0 + gap + 40.0, 100.0];
        let two = if other { under("red-other", "red-two", at, FOOT) } else { unit("red-two", at, FOOT) };
        let parts = [
            brigade("red-brigade", [630.0, 80.0], ""),
            brigade("red-other", [20.0, 20.0], ""),
            unit("red-one", [700.0, 100.0], FOOT),
            two,
        ];
        let mut game = command("", &parts);
        game.done("red", if gap > 10.0 || other { &[1] } else { &[] });
        game.topic("red") == "conform-or-test"
    };
    assert!(asked(10.0, false) && !asked(11.0, false) && !asked(5.0, true));
}

#[test]
fn rear_lines_conform() {
    // CF 6.29, G19: up to 60 yards straight behind a controlled unit, with more than half of their front.
    let rear = |at: [f64; 2], dice: &[u8]| {
        let parts = [
            brigade("red-brigade", [630.0, 150.0], ""),
            unit("red-one", [700.0, 140.0], FOOT),
            unit("red-rear", at, FOOT),
        ];
        let mut game = command("", &parts);
        game.done("red", dice);
        game
    };
    let game = rear([700.0, 60.0], &[]);
    assert_eq!(game.menu("red"), ["conform red-rear red-one", "test red-rear"]);
    assert_eq!(rear([700.0, 59.0], &[1]).topic("red"), "none");
    assert_eq!(rear([739.0, 60.0], &[]).topic("red"), "conform-or-test");
    assert_eq!(rear([741.0, 60.0], &[1]).topic("red"), "none");
    let mut game = rear([700.0, 60.0], &[]);
    game.says("red", "conform red-rear red-one", &[]);
    assert_eq!(control(&game, "red-rear"), Control::Conforms { to: game.id("red-one"), behind: true });
    game.pass_to("red", "move", &[]);
    game.says("red", "pick red-one", &[]);
    assert_eq!(game.state.group.unwrap().units.len(), 2);
}

#[test]
fn who_conforms_does_as_the_other_does() {
    // CF 6.28, 6.30, G162: it moves after the other, its way, as far, and looking where it looks.
    let conforming = |dice: &str, fall: &[u8]| {
        let mut game = command("", &line_of_three(FOOT)[..3]);
        game.done("red", &[]);
        game.says("red", "conform red-two red-one", &[]);
        game.pass_to("red", "move", &[]);
        game.says("red", "pick red-one", &[]);
        game.says("red", dice, fall);
        game
    };
    let step = |distance: f64| format!("move advance {} 0", mm(distance));
    let mut game = conforming("throw 1", &[4]);
    // Nobody is asked who is next: the one that the other conforms to.
    assert_eq!(game.topic("red"), "manoeuvre");
    assert_eq!(game.refused("red", "next red-two"), "CF 9.1");
    game.says("red", &step(80.0), &[]);
    game.says("red", "move stop", &[]);
    for (other, rule) in [
        ("move about-face", "CF 6.28"),
        ("move wheel right 30", "CF 6.28"),
        ("move wheel left 45", "CF 6.28"),
        ("move form march-column 1 ahead", "CF 6.30"),
    ] {
        assert_eq!(game.refused("red", other), rule, "{other}");
    }
    assert_eq!(game.refused("red", "move stop"), "CF 11.3");
    game.says("red", &step(80.0), &[]);
    assert_eq!([game.at_yards("red-one")[1], game.at_yards("red-two")[1]], [180.0, 180.0]);
    // The other faces about and goes: so does it.
    let mut game = conforming("throw 1", &[4]);
    game.says("red", "move about-face", &[]);
    game.says("red", &step(40.0), &[]);
    game.says("red", "move stop", &[]);
    assert_eq!(game.refused("red", &step(20.0)), "CF 6.28");
    assert_eq!(game.refused("red", "move stop"), "CF 6.28");
    game.says("red", "move about-face", &[]);
    game.says("red", &step(40.0), &[]);
    // The other stays without dice: no step aside, but it may turn to face a threat as one that is halted.
    let mut game = conforming("throw 0", &[]);
    game.says("red", "move stop", &[]);
    assert_eq!(game.refused("red", &format!("move side-step right {}", mm(20.0))), "CF 6.28");
    assert_eq!(game.refused("red", &format!("move step-back {}", mm(20.0))), "CF 6.28");
    assert_eq!(game.refused("red", "move about-face"), "");
    // And it steps back with one that does.
    let mut game = conforming("throw 0", &[]);
    game.says("red", &format!("move step-back {}", mm(20.0)), &[]);
    game.says("red", "move stop", &[]);
    assert_eq!(game.refused("red", &format!("move side-step right {}", mm(20.0))), "CF 6.28");
    assert_eq!(game.refused("red", &format!("move step-back {}", mm(20.0))), "");
}

/// The Brigadier has steadied the first of the line; the others conform, and the last is taken up.
fn steadied_line(started: &str) -> Game {
    let parts: Vec<String> =
        line_of_three(started).iter().map(|part| part.replace("at = [630.0, 80.0]", "with = \"red-one\"")).collect();
    let mut game = command("", &parts);
    game.says("red", "steady red-brigade-er", &[]);
    game.says("red", "conform red-two red-one", &[]);
    game.says("red", "conform red-three red-two", &[]);
    game.pass_to("red", "move", &[]);
    game.says("red", "pick red-three", &[]);
    game
}

#[test]
fn who_conforms_halts_with_the_others() {
    // CF 6.28, 6.8: the Brigadier steadies the unit he is with; those beside it stand as it does.
    let game = steadied_line(&started(FOOT, "dps = 1"));
    assert_eq!(game.refused("red", "throw 1"), "CF 6.36");
}

#[test]
fn horse_at_full_speed_halts_with_whom_it_conforms_to() {
    // CF 6.8, 6.28, 11.34, G155: it could not stand still otherwise.
    let mut game = steadied_line(&started(HORSE, "dps = 1, last-dice = 3"));
    assert_eq!(game.refused("red", "throw 1"), "CF 6.36");
    assert!(game.menu("red").contains(&"throw 0".to_string()), "{:?}", game.menu("red"));
    game.says("red", "throw 0", &[]);
    game.says("red", "move stop", &[]);
    // Nor are the others sent on by themselves when their player is done.
    game.done("red", &[]);
    assert_eq!(game.at_yards("red-two"), [785.0, 100.0]);
    assert_eq!(game.at_yards("red-three"), [870.0, 100.0]);
}

#[test]
fn who_conforms_charges_with_the_others() {
    // CF 6.28, 6.29, 14.8: the line charges, the rear line does not.
    let parts = [
        line_of_three(HORSE),
        vec![
            unit("red-rear", [700.0, 40.0], HORSE),
            unit("blue-near", [700.0, 150.0], "class = \"horse\"\nsquadrons = [2, 2, 2, 2]"),
        ],
    ]
    .concat();
    // A rear unit nearer to the Brigadier would be his.
    let parts: Vec<String> =
        parts.iter().map(|part| part.replace("at = [630.0, 80.0]", "at = [640.0, 125.0]")).collect();
    let mut game = command("", &parts);
    game.done("red", &[]);
    for _ in 0..3 {
        let conform = game.menu("red")[0].clone();
        assert!(conform.starts_with("conform"), "{conform}");
        game.says("red", &conform, &[]);
    }
    game.pass_to("red", "declare-charges", &[1]);
    let own: Vec<String> = game.menu("red").into_iter().filter(|choice| choice.starts_with("charge")).collect();
    assert_eq!(own, ["charge red-one blue-near no"]);
    game.says("red", "charge red-one blue-near no", &[]);
    let keys = ["red-one", "red-two", "red-three", "red-rear"];
    let charging = keys.map(|key| game.state.charges[0].units.contains(game.id(key)));
    assert_eq!(charging, [true, true, true, false]);
}

#[test]
fn a_charge_in_vain_is_tested_whoever_controls() {
    // CF 6.31, 14.13, G48, G156
    let game = |die: u8, ahead: bool| {
        let parts = [
            brigade("red-brigade", [920.0, 60.0], ""),
            unit("red", [900.0, 100.0], &started(HORSE, "charged-in-vain = true, last-dice = 2")),
            unit("red-two", [1000.0, 90.0], HORSE),
            unit("blue-near", [if ahead { 900.0 } else { 300.0 }, 300.0], FOOT),
        ];
        let mut game = command("", &parts);
        game.done("red", &[die]);
        game
    };
    // 2 and one more for charging: as wished, and it is its Brigadier's again.
    let mut free = game(2, true);
    assert_eq!(control(&free, "red"), Control::By(free.leader_id("red-brigade-er")));
    assert!(!free.unit("red").charged_in_vain);
    free.pass_to("red", "move", &[1]);
    free.says("red", "pick red", &[]);
    assert_eq!(free.state.group.unwrap().units.len(), 2);
    // Else it charges again, whoever is ahead ...
    for die in [1, 4, 5, 6] {
        assert_eq!(tested(&game(die, true), "red"), Some(Verdict::Continue));
    }
    let mut bound = game(4, true);
    bound.pass_to("red", "move", &[1]);
    assert_eq!(bound.refused("red", "pick red"), "CF 6.35");
    bound.pass_to("red", "charge-again", &[]);
    assert_eq!(bound.menu("red"), ["charge red blue-near no"]);
    // ... and with nobody ahead it goes straight on, with the dice of its charge: 3 and 3, doubled.
    let mut alone = game(4, false);
    alone.pass_to("red", "move", &[1, 3, 3]);
    assert_eq!(alone.at_yards("red"), [900.0, 220.0]);
}

#[test]
fn looters_are_called_off() {
    // CF 6.31, G21
    let loots = started(HORSE, "standing = \"looting\"");
    assert_eq!(test_of("looting = \"on\"", &loots, false, 3), Some(Verdict::AsWished));
    assert_eq!(test_of("looting = \"on\"", &loots, false, 5), Some(Verdict::Continue));
    let parts = [brigade("red-brigade", [20.0, 20.0], ""), unit("red", [700.0, 100.0], &loots)];
    let mut game = command("looting = \"on\"", &parts);
    game.done("red", &[3]);
    game.pass_to("red", "move", &[]);
    assert_eq!(game.refused("red", "pick red"), "");
    let mut game = command("looting = \"on\"", &parts);
    game.done("red", &[1]);
    game.pass_to("red", "leaders-ride", &[]);
    assert_eq!(game.unit("red").standing, close_fire::state::Standing::Looting);
}

// --- Bayonets and loads

#[test]
fn plug_bayonets_are_fixed_in_the_command_phase() {
    // CF 9.10, 2.3, 1.14, G74
    let plug = format!("{FOOT}\narms = \"plug-bayonet\"");
    let parts = [
        brigade("red-brigade", [740.0, 60.0], ""),
        unit("red", [700.0, 100.0], &plug),
        unit("red-two", [800.0, 100.0], FOOT),
    ];
    let mut game = command("", &parts);
    game.done("red", &[]);
    assert_eq!((game.topic("red"), game.menu("red")), ("bayonets", vec!["bayonets red yes".into(), "done".into()]));
    assert_eq!(game.refused("red", "bayonets red-two yes"), "CF 9.10");
    assert_eq!(game.refused("red", "bayonets red no"), "CF 9.10");
    // They count as unfixed unless that is done.
    assert!(!game.unit("red").bayonets_fixed);
    game.says("red", "bayonets red yes", &[]);
    assert!(game.unit("red").bayonets_fixed);
    assert_eq!(game.topic("red"), "none");
    // In the next turn they may be unfixed.
    game.pass_to("red", "leader-actions", &[6, 1]);
    game.done("red", &[]);
    assert_eq!(game.menu("red")[0], "bayonets red no");
}

#[test]
fn loads_are_dropped_in_the_command_phase() {
    // CF G38
    let loaded = format!("{FOOT}\nload = \"fascines\"");
    let parts = [brigade("red-brigade", [700.0, 60.0], ""), unit("red", [700.0, 100.0], &loaded)];
    let mut game = command("", &parts);
    game.done("red", &[]);
    game.says("red", "drop red", &[]);
    assert_eq!(game.unit("red").load, close_fire::cards::Load::None);
    assert_eq!(game.topic("red"), "none");
}
