//! The whole sheet: layers of the map in order, then the margin around it.

use kernel::scene::{AreaLook, Field, LineLook, Scene, TableField};

use crate::areas::{self, Clearing, Patch};
use crate::bodies::{self, Formed};
use crate::geometry::{
    Bounds, Grain, Point, add, along, contains, direction, distance_to_line, heart, scatter, sub, walk,
};
use crate::ink::{Colour, Ink, Mm, Path, Safe, put};
use crate::labels::{self, Crowd, Word};
use crate::lines::{self, Strip};
use crate::margin::{self, Margin};
use crate::palette as pal;
use crate::symbols;

/// Draws a scene as an SVG document. Lengths in it are millimetres on the table.
pub fn svg(scene: &Scene) -> String {
    match &scene.field {
        Field::Table(table) => table_map(scene, &sound(table)),
    }
}

/// The table with sizes that can be drawn, whatever a scene says.
pub fn sound(table: &TableField) -> TableField {
    let size = |v: f64| if v.is_finite() { v.clamp(1.0, 1e6) } else { 1.0 };
    let ruler = if table.ruler.is_finite() && table.ruler > 1e-3 { table.ruler } else { 25.4 };
    TableField { width: size(table.width), height: size(table.height), ruler, ..table.clone() }
}

/// One unit of pen and type: a thousandth of the table's length, so that a map reads the same on any size of table.
pub fn pen(table: &TableField) -> f64 {
    table.width.max(table.height * 1.5) / 1000.0
}

/// From the table, where y grows to the north, to the page, where it grows downwards. Places that are none, or far off
/// any table, come back near enough to be drawn.
pub fn page(table: &TableField) -> impl Fn(Point) -> Point + Copy + use<> {
    let height = table.height;
    let near = |v: f64| if v.is_finite() { v.clamp(-1e7, 1e7) } else { 0.0 };
    move |p: Point| [near(p[0]), height - near(p[1])]
}

/// The colour of a side; a side the scene does not style is grey.
pub fn side_colour(scene: &Scene, side: u8) -> Colour {
    scene.sides.get(usize::from(side)).map_or(Colour::read(""), |style| Colour::read(&style.colour))
}

fn table_map(scene: &Scene, table: &TableField) -> String {
    let u = pen(table);
    let place = page(table);
    let patches: Vec<Patch> = patches(table, place);
    let strips: Vec<Strip> = strips(table, place);
    let colour = |side: u8| side_colour(scene, side);
    let bodies: Vec<Formed<'_>> = scene.bodies.iter().map(|b| Formed::new(b, colour(b.side), place)).collect();
    let margin = Margin::of(scene, table, u);
    let frame = Bounds { min: [0.0, 0.0], max: [table.width, table.height] };

    let mut ink = Ink::default();
    let sheet = margin.sheet();
    put!(
        ink,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{} {} {} {}\" role=\"img\">\n<title>{}</title>\n<defs>\n",
        Mm(sheet.min[0]),
        Mm(sheet.min[1]),
        Mm(sheet.width()),
        Mm(sheet.height()),
        Safe(&scene.title)
    );
    symbols::define(&mut ink);
    put!(
        ink,
        "<clipPath id=\"table\"><rect width=\"{}\" height=\"{}\"/></clipPath>\n",
        Mm(table.width),
        Mm(table.height)
    );
    put!(ink, "<radialGradient id=\"stain\"><stop offset=\"0\" stop-color=\"{}\" stop-opacity=\".16\"/>", pal::SEPIA);
    put!(ink, "<stop offset=\"1\" stop-color=\"{}\" stop-opacity=\"0\"/></radialGradient>\n</defs>\n", pal::SEPIA);
    margin.paper(&mut ink);

    put!(ink, "<g clip-path=\"url(#table)\">\n");
    open_ground(&mut ink, &frame, &patches, &strips, u);
    ground(&mut ink, &patches, &strips, u);
    zones(&mut ink, scene, place, colour, u);
    put!(ink, "</g>\n");

    margin.frame(&mut ink);
    // Generals ride over whatever they are attached to.
    for body in bodies.iter().filter(|b| !b.is_general()).chain(bodies.iter().filter(|b| b.is_general())) {
        bodies::draw(&mut ink, body, u);
    }
    for body in &bodies {
        bodies::facing(&mut ink, body, u);
    }
    let mut crowd = Crowd::new(&bodies, frame, u);
    labels::draw(&mut ink, &bodies, &mut crowd, u);
    words(&mut ink, scene, &patches, &strips, place, &mut crowd, u);
    margin::legend(&mut ink, &margin);
    put!(ink, "</svg>\n");
    ink.finish()
}

pub fn patches(table: &TableField, place: impl Fn(Point) -> Point) -> Vec<Patch> {
    let mut patches: Vec<Patch> = table
        .areas
        .iter()
        .filter(|a| a.outline.len() > 2)
        .map(|a| Patch {
            look: a.look,
            name: a.name.clone(),
            outline: a.outline.iter().map(|p| place(*p)).collect(),
            level: a.level,
        })
        .collect();
    // Hills lie under everything, the lower under the higher.
    patches.sort_by_key(|p| match p.look {
        AreaLook::Hill => (0, p.level),
        AreaLook::SteepSlope => (1, p.level),
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
            Strip { look: l.look, name: l.name.clone(), points, width: l.width }
        })
        .collect();
    strips.sort_by_key(|s| lines::order(s.look));
    strips
}

/// The bare table: a wash with stains of age and a tuft of grass here and there.
fn open_ground(ink: &mut Ink, frame: &Bounds, patches: &[Patch], strips: &[Strip], u: f64) {
    put!(ink, "<rect width=\"{}\" height=\"{}\" fill=\"{}\"/>\n", Mm(frame.max[0]), Mm(frame.max[1]), pal::GROUND);
    let corners = frame.corners();
    let mut grain = Grain::of(&corners);
    for at in scatter(&corners, 230.0 * u, 0.0, &mut grain) {
        let r = grain.within(60.0, 190.0) * u;
        put!(
            ink,
            "<ellipse cx=\"{}\" cy=\"{}\" rx=\"{}\" ry=\"{}\" fill=\"url(#stain)\"/>\n",
            Mm(at[0]),
            Mm(at[1]),
            Mm(r),
            Mm(r * grain.within(0.5, 0.9))
        );
    }
    put!(ink, "<g stroke=\"{}\">\n", pal::GRASS);
    for at in scatter(&corners, 33.0 * u, 6.0 * u, &mut grain) {
        let bare = patches.iter().all(|p| !contains(&p.outline, at))
            && strips.iter().all(|s| distance_to_line(&s.points, at) > s.half_width(u) + 3.0 * u);
        if grain.pick(5) < 3 && bare {
            symbols::set(ink, symbols::TUFT, at, u * grain.within(0.8, 1.2), false);
        }
    }
    put!(ink, "</g>\n");
}

fn ground(ink: &mut Ink, patches: &[Patch], strips: &[Strip], u: f64) {
    let hills: Vec<&Patch> = patches.iter().filter(|p| p.look == AreaLook::Hill).collect();
    let is_water = |p: &&Patch| p.look == AreaLook::Water;
    for patch in patches.iter().filter(|p| !is_water(p)) {
        areas::lay(ink, patch, &hills, u);
    }
    for strip in strips.iter().filter(|s| s.look == LineLook::Stream) {
        lines::draw(ink, strip, u);
    }
    // A stream that runs into a lake ends at its shore.
    for patch in patches.iter().filter(is_water) {
        areas::lay(ink, patch, &hills, u);
    }
    for strip in strips.iter().filter(|s| lines::lies_flat(s.look) && s.look != LineLook::Stream) {
        lines::draw(ink, strip, u);
    }
    for strip in strips.iter().filter(|s| s.look == LineLook::Crest) {
        lines::draw(ink, strip, u);
    }
    let clearings: Vec<Clearing> = strips
        .iter()
        .filter(|s| s.look != LineLook::Crest)
        .map(|s| Clearing { line: s.points.clone(), half_width: s.half_width(u) })
        .collect();
    for patch in patches {
        areas::raise(ink, patch, &clearings, u);
    }
    for strip in strips.iter().filter(|s| !lines::lies_flat(s.look) && s.look != LineLook::Crest) {
        lines::draw(ink, strip, u);
    }
}

fn zones(ink: &mut Ink, scene: &Scene, place: impl Fn(Point) -> Point, colour: impl Fn(u8) -> Colour, u: f64) {
    for zone in scene.zones.iter().filter(|z| z.outline.len() > 2) {
        let outline: Vec<Point> = zone.outline.iter().map(|p| place(*p)).collect();
        let tint = zone.side.map_or(pal::SEPIA, &colour);
        put!(ink, "<g class=\"zone\">");
        ink.path(
            &Path::ring(&outline),
            format_args!(
                "fill=\"{tint}\" fill-opacity=\".16\" stroke=\"{tint}\" stroke-width=\"{:.1}\" \
                 stroke-dasharray=\"{:.1} {:.1}\"",
                1.2 * u,
                5.0 * u,
                2.5 * u
            ),
        );
        put!(ink, "</g>\n");
    }
}

/// Names of ground, zones and notes, which give way to the bodies' labels.
fn words(
    ink: &mut Ink,
    scene: &Scene,
    patches: &[Patch],
    strips: &[Strip],
    place: impl Fn(Point) -> Point,
    crowd: &mut Crowd,
    u: f64,
) {
    put!(ink, "<g class=\"words\">\n");
    for note in &scene.notes {
        let at = place(note.at);
        put!(ink, "<circle cx=\"{}\" cy=\"{}\" r=\"{:.1}\" fill=\"{}\"/>\n", Mm(at[0]), Mm(at[1]), 1.4 * u, pal::INK);
        let spots = [[0.0, 7.0], [0.0, -7.0]].iter().map(|d| along(at, *d, u)).collect();
        Word { text: &note.text, spots, size: 7.0, italic: true }.write(ink, crowd, u);
    }
    for patch in patches {
        Word { text: &patch.name, spots: spots_in(&patch.outline, u), size: 8.4, italic: true }.write(ink, crowd, u);
    }
    for strip in strips {
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
