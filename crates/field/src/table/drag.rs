//! Dragging to what is legal: the most of a wish that a rulebook allows.

use super::measure::{Cdeg, Um};

/// The largest amount up to `most` that is allowed. Others on the way leave gaps, so it is looked for in eighths before it
/// is taken to the last unit of measure.
///
/// ```
/// use field::table::longest;
/// assert_eq!(longest(1_000, |amount| amount <= 437), Some(437));
/// assert_eq!(longest(1_000, |amount| amount <= 100 || (600..=700).contains(&amount)), Some(700));
/// assert_eq!(longest(1_000, |_| false), None);
/// ```
pub fn longest(most: Um, allowed: impl Fn(Um) -> bool) -> Option<Um> {
    const PARTS: i64 = 8;
    if most <= 0 {
        return None;
    }
    if allowed(most) {
        return Some(most);
    }
    let part = |share: i64| (i64::from(most) * share / PARTS) as Um;
    let good = (1..PARTS).rev().find(|&share| part(share) > 0 && allowed(part(share)));
    let (mut good, mut over) = good.map_or((0, part(1).max(1)), |share| (part(share), part(share + 1)));
    while over - good > 1 {
        let middle = good + (over - good) / 2;
        if allowed(middle) {
            good = middle;
        } else {
            over = middle;
        }
    }
    (good > 0).then_some(good)
}

/// The nearest whole degree.
pub fn whole_degrees(angle: Cdeg) -> Cdeg {
    (angle + 50 * angle.signum()) / 100 * 100
}
