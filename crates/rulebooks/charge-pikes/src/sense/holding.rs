//! What the battle is won by: ground that is worth points, and armies that break.

use crate::cards::{Objective, UnitId};
use crate::state::Unit;
use crate::table::Table;
use field::table::{Um, Vec2, Zone};
use kernel::Side;
use std::cmp::Ordering;

/// Units told off to ground that is to be won, and to ground that is held.
const STORMERS: usize = 3;
const GARRISON: usize = 2;
/// Turns in which ground is taken whatever it costs.
const LAST_TURNS: u8 = 3;

impl<'a> Table<'a> {
    /// Ground that is worth points to a side, or to its enemy if he had it.
    fn worthwhile(self) -> impl Iterator<Item = &'a Objective> {
        self.rules.victory.objectives.iter().filter(|objective| objective.points[0] + objective.points[1] > 0)
    }

    /// The ground that a unit is to hold or to take: the nearest for which it is one of those told off.
    pub(super) fn errand(self, id: UnitId) -> Option<&'a Objective> {
        if !self.is_told_off(id) {
            return None;
        }
        let far = |objective: &&Objective| off_zone(&objective.zone, self.body(id).center());
        self.worthwhile().filter(|objective| self.is_among_nearest(id, objective)).min_by_key(far)
    }
}

impl Table<'_> {
    /// Foot in any order holds ground; guns have other work, horse too until the battle nears its end, and the shaken are of no use
    /// there.
    fn is_told_off(self, id: UnitId) -> bool {
        let serves = self.is_foot(id) || self.is_mounted(id) && self.must_hurry(self.side(id));
        serves && !self.is_battery(id) && !self.routing(id) && !self.shaken(id)
    }

    /// Whether the last turns have come and the ground is still to be won.
    pub(super) fn must_hurry(self, side: Side) -> bool {
        self.state.turn + LAST_TURNS > self.rules.turns && !self.may_wait(side)
    }

    fn is_among_nearest(self, id: UnitId, objective: &Objective) -> bool {
        let far = |id: UnitId| off_zone(&objective.zone, self.body(id).center());
        let own = (far(id), id);
        let nearer = self.friends_of(id).filter(|&friend| self.is_told_off(friend) && (far(friend), friend) < own);
        let wanted = if self.is_held(self.side(id), objective) { GARRISON } else { STORMERS };
        nearer.take(wanted).count() < wanted
    }

    /// Whether a side has ground to itself (ruling G67).
    fn is_held(self, side: Side, objective: &Objective) -> bool {
        let inside =
            |id: UnitId| self.is_troops(id) && !self.routing(id) && objective.zone.contains(self.body(id).center());
        self.of_side(side).any(inside) && !self.of_side(side.other()).any(inside)
    }

    /// Whether a side has more of the ground that counts than its enemy: then it lets him come.
    pub(super) fn may_wait(self, side: Side) -> bool {
        let held = |side: Side| {
            let held = self.worthwhile().filter(|objective| self.is_held(side, objective));
            held.map(|objective| objective.points[side.ix()]).sum::<u32>()
        };
        match held(side).cmp(&held(side.other())) {
            Ordering::Greater => true,
            // With as much as the enemy the weaker side waits for him to come.
            Ordering::Equal => held(side) > 0 && self.left_of(side) < self.left_of(side.other()),
            Ordering::Less => false,
        }
    }

    /// Cost of a side that is still with it.
    fn left_of(self, side: Side) -> u32 {
        self.army_cost(side).saturating_sub(self.losses(side).1)
    }

    /// How far a place is from the nearest ground that counts for a side.
    pub(super) fn off_ground(self, side: Side, at: Vec2) -> Option<Um> {
        let worth = self.worthwhile().filter(|objective| objective.points[side.ix()] > 0);
        worth.map(|objective| off_zone(&objective.zone, at)).min()
    }

    /// Whether a unit that stands on ground worth points would leave it: foot never does, horse not as the last.
    pub(super) fn gives_up_ground(self, id: UnitId, there: &Unit) -> bool {
        let (here, there) = (self.body(id).center(), self.rules.body_of(id, there).center());
        self.worthwhile().any(|objective| {
            let zone = &objective.zone;
            let stays = |friend: UnitId| {
                self.is_troops(friend) && !self.routing(friend) && zone.contains(self.body(friend).center())
            };
            zone.contains(here)
                && !zone.contains(there)
                && (self.is_told_off(id) && self.errand(id).is_some_and(|errand| errand.zone == *zone)
                    || !self.friends_of(id).any(stays))
        })
    }

    /// Whether a side's army would be broken if so much more of its cost were lost, routing or beyond the edge (ruling G67).
    pub(super) fn would_break(self, side: Side, more: u32) -> bool {
        let Some(percent) = self.rules.victory.broken_at else { return false };
        (self.losses(side).1 + more) * 100 >= self.army_cost(side) * u32::from(percent)
    }

    pub(super) fn army_cost(self, side: Side) -> u32 {
        self.rules.units.iter().filter(|card| card.side == side).map(|card| card.cost).sum()
    }
}

/// How far a point is from a zone; nothing inside.
pub(super) fn off_zone(zone: &Zone, at: Vec2) -> Um {
    let beyond = |at: f64, low: Um, high: Um| (f64::from(low) - at).max(at - f64::from(high)).max(0.0);
    let (x, y) = (beyond(at.x, zone.west, zone.east), beyond(at.y, zone.south, zone.north));
    (x * x + y * y).sqrt() as Um
}
