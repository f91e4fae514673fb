//! Deployment (SSS G39), step by step.

use crate::cards::{BuildingId, LeaderId, TableEdge, UnitId};
use crate::decision::Decision;
use crate::face::told::{self, Who};
use crate::sequence::TurnChoice;
use crate::state::Formation;
use crate::table::{Play, Table};
use field::table::{Point, Pose};
use kernel::{Listener, Question, Refusal, Seat, SeatSet, Side};
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum DeployStep {
    /// The side that rolled high picks its edge.
    PickEdge(Side),
    /// A side puts down one unit, and then it is the other's turn.
    Place(Side),
    /// When all units stand, leaders take post.
    Post(Side),
}

impl DeployStep {
    pub(crate) fn lasts_till_done(self) -> bool {
        matches!(self, DeployStep::Post(_))
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum DeployChoice {
    Edge(TableEdge),
    Place { unit: UnitId, pose: Pose, formation: Formation, files: u8 },
    Garrison { unit: UnitId, building: BuildingId },
    Post { leader: LeaderId, to: Point },
}

pub(crate) const fn edge_word(edge: TableEdge) -> &'static str {
    match edge {
        TableEdge::North => "northern",
        TableEdge::East => "eastern",
        TableEdge::South => "southern",
        TableEdge::West => "western",
    }
}

impl Table<'_> {
    pub(crate) fn asked_in_deployment(self, step: DeployStep) -> SeatSet {
        match step {
            DeployStep::PickEdge(side) => self.seats_of(side).take(1).collect(),
            DeployStep::Place(side) => self.seats_of(side).filter(|&seat| self.any_to_deploy(seat)).collect(),
            DeployStep::Post(side) => self.seats_left(side, |seat| self.unposted(seat).next().is_some()),
        }
    }

    pub(crate) fn ask_deployment(self, step: DeployStep, seat: Seat, menu: &mut Vec<Decision>) -> Question {
        let mut offer = |choice: DeployChoice| menu.push(Decision::Deploy(choice));
        match step {
            DeployStep::PickEdge(side) => {
                offer(DeployChoice::Edge(self.baseline(side)));
                offer(DeployChoice::Edge(self.baseline(side.other())));
                Question::whole("pick-edge", "SSS G39", 0)
            }
            DeployStep::Place(_) => {
                self.each_place(seat, &mut |decision| {
                    menu.push(decision);
                    true
                });
                Question { complete: false, ..Question::whole("deploy", "SSS G39", 0) }
            }
            DeployStep::Post(_) => {
                for leader in self.unposted(seat) {
                    self.posts(seat, leader).for_each(|to| offer(DeployChoice::Post { leader, to }));
                }
                menu.push(Decision::Turn(TurnChoice::Done));
                Question { complete: false, ..Question::whole("post-leaders", "SSS G180", menu.len() - 1) }
            }
        }
    }

    pub(crate) fn judge_deployment(self, step: DeployStep, seat: Seat, choice: DeployChoice) -> Result<(), Refusal> {
        match (step, choice) {
            (DeployStep::PickEdge(_), DeployChoice::Edge(edge)) => {
                let open = Side::BOTH.iter().any(|&side| self.baseline(side) == edge);
                if open { Ok(()) } else { Err(Refusal::new("SSS G39", "an edge that one of the two sides may have")) }
            }
            (DeployStep::Place(_), DeployChoice::Place { unit, pose, formation, files }) => {
                self.judge_place(seat, unit, pose, (formation, files))
            }
            (DeployStep::Place(_), DeployChoice::Garrison { unit, building }) => {
                self.judge_garrison(seat, unit, building)
            }
            (DeployStep::Post(_), DeployChoice::Post { leader, to }) => self.judge_post(seat, leader, to),
            _ => Err(self.out_of_turn()),
        }
    }
}

impl<L: Listener> Play<'_, L> {
    pub(crate) fn work_deployment(&mut self, step: DeployStep) {
        match step {
            // Somebody of the side is always asked.
            DeployStep::PickEdge(_) => {}
            DeployStep::Place(side) => self.next_to_deploy(side.other()),
            DeployStep::Post(side) => self.side_has_spoken("post-leaders", side),
        }
    }

    pub(crate) fn apply_deployment(&mut self, step: DeployStep, choice: DeployChoice) {
        match (step, choice) {
            (DeployStep::PickEdge(side), DeployChoice::Edge(edge)) => {
                self.state.agenda.pop();
                self.pick_edge(side, edge);
            }
            (DeployStep::Place(side), DeployChoice::Place { unit, pose, formation, files }) => {
                self.state.agenda.pop();
                self.put_down(unit, pose, (formation, files));
                self.state.agenda.push(crate::agenda::Step::Deploy(DeployStep::Place(side.other())));
            }
            (DeployStep::Place(side), DeployChoice::Garrison { unit, building }) => {
                self.state.agenda.pop();
                self.garrison(unit, building);
                self.state.agenda.push(crate::agenda::Step::Deploy(DeployStep::Place(side.other())));
            }
            (DeployStep::Post(_), DeployChoice::Post { leader, to }) => {
                self.state.leaders[leader.ix()].at = to;
                self.tell("SSS G180", told::TAKES_POST, &[Who::Leader(leader), Who::Spot(to)]);
            }
            // The judge lets nothing else through.
            _ => {}
        }
    }
}
