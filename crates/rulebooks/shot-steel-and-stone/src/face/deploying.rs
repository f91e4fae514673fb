//! Units put on the table by hand: where it shows, and what a hand that drags one may mean.

use crate::cards::{BuildingId, LeaderId, UnitId};
use crate::decision::Decision;
use crate::deployment::{DeployChoice, DeployStep};
use crate::face::pointing::{leader_number, unit_number};
use crate::face::scene::mm;
use crate::measures::BW;
use crate::state::Unit;
use crate::table::Table;
use field::table::{Cdeg, MM, Point, Pose, Um, Vec2, normal};
use kernel::{Aim, Mark, Seat, Side};

/// A hand that is off by no more than this is helped.
const HELP: Um = 2 * BW;

/// Where a hand points, of all that is sound.
fn pointed(aim: &Aim) -> Option<Vec2> {
    const FARTHEST: f64 = 100_000.0;
    let [x, y] = aim.at.filter(|at| at.iter().all(|part| part.is_finite()))?;
    let um = |part: f64| part.clamp(-FARTHEST, FARTHEST).round() * f64::from(MM);
    Some(Vec2::new(um(x), um(y)))
}

impl Table<'_> {
    pub(super) fn deployment_mark(self, choice: DeployChoice) -> Mark {
        let unit = |id: UnitId| Mark { actor: Some(unit_number(id)), ..Mark::default() };
        match choice {
            DeployChoice::Edge(_) => Mark::default(),
            DeployChoice::Place { unit: id, pose, formation, files } => {
                let formed = self.known(id).and_then(|()| self.formed(id, self.unit(id), formation, files));
                let middle = formed.map(|formed| mm(self.rules.body_at(id, &formed, pose).center()));
                Mark { at: middle.ok(), ..unit(id) }
            }
            DeployChoice::Garrison { unit: id, building } => {
                Mark { at: Some(mm(self.rules.building_body(building).center())), ..unit(id) }
            }
            DeployChoice::Post { leader, to } => {
                Mark { actor: Some(leader_number(leader)), at: Some(mm(to.vec())), ..Mark::default() }
            }
        }
    }

    pub(super) fn deployment_aims(self, step: DeployStep, seat: Seat, aim: &Aim) -> Vec<Decision> {
        match step {
            DeployStep::PickEdge(_) => self.edge_aims(aim),
            DeployStep::Place(_) => self.place_aims(seat, aim),
            DeployStep::Post(_) => self.post_aims(aim),
        }
        .into_iter()
        .map(Decision::Deploy)
        .collect()
    }

    /// The edge whose strip the hand is in, or nearer to.
    fn edge_aims(self, aim: &Aim) -> Vec<DeployChoice> {
        let Some(at) = pointed(aim) else { return Vec::new() };
        let off = |side: &Side| {
            let zone = self.deployment_zone(*side, false);
            let reach = |at: f64, low: Um, high: Um| (f64::from(low) - at).max(at - f64::from(high)).max(0.0);
            reach(at.x, zone.west, zone.east) + reach(at.y, zone.south, zone.north)
        };
        let nearest = Side::BOTH.into_iter().min_by(|one, other| off(one).total_cmp(&off(other)));
        nearest.map(|side| DeployChoice::Edge(self.baseline(side))).into_iter().collect()
    }

    /// The unit in the hand, or the next one, where the hand points.
    fn place_aims(self, seat: Seat, aim: &Aim) -> Vec<DeployChoice> {
        let named = |number: Option<u16>| {
            let id = number.and_then(|number| u8::try_from(number).ok()).map(UnitId)?;
            (id.ix() < self.state.units.len()).then_some(id)
        };
        let chosen = named(aim.body).or_else(|| named(aim.target).filter(|&id| self.waits(id)));
        let Some(id) = chosen.or_else(|| self.undeployed(seat).next()) else { return Vec::new() };
        let Some(middle) = pointed(aim) else { return Vec::new() };
        let mut meant: Vec<DeployChoice> = self
            .building_pointed(middle)
            .map_or_else(Vec::new, |building| vec![DeployChoice::Garrison { unit: id, building }]);
        let sound = aim.facing.filter(|facing| facing.is_finite());
        let facing = sound.map_or(self.outward(self.side(id)), |facing| normal((facing % 360.0).round() as Cdeg * 100));
        for (formation, files) in self.likely_layouts(id).into_iter().flatten() {
            let Ok(formed) = self.formed(id, self.unit(id), formation, files) else { continue };
            let poses = self.poses_about(id, &formed, middle, facing);
            meant.extend(poses.into_iter().map(|pose| DeployChoice::Place { unit: id, pose, formation, files }));
        }
        meant
    }

    fn building_pointed(self, at: Vec2) -> Option<BuildingId> {
        let inside = |ix: &usize| {
            let area = self.rules.ground.areas.get(usize::from(self.rules.buildings[*ix].area));
            area.is_some_and(|area| area.outline.contains(at))
        };
        (0..self.rules.buildings.len()).find(inside).map(|ix| BuildingId(ix as u8))
    }

    /// Where the hand points, else into the strip, else a little aside of whoever stands there.
    fn poses_about(self, id: UnitId, unit: &Unit, middle: Vec2, facing: Cdeg) -> Vec<Pose> {
        let whole = |at: Vec2| {
            let mm = |part: f64| (part / f64::from(MM)).round() as Um * MM;
            Point::new(mm(at.x), mm(at.y))
        };
        let there = Pose::new(whole(middle), facing);
        let off = middle - self.rules.body_at(id, unit, there).center();
        let pose = Pose::new(whole(middle + off), facing);
        let into = |pose: Pose| {
            let (east, north) = self.zone_for(id).shove_in(&self.rules.body_at(id, unit, pose));
            Pose::new(Point::new(pose.at.x.saturating_add(east), pose.at.y.saturating_add(north)), facing)
        };
        let mut poses = vec![pose, into(pose)];
        for aside in [10, 30, 60, 90] {
            let ways = [9_000, 27_000, 18_000, 0];
            poses.extend(ways.map(|way| into(into(pose).along(facing + way, aside * MM))));
        }
        poses.dedup();
        poses.retain(|tried| *tried == pose || tried.at.distance(pose.at) <= HELP);
        poses
    }

    fn post_aims(self, aim: &Aim) -> Vec<DeployChoice> {
        let leader = aim.body.and_then(|number| number.checked_sub(leader_number(LeaderId(0))));
        let leader = leader.and_then(|ix| u8::try_from(ix).ok()).map(LeaderId);
        let known = leader.filter(|leader| leader.ix() < self.state.leaders.len());
        let (Some(leader), Some(at)) = (known, pointed(aim)) else { return Vec::new() };
        vec![DeployChoice::Post { leader, to: at.round() }]
    }
}
