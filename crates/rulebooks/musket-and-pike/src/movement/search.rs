//! Which poses a unit can come to, and how cheaply: asked only where a duty to move hangs on it.

use crate::cards::UnitId;
use crate::facing::{COUNTER_MARCH, Pose, Shape, WHEEL};
use crate::state::{Formation, MOST_HEXES, Orders};
use crate::table::Table;
use arrayvec::ArrayVec;
use field::hexes::{DirSet, Grid, Hand, Hex, Offset, Vertex};
use std::cell::Cell;

/// Single steps that cost so much are not looked at.
const TOO_DEAR: u8 = 15;
/// Totals that can wait at once: those of the dearest step and of all that is thought to be left more after it.
const TOTALS: usize = 32;
const NOWHERE: u16 = u16::MAX;

/// A pose as a number: its hex and its facing; the other half follows from them.
fn place(pose: Pose) -> u16 {
    ((pose.hex.index() % MOST_HEXES) * 6 + pose.facing.index()) as u16
}

/// The poses seen so far and what they cost, in a table of `N` places, a power of two.
struct Seen<const N: usize> {
    keys: [u16; N],
    costs: [u8; N],
    len: usize,
}

impl<const N: usize> Seen<N> {
    fn new() -> Seen<N> {
        Seen { keys: [NOWHERE; N], costs: [0; N], len: 0 }
    }

    #[inline]
    fn slot(&self, place: u16) -> usize {
        let mut slot = usize::from(place).wrapping_mul(0x9E5D) >> 4 & (N - 1);
        while self.keys[slot] != place && self.keys[slot] != NOWHERE {
            slot = (slot + 1) & (N - 1);
        }
        slot
    }

    #[inline]
    fn cost(&self, place: u16) -> u8 {
        let slot = self.slot(place);
        if self.keys[slot] == place { self.costs[slot] } else { u8::MAX }
    }

    /// Notes a cost; full when there is hardly room for more.
    #[inline]
    fn note(&mut self, place: u16, cost: u8) -> Result<(), Full> {
        let slot = self.slot(place);
        self.len += usize::from(self.keys[slot] == NOWHERE);
        (self.keys[slot], self.costs[slot]) = (place, cost);
        if self.len * 4 > N * 3 { Err(Full) } else { Ok(()) }
    }
}

/// More poses than the search has room for.
struct Full;

/// Poses waiting to be looked at, by the least total cost they may come to.
struct Queue<const M: usize> {
    heads: [u16; TOTALS],
    /// Place, cost, and the next that waits at the same total.
    nodes: ArrayVec<(u16, u8, u16), M>,
}

impl<const M: usize> Queue<M> {
    fn new() -> Queue<M> {
        Queue { heads: [NOWHERE; TOTALS], nodes: ArrayVec::new() }
    }

    #[inline]
    fn push(&mut self, total: u8, place: u16, cost: u8) -> Result<(), Full> {
        let head = &mut self.heads[usize::from(total) % TOTALS];
        let index = self.nodes.len() as u16;
        self.nodes.try_push((place, cost, *head)).map_err(|_| Full)?;
        *head = index;
        Ok(())
    }

    #[inline]
    fn pop(&mut self, total: u8) -> Option<(u16, u8)> {
        let head = &mut self.heads[usize::from(total) % TOTALS];
        let &(place, cost, next) = self.nodes.get(usize::from(*head))?;
        *head = next;
        Some((place, cost))
    }
}

/// A hex to come near to, and how near is near enough.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Goal {
    pub at: Offset,
    pub enough: u16,
}

impl Goal {
    /// Hexes from a place until it is near enough to the handiest of some goals; none when there are no goals.
    #[inline]
    pub fn hexes_off(goals: &[Goal], from: Offset) -> u8 {
        let off = |goal: &Goal| goal.at.minus(from).length().saturating_sub(goal.enough);
        goals.iter().map(off).min().unwrap_or(0) as u8
    }
}

/// How some goals lie from a hex.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Outlook {
    /// Hexes until it is near enough to the handiest of them.
    pub off: u8,
    /// The ways that bring one of the handiest nearer.
    pub nearer: DirSet,
    /// The ways that bring one of those nearer that are a hex farther than the handiest.
    next: DirSet,
}

impl Outlook {
    const NONE: Outlook = Outlook { off: 0, nearer: DirSet::EMPTY, next: DirSet::EMPTY };

    pub fn of(goals: &[Goal], from: Offset) -> Outlook {
        let Some((first, others)) = goals.split_first() else { return Outlook::NONE };
        let off = |goal: &Goal| goal.at.minus(from).length().saturating_sub(goal.enough) as u8;
        let mut outlook = Outlook { off: off(first), nearer: first.at.minus(from).nearer(), next: DirSet::EMPTY };
        for goal in others {
            let (far, ways) = (off(goal), goal.at.minus(from).nearer());
            if far == outlook.off {
                outlook.nearer = outlook.nearer | ways;
            } else if far == outlook.off + 1 {
                outlook.next = outlook.next | ways;
            } else if far < outlook.off {
                let next = if far + 1 == outlook.off { outlook.nearer } else { DirSet::EMPTY };
                outlook = Outlook { off: far, nearer: ways, next };
            }
        }
        outlook
    }

    /// Points at least to be near enough for a unit that faces so and turns a vertex for `turn`: a point for every hex, and when no hex ahead is nearer a turn
    /// as well, for no hex entered without one will be; two points when a turn by one vertex does not do.
    #[inline]
    fn least_cost(self, facing: Vertex, turn: u8) -> u8 {
        let meets = |some: DirSet, others: DirSet| !(some & others).is_empty();
        if self.off == 0 || meets(facing.around(1), self.nearer) {
            self.off
        } else if meets(facing.around(1), self.next) || turn == 1 && meets(facing.around(2), self.nearer) {
            self.off + 1
        } else {
            self.off + 2
        }
    }
}

/// How some goals lie from hexes, reckoned when first asked for and kept while no other hex takes the place.
pub(crate) struct Nearness<'a> {
    grid: &'a Grid,
    goals: &'a [Goal],
    kept: [Cell<Option<(Hex, Outlook)>>; KEPT],
}

/// A power of two.
const KEPT: usize = 256;

impl<'a> Nearness<'a> {
    pub fn new(grid: &'a Grid, goals: &'a [Goal]) -> Nearness<'a> {
        Nearness { grid, goals, kept: [const { Cell::new(None) }; KEPT] }
    }

    #[inline]
    pub fn from(&self, hex: Hex) -> Outlook {
        let place = &self.kept[hex.index() % KEPT];
        match place.get() {
            Some((known, outlook)) if known == hex => outlook,
            _ => {
                let outlook = Outlook::of(self.goals, self.grid.axial(hex));
                place.set(Some((hex, outlook)));
                outlook
            }
        }
    }

    /// Hexes at least from a pose to one that is near enough.
    #[inline]
    pub fn hexes_off(&self, pose: Pose) -> u8 {
        let own = self.from(pose.hex).off;
        pose.other.map_or(own, |other| own.min(self.from(other).off))
    }

    /// Points at least from a pose to one that is near enough.
    #[inline]
    pub fn least_cost(&self, shape: Shape, turn: u8, pose: Pose) -> u8 {
        if shape == Shape::Single { self.from(pose.hex).least_cost(pose.facing, turn) } else { self.hexes_off(pose) }
    }
}

/// What a search is bound by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Law {
    /// Next to enemies too, but held there (MP 5.6.1f).
    Charge,
    /// Never next to an enemy.
    Shy,
}

impl Table<'_> {
    /// The least cost, at most `limit`, at which a unit comes from a pose to one that will do. `hexes_off` never says more hexes than there are still to go:
    /// the search looks first where few are left.
    pub(crate) fn cheapest(
        self,
        id: UnitId,
        start: Pose,
        limit: u8,
        law: Law,
        hexes_off: impl Fn(Pose) -> u8,
        will_do: impl Fn(Pose) -> bool,
    ) -> Option<u8> {
        let least = hexes_off(start);
        if least > limit {
            return None;
        }
        if will_do(start) {
            return Some(0);
        }
        // Nearly always a small room will do.
        let small = self.search_in::<512, 512>(id, start, limit, law, &hexes_off, &will_do);
        small
            .or_else(|Full| self.search_in::<8_192, 8_192>(id, start, limit, law, &hexes_off, &will_do))
            .unwrap_or(None)
    }

    /// Kept out of its callers: its tables are large, and they mostly do without it.
    #[inline(never)]
    fn search_in<const N: usize, const M: usize>(
        self,
        id: UnitId,
        start: Pose,
        limit: u8,
        law: Law,
        hexes_off: &impl Fn(Pose) -> u8,
        will_do: &impl Fn(Pose) -> bool,
    ) -> Result<Option<u8>, Full> {
        let (shape, least) = (self.shape(id), hexes_off(start));
        let (mut seen, mut queue) = (Seen::<N>::new(), Queue::<M>::new());
        seen.note(place(start), 0)?;
        queue.push(least, place(start), 0)?;
        for now in least..=limit {
            while let Some((at, cost)) = queue.pop(now) {
                if seen.cost(at) != cost {
                    continue;
                }
                let (hex, facing) = (Hex::new(at / 6), Vertex::from_index(usize::from(at % 6)));
                let Some(pose) = self.pose_at(shape, hex, facing) else { continue };
                if will_do(pose) {
                    return Ok(Some(cost));
                }
                let mut full = Ok(());
                // No step into another hex is for nothing.
                let worth = |next: Pose| cost.saturating_add(hexes_off(next)) < limit;
                self.strides(id, shape, pose, law, pose != start, worth, |next, more| {
                    let there = cost.saturating_add(more);
                    let total = there.saturating_add(hexes_off(next));
                    if total > limit || more >= TOO_DEAR || there >= seen.cost(place(next)) || full.is_err() {
                        return;
                    }
                    // What is thought to be left may shrink by more than a step costs.
                    let total = total.max(now);
                    full = seen.note(place(next), there).and_then(|()| queue.push(total, place(next), there));
                });
                full?;
            }
        }
        Ok(None)
    }

    /// The single steps a unit can take from a pose, ground, stacking and the law allowing. Of steps into other hexes only those that are worth it.
    #[expect(clippy::too_many_arguments, reason = "a step has a unit, a place, a law and two ways to use it")]
    pub(crate) fn strides(
        self,
        id: UnitId,
        shape: Shape,
        pose: Pose,
        law: Law,
        arrived: bool,
        worth: impl Fn(Pose) -> bool,
        mut found: impl FnMut(Pose, u8),
    ) {
        if arrived && self.would_break(id, pose) {
            return;
        }
        let held = law == Law::Charge && self.holds_fast(id, pose).is_some();
        if !held {
            for dir in self.ways_ahead(shape, pose) {
                let next = self.pose_ahead(shape, pose, dir).filter(|&next| worth(next));
                if let Some((next, cost)) = next.and_then(|next| self.stride(id, pose, next, law)) {
                    found(next, cost);
                }
            }
        }
        match shape {
            Shape::Free => {}
            Shape::Single => {
                for hand in Hand::BOTH {
                    found(Pose { facing: pose.facing.turned(hand, 1), ..pose }, self.turn_cost(id));
                }
            }
            Shape::Double => {
                for hand in Hand::BOTH {
                    let next = self.pose_wheeled(shape, pose, hand).filter(|&next| worth(next));
                    if let Some((next, cost)) = next.and_then(|next| self.stride(id, pose, next, law)) {
                        found(next, cost + WHEEL);
                    }
                }
            }
            Shape::Long => {
                for hand in Hand::BOTH {
                    let next = self.pose_turned(shape, pose, hand);
                    if let Some(next) = next.filter(|&next| self.tail_swings(id, pose, next, law)) {
                        found(next, self.turn_cost(id));
                    }
                }
            }
        }
        if let Some(next) = self.pose_counter_marched(shape, pose) {
            found(next, COUNTER_MARCH);
        }
    }

    /// One step on the ground: fresh hexes free, the law kept, and what it costs.
    pub(crate) fn stride(self, id: UnitId, from: Pose, to: Pose, law: Law) -> Option<(Pose, u8)> {
        let fresh = |hex: &Hex| !from.covers(*hex);
        let free = to.hexes().filter(fresh).all(|hex| {
            // Where no body stands, only guns and wagons can be in the way of their like.
            self.body_at(hex).is_none_or(|body| body == id)
                && (self.is_body(id) || self.may_stand(id, hex, false).is_ok())
                && (law != Law::Shy || !self.is_next_to_enemy(id, hex))
        });
        free.then(|| self.step_cost(id, from, to)).flatten().map(|cost| (to, cost))
    }

    /// Whether the tail of a Column can swing to where the turn takes it (MP 6.3.4e).
    fn tail_swings(self, id: UnitId, from: Pose, to: Pose, law: Law) -> bool {
        to.hexes()
            .filter(|hex| !from.covers(*hex))
            .all(|hex| self.tail_may_swing_to(id, hex).is_ok() && (law != Law::Shy || !self.is_next_to_enemy(id, hex)))
    }

    #[inline]
    fn is_next_to_enemy(self, id: UnitId, hex: Hex) -> bool {
        let side = self.side(id);
        self.enemy_at(side, hex).is_some() || self.enemy_adjacent(side, hex)
    }

    /// Whether a unit that has just come there has surely lost its formation and goes no further (MP 7.3.1e): only one that is Formation Shaken and enters
    /// ground that disorders it.
    pub(crate) fn would_break(self, id: UnitId, pose: Pose) -> bool {
        if !self.in_formation(id, Formation::Shaken) || self.pose(id).covers(pose.hex) {
            return false;
        }
        let row = self.ground().terrain_of(pose.hex);
        let class = usize::from(!self.is_heavy(id));
        (self.is_heavy(id) || self.is_formed_cavalry(id)) && row.hits[class] > 0
    }

    /// The law a unit's own move is searched by.
    pub(crate) fn law_of(self, id: UnitId) -> Law {
        match self.obeys(id) {
            Some(Orders::Charge) => Law::Charge,
            Some(_) | None => Law::Shy,
        }
    }
}
