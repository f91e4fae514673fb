//! The field under a hand, and what can be laid over it.

use crate::game::{FOOT, Game, HUSSARS, brigade, leader, unit};
use kernel::{Aim, Handling, Notation, Picture, Rulebook, Seat};

fn moving(what: &str, dice: &str, faces: &[u8]) -> Game {
    let free = |what: &str| format!("{what}\nstart = {{ control = \"as-wished\" }}");
    let parts = [
        unit("red", [700.0, 300.0], &free(what)),
        unit("red-waits", [60.0, 60.0], &free(FOOT)),
        unit("blue", [840.0, 290.0], FOOT),
    ];
    let mut game = Game::at("movement", &parts);
    game.says("red", "pick red", &[]);
    game.says("red", &format!("throw {dice}"), faces);
    game
}

/// What a hand means that drags red to a place in yards: the first that is legal.
fn dragged(game: &Game, to: [f64; 2]) -> String {
    let mm = |yards: f64| yards * 1.27;
    let aim = Aim { body: Some(u16::from(game.id("red").0)), at: Some([mm(to[0]), mm(to[1])]), ..Aim::default() };
    let meant = game.rules.aim(&game.state, Seat(0), &aim);
    let legal = meant.iter().find(|decision| game.rules.judge(&game.state, Seat(0), decision).is_ok());
    legal.map_or_else(String::new, |decision| game.rules.notate(decision))
}

#[test]
fn a_hand_drags_units() {
    let game = moving(FOOT, "1+d6", &[3, 4]);
    // Its middle 50 yds ahead; and farther than it can go.
    assert_eq!(dragged(&game, [700.0, 340.0]), "move advance 63.5 0");
    assert_eq!(dragged(&game, [700.0, 500.0]), "move advance 88.9 0");
    assert!(dragged(&game, [760.0, 320.0]).starts_with("move wheel right"), "{}", dragged(&game, [760.0, 320.0]));
    let game = moving(FOOT, "0", &[]);
    assert!(dragged(&game, [600.0, 290.0]).starts_with("move side-step left"));
    assert!(dragged(&game, [700.0, 200.0]).starts_with("move step-back"));
    let game = moving(HUSSARS, "2", &[3, 3]);
    assert!(dragged(&game, [650.0, 270.0]).starts_with("move go"));
}

#[test]
fn a_mark_says_where_and_how_far() {
    let game = moving(FOOT, "1+d6", &[3, 4]);
    let decision = game.rules.read("move advance 63.5 0").unwrap();
    let mark = game.rules.mark(&game.state, Seat(0), &decision);
    assert_eq!((mark.actor, mark.cost.as_str()), (Some(u16::from(game.id("red").0)), "50 yds"));
    let wheel = game.rules.read("move wheel left 30").unwrap();
    assert!(game.rules.mark(&game.state, Seat(0), &wheel).cost.ends_with("1 DP"));
}

#[test]
fn distances_are_laid_over_the_field() {
    // CF 18.10, T12
    let parts = [
        unit("red", [700.0, 300.0], FOOT),
        unit("blue", [700.0, 800.0], FOOT),
        brigade("red-brigade", [700.0, 200.0], ""),
        leader("red-marshal", "marshal", [300.0, 300.0], ""),
    ];
    let game = Game::still("", &parts);
    let red = u16::from(game.id("red").0);
    for (what, far) in [("close", 40.0), ("near", 120.0), ("far", 240.0)] {
        let zones = game.rules.overlay(&game.state, Some(Seat(0)), red, what);
        let body = game.body("red");
        for &[x, y] in &zones[0].outline {
            let off = body.distance_to_point(field::table::Vec2::new(x * 1_000.0, y * 1_000.0)) / 1_270.0;
            assert!((off - far).abs() < 0.5, "{what}: {off}");
        }
    }
    let marshal = 3_000 + u16::from(game.leader_id("red-marshal").0);
    let zones = game.rules.overlay(&game.state, Some(Seat(0)), marshal, "command");
    let [x, y] = zones[0].outline[0];
    assert!((x / 1.27 - 300.0).abs() < 0.5 && (y / 1.27 - 420.0).abs() < 0.5, "{x} {y}");
}
