//! Where a charge leads: a wheel in the normal move, then straight on, the bonus last and only into contact
//! (SSS 1.5.2c, 1.5.2d, 9.7, G14, G75, G76).

use crate::cards::{Part, UnitId};
use crate::measures::{BW, NEAR};
use crate::readings::{ChargeOverSkirmishers, ChargingSkirmishers};
use crate::state::{Unit, WaySet};
use crate::table::Table;
use field::table::{
    Body, Cdeg, Hit, Passing, Pose, SWING_STEP, Sweep, TOUCH, Trail, Um, Vec2, arc_length, cast, nears, passage,
    wheel_pivot, wheel_radius,
};

/// Where a charge leads that begins with a wheel.
#[derive(Debug, Clone)]
pub(crate) struct ChargePath {
    /// As it stands after the wheel.
    pub pose: Pose,
    pub body: Body,
    pub dir: Vec2,
    /// What the wheel costs.
    pub cost: Um,
    /// How far straight on without the bonus, and with it.
    pub normal: f64,
    pub reach: f64,
    /// Where it touches its target, in reach or not.
    pub hit: Option<Hit>,
    /// How far it gets before the ground, friends or other enemies stop it, and the friend who does.
    pub free: f64,
    pub friend: Option<UnitId>,
    pub way: WaySet,
}

impl ChargePath {
    /// How far it goes straight on into contact, if it gets there.
    pub fn contact(&self) -> Option<f64> {
        let far = self.hit?.distance;
        (far <= self.reach + TOUCH && far <= self.free + TOUCH).then_some(far)
    }
}

/// The widest wheel of a charge.
pub(crate) const WIDEST: Cdeg = 9_000;
/// How finely a wheel is looked for.
const WHEEL_STEP: Cdeg = 300;

impl Table<'_> {
    /// Where a charge leads that wheels so far first, to the right where that is positive. None where the wheel has no room or
    /// takes more than the normal move.
    pub(crate) fn charge_path(self, id: UnitId, wheel: Cdeg, target: UnitId) -> Option<ChargePath> {
        self.charge_path_to(id, wheel, target, &self.body(target))
    }

    /// The same to a target that stands there.
    pub(crate) fn charge_path_to(self, id: UnitId, wheel: Cdeg, target: UnitId, there: &Body) -> Option<ChargePath> {
        let unit = self.unit(id);
        let body = self.body(id).into_body();
        let (turned, cost) = self.wheeled(id, unit, &body, wheel)?;
        let start = self.rules.body_of(id, &turned);
        let dir = turned.pose.dir();
        let bonus = self.charge_bonus(id);
        let most = f64::from(self.allowance(id, unit.way) - cost + bonus).max(0.0);
        let hit = cast(&start, dir, most + f64::from(BW), there);
        let run = hit.map_or(most, |hit| hit.distance.min(most));
        let mut path = ChargePath {
            pose: turned.pose,
            body: start,
            dir,
            cost,
            normal: 0.0,
            reach: 0.0,
            hit,
            free: most,
            friend: None,
            way: unit.way,
        };
        self.lay_charge(id, target, &mut path);
        let sweep = Sweep::new(&path.body, Trail::Straight { dir, dist: run.min(path.free) });
        let from = path.body.main().front;
        let (road, track) = self.by_road(&path.body, from, from + dir * run);
        path.way = unit.way.and(self.over(id, &sweep, road, track).unwrap_or_default());
        let normal = self.allowance_as(id, unit, path.way, unit.deducted) - cost;
        path.normal = f64::from(normal.max(0));
        path.reach = f64::from((normal + bonus).max(0));
        (cost <= normal + cost).then_some(path)
    }

    /// A wheel on a front corner, if it meets nobody and the move covers it.
    fn wheeled(self, id: UnitId, unit: &Unit, body: &Body, wheel: Cdeg) -> Option<(Unit, Um)> {
        if wheel == 0 {
            return Some((*unit, 0));
        }
        let left = wheel < 0;
        let (pivot, radius) = (wheel_pivot(body, left), wheel_radius(body, left));
        let cost = arc_length(radius, wheel.abs()).ceil() as Um;
        if wheel.abs() > WIDEST || cost > self.allowance(id, unit.way) {
            return None;
        }
        let sweep = Sweep::new(body, Trail::Swing { pivot, by: wheel });
        let steps = (wheel.abs() / SWING_STEP).max(1);
        for step in 1..=steps {
            let there = sweep.at(f64::from(step) / f64::from(steps));
            if self.on_table().any(|other| other != id && self.body(other).overlaps(&there)) {
                return None;
            }
        }
        Some((Unit { pose: unit.pose.pivot(pivot, wheel), moved_up: [0, 0], split: 0, ..*unit }, cost))
    }

    /// What stops a charge before it reaches its target: ground, friends whom it may not pass, other enemies, of whom it keeps
    /// 1 BW.
    fn lay_charge(self, id: UnitId, target: UnitId, path: &mut ChargePath) {
        let dir = path.dir;
        path.free = self.charge_ground(id, path);
        let edge = path.body.room_on_table(dir, self.rules.ground.width, self.rules.ground.height);
        path.free = path.free.min(edge);
        let run = path.hit.map_or(path.free, |hit| hit.distance).min(path.free);
        for other in self.on_table().filter(|&other| other != id && other != target) {
            let theirs = self.body(other);
            if self.side(other) != self.side(id) {
                // An enemy beside its target is no bar: there it fights on a front of its own.
                let met = cast(&path.body, dir, run, &theirs).is_some();
                let near = if met { nears(&path.body, dir, run, &theirs, f64::from(NEAR)) } else { None };
                if let Some(at) = near.filter(|&at| at < path.free) {
                    (path.free, path.friend) = (at, None);
                }
            } else if !self.charges_through(id, other)
                && let Some(span) = passage(&path.body, dir, run, &theirs)
                && span.from < path.free
            {
                (path.free, path.friend) = (span.from.max(0.0), Some(other));
            }
        }
    }

    fn charge_ground(self, id: UnitId, path: &ChargePath) -> f64 {
        let dist = path.hit.map_or(path.free, |hit| hit.distance.min(path.free));
        let from = path.body.main().front;
        let open = |dist: f64| {
            let (road, track) = self.by_road(&path.body, from, from + path.dir * dist);
            self.over(
                id,
                &Sweep::new(&path.body, Trail::Straight { dir: path.dir, dist: (dist - TOUCH).max(0.0) }),
                road,
                track,
            )
            .is_ok()
        };
        if open(dist) {
            return path.free;
        }
        let (mut free, mut shut) = (0.0, dist);
        while shut - free > 500.0 {
            let middle = (free + shut) * 0.5;
            if open(middle) { free = middle } else { shut = middle }
        }
        free
    }

    /// Whom a charge may lead through (SSS 9.3, 9.7, G75, G76).
    fn charges_through(self, id: UnitId, friend: UnitId) -> bool {
        let options = &self.rules.options;
        if self.is_skirmishing(id) && self.is_skirmishing(friend) {
            return true;
        }
        let any = options.charging_skirmishers == ChargingSkirmishers::ThroughAny;
        if any && self.is_foot_skirmishers(id) {
            return self.passing(id, friend) == Passing::Free;
        }
        match options.charge_over_skirmishers {
            ChargeOverSkirmishers::Barred => false,
            ChargeOverSkirmishers::OwnScreen => self.card(friend).part == Part::ScreenOf(id),
            ChargeOverSkirmishers::AnyFootSkirmishers => {
                self.is_foot_skirmishers(friend) && self.charge_by(friend).is_none()
            }
        }
    }

    /// The narrowest wheel with which a charge reaches a target.
    pub(crate) fn wheel_to(self, id: UnitId, target: UnitId) -> Option<Cdeg> {
        let leads = |wheel: &Cdeg| self.charge_path(id, *wheel, target).is_some_and(|path| path.contact().is_some());
        if leads(&0) {
            return Some(0);
        }
        let steps = 1..=WIDEST / WHEEL_STEP;
        steps.flat_map(|step| [step * WHEEL_STEP, -step * WHEEL_STEP]).find(leads)
    }
}
