//! The Charts and Tables cards (C1 to C21), as flat arrays ready for play. The figures come from the files under
//! `charts/musket-and-pike`, each with where it comes from; an owner of the game may lay corrected ones over them.

mod read;

pub use read::{Series, read, shipped};

use crate::state::Orders;

/// What a formation leaves of a unit's full allowance: so many halves of it, rounded down (ruling G-A42), and so many points more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AllowanceShare {
    pub halves: u8,
    pub more: u8,
}

impl AllowanceShare {
    pub const fn of(self, full: u8) -> u8 {
        full * self.halves / 2 + self.more
    }
}

/// All charts of one battle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Charts {
    /// C1, by current and wanted Orders: the highest modified roll that succeeds; None is not possible.
    pub orders_change: [[Option<i8>; 4]; 4],
    pub orders_change_modifiers: OrdersChangeModifiers,
    /// C2, by Orders.
    pub continuation: [Option<i8>; 4],
    pub preemption: [Option<i8>; 4],
    pub continuation_modifiers: ContinuationModifiers,
    /// C4, by the Orders of the intercepting cavalry.
    pub interception: [Option<i8>; 4],
    pub interception_modifiers: InterceptionModifiers,
    /// C5, by die: whether the leader is removed.
    pub leader_casualty: [bool; 10],
    /// C6, by die.
    pub leader_replacement: [Replacement; 10],
    /// C7 and C8, by die and column.
    pub musketry: [[FireResult; 3]; 10],
    pub regimental: [[FireResult; 3]; 10],
    /// C9, by die.
    pub light_fire: [FireResult; 10],
    pub pistol_fire: [FireResult; 10],
    /// C10.
    pub fire_modifiers: FireModifiers,
    /// C11, by gun class and range (0 unused): None is out of range.
    pub range: [[Option<i8>; MOST_RANGE + 1]; 3],
    /// C12.
    pub artillery: [FireResult; 10],
    /// C13, by total from -4 to 13.
    pub close_combat: [CombatResult; 18],
    /// C14, by attacker's row and defender's column; None may not attack.
    pub matrix: [[Option<i8>; 7]; 6],
    /// C15.
    pub combat_modifiers: CombatModifiers,
    /// C16, by die, for this battle's game.
    pub pursuit: [PursuitResult; 10],
    pub pursuit_leader: bool,
    /// C17.
    pub unable_to_retreat: [StandResult; 10],
    pub unable_modifiers: UnableModifiers,
    /// C18, by printed strength and morale less 4; None is no threshold.
    pub threshold: [[Option<u8>; 5]; 21],
    /// C19, by formation: normal, open order, shaken, broken, hedgehog, column.
    pub allowance: [AllowanceShare; 6],
    /// C20: rows for hexes and hexsides, in the order of the map's key.
    pub terrain: Vec<TerrainRow>,
    /// C21: at least so many to one for the attacker, or to one against him, and what it gives.
    pub ratio: [(i8, i8); 4],
    /// A unit in Open Order takes the Formation Shaken modifiers (ruling G-A63).
    pub open_order_as_shaken: bool,
}

pub const MOST_RANGE: usize = 24;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OrdersChangeModifiers {
    pub near_enemy: i8,
    pub cavalry_to_charge: i8,
    pub cavalry_to_receive: i8,
    pub to_rally_half_gone: i8,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ContinuationModifiers {
    pub near_enemy: i8,
    pub cavalry_wing: i8,
    pub second_attempt: i8,
    pub no_continue: i8,
    /// On every continuation roll of this battle.
    pub battle: i8,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InterceptionModifiers {
    /// By printed morale less 4.
    pub morale: [i8; 5],
    pub shaken: i8,
    pub leader: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Replacement {
    ReturnsAtOnce,
    ReturnsNextTurn,
    Gone,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, serde::Serialize, serde::Deserialize)]
pub struct FireResult {
    pub casualties: u8,
    pub formation_hit: bool,
    pub morale_check: bool,
}

impl FireResult {
    pub const MISS: FireResult = FireResult { casualties: 0, formation_hit: false, morale_check: false };

    pub fn is_miss(self) -> bool {
        self == FireResult::MISS
    }
}

/// Columns of C7 and C8.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MusketColumn {
    Front,
    Flank,
    Salvo,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FireModifiers {
    pub advancing_or_retreating: i8,
    pub reaction_to_retreating: i8,
    pub salvo_marker: i8,
    pub reaction_at_moving_cavalry: i8,
    pub carbines: i8,
    pub firer_shaken: i8,
    pub firer_broken: i8,
    pub target_hedgehog: i8,
    pub artillery_at_hedgehog: i8,
    pub double_battery: i8,
    pub artillery_at_artillery: i8,
    pub wagon: i8,
}

/// C13.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub enum CombatResult {
    AttackerEliminated,
    AttackerBroken,
    /// Retreats so many hexes.
    AttackerShaken(u8),
    NoDecision,
    DefenderShaken(u8),
    DefenderBroken,
    DefenderEliminated,
}

/// Rows and columns of C14.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AttackerRow {
    FormedCavalry,
    Croats,
    HeavyInfantry,
    WithoutPikes,
    LightInfantry,
    Hedgehog,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DefenderColumn {
    FormedCavalry,
    Croats,
    HeavyFront,
    HeavyFlankOrRear,
    WithoutPikes,
    Hedgehog,
    LightInfantry,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CombatModifiers {
    pub leader: i8,
    pub momentum_cavalry: i8,
    pub momentum_infantry: i8,
    pub flank_or_rear: i8,
    pub pistol: i8,
    pub attacker_shaken: i8,
    pub attacker_broken: i8,
    pub defender_shaken: i8,
    pub defender_broken: i8,
    pub attacker_salvo: i8,
    pub defender_salvo: i8,
    pub wagon: i8,
    /// The net total is limited to this, either way.
    pub limit: i8,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub enum PursuitResult {
    BreakOff,
    Eliminate,
    OffMap,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub enum StandResult {
    Stand,
    /// Stays Broken where it is and takes a casualty for each hex not retreated.
    Casualties,
    Eliminated,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnableModifiers {
    /// By printed morale less 4.
    pub morale: [i8; 5],
    pub leader: bool,
    pub light_infantry: i8,
}

/// Movement columns of C20.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Column {
    Heavy,
    Light,
    Cavalry,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cost {
    Points(u8),
    Prohibited,
    /// The whole allowance; the unit must be Formation Normal and ends Formation Broken (MP E-SiA-3).
    AllAndBroken,
    /// So many times the cost of the hex's own terrain (fog and smoke).
    Times(u8),
}

/// One row of C20, for a hex or a hexside. Costs of hexsides are added to those of the hex.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TerrainRow {
    pub key: String,
    pub name: String,
    pub hexside: bool,
    /// By [`Column`].
    pub cost: [Cost; 3],
    /// Formation hits for Heavy Infantry and for formed cavalry.
    pub hits: [u8; 2],
    /// On fire and on Close Combat against a unit in the hex or across the hexside (MP 11.3.1a; MP E-SiA-2 for an abatis).
    pub fire: i8,
    pub combat: i8,
    pub blocks: bool,
    pub reciprocal: bool,
    /// A unit in it may take cover (MP 9.4.5a).
    pub cover: bool,
    /// Momentum may be gathered through it (MP 11.3.6a).
    pub clear: bool,
    pub bridge: bool,
    /// Infantry attacks over the hexside although it may not cross it (MP E-SiA-8).
    pub fight_across: bool,
}

impl Charts {
    pub fn can_change(&self, from: Orders, to: Orders) -> Option<i8> {
        self.orders_change[from.ix()][to.ix()]
    }

    /// A modified roll below 0 reads as 0, above 9 as 9 (MP 2.2b).
    pub fn row(total: i32) -> usize {
        total.clamp(0, 9) as usize
    }
}
