//! How long the questions of a hex rulebook take.

#![allow(clippy::unwrap_used)]

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use field::hexes::*;
use std::hint::black_box;

/// Rolling ground: terraces with steep and gentle slopes, woods and troops here and there.
struct Land {
    grid: Grid,
    heights: Vec<i16>,
    slopes: Edges<Incline>,
    obstacles: Vec<Obstacle>,
}

impl Land {
    fn new() -> Land {
        let grid = Grid::new(Plan::new(50, 40, Orientation::FlatTop, Shoved::Even)).unwrap();
        let heights: Vec<i16> = grid.hexes().map(|hex| grid.axial(hex).q.rem_euclid(16) / 6).collect();
        let obstacle = |hex: Hex| match hex.index() % 29 {
            0 => Obstacle::Terrain,
            1 => Obstacle::Unit,
            _ => Obstacle::None,
        };
        let obstacles = grid.hexes().map(obstacle).collect();
        let mut slopes = Edges::new(&grid, Incline::None);
        for (hex, dir) in grid.hexes().flat_map(|hex| Dir::ALL.map(|dir| (hex, dir))) {
            let Some(beyond) = grid.neighbour(hex, dir) else { continue };
            if heights[hex.index()] != heights[beyond.index()] {
                let slope = if grid.axial(hex).r.rem_euclid(3) == 0 { Incline::Gentle } else { Incline::Steep };
                slopes.set(&grid, hex, dir, slope);
            }
        }
        Land { grid, heights, slopes, obstacles }
    }

    /// Pairs of hexes at most so far apart, the same every time.
    fn pairs(&self, range: u16) -> Vec<(Hex, Hex)> {
        let n = self.grid.len();
        let all = (0..200_000_usize).map(|i| (i * 7_919 % n, i * 104_729 % n));
        let hexes = all.map(|(a, b)| (Hex::new(a as u16), Hex::new(b as u16)));
        hexes.filter(|&(a, b)| a != b && self.grid.distance(a, b) <= range).take(1_000).collect()
    }
}

impl SightGround for Land {
    fn height(&self, hex: Hex) -> i16 {
        self.heights[hex.index()]
    }

    fn slope(&self, hex: Hex, dir: Dir) -> Incline {
        self.slopes.get(hex, dir)
    }

    fn obstacle(&self, hex: Hex) -> Obstacle {
        self.obstacles[hex.index()]
    }

    fn hexside_blocks(&self, _: Ends, _: Hex, _: Dir) -> bool {
        false
    }
}

/// A rider on open ground.
struct Rider<'a>(&'a Grid);

impl HexMover for Rider<'_> {
    type Pose = (Hex, Vertex);

    type Key = u16;

    fn key(&self, (hex, facing): (Hex, Vertex)) -> u16 {
        (hex.index() * 8 + facing.index()) as u16
    }

    fn pose(&self, key: u16) -> Option<(Hex, Vertex)> {
        Some((Hex::new(key / 8), Vertex::from_index(usize::from(key % 8))))
    }

    fn steps<T>(
        &self,
        (hex, facing): (Hex, Vertex),
        worth: impl Fn((Hex, Vertex), u8) -> Option<T>,
        mut found: impl FnMut((Hex, Vertex), u8, T),
    ) {
        let ahead = facing.front().map(|dir| self.0.neighbour(hex, dir).map(|next| (next, facing)));
        let turned = Hand::BOTH.map(|hand| Some((hex, facing.turned(hand, 1))));
        for next in ahead.into_iter().chain(turned).flatten() {
            if let Some(it) = worth(next, 1) {
                found(next, 1, it);
            }
        }
    }
}

fn hexes(criterion: &mut Criterion) {
    let land = Land::new();
    let (grid, lines) = (&land.grid, Lines::new(24));
    let pairs = land.pairs(14);
    let mut group = criterion.benchmark_group("hexes");

    group.throughput(Throughput::Elements(pairs.len() as u64));
    group.bench_function("distance", |bencher| {
        bencher.iter(|| black_box(&pairs).iter().map(|&(a, b)| u32::from(grid.distance(a, b))).sum::<u32>());
    });
    group.bench_function("arc", |bencher| {
        bencher.iter(|| black_box(&pairs).iter().filter(|&&(a, b)| grid.arc(a, Vertex::V4, b).is_in()).count());
    });
    group.bench_function("line", |bencher| {
        bencher
            .iter(|| black_box(&pairs).iter().map(|&(a, b)| lines.between(grid, a, b).unwrap().count()).sum::<usize>());
    });
    group.bench_function("sight", |bencher| {
        let clear = |&&(a, b): &&(Hex, Hex)| sight(grid, &lines, &land, a, b).unwrap().is_clear();
        bencher.iter(|| black_box(&pairs).iter().filter(clear).count());
    });

    group.throughput(Throughput::Elements(1));
    group.bench_function("way of 8", |bencher| {
        let (start, goal) = ((grid.parse("2520").unwrap(), Vertex::V0), grid.parse("2526").unwrap());
        let goals = [Goal { at: grid.pin(goal), enough: 0 }];
        bencher.iter(|| {
            let near = Nearness::new(grid, &goals);
            let least = |(hex, facing): (Hex, Vertex)| near.from(hex).least_cost(facing, 1);
            cheapest(&Rider(grid), black_box(start), 12, least, |(hex, _)| hex == goal)
        });
    });
    group.bench_function("everything within 8", |bencher| {
        let start = (grid.parse("2520").unwrap(), Vertex::V0);
        bencher.iter(|| cheapest(&Rider(grid), black_box(start), 8, |_| 0, |_| false));
    });
    group.bench_function("make a map", |bencher| bencher.iter(|| Grid::new(*black_box(grid.plan())).unwrap().len()));
    group.bench_function("make lines", |bencher| bencher.iter(|| Lines::new(black_box(24)).range()));
    group.finish();
}

criterion_group!(benches, hexes);
criterion_main!(benches);
