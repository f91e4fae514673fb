//! Chapter 10.9 and 14.4: lines of sight.

use crate::common::*;
use musket_and_pike::ground::Slope;
use musket_and_pike::sight::Purpose;
use musket_and_pike::state::{Mark, Place};

/// Whether a unit of the first side in one hex sees another hex, for a purpose.
fn sees(board: Board, from: &str, to: &str, purpose: Purpose) -> bool {
    let mut board = board;
    let viewer = board.unit(light("viewer", A1).at(from, "n"));
    let game = board.open();
    game.table().sees(viewer, game.hex(from), game.hex(to), purpose)
}

fn clear(board: Board, from: &str, to: &str) -> bool {
    sees(board, from, to, Purpose::Sight)
}

/// A ridge: everything from that row northwards is one level up, with steep slopes along its southern edge.
fn steep_plateau(board: &mut Board, last_row: u8) {
    for column in 1..=24 {
        for row in 1..=last_row {
            board.height(&format!("{column:02}{row:02}"), 1);
        }
        let edge = format!("{column:02}{last_row:02}");
        board.slope(&edge, "sw", Slope::Steep);
        board.slope(&edge, "se", Slope::Steep);
    }
}

#[test]
fn wagons_heavy_infantry_and_cavalry_block_and_nobody_else_does() {
    // MP 10.9.1a
    for (piece, blocks) in [
        (heavy("x", A1), true),
        (heavy("x", B1), true),
        (cavalry("x", B1), true),
        (croats("x", B1), true),
        (wagon("x", A1), true),
        (light("x", B1), false),
        (gun("x", B1), false),
    ] {
        let mut board = board();
        let class = piece.card.class;
        board.unit(piece.at("1211", "n"));
        assert_eq!(clear(board, "1011", "1411"), !blocks, "{class:?}");
    }
    let mut led = board();
    led.commander(B1, 0, "1211");
    assert!(clear(led, "1011", "1411"), "leaders do not block");
}

#[test]
fn an_enemy_gun_blocks_an_interception() {
    // MP 9.3.1g, 10.9.1b
    for (wing, blocks) in [(A1, false), (B1, true)] {
        let mut board = board();
        board.unit(gun("x", wing).at("1211", "n"));
        assert_eq!(sees(board, "1011", "1411", Purpose::Interception), !blocks);
    }
}

#[test]
fn guns_do_not_fire_through_any_unit() {
    // MP 10.9.2d
    for piece in [light("x", A1), gun("x", A1), heavy("x", B1)] {
        let mut board = board();
        board.unit(piece.at("1211", "n"));
        assert!(!sees(board, "1011", "1411", Purpose::Artillery));
    }
}

#[test]
fn wrecked_guns_are_no_units() {
    // MP 10.8.9f
    let mut board = board();
    let wreck = board.unit(gun("x", B1).at("1211", "n"));
    let viewer = board.unit(light("viewer", A1).at("1011", "n"));
    let mut game = board.open();
    game.state.lift(wreck);
    game.state.units[wreck.ix()].place = Place::Wreck { captured: false };
    assert!(game.table().sees(viewer, game.hex("1011"), game.hex("1411"), Purpose::Artillery));
}

#[test]
fn blocking_ground_is_seen_into_but_not_through() {
    // MP 10.9.2a, 10.9.4a
    let with_woods = || {
        let mut board = board();
        board.terrain("1211", "woods");
        board
    };
    assert!(clear(with_woods(), "1011", "1211"), "into it");
    assert!(clear(with_woods(), "1211", "1411"), "out of it");
    assert!(!clear(with_woods(), "1011", "1411"), "through it");
    let mut marsh = board();
    marsh.terrain("1211", "marsh");
    assert!(clear(marsh, "1011", "1411"));
}

#[test]
fn a_line_that_clips_a_blocking_hex_is_blocked() {
    // MP 10.9.5a: the line from 1011 to 1310 only just enters 1110 and 1211.
    for (woods, open) in [("1111", false), ("1110", false), ("1211", false), ("1210", false), ("1010", true)] {
        let mut board = board();
        board.terrain(woods, "woods");
        assert_eq!(clear(board, "1011", "1310"), open, "woods in {woods}");
    }
}

#[test]
fn a_spine_is_blocked_only_on_both_sides() {
    // MP 10.9.5b: from 1211 straight north to 1209, between 1110 and 1210.
    for (woods, open) in [(vec!["1110"], true), (vec!["1210"], true), (vec!["1110", "1210"], false)] {
        let mut board = board();
        woods.iter().for_each(|hex| board.terrain(hex, "woods"));
        assert_eq!(clear(board, "1211", "1209"), open, "{woods:?}");
    }
    let mut mixed = board();
    mixed.terrain("1110", "woods");
    mixed.unit(heavy("x", B1).at("1210", "s"));
    assert!(!clear(mixed, "1211", "1209"), "a unit on one side, woods on the other");
}

#[test]
fn a_two_hex_unit_is_seen_at_either_of_its_hexes() {
    // MP 10.9.5c
    let mut board = board();
    let viewer = board.unit(light("viewer", A1).at("1011", "n"));
    let target = board.unit(double_heavy("target", B1).at("1211", "n"));
    let game = board.open();
    let (table, from) = (game.table(), game.hex("1011"));
    assert!(table.sees(viewer, from, game.hex("1211"), Purpose::Sight), "the near half");
    assert!(!table.sees(viewer, from, game.hex("1311"), Purpose::Sight), "the far half, behind the near one");
    assert!(table.sees_unit(viewer, target, Purpose::Sight));
}

#[test]
fn high_ground_blocks_between_steep_slopes_only() {
    // MP 10.9.2b, 10.9.2c, 10.9.3c
    for (slope, open) in [(Slope::Steep, false), (Slope::DoubleSteep, false), (Slope::Gentle, true)] {
        let mut board = board();
        board.height("1211", 1);
        for dir in ["ne", "e", "se", "sw", "w", "nw"] {
            board.slope("1211", dir, slope);
        }
        assert_eq!(clear(board, "1011", "1411"), open, "{slope:?}");
    }
}

#[test]
fn v17_dead_zone_below_a_steep_slope() {
    // MP V17, 10.9.3d; ruling MP G7: one hex back from the crest hex, one hex of dead zone.
    let plateau = || {
        let mut board = board();
        steep_plateau(&mut board, 10);
        board
    };
    // Straight down the spine from 1209: crest in row 10, the first hex below it in row 11.
    assert!(clear(plateau(), "1210", "1211"), "from the crest itself");
    assert!(!clear(plateau(), "1209", "1211"), "in the dead zone");
    assert!(clear(plateau(), "1209", "1213"), "beyond it");
    // MP 10.9.5d: the same from below.
    assert!(!clear(plateau(), "1211", "1209"));
    assert!(clear(plateau(), "1213", "1209"));
    // Two hexes back: two hexes deep.
    assert!(!clear(plateau(), "1208", "1211"));
    assert!(!clear(plateau(), "1208", "1212"));
    assert!(clear(plateau(), "1208", "1214"));
    let mut woods = plateau();
    woods.terrain("1113", "woods");
    woods.terrain("1213", "woods");
    assert!(!clear(woods, "1209", "1214"), "a line that clips woods beyond the dead zone");
}

#[test]
fn the_same_depth_below_every_further_steep_slope() {
    // MP 10.9.3e
    let terraces = || {
        let mut board = board();
        steep_plateau(&mut board, 14);
        for column in 1..=24 {
            for row in 1..=10 {
                board.height(&format!("{column:02}{row:02}"), 2);
            }
            let edge = format!("{column:02}10");
            board.slope(&edge, "sw", Slope::Steep);
            board.slope(&edge, "se", Slope::Steep);
        }
        board
    };
    assert!(!clear(terraces(), "1209", "1211"), "below the upper slope");
    assert!(clear(terraces(), "1209", "1213"), "between them");
    assert!(!clear(terraces(), "1209", "1215"), "below the lower slope");
    assert!(clear(terraces(), "1209", "1217"), "beyond both");
}

#[test]
fn what_stands_in_a_dead_zone_is_overlooked_but_not_ridden_through() {
    // MP 10.9.3f, 10.9.3g, 10.9.2d
    let occupied = || {
        let mut board = board();
        steep_plateau(&mut board, 10);
        board.unit(heavy("x", B1).at("1111", "n"));
        board.unit(heavy("y", B1).at("1211", "n"));
        board
    };
    assert!(clear(occupied(), "1209", "1213"));
    assert!(sees(occupied(), "1209", "1213", Purpose::Artillery), "guns fire over units in a dead zone");
    assert!(!sees(occupied(), "1209", "1213", Purpose::Interception));
}

#[test]
fn from_above_woods_hide_only_the_hex_behind_them() {
    // MP 10.9.4b
    let looking_down = || {
        let mut board = board();
        steep_plateau(&mut board, 10);
        for column in 1..=24 {
            board.terrain(&format!("{column:02}13"), "woods");
        }
        board
    };
    assert!(!clear(looking_down(), "1210", "1214"), "right behind the woods");
    assert!(clear(looking_down(), "1210", "1216"), "farther on");
}

#[test]
fn low_woods_between_heights_are_overlooked() {
    // MP 10.9.4c
    let mut board = board();
    for column in 1..=24 {
        for row in [8, 9, 15, 16] {
            board.height(&format!("{column:02}{row:02}"), 1);
        }
        board.terrain(&format!("{column:02}12"), "woods");
    }
    assert!(clear(board, "1209", "1215"));
}

#[test]
fn hexsides_that_block() {
    // MP 10.9.3a: a wall blocks even for those who stand behind it.
    let walled = |key: &str| {
        let mut board = board();
        for hex in ["1110", "1210", "1310"] {
            board.hexside(hex, "sw", key);
            board.hexside(hex, "se", key);
        }
        board
    };
    assert!(!clear(walled("wall"), "1211", "1209"));
    assert!(!clear(walled("wall"), "1210", "1211"), "next to it");
    // MP 10.9.3b, 14.4b: a reciprocal one lets neighbours see each other.
    assert!(clear(walled("hedge"), "1210", "1211"));
    // MP 14.4c, 14.4d: those at the hedge see out, others see to the hedge and no farther.
    assert!(clear(walled("hedge"), "1211", "1208"), "from behind the hedge");
    assert!(clear(walled("hedge"), "1213", "1210"), "into the hex behind it");
    assert!(!clear(walled("hedge"), "1213", "1209"), "beyond it");
    assert!(clear(walled("stream"), "1213", "1209"), "a stream blocks nothing");
}

#[test]
fn hedges_do_not_block_from_above_a_steep_slope() {
    // MP 14.4d
    let below_the_slope = |steep: bool| {
        let mut board = board();
        if steep {
            steep_plateau(&mut board, 10);
        }
        for column in 10..=14 {
            board.hexside(&format!("{column:02}13"), "sw", "hedge");
            board.hexside(&format!("{column:02}13"), "se", "hedge");
        }
        board
    };
    assert!(!clear(below_the_slope(false), "1210", "1216"));
    assert!(clear(below_the_slope(true), "1210", "1216"));
}

#[test]
fn light_infantry_under_cavalry_is_hidden_in_the_stack() {
    // MP 10.9.1a: the cavalry blocks, whoever is with it.
    let mut board = board();
    let horse = board.unit(cavalry("horse", B1).at("1211", "n"));
    let foot = board.unit(light("foot", B1).at("1211", "n"));
    board.together(horse, foot);
    assert!(!clear(board, "1011", "1411"));
}

#[test]
fn sight_is_mutual() {
    // MP 10.9.5d, over all pairs of a small rough map.
    let mut board = board();
    steep_plateau(&mut board, 9);
    board.terrain("1012", "woods");
    board.terrain("1311", "village");
    board.unit(heavy("x", B1).at("1112", "n").mark(Mark::Acted));
    let viewer = board.unit(light("viewer", A1).at("0101", "n"));
    let game = board.open();
    let hexes: Vec<_> = ["0908", "1007", "1109", "1210", "1310", "1411", "0912", "1213", "1314", "1015"]
        .map(|hex| game.hex(hex))
        .into();
    for &a in &hexes {
        for &b in &hexes {
            for purpose in [Purpose::Sight, Purpose::Artillery] {
                let there = game.table().sees(viewer, a, b, purpose);
                assert_eq!(there, game.table().sees(viewer, b, a, purpose), "{a:?} {b:?}");
            }
        }
    }
}
