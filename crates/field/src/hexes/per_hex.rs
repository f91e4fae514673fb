//! What a state remembers of every hex: values that are copied with it.

use super::grid::{Grid, Hex};

/// A small value for every hex of a map, the usual one until another is set. Those of the first `INSIDE` hexes lie in one
/// piece with whatever holds them, so that a map of that size asks for no memory; what a larger one needs beyond is asked
/// for when it is first written to, or beforehand with [`PerHex::make_room`].
///
/// ```
/// use field::hexes::*;
/// let grid = Grid::new(Plan::new(90, 90, Orientation::FlatTop, Shoved::Even)).unwrap();
/// let mut smoke: PerHex<u8, 2_048> = PerHex::default();
/// smoke.make_room(&grid);
/// let (near, far) = (grid.parse("0101").unwrap(), grid.parse("9090").unwrap());
/// smoke.set(far, 3);
/// assert_eq!((smoke.get(near), smoke.get(far)), (0, 3));
/// ```
#[derive(Clone, Debug)]
pub struct PerHex<T, const INSIDE: usize> {
    inside: [T; INSIDE],
    beyond: Vec<T>,
}

impl<T: Copy + Default, const INSIDE: usize> Default for PerHex<T, INSIDE> {
    fn default() -> PerHex<T, INSIDE> {
        PerHex { inside: [T::default(); INSIDE], beyond: Vec::new() }
    }
}

impl<T: Copy + Default, const INSIDE: usize> PerHex<T, INSIDE> {
    /// Asks for all the memory that a map can need.
    pub fn make_room(&mut self, grid: &Grid) {
        let beyond = grid.len().saturating_sub(INSIDE);
        if self.beyond.len() < beyond {
            self.beyond.resize(beyond, T::default());
        }
    }

    #[inline]
    pub fn get(&self, hex: Hex) -> T {
        match self.inside.get(hex.index()) {
            Some(value) => *value,
            None => self.get_beyond(hex),
        }
    }

    #[cold]
    #[inline(never)]
    fn get_beyond(&self, hex: Hex) -> T {
        self.beyond.get(hex.index() - INSIDE).copied().unwrap_or_default()
    }

    #[inline]
    pub fn set(&mut self, hex: Hex, value: T) {
        match self.inside.get_mut(hex.index()) {
            Some(known) => *known = value,
            None => self.set_beyond(hex, value),
        }
    }

    #[cold]
    #[inline(never)]
    fn set_beyond(&mut self, hex: Hex, value: T) {
        let place = hex.index() - INSIDE;
        if self.beyond.len() <= place {
            self.beyond.resize((place + 1).next_power_of_two(), T::default());
        }
        self.beyond[place] = value;
    }
}

/// The number of a unit, as [`Standing`] writes it down.
pub trait UnitNumber: Copy + PartialEq + Default {
    /// What is written: never the usual value, which is nobody.
    fn written(number: usize) -> Self;

    /// The number that was written, if it was any.
    fn read(self) -> Option<usize>;
}

macro_rules! unit_number {
    ($number:ty) => {
        impl UnitNumber for $number {
            #[inline]
            fn written(number: usize) -> $number {
                number as $number + 1
            }

            #[inline]
            fn read(self) -> Option<usize> {
                usize::from(self).checked_sub(1)
            }
        }
    };
}

unit_number!(u8);
unit_number!(u16);

/// Who stands on each hex, by number, with so many `PLACES` in a hex: a stack from the top, or a place for each kind of unit.
/// A body stands on all its hexes.
#[derive(Clone, Debug)]
pub struct Standing<N, const PLACES: usize, const INSIDE: usize>(PerHex<[N; PLACES], INSIDE>)
where
    [N; PLACES]: Default;

impl<N: UnitNumber, const PLACES: usize, const INSIDE: usize> Default for Standing<N, PLACES, INSIDE>
where
    [N; PLACES]: Default,
{
    fn default() -> Standing<N, PLACES, INSIDE> {
        Standing(PerHex::default())
    }
}

impl<N: UnitNumber, const PLACES: usize, const INSIDE: usize> Standing<N, PLACES, INSIDE>
where
    [N; PLACES]: Default,
{
    /// Asks for all the memory that a map can need.
    pub fn make_room(&mut self, grid: &Grid) {
        self.0.make_room(grid);
    }

    /// Whether nobody is on a hex.
    #[inline]
    pub fn is_empty(&self, hex: Hex) -> bool {
        self.0.get(hex) == [N::default(); PLACES]
    }

    /// Who has that place of a hex.
    #[inline]
    pub fn at(&self, hex: Hex, place: usize) -> Option<usize> {
        self.0.get(hex)[place].read()
    }

    /// A unit takes that place on its hexes, whoever had it.
    #[inline]
    pub fn put(&mut self, number: usize, hexes: impl IntoIterator<Item = Hex>, place: usize) {
        for hex in hexes {
            let mut there = self.0.get(hex);
            there[place] = N::written(number);
            self.0.set(hex, there);
        }
    }

    /// A unit leaves that place on its hexes, where it still has it.
    #[inline]
    pub fn lift(&mut self, number: usize, hexes: impl IntoIterator<Item = Hex>, place: usize) {
        for hex in hexes {
            let mut there = self.0.get(hex);
            if there[place] == N::written(number) {
                there[place] = N::default();
                self.0.set(hex, there);
            }
        }
    }
}
