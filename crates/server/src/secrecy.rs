//! What a seat may hear of the story. A rulebook hides sealed orders in its state; here they are kept out of what is told.

use crate::position::{PERSON, Position, Tale};
use crate::shapes::Told;
use kernel::{Entry, Seat, Side};
use std::collections::BTreeSet;

impl Position {
    /// The story from decision `from` on, as a seat may hear it.
    pub fn story(&self, seat: Option<Seat>, from: usize) -> Vec<Told> {
        let veil = self.veil();
        let tales = self.tales.iter().enumerate().skip(from);
        tales.map(|(n, tale)| self.told(n, tale, seat, veil)).collect()
    }

    /// The first decision that the seat does not hear of yet.
    pub fn first_withheld(&self, seat: Option<Seat>) -> Option<usize> {
        self.first_withheld_after(seat, self.n())
    }

    /// The first decision that the seat had not heard of when `n` had been taken.
    pub fn first_withheld_after(&self, seat: Option<Seat>, n: usize) -> Option<usize> {
        let veil = self.veil_after(n)?;
        (veil..=n).find(|&n| self.is_withheld(n, &self.tales[n], seat, Some(veil)))
    }

    /// Whether everything since decision `n` is withheld from the seat, so that for it nothing has happened.
    pub fn has_seen_nothing_since(&self, seat: Seat, n: usize) -> bool {
        let veil = self.veil();
        (n + 1..self.tales.len()).all(|n| self.is_withheld(n, &self.tales[n], Some(seat), veil))
    }

    fn told(&self, n: usize, tale: &Tale, seat: Option<Seat>, veil: Option<usize>) -> Told {
        let bare = Told {
            n,
            seat: tale.seat.map(|seat| self.key_of(seat)),
            side: tale.seat.and_then(|seat| self.side_of(seat)).map(|side| side.0),
            decision: String::new(),
            words: String::new(),
            clock: tale.clock.clone(),
            dice: Vec::new(),
            entries: Vec::new(),
        };
        if self.is_withheld(n, tale, seat, veil) {
            return bare;
        }
        let (decision, words) = (tale.decision.clone(), tale.words.clone());
        Told { decision, words, dice: tale.dice.clone(), entries: self.heard(&tale.entries, seat), ..bare }
    }

    /// The journal as a seat may read it: while something in it is sealed, it ends before that.
    pub fn journal_for(&self, seat: Option<Seat>) -> String {
        let mut journal = self.door.journal().clone();
        if let Some(sealed) = self.first_withheld(seat) {
            journal.records.truncate(sealed - 1);
        }
        journal.to_text()
    }

    /// The part of a ledger that a seat hears.
    fn heard(&self, entries: &[Entry], seat: Option<Seat>) -> Vec<Entry> {
        // An onlooker hears only what both sides may.
        let sides = seat.and_then(|seat| self.side_of(seat)).map_or(Side::BOTH.to_vec(), |side| vec![side]);
        entries.iter().filter_map(|entry| entry.for_sides(&sides)).cloned().collect()
    }

    fn is_withheld(&self, n: usize, tale: &Tale, seat: Option<Seat>, veil: Option<usize>) -> bool {
        let Some(by) = tale.seat.and_then(|by| self.side_of(by)) else { return false };
        veil.is_some_and(|veil| n >= veil) && self.listens_for(seat) != Some(by)
    }

    /// The side that a seat listens for; an onlooker belongs to none.
    fn listens_for(&self, seat: Option<Seat>) -> Option<Side> {
        self.side_of(seat?)
    }

    /// The first decision since which both sides answer one question that was put to both at once, if they still do: what
    /// they have said to it is not told to each other. Nobody has to be kept in the dark where commanders play each other.
    fn veil(&self) -> Option<usize> {
        self.veil_after(self.n())
    }

    fn veil_after(&self, n: usize) -> Option<usize> {
        let mut seats = (0..self.door.seats().len()).map(|index| Seat(index as u8));
        seats.any(|seat| self.player(seat) == PERSON).then(|| self.seals(n).open).flatten()
    }

    /// Questions that were put to both sides at once, down to decision `last`. One lasts as long as nobody else is asked, no
    /// dice fall and time stands still.
    fn seals(&self, last: usize) -> Seals {
        let mut seals = Seals::default();
        for (n, tale) in self.tales.iter().enumerate().take(last + 1).skip(1) {
            if seals.open.is_none() && self.concerns_both(&tale.awaited) {
                seals.open = Some(n);
            }
            let (clock, awaited) = self.after(n);
            let lasts = !awaited.is_empty() && awaited.iter().all(|seat| tale.awaited.contains(seat));
            if !(lasts && tale.dice.is_empty() && clock == tale.clock) && seals.open.take().is_some() {
                seals.broken.insert(n);
            }
        }
        seals
    }

    /// The clock after a decision, and who was awaited then.
    fn after(&self, n: usize) -> (String, Vec<Seat>) {
        match self.tales.get(n + 1) {
            Some(next) => (next.clock.clone(), next.awaited.clone()),
            None => (self.door.clock(), self.door.awaiting()),
        }
    }

    fn concerns_both(&self, seats: &[Seat]) -> bool {
        Side::BOTH.iter().all(|&side| seats.iter().any(|&seat| self.side_of(seat) == Some(side)))
    }

    /// How many of its own decisions a seat may take back: not beyond dice, what another has decided, or what the other
    /// side had sealed and has shown.
    pub fn undoable(&self, seat: Seat) -> usize {
        if self.player(seat) != PERSON {
            return 0;
        }
        let seals = self.seals(self.n());
        let own = |n: &usize| {
            let tale = &self.tales[*n];
            tale.seat == Some(seat) && tale.dice.is_empty() && !seals.broken.contains(n)
        };
        (1..self.tales.len()).rev().take_while(own).count()
    }
}

#[derive(Default)]
struct Seals {
    /// The first answer to the question that is open now.
    open: Option<usize>,
    /// The last answers to those before, with which everything was shown.
    broken: BTreeSet<usize>,
}
