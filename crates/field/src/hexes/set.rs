//! Sets of hexes.

use super::dir::{Dir, DirSet};
use super::grid::{Grid, Hex};
use std::fmt;
use std::hash::{Hash, Hasher};

/// A set of hexes of one map, as long as that map needs. Whoever needs one again and again keeps it and says
/// [`HexSet::reset`].
#[derive(Clone)]
pub struct HexSet {
    /// How many hexes the map has.
    hexes: usize,
    words: Box<[u64]>,
}

/// Of no map: there is no hex it could hold.
impl Default for HexSet {
    fn default() -> HexSet {
        HexSet::with_room_for(0)
    }
}

impl HexSet {
    /// An empty set for the hexes of a map.
    pub fn new(grid: &Grid) -> HexSet {
        HexSet::with_room_for(grid.len())
    }

    /// Some hexes of a map.
    pub fn of(grid: &Grid, hexes: impl IntoIterator<Item = Hex>) -> HexSet {
        let mut set = HexSet::new(grid);
        for hex in hexes {
            set.insert(hex);
        }
        set
    }

    fn with_room_for(hexes: usize) -> HexSet {
        HexSet { hexes, words: vec![0; hexes.div_ceil(64)].into_boxed_slice() }
    }

    #[inline]
    const fn place(hex: Hex) -> (usize, u64) {
        (hex.index() / 64, 1 << (hex.index() % 64))
    }

    #[inline]
    pub fn contains(&self, hex: Hex) -> bool {
        let (word, bit) = HexSet::place(hex);
        self.words.get(word).is_some_and(|word| word & bit != 0)
    }

    /// Adds a hex; false when it was there already, or is on no such map.
    #[inline]
    pub fn insert(&mut self, hex: Hex) -> bool {
        let (word, bit) = HexSet::place(hex);
        if hex.index() >= self.hexes {
            return false;
        }
        let Some(word) = self.words.get_mut(word) else { return false };
        let fresh = *word & bit == 0;
        *word |= bit;
        fresh
    }

    #[inline]
    pub fn remove(&mut self, hex: Hex) {
        let (word, bit) = HexSet::place(hex);
        if let Some(word) = self.words.get_mut(word) {
            *word &= !bit;
        }
    }

    /// Empties the set and makes it one of that map; it keeps its memory.
    pub fn reset(&mut self, grid: &Grid) {
        if self.hexes == grid.len() {
            self.words.fill(0);
        } else {
            *self = HexSet::new(grid);
        }
    }

    /// Adds the hexes around a hex.
    #[inline]
    pub fn insert_around(&mut self, grid: &Grid, hex: Hex) {
        for &near in grid.neighbours(hex).iter().flatten() {
            self.insert(near);
        }
    }

    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// In the order of the map.
    pub fn iter(&self) -> impl Iterator<Item = Hex> {
        self.words.iter().enumerate().flat_map(|(word, &bits)| {
            let rest = std::iter::successors(Some(bits), |bits| Some(bits & bits.wrapping_sub(1)));
            rest.take_while(|&bits| bits != 0)
                .map(move |bits| Hex::new(word as u16 * 64 + bits.trailing_zeros() as u16))
        })
    }

    /// Every hex that can be reached from the given ones in at most `depth` steps, each in one of the given directions
    /// and none into a hex that is barred; the given ones are not among them.
    ///
    /// ```text
    ///     depth 2 before a hex that faces V0:
    ///           *   *   *
    ///             *   *
    ///               o
    /// ```
    pub fn fan(
        grid: &Grid,
        from: impl IntoIterator<Item = Hex>,
        dirs: DirSet,
        depth: u8,
        mut enters: impl FnMut(Hex, Dir) -> bool,
    ) -> HexSet {
        let start = HexSet::of(grid, from);
        let (mut all, mut edge) = (start.clone(), start.clone());
        for _ in 0..depth {
            let mut next = HexSet::new(grid);
            for (hex, dir) in edge.iter().flat_map(|hex| dirs.iter().map(move |dir| (hex, dir))) {
                let Some(beyond) = grid.neighbour(hex, dir) else { continue };
                if !all.contains(beyond) && enters(beyond, dir) {
                    all.insert(beyond);
                    next.insert(beyond);
                }
            }
            edge = next;
        }
        start.iter().for_each(|hex| all.remove(hex));
        all
    }
}

/// The same hexes of maps of the same size.
impl PartialEq for HexSet {
    fn eq(&self, other: &HexSet) -> bool {
        self.hexes == other.hexes && self.words == other.words
    }
}

impl Eq for HexSet {}

impl Hash for HexSet {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.words.hash(state);
    }
}

impl fmt::Debug for HexSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
