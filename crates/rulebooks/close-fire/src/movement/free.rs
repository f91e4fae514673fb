//! Unformed troops, guns and wagons on their wheels, and marches by road (CF 11.19, 11.36, G31, G93).

use super::{NOT_SO_FAR, Outcome, Pace, refuse};
use crate::cards::UnitId;
use crate::ground::is_road;
use crate::measures::{FAR, HALT, NEAR, yds};
use crate::state::{Formation, Moved};
use crate::table::Table;
use field::table::{Body, Cdeg, Point, Polyline, Pose, TOUCH, Trail, Um, Vec2, bearing};
use kernel::Refusal;

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

    /// The road on which a unit stands and a place lies, and where on it the two are (CF 11.19).
    pub(crate) fn road_to(self, id: UnitId, to: Point) -> Option<(&'a Polyline, f64, f64)> {
        let front = self.unit(id).pose.at.vec();
        let close = |p: Vec2, line: &Polyline| line.distance(p) <= f64::from(yds(10)) + TOUCH;
        let roads = self.rules.ground.lines.iter().filter(|line| is_road(line.kind)).map(|line| &line.line);
        let road = roads.into_iter().find(|road| close(front, road) && close(to.vec(), road))?;
        Some((road, road.nearest(front).0, road.nearest(to.vec()).0))
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
        let Some((road, from, end)) = self.road_to(id, to) else {
            return refuse(("CF 11.19", "the march begins and ends on one road"));
        };
        let far = (end - from).abs();
        let reach = self.road_reach(id);
        if far > f64::from(reach) + TOUCH {
            return refuse(("CF 11.19", "a march by road goes 120 yards, 240 far from the enemy"));
        }
        if far < f64::from(yds(1)) {
            return refuse(("CF 11.3", "that leads nowhere"));
        }
        // It looks the way it has come.
        let back = (f64::from(yds(10))).min(far) * if end > from { -1.0 } else { 1.0 };
        let facing = bearing(road.at(end) - road.at(end + back));
        let mut marched = self.takes_all(unit.clone())?;
        marched.pose = Pose::new(road.at(end).round(), facing);
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
        let sweep = field::table::Sweep::new(&before, trail);
        if self.enemies_of(id).any(|foe| sweep.through(&self.body(foe)).is_some()) {
            return refuse(("CF 11.5", "the enemy stands in the way"));
        }
        let passed = self.passed(id, &sweep).unwrap_or_default();
        Ok(Outcome { passed, ..Outcome::new(marched, trail) })
    }
}
