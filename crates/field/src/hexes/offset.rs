//! The way from one hex to another, in axial coordinates, and what can be said of it without a map.

use serde::{Deserialize, Serialize};
use std::ops::{Add, Mul, Neg, Sub};

use super::dir::{Dir, DirSet, Hand, Vertex};

/// The way from one hex to another. `q` counts steps `D2`, `r` counts steps `D3`; it is the same on every map, whichever
/// way its hexes stand.
///
/// ```text
///   D0 (0,-1)   D1 (1,-1)
/// D5 (-1,0)   .   D2 (1,0)
///   D4 (-1,1)   D3 (0,1)
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Offset {
    pub q: i16,
    pub r: i16,
}

/// Where a straight line leaves the hex it starts in.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Bearing {
    /// Through a hexside.
    Side(Dir),
    /// Exactly through a corner, and on along the spine between two hexes.
    Corner(Vertex),
}

/// Where a hex lies with regard to the sector of 120 degrees through the two front hexsides.
///
/// ```text
///   Outside  \    Inside    /  Outside
///   LeftEdge  \            /  RightEdge
///              \   /\     /
///               \/    \ /
///               |      |
///                \    /
///                  \/
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[repr(u8)]
pub enum Arc {
    Inside,
    /// Exactly along an edge of the sector. The line there runs along spines, and the front lies on its other hand.
    Edge(Hand),
    Outside,
}

impl Arc {
    /// Inside, the edges included.
    pub const fn is_in(self) -> bool {
        !matches!(self, Arc::Outside)
    }
}

const AHEAD: usize = 1;
const BEHIND: usize = 2;

#[inline]
const fn sign(n: i16) -> usize {
    (n > 0) as usize * AHEAD + (n < 0) as usize * BEHIND
}

/// The directions that shorten a way, by the signs of `q`, `r` and `q + r`: they say on which side of the rows of hexes it lies.
const NEARER: [DirSet; 64] = {
    let mut nearer = [DirSet::EMPTY; 64];
    let mut signs = 0;
    while signs < nearer.len() {
        let (q, r, s) = (signs >> 4, signs >> 2 & 3, signs & 3);
        let set = DirSet::EMPTY;
        let set = if r == BEHIND && s == BEHIND { set.with(Dir::D0) } else { set };
        let set = if q == AHEAD && r == BEHIND { set.with(Dir::D1) } else { set };
        let set = if q == AHEAD && s == AHEAD { set.with(Dir::D2) } else { set };
        let set = if r == AHEAD && s == AHEAD { set.with(Dir::D3) } else { set };
        let set = if q == BEHIND && r == AHEAD { set.with(Dir::D4) } else { set };
        nearer[signs] = if q == BEHIND && s == BEHIND { set.with(Dir::D5) } else { set };
        signs += 1;
    }
    nearer
};

impl Offset {
    pub const ZERO: Offset = Offset { q: 0, r: 0 };

    pub(super) const STEPS: [Offset; 6] = [
        Offset::new(0, -1),
        Offset::new(1, -1),
        Offset::new(1, 0),
        Offset::new(0, 1),
        Offset::new(-1, 1),
        Offset::new(-1, 0),
    ];

    #[inline]
    pub const fn new(q: i16, r: i16) -> Offset {
        Offset { q, r }
    }

    #[inline]
    pub const fn plus(self, other: Offset) -> Offset {
        Offset::new(self.q + other.q, self.r + other.r)
    }

    #[inline]
    pub const fn minus(self, other: Offset) -> Offset {
        Offset::new(self.q - other.q, self.r - other.r)
    }

    #[inline]
    pub const fn times(self, n: i16) -> Offset {
        Offset::new(self.q * n, self.r * n)
    }

    /// How many hexes it is from one end to the other.
    #[inline]
    pub const fn length(self) -> u16 {
        let (q, r) = (self.q as i32, self.r as i32);
        ((q.abs() + r.abs() + (q + r).abs()) / 2) as u16
    }

    /// The directions in which the first step shortens the way: one along a straight row of hexes, else two; none when there is no way to go.
    ///
    /// ```
    /// use field::hexes::{Dir, Offset};
    /// assert_eq!(Offset::new(3, 0).nearer().iter().collect::<Vec<_>>(), [Dir::D2]);
    /// assert_eq!(Offset::new(3, -1).nearer().iter().collect::<Vec<_>>(), [Dir::D1, Dir::D2]);
    /// assert!(Offset::ZERO.nearer().is_empty());
    /// ```
    #[inline]
    pub const fn nearer(self) -> DirSet {
        NEARER[sign(self.q) << 4 | sign(self.r) << 2 | sign(self.q + self.r)]
    }

    /// Turned clockwise about its beginning by so many sixths of a circle.
    #[inline]
    pub const fn right(self, places: u8) -> Offset {
        let Offset { q, r } = self;
        match places % 6 {
            0 => self,
            1 => Offset::new(-r, q + r),
            2 => Offset::new(-q - r, q),
            3 => Offset::new(-q, -r),
            4 => Offset::new(r, -q - r),
            _ => Offset::new(q + r, -q),
        }
    }

    #[inline]
    pub const fn left(self, places: u8) -> Offset {
        self.right(6 - places % 6)
    }

    /// As a body sees it that faces the given corner: turned so that its facing becomes `V0`.
    #[inline]
    pub const fn seen_from(self, facing: Vertex) -> Offset {
        self.left(facing as u8)
    }

    /// How many rows of hexes ahead of a body that faces the given corner; negative behind it, zero in its own row.
    /// What is not behind lies before its front or on its flanks.
    ///
    /// ```
    /// use field::hexes::{Offset, Vertex};
    /// assert_eq!(Offset::new(3, 0).rows_ahead(Vertex::V0), 0);
    /// assert_eq!(Offset::new(-2, 1).rows_ahead(Vertex::V0), -1);
    /// assert_eq!(Offset::new(4, -4).rows_ahead(Vertex::V0), 4);
    /// ```
    #[inline]
    pub const fn rows_ahead(self, facing: Vertex) -> i16 {
        match facing {
            Vertex::V0 => -self.r,
            Vertex::V1 => self.q,
            Vertex::V2 => self.q + self.r,
            Vertex::V3 => self.r,
            Vertex::V4 => -self.q,
            Vertex::V5 => -self.q - self.r,
        }
    }

    /// Where it lies with regard to the sector of 120 degrees through the two front hexsides. The hex itself is outside.
    #[inline]
    pub const fn arc(self, facing: Vertex) -> Arc {
        // Seen so, the left edge runs along (-1,-1) and the right edge along (2,-1): how far it is inside of either.
        let Offset { q, r } = self.seen_from(facing);
        let (of_left, of_right) = (q - r, -q - 2 * r);
        if of_left < 0 || of_right < 0 || (of_left == 0 && of_right == 0) {
            Arc::Outside
        } else if of_left == 0 {
            Arc::Edge(Hand::Left)
        } else if of_right == 0 {
            Arc::Edge(Hand::Right)
        } else {
            Arc::Inside
        }
    }

    /// Where the straight line from centre to centre leaves the first hex; `None` when both are the same hex.
    pub fn bearing(self) -> Option<Bearing> {
        if self == Offset::ZERO {
            return None;
        }
        // A line leaves through the corner it runs along, or else through the hexside whose ends lie on both its hands.
        let corner = Vertex::ALL.into_iter().find(|corner| {
            let axis = corner.axis();
            self.cross(axis) == 0 && self.dot(axis) > 0
        });
        let through = || {
            Dir::ALL.into_iter().find(|dir| {
                let [left, right] = dir.ends();
                self.cross(left.axis()) < 0 && self.cross(right.axis()) > 0
            })
        };
        corner.map(Bearing::Corner).or_else(|| through().map(Bearing::Side))
    }

    /// Whether the straight line leaves through one of these hexsides; a line through a corner at their end does.
    pub fn leaves_by(self, sides: DirSet) -> bool {
        match self.bearing() {
            None => false,
            Some(Bearing::Side(dir)) => sides.contains(dir),
            Some(Bearing::Corner(corner)) => corner.front().into_iter().any(|dir| sides.contains(dir)),
        }
    }

    /// The direction of a neighbour.
    #[inline]
    pub const fn direction(self) -> Option<Dir> {
        match (self.q, self.r) {
            (0, -1) => Some(Dir::D0),
            (1, -1) => Some(Dir::D1),
            (1, 0) => Some(Dir::D2),
            (0, 1) => Some(Dir::D3),
            (-1, 1) => Some(Dir::D4),
            (-1, 0) => Some(Dir::D5),
            _ => None,
        }
    }

    /// Negative when the other lies to the left, positive to the right, zero along the same line.
    #[inline]
    pub const fn cross(self, other: Offset) -> i32 {
        self.q as i32 * other.r as i32 - self.r as i32 * other.q as i32
    }

    /// Twice the dot product, in squares of the distance between neighbours.
    #[inline]
    pub const fn dot(self, other: Offset) -> i32 {
        let (q, r, oq, or) = (self.q as i32, self.r as i32, other.q as i32, other.r as i32);
        2 * (q * oq + r * or) + q * or + r * oq
    }

    /// All ways to the hexes at most so far off, the nearest hex itself included, in the order of `q` and then `r`.
    pub fn within(radius: u16) -> impl Iterator<Item = Offset> + Clone {
        let n = radius as i16;
        (-n..=n).flat_map(move |q| ((-n).max(-n - q)..=n.min(n - q)).map(move |r| Offset::new(q, r)))
    }
}

impl Add for Offset {
    type Output = Offset;

    #[inline]
    fn add(self, other: Offset) -> Offset {
        self.plus(other)
    }
}

impl Sub for Offset {
    type Output = Offset;

    #[inline]
    fn sub(self, other: Offset) -> Offset {
        self.minus(other)
    }
}

impl Neg for Offset {
    type Output = Offset;

    #[inline]
    fn neg(self) -> Offset {
        Offset::new(-self.q, -self.r)
    }
}

impl Mul<i16> for Offset {
    type Output = Offset;

    #[inline]
    fn mul(self, n: i16) -> Offset {
        self.times(n)
    }
}
