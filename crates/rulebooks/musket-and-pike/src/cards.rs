//! Chapter 2: the pieces as they are printed. What a counter says never changes; what happens to it stands in the state.

use kernel::{Id, IdSet, Seat, Side};
use serde::{Deserialize, Serialize};

macro_rules! id {
    ($name:ident, $what:literal) => {
        #[doc = $what]
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub struct $name(pub u8);

        impl $name {
            #[inline]
            pub const fn ix(self) -> usize {
                self.0 as usize
            }
        }

        impl Id for $name {
            #[inline]
            fn number(self) -> usize {
                self.ix()
            }

            #[inline]
            fn numbered(number: usize) -> $name {
                $name(number as u8)
            }
        }
    };
}

id!(UnitId, "A unit, by its place in the order of battle.");
id!(LeaderId, "A leader. Leaders are never units (MP 2.1.2c).");
id!(WingId, "A Wing: a leader, his units and one Orders marker.");

/// The most of each in one battle.
pub const MOST_UNITS: usize = 128;
pub const MOST_LEADERS: usize = 40;
pub const MOST_WINGS: usize = 20;

/// A set of units.
pub type UnitSet = IdSet<UnitId, { MOST_UNITS / 64 }>;

/// What a unit is (MP 2.1.1a, 2.1.2a, G.4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Class {
    HeavyInfantry,
    LightInfantry,
    Cavalry,
    Artillery,
    Wagon,
}

/// Kinds of cavalry by the counter's icon (MP G.5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Horse {
    Cuirassiers,
    Arquebusiers,
    /// Unformed (MP 14.6a).
    Croats,
}

/// Classes of guns (MP 10.8.0a).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum GunClass {
    Heavy,
    Medium,
    Light,
}

/// One counter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnitCard {
    /// The name decisions and files use.
    pub key: String,
    pub name: String,
    pub side: Side,
    pub wing: WingId,
    pub seat: Seat,
    pub class: Class,
    /// Heavy Infantry that covers two hexes.
    pub two_hex: bool,
    /// Heavy Infantry with pikes; without them MP 14.2a.
    pub pikes: bool,
    /// Heavy Infantry with regimental artillery (MP 10.1.5a).
    pub regimental_guns: bool,
    /// MP 14.5a.
    pub swedish: bool,
    /// Whether the battle lets it fire Salvos (MP 10.4a).
    pub salvo: bool,
    /// Light Infantry: better trained, otherwise the same.
    pub dragoons: bool,
    /// Cavalry only.
    pub horse: Horse,
    /// Cavalry fighting on foot (MP 14.3a).
    pub dismounted: bool,
    /// Artillery only.
    pub gun: GunClass,
    /// Twice the guns: for points, and where a chart says so; otherwise a battery like any other (MP 2.1.2d).
    pub double: bool,
    /// The two ranges that guns have instead of a strength (MP 2.1.2b).
    pub grazing: u8,
    pub range: u8,
    /// Printed strength; 0 for guns and wagons.
    pub strength: u8,
    /// Printed morale, 4 to 8.
    pub morale: u8,
    /// Casualties at which the threshold is reached (chart C18), if ever.
    pub threshold: Option<u8>,
    /// Wagons that the battle lets move (MP 7.2.1b).
    pub may_move: bool,
}

/// Army Commander or Wing Commander.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Role {
    Army,
    Wing(WingId),
}

/// One leader's counter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeaderCard {
    pub key: String,
    pub name: String,
    pub side: Side,
    /// The seat that decides for him: the chief seat of the side for an Army Commander.
    pub seat: Seat,
    /// What he is when the battle starts; the state says what he is now.
    pub role: Role,
    /// 0, -1 or -2 (MP 2.1.3a).
    pub rating: i8,
    /// A nameless replacement.
    pub generic: bool,
    /// Points for his loss, where the battle sets them (MP 15.0d).
    pub points: Option<u8>,
}

/// One Wing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WingCard {
    pub key: String,
    pub name: String,
    pub side: Side,
    pub seat: Seat,
    /// No Heavy Infantry in it (MP G.1), unless the battle says otherwise.
    pub cavalry_wing: bool,
    /// The Orders history gave it (MP 5.5.3a).
    pub historical: crate::state::Orders,
    /// Who takes over when its leader does not return (MP 5.3.3b): a leader set aside, else a generic one.
    pub replacement: Option<LeaderId>,
    /// The generic leader kept for it.
    pub generic: LeaderId,
    /// The turn it arrives, and where (MP 7.4a).
    pub arrives: Option<Arrival>,
    /// Units of this Wing.
    pub units: UnitSet,
}

/// Reinforcements (MP 7.4a).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Arrival {
    pub turn: u8,
    pub hexes: Vec<field::hexes::Hex>,
    /// The formations its units may enter in (MP 7.4e).
    pub formations: Vec<crate::movement::EntryFormation>,
}
