//! Disorder Points and casualties (CF 8.1 to 8.5, G7 to G9). Every chapter gives them out here and nowhere else.

use super::Occasion;
use crate::cards::{Class, UnitId};
use crate::face::told::{self, Who};
use crate::readings::GunDpLimit;
use crate::state::{Crew, Loss, Phase, Place, Service, Unit};
use crate::table::{Play, Table};
use kernel::Listener;

/// Where a Disorder Point comes from (CF 8.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Cause {
    /// Movement and manoeuvre: never a casualty, and none at three (CF 8.4, 8.5).
    Manoeuvre,
    Fire,
    Combat,
    Morale,
}

/// A unit with so many takes no more for movement and manoeuvre (CF 8.5).
const MOST_FOR_MANOEUVRE: u8 = 3;
/// No limit is higher (CF 8.2).
const HIGHEST_LIMIT: u8 = 6;

impl Table<'_> {
    /// How many Disorder Points a unit bears (CF 8.2, G7).
    pub fn dp_limit(self, id: UnitId) -> u8 {
        let unit = self.unit(id);
        match (unit.class, self.rules.options.gun_dp_limit) {
            (Class::Gun, GunDpLimit::Three) => 3,
            _ => unit.bases().min(HIGHEST_LIMIT),
        }
    }
}

impl Unit {
    /// The battalion or squadron that loses a base if its owner does not say: the one with most (CF G37).
    pub(crate) fn fullest(&self) -> Option<usize> {
        let most = self.elements.iter().map(|element| element.bases).max()?;
        self.elements.iter().rposition(|element| element.bases == most)
    }

    /// One base of an element is gone.
    pub(crate) fn lose_base(&mut self, element: usize) {
        let Some(of) = self.elements.get_mut(element).filter(|of| of.bases > 0) else { return };
        of.bases -= 1;
        of.casualties += 1;
        let bases = self.bases();
        self.files = self.files.min(bases.max(1));
        // An end that is drawn back has not more bases than there are.
        let most = self.files.saturating_sub(1);
        for bend in &mut self.bends {
            bend.bases = bend.bases.min(most);
        }
        if self.bends.iter().map(|bend| bend.bases).sum::<u8>() > most {
            self.bends = Default::default();
        }
    }
}

impl<L: Listener> Play<'_, L> {
    /// A unit takes Disorder Points, one after the other: at its limit those of fire, combat and morale are casualties instead
    /// (CF 8.2, 8.3). Guns keep no more of combat than their limit (CF G7). How many were marked, and how many bases lost.
    pub fn take_dps(&mut self, id: UnitId, count: u8, cause: Cause) -> (u8, u8) {
        let (mut marked, mut lost) = (0, 0);
        for _ in 0..count {
            if !self.table().is_at_hand(id) {
                break;
            }
            let (dps, limit) = (self.unit(id).dps, self.table().dp_limit(id));
            let full = dps >= limit;
            match cause {
                // CF 8.4, 8.5, G8
                Cause::Manoeuvre if dps >= MOST_FOR_MANOEUVRE => break,
                Cause::Combat if full && self.table().is_gun(id) => break,
                Cause::Fire | Cause::Combat | Cause::Morale if full => {
                    lost += 1;
                    self.casualty(id, cause);
                }
                _ => {
                    marked += 1;
                    self.unit_mut(id).dps += 1;
                }
            }
        }
        if cause == Cause::Morale {
            let unit = self.unit_mut(id);
            unit.this_turn.morale_dps += marked;
        }
        if marked > 0 {
            self.tell("CF 8.1", told::TAKES_DPS, &[Who::Unit(id), Who::Count(marked.into())]);
        }
        (marked, lost)
    }

    /// A unit is rid of Disorder Points by some rule: how many.
    pub fn lose_dps(&mut self, id: UnitId, count: u8, rule: &'static str) -> u8 {
        let less = count.min(self.unit(id).dps);
        self.unit_mut(id).dps -= less;
        if less > 0 {
            self.tell(rule, told::LOSES_DPS, &[Who::Unit(id), Who::Count(less.into())]);
        }
        less
    }

    /// A unit loses a base for good (CF 8.3, G37). A gun is out of action: its crew is dead, or has run where only its heart
    /// failed it (CF G7). A unit without bases is destroyed (CF G9).
    pub fn casualty(&mut self, id: UnitId, cause: Cause) {
        // CF G67: a casualty is taken from figures, not from a card.
        self.turn_card(id);
        if !self.table().is_at_hand(id) {
            return;
        }
        if self.table().is_gun(id) {
            // Who rides with it is in danger as with any unit that loses a base, and before he is on his own (CF 6.39).
            match cause {
                Cause::Fire => self.leader_risk(id, Occasion::Fire),
                Cause::Combat => self.leader_risk(id, Occasion::Combat),
                Cause::Morale | Cause::Manoeuvre => self.leader_risk(id, Occasion::Other),
            }
            let crew = if cause == Cause::Morale { Crew::At(self.unit(id).pose.at) } else { Crew::Killed };
            self.abandon_gun(id, crew);
            return;
        }
        let Some(element) = self.unit(id).fullest() else { return };
        self.unit_mut(id).lose_base(element);
        if let Some(owed) = self.unit_mut(id).this_turn.owed.get_mut(element) {
            *owed += 1;
        }
        self.tell("CF 8.3", told::LOSES_BASE, &[Who::Unit(id)]);
        if self.unit(id).bases() == 0 {
            self.destroy(id, Loss::Destroyed);
        } else if self.state.phase != Phase::Combat {
            // Of a line that stays in contact the base that touched may be shot away: the combat goes on where others still do
            // (CF 8.3, 16.10). While it is fought those are in it who were.
            self.part_contacts();
        }
    }

    /// A crew leaves its gun; the model stays where it is (CF 16.7, 16.8, 16.11).
    pub fn abandon_gun(&mut self, id: UnitId, crew: Crew) {
        self.unit_mut(id).service = Service::Abandoned(crew);
        self.leave_guns(id, crew);
        self.state.contacts.retain(|contact| contact.other(id).is_none());
        let killed = crew == Crew::Killed;
        self.tell("CF 16.11", if killed { told::CREW_KILLED } else { told::CREW_LEAVES }, &[Who::Unit(id)]);
        if killed {
            self.gun_lost(id);
        }
    }

    /// A unit is gone for good: its friends hear of it in the Morale Phase (CF 8.11, 8.12, G9, G13), and leaders attached to
    /// it look to themselves (CF G24).
    pub fn destroy(&mut self, id: UnitId, loss: Loss) {
        self.unit_lost(id, loss);
        self.tell("CF G9", told::IS_LOST, &[Who::Unit(id), Who::Loss(loss)]);
        self.leaders_of_lost(id, loss);
        self.state.contacts.retain(|contact| contact.other(id).is_none());
        self.unit_mut(id).place = Place::Gone(loss);
    }
}
