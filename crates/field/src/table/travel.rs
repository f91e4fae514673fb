//! Travel: the pieces of a straight move during which a body is in an area or across a line.

use arrayvec::ArrayVec;

use super::ground::{Polygon, Polyline};
use super::measure::{Point, TOUCH, Vec2, greater, lesser};
use super::shape::{Block, Body};

/// A piece of a straight move, measured from its start.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Span {
    pub from: f64,
    pub to: f64,
}

impl Span {
    pub fn length(self) -> f64 {
        self.to - self.from
    }
}

/// The pieces of a move along `dir` (a unit vector) for `dist` during which the body meets the area, in order. Should
/// there be more than four, those with the least way between them are taken together.
pub fn spans_in(body: &Body, dir: Vec2, dist: f64, area: &Polygon) -> ArrayVec<Span, 4> {
    if !sweeps_near(body, dir, dist, area.bounds()) {
        return ArrayVec::new();
    }
    let mut spans = Spans::default();
    for block in &body.blocks {
        let core = block.grown(-TOUCH);
        let strip = Strip::new(&core, dir, dist);
        if !strip.may_meet_box(area.bounds()) {
            continue;
        }
        let mut cuts = Spans::default();
        let edges = area.edges().filter(|&(a, b)| strip.may_meet(a, b));
        edges.filter_map(|(a, b)| span_across(&core, dir, dist, a, b)).for_each(|cut| cuts.add(cut));
        // Between two cuts the block is wholly inside or wholly outside all the way, so one place tells.
        let mut last = 0.0;
        for next in cuts.0.iter().copied().chain([Span { from: dist, to: dist }]) {
            let middle = (last + next.from) * 0.5;
            if next.from >= last && area.contains(core.center() + dir * middle) {
                spans.add(Span { from: last, to: next.from });
            }
            last = next.to;
        }
        cuts.0.into_iter().for_each(|cut| spans.add(cut));
    }
    spans.few()
}

/// The pieces of a move along `dir` (a unit vector) for `dist` during which the line cuts the body, in order. Should
/// there be more than four, those with the least way between them are taken together.
pub fn span_over(body: &Body, dir: Vec2, dist: f64, line: &Polyline) -> ArrayVec<Span, 4> {
    if !sweeps_near(body, dir, dist, line.bounds()) {
        return ArrayVec::new();
    }
    let mut spans = Spans::default();
    for block in &body.blocks {
        let core = block.grown(-TOUCH);
        let strip = Strip::new(&core, dir, dist);
        if !strip.may_meet_box(line.bounds()) {
            continue;
        }
        let segments = line.segments().filter(|&(a, b)| strip.may_meet(a, b));
        segments.filter_map(|(a, b)| span_across(&core, dir, dist, a, b)).for_each(|span| spans.add(span));
    }
    spans.few()
}

/// Whether the ground swept by the enclosing circle comes near an upright rectangle.
fn sweeps_near(body: &Body, dir: Vec2, dist: f64, (min, max): (Point, Point)) -> bool {
    let (start, end) = (body.center(), body.center() + dir * dist);
    let reach = Vec2::new(body.radius(), body.radius());
    let (low, high) = (start.min(end) - reach, start.max(end) + reach);
    let (min, max) = (min.vec(), max.vec());
    low.x <= max.x && high.x >= min.x && low.y <= max.y && high.y >= min.y
}

/// The ground a block sweeps on a straight move, as a strip along it.
struct Strip {
    center: Vec2,
    dir: Vec2,
    /// How far it reaches to either side, back, and ahead.
    aside: f64,
    back: f64,
    ahead: f64,
}

impl Strip {
    fn new(block: &Block, dir: Vec2, dist: f64) -> Strip {
        // Far above the noise of the arithmetic: what only just meets the strip is measured.
        const MARGIN: f64 = 1.0;
        let along = block.reach(dir) + MARGIN;
        let aside = block.reach(dir.right()) + MARGIN;
        Strip { center: block.center(), dir, aside, back: -along, ahead: dist + along }
    }

    /// Whether an upright rectangle may reach into the strip.
    fn may_meet_box(&self, (min, max): (Point, Point)) -> bool {
        let (offset, half) = (min.vec().midpoint(max.vec()) - self.center, (max.vec() - min.vec()) * 0.5);
        let reach = |axis: Vec2| half.x * axis.x.abs() + half.y * axis.y.abs();
        let (across, along) = (offset.dot(self.dir.right()), offset.dot(self.dir));
        let (wide, deep) = (reach(self.dir.right()), reach(self.dir));
        across.abs() <= self.aside + wide && along <= self.ahead + deep && along >= self.back - deep
    }

    /// Whether a segment may reach into the strip: not if both its ends lie beyond the same side of it.
    fn may_meet(&self, a: Vec2, b: Vec2) -> bool {
        let (a, b) = (a - self.center, b - self.center);
        let (across, other) = (a.dot(self.dir.right()), b.dot(self.dir.right()));
        let (along, further) = (a.dot(self.dir), b.dot(self.dir));
        !((across > self.aside && other > self.aside)
            || (across < -self.aside && other < -self.aside)
            || (along > self.ahead && further > self.ahead)
            || (along < self.back && further < self.back))
    }
}

/// The piece of the move during which a block has a point in common with a segment.
fn span_across(block: &Block, dir: Vec2, dist: f64, a: Vec2, b: Vec2) -> Option<Span> {
    let segment = Block::segment(a, b);
    let between = segment.center() - block.center();
    let (mut from, mut to) = (0.0_f64, dist);
    for normal in [block.dir, block.right(), segment.dir] {
        let reach = block.reach(normal) + segment.reach(normal);
        let (offset, speed) = (between.dot(normal), dir.dot(normal));
        if speed.abs() < 1e-12 {
            if offset.abs() > reach {
                return None;
            }
            continue;
        }
        let (enter, leave) = ((offset - reach) / speed, (offset + reach) / speed);
        from = greater(from, lesser(enter, leave));
        to = lesser(to, greater(enter, leave));
    }
    (from <= to).then_some(Span { from, to })
}

/// Pieces in order, joined where they overlap or meet.
#[derive(Default)]
struct Spans(ArrayVec<Span, 16>);

impl Spans {
    fn add(&mut self, span: Span) {
        const MEET: f64 = 1e-3;
        let first = self.0.iter().position(|known| known.to + MEET >= span.from).unwrap_or(self.0.len());
        let mut whole = span;
        while let Some(known) = self.0.get(first).copied().filter(|known| known.from <= whole.to + MEET) {
            whole = Span { from: whole.from.min(known.from), to: whole.to.max(known.to) };
            self.0.remove(first);
        }
        if self.0.is_full() {
            self.join_nearest();
            return self.add(whole);
        }
        self.0.insert(first, whole);
    }

    /// Takes the two pieces with the least way between them together.
    fn join_nearest(&mut self) {
        let gap = |i: &usize| self.0[*i].from - self.0[*i - 1].to;
        if let Some(least) = (1..self.0.len()).min_by(|i, j| gap(i).total_cmp(&gap(j))) {
            let next = self.0.remove(least);
            self.0[least - 1].to = next.to;
        }
    }

    fn few(mut self) -> ArrayVec<Span, 4> {
        while self.0.len() > 4 {
            self.join_nearest();
        }
        self.0.into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::{MM, Pose, heading, same_cases};
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(same_cases())]

        #[test]
        fn what_is_said_to_lie_beside_the_strip_is_never_crossed(
            facing in 0..36_000, bearing in 0..36_000, width in 20..240_i32, depth in 10..90_i32, dist in 0..400_i32,
            a in (-400..400_i32, -400..400_i32), b in (-400..400_i32, -400..400_i32),
        ) {
            let block = Block::new(Pose::new(Point::new(0, 0), facing), width * MM, depth * MM);
            let (dir, dist) = (heading(bearing), f64::from(dist * MM));
            let [a, b] = [a, b].map(|(x, y)| Point::new(x * MM, y * MM).vec());
            let strip = Strip::new(&block, dir, dist);
            if !strip.may_meet(a, b) {
                prop_assert_eq!(span_across(&block, dir, dist, a, b), None);
            }
            // Nor does anything that stays in a rectangle which is said to lie beside it.
            if !strip.may_meet_box((a.min(b).round(), a.max(b).round())) {
                prop_assert!(!strip.may_meet(a, b));
            }
        }
    }
}
