//! Chapters 3 and 5: the pieces as they are printed, and the Organizational Display. What both sides may read of a counter
//! never changes and stands here; its specific side is written into the state, where it can be blanked.

pub use crate::charts::{Class, Nation};
use crate::dice::Base6;
use field::hexes::Hex;
use kernel::{Id, IdSet, Seat, Side};
use serde::{Deserialize, Serialize};

macro_rules! id {
    ($name:ident($number:ty), $what:literal) => {
        #[doc = $what]
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub struct $name(pub $number);

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
                $name(number as $number)
            }
        }
    };
}

id!(
    UnitId(u16),
    "A combat unit, by its place in the order of battle: a regiment and each of its battalions are pieces of their own."
);
id!(LeaderId(u8), "A leader. Leaders are no combat units (LB 5.2a).");
id!(FormationId(u8), "A formation of the army: army, corps, division or brigade (3.3).");
id!(MuId(u8), "A Maneuver Unit, by the number of its marker (5.3.9).");

/// The most of each in one battle.
pub const MOST_UNITS: usize = 320;
pub const MOST_LEADERS: usize = 64;
pub const MOST_FORMATIONS: usize = 64;
pub const MOST_MUS: usize = 32;
/// The most hexes a body covers: a battery of eight Increments in Road Column, or 32 of foot or horse (12.8.2).
pub const MOST_LENGTH: usize = 8;
/// The most counters in a hex.
pub const MOST_STACKED: usize = 8;

pub type UnitSet = IdSet<UnitId, { MOST_UNITS / 64 }>;
pub type LeaderSet = IdSet<LeaderId, { MOST_LEADERS / 64 }>;
pub type FormationSet = IdSet<FormationId, { MOST_FORMATIONS / 64 }>;

/// What a combat unit is (LB 24.5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Arm {
    Infantry,
    Cavalry,
    Artillery,
    /// Artillery Ammunition Wagon, AAW (5.1.6).
    Wagon,
}

/// Foot or horse: of artillery, and of the wagons that belong to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Guns {
    Foot,
    Horse,
}

/// By the dots of the counter, whatever is left of it (5.1.1, 11.1.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Size {
    /// One dot: an infantry company, a squadron, a battery.
    Company,
    Battalion,
    Regiment,
}

/// One counter: its general side, open to everybody (LB 5.1.1a, 5.1.2b).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnitCard {
    /// The name decisions and files use.
    pub key: String,
    pub name: String,
    pub side: Side,
    pub seat: Seat,
    pub arm: Arm,
    pub size: Size,
    pub nation: Nation,
    pub class: Class,
    /// Artillery and wagons.
    pub guns: Guns,
    /// A battery of howitzers, with short and long fire only (18.15.1).
    pub howitzers: bool,
    /// The formation that holds it: a brigade, or a division, corps or army whose Asset it is (8.4.3.3).
    pub formation: FormationId,
    /// Held by its formation to be assigned in each Command Segment (7.1.2.1).
    pub asset: bool,
    /// Printed Increments (5.1.1).
    pub increments: u8,
    /// Movement Potential (5.1.1).
    pub movement: u8,
    /// The regiment that this battalion is part of, where that has a counter of its own (12.1).
    pub regiment: Option<UnitId>,
    /// The battalions a regiment breaks down into (12.1.1).
    pub battalions: UnitSet,
    /// Seniority: the first battalion is 1 (12.1.4).
    pub number: u8,
    /// The battalion of a light company (16.3.1).
    pub parent: Option<UnitId>,
    /// Caliber of a wagon: the maximum range of the guns it serves (LB 5.1.6d).
    pub caliber: u8,
    /// Carries a lance (5.1.4).
    pub lancers: bool,
    /// Wears the cuirass (chart 13).
    pub armored: bool,
    /// Light or heavy against its Movement Potential, where the battle says so (5.1.4).
    pub light: Option<bool>,
    /// Of the French Imperial Guard: its wagons carry more (18.14.1).
    pub imperial_guard: bool,
    pub rifles: bool,
    pub sappers: bool,
    /// May retreat before a charge although it is no skirmisher (19.4.1, 19.5.1).
    pub evades: bool,
    /// The Static Position it is assigned to (8.8.1).
    pub position: Option<u8>,
    /// The leader whose escort it is (8.9.1.1).
    pub escort: Option<LeaderId>,
    /// How it comes on, if it is not there from the start.
    pub arrival: Option<u8>,
    /// What an enemy who cannot see its specific side supposes it to be.
    pub typical: Specific,
}

/// The specific side of a counter (5.1.2); blank values are 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Specific {
    /// Infantry: the first only. Artillery: short, medium, long (5.1.5).
    pub fire: [u8; 3],
    /// Infantry that may skirmish: 2 (5.1.3). Artillery: its maximum range (5.1.5).
    pub range: u8,
    pub melee: u8,
    /// Cavalry in Skirmish Order.
    pub skirmish: u8,
    pub lance: u8,
    /// None where the counter has no rating and always passes (20.1.2).
    pub morale: Option<Rating>,
}

/// A Morale Rating as it is printed.
pub type Rating = Base6;

/// Kinds of formations, smallest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Echelon {
    Brigade,
    Division,
    /// Also a Wing or a Line, or whatever else an army calls it (LB 7.1.1b).
    Corps,
    Army,
}

/// A formation of the army, as the Organizational Display has it (3.3).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FormationCard {
    pub key: String,
    pub name: String,
    pub side: Side,
    pub seat: Seat,
    pub echelon: Echelon,
    /// The formation it is part of; none for an army.
    pub over: Option<FormationId>,
    /// Who leads it at the start.
    pub leader: Option<LeaderId>,
    /// All of its fighting units are cavalry (8.4.3.3).
    pub cavalry: bool,
    /// The Old Guard counts as a formation of its own (20.3.2).
    pub old_guard: bool,
    /// May form a Maneuver Unit as a whole (8.3.1, 8.6.1).
    pub maneuvers: bool,
    /// Battalions lost or routed at which each Morale Level begins, where they are printed (20.3).
    pub track: Option<[u8; 3]>,
    /// Battalions at the start, with those of all formations below it.
    pub battalions: u8,
    /// Command Span, where the battle changes it (8.3.1).
    pub span: Option<u8>,
}

/// A leader's place in the chain of command (8.1.7).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Post {
    Monarch,
    /// Leads a formation: its echelon says how high.
    Leads(FormationId),
    /// Aide-de-camp of the Imperial Staff.
    ImperialAide,
    /// Aide-de-camp on the staff of an army or a corps.
    Aide(FormationId),
    /// Outside the tactical chain: ranks as a corps leader.
    Outside,
}

/// One leader's counter, a civilian's too (LB 24.17): its general side (LB 5.2.1a). His name stands on the other, and is known to
/// everybody all the same.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeaderCard {
    pub key: String,
    pub name: String,
    pub side: Side,
    pub seat: Seat,
    pub nation: Nation,
    /// His post at the start; the state says what he is now.
    pub post: Post,
    pub movement: u8,
    /// Gives a Command Point while he is on the map (8.3.2).
    pub gives_point: bool,
    /// May form a Maneuver Unit by initiative (8.5).
    pub initiative: bool,
    /// Cavalry leader of Special Ability (19.16).
    pub cavalry_ability: bool,
    /// Artillery leader of Special Ability (18.5).
    pub artillery_ability: bool,
    /// May appeal for gunners (18.13).
    pub napoleon: bool,
    pub arrival: Option<u8>,
    /// What an enemy who cannot see his specific side supposes.
    pub typical: Bonuses,
}

/// A mêlée bonus: attacking and defending, alike unless a pair is printed (5.2.2); none where it is blank (5.2.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct MeleeBonus {
    pub attack: Option<i8>,
    pub defence: Option<i8>,
}

/// A morale bonus (5.2.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub enum MoraleBonus {
    #[default]
    None,
    Number(i8),
    /// `A`: every check is passed (5.2.2).
    Passes,
}

/// The specific side of a leader: four modifiers for all units stacked with him (LB 5.2.2a). Any of them may be negative (5.2.4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub struct Bonuses {
    pub infantry: MeleeBonus,
    pub cavalry: MeleeBonus,
    pub artillery: Option<i8>,
    pub morale: MoraleBonus,
}

/// A group that comes on during the battle (8.10).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Arrival {
    pub turn: u8,
    pub side: Side,
    /// The hex of the road or trail on the map edge (8.10.1).
    pub entry: Hex,
    /// Where it may regroup to, once it is on (8.10.7).
    pub termini: Vec<Hex>,
}

/// An area whose units need no leader (8.8).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StaticPosition {
    pub name: String,
    pub side: Side,
    pub hexes: Vec<Hex>,
}

/// What a side has beyond its units.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SideCard {
    pub key: String,
    pub name: String,
    /// `#rrggbb`.
    pub colour: String,
    /// The French and their allies (3.2).
    pub french: bool,
    /// Where the lost and the wounded come back (8.2.3, 18.11.1).
    pub depots: Vec<Hex>,
    /// Command Points that hang on no leader, where the battle gives any (7.1.1).
    pub points: u8,
    /// Whether artillery can be re-supplied (18.14.3).
    pub resupply: bool,
}

impl UnitCard {
    /// British or of the King's German Legion: may lie prone, and huzzah.
    pub fn is_british(&self) -> bool {
        matches!(self.nation, Nation::British | Nation::Kgl)
    }

    pub fn is_old_guard(&self) -> bool {
        self.class == Class::OldGuard
    }

    /// Light cavalry has a Movement Potential above 12, unless the battle says otherwise (LB 5.1.4a, 19.14.1a, 24.12).
    pub fn is_light_cavalry(&self) -> bool {
        self.arm == Arm::Cavalry && self.light.unwrap_or(self.movement > 12)
    }

    pub fn is_heavy_cavalry(&self) -> bool {
        self.arm == Arm::Cavalry && !self.is_light_cavalry()
    }

    /// Horse artillery.
    pub fn is_horse_artillery(&self) -> bool {
        self.arm == Arm::Artillery && self.guns == Guns::Horse
    }

    /// Foot smaller than a battalion or horse smaller than a regiment: does not count where a stack has no leader
    /// (LB 11.1.3b, 11.1.3c). Batteries do (LB G31).
    pub fn is_small(&self) -> bool {
        match self.arm {
            Arm::Infantry => self.size < Size::Battalion,
            Arm::Cavalry => self.size < Size::Regiment,
            Arm::Artillery | Arm::Wagon => false,
        }
    }
}

impl Specific {
    /// The Fire Value of artillery at so many hexes: short up to 2, medium up to 5, long up to its maximum range (LB 5.1.5a).
    pub const fn fire_at(&self, hexes: u16) -> Option<u8> {
        match hexes {
            0 => None,
            far if far > self.range as u16 => None,
            1 | 2 => Some(self.fire[0]),
            3..=5 => Some(self.fire[1]),
            _ => Some(self.fire[2]),
        }
    }
}

impl MeleeBonus {
    /// What a leader adds to his side's mêlée: the first of a pair attacking, the second defending; nothing where it is blank
    /// (LB 5.2.2g, 5.2.3a, 5.2.4a).
    pub fn of(self, attacking: bool) -> i8 {
        let bonus = if attacking { self.attack } else { self.defence };
        bonus.unwrap_or(0)
    }
}
