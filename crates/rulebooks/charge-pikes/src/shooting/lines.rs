//! 16.4 Shooting over or through other units, and 16.5 through gaps.

use super::figures::Muzzle;
use super::targets::Mark;
use crate::cards::UnitId;
use crate::generals::cuts;
use crate::scales::Footprint;
use crate::state::Shot;
use crate::table::Table;
use arrayvec::ArrayVec;
use field::table::{Body, Edge, Line, TOUCH, Um, Vec2, lane, nearest_in_arc, steps_in};

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

    /// Everything that may stop fire from a unit at a target.
    pub(super) fn screen(self, id: UnitId, mark: &Mark, shot: Shot) -> Screen {
        let shooter = self.body(id);
        let layout = self.unit(id).layout;
        let masks_itself = shooter.blocks.len() > 1 && (layout.left_angle != 0 || layout.right_angle != 0);
        let mut screen = Screen {
            bodies: ArrayVec::new(),
            own: None,
            front: shooter.front_width(),
            least: f64::from(self.inches(2)),
        };
        let (from, to) = (shooter.center(), mark.body.center());
        let wide = shooter.radius().max(mark.body.radius());
        for other in self.on_table().filter(|&other| other != id && other != mark.id) {
            let unit = self.unit(other);
            // The walls of a town block hide whoever is behind them, whether it is held or not.
            if unit.inside.is_some() {
                continue;
            }
            let body = self.body(other);
            let off = distance_to_way(body.center(), from, to);
            if off <= wide + body.radius() && self.stops_fire(id, other, &body, &shooter, mark, shot) {
                let _ = screen.bodies.try_push((other, body));
            }
        }
        if masks_itself {
            screen.own = Some(shooter);
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
    /// The nearest clear shot of one figure at a target, within its range and arc.
    pub(super) fn reach(&self, muzzle: &Muzzle, target: &Body, range: f64) -> Option<Reach> {
        let range = range + SLACK;
        if target.center().distance(muzzle.at) - target.radius() > range {
            return None;
        }
        let nearest = nearest_in_arc(&muzzle.arc(), target).filter(|&distance| distance <= range)?;
        if self.bodies.is_empty() && self.own.is_none() {
            return Some(Reach { distance: nearest, gap: None });
        }
        self.clear_shot(muzzle, target, range)
    }

    /// Tries the places of the target that a figure could aim at, the nearest of them that is clear winning.
    fn clear_shot(&self, muzzle: &Muzzle, target: &Body, range: f64) -> Option<Reach> {
        const SHARES: [f64; 7] = [0.0, 0.1, 0.3, 0.5, 0.7, 0.9, 1.0];
        let arc = muzzle.arc();
        let mut best: Option<Reach> = None;
        let mut consider = |place: Vec2| {
            let distance = muzzle.at.distance(place);
            let better = best.is_none_or(|reach| distance < reach.distance);
            if distance <= range
                && better
                && arc.contains(place)
                && let Some(gap) = self.clear(muzzle, place)
            {
                best = Some(Reach { distance, gap });
            }
        };
        consider(target.nearest(muzzle.at));
        for block in &target.blocks {
            for edge in Edge::ALL {
                let (left, right) = block.edge(edge);
                if block.outward(edge).dot(muzzle.at - left) <= 0.0 {
                    continue;
                }
                SHARES.into_iter().for_each(|share| consider(left + (right - left) * share));
            }
        }
        best
    }

    /// Whether nothing stands in a line of fire, and the gap it goes through, if any. `None` when it is stopped.
    #[allow(clippy::option_option)]
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
        let lane = lane(&line, self.bodies.iter().map(|(_, body)| body));
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

fn distance_to_way(place: Vec2, from: Vec2, to: Vec2) -> f64 {
    let along = to - from;
    let square = along.dot(along);
    let share = if square > 0.0 { ((place - from).dot(along) / square).clamp(0.0, 1.0) } else { 0.0 };
    place.distance(from + along * share)
}
