//! Chapters 6.1 and 6.2.

use crate::common::*;
use crate::moving::*;
use field::hexes::{Dir, Hand, Side as Aspect};
use musket_and_pike::movement::{MoveStep, Moving};
use musket_and_pike::state::{Formation, Mark, Morale, Orders};

/// One unit of a Wing under Make Ready, its leader at hand, no enemy on the map.
fn alone(piece: Piece) -> (Game, musket_and_pike::cards::UnitId) {
    let mut board = board();
    board.orders(A1, Orders::MakeReady);
    board.commander(A1, 0, "1112");
    let unit = board.unit(piece);
    let mut game = board.open();
    game.activate(A1);
    (game, unit)
}

#[test]
fn fronts_flanks_and_rears() {
    // MP 6.1a, 6.1b: two, two and two hexes for one; three, two and three for two.
    let count = |game: &Game, unit| {
        let hexes: Vec<_> = game.unit(unit).hexes().collect();
        let mut near: Vec<_> = hexes.iter().flat_map(|&hex| game.table().neighbours(hex)).collect();
        near.sort();
        near.dedup();
        near.retain(|hex| !hexes.contains(hex));
        [Aspect::Front, Aspect::Flank, Aspect::Rear]
            .map(|side| near.iter().filter(|&&hex| game.table().aspect(unit, hex) == Some(side)).count())
    };
    let (game, unit) = alone(heavy("foot", A1).at("1212", "n"));
    assert_eq!(count(&game, unit), [2, 2, 2]);
    let (game, unit) = alone(double_heavy("foot", A1).at("1212", "n"));
    assert_eq!(count(&game, unit), [3, 2, 3]);
}

#[test]
fn no_facing_without_order_or_on_wheels() {
    // MP 6.1c: wagons, limbered guns and Morale Broken units.
    for (piece, faces) in [
        (wagon("wagon", A1).at("1212", "n"), false),
        (gun("gun", A1).mark(Mark::Limbered).at("1212", "n"), false),
        (gun("gun", A1).at("1212", "n"), true),
        (heavy("foot", A1).state(Morale::Broken).at("1212", "n"), false),
        (heavy("foot", A1).at("1212", "n"), true),
    ] {
        let (game, unit) = alone(piece);
        assert_eq!(game.table().has_facing(unit), faces);
    }
    // MP 6.2.3b: limbered guns pay nothing for facing, they go any way.
    let (mut game, gun) = alone(gun("gun", A1).mark(Mark::Limbered).at("1212", "n"));
    start(&mut game, gun);
    assert_eq!(forbidden_by(&game, Turn(game.vertex("ne"))), "MP 6.1c");
    assert_eq!(forbidden_by(&game, CounterMarch), "MP 6.1c");
    for dir in Dir::ALL {
        assert!(offers(&game, Ahead(dir)));
    }
    choose(&mut game, Ahead(Dir::D3), &[]);
    assert_eq!(left(&game), 1);
}

#[test]
fn turning_costs_by_the_vertex() {
    // MP 6.2.1a: 1 for cavalry and Light Infantry. MP 6.2.1b: 2 for one-hex Heavy Infantry.
    for (piece, one, two) in [
        (cavalry("horse", A1).at("1212", "n"), 7, 6),
        (light("foot", A1).at("1212", "n"), 5, 4),
        (heavy("foot", A1).at("1212", "n"), 2, 0),
    ] {
        let (mut game, unit) = alone(piece.clone());
        start(&mut game, unit);
        let vertex = game.vertex("ne");
        choose(&mut game, Turn(vertex), &[]);
        assert_eq!((left(&game), facing(&game, unit)), (one, "ne".into()));

        let (mut game, unit) = alone(piece);
        start(&mut game, unit);
        let vertex = game.vertex("sw");
        choose(&mut game, Turn(vertex), &[]);
        assert_eq!(facing(&game, unit), "sw");
        assert_eq!(game.state.moves.last().map_or(0, Moving::left), two);
    }
}

#[test]
fn va7_a_wheel_in_the_clear_costs_two() {
    // MP VA7, 6.2.1c: one point and the ground of the moving half.
    let (mut game, unit) = alone(double_heavy("foot", A1).at("1212", "n"));
    start(&mut game, unit);
    assert_eq!(forbidden_by(&game, Turn(game.vertex("ne"))), "MP 6.2.1c");
    choose(&mut game, Wheel(Hand::Left), &[]);
    assert_eq!(left(&game), 2);
    // One half has stayed in its hex.
    assert_eq!(at(&game, unit)[0], "1212");
}

#[test]
fn va33_wheel_geometry() {
    // MP VA33: L = 1212, R = 1312 facing north; pivot on L: R goes to the centre front hex 1311 and the facing one vertex left.
    let (mut game, unit) = alone(double_heavy("foot", A1).at("1212", "n"));
    start(&mut game, unit);
    choose(&mut game, Wheel(Hand::Left), &[]);
    assert_eq!((at(&game, unit), facing(&game, unit)), (vec!["1212".to_string(), "1311".into()], "nw".into()));
    let fronts: Vec<_> =
        ["1112", "1211", "1210"].into_iter().map(|hex| game.table().fronts(unit, game.hex(hex))).collect();
    assert_eq!(fronts, [true; 3]);
    // The second wheel: R to 1211; 4 points in all, and the move is over.
    choose(&mut game, Wheel(Hand::Left), &[]);
    assert_eq!((at(&game, unit), facing(&game, unit)), (vec!["1212".to_string(), "1211".into()], "sw".into()));
    assert!(is_over(&game));
    // On the other half it goes the other way.
    let (mut game, unit) = alone(double_heavy("foot", A1).at("1212", "n"));
    start(&mut game, unit);
    choose(&mut game, Wheel(Hand::Right), &[]);
    assert_eq!((at(&game, unit), facing(&game, unit)), (vec!["1311".to_string(), "1312".into()], "ne".into()));
}

#[test]
fn two_hex_units_never_wheel_backward() {
    // MP 6.2.1d: the moving half always comes into a hex that was in front.
    let (mut game, unit) = alone(double_heavy("foot", A1).at("1212", "n"));
    start(&mut game, unit);
    for pivot in Hand::BOTH {
        let pose = game.table().pose(unit);
        let to = game.table().pose_wheeled(game.table().shape(unit), pose, pivot).unwrap();
        let fresh: Vec<_> = to.hexes().filter(|hex| !pose.covers(*hex)).collect();
        assert_eq!(fresh.len(), 1);
        assert!(game.table().fronts(unit, fresh[0]));
        assert!(offers(&game, Wheel(pivot)));
    }
}

#[test]
fn columns_turn_by_the_hexside() {
    // MP 6.2.1e: Heavy Infantry in Column pays 2 for each hexside, or vertex when it has one hex.
    let (mut game, unit) = alone(double_heavy("foot", A1).formation(Formation::Column).at("1212", "n"));
    start(&mut game, unit);
    let beside = game.unit(unit).facing.turned(Hand::Left, 1);
    assert_eq!(forbidden_by(&game, Turn(game.unit(unit).facing.opposite())), "MP 6.2.1e");
    choose(&mut game, Turn(beside), &[]);
    assert_eq!((left(&game), at(&game, unit)[1].as_str()), (4, "1312"));
    let (mut game, unit) = alone(heavy("foot", A1).formation(Formation::Column).at("1212", "n"));
    start(&mut game, unit);
    let vertex = game.vertex("ne");
    choose(&mut game, Turn(vertex), &[]);
    assert_eq!(left(&game), 4);
}

#[test]
fn a_counter_march_costs_two() {
    // MP 6.2.2a: any unit, 180 degrees, 2 points.
    for (piece, points, hexes) in [
        (cavalry("horse", A1).at("1212", "n"), 6, vec!["1212"]),
        (heavy("foot", A1).at("1212", "n"), 2, vec!["1212"]),
        (double_heavy("foot", A1).at("1212", "n"), 2, vec!["1312", "1212"]),
        (double_heavy("foot", A1).formation(Formation::Column).at("1212", "n"), 4, vec!["1312", "1212"]),
    ] {
        let (mut game, unit) = alone(piece);
        start(&mut game, unit);
        choose(&mut game, CounterMarch, &[]);
        assert_eq!((left(&game), facing(&game, unit)), (points, "s".into()));
        assert_eq!(at(&game, unit), hexes);
    }
    // A one-hex unit turns about by it, not by three vertices.
    let (mut game, unit) = alone(cavalry("horse", A1).at("1212", "n"));
    start(&mut game, unit);
    assert_eq!(forbidden_by(&game, Turn(game.vertex("s"))), "MP 6.2.2a");
}

#[test]
fn there_is_no_step_back() {
    // MP 6.2.2b: only front hexes are entered.
    for piece in [cavalry("horse", A1).at("1212", "n"), double_heavy("foot", A1).at("1212", "n")] {
        let (mut game, unit) = alone(piece);
        start(&mut game, unit);
        for dir in ["se", "sw", "e", "w"] {
            assert_eq!(forbidden_by(&game, Ahead(game.dir(dir))), "MP 7.1.1c");
        }
    }
}

#[test]
fn a_gun_turns_in_place_of_firing() {
    // MP 6.2.3a: any number of vertices, and it counts as Fired.
    let (mut game, gun_) = alone(gun("gun", A1).at("1212", "n"));
    act(&mut game, gun_);
    let vertex = game.vertex("s");
    choose(&mut game, TurnGun(vertex), &[]);
    assert!(game.unit(gun_).has(Mark::Fired) && game.unit(gun_).has(Mark::Acted));
    assert_eq!(facing(&game, gun_), "s");
    // Not when it has fired, is limbered, or Morale Broken.
    for (piece, rule) in [
        (gun("gun", A1).mark(Mark::Fired).at("1212", "n"), "MP 6.2.3a"),
        (gun("gun", A1).mark(Mark::Limbered).at("1212", "n"), "MP 6.2.3a"),
        (gun("gun", A1).state(Morale::Broken).at("1212", "n"), "MP 12.4.4a"),
    ] {
        let (mut game, gun) = alone(piece);
        act(&mut game, gun);
        assert_eq!(forbidden_by(&game, TurnGun(game.vertex("s"))), rule);
    }
}

#[test]
fn turning_next_to_an_enemy_lets_him_fire() {
    // MP 6.2.4a; all turning in one hex is one trigger (ruling G-A32).
    let mut board = board();
    board.commander(A1, 0, "1112");
    let horse = board.unit(cavalry("horse", A1).at("1212", "n"));
    let foot = board.unit(light("foot", B1).at("1312", "s"));
    board.commander(B1, 0, "1312");
    let mut game = board.open();
    game.activate(A1);
    start(&mut game, horse);
    let vertex = game.vertex("ne");
    choose(&mut game, Turn(vertex), &[]);
    assert_eq!(game.state.windows.len(), 1);
    assert_eq!(game.asked(), Some(game.table().seat(foot)));
    let seat = game.table().seat(foot);
    game.with(&[], |play| {
        play.decide(seat, musket_and_pike::decision::Decision::React(musket_and_pike::reaction::ReactChoice::Done));
    });
    assert_eq!(step(&game), Some(MoveStep::Next));
    let vertex = game.vertex("se");
    choose(&mut game, Turn(vertex), &[]);
    assert_eq!(game.state.windows.len(), 0);
}
