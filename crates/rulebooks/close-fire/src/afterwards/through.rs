//! Riding through the enemy and taking his position (CF 17.5 to 17.8, G38, G62).

use crate::cards::{UnitId, Units};
use crate::face::told::{self, Who};
use crate::measures::{HALT, yds};
use crate::movement::Run;
use crate::state::{After, Combat, MoveDice, Moved};
use crate::table::{Play, Table};
use field::table::{Body, Pose, TOUCH, Um, Vec2, bearing, cast, heading, passage, turn};
use kernel::Listener;

impl<'a> Table<'a> {
    /// How far a unit has to ride until it has the enemies of its combat behind it; no distance at all where they have ridden
    /// through it: then both change places (CF G62).
    fn beyond(self, combat: &Combat, id: UnitId) -> Option<f64> {
        let (body, dir) = (self.body(id), self.unit(id).pose.dir());
        let foes =
            || combat.units.iter().filter(|&enemy| self.side(enemy) != self.side(id) && self.can_be_charged(enemy));
        let spans = foes().filter_map(|enemy| passage(&body, dir, f64::from(yds(60)), &self.body(enemy)));
        let past = foes().any(|enemy| self.unit(enemy).after == After::RodeThrough).then_some(0.0);
        spans.map(|span| span.to + TOUCH).reduce(f64::max).or(past)
    }

    /// There is room to ride through: the enemy one rank deep, and behind him the unit's depth and 20 yds free of enemy and of
    /// ground that is closed (CF 17.7, G62).
    pub(super) fn has_way_through(self, combat: &Combat, id: UnitId) -> bool {
        let Some(beyond) = self.beyond(combat, id) else { return false };
        let foes = || combat.units.iter().filter(|&enemy| self.side(enemy) != self.side(id));
        if foes()
            .any(|enemy| self.can_be_charged(enemy) && self.in_contact_with(id, enemy) && self.unit(enemy).ranks() > 1)
        {
            return false;
        }
        let (body, dir) = (self.body(id), self.unit(id).pose.dir());
        let there = body.translated(dir * beyond);
        let room = f64::from(HALT);
        let others = self.enemies_of(id).filter(|&enemy| self.can_be_charged(enemy) && !combat.units.contains(enemy));
        let mut others =
            others.chain(foes().filter(|&enemy| self.can_be_charged(enemy) && !self.in_contact_with(id, enemy)));
        let free = !others
            .any(|enemy| there.overlaps(&self.body(enemy)) || cast(&there, dir, room, &self.body(enemy)).is_some());
        let far = beyond + room;
        let pips = crate::movement::Pips { faces: [20, 0, 0], count: 1 };
        let run = self.straight_run(id, &body, dir, crate::movement::Allowance { pips, extra: 1 }, far);
        let friends = self.friends_of(id).any(|friend| !self.is_left_gun(friend) && there.overlaps(&self.body(friend)));
        free && !friends && !run.barred && run.ran + TOUCH >= far
    }

    fn in_contact_with(self, id: UnitId, enemy: UnitId) -> bool {
        self.opponents(id).any(|met| met == enemy)
    }

    /// How far a way leads until it comes to ground that nobody crosses (CF G40).
    fn dry_way(self, body: &Body, dir: Vec2, most: f64) -> f64 {
        let step = f64::from(yds(1));
        let steps = (most / step).ceil() as i32;
        let wet = (1..=steps).find(|&count| {
            let far = (f64::from(count) * step).min(most);
            self.stands_in_water(&body.translated(dir * far))
        });
        wet.map_or(most, |count| f64::from(count - 1) * step)
    }

    /// Ground that enemies of a combat have left by retiring or routing (CF 17.5).
    pub(super) fn left_ground(self, combat: &Combat, id: UnitId) -> Option<Body> {
        let foes = combat.units.iter().filter(|&enemy| self.side(enemy) != self.side(id));
        let fled = foes.filter(|&enemy| matches!(self.unit(enemy).after, After::Retired | After::Routed));
        let grounds = fled.filter_map(|enemy| self.state.events.iter().find(|event| event.unit == Some(enemy)));
        let grounds = grounds.map(|event| event.from.body());
        let own = self.body(id);
        grounds.min_by(|one, other| own.distance(one).total_cmp(&own.distance(other)))
    }
}

impl<L: Listener> Play<'_, L> {
    /// Straight forward through the enemy, two dice or three in full (CF 17.6, 17.8, G62).
    pub(super) fn ride_through(&mut self, combat: &Combat, id: UnitId, dice: MoveDice) {
        self.tell("CF 17.6", told::RIDES_THROUGH, &[Who::Unit(id), Who::Dice(dice)]);
        self.unit_mut(id).after = After::RodeThrough;
        let pips = self.roll_pips(dice);
        let table = self.table();
        let Some(beyond) = table.beyond(combat, id) else { return };
        let (body, pose) = (table.body(id).into_body(), table.unit(id).pose);
        let dir = pose.dir();
        // New enemy: it halts beyond 20 yds of them.
        let others =
            table.enemies_of(id).filter(|&enemy| table.can_be_charged(enemy) && !table.in_contact_with(id, enemy));
        let ahead = others.filter_map(|enemy| cast(&body, dir, 1e8, &table.body(enemy)));
        let stop = ahead.map(|hit| hit.distance - f64::from(HALT) - f64::from(yds(1))).fold(f64::INFINITY, f64::min);
        let allowance = self.allowance(id, pips, false);
        let run = table.straight_run(id, &body, dir, allowance, stop.max(0.0));
        let barred = if run.barred { run.ran - f64::from(HALT) - f64::from(yds(1)) } else { run.ran };
        // It ends on no friends: beyond them where there is room, or short of them (CF G78).
        let limit = table.free_beyond(id, &body, dir, barred, stop.max(0.0));
        let (_, ran) = table.beyond_friends(id, &body, dir, barred.max(beyond), limit);
        let ran = ran.max(beyond);
        let passed = table.friends_on_way(id, &body, dir, ran, Units::EMPTY).0;
        self.break_off(id);
        let unit = self.unit_mut(id);
        unit.pose = pose.moved(dir * ran);
        (unit.displaced, unit.advanced) = (true, true);
        if unit.moved == Moved::Stood {
            unit.moved = Moved::Otherwise;
        }
        self.keep_bodies();
        self.pay_for_run(id, pips, &Run { ran, ..run }, &passed);
        self.rides_over(id, &body, dir, ran);
        self.face_threat(id);
        self.lose_dps(id, 1, "CF 8.15");
    }

    /// Ends facing the nearest enemy (CF 17.6).
    fn face_threat(&mut self, id: UnitId) {
        let table = self.table();
        let Some((enemy, _)) = table.nearest_enemy(id) else { return };
        let body = table.body(id);
        let to = bearing(table.body(enemy).nearest(body.center()) - body.center());
        let unit = table.unit(id);
        let pose: Pose = unit.pose.pivot(body.center(), turn(unit.pose.facing, to));
        let placed = table.rules.body_at(unit, pose);
        let clear = table.on_table().filter(|&other| other != id).all(|other| !table.body(other).overlaps(&placed));
        if clear && placed.within_table(table.rules.ground.width, table.rules.ground.height) {
            self.unit_mut(id).pose = pose;
            self.keep_bodies();
        }
    }

    /// Forward onto the ground the enemy left, over works and obstacles alike (CF 17.5, G38).
    pub(super) fn take_position(&mut self, combat: &Combat, id: UnitId) {
        let table = self.table();
        let Some(ground) = table.left_ground(combat, id) else { return };
        let (body, pose) = (table.body(id).into_body(), table.unit(id).pose);
        let loose = table.is_unformed(id);
        let way = if loose { bearing(ground.center() - body.center()) } else { pose.facing };
        let dir = heading(way);
        let depth = f64::from(table.rules.depth_of(table.unit(id)));
        let gap = cast(&body, dir, 1e8, &ground).map_or(0.0, |hit| hit.distance);
        // Not nearer than 20 yds to enemy who stand there still (CF 11.5).
        let foes = table.enemies_of(id).filter(|&enemy| table.can_be_charged(enemy));
        let ahead = foes.filter_map(|enemy| cast(&body, dir, 1e8, &table.body(enemy)));
        let stop = ahead.map(|hit| hit.distance - f64::from(HALT)).fold(f64::INFINITY, f64::min).max(0.0);
        let wish = (gap + depth).min(stop);
        let wish = table.dry_way(&body, dir, wish);
        let free = table.friends_on_way(id, &body, dir, wish, Units::EMPTY).1;
        let edge = body.room_on_table(dir, table.rules.ground.width, table.rules.ground.height);
        let ran = free.min(edge);
        self.break_off(id);
        let unit = self.unit_mut(id);
        unit.after = After::TookPosition;
        unit.pose = pose.moved(dir * ran);
        (unit.displaced, unit.advanced) = (true, true);
        if unit.moved == Moved::Stood {
            unit.moved = Moved::Otherwise;
        }
        self.keep_bodies();
        self.range_changes(id, true);
        self.tell("CF 17.5", told::TAKES_POSITION, &[Who::Unit(id), Who::Far(ran.round() as Um)]);
        self.lose_dps(id, 1, "CF 8.16");
    }
}
