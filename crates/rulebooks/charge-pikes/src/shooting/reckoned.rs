//! The salvos of a phase, reckoned once, for menus, orders and dice alike.
//!
//! All fire counts on the strength before the phase (CP 13.4). From its beginning until the last order has been carried
//! out nobody moves, falls or loses heart, so that what a unit could hit without any order before it stays as it is;
//! should anything on the table change all the same, everything is forgotten. When the phase begins it is found out who
//! has a shot at whom. How good the best one is, where a target has moved by or many figures aim, takes much longer, and is
//! reckoned when somebody first asks: most units have one target only, and most orders are never given. A salvo after other
//! orders is reckoned when it is asked for.
//!
//! What is reckoned follows from the table and is no part of the state's value. There is room for so many salvos, asked for
//! when a battle begins; what finds none, and everything in the copy of a state, is reckoned when it is asked for.

use super::figures::FACES;
use super::salvo::{Salvo, ToldOff};
use super::timing::Aim;
use crate::cards::UnitId;
use crate::state::{Fire, Place, Shot};
use crate::table::{Play, Table};
use kernel::Listener;
use std::sync::OnceLock;

/// A target that can be hit, and what an order to shoot at it brings to bear, once somebody has asked.
pub struct Aimed {
    pub target: UnitId,
    best: OnceLock<Option<Salvo>>,
}

impl Aimed {
    fn at(target: UnitId, best: Option<Salvo>) -> Aimed {
        let cell = OnceLock::new();
        if best.is_some() {
            cell.get_or_init(|| best);
        }
        Aimed { target, best: cell }
    }
}

/// Every first salvo of a phase.
#[derive(Default)]
pub struct Reckoned {
    shooters: Vec<Shooter>,
    /// Of one shooter after the other, the targets in the order of the roster.
    salvos: Vec<Aimed>,
}

/// A unit, or one face of it, with what it fires.
struct Shooter {
    unit: UnitId,
    face: u8,
    shot: Shot,
    /// Where its salvos end; they begin where those of the one before end.
    end: usize,
}

impl Reckoned {
    /// Room for a battle of so many units: nothing asks for memory while it is played.
    pub fn for_units(units: usize) -> Reckoned {
        Reckoned { shooters: Vec::with_capacity(2 * units), salvos: Vec::with_capacity(4 * units) }
    }

    fn has_room(&self) -> bool {
        self.shooters.len() < self.shooters.capacity() && self.salvos.len() < self.salvos.capacity()
    }

    pub fn forget(&mut self) {
        self.shooters.clear();
        self.salvos.clear();
    }

    /// What a unit could hit without any order before it, if that is known.
    pub(super) fn of(&self, unit: UnitId, face: u8, shot: Shot) -> Option<&[Aimed]> {
        let same = |shooter: &Shooter| (shooter.unit, shooter.face, shooter.shot) == (unit, face, shot);
        let place = self.shooters.iter().position(same)?;
        let start = place.checked_sub(1).map_or(0, |before| self.shooters[before].end);
        self.salvos.get(start..self.shooters[place].end)
    }
}

impl Table<'_> {
    /// The faces and shots that a unit is ordered by as a whole.
    fn ways_to_shoot(self, id: UnitId) -> impl Iterator<Item = (u8, Shot)> {
        let faces = if self.shoots_by_faces(id) { FACES } else { 1 };
        let shots: &[Shot] = if self.battery(id).is_some() { &[Shot::Ball, Shot::Hail] } else { &[Shot::SmallArms] };
        (0..faces).flat_map(move |face| shots.iter().map(move |&shot| (face, shot)))
    }

    /// Finds out whom a unit could hit; tells whether it has any shot at all.
    fn reckon_unit(self, id: UnitId, reckoned: &mut Reckoned) -> bool {
        if self.unit(id).place != Place::Table || self.may_shoot(id).is_err() {
            return false;
        }
        let mut any = false;
        for (face, shot) in self.ways_to_shoot(id) {
            let told = self.told_off(id, face, &[]);
            let (start, mut room) = (reckoned.salvos.len(), true);
            for target in self.enemies_of(id).filter(|&enemy| self.is_troops(enemy)) {
                let fire = Fire { unit: id, target, face, shot };
                // Where there is no shot at all there is no best one.
                let Some(some) = self.some_salvo(&fire, &told) else { continue };
                any = true;
                let Some(aimed) = self.aimed_at(&fire, &told, some) else { continue };
                room &= reckoned.has_room();
                if room {
                    reckoned.salvos.push(aimed);
                }
            }
            // All salvos of a shooter are known, or none.
            if room && reckoned.shooters.len() < reckoned.shooters.capacity() {
                reckoned.shooters.push(Shooter { unit: id, face, shot, end: reckoned.salvos.len() });
            } else {
                reckoned.salvos.truncate(start);
            }
        }
        any
    }

    /// A target at which there is some shot; none where the best place to shoot at it is too far for a die, though another
    /// would do.
    fn aimed_at(self, fire: &Fire, told: &ToldOff, some: Salvo) -> Option<Aimed> {
        match some.aim {
            // Everybody counts there, so that some shot is the best one.
            Aim::Charger => Some(Aimed::at(fire.target, Some(some))),
            Aim::Standing => Some(Aimed::at(fire.target, None)),
            // The best is worth no less than this one, and what is worth anything has a die.
            Aim::Passing if some.worth(&self.rules.shooting) > 0 => Some(Aimed::at(fire.target, None)),
            Aim::Passing => self.salvo_of(fire, told).ok().map(|best| Aimed::at(fire.target, Some(best))),
        }
    }

    /// What the first order of a unit, or of one face of it, at a known target brings to bear.
    pub(super) fn best_of<'a>(self, aimed: &'a Aimed, fire: &Fire, told: &ToldOff) -> Option<&'a Salvo> {
        aimed.best.get_or_init(|| self.salvo_of(fire, told).ok()).as_ref()
    }

    /// What is known of the salvos of this phase is what would be reckoned now.
    pub(crate) fn check_reckoned(self) -> Result<(), String> {
        let known = &self.state.reckoned;
        let mut start = 0;
        for shooter in &known.shooters {
            let (unit, face, shot) = (shooter.unit, shooter.face, shooter.shot);
            let told = self.told_off(unit, face, &[]);
            let enemies = self.enemies_of(unit).filter(|&enemy| self.is_troops(enemy));
            let salvo = |target| self.salvo_of(&Fire { unit, target, face, shot }, &told).ok();
            let mut now = enemies.filter_map(|target| Some((target, salvo(target)?)));
            let as_now = |aimed: &Aimed| {
                now.next().is_some_and(|(target, salvo)| {
                    let same = |best: &Option<Salvo>| best.as_ref() == Some(&salvo);
                    target == aimed.target && aimed.best.get().is_none_or(same)
                })
            };
            if !known.salvos[start..shooter.end].iter().all(as_now) || now.next().is_some() {
                return Err(format!("what {} could hit is remembered wrongly", self.name(unit)));
            }
            start = shooter.end;
        }
        Ok(())
    }
}

impl<L: Listener> Play<'_, L> {
    /// Finds out whom everybody could hit; the units that have any shot, by bit, so that nobody else is asked.
    pub(super) fn reckon_shots(&mut self) -> u64 {
        let mut reckoned = std::mem::take(&mut self.state.reckoned);
        reckoned.forget();
        let table = self.table();
        if !reckoned.has_room() {
            return table.all().filter(|&id| table.has_shot(id)).map(super::orders::bit).fold(0, |set, bit| set | bit);
        }
        let can_shoot = table.all().filter(|&id| table.reckon_unit(id, &mut reckoned)).map(super::orders::bit);
        let can_shoot = can_shoot.fold(0, |set, bit| set | bit);
        self.state.reckoned = reckoned;
        can_shoot
    }
}
