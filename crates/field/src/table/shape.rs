//! Blocks of figures and the bodies they form.

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};
use std::ops::Deref;

use super::measure::{Cdeg, Pose, TOUCH, Um, Vec2, greater, heading, lesser};

/// The most blocks a body has.
pub const MAX_BLOCKS: usize = 8;

/// The most blocks that a body carries about with itself.
const CARRIED: usize = 4;

/// A side of a block, as seen by those who stand in it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Edge {
    Front,
    Left,
    Right,
    Rear,
}

impl Edge {
    pub const ALL: [Edge; 4] = [Edge::Front, Edge::Left, Edge::Right, Edge::Rear];

    pub fn is_flank(self) -> bool {
        matches!(self, Edge::Left | Edge::Right)
    }

    pub fn opposite(self) -> Edge {
        match self {
            Edge::Front => Edge::Rear,
            Edge::Left => Edge::Right,
            Edge::Right => Edge::Left,
            Edge::Rear => Edge::Front,
        }
    }
}

/// An oriented rectangle: a block of figures.
///
/// ```
/// use field::table::*;
/// let block = Block::new(Pose::new(Point::new(0, 0), 0), 100 * MM, 40 * MM);
/// assert!(block.contains(Vec2::new(0.0, -20_000.0)));
/// assert_eq!(block.edge_towards(Vec2::new(90_000.0, -20_000.0)), Edge::Right);
/// assert_eq!(block.distance_to_point(Vec2::new(90_000.0, -20_000.0)), 40_000.0);
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Block {
    /// Middle of the front edge.
    pub front: Vec2,
    /// Forward, of length one.
    pub dir: Vec2,
    /// Half the width.
    pub half: f64,
    pub depth: f64,
}

impl Block {
    pub fn new(pose: Pose, width: Um, depth: Um) -> Block {
        Block { front: pose.at.vec(), dir: heading(pose.facing), half: f64::from(width) * 0.5, depth: f64::from(depth) }
    }

    /// A straight piece of a line, as a block without depth.
    pub fn segment(a: Vec2, b: Vec2) -> Block {
        let along = b - a;
        Block { front: a.midpoint(b), dir: -along.unit().right(), half: along.len() * 0.5, depth: 0.0 }
    }

    /// Unit vector to the right of those in the block.
    #[inline]
    pub fn right(&self) -> Vec2 {
        self.dir.right()
    }

    #[inline]
    pub fn width(&self) -> f64 {
        self.half * 2.0
    }

    /// Front left, front right, rear right, rear left.
    #[inline]
    pub fn corners(&self) -> [Vec2; 4] {
        let side = self.right() * self.half;
        let back = self.dir * self.depth;
        let (left, right) = (self.front - side, self.front + side);
        [left, right, right - back, left - back]
    }

    /// The same of every corner. To map an array is not always worked out on the spot, and this is asked all the time.
    #[inline(always)]
    pub(crate) fn of_corners<T>(&self, of: impl Fn(Vec2) -> T) -> [T; 4] {
        let [a, b, c, d] = self.corners();
        [of(a), of(b), of(c), of(d)]
    }

    #[inline]
    pub fn front_left(&self) -> Vec2 {
        self.front - self.right() * self.half
    }

    #[inline]
    pub fn front_right(&self) -> Vec2 {
        self.front + self.right() * self.half
    }

    #[inline]
    pub fn center(&self) -> Vec2 {
        self.front - self.dir * (self.depth * 0.5)
    }

    /// Radius of the circle about the centre that encloses the block.
    #[inline]
    pub fn radius(&self) -> f64 {
        Vec2::new(self.half, self.depth * 0.5).len()
    }

    /// A place as the block sees it: `x` to the right of the middle of the front, `y` forward of the front edge.
    #[inline]
    pub fn local(&self, p: Vec2) -> Vec2 {
        let offset = p - self.front;
        Vec2::new(offset.dot(self.right()), offset.dot(self.dir))
    }

    /// The place that the block sees at `local`.
    #[inline]
    pub fn global(&self, local: Vec2) -> Vec2 {
        self.front + self.right() * local.x + self.dir * local.y
    }

    #[inline]
    pub fn contains(&self, p: Vec2) -> bool {
        let at = self.local(p);
        at.x.abs() <= self.half && at.y <= 0.0 && at.y >= -self.depth
    }

    #[inline]
    pub fn translated(&self, by: Vec2) -> Block {
        Block { front: self.front + by, ..*self }
    }

    #[inline]
    pub fn rotated(&self, pivot: Vec2, by: Cdeg) -> Block {
        self.rotated_by(pivot, heading(by))
    }

    #[inline]
    pub(crate) fn rotated_by(&self, pivot: Vec2, rot: Vec2) -> Block {
        Block {
            front: pivot + (self.front - pivot).turned_by(rot),
            dir: self.dir.turned_by(rot),
            half: self.half,
            depth: self.depth,
        }
    }

    /// Grown on every side, or shrunk when `by` is negative; never beyond a point.
    #[inline]
    pub fn grown(&self, by: f64) -> Block {
        let half = (self.half + by).max(0.0);
        let depth = (self.depth + 2.0 * by).max(0.0);
        Block { front: self.center() + self.dir * (depth * 0.5), dir: self.dir, half, depth }
    }

    /// Whether a straight line has any part in the block.
    pub fn is_cut(&self, a: Vec2, b: Vec2) -> bool {
        self.enters(a, b).is_some()
    }

    /// The share of the way from `a` to `b` at which a straight line comes into the block; none if it never does.
    pub fn enters(&self, a: Vec2, b: Vec2) -> Option<f64> {
        let (a, b) = (self.local(a), self.local(b));
        let (mut from, mut to) = (0.0_f64, 1.0_f64);
        for (start, end, low, high) in [(a.x, b.x, -self.half, self.half), (a.y, b.y, -self.depth, 0.0)] {
            let run = end - start;
            if run.abs() < 1e-9 {
                if start < low || start > high {
                    return None;
                }
                continue;
            }
            let (enter, leave) = ((low - start) / run, (high - start) / run);
            from = greater(from, lesser(enter, leave));
            to = lesser(to, greater(enter, leave));
        }
        (from <= to).then_some(from)
    }

    /// Places in the block, evenly spread and no farther apart than `mesh`, its edges among them.
    pub fn mesh(&self, mesh: f64) -> impl Iterator<Item = Vec2> + use<> {
        let block = *self;
        let across = ((block.width() / mesh).ceil() as i32).max(1);
        let deep = ((block.depth / mesh).ceil() as i32).max(1);
        (0..=across).flat_map(move |i| (0..=deep).map(move |j| (i, j))).map(move |(i, j)| {
            let x = block.half * (2.0 * f64::from(i) / f64::from(across) - 1.0);
            let y = -block.depth * f64::from(j) / f64::from(deep);
            block.global(Vec2::new(x, y))
        })
    }

    /// Both ends of an edge, in the order left to right for someone in the block who looks out over it.
    #[inline]
    pub fn edge(&self, edge: Edge) -> (Vec2, Vec2) {
        let [front_left, front_right, rear_right, rear_left] = self.corners();
        match edge {
            Edge::Front => (front_left, front_right),
            Edge::Right => (front_right, rear_right),
            Edge::Rear => (rear_right, rear_left),
            Edge::Left => (rear_left, front_left),
        }
    }

    /// Unit vector out over an edge.
    #[inline]
    pub fn outward(&self, edge: Edge) -> Vec2 {
        match edge {
            Edge::Front => self.dir,
            Edge::Right => self.right(),
            Edge::Rear => -self.dir,
            Edge::Left => -self.right(),
        }
    }

    /// The edge before which a place lies: beyond a corner, the one it is farther out from.
    pub fn edge_towards(&self, p: Vec2) -> Edge {
        let at = self.local(p);
        most(|edge| match edge {
            Edge::Front => at.y,
            Edge::Left => -self.half - at.x,
            Edge::Right => at.x - self.half,
            Edge::Rear => -self.depth - at.y,
        })
    }

    /// The side of this block on which another lies: the one over which they are farthest apart, or press least.
    pub fn side_of(&self, other: &Block) -> Edge {
        let between = other.center() - self.center();
        most(|edge| {
            let out = self.outward(edge);
            between.dot(out) - self.reach(out) - other.reach(out)
        })
    }

    /// The edge that looks most nearly along `outward`.
    pub fn edge_looking(&self, outward: Vec2) -> Edge {
        most(|edge| self.outward(edge).dot(outward) * TOUCH)
    }

    /// The place of the block nearest to `p`.
    #[inline]
    pub fn nearest(&self, p: Vec2) -> Vec2 {
        let at = self.local(p);
        self.global(Vec2::new(at.x.clamp(-self.half, self.half), at.y.clamp(-self.depth, 0.0)))
    }

    #[inline]
    pub fn distance_to_point(&self, p: Vec2) -> f64 {
        let at = self.local(p);
        Vec2::new((at.x.abs() - self.half).max(0.0), at.y.max(-self.depth - at.y).max(0.0)).len()
    }

    /// Half the extent along a unit vector.
    #[inline]
    pub(crate) fn reach(&self, axis: Vec2) -> f64 {
        self.right().dot(axis).abs() * self.half + self.dir.dot(axis).abs() * self.depth * 0.5
    }

    /// The widest gap any edge of the two shows between them; negative is the depth of their overlap.
    #[inline]
    pub fn separation(&self, other: &Block) -> f64 {
        self.gaps(other).fold(f64::NEG_INFINITY, greater)
    }

    /// The gap that each edge of the two shows between them. One of them that is wide enough often tells all.
    #[inline]
    fn gaps(&self, other: &Block) -> impl Iterator<Item = f64> {
        let between = other.center() - self.center();
        [self.dir, self.right(), other.dir, other.right()]
            .into_iter()
            .map(move |axis| between.dot(axis).abs() - self.reach(axis) - other.reach(axis))
    }

    /// Shortest distance to another block, zero when they overlap.
    pub fn distance(&self, other: &Block) -> f64 {
        if self.separation(other) <= 0.0 {
            return 0.0;
        }
        let (a, b) = self.closest(other);
        a.distance(b)
    }

    /// The two places, on this block and on the other, that lie nearest together when the blocks are apart.
    pub fn closest(&self, other: &Block) -> (Vec2, Vec2) {
        // Apart, two rectangles are nearest at a corner of one of them.
        let mine = self.corners().into_iter().map(|corner| (corner, other.nearest(corner)));
        let theirs = other.corners().into_iter().map(|corner| (self.nearest(corner), corner));
        let mut best = (self.front, other.front);
        let mut least = f64::INFINITY;
        for (a, b) in mine.chain(theirs) {
            let distance = (b - a).dot(b - a);
            if distance < least {
                (best, least) = ((a, b), distance);
            }
        }
        best
    }

    /// Whether the two overlap more deeply than a touch.
    #[inline]
    pub fn overlaps(&self, other: &Block) -> bool {
        self.gaps(other).all(|gap| gap < -TOUCH)
    }

    fn within(&self, other: &Block, gap: f64) -> bool {
        self.gaps(other).all(|each| each <= gap) && self.distance(other) <= gap
    }

    /// Whether the two touch or overlap.
    pub fn touches(&self, other: &Block) -> bool {
        self.within(other, TOUCH)
    }

    /// Whether a straight line slips between two blocks where they touch: it crosses the way from the middle of the one
    /// through their seam to the middle of the other.
    fn is_parted(&self, other: &Block, a: Vec2, b: Vec2) -> bool {
        const BREADTH: f64 = 1.0;
        let crosses = |from: Vec2, to: Vec2| Block::segment(from, to).grown(BREADTH).is_cut(a, b);
        self.seam(other).is_some_and(|seam| crosses(self.center(), seam) || crosses(seam, other.center()))
    }

    /// A place in the middle of the edge along which two blocks touch, or the corner at which they do.
    fn seam(&self, other: &Block) -> Option<Vec2> {
        let at = |one: &Block, other: &Block| {
            let near = one.corners().into_iter().filter(|&corner| other.distance_to_point(corner) <= TOUCH);
            near.fold((Vec2::default(), 0.0), |(sum, count), corner| (sum + corner, count + 1.0))
        };
        let ((sum, count), (theirs, more)) = (at(self, other), at(other, self));
        (count + more > 0.0).then(|| (sum + theirs) * (1.0 / (count + more)))
    }
}

/// The edge with the greatest measure; the earlier in [`Edge::ALL`] unless a later one is clearly greater.
fn most(measure: impl Fn(Edge) -> f64) -> Edge {
    let mut best = Edge::Front;
    let mut greatest = measure(best);
    for edge in [Edge::Left, Edge::Right, Edge::Rear] {
        let value = measure(edge);
        if value > greatest + 1e-6 {
            (best, greatest) = (edge, value);
        }
    }
    best
}

/// One to eight blocks that stand together: a pike block and its wings, which may have their own angle and depth.
/// The first block is the main one.
///
/// ```
/// use field::table::*;
/// let pose = Pose::new(Point::new(0, 0), 0);
/// let pikes = Block::new(pose, 100 * MM, 80 * MM);
/// let left = Block::new(pose.right(-100 * MM), 100 * MM, 40 * MM);
/// let right = Block::new(pose.right(100 * MM), 100 * MM, 40 * MM);
/// let body = Body::new([pikes, left, right]);
/// assert_eq!(body.front_width(), 300_000.0);
/// assert!(body.touches(&Body::single(left)));
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct Body {
    pub blocks: Blocks,
    center: Vec2,
    radius: f64,
}

/// The blocks of a body, the main one first. A regiment and its wings lie in the body itself, which is copied often; the
/// blocks of a larger body lie elsewhere, so that it is no larger to carry.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Blocks {
    carried: ArrayVec<Block, CARRIED>,
    /// All of them, where they are too many to be carried.
    elsewhere: Option<Box<ArrayVec<Block, MAX_BLOCKS>>>,
}

impl Blocks {
    pub fn new() -> Blocks {
        Blocks::default()
    }

    /// Adds a block. There must be room for it.
    #[inline]
    pub fn push(&mut self, block: Block) {
        if self.elsewhere.is_some() || self.carried.is_full() {
            self.push_elsewhere(block);
        } else {
            self.carried.push(block);
        }
    }

    #[inline]
    pub fn as_slice(&self) -> &[Block] {
        self
    }

    #[cold]
    fn push_elsewhere(&mut self, block: Block) {
        let carried = &mut self.carried;
        self.elsewhere.get_or_insert_with(|| Box::new(carried.drain(..).collect())).push(block);
    }
}

impl Deref for Blocks {
    type Target = [Block];

    #[inline]
    fn deref(&self) -> &[Block] {
        match &self.elsewhere {
            None => &self.carried,
            Some(blocks) => blocks,
        }
    }
}

impl<'a> IntoIterator for &'a Blocks {
    type Item = &'a Block;
    type IntoIter = std::slice::Iter<'a, Block>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl FromIterator<Block> for Blocks {
    #[inline]
    fn from_iter<I: IntoIterator<Item = Block>>(from: I) -> Blocks {
        let mut blocks = Blocks::new();
        for block in from {
            blocks.push(block);
        }
        blocks
    }
}

impl Body {
    pub fn single(block: Block) -> Body {
        Body::new([block])
    }

    /// The first eight blocks that come, the main one first. There must be at least one.
    pub fn new(blocks: impl IntoIterator<Item = Block>) -> Body {
        Body::built(|body| blocks.into_iter().take(MAX_BLOCKS).for_each(|block| body.push(block)))
    }

    /// The body of the blocks that somebody puts there, the main one first. There must be at least one.
    // Bodies are made all the time: where they are built they need not be moved.
    #[inline]
    pub fn built(build: impl FnOnce(&mut Blocks)) -> Body {
        let mut body = Body { blocks: Blocks::new(), center: Vec2::default(), radius: 0.0 };
        build(&mut body.blocks);
        body.enclose();
        body
    }

    /// Finds the circle about the blocks.
    fn enclose(&mut self) {
        debug_assert!(!self.blocks.is_empty(), "a body has at least one block");
        let (mut min, mut max) = UNBOUNDED;
        for block in &self.blocks {
            for corner in block.corners() {
                (min, max) = (min.min(corner), max.max(corner));
            }
        }
        let center = min.midpoint(max);
        let mut square: f64 = 0.0;
        // Corners are quicker worked out again than handed about.
        for block in &self.blocks {
            for corner in block.corners() {
                square = greater(square, (corner - center).dot(corner - center));
            }
        }
        (self.center, self.radius) = (center, square.sqrt());
    }

    /// The body with every block grown, or shrunk when `by` is negative.
    #[inline]
    pub fn grown(&self, by: f64) -> Body {
        Body::new(self.blocks.iter().map(|block| block.grown(by)))
    }

    #[inline]
    pub fn main(&self) -> &Block {
        &self.blocks[0]
    }

    /// Centre of the circle that encloses the body.
    #[inline]
    pub fn center(&self) -> Vec2 {
        self.center
    }

    /// Radius of the circle that encloses the body.
    #[inline]
    pub fn radius(&self) -> f64 {
        self.radius
    }

    /// Corners of all blocks.
    #[inline]
    pub fn corners(&self) -> impl Iterator<Item = Vec2> + '_ {
        self.blocks.iter().flat_map(Block::corners)
    }

    #[inline]
    pub fn translated(&self, by: Vec2) -> Body {
        let mut body = Body { blocks: Blocks::new(), center: self.center + by, radius: self.radius };
        self.blocks.iter().for_each(|block| body.blocks.push(block.translated(by)));
        body
    }

    #[inline]
    pub fn rotated(&self, pivot: Vec2, by: Cdeg) -> Body {
        let rot = heading(by);
        let center = pivot + (self.center - pivot).turned_by(rot);
        let mut body = Body { blocks: Blocks::new(), center, radius: self.radius };
        self.blocks.iter().for_each(|block| body.blocks.push(block.rotated_by(pivot, rot)));
        body
    }

    #[inline]
    fn pairs<'a>(&'a self, other: &'a Body) -> impl Iterator<Item = (&'a Block, &'a Block)> {
        self.blocks.iter().flat_map(|mine| other.blocks.iter().map(move |theirs| (mine, theirs)))
    }

    /// Whether the enclosing circles come within `gap` of each other: if not, the bodies do not either.
    #[inline]
    pub fn maybe_within(&self, other: &Body, gap: f64) -> bool {
        let between = other.center - self.center;
        let reach = self.radius + other.radius + gap;
        between.dot(between) <= reach * reach
    }

    /// Shortest distance to another body, zero when they overlap.
    pub fn distance(&self, other: &Body) -> f64 {
        let mut least = f64::INFINITY;
        for (mine, theirs) in self.pairs(other) {
            let gap = mine.separation(theirs);
            if gap <= 0.0 {
                return 0.0;
            }
            // No pair is nearer than the widest gap that its edges show.
            if gap <= least + 1.0 {
                let (a, b) = mine.closest(theirs);
                least = lesser(least, a.distance(b));
            }
        }
        least
    }

    /// Whether the shortest distance to another body is at most `gap`.
    pub fn within(&self, other: &Body, gap: f64) -> bool {
        self.maybe_within(other, gap) && self.pairs(other).any(|(mine, theirs)| mine.within(theirs, gap))
    }

    #[inline]
    pub fn distance_to_point(&self, p: Vec2) -> f64 {
        self.blocks.iter().map(|block| block.distance_to_point(p)).fold(f64::INFINITY, f64::min)
    }

    /// The place of the body nearest to `p`.
    #[inline]
    pub fn nearest(&self, p: Vec2) -> Vec2 {
        self.blocks[self.block_nearest(p)].nearest(p)
    }

    /// Whether the two overlap more deeply than a touch.
    #[inline]
    pub fn overlaps(&self, other: &Body) -> bool {
        self.maybe_within(other, 0.0) && self.pairs(other).any(|(mine, theirs)| mine.overlaps(theirs))
    }

    /// Whether the two touch or overlap.
    pub fn touches(&self, other: &Body) -> bool {
        self.maybe_within(other, TOUCH) && self.pairs(other).any(|(mine, theirs)| mine.touches(theirs))
    }

    /// Whether a straight line cuts into the body deeper than `skin`. Blocks that touch leave no slit between them.
    pub fn is_cut(&self, a: Vec2, b: Vec2, skin: f64) -> bool {
        self.may_meet(a, b)
            && (self.blocks.iter().any(|block| block.grown(-skin).is_cut(a, b)) || self.is_cut_at_seam(a, b))
    }

    /// Whether a straight line slips between two blocks where they touch.
    pub fn is_cut_at_seam(&self, a: Vec2, b: Vec2) -> bool {
        let blocks = self.blocks.iter().enumerate();
        blocks.into_iter().any(|(ix, one)| self.blocks[..ix].iter().any(|other| one.is_parted(other, a, b)))
    }

    /// Whether a straight line slips between two bodies where they touch.
    pub fn is_cut_between(&self, other: &Body, a: Vec2, b: Vec2) -> bool {
        self.maybe_within(other, TOUCH) && self.pairs(other).any(|(mine, theirs)| mine.is_parted(theirs, a, b))
    }

    /// Whether a straight line comes as near as the enclosing circle; if not, it does not touch the body.
    fn may_meet(&self, a: Vec2, b: Vec2) -> bool {
        let (along, offset, past) = (b - a, self.center - a, self.center - b);
        let (length, ahead, reach) = (along.dot(along), offset.dot(along), self.radius * self.radius);
        let aside = offset.cross(along);
        // Beside the line its distance counts, before and beyond it that of its ends.
        if ahead < 0.0 {
            offset.dot(offset) <= reach
        } else if ahead > length {
            past.dot(past) <= reach
        } else {
            aside * aside <= reach * length
        }
    }

    #[inline]
    pub fn contains(&self, p: Vec2) -> bool {
        self.blocks.iter().any(|block| block.contains(p))
    }

    /// South-west and north-east corner of the upright rectangle around the body.
    pub fn bounds(&self) -> (Vec2, Vec2) {
        bounds(&self.blocks)
    }

    /// Whether the body stands wholly on a table of this width and height; a touch over the edge is forgiven.
    pub fn within_table(&self, width: Um, height: Um) -> bool {
        if self.is_well_inside(self.center, width, height) {
            return true;
        }
        let (min, max) = self.bounds();
        min.x >= -TOUCH && min.y >= -TOUCH && max.x <= f64::from(width) + TOUCH && max.y <= f64::from(height) + TOUCH
    }

    /// Whether the enclosing circle, with its middle at a place, lies on a table: then so does the body.
    #[inline]
    fn is_well_inside(&self, center: Vec2, width: Um, height: Um) -> bool {
        let fits = |at: f64, size: Um| at >= self.radius && at <= f64::from(size) - self.radius;
        fits(center.x, width) && fits(center.y, height)
    }

    /// Whether going so far along `dir` certainly keeps the body on the table.
    #[inline]
    pub fn keeps_on_table(&self, dir: Vec2, dist: f64, width: Um, height: Um) -> bool {
        self.is_well_inside(self.center, width, height) && self.is_well_inside(self.center + dir * dist, width, height)
    }

    /// How far the body can go along `dir` until a part of it reaches the edge of the table.
    pub fn room_on_table(&self, dir: Vec2, width: Um, height: Um) -> f64 {
        let (min, max) = self.bounds();
        let room = |low: f64, high: f64, size: Um, speed: f64| {
            if speed > 0.0 {
                (f64::from(size) - high) / speed
            } else if speed < 0.0 {
                low / -speed
            } else {
                f64::INFINITY
            }
        };
        room(min.x, max.x, width, dir.x).min(room(min.y, max.y, height, dir.y)).max(0.0)
    }

    /// Left and right end of the front line: the outermost front corners as the main block sees them.
    pub fn front_ends(&self) -> (Vec2, Vec2) {
        let main = self.main();
        let side = |p: Vec2| main.local(p).x;
        let mut ends = (main.front_left(), main.front_right());
        for wing in &self.blocks[1..] {
            let (left, right) = wing.edge(Edge::Front);
            if side(left) < side(ends.0) {
                ends.0 = left;
            }
            if side(right) > side(ends.1) {
                ends.1 = right;
            }
        }
        ends
    }

    /// Distance between both ends of the front line.
    pub fn front_width(&self) -> f64 {
        let (left, right) = self.front_ends();
        left.distance(right)
    }

    fn block_nearest(&self, p: Vec2) -> usize {
        let mut best = 0;
        for (index, block) in self.blocks.iter().enumerate().skip(1) {
            if block.distance_to_point(p) < self.blocks[best].distance_to_point(p) {
                best = index;
            }
        }
        best
    }

    /// The block nearest to a place, and its edge before which the place lies.
    pub fn edge_nearest(&self, p: Vec2) -> (usize, Edge) {
        let index = self.block_nearest(p);
        (index, self.blocks[index].edge_towards(p))
    }
}

impl Body {
    /// Whether the front edge of the body touches another.
    pub fn front_touches(&self, other: &Body) -> bool {
        const SKIN: f64 = 1_000.0;
        self.blocks.iter().any(|block| {
            let front =
                Block { front: block.front + block.dir * SKIN, dir: block.dir, half: block.half, depth: 2.0 * SKIN };
            other.blocks.iter().any(|other| other.separation(&front) < -TOUCH)
        })
    }

    /// The block nearest to another body, and the side of that block on which it lies.
    pub fn side_of(&self, other: &Body) -> (usize, Edge) {
        let pairs =
            self.blocks.iter().enumerate().flat_map(|(ix, own)| other.blocks.iter().map(move |their| (ix, own, their)));
        let apart = |own: &Block, their: &Block| (own.distance(their), own.separation(their));
        let nearest = pairs.min_by(|a, b| {
            let (one, other) = (apart(a.1, a.2), apart(b.1, b.2));
            one.0.total_cmp(&other.0).then(one.1.total_cmp(&other.1))
        });
        nearest.map_or((0, Edge::Front), |(ix, own, their)| (ix, own.side_of(their)))
    }
}

/// The bounds of nothing: whatever is added makes them its own.
const UNBOUNDED: (Vec2, Vec2) =
    (Vec2::new(f64::INFINITY, f64::INFINITY), Vec2::new(f64::NEG_INFINITY, f64::NEG_INFINITY));

fn bounds(blocks: &[Block]) -> (Vec2, Vec2) {
    blocks.iter().flat_map(Block::corners).fold(UNBOUNDED, |(min, max), corner| (min.min(corner), max.max(corner)))
}
