//! Who sees whom, worked out once and kept until anything changes that sight depends on.
//!
//! Fire, charges and the turning of cards ask again and again who is in sight, mostly while nobody moves. What is known follows from the
//! table and is no part of the state's value; nothing of it goes into the copy of a state.

use crate::cards::UnitId;
use crate::ground::hides;
use crate::readings::Smoke;
use crate::state::{Place, Unit};
use crate::table::Table;
use std::sync::atomic::{AtomicU16, AtomicU64, Ordering};

/// As many units as there is room for; of those beyond nothing is kept.
const UNITS: usize = 64;

/// By viewer, a bit for each other unit.
type Pairs = [AtomicU64; UNITS];

/// What has been found out about who sees whom.
pub struct Sights {
    /// How the table stood then.
    stamp: AtomicU64,
    seen: Pairs,
    hidden: Pairs,
    /// Who fires next, as it was found out when the question came up: one more than his number, or nought.
    firer: AtomicU16,
}

impl Sights {
    /// The unit that is asked to fire, if that has been found out.
    pub(crate) fn firer(&self) -> Option<UnitId> {
        self.firer.load(Ordering::Relaxed).checked_sub(1).map(|id| UnitId(id as u8))
    }

    pub(crate) fn note_firer(&self, firer: Option<UnitId>) {
        self.firer.store(firer.map_or(0, |id| u16::from(id.0) + 1), Ordering::Relaxed);
    }

    /// Forgets everything, unless the table still stands as it did.
    fn renew(&self, stamp: u64) {
        if self.stamp.swap(stamp, Ordering::Relaxed) != stamp {
            self.seen.iter().chain(&self.hidden).for_each(|pairs| pairs.store(0, Ordering::Relaxed));
        }
    }

    /// Whether somebody sees somebody else, if that is known.
    fn of(&self, viewer: UnitId, target: UnitId) -> Option<bool> {
        let bit = bit_of(target)?;
        let has = |pairs: &Pairs| pairs.get(viewer.ix()).is_some_and(|set| set.load(Ordering::Relaxed) & bit != 0);
        if has(&self.seen) { Some(true) } else { has(&self.hidden).then_some(false) }
    }

    fn note(&self, viewer: UnitId, target: UnitId, sees: bool) {
        let pairs = if sees { &self.seen } else { &self.hidden };
        if let Some((bit, set)) = bit_of(target).zip(pairs.get(viewer.ix())) {
            set.fetch_or(bit, Ordering::Relaxed);
        }
    }
}

fn bit_of(id: UnitId) -> Option<u64> {
    1_u64.checked_shl(u32::from(id.0))
}

/// A number that stands for several, each stirred before the next comes to it.
fn stamped(parts: impl Iterator<Item = u64>) -> u64 {
    let mix = |stamp: u64, part: u64| (stamp ^ part).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
    // Nothing is known under nought.
    parts.fold(0x243f_6a88_85a3_08d3, mix) | 1
}

impl Table<'_> {
    /// Whether a unit sees another, to react to it or to shoot at it (CF 7.1, 7.2).
    pub fn sees(self, viewer: UnitId, target: UnitId) -> bool {
        let Some(stamp) = self.sight_stamp() else { return self.looks_at(viewer, target) };
        let sights = &self.state.sights;
        sights.renew(stamp);
        sights.of(viewer, target).unwrap_or_else(|| {
            let sees = self.looks_at(viewer, target);
            sights.note(viewer, target, sees);
            sees
        })
    }

    /// A number that stands for all that sight depends on: bodies, who is there, who has fired, works put up. There is none while
    /// somebody changes.
    fn sight_stamp(self) -> Option<u64> {
        let state = self.state;
        let made = state.bodies.settled(state.units.len())?;
        if state.units.len() > UNITS {
            return None;
        }
        let (mut there, mut fired, mut smoke) = (0_u64, 0_u64, 0_u64);
        for unit in &state.units {
            there = there << 1 | u64::from(unit.place == Place::Table);
            fired = fired << 1 | u64::from(unit.fired && self.may_show_by_fire(unit));
            smoke = smoke << 1 | u64::from(unit.last_turn.fired);
        }
        Some(stamped([made, there, fired, smoke, state.works.len() as u64].into_iter()))
    }

    /// Fire of this turn changes what is seen: of who stands in cover, which shows him (CF 7.6), and by one reading smoke (CF 7.7).
    fn may_show_by_fire(self, unit: &Unit) -> bool {
        let smoke = self.rules.options.smoke == Smoke::LastAndThis;
        let covers = || {
            self.rules
                .ground
                .areas
                .iter()
                .any(|area| hides(area.kind) && area.outline.maybe_within(&self.rules.body_of(unit), 2.0))
        };
        smoke || covers()
    }

    /// What is known of who sees whom is what would be found out now.
    pub(crate) fn check_sights(self) -> Result<(), String> {
        let Some(stamp) = self.sight_stamp() else { return Ok(()) };
        if self.state.sights.stamp.load(Ordering::Relaxed) != stamp {
            return Ok(());
        }
        for (viewer, target) in self.all().flat_map(|viewer| self.all().map(move |target| (viewer, target))) {
            let known = self.state.sights.of(viewer, target);
            if known.is_some_and(|sees| sees != self.looks_at(viewer, target)) {
                let (viewer, target) = (self.name(viewer), self.name(target));
                return Err(format!("whether {viewer} sees {target} is remembered wrongly"));
            }
        }
        Ok(())
    }
}

impl Default for Sights {
    fn default() -> Sights {
        let none = || [const { AtomicU64::new(0) }; UNITS];
        Sights { stamp: AtomicU64::new(0), seen: none(), hidden: none(), firer: AtomicU16::new(0) }
    }
}
