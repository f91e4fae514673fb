//! The door: one object-safe way to every rulebook, for the command line and the server. It speaks the journal's
//! notation; it is derived from the contract and never written for a rulebook.

use crate::battle::{Battle, admit};
use crate::clock::Clock;
use crate::contract::{Absent, Fact, Heading, Notation, Outcome, Question, Refusal, Whole};
use crate::dice::Seeded;
use crate::excerpt::Excerpt;
use crate::journal::Journal;
use crate::ledger::{Entry, Ledger, Unasked};
use crate::odds::{Odds, Search, odds};
use crate::pointing::{Aim, Aimed, Ghost, Mark, OverlaySpec, Post, Route, aimed, ghost_after, routes};
use crate::scene::{Scene, Zone};
use crate::seat::{Seat, SeatCard, SeatSet};
use serde::Serialize;
use serde_json::Value;
use std::borrow::Cow;

/// A battle of any rulebook.
pub trait Door: Send + Sync {
    /// A copy to play on with: what happens to it does not happen to the original.
    fn fork(&self) -> Box<dyn Door>;
    /// A decision in words, as a menu has it; nothing where the notation is wrong.
    fn describe(&self, decision: &str) -> Option<String>;
    fn rulebook(&self) -> &'static str;
    fn seats(&self) -> &[SeatCard];
    fn awaiting(&self) -> Vec<Seat>;
    /// What the seat is asked; nothing if it is not awaited.
    fn question(&self, seat: Seat) -> Option<Asked>;
    fn judge(&self, seat: Seat, decision: &str) -> Result<(), Refusal>;
    /// Judges, plays and journals a decision. What it tells is everything: a seat is handed [its part](Door::part).
    fn decide(&mut self, seat: Seat, decision: &str) -> Result<Vec<Entry>, Refusal>;
    /// The same with dice thrown elsewhere.
    fn decide_with(&mut self, seat: Seat, decision: &str, dice: Vec<u8>) -> Result<Vec<Entry>, Refusal>;
    /// The answers that were taken without asking after the last decision, because there was one only. It is for those who
    /// may know everything.
    fn unasked(&self) -> &[Unasked];
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
    fn odds(&self, seat: Seat, decision: &str, search: &Search) -> Result<Odds, Refusal>;
    fn outcome(&self) -> Option<Outcome>;
    fn clock(&self) -> Clock;
    fn scene(&self, seat: Option<Seat>) -> Scene;
    /// A card about a body of the scene, or about the whole battle, as the seat may know it; everything for `None`.
    fn facts(&self, seat: Option<Seat>, body: Option<u16>) -> Vec<Fact>;
    /// Those who belong to the battle and are not on the field, as far as the seat may know; everybody for `None`.
    fn absent(&self, seat: Option<Seat>) -> Vec<Absent>;
    /// The state as the seat may know it; everything for `None`.
    fn view(&self, seat: Option<Seat>) -> Value;
    fn journal(&self) -> &Journal;
    /// Where the answers on the seat's menu show on the field, in the menu's order, and how the actor would stand.
    fn marks(&self, seat: Seat) -> Vec<(Mark, Option<Ghost>)>;
    /// What a hand on the field means in answer to the seat's question.
    fn aim(&self, seat: Seat, aim: &Aim) -> Option<Aimed>;
    /// Where the body that moves step by step can get to.
    fn routes(&self, seat: Seat) -> Vec<Route>;
    fn overlays(&self) -> &'static [OverlaySpec];
    fn overlay(&self, seat: Option<Seat>, body: u16, what: &str) -> Vec<Zone>;
    fn roster(&self, seat: Option<Seat>) -> Vec<Post>;
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
}

/// One answer on a menu.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Choice {
    pub decision: String,
    pub words: String,
    pub heading: Option<Heading>,
    /// How a sensible officer ranks it.
    pub rank: i32,
}

impl<R> Door for Battle<R>
where
    R: Whole + Clone + Send + Sync + 'static,
    R::State: Send + Sync,
{
    fn fork(&self) -> Box<dyn Door> {
        Box::new(self.clone())
    }

    fn describe(&self, decision: &str) -> Option<String> {
        let decision = self.rules().read(decision).ok()?;
        Some(self.rules().describe(self.state(), &decision))
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

    fn question(&self, seat: Seat) -> Option<Asked> {
        let (rules, state) = (self.rules(), self.state());
        if !rules.awaiting(state).contains(seat) {
            return None;
        }
        let mut menu = Vec::new();
        let question = rules.ask(state, seat, &mut menu);
        let choice = |decision: &R::Decision| Choice {
            decision: rules.notate(decision),
            words: rules.describe(state, decision),
            heading: rules.heading(state, decision),
            rank: rules.appraise(state, seat, decision),
        };
        let menu = menu.iter().map(choice).collect();
        Some(Asked { seat, question, words: rules.put(state, seat, &question), menu })
    }

    fn judge(&self, seat: Seat, decision: &str) -> Result<(), Refusal> {
        let decision = understand(self.rules(), decision)?;
        admit(self.rules(), self.state(), seat, &decision)
    }

    fn decide(&mut self, seat: Seat, decision: &str) -> Result<Vec<Entry>, Refusal> {
        let decision = understand(self.rules(), decision)?;
        let mut ledger = Ledger::default();
        Battle::decide(self, seat, decision, &mut ledger)?;
        self.unasked = ledger.unasked;
        Ok(ledger.entries)
    }

    fn decide_with(&mut self, seat: Seat, decision: &str, dice: Vec<u8>) -> Result<Vec<Entry>, Refusal> {
        let decision = understand(self.rules(), decision)?;
        let mut ledger = Ledger::default();
        Battle::decide_with(self, seat, decision, dice, &mut ledger)?;
        self.unasked = ledger.unasked;
        Ok(ledger.entries)
    }

    fn unasked(&self) -> &[Unasked] {
        &self.unasked
    }

    fn odds(&self, seat: Seat, decision: &str, search: &Search) -> Result<Odds, Refusal> {
        // The odds must tell neither what the others have ordered in secret nor what their troops are worth.
        let imagined = self.rules().imagine(self.state(), seat, &mut Seeded::new(search.seed));
        odds(self.rules(), &imagined, seat, understand(self.rules(), decision)?, search)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.rules().outcome(self.state())
    }

    fn clock(&self) -> Clock {
        self.rules().clock(self.state())
    }

    fn scene(&self, seat: Option<Seat>) -> Scene {
        self.rules().scene(self.state(), seat)
    }

    fn facts(&self, seat: Option<Seat>, body: Option<u16>) -> Vec<Fact> {
        self.rules().facts(self.state(), seat, body)
    }

    fn absent(&self, seat: Option<Seat>) -> Vec<Absent> {
        self.rules().absent(self.state(), seat)
    }

    fn view(&self, seat: Option<Seat>) -> Value {
        let shown = match seat {
            Some(seat) => serde_json::to_value(self.rules().redact(self.state(), seat)),
            None => serde_json::to_value(self.state()),
        };
        shown.unwrap_or(Value::Null)
    }

    fn journal(&self) -> &Journal {
        Battle::journal(self)
    }

    fn marks(&self, seat: Seat) -> Vec<(Mark, Option<Ghost>)> {
        let (rules, state) = (self.rules(), self.state());
        let mut menu = Vec::new();
        if rules.awaiting(state).contains(seat) {
            rules.ask(state, seat, &mut menu);
        }
        // On a copy that holds only what the seat may know: a ghost must not tell what the others have ordered in secret.
        let known = rules.redact(state, seat);
        let shown =
            |decision: &R::Decision| (rules.mark(state, seat, decision), ghost_after(rules, &known, seat, *decision));
        menu.iter().map(shown).collect()
    }

    fn aim(&self, seat: Seat, aim: &Aim) -> Option<Aimed> {
        let known = self.rules().redact(self.state(), seat);
        self.rules().awaiting(&known).contains(seat).then(|| aimed(self.rules(), &known, seat, aim)).flatten()
    }

    fn routes(&self, seat: Seat) -> Vec<Route> {
        let known = self.rules().redact(self.state(), seat);
        let awaited = self.rules().awaiting(&known).contains(seat);
        if awaited { routes(self.rules(), &known, seat) } else { Vec::new() }
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

fn understand<R: Notation>(rules: &R, text: &str) -> Result<R::Decision, Refusal> {
    rules.read(text).map_err(|why| Refusal { rule: Cow::Borrowed("notation"), why: Cow::Owned(why) })
}
