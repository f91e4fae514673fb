//! Deployment under a hand: where units, leaders and works are put.

use super::{Hand, by_leader, by_unit, spot};
use crate::cards::UnitId;
use crate::decision::Decision;
use crate::measures::{YARD, yds};
use crate::scenarios::{DeployChoice, DeployStep};
use crate::state::{Formation, Place, Unit};
use crate::table::Table;
use field::table::{Cdeg, Point, Pose, Um, Vec2};
use kernel::Mark;

/// A hand that is off by no more than this is helped.
const HELP: Um = yds(80);

impl Table<'_> {
    pub(super) fn deployment_mark(self, choice: DeployChoice) -> Mark {
        match choice {
            DeployChoice::Place { unit, pose, formation, files } => self.drawn_mark(unit, pose, formation, files),
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

    fn drawn_mark(self, id: UnitId, pose: Pose, formation: Formation, files: u8) -> Mark {
        if self.known(id).is_err() {
            return Mark::default();
        }
        let unit = Unit { pose, formation, files, ..self.unit(id).clone() };
        Mark { at: Some(super::super::scene::mm(self.rules.body_of(&unit).center())), ..by_unit(id) }
    }

    /// A hand that drags a unit or a leader means that it is drawn there; one that points at the ground, the unit that is next.
    pub(super) fn deployment_aims(self, step: DeployStep, hand: &Hand) -> Vec<Decision> {
        let meant = match (step, hand.unit, hand.leader, hand.at) {
            (DeployStep::Map(_), None, Some(leader), Some(at)) => vec![DeployChoice::Post { leader, to: at.round() }],
            (DeployStep::Map(_), unit, None, Some(at)) => match unit.or_else(|| self.next_drawn(hand.seat)) {
                Some(unit) => self.drawn_about(unit, at, hand.facing),
                None => Vec::new(),
            },
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

    /// With its middle where the hand points; else into its ground, else a little aside of whoever stands there.
    fn drawn_about(self, unit: UnitId, middle: Vec2, facing: Option<Cdeg>) -> Vec<DeployChoice> {
        let now = self.unit(unit);
        // Whoever is not on the map yet looks at the enemy.
        let usual = if now.place == Place::Mapped { now.pose.facing } else { self.baseline(now.side).outward() };
        let facing = facing.unwrap_or(usual);
        let there = Pose::new(middle.round(), facing);
        let off = middle - self.rules.body_at(now, there).center();
        let whole = |at: Vec2| {
            let yards = |part: f64| (part / f64::from(YARD)).round() as Um * YARD;
            Point::new(yards(at.x), yards(at.y))
        };
        let pose = Pose::new(whole(middle + off), facing);
        let into = |pose: Pose| {
            let (east, north) = self.zone(now.side).shove_in(&self.rules.body_at(now, pose));
            Pose::new(Point::new(pose.at.x.saturating_add(east), pose.at.y.saturating_add(north)), facing)
        };
        let mut poses = vec![pose, into(pose)];
        for aside in [10, 20, 40, 60] {
            let ways: [Cdeg; 4] = [9_000, 27_000, 18_000, 0];
            poses.extend(ways.map(|way| into(into(pose).along(facing + way, yds(aside)))));
        }
        poses.dedup();
        poses.retain(|tried| *tried == pose || tried.at.distance(pose.at) <= HELP);
        let place = |pose: Pose| DeployChoice::Place { unit, pose, formation: now.formation, files: now.files };
        poses.into_iter().map(place).collect()
    }
}
