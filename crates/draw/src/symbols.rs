//! Small drawings that are used many times: trees, houses, stones, tufts. Each stands on the point (0, 0), about ten
//! units high, and takes its main colour from where it is used.

use crate::geometry::Point;
use crate::ink::{Fine, Ink, Mm, put};

pub const OAK: &str = "m-oak";
pub const ELM: &str = "m-elm";
pub const BUSH: &str = "m-shrub";
pub const STONES: &str = "m-rocks";
pub const TUFT: &str = "m-tuft";
pub const REEDS: &str = "m-reeds";
pub const COTTAGE: &str = "m-cottage";
pub const CHURCH: &str = "m-church";
pub const CRAG: &str = "m-crag";
pub const FRUIT_TREE: &str = "m-fruit-tree";
pub const MOUND: &str = "m-mound";
pub const DUNE: &str = "m-ripple";
pub const CHATEAU: &str = "m-chateau";

/// Every drawing, by its name: on the page once, whatever the battle.
pub const DRAWINGS: [(&str, &str); 13] = [
    (
        OAK,
        "<ellipse class=\"m-cast\" cx=\"1.9\" cy=\"-.1\" rx=\"4.4\" ry=\"1.1\"/>\
         <path class=\"m-trunk\" d=\"M-.7,0L-.4,-3.4L.5,-3.4L.8,0Z\"/>\
         <path class=\"m-crown\" d=\"M-3.2,-2.7C-5.3,-3.3 -5.2,-6 -3.7,-6.6C-3.9,-9 -.9,-10.4 .6,-8.9C2.7,-9.9 4.6,-8 \
         3.9,-6.3C5.4,-5.4 4.9,-2.8 3,-2.7C2,-1.7 -1.9,-1.7 -3.2,-2.7Z\"/>\
         <path class=\"m-shade\" d=\"M3.9,-6.3C5.4,-5.4 4.9,-2.8 3,-2.7C2,-1.7 -1.9,-1.7 -3.2,-2.7C.2,-2.9 2.7,-4 3.9,-6.3Z\"/>\
         <path class=\"m-leaves\" d=\"M-2.9,-5.2q.9,-.9 1.8,-.1M-.6,-7.2q1,-.8 1.8,0M.4,-4.9q.9,-.7 1.7,.1\"/>",
    ),
    (
        ELM,
        "<ellipse class=\"m-cast\" cx=\"1.6\" cy=\"-.1\" rx=\"3.4\" ry=\".9\"/>\
         <path class=\"m-trunk\" d=\"M-.5,0L-.3,-3.6L.4,-3.6L.6,0Z\"/>\
         <path class=\"m-crown\" d=\"M-2.3,-2.6C-4,-3.6 -3.9,-5.9 -2.7,-6.6C-3.2,-8.6 -1.6,-11.2 .1,-11C2.1,-10.8 3,-8.7 \
         2.5,-6.9C3.9,-5.8 3.6,-3.3 2.2,-2.6C1.3,-1.9 -1.4,-1.9 -2.3,-2.6Z\"/>\
         <path class=\"m-shade\" d=\"M2.5,-6.9C3.9,-5.8 3.6,-3.3 2.2,-2.6C1.3,-1.9 -1.4,-1.9 -2.3,-2.6C.3,-2.9 1.9,-4.6 \
         2.5,-6.9Z\"/><path class=\"m-leaves\" d=\"M-1.6,-6q.7,-.8 1.4,0M-.5,-8.4q.7,-.7 1.3,0M.2,-4.4q.6,-.6 1.2,0\"/>",
    ),
    (
        BUSH,
        "<ellipse class=\"m-cast\" cx=\".8\" rx=\"3.4\" ry=\".7\"/>\
         <path class=\"m-crown\" d=\"M-2.8,0C-3.9,-1.2 -2.9,-2.9 -1.7,-2.7C-1.2,-4.1 1,-4.1 1.5,-2.8C3,-3 3.7,-1.1 2.6,0Z\"/>",
    ),
    (
        STONES,
        "<path class=\"m-outline\" d=\"M-3.4,0L-2.9,-2.2L-1.1,-3L.7,-1.6L1,0ZM.7,0L1.2,-1.3L2.6,-1.6L3.6,0Z\"/>\
         <path class=\"m-leaves\" d=\"M-1.1,-3L-1.3,-1.3L.2,0M2.6,-1.6L2.4,-.4\"/>",
    ),
    (TUFT, "<path class=\"m-blades\" d=\"M-1.6,-1.8L-.5,0M0,-2.6L0,0M1.6,-1.8L.5,0\"/>"),
    (
        REEDS,
        "<path class=\"m-blades\" d=\"M-1.9,-.3L-2.7,-3.4M-.7,-.3L-.9,-4.8M.6,-.3L.8,-4M1.8,-.3L2.8,-3\"/>\
         <path class=\"m-blades m-thin\" d=\"M-4.4,.2H4.2M-2.6,1.3H2.4\"/>",
    ),
    (
        COTTAGE,
        "<path class=\"m-cast\" d=\"M-4,.3L5.2,.3L7.4,-1.2L5.2,-3Z\"/>\
         <path class=\"m-house\" d=\"M3.1,-6.4V-8.6H4.3V-6ZM-4,0V-3.9L-1.8,-7L.5,-3.9V0Z\"/>\
         <path class=\"m-house-side\" d=\"M.5,0V-3.9H5.2V0Z\"/>\
         <path class=\"m-outline\" d=\"M-1.8,-7H3.2L5.7,-3.7H.6Z\"/>\
         <path class=\"m-ridge\" d=\"M-1.8,-7L-4.4,-3.5\"/>\
         <path class=\"m-solid\" d=\"M-2.4,0V-2.1H-1.2V0ZM1.9,-2.7H2.9V-1.5H1.9ZM-2.2,-4.6H-1.4V-3.7H-2.2Z\"/>",
    ),
    (
        CHURCH,
        "<path class=\"m-cast\" d=\"M-5,.3H8L10,-1.4L8,-4Z\"/><path class=\"m-house-side\" d=\"M-1.4,0V-5H7.6V0Z\"/>\
         <path class=\"m-outline\" d=\"M-1.4,-5L0,-8.4H6.6L8.2,-5Z\"/><path class=\"m-house\" d=\"M-5,0V-10.4H-1.2V0Z\"/>\
         <path class=\"m-outline\" d=\"M-5.4,-10.4L-3.1,-16.4L-.8,-10.4Z\"/>\
         <path class=\"m-leaves\" d=\"M-3.1,-16.4V-18.8M-4,-18H-2.2\"/>\
         <path class=\"m-solid\" d=\"M-3.8,0V-2.4Q-3.1,-3.4 \
         -2.4,-2.4V0ZM-3.5,-8.6H-2.7V-6.6H-3.5ZM.6,-3.6H1.4V-1.6H.6ZM3,-3.6H3.8V-1.6H3ZM5.4,-3.6H6.2V-1.6H5.4Z\"/>",
    ),
    (
        CRAG,
        "<path class=\"m-outline\" d=\"M-4.6,0L-3.6,-3.6L-2,-4.2L-1,-7.4L.8,-8L2.2,-4.8L3.6,-4.2L4.6,0Z\"/>\
         <path class=\"m-shade\" d=\"M.8,-8L2.2,-4.8L3.6,-4.2L4.6,0H1.2L2,-2.4L.4,-4.6Z\"/>\
         <path class=\"m-leaves\" d=\"M-2,-4.2L-1.4,-1.8L-2.2,0M-1,-7.4L-.4,-5L-1,-3\"/>",
    ),
    (
        FRUIT_TREE,
        "<ellipse class=\"m-cast\" cx=\"1.2\" rx=\"3.2\" ry=\".8\"/><path class=\"m-trunk\" d=\"M-.4,0V-3H.4V0Z\"/>\
         <circle class=\"m-crown\" cy=\"-4.9\" r=\"3\"/>\
         <path class=\"m-shade\" d=\"M2.9,-5.6A3,3 0 0 1 -2.4,-3.2C.2,-3 2,-3.8 2.9,-5.6Z\"/>\
         <path class=\"m-fruit\" d=\"M-1.7,-5.8a.5,.5 0 1 0 1,0a.5,.5 0 1 0 -1,0M.3,-6.2a.5,.5 0 1 0 1,0a.5,.5 0 1 0 \
         -1,0M-.6,-4.2a.5,.5 0 1 0 1,0a.5,.5 0 1 0 -1,0\"/>",
    ),
    (
        MOUND,
        "<path class=\"m-outline\" d=\"M-6,0C-4.4,-3.6 -2,-5.2 0,-5.2C2,-5.2 4.4,-3.6 6,0C3,1 -3,1 -6,0Z\"/>\
         <path class=\"m-shade\" d=\"M1,-5C3,-4.6 4.8,-2.8 6,0C4.6,.5 3,.7 1.6,.7C3,-1.4 2.6,-3.4 1,-5Z\"/>\
         <path class=\"m-leaves\" d=\"M2.2,-4L3.4,-.4M3.6,-3L4.8,-.4M-2.2,-4.2L-3,-1.6M.2,-4.4L.4,-1.4\"/>",
    ),
    (
        DUNE,
        "<path class=\"m-sand\" d=\"M-5.4,1C-3.2,.4 -1.8,-2.6 .4,-2.8C2,-2.6 3.4,.6 5.4,1C3,.2 1.4,.4 .2,1.4Z\"/>\
         <path class=\"m-sand-line\" d=\"M.4,-2.8C-.6,-1 1,-.2 .2,1.4\"/>",
    ),
    (
        CHATEAU,
        "<path class=\"m-cast\" d=\"M-8,.4H9L11,-1.4L9,-4Z\"/><path class=\"m-house\" d=\"M-5,0V-5.4H5V0Z\"/>\
         <path class=\"m-outline\" d=\"M-5.4,-5.4L-3.8,-8.6H3.8L5.4,-5.4Z\"/>\
         <path class=\"m-house\" d=\"M-8.3,0V-7H-4.9V0ZM4.9,0V-7H8.3V0Z\"/>\
         <path class=\"m-outline\" d=\"M-8.7,-7L-6.6,-12.4L-4.5,-7ZM4.5,-7L6.6,-12.4L8.7,-7Z\"/>\
         <path class=\"m-solid\" d=\"M-.9,0V-2.4Q0,-3.4 .9,-2.4V0ZM-3.6,-4.2H-2.8V-2.8H-3.6ZM2.8,-4.2H3.6V-2.8H2.8Z\
         M-7,-5.4H-6.2V-4H-7ZM6.2,-5.4H7V-4H6.2Z\"/>",
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

/// Writes the drawings as definitions.
pub fn define(ink: &mut Ink) {
    for (name, drawing) in DRAWINGS {
        put!(ink, "<g id=\"{name}\">{drawing}</g>\n");
    }
}

/// Many of them in the same colours.
pub struct Grove {
    class: String,
    /// What stands where, in the order in which it is drawn.
    sets: Vec<(&'static str, Point, f64, bool)>,
}

impl Grove {
    pub fn new(class: &str) -> Grove {
        Grove { class: class.to_owned(), sets: Vec::new() }
    }

    /// Sets one of the drawings on the map, mirrored where asked.
    pub fn set(&mut self, name: &'static str, at: Point, size: f64, mirrored: bool) {
        self.sets.push((name, at, size, mirrored));
    }

    pub fn draw(&self, ink: &mut Ink) {
        if self.sets.is_empty() {
            return;
        }
        put!(ink, "<g class=\"{}\">", self.class);
        for (name, at, size, mirrored) in &self.sets {
            let across = if *mirrored { -size } else { *size };
            put!(
                ink,
                "<use href=\"#{name}\" transform=\"translate({} {})scale({} {})\"/>",
                Mm(at[0]),
                Mm(at[1]),
                Fine(across),
                Fine(*size)
            );
        }
        put!(ink, "</g>\n");
    }
}
