//! CF 7: visibility.

use crate::game::{FOOT, GUN, Game, area, hill, line, unit};

/// Whether red at 700, 100 sees blue straight north of it so many yards off, both facing each other, with things between.
fn sees(options: &str, off: f64, parts: &[String]) -> [bool; 2] {
    let mut all = vec![unit("red", [700.0, 100.0], FOOT), unit("blue", [700.0, 100.0 + off], FOOT)];
    all.extend(parts.iter().cloned());
    both(&Game::still(options, &all))
}

fn both(game: &Game) -> [bool; 2] {
    let (red, blue) = (game.id("red"), game.id("blue"));
    [game.table().sees(red, blue), game.table().sees(blue, red)]
}

/// A long line of foot across the way, so far from red.
fn screen(key: &str, off: f64, what: &str) -> String {
    unit(key, [700.0, 100.0 + off], &format!("class = \"foot\"\nbattalions = [5, 4]\n{what}"))
}

const SEEN: [bool; 2] = [true, true];
const HIDDEN: [bool; 2] = [false, false];

#[test]
fn sight_has_no_limit_and_no_direction() {
    // CF 7.1, 7.2
    assert_eq!(sees("", 800.0, &[]), SEEN);
    let back = [
        unit("red", [700.0, 100.0], &format!("{FOOT}\nfacing = \"south\"")),
        unit("blue", [700.0, 860.0], &format!("{FOOT}\nfacing = \"north\"")),
    ];
    assert_eq!(both(&Game::still("", &back)), SEEN);
}

#[test]
fn ground_and_formed_units_block() {
    // CF 7.3, 7.9
    assert_eq!(sees("", 400.0, &[area("light-woods", "wood", [500.0, 250.0, 900.0, 300.0])]), HIDDEN);
    assert_eq!(sees("", 400.0, &[area("town", "town", [500.0, 250.0, 900.0, 300.0])]), HIDDEN);
    assert_eq!(sees("", 400.0, &[area("rough", "scrub", [500.0, 250.0, 900.0, 300.0])]), SEEN);
    assert_eq!(sees("", 400.0, &[hill([500.0, 250.0, 900.0, 300.0], 1)]), HIDDEN);
    assert_eq!(sees("", 400.0, &[screen("red-screen", 200.0, "")]), HIDDEN);
    assert_eq!(sees("", 400.0, &[screen("blue-screen", 200.0, "")]), HIDDEN);
    // A line past its end is enough: the screen is narrower than the two at either end.
    assert_eq!(sees("", 400.0, &[unit("red-screen", [700.0, 300.0], "class = \"foot\"\nbattalions = [3]")]), SEEN);
    // Guns have no formation.
    assert_eq!(sees("", 400.0, &[unit("red-gun", [700.0, 200.0], GUN)]), SEEN);
}

#[test]
fn hills_hide_only_what_is_lower() {
    // CF 7.3, G26
    let low = hill([500.0, 200.0, 900.0, 300.0], 1);
    let under_red = hill([500.0, 40.0, 900.0, 120.0], 1);
    assert_eq!(sees("", 400.0, &[low.clone(), under_red.clone()]), SEEN);
    assert_eq!(sees("", 400.0, &[hill([500.0, 200.0, 900.0, 300.0], 2), under_red]), HIDDEN);
    // Both on the same hill.
    assert_eq!(sees("", 400.0, &[hill([500.0, 50.0, 900.0, 600.0], 1)]), SEEN);
}

#[test]
fn in_woods_one_sees_forty_yards() {
    // CF 7.4: 40 yds from front to front in the same wood, and 50.
    let wood = area("light-woods", "wood", [400.0, 20.0, 1000.0, 600.0]);
    assert_eq!(sees("", 40.0, std::slice::from_ref(&wood)), SEEN);
    assert_eq!(sees("", 50.0, &[wood]), HIDDEN);
}

#[test]
fn from_the_edge_one_sees_and_is_not_seen() {
    // CF 7.5, 7.6, G26
    let edge = |depth: f64| area("light-woods", "wood", [400.0, 20.0, 1000.0, 100.0 + depth]);
    assert_eq!(sees("", 300.0, &[edge(10.0)]), [true, false]);
    assert_eq!(sees("", 300.0, &[edge(20.0)]), [true, false]);
    // Deeper in the wood it sees nothing outside it.
    assert_eq!(sees("", 300.0, &[edge(45.0)]), HIDDEN);
    // The other edge of a deep wood is no edge on this side.
    let deep = area("light-woods", "wood", [400.0, 70.0, 1000.0, 250.0]);
    assert_eq!(sees("", 300.0, &[deep]), HIDDEN);
    // From 40 yds it is seen.
    assert_eq!(sees("", 40.0, &[edge(10.0)]), SEEN);
}

#[test]
fn who_shoots_from_the_edge_is_seen() {
    // CF 7.6, G26: in the turn of the shot and in the next.
    let seen = |start: &str| {
        let parts = [
            unit("red", [700.0, 100.0], &format!("{FOOT}\nstart = {{ {start} }}")),
            unit("blue", [700.0, 400.0], FOOT),
            area("light-woods", "wood", [400.0, 20.0, 1000.0, 110.0]),
        ];
        both(&Game::still("", &parts))[1]
    };
    assert!(!seen(""));
    assert!(seen("fired = true"));
    assert!(seen("fired-last-turn = true"));
}

#[test]
fn higher_ground_looks_over_troops_without_smoke() {
    // CF 7.7, 7.8
    let up = hill([500.0, 40.0, 900.0, 120.0], 1);
    assert_eq!(sees("", 400.0, &[up.clone(), screen("red-screen", 200.0, "")]), SEEN);
    assert_eq!(
        sees("", 400.0, &[up.clone(), screen("red-screen", 200.0, "start = { fired-last-turn = true }")]),
        HIDDEN
    );
    // 40 yds from its front to the rear of the screen, and a little less.
    assert_eq!(sees("", 400.0, &[up.clone(), screen("red-screen", 60.0, "")]), SEEN);
    assert_eq!(sees("", 400.0, &[up.clone(), screen("red-screen", 35.0, "")]), HIDDEN);
    // Never over woods and towns.
    assert_eq!(sees("", 400.0, &[up.clone(), area("light-woods", "wood", [400.0, 250.0, 1000.0, 300.0])]), HIDDEN);
    // The screen stands on the hill too.
    let broad = hill([500.0, 40.0, 900.0, 330.0], 1);
    assert_eq!(sees("", 400.0, &[broad, screen("red-screen", 200.0, "")]), HIDDEN);
}

#[test]
fn smoke_of_this_turn_is_a_reading() {
    // CF 7.7, G26
    let seen = |options: &str| {
        let parts = [
            unit("red", [700.0, 100.0], FOOT),
            unit("blue", [700.0, 500.0], FOOT),
            hill([500.0, 40.0, 900.0, 120.0], 1),
            screen("red-screen", 200.0, "start = { fired = true }"),
        ];
        both(&Game::still(options, &parts))[0]
    };
    assert!(seen(""));
    assert!(!seen("smoke = \"last-and-this\""));
}

#[test]
fn fortresses_are_higher_ground() {
    // CF 7.7
    let wall = line("heavy-works", "the rampart", "[[400, 105], [1000, 105]]");
    assert!(sees("", 400.0, &[wall, screen("blue-screen", 200.0, "")])[0]);
    let hedge = line("hedgerow", "the hedge", "[[400, 105], [1000, 105]]");
    assert!(!sees("", 400.0, &[hedge, screen("blue-screen", 200.0, "")])[0]);
}

#[test]
fn unformed_troops_hide_what_is_farther_than_forty_yards_behind() {
    // CF 7.10
    let loose = |off: f64| unit("red-loose", [700.0, 100.0 + off], "class = \"hussars\"\nsquadrons = [2, 2, 2]");
    // Blue's front 35 yds beyond the front of the hussars.
    assert!(sees("", 400.0, &[loose(365.0)])[0]);
    assert!(!sees("", 400.0, &[loose(300.0)])[0]);
    // Blue sees red, who is close behind them; red does not see blue.
    assert_eq!(sees("", 400.0, &[loose(60.0)]), [false, true]);
}

#[test]
fn leaders_see_as_units_do_and_hide_nobody() {
    // CF 7.9
    let parts = [
        unit("red", [700.0, 100.0], FOOT),
        unit("blue", [700.0, 500.0], FOOT),
        crate::game::leader("red-marshal", "marshal", [700.0, 200.0], ""),
        crate::game::leader("blue-marshal", "marshal", [300.0, 500.0], ""),
        area("light-woods", "wood", [200.0, 250.0, 400.0, 400.0]),
    ];
    let game = Game::still("", &parts);
    let (table, red, blue) = (game.table(), game.id("red"), game.id("blue"));
    assert_eq!(both(&game), SEEN);
    assert!(table.leader_sees(game.leader_id("red-marshal"), blue));
    assert!(table.sees_leader(blue, game.leader_id("red-marshal")));
    assert!(table.side_sees(kernel::Side(1), red));
    // From behind the wood.
    let hidden = [
        unit("red", [300.0, 100.0], FOOT),
        unit("blue", [1200.0, 900.0], FOOT),
        crate::game::leader("blue-marshal", "marshal", [300.0, 500.0], ""),
        area("light-woods", "wood", [100.0, 250.0, 500.0, 400.0]),
    ];
    let game = Game::still("", &hidden);
    assert!(!game.table().leader_sees(game.leader_id("blue-marshal"), game.id("red")));
    assert!(!game.table().sees_leader(game.id("red"), game.leader_id("blue-marshal")));
}

#[test]
fn troops_are_looked_for_from_the_whole_edge() {
    // CF 5.13, G68
    use close_fire::cards::TableEdge;
    let seen = |wood: [f64; 4]| {
        let parts =
            [unit("red", [700.0, 100.0], FOOT), unit("blue", [700.0, 700.0], FOOT), area("light-woods", "wood", wood)];
        let game = Game::still("", &parts);
        game.table().seen_from_edge(TableEdge::South, game.id("blue"))
    };
    assert!(seen([600.0, 400.0, 800.0, 500.0]));
    assert!(!seen([0.0, 400.0, 1440.0, 500.0]));
}
