//! Ways as the ledger tells them: one line for a whole way, told when it is over or when somebody comes between.

use super::{Activity, MoveStep};
use crate::agenda::Step;
use crate::cards::{LeaderId, UnitId};
use crate::close_combat::CombatStep;
use crate::command::CommandStep;
use crate::face::scene::LEADERS;
use crate::facing::Pose;
use crate::rally::RallyStep;
use crate::reaction::{ReactStep, Stage};
use crate::state::{LeaderPlace, Morale, Phase};
use crate::table::{Play, Table};
use arrayvec::ArrayVec;
use field::hexes::Hex;
use kernel::{Entry, Listener};
use std::borrow::Cow;

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
fn manner(activity: Activity, runs: bool) -> (&'static str, &'static str) {
    match activity {
        Activity::Move => ("goes", "MP 7.1.1a"),
        Activity::Interception { .. } => ("rides to intercept", "MP 9.3.3a"),
        Activity::Withdraw { .. } => ("falls back", "MP 9.2.4c"),
        Activity::Advance => ("advances", "MP 11.4.6a"),
        Activity::Pursuit => ("pursues", "MP 11.7.2c"),
        Activity::Retreat if runs => ("runs", "MP 11.4.2b"),
        Activity::Retreat => ("retreats", "MP 11.4.2b"),
        Activity::Displacement => ("steps aside from the guns", "MP 10.8.6a"),
        Activity::FireStep => ("goes", "MP 10.3.2a"),
        Activity::FacingChange => ("meets the enemy", "MP 9.2.2a"),
    }
}

impl Table<'_> {
    /// Hexes by their numbers, as in `0411–0410–0409`.
    fn hexes_in_words(self, hexes: &[Hex]) -> String {
        let numbers: Vec<String> = hexes.iter().map(|&hex| self.ground().grid.number(hex).to_string()).collect();
        numbers.join("–")
    }

    /// Where a unit stands, as in `0811 and 0911`.
    pub(crate) fn place_of(self, pose: Pose) -> String {
        let numbers: Vec<String> = pose.hexes().map(|hex| self.ground().grid.number(hex).to_string()).collect();
        numbers.join(" and ")
    }

    /// Whether the question put is about the next step of the same way.
    fn is_on_the_way(self, walker: Walker) -> bool {
        match (self.state.agenda.top(), walker) {
            (Some(Step::Move(MoveStep::Next)), Walker::Unit(id)) => {
                self.state.moves.last().is_some_and(|moving| moving.unit == id)
            }
            (
                Some(
                    Step::React(
                        ReactStep::Withdraw { unit, .. } | ReactStep::Interception { unit, stage: Stage::Approach, .. },
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

    /// The way in words, and its rule; nothing when it led nowhere.
    fn way_in_words(self, trail: &Trail) -> Option<(String, &'static str)> {
        match trail.walker {
            Walker::Unit(id) => self.unit_way(id, trail),
            Walker::Leader(id) => (trail.hexes.len() > 1).then(|| {
                let withdraws = matches!(trail.activity, Activity::Withdraw { .. });
                let (how, rule) = if withdraws { ("rides off", "MP 9.2.4b") } else { ("rides", "MP 5.1.2d") };
                (format!("{} {how} {}", self.leader_card(id).name, self.hexes_in_words(&trail.hexes)), rule)
            }),
        }
    }

    fn unit_way(self, id: UnitId, trail: &Trail) -> Option<(String, &'static str)> {
        let (unit, pose) = (self.unit(id), self.pose(id));
        let from = trail.from?;
        if pose == from && trail.hexes.len() < 2 {
            return None;
        }
        let routs = self.state.phase == Phase::RoutMovement && trail.activity == Activity::Retreat;
        let (how, rule) = manner(trail.activity, unit.morale == Morale::Broken);
        let rule = if routs { "MP 13.4.1a" } else { rule };
        let mut words = self.name(id).to_owned();
        if trail.goes_back {
            words.push_str(", out of command, goes back");
        } else if trail.hexes.len() > 1 || pose.other != from.other {
            words = format!("{words} {how}");
        } else if trail.activity == Activity::FacingChange {
            words.push_str(" turns to meet the enemy");
        } else {
            words.push_str(" turns");
        }
        if pose.other.is_some() && pose.hex != from.hex || pose.other != from.other {
            words = format!("{words} from {} to {}", self.place_of(from), self.place_of(pose));
        } else if trail.hexes.len() > 1 {
            words = format!("{words} {}", self.hexes_in_words(&trail.hexes));
        }
        if unit.on_map() && self.has_facing(id) {
            words = format!("{words}, facing {}", self.facing_in_words(id, pose.facing));
        }
        let company: Vec<&str> = trail.company.iter().map(|&him| self.leader_card(him).name.as_str()).collect();
        if !company.is_empty() {
            words = format!("{words}, with {}", company.join(" and "));
        }
        Some((words, if trail.goes_back { "MP 5.4.3a" } else { rule }))
    }

    /// The corner a unit faces; of a long Column the hexside.
    pub(crate) fn facing_in_words(self, id: UnitId, facing: field::hexes::Vertex) -> &'static str {
        let grid = &self.ground().grid;
        if self.is_long_column(id) {
            grid.dir_name(facing.aside(field::hexes::Hand::Right))
        } else {
            grid.vertex_name(facing)
        }
    }
}

impl<L: Listener> Play<'_, L> {
    /// A unit is about to take a step or to turn: before it is anywhere else.
    pub(crate) fn set_off(&mut self, id: UnitId, activity: Activity) {
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
        let Some((title, rule)) = self.table().way_in_words(&trail).filter(|_| self.listener.hears()) else { return };
        let body = match trail.walker {
            Walker::Unit(id) => u16::from(id.0),
            Walker::Leader(id) => LEADERS + u16::from(id.0),
        };
        let with = trail.company.iter().filter(|him| self.table().leader(**him).place == LeaderPlace::Map);
        let bodies = std::iter::once(body).chain(with.map(|him| LEADERS + u16::from(him.0))).collect();
        self.listener.tell(Entry { rule: Cow::Borrowed(rule), title: title.into(), bodies, ..Entry::default() });
    }

    /// A question is put: what has been gone is told, unless it asks for the next step of the same way.
    pub(crate) fn tell_way_before_question(&mut self) {
        let over = self.state.trail.as_ref().is_some_and(|trail| !self.table().is_on_the_way(trail.walker));
        if over {
            self.tell_way();
        }
    }
}
