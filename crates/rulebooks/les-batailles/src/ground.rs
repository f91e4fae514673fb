//! The map as it is played on: terrain, levels, hexsides, roads. What they do is said by the charts.

pub use crate::charts::Terrain;
use field::hexes::{Dir, Edges, Grid, Hex, Lines};

impl Terrain {
    pub const fn name(self) -> &'static str {
        match self {
            Terrain::Rough => "rough ground",
            Terrain::Farmettes => "farmettes and houses",
            Terrain::SunkenRoad => "sunken road",
            Terrain::Structure => "special structure",
            other => other.key(),
        }
    }
}

/// What lies on a hexside.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Feature {
    Stream,
    Ford,
    River,
    Bridge,
    Hedge,
    Wall,
    /// The way into a special structure (chart 6).
    Gate,
}

impl Feature {
    pub const ALL: [Feature; 7] =
        [Feature::Stream, Feature::Ford, Feature::River, Feature::Bridge, Feature::Hedge, Feature::Wall, Feature::Gate];

    pub const fn key(self) -> &'static str {
        match self {
            Feature::Stream => "stream",
            Feature::Ford => "ford",
            Feature::River => "river",
            Feature::Bridge => "bridge",
            Feature::Hedge => "hedge",
            Feature::Wall => "wall",
            Feature::Gate => "gate",
        }
    }
}

/// How the ground falls or rises across a hexside: always one way or the other, by the levels (LB 14.2a).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Slope {
    #[default]
    Level,
    Normal,
    Severe,
}

/// A hexside, the same from both sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Hexside {
    pub feature: Option<Feature>,
    pub slope: Slope,
    pub road: bool,
    pub trail: bool,
}

/// The ground of a battle.
#[derive(Debug, Clone)]
pub struct Ground {
    /// Movement, range and sight are counted in its hexes (LB 3.4a).
    pub grid: Grid,
    pub terrain: Vec<Terrain>,
    /// Levels of the map.
    pub levels: Vec<u8>,
    pub hexsides: Edges<Hexside>,
    pub lines: Lines,
    pub names: Vec<(Hex, String)>,
    pub yards: u16,
}

/// How far lines are drawn at least; farther where a gun of the battle shoots farther.
pub const LEAST_SIGHT: u8 = 10;
/// The longest range of a gun.
pub const MOST_RANGE: u8 = 24;

impl Ground {
    /// A map of clear, level ground; its lines are still to be drawn.
    pub fn clear(grid: Grid) -> Ground {
        let hexes = grid.len();
        Ground {
            terrain: vec![Terrain::Clear; hexes],
            levels: vec![0; hexes],
            hexsides: Edges::new(&grid, Hexside::default()),
            lines: Lines::new(0),
            names: Vec::new(),
            yards: 100,
            grid,
        }
    }

    /// Draws the lines to all hexes in range.
    pub fn draw_lines(&mut self, range: u8) {
        self.lines = Lines::new(range.clamp(LEAST_SIGHT, MOST_RANGE));
    }

    #[inline]
    pub fn at(&self, hex: Hex) -> Terrain {
        self.terrain[hex.index()]
    }

    #[inline]
    pub fn level(&self, hex: Hex) -> u8 {
        self.levels[hex.index()]
    }

    #[inline]
    pub fn hexside(&self, hex: Hex, dir: Dir) -> Hexside {
        self.hexsides.get(hex, dir)
    }

    /// Changes what lies on a hexside.
    pub fn set_hexside(&mut self, hex: Hex, dir: Dir, change: impl FnOnce(&mut Hexside)) {
        let mut side = self.hexsides.get(hex, dir);
        change(&mut side);
        self.hexsides.set(&self.grid, hex, dir, side);
    }

    /// A road or trail leads out of the hex by one of its sides (LB 12.8a).
    pub fn on_road(&self, hex: Hex) -> bool {
        Dir::ALL.into_iter().any(|dir| {
            let side = self.hexside(hex, dir);
            side.road || side.trail
        })
    }
}
