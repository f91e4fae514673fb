//! The Command Segment begins: who is back at his post, Command Points, who begins, Corps Activation (LB 7.1.1a, 8.3.2a,
//! 8.4.3.1b).

use super::{Mu, MuKind};
use crate::cards::{Echelon, LeaderId, Post};
use crate::face::told::{Who, command as told};
use crate::table::{Play, Table};
use kernel::{Listener, Side};

impl Table<'_> {
    /// Command Points of a side: what the battle gives it, and one for each designated leader who is on the map now and at the post
    /// he gives it from (LB 7.1.1a, 8.3.2a, 8.2.6.1a, 8.2.6.1b).
    pub fn command_points(self, side: Side) -> u8 {
        let gives = |&id: &LeaderId| {
            let card = self.leader_card(id);
            let at_his_post = match card.post {
                Post::Leads(formation) => self.led_by(id) == Some(formation),
                post => self.leader(id).post == post,
            };
            card.gives_point && at_his_post
        };
        let leaders = self.leaders_of(side).filter(gives).count() as u8;
        self.rules.sides[side.ix()].points.saturating_add(leaders)
    }

    /// The army leader over a corps leader.
    pub(super) fn army_leader_over(self, corps_leader: LeaderId) -> Option<LeaderId> {
        let corps = self.led_by(corps_leader).filter(|&id| self.echelon(id) == Echelon::Corps)?;
        self.leader_of(self.army_of(corps))
    }

    /// The two are farther apart than the span of the army leader (LB 8.4.3.1c).
    pub(super) fn is_beyond(self, army_leader: LeaderId, corps_leader: LeaderId) -> bool {
        let apart = self.grid().distance(self.leader(army_leader).hex, self.leader(corps_leader).hex);
        apart > u16::from(self.span(army_leader, false))
    }
}

impl<L: Listener> Play<'_, L> {
    /// Maneuver Units last a turn; an Administrative March goes on (LB 8.7a).
    pub(super) fn clear_mus(&mut self) {
        for mu in &mut self.state.mus {
            if mu.is_some_and(|mu| mu.kind != MuKind::AdministrativeMarch) {
                *mu = None;
            }
        }
        while self.state.mus.last().is_some_and(Option::is_none) {
            self.state.mus.pop();
        }
    }

    /// Command Points are counted. The side with more of them begins; the dice decide between equals (LB 7.1.1a, 7.1.3b). With
    /// none on either side the order of the last turn stands (LB G3).
    pub(super) fn count_points(&mut self) {
        let points = Side::BOTH.map(|side| self.table().command_points(side));
        for side in Side::BOTH {
            let army = &mut self.state.armies[side.ix()].turn;
            (army.points, army.passed) = (points[side.ix()], false);
            self.tell("LB 7.1.1a", told::HAS_POINTS, &[Who::Side(side), Who::Count(points[side.ix()].into())]);
        }
        let [one, other] = points;
        self.state.first = match one.cmp(&other) {
            std::cmp::Ordering::Greater => Side::FIRST,
            std::cmp::Ordering::Less => Side::FIRST.other(),
            std::cmp::Ordering::Equal if one == 0 => self.state.first,
            std::cmp::Ordering::Equal => self.toss("LB 7.1.3b"),
        };
        self.state.commanding.turn_of = self.state.first;
    }

    /// A corps leader is Activated by his army leader in his hex, and stays so while neither has moved beyond the span
    /// (LB 8.4.3.1b, 8.4.3.1c, 8.4.3.1d, G10).
    pub(super) fn activate_corps(&mut self) {
        for id in (0..self.state.leaders.len() as u8).map(LeaderId) {
            let table = self.table();
            let him = table.leader(id);
            let over = table.army_leader_over(id);
            let stacked = over.is_some_and(|over| table.leader(over).hex == him.hex);
            let stays = him.activated && !him.strayed && over.is_some_and(|over| !table.is_beyond(over, id));
            let (was, now) = (him.activated, stacked || stays);
            if was != now {
                let phrase = if now { told::IS_ACTIVATED } else { told::IS_NO_LONGER_ACTIVATED };
                self.tell("LB 8.4.3.1b", phrase, &[Who::Leader(id)]);
            }
            let him = self.leader_mut(id);
            (him.activated, him.strayed) = (now, false);
        }
    }

    /// Leaders have come to another place: a corps leader who is beyond the span of his army leader then will not be Activated at
    /// the next Command Segment, even if they are within it again (LB 8.4.3.1d, G10).
    pub(crate) fn note_strayed(&mut self) {
        for id in (0..self.state.leaders.len() as u8).map(LeaderId) {
            let table = self.table();
            let him = table.leader(id);
            let gone = him.activated
                && !him.strayed
                && table.army_leader_over(id).is_none_or(|over| table.is_beyond(over, id));
            if gone {
                self.leader_mut(id).strayed = true;
            }
        }
    }

    /// A marker on a leader and its twin (LB 5.3.9a, 7.1.3c).
    pub(super) fn place_marker(&mut self, mu: Mu) -> Option<crate::cards::MuId> {
        let free = self.state.mus.iter().position(Option::is_none);
        let at = match free {
            Some(at) => {
                self.state.mus[at] = Some(mu);
                at
            }
            None => {
                let (value, overflow) = self.state.with_overflow();
                if !overflow.keep(&mut value.mus, Some(mu)) {
                    return None;
                }
                value.mus.len() - 1
            }
        };
        Some(crate::cards::MuId(at as u8))
    }
}
