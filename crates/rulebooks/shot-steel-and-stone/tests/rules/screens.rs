//! Heading 3: skirmish screens.

use crate::game::{Game, LINE, chief, mm, unit, widths};
use crate::movement::reach;
use kernel::Side;
use shot_steel_and_stone::state::Place;

const ON: &str = "skirmish-screens = \"on\"\n";
/// A battalion of six bases with a screen that it may put out.
const BATTALION: &str = "arm = \"infantry\"\nbases = 6\nscreen = true";

/// Red is ordered to do something and has been picked up.
fn battalion(options: &str, intent: &str, extra: &[String]) -> Game {
    let mut parts = vec![unit("red", [12.0, 10.0], &format!("{BATTALION}\nstart = {{ intent = \"{intent}\" }}"))];
    parts.extend(extra.iter().cloned());
    if !extra.iter().any(|part| part.contains("blue")) {
        parts.push(unit("blue", [24.0, 10.0], "arm = \"infantry\"\nbases = 2"));
    }
    let mut game = Game::with(&format!("{ON}{options}"), "movement", &parts);
    game.says("red", "pick red", &[]);
    game
}

fn out(options: &str, intent: &str, extra: &[String]) -> Game {
    let mut game = battalion(options, intent, extra);
    game.says("red", "move screen yes", &[]);
    game
}

#[test]
fn a_screen_is_one_base_of_its_unit_put_out_ahead() {
    // SSS 3.1, 3.4, G34, G106
    let mut game = out("", "move", &[]);
    assert_eq!((game.unit("red").bases, game.unit("red").files, game.unit("red-screen").bases), (5, 5, 2));
    assert_eq!((game.unit("red-screen").place, game.gap("red", "red-screen")), (Place::Table, 1.0));
    // Two bases of half the depth, 1 BW apart.
    let body = game.body("red-screen");
    assert_eq!((widths(body.front_width() as i32), body.main().depth), (3.0, 15_000.0));
    assert_eq!(game.refused("red", "move screen yes"), "SSS 3.1");
    // The unit itself has lost nothing of its move; the pair goes on as skirmishers, 5 BW less the one it has gone.
    assert_eq!(reach(&game), 3.0);
    game.says("red", "move stop", &[]);
    game.says("red", "pick red-screen", &[]);
    let aside = |far: f64| format!("move free {} {} 0", mm(12.0 + far), mm(11.25));
    assert_eq!(
        (game.refused("red", &aside(4.0)), game.refused("red", &aside(4.25))),
        (String::new(), "SSS 7.1".into())
    );
    // Nobody else has one, and nobody puts it out where the enemy is too near.
    assert_eq!(battalion("", "move", &[unit("blue", [12.0, 11.2], LINE)]).refused("red", "move screen yes"), "SSS 3.1");
    let near = out("", "move", &[unit("blue", [12.0, 11.8], LINE)]);
    assert_eq!(near.gap("red", "red-screen"), 0.5);
}

#[test]
fn a_screen_stays_by_its_unit_unless_it_is_tasked() {
    // SSS 3.5, G106
    let mut game = out("", "move", &[chief("red", "superior", [12.0, 6.0]), chief("blue", "cautious", [24.0, 12.0])]);
    game.says("red", "move stop", &[]);
    game.says("red", "pick red-screen", &[]);
    let ahead = |far: f64| format!("move free {} {} 0", mm(12.0), mm(10.25 + far));
    assert_eq!(
        (game.refused("red", &ahead(2.0)), game.refused("red", &ahead(2.25))),
        (String::new(), "SSS 3.5".into())
    );
    game.says("red", &ahead(2.0), &[]);
    game.says("red", "move stop", &[]);
    // In its next turn the Commander-in-Chief gives it a task of its own.
    game.pass_to("red", "choose-turn", &[6, 1]);
    game.says("red", "take first", &[]);
    game.says("red", "lead red-chief red-screen", &[]);
    game.says("red", "order red-screen move", &[]);
    game.pass_to("red", "leadership", &[]);
    game.says("red", "test red-chief", &[4, 4]);
    game.pass_to("red", "move", &[]);
    game.says("red", "pick red-screen", &[]);
    assert_eq!(game.refused("red", &ahead(5.0)), "");
}

#[test]
fn a_screen_follows_its_unit() {
    // SSS 3.5, G106: the unit faces about and goes 2 BW; the pair comes after it until it is within 2 BW.
    let mut game = out("", "move", &[]);
    game.says("red", "move about-face", &[]);
    game.says("red", "move advance 120", &[]);
    game.says("red", "move stop", &[]);
    assert_eq!(game.gap("red", "red-screen"), 3.0);
    game.done("red", &[]);
    assert!((game.gap("red", "red-screen") - 2.0).abs() < 0.001);
}

#[test]
fn a_screen_rejoins_its_unit_where_it_touches_it() {
    // SSS G34, G106
    let mut game = out("", "move", &[]);
    assert_eq!(game.refused("red", "move screen no"), "SSS G34");
    game.says("red", "move stop", &[]);
    game.says("red", "pick red-screen", &[]);
    let home = format!("move free {} {} 0", mm(12.0), mm(10.25));
    assert!(game.menu("red").contains(&home));
    game.says("red", &home, &[]);
    game.says("red", "move screen no", &[]);
    assert_eq!((game.unit("red").bases, game.unit("red").files), (6, 6));
    assert_eq!(game.unit("red-screen").place, Place::Reserve);
    assert_eq!(game.topic("red"), "none");
    // Where friends leave no room beside it the base stands behind the others.
    let friend = "arm = \"infantry\"\nbases = 1\nstart = { intent = \"move\" }";
    let mut game = out("", "move", &[unit("red-friend", [9.0, 8.0], friend)]);
    game.says("red", "move stop", &[]);
    game.moves("red", "red-friend", &["advance 120"]);
    game.says("red", "pick red-screen", &[]);
    game.says("red", &home, &[]);
    game.says("red", "move screen no", &[]);
    assert_eq!((game.unit("red").bases, game.unit("red").files), (6, 5));
}

#[test]
fn what_a_screen_loses_its_unit_has_lost() {
    // SSS 3.3, 2.1, G105: 2 hits of the pair are 2 of the battalion; a pair that is gone is a base gone.
    let enemy = [unit("blue", [12.0, 13.25], LINE)];
    let mut game = out("", "move", &enemy);
    game.says("red", "move stop", &[]);
    game.pass_to("blue", "small-arms", &[]);
    let mut dice = vec![6, 6, 6];
    dice.extend([1; 15]);
    dice.extend([1, 1, 6]);
    // The pair tests and passes; then the next initiative.
    dice.extend([6, 6, 6, 1]);
    game.says("blue", "shoot blue at red-screen 0", &dice);
    assert_eq!((game.unit("red").hits, game.unit("red-screen").hits, game.unit("red-screen").bases), (0, 2, 2));
    assert_eq!(game.table().lost(Side::FIRST), 2);
    assert_eq!((game.table().points_left(game.id("red")), game.table().points_left(game.id("red-screen"))), (30, 4));
    let mut all = out("", "move", &enemy);
    all.says("red", "move stop", &[]);
    all.pass_to("blue", "small-arms", &[]);
    let mut dice = vec![6; 6];
    dice.extend([1; 12]);
    dice.extend([1; 6]);
    // The battalion tests for friends who are gone; then the next initiative.
    dice.extend([6, 6, 6, 1]);
    all.says("blue", "shoot blue at red-screen 0", &dice);
    assert!(matches!(all.unit("red-screen").place, Place::Gone(_)));
    assert_eq!((all.unit("red").hits, all.unit("red").bases, all.table().lost(Side::FIRST)), (6, 5, 6));
    assert_eq!(all.table().points_left(all.id("red")), 30);
}

#[test]
fn infantry_shoots_at_the_screen_and_not_at_what_it_shields() {
    // SSS V45, 3.2, 3.6, 3.7: at 3 of its 6 points the pair still shields, at 2 no more.
    let shot_at = |hits: usize| {
        let three = "arm = \"infantry\"\nbases = 3";
        let mut game = out("", "move", &[unit("blue", [10.5, 13.25], three), unit("blue-2", [13.5, 13.25], three)]);
        game.says("red", "move stop", &[]);
        game.pass_to("blue", "small-arms", &[]);
        let mut dice = vec![6; hits];
        dice.extend(vec![1; 9 - hits]);
        dice.extend(vec![1; hits]);
        game.says("blue", "shoot blue at red-screen 0", &dice);
        assert_eq!(game.counted("SSS 12.1", "skirmish order"), -2);
        game.refused("blue", "shoot blue-2 at red 0")
    };
    assert_eq!((shot_at(0), shot_at(3), shot_at(4)), ("SSS 3.6".into(), "SSS 3.6".into(), String::new()));
}

#[test]
fn a_screen_shoots_with_a_die_for_each_base_or_for_the_pair() {
    // SSS 3.3, G34
    let dice = |options: &str, dice: &[u8]| {
        let mut game = out(options, "move-and-shoot", &[unit("blue", [12.0, 13.25], LINE)]);
        game.says("red", "move stop", &[]);
        game.pass_to("red", "small-arms", &[]);
        game.says("red", "shoot red-screen at blue 0", dice);
        game.counted("SSS 12.1", "dice")
    };
    assert_eq!((dice("", &[1, 1]), dice("screen-dice = \"pair\"", &[1])), (2, 1));
}

#[test]
fn a_battalion_charges_over_its_screen_by_one_reading() {
    // SSS G76, 9.7, V72: else the pair has to be drawn aside, and the charge stops at it.
    let charge = |options: &str, dice: &[u8]| {
        let mut game = out(options, "move", &[unit("blue", [12.0, 13.0], LINE)]);
        game.says("red", "move stop", &[]);
        game.pass_to("red", "choose-turn", &[6, 1]);
        game.says("red", "take first", &[]);
        game.says("red", "order red charge blue", &[]);
        game.done("red", &[6, 6]);
        game.says("blue", "answer blue stand no", &[6, 6]);
        game.says("red", "run red 0", dice);
        game
    };
    let barred = charge("", &[]);
    assert_eq!((barred.state.contacts.len(), barred.told("SSS 1.5.2c")), (0, true));
    let over = charge("charge-over-skirmishers = \"own-screen\"", &[1; 38]);
    assert_eq!((over.state.contacts.len(), over.gap("red", "red-screen")), (1, 0.0));
    // Behind it, and neither is the worse for it.
    assert!(over.unit("red-screen").pose.at.y < over.unit("red").pose.at.y);
    assert_eq!(over.unit("red-screen").disruption.points() + over.unit("red").disruption.points(), 0);
}
