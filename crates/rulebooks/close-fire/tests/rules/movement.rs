//! CF 11, 12: movement and manoeuvre.

use crate::game::{
    DRAGOONS, FOOT, GUN, Game, HORSE, HUSSARS, area, brigade, leader, line, mm, obstacle, unit, wing, yards,
};
use close_fire::state::{Control, Formation, Moved, Place};

/// Free to move as its player wishes, with this besides.
fn free(what: &str, start: &str) -> String {
    format!("{what}\nstart = {{ control = \"as-wished\", {start} }}")
}

/// An enemy that keeps moves from being doubled: 115 yds to the side of red's end, behind its front.
fn watcher() -> String {
    unit("blue-watcher", [860.0, 290.0], "class = \"foot\"\nbattalions = [3]\nfacing = \"north\"")
}

/// Red at 700, 300 looking north, alone with what else there is, picked up: its dice are to be thrown.
fn picked_with(options: &str, what: &str, start: &str, more: &[String]) -> Game {
    let mut parts = vec![unit("red", [700.0, 300.0], &free(what, start)), waits()];
    parts.extend(more.iter().cloned());
    let mut game = Game::with(options, "movement", &parts);
    // Who retires is asked first whether it goes on (CF 17.11).
    if game.topic("red") == "flight" {
        game.says("red", "remain red", &[]);
    }
    game.says("red", "pick red", &[]);
    game
}

/// One who has still to move, so that the phase waits; and a far enemy.
fn waits() -> String {
    let start = "start = { control = \"as-wished\" }";
    unit("red-waits", [60.0, 60.0], &format!("{FOOT}\n{start}")) + &unit("blue-far", [60.0, 900.0], FOOT)
}

/// The same with an enemy within 120 yds, so that nothing is doubled.
fn picked(what: &str, start: &str, more: &[String]) -> Game {
    let mut all = vec![watcher()];
    all.extend(more.iter().cloned());
    picked_with("", what, start, &all)
}

fn thrown(what: &str, start: &str, more: &[String], dice: &str, faces: &[u8]) -> Game {
    let mut game = picked(what, start, more);
    game.says("red", &format!("throw {dice}"), faces);
    game
}

/// What is left of red's allowance, in yards.
fn left(game: &Game) -> f64 {
    yards(game.table().left(game.unit("red")))
}

fn advance(game: &mut Game, far: f64) {
    game.says("red", &format!("move advance {} 0", mm(far)), &[]);
}

/// The farthest straight advance that is legal, in whole yards.
fn reach(game: &Game) -> i32 {
    let legal = |far: &i32| game.refused("red", &format!("move advance {} 0", mm(f64::from(*far)))).is_empty();
    (1..=400).rev().find(legal).unwrap_or(0)
}

#[test]
fn dice_give_the_distance() {
    // CF 11.2, 11.12, 11.13, E1: an average die is a D6 on which 1 reads 3 and 6 reads 4.
    assert_eq!(left(&thrown(FOOT, "", &[], "1", &[1])), 30.0);
    assert_eq!(left(&thrown(FOOT, "", &[], "1+d6", &[6, 6])), 100.0);
    assert_eq!(left(&thrown(HORSE, "", &[], "2", &[2, 5])), 70.0);
    assert_eq!(left(&thrown(HORSE, "last-dice = 2", &[], "2+d6", &[3, 4, 6])), 130.0);
    assert_eq!(left(&thrown(HORSE, "", &[], "1+d6", &[3, 4])), 70.0);
    // CF 11.14, G72: limbered guns have two average dice, foot one.
    assert_eq!(left(&thrown(&format!("{GUN}\nlimbered = true"), "", &[], "2", &[3, 4])), 70.0);
    let game = picked(FOOT, "", &[]);
    assert_eq!(game.refused("red", "throw 2"), "CF 11.12");
    let game = picked(&format!("{GUN}\nlimbered = true"), "", &[]);
    assert_eq!(game.refused("red", "throw 1+d6"), "CF 11.12");
    // CF 11.23: a field gun off its limber throws none.
    assert_eq!(picked(GUN, "", &[]).refused("red", "throw 1"), "CF 11.12");
    // A battalion gun moves as foot.
    assert_eq!(left(&thrown(&format!("{GUN}\ngun = \"battalion\""), "", &[], "1+d6", &[3, 5])), 80.0);
}

#[test]
fn inspired_units_go_farther_and_rough_ground_is_slow() {
    // CF 11.16, 11.17, E2, E3, V1, V3
    assert_eq!(left(&thrown(FOOT, "inspired = 1", &[], "1+d6", &[3, 3])), 80.0);
    assert_eq!(left(&thrown(HORSE, "inspired = 2, last-dice = 1", &[], "2+d6", &[3, 3, 3])), 120.0);
    let rough = [area("rough", "scrub", [500.0, 200.0, 1000.0, 900.0])];
    let mut game = thrown(FOOT, "", &rough, "1+d6", &[4, 6]);
    assert_eq!(reach(&game), 80);
    advance(&mut game, 80.0);
    assert_eq!(game.unit("red").dps, 1);
    let game = thrown(HORSE, "inspired = 1", &rough, "2", &[3, 3]);
    assert_eq!(reach(&game), 60);
}

#[test]
fn fatigue_by_arm_formation_and_ground() {
    // CF 11.26, 11.27, 11.28, 11.29, 11.31, 11.32, 12.26, V2, G35
    let rough = area("rough", "scrub", [400.0, 200.0, 1000.0, 900.0]);
    let dps = |what: &str, start: &str, bad: bool, dice: &str, faces: &[u8]| {
        let more = if bad { vec![rough.clone()] } else { vec![] };
        let mut game = thrown(what, start, &more, dice, faces);
        let far = reach(&game);
        advance(&mut game, f64::from(far));
        game.unit("red").dps
    };
    assert_eq!(dps(FOOT, "", false, "1+d6", &[5, 6]), 1);
    assert_eq!(dps(FOOT, "", true, "1+d6", &[5, 6]), 2);
    assert_eq!(dps(FOOT, "", true, "1+d6", &[4, 4]), 0);
    assert_eq!(dps(&format!("{FOOT}\nformation = \"march-column\""), "", true, "1+d6", &[5, 6]), 0);
    assert_eq!(dps(&format!("{FOOT}\nformation = \"assault-column\""), "", true, "1+d6", &[5, 6]), 1);
    assert_eq!(dps(&format!("{FOOT}\nformation = \"assault-column\""), "", false, "1+d6", &[5, 6]), 0);
    assert_eq!(dps(HORSE, "last-dice = 2", false, "2+d6", &[5, 4, 6]), 1);
    assert_eq!(dps(HORSE, "last-dice = 2", true, "2+d6", &[5, 4, 6]), 3);
    assert_eq!(dps(HORSE, "last-dice = 2, dps = 1", true, "2+d6", &[5, 4, 6]), 3);
    assert_eq!(dps(HORSE, "", true, "2", &[4, 3]), 1);
    assert_eq!(dps(&format!("{GUN}\ngun = \"battalion\""), "", true, "1+d6", &[5, 5]), 2);
}

#[test]
fn loose_horse_tires_in_rough_ground() {
    // CF 11.30, 10.11: unformed cavalry is not exempt, unformed foot is.
    let rough = [area("rough", "scrub", [400.0, 200.0, 1000.0, 900.0])];
    let go = |what: &str, dice: &str, faces: &[u8]| {
        let mut game = thrown(what, "", &rough, dice, faces);
        game.says("red", &format!("move go {} {} 0 4", mm(700.0), mm(320.0)), &[]);
        game.unit("red").dps
    };
    assert_eq!(go(HUSSARS, "2", &[4, 5]), 2);
    let dragoons = "class = \"dragoons\"\nsquadrons = [2, 2]";
    let mut game = thrown(dragoons, "horses = [700, 200]", &rough, "1+d6", &[5, 6]);
    game.says("red", &format!("move go {} {} 0 4", mm(700.0), mm(320.0)), &[]);
    assert_eq!(game.unit("red").dps, 0);
}

#[test]
fn cavalry_changes_speed_by_two_dice() {
    // CF 11.33, 11.34, 11.35, E12, E13, E17, G33
    let at = |last: &str| picked(HORSE, last, &[]);
    assert_eq!(at("").refused("red", "throw 2+d6"), "CF 11.33");
    assert_eq!(at("").refused("red", "throw 2"), "");
    assert_eq!(at("last-dice = 1").refused("red", "throw 2+d6"), "");
    assert_eq!(at("last-road = true").refused("red", "throw 2+d6"), "");
    assert_eq!(at("last-dice = 3").refused("red", "throw 0"), "CF 11.34");
    assert_eq!(at("last-dice = 3").refused("red", "throw 1"), "");
    assert_eq!(at("last-road = true").refused("red", "throw 0"), "");
    // A Control Test that halts it excuses it.
    let parts = [
        unit("red", [700.0, 300.0], &format!("{HORSE}\nstart = {{ control = \"halt\", last-dice = 3 }}")),
        waits(),
        watcher(),
    ];
    let mut game = Game::at("movement", &parts);
    game.says("red", "pick red", &[]);
    assert_eq!(game.refused("red", "throw 0"), "");
}

#[test]
fn horse_at_full_speed_goes_on_by_itself() {
    // CF 11.34, G96: its player says that he is done.
    let parts = [unit("red", [700.0, 300.0], &free(HORSE, "last-dice = 3")), watcher(), waits()];
    let mut game = Game::at("movement", &parts);
    game.done("red", &[4]);
    assert_eq!(game.at_yards("red"), [700.0, 340.0]);
    assert!(matches!(game.unit("red").moved, Moved::Dice(_)));
}

#[test]
fn the_whole_distance_is_moved() {
    // CF 11.3, 11.9, G78
    let mut game = thrown(FOOT, "", &[], "1+d6", &[3, 4]);
    assert_eq!(game.refused("red", "move stop"), "CF 11.3");
    assert_eq!(game.refused("red", &format!("move advance {} 30", mm(70.0))), "CF 11.9");
    assert_eq!(game.refused("red", &format!("move advance {} 0", mm(71.0))), "CF 11.3");
    game.says("red", &format!("move advance {} -22.5", mm(40.0)), &[]);
    assert_eq!(game.refused("red", "move stop"), "CF 11.3");
    assert_eq!(game.refused("red", &format!("move advance {} 0", mm(30.0))), "CF G78");
    game.says("red", &format!("move advance {} -22.5", mm(30.0)), &[]);
    game.says("red", "move stop", &[]);
    let [x, y] = game.at_yards("red");
    assert!((x - (700.0 - 26.79)).abs() < 0.1 && (y - (300.0 + 64.67)).abs() < 0.1, "{x} {y}");
}

#[test]
fn units_halt_before_the_enemy_ahead() {
    // CF 11.5, G36: 60 yds off, 40 are gone; then it may stop, and goes no farther.
    let foe = [unit("blue", [700.0, 360.0], FOOT)];
    let mut game = thrown(FOOT, "", &foe, "1+d6", &[3, 4]);
    assert_eq!(reach(&game), 40);
    advance(&mut game, 40.0);
    assert_eq!(game.refused("red", &format!("move advance {} 0", mm(1.0))), "CF 11.5");
    game.says("red", "move stop", &[]);
    assert_eq!(game.gap("red", "blue"), 20.0);
    // One to the side is passed, unless the whole front counts.
    let aside = [unit("blue", [790.0, 360.0], FOOT)];
    assert_eq!(reach(&thrown(FOOT, "", &aside, "1+d6", &[3, 4])), 70);
    let mut game = picked_with("halt-zone = \"front-arc\"", FOOT, "", &aside);
    game.says("red", "throw 1+d6", &[3, 4]);
    // A corner 10 yds to the side comes no nearer than 20 within the 45° of the front: 17.3 ahead.
    assert_eq!(reach(&game), 42);
}

#[test]
fn a_unit_may_stop_short_of_friends_and_ground() {
    // CF 11.6: no more than 40 yds short.
    let wood = [area("light-woods", "wood", [500.0, 340.0, 1000.0, 600.0])];
    let mut game = thrown(FOOT, "", &wood, "1+d6", &[3, 4]);
    // 70 yds, 50 with the wood in them: 45 short is too much, 30 is not.
    advance(&mut game, 5.0);
    assert_eq!(game.refused("red", "move stop"), "CF 11.3");
    advance(&mut game, 15.0);
    game.says("red", "move stop", &[]);
    assert_eq!((game.unit("red").rough, game.at_yards("red")), (false, [700.0, 320.0]));
    // Through friends: 70 yds would lead beyond them.
    let friend = [unit("red-friend", [700.0, 345.0], "class = \"foot\"\nbattalions = [3]")];
    let mut game = thrown(FOOT, "", &friend, "1+d6", &[3, 6]);
    assert_eq!(game.refused("red", &format!("move advance {} 0", mm(40.0))), "CF G78");
    game.says("red", &format!("move advance {} 0", mm(25.0)), &[]);
    assert_eq!(game.refused("red", "move stop"), "CF 11.3");
}

#[test]
fn a_stop_is_declared_before_the_dice() {
    // CF 11.4: at named ground, or in line with others.
    let friend = [unit("red-friend", [810.0, 330.0], FOOT)];
    let mut game = picked(FOOT, "", &friend);
    game.says("red", "may-stop red", &[]);
    game.says("red", "throw 1+d6", &[3, 4]);
    assert_eq!(game.refused("red", "move stop"), "CF 11.3");
    advance(&mut game, 30.0);
    game.says("red", "move stop", &[]);
    let mut game = thrown(FOOT, "", &friend, "1+d6", &[3, 4]);
    advance(&mut game, 30.0);
    assert_eq!(game.refused("red", "move stop"), "CF 11.3");
}

#[test]
fn far_from_the_enemy_moves_are_doubled() {
    // CF 11.10, 11.11, G28, V4, V47
    let ahead = |off: f64| [unit("blue", [700.0, 300.0 + off], FOOT)];
    let game = |options: &str, off: f64, faces: &[u8], single: bool| {
        let mut game = picked_with(options, FOOT, "", &ahead(off));
        if single {
            game.says("red", "single red", &[]);
        }
        game.says("red", "throw 1+d6", faces);
        game
    };
    let mut far = game("", 300.0, &[5, 6], false);
    assert_eq!((left(&far), reach(&far)), (220.0, 180));
    advance(&mut far, 180.0);
    assert_eq!(far.unit("red").dps, 1);
    far.says("red", "move stop", &[]);
    assert_eq!(far.gap("red", "blue"), 120.0);
    assert_eq!(reach(&game("", 150.0, &[3, 2], false)), 30);
    assert_eq!(reach(&game("double-move = \"by-choice\"", 150.0, &[3, 2], true)), 50);
    assert_eq!(picked_with("", FOOT, "", &ahead(150.0)).refused("red", "single red"), "CF 11.10");
    // At 120 yds exactly nothing is doubled.
    assert_eq!(left(&game("", 120.0, &[3, 2], false)), 50.0);
}

#[test]
fn a_group_moves_on_one_throw() {
    // CF 11.7, 11.8, G27, G85, V51
    let parts = |options: &str| {
        let horse =
            |key: &str, x: f64, last: u8| unit(key, [x, 300.0], &format!("{HORSE}\nstart = {{ last-dice = {last} }}"));
        let all = [
            brigade("red-brigade", [350.0, 260.0], ""),
            horse("red-stood", 300.0, 0),
            horse("red-moved", 400.0, 1),
            unit("red-foot", [350.0, 270.0], FOOT),
            unit("blue", [300.0, 390.0], FOOT),
            unit("blue-far", [1300.0, 900.0], FOOT),
        ];
        Game::with(options, "movement", &all)
    };
    let mut game = parts("");
    assert_eq!(game.unit("red-stood").control, Control::By(game.leader_id("red-brigade-er")));
    game.says("red", "pick red-foot", &[]);
    game.says("red", "throw 2+d6", &[3, 4, 6]);
    let all = |game: &Game, key: &str| yards(game.table().left(game.unit(key)));
    assert_eq!((all(&game, "red-stood"), all(&game, "red-moved"), all(&game, "red-foot")), (70.0, 130.0, 90.0));
    assert_eq!(game.topic("red"), "next-unit");
    let mut game = parts("group-two-dice = \"avd-d6\"");
    game.says("red", "pick red-foot", &[]);
    game.says("red", "throw 2+d6", &[3, 4, 6]);
    assert_eq!(all(&game, "red-stood"), 90.0);
    let mut game = parts("group-two-dice = \"choice\"");
    game.says("red", "pick red-stood", &[]);
    game.says("red", "use-d6 yes", &[]);
    game.says("red", "leave red-foot", &[]);
    game.says("red", "throw 2+d6", &[3, 4, 6]);
    assert_eq!(all(&game, "red-stood"), 90.0);
    // Left out, the foot has no dice and may still step aside.
    game.says("red", "next red-foot", &[]);
    assert_eq!(game.refused("red", &format!("move advance {} 0", mm(10.0))), "CF 11.2");
    game.says("red", &format!("move step-back {}", mm(20.0)), &[]);
}

#[test]
fn units_of_two_leaders_throw_apart() {
    // CF 11.7, 11.8: units of the brigade under their Brigadier, and one under the General.
    let parts = [
        wing("red-wing", [700.0, 260.0]),
        brigade("red-brigade", [350.0, 260.0], "wing = \"red-wing\""),
        unit("red-near", [350.0, 300.0], FOOT),
        unit("red-far", [700.0, 300.0], FOOT),
        unit("blue", [350.0, 390.0], FOOT),
    ];
    let game = Game::at("movement", &parts);
    let group = game.table().group_of(game.id("red-near"));
    assert_eq!(group.iter().collect::<Vec<_>>(), [game.id("red-near")]);
}

#[test]
fn who_fired_or_is_out_of_control_does_not_move() {
    // CF 11.1, 6.26, 6.36, 13.13
    let refused = |what: &str| {
        let parts = [unit("red", [700.0, 300.0], what), waits(), watcher()];
        Game::at("movement", &parts).refused("red", "pick red")
    };
    assert_eq!(refused(&free(FOOT, "fired = true")), "CF 11.1");
    assert_eq!(refused(FOOT), "CF 6.26");
    let dragoons = "class = \"dragoons\"\nsquadrons = [2, 2]";
    assert_eq!(refused(&free(dragoons, "fired = true, horses = [700, 200]")), "");
    // Who runs runs before the others move (CF 17.16).
    let parts = [unit("red", [700.0, 300.0], &free(FOOT, "standing = \"routing\"")), waits(), watcher()];
    let mut game = Game::at("movement", &parts);
    game.says("red", "rout red", &[3, 1]);
    assert_eq!(game.refused("red", "pick red"), "CF 11.2");
    let parts = [unit("red", [700.0, 300.0], &format!("{FOOT}\nstart = {{ control = \"halt\" }}")), waits(), watcher()];
    let mut game = Game::at("movement", &parts);
    game.says("red", "pick red", &[]);
    assert_eq!(game.refused("red", "throw 1"), "CF 6.36");
    game.says("red", "throw 0", &[]);
    assert_eq!(game.refused("red", &format!("move side-step left {}", mm(20.0))), "CF 6.36");
    game.says("red", "move about-face", &[]);
    assert_eq!(game.unit("red").pose.facing, 18_000);
}

#[test]
fn the_last_move_is_repeated() {
    // CF 6.35, G20: two dice last turn, two dice straight ahead; who stood halts.
    let repeat = |last: u8| format!("{HORSE}\nstart = {{ control = \"repeat\", last-dice = {last} }}");
    let parts = |last: u8| vec![unit("red", [700.0, 300.0], &repeat(last)), watcher(), waits()];
    let start = "[start]\nphase = \"movement\"\nfirst = \"red\"\n";
    let game = Game::start("", start, &parts(2), &[3, 4]);
    assert_eq!(game.at_yards("red"), [700.0, 370.0]);
    let game = Game::start("", start, &parts(0), &[]);
    assert_eq!(game.at_yards("red"), [700.0, 300.0]);
    assert!(game.table().is_halted(game.id("red")));
}

#[test]
fn roads_need_no_dice() {
    // CF 11.19, G31
    let road = line("road", "the road", "[[700, 0], [700, 960]]");
    let column = format!("{FOOT}\nformation = \"march-column\"");
    let mut game = picked_with("", &column, "", std::slice::from_ref(&road));
    game.says("red", "throw 0", &[]);
    assert_eq!(game.refused("red", &format!("move road {} {}", mm(700.0), mm(545.0))), "CF 11.19");
    game.says("red", &format!("move road {} {}", mm(700.0), mm(540.0)), &[]);
    game.says("red", "move stop", &[]);
    assert_eq!((game.at_yards("red"), game.unit("red").moved), ([700.0, 540.0], Moved::Road));
    // Near the enemy half as far.
    let mut game = picked(&column, "", std::slice::from_ref(&road));
    game.says("red", "throw 0", &[]);
    assert_eq!(game.refused("red", &format!("move road {} {}", mm(700.0), mm(425.0))), "CF 11.19");
    game.says("red", &format!("move road {} {}", mm(700.0), mm(420.0)), &[]);
    // A line does not march, and not off the road.
    let mut game = picked_with("", FOOT, "", std::slice::from_ref(&road));
    game.says("red", "throw 0", &[]);
    assert_eq!(game.refused("red", &format!("move road {} {}", mm(700.0), mm(400.0))), "CF 11.19");
    // A doubled march stops at 120 yds from the enemy.
    let mut game = picked_with("", &column, "", &[road, unit("blue", [790.0, 600.0], FOOT)]);
    game.says("red", "throw 0", &[]);
    assert_eq!(game.refused("red", &format!("move road {} {}", mm(700.0), mm(520.0))), "CF 11.5");
    assert_eq!(game.refused("red", &format!("move road {} {}", mm(700.0), mm(470.0))), "");
}

#[test]
fn some_ground_is_closed_to_guns_and_horse() {
    // CF 11.18
    for kind in ["heavy-woods", "swamp", "town"] {
        let ground = [area(kind, "ground", [500.0, 320.0, 900.0, 700.0])];
        assert!(reach(&thrown(HORSE, "", &ground, "2", &[4, 4])) <= 20, "{kind}");
        assert!(reach(&thrown(FOOT, "", &ground, "1+d6", &[5, 5])) > 20, "{kind}");
        // Along a road, in column.
        let mut road = ground.to_vec();
        road.push(line("road", "road", "[[700, 0], [700, 960]]"));
        let column = format!("{HORSE}\nformation = \"march-column\"");
        assert_eq!(reach(&thrown(&column, "", &road, "2", &[4, 4])), 80, "{kind}");
    }
    let light = [area("light-woods", "ground", [500.0, 320.0, 900.0, 700.0])];
    assert_eq!(reach(&thrown(HORSE, "", &light, "2", &[4, 4])), 60);
}

#[test]
fn wheels_pay_for_the_outer_base() {
    // CF 12.1, 12.2, G78: 80 yds wide, 30° are 41.9 yds.
    let mut game = thrown(FOOT, "", &[], "1+d6", &[3, 4]);
    game.says("red", "move wheel left 30", &[]);
    assert!((left(&game) - (70.0 - 41.89)).abs() < 0.1);
    assert_eq!(game.unit("red").dps, 1);
    // Once a turn.
    game.says("red", "move wheel left 10", &[]);
    assert_eq!(game.unit("red").dps, 1);
    assert_eq!(game.refused("red", "move wheel left 30"), "CF 11.3");
    // A column does not suffer, nor a line far from the enemy.
    let mut game = thrown(&format!("{FOOT}\nformation = \"march-column\""), "", &[], "1", &[3]);
    game.says("red", "move wheel right 45", &[]);
    assert_eq!(game.unit("red").dps, 0);
    let mut game = picked_with("", FOOT, "", &[]);
    game.says("red", "throw 1", &[4]);
    game.says("red", "move wheel right 30", &[]);
    assert_eq!(game.unit("red").dps, 0);
}

#[test]
fn foot_refuses_a_flank() {
    // CF 10.3, 12.3, 12.18: battalions wheel back at half speed; stands step back without dice.
    let two = "class = \"foot\"\nbattalions = [4, 3]";
    let mut game = thrown(two, "", &[], "1+d6", &[5, 5]);
    // Three bases are 60 yds, 45° of them 47.1, at half speed 94.2.
    game.says("red", "move wheel-back right 1 45", &[]);
    assert!((left(&game) - (100.0 - 94.25)).abs() < 0.1);
    assert_eq!((game.unit("red").dps, game.unit("red").bends[1].bases), (1, 3));
    assert_eq!(game.body("red").blocks.len(), 2);
    let mut game = thrown(HORSE, "", &[], "2", &[4, 4]);
    assert_eq!(game.refused("red", "move wheel-back right 1 45"), "CF 12.3");
    game.says("red", "move wheel right 10", &[]);
    let mut game = thrown(two, "", &[], "0", &[]);
    game.says("red", &format!("move refuse left 2 {}", mm(20.0)), &[]);
    assert_eq!((game.unit("red").bends[0].bases, game.unit("red").dps), (2, 0));
    assert_eq!(game.refused("red", "move about-face"), "CF G34");
}

#[test]
fn formations_change_near_and_far() {
    // CF 12.4, 12.5, E14
    let mut near = thrown(FOOT, "", &[], "0", &[]);
    near.says("red", "move form march-column 1 right", &[]);
    assert_eq!((near.unit("red").dps, near.unit("red").pose.facing), (1, 9_000));
    near.says("red", "move form line 4 ahead", &[]);
    assert_eq!((near.unit("red").dps, near.unit("red").formation), (1, Formation::Line));
    assert_eq!(near.refused("red", "move form march-column 1 ahead"), "CF G34");
    near.says("red", "move stop", &[]);
    // Far off half a move, and the other half is marched; a second change takes it.
    let mut far = picked_with("", FOOT, "", &[]);
    far.says("red", "throw 1", &[4]);
    assert_eq!(left(&far), 80.0);
    far.says("red", "move form march-column 1 ahead", &[]);
    assert_eq!((left(&far), far.unit("red").dps), (40.0, 0));
    far.says("red", "move form line 4 ahead", &[]);
    assert_eq!((left(&far), far.unit("red").dps), (0.0, 0));
    // Near the enemy nothing else is done in the turn.
    let mut game = thrown(FOOT, "", &[], "1", &[4]);
    advance(&mut game, 20.0);
    assert_eq!(game.refused("red", "move form march-column 1 ahead"), "CF G34");
    // A line does not turn to its flank.
    assert_eq!(thrown(FOOT, "", &[], "0", &[]).refused("red", "move form line 4 left"), "CF 12.14");
}

#[test]
fn assault_columns_are_for_assaults() {
    // CF 10.6, G59
    let form = "move form assault-column 2 ahead";
    assert_eq!(thrown(FOOT, "", &[], "0", &[]).refused("red", form), "CF G59");
    let works = [line("light-works", "the works", "[[600, 500], [800, 500]]")];
    assert_eq!(thrown(FOOT, "", &works, "0", &[]).refused("red", form), "");
    let town = [area("town", "town", [600.0, 530.0, 800.0, 600.0])];
    assert_eq!(thrown(FOOT, "", &town, "0", &[]).refused("red", form), "");
}

#[test]
fn assault_columns_pass_gaps() {
    // CF 12.25, G59: a gap has two sides, is narrower than the front and wide enough for two bases.
    let form = "move form assault-column 2 ahead";
    let foot = |key: &str, x: f64| unit(key, [x, 380.0], FOOT);
    let refused = |more: &[String]| thrown(FOOT, "", more, "0", &[]).refused("red", form);
    // Red stands from 660 to 740. One friend ahead, whom it can go round, leaves no gap.
    assert_eq!(refused(&[foot("red-ahead", 700.0)]), "CF G59");
    assert_eq!(refused(&[foot("red-ahead", 640.0)]), "CF G59");
    let two = |west: f64, east: f64| refused(&[foot("red-west", west - 40.0), foot("red-east", east + 40.0)]);
    assert_eq!(two(670.0, 730.0), "");
    // Too narrow for two bases, as wide as its front, beside its way.
    assert_eq!(two(690.0, 710.0), "CF G59");
    assert_eq!(two(655.0, 745.0), "CF G59");
    assert_eq!(two(760.0, 820.0), "CF G59");
    // Between a friend and a swamp, not beside the swamp alone; a marsh is no side of a gap.
    let ground = |kind: &str| area(kind, "the ground", [730.0, 400.0, 1000.0, 450.0]);
    assert_eq!(refused(&[foot("red-west", 630.0), ground("swamp")]), "");
    assert_eq!(refused(&[ground("swamp")]), "CF G59");
    assert_eq!(refused(&[foot("red-west", 630.0), ground("marsh")]), "CF G59");
    assert_eq!(refused(&[ground("swamp"), area("impassable", "rocks", [400.0, 350.0, 680.0, 370.0])]), "");
}

#[test]
fn half_moves_halve_the_roll() {
    // CF 12.13, 12.27, E18, V5
    let mut game = thrown(HORSE, "", &[], "2", &[4, 3]);
    game.says("red", "move about-face", &[]);
    assert_eq!((left(&game), game.unit("red").dps), (35.0, 1));
    advance(&mut game, 35.0);
    game.says("red", "move stop", &[]);
    let mut game = thrown(FOOT, "", &[], "1+d6", &[3, 4]);
    game.says("red", "move about-face", &[]);
    assert_eq!((left(&game), game.unit("red").dps), (35.0, 0));
    let mut game = thrown(FOOT, "under-fire = true", &[], "1", &[3]);
    game.says("red", "move about-face", &[]);
    assert_eq!(game.unit("red").dps, 1);
    // Two of them fill the move; a third is too much.
    game.says("red", "move about-face", &[]);
    assert_eq!(game.refused("red", "move about-face"), "CF G34");
}

#[test]
fn the_disordered_form_up() {
    // CF 12.6, 17.11: any way, a whole move, no point.
    let mut game = thrown(FOOT, "standing = \"retiring\"", &[], "0", &[]);
    game.says("red", "move reform line 4 90", &[]);
    let red = game.unit("red");
    assert_eq!((red.formation, red.pose.facing, red.dps), (Formation::Line, 9_000, 0));
    assert_eq!(thrown(HUSSARS, "", &[], "0", &[]).refused("red", "move reform line 4 90"), "CF 12.6");
    // Who retires does nothing else.
    let game = thrown(FOOT, "standing = \"retiring\"", &[], "1", &[3]);
    assert_eq!(game.refused("red", &format!("move go {} {} 0 4", mm(700.0), mm(310.0))), "CF 17.11");
}

#[test]
fn guns_unlimber_pivot_and_are_pushed() {
    // CF 11.22, 11.23, 11.24, 11.25, 12.7, G32, V8
    let gun = |what: &str, start: &str| {
        let parts = [
            brigade("red-brigade", [700.0, 260.0], ""),
            unit("red", [700.0, 300.0], &format!("{what}\nstart = {{ {start} }}")),
            unit("red-other", [620.0, 300.0], FOOT),
            watcher(),
        ];
        let mut game = Game::at("movement", &parts);
        game.says("red", "pick red", &[]);
        game.says("red", "leave red-other", &[]);
        game.says("red", "throw 0", &[]);
        game.says("red", "next red", &[]);
        game
    };
    let limbered = format!("{GUN}\nlimbered = true");
    let mut game = gun(&limbered, "under-fire = true");
    game.says("red", "move unlimber 0", &[]);
    assert_eq!((game.unit("red").dps, game.unit("red").limbered), (2, false));
    let mut game = gun(&limbered, "");
    game.says("red", "move unlimber 90", &[]);
    assert_eq!((game.unit("red").dps, game.unit("red").pose.facing), (1, 9_000));
    assert_eq!(thrown(&limbered, "", &[], "0", &[]).refused("red", "move unlimber 0"), "CF 11.25");
    let mut game = thrown(GUN, "", &[], "0", &[]);
    assert_eq!(game.refused("red", "move pivot 46"), "CF 11.22");
    assert_eq!(game.refused("red", &format!("move push {}", mm(21.0))), "CF 11.23");
    game.says("red", &format!("move push {}", mm(-20.0)), &[]);
    assert_eq!(game.refused("red", "move pivot 45"), "CF G34");
    let mut game = thrown(GUN, "", &[], "0", &[]);
    game.says("red", "move pivot -45", &[]);
    assert_eq!(game.unit("red").pose.facing, 31_500);
    let mut game = picked_with("field-gun-push = \"off\"", GUN, "", &[]);
    game.says("red", "throw 0", &[]);
    assert_eq!(game.refused("red", &format!("move push {}", mm(20.0))), "CF G32");
    // A battalion gun pivots or moves.
    let mut game = thrown(&format!("{GUN}\ngun = \"battalion\""), "", &[], "1", &[3]);
    assert_eq!(game.refused("red", "move pivot 45"), "CF 12.17");
    advance(&mut game, 30.0);
}

#[test]
fn a_limbered_gun_has_one_die_in_rough_ground() {
    // CF 11.14, G31: 4 and 3, then 4 less 10 yds.
    let rough = [area("rough", "scrub", [500.0, 200.0, 1000.0, 900.0])];
    let mut game = thrown(&format!("{GUN}\nlimbered = true"), "", &rough, "2", &[4, 3]);
    assert_eq!(game.refused("red", &format!("move go {} {} 0 1", mm(700.0), mm(335.0))), "CF 11.3");
    game.says("red", &format!("move go {} {} 0 1", mm(700.0), mm(330.0)), &[]);
    assert_eq!(game.unit("red").dps, 0);
}

#[test]
fn obstacles_take_half_a_move() {
    // CF 12.8, 12.9, V9, G38
    let hedge = line("hedgerow", "hedge", "[[500, 320], [900, 320]]");
    let mut game = thrown(FOOT, "", std::slice::from_ref(&hedge), "1+d6", &[4, 6]);
    // 100 yds: half for the hedge, 50 are walked.
    assert_eq!(reach(&game), 50);
    advance(&mut game, 50.0);
    assert_eq!(game.unit("red").dps, 2);
    let mut game = thrown(FOOT, "under-fire = true", std::slice::from_ref(&hedge), "1", &[5]);
    advance(&mut game, 25.0);
    assert_eq!(game.unit("red").dps, 2);
    let frise = [hedge, obstacle("hedge", "chevaux-de-frise = true")];
    let mut game = thrown(DRAGOONS, "under-fire = true, dps = 1", &frise, "2", &[3, 3]);
    advance(&mut game, 30.0);
    assert_eq!(game.unit("red").dps, 3);
    let mut game = thrown(FOOT, "", &frise, "1", &[5]);
    advance(&mut game, 25.0);
    assert_eq!(game.unit("red").dps, 1);
    // CF 12.12: a shallow brook is rough ground and no more.
    let brook = line("stream", "brook", "[[500, 320], [900, 320]]");
    let mut game = thrown(FOOT, "", std::slice::from_ref(&brook), "1", &[5]);
    assert_eq!(reach(&game), 40);
    advance(&mut game, 40.0);
    assert_eq!((game.unit("red").dps, game.unit("red").rough), (1, true));
    // With steep banks it is a major obstacle.
    let steep = brook.replace("points", "steep-banks = true\npoints");
    assert_eq!(reach(&thrown(FOOT, "", &[steep], "1", &[5])), 25);
    // Hussars suffer too, unless it is read otherwise.
    for (options, dps) in [("", 2), ("frise-unformed = \"exempt\"", 0)] {
        let mut all = frise.to_vec();
        all.push(watcher());
        let mut game = picked_with(options, HUSSARS, "", &all);
        game.says("red", "throw 2", &[3, 3]);
        game.says("red", &format!("move go {} {} 0 4", mm(700.0), mm(330.0)), &[]);
        assert_eq!(game.unit("red").dps, dps, "{options}");
    }
}

#[test]
fn fascines_fill_a_ditch() {
    // CF 12.10, 12.11, G38: who follows within that frontage crosses for nothing.
    let ditch = [line("hedgerow", "ditch", "[[500, 320], [900, 320]]"), obstacle("ditch", "fillable = true")];
    let behind = unit("red-behind", [700.0, 270.0], &free("class = \"foot\"\nbattalions = [3]", ""));
    let mut all = ditch.to_vec();
    all.push(behind);
    let mut game = thrown(&format!("{FOOT}\nload = \"fascines\""), "", &all, "1+d6", &[5, 5]);
    advance(&mut game, 50.0);
    game.says("red", "move stop", &[]);
    assert_eq!((game.unit("red").dps, game.state.filled.len()), (1, 1));
    game.says("red", "pick red-behind", &[]);
    game.says("red", "throw 1+d6", &[5, 4]);
    // 70 yds in one go lead between the two lines, with nothing paid at the ditch.
    game.says("red", &format!("move advance {} -22.5", mm(50.0)), &[]);
    assert_eq!(game.unit("red-behind").dps, 0);
}

#[test]
fn fortress_walls_need_ladders_or_a_breach() {
    // CF G38, 18.22
    let wall = |what: &str| {
        vec![line("heavy-works", "wall", "[[500, 320], [900, 320]]"), obstacle("wall", &format!("wall = true\n{what}"))]
    };
    assert!(reach(&thrown(FOOT, "", &wall(""), "1", &[5])) <= 20);
    assert_eq!(reach(&thrown(&format!("{FOOT}\nload = \"ladders\""), "", &wall(""), "1", &[5])), 25);
    let breach = wall("breaches = [[640, 320, 760, 320]]");
    assert_eq!(reach(&thrown(FOOT, "", &breach, "1", &[5])), 50);
}

#[test]
fn lines_incline_and_step_aside() {
    // CF 12.16, 12.17, E4
    let mut game = thrown(FOOT, "", &[], "1+d6", &[3, 4]);
    assert_eq!(game.refused("red", &format!("move incline right {}", mm(36.0))), "CF 11.3");
    game.says("red", &format!("move incline left {}", mm(30.0)), &[]);
    advance(&mut game, 10.0);
    game.says("red", "move stop", &[]);
    let [x, y] = game.at_yards("red");
    assert!((x - 670.0).abs() < 0.01 && (y - 340.0).abs() < 0.01, "{x} {y}");
    let militia = format!("{FOOT}\ngrade = \"E\"");
    assert_eq!(
        thrown(&militia, "", &[], "1", &[3]).refused("red", &format!("move incline left {}", mm(10.0))),
        "CF 12.16"
    );
    assert_eq!(thrown(HORSE, "", &[], "0", &[]).refused("red", &format!("move step-back {}", mm(10.0))), "CF 12.17");
    let mut game = thrown(FOOT, "", &[], "0", &[]);
    assert_eq!(game.refused("red", &format!("move side-step left {}", mm(21.0))), "CF 12.17");
    game.says("red", &format!("move side-step left {}", mm(20.0)), &[]);
    assert_eq!(game.refused("red", &format!("move step-back {}", mm(10.0))), "CF G34");
    game.says("red", "move stop", &[]);
    assert_eq!((game.at_yards("red"), game.unit("red").moved), ([680.0, 300.0], Moved::Otherwise));
    assert_eq!(thrown(FOOT, "", &[], "1", &[3]).refused("red", &format!("move step-back {}", mm(10.0))), "CF 12.17");
}

#[test]
fn dragoons_dismount_and_mount() {
    // CF 12.19, 12.20, 12.21, 3.12, G76, G97
    let dragoons = format!("{DRAGOONS}\ngrade = \"D\"\ngrade-on-foot = \"C\"");
    let mut game = thrown(&dragoons, "under-fire = true", &[], "0", &[]);
    game.says("red", "move dismount", &[]);
    let red = game.unit("red");
    assert_eq!((red.mounted, red.formation, red.dps), (false, Formation::Unformed, 1));
    assert_eq!(red.grade, close_fire::cards::Grade::C);
    assert!(red.holders.is_some() && game.table().is_dismounted(game.id("red")));
    game.says("red", "move mount", &[]);
    assert_eq!((game.unit("red").mounted, game.unit("red").formation), (true, Formation::Line));
    assert_eq!(game.unit("red").grade, close_fire::cards::Grade::D);
    // Too far from the horses; new-style dragoons never dismount.
    assert_eq!(thrown(DRAGOONS, "horses = [700, 200]", &[], "0", &[]).refused("red", "move mount"), "CF 12.21");
    let new = format!("{DRAGOONS}\nstyle = \"new\"");
    assert_eq!(thrown(&new, "", &[], "0", &[]).refused("red", "move dismount"), "CF 12.19");
    assert_eq!(thrown(HORSE, "", &[], "0", &[]).refused("red", "move dismount"), "CF 12.19");
}

#[test]
fn dragoons_cover_their_distance_as_they_are() {
    // CF 12.19, G76: two average dice and the D6 as horse, one and the D6 on foot; half of it is left.
    let mut game = thrown(DRAGOONS, "last-dice = 1", &[], "2+d6", &[3, 4, 5]);
    assert_eq!(left(&game), 120.0);
    game.says("red", "move dismount", &[]);
    assert_eq!(left(&game), 40.0);
}

#[test]
fn rough_ground_counts_by_any_part_or_by_most() {
    // CF G30: 20 of 90 yds lead through scrub.
    let scrub = area("rough", "scrub", [500.0, 305.0, 1000.0, 306.0]);
    for (options, far) in [("", 70), ("rough-move = \"over-half\"", 90)] {
        let mut game = picked_with(options, FOOT, "", &[watcher(), scrub.clone()]);
        game.says("red", "throw 1+d6", &[4, 5]);
        assert_eq!(reach(&game), far, "{options}");
    }
}

#[test]
fn mergers_re_dress_by_another_reading() {
    // CF G84, V53: as separate units until it is done.
    let parts = [
        brigade("red-brigade", [700.0, 260.0], ""),
        unit("red-one", [660.0, 300.0], &format!("{FOOT}\nstart = {{ dps = 1 }}")),
        unit("red-two", [745.0, 300.0], FOOT),
        unit("blue", [700.0, 800.0], FOOT),
    ];
    for (options, dps) in [("", 1), ("merge-dps = \"at-end\"", 0)] {
        let mut game = Game::with(options, "movement", &parts);
        game.says("red", "merge red-one red-two", &[]);
        let id = game.id("red-one");
        game.act(&[], |play| {
            play.lose_dps(id, 1, "CF 8.10");
            play.mergers_ripen();
        });
        assert_eq!((game.unit("red-one").dps, game.unit("red-one").bases()), (dps, 8), "{options}");
    }
    // It lapses when a part is under fire.
    let mut game = Game::at("movement", &parts);
    game.says("red", "merge red-one red-two", &[]);
    let two = game.id("red-two");
    game.act(&[], |play| {
        play.unit_mut(two).this_turn.under_fire = true;
        play.mergers_ripen();
    });
    assert!(game.state.mergers.is_empty() && game.unit("red-two").place == Place::Table);
}

#[test]
fn horses_are_led_away_once() {
    // CF 12.20
    let parts = [unit("red", [700.0, 300.0], &free(DRAGOONS, "horses = [700, 250]")), waits(), watcher()];
    let mut game = Game::at("movement", &parts);
    assert_eq!(game.refused("red", &format!("horses red {} {}", mm(700.0), mm(125.0))), "CF 12.20");
    game.says("red", &format!("horses red {} {}", mm(700.0), mm(130.0)), &[]);
    assert_eq!(game.refused("red", &format!("horses red {} {}", mm(700.0), mm(120.0))), "CF 12.20");
}

#[test]
fn lines_pass_through_each_other() {
    // CF 12.22, 12.23, 12.24: through one that stands and has not fired, through one that fired, through guns.
    let through = |friend: &str, start: &str| {
        let more = [unit("red-friend", [700.0, 330.0], &format!("{friend}\nstart = {{ {start} }}"))];
        let mut game = thrown(FOOT, "", &more, "1+d6", &[4, 5]);
        advance(&mut game, 90.0);
        (game.unit("red").dps, game.unit("red-friend").dps)
    };
    assert_eq!(through(FOOT, ""), (0, 0));
    assert_eq!(through(FOOT, "fired = true"), (1, 1));
    assert_eq!(through(FOOT, "moved = true"), (1, 1));
    assert_eq!(through(GUN, "fired = true"), (0, 0));
}

#[test]
fn merged_units_need_room() {
    // CF 11.45, 11.47, G78, G84: one behind the other by the edge they become a line that is shoved in, if nobody stands there.
    let merged = |friend: f64| {
        let parts = [
            unit("red", [60.0, 100.0], &free(FOOT, "")),
            unit("red-two", [60.0, 75.0], &free(FOOT, "")),
            unit("red-friend", [friend, 100.0], &free(FOOT, "")),
            unit("blue-far", [60.0, 900.0], FOOT),
        ];
        let mut game = Game::at("movement", &parts);
        game.says("red", "merge red red-two", &[]);
        game.pass_to("red", "first-or-second", &[6, 1]);
        (game.unit("red-two").place, game.unit("red").bases(), game.at_yards("red")[0])
    };
    let (place, bases, x) = merged(400.0);
    assert!(matches!(place, Place::Merged(_)));
    assert_eq!((bases, x.round()), (8, 80.0));
    let (place, bases, x) = merged(190.0);
    assert_eq!((place, bases, x), (Place::Table, 4, 60.0));
}

#[test]
fn a_line_passes_a_friend_who_routs() {
    // CF 12.23, 12.24: the friend stands still behind a hedge and has not fired, but it routs; out of order itself it takes nothing.
    let through = |start: &str| {
        let more = [
            line("hedgerow", "the hedge", "[[790, 200], [790, 450]]"),
            unit("red-friend", [700.0, 330.0], &format!("{FOOT}\nstart = {{ {start} }}")),
        ];
        let mut game = thrown(FOOT, "", &more, "1+d6", &[5, 5]);
        assert_eq!(game.at_yards("red-friend"), [700.0, 330.0]);
        advance(&mut game, 100.0);
        (game.unit("red").dps, game.unit("red-friend").dps)
    };
    assert_eq!(through("standing = \"routing\", flight = 1"), (1, 0));
    assert_eq!(through("dps = 0"), (0, 0));
}

#[test]
fn a_gap_is_passed_on_half_the_front() {
    // CF 12.25, G92: two lakes with 60 yds between them, a line of 80.
    let lakes = vec![
        area("impassable", "west lake", [500.0, 310.0, 670.0, 330.0]),
        area("impassable", "east lake", [730.0, 310.0, 900.0, 330.0]),
    ];
    let squeeze = |far: f64| format!("move squeeze {} 0", mm(far));
    let mut game = thrown(FOOT, "", &lakes, "1+d6", &[5, 5]);
    assert!(reach(&game) <= 10);
    assert_eq!(game.refused("red", &squeeze(60.0)), "CF 11.3");
    game.says("red", &squeeze(50.0), &[]);
    assert_eq!((game.unit("red").dps, game.unit("red").files), (1, 4));
    let mut game = thrown(HORSE, "", &lakes, "2", &[5, 5]);
    game.says("red", &squeeze(100.0), &[]);
    assert_eq!(game.unit("red").dps, 1);
    let mut all = lakes.clone();
    all.push(watcher());
    let mut game = picked_with("gap-half-move = \"all\"", HORSE, "", &all);
    game.says("red", "throw 2", &[5, 5]);
    assert_eq!(game.refused("red", &squeeze(60.0)), "CF 11.3");
}

#[test]
fn loose_troops_go_where_they_like() {
    // CF 11.36, 11.37, 11.38, 11.39, 12.15, G93, G98
    let mut game = thrown(HUSSARS, "", &[], "2", &[3, 4]);
    assert_eq!(game.refused("red", &format!("move advance {} 0", mm(20.0))), "CF 11.36");
    assert_eq!(game.refused("red", "move about-face"), "CF 12.15");
    assert_eq!(game.refused("red", "move wheel left 30"), "CF 12.15");
    assert_eq!(game.refused("red", &format!("move go {} {} 0 5", mm(700.0), mm(310.0))), "CF 11.37");
    assert_eq!(game.refused("red", &format!("move go {} {} 0 4", mm(700.0), mm(375.0))), "CF 11.3");
    game.says("red", &format!("move go {} {} 0 4", mm(640.0), mm(280.0)), &[]);
    assert_eq!(game.unit("red").dps, 0);
    game.says("red", "move stop", &[]);
    // They halt at 20 yds from any enemy.
    let foe = [unit("blue", [700.0, 360.0], FOOT)];
    let game = thrown(HUSSARS, "", &foe, "2", &[3, 4]);
    assert_eq!(game.refused("red", &format!("move go {} {} 0 4", mm(700.0), mm(345.0))), "CF 11.5");
    assert_eq!(game.refused("red", &format!("move go {} {} 0 4", mm(700.0), mm(338.0))), "");
}

#[test]
fn units_are_split() {
    // CF 11.40, 11.41, 11.42, 11.43, 11.44, 3.2: whole battalions, the same points, a unit of its own in the same brigade.
    let parts = [
        unit("red", [700.0, 300.0], &free("class = \"foot\"\nbattalions = [4, 3]", "dps = 2")),
        unit("red-small", [900.0, 300.0], &free("class = \"horse\"\nsquadrons = [1, 1, 1]", "")),
        waits(),
    ];
    let mut game = Game::at("movement", &parts);
    assert_eq!(game.refused("red", "split red right 2"), "CF 11.40");
    assert_eq!(game.refused("red", "split red-small right 1"), "CF 11.42");
    assert_eq!(game.refused("red", "split red-small right 2"), "");
    game.says("red", "split red right 1", &[]);
    let new = game.state.units.last().unwrap();
    assert_eq!((new.bases(), new.dps, new.under), (3, 2, game.unit("red").under));
    assert_eq!((game.unit("red").bases(), game.unit("red").dps), (4, 2));
    // Left and right part of the old line.
    assert_eq!((game.at_yards("red")[0], yards(new.pose.at.x)), (670.0, 740.0));
    game.says("red", "pick detached-1", &[]);
    game.says("red", "throw 1", &[3]);
    game.says("red", &format!("move advance {} 0", mm(60.0)), &[]);
}

#[test]
fn units_merge_in_time() {
    // CF 11.45, 11.46, 11.47, 11.48, G37, G84, V53
    let parts = |enemy: f64| {
        vec![
            brigade("red-brigade", [700.0, 260.0], ""),
            unit("red-one", [660.0, 300.0], &format!("{FOOT}\nstart = {{ dps = 3 }}")),
            unit(
                "red-two",
                [735.0, 300.0],
                "class = \"foot\"\nbattalions = [{ bases = 4, lost = 1 }]\nstart = { dps = 1 }",
            ),
            unit("blue", [700.0, enemy], FOOT),
        ]
    };
    let game = Game::at("movement", &parts(400.0));
    assert_eq!(game.refused("red", "merge red-one red-two"), "CF 11.45");
    let mut game = Game::at("movement", &parts(800.0));
    game.says("red", "merge red-one red-two", &[]);
    let merger = game.state.mergers[0];
    assert_eq!((merger.turns, merger.dps), (3, 3));
    for turn in 1..=3 {
        assert_eq!(game.unit("red-two").place, Place::Table, "{turn}");
        game.state.turn = turn;
        game.act(&[], |play| play.mergers_ripen());
    }
    let one = game.unit("red-one");
    assert_eq!((one.bases(), one.dps, one.casualties(), one.elements.len()), (7, 3, 0, 2));
    assert!(matches!(game.unit("red-two").place, Place::Merged(_)));
    assert!((game.at_yards("red-one")[0] - 692.5).abs() < 0.1);
}

#[test]
fn leaders_ride_in_the_movement_phase() {
    // CF 6.4, 9.11, 11.15, 6.45
    let parts = [
        unit("red", [700.0, 300.0], FOOT),
        leader("red-marshal", "marshal", [300.0, 300.0], ""),
        unit("blue", [700.0, 700.0], FOOT),
    ];
    let mut game = Game::at("movement", &parts);
    assert_eq!(game.topic("red"), "leaders-ride");
    assert_eq!(game.refused("red", &format!("ride-on red-marshal {} {}", mm(541.0), mm(300.0))), "CF 11.15");
    game.says("red", &format!("ride-on red-marshal {} {}", mm(540.0), mm(300.0)), &[]);
    assert_eq!(game.refused("red", &format!("ride-on red-marshal {} {}", mm(500.0), mm(300.0))), "CF 9.11");
}

#[test]
fn horse_rides_down_lone_leaders() {
    // CF 6.45, G24: on his own he is taken; with friends within 40 yds he is not.
    let ridden = |more: &[String]| {
        let mut all = vec![leader("blue-marshal", "marshal", [710.0, 340.0], "")];
        all.extend(more.iter().cloned());
        let mut game = thrown(HORSE, "", &all, "2", &[3, 3]);
        advance(&mut game, 60.0);
        game.leader("blue-marshal").fate
    };
    assert_eq!(ridden(&[]), close_fire::state::Fate::Captured);
    assert_eq!(ridden(&[unit("blue-guard", [785.0, 330.0], FOOT)]), close_fire::state::Fate::Fit);
}

#[test]
fn groups_move_from_right_to_left() {
    // CF 9.5, G15, G95: who is passed over forgoes his move, unless the other leads.
    let parts = |y: f64| {
        vec![
            unit("red-left", [400.0, y], &free(FOOT, "")),
            unit("red-right", [480.0, 300.0], &free(FOOT, "")),
            unit("blue", [1000.0, 900.0], FOOT),
        ]
    };
    let mut game = Game::at("movement", &parts(300.0));
    game.says("red", "pick red-left", &[]);
    assert!(game.unit("red-right").finished);
    // It stands to the front of the other, and leads.
    let mut game = Game::at("movement", &parts(400.0));
    game.says("red", "pick red-left", &[]);
    assert!(!game.unit("red-right").finished);
    let mut game = Game::with("right-to-left = \"free\"", "movement", &parts(300.0));
    game.says("red", "pick red-left", &[]);
    assert!(!game.unit("red-right").finished);
}

#[test]
fn fast_moves_use_all_dice() {
    // CF 11.20, 11.21, V6, V7: a later retreat has no ten yards for each die, and a pursuit never has.
    let far = |what: &str, standing: &str, choice: &str, faces: &[u8]| {
        let start = format!("standing = \"{standing}\", flight = 1");
        let parts = [unit("red", [700.0, 500.0], &free(what, &start)), waits()];
        let mut game = Game::at("movement", &parts);
        let before = game.body("red").center();
        game.says("red", choice, faces);
        let off = game.body("red").center() - before;
        (off.len() / f64::from(close_fire::measures::YARD)).round()
    };
    assert_eq!(far(FOOT, "retiring", "retire red", &[3, 4]), 70.0);
    assert_eq!(far(HORSE, "pursuing", "pursue red", &[4, 2, 5]), 110.0);
}

#[test]
fn pursuers_take_lone_leaders_on_their_way() {
    // CF 6.45, 17.21, G158: where they come by, not only where they end.
    let taken = |x: f64| {
        let start = "standing = \"pursuing\", flight = 1";
        let lone = leader("blue-marshal", "marshal", [x, 560.0], "");
        let parts = [unit("red", [700.0, 500.0], &free(HORSE, start)), waits(), lone];
        let mut game = Game::at("movement", &parts);
        game.says("red", "pursue red", &[4, 2, 5]);
        game.leader("blue-marshal").fate
    };
    assert_eq!(taken(700.0), close_fire::state::Fate::Captured);
    assert_eq!(taken(800.0), close_fire::state::Fate::Fit);
}

/// Red, whose Brigadier stands behind it, has an order and has thrown its dice; the position is 40 yds square about 700, 600.
fn ordered(options: &str, order: &str, more: &[String]) -> Game {
    let start =
        "[start]\nphase = \"movement\"\nfirst = \"red\"\n[[positions]]\nkey = \"mill\"\nbox = [680, 580, 720, 620]\n";
    let mut parts = vec![
        brigade("red-brigade", [700.0, 260.0], order),
        unit("red", [700.0, 300.0], FOOT),
        unit("blue", [860.0, 290.0], "class = \"foot\"\nbattalions = [3]\nfacing = \"north\""),
    ];
    parts.extend(more.iter().cloned());
    let mut game = Game::start(options, start, &parts, &[]);
    game.says("red", "pick red", &[]);
    game.says("red", "throw 1+d6", &[3, 4]);
    game
}

#[test]
fn brigades_keep_to_their_orders() {
    // CF 6.17, 6.20, 6.21, G17, G90
    let away = |options: &str, order: &str| {
        let mut game = ordered(options, order, &[]);
        game.says("red", "move about-face", &[]);
        game.refused("red", &format!("move advance {} 0", mm(35.0)))
    };
    let mill = "position = \"mill\"";
    assert_eq!(away("", ""), "");
    assert_eq!(away("", &format!("order = \"defend\"\n{mill}")), "CF 6.17");
    assert_eq!(away("", &format!("order = \"advance-and-defend\"\n{mill}")), "CF 6.17");
    assert_eq!(away("orders-enforced = \"off\"", &format!("order = \"defend\"\n{mill}")), "");
    // Within 120 yds of what it defends it goes where it likes: its own ground when no other is named.
    assert_eq!(away("", "order = \"defend\""), "");
    // Towards it.
    let game = ordered("", &format!("order = \"defend\"\n{mill}"), &[]);
    assert_eq!(game.refused("red", &format!("move advance {} 0", mm(70.0))), "");
    // CF 6.22: with a General at its head it may act against its order.
    let general = [wing("red-wing", [700.0, 200.0]).replace("at = [700.0, 200.0]", "with = \"red\"")];
    let order = format!("wing = \"red-wing\"\norder = \"defend\"\n{mill}");
    let mut game = ordered("", &order, &general);
    game.says("red", "move about-face", &[]);
    assert_eq!(game.refused("red", &format!("move advance {} 0", mm(35.0))), "");
}

#[test]
fn a_tested_unit_is_free_of_its_orders() {
    // CF 6.26, G17: by one reading it is bound.
    for (options, rule) in [("", ""), ("tested-unit-orders = \"bound\"", "CF 6.17")] {
        let start = "[start]\nphase = \"movement\"\nfirst = \"red\"\n[[positions]]\nkey = \"mill\"\nat = [700, 600]\n";
        let parts = [
            brigade("red-brigade", [5.0, 5.0], "order = \"defend\"\nposition = \"mill\""),
            unit("red", [700.0, 300.0], &free(FOOT, "")),
            watcher(),
        ];
        let mut game = Game::start(options, start, &parts, &[]);
        game.says("red", "pick red", &[]);
        game.says("red", "throw 1+d6", &[3, 4]);
        game.says("red", "move about-face", &[]);
        assert_eq!(game.refused("red", &format!("move advance {} 0", mm(35.0))), rule, "{options}");
    }
}

#[test]
fn horse_stops_short_of_ground_that_is_closed_to_it() {
    // CF 11.6, 11.18: a dense wood is terrain as well, up to 40 yds short of where the way ends.
    let wood = [area("heavy-woods", "wood", [500.0, 345.0, 1000.0, 600.0])];
    let mut game = thrown(HORSE, "", &wood, "2", &[3, 4]);
    assert_eq!((reach(&game), game.refused("red", "move stop")), (45, "CF 11.3".into()));
    advance(&mut game, 6.0);
    game.says("red", "move stop", &[]);
    assert_eq!(game.at_yards("red"), [700.0, 306.0]);
}

#[test]
fn horse_at_full_speed_does_not_spend_its_move_on_the_spot() {
    // CF 11.34, G176: near the enemy a change of formation would be the whole move.
    let column = |last: &str| {
        let game = thrown(HORSE, last, &[], "1", &[3]);
        game.refused("red", "move form march-column 1 ahead")
    };
    assert_eq!((column("last-dice = 2"), column("last-dice = 3")), (String::new(), "CF 11.34".into()));
    // An about face leaves half of it.
    assert_eq!(thrown(HORSE, "last-dice = 3", &[], "1", &[3]).refused("red", "move about-face"), "");
}

#[test]
fn three_units_merge_at_once() {
    // CF 11.45, 11.46, 11.47, G180
    let three = |key: &str, x: f64, dps: u8| {
        unit(key, [x, 300.0], &format!("class = \"foot\"\nbattalions = [3]\nstart = {{ dps = {dps} }}"))
    };
    let parts = [
        brigade("red-brigade", [700.0, 260.0], ""),
        three("red-one", 640.0, 1),
        three("red-two", 702.0, 0),
        three("red-three", 764.0, 2),
        unit("red-fourth", [640.0, 275.0], "class = \"foot\"\nbattalions = [3]"),
        unit("blue", [700.0, 800.0], FOOT),
    ];
    let mut game = Game::at("movement", &parts);
    // The outer ones do not touch each other.
    assert_eq!(game.refused("red", "merge red-three red-one"), "CF G37");
    game.says("red", "merge red-one red-two", &[]);
    assert!(game.menu("red").contains(&"merge red-three red-one".to_string()));
    game.says("red", "merge red-three red-one", &[]);
    assert_eq!(game.refused("red", "merge red-fourth red-one"), "CF 3.4");
    let mergers = game.state.mergers.clone();
    assert_eq!((mergers.len(), mergers[0].units.len(), mergers[0].turns, mergers[0].dps), (1, 3, 2, 2));
    for turn in 1..=2 {
        game.state.turn = turn;
        game.act(&[], |play| play.mergers_ripen());
    }
    let one = game.unit("red-one");
    assert_eq!((one.bases(), one.dps, one.elements.len()), (9, 2, 3));
    for key in ["red-two", "red-three"] {
        assert!(matches!(game.unit(key).place, Place::Merged(_)), "{key}");
    }
}

#[test]
fn who_lets_friends_through_goes_on_standing() {
    // CF 12.23, 12.24, G181: it moves after they have passed, and both take the point then.
    let friend = [unit("red-friend", [700.0, 330.0], &free(FOOT, ""))];
    let mut game = thrown(FOOT, "", &friend, "1+d6", &[4, 5]);
    advance(&mut game, 90.0);
    game.says("red", "move stop", &[]);
    assert_eq!((game.unit("red").dps, game.unit("red-friend").dps), (0, 0));
    game.says("red", "pick red-friend", &[]);
    game.says("red", "throw 1", &[3]);
    game.says("red", &format!("move advance {} 0", mm(20.0)), &[]);
    assert_eq!((game.unit("red").dps, game.unit("red-friend").dps), (1, 1));
    // Once, not with every piece of its move.
    game.says("red", &format!("move advance {} 0", mm(10.0)), &[]);
    assert_eq!((game.unit("red").dps, game.unit("red-friend").dps), (1, 1));
}

#[test]
fn a_march_goes_from_one_road_to_another_that_joins_it() {
    // CF 11.19: it begins and ends on a road, and the way along both of them counts.
    let column = format!("{FOOT}\nformation = \"march-column\"");
    let roads = [
        line("road", "the road", "[[700, 0], [700, 960]]"),
        line("road", "the lane", "[[700, 400], [1000, 400]]"),
        line("track", "the track", "[[200, 380], [650, 380]]"),
    ];
    let mut game = picked_with("", &column, "", &roads);
    game.says("red", "throw 0", &[]);
    assert_eq!(game.refused("red", &format!("move road {} {}", mm(845.0), mm(400.0))), "CF 11.19", "245 yards");
    // No road leads to the track.
    assert_eq!(game.refused("red", &format!("move road {} {}", mm(600.0), mm(380.0))), "CF 11.19");
    let menu = game.menu("red");
    assert!(menu.contains(&format!("move road {} {}", mm(840.0), mm(400.0))), "{menu:?}");
    game.says("red", &format!("move road {} {}", mm(800.0), mm(400.0)), &[]);
    assert_eq!((game.at_yards("red"), game.unit("red").pose.facing), ([800.0, 400.0], 9_000));
}

/// A unit where it is wanted, free to move, with one far off that has still to move, so that the phase waits.
fn placed(at: [f64; 2], what: &str, start: &str, more: &[String]) -> Game {
    let mut parts = vec![unit("red", at, &free(what, start)), waits()];
    parts.extend(more.iter().cloned());
    let mut game = Game::with("", "movement", &parts);
    game.says("red", "pick red", &[]);
    game
}

#[test]
fn a_march_by_road_follows_the_road() {
    // CF 11.5, 11.10, 11.19, G28: the enemy beside or on the road matters all along it, and not only where the march ends.
    let road = line("road", "the road", "[[300, 100], [300, 300], [600, 300]]");
    let column = "class = \"horse\"\nsquadrons = [1, 1]\nformation = \"march-column\"";
    let goes = |y: f64, blue: [f64; 2], far: f64| {
        let foe = unit("blue", blue, "class = \"horse\"\nsquadrons = [1, 1]\nfacing = \"east\"");
        let mut game = placed([300.0, y], column, "", &[road.clone(), foe]);
        game.says("red", "throw 0", &[]);
        game.refused("red", &format!("move road {} {}", mm(far), mm(300.0)))
    };
    // On the bend, which a chord would cut off.
    assert_eq!([goes(250.0, [298.0, 300.0], 370.0), goes(250.0, [150.0, 300.0], 370.0)], ["CF 11.5", ""]);
    // Sixty yards beyond the bend: from beyond 120 yards a march may be long, but not by there.
    assert_eq!([goes(200.0, [275.0, 370.0], 440.0), goes(200.0, [275.0, 560.0], 440.0)], ["CF 11.10", ""]);
}

#[test]
fn a_column_marches_the_way_it_looks() {
    // CF 12.13, 12.14, G197
    let road = line("road", "the road", "[[300, 100], [300, 600]]");
    let goes = |facing: u16, y: f64| {
        let column = format!("{HORSE}\nformation = \"march-column\"\nfacing = {facing}");
        let mut game = placed([300.0, 340.0], &column, "", std::slice::from_ref(&road));
        game.says("red", "throw 0", &[]);
        game.refused("red", &format!("move road {} {}", mm(300.0), mm(y)))
    };
    assert_eq!([goes(0, 220.0), goes(90, 500.0), goes(0, 500.0), goes(40, 500.0)], ["CF 12.14", "CF 12.14", "", ""]);
}

#[test]
fn a_road_is_followed_all_the_way() {
    // CF 11.18, 11.19, G40: a column that begins and ends its advance on a road has not gone by it if the road bends round.
    let road = |points: &str| line("road", "the road", points);
    let column = "class = \"horse\"\nsquadrons = [1, 1]\nformation = \"march-column\"";
    let goes = |points: &str, kind: &str| {
        let more = [road(points), area(kind, "it", [250.0, 310.0, 500.0, 380.0])];
        let mut game = placed([300.0, 300.0], column, "", &more);
        game.says("red", "throw 2", &[5, 5]);
        game.refused("red", &format!("move advance {} 0", mm(150.0)))
    };
    let bent = "[[300, 100], [300, 300], [200, 300], [200, 420], [300, 420], [300, 700]]";
    assert_eq!([goes(bent, "river"), goes(bent, "heavy-woods")], ["CF G40", "CF 11.18"]);
    assert_eq!(goes("[[300, 100], [300, 700]]", "heavy-woods"), "");
}

#[test]
fn nobody_forms_up_in_ground_that_is_closed_to_him() {
    // CF 11.18, 12.4, 12.19: what is done on the spot does not lead horse into a swamp or a dense wood.
    let bog = area("swamp", "the bog", [712.0, 200.0, 1000.0, 500.0]);
    let column = |class: &str| format!("{class}\nformation = \"march-column\"");
    let form = |class: &str| {
        let mut game = placed([700.0, 300.0], &column(class), "", std::slice::from_ref(&bog));
        game.says("red", "throw 0", &[]);
        game.refused("red", "move form line 4 ahead")
    };
    assert_eq!([form(HORSE), form(FOOT)], ["CF 11.18", ""]);
    let mut game = placed([690.0, 300.0], &format!("{HUSSARS}\nfiles = 1"), "", std::slice::from_ref(&bog));
    game.says("red", "throw 2", &[4, 4]);
    let go = |files: u8| format!("move go {} {} 0 {files}", mm(690.0), mm(305.0));
    assert_eq!([game.refused("red", &go(4)), game.refused("red", &go(1))], ["CF 11.18", ""]);
    let mount = |kind: &str| {
        let wood = area(kind, "the wood", [500.0, 200.0, 1000.0, 500.0]);
        let mut game = placed([700.0, 300.0], DRAGOONS, "horses = [700, 300]", &[wood]);
        game.says("red", "throw 0", &[]);
        game.refused("red", "move mount")
    };
    assert_eq!([mount("heavy-woods"), mount("light-woods")], ["CF 11.18", ""]);
}

#[test]
fn nobody_forms_up_across_an_obstacle() {
    // CF 12.8: it is crossed in half a move; a brook that is easy to wade is only rough ground.
    let form = |kind: &str| {
        let hedge = line(kind, "it", "[[715, 200], [715, 500]]");
        let mut game = placed([700.0, 340.0], &format!("{FOOT}\nformation = \"march-column\""), "", &[hedge]);
        game.says("red", "throw 0", &[]);
        game.refused("red", "move form line 4 ahead")
    };
    assert_eq!([form("hedgerow"), form("stream")], ["CF 12.8", ""]);
    let hedge = line("hedgerow", "the hedge", "[[715, 200], [715, 500]]");
    let mut game = placed([690.0, 340.0], &format!("{HUSSARS}\nfiles = 1"), "", std::slice::from_ref(&hedge));
    game.says("red", "throw 1", &[4]);
    assert_eq!(game.refused("red", &format!("move go {} {} 0 4", mm(690.0), mm(345.0))), "CF 12.8");
    // Who crosses it in the same piece of his move pays for it, and may spread out.
    assert_eq!(game.refused("red", &format!("move go {} {} 0 1", mm(712.0), mm(345.0))), "");
}

#[test]
fn dice_tire_by_the_formation_in_which_one_goes() {
    // CF 11.26, 11.27: a column does not tire, though it forms line when it is there.
    let column = format!("{FOOT}\nformation = \"march-column\"");
    let mut game = placed([700.0, 300.0], &column, "", &[]);
    game.says("red", "throw 1+d6", &[3, 6]);
    game.says("red", &format!("move advance {} 0", mm(90.0)), &[]);
    game.says("red", "move form line 4 ahead", &[]);
    assert_eq!(game.unit("red").dps, 0);
    // It does if it goes on in line.
    let mut game = placed([700.0, 300.0], &column, "", &[]);
    game.says("red", "throw 1+d6", &[3, 6]);
    game.says("red", "move form line 4 ahead", &[]);
    game.says("red", &format!("move advance {} 0", mm(20.0)), &[]);
    assert_eq!(game.unit("red").dps, 1);
}

#[test]
fn close_fire_is_fire() {
    // CF 12.13, G11: foot that has the enemy in close fire faces about under fire, though nobody has fired in this turn.
    let about = |y: f64| {
        let mut game = placed([700.0, 300.0], FOOT, "", &[unit("blue", [700.0, y], FOOT)]);
        game.says("red", "throw 0", &[]);
        game.says("red", "move about-face", &[]);
        game.unit("red").dps
    };
    assert_eq!([about(330.0), about(350.0)], [1, 0]);
}

#[test]
fn who_is_passed_over_moves_if_he_has_to() {
    // CF 11.34, G95, G96
    let parts = [
        unit("red-right", [900.0, 300.0], &free(HORSE, "last-dice = 3")),
        unit("red-left", [500.0, 300.0], &free(HORSE, "")),
        unit("blue", [300.0, 840.0], FOOT),
    ];
    let mut game = Game::with("", "movement", &parts);
    game.says("red", "pick red-left", &[]);
    game.says("red", "throw 1", &[3]);
    game.pass_to("red", "move", &[]);
    game.done("red", &[4]);
    assert_eq!(game.at_yards("red-right"), [900.0, 380.0]);
}

#[test]
fn lines_pass_through_guns_that_nobody_serves() {
    // CF 12.22, 16.11: through the enemy's as through their own; but nobody stops on top of one.
    let goes = |start: &str, far: f64| {
        let gun = unit("blue-gun", [700.0, 330.0], &format!("{GUN}\n{start}"));
        let mut game = placed([700.0, 300.0], FOOT, "", &[gun, unit("blue", [300.0, 390.0], FOOT)]);
        game.says("red", "throw 1+d6", &[5, 5]);
        game.refused("red", &format!("move advance {} 0", mm(far)))
    };
    let left = "start = { abandoned = \"killed\" }";
    assert_eq!([goes(left, 100.0), goes(left, 50.0), goes("", 100.0)], ["", "CF G78", "CF 11.5"]);
}

#[test]
fn who_parts_company_is_what_he_was() {
    // CF 3.13, 3.14, 11.40, 11.41: an elite battalion out of a line of most kinds, dragoons out of a mixed unit.
    let mut parts = vec![waits()];
    parts.push(unit(
        "red",
        [700.0, 300.0],
        &free("class = \"foot\"\nbattalions = [{ bases = 3, grade = \"A\" }, { bases = 5 }]", ""),
    ));
    let mixed = "class = \"horse\"\nsquadrons = [{ bases = 2, class = \"dragoons\" }, { bases = 2 }, { bases = 2 }]";
    parts.push(unit("red-horse", [300.0, 300.0], &free(mixed, "")));
    let mut game = Game::with("", "movement", &parts);
    game.says("red", "split red left 1", &[]);
    game.says("red", "split red-horse left 1", &[]);
    let [.., foot, dragoons] = &game.state.units[..] else { panic!("nobody was split off") };
    let grades = (game.unit("red").grade, foot.grade);
    assert_eq!(grades, (close_fire::cards::Grade::C, close_fire::cards::Grade::A));
    let classes = [dragoons, game.unit("red-horse")].map(|unit| (unit.class, unit.mixed));
    assert_eq!(classes, [(close_fire::cards::Class::Dragoons, false), (close_fire::cards::Class::Horse, false)]);
}
