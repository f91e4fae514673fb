//! Chapter 4.3: a Wing tries to go on; and steps E and F of an activation.

use super::TurnStep;
use crate::agenda::Step;
use crate::cards::WingId;
use crate::charts::Charts;
use crate::command::{CommandStep, Lending};
use crate::face::told::{Of, sequence as told};
use crate::state::{Activation, How, Orders};
use crate::table::{Play, Table};
use kernel::{Listener, Reckoning, Refusal, Seat};

/// MP 4.3.1c: at most so many activations in a turn.
pub const MOST_ACTIVATIONS: u8 = 3;

impl Table<'_> {
    /// Whether the Active Wing may try to continue at all.
    fn may_continue(self, wing: WingId) -> Result<(), Refusal> {
        let refuse = |rule: &'static str, why: &'static str| Err(Refusal::new(rule, why));
        let state = self.wing(wing);
        match () {
            () if state.orders == Orders::Rally => refuse("MP 4.3.1b", "a Wing under Rally does not continue"),
            () if state.turn.no_continue => refuse("MP 4.3.2c", "its commander is marked No Continue"),
            () if state.turn.activations >= MOST_ACTIVATIONS => refuse("MP 4.3.1c", "three activations are the most"),
            () if self.commander_of(wing).is_none() => refuse("MP 5.3.2a", "its commander is not on the map"),
            () if !self.in_play(wing) => refuse("MP 4.2.3a", "it has no unit in play"),
            () if self.rules.charts.continuation[state.orders.ix()].is_none() => {
                refuse("MP 4.3.2a", "the Continuation Table has no range for its Orders")
            }
            () => Ok(()),
        }
    }

    pub(super) fn judge_continuation(self, seat: Seat, helped: bool) -> Result<(), Refusal> {
        let Some(now) = self.state.activation else { return Err(Refusal::new("MP 4.3.1a", "no Wing is active")) };
        self.may_continue(now.wing)?;
        if helped { self.judge_help(now.wing, seat, "MP 5.1.2e") } else { Ok(()) }
    }

    /// What counts for going on and for coming first alike.
    pub(super) fn reckon_seizing(self, reckoning: &mut Reckoning, wing: WingId, helped: bool) {
        self.reckon_commanders(reckoning, wing, helped, "MP 5.1.2e");
        let modifiers = &self.rules.charts.continuation_modifiers;
        let pressed = self.is_pressed(wing);
        reckoning.add_if(pressed, modifiers.near_enemy.into(), "Wing Commander next to an enemy", "MP C2");
        let cavalry = self.rules.wings[wing.ix()].cavalry_wing;
        reckoning.add_if(cavalry, modifiers.cavalry_wing.into(), "Cavalry Wing", "MP C2");
    }

    pub(crate) fn reckon_continuation(self, reckoning: &mut Reckoning, wing: WingId, helped: bool) {
        self.reckon_seizing(reckoning, wing, helped);
        let modifiers = &self.rules.charts.continuation_modifiers;
        let second = self.wing(wing).turn.activations > 1;
        reckoning.add_if(second, modifiers.second_attempt.into(), "second attempt", "MP C2");
        reckoning.add_if(modifiers.battle != 0, modifiers.battle.into(), "this battle", "MP C2");
    }
}

impl<L: Listener> Play<'_, L> {
    /// MP 4.3.1a: the last event of an activation, if its owner wants it.
    pub(super) fn work_continuation(&mut self) {
        let Some(now) = self.state.activation else { return self.pop() };
        if self.table().may_continue(now.wing).is_ok() {
            self.await_seat(self.rules.wings[now.wing.ix()].seat);
        } else {
            self.stop_here();
        }
    }

    /// MP 3.2.Fa: no attempt, or none allowed.
    pub(super) fn stop_here(&mut self) {
        match self.end_activation() {
            Some(now) => self.turn_goes_to(TurnStep::Finish(now.wing)),
            None => self.pop(),
        }
    }

    /// The owner wants to go on; where another seat speaks for the Army Commander it is asked for his help.
    pub(super) fn attempt_continuation(&mut self, helped: bool) {
        let Some(now) = self.state.activation else { return };
        if !helped && self.table().chief_may_lend(now.wing) {
            self.push(Step::Command(CommandStep::Lend { wing: now.wing, to: Lending::Continuation }));
        } else {
            self.roll_continuation(helped);
        }
    }

    /// MP 4.3.2a, chart C2: on success the sequence starts anew at step A (MP 3.2.Ea), on failure the Wing is
    /// Finished (MP 4.3.2b).
    pub(crate) fn roll_continuation(&mut self, helped: bool) {
        let Some(now) = self.state.activation else { return };
        let wing = now.wing;
        let mut reckoning = Reckoning::new(&*self.listener);
        self.table().reckon_continuation(&mut reckoning, wing, helped);
        let die = self.d10();
        let range = self.rules.charts.continuation[self.state.wings[wing.ix()].orders.ix()];
        let success = range.is_some_and(|most| Charts::row(die + reckoning.total) as i8 <= most);
        let outcome = if success { told::GOES_ON } else { told::FINISHED };
        let of = [Of::Wing(wing), Of::Count(range.unwrap_or(-1).into())];
        self.tell_roll("MP 4.3.2a", die, reckoning, [told::TRIES_TO_CONTINUE, outcome], &of);
        // Ruling G-A19: the Army Commander's help was his Action of the activation that ends here, and is forgotten
        // with it.
        self.end_activation();
        if success {
            let preemptor = matches!(now.how, How::Preempted | How::Continued { preemptor: true });
            let how = How::Continued { preemptor };
            // MP 4.4.3a: the enemy's chance comes before anything of the new activation.
            self.turn_goes_to(TurnStep::Preempt { wing, how, tried: 0, helped: false });
        } else {
            self.turn_goes_to(TurnStep::Finish(wing));
        }
    }

    /// Takes off what lasts for one activation only (MP 4.3.2d; ruling G-A62), whether or not the Wing goes on.
    fn end_activation(&mut self) -> Option<Activation> {
        self.state.forget_activation();
        self.state.activation.take()
    }

    /// Step F: the commander is Finished (MP 3.2.Fa); a Bypassed Wing is activated at once, without preemption
    /// (MP 3.2.Fb, 4.4.1c); otherwise the next Wing is found (MP 3.2.Fc).
    pub(super) fn finish_wing(&mut self, wing: WingId) {
        self.pop();
        let state = &mut self.state.wings[wing.ix()];
        (state.turn.finished, state.turn.bypassed) = (true, false);
        let table = self.table();
        let bypassed = table.wings().find(|&other| table.wing(other).turn.bypassed);
        let Some(other) = bypassed else { return };
        if table.can_activate(other) {
            self.begin_activation(other, How::Bypassed);
        } else {
            // MP 5.3.2a: its commander fell while it waited, or nothing is left of it.
            self.state.wings[other.ix()].turn.bypassed = false;
        }
    }
}
