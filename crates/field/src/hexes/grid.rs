//! The map: which hexes there are, how they are numbered, and what lies next to what.

use hexx::{HexLayout, HexOrientation, OffsetHexMode, Vec2};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::num::NonZeroU16;

use super::dir::{Dir, DirSet, Vertex};
use super::offset::{Arc, Offset};
use super::stretch::{Pin, Stretch, Stretches};

/// The most hexes a map may have.
pub const MAX_HEXES: usize = 16_384;

/// A hex of a map: its place in the map's rows, counted from the north-west. It takes two bytes, and so does
/// `Option<Hex>`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(from = "u16", into = "u16")]
pub struct Hex(NonZeroU16);

impl Hex {
    #[inline]
    pub const fn new(index: u16) -> Hex {
        Hex(NonZeroU16::MIN.saturating_add(index))
    }

    #[inline]
    pub const fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

impl fmt::Debug for Hex {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Hex({})", self.index())
    }
}

impl From<u16> for Hex {
    fn from(index: u16) -> Hex {
        Hex::new(index)
    }
}

impl From<Hex> for u16 {
    fn from(hex: Hex) -> u16 {
        hex.0.get() - 1
    }
}

/// Which way the hexes stand.
///
/// ```text
///  flat-top: straight columns    pointy-top: straight rows
///    __    __                       /\  /\  /\
///   /  \__/  \__                   |  ||  ||  |
///   \__/  \__/  \                   \/\ \/\ \/\
///   /  \__/  \__/                    |  ||  ||  |
///   \__/  \__/                        \/  \/  \/
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[repr(u8)]
pub enum Orientation {
    /// Hexsides to the north and south; every other column is shoved half a hex to the south.
    FlatTop,
    /// Corners to the north and south; every other row is shoved half a hex to the east.
    PointyTop,
}

/// Which columns (flat-top) or rows (pointy-top) are shoved, by their printed numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[repr(u8)]
pub enum Shoved {
    Even,
    Odd,
}

/// Where the printed numbers of the rows begin.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[repr(u8)]
pub enum RowsFrom {
    #[default]
    North,
    South,
}

/// One of the four edges of the map.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[repr(u8)]
pub enum MapEdge {
    North,
    East,
    South,
    West,
}

impl MapEdge {
    pub const ALL: [MapEdge; 4] = [MapEdge::North, MapEdge::East, MapEdge::South, MapEdge::West];
}

/// How a map is laid out and numbered: all that must be written down of it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Plan {
    pub columns: u8,
    pub rows: u8,
    pub orientation: Orientation,
    pub shoved: Shoved,
    /// The printed number of the westernmost column.
    #[serde(default = "one")]
    pub first_column: u8,
    /// The least printed number of a row.
    #[serde(default = "one")]
    pub first_row: u8,
    #[serde(default)]
    pub rows_from: RowsFrom,
}

fn one() -> u8 {
    1
}

impl Plan {
    /// A map numbered from 0101 in its north-west corner.
    pub const fn new(columns: u8, rows: u8, orientation: Orientation, shoved: Shoved) -> Plan {
        Plan { columns, rows, orientation, shoved, first_column: 1, first_row: 1, rows_from: RowsFrom::North }
    }

    /// Printed numbers of a place that is counted from the north-west corner.
    const fn printed(&self, column: u8, row: u8) -> (u8, u8) {
        let row = match self.rows_from {
            RowsFrom::North => row,
            RowsFrom::South => self.rows - 1 - row,
        };
        (self.first_column + column, self.first_row + row)
    }

    const fn hexx_orientation(&self) -> HexOrientation {
        match self.orientation {
            Orientation::FlatTop => HexOrientation::Flat,
            Orientation::PointyTop => HexOrientation::Pointy,
        }
    }

    /// The same parity, but counted from the north-west corner.
    const fn mode(&self) -> OffsetHexMode {
        let (column, row) = self.printed(0, 0);
        let first = match self.orientation {
            Orientation::FlatTop => column,
            Orientation::PointyTop => row,
        };
        match (self.shoved, first % 2) {
            (Shoved::Even, 0) | (Shoved::Odd, 1) => OffsetHexMode::Even,
            _ => OffsetHexMode::Odd,
        }
    }
}

/// What is wrong with a [`Plan`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlanFault {
    Empty,
    TooManyHexes(usize),
    /// The last column or row would need a number of three digits.
    NumbersRunOut,
}

impl fmt::Display for PlanFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlanFault::Empty => write!(f, "a map needs at least one column and one row"),
            PlanFault::TooManyHexes(n) => write!(f, "a map may have {MAX_HEXES} hexes, this one has {n}"),
            PlanFault::NumbersRunOut => write!(f, "columns and rows are numbered to 255 at most"),
        }
    }
}

impl std::error::Error for PlanFault {}

/// Why a text is not the number of a hex of this map.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum HexFault {
    /// Not two digits for the column and two for the row, nor three and three.
    NotANumber(String),
    /// The map ends before it; its first and last numbers are told.
    OffMap { number: String, first: String, last: String },
}

impl fmt::Display for HexFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HexFault::NotANumber(text) => {
                write!(f, "“{text}” is no hex: a hex is written with four digits, column and row, like 0307")
            }
            HexFault::OffMap { number, first, last } => {
                write!(f, "hex {number} is not on this map, which runs from {first} to {last}")
            }
        }
    }
}

impl std::error::Error for HexFault {}

/// A name that is none of the six directions or corners of this map's hexes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NameFault {
    pub name: String,
    pub known: [&'static str; 6],
}

impl fmt::Display for NameFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "“{}” is none of {}", self.name, self.known.join(", "))
    }
}

impl std::error::Error for NameFault {}

/// The number of a hex as it is printed on the map: two digits for the column, two for the row. Where one of them is
/// beyond 99, each has three.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Number {
    pub column: u8,
    pub row: u8,
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = if self.column > 99 || self.row > 99 { 3 } else { 2 };
        write!(f, "{:0digits$}{:0digits$}", self.column, self.row)
    }
}

/// A map of hexes with everything about them looked up beforehand.
///
/// ```
/// use field::hexes::*;
/// let grid = Grid::new(Plan::new(20, 12, Orientation::PointyTop, Shoved::Even)).unwrap();
/// let (a, b) = (grid.parse("0307").unwrap(), grid.parse("0509").unwrap());
/// assert_eq!(grid.distance(a, b), 3);
/// assert_eq!(grid.neighbour(a, Dir::D2).map(|hex| grid.number(hex).to_string()), Some("0407".to_string()));
/// assert_eq!(
///     grid.parse("2113").unwrap_err().to_string(),
///     "hex 2113 is not on this map, which runs from 0101 to 2012"
/// );
/// ```
#[derive(Clone)]
pub struct Grid {
    plan: Plan,
    axial: Box<[Offset]>,
    neighbours: Box<[[Option<Hex>; 6]]>,
    /// Hexes by axial coordinates, counted from `corner`, `height` to each step of `q`.
    by_axial: Box<[Option<Hex>]>,
    corner: Offset,
    height: usize,
    stretches: Stretches,
    layout: HexLayout,
    size: [f64; 2],
}

impl fmt::Debug for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Grid").field(&self.plan).finish()
    }
}

impl Grid {
    pub fn new(plan: Plan) -> Result<Grid, PlanFault> {
        let count = usize::from(plan.columns) * usize::from(plan.rows);
        let last = |first: u8, count: u8| u16::from(first) + u16::from(count) - 1;
        if count == 0 {
            return Err(PlanFault::Empty);
        }
        if count > MAX_HEXES {
            return Err(PlanFault::TooManyHexes(count));
        }
        let beyond = |last: u16| last > u16::from(u8::MAX);
        if beyond(last(plan.first_column, plan.columns)) || beyond(last(plan.first_row, plan.rows)) {
            return Err(PlanFault::NumbersRunOut);
        }

        let places = (0..plan.rows).flat_map(|row| (0..plan.columns).map(move |column| (column, row)));
        let axial: Box<[Offset]> = places.map(|(column, row)| axial_of(&plan, column, row)).collect();
        let (by_axial, corner, height) = index_axial(&axial);
        let stretches = Stretches::new(&axial, corner, [by_axial.len() / height, height]);
        let layout = layout_of(&plan, &axial);
        let (neighbours, size) = ([].into(), [0.0; 2]);
        let mut grid = Grid { plan, axial, neighbours, by_axial, corner, height, stretches, layout, size };
        grid.neighbours =
            grid.hexes().map(|hex| Dir::ALL.map(|dir| grid.find(grid.axial(hex) + dir.offset()))).collect();
        grid.size = grid.reach_of_corners();
        Ok(grid)
    }

    pub const fn plan(&self) -> &Plan {
        &self.plan
    }

    pub const fn orientation(&self) -> Orientation {
        self.plan.orientation
    }

    #[inline]
    pub const fn len(&self) -> usize {
        self.axial.len()
    }

    /// Never: a map has at least one hex.
    pub const fn is_empty(&self) -> bool {
        self.axial.is_empty()
    }

    /// Every hex, row by row from the north-west.
    pub fn hexes(&self) -> impl ExactSizeIterator<Item = Hex> + use<> {
        (0..self.axial.len() as u16).map(Hex::new)
    }

    /// Whether a hex belongs to this map. Those that come from it always do; one that comes from outside must be asked,
    /// for all that is said of hexes here holds for hexes of this map.
    #[inline]
    pub const fn holds(&self, hex: Hex) -> bool {
        hex.index() < self.axial.len()
    }

    /// The hex across a hexside, if the map has one there.
    #[inline]
    pub fn neighbour(&self, hex: Hex, dir: Dir) -> Option<Hex> {
        self.neighbours[hex.index()][dir.index()]
    }

    /// All six neighbours, clockwise.
    #[inline]
    pub fn neighbours(&self, hex: Hex) -> &[Option<Hex>; 6] {
        &self.neighbours[hex.index()]
    }

    /// The hexsides beyond which the map goes on.
    pub fn inner_sides(&self, hex: Hex) -> DirSet {
        Dir::ALL.into_iter().filter(|&dir| self.neighbour(hex, dir).is_some()).collect()
    }

    #[inline]
    pub fn axial(&self, hex: Hex) -> Offset {
        self.axial[hex.index()]
    }

    /// The way from one hex to another.
    #[inline]
    pub fn offset(&self, from: Hex, to: Hex) -> Offset {
        self.axial(to) - self.axial(from)
    }

    /// The hex that lies so far off, if it is on the map.
    #[inline]
    pub fn at(&self, from: Hex, offset: Offset) -> Option<Hex> {
        self.find(self.axial(from) + offset)
    }

    #[inline]
    fn find(&self, axial: Offset) -> Option<Hex> {
        // What lies before the corner becomes a huge number, and no hex either.
        let place = axial - self.corner;
        let (q, r) = (place.q as usize, place.r as usize);
        if r >= self.height { None } else { self.by_axial.get(q.wrapping_mul(self.height).wrapping_add(r)).copied()? }
    }

    #[inline]
    pub fn distance(&self, a: Hex, b: Hex) -> u16 {
        self.stretch(self.pin(a), self.pin(b)).length
    }

    /// A hex made ready to be compared with many others.
    #[inline]
    pub fn pin(&self, hex: Hex) -> Pin {
        self.stretches.pin(hex.index())
    }

    /// How one hex of this map lies from another.
    #[inline]
    pub fn stretch(&self, from: Pin, to: Pin) -> Stretch {
        self.stretches.between(from, to)
    }

    /// The directions in which the first step from one hex leads nearer to another.
    #[inline]
    pub fn nearer(&self, from: Hex, to: Hex) -> DirSet {
        self.stretch(self.pin(from), self.pin(to)).nearer
    }

    /// The direction of a neighbour; `None` for the hex itself and for any that is farther off.
    #[inline]
    pub fn direction(&self, from: Hex, to: Hex) -> Option<Dir> {
        let stretch = self.stretch(self.pin(from), self.pin(to));
        if stretch.length == 1 { stretch.nearer.first() } else { None }
    }

    #[inline]
    pub fn adjacent(&self, a: Hex, b: Hex) -> bool {
        self.distance(a, b) == 1
    }

    /// Every hex at most so far off, the hex itself included.
    pub fn within(&self, from: Hex, radius: u16) -> impl Iterator<Item = Hex> {
        Offset::within(radius).filter_map(move |offset| self.at(from, offset))
    }

    /// Where a hex lies with regard to the sector of 120 degrees through the two front hexsides of a hex.
    #[inline]
    pub fn arc(&self, from: Hex, facing: Vertex, to: Hex) -> Arc {
        self.offset(from, to).arc(facing)
    }

    /// How many rows ahead of a hex that faces a corner; negative behind it.
    #[inline]
    pub fn rows_ahead(&self, from: Hex, facing: Vertex, to: Hex) -> i16 {
        self.offset(from, to).rows_ahead(facing)
    }

    /// Column and row, counted from the north-west corner.
    #[inline]
    fn place(&self, hex: Hex) -> (u8, u8) {
        let columns = usize::from(self.plan.columns);
        ((hex.index() % columns) as u8, (hex.index() / columns) as u8)
    }

    /// How many hexes a hex is away from an edge of the map; zero for those along it. The half hexes that stick out
    /// make no difference.
    pub fn to_edge(&self, hex: Hex, edge: MapEdge) -> u8 {
        let (column, row) = self.place(hex);
        match edge {
            MapEdge::North => row,
            MapEdge::East => self.plan.columns - 1 - column,
            MapEdge::South => self.plan.rows - 1 - row,
            MapEdge::West => column,
        }
    }

    pub fn on_edge(&self, hex: Hex, edge: MapEdge) -> bool {
        self.to_edge(hex, edge) == 0
    }

    /// Every hex along an edge of the map, from west to east or from north to south.
    pub fn edge_hexes(&self, edge: MapEdge) -> impl Iterator<Item = Hex> {
        self.hexes().filter(move |&hex| self.on_edge(hex, edge))
    }

    pub fn number(&self, hex: Hex) -> Number {
        let (column, row) = self.place(hex);
        let (column, row) = self.plan.printed(column, row);
        Number { column, row }
    }

    /// The hex with a printed number.
    pub fn numbered(&self, number: Number) -> Option<Hex> {
        let plan = &self.plan;
        let column = number.column.checked_sub(plan.first_column).filter(|&column| column < plan.columns)?;
        let row = number.row.checked_sub(plan.first_row).filter(|&row| row < plan.rows)?;
        let row = match plan.rows_from {
            RowsFrom::North => row,
            RowsFrom::South => plan.rows - 1 - row,
        };
        Some(Hex::new(u16::from(row) * u16::from(plan.columns) + u16::from(column)))
    }

    /// Reads the printed number of a hex.
    pub fn parse(&self, text: &str) -> Result<Hex, HexFault> {
        let digits = text.as_bytes();
        if !matches!(digits.len(), 4 | 6) || !digits.iter().all(u8::is_ascii_digit) {
            return Err(HexFault::NotANumber(text.to_string()));
        }
        let value = |digits: &[u8]| digits.iter().fold(0_u16, |sum, digit| sum * 10 + u16::from(digit - b'0'));
        let (column, row) = digits.split_at(digits.len() / 2);
        let number = match (u8::try_from(value(column)), u8::try_from(value(row))) {
            (Ok(column), Ok(row)) => Some(Number { column, row }),
            _ => None,
        };
        // Every hex has one number only: three digits are for those who need them.
        let number = number.filter(|number| number.to_string() == text);
        number.and_then(|number| self.numbered(number)).ok_or_else(|| {
            let plan = &self.plan;
            let first = Number { column: plan.first_column, row: plan.first_row };
            let last = Number { column: plan.first_column + (plan.columns - 1), row: plan.first_row + (plan.rows - 1) };
            HexFault::OffMap { number: text.to_string(), first: first.to_string(), last: last.to_string() }
        })
    }

    /// The compass names of the six hexsides.
    pub const fn dir_names(&self) -> [&'static str; 6] {
        match self.plan.orientation {
            Orientation::FlatTop => ["N", "NE", "SE", "S", "SW", "NW"],
            Orientation::PointyTop => ["NW", "NE", "E", "SE", "SW", "W"],
        }
    }

    /// The compass names of the six corners.
    pub const fn vertex_names(&self) -> [&'static str; 6] {
        match self.plan.orientation {
            Orientation::FlatTop => ["NE", "E", "SE", "SW", "W", "NW"],
            Orientation::PointyTop => ["N", "NE", "SE", "S", "SW", "NW"],
        }
    }

    pub const fn dir_name(&self, dir: Dir) -> &'static str {
        self.dir_names()[dir.index()]
    }

    pub const fn vertex_name(&self, vertex: Vertex) -> &'static str {
        self.vertex_names()[vertex.index()]
    }

    pub fn dir_named(&self, name: &str) -> Result<Dir, NameFault> {
        named(self.dir_names(), name).map(Dir::from_index)
    }

    pub fn vertex_named(&self, name: &str) -> Result<Vertex, NameFault> {
        named(self.vertex_names(), name).map(Vertex::from_index)
    }

    /// Degrees clockwise from north.
    pub const fn dir_degrees(&self, dir: Dir) -> u16 {
        let first = match self.plan.orientation {
            Orientation::FlatTop => 0,
            Orientation::PointyTop => 330,
        };
        (first + 60 * dir as u16) % 360
    }

    /// Degrees clockwise from north.
    pub const fn vertex_degrees(&self, vertex: Vertex) -> u16 {
        let [left, _] = vertex.front();
        (self.dir_degrees(left) + 30) % 360
    }

    /// Middle of a hex. Neighbouring middles are 1 apart; `x` grows to the east and `y` to the north from the south-west
    /// corner of the map. For pictures: no rule is decided by it.
    pub fn centre(&self, hex: Hex) -> [f64; 2] {
        self.world(self.axial(hex) * 3)
    }

    /// The six corners of a hex, in the order of [`Vertex::ALL`]. A corner is the same place for all hexes that share it.
    pub fn corners(&self, hex: Hex) -> [[f64; 2]; 6] {
        let centre = self.axial(hex) * 3;
        Vertex::ALL.map(|vertex| self.world(centre + vertex.axis()))
    }

    /// Width and height of the whole map.
    pub const fn size(&self) -> [f64; 2] {
        self.size
    }

    /// The hex at a place.
    pub fn hex_at(&self, [x, y]: [f64; 2]) -> Option<Hex> {
        let hex = self.layout.world_pos_to_hex(Vec2::new(x as f32, y as f32));
        let (q, r) = (i16::try_from(hex.x).ok()?, i16::try_from(hex.y).ok()?);
        let far = |n: i16| n.unsigned_abs() > 1_000;
        if far(q) || far(r) { None } else { self.find(Offset::new(q, r)) }
    }

    /// The place of axial coordinates told in thirds.
    fn world(&self, thirds: Offset) -> [f64; 2] {
        let fract = Vec2::new(f32::from(thirds.q) / 3.0, f32::from(thirds.r) / 3.0);
        let place = self.layout.fract_hex_to_world_pos(fract);
        [f64::from(place.x), f64::from(place.y)]
    }

    fn reach_of_corners(&self) -> [f64; 2] {
        let corners = self.hexes().flat_map(|hex| self.corners(hex));
        corners.fold([0.0, 0.0], |[w, h], [x, y]| [f64::max(w, x), f64::max(h, y)])
    }
}

fn named(names: [&'static str; 6], name: &str) -> Result<usize, NameFault> {
    names
        .iter()
        .position(|known| known.eq_ignore_ascii_case(name))
        .ok_or_else(|| NameFault { name: name.to_string(), known: names })
}

fn axial_of(plan: &Plan, column: u8, row: u8) -> Offset {
    let place = [i32::from(column), i32::from(row)];
    let hex = hexx::Hex::from_offset_coordinates(place, plan.mode(), plan.hexx_orientation());
    Offset::new(hex.x as i16, hex.y as i16)
}

/// The table from axial coordinates to hexes, the least coordinates in it, and how many `r` it has to each `q`.
fn index_axial(axial: &[Offset]) -> (Box<[Option<Hex>]>, Offset, usize) {
    let start = axial.first().copied().unwrap_or_default();
    let (low, high) = axial.iter().fold((start, start), |(low, high), at| {
        (Offset::new(low.q.min(at.q), low.r.min(at.r)), Offset::new(high.q.max(at.q), high.r.max(at.r)))
    });
    let span = high - low + Offset::new(1, 1);
    let (width, height) = (span.q as usize, span.r as usize);
    let mut table = vec![None; width * height];
    for (index, &at) in axial.iter().enumerate() {
        let place = at - low;
        table[place.q as usize * height + place.r as usize] = Some(Hex::new(index as u16));
    }
    (table.into(), low, height)
}

/// Neighbouring middles 1 apart, y to the north, the south-west corner of the map at the origin.
fn layout_of(plan: &Plan, axial: &[Offset]) -> HexLayout {
    let side = (1.0_f32 / 3.0).sqrt();
    let mut layout = HexLayout::new(plan.hexx_orientation()).with_hex_size(side);
    layout.invert_y();
    let half = layout.rect_size().abs() / 2.0;
    let middles = axial.iter().map(|at| layout.hex_to_world_pos(hexx::Hex::new(at.q.into(), at.r.into())));
    let low = middles.reduce(Vec2::min).unwrap_or_default() - half;
    layout.with_origin(-low)
}
