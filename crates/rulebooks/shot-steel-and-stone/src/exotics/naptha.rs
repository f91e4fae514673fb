//! Naptha throwers and naptha grenades (SSS 42.2a to 42.3c, G46).

use crate::cards::{Arm, BuildingId, Missile, UnitId};
use crate::face::told::{self, Who};
use crate::measures::{BW, bw};
use crate::reaction::Occasion;
use crate::shooting::salvo::Lot;
use crate::shooting::{Aim, Band, Range, Weapon};
use crate::state::{Loss, Place};
use crate::table::{Play, Table};
use arrayvec::ArrayVec;
use field::table::{Block, Body, TOUCH, Um, nearest_in_arc};
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
        self.may_aim(id, Aim::Unit(target))?;
        if self.distance(id, target) > f64::from(range) + TOUCH || !self.sees(id, target) {
            return refuse("SSS 42.2a", "no enemy in sight within its range");
        }
        if self.in_storm(target) {
            return refuse("SSS 42.4c", "the sandstorm hides it");
        }
        if self.throwing_bases(id, target, range).is_empty() {
            return refuse("SSS G6", "the target is outside its arc of fire");
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

    /// Bases in the front rank of a unit that have a target within so far of them, and in their arc (SSS G6); a garrison
    /// throws from the walls that look at it.
    fn throwing_bases(self, id: UnitId, target: UnitId, range: Um) -> ArrayVec<Block, 48> {
        // SSS 19.6: of those who fight only bases that nobody touches.
        let theirs = self.aimed_body(Aim::Unit(target), Range::Measured);
        if self.is_garrison(id) {
            return [*self.body(id).main()].into_iter().collect();
        }
        let front = usize::from(self.unit(id).front_bases());
        let bears = |block: &Block| {
            let arc = self.arc_from(id, block.front, block.dir);
            nearest_in_arc(&arc, &theirs).is_some_and(|off| off <= f64::from(range) + TOUCH)
        };
        self.base_blocks(id).into_iter().take(front).filter(bears).collect()
    }

    /// Bases of a unit that an explosion reaches: those within so far of it; of a garrison one, at the walls, or all where it
    /// happens among them (SSS 42.2d, G170).
    fn bases_reached(self, id: UnitId, blast: &Body, among: Option<BuildingId>, far: f64) -> u8 {
        if let Some(building) = self.garrisons(id) {
            return match among == Some(building) {
                true => self.unit(id).bases,
                false => u8::from(self.rules.building_body(building).within(blast, far)),
            };
        }
        let near = |block: &Block| blast.blocks.iter().any(|one| one.distance(block) <= far);
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
        // SSS 42.2a, G170: one base is aimed at, and no more than it can burn.
        let base = self.table().points_of_base(target);
        let unsaved = (self.save(u32::from(dice + free), 6, &mut faces) as u8).min(base);
        self.tell_naptha(id, target, &faces, told::THROWS_NAPTHA);
        self.suffer_shots(target, unsaved);
        self.gunners_at_risk(id, target, unsaved);
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
        let (body, among) = (self.body(id), self.table().garrisons(id));
        self.tell("SSS 42.2d", told::NAPTHA_EXPLODES, &[Who::Unit(id)]);
        self.remove(id, Loss::Destroyed);
        for ix in 0..self.state.units.len() as u8 {
            let other = UnitId(ix);
            if other == id || self.unit(other).place != Place::Table {
                continue;
            }
            let hits = self.table().bases_reached(other, &body, among, f64::from(BW) + TOUCH);
            let mut faces = Faces::new();
            let unsaved = self.save(hits.into(), 5, &mut faces) as u8;
            self.suffer_shots(other, unsaved);
        }
        for beast in (0..self.state.stampedes.len() as u8).rev() {
            if self.table().beast(beast).is_some_and(|beast| beast.body().within(&body, f64::from(BW) + TOUCH)) {
                let unsaved = self.save(1, 5, &mut Faces::new()) as u8;
                self.beast_is_hit(beast, unsaved);
            }
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
        let bases = self.table().throwing_bases(id, target, GRENADE_RANGE);
        let dice = if self.table().is_confined(Aim::Unit(target)) { 3 } else { 2 };
        let unit = self.unit_mut(id);
        (unit.thrown_used, unit.this_turn.shot) = (true, true);
        let mut hits = 0;
        for base in &bases {
            if self.unit(id).place != Place::Table {
                break;
            }
            hits += self.throw_grenade(id, target, base, dice);
        }
        let mut saves = Faces::new();
        let unsaved = self.save(hits, 5, &mut saves).min(u32::from(u8::MAX)) as u8;
        self.suffer_shots(target, unsaved);
        self.gunners_at_risk(id, target, unsaved);
        if hits > 0 && self.unit(target).place == Place::Table {
            self.test_at_once(target, Occasion::Fright);
        }
    }

    /// The hits of one base: its dice with the lines of T10 (SSS G46).
    fn throw_grenade(&mut self, id: UnitId, target: UnitId, base: &Block, dice: u8) -> u32 {
        let table = self.table();
        let mut sum = Reckoning::new(&*self.listener);
        let weapon = Weapon::Small(Missile::NapthaGrenade);
        let (zone, cover) = (table.zone_of(target, base.front), table.cover_of(target, base.front));
        let lot = Lot { weapon, band: Band::Short, dice_each: dice, overhead: false, zone, cover, bases: 1 };
        table.reckon_shot(id, Aim::Unit(target), &lot, &mut sum);
        let thrown = self.throw(1, dice.into(), sum.total);
        let misfire = thrown.faces.contains(&1);
        let hits = thrown.hits;
        self.tell_dice(
            "SSS 42.3a",
            told::THROWS_GRENADES,
            &[Who::Unit(id), Who::Unit(target)],
            sum.lines,
            &thrown,
            None,
        );
        if misfire && self.d6() <= 3 {
            self.grenade_explodes(id, base);
            return 0;
        }
        hits
    }

    /// The thrower is killed; every other figure of his base, and of friends' bases that reach within 1/2 BW of him, needs 4 or
    /// more to live (SSS 42.3b, G170).
    fn grenade_explodes(&mut self, id: UnitId, base: &Block) {
        let hand = Body::single(Block::segment(base.front, base.front));
        let among = self.table().garrisons(id);
        self.tell("SSS 42.3b", told::NAPTHA_EXPLODES, &[Who::Unit(id)]);
        for ix in 0..self.state.units.len() as u8 {
            let other = UnitId(ix);
            if self.table().side(other) != self.table().side(id) || self.unit(other).place != Place::Table {
                continue;
            }
            // A base that only touches the circle has nobody in it.
            let mut bases = self.table().bases_reached(other, &hand, among, f64::from(BW) / 2.0 - TOUCH);
            if among.is_some() {
                bases = u8::from(other == id);
            }
            let figures = u32::from(bases) * u32::from(self.table().points_of_base(other));
            let (at_risk, killed) = if other == id { (figures.max(1) - 1, 1) } else { (figures, 0) };
            let mut faces = Faces::new();
            let dead = self.save(at_risk, 4, &mut faces).min(200) as u8;
            self.suffer(other, killed + dead, false);
        }
    }
}
