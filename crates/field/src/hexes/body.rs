//! Bodies that cover several hexes: side by side facing a corner, or one behind the other facing a hexside.
//!
//! What leads off the map is `None`; a body is always wholly on the map it was made for. One that comes from outside must
//! be asked whether it is (`is_on`).

use serde::{Deserialize, Serialize};

use super::dir::{Dir, Hand, Side, Vertex};
use super::grid::{Grid, Hex};

/// Any number of hexes side by side that face a corner: a line.
///
/// ```text
///                ^ facing
///      F     F     F     F          n hexes have n + 1 before them,
///   S  [left][    ][    ]  S        one on either flank,
///      R     R     R     R          and n + 1 behind them
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Rank {
    left: Hex,
    facing: Vertex,
    len: u8,
}

impl Rank {
    /// The rank whose left end stands there; a rank has at least one hex.
    #[inline]
    pub fn on(grid: &Grid, left: Hex, facing: Vertex, len: u8) -> Option<Rank> {
        let rank = Rank { left, facing, len };
        (len > 0 && rank.place(grid, len - 1).is_some()).then_some(rank)
    }

    /// Whether all of it is on this map, as it always is unless it comes from outside.
    pub fn is_on(self, grid: &Grid) -> bool {
        grid.holds(self.left) && Rank::on(grid, self.left, self.facing, self.len) == Some(self)
    }

    #[inline]
    pub const fn left(self) -> Hex {
        self.left
    }

    #[inline]
    pub const fn facing(self) -> Vertex {
        self.facing
    }

    #[inline]
    pub const fn len(self) -> u8 {
        self.len
    }

    /// Never: a rank has at least one hex.
    pub const fn is_empty(self) -> bool {
        self.len == 0
    }

    /// The hex so many places to the right of the left end; `None` only off the map.
    #[inline]
    fn place(self, grid: &Grid, place: u8) -> Option<Hex> {
        let right = self.facing.aside(Hand::Right);
        match place {
            0 => Some(self.left),
            1 => grid.neighbour(self.left, right),
            _ => grid.at(self.left, right.offset() * i16::from(place)),
        }
    }

    /// From left to right.
    pub fn hexes(self, grid: &Grid) -> impl Iterator<Item = Hex> {
        (0..self.len).filter_map(move |place| self.place(grid, place))
    }

    #[inline]
    pub fn covers(self, grid: &Grid, hex: Hex) -> bool {
        self.hexes(grid).any(|own| own == hex)
    }

    /// The hex at one end.
    #[inline]
    pub fn end(self, grid: &Grid, hand: Hand) -> Hex {
        let right = || self.place(grid, self.len - 1);
        match hand {
            Hand::Left => self.left,
            Hand::Right => right().unwrap_or(self.left),
        }
    }

    /// Whether a hex next to the rank is before it, beside it or behind it; `None` for its own hexes and any other.
    #[inline]
    pub fn side(self, grid: &Grid, hex: Hex) -> Option<Side> {
        let (way, len) = (grid.offset(self.left, hex).seen_from(self.facing), i16::from(self.len));
        match way.r {
            -1 if (0..=len).contains(&way.q) => Some(Side::Front),
            0 if way.q == -1 || way.q == len => Some(Side::Flank),
            1 if (-1..len).contains(&way.q) => Some(Side::Rear),
            _ => None,
        }
    }

    /// The hex before it that lies so many places from the left: there is one more of them than the rank has hexes.
    #[inline]
    pub fn front(self, grid: &Grid, place: u8) -> Option<Hex> {
        match place.checked_sub(1) {
            None => grid.neighbour(self.left, self.facing.ahead(Hand::Left)),
            Some(own) if own < self.len => grid.neighbour(self.place(grid, own)?, self.facing.ahead(Hand::Right)),
            Some(_) => None,
        }
    }

    /// The hexes before it that are on the map, from left to right.
    #[inline]
    pub fn fronts(self, grid: &Grid) -> impl Iterator<Item = Hex> {
        (0..=self.len).filter_map(move |place| self.front(grid, place))
    }

    /// Every hex in the same direction, facing as before.
    #[inline]
    pub fn shifted(self, grid: &Grid, dir: Dir) -> Option<Rank> {
        Rank::on(grid, grid.neighbour(self.left, dir)?, self.facing, self.len)
    }

    /// A wheel by one corner: one end stays, the rest swings forward about it.
    ///
    /// ```text
    ///                             [3]
    ///      .     .            [2]     .
    ///   [1]   [2]   [3]  ->   [1]   .   .      pivot on the left
    /// ```
    #[inline]
    pub fn wheel(self, grid: &Grid, pivot: Hand) -> Option<Rank> {
        let facing = self.facing.turned(pivot, 1);
        if self.len == 2 {
            // The half that swings enters the front hex between the two.
            let centre = grid.neighbour(self.left, self.facing.ahead(Hand::Right))?;
            return Some(Rank { left: if pivot == Hand::Left { self.left } else { centre }, facing, ..self });
        }
        let left = match pivot {
            Hand::Left => self.left,
            Hand::Right => {
                let reach = i16::from(self.len) - 1;
                grid.at(self.end(grid, Hand::Right), facing.aside(Hand::Left).offset() * reach)?
            }
        };
        Rank::on(grid, left, facing, self.len)
    }

    /// The hexes which the part so many places from the pivot enters in a wheel, in order; as many as that number.
    pub fn swept(self, grid: &Grid, pivot: Hand, part: u8) -> impl Iterator<Item = Option<Hex>> {
        let start = self.end(grid, pivot);
        let out = self.facing.aside(pivot.other()).offset() * i16::from(part);
        let step = self.facing.ahead(pivot).offset();
        (1..=i16::from(part)).map(move |n| grid.at(start, out + step * n))
    }

    /// The same hexes the other way round.
    pub fn counter_march(self, grid: &Grid) -> Rank {
        Rank { left: self.end(grid, Hand::Right), facing: self.facing.opposite(), len: self.len }
    }

    /// Hexes to the nearest hex of the rank.
    pub fn distance(self, grid: &Grid, hex: Hex) -> u16 {
        self.hexes(grid).map(|own| grid.distance(own, hex)).min().unwrap_or(u16::MAX)
    }
}

/// Any number of hexes straight behind one another that face a hexside.
///
/// ```text
///      S    S   F
///   R [  ][  ][head] F ->        n hexes have 3 before their head,
///      S    S   F                2n on the flanks and 1 behind
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct File {
    head: Hex,
    facing: Dir,
    len: u8,
}

impl File {
    /// The file whose head stands there; a file has at least one hex.
    #[inline]
    pub fn on(grid: &Grid, head: Hex, facing: Dir, len: u8) -> Option<File> {
        let file = File { head, facing, len };
        (len > 0 && file.place(grid, len - 1).is_some()).then_some(file)
    }

    /// Whether all of it is on this map, as it always is unless it comes from outside.
    pub fn is_on(self, grid: &Grid) -> bool {
        grid.holds(self.head) && File::on(grid, self.head, self.facing, self.len) == Some(self)
    }

    #[inline]
    pub const fn head(self) -> Hex {
        self.head
    }

    #[inline]
    pub const fn facing(self) -> Dir {
        self.facing
    }

    #[inline]
    pub const fn len(self) -> u8 {
        self.len
    }

    /// Never: a file has at least one hex.
    pub const fn is_empty(self) -> bool {
        self.len == 0
    }

    /// The hex so many places behind the head; `None` only off the map.
    #[inline]
    fn place(self, grid: &Grid, place: u8) -> Option<Hex> {
        let back = self.facing.opposite();
        match place {
            0 => Some(self.head),
            1 => grid.neighbour(self.head, back),
            _ => grid.at(self.head, back.offset() * i16::from(place)),
        }
    }

    /// From head to tail.
    pub fn hexes(self, grid: &Grid) -> impl Iterator<Item = Hex> {
        (0..self.len).filter_map(move |place| self.place(grid, place))
    }

    #[inline]
    pub fn tail(self, grid: &Grid) -> Hex {
        self.place(grid, self.len - 1).unwrap_or(self.head)
    }

    /// Whether a hex next to the file is before it, beside it or behind it; `None` for its own hexes and any other.
    #[inline]
    pub fn side(self, grid: &Grid, hex: Hex) -> Option<Side> {
        let len = i16::from(self.len);
        let way = grid.offset(self.head, hex).left(self.facing as u8);
        match (way.q, way.r) {
            (0 | 1, -1) | (-1, 0) => Some(Side::Front),
            (1, r) if (0..len).contains(&r) => Some(Side::Flank),
            (-1, r) if (1..=len).contains(&r) => Some(Side::Flank),
            (0, r) if r == len => Some(Side::Rear),
            _ => None,
        }
    }

    /// The head goes one hex on, the others follow.
    #[inline]
    pub fn forward(self, grid: &Grid) -> Option<File> {
        Some(File { head: grid.neighbour(self.head, self.facing)?, ..self })
    }

    /// The head stays and turns by one hexside, the others swing round behind it.
    #[inline]
    pub fn turn(self, grid: &Grid, hand: Hand) -> Option<File> {
        File::on(grid, self.head, self.facing.turned(hand, 1), self.len)
    }

    /// Head and tail swap.
    pub fn counter_march(self, grid: &Grid) -> File {
        File { head: self.tail(grid), facing: self.facing.opposite(), len: self.len }
    }
}
