//! Going back before the enemy: push-backs (SSS 27.2, G58) and breaking off (SSS 27.10, G80).

use crate::cards::UnitId;
use crate::disruption::Cause;
use crate::face::told::{self, Who};
use crate::state::{Aspect, Over, WaySet};
use crate::table::{Play, Table};
use arrayvec::ArrayVec;
use field::table::{Body, Passing, Sweep, TOUCH, Trail, Um, Vec2, cast, passage};
use kernel::Listener;

/// How far a unit gets that is pushed, and what that does to friends on the way.
struct Shove {
    dist: f64,
    way: WaySet,
    /// Friends passed through at a cost to both, and those it runs into (SSS 9.4, G58).
    passed: ArrayVec<UnitId, 8>,
    crowded: ArrayVec<UnitId, 8>,
}

impl Table<'_> {
    /// Where a unit is pushed to: straight back, or before those who took it in flank or rear (SSS 27.6, G58).
    pub(crate) fn pushed_towards(self, id: UnitId) -> Vec2 {
        let body = self.body(id);
        let behind = self.foes(id).find(|&foe| self.contact_of(id, foe).is_some_and(|c| c.met(id) != Aspect::Front));
        match behind {
            Some(foe) if !self.is_elephants(id) => self.body(foe).main().dir,
            _ => self.away_from_foes(id, -body.main().dir),
        }
    }

    /// Elephants, squares and skirmishers have no front to keep to: they go from whoever beats them.
    fn away_from_foes(self, id: UnitId, back: Vec2) -> Vec2 {
        let body = self.body(id);
        let foe = self.foes(id).next();
        match foe {
            Some(foe) if body.main().dir.dot(self.body(foe).main().dir) > -0.5 => self.body(foe).main().dir,
            _ => back,
        }
    }

    /// How far it gets: friends are passed where that is allowed and it comes out on the far side, impassable ground, the edge
    /// and enemies stop it (SSS 9.1, G58).
    fn shove(self, id: UnitId, dir: Vec2, dist: f64) -> Shove {
        let body = self.body(id);
        let ground = &self.rules.ground;
        let mut shove = Shove { dist, way: WaySet::default(), passed: ArrayVec::new(), crowded: ArrayVec::new() };
        shove.dist = shove.dist.min(body.room_on_table(dir, ground.width, ground.height).max(0.0));
        for foe in self.enemies_of(id).filter(|&foe| !self.in_contact_with(id, foe) && !self.is_garrison(foe)) {
            if let Some(hit) = cast(&body, dir, shove.dist, &self.body(foe)) {
                shove.dist = hit.distance;
            }
        }
        self.shove_over_ground(id, &body, dir, &mut shove);
        self.shove_past_friends(id, &body, dir, &mut shove);
        shove
    }

    fn shove_over_ground(self, id: UnitId, body: &Body, dir: Vec2, shove: &mut Shove) {
        let over = |dist: f64| self.over(id, &Sweep::new(body, Trail::Straight { dir, dist }), false, true);
        if let Ok(way) = over(shove.dist) {
            shove.way = way;
            return;
        }
        let (mut free, mut barred) = (0.0, shove.dist);
        while barred - free > TOUCH {
            let middle = (free + barred) * 0.5;
            if over(middle).is_ok() { free = middle } else { barred = middle }
        }
        shove.dist = free;
        shove.way = over(free).unwrap_or_default();
    }

    fn shove_past_friends(self, id: UnitId, body: &Body, dir: Vec2, shove: &mut Shove) {
        for friend in self.friends_of(id).filter(|&friend| !self.is_garrison(friend)) {
            let Some(span) = passage(body, dir, shove.dist, &self.body(friend)) else { continue };
            let passing = self.passing(id, friend);
            let through = span.to <= shove.dist + TOUCH;
            if passing != Passing::Never && through {
                if passing == Passing::Costly {
                    self.state.overflow.keep(&mut shove.passed, friend);
                }
            } else {
                shove.dist = span.from.max(0.0);
                self.state.overflow.keep(&mut shove.crowded, friend);
            }
        }
    }
}

impl<L: Listener> Play<'_, L> {
    /// A unit goes back that far, facing as before, or as far as it gets.
    pub(crate) fn push(&mut self, id: UnitId, dir: Vec2, distance: Um) {
        self.keep_bodies();
        let shove = self.table().shove(id, dir, f64::from(distance));
        let unit = self.unit_mut(id);
        unit.pose = unit.pose.moved(dir * shove.dist);
        unit.this_turn.way = unit.this_turn.way.and(shove.way);
        unit.rear_about = false;
        self.tell("SSS 27.2", told::PUSHED_BACK, &[Who::Unit(id), Who::Far(shove.dist.round() as Um)]);
        for &friend in &shove.passed {
            self.disrupt(friend, Cause::Interpenetrated);
            self.disrupt(id, Cause::Interpenetrated);
        }
        for &friend in &shove.crowded {
            self.disrupt(friend, Cause::Crowded);
        }
        if shove.way.has(Over::Rough) {
            self.disrupt_by_ground(id, true);
        } else if shove.way.has(Over::Difficult) {
            self.disrupt_by_ground(id, false);
        }
        self.keep_bodies();
        if shove.dist + TOUCH < f64::from(distance) {
            self.looks_for_quicksand(id);
        }
    }
}
