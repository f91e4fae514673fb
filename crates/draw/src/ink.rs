//! Writing SVG: numbers, text, paths and colours.

use std::fmt::{self, Display, Write};

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
pub struct Ink(String);

impl Ink {
    pub fn put(&mut self, what: fmt::Arguments<'_>) {
        // Writing to a String cannot fail.
        let _ = self.0.write_fmt(what);
    }

    /// A path with the given attributes; nothing where the path is empty.
    pub fn path(&mut self, path: &Path, attributes: fmt::Arguments<'_>) {
        if !path.0.is_empty() {
            self.put(format_args!("<path d=\"{}\" {attributes}/>\n", path.0));
        }
    }

    pub fn finish(self) -> String {
        self.0
    }
}

/// Writes a formatted piece of SVG.
macro_rules! put {
    ($ink:expr, $($piece:tt)*) => { $ink.put(format_args!($($piece)*)) };
}
pub(crate) use put;

/// The `d` of a path.
#[derive(Default)]
pub struct Path(String);

impl Path {
    pub fn new() -> Path {
        Path::default()
    }

    pub fn ring(points: &[Point]) -> Path {
        let mut path = Path::new();
        path.polygon(points);
        path
    }

    pub fn line(points: &[Point]) -> Path {
        let mut path = Path::new();
        path.polyline(points);
        path
    }

    fn command(&mut self, letter: char, points: &[Point]) {
        self.0.push(letter);
        for (i, p) in points.iter().enumerate() {
            let gap = if i > 0 { " " } else { "" };
            let _ = write!(self.0, "{gap}{},{}", Mm(p[0]), Mm(p[1]));
        }
    }

    pub fn polyline(&mut self, points: &[Point]) {
        if let Some((first, rest)) = points.split_first() {
            self.command('M', &[*first]);
            if !rest.is_empty() {
                self.command('L', rest);
            }
        }
    }

    pub fn polygon(&mut self, points: &[Point]) {
        self.polyline(points);
        if !points.is_empty() {
            self.0.push('Z');
        }
    }

    pub fn append(&mut self, other: &Path) {
        self.0.push_str(&other.0);
    }

    pub fn stroke(&mut self, a: Point, b: Point) {
        self.polyline(&[a, b]);
    }

    pub fn circle(&mut self, at: Point, r: f64) {
        self.command('M', &[[at[0] - r, at[1]]]);
        let _ = write!(self.0, "a{r},{r} 0 1 0 {w},0a{r},{r} 0 1 0 -{w},0Z", r = Mm(r), w = Mm(r * 2.0));
    }

    /// An ellipse with half axes `long` along `way` and `short` across it.
    pub fn oval(&mut self, at: Point, way: Point, long: f64, short: f64) {
        let side = [-way[1] * short, way[0] * short];
        let tip = [way[0] * long, way[1] * long];
        // The usual factor that makes four cubic curves pass for an ellipse.
        const ROUND: f64 = 0.5523;
        let point = |t: f64, s: f64| add(at, [tip[0] * t + side[0] * s, tip[1] * t + side[1] * s]);
        self.command('M', &[point(1.0, 0.0)]);
        for (a, b) in
            [((1.0, 0.0), (0.0, 1.0)), ((0.0, 1.0), (-1.0, 0.0)), ((-1.0, 0.0), (0.0, -1.0)), ((0.0, -1.0), (1.0, 0.0))]
        {
            self.command(
                'C',
                &[
                    point(a.0 + b.0 * ROUND, a.1 + b.1 * ROUND),
                    point(b.0 + a.0 * ROUND, b.1 + a.1 * ROUND),
                    point(b.0, b.1),
                ],
            );
        }
        self.0.push('Z');
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
            path.command(if i == 0 { 'M' } else { 'L' }, &[enter]);
            path.command('Q', &[points[i], leave]);
        }
        if n > 0 {
            path.0.push('Z');
        }
        path
    }

    /// The open line with its corners rounded by at most `most`.
    pub fn soft_line(points: &[Point], most: f64) -> Path {
        let mut path = Path::new();
        let n = points.len();
        for i in 0..n {
            if i == 0 || i == n - 1 {
                path.command(if i == 0 { 'M' } else { 'L' }, &[points[i]]);
            } else {
                let (enter, leave) = rounded(points[i - 1], points[i], points[i + 1], most);
                path.command('L', &[enter]);
                path.command('Q', &[points[i], leave]);
            }
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

pub const SANS: &str = "DejaVu Sans, sans-serif";
pub const SERIF: &str = "DejaVu Serif, Georgia, DejaVu Sans, serif";

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
