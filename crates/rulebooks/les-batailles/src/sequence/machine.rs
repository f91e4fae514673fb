//! The machine: the step on top is asked about, or worked; decisions go to the chapter whose step it is.

use super::{TurnChoice, TurnStep};
use crate::agenda::Step;
use crate::decision::Decision;
use crate::table::{Play, Table};
use kernel::{Listener, Question, Refusal, Seat, SeatSet, Side};

impl<'a> Table<'a> {
    pub fn seats_of(self, side: Side) -> impl Iterator<Item = Seat> + use<'a> {
        let seats = self.rules.seats.iter().enumerate();
        seats.filter(move |(_, card)| card.side == side).map(|(index, _)| Seat(index as u8))
    }

    /// The seats of a side that have not said yet that they are done, and have a choice.
    pub fn seats_left(self, side: Side, has_choice: impl Fn(Seat) -> bool) -> SeatSet {
        self.seats_of(side).filter(|&seat| !self.state.done.contains(seat) && has_choice(seat)).collect()
    }

    /// The seats a step waits for, of either side in every segment (LB 7.0b); none when it can be worked without asking.
    fn asked_by(self, step: Step) -> SeatSet {
        match step {
            Step::Turn(_) => SeatSet::EMPTY,
            Step::Command(step) => self.asked_in_command(step),
            Step::Stack(step) => self.asked_in_stacking(step),
            Step::Form(step) => self.asked_in_formations(step),
            Step::Move(step) => self.asked_in_movement(step),
            Step::React(step) => self.asked_in_reactions(step),
            Step::Fire(step) => self.asked_in_fire(step),
            Step::Assault(step) => self.asked_in_assault(step),
            Step::Loss(step) => self.asked_in_losses(step),
            Step::Gun(step) => self.asked_in_artillery(step),
            Step::Charge(step) => self.asked_in_charges(step),
            Step::Morale(step) => self.asked_in_morale(step),
            Step::Reorganize(step) => self.asked_in_reorganization(step),
        }
    }

    pub(crate) fn ask_for(self, step: Step, seat: Seat, menu: &mut Vec<Decision>) -> Question {
        match step {
            Step::Turn(_) => Question::whole("none", "LB 7.0a", 0),
            Step::Command(step) => self.ask_command(step, seat, menu),
            Step::Stack(step) => self.ask_stacking(step, seat, menu),
            Step::Form(step) => self.ask_formations(step, seat, menu),
            Step::Move(step) => self.ask_movement(step, seat, menu),
            Step::React(step) => self.ask_reactions(step, seat, menu),
            Step::Fire(step) => self.ask_fire(step, seat, menu),
            Step::Assault(step) => self.ask_assault(step, seat, menu),
            Step::Loss(step) => self.ask_losses(step, seat, menu),
            Step::Gun(step) => self.ask_artillery(step, seat, menu),
            Step::Charge(step) => self.ask_charges(step, seat, menu),
            Step::Morale(step) => self.ask_morale(step, seat, menu),
            Step::Reorganize(step) => self.ask_reorganization(step, seat, menu),
        }
    }

    /// The chapter of the step on top judges whatever is decided, of its own chapter or another.
    pub(crate) fn judge_for(self, step: Step, seat: Seat, decision: Decision) -> Result<(), Refusal> {
        if decision == Decision::DONE && step.lasts_till_done() {
            return Ok(());
        }
        match step {
            Step::Turn(_) => Err(self.out_of_turn()),
            Step::Command(step) => self.judge_command(step, seat, decision),
            Step::Stack(step) => self.judge_stacking(step, seat, decision),
            Step::Form(step) => self.judge_formations(step, seat, decision),
            Step::Move(step) => self.judge_movement(step, seat, decision),
            Step::React(step) => self.judge_reactions(step, seat, decision),
            Step::Fire(step) => self.judge_fire(step, seat, decision),
            Step::Assault(step) => self.judge_assault(step, seat, decision),
            Step::Loss(step) => self.judge_losses(step, seat, decision),
            Step::Gun(step) => self.judge_artillery(step, seat, decision),
            Step::Charge(step) => self.judge_charges(step, seat, decision),
            Step::Morale(step) => self.judge_morale(step, seat, decision),
            Step::Reorganize(step) => self.judge_reorganization(step, seat, decision),
        }
    }

    /// Something else comes first (LB 1.0a).
    pub(crate) fn out_of_turn(self) -> Refusal {
        Refusal::new("LB 7.0a", "that is not what is asked now: the segments have their order")
    }
}

impl Table<'_> {
    /// Nothing has been overlooked of what follows at once from where everybody stands.
    pub(crate) fn check_watch(self) -> Result<(), String> {
        if self.overrun_leader().is_some() && !self.state.overrun() {
            return Err("a leader among enemies is overlooked".to_owned());
        }
        self.check_marches()
    }
}

impl<L: Listener> Play<'_, L> {
    /// Works the agenda until somebody has to be asked or the battle is over.
    pub fn advance(&mut self) {
        self.state.ask(SeatSet::EMPTY);
        while self.state.over.is_none() {
            if self.state.has_stirred() {
                self.watch();
            }
            let Some(step) = self.state.agenda.top() else {
                self.push(Step::Turn(TurnStep::Begins));
                continue;
            };
            let asked = self.table().asked_by(step);
            self.state.ask(asked);
            if !self.state.asked.is_empty() {
                return;
            }
            self.pop();
            self.work(step);
        }
    }

    /// What follows at once from where everybody stands, whoever has moved.
    fn watch(&mut self) {
        let before = self.state.take_stirred();
        if !before.units.is_empty() {
            self.weak_squares_break();
            self.turn_guns_with_foot();
        }
        // Where one has been found there may be another to be asked next.
        if self.state.overrun() || self.state.stirred_since(before).anybody() {
            self.leaders_fly();
        }
        self.stop_disturbed_marches(self.state.stirred_since(before));
        if !self.state.stirred_since(before).units.is_empty() {
            self.dissolve_positions();
            self.note_ground();
        }
    }

    fn work(&mut self, step: Step) {
        match step {
            Step::Turn(step) => self.work_turn(step),
            Step::Command(step) => self.work_command(step),
            Step::Stack(step) => self.work_stacking(step),
            Step::Form(step) => self.work_formations(step),
            Step::Move(step) => self.work_movement(step),
            Step::React(step) => self.work_reactions(step),
            Step::Fire(step) => self.work_fire(step),
            Step::Assault(step) => self.work_assault(step),
            Step::Loss(step) => self.work_losses(step),
            Step::Gun(step) => self.work_artillery(step),
            Step::Charge(step) => self.work_charges(step),
            Step::Morale(step) => self.work_morale(step),
            Step::Reorganize(step) => self.work_reorganization(step),
        }
    }

    /// Plays a decision that has been judged legal.
    pub fn decide(&mut self, seat: Seat, decision: Decision) {
        let Some(step) = self.state.agenda.top() else { return };
        if decision == Decision::Turn(TurnChoice::Done) && step.lasts_till_done() {
            self.state.done = self.state.done.with(seat);
        } else {
            self.apply(step, seat, decision);
        }
        self.advance();
    }

    fn apply(&mut self, step: Step, seat: Seat, decision: Decision) {
        match step {
            Step::Turn(_) => {}
            Step::Command(step) => self.apply_command(step, seat, decision),
            Step::Stack(step) => self.apply_stacking(step, seat, decision),
            Step::Form(step) => self.apply_formations(step, seat, decision),
            Step::Move(step) => self.apply_movement(step, seat, decision),
            Step::React(step) => self.apply_reactions(step, seat, decision),
            Step::Fire(step) => self.apply_fire(step, seat, decision),
            Step::Assault(step) => self.apply_assault(step, seat, decision),
            Step::Loss(step) => self.apply_losses(step, seat, decision),
            Step::Gun(step) => self.apply_artillery(step, seat, decision),
            Step::Charge(step) => self.apply_charges(step, seat, decision),
            Step::Morale(step) => self.apply_morale(step, seat, decision),
            Step::Reorganize(step) => self.apply_reorganization(step, seat, decision),
        }
    }

    /// Everybody of a side has had his say: the next step that asks several seats starts afresh. Seats that were not asked
    /// could have said nothing but that they are done.
    pub fn side_has_spoken(&mut self, topic: &'static str, side: Side) {
        if self.listener.hears() {
            let seats: SeatSet = self.table().seats_of(side).collect();
            for seat in seats.without(self.state.done).iter() {
                self.unasked(seat, topic, Decision::DONE);
            }
        }
        self.state.done = SeatSet::EMPTY;
    }
}
