//! What one side answers while the other is still asked must stay hidden from it.
//!
//! A question put to both sides at once is open until every seat has answered it. Until then all that a seat may learn
//! of the other side is who has finished. So its view may depend on who is still asked and on nothing else: two moments
//! of the same open question at which the same seats are asked must look the same to it.

use kernel::{Ledger, Rulebook, Seat, SeatSet, Seeded, Side, Silent};
use serde_json::Value;

/// More answers than one seat can have to give to one question.
const MOST_ANSWERS: usize = 1_000;

/// Watches for questions that both sides are asked at once.
#[derive(Debug, Clone)]
pub struct Watch<R: Rulebook> {
    open: Option<Open<R>>,
    /// Views held against each other so far.
    pub compared: usize,
}

/// A question to both sides that is not yet answered by all.
#[derive(Debug, Clone)]
struct Open<R: Rulebook> {
    topic: &'static str,
    clock: String,
    /// The seats that still owe an answer: there can only become fewer.
    asked: SeatSet,
    /// What a seat saw while these seats were asked.
    seen: Vec<(Seat, SeatSet, R::State)>,
}

impl<R: Rulebook> Default for Watch<R> {
    fn default() -> Watch<R> {
        Watch { open: None, compared: 0 }
    }
}

impl<R: Rulebook> Watch<R> {
    /// Looks at a state in which somebody is about to decide.
    pub fn before(&mut self, rules: &R, state: &R::State) {
        let asked = rules.awaiting(state);
        if self.open.is_none() && !both_sides(rules, asked) {
            return;
        }
        let topic = topic(rules, state, asked);
        if self.open.as_ref().is_some_and(|open| !open.goes_on(rules, state, asked, topic)) {
            self.open = None;
        }
        if self.open.is_none() && both_sides(rules, asked) {
            let mut open = Open { topic, clock: rules.clock(state), asked, seen: Vec::new() };
            seats(rules).for_each(|viewer| open.foresee(rules, state, viewer));
            self.open = Some(open);
        }
    }

    /// Looks at the state after `decider` has decided.
    pub fn after(&mut self, rules: &R, state: &R::State, decider: Seat) -> Result<(), String> {
        let Some(open) = self.open.as_mut() else { return Ok(()) };
        let asked = rules.awaiting(state);
        if !open.goes_on(rules, state, asked, topic(rules, state, asked)) {
            self.open = None;
            return Ok(());
        }
        open.asked = asked;
        // The decider's own side sees its orders: what it saw before them is past.
        let opposed: Vec<Seat> = opponents(rules, decider).collect();
        open.seen.retain(|(viewer, _, _)| opposed.contains(viewer));
        for own in seats(rules).filter(|seat| !opposed.contains(seat)) {
            open.foresee(rules, state, own);
        }
        for viewer in opposed {
            self.compared += 1;
            let view = rules.redact(state, viewer);
            match open.seen.iter().find(|(seat, who, _)| (*seat, *who) == (viewer, asked)) {
                None => open.seen.push((viewer, asked, view)),
                Some((_, _, known)) if *known == view => {}
                Some((_, _, known)) => {
                    return Err(format!(
                        "`{}` betrays the answers of {} to {}: {} changed in its view",
                        open.topic,
                        seat_key(rules, decider),
                        seat_key(rules, viewer),
                        differences::<R>(known, &view)
                    ));
                }
            }
        }
        Ok(())
    }

    /// Whether the question is still open in `next`: then what led there is sealed, and must not be told yet.
    pub fn sealed(&self, rules: &R, next: &R::State) -> bool {
        self.open.as_ref().is_some_and(|open| open.still(rules, next))
    }
}

impl<R: Rulebook> Open<R> {
    fn goes_on(&self, rules: &R, state: &R::State, asked: SeatSet, topic: &str) -> bool {
        !asked.is_empty()
            && asked.without(self.asked).is_empty()
            && self.topic == topic
            && self.clock == rules.clock(state)
    }

    /// Notes what a seat sees now, and what it would see if the other side finished without a further order.
    fn foresee(&mut self, rules: &R, state: &R::State, viewer: Seat) {
        let asked = self.asked;
        let mut ahead = state.clone();
        self.note(rules, &ahead, viewer);
        for other in opponents(rules, viewer).filter(|&seat| asked.contains(seat)) {
            if !finish(rules, &mut ahead, other) || !self.still(rules, &ahead) {
                return;
            }
            self.note(rules, &ahead, viewer);
        }
    }

    fn still(&self, rules: &R, state: &R::State) -> bool {
        let asked = rules.awaiting(state);
        self.goes_on(rules, state, asked, topic(rules, state, asked))
    }

    fn note(&mut self, rules: &R, state: &R::State, viewer: Seat) {
        self.seen.push((viewer, rules.awaiting(state), rules.redact(state, viewer)));
    }
}

/// Gives the answer that commits to least until the seat is asked no more.
fn finish<R: Rulebook>(rules: &R, state: &mut R::State, seat: Seat) -> bool {
    let mut menu = Vec::new();
    for _ in 0..MOST_ANSWERS {
        if !rules.awaiting(state).contains(seat) {
            return true;
        }
        let question = rules.ask(state, seat, &mut menu);
        let Some(&answer) = menu.get(question.default) else { return false };
        rules.play(state, seat, answer, &mut Seeded::new(0), &mut Silent);
    }
    false
}

/// What a seat sees is enough to be asked, to judge and to look at the map: nothing hidden shows through.
pub fn view_suffices<R: Rulebook>(rules: &R, state: &R::State, seat: Seat, menu: &[R::Decision]) -> Result<(), String> {
    let view = rules.redact(state, seat);
    let mut seen = Vec::with_capacity(menu.len());
    rules.ask(&view, seat, &mut seen);
    let key = seat_key(rules, seat);
    if seen != menu {
        return Err(format!("the menu of {key} depends on what is hidden from it"));
    }
    let rank = |state: &R::State, decision| rules.appraise(state, seat, decision);
    if let Some(decision) = menu.iter().find(|decision| rank(state, decision) != rank(&view, decision)) {
        return Err(format!("the rank of `{}` depends on what is hidden from {key}", rules.notate(decision)));
    }
    if rules.scene(state, Some(seat)) != rules.scene(&view, Some(seat)) {
        return Err(format!("the scene of {key} shows what is hidden from it"));
    }
    if rules.facts(state, Some(seat), None) != rules.facts(&view, Some(seat), None) {
        return Err(format!("the facts of the battle tell what is hidden from {key}"));
    }
    if rules.absent(state, Some(seat)) != rules.absent(&view, Some(seat)) {
        return Err(format!("who is absent tells {key} what is hidden from it"));
    }
    if rules.redact(&view, seat) != view {
        return Err(format!("what {key} sees hides more when it is hidden twice"));
    }
    Ok(())
}

/// A sealed answer is told to nobody until all have answered.
pub fn told_nothing(ledger: &Ledger) -> Result<(), String> {
    match ledger.entries.first() {
        None => Ok(()),
        Some(entry) => Err(format!("a sealed answer was told: {}", entry.title)),
    }
}

fn topic<R: Rulebook>(rules: &R, state: &R::State, asked: SeatSet) -> &'static str {
    asked.first().map_or("", |seat| rules.ask(state, seat, &mut Vec::new()).topic)
}

fn side<R: Rulebook>(rules: &R, seat: Seat) -> Option<Side> {
    rules.seats().get(usize::from(seat.0)).map(|card| card.side)
}

fn both_sides<R: Rulebook>(rules: &R, seats: SeatSet) -> bool {
    Side::BOTH.into_iter().all(|wanted| seats.iter().any(|seat| side(rules, seat) == Some(wanted)))
}

fn seats<R: Rulebook>(rules: &R) -> impl Iterator<Item = Seat> + use<R> {
    (0..rules.seats().len() as u8).map(Seat)
}

fn opponents<R: Rulebook>(rules: &R, of: Seat) -> impl Iterator<Item = Seat> {
    let own = side(rules, of);
    let others = rules.seats().iter().enumerate().filter(move |(_, card)| Some(card.side) != own);
    others.map(|(index, _)| Seat(index as u8))
}

fn seat_key<R: Rulebook>(rules: &R, seat: Seat) -> &str {
    rules.seats().get(usize::from(seat.0)).map_or("?", |card| &card.key)
}

/// The parts of two states that are not the same, by name.
fn differences<R: Rulebook>(one: &R::State, other: &R::State) -> String {
    match (serde_json::to_value(one), serde_json::to_value(other)) {
        (Ok(Value::Object(one)), Ok(Value::Object(other))) => {
            let names =
                one.iter().filter(|(name, value)| other.get(*name) != Some(value)).map(|(name, _)| name.as_str());
            names.collect::<Vec<_>>().join(", ")
        }
        _ => "something".into(),
    }
}
