//! The steps of the chapter, what is asked in them and what is done.

use crate::cards::UnitId;
use crate::decision::Decision;
use crate::hexes::Facing;
use crate::state::Formed;
use crate::table::{Play, Table};
use arrayvec::ArrayVec;
use field::hexes::{Hand, Hex};
use kernel::{Listener, Question, Refusal, Seat, SeatSet, Side};
use serde::{Deserialize, Serialize};

/// What can be under way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum FormStep {
    /// A unit that has lost its formation draws together in one of its hexes (12.11, 12.12).
    Collapse(UnitId),
    /// A regiment that has lost half its strength breaks down (12.1.2).
    BreaksDown(UnitId),
    /// Units have come into the hex of a Square to join it (12.9.4).
    JoinsSquare(Hex),
    /// The Fire Segment begins, and whoever lies may get up for it (12.13.1).
    Rises,
}

/// What can be decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum FormChoice {
    /// Where a unit draws together.
    Collapse(Hex),
    /// A stack on the move takes another formation; skirmishers of two hexes say to which side they spread, or where they close up.
    Change {
        formed: Formed,
        facing: Facing,
        hand: Option<Hand>,
    },
    /// A Line extends by so many hexes.
    Extend {
        left: u8,
        right: u8,
    },
    /// A Line draws together by so many hexes.
    Draw {
        left: u8,
        right: u8,
    },
    /// Cavalry wheels by companies (12.3.7).
    QuarterWheel(Hand),
    /// A regiment becomes its battalions (12.1).
    BreakDown,
    /// A small regiment stays what it is (12.1.2).
    Keep,
    /// Battalions become their regiment (12.1).
    Reform(UnitId),
    /// Goes prone (12.13).
    Lie,
    Stand,
    /// A stack that is not on the move stands up, named by its top unit.
    Rise(UnitId),
}

impl FormStep {
    /// Seats are asked until they say that they are done.
    pub(crate) fn lasts_till_done(self) -> bool {
        matches!(self, FormStep::Rises)
    }
}

impl Table<'_> {
    /// The seats a step waits for; none when it can be worked without asking.
    pub(crate) fn asked_in_formations(self, step: FormStep) -> SeatSet {
        match step {
            FormStep::Collapse(id) => {
                let spread = self.unit(id).on_map() && self.unit(id).hexes.len() > 1;
                if spread { SeatSet::one(self.seat(id)) } else { SeatSet::EMPTY }
            }
            FormStep::BreaksDown(id) if self.may_stay_regiment(id) => SeatSet::one(self.seat(id)),
            FormStep::BreaksDown(_) | FormStep::JoinsSquare(_) => SeatSet::EMPTY,
            FormStep::Rises => {
                let lie = |seat: Seat| self.prone_stacks(seat).next().is_some();
                let both = Side::BOTH.map(|side| self.seats_left(side, lie));
                both.into_iter().flat_map(|seats| seats.iter().collect::<ArrayVec<Seat, 8>>()).collect()
            }
        }
    }

    pub(crate) fn ask_formations(self, step: FormStep, seat: Seat, menu: &mut Vec<Decision>) -> Question {
        match step {
            FormStep::Rises => {
                menu.push(Decision::DONE);
                menu.extend(self.prone_stacks(seat).map(|id| Decision::Form(FormChoice::Rise(id))));
                Question::whole("rise", "LB 12.13.1d", 0)
            }
            FormStep::Collapse(id) => {
                menu.extend(self.unit(id).hexes.iter().map(|hex| Decision::Form(FormChoice::Collapse(hex))));
                Question::whole("collapse", "LB 12.11b", 0)
            }
            FormStep::BreaksDown(_) | FormStep::JoinsSquare(_) => {
                menu.extend([FormChoice::Keep, FormChoice::BreakDown].map(Decision::Form));
                Question::whole("breakdown", "LB 12.1.2b", 0)
            }
        }
    }

    pub(crate) fn judge_formations(self, step: FormStep, seat: Seat, decision: Decision) -> Result<(), Refusal> {
        match (step, decision) {
            (FormStep::Rises, Decision::Form(FormChoice::Rise(id))) => {
                let lies = self.prone_stacks(seat).any(|one| one == id);
                if lies { Ok(()) } else { Err(Refusal::new("LB 12.13.1d", "it does not lie, or is not yours")) }
            }
            (FormStep::Collapse(id), Decision::Form(FormChoice::Collapse(hex))) => {
                let own = self.unit(id).hexes.contains(hex);
                if own { Ok(()) } else { Err(Refusal::new("LB 12.11b", "that is none of its hexes")) }
            }
            (FormStep::BreaksDown(_), Decision::Form(FormChoice::Keep | FormChoice::BreakDown)) => Ok(()),
            _ => Err(self.out_of_turn()),
        }
    }
}

impl<L: Listener> Play<'_, L> {
    /// The step has been taken off the agenda.
    pub(crate) fn work_formations(&mut self, step: FormStep) {
        match step {
            FormStep::Collapse(_) => {}
            FormStep::BreaksDown(id) => self.break_down(id),
            FormStep::JoinsSquare(hex) => self.join_square(hex),
            FormStep::Rises => self.state.done = SeatSet::EMPTY,
        }
    }

    /// The step is still on the agenda.
    pub(crate) fn apply_formations(&mut self, step: FormStep, _seat: Seat, decision: Decision) {
        match (step, decision) {
            (FormStep::Collapse(id), Decision::Form(FormChoice::Collapse(hex))) => {
                self.pop();
                self.collapse(id, hex);
            }
            (FormStep::BreaksDown(id), Decision::Form(choice)) => {
                self.pop();
                self.unit_mut(id).turn.formations.asked = true;
                if choice == FormChoice::BreakDown {
                    self.break_down(id);
                }
            }
            (FormStep::Rises, Decision::Form(FormChoice::Rise(id))) => {
                for one in self.table().stack_of(id) {
                    self.stand_up(one);
                }
            }
            _ => {}
        }
    }
}
