//! CF 5: kinds of battle, deployment, hidden troops, reinforcements, cards.
//!
//! Before the first turn the sides do what players do at a table: they pick their edge, give up troops for works, draw maps that
//! the other does not see, name entry points and write an order of march. What one may not know of the other is blanked in
//! `hidden`, and nowhere else.

mod cards;
mod hidden;
pub mod limits;
mod maps;
mod marching;
pub(crate) mod personal;
mod sight;
mod steps;
mod works;

pub(crate) use steps::steps_of;
pub use steps::{Coming, DeployChoice, DeployStep, Mappers, OrderWord};

use crate::agenda::Step;
use crate::cards::{TableEdge, Zone};
use crate::measures::NEAR;
use crate::state::{Phase, Place};
use crate::table::{Play, Table};
use kernel::{Listener, Side};

/// Turns where columns march on and the battle file does not say how many there are (CF G1).
pub const MARCH_TURNS: u8 = 15;

impl Table<'_> {
    /// The edge a side has its back to: that of the battle file, unless the other one was chosen (CF 5.9, 5.21).
    pub fn baseline(self, side: Side) -> TableEdge {
        self.rules.sides[self.end_of(side)].baseline
    }

    /// Where a side deploys (CF 5.12, 5.14, 5.22).
    pub fn zone(self, side: Side) -> Zone {
        self.rules.sides[self.end_of(side)].zone
    }

    fn end_of(self, side: Side) -> usize {
        if self.state.ends_swapped { side.other().ix() } else { side.ix() }
    }

    /// The last turn of the battle (CF 5.28, G1).
    pub fn last_turn(self) -> u8 {
        if self.state.marches_on && !self.rules.turns_given { MARCH_TURNS } else { self.rules.turns }
    }

    /// Somebody has still to be put on the table or on a map.
    fn waits(self, side: Side) -> bool {
        self.all().any(|id| self.side(id) == side && self.unit(id).place == Place::Reserve)
    }
}

impl<L: Listener> Play<'_, L> {
    /// What comes before the first turn: armies are laid out as their battle has it (CF 5.12 to 5.15, 5.22, 5.23).
    pub(crate) fn open_deployment(&mut self) {
        let table = self.table();
        if !Side::BOTH.into_iter().any(|side| table.waits(side)) {
            return;
        }
        let chooses = self.rules.choose_ends;
        let steps: &[DeployStep] = match self.rules.frame.attacker() {
            Some(attacker) => {
                let defender = attacker.other();
                &[
                    DeployStep::Ends(defender),
                    DeployStep::Exchange(defender),
                    DeployStep::Raise(defender),
                    DeployStep::Map(Mappers::One(defender)),
                    DeployStep::Seen(defender),
                    DeployStep::Coming(attacker),
                    DeployStep::Set,
                ]
            }
            // One player lays out the table: the first; the other picks his end (CF 5.21).
            None => {
                &[DeployStep::Ends(Side::SECOND), DeployStep::Map(Mappers::Both), DeployStep::Lift, DeployStep::Set]
            }
        };
        self.state.phase = Phase::Deployment;
        for &step in steps.iter().rev().filter(|step| chooses || !matches!(step, DeployStep::Ends(_))) {
            self.state.agenda.push(Step::Deploy(step));
        }
    }
}

/// Beyond so much of the centre line a meeting engagement is deployed (CF 5.22).
pub const OFF_CENTRE: i32 = NEAR;
