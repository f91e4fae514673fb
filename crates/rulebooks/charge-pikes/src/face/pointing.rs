//! The table under a hand: where a decision shows on it, what a hand that points at it means, and how a body stands.
//!
//! [`marks`] says who acts at whom and where, [`aims`] which answers to the open question a hand may mean, and [`drags`]
//! what it means to drag a unit about while it moves. A move is made of pieces without number, so nobody is led step by
//! step: a hand that drags is answered with the one piece that comes nearest to where it points.

mod aims;
mod drags;
mod marks;

use crate::ChargePikes;
use crate::cards::{GeneralId, UnitId};
use crate::decision::Decision;
use crate::face::scene::mm;
use crate::movement::charging::ChargeChoice;
use crate::state::{Place, Unit};
use crate::table::Table;
use field::table::{Body, Cdeg, MM, Point, Pose, Vec2};
use kernel::{Ghost, Seat, scene};

/// Numbers by which the scene speaks of bodies other than units.
const HORSES: u16 = 1_000;
const GUNS: u16 = 2_000;
const GENERALS: u16 = 3_000;

/// What a number of the scene stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Thing {
    Unit(UnitId),
    /// Horses that dragoons have left in the hands of a few.
    Horses(UnitId),
    /// Guns that their crew has left.
    Guns(UnitId),
    General(GeneralId),
}

impl Thing {
    pub(crate) fn of(rules: &ChargePikes, body: u16) -> Option<Thing> {
        let index = u8::try_from(body % HORSES).ok()?;
        let unit = || (usize::from(index) < rules.units.len()).then_some(UnitId(index));
        match body - body % HORSES {
            0 => unit().map(Thing::Unit),
            HORSES => unit().map(Thing::Horses),
            GUNS => unit().map(Thing::Guns),
            GENERALS => (usize::from(index) < rules.generals.len()).then_some(Thing::General(GeneralId(index))),
            _ => None,
        }
    }

    /// The unit it is or belongs to; a general is nobody's.
    fn unit(self) -> Option<UnitId> {
        match self {
            Thing::Unit(id) | Thing::Horses(id) | Thing::Guns(id) => Some(id),
            Thing::General(_) => None,
        }
    }
}

/// The number of a unit in the scene.
pub(crate) fn unit_number(id: UnitId) -> u16 {
    u16::from(id.0)
}

/// The number of a general in the scene.
pub(crate) fn general_number(id: GeneralId) -> u16 {
    GENERALS + u16::from(id.0)
}

impl Table<'_> {
    /// How a body of the scene stands.
    pub fn ghost(self, body: u16) -> Option<Ghost> {
        match Thing::of(self.rules, body)? {
            Thing::Unit(id) => self.unit_ghost(id),
            Thing::Horses(id) => self.horses_scene(id).as_ref().map(ghost_of),
            Thing::Guns(id) => self.left_guns_scene(id).as_ref().map(ghost_of),
            Thing::General(id) => {
                let general = &self.state.generals[id.ix()];
                general.alive.then(|| ghost_of(&self.general_body(id.ix(), general.at.vec())))
            }
        }
    }

    fn unit_ghost(self, id: UnitId) -> Option<Ghost> {
        let unit = self.unit(id);
        (unit.place == Place::Table).then(|| self.ghost_standing(id, unit, &self.body(id)))
    }

    fn ghost_standing(self, id: UnitId, unit: &Unit, body: &Body) -> Ghost {
        Ghost {
            body: unit_number(id),
            at: mm(body.center()),
            facing: f64::from(unit.pose.facing) / 100.0,
            parts: self.parts(id, body).iter().map(|part| part.corners).collect(),
        }
    }

    /// Charges are run after all of them are announced: how a charger would stand if nobody came in between.
    pub fn announced(self, seat: Seat, decision: &Decision) -> Option<Ghost> {
        let (id, there) = match *decision {
            Decision::Charge(ChargeChoice::Charge { unit, target, files, legs }) => {
                (unit, self.judge_charge(seat, unit, target, files, &legs).ok()?.unit)
            }
            Decision::Charge(ChargeChoice::Counter { unit, charger, files, legs }) => {
                (unit, self.countering(unit, charger, files, &legs)?.0)
            }
            _ => return None,
        };
        Some(self.ghost_standing(id, &there, &self.rules.body_of(id, &there)))
    }

    /// The pose of a unit whose middle is at a place, to the whole millimetre.
    fn pose_about(self, id: UnitId, unit: &Unit, middle: Vec2, facing: Cdeg) -> Pose {
        let turned = Unit { pose: Pose::new(unit.pose.at, facing), ..*unit };
        let off = self.rules.body_of(id, &turned).center() - turned.pose.at.vec();
        Pose::new(whole_mm(middle - off), facing)
    }
}

fn ghost_of(body: &scene::Body) -> Ghost {
    let parts = body.parts.iter().map(|part| part.corners).collect();
    Ghost { body: body.id, at: body.at, facing: body.facing, parts }
}

/// The nearest place in whole millimetres.
fn whole_mm(at: Vec2) -> Point {
    let round = |value: f64| (value / f64::from(MM)).round() as i32 * MM;
    Point::new(round(at.x), round(at.y))
}
