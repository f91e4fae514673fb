//! The battle file as a designer writes it. Doc comments here are the help an editor shows, through the JSON Schema.

use crate::cards::{Arm, Class, Echelon, Guns, Nation, Size};
use crate::readings::OptionsFile;
use crate::sequence::Action;
use crate::state::{Formed, Order, Prone, Readiness, Segment};
use scenario::hex_map::{HexMapFile, RoadFile};
use scenario::order_of_battle::{SeatFile, SideHead};
use scenario::{At, words};
use schemars::JsonSchema;
use serde::Deserialize;

/// A battle for Les Batailles.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[schemars(title = "Les Batailles battle")]
pub struct BattleFile {
    /// Always 1.
    pub format: At<u8>,
    /// Always `les-batailles`.
    pub rulebook: At<String>,
    /// Short name in lower case, used by commands and journals.
    pub key: At<String>,
    pub title: String,
    pub date: Option<String>,
    pub place: Option<String>,
    /// One or two sentences for a list of battles.
    pub summary: Option<String>,
    /// What happened, and how the forces and the ground were judged.
    pub history: Option<String>,
    /// Designer's notes: what was judged, what is not here, how it is won.
    pub notes: Option<String>,
    /// The last turn; turns are of twenty minutes.
    pub turns: At<u8>,
    /// Methods of attack and some troops go by the year.
    pub year: At<u16>,
    /// The time of the first turn, such as `11:40`.
    pub begins: At<String>,
    /// Turns of dusk.
    #[serde(default)]
    pub dusk: Vec<At<u8>>,
    /// Turns of night.
    #[serde(default)]
    pub night: Vec<At<u8>>,
    /// Artillery draws its ammunition from wagons; else it has rounds of its own. By whether there are any wagons when left out.
    pub wagons: Option<bool>,
    #[serde(default)]
    pub options: OptionsFile,
    pub map: At<HexMapFile>,
    /// Trails, straight from each hex named to the next; roads stand in the map.
    #[serde(default)]
    pub trails: Vec<RoadFile>,
    /// The two sides.
    pub sides: At<Vec<At<SideFile>>>,
    /// Players; one for each side when left out. The first of a side speaks for the whole of it.
    #[serde(default)]
    pub seats: Vec<At<SeatFile>>,
    /// The Organizational Display: armies, corps, divisions, brigades. A formation stands after the one it is part of.
    pub formations: At<Vec<At<FormationFile>>>,
    #[serde(default)]
    pub leaders: Vec<At<LeaderFile>>,
    /// In a hex, whoever is named first is on top.
    pub units: At<Vec<At<UnitFile>>>,
    /// Groups that come on during the battle.
    #[serde(default)]
    pub arrivals: Vec<At<ArrivalFile>>,
    /// Areas whose units need no leader.
    #[serde(default)]
    pub positions: Vec<At<PositionFile>>,
    #[serde(default)]
    pub victory: VictoryFile,
    /// A battle that begins inside a turn.
    pub start: Option<At<StartFile>>,
}

/// A side.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct SideFile {
    pub key: At<String>,
    pub name: String,
    /// Colour on the map, `#rrggbb`.
    pub colour: Option<At<String>>,
    /// The French and their allies; the first side when left out.
    pub french: Option<bool>,
    /// Hexes at which the lost and the wounded come back.
    #[serde(default)]
    pub depots: Vec<At<String>>,
    /// Command Points in each turn that hang on no leader.
    pub points: Option<u8>,
    /// Whether its artillery can be re-supplied.
    pub resupply: Option<bool>,
}

impl SideFile {
    pub fn head(&self) -> SideHead<'_> {
        SideHead { key: &self.key, name: &self.name, colour: self.colour.as_ref() }
    }
}

words! {
    /// How large a formation is.
    EchelonWord => Echelon {
        "brigade" Brigade = Echelon::Brigade,
        "division" Division = Echelon::Division,
        "corps" Corps = Echelon::Corps,
        "army" Army = Echelon::Army,
    }
}

/// A formation of the army.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct FormationFile {
    pub key: At<String>,
    pub name: String,
    pub kind: At<EchelonWord>,
    /// The formation it is part of.
    pub of: Option<At<String>>,
    /// The side of an army; others have that of what they are part of.
    pub side: Option<At<String>>,
    /// The Old Guard counts as a formation of its own.
    pub old_guard: Option<bool>,
    /// Whether it may maneuver as a whole; true when left out.
    pub maneuvers: Option<bool>,
    /// Battalions lost or routed at which Morale Levels 1, 2 and 3 begin.
    pub track: Option<At<[u8; 3]>>,
    /// Hexes of Command Span of its leader, where they differ from the rules.
    pub span: Option<At<u8>>,
}

words! {
    /// A leader's post.
    PostWord => Rank {
        "monarch" Monarch = Rank::Monarch,
        "leader" Leader = Rank::Leader,
        "imperial-aide" ImperialAide = Rank::ImperialAide,
        "aide" Aide = Rank::Aide,
        "outside" Outside = Rank::Outside,
    }
}

/// What the word of a post means; the formation stands beside it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rank {
    Monarch,
    Leader,
    ImperialAide,
    Aide,
    Outside,
}

/// A leader.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct LeaderFile {
    pub key: At<String>,
    pub name: String,
    /// `leader` of the formation in `of` when left out.
    pub post: Option<PostWord>,
    /// The formation he leads or serves; every leader names one, if only to say whose side he is on.
    pub of: At<String>,
    pub nation: Option<Nation>,
    /// Movement Potential; 9 when left out.
    pub movement: Option<At<u8>>,
    /// Mêlée bonus with infantry: `2`, or `2/3` for attack and defence.
    pub infantry: Option<At<String>>,
    /// Mêlée bonus with cavalry.
    pub cavalry: Option<At<String>>,
    pub artillery: Option<At<i8>>,
    /// A number, or `A`.
    pub morale: Option<At<String>>,
    /// Gives a Command Point; leaders of armies and corps do when left out.
    pub gives_point: Option<bool>,
    /// May form a Maneuver Unit by light cavalry initiative; leaders of light horse may when left out.
    pub initiative: Option<bool>,
    /// Cavalry leader of Special Ability.
    pub cavalry_ability: Option<bool>,
    /// Artillery leader of Special Ability.
    pub artillery_ability: Option<bool>,
    pub napoleon: Option<bool>,
    /// His hex; left out for one who arrives.
    pub at: Option<At<String>>,
    /// The group he arrives with.
    pub arrives: Option<At<String>>,
    pub activated: Option<bool>,
    pub moved: Option<bool>,
}

words! {
    /// What a unit is.
    ArmWord => (Arm, Guns) {
        "infantry" Infantry = (Arm::Infantry, Guns::Foot),
        "cavalry" Cavalry = (Arm::Cavalry, Guns::Horse),
        "foot-artillery" FootArtillery = (Arm::Artillery, Guns::Foot),
        "horse-artillery" HorseArtillery = (Arm::Artillery, Guns::Horse),
        "wagon" Wagon = (Arm::Wagon, Guns::Foot),
        "horse-wagon" HorseWagon = (Arm::Wagon, Guns::Horse),
    }
}

words! {
    /// The dots of a counter.
    SizeWord => Size {
        "regiment" Regiment = Size::Regiment,
        "battalion" Battalion = Size::Battalion,
        "company" Company = Size::Company,
        "squadron" Squadron = Size::Company,
        "battery" Battery = Size::Company,
    }
}

words! {
    /// A formation to stand in.
    FormedWord => Formed {
        "column" Column = Formed::Column,
        "column-of-companies" Companies = Formed::Companies,
        "line" Line = Formed::Line,
        "square" Square = Formed::Square,
        "skirmish" Skirmish = Formed::Skirmish,
        "general-order" GeneralOrder = Formed::GeneralOrder,
        "road-column" RoadColumn = Formed::RoadColumn,
    }
}

words! {
    OrderWord => Order {
        "good" Good = Order::Good,
        "disorder" Disorder = Order::Disorder,
        "pgd" Pgd = Order::Pgd,
    }
}

words! {
    ReadinessWord => Readiness {
        "ready" Ready = Readiness::Ready,
        "tired" Tired = Readiness::Tired,
        "exhausted" Exhausted = Readiness::Exhausted,
    }
}

words! {
    ProneWord => Prone {
        "no" No = Prone::No,
        "prone" Prone = Prone::Prone,
        "stood-up" StoodUp = Prone::StoodUp,
    }
}

/// Fire Value: one for infantry; short, medium and long for artillery.
#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum FireValues {
    One(u8),
    Three([u8; 3]),
}

/// A combat unit.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct UnitFile {
    pub key: At<String>,
    pub name: String,
    /// The formation it belongs to.
    pub of: At<String>,
    pub arm: At<ArmWord>,
    /// Battalion, cavalry regiment or battery when left out.
    pub size: Option<SizeWord>,
    pub nation: Nation,
    /// Line when left out.
    pub class: Option<Class>,
    pub increments: At<u8>,
    pub movement: At<u8>,
    pub fire: Option<At<FireValues>>,
    /// 2 for infantry that may skirmish; the maximum range of guns; the caliber of a wagon.
    pub range: Option<At<u8>>,
    pub melee: At<u8>,
    pub skirmish: Option<At<u8>>,
    pub lance: Option<At<u8>>,
    /// Morale Rating, 11 to 66, or `-`.
    pub morale: At<String>,
    /// Held by its formation as an Asset.
    pub asset: Option<bool>,
    pub howitzers: Option<bool>,
    pub armored: Option<bool>,
    /// Light or heavy cavalry against its Movement Potential.
    pub light: Option<bool>,
    pub imperial_guard: Option<bool>,
    pub rifles: Option<bool>,
    pub sappers: Option<bool>,
    /// May retreat before a charge as skirmishers do.
    pub evades: Option<bool>,
    /// The regiment this battalion is part of, where that is a counter of its own.
    pub regiment: Option<At<String>>,
    /// Which battalion of its regiment it is.
    pub number: Option<At<u8>>,
    /// The battalion of a light company.
    pub parent: Option<At<String>>,
    /// The Static Position it is assigned to.
    pub position: Option<At<String>>,
    /// The leader whose escort it is.
    pub escort: Option<At<String>>,
    /// The group it arrives with.
    pub arrives: Option<At<String>>,
    /// Its hexes, head first, the left end of a Line first: `0304 0404`. Left out where it is not on the map.
    pub at: Option<At<String>>,
    /// The hexside or corner it faces, by its formation.
    pub facing: Option<At<String>>,
    /// Column for infantry, Line for cavalry, General Order where the ground asks for it when left out.
    pub formation: Option<At<FormedWord>>,
    pub order: Option<OrderWord>,
    /// Guns are unlimbered when left out; wagons are always limbered.
    pub limbered: Option<bool>,
    pub readiness: Option<ReadinessWord>,
    pub prone: Option<ProneWord>,
    /// Losses marked under it.
    pub losses: Option<At<u8>>,
    /// Rounds left.
    pub rounds: Option<At<u8>>,
    pub wrecked: Option<bool>,
    /// Has moved in this turn, where the battle begins inside one.
    pub moved: Option<bool>,
    /// Found In Command in this turn, where the battle begins inside one; true when left out.
    pub in_command: Option<bool>,
}

/// A group that comes on.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ArrivalFile {
    pub key: At<String>,
    pub side: At<String>,
    pub turn: At<u8>,
    /// The hex of the road or trail on the map edge.
    pub entry: At<String>,
    /// Named places on its road at which it may gather.
    #[serde(default)]
    pub termini: Vec<At<String>>,
}

/// A Static Position.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct PositionFile {
    pub key: At<String>,
    pub name: String,
    pub side: At<String>,
    pub hexes: Vec<At<String>>,
}

/// How the battle is won.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct VictoryFile {
    /// Places worth points to the side that was there last.
    #[serde(default)]
    pub places: Vec<At<WorthFile>>,
    /// Points for each Increment the enemy has lost; 1 when left out.
    pub per_increment: Option<u16>,
    /// The lead that is needed to win; 1 when left out. With less the battle is drawn.
    pub margin: Option<u16>,
    /// What a victory is called from which lead on, the smallest first.
    #[serde(default)]
    pub levels: Vec<At<LevelFile>>,
    /// Points that the first and the second side have from the start.
    pub given: Option<[u16; 2]>,
}

/// How great a victory is.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct LevelFile {
    pub lead: u16,
    /// Such as `a narrow victory`.
    pub name: String,
}

#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct WorthFile {
    pub name: String,
    pub hexes: Vec<At<String>>,
    /// Points for the first and for the second side.
    pub points: [u16; 2],
    /// Who holds it at the start; nobody when left out.
    pub held: Option<At<String>>,
}

words! {
    SegmentWord => Segment {
        "command" Command = Segment::Command,
        "maneuver" Maneuver = Segment::Maneuver,
        "fire" Fire = Segment::Fire,
        "assault" Assault = Segment::Assault,
        "reorganization" Reorganization = Segment::Reorganization,
    }
}

words! {
    ActionWord => Action {
        "reinforcement" Reinforcement = Action::Reinforcement,
        "artillery" Artillery = Action::Artillery,
        "leader" Leader = Action::Leader,
        "regroup" Regroup = Action::Regroup,
    }
}

/// Where in a turn the battle begins.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct StartFile {
    pub turn: Option<At<u8>>,
    /// The Command Segment when left out.
    pub segment: Option<SegmentWord>,
    /// The side that began the creation of Maneuver Units and draws first; the first when left out.
    pub first: Option<At<String>>,
    /// Action chits that are in the cup when the battle begins in the Maneuver Segment.
    #[serde(default)]
    pub cup: Vec<ActionWord>,
    /// Leaders whose Maneuver Units are in the cup, with all the units of their formations that are In Command.
    #[serde(default)]
    pub maneuver_units: Vec<At<String>>,
    /// Assaults that have been declared, when the battle begins after the Maneuver Segment.
    #[serde(default)]
    pub assaults: Vec<At<AssaultFile>>,
}

/// An Assault Marker.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct AssaultFile {
    /// The unit on top of the stack that assaults.
    pub unit: At<String>,
    /// The hex of its target, or the two of a Line that assaults two stacks.
    pub at: Vec<At<String>>,
    /// Hexes to the nearest enemy when it was declared; 1 when left out.
    pub distance: Option<u8>,
}
