//! Plane geometry of the sheet: points are millimetres, x to the right, y down the page.

use crate::ink::Path;

pub type Point = [f64; 2];

/// No walk along a line or scatter over an area makes more stops than this, however large the table.
const MOST_STOPS: f64 = 4000.0;

pub fn add(a: Point, b: Point) -> Point {
    [a[0] + b[0], a[1] + b[1]]
}

pub fn sub(a: Point, b: Point) -> Point {
    [a[0] - b[0], a[1] - b[1]]
}

pub fn times(a: Point, k: f64) -> Point {
    [a[0] * k, a[1] * k]
}

/// `a` moved by `k` along `d`.
pub fn along(a: Point, d: Point, k: f64) -> Point {
    add(a, times(d, k))
}

pub fn mix(a: Point, b: Point, t: f64) -> Point {
    along(a, sub(b, a), t)
}

/// The nearest point that can be written in tenths: what is drawn alike from there on is written alike, and packs well.
pub fn tenth(a: Point) -> Point {
    a.map(|v| (v * 10.0).round() / 10.0)
}

pub fn dot(a: Point, b: Point) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}

pub fn cross(a: Point, b: Point) -> f64 {
    a[0] * b[1] - a[1] * b[0]
}

pub fn length(a: Point) -> f64 {
    dot(a, a).sqrt()
}

pub fn distance(a: Point, b: Point) -> f64 {
    length(sub(a, b))
}

/// The direction of `a`; to the right where it has none.
pub fn direction(a: Point) -> Point {
    let l = length(a);
    if l > 1e-9 { times(a, 1.0 / l) } else { [1.0, 0.0] }
}

/// A quarter turn clockwise as seen on the page.
pub fn quarter(a: Point) -> Point {
    [-a[1], a[0]]
}

/// The page direction of a facing in degrees clockwise from north.
pub fn heading(degrees: f64) -> Point {
    let radians = degrees.to_radians();
    [libm::sin(radians), -libm::cos(radians)]
}

/// An upright rectangle.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bounds {
    pub min: Point,
    pub max: Point,
}

impl Bounds {
    pub fn of(points: &[Point]) -> Bounds {
        let mut b = Bounds { min: [f64::INFINITY; 2], max: [f64::NEG_INFINITY; 2] };
        for p in points {
            b.min = [b.min[0].min(p[0]), b.min[1].min(p[1])];
            b.max = [b.max[0].max(p[0]), b.max[1].max(p[1])];
        }
        if points.is_empty() { Bounds { min: [0.0; 2], max: [0.0; 2] } } else { b }
    }

    pub fn centred(at: Point, width: f64, height: f64) -> Bounds {
        let half = [width / 2.0, height / 2.0];
        Bounds { min: sub(at, half), max: add(at, half) }
    }

    pub fn width(&self) -> f64 {
        self.max[0] - self.min[0]
    }

    pub fn height(&self) -> f64 {
        self.max[1] - self.min[1]
    }

    pub fn area(&self) -> f64 {
        self.width() * self.height()
    }

    pub fn centre(&self) -> Point {
        mix(self.min, self.max, 0.5)
    }

    pub fn grown(&self, by: f64) -> Bounds {
        Bounds { min: sub(self.min, [by, by]), max: add(self.max, [by, by]) }
    }

    pub fn shared(&self, other: &Bounds) -> f64 {
        let w = self.max[0].min(other.max[0]) - self.min[0].max(other.min[0]);
        let h = self.max[1].min(other.max[1]) - self.min[1].max(other.min[1]);
        if w > 0.0 && h > 0.0 { w * h } else { 0.0 }
    }

    pub fn corners(&self) -> [Point; 4] {
        [self.min, [self.max[0], self.min[1]], self.max, [self.min[0], self.max[1]]]
    }
}

fn edges(outline: &[Point]) -> impl Iterator<Item = (Point, Point)> + '_ {
    (0..outline.len()).map(|i| (outline[i], outline[(i + 1) % outline.len()]))
}

pub fn contains(outline: &[Point], p: Point) -> bool {
    let mut inside = false;
    for (a, b) in edges(outline) {
        if (a[1] > p[1]) != (b[1] > p[1]) && p[0] < (b[0] - a[0]) * (p[1] - a[1]) / (b[1] - a[1]) + a[0] {
            inside = !inside;
        }
    }
    inside
}

fn nearest_on_segment(a: Point, b: Point, p: Point) -> Point {
    let d = sub(b, a);
    let l = dot(d, d);
    if l < 1e-12 { a } else { along(a, d, (dot(sub(p, a), d) / l).clamp(0.0, 1.0)) }
}

/// The point of the outline nearest to `p`.
pub fn nearest_on_outline(outline: &[Point], p: Point) -> Point {
    nearest(edges(outline), p)
}

pub fn distance_to_outline(outline: &[Point], p: Point) -> f64 {
    distance(nearest_on_outline(outline, p), p)
}

pub fn distance_to_line(line: &[Point], p: Point) -> f64 {
    distance(nearest(line.windows(2).map(|w| (w[0], w[1])), p), p)
}

fn nearest(segments: impl Iterator<Item = (Point, Point)>, p: Point) -> Point {
    let mut best = ([f64::INFINITY; 2], f64::INFINITY);
    for (a, b) in segments {
        let n = nearest_on_segment(a, b, p);
        let d = distance(n, p);
        if d < best.1 {
            best = (n, d);
        }
    }
    best.0
}

/// The area of the outline, positive where it runs clockwise on the page.
pub fn area_turn(outline: &[Point]) -> f64 {
    edges(outline).map(|(a, b)| cross(a, b)).sum::<f64>() / 2.0
}

pub fn area(outline: &[Point]) -> f64 {
    area_turn(outline).abs()
}

/// The direction of the longest edge.
pub fn grain_of(outline: &[Point]) -> Point {
    let mut best = [0.0, 0.0];
    for (a, b) in edges(outline) {
        let d = sub(b, a);
        if length(d) > length(best) + 1e-6 {
            best = d;
        }
    }
    direction(best)
}

/// A stop on a walk: where, and which way the line runs there.
#[derive(Debug, Clone, Copy)]
pub struct Stop {
    pub at: Point,
    pub way: Point,
}

/// Evenly spaced stops along an open line, half a step in from its start.
pub fn walk(line: &[Point], step: f64) -> Vec<Stop> {
    let total: f64 = line.windows(2).map(|w| distance(w[0], w[1])).sum();
    let step = step.max(total / MOST_STOPS);
    let mut stops = Vec::new();
    if step <= 0.0 || !total.is_finite() {
        return stops;
    }
    let mut ahead = (step / 2.0).min(total / 2.0);
    for w in line.windows(2) {
        let l = distance(w[0], w[1]);
        let way = direction(sub(w[1], w[0]));
        while ahead < l {
            stops.push(Stop { at: along(w[0], way, ahead), way });
            ahead += step;
        }
        ahead -= l;
    }
    stops
}

/// Evenly spaced stops around an outline, always with the inside on the right hand of the walker.
pub fn walk_round(outline: &[Point], step: f64) -> Vec<Stop> {
    let mut ring = outline.to_vec();
    if area_turn(outline) < 0.0 {
        ring.reverse();
    }
    ring.extend(ring.first().copied());
    walk(&ring, step)
}

/// The line shifted sideways, to the right of its way where `by` is positive.
pub fn beside(line: &[Point], by: f64) -> Vec<Point> {
    let way = |i: usize| direction(sub(line[i + 1], line[i]));
    (0..line.len())
        .map(|i| {
            let before = if i > 0 { way(i - 1) } else { way(i) };
            let after = if i + 1 < line.len() { way(i) } else { before };
            let right = quarter(direction(add(before, after)));
            let stretch = dot(right, quarter(after)).max(0.5);
            along(line[i], right, by / stretch)
        })
        .collect()
}

/// The convex hull, clockwise on the page.
pub fn hull(points: &[Point]) -> Vec<Point> {
    let mut sorted = points.to_vec();
    sorted.sort_by(|a, b| a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1])));
    sorted.dedup();
    if sorted.len() < 3 {
        return sorted;
    }
    let mut ring: Vec<Point> = Vec::new();
    for pass in 0..2 {
        let floor = ring.len() + 1;
        let step = |ring: &mut Vec<Point>, p: Point| {
            while ring.len() > floor
                && cross(sub(ring[ring.len() - 1], ring[ring.len() - 2]), sub(p, ring[ring.len() - 1])) <= 0.0
            {
                ring.pop();
            }
            ring.push(p);
        };
        if pass == 0 {
            sorted.iter().for_each(|p| step(&mut ring, *p));
        } else {
            sorted.iter().rev().for_each(|p| step(&mut ring, *p));
        }
        ring.pop();
    }
    ring
}

/// The hull of the points with every edge pushed outwards.
pub fn hull_grown(points: &[Point], by: f64) -> Vec<Point> {
    let spread: Vec<Point> =
        points.iter().flat_map(|p| (0..16).map(|k| along(*p, heading(f64::from(k) * 22.5), by))).collect();
    hull(&spread)
}

/// A point deep inside the outline, found on a coarse grid.
pub fn heart(outline: &[Point]) -> Point {
    let b = Bounds::of(outline);
    let mut best = (b.centre(), f64::NEG_INFINITY);
    for i in 1..16 {
        for j in 1..16 {
            let p = [b.min[0] + b.width() * f64::from(i) / 16.0, b.min[1] + b.height() * f64::from(j) / 16.0];
            if contains(outline, p) {
                // Of two places as deep, the one nearer the middle.
                let depth = distance_to_outline(outline, p) - distance(p, b.centre()) * 0.05;
                if depth > best.1 + 1e-6 {
                    best = (p, depth);
                }
            }
        }
    }
    best.0
}

/// Pieces gathered into one path for each block of the sheet, so that drawing a part of it does not touch the rest.
pub struct Blocks {
    size: f64,
    blocks: std::collections::BTreeMap<(i64, i64), Path>,
}

impl Blocks {
    pub fn new(size: f64) -> Blocks {
        Blocks { size, blocks: Default::default() }
    }

    /// Adds to the path of the block around a point.
    pub fn at(&mut self, p: Point, add: impl FnOnce(&mut Path)) {
        let [x, y] = p.map(|v| (v / self.size).floor() as i64);
        add(self.blocks.entry((x, y)).or_default());
    }

    pub fn paths(&self) -> impl Iterator<Item = &Path> {
        self.blocks.values()
    }
}

/// Points spread over the outline's inside, at least `inset` from its edge, from the top of the page to the bottom.
pub fn scatter(outline: &[Point], spacing: f64, inset: f64, grain: &mut Grain) -> Vec<Point> {
    let b = Bounds::of(outline);
    let spacing = spacing.max((b.area() / MOST_STOPS).sqrt());
    let mut points = Vec::new();
    if spacing <= 0.0 || !b.area().is_finite() {
        return points;
    }
    let row_height = spacing * 0.87;
    let (rows, columns) = ((b.height() / row_height) as i64 + 1, (b.width() / spacing) as i64 + 1);
    for row in 0..=rows {
        for column in 0..=columns {
            let shift = if row % 2 == 0 { 0.25 } else { 0.75 };
            let p = [
                b.min[0] + spacing * (column as f64 - shift + grain.within(0.0, 0.5)),
                b.min[1] + row_height * (row as f64 - 0.25 + grain.within(0.0, 0.5)),
            ];
            if contains(outline, p) && distance_to_outline(outline, p) >= inset {
                points.push(p);
            }
        }
    }
    if points.is_empty() && outline.len() > 2 {
        points.push(heart(outline));
    }
    points.sort_by(|p, q| p[1].total_cmp(&q[1]).then(p[0].total_cmp(&q[0])));
    points
}

/// The grain of the paper: a fixed sequence of numbers that belongs to a shape, so that the same ground is always
/// drawn with the same trees.
pub struct Grain(u64);

impl Grain {
    pub fn of(points: &[Point]) -> Grain {
        let mut grain = Grain(0x00c0_ffee);
        for p in points {
            for v in p {
                grain.0 ^= v.to_bits();
                grain.next();
            }
        }
        grain
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        self.0 ^= z >> 31;
        z ^ (z >> 31)
    }

    pub fn within(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * ((self.next() >> 11) as f64 / (1u64 << 53) as f64)
    }

    pub fn pick(&mut self, choices: usize) -> usize {
        (self.next() >> 33) as usize % choices.max(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SQUARE: [Point; 4] = [[0.0, 0.0], [10.0, 0.0], [10.0, 10.0], [0.0, 10.0]];

    #[test]
    fn the_inside_lies_to_the_walkers_right_whichever_way_the_outline_runs() {
        let mut other = SQUARE.to_vec();
        other.reverse();
        for outline in [SQUARE.to_vec(), other] {
            let stops = walk_round(&outline, 1.0);
            assert_eq!(stops.len(), 40);
            assert!(stops.iter().all(|s| contains(&outline, along(s.at, quarter(s.way), 0.1))));
        }
    }

    #[test]
    fn a_hull_drops_what_lies_inside_it() {
        let mut points = SQUARE.to_vec();
        points.extend([[5.0, 5.0], [5.0, 0.0], [1.0, 9.0]]);
        let ring = hull(&points);
        assert_eq!(ring.len(), 4);
        assert!((area(&ring) - 100.0).abs() < 1e-9);
    }

    #[test]
    fn scattered_points_keep_their_distance_from_the_edge_and_are_the_same_every_time() {
        let draw = || scatter(&SQUARE, 1.0, 0.5, &mut Grain::of(&SQUARE));
        let points = draw();
        assert!(points.len() > 50);
        assert!(points.iter().all(|p| distance_to_outline(&SQUARE, *p) >= 0.5 && contains(&SQUARE, *p)));
        assert_eq!(points, draw());
    }

    #[test]
    fn facings_are_clockwise_from_north() {
        for (degrees, way) in [(0.0, [0.0, -1.0]), (90.0, [1.0, 0.0]), (180.0, [0.0, 1.0]), (270.0, [-1.0, 0.0])] {
            assert!(distance(heading(degrees), way) < 1e-9);
        }
    }

    #[test]
    fn a_line_shifted_sideways_keeps_its_distance_round_a_corner() {
        let line = [[0.0, 0.0], [10.0, 0.0], [10.0, 10.0]];
        let shifted = beside(&line, 2.0);
        assert!(distance(shifted[0], [0.0, 2.0]) < 1e-9);
        assert!(distance(shifted[1], [8.0, 2.0]) < 1e-9);
        assert!(distance(shifted[2], [8.0, 10.0]) < 1e-9);
    }
}
