//! Searches for the cheapest way on a hex map.

#![allow(clippy::unwrap_used)]

use field::hexes::*;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

/// A body of two hexes on ground that costs; turning costs nothing for some.
#[derive(Debug)]
struct Regiment {
    grid: Grid,
    costs: Vec<u8>,
    turn: u8,
}

impl Regiment {
    fn price(&self, pair: Pair) -> u8 {
        pair.hexes().map(|hex| self.costs[hex.index()]).into_iter().max().unwrap()
    }
}

impl Mover for Regiment {
    type Pose = Pair;

    fn poses(&self) -> usize {
        self.grid.len() * 6
    }

    fn index(&self, pair: Pair) -> usize {
        posed(pair.left(), pair.facing())
    }

    fn steps(&self, pair: Pair, _: u8, step: &mut impl FnMut(Pair, u8)) {
        for hand in Hand::BOTH {
            if let Some(next) = pair.forward(&self.grid, hand) {
                step(next, self.price(next));
            }
            if let Some(next) = pair.wheel(&self.grid, hand) {
                step(next, self.turn + self.costs[next.half(hand.other()).index()]);
            }
        }
        step(pair.counter_march(), self.turn);
    }
}

fn regiments() -> impl Strategy<Value = (Regiment, Pair)> {
    let costs = prop::collection::vec(1_u8..5, 100);
    (costs, any::<bool>(), 0_u8..3, 0_usize..10, 0_usize..10, 0_usize..6).prop_filter_map(
        "a pair on the map",
        |(costs, flat, turn, column, row, facing)| {
            let orientation = if flat { Orientation::FlatTop } else { Orientation::PointyTop };
            let grid = Grid::new(Plan::new(10, 10, orientation, Shoved::Odd)).unwrap();
            let left = Hex::new((row * 10 + column) as u16);
            let pair = Pair::on(&grid, left, Vertex::from_index(facing))?;
            Some((Regiment { grid, costs, turn }, pair))
        },
    )
}

/// The cheapest cost of every pose, found by trying all steps until nothing changes.
fn by_exhaustion(regiment: &Regiment, start: Pair, budget: u8) -> Vec<Option<u8>> {
    let mut costs = vec![None; regiment.poses()];
    let mut poses = vec![start];
    costs[regiment.index(start)] = Some(0_u8);
    loop {
        let mut better = Vec::new();
        for pose in std::mem::take(&mut poses) {
            let spent = costs[regiment.index(pose)].unwrap();
            regiment.steps(pose, spent, &mut |next, price| {
                let (index, total) = (regiment.index(next), spent + price);
                if total <= budget && costs[index].is_none_or(|known| total < known) {
                    costs[index] = Some(total);
                    better.push(next);
                }
            });
        }
        if better.is_empty() {
            return costs;
        }
        poses = better;
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 300,
        rng_seed: RngSeed::Fixed(1632),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn every_cost_is_the_least((regiment, start) in regiments(), budget in 0_u8..20) {
        let mut reach = Reach::new();
        // What an earlier search has left behind must not show.
        reach.search(&regiment, [start.counter_march()], 30);
        reach.search(&regiment, [start], budget);
        let wanted = by_exhaustion(&regiment, start, budget);
        for (index, cost) in wanted.iter().enumerate() {
            prop_assert_eq!(reach.cost(index), *cost);
        }
        prop_assert_eq!(reach.len(), wanted.iter().flatten().count());
        prop_assert!(reach.iter().all(|(pose, cost)| wanted[regiment.index(pose)] == Some(cost)));
    }

    /// A path starts at the start, every step of it is one the mover has, and its prices add up.
    #[test]
    fn a_path_can_be_walked((regiment, start) in regiments(), budget in 0_u8..20) {
        let mut reach = Reach::new();
        reach.search(&regiment, [start], budget);
        let mut way = Vec::new();
        for (end, cost) in reach.iter() {
            reach.path(regiment.index(end), &mut way);
            prop_assert_eq!(way.first(), Some(&(start, 0)));
            prop_assert_eq!(way.last(), Some(&(end, cost)));
            for pair in way.windows(2) {
                let ((from, spent), (to, total)) = (pair[0], pair[1]);
                let mut found = false;
                regiment.steps(from, spent, &mut |next, price| found |= next == to && spent + price == total);
                prop_assert!(found);
            }
        }
    }
}

#[test]
fn out_of_reach_there_is_no_path() {
    let grid = Grid::new(Plan::new(10, 10, Orientation::FlatTop, Shoved::Even)).unwrap();
    let start = Pair::on(&grid, grid.parse("0505").unwrap(), Vertex::V0).unwrap();
    let far = Pair::on(&grid, grid.parse("0101").unwrap(), Vertex::V1).unwrap();
    let regiment = Regiment { costs: vec![1; grid.len()], grid, turn: 1 };
    let mut reach = Reach::new();
    let mut way = vec![(start, 9)];
    reach.path(regiment.index(start), &mut way);
    assert!(way.is_empty() && reach.is_empty());
    reach.search(&regiment, [start], 3);
    reach.path(regiment.index(far), &mut way);
    assert!(way.is_empty());
    assert_eq!((reach.cost(regiment.index(far)), reach.cost(1_000_000)), (None, None));
}

#[test]
fn from_several_starts_the_nearest_counts() {
    let grid = Grid::new(Plan::new(20, 4, Orientation::PointyTop, Shoved::Even)).unwrap();
    let on = |number: &str| Pair::on(&grid, grid.parse(number).unwrap(), Vertex::V0).unwrap();
    let (near, far, goal) = (on("0603"), on("1503"), on("0602"));
    let regiment = Regiment { costs: vec![1; grid.len()], grid: grid.clone(), turn: 1 };
    let mut reach = Reach::new();
    reach.search(&regiment, [far, near], 2);
    let mut way = Vec::new();
    reach.path(regiment.index(goal), &mut way);
    assert_eq!(way.first().map(|first| first.0), Some(near));
    assert_eq!(reach.cost(regiment.index(far)), Some(0));
}

/// After the first search no more memory is asked for.
#[test]
fn searches_reuse_their_memory() {
    let grid = Grid::new(Plan::new(40, 40, Orientation::FlatTop, Shoved::Even)).unwrap();
    let start = Pair::on(&grid, grid.parse("2020").unwrap(), Vertex::V0).unwrap();
    let regiment = Regiment { costs: vec![1; grid.len()], grid, turn: 1 };
    let mut reach = Reach::new();
    reach.search(&regiment, [start], 12);
    let again = allocation_counter::measure(|| {
        for budget in 0..=12 {
            reach.search(&regiment, [start], budget);
        }
    });
    assert_eq!(again.count_total, 0);
    assert!(reach.len() > 500);
}
