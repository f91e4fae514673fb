//! Who sees whom, worked out once and kept until anything changes that sight depends on.
//!
//! Charges, tests and reactions ask again and again who is in sight, mostly while nobody moves. What is known follows from
//! the table and is no part of the state's value; nothing of it goes into the copy of a state.

use crate::cards::UnitId;
use crate::state::Place;
use crate::table::Table;
use std::sync::atomic::{AtomicU64, Ordering};

/// As many units as there is room for; of those beyond nothing is kept.
const UNITS: usize = 64;

/// By viewer, a bit for each other unit.
type Pairs = [AtomicU64; UNITS];

/// What has been found out about who sees whom.
pub struct Sights {
    /// How the table stood then.
    stamp: u64,
    seen: Pairs,
    hidden: Pairs,
}

impl Sights {
    /// Whether somebody sees somebody else, if that is known.
    fn of(&self, stamp: u64, viewer: UnitId, target: UnitId) -> Option<bool> {
        let bit = bit_of(target).filter(|_| stamp == self.stamp)?;
        let has = |pairs: &Pairs| pairs.get(viewer.ix()).is_some_and(|set| set.load(Ordering::Relaxed) & bit != 0);
        if has(&self.seen) { Some(true) } else { has(&self.hidden).then_some(false) }
    }

    fn note(&self, stamp: u64, viewer: UnitId, target: UnitId, sees: bool) {
        let pairs = if sees { &self.seen } else { &self.hidden };
        let place = bit_of(target).zip(pairs.get(viewer.ix())).filter(|_| stamp == self.stamp);
        if let Some((bit, set)) = place {
            set.fetch_or(bit, Ordering::Relaxed);
        }
    }

    /// Forgets everything, unless the table still stands as it did.
    pub(crate) fn renew(&mut self, stamp: u64) {
        if stamp != self.stamp {
            *self = Sights { stamp, ..Sights::default() };
        }
    }
}

/// A number that stands for several. Each is stirred before the next comes to it, the first as well: as they are, one more in a
/// count and one bit in a set could cancel out.
pub(crate) fn stamped(parts: impl Iterator<Item = u64>) -> u64 {
    let mix = |stamp: u64, part: u64| (stamp ^ part).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
    parts.fold(0x243f_6a88_85a3_08d3, mix)
}

fn bit_of(id: UnitId) -> Option<u64> {
    1_u64.checked_shl(u32::from(id.0))
}

impl Table<'_> {
    /// Whether a unit sees another, for charging and for everything that asks who is visible.
    pub fn sees(self, viewer: UnitId, target: UnitId) -> bool {
        let Some(stamp) = self.sight_stamp() else { return self.looks(viewer, target, true, true) };
        self.state.sights.of(stamp, viewer, target).unwrap_or_else(|| {
            let sees = self.looks(viewer, target, true, true);
            self.state.sights.note(stamp, viewer, target, sees);
            sees
        })
    }

    /// A number that stands for all that sight depends on: bodies, who is there and who has shown himself, what has been
    /// done to hedges and found out about woods. There is none while somebody changes.
    pub(crate) fn sight_stamp(self) -> Option<u64> {
        let state = self.state;
        let (mut there, mut shown) = (0_u64, 0_u64);
        for unit in &state.units {
            there = there << 1 | u64::from(unit.place == Place::Table);
            shown = shown << 1 | u64::from(unit.revealed);
        }
        let works = state.hedge_works.iter().flat_map(|work| {
            let (from, to) = (u64::from(work.from.unsigned_abs()), u64::from(work.to.unsigned_abs()));
            [from << 32 | to, u64::from(work.line) << 1 | u64::from(work.broken)]
        });
        let woods = state.woods.iter().map(|&class| class as u64);
        let made = state.bodies.settled(state.units.len())?;
        Some(stamped([made, there, shown].into_iter().chain(works).chain(woods)))
    }

    /// What is known of who sees whom is what would be found out now.
    pub(crate) fn check_sights(self) -> Result<(), String> {
        let Some(stamp) = self.sight_stamp() else { return Ok(()) };
        for (viewer, target) in self.all().flat_map(|viewer| self.all().map(move |target| (viewer, target))) {
            let known = self.state.sights.of(stamp, viewer, target);
            if known.is_some_and(|sees| sees != self.looks(viewer, target, true, true)) {
                let (viewer, target) = (self.name(viewer), self.name(target));
                return Err(format!("whether {viewer} sees {target} is remembered wrongly"));
            }
        }
        Ok(())
    }
}

impl Default for Sights {
    fn default() -> Sights {
        Sights { stamp: 0, seen: [const { AtomicU64::new(0) }; UNITS], hidden: [const { AtomicU64::new(0) }; UNITS] }
    }
}

#[cfg(test)]
mod tests {
    use super::stamped;
    use std::collections::HashSet;

    #[test]
    fn what_changes_together_does_not_cancel_out() {
        // One more change and one unit less, as when the last in the list leaves the table.
        let all: HashSet<u64> =
            (0..64).flat_map(|made| (0..64).map(move |there| stamped([made, there].into_iter()))).collect();
        assert_eq!(all.len(), 64 * 64);
    }
}
