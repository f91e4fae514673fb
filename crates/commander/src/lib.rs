//! Computer commanders: anybody who answers a question by choosing from its menu.

use kernel::door::Asked;
use kernel::{Judgement, Seat, Seeded};

/// A computer player.
pub trait Commander {
    /// The place on the menu of what it decides. The menu is never empty.
    ///
    /// A commander looks with the eyes of its seat: what it asks the rulebook about the menu tells nothing that is hidden
    /// from the seat, and one that plays ahead does so from [`Secrecy::imagine`](kernel::Secrecy::imagine).
    fn choose<R: Judgement>(&mut self, rules: &R, state: &R::State, seat: Seat, menu: &[R::Decision]) -> usize;
}

/// Takes any answer, each with the same chance.
#[derive(Debug, Clone)]
pub struct Random(Seeded);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(Seeded::new(seed))
    }
}

impl Commander for Random {
    fn choose<R: Judgement>(&mut self, _rules: &R, _state: &R::State, _seat: Seat, menu: &[R::Decision]) -> usize {
        self.0.below(menu.len())
    }
}

/// Takes the answer that a sensible officer of the rulebook ranks highest; among equals, any.
#[derive(Debug, Clone)]
pub struct Greedy(Seeded);

impl Greedy {
    pub fn new(seed: u64) -> Greedy {
        Greedy(Seeded::new(seed))
    }

    fn best(&mut self, ranks: impl Iterator<Item = i32> + Clone) -> usize {
        let best = ranks.clone().max().unwrap_or(0);
        let equals = ranks.clone().filter(|&rank| rank == best).count();
        let pick = self.0.below(equals);
        ranks.enumerate().filter(|&(_, rank)| rank == best).nth(pick).map_or(0, |(index, _)| index)
    }

    /// The same through the door, from the ranks that came with the question.
    pub fn choose_asked(&mut self, asked: &Asked) -> usize {
        self.best(asked.menu.iter().map(|choice| choice.rank))
    }
}

impl Commander for Greedy {
    fn choose<R: Judgement>(&mut self, rules: &R, state: &R::State, seat: Seat, menu: &[R::Decision]) -> usize {
        let ranks: Vec<i32> = menu.iter().map(|decision| rules.appraise(state, seat, decision)).collect();
        self.best(ranks.iter().copied())
    }
}

/// The commanders by name.
#[derive(Debug, Clone)]
pub enum Anyone {
    Random(Random),
    Greedy(Greedy),
}

impl Anyone {
    pub const NAMES: [&'static str; 2] = ["greedy", "random"];

    pub fn named(name: &str, seed: u64) -> Option<Anyone> {
        match name {
            "random" => Some(Anyone::Random(Random::new(seed))),
            "greedy" => Some(Anyone::Greedy(Greedy::new(seed))),
            _ => None,
        }
    }

    /// Chooses from a question put through the door.
    pub fn choose_asked(&mut self, asked: &Asked) -> usize {
        match self {
            Anyone::Random(random) => random.0.below(asked.menu.len()),
            Anyone::Greedy(greedy) => greedy.choose_asked(asked),
        }
    }
}

impl Commander for Anyone {
    fn choose<R: Judgement>(&mut self, rules: &R, state: &R::State, seat: Seat, menu: &[R::Decision]) -> usize {
        match self {
            Anyone::Random(random) => random.choose(rules, state, seat, menu),
            Anyone::Greedy(greedy) => greedy.choose(rules, state, seat, menu),
        }
    }
}
