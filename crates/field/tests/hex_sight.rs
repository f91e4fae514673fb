//! Sight over slopes, past woods and troops, on a hex map.

#![allow(clippy::unwrap_used)]

use field::hexes::*;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use std::sync::LazyLock;

static LINES: LazyLock<Lines> = LazyLock::new(|| Lines::new(40));

/// Ground for tests: all flat and open until told otherwise.
#[derive(Debug)]
struct Land {
    grid: Grid,
    heights: Vec<i16>,
    slopes: Edges<Incline>,
    obstacles: Vec<Obstacle>,
    hedges: Edges<bool>,
    /// Whoever stands right behind a hedge sees through it into the next hex.
    reciprocal: bool,
    corners_block: bool,
}

impl Land {
    fn new(grid: Grid) -> Land {
        Land {
            heights: vec![0; grid.len()],
            slopes: Edges::new(&grid, Incline::None),
            obstacles: vec![Obstacle::None; grid.len()],
            hedges: Edges::new(&grid, false),
            reciprocal: false,
            corners_block: false,
            grid,
        }
    }

    fn open() -> Land {
        Land::new(Grid::new(Plan::new(40, 20, Orientation::PointyTop, Shoved::Even)).unwrap())
    }

    /// A row of hexes from west to east with these heights; every change of height has the given slope.
    fn row(heights: &[i16], slope: Incline) -> Land {
        let mut land = Land::open();
        for (n, &height) in heights.iter().enumerate() {
            let hex = land.at(n as i16, 0);
            land.heights[hex.index()] = height;
            if n > 0 && heights[n - 1] != height {
                land.incline(n as i16 - 1, 0, Dir::D2, slope);
            }
        }
        land
    }

    /// Places are told from one hex on.
    fn at(&self, q: i16, r: i16) -> Hex {
        self.grid.at(self.grid.parse("0910").unwrap(), Offset::new(q, r)).unwrap()
    }

    fn incline(&mut self, q: i16, r: i16, dir: Dir, slope: Incline) {
        let hex = self.at(q, r);
        self.slopes.set(&self.grid, hex, dir, slope);
    }

    fn put(&mut self, q: i16, r: i16, obstacle: Obstacle) {
        let hex = self.at(q, r);
        self.obstacles[hex.index()] = obstacle;
    }

    fn raise(&mut self, q: i16, r: i16, height: i16) {
        let hex = self.at(q, r);
        self.heights[hex.index()] = height;
    }

    fn hedge(&mut self, q: i16, r: i16, dir: Dir) {
        let hex = self.at(q, r);
        self.hedges.set(&self.grid, hex, dir, true);
    }

    fn look(&self, from: (i16, i16), to: (i16, i16)) -> Sight {
        sight(&self.grid, &LINES, self, self.at(from.0, from.1), self.at(to.0, to.1)).unwrap()
    }

    /// Whether the n-th hex of the row is seen from the first, and the other way round.
    fn sees(&self, n: i16) -> bool {
        let (there, back) = (self.look((0, 0), (n, 0)), self.look((n, 0), (0, 0)));
        assert_eq!(there.is_clear(), back.is_clear());
        there.is_clear()
    }

    fn blocked(&self, q: i16, r: i16, why: Why) -> Sight {
        Sight::Blocked { at: self.at(q, r), and: None, why }
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

    fn hexside_blocks(&self, ends: Ends, hex: Hex, dir: Dir) -> bool {
        let next_to_it = self.grid.adjacent(ends.from, ends.to);
        self.hedges.get(hex, dir) && !(self.reciprocal && next_to_it)
    }

    fn corners_block(&self) -> bool {
        self.corners_block
    }
}

const CLEAR: Sight = Sight::Clear { over_dead_zone: false };

/// Troops between block, those at the ends do not (MP 10.9.1a).
#[test]
fn troops_block() {
    let mut land = Land::open();
    land.put(0, 0, Obstacle::Unit);
    land.put(5, 0, Obstacle::Unit);
    assert_eq!(land.look((0, 0), (5, 0)), CLEAR);
    land.put(3, 0, Obstacle::Unit);
    assert_eq!(land.look((0, 0), (5, 0)), land.blocked(3, 0, Why::Unit));
    assert!(land.sees(3) && !land.sees(4));
}

/// Woods are seen into but not through (MP 10.9.2a, 10.9.4a).
#[test]
fn woods_are_seen_into_not_through() {
    let mut land = Land::open();
    land.put(2, 0, Obstacle::Terrain);
    land.put(3, 0, Obstacle::Terrain);
    assert!(land.sees(2));
    assert_eq!(land.look((0, 0), (3, 0)), land.blocked(2, 0, Why::Terrain));
    assert_eq!(land.look((5, 0), (0, 0)), land.blocked(3, 0, Why::Terrain));
}

/// A line that clips a wood is blocked (MP 10.9.5a, V17).
#[test]
fn a_line_that_clips_a_wood_is_blocked() {
    let mut land = Land::open();
    land.put(1, 0, Obstacle::Terrain);
    assert_eq!(land.look((0, 0), (3, -1)), land.blocked(1, 0, Why::Terrain));
    assert_eq!(land.look((0, 0), (5, -2)), land.blocked(1, 0, Why::Terrain));
    // One hex farther to the side the wood is not touched any more.
    assert_eq!(land.look((0, 0), (1, -1)), CLEAR);
    assert_eq!(land.look((0, 0), (3, -2)), CLEAR);
}

/// Where three hexes meet on the line, the one that is touched in a point blocks only if the rulebook says so.
#[test]
fn a_corner_blocks_if_the_rulebook_says_so() {
    let mut land = Land::open();
    let (from, to) = (land.at(0, 0), land.at(4, 1));
    let mut at = from;
    let mut touched = None;
    for stage in LINES.between(&land.grid, from, to).unwrap() {
        if let LineStage::Hex { hex, by } = stage {
            touched = touched.or(by.touched().and_then(|dir| land.grid.neighbour(at, dir)));
            at = hex;
        }
    }
    let touched = touched.unwrap();
    land.obstacles[touched.index()] = Obstacle::Terrain;
    assert_eq!(land.look((0, 0), (4, 1)), CLEAR);
    land.corners_block = true;
    assert_eq!(land.look((0, 0), (4, 1)), Sight::Blocked { at: touched, and: None, why: Why::Terrain });
}

/// Along a spine both hexes must block (MP 10.9.5b).
#[test]
fn along_a_spine_both_hexes_must_block() {
    let mut land = Land::open();
    land.put(1, -3, Obstacle::Terrain);
    assert_eq!(land.look((0, 0), (2, -4)), CLEAR);
    land.put(1, -1, Obstacle::Unit);
    assert_eq!(land.look((0, 0), (2, -4)), CLEAR);
    land.put(2, -3, Obstacle::Unit);
    let both = Sight::Blocked { at: land.at(1, -3), and: Some(land.at(2, -3)), why: Why::Terrain };
    assert_eq!(land.look((0, 0), (2, -4)), both);
    // The hex between two spines is an ordinary one.
    land.put(1, -2, Obstacle::Unit);
    assert_eq!(land.look((0, 0), (2, -4)), land.blocked(1, -2, Why::Unit));
    assert!(land.look((0, 0), (1, -2)).is_clear());
}

/// A hedge on one side of a spine leaves the other side open; a hedge along the line itself is not crossed.
#[test]
fn hexsides_along_a_spine() {
    let mut land = Land::open();
    land.hedge(0, 0, Dir::D0);
    assert_eq!(land.look((0, 0), (1, -2)), CLEAR);
    land.hedge(0, -1, Dir::D2);
    assert_eq!(land.look((0, 0), (1, -2)), CLEAR);
    land.hedge(1, -1, Dir::D0);
    assert!(!land.look((0, 0), (1, -2)).is_clear());
}

#[test]
fn at_the_edge_of_the_map_the_missing_hex_blocks_nothing() {
    let mut land = Land::new(Grid::new(Plan::new(6, 6, Orientation::PointyTop, Shoved::Even)).unwrap());
    let hex = |land: &Land, number: &str| land.grid.parse(number).unwrap();
    let (from, beside, to) = (hex(&land, "0101"), hex(&land, "0102"), hex(&land, "0103"));
    let stages: Vec<LineStage> = LINES.between(&land.grid, from, to).unwrap().collect();
    assert_eq!(stages[0], LineStage::Spine { left: Some(beside), right: None, from: Vertex::V3 });
    land.obstacles[beside.index()] = Obstacle::Terrain;
    assert!(sight(&land.grid, &LINES, &land, from, to).unwrap().is_clear());
}

/// Ground above both ends blocks if it is bounded by steep slopes, and not if by gentle ones (MP 10.9.2b, 10.9.2c).
#[test]
fn heights_between() {
    let hill = [1, 1, 2, 2, 0, 0];
    let steep = Land::row(&hill, Incline::Steep);
    assert_eq!(steep.look((0, 0), (4, 0)), steep.blocked(2, 0, Why::Height));
    assert!(steep.sees(2) && !steep.sees(5));
    assert!(Land::row(&hill, Incline::Gentle).sees(5));
    // No higher than one of the ends: no block.
    assert!(Land::row(&[2, 1, 2, 2, 1, 0, 0, 0, 0], Incline::Gentle).sees(8));
    // One steep side is enough, on whichever side the viewer stands.
    let mut one_sided = Land::row(&[0, 1, 1, 0], Incline::Gentle);
    one_sided.incline(2, 0, Dir::D2, Incline::Steep);
    assert!(!one_sided.sees(3));
    assert_eq!(one_sided.look((0, 0), (3, 0)), one_sided.blocked(2, 0, Why::Height));
}

/// Hedges block, unless the rulebook lets those behind them look into the next hex (MP 10.9.3a, 10.9.3b).
#[test]
fn hexsides_block() {
    let mut land = Land::open();
    land.hedge(2, 0, Dir::D2);
    assert_eq!(land.look((0, 0), (4, 0)), land.blocked(2, 0, Why::Hexside(Dir::D2)));
    assert_eq!(land.look((4, 0), (0, 0)), land.blocked(3, 0, Why::Hexside(Dir::D5)));
    assert!(!land.look((2, 0), (3, 0)).is_clear());
    land.reciprocal = true;
    assert!(land.look((2, 0), (3, 0)).is_clear());
    assert!(!land.look((2, 0), (4, 0)).is_clear());
}

/// A gun one hex behind the crest does not see the first hex below, and sees the second (MP 10.9.3d, V17, G7).
#[test]
fn the_dead_zone_is_as_deep_as_the_viewer_stands_behind_the_crest() {
    for behind in 0..5 {
        let heights: Vec<i16> = (0..14).map(|n| i16::from(n <= behind)).collect();
        let land = Land::row(&heights, Incline::Steep);
        for n in 1..14 {
            let below = n - behind;
            let dead = (1..=behind).contains(&below);
            assert_eq!(land.sees(n), !dead, "{behind} behind the crest, {below} below");
            if dead {
                assert_eq!(land.look((n, 0), (0, 0)), land.blocked(behind, 0, Why::DeadZone));
            }
        }
        let gentle = Land::row(&heights, Incline::Gentle);
        assert!((1..14).all(|n| gentle.sees(n)));
    }
}

/// The same depth below every further steep slope (MP 10.9.3e).
#[test]
fn every_further_steep_slope_has_the_same_dead_zone() {
    let land = Land::row(&[3, 3, 2, 2, 2, 2, 1, 1, 0, 0, 0], Incline::Steep);
    let seen: Vec<i16> = (1..11).filter(|&n| land.sees(n)).collect();
    assert_eq!(seen, [1, 3, 4, 5, 7, 9, 10]);
    // A dead zone reaches past the next crest.
    let land = Land::row(&[3, 3, 3, 3, 2, 1, 2, 3, 1, 1, 1, 1], Incline::Steep);
    let seen: Vec<i16> = (1..12).filter(|&n| land.sees(n)).collect();
    assert_eq!(seen, [1, 2, 3, 7, 11]);
}

/// Ground as high as the crest is not in the dead zone below it.
#[test]
fn a_dead_zone_does_not_climb() {
    let mut land = Land::row(&[4, 3, 3, 3, 2, 3, 2, 2, 2, 2], Incline::Steep);
    land.incline(0, 0, Dir::D2, Incline::Gentle);
    let seen: Vec<i16> = (1..10).filter(|&n| land.sees(n)).collect();
    assert_eq!(seen, [1, 2, 3, 5, 9]);
}

/// Only where the line goes down a steep slope is a crest; the way up to it makes none.
#[test]
fn a_way_up_is_no_crest() {
    let mut land = Land::row(&[3, 1, 1, 2, 2, 1, 1, 1, 1, 1], Incline::Steep);
    land.incline(0, 0, Dir::D2, Incline::Gentle);
    let seen: Vec<i16> = (1..10).filter(|&n| land.sees(n)).collect();
    assert_eq!(seen, [1, 2, 3, 4, 9]);
}

/// What stands in a dead zone is overlooked (MP 10.9.3f, 10.9.2d).
#[test]
fn a_dead_zone_is_overlooked() {
    let mut land = Land::row(&[1, 1, 0, 0, 0, 0], Incline::Steep);
    assert_eq!(land.look((0, 0), (4, 0)), Sight::Clear { over_dead_zone: true });
    assert_eq!(land.look((1, 0), (4, 0)), CLEAR);
    for obstacle in [Obstacle::Unit, Obstacle::Terrain] {
        land.put(2, 0, obstacle);
        assert!(land.sees(3) && !land.sees(2));
    }
    land.put(3, 0, Obstacle::Unit);
    assert_eq!(land.look((4, 0), (0, 0)), land.blocked(3, 0, Why::Unit));
    // A hedge inside the dead zone is overlooked too, one at its end is not.
    let mut land = Land::row(&[1, 1, 1, 0, 0, 0, 0], Incline::Steep);
    land.hedge(3, 0, Dir::D2);
    assert!(land.sees(5));
    land.hedge(4, 0, Dir::D2);
    assert_eq!(land.look((0, 0), (5, 0)), land.blocked(4, 0, Why::Hexside(Dir::D2)));
    // Nor is one on the crest.
    let mut land = Land::row(&[1, 1, 1, 0, 0, 0, 0], Incline::Steep);
    land.hedge(2, 0, Dir::D2);
    assert_eq!(land.look((0, 0), (5, 0)), land.blocked(2, 0, Why::Hexside(Dir::D2)));
}

/// From above a steep slope, woods hide only the hex right behind them; troops hide all (MP 10.9.4b).
#[test]
fn woods_below_a_steep_slope() {
    let mut land = Land::row(&[1, 0, 0, 0, 0, 0], Incline::Steep);
    land.put(2, 0, Obstacle::Terrain);
    assert_eq!(land.look((0, 0), (3, 0)), land.blocked(2, 0, Why::Terrain));
    assert!(land.sees(2) && land.sees(4) && land.sees(5));
    land.put(2, 0, Obstacle::Unit);
    assert!(!land.sees(4) && !land.sees(5));
    // Above the slope, before the crest, they hide everything.
    let mut land = Land::row(&[1, 1, 1, 0, 0, 0, 0, 0], Incline::Steep);
    land.put(1, 0, Obstacle::Terrain);
    assert!(!land.sees(7));
    // Below a gentle slope too.
    let mut land = Land::row(&[1, 0, 0, 0, 0, 0], Incline::Gentle);
    land.put(2, 0, Obstacle::Terrain);
    assert!(!land.sees(4));
}

/// Woods lower than both ends are overlooked, troops are not (MP 10.9.4c).
#[test]
fn woods_below_both_ends() {
    let mut land = Land::row(&[1, 0, 0, 0, 1], Incline::Gentle);
    land.put(2, 0, Obstacle::Terrain);
    assert!(land.sees(4));
    assert!(!land.sees(3));
    land.put(2, 0, Obstacle::Unit);
    assert!(!land.sees(4));
}

/// A steep slope on one side of a spine only: the other side is open, without a dead zone.
#[test]
fn slopes_along_a_spine() {
    let mut land = Land::open();
    for (q, r) in [(0, 0), (1, -2), (0, -1), (1, -1)] {
        land.raise(q, r, 1);
    }
    // The crest is the hex at the end of the first spine, two hexes off: on both sides of the second one it goes down.
    land.incline(1, -2, Dir::D0, Incline::Steep);
    land.incline(1, -2, Dir::D1, Incline::Steep);
    assert_eq!(land.look((0, 0), (2, -4)), land.blocked(1, -2, Why::DeadZone));
    land.incline(1, -2, Dir::D1, Incline::Gentle);
    assert_eq!(land.look((0, 0), (2, -4)), CLEAR);
}

#[test]
fn beyond_the_table_of_lines_nothing_is_said() {
    let land = Land::open();
    let (a, b) = (land.at(0, 0), land.at(9, 0));
    assert_eq!(sight(&land.grid, &Lines::new(8), &land, a, b), None);
    assert_eq!(sight(&land.grid, &Lines::new(9), &land, a, b), Some(CLEAR));
    assert_eq!(sight(&land.grid, &Lines::new(9), &land, a, a), Some(CLEAR));
}

/// Ground at random: terraces of three heights, every step between them steep or gentle.
fn lands() -> impl Strategy<Value = (Land, [Hex; 2])> {
    let ground = prop::collection::vec((0_i16..3, 0_u8..8, any::<bool>(), 0_u8..12), 400);
    (ground, any::<bool>(), 0_u16..400, 0_u16..400).prop_map(|(ground, flat, a, b)| {
        let orientation = if flat { Orientation::FlatTop } else { Orientation::PointyTop };
        let mut land = Land::new(Grid::new(Plan::new(20, 20, orientation, Shoved::Odd)).unwrap());
        land.heights = ground.iter().map(|hex| hex.0).collect();
        let obstacle = |n| [Obstacle::Terrain, Obstacle::Unit].get(usize::from(n)).copied().unwrap_or_default();
        land.obstacles = ground.iter().map(|hex| obstacle(hex.1)).collect();
        for hex in land.grid.hexes() {
            let (_, _, steep, hedge) = ground[hex.index()];
            for dir in [Dir::D0, Dir::D1, Dir::D2] {
                let Some(beyond) = land.grid.neighbour(hex, dir) else { continue };
                if land.heights[hex.index()] != land.heights[beyond.index()] {
                    land.slopes.set(&land.grid, hex, dir, if steep { Incline::Steep } else { Incline::Gentle });
                }
                land.hedges.set(&land.grid, hex, dir, hedge == dir as u8);
            }
        }
        (land, [Hex::new(a), Hex::new(b)])
    })
}

/// The hexes on a line, one list for each way past its spines.
fn hexes_between(land: &Land, from: Hex, to: Hex) -> Vec<Vec<Hex>> {
    let stages = LINES.between(&land.grid, from, to).unwrap();
    stages
        .map(|stage| match stage {
            LineStage::Hex { hex, .. } => vec![hex],
            LineStage::Spine { left, right, .. } => left.into_iter().chain(right).collect(),
        })
        .filter(|hexes| hexes != &[to])
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 2_000,
        rng_seed: RngSeed::Fixed(1632),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    /// Either end sees the other or neither does (MP 10.9.5d); a hex that is said to block lies on the line.
    #[test]
    fn sight_is_mutual((land, [a, b]) in lands()) {
        let there = sight(&land.grid, &LINES, &land, a, b).unwrap();
        let back = sight(&land.grid, &LINES, &land, b, a).unwrap();
        prop_assert_eq!(there.is_clear(), back.is_clear());
        if land.heights[a.index()] != land.heights[b.index()] {
            prop_assert_eq!(there, back);
        }
        if let Sight::Blocked { at, and, why } = there {
            let line: Vec<Hex> = hexes_between(&land, a, b).into_iter().flatten().chain([a, b]).collect();
            prop_assert!(line.contains(&at) && and.is_none_or(|and| line.contains(&and)));
            match why {
                Why::Terrain => prop_assert_eq!(land.obstacles[at.index()], Obstacle::Terrain),
                Why::Unit => prop_assert_eq!(land.obstacles[at.index()], Obstacle::Unit),
                Why::Hexside(dir) => prop_assert!(land.hedges.get(at, dir)),
                Why::Height => prop_assert!(land.heights[at.index()] > land.heights[a.index()].max(land.heights[b.index()])),
                Why::DeadZone => prop_assert!(Dir::ALL.iter().any(|&dir| land.slopes.get(at, dir) == Incline::Steep)),
            }
        }
    }

    /// On level ground a line is blocked just where a stage has nothing but obstacles.
    #[test]
    fn on_level_ground_only_obstacles_count((mut land, [a, b]) in lands()) {
        let level = Land::new(land.grid.clone());
        (land.heights, land.slopes, land.hedges) = (level.heights, level.slopes, level.hedges);
        let open = |hexes: &Vec<Hex>| hexes.iter().any(|hex| land.obstacles[hex.index()] == Obstacle::None);
        let at_the_edge = |hexes: &Vec<Hex>| hexes.len() == 1 && {
            let inner = land.grid.inner_sides(hexes[0]);
            let on_line = land.grid.distance(a, hexes[0]) + land.grid.distance(hexes[0], b) == land.grid.distance(a, b);
            inner != DirSet::ALL && on_line && !passes_through(&land, a, b, hexes[0])
        };
        let clear = hexes_between(&land, a, b).iter().all(|hexes| open(hexes) || at_the_edge(hexes));
        prop_assert_eq!(sight(&land.grid, &LINES, &land, a, b).unwrap().is_clear(), clear);
    }

    /// Bare ground with gentle slopes hides nothing (MP 10.9.2c, 10.9.3c).
    #[test]
    fn gentle_slopes_hide_nothing((mut land, [a, b]) in lands()) {
        let bare = Land::new(land.grid.clone());
        (land.obstacles, land.hedges) = (bare.obstacles, bare.hedges);
        for hex in land.grid.hexes() {
            for dir in Dir::ALL {
                if land.slopes.get(hex, dir) == Incline::Steep {
                    land.slopes.set(&land.grid, hex, dir, Incline::Gentle);
                }
            }
        }
        prop_assert_eq!(sight(&land.grid, &LINES, &land, a, b), Some(CLEAR));
    }
}

/// Whether a hex is a stage of its own on a line, not the only one left beside a spine.
fn passes_through(land: &Land, a: Hex, b: Hex, hex: Hex) -> bool {
    LINES.between(&land.grid, a, b).unwrap().any(|stage| matches!(stage, LineStage::Hex { hex: on, .. } if on == hex))
}
