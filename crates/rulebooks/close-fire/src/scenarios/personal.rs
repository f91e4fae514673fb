//! What a leader wants for himself (CF 5.30).

use crate::cards::{Command, LeaderId, PositionId};
use crate::face::told::{self, Who};
use crate::state::{Fate, Place};
use crate::table::{Play, Table};
use kernel::Listener;
use serde::{Deserialize, Serialize};

/// A condition that a leader, and whoever plays him, would like to see met when the battle is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Goal {
    /// Formed troops of his own command stand on that ground.
    Hold(PositionId),
    /// His own command has lost no more than so many per cent of its bases.
    Spare(u8),
    /// He is alive, free and on the field.
    Live,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Personal {
    pub leader: LeaderId,
    pub goal: Goal,
}

impl Table<'_> {
    /// Whether a leader has what he wants (CF 5.30).
    pub fn has_his_will(self, personal: &Personal) -> bool {
        let leader = personal.leader;
        let his = || self.all().filter(|&id| self.commands(leader, id) && !self.unit(id).dummy);
        match personal.goal {
            Goal::Live => self.is_present(leader),
            Goal::Hold(position) => his().any(|id| {
                self.unit(id).place == Place::Table && self.is_formed(id) && self.is_on(position, &self.body(id))
            }),
            Goal::Spare(percent) => {
                let left: u32 = his()
                    .filter(|&id| !matches!(self.unit(id).place, Place::Gone(_) | Place::Merged(_)))
                    .map(|id| u32::from(self.unit(id).bases()))
                    .sum();
                let began: u32 = self
                    .rules
                    .units
                    .iter()
                    .filter(|card| card.side == self.leader_card(leader).side && !card.dummy)
                    .filter(|card| match self.leader_card(leader).commands {
                        Command::Brigade(_) | Command::Wing(_) => self.stood_under(leader, card.under),
                        Command::Army => true,
                    })
                    .map(|card| u32::from(card.bases()))
                    .sum();
                // What stood behind works in their stead was not lost (CF 5.6).
                let whole = his().filter(|id| id.ix() < self.rules.units.len());
                let given: u32 = whole.map(|id| u32::from(self.unit(id).given_up)).sum();
                let began = began.saturating_sub(given);
                began.saturating_sub(left) * 100 <= began * u32::from(percent)
            }
        }
    }

    /// Whether a place in the order of battle was under a leader when the battle began (CF 6.15).
    fn stood_under(self, leader: LeaderId, under: crate::cards::Under) -> bool {
        use crate::cards::Under;
        let wing = match under {
            Under::Brigade(brigade) => self.brigade_card(brigade).wing,
            Under::Wing(wing) => Some(wing),
            Under::Army => None,
        };
        match self.leader_card(leader).commands {
            Command::Brigade(own) => under == Under::Brigade(own),
            Command::Wing(own) => wing == Some(own),
            Command::Army => true,
        }
    }

    /// The leaders who have what they want, and those who have not.
    pub(crate) fn personal_words(self) -> String {
        let mut words = String::new();
        for personal in &self.rules.personal {
            let name = &self.leader_card(personal.leader).name;
            let fate = self.leader(personal.leader).fate;
            let how = match (self.has_his_will(personal), fate) {
                (true, _) => "has what he wanted",
                (false, Fate::Killed) => "has not lived to see it",
                (false, _) => "has not got what he wanted",
            };
            words += &format!("; {name} {how}");
        }
        words
    }
}

impl<L: Listener> Play<'_, L> {
    /// The battle is over: who of the leaders has what he wants (CF 5.30).
    pub(crate) fn tell_personal(&mut self) {
        let rules = self.rules;
        for personal in &rules.personal {
            let phrase = if self.table().has_his_will(personal) { told::HAS_HIS_WILL } else { told::LACKS_HIS_WILL };
            self.tell("CF 5.30", phrase, &[Who::Leader(personal.leader)]);
        }
    }
}
