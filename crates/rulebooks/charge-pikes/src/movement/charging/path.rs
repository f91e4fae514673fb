//! The way of a charge over the table: legs ahead and wheels, then straight on until somebody is met or the allowance is
//! used up.

use super::front_touches;
use crate::cards::UnitId;
use crate::decision::Leg;
use crate::state::{Stage, Unit};
use crate::table::Table;
use crate::terrain::{Bar, Effect, March, Way};
use arrayvec::ArrayVec;
use field::table::{
    Begun, Body, Cdeg, Friends, Hit, Mover, Passed, Passing, Pose, Span, TOUCH, Track, Vec2, arc_length, cast,
    cast_turn, overlap_on_way, passage, span_over, turned_within, wheel_over, wheel_pivot,
};
use scenario::LinearKind;
use std::ops::{Deref, DerefMut};

/// The most friends whom one wheel takes a charge through.
const MOST_IN_WHEEL: usize = 8;

/// Whom a charge is for, and whom it does not see.
#[derive(Debug, Clone, Copy)]
pub struct Aim {
    /// Skirmishers and gunners on the way to this one are ridden down; without a target whoever comes first is met.
    pub target: Option<UnitId>,
    /// Does not stand in the way: it comes to meet the charge.
    pub ignore: Option<UnitId>,
    /// A moment on the way, when it may well be among friends it passes through.
    pub midway: bool,
    /// Those who have evaded already are ridden down, whoever the target may be.
    pub over_evaders: bool,
}

impl Aim {
    pub fn at(target: UnitId) -> Aim {
        Aim { target: Some(target), ..Aim::anybody() }
    }

    /// Straight on into whoever is next (CP 15.6.5).
    pub fn anybody() -> Aim {
        Aim { target: None, ignore: None, midway: false, over_evaders: false }
    }

    /// The same, over those who have run from the charge already (ruling G20).
    pub fn next() -> Aim {
        Aim { over_evaders: true, ..Aim::anybody() }
    }
}

/// What stands in the way of a charge: a friend, or ground and the rule that shuts it.
pub type Obstacle = field::table::Obstacle<UnitId, Bar>;

/// Where a charge leads.
#[derive(Debug, Clone)]
pub struct Run {
    /// The charger as it ends up.
    pub unit: Unit,
    path: field::table::Run<UnitId, Bar>,
}

impl Run {
    fn of(start: &Unit, path: field::table::Run<UnitId, Bar>) -> Run {
        Run { unit: Unit { pose: path.pose, ..*start }, path }
    }
}

impl Deref for Run {
    type Target = field::table::Run<UnitId, Bar>;

    fn deref(&self) -> &Self::Target {
        &self.path
    }
}

impl DerefMut for Run {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.path
    }
}

/// Somebody on a charge, as the room of the open table asks about him.
#[derive(Clone, Copy)]
pub(super) struct Charger<'a> {
    table: Table<'a>,
    id: UnitId,
    start: &'a Unit,
    aim: Aim,
}

impl Mover for Charger<'_> {
    type Key = UnitId;
    type Bar = Bar;

    fn body_at(&self, pose: Pose) -> Body {
        self.table.rules.body_at(self.id, self.start, pose)
    }

    fn meets(&self, body: &Body, dir: Vec2, max: f64) -> Option<(UnitId, Hit, f64)> {
        let (enemy, hit) = self.table.first_in_way(self.id, body, dir, max, self.aim)?;
        Some((enemy, hit, self.table.contact_at(self.id, body, dir, hit.distance, enemy)))
    }

    fn lay_way(&self, way: &mut Way, body: &Body, dir: Vec2, max: f64) {
        self.table.lay_way(way, self.id, body, dir, max, March::Charging);
        self.table.shut_at_edges(way, self.id, body, dir, max);
    }

    fn friends(&self, body: &Body, dir: Vec2, max: f64) -> Friends<UnitId> {
        self.table.friends_on_way(self.id, body, dir, max)
    }

    /// CP 15.7.2: the friend stands still, the charger goes through it at half speed.
    fn through_friends(&self) -> f64 {
        2.0
    }

    fn midway(&self) -> bool {
        self.aim.midway
    }

    fn is_friend(&self, who: UnitId) -> bool {
        self.table.side(who) == self.table.side(self.id)
    }

    fn meets_turning(&self, body: &Body, pivot: Vec2, by: Cdeg) -> (Cdeg, Option<(UnitId, Hit)>) {
        self.table.first_in_wheel(self.id, body, pivot, by, self.aim)
    }

    /// CP 15.3.1: it is the front that charges.
    fn fronts(&self, body: &Body, who: UnitId) -> bool {
        front_touches(body, &self.table.body(who))
    }

    fn turns_over(
        &self,
        body: &Body,
        wheel: (Vec2, f64, Cdeg),
        allowance: f64,
        begun: &mut Begun,
    ) -> (Cdeg, f64, Option<Bar>) {
        self.table.wheel_over_ground(self.id, body, wheel, allowance, begun)
    }

    fn friends_turning(&self, body: &Body, pivot: Vec2, by: Cdeg) -> ArrayVec<(UnitId, bool), MOST_IN_WHEEL> {
        let ends = body.rotated(pivot, by);
        let mut through = self.table.friends_in_wheel(self.id, body, pivot);
        through.retain(|friend| cast_turn(body, pivot, by, &self.table.body(*friend)).is_some());
        through.into_iter().map(|friend| (friend, self.table.body(friend).overlaps(&ends))).collect()
    }

    fn no_way(&self) -> Bar {
        ("CP 15.3.3", "the ground on the way cannot be passed")
    }

    fn no_room(&self) -> Bar {
        ("CP 15.7.2", "a friend stands in the way")
    }
}

impl<'a> Table<'a> {
    /// A path of legs, then straight on, until an enemy is met or the allowance is used up (CP 15.3.3, 15.3.9).
    pub fn run_charge(self, id: UnitId, start: &Unit, legs: &[Leg; 4], allowance: f64, aim: Aim) -> Run {
        let charger = Charger { table: self, id, start, aim };
        let path = field::table::Run::follow(&charger, start.pose, legs, allowance);
        self.state.overflow.add(path.lost);
        Run::of(start, path)
    }

    /// A unit that charges from where it stands.
    pub(super) fn charger(self, id: UnitId, aim: Aim) -> Charger<'a> {
        Charger { table: self, id, start: self.unit(id), aim }
    }

    /// The same path for so long a distance, without looking at anybody or anything in the way.
    pub fn trace(self, id: UnitId, start: &Unit, legs: &[Leg; 4], distance: f64) -> Run {
        Run::of(start, self.track(id, start, legs).run(distance))
    }

    /// The same for one distance after another.
    pub(super) fn track<'b>(
        self,
        id: UnitId,
        start: &'b Unit,
        legs: &[Leg; 4],
    ) -> Track<impl Fn(Pose) -> Body + use<'a, 'b>> {
        Track::new(move |pose: Pose| self.rules.body_at(id, start, pose), start.pose, legs)
    }

    /// Whoever a wheel runs into: as much of it as is free, and who is met at the end of that.
    fn first_in_wheel(
        self,
        id: UnitId,
        body: &Body,
        pivot: Vec2,
        mut by: Cdeg,
        aim: Aim,
    ) -> (Cdeg, Option<(UnitId, Hit)>) {
        let mut met = None;
        let reach = body.center().distance(pivot) + body.radius();
        for other in self.on_table() {
            let obstacle = self.body(other);
            // Whoever stands beyond the circle of the wheel need not be asked about.
            let beyond = obstacle.center().distance(pivot) - obstacle.radius() > reach + TOUCH;
            if beyond || !self.bars_wheel(id, other, aim) {
                continue;
            }
            if let Some((free, block, edge)) = cast_turn(body, pivot, by, &obstacle) {
                by = free;
                let point = obstacle.nearest(body.rotated(pivot, free).center());
                met = Some((other, Hit { distance: 0.0, moving_block: 0, block, edge, point }));
            }
        }
        (by, met)
    }

    /// How much of a wheel the ground and the allowance let a unit make, what it costs, and what shut it.
    fn wheel_over_ground(
        self,
        id: UnitId,
        body: &Body,
        (pivot, radius, by): (Vec2, f64, Cdeg),
        allowance: f64,
        begun: &mut Begun,
    ) -> (Cdeg, f64, Option<Bar>) {
        let reach = body.center().distance(pivot) + body.radius();
        let friends = self.friends_in_wheel(id, body, pivot);
        if friends.is_empty() && self.on_table_around(pivot, reach) && !self.ground_near(pivot, reach) {
            return (by, arc_length(radius, by), None);
        }
        let going = self.going(id, body, March::Charging);
        let (middle, reach) = turned_within(body, pivot, by);
        let near = self.ground_about(going, middle, reach);
        let within = self.on_table_around(middle, reach);
        wheel_over(radius, by, allowance, begun, |before, turned| {
            if within && near.is_empty() && friends.is_empty() {
                return Ok((1.0, 0.0));
            }
            let there = body.rotated(pivot, turned);
            // CP 15.7.2: half speed through those who stand still.
            let through = if friends.iter().any(|&friend| self.body(friend).overlaps(&there)) { 2.0 } else { 1.0 };
            let off_table = || if within { None } else { self.off_table(&there, March::Charging) };
            match off_table().or_else(|| self.closed_by(id, going, &near, &there)) {
                Some(bar) => Err(bar),
                None => {
                    // CP 19.4.2: what is crossed in a wheel is paid for as in any move.
                    let crossed = || self.obstacles_met(going, &near, &body.rotated(pivot, before), &there);
                    let toll = if near.has_lines() { crossed() } else { 0 };
                    Ok((through * self.ground_slowness(going, &near, &there).unwrap_or(1.0), f64::from(toll)))
                }
            }
        })
    }

    fn first_in_way(self, id: UnitId, body: &Body, dir: Vec2, reach: f64, aim: Aim) -> Option<(UnitId, Hit)> {
        let mut first: Option<(UnitId, Hit)> = None;
        let mut limit = reach;
        for other in self.enemies_of(id).filter(|&other| self.stops_charge(id, other, aim)) {
            if let Some(hit) = cast(body, dir, limit, &self.body(other))
                && first.as_ref().is_none_or(|(_, best)| hit.distance < best.distance - 1.0)
            {
                limit = hit.distance;
                first = Some((other, hit));
            }
        }
        first
    }

    /// Enemy troops are met; wagons are not, nor are those whom close order rides down on its way (CP 17.6.2).
    pub(in crate::movement) fn stops_charge(self, id: UnitId, other: UnitId, aim: Aim) -> bool {
        Some(other) != aim.ignore && self.is_troops(other) && !self.runs_over(id, other, aim)
    }

    /// Skirmishers and gunners on the way to somebody else.
    pub(super) fn runs_over(self, id: UnitId, other: UnitId, aim: Aim) -> bool {
        let on_way = aim.target.is_some_and(|target| target != other) || (aim.over_evaders && self.unit(other).evaded);
        on_way && !self.is_open_order(id) && self.can_be_overrun(other)
    }

    /// Friends who do not stand still for it, and enemies, end a wheel.
    fn bars_wheel(self, id: UnitId, other: UnitId, aim: Aim) -> bool {
        if other == id {
            return false;
        }
        if self.side(other) == self.side(id) {
            return self.charge_passing(other) == Passing::Never;
        }
        self.stops_charge(id, other, aim)
    }

    /// Friends who stand still to be wheeled through, near enough that they may be (CP 15.7.2).
    fn friends_in_wheel(self, id: UnitId, body: &Body, pivot: Vec2) -> ArrayVec<UnitId, MOST_IN_WHEEL> {
        let reach = body.center().distance(pivot) + body.radius();
        let mut found = ArrayVec::new();
        for friend in self.friends_of(id).filter(|&friend| self.maybe_near(friend, pivot, reach)) {
            if self.unit(friend).inside.is_none() && self.charge_passing(friend) == Passing::Costly {
                self.state.overflow.keep(&mut found, friend);
            }
        }
        found
    }

    /// CP 15.7.1, 15.7.2: who is passed freely, who at half speed. A friend that charges itself does not stand still.
    fn charge_passing(self, friend: UnitId) -> Passing {
        let charging =
            self.state.charges.iter().any(|charge| charge.charger == friend && charge.stage != Stage::Halted);
        match self.passing(friend) {
            Passing::Costly if charging || self.in_contact(friend) => Passing::Never,
            passing => passing,
        }
    }

    fn friends_on_way(self, id: UnitId, body: &Body, dir: Vec2, reach: f64) -> Friends<UnitId> {
        let mut found = Friends::new();
        for friend in self.friends_of(id).filter(|&friend| self.unit(friend).inside.is_none()) {
            let theirs = self.body(friend);
            // A wheel may have left it among them.
            let among = theirs.overlaps(body) && self.charge_passing(friend) == Passing::Costly;
            let way = if among { overlap_on_way } else { passage };
            if let Some(Span { from, to }) = way(body, dir, reach, &theirs) {
                let passing = self.charge_passing(friend);
                self.state.overflow.keep(&mut found, Passed { who: friend, passing, from, to });
            }
        }
        found
    }

    /// Whether a wheel takes a body through any of them.
    pub(super) fn wheels_through_friends(self, id: UnitId, body: &Body, by: Cdeg) -> bool {
        let pivot = wheel_pivot(body, by < 0);
        let through = |friend: UnitId| cast_turn(body, pivot, by, &self.body(friend)).is_some();
        by != 0 && self.friends_in_wheel(id, body, pivot).into_iter().any(through)
    }

    /// How far a charge goes to strike an enemy that would be touched after `distance`: where the enemy lines a wall,
    /// hedge or work that the charger could cross, they fight across it (ruling G60).
    fn contact_at(self, id: UnitId, body: &Body, dir: Vec2, distance: f64, enemy: UnitId) -> f64 {
        let lines = &self.rules.ground.lines;
        if lines.is_empty() || self.unit(enemy).inside.is_some() {
            return distance.max(0.0);
        }
        let going = self.going(id, body, March::Charging);
        let target = self.body(enemy);
        let depth = f64::from(self.edge_depth());
        let mut at = distance;
        for (ix, line) in lines.iter().enumerate() {
            let wall = !matches!(line.kind, LinearKind::Road | LinearKind::Stream { .. });
            // CP 19.4.6a: through a hedgerow nobody comes at anybody, unless it is broken down there.
            let barred = match self.line_effect(ix, going) {
                Effect::Barred(_) => true,
                Effect::Hedge(_) => self.hedge_stops(ix, body, dir, distance).is_some(),
                _ => false,
            };
            if !wall || barred || line.line.meets_body(body) || line.line.meets_body(&target) {
                continue;
            }
            if !line.line.within(&target, depth) {
                continue;
            }
            let first = span_over(body, dir, distance, &line.line).first().map(|span| span.from);
            if let Some(from) = first.filter(|from| distance - from <= 2.0 * depth) {
                at = at.min(from - TOUCH * 0.5);
            }
        }
        at.max(0.0)
    }
}
