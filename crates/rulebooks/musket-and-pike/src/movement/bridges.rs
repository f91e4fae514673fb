//! Chapter 7.3.5: bridges. They matter to two-hex Heavy Infantry alone; everybody else crosses them as the chart says (MP 7.3.5a).

use super::search::Walker;
use super::steps::Stride;
use super::{Activity, Moving};
use crate::cards::UnitId;
use crate::charts::Cost;
use crate::face::told::{Of, movement as told};
use crate::facing::{Pose, Shape};
use crate::reaction::Event;
use crate::state::{Formation, Orders};
use crate::table::{Play, Table};
use arrayvec::ArrayVec;
use field::hexes::{Dir, Hand, Hex, Vertex};
use kernel::{Listener, Refusal};

/// A bridge before a two-hex unit: the way onto it, and the hex at its far end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Bridge {
    /// The half that stands before it.
    half: Hex,
    way: Dir,
    far: Hex,
    /// The bridge hex that is passed over, where it is not just a hexside.
    hex: Option<Hex>,
}

/// Whether a Column goes ahead into a hex from one pose to another: every turn changes its facing.
fn enters(from: Pose, to: Pose) -> bool {
    from.facing == to.facing && from.hex != to.hex
}

impl Table<'_> {
    /// Whether a two-hex Column stands in a bridge hex or astride a bridge hexside.
    fn is_on_bridge(self, pose: Pose) -> bool {
        let ground = self.ground();
        let along = pose.other.and_then(|head| ground.grid.direction(pose.hex, head));
        pose.hexes().any(|hex| ground.is_bridge(hex)) || along.is_some_and(|dir| ground.has_bridge(pose.hex, dir))
    }

    /// The same for hexes of a unit of any kind that has two.
    pub(crate) fn fills_bridge(self, hex: Hex, other: Option<Hex>) -> bool {
        other.is_some() && self.is_on_bridge(Pose { hex, other, facing: Vertex::V0 })
    }

    /// Whether a two-hex Column that has entered so many hexes under its Orders could get off a bridge with so many points: by one hex in all under Receive
    /// Charge (MP 5.6.3a).
    fn gets_off(self, id: UnitId, pose: Pose, points: u8, entered: u8) -> bool {
        let walker = Walker::new(self, id, self.law_of(id));
        if self.obeys(id) == Some(Orders::ReceiveCharge) {
            return self.gets_off_within(&walker, pose, points, 1u8.saturating_sub(entered));
        }
        walker.cheapest(pose, points, |_| 0, |pose| !self.is_on_bridge(pose)).is_some()
    }

    /// The same of one that enters so many hexes at most; it turns about and swings its tail as it likes.
    fn gets_off_within(self, walker: &Walker<'_>, pose: Pose, points: u8, hexes: u8) -> bool {
        let mut off = !self.is_on_bridge(pose);
        if off || walker.would_break(pose) {
            return off;
        }
        walker.all_strides(pose, |to, cost| {
            let hexes = if enters(pose, to) { hexes.checked_sub(1) } else { Some(hexes) };
            let left = hexes.zip(points.checked_sub(cost.max(1)));
            off = off || left.is_some_and(|(hexes, points)| self.gets_off_within(walker, to, points, hexes));
        });
        off
    }

    /// A two-hex Column may cross but not stay on a bridge (MP 7.3.5b): it does nothing there after which it could not get off, if it can at all.
    pub(crate) fn may_ride_bridge(self, moving: &Moving, stride: &Stride) -> Result<(), Refusal> {
        if self.shape(moving.unit) != Shape::Long || !self.is_on_bridge(stride.pose) {
            return Ok(());
        }
        let (id, now) = (moving.unit, self.pose(moving.unit));
        let left = moving.left().saturating_sub(stride.cost);
        let entered = moving.entered_under_orders;
        let then = entered + u8::from(enters(now, stride.pose));
        if !stride.ends && self.gets_off(id, stride.pose, left, then)
            || self.is_on_bridge(now) && !self.gets_off(id, now, moving.left(), entered)
        {
            return Ok(());
        }
        Err(Refusal::new("MP 7.3.5b", "the Column could not get off the bridge in this activation"))
    }

    /// Whether a two-hex Column that has not moved yet stands on a bridge and can get off: it may not end its activation there (MP 7.3.5b).
    pub(crate) fn must_leave_bridge(self, id: UnitId) -> bool {
        self.shape(id) == Shape::Long
            && self.is_on_bridge(self.pose(id))
            && self.gets_off(id, self.pose(id), self.allowance(id), 0)
    }

    pub(crate) fn off_bridge(self, moving: &Moving) -> Result<(), Refusal> {
        let (id, pose) = (moving.unit, self.pose(moving.unit));
        let on_bridge = self.shape(id) == Shape::Long && self.is_on_bridge(pose);
        if !on_bridge || !self.gets_off(id, pose, moving.left(), moving.entered_under_orders) {
            return Ok(());
        }
        Err(Refusal::new("MP 7.3.5b", "a two-hex Column may not end its activation on a bridge"))
    }

    /// The bridges in a two-hex unit's front hexes and hexsides (MP 7.3.5c; ruling G-A45).
    fn bridges_before(self, pose: Pose) -> ArrayVec<Bridge, 16> {
        let ground = self.ground();
        let front = pose.facing.front();
        // Two halves, two hexes before each, at most three ways over each of them: twelve.
        let mut bridges = ArrayVec::new();
        for (half, way) in pose.hexes().flat_map(|half| front.map(|way| (half, way))) {
            let Some(next) = ground.grid.neighbour(half, way) else { continue };
            if ground.has_bridge(half, way) {
                bridges.push(Bridge { half, way, far: next, hex: None });
            }
            if ground.is_bridge(next) {
                for far in front.into_iter().filter_map(|on| ground.grid.neighbour(next, on)) {
                    bridges.push(Bridge { half, way, far, hex: Some(next) });
                }
            }
        }
        bridges
    }

    /// Where the left half may come to stand by squeezing: at the far end, or beside it.
    pub(crate) fn squeezes(self, pose: Pose) -> impl Iterator<Item = Hex> {
        let beside = pose.facing.aside(Hand::Left);
        let grid = &self.ground().grid;
        self.bridges_before(pose)
            .into_iter()
            .flat_map(move |bridge| [Some(bridge.far), grid.neighbour(bridge.far, beside)].into_iter().flatten())
    }

    /// The points it takes a unit to squeeze across a bridge before it, if it has one there and all of them left (MP 7.3.5c).
    pub(crate) fn points_to_squeeze(self, id: UnitId) -> Option<u8> {
        let able = matches!(self.unit(id).formation, Formation::Normal | Formation::OpenOrder);
        if !able || self.shape(id) != Shape::Double || self.bridges_before(self.pose(id)).is_empty() {
            return None;
        }
        let moving = self.own_move(id);
        let fresh = moving.is_none_or(|moving| moving.spent == 0 && moving.entered == 0);
        Some(self.compared_allowance(id)).filter(|&points| fresh && points > 0)
    }

    /// The poses it can come to by it, Orders aside, and the bridge hex that is passed.
    pub(crate) fn squeezed_poses(self, id: UnitId, from: Pose) -> impl Iterator<Item = (Pose, Option<Hex>)> {
        let mut lefts: ArrayVec<Hex, 32> = ArrayVec::new();
        for left in self.squeezes(from) {
            // Two bridges may lead to the same place.
            if !lefts.contains(&left) {
                lefts.push(left);
            }
        }
        let poses = lefts.into_iter().filter_map(move |left| self.pose_at(Shape::Double, left, from.facing));
        poses.filter_map(move |to| {
            let bridge = self.bridge_to(id, from, to)?;
            self.may_squeeze_onto(id, bridge, to).ok().map(|()| (to, bridge.hex))
        })
    }

    /// Squeezing across: Formation Normal or Open Order, at the bridge when it starts, with its whole allowance, where it has no other way of crossing
    /// (MP 7.3.5c, 7.3.5d).
    pub(crate) fn stride_squeeze(self, moving: &Moving, left: Hex) -> Result<Stride, Refusal> {
        let id = moving.unit;
        let from = self.pose(id);
        if self.shape(id) != Shape::Double {
            return Err(Refusal::new("MP 7.3.5a", "only two-hex Heavy Infantry in line squeezes across a bridge"));
        }
        if !matches!(self.unit(id).formation, Formation::Normal | Formation::OpenOrder) {
            return Err(Refusal::new("MP 7.3.5c", "it must be in Formation Normal or Open Order"));
        }
        if moving.spent > 0 || moving.entered > 0 || moving.allowance == 0 {
            return Err(Refusal::new("MP 7.3.5c", "crossing takes its whole allowance from where it starts"));
        }
        let no_bridge = Refusal::new("MP 7.3.5c", "no bridge in its front leads there");
        let to = self.pose_at(Shape::Double, left, from.facing).ok_or(no_bridge.clone())?;
        let bridge = self.bridge_to(id, from, to).ok_or(no_bridge)?;
        self.may_squeeze_under_orders(moving, from, bridge)?;
        self.commander_lets_go(moving.unit, to)?;
        self.may_squeeze_onto(id, bridge, to)?;
        to.hexes().chain(bridge.hex).try_for_each(|hex| self.adjacency_allows(id, hex))?;
        Ok(Stride { pose: to, cost: moving.allowance, joins: None, takes_in: None, ends: true })
    }

    /// Whether ground and stacking let a unit come over a bridge to both hexes beyond: the bridge is entered too, though nobody stays on it (MP 8.1.2a), and
    /// the other half goes on from its far end (MP 7.3.5d). No hexside on the way may bar it (ruling MP G-A77).
    fn may_squeeze_onto(self, id: UnitId, bridge: Bridge, to: Pose) -> Result<(), Refusal> {
        let (ground, column) = (self.ground(), self.terrain_column(id) as usize);
        for hex in to.hexes().chain(bridge.hex) {
            self.may_stand(id, hex)?;
            if ground.terrain_of(hex).cost[column] == Cost::Prohibited {
                return Err(Refusal::new("MP 7.3.5d", "it could not enter both hexes beyond the bridge"));
            }
        }
        let Bridge { half, far, hex, .. } = bridge;
        let over = hex.into_iter().flat_map(|hex| [(half, hex), (hex, far)]);
        let aside = to.hexes().filter(|&hex| hex != far).map(|hex| (far, hex));
        let barred = |(from, to): (Hex, Hex)| {
            ground.grid.direction(from, to).is_some_and(|dir| self.entry_cost(id, from, dir).is_none())
        };
        if over.chain(aside).any(barred) {
            return Err(Refusal::new(
                "MP 7.3.5d",
                "there is a hexside on the way over the bridge that it cannot cross",
            ));
        }
        Ok(())
    }

    fn may_squeeze_under_orders(self, moving: &Moving, from: Pose, bridge: Bridge) -> Result<(), Refusal> {
        match self.obeys(moving.unit) {
            Some(Orders::ReceiveCharge) if bridge.hex.is_some() => {
                Err(Refusal::new("MP 5.6.3a", "under Receive Charge a unit moves one hex at most"))
            }
            Some(Orders::Charge) if self.holds_fast(moving.unit, from).is_some() => {
                Err(Refusal::new("MP 5.6.1f", "an enemy unit that no other friend faces holds it where it is"))
            }
            _ => Ok(()),
        }
    }

    /// The bridge that leads from one pose to the other, where there is no other way across; of several one that is free.
    fn bridge_to(self, id: UnitId, from: Pose, to: Pose) -> Option<Bridge> {
        let leads = |bridge: &Bridge| to.covers(bridge.far) && !self.crosses_otherwise(id, from, *bridge);
        let there: ArrayVec<Bridge, 16> = self.bridges_before(from).into_iter().filter(leads).collect();
        there.iter().find(|&&bridge| self.may_squeeze_onto(id, bridge, to).is_ok()).or(there.first()).copied()
    }

    /// Whether a two-hex line would have one half on a bridge hex, or wheel one half over a bridge: it crosses whole or not at all (MP 7.3.5a, 7.3.5g).
    pub(crate) fn is_too_narrow(self, id: UnitId, from: Pose, to: Pose) -> bool {
        let ground = self.ground();
        let line = to.other.is_some() && !self.in_formation(id, Formation::Column) && !self.is_morale_broken(id);
        let fresh = || to.hexes().filter(|hex| !from.covers(*hex));
        let wheels = || to.hexes().any(|hex| from.covers(hex));
        let over = |(hex, dir): (Hex, Dir)| ground.has_bridge(hex, dir);
        line && (fresh().any(|hex| ground.is_bridge(hex)) || wheels() && self.crossings(from, to).any(over))
    }

    fn crosses_otherwise(self, id: UnitId, from: Pose, bridge: Bridge) -> bool {
        let to = self.pose_ahead(Shape::Double, from, bridge.way);
        to.is_some_and(|to| self.step_cost(id, from, to).is_some())
    }
}

impl<L: Listener> Play<'_, L> {
    /// Across the bridge: Formation Normal is lost, Open Order kept (MP 7.3.5e).
    pub(crate) fn squeeze(&mut self, moving: &Moving, stride: Stride) {
        let id = moving.unit;
        let from = self.table().pose(id);
        let bridge = self.table().bridge_to(id, from, stride.pose).and_then(|bridge| bridge.hex);
        if self.unit(id).formation == Formation::Normal {
            self.set_formation(id, Formation::Broken);
        }
        self.tell("MP 7.3.5e", told::SQUEEZES_ACROSS, &[Of::Unit(id)]);
        // What lies on the bridge is taken in passing (MP 5.3.1b, 11.5.1a).
        if let Some(bridge) = bridge {
            self.take_what_lies_there(id, bridge, Activity::Move);
        }
        self.go(moving, stride, Event::Enters);
    }
}
