//! The fog of war: cards instead of units, some of them dummies (CF 5.26, 5.27, G67).

use crate::cards::UnitId;
use crate::face::told::{self, Who};
use crate::measures::CLOSE;
use crate::readings::{CardTurnedBy, Cards};
use crate::state::{Loss, Place};
use crate::table::{Play, Table, within};
use kernel::Listener;

impl Table<'_> {
    /// Only a card shows of it (CF 5.26).
    pub fn is_face_down(self, id: UnitId) -> bool {
        self.unit(id).face_down && self.unit(id).place == Place::Table
    }

    /// Somebody of the other side's leaders sees the card himself (CF 5.27).
    fn is_made_out(self, id: UnitId) -> bool {
        let mut leaders = self.leaders_of(self.side(id).other()).filter(|&leader| !self.leader(leader).hidden);
        leaders.any(|leader| self.leader_sees(leader, id))
    }

    /// A combat needs its figures: hand to hand, or with enemy at close range to its front or it to his (CF G67).
    fn must_show(self, id: UnitId) -> bool {
        let close = |one: UnitId, other: UnitId| {
            let foot = self.is_foot(one) || self.is_dismounted(one);
            foot && self.to_front(one, other).is_some_and(|far| within(far, CLOSE))
        };
        self.in_contact(id) || self.enemies_of(id).any(|enemy| close(id, enemy) || close(enemy, id))
    }
}

impl<L: Listener> Play<'_, L> {
    /// A card is turned: its unit takes its place, or it is taken away as a dummy (CF 5.27, G67).
    pub(crate) fn turn_card(&mut self, id: UnitId) {
        if !self.table().is_face_down(id) {
            return;
        }
        self.unit_mut(id).face_down = false;
        self.keep_bodies();
        if self.unit(id).dummy {
            self.destroy(id, Loss::Dummy);
            return;
        }
        self.tell("CF 5.27", told::IS_TURNED, &[Who::Unit(id)]);
        self.make_room(id);
    }

    /// The figures cover other ground than the card: where somebody stands in their way they give way to him, and to the
    /// edge (CF G67).
    fn make_room(&mut self, id: UnitId) {
        self.keep_on_table(id);
        let table = self.table();
        let body = table.body(id);
        if table.on_table().any(|other| other != id && table.body(other).overlaps(&body)) && !table.in_contact(id) {
            self.put_down(id);
            self.unit_mut(id).face_down = false;
            self.keep_bodies();
        }
    }

    /// Cards that a leader of the other side sees (CF 5.27).
    pub(super) fn turn_seen_cards(&mut self) {
        if self.rules.options.cards == Cards::Off {
            return;
        }
        for id in (0..self.state.units.len() as u8).map(UnitId) {
            if self.table().is_face_down(id) && self.table().is_made_out(id) {
                self.turn_card(id);
            }
        }
    }

    /// Cards that come into combat (CF G67).
    pub(crate) fn turn_cards_for_combat(&mut self) {
        for id in (0..self.state.units.len() as u8).map(UnitId) {
            if self.table().is_face_down(id) && self.table().must_show(id) {
                self.turn_card(id);
            }
        }
    }

    /// By one reading fire turns the cards of those who give it and of those whom it hits (CF G67).
    pub(crate) fn fire_turns(&mut self, id: UnitId) {
        if self.rules.options.card_turned_by == CardTurnedBy::FireToo {
            self.turn_card(id);
        }
    }

    /// A scout has told a leader what he saw: the card is turned (CF 5.27, G67).
    pub(crate) fn card_reported(&mut self, card: UnitId) {
        self.turn_card(card);
    }
}
