//! Flaming pigs (SSS 42.1a to 42.1e, G46).

use crate::cards::{Arm, BuildingId, Material, Trait, UnitId};
use crate::face::told::{self, Who};
use crate::measures::bw;
use crate::reaction::Occasion;
use crate::shooting::{Aim, Weapon};
use crate::state::{Fire, Loss, Place};
use crate::table::{Play, Table};
use field::table::{Cdeg, Pose, TOUCH, Um, Vec2, cast, heading};
use kernel::{Entry, Faces, Listener, Side};

/// How far it runs in each of its moves (SSS 42.1a, 42.1e, G46).
const RUNS: [i32; 6] = [5, 5, 4, 3, 2, 1];
/// It veers by so much.
const VEERS: Cdeg = 4_500;

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

    /// A pig turned about its middle, on the table.
    fn pig_turned(self, id: UnitId, facing: Cdeg) -> Pose {
        let (centre, depth) = (self.body(id).center(), f64::from(self.rules.depth_of(id, self.unit(id))));
        let front = centre + heading(facing) * (depth * 0.5);
        let body = self.rules.body_at(id, self.unit(id), Pose { at: front.round(), facing });
        let (low, high) = body.bounds();
        let inwards = |low: f64, high: f64, size: Um| (-low).max(0.0) - (high - f64::from(size)).max(0.0);
        let (width, height) = (self.rules.ground.width, self.rules.ground.height);
        let aside = Vec2::new(inwards(low.x, high.x, width), inwards(low.y, high.y, height));
        Pose { at: (front + aside).round(), facing }
    }

    /// Where a pig runs: it stops at what it touches first, and whatever leads over the edge leads off the table (SSS G46, G210).
    /// Where it has no room to turn it runs into whoever is there.
    fn pig_way(self, id: UnitId, facing: Cdeg, distance: Um) -> PigRun {
        let unit = self.unit(id);
        let from = self.pig_turned(id, facing);
        let body = self.rules.body_at(id, unit, from);
        let others = || self.on_table().filter(|&other| other != id && !self.is_garrison(other));
        if let Some(other) = others().find(|&other| self.body(other).overlaps(&body)) {
            return PigRun { to: unit.pose, met: Some(Met::Unit(other)), off: false };
        }
        let (dir, ground) = (heading(facing), &self.rules.ground);
        let room = body.room_on_table(dir, ground.width, ground.height).max(0.0);
        let mut dist = f64::from(distance).min(room);
        let mut met = None;
        for other in others() {
            if let Some(hit) = cast(&body, dir, dist, &self.body(other)) {
                (dist, met) = (hit.distance, Some(Met::Unit(other)));
            }
        }
        for ix in 0..self.rules.buildings.len() as u8 {
            let building = BuildingId(ix);
            if self.building(building).points == 0 {
                continue;
            }
            if let Some(hit) = cast(&body, dir, dist, &self.rules.building_body(building)) {
                (dist, met) = (hit.distance, Some(Met::Building(building)));
            }
        }
        PigRun { to: from.moved(dir * dist), met, off: met.is_none() && f64::from(distance) > room + TOUCH }
    }

    /// Pigs are no troops: they are shot, and run into people, but nobody charges or fights them (SSS 42.1a, 42.1e, G210).
    pub(crate) fn is_pig(self, id: UnitId) -> bool {
        self.card(id).arm == Arm::FlamingPig
    }
}

/// A run of a pig: where to, what stops it, and whether it has run off the table.
struct PigRun {
    to: Pose,
    met: Option<Met>,
    off: bool,
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
        let run = self.table().pig_way(id, facing, distance);
        let unit = self.unit_mut(id);
        let far = unit.pose.at.vec().distance(run.to.at.vec());
        unit.pose = run.to;
        unit.stock += 1;
        unit.this_turn.shot = true;
        self.tell("SSS 42.1a", told::PIG_RUNS, &[Who::Unit(id), Who::Far(far.round() as Um)]);
        self.keep_bodies();
        match run.met {
            Some(Met::Unit(other)) => self.pig_frightens(other),
            Some(Met::Building(building)) => self.pig_ignites(building),
            None if run.off => self.remove(id, Loss::LeftTable),
            None => {}
        }
        // SSS 42.1e
        if usize::from(self.unit(id).stock) >= RUNS.len() && self.unit(id).place == Place::Table {
            self.remove(id, Loss::Destroyed);
        }
    }

    /// Any unit touched tests; powder may blow up (SSS 42.1b, 42.1c).
    fn pig_frightens(&mut self, id: UnitId) {
        let card = self.table().card(id);
        let wagon = card.arm == Arm::Wagon && card.is(Trait::Ammunition);
        let powder = self.table().is_deployed(id) || wagon;
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
        let (sum, howitzer) = self.shell_bursts(id, &self.body(id));
        let thrown = self.throw(1, howitzer, sum.total);
        let mut saves = Faces::new();
        let unsaved = self.save(thrown.hits, 6, &mut saves).min(u32::from(u8::MAX)) as u8;
        if self.listener.hears() {
            let mut dice = vec![die];
            dice.extend(thrown.faces.iter().chain(&thrown.seconds).chain(&saves));
            let entry = Entry {
                dice,
                lines: sum.lines,
                ..self.table().entry("SSS 42.1c", told::POWDER_EXPLODES, &[Who::Unit(id)])
            };
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
