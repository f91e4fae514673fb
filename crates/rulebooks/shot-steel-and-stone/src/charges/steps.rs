//! Charges step by step: who charges, what the charged answer, who shoots, and the runs (SSS 1.4a, 1.5.2a, P4, P5.2).

use super::shooting::Foreseen;
use crate::agenda::{Phasing, Step};
use crate::cards::UnitId;
use crate::decision::Decision;
use crate::reaction::Occasion;
use crate::sequence::TurnChoice;
use crate::state::{Approach, ChargeKind, Formation, MOST_CHARGES, Place, Response, Stage};
use crate::table::{Play, Table};
use arrayvec::ArrayVec;
use field::table::{Cdeg, Um};
use kernel::{Listener, Question, Refusal, Seat, SeatSet, Side};
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ChargeStep {
    /// Chargers of the side whose turn it is test (SSS 1.4a).
    Tests(Side),
    /// Those who are charged answer (SSS P4.3).
    Answers(Side),
    /// Others who have a charger in their arc may elect to shoot (SSS 15.1, G13).
    Support(Side),
    /// Charges are run in the order the side likes (SSS 1.5.2a, P5.2).
    Runs(Side),
    /// A charger whose target got away goes on as far as it likes (SSS G63).
    AfterEvade(UnitId),
}

impl ChargeStep {
    pub(crate) fn lasts_till_done(self) -> bool {
        matches!(self, ChargeStep::Support(_))
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ChargeChoice {
    Answer {
        unit: UnitId,
        response: Response,
    },
    /// Shoots at a charge on somebody else.
    Support {
        unit: UnitId,
        charger: UnitId,
    },
    /// Runs its charge, with a wheel first, to the right where that is positive.
    Run {
        unit: UnitId,
        wheel: Cdeg,
    },
    /// Goes so far ahead before the wheel (SSS 1.5.2d).
    RunBy {
        unit: UnitId,
        ahead: Um,
        wheel: Cdeg,
    },
    /// Changes formation first, on so many bases abreast, or as many as usual for 0 (SSS 1.5.2d).
    RunFormed {
        unit: UnitId,
        formation: Formation,
        files: u8,
        wheel: Cdeg,
    },
    /// Goes on so far after an enemy that got away.
    Follow(Um),
}

impl ChargeChoice {
    /// Who runs its charge, and how that begins.
    pub(crate) fn run(self) -> Option<(UnitId, Approach)> {
        match self {
            ChargeChoice::Run { unit, wheel } => Some((unit, Approach { wheel, ..Approach::default() })),
            ChargeChoice::RunBy { unit, ahead, wheel } => Some((unit, Approach { form: None, ahead, wheel })),
            ChargeChoice::RunFormed { unit, formation, files, wheel } => {
                Some((unit, Approach { form: Some((formation, files)), ahead: 0, wheel }))
            }
            ChargeChoice::Answer { .. } | ChargeChoice::Support { .. } | ChargeChoice::Follow(_) => None,
        }
    }

    fn running(unit: UnitId, approach: Approach) -> ChargeChoice {
        match approach {
            Approach { ahead: 0, wheel, .. } => ChargeChoice::Run { unit, wheel },
            Approach { ahead, wheel, .. } => ChargeChoice::RunBy { unit, ahead, wheel },
        }
    }
}

/// Tests of chargers and answers of the charged (SSS 1.4a), in order.
pub(crate) fn steps_of(side: Side) -> Phasing {
    let other = side.other();
    Phasing::from_iter(
        [ChargeStep::Tests(side), ChargeStep::Answers(other), ChargeStep::Support(other)].map(Step::Charge),
    )
}

/// Chargers, counterchargers and evaders move (SSS 1.5.2a, 1.5.3a).
pub(crate) fn moves_of(side: Side) -> Phasing {
    Phasing::from_iter([Step::Charge(ChargeStep::Runs(side))])
}

/// Answers that name nobody; countercharges name whom they meet.
const RESPONSES: [Response; 8] = [
    Response::Stand { shoots: true },
    Response::Stand { shoots: false },
    Response::Evade { shoots: true },
    Response::Evade { shoots: false },
    Response::Square { shoots: true },
    Response::Square { shoots: false },
    Response::RearRank { shoots: true },
    Response::RearRank { shoots: false },
];

impl<'a> Table<'a> {
    pub(crate) fn asked_in_charges(self, step: ChargeStep) -> SeatSet {
        match step {
            ChargeStep::Tests(_) => SeatSet::EMPTY,
            ChargeStep::Answers(side) => {
                let owing = self.of_side(side).filter(|&id| self.owes_answer(id));
                owing.map(|id| self.seat(id)).collect()
            }
            ChargeStep::Support(side) => self.seats_left(side, |seat| self.supports(side, seat).next().is_some()),
            ChargeStep::Runs(side) => self.chargers(side).map(|id| self.seat(id)).collect(),
            ChargeStep::AfterEvade(id) if self.room_after_evade(id) > 0 => SeatSet::one(self.seat(id)),
            ChargeStep::AfterEvade(_) => SeatSet::EMPTY,
        }
    }

    /// Charges of a side that are still to be run.
    fn chargers(self, side: Side) -> impl Iterator<Item = UnitId> + use<'a> {
        let going = self.state.charges.iter().filter(|charge| charge.stage == Stage::Goes);
        let own = going.filter(move |charge| charge.kind != ChargeKind::Counter && self.side(charge.charger) == side);
        own.map(|charge| charge.charger).filter(move |&id| self.unit(id).place == Place::Table)
    }

    /// Who could shoot at whose charge.
    fn supports(self, side: Side, seat: Seat) -> impl Iterator<Item = (UnitId, UnitId)> + use<'a> {
        let units = self.of_side(side).filter(move |&id| self.seat(id) == seat);
        // How each charge will run is worked out once for all who may shoot at it, if there are any.
        let somebody =
            |charger: &UnitId| self.of_side(side).any(|id| self.seat(id) == seat && self.might_support(id, *charger));
        let charges: ArrayVec<Foreseen, MOST_CHARGES> =
            self.chargers(side.other()).filter(somebody).filter_map(|charger| self.foreseen(charger)).collect();
        units.flat_map(move |id| {
            let bears = |charge: &&Foreseen| self.judge_support_at(id, charge).is_ok();
            let shots: ArrayVec<(UnitId, UnitId), MOST_CHARGES> =
                charges.iter().filter(bears).map(|charge| (id, charge.charger)).collect();
            shots
        })
    }

    pub(crate) fn ask_charges(self, step: ChargeStep, seat: Seat, menu: &mut Vec<Decision>) -> Question {
        let mut offer = |choice: ChargeChoice| menu.push(Decision::Charge(choice));
        match step {
            ChargeStep::Answers(side) => {
                let mine = self.of_side(side).filter(|&id| self.seat(id) == seat && self.owes_answer(id));
                for unit in mine {
                    let meets = self.charges_on(unit).map(Response::Countercharge);
                    let answers = RESPONSES.into_iter().chain(meets);
                    for response in answers.filter(|&one| self.judge_answer(unit, one).is_ok()) {
                        offer(ChargeChoice::Answer { unit, response });
                    }
                }
                let plain = |decision: &Decision| {
                    let stands = Response::Stand { shoots: false };
                    matches!(decision, Decision::Charge(ChargeChoice::Answer { response, .. }) if *response == stands)
                };
                let usual = menu.iter().position(plain).unwrap_or(0);
                Question::whole("answer", "SSS 34.1", usual)
            }
            ChargeStep::Support(side) => {
                for (unit, charger) in self.supports(side, seat) {
                    offer(ChargeChoice::Support { unit, charger });
                }
                menu.push(Decision::Turn(TurnChoice::Done));
                Question::whole("support", "SSS 15.1", menu.len() - 1)
            }
            ChargeStep::Runs(side) => {
                for unit in self.chargers(side).filter(|&id| self.seat(id) == seat) {
                    let Some(ix) = self.charge_by(unit) else { continue };
                    let approach = self.approach_to(unit, self.state.charges[ix].target).unwrap_or_default();
                    offer(ChargeChoice::running(unit, approach));
                }
                Question { complete: false, ..Question::whole("run", "SSS 1.5.2c", 0) }
            }
            ChargeStep::AfterEvade(id) => {
                offer(ChargeChoice::Follow(self.room_after_evade(id)));
                offer(ChargeChoice::Follow(0));
                Question { complete: false, ..Question::whole("follow", "SSS 8.9", 1) }
            }
            ChargeStep::Tests(_) => Question::whole("none", "SSS 1.4a", 0),
        }
    }

    pub(crate) fn judge_charges(self, step: ChargeStep, seat: Seat, choice: ChargeChoice) -> Result<(), Refusal> {
        match (step, choice) {
            (ChargeStep::Answers(_), ChargeChoice::Answer { unit, response }) => {
                self.owns(seat, unit)?;
                self.judge_answer(unit, response)
            }
            (ChargeStep::Support(_), ChargeChoice::Support { unit, charger }) => {
                self.owns(seat, unit)?;
                self.judge_support(unit, charger)
            }
            (ChargeStep::Runs(side), _) if choice.run().is_some() => self.judge_run(side, seat, choice),
            (ChargeStep::AfterEvade(id), ChargeChoice::Follow(far)) => {
                match (0..=self.room_after_evade(id)).contains(&far) {
                    true => Ok(()),
                    false => Err(Refusal::new("SSS 8.9", "it has lost its bonus, and keeps 1 BW from other enemies")),
                }
            }
            _ => Err(self.out_of_turn()),
        }
    }

    /// Any way that its normal move covers; but one that can be led home is (SSS 1.5.2c, 1.5.2d, G128).
    fn judge_run(self, side: Side, seat: Seat, choice: ChargeChoice) -> Result<(), Refusal> {
        let Some((unit, approach)) = choice.run() else { return Err(self.out_of_turn()) };
        self.owns(seat, unit)?;
        let Some(ix) = self.charge_by(unit).filter(|_| self.chargers(side).any(|id| id == unit)) else {
            return Err(Refusal::new("SSS 1.5.2c", "it has no charge to run"));
        };
        let charge = &self.state.charges[ix];
        let Some(path) = self.charge_path(unit, approach, charge.target) else {
            let why = "there is no room for that, or its normal move does not cover it";
            return Err(Refusal::new("SSS 1.5.2d", why));
        };
        // Where the enemy comes to meet it, it need not reach him by itself.
        let met = matches!(charge.response, Some(Response::Countercharge(_)));
        let short = path.contact().is_none() && !met;
        if short && self.approach_to(unit, charge.target).is_some() {
            return Err(Refusal::new("SSS 1.5.2c", "it can be led home, so it is"));
        }
        Ok(())
    }
}

impl<L: Listener> Play<'_, L> {
    pub(crate) fn work_charges(&mut self, step: ChargeStep) {
        match step {
            ChargeStep::Tests(side) => self.chargers_test(side),
            ChargeStep::Answers(_) => self.answers_are_in(),
            ChargeStep::Support(side) => self.side_has_spoken("support", side),
            ChargeStep::Runs(_) => {}
            ChargeStep::AfterEvade(id) => self.goes_on_after_evade(id, 0),
        }
    }

    pub(crate) fn apply_charges(&mut self, step: ChargeStep, choice: ChargeChoice) {
        match choice {
            ChargeChoice::Follow(far) => {
                self.state.agenda.pop();
                if let ChargeStep::AfterEvade(id) = step {
                    self.goes_on_after_evade(id, far);
                }
            }
            ChargeChoice::Answer { unit, response } => self.answer(unit, response),
            ChargeChoice::Support { unit, charger } => {
                self.unit_mut(unit).this_turn.shot_at_one = true;
                // Who was charged itself has passed its test already (SSS 15.1).
                let passed = self.unit(unit).answered || self.test_at_once(unit, Occasion::Support).passed;
                let ix = self.table().charge_by(charger);
                if let Some(ix) = ix.filter(|_| passed) {
                    self.state.charges[ix].shooters.insert(unit);
                }
            }
            ChargeChoice::Run { .. } | ChargeChoice::RunBy { .. } | ChargeChoice::RunFormed { .. } => {
                if let Some((unit, approach)) = choice.run() {
                    self.run_charge(unit, approach);
                }
            }
        }
    }
}
