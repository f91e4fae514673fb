//! What is to the front, straight ahead, behind the flank (CF G5, G36, G91).

use crate::cards::UnitId;
use crate::measures::QUARTER;
use crate::state::Aspect;
use crate::table::Table;
use field::table::{Arc, Block, Body, Edge, Vec2, cast, nearest_in_arc};

/// Farther than any table reaches.
const FARTHEST: f64 = 1e8;

/// Distance from a front edge to the nearest place of a body to its front: ahead of the edge and inside the 45° lines drawn
/// outward from its ends (CF G5).
pub fn ahead_of(front: &Block, other: &Body) -> Option<f64> {
    let arc = |from: Vec2| Arc { from, dir: front.dir, half_angle: QUARTER };
    let beside = [front.front_left(), front.front_right()].map(|corner| nearest_in_arc(&arc(corner), other));
    let beside = beside.into_iter().flatten().reduce(f64::min);
    [beside, straight_ahead_of(front, other)].into_iter().flatten().reduce(f64::min)
}

/// Distance from a front edge to the nearest place of a body in the strip of its frontage (CF G5).
pub fn straight_ahead_of(front: &Block, other: &Body) -> Option<f64> {
    let edge = Body::single(Block { depth: 0.0, ..*front });
    cast(&edge, front.dir, FARTHEST, other).map(|hit| hit.distance.max(0.0))
}

impl Table<'_> {
    /// How far off another unit is to the front of a unit; none if it is not to its front. Unformed troops have their front
    /// everywhere (CF 11.39, G5).
    pub fn to_front(self, id: UnitId, other: UnitId) -> Option<f64> {
        let theirs = self.body(other);
        if self.is_unformed(id) {
            return Some(self.distance(id, other));
        }
        let body = self.body(id);
        body.blocks.iter().filter_map(|block| ahead_of(block, &theirs)).reduce(f64::min)
    }

    /// How far off another unit is straight ahead, in the strip of the frontage.
    pub fn straight_ahead(self, id: UnitId, other: UnitId) -> Option<f64> {
        let (body, theirs) = (self.body(id), self.body(other));
        body.blocks.iter().filter_map(|block| straight_ahead_of(block, &theirs)).reduce(f64::min)
    }

    /// How much of a unit's frontage lies in the strip behind another, of one (CF 6.29, G19).
    pub fn share_behind(self, rear: UnitId, lead: UnitId) -> f64 {
        let (body, lead) = (self.body(rear), self.body(lead));
        let main = *lead.main();
        let (left, right) = body.front_ends();
        let across = |p: Vec2| main.local(p).x;
        let (low, high) = (across(left).min(across(right)), across(left).max(across(right)));
        let behind = main.local(left.midpoint(right)).y < -main.depth + 1.0;
        let shared = high.min(main.half) - low.max(-main.half);
        if behind && high > low { (shared / (high - low)).clamp(0.0, 1.0) } else { 0.0 }
    }

    /// The side of a unit that a body touches or is nearest to: unformed troops have neither flank nor rear (CF 18.4).
    pub fn met_on(self, id: UnitId, by: &Body) -> Aspect {
        if self.is_unformed(id) {
            return Aspect::Front;
        }
        match self.body(id).side_of(by).1 {
            Edge::Front => Aspect::Front,
            Edge::Rear => Aspect::Rear,
            _ => Aspect::Flank,
        }
    }
}
