//! The ground of a table: as a designer writes it, in inches, and as a rulebook plays on it, in micrometres.

use crate::source::{At, Reporter};
use crate::words::advise;
use field::table::{Cdeg, INCH, Point, Polygon, Polyline, Relief, Slope, SlopeClass, Um, Vec2, heading};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::ops::Range;

/// The ground, ready to be played on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ground {
    pub width: Um,
    pub height: Um,
    pub areas: Vec<Area>,
    pub lines: Vec<Linear>,
    pub relief: Relief,
    /// For each slope of the relief, whom it stops when it is impassable.
    pub slope_bars: Vec<Bars>,
    /// One unit of the ruler that the table is measured with, and what it is called.
    pub ruler: (Um, &'static str),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Area {
    pub name: String,
    pub kind: AreaKind,
    pub outline: Polygon,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum AreaKind {
    LightWoods,
    HeavyWoods,
    /// Light or heavy is found out when somebody first tries to enter.
    UndecidedWoods,
    Rough,
    /// Standing crops and the like: they block sight and nothing else.
    Crops,
    Town {
        garrison: u16,
        shooting: Cover,
        combat: Cover,
        /// Guns may start inside.
        guns: bool,
    },
    River,
    Ford,
    Bridge,
    Impassable,
    /// Ploughed or soft ground, broken fields.
    Difficult,
    Marsh,
    /// Deep marsh, which some troops cannot cross.
    Swamp,
    Quicksand,
    /// Ground within walls, which are lines of their own.
    Enclosure,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Cover {
    #[default]
    None,
    Soft,
    Hard,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Linear {
    pub name: String,
    pub kind: LinearKind,
    pub line: Polyline,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum LinearKind {
    Stream { steep_banks: bool },
    Fence,
    LowWall,
    HighWall,
    Hedgerow,
    LightWorks,
    HeavyWorks,
    Road,
    Track,
}

/// Whom an impassable slope stops.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Bars {
    pub foot: bool,
    pub mounted: bool,
    pub guns: bool,
}

impl Bars {
    pub const NOBODY: Bars = Bars { foot: false, mounted: false, guns: false };
    pub const EVERYBODY: Bars = Bars { foot: true, mounted: true, guns: true };
}

impl Ground {
    /// The area of that name.
    pub fn area(&self, name: &str) -> Option<usize> {
        self.areas.iter().position(|area| area.name == name)
    }

    /// The line of that name.
    pub fn line(&self, name: &str) -> Option<usize> {
        self.lines.iter().position(|line| line.name == name)
    }
}

// The file.

/// A place on the table, `[east, north]` from the south-west corner, in the measure of the rulebook.
pub type Spot = [f64; 2];

/// The measure in which the battle files of a rulebook give lengths, and the ground it has rules for.
#[derive(Debug, Clone, Copy)]
pub struct Terms {
    /// One unit of the measure, what it is called, and what several are.
    pub unit: Um,
    pub name: &'static str,
    pub names: &'static str,
    /// The shortest and the longest side of a table.
    pub sizes: [f64; 2],
    /// The table of a file that says nothing of its size.
    pub usual: Spot,
    /// How far beyond the edge ground may be drawn, so that a wood can run off the table.
    pub beyond: f64,
    /// How many a town holds of which the file says nothing.
    pub garrison: u16,
    pub areas: &'static [AreaWord],
    pub lines: &'static [LineWord],
}

impl Terms {
    /// Inches, and the ground of the English Civil War.
    pub const INCHES: Terms = Terms {
        unit: INCH,
        name: "inch",
        names: "inches",
        sizes: [12.0, 240.0],
        usual: [72.0, 48.0],
        beyond: 12.0,
        garrison: 24,
        areas: &[
            AreaWord::LightWoods,
            AreaWord::HeavyWoods,
            AreaWord::UndecidedWoods,
            AreaWord::Rough,
            AreaWord::Crops,
            AreaWord::Town,
            AreaWord::River,
            AreaWord::Ford,
            AreaWord::Bridge,
            AreaWord::Impassable,
        ],
        lines: &[
            LineWord::Stream,
            LineWord::Fence,
            LineWord::LowWall,
            LineWord::HighWall,
            LineWord::Hedgerow,
            LineWord::LightWorks,
            LineWord::HeavyWorks,
            LineWord::Road,
        ],
    };

    /// A length of a file in micrometres.
    pub fn um(&self, length: f64) -> Um {
        (length * f64::from(self.unit)).round() as Um
    }

    pub fn point(&self, spot: Spot) -> Point {
        Point { x: self.um(spot[0]), y: self.um(spot[1]) }
    }
}

/// The table and what lies on it. Every distance is as measured on the table, in the measure of the rulebook.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct GroundFile {
    /// Width and height of the table; the usual one of the rulebook when left out.
    #[serde(default = "usual_size")]
    pub size: At<Spot>,
    /// Woods, towns, rivers and other ground with an outline.
    #[serde(default)]
    pub areas: Vec<At<AreaFile>>,
    /// Hedges, walls, streams, roads: whatever is a line.
    #[serde(default)]
    pub lines: Vec<At<LineFile>>,
    /// Contours: ground inside is one or more levels up.
    #[serde(default)]
    pub hills: Vec<At<HillFile>>,
    /// Faces of hills that are steep or cannot be climbed.
    #[serde(default)]
    pub slopes: Vec<At<SlopeFile>>,
    /// Lines beyond which a hill hides what lies behind it.
    #[serde(default)]
    pub crests: Vec<At<CrestFile>>,
}

/// Where a file says nothing.
const UNSAID: Range<usize> = 0..0;

fn usual_size() -> At<Spot> {
    At { value: Terms::INCHES.usual, span: UNSAID }
}

impl Default for GroundFile {
    fn default() -> Self {
        GroundFile {
            size: usual_size(),
            areas: Vec::new(),
            lines: Vec::new(),
            hills: Vec::new(),
            slopes: Vec::new(),
            crests: Vec::new(),
        }
    }
}

/// An area: exactly one of `points`, `circle`, `box` and `along` gives its outline.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct AreaFile {
    /// What people call it; needed where another key speaks of it.
    pub name: Option<At<String>>,
    pub kind: At<AreaWord>,
    /// Corners in order around the outline, three or more.
    pub points: Option<At<Vec<Spot>>>,
    /// Middle and radius: `[east, north, radius]`.
    pub circle: Option<At<[f64; 3]>>,
    /// Two opposite corners: `[west, south, east, north]`.
    #[serde(rename = "box")]
    pub rectangle: Option<At<[f64; 4]>>,
    /// Course of a band such as a river or a bridge; needs `width`.
    pub along: Option<At<Vec<Spot>>>,
    /// Width of a band given by `along`.
    pub width: Option<At<f64>>,
    /// Town only: how many it holds; as many as is usual when left out.
    pub garrison: Option<At<u16>>,
    /// Town only: cover against shooting, hard when left out.
    pub shooting: Option<At<Cover>>,
    /// Town only: cover in combat, hard when left out.
    pub combat: Option<At<Cover>>,
    /// Town only: whether guns may start inside.
    pub guns: Option<At<bool>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum AreaWord {
    LightWoods,
    HeavyWoods,
    UndecidedWoods,
    Rough,
    Crops,
    Town,
    River,
    Ford,
    Bridge,
    Impassable,
    Difficult,
    Marsh,
    Swamp,
    Quicksand,
    Enclosure,
}

impl AreaWord {
    fn words(self) -> &'static str {
        match self {
            AreaWord::LightWoods => "light woods",
            AreaWord::HeavyWoods => "heavy woods",
            AreaWord::UndecidedWoods => "woods",
            AreaWord::Rough => "rough ground",
            AreaWord::Crops => "crops",
            AreaWord::Town => "town block",
            AreaWord::River => "river",
            AreaWord::Ford => "ford",
            AreaWord::Bridge => "bridge",
            AreaWord::Impassable => "impassable ground",
            AreaWord::Difficult => "difficult ground",
            AreaWord::Marsh => "marsh",
            AreaWord::Swamp => "swamp",
            AreaWord::Quicksand => "quicksand",
            AreaWord::Enclosure => "enclosure",
        }
    }
}

/// A line of hedge, wall, water or road.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct LineFile {
    /// What people call it; needed where another key speaks of it.
    pub name: Option<At<String>>,
    pub kind: At<LineWord>,
    /// Two points or more.
    pub points: At<Vec<Spot>>,
    /// Stream only: its banks are steep.
    pub steep_banks: Option<At<bool>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum LineWord {
    Stream,
    Fence,
    LowWall,
    HighWall,
    Hedgerow,
    LightWorks,
    HeavyWorks,
    Road,
    Track,
}

impl LineWord {
    fn words(self) -> &'static str {
        match self {
            LineWord::Stream => "stream",
            LineWord::Fence => "fence",
            LineWord::LowWall => "low wall",
            LineWord::HighWall => "high wall",
            LineWord::Hedgerow => "hedgerow",
            LineWord::LightWorks => "light works",
            LineWord::HeavyWorks => "heavy works",
            LineWord::Road => "road",
            LineWord::Track => "track",
        }
    }
}

/// A contour, given like an area, with an optional crest.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct HillFile {
    pub name: Option<At<String>>,
    /// Contours above the plain, 1 when left out.
    pub level: Option<At<u8>>,
    pub points: Option<At<Vec<Spot>>>,
    pub circle: Option<At<[f64; 3]>>,
    #[serde(rename = "box")]
    pub rectangle: Option<At<[f64; 4]>>,
    pub along: Option<At<Vec<Spot>>>,
    pub width: Option<At<f64>>,
    /// The crest of this hill: two points or more.
    pub crest: Option<At<Vec<Spot>>>,
}

/// One face of a hill.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct SlopeFile {
    pub name: Option<At<String>>,
    pub class: At<SlopeWord>,
    /// The way it rises: a compass word or degrees clockwise from north.
    pub uphill: At<Bearing>,
    /// Whom an impassable slope stops: everybody when left out.
    pub to: Option<At<Vec<Arm>>>,
    pub points: Option<At<Vec<Spot>>>,
    pub circle: Option<At<[f64; 3]>>,
    #[serde(rename = "box")]
    pub rectangle: Option<At<[f64; 4]>>,
    pub along: Option<At<Vec<Spot>>>,
    pub width: Option<At<f64>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SlopeWord {
    Gentle,
    Steep,
    Impassable,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Arm {
    Foot,
    Mounted,
    Guns,
}

/// A crest.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct CrestFile {
    /// Contour the crest stands on, 1 when left out.
    pub level: Option<At<u8>>,
    pub points: At<Vec<Spot>>,
}

/// A direction: a compass word or degrees clockwise from north.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Bearing {
    Word(Compass),
    Degrees(f64),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Compass {
    North,
    NorthEast,
    East,
    SouthEast,
    South,
    SouthWest,
    West,
    NorthWest,
}

impl Bearing {
    /// In hundredths of a degree, 0 to 35999.
    pub fn cdeg(self) -> Cdeg {
        match self {
            Bearing::Word(word) => word as Cdeg * 4500,
            Bearing::Degrees(degrees) => (degrees * 100.0).round().rem_euclid(36_000.0) as Cdeg,
        }
    }
}

/// Inches of a file as micrometres.
pub fn um(inches: f64) -> Um {
    Terms::INCHES.um(inches)
}

/// A place of a file in inches.
pub fn point(spot: Spot) -> Point {
    Terms::INCHES.point(spot)
}

/// Corners of a circle.
const CIRCLE_CORNERS: i32 = 24;

impl GroundFile {
    /// Checks ground in inches and makes it ready for play.
    pub fn compile(&self, report: &mut Reporter<'_>) -> Ground {
        self.compile_in(&Terms::INCHES, report)
    }

    /// Width and height, as the file says or as is usual.
    pub fn size_in(&self, terms: &Terms) -> Spot {
        if self.size.span() == UNSAID { terms.usual } else { self.size.value }
    }

    /// Checks the ground and makes it ready for play.
    pub fn compile_in(&self, terms: &Terms, report: &mut Reporter<'_>) -> Ground {
        let size @ [width, height] = self.size_in(terms);
        let [least, most] = terms.sizes;
        if !(least..=most).contains(&width) || !(least..=most).contains(&height) {
            let instead = format!("width and height in {}, {least} to {most} each", terms.names);
            report.fault(self.size.span(), "no table is that size", instead);
        }
        let mut compiler = Compiler { terms, size, names: BTreeSet::new(), report };
        let areas = self.areas.iter().filter_map(|area| compiler.area(area)).collect();
        compiler.names.clear();
        let lines = self.lines.iter().filter_map(|line| compiler.line(line)).collect();
        let mut relief = Relief::default();
        let mut slope_bars = Vec::new();
        for hill in &self.hills {
            compiler.hill(hill, &mut relief);
        }
        for crest in &self.crests {
            compiler.crest(&crest.points, crest.level.as_ref(), &mut relief);
        }
        for slope in &self.slopes {
            compiler.slope(slope, &mut relief, &mut slope_bars);
        }
        let ruler = (terms.unit, terms.names);
        Ground { width: terms.um(width), height: terms.um(height), areas, lines, relief, slope_bars, ruler }
    }
}

/// The four ways to write an outline.
struct Outline<'f> {
    whole: Range<usize>,
    points: Option<&'f At<Vec<Spot>>>,
    circle: Option<&'f At<[f64; 3]>>,
    rectangle: Option<&'f At<[f64; 4]>>,
    along: Option<&'f At<Vec<Spot>>>,
    width: Option<&'f At<f64>>,
}

macro_rules! outline {
    ($file:expr) => {
        Outline {
            whole: $file.span(),
            points: $file.points.as_ref(),
            circle: $file.circle.as_ref(),
            rectangle: $file.rectangle.as_ref(),
            along: $file.along.as_ref(),
            width: $file.width.as_ref(),
        }
    };
}

/// The middle of some points.
fn middle_of(points: &[Point]) -> [f64; 2] {
    let count = points.len().max(1) as f64;
    let sum = points.iter().fold([0.0, 0.0], |sum, p| [sum[0] + f64::from(p.x), sum[1] + f64::from(p.y)]);
    sum.map(|sum| sum / count)
}

struct Compiler<'r, 's> {
    terms: &'r Terms,
    size: Spot,
    names: BTreeSet<String>,
    report: &'r mut Reporter<'s>,
}

impl Compiler<'_, '_> {
    fn area(&mut self, file: &At<AreaFile>) -> Option<Area> {
        let kind = self.area_kind(file);
        let outline = self.outline(&outline!(file));
        let middle = outline.as_ref().map(|outline| middle_of(outline.points()));
        let name = self.name(file.name.as_ref(), file.kind.words(), middle);
        Some(Area { name, kind, outline: outline? })
    }

    fn area_kind(&mut self, file: &AreaFile) -> AreaKind {
        if *file.kind != AreaWord::Town {
            let spans = [
                file.garrison.as_ref().map(At::span),
                file.shooting.as_ref().map(At::span),
                file.combat.as_ref().map(At::span),
                file.guns.as_ref().map(At::span),
            ];
            for span in spans.into_iter().flatten() {
                self.report.fault(span, "only a town has this key", "kind = \"town\", or leave the key out");
            }
        }
        if !self.terms.areas.contains(&file.kind) {
            let known = self.terms.areas.iter().map(|word| word.words()).collect::<Vec<_>>().join(", ");
            self.report.fault(file.kind.span(), format!("no rules for {}", file.kind.words()), known);
        }
        match *file.kind {
            AreaWord::LightWoods => AreaKind::LightWoods,
            AreaWord::HeavyWoods => AreaKind::HeavyWoods,
            AreaWord::UndecidedWoods => AreaKind::UndecidedWoods,
            AreaWord::Rough => AreaKind::Rough,
            AreaWord::Crops => AreaKind::Crops,
            AreaWord::River => AreaKind::River,
            AreaWord::Ford => AreaKind::Ford,
            AreaWord::Bridge => AreaKind::Bridge,
            AreaWord::Impassable => AreaKind::Impassable,
            AreaWord::Difficult => AreaKind::Difficult,
            AreaWord::Marsh => AreaKind::Marsh,
            AreaWord::Swamp => AreaKind::Swamp,
            AreaWord::Quicksand => AreaKind::Quicksand,
            AreaWord::Enclosure => AreaKind::Enclosure,
            AreaWord::Town => AreaKind::Town {
                garrison: file.garrison.as_ref().map_or(self.terms.garrison, |g| **g),
                shooting: file.shooting.as_ref().map_or(Cover::Hard, |c| **c),
                combat: file.combat.as_ref().map_or(Cover::Hard, |c| **c),
                guns: file.guns.as_ref().is_some_and(|g| **g),
            },
        }
    }

    fn line(&mut self, file: &At<LineFile>) -> Option<Linear> {
        if !self.terms.lines.contains(&file.kind) {
            let known = self.terms.lines.iter().map(|word| word.words()).collect::<Vec<_>>().join(", ");
            self.report.fault(file.kind.span(), format!("no rules for a {}", file.kind.words()), known);
        }
        let points: Vec<Point> = file.points.iter().map(|&spot| self.terms.point(spot)).collect();
        let name = self.name(file.name.as_ref(), file.kind.words(), Some(middle_of(&points)));
        if let Some(banks) = &file.steep_banks
            && *file.kind != LineWord::Stream
        {
            self.report.fault(banks.span(), "only a stream has banks", "kind = \"stream\", or leave the key out");
        }
        let kind = match *file.kind {
            LineWord::Stream => {
                LinearKind::Stream { steep_banks: file.steep_banks.as_ref().is_some_and(|steep| **steep) }
            }
            LineWord::Fence => LinearKind::Fence,
            LineWord::LowWall => LinearKind::LowWall,
            LineWord::HighWall => LinearKind::HighWall,
            LineWord::Hedgerow => LinearKind::Hedgerow,
            LineWord::LightWorks => LinearKind::LightWorks,
            LineWord::HeavyWorks => LinearKind::HeavyWorks,
            LineWord::Road => LinearKind::Road,
            LineWord::Track => LinearKind::Track,
        };
        Some(Linear { name, kind, line: self.course(&file.points)? })
    }

    fn hill(&mut self, file: &At<HillFile>, relief: &mut Relief) {
        let level = self.level(file.level.as_ref());
        if let Some(outline) = self.outline(&outline!(file)) {
            relief.levels.push((outline, level));
        }
        if let Some(crest) = &file.crest {
            self.crest(crest, file.level.as_ref(), relief);
        }
    }

    fn crest(&mut self, points: &At<Vec<Spot>>, level: Option<&At<u8>>, relief: &mut Relief) {
        let level = self.level(level);
        if let Some(line) = self.course(points) {
            relief.crests.push((line, level));
        }
    }

    fn level(&mut self, level: Option<&At<u8>>) -> u8 {
        let Some(level) = level else { return 1 };
        if !(1..=9).contains(&level.value) {
            self.report.fault(level.span(), "a hill stands 1 to 9 contours above the plain", "level = 1");
        }
        level.value
    }

    fn slope(&mut self, file: &At<SlopeFile>, relief: &mut Relief, bars: &mut Vec<Bars>) {
        let class = match *file.class {
            SlopeWord::Gentle => SlopeClass::Gentle,
            SlopeWord::Steep => SlopeClass::Steep,
            SlopeWord::Impassable => SlopeClass::Impassable,
        };
        if let Some(to) = &file.to
            && *file.class != SlopeWord::Impassable
        {
            self.report.fault(to.span(), "only an impassable slope stops anybody", "class = \"impassable\"");
        }
        if let Some(area) = self.outline(&outline!(file)) {
            relief.slopes.push(Slope { area, uphill: file.uphill.cdeg(), class });
            bars.push(slope_bars(*file.class, file.to.as_deref()));
        }
    }

    /// The name given, or one made from the kind and, where there are several, from where it lies: two of one name would be
    /// told apart by nobody.
    fn name(&mut self, given: Option<&At<String>>, kind: &str, at: Option<[f64; 2]>) -> String {
        let name = match given {
            Some(name) => name.value.clone(),
            None => {
                let there = format!("{kind} {}", at.map_or("elsewhere", |at| self.part_of_table(at)));
                let more = (2..).map(|count| format!("{there}, {count}"));
                let mut names = [kind.to_owned(), there.clone(), format!("more {there}")].into_iter().chain(more);
                names.find(|name| !self.names.contains(name)).unwrap_or(there)
            }
        };
        if !self.names.insert(name.clone())
            && let Some(given) = given
        {
            self.report.fault(
                given.span(),
                format!("`{name}` is the name of another one already"),
                "a name of its own",
            );
        }
        name
    }

    /// Which ninth of the table a place lies in, in words.
    fn part_of_table(&self, at: [f64; 2]) -> &'static str {
        let [across, up] = [0, 1].map(|axis| {
            let part = at[axis] / (self.size[axis] * f64::from(self.terms.unit)) * 3.0;
            if part < 1.0 { 0 } else { 1 + usize::from(part >= 2.0) }
        });
        const PARTS: [[&str; 3]; 3] = [
            ["in the south-west", "in the south", "in the south-east"],
            ["in the west", "in the middle", "in the east"],
            ["in the north-west", "in the north", "in the north-east"],
        ];
        PARTS[up][across]
    }

    fn outline(&mut self, from: &Outline<'_>) -> Option<Polygon> {
        let given = [
            from.points.map(At::span),
            from.circle.map(At::span),
            from.rectangle.map(At::span),
            from.along.map(At::span),
        ];
        let mut spans = given.into_iter().flatten();
        let ways = "exactly one of: `points`, `circle`, `box`, `along` with `width`";
        let Some(span) = spans.next() else {
            self.report.fault(from.whole.clone(), "there is no outline", ways);
            return None;
        };
        if let Some(second) = spans.next() {
            self.report.fault(second, "a second outline", ways);
            return None;
        }
        if let Some(width) = from.width
            && from.along.is_none()
        {
            self.report.fault(width.span(), "`width` belongs to `along`", "leave it out");
        }
        let corners = self.corners(from, &span)?;
        let corners = self.closed(&span, &corners)?;
        Some(Polygon::new(corners))
    }

    fn corners(&mut self, from: &Outline<'_>, span: &Range<usize>) -> Option<Vec<Spot>> {
        if let Some(points) = from.points {
            return Some(points.value.clone());
        }
        if let Some(circle) = from.circle {
            let [x, y, radius] = circle.value;
            if radius <= 0.0 {
                self.report.fault(span.clone(), "a circle of no size", "[east, north, radius], the radius above 0");
                return None;
            }
            return Some(round(x, y, radius));
        }
        if let Some(rectangle) = from.rectangle {
            let [west, south, east, north] = rectangle.value;
            if west >= east || south >= north {
                self.report.fault(span.clone(), "a box of no size", "[west, south, east, north], the smaller first");
                return None;
            }
            return Some(vec![[west, south], [east, south], [east, north], [west, north]]);
        }
        let along = from.along?;
        match from.width {
            Some(width) if width.value > 0.0 && along.len() >= 2 => Some(band(along, width.value)),
            _ => {
                self.report.fault(span.clone(), "a band needs two points and a width", "along = [[…], […]], width = 2");
                None
            }
        }
    }

    /// An outline that goes around once and encloses something.
    fn closed(&mut self, span: &Range<usize>, corners: &[Spot]) -> Option<Vec<Point>> {
        if corners.len() < 3 {
            self.report.fault(span.clone(), "an outline has three corners or more", "[[x, y], [x, y], [x, y]]");
            return None;
        }
        self.on_table(span, corners);
        let points: Vec<Point> = corners.iter().map(|&corner| self.terms.point(corner)).collect();
        if let Some((first, second)) = self_crossing(corners) {
            self.report.fault(
                span.clone(),
                format!("the outline crosses itself between corner {} and corner {}", first + 1, second + 1),
                "corners in order around the outline",
            );
            return None;
        }
        if twice_area(corners).abs() < 0.02 {
            self.report.fault(span.clone(), "the outline encloses nothing", "corners in order around the outline");
            return None;
        }
        Some(points)
    }

    fn course(&mut self, points: &At<Vec<Spot>>) -> Option<Polyline> {
        if points.len() < 2 {
            self.report.fault(points.span(), "a line has two points or more", "[[x, y], [x, y]]");
            return None;
        }
        self.on_table(&points.span(), points);
        let terms = self.terms;
        if points.windows(2).any(|pair| terms.point(pair[0]) == terms.point(pair[1])) {
            self.report.fault(points.span(), "the same point twice in a row", "each point once");
            return None;
        }
        Some(Polyline::new(points.iter().map(|&spot| terms.point(spot)).collect::<Vec<_>>()))
    }

    fn on_table(&mut self, span: &Range<usize>, spots: &[Spot]) {
        let [width, height] = self.size;
        let beyond = self.terms.beyond;
        let fits = |v: f64, most: f64| (-beyond..=most + beyond).contains(&v);
        if let Some([x, y]) = spots.iter().find(|[x, y]| !fits(*x, width) || !fits(*y, height)) {
            self.report.fault(
                span.clone(),
                format!("[{x}, {y}] lies far off the table"),
                format!("the table goes from [0, 0] to [{width}, {height}]"),
            );
        }
    }
}

fn slope_bars(class: SlopeWord, to: Option<&Vec<Arm>>) -> Bars {
    match (class, to) {
        (SlopeWord::Gentle | SlopeWord::Steep, _) => Bars::NOBODY,
        (SlopeWord::Impassable, None) => Bars::EVERYBODY,
        (SlopeWord::Impassable, Some(arms)) => Bars {
            foot: arms.contains(&Arm::Foot),
            mounted: arms.contains(&Arm::Mounted),
            guns: arms.contains(&Arm::Guns),
        },
    }
}

fn round(x: f64, y: f64, radius: f64) -> Vec<Spot> {
    (0..CIRCLE_CORNERS)
        .map(|i| {
            let spoke = heading(i * 36_000 / CIRCLE_CORNERS);
            [x + spoke.x * radius, y + spoke.y * radius]
        })
        .collect()
}

/// Both banks of a band along a course; at each bend they meet on the line that halves it.
fn band(along: &[Spot], width: f64) -> Vec<Spot> {
    let half = width / 2.0;
    let left: Vec<Spot> = (0..along.len()).map(|i| bank(along, i, half)).collect();
    let right = (0..along.len()).rev().map(|i| bank(along, i, -half));
    left.into_iter().chain(right).collect()
}

fn bank(along: &[Spot], at: usize, half: f64) -> Spot {
    let normal = |from: Spot, to: Spot| {
        let (dx, dy) = (to[0] - from[0], to[1] - from[1]);
        let length = libm::hypot(dx, dy).max(1e-9);
        Vec2 { x: -dy / length, y: dx / length }
    };
    let before = (at > 0).then(|| normal(along[at - 1], along[at]));
    let after = along.get(at + 1).map(|&next| normal(along[at], next));
    let [x, y] = along[at];
    let (a, b) = match (before, after) {
        (Some(a), Some(b)) => (a, b),
        (Some(only), None) | (None, Some(only)) => (only, only),
        (None, None) => return [x, y],
    };
    // A sharp bend would throw the meeting point far out: it is held to twice the width.
    let scale = half / (0.5 * (1.0 + a.x * b.x + a.y * b.y)).max(0.25);
    [x + (a.x + b.x) / 2.0 * scale, y + (a.y + b.y) / 2.0 * scale]
}

fn twice_area(corners: &[Spot]) -> f64 {
    edges(corners).map(|(a, b)| a[0] * b[1] - b[0] * a[1]).sum()
}

fn edges(corners: &[Spot]) -> impl Iterator<Item = (Spot, Spot)> + '_ {
    (0..corners.len()).map(|i| (corners[i], corners[(i + 1) % corners.len()]))
}

/// Two edges of an outline that cross, by the corners they start from.
fn self_crossing(corners: &[Spot]) -> Option<(usize, usize)> {
    let count = corners.len();
    let sides: Vec<(Spot, Spot)> = edges(corners).collect();
    for i in 0..count {
        for j in i + 2..count {
            let neighbours = i == 0 && j == count - 1;
            if !neighbours && cross(sides[i], sides[j]) {
                return Some((i, j));
            }
        }
    }
    None
}

fn cross((a, b): (Spot, Spot), (c, d): (Spot, Spot)) -> bool {
    let side = |p: Spot, q: Spot, r: Spot| (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]);
    side(a, b, c) * side(a, b, d) < 0.0 && side(c, d, a) * side(c, d, b) < 0.0
}

/// Finds a piece of ground by name, or says which there are.
pub fn find<'a>(
    name: &At<String>,
    what: &str,
    names: impl Iterator<Item = &'a str> + Clone,
    report: &mut Reporter<'_>,
) -> Option<usize> {
    let found = names.clone().position(|known| known == name.value);
    if found.is_none() {
        report.fault(
            name.span(),
            format!("there is no {what} `{}`", name.value),
            advise(name, names.collect::<Vec<_>>()),
        );
    }
    found
}
