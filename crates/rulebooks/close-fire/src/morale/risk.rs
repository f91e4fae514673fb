//! The risk to leaders (CF 6.39 to 6.43, T4, G24, G25).

use crate::cards::{LeaderId, UnitId};
use crate::face::told::{self, Who};
use crate::state::{Crew, Fate, Loss, Shock};
use crate::table::{Play, Table};
use arrayvec::ArrayVec;
use kernel::{Entry, Listener};

/// What puts an attached leader at risk: once a turn for fire, once for combat, and each casualty besides (CF 6.39, G24).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Occasion {
    Fire,
    Combat,
    /// A casualty of another origin: a rout, morale.
    Other,
}

impl Table<'_> {
    /// Leaders attached to a unit, so that they can be gone through while things happen to them.
    fn riders(self, id: UnitId) -> ArrayVec<LeaderId, 8> {
        let mut riders = ArrayVec::new();
        for leader in self.attached_to(id) {
            self.state.overflow.keep(&mut riders, leader);
        }
        riders
    }
}

impl<L: Listener> Play<'_, L> {
    /// A unit has taken a point from fire or combat, or lost a base: every leader attached to it tests, once for fire and once
    /// for combat in a turn (CF 6.39, 6.40, G24).
    pub fn leader_risk(&mut self, id: UnitId, occasion: Occasion) {
        let turn = &mut self.unit_mut(id).this_turn;
        let again = match occasion {
            Occasion::Fire => std::mem::replace(&mut turn.risked_fire, true),
            Occasion::Combat => std::mem::replace(&mut turn.risked_combat, true),
            Occasion::Other => false,
        };
        if again {
            return;
        }
        for leader in self.table().riders(id) {
            let die = self.d6();
            self.tell_risk(leader, told::AT_RISK, die, die == 1);
            if die == 1 {
                self.leader_hit(leader);
            }
        }
    }

    /// A leader is hit: killed, wounded or missed by a hair (CF 6.40, 6.43, T4).
    pub fn leader_hit(&mut self, leader: LeaderId) {
        let die = self.d6();
        let wounded = self.state.leaders[leader.ix()].wounded;
        match die {
            1 => self.leader_lost(leader, Fate::Killed),
            2..=4 if wounded => self.leader_lost(leader, Fate::Killed),
            2..=4 => {
                self.leader_mut(leader).wounded = true;
                self.tell("CF 6.40", told::IS_WOUNDED, &[Who::Leader(leader)]);
            }
            _ => self.tell("CF 6.40", told::NEAR_MISS, &[Who::Leader(leader)]),
        }
    }

    /// A leader is killed or taken; a General or Marshal shakes his army (CF 6.45, 8.14, G25).
    pub fn leader_lost(&mut self, leader: LeaderId, fate: Fate) {
        self.leader_event(leader, Shock::GeneralLost, None);
        let at = self.table().place_of(leader).round();
        let lost = self.leader_mut(leader);
        (lost.fate, lost.attached, lost.at) = (fate, None, at);
        lost.heard.clear();
        self.leader_mut(leader).lost_in = self.state.turn;
        let phrase = if fate == Fate::Killed { told::IS_KILLED } else { told::IS_CAPTURED };
        self.tell("CF 6.40", phrase, &[Who::Leader(leader)]);
    }

    /// The unit of an attached leader is no more: he tests, and if he survives he is taken where the enemy is in contact, else he
    /// is on his own; with those who surrender he is taken (CF G24).
    pub(super) fn leaders_of_lost(&mut self, id: UnitId, loss: Loss) {
        let table = self.table();
        // Pursuers who cut down the last of them stand among them (CF 17.23, 18.1).
        let met = table.in_contact(id) || table.enemies_of(id).any(|enemy| table.touches(id, enemy));
        for leader in self.table().riders(id) {
            if loss == Loss::Surrendered {
                self.leader_lost(leader, Fate::Captured);
                continue;
            }
            let at = self.table().place_of(leader).round();
            let die = self.d6();
            self.tell_risk(leader, told::AT_RISK, die, die == 1);
            if die == 1 {
                self.leader_hit(leader);
            }
            if self.state.leaders[leader.ix()].fate != Fate::Fit {
                continue;
            }
            if met {
                self.leader_lost(leader, Fate::Captured);
            } else {
                let alone = self.leader_mut(leader);
                (alone.attached, alone.at) = (None, at);
            }
        }
    }

    /// Nobody stays at the head of a gun that was left; where its crew is cut down he is taken by whoever did it (CF G24).
    pub(super) fn leave_guns(&mut self, id: UnitId, crew: Crew) {
        let taken = crew == Crew::Killed && self.table().in_contact(id);
        for leader in self.table().riders(id) {
            if taken {
                self.leader_lost(leader, Fate::Captured);
                continue;
            }
            let at = self.table().place_of(leader).round();
            let alone = self.leader_mut(leader);
            (alone.attached, alone.at) = (None, at);
        }
    }

    fn tell_risk(&mut self, leader: LeaderId, phrase: kernel::Phrase, die: u8, hit: bool) {
        if self.listener.hears() {
            let table = self.table();
            let result = if hit { told::IS_HIT } else { told::IS_UNHURT };
            let entry = Entry {
                dice: vec![die],
                result: table.said(result, &[Who::Leader(leader)]),
                ..table.entry("CF 6.40", phrase, &[Who::Leader(leader)])
            };
            self.listener.tell(entry);
        }
    }
}
