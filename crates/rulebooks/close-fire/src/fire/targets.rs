//! Who may be fired at: arcs, ranges, lines of sight, friends who are too near (CF 13.1 to 13.8, 13.14, G5, G44, G47).

use crate::cards::{MOST_UNITS, UnitId};
use crate::measures::HALT;
use crate::state::Place;
use crate::table::Table;
use crate::zones::ahead_of;
use arrayvec::ArrayVec;
use field::table::{Block, Body, TOUCH, Um, Vec2};

/// Somebody at whom one may fire, and how far off the nearest base of his is that may be hit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Target {
    pub id: UnitId,
    pub range: f64,
}

pub(super) type Targets = ArrayVec<Target, MOST_UNITS>;
/// The bases of one unit: twelve squadrons of two.
pub(super) type Stands = ArrayVec<Block, 24>;

/// The nearest of several, and whoever is as near (CF 13.5).
pub(super) fn nearest(targets: &[Target]) -> impl Iterator<Item = Target> + '_ {
    let least = targets.iter().map(|target| target.range).fold(f64::INFINITY, f64::min);
    targets.iter().copied().filter(move |target| target.range <= least + TOUCH)
}

impl Table<'_> {
    /// Somebody to be hit: a gun without its crew is only wood and bronze.
    pub(super) fn is_worth_fire(self, id: UnitId) -> bool {
        self.unit(id).place == Place::Table && (self.is_face_down(id) || !self.is_gun(id) || self.is_crewed(id))
    }

    /// The bases of an enemy that no friend of the firer's is within 20 yds of; the firer itself, leaders and markers are no
    /// friends here (CF 13.8, G47).
    pub(super) fn open_bases(self, firer: UnitId, target: UnitId) -> Stands {
        let body = self.body(target);
        let mut near: ArrayVec<UnitId, 32> = ArrayVec::new();
        let beside =
            |friend: UnitId| self.is_worth_fire(friend) && self.body(friend).within(&body, f64::from(HALT) + TOUCH);
        for friend in self.friends_of(firer).filter(|&friend| beside(friend)) {
            self.state.overflow.keep(&mut near, friend);
        }
        let safe = |base: &Block| {
            let own = Body::single(*base);
            near.iter().any(|&friend| self.body(friend).within(&own, f64::from(HALT) + TOUCH))
        };
        let mut open = Stands::new();
        for base in self.bases_of(target).map(|base| base.block).filter(|base| !safe(base)) {
            self.state.overflow.keep(&mut open, base);
        }
        open
    }

    /// How far off the nearest of some bases is from a stand that fires: ahead of it and up to 45° to either side (CF 13.3),
    /// all round for dismounted dragoons (CF 13.4).
    pub(super) fn range_from(self, firer: UnitId, stand: &Block, bases: &[Block]) -> Option<f64> {
        let round = self.is_dismounted(firer);
        let range = |base: &Block| {
            let theirs = Body::single(*base);
            if round { Some(Body::single(*stand).distance(&theirs)) } else { ahead_of(stand, &theirs) }
        };
        bases.iter().filter_map(range).reduce(f64::min)
    }

    /// How far off a mere place is from a stand, if it lies in its arc: leaders and messengers are points (CF 6.44, G5, G24).
    pub(super) fn range_to_place(self, firer: UnitId, stand: &Block, at: Vec2) -> Option<f64> {
        let local = stand.local(at);
        let ahead = local.y >= -TOUCH && local.x.abs() - stand.half <= local.y + TOUCH;
        (ahead || self.is_dismounted(firer)).then(|| stand.distance_to_point(at))
    }

    /// Whom a unit may have in its sights so far: enemies on the table, no farther off than that, with a base that may be hit (CF 13.8);
    /// all of them, or those it sees.
    pub(super) fn enemies_to_hit(
        self,
        firer: UnitId,
        most: Um,
        in_sight: bool,
    ) -> impl Iterator<Item = (UnitId, Stands)> {
        let there = self.of_side(self.side(firer).other());
        let there = there.filter(move |&enemy| self.is_worth_fire(enemy) && self.is_within(firer, enemy, most));
        let there = there.filter(move |&enemy| !in_sight || self.sees(firer, enemy));
        there.map(move |enemy| (enemy, self.open_bases(firer, enemy))).filter(|(_, open)| !open.is_empty())
    }
}
