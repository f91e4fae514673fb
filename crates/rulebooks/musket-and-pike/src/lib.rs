//! Musket & Pike: battles of the seventeenth century on hexes.
//!
//! Files are named like the chapters of the rulebook; rules are cited by their numbers in the catalogue under `docs/rules`.

pub mod agenda;
pub mod cards;
pub mod charts;
pub mod close_combat;
pub mod command;
pub mod decision;
pub mod face;
pub mod facing;
pub mod fire;
pub mod formation;
pub mod ground;
pub mod invariants;
pub mod morale;
pub mod movement;
pub mod orders;
pub mod rally;
pub mod reaction;
pub mod rout;
pub mod rulebook;
pub mod sense;
pub mod sequence;
pub mod setup;
pub mod sight;
pub mod stacking;
pub mod state;
pub mod table;
pub mod victory;

use cards::{LeaderCard, UnitCard, UnitId, WingCard};
use charts::Charts;
use ground::HexGround;
use kernel::scene::HexField;
use kernel::{Seat, SeatCard};
use state::State;
use std::sync::{Arc, OnceLock};
use victory::Victory;

/// A battle file opened: everything that does not change while it is played.
#[derive(Debug, Clone)]
pub struct MusketAndPike {
    pub info: scenario::Header,
    pub options: Options,
    pub charts: Charts,
    pub ground: HexGround,
    pub sides: [SideCard; 2],
    pub seats: Vec<SeatCard>,
    /// The seat that speaks for a whole side.
    pub chiefs: [Seat; 2],
    pub units: Vec<UnitCard>,
    /// Units of each side, in order.
    pub by_side: [Vec<UnitId>; 2],
    pub leaders: Vec<LeaderCard>,
    pub wings: Vec<WingCard>,
    pub turns: u8,
    pub victory: Victory,
    pub start: State,
    /// The map as it is drawn, once somebody has looked.
    pub drawn: OnceLock<Arc<HexField>>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SideCard {
    pub name: String,
    /// `#rrggbb`.
    pub colour: String,
    /// The leader who becomes Army Commander when the first is lost (MP 5.3.5a): a leader set aside, or the senior WC.
    pub successor: Option<cards::LeaderId>,
}

/// Optional rules and readings chosen for the battle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Options {
    /// MP 5.5.3a: starting Orders are chosen in secret instead of taken from history.
    pub secret_orders: bool,
    /// MP 9.4.1aa, 9.4.1ab.
    pub exhausted_fire: bool,
    /// MP 14.6d.
    pub croats_as_arquebusiers: bool,
    /// MP 7.3.3f: guns never limber in this battle's game.
    pub no_limbering: bool,
    /// MP E-GAG-10: strength of Light Infantry that cavalry may take along; 2 elsewhere (MP 8.1.1b).
    pub three_strength_stack: bool,
    /// MP E-GAG-16: Light Infantry may fire Salvos.
    pub light_salvo: bool,
}
