//! Going back before the enemy: push-backs (SSS 27.2, G58) and breaking off (SSS 27.10, G80).

use super::fighters::CONTACT;
use crate::cards::UnitId;
use crate::disruption::Cause;
use crate::face::told::{self, Who};
use crate::state::{Aspect, Over, WaySet};
use crate::table::{Play, Table};
use arrayvec::ArrayVec;
use field::table::{Body, Passing, Span, Sweep, TOUCH, Trail, Um, Vec2, cast, passage};
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
        // Buildings look nowhere.
        let foe = self.foes(id).find(|&foe| !self.is_garrison(foe));
        match foe {
            // Who is before it drives it straight back, whichever way he faces himself.
            Some(foe) if (self.body(foe).center() - body.center()).dot(body.main().dir) > 0.0 => back,
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
        // Those who drive it are before it; whoever stands where it goes bars its way, in contact or not.
        let slim = body.grown(-CONTACT);
        for foe in self.enemies_of(id).filter(|&foe| !self.is_garrison(foe)) {
            let close = if self.in_contact_with(id, foe) { CONTACT } else { 0.0 };
            let mine: &Body = if close > 0.0 { &slim } else { &body };
            if let Some(hit) = cast(mine, dir, shove.dist + close, &self.body(foe)) {
                shove.dist = shove.dist.min((hit.distance - close).max(0.0));
            }
        }
        self.shove_over_ground(id, &body, dir, &mut shove);
        self.shove_past_friends(id, &body, dir, &mut shove);
        shove
    }

    fn shove_over_ground(self, id: UnitId, body: &Body, dir: Vec2, shove: &mut Shove) {
        (shove.dist, shove.way) = self.clear_way(id, body, dir, shove.dist);
    }

    /// How far the ground lets it go that way, and what that leads over.
    pub(super) fn clear_way(self, id: UnitId, body: &Body, dir: Vec2, dist: f64) -> (f64, WaySet) {
        let from = body.main().front;
        let (road, track) = self.by_road(body, from, from + dir * dist);
        // Gunners go where their guns cannot (SSS 8.5, G65).
        let track = track || self.is_artillery(id);
        let over = |dist: f64| self.over(id, &Sweep::new(body, Trail::Straight { dir, dist }), road, track);
        if let Ok(way) = over(dist) {
            return (dist, way);
        }
        let (mut free, mut barred) = (0.0, dist);
        while barred - free > TOUCH {
            let middle = (free + barred) * 0.5;
            if over(middle).is_ok() { free = middle } else { barred = middle }
        }
        (free, over(free).unwrap_or_default())
    }

    /// Friends whom it may not pass stop it, and so do those among whom it would come to stand (SSS 9.1, G58).
    fn shove_past_friends(self, id: UnitId, body: &Body, dir: Vec2, shove: &mut Shove) {
        let (mut end, friends) = (shove.dist, self.friends_on(id, body, dir, shove.dist));
        while let Some(stops) = friends.iter().find(|one| one.stops(end)) {
            end = stops.span.from.max(0.0);
        }
        for one in &friends {
            let touched = (one.span.from - end).abs() <= TOUCH;
            let costly = one.passing == Passing::Costly && one.span.to <= end + TOUCH;
            // SSS 9.2: whoever lets others through freely is none the worse for it.
            let list = match one.passing {
                _ if costly => &mut shove.passed,
                Passing::Costly | Passing::Never if touched => &mut shove.crowded,
                _ => continue,
            };
            self.state.overflow.keep(list, one.friend);
        }
        shove.dist = end;
    }

    /// Friends on a way that nobody chose, and where it leads through each of them.
    pub(super) fn friends_on(self, id: UnitId, body: &Body, dir: Vec2, dist: f64) -> ArrayVec<OnTheWay, 63> {
        let mut on = ArrayVec::new();
        for friend in self.friends_of(id).filter(|&friend| !self.is_garrison(friend)) {
            if let Some(span) = passage(body, dir, dist, &self.body(friend)) {
                self.state.overflow.keep(&mut on, OnTheWay { friend, span, passing: self.passing(id, friend) });
            }
        }
        on
    }
}

/// A friend on somebody's way.
pub(super) struct OnTheWay {
    pub friend: UnitId,
    pub span: Span,
    pub passing: Passing,
}

impl OnTheWay {
    /// A way that ends there ends before him: he lets nobody through, or would stand under whoever stops there (SSS 9.1).
    pub fn stops(&self, end: f64) -> bool {
        self.span.from.max(0.0) < end && (self.passing == Passing::Never || end + TOUCH < self.span.to)
    }
}

impl<L: Listener> Play<'_, L> {
    /// A unit goes back that far, facing as before, or as far as it gets.
    pub(crate) fn push(&mut self, id: UnitId, dir: Vec2, distance: Um) {
        self.keep_bodies();
        let body = self.body(id);
        self.feels_straight(&body, dir, f64::from(distance));
        let shove = self.table().shove(id, dir, f64::from(distance));
        if shove.dist > TOUCH {
            self.loses_its_guns(id);
        }
        let unit = self.unit_mut(id);
        unit.pose = unit.pose.moved(dir * shove.dist);
        unit.this_turn.way = unit.this_turn.way.and(shove.way);
        unit.rear_about = false;
        self.tell("SSS 27.2", told::PUSHED_BACK, &[Who::Unit(id), Who::Far(shove.dist.round() as Um)]);
        for &friend in &shove.passed {
            self.disrupt_again(friend, Cause::Interpenetrated);
            self.disrupt_again(id, Cause::Interpenetrated);
        }
        for &friend in &shove.crowded {
            self.disrupt_again(friend, Cause::Crowded);
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
