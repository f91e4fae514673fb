//! Answers that are kept while nothing changes that they depend on: no part of the state's value, and not in its copies.

use crate::cards::UnitId;
use crate::decision::Decision;
use kernel::Seat;
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// Hardly any stack may do more.
const MOST_ACTS: usize = 512;

/// What has been found out since something was opened for writing last, each with the number of that.
#[derive(Default)]
pub struct Kept {
    pub(crate) acts: Mutex<Acts>,
    /// Whether the innermost stack on the move may go on towards its goal, by the side of its hex that it would leave by.
    onward: [AtomicU64; 6],
}

/// What the innermost stack on the move may do.
#[derive(Default)]
pub(crate) struct Acts {
    pub of: Option<(u64, Seat)>,
    pub menu: Vec<Decision>,
    /// The parts of it that last while a stack turns, for whom and since when, if it is such a stack: where it may go, and what else it
    /// may do.
    pub lasting: Option<(u64, Seat, UnitId)>,
    pub kept: Vec<Decision>,
    pub ways: Range<usize>,
    pub rest: Range<usize>,
}

impl Kept {
    /// Asks for the memory that it takes to play.
    pub(crate) fn make_room(&mut self) {
        if let Ok(acts) = self.acts.get_mut() {
            acts.menu.reserve(MOST_ACTS);
            acts.kept.reserve(MOST_ACTS);
        }
    }

    /// An answer for a unit and a side, found out unless it is known. Whoever reads the same state beside us finds the same.
    pub(crate) fn onward(&self, version: u64, id: UnitId, side: usize, find: impl FnOnce() -> bool) -> bool {
        let known = self.known_onward(version, id, side);
        known.unwrap_or_else(|| {
            let found = find();
            if let Some(place) = self.onward.get(side) {
                place.store(stamp(version, id) << 1 | u64::from(found), Ordering::Relaxed);
            }
            found
        })
    }

    pub(crate) fn known_onward(&self, version: u64, id: UnitId, side: usize) -> Option<bool> {
        let known = self.onward.get(side)?.load(Ordering::Relaxed);
        (known >> 1 == stamp(version, id)).then_some(known & 1 == 1)
    }
}

/// A unit at that time.
fn stamp(version: u64, id: UnitId) -> u64 {
    version << 16 | u64::from(id.0)
}
