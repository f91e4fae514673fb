//! The door: one object-safe way to every rulebook, for the command line and the server. It speaks the journal's
//! notation; it is derived from the contract and never written for a rulebook.

use crate::battle::{Battle, admit};
use crate::clock::Clock;
use crate::contract::{Absent, Fact, Heading, Notation, Outcome, Question, Refusal, Whole};
use crate::dice::Seeded;
use crate::excerpt::Excerpt;
use crate::journal::{Header, Journal, JournalFault};
use crate::ledger::{Entry, Ledger, Unasked};
use crate::odds::{Odds, Patience, Search, odds};
use crate::pointing::{
    Aim, Aimed, Common, Ghost, Mark, OverlaySpec, Plan, Post, Route, Wish, aimed, common, ghosts, plan, routes,
};
use crate::scene::{Scene, Zone};
use crate::seat::{Seat, SeatCard, SeatSet};
use serde::Serialize;
use serde_json::Value;
use std::borrow::Cow;

/// A battle of any rulebook: all that is behind the door.
pub trait Door: Plays + Tells + Shows + Handles + Guards {}

impl<T: Plays + Tells + Shows + Handles + Guards> Door for T {}

/// Playing it: who is asked, decisions judged, taken and written down.
pub trait Plays: Send + Sync {
    /// A copy to play on with: what happens to it does not happen to the original.
    fn fork(&self) -> Box<dyn Door>;
    /// Another battle by the same rules, on the same ground, with the same options and charts: begun with the seed of its
    /// header, and what was told before its first question.
    fn begin_like(&self, header: Header) -> (Box<dyn Door>, Vec<Entry>);
    /// The same, taken up from its journal.
    fn resume_like(&self, journal: Journal) -> Result<(Box<dyn Door>, Vec<Entry>), JournalFault>;
    /// How many bytes it takes to keep beside what it shares with its copies and with battles like it, about.
    fn weight(&self) -> usize;
    fn rulebook(&self) -> &'static str;
    fn seats(&self) -> &[SeatCard];
    fn awaiting(&self) -> Vec<Seat>;
    fn judge(&self, seat: Seat, decision: &str) -> Result<(), Refusal>;
    /// Judges, plays and journals a decision, with dice of its own or with those thrown elsewhere, and says it in words.
    fn take(&mut self, seat: Seat, decision: &str, thrown: Option<Vec<u8>>) -> Result<Taken, Refusal>;
    /// Judges, plays and journals a decision. What it tells is everything: a seat is handed [its part](Tells::part).
    fn decide(&mut self, seat: Seat, decision: &str) -> Result<Vec<Entry>, Refusal> {
        self.take(seat, decision, None).map(|taken| taken.entries)
    }
    /// The same with dice thrown elsewhere.
    fn decide_with(&mut self, seat: Seat, decision: &str, dice: Vec<u8>) -> Result<Vec<Entry>, Refusal> {
        self.take(seat, decision, Some(dice)).map(|taken| taken.entries)
    }
    /// The answers that were taken without asking after the last decision, because there was one only. It is for those who
    /// may know everything.
    fn unasked(&self) -> &[Unasked];
    fn outcome(&self) -> Option<Outcome>;
    fn journal(&self) -> &Journal;
}

/// In words, for people: questions with their menus, where the battle stands, the odds.
pub trait Tells: Plays {
    /// A decision in words, as a menu has it; nothing where the notation is wrong.
    fn describe(&self, decision: &str) -> Option<String>;
    /// What the seat is asked; nothing if it is not awaited.
    fn question(&self, seat: Seat) -> Option<Asked>;
    /// What a seat hears of what was told; everything for `None`.
    fn part(&self, seat: Option<Seat>, told: &[Entry]) -> Vec<Entry> {
        let side = seat.and_then(|seat| self.seats().get(usize::from(seat.0))).map(|card| card.side);
        match (seat, side) {
            (None, _) => told.to_vec(),
            (Some(_), Some(side)) => told.iter().filter_map(|entry| entry.for_side(side)).cloned().collect(),
            // Nobody sits there.
            (Some(_), None) => Vec::new(),
        }
    }
    /// From what the seat may know, the rest imagined.
    /// The odds of a decision, or of several that follow each other.
    fn odds(&self, seat: Seat, deed: &[&str], search: &Search, patience: Patience<'_>) -> Result<Odds, Refusal>;
    fn clock(&self) -> Clock;
}

/// The field, and what can be read about it.
pub trait Shows {
    fn scene(&self, seat: Option<Seat>) -> Scene;
    /// A card about a body of the scene, or about the whole battle, as the seat may know it; everything for `None`.
    fn facts(&self, seat: Option<Seat>, body: Option<u16>) -> Vec<Fact>;
    /// Those who belong to the battle and are not on the field, as far as the seat may know; everybody for `None`.
    fn absent(&self, seat: Option<Seat>) -> Vec<Absent>;
    fn overlays(&self) -> &'static [OverlaySpec];
    fn overlay(&self, seat: Option<Seat>, body: u16, what: &str) -> Vec<Zone>;
    fn roster(&self, seat: Option<Seat>) -> Vec<Post>;
}

/// The field under a hand.
pub trait Handles {
    /// What the seat is asked, with where the answers on its menu show on the field, in the menu's order, how the actor
    /// would stand, and where a body that moves step by step can get to; nothing if the seat is not awaited.
    fn sight(&self, seat: Seat) -> Option<AskedOnField>;
    /// What a hand on the field means in answer to the seat's question.
    fn aim(&self, seat: Seat, aim: &Aim) -> Option<Aimed>;
    /// What several bodies would do to come nearest to what is wanted of them; nothing if the seat is not awaited.
    fn plan(&self, seat: Seat, wishes: &[Wish]) -> Option<Plan>;
    /// What several bodies could do, each for itself.
    fn common(&self, seat: Seat, bodies: &[u16]) -> Vec<Common>;
}

/// What each seat may know, and what may leave the house.
pub trait Guards {
    /// The state as the seat may know it; everything for `None`.
    fn view(&self, seat: Option<Seat>) -> Value;
    /// The journal as far as the seat may read it now.
    fn excerpt(&self, seat: Seat) -> Excerpt;
    /// The same for somebody of neither side.
    fn excerpt_for_onlookers(&self) -> Excerpt;
    /// The numbers of the decisions that are still hidden from the other side, the oldest first.
    fn sealed(&self) -> Vec<usize>;
    /// The seats from which the set-up hid something, so that its dice would tell it.
    fn opening_hides_from(&self) -> SeatSet;
    /// A copy to be looked at by somebody of neither side: all that is shown of it for `None` is what every seat may know.
    fn onlooked(&self) -> Box<dyn Door>;
}

/// A question ready to be shown.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Asked {
    pub seat: Seat,
    pub question: Question,
    pub words: String,
    pub menu: Vec<Choice>,
    pub sensible: Option<Sensible>,
}

/// The one sensible answer to a question with several: every other is pointless.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Sensible {
    /// Its place in the menu.
    pub answer: usize,
    /// Why the others are pointless.
    pub why: Refusal,
}

/// A question with what a hand needs to answer it on the field.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct AskedOnField {
    pub asked: Asked,
    pub marks: Vec<(Mark, Option<Ghost>)>,
    pub routes: Vec<Route>,
}

/// A decision that was taken: in words, and what was told of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Taken {
    pub words: String,
    pub entries: Vec<Entry>,
}

/// One answer on a menu.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Choice {
    pub decision: String,
    pub words: String,
    pub heading: Option<Heading>,
    /// How a sensible officer ranks it.
    pub rank: i32,
    /// What should be said before it is taken.
    pub warning: Option<Refusal>,
}

impl<R> Plays for Battle<R>
where
    R: Whole + Send + Sync + 'static,
    R::State: Send + Sync,
{
    fn fork(&self) -> Box<dyn Door> {
        Box::new(self.clone())
    }

    fn begin_like(&self, header: Header) -> (Box<dyn Door>, Vec<Entry>) {
        let (battle, ledger) = Battle::begin_like(self, header);
        (Box::new(battle), ledger.entries)
    }

    fn resume_like(&self, journal: Journal) -> Result<(Box<dyn Door>, Vec<Entry>), JournalFault> {
        let (battle, ledger) = Battle::resume_like(self, journal)?;
        Ok((Box::new(battle), ledger.entries))
    }

    fn weight(&self) -> usize {
        Battle::weight(self)
    }

    fn rulebook(&self) -> &'static str {
        R::NAME
    }

    fn seats(&self) -> &[SeatCard] {
        self.rules().seats()
    }

    fn awaiting(&self) -> Vec<Seat> {
        self.rules().awaiting(self.state()).iter().collect()
    }

    fn judge(&self, seat: Seat, decision: &str) -> Result<(), Refusal> {
        let decision = understand(self.rules(), decision)?;
        admit(self.rules(), self.state(), seat, &decision)
    }

    fn take(&mut self, seat: Seat, decision: &str, thrown: Option<Vec<u8>>) -> Result<Taken, Refusal> {
        let decision = understand(self.rules(), decision)?;
        let given = self.shared_state();
        let mut ledger = Ledger::default();
        match thrown {
            Some(dice) => Battle::decide_with(self, seat, decision, dice, &mut ledger)?,
            None => Battle::decide(self, seat, decision, &mut ledger)?,
        }
        self.unasked = ledger.unasked;
        Ok(Taken { words: self.rules().describe(&given, &decision), entries: ledger.entries })
    }

    fn unasked(&self) -> &[Unasked] {
        &self.unasked
    }

    fn outcome(&self) -> Option<Outcome> {
        self.rules().outcome(self.state())
    }

    fn journal(&self) -> &Journal {
        Battle::journal(self)
    }
}

impl<R> Tells for Battle<R>
where
    R: Whole + Send + Sync + 'static,
    R::State: Send + Sync,
{
    fn describe(&self, decision: &str) -> Option<String> {
        let decision = self.rules().read(decision).ok()?;
        Some(self.rules().describe(self.state(), &decision))
    }

    fn question(&self, seat: Seat) -> Option<Asked> {
        let (question, menu) = menu(self, seat)?;
        Some(asked(self, seat, question, &menu))
    }

    fn odds(&self, seat: Seat, deed: &[&str], search: &Search, patience: Patience<'_>) -> Result<Odds, Refusal> {
        // The odds must tell neither what the others have ordered in secret nor what their troops are worth.
        let imagined = self.rules().imagine(self.state(), seat, &mut Seeded::new(search.seed));
        let deed: Result<Vec<_>, _> = deed.iter().map(|decision| understand(self.rules(), decision)).collect();
        odds(self.rules(), &imagined, seat, &deed?, search, patience)
    }

    fn clock(&self) -> Clock {
        self.rules().clock(self.state())
    }
}

impl<R> Shows for Battle<R>
where
    R: Whole + Send + Sync + 'static,
    R::State: Send + Sync,
{
    fn scene(&self, seat: Option<Seat>) -> Scene {
        self.rules().scene(self.state(), seat)
    }

    fn facts(&self, seat: Option<Seat>, body: Option<u16>) -> Vec<Fact> {
        self.rules().facts(self.state(), seat, body)
    }

    fn absent(&self, seat: Option<Seat>) -> Vec<Absent> {
        self.rules().absent(self.state(), seat)
    }

    fn overlays(&self) -> &'static [OverlaySpec] {
        R::overlays()
    }

    fn overlay(&self, seat: Option<Seat>, body: u16, what: &str) -> Vec<Zone> {
        self.rules().overlay(self.state(), seat, body, what)
    }

    fn roster(&self, seat: Option<Seat>) -> Vec<Post> {
        self.rules().roster(self.state(), seat)
    }
}

impl<R> Handles for Battle<R>
where
    R: Whole + Send + Sync + 'static,
    R::State: Send + Sync,
{
    fn sight(&self, seat: Seat) -> Option<AskedOnField> {
        let (rules, state) = (self.rules(), self.state());
        let (question, menu) = menu(self, seat)?;
        // On a copy that holds only what the seat may know: a ghost must not tell what the others have ordered in secret.
        let known = rules.redact(state, seat);
        let marks: Vec<Mark> = menu.iter().map(|decision| rules.mark(state, seat, decision)).collect();
        let ghosts = ghosts(rules, &known, seat, &menu, &marks);
        let routes = if rules.awaiting(&known).contains(seat) { routes(rules, &known, seat) } else { Vec::new() };
        Some(AskedOnField {
            asked: asked(self, seat, question, &menu),
            marks: marks.into_iter().zip(ghosts).collect(),
            routes,
        })
    }

    fn aim(&self, seat: Seat, aim: &Aim) -> Option<Aimed> {
        let known = self.rules().redact(self.state(), seat);
        self.rules().awaiting(&known).contains(seat).then(|| aimed(self.rules(), &known, seat, aim)).flatten()
    }

    fn plan(&self, seat: Seat, wishes: &[Wish]) -> Option<Plan> {
        // As with ghosts and routes: from what the seat may know.
        let known = self.rules().redact(self.state(), seat);
        self.rules().awaiting(&known).contains(seat).then(|| plan(self.rules(), &known, seat, wishes))
    }

    fn common(&self, seat: Seat, bodies: &[u16]) -> Vec<Common> {
        let known = self.rules().redact(self.state(), seat);
        let asked = self.rules().awaiting(&known).contains(seat);
        if asked { common(self.rules(), &known, seat, bodies) } else { Vec::new() }
    }
}

impl<R> Guards for Battle<R>
where
    R: Whole + Send + Sync + 'static,
    R::State: Send + Sync,
{
    fn view(&self, seat: Option<Seat>) -> Value {
        let shown = match seat {
            Some(seat) => serde_json::to_value(self.rules().redact(self.state(), seat)),
            None => serde_json::to_value(self.state()),
        };
        shown.unwrap_or(Value::Null)
    }

    fn excerpt(&self, seat: Seat) -> Excerpt {
        Battle::excerpt(self, seat)
    }

    fn excerpt_for_onlookers(&self) -> Excerpt {
        Battle::excerpt_for_onlookers(self)
    }

    fn sealed(&self) -> Vec<usize> {
        Battle::sealed(self).collect()
    }

    fn opening_hides_from(&self) -> SeatSet {
        Battle::opening_hides_from(self)
    }

    fn onlooked(&self) -> Box<dyn Door> {
        Box::new(Battle::onlooked(self))
    }
}

/// The question to a seat and its menu, if it is awaited.
fn menu<R: Whole>(battle: &Battle<R>, seat: Seat) -> Option<(Question, Vec<R::Decision>)> {
    let (rules, state) = (battle.rules(), battle.state());
    if !rules.awaiting(state).contains(seat) {
        return None;
    }
    let mut menu = Vec::new();
    let question = rules.ask(state, seat, &mut menu);
    Some((question, menu))
}

/// The question and its menu in words.
fn asked<R: Whole>(battle: &Battle<R>, seat: Seat, question: Question, menu: &[R::Decision]) -> Asked {
    let (rules, state) = (battle.rules(), battle.state());
    let choice = |decision: &R::Decision| Choice {
        decision: rules.notate(decision),
        words: rules.describe(state, decision),
        heading: rules.heading(state, decision),
        rank: rules.appraise(state, seat, decision),
        warning: rules.warning(state, decision),
    };
    Asked {
        seat,
        question,
        words: rules.put(state, seat, &question),
        menu: menu.iter().map(choice).collect(),
        sensible: sensible(rules, state, seat, &question, menu),
    }
}

/// The one answer of a whole menu that is not pointless, or any where all of them are.
fn sensible<R: Whole>(
    rules: &R,
    state: &R::State,
    seat: Seat,
    question: &Question,
    menu: &[R::Decision],
) -> Option<Sensible> {
    if !question.complete || menu.len() < 2 {
        return None;
    }
    let (mut why, mut left) = (None, None);
    for (place, decision) in menu.iter().enumerate() {
        match (rules.pointless(state, seat, decision), left) {
            (Some(reason), _) => why = why.or(Some(reason)),
            (None, None) => left = Some(place),
            (None, Some(_)) => return None,
        }
    }
    Some(Sensible { answer: left.unwrap_or(question.default), why: why? })
}

fn understand<R: Notation>(rules: &R, text: &str) -> Result<R::Decision, Refusal> {
    rules.read(text).map_err(|why| Refusal { rule: Cow::Borrowed("notation"), why: Cow::Owned(why) })
}
