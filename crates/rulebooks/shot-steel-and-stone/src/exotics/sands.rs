//! Quicksand (SSS 42.6, G169): known, or not before somebody comes to it.

use crate::cards::UnitId;
use crate::face::told::{self, Who};
use crate::readings::QuicksandKnown;
use crate::table::{Play, Table};
use field::table::{Sweep, Trail, Vec2};
use kernel::{Entry, Faces, Listener};
use scenario::AreaKind;

/// Sands of which nothing is known are quicksand on this or less (SSS G169).
const QUICK: u8 = 3;
/// Who stands so near to it was stopped by it.
const AT_ITS_EDGE: f64 = 1_000.0;

impl Table<'_> {
    /// Nobody has tried yet whether these sands bear.
    fn is_untried(self, area: usize) -> bool {
        let bit = 1_u64.checked_shl(area as u32).unwrap_or(0);
        self.rules.options.quicksand_known == QuicksandKnown::Hidden
            && self.rules.ground.areas[area].kind == AreaKind::Quicksand
            && (self.state.quick | self.state.firm) & bit == 0
    }

    /// Whether an area is quicksand as far as anybody knows.
    pub(crate) fn is_quicksand(self, area: usize) -> bool {
        let found = self.state.quick >> (area as u32).min(63) & 1 == 1;
        let hidden = self.rules.options.quicksand_known == QuicksandKnown::Hidden;
        self.rules.ground.areas[area].kind == AreaKind::Quicksand && (!hidden || found)
    }
}

impl<L: Listener> Play<'_, L> {
    /// Whoever comes to sands that nobody has tried finds out: a die decides, once for all (SSS 42.6, G169).
    pub(crate) fn feels_the_way(&mut self, sweep: &Sweep<'_>) {
        let rules = self.rules;
        for (ix, area) in rules.ground.areas.iter().enumerate() {
            if !self.table().is_untried(ix) || sweep.within(&area.outline).is_empty() {
                continue;
            }
            let die = self.d6();
            let quick = die <= QUICK;
            if quick {
                self.state.quick |= 1 << ix;
            } else {
                self.state.firm |= 1 << ix;
            }
            if self.listener.hears() {
                let phrase = if quick { told::SANDS_ARE_QUICK } else { told::SANDS_BEAR };
                let entry = Entry { dice: vec![die], ..self.table().entry("SSS 42.6", phrase, &[]) };
                self.listener.tell(entry);
            }
        }
    }

    /// The same for a straight way.
    pub(crate) fn feels_straight(&mut self, body: &field::table::Body, dir: Vec2, dist: f64) {
        if self.rules.options.quicksand_known == QuicksandKnown::Hidden {
            self.feels_the_way(&Sweep::new(body, Trail::Straight { dir, dist: dist.max(0.0) }));
        }
    }

    /// Who was stopped by quicksand on a way he could not choose, or did not know, stumbles into it.
    pub(crate) fn looks_for_quicksand(&mut self, id: UnitId) {
        let body = self.rules.body_of(id, self.unit(id));
        let near = |ix: usize| self.rules.ground.areas[ix].outline.within(&body, AT_ITS_EDGE);
        if (0..self.rules.ground.areas.len()).any(|ix| self.table().is_quicksand(ix) && near(ix)) {
            self.stumbles_into_quicksand(id);
        }
    }

    /// A unit that stumbles into quicksand takes d3 hits for each base, each saved on 4 or more (SSS 42.6).
    pub(crate) fn stumbles_into_quicksand(&mut self, id: UnitId) {
        let mut faces = Faces::new();
        let hits = self.dice.tally(self.unit(id).bases.into(), &[1, 1, 2, 2, 3, 3], &mut faces);
        let unsaved = self.save(hits, 4, &mut faces).min(u32::from(u8::MAX)) as u8;
        if self.listener.hears() {
            let entry =
                Entry { dice: faces.to_vec(), ..self.table().entry("SSS 42.6", told::QUICKSAND, &[Who::Unit(id)]) };
            self.listener.tell(entry);
        }
        self.suffer(id, unsaved, false);
    }
}
