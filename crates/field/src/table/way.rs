//! Ways over ground: what a straight move costs, what bars it, and whom it passes.
//!
//! The room knows lengths, costs and where a way is shut; which ground slows whom, who may be passed and why somebody is
//! stopped is the rulebook's to say. `B` is its reason for a bar, `K` its name for a unit.

use arrayvec::ArrayVec;

use super::ground::{Polygon, Polyline};
use super::measure::{TOUCH, Vec2, greater, lesser};
use super::shape::{Block, Body};
use super::travel::{Span, span_over, spans_in};

/// The most pieces of ground that tell on one straight way.
const MOST_PIECES: usize = 48;
/// The most units that one straight way passes.
pub const MOST_PASSED: usize = 24;

/// A piece of a straight move that costs more than its length.
#[derive(Debug, Clone, Copy)]
struct Stretch {
    from: f64,
    to: f64,
    /// Every inch costs so many times as much; slower grounds multiply.
    times: f64,
    /// Added to every inch, whatever the speed.
    extra: f64,
}

/// A straight way over the ground: what slows the mover, and how far it can go at all.
///
/// ```
/// use field::table::Way;
/// let mut way: Way<&str> = Way::open(300.0);
/// way.slow(100.0, 200.0, 2.0);
/// way.shut(250.0, "a river");
/// assert_eq!(way.cost(200.0, 1.0), 300.0);
/// assert_eq!(way.reach(200.0, 1.0), 150.0);
/// assert_eq!((way.reach(1_000.0, 1.0), way.bar), (250.0, Some("a river")));
/// ```
#[derive(Debug, Clone)]
pub struct Way<B> {
    stretches: ArrayVec<Stretch, MOST_PIECES>,
    /// Stretches that had no room.
    lost: u16,
    /// Beyond this the way is shut.
    pub limit: f64,
    /// What shuts it, if it is shut before its end.
    pub bar: Option<B>,
}

impl<B: Copy> Way<B> {
    pub fn open(max: f64) -> Way<B> {
        Way { stretches: ArrayVec::new(), lost: 0, limit: max, bar: None }
    }

    /// As good as new: ways are large to hand about.
    pub fn reopen(&mut self, max: f64) {
        self.stretches.clear();
        self.lost = 0;
        (self.limit, self.bar) = (max, None);
    }

    /// Nothing on it makes it cost more than its length.
    pub fn is_even(&self) -> bool {
        self.stretches.is_empty()
    }

    /// Slower between two distances.
    pub fn slow(&mut self, from: f64, to: f64, times: f64) {
        self.note(Stretch { from, to, times, extra: 0.0 });
    }

    /// A cost spread evenly between two distances.
    pub fn toll(&mut self, from: f64, to: f64, cost: f64) {
        self.note(Stretch { from, to, times: 1.0, extra: cost / (to - from).max(1.0) });
    }

    fn note(&mut self, stretch: Stretch) {
        // No table has so much ground on one straight way; should it, that is counted.
        self.lost += u16::from(self.stretches.try_push(stretch).is_err());
    }

    /// How many stretches had no room: what it costs is then too little.
    pub fn lost(&self) -> u16 {
        self.lost
    }

    /// Nothing beyond this distance.
    pub fn shut(&mut self, at: f64, bar: B) {
        if at < self.limit {
            self.limit = at.max(0.0);
            self.bar = Some(bar);
        }
    }

    // --- Ground on the way

    /// Slower wherever the body is in some ground.
    pub fn slow_in(&mut self, spans: &[Span], times: f64) {
        for span in spans {
            self.slow(span.from, span.to, times);
        }
    }

    /// Shut a hair before the first passage begins; one in which the body stands already only closes behind it.
    pub fn shut_before(&mut self, spans: &[Span], bar: B) {
        if let Some(span) = spans.iter().find(|span| span.from > 0.0) {
            self.shut(span.from - TOUCH * 0.5, bar);
        }
    }

    /// A cost for crossing a line, paid in step with the crossing: a whole crossing, begun before this move or ended after
    /// it, sets the rate. `cost` is told how long the crossing is.
    pub fn toll_over(&mut self, body: &Body, dir: Vec2, max: f64, line: &Polyline, cost: impl Fn(f64) -> f64) {
        let reach = body.radius() * 2.0 + TOUCH;
        let spans = span_over(&body.translated(dir * -reach), dir, max + 2.0 * reach, line);
        passages(&spans, reach, |from, to| self.toll(from - reach, to - reach, cost(to - from)));
    }

    /// The same for crossing an area.
    pub fn toll_through(&mut self, body: &Body, dir: Vec2, max: f64, area: &Polygon, cost: impl Fn(f64) -> f64) {
        if spans_in(body, dir, max, area).is_empty() {
            return;
        }
        let (low, high) = area.bounds();
        let reach = body.radius() * 2.0 + low.vec().distance(high.vec());
        let spans = spans_in(&body.translated(dir * -reach), dir, max + 2.0 * reach, area);
        passages(&spans, TOUCH, |from, to| self.toll(from - reach, to - reach, cost(to - from)));
    }

    /// Shut where the body would first stand as it may not; whoever stands so already may come out.
    pub fn shut_where(&mut self, body: &Body, dir: Vec2, max: f64, closed: impl Fn(&Body) -> Option<B>) {
        const STEP: f64 = 6_000.0;
        const HALVINGS: u32 = 10;
        let closed = |at: f64| closed(&body.translated(dir * at));
        if closed(0.0).is_some() {
            return;
        }
        let mut open = 0.0;
        while open < max {
            let next = (open + STEP).min(max);
            if let Some(bar) = closed(next) {
                let (mut low, mut high) = (open, next);
                for _ in 0..HALVINGS {
                    let middle = (low + high) * 0.5;
                    if closed(middle).is_some() { high = middle } else { low = middle }
                }
                self.shut(low, bar);
                return;
            }
            open = next;
        }
    }

    // --- What it costs

    /// The stretches between which nothing changes, up to a distance: from, to, times, extra.
    fn each(&self, upto: f64, mut tell: impl FnMut(f64, f64, f64, f64) -> bool) {
        let mut cuts: ArrayVec<f64, { 2 * MOST_PIECES + 2 }> = ArrayVec::new();
        cuts.push(0.0);
        for stretch in &self.stretches {
            for cut in [stretch.from, stretch.to] {
                if cut > 0.0 && cut < upto {
                    cuts.push(cut);
                }
            }
        }
        cuts.push(upto);
        cuts.sort_unstable_by(f64::total_cmp);
        for pair in cuts.windows(2) {
            let (from, to) = (pair[0], pair[1]);
            let middle = (from + to) * 0.5;
            let (mut times, mut extra) = (1.0, 0.0);
            for stretch in self.stretches.iter().filter(|stretch| stretch.from <= middle && middle <= stretch.to) {
                times *= stretch.times;
                extra += stretch.extra;
            }
            if to > from && !tell(from, to, times, extra) {
                return;
            }
        }
    }

    /// Allowance used by going so far at 1/`times` of full speed.
    pub fn cost(&self, dist: f64, times: f64) -> f64 {
        if self.is_even() {
            return dist * times;
        }
        let mut total = 0.0;
        self.each(dist, |from, to, slow, extra| {
            total += (to - from) * (times * slow + extra);
            true
        });
        total
    }

    /// How far one gets on an allowance at 1/`times` of full speed.
    pub fn reach(&self, allowance: f64, times: f64) -> f64 {
        let allowance = allowance.max(0.0);
        let most = self.limit.min(allowance / times);
        if self.is_even() {
            return most;
        }
        let (mut left, mut reached) = (allowance, 0.0);
        self.each(most, |from, to, slow, extra| {
            let each = times * slow + extra;
            let fits = (left / each).min(to - from);
            reached = from + fits;
            left -= fits * each;
            fits >= to - from
        });
        reached
    }
}

/// The whole passage of a body over something, of which a move covers a part: the stretches of passages that belong
/// together, as distances of the move.
fn passages(spans: &[Span], apart: f64, mut tell: impl FnMut(f64, f64)) {
    let mut open: Option<Span> = None;
    for &span in spans {
        open = match open {
            Some(begun) if span.from - begun.to < apart => Some(Span { from: begun.from, to: span.to }),
            Some(begun) => {
                tell(begun.from, begun.to);
                Some(span)
            }
            None => Some(span),
        };
    }
    if let Some(span) = open {
        tell(span.from, span.to);
    }
}

// --- Whom a way passes

/// How a unit may be passed through.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Passing {
    Free,
    /// At a cost to the mover, and perhaps to the one who is passed.
    Costly,
    Never,
}

/// Somebody on a straight way: where the mover runs into him, and where it comes out.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Passed<K> {
    pub who: K,
    pub passing: Passing,
    pub from: f64,
    pub to: f64,
}

/// A straight way past other units.
#[derive(Debug, Clone)]
pub struct Course<K, B> {
    pub way: Way<B>,
    /// Everybody on the way.
    pub through: ArrayVec<Passed<K>, MOST_PASSED>,
}

impl<K: Copy, B: Copy> Course<K, B> {
    pub fn open(max: f64) -> Course<K, B> {
        Course { way: Way::open(max), through: ArrayVec::new() }
    }

    /// Whether a move could end here without standing on somebody.
    pub fn free_at(&self, dist: f64) -> bool {
        self.through.iter().all(|passed| dist <= passed.from || dist >= passed.to)
    }

    /// The farthest free place no farther than this.
    pub fn free_before(&self, dist: f64) -> f64 {
        let mut at = dist;
        for _ in 0..=self.through.len() {
            let Some(passed) = self.through.iter().find(|passed| at > passed.from && at < passed.to) else { break };
            at = passed.from;
        }
        at.max(0.0)
    }

    /// Those whom a move of so much passes at a cost.
    pub fn held(&self, dist: f64) -> impl Iterator<Item = K> + '_ {
        let costly = move |passed: &&Passed<K>| passed.passing == Passing::Costly && passed.from < dist;
        self.through.iter().filter(costly).map(|passed| passed.who)
    }
}

/// The part of a straight move during which two bodies overlap more deeply than a touch. Past the end of the move the
/// overlap may go on; then it has no end.
pub fn overlap_on_way(moving: &Body, dir: Vec2, max: f64, resting: &Body) -> Option<Span> {
    let mut whole: Option<Span> = None;
    for mover in &moving.blocks {
        for block in &resting.blocks {
            if let Some(Span { from, to }) = blocks_overlap(mover, dir, max, block) {
                whole = Some(
                    whole.map_or(Span { from, to }, |whole| Span { from: whole.from.min(from), to: whole.to.max(to) }),
                );
            }
        }
    }
    whole
}

fn blocks_overlap(mover: &Block, dir: Vec2, max: f64, resting: &Block) -> Option<Span> {
    let between = resting.center() - mover.center();
    // Most pairs are told apart by how far they lie aside, or behind, or beyond.
    let aside = between.dot(dir.right()).abs() > mover.reach(dir.right()) + resting.reach(dir.right());
    let (along, deep) = (between.dot(dir), mover.reach(dir) + resting.reach(dir));
    if aside || along + deep < 0.0 || along - deep > max {
        return None;
    }
    let (mut from, mut to) = (0.0_f64, max);
    for axis in [mover.dir, mover.right(), resting.dir, resting.right()] {
        let room = mover.reach(axis) + resting.reach(axis) - TOUCH;
        let (offset, speed) = (between.dot(axis), dir.dot(axis));
        if speed.abs() < 1e-9 {
            if offset.abs() >= room {
                return None;
            }
            continue;
        }
        let (enter, leave) = ((offset - room) / speed, (offset + room) / speed);
        from = greater(from, lesser(enter, leave));
        to = lesser(to, greater(enter, leave));
        if from >= to {
            return None;
        }
    }
    // It must not be taken to end where the move does.
    (from < to).then_some(Span { from, to: if to >= max { f64::INFINITY } else { to } })
}

/// The passage of a straight move through a body it would run into: from the first touch to where it has come out, beyond
/// the end of the move if need be.
pub fn passage(moving: &Body, dir: Vec2, max: f64, resting: &Body) -> Option<Span> {
    let hit = super::contact::cast(moving, dir, max, resting)?;
    // Where it comes out is where it would run in coming back from the far side.
    let far = hit.distance + 2.0 * (moving.radius() + resting.radius()) + TOUCH;
    let back = super::contact::cast(&moving.translated(dir * far), -dir, far, resting);
    Some(Span { from: hit.distance, to: back.map_or(far, |back| far - back.distance) })
}
