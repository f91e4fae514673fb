//! Chapter 6.1 and 6.2: facing, wheels, counter marches.

use crate::cards::UnitId;
use crate::state::Formation;
use crate::table::Table;
use field::hexes::{Dir, DirSet, File, Grid, Hand, Hex, Rank, Vertex};

/// Where a unit stands and which way it faces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pose {
    /// Its hex; of a two-hex unit the left half, of a two-hex Column the tail.
    pub hex: Hex,
    /// The right half, or the head.
    pub other: Option<Hex>,
    pub facing: Vertex,
}

/// The one or two hexes of a unit, the left half or the tail first.
#[derive(Debug, Clone, Copy)]
pub struct Hexes {
    next: Option<Hex>,
    last: Option<Hex>,
}

impl Hexes {
    #[inline]
    pub fn new(hex: Hex, other: Option<Hex>) -> Hexes {
        Hexes { next: Some(hex), last: other }
    }
}

impl Iterator for Hexes {
    type Item = Hex;

    #[inline]
    fn next(&mut self) -> Option<Hex> {
        let hex = self.next;
        self.next = self.last.take();
        hex
    }
}

impl Pose {
    #[inline]
    pub fn hexes(self) -> Hexes {
        Hexes::new(self.hex, self.other)
    }

    #[inline]
    pub fn covers(self, hex: Hex) -> bool {
        self.hex == hex || self.other == Some(hex)
    }

    /// Whether another pose has the same hexes.
    pub(crate) fn turns_in_place(self, to: Pose) -> bool {
        self.other.is_some() == to.other.is_some() && self.hexes().all(|hex| to.covers(hex))
    }

    /// One hex that way as it stands, where the map goes on.
    pub(crate) fn shifted(self, grid: &Grid, dir: Dir) -> Option<Pose> {
        let other = match self.other {
            Some(other) => Some(grid.neighbour(other, dir)?),
            None => None,
        };
        Some(Pose { hex: grid.neighbour(self.hex, dir)?, other, ..self })
    }

    /// Hexes to the nearer half.
    #[inline(always)]
    pub fn distance(self, grid: &Grid, hex: Hex) -> u8 {
        let own = grid.distance(self.hex, hex) as u8;
        self.other.map_or(own, |other| own.min(grid.distance(other, hex) as u8))
    }

    /// A two-hex unit in line.
    fn rank(self, grid: &Grid) -> Option<Rank> {
        Rank::on(grid, self.hex, self.facing, 2)
    }

    /// A two-hex unit in Column.
    fn file(self, grid: &Grid) -> Option<File> {
        File::on(grid, self.other?, self.facing.aside(Hand::Right), 2)
    }

    #[inline]
    pub(crate) fn of_rank(grid: &Grid, rank: Rank) -> Pose {
        Pose { hex: rank.left(), other: Some(rank.end(grid, Hand::Right)), facing: rank.facing() }
    }

    /// A Column keeps the facing it would have as a line: the hexside it fronts lies on its right hand (MP 6.3.4d).
    fn of_file(grid: &Grid, file: File) -> Pose {
        let facing = Vertex::from_index(file.facing().index() + 4);
        Pose { hex: file.tail(grid), other: Some(file.head()), facing }
    }
}

/// How a unit moves and turns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// One hex, facing a vertex (MP 6.1a).
    Single,
    /// Without facing (MP 6.1c): goes any way.
    Free,
    /// Two hexes side by side.
    Double,
    /// Two hexes in Column: fronts a hexside (MP 6.3.4d).
    Long,
}

impl Table<'_> {
    #[inline]
    pub fn pose(self, id: UnitId) -> Pose {
        let unit = self.unit(id);
        Pose { hex: unit.hex, other: unit.other, facing: unit.facing }
    }

    /// A one-hex unit in Column moves and faces like any other (MP 6.3.4c).
    #[inline]
    pub fn shape(self, id: UnitId) -> Shape {
        if !self.has_facing(id) {
            Shape::Free
        } else if self.unit(id).other.is_none() {
            Shape::Single
        } else if self.in_formation(id, Formation::Column) {
            Shape::Long
        } else {
            Shape::Double
        }
    }

    /// The pose with that left half or tail, that hex and facing.
    pub(crate) fn pose_at(self, shape: Shape, hex: Hex, facing: Vertex) -> Option<Pose> {
        let other = match shape {
            Shape::Single | Shape::Free => None,
            Shape::Double | Shape::Long => Some(self.ground().grid.neighbour(hex, facing.aside(Hand::Right))?),
        };
        Some(Pose { hex, other, facing })
    }

    /// One hex on in that direction, which must be one of its front hexes (MP 7.1.1c); both halves of a two-hex unit go the same way, the tail of a
    /// Column follows its head (ruling G-A44).
    #[inline]
    pub fn pose_ahead(self, shape: Shape, pose: Pose, dir: Dir) -> Option<Pose> {
        if self.ways_ahead(shape, pose).contains(dir) { self.pose_into(shape, pose, dir) } else { None }
    }

    /// The same in a direction that is known to be one of them.
    #[inline]
    pub(crate) fn pose_into(self, shape: Shape, pose: Pose, dir: Dir) -> Option<Pose> {
        match shape {
            Shape::Free | Shape::Single => Some(Pose { hex: self.ground().grid.neighbour(pose.hex, dir)?, ..pose }),
            Shape::Double | Shape::Long => self.two_hex_pose_ahead(shape, pose, dir),
        }
    }

    fn two_hex_pose_ahead(self, shape: Shape, pose: Pose, dir: Dir) -> Option<Pose> {
        let grid = &self.ground().grid;
        match shape {
            Shape::Long => pose.file(grid)?.forward(grid).map(|file| Pose::of_file(grid, file)),
            _ => pose.rank(grid)?.shifted(grid, dir).map(|rank| Pose::of_rank(grid, rank)),
        }
    }

    /// The directions a unit may move in as it stands (MP 7.1.1c).
    #[inline]
    pub fn ways_ahead(self, shape: Shape, pose: Pose) -> DirSet {
        match shape {
            Shape::Free => DirSet::ALL,
            Shape::Single | Shape::Double => pose.facing.around(1),
            Shape::Long => DirSet::EMPTY.with(pose.facing.aside(Hand::Right)),
        }
    }

    /// One vertex to a side, or in Column one hexside with the tail swinging round (MP 6.2.1a, 6.2.1b, 6.2.1e, 6.3.4e).
    #[inline]
    pub fn pose_turned(self, shape: Shape, pose: Pose, hand: Hand) -> Option<Pose> {
        let grid = &self.ground().grid;
        match shape {
            Shape::Single => Some(Pose { facing: pose.facing.turned(hand, 1), ..pose }),
            Shape::Long => pose.file(grid)?.turn(grid, hand).map(|file| Pose::of_file(grid, file)),
            // Two-hex units wheel (MP 6.2.1c); the others have no facing.
            Shape::Double | Shape::Free => None,
        }
    }

    /// A wheel by one hex, forward only, one half staying where it is (MP 6.2.1c, 6.2.1d).
    #[inline]
    pub fn pose_wheeled(self, shape: Shape, pose: Pose, pivot: Hand) -> Option<Pose> {
        let grid = &self.ground().grid;
        match shape {
            Shape::Double => pose.rank(grid)?.wheel(grid, pivot).map(|rank| Pose::of_rank(grid, rank)),
            _ => None,
        }
    }

    /// About by 180 degrees on the same hexes (MP 6.2.2a); there is no stepping back (MP 6.2.2b).
    #[inline]
    pub fn pose_counter_marched(self, shape: Shape, pose: Pose) -> Option<Pose> {
        match shape {
            Shape::Free => None,
            _ => Some(Pose {
                hex: pose.other.unwrap_or(pose.hex),
                other: pose.other.map(|_| pose.hex),
                facing: pose.facing.opposite(),
            }),
        }
    }

    /// Points for one vertex, or one hexside of a Column: 1 for cavalry and Light Infantry, 2 for Heavy Infantry (MP 6.2.1a, 6.2.1b, 6.2.1e).
    #[inline]
    pub fn turn_cost(self, id: UnitId) -> u8 {
        if self.is_heavy(id) { 2 } else { 1 }
    }
}

/// What a counter march costs any unit (MP 6.2.2a).
pub const COUNTER_MARCH: u8 = 2;

/// What a wheel costs on top of the ground the moving half enters (MP 6.2.1c).
pub const WHEEL: u8 = 1;
