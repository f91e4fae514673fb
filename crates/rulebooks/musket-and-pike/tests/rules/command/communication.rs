//! Lines of communication.

use super::*;

#[test]
fn va25_a_line_of_communication_runs_from_unit_to_unit() {
    // MP VA25, 5.4.2a, 5.4.2b, 5.4.2c.
    for (last, in_command) in [("1210", true), ("1310", false)] {
        let mut board = board();
        board.commander(A1, 0, "0510");
        let first = board.unit(heavy("u1", A1).at("0710", "n"));
        let second = board.unit(heavy("u2", A1).at("0910", "n"));
        let horse = board.unit(cavalry("c", A1).at(last, "n"));
        let game = board.open();
        assert!(game.table().in_command(first) && game.table().in_command(second));
        assert_eq!(game.table().in_command(horse), in_command, "{last}");
    }
}

#[test]
fn va25_a_disabled_gun_is_no_link() {
    // MP VA25, 5.4.2e.
    for (place, in_command) in
        [(Place::Map, true), (Place::Wreck { captured: true }, false), (Place::Wreck { captured: false }, false)]
    {
        let mut board = board();
        board.commander(A1, 0, "0510");
        let guns = board.unit(gun("u1", A1).at("0710", "n"));
        let second = board.unit(heavy("u2", A1).at("0910", "n"));
        let horse = board.unit(cavalry("c", A1).at("1210", "n"));
        let mut game = board.open();
        if place != Place::Map {
            game.state.lift(guns);
            game.state.units[guns.ix()].place = place;
        }
        assert_eq!(game.table().in_command(second), in_command);
        assert_eq!(game.table().in_command(horse), in_command);
    }
}

#[test]
fn va25_enemies_and_impassable_ground_bar_the_line() {
    // MP VA25, 5.4.2d.
    let straight = |change: &dyn Fn(&mut Board)| {
        let mut board = board();
        board.commander(A1, 0, "0510");
        let horse = board.unit(cavalry("c", A1).at("0810", "n"));
        change(&mut board);
        board.open().table().in_command(horse)
    };
    let enemy = |board: &mut Board, hex: &str| {
        board.unit(light("enemy", B1).at(hex, "s"));
    };
    assert!(straight(&|_| {}));
    // Three hexes along one row leave one way only.
    assert!(!straight(&|board| enemy(board, "0610")));
    assert!(!straight(&|board| enemy(board, "0710")));
    assert!(straight(&|board| enemy(board, "0711")));
    assert!(!straight(&|board| board.terrain("0710", "water")));
    assert!(!straight(&|board| board.hexside("0610", "e", "pike-wagon")));
    // What bars some kinds of units only does not bar a messenger; nor does a captured wagon.
    assert!(straight(&|board| board.terrain("0710", "marsh")));
    assert!(straight(&|board| {
        board.unit(wagon("prize", B1).at("0710", "s").mark(Mark::Captured));
    }));
    // A road leads over the water.
    assert!(straight(&|board| {
        board.terrain("0710", "water");
        board.road("0710", "e");
        board.road("0710", "w");
    }));
}

#[test]
fn a_line_goes_round_what_bars_it_within_its_reach() {
    // MP 5.4.2d.
    let commanded = |enemies: &[&str]| {
        let mut board = board();
        board.commander(A1, 0, "0510");
        // Two ways of two hexes lead here, over 0511 and over 0611.
        let foot = board.unit(heavy("h", A1).at("0512", "n"));
        let grid = &board.rules.ground.grid;
        assert_eq!(grid.distance(board.hex("0510"), board.hex("0512")), 2);
        for hex in ["0511", "0611"] {
            let hex = board.hex(hex);
            assert!(grid.adjacent(hex, board.hex("0510")) && grid.adjacent(hex, board.hex("0512")));
        }
        for (index, hex) in enemies.iter().enumerate() {
            board.unit(light(&format!("enemy{index}"), B1).at(hex, "s"));
        }
        board.open().table().in_command(foot)
    };
    assert!(commanded(&[]) && commanded(&["0511"]) && commanded(&["0611"]));
    assert!(!commanded(&["0511", "0611"]));
}

#[test]
fn va26_each_link_has_the_reach_of_the_unit_that_looks_for_it() {
    // MP VA26, 5.4.2b.
    let mut board = board();
    board.commander(A1, 0, "0510");
    let horse = board.unit(cavalry("c", A1).at("0810", "n"));
    let foot = board.unit(heavy("h", A1).at("1110", "n"));
    let game = board.open();
    assert!(game.table().in_command(horse));
    assert!(!game.table().in_command(foot));
    assert_eq!(game.table().out_of_command(), [foot].into_iter().collect());
}

#[test]
fn only_units_of_the_same_wing_are_links() {
    // MP 5.4.1b, 5.4.2c, 5.2.1a.
    let mut board = board();
    board.commander(A1, 0, "0510");
    board.commander(A2, 0, "0910");
    board.unit(heavy("stranger", A2).at("0710", "n"));
    let foot = board.unit(heavy("h", A1).at("0910", "n"));
    assert!(!board.open().table().in_command(foot));
}

#[test]
fn wagons_are_in_command_but_link_only_what_could_trace() {
    // MP 5.4.1a, G-A34.
    let commanded = |at: &str, foot: &str| {
        let mut board = board();
        board.commander(A1, 0, "0510");
        let wagon = board.unit(wagon("w", A1).at(at, "n"));
        let foot = board.unit(heavy("h", A1).at(foot, "n"));
        let game = board.open();
        [wagon, foot].map(|unit| game.table().in_command(unit))
    };
    assert_eq!(commanded("0710", "0910"), [true, true]);
    assert_eq!(commanded("0810", "1010"), [true, false]);
}

#[test]
fn a_leader_on_a_two_hex_unit_stands_in_one_of_its_hexes() {
    // MP 5.4.2f.
    for (hex, in_command) in [("0610", true), ("0510", false)] {
        let mut board = board();
        board.unit(double_heavy("d", A2).at("0510", "n"));
        board.commander(A1, 0, hex);
        let foot = board.unit(heavy("h", A1).at("0810", "n"));
        assert_eq!(board.open().table().in_command(foot), in_command, "{hex}");
    }
}

#[test]
fn both_hexes_of_a_two_hex_unit_trace_and_link() {
    // MP 5.4.2b, 5.4.2c.
    let mut board = board();
    board.commander(A1, 0, "0510");
    let wide = board.unit(double_heavy("d", A1).at("0710", "n"));
    let foot = board.unit(heavy("h", A1).at("1010", "n"));
    let game = board.open();
    assert_eq!(game.unit(wide).other, Some(game.hex("0810")));
    assert!(game.table().in_command(foot));
}

#[test]
fn command_is_tested_at_the_instant_a_unit_acts() {
    // MP 5.4.2a, 5.4.2g, 5.4.2h.
    let mut board = board();
    let commander = board.commander(A1, 0, "0510");
    let foot = board.unit(heavy("h", A1).at("0810", "n"));
    let mut game = board.open();
    assert!(!game.table().in_command(foot));
    game.state.leaders[commander.ix()].hex = game.hex("0610");
    assert!(game.table().in_command(foot));
    game.with(&[], |play| play.remove_leader(commander, Cause::Fire));
    assert!(!game.table().in_command(foot));
}

#[test]
fn what_is_still_to_come_is_in_command_as_it_enters() {
    // MP G-A60.
    let mut board = board();
    board.commander(A1, 0, "0510");
    let late = board.unit(heavy("late", A1));
    assert!(board.open().table().in_command(late));
}
