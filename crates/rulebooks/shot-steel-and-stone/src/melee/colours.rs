//! Heading 31: colours taken and retaken.

use crate::cards::{UnitId, Units};
use crate::face::told::{self, Who};
use crate::table::{Play, Table};
use kernel::{Entry, Listener};

impl Table<'_> {
    /// Carries something the enemy would like: its own colours, or some it has taken (SSS 31.1, G55).
    fn has_trophies(self, id: UnitId) -> bool {
        self.unit(id).has_colours || self.trophies(id).next().is_some()
    }

    /// Colours it has taken and still holds. Having taken them counts for it even when they are lost again (SSS 31.2).
    fn trophies(self, id: UnitId) -> impl Iterator<Item = UnitId> {
        self.unit(id).captured.iter().filter(move |&owner| !self.unit(owner).has_colours)
    }

    /// Who beat it hand to hand this turn and is there to take its colours.
    fn captor_from(self, id: UnitId) -> Option<UnitId> {
        let stands = |enemy: &UnitId| self.is_there(*enemy) && self.side(*enemy) != self.side(id);
        self.unit(id).met.iter().filter(stands).max_by_key(|&enemy| self.unit(enemy).dealt)
    }
}

impl<L: Listener> Play<'_, L> {
    /// A unit broken through by cavalry, or retreating or routing through a lost melee, risks its colours: the winner takes
    /// them on a 6, once for each lost melee (SSS 31.1, G55). Colours it has itself taken go back to whose they were.
    pub(crate) fn risk_colours(&mut self, id: UnitId) {
        if let Some(captor) = self.table().captor_from(id) {
            self.risk_colours_to(id, captor);
        }
    }

    /// The same to the one who has done it: the cavalry that broke through, or who beat it.
    pub(crate) fn risk_colours_to(&mut self, id: UnitId, captor: UnitId) {
        if self.unit(id).colours_rolled || !self.table().has_trophies(id) {
            return;
        }
        self.unit_mut(id).this_turn.colours_rolled = true;
        let die = self.d6();
        let taken = die == 6;
        if self.listener.hears() {
            let table = self.table();
            let phrase = if taken { told::COLOURS_TAKEN } else { told::COLOURS_SAVED };
            let entry = Entry {
                dice: vec![die],
                result: table.said(phrase, &[Who::Unit(captor), Who::Unit(id)]),
                ..table.entry("SSS 31.1", told::COLOURS_AT_RISK, &[Who::Unit(id)])
            };
            self.listener.tell(entry);
        }
        if !taken {
            return;
        }
        let back: Units = self.table().trophies(id).collect();
        for owner in back.iter() {
            // SSS 31.3
            self.unit_mut(owner).has_colours = true;
        }
        if self.unit(id).has_colours {
            self.unit_mut(id).has_colours = false;
            self.unit_mut(captor).captured.insert(id);
        }
    }
}
