//! What the chapter has to do with a stack on the move: what it may do besides moving, and what follows from moving.

use super::{ChargeChoice, ChargeStep};
use crate::agenda::Step;
use crate::movement::Moving;
use crate::table::{Play, Table};
use kernel::{Listener, Refusal, Seat, SeatSet};

impl Table<'_> {
    /// Puts on the menu of a stack on the move what this chapter offers it. Each is judged before it is shown.
    pub(crate) fn each_charge_on_the_move(self, moving: &Moving, each: &mut dyn FnMut(ChargeChoice) -> bool) -> bool {
        if !self.is_cavalry(moving.top) {
            return true;
        }
        let most = self.waves_preserving(moving.top).max(1);
        // Whoever may declare no charge may preserve none of his waves in one.
        if self.may_declare_on_the_move(moving).is_ok() {
            let mut waves = (1..=most).filter(|&waves| self.may_preserve(moving.top, waves).is_ok());
            if !each(ChargeChoice::Declare) || !waves.all(|waves| each(ChargeChoice::Preserve(waves))) {
                return false;
            }
        }
        let mut leaders = self.all_leaders().filter(|&leader| self.may_grand_charge(leader, moving).is_ok());
        leaders.all(|leader| each(ChargeChoice::Grand(leader)))
    }

    /// Whether a stack on the move may do that.
    pub(crate) fn judge_charges_on_the_move(
        self,
        moving: &Moving,
        _seat: Seat,
        choice: ChargeChoice,
    ) -> Result<(), Refusal> {
        match choice {
            ChargeChoice::Declare => self.may_declare_on_the_move(moving),
            ChargeChoice::Preserve(waves) => {
                self.may_declare_on_the_move(moving)?;
                self.may_preserve(moving.top, waves)
            }
            ChargeChoice::Grand(leader) => self.may_grand_charge(leader, moving).map(|_| ()),
            _ => Err(self.out_of_turn()),
        }
    }
}

impl<L: Listener> Play<'_, L> {
    /// The innermost stack on the move does it; its move goes on afterwards.
    pub(crate) fn act_charges_on_the_move(&mut self, choice: ChargeChoice) {
        match choice {
            ChargeChoice::Declare => self.declare_on_the_move(None),
            ChargeChoice::Preserve(waves) => self.declare_on_the_move(Some(waves)),
            ChargeChoice::Grand(leader) => self.declare_grand_charge(leader),
            _ => {}
        }
    }

    /// A stack is about to begin its move: foot that it sets out near to may form Square at once (LB 19.7a).
    pub(crate) fn charges_before_act(&mut self, moving: &Moving) {
        if !moving.acted {
            self.asks_for_squares(moving);
        }
    }

    /// A stack has entered hexes, or spent points where it stood: foot that sees cavalry do so near it may form Square (LB 19.7a,
    /// 19.1.1.3a).
    pub(crate) fn charges_after_act(&mut self, moving: &Moving) {
        self.asks_for_squares(moving);
    }

    fn asks_for_squares(&mut self, moving: &Moving) {
        let declared = self.table().charge_of(moving.top).is_some();
        if moving.motion.is_involuntary() || declared || !self.table().is_cavalry(moving.top) {
            return;
        }
        if self.state.charging.moving != Some(moving.top) {
            let charging = &mut self.state.charging;
            (charging.moving, charging.squared) = (Some(moving.top), crate::cards::UnitSet::EMPTY);
        }
        self.state.charging.answered = SeatSet::EMPTY;
        self.push(Step::Charge(ChargeStep::Squares));
    }

    /// A stack has ended its move.
    pub(crate) fn charges_after_move(&mut self, moving: &Moving) {
        if self.state.charging.moving == Some(moving.top) {
            self.state.charging.moving = None;
        }
    }
}
