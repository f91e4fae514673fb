//! Counting bases for outnumbering (CF 15.19 to 15.26, G56). Everything is counted in halves.

use crate::bodies::Base;
use crate::cards::{Arms, UnitId};
use crate::charges::base_touches;
use crate::measures::{CLOSE, CONTACT};
use crate::state::{Combat, Formation};
use crate::table::{Table, within};
use crate::zones::{ahead_of, straight_ahead_of};
use arrayvec::ArrayVec;
use field::table::{Body, TOUCH, Vec2, cast};
use kernel::Side;

/// Every full base counts one, whatever its type (CF 15.21).
const ONE: i32 = 2;
const HALF: i32 = 1;
/// Bases that stand out on either flank of those in contact (CF 15.19).
const BEYOND: usize = 2;

impl<'a> Table<'a> {
    fn enemies_in(self, combat: &Combat, side: Side) -> ArrayVec<UnitId, 32> {
        let mut enemies = ArrayVec::new();
        for id in combat.scored.iter().filter(|&id| self.side(id) != side) {
            self.state.overflow.keep(&mut enemies, id);
        }
        enemies
    }

    /// The bases of a side that count, in halves (CF 15.19 to 15.26).
    pub(super) fn numbers(self, combat: &Combat, side: Side) -> i32 {
        let own = combat.scored.iter().filter(|&id| self.side(id) == side);
        let others: i32 = own.filter(|&id| !self.is_cavalry(id)).map(|id| self.count_on_foot(combat, id)).sum();
        others + self.count_cavalry(combat, side)
    }

    /// How far off an enemy is that stands aslant of a base, but to the front of its unit: the 45° lines are drawn from the flanks of
    /// the unit, not of the base (CF 15.20, G177).
    fn aslant(self, id: UnitId, base: &Base, theirs: &Body) -> Option<f64> {
        let body = self.body(id);
        let zone = |at: Vec2| {
            body.blocks.iter().any(|block| {
                let at = block.local(at);
                at.y >= -TOUCH && at.x.abs() - block.half <= at.y + TOUCH
            })
        };
        let ends = [base.block.front_left(), base.block.front_right()];
        let nearest = ends.map(|end| (end, theirs.nearest(end)));
        let there = nearest.into_iter().filter(|(_, at)| zone(*at)).map(|(end, at)| end.distance(at));
        there.reduce(f64::min)
    }

    /// The bases of a unit that have enemy near to their front, which is all round without order (CF 15.20): the nearest enemy
    /// of each.
    fn nearest_ahead(self, id: UnitId, base: &Base, loose: bool, enemies: &[UnitId]) -> Option<UnitId> {
        let far = |&enemy: &UnitId| {
            let theirs = self.body(enemy);
            let far = match loose {
                true => Some(Body::single(base.block).distance(&theirs)),
                false => [ahead_of(&base.block, &theirs), self.aslant(id, base, &theirs)]
                    .into_iter()
                    .flatten()
                    .reduce(f64::min),
            };
            far.filter(|&far| within(far, CLOSE)).map(|far| (enemy, far))
        };
        enemies.iter().filter_map(far).min_by(|one, other| one.1.total_cmp(&other.1)).map(|(enemy, _)| enemy)
    }

    /// Loose troops look every way, and have their front rank on the side where the enemy is: how many of a unit's bases stand
    /// before one of them there (CF 11.39, 15.26).
    fn rank_towards(self, id: UnitId, base: &Base, enemies: &[UnitId]) -> u8 {
        let own = Body::single(base.block);
        let far = |enemy: &UnitId| own.distance(&self.body(*enemy));
        let Some(&enemy) = enemies.iter().min_by(|one, other| far(one).total_cmp(&far(other))) else { return 0 };
        let body = self.body(id);
        let (block, edge) = body.side_of(&self.body(enemy));
        let ahead = body.blocks[block].outward(edge);
        let before = |other: &Base| {
            let way = other.block.center() - base.block.center();
            way.dot(ahead) > TOUCH && way.dot(ahead.right()).abs() < 2.0 * base.block.half
        };
        self.bases_of(id).filter(before).count() as u8
    }

    /// Foot, dragoons on foot, guns: bases with enemy ahead of them at 40 yds or less (CF 15.20 to 15.26).
    fn count_on_foot(self, combat: &Combat, id: UnitId) -> i32 {
        let enemies = self.enemies_in(combat, self.side(id));
        let (unit, loose) = (self.unit(id), self.is_unformed(id));
        let column = unit.formation == Formation::AssaultColumn;
        let before = if column { self.ranks_before(combat, id) } else { 0 };
        let whole = self.is_dismounted(id);
        let bases: ArrayVec<Base, 64> = self.bases_of(id).take(64).collect();
        let files = unit.front_bases();
        let leader_of = |base: &Base| bases.get(usize::from(base.index % files)).copied().unwrap_or(*base);
        let counts = |base: &Base| {
            let rank = if loose { self.rank_towards(id, base, &enemies) } else { base.rank + before };
            // CF 15.25, 15.26
            let share = match rank {
                0 => ONE,
                1 if column && unit.advanced => ONE,
                2 | 3 if column && unit.advanced => HALF,
                _ => return 0,
            };
            let faced = match before {
                _ if loose => self.nearest_ahead(id, base, true, &enemies),
                0 => self.nearest_ahead(id, &leader_of(base), false, &enemies),
                _ => enemies.first().copied(),
            };
            let Some(faced) = faced else { return 0 };
            if self.is_pikes(id, base) {
                // CF 15.22
                return match () {
                    () if column && rank == 0 => 2 * share,
                    () if self.is_cavalry(faced) => 2 * share,
                    () => 0,
                };
            }
            // CF 15.23
            if whole { HALF } else { share }
        };
        bases.iter().map(counts).sum()
    }

    /// The pike base stands in the middle of its battalion (CF 18.2).
    fn is_pikes(self, id: UnitId, base: &Base) -> bool {
        let unit = self.unit(id);
        let Some(element) = unit.elements.get(usize::from(base.element)) else { return false };
        let first: u8 = unit.elements.iter().take(usize::from(base.element)).map(|element| element.bases).sum();
        unit.arms == Arms::WithPikes && element.pikes && base.index - first == element.bases / 2
    }

    /// Ranks of the same column that stand before a unit (CF 10.6, G59).
    fn ranks_before(self, combat: &Combat, id: UnitId) -> u8 {
        let body = self.body_of_unit(id);
        let ahead =
            |other: &UnitId| combat.units.contains(*other) && *other != id && self.share_behind(id, *other) > 0.5;
        body.iter().filter(ahead).map(|other| self.unit(other).ranks()).sum()
    }

    /// Cavalry: the bases that touch enemy and up to two on either side of them, in the front rank (CF 15.19, 15.26, G56).
    fn count_cavalry(self, combat: &Combat, side: Side) -> i32 {
        let enemies = self.enemies_in(combat, side);
        let own = || combat.scored.iter().filter(|&id| self.side(id) == side && self.is_cavalry(id));
        let mut front: ArrayVec<(Base, usize), 64> = ArrayVec::new();
        for id in own() {
            let loose = self.is_unformed(id);
            let rank = |base: &Base| if loose { self.rank_towards(id, base, &enemies) } else { base.rank };
            for base in self.bases_of(id).filter(|base| rank(base) == 0) {
                if own().any(|other| other != id && self.stands_before(other, &base)) {
                    continue;
                }
                let touches = enemies.iter().any(|&enemy| self.counts_as_touching(id, &base, enemy));
                self.state.overflow.keep(&mut front, (base, if touches { 0 } else { usize::MAX }));
            }
        }
        for step in 1..=BEYOND {
            for ix in 0..front.len() {
                let beside = |(other, at): &(Base, usize)| {
                    *at < step && Body::single(other.block).within(&Body::single(front[ix].0.block), f64::from(CONTACT))
                };
                if front[ix].1 > step && front.iter().any(beside) {
                    front[ix].1 = step;
                }
            }
        }
        front.iter().filter(|(_, step)| *step <= BEYOND).count() as i32 * ONE
    }

    /// A base of a body behind another of its units is not in the front rank.
    fn stands_before(self, other: UnitId, base: &Base) -> bool {
        let edge = Body::single(base.block.grown(-f64::from(CONTACT) / 10.0));
        cast(&edge, base.block.dir, 1.2 * f64::from(CONTACT), &self.body(other)).is_some()
    }

    /// Touches an enemy, or stands opposite him in close fire as if it did (CF 15.19, G56).
    fn counts_as_touching(self, id: UnitId, base: &Base, enemy: UnitId) -> bool {
        let theirs = self.body(enemy);
        if self.in_contact(id) {
            return base_touches(&base.block, &theirs, CONTACT);
        }
        if self.is_unformed(id) {
            return within(Body::single(base.block).distance(&theirs), CLOSE);
        }
        straight_ahead_of(&base.block, &theirs).is_some_and(|far| within(far, CLOSE))
    }

    /// What a side loses for being outnumbered: only the worst (CF 15.17, G56).
    pub(super) fn outnumbered(own: i32, theirs: i32) -> i32 {
        match () {
            () if theirs <= own => 0,
            () if theirs >= 3 * own => -3,
            () if theirs >= 2 * own => -2,
            () => -1,
        }
    }
}
