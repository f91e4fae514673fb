//! Sets of hexes.

use super::dir::{Dir, DirSet};
use super::grid::{Grid, Hex};
use std::fmt;
use std::hash::{Hash, Hasher};

/// Words that a set keeps within itself: enough for a map of 4,096 hexes.
const INSIDE: usize = 64;

/// A set of hexes of one map, as long as that map needs. That of a map of up to 4,096 hexes lies in one piece of memory;
/// only a larger one asks for more.
#[derive(Clone)]
pub struct HexSet {
    /// How many words there are, wherever they are.
    words: usize,
    inside: [u64; INSIDE],
    beyond: Option<Box<[u64]>>,
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
        let words = hexes.div_ceil(64);
        let beyond = (words > INSIDE).then(|| vec![0; words].into_boxed_slice());
        HexSet { words, inside: [0; INSIDE], beyond }
    }

    #[inline]
    fn bits(&self) -> &[u64] {
        match &self.beyond {
            None => self.inside.get(..self.words).unwrap_or(&self.inside),
            Some(words) => words,
        }
    }

    #[inline]
    fn bits_mut(&mut self) -> &mut [u64] {
        match &mut self.beyond {
            None => &mut self.inside[..self.words.min(INSIDE)],
            Some(words) => words,
        }
    }

    #[inline]
    const fn place(hex: Hex) -> (usize, u64) {
        (hex.index() / 64, 1 << (hex.index() % 64))
    }

    #[inline]
    pub fn contains(&self, hex: Hex) -> bool {
        let (word, bit) = HexSet::place(hex);
        self.bits().get(word).is_some_and(|word| word & bit != 0)
    }

    /// Adds a hex; false when it was there already, or is on no such map.
    #[inline]
    pub fn insert(&mut self, hex: Hex) -> bool {
        let (word, bit) = HexSet::place(hex);
        let Some(word) = self.bits_mut().get_mut(word) else { return false };
        let fresh = *word & bit == 0;
        *word |= bit;
        fresh
    }

    #[inline]
    pub fn remove(&mut self, hex: Hex) {
        let (word, bit) = HexSet::place(hex);
        if let Some(word) = self.bits_mut().get_mut(word) {
            *word &= !bit;
        }
    }

    pub fn clear(&mut self) {
        self.bits_mut().fill(0);
    }

    pub fn len(&self) -> usize {
        self.bits().iter().map(|word| word.count_ones() as usize).sum()
    }

    pub fn is_empty(&self) -> bool {
        self.bits().iter().all(|&word| word == 0)
    }

    /// In the order of the map.
    pub fn iter(&self) -> impl Iterator<Item = Hex> {
        self.bits().iter().enumerate().flat_map(|(word, &bits)| {
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
        self.bits() == other.bits()
    }
}

impl Eq for HexSet {}

impl Hash for HexSet {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.bits().hash(state);
    }
}

impl fmt::Debug for HexSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
