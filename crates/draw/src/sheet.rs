//! The whole sheet: layers of the map in order, then the margin around it.

use std::borrow::Cow;

use kernel::scene::{Field, Note, Scene, TableField};

use crate::areas::{self, Clearing, Cover, Patch};
use crate::bodies::{self, Formed};
use crate::counters::{self, Chits};
use crate::fires::fire;
use crate::geometry::{
    Blocks, Bounds, Grain, Point, add, along, contains, direction, distance_to_line, heart, scatter, sub, tenth, walk,
};
use crate::hexes::{self, HexMap};
use crate::ink::{Colour, Fine, Ink, Mm, Path, Safe, put};
use crate::labels::{self, Crowd, Word};
use crate::lines::{self, Brow, Course, Strip};
use crate::margin::{self, Margin};
use crate::style;
use crate::symbols;

/// Draws a scene as an SVG document. Lengths in it are millimetres: on the table, or on a printed map of hexes.
pub fn svg(scene: &Scene) -> String {
    match &scene.field {
        Field::Table(table) => table_map(scene, &sound(table)),
        Field::Hexes(field) => hex_map(scene, &HexMap::new(field)),
    }
}

/// The table with sizes that can be drawn, whatever a scene says.
pub fn sound(table: &TableField) -> Cow<'_, TableField> {
    let size = |v: f64| if v.is_finite() { v.clamp(1.0, 1e6) } else { 1.0 };
    let ruler = if table.ruler.is_finite() && table.ruler > 1e-3 { table.ruler } else { 25.4 };
    let (width, height) = (size(table.width), size(table.height));
    if (width, height, ruler) == (table.width, table.height, table.ruler) {
        return Cow::Borrowed(table);
    }
    Cow::Owned(TableField { width, height, ruler, ..table.clone() })
}

/// One unit of pen and type: a thousandth of the field's length, so that a sheet reads the same whatever its size.
pub fn pen([width, height]: Point) -> f64 {
    width.max(height * 1.5) / 1000.0
}

/// From the field, where y grows to the north, to the page, where it grows downwards, so many millimetres to a unit of
/// the field. Places that are none, or far off any field, come back near enough to be drawn.
pub fn page(height: f64, scale: f64) -> impl Fn(Point) -> Point + Copy + use<> {
    let near = |v: f64| if v.is_finite() { v.clamp(-1e7, 1e7) } else { 0.0 };
    move |p: Point| [near(p[0]) * scale, (height - near(p[1])) * scale]
}

/// The colour of a side; a side the scene does not style is grey.
pub fn side_colour(scene: &Scene, side: u8) -> Colour {
    scene.sides.get(usize::from(side)).map_or(Colour::read(""), |style| Colour::read(&style.colour))
}

/// The ground, ready to be drawn.
pub struct DrawnGround {
    pub patches: Vec<Patch>,
    pub strips: Vec<Strip>,
    pub slopes: Vec<Brow>,
}

fn table_map(scene: &Scene, table: &TableField) -> String {
    let size = [table.width, table.height];
    let u = pen(size);
    let place = page(table.height, 1.0);
    let ground = DrawnGround { patches: patches(table, place), strips: strips(table, place), slopes: Vec::new() };
    let bodies: Vec<Formed<'_>> =
        scene.bodies.iter().map(|b| Formed::new(b, side_colour(scene, b.side), place)).collect();
    let margin = Margin::of_table(scene, table, u);
    let frame = Bounds { min: [0.0, 0.0], max: size };

    let mut ink = begin(scene, &margin, size, u);
    ground.lie(&mut ink, &frame, u);
    ground.rise(&mut ink, u);
    ground.stand(&mut ink, u);
    zones(&mut ink, scene, place, u);
    put!(ink, "</g>\n");

    margin.frame(&mut ink);
    // Generals ride over whatever they are attached to.
    for body in bodies.iter().filter(|b| !b.is_general()).chain(bodies.iter().filter(|b| b.is_general())) {
        bodies::draw(&mut ink, body, u);
    }
    let mut crowd = Crowd::new(bodies.iter().flat_map(|body| body.kept_clear(u)), frame);
    labels::draw(&mut ink, &bodies, &mut crowd, u);
    words(&mut ink, scene, &ground, &[], place, &mut crowd, u);
    margin::legend(&mut ink, &margin, &Chits::default());
    put!(ink, "</svg>\n");
    ink.finish()
}

/// Marks on a hex map are as large as its hexes want them; the margin goes by the size of the sheet.
fn hex_map(scene: &Scene, map: &HexMap) -> String {
    let u = hexes::PITCH / 60.0;
    let size = map.size();
    let place = map.place();
    let ground = map.ground();
    let chits = Chits::of(scene);
    let piles = counters::piles(scene, map);
    let laid = counters::laid(scene, map, &piles);
    let margin = Margin::of_hexes(scene, map, &chits, pen(size)).with_lists(&piles);
    let frame = Bounds { min: [0.0, 0.0], max: size };

    let mut ink = begin(scene, &margin, size, u);
    ground.lie(&mut ink, &frame, u);
    ground.rise(&mut ink, u);
    map.grid(&mut ink, u);
    map.numbers(&mut ink, u);
    ground.stand(&mut ink, u);
    map.fog(&mut ink);
    zones(&mut ink, scene, place, u);
    put!(ink, "</g>\n");

    margin.frame(&mut ink);
    for counter in &laid {
        counters::draw(&mut ink, counter, &chits);
    }
    let mut crowd = Crowd::new(laid.iter().map(|counter| counter.corners().to_vec()), frame);
    words(&mut ink, scene, &ground, &map.field.names, place, &mut crowd, u);
    margin::legend(&mut ink, &margin, &chits);
    margin::lists(&mut ink, &margin);
    put!(ink, "</svg>\n");
    ink.finish()
}

/// The document up to the map itself, whose clip is left open.
fn begin(scene: &Scene, margin: &Margin, size: Point, u: f64) -> Ink {
    let mut ink = Ink::marked("e");
    let sheet = margin.sheet();
    put!(
        ink,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{} {} {} {}\" role=\"img\" class=\"war-map\">\n\
         <title>{}</title>\n<defs>\n<style>\n{}</style>\n",
        Mm(sheet.min[0]),
        Mm(sheet.min[1]),
        Mm(sheet.width()),
        Mm(sheet.height()),
        Safe(&scene.title),
        style::printed(&scene.sides)
    );
    put!(ink, "<clipPath id=\"table\"><rect width=\"{}\" height=\"{}\"/></clipPath>\n", Mm(size[0]), Mm(size[1]));
    put!(ink, "{}{}</defs>\n", symbols::STAIN, symbols::weave(u));
    margin.paper(&mut ink);
    put!(ink, "<g class=\"m-ground\" clip-path=\"url(#table)\">\n");
    ink
}

pub fn patches(table: &TableField, place: impl Fn(Point) -> Point) -> Vec<Patch> {
    let mut patches: Vec<Patch> = table
        .areas
        .iter()
        .filter(|a| a.outline.len() > 2)
        .map(|a| Patch {
            look: a.look.into(),
            name: a.name.clone(),
            outline: a.outline.iter().map(|p| place(*p)).collect(),
            holes: Vec::new(),
            level: a.level,
            curved: false,
        })
        .collect();
    // Hills lie under everything, the lower under the higher.
    patches.sort_by_key(|p| match p.look {
        Cover::Hill => (0, p.level),
        Cover::SteepSlope => (1, p.level),
        _ => (2, 0),
    });
    patches
}

pub fn strips(table: &TableField, place: impl Fn(Point) -> Point) -> Vec<Strip> {
    let mut strips: Vec<Strip> = table
        .lines
        .iter()
        .filter(|l| !l.points.is_empty())
        .map(|l| {
            let mut points: Vec<Point> = l.points.iter().map(|p| place(*p)).collect();
            if let [only] = points[..] {
                // A ford or bridge given as a single spot is as long as it is wide.
                points = vec![sub(only, [l.width / 2.0, 0.0]), add(only, [l.width / 2.0, 0.0])];
            }
            Strip { look: l.look.into(), name: l.name.clone(), points, width: l.width }
        })
        .collect();
    strips.sort_by_key(|s| lines::order(s.look));
    strips
}

impl DrawnGround {
    /// The bare field, a wash with stains of age and a tuft of grass here and there; then what lies flat: areas, slopes,
    /// water and the ways over it.
    pub fn lie(&self, ink: &mut Ink, frame: &Bounds, u: f64) {
        self.open(ink, frame, u);
        let DrawnGround { patches, strips, .. } = self;
        let hills: Vec<&Patch> = patches.iter().filter(|p| p.look == Cover::Hill).collect();
        let is_water = |p: &&Patch| p.look == Cover::Water;
        let is_height = |p: &&Patch| p.look == Cover::Height;
        for patch in patches.iter().filter(is_height) {
            areas::lay(ink, patch, &hills, u);
        }
        lines::slopes(ink, &self.slopes, u);
        for patch in patches.iter().filter(|p| !is_water(p) && !is_height(p)) {
            areas::lay(ink, patch, &hills, u);
        }
        for strip in strips.iter().filter(|s| s.look == Course::Stream) {
            lines::draw(ink, strip, u);
        }
        // A stream that runs into a lake ends at its shore.
        for patch in patches.iter().filter(is_water) {
            areas::lay(ink, patch, &hills, u);
        }
        for look in [Course::Road, Course::Ford, Course::Bridge, Course::Crest] {
            for strip in strips.iter().filter(|s| s.look == look) {
                lines::draw(ink, strip, u);
            }
        }
    }

    fn open(&self, ink: &mut Ink, frame: &Bounds, u: f64) {
        put!(ink, "<rect class=\"m-open\" width=\"{}\" height=\"{}\"/>\n", Mm(frame.max[0]), Mm(frame.max[1]));
        let corners = frame.corners();
        let mut grain = Grain::of(&corners);
        for at in scatter(&corners, 230.0 * u, 0.0, &mut grain) {
            let r = grain.within(60.0, 190.0) * u;
            put!(
                ink,
                "<ellipse fill=\"url(#m-stain)\" cx=\"{}\" cy=\"{}\" rx=\"{}\" ry=\"{}\"/>",
                Mm(at[0]),
                Mm(at[1]),
                Mm(r),
                Mm(r * grain.within(0.5, 0.9))
            );
        }
        let covers = |p: &Patch| !matches!(p.look, Cover::Height | Cover::Hill);
        let mut tufts = Blocks::new(400.0 * u);
        for at in scatter(&corners, 35.0 * u, 6.0 * u, &mut grain) {
            let bare = self.patches.iter().all(|p| !covers(p) || !contains(&p.outline, at))
                && self.strips.iter().all(|s| distance_to_line(&s.points, at) > s.half_width(u) + 3.0 * u);
            let size = u * [0.8, 0.95, 1.1][grain.pick(3)];
            if grain.pick(5) < 3 && bare {
                tufts.at(at, |path| tuft(path, tenth(at), size));
            }
        }
        tufts.paths().for_each(|path| ink.line(path, "m-grass", 0.55 * u));
    }

    /// What stands up in areas keeps off the lines.
    pub fn rise(&self, ink: &mut Ink, u: f64) {
        let lines = self.strips.iter().filter(|s| s.look != Course::Crest);
        let clearings: Vec<Clearing> =
            lines.map(|s| Clearing { line: s.points.clone(), half_width: s.half_width(u) }).collect();
        for patch in &self.patches {
            areas::raise(ink, patch, &clearings, u);
        }
    }

    /// Lines that stand up.
    pub fn stand(&self, ink: &mut Ink, u: f64) {
        for strip in self.strips.iter().filter(|s| !lines::lies_flat(s.look) && s.look != Course::Crest) {
            lines::draw(ink, strip, u);
        }
    }
}

fn tuft(path: &mut Path, [x, y]: Point, size: f64) {
    for (dx, high) in [(-1.6, 1.8), (0.0, 2.6), (1.6, 1.8)] {
        path.stroke([x + dx * 0.3 * size, y], [x + dx * size, y - high * size]);
    }
}

fn zones(ink: &mut Ink, scene: &Scene, place: impl Fn(Point) -> Point, u: f64) {
    for zone in scene.zones.iter().filter(|z| z.outline.len() > 2) {
        let outline: Vec<Point> = zone.outline.iter().map(|p| place(*p)).collect();
        let side = zone.side.map_or("m-nobody".to_owned(), |side| format!("m-side-{side}"));
        put!(ink, "<g class=\"zone {side}\">");
        match zone.fire {
            Some(wind) => fire(ink, &outline, wind),
            None => ink.dashed(&Path::ring(&outline), "m-zone", 1.2 * u, [5.0 * u, 2.5 * u]),
        }
        put!(ink, "</g>\n");
    }
}

/// Names of ground, zones and notes, which give way to the bodies' labels.
fn words(
    ink: &mut Ink,
    scene: &Scene,
    ground: &DrawnGround,
    names: &[Note],
    place: impl Fn(Point) -> Point,
    crowd: &mut Crowd,
    u: f64,
) {
    put!(ink, "<g class=\"words\">\n");
    for note in &scene.notes {
        let at = place(note.at);
        put!(ink, "<circle class=\"m-solid\" cx=\"{}\" cy=\"{}\" r=\"{}\"/>\n", Mm(at[0]), Mm(at[1]), Fine(1.4 * u));
        let spots = [[0.0, 7.0], [0.0, -7.0]].iter().map(|d| along(at, *d, u)).collect();
        Word { text: &note.text, spots, size: 7.0, italic: true }.write(ink, crowd, u);
    }
    // Names of places are for the whole sheet, however small its hexes.
    let u_names = u.max(pen([crowd.field().width(), crowd.field().height()]) * 0.8);
    for name in names {
        let middle = place(name.at);
        let spots =
            [0.0, -16.0, 16.0, -30.0, 30.0, -44.0, 44.0].iter().map(|dy| along(middle, [0.0, *dy], u_names)).collect();
        Word { text: &name.text, spots, size: 10.0, italic: true }.write(ink, crowd, u_names);
    }
    for patch in &ground.patches {
        Word { text: &patch.name, spots: spots_in(&patch.outline, u), size: 8.4, italic: true }.write(ink, crowd, u);
    }
    for strip in &ground.strips {
        let spots = walk(&strip.points, 40.0 * u)
            .iter()
            .map(|stop| {
                along(
                    stop.at,
                    if stop.way[0].abs() > 0.5 { [0.0, -1.0] } else { [1.0, 0.0] },
                    9.0 * u + strip.half_width(u),
                )
            })
            .collect();
        Word { text: &strip.name, spots, size: 7.2, italic: true }.write(ink, crowd, u);
    }
    for zone in scene.zones.iter().filter(|z| z.outline.len() > 2) {
        let outline: Vec<Point> = zone.outline.iter().map(|p| place(*p)).collect();
        Word { text: &zone.name, spots: spots_in(&outline, u), size: 7.0, italic: false }.write(ink, crowd, u);
    }
    put!(ink, "</g>\n");
}

/// The middle of an area, then places above and below it, then just inside its corners.
fn spots_in(outline: &[Point], u: f64) -> Vec<Point> {
    let middle = heart(outline);
    let mut spots: Vec<Point> =
        [0.0, -14.0, 14.0, -28.0, 28.0, -42.0, 42.0].iter().map(|dy| along(middle, [0.0, *dy], u)).collect();
    spots.extend(outline.iter().map(|corner| along(*corner, direction(sub(middle, *corner)), 16.0 * u)));
    spots
}
