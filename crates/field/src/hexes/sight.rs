//! Sight along a line, over slopes and past what stands in the way.
//!
//! The rulebook says what the ground is like ([`SightGround`]); here is only what follows from it along a line:
//!
//! ```text
//!  viewer  crest
//!     o_____a          a steep hexside below the hex a: with the viewer one hex behind a,
//!            \_d_v_t   the first hex below is in the dead zone, the second can be seen
//! ```
//!
//! * The dead zone below a steep slope is as deep as the viewer stands behind the first crest, and equally deep below
//!   every further one. What stands in it is overlooked; what lies beyond is seen.
//! * Ground higher than both ends hides what is behind it if the line crosses a steep slope up to it or down from it.
//! * Lines are looked along from the higher end to the lower, so that sight is mutual. Between ends of equal height it is
//!   clear if it is clear from either.
//! * Along a spine each side is a way of its own; sight is blocked when both are. At the edge of the map the missing hex
//!   blocks nothing.

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use super::dir::{Dir, Vertex};
use super::grid::{Grid, Hex};
use super::line::{LineEntry, LineStage, Lines, Walk};

/// How the ground falls or rises across a hexside.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[repr(u8)]
pub enum Incline {
    #[default]
    None,
    Gentle,
    Steep,
}

/// What stands in a hex that sight may not pass.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[repr(u8)]
pub enum Obstacle {
    #[default]
    None,
    /// Woods, houses: overlooked from two ends that are both higher; from above a steep slope they hide only the hex
    /// right behind them.
    Terrain,
    /// Troops: overlooked only in a dead zone. Where troops stand in woods, say troops.
    Unit,
}

/// Both ends of a line as the rulebook asked about it, whichever way it is looked along.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ends {
    pub from: Hex,
    pub to: Hex,
}

/// What a rulebook tells of the ground.
pub trait SightGround {
    fn height(&self, hex: Hex) -> i16;

    /// The same from both sides; which way it leads up is told by the heights.
    fn slope(&self, hex: Hex, dir: Dir) -> Incline;

    /// What blocks sight in a hex between the two ends. It is not asked about the ends.
    fn obstacle(&self, hex: Hex) -> Obstacle;

    /// Whether something on a hexside blocks this line. Exceptions for those who stand right behind a hedge belong here.
    fn hexside_blocks(&self, ends: Ends, hex: Hex, dir: Dir) -> bool;

    /// Whether an obstacle also blocks a line that touches nothing but a corner of its hex.
    fn corners_block(&self) -> bool {
        false
    }
}

/// Why a line of sight ends.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Why {
    Terrain,
    Unit,
    /// Ground higher than both ends, bounded by a steep slope.
    Height,
    /// Something on that side of the hex.
    Hexside(Dir),
    /// The lower end lies in the dead zone below a steep side of the hex.
    DeadZone,
}

/// What came of looking along a line.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sight {
    /// One end sees the other; perhaps over a hex in a dead zone.
    Clear { over_dead_zone: bool },
    /// The first hex that blocks, seen from the higher end; along a spine, that on its left and that on its right.
    Blocked { at: Hex, and: Option<Hex>, why: Why },
}

impl Sight {
    pub const fn is_clear(self) -> bool {
        matches!(self, Sight::Clear { .. })
    }
}

/// Looks along the line between two hexes; `None` when they are farther apart than the table of lines reaches.
pub fn sight<G: SightGround>(grid: &Grid, lines: &Lines, ground: &G, from: Hex, to: Hex) -> Option<Sight> {
    let (here, there) = (ground.height(from), ground.height(to));
    let ends = Ends { from, to };
    let look = |eye: Hex, target: Hex| {
        let walk = lines.between(grid, eye, target)?;
        let (low, high) = (here.min(there), here.max(there));
        Some(Look { grid, ground, ends, eye, target, low, high }.along(walk))
    };
    let first = if there > here { look(to, from)? } else { look(from, to)? };
    if here != there || first.is_clear() {
        return Some(first);
    }
    look(to, from).map(|second| if second.is_clear() { second } else { first })
}

struct Look<'a, G> {
    grid: &'a Grid,
    ground: &'a G,
    ends: Ends,
    /// The higher end.
    eye: Hex,
    target: Hex,
    /// Height of the lower and of the higher end.
    low: i16,
    high: i16,
}

/// The hex above a steep slope that leads down, away from the viewer.
#[derive(Clone, Copy)]
struct Crest {
    hex: Hex,
    height: i16,
}

/// What has been passed so far.
#[derive(Clone, Default)]
struct Passed {
    /// How deep dead zones are; known from the first crest on.
    depth: Option<u16>,
    /// Crests whose dead zones are not yet behind.
    crests: ArrayVec<Crest, 4>,
    over_dead_zone: bool,
}

struct Block {
    at: Hex,
    why: Why,
}

impl<G: SightGround> Look<'_, G> {
    fn along(&self, walk: Walk<'_>) -> Sight {
        let mut passed = Passed::default();
        let mut at = self.eye;
        for stage in walk {
            let blocked = match stage {
                LineStage::Hex { hex, by } => {
                    let before = std::mem::replace(&mut at, hex);
                    self.step(&mut passed, before, hex, by).map_err(|block| (block, None))
                }
                LineStage::Spine { left, right, from } => self.spine(&mut passed, at, from, left, right),
            };
            if let Err((Block { at, why }, and)) = blocked {
                return Sight::Blocked { at, and, why };
            }
        }
        Sight::Clear { over_dead_zone: passed.over_dead_zone }
    }

    /// From one hex into the next.
    fn step(&self, passed: &mut Passed, before: Hex, hex: Hex, by: LineEntry) -> Result<(), Block> {
        match by {
            // Its hexsides have been crossed on the way along the spine.
            LineEntry::Spine(_) => {}
            LineEntry::Side(dir) | LineEntry::Corner(dir, _) => self.cross(passed, before, hex, dir)?,
        }
        let touched = || by.touched().and_then(|dir| self.grid.neighbour(before, dir));
        if self.ground.corners_block()
            && let Some(touched) = touched()
            && touched != self.target
        {
            self.pass(passed, touched)?;
        }
        self.enter(passed, hex)
    }

    /// Along a spine, to the left and to the right of it.
    fn spine(
        &self,
        passed: &mut Passed,
        before: Hex,
        from: Vertex,
        left: Option<Hex>,
        right: Option<Hex>,
    ) -> Result<(), (Block, Option<Hex>)> {
        let [ahead_left, ahead_right] = from.front();
        let by_left = left.map(|hex| self.beside(passed.clone(), before, hex, ahead_left, ahead_right));
        let by_right = right.map(|hex| self.beside(passed.clone(), before, hex, ahead_right, ahead_left));
        *passed = match (by_left, by_right) {
            (Some(Ok(left)), Some(Ok(right))) => self.clearer(left, right),
            (Some(Ok(one)), _) | (_, Some(Ok(one))) => one,
            (Some(Err(left)), Some(Err(right))) => {
                let and = right.at;
                return Err((left, Some(and)));
            }
            _ => return Ok(()),
        };
        Ok(())
    }

    /// One of the two ways along a spine: into the hex beside it, and out again.
    fn beside(&self, mut passed: Passed, before: Hex, hex: Hex, enter: Dir, leave: Dir) -> Result<Passed, Block> {
        self.cross(&mut passed, before, hex, enter)?;
        self.pass(&mut passed, hex)?;
        if let Some(beyond) = self.grid.neighbour(hex, leave) {
            self.cross(&mut passed, hex, beyond, leave)?;
        }
        Ok(passed)
    }

    /// Of two ways that are both open, the one with less dead ground beyond it.
    fn clearer(&self, left: Passed, right: Passed) -> Passed {
        let dead = |passed: &Passed| {
            let last = passed.crests.last().map(|crest| self.grid.distance(self.eye, crest.hex));
            (passed.depth, last, passed.over_dead_zone)
        };
        if dead(&right) < dead(&left) { right } else { left }
    }

    /// Across a hexside, up or down whatever slope is there.
    fn cross(&self, passed: &mut Passed, hex: Hex, next: Hex, dir: Dir) -> Result<(), Block> {
        let was_dead = self.dead(passed, hex).is_some();
        if self.ground.slope(hex, dir) == Incline::Steep {
            let (here, there) = (self.ground.height(hex), self.ground.height(next));
            if here.max(there) > self.high {
                return Err(Block { at: if here > there { hex } else { next }, why: Why::Height });
            }
            if there < here {
                self.note_crest(passed, Crest { hex, height: here });
            }
        }
        let overlooked = || was_dead && self.dead(passed, next).is_some();
        if self.ground.hexside_blocks(self.ends, hex, dir) && !overlooked() {
            return Err(Block { at: hex, why: Why::Hexside(dir) });
        }
        Ok(())
    }

    fn note_crest(&self, passed: &mut Passed, crest: Crest) {
        let depth = *passed.depth.get_or_insert_with(|| self.grid.distance(self.eye, crest.hex));
        passed.crests.retain(|old| self.grid.distance(old.hex, crest.hex) < depth);
        if passed.crests.is_full() {
            passed.crests.remove(0);
        }
        passed.crests.push(crest);
    }

    /// The crest in whose dead zone a hex lies.
    #[inline]
    fn dead(&self, passed: &Passed, hex: Hex) -> Option<Hex> {
        let depth = passed.depth?;
        let height = self.ground.height(hex);
        let hides = |crest: &&Crest| height < crest.height && self.grid.distance(crest.hex, hex) <= depth;
        passed.crests.iter().find(hides).map(|crest| crest.hex)
    }

    /// Into a hex of the line: through it, or to its end.
    #[inline]
    fn enter(&self, passed: &mut Passed, hex: Hex) -> Result<(), Block> {
        if hex != self.target {
            return self.pass(passed, hex);
        }
        match self.dead(passed, hex) {
            Some(crest) => Err(Block { at: crest, why: Why::DeadZone }),
            None => Ok(()),
        }
    }

    /// Through a hex between the ends.
    fn pass(&self, passed: &mut Passed, hex: Hex) -> Result<(), Block> {
        if self.dead(passed, hex).is_some() {
            passed.over_dead_zone = true;
            return Ok(());
        }
        let blocked = match self.ground.obstacle(hex) {
            Obstacle::None => None,
            Obstacle::Unit => Some(Why::Unit),
            Obstacle::Terrain => {
                let below_both = self.ground.height(hex) < self.low;
                let seen_from_above = passed.depth.is_some() && self.grid.distance(hex, self.target) > 1;
                (!below_both && !seen_from_above).then_some(Why::Terrain)
            }
        };
        blocked.map_or(Ok(()), |why| Err(Block { at: hex, why }))
    }
}
