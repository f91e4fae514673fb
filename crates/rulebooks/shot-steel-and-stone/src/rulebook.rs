//! Shot, Steel & Stone as the kernel sees it: the contract, handed on to the chapters.

use crate::ShotSteelAndStone;
use crate::agenda::Step;
use crate::cards::{Beginning, UnitId};
use crate::decision::Decision;
use crate::elephants::ElephantChoice;
use crate::face::deeds;
use crate::readings::OPTIONS;
use crate::sequence::{Half, TurnChoice, TurnStep};
use crate::state::{EndReason, Phase, State};
use crate::table::{Play, Table};
use kernel::{
    Absent, Aim, Clock, Dice, Effect, Fact, Handling, Heading, Judgement, Listener, Mark, Notation, OptionSpec,
    Outcome, OverlaySpec, Picture, Post, Question, Refusal, Rulebook, Seat, SeatCard, SeatSet, Secrecy, Silent,
    Soundness, Telling,
    scene::{Meaning, Scene, Zone},
};

impl Rulebook for ShotSteelAndStone {
    const NAME: &'static str = "shot-steel-and-stone";
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
        let nothing = Question::whole("none", "SSS 1.0", 0);
        let Some(step) = state.agenda.top() else { return nothing };
        if !state.asked.contains(seat) {
            return nothing;
        }
        let question = match step {
            Step::Turn(_) => {
                menu.extend([Half::First, Half::Second].map(|half| Decision::Turn(TurnChoice::Take(half))));
                Question::whole("choose-turn", "SSS 1.1", 0)
            }
            Step::Deploy(step) => table.ask_deployment(step, seat, menu),
            Step::Order(step) => table.ask_orders(step, seat, menu),
            Step::Command(step) => table.ask_command(step, seat, menu),
            Step::Charge(step) => table.ask_charges(step, seat, menu),
            Step::Move(step) => table.ask_moves(step, seat, menu),
            Step::Shoot(step) => table.ask_shooting(step, seat, menu),
            Step::Building(step) => table.ask_buildings(step, seat, menu),
            Step::Melee(step) => table.ask_melees(step, seat, menu),
            Step::React(step) => table.ask_reaction(step, seat, menu),
            Step::Elephant(step) => table.ask_elephants(step, seat, menu),
            Step::Exotic(step) => table.ask_exotics(step, seat, menu),
        };
        table.offer_mahouts(step, seat, menu);
        question
    }

    fn judge(&self, state: &State, seat: Seat, decision: &Decision) -> Result<(), Refusal> {
        let table = Table { rules: self, state };
        if !state.asked.contains(seat) {
            return Err(Refusal::new("SSS 1.0", "this seat is not asked anything now"));
        }
        match state.agenda.top() {
            Some(step) => table.judge_for(step, seat, decision),
            None => Err(Refusal::new("SSS 1.0", "nothing is asked now")),
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
            EndReason::Objectives => "the ground has decided",
        };
        let words = match ending.winner {
            Some(side) => format!("victory for {}: {why}", self.sides[side.ix()].name),
            None => format!("a drawn battle: {why}"),
        };
        let [first, second] = ending.points;
        let words = format!("{words} ({first} points to {second})");
        Some(Outcome { winner: ending.winner.map(|side| side.0), points: ending.points, words })
    }
}

impl ShotSteelAndStone {
    /// The battle set up and played on to its first question.
    fn begin<L: Listener>(&self, dice: &mut dyn Dice, listener: &mut L) -> State {
        let mut state = self.start.clone();
        // Nothing asks for memory while the battle is played.
        state.kept.room();
        let mut play = Play { rules: self, state: &mut state, dice, listener };
        play.wind_rises();
        if self.beginning > Beginning::Turn {
            play.begin_within(self.beginning);
        } else {
            play.open_deployment();
        }
        play.advance();
        state
    }
}

impl Secrecy for ShotSteelAndStone {
    /// Orders are spoken: nothing is hidden.
    fn redact(&self, state: &State, _seat: Seat) -> State {
        state.clone()
    }
}

impl Notation for ShotSteelAndStone {
    fn notate(&self, decision: &Decision) -> String {
        kernel::notation::write::<Decision, _>(self, decision)
    }

    fn read(&self, text: &str) -> Result<Decision, String> {
        kernel::notation::read::<Decision, _>(self, text)
    }
}

impl Telling for ShotSteelAndStone {
    fn describe(&self, state: &State, decision: &Decision) -> String {
        Table { rules: self, state }.words_for(decision)
    }

    fn heading(&self, state: &State, decision: &Decision) -> Option<Heading> {
        Table { rules: self, state }.heading_for(decision)
    }

    fn put(&self, state: &State, seat: Seat, question: &Question) -> String {
        Table { rules: self, state }.question_words(seat, question)
    }

    fn clock(&self, state: &State) -> Clock {
        let phase = match state.phase {
            Phase::Deployment => "deployment",
            Phase::Initiative => "initiative",
            Phase::Orders => "orders",
            Phase::Leadership => "leadership",
            Phase::Charges => "charges",
            Phase::Movement => "movement",
            Phase::Shooting => "shooting",
            Phase::Melees => "melees",
            Phase::Reaction => "reaction",
        };
        let clock = Clock::new(state.turn, self.turns, phase);
        match state.phase {
            Phase::Deployment | Phase::Initiative => clock,
            _ => clock.of(state.active, self.sides[state.active.ix()].name.clone()),
        }
    }

    fn settled(&self, before: &State, decision: &Decision, now: &State) -> bool {
        deeds::settled(before, decision, now)
    }

    fn effects(&self, before: &State, after: &State) -> Vec<Effect> {
        deeds::effects(self, before, after)
    }
}

impl Picture for ShotSteelAndStone {
    fn scene(&self, state: &State, _seat: Option<Seat>) -> Scene {
        Table { rules: self, state }.scene()
    }

    fn facts(&self, state: &State, _seat: Option<Seat>, body: Option<u16>) -> Vec<Fact> {
        Table { rules: self, state }.facts_about(body)
    }

    fn absent(&self, state: &State, _seat: Option<Seat>) -> Vec<Absent> {
        Table { rules: self, state }.absent()
    }

    fn meanings() -> &'static [Meaning] {
        crate::face::chips::ALL
    }

    fn overlays() -> &'static [OverlaySpec] {
        crate::face::overlays::OVERLAYS
    }

    fn overlay(&self, state: &State, _seat: Option<Seat>, body: u16, what: &str) -> Vec<Zone> {
        Table { rules: self, state }.overlay(body, what)
    }

    fn roster(&self, state: &State, _seat: Option<Seat>) -> Vec<Post> {
        Table { rules: self, state }.roster()
    }
}

impl Handling for ShotSteelAndStone {
    fn mark(&self, state: &State, _seat: Seat, decision: &Decision) -> Mark {
        Table { rules: self, state }.mark_of(decision)
    }

    fn aim(&self, state: &State, seat: Seat, aim: &Aim) -> Vec<Decision> {
        Table { rules: self, state }.aims(seat, aim)
    }
}

impl Judgement for ShotSteelAndStone {
    fn appraise(&self, state: &State, seat: Seat, decision: &Decision) -> i32 {
        Table { rules: self, state }.appraise(seat, decision)
    }
}

impl Soundness for ShotSteelAndStone {
    fn depth(&self, state: &State) -> Option<[usize; 2]> {
        Some([state.agenda.deepest(), state.agenda.room()])
    }

    fn invariants(&self, state: &State) -> Result<(), String> {
        Table { rules: self, state }.check()
    }
}

impl Table<'_> {
    fn judge_for(self, step: Step, seat: Seat, decision: &Decision) -> Result<(), Refusal> {
        match (step, *decision) {
            (step, Decision::Turn(TurnChoice::Done)) if step.lasts_till_done() => Ok(()),
            (Step::Turn(TurnStep::ChooseTurn(_)), Decision::Turn(TurnChoice::Take(_))) => Ok(()),
            (Step::Deploy(step), Decision::Deploy(choice)) => self.judge_deployment(step, seat, choice),
            (Step::Order(step), Decision::Order(choice)) => self.judge_orders(step, seat, choice),
            (Step::Command(step), Decision::Command(choice)) => self.judge_command(step, seat, choice),
            (Step::Charge(step), Decision::Charge(choice)) => self.judge_charges(step, seat, choice),
            (Step::Move(step), Decision::Move(choice)) => self.judge_moves(step, seat, choice),
            (Step::Shoot(step), Decision::Shoot(choice)) => self.judge_shooting(step, seat, choice),
            (Step::Building(step), Decision::Building(choice)) => self.judge_buildings(step, seat, choice),
            (Step::Melee(step), Decision::Melee(choice)) => self.judge_melees(step, seat, choice),
            (Step::React(step), Decision::React(choice)) => self.judge_reaction(step, seat, choice),
            (Step::Elephant(step), Decision::Elephant(choice)) => self.judge_elephants(step, seat, choice),
            (step, Decision::Elephant(ElephantChoice::Spike(beast))) if self.mahouts_may_act(step, seat) => {
                self.judge_spike(seat, beast)
            }
            (Step::Exotic(step), Decision::Exotic(choice)) => self.judge_exotics(step, seat, choice),
            _ => Err(self.out_of_turn()),
        }
    }

    /// Something else comes first.
    pub(crate) fn out_of_turn(self) -> Refusal {
        Refusal::new("SSS 1.0", "that is not what is asked now: the steps of the move sequence have their order")
    }
}

/// The unit of that key.
pub fn unit_by_key(rules: &ShotSteelAndStone, key: &str) -> Option<UnitId> {
    rules.units.iter().position(|unit| unit.key == key).map(|ix| UnitId(ix as u8))
}
