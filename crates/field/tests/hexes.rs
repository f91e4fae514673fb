//! The hex map: numbering, neighbours, bodies of several hexes, arcs, lines, hexsides.

#![allow(clippy::unwrap_used)]

use field::hexes::*;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// The same cases every time, so that a run tells of a change in the code and of nothing else.
fn config() -> ProptestConfig {
    ProptestConfig {
        cases: 1_000,
        rng_seed: RngSeed::Fixed(1632),
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

/// A map of either orientation, shoved either way, numbered from anywhere.
fn plans() -> impl Strategy<Value = Plan> {
    (1_u8..40, 1_u8..40, any::<[bool; 3]>(), 0_u8..3, 0_u8..3).prop_map(
        |(columns, rows, [flat, even, north], first_column, first_row)| Plan {
            columns,
            rows,
            orientation: if flat { Orientation::FlatTop } else { Orientation::PointyTop },
            shoved: if even { Shoved::Even } else { Shoved::Odd },
            first_column,
            first_row,
            rows_from: if north { RowsFrom::North } else { RowsFrom::South },
        },
    )
}

fn grids() -> impl Strategy<Value = Grid> {
    plans().prop_map(|plan| Grid::new(plan).unwrap())
}

/// A map and some of its hexes.
fn places<const N: usize>() -> impl Strategy<Value = (Grid, [Hex; N])> {
    (grids(), any::<[prop::sample::Index; N]>()).prop_map(|(grid, indices)| {
        let hexes = indices.map(|index| Hex::new(index.index(grid.len()) as u16));
        (grid, hexes)
    })
}

fn dirs() -> impl Strategy<Value = Dir> {
    (0_usize..6).prop_map(Dir::from_index)
}

fn vertices() -> impl Strategy<Value = Vertex> {
    (0_usize..6).prop_map(Vertex::from_index)
}

fn hands() -> impl Strategy<Value = Hand> {
    any::<bool>().prop_map(|left| if left { Hand::Left } else { Hand::Right })
}

fn ways(reach: i16) -> impl Strategy<Value = Offset> {
    (-reach..=reach, -reach..=reach).prop_map(|(q, r)| Offset::new(q, r))
}

fn grid(columns: u8, rows: u8, orientation: Orientation) -> Grid {
    Grid::new(Plan::new(columns, rows, orientation, Shoved::Even)).unwrap()
}

/// A wide pointy-top map and a hex in the middle of it, as in the catalogues' drawings.
fn open() -> (Grid, Hex) {
    let grid = grid(30, 30, Orientation::PointyTop);
    let middle = grid.parse("1515").unwrap();
    (grid, middle)
}

/// The place of an offset in the plane, where neighbours are 1 apart; independent of the code under test.
fn plane(way: Offset) -> (f64, f64) {
    let (q, r) = (f64::from(way.q), f64::from(way.r));
    (q + r / 2.0, r * 3.0_f64.sqrt() / 2.0)
}

// Numbers and neighbours

#[test]
fn hexes_are_numbered_by_column_and_row() {
    let grid = grid(25, 20, Orientation::FlatTop);
    let hex = grid.parse("1204").unwrap();
    assert_eq!(grid.number(hex).to_string(), "1204");
    assert_eq!(grid.number(Hex::new(0)).to_string(), "0101");
    assert_eq!(grid.parse("2520").unwrap().index(), grid.len() - 1);
    for wrong in ["", "12", "12045", "12x4", "１２04", "+104"] {
        assert_eq!(grid.parse(wrong), Err(HexFault::NotANumber(wrong.to_string())));
    }
    for off in ["2604", "0021", "1200", "9999"] {
        let fault = grid.parse(off).unwrap_err();
        assert_eq!(fault.to_string(), format!("hex {off} is not on this map, which runs from 0101 to 2520"));
    }
}

#[test]
fn flat_top_columns_are_shoved_south() {
    let grid = grid(10, 10, Orientation::FlatTop);
    let around = |number: &str| {
        let hex = grid.parse(number).unwrap();
        Dir::ALL.map(|dir| grid.neighbour(hex, dir).map(|hex| grid.number(hex).to_string()).unwrap_or_default())
    };
    assert_eq!(around("0404"), ["0403", "0504", "0505", "0405", "0305", "0304"]);
    assert_eq!(around("0303"), ["0302", "0402", "0403", "0304", "0203", "0202"]);
    assert_eq!(around("0101"), ["", "", "0201", "0102", "", ""]);
}

#[test]
fn pointy_top_rows_are_shoved_east() {
    let grid = grid(10, 10, Orientation::PointyTop);
    let around = |number: &str| {
        let hex = grid.parse(number).unwrap();
        Dir::ALL.map(|dir| grid.neighbour(hex, dir).map(|hex| grid.number(hex).to_string()).unwrap_or_default())
    };
    assert_eq!(around("0404"), ["0403", "0503", "0504", "0505", "0405", "0304"]);
    assert_eq!(around("0303"), ["0202", "0302", "0403", "0304", "0204", "0203"]);
}

#[test]
fn rows_may_be_numbered_from_the_south() {
    let plan = Plan { rows_from: RowsFrom::South, ..Plan::new(10, 10, Orientation::FlatTop, Shoved::Odd) };
    let grid = Grid::new(plan).unwrap();
    let hex = grid.parse("0401").unwrap();
    assert!(grid.on_edge(hex, MapEdge::South));
    assert_eq!(grid.neighbour(hex, Dir::D0).map(|hex| grid.number(hex).to_string()), Some("0402".to_string()));
}

#[test]
fn impossible_maps_are_refused() {
    let plan = |columns, rows| Plan::new(columns, rows, Orientation::FlatTop, Shoved::Even);
    assert_eq!(Grid::new(plan(0, 5)).unwrap_err(), PlanFault::Empty);
    assert_eq!(Grid::new(plan(128, 129)).unwrap_err(), PlanFault::TooManyHexes(16_512));
    let beyond = Plan { first_column: 200, ..plan(57, 5) };
    assert_eq!(Grid::new(beyond).unwrap_err(), PlanFault::NumbersRunOut);
    assert_eq!(Grid::new(plan(128, 128)).unwrap().len(), MAX_HEXES);
}

/// The largest map there is: every hex has a number of its own, neighbours, and a place in a set.
#[test]
fn the_largest_map() {
    let grid = Grid::new(Plan::new(128, 128, Orientation::PointyTop, Shoved::Even)).unwrap();
    for hex in grid.hexes() {
        assert_eq!(grid.parse(&grid.number(hex).to_string()), Ok(hex));
        for (dir, next) in Dir::ALL.into_iter().filter_map(|dir| Some((dir, grid.neighbour(hex, dir)?))) {
            assert_eq!(grid.neighbour(next, dir.opposite()), Some(hex));
        }
    }
    let (near, far) = (grid.parse("9999").unwrap(), grid.parse("128100").unwrap());
    assert_eq!((grid.number(near).to_string(), grid.number(far).to_string()), ("9999".into(), "128100".into()));
    assert!(grid.parse("099099").is_err() && grid.parse("129100").is_err() && grid.parse("999999").is_err());
    let mut set = HexSet::of(&grid, grid.hexes().filter(|hex| hex.index() % 3 == 0));
    assert_eq!((set.len(), set.iter().count()), (5_462, 5_462));
    assert!(set.iter().all(|hex| hex.index() % 3 == 0));
    let last = grid.hexes().last().unwrap();
    assert!(set.contains(last) && !set.insert(last));
    set.remove(last);
    assert!(!set.contains(last) && set.insert(last));
    let copy = set.clone();
    assert_eq!(copy, set);
    set.reset(&grid);
    assert!(set.is_empty() && copy != set);
}

/// A set is as long as its map, and what is on another map is not in it.
#[test]
fn a_set_takes_its_length_from_the_map() {
    let (small, large) = (grid(5, 5, Orientation::FlatTop), grid(100, 50, Orientation::FlatTop));
    let mut set = HexSet::new(&small);
    let far = large.hexes().last().unwrap();
    assert!(!set.insert(far) && !set.contains(far) && set.is_empty());
    assert_eq!(HexSet::of(&small, small.hexes()).len(), 25);
    assert_ne!(HexSet::new(&small), HexSet::new(&large));
    set.insert(small.hexes().last().unwrap());
    set.reset(&large);
    assert!(set.is_empty() && set.insert(far) && set == HexSet::of(&large, [far]));
}

#[test]
fn a_set_takes_the_hexes_around_one() {
    let (grid, hex) = open();
    let mut set = HexSet::new(&grid);
    set.insert_around(&grid, hex);
    assert!(set.iter().eq(grid.hexes().filter(|&other| grid.distance(hex, other) == 1)));
}

/// Whatever is written about a hex is read of that hex and of no other, on maps small and large.
#[test]
fn every_hex_has_a_value_of_its_own() {
    for (columns, rows) in [(10, 10), (64, 32), (65, 32), (128, 128)] {
        let grid = grid(columns, rows, Orientation::FlatTop);
        let mut values: PerHex<u16> = PerHex::default();
        assert!(grid.hexes().all(|hex| values.get(hex) == 0));
        grid.hexes().for_each(|hex| values.set(hex, hex.index() as u16 + 1));
        assert!(grid.hexes().all(|hex| usize::from(values.get(hex)) == hex.index() + 1));
    }
}

/// With room made beforehand nothing asks for memory.
#[test]
fn what_is_remembered_of_hexes_asks_for_memory_once() {
    let large = grid(128, 128, Orientation::FlatTop);
    let mut values: PerHex<u8> = PerHex::default();
    values.make_room(&large);
    let mut set = HexSet::new(&large);
    let write = |values: &mut PerHex<u8>| {
        allocation_counter::measure(|| large.hexes().for_each(|hex| values.set(hex, 1))).count_total
    };
    assert_eq!(write(&mut values), 0);
    assert!(write(&mut PerHex::default()) > 0);
    let hex = large.parse("6060").unwrap();
    let again = allocation_counter::measure(|| {
        set.reset(&large);
        set.insert_around(&large, hex);
    });
    assert_eq!(again.count_total, 0);
}

/// Bodies of several hexes stand on all of them, in the place of the hex that is theirs; who leaves takes nobody along.
#[test]
fn who_stands_where() {
    let grid = grid(80, 80, Orientation::PointyTop);
    let mut standing: Standing<u16, 2> = Standing::default();
    let line = Rank::on(&grid, grid.parse("6060").unwrap(), Vertex::V0, 4).unwrap();
    let (first, last) = (line.left(), line.end(&grid, Hand::Right));
    standing.put(300, line.hexes(&grid), 0);
    standing.put(0, [last], 1);
    assert!(line.hexes(&grid).all(|hex| standing.at(hex, 0) == Some(300)));
    assert_eq!((standing.at(first, 1), standing.at(last, 1)), (None, Some(0)));
    standing.put(301, [first], 0);
    standing.lift(300, line.hexes(&grid), 0);
    assert_eq!((standing.at(first, 0), standing.at(last, 0)), (Some(301), None));
    standing.lift(0, [last], 1);
    assert!(standing.is_empty(last) && !standing.is_empty(first));
}

#[test]
fn directions_have_compass_names() {
    let flat = grid(5, 5, Orientation::FlatTop);
    let pointy = grid(5, 5, Orientation::PointyTop);
    assert_eq!((flat.dir_named("n"), pointy.vertex_named("N")), (Ok(Dir::D0), Ok(Vertex::V0)));
    assert_eq!((flat.dir_degrees(Dir::D1), pointy.dir_degrees(Dir::D0)), (60, 330));
    assert_eq!((flat.vertex_degrees(Vertex::V1), pointy.vertex_degrees(Vertex::V0)), (90, 0));
    assert_eq!(pointy.dir_named("N").unwrap_err().to_string(), "“N” is none of NW, NE, E, SE, SW, W");
    for grid in [flat, pointy] {
        for dir in Dir::ALL {
            assert_eq!(grid.dir_named(grid.dir_name(dir)), Ok(dir));
        }
        for vertex in Vertex::ALL {
            assert_eq!(grid.vertex_named(grid.vertex_name(vertex)), Ok(vertex));
        }
    }
}

#[test]
fn directions_and_hexes_are_written_as_numbers() {
    assert_eq!(serde_json::to_string(&(Hex::new(7), Dir::D4, Vertex::V5)).unwrap(), "[7,4,5]");
    assert_eq!(serde_json::from_str::<(Hex, Dir)>("[7,4]").unwrap(), (Hex::new(7), Dir::D4));
    assert!(serde_json::from_str::<Dir>("6").is_err());
    assert_eq!((size_of::<Hex>(), size_of::<Option<Hex>>(), size_of::<Option<Vertex>>()), (2, 2, 1));
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn a_number_leads_back_to_its_hex((grid, [hex]) in places()) {
        prop_assert_eq!(grid.parse(&grid.number(hex).to_string()), Ok(hex));
    }

    #[test]
    fn neighbours_are_mutual_and_one_away((grid, [hex]) in places(), dir in dirs()) {
        if let Some(beyond) = grid.neighbour(hex, dir) {
            prop_assert_eq!(grid.neighbour(beyond, dir.opposite()), Some(hex));
            prop_assert_eq!(grid.distance(hex, beyond), 1);
            prop_assert_eq!(grid.direction(hex, beyond), Some(dir));
        }
    }

    /// Flood from one hex over neighbours counts the same steps as the arithmetic.
    #[test]
    fn distance_is_the_number_of_steps((grid, [a, b]) in places()) {
        let mut seen = BTreeSet::from([a]);
        let mut ring = vec![a];
        let mut steps = 0;
        while !seen.contains(&b) {
            ring = ring.iter().flat_map(|&hex| grid.neighbours(hex).iter().flatten().copied().collect::<Vec<_>>())
                .filter(|&hex| seen.insert(hex)).collect();
            steps += 1;
        }
        prop_assert_eq!(grid.distance(a, b), steps);
        prop_assert_eq!(grid.distance(b, a), steps);
    }

    #[test]
    fn an_offset_leads_from_hex_to_hex((grid, [a, b]) in places(), way in ways(60)) {
        let offset = grid.offset(a, b);
        prop_assert_eq!(grid.at(a, offset), Some(b));
        let stretch = Stretch { length: offset.length(), nearer: offset.nearer() };
        prop_assert_eq!(grid.stretch(grid.pin(a), grid.pin(b)), stretch);
        prop_assert_eq!(grid.direction(a, b), offset.direction());
        if let Some(there) = grid.at(a, way) {
            prop_assert_eq!(grid.offset(a, there), way);
        } else {
            prop_assert!(grid.hexes().all(|hex| grid.offset(a, hex) != way));
        }
    }

    #[test]
    fn within_finds_just_the_near_hexes((grid, [hex]) in places(), radius in 0_u16..6) {
        let near: BTreeSet<Hex> = grid.within(hex, radius).collect();
        let wanted: BTreeSet<Hex> = grid.hexes().filter(|&other| grid.distance(hex, other) <= radius).collect();
        prop_assert_eq!(near, wanted);
    }

    /// The picture agrees with the tables: neighbours 1 apart, in the direction that is named, corners shared.
    #[test]
    fn places_in_the_world((grid, [hex]) in places(), dir in dirs()) {
        let [x, y] = grid.centre(hex);
        prop_assert_eq!(grid.hex_at([x, y]), Some(hex));
        let [width, height] = grid.size();
        for [cx, cy] in grid.corners(hex) {
            prop_assert!((cx - x).hypot(cy - y) - 3.0_f64.sqrt().recip() < 1e-4);
            prop_assert!(cx > -1e-4 && cy > -1e-4 && cx < width + 1e-4 && cy < height + 1e-4);
        }
        if let Some(beyond) = grid.neighbour(hex, dir) {
            let [bx, by] = grid.centre(beyond);
            let angle = f64::from(grid.dir_degrees(dir)).to_radians();
            prop_assert!((bx - x - angle.sin()).abs() < 1e-4 && (by - y - angle.cos()).abs() < 1e-4);
            let [left, right] = dir.ends();
            let (mine, theirs) = (grid.corners(hex), grid.corners(beyond));
            prop_assert_eq!(mine[left.index()], theirs[left.left(2).index()]);
            prop_assert_eq!(mine[right.index()], theirs[right.right(2).index()]);
        }
        for vertex in Vertex::ALL {
            let [cx, cy] = grid.corners(hex)[vertex.index()];
            let angle = f64::from(grid.vertex_degrees(vertex)).to_radians();
            let radius = 3.0_f64.sqrt().recip();
            prop_assert!((cx - x - angle.sin() * radius).abs() < 1e-4 && (cy - y - angle.cos() * radius).abs() < 1e-4);
        }
    }

    #[test]
    fn edges_of_the_map((grid, [hex]) in places()) {
        for edge in MapEdge::ALL {
            let nearest = grid.edge_hexes(edge).map(|border| grid.distance(hex, border)).min();
            prop_assert_eq!(nearest, Some(u16::from(grid.to_edge(hex, edge))));
        }
        let inner = MapEdge::ALL.into_iter().all(|edge| !grid.on_edge(hex, edge));
        prop_assert!(!inner || grid.inner_sides(hex) == DirSet::ALL);
    }

    #[test]
    fn turning_there_and_back(dir in dirs(), vertex in vertices(), places in 0_u8..12, way in ways(30)) {
        prop_assert_eq!(dir.right(places).left(places), dir);
        prop_assert_eq!(vertex.left(places).right(places), vertex);
        prop_assert_eq!(dir.opposite().opposite(), dir);
        prop_assert_eq!(dir.offset().right(places), dir.right(places).offset());
        prop_assert_eq!(vertex.axis().left(places), vertex.left(places).axis());
        prop_assert_eq!(way.right(places).left(places), way);
        prop_assert_eq!(way.right(places).length(), way.length());
        prop_assert_eq!(dir.turns_to(dir.right(places)), (places % 6).min(6 - places % 6));
        prop_assert_eq!(dir.around(1).right(places), dir.right(places).around(1));
    }

    #[test]
    fn arithmetic_of_ways_agrees_with_the_plane(a in ways(20), b in ways(20)) {
        let ((ax, ay), (bx, by)) = (plane(a), plane(b));
        prop_assert!((f64::from(a.dot(b)) / 2.0 - (ax * bx + ay * by)).abs() < 1e-6);
        prop_assert!((f64::from(a.cross(b)) * 3.0_f64.sqrt() / 2.0 - (ax * by - ay * bx)).abs() < 1e-6);
    }
}

// Facings, arcs and bodies

#[test]
fn a_hex_facing_a_corner_has_two_of_each_side() {
    for facing in Vertex::ALL {
        let of = |side| Dir::ALL.into_iter().filter(move |&dir| facing.side(dir) == side).collect::<DirSet>();
        assert_eq!(of(Side::Front), facing.front().into_iter().collect());
        assert_eq!(of(Side::Flank), facing.flank().into_iter().collect());
        assert_eq!(of(Side::Rear), facing.rear().into_iter().collect());
        assert_eq!(facing.opposite().front().map(Dir::opposite), facing.front());
        let beside = Vertex::ALL.into_iter().filter(|&other| matches!(facing.turns_to(other), 1 | 2));
        assert_eq!(facing.beside().to_vec(), beside.collect::<Vec<_>>());
    }
}

/// The half-plane before front and flanks, at its border and behind it (MP VA38).
#[test]
fn front_or_flank_half_plane() {
    let (grid, cavalry) = open();
    let rows = |q, r| grid.rows_ahead(cavalry, Vertex::V0, grid.at(cavalry, Offset::new(q, r)).unwrap());
    assert!(rows(3, 0) >= 0);
    assert!(rows(-2, 1) < 0);
    assert!(rows(4, -4) >= 0);
    assert_eq!(Offset::new(4, -4).length(), 4);
    assert_eq!(Offset::new(3, -5).length(), 5);
}

/// A wheel pivots on one half, the other enters the centre front hex (MP VA33).
#[test]
fn a_rank_wheels_twice_on_its_left() {
    let (grid, left) = open();
    let at = |q, r| grid.at(left, Offset::new(q, r));
    let rank = Rank::on(&grid, left, Vertex::V0, 2).unwrap();
    let ends = |rank: Rank| (rank.left(), Some(rank.end(&grid, Hand::Right)), rank.facing());
    assert_eq!(ends(rank), (left, at(1, 0), Vertex::V0));
    let once = rank.wheel(&grid, Hand::Left).unwrap();
    assert_eq!(ends(once), (left, at(1, -1), Vertex::V5));
    assert_eq!([0, 1, 2, 3].map(|place| once.front(&grid, place)), [at(-1, 0), at(0, -1), at(1, -2), None]);
    let twice = once.wheel(&grid, Hand::Left).unwrap();
    assert_eq!(ends(twice), (left, at(0, -1), Vertex::V4));
}

#[test]
fn a_rank_at_the_edge_of_the_map() {
    let grid = grid(4, 4, Orientation::PointyTop);
    let hex = |number: &str| grid.parse(number).unwrap();
    assert_eq!(Rank::on(&grid, hex("0401"), Vertex::V0, 2), None);
    let rank = Rank::on(&grid, hex("0301"), Vertex::V0, 2).unwrap();
    assert_eq!(rank.shifted(&grid, Vertex::V0.ahead(Hand::Left)), None);
    assert_eq!(rank.wheel(&grid, Hand::Left), None);
    assert_eq!(rank.fronts(&grid).count(), 0);
}

#[test]
fn a_body_from_outside_is_asked_whether_it_is_on_the_map() {
    let (grid, hex) = open();
    let rank = Rank::on(&grid, hex, Vertex::V1, 2).unwrap();
    let file = File::on(&grid, hex, Dir::D1, 3).unwrap();
    let read = |text: &str| serde_json::from_str::<Rank>(text).unwrap();
    assert!(rank.is_on(&grid) && file.is_on(&grid));
    assert_eq!(read(&serde_json::to_string(&rank).unwrap()), rank);
    assert!(!read(r#"{"left":60000,"facing":0,"len":2}"#).is_on(&grid));
    assert!(!read(r#"{"left":5,"facing":0,"len":0}"#).is_on(&grid));
    let file: File = serde_json::from_str(r#"{"head":0,"facing":3,"len":2}"#).unwrap();
    assert!(!file.is_on(&grid));
}

/// The counts of front, flank and rear of lines and columns of several hexes (LB V32).
#[test]
fn counts_of_front_flank_and_rear() {
    let (grid, hex) = open();
    let count = |sides: &dyn Fn(Hex) -> Option<Side>| {
        [Side::Front, Side::Flank, Side::Rear]
            .map(|side| grid.hexes().filter(|&other| sides(other) == Some(side)).count())
    };
    for n in 1..5 {
        let len = usize::from(n);
        for facing in Vertex::ALL {
            let rank = Rank::on(&grid, hex, facing, n).unwrap();
            assert_eq!(count(&|other| rank.side(&grid, other)), [len + 1, 2, len + 1]);
        }
        for facing in Dir::ALL {
            let file = File::on(&grid, hex, facing, n).unwrap();
            assert_eq!(count(&|other| file.side(&grid, other)), [3, 2 * len, 1]);
        }
    }
}

/// A two-deep zone before two hexes of skirmishers that look to five sides: rings of 5 and 8 (LB G-07).
#[test]
fn a_fan_of_front_directions() {
    let (grid, hex) = open();
    let rank = Rank::on(&grid, hex, Vertex::V0, 2).unwrap();
    let fan = |dirs, depth| HexSet::fan(&grid, rank.hexes(&grid), dirs, depth, |_, _| true).len();
    let front = Vertex::V0.around(2);
    assert_eq!((fan(front, 1), fan(front, 2)), (5, 5 + 8));
    assert_eq!((fan(Vertex::V0.around(1), 1), fan(Vertex::V0.around(1), 2)), (3, 3 + 4));
    let barred = rank.front(&grid, 1);
    let cut = HexSet::fan(&grid, rank.hexes(&grid), Vertex::V0.around(1), 1, |hex, _| Some(hex) != barred);
    assert_eq!(cut.iter().collect::<Vec<_>>().len(), 2);
}

proptest! {
    #![proptest_config(config())]

    /// Facing is a half-plane: integer rows have the sign of the dot product in the plane.
    #[test]
    fn rows_ahead_is_the_dot_product(way in ways(40), facing in vertices()) {
        let ((x, y), (fx, fy)) = (plane(way), plane(facing.axis()));
        prop_assert!((f64::from(way.rows_ahead(facing)) * 1.5 - (x * fx + y * fy)).abs() < 1e-6);
    }

    /// Sixty degrees to either side, the edges in.
    #[test]
    fn the_frontal_arc_is_120_degrees(way in ways(24), facing in vertices()) {
        prop_assume!(way != Offset::ZERO);
        let ((x, y), (fx, fy)) = (plane(way), plane(facing.axis()));
        let off = (fx * y - fy * x).atan2(fx * x + fy * y).to_degrees();
        let wanted = if off.abs() < 60.0 - 1e-6 { Arc::Inside }
            else if off.abs() > 60.0 + 1e-6 { Arc::Outside }
            else if off < 0.0 { Arc::Edge(Hand::Left) } else { Arc::Edge(Hand::Right) };
        prop_assert_eq!(way.arc(facing), wanted);
        prop_assert_eq!(way.arc(facing).is_in(), way.leaves_by(facing.around(1)));
    }

    #[test]
    fn a_bearing_turns_with_the_way(way in ways(24), places in 0_u8..6) {
        prop_assume!(way != Offset::ZERO);
        let turned = match way.bearing() {
            Some(Bearing::Side(dir)) => Some(Bearing::Side(dir.right(places))),
            Some(Bearing::Corner(vertex)) => Some(Bearing::Corner(vertex.right(places))),
            None => None,
        };
        prop_assert!(turned.is_some());
        prop_assert_eq!(way.right(places).bearing(), turned);
        let back = match turned {
            Some(Bearing::Side(dir)) => Some(Bearing::Side(dir.opposite())),
            Some(Bearing::Corner(vertex)) => Some(Bearing::Corner(vertex.opposite())),
            None => None,
        };
        prop_assert_eq!((-way.right(places)).bearing(), back);
    }

    /// The hexes round a line are told apart and complete, with any facing on any map.
    #[test]
    fn the_surroundings_of_a_rank((grid, [left]) in places(), facing in vertices(), n in 1_u8..5) {
        let Some(rank) = Rank::on(&grid, left, facing, n) else {
            let mut right = (1..n).scan(Some(left), |at, _| {
                *at = grid.neighbour((*at)?, facing.aside(Hand::Right));
                Some(*at)
            });
            prop_assert!(right.any(|hex| hex.is_none()));
            return Ok(());
        };
        let own: Vec<Hex> = rank.hexes(&grid).collect();
        prop_assert_eq!((own.len(), own[0], own[own.len() - 1]), (usize::from(n), left, rank.end(&grid, Hand::Right)));
        prop_assert!(own.windows(2).all(|pair| grid.neighbour(pair[0], facing.aside(Hand::Right)) == Some(pair[1])));
        let fronts: Vec<Hex> = rank.fronts(&grid).collect();
        for hex in grid.within(left, u16::from(n) + 1) {
            let rows = grid.rows_ahead(left, facing, hex);
            let wanted = (rank.distance(&grid, hex) == 1).then_some(match rows {
                1.. => Side::Front, 0 => Side::Flank, _ => Side::Rear,
            });
            prop_assert_eq!(rank.side(&grid, hex), wanted);
            prop_assert_eq!(fronts.contains(&hex), wanted == Some(Side::Front));
            prop_assert_eq!(rank.covers(&grid, hex), own.contains(&hex));
        }
    }

    #[test]
    fn a_rank_marches((grid, [left]) in places(), facing in vertices(), hand in hands(), n in 2_u8..5) {
        let Some(rank) = Rank::on(&grid, left, facing, n) else { return Ok(()) };
        let about = rank.counter_march(&grid);
        prop_assert_eq!(Rank::on(&grid, about.left(), about.facing(), n), Some(about));
        if let Some(on) = rank.shifted(&grid, facing.ahead(hand)) {
            let front: Vec<Hex> = rank.fronts(&grid).collect();
            prop_assert!(on.hexes(&grid).all(|hex| front.contains(&hex)));
            prop_assert_eq!(on.shifted(&grid, facing.ahead(hand).opposite()), Some(rank));
        }
        if let Some(wheeled) = rank.wheel(&grid, hand) {
            prop_assert_eq!(wheeled.end(&grid, hand), rank.end(&grid, hand));
            prop_assert_eq!(wheeled.facing(), facing.turned(hand, 1));
            if n == 2 {
                prop_assert_eq!(Some(wheeled.end(&grid, hand.other())), rank.front(&grid, 1));
            }
        }
    }

    /// Six wheels on the same half lead back, where the map has room for them.
    #[test]
    fn six_wheels_come_full_circle((grid, [left]) in places(), facing in vertices(), hand in hands(), n in 2_u8..5) {
        if let Some(rank) = Rank::on(&grid, left, facing, n) {
            let round = (0..6).try_fold(rank, |rank, _| rank.wheel(&grid, hand));
            prop_assert!(round.is_none_or(|round| round == rank));
            prop_assert_eq!(rank.counter_march(&grid).counter_march(&grid), rank);
        }
    }

    /// Each part of a line that wheels enters as many hexes as it stands from the pivot, one next to the other.
    #[test]
    fn a_wheel_sweeps_an_arc((grid, [left]) in places(), facing in vertices(), hand in hands(), n in 2_u8..6) {
        let Some(rank) = Rank::on(&grid, left, facing, n) else { return Ok(()) };
        let Some(wheeled) = rank.wheel(&grid, hand) else { return Ok(()) };
        let order = |rank: Rank| {
            let mut hexes: Vec<Hex> = rank.hexes(&grid).collect();
            if hand == Hand::Right {
                hexes.reverse();
            }
            hexes
        };
        let (before, after) = (order(rank), order(wheeled));
        prop_assert_eq!(before[0], after[0]);
        for part in 1..n {
            let mut at = before[usize::from(part)];
            let path: Vec<Option<Hex>> = rank.swept(&grid, hand, part).collect();
            prop_assert_eq!(path.len(), usize::from(part));
            prop_assert_eq!(path.last().copied().flatten(), Some(after[usize::from(part)]));
            for hex in path.into_iter().flatten() {
                prop_assert_eq!(grid.distance(before[0], hex), u16::from(part));
                prop_assert!(grid.distance(at, hex) <= 2);
                at = hex;
            }
        }
    }

    #[test]
    fn a_file_marches((grid, [head]) in places(), facing in dirs(), hand in hands(), n in 2_u8..5) {
        let Some(file) = File::on(&grid, head, facing, n) else { return Ok(()) };
        let own: Vec<Hex> = file.hexes(&grid).collect();
        prop_assert_eq!((own.len(), own[0], own[own.len() - 1]), (usize::from(n), head, file.tail(&grid)));
        prop_assert!(own.windows(2).all(|pair| grid.neighbour(pair[1], facing) == Some(pair[0])));
        prop_assert_eq!(file.counter_march(&grid).counter_march(&grid), file);
        if let Some(on) = file.forward(&grid) {
            prop_assert_eq!(on.hexes(&grid).skip(1).collect::<Vec<_>>(), &own[..own.len() - 1]);
            let back = on.counter_march(&grid).forward(&grid);
            prop_assert_eq!(back.map(|back| back.head()), Some(file.tail(&grid)));
        }
        if let Some(turned) = file.turn(&grid, hand) {
            prop_assert_eq!(turned.head(), head);
            prop_assert_eq!(turned.turn(&grid, hand.other()), Some(file));
        }
    }
}

// Lines

static LINES: LazyLock<Lines> = LazyLock::new(|| Lines::new(60));

/// All hexes a stage touches.
fn touched(stage: LineStage) -> Vec<Hex> {
    stage.hexes().collect()
}

/// How long a segment lies inside a hex, in the plane, by clipping at the six sides.
fn length_inside(hex: Offset, to: Offset) -> f64 {
    let ((cx, cy), (tx, ty)) = (plane(hex), plane(to));
    let (mut from, mut until) = (0.0_f64, 1.0_f64);
    for dir in Dir::ALL {
        let (nx, ny) = plane(dir.offset());
        let (start, run) = (-(cx * nx + cy * ny), tx * nx + ty * ny);
        // Inside means start + t * run <= 1/2.
        if run.abs() < 1e-9 {
            if start > 0.5 + 1e-9 {
                return -1.0;
            }
        } else if run > 0.0 {
            until = until.min((0.5 - start) / run);
        } else {
            from = from.max((0.5 - start) / run);
        }
    }
    (until - from) * tx.hypot(ty)
}

#[test]
fn every_line_touches_just_the_hexes_it_should() {
    let grid = grid(60, 60, Orientation::PointyTop);
    let lines = Lines::new(14);
    let start = grid.parse("3030").unwrap();
    for way in Offset::within(14).filter(|&way| way != Offset::ZERO) {
        let target = grid.at(start, way).unwrap();
        let walked: Vec<Hex> = lines.between(&grid, start, target).unwrap().flat_map(touched).collect();
        assert_eq!(walked.last(), Some(&target));
        for hex in grid.within(start, 15).filter(|&hex| hex != start) {
            let inside = length_inside(grid.offset(start, hex), way);
            let times = walked.iter().filter(|&&other| other == hex).count();
            // A hex that is touched in one point has no length in it, and the line is not said to go through it.
            assert_eq!(times, usize::from(inside > 1e-6), "{way:?} {:?} {inside}", grid.offset(start, hex));
        }
    }
}

#[test]
fn a_line_through_a_corner_tells_whom_it_touches() {
    let (grid, start) = open();
    let lines = Lines::new(10);
    let target = grid.at(start, Offset::new(4, 1)).unwrap();
    let corners: Vec<(Hex, Option<Hex>)> = {
        let mut at = start;
        let mut found = Vec::new();
        for stage in lines.between(&grid, start, target).unwrap() {
            let LineStage::Hex { hex, by } = stage else { panic!("no spine on this line") };
            if let Some(dir) = by.touched() {
                found.push((hex, grid.neighbour(at, dir)));
            }
            at = hex;
        }
        found
    };
    let hex = |q, r| grid.at(start, Offset::new(q, r));
    // At one third and at two thirds of the way three hexes meet on the line.
    assert_eq!(corners.len(), 2);
    for (entered, other) in corners {
        let (entered, other) = (grid.offset(start, entered), grid.offset(start, other.unwrap()));
        assert!(length_inside(entered, Offset::new(4, 1)) > 0.1);
        assert!(length_inside(other, Offset::new(4, 1)).abs() < 1e-6);
    }
    assert_eq!(hex(4, 1), Some(target));
}

#[test]
fn a_line_goes_on_beyond_its_target() {
    let (grid, gun) = open();
    let lines = Lines::new(12);
    let at = |q, r| grid.at(gun, Offset::new(q, r)).unwrap();
    let hexes = |to, range| -> Vec<Vec<Hex>> { lines.through(&grid, gun, to, range).unwrap().map(touched).collect() };
    assert_eq!(hexes(at(0, -1), 4), [[at(0, -1)], [at(0, -2)], [at(0, -3)], [at(0, -4)]]);
    // Along a spine to an odd range the last hexes are the two beside it.
    let spine = hexes(at(1, -2), 5);
    assert_eq!(spine.len(), 5);
    assert_eq!(spine[4], [at(2, -5), at(3, -5)]);
    assert_eq!(hexes(at(1, -2), 4).last().unwrap(), &[at(2, -4)]);
    assert_eq!(hexes(at(3, -1), 2).len(), 2);
    assert!(lines.between(&grid, gun, at(13, 0)).is_none());
    assert_eq!(lines.between(&grid, gun, gun).unwrap().count(), 0);
}

proptest! {
    #![proptest_config(config())]

    /// From end to end on any map; one stage follows the other; the way back touches the same hexes.
    #[test]
    fn lines_on_a_map((grid, [a, b]) in places()) {
        let lines = &*LINES;
        let Some(walk) = lines.between(&grid, a, b) else { return Ok(()) };
        let stages: Vec<LineStage> = walk.collect();
        let there: Vec<Vec<Hex>> = stages.iter().map(|&stage| touched(stage)).collect();
        prop_assert_eq!(there.last().map(|last| last[0]).unwrap_or(a), b);
        let mut at = vec![a];
        for (stage, hexes) in stages.iter().zip(&there) {
            prop_assert!(!hexes.is_empty());
            for (&from, &to) in at.iter().flat_map(|from| hexes.iter().map(move |to| (from, to))) {
                prop_assert_eq!(grid.distance(from, to), 1);
            }
            if let LineStage::Hex { hex, by: LineEntry::Side(dir) | LineEntry::Corner(dir, _) } = *stage {
                prop_assert_eq!(grid.neighbour(at[0], dir), Some(hex));
            }
            at = hexes.clone();
        }
        let back: Vec<Vec<Hex>> = lines.between(&grid, b, a).unwrap().map(|stage| {
            let mut hexes = touched(stage);
            hexes.reverse();
            hexes
        }).collect();
        let mut reversed: Vec<Vec<Hex>> = there;
        reversed.insert(0, vec![a]);
        reversed.pop();
        reversed.reverse();
        prop_assert_eq!(back, if a == b { vec![] } else { reversed });
    }

    /// Keeping to one side of its spines, a line is a way from neighbour to neighbour through stages of that line.
    #[test]
    fn a_line_kept_to_one_side((grid, [a, b]) in places(), hand in hands()) {
        let Some(walk) = LINES.between(&grid, a, b) else { return Ok(()) };
        let stages: Vec<LineStage> = walk.clone().collect();
        let track: Vec<Crossing> = walk.keeping(hand).collect();
        prop_assert_eq!(track.len(), stages.len());
        let mut at = a;
        for (crossing, stage) in track.iter().zip(stages) {
            prop_assert_eq!(crossing.from, at);
            prop_assert_eq!(grid.neighbour(crossing.from, crossing.side), Some(crossing.to));
            match stage {
                LineStage::Hex { hex, .. } => prop_assert_eq!(crossing.to, hex),
                LineStage::Spine { left: Some(left), right: Some(right), .. } => {
                    prop_assert_eq!(crossing.to, if hand == Hand::Left { left } else { right });
                }
                LineStage::Spine { left, right, .. } => prop_assert_eq!(Some(crossing.to), left.or(right)),
            }
            at = crossing.to;
        }
        prop_assert_eq!(at, b);
    }

    /// A line drawn on is the same line: what comes first is the line to the target, and all of it is in range.
    #[test]
    fn a_line_drawn_on((grid, [a, b]) in places(), more in 0_u16..10) {
        let lines = &*LINES;
        prop_assume!(a != b && grid.distance(a, b) <= 60);
        let range = grid.distance(a, b) + more;
        let short: Vec<LineStage> = lines.between(&grid, a, b).unwrap().collect();
        let long: Vec<LineStage> = lines.through(&grid, a, b, range).unwrap().collect();
        prop_assert_eq!(&long[..short.len()], &short[..]);
        for hex in long.iter().flat_map(|&stage| touched(stage)) {
            prop_assert!(grid.distance(a, hex) <= range);
        }
    }
}

// Hexsides

proptest! {
    #![proptest_config(config())]

    #[test]
    fn a_hexside_is_the_same_from_both_sides((grid, hexes) in places::<8>(), values in any::<[u8; 8]>(), dir in dirs()) {
        let mut edges = Edges::new(&grid, 0_u8);
        let mut roads = Roads::new(&grid);
        for (n, (&hex, &value)) in hexes.iter().zip(&values).enumerate() {
            edges.set(&grid, hex, dir.right(n as u8), value);
            roads.join(&grid, hex, dir.right(n as u8));
        }
        for hex in grid.hexes() {
            for dir in Dir::ALL {
                if let Some(beyond) = grid.neighbour(hex, dir) {
                    prop_assert_eq!(edges.get(hex, dir), edges.get(beyond, dir.opposite()));
                    prop_assert_eq!(roads.leads(hex, dir), roads.leads(beyond, dir.opposite()));
                }
            }
        }
        let last = (hexes[7], dir.right(7));
        prop_assert_eq!(edges.get(last.0, last.1), values[7]);
        prop_assert!(roads.leads(last.0, last.1));
        let inner: u32 = grid.hexes().map(|hex| grid.inner_sides(hex).len()).sum();
        let outer = grid.len() as u32 * 6 - inner;
        prop_assert_eq!(edges.iter(&grid).count() as u32, inner / 2 + outer);
    }
}

#[test]
fn a_road_is_laid_along_neighbours() {
    let grid = grid(10, 10, Orientation::FlatTop);
    let hex = |number: &str| grid.parse(number).unwrap();
    let mut roads = Roads::new(&grid);
    assert_eq!(roads.lay(&grid, &[hex("0303"), hex("0304"), hex("0306")]), Err((hex("0304"), hex("0306"))));
    assert!(roads.exits(hex("0303")).is_empty());
    roads.lay(&grid, &[hex("0303"), hex("0304"), hex("0404")]).unwrap();
    assert_eq!(roads.exits(hex("0304")), DirSet::from_iter([Dir::D0, Dir::D2]));
    assert_eq!(roads.exits(hex("0404")).len(), 1);
}
