//! What a straight move costs on the ground it passes.

use super::{Bar, Effect, Going, March, hedges};
use crate::cards::UnitId;
use crate::table::Table;
use arrayvec::ArrayVec;
use field::table::{Body, Polygon, Span, TOUCH, Um, Vec2, span_over, spans_in};
use scenario::{AreaKind, LinearKind};

/// A piece of a straight move that costs more than its length.
#[derive(Debug, Clone, Copy)]
struct Piece {
    from: f64,
    to: f64,
    /// Every inch costs so many times as much; slower grounds multiply.
    times: f64,
    /// Added to every inch, whatever the speed.
    extra: f64,
}

/// A straight way over the ground: what slows the mover, and how far it can go at all.
#[derive(Debug, Clone)]
pub struct Way {
    pieces: ArrayVec<Piece, 48>,
    /// Beyond this the way is shut.
    pub limit: f64,
    pub(crate) bar: Option<Bar>,
}

impl Way {
    pub(crate) fn open(max: f64) -> Way {
        Way { pieces: ArrayVec::new(), limit: max, bar: None }
    }

    /// As good as new.
    fn reopen(&mut self, max: f64) {
        self.pieces.clear();
        (self.limit, self.bar) = (max, None);
    }

    /// Slower between two distances.
    pub(crate) fn slow(&mut self, from: f64, to: f64, times: f64) {
        self.note(Piece { from, to, times, extra: 0.0 });
    }

    /// A cost spread evenly between two distances.
    fn charge(&mut self, from: f64, to: f64, cost: f64) {
        self.note(Piece { from, to, times: 1.0, extra: cost / (to - from).max(1.0) });
    }

    fn note(&mut self, piece: Piece) {
        // No table has so much ground on one straight way; what does not fit goes unnoticed.
        let _ = self.pieces.try_push(piece);
    }

    /// Nothing beyond this distance.
    pub(crate) fn shut(&mut self, at: f64, bar: Bar) {
        if at < self.limit {
            self.limit = at.max(0.0);
            self.bar = Some(bar);
        }
    }

    /// The stretches between which nothing changes, up to a distance: from, to, times, extra.
    fn stretches(&self, upto: f64, mut tell: impl FnMut(f64, f64, f64, f64) -> bool) {
        let mut cuts: ArrayVec<f64, 98> = ArrayVec::new();
        cuts.push(0.0);
        for piece in &self.pieces {
            for cut in [piece.from, piece.to] {
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
            for piece in self.pieces.iter().filter(|piece| piece.from <= middle && middle <= piece.to) {
                times *= piece.times;
                extra += piece.extra;
            }
            if to > from && !tell(from, to, times, extra) {
                return;
            }
        }
    }

    /// Allowance used by going so far at 1/`times` of full speed.
    pub fn cost(&self, dist: f64, times: f64) -> f64 {
        if self.pieces.is_empty() {
            return dist * times;
        }
        let mut total = 0.0;
        self.stretches(dist, |from, to, slow, extra| {
            total += (to - from) * (times * slow + extra);
            true
        });
        total
    }

    /// How far one gets on an allowance at 1/`times` of full speed.
    pub fn reach(&self, allowance: f64, times: f64) -> f64 {
        let allowance = allowance.max(0.0);
        let most = self.limit.min(allowance / times);
        if self.pieces.is_empty() {
            return most;
        }
        let (mut left, mut reached) = (allowance, 0.0);
        self.stretches(most, |from, to, slow, extra| {
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

impl Table<'_> {
    /// The way of a body along `dir`, up to `max`.
    pub(crate) fn ground_way(self, id: UnitId, body: &Body, dir: Vec2, max: f64, march: March) -> Way {
        let mut way = Way::open(max);
        self.lay_way(&mut way, id, body, dir, max, march);
        way
    }

    /// The same, written over another way: ways are large to hand about.
    pub(crate) fn lay_way(self, way: &mut Way, id: UnitId, body: &Body, dir: Vec2, max: f64, march: March) {
        way.reopen(max);
        let ground = &self.rules.ground;
        let stays = matches!(march, March::Routing | March::Pursuing)
            || body.keeps_on_table(dir, max, ground.width, ground.height);
        if !stays {
            way.shut(
                body.room_on_table(dir, ground.width, ground.height) + TOUCH * 0.5,
                ("CP 15.1.11", "only routers and their pursuers leave the table"),
            );
        }
        if !self.ground_near(body.center() + dir * (max * 0.5), body.radius() + max * 0.5) {
            return;
        }
        let going = self.going(id, body, march);
        for (ix, area) in ground.areas.iter().enumerate() {
            match self.area_effect(ix, going) {
                Effect::Clear => {}
                Effect::Slow(times) => {
                    for span in spans_in(body, dir, max, &area.outline) {
                        way.slow(span.from, span.to, times);
                    }
                }
                Effect::Water { steep_banks } => self.wade(way, body, dir, max, &area.outline, steep_banks),
                Effect::Barred(bar) => shut_spans(way, &spans_in(body, dir, max, &area.outline), bar),
                Effect::River => self.river_shuts(way, body, dir, max, &area.outline, going),
                Effect::Obstacle(_) | Effect::Hedge(_) => {}
            }
        }
        for (ix, slope) in ground.relief.slopes.iter().enumerate() {
            let effect = self.slope_effect(ix, going, dir);
            if matches!(effect, Effect::Clear) {
                continue;
            }
            let spans = spans_in(body, dir, max, &slope.area);
            match effect {
                Effect::Barred(bar) => shut_spans(way, &spans, bar),
                Effect::Slow(times) => spans.iter().for_each(|span| way.slow(span.from, span.to, times)),
                _ => {}
            }
        }
        for (ix, line) in ground.lines.iter().enumerate() {
            let effect = self.line_effect(ix, going);
            if matches!(effect, Effect::Clear) {
                continue;
            }
            let spans = span_over(body, dir, max, &line.line);
            if spans.is_empty() {
                continue;
            }
            // The whole crossing, begun before this move or ended after it, sets the rate of its cost.
            let reach = body.radius() * 2.0 + TOUCH;
            let whole = |way: &mut Way, cost: &dyn Fn(f64) -> f64| {
                let start = body.translated(dir * -reach);
                let spans = span_over(&start, dir, max + 2.0 * reach, &line.line);
                passages(&spans, reach, |from, to| {
                    way.charge(from - reach, to - reach, cost(to - from));
                });
            };
            match effect {
                Effect::Barred(bar) => shut_spans(way, &spans, bar),
                Effect::Obstacle(cost) => whole(way, &|_| f64::from(cost)),
                Effect::Hedge(cost) => {
                    if let Some(at) = self.hedge_stops(ix, body, dir, max) {
                        way.shut(at, hedges::HEDGE_BAR);
                    }
                    whole(way, &|_| f64::from(cost));
                }
                Effect::Water { steep_banks } => whole(way, &|length| self.wading(length, steep_banks)),
                _ => {}
            }
        }
    }

    fn wade(self, way: &mut Way, body: &Body, dir: Vec2, max: f64, ford: &Polygon, steep_banks: bool) {
        if spans_in(body, dir, max, ford).is_empty() {
            return;
        }
        let (low, high) = ford.bounds();
        let reach = body.radius() * 2.0 + low.vec().distance(high.vec());
        let spans = spans_in(&body.translated(dir * -reach), dir, max + 2.0 * reach, ford);
        passages(&spans, TOUCH, |from, to| {
            way.charge(from - reach, to - reach, self.wading(to - from, steep_banks));
        });
    }

    /// CP 19.5.1a: half speed is the length over again, and never less than an inch. CP 19.5.2: steep banks double both.
    fn wading(self, length: f64, steep_banks: bool) -> f64 {
        // Passages are told a touch short at both ends.
        let extra = (length + 2.0 * TOUCH).max(f64::from(self.inches(1)));
        if steep_banks { extra * 2.0 } else { extra }
    }

    /// CP 19.6.1: where the way leads into deep water.
    fn river_shuts(self, way: &mut Way, body: &Body, dir: Vec2, max: f64, river: &Polygon, going: Going) {
        let spans = spans_in(body, dir, max, river);
        if spans.is_empty() {
            return;
        }
        const STEP: f64 = 6_000.0;
        let wet = |at: f64| self.in_deep_water(&body.translated(dir * at), going);
        // Whoever stands in it already may come out.
        if wet(0.0).is_some() {
            return;
        }
        let mut dry = 0.0;
        while dry < max {
            let next = (dry + STEP).min(max);
            if let Some(bar) = wet(next) {
                let (mut low, mut high) = (dry, next);
                for _ in 0..10 {
                    let middle = (low + high) * 0.5;
                    if wet(middle).is_some() { high = middle } else { low = middle }
                }
                way.shut(low, bar);
                return;
            }
            dry = next;
        }
    }

    /// Whether some part of a body is in a river and not on a ford, nor on a bridge that it is narrow enough for
    /// (CP 19.6.1, 19.6.3a).
    pub(crate) fn in_deep_water(self, body: &Body, going: Going) -> Option<Bar> {
        const MESH: f64 = 6_000.0;
        let areas = &self.rules.ground.areas;
        let rivers = || areas.iter().filter(|area| area.kind == AreaKind::River);
        let mut bar = None;
        for block in body.blocks.iter().filter(|block| rivers().any(|river| river.outline.meets_block(block))) {
            let core = block.grown(-TOUCH);
            let (across, deep) = ((core.width() / MESH).ceil() as i32, (core.depth / MESH).ceil() as i32);
            for (i, j) in (0..=across.max(1)).flat_map(|i| (0..=deep.max(1)).map(move |j| (i, j))) {
                let x = core.half * (2.0 * f64::from(i) / f64::from(across.max(1)) - 1.0);
                let y = -core.depth * f64::from(j) / f64::from(deep.max(1));
                let at = core.global(Vec2::new(x, y));
                if !rivers().any(|river| river.outline.contains(at)) {
                    continue;
                }
                let over = |kind| areas.iter().any(|area| area.kind == kind && area.outline.contains(at));
                if over(AreaKind::Ford) {
                    continue;
                }
                if !over(AreaKind::Bridge) {
                    return Some(("CP 19.6.1", "a river is crossed at fords and bridges only"));
                }
                if !going.narrow {
                    bar = Some(("CP 19.6.3a", "a bridge is crossed in a column"));
                }
            }
        }
        bar
    }

    /// How many times the usual a turn costs where the body stands, or what bars it.
    pub(crate) fn ground_slowness(self, going: Going, body: &Body) -> Result<f64, Bar> {
        let ground = &self.rules.ground;
        let mut times = 1.0;
        for (ix, area) in ground.areas.iter().enumerate() {
            match self.area_effect(ix, going) {
                Effect::Slow(slow) if area.outline.meets_body(body) => times *= slow,
                Effect::Water { .. } if area.outline.meets_body(body) => times *= 2.0,
                Effect::Barred(bar) if area.outline.meets_body(body) => return Err(bar),
                Effect::River if area.outline.meets_body(body) => {
                    if let Some(bar) = self.in_deep_water(body, going) {
                        return Err(bar);
                    }
                }
                _ => {}
            }
        }
        for (ix, slope) in ground.relief.slopes.iter().enumerate() {
            match self.slope_effect(ix, going, body.main().dir) {
                Effect::Slow(slow) if slope.area.meets_body(body) => times *= slow,
                Effect::Barred(bar) if slope.area.meets_body(body) => return Err(bar),
                _ => {}
            }
        }
        for (ix, line) in ground.lines.iter().enumerate() {
            match self.line_effect(ix, going) {
                Effect::Water { .. } if line.line.meets_body(body) => times *= 2.0,
                Effect::Barred(bar) if line.line.meets_body(body) => return Err(bar),
                Effect::Hedge(_) if line.line.meets_body(body) && self.hedge_bars(ix, body) => {
                    return Err(hedges::HEDGE_BAR);
                }
                _ => {}
            }
        }
        Ok(times)
    }

    /// The dearest obstacle that a body meets and another did not: a turn onto it pays the crossing at once.
    pub(crate) fn obstacles_met(self, going: Going, before: &Body, after: &Body) -> Um {
        let lines = self.rules.ground.lines.iter().enumerate();
        lines
            .filter(|(_, line)| line.line.meets_body(after) && !line.line.meets_body(before))
            .map(|(ix, _)| match self.line_effect(ix, going) {
                Effect::Obstacle(cost) | Effect::Hedge(cost) => cost,
                Effect::Water { .. } => self.inches(1),
                _ => 0,
            })
            .sum()
    }

    /// Whether any terrain that matters to movement comes within a circle.
    pub(crate) fn ground_near(self, center: Vec2, radius: f64) -> bool {
        let ground = &self.rules.ground;
        let near = |(low, high): (field::table::Point, field::table::Point)| {
            center.x + radius >= f64::from(low.x)
                && center.x - radius <= f64::from(high.x)
                && center.y + radius >= f64::from(low.y)
                && center.y - radius <= f64::from(high.y)
        };
        let lines = ground.lines.iter().filter(|line| line.kind != LinearKind::Road);
        ground.areas.iter().any(|area| near(area.outline.bounds()))
            || lines.into_iter().any(|line| near(line.line.bounds()))
            || ground.relief.slopes.iter().any(|slope| near(slope.area.bounds()))
    }
}

/// Shut a hair before the first passage begins; one in which the body stands already only closes behind it.
fn shut_spans(way: &mut Way, spans: &[Span], bar: Bar) {
    if let Some(span) = spans.iter().find(|span| span.from > 0.0) {
        way.shut(span.from - TOUCH * 0.5, bar);
    }
}
