//! Which poses a unit can come to, and how cheaply: asked only where a duty to move hangs on it.

use crate::cards::UnitId;
use crate::facing::{COUNTER_MARCH, Pose, Shape, WHEEL};
use crate::state::{Formation, MOST_HEXES, Orders};
use crate::table::Table;
use arrayvec::ArrayVec;
use field::hexes::{Hand, Hex, Vertex};

/// The dearest single step that is looked at.
const DEAREST: usize = 16;
/// The most poses that wait at one cost; a search that meets more goes on with those.
const WAITING: usize = 1_024;
const POSES: usize = MOST_HEXES * 6;
const UNSEEN: u8 = u8::MAX;

/// What a search is bound by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Law {
    /// Next to enemies too, but held there (MP 5.6.1f).
    Charge,
    /// Never next to an enemy.
    Shy,
}

impl Table<'_> {
    /// The least cost, at most `limit`, at which a unit comes from a pose to one that will do.
    pub(crate) fn cheapest(
        self,
        id: UnitId,
        start: Pose,
        limit: u8,
        law: Law,
        will_do: impl Fn(Pose) -> bool,
    ) -> Option<u8> {
        let shape = self.shape(id);
        let mut costs = [UNSEEN; POSES];
        let mut waiting: [ArrayVec<u16, WAITING>; DEAREST] = [const { ArrayVec::new_const() }; DEAREST];
        let place = |pose: Pose| (pose.hex.index() % MOST_HEXES) * 6 + pose.facing.index();
        costs[place(start)] = 0;
        let _ = waiting[0].try_push(place(start) as u16);
        for cost in 0..=limit {
            let now = usize::from(cost) % DEAREST;
            while let Some(at) = waiting[now].pop() {
                let at = usize::from(at);
                if costs[at] != cost {
                    continue;
                }
                let (hex, facing) = (Hex::new((at / 6) as u16), Vertex::from_index(at % 6));
                let Some(pose) = self.pose_at(shape, hex, facing) else { continue };
                if will_do(pose) {
                    return Some(cost);
                }
                self.strides(id, shape, pose, law, pose != start, |next, more| {
                    let total = cost.saturating_add(more);
                    if total <= limit && usize::from(more) < DEAREST && total < costs[place(next)] {
                        costs[place(next)] = total;
                        let _ = waiting[usize::from(total) % DEAREST].try_push(place(next) as u16);
                    }
                });
            }
        }
        None
    }

    /// The single steps a unit can take from a pose, ground, stacking and the law allowing.
    pub(crate) fn strides(
        self,
        id: UnitId,
        shape: Shape,
        pose: Pose,
        law: Law,
        arrived: bool,
        mut found: impl FnMut(Pose, u8),
    ) {
        if arrived && self.would_break(id, pose) {
            return;
        }
        let held = law == Law::Charge && self.holds_fast(id, pose).is_some();
        if !held {
            for dir in self.ways_ahead(shape, pose) {
                let next = self.pose_ahead(shape, pose, dir);
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
                    let next = self.pose_wheeled(shape, pose, hand);
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
            self.body_at(hex).is_none_or(|body| body == id) && {
                let stands = self.may_stand(id, hex, false).is_ok();
                stands && (law != Law::Shy || !self.is_next_to_enemy(id, hex))
            }
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
    fn would_break(self, id: UnitId, pose: Pose) -> bool {
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
