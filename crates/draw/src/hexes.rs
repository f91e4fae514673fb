//! The ground of a hex map. What lies in hexes that touch becomes one area with a soft outline, what lies on hexsides
//! that meet becomes one line, so that the sheet looks surveyed and not stamped; the grid is printed over it, thin.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, OnceLock};

use kernel::scene::{HexCell, HexField, HexSide};

use crate::areas::{Cover, Patch};
use crate::geometry::{Blocks, Grain, Point, add, along, area_turn, contains, direction, distance, mix, quarter, sub};
use crate::ink::{Fine, Ink, Mm, Path, Safe, put};
use crate::lines::{Brow, Course, OnHexside, Strip};
use crate::sheet::{DrawnGround, page};

/// Millimetres on the page from the middle of a hex to the middle of the next.
pub const PITCH: f64 = 60.0;

/// How far a surveyed line strays from the hexsides it follows.
const STRAY: f64 = 2.8;

/// Steps along the two axes of the map.
type Axes = (i64, i64);

/// The six neighbours, clockwise. The second axis runs north or next to it.
const AROUND: [Axes; 6] = [(0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1)];

fn step((a, b): Axes, (c, d): Axes) -> Axes {
    (a + c, b + d)
}

fn near(p: &Point) -> bool {
    p.iter().all(|v| v.is_finite() && v.abs() < 1e4)
}

fn size(v: f64) -> f64 {
    if v.is_finite() { v.clamp(1.0, 1e3) } else { 1.0 }
}

/// Whether a field can be drawn as it is: every battle's can.
fn is_sound(field: &HexField) -> bool {
    [field.width, field.height].iter().all(|&v| size(v) == v)
        && field.yards > 0
        && field.cells.iter().all(|cell| near(&cell.at))
        && field.sides.iter().all(|side| near(&side.from) && near(&side.to))
        && field.roads.iter().all(|road| near(&road.from) && near(&road.to))
}

/// What of a field can be drawn.
fn sound(field: &HexField) -> HexField {
    let mut field = field.clone();
    (field.width, field.height) = (size(field.width), size(field.height));
    field.yards = field.yards.max(1);
    field.cells.retain(|cell| near(&cell.at));
    field.sides.retain(|side| near(&side.from) && near(&side.to));
    field.roads.retain(|road| near(&road.from) && near(&road.to));
    field
}

/// A hex map that can be drawn, whatever a scene says.
pub struct HexMap {
    pub field: Arc<HexField>,
    origin: Point,
    /// Found when somebody asks first: to lay counters out nobody does.
    on_map: OnceLock<BTreeMap<Axes, usize>>,
}

impl HexMap {
    pub fn new(field: &Arc<HexField>) -> HexMap {
        let field = if is_sound(field) { Arc::clone(field) } else { Arc::new(sound(field)) };
        let origin = field.cells.first().map_or([0.0, 0.0], |cell| cell.at);
        HexMap { field, origin, on_map: OnceLock::new() }
    }

    fn on_map(&self) -> &BTreeMap<Axes, usize> {
        let cells = || (0..self.field.cells.len()).map(|cell| (self.axes(self.field.cells[cell].at), cell)).collect();
        self.on_map.get_or_init(cells)
    }

    pub fn size(&self) -> Point {
        [self.field.width * PITCH, self.field.height * PITCH]
    }

    pub fn place(&self) -> impl Fn(Point) -> Point + Copy + use<> {
        page(self.field.height, PITCH)
    }

    fn axes(&self, at: Point) -> Axes {
        let [first, second] = self.field.axes(sub(at, self.origin));
        (first.round().clamp(-1e6, 1e6) as i64, second.round().clamp(-1e6, 1e6) as i64)
    }

    /// A place on the page, told in thirds of steps.
    fn thirds(&self, (a, b): Axes) -> Point {
        let way = self.field.way([a as f64 / 3.0, b as f64 / 3.0]);
        self.place()(add(self.origin, way))
    }

    fn middle(&self, (a, b): Axes) -> Point {
        self.thirds((a * 3, b * 3))
    }

    /// The corner of a hex clockwise of its `k`th side, in thirds: the mean of the three hexes that meet there.
    fn corner(&self, hex: Axes, k: usize) -> Axes {
        let (a, b) = step(AROUND[k % 6], AROUND[(k + 1) % 6]);
        (hex.0 * 3 + a, hex.1 * 3 + b)
    }

    /// The corners of a hex on the page, clockwise.
    pub fn corners(&self, at: Point) -> [Point; 6] {
        let hex = self.axes(at);
        [0, 1, 2, 3, 4, 5].map(|k| self.thirds(self.corner(hex, k)))
    }

    /// The same, those to the upper right and the upper left first and the highest, where the number stands, late.
    pub fn upper_corners(&self, at: Point) -> [Point; 6] {
        let corners = self.corners(at);
        let order = if self.field.pointy_top { [0, 4, 1, 3, 2, 5] } else { [0, 5, 2, 3, 1, 4] };
        order.map(|k| corners[k])
    }

    fn cell(&self, hex: Axes) -> Option<&HexCell> {
        self.on_map().get(&hex).map(|cell| &self.field.cells[*cell])
    }

    /// The hexes that are so, and those beyond the edge that most of their neighbours would make so: the ground does
    /// not end where the map does.
    fn where_so(&self, so: impl Fn(&HexCell) -> bool) -> BTreeSet<Axes> {
        let mut hexes: BTreeSet<Axes> = BTreeSet::new();
        let mut beyond: BTreeSet<Axes> = BTreeSet::new();
        for (hex, cell) in self.on_map() {
            if so(&self.field.cells[*cell]) {
                hexes.insert(*hex);
                beyond.extend(AROUND.iter().map(|way| step(*hex, *way)).filter(|hex| self.cell(*hex).is_none()));
            }
        }
        for hex in beyond {
            let known: Vec<bool> = AROUND.iter().filter_map(|way| self.cell(step(hex, *way))).map(&so).collect();
            if known.iter().filter(|so| **so).count() * 2 >= known.len() {
                hexes.insert(hex);
            }
        }
        hexes
    }

    /// The closed lines around a set of hexes, each hex to the right of the walker: around the set clockwise, around
    /// what is missing in it the other way. Three hexes meet at a corner, so a border never crosses itself.
    fn rings(&self, hexes: &BTreeSet<Axes>) -> Vec<Vec<Axes>> {
        let mut border: BTreeMap<Axes, Axes> = BTreeMap::new();
        for hex in hexes {
            for (k, way) in AROUND.iter().enumerate() {
                if !hexes.contains(&step(*hex, *way)) {
                    border.insert(self.corner(*hex, k + 5), self.corner(*hex, k));
                }
            }
        }
        let mut rings = Vec::new();
        while let Some((&start, _)) = border.first_key_value() {
            let mut ring = Vec::new();
            let mut at = start;
            while let Some(next) = border.remove(&at) {
                ring.push(at);
                at = next;
            }
            rings.push(ring);
        }
        rings
    }

    /// Areas of one look and level made of the hexes that are so.
    fn areas(&self, look: Cover, level: u8, so: impl Fn(&HexCell) -> bool) -> Vec<Patch> {
        let rings = self.rings(&self.where_so(so));
        let rings = rings.iter().map(|ring| ring.iter().map(|corner| self.thirds(*corner)).collect::<Vec<Point>>());
        let (outer, inner): (Vec<_>, Vec<_>) = rings.partition(|ring| area_turn(ring) > 0.0);
        let mut patches: Vec<Patch> = outer
            .into_iter()
            .map(|ring| Patch { look, name: String::new(), outline: ring, holes: Vec::new(), level, curved: true })
            .collect();
        for hole in inner {
            let inside = along(hole[0], direction(sub(hole[1], hole[0])), 1.0);
            let around = patches.iter_mut().find(|patch| contains(&patch.outline, inside));
            if let Some(patch) = around {
                patch.holes.push(soft(&hole));
            }
        }
        patches.iter_mut().for_each(|patch| patch.outline = soft(&patch.outline));
        patches
    }

    /// Heights above the lowest ground, as contours.
    fn heights(&self) -> Vec<Patch> {
        let levels = self.levels();
        let contours = levels.iter().enumerate().skip(1);
        contours
            .flat_map(|(rank, level)| {
                self.areas(Cover::Height, u8::try_from(rank).unwrap_or(u8::MAX), |cell| cell.level >= *level)
            })
            .collect()
    }

    /// The levels the map has, lowest first.
    pub fn levels(&self) -> Vec<u8> {
        let levels: BTreeSet<u8> = self.field.cells.iter().map(|cell| cell.level).collect();
        levels.into_iter().collect()
    }

    fn covers(&self) -> Vec<Patch> {
        let looks: BTreeSet<_> = self.field.cells.iter().map(|cell| cell.look).collect();
        looks
            .into_iter()
            .filter_map(|look| Cover::of_hex(look).map(|cover| (look, cover)))
            .flat_map(|(look, cover)| match cover {
                Cover::Crops | Cover::Chateau => self.plots(cover, |cell| cell.look == look),
                _ => self.areas(cover, 0, |cell| cell.look == look),
            })
            .collect()
    }

    /// Hexes that each are an area of their own, a little smaller than the hex; furrows run this way or that.
    fn plots(&self, look: Cover, so: impl Fn(&HexCell) -> bool) -> Vec<Patch> {
        let plots = self.field.cells.iter().filter(|cell| so(cell)).map(|cell| {
            let middle = self.place()(cell.at);
            let mut outline: Vec<Point> =
                self.corners(cell.at).iter().map(|corner| mix(*corner, middle, 0.07)).collect();
            outline.rotate_left(Grain::of(&[middle]).pick(3));
            Patch { look, name: String::new(), outline, holes: Vec::new(), level: 0, curved: false }
        });
        plots.collect()
    }

    fn sides(&self) -> impl Iterator<Item = (&HexSide, Point, Point)> {
        let place = self.place();
        self.field.sides.iter().map(move |side| (side, place(side.from), place(side.to)))
    }

    /// Slopes run along the outline of the height they lead down from.
    fn slopes(&self) -> Vec<Brow> {
        let slopes: Vec<_> = self
            .sides()
            .filter_map(|(side, from, to)| match OnHexside::from(side.look) {
                OnHexside::Slope(steepness) => Some((side, [from, to], steepness)),
                OnHexside::Course(_) => None,
            })
            .collect();
        let mut meeting: BTreeMap<Axes, Vec<Point>> = BTreeMap::new();
        for (_, [from, to], _) in &slopes {
            for end in [from, to] {
                meeting.entry(tenths(*end)).or_default().push(middle_of(*from, *to));
            }
        }
        let brow = |from: Point, to: Point| {
            let own = middle_of(from, to);
            // Where it goes on at its end it leads half-way to the next; else to the corner.
            let end = |at: Point| match meeting.get(&tenths(at)).map(Vec::as_slice) {
                Some(&[a, b]) => mix(a, b, 0.5),
                _ => stray(at),
            };
            let (first, last) = (end(from), end(to));
            vec![first, mix(own, mix(first, last, 0.5), 0.5), last]
        };
        let slope = |(side, [from, to], steepness): (&HexSide, [Point; 2], u8)| {
            let down = side.down.map(|v| if v.is_finite() { v } else { 0.0 });
            Brow { brow: brow(from, to), down: [down[0], -down[1]], steepness }
        };
        slopes.into_iter().map(slope).collect()
    }

    fn lines(&self) -> Vec<Strip> {
        let mut along_sides: BTreeMap<Course, Vec<[Point; 2]>> = BTreeMap::new();
        let mut crossings: Vec<Strip> = Vec::new();
        for (side, from, to) in self.sides() {
            let OnHexside::Course(course) = OnHexside::from(side.look) else { continue };
            match course {
                // Water runs along the hexside and the way leads over it.
                Course::Ford | Course::Bridge => {
                    along_sides.entry(Course::Stream).or_default().push([from, to]);
                    crossings.push(crossing(course, from, to));
                }
                course => along_sides.entry(course).or_default().push([from, to]),
            }
        }
        let mut strips: Vec<Strip> = Vec::new();
        for (course, segments) in along_sides {
            // A gate is one hexside wide, whatever stands beside it.
            let chains = match course {
                Course::Gate => segments.into_iter().map(Vec::from).collect(),
                _ => chains(&segments),
            };
            strips.extend(chains.into_iter().map(|points| match course {
                Course::Stream => Strip::new(course, meander(&points, &crossings), 5.0),
                Course::Gate => Strip::new(course, points, 0.0),
                _ => Strip::new(course, through_middles(&points), 0.0),
            }));
        }
        strips.extend(crossings);
        strips.extend(self.roads());
        strips
    }

    /// Roads wind a little, and lead on over the edge of the map.
    fn roads(&self) -> Vec<Strip> {
        let place = self.place();
        let segments: Vec<[Point; 2]> =
            self.field.roads.iter().map(|road| [place(road.from), place(road.to)]).collect();
        let lead_on = |end: Point, before: Point| {
            let beyond = add(end, sub(end, before));
            let off_map = self.cell(self.axes_of_page(beyond)).is_none();
            off_map.then_some(beyond)
        };
        let roads = chains(&segments).into_iter().map(|chain| {
            let mut points: Vec<Point> = Vec::new();
            let closed = chain.first() == chain.last();
            if let [first, second, ..] = chain[..] {
                points.extend(lead_on(first, second).filter(|_| !closed));
            }
            points.extend(chain.iter().map(|p| stray(*p)));
            if let [.., before, last] = chain[..] {
                points.extend(lead_on(last, before).filter(|_| !closed));
            }
            Strip::new(Course::Road, rounded(&points), 6.4)
        });
        roads.collect()
    }

    fn axes_of_page(&self, at: Point) -> Axes {
        self.axes([at[0] / PITCH, self.field.height - at[1] / PITCH])
    }

    pub fn ground(&self) -> DrawnGround {
        let mut patches = self.heights();
        patches.extend(self.covers());
        DrawnGround { patches, strips: self.lines(), slopes: self.slopes() }
    }

    /// The grid: every hexside once.
    pub fn grid(&self, ink: &mut Ink, u: f64) {
        let mut lines = Blocks::new(6.0 * PITCH);
        for hex in self.on_map().keys() {
            let corner = |k: usize| self.thirds(self.corner(*hex, k));
            // A side between two hexes is drawn for one of them.
            lines.at(self.middle(*hex), |path| path.polyline(&[5, 0, 1, 2].map(corner)));
            for (k, way) in AROUND.iter().enumerate().skip(3) {
                if self.cell(step(*hex, *way)).is_none() {
                    lines.at(self.middle(*hex), |path| path.stroke(corner(k + 5), corner(k)));
                }
            }
        }
        lines.paths().for_each(|path| ink.line(path, "m-grid", 0.55 * u));
    }

    /// How far above the middle of its hex a number stands.
    pub fn lift(&self) -> f64 {
        if self.field.pointy_top { 0.4 * PITCH } else { 0.37 * PITCH }
    }

    /// The numbers of the hexes.
    pub fn numbers(&self, ink: &mut Ink, u: f64) {
        put!(ink, "<g class=\"numbers m-numbers\" font-size=\"{}\">\n", Fine(4.6 * u));
        for (hex, cell) in self.on_map() {
            let [x, y] = self.middle(*hex);
            let number = &self.field.cells[*cell].number;
            put!(ink, "<text x=\"{}\" y=\"{}\">{}</text>\n", Mm(x), Mm(y - self.lift()), Safe(number));
        }
        put!(ink, "</g>\n");
    }

    /// Fog and smoke lie over ground and grid.
    pub fn fog(&self, ink: &mut Ink) {
        for cell in self.field.cells.iter().filter(|cell| cell.fog) {
            puffs(ink, self.place()(cell.at), PITCH);
        }
    }
}

/// A bank of fog about a hex wide: puffs that run into one another, with a rim around them all.
pub fn puffs(ink: &mut Ink, at: Point, breadth: f64) {
    const PUFFS: [(f64, f64); 9] = [
        (-0.22, -0.24),
        (0.08, -0.3),
        (0.3, -0.14),
        (-0.34, 0.02),
        (0.0, -0.02),
        (0.32, 0.14),
        (-0.24, 0.26),
        (0.04, 0.3),
        (0.16, 0.06),
    ];
    let mut grain = Grain::of(&[at]);
    let mut bank = Path::new();
    bank.oval(at, [1.0, 0.0], 0.4 * breadth, 0.34 * breadth);
    for (x, y) in PUFFS {
        let (long, high) = (grain.within(0.2, 0.25) * breadth, grain.within(0.15, 0.19) * breadth);
        bank.oval(add(at, [x * breadth, y * breadth]), [1.0, 0.0], long, high);
    }
    ink.group("fog m-fog", |ink| {
        ink.line(&bank, "m-fog-rim", breadth * 0.02);
        ink.path(&bank, "m-fog-bank");
    });
}

/// The way over a hexside.
fn crossing(course: Course, from: Point, to: Point) -> Strip {
    let (middle, over) = (mix(from, to, 0.5), quarter(direction(sub(to, from))));
    let (half, width) = if course == Course::Bridge { (7.0, 9.0) } else { (5.0, 11.0) };
    Strip::new(course, vec![along(middle, over, -half), along(middle, over, half)], width)
}

/// The same place always strays the same way, so that what is drawn along it agrees.
fn stray(p: Point) -> Point {
    let tenths = p.map(|v| (v * 10.0).round());
    let mut grain = Grain::of(&[tenths]);
    add(p, [grain.within(-STRAY, STRAY), grain.within(-STRAY, STRAY)])
}

/// Where a line crosses the middle of a hexside.
fn middle_of(from: Point, to: Point) -> Point {
    stray(mix(from, to, 0.5))
}

/// A place that floats differ little about, as a key.
fn tenths(p: Point) -> Axes {
    let [x, y] = p.map(|v| (v * 10.0).round() as i64);
    (x, y)
}

/// A ring of hexsides as a surveyor would draw it, the handles of a curve: it goes by the middles of the hexsides and cuts
/// their corners, so that hills and woods have outlines of their own and one still sees which hexes are theirs.
fn soft(ring: &[Point]) -> Vec<Point> {
    let n = ring.len();
    (0..n).map(|i| middle_of(ring[i], ring[(i + 1) % n])).collect()
}

/// A line along hexsides that goes by their middles, without the teeth of the hexes; its ends stay where they are.
fn through_middles(points: &[Point]) -> Vec<Point> {
    let middles = points.windows(2).map(|side| middle_of(side[0], side[1]));
    let [Some(first), Some(last)] = [points.first(), points.last()] else { return Vec::new() };
    let closed = first == last;
    let mut line: Vec<Point> = if closed { Vec::new() } else { vec![stray(*first)] };
    line.extend(middles);
    if closed {
        line.extend(line.first().copied());
    } else {
        line.push(stray(*last));
    }
    rounded(&line)
}

/// A stream along hexsides; where a way crosses it, it keeps its place.
fn meander(points: &[Point], crossings: &[Strip]) -> Vec<Point> {
    let mut line: Vec<Point> = points.first().map(|p| stray(*p)).into_iter().collect();
    for pair in points.windows(2) {
        let middle = mix(pair[0], pair[1], 0.5);
        let crossed = crossings.iter().any(|way| distance(mix(way.points[0], way.points[1], 0.5), middle) < 1.0);
        line.push(if crossed { middle } else { along(stray(middle), sub(stray(middle), middle), 0.8) });
    }
    line.extend(points.last().map(|p| stray(*p)));
    rounded(&line)
}

/// Every corner of an open line cut at a quarter of the lines that meet in it; the ends stay.
fn rounded(points: &[Point]) -> Vec<Point> {
    let n = points.len();
    if n < 3 {
        return points.to_vec();
    }
    let pieces = points.windows(2).enumerate();
    pieces
        .flat_map(|(i, piece)| {
            let (a, b) = (piece[0], piece[1]);
            [if i == 0 { a } else { mix(a, b, 0.25) }, if i + 2 == n { b } else { mix(a, b, 0.75) }]
        })
        .collect()
}

/// Pieces that meet end to end, joined; where three or more meet, lines end.
fn chains(pieces: &[[Point; 2]]) -> Vec<Vec<Point>> {
    let mut nodes: Vec<Point> = Vec::new();
    let mut node = |p: Point| {
        nodes.iter().position(|n| distance(*n, p) < 1.0).unwrap_or_else(|| {
            nodes.push(p);
            nodes.len() - 1
        })
    };
    let ends: Vec<[usize; 2]> = pieces.iter().map(|[a, b]| [node(*a), node(*b)]).collect();
    let mut meeting: Vec<Vec<usize>> = vec![Vec::new(); nodes.len()];
    for (piece, [a, b]) in ends.iter().enumerate() {
        meeting[*a].push(piece);
        meeting[*b].push(piece);
    }
    let mut used = vec![false; pieces.len()];
    let mut chains = Vec::new();
    let mut follow = |start: usize, first: usize| {
        let mut chain = vec![nodes[start]];
        let (mut at, mut next) = (start, Some(first).filter(|piece| !used[*piece]));
        while let Some(piece) = next {
            used[piece] = true;
            at = if ends[piece][0] == at { ends[piece][1] } else { ends[piece][0] };
            chain.push(nodes[at]);
            let through = meeting[at].len() == 2;
            next = meeting[at].iter().copied().find(|piece| through && !used[*piece]);
        }
        if chain.len() > 1 {
            chains.push(chain);
        }
    };
    let loose = (0..nodes.len()).filter(|n| meeting[*n].len() != 2);
    // What is left after the lines with ends are rings.
    for start in loose.chain((0..nodes.len()).filter(|n| meeting[*n].len() == 2)) {
        for piece in &meeting[start] {
            follow(start, *piece);
        }
    }
    chains
}

#[cfg(test)]
pub mod tests {
    use kernel::scene::HexLook;

    use super::*;

    /// Rows of hexes with their looks: `.` clear, `w` woods.
    pub fn map(rows: &[&str], pointy_top: bool) -> HexMap {
        let mut field = HexField {
            width: 8.0,
            height: 8.0,
            pointy_top,
            yards: 100,
            cells: Vec::new(),
            sides: Vec::new(),
            roads: Vec::new(),
            names: Vec::new(),
        };
        for (row, looks) in rows.iter().enumerate() {
            for (column, look) in looks.chars().enumerate() {
                let at = field.way([column as f64, row as f64]);
                let look = if look == 'w' { HexLook::Woods } else { HexLook::Clear };
                field.cells.push(HexCell { number: String::new(), at, look, level: 0, fog: false });
            }
        }
        HexMap::new(&Arc::new(field))
    }

    #[test]
    fn touching_hexes_are_one_area_and_a_gap_in_it_is_a_hole() {
        let ring = [".......", ".......", "...ww..", "..w.w..", "..ww...", "......."];
        let apart = [".......", ".w...w.", "......."];
        for pointy_top in [true, false] {
            let patches = map(&ring, pointy_top).covers();
            assert_eq!((patches.len(), patches[0].holes.len()), (1, 1));
            assert_eq!(map(&apart, pointy_top).covers().len(), 2);
        }
    }

    #[test]
    fn the_ring_of_a_hex_is_its_six_corners() {
        for pointy_top in [true, false] {
            let map = map(&["...", ".w.", "..."], pointy_top);
            let rings = map.rings(&BTreeSet::from([(1, 1)]));
            assert_eq!(rings.iter().map(Vec::len).collect::<Vec<_>>(), [6]);
            let middle = map.middle((1, 1));
            let side = PITCH / 3.0f64.sqrt();
            assert!(rings[0].iter().all(|corner| (distance(map.thirds(*corner), middle) - side).abs() < 1e-6));
            let corner = map.corners(map.field.cells[4].at)[0];
            let to = sub(corner, middle);
            // Clockwise of the side to the north or north-east.
            assert!(to[0] > 1.0 && to[1] < 1.0, "{to:?}");
        }
    }

    #[test]
    fn pieces_are_joined_end_to_end_and_part_where_three_meet() {
        let at = |x: f64, y: f64| [x * 10.0, y * 10.0];
        let line = [[at(1.0, 0.0), at(2.0, 0.0)], [at(1.0, 0.0), at(0.0, 0.0)], [at(3.0, 0.0), at(2.0, 0.0)]];
        assert_eq!(chains(&line), [vec![at(0.0, 0.0), at(1.0, 0.0), at(2.0, 0.0), at(3.0, 0.0)]]);
        let fork = [line[0], line[1], [at(1.0, 0.0), at(1.0, 1.0)]];
        assert_eq!(chains(&fork).len(), 3);
        let round = [[at(0.0, 0.0), at(1.0, 0.0)], [at(1.0, 0.0), at(1.0, 1.0)], [at(1.0, 1.0), at(0.0, 0.0)]];
        let ring = chains(&round);
        assert_eq!((ring.len(), ring[0].len(), ring[0].first()), (1, 4, ring[0].last()));
    }

    #[test]
    fn outlines_go_by_the_middles_of_hexsides_and_cut_their_corners() {
        for pointy_top in [true, false] {
            let map = map(&["....", ".ww.", "...."], pointy_top);
            let wood = &map.covers()[0];
            let [a, b] = [1, 2].map(|column| map.corners(map.field.way([f64::from(column), 1.0])));
            let corners: Vec<Point> = a.into_iter().chain(b).collect();
            // Ten sides of two hexes that touch; no handle comes as near to a corner as to a middle.
            assert_eq!(wood.outline.len(), 10);
            let side = PITCH / 3.0f64.sqrt();
            for handle in &wood.outline {
                assert!(corners.iter().all(|corner| distance(*corner, *handle) > side / 2.0 - 2.0 * STRAY));
            }
        }
        // A line keeps its ends and has a place on every side it runs along.
        let zigzag = [[0.0, 0.0], [30.0, 17.0], [60.0, 0.0], [90.0, 17.0]];
        let line = through_middles(&zigzag);
        assert!(distance(line[0], zigzag[0]) < 2.0 * STRAY && distance(line[line.len() - 1], zigzag[3]) < 2.0 * STRAY);
        let high = line.iter().map(|p| p[1]).fold(f64::NEG_INFINITY, f64::max);
        assert!(line[1..line.len() - 2].iter().all(|p| p[1] < 17.0), "{high}");
    }

    #[test]
    fn ground_runs_on_over_the_edge() {
        // A wood along the edge is not rounded off there: its outline reaches beyond the outer corners of its hexes.
        let map = map(&["www....", ".......", "......."], true);
        let wood = &map.covers()[0];
        let lowest = map.corners([1.0, 0.0]).iter().map(|p| p[1]).fold(f64::NEG_INFINITY, f64::max);
        assert!(wood.outline.iter().any(|p| p[1] > lowest + PITCH * 0.4));
    }
}
