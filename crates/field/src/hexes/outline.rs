//! Outlines of sets of hexes, for pictures: no rule is decided by them.

use super::dir::Dir;
use super::grid::{Grid, Hex};
use super::set::HexSet;

/// The outlines of a set of hexes, one polygon for each region that hangs together, clockwise. Holes are cut in: the outline
/// runs to a hole, around it and back on the same line, so that what it encloses is the region alone.
pub fn outlines(grid: &Grid, hexes: &HexSet) -> Vec<Vec<[f64; 2]>> {
    let mut drawn: [HexSet; 6] = std::array::from_fn(|_| HexSet::new(grid));
    let mut seen = HexSet::new(grid);
    let mut all = Vec::new();
    for hex in hexes.iter().filter(|&hex| grid.holds(hex)) {
        if seen.contains(hex) {
            continue;
        }
        let mut loops: Vec<Vec<[f64; 2]>> = Vec::new();
        for member in region(grid, hexes, hex, &mut seen) {
            for dir in Dir::ALL {
                if is_border(grid, hexes, member, dir) && !drawn[dir.index()].contains(member) {
                    loops.push(around(grid, hexes, member, dir, &mut drawn));
                }
            }
        }
        all.push(joined(loops));
    }
    all
}

/// The hexes that hang together with one, which are noted as seen.
fn region(grid: &Grid, hexes: &HexSet, start: Hex, seen: &mut HexSet) -> Vec<Hex> {
    seen.insert(start);
    let mut members = vec![start];
    let mut next = 0;
    while let Some(&hex) = members.get(next) {
        next += 1;
        for near in grid.neighbours(hex).iter().flatten().copied() {
            if hexes.contains(near) && seen.insert(near) {
                members.push(near);
            }
        }
    }
    members
}

fn is_border(grid: &Grid, hexes: &HexSet, hex: Hex, dir: Dir) -> bool {
    !grid.neighbour(hex, dir).is_some_and(|beyond| hexes.contains(beyond))
}

/// Follows the border from one hexside until it closes, the region on the right hand. Of the three hexes at a corner two or one
/// belong to the region, so that there is always one way on.
fn around(grid: &Grid, hexes: &HexSet, hex: Hex, dir: Dir, drawn: &mut [HexSet; 6]) -> Vec<[f64; 2]> {
    let (mut hex, mut dir) = (hex, dir);
    let mut outline = Vec::new();
    while drawn[dir.index()].insert(hex) {
        let [from, _] = dir.ends();
        outline.push(grid.corners(hex)[from.index()]);
        let side = dir.right(1);
        match grid.neighbour(hex, side).filter(|&near| hexes.contains(near)) {
            Some(near) => (hex, dir) = (near, dir.left(1)),
            None => dir = side,
        }
    }
    outline
}

/// Twice the area, positive for an outline that runs clockwise.
fn area(outline: &[[f64; 2]]) -> f64 {
    let ahead = outline.iter().cycle().skip(1);
    outline.iter().zip(ahead).map(|(a, b)| (b[0] - a[0]) * (b[1] + a[1])).sum()
}

/// One line around a region and its holes: each hole is joined to what is there where they come nearest.
fn joined(mut loops: Vec<Vec<[f64; 2]>>) -> Vec<[f64; 2]> {
    let widest = (0..loops.len()).max_by(|&a, &b| area(&loops[a]).total_cmp(&area(&loops[b])));
    let Some(widest) = widest else { return Vec::new() };
    let mut outline = loops.swap_remove(widest);
    while let Some((place, hole, corner)) = nearest(&outline, &loops) {
        let mut hole = loops.swap_remove(hole);
        hole.rotate_left(corner);
        let (first, here) = (hole[0], outline[place]);
        let detour = hole.into_iter().chain([first, here]);
        outline.splice(place + 1..place + 1, detour);
    }
    outline
}

/// Where an outline comes nearest to one of the holes: place in the outline, hole, place in the hole.
fn nearest(outline: &[[f64; 2]], holes: &[Vec<[f64; 2]>]) -> Option<(usize, usize, usize)> {
    let mut best: Option<(f64, (usize, usize, usize))> = None;
    for (place, a) in outline.iter().enumerate() {
        for (number, hole) in holes.iter().enumerate() {
            for (corner, b) in hole.iter().enumerate() {
                let (x, y) = (a[0] - b[0], a[1] - b[1]);
                let away = x * x + y * y;
                if best.is_none_or(|(least, _)| away < least) {
                    best = Some((away, (place, number, corner)));
                }
            }
        }
    }
    best.map(|(_, where_to)| where_to)
}

#[cfg(test)]
mod tests {
    use super::super::grid::{Orientation, Plan, Shoved};
    use super::*;

    fn maps() -> [Grid; 2] {
        [Orientation::PointyTop, Orientation::FlatTop]
            .map(|orientation| Grid::new(Plan::new(9, 9, orientation, Shoved::Odd)).unwrap())
    }

    fn middle(grid: &Grid) -> Hex {
        grid.hexes().nth(40).unwrap()
    }

    /// The area of one hex whose neighbours' middles are 1 apart.
    const HEX: f64 = 0.866_025_403_784_438_6;

    fn is_area(outline: &[[f64; 2]], hexes: f64) -> bool {
        (area(outline) / 2.0 - hexes * HEX).abs() < 1e-3
    }

    #[test]
    fn one_hex_has_six_corners() {
        for grid in maps() {
            let mut hexes = HexSet::new(&grid);
            hexes.insert(middle(&grid));
            let outlines = outlines(&grid, &hexes);
            assert_eq!((outlines.len(), outlines[0].len()), (1, 6));
            assert!(is_area(&outlines[0], 1.0));
        }
    }

    #[test]
    fn hexes_that_hang_together_have_one_outline_and_others_their_own() {
        for grid in maps() {
            let mut hexes = HexSet::new(&grid);
            grid.within(middle(&grid), 1).for_each(|hex| {
                hexes.insert(hex);
            });
            hexes.insert(grid.hexes().next().unwrap());
            let mut found = outlines(&grid, &hexes);
            found.sort_by_key(Vec::len);
            assert_eq!(found.iter().map(Vec::len).collect::<Vec<_>>(), [6, 18]);
            assert!(is_area(&found[1], 7.0));
        }
    }

    #[test]
    fn holes_are_left_out() {
        for grid in maps() {
            let mut hexes = HexSet::new(&grid);
            grid.within(middle(&grid), 2).for_each(|hex| {
                hexes.insert(hex);
            });
            hexes.remove(middle(&grid));
            let found = outlines(&grid, &hexes);
            // Thirty corners outside, six inside, and the way there and back.
            assert_eq!((found.len(), found[0].len()), (1, 30 + 6 + 2));
            assert!(is_area(&found[0], 18.0));
        }
    }

    #[test]
    fn the_whole_map_ends_where_it_ends() {
        for grid in maps() {
            let mut hexes = HexSet::new(&grid);
            grid.hexes().for_each(|hex| {
                hexes.insert(hex);
            });
            let found = outlines(&grid, &hexes);
            assert_eq!(found.len(), 1);
            assert!(is_area(&found[0], 81.0));
            assert!(outlines(&grid, &HexSet::new(&grid)).is_empty());
        }
    }
}
