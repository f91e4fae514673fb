//! Screens of fire: who stands in the way of a shot, and the gaps through which it still goes.

use arrayvec::ArrayVec;

use super::arcs::{Arc, nearest_in_arc};
use super::measure::{Cdeg, TOUCH, Um, Vec2};
use super::shape::{Block, Body, Edge};
use super::sight::{Defile, Segment, defile, steps_in};

/// Measures are forgiven this much, for places are whole micrometres.
pub const SLACK: f64 = 3.0;

/// The most units that screen one target.
const MOST_BODIES: usize = 12;
/// The most gaps that one unit shoots through at one target.
const MOST_GAPS: usize = 8;

/// Where one shot comes from.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Shooter {
    pub at: Vec2,
    /// Unit vector along the middle of its arc, and half the arc.
    pub dir: Vec2,
    pub half_angle: Cdeg,
    /// Where its fire leaves its own body: the front of its file.
    pub port: Vec2,
    /// The block of its own body it stands in.
    pub block: usize,
}

impl Shooter {
    pub fn arc(&self) -> Arc {
        Arc { from: self.at, dir: self.dir, half_angle: self.half_angle }
    }
}

/// An opening between two units, and how far they stand apart.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Opening<K> {
    pub between: (K, K),
    pub width: f64,
}

/// A clear shot.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ClearShot<K> {
    pub distance: f64,
    pub gap: Option<Opening<K>>,
}

/// How many shoot through each gap.
#[derive(Debug, Clone, PartialEq)]
pub struct GapCount<K> {
    gaps: ArrayVec<(Opening<K>, u32), MOST_GAPS>,
    /// Gaps that had no room.
    lost: u16,
}

impl<K> Default for GapCount<K> {
    fn default() -> GapCount<K> {
        GapCount { gaps: ArrayVec::new(), lost: 0 }
    }
}

impl<K: Copy + Eq> GapCount<K> {
    /// Lets one more through if there is room: as many as whole steps fit into the gap.
    pub fn admit(&mut self, gap: Opening<K>, step: Um) -> bool {
        if let Some((opening, used)) = self.gaps.iter_mut().find(|(opening, _)| opening.between == gap.between) {
            opening.width = opening.width.max(gap.width);
            let room = *used < steps_in(opening.width, step);
            *used += u32::from(room);
            return room;
        }
        let room = steps_in(gap.width, step) > 0;
        if room {
            // Nobody shoots through more gaps than this at one target; should he, that is counted.
            self.lost += u16::from(self.gaps.try_push((gap, 1)).is_err());
        }
        room
    }

    /// How many gaps had no room.
    pub fn lost(&self) -> u16 {
        self.lost
    }

    pub fn uses(&self, between: (K, K)) -> bool {
        self.gaps.iter().any(|(gap, _)| gap.between == between)
    }

    pub fn between(&self) -> impl Iterator<Item = (K, K)> + '_ {
        self.gaps.iter().map(|(gap, _)| gap.between)
    }

    pub fn is_empty(&self) -> bool {
        self.gaps.is_empty()
    }
}

/// Units that stand in the way of a shot.
pub struct Screen<K> {
    bodies: ArrayVec<(K, Body), MOST_BODIES>,
    /// Bodies that had no room.
    lost: u16,
    /// The shooters' own body, where one part of it can mask another.
    own: Option<Body>,
    /// The room all shooters together take up: what is wider holds none of them up.
    front: f64,
    /// What is narrower cannot be seen through.
    least: f64,
}

impl<K: Copy + Ord> Screen<K> {
    /// Nothing in the way of shooters who together take up so much room.
    pub fn open(front: f64, least: f64) -> Screen<K> {
        Screen { bodies: ArrayVec::new(), lost: 0, own: None, front, least }
    }

    /// Parts of the shooters' own body mask each other.
    pub fn masked_by_own(&mut self, own: Body) {
        self.own = Some(own);
    }

    /// Somebody stands in the way.
    pub fn add(&mut self, who: K, body: &Body) {
        // No more than so many find room between shooters and their target; should they, that is counted.
        if self.bodies.is_full() {
            self.lost += 1;
        } else {
            self.bodies.push((who, body.clone()));
        }
    }

    /// How many bodies had no room.
    pub fn lost(&self) -> u16 {
        self.lost
    }

    /// Whether nothing stands in anybody's way, so that there are no gaps to shoot through.
    pub fn is_open(&self) -> bool {
        self.bodies.is_empty()
    }

    /// The nearest clear shot at a target, within range and arc.
    pub fn reach(&self, shooter: &Shooter, target: &Body, range: f64) -> Option<ClearShot<K>> {
        let range = range + SLACK;
        let nearest = nearest_in_arc(&shooter.arc(), target).filter(|&distance| distance <= range)?;
        if self.bodies.is_empty() && self.own.is_none() {
            return Some(ClearShot { distance: nearest, gap: None });
        }
        self.clear_shot(shooter, target, range)
    }

    /// Tries the places of the target that one could aim at, the nearest of them that is clear winning.
    fn clear_shot(&self, shooter: &Shooter, target: &Body, range: f64) -> Option<ClearShot<K>> {
        const SHARES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];
        let nearest = self.shot_at(shooter, target.nearest(shooter.at), range);
        if nearest.is_some() || self.hides(shooter.port, target) {
            return nearest;
        }
        let mut best: Option<ClearShot<K>> = None;
        for block in &target.blocks {
            for edge in Edge::ALL {
                let (left, right) = block.edge(edge);
                if block.outward(edge).dot(shooter.at - left) <= 0.0 {
                    continue;
                }
                for share in SHARES {
                    let within = best.map_or(range, |reach| reach.distance);
                    let shot = self.shot_at(shooter, left + (right - left) * share, within);
                    best = shot.or(best);
                }
            }
        }
        best
    }

    /// Whether one block alone certainly stops every line from a place to a target, so that none need be tried: whatever lies
    /// behind it, seen from there, has no hollows, and all corners of the target lie there.
    fn hides(&self, from: Vec2, target: &Body) -> bool {
        // A line through what is left of the block leaves more of it than a touch on either side, and as much before its end.
        const RIM: f64 = 2.0 * TOUCH + 2.0;
        let behind = |block: &Block| {
            let core = block.grown(-RIM);
            core.half > 0.0
                && core.depth > 0.0
                && target.corners().all(|corner| core.is_cut(from, corner))
                && !block.contains(from)
                && !target.blocks.iter().any(|part| part.overlaps(block))
        };
        self.bodies.iter().any(|(_, body)| body.blocks.iter().any(behind))
    }

    /// A shot at one place, if it is no farther than `within`, in arc, and nothing stops it.
    fn shot_at(&self, shooter: &Shooter, place: Vec2, within: f64) -> Option<ClearShot<K>> {
        let distance = shooter.at.distance(place);
        if distance > within || !shooter.arc().contains(place) {
            return None;
        }
        self.clear(shooter, place).map(|gap| ClearShot { distance, gap })
    }

    /// Whether nothing stands in a line of fire, and the gap it goes through, if any. `None` when it is stopped.
    fn clear(&self, shooter: &Shooter, place: Vec2) -> Option<Option<Opening<K>>> {
        let masked = self.own.as_ref().is_some_and(|own| {
            own.blocks
                .iter()
                .enumerate()
                .any(|(number, block)| number != shooter.block && block.grown(-TOUCH).is_cut(shooter.port, place))
        });
        if masked {
            return None;
        }
        let line = Segment { a: shooter.port, b: place };
        // What is farther aside bounds no gap that counts.
        let horizon = self.front.max(self.least);
        let narrowest = defile(&line, horizon, &self.bodies.iter().map(|(_, body)| body))?;
        let Some(Defile { left, right, width }) = narrowest else { return Some(None) };
        if width < self.least - TOUCH {
            return None;
        }
        let (left, right) = (self.bodies[left].0, self.bodies[right].0);
        let between = (left.min(right), left.max(right));
        let gap = (width < self.front).then_some(Opening { between, width });
        Some(gap)
    }
}

/// The ground between shooters and target, narrowing or widening from the one to the other.
#[derive(Debug, Clone, Copy)]
pub struct Between {
    origin: Vec2,
    along: Vec2,
    /// How far to the left and right of the middle line both ends reach.
    near: (f64, f64),
    far: (f64, f64),
    /// Where along the line the ground begins and ends.
    start: f64,
    end: f64,
}

impl Between {
    /// From where fire leaves the shooters to a target.
    pub fn new(ports: impl Iterator<Item = Vec2> + Clone, target: &Body) -> Between {
        let origin = ports.clone().next().unwrap_or(target.center());
        let along = (target.center() - origin).unit();
        let mut ground = Between { origin, along, near: EMPTY, far: EMPTY, start: f64::INFINITY, end: 0.0 };
        for port in ports {
            let (ahead, aside) = ground.place(port);
            ground.near = widened(ground.near, aside);
            ground.start = ground.start.min(ahead);
        }
        for corner in target.corners() {
            let (ahead, aside) = ground.place(corner);
            ground.far = widened(ground.far, aside);
            ground.end = ground.end.max(ahead);
        }
        ground
    }

    fn place(&self, at: Vec2) -> (f64, f64) {
        let offset = at - self.origin;
        (offset.dot(self.along), offset.dot(self.along.right()))
    }

    /// Whether a body may reach into the ground; what certainly does not is told apart.
    pub fn meets(&self, body: &Body) -> bool {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::{MM, Point, Pose, same_cases};
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(same_cases())]

        #[test]
        fn nothing_is_hit_of_what_is_said_to_be_hidden(
            (at, gap, off, facing) in (-150..150_i32, 0..200_i32, -200..200_i32, 0..36_000),
            (width, deep, wide) in (20..300_i32, 10..90_i32, 20..200_i32),
            shares in proptest::collection::vec((0.0..1.0_f64, 0.0..1.0_f64), 12),
        ) {
            let block = |x: i32, y: i32, facing: Cdeg, width: i32, depth: i32| {
                Block::new(Pose::new(Point::new(x * MM, y * MM), facing), width * MM, depth * MM)
            };
            let from = Vec2::new(f64::from(at * MM), 0.0);
            let shooter = Shooter { at: from, dir: Vec2::new(0.0, 1.0), half_angle: 4_500, port: from, block: 0 };
            let target = Body::new([block(off, gap + 130, facing, wide, deep), block(off, gap + 130, facing + 9_000, 30, 30)]);
            let mut screen: Screen<u8> = Screen::open(40_000.0, 50_000.0);
            screen.add(0, &Body::single(block(0, 60, 300, width, 30)));
            screen.add(1, &Body::single(block(260, 60, 0, 100, 40)));
            if screen.hides(from, &target) {
                for part in &target.blocks {
                    for &(across, back) in &shares {
                        let place = part.global(Vec2::new(part.half * (2.0 * across - 1.0), -part.depth * back));
                        prop_assert_eq!(screen.clear(&shooter, place), None);
                    }
                }
            }
        }
    }
}
