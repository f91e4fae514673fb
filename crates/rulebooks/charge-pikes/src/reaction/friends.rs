//! 18.8 Routing friends.

use super::USUAL_GRADES;
use crate::bodies::Outline;
use crate::cards::{Grade, UnitId};
use crate::state::Place;
use crate::table::{Play, Table};
use field::table::{Block, Body, Vec2};
use kernel::{Listener, Reckoning};

impl Table<'_> {
    /// A friend worth heeding routed this turn in sight and near (CP 18.8.1); once in a turn is enough (CP 18.8.2).
    pub(super) fn routing_friend_due(self, id: UnitId) -> bool {
        self.can_react(id) && self.all().any(|friend| self.broke_nearby(id, friend))
    }

    /// Whether a friend broke this turn within 12(9)", at any point of its first flight (ruling G33).
    fn broke_nearby(self, id: UnitId, friend: UnitId) -> bool {
        let other = self.unit(friend);
        if friend == id || !other.routed_now || self.side(friend) != self.side(id) || self.ignores(id, friend) {
            return false;
        }
        let (near, theirs, ran) = (f64::from(self.inches(12)), self.body(friend), self.ran(friend));
        self.maybe_near(id, theirs.center(), near + theirs.radius() + ran)
            && self.body(id).within(&drawn_out(&theirs, ran), near)
            && self.saw_break(id, friend)
    }

    /// Whether a unit saw a friend break or run: where it is now, or where it began to run.
    fn saw_break(self, id: UnitId, friend: UnitId) -> bool {
        let on_table = self.unit(friend).place == Place::Table;
        (on_table && self.sees(id, friend)) || self.sees_place(id, friend, self.broke_at(friend))
    }

    fn sees_place(self, id: UnitId, friend: UnitId, place: Vec2) -> bool {
        let eye = self.body(id).nearest(place);
        self.sight_clear(eye, place, &[id, friend], self.level(id), self.rules.ground.relief.level_at(place))
    }

    /// How a router stood before its last move.
    fn stood_before(self, id: UnitId) -> Outline {
        let now = self.unit(id).outline();
        self.state.paths[id.ix()].iter().rev().find(|stood| stood.pose.at != now.pose.at).copied().unwrap_or(now)
    }

    /// Where a router stood before its last move.
    fn broke_at(self, id: UnitId) -> Vec2 {
        self.stood_before(id).pose.at.vec()
    }

    /// How far a router has come in its first flight, all of it: half a move, or on until it was clear (rulings G33, G34). It has
    /// turned about its middle first.
    fn ran(self, id: UnitId) -> f64 {
        let stood = self.rules.body_of(id, &self.unit(id).standing_as(&self.stood_before(id)));
        (self.body(id).center() - stood.center()).dot(self.unit(id).pose.dir()).max(0.0)
    }

    /// Gunners and skirmishers run and nobody minds (CP 18.8.4a); the elite expects no better of the worst (CP 18.8.4b).
    fn ignores(self, id: UnitId, router: UnitId) -> bool {
        let light = self.is_open_order(router) || self.is_battery(router) || !self.is_troops(router);
        light || (self.grade(id) == Grade::A && self.grade(router) >= Grade::D)
    }

    /// Every friend that runs in sight and near when the die is rolled, and every one whose breaking made the unit test,
    /// be it gone from the table by now (ruling G33).
    fn routers_in_view(self, id: UnitId) -> u32 {
        let (own, near) = (self.body(id), f64::from(self.inches(12)));
        let runs_by = |friend: UnitId| {
            self.unit(friend).place == Place::Table
                && self.routing(friend)
                && !self.ignores(id, friend)
                && own.within(&self.body(friend), near)
                && self.sees(id, friend)
        };
        let friends = self.all().filter(|&friend| friend != id && self.side(friend) == self.side(id));
        friends.filter(|&friend| runs_by(friend) || self.broke_nearby(id, friend)).count() as u32
    }

    pub(super) fn reckon_routing_friend(self, id: UnitId, sum: &mut Reckoning) {
        self.add_grade(id, USUAL_GRADES, sum);
        self.add_general(id, sum);
        let routers = self.routers_in_view(id) as i32;
        sum.add_if(routers > 0, -routers, "for every routing friend in view within 12(9)\"", "CP T16");
        self.add_shaken(id, -1, sum);
        self.add_square_or_cover(id, 1, sum);
    }
}

/// The ground a router covered: its body drawn out backwards to where it broke.
fn drawn_out(body: &Body, ran: f64) -> Body {
    Body::new(body.blocks.iter().map(|block| Block { depth: block.depth + ran, ..*block }))
}

impl<L: Listener> Play<'_, L> {
    /// One state down (CP 18.8.5b) and 4(3)" back (CP 18.8.5c); who routs does not recoil besides, and a pursuer goes on
    /// (rulings G26, G31).
    pub(super) fn after_routing_friend(&mut self, id: UnitId, passed: bool) {
        if passed {
            // CP 18.8.5a
            return;
        }
        self.drop_morale(id, None, "CP 18.8.5b");
        let table = self.table();
        if table.can_react(id) && !table.pursuing(id) {
            let distance = table.inches(4);
            self.recoil(id, distance, None);
        }
    }
}
