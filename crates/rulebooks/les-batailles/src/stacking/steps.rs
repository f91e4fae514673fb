//! The steps of the chapter, what is asked in them and what is done.

use super::Violation;
use crate::agenda::Step;
use crate::cards::UnitId;
use crate::decision::Decision;
use crate::movement::retreat::Ways;
use crate::table::{Play, Stack, Table};
use field::hexes::Hex;
use kernel::{Listener, Question, Refusal, Seat, SeatSet};
use serde::{Deserialize, Serialize};

/// What can be under way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum StackStep {
    /// The first violation of the queue is settled; whoever is displaced may add another to it.
    Settle,
    /// A unit that is too many in a hex goes on to another.
    Displace(UnitId),
}

/// What can be decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum StackChoice {
    /// Which of several units that are too many goes (LB G16).
    Gives(UnitId),
    /// Where it goes.
    To(Hex),
}

impl StackStep {
    /// Seats are asked until they say that they are done.
    pub(crate) fn lasts_till_done(self) -> bool {
        false
    }
}

impl<'a> Table<'a> {
    /// The violation that is being settled.
    fn unsettled(self) -> Option<&'a Violation> {
        self.state.violations.first()
    }

    /// The units among which an owner chooses who leaves its hex.
    fn leavers(self) -> Stack {
        self.unsettled().filter(|violation| violation.checked).map(|first| self.surplus(first)).unwrap_or_default()
    }

    /// The hexes a displaced unit may go to; none where what reacted to its displacement has made an end of it.
    fn ways_out(self, id: UnitId) -> Ways {
        let here = |violation: &&Violation| self.unit(id).on_map() && self.unit(id).hexes.contains(violation.hex);
        self.unsettled().filter(here).map(|violation| self.displacement_ways(id, violation)).unwrap_or_default()
    }

    /// The seats a step waits for; none when it can be worked without asking.
    pub(crate) fn asked_in_stacking(self, step: StackStep) -> SeatSet {
        let owner = |id: UnitId| SeatSet::one(self.seat(id));
        match step {
            StackStep::Settle => match self.leavers().as_slice() {
                [first, _, ..] => owner(*first),
                _ => SeatSet::EMPTY,
            },
            StackStep::Displace(unit) if self.ways_out(unit).len() > 1 => owner(unit),
            StackStep::Displace(_) => SeatSet::EMPTY,
        }
    }

    pub(crate) fn ask_stacking(self, step: StackStep, _seat: Seat, menu: &mut Vec<Decision>) -> Question {
        match step {
            StackStep::Settle => {
                menu.extend(self.leavers().into_iter().map(|id| Decision::Stack(StackChoice::Gives(id))));
                Question::whole("who-is-displaced", "LB 11.1.5b", 0)
            }
            StackStep::Displace(unit) => {
                menu.extend(self.ways_out(unit).into_iter().map(|hex| Decision::Stack(StackChoice::To(hex))));
                Question::whole("displacement", "LB 11.1.5c", 0)
            }
        }
    }

    pub(crate) fn judge_stacking(self, step: StackStep, _seat: Seat, decision: Decision) -> Result<(), Refusal> {
        match (step, decision) {
            (StackStep::Settle, Decision::Stack(StackChoice::Gives(id))) => {
                let one = self.leavers().contains(&id);
                if one { Ok(()) } else { Err(Refusal::new("LB 11.1.5b", "that unit is not the one to go")) }
            }
            (StackStep::Displace(unit), Decision::Stack(StackChoice::To(hex))) => {
                if self.ways_out(unit).contains(&hex) {
                    Ok(())
                } else {
                    Err(Refusal::new("LB 13.2.4a", "a retreat does not lead there"))
                }
            }
            _ => Err(self.out_of_turn()),
        }
    }
}

impl<L: Listener> Play<'_, L> {
    /// The step has been taken off the agenda.
    pub(crate) fn work_stacking(&mut self, step: StackStep) {
        match step {
            StackStep::Settle => self.settle(None),
            StackStep::Displace(unit) => {
                if let Some(&to) = self.table().ways_out(unit).first() {
                    self.goes(unit, to);
                }
            }
        }
    }

    fn goes(&mut self, unit: UnitId, to: Hex) {
        if let Some(violation) = self.state.violations.first().cloned() {
            self.displaced_to(unit, to, &violation);
        }
    }

    /// The first violation: its checks, then one unit after another goes until the hex is legal (LB 11.1.4e).
    fn settle(&mut self, chosen: Option<UnitId>) {
        let Some(violation) = self.state.violations.first().cloned() else { return };
        self.push(Step::Stack(StackStep::Settle));
        if !violation.checked {
            if let Some(first) = self.state.violations.first_mut() {
                first.checked = true;
            }
            self.check_violation(&violation);
            return;
        }
        match chosen.or_else(|| self.table().leavers().first().copied()) {
            Some(id) => self.displace(id, &violation),
            None => {
                self.pop();
                self.state.violations.remove(0);
                if !self.state.violations.is_empty() {
                    self.push(Step::Stack(StackStep::Settle));
                }
            }
        }
    }

    /// The step is still on the agenda.
    pub(crate) fn apply_stacking(&mut self, step: StackStep, _seat: Seat, decision: Decision) {
        self.pop();
        match (step, decision) {
            (StackStep::Settle, Decision::Stack(StackChoice::Gives(id))) => self.settle(Some(id)),
            (StackStep::Displace(unit), Decision::Stack(StackChoice::To(to))) => self.goes(unit, to),
            // The judge lets nothing else through.
            _ => {}
        }
    }
}
