//! Lines on the ground. Streams, roads, fords and bridges are drawn before trees and houses, everything that stands up
//! (fences, walls, hedgerows, works) after them.

use kernel::scene::{HexSideLook, LineLook};

use crate::areas::shade;
use crate::geometry::{Blocks, Grain, Point, along, beside, direction, mix, quarter, sub, tenth, walk};
use crate::ink::{Ink, Path, put, slab};

/// What runs along a line, whatever field it lies on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Course {
    Road,
    Stream,
    Ford,
    Bridge,
    Fence,
    LowWall,
    HighWall,
    Gate,
    Hedgerow,
    HedgerowLoopholed,
    HedgerowBroken,
    Berm,
    Ditch,
    Abatis,
    PikeWagons,
    LightWorks,
    HeavyWorks,
    Crest,
}

impl From<LineLook> for Course {
    fn from(look: LineLook) -> Course {
        match look {
            LineLook::Road => Course::Road,
            LineLook::Stream => Course::Stream,
            LineLook::Ford => Course::Ford,
            LineLook::Bridge => Course::Bridge,
            LineLook::Fence => Course::Fence,
            LineLook::LowWall => Course::LowWall,
            LineLook::HighWall => Course::HighWall,
            LineLook::Hedgerow => Course::Hedgerow,
            LineLook::HedgerowLoopholed => Course::HedgerowLoopholed,
            LineLook::HedgerowBroken => Course::HedgerowBroken,
            LineLook::LightWorks => Course::LightWorks,
            LineLook::HeavyWorks => Course::HeavyWorks,
            LineLook::Crest => Course::Crest,
        }
    }
}

/// What lies on a hexside: a slope with so many rows of strokes, or something that runs along it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OnHexside {
    Slope(u8),
    Course(Course),
}

impl From<HexSideLook> for OnHexside {
    fn from(look: HexSideLook) -> OnHexside {
        let course = match look {
            HexSideLook::GentleSlope => return OnHexside::Slope(1),
            HexSideLook::SteepSlope => return OnHexside::Slope(2),
            HexSideLook::DoubleSteepSlope => return OnHexside::Slope(3),
            HexSideLook::Stream => Course::Stream,
            HexSideLook::Ford => Course::Ford,
            HexSideLook::Bridge => Course::Bridge,
            HexSideLook::Hedge => Course::Hedgerow,
            HexSideLook::Berm => Course::Berm,
            HexSideLook::Ditch => Course::Ditch,
            HexSideLook::Wall => Course::LowWall,
            HexSideLook::Abatis => Course::Abatis,
            HexSideLook::Entrenchment => Course::LightWorks,
            HexSideLook::Redoubt => Course::HeavyWorks,
            HexSideLook::PikeWagons => Course::PikeWagons,
            HexSideLook::Gate => Course::Gate,
        };
        OnHexside::Course(course)
    }
}

/// A line in page coordinates.
pub struct Strip {
    pub look: Course,
    pub name: String,
    pub points: Vec<Point>,
    pub width: f64,
}

impl Strip {
    /// A line without a name.
    pub fn new(look: Course, points: Vec<Point>, width: f64) -> Strip {
        Strip { look, name: String::new(), points, width }
    }

    /// How wide it is drawn: as wide as it is, but never too thin to be seen.
    fn breadth(&self, u: f64) -> f64 {
        let least = match self.look {
            Course::Road => 5.0,
            Course::Stream => 3.0,
            Course::Ford => 7.0,
            Course::Bridge => 8.0,
            _ => 0.0,
        };
        self.width.max(least * u)
    }

    /// How much room trees and houses must leave on either side of it.
    pub fn half_width(&self, u: f64) -> f64 {
        match self.look {
            Course::Crest => 0.0,
            Course::Road | Course::Stream | Course::Ford | Course::Bridge => self.breadth(u) / 2.0,
            _ => 2.0 * u,
        }
    }
}

/// The order in which lines are laid: water first, ways over it, then what stands on the ground.
pub fn order(look: Course) -> u8 {
    match look {
        Course::Stream => 0,
        Course::Road => 1,
        Course::Ford => 2,
        Course::Bridge => 3,
        _ => 4,
    }
}

pub fn lies_flat(look: Course) -> bool {
    order(look) < 4
}

pub fn class(look: Course) -> &'static str {
    match look {
        Course::Road => "road",
        Course::Stream => "stream",
        Course::Ford => "ford",
        Course::Bridge => "bridge",
        Course::Fence => "fence",
        Course::LowWall => "low-wall",
        Course::HighWall => "high-wall",
        Course::Gate => "gate",
        Course::Hedgerow => "hedgerow",
        Course::HedgerowLoopholed => "hedgerow-loopholed",
        Course::HedgerowBroken => "hedgerow-broken",
        Course::Berm => "berm",
        Course::Ditch => "ditch",
        Course::Abatis => "abatis",
        Course::PikeWagons => "pike-wagons",
        Course::LightWorks => "light-works",
        Course::HeavyWorks => "heavy-works",
        Course::Crest => "crest",
    }
}

pub fn draw(ink: &mut Ink, strip: &Strip, u: f64) {
    put!(ink, "<g class=\"line {}\">", class(strip.look));
    match strip.look {
        Course::Road => road(ink, strip, u),
        Course::Stream => stream(ink, strip, u),
        Course::Ford => ford(ink, strip, u),
        Course::Bridge => bridge(ink, strip, u),
        Course::Fence => fence(ink, strip, u),
        Course::LowWall => wall(ink, strip, 3.4, "m-wall-face", u),
        Course::HighWall => high_wall(ink, strip, u),
        Course::Gate => gate(ink, strip, u),
        Course::Hedgerow => hedge(ink, strip, Hedge::Whole, u),
        Course::HedgerowLoopholed => hedge(ink, strip, Hedge::Loopholed, u),
        Course::HedgerowBroken => hedge(ink, strip, Hedge::Broken, u),
        Course::Berm => berm(ink, strip, u),
        Course::Ditch => ditch(ink, strip, u),
        Course::Abatis => abatis(ink, strip, u),
        Course::PikeWagons => pike_wagons(ink, strip, u),
        Course::LightWorks => light_works(ink, strip, u),
        Course::HeavyWorks => heavy_works(ink, strip, u),
        Course::Crest => crest(ink, strip, u),
    }
    put!(ink, "</g>\n");
}

fn road(ink: &mut Ink, strip: &Strip, u: f64) {
    let path = Path::curved_line(&strip.points);
    let w = strip.breadth(u);
    ink.line(&path, "m-sepia", w);
    ink.line(&path, "m-road", w - 1.4 * u);
    for (side, on, off) in [(-0.2, 9.0, 2.0), (0.2, 12.0, 3.0)] {
        let rut = Path::curved_line(&beside(&strip.points, w * side));
        ink.dashed(&rut, "m-rut", 0.5 * u, [on * u, off * u]);
    }
}

fn stream(ink: &mut Ink, strip: &Strip, u: f64) {
    let path = Path::curved_line(&strip.points);
    let w = strip.breadth(u);
    ink.line(&path, "m-bank", w + 3.4 * u);
    ink.line(&path, "m-lining", w + 0.8 * u);
    ink.line(&path, "m-stream", w - 0.8 * u);
    if w > 5.0 * u {
        for side in [-0.25, 0.25] {
            let current = Path::curved_line(&beside(&strip.points, w * side));
            ink.dashed(&current, "m-lining", 0.5 * u, [7.0 * u, 5.0 * u]);
        }
    }
}

/// Stepping stones over a pale bar of gravel.
fn ford(ink: &mut Ink, strip: &Strip, u: f64) {
    let w = strip.breadth(u);
    ink.line(&Path::open(&strip.points), "m-gravel", w);
    let mut stones = Path::new();
    let mut grain = Grain::of(&strip.points);
    for lane in [-0.36, -0.12, 0.12, 0.36] {
        for stop in walk(&beside(&strip.points, w * lane), 3.4 * u) {
            let at = [stop.at[0] + grain.within(-0.6, 0.6) * u, stop.at[1] + grain.within(-0.6, 0.6) * u];
            stones.circle(at, grain.within(0.6, 1.0) * u);
        }
    }
    ink.line(&stones, "m-stone", 0.4 * u);
}

fn bridge(ink: &mut Ink, strip: &Strip, u: f64) {
    let path = Path::open(&strip.points);
    let w = strip.breadth(u);
    ink.line(&path, "m-ink", w);
    ink.line(&path, "m-timber", w - u);
    ink.dashed(&path, "m-sepia", w - u, [0.5 * u, 2.4 * u]);
    for side in [-0.5, 0.5] {
        let rail = Path::open(&beside(&strip.points, w * side));
        ink.line(&rail, "m-ink m-square", 2.0 * u);
        ink.line(&rail, "m-wall-face", u);
    }
}

fn fence(ink: &mut Ink, strip: &Strip, u: f64) {
    for side in [-0.6, 0.6] {
        ink.line(&Path::open(&beside(&strip.points, side * u)), "m-bark", 0.6 * u);
    }
    let mut posts = Path::new();
    for stop in walk(&strip.points, 6.0 * u) {
        let across = quarter(stop.way);
        posts.stroke(along(stop.at, across, -1.9 * u), along(stop.at, across, 1.9 * u));
    }
    ink.line(&posts, "m-bark", 1.1 * u);
}

fn shadow(ink: &mut Ink, strip: &Strip, width: f64, u: f64) {
    let cast: Vec<Point> = strip.points.iter().map(|p| [p[0] + 1.0 * u, p[1] + 1.2 * u]).collect();
    ink.line(&Path::open(&cast), "m-cast-line", width);
}

/// A stone wall: the dashes are its joints.
fn wall(ink: &mut Ink, strip: &Strip, thick: f64, stone: &str, u: f64) {
    let path = Path::open(&strip.points);
    shadow(ink, strip, thick * u, u);
    ink.line(&path, "m-ink m-square", thick * u);
    ink.line(&path, stone, (thick - 1.2) * u);
    ink.dashed(&path, "m-ink", (thick - 1.0) * u, [0.6 * u, 4.2 * u]);
}

fn high_wall(ink: &mut Ink, strip: &Strip, u: f64) {
    wall(ink, strip, 5.8, "m-wall-dark", u);
    ink.line(&Path::open(&strip.points), "m-ink", 0.8 * u);
    let mut piers = Path::new();
    for stop in walk(&strip.points, 26.0 * u) {
        piers.polygon(&slab(stop.at, stop.way, 2.2 * u, 4.0 * u));
    }
    ink.line(&piers, "m-stone", 0.7 * u);
}

#[derive(PartialEq, Clone, Copy)]
enum Hedge {
    Whole,
    Loopholed,
    Broken,
}

fn hedge(ink: &mut Ink, strip: &Strip, state: Hedge, u: f64) {
    let mut grain = Grain::of(&strip.points);
    let bank = Path::open(&strip.points);
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
        let r = [2.6, 2.9, 3.2][grain.pick(3)] * u;
        bushes.circle(at, r);
        lights.circle([at[0] - r * 0.25, at[1] - r * 0.3], r * 0.5);
    }
    if state == Hedge::Broken {
        ink.dashed(&bank, "m-sepia", 0.7 * u, [2.0 * u, 1.4 * u]);
    } else {
        shadow(ink, strip, 5.0 * u, u);
        ink.line(&bank, "m-hedge-bank", 3.4 * u);
    }
    ink.line(&bushes, if state == Hedge::Broken { "m-bush-thin" } else { "m-bush" }, 0.6 * u);
    ink.path(&lights, "m-bush-light");
    ink.line(&twigs, "m-bark", 0.8 * u);
    ink.line(&holes, "m-loophole", 0.8 * u);
}

/// A bank of earth held by a wattle of stakes.
fn light_works(ink: &mut Ink, strip: &Strip, u: f64) {
    let path = Path::open(&strip.points);
    shadow(ink, strip, 4.8 * u, u);
    ink.line(&path, "m-ink", 5.0 * u);
    ink.line(&path, "m-earth", 3.8 * u);
    let mut stakes = Path::new();
    for stop in walk(&strip.points, 3.6 * u) {
        let slant = along(quarter(stop.way), stop.way, 0.5);
        stakes.stroke(along(stop.at, slant, -2.2 * u), along(stop.at, slant, 2.2 * u));
    }
    ink.line(&stakes, "m-bark", 0.7 * u);
}

/// A thick bank of earth with a row of gabions on it and a ditch line on either side.
fn heavy_works(ink: &mut Ink, strip: &Strip, u: f64) {
    let path = Path::open(&strip.points);
    shadow(ink, strip, 10.0 * u, u);
    ink.line(&path, "m-ink", 10.6 * u);
    ink.line(&path, "m-earth-dark", 9.2 * u);
    let (mut baskets, mut fill) = (Path::new(), Path::new());
    for stop in walk(&strip.points, 6.6 * u) {
        baskets.circle(stop.at, 3.0 * u);
        fill.circle(stop.at, 1.5 * u);
    }
    ink.line(&baskets, "m-cart", 0.8 * u);
    ink.line(&fill, "m-basket", 0.5 * u);
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
    ink.path(&strokes, "m-hachure");
    ink.line(&Path::open(&strip.points), "m-crest", 1.3 * u);
}

/// A way through a wall: two posts, and the leaves of a gate standing open.
fn gate(ink: &mut Ink, strip: &Strip, u: f64) {
    let (Some(first), Some(last)) = (strip.points.first().copied(), strip.points.last().copied()) else { return };
    let (near, far) = (mix(first, last, 0.3), mix(first, last, 0.7));
    for piece in [[first, near], [far, last]] {
        wall(ink, &Strip::new(strip.look, piece.to_vec(), 0.0), 3.4, "m-wall-face", u);
    }
    let way = direction(sub(last, first));
    let (mut posts, mut leaves) = (Path::new(), Path::new());
    for (at, inward) in [(near, 1.0), (far, -1.0)] {
        posts.polygon(&slab(at, way, 1.8 * u, 2.6 * u));
        leaves.stroke(at, along(along(at, way, inward * 2.5 * u), quarter(way), 4.5 * u));
    }
    ink.line(&leaves, "m-bark", 1.3 * u);
    ink.line(&posts, "m-stone", 0.7 * u);
}

/// A low bank: a ridge with short strokes down both of its sides.
fn berm(ink: &mut Ink, strip: &Strip, u: f64) {
    let mut strokes = Path::new();
    for stop in walk(&strip.points, 2.4 * u) {
        for side in [-3.4, 3.4] {
            let (top, foot) = (side * 0.3 * u, side * u);
            strokes.taper(along(stop.at, quarter(stop.way), top), along(stop.at, quarter(stop.way), foot), u);
        }
    }
    shadow(ink, strip, 3.0 * u, u);
    ink.path(&strokes, "m-hachure");
    ink.line(&Path::open(&strip.points), "m-ink", 2.8 * u);
    ink.line(&Path::open(&strip.points), "m-turf", 1.8 * u);
}

/// Two edges with strokes falling inwards from both.
fn ditch(ink: &mut Ink, strip: &Strip, u: f64) {
    let path = Path::open(&strip.points);
    ink.line(&path, "m-ink", 6.0 * u);
    ink.line(&path, "m-ditch", 5.0 * u);
    let mut strokes = Path::new();
    for stop in walk(&strip.points, 2.0 * u) {
        for side in [-2.6, 2.6] {
            let (edge, middle) = (side * u, side * 0.2 * u);
            strokes.taper(along(stop.at, quarter(stop.way), edge), along(stop.at, quarter(stop.way), middle), u);
        }
    }
    ink.path(&strokes, "m-ditch-side");
}

/// Felled trees: sharpened branches that cross one another.
fn abatis(ink: &mut Ink, strip: &Strip, u: f64) {
    let mut grain = Grain::of(&strip.points);
    let mut branches = Path::new();
    for stop in walk(&strip.points, 3.4 * u) {
        for lean in [-2.6, 2.6] {
            let tip = along(along(stop.at, quarter(stop.way), grain.within(3.2, 4.6) * u), stop.way, lean * u);
            let foot = along(along(stop.at, quarter(stop.way), -3.4 * u), stop.way, -lean * u);
            branches.taper(foot, tip, 1.3 * u);
        }
    }
    shadow(ink, strip, 3.0 * u, u);
    ink.line(&branches, "m-branch", 0.3 * u);
    ink.line(&Path::open(&strip.points), "m-bark", 1.6 * u);
}

/// Carts drawn up wheel to wheel, with pikes set between them.
fn pike_wagons(ink: &mut Ink, strip: &Strip, u: f64) {
    let (mut carts, mut pikes, mut wheels) = (Path::new(), Path::new(), Path::new());
    for stop in walk(&strip.points, 8.6 * u) {
        let across = quarter(stop.way);
        carts.polygon(&slab(stop.at, stop.way, 3.4 * u, 2.0 * u));
        for side in [-2.6, 2.6] {
            for along_way in [-2.0, 2.0] {
                let at = along(along(stop.at, across, side * u), stop.way, along_way * u);
                wheels.polygon(&slab(at, stop.way, 1.1 * u, 0.4 * u));
            }
        }
        for offset in [-4.3, -2.0, 2.0] {
            let foot = along(stop.at, stop.way, offset * u);
            pikes.stroke(along(foot, across, -5.4 * u), along(foot, across, 5.4 * u));
        }
    }
    shadow(ink, strip, 4.0 * u, u);
    ink.line(&pikes, "m-bark", 0.7 * u);
    ink.path(&wheels, "m-solid");
    ink.line(&carts, "m-cart", 0.7 * u);
}

/// A brow from which the ground falls.
pub struct Brow {
    pub brow: Vec<Point>,
    pub down: Point,
    pub steepness: u8,
}

/// Strokes from a brow downwards: the steeper the ground, the closer, longer and heavier, and in more rows. The side
/// away from the light is the darker. Strokes are gathered by how steep they are and where, not brow by brow.
pub fn slopes(ink: &mut Ink, slopes: &[Brow], u: f64) {
    for steepness in 1..=3 {
        let alike = slopes.iter().filter(|slope| slope.steepness.clamp(1, 3) == steepness);
        let (mut strokes, mut brows) = (Blocks::new(360.0 * u), Blocks::new(360.0 * u));
        for Brow { brow, down, .. } in alike {
            let Some(first) = brow.first() else { continue };
            strokes.at(*first, |path| fall(path, brow, *down, steepness, u));
            if steepness > 1 {
                let edge: Vec<Point> = brow.iter().map(|p| along(*p, direction(*down), -2.0 * u)).collect();
                brows.at(*first, |path| path.append(&Path::curved_line(&edge)));
            }
        }
        strokes.paths().for_each(|path| ink.path(path, &format!("m-slope-{steepness}")));
        let width = 0.5 * f64::from(steepness) * u;
        brows.paths().for_each(|path| ink.line(path, &format!("m-brow-{steepness}"), width));
    }
}

fn fall(strokes: &mut Path, brow: &[Point], down: Point, steepness: u8, u: f64) {
    let down = direction(down);
    let shade = shade(down);
    let (step, reach, thick) = match steepness {
        0 | 1 => (3.3, 7.5, 0.8),
        2 => (2.3, 10.0, 1.3),
        _ => (2.0, 10.5, 1.6),
    };
    let mut grain = Grain::of(brow);
    let rows = if steepness > 2 { 2 } else { 1 };
    for row in 0..rows {
        let top = -2.0 + f64::from(row) * (reach * 0.75);
        for stop in walk(brow, step * u) {
            let aside = [-0.3, 0.0, 0.3][grain.pick(3)] * u;
            let from = tenth(along(along(stop.at, down, top * u), stop.way, aside));
            let length = reach * (0.7 + 0.3 * shade) * [0.78, 0.88, 0.98, 1.08][grain.pick(4)];
            strokes.taper(from, along(from, down, length * u), thick * (0.75 + 0.5 * shade) * u);
        }
    }
}
