//! Musket & Pike as the kernel sees it: the contract, handed on to the chapters.

use crate::MusketAndPike;
use crate::agenda::Step;
use crate::cards::UnitId;
use crate::decision::Decision;
use crate::movement::MoveStep;
use crate::sequence::TurnStep;
use crate::state::{EndReason, Phase, State};
use crate::table::{Play, Table};
use kernel::{
    Absent, Aim, Clock, Dice, Effect, Fact, Ghost, Handling, Heading, Judgement, Listener, Mark, Notation, OptionSpec,
    Outcome, OverlaySpec, Picture, Post, Question, Refusal, Rulebook, Seat, SeatCard, SeatSet, Secrecy, Silent,
    Soundness, Stepping, Telling,
    scene::{Meaning, Scene, Zone},
};

/// Optional rules and readings; the first value is the default.
pub const OPTIONS: &[OptionSpec] = &[
    OptionSpec {
        key: "starting-orders",
        title: "Starting Orders as history had them, or chosen in secret and revealed together",
        rule: "MP 5.5.3a",
        values: &["historical", "secret"],
    },
    OptionSpec {
        key: "exhausted-fire",
        title: "Heavy Infantry that fires well in reaction has no more fire left",
        rule: "MP 9.4.1aa",
        values: &["off", "on"],
    },
    OptionSpec {
        key: "croats-as-arquebusiers",
        title: "Croats are played as arquebusiers",
        rule: "MP 14.6d",
        values: &["off", "on"],
    },
    OptionSpec { key: "no-limbering", title: "Guns never limber", rule: "MP 7.3.3f", values: &["off", "on"] },
    OptionSpec {
        key: "three-strength-stack",
        title: "Cavalry may take along Light Infantry of strength 3",
        rule: "MP E-GAG-10",
        values: &["off", "on"],
    },
    OptionSpec {
        key: "light-salvo",
        title: "Light Infantry may fire Salvos",
        rule: "MP E-GAG-16",
        values: &["off", "on"],
    },
];

impl Rulebook for MusketAndPike {
    const NAME: &'static str = "musket-and-pike";
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

    #[inline]
    fn awaiting(&self, state: &State) -> SeatSet {
        state.asked
    }

    fn ask(&self, state: &State, seat: Seat, menu: &mut Vec<Decision>) -> Question {
        menu.clear();
        let table = Table { rules: self, state };
        let nothing = Question::whole("none", "MP 3.0a", 0);
        let Some(step) = state.agenda.top().filter(|_| state.asked.contains(seat)) else { return nothing };
        match step {
            Step::Turn(step) => table.ask_turn(step, seat, menu),
            Step::Command(step) => table.ask_command(step, seat, menu),
            Step::Move(step) => table.ask_move(step, seat, menu),
            Step::React(step) => table.ask_react(step, seat, menu),
            Step::Fire(step) => table.ask_fire(step, seat, menu),
            Step::Combat(step) => table.ask_combat(step, seat, menu),
            Step::Rally(step) => table.ask_rally(step, seat, menu),
        }
    }

    fn judge(&self, state: &State, seat: Seat, decision: &Decision) -> Result<(), Refusal> {
        let table = Table { rules: self, state };
        if !state.asked.contains(seat) {
            return Err(Refusal::new("MP 3.0a", "this seat is not asked anything now"));
        }
        let Some(step) = state.agenda.top() else {
            return Err(Refusal::new("MP 3.0a", "nothing is asked now"));
        };
        match (step, *decision) {
            (Step::Turn(step), Decision::Turn(choice)) => table.judge_turn(step, seat, choice),
            (Step::Command(step), Decision::Command(choice)) => table.judge_command(step, seat, choice),
            (Step::Move(MoveStep::Action(unit)), Decision::Fire(choice)) => table.judge_action_fire(unit, choice),
            (Step::Move(MoveStep::Action(unit)), Decision::Rally(choice)) => table.judge_action_rally(unit, choice),
            (Step::Move(MoveStep::LeaderAction(leader)), Decision::Rally(choice)) => {
                table.judge_leader_rally(leader, choice)
            }
            (Step::Move(step), Decision::Move(choice)) => table.judge_move(step, seat, choice),
            (Step::React(step), Decision::React(choice)) => table.judge_react(step, seat, choice),
            (Step::Fire(step), Decision::Fire(choice)) => table.judge_fire(step, seat, choice),
            (Step::Combat(step), Decision::Combat(choice)) => table.judge_combat(step, seat, choice),
            (Step::Rally(step), Decision::Rally(choice)) => table.judge_rally(step, seat, choice),
            _ => {
                let asked = table.bare_question(seat);
                Err(Refusal::new("MP 3.0a", format!("something else is asked first: {asked}")))
            }
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
            Play { rules: self, state, dice, listener: &mut listener }.decide(seat, decision);
        } else {
            Play { rules: self, state, dice, listener: &mut Silent }.decide(seat, decision);
        }
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        let ending = state.over?;
        let level = self.victory.levels.get(usize::from(ending.level));
        let why = match ending.why {
            EndReason::TurnsOver => "the last turn is over".to_owned(),
            EndReason::Surrendered([true, true]) => "both armies have left the field".to_owned(),
            EndReason::Surrendered([first, _]) => {
                format!("{} has left the field", self.sides[usize::from(!first)].name)
            }
        };
        let [first, second] = ending.points;
        let name = level.map_or("a drawn battle", |level| level.name.as_str());
        let words = format!("{name}: {why} ({first} points to {second})");
        let winner = level.and_then(|level| level.winner).map(|side| side.0);
        Some(Outcome { winner, points: ending.points.map(u32::from), words })
    }
}

impl MusketAndPike {
    /// The battle set up and played on to its first question.
    fn begin<L: Listener>(&self, dice: &mut dyn Dice, listener: &mut L) -> State {
        let mut state = self.start.clone();
        let mut play = Play { rules: self, state: &mut state, dice, listener };
        play.begin_battle();
        play.advance();
        state
    }
}

impl Secrecy for MusketAndPike {
    /// Orders and Open Order chosen before the battle are sealed until all are chosen (MP 5.5.3a, 6.3.3c).
    fn redact(&self, state: &State, seat: Seat) -> State {
        let mut seen = state.clone();
        let side = self.seats.get(usize::from(seat.0)).map(|card| card.side);
        for (wing, card) in seen.wings.iter_mut().zip(&self.wings) {
            if Some(card.side) != side {
                wing.chosen = None;
            }
        }
        let theirs = |id: &UnitId| self.units.get(id.ix()).map(|card| card.side) != side;
        for id in state.turning.open_order.iter().filter(theirs) {
            seen.turning.open_order.remove(id);
        }
        let ours = |other: &Seat| self.seats.get(usize::from(other.0)).map(|card| card.side) == side;
        seen.done = state.done.iter().filter(ours).collect();
        seen
    }

    /// Sealed while the step before the first turn still asks somebody (MP 5.5.3a, 6.3.3c).
    fn sealed(&self, given: &State, now: &State, _seat: Seat, _decision: &Decision) -> bool {
        let step = given.agenda.top();
        let in_secret =
            Some(Step::Turn(TurnStep::StartingOrders)) == step || Some(Step::Turn(TurnStep::StartingOpenOrder)) == step;
        in_secret && now.agenda.top() == step
    }
}

impl Notation for MusketAndPike {
    fn notate(&self, decision: &Decision) -> String {
        kernel::notation::write::<Decision, _>(self, decision)
    }

    fn read(&self, text: &str) -> Result<Decision, String> {
        kernel::notation::read::<Decision, _>(self, text)
    }
}

impl Telling for MusketAndPike {
    fn describe(&self, state: &State, decision: &Decision) -> String {
        Table { rules: self, state }.describe(decision)
    }

    fn heading(&self, state: &State, decision: &Decision) -> Option<Heading> {
        Table { rules: self, state }.heading_of(decision)
    }

    fn put(&self, state: &State, seat: Seat, _question: &Question) -> String {
        Table { rules: self, state }.question_words(seat)
    }

    fn clock(&self, state: &State) -> Clock {
        let phase = match state.phase {
            Phase::BeforeBattle => "before the battle",
            Phase::Initiative => "initiative",
            Phase::Activation => "activation",
            Phase::RoutMovement => "rout movement",
            Phase::MarkerRemoval => "marker removal",
        };
        let clock = Clock::new(state.turn, self.turns, phase);
        match state.activation {
            Some(now) => clock.of(now.side, &*self.wings[now.wing.ix()].name),
            None => clock,
        }
    }

    fn settled(&self, before: &State, decision: &Decision, now: &State) -> bool {
        crate::face::deeds::settled(before, decision, now)
    }

    fn warning(&self, state: &State, decision: &Decision) -> Option<Refusal> {
        Table { rules: self, state }.warning(decision)
    }

    fn pointless(&self, state: &State, seat: Seat, decision: &Decision) -> Option<Refusal> {
        MusketAndPike::pointless(self, state, seat, decision)
    }

    fn effects(&self, before: &State, after: &State) -> Vec<Effect> {
        crate::face::effects::between(self, before, after)
    }
}

impl Picture for MusketAndPike {
    fn scene(&self, state: &State, seat: Option<Seat>) -> Scene {
        Table { rules: self, state }.scene(seat)
    }

    fn facts(&self, state: &State, seat: Option<Seat>, body: Option<u16>) -> Vec<Fact> {
        let known = seat.map(|seat| self.redact(state, seat));
        Table { rules: self, state: known.as_ref().unwrap_or(state) }.facts_about(body)
    }

    fn absent(&self, state: &State, seat: Option<Seat>) -> Vec<Absent> {
        let known = seat.map(|seat| self.redact(state, seat));
        Table { rules: self, state: known.as_ref().unwrap_or(state) }.absent()
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
        Table { rules: self, state }.order_of_battle()
    }
}

impl Handling for MusketAndPike {
    fn mark(&self, state: &State, seat: Seat, decision: &Decision) -> Mark {
        Table { rules: self, state }.mark_of(seat, decision)
    }

    fn aim(&self, state: &State, seat: Seat, aim: &Aim) -> Vec<Decision> {
        Table { rules: self, state }.meant_by(seat, aim)
    }

    fn stepping(&self, state: &State, seat: Seat) -> Option<Stepping> {
        Table { rules: self, state }.stepping(seat)
    }

    fn wear(&self, state: &State, body: u16) -> u8 {
        Table { rules: self, state }.wear(body)
    }

    fn ghost(&self, state: &State, body: u16) -> Option<Ghost> {
        Table { rules: self, state }.ghost(body)
    }
}

impl Judgement for MusketAndPike {
    fn appraise(&self, state: &State, seat: Seat, decision: &Decision) -> i32 {
        Table { rules: self, state }.appraise(seat, decision)
    }
}

impl Soundness for MusketAndPike {
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
