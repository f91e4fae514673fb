//! What holds after every decision.

use crate::agenda::Step;
use crate::cards::{Class, LeaderId, UnitId};
use crate::measures::CLOSE;
use crate::readings::LeaderReplacement;
use crate::state::{Control, Fate, Formation, Phase, Place, Service, State, Unit};
use crate::table::{Table, within};

impl Table<'_> {
    pub(crate) fn check(self) -> Result<(), String> {
        self.state.overflow.check()?;
        for id in self.on_table() {
            self.check_unit(id).map_err(|what| format!("{}: {what}", self.name(id)))?;
        }
        self.check_contacts()?;
        self.check_sights()?;
        self.check_leaders()
    }

    fn check_unit(self, id: UnitId) -> Result<(), String> {
        let unit = self.unit(id);
        let bases = unit.bases();
        if bases == 0 {
            return Err("on the table without a base".into());
        }
        if unit.files == 0 || unit.files > bases {
            return Err(format!("{} files of {bases} bases", unit.files));
        }
        let bent: u8 = unit.bends.iter().map(|bend| bend.bases).sum();
        if bent > 0 && (bent >= unit.files || unit.formation != Formation::Line) {
            return Err(format!("{bent} bases drawn back of {} in {:?}", unit.files, unit.formation));
        }
        let model = matches!(unit.class, Class::Gun | Class::Wagon);
        if model != (unit.formation == Formation::Model) {
            return Err(format!("{:?} in {:?}", unit.class, unit.formation));
        }
        if unit.standing.unforms() && unit.formation != Formation::Unformed && !model {
            return Err(format!("{:?} in {:?}", unit.standing, unit.formation));
        }
        if unit.inspired > 2 {
            return Err(format!("inspired {} times", unit.inspired));
        }
        let body = self.body(id);
        if !body.within_table(self.rules.ground.width, self.rules.ground.height) {
            return Err(format!("not on the table at {:?}", unit.pose));
        }
        Ok(())
    }

    fn check_contacts(self) -> Result<(), String> {
        // What is fought over is fought in the phase for it: nobody stands hand to hand without a combat past or to come.
        let to_come = self.state.agenda.iter().any(|step| matches!(step, Step::Combat(_) | Step::Charge(_)));
        let over = self.state.phase == Phase::Combat && !to_come;
        for contact in &self.state.contacts {
            let there = |id: UnitId| self.unit(id).place == Place::Table;
            if contact.a >= contact.b || self.side(contact.a) == self.side(contact.b) {
                return Err(format!("no contact: {contact:?}"));
            }
            if !there(contact.a) || !there(contact.b) {
                return Err(format!("in contact off the table: {contact:?}"));
            }
            let fought = [contact.a, contact.b].map(|id| self.unit(id).fought > 0 || self.is_gun(id));
            let pursued = [contact.a, contact.b].iter().any(|&id| self.unit(id).charging);
            if over && fought == [false; 2] && !pursued {
                return Err(format!("hand to hand without a combat: {contact:?}"));
            }
            if self.state.phase != Phase::Combat && !within(self.distance(contact.a, contact.b), CLOSE) {
                return Err(format!("in contact far apart: {contact:?}"));
            }
        }
        Ok(())
    }

    fn check_leaders(self) -> Result<(), String> {
        for (ix, (leader, card)) in self.state.leaders.iter().zip(&self.rules.leaders).enumerate() {
            if leader.attached.is_some_and(|unit| self.side(unit) != card.side) {
                return Err(format!("{} rides with the enemy", card.key));
            }
            let gone = |unit: UnitId| matches!(self.unit(unit).place, Place::Gone(_) | Place::Merged(_));
            if leader.attached.is_some_and(gone) {
                return Err(format!("{} rides with nobody", card.key));
            }
            if leader.fate != Fate::Fit && leader.attached.is_some() {
                return Err(format!("{} is lost and rides", card.key));
            }
            let id = LeaderId(ix as u8);
            if leader.attached.is_some_and(|unit| !self.commands(id, unit)) {
                return Err(format!("{} rides with a unit that is not his", card.key));
            }
            if leader.this_turn.actions > card.rank.actions(false) {
                return Err(format!("{} has taken {} actions", card.key, leader.this_turn.actions));
            }
        }
        for id in self.on_table() {
            if let Control::Conforms { to, .. } = self.unit(id).control
                && (to == id || self.side(to) != self.side(id))
            {
                return Err(format!("{} conforms to {}", self.name(id), self.name(to)));
            }
        }
        Ok(())
    }

    // --- From one decision to the next

    /// What is spent is spent, what is lost is lost, and time goes on.
    pub(crate) fn check_since(self, before: &State) -> Result<(), String> {
        let after = self.state;
        if after.turn < before.turn || (after.turn == before.turn && after.phase < before.phase) {
            return Err(format!(
                "from turn {} {:?} back to {} {:?}",
                before.turn, before.phase, after.turn, after.phase
            ));
        }
        if after.units.len() < before.units.len() {
            return Err("a unit has vanished".into());
        }
        for (ix, was) in before.units.iter().enumerate() {
            let id = UnitId(ix as u8);
            self.check_unit_since(id, was, before).map_err(|what| format!("{}: {what}", self.name(id)))?;
        }
        let replaced = self.rules.options.leader_replacement == LeaderReplacement::NextTurn;
        for ((was, is), card) in before.leaders.iter().zip(&after.leaders).zip(&self.rules.leaders) {
            if was.fate != Fate::Fit && is.fate == Fate::Fit && !replaced {
                return Err(format!("{} is back from the dead", card.key));
            }
            let again = is.this_turn.actions < was.this_turn.actions || (was.this_turn.moved && !is.this_turn.moved);
            if before.turn == after.turn && again {
                return Err(format!("{} has an action back", card.key));
            }
        }
        if after.filled.len() < before.filled.len() {
            return Err("a ditch that was filled is open".into());
        }
        Ok(())
    }

    fn check_unit_since(self, id: UnitId, was: &Unit, before: &State) -> Result<(), String> {
        let is = self.unit(id);
        let gone = |unit: &Unit| matches!(unit.place, Place::Gone(_) | Place::Merged(_));
        if gone(was) && was.place != is.place {
            return Err(format!("{:?} and then {:?}", was.place, is.place));
        }
        let joined = self.all().any(|other| self.unit(other).place == Place::Merged(id));
        if is.bases() > was.bases() && !joined {
            return Err(format!("{} bases after {}", is.bases(), was.bases()));
        }
        // Who marches on comes on his limber, however he was deployed (CF 5.15).
        if is.limbered && !was.limbered && was.place == Place::Table {
            return Err("limbered again".into());
        }
        if was.service == Service::Spiked && is.service != Service::Spiked {
            return Err("spiked no more".into());
        }
        if before.turn != self.state.turn {
            return Ok(());
        }
        let kept = [
            (was.fired, is.fired, "fire"),
            (was.displaced, is.displaced, "move"),
            (was.steadied, is.steadied, "halt"),
            (was.readied, is.readied, "bayonets"),
            (was.answered, is.answered, "answer to a charge"),
            (was.wheel_paid, is.wheel_paid, "wheel"),
        ];
        match kept.iter().find(|(was, is, _)| *was && !*is) {
            Some((.., what)) => Err(format!("its {what} of this turn is forgotten")),
            None if is.fought < was.fought => Err("a combat is forgotten".into()),
            None => Ok(()),
        }
    }
}
