//! Sets of hexes.

use super::dir::{Dir, DirSet};
use super::grid::{Grid, Hex, MAX_HEXES};

/// A set of hexes of one map.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct HexSet([u64; MAX_HEXES / 64]);

impl Default for HexSet {
    fn default() -> HexSet {
        HexSet::new()
    }
}

impl HexSet {
    pub const fn new() -> HexSet {
        HexSet([0; MAX_HEXES / 64])
    }

    /// Word and bit of a hex. A hex no map can have falls onto another one rather than beyond the end.
    #[inline]
    const fn place(hex: Hex) -> (usize, u64) {
        (hex.index() / 64 % (MAX_HEXES / 64), 1 << (hex.index() % 64))
    }

    #[inline]
    pub const fn contains(&self, hex: Hex) -> bool {
        let (word, bit) = HexSet::place(hex);
        self.0[word] & bit != 0
    }

    /// Adds a hex; false when it was there already.
    #[inline]
    pub const fn insert(&mut self, hex: Hex) -> bool {
        let (word, bit) = HexSet::place(hex);
        let fresh = self.0[word] & bit == 0;
        self.0[word] |= bit;
        fresh
    }

    #[inline]
    pub const fn remove(&mut self, hex: Hex) {
        let (word, bit) = HexSet::place(hex);
        self.0[word] &= !bit;
    }

    pub fn clear(&mut self) {
        self.0.fill(0);
    }

    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// In the order of the map.
    pub fn iter(&self) -> impl Iterator<Item = Hex> {
        self.0.iter().enumerate().flat_map(|(word, &bits)| {
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
        let start: HexSet = from.into_iter().collect();
        let (mut all, mut edge) = (start.clone(), start.clone());
        for _ in 0..depth {
            let mut next = HexSet::new();
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

impl FromIterator<Hex> for HexSet {
    fn from_iter<I: IntoIterator<Item = Hex>>(hexes: I) -> HexSet {
        let mut set = HexSet::new();
        for hex in hexes {
            set.insert(hex);
        }
        set
    }
}
