//! Arcs of fire.

use super::measure::{Cdeg, Vec2, heading};
use super::shape::{Block, Body, Edge};

/// What lies exactly on the border of an arc is in it, in spite of places being rounded to micrometres.
const SLACK: f64 = 2.0;

/// The wedge a shooter covers: everything within `half_angle` to either side of where it looks.
///
/// ```
/// use field::table::*;
/// let arc = Arc { from: Vec2::new(0.0, 0.0), dir: heading(0), half_angle: 4_500 };
/// let ahead = Body::single(Block::new(Pose::new(Point::new(0, 100 * MM), 18_000), 60 * MM, 20 * MM));
/// let behind = Body::single(Block::new(Pose::new(Point::new(0, -100 * MM), 0), 60 * MM, 20 * MM));
/// assert_eq!(nearest_in_arc(&arc, &ahead), Some(100_000.0));
/// assert_eq!(nearest_in_arc(&arc, &behind), None);
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Arc {
    pub from: Vec2,
    /// Unit vector along the middle of the arc.
    pub dir: Vec2,
    pub half_angle: Cdeg,
}

impl Arc {
    #[inline]
    pub fn contains(&self, p: Vec2) -> bool {
        if self.half_angle <= 9_000 {
            let (offset, edge) = (p - self.from, heading(self.half_angle));
            let along = offset.dot(self.dir);
            return along >= -SLACK && along * edge.x - offset.cross(self.dir).abs() * edge.y >= -SLACK;
        }
        self.wedges().into_iter().flatten().any(|wedge| wedge.iter().all(|side| side.dot(p - self.from) >= -SLACK))
    }

    /// How far a place lies inside the border of an arc of at most half a circle; negative outside.
    #[inline]
    fn depth_of(&self, p: Vec2) -> f64 {
        let (offset, edge) = (p - self.from, heading(self.half_angle));
        offset.dot(self.dir) * edge.x - offset.cross(self.dir).abs() * edge.y
    }

    /// The arc as wedges, each the places on the positive side of three vectors. An arc wider than half a circle is no
    /// wedge itself but is made of two.
    fn wedges(&self) -> [Option<[Vec2; 3]>; 2] {
        let half = self.half_angle.clamp(0, 18_000);
        let wedge = |dir: Vec2, half: Cdeg| {
            let (left, right) = (dir.turned(-half), dir.turned(half));
            Some([left.right(), -right.right(), dir])
        };
        if half <= 9_000 {
            return [wedge(self.dir, half), None];
        }
        let quarter = half / 2;
        // An odd angle leaves one hundredth over: let both halves overlap about the middle.
        let wide = half - quarter;
        [wedge(self.dir.turned(-quarter), wide), wedge(self.dir.turned(quarter), wide)]
    }
}

/// Distance from the shooter to the nearest place of the target inside its arc; `None` when the target is outside.
pub fn nearest_in_arc(arc: &Arc, target: &Body) -> Option<f64> {
    // The enclosing circle tells most targets apart: wholly beside the arc, or wholly inside it.
    let radius = target.radius() + SLACK;
    if arc.half_angle <= 9_000 {
        let depth = arc.depth_of(target.center());
        if depth <= -radius {
            return None;
        }
        if depth >= radius {
            return Some(target.distance_to_point(arc.from));
        }
    }
    if target.contains(arc.from) {
        return Some(0.0);
    }
    // Where the nearest place of all lies well inside the arc, there is none nearer.
    if arc.half_angle <= 9_000 && arc.depth_of(target.nearest(arc.from)) >= SLACK {
        return Some(target.distance_to_point(arc.from));
    }
    // A nearest place lies on the outline: on the way from any other one to the shooter, nothing leaves the wedge.
    let wedges = arc.wedges();
    target
        .blocks
        .iter()
        .flat_map(|block| wedges.iter().flatten().filter_map(|wedge| nearest_in_wedge(arc.from, wedge, block)))
        .reduce(f64::min)
}

/// Whether some of the target is inside the arc and no farther than `range`.
pub fn arc_reaches(arc: &Arc, target: &Body, range: f64) -> bool {
    target.center().distance(arc.from) - target.radius() <= range + SLACK
        && nearest_in_arc(arc, target).is_some_and(|distance| distance <= range + SLACK)
}

fn nearest_in_wedge(from: Vec2, wedge: &[Vec2; 3], block: &Block) -> Option<f64> {
    Edge::ALL
        .into_iter()
        .filter_map(|edge| {
            let (a, b) = block.edge(edge);
            // Whoever looks at an edge from behind sees something nearer first.
            if block.outward(edge).dot(from - a) < -SLACK {
                return None;
            }
            let (a, b) = clip(a - from, b - from, wedge)?;
            Some(super::ground::distance_to_segment(Vec2::default(), a, b))
        })
        .reduce(f64::min)
}

/// The part of a segment that lies in the wedge at the origin.
fn clip(a: Vec2, b: Vec2, wedge: &[Vec2; 3]) -> Option<(Vec2, Vec2)> {
    let (mut from, mut to) = (0.0_f64, 1.0_f64);
    for side in wedge {
        let (start, end) = (side.dot(a) + SLACK, side.dot(b) + SLACK);
        if start < 0.0 && end < 0.0 {
            return None;
        }
        if start < 0.0 {
            from = from.max(start / (start - end));
        } else if end < 0.0 {
            to = to.min(start / (start - end));
        }
    }
    (from <= to).then(|| (a + (b - a) * from, a + (b - a) * to))
}

/// The ground that somebody on a line between two places has in an arc about a direction and within a range, for a map.
pub fn sector([left, right]: [Vec2; 2], dir: Vec2, half_angle: Cdeg, range: f64) -> Vec<Vec2> {
    /// Curves are drawn in straight pieces of this many hundredths of a degree.
    const PIECE: Cdeg = 500;
    let steps = half_angle / PIECE;
    let ray = |step: i32| dir.turned(step * half_angle / steps.max(1)) * range;
    let mut outline = vec![left];
    outline.extend((-steps..=0).map(|step| left + ray(step)));
    outline.extend((0..=steps).map(|step| right + ray(step)));
    outline.push(right);
    outline
}

/// The part of an outline that lies on a table of that size.
pub fn clipped(outline: Vec<Vec2>, size: Vec2) -> Vec<Vec2> {
    // What is inside of each edge: how far a place lies within it.
    let edges: [fn(Vec2, Vec2) -> f64; 4] =
        [|at, _| at.x, |at, size| size.x - at.x, |at, _| at.y, |at, size| size.y - at.y];
    edges.into_iter().fold(outline, |outline, depth| {
        let mut kept = Vec::with_capacity(outline.len() + 2);
        for (ix, &here) in outline.iter().enumerate() {
            let before = outline[(ix + outline.len() - 1) % outline.len()];
            let (was, is) = (depth(before, size), depth(here, size));
            if (was < 0.0) != (is < 0.0) {
                kept.push(before + (here - before) * (was / (was - is)));
            }
            if is >= 0.0 {
                kept.push(here);
            }
        }
        kept
    })
}
