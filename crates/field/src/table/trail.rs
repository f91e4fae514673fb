//! Trails: what a body sweeps on its way, not only where it comes to rest.

use arrayvec::ArrayVec;

use super::contact::{arc_length, arc_turn, cast, cast_turn, wheel_pivot, wheel_radius};
use super::ground::{Polygon, Polyline};
use super::measure::{Cdeg, FULL_TURN, Pose, Um, Vec2, heading};
use super::relief::Relief;
use super::shape::Body;
use super::travel::{Span, span_over, spans_in};

/// A swing is looked at in steps of this.
pub const SWING_STEP: Cdeg = 500;

/// How a body came from where it stood to where it stands.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Trail {
    /// Straight along a direction.
    Straight { dir: Vec2, dist: f64 },
    /// Swung about a point.
    Swing { pivot: Vec2, by: Cdeg },
    /// Formed up anew where it stood.
    Formed,
}

impl Trail {
    /// Whether the body is in an area somewhere on its way.
    pub fn over_area(self, before: &Body, after: &Body, area: &Polygon) -> bool {
        match self {
            Trail::Straight { dir, dist } => !spans_in(before, dir, dist, area).is_empty(),
            _ if !self.maybe_near(before, |center, radius| area.maybe_near(center, radius)) => area.meets_body(after),
            _ => self.any(before, after, |body| area.meets_body(body)),
        }
    }

    /// Whether the body is across a line somewhere on its way.
    pub fn over_line(self, before: &Body, after: &Body, line: &Polyline) -> bool {
        match self {
            Trail::Straight { dir, dist } => !span_over(before, dir, dist, line).is_empty(),
            _ if !self.maybe_near(before, |center, radius| line.maybe_near(center, radius)) => line.meets_body(after),
            _ => self.any(before, after, |body| line.meets_body(body)),
        }
    }

    /// Whether the body runs into another on its way; formed up anew it runs into nobody.
    pub fn runs_into(self, before: &Body, other: &Body) -> bool {
        match self {
            Trail::Straight { dir, dist } => cast(before, dir, dist, other).is_some_and(|hit| hit.distance < dist),
            Trail::Swing { pivot, by } => cast_turn(before, pivot, by, other).is_some(),
            Trail::Formed => false,
        }
    }

    /// Whether something may reach into the circle that a swing never leaves; if not, the body comes near it nowhere on the
    /// way.
    fn maybe_near(self, before: &Body, reaches: impl Fn(Vec2, f64) -> bool) -> bool {
        match self {
            // A body turned and turned again may stand a hair's breadth beyond.
            Trail::Swing { pivot, .. } => reaches(pivot, before.center().distance(pivot) + before.radius() + 1.0),
            Trail::Straight { .. } | Trail::Formed => true,
        }
    }

    fn any(self, before: &Body, after: &Body, mut meets: impl FnMut(&Body) -> bool) -> bool {
        match self {
            Trail::Swing { pivot, by } => {
                let steps = by.abs() / SWING_STEP;
                (1..=steps).any(|step| meets(&before.rotated(pivot, step * SWING_STEP * by.signum()))) || meets(after)
            }
            Trail::Straight { .. } | Trail::Formed => meets(after),
        }
    }
}

/// A trail with the body that left it: whatever may be asked of a way, and not of its end alone. Places along it are
/// shares of the way, from nought to one.
///
/// ```
/// use field::table::*;
/// let body = Body::single(Block::new(Pose::new(Point::new(0, 0), 0), 100 * MM, 40 * MM));
/// let ditch = |y: i32| Polyline::new([Point::new(-500 * MM, y * MM), Point::new(500 * MM, y * MM)]);
/// let sweep = Sweep::new(&body, Trail::Straight { dir: heading(0), dist: 400_000.0 });
/// assert_eq!([100, 200, 500].map(|y| sweep.over(&ditch(y)).len()), [1, 1, 0]);
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Sweep<'a> {
    pub before: &'a Body,
    pub trail: Trail,
}

/// Pieces of a way, in order.
pub type Shares = ArrayVec<Span, 4>;

impl<'a> Sweep<'a> {
    /// A swing is followed in steps of this; nothing that has to do with bodies slips in between.
    const FINE: Cdeg = 100;

    pub fn new(before: &'a Body, trail: Trail) -> Sweep<'a> {
        Sweep { before, trail }
    }

    /// The body at a share of the way.
    pub fn at(&self, share: f64) -> Body {
        let share = share.clamp(0.0, 1.0);
        match self.trail {
            Trail::Straight { dir, dist } => self.before.translated(dir * (dist * share)),
            Trail::Swing { pivot, by } => self.before.rotated(pivot, (f64::from(by) * share).round() as Cdeg),
            Trail::Formed => self.before.clone(),
        }
    }

    /// Every piece of the way on which the body is in an area.
    pub fn within(&self, area: &Polygon) -> Shares {
        match self.trail {
            Trail::Straight { dir, dist } => shares(&spans_in(self.before, dir, dist, area), dist),
            Trail::Formed => all_or_none(area.meets_body(self.before)),
            _ if !self.trail.maybe_near(self.before, |center, radius| area.maybe_near(center, radius)) => Shares::new(),
            _ => self.while_so(|body| area.meets_body(body)),
        }
    }

    /// Every piece of the way on which the body is across a line: each crossing, not only the first.
    pub fn over(&self, line: &Polyline) -> Shares {
        match self.trail {
            Trail::Straight { dir, dist } => shares(&span_over(self.before, dir, dist, line), dist),
            Trail::Formed => all_or_none(line.meets_body(self.before)),
            _ if !self.trail.maybe_near(self.before, |center, radius| line.maybe_near(center, radius)) => Shares::new(),
            _ => self.while_so(|body| line.meets_body(body)),
        }
    }

    /// The piece of the way on which the body overlaps another that stands still, from the first such place to the last.
    pub fn through(&self, other: &Body) -> Option<Span> {
        match self.trail {
            Trail::Straight { dir, dist } => {
                let span = super::way::overlap_on_way(self.before, dir, dist, other)?;
                let all = dist.max(1.0);
                Some(Span { from: span.from / all, to: (span.to / all).min(1.0) })
            }
            // Most bodies stand beyond the circle that a swing never leaves.
            Trail::Swing { pivot, .. } => {
                let reach = self.before.center().distance(pivot) + self.before.radius() + other.radius() + 1.0;
                if other.center().distance(pivot) > reach {
                    return None;
                }
                let pieces = self.swung_onto(other);
                Some(Span { from: pieces.first()?.from, to: pieces.last()?.to })
            }
            Trail::Formed => {
                let pieces = self.while_so(|body| body.overlaps(other));
                Some(Span { from: pieces.first()?.from, to: pieces.last()?.to })
            }
        }
    }

    /// The pieces of a swing on which the body overlaps another: it is turned only where its circle comes so near.
    fn swung_onto(&self, other: &Body) -> Shares {
        let Trail::Swing { pivot, by } = self.trail else { return Shares::new() };
        let out = self.before.center() - pivot;
        let reach = self.before.radius() + other.radius() + 1.0;
        let steps = (by.abs() / Self::FINE).max(1) as u32;
        // No step brings its middle farther than this.
        let stride =
            out.len() * (f64::from(by.abs()) / f64::from(steps) + 1.0) * (std::f64::consts::PI / 18_000.0) + 1.0;
        let (mut pieces, mut open, mut step) = (Shares::new(), false, 0);
        while step <= steps {
            let share = f64::from(step) / f64::from(steps);
            let angle = (f64::from(by) * share).round() as Cdeg;
            let apart = other.center().distance(pivot + out.turned_by(heading(angle))) - reach;
            let held = apart <= 0.0 && self.before.rotated(pivot, angle).overlaps(other);
            note(&mut pieces, &mut open, share, held);
            step += 1 + (apart / stride).max(0.0) as u32;
        }
        pieces
    }

    /// Whether the way comes within a distance of a body.
    pub fn comes_within(&self, other: &Body, gap: f64) -> bool {
        match self.trail {
            Trail::Straight { dir, dist } => {
                let wide = other.grown(gap);
                self.before.within(other, gap)
                    || self.at(1.0).within(other, gap)
                    || (cast(self.before, dir, dist, &wide).is_some() && self.nears(other, gap))
            }
            _ => self.nears(other, gap),
        }
    }

    /// The highest ground under the middle of the main block on the way.
    pub fn highest(&self, relief: &Relief) -> u8 {
        match self.trail {
            Trail::Straight { dir, dist } => {
                let from = self.before.main().center();
                relief.highest_between(from, from + dir * dist)
            }
            _ => self.each().map(|(_, body)| relief.level_of(&body)).max().unwrap_or(0),
        }
    }

    /// The body at every step of the way, its beginning and its end among them.
    fn each(&self) -> impl Iterator<Item = (f64, Body)> + '_ {
        self.each_share().map(|share| (share, self.at(share)))
    }

    /// How far on it is at every step.
    fn each_share(&self) -> impl Iterator<Item = f64> + use<> {
        let steps = match self.trail {
            Trail::Straight { dist, .. } => (dist / 2_000.0).ceil().clamp(1.0, 1_000.0) as u32,
            Trail::Swing { by, .. } => (by.abs() / Self::FINE).max(1) as u32,
            Trail::Formed => 1,
        };
        (0..=steps).map(move |step| f64::from(step) / f64::from(steps))
    }

    fn nears(&self, other: &Body, gap: f64) -> bool {
        self.each().any(|(_, body)| body.within(other, gap))
    }

    /// The pieces of the way on which something holds. Should there be more than four, the last goes on.
    fn while_so(&self, holds: impl Fn(&Body) -> bool) -> Shares {
        self.while_at(|share| holds(&self.at(share)))
    }

    fn while_at(&self, holds: impl Fn(f64) -> bool) -> Shares {
        let mut pieces = Shares::new();
        let mut open = false;
        for share in self.each_share() {
            note(&mut pieces, &mut open, share, holds(share));
        }
        pieces
    }
}

/// Whether something holds at a share of a way: a piece begins, or goes on.
fn note(pieces: &mut Shares, open: &mut bool, share: f64, held: bool) {
    let goes_on = *open || pieces.is_full();
    match pieces.last_mut() {
        Some(last) if held && goes_on => last.to = share,
        _ if held => pieces.push(Span { from: share, to: share }),
        _ => {}
    }
    *open = held;
}

/// What holds of a body that goes nowhere.
fn all_or_none(holds: bool) -> Shares {
    holds.then_some(Span { from: 0.0, to: 1.0 }).into_iter().collect()
}

fn shares(spans: &[Span], dist: f64) -> Shares {
    // Most ways lead past most ground.
    if spans.is_empty() {
        return Shares::new();
    }
    let all = dist.max(1.0);
    spans.iter().map(|span| Span { from: span.from / all, to: span.to / all }).collect()
}

/// One piece of a path that was gone.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Piece {
    Ahead { from: Pose, distance: f64 },
    Wheel { from: Pose, pivot: Vec2, by: Cdeg },
}

impl Piece {
    pub fn from(&self) -> Pose {
        let (Piece::Ahead { from, .. } | Piece::Wheel { from, .. }) = *self;
        from
    }

    /// What it does to the ground it passes.
    pub fn trail(&self) -> Trail {
        match *self {
            Piece::Ahead { from, distance } => Trail::Straight { dir: from.dir(), dist: distance },
            Piece::Wheel { pivot, by, .. } => Trail::Swing { pivot, by },
        }
    }

    pub fn end(&self) -> Pose {
        match *self {
            Piece::Ahead { from, distance } => from.ahead(distance.round() as Um),
            Piece::Wheel { from, pivot, by } => from.pivot(pivot, by),
        }
    }
}

/// How far a body wheels about the inner end of its front on an allowance: the pivot, how far the outermost corner stands
/// from it, and the signed angle.
pub fn wheel_on(body: &Body, angle: Cdeg, allowance: f64) -> (Vec2, f64, Cdeg) {
    let (pivot, radius) = (wheel_pivot(body, angle < 0), wheel_radius(body, angle < 0));
    (pivot, radius, arc_turn(radius, allowance).min(angle.abs()) * angle.signum())
}

/// The steps in half a circle.
const MOST_STEPS: usize = (FULL_TURN / 2 / SWING_STEP) as usize;

/// So much of a wheel to one side as has been reckoned: what its steps have cost, one after the other. A wheel that goes farther
/// on the same allowance begins with the same steps.
#[derive(Debug, Clone, Default)]
pub struct Begun(ArrayVec<f64, MOST_STEPS>);

/// A wheel over ground that slows it: how far it gets, what it costs, and what shut it. `slowness` is asked at each step,
/// from the angle before it to the one after, how many times the arc costs there and what more is to be paid to come there,
/// or what bars it; steps that have been reckoned are not asked again.
pub fn wheel_over<B>(
    radius: f64,
    by: Cdeg,
    allowance: f64,
    begun: &mut Begun,
    slowness: impl Fn(Cdeg, Cdeg) -> Result<(f64, f64), B>,
) -> (Cdeg, f64, Option<B>) {
    let whole = begun.0.len().min((by.abs() / SWING_STEP) as usize);
    let (mut turned, mut cost) = (whole as Cdeg * SWING_STEP, whole.checked_sub(1).map_or(0.0, |last| begun.0[last]));
    while turned < by.abs() {
        let step = SWING_STEP.min(by.abs() - turned);
        let (slow, toll) = match slowness(turned * by.signum(), (turned + step) * by.signum()) {
            Ok(costs) => costs,
            Err(bar) => return (turned * by.signum(), cost, Some(bar)),
        };
        if toll > 0.0 && cost + toll > allowance + 1.0 {
            return (turned * by.signum(), allowance, None);
        }
        cost += toll;
        let each = arc_length(radius, step) * slow;
        if cost + each > allowance + 1.0 {
            let rest = arc_turn(radius, (allowance - cost).max(0.0) / slow).min(step);
            return ((turned + rest) * by.signum(), allowance, None);
        }
        cost += each;
        turned += step;
        if turned == (begun.0.len() as Cdeg + 1) * SWING_STEP && !begun.0.is_full() {
            begun.0.push(cost);
        }
    }
    (by, cost, None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::same_cases;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(same_cases())]

        #[test]
        fn a_wheel_that_goes_on_from_another_is_the_same_wheel(
            turns in proptest::collection::vec(1..18_000_i32, 1..6), allowance in 1_000..800_000_i32, bar in 0..40_i32,
        ) {
            // Slower from step to step, something to pay at every fourth, and shut after some.
            let slowness = |before: Cdeg, after: Cdeg| {
                let step = before / SWING_STEP;
                let toll = if step % 4 == 3 { 2_000.0 } else { 0.0 };
                if step >= bar { Err("shut") } else { Ok((1.0 + f64::from(after) / 9_000.0, toll)) }
            };
            let mut begun = Begun::default();
            for by in turns {
                let wheel = |begun: &mut Begun| wheel_over(240_000.0, by, f64::from(allowance), begun, slowness);
                prop_assert_eq!(wheel(&mut begun), wheel(&mut Begun::default()));
            }
        }
    }
}
