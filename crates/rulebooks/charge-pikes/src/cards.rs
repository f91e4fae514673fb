//! Chapters 3, 5, 6 and 9: what does not change in a battle: troop types, units, grades, generals, options.

use crate::scales::Scale;
use arrayvec::ArrayVec;
use field::table::Pose;
use kernel::{Seat, Side};
use serde::{Deserialize, Serialize};

/// A unit, by its place in the roster.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct UnitId(pub u8);

/// A general, by his place in the roster.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct GeneralId(pub u8);

impl UnitId {
    pub const fn ix(self) -> usize {
        self.0 as usize
    }
}

impl GeneralId {
    pub const fn ix(self) -> usize {
        self.0 as usize
    }
}

/// What a unit is made of; a unit of horse or dragoons holds one troop type (CP 3.1, 5.1, 5.2, 5.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Kind {
    /// Pikemen and musketeers in any proportion.
    PikeAndShot,
    /// Musketeers drawn out in front of their regiment (CP 20.3.1).
    ForlornHope,
    Skirmishers,
    Horse,
    Cuirassiers,
    Lancers,
    /// Mounted musketeers, who may dismount into skirmishers (CP 3.5).
    Dragoons,
    Battery,
    HighlandShock,
    HighlandArchers,
    /// Wagons and limbers are models on the table but not troops (CP 3.10).
    Wagons,
}

/// Morale grade, best first (CP 6.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Grade {
    A,
    B,
    C,
    D,
    E,
}

/// What the share of pikes makes of a foot unit, for the whole game (CP 7.2.1, 7.2.5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum PikeStatus {
    Naked,
    PikeSupported,
    HeavyArmed,
}

impl PikeStatus {
    /// CP 7.2.2, 7.2.3, 7.2.4: under a third, a third, half of the figures.
    pub const fn of(pikes: u32, figures: u32) -> PikeStatus {
        if pikes * 2 >= figures && figures > 0 {
            PikeStatus::HeavyArmed
        } else if pikes * 3 >= figures && figures > 0 {
            PikeStatus::PikeSupported
        } else {
            PikeStatus::Naked
        }
    }
}

/// How heavy a gun is; siege guns are heavy (CP 3.8).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum GunClass {
    Light,
    Field,
    Heavy,
}

impl GunClass {
    /// By the weight of its shot in pounds: light up to 4, field up to 12, heavy above (CP 3.8).
    pub const fn of_shot(pounds: u8) -> GunClass {
        match pounds {
            0..=4 => GunClass::Light,
            5..=12 => GunClass::Field,
            _ => GunClass::Heavy,
        }
    }
}

/// One gun model as the battle begins; it stands for two guns (CP 2.4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct GunCard {
    pub class: GunClass,
    pub limber: bool,
    pub hail: u8,
}

/// The most gun models in one battery.
pub const MOST_GUNS: usize = 6;

/// A unit as the order of battle has it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct UnitCard {
    pub key: String,
    pub name: String,
    pub side: Side,
    pub seat: Seat,
    pub kind: Kind,
    /// One grade for the whole unit (CP 5.6).
    pub grade: Grade,
    pub pikes: u8,
    /// Every figure that is not a pikeman: musketeers, riders, gunners, skirmishers, highlanders.
    pub others: u8,
    pub status: PikeStatus,
    /// The one sub-general it is assigned to (CP 9.2, 9.3).
    pub sub_general: Option<GeneralId>,
    /// Royalist cavalry charges and pursues harder.
    pub royalist: bool,
    pub swedish: bool,
    pub firelocks: bool,
    pub pistols: bool,
    pub guns: ArrayVec<GunCard, MOST_GUNS>,
    /// The regiment a forlorn hope was drawn from.
    pub parent: Option<UnitId>,
    pub forlorn: Option<UnitId>,
    /// Points by the cost chart (CP 21.1).
    pub cost: u32,
}

impl UnitCard {
    pub fn figures(&self) -> u32 {
        u32::from(self.pikes) + u32::from(self.others)
    }
}

/// A general: commander-in-chief or sub-general (CP 9.1, 9.2). He is no figure of any unit and has no weapon of his own:
/// whoever counts shooters or strikers never counts him (CP 3.7).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct GeneralCard {
    pub key: String,
    pub name: String,
    pub side: Side,
    pub seat: Seat,
    pub chief: bool,
}

/// One of the two sides.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SideCard {
    pub key: String,
    pub name: String,
    pub colour: String,
    pub baseline: TableEdge,
    /// Where it may deploy, from and to, when units are not placed by the battle file.
    pub zone: Option<Zone>,
}

pub use field::table::Zone;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum TableEdge {
    North,
    East,
    South,
    West,
}

/// Reinforcements: where and when a unit comes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Arrival {
    pub turn: u8,
    pub pose: Pose,
}

/// The step of its first turn at which a battle begins (CP 13.1), in the order of the turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Beginning {
    /// With the roll for initiative.
    Turn,
    /// Side A is known: rout and pursuit moves.
    Flight,
    Movement,
    /// Side A has moved.
    SecondMovement,
    Shooting,
    Combat,
}

/// Rules switched on, and readings chosen, for this battle (CP 1.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Options {
    pub scale: Scale,
    pub swedish_system: bool,
    pub firelocks: bool,
    pub forlorn_hopes: bool,
    pub volley_fire: bool,
    pub lancers: bool,
    pub highlanders: bool,
    /// Width of a mounted figure at 15 mm: 20 by the table, 15 by the usual bases.
    pub mounted_width_15mm: MountedWidth,
    /// Ball at skirmishers: the soft or the hard cover column.
    pub ball_at_skirmishers: BallColumn,
    /// Pistols count in any one round of a combat, or on impact only.
    pub pistols: PistolRound,
    /// Whether foot may follow up recoiling foot.
    pub foot_follow_up: bool,
    /// Whether mounted dragoons may shoot from the saddle.
    pub dragoons_shoot_mounted: bool,
    /// Whether a unit that is passed through stands still all turn, or only while it is passed.
    pub passed_stand_all_turn: bool,
    /// CP G52: hits on the enemy beside him are a general's danger too.
    pub any_unit_endangers_generals: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum MountedWidth {
    Table,
    Base,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum BallColumn {
    Soft,
    Hard,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum PistolRound {
    Any,
    Impact,
}

/// How the battle is won; the book leaves it to the scenario.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Victory {
    /// Per cent of a side's cost lost, routing or off the table at which its army is broken; none where no army breaks.
    pub broken_at: Option<u8>,
    pub objectives: Vec<Objective>,
}

/// Ground that is worth points to the side that holds it at the end.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Objective {
    pub name: String,
    pub zone: Zone,
    pub points: [u32; 2],
}
