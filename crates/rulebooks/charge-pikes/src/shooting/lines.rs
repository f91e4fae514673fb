//! 16.4 Shooting over or through other units, and 16.5 through gaps.

use super::figures::Muzzle;
use super::targets::Mark;
use crate::cards::UnitId;
use crate::generals::cuts;
use crate::scales::Footprint;
use crate::state::Shot;
use crate::table::Table;
use arrayvec::ArrayVec;
use field::table::{Body, Edge, Line, TOUCH, Um, Vec2, clear_lane, nearest_in_arc, steps_in};

/// Measures are forgiven this much, for places are whole micrometres.
pub(super) const SLACK: f64 = 3.0;

/// Units that stand in the way of a shot.
pub struct Screen {
    bodies: ArrayVec<(UnitId, Body), 12>,
    /// The shooters' own body, where one part of it can mask another.
    own: Option<Body>,
    /// Width of the shooters' front: what is wider is no gap to them.
    front: f64,
    /// What is narrower cannot be seen through (CP 10.4).
    least: f64,
}

/// An opening between two units, and how wide it is across the line of fire.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Opening {
    pub between: (UnitId, UnitId),
    pub width: f64,
}

/// A clear shot.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Reach {
    pub distance: f64,
    pub gap: Option<Opening>,
}

/// How many shoot through each gap.
#[derive(Debug, Clone, Default)]
pub struct GapCount {
    gaps: ArrayVec<(Opening, u32), 8>,
}

impl GapCount {
    /// Lets one more through if there is room: as many figures as whole 20(13) mm steps, or guns as whole gun widths,
    /// fit into the gap (CP 16.5.1).
    pub fn admit(&mut self, gap: Opening, step: Um) -> bool {
        if let Some((opening, used)) = self.gaps.iter_mut().find(|(opening, _)| opening.between == gap.between) {
            opening.width = opening.width.max(gap.width);
            let room = *used < steps_in(opening.width, step);
            *used += u32::from(room);
            return room;
        }
        let room = steps_in(gap.width, step) > 0;
        if room {
            // Nobody shoots through more gaps than this at one target.
            let _ = self.gaps.try_push((gap, 1));
        }
        room
    }

    pub fn uses(&self, between: (UnitId, UnitId)) -> bool {
        self.gaps.iter().any(|(gap, _)| gap.between == between)
    }

    pub fn between(&self) -> impl Iterator<Item = (UnitId, UnitId)> + '_ {
        self.gaps.iter().map(|(gap, _)| gap.between)
    }

    pub fn is_empty(&self) -> bool {
        self.gaps.is_empty()
    }
}

impl Table<'_> {
    /// Width of gap each shooter takes up: 20(13) mm for any figure, its own width for a gun (CP 16.5.1).
    pub(super) fn gap_step(self, muzzle: &Muzzle) -> Um {
        let figure = if muzzle.gun.is_some() { Footprint::Gun } else { Footprint::Musketeer };
        self.rules.figure_width(figure)
    }

    /// Everything that may stop fire from a unit at a target. Empty when nothing stands between the two: what is merely
    /// beside the way narrows no gap.
    pub(super) fn screen(self, id: UnitId, mark: &Mark, shot: Shot, muzzles: &[Muzzle]) -> Screen {
        let mut screen = Screen { bodies: ArrayVec::new(), own: None, front: 0.0, least: f64::from(self.inches(2)) };
        let Some(shooter) = self.standing_body(id) else { return screen };
        screen.front = shooter.front_width();
        let layout = self.unit(id).layout;
        if shooter.blocks.len() > 1 && (layout.left_angle != 0 || layout.right_angle != 0) {
            screen.own = Some(shooter.clone().into_body());
        }
        let way = Way::between(muzzles, &mark.body);
        let (from, to) = (shooter.center(), mark.body.center());
        let wide = shooter.radius().max(mark.body.radius());
        let beside = || {
            self.on_table().filter(|&other| other != id && other != mark.id).filter_map(|other| {
                let body = self.body(other);
                let off = distance_to_way(body.center(), from, to);
                // The walls of a town block hide whoever is behind them, whether it is held or not.
                (off <= wide + body.radius() && self.unit(other).inside.is_none()).then_some((other, body))
            })
        };
        let stops = |other: UnitId, body: &Body| self.stops_fire(id, other, body, &shooter, mark, shot);
        if beside().any(|(other, body)| way.meets(&body) && stops(other, &body)) {
            for (other, body) in beside().filter(|(other, body)| stops(*other, body)) {
                let _ = screen.bodies.try_push((other, body.into_body()));
            }
        }
        screen
    }

    /// Whether a unit in the way stops a shot.
    fn stops_fire(self, id: UnitId, other: UnitId, body: &Body, shooter: &Body, mark: &Mark, shot: Shot) -> bool {
        if self.side(other) == self.side(id) {
            // CP 16.4.6
            return !self.shot_over(body, shooter, &mark.body);
        }
        // CP 16.4.1, 16.4.3
        if !self.is_troops(other) || self.overlooked(body, shooter, &mark.body) {
            return false;
        }
        let slight = self.is_open_order(other) || self.is_battery(other);
        // CP 16.4.4, 16.4.5
        !(slight && shot == Shot::Ball)
    }

    /// Whether the shooter or the target stands on a higher contour than what is between them (ruling G44).
    fn overlooked(self, between: &Body, shooter: &Body, target: &Body) -> bool {
        let relief = &self.rules.ground.relief;
        if relief.levels.is_empty() {
            return false;
        }
        relief.level_of(shooter).max(relief.level_of(target)) > relief.level_of(between)
    }

    /// Whether a friend may be shot over: from or to higher ground, and no farther off at his far edge than half way to
    /// the near edge of the target (CP 16.4.2, 16.4.3, ruling G44).
    pub(super) fn shot_over(self, friend: &Body, shooter: &Body, target: &Body) -> bool {
        if !self.overlooked(friend, shooter, target) {
            return false;
        }
        let from = shooter.main().front;
        let near = target.nearest(from);
        let line = (near - from).unit();
        let far_edge = friend.corners().map(|corner| (corner - from).dot(line)).fold(0.0, f64::max);
        far_edge * 2.0 <= from.distance(near) + TOUCH
    }
}

impl Screen {
    /// Whether nothing stands in anybody's way, so that there are no gaps to shoot through.
    pub(super) fn is_open(&self) -> bool {
        self.bodies.is_empty()
    }

    /// The nearest clear shot of one figure at a target, within its range and arc.
    pub(super) fn reach(&self, muzzle: &Muzzle, target: &Body, range: f64) -> Option<Reach> {
        if !muzzle.may_bear(target, range) {
            return None;
        }
        let range = range + SLACK;
        let nearest = nearest_in_arc(&muzzle.arc(), target).filter(|&distance| distance <= range)?;
        if self.bodies.is_empty() && self.own.is_none() {
            return Some(Reach { distance: nearest, gap: None });
        }
        self.clear_shot(muzzle, target, range)
    }

    /// Tries the places of the target that a figure could aim at, the nearest of them that is clear winning.
    fn clear_shot(&self, muzzle: &Muzzle, target: &Body, range: f64) -> Option<Reach> {
        const SHARES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];
        let nearest = self.shot_at(muzzle, target.nearest(muzzle.at), range);
        if nearest.is_some() {
            return nearest;
        }
        let mut best: Option<Reach> = None;
        for block in &target.blocks {
            for edge in Edge::ALL {
                let (left, right) = block.edge(edge);
                if block.outward(edge).dot(muzzle.at - left) <= 0.0 {
                    continue;
                }
                for share in SHARES {
                    let within = best.map_or(range, |reach| reach.distance);
                    let shot = self.shot_at(muzzle, left + (right - left) * share, within);
                    best = shot.or(best);
                }
            }
        }
        best
    }

    /// A shot at one place, if it is no farther than `within`, in arc, and nothing stops it.
    fn shot_at(&self, muzzle: &Muzzle, place: Vec2, within: f64) -> Option<Reach> {
        let distance = muzzle.at.distance(place);
        if distance > within || !muzzle.arc().contains(place) {
            return None;
        }
        self.clear(muzzle, place).map(|gap| Reach { distance, gap })
    }

    /// Whether nothing stands in a line of fire, and the gap it goes through, if any. `None` when it is stopped.
    fn clear(&self, muzzle: &Muzzle, place: Vec2) -> Option<Option<Opening>> {
        let masked = self.own.as_ref().is_some_and(|own| {
            own.blocks
                .iter()
                .enumerate()
                .any(|(number, block)| number != muzzle.block && cuts(&block.grown(-TOUCH), muzzle.port, place))
        });
        if masked {
            return None;
        }
        let line = Line { a: muzzle.port, b: place };
        // What is farther aside bounds no gap that counts.
        let horizon = self.front.max(self.least);
        let lane = clear_lane(&line, horizon, self.bodies.iter().map(|(_, body)| body))?;
        if !lane.is_open(self.least) {
            return None;
        }
        let unit = |index: Option<usize>| index.and_then(|index| self.bodies.get(index)).map(|(unit, _)| *unit);
        let gap = unit(lane.left_by).zip(unit(lane.right_by)).and_then(|(left, right)| {
            let between = (left.min(right), left.max(right));
            (lane.width() < self.front).then_some(Opening { between, width: lane.width() })
        });
        Some(gap)
    }
}

/// The ground between shooters and target, narrowing or widening from the one to the other.
struct Way {
    origin: Vec2,
    along: Vec2,
    /// How far to the left and right of the middle line both ends reach.
    near: (f64, f64),
    far: (f64, f64),
    /// Where along the line the ground begins and ends.
    start: f64,
    end: f64,
}

impl Way {
    fn between(muzzles: &[Muzzle], target: &Body) -> Way {
        let origin = muzzles.first().map_or(target.center(), |muzzle| muzzle.port);
        let along = (target.center() - origin).unit();
        let mut way = Way { origin, along, near: EMPTY, far: EMPTY, start: f64::INFINITY, end: 0.0 };
        for muzzle in muzzles {
            let (ahead, aside) = way.place(muzzle.port);
            way.near = widened(way.near, aside);
            way.start = way.start.min(ahead);
        }
        for corner in target.corners() {
            let (ahead, aside) = way.place(corner);
            way.far = widened(way.far, aside);
            way.end = way.end.max(ahead);
        }
        way
    }

    fn place(&self, at: Vec2) -> (f64, f64) {
        let offset = at - self.origin;
        (offset.dot(self.along), offset.dot(self.along.right()))
    }

    /// Whether a body may reach into the ground; what certainly does not is told apart.
    fn meets(&self, body: &Body) -> bool {
        body.blocks.iter().any(|block| {
            let (mut ahead, mut aside) = (EMPTY, EMPTY);
            for corner in block.corners() {
                let place = self.place(corner);
                ahead = widened(ahead, place.0);
                aside = widened(aside, place.1);
            }
            if ahead.1 <= self.start + TOUCH || ahead.0 >= self.end - TOUCH {
                return false;
            }
            let (first, last) = (self.breadth(ahead.0), self.breadth(ahead.1));
            aside.1 > first.0.min(last.0) + TOUCH && aside.0 < first.1.max(last.1) - TOUCH
        })
    }

    /// From where to where the ground reaches so far along it.
    fn breadth(&self, ahead: f64) -> (f64, f64) {
        let share = ((ahead - self.start) / (self.end - self.start).max(1.0)).clamp(0.0, 1.0);
        let between = |near: f64, far: f64| near + (far - near) * share;
        (between(self.near.0, self.far.0), between(self.near.1, self.far.1))
    }
}

const EMPTY: (f64, f64) = (f64::INFINITY, f64::NEG_INFINITY);

fn widened((low, high): (f64, f64), to: f64) -> (f64, f64) {
    (low.min(to), high.max(to))
}

/// How far a place lies from the straight way between two others.
pub(super) fn distance_to_way(place: Vec2, from: Vec2, to: Vec2) -> f64 {
    let along = to - from;
    let square = along.dot(along);
    let share = if square > 0.0 { ((place - from).dot(along) / square).clamp(0.0, 1.0) } else { 0.0 };
    place.distance(from + along * share)
}
