//! How command is traced: around enemies (CP 9.5), and around ground that can be neither passed nor seen across (CP 9.6).

use crate::cards::UnitId;
use crate::state::Woods;
use crate::table::Table;
use crate::terrain::{Arm, Hedge};
use arrayvec::ArrayVec;
use field::table::{Body, Cdeg, TOUCH, Vec2, heading, leads_through};
use kernel::Side;
use scenario::{AreaKind, LinearKind};

const MOST_CORNERS: usize = 128;

/// What command cannot be traced through.
pub(crate) struct Barriers<'a> {
    table: Table<'a>,
    enemies: ArrayVec<UnitId, 64>,
    /// Those of them who touch each other: nothing goes between them.
    joined: ArrayVec<(UnitId, UnitId), 64>,
    arm: Arm,
}

impl<'a> Barriers<'a> {
    /// What bars the command of a side's general at a place over its foot, its horse or its guns.
    pub(crate) fn around(table: Table<'a>, side: Side, arm: Arm, from: Vec2, limit: f64) -> Barriers<'a> {
        let mut enemies = ArrayVec::new();
        for enemy in table.of_side(side.other()).filter(|&enemy| table.is_troops(enemy)) {
            let body = table.body(enemy);
            if body.center().distance(from) - body.radius() <= limit {
                table.state.overflow.keep(&mut enemies, enemy);
            }
        }
        let mut joined = ArrayVec::new();
        for (ix, &one) in enemies.iter().enumerate() {
            for &other in enemies[..ix].iter().filter(|&&other| table.body(one).touches(&table.body(other))) {
                table.state.overflow.keep(&mut joined, (one, other));
            }
        }
        Barriers { table, enemies, joined, arm }
    }

    /// Whether a path of at most `limit` leads from a place to a body.
    pub(crate) fn let_reach(&self, from: Vec2, body: &Body, limit: f64) -> bool {
        self.clear(from, body.nearest(from))
            || Ways::around(self, from, limit).any(|(corner, walked)| self.reaches(corner, body, limit - walked))
    }

    fn reaches(&self, here: Vec2, body: &Body, left: f64) -> bool {
        let near = body.nearest(here);
        here.distance(near) <= left
            && std::iter::once(near)
                .chain(body.corners())
                .any(|point| here.distance(point) <= left && self.clear(here, point))
    }

    /// How far command reaches in every direction: the outline of all places that a path of at most `limit` leads to.
    pub(crate) fn outline(&self, from: Vec2, limit: f64) -> Vec<Vec2> {
        const RAY: Cdeg = 200;
        let bends: Vec<(Vec2, f64)> = Ways::around(self, from, limit).collect();
        let reached = |to: Vec2| {
            self.clear(from, to)
                || bends.iter().any(|&(bend, walked)| walked + bend.distance(to) <= limit && self.clear(bend, to))
        };
        (0..36_000 / RAY)
            .map(|ray| from + heading(ray * RAY) * farthest(limit, from, heading(ray * RAY), reached))
            .collect()
    }

    /// A path may brush along an enemy; only cutting into him is cutting through him (CP 9.5).
    fn clear(&self, a: Vec2, b: Vec2) -> bool {
        let body = |id: UnitId| self.table.body(id);
        !self.enemies.iter().any(|&enemy| body(enemy).is_cut(a, b, 2.0 * TOUCH))
            && !self.joined.iter().any(|&(one, other)| body(one).is_cut_between(&body(other), a, b))
            && !self.ground_bars(a, b)
    }

    fn ground_bars(&self, a: Vec2, b: Vec2) -> bool {
        let ground = &self.table.rules.ground;
        let shut = (0..ground.areas.len()).filter(|&ix| self.bars_area(ix)).map(|ix| &ground.areas[ix].outline);
        (self.arm != Arm::Foot && leads_through(&shut, a, b))
            || (0..ground.relief.slopes.len()).any(|ix| self.slope_bars(ix, a, b))
            || ground.lines.iter().enumerate().any(|(ix, line)| {
                self.bars_line(line.kind)
                    && line.line.crossings(a, b).any(|(position, _)| self.table.hedge_at(ix, position) == Hedge::Whole)
            })
    }

    /// Heavy woods and town blocks stop horse and guns, and hide what is behind them; so do all woods what is drawn (CP
    /// 19.1.7). Rivers and other impassable ground hide nothing.
    fn bars_area(&self, ix: usize) -> bool {
        let area = self.table.rules.ground.areas.get(ix);
        let woods = self.table.woods(ix);
        woods == Some(Woods::Heavy)
            || (self.arm == Arm::Drawn && woods.is_some())
            || area.is_some_and(|area| matches!(area.kind, AreaKind::Town { .. }))
    }

    /// A slope that those commanded do not get over, with a crest that hides what is beyond it.
    fn slope_bars(&self, ix: usize, a: Vec2, b: Vec2) -> bool {
        let ground = &self.table.rules.ground;
        let slope = &ground.relief.slopes[ix];
        let crest = || {
            let near = f64::from(self.table.edge_depth());
            ground
                .relief
                .crests
                .iter()
                .any(|(crest, _)| crest.crossings(a, b).any(|(_, at)| slope.area.distance(at) <= near))
        };
        self.table.slope_closed_to(ix, self.arm) && slope.area.chord(a, b) > 2.0 * TOUCH && crest()
    }

    /// An unbroken hedgerow stops everybody, works stop horse and guns; all of them block sight.
    fn bars_line(&self, kind: LinearKind) -> bool {
        match kind {
            LinearKind::Hedgerow => true,
            LinearKind::LightWorks | LinearKind::HeavyWorks => self.arm != Arm::Foot,
            _ => false,
        }
    }

    /// Places about which a shortest way can bend, just outside what it goes around.
    fn corners(&self, from: Vec2, limit: f64, corners: &mut ArrayVec<Vec2, MOST_CORNERS>) {
        const BESIDE: f64 = 3.0 * TOUCH;
        let ground = &self.table.rules.ground;
        let on_table = |at: Vec2| {
            (0.0..=f64::from(ground.width)).contains(&at.x) && (0.0..=f64::from(ground.height)).contains(&at.y)
        };
        let mut note = |corner: Vec2| {
            if corner.distance(from) <= limit && on_table(corner) {
                // What does not fit any more would be the way around a whole army.
                self.table.state.overflow.keep(corners, corner);
            }
        };
        for &enemy in &self.enemies {
            let body = self.table.body(enemy);
            body.blocks.iter().flat_map(|block| block.grown(TOUCH).corners()).for_each(&mut note);
        }
        if self.arm != Arm::Foot {
            for ix in (0..ground.areas.len()).filter(|&ix| self.bars_area(ix)) {
                let (low, high) = ground.areas[ix].outline.bounds();
                let middle = low.vec().midpoint(high.vec());
                ground.areas[ix].outline.points().iter().for_each(|corner| {
                    note(corner.vec() + (corner.vec() - middle).unit() * BESIDE);
                });
            }
        }
        let slopes = ground.relief.slopes.iter().enumerate();
        for (_, slope) in slopes.filter(|&(ix, _)| self.table.slope_closed_to(ix, self.arm)) {
            let (low, high) = slope.area.bounds();
            let middle = low.vec().midpoint(high.vec());
            slope.area.points().iter().for_each(|corner| {
                note(corner.vec() + (corner.vec() - middle).unit() * BESIDE);
            });
        }
        for (ix, line) in ground.lines.iter().enumerate().filter(|(_, line)| self.bars_line(line.kind)) {
            let points = line.line.points();
            let ends = [points.first().zip(points.get(1)), points.last().zip(points.iter().rev().nth(1))];
            for (end, before) in ends.into_iter().flatten() {
                note(end.vec() + (end.vec() - before.vec()).unit() * BESIDE);
            }
            // Round its corners, on either side.
            for bend in points.windows(3) {
                let [before, corner, after] = [bend[0], bend[1], bend[2]].map(|point| point.vec());
                let out = ((corner - before).unit() + (corner - after).unit()).unit() * BESIDE;
                note(corner + out);
                note(corner - out);
            }
            // Through the stretches that are broken down (CP 19.4.6c).
            for work in self.table.state.hedge_works.iter().filter(|work| usize::from(work.line) == ix && work.broken) {
                note(line.line.at(f64::from(work.from) + BESIDE));
                note(line.line.at(f64::from(work.to) - BESIDE));
            }
        }
    }
}

/// How far out the last place in a direction lies that is reached: looked for from the outside in.
fn farthest(limit: f64, from: Vec2, way: Vec2, reached: impl Fn(Vec2) -> bool) -> f64 {
    const PIECES: u32 = 48;
    const HALVINGS: u32 = 6;
    let at = |share: u32| limit * f64::from(share) / f64::from(PIECES);
    let Some(inside) = (0..=PIECES).rev().find(|&share| reached(from + way * at(share))) else { return 0.0 };
    if inside == PIECES {
        return limit;
    }
    let (mut near, mut far) = (at(inside), at(inside + 1));
    for _ in 0..HALVINGS {
        let middle = (near + far) * 0.5;
        if reached(from + way * middle) {
            near = middle;
        } else {
            far = middle;
        }
    }
    near
}

/// The corners that ways from a place bend about, the nearest first, with how long the shortest way to each is.
struct Ways<'a> {
    barriers: &'a Barriers<'a>,
    limit: f64,
    corners: ArrayVec<Vec2, MOST_CORNERS>,
    walked: [f64; MOST_CORNERS],
    settled: [bool; MOST_CORNERS],
    last: Option<usize>,
}

impl<'a> Ways<'a> {
    fn around(barriers: &'a Barriers<'a>, from: Vec2, limit: f64) -> Ways<'a> {
        let mut corners = ArrayVec::<Vec2, MOST_CORNERS>::new();
        barriers.corners(from, limit, &mut corners);
        let mut walked = [f64::INFINITY; MOST_CORNERS];
        for (corner, way) in corners.iter().zip(&mut walked) {
            if barriers.clear(from, *corner) {
                *way = from.distance(*corner);
            }
        }
        Ways { barriers, limit, corners, walked, settled: [false; MOST_CORNERS], last: None }
    }

    /// Ways that lead on from a corner.
    fn go_on_from(&mut self, at: usize) {
        let here = self.corners[at];
        for next in 0..self.corners.len() {
            let way = self.walked[at] + here.distance(self.corners[next]);
            if !self.settled[next] && way < self.walked[next] && self.barriers.clear(here, self.corners[next]) {
                self.walked[next] = way;
            }
        }
    }

    fn nearest_open(&self) -> Option<usize> {
        (0..self.corners.len())
            .filter(|&at| !self.settled[at] && self.walked[at] <= self.limit)
            .min_by(|&a, &b| self.walked[a].total_cmp(&self.walked[b]))
    }
}

impl Iterator for Ways<'_> {
    type Item = (Vec2, f64);

    fn next(&mut self) -> Option<(Vec2, f64)> {
        if let Some(last) = self.last.take() {
            self.go_on_from(last);
        }
        // The nearest corner not looked at yet can only be reached as it has been.
        let at = self.nearest_open()?;
        self.settled[at] = true;
        self.last = Some(at);
        Some((self.corners[at], self.walked[at]))
    }
}
