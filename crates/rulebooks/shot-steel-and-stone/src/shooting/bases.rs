//! Where the single bases of a unit stand, and which of them no enemy touches (SSS 19.6, G5).

use crate::cards::UnitId;
use crate::measures::BW;
use crate::state::{Formation, Unit};
use crate::table::Table;
use arrayvec::ArrayVec;
use field::table::{Block, Body, TOUCH, Vec2};

pub type BaseBlocks = ArrayVec<Block, 48>;

impl Table<'_> {
    /// Bases of a unit as blocks, rank by rank from the left, or face by face of a square.
    pub fn base_blocks(self, id: UnitId) -> BaseBlocks {
        let (unit, card) = (self.unit(id), self.card(id));
        let (width, depth) = (self.rules.base_width(card), self.rules.base_depth(card, unit));
        let mut blocks = ArrayVec::new();
        if unit.formation == Formation::Square {
            square_places(unit, &mut |front, dir| {
                let _ = blocks.try_push(Block { front, dir, half: f64::from(width) / 2.0, depth: f64::from(depth) });
            });
            return blocks;
        }
        let step = width + self.rules.gap(card, unit);
        let (front, files) = (i32::from(unit.front_bases()).max(1), i32::from(unit.files.max(1)));
        let [up_left, up_right] = unit.moved_up.map(i32::from);
        let aside = if front > files { (up_right - up_left) * step / 2 } else { 0 };
        for base in 0..i32::from(unit.bases_outside()) {
            let (rank, file, wide) = match base < front {
                true => (0, base, front),
                false => (1 + (base - front) / files, (base - front) % files, files),
            };
            // SSS G44: the halves of a unit that was broken through stand apart.
            let half = if 2 * file < wide { -unit.split / 2 } else { unit.split / 2 };
            let across = (2 * file - wide + 1) * step / 2 + half + if rank == 0 { aside } else { 0 };
            let _ = blocks.try_push(Block::new(unit.pose.ahead(-rank * depth).right(across), width, depth));
        }
        blocks
    }

    /// The bases of a unit that fights which no enemy in its melee touches, if there are any (SSS 19.6); of a garrison those
    /// beyond the ones that are met at the walls (SSS G64, G156).
    pub(super) fn free_body(self, id: UnitId) -> Option<Body> {
        if self.is_garrison(id) {
            let fights = |enemy: UnitId| {
                let sites = self.sites(id, enemy).into_iter();
                sites.map(|site| u32::from(self.fighters(id, enemy, site).all())).sum::<u32>()
            };
            let met: u32 = self.opponents(id).map(fights).sum();
            return (u32::from(self.unit(id).bases) > met).then(|| self.body(id).into_body());
        }
        let free = |block: &Block| {
            let base = Body::single(*block);
            !self.opponents(id).any(|enemy| self.body(enemy).within(&base, TOUCH))
        };
        let mut runs = ArrayVec::<Block, 8>::new();
        let mut last: Option<Block> = None;
        for block in self.base_blocks(id) {
            if !free(&block) {
                last = None;
                continue;
            }
            match (last.filter(|last| stand_abreast(last, &block)), runs.last_mut()) {
                (Some(_), Some(run)) => *run = joined(run, &block),
                _ => {
                    let _ = runs.try_push(block);
                }
            }
            last = Some(block);
        }
        (!runs.is_empty()).then(|| Body::new(runs))
    }
}

/// One beside the other in the same rank, at most a skirmisher's gap apart.
fn stand_abreast(left: &Block, right: &Block) -> bool {
    let way = right.front - left.front;
    left.dir.dot(right.dir) > 0.999 && way.dot(left.dir).abs() <= TOUCH && way.len() <= f64::from(2 * BW) + TOUCH
}

/// A run of bases and the next one to its right as one block.
fn joined(run: &Block, next: &Block) -> Block {
    let (left, right) = (run.front_left(), next.front_right());
    Block { front: left.midpoint(right), half: left.distance(right) / 2.0, ..*run }
}

/// The fronts of the bases of a square: as evenly as can be over four faces, extra bases front first (SSS G5).
pub(super) fn square_places(unit: &Unit, add: &mut impl FnMut(Vec2, Vec2)) {
    let (pose, bases) = (unit.pose, i32::from(unit.bases_outside()));
    let side = f64::from((bases + 3) / 4 * BW);
    let middle = pose.at.vec() + pose.dir() * (-side / 2.0);
    for face in 0..4 {
        let dir = pose.dir().turned(face * 9_000);
        let here = bases / 4 + i32::from(face < bases % 4);
        for base in 0..here {
            let aside = (f64::from(base) + 0.5) / f64::from(here) - 0.5;
            add(middle + dir * (side / 2.0) + dir.right() * (aside * side), dir);
        }
    }
}
