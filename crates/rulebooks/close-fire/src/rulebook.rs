//! Close Fire & European Order as the kernel sees it: the contract, handed on to the chapters.

use crate::CloseFire;
use crate::agenda::Step;
use crate::cards::Beginning;
use crate::decision::Decision;
use crate::readings::OPTIONS;
use crate::sequence::{TurnChoice, TurnStep};
use crate::state::{EndReason, Phase, Place, Service, Standing, State};
use crate::table::{Play, Table};
use kernel::{
    Absent, Aim, Clock, Dice, Effect, Fact, Handling, Heading, Judgement, Listener, Mark, Notation, OptionSpec,
    Outcome, OverlaySpec, Picture, Post, Question, Refusal, Rulebook, Seat, SeatCard, SeatSet, Secrecy, Silent,
    Soundness, Telling,
    scene::{Meaning, Scene, Zone},
};

impl Rulebook for CloseFire {
    const NAME: &'static str = "close-fire";
    type State = State;
    type Decision = Decision;

    fn options() -> &'static [OptionSpec] {
        OPTIONS
    }

    fn seats(&self) -> &[SeatCard] {
        &self.seats
    }

    fn start(&self, dice: &mut dyn Dice, mut listener: &mut dyn Listener) -> State {
        if listener.hears() { self.begin(dice, &mut listener) } else { self.begin(dice, &mut Silent) }
    }

    fn awaiting(&self, state: &State) -> SeatSet {
        state.asked
    }

    fn ask(&self, state: &State, seat: Seat, menu: &mut Vec<Decision>) -> Question {
        menu.clear();
        let table = Table { rules: self, state };
        let nothing = Question::whole("none", "CF 9.1", 0);
        let Some(step) = state.agenda.top() else { return nothing };
        if !state.asked.contains(seat) {
            return nothing;
        }
        match step {
            Step::Turn(_) => table.ask_turn(menu),
            Step::Deploy(step) => table.ask_deployment(step, seat, menu),
            Step::Fire(step) => table.ask_fire(step, seat, menu),
            Step::Command(step) => table.ask_command(step, seat, menu),
            Step::Move(step) => table.ask_moves(step, seat, menu),
            Step::Charge(step) => table.ask_charges(step, seat, menu),
            Step::Combat(step) => table.ask_combat(step, seat, menu),
            Step::After(step) => table.ask_afterwards(step, seat, menu),
            Step::Morale(step) => table.ask_morale(step, seat, menu),
        }
    }

    fn judge(&self, state: &State, seat: Seat, decision: &Decision) -> Result<(), Refusal> {
        let table = Table { rules: self, state };
        if !state.asked.contains(seat) {
            return Err(Refusal::new("CF 9.1", "this seat is not asked anything now"));
        }
        match state.agenda.top() {
            Some(step) => table.judge_for(step, seat, decision),
            None => Err(Refusal::new("CF 9.1", "nothing is asked now")),
        }
    }

    fn play(
        &self,
        state: &mut State,
        seat: Seat,
        decision: Decision,
        dice: &mut dyn Dice,
        mut listener: &mut dyn Listener,
    ) {
        if listener.hears() {
            Play { rules: self, state, dice, listener: &mut listener }.play(seat, decision);
        } else {
            Play { rules: self, state, dice, listener: &mut Silent }.play(seat, decision);
        }
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        let ending = state.over?;
        let why = match ending.why {
            EndReason::TurnsOver => "the turns are over",
            EndReason::ArmyBroken => "an army is broken",
            EndReason::Objective => "the position has decided",
        };
        let words = match ending.winner {
            Some(side) => format!("victory for {}: {why}", self.sides[side.ix()].name),
            None => format!("a drawn battle: {why}"),
        };
        let [first, second] = ending.lost;
        let personal = Table { rules: self, state }.personal_words();
        let words = format!("{words} (lost {first} per cent to {second}){personal}");
        // A side's points are what the other has lost.
        Some(Outcome { winner: ending.winner.map(|side| side.0), points: [second, first], words })
    }
}

impl CloseFire {
    /// The battle set up and played on to its first question.
    fn begin<L: Listener>(&self, dice: &mut dyn Dice, listener: &mut L) -> State {
        let mut state = self.start.clone();
        let mut play = Play { rules: self, state: &mut state, dice, listener };
        if self.beginning > Beginning::Turn {
            play.begin_within(self.beginning);
        } else {
            play.open_deployment();
        }
        play.advance();
        state
    }
}

impl Secrecy for CloseFire {
    fn redact(&self, state: &State, seat: Seat) -> State {
        let mut blank = state.clone();
        if let Some(card) = self.seats.get(usize::from(seat.0)) {
            self.hide_from(card.side, &mut blank);
        }
        blank
    }

    fn sealed(&self, given: &State, now: &State, seat: Seat, decision: &Decision) -> bool {
        self.is_sealed(given, now, seat, decision)
    }
}

impl Notation for CloseFire {
    fn notate(&self, decision: &Decision) -> String {
        kernel::notation::write::<Decision, _>(self, decision)
    }

    fn read(&self, text: &str) -> Result<Decision, String> {
        kernel::notation::read::<Decision, _>(self, text)
    }
}

impl Telling for CloseFire {
    fn describe(&self, state: &State, decision: &Decision) -> String {
        self.worded(state, |table| table.words_for(decision))
    }

    fn heading(&self, state: &State, decision: &Decision) -> Option<Heading> {
        self.worded(state, |table| table.heading_for(decision))
    }

    fn put(&self, state: &State, seat: Seat, question: &Question) -> String {
        // A question names nobody behind a card of the enemy's (CF 5.26).
        self.seen(state, Some(seat), |table| table.question_words(seat, question))
    }

    fn clock(&self, state: &State) -> Clock {
        let phase = match state.phase {
            Phase::Deployment => "deployment",
            Phase::Initiative => "initiative",
            Phase::Artillery => "artillery fire",
            Phase::Musketry => "musketry",
            Phase::Command => "command",
            Phase::Movement => "movement",
            Phase::Combat => "combat and close fire",
            Phase::Morale => "morale",
        };
        let turns = Table { rules: self, state }.last_turn();
        let clock = Clock::new(state.turn, turns, phase);
        match state.phase {
            Phase::Deployment | Phase::Initiative | Phase::Combat => clock,
            _ => clock.of(state.active, self.sides[state.active.ix()].name.clone()),
        }
    }

    fn warning(&self, state: &State, decision: &Decision) -> Option<Refusal> {
        Table { rules: self, state }.warning(decision)
    }

    fn effects(&self, before: &State, after: &State) -> Vec<Effect> {
        let (was_table, table) = (Table { rules: self, state: before }, Table { rules: self, state: after });
        let mut effects = Vec::new();
        for id in was_table.all() {
            let (was, is) = (was_table.unit(id), table.unit(id));
            let mut note = |what: String| {
                effects.push(Effect { subject: table.name(id).into_owned(), what, body: Some(u16::from(id.0)) });
            };
            if is.dps > was.dps {
                note(format!("takes {} DP", is.dps - was.dps));
            }
            if is.bases() < was.bases() {
                note(format!("loses {}", was.bases() - is.bases()));
            }
            if is.standing == Standing::Routing && was.standing != Standing::Routing {
                note("routs".into());
            }
            if is.standing == Standing::Retiring && was.standing != Standing::Retiring {
                note("retires".into());
            }
            if is.service != Service::Crewed && was.service == Service::Crewed {
                note("is abandoned".into());
            }
            if matches!(is.place, Place::Gone(_)) && !matches!(was.place, Place::Gone(_)) {
                note("is lost".into());
            }
        }
        effects
    }
}

impl Picture for CloseFire {
    fn scene(&self, state: &State, seat: Option<Seat>) -> Scene {
        self.seen(state, seat, |table| table.scene())
    }

    fn facts(&self, state: &State, seat: Option<Seat>, body: Option<u16>) -> Vec<Fact> {
        self.seen(state, seat, |table| table.facts_about(body))
    }

    fn absent(&self, state: &State, seat: Option<Seat>) -> Vec<Absent> {
        self.seen(state, seat, |table| table.absent())
    }

    fn meanings() -> &'static [Meaning] {
        crate::face::chips::ALL
    }

    fn overlays() -> &'static [OverlaySpec] {
        crate::face::overlays::OVERLAYS
    }

    fn overlay(&self, state: &State, seat: Option<Seat>, body: u16, what: &str) -> Vec<Zone> {
        self.seen(state, seat, |table| table.overlay(body, what))
    }

    fn roster(&self, state: &State, seat: Option<Seat>) -> Vec<Post> {
        self.seen(state, seat, |table| table.roster())
    }
}

impl CloseFire {
    /// Looks at the state as a seat may know it; the whole of it for nobody in particular.
    fn seen<T>(&self, state: &State, seat: Option<Seat>, look: impl FnOnce(Table<'_>) -> T) -> T {
        match seat {
            Some(seat) if self.hides_anything(state) => look(Table { rules: self, state: &self.redact(state, seat) }),
            _ => look(Table { rules: self, state }),
        }
    }

    /// Looks at the state as everybody who is asked may know it: an answer names nobody behind a card of the enemy's (CF 5.26).
    fn worded<T>(&self, state: &State, look: impl FnOnce(Table<'_>) -> T) -> T {
        if !self.hides_anything(state) {
            return look(Table { rules: self, state });
        }
        let mut known = state.clone();
        for card in state.asked.iter().filter_map(|seat| self.seats.get(usize::from(seat.0))) {
            self.hide_from(card.side, &mut known);
        }
        look(Table { rules: self, state: &known })
    }
}

impl Handling for CloseFire {
    fn mark(&self, state: &State, _seat: Seat, decision: &Decision) -> Mark {
        Table { rules: self, state }.mark_of(decision)
    }

    fn aim(&self, state: &State, seat: Seat, aim: &Aim) -> Vec<Decision> {
        Table { rules: self, state }.aims(seat, aim)
    }
}

impl Judgement for CloseFire {
    fn appraise(&self, state: &State, seat: Seat, decision: &Decision) -> i32 {
        // An officer does not look behind cards (CF 5.26).
        let side = self.seats.get(usize::from(seat.0)).map(|card| card.side);
        if state.units.iter().any(|unit| unit.face_down && Some(unit.side) != side) {
            return Table { rules: self, state: &self.redact(state, seat) }.appraise(seat, decision);
        }
        Table { rules: self, state }.appraise(seat, decision)
    }
}

impl Soundness for CloseFire {
    fn depth(&self, state: &State) -> Option<[usize; 2]> {
        Some([state.agenda.deepest(), state.agenda.room()])
    }

    fn invariants(&self, state: &State) -> Result<(), String> {
        Table { rules: self, state }.check()
    }

    fn follows(&self, before: &State, after: &State) -> Result<(), String> {
        Table { rules: self, state: after }.check_since(before)
    }
}

impl Table<'_> {
    fn judge_for(self, step: Step, seat: Seat, decision: &Decision) -> Result<(), Refusal> {
        match (step, *decision) {
            (step, Decision::Turn(TurnChoice::Done)) if step.lasts_till_done() => Ok(()),
            (Step::Turn(TurnStep::Choose(_)), Decision::Turn(TurnChoice::Go(_))) => Ok(()),
            (Step::Deploy(step), Decision::Deploy(choice)) => self.judge_deployment(step, seat, choice),
            (Step::Fire(step), Decision::Fire(choice)) => self.judge_fire(step, seat, choice),
            (Step::Command(step), Decision::Command(choice)) => self.judge_command(step, seat, choice),
            (Step::Move(step), Decision::Move(choice)) => self.judge_moves(step, seat, choice),
            (Step::Charge(step), Decision::Charge(choice)) => self.judge_charges(step, seat, choice),
            (Step::Combat(step), Decision::Combat(choice)) => self.judge_combat(step, seat, choice),
            (Step::After(step), Decision::After(choice)) => self.judge_afterwards(step, seat, choice),
            (Step::Morale(step), Decision::Morale(choice)) => self.judge_morale(step, seat, choice),
            _ => Err(self.out_of_turn()),
        }
    }

    /// Something else comes first.
    pub(crate) fn out_of_turn(self) -> Refusal {
        Refusal::new("CF 9.1", "that is not what is asked now: the phases have their order")
    }
}
