//! The odds of a decision, from the rules themselves: `play` run over everything the dice can bring, where positions that
//! come out the same are looked at once; or over samples where that is too much.

use crate::clock::Clock;
use crate::contract::{Effect, Handling, Judgement, Refusal, Rulebook, Telling};
use crate::dice::{Branching, Dice, Faces, Seeded};
use crate::ledger::{Entry, Ledger, Silent};
use crate::pointing::Mark;
use crate::seat::Seat;
use serde::{Deserialize, Serialize};
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// How far to look, and how hard.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Search {
    pub horizon: Horizon,
    /// The most answers to play to know the odds exactly; beyond it, samples are taken.
    pub most_paths: usize,
    pub samples: usize,
    pub seed: u64,
}

impl Default for Search {
    fn default() -> Search {
        Search { horizon: Horizon::Deed, most_paths: 20_000, samples: 10_000, seed: 1 }
    }
}

/// When the consequences of a decision are told.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub enum Horizon {
    /// When what it began is settled, by [`Telling::settled`]. Whoever is asked about those it concerns answers as a
    /// sensible officer would; everybody else gives the answer that commits to least.
    #[default]
    Deed,
    /// At the next question.
    NextQuestion,
    /// When the phase is over, everybody giving the answer that commits to least.
    PhaseEnd,
    /// When the turn is over, in the same way.
    TurnEnd,
}

impl Horizon {
    /// Whether play at this clock is beyond the horizon of a decision taken at that one.
    fn is_passed(self, then: &Clock, now: &Clock) -> bool {
        match self {
            Horizon::Deed => false,
            Horizon::NextQuestion => true,
            Horizon::PhaseEnd => now != then,
            Horizon::TurnEnd => now.turn != then.turn,
        }
    }
}

/// A guard against rulebooks whose default answers lead nowhere.
const MOST_ANSWERS: usize = 2_000;

/// What is left of the patience of whoever waits for the odds: from 1 down to 0. This room knows no clock.
pub type Patience<'a> = &'a dyn Fn() -> f64;

/// Fewer samples than these say nothing, however long they take.
const FEWEST_SAMPLES: usize = 40;

/// How many times too large a tree may look before its exact odds are given up at first sight.
const HOPELESS: f64 = 20.0;

/// What may come of a decision.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Odds {
    /// Whether every path of the dice was played.
    pub exact: bool,
    /// The ways in which the dice can fall, or samples played.
    pub plays: usize,
    /// How far was looked, and with it what was taken for granted of those who are asked on the way.
    pub horizon: Horizon,
    /// Whether anybody had to be asked on the way.
    pub answered: bool,
    /// The bodies that the deed concerns.
    pub bodies: Vec<u16>,
    pub chances: Vec<Chance>,
}

/// The probability of one effect; `low` and `high` bound it with 95 % confidence when it was sampled.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Chance {
    pub effect: Effect,
    /// What brings it about where the decision itself does not, such as an attack that follows: as it was in the first
    /// play that came to it. Empty where the decision does.
    pub cause: String,
    pub probability: f64,
    pub low: f64,
    pub high: f64,
}

/// The odds of a deed: a legal decision, or several of one seat that follow each other, such as the steps of a move.
pub fn odds<R: Telling + Handling + Judgement>(
    rules: &R,
    state: &R::State,
    seat: Seat,
    deed: &[R::Decision],
    search: &Search,
    patience: Patience<'_>,
) -> Result<Odds, Refusal> {
    let Some(first) = deed.first() else { return Err(Refusal::new("", "no decision is no deed")) };
    rules.judge(state, seat, first)?;
    let run = Run::new(rules, state, seat, deed, search.horizon, patience);
    Ok(run.exact(search.most_paths).unwrap_or_else(|| run.sampled(search)))
}

struct Run<'a, R: Handling> {
    rules: &'a R,
    state: &'a R::State,
    clock: Clock,
    seat: Seat,
    deed: &'a [R::Decision],
    /// Whom the deed concerns.
    bodies: BTreeSet<u16>,
    horizon: Horizon,
    patience: Patience<'a>,
    /// Answers played in all.
    played: Cell<usize>,
    /// Whether anybody was asked anything beyond the deed.
    answered: Cell<bool>,
    /// What was answered where: samples come by the same questions again and again.
    known: RefCell<HashMap<R::State, Answer<R>>>,
}

/// Who answers what; nothing where nobody has to any more.
type Answer<R> = Option<(Seat, <R as Rulebook>::Decision)>;

/// How many answers are remembered.
const MOST_KNOWN: usize = 200;

/// A play that goes on: where it stands, and what of the deed is still to be done.
#[derive(Clone)]
struct Going<'a, S, D> {
    state: S,
    left: &'a [D],
}

/// Plays that have come to the same position: how likely that is, how many they are, and the dice of the first of them.
struct Together<'a, S, D> {
    going: Going<'a, S, D>,
    weight: f64,
    paths: usize,
    thrown: Vec<Thrown>,
}

type GoingOf<'a, R> = Going<'a, <R as Rulebook>::State, <R as Rulebook>::Decision>;
type TogetherOf<'a, R> = Together<'a, <R as Rulebook>::State, <R as Rulebook>::Decision>;

impl<'a, R: Telling + Handling + Judgement> Run<'a, R> {
    fn new(
        rules: &'a R,
        state: &'a R::State,
        seat: Seat,
        deed: &'a [R::Decision],
        horizon: Horizon,
        patience: Patience<'a>,
    ) -> Run<'a, R> {
        Run {
            rules,
            state,
            clock: rules.clock(state),
            seat,
            deed,
            bodies: concerned(rules, state, seat, deed),
            horizon,
            patience,
            played: Cell::new(0),
            answered: Cell::new(false),
            known: RefCell::default(),
        }
    }

    fn begin(&self) -> GoingOf<'a, R> {
        Going { state: self.state.clone(), left: self.deed }
    }

    fn play_out(&self, dice: &mut dyn Dice) -> Vec<Effect> {
        let mut going = self.begin();
        for _ in 0..MOST_ANSWERS {
            let Some((seat, answer)) = self.next_answer(&mut going) else { break };
            self.rules.play(&mut going.state, seat, answer, dice, &mut Silent);
            self.played.set(self.played.get() + 1);
        }
        self.effects_at(&going.state)
    }

    /// Who is asked next on the way to the horizon, and what he answers.
    fn next_answer(&self, going: &mut GoingOf<'a, R>) -> Answer<R> {
        let awaited = self.rules.awaiting(&going.state);
        // What of the deed can still be done is done; where it was stopped, the rest of it falls away.
        if awaited.contains(self.seat)
            && let [next, left @ ..] = going.left
        {
            going.left = left;
            if self.rules.judge(&going.state, self.seat, next).is_ok() {
                return Some((self.seat, *next));
            }
            going.left = &[];
        }
        // In the middle of the deed there is no telling yet whether it is over.
        let remembers = going.left.is_empty();
        if let Some(known) = self.known.borrow().get(&going.state).filter(|_| remembers) {
            return *known;
        }
        let answer = self.answer(going, awaited.first()?);
        let mut known = self.known.borrow_mut();
        if remembers && known.len() < MOST_KNOWN {
            known.insert(going.state.clone(), answer);
        }
        answer
    }

    /// What a seat answers that is asked on the way; nothing where the horizon is passed.
    fn answer(&self, going: &GoingOf<'a, R>, seat: Seat) -> Answer<R> {
        if self.is_over(going) {
            return None;
        }
        self.answered.set(true);
        let mut menu = Vec::new();
        let question = self.rules.ask(&going.state, seat, &mut menu);
        let least = menu.get(question.default).copied()?;
        let answer =
            if self.horizon == Horizon::Deed { self.sensible(&going.state, seat, &menu, least) } else { least };
        Some((seat, answer))
    }

    fn is_over(&self, going: &GoingOf<'a, R>) -> bool {
        match self.horizon {
            // Steps that follow one another begin what the last of them leads to.
            Horizon::Deed => self.deed.iter().all(|decision| self.rules.settled(self.state, decision, &going.state)),
            horizon => going.left.is_empty() && horizon.is_passed(&self.clock, &self.rules.clock(&going.state)),
        }
    }

    /// What a sensible officer answers where he is asked about somebody whom the deed concerns; else what commits to least.
    fn sensible(&self, state: &R::State, seat: Seat, menu: &[R::Decision], least: R::Decision) -> R::Decision {
        let rank = |decision: &R::Decision| self.rules.appraise(state, seat, decision);
        let mut best = (rank(&least), least);
        for decision in menu {
            let rank = rank(decision);
            if rank > best.0 && self.concerns(&self.rules.mark(state, seat, decision)) {
                best = (rank, *decision);
            }
        }
        best.1
    }

    fn concerns(&self, mark: &Mark) -> bool {
        bodies_of(mark).any(|body| self.bodies.contains(&body))
    }

    /// What has come of it, also that the battle is over; of a deed, what has come of those it concerns.
    fn effects_at(&self, state: &R::State) -> Vec<Effect> {
        let mut effects = self.rules.effects(self.state, state);
        if self.rules.outcome(state).is_some() && self.rules.outcome(self.state).is_none() {
            effects.push(Effect { subject: String::new(), what: "the battle ends".into(), body: None });
        }
        if self.horizon == Horizon::Deed && !self.bodies.is_empty() {
            effects.retain(|effect| effect.body.is_none_or(|body| self.bodies.contains(&body)));
        }
        effects.sort();
        effects.dedup();
        effects
    }

    /// The same course of play once more, with somebody who listens: after which answer each effect came, and why.
    fn explain(&self, thrown: Vec<Thrown>, causes: &mut BTreeMap<Effect, String>) {
        let mut dice = Again { thrown: thrown.into_iter() };
        let mut going = self.begin();
        let mut last_roll: Option<String> = None;
        for place in 0..MOST_ANSWERS {
            let Some((seat, answer)) = self.next_answer(&mut going) else { return };
            let words = self.rules.describe(&going.state, &answer);
            let mut heard = Ledger::default();
            self.rules.play(&mut going.state, seat, answer, &mut dice, &mut heard);
            let entries: Vec<Entry> = heard.entries.into_iter().filter(|entry| entry.audience.is_none()).collect();
            for effect in self.effects_at(&going.state) {
                // What the decision itself does needs no other cause.
                let cause =
                    if place == 0 { "" } else { cause_in(&entries, &effect, last_roll.as_deref()).unwrap_or(&words) };
                causes.entry(effect).or_insert_with(|| cause.to_owned());
            }
            if place > 0 {
                let roll = entries.into_iter().rfind(|entry| !entry.dice.is_empty());
                last_roll = roll.map(|entry| entry.title.into()).or(last_roll);
            }
        }
    }

    fn odds(&self, exact: bool, plays: usize, chances: Vec<Chance>) -> Odds {
        let bodies = self.bodies.iter().copied().collect();
        Odds { exact, plays, horizon: self.horizon, answered: self.answered.get(), bodies, chances }
    }

    /// Everything the dice can bring, answer after answer. Plays that come to the same position go on together.
    fn exact(&self, most_paths: usize) -> Option<Odds> {
        let start = Together { going: self.begin(), weight: 1.0, paths: 1, thrown: Vec::new() };
        let (mut here, mut ends) = (vec![start], Ends::default());
        for _ in 0..MOST_ANSWERS {
            let mut next = Vec::new();
            let mut places = HashMap::new();
            for mut plays in here {
                match self.next_answer(&mut plays.going) {
                    None => self.end(plays, &mut ends),
                    Some((seat, answer)) => self.fan_out(&plays, seat, answer, most_paths, &mut next, &mut places)?,
                }
            }
            here = next;
            if here.is_empty() {
                break;
            }
        }
        for plays in here {
            self.end(plays, &mut ends);
        }
        let Ends { sums, mut causes, paths } = ends;
        let chance = |(effect, probability)| {
            let cause = causes.remove(&effect).unwrap_or_default();
            Chance { effect, cause, probability, low: probability, high: probability }
        };
        Some(self.odds(true, paths, sums.into_iter().map(chance).collect()))
    }

    /// Plays an answer with everything the dice can bring; nothing where that is too much.
    fn fan_out(
        &self,
        from: &TogetherOf<'a, R>,
        seat: Seat,
        answer: R::Decision,
        most_paths: usize,
        next: &mut Vec<TogetherOf<'a, R>>,
        places: &mut HashMap<(R::State, usize), usize>,
    ) -> Option<()> {
        let mut dice = Branching::new();
        loop {
            let mut going = from.going.clone();
            let mut noted = Noted { dice: &mut dice, thrown: from.thrown.clone() };
            self.rules.play(&mut going.state, seat, answer, &mut noted, &mut Silent);
            self.played.set(self.played.get() + 1);
            let (thrown, weight) = (noted.thrown, from.weight * dice.weight());
            let place = *places.entry((going.state.clone(), going.left.len())).or_insert(next.len());
            match next.get_mut(place) {
                Some(same) => {
                    same.weight += weight;
                    same.paths = same.paths.saturating_add(from.paths);
                }
                None => next.push(Together { going, weight, paths: from.paths, thrown }),
            }
            // What forks so often will not be played out: the sooner that is seen, the better. Half of the patience is kept
            // for samples.
            let too_much = dice.breadth() > HOPELESS * most_paths as f64;
            if too_much || self.played.get() > most_paths || (self.patience)() < 0.5 {
                return None;
            }
            if !dice.next_path() {
                return Some(());
            }
        }
    }

    fn end(&self, plays: TogetherOf<'a, R>, ends: &mut Ends) {
        let effects = self.effects_at(&plays.going.state);
        if effects.iter().any(|effect| !ends.causes.contains_key(effect)) {
            self.explain(plays.thrown, &mut ends.causes);
        }
        for effect in effects {
            *ends.sums.entry(effect).or_default() += plays.weight;
        }
        ends.paths = ends.paths.saturating_add(plays.paths);
    }

    fn sampled(&self, search: &Search) -> Odds {
        let mut dice = Seeded::new(search.seed);
        let mut counts: BTreeMap<Effect, usize> = BTreeMap::new();
        let mut causes = BTreeMap::new();
        let mut plays = 0;
        while plays < search.samples && (plays < FEWEST_SAMPLES || (self.patience)() > 0.0) {
            for effect in self.play_out_explained(&mut dice, &mut causes) {
                *counts.entry(effect).or_default() += 1;
            }
            plays += 1;
        }
        let chance = |(effect, count)| {
            let (low, high) = wilson(count, plays);
            let cause = causes.remove(&effect).unwrap_or_default();
            Chance { effect, cause, probability: count as f64 / plays.max(1) as f64, low, high }
        };
        self.odds(false, plays, counts.into_iter().map(chance).collect())
    }

    /// Plays on, and where that comes to something new, looks why.
    fn play_out_explained(&self, dice: &mut dyn Dice, causes: &mut BTreeMap<Effect, String>) -> Vec<Effect> {
        let mut noted = Noted { dice, thrown: Vec::new() };
        let effects = self.play_out(&mut noted);
        if effects.iter().any(|effect| !causes.contains_key(effect)) {
            self.explain(noted.thrown, causes);
        }
        effects
    }
}

/// What all plays come to.
#[derive(Default)]
struct Ends {
    sums: BTreeMap<Effect, f64>,
    causes: BTreeMap<Effect, String>,
    paths: usize,
}

/// Whom a deed concerns: who acts, at whom, and whom he would touch.
fn concerned<R: Handling>(rules: &R, state: &R::State, seat: Seat, deed: &[R::Decision]) -> BTreeSet<u16> {
    let mut bodies = BTreeSet::new();
    let mut here = state.clone();
    for (place, decision) in deed.iter().enumerate() {
        bodies.extend(bodies_of(&rules.mark(&here, seat, decision)));
        // Where a step leads depends on the steps before it, as far as no dice have a say.
        if place + 1 < deed.len() && rules.awaiting(&here).contains(seat) && rules.judge(&here, seat, decision).is_ok()
        {
            rules.play(&mut here, seat, *decision, &mut Seeded::new(1), &mut Silent);
        }
    }
    bodies
}

fn bodies_of(mark: &Mark) -> impl Iterator<Item = u16> + '_ {
    mark.actor.into_iter().chain(mark.targets.iter().copied()).chain(mark.touches.iter().copied())
}

/// What is told first of whom it happens to, if it was rolled for; else the last roll before it.
fn cause_in<'a>(entries: &'a [Entry], effect: &Effect, last_roll: Option<&'a str>) -> Option<&'a str> {
    let of_it = |entry: &Entry| match effect.body {
        Some(body) => entry.bodies.contains(&body),
        None => entry.title.names(&effect.subject),
    };
    let told = entries.iter().position(of_it)?;
    let rolled = entries[..=told].iter().rfind(|entry| !entry.dice.is_empty());
    rolled.map(|entry| &*entry.title).or(last_roll)
}

/// What dice showed, as it was asked of them.
#[derive(Clone, Copy)]
enum Thrown {
    Face(u8),
    Sum(u32),
    Off([u8; 2]),
}

/// Dice whose throws are noted.
struct Noted<'a> {
    dice: &'a mut dyn Dice,
    thrown: Vec<Thrown>,
}

impl Dice for Noted<'_> {
    fn roll(&mut self, sides: u8) -> u8 {
        let face = self.dice.roll(sides);
        self.thrown.push(Thrown::Face(face));
        face
    }

    fn tally(&mut self, count: usize, scores: &[u8; 6], faces: &mut Faces) -> u32 {
        let sum = self.dice.tally(count, scores, faces);
        self.thrown.push(Thrown::Sum(sum));
        sum
    }

    fn roll_off_ahead(&mut self, sides: u8, ahead: i8) -> [u8; 2] {
        let rolls = self.dice.roll_off_ahead(sides, ahead);
        self.thrown.push(Thrown::Off(rolls));
        rolls
    }
}

/// The same throws again. The rules ask for them in the same order, so that none is ever missing.
struct Again {
    thrown: std::vec::IntoIter<Thrown>,
}

impl Dice for Again {
    fn roll(&mut self, _sides: u8) -> u8 {
        match self.thrown.next() {
            Some(Thrown::Face(face)) => face,
            _ => 1,
        }
    }

    fn tally(&mut self, _count: usize, _scores: &[u8; 6], _faces: &mut Faces) -> u32 {
        match self.thrown.next() {
            Some(Thrown::Sum(sum)) => sum,
            _ => 0,
        }
    }

    fn roll_off_ahead(&mut self, _sides: u8, _ahead: i8) -> [u8; 2] {
        match self.thrown.next() {
            Some(Thrown::Off(rolls)) => rolls,
            _ => [2, 1],
        }
    }
}

/// Wilson's interval at 95 %: where the true probability lies, given so many successes.
pub fn wilson(successes: usize, trials: usize) -> (f64, f64) {
    if trials == 0 {
        return (0.0, 1.0);
    }
    let (n, z) = (trials as f64, 1.959_963_984_540_054);
    let p = successes as f64 / n;
    let middle = p + z * z / (2.0 * n);
    let spread = z * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
    let scale = 1.0 + z * z / n;
    (((middle - spread) / scale).max(0.0), ((middle + spread) / scale).min(1.0))
}

#[cfg(test)]
mod tests {
    use super::wilson;

    #[test]
    fn the_interval_holds_the_share_and_narrows() {
        let (low, high) = wilson(300, 1_000);
        assert!(low < 0.3 && 0.3 < high && high - low < 0.06);
        assert_eq!(wilson(0, 0), (0.0, 1.0));
        let (low, high) = wilson(0, 100);
        assert!(low < 1e-12 && high < 0.04);
    }
}
