//! The map in characters. A character is about twice as high as it is wide, so a row of the map is as many millimetres
//! high as two columns are wide.

mod hexes;
mod table;

use std::fmt::Write;

use kernel::Absent;
use kernel::scene::{Badge, Body, Field, Figure, Note, Scene, Standing, Tone};

use crate::areas::Cover;
use crate::bodies::Formed;
use crate::geometry::{Bounds, Point, along, contains, heart, mix, walk};
use crate::hexes::HexMap;
use crate::ink::Colour;
use crate::lines::Course;
use crate::palette as pal;
use crate::sheet::{page, side_colour, sound};

/// The frame on either side, and the least room for numbers on the left.
const FRAME: usize = 1;
const GUTTER: usize = 4;
const NARROWEST: usize = 40;

/// A part of the field, in its own lengths from its south-west corner.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Window {
    pub west: f64,
    pub south: f64,
    pub east: f64,
    pub north: f64,
}

/// How a map is to be drawn.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sheet<'a> {
    /// The part of the field to show; all of it if none is given.
    pub window: Option<Window>,
    /// Columns of the map, and of the text around it.
    pub columns: usize,
    pub text_columns: usize,
    pub colour: bool,
    /// Those of the battle who are not on the map: they keep their letters.
    pub absent: &'a [Absent],
    /// Whether everybody on the map is listed below it.
    pub roster: bool,
}

/// Draws a scene as text of at most `columns` columns: the map, then a key to its bodies and its ground. Bodies of the
/// first side bear capital letters, those of the second small ones.
pub fn terminal(scene: &Scene, columns: usize, colour: bool) -> String {
    let sheet = Sheet { window: None, columns, text_columns: columns, colour, absent: &[], roster: true };
    terminal_sheet(scene, &sheet)
}

/// The same with everything chosen: a part of the field gives a larger map and a key to what is on it.
pub fn terminal_sheet(scene: &Scene, sheet: &Sheet<'_>) -> String {
    match &scene.field {
        Field::Table(field) => table::write(scene, &sound(field), sheet),
        Field::Hexes(field) => hexes::write(scene, &HexMap::new(field), sheet),
    }
}

/// The letters by which terminal maps call the bodies of a scene, in its order. Those who are not on the map have theirs
/// too, so that nobody's letter changes when others come or go.
pub fn keys(scene: &Scene, absent: &[Absent]) -> Vec<String> {
    letters(&scene.bodies, absent)
}

/// One character of the map.
#[derive(Clone, Copy)]
struct Cell {
    glyph: char,
    ink: Option<Colour>,
    paper: Option<Colour>,
    /// The body that stands here.
    body: Option<usize>,
    /// Whether a key or an arrow is written here.
    written: bool,
}

const BARE: Cell = Cell { glyph: ' ', ink: None, paper: None, body: None, written: false };

/// The characters of a map and the part of the page they show.
struct Raster {
    /// The top left corner on the page, and the size.
    origin: Point,
    size: Point,
    wide: usize,
    high: usize,
    /// The size of a character.
    cell: Point,
}

impl Raster {
    /// As many columns as there are, and rows to match.
    fn fitting(origin: Point, size: Point, wide: usize) -> Raster {
        let across = (size[0] / wide as f64).max(1e-3);
        let high = ((size[1] / (2.0 * across)).round() as usize).clamp(1, 400);
        Raster { origin, size, wide, high, cell: [across, (size[1] / high as f64).max(1e-3)] }
    }
}

struct Screen<'a> {
    scene: &'a Scene,
    bodies: Vec<Formed<'a>>,
    keys: Vec<String>,
    /// Bodies that are on the map at all.
    shown: Vec<bool>,
    /// Where each body is, in the words of the field; nothing where the map alone tells it.
    places: Vec<String>,
    /// The height of the field and its scale on the page.
    field: (f64, f64),
    raster: Raster,
    u: f64,
    columns: usize,
    text_columns: usize,
    gutter: usize,
    cells: Vec<Cell>,
    colour: bool,
    roster: bool,
    /// The line above the map, the numbers beside its rows, the words in its lower frame.
    top: String,
    beside: Vec<(usize, String)>,
    foot: String,
    /// The key to the ground.
    ground: Vec<(char, Colour, String)>,
}

impl<'a> Screen<'a> {
    fn new(scene: &'a Scene, field: (f64, f64), raster: Raster, gutter: usize, sheet: &Sheet<'_>) -> Screen<'a> {
        let place = page(field.0, field.1);
        Screen {
            scene,
            bodies: scene.bodies.iter().map(|b| Formed::new(b, side_colour(scene, b.side), place)).collect(),
            keys: letters(&scene.bodies, sheet.absent),
            shown: vec![sheet.window.is_none(); scene.bodies.len()],
            places: vec![String::new(); scene.bodies.len()],
            field,
            u: crate::sheet::pen(raster.size),
            columns: sheet.columns.max(NARROWEST),
            text_columns: sheet.text_columns.max(NARROWEST),
            gutter,
            cells: vec![BARE; raster.wide * raster.high],
            raster,
            colour: sheet.colour,
            roster: sheet.roster,
            top: String::new(),
            beside: Vec::new(),
            foot: String::new(),
            ground: Vec::new(),
        }
    }

    fn place(&self, p: Point) -> Point {
        page(self.field.0, self.field.1)(p)
    }

    /// Everything, once the ground and the bodies are laid.
    fn write(mut self) -> String {
        self.write_notes();
        let mut out = String::new();
        self.heading(&mut out);
        self.map(&mut out);
        if self.roster {
            self.key_to_bodies(&mut out);
        }
        self.key_to_ground(&mut out);
        out
    }

    fn column(&self, x: f64) -> i64 {
        ((x - self.raster.origin[0]) / self.raster.cell[0]).floor().clamp(-1e6, 1e6) as i64
    }

    fn line(&self, y: f64) -> i64 {
        ((y - self.raster.origin[1]) / self.raster.cell[1]).floor().clamp(-1e6, 1e6) as i64
    }

    fn index(&self, column: i64, row: i64) -> Option<usize> {
        let (column, row) = (usize::try_from(column).ok()?, usize::try_from(row).ok()?);
        (column < self.raster.wide && row < self.raster.high).then_some(row * self.raster.wide + column)
    }

    /// The cell a point of the page lies in. The far edges belong to the last cells.
    fn cell_at(&self, p: Point) -> Option<usize> {
        let edge = |i: usize| {
            if p[i] == self.raster.origin[i] + self.raster.size[i] { p[i] - self.raster.cell[i] / 2.0 } else { p[i] }
        };
        let (x, y) = (edge(0), edge(1));
        self.index(self.column(x), self.line(y))
    }

    fn centre(&self, index: usize) -> Point {
        let (row, column) = (index / self.raster.wide, index % self.raster.wide);
        let [west, top] = self.raster.origin;
        [west + (column as f64 + 0.5) * self.raster.cell[0], top + (row as f64 + 0.5) * self.raster.cell[1]]
    }

    /// The cells an area covers: those whose middle it holds, and always the one at its heart.
    fn covered(&self, outline: &[Point]) -> Vec<usize> {
        let b = Bounds::of(outline);
        let mut cells: Vec<usize> = (0..self.cells.len())
            .filter(|i| {
                let c = self.centre(*i);
                c[0] >= b.min[0] && c[0] <= b.max[0] && c[1] >= b.min[1] && c[1] <= b.max[1] && contains(outline, c)
            })
            .collect();
        if cells.is_empty() {
            cells.extend(self.cell_at(heart(outline)));
        }
        cells
    }

    fn crossed(&self, line: &[Point]) -> Vec<usize> {
        let mut cells: Vec<usize> =
            walk(line, self.raster.cell[0] / 2.0).iter().filter_map(|stop| self.cell_at(stop.at)).collect();
        cells.dedup();
        cells
    }

    /// Zones dot the ground that is otherwise bare; what burns is seen whatever stands there.
    fn lay_zones(&mut self) {
        for zone in self.scene.zones.iter().filter(|z| z.outline.len() > 2) {
            let outline: Vec<Point> = zone.outline.iter().map(|p| self.place(*p)).collect();
            let ink = zone.side.map_or(pal::SEPIA, |side| side_colour(self.scene, side));
            for index in self.covered(&outline) {
                if zone.fire.is_some() {
                    self.cells[index] = Cell { glyph: FIRE, ink: Some(pal::FLAME), ..BARE };
                } else if self.cells[index].glyph == ' ' {
                    self.cells[index] = Cell { glyph: ZONE, ink: Some(ink), ..BARE };
                }
            }
        }
    }

    fn lay_bodies(&mut self) {
        let order = (0..self.bodies.len()).filter(|i| !self.bodies[*i].is_general());
        let order: Vec<usize> = order.chain((0..self.bodies.len()).filter(|i| self.bodies[*i].is_general())).collect();
        for body in order {
            let paper = self.bodies[body].colour;
            for part in self.bodies[body].parts.clone() {
                let [fl, fr, rr, rl] = part.corners;
                let mut cells = self.covered(&part.corners);
                cells.extend(self.crossed(&[mix(fl, rl, 0.5), mix(fr, rr, 0.5)]));
                self.shown[body] |= !cells.is_empty();
                for index in cells {
                    self.cells[index] = Cell {
                        glyph: figure_glyph(part.figure),
                        ink: Some(contrast(paper)),
                        paper: Some(paper),
                        body: Some(body),
                        written: false,
                    };
                }
            }
        }
    }

    /// Writes each body's key at its middle, or as near to it as other keys allow.
    fn write_keys(&mut self) {
        for body in (0..self.bodies.len()).filter(|body| self.shown[*body]).collect::<Vec<_>>() {
            let middle = if self.bodies[body].parts.is_empty() {
                self.bodies[body].at
            } else {
                self.bodies[body].bounds(self.u).centre()
            };
            let key: Vec<char> = self.keys[body].chars().collect();
            let (column, row) = (self.column(middle[0]), self.line(middle[1]));
            let Some(cells) = self.free_run(column, row, key.len(), body) else { continue };
            let paper = self.bodies[body].colour;
            for (index, glyph) in cells.into_iter().zip(key) {
                self.cells[index] =
                    Cell { glyph, ink: Some(contrast(paper)), paper: Some(paper), body: Some(body), written: true };
            }
        }
    }

    /// The nearest run of cells without writing, the body's own ground before any other.
    fn free_run(&self, column: i64, row: i64, length: usize, body: usize) -> Option<Vec<usize>> {
        let mut best: Option<(i64, Vec<usize>)> = None;
        for dy in -4..=4i64 {
            for dx in -8..=8i64 {
                let run: Option<Vec<usize>> =
                    (0..length as i64).map(|k| self.index(column + dx + k, row + dy)).collect();
                let Some(run) = run.filter(|r| r.iter().all(|i| !self.cells[*i].written)) else { continue };
                let strange = run.iter().filter(|i| self.cells[**i].body.is_some_and(|b| b != body)).count() as i64;
                let cost = dx * dx + 4 * dy * dy + if (dx, dy) == (0, 0) { 0 } else { strange * 6 };
                if best.as_ref().is_none_or(|(least, _)| cost < *least) {
                    best = Some((cost, run));
                }
            }
        }
        best.map(|(_, run)| run)
    }

    /// An arrow on the first cell before the body's front; where another body stands there the key alone must tell.
    fn write_arrows(&mut self) {
        for body in (0..self.bodies.len()).filter(|body| self.shown[*body]).collect::<Vec<_>>() {
            let formed = &self.bodies[body];
            let (front, way, paper) = (formed.front(self.u), formed.way, formed.colour);
            let ahead =
                (0..12).filter_map(|k| self.cell_at(along(front, way, f64::from(k) * self.raster.cell[0] / 2.0)));
            let Some(index) = ahead.into_iter().find(|i| self.cells[*i].body != Some(body)) else { continue };
            if self.cells[index].body.is_none() && !self.cells[index].written {
                let glyph = arrow(formed.body.facing);
                self.cells[index] = Cell { glyph, ink: Some(paper), paper: None, body: None, written: true };
            }
        }
    }

    /// A note is written where it stands as far as the ground there is free.
    fn write_notes(&mut self) {
        for note in &self.scene.notes {
            let text: Vec<char> = plain(&note.text).chars().collect();
            if let Some(start) = self.cell_at(self.place(note.at)) {
                let first = self.in_row(start as i64, start / self.raster.wide, text.len());
                self.write_words(first, &text);
            }
        }
    }

    /// A name is written around its place, on the nearest row where it hides no body.
    fn write_name(&mut self, name: &Note) {
        let text: Vec<char> = plain(&name.text).chars().collect();
        let Some(middle) = self.cell_at(self.place(name.at)) else { return };
        let wide = self.raster.wide;
        let rows = [0i64, -1, 1, -2, 2].into_iter().filter_map(|dy| usize::try_from((middle / wide) as i64 + dy).ok());
        let runs = rows.filter(|row| *row < self.raster.high).map(|row| {
            let start = (row * wide + middle % wide) as i64 - (text.len() / 2) as i64;
            self.in_row(start, row, text.len())
        });
        let free = |first: &usize| {
            let run = self.cells.iter().skip(*first).take(text.len());
            run.clone().count() == text.len() && run.into_iter().all(|cell| cell.body.is_none() && !cell.written)
        };
        if let Some(first) = runs.into_iter().find(free) {
            self.write_words(first, &text);
        }
    }

    /// Where words of this length begin so that they stay in their row.
    fn in_row(&self, start: i64, row: usize, length: usize) -> usize {
        let (first, end) = (row * self.raster.wide, (row + 1) * self.raster.wide);
        usize::try_from(start).unwrap_or(0).min(end.saturating_sub(length)).max(first)
    }

    fn write_words(&mut self, first: usize, text: &[char]) {
        let end = (first / self.raster.wide + 1) * self.raster.wide;
        for (index, glyph) in (first..end).zip(text) {
            if self.cells[index].body.is_none() && !self.cells[index].written {
                self.cells[index] = Cell { glyph: *glyph, ink: None, ..BARE };
            }
        }
    }

    fn heading(&self, out: &mut String) {
        for text in [&self.scene.title, &self.scene.subtitle] {
            let text = cut(&plain(text), self.columns);
            if !text.is_empty() {
                let indent = (self.columns - text.chars().count()) / 2;
                let _ = writeln!(out, "{:indent$}{text}", "");
            }
        }
    }

    fn map(&self, out: &mut String) {
        let _ = writeln!(out, "{}", self.top.trim_end());
        let (wide, gutter) = (self.raster.wide, self.gutter);
        let _ = writeln!(out, "{:gutter$}┌{}┐", "", "─".repeat(wide));
        for row in 0..self.raster.high {
            let label = self.beside.iter().find(|(r, _)| *r == row).map_or("", |(_, label)| label);
            let _ = write!(out, "{label:>room$} │", room = gutter - 1);
            self.row(out, row);
            out.push_str("│\n");
        }
        let foot = cut(&plain(&self.foot), wide - 4);
        let _ = writeln!(out, "{:gutter$}└─ {foot} {}┘", "", "─".repeat(wide - foot.chars().count() - 3));
    }

    /// Writes a text into the line above the map, over a column of it.
    fn write_top(&mut self, column: usize, text: &str) {
        let mut line: Vec<char> = self.top.chars().collect();
        line.resize(self.columns, ' ');
        for (k, c) in text.chars().enumerate() {
            if let Some(slot) = line.get_mut(self.gutter + FRAME + column + k) {
                *slot = c;
            }
        }
        self.top = line.into_iter().collect();
    }

    fn row(&self, out: &mut String, row: usize) {
        let mut painted = (None, None);
        for cell in &self.cells[row * self.raster.wide..(row + 1) * self.raster.wide] {
            if self.colour && (cell.ink, cell.paper) != painted {
                painted = (cell.ink, cell.paper);
                out.push_str(&paint(cell.ink, cell.paper));
            }
            out.push(cell.glyph);
        }
        if self.colour && painted != (None, None) {
            out.push_str(PLAIN);
        }
    }

    /// Everybody on the map, side by side.
    fn key_to_bodies(&self, out: &mut String) {
        let shown = || (0..self.bodies.len()).filter(|i| self.shown[*i]);
        let widest = |text: &dyn Fn(&Body) -> &str| {
            shown()
                .map(|i| plain(text(&self.scene.bodies[i])).chars().count())
                .max()
                .unwrap_or(0)
                .min(self.text_columns / 3)
        };
        let (name_width, key_width) = (widest(&|b| &b.name), widest(&|b| &b.key));
        let widths = Widths {
            name: name_width,
            key: key_width,
            place: shown().map(|i| self.places[i].chars().count()).max().unwrap_or(0),
        };
        let mut sides: Vec<u8> = shown().map(|i| self.scene.bodies[i].side).collect();
        sides.sort_unstable();
        sides.dedup();
        for side in sides {
            let mut line = Line::new(self.text_columns, self.colour);
            let name = self.scene.sides.get(usize::from(side)).map_or("", |style| &style.name);
            line.painted(&cut(&plain(name), self.text_columns), Some(side_colour(self.scene, side)), None);
            out.push_str(&line.finish());
            for i in shown().filter(|i| self.scene.bodies[*i].side == side) {
                out.push_str(&self.key_line(i, &widths));
            }
        }
        let standing = |wanted| shown().any(|i| self.scene.bodies[i].standing == wanted);
        let marks = [(Standing::Selected, "> in question"), (Standing::Ready, "* may be chosen")];
        let marks: Vec<&str> = marks.into_iter().filter(|(mark, _)| standing(*mark)).map(|(_, words)| words).collect();
        if !marks.is_empty() {
            let _ = writeln!(out, "{}", marks.join("   "));
        }
    }

    fn key_line(&self, i: usize, widths: &Widths) -> String {
        let body = &self.scene.bodies[i];
        let mark = match body.standing {
            Standing::Selected => '>',
            Standing::Ready => '*',
            Standing::Idle | Standing::Spent | Standing::Routing | Standing::Pursuing => ' ',
        };
        let mut line = Line::new(self.text_columns, self.colour);
        line.plain(&mark.to_string());
        let paper = self.bodies[i].colour;
        line.painted(&format!("{:<2}", self.keys[i]), Some(contrast(paper)), Some(paper));
        let Widths { name, key, place } = *widths;
        // Where bodies have places of their own, one without parts faces nowhere.
        let faces = place == 0 || !body.parts.is_empty();
        line.plain(&format!(" {} ", if faces { arrow(body.facing) } else { ' ' }));
        if place > 0 {
            line.plain(&format!("{:<place$} ", self.places[i]));
        }
        line.plain(&format!(
            "{:<name$} {:<key$} {}",
            cut(&plain(&body.name), name),
            cut(&plain(&body.key), key),
            plain(&body.strength)
        ));
        for badge in body.badges.iter().chain(standing_badge(body).as_ref()) {
            let ink = match badge.tone {
                Tone::Plain => None,
                Tone::Warning => Some(pal::AMBER),
                Tone::Bad => Some(pal::CRIMSON.towards(Colour(255, 90, 120), 0.6)),
            };
            line.word(&format!("[{}]", plain(&badge.text)), ink);
        }
        line.finish()
    }

    fn key_to_ground(&self, out: &mut String) {
        let mut line = Line::new(self.text_columns, self.colour);
        for (glyph, ink, words) in &self.ground {
            line.entry(*glyph, *ink, words);
        }
        for zone in &self.scene.zones {
            let ink = zone.side.map_or(pal::SEPIA, |side| side_colour(self.scene, side));
            match zone.fire {
                Some(_) => line.entry(FIRE, pal::FLAME, &plain(&zone.name)),
                None => line.entry(ZONE, ink, &plain(&zone.name)),
            }
        }
        out.push_str(&line.finish());
    }
}

/// Columns of the key.
struct Widths {
    name: usize,
    key: usize,
    /// Nothing where the field has no words for a place.
    place: usize,
}

/// What a kind of ground is called, with the names of the places it has.
fn named<'n>(words: &str, names: impl Iterator<Item = &'n str>) -> String {
    let mut names: Vec<String> = names.filter(|n| !n.is_empty()).map(plain).collect();
    names.dedup();
    if names.is_empty() { words.to_lowercase() } else { format!("{} ({})", words.to_lowercase(), names.join(", ")) }
}

const ZONE: char = '˙';
const FIRE: char = '^';
const PLAIN: &str = "\u{1b}[0m";

/// A text of several lines that breaks between its words.
struct Line {
    done: String,
    used: usize,
    columns: usize,
    colour: bool,
}

impl Line {
    fn new(columns: usize, colour: bool) -> Line {
        Line { done: String::new(), used: 0, columns, colour }
    }

    fn plain(&mut self, text: &str) {
        let text = cut(text, self.columns - self.used);
        self.used += text.chars().count();
        self.done.push_str(&text);
    }

    fn painted(&mut self, text: &str, ink: Option<Colour>, paper: Option<Colour>) {
        self.used += text.chars().count();
        if self.colour && (ink, paper) != (None, None) {
            let _ = write!(self.done, "{}{text}{PLAIN}", paint(ink, paper));
        } else {
            self.done.push_str(text);
        }
    }

    /// Makes room for `length` more columns, on the next line where this one is full.
    fn space(&mut self, length: usize, indent: usize) {
        if self.used > 0 && self.used + 1 + length > self.columns {
            self.done.truncate(self.done.trim_end_matches(' ').len());
            let _ = write!(self.done, "\n{:indent$}", "");
            self.used = indent;
        } else if self.used > 0 {
            self.done.push(' ');
            self.used += 1;
        }
    }

    fn word(&mut self, text: &str, ink: Option<Colour>) {
        let text = cut(text, self.columns - 6);
        self.space(text.chars().count(), 6);
        self.painted(&text, ink, None);
    }

    fn entry(&mut self, glyph: char, ink: Colour, words: &str) {
        let words = cut(words, self.columns - 4);
        self.space(words.chars().count() + 3, 0);
        self.painted(&glyph.to_string(), Some(ink), None);
        self.plain(&format!(" {words}"));
        if self.used < self.columns {
            self.done.push(' ');
            self.used += 1;
        }
    }

    fn finish(mut self) -> String {
        if self.used > 0 {
            self.done.truncate(self.done.trim_end_matches(' ').len());
            self.done.push('\n');
        }
        self.done
    }
}

/// Names come from files of all kinds: nothing in them may steer the terminal.
fn plain(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect::<String>().trim().to_owned()
}

fn cut(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let mut short: String = text.chars().take(most.saturating_sub(1)).collect();
    if most > 0 {
        short.push('…');
    }
    short
}

fn contrast(paper: Colour) -> Colour {
    if paper.is_light() { Colour(0, 0, 0) } else { Colour(255, 255, 255) }
}

fn paint(ink: Option<Colour>, paper: Option<Colour>) -> String {
    let mut code = String::from("\u{1b}[0");
    if let Some(Colour(r, g, b)) = ink {
        let _ = write!(code, ";38;2;{r};{g};{b}");
    }
    if let Some(Colour(r, g, b)) = paper {
        let _ = write!(code, ";48;2;{r};{g};{b}");
    }
    code.push('m');
    code
}

/// A, B, ... Z, A2, B2 ... for sides of even number; small letters for the others. Who is absent is counted where he
/// would stand; what belongs to another body, as `horses of Croft's dragoons` or `Ashby's foot, forlorn hope`, comes and
/// goes and is counted last.
fn letters(bodies: &[Body], absent: &[Absent]) -> Vec<String> {
    let names = || bodies.iter().map(|body| &body.name).chain(absent.iter().map(|gone| &gone.name));
    let belongs = |body: &Body| {
        let horses_of = |name: &str| body.name.strip_suffix(name).is_some_and(|own| own.ends_with(" of "));
        let hope_of = |name: &str| body.name.strip_prefix(name).is_some_and(|own| own.starts_with(", "));
        names().any(|name| !name.is_empty() && (horses_of(name) || hope_of(name)))
    };
    let (last, first): (Vec<usize>, Vec<usize>) = (0..bodies.len()).partition(|&index| belongs(&bodies[index]));
    let mut missing: Vec<&Absent> = absent.iter().collect();
    missing.sort_by_key(|gone| gone.body);
    let mut missing = missing.into_iter().peekable();
    let mut letters = vec![String::new(); bodies.len()];
    let mut counts = [0usize; 2];
    let all = first.into_iter().map(|index| (index, bodies[index].id));
    // Before what belongs to others, everybody has had his turn.
    for (index, before) in all.chain(last.into_iter().map(|index| (index, u16::MAX))) {
        let body = &bodies[index];
        while let Some(gone) = missing.next_if(|gone| gone.body < before) {
            counts[usize::from(gone.side % 2)] += 1;
        }
        let small = usize::from(body.side % 2);
        let n = counts[small];
        counts[small] += 1;
        let first = if small == 1 { b'a' } else { b'A' };
        let letter = char::from(first + (n % 26) as u8);
        letters[index] = if n < 26 { letter.to_string() } else { format!("{letter}{}", n / 26 + 1) };
    }
    letters
}

fn arrow(facing: f64) -> char {
    const ARROWS: [char; 8] = ['↑', '↗', '→', '↘', '↓', '↙', '←', '↖'];
    let eighth = (facing / 45.0).round().rem_euclid(8.0);
    ARROWS[if eighth.is_finite() { eighth as usize % 8 } else { 0 }]
}

/// Flight and pursuit in words, where no badge tells of them.
fn standing_badge(body: &Body) -> Option<Badge> {
    let (text, told, tone) = match body.standing {
        Standing::Idle | Standing::Selected | Standing::Ready => return None,
        Standing::Spent => ("has acted", "acted", Tone::Plain),
        Standing::Routing => ("in rout", "routing", Tone::Bad),
        Standing::Pursuing => ("in pursuit", "pursuing", Tone::Warning),
    };
    let known = body.badges.iter().any(|badge| badge.text == told);
    (!known).then(|| Badge { text: text.to_owned(), tone })
}

/// The part of the page a window shows: corner and size. A window of nonsense, or one of next to nothing, shows the whole
/// field.
fn on_page(window: Option<Window>, [width, height]: Point, scale: f64) -> (Point, Point) {
    let whole = ([0.0, 0.0], [width * scale, height * scale]);
    let Some(window) = window else { return whole };
    let fit = |v: f64, most: f64| if v.is_finite() { v.clamp(0.0, most) } else { 0.0 };
    let (west, east) = (fit(window.west, width), fit(window.east, width));
    let (south, north) = (fit(window.south, height), fit(window.north, height));
    let size = [(east - west) * scale, (north - south) * scale];
    if size[0] < 1.0 || size[1] < 1.0 {
        return whole;
    }
    ([west * scale, (height - north) * scale], size)
}

fn cover_glyph(cover: Cover, level: u8) -> (char, Colour) {
    match cover {
        Cover::Hill | Cover::Height => (['░', '░', '▒', '▓'][usize::from(level.min(3))], pal::HILL_HIGH),
        Cover::SteepSlope => ('/', pal::HILL_HIGH),
        Cover::LightWoods => ('♣', pal::LIGHT_LEAF),
        Cover::HeavyWoods => ('♠', pal::HEAVY_LEAF),
        Cover::UnknownWoods => ('?', pal::LIGHT_LEAF),
        Cover::Orchard => ('♣', pal::LIGHT_LEAF),
        Cover::Rough => ('∴', pal::EARTH),
        Cover::Mounds => ('∩', pal::HILL_HIGH),
        Cover::Dunes => ('∵', pal::FURROW),
        Cover::Crops => ('"', pal::FURROW),
        Cover::Town => ('⌂', pal::ROOF),
        Cover::Chateau => ('♖', pal::SLATE),
        Cover::Water => ('≈', pal::WATER_LINE),
        Cover::Marsh => (',', pal::WATER_LINE),
        Cover::Impassable => ('▲', pal::STONE_DARK),
    }
}

fn course_glyph(course: Course) -> (char, Colour) {
    match course {
        Course::Road => (':', pal::EARTH),
        Course::Stream => ('~', pal::WATER_LINE),
        Course::Ford => ('=', pal::WATER_LINE),
        Course::Bridge => ('#', pal::TIMBER),
        Course::Fence => ('+', pal::EARTH),
        Course::LowWall => ('▫', pal::STONE),
        Course::HighWall => ('■', pal::STONE),
        Course::Gate => ('∏', pal::BARK),
        Course::Hedgerow => ('*', pal::HEDGE),
        Course::HedgerowLoopholed => ('%', pal::HEDGE),
        Course::HedgerowBroken => (';', pal::HEDGE),
        Course::Berm => ('-', pal::EARTH),
        Course::Ditch => ('_', pal::EARTH),
        Course::Abatis => ('x', pal::BARK),
        Course::PikeWagons => ('o', pal::TIMBER),
        Course::LightWorks => ('^', pal::EARTH),
        Course::HeavyWorks => ('@', pal::EARTH),
        Course::Crest => ('¯', pal::HILL_HIGH),
    }
}

fn figure_glyph(figure: Figure) -> char {
    match figure {
        Figure::Pike => '‡',
        Figure::Shot | Figure::Gunner => '•',
        Figure::Skirmisher => '°',
        Figure::Rider | Figure::Officer => '◊',
        Figure::Gun => '╦',
        Figure::Wagon => '□',
        Figure::Horse => '○',
        Figure::Elephant => 'Ω',
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facings_become_arrows() {
        let arrows: String = [0.0, 44.0, 90.0, 135.0, 180.0, 225.0, -90.0, 337.6, f64::NAN].map(arrow).iter().collect();
        assert_eq!(arrows, "↑↗→↘↓↙←↑↑");
    }

    #[test]
    fn long_text_is_cut_and_control_characters_are_gone() {
        assert_eq!(cut("Regiment", 5), "Regi…");
        assert_eq!(cut("Foot", 5), "Foot");
        assert_eq!(plain("a\u{1b}[31mb\n"), "a [31mb");
    }
}
