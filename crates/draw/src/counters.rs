//! Counters on a hex map: a square of card in the side's colour with the sign of its arm and its figures, turned the way it
//! faces. What has befallen it lies along its flanks as chits; leaders stand on a corner of the hex.

use std::collections::{BTreeMap, BTreeSet};

use kernel::scene::{Badge, Body, Scene, Standing, Symbol, Tone};

use crate::bodies::{self, arrows};
use crate::geometry::{Point, add, along, contains, distance, dot, heading, mix, quarter, sub};
use crate::hexes::{HexMap, PITCH};
use crate::ink::{Fine, Ink, Mm, Path, Safe, put, text_width, wrap};
use crate::looks::{Detail, Turn};
use crate::signs::{baton, cut, disc, emblem, sign};

/// Half the side of a counter of one hex, in the millimetres its face is drawn in.
pub const HALF: f64 = 20.4;

/// How far a leader's disc reaches.
pub const LEADER: f64 = 9.0;

/// How far the counters on a hex are fanned, to the right and up the page: each from the next, and all of them together.
const FAN: f64 = 9.0;
const WIDEST_FAN: f64 = 22.0;

/// The most counters of a hex that can be told apart on paper when they are fanned.
const FANNED: usize = 3;

/// More counters on a hex than can be told apart: the one on top is drawn, and all are listed beside the map.
pub struct Pile<'a> {
    /// The hex by its number.
    pub hex: &'a str,
    /// From the top down.
    pub bodies: Vec<&'a Body>,
}

pub fn leads(body: &Body) -> bool {
    matches!(body.symbol, Symbol::General | Symbol::ChiefGeneral)
}

/// The piles of a scene. What covers several hexes and leaders, who stand on a corner, are in none.
pub fn piles<'a>(scene: &'a Scene, map: &'a HexMap) -> Vec<Pile<'a>> {
    let mut standing: BTreeMap<usize, Vec<&'a Body>> = BTreeMap::new();
    let mut long: BTreeMap<usize, usize> = BTreeMap::new();
    let columns = map.field.columns();
    for body in scene.bodies.iter().filter(|body| !leads(body)) {
        match columns.stands_on(body).as_slice() {
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

/// A counter where it lies.
pub struct Counter<'a> {
    pub body: &'a Body,
    pub at: Point,
    /// Half its width and half its depth.
    pub half: Point,
    /// The way its front looks, in degrees.
    pub facing: f64,
    /// Only what covers ground has a front.
    pub has_front: bool,
    /// Everybody who stands on the same ground, from the top down, itself included.
    pub stack: Vec<u16>,
    /// How many counters lie here, leaders apart, where it is the top one of several.
    pub count: Option<usize>,
}

impl Counter<'_> {
    pub fn leads(&self) -> bool {
        leads(self.body)
    }

    /// Nothing of it lies farther from its middle.
    fn reach(&self) -> f64 {
        self.half[0] + self.half[1]
    }

    /// Its corners on the page, front left first.
    pub fn corners(&self) -> [Point; 4] {
        let (way, across) = (heading(self.facing), quarter(heading(self.facing)));
        let [w, h] = self.half;
        [[-w, h], [w, h], [w, -h], [-w, -h]].map(|[x, y]| along(along(self.at, across, x), way, y))
    }
}

/// The counters of a scene where they lie, in the order in which they are laid: long ones first, leaders last. Of a pile
/// only the top one is laid.
pub fn laid<'a>(scene: &'a Scene, map: &HexMap, piles: &[Pile<'a>]) -> Vec<Counter<'a>> {
    let under =
        |body: &Body| piles.iter().flat_map(|pile| pile.bodies.iter().skip(1)).any(|&one| std::ptr::eq(one, body));
    let columns = map.field.columns();
    let cells: Vec<Vec<usize>> = scene.bodies.iter().map(|body| columns.stands_on(body)).collect();
    let mut order: Vec<usize> = (0..scene.bodies.len()).collect();
    let leads = |i: usize| leads(&scene.bodies[i]);
    order.sort_by_key(|i| (leads(*i), std::cmp::Reverse(cells[*i].len())));
    let mut on_cell: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for i in &order {
        cells[*i].iter().for_each(|cell| on_cell.entry(*cell).or_default().push(*i));
    }
    order.retain(|i| !under(&scene.bodies[*i]));
    let mut heights: BTreeMap<usize, u32> = BTreeMap::new();
    for cell in order.iter().filter(|i| !leads(**i)).flat_map(|i| &cells[*i]) {
        *heights.entry(*cell).or_default() += 1;
    }
    let mut lying: BTreeMap<usize, u32> = BTreeMap::new();
    let mut laid: Vec<Counter<'a>> = Vec::new();
    for i in order {
        let body = &scene.bodies[i];
        let together: BTreeSet<usize> =
            cells[i].iter().filter_map(|cell| on_cell.get(cell)).flatten().copied().collect();
        let mut stack: Vec<usize> = together.into_iter().collect();
        // As they are laid, the last one on top.
        stack.sort_by_key(|other| (!leads(*other), cells[*other].len(), std::cmp::Reverse(*other)));
        let stack = stack.into_iter().map(|other| scene.bodies[other].id).collect();
        let flat = Counter {
            body,
            at: map.place()(body.at),
            half: [LEADER; 2],
            facing: 0.0,
            has_front: false,
            stack,
            count: None,
        };
        if leads(i) {
            laid.push(Counter { at: free_corner(map, body.at, &laid), ..flat });
            continue;
        }
        let most = |counts: &BTreeMap<usize, u32>| cells[i].iter().filter_map(|cell| counts.get(cell)).max().copied();
        let (under, height) = (most(&lying).unwrap_or(0), most(&heights).unwrap_or(1));
        cells[i].iter().for_each(|cell| {
            lying.insert(*cell, under + 1);
        });
        let span = (FAN * f64::from(height - 1)).min(WIDEST_FAN);
        let aside = span * (f64::from(under) / f64::from((height - 1).max(1)) - 0.5);
        let counter = squared(flat, map);
        let pile = piles.iter().find(|pile| pile.bodies.first().is_some_and(|top| std::ptr::eq(*top, body)));
        let fanned = (height > 1 && under + 1 == height).then_some(height as usize);
        let count = pile.map(|pile| pile.bodies.len()).or(fanned);
        laid.push(Counter { at: add(counter.at, [aside, -aside]), count, ..counter });
    }
    laid
}

/// A counter lies as its block does, also where the body looks along it. One that covers no ground lies upright.
fn squared<'a>(counter: Counter<'a>, map: &HexMap) -> Counter<'a> {
    let place = map.place();
    let corners: Vec<Point> = counter.body.parts.iter().flat_map(|part| part.corners.map(place)).collect();
    let [front_left, front_right, rear_right, rear_left, ..] = corners[..] else {
        return Counter { half: [HALF, HALF], ..counter };
    };
    let ahead = sub(mix(front_left, front_right, 0.5), mix(rear_left, rear_right, 0.5));
    let facing = libm::atan2(ahead[0], -ahead[1]).to_degrees().rem_euclid(360.0);
    let facing = if facing.is_finite() { facing } else { 0.0 };
    let (way, across) = (heading(facing), quarter(heading(facing)));
    let span = |axis: Point| {
        let reach = corners.iter().map(|c| dot(*c, axis));
        [reach.clone().fold(f64::INFINITY, f64::min), reach.fold(f64::NEG_INFINITY, f64::max)]
    };
    let ([left, right], [rear, front]) = (span(across), span(way));
    let at = add(along([0.0, 0.0], across, (left + right) / 2.0), along([0.0, 0.0], way, (rear + front) / 2.0));
    // A counter of no size is drawn as small as one can be seen, and none is larger than a map.
    let half = [(right - left) / 2.0, (front - rear) / 2.0].map(|v| v.clamp(4.0, 1e4));
    Counter { at, half, facing, has_front: true, ..counter }
}

/// The best corner of a hex for a leader: one that hides neither a long counter nor another leader.
fn free_corner(map: &HexMap, hex: Point, laid: &[Counter<'_>]) -> Point {
    let middle = map.place()(hex);
    let spots = map.upper_corners(hex).map(|corner| mix(middle, corner, 0.78));
    let hidden = |spot: &Point| {
        laid.iter().any(|other| match other.leads() {
            true => distance(other.at, *spot) < 17.0,
            false => {
                distance(other.at, middle) > PITCH * 0.3
                    && distance(other.at, *spot) <= other.reach()
                    && contains(&other.corners(), *spot)
            }
        })
    };
    spots.into_iter().find(|spot| !hidden(spot)).unwrap_or(spots[0])
}

/// Letters for the badges of a scene, no two alike; the same for the same badges in whatever order they come.
#[derive(Default)]
pub struct Chits(BTreeMap<String, (Badge, String)>);

/// What is this short is written on a chit as it is.
const SHORT: usize = 3;

/// A badge as it lies on a counter: pips for what is lost, dots for pistols left, and tabs with letters for the rest.
enum Chit<'a> {
    Pips(u32),
    Dots { full: u32, of: u32 },
    Tab(&'a str),
}

impl Chits {
    pub fn of(scene: &Scene) -> Chits {
        let badges = scene.bodies.iter().flat_map(|body| &body.badges);
        let badges: BTreeMap<&str, &Badge> = badges.map(|badge| (badge.text.as_str(), badge)).collect();
        let mut chits = BTreeMap::new();
        let mut taken: BTreeSet<String> = BTreeSet::new();
        for (text, badge) in badges {
            let mark = marks(text).find(|mark| !taken.contains(mark)).unwrap_or_else(|| format!("#{}", chits.len()));
            taken.insert(mark.clone());
            chits.insert(text.to_owned(), (badge.clone(), mark));
        }
        Chits(chits)
    }

    /// The badges that are not written out as they are.
    pub fn spelt(&self) -> impl Iterator<Item = &Badge> {
        self.0.values().filter(|(badge, mark)| badge.text != *mark).map(|(badge, _)| badge)
    }

    pub fn mark<'a>(&'a self, badge: &'a Badge) -> &'a str {
        self.0.get(&badge.text).map_or(&badge.text, |(_, mark)| mark)
    }

    /// "-2" is what is lost, "1 pistol" and "no pistols" are what is left of two.
    fn chit<'a>(&'a self, badge: &'a Badge) -> Chit<'a> {
        let lost = badge.text.strip_prefix(['-', '−']).and_then(|count| count.parse().ok());
        let pistols = badge.text.strip_suffix(" pistols").or_else(|| badge.text.strip_suffix(" pistol"));
        let left = pistols.and_then(|count| if count == "no" { Some(0) } else { count.parse().ok() });
        match (lost, left) {
            (Some(count), _) => Chit::Pips(count),
            (None, Some(full)) if full < 7 => Chit::Dots { full, of: full.max(2) },
            _ => Chit::Tab(self.mark(badge)),
        }
    }
}

/// Marks a badge might have, the best first: itself where it is short, the initials of its words, then the first letter
/// with each later one.
fn marks(text: &str) -> impl Iterator<Item = String> {
    let short = Some(text.to_owned()).filter(|text| text.chars().count() <= SHORT);
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let initials: String =
        words.filter_map(|word| word.chars().next()).take(SHORT).flat_map(char::to_uppercase).collect();
    let letters: Vec<char> = text.chars().filter(|c| c.is_alphanumeric()).collect();
    let first: String = letters.first().into_iter().flat_map(|c| c.to_uppercase()).collect();
    let later: Vec<String> = letters.iter().skip(1).map(|c| format!("{first}{}", c.to_lowercase())).collect();
    let initials = Some(initials).filter(|initials| initials.chars().count() > 1);
    short.into_iter().chain(initials).chain(later)
}

/// Prints a counter or a leader where it lies.
pub fn draw(ink: &mut Ink, counter: &Counter<'_>, chits: &Chits) {
    let body = counter.body;
    let badges = body.badges.iter().map(|badge| badge.text.as_str());
    let title: Vec<&str> = [body.name.as_str(), body.strength.as_str()]
        .into_iter()
        .chain(badges)
        .filter(|word| !word.is_empty())
        .collect();
    bodies::open(ink, body, &title.join(", "));
    bodies::standing(ink, &[counter.corners().to_vec()], body.standing, 1.0);
    let [x, y] = counter.at;
    put!(ink, "<g transform=\"translate({} {})rotate({})\">", Mm(x), Mm(y), Fine(counter.facing));
    Face { counter, chits, turn: Turn::Fixed(counter.facing), details: &[Detail::Near] }.draw(ink);
    if counter.leads() {
        line(ink, "m-label m-place", surname(&body.name), 22.0, 5.4);
    }
    put!(ink, "</g></g>\n");
}

/// What a leader is called for short: by his last name.
fn surname(name: &str) -> &str {
    name.split_whitespace().next_back().unwrap_or("")
}

/// What a counter looks like in its own frame: its middle at the origin, its front to the top.
pub struct Face<'a> {
    pub counter: &'a Counter<'a>,
    pub chits: &'a Chits,
    pub turn: Turn,
    /// The details that are drawn, each in a group of its own.
    pub details: &'a [Detail],
}

impl Face<'_> {
    pub fn draw(&self, ink: &mut Ink) {
        if self.counter.leads() { self.leader(ink) } else { self.card(ink) }
    }

    fn card(&self, ink: &mut Ink) {
        let Counter { body, half: [w, h], has_front, .. } = *self.counter;
        let second = body.side % 2 == 1;
        let square = [[-w, -h], [w, -h], [w, h], [-w, h]];
        self.turn.shadow(ink, &Path::ring(&square), 1.0);
        let shape = if second { Path::ring(&cut([w, h], 4.6)) } else { Path::ring(&square) };
        ink.line(&shape, "m-coat m-edge", 0.9);
        ink.group("m-unless-afar", |ink| {
            if second {
                let band = |x: f64, by: f64| [[x, 4.6 - h], [x + by, 1.0 - h], [x + by, h - 1.0], [x, h - 4.6]];
                let mut bands = Path::ring(&band(-w, 3.6));
                bands.polygon(&band(w, -3.6));
                ink.woven(&bands, "m-band");
            }
            if has_front {
                ink.line(&Path::open(&[[1.0 - w, 1.2 - h], [w - 1.0, 1.2 - h]]), "m-front", 2.4);
            }
        });
        for detail in self.details {
            let print = |ink: &mut Ink| self.turn.readable(ink, |ink| self.print(ink, *detail));
            ink.group(detail.class(), print);
        }
        if has_front {
            ink.line(&arrows(0.6 - h, body.standing == Standing::Pursuing, 1.25), "m-arrow facing", 0.7);
        }
        self.lay_chits(ink, &body.badges, |i| {
            const EACH: f64 = 9.6;
            let on_flank = ((2.0 * h - 4.0) / EACH).max(1.0) as usize;
            let x = if (i / on_flank).is_multiple_of(2) { -w } else { w };
            [x, h - 4.6 - (i % on_flank) as f64 * EACH]
        });
        if let Some(count) = self.counter.count {
            put!(ink, "<g class=\"m-unless-afar pile\" transform=\"translate({} {})\">", Fine(w - 1.0), Fine(1.0 - h));
            self.turn.upright(ink, |ink| {
                put!(
                    ink,
                    "<circle class=\"m-count\" r=\"6\"/><text class=\"m-mark\" y=\"2.8\" font-size=\"8\">{count}</text>"
                );
            });
            put!(ink, "</g>");
        }
    }

    /// What can be told from afar: the emblem of the arm over most of the card, and on its corner how grave its state is.
    fn print_from_afar(&self, ink: &mut Ink) {
        /// Below it lies what tells the command.
        const FOOT: f64 = 10.0;
        let Counter { body, half: [w, h], .. } = *self.counter;
        let panel = [w - 5.0, (h - 1.8 - FOOT / 2.0).max(2.0)];
        put!(ink, "<g transform=\"translate(0 {})\">", Fine(-FOOT / 2.0 + 1.8));
        let [pw, ph] = panel;
        ink.path(&Path::ring(&[[-pw, -ph], [pw, -ph], [pw, ph], [-pw, ph]]), "m-card");
        emblem(ink, body.symbol, pw, ph);
        put!(ink, "</g>");
        let grave = |tone: Tone| body.badges.iter().any(|badge| badge.tone == tone);
        let [x, y] = [w - 6.0, 6.0 - h];
        if grave(Tone::Bad) {
            let diamond = [[x, y - 12.0], [x + 12.0, y], [x, y + 12.0], [x - 12.0, y]];
            ink.line(&Path::ring(&diamond), "m-pips m-edge", 1.8);
        } else if grave(Tone::Warning) {
            let house = [[x, y - 11.0], [x + 10.0, y + 7.0], [x - 10.0, y + 7.0]];
            ink.line(&Path::ring(&house), "m-warning m-edge", 1.8);
        }
    }

    /// What is printed on the card: the sign of the arm in a light panel, the figures, from near the name.
    fn print(&self, ink: &mut Ink, detail: Detail) {
        let Counter { body, half: [w, h], .. } = *self.counter;
        let (panel_at, panel, most): (f64, Point, f64) = match detail {
            Detail::Afar => return self.print_from_afar(ink),
            Detail::Small => (-h * 0.43, [w - 5.0, h * 0.4], 17.0),
            Detail::Full => (-h * 0.38, [w - 6.0, h * 0.44], 13.0),
            Detail::Near => (-h * 0.46, [w - 7.0, h * 0.36], 11.5),
        };
        put!(ink, "<g transform=\"translate(0 {})\">", Fine(panel_at));
        panel_of(ink, body.symbol, panel, detail == Detail::Small);
        put!(ink, "</g>");
        let size = most.min((2.0 * w - 6.0) / text_width(&body.strength, true).max(0.1));
        let y = if detail == Detail::Near { h * 0.21 } else { h * 0.5 };
        line(ink, "m-figures m-printed", &body.strength, y + size * 0.36, size);
        if detail == Detail::Near {
            let lines = broken(&body.name, 2.0 * w - 3.4, 4.7, 2);
            for (i, text) in lines.iter().enumerate() {
                let y = h * 0.7 + 1.6 + (i as f64 - (lines.len() as f64 - 1.0) / 2.0) * 5.0;
                line(ink, "m-name m-printed", text, y, 4.7);
            }
        }
    }

    fn leader(&self, ink: &mut Ink) {
        let body = self.counter.body;
        let chief = body.symbol == Symbol::ChiefGeneral;
        // The flag tells his orders; what else is known of him lies beside it.
        let orders = body
            .badges
            .iter()
            .position(|badge| badge.tone == Tone::Plain && matches!(self.chits.chit(badge), Chit::Tab(_)));
        if let Some(badge) = orders.map(|i| &body.badges[i]) {
            ink.group("m-unless-afar", |ink| {
                ink.line(&Path::open(&[[0.0, 0.0], [0.0, -24.0]]), "m-staff", 1.4);
                let cloth = [[0.0, -24.0], [15.0, -24.0], [12.0, -19.4], [15.0, -14.8], [0.0, -14.8]];
                ink.line(&Path::ring(&cloth), "m-coat m-edge", 0.9);
                let mark = Safe(self.chits.mark(badge));
                put!(ink, "<text class=\"m-orders m-printed\" x=\"6.4\" y=\"-17.2\">{mark}</text>");
            });
        }
        disc(ink, body.side % 2 == 1, LEADER, "m-coat m-edge");
        ink.group("m-unless-afar", |ink| baton(ink, chief, LEADER));
        if self.details.contains(&Detail::Near) {
            ink.group(Detail::Near.class(), |ink| line(ink, "m-rating", &body.strength, 16.0, 6.4));
        }
        let others: Vec<Badge> = body
            .badges
            .iter()
            .enumerate()
            .filter(|(i, _)| Some(*i) != orders)
            .map(|(_, badge)| badge.clone())
            .collect();
        self.lay_chits(ink, &others, |i| [16.0 + i as f64 * 11.0, 2.0]);
    }

    fn lay_chits(&self, ink: &mut Ink, badges: &[Badge], spot: impl Fn(usize) -> Point) {
        if badges.is_empty() {
            return;
        }
        ink.group("m-unless-afar", |ink| {
            for (i, badge) in badges.iter().enumerate() {
                let [x, y] = spot(i);
                put!(ink, "<g transform=\"translate({} {})\">", Fine(x), Fine(y));
                self.turn.upright(ink, |ink| chit(ink, badge, self.chits));
                put!(ink, "</g>");
            }
        });
    }
}

/// The panel with the sign of an arm, around the origin.
pub fn panel_of(ink: &mut Ink, symbol: Symbol, [w, h]: Point, far: bool) {
    let loose = matches!(symbol, Symbol::Skirmishers | Symbol::Dragoons);
    let class = if loose { "m-card m-panel m-loose" } else { "m-card m-panel" };
    ink.path(&Path::ring(&[[-w, -h], [w, -h], [w, h], [-w, h]]), class);
    sign(ink, symbol, w, h, far);
}

fn line(ink: &mut Ink, class: &str, text: &str, y: f64, size: f64) {
    if !text.is_empty() {
        put!(ink, "<text class=\"{class}\" y=\"{}\" font-size=\"{}\">{}</text>", Fine(y), Fine(size), Safe(text));
    }
}

/// A small marker around the origin; its shape tells how grave it is, as its colour does.
pub fn chit(ink: &mut Ink, badge: &Badge, chits: &Chits) {
    let tone = match badge.tone {
        Tone::Plain => "chit m-chit",
        Tone::Warning => "chit m-chit m-warning",
        Tone::Bad => "chit m-chit m-bad",
    };
    put!(ink, "<g class=\"{tone}\">");
    match chits.chit(badge) {
        Chit::Tab(mark) => {
            match badge.tone {
                Tone::Plain => put!(ink, "<rect x=\"-5.2\" y=\"-4.2\" width=\"10.4\" height=\"8.4\" rx=\"4.2\"/>"),
                Tone::Warning => put!(ink, "<path d=\"M-5.6 4.4V-1.4L0 -5.4L5.6 -1.4V4.4Z\"/>"),
                Tone::Bad => put!(ink, "<path d=\"M0 -6.6L6.6 0L0 6.6L-6.6 0Z\"/>"),
            }
            let (y, size) =
                (if badge.tone == Tone::Warning { 3.0 } else { 2.2 }, if mark.chars().count() > 2 { 4.6 } else { 5.8 });
            line(ink, "m-mark m-unless-small", mark, y, size);
        }
        Chit::Dots { full, of } => {
            put!(ink, "<rect x=\"-5.4\" y=\"-3.4\" width=\"10.8\" height=\"6.8\" rx=\"2\"/>");
            for i in 0..of {
                let x = (f64::from(i) - (f64::from(of) - 1.0) / 2.0) * 4.6;
                let class = if i < full { "m-loaded" } else { "m-empty" };
                put!(ink, "<circle class=\"{class}\" cx=\"{}\" r=\"1.7\"/>", Fine(x));
            }
        }
        Chit::Pips(count) => {
            put!(ink, "<rect class=\"m-pips\" x=\"-5.4\" y=\"-4\" width=\"10.8\" height=\"8\" rx=\"1\"/>");
            if count > 6 {
                put!(ink, "<text class=\"m-mark m-pip\" y=\"2.2\" font-size=\"6\">{count}</text>");
            }
            for i in (0..count).filter(|_| count <= 6) {
                let x = (f64::from(i % 3) - (f64::from(count.min(3)) - 1.0) / 2.0) * 3.2;
                let y = if count <= 3 {
                    0.0
                } else if i < 3 {
                    -1.8
                } else {
                    1.8
                };
                put!(ink, "<circle class=\"m-pip\" cx=\"{}\" cy=\"{}\" r=\"1.3\"/>", Fine(x), Fine(y));
            }
        }
    }
    put!(ink, "</g>");
}

/// A text in lines no wider than there is room; what does not fit the last of them ends in dots.
fn broken(text: &str, room: f64, size: f64, most: usize) -> Vec<String> {
    let lines = wrap(text, room / size, true);
    let cut_off = lines.len() > most;
    let kept = lines.into_iter().take(most).enumerate();
    kept.map(|(i, line)| {
        let mut shown = if cut_off && i + 1 == most { format!("{line}…") } else { line };
        while shown.chars().count() > 2 && text_width(&shown, true) * size > room {
            let kept: String = shown.chars().take(shown.chars().count() - 2).collect();
            shown = format!("{kept}…");
        }
        shown
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scene_with(texts: &[&str]) -> Scene {
        let badge = |text: &&str| Badge { text: (*text).to_owned(), tone: Tone::Plain };
        let mut body = crate::margin::nobody(Symbol::Shot, Standing::Idle, [0.0, 0.0], Vec::new());
        body.badges = texts.iter().map(badge).collect();
        Scene {
            title: String::new(),
            subtitle: String::new(),
            field: kernel::scene::Field::Hexes(crate::hexes::tests::map(&["."], true).field),
            sides: Vec::new(),
            bodies: vec![body],
            zones: Vec::new(),
            notes: Vec::new(),
        }
    }

    #[test]
    fn marks_are_short_and_no_two_alike_whatever_their_order() {
        let mut texts = vec!["form. shaken", "form. stolen", "hedgehog", "-2", "column", "cover", "Make Ready"];
        for _ in 0..2 {
            let scene = scene_with(&texts);
            let chits = Chits::of(&scene);
            let marks: BTreeMap<&str, &str> =
                scene.bodies[0].badges.iter().map(|badge| (badge.text.as_str(), chits.mark(badge))).collect();
            let marks: Vec<&str> = marks.into_values().collect();
            assert_eq!(marks, ["-2", "MR", "Co", "Cv", "FS", "Fo", "He"]);
            assert_eq!(chits.spelt().count(), 6);
            texts.reverse();
        }
    }

    #[test]
    fn leaders_go_by_their_last_name() {
        assert_eq!((surname("Sir John Belling"), surname("")), ("Belling", ""));
    }

    #[test]
    fn losses_are_pips_and_pistols_are_dots() {
        let scene = scene_with(&["-2", "no pistols", "1 pistol", "-x"]);
        let chits = Chits::of(&scene);
        let kind = |badge: &Badge| match chits.chit(badge) {
            Chit::Pips(count) => format!("{count} pips"),
            Chit::Dots { full, of } => format!("{full} of {of}"),
            Chit::Tab(mark) => mark.to_owned(),
        };
        let kinds: Vec<String> = scene.bodies[0].badges.iter().map(kind).collect();
        assert_eq!(kinds, ["2 pips", "0 of 2", "1 of 2", "-x"]);
    }
}
