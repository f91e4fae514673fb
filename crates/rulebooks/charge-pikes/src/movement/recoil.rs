//! 15.11 Recoil moves, and burst-through.

use crate::cards::UnitId;
use crate::face::told::{self, Blame, Who};
use crate::movement::interpenetration::ENEMY_GAP;
use crate::state::{Aspect, Charge, Formation, Loss, Place, Stage, Woods};
use crate::table::{Play, Table};
use crate::terrain::March;
use field::table::{Body, Cdeg, Um, Vec2, bearing, cast, heading, normal};
use kernel::Listener;

/// Run over by friends who come upon one all at once.
pub(super) const BY_FRIENDS: Blame = ("CP 11.1.5", told::BURST_BY_FRIENDS);

/// What a recoil or rout finds in its way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InWay {
    pub unit: UnitId,
    pub at: Um,
}

impl Table<'_> {
    /// Squares, units in hard cover and in buildings are not run over (CP 15.1.5).
    pub fn immune_to_burst(self, id: UnitId) -> bool {
        self.unit(id).formation == Formation::Square || self.hard_cover(id) || self.unit(id).inside.is_some()
    }

    /// The first unit in the way that `concerns` picks out.
    pub fn first_unit_in_way(
        self,
        id: UnitId,
        body: &Body,
        dir: Vec2,
        distance: f64,
        concerns: impl Fn(UnitId) -> bool,
    ) -> Option<InWay> {
        let mut first: Option<InWay> = None;
        let mut limit = distance;
        for other in self.on_table().filter(|&other| other != id && concerns(other)) {
            if let Some(hit) = cast(body, dir, limit, &self.body(other)) {
                limit = hit.distance;
                first = Some(InWay { unit: other, at: hit.distance.round() as Um });
            }
        }
        first
    }

    /// The first enemy whom a unit that does not charge would come up to: it keeps clear of him, for contact is made by
    /// charging alone (CP 15.3.1). One it touches already is in its way only where it would press into him.
    pub fn foe_in_way(self, id: UnitId, body: &Body, dir: Vec2, distance: f64) -> Option<InWay> {
        let mut first: Option<InWay> = None;
        let (mut limit, reach) = (distance, body.radius() + distance + f64::from(ENEMY_GAP));
        for foe in self.enemies_of(id).filter(|&foe| self.is_troops(foe) && self.maybe_near(foe, body.center(), reach))
        {
            let theirs = self.body(foe);
            let hit = match theirs.touches(body) {
                true => cast(body, dir, limit, &theirs),
                false => cast(body, dir, limit, &theirs.grown(f64::from(ENEMY_GAP))),
            };
            if let Some(hit) = hit {
                limit = hit.distance;
                first = Some(InWay { unit: foe, at: hit.distance.round() as Um });
            }
        }
        first
    }

    /// Friends who cannot be burst through stop a recoil (ruling G30).
    fn wall_in_way(self, id: UnitId, body: &Body, dir: Vec2, distance: f64) -> Option<InWay> {
        let wall =
            |other: UnitId| self.side(other) == self.side(id) && self.is_troops(other) && self.immune_to_burst(other);
        self.first_unit_in_way(id, body, dir, distance, wall)
    }

    /// Where an enemy that fights or has charged a unit stands against it.
    pub fn met_by(self, id: UnitId, enemy: UnitId) -> Option<Aspect> {
        let pair = (id.min(enemy), id.max(enemy));
        let contact = self.state.contacts.iter().find(|contact| (contact.a, contact.b) == pair);
        let on_us = contact.map(|contact| if contact.a == id { contact.on_a } else { contact.on_b });
        let home = |charge: &&Charge| {
            (charge.charger, charge.target) == (enemy, id) && matches!(charge.stage, Stage::Arrived | Stage::Passed)
        };
        on_us.or_else(|| self.state.charges.iter().find(home).map(|charge| charge.aspect))
    }

    /// Straight back: to the rear, or away from an enemy at grips with the unit, off the side where he stands, whether or
    /// not he came from there (CP 15.1.1, 15.11.1, ruling G49).
    pub fn straight_back(self, id: UnitId, from: Option<UnitId>) -> Cdeg {
        match from.filter(|&enemy| self.met_by(id, enemy).is_some()) {
            Some(enemy) => {
                let body = self.body(id);
                let (block, edge) = body.side_of(&self.body(enemy));
                bearing(-body.blocks[block].outward(edge))
            }
            None => normal(self.unit(id).pose.facing + 18_000),
        }
    }

    /// Straight back, or the smallest swerve up to 45 degrees that misses every other unit (CP 15.11.1, 15.11.2); where
    /// there is none, one that misses the enemy and those who cannot be burst through; else none.
    fn recoil_bearing(self, id: UnitId, body: &Body, distance: Um, apart_from: Option<UnitId>) -> Option<Cdeg> {
        const STEP: Cdeg = 100;
        let back = self.straight_back(id, apart_from);
        // The enemy it gives way to is not in its way, unless a swerve leads into him.
        let friend = |other: UnitId| self.side(other) == self.side(id) && self.is_troops(other);
        let clear = |bearing: Cdeg, all: bool| {
            let (dir, far) = (heading(bearing), f64::from(distance));
            let in_way = |other: UnitId| friend(other) && (all || self.immune_to_burst(other));
            self.first_unit_in_way(id, body, dir, far, in_way).is_none()
                && self.foe_in_way(id, body, dir, far).is_none()
        };
        [true, false].into_iter().find_map(|all| {
            let swerves = (0..=45).flat_map(|step| [step * STEP, -step * STEP]);
            swerves.map(|off| normal(back + off)).find(|&bearing| clear(bearing, all))
        })
    }

    /// CP 19.1.9c: horse pushed back among trees it cannot enter.
    fn pushed_into_heavy_woods(self, id: UnitId, body: &Body) -> bool {
        let areas = self.rules.ground.areas.iter().enumerate();
        self.is_mounted(id)
            && areas.into_iter().any(|(ix, area)| self.woods(ix) == Some(Woods::Heavy) && area.outline.meets_body(body))
    }

    /// Squares, garrisons and batteries never recoil (ruling G31).
    pub fn may_recoil(self, id: UnitId) -> bool {
        self.unit(id).formation != Formation::Square && self.unit(id).inside.is_none() && !self.is_guns(id)
    }
}

impl<L: Listener> Play<'_, L> {
    /// Falls back facing the enemy (CP 15.11.1); runs over friends, routs when an enemy cannot be avoided.
    pub fn recoil(&mut self, id: UnitId, distance: Um, from: Option<UnitId>) {
        let table = self.table();
        if !table.may_recoil(id) || table.unit(id).place != Place::Table || distance <= 0 {
            return;
        }
        let body = table.body(id).into_body();
        let back = table.straight_back(id, from);
        let way = table.recoil_bearing(id, &body, distance, from);
        let dir = heading(way.unwrap_or(back));
        let mut gone = f64::from(distance);
        if way.is_none() {
            let (foe, wall) = (table.foe_in_way(id, &body, dir, gone), table.wall_in_way(id, &body, dir, gone));
            match (foe, wall) {
                (Some(foe), wall) if wall.is_none_or(|wall| foe.at <= wall.at) => {
                    return self.cannot_recoil(id, foe.unit);
                }
                // Ruling G30: it stops short of a friend that cannot be run over.
                (_, Some(wall)) => gone = f64::from((wall.at - 1_000).max(0)),
                _ => {}
            }
        }
        self.enter_woods(id, &body, dir, gone);
        let table = self.table();
        let room = body.room_on_table(dir, self.rules.ground.width, self.rules.ground.height);
        gone = table.ground_reach(id, &body, dir, f64::INFINITY, gone.min(room), March::Recoiling);
        if table.pushed_into_heavy_woods(id, &body.translated(dir * (gone + 2_000.0).min(f64::from(distance)))) {
            self.tell("CP 19.1.9c", told::PUSHED_INTO_WOODS, &[Who::Unit(id)]);
            return self.remove(id, Loss::Dispersed);
        }
        gone = match self.table().recoils_to(id, &body, dir, gone, room) {
            Ok(gone) => gone,
            Err(enemy) => return self.cannot_recoil(id, enemy),
        };
        self.burst_through(id, &body, dir, gone);
        let unit = self.unit_mut(id);
        unit.pose = unit.pose.along(way.unwrap_or(back), gone.round() as Um);
        unit.recoiled = true;
        unit.moved = true;
        unit.straight = 0;
        self.note_path(id);
        self.generals_follow(id);
        self.settle_ground(id, &body, dir, gone, March::Recoiling);
        let back = gone.round() as Um;
        if back < field::table::MM {
            self.tell("CP 15.11.1", told::NO_ROOM_TO_RECOIL, &[Who::Unit(id)]);
        } else {
            self.tell("CP 15.11.1", told::RECOILS, &[Who::Unit(id), Who::Far(back)]);
        }
    }

    /// An enemy behind it that cannot be avoided breaks a recoiling unit (CP 15.11.3); it runs from whomever it sees
    /// nearest (ruling G27).
    fn cannot_recoil(&mut self, id: UnitId, enemy: UnitId) {
        self.tell("CP 15.11.3", told::CANNOT_RECOIL, &[Who::Unit(id), Who::Unit(enemy)]);
        self.unit_mut(id).recoiled = true;
        self.rout(id, None);
    }

    /// Disorders every friend in the way of a recoil (CP 15.11.4).
    fn burst_through(&mut self, id: UnitId, body: &Body, dir: Vec2, distance: f64) {
        for other in 0..self.state.units.len() as u8 {
            let other = UnitId(other);
            let table = self.table();
            let run_over = other != id
                && table.unit(other).place == Place::Table
                && table.side(other) == table.side(id)
                && table.is_troops(other)
                && !table.routing(other)
                && !table.immune_to_burst(other)
                && cast(body, dir, distance, &table.body(other)).is_some();
            if run_over {
                self.burst(id, other, BY_FRIENDS);
            }
        }
    }

    /// A friend run over is disordered (CP 15.1.8).
    pub fn burst(&mut self, id: UnitId, friend: UnitId, (rule, why): Blame) {
        self.tell(rule, told::BURSTS_THROUGH, &[Who::Unit(id), Who::Unit(friend)]);
        self.disorder(friend, rule, why);
    }
}

impl Table<'_> {
    /// How far a recoil goes so as not to end on top of somebody (ruling G34): on until it is clear, and that is a move like
    /// any other; where ground, the table's edge or somebody who cannot be burst through stops it, short of him instead. The
    /// enemy it cannot avoid on the way, if there is one (CP 15.11.3).
    fn recoils_to(self, id: UnitId, body: &Body, dir: Vec2, gone: f64, room: f64) -> Result<f64, UnitId> {
        let Some(clear) = self.clear_from(id, body, dir, gone).filter(|clear| *clear <= room) else {
            return Ok(self.clear_short(id, body, dir, gone));
        };
        if clear <= gone {
            return Ok(gone);
        }
        if let Some(foe) = self.foe_in_way(id, body, dir, clear) {
            return Err(foe.unit);
        }
        let free = self.ground_cost(id, body, dir, clear, March::Recoiling).is_some()
            && self.wall_in_way(id, body, dir, clear).is_none();
        Ok(if free { clear } else { self.clear_short(id, body, dir, gone) })
    }

    /// The first place at or beyond a distance where a body that goes straight stands on nobody.
    pub fn clear_from(self, id: UnitId, body: &Body, dir: Vec2, distance: f64) -> Option<f64> {
        let step = f64::from(self.inches(1)) * 0.25;
        (0..80).map(|count| distance + step * f64::from(count)).find(|at| self.clear_at(id, body, dir, *at))
    }

    /// The last such place before it, or where it began.
    pub fn clear_short(self, id: UnitId, body: &Body, dir: Vec2, distance: f64) -> f64 {
        let step = f64::from(self.inches(1)) * 0.25;
        let places = (1..80).map(|count| distance - step * f64::from(count)).take_while(|at| *at > 0.0);
        places.into_iter().find(|at| self.clear_at(id, body, dir, *at)).unwrap_or(0.0)
    }

    /// That far, or to the last place before it where the body stands on nobody.
    pub fn clear_upto(self, id: UnitId, body: &Body, dir: Vec2, distance: f64) -> f64 {
        if self.clear_at(id, body, dir, distance) { distance } else { self.clear_short(id, body, dir, distance) }
    }

    fn clear_at(self, id: UnitId, body: &Body, dir: Vec2, at: f64) -> bool {
        let there = body.translated(dir * at);
        !self.on_table().any(|other| other != id && self.body(other).overlaps(&there))
    }
}
