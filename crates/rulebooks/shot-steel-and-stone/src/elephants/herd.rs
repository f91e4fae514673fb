//! Strength Points of elephants and of their crews (SSS 41.1, 41.2, 41.11).

use crate::cards::UnitId;
use crate::face::told::{self, Who};
use crate::state::{Beast, Loss, Place};
use crate::table::{Play, Table};
use kernel::Listener;

impl Table<'_> {
    /// Elephants of a unit that are alive.
    pub fn beasts_alive(self, id: UnitId) -> u8 {
        self.herd(id).map_or(0, |herd| herd.beasts.iter().filter(|beast| beast.points > 0).count() as u8)
    }

    /// Bases of a unit with a crew.
    pub fn crews_alive(self, id: UnitId) -> u8 {
        self.herd(id).map_or(0, |herd| herd.beasts.iter().filter(|beast| beast.crew > 0).count() as u8)
    }
}

impl<L: Listener> Play<'_, L> {
    /// Unsaved hits on elephants: the beasts first, one after the other, then the crews of those that are dead (SSS 41.11).
    pub fn beast_hits(&mut self, id: UnitId, hits: u8) {
        self.herd_hits(id, hits, |beast| &mut beast.points, |beast| &mut beast.crew);
    }

    /// Hits aimed at the crews, by pikes, bows or rifles (SSS 41.11, 41.13). A base that loses its crew stampedes (SSS 41.16).
    pub fn mahout_hits(&mut self, id: UnitId, hits: u8) {
        self.herd_hits(id, hits, |beast| &mut beast.crew, |beast| &mut beast.points);
        self.lose_control_of_crewless(id);
    }

    fn herd_hits(
        &mut self,
        id: UnitId,
        hits: u8,
        first: impl Fn(&mut Beast) -> &mut u8,
        then: impl Fn(&mut Beast) -> &mut u8,
    ) {
        if hits == 0 || self.unit(id).place != Place::Table {
            return;
        }
        let Some(herd) = self.state.herds.iter_mut().find(|herd| herd.unit == id) else { return };
        let mut left = hits;
        for beast in &mut herd.beasts {
            let taken = left.min(*first(beast));
            *first(beast) -= taken;
            left -= taken;
        }
        for beast in &mut herd.beasts {
            let taken = left.min(*then(beast));
            *then(beast) -= taken;
            left -= taken;
        }
        let before = herd.beasts.len();
        herd.beasts.retain(|beast| beast.points > 0 || beast.crew > 0);
        let lost = before - herd.beasts.len();
        let unit = self.unit_mut(id);
        unit.hits = unit.hits.saturating_add((hits - left).into());
        unit.this_turn.hits = unit.this_turn.hits.saturating_add(hits - left);
        self.lose_elephants(id, lost as u8);
        self.disrupt_by_hits(id);
    }

    /// So many bases of elephants go.
    pub(super) fn lose_elephants(&mut self, id: UnitId, lost: u8) {
        if lost == 0 {
            return;
        }
        let unit = self.unit_mut(id);
        unit.shrink_to(unit.bases.saturating_sub(lost));
        let left = unit.bases;
        self.tell("SSS 41.1", told::LOSES_BASES, &[Who::Unit(id), Who::Count(lost.into())]);
        if left == 0 {
            self.remove(id, Loss::Destroyed);
        }
    }
}
