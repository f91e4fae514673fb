//! The cheapest way of a body from one pose to another, as the rulebook lets it step and makes it pay.
//!
//! A search keeps all it needs on the stack: it asks for no memory, and most searches do with little of it.

use arrayvec::ArrayVec;

/// A number for a pose. Take the narrowest that will do: what a search looks up is then small.
pub trait PoseKey: Copy + PartialEq {
    /// A number that no pose has.
    const NOWHERE: Self;

    /// The number with its lower bits stirred.
    fn stirred(self) -> usize;
}

impl PoseKey for u16 {
    const NOWHERE: u16 = u16::MAX;

    #[inline]
    fn stirred(self) -> usize {
        usize::from(self).wrapping_mul(0x9E5D) >> 4
    }
}

impl PoseKey for u32 {
    const NOWHERE: u32 = u32::MAX;

    #[inline]
    fn stirred(self) -> usize {
        (self.wrapping_mul(0x9E37_79B1) >> 16) as usize
    }
}

impl PoseKey for u64 {
    const NOWHERE: u64 = u64::MAX;

    #[inline]
    fn stirred(self) -> usize {
        (self.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 48) as usize
    }
}

/// Something that goes from pose to pose at a price.
///
/// A pose is whatever its next steps hang on: a hex; a hex and the corner or the hexside it faces; the left end of a line
/// and its length; the head of a column that winds behind it; besides, how many hexes it has entered, if every second one
/// costs more. Prices are whole numbers: a rulebook with half points counts in halves.
///
/// ```
/// use field::hexes::*;
///
/// /// A line of so many hexes that goes ahead and wheels.
/// struct Line<'a>(&'a Grid, u8);
///
/// impl HexMover for Line<'_> {
///     type Pose = Rank;
///     type Key = u32;
///     fn key(&self, rank: Rank) -> u32 {
///         (rank.left().index() * 6 + rank.facing().index()) as u32
///     }
///     fn pose(&self, key: u32) -> Option<Rank> {
///         Rank::on(self.0, Hex::new((key / 6) as u16), Vertex::from_index(key as usize % 6), self.1)
///     }
///     fn steps<T>(&self, rank: Rank, worth: impl Fn(Rank, u8) -> Option<T>, mut found: impl FnMut(Rank, u8, T)) {
///         let ahead = rank.facing().front().map(|dir| rank.shifted(self.0, dir).map(|next| (next, 1)));
///         let wheels = Hand::BOTH.map(|pivot| rank.wheel(self.0, pivot).map(|next| (next, self.1 - 1)));
///         for (next, price) in ahead.into_iter().chain(wheels).flatten() {
///             if let Some(it) = worth(next, price) {
///                 found(next, price, it);
///             }
///         }
///     }
/// }
///
/// let grid = Grid::new(Plan::new(20, 20, Orientation::PointyTop, Shoved::Even)).unwrap();
/// let start = Rank::on(&grid, grid.parse("1010").unwrap(), Vertex::V0, 3).unwrap();
/// let goal = grid.parse("1007").unwrap();
/// let least = |rank: Rank| rank.distance(&grid, goal) as u8;
/// let comes = |limit| cheapest(&Line(&grid, 3), start, limit, least, |rank| least(rank) == 0);
/// assert_eq!((comes(9), comes(2)), (Ok(Some(3)), Ok(None)));
/// ```
pub trait HexMover {
    type Pose: Copy;
    type Key: PoseKey;

    /// A different one for every pose that can be reached.
    fn key(&self, pose: Self::Pose) -> Self::Key;

    /// The pose with that key.
    fn pose(&self, key: Self::Key) -> Option<Self::Pose>;

    /// Whether it may take another step from a pose it has come to.
    #[inline]
    fn goes_on(&self, _pose: Self::Pose) -> bool {
        true
    }

    /// Tells every pose that can be taken next, and its price. `worth` is asked first, with the price or with what it will
    /// be at least, and says whether the step can matter; what it answers is told along.
    fn steps<T>(
        &self,
        pose: Self::Pose,
        worth: impl Fn(Self::Pose, u8) -> Option<T>,
        found: impl FnMut(Self::Pose, u8, T),
    );
}

/// There are more poses within the limit than a search has room for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooManyPoses;

/// The least price, at most `limit`, at which a mover comes from a pose to one that will do. `least` never says more than is
/// still to be paid from a pose: the search looks first where little is left.
pub fn cheapest<M: HexMover>(
    mover: &M,
    start: M::Pose,
    limit: u8,
    least: impl Fn(M::Pose) -> u8,
    will_do: impl Fn(M::Pose) -> bool,
) -> Result<Option<u8>, TooManyPoses> {
    let Some(totals) = limit.checked_sub(least(start)) else { return Ok(None) };
    if will_do(start) {
        return Ok(Some(0));
    }
    // Nearly always a small room will do.
    let small = || search_in::<M, 256, 256, 64>(mover, start, limit, &least, &will_do);
    let found = if totals < 64 { small() } else { Err(TooManyPoses) };
    found.or_else(|TooManyPoses| search_in::<M, 8_192, 8_192, 256>(mover, start, limit, &least, &will_do))
}

/// A search in a room for so many poses, of which so many can wait, at so many totals from what is left at first to the limit.
/// Kept out of its callers: its tables are large, and they mostly do without it.
#[inline(never)]
fn search_in<M: HexMover, const POSES: usize, const WAITING: usize, const TOTALS: usize>(
    mover: &M,
    start: M::Pose,
    limit: u8,
    least: &impl Fn(M::Pose) -> u8,
    will_do: &impl Fn(M::Pose) -> bool,
) -> Result<Option<u8>, TooManyPoses> {
    let (first, from) = (least(start), mover.key(start));
    let mut seen = Seen::<M::Key, POSES>::new();
    let mut queue = Queue::<M::Key, WAITING, TOTALS>::new();
    seen.lowers(from, 0)?;
    queue.push(first, from, 0)?;
    for now in first..=limit {
        while let Some((at, cost)) = queue.pop(now) {
            if seen.cost(at) != cost {
                continue;
            }
            let Some(pose) = mover.pose(at) else { continue };
            if will_do(pose) {
                return Ok(Some(cost));
            }
            if at != from && !mover.goes_on(pose) {
                continue;
            }
            let mut full = Ok(());
            let worth = |next: M::Pose, price: u8| {
                let left = least(next);
                (cost.saturating_add(price).saturating_add(left) <= limit).then_some(left)
            };
            mover.steps(pose, worth, |next, price, left| {
                let there = cost.saturating_add(price);
                let total = there.saturating_add(left);
                if total > limit || full.is_err() {
                    return;
                }
                let key = mover.key(next);
                full = match seen.lowers(key, there) {
                    Ok(false) => Ok(()),
                    // What is thought to be left may shrink by more than a step costs.
                    Ok(true) => queue.push(total.max(now), key, there),
                    Err(TooManyPoses) => Err(TooManyPoses),
                };
            });
            full?;
        }
    }
    Ok(None)
}

/// The poses seen so far and what they cost, in a table of `N` places, a power of two.
struct Seen<K, const N: usize> {
    keys: [K; N],
    costs: [u8; N],
    len: usize,
}

impl<K: PoseKey, const N: usize> Seen<K, N> {
    #[inline]
    fn new() -> Seen<K, N> {
        Seen { keys: [K::NOWHERE; N], costs: [0; N], len: 0 }
    }

    #[inline]
    fn slot(&self, key: K) -> usize {
        let mut slot = key.stirred() & (N - 1);
        while self.keys[slot] != key && self.keys[slot] != K::NOWHERE {
            slot = (slot + 1) & (N - 1);
        }
        slot
    }

    #[inline]
    fn cost(&self, key: K) -> u8 {
        let slot = self.slot(key);
        if self.keys[slot] == key { self.costs[slot] } else { u8::MAX }
    }

    /// Notes a cost if it is less than what was known; too many when there is hardly room for more.
    #[inline]
    fn lowers(&mut self, key: K, cost: u8) -> Result<bool, TooManyPoses> {
        let slot = self.slot(key);
        let fresh = self.keys[slot] == K::NOWHERE;
        if !fresh && self.costs[slot] <= cost {
            return Ok(false);
        }
        self.len += usize::from(fresh);
        (self.keys[slot], self.costs[slot]) = (key, cost);
        if self.len * 4 > N * 3 { Err(TooManyPoses) } else { Ok(true) }
    }
}

const LAST: u16 = u16::MAX;

/// Poses waiting to be looked at, by the least total they may come to: no two that can come up share a place.
struct Queue<K, const N: usize, const TOTALS: usize> {
    heads: [u16; TOTALS],
    /// Key, cost, and the next that waits at the same total.
    nodes: ArrayVec<(K, u8, u16), N>,
}

impl<K: PoseKey, const N: usize, const TOTALS: usize> Queue<K, N, TOTALS> {
    #[inline]
    fn new() -> Queue<K, N, TOTALS> {
        Queue { heads: [LAST; TOTALS], nodes: ArrayVec::new() }
    }

    #[inline]
    fn push(&mut self, total: u8, key: K, cost: u8) -> Result<(), TooManyPoses> {
        let head = &mut self.heads[usize::from(total) % TOTALS];
        let index = self.nodes.len() as u16;
        self.nodes.try_push((key, cost, *head)).map_err(|_| TooManyPoses)?;
        *head = index;
        Ok(())
    }

    #[inline]
    fn pop(&mut self, total: u8) -> Option<(K, u8)> {
        let head = &mut self.heads[usize::from(total) % TOTALS];
        let &(key, cost, next) = self.nodes.get(usize::from(*head))?;
        *head = next;
        Some((key, cost))
    }
}
