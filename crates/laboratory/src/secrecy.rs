//! What a seat may not know must stay hidden from it. Two watches see to it; neither names a field of any state.
//!
//! [`Eyes`] looks at one state twice: as it is, and as a seat knows it. The two differ only in what is hidden from the
//! seat, so everything that is shown to it must be the same.
//!
//! [`Watch`] sees to it that what one side answers while the other is still asked is hidden at all. A question put to both sides at once is open until every seat has answered it. Until then all that a seat may learn
//! of the other side is who has finished. So its view may depend on who is still asked and on nothing else: two moments
//! of the same open question at which the same seats are asked must look the same to it.

use kernel::pointing::routes;
use kernel::{Aim, Clock, Ledger, Mark, Seat, SeatSet, Seeded, Side, Silent, Whole, onlooked};
use serde_json::Value;

/// More answers than one seat can have to give to one question.
const MOST_ANSWERS: usize = 1_000;

/// Watches for questions that both sides are asked at once.
#[derive(Debug, Clone)]
pub struct Watch<R: Whole> {
    open: Option<Open<R>>,
    /// Views held against each other so far.
    pub compared: usize,
}

/// A question to both sides that is not yet answered by all.
#[derive(Debug, Clone)]
struct Open<R: Whole> {
    topic: &'static str,
    clock: Clock,
    /// The seats that still owe an answer: there can only become fewer.
    asked: SeatSet,
    /// What a seat saw while these seats were asked.
    seen: Vec<(Seat, SeatSet, R::State)>,
    /// The first answer to it, and the state in which it was given.
    first: Option<Answer<R>>,
}

/// An answer, and the state in which it was given.
#[derive(Debug, Clone)]
struct Answer<R: Whole> {
    given: R::State,
    seat: Seat,
    decision: R::Decision,
}

impl<R: Whole> Default for Watch<R> {
    fn default() -> Watch<R> {
        Watch { open: None, compared: 0 }
    }
}

impl<R: Whole> Watch<R> {
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
            let mut open = Open { topic, clock: rules.clock(state), asked, seen: Vec::new(), first: None };
            seats(rules).for_each(|viewer| open.foresee(rules, state, viewer));
            self.open = Some(open);
        }
    }

    /// Whether a question is open, so that what led to the next state matters.
    pub fn is_open(&self) -> bool {
        self.open.is_some()
    }

    /// A journal that leaves the house does not tell what was answered to a question that is still open: neither the last
    /// answer nor the first.
    pub fn journal_keeps_silent(
        &mut self,
        rules: &R,
        given: &R::State,
        now: &R::State,
        (seat, decision): (Seat, R::Decision),
    ) -> Result<(), String> {
        let Some(open) = self.open.as_mut() else { return Ok(()) };
        let first = open.first.get_or_insert_with(|| Answer { given: given.clone(), seat, decision });
        let hidden =
            rules.sealed(given, now, seat, &decision) && rules.sealed(&first.given, now, first.seat, &first.decision);
        match hidden {
            true => Ok(()),
            false => Err(format!("`{}` is sealed, but a journal would tell it", rules.notate(&decision))),
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

impl<R: Whole> Open<R> {
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
fn finish<R: Whole>(rules: &R, state: &mut R::State, seat: Seat) -> bool {
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

/// A state with a seat's eyes: the state as it is, and as the seat knows it. The two differ only in what the seat may not
/// know, so whatever the rulebook shows it must be the same from either.
#[derive(Debug, Clone)]
pub struct Eyes<'a, R: Whole> {
    rules: &'a R,
    state: &'a R::State,
    view: R::State,
    seat: Seat,
}

impl<'a, R: Whole> Eyes<'a, R> {
    /// Nothing where nothing is hidden from the seat.
    pub fn of(rules: &'a R, state: &'a R::State, seat: Seat) -> Option<Eyes<'a, R>> {
        let view = rules.redact(state, seat);
        (view != *state).then_some(Eyes { rules, state, view, seat })
    }

    fn key(&self) -> &str {
        seat_key(self.rules, self.seat)
    }

    /// The same thing of the state and of the seat's view of it.
    fn both<T>(&self, of: impl Fn(&R::State) -> T) -> (T, T) {
        (of(self.state), of(&self.view))
    }

    fn same<T: PartialEq>(&self, of: impl Fn(&R::State) -> T, fault: &str) -> Result<(), String> {
        let (true_one, seen) = self.both(of);
        if true_one == seen { Ok(()) } else { Err(format!("{fault} tells {} what is hidden from it", self.key())) }
    }

    /// What every seat may look at, asked or not; of the cards that of the whole battle and the one that `pick` falls on, of
    /// the overlays those of that body.
    pub fn world(&self, pick: usize) -> Result<(), String> {
        let (rules, seat) = (self.rules, Some(self.seat));
        if rules.redact(&self.view, self.seat) != self.view {
            return Err(format!("what {} sees hides more when it is hidden twice", self.key()));
        }
        self.same(|state| rules.awaiting(state), "who is asked")?;
        self.same(|state| rules.outcome(state), "the outcome")?;
        self.same(|state| rules.clock(state), "the clock")?;
        self.same(|state| rules.absent(state, seat), "who is absent")?;
        let (scene, seen) = self.both(|state| rules.scene(state, seat));
        if scene != seen {
            return Err(format!("the scene tells {} what is hidden from it", self.key()));
        }
        self.same(|state| rules.facts(state, seat, None), "the card of the battle")?;
        self.same(|state| rules.roster(state, seat), "the order of battle")?;
        let absent = rules.absent(self.state, seat).into_iter().map(|gone| gone.body);
        let posts = rules.roster(self.state, seat).into_iter().filter_map(|post| post.body);
        let bodies: Vec<u16> = scene.bodies.iter().map(|body| body.id).chain(absent).chain(posts).collect();
        if let Some(&body) = bodies.get(pick % bodies.len().max(1)) {
            self.body(body)?;
        }
        self.same(|state| rules.imagine(state, self.seat, &mut Seeded::new(1)), "what is imagined for odds")?;
        // Whoever belongs to neither side knows no more than each of them.
        self.same(|state| onlooked(rules, state), "what an onlooker sees")
    }

    /// The card of a body, and what can be laid over the map about it.
    fn body(&self, body: u16) -> Result<(), String> {
        let (rules, seat) = (self.rules, Some(self.seat));
        self.same(|state| rules.facts(state, seat, Some(body)), "the card of a body")?;
        R::overlays().iter().try_for_each(|spec| {
            let fault = format!("the overlay `{}`", spec.key);
            self.same(|state| rules.overlay(state, seat, body, spec.key), &fault)
        })
    }

    /// The question to the seat and its menu; the words and ranks of all answers, or of one that `pick` falls on.
    pub fn question(&self, menu: &[R::Decision], pick: Option<usize>) -> Result<(), String> {
        let (rules, seat) = (self.rules, self.seat);
        self.same(
            |state| {
                let mut offered = Vec::with_capacity(menu.len());
                let question = rules.ask(state, seat, &mut offered);
                (rules.put(state, seat, &question), question, offered)
            },
            "its question or menu",
        )
        .map_err(|fault| format!("`{}`: {fault}", rules.ask(self.state, seat, &mut Vec::new()).topic))?;
        self.same(|state| rules.stepping(state, seat), "the body that is asked to move")?;
        match pick {
            Some(pick) => menu.get(pick % menu.len().max(1)).map_or(Ok(()), |answer| self.answer(answer)),
            None => {
                if let Some(stepping) = rules.stepping(&self.view, seat) {
                    self.same(|state| rules.ghost(state, stepping.body), "where a body can get to")?;
                }
                menu.iter().try_for_each(|answer| self.answer(answer))
            }
        }
    }

    /// The ways of a body begin with decisions that may be taken. They are found by playing on what the seat knows, as it is shown them:
    /// whoever might interrupt them may depend on what is hidden.
    pub fn ways(&self) -> Result<(), String> {
        let (rules, seat) = (self.rules, self.seat);
        for way in routes(rules, &self.view, seat) {
            let Some(first) = way.decisions.first() else { continue };
            let first = rules.read(first).map_err(|error| format!("`{first}` leads somewhere: {error}"))?;
            if let Err(refusal) = rules.judge(self.state, seat, &first) {
                return Err(format!("`{}` leads somewhere and is refused: {refusal}", rules.notate(&first)));
            }
        }
        Ok(())
    }

    fn answer(&self, answer: &R::Decision) -> Result<(), String> {
        let (rules, seat) = (self.rules, self.seat);
        let text = || rules.notate(answer);
        let of = |state: &R::State| rules.appraise(state, seat, answer);
        self.same(of, "a rank").map_err(|fault| format!("`{}`: {fault}", text()))?;
        let of = |state: &R::State| (rules.describe(state, answer), rules.heading(state, answer));
        self.same(of, "an answer in words").map_err(|fault| format!("`{}`: {fault}", text()))?;
        let of = |state: &R::State| rules.mark(state, seat, answer);
        self.same(of, "an answer on the field").map_err(|fault| format!("`{}`: {fault}", text()))?;
        self.aims(&rules.mark(self.state, seat, answer)).map_err(|fault| format!("`{}`: {fault}", text()))
    }

    /// What a hand may mean that points where an answer shows, at whom it is about, or only at who acts.
    fn aims(&self, mark: &Mark) -> Result<(), String> {
        let whole = Aim { body: mark.actor, target: mark.targets.first().copied(), at: mark.at, facing: None };
        let hands = [whole, Aim { target: None, ..whole }, Aim { target: None, at: None, ..whole }];
        let of = |aim: &Aim| self.same(|state| self.rules.aim(state, self.seat, aim), "what a pointing hand means");
        hands.iter().try_for_each(of)
    }

    /// What the judge says of a decision, on the menu or not.
    pub fn judged(&self, decision: &R::Decision) -> Result<(), String> {
        let of = |state: &R::State| self.rules.judge(state, self.seat, decision);
        self.same(of, "the judge").map_err(|fault| format!("`{}`: {fault}", self.rules.notate(decision)))
    }
}

/// Until all have answered, nobody of the other side is told of a sealed answer.
pub fn told_nothing<R: Whole>(rules: &R, decider: Seat, ledger: &Ledger) -> Result<(), String> {
    let others = Side::BOTH.into_iter().filter(|&other| Some(other) != side(rules, decider));
    let heard = others.into_iter().find_map(|other| ledger.entries.iter().find_map(|entry| entry.for_side(other)));
    match heard {
        None => Ok(()),
        Some(entry) => Err(format!("a sealed answer was told: {}", entry.title)),
    }
}

fn topic<R: Whole>(rules: &R, state: &R::State, asked: SeatSet) -> &'static str {
    asked.first().map_or("", |seat| rules.ask(state, seat, &mut Vec::new()).topic)
}

fn side<R: Whole>(rules: &R, seat: Seat) -> Option<Side> {
    rules.seats().get(usize::from(seat.0)).map(|card| card.side)
}

fn both_sides<R: Whole>(rules: &R, seats: SeatSet) -> bool {
    Side::BOTH.into_iter().all(|wanted| seats.iter().any(|seat| side(rules, seat) == Some(wanted)))
}

fn seats<R: Whole>(rules: &R) -> impl Iterator<Item = Seat> + use<R> {
    (0..rules.seats().len() as u8).map(Seat)
}

fn opponents<R: Whole>(rules: &R, of: Seat) -> impl Iterator<Item = Seat> {
    let own = side(rules, of);
    let others = rules.seats().iter().enumerate().filter(move |(_, card)| Some(card.side) != own);
    others.map(|(index, _)| Seat(index as u8))
}

fn seat_key<R: Whole>(rules: &R, seat: Seat) -> &str {
    rules.seats().get(usize::from(seat.0)).map_or("?", |card| &card.key)
}

/// The parts of two states that are not the same, by name.
fn differences<R: Whole>(one: &R::State, other: &R::State) -> String {
    match (serde_json::to_value(one), serde_json::to_value(other)) {
        (Ok(Value::Object(one)), Ok(Value::Object(other))) => {
            let names =
                one.iter().filter(|(name, value)| other.get(*name) != Some(value)).map(|(name, _)| name.as_str());
            names.collect::<Vec<_>>().join(", ")
        }
        _ => "something".into(),
    }
}
