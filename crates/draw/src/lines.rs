//! Lines on the ground. Streams, roads, fords and bridges are drawn before trees and houses, everything that stands up
//! (fences, walls, hedgerows, works) after them.

use kernel::scene::LineLook;

use crate::geometry::{Grain, Point, along, beside, quarter, walk};
use crate::ink::{Colour, Ink, Path, put, slab};
use crate::palette as pal;

/// A line in page coordinates.
pub struct Strip {
    pub look: LineLook,
    pub name: String,
    pub points: Vec<Point>,
    pub width: f64,
}

impl Strip {
    /// How wide it is drawn: as wide as it is, but never too thin to be seen.
    fn breadth(&self, u: f64) -> f64 {
        let least = match self.look {
            LineLook::Road => 5.0,
            LineLook::Stream => 3.0,
            LineLook::Ford => 7.0,
            LineLook::Bridge => 8.0,
            _ => 0.0,
        };
        self.width.max(least * u)
    }

    /// How much room trees and houses must leave on either side of it.
    pub fn half_width(&self, u: f64) -> f64 {
        match self.look {
            LineLook::Crest => 0.0,
            LineLook::Road | LineLook::Stream | LineLook::Ford | LineLook::Bridge => self.breadth(u) / 2.0,
            _ => 2.0 * u,
        }
    }
}

/// The order in which lines are laid: water first, ways over it, then what stands on the ground.
pub fn order(look: LineLook) -> u8 {
    match look {
        LineLook::Stream => 0,
        LineLook::Road => 1,
        LineLook::Ford => 2,
        LineLook::Bridge => 3,
        _ => 4,
    }
}

pub fn lies_flat(look: LineLook) -> bool {
    order(look) < 4
}

pub fn class(look: LineLook) -> &'static str {
    match look {
        LineLook::Road => "road",
        LineLook::Stream => "stream",
        LineLook::Ford => "ford",
        LineLook::Bridge => "bridge",
        LineLook::Fence => "fence",
        LineLook::LowWall => "low-wall",
        LineLook::HighWall => "high-wall",
        LineLook::Hedgerow => "hedgerow",
        LineLook::HedgerowLoopholed => "hedgerow-loopholed",
        LineLook::HedgerowBroken => "hedgerow-broken",
        LineLook::LightWorks => "light-works",
        LineLook::HeavyWorks => "heavy-works",
        LineLook::Crest => "crest",
    }
}

pub fn draw(ink: &mut Ink, strip: &Strip, u: f64) {
    put!(ink, "<g class=\"line {}\" fill=\"none\" stroke-linejoin=\"round\">\n", class(strip.look));
    match strip.look {
        LineLook::Road => road(ink, strip, u),
        LineLook::Stream => stream(ink, strip, u),
        LineLook::Ford => ford(ink, strip, u),
        LineLook::Bridge => bridge(ink, strip, u),
        LineLook::Fence => fence(ink, strip, u),
        LineLook::LowWall => wall(ink, strip, 3.4, pal::STONE, u),
        LineLook::HighWall => high_wall(ink, strip, u),
        LineLook::Hedgerow => hedge(ink, strip, Hedge::Whole, u),
        LineLook::HedgerowLoopholed => hedge(ink, strip, Hedge::Loopholed, u),
        LineLook::HedgerowBroken => hedge(ink, strip, Hedge::Broken, u),
        LineLook::LightWorks => light_works(ink, strip, u),
        LineLook::HeavyWorks => heavy_works(ink, strip, u),
        LineLook::Crest => crest(ink, strip, u),
    }
    put!(ink, "</g>\n");
}

fn band(ink: &mut Ink, path: &Path, colour: Colour, width: f64) {
    ink.path(path, format_args!("stroke=\"{colour}\" stroke-width=\"{width:.1}\""));
}

fn dashed(ink: &mut Ink, path: &Path, colour: Colour, width: f64, on: f64, off: f64) {
    ink.path(
        path,
        format_args!("stroke=\"{colour}\" stroke-width=\"{width:.1}\" stroke-dasharray=\"{on:.1} {off:.1}\""),
    );
}

fn road(ink: &mut Ink, strip: &Strip, u: f64) {
    let path = Path::soft_line(&strip.points, strip.breadth(u));
    let w = strip.breadth(u);
    band(ink, &path, pal::SEPIA, w);
    band(ink, &path, pal::ROAD, w - 1.4 * u);
    for (side, on, off) in [(-0.2, 9.0, 2.0), (0.2, 12.0, 3.0)] {
        let rut = Path::soft_line(&beside(&strip.points, w * side), w);
        dashed(ink, &rut, pal::ROAD.towards(pal::SEPIA, 0.4), 0.5 * u, on * u, off * u);
    }
}

fn stream(ink: &mut Ink, strip: &Strip, u: f64) {
    let path = Path::soft_line(&strip.points, strip.breadth(u) * 1.5);
    let w = strip.breadth(u);
    band(ink, &path, pal::WATER_LINE, w + 0.8 * u);
    band(ink, &path, pal::WATER, w - 0.8 * u);
    if w > 5.0 * u {
        for side in [-0.25, 0.25] {
            let current = Path::soft_line(&beside(&strip.points, w * side), w * 1.5);
            dashed(ink, &current, pal::WATER_LINE, 0.5 * u, 7.0 * u, 5.0 * u);
        }
    }
}

/// Stepping stones over a pale bar of gravel.
fn ford(ink: &mut Ink, strip: &Strip, u: f64) {
    let w = strip.breadth(u);
    ink.path(
        &Path::line(&strip.points),
        format_args!("stroke=\"{}\" stroke-opacity=\".6\" stroke-width=\"{w:.1}\"", pal::ROAD),
    );
    let mut stones = Path::new();
    let mut grain = Grain::of(&strip.points);
    for lane in [-0.36, -0.12, 0.12, 0.36] {
        for stop in walk(&beside(&strip.points, w * lane), 3.4 * u) {
            let at = [stop.at[0] + grain.within(-0.6, 0.6) * u, stop.at[1] + grain.within(-0.6, 0.6) * u];
            stones.circle(at, grain.within(0.6, 1.0) * u);
        }
    }
    ink.path(&stones, format_args!("fill=\"{}\" stroke=\"{}\" stroke-width=\"{:.1}\"", pal::STONE, pal::INK, 0.4 * u));
}

fn bridge(ink: &mut Ink, strip: &Strip, u: f64) {
    let path = Path::line(&strip.points);
    let w = strip.breadth(u);
    band(ink, &path, pal::INK, w);
    band(ink, &path, pal::TIMBER, w - 1.0 * u);
    dashed(ink, &path, pal::SEPIA, w - 1.0 * u, 0.5 * u, 2.4 * u);
    for side in [-0.5, 0.5] {
        let rail = Path::line(&beside(&strip.points, w * side));
        ink.path(
            &rail,
            format_args!("stroke=\"{}\" stroke-width=\"{:.1}\" stroke-linecap=\"square\"", pal::INK, 2.0 * u),
        );
        band(ink, &rail, pal::STONE, 1.0 * u);
    }
}

fn fence(ink: &mut Ink, strip: &Strip, u: f64) {
    for side in [-0.6, 0.6] {
        band(ink, &Path::line(&beside(&strip.points, side * u)), pal::BARK, 0.6 * u);
    }
    let mut posts = Path::new();
    for stop in walk(&strip.points, 6.0 * u) {
        let across = quarter(stop.way);
        posts.stroke(along(stop.at, across, -1.9 * u), along(stop.at, across, 1.9 * u));
    }
    band(ink, &posts, pal::BARK, 1.1 * u);
}

fn shadow(ink: &mut Ink, strip: &Strip, width: f64, u: f64) {
    let cast: Vec<Point> = strip.points.iter().map(|p| [p[0] + 1.0 * u, p[1] + 1.2 * u]).collect();
    ink.path(
        &Path::line(&cast),
        format_args!(
            "stroke=\"{}\" stroke-opacity=\".25\" stroke-width=\"{width:.1}\" stroke-linecap=\"round\"",
            pal::INK
        ),
    );
}

/// A stone wall: the dashes are its joints.
fn wall(ink: &mut Ink, strip: &Strip, thick: f64, stone: Colour, u: f64) {
    let path = Path::line(&strip.points);
    shadow(ink, strip, thick * u, u);
    ink.path(
        &path,
        format_args!("stroke=\"{}\" stroke-width=\"{:.1}\" stroke-linecap=\"square\"", pal::INK, thick * u),
    );
    band(ink, &path, stone, (thick - 1.2) * u);
    dashed(ink, &path, pal::INK, (thick - 1.0) * u, 0.6 * u, 4.2 * u);
}

fn high_wall(ink: &mut Ink, strip: &Strip, u: f64) {
    wall(ink, strip, 5.8, pal::STONE.towards(pal::STONE_DARK, 0.35), u);
    band(ink, &Path::line(&strip.points), pal::INK, 0.8 * u);
    let mut piers = Path::new();
    for stop in walk(&strip.points, 26.0 * u) {
        piers.polygon(&slab(stop.at, stop.way, 2.2 * u, 4.0 * u));
    }
    ink.path(&piers, format_args!("fill=\"{}\" stroke=\"{}\" stroke-width=\"{:.1}\"", pal::STONE, pal::INK, 0.7 * u));
}

#[derive(PartialEq, Clone, Copy)]
enum Hedge {
    Whole,
    Loopholed,
    Broken,
}

fn hedge(ink: &mut Ink, strip: &Strip, state: Hedge, u: f64) {
    let mut grain = Grain::of(&strip.points);
    let bank = Path::line(&strip.points);
    let (mut bushes, mut lights, mut twigs, mut holes) = (Path::new(), Path::new(), Path::new(), Path::new());
    for (i, stop) in walk(&strip.points, 4.2 * u).iter().enumerate() {
        let across = quarter(stop.way);
        if state == Hedge::Broken && i % 7 > 3 {
            let lean = grain.within(-1.6, 1.6) * u;
            twigs.stroke(along(stop.at, across, -1.8 * u), along(along(stop.at, across, 1.8 * u), stop.way, lean));
            continue;
        }
        if state == Hedge::Loopholed && i % 4 == 2 {
            holes.polygon(&slab(stop.at, across, 3.6 * u, 1.3 * u));
            continue;
        }
        let at = along(stop.at, across, grain.within(-0.5, 0.5) * u);
        let r = grain.within(2.5, 3.3) * u;
        bushes.circle(at, r);
        lights.circle([at[0] - r * 0.25, at[1] - r * 0.3], r * 0.5);
    }
    if state == Hedge::Broken {
        dashed(ink, &bank, pal::SEPIA, 0.7 * u, 2.0 * u, 1.4 * u);
    } else {
        shadow(ink, strip, 5.0 * u, u);
        band(ink, &bank, pal::HEDGE, 3.4 * u);
    }
    let leaf = if state == Hedge::Broken { pal::HEDGE.towards(pal::GROUND, 0.25) } else { pal::HEDGE };
    ink.path(&bushes, format_args!("fill=\"{leaf}\" stroke=\"{}\" stroke-width=\"{:.1}\"", pal::INK, 0.6 * u));
    ink.path(&lights, format_args!("fill=\"{}\" fill-opacity=\".75\"", pal::LIGHT_LEAF));
    band(ink, &twigs, pal::BARK, 0.8 * u);
    ink.path(&holes, format_args!("fill=\"{}\" stroke=\"{}\" stroke-width=\"{:.1}\"", pal::WHITE, pal::INK, 0.8 * u));
}

/// A bank of earth held by a wattle of stakes.
fn light_works(ink: &mut Ink, strip: &Strip, u: f64) {
    let path = Path::line(&strip.points);
    shadow(ink, strip, 4.8 * u, u);
    band(ink, &path, pal::INK, 5.0 * u);
    band(ink, &path, pal::EARTH, 3.8 * u);
    let mut stakes = Path::new();
    for stop in walk(&strip.points, 3.6 * u) {
        let slant = along(quarter(stop.way), stop.way, 0.5);
        stakes.stroke(along(stop.at, slant, -2.2 * u), along(stop.at, slant, 2.2 * u));
    }
    band(ink, &stakes, pal::BARK, 0.7 * u);
}

/// A thick bank of earth with a row of gabions on it and a ditch line on either side.
fn heavy_works(ink: &mut Ink, strip: &Strip, u: f64) {
    let path = Path::line(&strip.points);
    shadow(ink, strip, 10.0 * u, u);
    band(ink, &path, pal::INK, 10.6 * u);
    band(ink, &path, pal::EARTH.towards(pal::BARK, 0.25), 9.2 * u);
    let (mut baskets, mut fill) = (Path::new(), Path::new());
    for stop in walk(&strip.points, 6.6 * u) {
        baskets.circle(stop.at, 3.0 * u);
        fill.circle(stop.at, 1.5 * u);
    }
    ink.path(
        &baskets,
        format_args!("fill=\"{}\" stroke=\"{}\" stroke-width=\"{:.1}\"", pal::TIMBER, pal::INK, 0.8 * u),
    );
    ink.path(
        &fill,
        format_args!(
            "fill=\"{}\" stroke=\"{}\" stroke-width=\"{:.1}\"",
            pal::EARTH.towards(pal::BARK, 0.4),
            pal::BARK,
            0.5 * u
        ),
    );
}

/// A crest falls away on both sides.
fn crest(ink: &mut Ink, strip: &Strip, u: f64) {
    let mut strokes = Path::new();
    for (i, stop) in walk(&strip.points, 2.6 * u).iter().enumerate() {
        let across = quarter(stop.way);
        let l = if i % 2 == 0 { 4.6 * u } else { 3.0 * u };
        for side in [-1.0, 1.0] {
            strokes.taper(stop.at, along(stop.at, across, side * l), 0.9 * u);
        }
    }
    ink.path(&strokes, format_args!("fill=\"{}\" fill-opacity=\".8\"", pal::HACHURE));
    band(ink, &Path::soft_line(&strip.points, 4.0 * u), pal::HACHURE.towards(pal::INK, 0.4), 1.3 * u);
}
