//! Bodies that cover several hexes: side by side facing a corner, or one behind the other facing a hexside.
//!
//! What leads off the map is `None`; a body is always wholly on the map it was made for. One that comes from outside must
//! be asked whether it is (`is_on`).

use serde::{Deserialize, Serialize};

use super::dir::{Dir, Hand, Side, Vertex};
use super::grid::{Grid, Hex};
use super::offset::Offset;

/// Two hexes side by side that face a corner.
///
/// ```text
///            ^ facing
///    FL    FC    FR          F front, S flank (side), R rear;
///  SL  [left][right]  SR     L left, C centre, R right
///    RL    RC    RR
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Pair {
    left: Hex,
    right: Hex,
    facing: Vertex,
}

/// A place next to a [`Pair`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[repr(u8)]
pub enum Spot {
    FrontLeft,
    FrontCentre,
    FrontRight,
    FlankRight,
    RearRight,
    RearCentre,
    RearLeft,
    FlankLeft,
}

impl Spot {
    /// All eight, clockwise from the left of the front.
    pub const ALL: [Spot; 8] = [
        Spot::FrontLeft,
        Spot::FrontCentre,
        Spot::FrontRight,
        Spot::FlankRight,
        Spot::RearRight,
        Spot::RearCentre,
        Spot::RearLeft,
        Spot::FlankLeft,
    ];

    pub const fn side(self) -> Side {
        match self {
            Spot::FrontLeft | Spot::FrontCentre | Spot::FrontRight => Side::Front,
            Spot::FlankLeft | Spot::FlankRight => Side::Flank,
            Spot::RearLeft | Spot::RearCentre | Spot::RearRight => Side::Rear,
        }
    }

    /// The way to it from the left hex of a pair that faces `V0`.
    const fn way(self) -> Offset {
        match self {
            Spot::FrontLeft => Offset::new(0, -1),
            Spot::FrontCentre => Offset::new(1, -1),
            Spot::FrontRight => Offset::new(2, -1),
            Spot::FlankRight => Offset::new(2, 0),
            Spot::RearRight => Offset::new(1, 1),
            Spot::RearCentre => Offset::new(0, 1),
            Spot::RearLeft => Offset::new(-1, 1),
            Spot::FlankLeft => Offset::new(-1, 0),
        }
    }
}

impl Pair {
    /// The pair whose left half stands there.
    #[inline]
    pub fn on(grid: &Grid, left: Hex, facing: Vertex) -> Option<Pair> {
        let right = grid.neighbour(left, facing.aside(Hand::Right))?;
        Some(Pair { left, right, facing })
    }

    /// The pair whose right half stands there.
    #[inline]
    pub fn with_right(grid: &Grid, right: Hex, facing: Vertex) -> Option<Pair> {
        let left = grid.neighbour(right, facing.aside(Hand::Left))?;
        Some(Pair { left, right, facing })
    }

    /// Whether its halves stand side by side on this map, as they always do unless it comes from outside.
    pub fn is_on(self, grid: &Grid) -> bool {
        grid.holds(self.left) && Pair::on(grid, self.left, self.facing) == Some(self)
    }

    #[inline]
    pub const fn left(self) -> Hex {
        self.left
    }

    #[inline]
    pub const fn right(self) -> Hex {
        self.right
    }

    #[inline]
    pub const fn facing(self) -> Vertex {
        self.facing
    }

    #[inline]
    pub const fn half(self, hand: Hand) -> Hex {
        match hand {
            Hand::Left => self.left,
            Hand::Right => self.right,
        }
    }

    /// Left and right half.
    #[inline]
    pub const fn hexes(self) -> [Hex; 2] {
        [self.left, self.right]
    }

    #[inline]
    pub fn covers(self, hex: Hex) -> bool {
        self.left == hex || self.right == hex
    }

    /// The hex at a place next to the pair.
    #[inline]
    pub fn hex(self, grid: &Grid, spot: Spot) -> Option<Hex> {
        grid.at(self.left, spot.way().right(self.facing as u8))
    }

    /// The three front hexes: left, centre, right.
    pub fn front(self, grid: &Grid) -> [Option<Hex>; 3] {
        let [ahead_left, ahead_right] = self.facing.front();
        [grid.neighbour(self.left, ahead_left), self.centre_front(grid), grid.neighbour(self.right, ahead_right)]
    }

    /// The front hex both halves touch.
    #[inline]
    pub fn centre_front(self, grid: &Grid) -> Option<Hex> {
        grid.neighbour(self.left, self.facing.ahead(Hand::Right))
    }

    /// The two flank hexes: left, right.
    pub fn flanks(self, grid: &Grid) -> [Option<Hex>; 2] {
        let [out_left, out_right] = self.facing.flank();
        [grid.neighbour(self.left, out_left), grid.neighbour(self.right, out_right)]
    }

    /// The three rear hexes: left, centre, right.
    pub fn rear(self, grid: &Grid) -> [Option<Hex>; 3] {
        let [back_left, back_right] = self.facing.rear();
        [
            grid.neighbour(self.left, back_left),
            grid.neighbour(self.left, back_right),
            grid.neighbour(self.right, back_right),
        ]
    }

    /// Which place next to the pair a hex is; `None` for its own hexes and for any that touches neither half.
    pub fn spot(self, grid: &Grid, hex: Hex) -> Option<Spot> {
        let way = grid.offset(self.left, hex).seen_from(self.facing);
        Spot::ALL.into_iter().find(|spot| spot.way() == way)
    }

    /// Whether a hex next to the pair is before it, beside it or behind it.
    #[inline]
    pub fn side(self, grid: &Grid, hex: Hex) -> Option<Side> {
        side_of_rank(grid.offset(self.left, hex).seen_from(self.facing), 2)
    }

    /// Rows ahead of both halves; negative behind them.
    #[inline]
    pub fn rows_ahead(self, grid: &Grid, hex: Hex) -> i16 {
        grid.rows_ahead(self.left, self.facing, hex)
    }

    /// Hexes to the nearer half.
    #[inline]
    pub fn distance(self, grid: &Grid, hex: Hex) -> u16 {
        grid.distance(self.left, hex).min(grid.distance(self.right, hex))
    }

    /// Both halves one hex in the same direction, facing as before.
    #[inline]
    pub fn shifted(self, grid: &Grid, dir: Dir) -> Option<Pair> {
        Some(Pair { left: grid.neighbour(self.left, dir)?, right: grid.neighbour(self.right, dir)?, ..self })
    }

    /// One hex forward, to the left or right front.
    #[inline]
    pub fn forward(self, grid: &Grid, hand: Hand) -> Option<Pair> {
        self.shifted(grid, self.facing.ahead(hand))
    }

    /// A wheel by one hex: one half stays, the other swings into the centre front hex.
    ///
    /// ```text
    ///    .    c    .         .   [R]   .
    ///      [L]  [R]    ->      [L]   .        pivot on the left: faces one corner further left
    /// ```
    #[inline]
    pub fn wheel(self, grid: &Grid, pivot: Hand) -> Option<Pair> {
        let centre = self.centre_front(grid)?;
        let facing = self.facing.turned(pivot, 1);
        Some(match pivot {
            Hand::Left => Pair { right: centre, facing, ..self },
            Hand::Right => Pair { left: centre, facing, ..self },
        })
    }

    /// The same hexes the other way round: left becomes right.
    #[inline]
    pub const fn counter_march(self) -> Pair {
        Pair { left: self.right, right: self.left, facing: self.facing.opposite() }
    }

    /// The same hexes in column, the right half leading.
    pub const fn column(self) -> Column {
        Column { head: self.right, tail: self.left, facing: self.facing.aside(Hand::Right) }
    }

    pub const fn rank(self) -> Rank {
        Rank { left: self.left, facing: self.facing, len: 2 }
    }
}

/// Two hexes one behind the other that face a hexside.
///
/// ```text
///   [tail][head] -> facing
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Column {
    head: Hex,
    tail: Hex,
    facing: Dir,
}

impl Column {
    #[inline]
    pub fn on(grid: &Grid, head: Hex, facing: Dir) -> Option<Column> {
        let tail = grid.neighbour(head, facing.opposite())?;
        Some(Column { head, tail, facing })
    }

    /// Whether head and tail stand as they should on this map, as they always do unless it comes from outside.
    pub fn is_on(self, grid: &Grid) -> bool {
        grid.holds(self.head) && Column::on(grid, self.head, self.facing) == Some(self)
    }

    #[inline]
    pub const fn head(self) -> Hex {
        self.head
    }

    #[inline]
    pub const fn tail(self) -> Hex {
        self.tail
    }

    #[inline]
    pub const fn facing(self) -> Dir {
        self.facing
    }

    /// Head and tail.
    #[inline]
    pub const fn hexes(self) -> [Hex; 2] {
        [self.head, self.tail]
    }

    #[inline]
    pub fn covers(self, hex: Hex) -> bool {
        self.head == hex || self.tail == hex
    }

    /// Hexes to the nearer half.
    #[inline]
    pub fn distance(self, grid: &Grid, hex: Hex) -> u16 {
        grid.distance(self.head, hex).min(grid.distance(self.tail, hex))
    }

    /// The head goes one hex on, the tail follows into its hex.
    #[inline]
    pub fn forward(self, grid: &Grid) -> Option<Column> {
        Some(Column { head: grid.neighbour(self.head, self.facing)?, tail: self.head, ..self })
    }

    /// The head stays and turns by one hexside, the tail swings round behind it.
    #[inline]
    pub fn turn(self, grid: &Grid, hand: Hand) -> Option<Column> {
        Column::on(grid, self.head, self.facing.turned(hand, 1))
    }

    /// Head and tail swap.
    #[inline]
    pub const fn counter_march(self) -> Column {
        Column { head: self.tail, tail: self.head, facing: self.facing.opposite() }
    }

    /// The same hexes side by side, with the long side on that hand as the new front.
    pub const fn deployed(self, front: Hand) -> Pair {
        match front {
            Hand::Left => {
                Pair { left: self.tail, right: self.head, facing: Vertex::from_index(self.facing.index() + 4) }
            }
            Hand::Right => {
                Pair { left: self.head, right: self.tail, facing: Vertex::from_index(self.facing.index() + 1) }
            }
        }
    }

    pub const fn file(self) -> File {
        File { head: self.head, facing: self.facing, len: 2 }
    }
}

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
    pub fn on(grid: &Grid, left: Hex, facing: Vertex, len: u8) -> Option<Rank> {
        let rank = Rank { left, facing, len };
        (len > 0 && rank.place(grid, len - 1).is_some()).then_some(rank)
    }

    /// Whether all of it is on this map, as it always is unless it comes from outside.
    pub fn is_on(self, grid: &Grid) -> bool {
        grid.holds(self.left) && Rank::on(grid, self.left, self.facing, self.len) == Some(self)
    }

    pub const fn left(self) -> Hex {
        self.left
    }

    pub const fn facing(self) -> Vertex {
        self.facing
    }

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
        grid.at(self.left, self.facing.aside(Hand::Right).offset() * i16::from(place))
    }

    /// From left to right.
    pub fn hexes(self, grid: &Grid) -> impl Iterator<Item = Hex> {
        (0..self.len).filter_map(move |place| self.place(grid, place))
    }

    /// The hex at one end.
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
        side_of_rank(grid.offset(self.left, hex).seen_from(self.facing), i16::from(self.len))
    }

    /// Rows ahead of the rank; negative behind it.
    #[inline]
    pub fn rows_ahead(self, grid: &Grid, hex: Hex) -> i16 {
        grid.rows_ahead(self.left, self.facing, hex)
    }

    /// Every hex in the same direction, facing as before.
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
    pub fn wheel(self, grid: &Grid, pivot: Hand) -> Option<Rank> {
        let facing = self.facing.turned(pivot, 1);
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

/// Where a way from the left end of a rank of `len` hexes that faces `V0` leads.
#[inline]
fn side_of_rank(way: Offset, len: i16) -> Option<Side> {
    match way.r {
        -1 if (0..=len).contains(&way.q) => Some(Side::Front),
        0 if way.q == -1 || way.q == len => Some(Side::Flank),
        1 if (-1..len).contains(&way.q) => Some(Side::Rear),
        _ => None,
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
    pub fn on(grid: &Grid, head: Hex, facing: Dir, len: u8) -> Option<File> {
        let file = File { head, facing, len };
        (len > 0 && file.place(grid, len - 1).is_some()).then_some(file)
    }

    /// Whether all of it is on this map, as it always is unless it comes from outside.
    pub fn is_on(self, grid: &Grid) -> bool {
        grid.holds(self.head) && File::on(grid, self.head, self.facing, self.len) == Some(self)
    }

    pub const fn head(self) -> Hex {
        self.head
    }

    pub const fn facing(self) -> Dir {
        self.facing
    }

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
        grid.at(self.head, self.facing.opposite().offset() * i16::from(place))
    }

    /// From head to tail.
    pub fn hexes(self, grid: &Grid) -> impl Iterator<Item = Hex> {
        (0..self.len).filter_map(move |place| self.place(grid, place))
    }

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
    pub fn forward(self, grid: &Grid) -> Option<File> {
        Some(File { head: grid.neighbour(self.head, self.facing)?, ..self })
    }

    /// Head and tail swap.
    pub fn counter_march(self, grid: &Grid) -> File {
        File { head: self.tail(grid), facing: self.facing.opposite(), len: self.len }
    }

    /// Hexes to the nearest hex of the file.
    pub fn distance(self, grid: &Grid, hex: Hex) -> u16 {
        self.hexes(grid).map(|own| grid.distance(own, hex)).min().unwrap_or(u16::MAX)
    }
}
