//! What a unit shot at before (SSS 13.7, G152).

use super::Aim;
use crate::cards::MOST_GUNS;
use crate::state::Unit;
use serde::{Deserialize, Serialize};

/// Several targets, as many as a battery has guns; beyond that nobody keeps count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Targets([Option<Aim>; MOST_GUNS]);

impl Targets {
    pub fn is_empty(self) -> bool {
        self.0[0].is_none()
    }

    pub fn has(self, aim: Aim) -> bool {
        self.0.contains(&Some(aim))
    }

    pub fn note(&mut self, aim: Aim) {
        if !self.has(aim)
            && let Some(free) = self.0.iter_mut().find(|place| place.is_none())
        {
            *free = Some(aim);
        }
    }
}

impl FromIterator<Aim> for Targets {
    fn from_iter<I: IntoIterator<Item = Aim>>(aims: I) -> Targets {
        let mut targets = Targets::default();
        aims.into_iter().for_each(|aim| targets.note(aim));
        targets
    }
}

impl Unit {
    /// As its player turn ends: guns stay laid on what they last shot at, until they shoot at something else or are moved
    /// (SSS 13.7, G152).
    pub(crate) fn remember_targets(&mut self) {
        let turn = &self.this_turn;
        if !turn.aimed.is_empty() || turn.moved || turn.traversed {
            self.last_targets = turn.aimed;
        }
    }
}
