//! Which poses a unit can come to, and how cheaply: asked only where a duty to move hangs on it.

use crate::cards::UnitId;
use crate::facing::{COUNTER_MARCH, Pose, Shape, WHEEL};
use crate::state::{Formation, Orders};
use crate::table::Table;
use field::hexes::{Dir, DirSet, Hand, Hex, HexMover, Nearness, Side as Aspect, Vertex, cheapest};
use kernel::Side;

/// No step into another hex is for nothing.
const LEAST: u8 = 1;
/// Single steps that cost so much are not looked at.
const TOO_DEAR: u8 = 15;

/// Hexes still to go from a pose, and the ways that may lead nearer.
#[inline]
pub(crate) fn outlook(near: &Nearness<'_>, pose: Pose) -> (u8, DirSet) {
    if pose.other.is_some() {
        return (hexes_off(near, pose), DirSet::ALL);
    }
    let outlook = near.from(pose.hex);
    (outlook.off, outlook.nearer)
}

/// Hexes at least from a pose to one that is near enough.
#[inline]
pub(crate) fn hexes_off(near: &Nearness<'_>, pose: Pose) -> u8 {
    let own = near.from(pose.hex).off;
    pose.other.map_or(own, |other| own.min(near.from(other).off))
}

/// Points at least from a pose to one that is near enough.
#[inline(always)]
pub(crate) fn least_cost(near: &Nearness<'_>, shape: Shape, turn: u8, pose: Pose) -> u8 {
    if shape == Shape::Single { near.from(pose.hex).least_cost(pose.facing, turn) } else { hexes_off(near, pose) }
}

/// What a way costs, and its first step if it has one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct FoundWay {
    pub cost: u8,
    pub first: Option<Pose>,
}

/// What a search is bound by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Law {
    /// Next to enemies too, but held there (MP 5.6.1f).
    Charge,
    /// The same of those that are never asked to go next to the front of Heavy Infantry (MP 5.6.1k).
    Spared,
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
    /// The hex of its Wing Commander, whom it may not leave there (MP 5.2.1d).
    tied: Option<Hex>,
    /// Points to enter clear and level ground.
    plain: Option<u8>,
    /// Its place in the chart's hits, if it is so disordered that ground which disorders it stops it.
    stopped_as: Option<usize>,
    /// It can squeeze across a bridge from where it stands, with its whole allowance (MP 7.3.5c).
    squeezes: Option<u8>,
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
            tied: table.tied_to(id),
            plain: table.ground().plain_cost(table.terrain_column(id)),
            stopped_as: stopped.then_some(usize::from(!is_heavy)),
            squeezes: table.points_to_squeeze(id),
        }
    }

    /// Whether the unit, having just come there, has surely lost its formation and goes no further (MP 7.3.1e): only one that is Formation Shaken and enters
    /// ground that disorders it.
    #[inline]
    pub fn would_break(&self, pose: Pose) -> bool {
        let hits = |class: usize| self.table.ground().terrain_of(pose.hex).hits[class];
        self.stopped_as.is_some_and(|class| !self.table.pose(self.id).covers(pose.hex) && hits(class) > 0)
            || self.squeezes.is_some() && self.is_squeezed(pose)
    }

    /// Whether a unit in good order has just squeezed across a bridge, which breaks it (MP 7.3.5e).
    fn is_squeezed(&self, pose: Pose) -> bool {
        let from = self.table.pose(self.id);
        !self.table.in_formation(self.id, Formation::OpenOrder)
            && pose.facing == from.facing
            && self.table.squeezed_poses(self.id, from).any(|(to, _)| to == pose)
    }

    /// Across a bridge, where it stands before one.
    fn squeezed<'b>(&'b self, pose: Pose) -> impl Iterator<Item = (Pose, u8)> + use<'a, 'b> {
        let points = self.squeezes.filter(|_| pose == self.table.pose(self.id) && !self.is_held(pose));
        let ways = points.map(|points| self.table.squeezed_poses(self.id, pose).map(move |way| (way, points)));
        ways.into_iter().flatten().filter_map(move |((to, bridge), points)| {
            let lawful = to.hexes().chain(bridge).all(|hex| self.law_allows(hex));
            (lawful && self.may_go_to(to)).then_some((to, points))
        })
    }

    /// The same unit under another law.
    pub fn under(self, law: Law) -> Walker<'a> {
        Walker { law, ..self }
    }

    /// Whether the clause spares the unit ways before Heavy Infantry, wherever it stands (MP 5.6.1k; ruling G-A78).
    pub fn is_spared(&self) -> bool {
        self.law == Law::Spared
    }

    /// Whether charging it is held by an enemy where it is (MP 5.6.1f).
    #[inline]
    pub fn is_held(&self, pose: Pose) -> bool {
        self.law != Law::Shy && self.table.holds_fast(self.id, pose).is_some()
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
        // No unit has points to come to more poses than a search has room for.
        cheapest(self, start, limit, hexes_off, will_do).unwrap_or(None)
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
                self.squeezed(pose).for_each(|(next, cost)| turn(next, cost));
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
        if !self.is_free(to.hex) || !self.may_go_to(to) {
            return None;
        }
        let plain = self.plain.filter(|_| self.table.ground().is_plain_way(from.hex, dir, to.hex));
        plain.or_else(|| self.table.entry_cost(self.id, from.hex, dir))
    }

    /// The same of any step of a two-hex unit.
    fn two_hex_stride(&self, from: Pose, to: Pose) -> Option<u8> {
        let free = to.hexes().filter(|hex| !from.covers(*hex)).all(|hex| self.is_free(hex));
        (free && self.may_go_to(to)).then(|| self.table.step_cost(self.id, from, to)).flatten()
    }

    /// Whether a pose leaves nobody alone who cannot follow.
    #[inline]
    fn may_go_to(&self, to: Pose) -> bool {
        self.tied.is_none_or(|hex| to.covers(hex))
    }

    #[inline(always)]
    fn is_free(&self, hex: Hex) -> bool {
        // Where no body stands, only guns and wagons can be in the way of their like.
        self.table.body_at(hex).is_none_or(|body| body == self.id)
            && (self.is_body || self.table.may_stand(self.id, hex).is_ok())
            && self.law_allows(hex)
    }

    #[inline]
    fn law_allows(&self, hex: Hex) -> bool {
        match self.law {
            Law::Charge => true,
            Law::Spared => !self.table.before_heavy_infantry(self.side, hex),
            Law::Shy => !self.table.enemy_at_or_near(self.side, hex),
        }
    }

    /// Whether the tail of a Column can swing to where the turn takes it (MP 6.3.4e).
    fn tail_swings(&self, from: Pose, to: Pose) -> bool {
        self.may_go_to(to)
            && to
                .hexes()
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
    ) -> Option<FoundWay> {
        let (mut pose, mut way) = (start, FoundWay { cost: 0, first: None });
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
            way = FoundWay { cost: way.cost.saturating_add(cost), first: way.first.or(Some(step)) };
            pose = next;
        }
    }
}

/// A pose is its hex and its facing; the other half follows from them.
impl HexMover for Walker<'_> {
    type Pose = Pose;
    type Key = u16;

    #[inline]
    fn key(&self, pose: Pose) -> u16 {
        (pose.hex.index() * 8 + pose.facing.index()) as u16
    }

    #[inline]
    fn pose(&self, key: u16) -> Option<Pose> {
        self.table.pose_at(self.shape, Hex::new(key / 8), Vertex::from_index(usize::from(key % 8)))
    }

    #[inline]
    fn goes_on(&self, pose: Pose) -> bool {
        !self.would_break(pose)
    }

    #[inline]
    fn steps<T>(&self, pose: Pose, worth: impl Fn(Pose, u8) -> Option<T>, mut found: impl FnMut(Pose, u8, T)) {
        self.strides(pose, worth, |next, points, it| {
            if points < TOO_DEAR {
                found(next, points, it);
            }
        });
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
