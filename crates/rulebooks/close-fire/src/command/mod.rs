//! CF 6: leaders, their actions, orders, control.

mod actions;
mod control;
mod messages;
mod orders;
mod readiness;
mod replacing;
mod steps;

pub(crate) use steps::steps_of;
pub use steps::{CommandChoice, CommandStep, Sign};

use crate::cards::{Command, LeaderId, Rank, Under, UnitId};
use crate::state::Control;
use crate::table::{Play, Table, within};
use kernel::{Listener, Refusal, Seat, Side};

fn refuse<T>(rule: &'static str, why: &'static str) -> Result<T, Refusal> {
    Err(Refusal::new(rule, why))
}

impl<'a> Table<'a> {
    /// Whether a unit stands in a leader's chain of command (CF 6.14, 6.25): his brigade, his wing, his army. Guns that a
    /// General or Marshal has kept are no Brigadier's (CF G19).
    pub fn commands(self, leader: LeaderId, id: UnitId) -> bool {
        let card = self.leader_card(leader);
        if card.side != self.side(id) {
            return false;
        }
        match card.commands {
            Command::Brigade(brigade) => self.unit(id).under == Under::Brigade(brigade),
            Command::Wing(wing) => self.wing_of(id) == Some(wing),
            // CF 4.8, G25: one of two Marshals may have wings of his own.
            Command::Army => match (&card.wings, self.wing_of(id)) {
                (Some(wings), Some(wing)) => wings.contains(&wing),
                _ => true,
            },
        }
    }

    /// Whether one leader stands above another: in rank, and in the chain (CF 6.14, 6.18).
    pub fn is_superior(self, leader: LeaderId, of: LeaderId) -> bool {
        let (card, other) = (self.leader_card(leader), self.leader_card(of));
        let wing = match other.commands {
            Command::Brigade(brigade) => self.brigade(brigade).wing,
            Command::Wing(wing) => Some(wing),
            Command::Army => None,
        };
        let within_chain = match card.commands {
            Command::Brigade(_) => false,
            Command::Wing(own) => wing == Some(own),
            Command::Army => match (&card.wings, wing) {
                (Some(wings), Some(wing)) => wings.contains(&wing),
                _ => true,
            },
        };
        card.side == other.side && card.rank > other.rank && within_chain
    }

    /// The seat that plays a leader: that of his wing or brigade as they stand now (CF 5.29, 6.16).
    pub fn seat_of_leader(self, id: LeaderId) -> Seat {
        match self.leader_card(id).commands {
            Command::Brigade(brigade) => self.seat_of_brigade(brigade),
            Command::Wing(wing) => self.rules.wings[wing.ix()].seat,
            Command::Army => self.leader_card(id).seat,
        }
    }

    /// The leaders of a unit's chain who are there, the nearest in rank first (CF 6.25).
    pub fn chain_of(self, id: UnitId) -> impl Iterator<Item = LeaderId> + use<'a> {
        let of = move |rank: Rank| {
            let there = self.leaders_of(self.side(id)).filter(move |&leader| self.leader_card(leader).rank == rank);
            there.filter(move |&leader| self.commands(leader, id))
        };
        [Rank::Brigadier, Rank::General, Rank::Marshal].into_iter().flat_map(of)
    }

    /// The detached leader of its chain under whose control a unit stands now, the lowest in rank (CF 6.23, 6.24, 6.25). It takes
    /// no action of his (CF 18.9, G19).
    pub fn controller(self, id: UnitId) -> Option<LeaderId> {
        let reaches = |leader: &LeaderId| {
            let far = self.body(id).distance_to_point(self.place_of(*leader));
            self.leader(*leader).attached.is_none() && within(far, self.leader_card(*leader).rank.reach())
        };
        self.chain_of(id).find(reaches)
    }

    /// The leader that controls a unit because he is attached to it (CF 6.24, 6.27).
    pub fn attached_controller(self, id: UnitId) -> Option<LeaderId> {
        self.attached_to(id).find(|&leader| self.commands(leader, id))
    }

    /// Under control of a leader at this moment, attached or in reach: for what is asked outside the end of the Command Phase,
    /// such as a gun's choice of target (CF 13.6, G19).
    pub fn is_controlled_now(self, id: UnitId) -> bool {
        self.control_now(id) != Control::None
    }

    /// The leader under whom a unit stands at this moment: one who rides with it, else one in reach (CF 6.23, 6.27).
    fn control_now(self, id: UnitId) -> Control {
        let attached = self.attached_controller(id).map(Control::Attached);
        attached.or_else(|| self.controller(id).map(Control::By)).unwrap_or_default()
    }
}

impl<L: Listener> Play<'_, L> {
    /// Notes who is under control as leaders stand now, for battles that begin behind their Command Phase (CF 6.26): what has
    /// tested or conforms keeps what it is told.
    pub(crate) fn note_control(&mut self, side: Side) {
        for ix in 0..self.state.units.len() as u8 {
            let id = UnitId(ix);
            let table = self.table();
            if table.side(id) != side || table.unit(id).control != Control::None {
                continue;
            }
            let control = table.control_now(id);
            self.unit_mut(id).this_turn.control = control;
        }
    }
}
