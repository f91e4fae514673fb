//! Leaders and messengers who ride alone, as targets (CF 6.44, G24).

use super::musketry::MUSKET;
use crate::cards::{LeaderId, Leaders, UnitId};
use crate::face::told::{self, Who};
use crate::state::MOST_MESSENGERS;
use crate::table::{Play, Table, within};
use arrayvec::ArrayVec;
use field::table::Vec2;
use kernel::{Entry, Listener, Phrase, Refusal};

impl Table<'_> {
    /// Some musket of a unit has a place in its arc, range and sight (CF 6.44, G24).
    fn covers_place(self, id: UnitId, at: Vec2) -> bool {
        let mut muskets = self.muskets_of(id).into_iter();
        let reaches = |far: f64| within(far, MUSKET);
        muskets.any(|base| self.range_to_place(id, &base.block, at).is_some_and(reaches)) && self.sees_place(id, at)
    }

    fn is_lone_leader(self, leader: LeaderId) -> bool {
        let his = self.leader(leader);
        his.attached.is_none() && !his.hidden && self.is_alone(self.leader_card(leader).side, self.place_of(leader))
    }

    /// The leaders a unit may fire at instead of the nearest enemy.
    pub(super) fn leaders_to_hit(self, id: UnitId) -> Leaders {
        if self.may_give_fire(id).is_err() { Leaders::EMPTY } else { self.leaders_hit_by(id) }
    }

    /// The same of a unit that may give fire.
    pub(super) fn leaders_hit_by(self, id: UnitId) -> Leaders {
        let lone = self.leaders_of(self.side(id).other()).filter(|&leader| self.is_lone_leader(leader));
        lone.filter(|&leader| self.covers_place(id, self.place_of(leader))).collect()
    }

    /// The messengers likewise, by their place on the list.
    pub(super) fn messengers_to_hit(self, id: UnitId) -> ArrayVec<u8, MOST_MESSENGERS> {
        if self.may_give_fire(id).is_err() { ArrayVec::new() } else { self.messengers_hit_by(id) }
    }

    /// The same of a unit that may give fire.
    pub(super) fn messengers_hit_by(self, id: UnitId) -> ArrayVec<u8, MOST_MESSENGERS> {
        let enemy = self.side(id).other();
        let riders = self.state.messengers.iter().enumerate();
        let lone = riders.filter(|(_, one)| one.side == enemy && self.is_alone(enemy, one.at.vec()));
        lone.filter(|(_, one)| self.covers_place(id, one.at.vec())).map(|(place, _)| place as u8).collect()
    }

    pub(super) fn judge_leader_shot(self, id: UnitId, leader: LeaderId) -> Result<(), Refusal> {
        self.may_give_fire(id)?;
        self.known_leader(leader)?;
        match self.leaders_to_hit(id).contains(leader) {
            true => Ok(()),
            false => Err(Refusal::new("CF 6.44", "only a leader alone, in arc, range and sight, is fired at")),
        }
    }

    pub(super) fn judge_messenger_shot(self, id: UnitId, messenger: u8) -> Result<(), Refusal> {
        self.may_give_fire(id)?;
        match self.messengers_to_hit(id).contains(&messenger) {
            true => Ok(()),
            false => Err(Refusal::new("CF 6.44", "only a messenger alone, in arc, range and sight, is fired at")),
        }
    }
}

impl<L: Listener> Play<'_, L> {
    /// One die for the whole unit: 5 and 6 hit (CF 6.44, G24).
    pub(super) fn shoot_leader(&mut self, id: UnitId, leader: LeaderId) {
        self.steps_forth(id);
        let die = self.d6();
        self.tell_rider(told::FIRES_AT_LEADER, &[Who::Unit(id), Who::Leader(leader)], die);
        self.unit_mut(id).this_turn.fired = true;
        if die >= 5 {
            self.leader_hit(leader);
        }
    }

    /// The same at a messenger: killed, wounded, which does nothing the first time, or missed by a hair; with him his message is
    /// lost (CF 6.44, G18, G24).
    pub(super) fn shoot_messenger(&mut self, id: UnitId, messenger: u8) {
        self.steps_forth(id);
        let die = self.d6();
        self.tell_rider(told::FIRES_AT_MESSENGER, &[Who::Unit(id)], die);
        self.unit_mut(id).this_turn.fired = true;
        let place = usize::from(messenger);
        if die < 5 || place >= self.state.messengers.len() {
            return;
        }
        let fate = self.d6();
        let wounded = self.state.messengers[place].wounded;
        let killed = fate == 1 || (fate <= 4 && wounded);
        let phrase = match () {
            () if killed => told::MESSENGER_KILLED,
            () if fate <= 4 => told::MESSENGER_WOUNDED,
            () => told::MESSENGER_MISSED,
        };
        if self.listener.hears() {
            let table = self.table();
            let entry = Entry { dice: vec![fate], ..table.entry("CF 6.40", phrase, &[]) };
            self.listener.tell(entry);
        }
        if killed {
            self.state.messengers.remove(place);
        } else if fate <= 4 {
            self.state.messengers[place].wounded = true;
        }
    }

    fn tell_rider(&mut self, phrase: Phrase, who: &[Who], die: u8) {
        if self.listener.hears() {
            let table = self.table();
            let result = table.said(if die >= 5 { told::RIDER_HIT } else { told::RIDER_MISSED }, &[]);
            let entry = Entry { dice: vec![die], result, ..table.entry("CF 6.44", phrase, who) };
            self.listener.tell(entry);
        }
    }
}
