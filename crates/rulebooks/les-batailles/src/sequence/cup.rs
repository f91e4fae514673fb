//! The draw cup. Its order is not part of the state: a draw is a die with as many faces as there are chits.

use crate::cards::{MOST_MUS, MuId};
use kernel::Side;
use serde::{Deserialize, Serialize};

/// The four Action chits (LB 5.3.11a), in the order in which a draw counts them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Action {
    Reinforcement,
    Artillery,
    Leader,
    Regroup,
}

impl Action {
    pub const ALL: [Action; 4] = [Action::Reinforcement, Action::Artillery, Action::Leader, Action::Regroup];
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Chit {
    Action(Action),
    /// The twin of a marker on the map (LB 5.3.9a).
    Mu(MuId),
}

/// The chits that are in the cup: Action chits first, then Maneuver Units by their numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Cup {
    actions: u8,
    mus: u32,
    /// In team play one chit for each side, whose Maneuver Units lie in a second cup (LB 8.4.1.1a).
    teams: u8,
}

impl Cup {
    pub fn insert(&mut self, chit: Chit) {
        match chit {
            Chit::Action(action) => self.actions |= 1 << action as u8,
            Chit::Mu(mu) => self.mus |= 1 << (mu.0 % MOST_MUS as u8),
        }
    }

    pub fn remove(&mut self, chit: Chit) {
        match chit {
            Chit::Action(action) => self.actions &= !(1 << action as u8),
            Chit::Mu(mu) => self.mus &= !(1 << (mu.0 % MOST_MUS as u8)),
        }
    }

    /// The chit of a whole side.
    pub fn insert_team(&mut self, side: Side) {
        self.teams |= 1 << side.0;
    }

    pub fn remove_team(&mut self, side: Side) {
        self.teams &= !(1 << side.0);
    }

    pub fn teams(self) -> impl Iterator<Item = Side> {
        Side::BOTH.into_iter().filter(move |side| self.teams & 1 << side.0 != 0)
    }

    pub fn actions(self) -> impl Iterator<Item = Action> {
        Action::ALL.into_iter().filter(move |&action| self.actions & 1 << action as u8 != 0)
    }

    pub fn contains(self, chit: Chit) -> bool {
        self.iter().any(|other| other == chit)
    }

    pub fn iter(self) -> impl Iterator<Item = Chit> {
        let actions = self.actions();
        let mus = (0..MOST_MUS as u8).filter(move |&mu| self.mus & 1 << mu != 0).map(MuId);
        actions.map(Chit::Action).chain(mus.map(Chit::Mu))
    }

    pub fn len(self) -> u8 {
        (self.actions.count_ones() + self.mus.count_ones()) as u8
    }

    pub fn is_empty(self) -> bool {
        self.len() == 0
    }
}
