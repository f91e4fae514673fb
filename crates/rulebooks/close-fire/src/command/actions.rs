//! What leaders do in the Command Phase (CF 6.2 to 6.12, G16).

use super::{CommandChoice, refuse};
use crate::cards::{LeaderId, Rank, UnitId};
use crate::decision::Decision;
use crate::face::told::{self, Who};
use crate::measures::yds;
use crate::readings::RightToLeft;
use crate::state::Place;
use crate::table::{Play, Table, within};
use field::table::Point;
use kernel::{Listener, Refusal, Seat, Side};

/// Inspire actions that count for one unit, by however many leaders (CF 6.10, G23).
const MOST_INSPIRED: u8 = 2;

impl<'a> Table<'a> {
    /// Actions that a leader has left in this phase: two for Generals and Marshals, who may so influence twice, one for Brigadiers, and
    /// one where a General is wounded; none for one who has only just taken over (CF 6.2, 6.11, 6.41, G25).
    pub fn actions_left(self, id: LeaderId) -> u8 {
        let leader = self.leader(id);
        if !self.is_present(id) || leader.this_turn.new {
            return 0;
        }
        self.leader_card(id).rank.actions(leader.wounded).saturating_sub(leader.this_turn.actions)
    }

    fn acts_still(self, id: LeaderId) -> bool {
        self.actions_left(id) > 0 && !self.leader(id).this_turn.finished
    }

    /// The leaders of a seat that may act now: one after the other from its right, or all as it likes (CF 9.5, G15, G150).
    pub(crate) fn leaders_to_act(self, side: Side, seat: Seat) -> impl Iterator<Item = LeaderId> {
        let strict = self.rules.options.right_to_left == RightToLeft::Strict;
        let own = self.leaders_right_to_left(side).into_iter();
        let own = own.filter(move |&id| self.seat_of_leader(id) == seat && self.acts_still(id));
        own.take(if strict { 1 } else { usize::MAX })
    }

    /// Whether a leader is the seat's to act with now.
    pub(super) fn may_act(self, seat: Seat, id: LeaderId) -> Result<(), Refusal> {
        self.owns_leader(seat, id)?;
        if !self.is_present(id) {
            return refuse("CF 6.1", "he is not on the table");
        }
        if self.leader_card(id).side != self.state.active {
            return refuse("CF 9.1", "it is the other player's half of the phase");
        }
        if !self.acts_still(id) {
            return refuse("CF 6.2", "he has taken his actions");
        }
        if !self.leaders_to_act(self.state.active, seat).any(|next| next == id) {
            return refuse("CF 9.5", "leaders act from right to left");
        }
        Ok(())
    }

    // --- Moving

    /// Rides up to 120 yds, 240 beyond 120 yds of the enemy; it takes him from the unit he was with (CF 6.3, G16).
    pub(super) fn judge_ride(self, id: LeaderId, to: Point) -> Result<(), Refusal> {
        let from = self.place_of(id);
        self.may_ride(self.leader_card(id).side, from, to)?;
        if self.leader(id).attached.is_none() && from.distance(to.vec()) < f64::from(yds(1)) {
            return refuse("CF 6.3", "he stands there already");
        }
        Ok(())
    }

    /// Joins a unit of his own command that he can ride to (CF 6.3, 6.5, 6.6, 6.14).
    pub(super) fn judge_attach(self, id: LeaderId, unit: UnitId) -> Result<(), Refusal> {
        self.known(unit)?;
        if !self.is_to_be_joined(id, unit) {
            return refuse("CF 6.6", "the unit is not on the table");
        }
        if !self.commands(id, unit) {
            return refuse("CF 6.14", "he has no influence over units that are not assigned to him");
        }
        if self.leader(id).attached == Some(unit) {
            return refuse("CF 6.6", "he is with that unit already");
        }
        let from = self.place_of(id);
        let body = self.body(unit);
        if !self.may_be_ridden(from, body.nearest(from)) {
            return refuse("CF G40", "nobody crosses that ground, and he rides straight on");
        }
        if !within(body.distance_to_point(from), self.riders_reach(self.leader_card(id).side, from)) {
            return refuse("CF 6.3", "he rides 120 yards, 240 beyond 120 yards of the enemy");
        }
        Ok(())
    }

    /// On the table; or hidden, for a leader who is hidden himself (CF 5.13, G143).
    fn is_to_be_joined(self, id: LeaderId, unit: UnitId) -> bool {
        match self.unit(unit).place {
            Place::Table => true,
            Place::Mapped => self.leader(id).hidden,
            _ => false,
        }
    }

    pub(super) fn judge_detach(self, id: LeaderId) -> Result<(), Refusal> {
        if self.leader(id).attached.is_none() {
            return refuse("CF 6.5", "he is with no unit");
        }
        Ok(())
    }

    // --- Influence

    /// The unit a leader may influence: the one he is attached to; a wounded Brigadier influences none (CF 6.7, 6.42).
    fn influenced(self, id: LeaderId) -> Result<UnitId, Refusal> {
        let Some(unit) = self.leader(id).attached else {
            return refuse("CF 6.7", "he influences the unit he is attached to, and he is with none");
        };
        if !self.commands(id, unit) {
            return refuse("CF 6.14", "he has no influence over units that are not assigned to him");
        }
        if self.leader_card(id).rank == Rank::Brigadier && self.leader(id).wounded {
            return refuse("CF 6.42", "a wounded Brigadier neither inspires nor steadies");
        }
        Ok(unit)
    }

    /// Steadying takes a point off, so there must be one (CF 6.8, G151).
    pub(super) fn judge_steady(self, id: LeaderId) -> Result<(), Refusal> {
        let unit = self.influenced(id)?;
        if self.unit(unit).dps == 0 {
            return refuse("CF 6.8", "it has no Disorder Point to be rid of");
        }
        Ok(())
    }

    /// Twice at most counts for a unit (CF 6.10, G23).
    pub(super) fn judge_inspire(self, id: LeaderId) -> Result<(), Refusal> {
        let unit = self.influenced(id)?;
        if self.unit(unit).inspired >= MOST_INSPIRED {
            return refuse("CF 6.10", "it is inspired twice already");
        }
        Ok(())
    }

    // --- What is offered

    pub(super) fn offer_actions(self, id: LeaderId, menu: &mut Vec<Decision>) {
        let own = self.all().filter(|&unit| self.commands(id, unit) && self.is_to_be_joined(id, unit));
        let mut offer = |choice: CommandChoice| menu.push(Decision::Command(choice));
        for unit in own.clone() {
            if self.judge_attach(id, unit).is_ok() {
                offer(CommandChoice::Attach { leader: id, unit });
            }
        }
        if self.judge_detach(id).is_ok() {
            offer(CommandChoice::Detach(id));
        }
        // Behind units of his, and up to those he may give orders to.
        let behind = own.map(|unit| self.behind(unit)).chain(self.amid_his_own(id));
        let below = self.leaders_of(self.leader_card(id).side).filter(|&other| self.is_superior(id, other));
        let beside = below.map(|other| self.place_of(other).round());
        let first = menu.len();
        for to in behind.chain(beside) {
            let ride = Decision::Command(CommandChoice::Ride { leader: id, to });
            // Units one behind the other have the same place behind them.
            if self.judge_ride(id, to).is_ok() && !menu[first..].contains(&ride) {
                menu.push(ride);
            }
        }
        let mut offer = |choice: CommandChoice| menu.push(Decision::Command(choice));
        if self.judge_steady(id).is_ok() {
            offer(CommandChoice::Steady(id));
        }
        if self.judge_inspire(id).is_ok() {
            offer(CommandChoice::Inspire(id));
        }
        if self.judge_listen(id).is_ok() {
            offer(CommandChoice::Listen(id));
        }
        self.offer_messages(id, menu);
        if self.rules.options.right_to_left == RightToLeft::Strict {
            menu.push(Decision::Command(CommandChoice::Pass(id)));
        }
    }
}

impl<L: Listener> Play<'_, L> {
    pub(super) fn spend_action(&mut self, id: LeaderId) {
        self.leader_mut(id).this_turn.actions += 1;
    }

    /// Leaves the unit he is with: what he did to inspire it goes with him (CF 6.10, G16, G151).
    pub(super) fn leave_unit(&mut self, id: LeaderId) {
        let Some(unit) = self.state.leaders[id.ix()].attached else { return };
        let at = self.table().place_of(id).round();
        let leader = self.leader_mut(id);
        (leader.attached, leader.at) = (None, at);
        let inspires = std::mem::take(&mut leader.this_turn.inspires);
        let inspired = &mut self.unit_mut(unit).this_turn.inspired;
        *inspired = inspired.saturating_sub(inspires);
        self.tell("CF 6.5", told::LEAVES_UNIT, &[Who::Leader(id), Who::Unit(unit)]);
    }

    pub(super) fn ride(&mut self, id: LeaderId, to: Point) {
        self.spend_action(id);
        self.leave_unit(id);
        self.leader_mut(id).at = to;
        self.tell("CF 6.3", told::RIDES, &[Who::Leader(id), Who::Spot(to)]);
    }

    pub(super) fn attach(&mut self, id: LeaderId, unit: UnitId) {
        self.spend_action(id);
        self.leave_unit(id);
        self.leader_mut(id).attached = Some(unit);
        self.tell("CF 6.6", told::JOINS_UNIT, &[Who::Leader(id), Who::Unit(unit)]);
    }

    pub(super) fn steady(&mut self, id: LeaderId) {
        let Some(unit) = self.state.leaders[id.ix()].attached else { return };
        self.spend_action(id);
        self.unit_mut(unit).this_turn.steadied = true;
        self.tell("CF 6.8", told::STEADIES, &[Who::Leader(id), Who::Unit(unit)]);
        // At once, in combat, under fire or on the move as well (CF 6.9, 8.10).
        self.lose_dps(unit, 1, "CF 8.10");
    }

    pub(super) fn inspire(&mut self, id: LeaderId) {
        let Some(unit) = self.state.leaders[id.ix()].attached else { return };
        self.spend_action(id);
        self.leader_mut(id).this_turn.inspires += 1;
        self.unit_mut(unit).this_turn.inspired += 1;
        self.tell("CF 6.10", told::INSPIRES, &[Who::Leader(id), Who::Unit(unit)]);
    }
}
