//! The battle file as a designer writes it. Doc comments here are the help an editor shows, through the JSON Schema.

use crate::cards::{Class, GunClass, Horse};
use crate::movement::EntryFormation;
use crate::state::{Formation, Morale, Orders};
use field::hexes::MapEdge;
use scenario::At;
use scenario::hex_map::HexMapFile;
use scenario::order_of_battle::{SeatHead, SideHead};
use schemars::JsonSchema;
use serde::Deserialize;

/// A battle for Musket & Pike.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[schemars(title = "Musket & Pike battle")]
pub struct BattleFile {
    /// Always 1.
    pub format: At<u8>,
    /// Always `musket-and-pike`.
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
    /// The last turn.
    pub turns: At<u8>,
    /// The turn the battle starts with, 1 when left out.
    pub first_turn: Option<At<u8>>,
    /// Which column of the pursuit chart is used: `civil-war` or `other`; other when left out.
    pub series: Option<SeriesWord>,
    #[serde(default)]
    pub options: OptionsFile,
    pub map: At<HexMapFile>,
    /// Whether a road that crosses a wall, an entrenchment or a redoubt has a gate there; false when left out.
    pub road_gates: Option<bool>,
    /// The two sides.
    pub sides: At<Vec<At<SideFile>>>,
    /// Players; one for each side when left out. The first of a side speaks for the whole of it.
    #[serde(default)]
    pub seats: Vec<At<SeatFile>>,
    pub leaders: Vec<At<LeaderFile>>,
    pub wings: Vec<At<WingFile>>,
    pub units: At<Vec<At<UnitFile>>>,
    pub victory: At<VictoryFile>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SeriesWord {
    CivilWar,
    Other,
}

/// Optional rules and readings; what is left out has its usual value.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct OptionsFile {
    /// Each player picks the starting Orders of his Wings in secret; false: those of history.
    pub secret_orders: Option<bool>,
    /// Heavy Infantry that fires well in reaction has no more fire left for the activation.
    pub exhausted_fire: Option<bool>,
    /// Croats are played as arquebusiers.
    pub croats_as_arquebusiers: Option<bool>,
    /// Guns never limber.
    pub no_limbering: Option<bool>,
    /// Cavalry may take along Light Infantry of strength 3.
    pub three_strength_stack: Option<bool>,
    /// Light Infantry may fire Salvos.
    pub light_salvo: Option<bool>,
}

/// A side.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct SideFile {
    pub key: At<String>,
    pub name: String,
    /// Colour on the map, `#rrggbb`.
    pub colour: Option<At<String>>,
    /// The map edge its retreats and routs lead to.
    pub edge: Option<EdgeWord>,
    /// Or the very hexes.
    #[serde(default)]
    pub edge_hexes: Vec<At<String>>,
    /// The leader who becomes Army Commander when the first is lost: one set aside, or the senior Wing Commander.
    pub successor: Option<At<String>>,
}

impl SideFile {
    pub fn head(&self) -> SideHead<'_> {
        SideHead { key: &self.key, name: &self.name, colour: self.colour.as_ref() }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum EdgeWord {
    North,
    East,
    South,
    West,
}

impl EdgeWord {
    pub fn edge(self) -> MapEdge {
        match self {
            EdgeWord::North => MapEdge::North,
            EdgeWord::East => MapEdge::East,
            EdgeWord::South => MapEdge::South,
            EdgeWord::West => MapEdge::West,
        }
    }
}

/// A player's chair.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct SeatFile {
    pub key: At<String>,
    pub name: String,
    pub side: At<String>,
    /// The Wings this player leads; those of the side that no other seat leads when left out.
    pub wings: Option<Vec<At<String>>>,
}

impl SeatFile {
    pub fn head(&self) -> SeatHead<'_> {
        SeatHead { key: &self.key, name: &self.name, side: &self.side, leads: self.wings.as_deref() }
    }
}

/// A leader.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct LeaderFile {
    pub key: At<String>,
    pub name: String,
    pub side: At<String>,
    /// 0, -1 or -2; -2 is best.
    pub rating: At<i8>,
    /// The Army Commander.
    pub army_commander: Option<bool>,
    /// His hex; left out for a leader set aside or one who arrives with his Wing.
    pub at: Option<At<String>>,
    /// Victory Points for his loss, where they differ from the rules.
    pub points: Option<u8>,
}

/// A Wing.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct WingFile {
    pub key: At<String>,
    pub name: String,
    pub side: At<String>,
    pub commander: At<String>,
    /// Orders at the start, as history had them.
    pub orders: OrdersWord,
    /// Whether it counts as a Cavalry Wing; by its units when left out.
    pub cavalry_wing: Option<bool>,
    /// The named leader who takes over when the commander does not return.
    pub replacement: Option<At<String>>,
    /// The turn it arrives and where: those of its units that stand nowhere yet, or all of it with its commander.
    pub arrives: Option<At<ArrivalFile>>,
}

#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct ArrivalFile {
    pub turn: At<u8>,
    /// Hexes of the map edge it may come on by.
    pub hexes: At<Vec<At<String>>>,
    /// Formations its units may enter in; any when left out.
    pub formations: Option<At<Vec<EntryWord>>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum EntryWord {
    Normal,
    OpenOrder,
    Column,
}

impl EntryWord {
    pub fn formation(self) -> EntryFormation {
        match self {
            EntryWord::Normal => EntryFormation::Normal,
            EntryWord::OpenOrder => EntryFormation::OpenOrder,
            EntryWord::Column => EntryFormation::Column,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum OrdersWord {
    Charge,
    MakeReady,
    ReceiveCharge,
    Rally,
}

impl OrdersWord {
    pub fn orders(self) -> Orders {
        match self {
            OrdersWord::Charge => Orders::Charge,
            OrdersWord::MakeReady => Orders::MakeReady,
            OrdersWord::ReceiveCharge => Orders::ReceiveCharge,
            OrdersWord::Rally => Orders::Rally,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum KindWord {
    /// Heavy Infantry with pikes.
    HeavyInfantry,
    /// Heavy Infantry without pikes.
    Shot,
    /// Commanded muskets.
    Musketeers,
    Dragoons,
    Cuirassiers,
    Arquebusiers,
    Croats,
    /// Cuirassiers on foot; of other kinds with `dismounted`.
    DismountedCavalry,
    /// Guns of 12 to 24 lb.
    HeavyGuns,
    /// Guns of 4 to 8 lb.
    MediumGuns,
    /// Guns of 3 lb.
    LightGuns,
    Wagon,
}

impl KindWord {
    pub fn class(self) -> Class {
        match self {
            KindWord::HeavyInfantry | KindWord::Shot => Class::HeavyInfantry,
            KindWord::Musketeers | KindWord::Dragoons => Class::LightInfantry,
            KindWord::Cuirassiers | KindWord::Arquebusiers | KindWord::Croats | KindWord::DismountedCavalry => {
                Class::Cavalry
            }
            KindWord::HeavyGuns | KindWord::MediumGuns | KindWord::LightGuns => Class::Artillery,
            KindWord::Wagon => Class::Wagon,
        }
    }

    pub fn horse(self) -> Horse {
        match self {
            KindWord::Arquebusiers => Horse::Arquebusiers,
            KindWord::Croats => Horse::Croats,
            _ => Horse::Cuirassiers,
        }
    }

    pub fn gun(self) -> GunClass {
        match self {
            KindWord::HeavyGuns => GunClass::Heavy,
            KindWord::LightGuns => GunClass::Light,
            _ => GunClass::Medium,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FormationWord {
    Normal,
    Shaken,
    Broken,
    Hedgehog,
    OpenOrder,
    Column,
}

impl FormationWord {
    pub fn formation(self) -> Formation {
        match self {
            FormationWord::Normal => Formation::Normal,
            FormationWord::Shaken => Formation::Shaken,
            FormationWord::Broken => Formation::Broken,
            FormationWord::Hedgehog => Formation::Hedgehog,
            FormationWord::OpenOrder => Formation::OpenOrder,
            FormationWord::Column => Formation::Column,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum MoraleWord {
    Normal,
    Shaken,
    Broken,
}

impl MoraleWord {
    pub fn morale(self) -> Morale {
        match self {
            MoraleWord::Normal => Morale::Normal,
            MoraleWord::Shaken => Morale::Shaken,
            MoraleWord::Broken => Morale::Broken,
        }
    }
}

/// A unit.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct UnitFile {
    pub key: At<String>,
    pub name: String,
    /// The Wing it belongs to for the whole battle.
    pub wing: At<String>,
    pub kind: At<KindWord>,
    /// Strength points, 1 to 20; none for guns and wagons.
    pub strength: Option<At<u8>>,
    /// 4 to 8; wagons need none.
    pub morale: Option<At<u8>>,
    /// Heavy Infantry that covers two hexes; `at` is then its left half.
    pub two_hex: Option<At<bool>>,
    pub regimental_guns: Option<At<bool>>,
    /// Cavalry of its kind on foot: fires and scores as it is, does everything else as Heavy Infantry without pikes.
    pub dismounted: Option<At<bool>>,
    /// Swedish Style: attacks in all three front hexes.
    pub swedish_style: Option<At<bool>>,
    /// Whether it may fire Salvos; Heavy Infantry may when left out.
    pub salvo: Option<At<bool>>,
    /// A battery of twice the guns.
    pub double: Option<At<bool>>,
    /// Grazing and maximum range of guns.
    pub ranges: Option<At<[u8; 2]>>,
    /// Wagons that may move.
    pub may_move: Option<At<bool>>,
    /// Its hex; left out for reinforcements.
    pub at: Option<At<String>>,
    /// The corner it faces; wagons, limbered guns, the Broken and reinforcements need none.
    pub facing: Option<At<String>>,
    pub formation: Option<At<FormationWord>>,
    pub morale_state: Option<At<MoraleWord>>,
    pub casualties: Option<At<u8>>,
    /// Pistol shots left, 0 to 2.
    pub pistols: Option<At<u8>>,
    /// The cavalry this Light Infantry is stacked with.
    pub with: Option<At<String>>,
    pub limbered: Option<At<bool>>,
    /// The gun lies on top of the unit in its hex.
    pub on_top: Option<At<bool>>,
    /// The gun has fired this turn.
    pub fired: Option<At<bool>>,
    /// Carries a Salvo marker.
    pub salvoed: Option<At<bool>>,
    /// Guns disabled, or captured by the enemy, before the battle begins.
    pub disabled: Option<At<bool>>,
    pub captured: Option<At<bool>>,
    /// Out of the battle before it begins.
    pub eliminated: Option<bool>,
}

/// How the battle is won.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct VictoryFile {
    /// The side whose points count positive in the score.
    pub positive: At<String>,
    /// From the best of that side downwards; the last catches everything.
    pub levels: At<Vec<LevelFile>>,
    /// Places worth points to the side that last passed through.
    #[serde(default)]
    pub locations: Vec<LocationFile>,
    #[serde(default)]
    pub points: PointsFile,
}

#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct LevelFile {
    pub at_least: At<i32>,
    pub name: String,
    /// Who has won; nobody when left out.
    pub winner: Option<At<String>>,
}

#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct LocationFile {
    pub name: String,
    pub hexes: At<Vec<At<String>>>,
    /// Points for the first and for the second side.
    pub points: [u16; 2],
    /// Who holds it at the start; whoever stands there, or nobody, when left out.
    pub held: Option<At<String>>,
}

/// Victory Points that differ from the rules.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct PointsFile {
    pub formed_cavalry: Option<u16>,
    pub unformed_cavalry: Option<u16>,
    pub two_hex: Option<u16>,
    pub one_hex: Option<u16>,
    pub light: Option<u16>,
    pub wagon: Option<u16>,
    pub army_commander: Option<u16>,
    /// A single gun of 4 lb or more disabled.
    pub disabled_single: Option<u16>,
    /// The field, for the side whose enemy alone has left it.
    pub field_left: Option<u16>,
}
