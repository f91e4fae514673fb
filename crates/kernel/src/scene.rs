//! One scene for every eye: what a seat may see, in the field's terms.
//!
//! A rulebook describes its state as a [`Scene`]; the SVG export, the terminal and the browser draw scenes and know no
//! rulebook. Lengths are millimetres on the table (on a hex map the middles of neighbours are 1 apart), x to the east, y to the north; angles are
//! degrees clockwise from north.

use serde::Serialize;

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
pub struct SideStyle {
    pub name: String,
    /// `#rrggbb`.
    pub colour: String,
}

/// The ground the battle is fought on.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Field {
    Table(TableField),
    Hexes(HexField),
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
}

/// One block of a body: four corners (front left, front right, rear right, rear left) and the figures in it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Part {
    pub corners: [[f64; 2]; 4],
    pub figure: Figure,
    pub files: u16,
    pub figures: u16,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
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
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Badge {
    pub text: String,
    pub tone: Tone,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Tone {
    Plain,
    Warning,
    Bad,
}

/// How a body stands out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
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
pub struct Zone {
    pub name: String,
    pub side: Option<u8>,
    pub outline: Vec<[f64; 2]>,
}

/// Words placed on the field.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Note {
    pub at: [f64; 2],
    pub text: String,
}
