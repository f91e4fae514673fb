//! Lines of sight and fire, the gaps they pass through, and strips of ground.

use arrayvec::ArrayVec;
use std::ops::Deref;

use super::measure::{TOUCH, Vec2, greater, lesser};
use super::shape::{Block, Body};

/// A line of sight or fire.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Segment {
    pub a: Vec2,
    pub b: Vec2,
}

impl Segment {
    #[inline]
    pub fn length(&self) -> f64 {
        self.a.distance(self.b)
    }

    #[inline]
    pub fn dir(&self) -> Vec2 {
        (self.b - self.a).unit()
    }

    /// Whether the circle about a body comes so near; if not, the body does not.
    #[inline]
    pub fn passes_near(&self, body: &Body, gap: f64) -> bool {
        self.distance(body.center()) <= gap + body.radius()
    }

    /// How far a place lies from it.
    #[inline]
    pub fn distance(&self, place: Vec2) -> f64 {
        super::ground::distance_to_segment(place, self.a, self.b)
    }
}

/// What stands in and beside a line. Indices count the blockers in the order they were given.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Lane {
    /// Something stands in the line itself.
    pub blocked: bool,
    /// Clear space to the left of the line; infinite when nothing stands beside it.
    pub left: f64,
    /// Clear space to the right of the line; infinite when nothing stands beside it.
    pub right: f64,
    /// The first blocker found in the line.
    pub blocker: Option<usize>,
    /// The blocker that bounds the lane on its left.
    pub left_by: Option<usize>,
    /// The blocker that bounds the lane on its right.
    pub right_by: Option<usize>,
}

impl Lane {
    /// Width between the blockers on both sides; infinite when one side is open.
    pub fn width(&self) -> f64 {
        if self.blocked { 0.0 } else { self.left + self.right }
    }

    /// Whether the line is free and the gap it passes through is at least so wide.
    pub fn is_open(&self, gap: f64) -> bool {
        !self.blocked && self.width() >= gap - TOUCH
    }
}

/// Looks along a line past blockers. What stands before its beginning or beyond its end does not count, nor does a
/// blocker that reaches into the line by no more than a touch.
///
/// ```
/// use field::table::*;
/// let left = Body::single(Block::new(Pose::new(Point::new(-80 * MM, 0), 0), 100 * MM, 40 * MM));
/// let right = Body::single(Block::new(Pose::new(Point::new(70 * MM, 0), 0), 100 * MM, 40 * MM));
/// let line = Segment { a: Vec2::new(0.0, -200_000.0), b: Vec2::new(0.0, 300_000.0) };
/// let lane = lane(&line, [&left, &right]);
/// assert_eq!((lane.left, lane.right), (30_000.0, 20_000.0));
/// assert!(lane.is_open(50_000.0) && !lane.is_open(51_000.0));
/// ```
#[inline]
pub fn lane(line: &Segment, blockers: impl IntoIterator<Item: Deref<Target = Body>>) -> Lane {
    let mut lane = Lane::OPEN;
    let (dir, length) = (line.dir(), line.length());
    for (index, body) in blockers.into_iter().enumerate() {
        for block in &body.blocks {
            lane.pass(block, line.a, dir, length, index);
        }
        if body.is_cut_at_seam(line.a, line.b) {
            lane.stop(index);
        }
    }
    lane
}

/// The same lane where nothing stands in the line itself, and `None` where something does. Blockers farther beside the
/// line than `horizon` may go untold: a lane is as good as open to a side where nothing is nearer.
pub fn clear_lane(
    line: &Segment,
    horizon: f64,
    blockers: impl IntoIterator<Item: Deref<Target = Body>>,
) -> Option<Lane> {
    let mut look = Look::along(line, horizon);
    blockers.into_iter().all(|body| look.past(&body)).then_some(look.lane)
}

/// The narrowest place between two blockers that a line passes. Indices count the blockers in the order they were given.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Defile {
    pub left: usize,
    pub right: usize,
    /// How far the two stand apart, however slantwise the line goes between them.
    pub width: f64,
}

/// The most blockers that stand close beside a line.
const MOST_BESIDE: usize = 24;

/// How a line passes blockers: `None` where somebody stands in it, else the narrowest of the gaps it goes through, if
/// there are blockers no farther than `horizon` on both of its sides. A gap is as wide as those who bound it stand apart.
pub fn defile<B: Deref<Target = Body>>(
    line: &Segment,
    horizon: f64,
    blockers: &(impl Iterator<Item = B> + Clone),
) -> Option<Option<Defile>> {
    let (dir, length) = (line.dir(), line.length());
    let mut beside = ArrayVec::<(usize, bool), MOST_BESIDE>::new();
    for (index, body) in blockers.clone().enumerate() {
        let mut on = [false, false];
        for block in &body.blocks {
            if !Lane::OPEN.may_narrow(block, line.a, dir, length, horizon) {
                continue;
            }
            let Some((low, high)) = shadow(block, line.a, dir, length) else { continue };
            if low < -TOUCH && high > TOUCH {
                return None;
            }
            on[usize::from(low + high > 0.0)] = true;
        }
        if on == [true, true] && body.is_cut_at_seam(line.a, line.b) {
            return None;
        }
        for right in [false, true] {
            if on[usize::from(right)] && !beside.is_full() {
                beside.push((index, right));
            }
        }
    }
    let mut best: Option<Defile> = None;
    for &(left, _) in beside.iter().filter(|(_, right)| !right) {
        for &(right, _) in beside.iter().filter(|&&(other, right)| right && other != left) {
            let (Some(one), Some(other)) = (blockers.clone().nth(left), blockers.clone().nth(right)) else { continue };
            let width = one.distance(&other);
            if best.is_none_or(|known| width < known.width) {
                best = Some(Defile { left, right, width });
            }
        }
    }
    Some(best)
}

/// A look along a line, past one blocker after the other.
#[derive(Debug, Clone, Copy)]
pub struct Look {
    lane: Lane,
    from: Vec2,
    dir: Vec2,
    length: f64,
    horizon: f64,
    passed: usize,
}

impl Look {
    #[inline]
    pub fn along(line: &Segment, horizon: f64) -> Look {
        Look { lane: Lane::OPEN, from: line.a, dir: line.dir(), length: line.length(), horizon, passed: 0 }
    }

    /// Takes a body into account; false when it stands in the line itself, so that there is nothing more to see.
    #[inline]
    pub fn past(&mut self, body: &Body) -> bool {
        for block in &body.blocks {
            if self.lane.may_narrow(block, self.from, self.dir, self.length, self.horizon) {
                self.lane.pass(block, self.from, self.dir, self.length, self.passed);
                if self.lane.blocked {
                    return false;
                }
            }
        }
        if body.is_cut_at_seam(self.from, self.from + self.dir * self.length) {
            self.lane.stop(self.passed);
            return false;
        }
        self.passed += 1;
        true
    }

    /// What has been seen so far.
    #[inline]
    pub fn lane(&self) -> Lane {
        self.lane
    }
}

impl Lane {
    const OPEN: Lane = Lane {
        blocked: false,
        left: f64::INFINITY,
        right: f64::INFINITY,
        blocker: None,
        left_by: None,
        right_by: None,
    };

    /// Takes a block into account.
    #[inline]
    fn pass(&mut self, block: &Block, from: Vec2, dir: Vec2, length: f64, index: usize) {
        let Some((low, high)) = shadow(block, from, dir, length) else { return };
        if low < -TOUCH && high > TOUCH {
            self.stop(index);
        } else if low + high > 0.0 {
            note_nearer(&mut self.right, &mut self.right_by, low.max(0.0), index);
        } else {
            note_nearer(&mut self.left, &mut self.left_by, (-high).max(0.0), index);
        }
    }

    /// Somebody stands in the line.
    fn stop(&mut self, index: usize) {
        self.blocked = true;
        self.blocker.get_or_insert(index);
    }

    /// Whether a block may change the lane: it does not if it lies wholly before the line, beyond its end, or farther
    /// aside than what is known already.
    #[inline]
    fn may_narrow(&self, block: &Block, from: Vec2, dir: Vec2, length: f64, horizon: f64) -> bool {
        // Far below a touch, far above the noise of the arithmetic.
        const NOISE: f64 = 1e-2;
        let offset = block.center() - from;
        let (along, aside) = (offset.dot(dir), offset.dot(dir.right()));
        let (even, askew) = (block.dir.dot(dir).abs(), block.dir.cross(dir).abs());
        let deep = askew * block.half + even * block.depth * 0.5 + NOISE;
        let wide = even * block.half + askew * block.depth * 0.5 + NOISE;
        along + deep >= TOUCH
            && along - deep <= length - TOUCH
            && aside - wide <= self.right.min(horizon)
            && aside + wide >= -self.left.min(horizon)
    }
}

fn note_nearer(clear: &mut f64, by: &mut Option<usize>, distance: f64, index: usize) {
    if distance < *clear {
        *clear = distance;
        *by = Some(index);
    }
}

/// The extent of a block to the right of a line (negative: to the left), counting only what lies beside the line.
fn shadow(block: &Block, from: Vec2, dir: Vec2, length: f64) -> Option<(f64, f64)> {
    if length <= 2.0 * TOUCH {
        return None;
    }
    let corners = block.of_corners(|corner| {
        let offset = corner - from;
        Vec2::new(offset.dot(dir.right()), offset.dot(dir))
    });
    // Most blocks lie beside the line with all of their length.
    if corners.iter().all(|corner| corner.y >= TOUCH && corner.y <= length - TOUCH) {
        let [Vec2 { x: a, .. }, Vec2 { x: b, .. }, Vec2 { x: c, .. }, Vec2 { x: d, .. }] = corners;
        return Some((lesser(lesser(a, b), lesser(c, d)), greater(greater(a, b), greater(c, d))));
    }
    let mut extent: Option<(f64, f64)> = None;
    for (i, a) in corners.into_iter().enumerate() {
        let b = corners[(i + 1) % 4];
        let Some((from, to)) = share_between(a.y, b.y, TOUCH, length - TOUCH) else { continue };
        for share in [from, to] {
            let x = a.x + (b.x - a.x) * share;
            extent = Some(extent.map_or((x, x), |(low, high)| (lesser(low, x), greater(high, x))));
        }
    }
    extent
}

/// The part of the way from `a` to `b` that lies between `low` and `high`, as shares of the way.
fn share_between(a: f64, b: f64, low: f64, high: f64) -> Option<(f64, f64)> {
    let run = b - a;
    if run == 0.0 {
        return (a >= low && a <= high).then_some((0.0, 1.0));
    }
    let (enter, leave) = ((low - a) / run, (high - a) / run);
    let (from, to) = (greater(lesser(enter, leave), 0.0), lesser(greater(enter, leave), 1.0));
    (from <= to).then_some((from, to))
}

/// An opening between blockers, seen along the line of fire.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Gap {
    /// The blocker on its left; `None` when that side is open.
    pub left: Option<usize>,
    /// The blocker on its right; `None` when that side is open.
    pub right: Option<usize>,
    /// Where it begins and ends, to the right of the middle of the front and across the line of fire; infinite on an
    /// open side.
    pub from: f64,
    pub to: f64,
}

impl Gap {
    pub fn width(&self) -> f64 {
        self.to - self.from
    }
}

/// The openings through which those along a front line see a target, from left to right, measured across the line of
/// fire (from the middle of the front to the nearest place of the target).
///
/// A blocker counts when it reaches into the ground between the front and the target. An opening counts when it lies
/// before the front or before the target, at least in part; nothing in the way leaves one opening without bounds.
/// At most eight are told.
pub fn gaps<'a>(
    front_left: Vec2,
    front_right: Vec2,
    target: &Body,
    blockers: impl IntoIterator<Item = &'a Body>,
) -> ArrayVec<Gap, 8> {
    let middle = front_left.midpoint(front_right);
    let near = target.nearest(middle);
    let line = Segment { a: middle, b: near };
    let (dir, length) = (line.dir(), line.length());
    let across = |p: Vec2| (p - middle).dot(dir.right());
    let front = ordered(across(front_left), across(front_right));
    let aim = target
        .corners()
        .map(across)
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), at| (low.min(at), high.max(at)));

    let mut shadows: Vec<(f64, f64, usize)> = Vec::new();
    for (index, body) in blockers.into_iter().enumerate() {
        let blocks = body.blocks.iter().filter(|block| reaches_between(block, middle, dir, length, front, aim));
        shadows.extend(
            blocks.filter_map(|block| shadow(block, middle, dir, length)).map(|(low, high)| (low, high, index)),
        );
    }
    shadows.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.2.cmp(&b.2)));

    let (low, high) = (front.0.min(aim.0), front.1.max(aim.1));
    let mut gaps = ArrayVec::new();
    let mut open = Gap { left: None, right: None, from: f64::NEG_INFINITY, to: f64::INFINITY };
    let mut note = |gap: Gap| {
        if gap.width() > TOUCH && gap.to > low + TOUCH && gap.from < high - TOUCH && !gaps.is_full() {
            gaps.push(gap);
        }
    };
    for (from, to, index) in shadows {
        if from > open.from {
            note(Gap { right: Some(index), to: from, ..open });
        }
        if to > open.from {
            open = Gap { left: Some(index), from: to, ..open };
        }
    }
    note(open);
    gaps
}

/// Width of the widest opening through which those along a front line see a target: infinite when it is open to a side,
/// zero when there is none.
pub fn gap_width<'a>(
    front_left: Vec2,
    front_right: Vec2,
    target: &Body,
    blockers: impl IntoIterator<Item = &'a Body>,
) -> f64 {
    gaps(front_left, front_right, target, blockers).iter().map(Gap::width).fold(0.0, f64::max)
}

/// How many whole steps fit into a width; what is short by a touch still fits.
///
/// ```
/// use field::table::{MM, steps_in};
/// assert_eq!(steps_in(90_000.0, 20 * MM), 4);
/// assert_eq!(steps_in(99_900.0, 20 * MM), 5);
/// ```
pub fn steps_in(width: f64, step: super::Um) -> u32 {
    ((width + TOUCH) / f64::from(step.max(1))).floor() as u32
}

fn ordered(a: f64, b: f64) -> (f64, f64) {
    if a <= b { (a, b) } else { (b, a) }
}

/// Whether a block reaches into the ground between a front and a target, which narrows or widens evenly from the one to
/// the other.
fn reaches_between(block: &Block, from: Vec2, dir: Vec2, length: f64, front: (f64, f64), aim: (f64, f64)) -> bool {
    let side = dir.right();
    let place = |across: f64, along: f64| from + side * across + dir * along;
    let corners = [place(front.0, 0.0), place(front.1, 0.0), place(aim.1, length), place(aim.0, length)];
    let core = block.grown(-TOUCH);
    if core.separation_from(&corners) > 0.0 {
        return false;
    }
    // The slanting borders are the remaining axes on which the two can be apart.
    let apart = |a: Vec2, b: Vec2, inside: f64| {
        let normal = (b - a).unit().right() * inside;
        core.corners().iter().all(|corner| (*corner - a).dot(normal) < 0.0)
    };
    !(apart(corners[0], corners[3], 1.0) || apart(corners[1], corners[2], -1.0) || core.beyond(from, dir, length))
}

impl Block {
    /// The widest gap the block's own edges show between it and a group of places.
    fn separation_from(&self, places: &[Vec2]) -> f64 {
        let spread = |measure: &dyn Fn(Vec2) -> f64| {
            places.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), place| {
                let at = measure(self.local(*place));
                (low.min(at), high.max(at))
            })
        };
        let (left, right) = spread(&|local| local.x);
        let (back, forward) = spread(&|local| local.y);
        (left - self.half).max(-self.half - right).max(back).max(-self.depth - forward)
    }

    /// Whether the whole block lies before the beginning or beyond the end of a line.
    fn beyond(&self, from: Vec2, dir: Vec2, length: f64) -> bool {
        let along = (self.center() - from).dot(dir);
        let reach = self.reach(dir);
        along + reach <= 0.0 || along - reach >= length
    }
}

/// The strip that stretches forward from a front line, as wide as the line and `margin` more on each side.
pub fn strip_ahead(front_left: Vec2, front_right: Vec2, dir: Vec2, length: f64, margin: f64) -> Block {
    let half = (front_right - front_left).dot(dir.right()).abs() * 0.5 + margin;
    Block { front: front_left.midpoint(front_right) + dir * length, dir, half, depth: length }
}

/// The strip of the given width along the left or right flank of a block.
pub fn strip_beside(block: &Block, left: bool, width: f64) -> Block {
    let out = if left { -block.right() } else { block.right() };
    Block { front: block.front + out * (block.half + width * 0.5), half: width * 0.5, ..*block }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::{MM, Point, Pose, same_cases};
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(same_cases())]

        #[test]
        fn a_clear_lane_is_the_lane_as_far_as_the_horizon(
            blockers in proptest::collection::vec((-200..200_i32, -50..350_i32, 0..36_000, 20..200_i32, 10..90_i32), 0..8),
            horizon in 10..150_i32,
        ) {
            let body = |(x, y, facing, width, depth): (i32, i32, i32, i32, i32)| {
                Body::single(Block::new(Pose::new(Point::new(x * MM, y * MM), facing), width * MM, depth * MM))
            };
            let bodies: Vec<Body> = blockers.into_iter().map(body).collect();
            let line = Segment { a: Vec2::new(0.0, 0.0), b: Vec2::new(20_000.0, 300_000.0) };
            let horizon = f64::from(horizon * MM);
            let (full, clear) = (lane(&line, &bodies), clear_lane(&line, horizon, &bodies));
            prop_assert_eq!(full.blocked, clear.is_none());
            if let Some(clear) = clear {
                for (whole, told, by, told_by) in [
                    (full.left, clear.left, full.left_by, clear.left_by),
                    (full.right, clear.right, full.right_by, clear.right_by),
                ] {
                    if whole <= horizon {
                        prop_assert_eq!((whole, by), (told, told_by));
                    } else {
                        prop_assert!(told > horizon);
                    }
                }
            }
        }
    }
}
