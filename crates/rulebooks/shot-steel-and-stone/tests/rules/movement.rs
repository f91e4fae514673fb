//! Headings 7 to 10: moves, manoeuvres, interpenetration, lying down.

use crate::game::{GUNS, Game, HEAVY, LIGHT_HORSE, LINE, SKIRMISHERS, area, line, mm, unit};
use shot_steel_and_stone::disruption::Cause;
use shot_steel_and_stone::state::{Activity, Formation};

pub const MOVE: &str = "\nstart = { intent = \"move\" }";

/// A red unit ordered to move, in front of it whatever else there is, the enemy far in the corner but nearer than 12 BW.
pub fn moving(what: &str, extra: &[String]) -> Game {
    let what = format!("{what}{}", if what.contains("start =") { "" } else { MOVE });
    let mut parts = vec![unit("red", [12.0, 10.0], &what), unit("blue", [24.0, 10.0], "arm = \"infantry\"\nbases = 2")];
    parts.extend(extra.iter().cloned());
    let mut game = Game::at("movement", &parts);
    game.says("red", "pick red", &[]);
    game
}

/// One who has still to move, so that the turn waits.
fn waits() -> String {
    unit("red-waits", [38.0, 1.0], &format!("arm = \"infantry\"\nbases = 1{MOVE}"))
}

/// The farthest straight advance that is allowed, in base widths.
pub fn reach(game: &Game) -> f64 {
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
    assert_eq!(reach(&moving("arm = \"boat\"", &[area("river", "river", [10.0, 2.0, 14.0, 28.0])])), 4.0);
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

/// Red far from everybody, so that it marches faster, with what has befallen it this turn.
fn marching(what: &str, start: &str, extra: &[String]) -> Game {
    let what = format!("{what}\nstart = {{ intent = \"move\", {start} }}");
    let mut parts = vec![unit("red", [6.0, 4.0], &what), unit("blue", [36.0, 28.0], LINE)];
    parts.extend(extra.iter().cloned());
    let mut game = Game::at("movement", &parts);
    game.says("red", "pick red", &[]);
    game
}

#[test]
fn changes_are_paid_before_the_march_multiplies() {
    // SSS 8.8, 8.6, G9: 3 BW of which a change may take 3, though the march makes 6 of them.
    let column = format!("{LINE}\nformation = \"column-of-march\"");
    let mut slow = marching(&column, "leadership = { blunder = 3 }", &[]);
    slow.says("red", "move form column-of-attack 0", &[]);
    assert_eq!(slow.unit("red").changing.map(|change| change.owed), Some(180_000));
    let mut whole = marching(&column, "", &[]);
    whole.says("red", "move form column-of-attack 0", &[]);
    assert_eq!((whole.unit("red").formation, reach(&whole)), (Formation::ColumnOfAttack, 1.5));
    // Two of six gone is one of three: 3 - 1 - 1 = 1 is left to the line, times 1½.
    let mut gone = marching(&column, "", &[]);
    gone.says("red", "move advance 120", &[]);
    gone.says("red", "move form line 0", &[]);
    assert_eq!(reach(&gone), 1.5);
    // What is gone of the march leaves too little for a change of 3.
    let mut late = marching(&column, "", &[]);
    late.says("red", "move advance 60", &[]);
    late.says("red", "move form column-of-attack 0", &[]);
    assert_eq!(late.unit("red").changing.map(|change| change.owed), Some(30_000));
    let lies = |start: &str| marching(&column, start, &[]).refused("red", "move lie-down");
    assert_eq!(
        (lies(""), lies("leadership = { moves = -2 }"), lies("leadership = { moves = -3 }")),
        ("".into(), "".into(), "SSS 10.1".to_owned())
    );
}

#[test]
fn a_change_without_room_is_put_off() {
    // SSS G9: a friend has come to stand where the line would be; once he has gone on it is formed.
    let column = format!(
        "{LINE}\nformation = \"column-of-attack\"\nstart = {{ intent = \"move\", leadership = {{ blunder = 3 }} }}"
    );
    let friend = format!("arm = \"infantry\"\nbases = 2{MOVE}");
    let parts = [
        unit("red", [12.0, 10.0], &column),
        unit("red-friend", [14.5, 8.0], &friend),
        unit("blue", [12.0, 12.9], "arm = \"infantry\"\nbases = 1"),
        unit("blue-friend", [17.0, 12.0], "arm = \"infantry\"\nbases = 1"),
    ];
    let mut game = Game::at("movement", &parts);
    game.moves("red", "red", &["form line 0"]);
    game.moves("red", "red-friend", &["advance 120"]);
    game.pass_to("red", "choose-turn", &[6, 1]);
    game.says("red", "take first", &[]);
    game.says("red", "order red move", &[]);
    game.says("red", "order red-friend move", &[]);
    game.pass_to("red", "move", &[]);
    game.says("red", "pick red", &[]);
    assert_eq!(game.unit("red").formation, Formation::ColumnOfAttack);
    assert_eq!(game.unit("red").changing.map(|change| change.owed), Some(0));
    game.says("red", "move stop", &[]);
    game.moves("red", "red-friend", &["step-back 60"]);
    game.pass_to("red", "choose-turn", &[6, 1]);
    game.says("red", "take first", &[]);
    game.says("red", "order red move", &[]);
    game.pass_to("red", "move", &[]);
    game.says("red", "pick red", &[]);
    assert_eq!((game.unit("red").formation, game.unit("red").files), (Formation::Line, 6));
}

#[test]
fn who_came_nearer_before_a_long_change_was_advancing() {
    // SSS G21, 36.1
    let what = format!("{LINE}\nstart = {{ intent = \"move\", leadership = {{ blunder = 3 }} }}");
    let mut game = moving(&what, &[unit("blue-near", [12.0, 18.0], LINE), waits()]);
    game.says("red", "move advance 60", &[]);
    game.says("red", "move form column-of-attack 0", &[]);
    assert!(game.unit("red").finished);
    assert_eq!(game.unit("red").activity, Activity::Advancing);
}

#[test]
fn skirmishers_pass_through_skirmishers() {
    // SSS 9.3, 9.4, 9.8, G54: mounted through mounted for nothing; in close order it costs, and pikes let nobody through.
    let light = |order: &str| format!("arm = \"light-cavalry\"\norder = \"{order}\"\nbases = 3");
    let through = |red: &str, friend: &str| {
        let mut game = moving(red, &[unit("red-friend", [12.0, 12.0], friend)]);
        let words = if red.contains("skirmish") { "move free 720 960 0" } else { "move advance 360" };
        if !game.refused("red", words).is_empty() {
            return (game.refused("red", words), 0);
        }
        game.says("red", words, &[]);
        (String::new(), game.unit("red-friend").disruption.points() + game.unit("red").disruption.points())
    };
    assert_eq!(through(&light("skirmish"), &light("skirmish")), (String::new(), 0));
    assert_eq!(through(&light("skirmish"), &light("loose")), (String::new(), 2));
    // 7 - 3 = 4 BW are not the 6 that lead through.
    assert_eq!(through(&light("close"), &light("skirmish")), ("SSS 7.1".to_owned(), 0));
    let pikes = |mover: &str, words: &str| {
        let parts = [
            unit("red", [12.0, 10.0], &format!("{mover}{MOVE}")),
            unit("red-friend", [12.0, 11.0], &format!("{LINE}\npike-bases = 2")),
            unit("blue", [23.0, 10.0], "arm = \"infantry\"\nbases = 2"),
        ];
        let mut game = Game::with("pike-and-shot = \"on\"", "movement", &parts);
        game.says("red", "pick red", &[]);
        game.refused("red", words)
    };
    assert_eq!(pikes(HEAVY, "move advance 120"), "SSS 9.1");
    assert_eq!(pikes(SKIRMISHERS, "move free 720 780 0"), "SSS 9.1");
}

#[test]
fn who_is_passed_through_acts_again_when_the_others_are_through() {
    // SSS 9.5, G77, V26: or stands for the whole turn by the other reading; skirmishers bind nobody.
    let then = |options: &str, mover: &str, words: &str| {
        let shoots = "\nstart = { intent = \"move-and-shoot\" }";
        let parts = [
            unit("red", [12.0, 10.0], &format!("{mover}{MOVE}")),
            unit("red-line", [12.0, 11.0], &format!("{LINE}{shoots}")),
            unit("blue", [12.0, 16.0], LINE),
            waits(),
        ];
        let mut game = Game::with(options, "movement", &parts);
        game.moves("red", "red", &[words]);
        let moves = game.refused("red", "pick red-line");
        // Whoever may not move does not shoot either: then nobody of red has anything to shoot.
        game.done("red", &[]);
        (moves, game.topic("red"))
    };
    let whole_turn = "passed-unit = \"whole-turn\"";
    assert_eq!(then("", HEAVY, "advance 120"), (String::new(), "small-arms"));
    assert_eq!(then(whole_turn, HEAVY, "advance 120"), ("SSS 9.5".to_owned(), "none"));
    assert_eq!(then(whole_turn, SKIRMISHERS, "free 720 780 0"), (String::new(), "small-arms"));
}

#[test]
fn a_battery_is_turned_by_hand_whatever_its_leader_rolled() {
    // SSS 13.8, G18, G112: three guns, 22.5 degrees about the one at the end: its way of 0.98 BW is done in one turn.
    let turned = |moves: i32, words: &str| {
        let what = format!("{GUNS}\nstart = {{ intent = \"move\", leadership = {{ moves = {moves} }} }}");
        let mut game = moving(&what, &[]);
        game.says("red", words, &[]);
        (game.unit("red").pose.facing, game.unit("red").changing.is_some())
    };
    assert_eq!(turned(0, "move traverse 22.5"), (2_250, false));
    assert_eq!(turned(-1, "move traverse 22.5"), (2_250, false));
    assert_eq!(turned(1, "move traverse 45"), (0, true));
}

#[test]
fn mounted_skirmishers_pass_friends_without_a_manoeuvre() {
    // SSS T6, 8.6, 9.4, G54: complex manoeuvres cost skirmishers nothing; the point is taken all the same.
    let horse = |order: &str| format!("arm = \"light-cavalry\"\norder = \"{order}\"\nbases = 2");
    let mut game = moving(&horse("skirmish"), &[unit("red-line", [12.0, 12.0], LINE)]);
    let ahead = |far: f64| format!("move free {} {} 0", mm(12.0), mm(10.0 + far));
    assert_eq!(
        (game.refused("red", &ahead(10.0)), game.refused("red", &ahead(10.1))),
        (String::new(), "SSS 7.1".into())
    );
    game.says("red", &ahead(10.0), &[]);
    assert_eq!(game.unit("red").disruption.of(Cause::Interpenetrated), 1);
    // Close order horse pays 3 of its 7 BW.
    let close = moving(&horse("close"), &[unit("red-line", [12.0, 11.0], LINE)]);
    assert_eq!(
        (close.refused("red", "move advance 240"), close.refused("red", "move advance 246")),
        (String::new(), "SSS 7.1".into())
    );
}

#[test]
fn who_cannot_pay_for_shooting_does_not_move_and_shoot() {
    // SSS 8.2, G9: 3 - 2 BW for the ground leave nothing for the 2 of shooting; who only moves has its ½ BW.
    let goes = |intent: &str, ground: &str| {
        let what = format!("{LINE}\nstart = {{ intent = \"{intent}\" }}");
        moving(&what, &[area(ground, "ground", [0.0, 5.0, 25.0, 14.0])]).refused("red", "move advance 30")
    };
    for ground in ["difficult", "rough"] {
        assert_eq!(
            (goes("move", ground), goes("move-and-shoot", ground)),
            (String::new(), "SSS 8.2".into()),
            "{ground}"
        );
    }
    // In the open there is 1 BW for it.
    let open = moving(&format!("{LINE}\nstart = {{ intent = \"move-and-shoot\" }}"), &[]);
    assert_eq!(reach(&open), 1.0);
}

#[test]
fn a_column_follows_the_bends_of_its_road() {
    // SSS T6, 8.5: (3 + 1) × 1½ BW less the wheel of ¼ π BW; guns wheel on a track through a marsh.
    let road = |kind: &str| line(kind, "road", "[[12.0, 0.0], [12.0, 10.0], [22.0, 20.0]]");
    let column = "arm = \"infantry\"\nbases = 2\nformation = \"column-of-march\"";
    let mut game = moving(column, &[road("road")]);
    game.says("red", "move wheel right 45", &[]);
    let left = (4.0 * 1.5 - std::f64::consts::FRAC_PI_4) * 60.0;
    let ahead = |far: f64| format!("move advance {far:.0}");
    assert_eq!(
        (game.refused("red", &ahead(left - 1.0)), game.refused("red", &ahead(left + 1.0))),
        (String::new(), "SSS 7.1".into())
    );
    // Away from the road the same wheel leaves it.
    let mut off = moving(column, &[]);
    off.says("red", "move wheel right 45", &[]);
    assert_eq!(off.refused("red", &ahead(left - 1.0)), "SSS 7.1");
    let gun = "arm = \"foot-artillery\"\nguns = [\"light\"]\nformation = \"limbered\"";
    let marsh = area("marsh", "marsh", [0.0, 5.0, 30.0, 20.0]);
    assert_eq!(moving(gun, &[road("track"), marsh]).refused("red", "move wheel right 45"), "");
}

#[test]
fn routers_do_not_bar_the_way() {
    // SSS 9.4: nothing on the sheet closes a unit because it runs; both take the point.
    let router = format!("{LINE}\nstart = {{ activity = \"routing\", rout-moves = 1 }}\nfacing = 180");
    let parts = [
        unit("red", [12.0, 13.0], &format!("{HEAVY}{MOVE}\nfacing = 180")),
        unit("red-routs", [12.0, 16.0], &router),
        unit("blue", [30.0, 20.0], LINE),
    ];
    let mut game = Game::start("", "[start]\nphase = \"movement\"\nactive = \"red\"\n", &parts, &[1]);
    // It ran 4 BW past the cavalry, and its rear is ½ BW before that now: 2 BW to get through.
    game.says("red", "pick red", &[]);
    game.says("red", "move advance 120", &[]);
    let points = |key: &str| game.unit(key).disruption.of(Cause::Interpenetrated);
    assert_eq!((points("red"), points("red-routs")), (1, 1));
}

#[test]
fn nobody_walks_through_the_enemy_he_touches() {
    // SSS 1.2a, 26.1: it has left its melee and stands where it fought; ahead and to the side the enemy is in its way.
    let parts = [
        unit("red", [12.0, 10.0], "arm = \"infantry\"\nbases = 4\nstart = { intent = \"disengage\" }"),
        unit("blue", [12.0, 10.0], "arm = \"infantry\"\nbases = 4\nfacing = 180"),
        "\n[[contacts]]\nunits = [\"red\", \"blue\"]\n".to_string(),
        waits(),
    ];
    let mut game = Game::at("movement", &parts);
    game.says("blue", "free-hit no", &[]);
    game.says("red", "pick red", &[]);
    for words in ["move advance 60", "move advance 150", "move wheel right 20", "move wheel left 20"] {
        assert_eq!(game.refused("red", words), "SSS 1.2a", "{words}");
    }
    // Away from him it goes.
    assert_eq!(game.refused("red", "move step-back 60"), "");
    game.says("red", "move about-face", &[]);
    game.says("red", "move advance 120", &[]);
}

#[test]
fn a_line_wheels_through_its_skirmishers() {
    // SSS 9.2, G54: they are passed as in any move; nobody stops among them, and other friends are in the way.
    let four = "arm = \"infantry\"\nbases = 4";
    let at = |what: &str, y: f64| moving(four, &[unit("red-near", [13.5, y], what)]);
    let small = "arm = \"infantry\"\norder = \"skirmish\"\nbases = 1";
    let mut game = at(small, 11.2);
    game.says("red", "move wheel left 42", &[]);
    assert_eq!(game.unit("red-near").disruption.points(), 0);
    assert_eq!(at("arm = \"infantry\"\nbases = 1", 11.2).refused("red", "move wheel left 42"), "SSS 9.1");
    assert_eq!(at(small, 12.2).refused("red", "move wheel left 42"), "SSS 9.1");
}

#[test]
fn changes_are_free_in_top_form_three_times() {
    // SSS T3, G205
    let what = format!("{LINE}\nstart = {{ intent = \"move\", leadership = {{ top-form = 3 }} }}");
    let mut game = moving(&what, &[]);
    let left = |game: &Game| game.table().move_left(game.id("red"), game.unit("red").way);
    game.says("red", "move form column-of-attack 0", &[]);
    let column = left(&game);
    game.says("red", "move form line 0", &[]);
    let line = left(&game);
    game.says("red", "move form column-of-attack 0", &[]);
    assert_eq!(left(&game), column);
    game.says("red", "move form line 0", &[]);
    assert!(left(&game) < line, "{} of {line}", left(&game));
}
