//! Straight lines from the centre of one hex to the centre of another, and the hexes on their way.
//!
//! A line that leaves a hex exactly through a corner runs along the *spine* between two hexes:
//!
//! ```text
//!      \__/ P \__/
//!      /  \__/  \        from A to B between P on the left and Q on the right;
//!      \A_/--\_B/        each of the two is as good a way as the other
//!      /  \__/  \
//!      \__/ Q \__/
//! ```
//!
//! All other lines cross one hexside after the other. Some do it exactly at a corner; the third hex there is touched in a
//! single point, and the line tells which one.

use super::dir::{Dir, Hand, Vertex};
use super::grid::{Grid, Hex};
use super::offset::Offset;

/// How a line comes from the hex before into a hex.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LineEntry {
    /// Across a hexside of the hex before.
    Side(Dir),
    /// Across a hexside of the hex before, exactly at the end of it on that hand.
    Corner(Dir, Hand),
    /// Along the spine from that corner of the hex before.
    Spine(Vertex),
}

/// One place on the way of a line.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LineStage {
    /// The line goes through a hex.
    Hex { hex: Hex, by: LineEntry },
    /// The line runs between two hexes, away from that corner of the hex before. On the edge of the map one of the two
    /// may be missing. The next stage is the hex at the other end of the spine.
    Spine { left: Option<Hex>, right: Option<Hex>, from: Vertex },
}

impl LineStage {
    /// The hexes of this stage: one, or those beside the spine from left to right.
    pub fn hexes(self) -> impl Iterator<Item = Hex> {
        let (first, second) = match self {
            LineStage::Hex { hex, .. } => (Some(hex), None),
            LineStage::Spine { left, right, .. } => (left, right),
        };
        first.into_iter().chain(second)
    }
}

/// From one hex into the next, and the side of the first that is crossed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Crossing {
    pub from: Hex,
    pub side: Dir,
    pub to: Hex,
}

/// The lines to all hexes up to a range, worked out beforehand for any map.
///
/// A line to a far hex repeats the line to the nearest hex in exactly the same direction, so only those are kept.
#[derive(Clone, Debug)]
pub struct Lines {
    range: u16,
    /// For every offset in range, where its steps begin in `steps`, and how many there are.
    table: Box<[(u32, u16)]>,
    steps: Box<[LineEntry]>,
}

impl Lines {
    pub fn new(range: u8) -> Lines {
        let range = u16::from(range);
        let side = 2 * usize::from(range) + 1;
        let (mut table, mut steps) = (vec![(0, 0); side * side], Vec::new());
        for way in Offset::within(range).filter(|&way| is_primitive(way)) {
            let start = steps.len();
            steps.extend(Steps::towards(way));
            table[place(range, way)] = (start as u32, (steps.len() - start) as u16);
        }
        for way in Offset::within(range).filter(|&way| way != Offset::ZERO) {
            table[place(range, way)] = table[place(range, primitive(way))];
        }
        Lines { range, table: table.into(), steps: steps.into() }
    }

    /// How far the table reaches.
    pub const fn range(&self) -> u16 {
        self.range
    }

    /// Walks from the hex after `from` to `to`. `None` when `to` is farther off than the table reaches; the walk from
    /// a hex to itself has no stages.
    ///
    /// ```
    /// use field::hexes::*;
    /// let grid = Grid::new(Plan::new(20, 12, Orientation::PointyTop, Shoved::Even)).unwrap();
    /// let lines = Lines::new(24);
    /// let (a, b) = (grid.parse("0506").unwrap(), grid.parse("0504").unwrap());
    /// let way: Vec<LineStage> = lines.between(&grid, a, b).unwrap().collect();
    /// let (left, right) = (grid.neighbour(a, Dir::D0), grid.neighbour(a, Dir::D1));
    /// assert_eq!(
    ///     way,
    ///     [LineStage::Spine { left, right, from: Vertex::V0 }, LineStage::Hex { hex: b, by: LineEntry::Spine(Vertex::V0) }]
    /// );
    /// ```
    #[inline]
    pub fn between<'a>(&'a self, grid: &'a Grid, from: Hex, to: Hex) -> Option<Walk<'a>> {
        self.walk(grid, from, to, grid.distance(from, to))
    }

    /// Walks from the hex after `from` through `to` and straight on, as far as `range` hexes from the start or to the
    /// edge of the map.
    #[inline]
    pub fn through<'a>(&'a self, grid: &'a Grid, from: Hex, to: Hex, range: u16) -> Option<Walk<'a>> {
        self.walk(grid, from, to, range)
    }

    #[inline]
    fn walk<'a>(&'a self, grid: &'a Grid, from: Hex, to: Hex, range: u16) -> Option<Walk<'a>> {
        let way = grid.offset(from, to);
        if way.length() > self.range {
            return None;
        }
        let (start, len) = self.table[place(self.range, way)];
        let steps = &self.steps[start as usize..start as usize + usize::from(len)];
        Some(Walk { grid, steps, next: 0, at: from, start: from, range, spine: None })
    }
}

#[inline]
fn place(range: u16, way: Offset) -> usize {
    let range = range as i16;
    (way.q + range) as usize * (2 * range + 1) as usize + (way.r + range) as usize
}

fn gcd(a: u16, b: u16) -> u16 {
    if b == 0 { a } else { gcd(b, a % b) }
}

fn is_primitive(way: Offset) -> bool {
    gcd(way.q.unsigned_abs(), way.r.unsigned_abs()) == 1
}

/// The nearest hex in the same direction.
fn primitive(way: Offset) -> Offset {
    let n = gcd(way.q.unsigned_abs(), way.r.unsigned_abs()).max(1) as i16;
    Offset::new(way.q / n, way.r / n)
}

/// Works out a line step by step, with whole numbers.
struct Steps {
    way: Offset,
    at: Offset,
}

impl Steps {
    fn towards(way: Offset) -> Steps {
        Steps { way, at: Offset::ZERO }
    }

    /// Negative when a corner of the present hex lies left of the line, positive right of it, zero on it.
    fn hand_of(&self, corner: Vertex) -> i32 {
        self.way.cross(self.at * 3 + corner.axis())
    }

    /// How the line leaves the present hex.
    fn leave(&self) -> Option<LineEntry> {
        let corner = Vertex::ALL.into_iter().find(|&v| self.hand_of(v) == 0 && self.way.dot(v.axis()) > 0);
        if let Some(corner) = corner {
            // Beyond the corner lies the hex on that hand to which the line leans; if to none, it runs between them.
            let [left, right] = corner.front();
            return Some(match self.way.cross(corner.axis()).signum() {
                0 => LineEntry::Spine(corner),
                1 => LineEntry::Corner(left, Hand::Right),
                _ => LineEntry::Corner(right, Hand::Left),
            });
        }
        let through = Dir::ALL.into_iter().find(|dir| {
            let [left, right] = dir.ends();
            self.hand_of(left) < 0 && self.hand_of(right) > 0
        });
        through.map(LineEntry::Side)
    }
}

impl Iterator for Steps {
    type Item = LineEntry;

    fn next(&mut self) -> Option<LineEntry> {
        if self.at == self.way {
            return None;
        }
        let entry = self.leave()?;
        self.at = self.at + entry.offset();
        Some(entry)
    }
}

impl LineEntry {
    /// The way from the hex before to this one.
    const fn offset(self) -> Offset {
        match self {
            LineEntry::Side(dir) | LineEntry::Corner(dir, _) => dir.offset(),
            LineEntry::Spine(vertex) => vertex.axis(),
        }
    }

    /// The third hex at the corner a line crosses, touched in a single point, as a direction from the hex before.
    pub const fn touched(self) -> Option<Dir> {
        match self {
            LineEntry::Corner(dir, hand) => Some(dir.turned(hand, 1)),
            LineEntry::Side(_) | LineEntry::Spine(_) => None,
        }
    }
}

/// Goes along a line, stage by stage; the hex it starts from is not among them.
#[derive(Clone, Debug)]
pub struct Walk<'a> {
    grid: &'a Grid,
    steps: &'a [LineEntry],
    next: usize,
    at: Hex,
    start: Hex,
    range: u16,
    /// The spine the line is on, and the hex at its other end.
    spine: Option<(Vertex, Hex)>,
}

impl<'a> Walk<'a> {
    /// The same line from hex to hex, keeping to one side of every spine. Where the map has no hex on that side, the one
    /// on the other side serves.
    pub const fn keeping(self, hand: Hand) -> Track<'a> {
        Track { at: self.at, walk: self, hand }
    }

    #[inline]
    fn go_to(&mut self, hex: Hex, by: LineEntry) -> Option<LineStage> {
        self.at = hex;
        Some(LineStage::Hex { hex, by })
    }
}

impl Iterator for Walk<'_> {
    type Item = LineStage;

    #[inline]
    fn next(&mut self) -> Option<LineStage> {
        if let Some((from, beyond)) = self.spine.take() {
            return self.go_to(beyond, LineEntry::Spine(from));
        }
        let by = *self.steps.get(self.next)?;
        let grid = self.grid;
        let stage = match by {
            LineEntry::Side(dir) | LineEntry::Corner(dir, _) => {
                let hex = grid.neighbour(self.at, dir)?;
                if grid.distance(self.start, hex) > self.range {
                    return None;
                }
                self.go_to(hex, by)?
            }
            LineEntry::Spine(from) => {
                let [left, right] = from.front().map(|dir| grid.neighbour(self.at, dir));
                let beyond = grid.at(self.at, from.axis());
                let far = grid.distance(self.start, self.at);
                if far >= self.range || (left.is_none() && right.is_none()) {
                    return None;
                }
                self.spine = beyond.filter(|_| far + 2 <= self.range).map(|hex| (from, hex));
                if self.spine.is_none() {
                    self.range = 0;
                }
                LineStage::Spine { left, right, from }
            }
        };
        self.next = if self.next + 1 == self.steps.len() { 0 } else { self.next + 1 };
        Some(stage)
    }
}

/// Goes along a line hex by hex, always on the same side of its spines.
#[derive(Clone, Debug)]
pub struct Track<'a> {
    walk: Walk<'a>,
    hand: Hand,
    at: Hex,
}

impl Iterator for Track<'_> {
    type Item = Crossing;

    #[inline]
    fn next(&mut self) -> Option<Crossing> {
        let to = match self.walk.next()? {
            LineStage::Hex { hex, .. } => hex,
            LineStage::Spine { left, right, .. } => match self.hand {
                Hand::Left => left.or(right)?,
                Hand::Right => right.or(left)?,
            },
        };
        let from = std::mem::replace(&mut self.at, to);
        let side = self.walk.grid.direction(from, to)?;
        Some(Crossing { from, side, to })
    }
}
