//! What a body looks like, in its own frame: its middle at the origin, its front to the top. The same drawing is printed on
//! paper, where it is turned once and for all, and handed to the page, which turns it, shows more of it from near, and
//! keeps it for everybody who looks the same.

use crate::ink::{Fine, Ink, put};

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

    /// Draws, inside of what stays upright, what turns with the body.
    pub fn turned(self, ink: &mut Ink, inside: impl FnOnce(&mut Ink)) {
        self.group(ink, "m-turned", |degrees| degrees, inside);
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

/// How much of a counter is drawn: from afar its sign and figures, nearer its chits in letters, from near its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Detail {
    Small,
    Full,
    Near,
}

impl Detail {
    pub const ALL: [Detail; 3] = [Detail::Small, Detail::Full, Detail::Near];

    pub fn class(self) -> &'static str {
        match self {
            Detail::Small => "m-at-small",
            Detail::Full => "m-at-full",
            Detail::Near => "m-at-near",
        }
    }
}
