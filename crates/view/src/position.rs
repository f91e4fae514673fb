//! A battle as it stands after so many decisions: found by playing its journal, never changed afterwards.

use crate::broken::Broken;
use crate::drawn::Drawings;
use crate::ground::Grounds;
use crate::shapes::Players;
use crate::views;
use kernel::door::Taken;
use kernel::journal::Record;
use kernel::{Clock, Door, Entry, Header, Journal, Refusal, Scroll, Seat, Side};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// What happened at one decision, as the server knows it: everything.
#[derive(Debug, Clone, PartialEq)]
pub struct Tale {
    /// None for the beginning of the battle.
    pub seat: Option<Seat>,
    pub decision: String,
    pub words: String,
    /// Turn and phase in which it was taken.
    pub clock: Clock,
    pub dice: Vec<u8>,
    pub entries: Vec<Entry>,
    /// The decisions that were hidden from the other side when it had been taken.
    pub sealed: Vec<usize>,
}

impl Tale {
    /// How many bytes it takes to keep, about.
    fn weight(&self) -> usize {
        let words = self.decision.len() + self.words.len() + self.clock.command.len() + self.dice.len();
        size_of::<Tale>() + words + 8 * self.sealed.len() + self.entries.iter().map(Entry::weight).sum::<usize>()
    }
}

/// The battle, its story so far, and what seats have been shown of it. A fork shares all of it but the state of play.
pub struct Position {
    pub door: Box<dyn Door>,
    /// The beginning, and one for each decision.
    pub tales: Scroll<Tale>,
    /// What the tales weigh.
    told: usize,
    /// How often decisions were taken back before.
    pub epoch: u64,
    pub players: Arc<Players>,
    /// The battle whose past this is has come to its end: nothing of it is secret any more.
    pub ended: bool,
    grounds: Grounds,
    drawings: Drawings,
    shown: Shown,
}

/// What seats have been shown of a position, made when they first looked. It can be dropped at any time.
struct Shown {
    /// The battle as somebody of neither side may know it.
    onlooked: OnceLock<Box<dyn Door>>,
    /// Views as they were handed out: that of somebody of neither side, and those of the seats.
    views: Vec<Mutex<Option<Arc<str>>>>,
}

impl Shown {
    fn nothing(door: &dyn Door) -> Shown {
        Shown { onlooked: OnceLock::new(), views: (0..=door.seats().len()).map(|_| Mutex::default()).collect() }
    }

    fn weight(&self) -> usize {
        let kept = |view: &Mutex<Option<Arc<str>>>| view.try_lock().ok()?.as_ref().map(|text| text.len());
        let onlooked = self.onlooked.get().map_or(0, |door| door.weight());
        self.views.iter().filter_map(kept).sum::<usize>() + onlooked
    }
}

impl Position {
    /// The beginning of the battle in a journal's header.
    pub fn begin(journal: &Journal, players: Arc<Players>, epoch: u64) -> Result<Position, Broken> {
        let mut entries = Vec::new();
        let door = shelf::replay(journal.bare(), &mut |told| entries = told.entries)?;
        Ok(Position::opened(door, entries, players, epoch))
    }

    /// The beginning of another battle, set up like this one, with the seed and the people of its header.
    pub fn begin_anew(&self, header: Header, players: Arc<Players>) -> Position {
        let (door, entries) = self.door.begin_like(header);
        self.share(Position::opened(door, entries, players, 0))
    }

    /// The same for a journal of a battle set up like this one, with which it shares rules and ground.
    pub fn begin_like(&self, journal: &Journal, players: Arc<Players>, epoch: u64) -> Result<Position, Broken> {
        let begun = self.door.resume_like(journal.bare());
        let (door, entries) = begun.map_err(|fault| Broken::SetUp(shelf::Problem::Journal(fault)))?;
        Ok(self.share(Position::opened(door, entries, players, epoch)))
    }

    /// A battle of the same set-up, with what is known of its ground and of how it looks at the beginning.
    fn share(&self, like: Position) -> Position {
        Position { grounds: self.grounds.clone(), drawings: self.drawings.clone(), ..like }
    }

    /// A battle that was just begun.
    pub fn opened(door: Box<dyn Door>, entries: Vec<Entry>, players: Arc<Players>, epoch: u64) -> Position {
        let tale = Tale {
            seat: None,
            decision: "begin".into(),
            words: "The battle begins".into(),
            clock: door.clock(),
            dice: door.journal().opening.clone(),
            entries,
            sealed: Vec::new(),
        };
        let (told, shown) = (tale.weight(), Shown::nothing(door.as_ref()));
        let (tales, grounds) = ([tale].into_iter().collect(), Grounds::default());
        Position { door, tales, told, epoch, players, ended: false, grounds, drawings: Drawings::default(), shown }
    }

    /// A copy to play on with.
    pub fn fork(&self) -> Position {
        Position {
            door: self.door.fork(),
            tales: self.tales.clone(),
            told: self.told,
            epoch: self.epoch,
            players: Arc::clone(&self.players),
            ended: self.ended,
            grounds: self.grounds.clone(),
            drawings: self.drawings.clone(),
            shown: Shown::nothing(self.door.as_ref()),
        }
    }

    /// How many bytes it takes to keep, about. What all battles of one set-up share is not counted.
    pub fn weight(&self) -> usize {
        size_of::<Position>() + self.door.weight() + self.told + self.shown.weight() + self.drawings.weight()
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
        let clock = self.door.clock();
        let Taken { words, entries } = self.door.take(seat, decision, dice.map(<[u8]>::to_vec))?;
        let record = self.door.journal().records.last();
        let (decision, dice) = record.map(|record| (record.decision.clone(), record.dice.clone())).unwrap_or_default();
        let sealed = self.door.sealed();
        let tale = Tale { seat: Some(seat), decision, words, clock, dice, entries, sealed };
        self.told += tale.weight();
        self.tales.push(tale);
        // What seats were shown before is not what they see now.
        self.shown = Shown::nothing(self.door.as_ref());
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
            None if self.keeps_secrets() => self.shown.onlooked.get_or_init(|| self.door.onlooked()).as_ref(),
            _ => self.door.as_ref(),
        }
    }

    /// The grounds that were looked at, each with its mark.
    pub fn grounds(&self) -> &Grounds {
        &self.grounds
    }

    /// The field as it was drawn last.
    pub(crate) fn drawings(&self) -> &Drawings {
        &self.drawings
    }

    /// What a seat is shown of the battle `id`, as JSON: made once, and kept as long as the battle stands so. Whoever comes
    /// while it is made waits for it.
    pub fn view(&self, id: &str, seat: Option<Seat>) -> Result<Arc<str>, serde_json::Error> {
        let make = || views::view(id, self, seat, false)?.to_json().map(Arc::from);
        let place = seat.map_or(0, |seat| 1 + usize::from(seat.0));
        let Some(place) = self.shown.views.get(place) else { return make() };
        let mut kept = place.lock().unwrap_or_else(PoisonError::into_inner);
        let view = kept.clone().map_or_else(make, Ok)?;
        *kept = Some(Arc::clone(&view));
        Ok(view)
    }

    /// Forgets what seats have been shown, and nothing else.
    pub fn lighten(&self) {
        for view in &self.shown.views {
            *view.lock().unwrap_or_else(PoisonError::into_inner) = None;
        }
        self.drawings.forget();
    }
}

/// The name of a player who is no commander.
pub const PERSON: &str = "person";

fn broken_at(n: usize, what: impl Into<String>) -> Broken {
    Broken::Decision { n, what: what.into() }
}
