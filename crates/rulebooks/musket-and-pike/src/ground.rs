//! The map: terrain of hexes and hexsides, heights and slopes, roads, edges, places that matter.

use crate::charts::{Column, TerrainRow};
use field::hexes::{Dir, Edges, Grid, Hex, Lines};
use kernel::Side;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A row of the Terrain Effects Chart, by its place in [`crate::charts::Charts::terrain`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct TerrainId(pub u8);

/// Clear ground is always the first row.
pub const CLEAR: TerrainId = TerrainId(0);

/// How the ground falls across a hexside (MP 10.9.3c).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Slope {
    #[default]
    Level,
    Gentle,
    Steep,
    DoubleSteep,
}

/// One hexside.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Hexside {
    pub feature: Option<TerrainId>,
    pub slope: Slope,
    pub road: bool,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Location {
    pub name: String,
    pub hexes: Vec<Hex>,
    /// Points for holding it at the end, by side.
    pub points: [u16; 2],
}

#[derive(Debug, Clone)]
pub struct HexGround {
    pub grid: Grid,
    /// By hex.
    pub terrain: Vec<TerrainId>,
    pub heights: Vec<u8>,
    /// Fog or smoke lies on the hex (row of its own, on top of the terrain).
    pub overlay: Vec<Option<TerrainId>>,
    pub hexsides: Edges<Hexside>,
    /// The straight lines between hexes, for sight and fire.
    pub lines: Lines,
    /// Friendly edge hexes, by side: where retreats and routs lead (MP 11.4.2b).
    pub friendly: [Vec<Hex>; 2],
    /// Hexes from each hex to the friendly edge, by side.
    pub to_edge: [Vec<u8>; 2],
    /// Points that the ground alone costs from each hex to that edge at the least, by side and movement column.
    points_to_edge: [[Vec<u8>; 3]; 2],
    pub locations: Vec<Location>,
    /// Names written on the map.
    pub names: Vec<(Hex, String)>,
    /// Yards across a hex: the scale, 100 unless the battle says otherwise (MP 2.4a).
    pub yards: u16,
    /// Rows of the Terrain Effects Chart, copied for quick reading.
    pub rows: Vec<TerrainRow>,
    /// The row used by each slope going up and going down.
    pub slope_rows: [[Option<TerrainId>; 2]; 4],
}

impl HexGround {
    /// A map of clear, level ground.
    pub fn clear(grid: Grid, rows: Vec<TerrainRow>) -> HexGround {
        let hexes = grid.len();
        let find = |key: &str| rows.iter().position(|row| row.key == key).map(|at| TerrainId(at as u8));
        let slope_rows = [
            [None, None],
            [find("gentle-slope"), find("gentle-slope")],
            [find("steep-slope-up"), find("steep-slope-down")],
            [find("double-steep-slope-up"), find("double-steep-slope-down")],
        ];
        HexGround {
            terrain: vec![CLEAR; hexes],
            heights: vec![0; hexes],
            overlay: vec![None; hexes],
            hexsides: Edges::new(&grid, Hexside::default()),
            lines: Lines::new(crate::charts::MOST_RANGE as u8),
            friendly: [Vec::new(), Vec::new()],
            to_edge: [vec![0; hexes], vec![0; hexes]],
            points_to_edge: [0, 1].map(|_| [Column::Heavy, Column::Light, Column::Cavalry].map(|_| vec![0; hexes])),
            locations: Vec::new(),
            names: Vec::new(),
            yards: 100,
            rows,
            slope_rows,
            grid,
        }
    }

    /// The row of that name, for a hex or for a hexside.
    pub fn find(&self, key: &str) -> Option<TerrainId> {
        self.rows.iter().position(|row| row.key == key).map(|at| TerrainId(at as u8))
    }

    /// Changes what lies on a hexside.
    pub fn set_hexside(&mut self, hex: Hex, dir: Dir, change: impl FnOnce(&mut Hexside)) {
        let mut side = self.hexsides.get(hex, dir);
        change(&mut side);
        self.hexsides.set(&self.grid, hex, dir, side);
    }

    /// Says which hexes a side falls back to, and how far each hex is from them.
    pub fn set_friendly(&mut self, side: Side, hexes: Vec<Hex>) {
        let nearest = |hex: Hex| hexes.iter().map(|&edge| self.grid.distance(hex, edge) as u8).min().unwrap_or(0);
        self.to_edge[side.ix()] = self.grid.hexes().map(nearest).collect();
        self.friendly[side.ix()] = hexes;
        let columns = [Column::Heavy, Column::Light, Column::Cavalry];
        self.points_to_edge[side.ix()] = columns.map(|column| self.reckon_points(side, column));
    }

    /// From the edge inwards, the cheapest first.
    fn reckon_points(&self, side: Side, column: Column) -> Vec<u8> {
        let mut points = vec![u8::MAX; self.grid.len()];
        let mut waiting: BinaryHeap<Reverse<(u8, Hex)>> = BinaryHeap::new();
        for &hex in &self.friendly[side.ix()] {
            points[hex.index()] = 0;
            waiting.push(Reverse((0, hex)));
        }
        while let Some(Reverse((so_far, to))) = waiting.pop() {
            for dir in Dir::ALL {
                let Some(from) = self.grid.neighbour(to, dir) else { continue };
                let Some(cost) = self.least_way_cost(from, dir.opposite(), column) else { continue };
                let there = so_far.saturating_add(cost);
                if there < points[from.index()] {
                    points[from.index()] = there;
                    waiting.push(Reverse((there, from)));
                }
            }
        }
        points
    }

    #[inline]
    pub fn row(&self, id: TerrainId) -> &TerrainRow {
        &self.rows[usize::from(id.0)]
    }

    #[inline]
    pub fn terrain_of(&self, hex: Hex) -> &TerrainRow {
        self.row(self.terrain[hex.index()])
    }

    #[inline]
    pub fn hexside(&self, hex: Hex, dir: Dir) -> Hexside {
        self.hexsides.get(hex, dir)
    }

    pub fn height(&self, hex: Hex) -> u8 {
        self.heights[hex.index()]
    }

    /// The row of the slope crossed when leaving `hex` by `dir`, if there is one.
    pub fn slope_row(&self, hex: Hex, dir: Dir) -> Option<&TerrainRow> {
        let to = self.grid.neighbour(hex, dir)?;
        let down = self.height(to) < self.height(hex);
        self.slope_rows[self.hexside(hex, dir).slope as usize][usize::from(down)].map(|id| self.row(id))
    }

    /// Hexes from a hex to a side's friendly edge: 0 on the edge itself.
    pub fn distance_to_edge(&self, side: Side, hex: Hex) -> u8 {
        self.to_edge[side.ix()][hex.index()]
    }

    /// No way to the edge costs less: others can only be in it.
    #[inline]
    pub(crate) fn points_to_edge(&self, side: Side, column: Column, hex: Hex) -> u8 {
        self.points_to_edge[side.ix()][column as usize][hex.index()]
    }
}
