//! Headings 7 to 10: moves in base widths, manoeuvres, changes of formation and order, interpenetration, lying down.
//!
//! [`Table::outcome`] works out what a manoeuvre leads to, or why it cannot be made. The judge asks it, the menu asks it, and
//! [`Play::make_move`] carries out what it says, so that the three cannot disagree.

mod changes;
mod doors;
mod jumping;
mod menu;
mod mounting;
mod near;
mod parts;
mod screens;
mod speeds;
mod steps;
mod straight;
mod traverse;
mod turning;

pub(crate) use near::keeps_off;
pub use speeds::{COMPLEX, FAR, basic_move, charge_bonus};
pub use steps::{MoveChoice, MoveStep};

use crate::cards::UnitId;
use crate::decision::Manoeuvre;
use crate::disruption::Cause;
use crate::face::told::{self, Who};
use crate::ground::Bar;
use crate::measures::BW;
use crate::readings::QuicksandKnown;
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
    /// A screen or horse-holders that part from it or join it, as they stand afterwards.
    pub part: Option<(UnitId, Unit)>,
}

impl Moved {
    fn new(unit: Unit, trail: Trail) -> Moved {
        Moved { unit, trail, passed: ArrayVec::new(), part: None }
    }
}

fn refuse<T>((rule, why): Bar) -> Result<T, Refusal> {
    Err(Refusal::new(rule, why))
}

const NOT_SO_FAR: Bar = ("SSS 7.1", "that is farther than its move reaches this turn");

const NOT_BOTH: Bar = ("SSS 8.2", "its move does not cover what shooting takes off: it moves or shoots");

const NOT_THERE: Bar = ("SSS 4.4a", "its orders lead elsewhere");

/// What a unit that halts may do besides taking another formation (SSS G50).
fn is_done_on_the_spot(manoeuvre: &Manoeuvre) -> bool {
    matches!(
        manoeuvre,
        Manoeuvre::LieDown
            | Manoeuvre::StandUp
            | Manoeuvre::Limber
            | Manoeuvre::Unlimber
            | Manoeuvre::Mount
            | Manoeuvre::Dismount { .. }
            | Manoeuvre::Stop
    )
}

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
        // SSS 40.1: a halted unit may change formation, whatever it was ordered to do.
        let halted = unit.pending == Pending::Halt && !matches!(unit.intent, Intent::Firefight | Intent::Plash);
        if !matches!(unit.intent, Intent::Move | Intent::MoveAndShoot | Intent::Change) && !halted {
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
        let reshapes = matches!(manoeuvre, Manoeuvre::Form { .. } | Manoeuvre::Frontage(_) | Manoeuvre::ChangeOrder(_));
        if unit.pending == Pending::Halt && !reshapes {
            return refuse(("SSS 40.1", "halted: it may only change formation"));
        }
        if unit.intent == Intent::Change && !reshapes && !is_done_on_the_spot(manoeuvre) {
            return refuse(("SSS G50", "it halts: it changes what it is, not where it is"));
        }
        if self.is_garrison(near.id) && !matches!(manoeuvre, Manoeuvre::Leave(_)) {
            return refuse(("SSS G64", "from a built-up area it can only come out"));
        }
        if !moves_on {
            return self.change_outcome(near, manoeuvre);
        }
        let moved = self.moves_on(near, manoeuvre)?;
        self.keeps_by_its_unit(near.id, &moved.unit)?;
        if self.goes_where_sent(near.id, &moved.unit) { Ok(moved) } else { refuse(NOT_THERE) }
    }

    /// Pieces of a move that change what it is.
    fn change_outcome(self, near: &Near, manoeuvre: &Manoeuvre) -> Result<Moved, Refusal> {
        match *manoeuvre {
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
            Manoeuvre::Mount => self.mount_outcome(near),
            Manoeuvre::Dismount { holders_mounted } => self.dismount_outcome(near, holders_mounted),
            Manoeuvre::Screen(out) => self.screen_outcome(near, out),
            Manoeuvre::Advance(_) | Manoeuvre::StepBack(_) | Manoeuvre::Free { .. } | Manoeuvre::Wheel { .. } => {
                self.moves_on(near, manoeuvre)
            }
            Manoeuvre::Stop => Ok(Moved::new(*self.unit(near.id), Trail::Formed)),
        }
    }

    /// Pieces of a move that lead to other ground.
    fn moves_on(self, near: &Near, manoeuvre: &Manoeuvre) -> Result<Moved, Refusal> {
        match *manoeuvre {
            Manoeuvre::Advance(distance) => self.straight_outcome(near, distance, false),
            Manoeuvre::StepBack(distance) => self.straight_outcome(near, distance, true),
            Manoeuvre::Wheel { right, angle } => self.wheel_outcome(near, right, angle),
            Manoeuvre::Free { to, facing } => self.free_outcome(near, to, facing),
            _ => refuse(("SSS 7.1", "that is no move")),
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
        // SSS G9: what shooting takes off is paid in full, or it does one or the other.
        let shoots = unit.intent == Intent::MoveAndShoot && self.pays_for_shooting(near.id);
        if shoots && self.before_marching(near.id, unit, way, unit.deducted) < 0 {
            return refuse(NOT_BOTH);
        }
        let allowance = self.allowance_as(near.id, unit, way, unit.deducted).max(least);
        if unit.spent > allowance { refuse(NOT_SO_FAR) } else { Ok(()) }
    }

    /// Where its way ends it may rest; who stood apart closes up there, and needs the room for that (SSS 9.1).
    fn closes_up_there(self, near: &Near, unit: &Unit) -> Result<(), Refusal> {
        let body = self.rules.body_of(near.id, unit);
        self.may_rest(near.id, &body)?;
        if self.stands_apart(near.id) { self.has_room(near, &body).or_else(refuse) } else { Ok(()) }
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
        let Some(moved) = self.moved_by(id, manoeuvre) else { return };
        let before = self.unit(id).way;
        self.stands_now(id, moved.unit, moved.part);
        self.tell_move(id, manoeuvre);
        for &friend in &moved.passed {
            // SSS 9.4: both are the worse for it.
            self.disrupt_again(friend, Cause::Interpenetrated);
            self.disrupt_again(id, Cause::Interpenetrated);
            self.unit_mut(friend).this_turn.passed = true;
        }
        let way = moved.unit.this_turn.way;
        let crossed = |over: Over| way.has(over) && !before.has(over);
        if crossed(Over::Rough) {
            self.disrupt_by_ground(id, true);
        } else if crossed(Over::Difficult) {
            self.disrupt_by_ground(id, false);
        }
        self.test_for_fallers(id, before, way);
        if moved.unit.finished {
            self.stop_moving(id);
        }
    }

    /// A unit stands as its manoeuvre leaves it, and so does a part that has left it or joined it. Mounting and dismounting
    /// disrupt (SSS T16).
    fn stands_now(&mut self, id: UnitId, unit: Unit, part: Option<(UnitId, Unit)>) {
        let mounted = self.unit(id).mounted;
        *self.unit_mut(id) = unit;
        if let Some((part, there)) = part {
            *self.unit_mut(part) = there;
        }
        if unit.mounted == mounted {
            return;
        }
        self.disrupt(id, Cause::Mounted);
        if let Some((part, there)) = part
            && there.place == Place::Table
            && !there.mounted
        {
            self.disrupt(part, Cause::Mounted);
        }
    }

    /// What a piece of a move comes to. Sands on its way that nobody has tried are tried now: before quicksand the unit stops,
    /// and stumbles into it (SSS 42.6, G169).
    fn moved_by(&mut self, id: UnitId, manoeuvre: Manoeuvre) -> Option<Moved> {
        let moved = self.table().outcome(id, &manoeuvre).ok()?;
        if self.rules.options.quicksand_known == QuicksandKnown::Marked {
            return Some(moved);
        }
        let body = self.body(id);
        self.feels_the_way(&Sweep::new(&body, moved.trail));
        let again = self.table().outcome(id, &manoeuvre);
        if again.is_err() {
            self.comes_up_to_quicksand(id, manoeuvre);
        }
        again.ok()
    }

    fn comes_up_to_quicksand(&mut self, id: UnitId, manoeuvre: Manoeuvre) {
        if let Manoeuvre::Advance(far) = manoeuvre {
            let (mut free, mut shut) = (0, far);
            while shut - free > 100 {
                let middle = (free + shut) / 2;
                if self.table().outcome(id, &Manoeuvre::Advance(middle)).is_ok() {
                    free = middle;
                } else {
                    shut = middle;
                }
            }
            if let Ok(moved) = self.table().outcome(id, &Manoeuvre::Advance(free)) {
                *self.unit_mut(id) = moved.unit;
                self.tell_move(id, Manoeuvre::Advance(free));
            }
        }
        self.stop_moving(id);
        self.stumbles_into_quicksand(id);
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
        let left = self.table().left_for(id, change.into);
        let paid = left.min(change.owed);
        let unit = self.unit_mut(id);
        unit.this_turn.deducted += paid;
        unit.changing = Some(Change { owed: change.owed - paid, ..change });
        if paid < change.owed {
            return;
        }
        // Where there is no room for it, it is put off until there is.
        let table = self.table();
        if let Ok((changed, part)) = table.made_change(&table.near(id), change.into) {
            self.stands_now(id, Unit { changing: None, ..changed }, part);
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
