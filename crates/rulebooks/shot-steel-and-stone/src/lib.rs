//! Shot, Steel & Stone (SSS): battles of about 1685 to 1850 on an open table measured in base widths, from pike and shot to
//! elephants.
//!
//! The modules follow the headings of the quick reference sheet, which the catalogue in `docs/rules/shot-steel-and-stone.md`
//! numbers; rulings on what the sheet leaves open are cited as `SSS G9`.

pub mod agenda;
pub mod bodies;
pub mod buildings;
pub mod cards;
pub mod charges;
pub mod command;
pub mod decision;
pub mod deployment;
pub mod disruption;
pub mod elephants;
pub mod exotics;
pub mod face;
pub mod ground;
pub mod hits;
mod invariants;
mod kept;
pub mod measures;
pub mod melee;
pub mod movement;
pub mod muster;
pub mod orders;
pub mod reaction;
pub mod readings;
pub mod rulebook;
pub mod scores;
pub mod sense;
pub mod sequence;
pub mod setup;
pub mod shooting;
pub mod state;
pub mod table;
pub mod victory;
pub mod zones;

use cards::{Arrival, Beginning, BuildingCard, Current, LeaderCard, SideCard, UnitCard, Victory};
use kernel::SeatCard;
use kernel::scene::TableField;
use readings::Options;
use scenario::Ground;
use state::State;
use std::sync::{Arc, OnceLock};

/// The rulebook opened on one battle: everything that does not change while it is played.
#[derive(Debug, Clone)]
pub struct ShotSteelAndStone {
    pub info: scenario::Header,
    pub options: Options,
    pub ground: Ground,
    pub sides: [SideCard; 2],
    pub seats: Vec<SeatCard>,
    pub units: Vec<UnitCard>,
    pub leaders: Vec<LeaderCard>,
    pub buildings: Vec<BuildingCard>,
    pub currents: Vec<Current>,
    /// When and where each unit comes on, if it is not there from the start.
    pub arrivals: Vec<Option<Arrival>>,
    pub turns: u8,
    /// Where the wind blows to, if the battle says so; else a die does (SSS G31).
    pub wind: Option<field::table::Cdeg>,
    /// The side that rolls high picks its edge before deployment (SSS G39).
    pub picks_edges: bool,
    pub victory: Victory,
    /// How far weapons reach, by the chart.
    pub ranges: shooting::Ranges,
    /// The battle as the file sets it up, before anything is rolled.
    pub start: State,
    /// Where in its first turn it begins.
    pub beginning: Beginning,
    /// The ground as it is drawn, once somebody has looked.
    pub drawn: OnceLock<Arc<TableField>>,
}
