//! How any two hexes of a map lie to each other: worked out beforehand, for it is asked more often than anything else.

use super::dir::DirSet;
use super::offset::Offset;

/// How a hex lies from another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stretch {
    /// How many hexes it is from the one to the other.
    pub length: u16,
    /// The directions in which the first step shortens the way.
    pub nearer: DirSet,
}

/// A hex as a number that is made to be compared: the difference of two tells the [`Stretch`] between them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pin(u32);

/// Every hex pinned, and the stretches between all of them: they hang on the offset alone, so that one of each is enough.
#[derive(Clone)]
pub(super) struct Stretches {
    pins: Box<[Pin]>,
    by_difference: Box<[Stretch]>,
    /// Where the stretch from a hex to itself stands.
    middle: u32,
}

impl Stretches {
    /// For hexes with these axial coordinates, `low` the least of them, so many steps of `q` and `r` in all.
    pub fn new(axial: &[Offset], low: Offset, [width, height]: [usize; 2]) -> Stretches {
        let (width, height) = (width as i16, height as i16);
        // With room for every difference of `r` to each one of `q`, no two offsets have the same number.
        let row = 2 * height - 1;
        let number = |q: i16, r: i16| q as u32 * row as u32 + r as u32;
        let pin = |at: &Offset| Pin(number(at.q - low.q, at.r - low.r));
        let offsets = (1 - width..width).flat_map(|q| (1 - height..height).map(move |r| Offset::new(q, r)));
        let stretch = |way: Offset| Stretch { length: way.length(), nearer: way.nearer() };
        Stretches {
            pins: axial.iter().map(pin).collect(),
            by_difference: offsets.map(stretch).collect(),
            middle: number(width - 1, height - 1),
        }
    }

    #[inline]
    pub fn pin(&self, hex: usize) -> Pin {
        self.pins[hex]
    }

    #[inline]
    pub fn between(&self, from: Pin, to: Pin) -> Stretch {
        self.by_difference[(to.0 + self.middle - from.0) as usize]
    }
}
