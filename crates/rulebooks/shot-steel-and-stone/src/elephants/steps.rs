//! Elephants out of control, step by step (SSS 41.17 to 41.20).

use crate::agenda::{Phasing, Step};
use crate::decision::Decision;
use crate::sequence::TurnChoice;
use crate::table::{Play, Table};
use kernel::{Listener, Question, Refusal, Seat, SeatSet, Side};
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ElephantStep {
    /// Mahouts of the side may try to kill their beasts, each once (SSS 41.20).
    Mahouts(Side),
    /// Every beast that runs wild runs, of either side (SSS 41.17).
    Run,
    /// Those that ran into somebody fight with the other melees, by one reading (SSS G45).
    Clash,
}

impl ElephantStep {
    pub(crate) fn lasts_till_done(self) -> bool {
        matches!(self, ElephantStep::Mahouts(_))
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ElephantChoice {
    /// The mahout of that beast tries, by its place among those that run wild.
    Spike(u8),
}

/// At the end of the movement of each player turn; the controller's mahouts may try before and after the beasts run.
pub(crate) fn steps_of(side: Side) -> Phasing {
    let mahouts = Step::Elephant(ElephantStep::Mahouts(side));
    Phasing::from_iter([mahouts, Step::Elephant(ElephantStep::Run), mahouts])
}

impl Table<'_> {
    pub(crate) fn asked_in_elephants(self, step: ElephantStep) -> SeatSet {
        match step {
            ElephantStep::Mahouts(side) => self.seats_left(side, |seat| self.mahouts_of(seat).next().is_some()),
            ElephantStep::Run | ElephantStep::Clash => SeatSet::EMPTY,
        }
    }

    /// Beasts of a seat whose mahout has not tried yet.
    fn mahouts_of(self, seat: Seat) -> impl Iterator<Item = u8> {
        (0..self.state.stampedes.len() as u8).filter(move |&beast| self.judge_spike(seat, beast).is_ok())
    }

    fn judge_spike(self, seat: Seat, beast: u8) -> Result<(), Refusal> {
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

    pub(crate) fn ask_elephants(self, _step: ElephantStep, seat: Seat, menu: &mut Vec<Decision>) -> Question {
        menu.extend(self.mahouts_of(seat).map(|beast| Decision::Elephant(ElephantChoice::Spike(beast))));
        menu.push(Decision::Turn(TurnChoice::Done));
        Question::whole("mahout", "SSS 41.20", menu.len() - 1)
    }

    pub(crate) fn judge_elephants(self, step: ElephantStep, seat: Seat, choice: ElephantChoice) -> Result<(), Refusal> {
        match (step, choice) {
            (ElephantStep::Mahouts(_), ElephantChoice::Spike(beast)) => self.judge_spike(seat, beast),
            _ => Err(self.out_of_turn()),
        }
    }
}

impl<L: Listener> Play<'_, L> {
    pub(crate) fn work_elephants(&mut self, step: ElephantStep) {
        match step {
            ElephantStep::Mahouts(side) => self.side_has_spoken("mahout", side),
            ElephantStep::Run => self.run_wild(),
            ElephantStep::Clash => self.clash(),
        }
    }

    pub(crate) fn apply_elephants(&mut self, _step: ElephantStep, choice: ElephantChoice) {
        let ElephantChoice::Spike(beast) = choice;
        self.spike(beast.into());
    }
}
