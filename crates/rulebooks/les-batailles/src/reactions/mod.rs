//! Opportunity Reactions: the windows that open when a unit acts near the enemy (chapters 10, 15.6, 19.18, 19.19).

mod eligible;
mod steps;

pub use steps::*;

use crate::agenda::Step;
use crate::cards::{UnitId, UnitSet};
use crate::hexes::Hexes;
use crate::table::Play;
use field::hexes::Hex;
use kernel::{Listener, SeatSet};
use serde::{Deserialize, Serialize};

/// What a unit is about to do, or has just done, where enemies may react to it (table 11 of the catalogue's first part).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Trigger {
    /// About to leave its hexes.
    Leaves,
    /// About to spend points where it is: formation, presentation, extending, consolidating, a wheel.
    Spends,
    /// About to change its stacking order (LB 11.2.1.1a).
    Restacks,
    /// Has entered an Opportunity Charge Zone (10.1.3).
    EnteredZone,
    /// Has joined friends and conformed (10.1.3.1).
    Joined,
    /// Is picked up next to cavalry whose zone it is in (19.18.4).
    PickedUp,
    /// Announces that it will move next to cavalry (19.19).
    Approaches,
    /// Charge Movement: Opportunity Fire and Reaction Charges only (19.1.1.2).
    Charges,
    /// Pursuers who follow those that give way before their charge (19.4.5, 19.5.4): fire and Opportunity Charges.
    Follows,
    /// About to be displaced, which nobody counts as involuntary (LB 10.1.3h, 11.1.5.1a).
    Displaced,
}

/// Opportunity Fire, Reaction Moves and Opportunity Charges come in this order (LB 24.16, 10.1.3.2c).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Stage {
    Fire,
    Moves,
    Charges,
}

/// One window: a trigger, and how far the other side has got in answering it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Window {
    pub trigger: Trigger,
    /// The stack that triggers it.
    pub mover: UnitId,
    pub units: UnitSet,
    /// Where it stands while they react (10.1.3).
    pub at: Hexes,
    /// Where it was before, if it has moved already.
    pub was: Option<Hexes>,
    /// The hex it is about to enter.
    pub to: Option<Hex>,
    pub stage: Stage,
    /// Enemies that have reacted, or tried to.
    pub tried: UnitSet,
    /// Those who will fire, all together (15.6).
    pub firing: UnitSet,
    /// Those who have made a Reaction Move: they do not charge as well (19.19.2).
    pub moved: UnitSet,
    /// Who has passed the check for an Opportunity Charge: nobody else tries (10.1.3.3).
    pub charged: Option<UnitId>,
    /// Seats that do nothing more in this stage.
    pub passed: SeatSet,
}

impl<L: Listener> Play<'_, L> {
    /// A unit, with those that act with it, is about to do something, or has done it: the other side may react before what lies
    /// below on the agenda goes on. Whoever opens a window has put what comes after it on the agenda, and looks there at what
    /// has become of the unit.
    pub fn open_window(&mut self, trigger: Trigger, mover: UnitId, units: UnitSet, to: Option<Hex>) {
        self.open_window_after(trigger, mover, units, to, None);
    }

    /// The same for a stack that has come from there.
    pub fn open_window_after(
        &mut self,
        trigger: Trigger,
        mover: UnitId,
        units: UnitSet,
        to: Option<Hex>,
        was: Option<Hexes>,
    ) {
        let window = Window {
            trigger,
            mover,
            units,
            at: self.unit(mover).hexes,
            was,
            to,
            stage: Stage::Fire,
            tried: UnitSet::EMPTY,
            firing: UnitSet::EMPTY,
            moved: UnitSet::EMPTY,
            charged: None,
            passed: SeatSet::EMPTY,
        };
        // Where nobody could react nothing is opened.
        if !self.table().anybody_reacts(&window) {
            return;
        }
        let (value, overflow) = self.state.with_overflow();
        if overflow.keep(&mut value.windows, window) {
            self.push(Step::React(ReactStep::Window));
        }
    }
}
