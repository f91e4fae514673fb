//! The margin of the sheet: title, ruler along the edges, scale bar, compass and legend.

use kernel::scene::{
    AreaLook, Badge, Body, Figure, HexLook, HexSideLook, LineLook, Part, Scene, SideStyle, Standing, Symbol, TableField,
};

use crate::areas::{self, Cover, Patch};
use crate::bodies::{self, Formed};
use crate::counters::{self, Chits, Counter, Pile};
use crate::geometry::{Bounds, Point};
use crate::hexes::{self, HexMap};
use crate::ink::{Anchor, Colour, Fine, Ink, Mm, Path, Safe, put, text_width};
use crate::lines::{self, Brow, Course, OnHexside, Strip};

const SIDE: f64 = 24.0;
const TOP: f64 = 66.0;
const FOOT: f64 = 52.0;
const RULER: f64 = 4.0;
const SWATCH: Point = [30.0, 16.0];
const LEGEND_TEXT: f64 = 8.0;
const ROW: f64 = 22.0;
const LIST_ROW: f64 = 11.0;

/// What lengths are told in.
struct Measure {
    /// Millimetres on the page to one unit.
    ruler: f64,
    name: String,
    ruled: bool,
}

/// Where everything around the field goes.
pub struct Margin {
    u: f64,
    /// Width and height of the field on the page.
    size: Point,
    /// Whether the ruler runs along the edges.
    ruled: bool,
    /// Whether it is printed, with a title above and a legend below; else it is for a screen, which has both elsewhere.
    printed: bool,
    title: String,
    subtitle: String,
    ruler: f64,
    ruler_name: String,
    columns: usize,
    column: f64,
    entries: Vec<Entry>,
    /// Piles of counters, spelt out beside the map; empty lines part them.
    lists: Vec<ListLine>,
}

/// A line of the lists beside the map.
struct ListLine {
    words: String,
    heads: bool,
}

impl Margin {
    pub fn of_table(scene: &Scene, table: &TableField, u: f64) -> Margin {
        let measure = Measure { ruler: table.ruler, name: table.ruler_name.clone(), ruled: true };
        Margin::new(scene, [table.width, table.height], measure, table_entries(scene, table), u)
    }

    /// Distances on a map are told in hexes, so that no ruler runs along its edges; the scale is in yards.
    pub fn of_hexes(scene: &Scene, map: &HexMap, chits: &Chits, u: f64) -> Margin {
        let yard = hexes::PITCH / f64::from(map.field.yards);
        let measure = Measure { ruler: yard, name: "yards".to_owned(), ruled: false };
        Margin::new(scene, map.size(), measure, hex_entries(scene, map, chits), u)
    }

    fn new(scene: &Scene, size: Point, measure: Measure, entries: Vec<Entry>, u: f64) -> Margin {
        let longest = entries.iter().map(|e| text_width(&e.words, false)).fold(6.0, f64::max);
        let column = (SWATCH[0] + 6.0 + longest * LEGEND_TEXT + 10.0) * u;
        let columns = ((size[0] / column) as usize).max(1);
        Margin {
            u,
            size,
            ruled: measure.ruled,
            printed: true,
            title: scene.title.clone(),
            subtitle: scene.subtitle.clone(),
            ruler: measure.ruler,
            ruler_name: measure.name,
            columns,
            column: size[0] / columns as f64,
            entries,
            lists: Vec::new(),
        }
    }

    /// The same without title and legend.
    pub fn on_screen(mut self) -> Margin {
        (self.printed, self.entries) = (false, Vec::new());
        self
    }

    /// The same with piles of counters listed to the right of the map.
    pub fn with_lists(mut self, piles: &[Pile<'_>]) -> Margin {
        for pile in piles {
            let words = format!("{}, {} counters", pile.hex, pile.bodies.len());
            self.lists.push(ListLine { words, heads: true });
            for body in &pile.bodies {
                let words = [body.name.as_str(), body.strength.as_str()];
                let badges = body.badges.iter().map(|badge| badge.text.as_str());
                let words: Vec<&str> = words.into_iter().chain(badges).filter(|word| !word.is_empty()).collect();
                self.lists.push(ListLine { words: words.join(", "), heads: false });
            }
            self.lists.push(ListLine { words: String::new(), heads: false });
        }
        self.lists.pop();
        self
    }

    /// Lines to a column of the lists, as many as the map is high.
    fn list_rows(&self) -> usize {
        ((self.size[1] / (LIST_ROW * self.u)) as usize).max(1)
    }

    fn list_column(&self) -> f64 {
        let longest = self.lists.iter().map(|line| text_width(&line.words, line.heads)).fold(0.0, f64::max);
        (longest * LEGEND_TEXT + 14.0) * self.u
    }

    fn lists_width(&self) -> f64 {
        self.lists.len().div_ceil(self.list_rows()) as f64 * self.list_column()
    }

    fn legend_height(&self) -> f64 {
        self.entries.len().div_ceil(self.columns) as f64 * ROW * self.u
    }

    pub fn sheet(&self) -> Bounds {
        let u = self.u;
        let [side, top, foot] = if self.printed { [SIDE, TOP, FOOT + 8.0] } else { [34.0, 34.0, 60.0] };
        Bounds {
            min: [-side * u, -top * u],
            max: [self.size[0] + side * u + self.lists_width(), self.size[1] + foot * u + self.legend_height()],
        }
    }

    pub fn paper(&self, ink: &mut Ink) {
        let sheet = self.sheet();
        put!(
            ink,
            "<rect class=\"m-paper\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>\n",
            Mm(sheet.min[0]),
            Mm(sheet.min[1]),
            Mm(sheet.width()),
            Mm(sheet.height())
        );
    }

    /// The neat line with its ruler, the title above and the scale below.
    pub fn frame(&self, ink: &mut Ink) {
        put!(ink, "<g class=\"margin m-margin\">\n");
        if self.ruled {
            self.rulers(ink);
        } else {
            self.neat_lines(ink);
        }
        if self.printed {
            self.heading(ink);
        }
        self.compass(ink);
        self.scale_bar(ink);
        put!(ink, "</g>\n");
    }

    fn heading(&self, ink: &mut Ink) {
        let u = self.u;
        let middle = self.size[0] / 2.0;
        let room = self.size[0] - 110.0 * u;
        let fit = |text: &str, wanted: f64| wanted.min(room / u / text_width(text, true).max(1.0)) * u;
        for (text, y, size, class) in
            [(&self.title, -40.0, 20.0, "m-title"), (&self.subtitle, -21.0, 10.0, "m-subtitle")]
        {
            let size = fit(text, size);
            line_of_text(ink, text, [middle, y * u], size, Anchor::Middle, class);
        }
        let half = text_width(&self.title, true) * fit(&self.title, 20.0) * 0.54;
        if half + 130.0 * u < self.size[0] / 2.0 {
            self.flourish(ink, half);
        }
    }

    /// A rule with a lozenge on either side of the title.
    fn flourish(&self, ink: &mut Ink, from_middle: f64) {
        let u = self.u;
        let (middle, y) = (self.size[0] / 2.0, -46.0 * u);
        let (mut rules, mut lozenges) = (Path::new(), Path::new());
        for side in [-1.0, 1.0] {
            let x = |d: f64| middle + side * (from_middle + d * u);
            lozenges.polygon(&[[x(8.0), y], [x(11.0), y - 2.2 * u], [x(14.0), y], [x(11.0), y + 2.2 * u]]);
            for (dy, end) in [(-0.9, 70.0), (0.9, 58.0)] {
                rules.stroke([x(16.0), y + dy * u], [x(end), y + dy * u]);
            }
        }
        ink.path(&lozenges, "m-frame-solid");
        ink.line(&rules, "m-frame", 0.6 * u);
    }

    /// Chequered bars along all four edges, one field to each step of the ruler.
    fn rulers(&self, ink: &mut Ink) {
        let u = self.u;
        let [w, h] = self.size;
        let (near, far) = (1.6 * u, (1.6 + RULER) * u);
        let (mut bars, mut ticks) = (Path::new(), Path::new());
        let size = if self.printed { 5.6 } else { 9.0 };
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
                        let out = far + if horizontal { (3.2 + size * 0.5) * u } else { 3.4 * u };
                        let [x, y] = spot(a, out, low);
                        let anchor = match (horizontal, low) {
                            (true, _) => Anchor::Middle,
                            (false, true) => Anchor::End,
                            (false, false) => Anchor::Start,
                        };
                        let count = f64::from(i) * steps.tick / self.ruler;
                        numbers.push(([x, y + size * 0.36 * u], anchor, format!("{:.0}", count)));
                    }
                }
            }
        }
        self.frames(ink, &[(1.6 + RULER / 2.0, RULER)], "m-bed");
        self.frames(ink, &[(0.0, 0.9), (1.6, 0.5), (1.6 + RULER, 0.8)], "m-frame");
        ink.path(&bars, "m-solid");
        ink.line(&ticks, "m-frame", 0.6 * u);
        for (at, anchor, number) in numbers {
            line_of_text(ink, &number, at, size * u, anchor, "m-ruler");
        }
    }

    /// A thin line, a thick one, a thin one.
    fn neat_lines(&self, ink: &mut Ink) {
        self.frames(ink, &[(0.0, 0.9), (3.2, 2.4), (6.0, 0.6)], "m-frame");
    }

    /// Frames so far out and so wide.
    fn frames(&self, ink: &mut Ink, frames: &[(f64, f64)], class: &str) {
        let [w, h] = self.size;
        for (out, width) in frames.iter().map(|(out, width)| (out * self.u, width * self.u)) {
            let frame = Path::ring(&Bounds { min: [-out, -out], max: [w + out, h + out] }.corners());
            ink.line(&frame, class, width);
        }
    }

    fn compass(&self, ink: &mut Ink) {
        let [x, y, scale] = match self.printed {
            true => [self.size[0] - 24.0 * self.u, -35.0 * self.u, self.u],
            // Where nothing is printed above the map it stands below.
            false => [self.size[0] - 26.0 * self.u, self.size[1] + 40.0 * self.u, self.u * 0.92],
        };
        put!(ink, "<g class=\"compass m-compass\" transform=\"translate({} {})scale({})\">", Mm(x), Mm(y), Fine(scale));
        put!(ink, "<circle class=\"m-compass-disc\" r=\"12\"/><circle class=\"m-compass-ring\" r=\"10.4\"/>");
        for quarter in 0..4 {
            let degrees = quarter * 90;
            put!(ink, "<g transform=\"rotate({})\">", degrees + 45);
            put!(ink, "<path class=\"m-compass-short\" d=\"M0,0L-2.1,-2.1L0,-7.4L2.1,-2.1Z\"/></g>");
            put!(ink, "<g transform=\"rotate({degrees})\">");
            put!(ink, "<path class=\"m-compass-light\" d=\"M0,0L-2.4,-2.4L0,-14Z\"/>");
            put!(ink, "<path class=\"m-compass-dark\" d=\"M0,0L2.4,-2.4L0,-14Z\"/></g>");
        }
        put!(ink, "<text class=\"m-north\" y=\"-15.6\" font-size=\"9\">N</text></g>\n");
    }

    fn scale_bar(&self, ink: &mut Ink) {
        let u = self.u;
        let steps = steps(self.ruler, &self.ruler_name, u);
        let field = steps.tick * f64::from(steps.per_number);
        let size = if self.printed { 6.4 } else { 9.0 };
        let y = self.size[1] + 26.0 * u;
        let (mut dark, mut whole) = (Path::new(), Path::new());
        for i in 0..4 {
            let a = f64::from(i) * field;
            let rect = Bounds { min: [a, y], max: [a + field, y + 3.6 * u] };
            if i % 2 == 0 { dark.polygon(&rect.corners()) } else { whole.polygon(&rect.corners()) }
        }
        ink.line(&dark, "m-scale-dark", 0.6 * u);
        ink.line(&whole, "m-scale-light", 0.6 * u);
        for i in 0..=4 {
            let count = f64::from(i) * field / self.ruler;
            let text = if i == 4 { format!("{count:.0} {}", self.ruler_name) } else { format!("{count:.0}") };
            // The last figure carries the name of the measure and hangs over to the right.
            let (x, anchor) = if i == 4 {
                (f64::from(i) * field - 4.0 * u, Anchor::Start)
            } else {
                (f64::from(i) * field, Anchor::Middle)
            };
            line_of_text(ink, &text, [x, y + (4.6 + size) * u], size * u, anchor, "m-ruler");
        }
    }
}

fn line_of_text(ink: &mut Ink, text: &str, at: Point, size: f64, anchor: Anchor, class: &str) {
    put!(
        ink,
        "<text class=\"{class}\" x=\"{}\" y=\"{}\" font-size=\"{}\" text-anchor=\"{anchor}\">{}</text>\n",
        Mm(at[0]),
        Mm(at[1]),
        Fine(size),
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
    let mut ladder: Vec<f64> = if by_twelve { vec![1.0, 2.0, 3.0, 6.0, 12.0] } else { vec![1.0, 2.0, 5.0] };
    while ladder.last().is_some_and(|top| top * ruler < 2000.0 * u) {
        // Twelves are doubled; ones, twos and fives come back ten times as large.
        let next = if by_twelve { ladder[ladder.len() - 1] * 2.0 } else { ladder[ladder.len() - 3] * 10.0 };
        ladder.push(next);
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
    Side(usize),
    Area(Cover, u8),
    Line(Course),
    Slope(u8),
    Fog,
    Troops(Symbol),
    Standing(Standing),
    Counter(Symbol),
    CounterStanding(Standing),
    Chit(Badge),
}

fn entry(words: &str, sample: Sample) -> Entry {
    Entry { words: words.to_owned(), sample }
}

fn side_entries(scene: &Scene) -> impl Iterator<Item = Entry> {
    scene.sides.iter().enumerate().map(|(side, SideStyle { name, .. })| entry(name, Sample::Side(side)))
}

/// What kinds of troops there are and how they stand.
fn troop_entries(
    scene: &Scene,
    kind: impl Fn(Symbol) -> Sample,
    stands: impl Fn(Standing) -> Sample,
) -> impl Iterator<Item = Entry> {
    let symbols = SYMBOLS.into_iter().filter(|(symbol, _)| scene.bodies.iter().any(|b| b.symbol == *symbol));
    let standings = STANDINGS.into_iter().filter(|(standing, _)| scene.bodies.iter().any(|b| b.standing == *standing));
    let symbols = symbols.map(move |(symbol, words)| entry(words, kind(symbol)));
    symbols.chain(standings.map(move |(standing, words)| entry(words, stands(standing))))
}

/// Only what the table shows, in a fixed order.
fn table_entries(scene: &Scene, table: &TableField) -> Vec<Entry> {
    let mut entries: Vec<Entry> = side_entries(scene).collect();
    entries.extend(troop_entries(scene, Sample::Troops, Sample::Standing));
    for (look, words) in AREAS {
        let mut levels: Vec<u8> = table.areas.iter().filter(|a| a.look == look).map(|a| a.level).collect();
        levels.sort_unstable();
        levels.dedup();
        if look != AreaLook::Hill {
            levels.truncate(1);
        }
        for level in levels {
            let words = if look == AreaLook::Hill { format!("{words}, contour {level}") } else { words.to_owned() };
            entries.push(entry(&words, Sample::Area(look.into(), level)));
        }
    }
    let lines = LINES.into_iter().filter(|(look, _)| table.lines.iter().any(|l| l.look == *look));
    entries.extend(lines.map(|(look, words)| entry(words, Sample::Line(look.into()))));
    entries
}

/// Only what the map shows, in a fixed order.
fn hex_entries(scene: &Scene, map: &HexMap, chits: &Chits) -> Vec<Entry> {
    let mut entries: Vec<Entry> = side_entries(scene).collect();
    entries.extend(troop_entries(scene, Sample::Counter, Sample::CounterStanding));
    entries.extend(chits.spelt().map(|badge| entry(&badge.text, Sample::Chit(badge.clone()))));
    for (rank, level) in map.levels().iter().enumerate().skip(1) {
        let rank = u8::try_from(rank).unwrap_or(u8::MAX);
        entries.push(entry(&format!("Height {level}"), Sample::Area(Cover::Height, rank)));
    }
    let looks = HEXES.into_iter().filter(|(look, _)| map.field.cells.iter().any(|cell| cell.look == *look));
    let looks = looks.filter_map(|(look, words)| Cover::of_hex(look).map(|cover| (cover, words)));
    entries.extend(looks.map(|(cover, words)| entry(words, Sample::Area(cover, 0))));
    if !map.field.roads.is_empty() {
        entries.push(entry("Road", Sample::Line(Course::Road)));
    }
    let sides = HEXSIDES.into_iter().filter(|(look, _)| map.field.sides.iter().any(|side| side.look == *look));
    entries.extend(sides.map(|(look, words)| match OnHexside::from(look) {
        OnHexside::Slope(steepness) => entry(words, Sample::Slope(steepness)),
        OnHexside::Course(course) => entry(words, Sample::Line(course)),
    }));
    if map.field.cells.iter().any(|cell| cell.fog) {
        entries.push(entry("Fog or smoke", Sample::Fog));
    }
    entries
}

pub const SYMBOLS: [(Symbol, &str); 15] = [
    (Symbol::PikeAndShot, "Pike and shot"),
    (Symbol::Shot, "Shot"),
    (Symbol::Skirmishers, "Skirmishers"),
    (Symbol::Highlanders, "Highlanders"),
    (Symbol::Horse, "Horse"),
    (Symbol::Cuirassiers, "Cuirassiers"),
    (Symbol::Lancers, "Lancers"),
    (Symbol::LightHorse, "Light horse"),
    (Symbol::Elephants, "Elephants"),
    (Symbol::Dragoons, "Dragoons"),
    (Symbol::Guns, "Guns"),
    (Symbol::General, "General"),
    (Symbol::ChiefGeneral, "Commander-in-chief"),
    (Symbol::Wagon, "Wagon"),
    (Symbol::LedHorses, "Led horses"),
];

const STANDINGS: [(Standing, &str); 5] = [
    (Standing::Selected, "In question"),
    (Standing::Ready, "May be chosen"),
    (Standing::Spent, "Has acted"),
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

pub const HEXES: [(HexLook, &str); 10] = [
    (HexLook::Woods, "Woods"),
    (HexLook::Orchard, "Orchard"),
    (HexLook::Marsh, "Marsh"),
    (HexLook::Village, "Village"),
    (HexLook::Chateau, "Great house"),
    (HexLook::Mounds, "Mounds"),
    (HexLook::Dunes, "Dunes"),
    (HexLook::Water, "Water"),
    (HexLook::Rough, "Rough ground"),
    (HexLook::Crops, "Crops"),
];

pub const HEXSIDES: [(HexSideLook, &str); 15] = [
    (HexSideLook::GentleSlope, "Gentle slope"),
    (HexSideLook::SteepSlope, "Steep slope"),
    (HexSideLook::DoubleSteepSlope, "Very steep slope"),
    (HexSideLook::Stream, "Stream"),
    (HexSideLook::Ford, "Ford"),
    (HexSideLook::Bridge, "Bridge"),
    (HexSideLook::Hedge, "Hedge"),
    (HexSideLook::Berm, "Bank"),
    (HexSideLook::Ditch, "Ditch"),
    (HexSideLook::Wall, "Wall"),
    (HexSideLook::Gate, "Gate"),
    (HexSideLook::Abatis, "Abatis"),
    (HexSideLook::PikeWagons, "Wagons with pikes"),
    (HexSideLook::Entrenchment, "Entrenchment"),
    (HexSideLook::Redoubt, "Redoubt"),
];

/// What is drawn on the map is drawn here again, small.
pub fn legend(ink: &mut Ink, margin: &Margin, chits: &Chits) {
    let u = margin.u;
    put!(ink, "<g class=\"legend m-ground\">\n");
    let rows = margin.entries.len().div_ceil(margin.columns).max(1);
    for (i, entry) in margin.entries.iter().enumerate() {
        let (column, row) = (i / rows, i % rows);
        let x = column as f64 * margin.column;
        let y = margin.size[1] + FOOT * u + row as f64 * ROW * u;
        let swatch = Bounds { min: [x, y], max: [x + SWATCH[0] * u, y + SWATCH[1] * u] };
        sample(ink, &entry.sample, chits, &swatch, u);
        let at = [swatch.max[0] + 6.0 * u, swatch.centre()[1] + LEGEND_TEXT * 0.36 * u];
        line_of_text(ink, &entry.words, at, LEGEND_TEXT * u, Anchor::Start, "m-entry");
    }
    put!(ink, "</g>\n");
}

/// Everybody in a pile, by name.
pub fn lists(ink: &mut Ink, margin: &Margin) {
    if margin.lists.is_empty() {
        return;
    }
    let u = margin.u;
    put!(ink, "<g class=\"piles\">\n");
    let rows = margin.list_rows();
    for (i, line) in margin.lists.iter().enumerate().filter(|(_, line)| !line.words.is_empty()) {
        let x = margin.size[0] + SIDE * u + (i / rows) as f64 * margin.list_column();
        let y = ((i % rows) as f64 + 0.8) * LIST_ROW * u;
        let class = if line.heads { "m-entry m-who" } else { "m-entry" };
        line_of_text(ink, &line.words, [x, y], LEGEND_TEXT * u, Anchor::Start, class);
    }
    put!(ink, "</g>\n");
}

fn sample(ink: &mut Ink, sample: &Sample, chits: &Chits, swatch: &Bounds, u: f64) {
    match sample {
        Sample::Side(side) => {
            put!(ink, "<g class=\"m-side-{side}\">");
            ink.line(&Path::ring(&swatch.grown(-1.5 * u).corners()), "m-coat m-ink", 0.8 * u);
            put!(ink, "</g>");
        }
        Sample::Area(look, level) => {
            let outline = swatch.corners().to_vec();
            let patch =
                Patch { look: *look, name: String::new(), outline, holes: Vec::new(), level: *level, curved: false };
            // A little smaller than on the map, so that trees stay inside their sample.
            areas::lay(ink, &patch, &[], u * 0.75);
            areas::raise(ink, &patch, &[], u * 0.75);
        }
        Sample::Line(look) => {
            lines::draw(ink, &Strip::new(*look, middle_line(swatch), 0.0), u);
        }
        Sample::Slope(steepness) => {
            let slope = Brow { brow: middle_line(swatch), down: [0.0, 1.0], steepness: *steepness };
            lines::slopes(ink, &[slope], u * 0.8);
        }
        Sample::Fog => hexes::puffs(ink, swatch.centre(), swatch.height() * 1.4),
        Sample::Counter(symbol) => sign(ink, *symbol, swatch, u),
        Sample::CounterStanding(standing) => card(ink, *standing, &swatch.grown(-1.5 * u), u),
        Sample::Chit(badge) => {
            let ([x, y], scale) = (swatch.centre(), swatch.height() / 12.0);
            put!(ink, "<g transform=\"translate({} {})scale({})\">", Mm(x), Mm(y), Fine(scale));
            counters::chit(ink, badge, chits);
            put!(ink, "</g>\n");
        }
        Sample::Troops(symbol) => troops(ink, *symbol, Standing::Idle, swatch, u),
        Sample::Standing(standing) => troops(ink, Symbol::Shot, *standing, &swatch.grown(-2.0 * u), u),
    }
}

fn middle_line(swatch: &Bounds) -> Vec<Point> {
    let y = swatch.centre()[1];
    vec![[swatch.min[0], y], [swatch.max[0], y]]
}

/// A side that is none: its coat is drab.
const NOBODY: u8 = u8::MAX - 1;

/// A body of no name.
pub fn nobody(symbol: Symbol, standing: Standing, at: Point, parts: Vec<Part>) -> Body {
    Body {
        id: 0,
        key: String::new(),
        name: String::new(),
        side: NOBODY,
        symbol,
        at,
        facing: 0.0,
        parts,
        badges: Vec::new(),
        strength: String::new(),
        standing,
    }
}

/// The sign of the arm on a scrap of card, or a leader's disc.
fn sign(ink: &mut Ink, symbol: Symbol, swatch: &Bounds, u: f64) {
    let body = nobody(symbol, Standing::Idle, swatch.centre(), Vec::new());
    if counters::leads(&body) {
        let half = [counters::LEADER; 2];
        return counter(ink, &body, half, false, swatch.centre(), u * 0.8);
    }
    let ([x, y], [w, h]) = (swatch.centre(), [swatch.width() / u / 2.0, swatch.height() / u / 2.0]);
    bodies::open(ink, &body, "");
    put!(ink, "<g transform=\"translate({} {})scale({})\">", Mm(x), Mm(y), Fine(u));
    counters::panel_of(ink, symbol, [w, h], false);
    put!(ink, "</g></g>\n");
}

/// A counter of nobody's that stands so.
fn card(ink: &mut Ink, standing: Standing, swatch: &Bounds, u: f64) {
    let body = nobody(Symbol::Shot, standing, swatch.centre(), Vec::new());
    let scale = 0.42 * u;
    let half = [swatch.width() / scale / 2.0, swatch.height() / scale / 2.0];
    counter(ink, &body, half, true, swatch.centre(), scale);
}

fn counter(ink: &mut Ink, body: &Body, half: Point, has_front: bool, at: Point, scale: f64) {
    let counter = Counter { body, at: [0.0, 0.0], half, facing: 0.0, has_front, stack: Vec::new(), count: None };
    put!(ink, "<g transform=\"translate({} {})scale({})\">", Mm(at[0]), Mm(at[1]), Fine(scale));
    counters::draw(ink, &counter, &Chits::default());
    put!(ink, "</g>\n");
}

/// A small body of the kind.
fn troops(ink: &mut Ink, symbol: Symbol, standing: Standing, swatch: &Bounds, u: f64) {
    let at = [swatch.centre()[0], swatch.max[1] - 4.0 * u];
    let body = nobody(symbol, standing, at, sample_parts(symbol, swatch));
    bodies::draw(ink, &Formed::new(&body, Colour::read(""), |p| p), u * 0.55);
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
        Symbol::Horse | Symbol::Cuirassiers | Symbol::Lancers | Symbol::Dragoons | Symbol::LightHorse => {
            vec![part(0.15, 0.85, Figure::Rider, 3, 1)]
        }
        Symbol::Guns => vec![part(0.1, 0.9, Figure::Gun, 2, 1)],
        Symbol::Wagon => vec![part(0.3, 0.7, Figure::Wagon, 1, 1)],
        Symbol::LedHorses => vec![part(0.15, 0.85, Figure::Horse, 3, 1)],
        Symbol::Elephants => vec![part(0.2, 0.8, Figure::Elephant, 2, 1)],
        Symbol::General | Symbol::ChiefGeneral => Vec::new(),
    }
}
