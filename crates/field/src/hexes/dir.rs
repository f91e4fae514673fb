//! Directions: the six hexsides and the six corners of a hex, and how to turn.

use serde::{Deserialize, Serialize};
use std::fmt;

use super::offset::Offset;

/// Left or right, as someone sees it who looks where the body faces.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[repr(u8)]
pub enum Hand {
    Left,
    Right,
}

impl Hand {
    pub const BOTH: [Hand; 2] = [Hand::Left, Hand::Right];

    pub const fn other(self) -> Hand {
        match self {
            Hand::Left => Hand::Right,
            Hand::Right => Hand::Left,
        }
    }
}

/// One of the six hexsides, or the direction of the neighbour across it. They are numbered clockwise.
///
/// ```text
///     flat-top                  pointy-top
///         D0                     D0  ^  D1
///      ________                    /   \
/// D5  /        \  D1             /       \
///    /          \               |         |
///    \          /           D5  |         |  D2
/// D4  \________/  D2            |         |
///                                \       /
///         D3                       \   /
///                                D4  v  D3
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(into = "u8", try_from = "u8")]
#[repr(u8)]
pub enum Dir {
    D0,
    D1,
    D2,
    D3,
    D4,
    D5,
}

/// One of the six corners of a hex, or the facing towards it. Corner `Vn` lies between the hexsides `Dn` and `Dn+1`.
///
/// For a body that faces a corner, told for `V0` (turn the picture for the others):
///
/// ```text
///            V0
///   front   /  \   front
///     D0  /      \  D1
///        |        |
/// flank  |        |  flank
///   D5   |        |   D2
///         \      /
///     D4    \  /    D3
///    rear         rear
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(into = "u8", try_from = "u8")]
#[repr(u8)]
pub enum Vertex {
    V0,
    V1,
    V2,
    V3,
    V4,
    V5,
}

/// A number that stands for no direction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NoDirection(pub u8);

impl fmt::Display for NoDirection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a hex has six directions, 0 to 5; {} is none of them", self.0)
    }
}

impl std::error::Error for NoDirection {}

/// Which hexes around a body are before it, beside it and behind it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[repr(u8)]
pub enum Side {
    Front,
    Flank,
    Rear,
}

/// A place that is at most once around, counted from the first again.
#[inline]
const fn below_six(place: usize) -> usize {
    if place < 6 { place } else { place - 6 }
}

macro_rules! six_fold {
    ($name:ident, $($variant:ident),+) => {
        impl $name {
            /// All six, clockwise.
            pub const ALL: [$name; 6] = [$($name::$variant),+];

            #[inline]
            pub const fn index(self) -> usize {
                self as usize
            }

            /// Counted on beyond the sixth begins anew.
            #[inline]
            pub const fn from_index(index: usize) -> $name {
                $name::ALL[index % 6]
            }

            /// So many places clockwise.
            #[inline]
            pub const fn right(self, places: u8) -> $name {
                $name::ALL[below_six(self.index() + places as usize % 6)]
            }

            /// So many places counter-clockwise.
            #[inline]
            pub const fn left(self, places: u8) -> $name {
                $name::ALL[below_six(self.index() + 6 - places as usize % 6)]
            }

            #[inline]
            pub const fn turned(self, hand: Hand, places: u8) -> $name {
                match hand {
                    Hand::Left => self.left(places),
                    Hand::Right => self.right(places),
                }
            }

            #[inline]
            pub const fn opposite(self) -> $name {
                self.right(3)
            }

            /// How many places clockwise leads to the other, 0 to 5.
            #[inline]
            pub const fn clockwise_to(self, other: $name) -> u8 {
                below_six(other.index() + 6 - self.index()) as u8
            }

            /// How many places the shorter way round leads to the other, 0 to 3.
            #[inline]
            pub const fn turns_to(self, other: $name) -> u8 {
                let places = self.clockwise_to(other);
                if places > 3 { 6 - places } else { places }
            }
        }

        impl From<$name> for u8 {
            fn from(it: $name) -> u8 {
                it as u8
            }
        }

        impl TryFrom<u8> for $name {
            type Error = NoDirection;

            fn try_from(number: u8) -> Result<$name, NoDirection> {
                $name::ALL.get(usize::from(number)).copied().ok_or(NoDirection(number))
            }
        }
    };
}

six_fold!(Dir, D0, D1, D2, D3, D4, D5);
six_fold!(Vertex, V0, V1, V2, V3, V4, V5);

impl Dir {
    /// The step to the neighbour across this hexside.
    #[inline]
    pub const fn offset(self) -> Offset {
        Offset::STEPS[self.index()]
    }

    /// The corners at the two ends of this hexside, left and right as seen from inside the hex.
    #[inline]
    pub const fn ends(self) -> [Vertex; 2] {
        [Vertex::from_index(self.index() + 5), Vertex::from_index(self.index())]
    }

    /// This hexside and `reach` more on either side of it.
    #[inline]
    pub const fn around(self, reach: u8) -> DirSet {
        let mut set = DirSet::EMPTY.with(self);
        let mut n = 1;
        while n <= reach {
            set = set.with(self.left(n)).with(self.right(n));
            n += 1;
        }
        set
    }
}

/// The corners on either hand of each.
const BESIDE: [[Vertex; 4]; 6] = {
    let mut beside = [[Vertex::V0; 4]; 6];
    let mut corner = 0;
    while corner < 6 {
        let (mut other, mut found) = (0, 0);
        while other < 6 {
            if other % 3 != corner % 3 {
                beside[corner][found] = Vertex::ALL[other];
                found += 1;
            }
            other += 1;
        }
        corner += 1;
    }
    beside
};

/// The hexsides nearest to a corner, by how many on either side of it and by the corner.
const AROUND: [[DirSet; 6]; 4] = {
    let mut around = [[DirSet::EMPTY; 6]; 4];
    let mut reach = 0;
    while reach < 4 {
        let mut corner = 0;
        while corner < 6 {
            around[reach][corner] = DirSet((1 << (2 * reach)) - 1).right(corner as u8 + 7 - reach as u8);
            corner += 1;
        }
        reach += 1;
    }
    around
};

impl Vertex {
    /// The two hexsides before a body that faces this corner, left and right.
    #[inline]
    pub const fn front(self) -> [Dir; 2] {
        [self.dir(0), self.dir(1)]
    }

    /// The hexsides on its flanks, left and right.
    #[inline]
    pub const fn flank(self) -> [Dir; 2] {
        [self.dir(5), self.dir(2)]
    }

    /// The two hexsides behind it, left and right.
    #[inline]
    pub const fn rear(self) -> [Dir; 2] {
        [self.dir(4), self.dir(3)]
    }

    #[inline]
    const fn dir(self, places: u8) -> Dir {
        Dir::ALL[self.index()].right(places)
    }

    /// The front hexside on that hand.
    #[inline]
    pub const fn ahead(self, hand: Hand) -> Dir {
        self.front()[hand as usize]
    }

    /// The flank hexside on that hand.
    #[inline]
    pub const fn aside(self, hand: Hand) -> Dir {
        self.flank()[hand as usize]
    }

    /// The four corners on either hand: neither this one nor the one opposite. Clockwise from `V0`.
    #[inline]
    pub const fn beside(self) -> [Vertex; 4] {
        BESIDE[self.index()]
    }

    /// Where a hexside lies for a one-hex body that faces this corner.
    #[inline]
    pub const fn side(self, dir: Dir) -> Side {
        const SIDES: [Side; 6] = [Side::Front, Side::Front, Side::Flank, Side::Rear, Side::Rear, Side::Flank];
        SIDES[below_six(dir.index() + 6 - self.index())]
    }

    /// The step to the hex beyond the corner, which is two hexes off: the line to it runs between the two front hexes.
    #[inline]
    pub const fn axis(self) -> Offset {
        let [left, right] = self.front();
        left.offset().plus(right.offset())
    }

    /// The `2 * reach` hexsides nearest to this corner: 1 gives the front of a line, 2 adds its flanks.
    #[inline]
    pub const fn around(self, reach: u8) -> DirSet {
        AROUND[if reach > 3 { 3 } else { reach as usize }][self.index()]
    }
}

/// Some of the six hexsides of a hex.
///
/// ```
/// use field::hexes::{Dir, DirSet, Vertex};
/// let column = Dir::D0.around(1);
/// assert_eq!(column.iter().collect::<Vec<_>>(), [Dir::D0, Dir::D1, Dir::D5]);
/// assert_eq!(Vertex::V0.around(2) - Vertex::V0.around(1), DirSet::from_iter(Vertex::V0.flank()));
/// assert_eq!((!column).len(), 3);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(from = "u8", into = "u8")]
pub struct DirSet(u8);

impl DirSet {
    pub const EMPTY: DirSet = DirSet(0);
    pub const ALL: DirSet = DirSet(0b11_1111);

    #[inline]
    pub const fn contains(self, dir: Dir) -> bool {
        self.0 >> dir as u8 & 1 == 1
    }

    #[inline]
    pub const fn with(self, dir: Dir) -> DirSet {
        DirSet(self.0 | 1 << dir as u8)
    }

    #[inline]
    pub const fn without(self, dir: Dir) -> DirSet {
        DirSet(self.0 & !(1 << dir as u8))
    }

    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Every hexside moved so many places clockwise.
    #[inline]
    pub const fn right(self, places: u8) -> DirSet {
        let places = places % 6;
        DirSet((self.0 << places | self.0 >> (6 - places)) & DirSet::ALL.0)
    }

    /// The first clockwise from `D0`.
    #[inline]
    pub fn first(self) -> Option<Dir> {
        Dir::ALL.get(self.0.trailing_zeros() as usize).copied()
    }

    /// Clockwise from `D0`.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Dir> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let dir = *Dir::ALL.get(left.trailing_zeros() as usize)?;
            left &= left - 1;
            Some(dir)
        })
    }
}

impl From<u8> for DirSet {
    /// Bit `n` stands for `Dn`; the two highest bits mean nothing.
    #[inline]
    fn from(bits: u8) -> DirSet {
        DirSet(bits & DirSet::ALL.0)
    }
}

impl From<DirSet> for u8 {
    fn from(set: DirSet) -> u8 {
        set.0
    }
}

impl FromIterator<Dir> for DirSet {
    fn from_iter<I: IntoIterator<Item = Dir>>(dirs: I) -> DirSet {
        dirs.into_iter().fold(DirSet::EMPTY, DirSet::with)
    }
}

impl std::ops::BitOr for DirSet {
    type Output = DirSet;

    #[inline]
    fn bitor(self, other: DirSet) -> DirSet {
        DirSet(self.0 | other.0)
    }
}

impl std::ops::BitAnd for DirSet {
    type Output = DirSet;

    #[inline]
    fn bitand(self, other: DirSet) -> DirSet {
        DirSet(self.0 & other.0)
    }
}

impl std::ops::Sub for DirSet {
    type Output = DirSet;

    #[inline]
    fn sub(self, other: DirSet) -> DirSet {
        DirSet(self.0 & !other.0)
    }
}

impl std::ops::Not for DirSet {
    type Output = DirSet;

    #[inline]
    fn not(self) -> DirSet {
        DirSet::ALL - self
    }
}
