//! The search for a wheel after which a straight run reaches a target.

use arrayvec::ArrayVec;

use super::contact::{arc_length, arc_turn, cast, cast_turn, wheel_pivot, wheel_radius};
use super::measure::{Cdeg, MM, Pose, TOUCH, Vec2, bearing, greater, lesser, turn};
use super::shape::{Body, MAX_BLOCKS};

/// From the least of some distances to the greatest.
#[derive(Debug, Clone, Copy)]
struct Range {
    least: f64,
    most: f64,
}

impl Range {
    const NONE: Range = Range { least: f64::INFINITY, most: f64::NEG_INFINITY };

    fn hold(&mut self, distance: f64) {
        (self.least, self.most) = (lesser(self.least, distance), greater(self.most, distance));
    }

    fn overlaps(self, other: Range) -> bool {
        self.least <= other.most && other.least <= self.most
    }
}

/// A body about to wheel and then to run straight on, over ground that hinders nobody.
pub struct WheelStart<'a, F> {
    own: &'a Body,
    pose: Pose,
    /// How far it can still go.
    left: f64,
    body_at: F,
    /// About which places it wheels to the left and to the right, and how far its outermost corner stands from each.
    hands: [(Vec2, f64); 2],
}

/// The same with its wheel, or without one.
#[derive(Debug, Clone, Copy)]
pub struct Wheeled {
    /// About which place it wheels, and how far it gets.
    wheel: Option<(Vec2, Cdeg)>,
    /// How it stands after the wheel.
    pub pose: Pose,
    /// How far it can still run.
    rest: f64,
}

impl<'a, F: Fn(Pose) -> Body> WheelStart<'a, F> {
    /// `own` stands at `pose` and has so much allowance left; `body_at` tells the ground it covers elsewhere.
    pub fn new(own: &'a Body, pose: Pose, left: f64, body_at: F) -> WheelStart<'a, F> {
        let hands = [true, false].map(|left| (wheel_pivot(own, left), wheel_radius(own, left)));
        WheelStart { own, pose, left: left.max(0.0), body_at, hands }
    }

    fn hand(&self, left: bool) -> (Vec2, f64) {
        self.hands[usize::from(!left)]
    }

    /// The widest wheel to one side that the allowance pays for, at most half a circle.
    pub fn widest(&self, left: bool) -> Cdeg {
        arc_turn(self.hand(left).1, self.left).min(18_000)
    }

    /// How far it stands out to the left and right of its place, a little generously.
    fn breadth(&self) -> Range {
        let (at, right) = (self.pose.at.vec(), self.pose.dir().right());
        let mut breadth = Range::NONE;
        self.own.corners().for_each(|corner| breadth.hold((corner - at).dot(right)));
        Range { least: breadth.least - f64::from(MM), most: breadth.most + f64::from(MM) }
    }

    fn wheel(&self, angle: Cdeg) -> Wheeled {
        if angle == 0 {
            return Wheeled { wheel: None, pose: self.pose, rest: self.left };
        }
        let (pivot, radius) = self.hand(angle < 0);
        let by = arc_turn(radius, self.left).min(angle.abs()) * angle.signum();
        let rest = (self.left - arc_length(radius, by)).max(0.0) + TOUCH;
        Wheeled { wheel: Some((pivot, by)), pose: self.pose.pivot(pivot, by), rest }
    }

    /// Those of some wheels after which the straight run meets a body, with nobody and nothing else in the way.
    pub fn homing<'b>(
        &'b self,
        theirs: &'b Body,
        wheels: impl Iterator<Item = Cdeg> + 'b,
    ) -> impl Iterator<Item = Cdeg> + 'b {
        let breadth = self.breadth();
        let corners: ArrayVec<Vec2, { 4 * MAX_BLOCKS }> = theirs.corners().collect();
        wheels.filter(move |&by| {
            let wheeled = self.wheel(by);
            wheeled.may_come_near(breadth, theirs)
                && wheeled.may_run_into(breadth, &corners)
                && self.runs_home(&wheeled, theirs)
        })
    }

    /// Whether the way with this wheel, or without one, may touch a body. A wheel that slow ground cuts short may end at a
    /// touch of it.
    pub fn may_touch(&self, angle: Cdeg, theirs: &Body) -> bool {
        let wheeled = self.wheel(angle);
        self.runs_home(&wheeled, theirs) || wheeled.wheel.is_some_and(|wheel| self.grazes(wheel, theirs))
    }

    /// Whether the straight run after a wheel, or without one, meets a body.
    fn runs_home(&self, wheeled: &Wheeled, theirs: &Body) -> bool {
        let run = |from: &Body| cast(from, wheeled.pose.dir(), wheeled.rest, theirs).is_some();
        if wheeled.wheel.is_none() { run(self.own) } else { run(&(self.body_at)(wheeled.pose)) }
    }

    fn grazes(&self, (pivot, by): (Vec2, Cdeg), theirs: &Body) -> bool {
        let swept = self.own.center().distance(pivot) + self.own.radius() + 2.0 * TOUCH;
        theirs.distance_to_point(pivot) <= swept && cast_turn(self.own, pivot, by, &theirs.grown(2.0 * TOUCH)).is_some()
    }
}

impl Wheeled {
    /// Whether the circle about the target lies ahead of where the wheel ends, and not beside: cheap, and often enough.
    fn may_come_near(&self, breadth: Range, theirs: &Body) -> bool {
        let (way, ahead) = (theirs.center() - self.pose.at.vec(), self.pose.dir());
        let about = |middle: f64| Range { least: middle - theirs.radius() - 1.0, most: middle + theirs.radius() + 1.0 };
        about(way.dot(ahead)).overlaps(Range { least: 0.0, most: self.rest })
            && about(way.dot(ahead.right())).overlaps(breadth)
    }

    /// Cheaper than a cast, and nearly always enough: the target must lie ahead of where the wheel ends, and not beside.
    fn may_run_into(&self, breadth: Range, corners: &[Vec2]) -> bool {
        let (ahead, right) = (self.pose.dir(), self.pose.dir().right());
        let mut depths = Range::NONE;
        let mut breadths = Range::NONE;
        for &corner in corners {
            let way = corner - self.pose.at.vec();
            depths.hold(way.dot(ahead));
            breadths.hold(way.dot(right));
        }
        depths.most > 0.0 && depths.least <= self.rest && breadths.overlaps(breadth)
    }
}

/// The wheel about a place after which another lies straight ahead. The pivot is the corner towards it, so the wheel needed
/// is a little more than the bearing shows, with which it begins.
pub fn wheel_to_face(pose: Pose, pivot: Vec2, aim: Vec2, bearing_off: Cdeg) -> Cdeg {
    let mut by = bearing_off;
    for _ in 0..3 {
        let wheeled = pose.pivot(pivot, by);
        by += turn(wheeled.facing, bearing(aim - wheeled.at.vec()));
    }
    by
}
