//! Areas of ground. What lies flat (tints, rows, hachures, water) is drawn before roads and streams; what stands up
//! (trees, houses, rocks) after them, and keeps clear of them.

use kernel::scene::{AreaLook, HexLook};

use crate::geometry::{
    Bounds, Grain, Point, add, along, area, contains, direction, distance, distance_to_line, distance_to_outline, dot,
    grain_of, heart, nearest_on_outline, quarter, scatter, sub, walk_round,
};
use crate::ink::{Colour, Ink, Path, put};
use crate::palette as pal;
use crate::symbols;

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

/// Draws `inside` cut off at the patch's edge.
fn clipped(ink: &mut Ink, patch: &Patch, u: f64, inside: impl FnOnce(&mut Ink)) {
    let id = Grain::of(&patch.outline).id();
    put!(ink, "<clipPath id=\"edge-{id:x}\">");
    ink.path(&patch.edge(u), format_args!("clip-rule=\"evenodd\""));
    put!(ink, "</clipPath>\n<g clip-path=\"url(#edge-{id:x})\">\n");
    inside(ink);
    put!(ink, "</g>\n");
}

/// What lies flat. `hills` tells steep slopes which way is up.
pub fn lay(ink: &mut Ink, patch: &Patch, hills: &[&Patch], u: f64) {
    put!(ink, "<g class=\"area {}\" fill-rule=\"evenodd\">\n", class(patch.look));
    match patch.look {
        Cover::Hill => hill(ink, patch, u),
        Cover::Height => height(ink, patch, u),
        Cover::SteepSlope => steep_slope(ink, patch, hills, u),
        Cover::LightWoods => floor(ink, patch, pal::LIGHT_WOODS, pal::HEAVY_LEAF, "1.2 2.2", u),
        Cover::HeavyWoods => floor(ink, patch, pal::HEAVY_WOODS, pal::HEAVY_LEAF, "none", u),
        Cover::UnknownWoods => floor(ink, patch, pal::UNKNOWN_WOODS, pal::SEPIA, "5 3", u),
        Cover::Orchard => floor(ink, patch, pal::ORCHARD, pal::HEAVY_LEAF, "4 2", u),
        Cover::Rough | Cover::Mounds => floor(ink, patch, pal::ROUGH, pal::SEPIA, "2 2", u),
        Cover::Dunes => dunes(ink, patch, u),
        Cover::Crops => crops(ink, patch, u),
        Cover::Town | Cover::Chateau => town(ink, patch, u),
        Cover::Water => water(ink, patch, u),
        Cover::Marsh => floor(ink, patch, pal::MARSH, pal::WATER_LINE, "3 2", u),
        Cover::Impassable => impassable(ink, patch, u),
    }
    put!(ink, "</g>\n");
}

/// What stands up.
pub fn raise(ink: &mut Ink, patch: &Patch, clearings: &[Clearing], u: f64) {
    let mut grain = Grain::of(&patch.outline);
    let mut grove = |ink: &mut Ink, leaf: Colour, spacing: f64, size: f64| {
        put!(ink, "<g fill=\"{leaf}\">\n");
        // A tree's crown, not its foot, must stand inside the edge: the crown is what the eye takes for the wood.
        let inset = (3.5 * u).min(patch.breadth() * 0.25);
        for at in grove_points(patch, spacing * u, inset, clearings, 4.0 * u, &mut grain) {
            let size = size * u * grain.within(0.85, 1.15);
            let tree = if grain.pick(3) == 0 { symbols::ELM } else { symbols::OAK };
            symbols::set(ink, tree, [at[0], at[1] + size * 5.0], size, grain.pick(2) == 0);
        }
        put!(ink, "</g>\n");
    };
    match patch.look {
        Cover::LightWoods => grove(ink, pal::LIGHT_LEAF, 17.0, 1.15),
        Cover::HeavyWoods => grove(ink, pal::HEAVY_LEAF, 11.5, 1.4),
        Cover::UnknownWoods => {
            grove(ink, pal::UNKNOWN_LEAF, 14.0, 1.15);
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

fn floor(ink: &mut Ink, patch: &Patch, wash: Colour, edge: Colour, dashes: &str, u: f64) {
    ink.path(&patch.edge(u), format_args!("fill=\"{wash}\" fill-opacity=\".8\""));
    let dashes: Vec<String> =
        dashes.split(' ').map(|d| d.parse::<f64>().map_or("none".to_owned(), |d| format!("{:.1}", d * u))).collect();
    ink.path(
        &patch.edge(u),
        format_args!(
            "fill=\"none\" stroke=\"{edge}\" stroke-width=\"{:.1}\" stroke-dasharray=\"{}\"",
            0.8 * u,
            dashes.join(" ")
        ),
    );
}

fn hill(ink: &mut Ink, patch: &Patch, u: f64) {
    let reach = (12.5 * u).min(patch.breadth() * 0.22);
    ink.path(&patch.edge(u), format_args!("fill=\"{}\"", tint(patch.level)));
    clipped(ink, patch, u, |ink| {
        shading(ink, patch, reach, u);
        hachures(ink, patch, reach, u);
    });
    ink.path(&patch.edge(u), format_args!("fill=\"none\" stroke=\"{}\" stroke-width=\"{:.1}\"", pal::HACHURE, 0.6 * u));
}

fn height(ink: &mut Ink, patch: &Patch, u: f64) {
    ink.path(&patch.edge(u), format_args!("fill=\"{}\"", tint(patch.level)));
    clipped(ink, patch, u, |ink| shading(ink, patch, 9.0 * u, u));
    ink.path(
        &patch.edge(u),
        format_args!("fill=\"none\" stroke=\"{}\" stroke-opacity=\".8\" stroke-width=\"{:.1}\"", pal::HACHURE, 0.6 * u),
    );
}

/// The higher, the darker.
fn tint(level: u8) -> Colour {
    let height = f64::from(level.max(1) - 1) / 4.0;
    pal::HILL_LOW.towards(pal::HILL_HIGH, height.min(1.0))
}

/// A darker rim inside a contour.
fn shading(ink: &mut Ink, patch: &Patch, reach: f64, u: f64) {
    for (share, opacity) in [(2.0, "0.10"), (1.3, "0.12"), (0.6, "0.16")] {
        ink.path(
            &patch.edge(u),
            format_args!(
                "fill=\"none\" stroke=\"{}\" stroke-opacity=\"{opacity}\" stroke-width=\"{:.1}\"",
                pal::HACHURE,
                reach * share
            ),
        );
    }
}

/// Strokes down the slope, heavy at the top and on the side away from the light.
fn hachures(ink: &mut Ink, patch: &Patch, reach: f64, u: f64) {
    let mut grain = Grain::of(&patch.outline);
    let mut strokes = Path::new();
    for stop in walk_round(&patch.outline, 2.3 * u) {
        let inward = quarter(stop.way);
        let shade = shade([-inward[0], -inward[1]]);
        let top = reach * (0.45 + 0.55 * shade) * grain.within(0.65, 1.05);
        strokes.taper(along(stop.at, inward, top), along(stop.at, inward, 0.8 * u), (0.7 + 0.8 * shade) * u);
    }
    ink.path(&strokes, format_args!("fill=\"{}\" fill-opacity=\".9\"", pal::HACHURE));
}

fn steep_slope(ink: &mut Ink, patch: &Patch, hills: &[&Patch], u: f64) {
    let reach = (8.5 * u).min(patch.breadth() * 0.6);
    let mut strokes = Path::new();
    let mut grain = Grain::of(&patch.outline);
    for p in scatter(&patch.outline, 4.1 * u, 0.0, &mut grain) {
        let up = uphill(p, patch, hills);
        let l = reach * grain.within(0.8, 1.1) / 2.0;
        strokes.taper(along(p, up, l), along(p, up, -l), 1.6 * u);
    }
    ink.path(&patch.edge(u), format_args!("fill=\"{}\" fill-opacity=\".45\"", pal::HACHURE));
    clipped(ink, patch, u, |ink| ink.path(&strokes, format_args!("fill=\"{}\"", pal::BARK.towards(pal::INK, 0.5))));
    ink.path(&patch.edge(u), format_args!("fill=\"none\" stroke=\"{}\" stroke-width=\"{:.1}\"", pal::INK, 0.6 * u));
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

fn crops(ink: &mut Ink, patch: &Patch, u: f64) {
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
    ink.path(&patch.edge(u), format_args!("fill=\"{}\"", pal::CROPS));
    clipped(ink, patch, u, |ink| {
        ink.path(&furrows, format_args!("stroke=\"{}\" stroke-width=\"{:.1}\"", pal::FURROW, 0.6 * u));
        ink.path(
            &rows,
            format_args!(
                "stroke=\"{}\" stroke-width=\"{:.1}\" stroke-linecap=\"round\" stroke-dasharray=\"0.1 {:.1}\"",
                pal::SPROUT,
                1.7 * u,
                2.7 * u
            ),
        );
    });
    ink.path(&patch.edge(u), format_args!("fill=\"none\" stroke=\"{}\" stroke-width=\"{:.1}\"", pal::FURROW, 0.8 * u));
}

fn town(ink: &mut Ink, patch: &Patch, u: f64) {
    ink.path(
        &patch.edge(u),
        format_args!(
            "fill=\"{}\" stroke=\"{}\" stroke-width=\"{:.1}\" stroke-linejoin=\"round\"",
            pal::TOWN,
            pal::SEPIA,
            1.1 * u
        ),
    );
}

/// Water lining: lines that follow the shore and fade towards the middle.
fn water(ink: &mut Ink, patch: &Patch, u: f64) {
    let edge = patch.edge(u);
    ink.path(&edge, format_args!("fill=\"{}\"", pal::WATER));
    clipped(ink, patch, u, |ink| {
        let depths = [17.0, 12.0, 8.0, 5.0, 2.6];
        for (i, depth) in depths.iter().enumerate() {
            let line = pal::WATER.towards(pal::WATER_LINE, 0.3 + 0.13 * i as f64);
            for (width, colour) in [(depth * 2.0 + 0.8, line), (depth * 2.0 - 0.4, pal::WATER)] {
                ink.path(&edge, format_args!("fill=\"none\" stroke=\"{colour}\" stroke-width=\"{:.1}\"", width * u));
            }
        }
    });
    ink.path(&edge, format_args!("fill=\"none\" stroke=\"{}\" stroke-width=\"{:.1}\"", pal::WATER_LINE, 1.1 * u));
}

fn impassable(ink: &mut Ink, patch: &Patch, u: f64) {
    let b = Bounds::of(&patch.outline);
    let span = b.width() + b.height();
    let gap = (3.4 * u).max(span / 400.0);
    let mut hatch = Path::new();
    for i in 0..=(span / gap) as i32 {
        let k = f64::from(i) * gap;
        hatch.stroke([b.min[0] + k, b.min[1]], [b.min[0] + k - b.height(), b.max[1]]);
    }
    ink.path(&patch.edge(u), format_args!("fill=\"{}\"", pal::CRAG));
    clipped(ink, patch, u, |ink| {
        ink.path(
            &hatch,
            format_args!("stroke=\"{}\" stroke-width=\"{:.1}\" stroke-opacity=\".7\"", pal::STONE_DARK, 0.6 * u),
        );
    });
    ink.path(&patch.edge(u), format_args!("fill=\"none\" stroke=\"{}\" stroke-width=\"{:.1}\"", pal::INK, 1.2 * u));
}

/// Woods nobody has scouted yet carry a question mark.
fn query(ink: &mut Ink, patch: &Patch, u: f64) {
    let at = heart(&patch.outline);
    let size = (22.0 * u).min(patch.breadth() * 0.7);
    put!(
        ink,
        "<text x=\"{:.1}\" y=\"{:.1}\" font-family=\"{}\" font-size=\"{size:.1}\" font-weight=\"bold\" \
         text-anchor=\"middle\" \
         fill=\"{}\" stroke=\"{}\" stroke-width=\"{:.1}\" paint-order=\"stroke\">?</text>\n",
        at[0],
        at[1] + size * 0.36,
        crate::ink::SERIF,
        pal::INK,
        pal::UNKNOWN_WOODS,
        1.6 * u
    );
}

fn rough(ink: &mut Ink, patch: &Patch, clearings: &[Clearing], u: f64) {
    let mut grain = Grain::of(&patch.outline);
    let inset = (3.0 * u).min(patch.breadth() * 0.2);
    for at in clear_points(patch, 11.0 * u, inset, clearings, 3.0 * u, &mut grain) {
        let size = u * grain.within(0.8, 1.15);
        match grain.pick(4) {
            0 => coloured(ink, symbols::BUSH, "fill", pal::LIGHT_LEAF, at, size),
            1 | 2 => coloured(ink, symbols::STONES, "fill", pal::STONE, at, size),
            _ => coloured(ink, symbols::TUFT, "stroke", pal::SEPIA, at, size * 1.3),
        }
    }
}

fn coloured(ink: &mut Ink, symbol: &str, attribute: &str, colour: Colour, at: Point, size: f64) {
    put!(ink, "<g {attribute}=\"{colour}\">");
    symbols::set(ink, symbol, at, size, false);
    put!(ink, "</g>");
}

fn reeds(ink: &mut Ink, patch: &Patch, clearings: &[Clearing], u: f64) {
    let mut grain = Grain::of(&patch.outline);
    let inset = (4.0 * u).min(patch.breadth() * 0.2);
    put!(ink, "<g stroke=\"{}\">\n", pal::WATER_LINE.towards(pal::HEAVY_LEAF, 0.45));
    for at in clear_points(patch, 11.5 * u, inset, clearings, 3.0 * u, &mut grain) {
        symbols::set(ink, symbols::REEDS, at, u * grain.within(0.9, 1.2), grain.pick(2) == 0);
    }
    put!(ink, "</g>\n");
}

fn crags(ink: &mut Ink, patch: &Patch, clearings: &[Clearing], u: f64) {
    let mut grain = Grain::of(&patch.outline);
    let inset = (5.0 * u).min(patch.breadth() * 0.25);
    put!(ink, "<g fill=\"{}\">\n", pal::STONE);
    for at in clear_points(patch, 13.0 * u, inset, clearings, 5.0 * u, &mut grain) {
        let size = u * grain.within(0.85, 1.25);
        symbols::set(ink, symbols::CRAG, [at[0], at[1] + size * 3.5], size, grain.pick(2) == 0);
    }
    put!(ink, "</g>\n");
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
        let roof = pal::ROOF.towards(pal::BARK, 0.25 * grain.pick(3) as f64);
        let (symbol, size) = if is_church { (symbols::CHURCH, 1.15 * u) } else { (symbols::COTTAGE, u) };
        put!(ink, "<g fill=\"{roof}\">");
        symbols::set(ink, symbol, [at[0], at[1] + 3.4 * size], size, grain.pick(2) == 0 && !is_church);
        put!(ink, "</g>\n");
    }
}

/// Fruit trees stand in rows.
fn orchard(ink: &mut Ink, patch: &Patch, clearings: &[Clearing], u: f64) {
    let b = Bounds::of(&patch.outline);
    let (gap, inset) = ((13.0 * u).max(b.width() / 200.0), (4.5 * u).min(patch.breadth() * 0.2));
    put!(ink, "<g fill=\"{}\">\n", pal::LIGHT_LEAF);
    for row in 0..=(b.height() / gap) as u32 {
        for column in 0..=(b.width() / gap) as u32 {
            let at = add(b.min, [(f64::from(column) + 0.5) * gap, (f64::from(row) + 0.5) * gap]);
            let inside = patch.holds(at) && distance_to_outline(&patch.outline, at) > inset;
            if inside && clear(clearings, at, 3.0 * u) {
                symbols::set(ink, symbols::FRUIT_TREE, [at[0], at[1] + 4.0 * u], u, false);
            }
        }
    }
    put!(ink, "</g>\n");
}

fn mounds(ink: &mut Ink, patch: &Patch, clearings: &[Clearing], u: f64) {
    let mut grain = Grain::of(&patch.outline);
    let inset = (6.0 * u).min(patch.breadth() * 0.25);
    put!(ink, "<g fill=\"{}\">\n", pal::HILL_LOW.towards(pal::GRASS, 0.3));
    for at in clear_points(patch, 17.0 * u, inset, clearings, 4.0 * u, &mut grain) {
        let size = u * grain.within(1.0, 1.35);
        symbols::set(ink, symbols::MOUND, [at[0], at[1] + size * 2.0], size, false);
    }
    put!(ink, "</g>\n");
}

/// Sand in ripples, with a stipple of grains.
fn dunes(ink: &mut Ink, patch: &Patch, u: f64) {
    floor(ink, patch, pal::SAND, pal::FURROW, "0.8 2", u);
    let mut grain = Grain::of(&patch.outline);
    let inset = (2.0 * u).min(patch.breadth() * 0.1);
    let mut grains = Path::new();
    scatter(&patch.outline, 3.6 * u, inset, &mut grain).iter().for_each(|at| grains.circle(*at, 0.4 * u));
    ink.path(&grains, format_args!("fill=\"{}\" fill-opacity=\".7\"", pal::FURROW));
    put!(ink, "<g stroke=\"{}\" fill=\"{}\">\n", pal::FURROW, pal::SAND.towards(pal::WHITE, 0.4));
    for at in scatter(&patch.outline, 15.0 * u, (7.0 * u).min(patch.breadth() * 0.25), &mut grain) {
        symbols::set(ink, symbols::DUNE, at, u * grain.within(0.9, 1.2), false);
    }
    put!(ink, "</g>\n");
}

fn chateau(ink: &mut Ink, patch: &Patch, u: f64) {
    let at = heart(&patch.outline);
    let size = (2.1 * u).min(patch.breadth() / 22.0);
    put!(ink, "<g fill=\"{}\">", pal::SLATE);
    symbols::set(ink, symbols::CHATEAU, [at[0], at[1] + 6.0 * size], size, false);
    put!(ink, "</g>\n");
}
