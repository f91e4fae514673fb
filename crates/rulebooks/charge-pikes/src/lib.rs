//! Charge Pikes! (CP): battles of the English Civil War with miniatures on an open table.
//!
//! The modules follow the chapters of the printed book: someone holding it finds the code of a rule by its heading.
//! Rule numbers are those of the catalogue in `docs/rules/charge-pikes.md`.

pub mod agenda;
pub mod bodies;
pub mod cards;
pub mod combat;
pub mod decision;
pub mod deployment;
pub mod face;
pub mod formations;
pub mod generals;
pub mod hits;
mod invariants;
pub mod movement;
pub mod muster;
pub mod reaction;
pub mod rulebook;
pub mod scales;
pub mod sense;
pub mod sequence;
pub mod setup;
pub mod shooting;
pub mod state;
pub mod steadiness;
pub mod table;
pub mod terrain;
pub mod victory;
pub mod visibility;

use cards::{Arrival, Beginning, GeneralCard, Options, SideCard, UnitCard, Victory};
use kernel::SeatCard;
use kernel::scene::TableField;
use scenario::Ground;
use state::State;
use std::sync::{Arc, OnceLock};

/// The rulebook opened on one battle: everything that does not change while it is played.
#[derive(Debug, Clone)]
pub struct ChargePikes {
    pub info: scenario::Header,
    pub options: Options,
    /// T5, as this battle reads it.
    pub shooting: shooting::ShootingTable,
    pub ground: Ground,
    pub sides: [SideCard; 2],
    pub seats: Vec<SeatCard>,
    pub units: Vec<UnitCard>,
    pub generals: Vec<GeneralCard>,
    /// When and where each unit comes on, if it is not there from the start.
    pub arrivals: Vec<Option<Arrival>>,
    pub turns: u8,
    pub victory: Victory,
    /// The battle as the file sets it up, before anything is rolled.
    pub start: State,
    /// Where in its first turn it begins.
    pub beginning: Beginning,
    /// The ground as it is drawn, once somebody has looked.
    pub drawn: OnceLock<Arc<TableField>>,
}
