//! Searches for the cheapest way on a hex map, with bodies of one hex and of many, facing corners and hexsides.

#![allow(clippy::unwrap_used)]

use field::hexes::*;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use std::collections::BTreeMap;

/// Ground that costs so many points a hex.
#[derive(Debug)]
struct Land {
    grid: Grid,
    costs: Vec<u8>,
}

impl Land {
    fn new(columns: u8, rows: u8, flat: bool, cost: impl Fn(usize) -> u8) -> Land {
        let orientation = if flat { Orientation::FlatTop } else { Orientation::PointyTop };
        let grid = Grid::new(Plan::new(columns, rows, orientation, Shoved::Odd)).unwrap();
        let costs = (0..grid.len()).map(cost).collect();
        Land { grid, costs }
    }

    fn open(columns: u8, rows: u8) -> Land {
        Land::new(columns, rows, false, |_| 1)
    }

    fn cost(&self, hex: Hex) -> u8 {
        self.costs[hex.index()]
    }

    fn hex(&self, number: &str) -> Hex {
        self.grid.parse(number).unwrap()
    }
}

/// A line of several hexes: it faces a corner, goes ahead over its front, marches by the flank, wheels on either end and
/// faces about for nothing. It pays for the dearest ground any part of it enters, in a wheel for the longest way, and a
/// point more for every second hex (LB 9.2.1b, 9.2.2a, 9.3.1a, 12.6.4c).
struct Line<'a> {
    land: &'a Land,
    len: u8,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct InLine {
    rank: Rank,
    /// The next hex is a second one.
    second: bool,
}

impl Line<'_> {
    fn dearest(&self, hexes: impl Iterator<Item = Hex>) -> u8 {
        hexes.map(|hex| self.land.cost(hex)).max().unwrap_or(0)
    }

    fn wheeled(&self, rank: Rank, pivot: Hand) -> Option<(Rank, u8)> {
        let grid = &self.land.grid;
        let swept: Option<Vec<Hex>> = (1..self.len).flat_map(|part| rank.swept(grid, pivot, part)).collect();
        Some((rank.wheel(grid, pivot)?, self.dearest(swept?.into_iter()) * (self.len - 1)))
    }
}

impl HexMover for Line<'_> {
    type Pose = InLine;
    type Key = u32;

    fn key(&self, pose: InLine) -> u32 {
        (pose.rank.left().index() as u32 * 6 + pose.rank.facing().index() as u32) * 2 + u32::from(pose.second)
    }

    fn pose(&self, key: u32) -> Option<InLine> {
        let (left, facing) = (Hex::new((key / 12) as u16), Vertex::from_index(key as usize / 2 % 6));
        Some(InLine { rank: Rank::on(&self.land.grid, left, facing, self.len)?, second: key % 2 == 1 })
    }

    fn steps<T>(&self, pose: InLine, worth: impl Fn(InLine, u8) -> Option<T>, mut found: impl FnMut(InLine, u8, T)) {
        let (grid, rank) = (&self.land.grid, pose.rank);
        let mut tell = |next: InLine, price: u8| {
            if let Some(it) = worth(next, price) {
                found(next, price, it);
            }
        };
        for dir in rank.facing().around(1).iter().chain(rank.facing().flank()) {
            if let Some(next) = rank.shifted(grid, dir) {
                let fresh = next.hexes(grid).filter(|hex| !rank.hexes(grid).any(|own| own == *hex));
                let price = self.dearest(fresh) + u8::from(pose.second);
                tell(InLine { rank: next, second: !pose.second }, price);
            }
        }
        for (rank, price) in Hand::BOTH.into_iter().filter_map(|pivot| self.wheeled(rank, pivot)) {
            let seconds = (self.len - 1 + u8::from(pose.second)) / 2;
            tell(InLine { rank, second: pose.second ^ (self.len.is_multiple_of(2)) }, price + seconds);
        }
        tell(InLine { rank: rank.counter_march(grid), ..pose }, 0);
    }
}

/// A column of companies: its head faces a hexside and goes over its three front hexsides, every part follows into the hex
/// of the part before it, so that it may wind (LB 9.0f, 12.5.3a, 12.5.3b). About, the tail becomes the head.
struct Column<'a> {
    land: &'a Land,
}

const PARTS: usize = 4;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Winding {
    hexes: [Hex; PARTS],
    facing: Dir,
}

impl Column<'_> {
    fn straight(&self, head: Hex, facing: Dir) -> Option<Winding> {
        let file = File::on(&self.land.grid, head, facing, PARTS as u8)?;
        let hexes: Vec<Hex> = file.hexes(&self.land.grid).collect();
        Some(Winding { hexes: hexes.try_into().unwrap(), facing })
    }
}

impl HexMover for Column<'_> {
    type Pose = Winding;
    type Key = u64;

    /// The head, the way it faces, and the way from each part to the next.
    fn key(&self, pose: Winding) -> u64 {
        let turn = |pair: &[Hex]| self.land.grid.direction(pair[0], pair[1]).unwrap().index() as u64;
        let first = pose.hexes[0].index() as u64 * 8 + pose.facing.index() as u64;
        pose.hexes.windows(2).fold(first, |key, pair| key * 8 + turn(pair))
    }

    fn pose(&self, key: u64) -> Option<Winding> {
        let grid = &self.land.grid;
        let dir = |place: usize| Dir::from_index((key >> (3 * (PARTS - 1 - place)) & 7) as usize);
        let mut hexes = [Hex::new((key >> (3 * PARTS)) as u16); PARTS];
        for part in 1..PARTS {
            hexes[part] = grid.neighbour(hexes[part - 1], dir(part))?;
        }
        Some(Winding { hexes, facing: dir(0) })
    }

    fn steps<T>(&self, pose: Winding, worth: impl Fn(Winding, u8) -> Option<T>, mut found: impl FnMut(Winding, u8, T)) {
        let (grid, mut hexes) = (&self.land.grid, pose.hexes);
        for facing in [pose.facing.left(1), pose.facing, pose.facing.right(1)] {
            let Some(ahead) = grid.neighbour(pose.hexes[0], facing).filter(|hex| !pose.hexes.contains(hex)) else {
                continue;
            };
            hexes[0] = ahead;
            hexes[1..].copy_from_slice(&pose.hexes[..PARTS - 1]);
            let price = hexes.iter().map(|&hex| self.land.cost(hex)).max().unwrap();
            let next = Winding { hexes, facing };
            if let Some(it) = worth(next, price) {
                found(next, price, it);
            }
        }
        hexes = pose.hexes;
        hexes.reverse();
        let about = Winding { hexes, facing: grid.direction(hexes[1], hexes[0]).unwrap() };
        if let Some(it) = worth(about, 2) {
            found(about, 2, it);
        }
    }
}

/// The cheapest cost of every pose, found by trying all steps until nothing changes.
fn by_exhaustion<M: HexMover<Key: Into<u64>>>(mover: &M, start: M::Pose, budget: u8) -> BTreeMap<u64, (M::Pose, u8)> {
    let mut known = BTreeMap::from([(mover.key(start).into(), (start, 0_u8))]);
    let mut poses = vec![start];
    while !poses.is_empty() {
        let mut better = Vec::new();
        for pose in poses {
            let key: u64 = mover.key(pose).into();
            let (_, spent) = known[&key];
            if spent > 0 && !mover.goes_on(pose) {
                continue;
            }
            let all = |_: M::Pose, _: u8| Some(());
            mover.steps(pose, all, |next, price, ()| {
                let (key, total) = (mover.key(next).into(), spent + price);
                if total <= budget && known.get(&key).is_none_or(|&(_, least)| total < least) {
                    known.insert(key, (next, total));
                    better.push(next);
                }
            });
        }
        poses = better;
    }
    known
}

/// What every pose within a budget costs, by search and by exhaustion; and a thing that only few of them will do for.
fn agree<M: HexMover<Key: Into<u64>>>(
    mover: &M,
    start: M::Pose,
    budget: u8,
    least: impl Fn(M::Pose) -> u8,
    goal: impl Fn(M::Pose) -> bool,
) -> Result<(), TestCaseError> {
    let known = by_exhaustion(mover, start, budget);
    let key = |pose: M::Pose| -> u64 { mover.key(pose).into() };
    for (&there, &(_, cost)) in known.iter().step_by(known.len() / 20 + 1) {
        prop_assert_eq!(cheapest(mover, start, budget, |_| 0, |pose| key(pose) == there), Ok(Some(cost)));
        let short = cheapest(mover, start, cost.saturating_sub(1), |_| 0, |pose| key(pose) == there);
        prop_assert!(cost == 0 || short == Ok(None));
    }
    let wanted = known.values().filter(|(pose, _)| goal(*pose)).map(|&(_, cost)| cost).min();
    prop_assert_eq!(cheapest(mover, start, budget, least, goal), Ok(wanted));
    Ok(())
}

fn lands() -> impl Strategy<Value = Land> {
    let costs = prop::collection::vec(1_u8..5, 100);
    (costs, any::<bool>()).prop_map(|(costs, flat)| Land::new(10, 10, flat, |hex| costs[hex]))
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 100,
        rng_seed: RngSeed::Fixed(1632),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    /// A line of one to four hexes pays the least there is, wherever it goes.
    #[test]
    fn a_line_finds_its_cheapest_way(
        land in lands(), len in 1_u8..5, left in 0_u16..100, facing in 0_usize..6, goal in 0_u16..100, budget in 0_u8..14
    ) {
        let (line, goal) = (Line { land: &land, len }, Hex::new(goal));
        let Some(rank) = Rank::on(&land.grid, Hex::new(left), Vertex::from_index(facing), len) else { return Ok(()) };
        let off = |pose: InLine| pose.rank.distance(&land.grid, goal) as u8;
        // The parts of a wheel come no nearer than the points it costs.
        agree(&line, InLine { rank, second: false }, budget, off, |pose| off(pose) == 0)?;
    }

    /// So does a column that winds behind its head.
    #[test]
    fn a_column_finds_its_cheapest_way(
        land in lands(), head in 0_u16..100, facing in 0_usize..6, goal in 0_u16..100, budget in 0_u8..10
    ) {
        let (column, goal) = (Column { land: &land }, Hex::new(goal));
        let Some(start) = column.straight(Hex::new(head), Dir::from_index(facing)) else { return Ok(()) };
        let near = |pose: Winding| pose.hexes.iter().map(|&hex| land.grid.distance(hex, goal)).min().unwrap() as u8;
        agree(&column, start, budget, near, |pose| pose.hexes.contains(&goal))?;
    }

    /// What is thought to be left is never more than what is left.
    #[test]
    fn an_outlook_promises_too_much_at_most(
        from in 0_u16..100, facing in 0_usize..6, goals in prop::collection::vec((0_u16..100, 0_u16..3), 1..4), turn in 1_u8..3
    ) {
        let land = Land::open(10, 10);
        let goals: Vec<Goal> =
            goals.iter().map(|&(hex, enough)| Goal { at: land.grid.pin(Hex::new(hex)), enough }).collect();
        let near = Nearness::new(&land.grid, &goals);
        let rider = Rider { land: &land, turn, stops: None };
        let start = (Hex::new(from), Vertex::from_index(facing));
        let there = |(hex, _): (Hex, Vertex)| near.from(hex).off == 0;
        let least = |(hex, facing): (Hex, Vertex)| near.from(hex).least_cost(facing, turn);
        let cost = cheapest(&rider, start, 60, |_| 0, there).unwrap().unwrap();
        prop_assert!(least(start) <= cost, "{} is thought to be left of {cost}", least(start));
        prop_assert_eq!(cheapest(&rider, start, 60, least, there), Ok(Some(cost)));
    }
}

/// One hex, a facing, and ground on which it goes no further.
struct Rider<'a> {
    land: &'a Land,
    turn: u8,
    stops: Option<Hex>,
}

impl HexMover for Rider<'_> {
    type Pose = (Hex, Vertex);
    type Key = u32;

    fn key(&self, (hex, facing): (Hex, Vertex)) -> u32 {
        (hex.index() * 6 + facing.index()) as u32
    }

    fn pose(&self, key: u32) -> Option<(Hex, Vertex)> {
        Some((Hex::new((key / 6) as u16), Vertex::from_index(key as usize % 6)))
    }

    fn goes_on(&self, (hex, _): (Hex, Vertex)) -> bool {
        Some(hex) != self.stops
    }

    fn steps<T>(
        &self,
        (hex, facing): (Hex, Vertex),
        worth: impl Fn((Hex, Vertex), u8) -> Option<T>,
        mut found: impl FnMut((Hex, Vertex), u8, T),
    ) {
        let ahead = facing.front().map(|dir| self.land.grid.neighbour(hex, dir));
        let ahead = ahead.into_iter().flatten().map(|next| ((next, facing), self.land.cost(next)));
        let turned = Hand::BOTH.map(|hand| ((hex, facing.turned(hand, 1)), self.turn));
        for (next, price) in ahead.chain(turned) {
            if let Some(it) = worth(next, price) {
                found(next, price, it);
            }
        }
    }
}

/// A line of three wheels round its left end: two hexes of the outer part, and one more point for the second (LB 9.2.1b, 9.2.1c).
#[test]
fn the_outer_end_pays_for_a_wheel() {
    let land = Land::open(20, 20);
    let line = Line { land: &land, len: 3 };
    let rank = Rank::on(&land.grid, land.hex("1010"), Vertex::V0, 3).unwrap();
    let wheeled = rank.wheel(&land.grid, Hand::Left).unwrap();
    let cost = |limit| cheapest(&line, InLine { rank, second: false }, limit, |_| 0, |pose| pose.rank == wheeled);
    assert_eq!((cost(3), cost(2)), (Ok(Some(3)), Ok(None)));
}

#[test]
fn ground_that_stops_is_entered_but_not_left() {
    let land = Land::open(9, 1);
    let stops = Some(land.hex("0501"));
    let start = (land.hex("0301"), Vertex::V1);
    let cost = |number: &str, stops| {
        let goal = land.hex(number);
        cheapest(&Rider { land: &land, turn: 1, stops }, start, 20, |_| 0, |(hex, _)| hex == goal).unwrap()
    };
    assert_eq!((cost("0501", stops), cost("0601", stops), cost("0601", None)), (Some(2), None, Some(3)));
    // It may leave the hex it begins on.
    assert_eq!(cost("0401", Some(start.0)), Some(1));
}

/// A map of 9,000 hexes: a line of five crosses it, and what costs hangs on all its parts.
#[test]
fn a_long_line_crosses_a_large_map() {
    let land = Land::new(120, 75, true, |hex| if hex % 75 < 30 && hex / 75 == 60 { 3 } else { 1 });
    let line = Line { land: &land, len: 5 };
    let rank = Rank::on(&land.grid, land.hex("5510"), Vertex::V0, 5).unwrap();
    let goal = land.hex("7010");
    let off = |pose: InLine| pose.rank.distance(&land.grid, goal) as u8;
    let cost = cheapest(&line, InLine { rank, second: false }, 40, off, |pose| off(pose) == 0).unwrap().unwrap();
    let by_hand = by_exhaustion(&line, InLine { rank, second: false }, cost);
    assert!(cost > off(InLine { rank, second: false }), "every second hex costs a point more");
    assert_eq!(by_hand.values().filter(|(pose, _)| off(*pose) == 0).map(|&(_, cost)| cost).min(), Some(cost));
}

/// What has no room is told, and nobody is thought to have no way.
#[test]
fn more_poses_than_there_is_room_for() {
    let land = Land::open(120, 120);
    let rider = Rider { land: &land, turn: 1, stops: None };
    let start = (land.hex("6060"), Vertex::V0);
    assert_eq!(cheapest(&rider, start, 12, |_| 0, |_| false), Ok(None));
    assert_eq!(cheapest(&rider, start, 60, |_| 0, |_| false), Err(TooManyPoses));
}

/// Prices far apart: the small room has no place for such totals, the large one has.
#[test]
fn a_dear_step_is_found_too() {
    let land = Land::new(9, 1, false, |hex| if hex == 4 { 90 } else { 1 });
    let rider = Rider { land: &land, turn: 100, stops: None };
    let (start, goal) = ((land.hex("0301"), Vertex::V1), land.hex("0601"));
    assert_eq!(cheapest(&rider, start, 200, |_| 0, |(hex, _)| hex == goal), Ok(Some(92)));
}

#[test]
fn searches_ask_for_no_memory() {
    let land = Land::open(40, 40);
    let rider = Rider { land: &land, turn: 1, stops: None };
    let start = (land.hex("2020"), Vertex::V0);
    let asked = allocation_counter::measure(|| {
        for limit in 0..=12 {
            assert_eq!(cheapest(&rider, start, limit, |_| 0, |_| false), Ok(None));
        }
    });
    assert_eq!(asked.count_total, 0);
}
