//! What is under way: a stack of small steps kept inside the state, so that the game can stop for a question anywhere,
//! however deep one event has interrupted another, and go on from there.

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};
use std::hash::{Hash, Hasher};

/// The steps still to be done, the next one on top.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Agenda<S, const DEPTH: usize> {
    steps: ArrayVec<S, DEPTH>,
    /// The most steps there ever were. It is no part of the game: two agendas with the same steps are the same.
    #[serde(skip)]
    deepest: u16,
}

impl<S, const DEPTH: usize> Default for Agenda<S, DEPTH> {
    fn default() -> Self {
        Agenda { steps: ArrayVec::new(), deepest: 0 }
    }
}

impl<S: PartialEq, const DEPTH: usize> PartialEq for Agenda<S, DEPTH> {
    fn eq(&self, other: &Self) -> bool {
        self.steps == other.steps
    }
}

impl<S: Eq, const DEPTH: usize> Eq for Agenda<S, DEPTH> {}

impl<S: Hash, const DEPTH: usize> Hash for Agenda<S, DEPTH> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.steps.hash(state);
    }
}

impl<S: Copy, const DEPTH: usize> Agenda<S, DEPTH> {
    pub fn top(&self) -> Option<S> {
        self.steps.last().copied()
    }

    pub fn top_mut(&mut self) -> Option<&mut S> {
        self.steps.last_mut()
    }

    pub fn pop(&mut self) -> Option<S> {
        self.steps.pop()
    }

    /// Puts a step on top: it is done before everything below it. A rulebook whose steps nest deeper than it declared
    /// has a bug, and a wrong game is worse than a stopped one.
    #[track_caller]
    pub fn push(&mut self, step: S) {
        self.steps.push(step);
        self.deepest = self.deepest.max(self.steps.len() as u16);
    }

    /// Puts steps on top so that they are done in the order given.
    #[track_caller]
    pub fn push_all(&mut self, steps: &[S]) {
        for step in steps.iter().rev() {
            self.push(*step);
        }
    }

    pub fn depth(&self) -> usize {
        self.steps.len()
    }

    /// The most steps that were under way at once since the agenda was made or loaded, between questions too.
    pub fn deepest(&self) -> usize {
        usize::from(self.deepest).max(self.steps.len())
    }

    /// The most steps there is room for.
    pub const fn room(&self) -> usize {
        DEPTH
    }

    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// From the bottom up.
    pub fn iter(&self) -> impl Iterator<Item = &S> {
        self.steps.iter()
    }
}
