//! Headings 34 to 40: tests with everything that counts, and where those go who fail them.

use super::{disrupted, points, starting, test_of};
use crate::game::{Game, LINE, area, chief, sub, under, unit, widths};
use crate::melee::{contact, dice, melees};
use shot_steel_and_stone::disruption::Cause;
use shot_steel_and_stone::state::{Activity, Loss, Pending, Place};

const PAIR: &str = "arm = \"infantry\"\nbases = 2";

fn fired(what: &str) -> String {
    starting(what, "first-volley-used = true")
}

/// Red's line of four shoots at two bases of loose order in a wood; two hits are not saved, and they test with these
/// dice.
fn shot_in_a_wood(more: &[String], tested: &[u8]) -> Game {
    let blue = unit("blue", [12.0, 7.5], "arm = \"infantry\"\norder = \"loose\"\nbases = 2");
    let mut parts = vec![
        unit("red", [12.0, 5.0], &fired(PAIR)),
        under("blue-left", &blue),
        sub("blue-left", "competent", [14.5, 9.0]),
        area("light-woods", "wood", [8.0, 7.4, 16.0, 8.6]),
    ];
    parts.extend_from_slice(more);
    let mut game = Game::at("shooting", &parts);
    // Soft cover: 5; four hits, two saved on 4.
    let mut thrown = dice(&[(4, 5), (2, 4), (2, 4), (2, 3)]);
    thrown.extend(tested);
    game.says("red", "shoot red at blue 0", &thrown);
    game
}

#[test]
fn light_foot_in_a_wood_with_its_leader() {
    // SSS 34.2, 35.1, 35.2, 36.1, 37.2, T17: extra small -2, static, soft cover +1, loose +1, a friend 4 BW off +1, a
    // competent leader +2, two hits -2 and the point for one a base -1: 0. With 8 it passes, with 7 it retires.
    let friend = under("blue-left", &unit("blue-friend", [19.0, 10.5], LINE));
    let game = shot_in_a_wood(std::slice::from_ref(&friend), &[4, 4]);
    assert_eq!((test_of(&game, "blue"), game.unit("blue").pending), (0, Pending::Nothing));
    let game = shot_in_a_wood(&[friend], &[3, 4]);
    assert_eq!(game.unit("blue").pending, Pending::Retire);
    // Alone -1 in place of +1.
    assert_eq!(test_of(&shot_in_a_wood(&[], &[6, 6]), "blue"), -2);
    // Enemies within their charge of its flank threaten it, -2, friends or not; the sub-commander of others adds
    // nothing.
    let horse = unit("red-horse", [19.0, 7.7], "arm = \"light-cavalry\"\nbases = 2\nfacing = \"west\"");
    assert_eq!(test_of(&shot_in_a_wood(&[horse], &[6, 6]), "blue"), -3);
}

#[test]
fn a_superior_general_and_lost_colours() {
    // SSS 35.2, 31.2, 5.9, T17: three bases, small -1, close +2, isolated -1, general +3, colours -1, three hits -3, a
    // point -1: -2.
    let parts = [
        unit("red", [12.0, 5.0], &fired(PAIR)),
        unit(
            "blue",
            [12.0, 7.5],
            &starting("arm = \"infantry\"\nbases = 3\ntraits = [\"colours\"]", "colours-lost = true"),
        ),
        chief("blue", "superior", [12.0, 12.0]),
    ];
    let mut game = Game::at("shooting", &parts);
    game.says("red", "shoot red at blue 0", &dice(&[(3, 4), (3, 3), (3, 3), (2, 5)]));
    assert_eq!(test_of(&game, "blue"), -2);
    // 10 is 8: it stands.
    assert_eq!(game.unit("blue").pending, Pending::Nothing);
}

#[test]
fn routers_shove_through_the_second_line() {
    // SSS 1.5.1e, 40.5, 40.6, 32.3, 34.5, T18: shaken to -7 a line of six fails by 4: it runs 3 BW and a d3 of 2,
    // through the line 2 BW behind, between neighbours who leave no gap; it takes a point and tests.
    let parts = [
        unit("red", [11.0, 5.0], &fired(PAIR)),
        unit("red-two", [13.5, 5.0], &fired(PAIR)),
        unit("blue", [12.0, 7.5], LINE),
        unit("blue-two", [12.0, 10.0], LINE),
        unit("blue-left", [18.5, 10.0], LINE),
        unit("blue-right", [5.5, 10.0], LINE),
    ];
    let mut game = Game::at("shooting", &parts);
    game.says("red", "shoot red at blue 0", &dice(&[(3, 4), (3, 3), (3, 1)]));
    // Six hits, a point, five bases -1, close +2, supported +2: -4; 8 is 4, by 4: Rout. Then the line behind: 0, close
    // +2, supported +2, a point -1: 3.
    let thrown = [dice(&[(3, 4), (3, 3), (3, 1)]), vec![4, 4, 3], vec![4, 4]].concat();
    game.says("red", "shoot red-two at blue 0", &thrown);
    assert_eq!((test_of(&game, "blue"), test_of(&game, "blue-two")), (-4, 3));
    assert_eq!(game.unit("blue").activity, Activity::Routing);
    assert_eq!((points(&game, "blue-two", Cause::ShovedThrough), disrupted(&game, "blue-two")), (1, 1));
    assert_eq!(points(&game, "blue", Cause::Routed), 2);
    assert!(widths(game.unit("blue").pose.at.y) > 10.5);
}

#[test]
fn a_rout_goes_on_and_costs_men() {
    // SSS 39.7, 39.3, 34.4, 35.1, T17, T18: in its second turn of running it loses a man, then tests: routing -2, no
    // order, six bases 0, isolated -1, the hit -1, two points -2: -6; 12 rallies, 9 fails by 5 and disperses.
    let result = |dice: [u8; 2]| {
        let routing = "activity = \"routing\", rout-moves = 2, disruption = { routed = 2 }";
        let parts = [unit("red", [20.0, 15.0], &starting(LINE, routing)), unit("blue", [20.0, 28.0], LINE)];
        let mut game = Game::at("reaction", &parts);
        let before = game.unit("red").hits;
        game.says("red", "rally red", &dice);
        (before, test_of(&game, "red"), game.unit("red").place)
    };
    assert_eq!(result([5, 4]), (1, -6, Place::Gone(Loss::Dispersed)));
    assert_eq!(result([6, 6]), (1, -6, Place::Table));
}

#[test]
fn militia_pushed_back_retreats_in_its_own_move() {
    // SSS 34.3, 27.2, 27.3, 35.1, T17, T18, 40.4: C class, four bases, loses by one, which counts as three: 2½ BW.
    // Pushed back -1, small -1, close +2, isolated -1, a hit: -2; needs 10: 11 is 9, by 1 in the column of those who
    // retire: Retreat. Then 3 - ¾ + d2 BW.
    let militia = "arm = \"infantry\"\nbases = 4\nmissile = \"none\"\nclass = \"C\"";
    let parts = [
        unit("red", [10.0, 10.0], "arm = \"infantry\"\nbases = 4\nmissile = \"none\""),
        unit("blue", [10.0, 10.0], militia),
        contact(["red", "blue"], ["fights", "fights"]),
    ];
    let mut game = melees("", &parts);
    game.says("red", "fight red", &dice(&[(1, 4), (11, 3), (1, 2), (12, 4)]));
    assert_eq!(widths(game.unit("blue").pose.at.y), 12.5);
    game.says("red", "follow-up no", &[]);
    game.says("red", "fight red-idle1", &[1, 1, 1, 1, 5, 6]);
    assert_eq!((test_of(&game, "blue"), game.unit("blue").pending), (-2, Pending::Retreat));
}

#[test]
fn a_garrison_is_supported_by_its_walls() {
    // SSS 30.7, 17.4, 13.1, 34.2, 35.1, T17: rifles +1, walls -2, a building +1: 4; saved on 5. Four hits are a base
    // each of skirmishers: two are left, extra small -2, walls +2, no order, supported +2, four hits, a point: -3; 11
    // holds, 10 fails by one.
    let result = |tested: [u8; 2]| {
        let parts = [
            area("town", "Mill", [10.0, 10.0, 14.0, 13.0]),
            unit("red", [12.0, 6.0], "arm = \"infantry\"\nbases = 2\nmissile = \"rifle\""),
            crate::buildings::inside("blue", "Mill", "arm = \"infantry\"\nbases = 4\norder = \"skirmish\""),
        ];
        let mut game = Game::at("shooting", &parts);
        let mut thrown = dice(&[(4, 4), (2, 3), (4, 4)]);
        thrown.extend(tested);
        game.says("red", "shoot red at blue 0", &thrown);
        (game.modifiers("SSS 12.1"), game.unit("blue").bases, test_of(&game, "blue"), game.unit("blue").pending)
    };
    assert_eq!(result([5, 6]), (0, 2, -3, Pending::Nothing));
    assert_eq!(result([5, 5]), (0, 2, -3, Pending::Retire));
}

#[test]
fn a_screen_draws_the_fire_until_half_of_it_is_gone() {
    // SSS 3.1, 3.2, 3.3, 3.6, 3.7, 13.5, 14.1: two men of a base each; the line has to shoot at them, skirmish order
    // -2, first volley +1: 5. Four of five hits are not saved, of six points two are left, and the battalion behind
    // may be shot at.
    let parts = [
        unit("red", [12.0, 10.0], "arm = \"infantry\"\nbases = 6\nscreen = true\nstart = { intent = \"move\" }"),
        unit("blue", [12.0, 13.5], LINE),
        unit("blue-two", [17.0, 13.5], PAIR),
    ];
    let mut game = Game::with("skirmish-screens = \"on\"\n", "movement", &parts);
    game.says("red", "pick red", &[]);
    game.says("red", "move screen yes", &[]);
    game.says("red", "move stop", &[]);
    game.pass_to("blue", "small-arms", &[]);
    assert_eq!(game.refused("blue", "shoot blue at red 0"), "SSS 3.6");
    game.says("blue", "shoot blue at red-screen 0", &dice(&[(5, 5), (13, 4), (1, 4), (4, 3)]));
    assert_eq!((game.modifiers("SSS 12.1"), game.unit("red-screen").hits), (-1, 4));
    assert_eq!(game.refused("blue", "shoot blue-two at red 0"), "");
}

#[test]
fn who_was_pushed_back_fails_in_another_column_by_the_other_reading() {
    // SSS G21, T18: short by one, it retreats as one that retires, or retires as one at the halt.
    let militia = "arm = \"infantry\"\nbases = 4\nmissile = \"none\"\nclass = \"C\"";
    let parts = [
        unit("red", [10.0, 10.0], "arm = \"infantry\"\nbases = 4\nmissile = \"none\""),
        unit("blue", [10.0, 10.0], militia),
        contact(["red", "blue"], ["fights", "fights"]),
    ];
    let mut game = melees("pushed-back-column = \"halt\"", &parts);
    game.says("red", "fight red", &dice(&[(1, 4), (11, 3), (1, 2), (12, 4)]));
    game.says("red", "follow-up no", &[]);
    game.says("red", "fight red-idle1", &[1, 1, 1, 1, 5, 6]);
    assert_eq!((test_of(&game, "blue"), game.unit("blue").pending), (-2, Pending::Retire));
}
