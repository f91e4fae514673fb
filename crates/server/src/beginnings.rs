//! Set-ups that were opened before: battles of one set-up share rules, ground, cards and charts.

use crate::problem::Problem;
use kernel::{Header, Journal};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use view::Position;
use view::shapes::Players;

/// How many set-ups are kept: all battles of the shelf with a few choices of options.
const MOST_KEPT: usize = 32;

/// The beginnings of battles, the last used at the end.
#[derive(Default)]
pub struct Beginnings(Mutex<VecDeque<Arc<Position>>>);

impl Beginnings {
    /// A battle before its first decision.
    pub fn begin(&self, journal: &Journal, players: Arc<Players>, epoch: u64) -> Result<Position, Problem> {
        match self.like(&journal.header) {
            Some(like) => Ok(like.begin_like(journal, players, epoch)?),
            None => {
                let begun = Position::begin(journal, players, epoch)?;
                self.keep(Arc::new(begun.fork()));
                Ok(begun)
            }
        }
    }

    /// Plays a whole journal.
    pub fn rebuild(&self, journal: &Journal, players: Arc<Players>, epoch: u64) -> Result<Position, Problem> {
        let mut position = self.begin(journal, players, epoch)?;
        for record in journal.records.iter() {
            position.replay(record)?;
        }
        Ok(position)
    }

    fn like(&self, header: &Header) -> Option<Arc<Position>> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let place = kept.iter().position(|begun| is_like(&begun.door.journal().header, header))?;
        let begun = kept.remove(place)?;
        kept.push_back(Arc::clone(&begun));
        Some(begun)
    }

    fn keep(&self, begun: Arc<Position>) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.push_back(begun);
        while kept.len() > MOST_KEPT {
            kept.pop_front();
        }
    }
}

/// Whether two battles are played by the same rules on the same ground: only dice and people differ.
fn is_like(one: &Header, other: &Header) -> bool {
    (&one.rulebook, &one.options) == (&other.rulebook, &other.options)
        && (&one.charts, &one.scenario) == (&other.charts, &other.scenario)
}
