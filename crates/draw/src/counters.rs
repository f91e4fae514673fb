//! Counters on a hex map: a square of card in the side's colour with the sign of its arm, its figures and its name, turned
//! the way it faces. What has befallen it lies along its edges as chits, leaders stand on a corner of the hex.

use std::collections::BTreeMap;

use kernel::scene::{Badge, Body, Figure, Part, Scene, Standing, Symbol, Tone};

use crate::bodies::{self, Formed, Livery};
use crate::geometry::{Bounds, Point, add, along, contains, direction, distance, dot, heading, mix, quarter, sub};
use crate::hexes::{HexMap, PITCH};
use crate::ink::{Colour, Ink, Mm, Path, SANS, SERIF, Safe, put, text_width};
use crate::labels::tones;
use crate::palette as pal;
use crate::sheet::side_colour;

/// Half the side of a counter of one hex, in the millimetres its face is drawn in.
pub const HALF: f64 = 20.4;

/// How far the counters on a hex are fanned, to the right and up the page: each from the next, and all of them together.
const FAN: f64 = 10.0;
const WIDEST_FAN: f64 = 22.0;

/// The most counters of a hex that can be told apart when they are fanned.
const FANNED: usize = 3;

/// More counters on a hex than can be told apart: the one on top is drawn, and all are listed beside the map.
pub struct Pile<'a> {
    /// The hex by its number.
    pub hex: &'a str,
    /// From the top down.
    pub bodies: Vec<&'a Body>,
}

fn leads(body: &Body) -> bool {
    matches!(body.symbol, Symbol::General | Symbol::ChiefGeneral)
}

/// The piles of a scene. What covers several hexes and leaders, who stand on a corner, are in none.
pub fn piles<'a>(scene: &'a Scene, map: &'a HexMap) -> Vec<Pile<'a>> {
    let mut standing: BTreeMap<usize, Vec<&'a Body>> = BTreeMap::new();
    let mut long: BTreeMap<usize, usize> = BTreeMap::new();
    for body in scene.bodies.iter().filter(|body| !leads(body)) {
        match map.field.stands_on(body).as_slice() {
            [cell] => standing.entry(*cell).or_default().push(body),
            cells => cells.iter().for_each(|cell| *long.entry(*cell).or_default() += 1),
        }
    }
    let piles = standing
        .into_iter()
        .filter(|(cell, bodies)| bodies.len() > 1 && bodies.len() + long.get(cell).copied().unwrap_or(0) > FANNED);
    let pile = |(cell, mut bodies): (usize, Vec<&'a Body>)| {
        bodies.reverse();
        // The one that the question is about lies on top.
        bodies.sort_by_key(|body| body.standing != Standing::Selected);
        Pile { hex: &map.field.cells[cell].number, bodies }
    };
    piles.map(pile).collect()
}

/// The counters of a scene where they lie, in the order in which they are laid: long ones first, leaders last. Of a pile
/// only the top one is laid.
pub fn stacks<'a>(scene: &'a Scene, map: &HexMap, piles: &[Pile<'a>]) -> Vec<Formed<'a>> {
    let under =
        |body: &Body| piles.iter().flat_map(|pile| pile.bodies.iter().skip(1)).any(|&one| std::ptr::eq(one, body));
    let mut order: Vec<usize> = (0..scene.bodies.len()).filter(|i| !under(&scene.bodies[*i])).collect();
    let cells: Vec<Vec<usize>> = scene.bodies.iter().map(|body| map.field.stands_on(body)).collect();
    let leads = |i: usize| leads(&scene.bodies[i]);
    order.sort_by_key(|i| (leads(*i), std::cmp::Reverse(cells[*i].len())));
    let mut heights: BTreeMap<usize, u32> = BTreeMap::new();
    for cell in order.iter().filter(|i| !leads(**i)).flat_map(|i| &cells[*i]) {
        *heights.entry(*cell).or_default() += 1;
    }
    let mut lying: BTreeMap<usize, u32> = BTreeMap::new();
    let mut stacks: Vec<Formed<'a>> = Vec::new();
    for i in order {
        let body = &scene.bodies[i];
        let formed = Formed::new(body, side_colour(scene, body.side), map.place());
        if leads(i) {
            let spot = free_corner(map, body.at, &stacks);
            let by = sub(spot, formed.at);
            stacks.push(Formed { parts: Vec::new(), ..formed }.moved(by));
            continue;
        }
        let most = |counts: &BTreeMap<usize, u32>| cells[i].iter().filter_map(|cell| counts.get(cell)).max().copied();
        let (under, height) = (most(&lying).unwrap_or(0), most(&heights).unwrap_or(1));
        cells[i].iter().for_each(|cell| {
            lying.insert(*cell, under + 1);
        });
        let span = (FAN * f64::from(height - 1)).min(WIDEST_FAN);
        let aside = span * (f64::from(under) / f64::from((height - 1).max(1)) - 0.5);
        stacks.push(squared(formed).moved([aside, -aside]));
    }
    stacks
}

/// The best corner of a hex for a leader: one that hides neither a long counter nor another leader.
fn free_corner(map: &HexMap, hex: Point, stacks: &[Formed<'_>]) -> Point {
    let middle = map.place()(hex);
    let spots = map.upper_corners(hex).map(|corner| mix(middle, corner, 0.8));
    let hidden = |spot: &Point| {
        let taken = |other: &Formed<'_>| match other.parts.as_slice() {
            [] => distance(other.at, *spot) < 16.0,
            parts => {
                distance(other.at, middle) > PITCH * 0.3 && parts.iter().any(|part| contains(&part.corners, *spot))
            }
        };
        stacks.iter().any(taken)
    };
    spots.into_iter().find(|spot| !hidden(spot)).unwrap_or(spots[0])
}

/// A body that covers no ground faces nowhere: it lies upright.
fn squared(formed: Formed<'_>) -> Formed<'_> {
    if !formed.parts.is_empty() {
        return formed;
    }
    let corners = Bounds::centred(formed.at, 2.0 * HALF * PITCH / 60.0, 2.0 * HALF * PITCH / 60.0).corners();
    let part = Part { corners, figure: Figure::Shot, files: 1, figures: 1 };
    Formed { parts: vec![part], way: heading(0.0), ..formed }
}

/// Short marks for the badges of a scene, no two alike.
#[derive(Default)]
pub struct Chits(Vec<(Badge, String)>);

/// What is this short is written on a chit as it is.
const SHORT: usize = 3;

impl Chits {
    pub fn of(scene: &Scene) -> Chits {
        let mut chits: Vec<(Badge, String)> = Vec::new();
        for badge in scene.bodies.iter().flat_map(|body| &body.badges) {
            if badge.text.chars().count() > SHORT && chits.iter().all(|(known, _)| known.text != badge.text) {
                let free = |mark: &String| chits.iter().all(|(_, taken)| taken != mark);
                let mark = marks(&badge.text).find(free).unwrap_or_else(|| format!("#{}", chits.len()));
                chits.push((badge.clone(), mark));
            }
        }
        Chits(chits)
    }

    /// The badges that are shortened, with their marks.
    pub fn spelt(&self) -> impl Iterator<Item = (&Badge, &str)> {
        self.0.iter().map(|(badge, mark)| (badge, mark.as_str()))
    }

    fn mark<'a>(&'a self, badge: &'a Badge) -> &'a str {
        self.0.iter().find(|(known, _)| known.text == badge.text).map_or(&badge.text, |(_, mark)| mark)
    }
}

/// Marks a badge might have, the best first: the initials of its words, then the first letter with each later one.
fn marks(text: &str) -> impl Iterator<Item = String> {
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let initials: String =
        words.filter_map(|word| word.chars().next()).take(SHORT).flat_map(char::to_uppercase).collect();
    let letters: Vec<char> = text.chars().filter(|c| c.is_alphanumeric()).collect();
    let first: String = letters.first().into_iter().flat_map(|c| c.to_uppercase()).collect();
    let later: Vec<String> = letters.iter().skip(1).map(|c| format!("{first}{}", c.to_lowercase())).collect();
    let initials = Some(initials).filter(|initials| initials.chars().count() > 1);
    initials.into_iter().chain(later)
}

/// The number of counters in a pile, on the edge of the one on top.
pub fn count(ink: &mut Ink, top: &Formed<'_>, counters: usize, u: f64) {
    let card = Card::of(top, u);
    let at = card.point(-card.half[0] + 3.0, card.half[1] - 3.0);
    put!(
        ink,
        "<g class=\"pile\"><circle cx=\"{}\" cy=\"{}\" r=\"{:.1}\" fill=\"{}\" stroke=\"{}\" stroke-width=\"{:.1}\"/>",
        Mm(at[0]),
        Mm(at[1]),
        7.2 * u,
        pal::PAPER,
        pal::INK,
        1.1 * u
    );
    put!(
        ink,
        "<text x=\"{}\" y=\"{}\" font-family=\"{SANS}\" font-size=\"{:.1}\" font-weight=\"bold\" \
         text-anchor=\"middle\" fill=\"{}\">{counters}</text></g>\n",
        Mm(at[0]),
        Mm(at[1] + 3.4 * u),
        9.4 * u,
        pal::INK
    );
}

/// Draws a counter or a leader; `u` is as many page millimetres as one of a counter of full size.
pub fn draw(ink: &mut Ink, formed: &Formed<'_>, chits: &Chits, u: f64) {
    let body = formed.body;
    let badges: Vec<&str> = body.badges.iter().map(|badge| badge.text.as_str()).collect();
    let title = [&[body.name.as_str(), body.strength.as_str()], badges.as_slice()].concat();
    let title: Vec<&str> = title.into_iter().filter(|word| !word.is_empty()).collect();
    bodies::open(ink, body, &title.join(", "));
    if formed.is_general() {
        leader(ink, formed, chits, u);
    } else {
        card(ink, formed, chits, u);
    }
    put!(ink, "</g>\n");
}

/// A counter seen from its own front: half its width, half its depth, its middle on the page.
struct Card {
    half: Point,
    at: Point,
    way: Point,
    u: f64,
}

impl Card {
    fn of(formed: &Formed<'_>, u: f64) -> Card {
        let corners: Vec<Point> = formed.parts.iter().flat_map(|part| part.corners).collect();
        let across = quarter(formed.way);
        let span = |axis: Point| {
            let reach = corners.iter().map(|c| dot(*c, axis));
            let (low, high) = (reach.clone().fold(f64::INFINITY, f64::min), reach.fold(f64::NEG_INFINITY, f64::max));
            [low, high]
        };
        let ([left, right], [rear, front]) = (span(across), span(formed.way));
        let at =
            add(along([0.0, 0.0], across, (left + right) / 2.0), along([0.0, 0.0], formed.way, (rear + front) / 2.0));
        // A counter of no size is drawn as small as one can be seen.
        let half = [(right - left) / 2.0, (front - rear) / 2.0].map(|v| (v / u).max(4.0));
        Card { half, at, way: formed.way, u }
    }

    /// A place on the card on the page: `x` to its right, `y` to its rear.
    fn point(&self, x: f64, y: f64) -> Point {
        along(along(self.at, quarter(self.way), x * self.u), self.way, -y * self.u)
    }
}

fn card(ink: &mut Ink, formed: &Formed<'_>, chits: &Chits, u: f64) {
    bodies::standing(ink, formed, u);
    let card = Card::of(formed, u);
    let livery = Livery::of(formed);
    let [w, h] = card.half;
    let cast = [card.point(-w, -h), card.point(w, -h), card.point(w, h), card.point(-w, h)];
    ink.path(
        &Path::ring(&cast.map(|c| [c[0] + 1.5 * u, c[1] + 1.8 * u])),
        format_args!("fill=\"{}\" fill-opacity=\".35\"", pal::INK),
    );
    let degrees = libm::atan2(formed.way[0], -formed.way[1]).to_degrees();
    put!(
        ink,
        "<g transform=\"translate({},{}) rotate({degrees:.1}) scale({u:.3})\">\n",
        Mm(card.at[0]),
        Mm(card.at[1])
    );
    face(ink, formed, &livery, card.half, degrees.abs() > 90.1);
    put!(ink, "</g>\n");
    // Only what covers ground has a front.
    if !formed.body.parts.is_empty() {
        bodies::facing(ink, formed, u * 1.4);
    }
    lay_chits(ink, formed, &card, chits);
}

/// What is printed on the card, with its front towards the top. Where it lies head down, its words are printed the other
/// way round.
fn face(ink: &mut Ink, formed: &Formed<'_>, livery: &Livery, [w, h]: Point, head_down: bool) {
    let sharp = if livery.base.is_light() { pal::INK } else { pal::WHITE };
    put!(
        ink,
        "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" rx=\"1.8\" fill=\"{}\" stroke=\"{}\" \
         stroke-width=\".9\"/>\n",
        -w,
        -h,
        2.0 * w,
        2.0 * h,
        livery.base,
        livery.dark
    );
    put!(
        ink,
        "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" rx=\"1\" fill=\"none\" stroke=\"{sharp}\" \
         stroke-opacity=\".4\" stroke-width=\".4\"/>\n",
        1.3 - w,
        1.3 - h,
        2.0 * w - 2.6,
        2.0 * h - 2.6
    );
    if !formed.body.parts.is_empty() {
        put!(
            ink,
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"2.2\" fill=\"{}\"/>\n",
            -w,
            -h,
            2.0 * w,
            pal::INK
        );
    }
    let deep = (h * 0.82).clamp(4.0, 30.0);
    let panel = Bounds { min: [7.0 - w, 4.6 - h], max: [w - 7.0, 4.6 - h + deep] };
    arm(ink, formed.body.symbol, livery, &panel);
    let name_line = h - 2.6;
    let figures = mix([0.0, panel.max[1]], [0.0, name_line - 3.4], 0.5)[1];
    let print = Print { colour: sharp, head_down };
    print.line(ink, &formed.body.strength, figures, 11.5, 2.0 * w - 10.0);
    print.line(ink, &formed.body.name, name_line - 1.6, 4.8, 2.0 * w - 5.0);
}

/// Print on a card.
struct Print {
    colour: Colour,
    head_down: bool,
}

impl Print {
    /// A line centred on the card, as large as wanted where that fits.
    fn line(&self, ink: &mut Ink, text: &str, y: f64, wanted: f64, room: f64) {
        if text.is_empty() {
            return;
        }
        let size = wanted.min(room / text_width(text, true).max(0.1));
        let turn = if self.head_down { 180 } else { 0 };
        put!(
            ink,
            "<text transform=\"translate(0,{y:.1}) rotate({turn})\" y=\"{:.1}\" font-family=\"{SANS}\" \
             font-size=\"{size:.1}\" font-weight=\"bold\" text-anchor=\"middle\" fill=\"{}\">{}</text>\n",
            size * 0.36,
            self.colour,
            Safe(text)
        );
    }
}

/// The sign of the arm, in a light panel.
pub fn arm(ink: &mut Ink, symbol: Symbol, livery: &Livery, panel: &Bounds) {
    let loose = matches!(symbol, Symbol::Skirmishers | Symbol::Dragoons);
    put!(
        ink,
        "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"{}\" stroke=\"{}\" stroke-width=\".8\" \
         stroke-dasharray=\"{}\"/>\n",
        panel.min[0],
        panel.min[1],
        panel.width(),
        panel.height(),
        pal::WHITE,
        pal::INK,
        if loose { "2.2 1.4" } else { "none" }
    );
    let coat = livery.base.towards(pal::INK, 0.25);
    match symbol {
        Symbol::PikeAndShot => {
            pike_block(ink, coat, panel, 0.3, 0.7);
            ranks(ink, &share(panel, 0.0, 0.3), 3);
            ranks(ink, &share(panel, 0.7, 1.0), 3);
        }
        Symbol::Shot => ranks(ink, panel, 3),
        Symbol::Highlanders => saltire(ink, panel),
        Symbol::Skirmishers => scattered(ink, panel),
        Symbol::Dragoons => {
            scattered(ink, &Bounds { max: [panel.max[0], panel.centre()[1] + 1.0], ..*panel });
            diagonal(ink, panel, 0.0, 1.0);
        }
        Symbol::Horse => diagonal(ink, panel, 0.0, 3.4),
        Symbol::Cuirassiers => {
            let below = [panel.corners()[1], panel.max, panel.corners()[3]];
            ink.path(&Path::ring(&below), format_args!("fill=\"{coat}\""));
            diagonal(ink, panel, 0.0, 1.2);
        }
        Symbol::LightHorse => {
            diagonal(ink, panel, -2.2, 1.1);
            diagonal(ink, panel, 2.2, 1.1);
        }
        Symbol::Lancers => {
            diagonal(ink, panel, 0.0, 1.2);
            pennon(ink, coat, panel);
        }
        Symbol::Guns => figures(ink, symbol, Figure::Gun, livery, panel),
        Symbol::Wagon => figures(ink, symbol, Figure::Wagon, livery, panel),
        Symbol::LedHorses => figures(ink, symbol, Figure::Horse, livery, panel),
        Symbol::General | Symbol::ChiefGeneral => {}
    }
}

fn share(panel: &Bounds, from: f64, to: f64) -> Bounds {
    let x = |t: f64| panel.min[0] + panel.width() * t;
    Bounds { min: [x(from), panel.min[1]], max: [x(to), panel.max[1]] }
}

/// A square of pikes: a solid block with the points before it.
fn pike_block(ink: &mut Ink, coat: Colour, panel: &Bounds, from: f64, to: f64) {
    let block = share(panel, from, to);
    let block = Bounds { min: [block.min[0], panel.min[1] + panel.height() * 0.34], max: [block.max[0], panel.max[1]] };
    ink.path(
        &Path::ring(&block.corners()),
        format_args!("fill=\"{coat}\" stroke=\"{}\" stroke-width=\".6\"", pal::INK),
    );
    let count = (block.width() / 2.2).clamp(3.0, 40.0) as u32;
    let (mut shafts, mut points) = (Path::new(), Path::new());
    for i in 0..count {
        let x = block.min[0] + block.width() * (f64::from(i) + 0.5) / f64::from(count);
        let top = panel.min[1] + 1.0;
        shafts.stroke([x, block.max[1] - 1.2], [x, top + 1.0]);
        points.polygon(&[[x - 0.6, top + 2.0], [x, top], [x + 0.6, top + 2.0]]);
    }
    ink.path(&shafts, format_args!("fill=\"none\" stroke=\"{}\" stroke-width=\".55\"", pal::INK));
    ink.path(&points, format_args!("fill=\"{}\"", pal::INK));
}

/// Ranks of men with muskets, from above.
fn ranks(ink: &mut Ink, panel: &Bounds, ranks: u32) {
    let (mut hats, mut muskets) = (Path::new(), Path::new());
    let files = (panel.width() / 4.0).clamp(1.0, 24.0) as u32;
    for rank in 0..ranks {
        for file in 0..files {
            let x = panel.min[0] + panel.width() * (f64::from(file) + 0.5) / f64::from(files);
            let y = panel.min[1] + panel.height() * (f64::from(rank) + 0.62) / f64::from(ranks);
            hats.circle([x, y], 1.3);
            muskets.stroke([x + 1.3, y], [x + 1.3, y - 2.9]);
        }
    }
    ink.path(&muskets, format_args!("fill=\"none\" stroke=\"{}\" stroke-width=\".5\"", pal::INK));
    ink.path(&hats, format_args!("fill=\"{}\"", pal::INK));
}

/// Loose men, none behind another.
fn scattered(ink: &mut Ink, panel: &Bounds) {
    let mut hats = Path::new();
    let count = (panel.width() / 4.4).clamp(3.0, 24.0) as u32;
    for i in 0..count {
        let x = panel.min[0] + panel.width() * (f64::from(i) + 0.5) / f64::from(count);
        let y = panel.min[1] + panel.height() * [0.35, 0.68, 0.5][i as usize % 3];
        hats.circle([x, y], 1.5);
    }
    ink.path(&hats, format_args!("fill=\"{}\" stroke=\"{}\" stroke-width=\".8\"", pal::WHITE, pal::INK));
}

/// The bar of the horse, from the lower left to the upper right, pushed across its way by `aside`.
fn diagonal(ink: &mut Ink, panel: &Bounds, aside: f64, thick: f64) {
    let (a, b) = (panel.corners()[3], panel.corners()[1]);
    let way = direction(sub(b, a));
    // The ends of a bar that is not in the middle stop at the panel's edges.
    let (a, b) = if aside < 0.0 {
        ([a[0], a[1] + aside / way[0]], [b[0] + aside / way[1].abs(), b[1]])
    } else {
        ([a[0] + aside / way[1].abs(), a[1]], [b[0], b[1] + aside / way[0]])
    };
    ink.path(&Path::line(&[a, b]), format_args!("fill=\"none\" stroke=\"{}\" stroke-width=\"{thick:.1}\"", pal::INK));
}

fn pennon(ink: &mut Ink, coat: Colour, panel: &Bounds) {
    let (foot, tip) = (panel.corners()[3], panel.corners()[1]);
    let (near, far) = (mix(foot, tip, 0.58), mix(foot, tip, 0.86));
    let fly = add(mix(near, far, 0.5), [-panel.width() * 0.3, -panel.height() * 0.12]);
    ink.path(
        &Path::ring(&[near, far, fly]),
        format_args!("fill=\"{coat}\" stroke=\"{}\" stroke-width=\".6\"", pal::INK),
    );
}

fn saltire(ink: &mut Ink, panel: &Bounds) {
    let [a, b, c, d] = panel.grown(-1.5).corners();
    let mut swords = Path::new();
    swords.stroke(a, c);
    swords.stroke(b, d);
    let mut targe = Path::new();
    targe.circle(panel.centre(), panel.height() * 0.26);
    ink.path(&swords, format_args!("fill=\"none\" stroke=\"{}\" stroke-width=\"1.1\"", pal::INK));
    ink.path(&targe, format_args!("fill=\"{}\" stroke=\"{}\" stroke-width=\".8\"", pal::TIMBER, pal::INK));
}

/// Guns, wagons and horses are drawn as they are on the table.
fn figures(ink: &mut Ink, symbol: Symbol, figure: Figure, livery: &Livery, panel: &Bounds) {
    let files = (panel.width() / panel.height()).round().clamp(1.0, 6.0) as u16;
    let corners =
        Bounds::centred(panel.centre(), panel.height() * f64::from(files), panel.height()).grown(-0.8).corners();
    bodies::figures(ink, symbol, &Part { corners, figure, files, figures: files }, livery);
}

/// Chits lie along the flanks, from the rear forwards, the left one first. They are read upright.
fn lay_chits(ink: &mut Ink, formed: &Formed<'_>, card: &Card, chits: &Chits) {
    const EACH: f64 = 9.4;
    let [w, h] = card.half;
    let on_flank = ((2.0 * h - 6.0) / EACH).max(1.0) as usize;
    let badges = &formed.body.badges;
    let fit = on_flank * 2;
    let shown = if badges.len() > fit { fit - 1 } else { badges.len() };
    let at = |i: usize| {
        let x = if i < on_flank { -w } else { w };
        card.point(x, h - 5.0 - (i % on_flank) as f64 * EACH)
    };
    for (i, badge) in badges.iter().take(shown).enumerate() {
        chit(ink, badge.tone, chits.mark(badge), at(i), card.u);
    }
    if shown < badges.len() {
        chit(ink, Tone::Plain, &format!("+{}", badges.len() - shown), at(shown), card.u);
    }
}

/// A small round marker with a mark of a few letters.
pub fn chit(ink: &mut Ink, tone: Tone, mark: &str, at: Point, u: f64) {
    let (fill, line, text) = tones(tone);
    let size = (5.4f64).min(8.6 / text_width(mark, true).max(0.1));
    put!(
        ink,
        "<g class=\"chit\"><circle cx=\"{}\" cy=\"{}\" r=\"{:.1}\" fill=\"{fill}\" stroke=\"{line}\" \
         stroke-width=\"{:.1}\"/><text x=\"{}\" y=\"{}\" font-family=\"{SANS}\" font-size=\"{:.1}\" \
         font-weight=\"bold\" text-anchor=\"middle\" fill=\"{text}\">{}</text></g>\n",
        Mm(at[0]),
        Mm(at[1]),
        4.9 * u,
        0.7 * u,
        Mm(at[0]),
        Mm(at[1] + size * 0.36 * u),
        size * u,
        Safe(mark)
    );
}

/// A leader: an oval with the initial of his name and his rating, and his name below it.
fn leader(ink: &mut Ink, formed: &Formed<'_>, chits: &Chits, u: f64) {
    let body = formed.body;
    let livery = Livery::of(formed);
    let chief = body.symbol == Symbol::ChiefGeneral;
    let (long, high) = (12.0 * u, 8.6 * u);
    let mut oval = |by: f64, fill: Colour, line: Colour, width: f64| {
        let mut path = Path::new();
        path.oval(formed.at, [1.0, 0.0], long + by * u, high + by * u);
        ink.path(&path, format_args!("fill=\"{fill}\" stroke=\"{line}\" stroke-width=\"{:.1}\"", width * u));
    };
    match body.standing {
        Standing::Selected => oval(4.6, pal::GOLD, pal::INK, 0.9),
        Standing::Ready => oval(2.8, pal::WHITE, pal::INK, 0.9),
        Standing::Pursuing | Standing::Routing | Standing::Spent | Standing::Idle => {}
    }
    if chief {
        oval(1.8, pal::GOLD, pal::INK, 0.7);
    }
    oval(0.0, livery.base, pal::INK, 0.8);
    oval(-1.3, livery.base, pal::GOLD, 1.1);
    let sharp = if livery.base.is_light() { pal::INK } else { pal::WHITE };
    let (initial, surname) = called(&body.name);
    let rating: &str = if body.strength.chars().count() <= SHORT { &body.strength } else { "" };
    for (text, x, size, family) in [(initial.as_str(), -4.2, 10.0, SERIF), (rating, 4.4, 8.4, SANS)] {
        let x = if rating.is_empty() { 0.0 } else { x };
        put!(
            ink,
            "<text x=\"{}\" y=\"{}\" font-family=\"{family}\" font-size=\"{:.1}\" font-weight=\"bold\" \
             text-anchor=\"middle\" fill=\"{sharp}\">{}</text>\n",
            Mm(formed.at[0] + x * u),
            Mm(formed.at[1] + size * 0.36 * u),
            size * u,
            Safe(text)
        );
    }
    put!(
        ink,
        "<text x=\"{}\" y=\"{}\" font-family=\"{SERIF}\" font-size=\"{:.1}\" font-weight=\"bold\" font-style=\"italic\" \
         text-anchor=\"middle\" fill=\"{}\" stroke=\"{}\" stroke-opacity=\".93\" stroke-width=\"{:.1}\" \
         paint-order=\"stroke\">{}</text>\n",
        Mm(formed.at[0]),
        Mm(formed.at[1] + high + 4.6 * u),
        5.0 * u,
        pal::INK,
        pal::PAPER,
        1.8 * u,
        Safe(surname)
    );
    // His rating is on the oval already.
    let orders: Vec<&Badge> = body.badges.iter().filter(|badge| badge.text != rating).collect();
    for (i, badge) in orders.iter().enumerate() {
        let x = (i as f64 - (orders.len() as f64 - 1.0) / 2.0) * 9.6;
        chit(ink, badge.tone, chits.mark(badge), add(formed.at, [x * u, -high - 3.6 * u]), u);
    }
}

/// What a leader is called for short: by his last name.
fn called(name: &str) -> (String, &str) {
    let surname = name.split_whitespace().next_back().unwrap_or("");
    (surname.chars().take(1).flat_map(char::to_uppercase).collect(), surname)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_short_and_no_two_alike() {
        let texts = ["form. shaken", "form. stolen", "1 pistol", "hedgehog", "-2", "column", "cover", "Make Ready"];
        let badge = |text: &&str| Badge { text: (*text).to_owned(), tone: Tone::Plain };
        let mut body = crate::margin::nobody(Symbol::Shot, Standing::Idle, [0.0, 0.0], Vec::new());
        body.badges = texts.iter().map(badge).collect();
        let scene = Scene {
            title: String::new(),
            subtitle: String::new(),
            field: kernel::scene::Field::Hexes(crate::hexes::tests::map(&["."], true).field),
            sides: Vec::new(),
            bodies: vec![body],
            zones: Vec::new(),
            notes: Vec::new(),
        };
        let chits = Chits::of(&scene);
        let marks: Vec<&str> = scene.bodies[0].badges.iter().map(|badge| chits.mark(badge)).collect();
        assert_eq!(marks, ["FS", "Fo", "1P", "He", "-2", "Co", "Cv", "MR"]);
        assert_eq!(chits.spelt().count(), 7);
    }

    #[test]
    fn leaders_go_by_their_last_name() {
        assert_eq!(called("Sir John Belling"), ("B".to_owned(), "Belling"));
        assert_eq!(called(""), (String::new(), ""));
    }
}
