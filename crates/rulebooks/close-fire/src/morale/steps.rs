//! CF 8: the Morale Phase, step by step (P10).

use crate::agenda::{Phasing, Step};
use crate::cards::UnitId;
use crate::decision::Decision;
use crate::state::Phase;
use crate::table::{Play, Table};
use kernel::{Listener, Question, Refusal, Seat, SeatSet, Side};
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum MoraleStep {
    /// CF 8.6, 8.7, 8.8
    Redress(Side),
    /// CF 8.11, 8.12, 8.13, 8.14
    Shocks(Side),
    /// A unit has lost a base: its owner says of which battalion or squadron (CF 8.3, G37).
    Lose(UnitId),
}

impl MoraleStep {
    /// Seats are asked until they say that they are done.
    pub(crate) fn lasts_till_done(self) -> bool {
        match self {
            MoraleStep::Redress(_) | MoraleStep::Shocks(_) | MoraleStep::Lose(_) => false,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum MoraleChoice {
    /// The battalion or squadron that loses a base (CF G37).
    Lose { unit: UnitId, element: u8 },
}

/// What a side does of this chapter in its half of a phase: it re-dresses first, then it is shaken (CF 9.13).
pub(crate) fn steps_of(phase: Phase, side: Side) -> Phasing {
    match phase {
        Phase::Morale => Phasing::from_iter([MoraleStep::Redress(side), MoraleStep::Shocks(side)].map(Step::Morale)),
        _ => Phasing::new(),
    }
}

impl Table<'_> {
    pub(crate) fn asked_in_morale(self, step: MoraleStep) -> SeatSet {
        match step {
            MoraleStep::Redress(_) | MoraleStep::Shocks(_) => SeatSet::EMPTY,
            MoraleStep::Lose(unit) if self.may_say_who_lost(unit) => SeatSet::from_iter([self.seat(unit)]),
            MoraleStep::Lose(_) => SeatSet::EMPTY,
        }
    }

    pub(crate) fn ask_morale(self, step: MoraleStep, _seat: Seat, menu: &mut Vec<Decision>) -> Question {
        match step {
            MoraleStep::Redress(_) | MoraleStep::Shocks(_) => Question::whole("none", "CF 9.1", 0),
            MoraleStep::Lose(unit) => {
                let default = self.offer_losses(unit, menu);
                Question::whole("lose-base", "CF 8.3", default)
            }
        }
    }

    pub(crate) fn judge_morale(self, step: MoraleStep, seat: Seat, choice: MoraleChoice) -> Result<(), Refusal> {
        let MoraleChoice::Lose { unit, element } = choice;
        if step != MoraleStep::Lose(unit) {
            return Err(self.out_of_turn());
        }
        self.owns(seat, unit)?;
        self.judge_loss(unit, element)
    }
}

impl<L: Listener> Play<'_, L> {
    pub(crate) fn work_morale(&mut self, step: MoraleStep) {
        match step {
            MoraleStep::Redress(side) => self.redress(side),
            MoraleStep::Shocks(side) => {
                self.shake(side);
                // The phase is over with the second player's half (CF G84).
                if side != self.state.first {
                    self.mergers_ripen();
                }
            }
            MoraleStep::Lose(unit) => self.unit_mut(unit).this_turn.owed = Default::default(),
        }
    }

    pub(crate) fn apply_morale(&mut self, _step: MoraleStep, _seat: Seat, choice: MoraleChoice) {
        let MoraleChoice::Lose { unit, element } = choice;
        self.state.agenda.pop();
        self.shift_loss(unit, element);
    }
}
