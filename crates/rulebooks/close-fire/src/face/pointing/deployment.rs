//! Deployment under a hand: where units, leaders and works are put.

use super::{Hand, by_leader, by_unit, spot};
use crate::decision::Decision;
use crate::scenarios::{DeployChoice, DeployStep};
use crate::table::Table;
use field::table::{Cdeg, Pose};
use kernel::Mark;

impl Table<'_> {
    pub(super) fn deployment_mark(self, choice: DeployChoice) -> Mark {
        match choice {
            DeployChoice::Place { unit, pose, .. } => Mark { at: spot(pose.at), ..by_unit(unit) },
            DeployChoice::Post { leader, to } => Mark { at: spot(to), ..by_leader(leader) },
            DeployChoice::Raise { from, .. } => Mark { at: spot(from), ..Mark::default() },
            DeployChoice::Point(at) => Mark { at: spot(at), ..Mark::default() },
            DeployChoice::GiveUp { unit, .. }
            | DeployChoice::Limber { unit, .. }
            | DeployChoice::Afoot { unit, .. }
            | DeployChoice::March { unit, .. }
            | DeployChoice::Enter { unit, .. }
            | DeployChoice::EnterByRoad(unit)
            | DeployChoice::Wait(unit)
            | DeployChoice::Emerge(unit) => by_unit(unit),
            DeployChoice::Ends { .. } | DeployChoice::Order { .. } | DeployChoice::Ready | DeployChoice::Come(_) => {
                Mark::default()
            }
        }
    }

    /// A hand that drags a unit or a leader means that it is drawn there.
    pub(super) fn deployment_aims(self, step: DeployStep, hand: &Hand) -> Vec<Decision> {
        let meant = match (step, hand.unit, hand.leader, hand.at) {
            (DeployStep::Map(_), Some(unit), _, Some(at)) => {
                let now = self.unit(unit);
                let facing: Cdeg = hand.facing.unwrap_or(now.pose.facing);
                let pose = Pose::new(at.round(), facing);
                vec![DeployChoice::Place { unit, pose, formation: now.formation, files: now.files }]
            }
            (DeployStep::Map(_), None, Some(leader), Some(at)) => vec![DeployChoice::Post { leader, to: at.round() }],
            (DeployStep::Exchange(_), Some(unit), ..) => {
                let of = self.to_give_up(hand.seat).filter(|&(id, _)| id == unit);
                of.map(|(unit, first)| DeployChoice::GiveUp { unit, first }).collect()
            }
            (DeployStep::Emerge(_), Some(unit), ..) => vec![DeployChoice::Emerge(unit)],
            // Towards the entry point that is nearest to where it is dragged.
            (DeployStep::Column(side), Some(unit), _, Some(at)) => {
                let far = |entry: &u8| self.state.entries[usize::from(*entry)].pose.at.vec().distance(at);
                let near = self.entries_of(side).min_by(|one, other| far(one).total_cmp(&far(other)));
                near.map(|entry| DeployChoice::March { unit, entry }).into_iter().collect()
            }
            (DeployStep::Points(_), _, _, Some(at)) => vec![DeployChoice::Point(at.round())],
            _ => Vec::new(),
        };
        meant.into_iter().map(Decision::Deploy).collect()
    }
}
