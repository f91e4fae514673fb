//! Charges, step by step: declared, answered, run, and what those met on the way do (CP 13.3, 15.3 to 15.6).

use crate::cards::UnitId;
use crate::decision::{Decision, Leg};
use crate::face::told::{self, Who};
use crate::sequence::TurnChoice;
use crate::state::{ChargeKind, Formation, Place, Stage};
use crate::table::{Play, Table};
use field::table::{Cdeg, Um};
use kernel::{Listener, Question, Reaction, Refusal, Seat, SeatSet, Side};
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ChargeStep {
    Declare(Side),
    Answer(Side),
    RunAll,
    /// The charge with that index runs, from where it stands.
    Run(u8),
    /// The same, after those on its way have evaded it or stood.
    RunOn(u8),
    /// The charger closes up, when nobody before it may evade any more.
    CloseUp {
        charge: u8,
    },
    /// Skirmishers or gunners met by charge `charge`.
    EvadeOrStand {
        charge: u8,
        unit: UnitId,
    },
    AfterEvade {
        charge: u8,
        unit: UnitId,
    },
    /// A Swedish regiment to which charge `charge` goes on may change before it (CP 20.1.4).
    CloseRanks {
        charge: u8,
        unit: UnitId,
    },
    /// The charge goes on, over or past those who evaded it.
    GoOn {
        charge: u8,
        unit: UnitId,
    },
    /// The charge goes on after an opponent who fell back.
    PressOn {
        charge: u8,
    },
    /// A charge that has passed its test and gone on to others strikes them, when they have reacted.
    StrikeHome {
        charge: u8,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ChargeChoice {
    /// Charge a target; `files` is a frontage to take up first, 0 for none.
    Charge {
        unit: UnitId,
        target: UnitId,
        files: u8,
        legs: [Leg; 4],
    },
    /// Meet a charge, in own defence or in support of a friend, on a frontage to take up first as in a charge.
    Counter {
        unit: UnitId,
        charger: UnitId,
        files: u8,
        legs: [Leg; 4],
    },
    /// Swedish foot closes up when charged (CP 20.1.4).
    React {
        unit: UnitId,
        formation: Formation,
    },
    Evade {
        bearing: Cdeg,
        distance: Um,
    },
    Stand,
    /// A charger whose target evaded stops, or goes on.
    Halt,
    GoOn,
}

impl Table<'_> {
    pub(crate) fn asked_in_charges(self, step: ChargeStep) -> SeatSet {
        match step {
            ChargeStep::Declare(side) => self.seats_left(side, |seat| self.may_declare(seat, side)),
            ChargeStep::Answer(side) => self.seats_left(side, |seat| self.may_answer(seat, side)),
            ChargeStep::EvadeOrStand { charge, unit } => {
                let met = self.unit(unit).place == Place::Table && !self.unit(unit).evaded;
                if met && self.comes_on(charge) { SeatSet::one(self.seat(unit)) } else { SeatSet::EMPTY }
            }
            ChargeStep::CloseRanks { unit, .. } => {
                let seat = self.seat(unit);
                if self.changes(seat, unit).next().is_some() { SeatSet::one(seat) } else { SeatSet::EMPTY }
            }
            ChargeStep::AfterEvade { charge, .. } if self.arrived(charge) => {
                SeatSet::one(self.seat(self.state.charges[usize::from(charge)].charger))
            }
            _ => SeatSet::EMPTY,
        }
    }

    /// Come up, or on its way and not yet run.
    fn comes_on(self, charge: u8) -> bool {
        self.arrived(charge) || self.state.charges[usize::from(charge)].stage == Stage::Declared
    }

    fn arrived(self, charge: u8) -> bool {
        self.state.charges[usize::from(charge)].stage == Stage::Arrived
    }

    pub(crate) fn ask_charges(self, step: ChargeStep, seat: Seat, menu: &mut Vec<Decision>) -> Question {
        match step {
            ChargeStep::Declare(side) => {
                self.each_charge(seat, side, &mut |decision| menu.push(decision));
                menu.push(Decision::Turn(TurnChoice::Done));
                Question { complete: false, ..Question::whole("declare-charges", "CP 15.3.1", menu.len() - 1) }
            }
            // Counter-charges and the other answers to a charge (CP 15.5.1), and running from it (CP 15.6.1).
            ChargeStep::Answer(side) => {
                self.each_answer(seat, side, &mut |decision| menu.push(decision));
                menu.push(Decision::Turn(TurnChoice::Done));
                let asked = Question::whole("answer-charges", "CP 15.5.1", menu.len() - 1);
                Question { complete: false, reaction: Reaction::Offered, ..asked }
            }
            ChargeStep::EvadeOrStand { charge, unit } => {
                self.evade_menu(usize::from(charge), unit, menu);
                let asked = Question::whole("evade", "CP 15.6.1", 0);
                Question { complete: false, reaction: Reaction::Offered, ..asked }
            }
            ChargeStep::CloseRanks { unit, .. } => {
                menu.push(Decision::Charge(ChargeChoice::Stand));
                let changes = self.changes(seat, unit);
                menu.extend(changes.map(|formation| Decision::Charge(ChargeChoice::React { unit, formation })));
                Question { reaction: Reaction::Offered, ..Question::whole("close-ranks", "CP 20.1.4", 0) }
            }
            ChargeStep::AfterEvade { charge, .. } => {
                menu.push(Decision::Charge(ChargeChoice::Halt));
                if self.judge_go_on(usize::from(charge)).is_ok() {
                    menu.push(Decision::Charge(ChargeChoice::GoOn));
                }
                Question::whole("after-evade", "CP 15.6.5", 0)
            }
            ChargeStep::RunAll
            | ChargeStep::Run(_)
            | ChargeStep::RunOn(_)
            | ChargeStep::CloseUp { .. }
            | ChargeStep::GoOn { .. }
            | ChargeStep::PressOn { .. }
            | ChargeStep::StrikeHome { .. } => Question::whole("none", "CP 13.1", 0),
        }
    }

    pub(crate) fn judge_charges(self, step: ChargeStep, seat: Seat, choice: ChargeChoice) -> Result<(), Refusal> {
        match (step, choice) {
            (ChargeStep::Declare(_), ChargeChoice::Charge { unit, target, files, legs }) => {
                self.enemy_exists(target)?;
                self.judge_charge(seat, unit, target, files, &legs).map(|_| ())
            }
            (ChargeStep::Answer(_), ChargeChoice::Counter { unit, charger, files, legs }) => {
                self.enemy_exists(charger)?;
                self.judge_counter(seat, unit, charger, files, &legs)
            }
            (ChargeStep::Answer(_), ChargeChoice::React { unit, formation }) => self.judge_react(seat, unit, formation),
            (ChargeStep::CloseRanks { unit: asked, .. }, ChargeChoice::React { unit, formation }) if unit == asked => {
                self.judge_react(seat, unit, formation)
            }
            (ChargeStep::EvadeOrStand { .. } | ChargeStep::CloseRanks { .. }, ChargeChoice::Stand)
            | (ChargeStep::AfterEvade { .. }, ChargeChoice::Halt) => Ok(()),
            (ChargeStep::EvadeOrStand { charge, unit }, ChargeChoice::Evade { bearing, distance }) => {
                self.judge_evade(usize::from(charge), unit, bearing, distance).map(|_| ())
            }
            (ChargeStep::AfterEvade { charge, .. }, ChargeChoice::GoOn) => self.judge_go_on(usize::from(charge)),
            _ => Err(self.out_of_turn()),
        }
    }
}

impl<L: Listener> Play<'_, L> {
    pub(crate) fn work_charges(&mut self, step: ChargeStep) {
        match step {
            ChargeStep::Declare(side) => self.side_has_spoken("declare-charges", side),
            ChargeStep::Answer(side) => self.side_has_spoken("answer-charges", side),
            ChargeStep::RunAll => self.next_charge(),
            ChargeStep::Run(ix) => self.sets_off(usize::from(ix)),
            ChargeStep::RunOn(ix) => self.run(usize::from(ix)),
            ChargeStep::CloseUp { charge } => self.closes_up(usize::from(charge)),
            ChargeStep::StrikeHome { charge } => self.strikes_after_all(usize::from(charge)),
            ChargeStep::GoOn { charge, unit } => self.goes_on(usize::from(charge), unit),
            ChargeStep::PressOn { charge } => self.presses_on(usize::from(charge)),
            // Nobody has to answer any more.
            ChargeStep::EvadeOrStand { .. } | ChargeStep::AfterEvade { .. } | ChargeStep::CloseRanks { .. } => {}
        }
    }

    pub(crate) fn apply_charges(&mut self, step: ChargeStep, choice: ChargeChoice) {
        match (choice, step) {
            (ChargeChoice::Charge { unit, target, files, legs }, _) => {
                self.declare(ChargeKind::Charge, unit, target, files, legs);
            }
            (ChargeChoice::Counter { unit, charger, files, legs }, _) => {
                let kind = self.table().may_counter(unit, charger).unwrap_or(ChargeKind::Counter);
                self.declare(kind, unit, charger, files, legs);
            }
            (ChargeChoice::React { unit, formation }, step) => {
                if matches!(step, ChargeStep::CloseRanks { .. }) {
                    self.state.agenda.pop();
                }
                let in_volley = self.unit(unit).volley;
                // The change is paid for like any other, so that the turn is not stood (CP 11.3.1b, ruling G89).
                let price = self.table().inches(4);
                let changed = self.rules.formed(unit, self.unit(unit), formation);
                *self.unit_mut(unit) = changed;
                self.unit_mut(unit).spent = changed.spent.saturating_add(price);
                self.unit_mut(unit).closed_up = true;
                self.tell("CP 20.1.4", told::CLOSES_UP, &[Who::Unit(unit)]);
                if in_volley {
                    self.shake(unit, "CP 20.4.2", told::MOVED_IN_VOLLEY);
                }
            }
            (ChargeChoice::Evade { bearing, distance }, ChargeStep::EvadeOrStand { charge, unit }) => {
                self.state.agenda.pop();
                self.evade(usize::from(charge), unit, bearing, distance);
            }
            (ChargeChoice::Stand, _) => {
                self.state.agenda.pop();
            }
            (ChargeChoice::Halt, ChargeStep::AfterEvade { charge, .. }) => {
                self.state.agenda.pop();
                self.halt_after_evade(usize::from(charge));
            }
            (ChargeChoice::GoOn, ChargeStep::AfterEvade { charge, unit }) => {
                self.state.agenda.pop();
                self.go_on(usize::from(charge), unit);
            }
            // The judge lets nothing else through.
            _ => {}
        }
    }
}
