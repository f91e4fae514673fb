//! The field under a hand: who a decision is about, how a body stands, which body goes step by step, and what a hand means.

mod aims;
mod signs;

use crate::agenda::Step;
use crate::cards::{LeaderId, UnitId};
use crate::close_combat::CombatStep;
use crate::face::scene::LEADERS;
use crate::movement::{LEADER_ALLOWANCE, MoveChoice, MoveStep};
use crate::rally::RallyStep;
use crate::reaction::{InterceptionStage, ReactStep};
use crate::state::{Formation, LeaderPlace};
use crate::table::Table;
use field::hexes::Hex;
use kernel::{Ghost, Seat, Side, Stepping};

/// A body of the scene.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Who {
    Unit(UnitId),
    Leader(LeaderId),
}

impl Who {
    pub(crate) fn number(self) -> u16 {
        match self {
            Who::Unit(id) => u16::from(id.0),
            Who::Leader(id) => LEADERS + u16::from(id.0),
        }
    }

    pub(crate) fn unit(self) -> Option<UnitId> {
        match self {
            Who::Unit(id) => Some(id),
            Who::Leader(_) => None,
        }
    }
}

impl<'a> Table<'a> {
    /// The body of that number, on the map or not.
    pub(crate) fn who(self, number: u16) -> Option<Who> {
        if let Some(leader) = number.checked_sub(LEADERS) {
            let id = u8::try_from(leader).ok().filter(|&id| usize::from(id) < self.rules.leaders.len())?;
            return Some(Who::Leader(LeaderId(id)));
        }
        let id = u8::try_from(number).ok().filter(|&id| usize::from(id) < self.rules.units.len())?;
        Some(Who::Unit(UnitId(id)))
    }

    pub(crate) fn side_of(self, who: Who) -> Side {
        match who {
            Who::Unit(id) => self.side(id),
            Who::Leader(id) => self.leader_card(id).side,
        }
    }

    /// The hexes a body stands on; none when it is not on the map.
    pub(crate) fn hexes_of(self, who: Who) -> impl Iterator<Item = Hex> + use<'a> {
        let (hex, other) = match who {
            Who::Unit(id) if self.unit(id).on_map() => (Some(self.unit(id).hex), self.unit(id).other),
            Who::Leader(id) if self.leader(id).place == LeaderPlace::Map => (Some(self.leader(id).hex), None),
            _ => (None, None),
        };
        hex.into_iter().chain(other)
    }

    /// Everybody on a hex, units first.
    pub(crate) fn everybody_at(self, hex: Hex) -> impl Iterator<Item = Who> + use<'a> {
        let body = self.body_at(hex);
        let under = body.and_then(|body| self.unit(body).with);
        let units = [body, under, self.gun_at(hex)].into_iter().flatten().map(Who::Unit);
        units.chain(self.leaders_at(hex).map(Who::Leader))
    }

    /// How a body stands, as the scene shows it.
    pub fn ghost(self, body: u16) -> Option<Ghost> {
        match self.who(body)? {
            Who::Unit(id) => self.unit_ghost(id),
            Who::Leader(id) => {
                let him = self.leader(id);
                let at = self.ground().grid.centre(him.hex);
                (him.place == LeaderPlace::Map).then(|| Ghost { body, at, facing: 0.0, parts: Vec::new() })
            }
        }
    }

    fn unit_ghost(self, id: UnitId) -> Option<Ghost> {
        let stand = self.stand(id)?;
        Some(Ghost {
            body: u16::from(id.0),
            at: stand.at,
            facing: stand.facing,
            parts: stand.corners.into_iter().collect(),
        })
    }

    /// How many steps of its formation a unit has lost (MP 6.3.1b).
    pub fn wear(self, body: u16) -> u8 {
        match self.who(body).and_then(Who::unit).map(|id| self.unit(id).formation) {
            Some(Formation::Shaken) => 1,
            Some(Formation::Broken) => 2,
            _ => 0,
        }
    }

    /// The body whose next step is asked for, with its movement points; of a retreat hexes are counted.
    pub fn stepping(self, seat: Seat) -> Option<Stepping> {
        let step = self.state.agenda.top().filter(|_| self.state.asked.contains(seat))?;
        let (who, spent, allowance) = match step {
            Step::Move(MoveStep::Action(id)) => {
                self.judge_unit_action(id, MoveChoice::Move).ok()?;
                (Who::Unit(id), 0, self.allowance(id))
            }
            Step::Move(MoveStep::Next)
            | Step::React(
                ReactStep::Withdraw { .. } | ReactStep::Interception { stage: InterceptionStage::Approach, .. },
            ) => {
                let moving = self.state.moves.last()?;
                (Who::Unit(moving.unit), moving.spent, moving.allowance)
            }
            Step::Move(MoveStep::LeaderAction(leader)) => {
                self.leader_may_move(leader).ok()?;
                (Who::Leader(leader), 0, LEADER_ALLOWANCE)
            }
            Step::Move(MoveStep::LeaderNext { leader, left })
            | Step::React(ReactStep::LeaderWithdraw { leader, left, .. }) => {
                (Who::Leader(leader), LEADER_ALLOWANCE.saturating_sub(left), LEADER_ALLOWANCE)
            }
            Step::Combat(CombatStep::Retreat(retreat)) => {
                let moving = self.state.moves.last().filter(|moving| moving.unit == retreat.unit);
                let gone = moving.map_or(0, |moving| moving.entered);
                (Who::Unit(retreat.unit), gone, gone.saturating_add(retreat.left))
            }
            Step::Rally(RallyStep::Rout { unit, left, .. }) => {
                let allowance = self.rout_allowance(unit);
                (Who::Unit(unit), allowance.saturating_sub(left), allowance)
            }
            _ => return None,
        };
        Some(Stepping { body: who.number(), spent: spent.into(), allowance: allowance.into(), share: 1 })
    }
}
