//! Leaders who take over from those who are lost, where that is agreed (CF G25).

use super::{CommandChoice, refuse};
use crate::cards::{LeaderId, UnitId};
use crate::decision::Decision;
use crate::face::told::{self, Who};
use crate::readings::LeaderReplacement;
use crate::state::{Fate, Leader, LeaderTurn, Place};
use crate::table::{Play, Table};
use kernel::{Listener, Refusal, Seat, Side};

impl Table<'_> {
    /// The next leader of a side whose place is taken in this phase: lost in an earlier turn, and some unit of his is there.
    pub(crate) fn next_to_replace(self, side: Side) -> Option<LeaderId> {
        if self.rules.options.leader_replacement == LeaderReplacement::None {
            return None;
        }
        let lost = |id: &LeaderId| {
            let leader = self.leader(*id);
            let own = self.leader_card(*id).side == side;
            own && leader.fate != Fate::Fit && !leader.off && leader.lost_in < self.state.turn
        };
        self.all_leaders().filter(lost).find(|&id| self.of_side(side).any(|unit| self.commands(id, unit)))
    }

    pub(super) fn offer_successors(self, side: Side, menu: &mut Vec<Decision>) {
        let Some(leader) = self.next_to_replace(side) else { return };
        let own = self.right_to_left(side).into_iter().filter(|&unit| self.commands(leader, unit));
        menu.extend(own.map(|unit| Decision::Command(CommandChoice::Replace { leader, unit })));
    }

    /// Beside a unit of the command, of the owner's choice.
    pub(super) fn judge_replace(self, seat: Seat, leader: LeaderId, unit: UnitId) -> Result<(), Refusal> {
        self.owns_leader(seat, leader)?;
        self.known(unit)?;
        if self.next_to_replace(self.state.active) != Some(leader) {
            return refuse("CF G25", "nobody takes his place now");
        }
        if self.unit(unit).place != Place::Table || !self.commands(leader, unit) {
            return refuse("CF G25", "his successor stands beside a unit of the command");
        }
        Ok(())
    }
}

impl<L: Listener> Play<'_, L> {
    /// A new leader of the same rank, unwounded, who has no action yet.
    pub(super) fn replace(&mut self, id: LeaderId, unit: UnitId) {
        let body = self.body(unit);
        let main = body.main();
        let at = (main.front - main.dir * main.depth).round();
        *self.leader_mut(id) = Leader {
            fate: Fate::Fit,
            off: false,
            hidden: false,
            at,
            attached: None,
            wounded: false,
            heard: Default::default(),
            lost_in: 0,
            this_turn: LeaderTurn { new: true, ..LeaderTurn::default() },
        };
        self.tell("CF G25", told::TAKES_OVER, &[Who::Leader(id), Who::Unit(unit)]);
    }
}
