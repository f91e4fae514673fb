//! Areas and lines on the table: woods and walls.

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use super::measure::{Point, TOUCH, Vec2, greater, lesser};
use super::shape::{Block, Body};

/// The most separate pieces of a segment that lie in one area.
const MOST_PIECES: usize = 8;

/// An area with straight edges that do not cross each other; it may be concave and run either way round.
///
/// To *meet* an area is to overlap it more deeply than a touch; standing right against its edge is not meeting it.
///
/// ```
/// use field::table::*;
/// let wood = Polygon::new([(0, 0), (100, 0), (100, 50), (0, 50)].map(|(x, y)| Point::new(x * MM, y * MM)));
/// assert!(wood.contains(Vec2::new(50_000.0, 25_000.0)));
/// assert_eq!(wood.chord(Vec2::new(-10_000.0, 25_000.0), Vec2::new(30_000.0, 25_000.0)), 30_000.0);
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(from = "Vec<Point>", into = "Vec<Point>")]
pub struct Polygon {
    points: Vec<Point>,
    bounds: Bounds,
}

/// A line of straight pieces: a wall, a stream, a crest.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(from = "Vec<Point>", into = "Vec<Point>")]
pub struct Polyline {
    points: Vec<Point>,
    bounds: Bounds,
}

/// South-west and north-east corner of an upright rectangle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Bounds {
    min: Point,
    max: Point,
}

impl Bounds {
    fn of(points: &[Point]) -> Bounds {
        let start = points.first().copied().unwrap_or_default();
        points.iter().fold(Bounds { min: start, max: start }, |bounds, point| Bounds {
            min: Point::new(bounds.min.x.min(point.x), bounds.min.y.min(point.y)),
            max: Point::new(bounds.max.x.max(point.x), bounds.max.y.max(point.y)),
        })
    }

    fn contains(&self, p: Vec2) -> bool {
        self.meets(p, p)
    }

    fn meets(&self, min: Vec2, max: Vec2) -> bool {
        let (low, high) = (self.min.vec(), self.max.vec());
        min.x <= high.x && max.x >= low.x && min.y <= high.y && max.y >= low.y
    }

    fn meets_segment(&self, a: Vec2, b: Vec2) -> bool {
        self.meets(a.min(b), a.max(b))
    }

    /// Whether the enclosing circle of a body comes so near; if not, the body does not.
    fn maybe_meet(&self, body: &Body) -> bool {
        self.maybe_within(body, 0.0)
    }

    fn maybe_within(&self, body: &Body, gap: f64) -> bool {
        self.maybe_near(body.center(), body.radius() + gap)
    }

    fn maybe_near(&self, center: Vec2, radius: f64) -> bool {
        let reach = Vec2::new(radius, radius);
        self.meets(center - reach, center + reach)
    }

    fn meets_block(&self, block: &Block) -> bool {
        let center = block.center();
        let reach = Vec2::new(block.reach(Vec2::new(1.0, 0.0)), block.reach(Vec2::new(0.0, 1.0)));
        self.meets(center - reach, center + reach)
    }
}

impl From<Vec<Point>> for Polygon {
    fn from(points: Vec<Point>) -> Polygon {
        let bounds = Bounds::of(&points);
        Polygon { points, bounds }
    }
}

impl From<Polygon> for Vec<Point> {
    fn from(area: Polygon) -> Vec<Point> {
        area.points
    }
}

impl From<Vec<Point>> for Polyline {
    fn from(points: Vec<Point>) -> Polyline {
        let bounds = Bounds::of(&points);
        Polyline { points, bounds }
    }
}

impl From<Polyline> for Vec<Point> {
    fn from(line: Polyline) -> Vec<Point> {
        line.points
    }
}

/// The part of a segment that lies beyond a line through `at`, on the side of `outward`.
fn beyond((a, b): (Vec2, Vec2), at: Vec2, outward: Vec2) -> Option<(Vec2, Vec2)> {
    let (from, to) = ((a - at).dot(outward), (b - at).dot(outward));
    let cut = || a + (b - a) * (from / (from - to));
    match (from >= 0.0, to >= 0.0) {
        (true, true) => Some((a, b)),
        (true, false) => Some((a, cut())),
        (false, true) => Some((cut(), b)),
        (false, false) => None,
    }
}

/// Whether a segment comes within a distance of an edge on its outer side.
fn nears((a, b): (Vec2, Vec2), edge: (Vec2, Vec2), outward: Vec2, gap: f64) -> bool {
    let Some((a, b)) = beyond((a, b), edge.0, outward) else { return false };
    let edge = Block::segment(edge.0, edge.1);
    let near = if a.distance(b) < 1.0 { edge.distance_to_point(a) } else { edge.distance(&Block::segment(a, b)) };
    near <= gap
}

impl Polygon {
    /// Whether the area comes within a distance of an edge on its outer side: straight out from it, or aslant of its ends.
    pub fn nears_edge(&self, edge: (Vec2, Vec2), outward: Vec2, gap: f64) -> bool {
        self.contains(edge.0.midpoint(edge.1) + outward) || self.edges().any(|side| nears(side, edge, outward, gap))
    }

    pub fn new(points: impl Into<Vec<Point>>) -> Polygon {
        Polygon::from(points.into())
    }

    /// The four corners of a block, rounded to micrometres.
    pub fn of_block(block: &Block) -> Polygon {
        Polygon::new(block.corners().map(Vec2::round))
    }

    pub fn points(&self) -> &[Point] {
        &self.points
    }

    /// South-west and north-east corner of the upright rectangle around the area.
    pub fn bounds(&self) -> (Point, Point) {
        (self.bounds.min, self.bounds.max)
    }

    /// Both ends of every edge; the last one closes the ring.
    pub fn edges(&self) -> impl Iterator<Item = (Vec2, Vec2)> + '_ {
        let (first, last) = (self.points.first(), self.points.last());
        let closing = last.zip(first).map(|(a, b)| (a.vec(), b.vec()));
        self.points.windows(2).map(|pair| (pair[0].vec(), pair[1].vec())).chain(closing)
    }

    pub fn contains(&self, p: Vec2) -> bool {
        self.bounds.contains(p) && self.edges().filter(|&(a, b)| is_east_of(p, a, b)).count() % 2 == 1
    }

    /// Distance to the area, zero inside.
    pub fn distance(&self, p: Vec2) -> f64 {
        if self.contains(p) { 0.0 } else { self.distance_to_edge(p) }
    }

    /// Distance to the edge of the area, from inside or outside.
    pub fn distance_to_edge(&self, p: Vec2) -> f64 {
        self.edges().map(|(a, b)| distance_to_segment(p, a, b)).fold(f64::INFINITY, f64::min)
    }

    /// Distance to the edge for a place inside, zero outside.
    pub fn depth_inside(&self, p: Vec2) -> f64 {
        if self.contains(p) { self.distance_to_edge(p) } else { 0.0 }
    }

    /// Distance between a block and the area, zero when they overlap.
    pub fn distance_to_block(&self, block: &Block) -> f64 {
        if self.contains(block.center()) {
            return 0.0;
        }
        self.edges().map(|(a, b)| block.distance(&Block::segment(a, b))).fold(f64::INFINITY, f64::min)
    }

    /// Distance between a body and the area, zero when they overlap.
    pub fn distance_to_body(&self, body: &Body) -> f64 {
        body.blocks.iter().map(|block| self.distance_to_block(block)).fold(f64::INFINITY, f64::min)
    }

    /// Whether a body stands no farther off than `gap`.
    pub fn within(&self, body: &Body, gap: f64) -> bool {
        let near = |block: &Block| self.contains(block.center()) || is_near(self.edges(), block, gap);
        self.bounds.maybe_within(body, gap) && body.blocks.iter().any(near)
    }

    /// Whether a body may come so near to the area; if not, nothing of it does.
    #[inline]
    pub fn maybe_within(&self, body: &Body, gap: f64) -> bool {
        self.bounds.maybe_within(body, gap)
    }

    /// Whether a circle may reach into the area; if not, nothing in the circle does.
    pub(crate) fn maybe_near(&self, center: Vec2, radius: f64) -> bool {
        self.bounds.maybe_near(center, radius)
    }

    /// Whether the block overlaps the area more deeply than a touch.
    pub fn meets_block(&self, block: &Block) -> bool {
        let core = block.grown(-TOUCH);
        self.bounds.meets_block(&core) && (self.contains(core.center()) || self.edges().any(|(a, b)| cuts(&core, a, b)))
    }

    pub fn meets_body(&self, body: &Body) -> bool {
        self.bounds.maybe_meet(body) && body.blocks.iter().any(|block| self.meets_block(block))
    }

    /// Whether the block stands wholly in the area; a touch over its edge is forgiven.
    pub fn covers_block(&self, block: &Block) -> bool {
        let core = block.grown(-TOUCH);
        self.bounds.meets_block(&core) && self.contains(core.center()) && !self.edges().any(|(a, b)| cuts(&core, a, b))
    }

    pub fn covers_body(&self, body: &Body) -> bool {
        body.blocks.iter().all(|block| self.covers_block(block))
    }

    /// Where a segment first crosses the edge of the area.
    pub fn crossing(&self, a: Vec2, b: Vec2) -> Option<Vec2> {
        if self.bounds.meets_segment(a, b) { first_crossing(self.edges(), a, b) } else { None }
    }

    /// Whether a segment may come upon the area; if not, no part of it lies in the area or along its edge.
    pub fn maybe_meets_segment(&self, a: Vec2, b: Vec2) -> bool {
        self.bounds.meets_segment(a, b)
    }

    /// Whether any part of a segment lies in the area.
    pub fn meets_segment(&self, a: Vec2, b: Vec2) -> bool {
        self.contains(a) || self.contains(b) || self.crossing(a, b).is_some()
    }

    /// The pieces of a segment that lie inside the area, from `a` on. Where the outline is so jagged that there is no room
    /// for more, the last piece runs on.
    pub fn pieces_inside(&self, a: Vec2, b: Vec2) -> ArrayVec<(Vec2, Vec2), MOST_PIECES> {
        let mut pieces = ArrayVec::new();
        if !self.bounds.meets_segment(a, b) {
            return pieces;
        }
        let mut shares = ArrayVec::<f64, { 2 * MOST_PIECES }>::new();
        for share in self.edges().filter_map(|(p, q)| crossing_share(p, q, a, b)) {
            if !shares.is_full() {
                shares.push(share);
            }
        }
        shares.sort_unstable_by(f64::total_cmp);
        let at = |share: f64| a + (b - a) * share;
        let mut from = 0.0;
        for to in shares.into_iter().chain([1.0]) {
            if to > from && self.contains(at((from + to) * 0.5)) {
                match pieces.is_full() {
                    false => pieces.push((at(from), at(to))),
                    true => pieces.iter_mut().rev().take(1).for_each(|piece: &mut (Vec2, Vec2)| piece.1 = at(to)),
                }
            }
            from = to;
        }
        pieces
    }

    /// Length of a segment that lies inside the area; along an edge it does not, whichever way it runs.
    pub fn chord(&self, a: Vec2, b: Vec2) -> f64 {
        if !self.bounds.meets_segment(a, b) {
            return 0.0;
        }
        let along = b - a;
        // Going in counts the rest of the way, coming out takes it off again; which is which depends on the way round
        // the polygon runs, so the sum may come out negative. Corners on the line itself are counted to its left and to
        // its right.
        let mut shares = [0.0, 0.0];
        for (p, q) in self.edges() {
            let (before, after) = (along.cross(p - a), along.cross(q - a));
            let sides = [(before >= 0.0, after >= 0.0), (before > 0.0, after > 0.0)];
            for (share, (left, leaves)) in shares.iter_mut().zip(sides) {
                if left != leaves {
                    let at = p + (q - p) * (before / (before - after));
                    let rest = 1.0 - ((at - a).dot(along) / along.dot(along)).clamp(0.0, 1.0);
                    *share += if left { rest } else { -rest };
                }
            }
        }
        shares[0].abs().min(shares[1].abs()) * along.len()
    }

    /// The stretch of a segment along the edge of this area that has one of `others`, or this one again, on its other side:
    /// there is no way outside between them.
    pub fn seam<'a>(
        &self,
        others: &(impl Iterator<Item = &'a Polygon> + Clone),
        a: Vec2,
        b: Vec2,
    ) -> Option<(Vec2, Vec2)> {
        let mut found: Option<(f64, f64)> = None;
        for own in self.borders(a, b) {
            for theirs in others.clone().flat_map(|other| other.borders(a, b)).filter(|theirs| theirs.left != own.left)
            {
                let (from, to) = (own.from.max(theirs.from), own.to.min(theirs.to));
                if from < to {
                    found = Some(found.map_or((from, to), |(first, last)| (first.min(from), last.max(to))));
                }
            }
        }
        let at = |share: f64| a + (b - a) * share;
        found.map(|(from, to)| (at(from), at(to)))
    }

    /// The edges along which a segment runs.
    fn borders(&self, a: Vec2, b: Vec2) -> impl Iterator<Item = Border> + '_ {
        let along = b - a;
        let near = self.bounds.meets_segment(a, b) && along.dot(along) > 0.0;
        let share = move |p: Vec2| ((p - a).dot(along) / along.dot(along)).clamp(0.0, 1.0);
        let on_line = move |p: Vec2| along.cross(p - a) == 0.0;
        let along_edges = self.edges().take_while(move |_| near).filter(move |&(p, q)| on_line(p) && on_line(q));
        along_edges.map(move |(p, q)| {
            let (from, to) = (share(p), share(q));
            Border { from: from.min(to), to: from.max(to), left: (self.signed_area() > 0.0) == (from < to) }
        })
    }

    /// Twice the area, negative where the outline runs clockwise.
    fn signed_area(&self) -> f64 {
        self.edges().map(|(a, b)| a.cross(b)).sum()
    }

    /// Area in square micrometres.
    pub fn area(&self) -> f64 {
        self.signed_area().abs() * 0.5
    }
}

impl Polyline {
    /// Whether the line comes within a distance of an edge on its outer side: straight out from it, or aslant of its ends.
    pub fn nears_edge(&self, edge: (Vec2, Vec2), outward: Vec2, gap: f64) -> bool {
        self.segments().any(|piece| nears(piece, edge, outward, gap))
    }

    pub fn new(points: impl Into<Vec<Point>>) -> Polyline {
        Polyline::from(points.into())
    }

    pub fn points(&self) -> &[Point] {
        &self.points
    }

    /// South-west and north-east corner of the upright rectangle around the line.
    pub fn bounds(&self) -> (Point, Point) {
        (self.bounds.min, self.bounds.max)
    }

    /// Both ends of every straight piece.
    pub fn segments(&self) -> impl Iterator<Item = (Vec2, Vec2)> + '_ {
        self.points.windows(2).map(|pair| (pair[0].vec(), pair[1].vec()))
    }

    pub fn length(&self) -> f64 {
        self.segments().map(|(a, b)| a.distance(b)).sum()
    }

    /// Where a segment from `a` to `b` first crosses the line.
    pub fn crosses(&self, a: Vec2, b: Vec2) -> Option<Vec2> {
        if self.bounds.meets_segment(a, b) { first_crossing(self.segments(), a, b) } else { None }
    }

    /// Every place where a segment from `a` to `b` crosses the line, each with how far along the line it lies.
    pub fn crossings(&self, a: Vec2, b: Vec2) -> impl Iterator<Item = (f64, Vec2)> {
        let near = self.bounds.meets_segment(a, b);
        let mut passed = 0.0;
        self.segments().take_while(move |_| near).filter_map(move |(p, q)| {
            let before = passed;
            passed += p.distance(q);
            let at = a + (b - a) * crossing_share(p, q, a, b)?;
            Some((before + p.distance(at), at))
        })
    }

    /// Whether the line cuts the block more deeply than a touch.
    pub fn meets_block(&self, block: &Block) -> bool {
        let core = block.grown(-TOUCH);
        self.bounds.meets_block(&core) && self.segments().any(|(a, b)| cuts(&core, a, b))
    }

    pub fn meets_body(&self, body: &Body) -> bool {
        self.bounds.maybe_meet(body) && body.blocks.iter().any(|block| self.meets_block(block))
    }

    pub fn distance(&self, p: Vec2) -> f64 {
        self.segments().map(|(a, b)| distance_to_segment(p, a, b)).fold(f64::INFINITY, f64::min)
    }

    pub fn distance_to_block(&self, block: &Block) -> f64 {
        self.segments().map(|(a, b)| block.distance(&Block::segment(a, b))).fold(f64::INFINITY, f64::min)
    }

    pub fn distance_to_body(&self, body: &Body) -> f64 {
        body.blocks.iter().map(|block| self.distance_to_block(block)).fold(f64::INFINITY, f64::min)
    }

    /// Whether a body stands no farther off than `gap`.
    pub fn within(&self, body: &Body, gap: f64) -> bool {
        self.bounds.maybe_within(body, gap) && body.blocks.iter().any(|block| is_near(self.segments(), block, gap))
    }

    /// Whether a circle may reach the line; if not, nothing in the circle does.
    pub(crate) fn maybe_near(&self, center: Vec2, radius: f64) -> bool {
        self.bounds.maybe_near(center, radius)
    }

    /// The place of the line nearest to `p`, and how far along the line it lies.
    pub fn nearest(&self, p: Vec2) -> (f64, Vec2) {
        let mut best = (0.0, self.points.first().map(|first| first.vec()).unwrap_or_default());
        let mut least = best.1.distance(p);
        let mut passed = 0.0;
        for (a, b) in self.segments() {
            let near = nearest_on_segment(p, a, b);
            if near.distance(p) < least {
                least = near.distance(p);
                best = (passed + a.distance(near), near);
            }
            passed += a.distance(b);
        }
        best
    }

    /// The place so far along the line, held to its ends.
    pub fn at(&self, position: f64) -> Vec2 {
        let mut rest = position.max(0.0);
        let mut last = self.points.first().map(|first| first.vec()).unwrap_or_default();
        for (a, b) in self.segments() {
            let len = a.distance(b);
            if rest <= len && len > 0.0 {
                return a + (b - a) * (rest / len);
            }
            rest -= len;
            last = b;
        }
        last
    }

    /// The part of the line between two positions along it.
    pub fn slice(&self, from: f64, to: f64) -> Polyline {
        let mut points = vec![self.at(from).round()];
        let mut passed = 0.0;
        for (a, b) in self.segments() {
            passed += a.distance(b);
            if passed > from && passed < to {
                points.push(b.round());
            }
        }
        points.push(self.at(to).round());
        points.dedup();
        Polyline::from(points)
    }

    /// Whether the line parts the body: it runs right through one of its blocks, or between them.
    pub fn divides(&self, body: &Body) -> bool {
        let (min, max) = body.bounds();
        if !self.bounds.meets(min, max) {
            return false;
        }
        let main = body.main().center();
        body.blocks.iter().any(|block| self.runs_through(&block.grown(-TOUCH)))
            || body.blocks[1..].iter().any(|wing| self.crossings(main, wing.center()).count() % 2 == 1)
    }

    /// Whether the line enters the block and comes out again.
    fn runs_through(&self, block: &Block) -> bool {
        let mut came_from_outside = false;
        self.segments().any(|(a, b)| {
            came_from_outside |= !block.contains(a);
            came_from_outside && cuts(block, a, b) && !block.contains(b)
        })
    }
}

/// Whether a ray to the east from `p` crosses the edge; an edge owns its lower end only, so that no corner counts twice.
fn is_east_of(p: Vec2, a: Vec2, b: Vec2) -> bool {
    (a.y > p.y) != (b.y > p.y) && p.x < a.x + (p.y - a.y) / (b.y - a.y) * (b.x - a.x)
}

fn nearest_on_segment(p: Vec2, a: Vec2, b: Vec2) -> Vec2 {
    let along = b - a;
    let square = along.dot(along);
    if square <= 0.0 { a } else { a + along * ((p - a).dot(along) / square).clamp(0.0, 1.0) }
}

pub(crate) fn distance_to_segment(p: Vec2, a: Vec2, b: Vec2) -> f64 {
    nearest_on_segment(p, a, b).distance(p)
}

/// Far below a touch, far above the noise of the arithmetic.
const CLEAR: f64 = 1.0;

/// Whether a segment, as a block sees it, lies wholly beyond one side of the block, and farther off than `gap`: most do.
fn is_beyond(block: &Block, a: Vec2, b: Vec2, gap: f64) -> bool {
    let (wide, ahead, back) = (block.half + gap, gap, -block.depth - gap);
    (a.x > wide && b.x > wide)
        || (a.x < -wide && b.x < -wide)
        || (a.y > ahead && b.y > ahead)
        || (a.y < back && b.y < back)
}

/// Whether any of some segments comes no farther off from a block than `gap`.
fn is_near(mut segments: impl Iterator<Item = (Vec2, Vec2)>, block: &Block, gap: f64) -> bool {
    segments.any(|(a, b)| {
        !is_beyond(block, block.local(a), block.local(b), gap + CLEAR) && block.distance(&Block::segment(a, b)) <= gap
    })
}

/// Whether a segment has a point in common with a block.
pub(crate) fn cuts(block: &Block, a: Vec2, b: Vec2) -> bool {
    let (a, b) = (block.local(a), block.local(b));
    if is_beyond(block, a, b, CLEAR) {
        return false;
    }
    let (mut from, mut to) = (0.0_f64, 1.0_f64);
    for (start, end, low, high) in [(a.x, b.x, -block.half, block.half), (a.y, b.y, -block.depth, 0.0)] {
        let run = end - start;
        if run == 0.0 {
            if start < low || start > high {
                return false;
            }
            continue;
        }
        let (enter, leave) = ((low - start) / run, (high - start) / run);
        from = greater(from, lesser(enter, leave));
        to = lesser(to, greater(enter, leave));
    }
    from <= to
}

/// An edge along which a segment runs: from which share of it to which, and whether the area lies to its left.
struct Border {
    from: f64,
    to: f64,
    left: bool,
}

/// Whether a segment leads through any of several areas more deeply than a touch, or along the seam of two of them.
pub fn leads_through<'a>(areas: &(impl Iterator<Item = &'a Polygon> + Clone), a: Vec2, b: Vec2) -> bool {
    let deep = 2.0 * TOUCH;
    areas.clone().any(|area| {
        area.chord(a, b) > deep || area.seam(areas, a, b).is_some_and(|(from, to)| from.distance(to) > deep)
    })
}

/// Share of the way from `a` to `b` at which it crosses the segment from `p` to `q`. Where it passes just through an end of
/// the segment it crosses or not, but the same there and back.
fn crossing_share(p: Vec2, q: Vec2, a: Vec2, b: Vec2) -> Option<f64> {
    let (one, other) = if (a.x, a.y) <= (b.x, b.y) { (a, b) } else { (b, a) };
    let side = |at: Vec2| (other - one).cross(at - one);
    let (before, after) = (side(p), side(q));
    if (before >= 0.0) == (after >= 0.0) {
        return None;
    }
    let at = p + (q - p) * (before / (before - after));
    let along = b - a;
    let share = (at - a).dot(along) / along.dot(along);
    (0.0..=1.0).contains(&share).then_some(share)
}

fn first_crossing(segments: impl Iterator<Item = (Vec2, Vec2)>, a: Vec2, b: Vec2) -> Option<Vec2> {
    segments.filter_map(|(p, q)| crossing_share(p, q, a, b)).reduce(f64::min).map(|share| a + (b - a) * share)
}
