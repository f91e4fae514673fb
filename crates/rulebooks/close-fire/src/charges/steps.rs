//! CF 14: charges, step by step.

use crate::agenda::{Phasing, Step};
use crate::cards::{UnitId, Units};
use crate::decision::Decision;
use crate::face::told::{self, Who};
use crate::sequence::TurnChoice;
use crate::state::{Charge, MoveDice, Place, Stage};
use crate::table::{Play, Table};
use kernel::{Listener, Question, Reaction, Refusal, Seat, SeatSet, Side};
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ChargeStep {
    /// The player with the initiative declares first (CF 14.3).
    Begin,
    /// Those who have to charge again (CF 14.13).
    Forced(Side),
    /// CF 14.3
    Declare(Side),
    /// CF 14.10
    Dice,
    /// Who charges and who is charged show their figures: how a charge is met hangs on what they are (CF G67).
    Show,
    /// CF 14.15 to 14.20
    Answer,
    /// CF 14.9
    Run,
}

impl ChargeStep {
    /// Seats are asked until they say that they are done.
    pub(crate) fn lasts_till_done(self) -> bool {
        matches!(self, ChargeStep::Declare(_))
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ChargeChoice {
    /// CF 14.3, 14.14
    Declare { unit: UnitId, target: UnitId, outrance: bool },
    /// CF 14.8
    Join { unit: UnitId, lead: UnitId },
    /// CF 14.10
    Dice { unit: UnitId, dice: MoveDice },
    /// CF 14.15
    Counter { unit: UnitId, dice: MoveDice, outrance: bool },
    /// CF 14.19
    Evade(UnitId),
    /// Pulls an end stand back (CF 14.20).
    StepBack { unit: UnitId, right: bool },
    /// CF 14.20
    FaceAbout(UnitId),
    /// Receives it at the halt (CF 14.18).
    Receive(UnitId),
}

/// What both sides do of this chapter in the Combat and Close Fire Phase (CF 9.6).
pub(crate) fn steps_of(_first: Side) -> Phasing {
    Phasing::from_iter([Step::Charge(ChargeStep::Begin)])
}

impl Table<'_> {
    pub(crate) fn asked_in_charges(self, step: ChargeStep) -> SeatSet {
        let seat_of = |id: Option<UnitId>| id.map(|id| self.seat(id)).into_iter().collect();
        match step {
            ChargeStep::Begin | ChargeStep::Show | ChargeStep::Run => SeatSet::EMPTY,
            ChargeStep::Forced(side) => seat_of(self.next_forced(side)),
            ChargeStep::Declare(side) => self.seats_left(side, |seat| self.has_charge(seat, side)),
            ChargeStep::Dice => seat_of(self.next_undiced().map(|charge| charge.lead)),
            ChargeStep::Answer => seat_of(self.next_to_answer()),
        }
    }

    /// The unit that an open question is about, if it is about one.
    pub(crate) fn asked_about_charge(self, step: ChargeStep) -> Option<UnitId> {
        match step {
            ChargeStep::Forced(side) => self.next_forced(side),
            ChargeStep::Dice => self.next_undiced().map(|charge| charge.lead),
            ChargeStep::Answer => self.next_to_answer(),
            ChargeStep::Begin | ChargeStep::Declare(_) | ChargeStep::Show | ChargeStep::Run => None,
        }
    }

    pub(crate) fn ask_charges(self, step: ChargeStep, seat: Seat, menu: &mut Vec<Decision>) -> Question {
        match step {
            ChargeStep::Begin | ChargeStep::Show | ChargeStep::Run => Question::whole("none", "CF 9.1", 0),
            ChargeStep::Forced(side) => {
                if let Some(id) = self.next_forced(side) {
                    self.charges_of(id, menu);
                }
                let asked = Question::whole("charge-again", "CF 14.13", 0).in_reaction(Reaction::Bound);
                Question { complete: false, ..asked }
            }
            ChargeStep::Declare(side) => {
                menu.push(Decision::Turn(TurnChoice::Done));
                self.charge_menu(seat, side, menu);
                // Whoever takes hold of a unit drags it upon the enemy, and hears why he may not charge.
                Question { complete: false, ..Question::whole("declare-charges", "CF 14.3", 0) }
            }
            ChargeStep::Dice => {
                if let Some(charge) = self.next_undiced() {
                    self.dice_menu(charge, menu);
                }
                Question::whole("charge-dice", "CF 14.10", 0)
            }
            ChargeStep::Answer => {
                if let Some(id) = self.next_to_answer() {
                    menu.push(Decision::Charge(ChargeChoice::Receive(id)));
                    self.answers_of(id, menu);
                }
                Question::whole("meet-charge", "CF 14.16", 0).in_reaction(Reaction::Offered)
            }
        }
    }

    pub(crate) fn judge_charges(self, step: ChargeStep, seat: Seat, choice: ChargeChoice) -> Result<(), Refusal> {
        let asked = |id: UnitId, of: Option<UnitId>| {
            self.owns(seat, id)?;
            if of == Some(id) { Ok(()) } else { Err(self.out_of_turn()) }
        };
        match (step, choice) {
            (ChargeStep::Declare(_), ChargeChoice::Declare { unit, target, outrance }) => {
                self.owns(seat, unit)?;
                self.may_charge_at(unit, target, outrance)
            }
            (ChargeStep::Forced(side), ChargeChoice::Declare { unit, target, outrance }) => {
                asked(unit, self.next_forced(side))?;
                self.may_charge_at(unit, target, outrance)
            }
            (ChargeStep::Declare(_), ChargeChoice::Join { unit, lead }) => {
                self.owns(seat, unit)?;
                self.may_join(unit, lead)
            }
            (ChargeStep::Dice, ChargeChoice::Dice { unit, dice }) => {
                asked(unit, self.next_undiced().map(|charge| charge.lead))?;
                self.may_charge_with(unit, dice)
            }
            (ChargeStep::Answer, choice) => {
                let (ChargeChoice::Counter { unit, .. }
                | ChargeChoice::Evade(unit)
                | ChargeChoice::StepBack { unit, .. }
                | ChargeChoice::FaceAbout(unit)
                | ChargeChoice::Receive(unit)) = choice
                else {
                    return Err(self.out_of_turn());
                };
                asked(unit, self.next_to_answer())?;
                match choice {
                    ChargeChoice::Counter { unit, dice, outrance } => self.may_counter(unit, dice, outrance),
                    ChargeChoice::Evade(unit) => self.may_evade(unit),
                    ChargeChoice::StepBack { unit, right } => self.may_step_back(unit, right),
                    ChargeChoice::FaceAbout(unit) => self.may_face_charge(unit),
                    _ => Ok(()),
                }
            }
            _ => Err(self.out_of_turn()),
        }
    }
}

impl<L: Listener> Play<'_, L> {
    pub(crate) fn work_charges(&mut self, step: ChargeStep) {
        match step {
            ChargeStep::Begin => {
                let holder = self.table().initiative_holder();
                let other = holder.other();
                let steps = [
                    ChargeStep::Forced(holder),
                    ChargeStep::Declare(holder),
                    ChargeStep::Forced(other),
                    ChargeStep::Declare(other),
                    ChargeStep::Dice,
                    ChargeStep::Show,
                    ChargeStep::Answer,
                    ChargeStep::Run,
                ];
                self.state.agenda.push_all(&steps.map(Step::Charge));
            }
            ChargeStep::Declare(side) => self.side_has_spoken("declare-charges", side),
            ChargeStep::Show => self.show_chargers(),
            ChargeStep::Run => self.run_charges(),
            ChargeStep::Forced(_) | ChargeStep::Dice | ChargeStep::Answer => {}
        }
    }

    pub(crate) fn apply_charges(&mut self, _step: ChargeStep, _seat: Seat, choice: ChargeChoice) {
        match choice {
            ChargeChoice::Declare { unit, target, outrance } => self.declare(unit, target, outrance),
            ChargeChoice::Join { unit, lead } => {
                self.emerges(unit);
                if let Some(charge) = self.state.charges.iter_mut().find(|charge| charge.lead == lead) {
                    charge.units.insert(unit);
                }
                self.tell("CF 14.8", told::JOINS_CHARGE, &[Who::Unit(unit), Who::Unit(lead)]);
            }
            ChargeChoice::Dice { unit, dice } => {
                if let Some(charge) = self.state.charges.iter_mut().find(|charge| charge.lead == unit) {
                    (charge.dice, charge.stage) = (dice, Stage::Diced);
                }
                self.tell("CF 14.10", told::CHARGE_DICE, &[Who::Unit(unit), Who::Dice(dice)]);
            }
            ChargeChoice::Counter { unit, dice, outrance } => self.countercharge(unit, dice, outrance),
            ChargeChoice::Evade(unit) => {
                let unit = self.unit_mut(unit);
                (unit.answered, unit.evaded) = (true, true);
            }
            ChargeChoice::StepBack { unit, right } => {
                self.pull_back(unit, right);
                self.unit_mut(unit).answered = true;
                self.show_charged();
            }
            ChargeChoice::FaceAbout(unit) => {
                self.face_charge(unit);
                self.unit_mut(unit).answered = true;
                self.show_charged();
            }
            ChargeChoice::Receive(unit) => self.unit_mut(unit).answered = true,
        }
    }

    /// Cards that charge and are charged are turned; where nobody was behind one, nobody comes (CF G67).
    fn show_chargers(&mut self) {
        let charging: Units = self.state.charges.iter().flat_map(|charge| charge.units.iter()).collect();
        charging.iter().for_each(|id| self.turn_card(id));
        let there: Units = charging.iter().filter(|&id| self.unit(id).place == Place::Table).collect();
        self.state.charges.retain(|charge| there.contains(charge.lead));
        for charge in &mut self.state.charges {
            charge.units = charge.units.iter().filter(|&id| there.contains(id)).collect();
        }
        self.show_charged();
        // Swedish foot charges foot only: if others were behind the card, it does not (CF 14.23).
        let table = self.table();
        let none = |charge: &Charge| {
            let there = table.unit(charge.target).place == Place::Table;
            table.is_foot(charge.lead) && there && !table.is_foot(charge.target)
        };
        let none: Units = table.state.charges.iter().filter(|charge| none(charge)).map(|charge| charge.lead).collect();
        self.state.charges.retain(|charge| !none.contains(charge.lead));
    }

    /// All whom a charge is upon show their figures, not its target alone: whether they may answer tells what they are. Figures
    /// stand otherwise than their cards, and who draws an end back lets others come to be as near, so it is asked again until nobody
    /// is left (CF G67).
    fn show_charged(&mut self) {
        loop {
            let table = self.table();
            let mut charged = table.state.charges.iter().flat_map(|charge| table.charged_by(charge).iter());
            let Some(id) = charged.find(|&id| table.is_face_down(id)) else { return };
            self.turn_card(id);
        }
    }

    fn declare(&mut self, unit: UnitId, target: UnitId, outrance: bool) {
        self.table().conformers(unit).iter().for_each(|id| self.emerges(id));
        let table = self.table();
        let charge = Charge {
            side: table.side(unit),
            lead: unit,
            units: table.conformers(unit),
            target,
            dice: MoveDice::NONE,
            outrance,
            stage: Stage::Declared,
            counters: None,
            heading: table.way_to(unit, target),
            rolled: 0,
            ran: 0,
        };
        self.state.overflow.keep(&mut self.state.charges, charge);
        let phrase = if outrance { told::CHARGES_OUTRANCE } else { told::CHARGES };
        self.tell("CF 14.3", phrase, &[Who::Unit(unit), Who::Unit(target)]);
    }
}
