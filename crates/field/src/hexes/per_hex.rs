//! What a state remembers of every hex: values that are copied with it.

use super::grid::{Grid, Hex};

/// A small value for every hex of a map, the usual one until another is set. It takes the memory that its map needs when
/// room is made for it; without, it grows as it is written to.
///
/// ```
/// use field::hexes::*;
/// let grid = Grid::new(Plan::new(90, 90, Orientation::FlatTop, Shoved::Even)).unwrap();
/// let mut smoke: PerHex<u8> = PerHex::default();
/// smoke.make_room(&grid);
/// let (near, far) = (grid.parse("0101").unwrap(), grid.parse("9090").unwrap());
/// smoke.set(far, 3);
/// assert_eq!((smoke.get(near), smoke.get(far)), (0, 3));
/// ```
#[derive(Clone, Debug, Default)]
pub struct PerHex<T>(Vec<T>);

impl<T: Copy + Default> PerHex<T> {
    /// Asks for all the memory that a map can need.
    pub fn make_room(&mut self, grid: &Grid) {
        self.grow(grid.len());
    }

    fn grow(&mut self, hexes: usize) {
        if self.0.len() < hexes {
            self.0.resize(hexes, T::default());
        }
    }

    #[inline]
    pub fn get(&self, hex: Hex) -> T {
        self.0.get(hex.index()).copied().unwrap_or_default()
    }

    #[inline]
    pub fn set(&mut self, hex: Hex, value: T) {
        if self.0.len() <= hex.index() {
            self.grow((hex.index() + 1).next_power_of_two());
        }
        self.0[hex.index()] = value;
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
pub struct Standing<N, const PLACES: usize>(PerHex<[N; PLACES]>);

impl<N, const PLACES: usize> Default for Standing<N, PLACES> {
    fn default() -> Standing<N, PLACES> {
        Standing(PerHex(Vec::new()))
    }
}

impl<N: UnitNumber, const PLACES: usize> Standing<N, PLACES>
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
        self.0.0.get(hex.index()).map_or(N::default(), |there| there[place]).read()
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
