//! What must hold after every decision.

use crate::cards::UnitId;
use crate::state::{Formation, Mode, Morale, Place};
use crate::table::Table;

impl Table<'_> {
    /// Every part of a unit has files, and none has more files than figures (CP 7.3.6, 7.3.9).
    fn files_fit(self, id: UnitId) -> bool {
        let unit = self.unit(id);
        let counted = self.is_guns(id) || !self.is_troops(id) || unit.formation == Formation::Square;
        counted || unit.layout == self.rules.fitted(id, unit)
    }

    /// What must hold after every decision.
    pub(crate) fn check(self) -> Result<(), String> {
        self.state.overflow.check()?;
        self.check_reckoned()?;
        for id in self.all() {
            let (unit, card) = (self.unit(id), self.card(id));
            let name = &card.name;
            if unit.place == Place::Table && self.figures(id) == 0 {
                return Err(format!("{name} is on the table without figures"));
            }
            if card.parent.is_none() && self.strength_left(id) > card.figures() {
                return Err(format!("{name} has more figures than it began with"));
            }
            if (unit.morale == Morale::Routed) != (unit.mode == Mode::Routing) && unit.place == Place::Table {
                return Err(format!("{name} is routed without routing, or the other way round"));
            }
            if unit.place == Place::Table && !self.files_fit(id) {
                return Err(format!("the files of {name} do not fit its formation"));
            }
            if unit.place == Place::Table {
                let body = self.body(id);
                if *body != self.rules.body_of(id, unit) {
                    return Err(format!("the body kept of {name} is not the ground it covers"));
                }
                if !body.within_table(self.rules.ground.width, self.rules.ground.height) && unit.inside.is_none() {
                    return Err(format!("{name} stands beyond the table's edge"));
                }
            }
        }
        for contact in &self.state.contacts {
            if self.side(contact.a) == self.side(contact.b) || contact.a >= contact.b {
                return Err("a contact between friends".into());
            }
            for id in [contact.a, contact.b] {
                if self.unit(id).place != Place::Table {
                    return Err(format!("{} fights but is not on the table", self.name(id)));
                }
            }
        }
        for (general, card) in self.state.generals.iter().zip(&self.rules.generals) {
            if let Some(unit) = general.attached
                && general.alive
                && (matches!(self.unit(unit).place, Place::Gone(_)) || self.side(unit) != card.side)
            {
                return Err(format!("{} is attached to a unit that is gone", card.name));
            }
        }
        if self.state.over.is_none() && self.state.asked.is_empty() {
            return Err("nobody is asked and the battle is not over".into());
        }
        Ok(())
    }
}
