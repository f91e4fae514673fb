//! 15.7 Interpenetration: who may be passed through, and at what speed.

use crate::cards::{Kind, UnitId};
use crate::state::{Formation, Mode, Unit};
use crate::table::Table;
use crate::terrain::Way;
use arrayvec::ArrayVec;
use field::table::{Block, Body, MM, TOUCH, Um, Vec2, cast};

/// Normal moves keep this far from the enemy: contact is made by charging alone (CP 15.3.1).
pub(crate) const ENEMY_GAP: Um = MM;

/// How a unit passes through a friend.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Passing {
    Free,
    HalfSpeed,
    Never,
}

/// Other units near a mover.
pub(crate) type Others = ArrayVec<(UnitId, Body), 64>;

/// Who is near enough to a unit to matter to its moves.
pub(crate) struct Near {
    pub id: UnitId,
    pub body: Body,
    pub friends: Others,
    /// Enemy troops, as large as the room they are left.
    pub foes: Others,
}

/// A straight way past other units.
pub(crate) struct Course {
    pub way: Way,
    /// Friends on the way: where the mover runs into each, and where it comes out.
    pub through: ArrayVec<(UnitId, Passing, f64, f64), 24>,
}

impl Course {
    /// Whether a move could end here without standing on somebody.
    pub fn free_at(&self, dist: f64) -> bool {
        self.through.iter().all(|&(_, _, from, to)| dist <= from || dist >= to)
    }

    /// The farthest free place no farther than this.
    pub fn free_before(&self, dist: f64) -> f64 {
        let mut at = dist;
        for _ in 0..=self.through.len() {
            let Some(&(_, _, from, _)) = self.through.iter().find(|&&(_, _, from, to)| at > from && at < to) else {
                break;
            };
            at = from;
        }
        at.max(0.0)
    }
}

impl Table<'_> {
    /// CP 15.7.1: unlimbered guns and skirmishers are no obstacle. CP 15.7.2: anybody else must stand still for it.
    pub fn passing(self, friend: UnitId) -> Passing {
        let unit = self.unit(friend);
        let guns = self.is_guns(friend) && unit.formation == Formation::Unlimbered;
        if guns || self.is_open_order(friend) {
            Passing::Free
        } else if unit.moved || unit.charged || unit.mode != Mode::Normal {
            Passing::Never
        } else {
            Passing::HalfSpeed
        }
    }

    /// No part of a unit is farther than this from the middle of its front: cheap, and never too small.
    pub(crate) fn greatest_reach(self, id: UnitId) -> f64 {
        let unit = self.unit(id);
        if unit.inside.is_some() {
            return f64::from(self.rules.ground.width);
        }
        let figures = i32::from(unit.pikes) + i32::from(unit.others);
        f64::from(match unit.formation {
            Formation::MarchColumn => 60 * MM + figures * 60 * MM,
            Formation::Square => (figures + 4) * 10 * MM,
            _ => {
                let layout = unit.layout;
                let files = i32::from(layout.left) + i32::from(layout.centre) + i32::from(layout.right);
                let (figure, deep) = match self.card(id).kind {
                    Kind::Battery | Kind::Wagons => (50 * MM, 130 * MM),
                    _ => (30 * MM, 50 * MM),
                };
                files * figure + greatest_depth(unit) * deep
            }
        })
    }

    /// Whether a unit may reach into a circle; if not, no part of it does.
    pub(crate) fn maybe_near(self, id: UnitId, center: Vec2, radius: f64) -> bool {
        let reach = radius + self.greatest_reach(id);
        let offset = self.unit(id).pose.at.vec() - center;
        offset.dot(offset) <= reach * reach
    }

    /// Everybody within `reach` of a unit's body, or perhaps a little farther.
    pub(crate) fn near(self, id: UnitId, reach: f64) -> Near {
        let body = self.body(id);
        let (center, radius) = (body.center(), body.radius() + reach + f64::from(ENEMY_GAP));
        let mut near = Near { id, body, friends: Others::new(), foes: Others::new() };
        for other in self.on_table().filter(|&other| other != id && self.maybe_near(other, center, radius)) {
            let theirs = self.body(other);
            if theirs.center().distance(center) > radius + theirs.radius() {
                continue;
            }
            // Sixty-four bodies do not find room about one unit.
            if self.side(other) == self.side(id) {
                if self.unit(other).inside.is_none() {
                    let _ = near.friends.try_push((other, theirs));
                }
            } else if self.is_troops(other) {
                let _ = near.foes.try_push((other, swollen(&theirs, f64::from(ENEMY_GAP))));
            }
        }
        near
    }

    /// The way of a unit along `dir` up to `max`, with the friends it passes and the enemies it must not touch.
    pub(crate) fn course(self, near: &Near, dir: Vec2, max: f64) -> Course {
        let mut way = self.ground_way(near.id, &near.body, dir, max, crate::terrain::March::Normal);
        for (_, foe) in &near.foes {
            if let Some(hit) = cast(&near.body, dir, max, foe) {
                way.shut(hit.distance, ("CP 15.3.1", "only a charge makes contact with the enemy"));
            }
        }
        let mut through = ArrayVec::new();
        for (friend, body) in &near.friends {
            let Some((from, to)) = overlap_on_way(&near.body, dir, max, body) else { continue };
            let passing = self.passing(*friend);
            match passing {
                Passing::Free => {}
                Passing::HalfSpeed => way.slow(from, to, 2.0),
                Passing::Never if from > 0.0 => {
                    way.shut(from, ("CP 15.7.2", "to be passed through a unit must stand still the whole turn"));
                }
                Passing::Never => {}
            }
            let _ = through.try_push((*friend, passing, from, to));
        }
        Course { way, through }
    }

    /// Whether a body has room: no friend under it, and the enemy at arm's length unless he stood closer already.
    pub(crate) fn has_room(self, near: &Near, body: &Body) -> bool {
        let crowded = near.friends.iter().any(|(_, friend)| friend.overlaps(body));
        let touched = near.foes.iter().any(|(_, foe)| {
            foe.overlaps(body) && (!foe.overlaps(&near.body) || swollen(foe, -f64::from(ENEMY_GAP)).touches(body))
        });
        !crowded && !touched
    }
}

/// Ranks of the deepest block, or more.
fn greatest_depth(unit: &Unit) -> i32 {
    let ranks = |figures: u8, files: u8| i32::from(figures) / i32::from(files.max(1)) + 1;
    let layout = unit.layout;
    if layout.left == 0 && layout.right == 0 {
        return ranks(unit.pikes, layout.centre) + ranks(unit.others, layout.centre);
    }
    let wing = unit.others.div_ceil(2);
    let outer = ranks(wing, layout.left).max(ranks(wing, layout.right));
    // All shot or all pike, the unit stands in the centre alone.
    outer.max(ranks(unit.pikes, layout.centre)).max(ranks(unit.others, layout.centre))
}

/// A body with every block grown.
fn swollen(body: &Body, by: f64) -> Body {
    Body::new(body.blocks.iter().map(|block| block.grown(by)))
}

/// The part of a straight move during which two bodies overlap more deeply than a touch.
fn overlap_on_way(moving: &Body, dir: Vec2, max: f64, resting: &Body) -> Option<(f64, f64)> {
    let between = resting.center() - moving.center();
    let reach = moving.radius() + resting.radius();
    let along = between.dot(dir);
    if between.cross(dir).abs() > reach || along < -reach || along - max > reach {
        return None;
    }
    let mut whole: Option<(f64, f64)> = None;
    for mover in &moving.blocks {
        for block in &resting.blocks {
            if let Some((from, to)) = blocks_overlap(mover, dir, max, block) {
                whole = Some(whole.map_or((from, to), |(first, last)| (first.min(from), last.max(to))));
            }
        }
    }
    whole
}

fn blocks_overlap(mover: &Block, dir: Vec2, max: f64, resting: &Block) -> Option<(f64, f64)> {
    let between = resting.center() - mover.center();
    let reach = |block: &Block, axis: Vec2| {
        block.right().dot(axis).abs() * block.half + block.dir.dot(axis).abs() * block.depth * 0.5
    };
    let (mut from, mut to) = (0.0_f64, max);
    for axis in [mover.dir, mover.right(), resting.dir, resting.right()] {
        let room = reach(mover, axis) + reach(resting, axis) - TOUCH;
        let (offset, speed) = (between.dot(axis), dir.dot(axis));
        if speed.abs() < 1e-9 {
            if offset.abs() >= room {
                return None;
            }
            continue;
        }
        let (enter, leave) = ((offset - room) / speed, (offset + room) / speed);
        from = from.max(enter.min(leave));
        to = to.min(enter.max(leave));
    }
    // Past the end of the move the overlap may go on; it must not be taken to end there.
    (from < to).then_some((from, if to >= max { f64::INFINITY } else { to }))
}
