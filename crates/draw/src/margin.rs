//! The margin of the sheet: title, ruler along the edges, scale bar, compass and legend.

use kernel::scene::{AreaLook, Body, Figure, LineLook, Part, Scene, SideStyle, Standing, Symbol, TableField};

use crate::areas::{self, Patch};
use crate::bodies::{self, Formed};
use crate::geometry::{Bounds, Point};
use crate::ink::{Anchor, Colour, Ink, Mm, Path, SANS, SERIF, Safe, put, text_width};
use crate::lines::{self, Strip};
use crate::palette as pal;

const SIDE: f64 = 24.0;
const TOP: f64 = 66.0;
const FOOT: f64 = 52.0;
const RULER: f64 = 4.0;
const SWATCH: Point = [30.0, 16.0];
const LEGEND_TEXT: f64 = 8.0;
const ROW: f64 = 22.0;

/// Where everything around the table goes.
pub struct Margin {
    u: f64,
    table: Point,
    title: String,
    subtitle: String,
    ruler: f64,
    ruler_name: String,
    columns: usize,
    column: f64,
    entries: Vec<Entry>,
}

impl Margin {
    pub fn of(scene: &Scene, table: &TableField, u: f64) -> Margin {
        let entries = entries(scene, table);
        let longest = entries.iter().map(|e| text_width(&e.words, false)).fold(6.0, f64::max);
        let column = (SWATCH[0] + 6.0 + longest * LEGEND_TEXT + 10.0) * u;
        let columns = ((table.width / column) as usize).max(1);
        Margin {
            u,
            table: [table.width, table.height],
            title: scene.title.clone(),
            subtitle: scene.subtitle.clone(),
            ruler: table.ruler,
            ruler_name: table.ruler_name.clone(),
            columns,
            column: table.width / columns as f64,
            entries,
        }
    }

    fn legend_height(&self) -> f64 {
        self.entries.len().div_ceil(self.columns) as f64 * ROW * self.u
    }

    pub fn sheet(&self) -> Bounds {
        let u = self.u;
        Bounds {
            min: [-SIDE * u, -TOP * u],
            max: [self.table[0] + SIDE * u, self.table[1] + FOOT * u + self.legend_height() + 8.0 * u],
        }
    }

    pub fn paper(&self, ink: &mut Ink) {
        let sheet = self.sheet();
        put!(
            ink,
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\"/>\n",
            Mm(sheet.min[0]),
            Mm(sheet.min[1]),
            Mm(sheet.width()),
            Mm(sheet.height()),
            pal::PAPER
        );
    }

    /// The neat line with its ruler, the title above and the scale below.
    pub fn frame(&self, ink: &mut Ink) {
        put!(ink, "<g class=\"margin\">\n");
        self.rulers(ink);
        self.heading(ink);
        self.compass(ink);
        self.scale_bar(ink);
        put!(ink, "</g>\n");
    }

    fn heading(&self, ink: &mut Ink) {
        let u = self.u;
        let middle = self.table[0] / 2.0;
        let room = self.table[0] - 110.0 * u;
        let fit = |text: &str, wanted: f64| wanted.min(room / u / text_width(text, true).max(1.0)) * u;
        for (text, y, size, style) in
            [(&self.title, -40.0, 20.0, "font-weight=\"bold\""), (&self.subtitle, -21.0, 10.0, "font-style=\"italic\"")]
        {
            let size = fit(text, size);
            line_of_text(ink, text, [middle, y * u], size, Anchor::Middle, &format!("font-family=\"{SERIF}\" {style}"));
        }
        let half = text_width(&self.title, true) * fit(&self.title, 20.0) * 0.54;
        if half + 130.0 * u < self.table[0] / 2.0 {
            self.flourish(ink, half);
        }
    }

    /// A rule with a lozenge on either side of the title.
    fn flourish(&self, ink: &mut Ink, from_middle: f64) {
        let u = self.u;
        let (middle, y) = (self.table[0] / 2.0, -46.0 * u);
        let (mut rules, mut lozenges) = (Path::new(), Path::new());
        for side in [-1.0, 1.0] {
            let x = |d: f64| middle + side * (from_middle + d * u);
            lozenges.polygon(&[[x(8.0), y], [x(11.0), y - 2.2 * u], [x(14.0), y], [x(11.0), y + 2.2 * u]]);
            for (dy, end) in [(-0.9, 70.0), (0.9, 58.0)] {
                rules.stroke([x(16.0), y + dy * u], [x(end), y + dy * u]);
            }
        }
        ink.path(&lozenges, format_args!("fill=\"{}\"", pal::INK));
        ink.path(&rules, format_args!("stroke=\"{}\" stroke-width=\"{:.1}\"", pal::INK, 0.6 * u));
    }

    /// Chequered bars along all four edges, one field to each step of the ruler.
    fn rulers(&self, ink: &mut Ink) {
        let u = self.u;
        let [w, h] = self.table;
        let (near, far) = (1.6 * u, (1.6 + RULER) * u);
        let (mut bars, mut ticks) = (Path::new(), Path::new());
        let mut numbers: Vec<(Point, Anchor, String)> = Vec::new();
        let steps = steps(self.ruler, &self.ruler_name, u);
        for (length, horizontal) in [(w, true), (h, false)] {
            let count = (length / steps.tick + 1e-6).floor() as u32;
            for i in 0..=count {
                let a = f64::from(i) * steps.tick;
                let b = (a + steps.tick).min(length);
                let spot = |along: f64, out: f64, low: bool| match (horizontal, low) {
                    (true, true) => [along, h + out],
                    (true, false) => [along, -out],
                    (false, true) => [-out, h - along],
                    (false, false) => [w + out, h - along],
                };
                for low in [true, false] {
                    if i % 2 == 0 && b > a {
                        bars.polygon(&[spot(a, near, low), spot(b, near, low), spot(b, far, low), spot(a, far, low)]);
                    }
                    if i % steps.per_number == 0 {
                        ticks.stroke(spot(a, far, low), spot(a, far + 2.0 * u, low));
                        let out = far + if horizontal { 6.0 * u } else { 3.4 * u };
                        let [x, y] = spot(a, out, low);
                        let anchor = match (horizontal, low) {
                            (true, _) => Anchor::Middle,
                            (false, true) => Anchor::End,
                            (false, false) => Anchor::Start,
                        };
                        let count = f64::from(i) * steps.tick / self.ruler;
                        numbers.push(([x, y + 2.0 * u], anchor, format!("{:.0}", count)));
                    }
                }
            }
        }
        let frame = |out: f64| Path::ring(&Bounds { min: [-out, -out], max: [w + out, h + out] }.corners());
        for (out, width) in [(0.0, 0.9), (1.6 * u, 0.5), (far, 0.8)] {
            ink.path(
                &frame(out),
                format_args!("fill=\"none\" stroke=\"{}\" stroke-width=\"{:.1}\"", pal::INK, width * u),
            );
        }
        ink.path(&bars, format_args!("fill=\"{}\"", pal::INK));
        ink.path(&ticks, format_args!("stroke=\"{}\" stroke-width=\"{:.1}\"", pal::INK, 0.6 * u));
        for (at, anchor, number) in numbers {
            line_of_text(ink, &number, at, 5.6 * u, anchor, &format!("font-family=\"{SANS}\""));
        }
    }

    fn compass(&self, ink: &mut Ink) {
        let u = self.u;
        put!(
            ink,
            "<g class=\"compass\" transform=\"translate({},{}) scale({u:.2})\" stroke=\"{}\" \
             stroke-width=\".6\" stroke-linejoin=\"round\">",
            Mm(self.table[0] - 24.0 * u),
            Mm(-35.0 * u),
            pal::INK
        );
        put!(ink, "<circle r=\"12\" fill=\"{}\"/><circle r=\"10.4\" fill=\"none\" stroke-width=\".4\"/>", pal::PAPER);
        for quarter in 0..4 {
            let (long, short) = (14.0, 7.4);
            let degrees = quarter * 90;
            put!(
                ink,
                "<path d=\"M0,0L-2.1,-2.1L0,-{short}L2.1,-2.1Z\" transform=\"rotate({})\" fill=\"{}\"/>",
                degrees + 45,
                pal::TIMBER
            );
            put!(
                ink,
                "<path d=\"M0,0L-2.4,-2.4L0,-{long}Z\" transform=\"rotate({degrees})\" fill=\"{}\"/>",
                pal::WHITE
            );
            put!(ink, "<path d=\"M0,0L2.4,-2.4L0,-{long}Z\" transform=\"rotate({degrees})\" fill=\"{}\"/>", pal::INK);
        }
        put!(
            ink,
            "<text y=\"-15.6\" font-family=\"{SERIF}\" font-size=\"9\" font-weight=\"bold\" \
             text-anchor=\"middle\" fill=\"{}\" stroke=\"none\">N</text></g>\n",
            pal::INK
        );
    }

    fn scale_bar(&self, ink: &mut Ink) {
        let u = self.u;
        let steps = steps(self.ruler, &self.ruler_name, u);
        let field = steps.tick * f64::from(steps.per_number);
        let y = self.table[1] + 26.0 * u;
        let (mut dark, mut whole) = (Path::new(), Path::new());
        for i in 0..4 {
            let a = f64::from(i) * field;
            let rect = Bounds { min: [a, y], max: [a + field, y + 3.6 * u] };
            if i % 2 == 0 { dark.polygon(&rect.corners()) } else { whole.polygon(&rect.corners()) }
        }
        for (path, fill) in [(&dark, pal::INK), (&whole, pal::WHITE)] {
            ink.path(path, format_args!("fill=\"{fill}\" stroke=\"{}\" stroke-width=\"{:.1}\"", pal::INK, 0.6 * u));
        }
        for i in 0..=4 {
            let count = f64::from(i) * field / self.ruler;
            let text = if i == 4 { format!("{count:.0} {}", self.ruler_name) } else { format!("{count:.0}") };
            // The last figure carries the name of the measure and hangs over to the right.
            let (x, anchor) = if i == 4 {
                (f64::from(i) * field - 4.0 * u, Anchor::Start)
            } else {
                (f64::from(i) * field, Anchor::Middle)
            };
            line_of_text(ink, &text, [x, y + 11.0 * u], 6.4 * u, anchor, &format!("font-family=\"{SANS}\""));
        }
    }
}

fn line_of_text(ink: &mut Ink, text: &str, at: Point, size: f64, anchor: Anchor, attributes: &str) {
    put!(
        ink,
        "<text x=\"{}\" y=\"{}\" font-size=\"{size:.1}\" text-anchor=\"{anchor}\" fill=\"{}\" {attributes}>{}</text>\n",
        Mm(at[0]),
        Mm(at[1]),
        pal::INK,
        Safe(text)
    );
}

/// How the ruler is divided.
pub struct Steps {
    /// Millimetres from tick to tick.
    pub tick: f64,
    /// Every how many ticks a number stands.
    pub per_number: u32,
}

/// A tick for every unit of the ruler where the table is small enough, and numbers with room to breathe. Inches are
/// counted in sixes and twelves, other measures in fives and tens.
pub fn steps(ruler: f64, ruler_name: &str, u: f64) -> Steps {
    let by_twelve = ruler_name.starts_with("in") || ruler_name == "\"";
    let mut ladder: Vec<f64> =
        if by_twelve { vec![1.0, 2.0, 3.0, 6.0, 12.0, 24.0] } else { vec![1.0, 2.0, 5.0, 10.0, 20.0, 50.0] };
    while ladder.last().is_some_and(|top| top * ruler < 2000.0 * u) {
        let top = ladder.last().copied().unwrap_or(1.0);
        ladder.push(top * if by_twelve { 2.0 } else { 10.0 });
    }
    let first = |least: f64, of: f64| {
        ladder.iter().copied().find(|k| k * ruler >= least * u && (k / of).fract() == 0.0).unwrap_or(of * 1000.0)
    };
    let tick = first(5.0, 1.0);
    let number = first(if by_twelve { 60.0 } else { 50.0 }, tick);
    Steps { tick: tick * ruler, per_number: (number / tick).round().max(1.0) as u32 }
}

/// One line of the legend.
struct Entry {
    words: String,
    sample: Sample,
}

enum Sample {
    Side(Colour),
    Area(AreaLook, u8),
    Line(LineLook),
    Troops(Symbol),
    Standing(Standing),
}

/// Only what the map shows, in a fixed order.
fn entries(scene: &Scene, table: &TableField) -> Vec<Entry> {
    let mut entries: Vec<Entry> = Vec::new();
    let mut add = |words: &str, sample: Sample| entries.push(Entry { words: words.to_owned(), sample });
    for SideStyle { name, colour } in &scene.sides {
        add(name, Sample::Side(Colour::read(colour)));
    }
    for (symbol, words) in SYMBOLS {
        if scene.bodies.iter().any(|b| b.symbol == symbol) {
            add(words, Sample::Troops(symbol));
        }
    }
    for (standing, words) in STANDINGS {
        if scene.bodies.iter().any(|b| b.standing == standing) {
            add(words, Sample::Standing(standing));
        }
    }
    for (look, words) in AREAS {
        let mut levels: Vec<u8> = table.areas.iter().filter(|a| a.look == look).map(|a| a.level).collect();
        levels.sort_unstable();
        levels.dedup();
        if look != AreaLook::Hill {
            levels.truncate(1);
        }
        for level in levels {
            let words = if look == AreaLook::Hill { format!("{words}, contour {level}") } else { words.to_owned() };
            add(&words, Sample::Area(look, level));
        }
    }
    for (look, words) in LINES {
        if table.lines.iter().any(|l| l.look == look) {
            add(words, Sample::Line(look));
        }
    }
    entries
}

pub const SYMBOLS: [(Symbol, &str); 13] = [
    (Symbol::PikeAndShot, "Pike and shot"),
    (Symbol::Shot, "Shot"),
    (Symbol::Skirmishers, "Skirmishers"),
    (Symbol::Highlanders, "Highlanders"),
    (Symbol::Horse, "Horse"),
    (Symbol::Cuirassiers, "Cuirassiers"),
    (Symbol::Lancers, "Lancers"),
    (Symbol::Dragoons, "Dragoons"),
    (Symbol::Guns, "Guns"),
    (Symbol::General, "General"),
    (Symbol::ChiefGeneral, "Commander-in-chief"),
    (Symbol::Wagon, "Wagon"),
    (Symbol::LedHorses, "Led horses"),
];

const STANDINGS: [(Standing, &str); 4] = [
    (Standing::Selected, "In question"),
    (Standing::Ready, "May be chosen"),
    (Standing::Routing, "Routing"),
    (Standing::Pursuing, "Pursuing"),
];

pub const AREAS: [(AreaLook, &str); 11] = [
    (AreaLook::Hill, "Hill"),
    (AreaLook::SteepSlope, "Steep slope"),
    (AreaLook::LightWoods, "Light woods"),
    (AreaLook::HeavyWoods, "Heavy woods"),
    (AreaLook::UnknownWoods, "Woods, unscouted"),
    (AreaLook::Rough, "Rough ground"),
    (AreaLook::Crops, "Crops"),
    (AreaLook::Town, "Town block"),
    (AreaLook::Water, "Water"),
    (AreaLook::Marsh, "Marsh"),
    (AreaLook::Impassable, "Impassable"),
];

pub const LINES: [(LineLook, &str); 13] = [
    (LineLook::Crest, "Crest line"),
    (LineLook::Road, "Road"),
    (LineLook::Stream, "Stream"),
    (LineLook::Ford, "Ford"),
    (LineLook::Bridge, "Bridge"),
    (LineLook::Fence, "Fence"),
    (LineLook::LowWall, "Low wall"),
    (LineLook::HighWall, "High wall"),
    (LineLook::Hedgerow, "Hedgerow"),
    (LineLook::HedgerowLoopholed, "Hedgerow, loopholed"),
    (LineLook::HedgerowBroken, "Hedgerow, broken"),
    (LineLook::LightWorks, "Light works"),
    (LineLook::HeavyWorks, "Heavy works"),
];

/// What is drawn on the map is drawn here again, small.
pub fn legend(ink: &mut Ink, margin: &Margin) {
    let u = margin.u;
    put!(ink, "<g class=\"legend\">\n");
    let rows = margin.entries.len().div_ceil(margin.columns).max(1);
    for (i, entry) in margin.entries.iter().enumerate() {
        let (column, row) = (i / rows, i % rows);
        let x = column as f64 * margin.column;
        let y = margin.table[1] + FOOT * u + row as f64 * ROW * u;
        let swatch = Bounds { min: [x, y], max: [x + SWATCH[0] * u, y + SWATCH[1] * u] };
        sample(ink, &entry.sample, &swatch, u);
        let at = [swatch.max[0] + 6.0 * u, swatch.centre()[1] + LEGEND_TEXT * 0.36 * u];
        line_of_text(ink, &entry.words, at, LEGEND_TEXT * u, Anchor::Start, &format!("font-family=\"{SANS}\""));
    }
    put!(ink, "</g>\n");
}

fn sample(ink: &mut Ink, sample: &Sample, swatch: &Bounds, u: f64) {
    match sample {
        Sample::Side(colour) => {
            ink.path(
                &Path::ring(&swatch.grown(-1.5 * u).corners()),
                format_args!("fill=\"{colour}\" stroke=\"{}\" stroke-width=\"{:.1}\"", pal::INK, 0.8 * u),
            );
        }
        Sample::Area(look, level) => {
            let patch = Patch { look: *look, name: String::new(), outline: swatch.corners().to_vec(), level: *level };
            // A little smaller than on the map, so that trees stay inside their sample.
            areas::lay(ink, &patch, &[], u * 0.75);
            areas::raise(ink, &patch, &[], u * 0.75);
        }
        Sample::Line(look) => {
            let y = swatch.centre()[1];
            let points = vec![[swatch.min[0], y], [swatch.max[0], y]];
            lines::draw(ink, &Strip { look: *look, name: String::new(), points, width: 0.0 }, u);
        }
        Sample::Troops(symbol) => troops(ink, *symbol, Standing::Idle, swatch, u),
        Sample::Standing(standing) => troops(ink, Symbol::Shot, *standing, &swatch.grown(-2.0 * u), u),
    }
}

/// A small body of the kind, in no side's colour.
fn troops(ink: &mut Ink, symbol: Symbol, standing: Standing, swatch: &Bounds, u: f64) {
    let parts = sample_parts(symbol, swatch);
    let body = Body {
        id: 0,
        key: String::new(),
        name: String::new(),
        side: 0,
        symbol,
        at: [swatch.centre()[0], swatch.max[1] - 4.0 * u],
        facing: 0.0,
        parts,
        badges: Vec::new(),
        strength: String::new(),
        standing,
    };
    let formed = Formed::new(&body, Colour(0x8a, 0x80, 0x74), |p| p);
    bodies::draw(ink, &formed, u * 0.55);
    bodies::facing(ink, &formed, u * 0.55);
}

fn sample_parts(symbol: Symbol, swatch: &Bounds) -> Vec<Part> {
    let part = |from: f64, to: f64, figure: Figure, files: u16, ranks: u16| {
        let x = |t: f64| swatch.min[0] + swatch.width() * t;
        let (top, bottom) = (swatch.min[1] + swatch.height() * 0.2, swatch.max[1]);
        Part {
            corners: [[x(from), top], [x(to), top], [x(to), bottom], [x(from), bottom]],
            figure,
            files,
            figures: files * ranks,
        }
    };
    match symbol {
        Symbol::PikeAndShot => {
            vec![
                part(0.0, 0.3, Figure::Shot, 2, 3),
                part(0.3, 0.7, Figure::Pike, 4, 3),
                part(0.7, 1.0, Figure::Shot, 2, 3),
            ]
        }
        Symbol::Shot | Symbol::Highlanders => vec![part(0.1, 0.9, Figure::Shot, 5, 3)],
        Symbol::Skirmishers => vec![part(0.1, 0.9, Figure::Skirmisher, 4, 2)],
        Symbol::Horse | Symbol::Cuirassiers | Symbol::Lancers | Symbol::Dragoons => {
            vec![part(0.15, 0.85, Figure::Rider, 3, 1)]
        }
        Symbol::Guns => vec![part(0.1, 0.9, Figure::Gun, 2, 1)],
        Symbol::Wagon => vec![part(0.3, 0.7, Figure::Wagon, 1, 1)],
        Symbol::LedHorses => vec![part(0.15, 0.85, Figure::Horse, 3, 1)],
        Symbol::General | Symbol::ChiefGeneral => Vec::new(),
    }
}
