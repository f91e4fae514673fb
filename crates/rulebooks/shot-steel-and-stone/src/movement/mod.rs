//! Headings 7 to 10: moves in base widths, manoeuvres, changes of formation and order, interpenetration, lying down.
//!
//! [`Table::outcome`] works out what a manoeuvre leads to, or why it cannot be made. The judge asks it, the menu asks it, and
//! [`Play::make_move`] carries out what it says, so that the three cannot disagree.

mod changes;
mod doors;
mod menu;
mod near;
mod speeds;
mod steps;
mod straight;
mod traverse;
mod turning;

pub use speeds::{COMPLEX, FAR, basic_move, charge_bonus};
pub use steps::{MoveChoice, MoveStep};

use crate::cards::UnitId;
use crate::decision::Manoeuvre;
use crate::disruption::Cause;
use crate::face::told::{self, Who};
use crate::ground::Bar;
use crate::measures::BW;
use crate::state::{Activity, Change, Formation, Intent, Over, Pending, Place, Unit};
use crate::table::{Play, Table};
use arrayvec::ArrayVec;
use field::table::{Body, Sweep, Trail, Um};
use kernel::{Listener, Refusal, Seat, Side};
use near::Near;

/// What a manoeuvre leads to.
#[derive(Debug, Clone)]
pub struct Moved {
    /// The unit as it stands afterwards, its move paid for.
    pub unit: Unit,
    pub trail: Trail,
    /// Friends it passes through at a cost to both (SSS 9.4).
    pub passed: ArrayVec<UnitId, 8>,
}

impl Moved {
    fn new(unit: Unit, trail: Trail) -> Moved {
        Moved { unit, trail, passed: ArrayVec::new() }
    }
}

fn refuse<T>((rule, why): Bar) -> Result<T, Refusal> {
    Err(Refusal::new(rule, why))
}

const NOT_SO_FAR: Bar = ("SSS 7.1", "that is farther than its move reaches this turn");

impl Table<'_> {
    /// Whether a unit may move this turn.
    pub fn may_move(self, id: UnitId) -> Result<(), Refusal> {
        let unit = self.unit(id);
        if unit.place != Place::Table {
            return refuse(("SSS 1.0", "the unit is not on the table"));
        }
        if unit.delayed > 0 && self.card(id).arm == crate::cards::Arm::NapthaThrower {
            return refuse(("SSS 42.2d", "its operator stands still to mend it"));
        }
        if unit.finished {
            return refuse(("SSS 1.5.4", "it has made its move"));
        }
        if !matches!(unit.intent, Intent::Move | Intent::MoveAndShoot) {
            return refuse(("SSS 1.0", "it is not ordered to move"));
        }
        if self.in_contact(id) {
            return refuse(("SSS 4.4b", "it is in a melee"));
        }
        if unit.charged || unit.evaded {
            return refuse(("SSS 1.5.0", "it has moved with the chargers"));
        }
        if unit.pending == Pending::Retire || unit.pending == Pending::Retreat {
            return refuse(("SSS 40.2", "the result of its test comes first"));
        }
        if unit.passed && self.rules.options.passed_unit == crate::readings::PassedUnit::WholeTurn {
            return refuse(("SSS 9.5", "it was passed through and stands"));
        }
        Ok(())
    }

    pub fn judge_pick(self, seat: Seat, id: UnitId) -> Result<(), Refusal> {
        self.owns(seat, id)?;
        if self.side(id) != self.state.active {
            return refuse(("SSS 1.0", "it is not its side's turn"));
        }
        self.may_move(id)
    }

    /// Whether a seat has anything left to move.
    pub(crate) fn any_to_move(self, side: Side, seat: Seat) -> bool {
        self.of_side(side).any(|id| self.judge_pick(seat, id).is_ok())
    }

    pub fn judge_move(self, id: UnitId, manoeuvre: &Manoeuvre) -> Result<(), Refusal> {
        if *manoeuvre == Manoeuvre::Stop {
            return Ok(());
        }
        self.outcome(id, manoeuvre).map(|_| ())
    }

    /// What a manoeuvre leads to.
    pub fn outcome(self, id: UnitId, manoeuvre: &Manoeuvre) -> Result<Moved, Refusal> {
        self.may_move(id)?;
        self.sane(manoeuvre)?;
        self.outcome_near(&self.near(id), manoeuvre)
    }

    /// Who may matter to whatever a unit can do this turn.
    fn near(self, id: UnitId) -> Near {
        let reach = self.move_left(id, Default::default());
        let body = self.body(id);
        self.about(id, f64::from(reach + BW).max(2.0 * body.radius()))
    }

    /// Distances and angles that no table holds are no manoeuvres.
    fn sane(self, manoeuvre: &Manoeuvre) -> Result<(), Refusal> {
        let ground = &self.rules.ground;
        let most = ground.width.max(ground.height);
        let on = |x: Um, y: Um| (0..=ground.width).contains(&x) && (0..=ground.height).contains(&y);
        let ok = match *manoeuvre {
            Manoeuvre::Advance(distance) | Manoeuvre::StepBack(distance) => (1..=most).contains(&distance),
            Manoeuvre::Wheel { angle, .. } => (1..=18_000).contains(&angle),
            Manoeuvre::Traverse(angle) => angle != 0 && angle.abs() <= 18_000,
            Manoeuvre::Free { to, facing } => on(to.x, to.y) && (0..36_000).contains(&facing),
            Manoeuvre::Leave(pose) => on(pose.at.x, pose.at.y) && (0..36_000).contains(&pose.facing),
            _ => true,
        };
        if ok { Ok(()) } else { refuse(("SSS 7.1", "a move has a length or an angle, and ends on the table")) }
    }

    fn outcome_near(self, near: &Near, manoeuvre: &Manoeuvre) -> Result<Moved, Refusal> {
        let unit = self.unit(near.id);
        let moves_on = matches!(
            manoeuvre,
            Manoeuvre::Advance(_) | Manoeuvre::StepBack(_) | Manoeuvre::Wheel { .. } | Manoeuvre::Free { .. }
        );
        if unit.prone && *manoeuvre != Manoeuvre::StandUp {
            return refuse(("SSS 10.1", "it lies down: it has to stand up first"));
        }
        if unit.formation == Formation::Square && moves_on {
            return refuse(("SSS G5", "a square does not move"));
        }
        if unit.pending == Pending::Halt && !matches!(manoeuvre, Manoeuvre::Form { .. } | Manoeuvre::Frontage(_)) {
            return refuse(("SSS 40.1", "halted: it may only change formation"));
        }
        if self.is_garrison(near.id) && !matches!(manoeuvre, Manoeuvre::Leave(_)) {
            return refuse(("SSS G64", "from a built-up area it can only come out"));
        }
        match *manoeuvre {
            Manoeuvre::Advance(distance) => self.straight_outcome(near, distance, false),
            Manoeuvre::StepBack(distance) => self.straight_outcome(near, distance, true),
            Manoeuvre::Free { to, facing } => self.free_outcome(near, to, facing),
            Manoeuvre::Wheel { right, angle } => self.wheel_outcome(near, right, angle),
            Manoeuvre::Face { right } => self.face_outcome(near, right),
            Manoeuvre::AboutFace => self.about_face_outcome(near),
            Manoeuvre::Form { formation, files } => self.form_outcome(near, formation, files),
            Manoeuvre::Frontage(files) => self.frontage_outcome(near, files),
            Manoeuvre::ChangeOrder(order) => self.order_outcome(near, order),
            Manoeuvre::LieDown => self.posture_outcome(near, true),
            Manoeuvre::StandUp => self.posture_outcome(near, false),
            Manoeuvre::Limber => self.limber_outcome(near, true),
            Manoeuvre::Unlimber => self.limber_outcome(near, false),
            Manoeuvre::Traverse(angle) => self.traverse_outcome(near, angle),
            Manoeuvre::Enter { building, bases } => self.enter_outcome(near, building, bases),
            Manoeuvre::Leave(pose) => self.leave_outcome(near, pose),
            Manoeuvre::Stop => Ok(Moved::new(*unit, Trail::Formed)),
            Manoeuvre::Mount | Manoeuvre::Dismount { .. } | Manoeuvre::Screen(_) => {
                refuse(("SSS 8.1", "that is not played yet"))
            }
        }
    }

    /// The unit after a piece of its move, so much spent of the distance and so much deducted besides.
    fn after(self, id: UnitId, spent: Um, deducted: Um) -> Unit {
        let mut unit = *self.unit(id);
        unit.this_turn.spent += spent;
        unit.this_turn.deducted += deducted;
        unit.this_turn.moved = true;
        unit.split = 0;
        unit.moved_up = [0, 0];
        unit.rear_about = false;
        unit
    }

    /// A piece of a move over the ground it sweeps: what its way leads over is added, and the allowance for all of that must
    /// cover it (SSS T6, G8, G9).
    fn pays(self, near: &Near, unit: &mut Unit, sweep: &Sweep<'_>, road: (bool, bool)) -> Result<(), Refusal> {
        let over = self.over(near.id, sweep, road.0, road.1).or_else(refuse)?;
        unit.this_turn.way = unit.this_turn.way.and(over);
        let way = unit.this_turn.way;
        let bad = way.has(Over::Difficult) || way.has(Over::Rough);
        let least = if bad { speeds::LEAST } else { 0 };
        let allowance = self.allowance_as(near.id, unit, way, unit.deducted).max(least);
        if unit.spent > allowance { refuse(NOT_SO_FAR) } else { Ok(()) }
    }

    /// Ends with a body that has room and may rest there.
    fn stands(self, near: &Near, body: &Body) -> Result<(), Refusal> {
        self.may_rest(near.id, body)?;
        self.has_room(near, body).or_else(refuse)
    }
}

impl<L: Listener> Play<'_, L> {
    /// Makes a piece of a unit's move that the judge has allowed.
    pub fn make_move(&mut self, id: UnitId, manoeuvre: Manoeuvre) {
        if manoeuvre == Manoeuvre::Stop {
            self.stop_moving(id);
            return;
        }
        let Ok(moved) = self.table().outcome(id, &manoeuvre) else { return };
        let before = self.unit(id).way;
        *self.unit_mut(id) = moved.unit;
        self.tell_move(id, manoeuvre);
        for &friend in &moved.passed {
            // SSS 9.4: both are the worse for it.
            self.disrupt(friend, Cause::Interpenetrated);
            self.disrupt(id, Cause::Interpenetrated);
            self.unit_mut(friend).this_turn.passed = true;
        }
        let way = moved.unit.this_turn.way;
        let crossed = |over: Over| way.has(over) && !before.has(over);
        if crossed(Over::Rough) {
            self.disrupt_by_ground(id, true);
        } else if crossed(Over::Difficult) {
            self.disrupt_by_ground(id, false);
        }
    }

    /// The unit moves no more this turn. Who has come 1 BW nearer to the enemy is advancing (SSS G21).
    pub(crate) fn stop_moving(&mut self, id: UnitId) {
        let closer = self.table().has_closed_in(id);
        let unit = self.unit_mut(id);
        unit.this_turn.finished = true;
        if unit.this_turn.moved {
            unit.activity = if closer { Activity::Advancing } else { Activity::Static };
        }
    }

    /// Before the first piece of its moves a unit goes on with a change it has begun (SSS G9).
    pub(crate) fn goes_on_changing(&mut self, id: UnitId) {
        let Some(change) = self.unit(id).changing else { return };
        let left = self.table().move_left(id, self.unit(id).way);
        let paid = left.min(change.owed);
        let unit = self.unit_mut(id);
        unit.this_turn.deducted += paid;
        unit.changing = (paid < change.owed).then_some(Change { owed: change.owed - paid, ..change });
        if paid == change.owed
            && let Ok(changed) = self.table().changed_into(id, change.into)
        {
            *self.unit_mut(id) = changed;
            self.tell("SSS G9", told::CHANGE_DONE, &[Who::Unit(id)]);
        }
    }
}

impl Table<'_> {
    /// Stands at least 1 BW nearer to its nearest enemy than when the turn began (SSS G21).
    fn has_closed_in(self, id: UnitId) -> bool {
        let (now, then) = (self.nearest_enemy(id), self.unit(id).enemy_off);
        now.is_some_and(|(_, off)| off + f64::from(BW) <= f64::from(then) + 1.0)
    }
}
