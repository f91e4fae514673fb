//! Plashing: trees felled and laid to make a barrier (SSS 24.4).

use crate::cards::UnitId;
use crate::face::told::{self, Who};
use crate::state::{Intent, Plashed};
use crate::table::Play;
use kernel::{Listener, Side};

/// Full turns of nothing else that it takes.
const TURNS: u8 = 2;

impl<L: Listener> Play<'_, L> {
    /// At the end of an own player turn: who did nothing but plash is a turn farther, and after two the stretch of wood before
    /// it is soft cover like a fence (SSS 24.4).
    pub(crate) fn plash(&mut self, side: Side) {
        for ix in 0..self.state.units.len() as u8 {
            let id = UnitId(ix);
            if !self.table().is_there(id) {
                continue;
            }
            let unit = *self.unit(id);
            if self.table().side(id) != side {
                // Two full turns: what the enemy makes it do in his spoils the work.
                if unit.plashing > 0 && (unit.moved || unit.fought || unit.shot_at_one || unit.shot) {
                    self.unit_mut(id).plashing = 0;
                }
                continue;
            }
            let works = unit.intent == Intent::Plash && !unit.moved && !unit.shot && !unit.fought && !unit.shot_at_one;
            if !works {
                if unit.plashing > 0 {
                    self.unit_mut(id).plashing = 0;
                }
                continue;
            }
            self.unit_mut(id).plashing = unit.plashing + 1;
            if unit.plashing + 1 == TURNS {
                self.keep_bodies();
                let (left, right) = self.body(id).front_ends();
                let stretch = Plashed { from: left.round(), to: right.round() };
                self.state.overflow.keep(&mut self.state.plashed, stretch);
                self.tell("SSS 24.4", told::PLASHED, &[Who::Unit(id)]);
            }
        }
    }
}
