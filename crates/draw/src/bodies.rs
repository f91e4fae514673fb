//! Bodies of troops, seen from above as they stand on the table: every figure is drawn, to scale, in the part it
//! belongs to.

use kernel::scene::{Body, Figure, Part, Standing, Symbol};

use crate::counters::{leads, panel_of};
use crate::geometry::{
    Bounds, Grain, Point, add, along, direction, distance, dot, heading, hull_grown, mix, quarter, sub,
};
use crate::ink::{Colour, Fine, Ink, Mm, Path, Safe, put, slab};
use crate::looks::Turn;
use crate::palette as pal;
use crate::signs::{baton, disc};

/// A body in page coordinates.
pub struct Formed<'a> {
    pub body: &'a Body,
    pub colour: Colour,
    pub parts: Vec<Part>,
    pub at: Point,
    /// The way it faces, in degrees and as a way on the page.
    pub facing: f64,
    pub way: Point,
}

impl<'a> Formed<'a> {
    pub fn new(body: &'a Body, colour: Colour, place: impl Fn(Point) -> Point) -> Formed<'a> {
        let parts = body.parts.iter().map(|p| Part { corners: p.corners.map(&place), ..p.clone() }).collect();
        let facing = if body.facing.is_finite() { body.facing.rem_euclid(360.0) } else { 0.0 };
        Formed { body, colour, parts, at: place(body.at), facing, way: heading(facing) }
    }

    fn corners(&self) -> Vec<Point> {
        self.parts.iter().flat_map(|p| p.corners).collect()
    }

    /// The blocks it covers; a body without parts stands on a small base.
    pub fn blocks(&self, u: f64) -> Vec<Vec<Point>> {
        if self.parts.is_empty() {
            return vec![Bounds::centred(self.at, BASE * 2.0 * u, BASE * 2.0 * u).corners().to_vec()];
        }
        self.parts.iter().map(|p| p.corners.to_vec()).collect()
    }

    pub fn bounds(&self, u: f64) -> Bounds {
        Bounds::of(&self.blocks(u).concat())
    }

    /// What names should not be written over: the blocks and, for a general, his sign.
    pub fn kept_clear(&self, u: f64) -> Vec<Vec<Point>> {
        let mut blocks = self.blocks(u);
        if self.is_general() {
            let [x, y] = self.bounds(u).centre();
            let r = SIGN * u;
            let sign = Bounds { min: [x - r, y - (RAISED + 1.0) * r], max: [x + r, y] };
            blocks.push(sign.corners().to_vec());
        }
        blocks
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
        leads(self.body)
    }

    /// The parts in the body's own frame, to the tenth: bodies that look the same then are the same.
    pub fn own_parts(&self) -> Vec<Part> {
        let aside = quarter(self.way);
        let own = |p: Point| {
            let off = sub(p, self.at);
            [dot(off, aside), -dot(off, self.way)].map(|v| (v * 10.0).round() / 10.0 + 0.0)
        };
        self.parts.iter().map(|part| Part { corners: part.corners.map(own), ..part.clone() }).collect()
    }
}

/// Half the side of the base of a body that has no parts.
pub const BASE: f64 = 9.0;

/// The radius of a general's sign on paper, and how many of them it is planted above him.
pub const SIGN: f64 = 6.4;
pub const RAISED: f64 = 2.4;

/// A general's sign is drawn in this radius and then made as large as it is wanted.
pub const SIGN_DRAWN: f64 = 10.0;

/// Prints a body where it stands.
pub fn draw(ink: &mut Ink, formed: &Formed<'_>, u: f64) {
    open(ink, formed.body, &formed.body.name);
    standing(ink, &formed.blocks(u), formed.body.standing, u);
    let [x, y] = formed.at;
    put!(ink, "<g transform=\"translate({} {})rotate({})\">", Mm(x), Mm(y), Fine(formed.facing));
    Troops::of(formed, u).draw(ink, Turn::Fixed(formed.facing));
    put!(ink, "</g></g>\n");
}

/// Begins the drawing of a body.
pub fn open(ink: &mut Ink, body: &Body, title: &str) {
    put!(
        ink,
        "<g class=\"body {} m-side-{}{}\" data-body=\"{}\" data-key=\"{}\">\n<title>{}</title>\n",
        class(body.symbol),
        body.side,
        if body.standing == Standing::Spent { " m-spent" } else { "" },
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
        Symbol::Elephants => "elephants",
    }
}

/// What stands out is outlined on paper: by the shape of the outline as well as by colour. A wide line under the blocks
/// makes one outline around all of them.
pub fn standing(ink: &mut Ink, blocks: &[Vec<Point>], standing: Standing, u: f64) {
    let mut outlines = Path::new();
    blocks.iter().for_each(|block| outlines.polygon(block));
    let mut rims = |rims: &[(&str, f64)]| {
        for (class, by) in rims {
            ink.line(&outlines, &format!("m-stands-{class}"), by * 2.0 * u);
        }
    };
    match standing {
        Standing::Idle | Standing::Spent => {}
        Standing::Selected => rims(&[("ink", 5.4), ("gold", 4.6), ("ink", 1.7), ("card", 1.1)]),
        Standing::Ready => rims(&[("ink", 3.4), ("card", 2.7)]),
        Standing::Pursuing => rims(&[("ink", 3.0), ("amber", 2.5), ("card", 1.2)]),
        Standing::Routing => {
            let around = Path::ring(&hull_grown(&blocks.concat(), 3.2 * u));
            ink.dashed(&around, "m-stands-routing", 1.5 * u, [3.4 * u, 2.2 * u]);
        }
    }
}

/// A body in its own frame.
pub struct Troops {
    pub symbol: Symbol,
    pub second: bool,
    pub pursuing: bool,
    pub parts: Vec<Part>,
    pub u: f64,
}

impl Troops {
    pub fn of(formed: &Formed<'_>, u: f64) -> Troops {
        let Body { symbol, side, standing, .. } = *formed.body;
        Troops { symbol, second: side % 2 == 1, pursuing: standing == Standing::Pursuing, parts: formed.own_parts(), u }
    }

    pub fn leads(&self) -> bool {
        matches!(self.symbol, Symbol::General | Symbol::ChiefGeneral)
    }

    pub fn outlines(&self) -> Vec<[Point; 4]> {
        let base = Bounds::centred([0.0, 0.0], BASE * 2.0 * self.u, BASE * 2.0 * self.u);
        if self.parts.is_empty() { vec![base.corners()] } else { self.parts.iter().map(|part| part.corners).collect() }
    }

    pub fn bounds(&self) -> Bounds {
        Bounds::of(&self.outlines().concat())
    }

    /// The figures it is drawn with: a body without parts is a single one.
    fn manned(&self) -> Vec<Part> {
        if !self.parts.is_empty() {
            return self.parts.clone();
        }
        let corners = Bounds::centred([0.0, 0.0], BASE * 1.2 * self.u, BASE * 1.6 * self.u).corners();
        let figure = match self.symbol {
            Symbol::PikeAndShot => Figure::Pike,
            Symbol::Shot | Symbol::Highlanders => Figure::Shot,
            Symbol::Skirmishers => Figure::Skirmisher,
            Symbol::Guns => Figure::Gun,
            Symbol::Wagon => Figure::Wagon,
            Symbol::LedHorses => Figure::Horse,
            Symbol::Elephants => Figure::Elephant,
            Symbol::General | Symbol::ChiefGeneral => Figure::Officer,
            Symbol::Horse | Symbol::Cuirassiers | Symbol::Lancers | Symbol::Dragoons | Symbol::LightHorse => {
                Figure::Rider
            }
        };
        vec![Part { corners, figure, files: 1, figures: 1 }]
    }

    /// How broad its broadest figures are: from near they are drawn one by one.
    pub fn breadth(&self) -> f64 {
        let breadth = |part: &Part| distance(part.corners[0], part.corners[1]) / f64::from(part.files.max(1));
        self.manned().iter().map(breadth).fold(0.0, f64::max)
    }

    /// Half the height of the card that stands for its figures from afar.
    pub fn card(&self) -> f64 {
        let bounds = self.bounds();
        (bounds.height() * 0.36).min(bounds.width() * 0.3).min(16.0 * self.u)
    }

    pub fn draw(&self, ink: &mut Ink, turn: Turn) {
        if self.leads() { self.general(ink, turn) } else { self.body(ink, turn) }
    }

    fn men(&self, ink: &mut Ink) {
        put!(ink, "<g class=\"m-men\">");
        self.manned().iter().for_each(|part| figures(ink, self.symbol, part));
        put!(ink, "</g>");
    }

    /// His sign flies over him where he can be seen, and keeps its size on the screen.
    fn general(&self, ink: &mut Ink, turn: Turn) {
        self.men(ink);
        let [x, y] = self.bounds().centre();
        put!(ink, "<g transform=\"translate({} {})\">", Mm(x), Mm(y));
        turn.upright(ink, |ink| {
            match turn {
                Turn::Shown => put!(ink, "<g class=\"m-flies\">"),
                Turn::Fixed(_) => put!(
                    ink,
                    "<g transform=\"translate(0 {})scale({})\">",
                    Fine(-RAISED * SIGN * self.u),
                    Fine(SIGN * self.u / SIGN_DRAWN)
                ),
            }
            let foot = [0.0, RAISED * SIGN_DRAWN];
            ink.line(&Path::open(&[[0.0, 0.0], foot]), "m-staff m-men m-thin", 1.6);
            disc(ink, self.second, SIGN_DRAWN, "m-coat m-edge m-thin");
            baton(ink, self.symbol == Symbol::ChiefGeneral, SIGN_DRAWN);
            put!(ink, "</g>");
        });
        put!(ink, "</g>");
    }

    fn body(&self, ink: &mut Ink, turn: Turn) {
        let (u, bounds) = (self.u, self.bounds());
        let (mut blocks, mut fronts) = (Path::new(), Path::new());
        for [a, b, c, d] in self.outlines() {
            blocks.polygon(&[a, b, c, d]);
            fronts.stroke(a, b);
        }
        turn.shadow(ink, &blocks, 0.9 * u);
        // Loose men leave most of their ground bare.
        let loose = self.parts.iter().any(|part| part.figure == Figure::Skirmisher);
        let coat = if loose { "m-coat m-bare m-edge m-thin" } else { "m-coat m-edge m-thin" };
        ink.line(&blocks, coat, 0.7 * u);
        if self.second {
            ink.woven(&blocks, "m-weave");
        }
        self.men(ink);
        // On paper everything is seen from near.
        if turn == Turn::Shown {
            let ([x, y], scale) = (bounds.centre(), self.card() / 6.4);
            put!(ink, "<g class=\"m-far\" transform=\"translate({} {})scale({})\">", Mm(x), Mm(y), Fine(scale));
            panel_of(ink, self.symbol, [10.5, 6.4], false);
            put!(ink, "</g>");
        }
        ink.line(&fronts, "m-front m-thin", 1.9 * u);
        ink.line(&arrows(bounds.min[1], self.pursuing, u), "m-arrow facing", 0.7 * u);
    }
}

/// The arrowhead before a front; a pursuing body has three of them, one behind the other.
pub fn arrows(front: f64, pursuing: bool, u: f64) -> Path {
    let mut heads = Path::new();
    for i in 0..if pursuing { 3 } else { 1 } {
        let foot = front - (1.5 + 5.2 * f64::from(i)) * u;
        heads.polygon(&[[-3.6 * u, foot], [3.6 * u, foot], [0.0, foot - 5.0 * u]]);
    }
    heads
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

pub fn figures(ink: &mut Ink, symbol: Symbol, part: &Part) {
    let places = places(part);
    let Some(line) = places.first().map(|p| p.small() * 0.11) else { return };
    put!(ink, "<g class=\"figures m-figure\" stroke-width=\"{}\">", Fine(line));
    match part.figure {
        Figure::Pike if symbol == Symbol::Highlanders => clansmen(ink, &places),
        Figure::Shot if symbol == Symbol::Highlanders => clansmen(ink, &places),
        Figure::Pike => pikes(ink, &places),
        Figure::Shot | Figure::Gunner => shot(ink, &places, part.figure == Figure::Shot),
        Figure::Skirmisher => skirmishers(ink, &places),
        Figure::Rider | Figure::Officer => riders(ink, symbol, &places, true),
        Figure::Horse => riders(ink, symbol, &places, false),
        Figure::Gun => guns(ink, &places),
        Figure::Wagon => wagons(ink, &places),
        Figure::Elephant => elephants(ink, &places),
    }
    put!(ink, "</g>");
}

/// A stroke with a dark edge, so that a weapon shows on any coat.
fn weapons(ink: &mut Ink, path: &Path, class: &str, width: f64) {
    ink.line(path, "m-open-line", width * 2.0);
    ink.line(path, class, width);
}

fn pikes(ink: &mut Ink, places: &[Place]) {
    let (mut helmets, mut combs, mut pikes) = (Path::new(), Path::new(), Path::new());
    for p in places {
        let head = p.point(-0.16, -0.12);
        helmets.circle(head, p.small() * 0.55);
        combs.stroke(along(head, p.way, p.small() * 0.5), along(head, p.way, -p.small() * 0.5));
        pikes.stroke(p.point(0.62, -0.86), p.point(0.62, 1.0));
    }
    weapons(ink, &pikes, "m-ash-line", places[0].small() * 0.22);
    ink.path(&helmets, "m-steel");
    ink.path(&combs, "m-open-line");
}

fn shot(ink: &mut Ink, places: &[Place], armed: bool) {
    let (mut hats, mut crowns, mut muskets) = (Path::new(), Path::new(), Path::new());
    for p in places {
        let head = p.point(-0.08, -0.1);
        hats.circle(head, p.small() * 0.56);
        crowns.circle(head, p.small() * 0.24);
        if armed {
            muskets.stroke(p.point(0.56, -0.45), p.point(0.56, 0.85));
        }
    }
    weapons(ink, &muskets, "m-ash-line", places[0].small() * 0.13);
    ink.path(&hats, "m-pale");
    ink.path(&crowns, "m-dark");
}

/// Loose men: none stands quite in line.
fn skirmishers(ink: &mut Ink, places: &[Place]) {
    let loose: Vec<Place> = places
        .iter()
        .enumerate()
        .map(|(i, p)| {
            let mut grain = Grain::of(&[[i as f64, places.len() as f64]]);
            let at = p.point(grain.within(-0.35, 0.35), grain.within(-0.35, 0.35));
            Place { at, half: [p.half[0] * 0.62, p.half[1] * 0.62], way: p.way }
        })
        .collect();
    let mut stands = Path::new();
    loose.iter().for_each(|p| stands.circle(p.at, p.small()));
    ink.path(&stands, "m-coat");
    shot(ink, &loose, true);
}

/// Targe and broadsword.
fn clansmen(ink: &mut Ink, places: &[Place]) {
    let (mut bonnets, mut targes, mut bosses, mut swords) = (Path::new(), Path::new(), Path::new(), Path::new());
    for p in places {
        bonnets.circle(p.point(0.1, -0.15), p.small() * 0.5);
        targes.circle(p.point(-0.42, 0.32), p.small() * 0.4);
        bosses.circle(p.point(-0.42, 0.32), p.small() * 0.12);
        swords.stroke(p.point(0.52, 0.0), p.point(0.72, 0.85));
    }
    weapons(ink, &swords, "m-steel-line", places[0].small() * 0.12);
    ink.path(&bonnets, "m-pale");
    ink.path(&targes, "m-wood");
    ink.path(&bosses, "m-dark");
}

fn riders(ink: &mut Ink, symbol: Symbol, places: &[Place], mounted: bool) {
    let mut coats: [Path; pal::HORSES.len()] = Default::default();
    let (mut manes, mut men, mut hats, mut arms) = (Path::new(), Path::new(), Path::new(), Path::new());
    for (i, p) in places.iter().enumerate() {
        let (across, ahead) = (p.half[0].min(p.half[1] * 0.6), p.half[1].min(p.half[0] * 2.0));
        // Generals ride greys, which show best under a dark coat. A horse keeps its coat wherever it goes.
        let general = matches!(symbol, Symbol::General | Symbol::ChiefGeneral);
        let colour = Grain::of(&[[i as f64, places.len() as f64]]).pick(pal::HORSES.len());
        let coat = &mut coats[if general { 4 } else { colour }];
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
            let (from, to) = match symbol {
                Symbol::Lancers => (-0.5, 1.05),
                Symbol::Dragoons => (-0.25, 0.45),
                _ => (0.0, 0.42),
            };
            arms.stroke(along(hand, p.way, from * ahead), along(hand, p.way, to * ahead));
        }
    }
    for (i, path) in coats.iter().enumerate() {
        ink.path(path, &format!("m-horse-{i}"));
    }
    ink.path(&manes, "m-open-line");
    let arm = if symbol == Symbol::Lancers { "m-ash-line" } else { "m-steel-line" };
    weapons(ink, &arms, arm, places[0].small() * 0.1);
    ink.path(&men, "m-coat");
    ink.path(&hats, if symbol == Symbol::Cuirassiers { "m-steel" } else { "m-pale" });
}

fn guns(ink: &mut Ink, places: &[Place]) {
    let (mut wheels, mut carriages, mut barrels) = (Path::new(), Path::new(), Path::new());
    for p in places {
        let s = p.half[0].min(p.half[1] * 0.55);
        let on = |x: f64, y: f64| along(along(p.at, quarter(p.way), x * s), p.way, y * s);
        for side in [-0.72, 0.72] {
            wheels.polygon(&slab(on(side, 0.0), p.way, 0.52 * s, 0.12 * s));
        }
        carriages.polygon(&[on(-0.3, 0.3), on(0.3, 0.3), on(0.12, -1.5), on(-0.12, -1.5)]);
        carriages.polygon(&slab(on(0.0, 0.0), quarter(p.way), 0.72 * s, 0.09 * s));
        barrels.polygon(&[on(-0.16, 1.5), on(0.16, 1.5), on(0.27, -0.5), on(-0.27, -0.5)]);
        barrels.circle(on(0.0, -0.62), 0.14 * s);
    }
    ink.path(&wheels, "m-wheel");
    ink.path(&carriages, "m-wood");
    ink.path(&barrels, "m-bronze");
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
    ink.path(&wheels, "m-wheel");
    ink.path(&teams, "m-horse-0");
    ink.path(&beds, "m-tilt");
    ink.path(&hoops, "m-open-line");
}

/// Seen from above: a broad back with a cloth, ears on either side of the head, tusks and trunk ahead.
fn elephants(ink: &mut Ink, places: &[Place]) {
    let [mut bodies, mut ears, mut cloths, mut tusks, mut trunks] = std::array::from_fn(|_| Path::new());
    for p in places {
        bodies.oval(p.point(0.0, -0.22), p.way, p.half[1] * 0.7, p.half[0] * 0.56);
        bodies.oval(p.point(0.0, 0.5), p.way, p.half[1] * 0.26, p.half[0] * 0.32);
        for x in [-0.46, 0.46] {
            ears.oval(p.point(x, 0.4), p.way, p.half[1] * 0.16, p.half[0] * 0.24);
        }
        cloths.polygon(&slab(p.point(0.0, -0.24), p.way, p.half[1] * 0.34, p.half[0] * 0.36));
        for x in [-0.18, 0.18] {
            tusks.stroke(p.point(x, 0.68), p.point(x * 1.5, 0.96));
        }
        trunks.stroke(p.point(0.0, 0.66), p.point(0.05, 0.98));
    }
    ink.path(&ears, "m-steel");
    ink.path(&bodies, "m-steel");
    weapons(ink, &tusks, "m-ash-line", places[0].small() * 0.1);
    ink.line(&trunks, "m-open-line", places[0].small() * 0.16);
    ink.path(&cloths, "m-coat");
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
