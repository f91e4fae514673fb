//! What has been found out about who sees whom and who can shoot at whom, kept until anything changes that it depends on.
//!
//! Tests and menus ask again and again while nobody moves. What is known follows from the table and is no part of the state's
//! value; nothing of it goes into the copy of a state.

use super::Aim;
use crate::cards::{MOST_UNITS, UnitId};
use crate::state::{GunState, Place};
use crate::table::Table;
use std::hash::{Hash, Hasher};
use std::sync::atomic::{AtomicU64, Ordering};

/// By unit, a bit for each other unit.
type Pairs = [AtomicU64; MOST_UNITS];

/// Answers to one question about pairs of units, all found while the table stood as it does.
struct Answers {
    /// How the table stood.
    stamp: AtomicU64,
    yes: Pairs,
    no: Pairs,
}

/// What has been found out.
#[derive(Default)]
pub struct Known {
    sights: Answers,
    shots: Answers,
}

impl Answers {
    /// The answer for a pair, if it is known.
    fn of(&self, stamp: u64, one: UnitId, other: UnitId) -> Option<bool> {
        if self.stamp.load(Ordering::Acquire) != stamp {
            return None;
        }
        let has = |pairs: &Pairs| pairs[one.ix()].load(Ordering::Relaxed) >> other.0 & 1 == 1;
        if has(&self.yes) { Some(true) } else { has(&self.no).then_some(false) }
    }

    /// The answer, found out unless it is known.
    fn ask(&self, stamp: u64, one: UnitId, other: UnitId, find: impl FnOnce() -> bool) -> bool {
        self.of(stamp, one, other).unwrap_or_else(|| {
            let is = find();
            self.begin(stamp);
            let pairs = if is { &self.yes } else { &self.no };
            pairs[one.ix()].fetch_or(1 << other.0, Ordering::Relaxed);
            is
        })
    }

    /// Forgets everything, unless the table still stands as it did. Whoever reads the same state beside us finds the same stamp,
    /// so that what he may lose is found out again.
    fn begin(&self, stamp: u64) {
        if self.stamp.load(Ordering::Acquire) != stamp {
            for pairs in [&self.yes, &self.no] {
                pairs.iter().for_each(|set| set.store(0, Ordering::Relaxed));
            }
            self.stamp.store(stamp, Ordering::Release);
        }
    }
}

/// A number that stands for several. Each is stirred before the next comes to it.
struct Stamp(u64);

impl Stamp {
    fn with(self, part: u64) -> Stamp {
        Stamp((self.0 ^ part).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29))
    }
}

impl Table<'_> {
    /// Whether a unit that touches nobody sees another, by what is known or by looking.
    pub(super) fn sees_from_afar(self, id: UnitId, other: UnitId) -> bool {
        let look = || self.looks(&self, id, other);
        match self.sight_stamp() {
            Some(Stamp(stamp)) => self.state.known.sights.ask(stamp, id, other, look),
            None => look(),
        }
    }

    /// Whether a unit none of whose bases has shot could shoot at another.
    pub(super) fn could_shoot_at(self, id: UnitId, other: UnitId, stamp: Option<u64>) -> bool {
        let find = || self.finds_a_shot(id, Aim::Unit(other), 0);
        match stamp {
            Some(stamp) => self.state.known.shots.ask(stamp, id, other, find),
            None => find(),
        }
    }

    /// All that sight depends on: bodies, who is there, who is looked over, which buildings stand, what the desert shows.
    /// There is none while somebody changes.
    fn sight_stamp(self) -> Option<Stamp> {
        let state = self.state;
        let (mut there, mut light) = (0_u64, 0_u64);
        for id in self.all() {
            there |= u64::from(self.unit(id).place == Place::Table) << id.0;
            light |= u64::from(self.is_foot_skirmishers(id)) << id.0;
        }
        let standing = state.buildings.iter().fold(1, |set, building| set << 1 | u64::from(building.points > 0));
        let made = state.bodies.settled(state.units.len())?;
        let stamp = Stamp(0x243f_6a88_85a3_08d3).with(made).with(there).with(light).with(standing);
        let shown = state.mirages.iter().map(|mirage| (mirage.at.x as u64) << 32 ^ mirage.at.y as u64);
        Some(shown.fold(stamp.with(state.storm as u64), Stamp::with))
    }

    /// All that a shot depends on besides: who has moved, fights, can use his weapons, and the guns that are ready.
    pub(super) fn shot_stamp(self) -> Option<u64> {
        let state = self.state;
        let mut stamp = self.sight_stamp()?;
        for id in self.all() {
            let unit = self.unit(id);
            let bits = [unit.moved, unit.traversed, unit.rear_about, unit.thrown_used, self.is_strong_screen(id)];
            let flags = bits.iter().fold(0, |set, &bit| set << 1 | u64::from(bit));
            stamp = stamp.with((unit.order as u64) << 16 | u64::from(unit.pike_bases) << 8 | flags);
        }
        for contact in &state.contacts {
            stamp = stamp.with(u64::from(contact.a.0) << 8 | u64::from(contact.b.0));
        }
        for gun in state.batteries.iter().flat_map(|battery| &battery.guns) {
            stamp = stamp.with(u64::from(gun.state == GunState::Ready) << 8 | u64::from(gun.crew));
        }
        for beast in state.herds.iter().flat_map(|herd| &herd.beasts) {
            stamp = stamp.with(u64::from(beast.crew));
        }
        Some(stamp.0)
    }

    /// What is known of one unit, another one each time, is what would be found out now.
    pub(crate) fn check_known(self) -> Result<(), String> {
        let sight = self.sight_stamp().map(|stamp| stamp.0);
        let shot = self.shot_stamp();
        let turn = self.state.bodies.touches() as usize % self.state.units.len().max(1);
        for (id, other) in self.all().skip(turn).take(1).flat_map(|id| self.all().map(move |other| (id, other))) {
            let sees = sight.and_then(|stamp| self.state.known.sights.of(stamp, id, other));
            let shoots = shot.and_then(|stamp| self.state.known.shots.of(stamp, id, other));
            let right = sees.is_none_or(|sees| sees == self.looks(&self, id, other))
                && shoots.is_none_or(|shoots| shoots == self.finds_a_shot(id, Aim::Unit(other), 0));
            if !right {
                let (one, other) = (self.name(id), self.name(other));
                return Err(format!("whether {one} sees or can shoot at {other} is remembered wrongly"));
            }
        }
        Ok(())
    }
}

impl Default for Answers {
    fn default() -> Answers {
        let none = || [const { AtomicU64::new(0) }; MOST_UNITS];
        Answers { stamp: AtomicU64::new(0), yes: none(), no: none() }
    }
}

impl Clone for Known {
    fn clone(&self) -> Known {
        Known::default()
    }
}

impl std::fmt::Debug for Known {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Known")
    }
}

impl PartialEq for Known {
    fn eq(&self, _: &Known) -> bool {
        true
    }
}

impl Eq for Known {}

impl Hash for Known {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}
