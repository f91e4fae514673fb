//! Close Fire & European Order (CF): battles of 1700 to 1720 on an open table measured in yards, in which the piece that is
//! played with is the brigade.
//!
//! The modules follow the headings of the rulebook, which the catalogue in `docs/rules/close-fire.md` numbers; rulings on what
//! the book leaves open are cited as `CF G9`.

pub mod afterwards;
pub mod agenda;
pub mod bodies;
pub mod cards;
pub mod charges;
pub mod charts;
pub mod combat;
pub mod command;
pub mod decision;
pub mod face;
pub mod fire;
pub mod ground;
mod invariants;
pub mod measures;
pub mod morale;
pub mod movement;
pub mod muster;
pub mod readings;
pub mod rulebook;
pub mod scenarios;
pub mod sense;
pub mod sequence;
pub mod setup;
pub mod state;
pub mod table;
pub mod victory;
pub mod visibility;
pub mod zones;

use cards::{
    Arrival, Beginning, BrigadeCard, Entry, Frame, LeaderCard, Position, SideCard, UnitCard, Victory, WingCard,
};
use ground::Works;
use kernel::SeatCard;
use kernel::scene::TableField;
use readings::Options;
use scenario::Ground;
use state::State;
use std::sync::{Arc, OnceLock};

/// The rulebook opened on one battle: everything that does not change while it is played.
#[derive(Debug, Clone)]
pub struct CloseFire {
    pub info: scenario::Header,
    pub options: Options,
    /// Ranges and results of guns, as this battle reads them.
    pub charts: charts::Charts,
    pub frame: Frame,
    pub ground: Ground,
    /// What each line of the ground is to those who cross it or stand behind it.
    pub works: Vec<Works>,
    pub sides: [SideCard; 2],
    pub seats: Vec<SeatCard>,
    pub wings: Vec<WingCard>,
    pub brigades: Vec<BrigadeCard>,
    pub leaders: Vec<LeaderCard>,
    pub units: Vec<UnitCard>,
    /// What is read where a seat may not know who stands there (CF 5.26).
    pub unknown: UnitCard,
    /// Ground that orders and objectives speak of.
    pub positions: Vec<Position>,
    /// Where columns march on (CF 5.15).
    pub entries: Vec<Entry>,
    /// When and where each unit comes on, if it is not there from the start (CF 5.24).
    pub arrivals: Vec<Option<Arrival>>,
    pub turns: u8,
    /// The battle file says how many there are.
    pub turns_given: bool,
    /// One side picks its end of the table (CF 5.9, 5.21).
    pub choose_ends: bool,
    /// What leaders want for themselves (CF 5.30).
    pub personal: Vec<scenarios::personal::Personal>,
    pub victory: Victory,
    /// The battle as the file sets it up, before anything is rolled.
    pub start: State,
    /// Where in its first turn it begins.
    pub beginning: Beginning,
    /// The ground as it is drawn, once somebody has looked.
    pub drawn: OnceLock<Arc<TableField>>,
}
