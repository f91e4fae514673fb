//! What does not change in a battle: units, brigades, wings, leaders, sides (the data model of the catalogue).

use field::table::{Cdeg, Point, Polygon, Pose, Vec2};
use kernel::{Id, Seat, Side};
use serde::{Deserialize, Serialize};

use crate::measures::{NEAR, REACH};
use field::table::Um;

/// The most units there is room for, those that splits make included.
pub const MOST_UNITS: usize = 128;
/// The most units of a battle file, so that there is room for splits (CF 11.40).
pub const MOST_CARDS: usize = 96;
pub const MOST_LEADERS: usize = 48;
pub const MOST_BRIGADES: usize = 40;
pub const MOST_WINGS: usize = 12;
/// The most battalions or squadrons of one unit (CF 3.7).
pub const MOST_ELEMENTS: usize = 12;
/// The most units of a brigade (CF 4.1).
pub const BRIGADE_UNITS: usize = 6;
/// The most pieces of ground that orders and objectives can speak of.
pub const MOST_POSITIONS: usize = 32;

macro_rules! ids {
    ($($(#[$meta:meta])* $name:ident;)+) => {$(
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub struct $name(pub u8);

        impl $name {
            pub const fn ix(self) -> usize {
                self.0 as usize
            }
        }

        impl Id for $name {
            fn number(self) -> usize {
                self.ix()
            }

            fn numbered(number: usize) -> $name {
                $name(number as u8)
            }
        }
    )+};
}

ids! {
    /// A unit, by its place among the units of the state. The first are those of the roster; splits add others (CF 11.40).
    UnitId;
    /// A card of the roster.
    CardId;
    LeaderId;
    BrigadeId;
    WingId;
    /// Ground that orders and objectives speak of, by its place on the list.
    PositionId;
}

pub type Units = kernel::IdSet<UnitId, 2>;
pub type Leaders = kernel::IdSet<LeaderId, 1>;

/// What kind of troops (CF 18.14). Dragoons are mounted or dismounted by their state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Class {
    Foot,
    Horse,
    Dragoons,
    Hussars,
    Gun,
    Wagon,
    Civilians,
}

/// CF 3.9
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum GunKind {
    Battalion,
    Field,
    Heavy,
    Howitzer,
    Mortar,
}

impl GunKind {
    /// May fire indirectly (CF 3.9, 13.7).
    pub const fn lobs(self) -> bool {
        matches!(self, GunKind::Howitzer | GunKind::Mortar)
    }
}

/// How troops fight: traditional ones deep, by rank and with pistols; new ones shallow, by platoon and with the sword (CF 2.1, 2.2,
/// 2.6). It is a unit's own, so that a nation mixes them by arm and an army by contingent (CF 2.7, 2.9).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Style {
    Traditional,
    New,
}

/// Efficiency, best first (CF 3.10, 3.11).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Grade {
    A,
    B,
    C,
    D,
    E,
}

impl Grade {
    /// A and B, which have much in common (CF 6.32, 8.6, 16.2).
    pub const fn is_elite(self) -> bool {
        matches!(self, Grade::A | Grade::B)
    }

    /// CF 15.4
    pub const fn in_combat(self) -> i32 {
        match self {
            Grade::A => 2,
            Grade::B => 1,
            Grade::C => 0,
            Grade::D => -1,
            Grade::E => -2,
        }
    }

    /// Equal to another grade or higher than it (CF 8.12).
    pub fn equals_or_beats(self, other: Grade) -> bool {
        self <= other
    }
}

/// What foot is armed with (CF 2.3, 13.2, G74).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Arms {
    Musket,
    PlugBayonet,
    SocketBayonet,
    /// A pike base in the middle of each battalion (CF 18.2).
    WithPikes,
    HandToHand,
}

/// What a unit carries to get over obstacles (CF 1.13, 12.10, G38).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub enum Load {
    #[default]
    None,
    Fascines,
    Ladders,
}

/// A battalion or squadron as the battle begins (CF 3.3, 3.6).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ElementCard {
    pub bases: u8,
    pub class: Class,
    pub style: Style,
    pub grade: Grade,
    /// Guards or household troops: with line in one unit they make it B (CF 3.11, G39).
    pub guards: bool,
}

/// Under whom a unit stands (CF 4.1, 4.5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Under {
    Brigade(BrigadeId),
    /// Guns kept under a General.
    Wing(WingId),
    /// Guns kept under the Marshal.
    Army,
}

/// A unit as the order of battle has it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct UnitCard {
    pub key: String,
    pub name: String,
    pub side: Side,
    pub class: Class,
    pub gun: Option<GunKind>,
    pub style: Style,
    pub grade: Grade,
    /// What dragoons are graded on foot, where that is better (CF 3.12, G76).
    pub grade_on_foot: Grade,
    pub arms: Arms,
    /// May charge on foot where the optional rule is in use (CF 14.23).
    pub swedish: bool,
    /// Hussars or dragoons among other cavalry, which lose their special abilities (CF 3.14, G39).
    pub mixed: bool,
    pub elements: Vec<ElementCard>,
    pub under: Under,
    /// A card with nobody behind it (CF 5.26, G67).
    pub dummy: bool,
}

impl UnitCard {
    pub fn bases(&self) -> u8 {
        self.elements.iter().map(|element| element.bases).sum()
    }
}

/// CF 6.1, 6.2, 18.10
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Rank {
    Brigadier,
    General,
    Marshal,
}

impl Rank {
    /// CF 18.10
    pub const fn reach(self) -> Um {
        match self {
            Rank::Brigadier | Rank::General => REACH,
            Rank::Marshal => NEAR,
        }
    }

    /// Command actions in a Command Phase (CF 6.2); a wounded General or Marshal has one (CF 6.41).
    pub const fn actions(self, wounded: bool) -> u8 {
        match self {
            Rank::Brigadier => 1,
            Rank::General | Rank::Marshal => 2 - wounded as u8,
        }
    }
}

/// What a leader commands (CF 6.14).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Command {
    Brigade(BrigadeId),
    Wing(WingId),
    Army,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LeaderCard {
    pub key: String,
    pub name: String,
    pub side: Side,
    pub seat: Seat,
    pub rank: Rank,
    pub commands: Command,
    /// Wings of one of two Marshals, if the scenario shares them out (CF 4.8, G25).
    pub wings: Option<Vec<WingId>>,
    /// Adds 1 to the roll for initiative (CF 9.3).
    pub exceptional: bool,
    /// The battle file says where he stands, or with whom he rides.
    pub placed: bool,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BrigadeCard {
    pub key: String,
    pub name: String,
    pub side: Side,
    /// The seat that leads it as long as it belongs to no wing.
    pub seat: Seat,
    pub brigadier: Option<LeaderId>,
    pub wing: Option<WingId>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct WingCard {
    pub key: String,
    pub name: String,
    pub side: Side,
    pub seat: Seat,
    pub general: Option<LeaderId>,
}

/// What a brigade is to do (CF 6.17).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum OrderKind {
    Defend,
    AdvanceAndDefend,
    AdvanceAndAttack,
}

/// A brigade's order: what, and where (CF 6.17, G17).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Order {
    pub kind: OrderKind,
    pub to: Aim,
}

/// The position an order speaks of (CF G17, G90).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Aim {
    /// Where the brigade was deployed.
    Deployment,
    Named(PositionId),
    /// With 120 yds about it.
    Spot(Point),
}

/// Ground that has a name: a polygon, or a point with 120 yds about it (CF G17).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Position {
    pub key: String,
    pub name: String,
    pub shape: Shape,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Shape {
    Area(Polygon),
    Point(Point),
}

impl Shape {
    /// The middle, for reckoning from the centre and for the map (CF G90).
    pub fn middle(&self) -> Vec2 {
        match self {
            Shape::Point(at) => at.vec(),
            Shape::Area(outline) => centre_of_area(outline),
        }
    }
}

fn centre_of_area(outline: &Polygon) -> Vec2 {
    let (mut sum, mut twice) = (Vec2::new(0.0, 0.0), 0.0);
    for (a, b) in outline.edges() {
        let part = a.cross(b);
        sum += (a + b) * part;
        twice += part;
    }
    if twice == 0.0 { sum } else { sum * (1.0 / (3.0 * twice)) }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum TableEdge {
    North,
    East,
    South,
    West,
}

impl TableEdge {
    /// Where those look whose backs are to it.
    pub const fn outward(self) -> Cdeg {
        match self {
            TableEdge::North => 18_000,
            TableEdge::East => 27_000,
            TableEdge::South => 0,
            TableEdge::West => 9_000,
        }
    }
}

pub use field::table::Zone;

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SideCard {
    pub key: String,
    pub name: String,
    pub colour: String,
    /// Its own table edge, from which right and left are told.
    pub baseline: TableEdge,
    /// Where it deploys (CF 5.12, 5.14, 5.22).
    pub zone: Zone,
}

/// The kinds of battle (CF 5.1, 5.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Frame {
    /// A prepared scenario with its own objectives; it may have an attacker (CF 5.1).
    Prepared { attacker: Option<Side> },
    /// An attack on a defended position (CF 5.3 to 5.18).
    Attack { attacker: Side },
    /// A meeting engagement (CF 5.19 to 5.23).
    Meeting,
}

impl Frame {
    pub const fn attacker(self) -> Option<Side> {
        match self {
            Frame::Attack { attacker } => Some(attacker),
            Frame::Prepared { attacker } => attacker,
            Frame::Meeting => None,
        }
    }
}

/// Where columns march on (CF 5.15).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Entry {
    pub key: String,
    pub name: String,
    pub side: Side,
    /// On the table's edge, looking inward.
    pub pose: Pose,
}

/// Reinforcements: when and where a unit comes on (CF 5.24, 5.25).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Arrival {
    /// The turn of the first attempt.
    pub turn: u8,
    pub entry: u8,
    /// A die says whether it comes (CF 5.25).
    pub diced: bool,
}

/// The step of its first turn at which a battle begins (CF 9.1), in the order of the turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Beginning {
    /// With deployment, or the roll for initiative.
    Turn,
    Artillery,
    Musketry,
    Command,
    Movement,
    Combat,
    Morale,
}

/// How the battle is won (CF G1).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Victory {
    /// Per cent of its starting bases that break an army when so many are lost; none where no army breaks.
    pub broken_at: Option<u8>,
    /// The position that an attack is about.
    pub objective: Option<PositionId>,
    /// The first turn at whose end the attacker can have won.
    pub from_turn: u8,
    /// How near to the objective no formed defender may be.
    pub clear: Um,
    /// Points of a hundred by which losses must differ to win a meeting engagement.
    pub margin: u8,
}
