//! CF 9: the sequence of play.

use crate::game::{FOOT, Game, brigade, leader, unit};

fn armies(more: &[String]) -> Vec<String> {
    let mut parts = vec![
        unit("red", [700.0, 100.0], FOOT),
        unit("blue", [700.0, 860.0], FOOT),
        brigade("red-brigade", [700.0, 60.0], ""),
        brigade("blue-brigade", [700.0, 900.0], ""),
    ];
    parts.extend(more.iter().cloned());
    parts
}

#[test]
fn the_high_score_goes_first_or_second() {
    // CF 9.3, 9.4
    let mut game = Game::turn("", &armies(&[]), &[3, 3, 2, 5]);
    assert_eq!((game.topic("red"), game.topic("blue")), ("none", "first-or-second"));
    game.says("blue", "go second", &[]);
    // The first player is red in every phase.
    assert_eq!((game.state.turn, game.state.first.0, game.state.active.0), (1, 0, 0));
    game.pass_to("red", "first-or-second", &[6, 1]);
    assert_eq!(game.state.turn, 2);
    game.says("red", "go second", &[]);
    assert_eq!((game.state.first.0, game.state.active.0), (1, 1));
}

#[test]
fn an_exceptional_marshal_on_the_table_adds_one() {
    // CF 9.3, G14: 4 + 1 beats 4; without him it is a tie and rolled again.
    let marshal = |what: &str| leader("red-marshal", "marshal", [700.0, 60.0], what);
    let game = Game::turn("", &armies(&[marshal("exceptional = true")]), &[4, 4]);
    assert_eq!(game.topic("red"), "first-or-second");
    let game = Game::turn("", &armies(&[marshal("")]), &[4, 4, 1, 2]);
    assert_eq!(game.topic("blue"), "first-or-second");
}

#[test]
fn an_attacker_goes_first_on_turn_one() {
    // CF 9.2, 5.17: nothing is rolled for the first turn; for the second it is.
    let tables = "[frame]\nkind = \"prepared\"\nattacker = \"blue\"\n[victory]\nobjective = \"mill\"\n\
                  [[positions]]\nkey = \"mill\"\nat = [700, 100]\n";
    let mut game = Game::headed("", tables, &armies(&[]), &[]);
    assert_eq!((game.state.turn, game.state.first.0), (1, 1));
    game.pass_to("red", "first-or-second", &[6, 2]);
    assert_eq!(game.state.turn, 2);
}

#[test]
fn a_battle_ends_with_its_last_turn() {
    // CF G1: nothing lost on either side is a draw.
    let mut game = Game::headed("turns = 1", "", &armies(&[]), &[6, 1]);
    game.says("red", "go first", &[]);
    game.pass_to("red", "none", &[]);
    for _ in 0..20 {
        if game.state.over.is_none() {
            let side = if game.topic("red") == "none" { "blue" } else { "red" };
            game.says(side, "done", &[]);
        }
    }
    let ending = game.state.over.unwrap();
    assert_eq!((ending.winner, ending.lost), (None, [0, 0]));
}

#[test]
fn right_to_left_is_told_from_ones_own_edge() {
    // CF 9.5, G15
    let parts = [
        unit("red-west", [300.0, 100.0], FOOT),
        unit("red-east", [900.0, 100.0], FOOT),
        unit("blue-west", [300.0, 860.0], FOOT),
        unit("blue-east", [900.0, 860.0], FOOT),
        brigade("red-brigade", [600.0, 60.0], ""),
        brigade("blue-brigade", [600.0, 900.0], ""),
    ];
    let game = Game::still("", &parts);
    let order = |side: u8| -> Vec<String> {
        let units = game.table().right_to_left(kernel::Side(side));
        units.iter().map(|&id| game.table().name(id).into_owned()).collect()
    };
    assert_eq!(order(0), ["red-east", "red-west"]);
    assert_eq!(order(1), ["blue-west", "blue-east"]);
}

#[test]
fn combat_is_simultaneous_and_the_rest_is_not() {
    // CF 9.1, 9.6, 9.14: what red's muskets do counts at once against blue's, what close fire does counts when all have fought.
    let foe = |y: f64| unit("blue", [700.0, y], FOOT);
    let mut game = Game::at("musketry", &[unit("red", [700.0, 300.0], FOOT), foe(380.0)]);
    assert_eq!((game.topic("red"), game.topic("blue")), ("give-fire", "none"));
    game.says("red", "volley red blue", &[6, 6, 1, 1]);
    assert_eq!((game.topic("red"), game.topic("blue")), ("none", "give-fire"));
    // Two stands out of four fire: two dice.
    game.says("blue", "volley blue red", &[1, 1]);
    // In close fire both are scored as they stand: the points that each takes count against neither.
    let red = unit("red", [700.0, 300.0], &crate::combat::troops("foot", "[4]", "", ""));
    let blue = unit("blue", [700.0, 330.0], &crate::combat::still("foot", "[4]", "", ""));
    let game = crate::combat::fight("", &[red, blue], &[3, 3, 6, 1]);
    let points = ["red", "blue"].map(|key| crate::combat::factor(&game, key, "CF 15.17"));
    assert_eq!((points, ["red", "blue"].map(|key| game.unit(key).dps > 0)), ([0, 0], [true, true]));
}

#[test]
fn guns_fire_at_whomever_they_reach() {
    // CF 9.7: guns, and no foot, at any target in range that its leader points out.
    let parts = [
        brigade("red-brigade", [700.0, 260.0], ""),
        unit("red-gun", [700.0, 300.0], "class = \"gun\""),
        unit("red", [900.0, 300.0], FOOT),
        unit("blue", [640.0, 380.0], FOOT),
        unit("blue-far", [820.0, 560.0], FOOT),
        unit("blue-off", [700.0, 900.0], FOOT),
    ];
    let game = Game::at("artillery", &parts);
    assert_eq!(game.topic("red"), "fire-gun");
    let menu = game.menu("red");
    assert_eq!(menu.iter().filter(|words| words.starts_with("shoot")).count(), 2, "{menu:?}");
    assert!(["shoot red-gun blue no", "shoot red-gun blue-far no"].iter().all(|words| menu.contains(&(*words).into())));
}

#[test]
fn charges_then_combat_then_what_follows() {
    // CF 9.12: charges are declared and answered, then they run, then all is fought, then whoever won or lost goes where he goes.
    let horse = |key: &str, y: f64| unit(key, [700.0, y], &crate::combat::troops("horse", "[2, 2]", "", ""));
    let mut game = crate::combat::fight("", &[horse("red", 300.0), horse("blue", 360.0)], &[]);
    let mut topics = vec![game.topic("red")];
    game.says("red", "charge red blue no", &[]);
    topics.push(game.topic("blue"));
    game.done("blue", &[]);
    topics.push(game.topic("red"));
    game.says("red", "charge-dice red 2", &[]);
    topics.push(game.topic("blue"));
    // Seven tens of yards, and the dice of the combat: red wins by far.
    game.says("blue", "receive blue", &[3, 4, 6, 2, 3, 3, 1, 3, 3, 1, 6, 1]);
    topics.push(game.topic("red"));
    assert_eq!(topics[..4], ["declare-charges", "declare-charges", "charge-dice", "meet-charge"]);
    let place = |rule: &str| game.told.iter().position(|entry| entry.rule == rule);
    let order = ["CF 14.3", "CF 14.10", "CF 15.3", "CF 16.1"].map(|rule| place(rule).unwrap_or(usize::MAX));
    assert!(order.is_sorted() && order[3] < usize::MAX, "{order:?} {topics:?}");
    let left = game.told[order[3]..].iter().any(|entry| entry.rule.starts_with("CF 17."));
    assert!(left, "{:#?}", crate::game::titles(&game.told));
}
