//! What does not change in a battle: units, leaders, sides, buildings (the data model of the catalogue).

use arrayvec::ArrayVec;
use field::table::{Cdeg, Pose, Um};
use kernel::{Id, Seat, Side};
use serde::{Deserialize, Serialize};

use crate::measures::bw;

/// The most units, screens and horse-holders included, and leaders there is room for.
pub const MOST_UNITS: usize = 64;
pub const MOST_LEADERS: usize = 24;
/// The most guns in one battery, and the most elephants in one unit.
pub const MOST_GUNS: usize = 8;
pub const MOST_BEASTS: usize = 8;
/// The most built-up areas of one battle.
pub const MOST_BUILDINGS: usize = 24;

/// A unit, by its place in the roster.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct UnitId(pub u8);

/// A leader, by his place in the roster.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct LeaderId(pub u8);

/// A built-up area, by its place in the list of buildings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct BuildingId(pub u8);

impl UnitId {
    #[inline]
    pub const fn ix(self) -> usize {
        self.0 as usize
    }
}

impl LeaderId {
    #[inline]
    pub const fn ix(self) -> usize {
        self.0 as usize
    }
}

impl BuildingId {
    #[inline]
    pub const fn ix(self) -> usize {
        self.0 as usize
    }
}

impl Id for UnitId {
    #[inline]
    fn number(self) -> usize {
        self.ix()
    }

    #[inline]
    fn numbered(number: usize) -> UnitId {
        UnitId(number as u8)
    }
}

impl Id for LeaderId {
    #[inline]
    fn number(self) -> usize {
        self.ix()
    }

    #[inline]
    fn numbered(number: usize) -> LeaderId {
        LeaderId(number as u8)
    }
}

/// Leaders as a set.
pub type Leaders = kernel::IdSet<LeaderId, 1>;

/// Units as a set.
pub type Units = kernel::IdSet<UnitId, 1>;

/// What a unit is. Camelry follows the lines of cavalry but for the scare it gives to horses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Arm {
    Infantry,
    HeavyCavalry,
    LightCavalry,
    HeavyCamelry,
    LightCamelry,
    /// Guns served on foot, drawn by hired teams.
    FootArtillery,
    EarlyHorseArtillery,
    NapoleonicHorseArtillery,
    /// Light pieces on camels, which move as battalion guns do (SSS G69).
    CamelGuns,
    Elephants,
    Wagon,
    Boat,
    Courier,
    FlamingPig,
    NapthaThrower,
}

/// How closely a unit stands; a mob appears in the reaction table alone (SSS T17).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Order {
    Mob,
    Skirmish,
    Open,
    Loose,
    Close,
}

/// Quality of troops, best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Class {
    A,
    B,
    C,
}

impl Class {
    /// What a Reaction test has to come to (SSS 35.4).
    pub const fn passes_at(self) -> i32 {
        match self {
            Class::A => 6,
            Class::B => 8,
            Class::C => 10,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Armour {
    None,
    Heavy,
    ExtraHeavy,
}

/// What small arms a unit shoots with; the guns of a battery are on its gun cards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Missile {
    None,
    Thrown,
    Pistol,
    Carbine,
    /// Short bows and long bows as well.
    Bow,
    /// Shot overhead like bows (SSS 19.2, G154).
    Darts,
    Matchlock,
    Musket,
    Rifle,
    Jezzail,
    NapthaGrenade,
}

impl Missile {
    /// Thrown weapons and pistols shoot just before impact alone (SSS 1.7b).
    pub const fn is_point_blank(self) -> bool {
        matches!(self, Missile::Thrown | Missile::Pistol)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Steel {
    /// Sword, club or anything else.
    Hand,
    Bayonet,
    Lance,
    Spear,
    Pike,
}

/// How heavy a gun is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Weight {
    /// Battalion and camel guns (SSS 11.3).
    Battalion,
    Light,
    Medium,
    Heavy,
    Howitzer,
}

impl Weight {
    /// Pounds, or inches of a howitzer's shell, where the battle says nothing (SSS G29).
    pub const fn usual_calibre(self) -> u8 {
        match self {
            Weight::Battalion => 3,
            Weight::Light => 4,
            Weight::Medium => 8,
            Weight::Heavy => 12,
            Weight::Howitzer => 5,
        }
    }
}

/// A gun model as the battle begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct GunCard {
    pub weight: Weight,
    /// Pounds of its shot, or whole inches of its shell (SSS 17.6, 17.8).
    pub calibre: u8,
    /// Figures of crew, its Strength Points.
    pub crew: u8,
}

/// What a unit is besides its arm, as a set (SSS G42).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Traits(pub u32);

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[repr(u8)]
pub enum Trait {
    /// The sheet also says Impulsive.
    Impetuous,
    Warband,
    Irregular,
    HighlyDrilled,
    DrilledFirstStrike,
    TrainedLightInfantry,
    Arab,
    Muslim,
    Native,
    Cuirassier,
    NapoleonicLancer,
    Cossack,
    /// From the start under orders to hold to the last man (SSS 2.3, G62).
    HoldToLastMan,
    /// Its crews ride in howdahs (SSS 41.14).
    Howdah,
    /// A wagon with powder and shot (SSS 42.1c).
    Ammunition,
    /// Foot that carries colours (SSS 31.1).
    Colours,
    /// May dismount, leaving one base in three with the horses (SSS 8.7).
    Dismounts,
    /// Guns of any weight that elephants tow (SSS 41.5).
    ElephantDrawn,
}

impl Trait {
    pub const ALL: [Trait; 18] = [
        Trait::Impetuous,
        Trait::Warband,
        Trait::Irregular,
        Trait::HighlyDrilled,
        Trait::DrilledFirstStrike,
        Trait::TrainedLightInfantry,
        Trait::Arab,
        Trait::Muslim,
        Trait::Native,
        Trait::Cuirassier,
        Trait::NapoleonicLancer,
        Trait::Cossack,
        Trait::HoldToLastMan,
        Trait::Howdah,
        Trait::Ammunition,
        Trait::Colours,
        Trait::Dismounts,
        Trait::ElephantDrawn,
    ];
}

impl Traits {
    pub const fn has(self, one: Trait) -> bool {
        self.0 & (1 << one as u32) != 0
    }

    pub const fn with(self, one: Trait) -> Traits {
        Traits(self.0 | 1 << one as u32)
    }
}

/// What a piece is to another one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Part {
    /// A unit in its own right.
    Whole,
    /// The pair of bases that is put out ahead of that unit (SSS 3.1).
    ScreenOf(UnitId),
    /// The bases that hold the horses of that unit while it fights on foot (SSS 8.7).
    HoldersOf(UnitId),
}

/// A unit as the order of battle has it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct UnitCard {
    pub key: String,
    pub name: String,
    pub side: Side,
    pub seat: Seat,
    pub arm: Arm,
    pub order: Order,
    pub class: Class,
    pub traits: Traits,
    pub armour: Armour,
    pub missile: Missile,
    pub steel: Steel,
    /// Bases of foot, horse, guns or elephants.
    pub bases: u8,
    /// How many of them carry pikes: all, or the middle of a mixed unit (SSS 38).
    pub pike_bases: u8,
    /// Strength Points of a base, normally its figures (SSS 14.2); of an elephant those of the beast alone.
    pub points: u8,
    /// Figures of crew on each elephant (SSS 41.2), and what they are armed with.
    pub crew: u8,
    pub crew_missile: Missile,
    pub crew_steel: Steel,
    /// Strength Points the scenario adds (SSS 2.4).
    pub extra_points: u8,
    /// The guns of a battery, or the battalion guns of a unit of foot (SSS 33).
    pub guns: ArrayVec<GunCard, MOST_GUNS>,
    /// The leader to whose command it belongs.
    pub leader: Option<LeaderId>,
    pub part: Part,
    pub screen: Option<UnitId>,
    pub holders: Option<UnitId>,
    /// Bounds of its size, if the scenario has its own: the most bases of XS, S, N and L (SSS G3).
    pub sizes: Option<[u8; 4]>,
}

impl UnitCard {
    pub fn is(&self, one: Trait) -> bool {
        self.traits.has(one)
    }

    /// A Warband is impetuous as well (SSS G42).
    pub fn is_impetuous(&self) -> bool {
        self.is(Trait::Impetuous) || self.is(Trait::Warband)
    }

    /// A Warband is irregular as well (SSS G42).
    pub fn is_irregular(&self) -> bool {
        self.is(Trait::Irregular) || self.is(Trait::Warband)
    }

    pub fn is_mounted_arm(&self) -> bool {
        matches!(self.arm, Arm::HeavyCavalry | Arm::LightCavalry | Arm::HeavyCamelry | Arm::LightCamelry)
    }

    pub fn is_camelry(&self) -> bool {
        matches!(self.arm, Arm::HeavyCamelry | Arm::LightCamelry)
    }

    pub fn is_light_mounted(&self) -> bool {
        matches!(self.arm, Arm::LightCavalry | Arm::LightCamelry)
    }

    pub fn is_artillery(&self) -> bool {
        matches!(
            self.arm,
            Arm::FootArtillery | Arm::EarlyHorseArtillery | Arm::NapoleonicHorseArtillery | Arm::CamelGuns
        )
    }

    pub fn is_horse_artillery(&self) -> bool {
        matches!(self.arm, Arm::EarlyHorseArtillery | Arm::NapoleonicHorseArtillery)
    }

    /// Pikes among shot (SSS 38.1), not a unit of pikes alone.
    pub fn is_mixed(&self) -> bool {
        self.pike_bases > 0 && self.pike_bases < self.bases
    }

    /// Pike-armed troops (SSS 38.5).
    pub fn has_pikes(&self) -> bool {
        self.pike_bases > 0
    }

    /// The bases that stay with the horses of another unit (SSS 8.7).
    pub fn holds_horses(&self) -> bool {
        matches!(self.part, Part::HoldersOf(_))
    }

    /// Neither dice nor tests: wagons, boats, couriers (SSS G69).
    pub fn is_transport(&self) -> bool {
        matches!(self.arm, Arm::Wagon | Arm::Boat | Arm::Courier)
    }

    /// Strength Points it begins with, those of crews and of the scenario included (SSS 2.1, 2.4, 41.1, 41.2).
    pub fn initial_points(&self) -> u32 {
        // SSS 3.3, G34: the pair of a screen counts as one base.
        let bases = if matches!(self.part, Part::ScreenOf(_)) { 1 } else { u32::from(self.bases) };
        let men = match self.is_artillery() {
            true => self.guns.iter().map(|gun| u32::from(gun.crew)).sum(),
            false => bases * (u32::from(self.points) + u32::from(self.crew)),
        };
        men + u32::from(self.extra_points)
    }
}

/// How good a leader is (SSS T1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Rating {
    Superior,
    Competent,
    Cautious,
}

impl Rating {
    /// SSS 5.1
    pub const fn factor(self) -> i32 {
        match self {
            Rating::Superior => 9,
            Rating::Competent => 8,
            Rating::Cautious => 7,
        }
    }

    /// SSS 4.1, 4.2
    pub const fn radius(self, chief: bool) -> Um {
        match (self, chief) {
            (Rating::Superior, true) => bw(10),
            (Rating::Competent, true) => bw(8),
            (Rating::Cautious, true) => bw(6),
            (Rating::Superior, false) => bw(5),
            (Rating::Competent, false) => bw(4),
            (Rating::Cautious, false) => bw(3),
        }
    }

    /// What he adds to Reaction tests and to the roll for initiative (SSS 35.2, G1).
    pub const fn bonus(self) -> i32 {
        match self {
            Rating::Superior => 3,
            Rating::Competent => 2,
            Rating::Cautious => 1,
        }
    }
}

/// The Commander-in-Chief or a sub-commander.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct LeaderCard {
    pub key: String,
    pub name: String,
    pub side: Side,
    pub seat: Seat,
    pub chief: bool,
    pub rating: Rating,
    /// The battle file says where he stands, or with whom he rides.
    pub placed: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum TableEdge {
    North,
    East,
    South,
    West,
}

pub use field::table::Zone;

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SideCard {
    pub key: String,
    pub name: String,
    pub colour: String,
    /// Its own table edge, where its routers run.
    pub baseline: TableEdge,
    /// Where it deploys; light cavalry and skirmishers have a deeper one (SSS G39).
    pub zone: Zone,
    pub light_zone: Zone,
}

/// What a built-up area is made of (SSS T19); a fortress has points and no fire (SSS G32).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Material {
    Tents,
    Wooden,
    Brick,
    Stone,
    Fortress,
}

impl Material {
    /// SSS 17.5, G32. Tents are canvas on wood.
    pub const fn points(self) -> u16 {
        match self {
            Material::Tents | Material::Wooden => 100,
            Material::Brick => 150,
            Material::Stone => 200,
            Material::Fortress => 300,
        }
    }
}

/// A built-up area.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BuildingCard {
    /// Its area on the ground.
    pub area: u8,
    pub material: Material,
    pub points: u16,
    /// The most bases inside, of both sides together (SSS 17.1, 30.6).
    pub holds: u8,
    /// Positions for guns prepared by the scenario (SSS 17.3).
    pub guns: bool,
    /// Length of its walls, for who may shoot out (SSS 17.17).
    pub perimeter: Um,
}

/// Which way the water of a river flows; without one it stands still, as in a canal (SSS T5, T6).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Current {
    /// Its area on the ground.
    pub area: u8,
    pub flows: Cdeg,
}

/// Reinforcements: where and when a unit comes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Arrival {
    pub turn: u8,
    pub pose: Pose,
}

/// The step of its first player turn at which a battle begins (SSS 1.0), in the order of the turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Beginning {
    /// With the roll for initiative.
    Turn,
    Orders,
    Leadership,
    Charges,
    Movement,
    Shooting,
    Melees,
    Reaction,
}

/// How the battle is won (SSS G40).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Victory {
    /// Per cent of each side's Strength Points that break its army when more are lost, routing or past their limit; none where
    /// it does not break.
    pub broken_beyond: [Option<u8>; 2],
    pub objectives: Vec<Objective>,
}

/// The most pieces of ground that can be worth points.
pub const MOST_OBJECTIVES: usize = 16;

/// Ground that is worth points to the side that holds it at the end.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Objective {
    pub name: String,
    pub zone: Zone,
    pub points: [u32; 2],
    /// Whose it is before anybody has stood there alone (SSS G181).
    pub held: Option<Side>,
}
