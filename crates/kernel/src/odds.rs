//! The odds of a decision, from the rules themselves: `play` run over the tree of dice, or over samples where the tree
//! is too large.

use crate::contract::{Effect, Refusal, Rulebook};
use crate::dice::{Branching, Dice, Seeded};
use crate::ledger::Silent;
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
    fn is_passed(self, then: &str, now: &str) -> bool {
        let turn = |clock: &str| clock.split(',').next().unwrap_or_default().to_owned();
        match self {
            Horizon::NextQuestion => true,
            Horizon::PhaseEnd => now != then,
            Horizon::TurnEnd => turn(now) != turn(then),
        }
    }
}

/// A guard against rulebooks whose default answers lead nowhere.
const MOST_ANSWERS: usize = 2_000;

/// How many times too large a tree may look before its exact odds are given up at first sight.
const HOPELESS: f64 = 20.0;

/// What may come of a decision.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Odds {
    /// Whether every path of the dice was played.
    pub exact: bool,
    /// Paths or samples played.
    pub plays: usize,
    pub chances: Vec<Chance>,
}

/// The probability of one effect; `low` and `high` bound it with 95 % confidence when it was sampled.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Chance {
    pub effect: Effect,
    pub probability: f64,
    pub low: f64,
    pub high: f64,
}

/// The odds of a legal decision.
pub fn odds<R: Rulebook>(
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

struct Run<'a, R: Rulebook> {
    rules: &'a R,
    state: &'a R::State,
    seat: Seat,
    decision: R::Decision,
    horizon: Horizon,
}

impl<R: Rulebook> Run<'_, R> {
    fn play_out(&self, dice: &mut impl Dice) -> Vec<Effect> {
        let mut next = self.state.clone();
        self.rules.play(&mut next, self.seat, self.decision, dice, &mut Silent);
        self.settle(&mut next, dice);
        let mut effects = self.rules.effects(self.state, &next);
        effects.sort();
        effects.dedup();
        effects
    }

    fn settle(&self, state: &mut R::State, dice: &mut impl Dice) {
        let then = self.rules.clock(self.state);
        let mut menu = Vec::new();
        for _ in 0..MOST_ANSWERS {
            let Some(seat) = self.rules.awaiting(state).first() else { return };
            if self.horizon.is_passed(&then, &self.rules.clock(state)) {
                return;
            }
            let question = self.rules.ask(state, seat, &mut menu);
            let Some(&answer) = menu.get(question.default) else { return };
            self.rules.play(state, seat, answer, dice, &mut Silent);
        }
    }

    fn exact(&self, most_paths: usize) -> Option<Odds> {
        let mut dice = Branching::new();
        let mut sums: BTreeMap<Effect, f64> = BTreeMap::new();
        for plays in 1..=most_paths {
            for effect in self.play_out(&mut dice) {
                *sums.entry(effect).or_default() += dice.weight();
            }
            // A tree that forks so often will not be played out: the sooner that is seen, the better.
            if plays == 1 && dice.breadth() > HOPELESS * most_paths as f64 {
                return None;
            }
            if !dice.next_path() {
                let chance =
                    |(effect, probability)| Chance { effect, probability, low: probability, high: probability };
                return Some(Odds { exact: true, plays, chances: sums.into_iter().map(chance).collect() });
            }
        }
        None
    }

    fn sampled(&self, search: &Search) -> Odds {
        let mut dice = Seeded::new(search.seed);
        let mut counts: BTreeMap<Effect, usize> = BTreeMap::new();
        for _ in 0..search.samples {
            for effect in self.play_out(&mut dice) {
                *counts.entry(effect).or_default() += 1;
            }
        }
        let chance = |(effect, count)| {
            let (low, high) = wilson(count, search.samples);
            Chance { effect, probability: count as f64 / search.samples.max(1) as f64, low, high }
        };
        Odds { exact: false, plays: search.samples, chances: counts.into_iter().map(chance).collect() }
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
