//! Heading 29: cavalry comes to the help of cavalry, upon the enemy or through friends who fight him.

use super::fighters::CONTACT;
use crate::cards::{UnitId, Units};
use crate::face::told::{self, Who};
use crate::state::{Activity, Came};
use crate::table::{Play, Table};
use kernel::Listener;

impl<'a> Table<'a> {
    /// Cavalry that joins friendly cavalry in a fight with cavalry alone (SSS 29.1).
    pub fn reinforces(self, id: UnitId, enemy: UnitId) -> bool {
        self.is_mounted(id)
            && self.is_mounted(enemy)
            && self.opponents(enemy).any(|friend| friend != id && self.has_fought_on_horse(friend, enemy))
    }

    /// Cavalry that was in this fight before.
    fn has_fought_on_horse(self, id: UnitId, enemy: UnitId) -> bool {
        self.is_mounted(id) && self.contact_of(id, enemy).is_some_and(|contact| !contact.is_impact())
    }

    /// Enemies whom a unit could fight through friends it touches.
    pub(crate) fn helped_against(self, id: UnitId) -> impl Iterator<Item = UnitId> + use<'a> {
        let units = self.state.melee.as_ref().map_or(Units::EMPTY, |melee| melee.units);
        let enemies: Units = units.iter().filter(|&one| self.side(one) != self.side(id)).collect();
        enemies.iter().filter(move |&enemy| {
            let friends = self.opponents(enemy).filter(|&friend| self.has_fought_on_horse(friend, enemy));
            self.is_mounted(enemy) && friends.into_iter().any(|friend| self.distance(id, friend) <= CONTACT)
        })
    }

    /// Cavalry that has moved up to friends in a melee of cavalry alone (SSS 29.1).
    pub(super) fn may_help(self, units: Units) -> Units {
        if !units.iter().all(|id| self.is_mounted(id)) {
            return Units::EMPTY;
        }
        let free = |id: &UnitId| {
            let unit = self.unit(*id);
            let runs = matches!(unit.activity, Activity::Routing | Activity::Retreating);
            self.is_mounted(*id) && unit.moved && !unit.fought && !runs && !self.in_contact(*id)
        };
        self.on_table().filter(free).filter(|&id| self.helped_against(id).next().is_some()).collect()
    }

    /// Fights an enemy whom it does not touch, through friends who do.
    pub(crate) fn helps_against(self, id: UnitId, enemy: UnitId) -> bool {
        self.contact_of(id, enemy).is_some() && !self.meet(id, enemy) && self.go_between(id, enemy).next().is_some()
    }

    /// Friends whom it touches and who touch that enemy.
    pub(super) fn go_between(self, id: UnitId, enemy: UnitId) -> impl Iterator<Item = UnitId> + use<'a> {
        let both = self.is_mounted(id) && self.is_mounted(enemy);
        let friends = self.opponents(enemy).filter(move |&friend| both && friend != id && self.is_mounted(friend));
        friends.filter(move |&friend| self.distance(id, friend) <= CONTACT && self.meet(friend, enemy))
    }
}

impl<L: Listener> Play<'_, L> {
    /// Fresh squadrons join in: they do not charge (SSS 29.2).
    pub(super) fn reinforce(&mut self, id: UnitId, enemy: UnitId) {
        self.contact(id, enemy, Came::Reinforcing, Came::Fights);
        if let Some(melee) = &mut self.state.melee {
            melee.units.insert(id);
        }
        self.comes_to_the_round(id);
        self.tell("SSS 29.1", told::REINFORCES, &[Who::Unit(id), Who::Unit(enemy)]);
    }
}
