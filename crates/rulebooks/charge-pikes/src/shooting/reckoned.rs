//! The salvos of a phase, reckoned once: when it begins, for menus, orders and dice alike.
//!
//! All fire counts on the strength before the phase (CP 13.4). From its beginning until the last order has been carried
//! out nobody moves, falls or loses heart, so that what a unit could hit without any order before it stays as it is;
//! should anything on the table change all the same, everything is forgotten. A salvo after other orders is reckoned when
//! it is asked for.
//!
//! What is reckoned follows from the table and is no part of the state's value. There is room for so many salvos, asked for
//! when a battle begins; what finds none, and everything in the copy of a state, is reckoned when it is asked for.

use super::figures::FACES;
use super::salvo::Salvo;
use crate::cards::UnitId;
use crate::state::{Fire, Place, Shot};
use crate::table::{Play, Table};
use kernel::Listener;
use std::hash::{Hash, Hasher};

/// A target, and what an order to shoot at it brings to bear.
pub type Aimed = (UnitId, Salvo);

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

    /// Reckons what a unit could hit; tells whether it has any shot at all.
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
                match self.salvo_of(&fire, &told) {
                    Ok(salvo) => {
                        any = true;
                        room &= reckoned.has_room();
                        if room {
                            reckoned.salvos.push((target, salvo));
                        }
                    }
                    // Where the best place to shoot at it is too far for a die, another may do.
                    Err(refusal) => any |= refusal.rule == "CP 16.1.1" && self.some_salvo(&fire, &told).is_some(),
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

    /// What is known of the salvos of this phase is what would be reckoned now.
    pub(crate) fn check_reckoned(self) -> Result<(), String> {
        let known = &self.state.reckoned;
        let mut start = 0;
        for shooter in &known.shooters {
            let (unit, face, shot) = (shooter.unit, shooter.face, shooter.shot);
            let told = self.told_off(unit, face, &[]);
            let enemies = self.enemies_of(unit).filter(|&enemy| self.is_troops(enemy));
            let salvo = |target| self.salvo_of(&Fire { unit, target, face, shot }, &told).ok();
            let now = enemies.filter_map(|target| Some((target, salvo(target)?)));
            if !now.eq(known.salvos[start..shooter.end].iter().cloned()) {
                return Err(format!("what {} could hit is remembered wrongly", self.name(unit)));
            }
            start = shooter.end;
        }
        Ok(())
    }
}

impl<L: Listener> Play<'_, L> {
    /// Reckons what everybody could hit; the units that have any shot, by bit, so that nobody else is asked.
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

impl Clone for Reckoned {
    fn clone(&self) -> Reckoned {
        Reckoned::default()
    }
}

impl std::fmt::Debug for Reckoned {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Reckoned")
    }
}

impl PartialEq for Reckoned {
    fn eq(&self, _: &Reckoned) -> bool {
        true
    }
}

impl Eq for Reckoned {}

impl Hash for Reckoned {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}
