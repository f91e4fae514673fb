//! Travel: the pieces of a straight move during which a body is in an area or across a line.

use arrayvec::ArrayVec;

use super::ground::{Polygon, Polyline};
use super::measure::{Point, TOUCH, Vec2};
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
    let mut spans = Vec::new();
    for block in &body.blocks {
        let core = block.grown(-TOUCH);
        let mut cuts = merged(area.edges().filter_map(|(a, b)| span_across(&core, dir, dist, a, b)).collect());
        // Between two cuts the block is wholly inside or wholly outside all the way, so one place tells.
        let mut last = 0.0;
        let ends: Vec<Span> = cuts.iter().copied().chain([Span { from: dist, to: dist }]).collect();
        for next in ends {
            let middle = (last + next.from) * 0.5;
            if next.from >= last && area.contains(core.center() + dir * middle) {
                cuts.push(Span { from: last, to: next.from });
            }
            last = next.to;
        }
        spans.append(&mut cuts);
    }
    few(merged(spans))
}

/// The pieces of a move along `dir` (a unit vector) for `dist` during which the line cuts the body, in order. Should
/// there be more than four, those with the least way between them are taken together.
pub fn span_over(body: &Body, dir: Vec2, dist: f64, line: &Polyline) -> ArrayVec<Span, 4> {
    if !sweeps_near(body, dir, dist, line.bounds()) {
        return ArrayVec::new();
    }
    let mut spans = Vec::new();
    for block in &body.blocks {
        let core = block.grown(-TOUCH);
        spans.extend(line.segments().filter_map(|(a, b)| span_across(&core, dir, dist, a, b)));
    }
    few(merged(spans))
}

/// Whether the ground swept by the enclosing circle comes near an upright rectangle.
fn sweeps_near(body: &Body, dir: Vec2, dist: f64, (min, max): (Point, Point)) -> bool {
    let (start, end) = (body.center(), body.center() + dir * dist);
    let reach = Vec2::new(body.radius(), body.radius());
    let (low, high) = (start.min(end) - reach, start.max(end) + reach);
    let (min, max) = (min.vec(), max.vec());
    low.x <= max.x && high.x >= min.x && low.y <= max.y && high.y >= min.y
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
        from = from.max(enter.min(leave));
        to = to.min(enter.max(leave));
    }
    (from <= to).then_some(Span { from, to })
}

/// Sorted, and joined where they overlap or meet.
fn merged(mut spans: Vec<Span>) -> Vec<Span> {
    spans.sort_by(|a, b| a.from.total_cmp(&b.from));
    let mut joined: Vec<Span> = Vec::with_capacity(spans.len());
    for span in spans {
        match joined.last_mut() {
            Some(last) if span.from <= last.to + 1e-3 => last.to = last.to.max(span.to),
            _ => joined.push(span),
        }
    }
    joined
}

fn few(mut spans: Vec<Span>) -> ArrayVec<Span, 4> {
    while spans.len() > 4 {
        let gap = |i: &usize| spans[*i].from - spans[*i - 1].to;
        let Some(least) = (1..spans.len()).min_by(|i, j| gap(i).total_cmp(&gap(j))) else { break };
        let next = spans.remove(least);
        spans[least - 1].to = next.to;
    }
    spans.into_iter().collect()
}
