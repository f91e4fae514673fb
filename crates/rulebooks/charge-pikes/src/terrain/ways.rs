//! What a straight move costs on the ground it passes.

use super::{Bar, Effect, Going, March, hedges};
use crate::cards::UnitId;
use crate::state::Woods;
use crate::table::Table;
use field::table::{Body, Point, Polygon, SlopeClass, TOUCH, Um, Vec2, span_over, spans_in};
use scenario::{AreaKind, LinearKind};

/// A straight way over the ground, and the rule that shuts it.
pub type Way = field::table::Way<Bar>;

impl Table<'_> {
    /// How far it is that way to woods that nobody has tried yet.
    pub(crate) fn unknown_woods_along(self, body: &Body, dir: Vec2, max: f64) -> Option<f64> {
        let areas = self.rules.ground.areas.iter().enumerate();
        let unknown = areas.filter(|&(ix, _)| self.woods(ix) == Some(Woods::Undecided));
        let first =
            unknown.filter_map(|(_, area)| spans_in(body, dir, max, &area.outline).first().map(|span| span.from));
        first.reduce(f64::min)
    }

    /// The way of a body along `dir`, up to `max`.
    pub(crate) fn ground_way(self, id: UnitId, body: &Body, dir: Vec2, max: f64, march: March) -> Way {
        let mut way = Way::open(max);
        self.lay_way(&mut way, id, body, dir, max, march);
        self.state.overflow.add(way.lost());
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
        if !self.ground_tells(body.center() + dir * (max * 0.5), body.radius() + max * 0.5) {
            return;
        }
        let going = self.going(id, body, march);
        for (ix, area) in ground.areas.iter().enumerate() {
            match self.area_effect(ix, going) {
                Effect::Clear => {}
                Effect::Slow(times) => way.slow_in(&spans_in(body, dir, max, &area.outline), times),
                Effect::Water { steep_banks } => {
                    way.toll_through(body, dir, max, &area.outline, |length| self.wading(length, steep_banks));
                }
                Effect::Barred(bar) => way.shut_before(&spans_in(body, dir, max, &area.outline), bar),
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
                Effect::Barred(bar) => way.shut_before(&spans, bar),
                Effect::Slow(times) => way.slow_in(&spans, times),
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
            match effect {
                Effect::Barred(bar) => way.shut_before(&spans, bar),
                Effect::Obstacle(cost) => way.toll_over(body, dir, max, &line.line, |_| f64::from(cost)),
                Effect::Hedge(cost) => {
                    if let Some(at) = self.hedge_stops(ix, body, dir, max) {
                        way.shut(at, hedges::HEDGE_BAR);
                    }
                    way.toll_over(body, dir, max, &line.line, |_| f64::from(cost));
                }
                Effect::Water { steep_banks } => {
                    way.toll_over(body, dir, max, &line.line, |length| self.wading(length, steep_banks));
                }
                _ => {}
            }
        }
    }

    /// Nobody charges at ground that he cannot enter: a charge ends short of heavy woods (CP 19.1.9b) and of an unbroken
    /// hedgerow (CP 19.4.6a), though the enemy stand right behind its edge.
    pub(crate) fn shut_at_edges(self, way: &mut Way, id: UnitId, body: &Body, dir: Vec2, max: f64) {
        const EDGE: f64 = 1_000.0;
        let (middle, reach) = (body.center() + dir * (max * 0.5), body.radius() + max * 0.5 + EDGE);
        if !self.ground_near(middle, reach) {
            return;
        }
        let going = self.going(id, body, March::Charging);
        let ground = &self.rules.ground;
        for (ix, area) in ground.areas.iter().enumerate() {
            if going.arm == super::Arm::Mounted && self.woods(ix) == Some(Woods::Heavy) {
                let first = spans_in(body, dir, max + EDGE, &area.outline).first().map(|span| span.from);
                if let Some(from) = first {
                    way.shut((from - EDGE).max(0.0), ("CP 19.1.9b", "horse may not charge at heavy woods"));
                }
            }
        }
        for ix in (0..ground.lines.len()).filter(|&ix| self.is_hedge(ix)) {
            if let Some(at) = self.hedge_stops(ix, body, dir, max + EDGE) {
                way.shut((at - EDGE).max(0.0), hedges::HEDGE_BAR);
            }
        }
    }

    /// CP 19.5.1a: half speed is the length over again, and never less than an inch. CP 19.5.2: steep banks double both.
    fn wading(self, length: f64, steep_banks: bool) -> f64 {
        // Passages are told a touch short at both ends.
        let extra = (length + 2.0 * TOUCH).max(f64::from(self.inches(1)));
        if steep_banks { extra * 2.0 } else { extra }
    }

    /// CP 19.6.1: where the way leads into deep water.
    fn river_shuts(self, way: &mut Way, body: &Body, dir: Vec2, max: f64, river: &Polygon, going: Going) {
        if !spans_in(body, dir, max, river).is_empty() {
            way.shut_where(body, dir, max, |there| self.in_deep_water(there, going));
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
            for at in block.grown(-TOUCH).mesh(MESH) {
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
    pub(crate) fn ground_slowness(self, going: Going, near: &Nearby, body: &Body) -> Result<f64, Bar> {
        let ground = &self.rules.ground;
        let mut times = 1.0;
        for (ix, area) in ground.areas.iter().enumerate().filter(|&(ix, _)| near.areas.has(ix)) {
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
        for (ix, slope) in ground.relief.slopes.iter().enumerate().filter(|&(ix, _)| near.slopes.has(ix)) {
            match self.slope_effect(ix, going, body.main().dir) {
                Effect::Slow(slow) if slope.area.meets_body(body) => times *= slow,
                Effect::Barred(bar) if slope.area.meets_body(body) => return Err(bar),
                _ => {}
            }
        }
        for (ix, line) in ground.lines.iter().enumerate().filter(|&(ix, _)| near.lines.has(ix)) {
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
    pub(crate) fn obstacles_met(self, going: Going, near: &Nearby, before: &Body, after: &Body) -> Um {
        let lines = self.rules.ground.lines.iter().enumerate();
        lines
            .filter(|&(ix, _)| near.lines.has(ix))
            .filter(|(_, line)| line.line.meets_body(after) && !line.line.meets_body(before))
            .map(|(ix, _)| match self.line_effect(ix, going) {
                Effect::Obstacle(cost) | Effect::Hedge(cost) => cost,
                Effect::Water { .. } => self.inches(1),
                _ => 0,
            })
            .sum()
    }

    /// Whether a circle lies wholly on the table.
    pub(crate) fn on_table_around(self, center: Vec2, radius: f64) -> bool {
        let fits = |at: f64, size: Um| at >= radius && at <= f64::from(size) - radius;
        fits(center.x, self.rules.ground.width) && fits(center.y, self.rules.ground.height)
    }

    /// The ground that may slow, bar or cost a mover who keeps within a circle.
    pub(crate) fn ground_about(self, going: Going, center: Vec2, radius: f64) -> Nearby {
        let ground = &self.rules.ground;
        let clear = |effect: Effect| matches!(effect, Effect::Clear);
        let mut near = Nearby::default();
        for (ix, area) in ground.areas.iter().enumerate() {
            near.areas
                .note(ix, comes_near(area.outline.bounds(), center, radius) && !clear(self.area_effect(ix, going)));
        }
        for (ix, slope) in ground.relief.slopes.iter().enumerate() {
            let steep = slope.class != SlopeClass::Gentle;
            near.slopes.note(ix, steep && comes_near(slope.area.bounds(), center, radius));
        }
        for (ix, line) in ground.lines.iter().enumerate() {
            near.lines.note(ix, comes_near(line.line.bounds(), center, radius) && !clear(self.line_effect(ix, going)));
        }
        near
    }

    /// Whether any terrain that slows, bars or costs somebody comes within a circle.
    pub(crate) fn ground_tells(self, center: Vec2, radius: f64) -> bool {
        let ground = &self.rules.ground;
        let near = |bounds: (Point, Point)| comes_near(bounds, center, radius);
        let plain = |kind: &AreaKind| matches!(kind, AreaKind::Rough | AreaKind::Crops);
        ground.areas.iter().any(|area| !plain(&area.kind) && near(area.outline.bounds()))
            || ground.lines.iter().any(|line| line.kind != LinearKind::Road && near(line.line.bounds()))
            || ground.relief.slopes.iter().any(|slope| slope.class != SlopeClass::Gentle && near(slope.area.bounds()))
    }

    /// Whether any terrain comes within a circle that a mover may have to look at.
    pub(crate) fn ground_near(self, center: Vec2, radius: f64) -> bool {
        let ground = &self.rules.ground;
        let near = |bounds: (Point, Point)| comes_near(bounds, center, radius);
        let lines = ground.lines.iter().filter(|line| line.kind != LinearKind::Road);
        ground.areas.iter().any(|area| near(area.outline.bounds()))
            || lines.into_iter().any(|line| near(line.line.bounds()))
            || ground.relief.slopes.iter().any(|slope| near(slope.area.bounds()))
    }
}

/// Whether an upright rectangle comes near a circle.
pub(super) fn comes_near((low, high): (Point, Point), center: Vec2, radius: f64) -> bool {
    center.x + radius >= f64::from(low.x)
        && center.x - radius <= f64::from(high.x)
        && center.y + radius >= f64::from(low.y)
        && center.y - radius <= f64::from(high.y)
}

/// Ground that matters to somebody, so that the rest need not be looked at again and again.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Nearby {
    pub(super) areas: Numbers,
    pub(super) slopes: Numbers,
    pub(super) lines: Numbers,
}

impl Nearby {
    pub(crate) fn has_lines(&self) -> bool {
        self.lines.low != 0 || self.lines.high
    }

    pub(crate) fn is_empty(&self) -> bool {
        [self.areas, self.slopes, self.lines].iter().all(|numbers| numbers.low == 0 && !numbers.high)
    }
}

/// A set of numbers; of those from 64 on only whether there are any.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Numbers {
    low: u64,
    high: bool,
}

impl Numbers {
    fn note(&mut self, number: usize, is_in: bool) {
        if number < 64 {
            self.low |= u64::from(is_in) << number;
        } else {
            self.high |= is_in;
        }
    }

    pub(super) fn has(self, number: usize) -> bool {
        if number < 64 { self.low >> number & 1 == 1 } else { self.high }
    }
}
