//! Chapter 4.4: the inactive side tries to come first.

use super::{TurnChoice, TurnStep};
use crate::agenda::Step;
use crate::cards::WingId;
use crate::charts::Charts;
use crate::face::told::{Of, sequence as told};
use crate::state::{How, Orders};
use crate::table::{Play, Table};
use kernel::{Listener, Reckoning, Refusal};

impl Table<'_> {
    /// Whether `other` may try to preempt `wing` at this opportunity (T-PREEMPT).
    pub(super) fn judge_preemption(self, wing: WingId, how: How, tried: u32, other: WingId) -> Result<(), Refusal> {
        let refuse = |rule: &'static str, why: &'static str| Err(Refusal::new(rule, why));
        let Some(card) = self.rules.wings.get(other.ix()) else {
            return refuse("MP 4.4.1b", "there is no such Wing");
        };
        let state = self.wing(other);
        match how {
            _ if card.side == self.rules.wings[wing.ix()].side => {
                return refuse("MP 4.4.1a", "only the inactive side may preempt");
            }
            How::Bypassed => return refuse("MP 4.4.1d", "a Bypassed Wing is not preempted in its first activation"),
            How::Preempted => return refuse("MP 4.4.4a", "a preempting Wing's first activation is not preempted"),
            How::Continued { preemptor: true } if !state.turn.bypassed => {
                return refuse("MP 4.4.4a", "only the Bypassed leader may preempt the continuation of a preemptor");
            }
            How::Normal | How::Continued { .. } => {}
        }
        // MP 4.4.2g: any Orders but Rally will do, whatever the precedence.
        match () {
            () if state.turn.finished => refuse("MP 4.4.1b", "its commander is Finished"),
            () if state.orders == Orders::Rally => refuse("MP 4.4.1b", "a Wing under Rally may not preempt"),
            () if self.rules.charts.preemption[state.orders.ix()].is_none() => {
                refuse("MP 4.4.2a", "the Preemption Table has no range for its Orders")
            }
            () if self.ready_commander(other).is_none() => refuse("MP 5.3.2a", "its commander is not on the map"),
            () if !self.in_play(other) => refuse("MP 4.2.3a", "it has no unit in play"),
            // Ruling G-A61.
            () if tried & bit(other) != 0 => refuse("MP 4.4.2f", "its commander has tried at this opportunity"),
            () => Ok(()),
        }
    }

    /// Whether the Army Commander may add his rating: not twice against the same activation (ruling G-A19).
    pub(super) fn judge_help_to_preempt(self, other: WingId, helped: bool) -> Result<(), Refusal> {
        if helped {
            return Err(Refusal::new("MP 5.1.2f", "the Army Commander has helped an attempt at this opportunity"));
        }
        match self.can_help(other) {
            Some(_) => Ok(()),
            None => Err(Refusal::new("MP 5.1.2e", "the Army Commander is not with that Wing Commander or next to him")),
        }
    }

    pub(super) fn offer_preemptions(
        self,
        wing: WingId,
        how: How,
        tried: u32,
        helped: bool,
        offer: &mut impl FnMut(TurnChoice),
    ) {
        for other in self.wings().filter(|&other| self.judge_preemption(wing, how, tried, other).is_ok()) {
            offer(TurnChoice::Preempt { wing: other, helped: false });
            if self.judge_help_to_preempt(other, helped).is_ok() {
                offer(TurnChoice::Preempt { wing: other, helped: true });
            }
        }
    }

    fn may_preempt(self, wing: WingId, how: How, tried: u32) -> bool {
        let open = matches!(how, How::Normal | How::Continued { .. });
        open && self.wings().any(|other| self.judge_preemption(wing, how, tried, other).is_ok())
    }

    pub(crate) fn reckon_preemption(self, reckoning: &mut Reckoning, wing: WingId, helped: bool) {
        self.reckon_seizing(reckoning, wing, helped);
        let marked = self.wing(wing).turn.no_continue;
        let modifier = self.rules.charts.continuation_modifiers.no_continue;
        reckoning.add_if(marked, modifier.into(), "marked No Continue", "MP C2");
    }
}

fn bit(wing: WingId) -> u32 {
    1 << (wing.0 & 31)
}

impl<L: Listener> Play<'_, L> {
    /// Asks whether anybody preempts; with nobody able to (left), the Wing goes on with step B (MP 3.2.Ba).
    pub(super) fn work_preempt(&mut self, wing: WingId, how: How, tried: u32, _helped: bool) {
        let table = self.table();
        if table.may_preempt(wing, how, tried) {
            let chief = table.chief(self.rules.wings[wing.ix()].side.other());
            self.await_seat(chief);
        } else {
            self.pop();
            self.begin_activation(wing, how);
        }
    }

    /// One attempt on the Preemption Table (MP 4.4.2a, chart C2).
    pub(super) fn try_preemption(&mut self, wing: WingId, how: How, preemptor: WingId, helped: bool) {
        let helper = self.table().can_help(preemptor).filter(|_| helped);
        let mut reckoning = Reckoning::new(&*self.listener);
        self.table().reckon_preemption(&mut reckoning, preemptor, helped);
        let die = self.d10();
        let range = self.rules.charts.preemption[self.state.wings[preemptor.ix()].orders.ix()];
        let success = range.is_some_and(|most| Charts::row(die + reckoning.total) as i8 <= most);
        let outcome = if success { told::COMES_FIRST } else { told::COMES_TOO_LATE };
        let of = [Of::Wing(preemptor), Of::Wing(wing), Of::Count(range.unwrap_or(-1).into())];
        self.tell_roll("MP 4.4.2a", die, reckoning, [told::TRIES_TO_PREEMPT, outcome], &of);
        if success {
            self.pop();
            self.preempt(wing, how, preemptor);
            if let Some(leader) = helper {
                // MP 5.1.2f; ruling G-A19: his Action of the activation that begins.
                self.state.leaders[leader.ix()].deeds.acted = true;
            }
        } else {
            self.fail_preemption(preemptor);
            if let Some(Step::Turn(TurnStep::Preempt { tried, helped: used, .. })) = self.state.agenda.top_mut() {
                *tried |= bit(preemptor);
                *used |= helped;
            }
        }
    }

    /// Success (T-PREEMPT): in a normal activation the other Wing is Bypassed (MP 4.4.1c), in a continuation its
    /// commander is Finished (MP 4.4.3b, 4.4.4b). The Wing that came first, whatever its Orders (MP 4.2.1e), may not
    /// pass (MP 4.4.2b, 4.5c), and this is its activation for the turn (MP 4.4.2c).
    fn preempt(&mut self, wing: WingId, how: How, preemptor: WingId) {
        match how {
            How::Normal => self.state.wings[wing.ix()].turn.bypassed = true,
            _ => self.state.wings[wing.ix()].turn.finished = true,
        }
        // A Bypassed leader who comes first after all has his first activation, which nobody preempts (MP 4.4.1d).
        let how = if self.state.wings[preemptor.ix()].turn.bypassed { How::Bypassed } else { How::Preempted };
        self.begin_activation(preemptor, how);
    }

    /// Failure (MP 4.4.2d, 4.4.3c, 4.4.4c): No Continue; the second time Finished, and the activation of a Bypassed
    /// Wing is forfeit (MP 4.4.2e).
    fn fail_preemption(&mut self, wing: WingId) {
        let state = &mut self.state.wings[wing.ix()];
        if state.turn.no_continue {
            (state.turn.finished, state.turn.bypassed) = (true, false);
            self.tell("MP 4.4.2e", told::IS_FINISHED, &[Of::Wing(wing)]);
        } else {
            state.turn.no_continue = true;
            self.tell("MP 4.4.2d", told::MAY_NOT_CONTINUE, &[Of::Wing(wing)]);
        }
    }
}
