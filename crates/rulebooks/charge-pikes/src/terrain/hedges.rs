//! 19.4 Hedgerows, which change while the battle lasts.

use super::Bar;
use super::ways::comes_near;
use crate::state::HedgeWork;
use crate::table::Table;
use field::table::{Block, Body, TOUCH, Um, Vec2, cast};
use scenario::LinearKind;

pub(super) const HEDGE_BAR: Bar = ("CP 19.4.6a", "a hedgerow is impassable until it is broken down");

/// How a stretch of hedgerow stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hedge {
    Whole,
    /// Troops can see and shoot through (CP 19.4.7b).
    Loopholed,
    /// Counts as a low wall (CP 19.4.6c).
    Broken,
}

impl Table<'_> {
    pub fn is_hedge(self, line: usize) -> bool {
        self.rules.ground.lines.get(line).is_some_and(|line| line.kind == LinearKind::Hedgerow)
    }

    /// How the hedgerow stands at a distance along it.
    pub fn hedge_at(self, line: usize, position: f64) -> Hedge {
        let covers = |work: &&HedgeWork| {
            usize::from(work.line) == line && f64::from(work.from) <= position && position <= f64::from(work.to)
        };
        let mut here = self.state.hedge_works.iter().filter(covers);
        match here.clone().any(|work| work.broken) {
            true => Hedge::Broken,
            false if here.next().is_some() => Hedge::Loopholed,
            false => Hedge::Whole,
        }
    }

    /// Calls for every straight piece of a hedgerow that is not broken down, until the answer is false.
    fn each_standing(self, line: usize, mut tell: impl FnMut(Vec2, Vec2) -> bool) {
        let Some(hedge) = self.rules.ground.lines.get(line) else { return };
        let broken = || {
            let works = self.state.hedge_works.iter();
            works
                .filter(|work| work.broken && usize::from(work.line) == line)
                .map(|work| (f64::from(work.from), f64::from(work.to)))
        };
        let mut passed = 0.0;
        for (a, b) in hedge.line.segments() {
            let length = a.distance(b);
            let place = |position: f64| a + (b - a) * ((position - passed) / length.max(1.0));
            let end = passed + length;
            let mut at = passed;
            while at < end - 1.0 {
                if let Some((_, to)) = broken().find(|&(from, to)| from <= at + 1.0 && to > at + 1.0) {
                    at = to;
                    continue;
                }
                let next = broken().map(|(from, _)| from).filter(|&from| from > at).fold(end, f64::min);
                if !tell(place(at), place(next)) {
                    return;
                }
                at = next;
            }
            passed = end;
        }
    }

    /// Whether a body would stand in unbroken hedge.
    pub(super) fn hedge_bars(self, line: usize, body: &Body) -> bool {
        let mut bars = false;
        self.each_standing(line, |a, b| {
            bars = body.blocks.iter().any(|block| block.overlaps(&Block::segment(a, b)));
            !bars
        });
        bars
    }

    /// How far a body gets along `dir` before unbroken hedge stops it.
    pub(crate) fn hedge_stops(self, line: usize, body: &Body, dir: Vec2, max: f64) -> Option<f64> {
        let bounds = self.rules.ground.lines.get(line)?.line.bounds();
        if !comes_near(bounds, body.center() + dir * (max * 0.5), body.radius() + max * 0.5 + TOUCH) {
            return None;
        }
        let mut first: Option<f64> = None;
        self.each_standing(line, |a, b| {
            if let Some(hit) = cast(body, dir, max, &Body::single(Block::segment(a, b))) {
                first = Some(first.map_or(hit.distance, |least| least.min(hit.distance)));
            }
            true
        });
        // Two bodies on either side of it still touch.
        first.map(|at| at + TOUCH * 0.5)
    }

    /// The stretch of a hedgerow before the front of a body, if the body stands against it.
    pub fn hedge_stretch(self, line: usize, body: &Body) -> Option<(Um, Um)> {
        let hedge = self.rules.ground.lines.get(line).filter(|_| self.is_hedge(line))?;
        if !hedge.line.within(body, f64::from(self.inches(1))) {
            return None;
        }
        let (left, right) = body.front_ends();
        let (one, two) = (hedge.line.nearest(left).0, hedge.line.nearest(right).0);
        let (from, to) = (one.min(two).round() as Um, one.max(two).round() as Um);
        (to > from).then_some((from, to))
    }

    /// Whether the whole stretch is at least so far worked on.
    pub(crate) fn stretch_is(self, line: usize, (from, to): (Um, Um), broken: bool) -> bool {
        const EVERY: f64 = 5_000.0;
        let steps = (f64::from(to - from) / EVERY).ceil().max(1.0);
        (0..=steps as i32).all(|step| {
            let at = f64::from(from) + f64::from(to - from) * f64::from(step) / steps;
            match self.hedge_at(line, at) {
                Hedge::Broken => true,
                Hedge::Loopholed => !broken,
                Hedge::Whole => false,
            }
        })
    }
}
