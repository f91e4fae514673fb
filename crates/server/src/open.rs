//! The battles that are open: as many as there is memory for, and the one nobody looked at longest is closed first.

use crate::problem::Problem;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use tokio::sync::{OnceCell, watch};
use view::Position;

/// A battle that is open.
pub struct Slot {
    pub id: String,
    /// Whoever changes the battle holds this, so that decisions come one after the other.
    pub turn: tokio::sync::Mutex<()>,
    pub position: OnceCell<watch::Sender<Arc<Position>>>,
    /// Whether a task plays its commanders.
    pub commanded: AtomicBool,
    /// Whether they halt until somebody lets them go on. Nobody halts any more when the battle is opened anew.
    pub halted: AtomicBool,
}

impl Slot {
    fn new(id: &str) -> Slot {
        let (turn, position) = (tokio::sync::Mutex::default(), OnceCell::new());
        Slot { id: id.to_owned(), turn, position, commanded: AtomicBool::new(false), halted: AtomicBool::new(false) }
    }

    /// The battle as it stands, followed as it goes on.
    pub fn follow(&self) -> Option<watch::Receiver<Arc<Position>>> {
        self.position.get().map(watch::Sender::subscribe)
    }

    pub fn position(&self) -> Result<Arc<Position>, Problem> {
        let position = self.position.get().map(|sender| Arc::clone(&sender.borrow()));
        position.ok_or_else(|| Problem::ours("the battle is not open", &self.id))
    }

    pub fn replace(&self, position: Arc<Position>) {
        if let Some(sender) = self.position.get() {
            sender.send_replace(position);
        }
    }

    fn weight(&self) -> usize {
        self.position.get().map_or(0, |sender| sender.borrow().weight())
    }
}

/// How many battles are looked at when memory is short, at one time.
const MOST_TRIED: usize = 64;

/// The battles that are open, within a budget of bytes.
pub struct Open {
    budget: usize,
    weight: usize,
    entries: BTreeMap<String, Entry>,
    /// Counts every look.
    looks: u64,
    /// The battles by the last look at them.
    order: BTreeMap<u64, String>,
}

struct Entry {
    slot: Arc<Slot>,
    look: u64,
    weight: usize,
}

impl Open {
    pub fn new(budget: usize) -> Open {
        Open { budget, weight: 0, entries: BTreeMap::new(), looks: 0, order: BTreeMap::new() }
    }

    /// The battle's slot, a new one if it is not open.
    pub fn find(&mut self, id: &str) -> Arc<Slot> {
        self.looks += 1;
        let look = self.looks;
        let new = || Entry { slot: Arc::new(Slot::new(id)), look, weight: 0 };
        let entry = self.entries.entry(id.to_owned()).or_insert_with(new);
        self.order.remove(&entry.look);
        self.order.insert(look, id.to_owned());
        entry.look = look;
        Arc::clone(&entry.slot)
    }

    /// Weighs a battle anew, and closes others while there is too much.
    pub fn weigh(&mut self, id: &str) {
        self.note(id);
        let tried: Vec<String> = if self.weight > self.budget {
            self.order.values().take(MOST_TRIED).cloned().collect()
        } else {
            Vec::new()
        };
        for other in tried {
            if self.weight <= self.budget {
                return;
            }
            self.spare(&other);
        }
    }

    fn note(&mut self, id: &str) {
        if let Some(entry) = self.entries.get_mut(id) {
            let weight = entry.slot.weight();
            self.weight = self.weight - entry.weight + weight;
            entry.weight = weight;
        }
    }

    /// Makes room: closes a battle that nobody holds. One that is held goes on, for two copies of a battle that go on apart must
    /// not be; but what was shown of it is forgotten.
    fn spare(&mut self, id: &str) {
        let Some(entry) = self.entries.get(id) else { return };
        if Arc::strong_count(&entry.slot) == 1 {
            self.close(id);
        } else if let Ok(position) = entry.slot.position() {
            position.lighten();
            self.note(id);
        }
    }

    fn close(&mut self, id: &str) {
        if let Some(entry) = self.entries.remove(id) {
            self.order.remove(&entry.look);
            self.weight -= entry.weight;
        }
    }

    /// Closes a battle that could not be opened, unless somebody else is trying.
    pub fn forget(&mut self, id: &str) {
        // One is held here and one by the caller.
        let idle = |slot: &Arc<Slot>| slot.position.get().is_none() && Arc::strong_count(slot) <= 2;
        if self.entries.get(id).is_some_and(|entry| idle(&entry.slot)) {
            self.close(id);
        }
    }

    /// How many are open, and what they weigh together.
    pub fn kept(&self) -> (usize, usize) {
        (self.entries.len(), self.weight)
    }
}
