//! Chapter 13.4: rout movement. Side A runs south, side B north.

use crate::common::*;
use kernel::{Notation, Rulebook, Seat, Soundness};
use musket_and_pike::cards::UnitId;
use musket_and_pike::command::CommandChoice;
use musket_and_pike::decision::Decision;
use musket_and_pike::rally::RallyChoice;
use musket_and_pike::state::{Formation, LeaderPlace, Loss, Mark, Morale, Place};

const SEAT_A: Seat = Seat(0);

fn menu(game: &Game, seat: Seat) -> Vec<Decision> {
    let mut menu = Vec::new();
    let question = game.rules.ask(&game.state, seat, &mut menu);
    assert!(question.default < menu.len());
    for decision in &menu {
        assert!(game.rules.judge(&game.state, seat, decision).is_ok(), "{decision:?}");
    }
    menu
}

/// Runs the phase; the owner always takes the first way offered. `dice` are those of all checks.
fn rout_phase(game: &mut Game, dice: &[u8]) {
    game.with(dice, |play| {
        play.begin_rout_phase();
        play.advance();
        for _ in 0..200 {
            let Some(seat) = play.state.asked.first() else { return };
            let mut menu = Vec::new();
            play.rules.ask(play.state, seat, &mut menu);
            play.decide(seat, menu[0]);
        }
        panic!("the phase does not end");
    });
}

fn to_edge(game: &Game, unit: UnitId) -> u8 {
    game.rules.ground.distance_to_edge(game.table().side(unit), game.unit(unit).hex)
}

/// MP 13.4.1a, 3.3a, 12.4.3d: Broken units go their full unbroken allowance towards their edge; others and Broken guns (MP 12.4.4a) stay.
#[test]
fn the_broken_run_their_full_allowance() {
    let mut board = board();
    let horse = board.unit(cavalry("horse", A1).state(Morale::Broken).at("0410", "n"));
    let shot = board.unit(light("shot", A1).state(Morale::Broken).at("0810", "n"));
    let foot = board.unit(heavy("foot", A1).state(Morale::Broken).at("1210", "n"));
    let riders =
        board.unit(cavalry("riders", A1).card(|card| card.dismounted = true).state(Morale::Broken).at("1610", "n"));
    let enemy = board.unit(heavy("enemy", B1).state(Morale::Broken).at("2010", "s"));
    let guns = board.unit(gun("guns", A1).state(Morale::Broken).at("2212", "n"));
    let steady = board.unit(heavy("steady", A1).state(Morale::Shaken).at("2215", "n"));
    let mut game = board.open();
    let all = [horse, shot, foot, riders, enemy, guns, steady];
    let before = all.map(|unit| to_edge(&game, unit));
    rout_phase(&mut game, &[]);
    let gone: Vec<u8> = all.iter().zip(before).map(|(&unit, before)| before - to_edge(&game, unit)).collect();
    assert_eq!(gone, [8, 6, 4, 4, 4, 0, 0]);
}

/// D19 of MP 13.4.1a: the owner names the order of his units; each goes once.
#[test]
fn the_owner_names_the_order() {
    let mut board = board();
    let first = board.unit(heavy("first", A1).state(Morale::Broken).at("0410", "n"));
    let second = board.unit(heavy("second", A1).state(Morale::Broken).at("1210", "n"));
    let whole = board.unit(heavy("whole", A1).at("1610", "n"));
    let mut game = board.open();
    game.with(&[], |play| {
        play.begin_rout_phase();
        play.advance();
    });
    let next = |unit| Decision::Rally(RallyChoice::RoutNext { unit });
    assert_eq!(menu(&game, SEAT_A), [next(first), next(second)]);
    let refusal = game.rules.judge(&game.state, SEAT_A, &next(whole)).unwrap_err();
    assert_eq!(refusal.rule, "MP 13.4.1a");
    game.with(&[], |play| play.decide(SEAT_A, next(second)));
    assert!(game.state.routed.contains(second) && !game.state.routed.contains(first));
}

/// MP 13.4.1b: no formation hits on the way, though every hex of it is woods. MP 13.4.1c: the line of least resistance is the cheaper hex of two that are
/// equally near the edge.
#[test]
fn the_line_of_least_resistance() {
    let mut board = board();
    let unit = board.unit(heavy("foot", A1).state(Morale::Broken).at("1010", "n"));
    let start = board.hex("1010");
    let grid = &board.rules.ground.grid;
    let (west, east) =
        (grid.neighbour(start, board.dir("sw")).unwrap(), grid.neighbour(start, board.dir("se")).unwrap());
    let west_number = grid.number(west).to_string();
    board.terrain(&west_number, "woods");
    let mut game = board.open();
    game.with(&[], |play| {
        play.begin_rout_phase();
        play.advance();
    });
    assert_eq!(game.unit(unit).hex, east, "asked only where there is a choice");
    assert_eq!(game.unit(unit).formation, Formation::None);
    assert_eq!(menu(&game, SEAT_A).len(), 2);
}

/// MP V31 (MP 13.4.2a, 13.4.2b): Heavy Infantry that can use only 2 of 4 points loses 2; if that brings it to its threshold it is eliminated.
#[test]
fn v31_points_that_cannot_be_used_cost_strength() {
    let hemmed = |casualties: u8| {
        let mut board = board();
        let piece = heavy("foot", A1).strength(10).morale(8).casualties(casualties).state(Morale::Broken);
        let unit = board.unit(piece.at("1010", "n"));
        // Two hexes on, a marsh of 3 points a hex right across the map.
        for column in 1..=24 {
            board.terrain(&format!("{column:02}13"), "marsh");
        }
        let mut game = board.open();
        rout_phase(&mut game, &[]);
        (game, unit)
    };
    let (game, unit) = hemmed(0);
    assert_eq!(game.rules.ground.grid.number(game.unit(unit).hex).row, 12);
    assert_eq!(game.unit(unit).casualties, 2);
    assert_eq!(game.unit(unit).morale, Morale::Broken);
    let (game, unit) = hemmed(6);
    assert_eq!(game.unit(unit).place, Place::Gone(Loss::Eliminated), "threshold 8 reached: one level below Broken");
    assert!(game.unit(unit).has(Mark::ThresholdReached));
}

/// MP 13.4.3a: off the map it is eliminated, even with the last point. MP 5.2.2c: the Wing Commander with it goes to another unit.
#[test]
fn off_the_map_it_is_gone() {
    let mut board = board();
    let unit = board.unit(heavy("foot", A1).state(Morale::Broken).at("1021", "n"));
    let last = board.unit(heavy("last", A2).state(Morale::Broken).at("1520", "n"));
    let other = board.unit(heavy("other", A1).at("1010", "n"));
    let leader = board.commander(A1, 0, "1021");
    let mut game = board.open();
    game.with(&[], |play| {
        play.begin_rout_phase();
        play.advance();
        for _ in 0..60 {
            let Some(seat) = play.state.asked.first() else { return };
            let mut menu = Vec::new();
            play.rules.ask(play.state, seat, &mut menu);
            let go = Decision::Command(CommandChoice::Go { leader });
            let choice = if menu.contains(&go) { go } else { menu[0] };
            play.decide(seat, choice);
        }
    });
    assert_eq!(game.unit(unit).place, Place::Gone(Loss::Eliminated));
    assert_eq!(to_edge(&game, last), 0, "four points bring it to the edge and not beyond");
    assert_eq!(game.state.leaders[leader.ix()].place, LeaderPlace::Map);
    assert_eq!(game.state.leaders[leader.ix()].hex, game.unit(other).hex);
}

/// MP 5.2.2b: in this phase a Wing Commander may stay where he is.
#[test]
fn a_leader_may_stay() {
    let mut board = board();
    let unit = board.unit(heavy("foot", A1).state(Morale::Broken).at("1010", "n"));
    let leader = board.commander(A1, 0, "1010");
    let mut game = board.open();
    game.with(&[], |play| {
        play.begin_rout_phase();
        play.advance();
        for _ in 0..60 {
            let Some(seat) = play.state.asked.first() else { return };
            let mut menu = Vec::new();
            play.rules.ask(play.state, seat, &mut menu);
            let stay = Decision::Command(CommandChoice::Stay { leader });
            let choice = if menu.contains(&stay) { stay } else { menu[0] };
            play.decide(seat, choice);
        }
    });
    assert_eq!(game.state.leaders[leader.ix()].hex, game.hex("1010"));
    assert_ne!(game.unit(unit).hex, game.hex("1010"));
}

/// MP 8.2.1i: cavalry and Light Infantry part in a rout and each runs its own allowance.
#[test]
fn a_stack_splits() {
    let mut board = board();
    let horse = board.unit(cavalry("horse", A1).state(Morale::Broken).at("1010", "n"));
    let foot = board.unit(light("foot", A1).state(Morale::Broken).at("1010", "n"));
    board.together(horse, foot);
    let mut game = board.open();
    let before = to_edge(&game, horse);
    rout_phase(&mut game, &[]);
    assert_eq!([horse, foot].map(|unit| before - to_edge(&game, unit)), [8, 6]);
    assert_eq!([horse, foot].map(|unit| game.unit(unit).with), [None; 2]);
    for unit in [horse, foot] {
        assert_eq!(game.table().body_at(game.unit(unit).hex), Some(unit));
    }
    assert_eq!(game.table().body_at(game.hex("1010")), None);
}

/// Both hexes nearer to the edge than 1010.
fn nearer(board: &Board) -> [String; 2] {
    let grid = &board.rules.ground.grid;
    ["sw", "se"].map(|dir| grid.number(grid.neighbour(board.hex("1010"), board.dir(dir)).unwrap()).to_string())
}

/// MP 13.4.1d: it runs through friends if it comes out again; each unit passed checks its morale (MP 12.3a) before it goes on.
#[test]
fn it_runs_through_friends_who_check() {
    for (die, morale) in [(6, Morale::Normal), (7, Morale::Shaken)] {
        let mut board = board();
        let unit = board.unit(heavy("foot", A1).state(Morale::Broken).at("1010", "n"));
        let [west, east] = nearer(&board);
        let friend = board.unit(heavy("friend", A1).morale(6).at(&west, "n"));
        board.terrain(&east, "water");
        let mut game = board.open();
        let before = to_edge(&game, unit);
        // He may go round, too (MP 13.4.1d); here he does not.
        game.with(&[die], |play| {
            play.begin_rout_phase();
            play.advance();
            while let Some(seat) = play.state.asked.first() {
                let mut menu = Vec::new();
                play.rules.ask(play.state, seat, &mut menu);
                let straight = |decision: &Decision| play.rules.notate(decision).starts_with("rout-to s");
                let choice = menu.iter().copied().find(straight).unwrap();
                play.decide(seat, choice);
            }
        });
        assert_eq!(game.unit(friend).morale, morale, "die {die}");
        assert_eq!(before - to_edge(&game, unit), 4);
        assert_eq!(game.unit(unit).casualties, 0);
        assert_eq!(game.table().body_at(game.unit(friend).hex), Some(friend));
    }
}

/// Ruling MP G21: it never ends among friends; from a line it cannot come out of again it keeps away, and runs along it.
#[test]
fn it_never_ends_in_a_friends_hex() {
    let mut board = board();
    let unit = board.unit(heavy("foot", A1).strength(10).morale(8).state(Morale::Broken).at("1010", "n"));
    for (number, column) in (1..=24).enumerate() {
        // A line of friends, and a marsh behind it that the points left do not pay for.
        board.unit(heavy(&format!("line{number}"), A2).at(&format!("{column:02}12"), "n"));
        board.terrain(&format!("{column:02}13"), "marsh");
    }
    let mut game = board.open();
    rout_phase(&mut game, &[]);
    assert_eq!(game.rules.ground.grid.number(game.unit(unit).hex).row, 11);
    assert_eq!(game.unit(unit).casualties, 0, "there is room along the line: it runs round");
}

/// MP 13.4.1c: units in the way may be gone round, even if that brings it no nearer for the moment.
#[test]
fn it_runs_round_the_enemy() {
    let mut board = board();
    let unit = board.unit(heavy("foot", A1).state(Morale::Broken).at("1010", "n"));
    let [west, east] = nearer(&board);
    board.unit(heavy("one", B1).at(&west, "n"));
    board.unit(heavy("two", B1).at(&east, "n"));
    let mut game = board.open();
    let before = to_edge(&game, unit);
    rout_phase(&mut game, &[]);
    assert_eq!(before - to_edge(&game, unit), 3, "one hex aside, three on");
    assert_eq!(game.unit(unit).casualties, 0);
}

/// MP 13.4.2a: hemmed in on all sides it stays and loses a strength point for each of its four points.
#[test]
fn hemmed_in_it_pays_with_men() {
    let mut board = board();
    let unit = board.unit(heavy("foot", A1).strength(10).morale(8).state(Morale::Broken).at("1010", "n"));
    let start = board.hex("1010");
    let around: Vec<String> = board
        .rules
        .ground
        .grid
        .neighbours(start)
        .iter()
        .flatten()
        .map(|hex| board.rules.ground.grid.number(*hex).to_string())
        .collect();
    for (number, hex) in around.iter().enumerate() {
        board.unit(heavy(&format!("enemy{number}"), B1).at(hex, "n"));
    }
    let mut game = board.open();
    rout_phase(&mut game, &[]);
    assert_eq!((game.unit(unit).hex, game.unit(unit).casualties), (start, 4));
}

/// MP 13.4.1c: two-hex units may pivot, to squeeze through a gap of one hex; MP 13.4.1a: one half needs to use the allowance in full.
#[test]
fn a_two_hex_unit_squeezes_through() {
    let mut board = board();
    let unit = board.unit(double_heavy("foot", A1).state(Morale::Broken).at("1010", "n"));
    for column in (1..=24).filter(|&column| column != 11) {
        board.terrain(&format!("{column:02}11"), "water");
    }
    let mut game = board.open();
    rout_phase(&mut game, &[]);
    let now = game.unit(unit);
    let grid = &game.rules.ground.grid;
    let rows: Vec<u8> = now.hexes().map(|hex| grid.number(hex).row).collect();
    assert!(rows.iter().all(|&row| row >= 11), "{rows:?}");
    assert_eq!(rows.iter().max(), Some(&14));
    assert!(grid.adjacent(now.hex, now.other.unwrap()));
    assert_eq!(grid.neighbour(now.hex, now.facing.aside(field::hexes::Hand::Right)), now.other);
    assert_eq!(now.casualties, 0);
}

/// MP 13.4.1d, ruling MP G21: two hexes wide it runs through friends as well, and each of them checks once.
#[test]
fn a_two_hex_unit_runs_through_friends() {
    let mut board = board();
    let unit = board.unit(double_heavy("foot", A1).state(Morale::Broken).at("1010", "n"));
    // A line of friends right across, each of two hexes.
    let line: Vec<UnitId> = (0..12)
        .map(|number| {
            board
                .unit(double_heavy(&format!("line{number}"), A2).morale(6).at(&format!("{:02}12", 2 * number + 1), "n"))
        })
        .collect();
    let mut game = board.open();
    let before = to_edge(&game, unit);
    game.with(&[7], |play| {
        play.begin_rout_phase();
        play.advance();
        while let Some(seat) = play.state.asked.first() {
            let mut menu = Vec::new();
            play.rules.ask(play.state, seat, &mut menu);
            // Abreast, towards the east.
            let abreast =
                |decision: &&Decision| matches!(decision, Decision::Rally(RallyChoice::RoutTo { lead: None, .. }));
            let choice = *menu.iter().rev().find(abreast).unwrap_or(&menu[0]);
            play.decide(seat, choice);
        }
    });
    assert_eq!(before - to_edge(&game, unit), 4, "{}", game.told());
    let shaken = line.iter().filter(|&&friend| game.unit(friend).morale == Morale::Shaken).count();
    assert_eq!((shaken, game.unit(unit).casualties), (1, 0), "it stood in both hexes of its way");
}

/// A river along a row with a bridge hex in it.
fn river(board: &mut Board, row: u8, bridge: &str) {
    for column in 1..=24 {
        board.terrain(&format!("{column:02}{row:02}"), "water");
    }
    board.terrain(bridge, "bridge");
}

/// MP 7.3.5b: routing it goes over a bridge one half after the other, and stays on none.
#[test]
fn a_two_hex_unit_routs_over_a_bridge() {
    let rows = |start: &str, broken: bool| {
        let mut board = board();
        let unit = board
            .unit(double_heavy("foot", A1).state(if broken { Morale::Broken } else { Morale::Shaken }).at(start, "n"));
        river(&mut board, 12, "1012");
        let mut game = board.open();
        rout_phase(&mut game, &[]);
        let grid = &game.rules.ground.grid;
        let rows: Vec<u8> = game.unit(unit).hexes().map(|hex| grid.number(hex).row).collect();
        (rows, game.unit(unit).casualties)
    };
    // Three rows on there is land again for both halves.
    assert_eq!(rows("1011", true), (vec![14, 15], 0));
    // Two points are not enough to leave it again: it stays on this side.
    let (end, lost) = rows("1009", true);
    assert!(end.iter().all(|&row| row < 12), "{end:?}");
    assert_eq!(lost, 0);
    assert_eq!(rows("1011", false).0, [11, 11]);
}

/// MP G.6, 7.3.5b: so does one that has just broken, over a bridge on a hexside.
#[test]
fn a_two_hex_unit_that_breaks_runs_over_a_bridge() {
    let after = |bridge: bool| {
        let mut board = board();
        let unit = board.unit(double_heavy("foot", A1).state(Morale::Shaken).at("1011", "n"));
        // Hexsides nobody crosses, right across the map, but for one.
        for column in 1..=24 {
            for dir in ["sw", "se"] {
                board.hexside(&format!("{column:02}11"), dir, "pike-wagon");
            }
        }
        if bridge {
            board.hexside("1011", "se", "bridge");
        }
        let mut game = board.open();
        game.activate(B1);
        game.with(&[], |play| {
            play.lose_level(unit, None);
            play.advance();
            while let Some(seat) = play.state.asked.first() {
                let mut menu = Vec::new();
                play.rules.ask(play.state, seat, &mut menu);
                play.decide(seat, menu[0]);
            }
        });
        assert_eq!(game.unit(unit).morale, Morale::Broken);
        assert_eq!(game.rules.invariants(&game.state), Ok(()));
        let grid = &game.rules.ground.grid;
        let now = game.unit(unit);
        assert_eq!(grid.neighbour(now.hex, now.facing.aside(field::hexes::Hand::Right)), now.other);
        now.hexes().map(|hex| grid.number(hex).row).collect::<Vec<u8>>()
    };
    assert_eq!(after(true), [12, 13]);
    assert!(after(false).iter().all(|&row| row <= 11));
}
