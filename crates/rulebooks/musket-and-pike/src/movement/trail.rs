//! Ways as the ledger tells them: one line for a whole way, told when it is over or when somebody comes between.

use super::{Activity, MoveStep};
use crate::agenda::Step;
use crate::cards::{LeaderId, UnitId};
use crate::close_combat::CombatStep;
use crate::command::CommandStep;
use crate::face::told::{Of, movement as told};
use crate::facing::Pose;
use crate::rally::RallyStep;
use crate::reaction::{InterceptionStage, ReactStep};
use crate::state::{Morale, Phase};
use crate::table::{Play, Table};
use arrayvec::ArrayVec;
use field::hexes::Hex;
use kernel::{Entry, Listener, Phrase};

/// The longest way that is told in one piece.
const LONGEST: usize = 20;

/// Who is on a way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Walker {
    Unit(UnitId),
    Leader(LeaderId),
}

/// A way gone that nobody has been told of yet. It is no part of the battle's value: with nobody listening there is none.
#[derive(Debug, Clone)]
pub struct Trail {
    walker: Walker,
    activity: Activity,
    /// Where a unit stood as it set off.
    from: Option<Pose>,
    /// It set off out of command (MP 5.4.3a).
    goes_back: bool,
    /// Of a two-hex unit those of its left half.
    hexes: ArrayVec<Hex, LONGEST>,
    company: ArrayVec<LeaderId, 4>,
}

/// How a unit goes, and by which rule.
const fn manner(activity: Activity, runs: bool) -> (Phrase, &'static str) {
    match activity {
        Activity::Move => (told::GOES, "MP 7.1.1a"),
        Activity::Interception { .. } => (told::RIDES_TO_INTERCEPT, "MP 9.3.3a"),
        Activity::Withdraw { .. } => (told::FALLS_BACK, "MP 9.2.4c"),
        Activity::Advance => (told::ADVANCES, "MP 11.4.6a"),
        Activity::Pursuit => (told::PURSUES, "MP 11.7.2c"),
        Activity::Retreat if runs => (told::RUNS, "MP 11.4.2b"),
        Activity::Retreat => (told::RETREATS, "MP 11.4.2b"),
        Activity::Displacement => (told::STEPS_ASIDE, "MP 10.8.6a"),
        Activity::FireStep => (told::GOES, "MP 10.3.2a"),
        Activity::FacingChange => (told::MEETS_ENEMY, "MP 9.2.2a"),
    }
}

impl Table<'_> {
    /// Whether the question put is about the next step of the same way.
    fn is_on_the_way(self, walker: Walker) -> bool {
        match (self.state.agenda.top(), walker) {
            (Some(Step::Move(MoveStep::Next)), Walker::Unit(id)) => {
                self.state.moves.last().is_some_and(|moving| moving.unit == id)
            }
            (
                Some(
                    Step::React(
                        ReactStep::Withdraw { unit, .. }
                        | ReactStep::Interception { unit, stage: InterceptionStage::Approach, .. },
                    )
                    | Step::Combat(CombatStep::TurnAfter { unit })
                    | Step::Rally(RallyStep::Rout { unit, .. })
                    | Step::Command(CommandStep::Accompany { unit, .. }),
                ),
                Walker::Unit(id),
            ) => unit == id,
            (Some(Step::Combat(CombatStep::Retreat(retreat))), Walker::Unit(id)) => retreat.unit == id,
            (
                Some(
                    Step::Move(MoveStep::LeaderNext { leader, .. })
                    | Step::React(ReactStep::LeaderWithdraw { leader, .. }),
                ),
                Walker::Leader(him),
            ) => leader == him,
            _ => false,
        }
    }

    /// The way as it is told; nothing when it led nowhere.
    fn way_told(self, trail: &Trail) -> Option<Entry> {
        match trail.walker {
            Walker::Unit(id) => self.unit_way(id, trail),
            Walker::Leader(id) => (trail.hexes.len() > 1).then(|| {
                let withdraws = matches!(trail.activity, Activity::Withdraw { .. });
                let rides =
                    if withdraws { (told::LEADER_RIDES_OFF, "MP 9.2.4b") } else { (told::LEADER_RIDES, "MP 5.1.2d") };
                let along = Of::Said(told::ALONG, &[Of::Way(&trail.hexes)]);
                self.told(rides.1, rides.0, &[Of::Leader(id), along])
            }),
        }
    }

    fn unit_way(self, id: UnitId, trail: &Trail) -> Option<Entry> {
        let (unit, pose) = (self.unit(id), self.pose(id));
        let from = trail.from?;
        let went = trail.hexes.len() > 1;
        if pose == from && !went {
            return None;
        }
        let routs = self.state.phase == Phase::RoutMovement && trail.activity == Activity::Retreat;
        let (goes, rule) = manner(trail.activity, unit.morale == Morale::Broken);
        let (goes, rule) = match trail.activity {
            _ if trail.goes_back => (told::GOES_BACK, "MP 5.4.3a"),
            _ if went || pose.other != from.other => (goes, if routs { "MP 13.4.1a" } else { rule }),
            Activity::FacingChange => (told::TURNS_TO_MEET, rule),
            _ => (told::TURNS, if routs { "MP 13.4.1a" } else { rule }),
        };
        let from_to = [Of::Place(from), Of::Place(pose)];
        let way = if pose.other.is_some() && pose.hex != from.hex || pose.other != from.other {
            Of::Said(told::FROM_TO, &from_to)
        } else if went {
            Of::Said(told::ALONG, &[Of::Way(&trail.hexes)])
        } else {
            Of::NOTHING
        };
        let faces = [Of::Facing(id, pose.facing)];
        let facing = if unit.on_map() && self.has_facing(id) { Of::Said(told::FACING, &faces) } else { Of::NOTHING };
        let fellows = [Of::Leaders(&trail.company)];
        let company = if trail.company.is_empty() { Of::NOTHING } else { Of::Said(told::WITH, &fellows) };
        Some(self.told(rule, goes, &[Of::Unit(id), way, facing, company]))
    }
}

impl<L: Listener> Play<'_, L> {
    /// A unit is about to take a step or to turn: before it is anywhere else.
    pub(crate) fn set_off(&mut self, id: UnitId, activity: Activity) {
        self.note_stood(id);
        if !self.listener.hears() {
            self.state.trail = None;
            return;
        }
        let walker = Walker::Unit(id);
        if self.state.trail.as_ref().is_some_and(|trail| trail.walker == walker && trail.activity == activity) {
            return;
        }
        self.tell_way();
        let pose = self.table().pose(id);
        let under_way = self.state.moves.last().filter(|moving| moving.unit == id);
        let goes_back = activity == Activity::Move && under_way.is_some_and(|moving| !moving.in_command);
        let hexes = std::iter::once(pose.hex).collect();
        let company = ArrayVec::new();
        self.state.trail = Some(Trail { walker, activity, from: Some(pose), goes_back, hexes, company });
    }

    /// A unit turns after its advance or pursuit: the end of the same way.
    pub(crate) fn turn_on_the_way(&mut self, id: UnitId) {
        let known = self.state.trail.as_ref().is_some_and(|trail| trail.walker == Walker::Unit(id));
        if !known {
            self.set_off(id, Activity::Advance);
        }
    }

    /// A unit has come to its hexes.
    pub(crate) fn note_step(&mut self, id: UnitId) {
        let hex = self.unit(id).hex;
        self.note_hex(Walker::Unit(id), hex);
    }

    fn note_hex(&mut self, walker: Walker, hex: Hex) {
        let Some(trail) = self.state.trail.as_mut().filter(|trail| trail.walker == walker) else { return };
        if trail.hexes.last() == Some(&hex) {
            return;
        }
        // Of a way that is longer than people want to read, the end is told.
        if trail.hexes.is_full() {
            trail.hexes.pop();
        }
        trail.hexes.push(hex);
    }

    /// A leader rides from one hex to another by himself, or withdraws.
    pub(crate) fn note_ride(&mut self, leader: LeaderId, activity: Activity, to: Hex) {
        if !self.listener.hears() {
            self.state.trail = None;
            return;
        }
        let walker = Walker::Leader(leader);
        if self.state.trail.as_ref().is_none_or(|trail| trail.walker != walker) {
            self.tell_way();
            let hexes = std::iter::once(self.state.leaders[leader.ix()].hex).collect();
            let company = ArrayVec::new();
            self.state.trail = Some(Trail { walker, activity, from: None, goes_back: false, hexes, company });
        }
        self.note_hex(walker, to);
    }

    /// A leader goes along with a unit on its way; false when there is no such way to be told.
    pub(crate) fn note_company(&mut self, leader: LeaderId, unit: UnitId) -> bool {
        let Some(trail) = self.state.trail.as_mut().filter(|trail| trail.walker == Walker::Unit(unit)) else {
            return false;
        };
        trail.company.contains(&leader) || trail.company.try_push(leader).is_ok()
    }

    /// A leader is carried along by whoever is on the way.
    pub(crate) fn note_fellow(&mut self, leader: LeaderId) {
        if let Some(Walker::Unit(unit)) = self.state.trail.as_ref().map(|trail| trail.walker) {
            self.note_company(leader, unit);
        }
    }

    /// Tells the way gone so far, if there is one.
    pub(crate) fn tell_way(&mut self) {
        let Some(trail) = self.state.trail.take() else { return };
        let Some(entry) = self.table().way_told(&trail).filter(|_| self.listener.hears()) else { return };
        self.listener.tell(entry);
    }

    /// A question is put: what has been gone is told, unless it asks for the next step of the same way.
    pub(crate) fn tell_way_before_question(&mut self) {
        let over = self.state.trail.as_ref().is_some_and(|trail| !self.table().is_on_the_way(trail.walker));
        if over {
            self.tell_way();
        }
    }
}
