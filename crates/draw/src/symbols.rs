//! Small drawings that are used many times: trees, houses, stones, tufts. Each stands on the point (0, 0), about ten
//! units high, and takes its main colour from where it is used.

use crate::geometry::{Blocks, Point, tenth};
use crate::ink::{Fine, Ink, Path};

/// The shapes of a drawing in the order in which they are painted, each with its class. `O` is an oval, told by its middle
/// and its half axes; the other letters are those of SVG.
pub type Drawing = &'static [(&'static str, &'static str)];

pub const OAK: Drawing = &[
    ("m-cast", "O1.9,-.1 4.4,1.1"),
    ("m-trunk", "M-.7,0L-.4,-3.4L.5,-3.4L.8,0Z"),
    (
        "m-crown",
        "M-3.2,-2.7C-5.3,-3.3 -5.2,-6 -3.7,-6.6C-3.9,-9 -.9,-10.4 .6,-8.9C2.7,-9.9 4.6,-8 3.9,-6.3\
         C5.4,-5.4 4.9,-2.8 3,-2.7C2,-1.7 -1.9,-1.7 -3.2,-2.7Z",
    ),
    ("m-shade", "M3.9,-6.3C5.4,-5.4 4.9,-2.8 3,-2.7C2,-1.7 -1.9,-1.7 -3.2,-2.7C.2,-2.9 2.7,-4 3.9,-6.3Z"),
    ("m-leaves", "M-2.9,-5.2Q-2,-6.1 -1.1,-5.3M-.6,-7.2Q.4,-8 1.2,-7.2M.4,-4.9Q1.3,-5.6 2.1,-4.8"),
];
pub const ELM: Drawing = &[
    ("m-cast", "O1.6,-.1 3.4,.9"),
    ("m-trunk", "M-.5,0L-.3,-3.6L.4,-3.6L.6,0Z"),
    (
        "m-crown",
        "M-2.3,-2.6C-4,-3.6 -3.9,-5.9 -2.7,-6.6C-3.2,-8.6 -1.6,-11.2 .1,-11C2.1,-10.8 3,-8.7 2.5,-6.9\
         C3.9,-5.8 3.6,-3.3 2.2,-2.6C1.3,-1.9 -1.4,-1.9 -2.3,-2.6Z",
    ),
    ("m-shade", "M2.5,-6.9C3.9,-5.8 3.6,-3.3 2.2,-2.6C1.3,-1.9 -1.4,-1.9 -2.3,-2.6C.3,-2.9 1.9,-4.6 2.5,-6.9Z"),
    ("m-leaves", "M-1.6,-6Q-.9,-6.8 -.2,-6M-.5,-8.4Q.2,-9.1 .8,-8.4M.2,-4.4Q.8,-5 1.4,-4.4"),
];
pub const BUSH: Drawing = &[
    ("m-cast", "O.8,0 3.4,.7"),
    ("m-crown", "M-2.8,0C-3.9,-1.2 -2.9,-2.9 -1.7,-2.7C-1.2,-4.1 1,-4.1 1.5,-2.8C3,-3 3.7,-1.1 2.6,0Z"),
];
pub const STONES: Drawing = &[
    ("m-outline", "M-3.4,0L-2.9,-2.2L-1.1,-3L.7,-1.6L1,0ZM.7,0L1.2,-1.3L2.6,-1.6L3.6,0Z"),
    ("m-leaves", "M-1.1,-3L-1.3,-1.3L.2,0M2.6,-1.6L2.4,-.4"),
];
pub const TUFT: Drawing = &[("m-blades", "M-1.6,-1.8L-.5,0M0,-2.6L0,0M1.6,-1.8L.5,0")];
pub const REEDS: Drawing = &[
    ("m-blades", "M-1.9,-.3L-2.7,-3.4M-.7,-.3L-.9,-4.8M.6,-.3L.8,-4M1.8,-.3L2.8,-3"),
    ("m-blades m-thin", "M-4.4,.2L4.2,.2M-2.6,1.3L2.4,1.3"),
];
pub const COTTAGE: Drawing = &[
    ("m-cast", "M-4,.3L5.2,.3L7.4,-1.2L5.2,-3Z"),
    ("m-house", "M3.1,-6.4L3.1,-8.6L4.3,-8.6L4.3,-6ZM-4,0L-4,-3.9L-1.8,-7L.5,-3.9L.5,0Z"),
    ("m-house-side", "M.5,0L.5,-3.9L5.2,-3.9L5.2,0Z"),
    ("m-outline", "M-1.8,-7L3.2,-7L5.7,-3.7L.6,-3.7Z"),
    ("m-ridge", "M-1.8,-7L-4.4,-3.5"),
    (
        "m-solid",
        "M-2.4,0L-2.4,-2.1L-1.2,-2.1L-1.2,0ZM1.9,-2.7L2.9,-2.7L2.9,-1.5L1.9,-1.5ZM-2.2,-4.6L-1.4,-4.6\
         L-1.4,-3.7L-2.2,-3.7Z",
    ),
];
pub const CHURCH: Drawing = &[
    ("m-cast", "M-5,.3L8,.3L10,-1.4L8,-4Z"),
    ("m-house-side", "M-1.4,0L-1.4,-5L7.6,-5L7.6,0Z"),
    ("m-outline", "M-1.4,-5L0,-8.4L6.6,-8.4L8.2,-5Z"),
    ("m-house", "M-5,0L-5,-10.4L-1.2,-10.4L-1.2,0Z"),
    ("m-outline", "M-5.4,-10.4L-3.1,-16.4L-.8,-10.4Z"),
    ("m-leaves", "M-3.1,-16.4L-3.1,-18.8M-4,-18L-2.2,-18"),
    (
        "m-solid",
        "M-3.8,0L-3.8,-2.4Q-3.1,-3.4 -2.4,-2.4L-2.4,0ZM-3.5,-8.6L-2.7,-8.6L-2.7,-6.6L-3.5,-6.6ZM.6,-3.6\
         L1.4,-3.6L1.4,-1.6L.6,-1.6ZM3,-3.6L3.8,-3.6L3.8,-1.6L3,-1.6ZM5.4,-3.6L6.2,-3.6L6.2,-1.6\
         L5.4,-1.6Z",
    ),
];
pub const CRAG: Drawing = &[
    ("m-outline", "M-4.6,0L-3.6,-3.6L-2,-4.2L-1,-7.4L.8,-8L2.2,-4.8L3.6,-4.2L4.6,0Z"),
    ("m-shade", "M.8,-8L2.2,-4.8L3.6,-4.2L4.6,0L1.2,0L2,-2.4L.4,-4.6Z"),
    ("m-leaves", "M-2,-4.2L-1.4,-1.8L-2.2,0M-1,-7.4L-.4,-5L-1,-3"),
];
pub const FRUIT_TREE: Drawing = &[
    ("m-cast", "O1.2,0 3.2,.8"),
    ("m-trunk", "M-.4,0L-.4,-3L.4,-3L.4,0Z"),
    ("m-crown", "O0,-4.9 3,3"),
    ("m-shade", "M2.9,-5.6C2.6,-2.6 -.6,-.4 -2.4,-3.2C.2,-3 2,-3.8 2.9,-5.6Z"),
    ("m-fruit", "O-1.2,-5.8 .5,.5O.8,-6.2 .5,.5O-.1,-4.2 .5,.5"),
];
pub const MOUND: Drawing = &[
    ("m-outline", "M-6,0C-4.4,-3.6 -2,-5.2 0,-5.2C2,-5.2 4.4,-3.6 6,0C3,1 -3,1 -6,0Z"),
    ("m-shade", "M1,-5C3,-4.6 4.8,-2.8 6,0C4.6,.5 3,.7 1.6,.7C3,-1.4 2.6,-3.4 1,-5Z"),
    ("m-leaves", "M2.2,-4L3.4,-.4M3.6,-3L4.8,-.4M-2.2,-4.2L-3,-1.6M.2,-4.4L.4,-1.4"),
];
pub const DUNE: Drawing = &[
    ("m-sand", "M-5.4,1C-3.2,.4 -1.8,-2.6 .4,-2.8C2,-2.6 3.4,.6 5.4,1C3,.2 1.4,.4 .2,1.4Z"),
    ("m-sand-line", "M.4,-2.8C-.6,-1 1,-.2 .2,1.4"),
];
pub const CHATEAU: Drawing = &[
    ("m-cast", "M-8,.4L9,.4L11,-1.4L9,-4Z"),
    ("m-house", "M-5,0L-5,-5.4L5,-5.4L5,0Z"),
    ("m-outline", "M-5.4,-5.4L-3.8,-8.6L3.8,-8.6L5.4,-5.4Z"),
    ("m-house", "M-8.3,0L-8.3,-7L-4.9,-7L-4.9,0ZM4.9,0L4.9,-7L8.3,-7L8.3,0Z"),
    ("m-outline", "M-8.7,-7L-6.6,-12.4L-4.5,-7ZM4.5,-7L6.6,-12.4L8.7,-7Z"),
    (
        "m-solid",
        "M-.9,0L-.9,-2.4Q0,-3.4 .9,-2.4L.9,0ZM-3.6,-4.2L-2.8,-4.2L-2.8,-2.8L-3.6,-2.8ZM2.8,-4.2L3.6,-4.2\
         L3.6,-2.8L2.8,-2.8ZM-7,-5.4L-6.2,-5.4L-6.2,-4L-7,-4ZM6.2,-5.4L7,-5.4L7,-4L6.2,-4Z",
    ),
];

/// The stain of age on open ground.
pub const STAIN: &str = "<radialGradient id=\"m-stain\"><stop class=\"m-stain-stop\" offset=\"0\" \
    stop-opacity=\".15\"/><stop class=\"m-stain-stop\" offset=\"1\" stop-opacity=\"0\"/></radialGradient>\n";

/// The weave that tells the second side from the first, for pens so wide.
pub fn weave(u: f64) -> String {
    let (size, width) = (Fine(5.0 * u), Fine(1.2 * u));
    format!(
        "<pattern id=\"m-weave\" width=\"{size}\" height=\"{size}\" patternUnits=\"userSpaceOnUse\" \
         patternTransform=\"rotate(45)\"><path class=\"m-thread\" d=\"M0 0V{size}\" stroke-width=\"{width}\"/></pattern>\n"
    )
}

/// How wide the pen is for shapes of a class, in units of the drawing.
fn pen(class: &str) -> f64 {
    match class {
        "m-leaves" => 0.3,
        "m-trunk" => 0.35,
        "m-blades" | "m-sand" | "m-sand-line" => 0.5,
        "m-ridge" => 0.8,
        _ => 0.4,
    }
}

/// Many drawings in the same colours. They are painted where they stand, without being turned or scaled by whoever shows
/// them: a page moves a thousand shapes at once, but not a thousand frames.
pub struct Grove {
    class: &'static str,
    /// What their pens are made for.
    size: f64,
    sets: Vec<Set>,
}

/// A drawing on the map.
struct Set {
    drawing: Drawing,
    at: Point,
    size: f64,
    mirrored: bool,
}

impl Set {
    fn trace(&self, path: &mut Path, mut shape: &str) {
        let across = if self.mirrored { -self.size } else { self.size };
        let place = |x: f64, y: f64| [self.at[0] + x * across, self.at[1] + y * self.size];
        while let Some(letter) = shape.chars().next() {
            let end = shape[1..].find(|c: char| c.is_ascii_uppercase()).map_or(shape.len(), |end| end + 1);
            let (told, rest) = shape.split_at(end);
            let numbers: Vec<f64> = told[1..].split([',', ' ']).filter_map(|number| number.parse().ok()).collect();
            match (letter, numbers.as_slice()) {
                ('M', [x, y]) => path.start(place(*x, *y)),
                ('L', [x, y]) => path.to(place(*x, *y)),
                ('Q', [a, b, x, y]) => path.bend(place(*a, *b), place(*x, *y)),
                ('C', [a, b, c, d, x, y]) => path.curve([place(*a, *b), place(*c, *d)], place(*x, *y)),
                ('O', [x, y, w, h]) => path.oval(place(*x, *y), [1.0, 0.0], w * self.size, h * self.size),
                _ => path.close(),
            }
            shape = rest;
        }
    }
}

impl Grove {
    pub fn new(class: &'static str, size: f64) -> Grove {
        Grove { class, size, sets: Vec::new() }
    }

    /// Sets one of the drawings on the map, mirrored where asked.
    pub fn set(&mut self, drawing: Drawing, at: Point, size: f64, mirrored: bool) {
        self.sets.push(Set { drawing, at: tenth(at), size, mirrored });
    }

    /// Paints those that keep off one another, all shapes of a class at once.
    pub fn draw(&self, ink: &mut Ink) {
        let mut classes: Vec<&str> = Vec::new();
        for (class, _) in self.sets.iter().flat_map(|set| set.drawing) {
            if !classes.contains(class) {
                classes.push(class);
            }
        }
        self.grouped(ink, |ink| classes.iter().for_each(|class| self.paint(ink, class)));
    }

    fn paint(&self, ink: &mut Ink, class: &str) {
        let mut shapes = Blocks::new(36.0 * self.size * 10.0);
        for set in &self.sets {
            for (_, shape) in set.drawing.iter().filter(|(of, _)| *of == class) {
                shapes.at(set.at, |path| set.trace(path, shape));
            }
        }
        shapes.paths().for_each(|path| ink.line(path, class, pen(class) * self.size));
    }

    /// Paints those that stand before one another, one after the other; shadows lie under all of them.
    pub fn draw_crowded(&self, ink: &mut Ink) {
        self.grouped(ink, |ink| {
            self.paint(ink, SHADOW);
            for set in &self.sets {
                for (class, shape) in set.drawing.iter().filter(|(class, _)| *class != SHADOW) {
                    let mut path = Path::new();
                    set.trace(&mut path, shape);
                    ink.line(&path, class, pen(class) * self.size);
                }
            }
        });
    }

    fn grouped(&self, ink: &mut Ink, inside: impl FnOnce(&mut Ink)) {
        if !self.sets.is_empty() {
            ink.group(self.class, inside);
        }
    }
}

const SHADOW: &str = "m-cast";
