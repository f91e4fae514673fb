//! Headings 7 to 10: moves, manoeuvres, interpenetration, lying down.

use crate::game::{GUNS, Game, HEAVY, LIGHT_HORSE, LINE, SKIRMISHERS, area, line, mm, unit};
use shot_steel_and_stone::disruption::Cause;
use shot_steel_and_stone::state::{Activity, Formation};

const MOVE: &str = "\nstart = { intent = \"move\" }";

/// A red unit ordered to move, in front of it whatever else there is, the enemy far in the corner but nearer than 12 BW.
fn moving(what: &str, extra: &[String]) -> Game {
    let what = format!("{what}{}", if what.contains("start =") { "" } else { MOVE });
    let mut parts = vec![unit("red", [12.0, 10.0], &what), unit("blue", [24.0, 10.0], "arm = \"infantry\"\nbases = 2")];
    parts.extend(extra.iter().cloned());
    let mut game = Game::at("movement", &parts);
    game.says("red", "pick red", &[]);
    game
}

/// The farthest straight advance that is allowed, in base widths.
fn reach(game: &Game) -> f64 {
    let allowed =
        |quarters: i32| game.refused("red", &format!("move advance {}", mm(f64::from(quarters) / 4.0))).is_empty();
    f64::from((0..=80).rev().find(|&quarters| quarters == 0 || allowed(quarters)).unwrap_or(0)) / 4.0
}

#[test]
fn everybody_has_a_basic_move() {
    // SSS 7.1, T5
    let far = |what: &str| reach(&moving(what, &[]));
    assert_eq!(far(LINE), 3.0);
    assert_eq!(far("arm = \"infantry\"\norder = \"loose\"\nbases = 6"), 4.0);
    assert_eq!(far("arm = \"infantry\"\norder = \"open\"\nbases = 6"), 5.0);
    assert_eq!(far(HEAVY), 5.0);
    assert_eq!(far(LIGHT_HORSE), 7.0);
    assert_eq!(far("arm = \"light-cavalry\"\norder = \"loose\"\nbases = 4"), 8.0);
    assert_eq!(far("arm = \"heavy-camelry\"\nbases = 4"), 5.0);
    assert_eq!(far(GUNS), 1.0);
    assert_eq!(far(&format!("{GUNS}\nformation = \"limbered\"")), 3.0);
    assert_eq!(far("arm = \"early-horse-artillery\"\nguns = [\"light\"]\nformation = \"limbered\""), 6.0);
    assert_eq!(far("arm = \"napoleonic-horse-artillery\"\nguns = [\"light\"]\nformation = \"limbered\""), 8.0);
    assert_eq!(far("arm = \"wagon\""), 3.0);
    assert_eq!(far("arm = \"boat\""), 4.0);
}

#[test]
fn situations_add_up_and_the_march_multiplies_last() {
    // SSS 8.1, 8.8, V2, V3, V33
    let column = |formation: &str, start: &str| {
        format!("{LINE}\nformation = \"{formation}\"\nstart = {{ intent = \"move\", {start} }}")
    };
    let road = [line("road", "the road", "[[12, 0], [12, 30]]")];
    assert_eq!(reach(&moving(&column("column-of-attack", "leadership = { moves = 1 }"), &road)), 6.0);
    assert_eq!(reach(&moving(&column("column-of-attack", ""), &[])), 4.0);
    // Under 12 BW from the enemy half as much again in column of march.
    let near = [unit("blue-near", [12.0, 21.0], LINE)];
    assert_eq!(reach(&moving(&column("column-of-march", ""), &near)), 4.5);
    assert_eq!(reach(&moving(&format!("{HEAVY}\narmour = \"extra-heavy\""), &near)), 4.0);
}

#[test]
fn far_from_the_enemy_everybody_marches_faster() {
    // SSS 8.1, V3, V33
    let alone = |what: &str| {
        let what = format!("{what}{}", if what.contains("start =") { "" } else { MOVE });
        let parts = [
            unit("red", [4.0, 4.0], &what),
            unit("blue", [36.0, 28.0], LINE),
            line("road", "the road", "[[4, 0], [4, 30]]"),
        ];
        let mut game = Game::at("movement", &parts);
        game.says("red", "pick red", &[]);
        reach(&game)
    };
    assert_eq!(alone(LINE), 4.5);
    let horse = |moves: i32| {
        let start = format!("start = {{ intent = \"move\", leadership = {{ moves = {moves} }} }}");
        alone(&format!("{HEAVY}\nformation = \"column-of-march\"\n{start}"))
    };
    assert_eq!((horse(-2), horse(0)), (8.0, 12.0));
}

#[test]
fn bad_ground_costs_once_and_disrupts() {
    // SSS 8.1, 32.1, T16, V28, G8, G9
    let over = |what: &str, kind: &str| {
        let mut game = moving(what, &[area(kind, "ground", [5.0, 10.5, 25.0, 14.0])]);
        let far = reach(&game);
        game.says("red", &format!("move advance {}", mm(far)), &[]);
        (far, game.unit("red").disruption.of(Cause::Terrain))
    };
    assert_eq!(over(LINE, "difficult"), (1.0, 1));
    assert_eq!(over(LINE, "light-woods"), (1.0, 1));
    // Half a base width is always possible.
    assert_eq!(over(LINE, "rough"), (0.5, 0));
    assert_eq!(over(HEAVY, "rough"), (2.0, 1));
    assert_eq!(over(HEAVY, "difficult"), (3.0, 1));
    let top =
        |line: u8| format!("{LINE}\nstart = {{ intent = \"move\", leadership = {{ moves = 2, top-form = {line} }} }}");
    assert_eq!(over(&top(4), "difficult"), (5.0, 1));
    assert_eq!(over(&top(1), "difficult"), (3.0, 1));
    // Skirmishers mind neither.
    assert_eq!(
        moving(SKIRMISHERS, &[area("rough", "ground", [5.0, 10.5, 25.0, 14.0])]).refused("red", "move advance 300"),
        ""
    );
}

#[test]
fn guns_keep_to_the_roads() {
    // SSS 8.5
    let limbered = format!("{GUNS}\nformation = \"limbered\"");
    let marsh = area("marsh", "marsh", [5.0, 10.5, 25.0, 14.0]);
    let off = moving(&limbered, std::slice::from_ref(&marsh));
    assert_eq!(off.refused("red", "move advance 120"), "SSS 8.5");
    let on = moving(&limbered, &[marsh, line("track", "track", "[[12, 0], [12, 30]]")]);
    assert_eq!((on.refused("red", "move advance 120"), reach(&on)), (String::new(), 3.0));
}

#[test]
fn nobody_walks_up_to_the_enemy() {
    // SSS 1.2a
    let enemy = |y: f64| unit("blue-near", [12.0, y], LINE);
    let game = moving(LINE, &[enemy(13.5)]);
    assert_eq!(reach(&game), 2.5);
    assert_eq!(game.refused("red", "move advance 156"), "SSS 1.2a");
    // Past a corner the distance counts, not the square about it.
    let aside = moving(HEAVY, &[unit("blue-near", [15.75, 13.0], "arm = \"infantry\"\nbases = 1")]);
    assert_eq!(reach(&aside), 5.0);
}

#[test]
fn wheels_pay_the_way_of_the_outer_corner() {
    // SSS G9: four bases abreast, 3 BW of move: an arc of 3 BW at 4 BW is 42.97 degrees.
    let game = moving("arm = \"infantry\"\nbases = 4", &[]);
    assert_eq!(game.refused("red", "move wheel right 42.9"), "");
    assert_eq!(game.refused("red", "move wheel right 43.1"), "SSS 7.1");
}

#[test]
fn complex_manoeuvres_take_three_base_widths() {
    // SSS 8.6, G9, G41, V33
    let mut game = moving(LINE, &[]);
    game.says("red", "move form column-of-attack 0", &[]);
    assert_eq!((game.unit("red").formation, reach(&game)), (Formation::ColumnOfAttack, 1.0));
    let mut game = moving(HEAVY, &[]);
    game.says("red", "move about-face", &[]);
    assert_eq!((game.unit("red").pose.facing, reach(&game)), (18_000, 2.0));
    let mut game = moving(LINE, &[]);
    game.says("red", "move about-face", &[]);
    assert_eq!(reach(&game), 2.0);
    let march = |what: &str| {
        let mut game =
            moving(&format!("{what}\nformation = \"column-of-march\""), &[unit("blue-near", [12.0, 21.5], LINE)]);
        game.says("red", "move form line 0", &[]);
        reach(&game)
    };
    assert_eq!((march(LINE), march(HEAVY)), (2.0, 3.0));
}

#[test]
fn a_change_that_takes_longer_is_finished_later() {
    // SSS G9, G11: after a blunder of the third line a change takes twice the time; until then the old formation counts.
    let what = format!("{LINE}\nstart = {{ intent = \"move\", leadership = {{ blunder = 3 }} }}");
    let mut game = moving(&what, &[]);
    game.says("red", "move form column-of-attack 0", &[]);
    assert_eq!(game.unit("red").formation, Formation::Line);
    assert_eq!(game.unit("red").changing.map(|change| change.owed), Some(180_000));
}

#[test]
fn close_order_passes_through_close_order_if_it_gets_through() {
    // SSS 9.1, 9.4, 8.6, G54, V26: 5 - 3 = 2 BW: half ahead, half through, one for itself.
    let friend = |what: &str| vec![unit("red-line", [12.0, 11.0], what)];
    let mut game = moving(HEAVY, &friend(LINE));
    assert_eq!(game.refused("red", "move advance 119"), "SSS 9.1");
    game.says("red", "move advance 120", &[]);
    let points = |key: &str| game.unit(key).disruption.of(Cause::Interpenetrated);
    assert_eq!((points("red"), points("red-line")), (1, 1));
    assert_eq!(moving(LINE, &friend(LINE)).refused("red", "move advance 90"), "SSS 7.1");
    // SSS 9.2: foot skirmishers are passed freely; SSS 9.6: squares and columns of march by nobody.
    let skirmishers = moving(HEAVY, &friend(SKIRMISHERS));
    assert_eq!(skirmishers.refused("red", "move advance 300"), "");
    for closed in ["square", "column-of-march"] {
        let game = moving(HEAVY, &[unit("red-line", [12.0, 13.5], &format!("{LINE}\nformation = \"{closed}\""))]);
        assert_eq!(game.refused("red", "move advance 299"), "SSS 9.1", "{closed}");
    }
}

#[test]
fn foot_skirmishers_pass_through_friends_but_no_square() {
    // SSS 9.2, 9.6, G74, V72
    let through = |options: &str, what: &str| {
        let parts = [
            unit("red", [12.0, 10.0], &format!("{SKIRMISHERS}{MOVE}")),
            unit("red-line", [12.0, 13.0], what),
            unit("blue", [24.0, 10.0], "arm = \"infantry\"\nbases = 2"),
        ];
        let mut game = Game::with(options, "movement", &parts);
        game.says("red", "pick red", &[]);
        game.refused("red", "move free 720 900 0")
    };
    let square = format!("{LINE}\nformation = \"square\"");
    assert_eq!(through("", LINE), "");
    assert_eq!(through("", &square), "SSS 9.1");
    assert_eq!(through("skirmishers-through-square = \"free\"", &square), "");
}

#[test]
fn infantry_lies_down_for_one_base_width() {
    // SSS 10.1
    let mut game = moving(LINE, &[]);
    game.says("red", "move lie-down", &[]);
    assert!(game.unit("red").prone);
    assert_eq!(game.refused("red", "move advance 60"), "SSS 10.1");
    game.says("red", "move stand-up", &[]);
    assert_eq!(reach(&game), 1.0);
    assert_eq!(moving(HEAVY, &[]).refused("red", "move lie-down"), "SSS 10.1");
}

#[test]
fn pikes_never_lie_down() {
    // SSS 10.5, 38.1, 38.5
    let parts = [
        unit("red", [12.0, 10.0], &format!("{LINE}\npike-bases = 2{MOVE}")),
        unit("blue", [24.0, 10.0], "arm = \"infantry\"\nbases = 2"),
    ];
    let mut game = Game::with("pike-and-shot = \"on\"", "movement", &parts);
    game.says("red", "pick red", &[]);
    assert_eq!(game.refused("red", "move lie-down"), "SSS 10.5");
    assert_eq!(reach(&game), 3.0);
}

#[test]
fn limbering_takes_two_base_widths() {
    // SSS 8.1, V33: 3 - 2 = 1.
    let mut game = moving(&format!("{GUNS}\nformation = \"limbered\""), &[]);
    game.says("red", "move advance 60", &[]);
    game.says("red", "move unlimber", &[]);
    assert_eq!(game.unit("red").formation, Formation::Line);
}

#[test]
fn who_comes_nearer_is_advancing() {
    // SSS G21
    let ahead = |distance: &str| {
        let mut game = moving(HEAVY, &[unit("blue-near", [12.0, 18.0], LINE)]);
        game.says("red", &format!("move advance {distance}"), &[]);
        game.says("red", "move stop", &[]);
        game.unit("red").activity
    };
    assert_eq!((ahead("60"), ahead("59")), (Activity::Advancing, Activity::Static));
}
