//! Set-ups that were opened before: battles of one set-up share rules, ground, cards and charts.

use crate::library;
use crate::problem::Problem;
use axum::http::StatusCode;
use kernel::{Header, Journal, OptionValues};
use scenario::Source;
use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use view::Position;
use view::shapes::Players;

/// How many set-ups are kept: all battles of the shelf with a few choices of options.
const MOST_KEPT: usize = 32;

/// The beginnings of battles, the last used at the end.
#[derive(Default)]
pub struct Beginnings {
    kept: Mutex<VecDeque<Arc<Position>>>,
    /// The battles that come with the program, read once.
    shelf: OnceLock<BTreeMap<String, Source>>,
}

impl Beginnings {
    /// A battle of the shelf with some options, to begin others like it.
    pub fn set_up(&self, battle: &str, options: &OptionValues) -> Result<Arc<Position>, Problem> {
        let source = self.shelf.get_or_init(library::battles).get(battle).ok_or_else(|| library::unknown(battle))?;
        let is_it =
            |header: &Header| header.options == *options && header.charts.is_empty() && header.scenario == source.text;
        if let Some(like) = self.like(is_it) {
            return Ok(like);
        }
        let begun = shelf::begin(source, options, shelf::Dice::Seed(0));
        let (door, ledger) = begun.map_err(|problem| {
            Problem::parted(StatusCode::BAD_REQUEST, &problem.to_string(), "choose from the options of the rulebook")
        })?;
        let begun = Arc::new(Position::opened(door, ledger.entries, Arc::default(), 0));
        self.keep(Arc::clone(&begun));
        Ok(begun)
    }

    /// A battle before its first decision.
    fn begin(&self, journal: &Journal, players: Arc<Players>, epoch: u64) -> Result<Position, Problem> {
        match self.like(|header| is_like(header, &journal.header)) {
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

    /// One that was opened before, by its header.
    fn like(&self, is_like: impl Fn(&Header) -> bool) -> Option<Arc<Position>> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let place = kept.iter().position(|begun| is_like(&begun.door.journal().header))?;
        let begun = kept.remove(place)?;
        kept.push_back(Arc::clone(&begun));
        Some(begun)
    }

    fn keep(&self, begun: Arc<Position>) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
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
