//! Keeping one's distance: how far a body may go before it comes too near to another.

use super::measure::Vec2;
use super::shape::{Block, Body};

/// How exactly the distance is found.
const EXACT: f64 = 1.0;

/// How far a body goes along `dir` (a unit vector), up to `max`, before it comes nearer to another than `gap`; nothing if it
/// keeps off. Who stands nearer already may draw away, but comes no nearer.
///
/// ```
/// use field::table::*;
/// let block = |x, y| Body::single(Block::new(Pose::new(Point::new(x * MM, y * MM), 0), 60 * MM, 30 * MM));
/// let north = heading(0);
/// let gone = nears(&block(0, 0), north, 500_000.0, &block(0, 300), 60_000.0).unwrap();
/// assert!((gone - 210_000.0).abs() < 2.0);
/// assert_eq!(nears(&block(0, 0), north, 500_000.0, &block(200, 300), 60_000.0), None);
/// assert_eq!(nears(&block(0, 0), north, 500_000.0, &block(0, 70), 60_000.0), Some(0.0));
/// assert_eq!(nears(&block(0, 0), -north, 500_000.0, &block(0, 70), 60_000.0), None);
/// ```
pub fn nears(moving: &Body, dir: Vec2, max: f64, other: &Body, gap: f64) -> Option<f64> {
    let along = (other.center() - moving.center()).dot(dir).clamp(0.0, max);
    let nearest = moving.center() + dir * along;
    if nearest.distance(other.center()) > moving.radius() + other.radius() + gap {
        return None;
    }
    let pairs = moving.blocks.iter().flat_map(|mover| other.blocks.iter().map(move |block| (mover, block)));
    let pairs = pairs.filter(|(mover, block)| !passes_by(mover, dir, max, block, gap));
    pairs.filter_map(|(mover, block)| pair_nears(mover, dir, max, block, gap)).min_by(f64::total_cmp)
}

/// Whether one edge of the two shows more than a gap between them all the way: most pairs are told apart by that.
fn passes_by(mover: &Block, dir: Vec2, max: f64, block: &Block, gap: f64) -> bool {
    let between = block.center() - mover.center();
    [dir.right(), dir, block.dir, block.right(), mover.dir, mover.right()].into_iter().any(|axis| {
        let start = between.dot(axis);
        let end = start - max * dir.dot(axis);
        // Where the two pass each other along this line it shows nothing.
        let least = if (start < 0.0) == (end < 0.0) { start.abs().min(end.abs()) } else { 0.0 };
        least > mover.reach(axis) + block.reach(axis) + gap
    })
}

/// The distance between two rectangles of which one goes straight on first falls and then rises, if it does either.
fn pair_nears(mover: &Block, dir: Vec2, max: f64, block: &Block, gap: f64) -> Option<f64> {
    let apart = |at: f64| mover.translated(dir * at).distance(block);
    let now = apart(0.0);
    if now < gap - EXACT {
        return (apart(EXACT.min(max)) < now).then_some(0.0);
    }
    let (mut low, mut high) = (0.0, max);
    while high - low > EXACT {
        let third = (high - low) / 3.0;
        let (one, other) = (apart(low + third), apart(high - third));
        // No place between is farther than a third from one of these, and on such a way the distance shrinks by no more.
        if one.min(other) - third > gap {
            return None;
        }
        if one <= other {
            high -= third;
        } else {
            low += third;
            if one < gap - EXACT {
                high = low;
            }
        }
    }
    let lowest = (low + high) * 0.5;
    if apart(lowest) >= gap - EXACT {
        return None;
    }
    let (mut free, mut near) = (0.0, lowest);
    while near - free > EXACT * 0.5 {
        let middle = (free + near) * 0.5;
        if apart(middle) >= gap - EXACT { free = middle } else { near = middle }
    }
    Some(free)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::{MM, Point, Pose, heading, same_cases};
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(same_cases())]

        #[test]
        fn what_is_said_to_pass_by_comes_near_nowhere(
            facing in 0..36_000, other in 0..36_000, bearing in 0..36_000, width in 20..240_i32, depth in 10..90_i32,
            at in (-400..400_i32, -400..400_i32), dist in 0..400_i32, gap in 1..90_i32,
        ) {
            let block = |x, y, facing| Block::new(Pose::new(Point::new(x * MM, y * MM), facing), width * MM, depth * MM);
            let (mover, block) = (block(0, 0, facing), block(at.0, at.1, other));
            let (dir, dist, gap) = (heading(bearing), f64::from(dist * MM), f64::from(gap * MM));
            if passes_by(&mover, dir, dist, &block, gap) {
                prop_assert_eq!(pair_nears(&mover, dir, dist, &block, gap), None);
                let apart = |step: i32| mover.translated(dir * (dist * f64::from(step) / 64.0)).distance(&block);
                prop_assert!((0..=64).all(|step| apart(step) >= gap));
            }
        }

        #[test]
        fn who_is_said_to_keep_off_comes_near_nowhere(
            facing in 0..36_000, other in 0..36_000, bearing in 0..36_000, width in 20..240_i32, depth in 10..90_i32,
            at in (-400..400_i32, -400..400_i32), dist in 1..400_i32, gap in 1..90_i32,
        ) {
            let block = |x, y, facing| Block::new(Pose::new(Point::new(x * MM, y * MM), facing), width * MM, depth * MM);
            let (mover, block) = (block(0, 0, facing), block(at.0, at.1, other));
            let (dir, dist, gap) = (heading(bearing), f64::from(dist * MM), f64::from(gap * MM));
            let apart = |far: f64| mover.translated(dir * far).distance(&block);
            let steps = |to: f64| (0..=64).map(move |step| to * f64::from(step) / 64.0);
            let near = |far: f64| apart(far) < gap - 2.0 * EXACT;
            if apart(0.0) >= gap {
                match pair_nears(&mover, dir, dist, &block, gap) {
                    None => prop_assert!(!steps(dist).any(near)),
                    Some(far) => {
                        prop_assert!(!steps(far).any(near));
                        prop_assert!((apart(far) - gap).abs() < 3.0 * EXACT);
                    }
                }
            }
        }
    }
}
