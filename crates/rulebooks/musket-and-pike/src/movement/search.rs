//! Which poses a unit can come to, and how cheaply: asked only where a duty to move hangs on it.

use crate::cards::UnitId;
use crate::facing::{COUNTER_MARCH, Pose, Shape, WHEEL};
use crate::state::{Formation, MOST_HEXES, Orders};
use crate::table::Table;
use arrayvec::ArrayVec;
use field::hexes::{Dir, DirSet, Grid, Hand, Hex, Pin, Side as Aspect, Stretch, Vertex};
use kernel::Side;
use std::cell::Cell;

/// No step into another hex is for nothing.
const LEAST: u8 = 1;
/// Single steps that cost so much are not looked at.
const TOO_DEAR: u8 = 15;
/// Totals that can wait at once: those of the dearest step and of all that is thought to be left more after it.
const TOTALS: usize = 32;
const NOWHERE: u16 = u16::MAX;

/// A pose as a number: its hex and its facing; the other half follows from them.
fn place(pose: Pose) -> u16 {
    ((pose.hex.index() % MOST_HEXES) * 8 + pose.facing.index()) as u16
}

fn hex_and_facing(place: u16) -> (Hex, Vertex) {
    (Hex::new(place / 8), Vertex::from_index(usize::from(place % 8)))
}

/// The poses seen so far and what they cost, in a table of `N` places, a power of two.
struct Seen<const N: usize> {
    keys: [u16; N],
    costs: [u8; N],
    len: usize,
}

impl<const N: usize> Seen<N> {
    #[inline]
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

    /// Notes a cost if it is less than what was known; full when there is hardly room for more.
    #[inline]
    fn lowers(&mut self, place: u16, cost: u8) -> Result<bool, Full> {
        let slot = self.slot(place);
        let fresh = self.keys[slot] == NOWHERE;
        if !fresh && self.costs[slot] <= cost {
            return Ok(false);
        }
        self.len += usize::from(fresh);
        (self.keys[slot], self.costs[slot]) = (place, cost);
        if self.len * 4 > N * 3 { Err(Full) } else { Ok(true) }
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
    #[inline]
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

/// A hex to come near to, or to keep off, and how near is near enough.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Goal {
    pub at: Pin,
    pub enough: u16,
}

impl Goal {
    /// Hexes until it is near enough when it is that way off.
    #[inline]
    fn off(&self, way: Stretch) -> u8 {
        way.length.saturating_sub(self.enough) as u8
    }

    /// Hexes from a place until it is no nearer than that to any of some goals.
    #[inline]
    pub fn too_near(grid: &Grid, goals: &[Goal], from: Hex) -> u8 {
        let from = grid.pin(from);
        let lacks = |goal: &Goal| goal.enough.saturating_sub(grid.stretch(from, goal.at).length);
        goals.iter().map(lacks).max().unwrap_or(0) as u8
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

    pub fn of(grid: &Grid, goals: &[Goal], from: Hex) -> Outlook {
        let Some((first, others)) = goals.split_first() else { return Outlook::NONE };
        let from = grid.pin(from);
        let way = grid.stretch(from, first.at);
        let mut outlook = Outlook { off: first.off(way), nearer: way.nearer, next: DirSet::EMPTY };
        for goal in others {
            let way = grid.stretch(from, goal.at);
            let far = goal.off(way);
            if far > outlook.off + 1 {
                continue;
            }
            if far == outlook.off {
                outlook.nearer = outlook.nearer | way.nearer;
            } else if far > outlook.off {
                outlook.next = outlook.next | way.nearer;
            } else {
                let next = if far + 1 == outlook.off { outlook.nearer } else { DirSet::EMPTY };
                outlook = Outlook { off: far, nearer: way.nearer, next };
            }
        }
        outlook
    }

    /// Points at least to be near enough for a unit that faces so and turns a vertex for `turn`: a point for every hex, and when no hex ahead is nearer a turn
    /// as well, for no hex entered without one will be; two points when a turn by one vertex does not do.
    #[inline(always)]
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
    pub goals: &'a [Goal],
    kept: [Cell<Option<(Hex, Outlook)>>; KEPT],
}

/// A power of two.
const KEPT: usize = 64;

impl<'a> Nearness<'a> {
    pub fn new(grid: &'a Grid, goals: &'a [Goal]) -> Nearness<'a> {
        Nearness { grid, goals, kept: [const { Cell::new(None) }; KEPT] }
    }

    #[inline(always)]
    pub fn from(&self, hex: Hex) -> Outlook {
        match self.kept[hex.index() % KEPT].get() {
            Some((known, outlook)) if known == hex => outlook,
            _ => self.look_from(hex),
        }
    }

    #[inline(never)]
    fn look_from(&self, hex: Hex) -> Outlook {
        let outlook = Outlook::of(self.grid, self.goals, hex);
        self.kept[hex.index() % KEPT].set(Some((hex, outlook)));
        outlook
    }

    /// Hexes still to go from a pose, and the ways that may lead nearer.
    #[inline]
    pub fn outlook(&self, pose: Pose) -> (u8, DirSet) {
        if pose.other.is_some() {
            return (self.hexes_off(pose), DirSet::ALL);
        }
        let outlook = self.from(pose.hex);
        (outlook.off, outlook.nearer)
    }

    /// Hexes at least from a pose to one that is near enough.
    #[inline]
    pub fn hexes_off(&self, pose: Pose) -> u8 {
        let own = self.from(pose.hex).off;
        pose.other.map_or(own, |other| own.min(self.from(other).off))
    }

    /// Points at least from a pose to one that is near enough.
    #[inline(always)]
    pub fn least_cost(&self, shape: Shape, turn: u8, pose: Pose) -> u8 {
        if shape == Shape::Single { self.from(pose.hex).least_cost(pose.facing, turn) } else { self.hexes_off(pose) }
    }
}

/// What a way costs, and its first step if it has one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Way {
    pub cost: u8,
    pub first: Option<Pose>,
}

/// What a search is bound by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Law {
    /// Next to enemies too, but held there (MP 5.6.1f).
    Charge,
    /// Never next to an enemy.
    Shy,
}

/// A unit as it is while ways are looked for: what its steps depend on, found out once.
#[derive(Clone, Copy)]
pub(crate) struct Walker<'a> {
    table: Table<'a>,
    pub id: UnitId,
    pub shape: Shape,
    /// Points for one vertex.
    pub turn: u8,
    law: Law,
    side: Side,
    is_body: bool,
    /// Points to enter clear and level ground.
    plain: Option<u8>,
    /// Its place in the chart's hits, if it is so disordered that ground which disorders it stops it.
    stopped_as: Option<usize>,
}

impl<'a> Walker<'a> {
    pub fn new(table: Table<'a>, id: UnitId, law: Law) -> Walker<'a> {
        let is_heavy = table.is_heavy(id);
        let disordered = is_heavy || table.is_formed_cavalry(id);
        let stopped = disordered && table.in_formation(id, Formation::Shaken);
        Walker {
            table,
            id,
            shape: table.shape(id),
            turn: table.turn_cost(id),
            law,
            side: table.side(id),
            is_body: table.is_body(id),
            plain: table.ground().plain_cost(table.terrain_column(id)),
            stopped_as: stopped.then_some(usize::from(!is_heavy)),
        }
    }

    /// Whether the unit, having just come there, has surely lost its formation and goes no further (MP 7.3.1e): only one that is Formation Shaken and enters
    /// ground that disorders it.
    #[inline]
    pub fn would_break(&self, pose: Pose) -> bool {
        let hits = |class: usize| self.table.ground().terrain_of(pose.hex).hits[class];
        self.stopped_as.is_some_and(|class| !self.table.pose(self.id).covers(pose.hex) && hits(class) > 0)
    }

    /// Whether charging it is held by an enemy where it is (MP 5.6.1f).
    #[inline]
    pub fn is_held(&self, pose: Pose) -> bool {
        self.law == Law::Charge && self.table.holds_fast(self.id, pose).is_some()
    }

    /// The least cost, at most `limit`, at which the unit comes from a pose to one that will do. `hexes_off` never says more hexes than there are still to go:
    /// the search looks first where few are left.
    pub fn cheapest(
        &self,
        start: Pose,
        limit: u8,
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
        let small = self.search_in::<256, 256>(start, limit, &hexes_off, &will_do);
        small.or_else(|Full| self.search_in::<8_192, 8_192>(start, limit, &hexes_off, &will_do)).unwrap_or(None)
    }

    /// Kept out of its callers: its tables are large, and they mostly do without it.
    #[inline(never)]
    fn search_in<const N: usize, const M: usize>(
        &self,
        start: Pose,
        limit: u8,
        hexes_off: &impl Fn(Pose) -> u8,
        will_do: &impl Fn(Pose) -> bool,
    ) -> Result<Option<u8>, Full> {
        let least = hexes_off(start);
        let mut seen = Seen::<N>::new();
        let mut queue = Queue::<M>::new();
        seen.lowers(place(start), 0)?;
        queue.push(least, place(start), 0)?;
        for now in least..=limit {
            while let Some((at, cost)) = queue.pop(now) {
                if seen.cost(at) != cost {
                    continue;
                }
                let (hex, facing) = hex_and_facing(at);
                let Some(pose) = self.table.pose_at(self.shape, hex, facing) else { continue };
                if will_do(pose) {
                    return Ok(Some(cost));
                }
                if pose != start && self.would_break(pose) {
                    continue;
                }
                let mut full = Ok(());
                let worth = |next: Pose, points: u8| {
                    let off = hexes_off(next);
                    (cost.saturating_add(points).saturating_add(off) <= limit).then_some(off)
                };
                self.strides(pose, worth, |next, points, off| {
                    let there = cost.saturating_add(points);
                    let total = there.saturating_add(off);
                    if total > limit || points >= TOO_DEAR || full.is_err() {
                        return;
                    }
                    full = match seen.lowers(place(next), there) {
                        Ok(false) => Ok(()),
                        // What is thought to be left may shrink by more than a step costs.
                        Ok(true) => queue.push(total.max(now), place(next), there),
                        Err(Full) => Err(Full),
                    };
                });
                full?;
            }
        }
        Ok(None)
    }

    /// The single steps the unit can take from a pose, ground, stacking and the law allowing, and what they cost: of those that are worth it, which is asked
    /// with the points that are needed at least.
    #[inline]
    pub fn strides<T>(&self, pose: Pose, worth: impl Fn(Pose, u8) -> Option<T>, mut found: impl FnMut(Pose, u8, T)) {
        let (table, shape) = (self.table, self.shape);
        if !self.is_held(pose) {
            for dir in table.ways_ahead(shape, pose).iter() {
                if let Some(next) = table.pose_into(shape, pose, dir)
                    && let Some(it) = worth(next, LEAST)
                    && let Some(cost) = self.stride(pose, dir, next)
                {
                    found(next, cost, it);
                }
            }
        }
        let mut turn = |next: Pose, cost: u8| {
            if let Some(it) = worth(next, cost) {
                found(next, cost, it);
            }
        };
        match shape {
            Shape::Free => {}
            Shape::Single => {
                for hand in Hand::BOTH {
                    turn(Pose { facing: pose.facing.turned(hand, 1), ..pose }, self.turn);
                }
            }
            Shape::Double => {
                for pivot in Hand::BOTH {
                    let next = table.pose_wheeled(shape, pose, pivot);
                    if let Some((next, cost)) = next.and_then(|next| Some((next, self.two_hex_stride(pose, next)?))) {
                        turn(next, cost + WHEEL);
                    }
                }
            }
            Shape::Long => {
                for hand in Hand::BOTH {
                    let next = table.pose_turned(shape, pose, hand);
                    if let Some(next) = next.filter(|&next| self.tail_swings(pose, next)) {
                        turn(next, self.turn);
                    }
                }
            }
        }
        if let Some(next) = table.pose_counter_marched(shape, pose) {
            turn(next, COUNTER_MARCH);
        }
    }

    /// The same of all of them.
    #[inline]
    pub fn all_strides(&self, pose: Pose, mut found: impl FnMut(Pose, u8)) {
        self.strides(pose, |_, _| Some(()), |next, cost, ()| found(next, cost));
    }

    /// One hex ahead: fresh hexes free, the law kept, and what it costs.
    #[inline]
    pub fn stride(&self, from: Pose, dir: Dir, to: Pose) -> Option<u8> {
        if to.other.is_some() {
            return self.two_hex_stride(from, to);
        }
        if !self.is_free(to.hex) {
            return None;
        }
        let plain = self.plain.filter(|_| self.table.ground().is_plain_way(from.hex, dir, to.hex));
        plain.or_else(|| self.table.entry_cost(self.id, from.hex, dir))
    }

    /// The same of any step of a two-hex unit.
    fn two_hex_stride(&self, from: Pose, to: Pose) -> Option<u8> {
        let free = to.hexes().filter(|hex| !from.covers(*hex)).all(|hex| self.is_free(hex));
        free.then(|| self.table.step_cost(self.id, from, to)).flatten()
    }

    #[inline(always)]
    fn is_free(&self, hex: Hex) -> bool {
        // Where no body stands, only guns and wagons can be in the way of their like.
        self.table.body_at(hex).is_none_or(|body| body == self.id)
            && (self.is_body || self.table.may_stand(self.id, hex, false).is_ok())
            && self.law_allows(hex)
    }

    #[inline]
    fn law_allows(&self, hex: Hex) -> bool {
        match self.law {
            Law::Charge => true,
            Law::Shy => !self.table.enemy_at_or_near(self.side, hex),
        }
    }

    /// Whether the tail of a Column can swing to where the turn takes it (MP 6.3.4e).
    fn tail_swings(&self, from: Pose, to: Pose) -> bool {
        to.hexes()
            .filter(|hex| !from.covers(*hex))
            .all(|hex| self.table.tail_may_swing_to(self.id, hex).is_ok() && self.law_allows(hex))
    }

    /// The cheapest of the hexes around that lie that way and will do, and the points to turn toward it and enter it, if the unit is not held where it is.
    pub fn next_hex(&self, pose: Pose, ways: DirSet, will_do: impl Fn(Pose) -> bool) -> Option<(Pose, u8)> {
        if self.is_held(pose) {
            return None;
        }
        let mut best: Option<(Pose, u8)> = None;
        // Mostly one straight ahead will do.
        let ahead = pose.facing.around(1);
        for dir in (ways & ahead).iter().chain((ways - ahead).iter()) {
            let Some((facing, turning)) = self.turn_toward(pose, dir) else { continue };
            if best.is_some_and(|(_, least)| least <= turning + LEAST) {
                continue;
            }
            let turned = Pose { facing, ..pose };
            let to = self.table.pose_into(self.shape, turned, dir).filter(|&to| will_do(to));
            let step = to.and_then(|to| Some((to, turning + self.stride(turned, dir, to)?)));
            if step.is_some_and(|(_, cost)| best.is_none_or(|(_, least)| cost < least)) {
                best = step;
            }
        }
        best
    }

    /// How the unit faces to go that way, and the points it takes to turn so; two-hex units are not thought to turn.
    #[inline]
    fn turn_toward(&self, pose: Pose, dir: Dir) -> Option<(Vertex, u8)> {
        let facing = pose.facing;
        match (self.shape, facing.side(dir)) {
            (Shape::Free, _) | (Shape::Single, Aspect::Front) => Some((facing, 0)),
            (Shape::Single, Aspect::Flank) => {
                let hand = if facing.aside(Hand::Left) == dir { Hand::Left } else { Hand::Right };
                Some((facing.turned(hand, 1), self.turn))
            }
            // About, rather than round.
            (Shape::Single, Aspect::Rear) => Some((facing.opposite(), COUNTER_MARCH)),
            (Shape::Double | Shape::Long, _) => {
                self.table.ways_ahead(self.shape, pose).contains(dir).then_some((facing, 0))
            }
        }
    }

    /// A way on which every hex is nearer, if the first such way found leads to a pose that will do. An outlook says how many hexes are still to go, and which
    /// ways may lead nearer.
    pub fn straight_way(
        &self,
        start: Pose,
        points: u8,
        outlook: impl Fn(Pose) -> (u8, DirSet),
        will_do: impl Fn(Pose) -> bool,
    ) -> Option<Way> {
        let (mut pose, mut way) = (start, Way { cost: 0, first: None });
        loop {
            let (off, nearer) = outlook(pose);
            if off == 0 {
                return will_do(pose).then_some(way);
            }
            // Charging, a unit that has lost its formation by the first hex may still be asked to take the next.
            let goes_on = self.law == Law::Charge && off == 1 && way.cost == 0 || !self.would_break(pose);
            if way.cost.saturating_add(off) > points || !goes_on {
                return None;
            }
            let is_nearer = |to: Pose| to.other.is_none() || outlook(to).0 < off;
            let (next, cost) = self.next_hex(pose, nearer, is_nearer)?;
            // It turns first, where it must.
            let step = if next.facing == pose.facing { next } else { Pose { facing: next.facing, ..pose } };
            way = Way { cost: way.cost.saturating_add(cost), first: way.first.or(Some(step)) };
            pose = next;
        }
    }
}

impl Table<'_> {
    /// The law a unit's own move is searched by.
    pub(crate) fn law_of(self, id: UnitId) -> Law {
        match self.obeys(id) {
            Some(Orders::Charge) => Law::Charge,
            Some(_) | None => Law::Shy,
        }
    }
}
