//! What the page in the browser is given: the ground as SVG with classes, once for each ground; where every body lies; and its
//! look, once for all bodies that look the same. The page adds what moves, lights up and answers the hand.

use std::collections::BTreeMap;
use std::fmt::Write;

use kernel::scene::{Field, HexField, Scene, Standing, TableField};
use serde::Serialize;

use crate::bodies::{Formed, Troops};
use crate::coats::Livery;
use crate::counters::{self, Chits, Counter, Face};
use crate::geometry::{Bounds, Point, along, heart, walk};
use crate::hexes::{HexMap, PITCH};
use crate::ink::Ink;
use crate::lines::Strip;
use crate::looks::{Detail, Turn};
use crate::margin::Margin;
use crate::sheet::{self, DrawnGround, page, pen, side_colour, sound};
use crate::{style, symbols};

/// The style sheet of the drawing, the same for every battle.
pub fn style() -> String {
    style::page()
}

/// A field without what is drawn on it: what the page must know to point and to measure.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "types", ts(rename = "Field"))]
pub enum Plan {
    Table { width: f64, height: f64, ruler: f64, ruler_name: String },
    Hexes { width: f64, height: f64, pointy_top: bool, yards: u16, cells: Vec<Cell> },
}

/// A hex by its number, and its middle.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "types", ts(rename = "HexCell"))]
pub struct Cell {
    pub number: String,
    pub at: Point,
}

/// The printed sheet. Lengths are units of the sheet, x to the east and y to the south.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "types", ts(rename = "SheetDrawn"))]
pub struct Sheet {
    /// The field and the paper around it: left, top, width, height.
    pub frame: [f64; 4],
    pub paper: [f64; 4],
    /// Units of the sheet to one of the field, and to one of pen and type.
    pub scale: f64,
    pub pen: f64,
    /// How far above the middle of its hex a number stands.
    pub lift: f64,
    /// SVG: the ground, the grid of hexes over it, the margin.
    pub ground: String,
    pub grid: String,
    pub margin: String,
    /// Names on the ground, to be written as large as they can be read.
    pub names: Vec<Name>,
    /// What the sides wear.
    pub liveries: Vec<Livery>,
}

/// A name on the ground, turned by so many degrees.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "types", ts(rename = "SheetName"))]
pub struct Name {
    pub at: Point,
    pub text: String,
    pub turn: f64,
}

/// What the page must know of a field.
pub fn plan(field: &Field) -> Plan {
    match field {
        Field::Table(table) => {
            let table = sound(table);
            let TableField { width, height, ruler, ref ruler_name, .. } = *table;
            Plan::Table { width, height, ruler, ruler_name: ruler_name.clone() }
        }
        Field::Hexes(field) => {
            let map = HexMap::new(field);
            let HexField { width, height, pointy_top, yards, ref cells, .. } = *map.field;
            let cells = cells.iter().map(|cell| Cell { number: cell.number.clone(), at: cell.at.map(near) }).collect();
            Plan::Hexes { width, height, pointy_top, yards, cells }
        }
    }
}

/// To the ten-thousandth: nobody points finer.
fn near(v: f64) -> f64 {
    (v * 1e4).round() / 1e4
}

/// The sheet of a scene's field; names in its markup begin with `mark`.
pub fn sheet(scene: &Scene, mark: &str) -> Sheet {
    match &scene.field {
        Field::Table(table) => table_sheet(scene, &sound(table), mark),
        Field::Hexes(field) => hex_sheet(scene, &HexMap::new(field), mark),
    }
}

fn table_sheet(scene: &Scene, table: &TableField, mark: &str) -> Sheet {
    let (size, place) = ([table.width, table.height], page(table.height, 1.0));
    let u = pen(size);
    let ground =
        DrawnGround { patches: sheet::patches(table, place), strips: sheet::strips(table, place), slopes: Vec::new() };
    let areas = ground.patches.iter().map(|patch| (heart(&patch.outline), patch.name.clone(), 0.0));
    let lines = ground.strips.iter().map(|strip| along_line(strip, u));
    let names = areas.chain(lines).collect();
    let margin = Margin::of_table(scene, table, u).on_screen();
    finished(scene, mark, Drawn { ground, margin, names, size, scale: 1.0, u }, |_| {}, String::new(), 0.0)
}

fn hex_sheet(scene: &Scene, map: &HexMap, mark: &str) -> Sheet {
    let mut grid = Ink::default();
    map.grid(&mut grid, 1.0);
    let names = map.field.names.iter().map(|name| (map.place()(name.at), name.text.clone(), 0.0)).collect();
    let margin = Margin::of_hexes(scene, map, &Chits::default(), 1.6).on_screen();
    let drawn = Drawn { ground: map.ground(), margin, names, size: map.size(), scale: PITCH, u: 1.0 };
    finished(scene, mark, drawn, |ink| map.fog(ink), grid.finish(), map.lift())
}

/// A sheet in the making.
struct Drawn {
    ground: DrawnGround,
    margin: Margin,
    names: Vec<(Point, String, f64)>,
    size: Point,
    scale: f64,
    u: f64,
}

fn finished(scene: &Scene, mark: &str, drawn: Drawn, over: impl FnOnce(&mut Ink), grid: String, lift: f64) -> Sheet {
    let Drawn { ground, margin, names, size, scale, u } = drawn;
    let frame = Bounds { min: [0.0, 0.0], max: size };
    let mut ink = Ink::marked(mark);
    ink.put(format_args!("<defs>{}{}</defs>", symbols::STAIN, symbols::weave(u)));
    ground.lie(&mut ink, &frame, u);
    ground.rise(&mut ink, u);
    ground.stand(&mut ink, u);
    over(&mut ink);
    let mut rim = Ink::default();
    margin.frame(&mut rim);
    let named = names.into_iter().filter(|(_, text, _)| !text.is_empty());
    Sheet {
        frame: measured(&frame),
        paper: measured(&margin.sheet()),
        scale,
        pen: u,
        lift,
        ground: ink.finish(),
        grid,
        margin: rim.finish(),
        names: named.map(|(at, text, turn)| Name { at: at.map(near), text, turn: near(turn) }).collect(),
        liveries: scene.sides.iter().map(Livery::of).collect(),
    }
}

fn measured(bounds: &Bounds) -> [f64; 4] {
    [bounds.min[0], bounds.min[1], bounds.width(), bounds.height()]
}

/// A name beside the middle of a line, running along with it and never head down.
fn along_line(strip: &Strip, u: f64) -> (Point, String, f64) {
    let stops = walk(&strip.points, 8.0 * u);
    let stop = stops.get(stops.len() * 2 / 5);
    let (at, way) = stop.map_or((strip.points[0], [1.0, 0.0]), |stop| (stop.at, stop.way));
    let turn = libm::atan2(way[1], way[0]).to_degrees();
    let turn = if turn > 90.0 {
        turn - 180.0
    } else if turn < -90.0 {
        turn + 180.0
    } else {
        turn
    };
    let up = [libm::sin(turn.to_radians()), -libm::cos(turn.to_radians())];
    (along(at, up, strip.half_width(u) + 8.0 * u), strip.name.clone(), turn)
}

/// A body where it lies on the sheet.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Piece {
    pub body: u16,
    /// By this name its look is asked for; bodies that look the same have the same.
    pub look: String,
    pub at: Point,
    /// The way its front is turned, in degrees.
    pub turn: f64,
    /// On hexes half the width and depth of its counter; on a table it covers its parts.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub half: Option<Point>,
    /// On hexes whoever stands on the same ground, from the top down, itself included; empty where it is alone.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<Vec<u16>>"))]
    pub stack: Vec<u16>,
    /// On a table how many pixels there must be to a unit of the sheet before its figures are drawn one by one, and before
    /// a sign stands for them.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub shows: Option<[f64; 2]>,
}

/// Figures are drawn one by one where a man is so many pixels broad, and their sign where half of it is so many high.
const MAN: f64 = 4.5;
const SIGN: f64 = 3.5;

/// The bodies of a scene as they lie, in the order in which they are drawn.
pub fn pieces(scene: &Scene) -> Vec<Piece> {
    with_looks(scene, |piece, _| piece)
}

/// What bodies of a scene look like: those whose looks are wanted by name.
pub fn looks(scene: &Scene, wanted: impl Fn(&str) -> bool) -> BTreeMap<String, String> {
    let drawn = with_looks(scene, |piece, draw| {
        wanted(&piece.look).then(|| {
            let mut ink = Ink::default();
            draw(&mut ink);
            (piece.look, ink.finish())
        })
    });
    drawn.into_iter().flatten().collect()
}

/// Makes something of every body and of what draws it.
fn with_looks<T>(scene: &Scene, mut make: impl FnMut(Piece, &dyn Fn(&mut Ink)) -> T) -> Vec<T> {
    match &scene.field {
        Field::Hexes(field) => {
            let (map, chits) = (HexMap::new(field), Chits::of(scene));
            let laid = counters::laid(scene, &map, &[]);
            let counter = |counter: &Counter<'_>| {
                let face = Face { counter, chits: &chits, turn: Turn::Shown, details: &Detail::ALL };
                make(counter_piece(counter, &chits), &|ink| face.draw(ink))
            };
            laid.iter().map(counter).collect()
        }
        Field::Table(table) => {
            let table = sound(table);
            let (u, place) = (pen([table.width, table.height]), page(table.height, 1.0));
            let formed = |body| Formed::new(body, side_colour(scene, 0), place);
            // Generals ride over whatever they are attached to.
            let (led, leading): (Vec<_>, Vec<_>) = scene.bodies.iter().map(formed).partition(|body| !body.is_general());
            let troops = |formed: &Formed<'_>| {
                let troops = Troops::of(formed, u);
                make(troops_piece(formed, &troops), &|ink| troops.draw(ink, Turn::Shown))
            };
            led.iter().chain(&leading).map(troops).collect()
        }
    }
}

/// The name of a look is made of all that is drawn in it.
struct Named(u64);

impl Named {
    fn new() -> Named {
        Named(0xcbf2_9ce4_8422_2325)
    }

    fn finish(self) -> String {
        format!("{:012x}", self.0 >> 16)
    }
}

impl Write for Named {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        // FNV-1a: nobody forges looks.
        self.0 = text.bytes().fold(self.0, |name, byte| (name ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3));
        Ok(())
    }
}

fn counter_piece(counter: &Counter<'_>, chits: &Chits) -> Piece {
    let Counter { body, at, half, facing, has_front, count, .. } = counter;
    let mut name = Named::new();
    let kind = (body.symbol as u8, body.side % 2, has_front, count, body.standing == Standing::Pursuing);
    let _ = write!(name, "{kind:?} {half:.1?} {}|{}", body.name, body.strength);
    for badge in &body.badges {
        let _ = write!(name, "|{}|{:?}|{}", badge.text, badge.tone, chits.mark(badge));
    }
    let stack = if counter.stack.len() > 1 { counter.stack.clone() } else { Vec::new() };
    Piece {
        body: body.id,
        look: name.finish(),
        at: at.map(near),
        turn: near(*facing),
        half: Some(half.map(near)),
        stack,
        shows: None,
    }
}

fn troops_piece(formed: &Formed<'_>, troops: &Troops) -> Piece {
    let mut name = Named::new();
    let _ = write!(name, "{} {} {} {:.3}", troops.symbol as u8, troops.second, troops.pursuing, troops.u);
    for part in &troops.parts {
        let _ = write!(name, "|{:?}{}/{} {:?}", part.figure, part.figures, part.files, part.corners);
    }
    let shows = [MAN / troops.breadth().max(1e-3), SIGN / troops.card().max(1e-3)].map(near);
    Piece {
        body: formed.body.id,
        look: name.finish(),
        at: formed.at.map(near),
        turn: near(formed.facing),
        half: None,
        stack: Vec::new(),
        shows: Some(shows),
    }
}
