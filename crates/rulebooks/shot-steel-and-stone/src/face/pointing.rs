//! Where decisions show on the field, and which decision a hand on the field may mean.

use crate::cards::{LeaderId, UnitId};
use crate::command::CommandChoice;
use crate::decision::{Decision, Manoeuvre};
use crate::movement::{MoveChoice, MoveStep};
use crate::orders::OrderChoice;
use crate::state::Intent;
use crate::table::Table;
use field::table::Point;
use kernel::{Aim, Mark, Seat};

/// The number of a unit among the bodies of the scene.
pub(crate) fn unit_number(id: UnitId) -> u16 {
    u16::from(id.0)
}

/// The number of a leader among the bodies of the scene.
pub(crate) fn leader_number(id: LeaderId) -> u16 {
    3_000 + u16::from(id.0)
}

fn spot(at: Point) -> Option<[f64; 2]> {
    Some([f64::from(at.x) / 1_000.0, f64::from(at.y) / 1_000.0])
}

impl Table<'_> {
    pub(crate) fn mark_of(self, decision: &Decision) -> Mark {
        let unit = |id: UnitId| Mark { actor: Some(unit_number(id)), ..Mark::default() };
        let leader = |id: LeaderId| Mark { actor: Some(leader_number(id)), ..Mark::default() };
        match *decision {
            Decision::Order(OrderChoice::Intend { unit: id, intent: Intent::Charge(target) }) => {
                Mark { targets: vec![unit_number(target)], ..unit(id) }
            }
            Decision::Order(OrderChoice::Intend { unit: id, .. } | OrderChoice::Alone(id)) => unit(id),
            Decision::Order(OrderChoice::All { leader: id, .. }) => leader(id),
            Decision::Order(OrderChoice::Lead { leader: id, unit }) => {
                Mark { targets: vec![unit_number(unit)], ..leader(id) }
            }
            Decision::Command(CommandChoice::Test(id) | CommandChoice::Detach(id)) => leader(id),
            Decision::Command(CommandChoice::TakeOver(id)) => unit(id),
            Decision::Command(CommandChoice::Ride { leader: id, to }) => Mark { at: spot(to), ..leader(id) },
            Decision::Command(CommandChoice::Attach { leader: id, unit }) => {
                Mark { targets: vec![unit_number(unit)], ..leader(id) }
            }
            Decision::Move(MoveChoice::Pick(id)) => unit(id),
            Decision::Move(MoveChoice::Make(manoeuvre)) => {
                let moving = match self.state.agenda.top() {
                    Some(crate::agenda::Step::Move(MoveStep::Moving(id))) => Some(unit_number(id)),
                    _ => None,
                };
                let at = match manoeuvre {
                    Manoeuvre::Free { to, .. } => spot(to),
                    Manoeuvre::Leave(pose) => spot(pose.at),
                    _ => None,
                };
                Mark { actor: moving, at, ..Mark::default() }
            }
            _ => Mark::default(),
        }
    }

    /// What a hand that points at a unit may mean: to pick it up.
    pub(crate) fn aims(self, _seat: Seat, aim: &Aim) -> Vec<Decision> {
        let body = aim.body.or(aim.target);
        let unit = body.and_then(|number| u8::try_from(number).ok()).map(UnitId);
        match (self.state.agenda.top(), unit) {
            (Some(crate::agenda::Step::Move(MoveStep::Normal(_))), Some(id)) if id.ix() < self.state.units.len() => {
                vec![Decision::Move(MoveChoice::Pick(id))]
            }
            (Some(crate::agenda::Step::Order(_)), Some(unit)) if unit.ix() < self.state.units.len() => {
                let target = aim.target.and_then(|number| u8::try_from(number).ok()).map(UnitId);
                let charge = target.filter(|&other| aim.body.is_some() && other != unit).map(Intent::Charge);
                vec![Decision::Order(OrderChoice::Intend { unit, intent: charge.unwrap_or(Intent::Move) })]
            }
            _ => Vec::new(),
        }
    }
}
