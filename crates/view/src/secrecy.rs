//! What a seat may hear of the story. A rulebook says what is sealed; here it is kept out of what is told.

use crate::position::{PERSON, Position, Tale};
use crate::shapes::Told;
use kernel::{Entry, Seat, Side};

impl Position {
    /// The story from decision `from` on, as a seat may hear it.
    pub fn story(&self, seat: Option<Seat>, from: usize) -> Vec<Told> {
        let tales = self.tales.iter().enumerate().skip(from);
        tales.map(|(n, tale)| self.told(n, tale, seat)).collect()
    }

    /// What is new to a seat that has heard of `n` decisions, the first of them not told yet being `withheld`: that is told
    /// again once it may be heard.
    pub fn news(&self, seat: Option<Seat>, n: usize, withheld: Option<usize>) -> Vec<Told> {
        self.story(seat, withheld.unwrap_or(n + 1).min(n + 1))
    }

    /// The first decision that the seat does not hear of yet.
    pub fn first_withheld(&self, seat: Option<Seat>) -> Option<usize> {
        self.first_withheld_after(seat, self.n())
    }

    /// The first decision that the seat had not heard of when `n` had been taken.
    pub fn first_withheld_after(&self, seat: Option<Seat>, n: usize) -> Option<usize> {
        self.sealed_after(n).iter().copied().find(|&sealed| self.is_of_another_side(sealed, seat))
    }

    /// Whether everything since decision `n` is withheld from the seat, so that for it nothing has happened.
    pub fn has_seen_nothing_since(&self, seat: Seat, n: usize) -> bool {
        (n + 1..self.tales.len()).all(|n| self.is_withheld(n, Some(seat)))
    }

    fn told(&self, n: usize, tale: &Tale, seat: Option<Seat>) -> Told {
        let bare = Told {
            n,
            seat: tale.seat.map(|seat| self.key_of(seat)),
            side: tale.seat.and_then(|seat| self.side_of(seat)).map(|side| side.0),
            decision: String::new(),
            words: String::new(),
            clock: tale.clock.clone().into(),
            dice: Vec::new(),
            entries: Vec::new(),
        };
        if self.is_withheld(n, seat) {
            return bare;
        }
        let (decision, words) = (tale.decision.clone(), tale.words.clone());
        let dice = if n == 0 && self.hides_opening(seat) { Vec::new() } else { tale.dice.clone() };
        Told { decision, words, dice, entries: self.heard(&tale.entries, seat), ..bare }
    }

    /// The journal as a seat may read it, and whether that is all of it: while something in it is sealed, an excerpt.
    pub fn journal_for(&self, seat: Option<Seat>) -> (String, bool) {
        let excerpt = match seat {
            Some(seat) => self.door.excerpt(seat),
            None => self.door.excerpt_for_onlookers(),
        };
        let whole = !self.keeps_secrets() || excerpt.seals() == 0;
        (if whole { self.door.journal().to_text() } else { excerpt.to_text() }, whole)
    }

    /// The part of a ledger that a seat hears.
    fn heard(&self, entries: &[Entry], seat: Option<Seat>) -> Vec<Entry> {
        // An onlooker hears only what both sides may.
        let sides = seat.and_then(|seat| self.side_of(seat)).map_or(Side::BOTH.to_vec(), |side| vec![side]);
        entries.iter().filter_map(|entry| entry.for_sides(&sides)).cloned().collect()
    }

    /// Whether anything has to be kept from anybody: not when the battle is over, nor where commanders play each other.
    pub fn keeps_secrets(&self) -> bool {
        let mut seats = (0..self.door.seats().len()).map(|index| Seat(index as u8));
        !self.ended && self.door.outcome().is_none() && seats.any(|seat| self.player(seat) == PERSON)
    }

    fn hides_opening(&self, seat: Option<Seat>) -> bool {
        let from = self.door.opening_hides_from();
        self.keeps_secrets() && seat.map_or(!from.is_empty(), |seat| from.contains(seat))
    }

    /// The decisions that were hidden from the other side when `n` had been taken.
    fn sealed_after(&self, n: usize) -> &[usize] {
        self.tales.get(n).filter(|_| self.keeps_secrets()).map_or(&[], |tale| tale.sealed.as_slice())
    }

    fn is_withheld(&self, n: usize, seat: Option<Seat>) -> bool {
        self.sealed_after(self.n()).contains(&n) && self.is_of_another_side(n, seat)
    }

    /// An onlooker belongs to no side.
    fn is_of_another_side(&self, n: usize, seat: Option<Seat>) -> bool {
        let by = self.tales.get(n).and_then(|tale| tale.seat).and_then(|by| self.side_of(by));
        by.is_some() && seat.and_then(|seat| self.side_of(seat)) != by
    }

    /// Whether something that was sealed was shown by a decision.
    fn opens(&self, n: usize) -> bool {
        let before = n.checked_sub(1).and_then(|before| self.tales.get(before));
        let after = &self.tales[n].sealed;
        before.is_some_and(|before| before.sealed.iter().any(|sealed| !after.contains(sealed)))
    }

    /// How many decisions a seat may take back: its own, with what commanders have answered to them. Not beyond dice, what
    /// another person has decided, or what was sealed and has been shown.
    pub fn undoable(&self, seat: Seat) -> usize {
        if self.player(seat) != PERSON {
            return 0;
        }
        let is_own = |n: usize| self.tales[n].seat == Some(seat);
        // A commander answers the same to the same: nobody's will is set aside.
        let is_answer = |n: usize| self.tales[n].seat.is_some_and(|by| self.player(by) != PERSON);
        let stands = |n: &usize| !self.tales[*n].dice.is_empty() || self.opens(*n) || !(is_own(*n) || is_answer(*n));
        let free: Vec<usize> = (1..self.tales.len()).rev().take_while(|n| !stands(n)).collect();
        // What a commander did before the seat's first deed is no answer to it.
        free.iter().rposition(|&n| is_own(n)).map_or(0, |first| first + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    /// A battle in which one side has chosen Orders in secret (MP 5.5.3a) and the other has not.
    fn sealed(player: &str) -> Position {
        let source = shelf::find("wing-against-wing").unwrap();
        let options = [("starting-orders".to_owned(), "secret".to_owned())].into();
        let (door, ledger) = shelf::begin(&source, &options, shelf::Dice::Seed(21)).unwrap();
        let players = door.seats().iter().map(|card| (card.key.clone(), player.to_owned())).collect();
        let mut position = Position::opened(door, ledger.entries, Arc::new(players), 0);
        let asked = position.door.question(position.door.awaiting()[0]).unwrap();
        position.play(asked.seat, &asked.menu[0].decision).unwrap();
        position
    }

    /// A battle of two.
    fn battle_of(players: [&str; 2]) -> Position {
        let source = shelf::find("first-blood").unwrap();
        let (door, ledger) = shelf::begin(&source, &std::collections::BTreeMap::new(), shelf::Dice::Seed(3)).unwrap();
        let named = door.seats().iter().zip(players).map(|(card, player)| (card.key.clone(), player.to_owned()));
        let players = Arc::new(named.collect());
        Position::opened(door, ledger.entries, players, 0)
    }

    #[test]
    fn a_commanders_answers_may_be_taken_back_with_what_they_answer() {
        let (mut against, mut between) = (battle_of([PERSON, "greedy"]), battle_of([PERSON, PERSON]));
        let mut seen = (false, false);
        while let Some(&seat) = against.door.awaiting().first().filter(|_| against.n() < 80) {
            let asked = against.door.question(seat).unwrap();
            let decision = &asked.menu[asked.question.default].decision;
            against.play(seat, decision).unwrap();
            between.play(seat, decision).unwrap();
            let (most, among_people) = (against.undoable(Seat(0)), between.undoable(Seat(0)));
            assert!(most >= among_people, "a commander binds no more than a person");
            assert_eq!(between.undoable(Seat(1)).min(among_people), 0, "of two people only one has decided last");
            let back = against.tales.len() - most..against.tales.len();
            assert!(back.clone().all(|n| against.tales[n].dice.is_empty()), "dice stand");
            assert!(most == 0 || against.tales[back.start].seat == Some(Seat(0)), "one goes back to one's own");
            seen = (seen.0 || most > among_people, seen.1 || most == 0);
        }
        assert_eq!(seen, (true, true));
    }

    #[test]
    fn onlookers_are_shown_what_both_sides_may_know() {
        let mut position = sealed(PERSON);
        let everything = position.door.view(None);
        assert_ne!(position.shown(None).view(None), everything);
        assert_eq!(
            position.shown(Some(Seat(0))).view(None),
            everything,
            "the door itself hides what a seat may not know"
        );
        assert_eq!(position.first_withheld(None), Some(1));
        // A glance back when the battle is over.
        position.ended = true;
        assert_eq!((position.shown(None).view(None), position.first_withheld(None)), (everything, None));
        // Nobody has to be kept in the dark where commanders play each other.
        let position = sealed("greedy");
        assert_eq!(position.shown(None).view(None), position.door.view(None));
    }
}
