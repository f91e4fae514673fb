//! Headings 5, 7 and 8: how far who goes.

use crate::game::{Game, LINE, area, chief, line, unit};

/// Whether a unit under a competent leader who rolls that, or on its own initiative where nobody rolls, goes so far
/// and not a tenth of a base width farther.
fn goes(options: &str, what: &str, off: f64, ground: &[String], roll: &[u8], far: f64) -> bool {
    let mut parts = vec![
        chief("red", "competent", [14.0, 4.0]),
        unit("red", [12.0, 6.0], what),
        unit("blue", [12.0, 6.0 + off], LINE),
    ];
    parts.extend_from_slice(ground);
    let mut game = Game::with(options, "orders", &parts);
    game.says("red", "order red move", &[]);
    if !roll.is_empty() {
        game.says("red", "test red-chief", roll);
    }
    if game.topic("red") != "move" {
        game.pass_to("red", "move", &[]);
    }
    game.says("red", "pick red", &[]);
    let may = |far: f64| game.refused("red", &format!("move advance {}", (far * 60.0).round())).is_empty();
    may(far) && !may(far + 0.1)
}

fn road() -> String {
    line("road", "road", "[[12.0, 0.0], [12.0, 30.0]]")
}

fn under(kind: &str) -> String {
    area(kind, "ground", [6.0, 2.0, 18.0, 20.0])
}

const SAME: [u8; 2] = [3, 4];
const FAILS: [u8; 2] = [4, 5];
const BY_TWO: [u8; 2] = [3, 3];

#[test]
fn foot_on_the_march() {
    // SSS 7.1, 8.1, 5.2, 5.5, 38.7: loose order 4, column of attack +1, road +1, the leader fails -1: 5. A column of
    // march of the same near the enemy: half as much again of 4, and twice as much farther off.
    let loose = |formation: &str| format!("{LINE}\norder = \"loose\"\nformation = \"{formation}\"");
    assert!(goes("", &loose("column-of-attack"), 8.0, &[road()], &FAILS, 5.0));
    assert!(goes("", &loose("column-of-march"), 8.0, &[road()], &FAILS, 6.0));
    assert!(goes("", &loose("column-of-march"), 14.0, &[road()], &FAILS, 8.0));
    // Not in column of march, far off: half as much again of 4 + 1.
    assert!(goes("", &loose("line"), 14.0, &[], &BY_TWO, 7.5));
    // Extra heavy armour -1.
    let iron = format!("{LINE}\narmour = \"extra-heavy\"\nformation = \"column-of-march\"");
    assert!(goes("", &iron, 14.0, &[], &SAME, 4.0));
    // Pikes march at half as much again wherever the enemy is.
    let pikes = "arm = \"infantry\"\nbases = 6\npike-bases = 2\nmissile = \"musket\"\nformation = \"column-of-march\"";
    assert!(goes("pike-and-shot = \"on\"", pikes, 14.0, &[road()], &SAME, 6.0));
}

#[test]
fn bad_ground_and_who_minds_it() {
    // SSS 8.1, 41.3: difficult -2, rough -3, nothing for skirmishers; elephants mind rough ground only, by 2; at least
    // half a base width is gone (G9).
    let foot = |order: &str| format!("{LINE}\norder = \"{order}\"");
    assert!(goes("", &foot("close"), 8.0, &[under("difficult")], &SAME, 1.0));
    assert!(goes("", &foot("close"), 8.0, &[under("rough")], &SAME, 0.5));
    assert!(goes("", &foot("loose"), 8.0, &[under("rough")], &SAME, 1.0));
    assert!(goes("", &foot("open"), 8.0, &[under("rough")], &SAME, 2.0));
    assert!(goes("", &foot("skirmish"), 8.0, &[under("rough")], &[], 5.0));
    let light = "arm = \"light-cavalry\"\norder = \"loose\"\nbases = 4";
    assert!(goes("", light, 10.0, &[under("difficult")], &[], 6.0));
    let elephants = "arm = \"elephants\"\nbases = 2\ncrew = 2";
    assert!(goes("elephants = \"on\"", elephants, 8.0, &[under("difficult")], &SAME, 4.0));
    assert!(goes("elephants = \"on\"", elephants, 8.0, &[under("rough")], &SAME, 2.0));
}

#[test]
fn horse_and_guns_far_from_the_enemy() {
    // SSS 7.1, 8.1, 5.5: (5 + 2) and half as much again; horse guns of the later kind, limbered, on a road (8 + 1) and
    // half of it; a superior margin is for mounted units 2, for guns 1.
    assert!(goes("", "arm = \"heavy-cavalry\"\nbases = 4", 14.0, &[], &BY_TWO, 10.5));
    let guns = "arm = \"napoleonic-horse-artillery\"\nguns = [\"light\", \"light\"]\nformation = \"limbered\"";
    assert!(goes("", guns, 16.0, &[road()], &[], 13.5));
    let foot = "arm = \"foot-artillery\"\nguns = [\"medium\"]\nformation = \"limbered\"";
    assert!(goes("", foot, 10.0, &[], &BY_TWO, 4.0));
}

#[test]
fn blunders_and_top_form() {
    // SSS 5.3, 5.6, T2, T3: a double 6 and 2: foot -2, horse -3. A double 1 and 4: foot +2, and difficult ground costs
    // nothing.
    assert!(goes("", LINE, 8.0, &[], &[6, 6, 2], 1.0));
    assert!(goes("", "arm = \"heavy-cavalry\"\nbases = 4", 10.0, &[], &[6, 6, 2], 2.0));
    assert!(goes("", "arm = \"heavy-cavalry\"\nbases = 4", 10.0, &[], &[6, 6, 1], 3.0));
    assert!(goes("", LINE, 8.0, &[under("difficult")], &[1, 1, 4], 5.0));
    assert!(goes("", LINE, 8.0, &[under("difficult")], &[1, 1, 3], 3.0));
    assert!(goes("", LINE, 8.0, &[under("rough")], &[1, 1, 4], 2.0));
}
