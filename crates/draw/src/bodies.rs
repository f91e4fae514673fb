//! Bodies of troops, seen from above as they stand on the table: every figure is drawn, to scale, in the part it
//! belongs to.

use kernel::scene::{Body, Figure, Part, Standing, Symbol};

use crate::geometry::{
    Bounds, Grain, Point, add, along, direction, distance, dot, heading, hull_grown, mix, quarter, sub,
};
use crate::ink::{Colour, Ink, Mm, Path, Safe, put, slab};
use crate::palette as pal;

/// A body in page coordinates.
pub struct Formed<'a> {
    pub body: &'a Body,
    pub colour: Colour,
    pub parts: Vec<Part>,
    pub at: Point,
    /// The way it faces.
    pub way: Point,
}

impl<'a> Formed<'a> {
    pub fn new(body: &'a Body, colour: Colour, place: impl Fn(Point) -> Point) -> Formed<'a> {
        let parts = body.parts.iter().map(|p| Part { corners: p.corners.map(&place), ..p.clone() }).collect();
        Formed {
            body,
            colour,
            parts,
            at: place(body.at),
            way: heading(if body.facing.is_finite() { body.facing } else { 0.0 }),
        }
    }

    fn corners(&self) -> Vec<Point> {
        self.parts.iter().flat_map(|p| p.corners).collect()
    }

    /// The blocks it covers; a body without parts stands on a small round base.
    pub fn blocks(&self, u: f64) -> Vec<Vec<Point>> {
        if self.parts.is_empty() {
            return vec![Bounds::centred(self.at, BASE * 2.0 * u, BASE * 2.0 * u).corners().to_vec()];
        }
        self.parts.iter().map(|p| p.corners.to_vec()).collect()
    }

    pub fn bounds(&self, u: f64) -> Bounds {
        Bounds::of(&self.blocks(u).concat())
    }

    /// What names should not be written over: the blocks and, for a general, his flag.
    pub fn kept_clear(&self, u: f64) -> Vec<Vec<Point>> {
        let mut blocks = self.blocks(u);
        if self.is_general() {
            let [x, y] = self.staff(u);
            let reach = if self.body.symbol == Symbol::ChiefGeneral { 1.25 * u } else { u };
            let cloth = Bounds { min: [x - 2.0 * reach, y - 23.0 * reach], max: [x + 19.0 * reach, y] };
            blocks.push(cloth.corners().to_vec());
        }
        blocks
    }

    /// Where a general's flag is planted.
    fn staff(&self, u: f64) -> Point {
        if self.parts.is_empty() { self.at } else { self.bounds(u).centre() }
    }

    /// The same body standing a little aside.
    pub fn moved(mut self, by: Point) -> Formed<'a> {
        self.at = add(self.at, by);
        for part in &mut self.parts {
            part.corners = part.corners.map(|corner| add(corner, by));
        }
        self
    }

    /// The middle of the foremost edge.
    pub fn front(&self, u: f64) -> Point {
        let corners = self.corners();
        let across = quarter(self.way);
        let ahead = |c: &Point| dot(*c, self.way);
        let beside = |a: &&Point, b: &&Point| dot(**a, across).total_cmp(&dot(**b, across));
        let reach = corners.iter().map(ahead).fold(f64::NEG_INFINITY, f64::max);
        let foremost: Vec<&Point> = corners.iter().filter(|c| ahead(c) > reach - u).collect();
        let left = foremost.iter().copied().min_by(beside);
        let right = foremost.iter().copied().max_by(beside);
        left.zip(right).map_or(along(self.at, self.way, BASE * u), |(left, right)| mix(*left, *right, 0.5))
    }

    pub fn is_general(&self) -> bool {
        matches!(self.body.symbol, Symbol::General | Symbol::ChiefGeneral)
    }
}

/// Radius of the base of a body that has no parts.
const BASE: f64 = 9.0;

pub fn draw(ink: &mut Ink, formed: &Formed<'_>, u: f64) {
    open(ink, formed.body, &formed.body.name);
    standing(ink, formed, u);
    let livery = Livery::of(formed);
    if formed.parts.is_empty() {
        lone(ink, formed, &livery, u);
    }
    let mut shade = Path::new();
    for part in &formed.parts {
        shade.polygon(&part.corners.map(|c| [c[0] + 1.3 * u, c[1] + 1.6 * u]));
    }
    ink.path(&shade, format_args!("fill=\"{}\" fill-opacity=\".32\"", pal::INK));
    for part in &formed.parts {
        block(ink, formed, part, &livery, u);
    }
    if formed.is_general() {
        flag(ink, formed, u);
    }
    put!(ink, "</g>\n");
}

/// Begins the drawing of a body.
pub fn open(ink: &mut Ink, body: &Body, title: &str) {
    put!(
        ink,
        "<g class=\"body {}\" data-body=\"{}\" data-key=\"{}\" stroke-linejoin=\"round\">\n<title>{}</title>\n",
        class(body.symbol),
        body.id,
        Safe(&body.key),
        Safe(title)
    );
}

pub fn class(symbol: Symbol) -> &'static str {
    match symbol {
        Symbol::PikeAndShot => "pike-and-shot",
        Symbol::Shot => "shot",
        Symbol::Skirmishers => "skirmishers",
        Symbol::Horse => "horse",
        Symbol::Cuirassiers => "cuirassiers",
        Symbol::Lancers => "lancers",
        Symbol::Dragoons => "dragoons",
        Symbol::Guns => "guns",
        Symbol::Highlanders => "highlanders",
        Symbol::General => "general",
        Symbol::ChiefGeneral => "chief-general",
        Symbol::Wagon => "wagon",
        Symbol::LedHorses => "led-horses",
        Symbol::LightHorse => "light-horse",
    }
}

/// The colours a body's figures are painted in, chosen so that they show on the side's colour.
pub struct Livery {
    pub base: Colour,
    pub dark: Colour,
    pub pale: Colour,
}

impl Livery {
    pub fn of(formed: &Formed<'_>) -> Livery {
        let base = match formed.body.standing {
            Standing::Routing => formed.colour.towards(pal::PAPER, 0.5),
            Standing::Spent => formed.colour.towards(pal::SPENT, 0.62),
            Standing::Idle | Standing::Selected | Standing::Ready | Standing::Pursuing => formed.colour,
        };
        let dark = base.towards(Colour(0, 0, 0), 0.62);
        let pale = if base.is_light() { base.towards(dark, 0.55) } else { base.towards(pal::WHITE, 0.82) };
        Livery { base, dark, pale }
    }
}

/// What stands out is outlined: by the shape of the outline as well as by colour. A wide line under the blocks makes
/// one outline around all of them.
pub fn standing(ink: &mut Ink, formed: &Formed<'_>, u: f64) {
    let mut blocks = Path::new();
    formed.blocks(u).iter().for_each(|b| blocks.polygon(b));
    let mut rim = |colour: Colour, by: f64| {
        ink.path(&blocks, format_args!("fill=\"{colour}\" stroke=\"{colour}\" stroke-width=\"{:.1}\"", by * 2.0 * u));
    };
    match formed.body.standing {
        Standing::Idle | Standing::Spent => {}
        Standing::Selected => {
            for (colour, by) in [(pal::INK, 5.4), (pal::GOLD, 4.6), (pal::INK, 1.7), (pal::WHITE, 1.1)] {
                rim(colour, by);
            }
        }
        Standing::Ready => {
            for (colour, by) in [(pal::INK, 3.4), (pal::WHITE, 2.7)] {
                rim(colour, by);
            }
        }
        Standing::Pursuing => {
            for (colour, by) in [(pal::INK, 3.0), (formed.colour, 2.5), (pal::WHITE, 1.2)] {
                rim(colour, by);
            }
        }
        Standing::Routing => {
            ink.path(
                &Path::ring(&hull_grown(&formed.blocks(u).concat(), 3.2 * u)),
                format_args!(
                    "fill=\"{}\" fill-opacity=\".55\" stroke=\"{}\" stroke-width=\"{:.1}\" \
                     stroke-dasharray=\"{:.1} {:.1}\"",
                    pal::WHITE,
                    pal::CRIMSON,
                    1.5 * u,
                    3.4 * u,
                    2.2 * u
                ),
            );
        }
    }
}

fn block(ink: &mut Ink, formed: &Formed<'_>, part: &Part, livery: &Livery, u: f64) {
    // Loose men leave most of their ground bare.
    let wash = if part.figure == Figure::Skirmisher { 0.38 } else { 1.0 };
    ink.path(
        &Path::ring(&part.corners),
        format_args!(
            "fill=\"{}\" fill-opacity=\"{wash:.2}\" stroke=\"{}\" stroke-width=\"{:.1}\"",
            livery.base,
            livery.dark,
            0.7 * u
        ),
    );
    figures(ink, formed.body.symbol, part, livery);
    ink.path(
        &Path::line(&part.corners[..2]),
        format_args!("stroke=\"{}\" stroke-width=\"{:.1}\" stroke-linecap=\"square\"", pal::INK, 1.9 * u),
    );
}

/// A place for one figure.
#[derive(Clone, Copy)]
struct Place {
    at: Point,
    /// Half the room it has, across and along its way.
    half: Point,
    way: Point,
}

impl Place {
    /// A point of the place: `x` to the figure's right, `y` ahead of it, both in halves of its room.
    fn point(&self, x: f64, y: f64) -> Point {
        along(along(self.at, quarter(self.way), x * self.half[0]), self.way, y * self.half[1])
    }

    fn small(&self) -> f64 {
        self.half[0].min(self.half[1])
    }
}

/// Ranks are filled from the front; what is left over stands in the middle of the last rank.
fn places(part: &Part) -> Vec<Place> {
    let files = part.files.max(1);
    let ranks = part.figures.div_ceil(files).max(1);
    let [fl, fr, rr, rl] = part.corners;
    let half = [
        distance(fl, fr) / f64::from(files) / 2.0,
        distance(mix(fl, fr, 0.5), mix(rl, rr, 0.5)) / f64::from(ranks) / 2.0,
    ];
    let way = direction(sub(add(fl, fr), add(rl, rr)));
    (0..part.figures)
        .map(|i| {
            let (rank, file) = (i / files, i % files);
            let in_rank = files.min(part.figures - rank * files);
            let s = 0.5 + (f64::from(file) + 0.5 - f64::from(in_rank) / 2.0) / f64::from(files);
            let t = (f64::from(rank) + 0.5) / f64::from(ranks);
            Place { at: mix(mix(fl, fr, s), mix(rl, rr, s), t), half, way }
        })
        .collect()
}

pub fn figures(ink: &mut Ink, symbol: Symbol, part: &Part, livery: &Livery) {
    let places = places(part);
    let Some(line) = places.first().map(|p| p.small() * 0.11) else { return };
    put!(ink, "<g class=\"figures\" stroke=\"{}\" stroke-width=\"{line:.1}\" stroke-linecap=\"round\">\n", livery.dark);
    match part.figure {
        Figure::Pike if symbol == Symbol::Highlanders => clansmen(ink, &places, livery),
        Figure::Shot if symbol == Symbol::Highlanders => clansmen(ink, &places, livery),
        Figure::Pike => pikes(ink, &places, livery),
        Figure::Shot | Figure::Gunner => shot(ink, &places, livery, part.figure == Figure::Shot),
        Figure::Skirmisher => skirmishers(ink, &places, livery),
        Figure::Rider | Figure::Officer => riders(ink, symbol, &places, livery, true),
        Figure::Horse => riders(ink, symbol, &places, livery, false),
        Figure::Gun => guns(ink, &places),
        Figure::Wagon => wagons(ink, &places),
    }
    put!(ink, "</g>\n");
}

/// A stroke with a dark edge, so that a weapon shows on any coat.
fn weapons(ink: &mut Ink, path: &Path, colour: Colour, dark: Colour, width: f64) {
    ink.path(path, format_args!("fill=\"none\" stroke=\"{dark}\" stroke-width=\"{:.1}\"", width * 2.0));
    ink.path(path, format_args!("fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width:.1}\""));
}

fn pikes(ink: &mut Ink, places: &[Place], livery: &Livery) {
    let (mut helmets, mut combs, mut pikes) = (Path::new(), Path::new(), Path::new());
    for p in places {
        let head = p.point(-0.16, -0.12);
        helmets.circle(head, p.small() * 0.55);
        combs.stroke(along(head, p.way, p.small() * 0.5), along(head, p.way, -p.small() * 0.5));
        pikes.stroke(p.point(0.62, -0.86), p.point(0.62, 1.0));
    }
    weapons(ink, &pikes, pal::ASH, livery.dark, places[0].small() * 0.22);
    ink.path(&helmets, format_args!("fill=\"{}\"", pal::STEEL));
    ink.path(&combs, format_args!("fill=\"none\""));
}

fn shot(ink: &mut Ink, places: &[Place], livery: &Livery, armed: bool) {
    let (mut hats, mut crowns, mut muskets) = (Path::new(), Path::new(), Path::new());
    for p in places {
        let head = p.point(-0.08, -0.1);
        hats.circle(head, p.small() * 0.56);
        crowns.circle(head, p.small() * 0.24);
        if armed {
            muskets.stroke(p.point(0.56, -0.45), p.point(0.56, 0.85));
        }
    }
    weapons(ink, &muskets, pal::ASH, livery.dark, places[0].small() * 0.13);
    ink.path(&hats, format_args!("fill=\"{}\"", livery.pale));
    ink.path(&crowns, format_args!("fill=\"{}\" stroke=\"none\"", livery.base.towards(livery.dark, 0.4)));
}

/// Loose men: none stands quite in line.
fn skirmishers(ink: &mut Ink, places: &[Place], livery: &Livery) {
    let loose: Vec<Place> = places
        .iter()
        .map(|p| {
            let mut grain = Grain::of(&[p.at]);
            let at = p.point(grain.within(-0.35, 0.35), grain.within(-0.35, 0.35));
            Place { at, half: [p.half[0] * 0.62, p.half[1] * 0.62], way: p.way }
        })
        .collect();
    let mut stands = Path::new();
    loose.iter().for_each(|p| stands.circle(p.at, p.small()));
    ink.path(&stands, format_args!("fill=\"{}\"", livery.base));
    shot(ink, &loose, livery, true);
}

/// Targe and broadsword.
fn clansmen(ink: &mut Ink, places: &[Place], livery: &Livery) {
    let (mut bonnets, mut targes, mut bosses, mut swords) = (Path::new(), Path::new(), Path::new(), Path::new());
    for p in places {
        bonnets.circle(p.point(0.1, -0.15), p.small() * 0.5);
        targes.circle(p.point(-0.42, 0.32), p.small() * 0.4);
        bosses.circle(p.point(-0.42, 0.32), p.small() * 0.12);
        swords.stroke(p.point(0.52, 0.0), p.point(0.72, 0.85));
    }
    weapons(ink, &swords, pal::STEEL, livery.dark, places[0].small() * 0.12);
    ink.path(&bonnets, format_args!("fill=\"{}\"", livery.pale));
    ink.path(&targes, format_args!("fill=\"{}\"", pal::TIMBER));
    ink.path(&bosses, format_args!("fill=\"{}\" stroke=\"none\"", pal::INK));
}

fn riders(ink: &mut Ink, symbol: Symbol, places: &[Place], livery: &Livery, mounted: bool) {
    let mut coats: [Path; 5] = Default::default();
    let (mut manes, mut men, mut hats, mut arms) = (Path::new(), Path::new(), Path::new(), Path::new());
    for p in places {
        let (across, ahead) = (p.half[0].min(p.half[1] * 0.6), p.half[1].min(p.half[0] * 2.0));
        // Generals ride greys, which show best under a dark coat.
        let general = matches!(symbol, Symbol::General | Symbol::ChiefGeneral);
        let coat = &mut coats[if general { 4 } else { Grain::of(&[p.at]).pick(5) }];
        let reach = |k: f64| along(p.at, p.way, k * ahead);
        coat.oval(reach(-0.12), p.way, ahead * 0.56, across * 0.42);
        coat.oval(reach(0.58), p.way, ahead * 0.28, across * 0.2);
        manes.stroke(reach(0.42), reach(0.66));
        manes.stroke(reach(-0.68), reach(-0.84));
        if mounted {
            let seat = reach(-0.1);
            men.oval(seat, quarter(p.way), across * 0.62, ahead * 0.17);
            hats.circle(seat, across * 0.34);
            let hand = along(seat, quarter(p.way), across * 0.66);
            match symbol {
                Symbol::Lancers => arms.stroke(along(hand, p.way, -ahead * 0.5), along(hand, p.way, ahead * 1.05)),
                Symbol::Dragoons => arms.stroke(along(hand, p.way, -ahead * 0.25), along(hand, p.way, ahead * 0.45)),
                _ => arms.stroke(hand, along(hand, p.way, ahead * 0.32)),
            }
        }
    }
    for (path, coat) in coats.iter().zip(pal::HORSES) {
        ink.path(path, format_args!("fill=\"{coat}\" stroke=\"{}\"", livery.dark));
    }
    ink.path(&manes, format_args!("fill=\"none\" stroke=\"{}\"", pal::INK));
    let arm = if symbol == Symbol::Lancers { pal::ASH } else { pal::STEEL };
    weapons(ink, &arms, arm, livery.dark, places[0].small() * 0.1);
    let coat = if symbol == Symbol::Cuirassiers { pal::STEEL } else { livery.pale };
    ink.path(&men, format_args!("fill=\"{coat}\""));
    let hat = if symbol == Symbol::Cuirassiers { pal::STEEL } else { pal::INK };
    ink.path(&hats, format_args!("fill=\"{hat}\""));
}

fn guns(ink: &mut Ink, places: &[Place]) {
    let (mut wheels, mut trails, mut barrels, mut axles) = (Path::new(), Path::new(), Path::new(), Path::new());
    for p in places {
        let s = p.small();
        let on = |x: f64, y: f64| along(along(p.at, quarter(p.way), x * s), p.way, y * s);
        axles.stroke(on(-0.56, 0.05), on(0.56, 0.05));
        for side in [-0.6, 0.6] {
            wheels.polygon(&slab(on(side, 0.05), p.way, 0.42 * s, 0.09 * s));
        }
        trails.polygon(&[on(-0.22, 0.15), on(0.22, 0.15), on(0.1, -0.9), on(-0.1, -0.9)]);
        barrels.polygon(&[on(-0.2, -0.42), on(0.2, -0.42), on(0.12, 0.88), on(-0.12, 0.88)]);
        barrels.circle(on(0.0, -0.5), 0.1 * s);
        barrels.polygon(&slab(on(0.0, 0.84), p.way, 0.07 * s, 0.17 * s));
    }
    let line = places[0].small() * 0.1;
    ink.path(&axles, format_args!("stroke=\"{}\" stroke-width=\"{:.1}\"", pal::INK, line * 1.6));
    ink.path(
        &wheels,
        format_args!("fill=\"{}\" stroke=\"{}\" stroke-width=\"{:.1}\"", pal::BARK, pal::INK, line * 0.6),
    );
    ink.path(
        &trails,
        format_args!("fill=\"{}\" stroke=\"{}\" stroke-width=\"{:.1}\"", pal::TIMBER, pal::INK, line * 0.6),
    );
    ink.path(
        &barrels,
        format_args!("fill=\"{}\" stroke=\"{}\" stroke-width=\"{:.1}\"", pal::BRONZE, pal::INK, line * 0.6),
    );
}

fn wagons(ink: &mut Ink, places: &[Place]) {
    let (mut beds, mut hoops, mut teams, mut wheels) = (Path::new(), Path::new(), Path::new(), Path::new());
    for p in places {
        beds.polygon(&slab(p.point(0.0, -0.3), p.way, p.half[1] * 0.56, p.half[0] * 0.5));
        for y in [-0.66, -0.42, -0.18, 0.06] {
            hoops.stroke(p.point(-0.5, y), p.point(0.5, y));
        }
        for (x, y) in [(-0.62, -0.62), (0.62, -0.62), (-0.62, 0.04), (0.62, 0.04)] {
            wheels.polygon(&slab(p.point(x, y), p.way, p.half[1] * 0.14, p.half[0] * 0.08));
        }
        for x in [-0.26, 0.26] {
            teams.oval(p.point(x, 0.62), p.way, p.half[1] * 0.27, p.half[0] * 0.17);
        }
    }
    ink.path(&wheels, format_args!("fill=\"{}\"", pal::INK));
    ink.path(&teams, format_args!("fill=\"{}\"", pal::HORSES[0]));
    ink.path(&beds, format_args!("fill=\"{}\"", pal::WALL));
    ink.path(&hoops, format_args!("fill=\"none\" stroke=\"{}\"", pal::SEPIA));
}

/// A body without parts: one figure on a round base.
fn lone(ink: &mut Ink, formed: &Formed<'_>, livery: &Livery, u: f64) {
    let mut base = Path::new();
    base.circle(formed.at, BASE * u);
    ink.path(
        &base,
        format_args!("fill=\"{}\" stroke=\"{}\" stroke-width=\"{:.1}\"", livery.base, livery.dark, 0.9 * u),
    );
    let [fl, fr, rr, rl] = slab(formed.at, formed.way, BASE * 0.8 * u, BASE * 0.6 * u);
    let figure = match formed.body.symbol {
        Symbol::PikeAndShot => Figure::Pike,
        Symbol::Shot | Symbol::Highlanders => Figure::Shot,
        Symbol::Skirmishers => Figure::Skirmisher,
        Symbol::Guns => Figure::Gun,
        Symbol::Wagon => Figure::Wagon,
        Symbol::LedHorses => Figure::Horse,
        Symbol::General | Symbol::ChiefGeneral => Figure::Officer,
        Symbol::Horse | Symbol::Cuirassiers | Symbol::Lancers | Symbol::Dragoons | Symbol::LightHorse => Figure::Rider,
    };
    figures(ink, formed.body.symbol, &Part { corners: [fl, fr, rr, rl], figure, files: 1, figures: 1 }, livery);
}

/// The arrowhead before the front; a pursuing body has three of them, one behind the other.
pub fn facing(ink: &mut Ink, formed: &Formed<'_>, u: f64) {
    let front = formed.front(u);
    let across = quarter(formed.way);
    let mut heads = Path::new();
    let count = if formed.body.standing == Standing::Pursuing { 3 } else { 1 };
    for i in 0..count {
        let foot = along(front, formed.way, (1.2 + 4.4 * f64::from(i)) * u);
        heads.polygon(&[along(foot, across, -3.2 * u), along(foot, formed.way, 4.2 * u), along(foot, across, 3.2 * u)]);
    }
    ink.path(
        &heads,
        format_args!(
            "class=\"facing\" fill=\"{}\" stroke=\"{}\" stroke-width=\"{:.1}\" stroke-linejoin=\"round\"",
            pal::INK,
            pal::WHITE,
            0.7 * u
        ),
    );
}

/// A general's colours, upright on the page; the commander-in-chief's are larger, swallow-tailed and bear a disc.
fn flag(ink: &mut Ink, formed: &Formed<'_>, u: f64) {
    let chief = formed.body.symbol == Symbol::ChiefGeneral;
    let foot = formed.staff(u);
    let size = u * if chief { 1.25 } else { 1.0 };
    put!(ink, "<g transform=\"translate({},{}) scale({size:.2})\">", Mm(foot[0]), Mm(foot[1]));
    put!(ink, "<path d=\"M0,2V-21\" stroke=\"{}\" stroke-width=\"1.5\" stroke-linecap=\"round\"/>", pal::INK);
    let cloth = if chief {
        "M0,-21C4,-23 8,-19 12,-21L19,-20.5L15,-16L19,-11L12,-10.5C8,-8.5 4,-12.5 0,-10.5Z"
    } else {
        "M0,-21C4,-23 9,-19 14,-21V-11.5C9,-9.5 4,-13.5 0,-11.5Z"
    };
    put!(ink, "<path d=\"{cloth}\" fill=\"{}\" stroke=\"{}\" stroke-width=\"1.3\"/>", formed.colour, pal::GOLD);
    put!(ink, "<path d=\"{cloth}\" fill=\"none\" stroke=\"{}\" stroke-width=\".4\"/>", pal::INK);
    if chief {
        put!(
            ink,
            "<circle cx=\"7\" cy=\"-15.8\" r=\"2.6\" fill=\"{}\" stroke=\"{}\" stroke-width=\".5\"/>",
            pal::GOLD,
            pal::INK
        );
    } else {
        put!(ink, "<path d=\"M2.4,-16.4H11.6M7,-20V-12.6\" stroke=\"{}\" stroke-width=\"1.3\"/>", pal::WHITE);
    }
    put!(ink, "</g>\n");
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(files: u16, figures: u16) -> Part {
        Part { corners: [[0.0, 0.0], [60.0, 0.0], [60.0, 40.0], [0.0, 40.0]], figure: Figure::Shot, files, figures }
    }

    #[test]
    fn ranks_fill_from_the_front_and_the_rest_stands_in_the_middle() {
        let at: Vec<Point> = places(&part(3, 4)).iter().map(|p| p.at).collect();
        let expected = [[10.0, 10.0], [30.0, 10.0], [50.0, 10.0], [30.0, 30.0]];
        assert!(at.iter().zip(expected).all(|(a, b)| distance(*a, b) < 1e-9), "{at:?}");
        assert!(places(&part(3, 0)).is_empty());
        assert_eq!(places(&part(0, 2)).len(), 2);
    }

    #[test]
    fn figures_look_where_their_part_looks() {
        let way = places(&part(3, 6))[0].way;
        assert!(distance(way, [0.0, -1.0]) < 1e-9);
    }
}
