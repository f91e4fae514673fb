//! Headings 4 and 5: command radius and Leadership.

use crate::game::{Game, HEAVY, LINE, area, chief, sub, under, unit, widths};
use crate::melee::{blow_under, contact};
use shot_steel_and_stone::measures::BW;
use shot_steel_and_stone::reaction::Occasion;
use shot_steel_and_stone::state::{Activity, Formation, Intent, Leadership, Tested};

/// A sub-commander with foot and horse, a Commander-in-Chief near enough to step in, the enemy 14 BW or more away.
fn army(sub_rating: &str, chief_rating: &str) -> Vec<String> {
    vec![
        chief("red", chief_rating, [20.0, 1.0]),
        sub("red-left", sub_rating, [20.0, 3.0]),
        under("red-left", &unit("red-foot", [18.0, 5.0], LINE)),
        under("red-left", &unit("red-horse", [24.0, 5.0], HEAVY)),
        unit("red-own", [10.0, 3.0], LINE),
        unit("blue", [20.0, 16.0], LINE),
    ]
}

fn tested(game: &mut Game, dice: &[u8]) {
    for key in ["red-foot", "red-horse", "red-own"] {
        game.says("red", &format!("order {key} move"), &[]);
    }
    game.says("red", "test red-left", dice);
}

fn led(game: &Game, key: &str) -> (i8, u8, u8) {
    let Leadership { moves, blunder, top_form } = game.unit(key).leadership;
    (moves, blunder, top_form)
}

#[test]
fn who_rolls_above_his_factor_is_slow() {
    // SSS 5.1, 5.2, 5.4, 5.5: competent 8; a margin of 2 moves farther.
    for (dice, foot, horse) in [([4, 5], -1, -2), ([4, 4], 0, 0), ([4, 3], 0, 0), ([4, 2], 1, 2)] {
        let mut game = Game::at("orders", &army("competent", "competent"));
        tested(&mut game, &dice);
        assert_eq!((led(&game, "red-foot").0, led(&game, "red-horse").0), (foot, horse), "{dice:?}");
        // SSS 5.8, G83: he touches nobody else's.
        assert_eq!(led(&game, "red-own").0, 0);
    }
}

#[test]
fn the_factor_is_the_leaders() {
    // SSS 5.1, T1
    for (rating, most) in [("superior", 9), ("competent", 8), ("cautious", 7)] {
        for roll in 5..=11_u8 {
            let mut game = Game::at("orders", &army(rating, "competent"));
            tested(&mut game, &[roll - roll / 2, roll / 2]);
            let failed = game.leader("red-left").this_turn.tested == Some(Tested::Failed);
            assert_eq!(failed, roll > most, "{rating} {roll}");
        }
    }
}

#[test]
fn blunders_and_top_form() {
    // SSS 5.3, 5.6, G11, V6, V28
    let rolls = |dice: &[u8]| {
        let mut game = Game::at("orders", &army("cautious", "competent"));
        tested(&mut game, dice);
        [led(&game, "red-foot"), led(&game, "red-horse")]
    };
    assert_eq!(rolls(&[6, 6, 1]), [(-2, 1, 0), (-2, 1, 0)]);
    assert_eq!(rolls(&[6, 6, 4]), [(-2, 4, 0), (-3, 4, 0)]);
    assert_eq!(rolls(&[1, 1, 1]), [(2, 0, 1), (2, 0, 1)]);
    assert_eq!(rolls(&[1, 1, 4]), [(2, 0, 4), (3, 0, 4)]);
}

/// A line and its leader, who rolls so; an enemy 4 BW ahead.
fn rolled(order: &str, dice: &[u8]) -> Game {
    let parts = [
        sub("red-left", "cautious", [20.0, 8.0]),
        under("red-left", &unit("red", [20.0, 10.0], LINE)),
        unit("blue", [20.0, 14.0], LINE),
    ];
    let mut game = Game::at("orders", &parts);
    game.says("red", &format!("order red {order}"), &[]);
    game.says("red", "test red-left", dice);
    game
}

#[test]
fn a_blunder_and_top_form_tell_on_changes_of_formation() {
    // SSS 5.3, 5.6, T2, T3, G11, V6, V28: 3 BW for a column of attack; 1 BW of move is left, or 5.
    for (dice, formed, owed) in
        [([6, 6, 2], false, 2.0), ([6, 6, 3], false, 5.0), ([1, 1, 2], true, 0.0), ([1, 1, 3], true, 0.0)]
    {
        let mut game = rolled("move", &dice);
        game.says("red", "pick red", &[]);
        game.says("red", "move form column-of-attack 0", &[]);
        let red = game.unit("red");
        assert_eq!(red.formation == Formation::ColumnOfAttack, formed, "{dice:?}");
        assert_eq!(red.changing.map_or(0.0, |change| widths(change.owed)), owed, "{dice:?}");
        // In column 1 BW more: 3 + 2 + 1 - 3, and without penalty 6.
        if formed {
            let free = game.table().move_left(game.id("red"), red.way);
            assert_eq!(widths(free), if dice[2] == 3 { 6.0 } else { 3.0 });
        }
    }
}

#[test]
fn a_blunder_and_top_form_tell_on_shooting() {
    // SSS 5.3, 5.6, 5.7, T2, T3, V28: from line 5 on; a leader who passes or fails has no effect on it.
    for (dice, value) in [
        (vec![6, 6, 4], 0),
        (vec![6, 6, 5], -1),
        (vec![1, 1, 4], 0),
        (vec![1, 1, 5], 1),
        (vec![2, 3], 0),
        (vec![5, 4], 0),
    ] {
        let mut game = rolled("hold", &dice);
        game.pass_to("red", "small-arms", &[]);
        game.says("red", "shoot red at blue 0", &[1; 18]);
        let told = game.counted("SSS 12.1", "blunder") + game.counted("SSS 12.1", "top form");
        assert_eq!(told, value, "{dice:?}");
    }
}

#[test]
fn a_blunder_and_top_form_tell_in_melee() {
    // SSS 5.3, 5.6, T2, T3, G49: line 6; on their own initiative, they are put under their leader.
    for (dice, value) in [([6, 6, 5], 0), ([6, 6, 6], -1), ([1, 1, 5], 0), ([1, 1, 6], 1)] {
        let parts = [
            sub("red-left", "cautious", [20.0, 8.0]),
            under("red-left", &unit("red", [20.0, 10.0], LINE)),
            unit("blue", [20.0, 10.0], LINE),
            contact(["red", "blue"], ["fights", "fights"]),
        ];
        let mut game = Game::at("orders", &parts);
        game.says("red", "lead red-left red", &[]);
        // SSS 4.4b: who is in a melee fights on, or disengages.
        assert_eq!(game.refused("red", "order red move"), "SSS 4.4b");
        game.says("red", "order red fight", &[]);
        game.says("red", "test red-left", &dice);
        game.pass_to("red", "leaders", &[]);
        game.done("red", &[1; 36]);
        assert_eq!(blow_under(&game, "SSS 23.1", "red").modifiers, value, "{dice:?}");
    }
}

#[test]
fn out_of_command_a_melee_goes_on() {
    // SSS 4.4b: there is no leader at all.
    let parts = [
        unit("red", [20.0, 10.0], LINE),
        unit("blue", [20.0, 10.0], LINE),
        contact(["red", "blue"], ["fights", "fights"]),
    ];
    let mut game = Game::at("orders", &parts);
    game.done("red", &[1; 36]);
    assert!(game.told("SSS 23.1"));
}

#[test]
fn leaders_test_in_the_order_their_side_likes() {
    // SSS 1.3a: the order of P3 is his to choose
    let mut game = Game::at("orders", &army("competent", "competent"));
    for key in ["red-foot", "red-horse", "red-own"] {
        game.says("red", &format!("order {key} move"), &[]);
    }
    assert_eq!(game.menu("red"), ["test red-chief", "test red-left", "done"]);
    game.says("red", "test red-left", &[4, 4]);
    assert_eq!(game.refused("red", "test red-left"), "SSS G68");
    assert_eq!(game.menu("red"), ["test red-chief", "done"]);
}

#[test]
fn the_commander_in_chief_steps_in_at_minus_one() {
    // SSS 1.3e, G68, V29: a cautious sub-commander rolls 8 and fails; the competent chief takes his units over.
    let after = |chief_dice: &[u8]| {
        let mut game = Game::at("orders", &army("cautious", "competent"));
        tested(&mut game, &[4, 4]);
        assert_eq!(game.refused("red", "take-over red-own"), "SSS 1.3e");
        game.says("red", "take-over red-foot", &[]);
        game.says("red", "take-over red-horse", &[]);
        game.says("red", "test red-chief", chief_dice);
        ["red-own", "red-foot", "red-horse"].map(|key| led(&game, key).0)
    };
    assert_eq!(after(&[3, 4]), [0, 0, 0]);
    assert_eq!(after(&[2, 3]), [1, 1, 2]);
    assert_eq!(after(&[4, 4]), [0, -1, -2]);
}

#[test]
fn a_blunder_stays_on_units_that_are_taken_over() {
    // SSS G68
    let mut game = Game::at("orders", &army("cautious", "competent"));
    tested(&mut game, &[6, 6, 2]);
    game.says("red", "take-over red-foot", &[]);
    game.says("red", "test red-chief", &[2, 3]);
    assert_eq!((led(&game, "red-foot"), led(&game, "red-horse")), ((-1, 2, 0), (-3, 2, 0)));
}

#[test]
fn a_commander_in_chief_who_fails_first_ends_the_turn() {
    // SSS 1.3c, G10, V27: 10 is more than 9.
    let first = |options: &str, dice: &[u8]| {
        let mut game = Game::with(options, "orders", &army("competent", "superior"));
        for key in ["red-foot", "red-horse", "red-own"] {
            game.says("red", &format!("order {key} move"), &[]);
        }
        game.says("red", "test red-chief", dice);
        (game.topic("red"), game.topic("blue"))
    };
    assert_eq!(first("", &[4, 5]), ("leadership", "none"));
    assert_eq!(first("", &[4, 6]), ("none", "orders"));
    assert_eq!(first("", &[6, 6, 1]), ("none", "orders"));
    assert_eq!(first("cinc-fails-first = \"orders-end\"", &[4, 6]), ("leaders", "none"));
    // SSS 1.3c: not if somebody has tested before him.
    let mut game = Game::at("orders", &army("competent", "superior"));
    tested(&mut game, &[3, 4]);
    game.says("red", "test red-chief", &[4, 6]);
    assert_eq!(game.topic("red"), "move");
}

#[test]
fn the_only_commander_on_the_field_ends_no_turn() {
    // SSS 1.3d
    let parts =
        [chief("red", "superior", [20.0, 2.0]), unit("red", [20.0, 5.0], LINE), unit("blue", [20.0, 28.0], LINE)];
    let mut game = Game::at("orders", &parts);
    game.says("red", "order red move", &[]);
    game.says("red", "test red-chief", &[4, 6]);
    assert_eq!(game.topic("red"), "move");
}

#[test]
fn a_leader_who_does_not_test_gives_no_orders() {
    // SSS G50
    let mut game = Game::at("orders", &army("competent", "superior"));
    for key in ["red-foot", "red-horse", "red-own"] {
        game.says("red", &format!("order {key} move"), &[]);
    }
    game.says("red", "test red-left", &[3, 4]);
    game.done("red", &[]);
    let intent = |key: &str| game.unit(key).intent;
    assert_eq!([intent("red-foot"), intent("red-own")], [Intent::Move, Intent::Hold]);
}

#[test]
fn leaders_ride_ten_base_widths() {
    // SSS 7.1, 1.5.5, G67
    let mut game = Game::at("movement", &army("competent", "superior"));
    assert_eq!(game.topic("red"), "leaders");
    let far = widths(game.state.leaders[0].at.y);
    assert_eq!(game.refused("red", &format!("ride red-chief 1200 {}", (far + 10.1) * 60.0)), "SSS 7.1");
    game.says("red", "ride red-chief 1200 360", &[]);
    game.says("red", "attach red-chief red-foot", &[]);
    assert_eq!(game.leader("red-chief").attached, Some(game.id("red-foot")));
    // Who has joined a unit stays with it until his next turn: he could go to and fro for ever.
    for words in ["detach red-chief", "attach red-chief red-own", "ride red-chief 1200 360"] {
        assert_eq!(game.refused("red", words), "SSS G67");
    }
    assert!(!game.menu("red").iter().any(|answer| answer.contains("red-chief")));
    game.done("red", &[]);
    game.pass_to("red", "orders", &[6, 1]);
    game.says("red", "order red-foot move", &[]);
    game.pass_to("red", "leaders", &[]);
    game.says("red", "detach red-chief", &[]);
    assert_eq!(game.leader("red-chief").attached, None);
}

#[test]
fn a_commander_in_chief_without_units_of_his_own_is_asked_to_step_in() {
    // SSS 1.3e, G68
    let mut parts = army("cautious", "competent");
    parts.retain(|part| !part.contains("red-own"));
    let mut game = Game::at("orders", &parts);
    game.says("red", "order red-foot move", &[]);
    game.says("red", "order red-horse move", &[]);
    game.says("red", "test red-left", &[4, 4]);
    assert_eq!(game.topic("red"), "leadership");
    assert_eq!(game.menu("red"), ["take-over red-foot", "take-over red-horse", "done"]);
    game.says("red", "take-over red-foot", &[]);
    game.says("red", "test red-chief", &[3, 4]);
    assert_eq!((led(&game, "red-foot").0, led(&game, "red-horse").0), (0, -2));
    // He has rolled: nobody is asked any more.
    assert_eq!(game.topic("red"), "move");
}

#[test]
fn an_order_to_hold_to_the_last_man_is_obeyed_at_the_commander_in_chiefs_factor() {
    // SSS G62, G68: taken over, the unit is read at -1.
    for (dice, holds) in [([3, 4], true), ([4, 4], false)] {
        let mut game = Game::at("orders", &army("cautious", "competent"));
        game.says("red", "order red-foot hold-to-last-man", &[]);
        game.says("red", "order red-horse move", &[]);
        game.says("red", "order red-own move", &[]);
        game.says("red", "test red-left", &[4, 4]);
        game.says("red", "take-over red-foot", &[]);
        game.says("red", "test red-chief", &dice);
        assert_eq!(game.unit("red-foot").hold_to_last_man, holds, "{dice:?}");
    }
}

#[test]
fn a_blunder_forbids_countercharges_in_the_enemys_turn() {
    // SSS 5.3, T2, G95: from line 4 on, until its own next turn.
    for (line, rule) in [(3, ""), (4, "SSS 5.3"), (6, "SSS 5.3")] {
        let parts = [
            sub("red-left", "competent", [20.0, 4.0]),
            under("red-left", &unit("red", [20.0, 5.0], HEAVY)),
            unit("blue", [20.0, 12.0], &format!("{HEAVY}\nclass = \"A\"")),
            chief("blue", "superior", [20.0, 16.0]),
        ];
        let mut game = Game::at("orders", &parts);
        game.says("red", "order red move", &[]);
        game.says("red", "test red-left", &[6, 6, line]);
        game.pass_to("blue", "orders", &[]);
        game.says("blue", "order blue charge red", &[]);
        game.says("blue", "test blue-chief", &[3, 4, 6, 5]);
        assert_eq!(game.topic("red"), "answer");
        assert_eq!(game.refused("red", "answer red countercharge blue"), rule, "line {line}");
    }
}

#[test]
fn who_rallies_has_spent_its_turn_though_the_turn_ends_at_once() {
    // SSS 1.3c, 39.11, G10: durations count down.
    let mut parts = army("competent", "superior");
    let what = format!("{LINE}\nstart = {{ activity = \"rallying\", disruption = {{ routed = 2 }} }}");
    parts.push(unit("red-shaken", [34.0, 5.0], &what));
    let mut game = Game::at("orders", &parts);
    for key in ["red-foot", "red-horse", "red-own"] {
        game.says("red", &format!("order {key} move"), &[]);
    }
    game.done("red", &[]);
    game.says("red", "test red-chief", &[4, 6]);
    assert_eq!(game.topic("blue"), "orders");
    let shaken = game.unit("red-shaken");
    assert_eq!((shaken.activity, shaken.disruption.points()), (Activity::Static, 0));
}

#[test]
fn beasts_run_though_the_turn_ends_at_once() {
    // SSS G10, 41.17: the Commander-in-Chief tests first and fails.
    let line = "arm = \"infantry\"\nbases = 3";
    let parts = [
        unit("red-beasts", [20.0, 10.0], "arm = \"elephants\"\nbases = 2\ncrew = 2"),
        chief("red", "cautious", [5.0, 4.0]),
        sub("red-left", "cautious", [30.0, 4.0]),
        unit("red-other", [5.0, 5.0], line),
    ];
    let mut game = Game::with("elephants = \"on\"", "orders", &parts);
    let beasts = game.id("red-beasts");
    game.act(&[], |play| play.stampede(beasts));
    game.state.stampedes.truncate(1);
    let before = game.state.stampedes[0].pose.at.y;
    game.says("red", "order red-other move", &[]);
    game.pass_to("red", "leadership", &[]);
    game.says("red", "test red-chief", &[4, 5]);
    assert_eq!(game.topic("red"), "mahout");
    // It turns about on its own ground of 1 BW and runs 2 BW south.
    game.says("red", "done", &[60, 2]);
    assert_eq!(game.state.stampedes[0].pose.at.y, before - 3 * BW);
}

/// A Commander-in-Chief alone on a table with this on it; what forbids him to ride there, or to join his line.
fn rides(from: [f64; 2], ground: &[String], words: &str) -> String {
    let mut parts =
        vec![chief("red", "competent", from), unit("red", [34.0, 3.0], LINE), unit("blue", [12.0, 10.0], LINE)];
    parts.extend_from_slice(ground);
    Game::at("movement", &parts).refused("red", words)
}

#[test]
fn a_leader_rides_round_what_is_in_his_way() {
    // SSS 7.1, G67, G100: blue's line lies from 9 to 15 east and 10 to 10.5 north.
    assert_eq!(rides([12.0, 6.0], &[], "ride red-chief 720 540"), "");
    assert_eq!(rides([12.0, 6.0], &[], "ride red-chief 720 546"), "SSS G67");
    assert_eq!(rides([12.0, 6.0], &[], "ride red-chief 720 900"), "SSS G100", "through them");
    assert_eq!(rides([7.5, 7.0], &[], "ride red-chief 450 840"), "", "past their flank");
    assert_eq!(rides([8.5, 7.0], &[], "ride red-chief 510 840"), "SSS G100", "too near to it");
    let (river, bridge) =
        (area("river", "river", [0.0, 4.0, 40.0, 5.0]), area("bridge", "bridge", [19.0, 3.8, 21.0, 5.2]));
    assert_eq!(rides([26.0, 2.0], std::slice::from_ref(&river), "ride red-chief 1560 420"), "SSS G8");
    assert_eq!(rides([20.0, 2.0], &[river.clone(), bridge], "ride red-chief 1200 420"), "");
    let bog = area("impassable", "bog", [25.0, 4.0, 30.0, 5.0]);
    assert_eq!(rides([26.0, 2.0], &[bog], "ride red-chief 1560 420"), "SSS G8");
    assert_eq!(rides([34.0, 6.0], &[river], "attach red-chief red"), "SSS G8");
}

/// What a leader adds to the test of red's line, which takes one for friends who were lost.
fn bonus(parts: &[String]) -> i32 {
    let mut all = vec![unit("red", [20.0, 10.0], LINE), unit("blue", [20.0, 28.0], LINE)];
    all.extend_from_slice(parts);
    let game = Game::at("orders", &all);
    game.table().reaction_modifiers(game.id("red"), Occasion::Due)
        - Game::at("orders", &all[..2]).table().reaction_modifiers(game.id("red"), Occasion::Due)
}

#[test]
fn the_bonus_is_for_those_in_range_with_no_enemy_between() {
    // SSS 35.2, 4.1, T1: the rear of the line is at 9.5 north.
    for (rating, plus, radius) in [("superior", 3, 10.0), ("competent", 2, 8.0), ("cautious", 1, 6.0)] {
        assert_eq!(bonus(&[chief("red", rating, [10.0, 10.0])]), if radius >= 7.0 { plus } else { 0 });
        assert_eq!(bonus(&[chief("red", rating, [17.0 - radius, 10.0])]), plus, "{rating}");
        assert_eq!(bonus(&[chief("red", rating, [16.9 - radius, 10.0])]), 0, "{rating}");
    }
    let general = chief("red", "superior", [20.0, 3.0]);
    let enemy = unit("blue-between", [20.0, 6.0], "arm = \"infantry\"\nbases = 1\nfacing = \"south\"");
    let aside = unit("blue-between", [27.0, 6.0], "arm = \"infantry\"\nbases = 1\nfacing = \"south\"");
    let threat = bonus(std::slice::from_ref(&aside));
    assert_eq!(bonus(&[general.clone(), aside]) - threat, 3);
    let threat = bonus(std::slice::from_ref(&enemy));
    assert_eq!(bonus(&[general, enemy]) - threat, 0);
}

#[test]
fn the_commander_in_chief_must_be_seen() {
    // SSS 5.9, G94: not through a wood, nor over a hill; friends about him do not hide him.
    let general = || chief("red", "superior", [20.0, 3.0]);
    let wood = area("heavy-woods", "wood", [10.0, 5.0, 30.0, 8.0]);
    assert_eq!(bonus(&[general()]), 3);
    assert_eq!(bonus(&[general(), wood.clone()]) - bonus(std::slice::from_ref(&wood)), 0);
    let friends = unit("red-between", [20.0, 5.0], LINE);
    assert_eq!(bonus(&[general(), friends.clone()]) - bonus(&[friends]), 3);
    // SSS 5.8: a sub-commander's own troops need not see him.
    let own = |parts: &[String]| {
        let mut all = vec![
            sub("red-left", "superior", [20.0, 5.0]),
            under("red-left", &unit("red", [20.0, 10.0], LINE)),
            unit("red-other", [30.0, 10.0], LINE),
            unit("blue", [20.0, 28.0], LINE),
        ];
        all.extend_from_slice(parts);
        let game = Game::at("orders", &all);
        ["red", "red-other"].map(|key| game.table().leader_bonus(game.id(key)))
    };
    assert_eq!(own(&[area("heavy-woods", "wood", [10.0, 6.0, 30.0, 8.0])]), [3, 0]);
}

#[test]
fn a_leader_with_runners_helps_nobody_else() {
    // SSS 5.10, G67: until he leaves them.
    let routers = format!("{LINE}\nstart = {{ activity = \"retreating\" }}");
    let parts = [
        format!("{}with = \"red\"\n", chief("red", "superior", [20.0, 12.0])),
        unit("red", [20.0, 12.0], &routers),
        unit("red-other", [28.0, 12.0], LINE),
        unit("blue", [20.0, 28.0], LINE),
    ];
    let start = "[start]\nphase = \"movement\"\nactive = \"red\"\n";
    let mut game = Game::start("", start, &parts, &[4]);
    let gives = |game: &Game| ["red", "red-other"].map(|key| game.table().leader_bonus(game.id(key)));
    assert_eq!((game.topic("red"), gives(&game)), ("leaders", [3, 0]));
    game.says("red", "detach red-chief", &[]);
    assert_eq!(gives(&game), [3, 3]);
}

#[test]
fn a_leaders_failure_touches_those_he_commands_or_his_whole_command() {
    // SSS 5.2, G83: the second line stands beyond his 4 BW.
    let far = |options: &str, dice: &[u8]| {
        let parts = [
            sub("red-left", "competent", [20.0, 4.0]),
            under("red-left", &unit("red", [20.0, 5.0], LINE)),
            under("red-left", &unit("red-far", [33.0, 5.0], HEAVY)),
            under("red-left", &unit("red-light", [10.0, 5.0], "arm = \"light-cavalry\"\nbases = 4")),
            unit("blue", [20.0, 28.0], LINE),
        ];
        let mut game = Game::with(options, "orders", &parts);
        game.says("red", "order red move", &[]);
        game.done("red", &[]);
        game.says("red", "test red-left", dice);
        ["red", "red-far", "red-light"].map(|key| led(&game, key).0)
    };
    let whole = "his-units = \"whole-command\"";
    assert_eq!(far("", &[4, 5]), [-1, 0, 0]);
    assert_eq!(far(whole, &[4, 5]), [-1, -2, -2]);
    assert_eq!(far(whole, &[6, 6, 2]), [-2, -3, -3]);
    assert_eq!((far("", &[2, 3]), far(whole, &[2, 3])), ([1, 0, 0], [1, 0, 0]));
}

#[test]
fn an_unhorsed_leader_keeps_his_bonus_or_loses_it() {
    // SSS G89, 6.5, 35.2
    let after = |options: &str| {
        let parts = [
            unit("red", [12.0, 11.0], "arm = \"foot-artillery\"\nguns = [\"medium\", \"medium\", \"medium\"]"),
            under("blue-left", &unit("blue", [12.0, 16.0], LINE)),
            sub("blue-left", "superior", [12.0, 17.0]),
            unit("red-last", [36.0, 24.0], LINE),
            unit("blue-last", [36.0, 27.0], LINE),
        ];
        let mut game = Game::with(options, "shooting", &parts);
        let mut dice = vec![3; 6];
        dice.extend([2; 9].iter().chain(&[1; 6]).chain(&[4]));
        game.says("red", "shoot red at blue 0", &dice);
        (game.table().leader_bonus(game.id("blue")), game.table().raw_leadership(game.id("blue")))
    };
    assert_eq!(after(""), (3, 9));
    assert_eq!(after("unhorsed-bonus = \"lost\""), (0, 7));
}

#[test]
fn a_sub_commander_beyond_the_edge_is_not_on_the_field() {
    // SSS 1.3d: he has ridden off the table with the cavalry he is attached to, which pursues; the Commander-in-Chief is alone.
    let riding = sub("red-left", "competent", [20.0, 3.0]).replace("at = [20.0, 3.0]", "with = \"red-horse\"");
    let chasing = format!("{HEAVY}\ntraits = [\"warband\"]\nstart = {{ activity = \"pursuing\" }}");
    let mut parts = vec![
        chief("red", "superior", [20.0, 2.0]),
        riding,
        under("red-left", &unit("red-horse", [20.0, 26.0], &chasing)),
        unit("red", [20.0, 5.0], LINE),
        unit("blue", [26.0, 29.5], "arm = \"infantry\"\nbases = 1\nstart = { activity = \"routing\", rout-moves = 1 }"),
        unit("blue-far", [5.0, 15.0], LINE),
    ];
    let ends = |parts: &[String], dice: &[u8]| {
        let mut game = Game::start("", "[start]\nphase = \"movement\"\nactive = \"red\"\n", parts, dice);
        game.pass_to("red", "choose-turn", &[1, 6, 1]);
        game.says("red", "take first", &[]);
        game.says("red", "order red move", &[]);
        game.says("red", "test red-chief", &[4, 6]);
        game.topic("red")
    };
    assert_eq!(ends(&parts, &[4]), "move");
    // With another on the table the turn ends at once (SSS 1.3c).
    parts.push(sub("red-right", "competent", [30.0, 3.0]));
    assert_eq!(ends(&parts, &[4]), "none");
}
