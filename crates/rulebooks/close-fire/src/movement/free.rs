//! Unformed troops, guns and wagons on their wheels, and marches by road (CF 11.19, 11.36, G31, G93).

use super::{NOT_SO_FAR, Outcome, Pace, refuse};
use crate::cards::UnitId;
use crate::ground::is_road;
use crate::measures::{FAR, HALT, NEAR, QUARTER, yds};
use crate::state::{Formation, Moved, Unit};
use crate::table::Table;
use arrayvec::ArrayVec;
use field::table::{Body, Cdeg, Point, Polyline, Pose, TOUCH, Trail, Um, Vec2, bearing, turn};
use kernel::Refusal;

/// How near to a road one stands on it, and another road joins it.
const BY: f64 = yds(10) as f64;

pub(super) fn is_by(at: Vec2, road: &Polyline) -> bool {
    road.distance(at) <= BY + TOUCH
}

/// Where two roads meet: how far along the one and along the other. They cross, or one of them ends at the other.
pub(super) fn junctions(one: &Polyline, other: &Polyline) -> ArrayVec<(f64, f64), 8> {
    let mut found = ArrayVec::new();
    let mut note = |at: Vec2| {
        if !found.is_full() {
            found.push((one.nearest(at).0, other.nearest(at).0));
        }
    };
    other.segments().for_each(|(a, b)| one.crossings(a, b).for_each(|(_, at)| note(at)));
    let ends = |road: &Polyline| [road.at(0.0), road.at(road.length())];
    ends(one).into_iter().filter(|&end| is_by(end, other)).for_each(&mut note);
    ends(other).into_iter().filter(|&end| is_by(end, one)).for_each(&mut note);
    found
}

/// A piece of a road, from one place on it to another.
#[derive(Debug, Clone, Copy)]
struct Stage<'a> {
    road: &'a Polyline,
    from: f64,
    to: f64,
}

/// A march by road, in one piece or two.
#[derive(Debug, Clone)]
pub(crate) struct March<'a> {
    stages: ArrayVec<Stage<'a>, 2>,
    pub long: f64,
}

impl<'a> March<'a> {
    fn along(stages: impl IntoIterator<Item = Stage<'a>>) -> March<'a> {
        let stages: ArrayVec<Stage<'a>, 2> = stages.into_iter().collect();
        let long = stages.iter().map(|stage| (stage.to - stage.from).abs()).sum();
        March { stages, long }
    }

    /// The place on it so far from its beginning.
    pub(crate) fn at(&self, far: f64) -> Vec2 {
        let (mut left, last) = (far, self.stages.len() - 1);
        for (ix, stage) in self.stages.iter().enumerate() {
            let long = (stage.to - stage.from).abs();
            if left < long {
                return stage.road.at(stage.from + left.copysign(stage.to - stage.from));
            }
            if ix == last {
                return stage.road.at(stage.to);
            }
            left -= long;
        }
        Vec2::default()
    }
}

impl<'a> Table<'a> {
    /// Goes where it likes within its allowance.
    pub fn moves_freely(self, id: UnitId) -> bool {
        self.is_unformed(id) || self.pace(id) == Pace::Limbered
    }

    /// Anywhere within the allowance, no base farther than that, facing as it likes (CF 11.36, 11.38, 11.39, G93).
    pub(super) fn go_outcome(self, id: UnitId, to: Point, facing: Cdeg, files: u8) -> Result<Outcome, Refusal> {
        if !self.moves_freely(id) {
            return refuse(("CF 11.36", "only unformed troops and what is on wheels go anywhere"));
        }
        let now = self.unit(id);
        if now.dice.count() == 0 {
            return refuse(("CF 11.2", "it has rolled no dice to move with"));
        }
        if now.formation == Formation::Unformed {
            self.may_stand_loose(id, files)?;
        } else if files != 1 {
            return refuse(("CF 10.1", "a single model has one file"));
        }
        let mut unit = now.clone();
        unit.files = files;
        unit.pose = Pose::new(to, facing);
        let (before, after) = (self.body(id), self.rules.body_of(&unit));
        let way = after.center() - before.center();
        let farthest = after.corners().map(|corner| before.distance_to_point(corner)).fold(way.len(), f64::max);
        let cost = farthest.round() as Um;
        if cost > self.left(now) + 2 {
            return refuse(NOT_SO_FAR);
        }
        if cost < 2 {
            return refuse(("CF 11.3", "that leads nowhere"));
        }
        let trail = Trail::Straight { dir: way.unit(), dist: way.len() };
        let outcome = self.pays(id, unit, trail, cost, false)?;
        self.has_room(id, &outcome.unit)?;
        self.steps_over_nothing(id, &outcome.unit, &outcome.majors)?;
        self.rests_off(id, &outcome.unit.doubled, &after)?;
        Ok(outcome)
    }

    /// Loose bases stand in as many files as one likes (CF G93).
    fn may_stand_loose(self, id: UnitId, files: u8) -> Result<(), Refusal> {
        let bases = self.unit(id).bases();
        if (1..=bases).contains(&files) { Ok(()) } else { refuse(("CF 11.37", "it has not so many bases")) }
    }

    /// Ends no nearer to the enemy than it may: 20 yds, 120 after a doubled move (CF 11.5, 11.10).
    fn rests_off(self, id: UnitId, doubled: &bool, after: &Body) -> Result<(), Refusal> {
        let before = self.body(id);
        let least = f64::from(if *doubled { NEAR } else { HALT }) - TOUCH;
        let crowds = |foe: UnitId| {
            let theirs = self.body(foe);
            let gap = theirs.distance(after);
            self.counts_as_enemy(foe) && gap < least && gap < theirs.distance(&before)
        };
        if self.enemies_of(id).any(crowds) {
            refuse(("CF 11.5", "only a charge goes closer to the enemy"))
        } else {
            Ok(())
        }
    }

    /// How far a march by road goes: 120 yds, 240 beyond 120 yds of the enemy (CF 11.19, G31).
    pub fn road_reach(self, id: UnitId) -> Um {
        if self.is_near_enemy(id) { NEAR } else { FAR }
    }

    /// The roads of the map.
    pub(super) fn roads(self) -> impl Iterator<Item = &'a Polyline> + Clone {
        self.rules.ground.lines.iter().filter(|line| is_road(line.kind)).map(|line| &line.line)
    }

    /// The march from where a unit stands to a place: along one road, or from one to another that joins it, by the shortest way
    /// (CF 11.19).
    pub(crate) fn road_to(self, id: UnitId, to: Point) -> Option<March<'a>> {
        let (front, to) = (self.unit(id).pose.at.vec(), to.vec());
        let one = self.roads().find(|road| is_by(front, road) && is_by(to, road));
        if let Some(road) = one {
            return Some(March::along([Stage { road, from: road.nearest(front).0, to: road.nearest(to).0 }]));
        }
        let mut best: Option<March<'a>> = None;
        for road in self.roads().filter(|road| is_by(front, road)) {
            for other in self.roads().filter(|other| is_by(to, other)) {
                for (here, there) in junctions(road, other) {
                    let first = Stage { road, from: road.nearest(front).0, to: here };
                    let march = March::along([first, Stage { road: other, from: there, to: other.nearest(to).0 }]);
                    if best.as_ref().is_none_or(|best| march.long < best.long) {
                        best = Some(march);
                    }
                }
            }
        }
        best
    }

    /// Along a road, from one place on it to another, without dice (CF 11.19).
    pub(super) fn road_outcome(self, id: UnitId, to: Point) -> Result<Outcome, Refusal> {
        let unit = self.unit(id);
        let column = unit.formation == Formation::MarchColumn || self.pace(id) == Pace::Limbered;
        if !column {
            return refuse(("CF 11.19", "troops in march column march by road"));
        }
        if unit.dice.count() > 0 || unit.displaced {
            return refuse(("CF 11.19", "a march by road is made without dice, and instead of another move"));
        }
        let Some(march) = self.road_to(id, to) else {
            return refuse((
                "CF 11.19",
                "the march begins and ends on a road, and roads lead from the one place to the other",
            ));
        };
        let far = march.long;
        let reach = self.road_reach(id);
        if far > f64::from(reach) + TOUCH {
            return refuse(("CF 11.19", "a march by road goes 120 yards, 240 far from the enemy"));
        }
        if far < f64::from(yds(1)) {
            return refuse(("CF 11.3", "that leads nowhere"));
        }
        // Neither turns about nor to a flank; what is on wheels turns as it goes (CF 12.13, 12.14, G197).
        let off = turn(unit.pose.facing, bearing(march.at(BY.min(far)) - march.at(0.0))).abs();
        if unit.formation == Formation::MarchColumn && off > QUARTER {
            return refuse(("CF 12.14", "a column marches the way it looks"));
        }
        // It looks the way it has come.
        let facing = bearing(march.at(far) - march.at(far - f64::from(yds(10)).min(far)));
        let mut marched = self.takes_all(unit.clone())?;
        marched.pose = Pose::new(march.at(far).round(), facing);
        let turn = &mut marched.this_turn;
        (turn.moved, turn.displaced, turn.advanced) = (Moved::Road, true, true);
        turn.path = far.round() as Um;
        let after = self.rules.body_of(&marched);
        self.has_room(id, &marched)?;
        self.keeps_to_orders(id, &marched)?;
        let doubled = far > f64::from(NEAR) + TOUCH;
        self.rests_off(id, &doubled, &after)?;
        let way = after.center() - self.body(id).center();
        let before = self.body(id);
        let trail = Trail::Straight { dir: way.unit(), dist: way.len() };
        let mut outcome = Outcome::new(marched, trail);
        for there in self.marching(unit, &march) {
            for foe in self.enemies_of(id) {
                let theirs = self.body(foe);
                let ahead = self.front_gap(unit, &there, &theirs).is_some_and(|gap| gap < f64::from(HALT) - TOUCH);
                if theirs.overlaps(&there) || (self.counts_as_enemy(foe) && ahead) {
                    return refuse(("CF 11.5", "the enemy stands in the way"));
                }
                let near = doubled && theirs.within(&there, f64::from(NEAR) - TOUCH);
                if near && self.counts_as_enemy(foe) {
                    return refuse(("CF 11.10", "a march of more than 120 yards halts at 120 yards from the enemy"));
                }
            }
            for friend in self.friends_of(id).filter(|&friend| self.body(friend).overlaps(&there)) {
                if !outcome.passed.contains(&friend) && !self.body(friend).overlaps(&before) {
                    self.state.overflow.keep(&mut outcome.passed, friend);
                }
            }
        }
        Ok(outcome)
    }

    /// A unit on its march, place by place: it follows the road, and does not cut across its bends.
    fn marching(self, unit: &Unit, march: &March<'a>) -> impl Iterator<Item = Body> {
        let steps = (march.long / BY).ceil().max(1.0) as i32;
        (1..=steps).map(move |step| {
            let far = march.long * f64::from(step) / f64::from(steps);
            let (at, back) = (march.at(far), march.at(far - BY.min(far)));
            self.rules.body_at(unit, Pose::new(at.round(), bearing(at - back)))
        })
    }
}
