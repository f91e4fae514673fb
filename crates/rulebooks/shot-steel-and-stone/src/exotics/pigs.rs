//! Flaming pigs (SSS 42.1a to 42.1e, G46).

use crate::cards::{Arm, BuildingId, Material, UnitId};
use crate::face::told::{self, Who};
use crate::measures::bw;
use crate::reaction::Occasion;
use crate::shooting::{Aim, Weapon};
use crate::state::{Fire, Loss, Place};
use crate::table::{Play, Table};
use field::table::{Cdeg, Um, cast, heading};
use kernel::{Entry, Faces, Listener, Side};

/// How far it runs in each of its moves (SSS 42.1a, 42.1e, G46).
const RUNS: [i32; 6] = [5, 5, 4, 3, 2, 1];
/// It veers by so much.
const VEERS: Cdeg = 4_500;
/// Dice of a powder explosion: as howitzer shell (SSS 42.1c).
const BLAST: usize = 3;

/// What a pig runs into first.
#[derive(Clone, Copy)]
enum Met {
    Unit(UnitId),
    Building(BuildingId),
}

impl Table<'_> {
    /// Pigs of a side that have been let loose.
    pub(super) fn running_pigs(self, side: Side) -> impl Iterator<Item = UnitId> {
        self.of_side(side).filter(move |&id| self.card(id).arm == Arm::FlamingPig && self.unit(id).stock > 0)
    }

    /// What a target has to roll to save; a pig that is hit lives on a 6 alone (SSS T11, 42.1e).
    pub(crate) fn shot_save(self, aim: Aim, weapon: Weapon) -> u8 {
        match aim {
            Aim::Unit(target) if self.card(target).arm == Arm::FlamingPig => 6,
            _ => weapon.save(),
        }
    }

    /// How far a pig gets in a direction, and what it touches first: it stops there (SSS G46).
    fn pig_way(self, id: UnitId, dir: Cdeg, distance: Um) -> (f64, Option<Met>) {
        let body = self.body(id);
        let way = heading(dir);
        let ground = &self.rules.ground;
        let mut dist = f64::from(distance).min(body.room_on_table(way, ground.width, ground.height).max(0.0));
        let mut met = None;
        for other in self.on_table().filter(|&other| other != id && !self.is_garrison(other)) {
            if let Some(hit) = cast(&body, way, dist, &self.body(other)) {
                (dist, met) = (hit.distance, Some(Met::Unit(other)));
            }
        }
        for ix in 0..self.rules.buildings.len() as u8 {
            let building = BuildingId(ix);
            if self.building(building).points == 0 {
                continue;
            }
            if let Some(hit) = cast(&body, way, dist, &self.rules.building_body(building)) {
                (dist, met) = (hit.distance, Some(Met::Building(building)));
            }
        }
        (dist, met)
    }
}

impl<L: Listener> Play<'_, L> {
    /// It is let loose in the direction intended (SSS 42.1a).
    pub(super) fn release(&mut self, id: UnitId, facing: Cdeg) {
        self.pig_runs(id, facing);
    }

    /// Those that run already veer by a die each and run on (SSS 42.1a).
    pub(super) fn pigs_run_on(&mut self, side: Side) {
        for ix in 0..self.state.units.len() as u8 {
            let id = UnitId(ix);
            if !self.table().running_pigs(side).any(|pig| pig == id) {
                continue;
            }
            let facing = self.unit(id).pose.facing;
            let die = self.d6();
            let veer = match die {
                1 | 2 => -VEERS,
                5 | 6 => VEERS,
                _ => 0,
            };
            self.pig_runs(id, (facing + veer).rem_euclid(36_000));
        }
    }

    fn pig_runs(&mut self, id: UnitId, facing: Cdeg) {
        let moves = usize::from(self.unit(id).stock);
        let distance = bw(RUNS.get(moves).copied().unwrap_or(0));
        self.keep_bodies();
        let (dist, met) = self.table().pig_way(id, facing, distance);
        let unit = self.unit_mut(id);
        unit.pose = unit.pose.moved(heading(facing) * dist);
        unit.pose.facing = facing;
        unit.stock += 1;
        unit.this_turn.shot = true;
        self.tell("SSS 42.1a", told::PIG_RUNS, &[Who::Unit(id), Who::Far(dist.round() as Um)]);
        self.keep_bodies();
        match met {
            Some(Met::Unit(other)) => self.pig_frightens(other),
            Some(Met::Building(building)) => self.pig_ignites(building),
            None => {}
        }
        // SSS 42.1e
        if usize::from(self.unit(id).stock) >= RUNS.len() && self.unit(id).place == Place::Table {
            self.remove(id, Loss::Destroyed);
        }
    }

    /// Any unit touched tests; powder may blow up (SSS 42.1b, 42.1c).
    fn pig_frightens(&mut self, id: UnitId) {
        let powder = self.table().is_deployed(id) || self.table().card(id).arm == Arm::Wagon;
        if powder {
            let die = self.d6();
            if die <= 2 {
                self.powder_explodes(id, die);
            }
        }
        if self.unit(id).place == Place::Table {
            self.test_at_once(id, Occasion::Fright);
        }
    }

    /// As howitzer shell, but saved on a 6 alone (SSS 42.1c).
    fn powder_explodes(&mut self, id: UnitId, die: u8) {
        let modifiers = if self.table().is_deployed(id) { -2 } else { 0 };
        let thrown = self.throw(1, BLAST, modifiers);
        let mut saves = Faces::new();
        let unsaved = self.save(thrown.hits, 6, &mut saves).min(u32::from(u8::MAX)) as u8;
        if self.listener.hears() {
            let mut dice = vec![die];
            dice.extend(thrown.faces.iter().chain(&thrown.seconds).chain(&saves));
            let entry = Entry { dice, ..self.table().entry("SSS 42.1c", told::POWDER_EXPLODES, &[Who::Unit(id)]) };
            self.listener.tell(entry);
        }
        self.suffer(id, unsaved, false);
    }

    /// Wood catches on 5 or 6, tents on 4 or more; brick and stone never (SSS 42.1d).
    fn pig_ignites(&mut self, building: BuildingId) {
        let needs = match self.table().building_card(building).material {
            Material::Wooden => 5,
            Material::Tents => 4,
            Material::Brick | Material::Stone | Material::Fortress => return,
        };
        if self.table().building(building).fire != Fire::None {
            return;
        }
        let die = self.d6();
        if die >= needs {
            self.catches_fire(building, &[die], "SSS 42.1d");
        }
    }
}
