//! Morale Levels of formations (LB 20.3a).

use crate::Third;
use crate::cards::{Arm, Echelon, FormationId, Size, UnitId};
use crate::charts::LEVELS;
use crate::face::told::{Who, morale as told};
use crate::state::Place;
use crate::table::{Play, Table};
use kernel::Listener;

impl Table<'_> {
    /// A formation for which a level is kept: one with a track of its own, the Old Guard, or else the largest formations below the army
    /// (LB 20.3a, 20.3.2, G48).
    pub fn has_level(self, id: FormationId) -> bool {
        let card = self.formation_card(id);
        let largest = card.echelon != Echelon::Army && card.over.is_none_or(|over| self.echelon(over) == Echelon::Army);
        card.track.is_some() || card.old_guard || largest
    }

    /// Batteries never count (LB 18.4b). The battalions of a formation: those of the Old Guard count for it alone (LB 20.3.2).
    fn counts_for(self, id: UnitId, formation: FormationId) -> bool {
        let card = self.card(id);
        let battalion = card.arm == Arm::Infantry && card.size >= Size::Battalion;
        let apart = |own: FormationId| self.formation_card(own).old_guard;
        let mut way = self.chain(card.formation).take_while(|&own| own != formation);
        battalion && self.belongs_to(id, formation) && !way.any(apart)
    }

    /// Battalions that have been lost or are in PGD, a regiment as many as it has (LB 20.3a, 20.3c; chart 25).
    pub fn battalions_down(self, formation: FormationId) -> u8 {
        let down = |id: &UnitId| match self.unit(*id).place {
            Place::Gone(_) => true,
            Place::Map => self.is_pgd(*id),
            _ => false,
        };
        let weight = |id: UnitId| self.card(id).battalions.len().max(1) as u8;
        let all = self.all().filter(|&id| self.counts_for(id, formation));
        all.filter(down).map(weight).fold(0, u8::saturating_add)
    }

    /// The level those losses bring a formation to (LB 20.3b; chart 25).
    pub fn level_by_losses(self, formation: FormationId) -> u8 {
        let own = self.all().filter(|&id| self.counts_for(id, formation) && self.card(id).battalions.is_empty());
        let battalions = own.count().min(u8::MAX.into()) as u8;
        if battalions == 0 {
            return 0;
        }
        let track = self.formation_card(formation).track;
        let track = track.unwrap_or_else(|| self.rules.charts.morale.track_of(battalions));
        let down = self.battalions_down(formation);
        track.into_iter().filter(|&begins| begins <= down).count().min(LEVELS) as u8
    }
}

impl<L: Listener> Play<'_, L> {
    /// Once an hour, at twenty to, levels are counted; they are in force for the next three turns, whoever recovers meanwhile
    /// (LB 7.5.3a, 20.3.1, 3.5d).
    pub(crate) fn set_morale_levels(&mut self) {
        if self.rules.third(self.state.turn) != Third::Forty {
            return;
        }
        for id in (0..self.state.formations.len() as u8).map(FormationId) {
            let level = if self.table().has_level(id) { self.table().level_by_losses(id) } else { 0 };
            if self.state.formations[id.ix()].level != level {
                self.state.formations[id.ix()].level = level;
                self.tell("LB 20.3.1", told::IS_ON_LEVEL, &[Who::Formation(id), Who::Count(level.into())]);
            }
        }
    }
}
