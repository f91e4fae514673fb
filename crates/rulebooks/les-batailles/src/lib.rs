//! Les Batailles (LB), by the Règlement de l'An XXX: Napoleonic battles on hexes.
//!
//! Folders are named like the chapters of the rulebook; rules are cited by their numbers in the catalogue under `docs/rules`.

pub mod agenda;
pub mod artillery;
pub mod assault;
pub mod cards;
pub mod charges;
pub mod charts;
pub mod command;
pub mod decision;
pub mod dice;
pub mod face;
pub mod facing;
pub mod fire;
pub mod formations;
pub mod fraction;
pub mod ground;
pub mod hexes;
pub mod invariants;
mod kept;
pub mod losses;
pub mod melee;
pub mod morale;
pub mod movement;
pub mod pieces;
pub mod reactions;
pub mod readings;
pub mod reorganization;
pub mod rulebook;
pub mod sense;
pub mod sequence;
pub mod setup;
pub mod sight;
pub mod stacking;
pub mod state;
pub mod table;
pub mod victory;
pub mod ways;
pub mod zones;

use cards::{Arrival, FormationCard, LeaderCard, SideCard, StaticPosition, UnitCard, UnitId};
use charts::Charts;
use ground::Ground;
use kernel::scene::HexField;
use kernel::{Seat, SeatCard};
use readings::Options;
use setup::Beginning;
use state::State;
use std::sync::{Arc, OnceLock};
use victory::Victory;
use ways::Ways;

/// A battle file opened: everything that does not change while it is played.
#[derive(Debug, Clone)]
pub struct LesBatailles {
    pub info: scenario::Header,
    pub options: Options,
    pub charts: Charts,
    pub ground: Ground,
    /// What the ground costs, by the charts.
    pub ways: Ways,
    pub sides: [SideCard; 2],
    pub seats: Vec<SeatCard>,
    /// The seat that speaks for a whole side.
    pub chiefs: [Seat; 2],
    pub units: Vec<UnitCard>,
    /// Units of each side, in order.
    pub by_side: [Vec<UnitId>; 2],
    /// Of these the cavalry.
    pub cavalry: [Vec<UnitId>; 2],
    /// The artillery of both sides, in order.
    pub guns: Vec<UnitId>,
    pub leaders: Vec<LeaderCard>,
    pub formations: Vec<FormationCard>,
    pub arrivals: Vec<Arrival>,
    pub positions: Vec<StaticPosition>,
    pub turns: u8,
    /// The year: methods of attack and some troops go by it.
    pub year: u16,
    /// Minutes after midnight at which the first turn begins.
    pub begins: u16,
    /// What light each turn has.
    pub light: Vec<Light>,
    /// Whether artillery is supplied by wagons, or has its own rounds (LB 18.14c).
    pub wagons: bool,
    pub victory: Victory,
    pub start: State,
    /// Where in its first turn it begins.
    pub beginning: Beginning,
    /// The map as it is drawn, once somebody has looked.
    pub drawn: OnceLock<Arc<HexField>>,
}

/// LB 21.0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Light {
    #[default]
    Day,
    Dusk,
    Night,
}

/// Which of the three turns of an hour it is (LB 3.5a).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Third {
    OClock,
    Twenty,
    Forty,
}

impl LesBatailles {
    /// Minutes after midnight at which a turn begins.
    pub fn minutes(&self, turn: u8) -> u16 {
        (self.begins + 20 * (u16::from(turn).saturating_sub(1))) % (24 * 60)
    }

    /// A turn's place in its hour (LB 3.5a).
    pub fn third(&self, turn: u8) -> Third {
        match self.minutes(turn) % 60 {
            0..20 => Third::OClock,
            20..40 => Third::Twenty,
            _ => Third::Forty,
        }
    }

    /// The light of a turn (LB 21.0).
    pub fn light(&self, turn: u8) -> Light {
        self.light.get(usize::from(turn).saturating_sub(1)).copied().unwrap_or_default()
    }
}
