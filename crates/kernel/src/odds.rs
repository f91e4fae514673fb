//! The odds of a decision, from the rules themselves: `play` run over the tree of dice, or over samples where the tree
//! is too large.

use crate::clock::Clock;
use crate::contract::{Effect, Refusal, Telling};
use crate::dice::{Branching, Dice, Faces, Seeded};
use crate::ledger::{Entry, Ledger, Silent};
use crate::seat::Seat;
use serde::Serialize;
use std::collections::BTreeMap;

/// How far to look, and how hard.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Search {
    pub horizon: Horizon,
    /// The most paths of dice to play out exactly; beyond it, samples are taken.
    pub most_paths: usize,
    pub samples: usize,
    pub seed: u64,
}

impl Default for Search {
    fn default() -> Search {
        Search { horizon: Horizon::PhaseEnd, most_paths: 20_000, samples: 10_000, seed: 1 }
    }
}

/// When the consequences of a decision are told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Horizon {
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
            Horizon::NextQuestion => true,
            Horizon::PhaseEnd => now != then,
            Horizon::TurnEnd => now.turn != then.turn,
        }
    }
}

/// A guard against rulebooks whose default answers lead nowhere.
const MOST_ANSWERS: usize = 2_000;

/// How many times too large a tree may look before its exact odds are given up at first sight.
const HOPELESS: f64 = 20.0;

/// What may come of a decision.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Odds {
    /// Whether every path of the dice was played.
    pub exact: bool,
    /// Paths or samples played.
    pub plays: usize,
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

/// The odds of a legal decision.
pub fn odds<R: Telling>(
    rules: &R,
    state: &R::State,
    seat: Seat,
    decision: R::Decision,
    search: &Search,
) -> Result<Odds, Refusal> {
    rules.judge(state, seat, &decision)?;
    let run = Run { rules, state, seat, decision, horizon: search.horizon };
    Ok(run.exact(search.most_paths).unwrap_or_else(|| run.sampled(search)))
}

struct Run<'a, R: Telling> {
    rules: &'a R,
    state: &'a R::State,
    seat: Seat,
    decision: R::Decision,
    horizon: Horizon,
}

impl<R: Telling> Run<'_, R> {
    fn play_out(&self, dice: &mut dyn Dice) -> Vec<Effect> {
        let mut next = self.state.clone();
        self.rules.play(&mut next, self.seat, self.decision, dice, &mut Silent);
        for _ in 0..MOST_ANSWERS {
            let Some((seat, answer)) = self.next_answer(&next) else { break };
            self.rules.play(&mut next, seat, answer, dice, &mut Silent);
        }
        self.effects_at(&next)
    }

    /// Who is asked next on the way to the horizon, with the answer that commits to least.
    fn next_answer(&self, state: &R::State) -> Option<(Seat, R::Decision)> {
        let seat = self.rules.awaiting(state).first()?;
        if self.horizon.is_passed(&self.rules.clock(self.state), &self.rules.clock(state)) {
            return None;
        }
        let mut menu = Vec::new();
        let question = self.rules.ask(state, seat, &mut menu);
        menu.get(question.default).map(|&answer| (seat, answer))
    }

    fn effects_at(&self, state: &R::State) -> Vec<Effect> {
        let mut effects = self.rules.effects(self.state, state);
        effects.sort();
        effects.dedup();
        effects
    }

    /// The same course of play once more, with somebody who listens: after which answer each effect came, and why.
    fn explain(&self, thrown: Vec<Thrown>, causes: &mut BTreeMap<Effect, String>) {
        let mut dice = Again { thrown: thrown.into_iter() };
        let mut next = self.state.clone();
        self.rules.play(&mut next, self.seat, self.decision, &mut dice, &mut Silent);
        for effect in self.effects_at(&next) {
            causes.entry(effect).or_default();
        }
        let mut last_roll: Option<String> = None;
        for _ in 0..MOST_ANSWERS {
            let Some((seat, answer)) = self.next_answer(&next) else { return };
            let words = self.rules.describe(&next, &answer);
            let mut heard = Ledger::default();
            self.rules.play(&mut next, seat, answer, &mut dice, &mut heard);
            let entries: Vec<Entry> = heard.entries.into_iter().filter(|entry| entry.audience.is_none()).collect();
            for effect in self.effects_at(&next) {
                let cause = cause_in(&entries, &effect, last_roll.as_deref()).unwrap_or(&words);
                causes.entry(effect).or_insert_with(|| cause.to_owned());
            }
            last_roll =
                entries.into_iter().rfind(|entry| !entry.dice.is_empty()).map(|entry| entry.title.into()).or(last_roll);
        }
    }

    fn exact(&self, most_paths: usize) -> Option<Odds> {
        let mut dice = Branching::new();
        let mut sums: BTreeMap<Effect, f64> = BTreeMap::new();
        let mut causes = BTreeMap::new();
        for plays in 1..=most_paths {
            for effect in self.play_out_explained(&mut dice, &mut causes) {
                *sums.entry(effect).or_default() += dice.weight();
            }
            // A tree that forks so often will not be played out: the sooner that is seen, the better.
            if plays == 1 && dice.breadth() > HOPELESS * most_paths as f64 {
                return None;
            }
            if !dice.next_path() {
                let chance = |(effect, probability)| {
                    let cause = causes.remove(&effect).unwrap_or_default();
                    Chance { effect, cause, probability, low: probability, high: probability }
                };
                return Some(Odds { exact: true, plays, chances: sums.into_iter().map(chance).collect() });
            }
        }
        None
    }

    fn sampled(&self, search: &Search) -> Odds {
        let mut dice = Seeded::new(search.seed);
        let mut counts: BTreeMap<Effect, usize> = BTreeMap::new();
        let mut causes = BTreeMap::new();
        for _ in 0..search.samples {
            for effect in self.play_out_explained(&mut dice, &mut causes) {
                *counts.entry(effect).or_default() += 1;
            }
        }
        let chance = |(effect, count)| {
            let (low, high) = wilson(count, search.samples);
            let cause = causes.remove(&effect).unwrap_or_default();
            Chance { effect, cause, probability: count as f64 / search.samples.max(1) as f64, low, high }
        };
        Odds { exact: false, plays: search.samples, chances: counts.into_iter().map(chance).collect() }
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

    fn roll_off(&mut self, sides: u8) -> [u8; 2] {
        let rolls = self.dice.roll_off(sides);
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

    fn roll_off(&mut self, _sides: u8) -> [u8; 2] {
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
