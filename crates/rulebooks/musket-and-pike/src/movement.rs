//! Chapters 6.2 and 7: moving units and leaders, the terrain they cross, limbering, bridges, reinforcements.

use crate::cards::{LeaderId, UnitId};
use crate::decision::Decision;
use crate::table::{Play, Table};
use field::hexes::{Dir, Hand, Hex, Vertex};
use kernel::{Dice, Listener, Question, Refusal, Seat};
use serde::{Deserialize, Serialize};

/// A movement under way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Moving {
    pub unit: UnitId,
    pub activity: Activity,
    /// Fixed when the move began (MP 7.3.1c, 9.1.6a).
    pub allowance: u8,
    pub spent: u8,
    pub start: Hex,
    pub start_other: Option<Hex>,
    pub start_facing: Vertex,
    /// Hexes entered so far.
    pub entered: u8,
    /// Hexes entered in a row that count for Momentum (MP 11.3.6a).
    pub run: u8,
    /// Gentle slopes crossed in this activity (MP 7.3.1g).
    pub gentle: u8,
    /// The enemy it must approach under Charge (MP 5.6.1a), and how far off he was.
    pub prey: Option<UnitId>,
    pub prey_distance: u8,
    /// One pistol shot per Movement Action (MP 10.2c).
    pub fired: bool,
    pub stopped: bool,
    /// Tested when the move began (MP 5.4.2a).
    pub in_command: bool,
}

/// What kind of movement it is: each is one movement activity (MP 7.3.1g) with its own limits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Activity {
    Move,
    Interception {
        target: UnitId,
    },
    Withdraw {
        from: UnitId,
    },
    Advance,
    Pursuit,
    Retreat,
    Displacement,
    /// The step of Advancing or Retreating Fire.
    FireStep,
    /// A pivot in reaction (MP 9.2.2c).
    FacingChange,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum MoveStep {
    /// What the chosen unit does with its Action (MP 3.2.Ca).
    Action(UnitId),
    /// The next step of the move on top of `moves`.
    Next,
    /// The move is over: obligations, Momentum, stack order.
    End,
    /// Gun on top or below (MP 8.3.1a).
    StackOrder(UnitId),
    /// What a leader does with his Action.
    LeaderAction(LeaderId),
    LeaderNext {
        leader: LeaderId,
        left: u8,
    },
    /// Reinforcements of the active Wing enter (MP 7.4).
    Enter,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MoveChoice {
    /// Choose to move with the Action.
    Move,
    /// Into the front hex in that direction.
    Ahead(Dir),
    Turn(Hand),
    Wheel(Hand),
    CounterMarch,
    Hedgehog,
    Restack,
    Limber,
    Unlimber(Vertex),
    TurnGun(Vertex),
    /// A pistol shot in passing (MP 10.2a).
    Pistol(UnitId),
    Squeeze(Hex),
    Top,
    Bottom,
    LeaderTo(Dir),
    Stop,
    /// Leave the unit without an Action.
    Nothing,
    Enter {
        unit: UnitId,
        hex: Hex,
        formation: EntryFormation,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EntryFormation {
    Normal,
    OpenOrder,
    Column,
}

impl Table<'_> {
    /// Movement allowance of a unit as it stands (T-MA, chart C19; MP 7.2.1a, 6.3.1e, 8.2.1b).
    pub fn allowance(self, id: UnitId) -> u8 {
        let _ = id;
        unimplemented!()
    }

    /// The allowance others compare with (ruling G-A30): fixed at the start of its present move, else from its present formation.
    pub fn compared_allowance(self, id: UnitId) -> u8 {
        let _ = id;
        unimplemented!()
    }

    /// Points to go from a hex into an adjacent one for a unit, terrain and hexside (chart C20; MP 7.1.1a); None when it is prohibited. Stacking is not looked at.
    pub fn entry_cost(self, id: UnitId, from: Hex, dir: Dir) -> Option<u8> {
        let _ = (id, from, dir);
        unimplemented!()
    }

    /// Formation hits of going that way, not counting gentle slopes (MP 7.3.1a, 7.3.1b, 7.3.1h).
    pub fn entry_hits(self, id: UnitId, from: Hex, dir: Dir) -> u8 {
        let _ = (id, from, dir);
        unimplemented!()
    }

    /// Poses a two-hex or one-hex unit comes to by each kind of single step; used by moves, interceptions and withdrawals alike.
    pub fn ahead(self, id: UnitId, dir: Dir) -> Option<(Hex, Option<Hex>)> {
        let _ = (id, dir);
        unimplemented!()
    }
}

impl<D: Dice, L: Listener> Play<'_, D, L> {
    /// Puts a unit on new hexes as one step of an activity and takes all that follows from entering: terrain formation hits, guns, wagons and lone leaders captured
    /// (MP 5.3.1b, 8.5c, 10.8.9b, 11.5.1a), locations (MP 15.0g), Light Infantry taken along, first-adjacent pairs (MP 14.4a), the Momentum count and gentle slopes of the move on top (if it is this
    /// unit's). No points are spent, no trigger is opened, leaders are not moved: callers do that.
    pub fn enter(&mut self, id: UnitId, hex: Hex, other: Option<Hex>, facing: Vertex, activity: Activity) {
        let _ = (id, hex, other, facing, activity);
        unimplemented!()
    }
}

impl<D: Dice, L: Listener> Play<'_, D, L> {
    pub(crate) fn work_move(&mut self, step: MoveStep) {
        let _ = step;
        unimplemented!()
    }

    pub(crate) fn apply_move(&mut self, step: MoveStep, seat: Seat, choice: MoveChoice) {
        let _ = (step, seat, choice);
        unimplemented!()
    }
}

impl Table<'_> {
    pub(crate) fn ask_move(self, step: MoveStep, seat: Seat, menu: &mut Vec<Decision>) -> Question {
        let _ = (step, seat, menu);
        unimplemented!()
    }

    pub(crate) fn judge_move(self, step: MoveStep, seat: Seat, choice: MoveChoice) -> Result<(), Refusal> {
        let _ = (step, seat, choice);
        unimplemented!()
    }
}
