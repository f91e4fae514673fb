//! Names and badges beside the bodies, and names of the ground: each looks for the place where it hides least.

use kernel::scene::{Badge, Standing, Tone};

use crate::bodies::Formed;
use crate::geometry::{Bounds, Point, add, along, contains, direction, distance, dot, mix, sub};
use crate::ink::{Fine, Ink, Mm, Path, Safe, put, text_width, wrap};

const NAME: f64 = 7.4;
const STRENGTH: f64 = 6.4;
const PILL: f64 = 5.8;
const LEADING: f64 = 1.18;
const WIDEST: f64 = 130.0;

/// A body's name, strength and badges, laid out but not yet placed.
struct Label<'a> {
    lines: Vec<(String, bool)>,
    pills: Vec<Vec<&'a Badge>>,
    width: f64,
    height: f64,
}

fn size(bold: bool) -> f64 {
    if bold { NAME } else { STRENGTH }
}

fn pill_width(badge: &Badge) -> f64 {
    (text_width(&badge.text, true) + 1.1) * PILL
}

impl<'a> Label<'a> {
    /// Sizes are in units of `u`.
    fn new(formed: &'a Formed<'_>) -> Label<'a> {
        let body = formed.body;
        let mut lines: Vec<(String, bool)> =
            wrap(&body.name, WIDEST / NAME, true).into_iter().map(|l| (l, true)).collect();
        lines.extend(wrap(&body.strength, WIDEST / STRENGTH, false).into_iter().map(|l| (l, false)));
        let mut pills: Vec<Vec<&Badge>> = Vec::new();
        let mut used = f64::INFINITY;
        for badge in &body.badges {
            let w = pill_width(badge) + 1.5;
            if used + w > WIDEST {
                pills.push(Vec::new());
                used = 0.0;
            }
            used += w;
            if let Some(row) = pills.last_mut() {
                row.push(badge);
            }
        }
        let text = lines.iter().map(|(l, bold)| text_width(l, *bold) * size(*bold)).fold(0.0, f64::max);
        let rows = pills.iter().map(|row| row_width(row)).fold(0.0, f64::max);
        let height =
            lines.iter().map(|(_, bold)| size(*bold) * LEADING).sum::<f64>() + pills.len() as f64 * PILL * 1.75;
        Label { lines, pills, width: text.max(rows), height }
    }
}

fn row_width(row: &[&Badge]) -> f64 {
    row.iter().map(|b| pill_width(b) + 1.5).sum::<f64>() - 1.5
}

/// What labels keep clear of.
pub struct Crowd {
    blocks: Vec<(Bounds, Vec<Point>)>,
    taken: Vec<Bounds>,
    table: Bounds,
}

impl Crowd {
    pub fn new(blocks: impl Iterator<Item = Vec<Point>>, table: Bounds) -> Crowd {
        Crowd { blocks: blocks.map(|b| (Bounds::of(&b), b)).collect(), taken: Vec::new(), table }
    }

    /// The ground labels may be written on.
    pub fn field(&self) -> &Bounds {
        &self.table
    }

    /// How much of what matters a label at this place would hide.
    fn hidden(&self, place: &Bounds) -> f64 {
        let off_table = place.area() - place.shared(&self.table);
        let names: f64 = self.taken.iter().map(|t| t.shared(place)).sum();
        let troops: f64 = self.blocks.iter().map(|(bounds, block)| covered(place, bounds, block)).sum();
        off_table * 4.0 + names * 3.0 + troops * 2.0
    }
}

/// The part of `place` that lies over a block, counted on a grid of sample points.
fn covered(place: &Bounds, bounds: &Bounds, block: &[Point]) -> f64 {
    const COLUMNS: u32 = 12;
    const ROWS: u32 = 5;
    if place.shared(bounds) <= 0.0 {
        return 0.0;
    }
    let mut hits = 0u32;
    for i in 0..COLUMNS {
        for j in 0..ROWS {
            let t = [(f64::from(i) + 0.5) / f64::from(COLUMNS), (f64::from(j) + 0.5) / f64::from(ROWS)];
            let p = [place.min[0] + place.width() * t[0], place.min[1] + place.height() * t[1]];
            hits += u32::from(contains(block, p));
        }
    }
    place.area() * f64::from(hits) / f64::from(COLUMNS * ROWS)
}

/// Places and draws the labels of all bodies.
pub fn draw(ink: &mut Ink, bodies: &[Formed<'_>], crowd: &mut Crowd, u: f64) {
    put!(ink, "<g class=\"labels m-labels\">\n");
    let placed: Vec<(Label<'_>, Bounds)> = bodies
        .iter()
        .map(|formed| {
            let label = Label::new(formed);
            let place = place(formed, &label, crowd, u);
            crowd.taken.push(place);
            (label, place)
        })
        .collect();
    for (formed, (_, place)) in bodies.iter().zip(&placed) {
        leader(ink, formed, place, u);
    }
    for (label, place) in &placed {
        write(ink, label, place, u);
    }
    put!(ink, "</g>\n");
}

/// Tries the sides and corners of the body, near first. Behind it is best, in front of it worst: the ground before a
/// body is where the battle is.
fn place(formed: &Formed<'_>, label: &Label<'_>, crowd: &Crowd, u: f64) -> Bounds {
    let (w, h) = (label.width * u, label.height * u);
    let rim = if formed.body.standing == Standing::Idle { 2.0 } else { 6.0 };
    let around = Bounds::of(&formed.kept_clear(u).concat()).grown(rim * u);
    let mut best = (f64::INFINITY, Bounds::centred(formed.at, w, h));
    let mut consider = |centre: Point, dislike: f64| {
        let place = Bounds::centred(centre, w, h);
        let cost = crowd.hidden(&place) / (u * u) + dislike;
        if cost < best.0 {
            best = (cost, place);
        }
    };
    // A rulebook that names a spot away from the body means it.
    if distance(formed.at, around.centre()) > around.width().max(around.height()) {
        consider(formed.at, 0.0);
    }
    for ring in 0..9 {
        let gap = f64::from(ring) * 7.0 * u;
        for (sx, sy) in [(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, 1), (1, -1), (-1, -1)] {
            let (sx, sy) = (f64::from(sx), f64::from(sy));
            let centre = add(
                around.centre(),
                [sx * ((around.width() + w) / 2.0 + gap), sy * ((around.height() + h) / 2.0 + gap)],
            );
            let slides: &[f64] = if sx == 0.0 || sy == 0.0 { &[0.0, 0.25, -0.25, 0.5, -0.5] } else { &[0.0] };
            for slide in slides {
                let run = if sx == 0.0 { [around.width().max(w), 0.0] } else { [0.0, around.height().max(h)] };
                let outward = direction([sx, sy]);
                let dislike = 30.0 * f64::from(ring)
                    + 40.0 * (1.0 + dot(outward, formed.way))
                    + 30.0 * slide.abs()
                    + if sx != 0.0 && sy != 0.0 { 25.0 } else { 0.0 };
                consider(along(centre, run, *slide), dislike);
            }
        }
    }
    best.1
}

/// A thin line from a label that had to move away.
fn leader(ink: &mut Ink, formed: &Formed<'_>, place: &Bounds, u: f64) {
    let body = formed.bounds(u);
    let near = |b: &Bounds, p: Point| [p[0].clamp(b.min[0], b.max[0]), p[1].clamp(b.min[1], b.max[1])];
    let from = near(place, body.centre());
    let to = near(&body, from);
    if distance(from, to) > 9.0 * u {
        let to = mix(to, body.centre(), 0.15);
        ink.line(&Path::open(&[from, to]), "m-open m-ink", 0.6 * u);
    }
}

fn write(ink: &mut Ink, label: &Label<'_>, place: &Bounds, u: f64) {
    let x = place.centre()[0];
    let mut y = place.min[1];
    put!(ink, "<g class=\"label\">\n");
    for (line, bold) in &label.lines {
        let size = size(*bold) * u;
        y += size * LEADING;
        halo_text(ink, line, [x, y - size * 0.3], size, if *bold { "m-who" } else { "m-how-many" }, u);
    }
    for row in &label.pills {
        let mut left = x - row_width(row) * u / 2.0;
        for badge in row {
            pill(ink, badge, [left, y + PILL * 0.25 * u], u);
            left += (pill_width(badge) + 1.5) * u;
        }
        y += PILL * 1.75 * u;
    }
    put!(ink, "</g>\n");
}

fn halo_text(ink: &mut Ink, text: &str, at: Point, size: f64, class: &str, u: f64) {
    put!(
        ink,
        "<text class=\"m-label {class}\" x=\"{}\" y=\"{}\" font-size=\"{}\" stroke-width=\"{}\">{}</text>\n",
        Mm(at[0]),
        Mm(at[1]),
        Fine(size),
        Fine(2.8 * u),
        Safe(text)
    );
}

pub fn pill(ink: &mut Ink, badge: &Badge, corner: Point, u: f64) {
    let tone = match badge.tone {
        Tone::Plain => "badge m-pill",
        Tone::Warning => "badge m-pill m-warning",
        Tone::Bad => "badge m-pill m-bad",
    };
    let (w, h) = (pill_width(badge) * u, PILL * 1.4 * u);
    put!(
        ink,
        "<g class=\"{tone}\"><rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{}\" stroke-width=\"{}\"/>",
        Mm(corner[0]),
        Mm(corner[1]),
        Mm(w),
        Mm(h),
        Mm(h / 2.0),
        Fine(0.5 * u)
    );
    put!(
        ink,
        "<text class=\"m-mark\" x=\"{}\" y=\"{}\" font-size=\"{}\">{}</text></g>\n",
        Mm(corner[0] + w / 2.0),
        Mm(corner[1] + h * 0.76),
        Fine(PILL * u),
        Safe(&badge.text)
    );
}

/// A word for the ground, a zone or a note: its wish is the first of `spots`, and it takes the least crowded.
pub struct Word<'a> {
    pub text: &'a str,
    pub spots: Vec<Point>,
    pub size: f64,
    pub italic: bool,
}

impl Word<'_> {
    pub fn write(&self, ink: &mut Ink, crowd: &mut Crowd, u: f64) {
        if self.text.is_empty() {
            return;
        }
        let (w, h) = (text_width(self.text, false) * self.size * u, self.size * LEADING * u);
        let mut best: Option<(f64, Bounds)> = None;
        for (i, spot) in self.spots.iter().enumerate() {
            let place = Bounds::centred(inside(*spot, w, h, &crowd.table), w, h);
            let cost = crowd.hidden(&place) + i as f64 * 0.04 * place.area();
            if best.as_ref().is_none_or(|(least, _)| cost < *least) {
                best = Some((cost, place));
            }
        }
        let Some((_, place)) = best else { return };
        crowd.taken.push(place);
        let at = [place.centre()[0], place.centre()[1] + self.size * 0.35 * u];
        halo_text(ink, self.text, at, self.size * u, if self.italic { "m-place" } else { "m-zone-name" }, u);
    }
}

/// The spot, moved so that a word of this size stays on the table.
fn inside(spot: Point, w: f64, h: f64, table: &Bounds) -> Point {
    let clamp = |v: f64, low: f64, high: f64| if low <= high { v.clamp(low, high) } else { (low + high) / 2.0 };
    let low = add(table.min, [w / 2.0, h / 2.0]);
    let high = sub(table.max, [w / 2.0, h / 2.0]);
    [clamp(spot[0], low[0], high[0]), clamp(spot[1], low[1], high[1])]
}

#[cfg(test)]
mod tests {
    use kernel::scene::{Body, Figure, Part, Symbol};

    use super::*;
    use crate::ink::Colour;

    fn block(id: u16, x: f64, y: f64) -> Body {
        let corners = [[x, y], [x + 200.0, y], [x + 200.0, y + 60.0], [x, y + 60.0]];
        Body {
            id,
            key: format!("b{id}"),
            name: "Sir Somebody's Regiment".to_owned(),
            side: 0,
            symbol: Symbol::Shot,
            at: [x + 100.0, y + 30.0],
            facing: 0.0,
            parts: vec![Part { corners, figure: Figure::Shot, files: 10, figures: 30 }],
            badges: vec![Badge { text: "shaken".to_owned(), tone: Tone::Warning }],
            strength: "30 shot".to_owned(),
            standing: Standing::Idle,
        }
    }

    /// Four ranks of four bodies, 70 mm of ground between the ranks: room enough for every name, but none to waste.
    #[test]
    fn names_hide_neither_troops_nor_one_another() {
        let bodies: Vec<Body> =
            (0..16u16).map(|i| block(i, 100.0 + f64::from(i % 4) * 420.0, 200.0 + f64::from(i / 4) * 130.0)).collect();
        let formed: Vec<Formed<'_>> = bodies.iter().map(|b| Formed::new(b, Colour(0, 0, 0), |p| p)).collect();
        let table = Bounds { min: [0.0, 0.0], max: [1829.0, 1219.0] };
        let mut crowd = Crowd::new(formed.iter().flat_map(|f| f.kept_clear(1.8)), table);
        draw(&mut Ink::default(), &formed, &mut crowd, 1.8);
        assert_eq!(crowd.taken.len(), 16);
        for (i, name) in crowd.taken.iter().enumerate() {
            assert_eq!(name.shared(&table), name.area(), "name {i} leaves the table");
            assert!(crowd.blocks.iter().all(|(b, _)| b.shared(name) == 0.0), "name {i} hides troops");
            assert!(crowd.taken[..i].iter().all(|other| other.shared(name) == 0.0), "name {i} hides another");
        }
    }

    #[test]
    fn a_name_goes_behind_its_body_where_there_is_room() {
        for (facing, below) in [(0.0, true), (180.0, false)] {
            let body = Body { facing, ..block(1, 800.0, 600.0) };
            let formed = [Formed::new(&body, Colour(0, 0, 0), |p| p)];
            let mut crowd = Crowd::new(
                formed.iter().flat_map(|f| f.kept_clear(1.8)),
                Bounds { min: [0.0, 0.0], max: [1829.0, 1219.0] },
            );
            draw(&mut Ink::default(), &formed, &mut crowd, 1.8);
            assert_eq!(crowd.taken[0].centre()[1] > 630.0, below, "facing {facing}");
        }
    }
}
