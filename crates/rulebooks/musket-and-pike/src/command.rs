//! Chapter 5: leaders, their one Action, their loss and replacement; command; the changing of Orders. What each Order lets a unit do stands in
//! `orders`.

use crate::cards::{LeaderId, UnitId, WingId};
use crate::decision::Decision;
use crate::state::{Cause, Orders};
use crate::table::{Play, Table};
use field::hexes::Hex;
use kernel::{Dice, Listener, Question, Refusal, Seat, Side};
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum CommandStep {
    /// Step B of an activation: mandatory Rally, or an attempt to change Orders (MP 5.7, 5.8).
    ChangeOrders(WingId),
    /// A leader is put on a unit (MP 5.3.4a, 5.3.4d, 5.2.2c; ruling G-A48).
    PlaceLeader(LeaderId),
    /// A leader may choose whether to go along with a unit to `hex` (MP 5.1.2a, 5.1.2b, 5.2.2b).
    Accompany { leader: LeaderId, unit: UnitId, hex: Hex },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CommandChoice {
    Change { orders: Orders, helped: bool },
    Keep,
    Place { leader: LeaderId, unit: UnitId },
    Go { leader: LeaderId },
    Stay { leader: LeaderId },
}

impl Table<'_> {
    /// Whether a unit can trace to its Wing Commander now (MP 5.4.2a to 5.4.2f). Wagons always are (MP 5.4.1a).
    pub fn in_command(self, id: UnitId) -> bool {
        let _ = id;
        unimplemented!()
    }

    /// The Army Commander who may still lend his rating to a Wing Commander: stacked or adjacent, his Action unspent (MP 5.1.2c, 5.1.2e).
    pub fn can_help(self, wing: WingId) -> Option<LeaderId> {
        let _ = wing;
        unimplemented!()
    }
}

/// Why a leader moves with a unit: decides who must and who may (T-LEADER).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Company {
    Interception,
    AdvanceOrRetreat,
    /// The retreat on becoming Morale Broken (ruling G-A59).
    Rout,
    RoutPhase,
    Pursuit,
}

impl<D: Dice, L: Listener> Play<'_, D, L> {
    /// Rolls on the Leader Casualty Table for one leader (MP 10.10a, 11.8a); removes him on a bad roll. True when he is gone.
    pub fn leader_casualty_roll(&mut self, leader: LeaderId, cause: Cause) -> bool {
        let _ = (leader, cause);
        unimplemented!()
    }

    /// Removes a leader from play (MP 5.3.1a, 5.3.1b, 5.3.2a); his fate is rolled in the Marker Removal Phase.
    pub fn remove_leader(&mut self, leader: LeaderId, cause: Cause) {
        let _ = (leader, cause);
        unimplemented!()
    }

    /// Leaders in `from` go with a unit that has just moved to its present hexes: Wing Commanders as they must, an Army Commander (and in the rout phase any) as he
    /// chooses, which may ask. Called after the unit has been put on its new hexes.
    pub fn accompany(&mut self, id: UnitId, from: [Option<Hex>; 2], company: Company) {
        let _ = (id, from, company);
        unimplemented!()
    }

    /// A unit has left the map for good or was destroyed: leaders stacked with it and with no other friendly unit are removed (MP 5.3.1b, 11.8b), or go with it in
    /// pursuit (MP 11.7.2k), or are put on another unit of their Wing when the unit retreated or routed off the map (MP 5.2.2c).
    pub fn leaders_of_lost(&mut self, id: UnitId, at: [Option<Hex>; 2], cause: LostCause) {
        let _ = (id, at, cause);
        unimplemented!()
    }

    /// Marker Removal B (MP 3.4b): leaders due come back, fates are rolled, replacements placed. May ask.
    pub fn replace_leaders(&mut self, side: Side) {
        let _ = side;
        unimplemented!()
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LostCause {
    Eliminated(Cause),
    RoutedOff,
    Pursuit,
}

impl<D: Dice, L: Listener> Play<'_, D, L> {
    pub(crate) fn work_command(&mut self, step: CommandStep) {
        let _ = step;
        unimplemented!()
    }

    pub(crate) fn apply_command(&mut self, step: CommandStep, seat: Seat, choice: CommandChoice) {
        let _ = (step, seat, choice);
        unimplemented!()
    }
}

impl Table<'_> {
    pub(crate) fn ask_command(self, step: CommandStep, seat: Seat, menu: &mut Vec<Decision>) -> Question {
        let _ = (step, seat, menu);
        unimplemented!()
    }

    pub(crate) fn judge_command(self, step: CommandStep, seat: Seat, choice: CommandChoice) -> Result<(), Refusal> {
        let _ = (step, seat, choice);
        unimplemented!()
    }
}
