//! Corners that a line of sight may just pass: of units in the way, and of the ground that hides (CP 10.4, 10.5, 10.7).

use super::{Blockers, height};
use crate::table::Table;
use arrayvec::ArrayVec;
use field::table::{Body, Point, Vec2};
use scenario::LinearKind;

/// The most corners between two units.
const MOST: usize = 192;
/// How far beside a corner lines are drawn.
const BESIDE: f64 = 2_000.0;

/// A corner, and where those next to it lie.
#[derive(Clone, Copy)]
pub(super) struct Bend {
    pub at: Vec2,
    arms: [Vec2; 2],
}

impl Bend {
    /// A place past which any line may go.
    pub fn place(at: Vec2) -> Bend {
        Bend { at, arms: [Vec2::default(); 2] }
    }

    /// A corner between two others, on its outer side.
    fn corner(before: Vec2, at: Vec2, after: Vec2) -> Bend {
        let out = ((at - before).unit() + (at - after).unit()).unit();
        Bend { at: at + out * BESIDE, arms: [before - at, after - at] }
    }

    /// The free end of a line.
    fn end(at: Vec2, before: Vec2) -> Bend {
        Bend::corner(before, at, before)
    }

    /// Whether a line passes the corner and does not cut it off.
    pub fn lets_by(&self, dir: Vec2) -> bool {
        dir.cross(self.arms[0]) * dir.cross(self.arms[1]) >= 0.0
    }
}

/// The ground between two bodies: no clear line from the one to the other leaves it.
struct Corridor {
    from: Vec2,
    along: Vec2,
    length: f64,
    near: f64,
    far: f64,
}

impl Corridor {
    fn between(own: &Body, theirs: &Body) -> Corridor {
        let (from, to) = (own.center(), theirs.center());
        Corridor {
            from,
            along: (to - from).unit(),
            length: from.distance(to),
            near: own.radius(),
            far: theirs.radius(),
        }
    }

    fn holds(&self, at: Vec2) -> bool {
        let offset = at - self.from;
        let (ahead, aside) = (offset.dot(self.along), offset.cross(self.along).abs());
        let widest = self.near.max(self.far) + 2.0 * BESIDE;
        aside <= widest && ahead >= -self.near && ahead <= self.length + self.far
    }
}

impl Table<'_> {
    /// The corners between two bodies: those of the units in the way and, where the ground may hide, of the ground.
    pub(super) fn bends(self, blockers: &Blockers, own: &Body, theirs: &Body, open: bool) -> ArrayVec<Bend, MOST> {
        let corridor = Corridor::between(own, theirs);
        let mut bends = ArrayVec::new();
        let mut note = |bend: Bend| {
            if corridor.holds(bend.at) {
                self.state.overflow.keep(&mut bends, bend);
            }
        };
        for &id in blockers {
            let body = self.body(id);
            body.blocks.iter().flat_map(|block| block.grown(BESIDE).corners()).map(Bend::place).for_each(&mut note);
        }
        if !open {
            self.bends_of_ground(&mut note);
        }
        bends
    }

    fn bends_of_ground(self, note: &mut impl FnMut(Bend)) {
        let ground = &self.rules.ground;
        for area in ground.areas.iter().filter(|area| height(&area.kind).is_some()) {
            let points = area.outline.points();
            let next = points.iter().cycle();
            for ((before, at), after) in points.iter().zip(next.clone().skip(1)).zip(next.skip(2)) {
                note(Bend::corner(before.vec(), at.vec(), after.vec()));
            }
        }
        let hides =
            |kind: LinearKind| matches!(kind, LinearKind::Hedgerow | LinearKind::LightWorks | LinearKind::HeavyWorks);
        for (ix, line) in ground.lines.iter().enumerate().filter(|(_, line)| hides(line.kind)) {
            bends_of_line(line.line.points(), note);
            // Through the stretches of a hedgerow that are broken down or loopholed (CP 19.4.6c, 19.4.7b).
            for work in self.state.hedge_works.iter().filter(|work| usize::from(work.line) == ix) {
                note(Bend::place(line.line.at(f64::from(work.from) + BESIDE)));
                note(Bend::place(line.line.at(f64::from(work.to) - BESIDE)));
            }
        }
        for (crest, _) in &ground.relief.crests {
            bends_of_line(crest.points(), note);
        }
    }
}

/// The ends of a line and the outer sides of its corners.
fn bends_of_line(points: &[Point], note: &mut impl FnMut(Bend)) {
    let ends = [points.first().zip(points.get(1)), points.last().zip(points.iter().rev().nth(1))];
    for (end, before) in ends.into_iter().flatten() {
        note(Bend::end(end.vec(), before.vec()));
    }
    for corner in points.windows(3) {
        note(Bend::corner(corner[0].vec(), corner[1].vec(), corner[2].vec()));
    }
}
