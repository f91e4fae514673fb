//! Elephants out of control, step by step (SSS 41.17 to 41.20).

use crate::agenda::{Phasing, Step};
use crate::cards::UnitId;
use crate::decision::Decision;
use crate::sequence::TurnChoice;
use crate::state::Phase;
use crate::table::{Play, Table};
use field::table::Um;
use kernel::{Listener, Question, Reaction, Refusal, Seat, SeatSet, Side};
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ElephantStep {
    /// Mahouts of the side may try to kill their beasts, each once (SSS 41.20).
    Mahouts(Side),
    /// Every beast that runs wild runs, of either side, one after the other from this one on (SSS 41.17).
    Run { next: u8 },
    /// That beast runs on, until it meets somebody or has run all its way.
    Runs(u8),
    /// It comes upon that unit, after so long a run: who stands may shoot at it, and friends near by (SSS 41.18, 15.1).
    Answer { beast: u8, unit: UnitId, stands: bool, ran: Um },
    /// It runs into the unit.
    Trample { beast: u8, unit: UnitId },
    /// Those that ran into somebody fight with the other melees, by one reading (SSS G45).
    Clash,
}

impl ElephantStep {
    pub(crate) fn lasts_till_done(self) -> bool {
        matches!(self, ElephantStep::Mahouts(_) | ElephantStep::Answer { .. })
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ElephantChoice {
    /// The mahout of that beast tries, by its place among those that run wild.
    Spike(u8),
    /// A unit shoots at the beast that comes.
    Fire(UnitId),
}

/// At the end of the movement of each player turn; the controller's mahouts may try before and after the beasts run.
pub(crate) fn steps_of(side: Side) -> Phasing {
    let mahouts = Step::Elephant(ElephantStep::Mahouts(side));
    Phasing::from_iter([mahouts, Step::Elephant(ElephantStep::Run { next: 0 }), mahouts])
}

impl Table<'_> {
    pub(crate) fn asked_in_elephants(self, step: ElephantStep) -> SeatSet {
        match step {
            ElephantStep::Mahouts(side) => self.seats_left(side, |seat| self.mahouts_of(seat).next().is_some()),
            ElephantStep::Answer { unit, .. } => {
                self.seats_left(self.side(unit), |seat| self.answers(step, seat).next().is_some())
            }
            ElephantStep::Run { .. } | ElephantStep::Runs(_) | ElephantStep::Trample { .. } | ElephantStep::Clash => {
                SeatSet::EMPTY
            }
        }
    }

    /// Units of a seat that may shoot at the beast that comes.
    fn answers(self, step: ElephantStep, seat: Seat) -> impl Iterator<Item = UnitId> {
        self.on_table().filter(move |&id| self.judge_shot_as_it_comes(step, seat, id).is_ok())
    }

    fn judge_shot_as_it_comes(self, step: ElephantStep, seat: Seat, id: UnitId) -> Result<(), Refusal> {
        match step {
            ElephantStep::Answer { beast, unit, stands, ran } => {
                self.judge_shot_at_beast(seat, (beast, unit), (stands, ran), id)
            }
            _ => Err(self.out_of_turn()),
        }
    }

    /// A mahout may act at any point of his own side's turn; the run of a beast is not broken into (SSS 41.20, G166).
    pub(crate) fn mahouts_may_act(self, step: Step, seat: Seat) -> bool {
        let own = self.rules.seats[usize::from(seat.0)].side == self.state.active;
        let within = self.state.phase >= Phase::Orders;
        own && within && !self.state.stampedes.is_empty() && !matches!(step, Step::Turn(_) | Step::Elephant(_))
    }

    /// The mahouts on the menu of whatever is asked.
    pub(crate) fn offer_mahouts(self, step: Step, seat: Seat, menu: &mut Vec<Decision>) {
        if self.mahouts_may_act(step, seat) {
            menu.extend(self.mahouts_of(seat).map(|beast| Decision::Elephant(ElephantChoice::Spike(beast))));
        }
    }

    /// Beasts of a seat whose mahout has not tried yet.
    fn mahouts_of(self, seat: Seat) -> impl Iterator<Item = u8> {
        (0..self.state.stampedes.len() as u8).filter(move |&beast| self.judge_spike(seat, beast).is_ok())
    }

    pub(crate) fn judge_spike(self, seat: Seat, beast: u8) -> Result<(), Refusal> {
        let Some(stampede) = self.state.stampedes.get(usize::from(beast)) else {
            return Err(Refusal::new("SSS 41.20", "no such beast runs wild"));
        };
        if self.seat(stampede.of) != seat {
            return Err(Refusal::new("SSS 41.20", "it is not your mahout"));
        }
        match stampede.spiked {
            true => Err(Refusal::new("SSS 41.20", "its mahout has had his one chance")),
            false => Ok(()),
        }
    }

    pub(crate) fn ask_elephants(self, step: ElephantStep, seat: Seat, menu: &mut Vec<Decision>) -> Question {
        if matches!(step, ElephantStep::Answer { .. }) {
            menu.extend(self.answers(step, seat).map(|id| Decision::Elephant(ElephantChoice::Fire(id))));
            menu.push(Decision::Turn(TurnChoice::Done));
            return Question::whole("beast", "SSS 41.18", menu.len() - 1).in_reaction(Reaction::Offered);
        }
        menu.extend(self.mahouts_of(seat).map(|beast| Decision::Elephant(ElephantChoice::Spike(beast))));
        menu.push(Decision::Turn(TurnChoice::Done));
        Question::whole("mahout", "SSS 41.20", menu.len() - 1)
    }

    pub(crate) fn judge_elephants(self, step: ElephantStep, seat: Seat, choice: ElephantChoice) -> Result<(), Refusal> {
        match (step, choice) {
            (ElephantStep::Mahouts(_), ElephantChoice::Spike(beast)) => self.judge_spike(seat, beast),
            (_, ElephantChoice::Fire(id)) => self.judge_shot_as_it_comes(step, seat, id),
            _ => Err(self.out_of_turn()),
        }
    }
}

impl<L: Listener> Play<'_, L> {
    pub(crate) fn work_elephants(&mut self, step: ElephantStep) {
        match step {
            ElephantStep::Mahouts(side) => self.side_has_spoken("mahout", side),
            ElephantStep::Run { next } => self.run_wild(next),
            ElephantStep::Runs(beast) => self.runs_on(beast),
            ElephantStep::Answer { unit, .. } => self.side_has_spoken("beast", self.table().side(unit)),
            ElephantStep::Trample { beast, unit } => self.tramples(beast, unit),
            ElephantStep::Clash => self.clash(),
        }
    }

    pub(crate) fn apply_elephants(&mut self, step: ElephantStep, choice: ElephantChoice) {
        match (step, choice) {
            (_, ElephantChoice::Spike(beast)) => self.spike(beast.into()),
            (ElephantStep::Answer { beast, unit, ran, .. }, ElephantChoice::Fire(id)) => {
                self.shoots_as_it_comes(beast, unit, ran, id);
            }
            _ => {}
        }
    }

    /// A mahout takes his chance in the middle of something else (SSS 41.20).
    pub(crate) fn mahout_acts(&mut self, choice: ElephantChoice) {
        if let ElephantChoice::Spike(beast) = choice {
            self.spike(beast.into());
        }
    }
}
