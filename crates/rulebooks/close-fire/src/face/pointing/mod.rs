//! Where decisions show on the field, and which decision a hand on the field may mean.

mod command;
mod deployment;
mod fire;
mod moves;

use crate::agenda::Step;
use crate::cards::{LeaderId, UnitId};
use crate::decision::Decision;
use crate::table::Table;
use field::table::{Cdeg, MM, Point, Vec2, normal};
use kernel::{Aim, Mark, Seat};

/// The number of a unit among the bodies of the scene.
pub(crate) fn unit_number(id: UnitId) -> u16 {
    u16::from(id.0)
}

const LEADERS_FROM: u16 = 3_000;
const MESSENGERS_FROM: u16 = 4_000;
const HOLDERS_FROM: u16 = 5_000;

/// The number of a leader among the bodies of the scene.
pub(crate) fn leader_number(id: LeaderId) -> u16 {
    LEADERS_FROM + u16::from(id.0)
}

pub(crate) fn messenger_number(place: usize) -> u16 {
    MESSENGERS_FROM + place as u16
}

/// The number of the horses of a unit that has dismounted.
pub(crate) fn holders_number(id: UnitId) -> u16 {
    HOLDERS_FROM + u16::from(id.0)
}

impl Table<'_> {
    /// The unit with that number in the scene.
    pub(crate) fn unit_numbered(self, number: u16) -> Option<UnitId> {
        u8::try_from(number).ok().map(UnitId).filter(|id| id.ix() < self.state.units.len())
    }

    pub(crate) fn leader_numbered(self, number: u16) -> Option<LeaderId> {
        let number = number.checked_sub(LEADERS_FROM)?;
        u8::try_from(number).ok().map(LeaderId).filter(|id| id.ix() < self.state.leaders.len())
    }

    /// Where a decision shows. Each chapter has its file.
    pub(crate) fn mark_of(self, decision: &Decision) -> Mark {
        match *decision {
            Decision::Command(choice) => self.command_mark(choice),
            Decision::Move(choice) => self.move_mark(choice),
            Decision::Fire(choice) => self.fire_mark(choice),
            Decision::Deploy(choice) => self.deployment_mark(choice),
            _ => Mark::default(),
        }
    }

    /// What a hand that points or drags may mean in answer to the open question, the likeliest first.
    pub(crate) fn aims(self, seat: Seat, aim: &Aim) -> Vec<Decision> {
        let hand = Hand::of(self, seat, aim);
        match self.state.agenda.top() {
            Some(Step::Command(step)) => self.command_aims(step, &hand),
            Some(Step::Move(step)) => self.move_aims(step, &hand),
            Some(Step::Fire(step)) => self.fire_aims(step, &hand),
            Some(Step::Deploy(step)) => self.deployment_aims(step, &hand),
            _ => Vec::new(),
        }
    }
}

/// A hand on the field, of all that is sound in what it is said to do.
#[derive(Debug, Clone, Copy)]
#[allow(dead_code)]
pub(crate) struct Hand {
    pub seat: Seat,
    /// The unit or leader in the hand, and those it points at.
    pub unit: Option<UnitId>,
    pub leader: Option<LeaderId>,
    pub target: Option<UnitId>,
    pub target_leader: Option<LeaderId>,
    pub at: Option<Vec2>,
    pub facing: Option<Cdeg>,
}

impl Hand {
    fn of(table: Table<'_>, seat: Seat, aim: &Aim) -> Hand {
        const FARTHEST: f64 = 100_000.0;
        let um = |part: f64| (part.clamp(-FARTHEST, FARTHEST) * f64::from(MM)).round();
        let at = aim.at.filter(|at| at.iter().all(|part| part.is_finite()));
        let facing = aim.facing.filter(|facing| facing.is_finite());
        Hand {
            seat,
            unit: aim.body.and_then(|number| table.unit_numbered(number)),
            leader: aim.body.and_then(|number| table.leader_numbered(number)),
            target: aim.target.and_then(|number| table.unit_numbered(number)),
            target_leader: aim.target.and_then(|number| table.leader_numbered(number)),
            at: at.map(|[x, y]| Vec2::new(um(x), um(y))),
            facing: facing.map(|facing| normal((facing % 360.0 * 100.0).round() as Cdeg)),
        }
    }
}

/// A place of the table for a mark.
pub(crate) fn spot(at: Point) -> Option<[f64; 2]> {
    Some([f64::from(at.x) / 1_000.0, f64::from(at.y) / 1_000.0])
}

/// A decision that a unit makes.
pub(crate) fn by_unit(id: UnitId) -> Mark {
    Mark { actor: Some(unit_number(id)), ..Mark::default() }
}

/// A decision that a leader makes.
pub(crate) fn by_leader(id: LeaderId) -> Mark {
    Mark { actor: Some(leader_number(id)), ..Mark::default() }
}
