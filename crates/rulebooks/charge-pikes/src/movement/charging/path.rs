//! The way of a charge over the table: legs ahead and wheels, then straight on until somebody is met or the allowance is
//! used up.

use crate::cards::UnitId;
use crate::decision::Leg;
use crate::movement::interpenetration::Passing;
use crate::state::{Stage, Unit};
use crate::table::Table;
use crate::terrain::{Effect, March};
use arrayvec::ArrayVec;
use field::table::{
    Body, Cdeg, Hit, Pose, TOUCH, Um, Vec2, arc_length, arc_turn, cast, cast_turn, span_over, wheel_pivot, wheel_radius,
};
use kernel::Refusal;
use scenario::LinearKind;

/// A wheel over uneven ground is reckoned in steps of this.
const STEP: Cdeg = 500;

/// Four legs and the run home.
const MOST_PIECES: usize = 5;

/// The most friends one straight passes through.
const MOST_PASSED: usize = 8;

/// Whom a charge is for, and whom it does not see.
#[derive(Debug, Clone, Copy)]
pub struct Aim {
    /// Skirmishers and gunners on the way to this one are ridden down; without a target whoever comes first is met.
    pub target: Option<UnitId>,
    /// Does not stand in the way: it comes to meet the charge.
    pub ignore: Option<UnitId>,
    /// A moment on the way, when it may well be among friends it passes through.
    pub midway: bool,
}

impl Aim {
    pub fn at(target: UnitId) -> Aim {
        Aim { target: Some(target), ignore: None, midway: false }
    }

    /// Straight on into whoever is next (CP 15.6.5).
    pub fn anybody() -> Aim {
        Aim { target: None, ignore: None, midway: false }
    }
}

/// One piece of the way.
#[derive(Debug, Clone, Copy)]
pub enum Piece {
    Ahead { from: Pose, distance: f64 },
    Wheel { from: Pose, pivot: Vec2, by: Cdeg },
}

/// What stands in the way of a charge: a friend, or ground and the rule that shuts it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Obstacle {
    Friend(UnitId),
    Ground(Refusal),
}

/// Where a charge leads.
#[derive(Debug, Clone)]
pub struct Run {
    /// The charger as it ends up.
    pub unit: Unit,
    pub pieces: ArrayVec<Piece, MOST_PIECES>,
    /// Distance covered, the straight part at its end, and all wheels added up.
    pub ran: f64,
    pub straight: f64,
    pub wheeled: Cdeg,
    /// Allowance used, slower ground included.
    pub spent: f64,
    /// The enemy it struck.
    pub met: Option<(UnitId, Hit)>,
    /// What stopped it before it met anybody or ran out of breath.
    pub stopped: Option<Obstacle>,
    /// Friends it passed through at half speed (CP 15.7.2).
    pub passed: ArrayVec<UnitId, MOST_PASSED>,
}

impl Run {
    fn from(start: &Unit) -> Run {
        Run {
            unit: *start,
            pieces: ArrayVec::new(),
            ran: 0.0,
            straight: 0.0,
            wheeled: 0,
            spent: 0.0,
            met: None,
            stopped: None,
            passed: ArrayVec::new(),
        }
    }

    /// Nothing on the way made it cost more than its length.
    pub(super) fn is_open(&self) -> bool {
        (self.spent - self.ran).abs() < 10.0
    }

    fn note(&mut self, piece: Piece) {
        // There are no more pieces than legs and a run home.
        let _ = self.pieces.try_push(piece);
    }

    fn go_ahead(&mut self, distance: f64) {
        self.note(Piece::Ahead { from: self.unit.pose, distance });
        self.unit.pose = self.unit.pose.ahead(distance.round() as Um);
        self.ran += distance;
        self.straight += distance;
    }

    fn wheel(&mut self, pivot: Vec2, radius: f64, by: Cdeg) {
        self.note(Piece::Wheel { from: self.unit.pose, pivot, by });
        self.unit.pose = self.unit.pose.pivot(pivot, by);
        self.ran += arc_length(radius, by);
        self.straight = 0.0;
        self.wheeled += by.abs();
    }
}

/// A friend on a straight way: where the charger runs into it, and where it comes out.
struct Friend {
    id: UnitId,
    passing: Passing,
    from: f64,
    to: f64,
}

impl Table<'_> {
    /// A path of legs, then straight on, until an enemy is met or the allowance is used up (CP 15.3.3, 15.3.9).
    pub fn run_charge(self, id: UnitId, start: &Unit, legs: &[Leg; 4], allowance: f64, aim: Aim) -> Run {
        let mut run = Run::from(start);
        for leg in legs {
            match *leg {
                Leg::None => {}
                Leg::Ahead(distance) => self.charge_ahead(id, &mut run, f64::from(distance), allowance, aim),
                Leg::Wheel(angle) => self.charge_wheel(id, &mut run, angle, allowance, aim),
            }
            if run.met.is_some() || run.stopped.is_some() {
                return run;
            }
        }
        self.charge_ahead(id, &mut run, allowance, allowance, aim);
        run
    }

    /// The same path for so long a distance, without looking at anybody or anything in the way.
    pub fn trace(self, id: UnitId, start: &Unit, legs: &[Leg; 4], distance: f64) -> Run {
        let mut run = Run::from(start);
        for leg in legs {
            let left = (distance - run.ran).max(0.0);
            match *leg {
                Leg::None => {}
                Leg::Ahead(ahead) => run.go_ahead(f64::from(ahead).min(left)),
                Leg::Wheel(angle) => {
                    let body = self.rules.body_of(id, &run.unit);
                    let (pivot, radius) = (wheel_pivot(&body, angle < 0), wheel_radius(&body, angle < 0));
                    let by = arc_turn(radius, left).min(angle.abs()) * angle.signum();
                    run.wheel(pivot, radius, by);
                }
            }
        }
        run.go_ahead((distance - run.ran).max(0.0));
        run
    }

    fn charge_ahead(self, id: UnitId, run: &mut Run, distance: f64, allowance: f64, aim: Aim) {
        let body = self.rules.body_of(id, &run.unit);
        let dir = run.unit.pose.dir();
        let left = (allowance - run.spent).max(0.0);
        let wanted = distance.min(left);
        let met = self.first_in_way(id, &body, dir, wanted, aim);
        let limit = met.map_or(wanted, |(enemy, hit)| self.contact_at(id, &body, dir, hit.distance, enemy));
        let mut way = self.ground_way(id, &body, dir, limit, March::Charging);
        let friends = self.friends_on_way(id, &body, dir, limit);
        for friend in &friends {
            match friend.passing {
                Passing::Free => {}
                // CP 15.7.2: the friend stands still, the charger goes through it at half speed.
                Passing::HalfSpeed => way.slow(friend.from, friend.to, 2.0),
                Passing::Never => way.shut(friend.from, FRIEND_BAR),
            }
        }
        let free = way.reach(left, 1.0).min(limit);
        let on_top = |at: f64| {
            let mut among = friends.iter().filter(|_| !aim.midway);
            among.find(|friend| at > friend.from + TOUCH && at < friend.to - TOUCH)
        };
        // A hair's breadth before the walls of a town block is close enough to those within.
        let reached = met.is_some() && free + 2.0 * TOUCH >= limit && on_top(free).is_none();
        let mut gone = free;
        let mut blocked_by =
            friends.iter().find(|friend| friend.passing == Passing::Never && free + 1.0 >= friend.from);
        while let Some(friend) = on_top(gone) {
            gone = friend.from;
            blocked_by = Some(friend);
        }
        run.spent += way.cost(gone, 1.0);
        run.go_ahead(gone);
        let held = friends.iter().filter(|friend| friend.passing == Passing::HalfSpeed && friend.from < gone);
        for friend in held {
            let _ = run.passed.try_push(friend.id);
        }
        if reached {
            run.met = met;
        } else if let Some(friend) = blocked_by {
            run.stopped = Some(Obstacle::Friend(friend.id));
        } else if gone + 1.0 < limit && run.spent + 100.0 < allowance {
            let (rule, why) = way.bar.unwrap_or(GROUND_BAR);
            run.stopped = Some(Obstacle::Ground(Refusal::new(rule, why)));
        }
    }

    fn charge_wheel(self, id: UnitId, run: &mut Run, angle: Cdeg, allowance: f64, aim: Aim) {
        let body = self.rules.body_of(id, &run.unit);
        let (pivot, radius) = (wheel_pivot(&body, angle < 0), wheel_radius(&body, angle < 0));
        let left = (allowance - run.spent).max(0.0);
        let mut by = arc_turn(radius, left).min(angle.abs()) * angle.signum();
        let mut met = None;
        for other in self.on_table().filter(|&other| self.bars_wheel(id, other, aim)) {
            let obstacle = self.body(other);
            if let Some((free, block, edge)) = cast_turn(&body, pivot, by, &obstacle) {
                by = free;
                let point = obstacle.nearest(body.rotated(pivot, free).center());
                met = Some((other, Hit { distance: 0.0, moving_block: 0, block, edge, point }));
            }
        }
        let (free, cost, shut) = self.wheel_over_ground(id, &body, pivot, radius, by, left);
        run.spent += cost;
        run.wheel(pivot, radius, free);
        match met.filter(|_| free == by) {
            Some((other, hit)) if self.side(other) != self.side(id) => run.met = Some((other, hit)),
            Some((other, _)) => run.stopped = Some(Obstacle::Friend(other)),
            None => run.stopped = shut.map(Obstacle::Ground),
        }
    }

    /// How much of a wheel the ground and the allowance let a unit make, what it costs, and what shut it.
    fn wheel_over_ground(
        self,
        id: UnitId,
        body: &Body,
        pivot: Vec2,
        radius: f64,
        by: Cdeg,
        allowance: f64,
    ) -> (Cdeg, f64, Option<Refusal>) {
        let reach = body.center().distance(pivot) + body.radius();
        let on_table = |at: f64, size: Um| at >= reach && at <= f64::from(size) - reach;
        let ground = &self.rules.ground;
        let open = on_table(pivot.x, ground.width) && on_table(pivot.y, ground.height);
        if open && !self.ground_near(pivot, reach) {
            return (by, arc_length(radius, by), None);
        }
        let going = self.going(id, body, March::Charging);
        let (mut turned, mut cost) = (0, 0.0);
        while turned < by.abs() {
            let step = STEP.min(by.abs() - turned);
            let there = body.rotated(pivot, (turned + step) * by.signum());
            if let Err(refusal) = self.can_stand(id, &there, March::Charging) {
                return (turned * by.signum(), cost, Some(refusal));
            }
            let slow = self.ground_slowness(going, &there).unwrap_or(1.0);
            let each = arc_length(radius, step) * slow;
            if cost + each > allowance + 1.0 {
                let rest = arc_turn(radius, (allowance - cost).max(0.0) / slow).min(step);
                return ((turned + rest) * by.signum(), allowance, None);
            }
            cost += each;
            turned += step;
        }
        (by, cost, None)
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
    fn stops_charge(self, id: UnitId, other: UnitId, aim: Aim) -> bool {
        Some(other) != aim.ignore && self.is_troops(other) && !self.runs_over(id, other, aim)
    }

    /// Skirmishers and gunners on the way to somebody else.
    pub(super) fn runs_over(self, id: UnitId, other: UnitId, aim: Aim) -> bool {
        aim.target.is_some_and(|target| target != other) && !self.is_open_order(id) && self.can_be_overrun(other)
    }

    /// Nobody wheels through friends that have to stand still for it.
    fn bars_wheel(self, id: UnitId, other: UnitId, aim: Aim) -> bool {
        if other == id {
            return false;
        }
        if self.side(other) == self.side(id) {
            return self.charge_passing(other) != Passing::Free;
        }
        self.stops_charge(id, other, aim)
    }

    /// CP 15.7.1, 15.7.2: who is passed freely, who at half speed. A friend that charges itself does not stand still.
    fn charge_passing(self, friend: UnitId) -> Passing {
        let charging =
            self.state.charges.iter().any(|charge| charge.charger == friend && charge.stage != Stage::Halted);
        match self.passing(friend) {
            Passing::HalfSpeed if charging || self.in_contact(friend) => Passing::Never,
            passing => passing,
        }
    }

    fn friends_on_way(self, id: UnitId, body: &Body, dir: Vec2, reach: f64) -> ArrayVec<Friend, MOST_PASSED> {
        let mut found = ArrayVec::new();
        for friend in self.friends_of(id).filter(|&friend| self.unit(friend).inside.is_none()) {
            let standing = self.body(friend);
            let Some(hit) = cast(body, dir, reach, &standing) else { continue };
            // Where it comes out is where it would run in coming back from the far side.
            let far = hit.distance + 2.0 * (body.radius() + standing.radius()) + TOUCH;
            let back = cast(&body.translated(dir * far), -dir, far, &standing);
            let to = back.map_or(far, |back| far - back.distance);
            let _ = found.try_push(Friend { id: friend, passing: self.charge_passing(friend), from: hit.distance, to });
        }
        found
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
            let barred = matches!(self.line_effect(ix, going), Effect::Barred(_));
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

const GROUND_BAR: (&str, &str) = ("CP 15.3.3", "the ground on the way cannot be passed");
const FRIEND_BAR: (&str, &str) = ("CP 15.7.2", "a friend stands in the way");
