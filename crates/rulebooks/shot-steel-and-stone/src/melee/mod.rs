//! Headings 20 to 29 and 31: close combat.
//!
//! A melee is a group of units in contact. [`Play::fight`] plays one round of it from the longest reach downwards, and
//! `results` what comes of that; whoever has a choice in it is asked by the steps.

mod colours;
mod cover;
pub(crate) mod fighters;
mod guns;
mod helping;
mod leaving;
pub(crate) mod modifiers;
mod plashing;
mod pushing;
pub(crate) mod reach;
pub(crate) mod results;
mod round;
mod steps;
mod through;

pub(crate) use fighters::{CONTACT, Site};
pub(crate) use steps::steps_of;
pub use steps::{MeleeChoice, MeleeStep};

use crate::cards::{Arm, UnitId, Units};
use crate::state::{Came, Contact, Formation, Place};
use crate::table::Table;

/// The rounds after which those who fight break off (SSS 27.10).
pub const MOST_ROUNDS: u8 = 3;

impl Came {
    /// The round in which they meet: point blank weapons are used (SSS 1.7b), the charge counts (SSS G71).
    pub const fn is_impact(self) -> bool {
        !matches!(self, Came::Fights | Came::FollowingUp)
    }

    /// Counts as charging (SSS 28.4, G71).
    pub const fn charges(self) -> bool {
        matches!(self, Came::Charging | Came::Momentum)
    }

    /// Came upon the enemy, and did not wait for him.
    pub const fn attacks(self) -> bool {
        matches!(self, Came::Charging | Came::Momentum | Came::Close | Came::Reinforcing)
    }
}

impl Contact {
    pub const fn is_impact(&self) -> bool {
        self.a_came.is_impact() || self.b_came.is_impact()
    }
}

impl<'a> Table<'a> {
    pub fn contact_of(self, one: UnitId, other: UnitId) -> Option<&'a Contact> {
        self.state.contacts.iter().find(|contact| contact.other(one) == Some(other))
    }

    /// Everybody who is joined to a unit by contacts (SSS P7).
    pub fn melee_of(self, id: UnitId) -> Units {
        let mut units = Units::EMPTY;
        units.insert(id);
        loop {
            let before = units.len();
            for contact in &self.state.contacts {
                if units.contains(contact.a) || units.contains(contact.b) {
                    units.insert(contact.a);
                    units.insert(contact.b);
                }
            }
            if units.len() == before {
                return units;
            }
        }
    }

    /// Opponents of a unit in the melee that is being fought.
    pub(crate) fn foes(self, id: UnitId) -> impl Iterator<Item = UnitId> + Clone + use<'a> {
        let units = self.state.melee.as_ref().map_or(Units::EMPTY, |melee| melee.units);
        let contacts = self.state.contacts.iter();
        contacts.filter_map(move |contact| contact.other(id)).filter(move |&other| units.contains(other))
    }

    /// A square that has formed in time (SSS 1.5.3c, G17).
    pub fn is_formed_square(self, id: UnitId) -> bool {
        self.unit(id).formation == Formation::Square && !self.is_caught_forming(id)
    }

    /// Pikes without Disruption whose points have not been passed (SSS G25, G42).
    pub fn are_steady_pikes(self, id: UnitId) -> bool {
        let unit = self.unit(id);
        unit.pike_bases > 0 && !unit.points_passed && self.disruption(id) == 0
    }

    pub(crate) fn is_elephants(self, id: UnitId) -> bool {
        self.card(id).arm == Arm::Elephants
    }

    pub(crate) fn is_there(self, id: UnitId) -> bool {
        self.unit(id).place == Place::Table
    }
}
