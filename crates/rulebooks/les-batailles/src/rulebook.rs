//! Les Batailles as the kernel sees it: the contract, handed on to the chapters.

use crate::LesBatailles;
use crate::agenda::Step;
use crate::decision::Decision;
use crate::face::words::segment_name;
use crate::fire::FireStep;
use crate::readings::{OPTIONS, SecretUnits};
use crate::state::{Place, State};
use crate::table::{Play, Table};
use kernel::{
    Absent, Aim, Clock, Dice, Effect, Fact, Handling, Heading, Judgement, Listener, Mark, Notation, OptionSpec,
    Outcome, OverlaySpec, Picture, Post, Question, Refusal, Rulebook, Seat, SeatCard, SeatSet, Secrecy, Side, Silent,
    Soundness, Stepping, Telling,
    scene::{Meaning, Scene, Zone},
};

impl Rulebook for LesBatailles {
    const NAME: &'static str = "les-batailles";
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
        match state.agenda.top().filter(|_| state.asked.contains(seat)) {
            Some(step) => table.ask_for(step, seat, menu),
            None => Question::whole("none", "LB 7.0a", 0),
        }
    }

    fn judge(&self, state: &State, seat: Seat, decision: &Decision) -> Result<(), Refusal> {
        let table = Table { rules: self, state };
        if !state.asked.contains(seat) {
            return Err(Refusal::new("LB 7.0a", "this seat is not asked anything now"));
        }
        match state.agenda.top() {
            Some(step) => table.judge_for(step, seat, *decision),
            None => Err(Refusal::new("LB 7.0a", "nothing is asked now")),
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
        let [first, second] = ending.points;
        let words = match ending.winner {
            Some(side) => {
                let victory = self.victory.level(first.abs_diff(second)).unwrap_or("victory");
                format!("{}: {victory}", self.sides[side.ix()].name)
            }
            None => "a drawn battle".to_owned(),
        };
        let words = format!("{words} ({first} points to {second})");
        Some(Outcome { winner: ending.winner.map(|side| side.0), points: ending.points.map(u32::from), words })
    }
}

impl LesBatailles {
    /// The battle set up and played on to its first question.
    fn begin<L: Listener>(&self, dice: &mut dyn Dice, listener: &mut L) -> State {
        let mut state = self.start.clone();
        state.kept.make_room();
        let mut play = Play { rules: self, state: &mut state, dice, listener };
        play.see_strengths();
        play.turn_begins(self.beginning.segment);
        play.name_termini();
        play.advance();
        state
    }

    fn side_of_seat(&self, seat: Seat) -> Option<Side> {
        self.seats.get(usize::from(seat.0)).map(|card| card.side)
    }
}

impl Secrecy for LesBatailles {
    /// Hidden from the enemy: specific sides of counters that are not played with them up, losses, ammunition and the numbers
    /// below Assault Markers, orders to fire until all are given, and by choice the Maneuver Units (LB 5.1.2b, 5.1.2c, G34). All other
    /// markers are there for everybody to see (LB 11.1d).
    fn redact(&self, state: &State, seat: Seat) -> State {
        let mut seen = state.clone();
        let Some(side) = self.side_of_seat(seat) else { return seen };
        let table = Table { rules: self, state };
        for id in table.all().filter(|&id| table.side(id) != side) {
            let open = table.shows_specific(id);
            let unit = &mut seen.units[id.ix()];
            if !open {
                unit.specific = None;
            }
            // Who is out of play lies open (LB G35). Guns that have no rounds left have no zone either, and everybody has to know where
            // zones are: how many are left is hidden (LB 10.1c, G34).
            if !matches!(unit.place, Place::Gone(_)) {
                (unit.losses, unit.rounds) = (0, unit.rounds.min(1));
            }
        }
        for (leader, card) in seen.leaders.iter_mut().zip(&self.leaders) {
            if card.side != side && !leader.turn.moved {
                leader.bonuses = None;
            }
        }
        for assault in seen.assaults.iter_mut().filter(|assault| table.side(assault.top) != side) {
            assault.distance = 0;
        }
        if let Some(assault) = seen.assaulting.current.as_mut() {
            let theirs = |party: &&mut crate::assault::Party| party.units.iter().any(|id| table.side(id) != side);
            assault.parties.iter_mut().filter(theirs).for_each(|party| party.distance = 0);
        }
        seen.fire_orders.retain(|order| table.side_at(order.from) == Some(side));
        let ours = |other: &Seat| self.side_of_seat(*other) == Some(side);
        seen.done = state.done.iter().filter(ours).collect();
        if self.options.secret_units == SecretUnits::On {
            seen.mus.iter_mut().filter(|mu| mu.is_some_and(|mu| mu.side != side && !mu.resolved)).for_each(|mu| {
                *mu = None;
            });
        }
        seen
    }

    /// Orders to fire are sealed while the step that asks for them goes on (LB G-18).
    fn sealed(&self, given: &State, now: &State, _seat: Seat, _decision: &Decision) -> bool {
        let step = given.agenda.top();
        let orders = matches!(step, Some(Step::Fire(FireStep::Orders(_))));
        orders && now.agenda.top() == step && now.turn == given.turn
    }

    /// Blanks are filled with what is usual for a counter of that side and arm.
    fn imagine(&self, state: &State, seat: Seat, _dice: &mut dyn Dice) -> State {
        let mut seen = self.redact(state, seat);
        for (unit, card) in seen.units.iter_mut().zip(&self.units) {
            unit.specific = unit.specific.or(Some(card.typical));
        }
        for (leader, card) in seen.leaders.iter_mut().zip(&self.leaders) {
            leader.bonuses = leader.bonuses.or(Some(card.typical));
        }
        seen
    }
}

impl Notation for LesBatailles {
    fn notate(&self, decision: &Decision) -> String {
        kernel::notation::write::<Decision, _>(self, decision)
    }

    fn read(&self, text: &str) -> Result<Decision, String> {
        kernel::notation::read::<Decision, _>(self, text)
    }
}

impl Telling for LesBatailles {
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
        Clock::new(state.turn, self.turns, segment_name(state.segment))
    }

    fn effects(&self, before: &State, after: &State) -> Vec<Effect> {
        crate::face::effects::between(self, before, after)
    }
}

impl LesBatailles {
    /// What a seat may know, or everything.
    fn known<T>(&self, state: &State, seat: Option<Seat>, look: impl FnOnce(Table<'_>) -> T) -> T {
        match seat {
            Some(seat) => look(Table { rules: self, state: &self.redact(state, seat) }),
            None => look(Table { rules: self, state }),
        }
    }
}

impl Picture for LesBatailles {
    fn scene(&self, state: &State, seat: Option<Seat>) -> Scene {
        self.known(state, seat, |table| table.scene())
    }

    fn facts(&self, state: &State, seat: Option<Seat>, body: Option<u16>) -> Vec<Fact> {
        self.known(state, seat, |table| table.facts_about(body))
    }

    fn absent(&self, state: &State, seat: Option<Seat>) -> Vec<Absent> {
        self.known(state, seat, |table| table.absent())
    }

    fn meanings() -> &'static [Meaning] {
        crate::face::chips::ALL
    }

    fn overlays() -> &'static [OverlaySpec] {
        crate::face::overlays::OVERLAYS
    }

    fn overlay(&self, state: &State, seat: Option<Seat>, body: u16, what: &str) -> Vec<Zone> {
        self.known(state, seat, |table| table.overlay(body, what))
    }

    fn roster(&self, state: &State, seat: Option<Seat>) -> Vec<Post> {
        self.known(state, seat, |table| table.roster())
    }
}

impl Handling for LesBatailles {
    fn mark(&self, state: &State, _seat: Seat, decision: &Decision) -> Mark {
        Table { rules: self, state }.mark_of(decision)
    }

    fn aim(&self, state: &State, seat: Seat, aim: &Aim) -> Vec<Decision> {
        Table { rules: self, state }.aims(seat, aim)
    }

    fn stepping(&self, state: &State, seat: Seat) -> Option<Stepping> {
        Table { rules: self, state }.stepping(seat)
    }

    fn wear(&self, state: &State, body: u16) -> u8 {
        Table { rules: self, state }.wear(body)
    }
}

impl Judgement for LesBatailles {
    fn appraise(&self, state: &State, seat: Seat, decision: &Decision) -> i32 {
        Table { rules: self, state }.appraise(seat, decision)
    }
}

impl Soundness for LesBatailles {
    fn depth(&self, state: &State) -> Option<[usize; 2]> {
        Some([state.agenda.deepest(), state.agenda.room()])
    }

    fn invariants(&self, state: &State) -> Result<(), String> {
        Table { rules: self, state }.check()
    }
}

/// The unit of that key.
pub fn unit_by_key(rules: &LesBatailles, key: &str) -> Option<crate::cards::UnitId> {
    rules.units.iter().position(|unit| unit.key == key).map(|at| crate::cards::UnitId(at as u16))
}
