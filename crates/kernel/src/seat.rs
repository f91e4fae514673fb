//! Sides and seats: who is asked, and for whom he answers.

use serde::{Deserialize, Serialize};

/// One of the two sides of a battle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Side(pub u8);

impl Side {
    pub const FIRST: Side = Side(0);
    pub const SECOND: Side = Side(1);
    pub const BOTH: [Side; 2] = [Side::FIRST, Side::SECOND];

    pub const fn other(self) -> Side {
        Side(1 - (self.0 & 1))
    }

    pub const fn ix(self) -> usize {
        (self.0 & 1) as usize
    }
}

/// A chair at the table. A side may have several, each with its own commands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Seat(pub u8);

/// What a seat is called and whose it is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatCard {
    /// The name journals use.
    pub key: String,
    pub name: String,
    pub side: Side,
}

/// A set of seats, at most sixteen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct SeatSet(u16);

impl SeatSet {
    pub const EMPTY: SeatSet = SeatSet(0);
    /// The most seats a battle can have.
    pub const MOST: usize = 16;

    pub const fn one(seat: Seat) -> SeatSet {
        SeatSet(1 << (seat.0 & 15))
    }

    pub const fn contains(self, seat: Seat) -> bool {
        self.0 & SeatSet::one(seat).0 != 0
    }

    pub const fn with(self, seat: Seat) -> SeatSet {
        SeatSet(self.0 | SeatSet::one(seat).0)
    }

    pub const fn without(self, other: SeatSet) -> SeatSet {
        SeatSet(self.0 & !other.0)
    }

    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The seats in it, lowest first.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        (0..SeatSet::MOST as u8).map(Seat).filter(move |&seat| self.contains(seat))
    }

    pub fn first(self) -> Option<Seat> {
        self.iter().next()
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> SeatSet {
        seats.into_iter().fold(SeatSet::EMPTY, SeatSet::with)
    }
}
