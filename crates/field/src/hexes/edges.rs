//! What lies on hexsides: one value for both hexes that share it.

use super::dir::{Dir, DirSet};
use super::grid::{Grid, Hex};

/// A small value for every hexside of a map. It reads the same from both sides, for [`Edges::set`] is the only way in.
///
/// ```
/// use field::hexes::*;
/// let grid = Grid::new(Plan::new(10, 10, Orientation::FlatTop, Shoved::Even)).unwrap();
/// let (hex, south) = (grid.parse("0404").unwrap(), grid.parse("0405").unwrap());
/// let mut hedges = Edges::new(&grid, false);
/// hedges.set(&grid, hex, Dir::D3, true);
/// assert!(hedges.get(south, Dir::D0));
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Edges<T>(Box<[[T; 6]]>);

impl<T: Copy> Edges<T> {
    /// The same value for every hexside.
    pub fn new(grid: &Grid, value: T) -> Edges<T> {
        Edges(vec![[value; 6]; grid.len()].into())
    }

    #[inline]
    pub fn get(&self, hex: Hex, dir: Dir) -> T {
        self.0[hex.index()][dir.index()]
    }

    /// All six hexsides, clockwise.
    #[inline]
    pub fn around(&self, hex: Hex) -> &[T; 6] {
        &self.0[hex.index()]
    }

    /// Sets a hexside for both its hexes; on the edge of the map there may be only one.
    pub fn set(&mut self, grid: &Grid, hex: Hex, dir: Dir, value: T) {
        self.0[hex.index()][dir.index()] = value;
        if let Some(beyond) = grid.neighbour(hex, dir) {
            self.0[beyond.index()][dir.opposite().index()] = value;
        }
    }

    /// Every hexside once: told for the hex from which it is `D0`, `D1` or `D2`, or for the only hex it has.
    pub fn iter<'a>(&'a self, grid: &'a Grid) -> impl Iterator<Item = (Hex, Dir, T)> + 'a {
        let sides = grid.hexes().flat_map(|hex| Dir::ALL.into_iter().map(move |dir| (hex, dir)));
        sides.filter(|&(hex, dir)| dir < Dir::D3 || grid.neighbour(hex, dir).is_none()).map(|(hex, dir)| {
            let value = self.get(hex, dir);
            (hex, dir, value)
        })
    }
}

/// Roads and whatever else leads from hex to hex across hexsides: a bit for every hexside, the same from both sides.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Roads(Box<[DirSet]>);

impl Roads {
    pub fn new(grid: &Grid) -> Roads {
        Roads(vec![DirSet::EMPTY; grid.len()].into())
    }

    /// The hexsides by which roads leave a hex.
    #[inline]
    pub fn exits(&self, hex: Hex) -> DirSet {
        self.0[hex.index()]
    }

    #[inline]
    pub fn leads(&self, hex: Hex, dir: Dir) -> bool {
        self.exits(hex).contains(dir)
    }

    /// Leads a road across a hexside; it may leave the map.
    pub fn join(&mut self, grid: &Grid, hex: Hex, dir: Dir) {
        self.0[hex.index()] = self.exits(hex).with(dir);
        if let Some(beyond) = grid.neighbour(hex, dir) {
            self.0[beyond.index()] = self.exits(beyond).with(dir.opposite());
        }
    }

    /// Leads a road along neighbouring hexes. Fails with the first two that are no neighbours; nothing is joined then.
    pub fn lay(&mut self, grid: &Grid, way: &[Hex]) -> Result<(), (Hex, Hex)> {
        let steps: Result<Vec<_>, _> = way
            .windows(2)
            .map(|pair| grid.direction(pair[0], pair[1]).map(|dir| (pair[0], dir)).ok_or((pair[0], pair[1])))
            .collect();
        for (hex, dir) in steps? {
            self.join(grid, hex, dir);
        }
        Ok(())
    }
}
