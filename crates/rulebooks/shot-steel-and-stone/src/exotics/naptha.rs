//! Naptha throwers and naptha grenades (SSS 42.2a to 42.3c, G46).

use crate::cards::{Arm, Missile, UnitId};
use crate::face::told::{self, Who};
use crate::measures::{BW, bw};
use crate::reaction::Occasion;
use crate::shooting::{Aim, Weapon};
use crate::state::{Loss, Place};
use crate::table::{Play, Table};
use field::table::{TOUCH, Um};
use kernel::{Entry, Faces, Listener, Reckoning, Refusal, Seat};

/// SSS 42.2a
const THROWER_RANGE: Um = bw(2);
/// SSS 42.3a
const GRENADE_RANGE: Um = BW;
/// The most dice of one blast (SSS 42.2a).
pub const MOST_DICE: u8 = 5;
/// Out of action for two turns after this one (SSS 42.2d).
const MALFUNCTION: u8 = 3;

fn refuse<T>(rule: &'static str, why: &'static str) -> Result<T, Refusal> {
    Err(Refusal::new(rule, why))
}

impl Table<'_> {
    fn judge_exotic_target(self, seat: Seat, id: UnitId, target: UnitId, range: Um) -> Result<(), Refusal> {
        self.owns(seat, id)?;
        self.known(target)?;
        if self.side(id) != self.state.active || self.side(target) == self.side(id) || !self.is_there(target) {
            return refuse("SSS 42.2a", "it is used in its own turn against an enemy on the table");
        }
        if self.unit(id).shot {
            return refuse("SSS 42.2a", "it has been used this turn");
        }
        self.may_shoot(id)?;
        if self.distance(id, target) > f64::from(range) + TOUCH || !self.sees(id, target) {
            return refuse("SSS 42.2a", "no enemy in sight within its range");
        }
        Ok(())
    }

    /// SSS 42.2a, 42.2d, 42.2e
    pub(super) fn judge_naptha(self, seat: Seat, id: UnitId, target: UnitId, dice: u8) -> Result<(), Refusal> {
        self.owns(seat, id)?;
        if self.card(id).arm != Arm::NapthaThrower {
            return refuse("SSS 42.2a", "it is no naptha thrower");
        }
        if self.unit(id).delayed > 0 {
            return refuse("SSS 42.2d", "it is out of action");
        }
        if dice == 0 || dice > MOST_DICE {
            return refuse("SSS 42.2a", "it throws with one die to five");
        }
        if dice > self.unit(id).stock {
            return refuse("SSS 42.2e", "it has not so much fuel left");
        }
        self.judge_exotic_target(seat, id, target, THROWER_RANGE)
    }

    /// SSS 42.3a, 11.2
    pub(super) fn judge_grenades(self, seat: Seat, id: UnitId, target: UnitId) -> Result<(), Refusal> {
        self.owns(seat, id)?;
        if self.card(id).missile != Missile::NapthaGrenade {
            return refuse("SSS 42.3a", "it has no naptha grenades");
        }
        if self.unit(id).thrown_used {
            return refuse("SSS 11.2", "thrown weapons are used once");
        }
        self.judge_exotic_target(seat, id, target, GRENADE_RANGE)
    }

    /// Bases of a unit within a distance of another's body.
    fn bases_within(self, id: UnitId, of: &field::table::Body, far: Um) -> u8 {
        if self.is_garrison(id) {
            return 0;
        }
        let near =
            |block: &field::table::Block| of.blocks.iter().any(|one| one.distance(block) <= f64::from(far) + TOUCH);
        self.base_blocks(id).iter().filter(|block| near(block)).count() as u8
    }
}

impl<L: Listener> Play<'_, L> {
    /// As many dice as the operator dares, and one free where the target is confined; any 1 is a misfire, else each is a hit
    /// (SSS 42.2a, 42.2b, 42.2c, G46).
    pub(super) fn throw_naptha(&mut self, id: UnitId, target: UnitId, dice: u8) {
        let free = u8::from(self.table().is_confined(Aim::Unit(target)));
        let mut faces = Faces::new();
        let misfires = self.dice.tally((dice + free).into(), &[1, 0, 0, 0, 0, 0], &mut faces) > 0;
        let unit = self.unit_mut(id);
        unit.stock -= dice;
        unit.this_turn.shot = true;
        if misfires {
            self.tell_naptha(id, target, &faces, told::MISFIRES);
            self.naptha_misfires(id);
            return;
        }
        let unsaved = self.save(u32::from(dice + free), 6, &mut faces) as u8;
        self.tell_naptha(id, target, &faces, told::THROWS_NAPTHA);
        self.suffer_shots(target, unsaved);
        if self.unit(target).place == Place::Table {
            self.test_at_once(target, Occasion::Naptha);
        }
    }

    /// SSS 42.2d
    fn naptha_misfires(&mut self, id: UnitId) {
        let die = self.d6();
        match die {
            1 | 2 => self.naptha_explodes(id),
            3 | 4 => self.unit_mut(id).delayed = MALFUNCTION,
            _ => {}
        }
    }

    /// The crew is killed, and each base within 1 BW is hit: saved as against howitzer shell (SSS 42.2d, G46).
    fn naptha_explodes(&mut self, id: UnitId) {
        let body = self.body(id);
        self.tell("SSS 42.2d", told::NAPTHA_EXPLODES, &[Who::Unit(id)]);
        self.remove(id, Loss::Destroyed);
        for ix in 0..self.state.units.len() as u8 {
            let other = UnitId(ix);
            if other == id || self.unit(other).place != Place::Table {
                continue;
            }
            let hits = self.table().bases_within(other, &body, BW);
            let mut faces = Faces::new();
            let unsaved = self.save(hits.into(), 5, &mut faces) as u8;
            self.suffer_shots(other, unsaved);
        }
    }

    fn tell_naptha(&mut self, id: UnitId, target: UnitId, faces: &Faces, phrase: kernel::Phrase) {
        if self.listener.hears() {
            let who = [Who::Unit(id), Who::Unit(target)];
            let entry = Entry { dice: faces.to_vec(), ..self.table().entry("SSS 42.2b", phrase, &who) };
            self.listener.tell(entry);
        }
    }

    /// Each base within reach throws two, three at a confined target; a natural 1 is a misfire (SSS 42.3a, 42.3b, 42.3c).
    pub(super) fn throw_grenades(&mut self, id: UnitId, target: UnitId) {
        let theirs = self.body(target);
        let bases = self.table().bases_within(id, &theirs, GRENADE_RANGE).max(1);
        let dice = if self.table().is_confined(Aim::Unit(target)) { 3 } else { 2 };
        let unit = self.unit_mut(id);
        (unit.thrown_used, unit.this_turn.shot) = (true, true);
        let mut hits = 0;
        for _ in 0..bases {
            if self.unit(id).place != Place::Table {
                break;
            }
            hits += self.throw_grenade(id, target, dice);
        }
        let mut saves = Faces::new();
        let unsaved = self.save(hits, 5, &mut saves).min(u32::from(u8::MAX)) as u8;
        self.suffer_shots(target, unsaved);
        if hits > 0 && self.unit(target).place == Place::Table {
            self.test_at_once(target, Occasion::Fright);
        }
    }

    /// The hits of one base: its dice with the lines of T10 (SSS G46).
    fn throw_grenade(&mut self, id: UnitId, target: UnitId, dice: usize) -> u32 {
        let table = self.table();
        let mut sum = Reckoning::new(&*self.listener);
        let weapon = Weapon::Small(Missile::NapthaGrenade);
        let from = table.body(id).center();
        let (zone, cover) = (table.zone_of(target, from), table.cover_of(target, from));
        use crate::cards::Class;
        sum.add(1, "short range", "SSS 13.1");
        sum.add_if(table.card(id).class == Class::A, 1, "A class", "SSS 13.1");
        sum.add_if(table.card(id).class == Class::C, -1, "C class", "SSS 13.1");
        let disruption = table.disruption_on_dice(id);
        sum.add_if(disruption > 0, -disruption, "disruption", "SSS 13.1");
        table.reckon_target(target, weapon, zone, cover, &mut sum);
        let thrown = self.throw(1, dice, sum.total);
        let misfire = thrown.faces.contains(&1);
        let hits = thrown.hits;
        self.tell_dice(
            "SSS 42.3a",
            told::THROWS_GRENADES,
            &[Who::Unit(id), Who::Unit(target)],
            sum.lines,
            &thrown,
            &Faces::new(),
        );
        if misfire && self.d6() <= 3 {
            self.grenade_explodes(id);
            return 0;
        }
        hits
    }

    /// The thrower is killed; every other figure of his base needs 4 or more to live (SSS 42.3b).
    fn grenade_explodes(&mut self, id: UnitId) {
        let others = self.table().card(id).points.saturating_sub(1);
        let mut faces = Faces::new();
        let dead = self.save(others.into(), 4, &mut faces) as u8;
        self.tell("SSS 42.3b", told::NAPTHA_EXPLODES, &[Who::Unit(id)]);
        self.suffer(id, 1 + dead, false);
    }
}
