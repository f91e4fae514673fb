//! Chapters 6.2 and 7: moving units and leaders, the terrain they cross, limbering, bridges, reinforcements.

mod action;
mod allowance;
mod bridges;
mod duty;
mod entering;
mod leaders;
mod reinforcements;
mod search;
pub(crate) mod steps;
mod terrain;
mod trail;

pub use allowance::LEADER_ALLOWANCE;
pub use trail::Trail;

use crate::cards::{LeaderId, UnitId, UnitSet};
use crate::decision::Decision;
use crate::facing::Pose;
use crate::table::{Play, Table};
use field::hexes::{Dir, Hand, Hex, Vertex};
use kernel::{Listener, Question, Refusal, Seat};
use serde::{Deserialize, Serialize};

/// A movement under way.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Moving {
    pub unit: UnitId,
    pub activity: Activity,
    /// Fixed when the move began (MP 7.3.1c, 7.3.1d, 9.1.6a).
    pub allowance: u8,
    pub spent: u8,
    pub start: Hex,
    pub start_other: Option<Hex>,
    pub start_facing: Vertex,
    /// Hexes in which it has been ever since: of one that wheels that of the half that stands.
    pub kept: [Option<Hex>; 2],
    /// Hexes entered so far.
    pub entered: u8,
    /// Hexes entered since its Orders bind it: all of them, or those since it came back into command (MP 5.4.3c).
    pub entered_under_orders: u8,
    /// Hexes entered in a row that count for Momentum (MP 11.3.6a).
    pub run: u8,
    /// Gentle slopes crossed in this activity (MP 7.3.1g).
    pub gentle: u8,
    /// Enemies into whose zone of fire its first hex brought it, and who have had it there ever since (MP 9.4.2a).
    pub met: UnitSet,
    /// The enemies one of which it must approach under Charge (MP 5.6.1a, 5.6.1b).
    pub preys: UnitSet,
    /// One pistol shot per Movement Action (MP 10.2c).
    pub fired: bool,
    /// It has turned in the hex it is in: all turning in one hex is one trigger (ruling G-A32).
    pub turned: bool,
    /// It has changed places with the gun in its hex: once in a move.
    pub restacked: bool,
    pub stopped: bool,
    /// Tested when the move began, and again as it comes back (MP 5.4.2a, 5.4.3c).
    pub in_command: bool,
    /// It had no duty to go back when it began next to an enemy (MP 5.4.3b).
    pub may_stay: bool,
    /// It rides or walks off from the unit stacked with it (MP 7.3.1d).
    pub leaves: bool,
    /// Leaders it carries (MP 5.1.2d, 5.2.2d; ruling G-A15).
    pub company: [Option<LeaderId>; 2],
}

impl Moving {
    /// A movement of a unit from where it stands, with its present allowance.
    pub fn begun(table: Table<'_>, unit: UnitId, activity: Activity) -> Moving {
        let pose = table.pose(unit);
        Moving {
            unit,
            activity,
            allowance: table.allowance(unit),
            spent: 0,
            start: pose.hex,
            start_other: pose.other,
            start_facing: pose.facing,
            kept: [Some(pose.hex), pose.other],
            entered: 0,
            entered_under_orders: 0,
            run: 0,
            gentle: 0,
            met: UnitSet::EMPTY,
            preys: UnitSet::EMPTY,
            fired: false,
            turned: false,
            restacked: false,
            stopped: false,
            in_command: true,
            may_stay: true,
            leaves: false,
            company: [None; 2],
        }
    }

    /// Points left (MP 7.1.1e).
    #[inline]
    pub fn left(&self) -> u8 {
        self.allowance.saturating_sub(self.spent)
    }

    /// It has come to another pose.
    fn keep_to(&mut self, pose: Pose) {
        self.kept = self.kept.map(|hex| hex.filter(|&hex| pose.covers(hex)));
    }

    #[inline]
    pub fn start_pose(&self) -> Pose {
        Pose { hex: self.start, other: self.start_other, facing: self.start_facing }
    }
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
    /// Whether a leader goes along with the unit about to move (ruling G-A15).
    Company(LeaderId),
    /// The next step of the move on top of `moves`.
    Next,
    /// The move is over: Momentum, stack order.
    End,
    /// On top of the guns in its hexes or below them (MP 8.3.1a).
    StackOrder(UnitId),
    /// What a leader does with his Action.
    LeaderAction(LeaderId),
    LeaderNext {
        leader: LeaderId,
        left: u8,
    },
    /// Reinforcements of the active Wing enter (MP 7.4a).
    Enter,
    /// The same, when some have entered before (MP 7.4f).
    EnterAfter {
        before: u8,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MoveChoice {
    /// Choose to move with the Action.
    Move,
    /// The same, leaving behind the unit stacked with it.
    MoveOff,
    /// Into the front hex in that direction.
    Ahead(Dir),
    /// To face that vertex; a two-hex Column to the hexside beside it.
    Turn(Vertex),
    /// By one hex, pivoting on that half.
    Wheel(Hand),
    CounterMarch,
    Hedgehog,
    Restack,
    Limber,
    Unlimber(Vertex),
    TurnGun(Vertex),
    /// A pistol shot in passing into that hex (MP 10.2a), at a unit or at leaders alone (MP 10.1.1b).
    Pistol(Hex),
    /// Across a bridge, the left half to that hex.
    Squeeze(Hex),
    Top,
    Bottom,
    /// A leader goes along, or stays.
    Take(LeaderId),
    Leave(LeaderId),
    LeaderTo(Dir),
    Stop,
    /// Forgo the Action.
    Nothing,
    /// Its left half, or tail, on that hex.
    Enter {
        unit: UnitId,
        hex: Hex,
        facing: Vertex,
        formation: EntryFormation,
    },
}

/// MP 7.4e. There is no other way into Column than to start or to enter in it (MP 6.3.4a).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EntryFormation {
    Normal,
    OpenOrder,
    Column,
}

/// A choice that is no answer to the question put.
fn not_asked() -> Refusal {
    Refusal::new("MP 7.1.1a", "that is not what is asked now")
}

impl<L: Listener> Play<'_, L> {
    pub(crate) fn work_move(&mut self, step: MoveStep) {
        match step {
            MoveStep::Action(unit) => self.work_action(unit),
            MoveStep::Company(leader) => self.work_company(leader),
            MoveStep::Next => self.work_next(),
            MoveStep::End => self.work_end(),
            MoveStep::StackOrder(unit) => self.work_stack_order(unit),
            MoveStep::LeaderAction(leader) => self.work_leader_action(leader),
            MoveStep::LeaderNext { leader, left } => self.work_leader_next(leader, left),
            MoveStep::Enter => self.begin_entering(),
            MoveStep::EnterAfter { before } => self.work_enter(before),
        }
    }

    pub(crate) fn apply_move(&mut self, step: MoveStep, _seat: Seat, choice: MoveChoice) {
        match step {
            MoveStep::Action(unit) => self.apply_unit_action(unit, choice),
            MoveStep::Company(leader) => self.apply_company(leader, choice),
            MoveStep::Next => self.apply_next(choice),
            MoveStep::StackOrder(unit) => self.apply_stack_order(unit, choice),
            MoveStep::LeaderAction(leader) => self.apply_leader_action(leader, choice),
            MoveStep::LeaderNext { leader, left } => self.apply_leader_next(leader, left, choice),
            MoveStep::EnterAfter { before } => self.apply_enter(before, choice),
            MoveStep::End | MoveStep::Enter => {}
        }
    }
}

impl Table<'_> {
    pub fn ask_move(self, step: MoveStep, _seat: Seat, menu: &mut Vec<Decision>) -> Question {
        match step {
            MoveStep::Action(unit) => self.ask_action(unit, menu),
            MoveStep::Company(leader) => self.ask_company(leader, menu),
            MoveStep::Next => self.ask_next(menu),
            MoveStep::StackOrder(_) => self.ask_stack_order(menu),
            MoveStep::LeaderAction(leader) => self.ask_leader_action(leader, menu),
            MoveStep::LeaderNext { leader, left } => self.ask_leader_next(leader, left, menu),
            MoveStep::EnterAfter { before } => self.ask_enter(before, menu),
            MoveStep::End | MoveStep::Enter => Question::whole("move", "MP 7.1.1a", 0),
        }
    }

    pub fn judge_move(self, step: MoveStep, _seat: Seat, choice: MoveChoice) -> Result<(), Refusal> {
        match step {
            MoveStep::Action(unit) => self.judge_unit_action(unit, choice),
            MoveStep::Company(leader) => self.judge_company(leader, choice),
            MoveStep::Next => self.judge_next(choice),
            MoveStep::StackOrder(_) => self.judge_stack_order(choice),
            MoveStep::LeaderAction(leader) => self.judge_leader_action(leader, choice),
            MoveStep::LeaderNext { leader, left } => self.judge_leader_next(leader, left, choice),
            MoveStep::EnterAfter { before } => self.judge_enter(before, choice),
            MoveStep::End | MoveStep::Enter => Err(not_asked()),
        }
    }
}
