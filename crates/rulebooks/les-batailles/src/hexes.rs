//! Where a body lies: the hexes it covers and the way it faces.

use crate::cards::MOST_LENGTH;
use field::hexes::{Dir, Hex, Vertex};
use serde::{Deserialize, Serialize};

/// The hexes of a body, head first: of a Line from left to right, of a column from head to tail (12.3). At least one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Hexes {
    head: Hex,
    rest: [Option<Hex>; MOST_LENGTH - 1],
}

impl Hexes {
    pub const fn one(hex: Hex) -> Hexes {
        Hexes { head: hex, rest: [None; MOST_LENGTH - 1] }
    }

    /// All of them in order; none where there is none, or more than there is room for.
    pub fn all(hexes: impl IntoIterator<Item = Hex>) -> Option<Hexes> {
        let mut hexes = hexes.into_iter();
        let mut all = Hexes::one(hexes.next()?);
        for place in &mut all.rest {
            *place = hexes.next();
        }
        hexes.next().is_none().then_some(all)
    }

    #[inline]
    pub const fn head(self) -> Hex {
        self.head
    }

    pub fn tail(self) -> Hex {
        self.iter().last().unwrap_or(self.head)
    }

    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Hex> + Clone {
        std::iter::once(self.head).chain(self.rest.into_iter().map_while(|hex| hex))
    }

    pub fn len(self) -> usize {
        1 + self.rest.iter().take_while(|hex| hex.is_some()).count()
    }

    /// Never: a body lies somewhere.
    pub const fn is_empty(self) -> bool {
        false
    }

    #[inline]
    pub fn contains(self, hex: Hex) -> bool {
        self.iter().any(|own| own == hex)
    }

    pub fn meets(self, other: Hexes) -> bool {
        self.iter().any(|hex| other.contains(hex))
    }

    /// The hex at that place, the head being 0.
    pub fn get(self, place: usize) -> Option<Hex> {
        match place.checked_sub(1) {
            None => Some(self.head),
            Some(place) => self.rest.get(place).copied().flatten(),
        }
    }
}

/// Which way a unit faces (9.0, 9.0).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Facing {
    /// A hexside: columns, General Order, guns.
    Side(Dir),
    /// A corner: Line and Skirmish Order.
    Corner(Vertex),
    /// All round.
    Round,
}

impl Facing {
    pub const fn side(self) -> Option<Dir> {
        match self {
            Facing::Side(dir) => Some(dir),
            _ => None,
        }
    }

    pub const fn corner(self) -> Option<Vertex> {
        match self {
            Facing::Corner(vertex) => Some(vertex),
            _ => None,
        }
    }

    /// The other way.
    #[must_use]
    pub const fn about(self) -> Facing {
        match self {
            Facing::Side(dir) => Facing::Side(dir.opposite()),
            Facing::Corner(vertex) => Facing::Corner(vertex.opposite()),
            Facing::Round => Facing::Round,
        }
    }
}
