//! What holds after every decision.

use crate::cards::UnitId;
use crate::state::Place;
use crate::table::Table;

impl Table<'_> {
    pub(crate) fn check(self) -> Result<(), String> {
        self.state.overflow.check()?;
        for id in self.on_table() {
            self.check_unit(id).map_err(|what| format!("{}: {what}", self.card(id).key))?;
        }
        self.check_contacts()?;
        self.check_standing()?;
        self.check_known()?;
        self.check_kept()?;
        self.check_leaders()
    }

    fn check_unit(self, id: UnitId) -> Result<(), String> {
        let (unit, card) = (self.unit(id), self.card(id));
        if unit.bases == 0 {
            return Err("on the table without a base".into());
        }
        if unit.bases > card.bases || unit.pike_bases > unit.bases {
            return Err(format!("{} bases of {}, {} of them pikes", unit.bases, card.bases, unit.pike_bases));
        }
        if unit.files == 0 || unit.files > unit.bases {
            return Err(format!("{} files of {} bases", unit.files, unit.bases));
        }
        if unit.inside.is_some_and(|inside| inside.bases > unit.bases) {
            return Err("more bases inside than it has".into());
        }
        // SSS 2.4: the last base has the extra points besides its own.
        let extra = if unit.bases == 1 { u16::from(card.extra_points) } else { 0 };
        if !card.is_artillery() && u16::from(unit.carried) >= u16::from(card.points.max(1)) + extra {
            return Err(format!("{} hits carried on bases of {}", unit.carried, card.points));
        }
        Ok(())
    }

    fn check_contacts(self) -> Result<(), String> {
        for contact in &self.state.contacts {
            let there = |id: UnitId| self.unit(id).place == Place::Table;
            if contact.a >= contact.b || self.side(contact.a) == self.side(contact.b) {
                return Err(format!("no contact: {contact:?}"));
            }
            if !there(contact.a) || !there(contact.b) {
                return Err(format!("in contact off the table: {contact:?}"));
            }
        }
        Ok(())
    }

    fn check_leaders(self) -> Result<(), String> {
        for (leader, card) in self.state.leaders.iter().zip(&self.rules.leaders) {
            if leader.attached.is_some_and(|unit| self.side(unit) != card.side) {
                return Err(format!("{} rides with the enemy", card.key));
            }
        }
        Ok(())
    }
}
