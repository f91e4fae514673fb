//! A battle as it stands after so many decisions: found by playing its journal, never changed afterwards.

use crate::broken::Broken;
use crate::shapes::Players;
use kernel::journal::Record;
use kernel::{Door, Entry, Journal, Refusal, Seat, Side};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock};

/// What happened at one decision, as the server knows it: everything.
#[derive(Debug, Clone, PartialEq)]
pub struct Tale {
    /// None for the beginning of the battle.
    pub seat: Option<Seat>,
    pub decision: String,
    pub words: String,
    /// Turn and phase in which it was taken.
    pub clock: String,
    pub dice: Vec<u8>,
    pub entries: Vec<Entry>,
    /// The decisions that were hidden from the other side when it had been taken.
    pub sealed: Vec<usize>,
}

/// The battle, its story so far, and what seats have been shown of it.
pub struct Position {
    pub door: Box<dyn Door>,
    /// The beginning, and one for each decision.
    pub tales: Vec<Arc<Tale>>,
    /// How often decisions were taken back before.
    pub epoch: u64,
    pub players: Arc<Players>,
    /// The battle whose past this is has come to its end: nothing of it is secret any more.
    pub ended: bool,
    /// The battle as somebody of neither side may know it. It can be dropped at any time.
    onlooked: OnceLock<Box<dyn Door>>,
    /// Views as they were handed out, by seat. They can be dropped at any time.
    views: Mutex<BTreeMap<Option<Seat>, Arc<str>>>,
}

impl Position {
    /// The beginning of the battle in a journal's header.
    pub fn begin(journal: &Journal, players: Arc<Players>, epoch: u64) -> Result<Position, Broken> {
        let start = Journal { records: Vec::new(), ..journal.clone() };
        let mut entries = Vec::new();
        let door = shelf::replay(start, &mut |told| entries = told.entries)?;
        Ok(Position::opened(door, entries, players, epoch))
    }

    /// A battle that was just begun.
    pub fn opened(door: Box<dyn Door>, entries: Vec<Entry>, players: Arc<Players>, epoch: u64) -> Position {
        let tale = Tale {
            seat: None,
            decision: "begin".into(),
            words: "The battle begins".into(),
            clock: door.clock().to_string(),
            dice: door.journal().opening.clone(),
            entries,
            sealed: Vec::new(),
        };
        let (onlooked, views) = (OnceLock::new(), Mutex::default());
        Position { door, tales: vec![Arc::new(tale)], epoch, players, ended: false, onlooked, views }
    }

    /// A copy to play on with.
    pub fn fork(&self) -> Position {
        Position {
            door: self.door.fork(),
            tales: self.tales.clone(),
            epoch: self.epoch,
            players: Arc::clone(&self.players),
            ended: self.ended,
            onlooked: OnceLock::new(),
            views: Mutex::default(),
        }
    }

    /// How many decisions have been taken.
    pub fn n(&self) -> usize {
        self.tales.len() - 1
    }

    pub fn seat(&self, key: &str) -> Option<Seat> {
        self.door.seats().iter().position(|card| card.key == key).map(|index| Seat(index as u8))
    }

    pub fn key_of(&self, seat: Seat) -> String {
        self.door.seats().get(usize::from(seat.0)).map_or_else(String::new, |card| card.key.clone())
    }

    pub fn side_of(&self, seat: Seat) -> Option<Side> {
        self.door.seats().get(usize::from(seat.0)).map(|card| card.side)
    }

    /// Who plays a seat: `person`, or the name of a commander.
    pub fn player(&self, seat: Seat) -> &str {
        self.players.get(&self.key_of(seat)).map_or(PERSON, String::as_str)
    }

    /// Plays one decision. A refused one changes nothing.
    pub fn play(&mut self, seat: Seat, decision: &str) -> Result<(), Refusal> {
        self.play_with(seat, decision, None)
    }

    fn play_with(&mut self, seat: Seat, decision: &str, dice: Option<&[u8]>) -> Result<(), Refusal> {
        let words = self.door.describe(decision).unwrap_or_default();
        let clock = self.door.clock().to_string();
        let entries = match dice {
            Some(dice) => self.door.decide_with(seat, decision, dice.to_vec())?,
            None => self.door.decide(seat, decision)?,
        };
        let record = self.door.journal().records.last();
        let (decision, dice) = record.map(|record| (record.decision.clone(), record.dice.clone())).unwrap_or_default();
        let sealed = self.door.sealed();
        self.tales.push(Arc::new(Tale { seat: Some(seat), decision, words, clock, dice, entries, sealed }));
        // What seats were shown before is not what they see now.
        (self.onlooked, self.views) = (OnceLock::new(), Mutex::default());
        Ok(())
    }

    /// Plays a decision out of a journal again, and holds its dice against those of the seed where there is one.
    pub fn replay(&mut self, record: &Record) -> Result<(), Broken> {
        let n = self.n() + 1;
        let Some(seat) = self.seat(&record.seat) else {
            return Err(broken_at(n, format!("there is no seat `{}`", record.seat)));
        };
        let seeded = self.door.journal().header.seed.is_some();
        let thrown = (!seeded).then_some(record.dice.as_slice());
        self.play_with(seat, &record.decision, thrown).map_err(|refusal| broken_at(n, refusal.to_string()))?;
        match self.door.journal().records.last() {
            Some(again) if again == record => Ok(()),
            _ => Err(broken_at(n, "the dice are not those of the seed")),
        }
    }

    /// The battle as it may be shown to a seat, or to somebody of neither side: what is asked of it for that seat, or for
    /// `None`, tells no secret.
    pub fn shown(&self, seat: Option<Seat>) -> &dyn Door {
        match seat {
            None if self.keeps_secrets() => self.onlooked.get_or_init(|| self.door.onlooked()).as_ref(),
            _ => self.door.as_ref(),
        }
    }

    /// A view that was handed out before, or a new one, which is kept.
    pub fn view(
        &self,
        seat: Option<Seat>,
        make: impl FnOnce() -> Result<String, serde_json::Error>,
    ) -> Result<Arc<str>, serde_json::Error> {
        let kept = |views: &BTreeMap<Option<Seat>, Arc<str>>| views.get(&seat).cloned();
        if let Some(view) = self.views.lock().ok().as_deref().and_then(kept) {
            return Ok(view);
        }
        let view: Arc<str> = make()?.into();
        if let Ok(mut views) = self.views.lock() {
            views.insert(seat, Arc::clone(&view));
        }
        Ok(view)
    }
}

/// The name of a player who is no commander.
pub const PERSON: &str = "person";

fn broken_at(n: usize, what: impl Into<String>) -> Broken {
    Broken::Decision { n, what: what.into() }
}
