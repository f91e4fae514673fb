//! CF 9: the sequence of play, phase by phase, and the dispatch of decisions to the chapters.

use crate::agenda::{Phasing, Step};
use crate::cards::{Beginning, Rank};
use crate::decision::Decision;
use crate::face::told::{self, Who};
use crate::readings::InitiativeHolder;
use crate::state::{LeaderTurn, Phase};
use crate::table::{Play, Table};
use crate::{afterwards, charges, combat, command, fire, morale, movement, scenarios};
use kernel::{Entry, Listener, Question, Seat, SeatSet, Side};
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum TurnStep {
    /// A turn begins with the initiative (CF 9.2, 9.3).
    Begins,
    /// The high score decides to go first or second.
    Choose(Side),
    /// A phase begins: one player after the other, or both together (CF 9.1, 9.6).
    Phase(Phase),
    /// A player's half of it.
    Half(Phase, Side),
    Ends,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum TurnChoice {
    /// Nothing more in this step.
    Done,
    /// Go first in every phase of the turn, or second (CF 9.3, 9.4).
    Go(Place),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Place {
    First,
    Second,
}

/// The phases of a turn, in their order (CF 9.7 to 9.13).
pub const PHASES: [Phase; 6] =
    [Phase::Artillery, Phase::Musketry, Phase::Command, Phase::Movement, Phase::Combat, Phase::Morale];

/// What a player does in his half of a phase, chapter by chapter, in the order in which it is done.
fn steps_of_half(phase: Phase, side: Side) -> Phasing {
    let mut steps = Phasing::new();
    let chapters: &[fn(Phase, Side) -> Phasing] = &[
        scenarios::steps_of,
        fire::steps_of,
        command::steps_of,
        afterwards::flights_of,
        movement::steps_of,
        morale::steps_of,
    ];
    for chapter in chapters {
        steps.extend(chapter(phase, side));
    }
    steps
}

/// What is done in a phase by both sides together: the Combat and Close Fire Phase (CF 9.6, 9.12).
fn steps_of_both(first: Side) -> Phasing {
    let mut steps = Phasing::new();
    steps.extend(charges::steps_of(first));
    steps.extend(combat::steps_of(first));
    steps.extend(afterwards::steps_of(first));
    steps
}

impl<'a> Table<'a> {
    pub fn seats_of(self, side: Side) -> impl Iterator<Item = Seat> + use<'a> {
        let seats = self.rules.seats.iter().enumerate();
        seats.filter(move |(_, card)| card.side == side).map(|(index, _)| Seat(index as u8))
    }

    /// The seats of a side that have not said yet that they are done, and have a choice.
    pub fn seats_left(self, side: Side, has_choice: impl Fn(Seat) -> bool) -> SeatSet {
        self.seats_of(side).filter(|&seat| !self.state.done.contains(seat) && has_choice(seat)).collect()
    }

    /// The player who has the initiative where the rules speak of him (CF 14.3, 17.2, G14).
    pub fn initiative_holder(self) -> Side {
        match self.rules.options.initiative_holder {
            InitiativeHolder::FirstPlayer => self.state.first,
            InitiativeHolder::RollWinner => self.state.holder,
        }
    }

    /// What an exceptional Marshal on the table adds (CF 9.3, G14).
    fn initiative_bonus(self, side: Side) -> i8 {
        let helps = |id| {
            let card = self.leader_card(id);
            card.rank == Rank::Marshal && card.exceptional
        };
        i8::from(self.leaders_of(side).any(helps))
    }

    /// The seats a step waits for; empty when it can be worked without asking.
    fn asked_by(self, step: Step) -> SeatSet {
        match step {
            Step::Turn(TurnStep::Choose(side)) => self.seats_of(side).take(1).collect(),
            Step::Turn(_) => SeatSet::EMPTY,
            Step::Deploy(step) => self.asked_in_deployment(step),
            Step::Fire(step) => self.asked_in_fire(step),
            Step::Command(step) => self.asked_in_command(step),
            Step::Move(step) => self.asked_in_moves(step),
            Step::Charge(step) => self.asked_in_charges(step),
            Step::Combat(step) => self.asked_in_combat(step),
            Step::After(step) => self.asked_afterwards(step),
            Step::Morale(step) => self.asked_in_morale(step),
        }
    }

    pub(crate) fn ask_turn(self, menu: &mut Vec<Decision>) -> Question {
        menu.extend([Place::First, Place::Second].map(|place| Decision::Turn(TurnChoice::Go(place))));
        Question::whole("first-or-second", "CF 9.3", 0)
    }
}

impl<L: Listener> Play<'_, L> {
    /// Works the agenda until somebody has to be asked or the battle is over.
    pub fn advance(&mut self) {
        self.state.asked = SeatSet::EMPTY;
        self.state.sights.note_firer(None);
        while self.state.over.is_none() {
            self.keep_bodies();
            if self.ask_about_losses() {
                continue;
            }
            self.reveal_in_sight();
            let Some(step) = self.state.agenda.top() else {
                self.state.agenda.push(Step::Turn(TurnStep::Begins));
                continue;
            };
            self.state.asked = self.table().asked_by(step);
            if !self.state.asked.is_empty() {
                return;
            }
            self.work(step);
        }
    }

    fn work(&mut self, step: Step) {
        self.state.agenda.pop();
        match step {
            Step::Turn(step) => self.work_turn(step),
            Step::Deploy(step) => self.work_deployment(step),
            Step::Fire(step) => self.work_fire(step),
            Step::Command(step) => self.work_command(step),
            Step::Move(step) => self.work_moves(step),
            Step::Charge(step) => self.work_charges(step),
            Step::Combat(step) => self.work_combat(step),
            Step::After(step) => self.work_afterwards(step),
            Step::Morale(step) => self.work_morale(step),
        }
    }

    fn work_turn(&mut self, step: TurnStep) {
        match step {
            TurnStep::Begins => self.turn_begins(),
            TurnStep::Phase(phase) => self.phase_begins(phase),
            TurnStep::Half(phase, side) => self.half_begins(phase, side),
            TurnStep::Ends => self.turn_ends(),
            // The winner of the roll is always asked.
            TurnStep::Choose(_) => {}
        }
    }

    /// Plays a decision that has been judged legal.
    pub fn play(&mut self, seat: Seat, decision: Decision) {
        let Some(step) = self.state.agenda.top() else { return };
        self.state.sights.note_firer(None);
        match (step, decision) {
            (_, Decision::Turn(TurnChoice::Done)) => self.state.done = self.state.done.with(seat),
            (Step::Turn(TurnStep::Choose(side)), Decision::Turn(TurnChoice::Go(place))) => {
                self.state.agenda.pop();
                let first = if place == Place::First { side } else { side.other() };
                self.order_is_settled(first);
            }
            (Step::Deploy(step), Decision::Deploy(choice)) => self.apply_deployment(step, seat, choice),
            (Step::Fire(step), Decision::Fire(choice)) => self.apply_fire(step, seat, choice),
            (Step::Command(step), Decision::Command(choice)) => self.apply_command(step, seat, choice),
            (Step::Move(step), Decision::Move(choice)) => self.apply_moves(step, seat, choice),
            (Step::Charge(step), Decision::Charge(choice)) => self.apply_charges(step, seat, choice),
            (Step::Combat(step), Decision::Combat(choice)) => self.apply_combat(step, seat, choice),
            (Step::After(step), Decision::After(choice)) => self.apply_afterwards(step, seat, choice),
            (Step::Morale(step), Decision::Morale(choice)) => self.apply_morale(step, seat, choice),
            // The judge lets nothing else through.
            _ => {}
        }
        self.advance();
    }

    /// Everybody of a side has had his say: the next step that asks several seats starts afresh. Seats that were not asked
    /// could have said nothing but that they are done.
    pub fn side_has_spoken(&mut self, topic: &'static str, side: Side) {
        if self.listener.hears() {
            let seats: SeatSet = self.table().seats_of(side).collect();
            for seat in seats.without(self.state.done).iter() {
                self.unasked(seat, topic, Decision::Turn(TurnChoice::Done));
            }
        }
        self.state.done = SeatSet::EMPTY;
    }

    // --- A battle that begins inside a turn

    /// Goes on from the active side's half of that phase; what came before it in this turn is as the battle file says.
    pub fn begin_within(&mut self, beginning: Beginning) {
        self.state.agenda = kernel::Agenda::default();
        self.keep_bodies();
        let phase = match beginning {
            Beginning::Turn => {
                self.state.agenda.push(Step::Turn(TurnStep::Begins));
                return;
            }
            Beginning::Artillery => Phase::Artillery,
            Beginning::Musketry => Phase::Musketry,
            Beginning::Command => Phase::Command,
            Beginning::Movement => Phase::Movement,
            Beginning::Combat => Phase::Combat,
            Beginning::Morale => Phase::Morale,
        };
        let (first, active) = (self.state.first, self.state.active);
        for side in Side::BOTH {
            // The Command Phase of a side is behind it: its leaders stand as they stand (CF 6.26).
            if phase > Phase::Command || (phase == Phase::Command && active != first && side == first) {
                self.note_control(side);
            }
        }
        self.push_phases(phase, false);
        if phase == Phase::Combat {
            self.state.agenda.push(Step::Turn(TurnStep::Phase(phase)));
        } else {
            self.state.phase = phase;
            if active == first {
                self.state.agenda.push(Step::Turn(TurnStep::Half(phase, first.other())));
            }
            self.state.agenda.push(Step::Turn(TurnStep::Half(phase, active)));
        }
    }

    // --- The turn

    fn turn_begins(&mut self) {
        self.state.phase = Phase::Initiative;
        self.state.done = SeatSet::EMPTY;
        if self.state.turn > 1 {
            self.give_anew();
        }
        if let (1, Some(attacker)) = (self.state.turn, self.rules.frame.attacker()) {
            // CF 9.2, 5.17
            self.state.holder = attacker;
            self.order_is_settled(attacker);
            return;
        }
        let holder = self.initiative();
        self.state.holder = holder;
        self.state.agenda.push(Step::Turn(TurnStep::Choose(holder)));
    }

    /// What lasts a turn is given anew, and what was done becomes what is remembered.
    fn give_anew(&mut self) {
        for unit in &mut self.state.units {
            unit.begin_turn();
        }
        for leader in &mut self.state.leaders {
            leader.this_turn = LeaderTurn::default();
        }
        for messenger in &mut self.state.messengers {
            messenger.moved = false;
        }
        self.state.charges.clear();
        self.state.combats.clear();
        self.state.events.clear();
        self.state.group = None;
    }

    /// Each side rolls a D6, 1 more for an exceptional Marshal; ties are rolled again (CF 9.3, G14).
    fn initiative(&mut self) -> Side {
        let bonus = Side::BOTH.map(|side| self.table().initiative_bonus(side));
        let rolls = self.dice.roll_off_ahead(6, bonus[0] - bonus[1]);
        let totals = [0, 1].map(|ix| rolls[ix] as i8 + bonus[ix]);
        let holder = if totals[0] > totals[1] { Side::FIRST } else { Side::SECOND };
        if self.listener.hears() {
            let (table, turn) = (self.table(), u32::from(self.state.turn));
            let entry = Entry {
                dice: rolls.to_vec(),
                result: table.said(told::CHOICE_IS_WITH, &[Who::Side(holder)]),
                ..table.entry("CF 9.3", told::INITIATIVE, &[Who::Count(turn)])
            };
            self.listener.tell(entry);
        }
        holder
    }

    /// Who goes first does so in every phase (CF 9.4).
    fn order_is_settled(&mut self, first: Side) {
        self.state.first = first;
        self.tell("CF 9.4", told::GOES_FIRST, &[Who::Side(first), Who::Count(self.state.turn.into())]);
        self.push_phases(Phase::Artillery, true);
    }

    fn push_phases(&mut self, from: Phase, included: bool) {
        self.state.agenda.push(Step::Turn(TurnStep::Ends));
        for phase in PHASES.into_iter().rev().filter(|&phase| phase > from || (included && phase == from)) {
            self.state.agenda.push(Step::Turn(TurnStep::Phase(phase)));
        }
    }

    /// Both players complete a phase, one after the other; the Combat Phase is played by both together (CF 9.1, 9.6).
    fn phase_begins(&mut self, phase: Phase) {
        self.state.phase = phase;
        self.state.done = SeatSet::EMPTY;
        let first = self.state.first;
        if phase == Phase::Combat {
            self.state.active = first;
            self.state.agenda.push_all(&steps_of_both(first));
        } else {
            self.state.agenda.push_all(&[
                Step::Turn(TurnStep::Half(phase, first)),
                Step::Turn(TurnStep::Half(phase, first.other())),
            ]);
        }
    }

    fn half_begins(&mut self, phase: Phase, side: Side) {
        self.state.active = side;
        self.state.done = SeatSet::EMPTY;
        self.state.agenda.push_all(&steps_of_half(phase, side));
    }
}
