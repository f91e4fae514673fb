//! One scene for every eye: what a seat may see, in the field's terms.
//!
//! A rulebook describes its state as a [`Scene`]; the SVG export, the terminal and the browser draw scenes and know no
//! rulebook. Lengths are millimetres on the table (on a hex map the middles of neighbours are 1 apart), x to the east,
//! y to the north; angles are degrees clockwise from north.

use serde::Serialize;
use std::sync::Arc;

/// Everything there is to draw.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Scene {
    pub title: String,
    /// A line under the title: turn, phase, whose question it is.
    pub subtitle: String,
    pub field: Field,
    pub sides: Vec<SideStyle>,
    pub bodies: Vec<Body>,
    pub zones: Vec<Zone>,
    pub notes: Vec<Note>,
}

/// How a side is called and coloured.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct SideStyle {
    pub name: String,
    /// `#rrggbb`.
    pub colour: String,
}

/// The ground the battle is fought on, which many scenes share.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Field {
    Table(Arc<TableField>),
    Hexes(Arc<HexField>),
}

/// A map of hexes. The middles of neighbouring hexes are 1 apart; x to the east, y to the north.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct HexField {
    pub width: f64,
    pub height: f64,
    /// Corners to the north and south.
    pub pointy_top: bool,
    /// Yards across a hex, for the scale.
    pub yards: u16,
    pub cells: Vec<HexCell>,
    pub sides: Vec<HexSide>,
    pub roads: Vec<HexRoad>,
    pub names: Vec<Note>,
}

impl Field {
    /// Width and height.
    pub fn size(&self) -> [f64; 2] {
        match self {
            Field::Table(table) => [table.width, table.height],
            Field::Hexes(map) => [map.width, map.height],
        }
    }
}

/// The distance between two rows of hexes: half the root of three.
const ROW: f64 = 0.866_025_403_784_438_6;

impl HexField {
    /// A way on the map as so many steps along the two axes of the hexes, from hexside to hexside: the second runs
    /// north or next to it, the first is turned from it by 60 degrees clockwise.
    pub fn axes(&self, way: [f64; 2]) -> [f64; 2] {
        let [x, y] = way;
        if self.pointy_top {
            let second = y / ROW;
            [x - second / 2.0, second]
        } else {
            let first = x / ROW;
            [first, y - first / 2.0]
        }
    }

    /// The way back from steps along the axes.
    pub fn way(&self, axes: [f64; 2]) -> [f64; 2] {
        let [first, second] = axes;
        if self.pointy_top { [first + second / 2.0, second * ROW] } else { [first * ROW, second + first / 2.0] }
    }

    /// How many hexes off one hex is from another, from the middle of one to the middle of the other.
    pub fn hexes_apart(&self, a: [f64; 2], b: [f64; 2]) -> u32 {
        let [first, second] = self.axes([b[0] - a[0], b[1] - a[1]]).map(f64::round);
        ((first.abs() + second.abs() + (first + second).abs()) / 2.0) as u32
    }

    /// The hexes a body stands on, as places in `cells`: those whose middle one of its parts covers, or the nearest to
    /// it where none does.
    pub fn stands_on(&self, body: &Body) -> Vec<usize> {
        self.columns().stands_on(body)
    }

    /// The hexes from west to east: for whoever asks of many bodies where they stand.
    pub fn columns(&self) -> HexColumns<'_> {
        let somewhere = |cell: &usize| self.cells[*cell].at.iter().all(|v| v.is_finite());
        let mut from_west: Vec<usize> = (0..self.cells.len()).filter(somewhere).collect();
        from_west.sort_by(|&a, &b| self.cells[a].at[0].total_cmp(&self.cells[b].at[0]));
        HexColumns { field: self, from_west }
    }
}

/// The hexes of a map from west to east, so that only those near a body are looked at.
pub struct HexColumns<'a> {
    field: &'a HexField,
    from_west: Vec<usize>,
}

impl HexColumns<'_> {
    /// As [`HexField::stands_on`].
    pub fn stands_on(&self, body: &Body) -> Vec<usize> {
        let mut cells = Vec::new();
        for part in &body.parts {
            let [[west, east], [south, north]] = [0, 1].map(|axis| reach(&part.corners, axis));
            let covered = self.between(west, east).iter().copied().filter(|&cell| {
                let at = self.field.cells[cell].at;
                south <= at[1] && at[1] <= north && covers(&part.corners, at)
            });
            cells.extend(covered);
        }
        cells.sort_unstable();
        cells.dedup();
        if cells.is_empty() {
            cells.extend(self.nearest(body.at));
        }
        cells
    }

    /// The hexes whose middles lie between two lines that run north.
    fn between(&self, west: f64, east: f64) -> &[usize] {
        let east_of = |cell: &usize| self.field.cells[*cell].at[0];
        let first = self.from_west.partition_point(|cell| east_of(cell) < west);
        let cells = &self.from_west[first..];
        &cells[..cells.partition_point(|cell| east_of(cell) <= east)]
    }

    fn nearest(&self, [x, y]: [f64; 2]) -> Option<usize> {
        let away = |cell: usize| {
            let at = self.field.cells[cell].at;
            (at[0] - x) * (at[0] - x) + (at[1] - y) * (at[1] - y)
        };
        let nearest = |cells: &[usize]| {
            let measured = cells.iter().map(|&cell| (away(cell), cell)).filter(|(away, _)| away.is_finite());
            measured.min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)))
        };
        // On the map a middle is never farther off than a hex is wide.
        let here = nearest(self.between(x - 1.0, x + 1.0)).filter(|(away, _)| *away <= 1.0);
        here.or_else(|| nearest(&self.from_west)).map(|(_, cell)| cell)
    }
}

/// From where to where four corners reach along an axis.
fn reach(corners: &[[f64; 2]; 4], axis: usize) -> [f64; 2] {
    corners.iter().fold([f64::MAX, f64::MIN], |[low, high], corner| [low.min(corner[axis]), high.max(corner[axis])])
}

fn covers(corners: &[[f64; 2]; 4], [x, y]: [f64; 2]) -> bool {
    let mut inside = false;
    for i in 0..4 {
        let ([ax, ay], [bx, by]) = (corners[i], corners[(i + 1) % 4]);
        if (ay > y) != (by > y) && x < (bx - ax) * (y - ay) / (by - ay) + ax {
            inside = !inside;
        }
    }
    inside
}

/// One hex.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct HexCell {
    /// The printed number.
    pub number: String,
    pub at: [f64; 2],
    pub look: HexLook,
    pub level: u8,
    /// Fog or smoke lies on it.
    pub fog: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum HexLook {
    Clear,
    Woods,
    Orchard,
    Marsh,
    Village,
    Chateau,
    Mounds,
    Dunes,
    Water,
    Rough,
    Crops,
}

/// Something on a hexside, or a slope across it: the side as a line between two corners.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct HexSide {
    pub from: [f64; 2],
    pub to: [f64; 2],
    pub look: HexSideLook,
    /// For slopes: the way down, as a unit vector.
    pub down: [f64; 2],
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum HexSideLook {
    GentleSlope,
    SteepSlope,
    DoubleSteepSlope,
    Stream,
    Ford,
    Bridge,
    Hedge,
    Berm,
    Ditch,
    Wall,
    Abatis,
    Entrenchment,
    Redoubt,
    PikeWagons,
    Gate,
}

/// A piece of road from the middle of one hex to the middle of the next.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct HexRoad {
    pub from: [f64; 2],
    pub to: [f64; 2],
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct TableField {
    pub width: f64,
    pub height: f64,
    /// Millimetres to one unit of the ruler, and what that unit is called.
    pub ruler: f64,
    pub ruler_name: String,
    pub areas: Vec<GroundArea>,
    pub lines: Vec<GroundLine>,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct GroundArea {
    pub look: AreaLook,
    pub name: String,
    pub outline: Vec<[f64; 2]>,
    /// Contour level for hills, 0 elsewhere.
    pub level: u8,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum AreaLook {
    Hill,
    SteepSlope,
    LightWoods,
    HeavyWoods,
    UnknownWoods,
    Rough,
    Crops,
    Town,
    Water,
    Marsh,
    Impassable,
}

#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct GroundLine {
    pub look: LineLook,
    pub name: String,
    pub points: Vec<[f64; 2]>,
    /// Width in millimetres, for rivers, roads and bridges.
    pub width: f64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum LineLook {
    Road,
    Stream,
    Ford,
    Bridge,
    Fence,
    LowWall,
    HighWall,
    Hedgerow,
    HedgerowLoopholed,
    HedgerowBroken,
    LightWorks,
    HeavyWorks,
    Crest,
}

/// A unit, a general or a thing on the field.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Body {
    /// The number by which ledger entries speak of it.
    pub id: u16,
    /// The name by which decisions speak of it.
    pub key: String,
    pub name: String,
    pub side: u8,
    pub symbol: Symbol,
    /// Where its name and badges go.
    pub at: [f64; 2],
    pub facing: f64,
    pub parts: Vec<Part>,
    /// Short state words for a badge: "shaken", "disordered".
    pub badges: Vec<Badge>,
    /// Strength as a player says it: "24 shot, 12 pike", and on a counter "10-6".
    pub strength: String,
    pub standing: Standing,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub enum Symbol {
    PikeAndShot,
    Shot,
    Skirmishers,
    Horse,
    Cuirassiers,
    Lancers,
    Dragoons,
    Guns,
    Highlanders,
    General,
    ChiefGeneral,
    Wagon,
    LedHorses,
    /// Croats, hussars and the like.
    LightHorse,
    Elephants,
}

/// One block of a body: four corners (front left, front right, rear right, rear left) and the figures in it.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Part {
    pub corners: [[f64; 2]; 4],
    pub figure: Figure,
    pub files: u16,
    pub figures: u16,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub enum Figure {
    Pike,
    Shot,
    Skirmisher,
    Rider,
    Gun,
    Gunner,
    Officer,
    Wagon,
    Horse,
    Elephant,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Badge {
    pub text: String,
    pub tone: Tone,
}

/// A word that may stand on a chip, for whoever asks: what it means, what it costs, how one gets rid of it, and the rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Meaning {
    /// As it stands on the chip: `#` is a number, and behind `…` stands a name.
    pub word: &'static str,
    pub means: &'static str,
    /// Empty where it costs nothing.
    pub costs: &'static str,
    /// Empty where nothing ends it.
    pub ends: &'static str,
    pub rule: &'static str,
}

impl Meaning {
    pub fn badge(&self, tone: Tone) -> Badge {
        Badge { text: self.word.into(), tone }
    }

    /// With its number or name filled in.
    pub fn with(&self, what: impl std::fmt::Display, tone: Tone) -> Badge {
        Badge { text: self.word.replacen(['#', '…'], &what.to_string(), 1), tone }
    }

    /// Whether a chip bears this word.
    pub fn fits(&self, text: &str) -> bool {
        let (mut word, mut text) = (self.word, text);
        while let Some(at) = word.find(['#', '…']) {
            let Some(rest) = text.strip_prefix(&word[..at]) else { return false };
            let named = word[at..].starts_with('…');
            if named {
                return !rest.is_empty();
            }
            let number = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
            if number == 0 {
                return false;
            }
            (word, text) = (&word[at + 1..], &rest[number..]);
        }
        word == text
    }
}

/// The chips of a rulebook: a constant for each, and `ALL` of them.
#[macro_export]
macro_rules! chips {
    ($($name:ident: $word:literal, $rule:literal, $means:literal, $costs:literal, $ends:literal;)*) => {
        $(pub const $name: $crate::scene::Meaning = $crate::scene::Meaning {
            word: $word,
            means: $means,
            costs: $costs,
            ends: $ends,
            rule: $rule,
        };)*

        pub const ALL: &[$crate::scene::Meaning] = &[$($name),*];
    };
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub enum Tone {
    Plain,
    Warning,
    Bad,
}

/// How a body stands out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub enum Standing {
    #[default]
    Idle,
    /// The open question is about it.
    Selected,
    /// It may be chosen now.
    Ready,
    /// It has acted.
    Spent,
    Routing,
    Pursuing,
}

/// A shaded region with a meaning: arc of fire, deployment zone, command radius.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Zone {
    pub name: String,
    pub side: Option<u8>,
    pub outline: Vec<[f64; 2]>,
    /// It burns, and the smoke drifts that way, in degrees clockwise from north.
    pub fire: Option<f64>,
}

/// Words placed on the field.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Note {
    pub at: [f64; 2],
    pub text: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn map(pointy_top: bool) -> HexField {
        let cell = |at| HexCell { number: String::new(), at, look: HexLook::Clear, level: 0, fog: false };
        let mut map = HexField {
            width: 4.0,
            height: 4.0,
            pointy_top,
            yards: 100,
            cells: Vec::new(),
            sides: Vec::new(),
            roads: Vec::new(),
            names: Vec::new(),
        };
        let axes = (0..16).map(|i| [f64::from(i % 4), f64::from(i / 4)]);
        map.cells = axes.map(|axes| cell(map.way(axes))).collect();
        map
    }

    fn body(at: [f64; 2], half: Option<[f64; 2]>) -> Body {
        let part = |[w, h]: [f64; 2]| {
            let corners = [[-w, h], [w, h], [w, -h], [-w, -h]].map(|[x, y]| [at[0] + x, at[1] + y]);
            Part { corners, figure: Figure::Shot, files: 1, figures: 1 }
        };
        Body {
            id: 0,
            key: String::new(),
            name: String::new(),
            side: 0,
            symbol: Symbol::Shot,
            at,
            facing: 0.0,
            parts: half.map(part).into_iter().collect(),
            badges: Vec::new(),
            strength: String::new(),
            standing: Standing::Idle,
        }
    }

    #[test]
    fn a_chip_is_known_by_its_word_with_any_number_or_name_in_it() {
        let meaning = |word| Meaning { word, means: "", costs: "", ends: "", rule: "" };
        let fits = |word, text| meaning(word).fits(text);
        assert!(fits("shaken", "shaken") && !fits("shaken", "form. shaken") && !fits("shaken", "shaken 2"));
        assert!(fits("hail #", "hail 12") && !fits("hail #", "hail") && !fits("hail #", "hail x"));
        assert!(fits("# + # + # files", "4 + 6 + 4 files") && !fits("# + # + # files", "14 files"));
        assert!(fits("with …", "with Prince Rupert's Horse") && !fits("with …", "with "));
        assert_eq!(meaning("-#").with(3, Tone::Warning).text, "-3");
        assert_eq!(meaning("with …").with("Gell", Tone::Plain).text, "with Gell");
    }

    #[test]
    fn hexes_are_counted_from_middle_to_middle() {
        for pointy_top in [true, false] {
            let map = map(pointy_top);
            let apart = |a: usize, b: usize| map.hexes_apart(map.cells[a].at, map.cells[b].at);
            // Steps along one axis, along both, and the two at once that cut the corner.
            assert_eq!(
                [apart(0, 0), apart(0, 3), apart(0, 8), apart(0, 5), apart(1, 4), apart(3, 12)],
                [0, 3, 2, 2, 1, 3]
            );
            let [x, y] = map.way([2.0, -1.0]);
            let [first, second] = map.axes([x, y]);
            assert!((first - 2.0).abs() < 1e-9 && (second + 1.0).abs() < 1e-9);
        }
    }

    #[test]
    fn a_body_stands_on_the_hexes_it_covers() {
        let map = map(true);
        assert_eq!(map.stands_on(&body(map.cells[5].at, Some([0.34, 0.34]))), [5]);
        let [x, y] = map.cells[5].at;
        assert_eq!(map.stands_on(&body([x + 0.5, y], Some([0.84, 0.34]))), [5, 6]);
        assert_eq!(map.stands_on(&body([x + 0.2, y - 0.1], None)), [5]);
        assert_eq!(map.stands_on(&body([f64::NAN, 0.0], Some([f64::NAN, 1.0]))), [0usize; 0]);
        // Beside the map on the nearest, and of several as near on the first.
        assert_eq!(map.stands_on(&body([-7.0, -7.0], None)), [0]);
        assert_eq!(map.stands_on(&body([x + 0.5, y], None)), [5]);
        // What covers a hex twice stands on it once.
        let mut twice = body([x + 0.5, y], Some([0.84, 0.34]));
        twice.parts.push(twice.parts[0].clone());
        assert_eq!(map.stands_on(&twice), [5, 6]);
    }
}
