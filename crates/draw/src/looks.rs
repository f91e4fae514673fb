//! What a body looks like, in its own frame: its middle at the origin, its front to the top. The same drawing is printed on
//! paper, where it is turned once and for all, and handed to the page, which turns it, shows more of it from near, and
//! keeps it for everybody who looks the same.

use crate::geometry::{Point, dot, heading, quarter};
use crate::ink::{Fine, Ink, Path, put};

/// How a look is turned.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Turn {
    /// By whoever shows it: what must stay upright is in groups that he turns back.
    Shown,
    /// By so many degrees clockwise.
    Fixed(f64),
}

impl Turn {
    /// Draws what stays upright however the body is turned.
    pub fn upright(self, ink: &mut Ink, inside: impl FnOnce(&mut Ink)) {
        self.group(ink, "m-upright", |degrees| -degrees, inside);
    }

    /// Draws a shadow, which falls to the south-east whichever way the body is turned.
    pub fn shadow(self, ink: &mut Ink, shape: &Path, u: f64) {
        let class = "m-card-cast";
        match self {
            Turn::Shown => ink.path(shape, class),
            Turn::Fixed(degrees) => {
                let [x, y] = turned_back([1.6 * u, 2.0 * u], degrees);
                put!(ink, "<g transform=\"translate({} {})\">", Fine(x), Fine(y));
                ink.path(shape, class);
                put!(ink, "</g>");
            }
        }
    }

    /// Draws print that is turned around where it would stand on its head.
    pub fn readable(self, ink: &mut Ink, inside: impl FnOnce(&mut Ink)) {
        let flip = |degrees: f64| if degrees > 90.1 && degrees < 269.9 { 180.0 } else { 0.0 };
        self.group(ink, "m-print", flip, inside);
    }

    fn group(self, ink: &mut Ink, class: &str, by: impl Fn(f64) -> f64, inside: impl FnOnce(&mut Ink)) {
        match self {
            Turn::Shown => put!(ink, "<g class=\"{class}\">"),
            Turn::Fixed(degrees) => put!(ink, "<g transform=\"rotate({})\">", Fine(by(degrees))),
        }
        inside(ink);
        put!(ink, "</g>");
    }
}

/// A way on the page as it is in the frame of a body that is turned by so many degrees.
fn turned_back(way: Point, degrees: f64) -> Point {
    [dot(way, quarter(heading(degrees))), -dot(way, heading(degrees))]
}

/// How much of a counter is drawn: from afar the emblem of its arm and whether it is in trouble, small its sign and figures,
/// nearer its chits in letters, from near its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Detail {
    Afar,
    Small,
    Full,
    Near,
}

impl Detail {
    pub const ALL: [Detail; 4] = [Detail::Afar, Detail::Small, Detail::Full, Detail::Near];

    pub fn class(self) -> &'static str {
        match self {
            Detail::Afar => "m-at-afar",
            Detail::Small => "m-at-small",
            Detail::Full => "m-at-full",
            Detail::Near => "m-at-near",
        }
    }
}
