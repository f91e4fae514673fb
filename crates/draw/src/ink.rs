//! Writing SVG: numbers, text, paths and colours.

use std::fmt::{self, Display, Write};

use serde::{Serialize, Serializer};

use crate::geometry::{Point, add, along, direction, distance, mix, sub};

/// A length rounded to a tenth of a millimetre, written the same on every machine.
#[derive(Clone, Copy)]
pub struct Mm(pub f64);

impl Display for Mm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tenths = (self.0 * 10.0).round() as i64;
        let sign = if tenths < 0 { "-" } else { "" };
        let (whole, rest) = (tenths.unsigned_abs() / 10, tenths.unsigned_abs() % 10);
        if rest == 0 { write!(f, "{sign}{whole}") } else { write!(f, "{sign}{whole}.{rest}") }
    }
}

/// Text made safe for element content and attributes. Control characters have no place in XML and are dropped.
pub struct Safe<'a>(pub &'a str);

impl Display for Safe<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for c in self.0.chars() {
            match c {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\'' => f.write_str("&#39;")?,
                '\n' | '\t' => f.write_char(' ')?,
                '\u{fffe}' | '\u{ffff}' => {}
                c if c.is_control() => {}
                c => f.write_char(c)?,
            }
        }
        Ok(())
    }
}

/// The SVG being written.
#[derive(Default)]
pub struct Ink {
    svg: String,
    /// What the names in this drawing begin with, so that several may stand on one page.
    mark: String,
    named: usize,
}

impl Ink {
    pub fn marked(mark: &str) -> Ink {
        Ink { mark: mark.to_owned(), ..Ink::default() }
    }

    pub fn put(&mut self, what: fmt::Arguments<'_>) {
        // Writing to a String cannot fail.
        let _ = self.svg.write_fmt(what);
    }

    /// A name that nothing else in this drawing has.
    pub fn name(&mut self) -> String {
        self.named += 1;
        format!("{}{}", self.mark, self.named)
    }

    /// A path of a class; nothing where the path is empty.
    pub fn path(&mut self, path: &Path, class: &str) {
        self.shape(path, class, format_args!(""));
    }

    /// A path of a class with a pen so wide.
    pub fn line(&mut self, path: &Path, class: &str, width: f64) {
        self.shape(path, class, format_args!(" stroke-width=\"{}\"", Fine(width)));
    }

    /// The same in dashes.
    pub fn dashed(&mut self, path: &Path, class: &str, width: f64, [on, off]: [f64; 2]) {
        let (width, on, off) = (Fine(width), Fine(on), Fine(off));
        self.shape(path, class, format_args!(" stroke-width=\"{width}\" stroke-dasharray=\"{on} {off}\""));
    }

    /// A path filled with the weave of the second side.
    pub fn woven(&mut self, path: &Path, class: &str) {
        self.shape(path, class, format_args!(" fill=\"url(#m-weave)\""));
    }

    fn shape(&mut self, path: &Path, class: &str, more: fmt::Arguments<'_>) {
        if !path.d.is_empty() {
            self.put(format_args!("<path class=\"{class}\" d=\"{}\"{more}/>", path.d));
        }
    }

    /// A path that is used several times: it is written once, and its name is handed back.
    pub fn define(&mut self, path: &Path) -> String {
        let name = self.name();
        self.put(format_args!("<defs><path id=\"{name}\" d=\"{}\"/></defs>", path.d));
        name
    }

    /// A group of a class.
    pub fn group(&mut self, class: &str, inside: impl FnOnce(&mut Ink)) {
        self.put(format_args!("<g class=\"{class}\">"));
        inside(self);
        self.put(format_args!("</g>\n"));
    }

    pub fn finish(self) -> String {
        self.svg
    }
}

/// Writes a formatted piece of SVG.
macro_rules! put {
    ($ink:expr, $($piece:tt)*) => { $ink.put(format_args!($($piece)*)) };
}
pub(crate) use put;

/// A length rounded to a hundredth, for pens and what is small.
#[derive(Clone, Copy)]
pub struct Fine(pub f64);

impl Display for Fine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hundredths = (self.0 * 100.0).round() as i64;
        let sign = if hundredths < 0 { "-" } else { "" };
        let (whole, rest) = (hundredths.unsigned_abs() / 100, hundredths.unsigned_abs() % 100);
        f.write_str(sign)?;
        if whole > 0 || rest == 0 {
            write!(f, "{whole}")?;
        }
        match rest {
            0 => Ok(()),
            rest if rest % 10 == 0 => write!(f, ".{}", rest / 10),
            rest => write!(f, ".{rest:02}"),
        }
    }
}

/// The `d` of a path. Every point is written as its way from the one before, in tenths: most are near, and what is drawn
/// alike is then written alike, which keeps a sheet small.
#[derive(Default)]
pub struct Path {
    d: String,
    /// Where the pen is and where its line began, in tenths.
    at: [i64; 2],
    begun: [i64; 2],
    /// The last command.
    letter: char,
    /// Whether the last number had a point in it, if there was one.
    pointed: Option<bool>,
}

impl Path {
    pub fn new() -> Path {
        Path::default()
    }

    pub fn ring(points: &[Point]) -> Path {
        let mut path = Path::new();
        path.polygon(points);
        path
    }

    pub fn open(points: &[Point]) -> Path {
        let mut path = Path::new();
        path.polyline(points);
        path
    }

    fn command(&mut self, letter: char) {
        if self.letter != letter {
            self.d.push(letter);
            self.letter = letter;
            self.pointed = None;
        }
    }

    fn number(&mut self, tenths: i64) {
        let (whole, rest) = (tenths.unsigned_abs() / 10, tenths.unsigned_abs() % 10);
        let begins_with_point = whole == 0 && rest != 0;
        if tenths < 0 {
            self.d.push('-');
        } else if self.pointed == Some(false) || (self.pointed == Some(true) && !begins_with_point) {
            self.d.push(' ');
        }
        let _ = match (whole, rest) {
            (whole, 0) => write!(self.d, "{whole}"),
            (0, rest) => write!(self.d, ".{rest}"),
            (whole, rest) => write!(self.d, "{whole}.{rest}"),
        };
        self.pointed = Some(rest != 0);
    }

    fn tenths(p: Point) -> [i64; 2] {
        p.map(|v| (v * 10.0).round() as i64)
    }

    /// The way from where the pen is.
    fn way(&mut self, to: Point) -> [i64; 2] {
        let to = Path::tenths(to);
        [to[0].saturating_sub(self.at[0]), to[1].saturating_sub(self.at[1])]
    }

    fn points(&mut self, points: &[Point]) {
        for p in points {
            let [x, y] = self.way(*p);
            self.number(x);
            self.number(y);
        }
    }

    pub fn start(&mut self, p: Point) {
        // A line that begins anew always has its letter: without it, it would be drawn on.
        self.letter = ' ';
        self.command(if self.d.is_empty() { 'M' } else { 'm' });
        self.points(&[p]);
        self.at = Path::tenths(p);
        self.begun = self.at;
    }

    pub fn to(&mut self, p: Point) {
        match self.way(p) {
            [0, 0] => return,
            [x, 0] => {
                self.command('h');
                self.number(x);
            }
            [0, y] => {
                self.command('v');
                self.number(y);
            }
            [x, y] => {
                self.command('l');
                self.number(x);
                self.number(y);
            }
        }
        self.at = Path::tenths(p);
    }

    pub fn bend(&mut self, handle: Point, p: Point) {
        self.command('q');
        self.points(&[handle, p]);
        self.at = Path::tenths(p);
    }

    pub fn curve(&mut self, [first, second]: [Point; 2], p: Point) {
        self.command('c');
        self.points(&[first, second, p]);
        self.at = Path::tenths(p);
    }

    /// Part of a circle or an ellipse whose first half axis is turned by `turn` degrees.
    fn arc(&mut self, [long, wide]: Point, turn: f64, p: Point) {
        self.command('a');
        for v in [long, wide, turn] {
            self.number((v * 10.0).round() as i64);
        }
        self.d.push_str(" 1 0");
        self.pointed = Some(false);
        self.points(&[p]);
        self.at = Path::tenths(p);
    }

    pub fn close(&mut self) {
        self.d.push('z');
        self.letter = 'z';
        self.pointed = None;
        self.at = self.begun;
    }

    pub fn polyline(&mut self, points: &[Point]) {
        if let Some((first, rest)) = points.split_first() {
            self.start(*first);
            rest.iter().for_each(|p| self.to(*p));
        }
    }

    pub fn polygon(&mut self, points: &[Point]) {
        self.polyline(points);
        if !points.is_empty() {
            self.close();
        }
    }

    pub fn append(&mut self, other: &Path) {
        if self.d.is_empty() {
            self.d.clone_from(&other.d);
        } else {
            self.d.push_str(&other.d);
        }
        (self.at, self.begun, self.letter, self.pointed) = (other.at, other.begun, other.letter, other.pointed);
    }

    pub fn stroke(&mut self, a: Point, b: Point) {
        self.polyline(&[a, b]);
    }

    pub fn circle(&mut self, at: Point, r: f64) {
        self.oval(at, [1.0, 0.0], r, r);
    }

    /// An ellipse with half axes `long` along `way` and `short` across it.
    pub fn oval(&mut self, at: Point, way: Point, long: f64, short: f64) {
        let turn = if long == short { 0.0 } else { libm::atan2(way[1], way[0]).to_degrees() };
        self.start(along(at, way, -long));
        for end in [long, -long] {
            self.arc([long, short], turn, along(at, way, end));
        }
        self.close();
    }

    /// A stroke that is `thick` wide at `a` and runs out to a point at `b`.
    pub fn taper(&mut self, a: Point, b: Point, thick: f64) {
        let d = direction(sub(b, a));
        let side = [-d[1] * thick / 2.0, d[0] * thick / 2.0];
        self.polygon(&[add(a, side), b, sub(a, side)]);
    }

    /// The outline with its corners rounded by at most `most`, so that the drawing never strays far from the ground.
    pub fn soft_ring(points: &[Point], most: f64) -> Path {
        let n = points.len();
        let mut path = Path::new();
        for i in 0..n {
            let (enter, leave) = rounded(points[(i + n - 1) % n], points[i], points[(i + 1) % n], most);
            if i == 0 {
                path.start(enter);
            } else {
                path.to(enter);
            }
            path.bend(points[i], leave);
        }
        if n > 0 {
            path.close();
        }
        path
    }

    /// A closed curve through the middles of the edges, with the corners as its handles.
    pub fn curved_ring(points: &[Point]) -> Path {
        let mut path = Path::new();
        let (Some(first), Some(last)) = (points.first(), points.last()) else { return path };
        path.start(mix(*last, *first, 0.5));
        for (i, corner) in points.iter().enumerate() {
            path.bend(*corner, mix(*corner, points[(i + 1) % points.len()], 0.5));
        }
        path.close();
        path
    }

    /// A curve through the middles of the pieces, with the corners as its handles.
    pub fn curved_line(points: &[Point]) -> Path {
        let [first, corners @ .., last] = points else { return Path::open(points) };
        let mut path = Path::new();
        path.start(*first);
        for (i, corner) in corners.iter().enumerate() {
            let end = corners.get(i + 1).map_or(*last, |next| mix(*corner, *next, 0.5));
            path.bend(*corner, end);
        }
        if corners.is_empty() {
            path.to(*last);
        }
        path
    }
}

fn rounded(before: Point, corner: Point, after: Point, most: f64) -> (Point, Point) {
    let cut = |to: Point| {
        let l = distance(corner, to);
        if l < 1e-9 { corner } else { mix(corner, to, (most / l).min(0.4)) }
    };
    (cut(before), cut(after))
}

/// Text that starts, ends or is centred at a point.
#[derive(Clone, Copy)]
pub enum Anchor {
    Start,
    Middle,
    End,
}

impl Display for Anchor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        })
    }
}

/// About how wide a line of text stands, in lengths of its font size. Fonts differ; layout only needs to be near.
pub fn text_width(text: &str, bold: bool) -> f64 {
    let plain: f64 = text
        .chars()
        .map(|c| match c {
            'i' | 'j' | 'l' | '\'' | '.' | ',' | ':' | ';' | '|' | '!' => 0.32,
            ' ' | 'f' | 't' | 'r' | '(' | ')' | '-' | '[' | ']' | '/' => 0.39,
            'm' | 'w' | 'M' | 'W' | '@' | '%' => 0.92,
            c if c.is_uppercase() => 0.7,
            c if c.is_ascii() => 0.6,
            c if (c as u32) < 0x1100 => 0.62,
            _ => 1.0,
        })
        .sum();
    if bold { plain * 1.11 } else { plain }
}

/// Lines of at most about `most` font sizes each, broken at spaces.
pub fn wrap(text: &str, most: f64, bold: bool) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if text_width(line, bold) + text_width(word, bold) + 0.4 <= most => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// A colour of three channels.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Colour(pub u8, pub u8, pub u8);

impl Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}

impl Serialize for Colour {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl Colour {
    /// Reads `#rrggbb`; a colour that cannot be read becomes a plain grey, so that a bad style never spoils a map.
    pub fn read(text: &str) -> Colour {
        let channel = |i: usize| text.get(i..i + 2).and_then(|s| u8::from_str_radix(s, 16).ok());
        match (text.len(), text.starts_with('#'), channel(1), channel(3), channel(5)) {
            (7, true, Some(r), Some(g), Some(b)) => Colour(r, g, b),
            _ => Colour(0x70, 0x70, 0x70),
        }
    }

    pub fn towards(self, other: Colour, t: f64) -> Colour {
        let mix = |a: u8, b: u8| (f64::from(a) + (f64::from(b) - f64::from(a)) * t).round() as u8;
        Colour(mix(self.0, other.0), mix(self.1, other.1), mix(self.2, other.2))
    }

    /// Whether the eye takes it for a light colour.
    pub fn is_light(self) -> bool {
        u32::from(self.0) * 299 + u32::from(self.1) * 587 + u32::from(self.2) * 114 > 150_000
    }
}

/// A quadrilateral from a point, a way to go and the two half sizes.
pub fn slab(at: Point, way: Point, half_long: f64, half_wide: f64) -> [Point; 4] {
    let side = [-way[1], way[0]];
    let corner = |l: f64, w: f64| along(along(at, way, l * half_long), side, w * half_wide);
    [corner(1.0, -1.0), corner(1.0, 1.0), corner(-1.0, 1.0), corner(-1.0, -1.0)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_tenths_without_a_needless_point_or_a_negative_zero() {
        let written: Vec<String> = [0.0, -0.01, 1.0, 1.25, -2.74, 100.96].iter().map(|v| Mm(*v).to_string()).collect();
        assert_eq!(written, ["0", "0", "1", "1.3", "-2.7", "101"]);
    }

    #[test]
    fn fine_lengths_have_no_needless_digits() {
        let written: Vec<String> =
            [0.0, 0.5, -0.05, 1.0, 1.25, -2.746, 12.3].iter().map(|v| Fine(*v).to_string()).collect();
        assert_eq!(written, ["0", ".5", "-.05", "1", "1.25", "-2.75", "12.3"]);
    }

    #[test]
    fn a_path_tells_the_way_from_point_to_point() {
        let mut path = Path::new();
        path.polygon(&[[10.0, 10.0], [12.5, 10.0], [12.5, 9.5], [12.0, 9.0]]);
        path.stroke([10.5, 10.0], [11.0, 11.5]);
        path.circle([20.0, 20.0], 2.0);
        assert_eq!(path.d, "M10 10h2.5v-.5l-.5-.5zm.5 0l.5 1.5m7 8.5a2 2 0 1 0 4 0 2 2 0 1 0-4 0z");
        // Rounding does not add up along the way.
        let mut steps = Path::new();
        (0..=30).for_each(|i| steps.to([f64::from(i) * 0.14, f64::from(i)]));
        assert_eq!(steps.at, [42, 300]);
    }

    #[test]
    fn text_is_escaped() {
        assert_eq!(Safe("a<b>&\"c\"'d\u{0}\n").to_string(), "a&lt;b&gt;&amp;&quot;c&quot;&#39;d ");
    }

    #[test]
    fn colours_are_read_and_bad_ones_become_grey() {
        assert_eq!(Colour::read("#1a2B3c"), Colour(0x1a, 0x2b, 0x3c));
        for bad in ["", "red", "#12345", "#gggggg", "1234567", "#12é45"] {
            assert_eq!(Colour::read(bad), Colour(0x70, 0x70, 0x70), "{bad}");
        }
    }

    #[test]
    fn long_names_wrap_at_spaces() {
        assert_eq!(wrap("Sir Thomas Fairfax's Regiment", 12.0, false), ["Sir Thomas Fairfax's", "Regiment"]);
        assert!(wrap("", 12.0, false).is_empty());
    }
}
