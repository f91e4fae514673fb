//! Contact: how far a body gets before it meets another, straight ahead or on a wheel.

use core::f64::consts::PI;

use super::ground::{Polygon, Polyline};
use super::measure::{Cdeg, FULL_TURN, TOUCH, Vec2, greater, heading, lesser};
use super::shape::{Block, Body, Edge};

/// Two directions closer together than this (about 0.006 degrees) are parallel: over a yard of sliding along each other
/// they gain less than a touch.
const PARALLEL: f64 = 1e-4;
/// Distances that differ by less than this are the same; far below a touch, far above the noise of the arithmetic.
const SAME: f64 = 0.5;
/// How much a struck block is shrunk before a turn is measured against it. Where a corner of the shrunk block meets an
/// edge of the turning one, the true corner lies up to 1.42 times as deep, which must stay less than a touch.
const TURN_SKIN: f64 = TOUCH * 0.7;

/// The first touch of a straight move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Hit {
    /// How far the mover goes until it touches.
    pub distance: f64,
    /// Index of the block of the mover that strikes.
    pub moving_block: usize,
    /// Index of the block that is struck.
    pub block: usize,
    /// Edge of the struck block.
    pub edge: Edge,
    /// Where they touch; the middle of the contact when edges lie flat on each other.
    pub point: Vec2,
}

/// The first touch when `moving` goes along `dir` (a unit vector) for at most `max`.
///
/// A move that only slides past, or parts from a body it touches, hits nothing. A mover that touches already and would
/// press deeper than a touch on the way is stopped at zero.
pub fn cast(moving: &Body, dir: Vec2, max: f64, obstacle: &Body) -> Option<Hit> {
    if max < 0.0 || passes_clear(moving, dir, max, obstacle) {
        return None;
    }
    let mut first: Option<Hit> = None;
    let across = dir.right();
    for (moving_block, mover) in moving.blocks.iter().enumerate() {
        let reach = mover.reach(across) + 2.0 * SAME;
        for (block, struck) in obstacle.blocks.iter().enumerate() {
            // Most pairs are told apart by how far they lie aside.
            if (struck.center() - mover.center()).dot(across).abs() > reach + struck.reach(across) {
                continue;
            }
            let Some((distance, axis)) = sweep(mover, dir, max, struck) else { continue };
            if first.is_none_or(|hit| distance < hit.distance - SAME) {
                let edge = struck.edge_looking(-axis);
                let point = contact_point(&mover.translated(dir * distance), struck, axis);
                first = Some(Hit { distance, moving_block, block, edge, point });
            }
        }
    }
    first
}

/// The first touch among many obstacles, each with the caller's name for it; of equal ones the earliest named.
pub fn first_hit<'a, K>(
    moving: &Body,
    dir: Vec2,
    max: f64,
    obstacles: impl IntoIterator<Item = (K, &'a Body)>,
) -> Option<(K, Hit)> {
    let mut first: Option<(K, Hit)> = None;
    for (key, obstacle) in obstacles {
        let limit = first.as_ref().map_or(max, |(_, hit)| hit.distance);
        if let Some(hit) = cast(moving, dir, limit, obstacle)
            && first.as_ref().is_none_or(|(_, best)| hit.distance < best.distance - SAME)
        {
            first = Some((key, hit));
        }
    }
    first
}

/// Whether the enclosing circles already show that the mover cannot touch.
fn passes_clear(moving: &Body, dir: Vec2, max: f64, obstacle: &Body) -> bool {
    let between = obstacle.center() - moving.center();
    let reach = moving.radius() + obstacle.radius();
    let along = between.dot(dir);
    between.cross(dir).abs() > reach || along < -reach || along - max > reach
}

/// When a moving block first touches a resting one, and along which axis (pointing at the resting one) it presses.
///
/// On every axis that may separate two rectangles they overlap during one stretch of the move; they touch when the last
/// of these stretches begins. Whether it is more than a graze is judged with the stretches shortened by a touch.
fn sweep(mover: &Block, dir: Vec2, max: f64, struck: &Block) -> Option<(f64, Vec2)> {
    let between = struck.center() - mover.center();
    let (mut enter, mut axis) = (f64::NEG_INFINITY, dir);
    let (mut press, mut leave) = (f64::NEG_INFINITY, f64::INFINITY);
    for normal in [struck.dir, struck.right(), mover.dir, mover.right()] {
        let reach = mover.reach(normal) + struck.reach(normal);
        let firm = (reach - TOUCH).max(0.0);
        let (offset, speed) = (between.dot(normal), dir.dot(normal));
        if speed.abs() < PARALLEL {
            if offset.abs() >= firm {
                return None;
            }
            continue;
        }
        let (offset, speed, normal) = if speed < 0.0 { (-offset, -speed, -normal) } else { (offset, speed, normal) };
        let touch = (offset - reach) / speed;
        if touch > enter + SAME {
            (enter, axis) = (touch, normal);
        }
        press = greater(press, (offset - firm) / speed);
        leave = lesser(leave, (offset + firm) / speed);
        // Nothing that another axis shows makes this a touch any more.
        if press >= leave || leave <= 0.0 || enter > max {
            return None;
        }
    }
    if press < 0.0 {
        pressing_axis(mover, dir, struck).map(|axis| (0.0, axis))
    } else if enter <= 0.0 && press > max {
        None
    } else {
        Some((enter.max(0.0), axis))
    }
}

/// For blocks that overlap already: the axis of least overlap, if moving along `dir` presses deeper on it.
fn pressing_axis(mover: &Block, dir: Vec2, struck: &Block) -> Option<Vec2> {
    let axis = least_overlap(mover, struck);
    (dir.dot(axis) > PARALLEL).then_some(axis)
}

/// The axis, pointing at the struck block, on which two blocks overlap least.
fn least_overlap(mover: &Block, struck: &Block) -> Vec2 {
    let between = struck.center() - mover.center();
    let (mut least, mut axis) = (f64::INFINITY, between);
    for normal in [struck.dir, struck.right(), mover.dir, mover.right()] {
        let offset = between.dot(normal);
        let overlap = mover.reach(normal) + struck.reach(normal) - offset.abs();
        if overlap < least - SAME {
            (least, axis) = (overlap, if offset < 0.0 { -normal } else { normal });
        }
    }
    axis
}

/// Where two touching blocks meet, `axis` pointing from the mover to the struck one.
fn contact_point(mover: &Block, struck: &Block, axis: Vec2) -> Vec2 {
    let along = axis.right();
    let (mover_low, mover_high, _) = face(mover, axis, along);
    let (struck_low, struck_high, height) = face(struck, -axis, along);
    let middle = (mover_low.max(struck_low) + mover_high.min(struck_high)) * 0.5;
    along * middle - axis * height
}

/// The corner or edge of a block that lies farthest along `out`: its extent along `along`, and how far out it is.
fn face(block: &Block, out: Vec2, along: Vec2) -> (f64, f64, f64) {
    let corners = block.corners();
    let height = corners.iter().map(|corner| corner.dot(out)).fold(f64::NEG_INFINITY, f64::max);
    corners
        .iter()
        .filter(|corner| corner.dot(out) >= height - SAME)
        .map(|corner| corner.dot(along))
        .fold((f64::INFINITY, f64::NEG_INFINITY, height), |(low, high, height), at| (low.min(at), high.max(at), height))
}

/// The first touch when `moving` turns about `pivot` by a signed angle: the free angle (with the sign of `by`, in whole
/// hundredths), the block of the obstacle that stops it, and that block's edge.
///
/// `None` means that the whole turn is free. A body that touches and turns away is free; one that would press deeper is
/// stopped at zero.
pub fn cast_turn(moving: &Body, pivot: Vec2, by: Cdeg, obstacle: &Body) -> Option<(Cdeg, usize, Edge)> {
    if by == 0 || turns_clear(moving, pivot, by, obstacle) {
        return None;
    }
    let mut first: Option<(f64, usize, Edge)> = None;
    for mover in &moving.blocks {
        let sweep = Sweep::new(mover, pivot, by);
        for (index, struck) in obstacle.blocks.iter().enumerate() {
            let core = struck.grown(-TURN_SKIN);
            if !sweep.misses(&core)
                && let Some((angle, edge)) = turn_into(mover, pivot, by, &core)
                && first.is_none_or(|(least, ..)| angle < least - 1e-3)
            {
                first = Some((angle, index, edge));
            }
        }
    }
    first.map(|(angle, index, edge)| (whole_angle(angle, by), index, edge))
}

/// Whether the enclosing circles already show that a turning body cannot touch.
fn turns_clear(moving: &Body, pivot: Vec2, by: Cdeg, obstacle: &Body) -> bool {
    let arm = moving.center() - pivot;
    let (to, widest) = (obstacle.center() - pivot, arm.len() + moving.radius() + obstacle.radius());
    if to.dot(to) > widest * widest {
        return true;
    }
    let (middle, reach) = turned_within(moving, pivot, by);
    let (between, reach) = (obstacle.center() - middle, reach + obstacle.radius());
    between.dot(between) > reach * reach
}

/// The circle that a body never leaves when it turns about `pivot`: from halfway through the turn its middle goes no farther
/// than half the arc to either end.
pub fn turned_within(moving: &Body, pivot: Vec2, by: Cdeg) -> (Vec2, f64) {
    let arm = moving.center() - pivot;
    let travel = arc_length(arm.len(), by.abs() + 1) * 0.5;
    (pivot + arm.turned(by / 2), travel + moving.radius())
}

/// The ground a turning block sweeps, as far as straight lines can tell: every corner keeps close to the chord of its
/// arc, so that all of it lies between where the block starts and where it ends, or a bulge beyond.
struct Sweep<'a> {
    start: &'a Block,
    end: Block,
    pivot: Vec2,
    /// How far its farthest corner stands from the pivot.
    farthest: f64,
    bulge: f64,
}

impl<'a> Sweep<'a> {
    fn new(start: &'a Block, pivot: Vec2, by: Cdeg) -> Sweep<'a> {
        let square = |corner: Vec2| (corner - pivot).dot(corner - pivot);
        let [a, b, c, d] = start.of_corners(square);
        let farthest = greater(greater(a, b), greater(c, d)).sqrt();
        // Beyond half a circle a chord tells nothing of its arc, but no corner leaves its circle.
        let bulge = if by.abs() <= FULL_TURN / 2 { 1.0 - heading((by.abs() + 1) / 2).y } else { 2.0 };
        Sweep { start, end: start.rotated(pivot, by), pivot, farthest, bulge: farthest * bulge + 2.0 * SAME }
    }

    /// Whether the turn certainly never comes near a block.
    fn misses(&self, struck: &Block) -> bool {
        if struck.distance_to_point(self.pivot) > self.farthest + 2.0 * SAME {
            return true;
        }
        let from = struck.center() - self.start.center();
        let to = struck.center() - self.end.center();
        [struck.dir, struck.right(), self.start.dir, self.start.right()].into_iter().any(|axis| {
            let room = struck.reach(axis) + self.bulge;
            let (start, end) = (from.dot(axis), to.dot(axis));
            let (start_room, end_room) = (self.start.reach(axis) + room, self.end.reach(axis) + room);
            (start > start_room && end > end_room) || (start < -start_room && end < -end_room)
        })
    }
}

/// The free part of a turn before the body enters an area; one that stands in it already is not stopped.
pub fn cast_turn_area(moving: &Body, pivot: Vec2, by: Cdeg, area: &Polygon) -> Option<Cdeg> {
    if area.meets_body(moving) {
        return None;
    }
    cast_turn_segments(moving, pivot, by, area.edges())
}

/// The free part of a turn before the body crosses a line; one that stands across it already is not stopped.
pub fn cast_turn_line(moving: &Body, pivot: Vec2, by: Cdeg, line: &Polyline) -> Option<Cdeg> {
    if line.meets_body(moving) {
        return None;
    }
    cast_turn_segments(moving, pivot, by, line.segments())
}

fn cast_turn_segments(
    moving: &Body,
    pivot: Vec2,
    by: Cdeg,
    segments: impl Iterator<Item = (Vec2, Vec2)>,
) -> Option<Cdeg> {
    if by == 0 {
        return None;
    }
    let reach = moving.center().distance(pivot) + moving.radius();
    segments
        .map(|(a, b)| Block::segment(a, b))
        .filter(|segment| segment.distance_to_point(pivot) <= reach)
        .flat_map(|segment| moving.blocks.iter().map(move |block| (block.grown(-TOUCH), segment)))
        .filter_map(|(block, segment)| turn_into(&block, pivot, by, &segment))
        .map(|(angle, _)| angle)
        .reduce(f64::min)
        .map(|angle| whole_angle(angle, by))
}

fn whole_angle(free: f64, by: Cdeg) -> Cdeg {
    (free.floor() as Cdeg) * by.signum()
}

/// When a turning block first meets a resting one, in hundredths of a degree without sign, and the edge it meets.
fn turn_into(mover: &Block, pivot: Vec2, by: Cdeg, struck: &Block) -> Option<(f64, Edge)> {
    let mut start = 0;
    let mut block = *mover;
    let mut gap = block.separation(struck);
    // Overlapping from the start: follow the turn as long as it leads out, then look for the next contact.
    while gap <= 1.0 {
        start += by.signum();
        let next = mover.rotated(pivot, start);
        let next_gap = next.separation(struck);
        if next_gap <= gap {
            return Some(((start.abs() - 1).into(), struck.edge_looking(-least_overlap(&block, struck))));
        }
        (block, gap) = (next, next_gap);
        if start.abs() >= by.abs() {
            return None;
        }
    }
    let (angle, edge) = first_meeting(&block, pivot, f64::from(by.signum()), by.abs(), struck)?;
    let angle = angle + f64::from(start.abs());
    (angle <= f64::from(by.abs())).then_some((angle, edge))
}

/// Two convex shapes meet first where a corner of one runs onto an edge of the other. Meetings farther off than `within`
/// (hundredths) may go untold.
fn first_meeting(mover: &Block, pivot: Vec2, sign: f64, within: Cdeg, struck: &Block) -> Option<(f64, Edge)> {
    let mut first: Option<(f64, Edge)> = None;
    let horizon = Horizon::of(within);
    let arms = |block: &Block| block.of_corners(|corner| Arm::new(corner - pivot));
    let (movers, resting) = (arms(mover), arms(struck));
    for edge in Edge::ALL {
        let side = Side::new(struck.edge(edge), pivot);
        for angle in movers.iter().filter_map(|arm| side.angle_from(arm, sign, &horizon)) {
            if first.is_none_or(|(least, _)| angle < least) {
                first = Some((angle, edge));
            }
        }
        // Seen from the mover it is the resting corners that turn, the other way round.
        let side = Side::new(mover.edge(edge), pivot);
        for angle in resting.iter().filter_map(|arm| side.angle_from(arm, -sign, &horizon)) {
            if first.is_none_or(|(least, _)| angle < least) {
                let outward = mover.outward(edge).turned((sign * angle) as Cdeg);
                first = Some((angle, struck.edge_looking(-outward)));
            }
        }
    }
    first
}

/// How far a turn is looked at: what lies beyond is told apart without working out its angle.
struct Horizon {
    /// The turn is less than half a circle, so that nothing behind the start is reached.
    ahead: bool,
    /// A little less than the cosine of the turn.
    least: f64,
}

impl Horizon {
    fn of(within: Cdeg) -> Horizon {
        Horizon { ahead: within < FULL_TURN / 2, least: heading(within).y - 1e-3 }
    }

    /// Whether a turn from a corner to a place on its circle certainly goes beyond; `aside` is how far the place lies
    /// to the side turned to, `along` how far along the arm, both times the length of the arm.
    fn hides(&self, aside: f64, along: f64, square: f64) -> bool {
        self.ahead && (aside < 0.0 || along < self.least * square)
    }
}

/// A corner as the pivot sees it, and the square of its distance.
struct Arm {
    to: Vec2,
    square: f64,
}

impl Arm {
    fn new(to: Vec2) -> Arm {
        Arm { to, square: to.dot(to) }
    }
}

/// An edge as the pivot sees it.
struct Side {
    from: Vec2,
    along: Vec2,
    /// Square of its length, product of its length and its beginning, square of its beginning's distance.
    square: f64,
    half: f64,
    start: f64,
}

impl Side {
    fn new((a, b): (Vec2, Vec2), pivot: Vec2) -> Side {
        let (along, from) = (b - a, a - pivot);
        Side { from, along, square: along.dot(along), half: along.dot(from), start: from.dot(from) }
    }

    /// The angle (hundredths, without sign) after which a circling corner reaches the edge.
    fn angle_from(&self, arm: &Arm, sign: f64, horizon: &Horizon) -> Option<f64> {
        let root = self.half * self.half - self.square * (self.start - arm.square);
        if root <= 0.0 || self.square <= 0.0 {
            return None;
        }
        let root = root.sqrt();
        let near = self.angle_at(-self.half - root, arm, sign, horizon);
        let far = self.angle_at(-self.half + root, arm, sign, horizon);
        match (near, far) {
            (Some(near), Some(far)) => Some(near.min(far)),
            (near, far) => near.or(far),
        }
    }

    /// The angle to the place at `share` of the edge's squared length, if the edge reaches so far.
    fn angle_at(&self, share: f64, arm: &Arm, sign: f64, horizon: &Horizon) -> Option<f64> {
        if share < 0.0 || share > self.square * 1.001 {
            return None;
        }
        let share = share / self.square;
        if share > 1.0 {
            return None;
        }
        let to = self.from + self.along * share;
        let (aside, along) = (-arm.to.cross(to) * sign, arm.to.dot(to));
        if horizon.hides(aside, along, arm.square) {
            return None;
        }
        let angle = libm::atan2(aside, along) * (18_000.0 / PI);
        Some(if angle < 0.0 { angle + 36_000.0 } else { angle })
    }
}

/// The corner about which a body wheels: the inner end of its whole front line.
pub fn wheel_pivot(body: &Body, left: bool) -> Vec2 {
    let (left_end, right_end) = body.front_ends();
    if left { left_end } else { right_end }
}

/// How far the outermost front corner stands from the corner about which the body wheels.
pub fn wheel_radius(body: &Body, left: bool) -> f64 {
    let pivot = wheel_pivot(body, left);
    body.blocks
        .iter()
        .flat_map(|block| [block.front_left(), block.front_right()])
        .map(|corner| corner.distance(pivot))
        .fold(0.0, f64::max)
}

/// Length of the arc that a corner `outer_radius` from the pivot describes.
///
/// ```
/// use field::table::{INCH, arc_length};
/// let inches = arc_length(240_000.0, 3_000) / f64::from(INCH);
/// assert!((inches - 4.947).abs() < 0.001);
/// ```
pub fn arc_length(outer_radius: f64, by: Cdeg) -> f64 {
    outer_radius * f64::from(by.abs()) * (PI / 18_000.0)
}

/// The widest turn up to a full circle, in whole hundredths, whose arc is no longer than `length`.
pub fn arc_turn(outer_radius: f64, length: f64) -> Cdeg {
    if outer_radius <= 0.0 {
        return FULL_TURN;
    }
    // An arc that was itself rounded to a micrometre must buy back its angle.
    ((length.max(0.0) + SAME) / (outer_radius * (PI / 18_000.0))).floor().min(FULL_TURN.into()) as Cdeg
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::{MM, Point, Pose, same_cases};
    use proptest::prelude::*;

    fn blocks() -> impl Strategy<Value = Block> {
        (-300..300_i32, -300..300_i32, 0..36_000, 20..240_i32, 10..90_i32).prop_map(|(x, y, facing, width, depth)| {
            Block::new(Pose::new(Point::new(x * MM, y * MM), facing), width * MM, depth * MM)
        })
    }

    fn bodies() -> impl Strategy<Value = Body> {
        proptest::collection::vec(blocks(), 1..4).prop_map(Body::new)
    }

    proptest! {
        #![proptest_config(same_cases())]

        #[test]
        fn what_a_turn_is_said_to_miss_it_never_meets(mover in bodies(), other in bodies(), by in -18_000..18_000_i32) {
            let pivot = mover.main().front_left();
            let clear = turns_clear(&mover, pivot, by, &other);
            for (block, struck) in mover.blocks.iter().flat_map(|one| other.blocks.iter().map(move |two| (one, two))) {
                let core = struck.grown(-TURN_SKIN);
                if clear || Sweep::new(block, pivot, by).misses(&core) {
                    prop_assert_eq!(turn_into(block, pivot, by, &core), None);
                }
            }
        }

        #[test]
        fn only_meetings_beyond_the_turn_go_untold(mover in blocks(), struck in blocks(), by in 1..18_000_i32) {
            prop_assume!(mover.separation(&struck) > 1.0);
            let pivot = mover.front_right();
            let within = |(angle, _): &(f64, Edge)| *angle <= f64::from(by);
            let all = first_meeting(&mover, pivot, 1.0, FULL_TURN, &struck).filter(within);
            prop_assert_eq!(first_meeting(&mover, pivot, 1.0, by, &struck).filter(within), all);
        }

        #[test]
        fn a_straight_move_meets_what_its_blocks_meet(
            mover in bodies(), other in bodies(), bearing in 0..36_000, max in 0..600_i32,
        ) {
            let (dir, max) = (heading(bearing), f64::from(max * MM));
            let met = cast(&mover, dir, max, &other).map(|hit| hit.distance);
            let pairs = mover.blocks.iter().flat_map(|one| other.blocks.iter().map(move |two| (one, two)));
            let least = pairs.filter_map(|(one, two)| sweep(one, dir, max, two)).map(|hit| hit.0).reduce(f64::min);
            prop_assert_eq!(met.is_some(), least.is_some());
            prop_assert!(met.zip(least).is_none_or(|(met, least)| met >= least && met <= least + 2.0 * SAME));
        }
    }
}
