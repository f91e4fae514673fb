//! The places between two ends of a line, and how they lie to them.

use crate::ground::Slope;
use crate::table::Table;
use field::hexes::{Dir, Hex, LineEntry, LineStage, Walk};

/// A line between two hexes. Heights are in half levels, distances along it in half hexes.
pub(super) struct Between<'a> {
    pub from: Hex,
    pub to: Hex,
    /// Level of the lower and of the higher end.
    pub low: i16,
    pub high: i16,
    /// Its whole length.
    length: u16,
    /// Which end is higher; neither where they are level.
    higher: Option<End>,
    walk: Walk<'a>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    From,
    To,
}

/// A hex between the ends. Along a spine both hexes beside it are such places (LB 14.1.4a).
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub hex: Hex,
    /// How far it is from the first end.
    pub from: u16,
    /// The hex before it and the side of that which is crossed; the same for the hex after it, where that lies on the line too.
    pub crossings: [Option<(Hex, Dir)>; 2],
}

impl<'a> Table<'a> {
    /// The line between two hexes; none where they are farther apart than lines are kept.
    pub(super) fn between(self, from: Hex, to: Hex) -> Option<Between<'a>> {
        let [here, there] = [from, to].map(|hex| 2 * i16::from(self.ground().level(hex)));
        let higher = match here.cmp(&there) {
            std::cmp::Ordering::Less => Some(End::To),
            std::cmp::Ordering::Equal => None,
            std::cmp::Ordering::Greater => Some(End::From),
        };
        let walk = self.ground().lines.between(self.grid(), from, to)?;
        let length = 2 * self.grid().distance(from, to);
        Some(Between { from, to, low: here.min(there), high: here.max(there), length, higher, walk })
    }
}

impl Between<'_> {
    /// The hexes between the ends, from the first to the second.
    pub fn places<'t>(&'t self, table: Table<'t>) -> impl Iterator<Item = Place> + use<'t> {
        let mut before = self.from;
        let stages = self.walk.clone();
        stages.flat_map(move |stage| {
            let grid = table.grid();
            let at = before;
            let near = |hex: Hex| 2 * grid.distance(self.from, hex);
            let crossing = |a: Hex, b: Hex| grid.direction(a, b).map(|dir| (a, dir));
            let mut places = [None; 2];
            match stage {
                LineStage::Hex { hex, by } => {
                    before = hex;
                    // Out of a spine the hexsides were crossed beside it.
                    let entered = if matches!(by, LineEntry::Spine(_)) { None } else { crossing(at, hex) };
                    places[0] = Some(Place { hex, from: near(hex), crossings: [entered, None] });
                }
                LineStage::Spine { left, right, from } => {
                    let beyond = grid.at(at, from.axis());
                    for (place, hex) in places.iter_mut().zip([left, right]) {
                        *place = hex.map(|hex| {
                            let leaves = beyond.and_then(|beyond| crossing(hex, beyond));
                            Place { hex, from: near(hex), crossings: [crossing(at, hex), leaves] }
                        });
                    }
                }
            }
            places.into_iter().flatten()
        })
    }

    /// An obstacle of that height blocks, unless it is lower than both ends or, between ends of different levels, strictly nearer to
    /// the higher (LB 14.2.1a, G-16).
    pub fn blocks_at(&self, from: u16, height: i16) -> bool {
        height >= self.low && !self.is_nearer_higher(from)
    }

    fn is_nearer_higher(&self, from: u16) -> bool {
        match self.higher {
            Some(End::From) => 2 * from < self.length,
            Some(End::To) => 2 * from > self.length,
            None => false,
        }
    }

    /// Between ends of different levels every slope that is crossed must be strictly nearer to the higher; level ends look across
    /// a valley (LB 14.1.1b, 14.2.1a, G-16).
    pub fn slope_blocks(&self, table: Table<'_>, place: &Place) -> bool {
        let crossed = place.crossings.iter().zip([place.from.saturating_sub(1), place.from + 1]);
        let sloped = |(hex, dir): (Hex, Dir)| table.ground().hexside(hex, dir).slope != Slope::Level;
        self.higher.is_some()
            && crossed
                .filter_map(|(side, at)| Some(((*side)?, at)))
                .any(|(side, at)| sloped(side) && !self.is_nearer_higher(at))
    }
}
