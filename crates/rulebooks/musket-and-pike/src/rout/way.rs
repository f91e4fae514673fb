//! The line of least resistance: the way that costs the fewest points to the friendly edge (MP 11.4.2c, 13.4.1c).

use super::{Flight, Footing};
use crate::cards::UnitId;
use crate::table::Table;
use field::hexes::{Dir, Hex, HexMover, cheapest};

/// Points more than there are hexes to the edge that a way may cost; beyond that there is none.
const LONGEST_DETOUR: u8 = 40;

/// The number of a place without another half.
const ALONE: u16 = 7;

/// A fugitive who looks for his way: round everybody, or through friends too.
pub(crate) struct Fugitive<'a> {
    pub table: Table<'a>,
    pub id: UnitId,
    pub through: bool,
    /// Enemies he does not come next to (MP 11.4.2a).
    pub foes: &'a [UnitId],
}

impl Fugitive<'_> {
    /// Points from a place to the edge, at most so many.
    pub fn to_edge(&self, from: Footing, most: u8) -> Option<u8> {
        let side = self.table.side(self.id);
        // A fugitive who finds no room to look as far as that has no way.
        let found = cheapest(self, from, most, |at| self.least(at), |at| self.table.to_safety(side, at.0, at.1) == 0);
        found.unwrap_or(None)
    }

    /// Points that the ground takes at least from a place to the edge: no half gets there for less.
    pub fn least(&self, at: Footing) -> u8 {
        let (side, column) = (self.table.side(self.id), self.table.terrain_column(self.id));
        let points = |hex: Hex| self.table.ground().points_to_edge(side, column, hex);
        at.1.map_or(points(at.0), |other| points(at.0).min(points(other)))
    }

    /// The most points a way may cost from a place.
    pub fn most(&self, from: Footing) -> u8 {
        let off = self.table.to_safety(self.table.side(self.id), from.0, from.1);
        off.saturating_add(LONGEST_DETOUR)
    }

    fn is_open(&self, way: &Flight) -> bool {
        let near = |hex: Hex| self.table.nears(self.foes, hex);
        !self.table.meets_enemy(self.id, way)
            && (self.through || self.table.is_vacant(self.id, way))
            && !way.hexes().any(near)
    }
}

impl HexMover for Fugitive<'_> {
    type Pose = Footing;
    type Key = u16;

    fn key(&self, at: Footing) -> u16 {
        let grid = &self.table.ground().grid;
        let line = at.1.and_then(|other| grid.direction(at.0, other)).map_or(ALONE, |dir| dir.index() as u16);
        at.0.index() as u16 * 8 + line
    }

    fn pose(&self, key: u16) -> Option<Footing> {
        let hex = Hex::new(key / 8);
        let line = Dir::ALL.get(usize::from(key % 8));
        let other = match line {
            Some(&dir) => Some(self.table.ground().grid.neighbour(hex, dir)?),
            None => None,
        };
        Some((hex, other))
    }

    fn steps<T>(&self, at: Footing, worth: impl Fn(Footing, u8) -> Option<T>, mut found: impl FnMut(Footing, u8, T)) {
        for way in self.table.steps_from(self.id, at) {
            if let Some(it) = worth(way.footing(), way.cost)
                && self.is_open(&way)
            {
                found(way.footing(), way.cost, it);
            }
        }
    }
}
