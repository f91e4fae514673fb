//! Chapter 11: close combat, retreat, advance, pursuit.

use crate::cards::{UnitId, UnitSet};
use crate::charts::CombatResult;
use crate::decision::Decision;
use crate::table::{Play, Table};
use arrayvec::ArrayVec;
use field::hexes::{Dir, Hand, Hex};
use kernel::{Dice, Listener, Question, Refusal, Seat, Side};
use serde::{Deserialize, Serialize};

/// A Close Combat named in the segment: attackers of one defender (MP 11.1.4a, 11.1.4b).
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Designation {
    pub attacker: UnitId,
    pub hex: Hex,
    pub side: Side,
    pub fought: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum FightKind {
    Active,
    Reaction,
    Interception,
}

/// One combat under way.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Fight {
    pub kind: FightKind,
    pub attackers: ArrayVec<UnitId, 8>,
    pub defender: Option<UnitId>,
    pub hex: Hex,
    pub pistols: UnitSet,
    pub result: Option<CombatResult>,
    pub stage: u8,
    /// Hexes the losers left, for advance and pursuit.
    pub vacated: ArrayVec<Hex, 8>,
    pub losers: UnitSet,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum CombatStep {
    /// MP 11.2A, then 11.2B.
    Designate(Side),
    /// MP 11.2C: which end of the line first, then combat after combat.
    Resolve(Side),
    /// The fight on top of `fights`.
    Fight,
    /// A unit retreats: hexes still to go, away from whom (MP 11.4.2).
    Retreat {
        unit: UnitId,
        from: Option<UnitId>,
        left: u8,
        broken: bool,
    },
    /// MP 11.4.5.
    UnableToRetreat {
        unit: UnitId,
        missing: u8,
    },
    Pursuit {
        unit: UnitId,
    },
    Advance,
    /// MP 11.4.7b.
    TurnAfter {
        unit: UnitId,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CombatChoice {
    Attack { unit: UnitId, hex: Hex },
    DesignationsDone,
    LeftEnd,
    RightEnd,
    Pistol { unit: UnitId, spend: bool },
    RetreatTo(Dir),
    Advance { unit: UnitId, hex: Hex },
    HoldGround,
    Turn(Hand),
    KeepFacing,
    Pursue { unit: UnitId, after: UnitId },
}

impl<D: Dice, L: Listener> Play<'_, D, L> {
    /// Step D of an activation (MP 3.2.Da): pushes the steps of the segment.
    pub fn begin_close_combat_segment(&mut self) {
        unimplemented!()
    }

    /// The Close Combat of a successful Interception (MP 9.3.3c).
    pub fn begin_interception_combat(&mut self, attacker: UnitId, defender: UnitId) {
        let _ = (attacker, defender);
        unimplemented!()
    }

    /// A unit must retreat `hexes` away from an enemy (toward its edge when there is none): pushes the step (MP 11.4.2a to 11.4.5c, 12.4.3b). `broken` when it has just become Morale Broken.
    pub fn begin_retreat(&mut self, id: UnitId, from: Option<UnitId>, hexes: u8, broken: bool) {
        let _ = (id, from, hexes, broken);
        unimplemented!()
    }
}

impl<D: Dice, L: Listener> Play<'_, D, L> {
    pub(crate) fn work_combat(&mut self, step: CombatStep) {
        let _ = step;
        unimplemented!()
    }

    pub(crate) fn apply_combat(&mut self, step: CombatStep, seat: Seat, choice: CombatChoice) {
        let _ = (step, seat, choice);
        unimplemented!()
    }
}

impl Table<'_> {
    pub(crate) fn ask_combat(self, step: CombatStep, seat: Seat, menu: &mut Vec<Decision>) -> Question {
        let _ = (step, seat, menu);
        unimplemented!()
    }

    pub(crate) fn judge_combat(self, step: CombatStep, seat: Seat, choice: CombatChoice) -> Result<(), Refusal> {
        let _ = (step, seat, choice);
        unimplemented!()
    }
}
