//! 15.11 Recoil moves, and burst-through.

use crate::cards::UnitId;
use crate::state::{Formation, Place};
use crate::table::{Play, Table};
use crate::terrain::March;
use field::table::{Body, Cdeg, Um, Vec2, cast, heading, normal};
use kernel::{Dice, Listener};

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

    /// Straight back, or the smallest swerve up to 45 degrees that misses every other unit (CP 15.11.1, 15.11.2).
    fn recoil_bearing(self, id: UnitId, body: &Body, distance: Um, apart_from: Option<UnitId>) -> (Cdeg, bool) {
        let back = normal(self.unit(id).pose.facing + 18_000);
        const STEP: Cdeg = 500;
        for step in 0..=9 {
            for off in [step * STEP, -step * STEP] {
                let bearing = normal(back + off);
                let clear = |other: UnitId| Some(other) != apart_from && self.is_troops(other);
                if self.first_unit_in_way(id, body, heading(bearing), f64::from(distance), clear).is_none() {
                    return (bearing, true);
                }
            }
        }
        (back, false)
    }

    /// Squares, garrisons and batteries never recoil (ruling G31).
    pub fn may_recoil(self, id: UnitId) -> bool {
        self.unit(id).formation != Formation::Square && self.unit(id).inside.is_none() && !self.is_guns(id)
    }
}

impl<D: Dice, L: Listener> Play<'_, D, L> {
    /// Falls back facing the enemy (CP 15.11.1); runs over friends, routs when an enemy cannot be avoided.
    pub fn recoil(&mut self, id: UnitId, distance: Um, from: Option<UnitId>) {
        let table = self.table();
        if !table.may_recoil(id) || table.unit(id).place != Place::Table || distance <= 0 {
            return;
        }
        let body = table.body(id);
        let (bearing, clear) = table.recoil_bearing(id, &body, distance, from);
        let dir = heading(bearing);
        let mut gone = f64::from(distance);
        if !clear {
            let enemy = table.first_unit_in_way(id, &body, dir, gone, |other| {
                table.side(other) != table.side(id) && Some(other) != from && table.is_troops(other)
            });
            let immune = table.first_unit_in_way(id, &body, dir, gone, |other| {
                table.side(other) == table.side(id) && table.immune_to_burst(other)
            });
            if let Some(stop) = immune {
                // Ruling G30: it stops short of a friend that cannot be run over.
                gone = f64::from((stop.at - 1_000).max(0));
            }
            if let Some(met) = enemy
                && f64::from(met.at) < gone
            {
                self.tell("CP 15.11.3", &[id, met.unit], |t| {
                    format!("{} cannot recoil past {} and breaks", t.name(id), t.name(met.unit))
                });
                self.unit_mut(id).recoiled = true;
                self.rout(id, Some(met.unit));
                return;
            }
        }
        self.enter_woods(id, &body, dir, gone);
        gone = gone.min(body.room_on_table(dir, self.rules.ground.width, self.rules.ground.height).max(0.0));
        gone = self.table().ground_reach(id, &body, dir, f64::INFINITY, gone, March::Recoiling);
        let friends = if clear { 0 } else { self.burst_through(id, &body, dir, gone) };
        let gone = if friends > 0 { self.clear_of_friends(id, &body, dir, gone) } else { gone };
        let unit = self.unit_mut(id);
        unit.pose = unit.pose.along(bearing, gone.round() as Um);
        unit.recoiled = true;
        unit.moved = true;
        unit.straight = 0;
        self.note_path(id);
        self.generals_follow(id);
        self.settle_ground(id, &body, dir, gone, March::Recoiling, false);
        self.tell("CP 15.11.1", &[id], |t| {
            format!("{} recoils {:.1}\"", t.name(id), gone / f64::from(field::table::INCH))
        });
    }

    /// Disorders every friend in the way (CP 15.1.3, 15.1.8, 15.11.4); how many.
    pub fn burst_through(&mut self, id: UnitId, body: &Body, dir: Vec2, distance: f64) -> usize {
        let mut count = 0;
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
                count += 1;
                self.tell("CP 11.1.5", &[id, other], |t| format!("{} bursts through {}", t.name(id), t.name(other)));
                self.disorder(other, "CP 11.1.5", "burst through by friends");
            }
        }
        count
    }

    /// How far a unit goes on so as not to end on top of a friend (ruling G34).
    pub fn clear_of_friends(&self, id: UnitId, body: &Body, dir: Vec2, distance: f64) -> f64 {
        let table = self.table();
        let step = f64::from(table.inches(1)) * 0.25;
        let mut gone = distance;
        for _ in 0..80 {
            let there = body.translated(dir * gone);
            let on_top = |other: UnitId| other != id && table.body(other).overlaps(&there);
            if !table.on_table().any(on_top) {
                break;
            }
            gone += step;
        }
        gone
    }
}
