//! Areas of ground. What lies flat (tints, rows, hachures, water) is drawn before roads and streams; what stands up
//! (trees, houses, rocks) after them, and keeps clear of them.

use kernel::scene::{AreaLook, HexLook};

use crate::geometry::{
    Bounds, Grain, Point, add, along, area, contains, direction, distance, distance_to_line, distance_to_outline, dot,
    grain_of, heart, nearest_on_outline, quarter, scatter, sub, tenth, walk_round,
};
use crate::ink::{Fine, Ink, Mm, Path, put};
use crate::symbols::{self, Grove};

/// What covers an area, whatever field it lies on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cover {
    /// A contour with hachures all round it.
    Hill,
    /// A contour whose slopes are drawn hexside by hexside.
    Height,
    SteepSlope,
    LightWoods,
    HeavyWoods,
    UnknownWoods,
    Orchard,
    Rough,
    Crops,
    Dunes,
    Mounds,
    Town,
    Chateau,
    Water,
    Marsh,
    Impassable,
}

impl From<AreaLook> for Cover {
    fn from(look: AreaLook) -> Cover {
        match look {
            AreaLook::Hill => Cover::Hill,
            AreaLook::SteepSlope => Cover::SteepSlope,
            AreaLook::LightWoods => Cover::LightWoods,
            AreaLook::HeavyWoods => Cover::HeavyWoods,
            AreaLook::UnknownWoods => Cover::UnknownWoods,
            AreaLook::Rough => Cover::Rough,
            AreaLook::Crops => Cover::Crops,
            AreaLook::Town => Cover::Town,
            AreaLook::Water => Cover::Water,
            AreaLook::Marsh => Cover::Marsh,
            AreaLook::Impassable => Cover::Impassable,
        }
    }
}

impl Cover {
    /// What covers a hex; nothing covers a clear one.
    pub fn of_hex(look: HexLook) -> Option<Cover> {
        match look {
            HexLook::Clear => None,
            HexLook::Woods => Some(Cover::HeavyWoods),
            HexLook::Orchard => Some(Cover::Orchard),
            HexLook::Marsh => Some(Cover::Marsh),
            HexLook::Village => Some(Cover::Town),
            HexLook::Chateau => Some(Cover::Chateau),
            HexLook::Mounds => Some(Cover::Mounds),
            HexLook::Dunes => Some(Cover::Dunes),
            HexLook::Water => Some(Cover::Water),
            HexLook::Rough => Some(Cover::Rough),
            HexLook::Crops => Some(Cover::Crops),
        }
    }
}

/// An area in page coordinates.
pub struct Patch {
    pub look: Cover,
    pub name: String,
    pub outline: Vec<Point>,
    /// What is left out of it.
    pub holes: Vec<Vec<Point>>,
    pub level: u8,
    /// Whether its edge is a curve with the corners as handles.
    pub curved: bool,
}

/// A strip that trees and houses keep clear of.
pub struct Clearing {
    pub line: Vec<Point>,
    pub half_width: f64,
}

/// Light falls from the north-west, as the engravers had it.
const SHADOW_SIDE: Point = [0.707, 0.707];

/// How dark a slope lies that falls this way: 0 in full light, 1 in full shadow.
pub fn shade(down: Point) -> f64 {
    (1.0 + dot(down, SHADOW_SIDE)) / 2.0
}

impl Patch {
    fn edge(&self, u: f64) -> Path {
        let ring = |ring: &[Point]| match self.look {
            _ if self.curved => Path::curved_ring(ring),
            Cover::Town | Cover::Chateau | Cover::Crops | Cover::SteepSlope => Path::ring(ring),
            _ => Path::soft_ring(ring, 5.0 * u),
        };
        let mut edge = ring(&self.outline);
        self.holes.iter().for_each(|hole| edge.append(&ring(hole)));
        edge
    }

    fn holds(&self, p: Point) -> bool {
        contains(&self.outline, p) && !self.holes.iter().any(|hole| contains(hole, p))
    }

    /// The shorter side of what the area spans, to keep marks from outgrowing small areas.
    fn breadth(&self) -> f64 {
        let b = Bounds::of(&self.outline);
        b.width().min(b.height())
    }
}

/// The edge of a patch by its name in the drawing: it is written once and painted as often as it takes.
struct Edge(String);

impl Edge {
    fn of(ink: &mut Ink, patch: &Patch, u: f64) -> Edge {
        Edge(ink.define(&patch.edge(u)))
    }

    fn wash(&self, ink: &mut Ink, class: &str) {
        put!(ink, "<use href=\"#{}\" class=\"{class}\"/>", self.0);
    }

    fn line(&self, ink: &mut Ink, class: &str, width: f64) {
        put!(ink, "<use href=\"#{}\" class=\"{class}\" stroke-width=\"{}\"/>", self.0, Fine(width));
    }

    fn dashed(&self, ink: &mut Ink, class: &str, width: f64, [on, off]: [f64; 2]) {
        let (width, on, off) = (Fine(width), Fine(on), Fine(off));
        put!(ink, "<use href=\"#{}\" class=\"{class}\" stroke-width=\"{width}\"", self.0);
        put!(ink, " stroke-dasharray=\"{on} {off}\"/>");
    }

    /// Draws `inside` cut off at the edge.
    fn clip(&self, ink: &mut Ink, inside: impl FnOnce(&mut Ink)) {
        put!(ink, "<clipPath id=\"{0}c\"><use href=\"#{0}\" clip-rule=\"evenodd\"/></clipPath>", self.0);
        put!(ink, "<g clip-path=\"url(#{}c)\">", self.0);
        inside(ink);
        put!(ink, "</g>");
    }
}

/// What lies flat. `hills` tells steep slopes which way is up.
pub fn lay(ink: &mut Ink, patch: &Patch, hills: &[&Patch], u: f64) {
    put!(ink, "<g class=\"area {}\">", class(patch.look));
    let edge = Edge::of(ink, patch, u);
    let floor = |ink: &mut Ink, dashes: Option<[f64; 2]>| {
        let look = class(patch.look);
        edge.wash(ink, &format!("m-wash m-wash-{look}"));
        match dashes {
            Some(dashes) => edge.dashed(ink, &format!("m-rim-{look}"), 0.8 * u, dashes.map(|d| d * u)),
            None => edge.line(ink, &format!("m-rim-{look}"), 0.8 * u),
        }
    };
    match patch.look {
        Cover::Hill => hill(ink, patch, &edge, u),
        Cover::Height => height(ink, patch, &edge, u),
        Cover::SteepSlope => steep_slope(ink, patch, &edge, hills, u),
        Cover::LightWoods => floor(ink, Some([1.2, 2.2])),
        Cover::HeavyWoods => floor(ink, None),
        Cover::UnknownWoods => floor(ink, Some([5.0, 3.0])),
        Cover::Orchard => floor(ink, Some([4.0, 2.0])),
        Cover::Rough | Cover::Mounds => floor(ink, Some([2.0, 2.0])),
        Cover::Dunes => {
            floor(ink, Some([0.8, 2.0]));
            dunes(ink, patch, u);
        }
        Cover::Crops => crops(ink, patch, &edge, u),
        Cover::Town | Cover::Chateau => floor(ink, None),
        Cover::Water => water(ink, &edge, u),
        Cover::Marsh => floor(ink, Some([3.0, 2.0])),
        Cover::Impassable => impassable(ink, patch, &edge, u),
    }
    put!(ink, "</g>\n");
}

/// What stands up.
pub fn raise(ink: &mut Ink, patch: &Patch, clearings: &[Clearing], u: f64) {
    match patch.look {
        Cover::LightWoods => grove(ink, patch, clearings, "m-light", 17.0, 1.15, u),
        Cover::HeavyWoods => grove(ink, patch, clearings, "m-heavy", 11.5, 1.4, u),
        Cover::UnknownWoods => {
            grove(ink, patch, clearings, "m-unknown", 14.0, 1.15, u);
            query(ink, patch, u);
        }
        Cover::Orchard => orchard(ink, patch, clearings, u),
        Cover::Rough => rough(ink, patch, clearings, u),
        Cover::Mounds => mounds(ink, patch, clearings, u),
        Cover::Chateau => chateau(ink, patch, u),
        Cover::Town => houses(ink, patch, clearings, u),
        Cover::Marsh => reeds(ink, patch, clearings, u),
        Cover::Impassable => crags(ink, patch, clearings, u),
        Cover::Hill | Cover::Height | Cover::SteepSlope | Cover::Crops | Cover::Dunes | Cover::Water => {}
    }
}

/// Sizes of what is drawn many times: few enough that a sheet stays small, enough that no two neighbours look alike.
fn about(grain: &mut Grain, size: f64) -> f64 {
    size * [0.86, 0.95, 1.04, 1.13][grain.pick(4)]
}

fn grove(ink: &mut Ink, patch: &Patch, clearings: &[Clearing], leaf: &'static str, spacing: f64, size: f64, u: f64) {
    let mut grain = Grain::of(&patch.outline);
    // A tree's crown, not its foot, must stand inside the edge: the crown is what the eye takes for the wood.
    let inset = (3.5 * u).min(patch.breadth() * 0.25);
    let points = grove_points(patch, spacing * u, inset, clearings, 4.0 * u, &mut grain);
    let mut trees = Grove::new(leaf, size * u);
    for at in points {
        let size = about(&mut grain, size * u);
        let tree = if grain.pick(3) == 0 { symbols::ELM } else { symbols::OAK };
        trees.set(tree, [at[0], at[1] + size * 5.0], size, grain.pick(2) == 0);
    }
    trees.draw_crowded(ink);
}

pub fn class(look: Cover) -> &'static str {
    match look {
        Cover::Hill => "hill",
        Cover::Height => "height",
        Cover::SteepSlope => "steep-slope",
        Cover::LightWoods => "light-woods",
        Cover::HeavyWoods => "heavy-woods",
        Cover::UnknownWoods => "unknown-woods",
        Cover::Orchard => "orchard",
        Cover::Rough => "rough",
        Cover::Dunes => "dunes",
        Cover::Mounds => "mounds",
        Cover::Crops => "crops",
        Cover::Town => "town",
        Cover::Chateau => "chateau",
        Cover::Water => "water",
        Cover::Marsh => "marsh",
        Cover::Impassable => "impassable",
    }
}

/// Whether something of this girth keeps off all the clearings.
fn clear(clearings: &[Clearing], p: Point, girth: f64) -> bool {
    clearings.iter().all(|c| distance_to_line(&c.line, p) > c.half_width + girth)
}

fn clear_points(
    patch: &Patch,
    spacing: f64,
    inset: f64,
    clearings: &[Clearing],
    girth: f64,
    grain: &mut Grain,
) -> Vec<Point> {
    let mut points = scatter(&patch.outline, spacing, inset, grain);
    points.retain(|p| patch.holds(*p) && clear(clearings, *p, girth));
    points
}

/// Trees first along the edge, so that the wood ends where its outline does, then over the inside.
fn grove_points(
    patch: &Patch,
    spacing: f64,
    inset: f64,
    clearings: &[Clearing],
    girth: f64,
    grain: &mut Grain,
) -> Vec<Point> {
    let mut points = clear_points(patch, spacing, inset + spacing * 0.8, clearings, girth, grain);
    let edge = walk_round(&patch.outline, spacing).into_iter().map(|s| along(s.at, quarter(s.way), inset));
    points.extend(edge.filter(|p| {
        patch.holds(*p) && distance_to_outline(&patch.outline, *p) > inset * 0.8 && clear(clearings, *p, girth)
    }));
    points.sort_by(|p, q| p[1].total_cmp(&q[1]).then(p[0].total_cmp(&q[0])));
    points
}

fn hill(ink: &mut Ink, patch: &Patch, edge: &Edge, u: f64) {
    let reach = (12.5 * u).min(patch.breadth() * 0.22);
    edge.wash(ink, &format!("m-wash m-hill-{}", tint(patch.level)));
    edge.clip(ink, |ink| {
        shading(ink, edge, reach);
        hachures(ink, patch, reach, u);
    });
    edge.line(ink, "m-rim-hill", 0.6 * u);
}

fn height(ink: &mut Ink, patch: &Patch, edge: &Edge, u: f64) {
    edge.wash(ink, &format!("m-wash m-hill-{}", tint(patch.level)));
    edge.clip(ink, |ink| shading(ink, edge, 9.0 * u));
    edge.line(ink, "m-rim-height", 0.6 * u);
}

/// The higher, the darker, in five steps.
fn tint(level: u8) -> u8 {
    level.clamp(1, 5)
}

/// A darker rim inside a contour.
fn shading(ink: &mut Ink, edge: &Edge, reach: f64) {
    for share in [2.0, 1.3, 0.6] {
        edge.line(ink, "m-slope-shade", reach * share);
    }
}

/// Strokes down the slope, heavy at the top and on the side away from the light.
fn hachures(ink: &mut Ink, patch: &Patch, reach: f64, u: f64) {
    let mut grain = Grain::of(&patch.outline);
    let mut strokes = Path::new();
    for stop in walk_round(&patch.outline, 2.3 * u) {
        let inward = quarter(stop.way);
        let shade = shade([-inward[0], -inward[1]]);
        let top = reach * (0.45 + 0.55 * shade) * [0.68, 0.8, 0.9, 1.02][grain.pick(4)];
        let foot = tenth(along(stop.at, inward, 0.8 * u));
        strokes.taper(along(foot, inward, top - 0.8 * u), foot, (0.7 + 0.8 * shade) * u);
    }
    ink.path(&strokes, "m-hachure");
}

fn steep_slope(ink: &mut Ink, patch: &Patch, edge: &Edge, hills: &[&Patch], u: f64) {
    let reach = (8.5 * u).min(patch.breadth() * 0.6);
    let mut strokes = Path::new();
    let mut grain = Grain::of(&patch.outline);
    for p in scatter(&patch.outline, 4.1 * u, 0.0, &mut grain) {
        let up = uphill(p, patch, hills);
        let l = reach * [0.82, 0.92, 1.0, 1.08][grain.pick(4)] / 2.0;
        strokes.taper(along(p, up, l), along(p, up, -l), 1.6 * u);
    }
    edge.wash(ink, "m-wash m-wash-steep-slope");
    edge.clip(ink, |ink| ink.path(&strokes, "m-slope-3"));
    edge.line(ink, "m-rim-steep-slope", 0.6 * u);
}

/// The way up at a point: towards the inside of the contour that runs nearest to it. A slope on no hill is drawn across
/// its longest side.
fn uphill(p: Point, patch: &Patch, hills: &[&Patch]) -> Point {
    let mut best: Option<(f64, Point)> = None;
    for hill in hills {
        let foot = nearest_on_outline(&hill.outline, p);
        let d = distance(foot, p);
        let up = if contains(&hill.outline, p) { sub(p, foot) } else { sub(foot, p) };
        if d > 1e-6 && best.is_none_or(|(least, _)| d < least) {
            best = Some((d, direction(up)));
        }
    }
    best.map_or_else(|| quarter(grain_of(&patch.outline)), |(_, up)| up)
}

fn crops(ink: &mut Ink, patch: &Patch, edge: &Edge, u: f64) {
    let way = grain_of(&patch.outline);
    let across = quarter(way);
    let b = Bounds::of(&patch.outline);
    let (middle, half) = (b.centre(), (b.width() + b.height()) / 2.0);
    let gap = (4.6 * u).max(half / 400.0);
    let (mut furrows, mut rows) = (Path::new(), Path::new());
    let count = (half / gap) as i32 + 1;
    for i in -count..=count {
        let line = |offset: f64| {
            let at = along(middle, across, offset);
            (along(at, way, -half), along(at, way, half))
        };
        let (a, b) = line(f64::from(i) * gap);
        furrows.stroke(a, b);
        let (a, b) = line((f64::from(i) + 0.5) * gap);
        rows.stroke(a, b);
    }
    edge.wash(ink, "m-wash m-wash-crops");
    edge.clip(ink, |ink| {
        ink.line(&furrows, "m-rim-crops", 0.6 * u);
        ink.dashed(&rows, "m-sprout", 1.7 * u, [0.1, 2.7 * u]);
    });
    edge.line(ink, "m-rim-crops", 0.8 * u);
}

/// Water lining: lines that follow the shore and fade towards the middle.
fn water(ink: &mut Ink, edge: &Edge, u: f64) {
    edge.wash(ink, "m-wash m-wash-water");
    edge.clip(ink, |ink| {
        for (depth, class) in
            [(17.0, "m-lining-far"), (12.0, "m-lining-far"), (8.0, "m-lining"), (5.0, "m-lining"), (2.6, "m-lining")]
        {
            edge.line(ink, class, (depth * 2.0 + 0.8) * u);
            edge.line(ink, "m-stream", (depth * 2.0 - 0.4) * u);
        }
    });
    edge.line(ink, "m-rim-water", 1.1 * u);
}

fn impassable(ink: &mut Ink, patch: &Patch, edge: &Edge, u: f64) {
    let b = Bounds::of(&patch.outline);
    let span = b.width() + b.height();
    let gap = (3.4 * u).max(span / 400.0);
    let mut hatch = Path::new();
    for i in 0..=(span / gap) as i32 {
        let k = f64::from(i) * gap;
        hatch.stroke([b.min[0] + k, b.min[1]], [b.min[0] + k - b.height(), b.max[1]]);
    }
    edge.wash(ink, "m-wash m-wash-impassable");
    edge.clip(ink, |ink| ink.line(&hatch, "m-hatch", 0.6 * u));
    edge.line(ink, "m-rim-impassable", 1.2 * u);
}

/// Woods nobody has scouted yet carry a question mark.
fn query(ink: &mut Ink, patch: &Patch, u: f64) {
    let at = heart(&patch.outline);
    let size = (22.0 * u).min(patch.breadth() * 0.7);
    put!(
        ink,
        "<text class=\"m-query\" x=\"{}\" y=\"{}\" font-size=\"{}\" stroke-width=\"{}\">?</text>\n",
        Mm(at[0]),
        Mm(at[1] + size * 0.36),
        Fine(size),
        Fine(1.6 * u)
    );
}

fn rough(ink: &mut Ink, patch: &Patch, clearings: &[Clearing], u: f64) {
    let mut grain = Grain::of(&patch.outline);
    let inset = (3.0 * u).min(patch.breadth() * 0.2);
    let (mut bushes, mut stones, mut tufts) =
        (Grove::new("m-light", u), Grove::new("m-stones", u), Grove::new("m-tuft-dry", 1.3 * u));
    for at in clear_points(patch, 12.5 * u, inset, clearings, 3.0 * u, &mut grain) {
        let size = about(&mut grain, u);
        match grain.pick(4) {
            0 => bushes.set(symbols::BUSH, at, size, false),
            1 | 2 => stones.set(symbols::STONES, at, size, false),
            _ => tufts.set(symbols::TUFT, at, size * 1.3, false),
        }
    }
    [bushes, stones, tufts].into_iter().for_each(|grove| grove.draw(ink));
}

fn reeds(ink: &mut Ink, patch: &Patch, clearings: &[Clearing], u: f64) {
    let mut grain = Grain::of(&patch.outline);
    let inset = (4.0 * u).min(patch.breadth() * 0.2);
    let mut reeds = Grove::new("m-reed", u);
    for at in clear_points(patch, 11.5 * u, inset, clearings, 3.0 * u, &mut grain) {
        reeds.set(symbols::REEDS, at, about(&mut grain, 1.05 * u), grain.pick(2) == 0);
    }
    reeds.draw(ink);
}

fn crags(ink: &mut Ink, patch: &Patch, clearings: &[Clearing], u: f64) {
    let mut grain = Grain::of(&patch.outline);
    let inset = (5.0 * u).min(patch.breadth() * 0.25);
    let mut crags = Grove::new("m-stones", u);
    for at in clear_points(patch, 13.0 * u, inset, clearings, 5.0 * u, &mut grain) {
        let size = about(&mut grain, 1.05 * u);
        crags.set(symbols::CRAG, [at[0], at[1] + size * 3.5], size, grain.pick(2) == 0);
    }
    crags.draw(ink);
}

/// Houses in rows along the block's longest side; a block with room for it has a church in the middle.
fn houses(ink: &mut Ink, patch: &Patch, clearings: &[Clearing], u: f64) {
    let mut grain = Grain::of(&patch.outline);
    let way = grain_of(&patch.outline);
    let down = quarter(way);
    let middle = heart(&patch.outline);
    let church = area(&patch.outline) > 5200.0 * u * u;
    let half = Bounds::of(&patch.outline).width() + Bounds::of(&patch.outline).height();
    let (along_gap, row_gap) = ((12.5 * u).max(half / 60.0), (12.0 * u).max(half / 60.0));
    let reach = (half / along_gap.min(row_gap)) as i32 + 1;
    let mut sites: Vec<(Point, bool)> = Vec::new();
    for row in -reach..=reach {
        for column in -reach..=reach {
            let at = along(
                along(middle, way, f64::from(column) * along_gap + if row % 2 == 0 { 0.0 } else { along_gap / 2.0 }),
                down,
                f64::from(row) * row_gap,
            );
            let at = along(at, way, grain.within(-1.0, 1.0) * u);
            if distance(at, middle) > 13.0 * u || !church {
                sites.push((at, false));
            }
        }
    }
    if church {
        sites.push((middle, true));
    }
    let inset = (5.6 * u).min(patch.breadth() * 0.3);
    sites.retain(|(at, _)| {
        patch.holds(*at) && distance_to_outline(&patch.outline, *at) >= inset && clear(clearings, *at, 5.0 * u)
    });
    if sites.is_empty() {
        sites.push((middle, false));
    }
    sites.sort_by(|(p, _), (q, _)| p[1].total_cmp(&q[1]).then(p[0].total_cmp(&q[0])));
    for (at, is_church) in sites {
        let roof = ["m-tile", "m-tile-old", "m-thatch"][grain.pick(3)];
        let (symbol, size) = if is_church { (symbols::CHURCH, 1.15 * u) } else { (symbols::COTTAGE, u) };
        let mut house = Grove::new(roof, size);
        house.set(symbol, [at[0], at[1] + 3.4 * size], size, grain.pick(2) == 0 && !is_church);
        house.draw_crowded(ink);
    }
}

/// Fruit trees stand in rows.
fn orchard(ink: &mut Ink, patch: &Patch, clearings: &[Clearing], u: f64) {
    let b = Bounds::of(&patch.outline);
    let (gap, inset) = ((13.0 * u).max(b.width() / 200.0), (4.5 * u).min(patch.breadth() * 0.2));
    let mut trees = Grove::new("m-light", u);
    for row in 0..=(b.height() / gap) as u32 {
        for column in 0..=(b.width() / gap) as u32 {
            let at = add(b.min, [(f64::from(column) + 0.5) * gap, (f64::from(row) + 0.5) * gap]);
            let inside = patch.holds(at) && distance_to_outline(&patch.outline, at) > inset;
            if inside && clear(clearings, at, 3.0 * u) {
                trees.set(symbols::FRUIT_TREE, [at[0], at[1] + 4.0 * u], u, false);
            }
        }
    }
    trees.draw(ink);
}

fn mounds(ink: &mut Ink, patch: &Patch, clearings: &[Clearing], u: f64) {
    let mut grain = Grain::of(&patch.outline);
    let inset = (6.0 * u).min(patch.breadth() * 0.25);
    let mut mounds = Grove::new("m-heap", 1.17 * u);
    for at in clear_points(patch, 17.0 * u, inset, clearings, 4.0 * u, &mut grain) {
        let size = about(&mut grain, 1.17 * u);
        mounds.set(symbols::MOUND, [at[0], at[1] + size * 2.0], size, false);
    }
    mounds.draw(ink);
}

/// Sand in ripples, with a stipple of grains.
fn dunes(ink: &mut Ink, patch: &Patch, u: f64) {
    let mut grain = Grain::of(&patch.outline);
    let inset = (2.0 * u).min(patch.breadth() * 0.1);
    let mut grains = Path::new();
    scatter(&patch.outline, 3.6 * u, inset, &mut grain).iter().for_each(|at| grains.circle(*at, 0.4 * u));
    ink.path(&grains, "m-grains");
    let mut dunes = Grove::new("m-sand", u);
    for at in scatter(&patch.outline, 15.0 * u, (7.0 * u).min(patch.breadth() * 0.25), &mut grain) {
        dunes.set(symbols::DUNE, at, about(&mut grain, 1.05 * u), false);
    }
    dunes.draw(ink);
}

fn chateau(ink: &mut Ink, patch: &Patch, u: f64) {
    let at = heart(&patch.outline);
    let size = (2.1 * u).min(patch.breadth() / 22.0);
    let mut house = Grove::new("m-slate", size);
    house.set(symbols::CHATEAU, [at[0], at[1] + 6.0 * size], size, false);
    house.draw_crowded(ink);
}
