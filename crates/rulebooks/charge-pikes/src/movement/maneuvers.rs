//! 15.9 Maneuvers and formation changes, 15.10 skirmish movement, and the postures of chapter 20.
//!
//! [`Table::outcome`] works out what a manoeuvre leads to, or why it cannot be made. The judge asks it, the menu asks it,
//! and [`Play::make_move`] carries out what it says, so that the three cannot disagree.

mod arms;
mod changes;
mod menu;
mod places;
mod skirmish;
mod steps;
mod straight;
mod wheels;

use arms::MOST_TRAVERSE;
pub use arms::horse_holders;
pub use steps::{MoveChoice, MoveStep};

use super::interpenetration::Near;
use crate::cards::{Kind, UnitId};
use crate::decision::Manoeuvre;
use crate::face::told::{self, Blame, Who};
use crate::state::{Formation, Gun, HedgeWork, Mode, Morale, Place, Unit};
use crate::table::{Play, Table};
use crate::terrain::March;
use arrayvec::ArrayVec;
use field::table::{Body, Cdeg, INCH, MM, Sweep, Trail, Um, arc_length};
use kernel::{Listener, Refusal, Seat, Side};

/// A rule, and what it says.
type Mark = (&'static str, &'static str);

/// What a manoeuvre leads to.
#[derive(Debug, Clone)]
pub struct Moved {
    /// The unit as it stands afterwards.
    pub unit: Unit,
    /// Allowance used up.
    pub cost: Um,
    pub trail: Trail,
    /// Ground covered where it stands, by a wing or in files, and so much of it as is rough (CP 19.2.1).
    pub covered: (Um, Um),
    pub disorder: Option<Blame>,
    pub shake: Option<Blame>,
    /// Friends passed through, who must stand still this turn (CP 15.7.2).
    pub held: ArrayVec<UnitId, 8>,
    pub also: Also,
}

/// What a manoeuvre does besides moving the unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Also {
    Nothing,
    /// The limbers leave the game (CP 15.9.13a).
    DropLimbers,
    SwingGun {
        gun: u8,
        to: Cdeg,
    },
    /// All guns turn with the battery.
    Traverse {
        by: Cdeg,
    },
    Hedge(HedgeWork),
    Enter(u8),
    DrawIn,
    /// Gunners who have walked up to their guns this turn have no time left to turn heavy ones (CP 15.12.2).
    Man {
        walked: bool,
    },
}

impl Moved {
    fn new(unit: Unit, cost: Um, trail: Trail) -> Moved {
        let (held, also) = (ArrayVec::new(), Also::Nothing);
        Moved { unit, cost, trail, covered: (0, 0), disorder: None, shake: None, held, also }
    }
}

/// The ground that a piece of a move covers: so far straight on, or the arc of the corner that goes farthest.
pub(crate) fn length_of(trail: Trail, before: &Body) -> Um {
    match trail {
        Trail::Straight { dist, .. } => dist.round() as Um,
        Trail::Swing { pivot, by } => {
            let (left, right) = before.front_ends();
            arc_length(left.distance(pivot).max(right.distance(pivot)), by).round() as Um
        }
        _ => 0,
    }
}

fn refuse<T>(rule: &'static str, why: &'static str) -> Result<T, Refusal> {
    Err(Refusal::new(rule, why))
}

/// Judged before anything else: most of what a menu would offer falls here.
const NOT_SO_FAR: Mark = ("CP 15.12.1", "that is farther than its move reaches this turn");
const NO_ROOM: Mark = ("CP 15.7.2", "there is no room to stand there");
const OUT_OF_FORMATION: Mark = ("CP 7.3.13", "out of formation the unit can only go straight forward");
const FULL_MOVE: Mark = ("CP 15.9.4", "that takes a full move, and part of this turn's is gone");

impl Table<'_> {
    /// Whether a unit may make a normal move this turn.
    pub fn may_move(self, id: UnitId) -> Result<(), Refusal> {
        let unit = self.unit(id);
        if unit.place != Place::Table {
            return refuse("CP 13.3", "the unit is not on the table");
        }
        if unit.mode != Mode::Normal {
            return refuse("CP 13.2", "routers and pursuers have their moves in phase 1");
        }
        if unit.finished {
            return refuse("CP 13.3", "the unit has made its move");
        }
        if unit.changing > 0 && !unit.moved {
            return refuse("CP 15.9.6", "the unit is still busy changing formation");
        }
        if self.in_contact(id) {
            return refuse("CP 17.2.6", "a unit in combat may not move");
        }
        if unit.crashed || self.involved_in_charge(id) {
            return refuse("CP 13.3", "a unit that charged or was charged makes no normal move");
        }
        if self.is_battery(id) && unit.inside.is_some() {
            return refuse("CP 19.7.2b", "guns in a town block stay where they are");
        }
        Ok(())
    }

    pub fn judge_pick(self, seat: Seat, id: UnitId) -> Result<(), Refusal> {
        self.owns(seat, id)?;
        self.may_move(id)
    }

    /// Whether a seat has anything left to move, generals included.
    pub fn any_to_move(self, side: Side, seat: Seat) -> bool {
        let rides = || {
            self.generals_of(side).any(|general| {
                self.rules.generals[general.ix()].seat == seat
                    && self.state.generals[general.ix()].spent < self.general_speed()
            })
        };
        self.of_side(side).any(|id| self.seat(id) == seat && self.may_move(id).is_ok()) || rides()
    }

    /// Whether a unit may make this piece of its move; otherwise the rule that forbids it.
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
        let mut near = self.alone(id);
        let reach = self.scope(&near);
        self.look_about(&mut near, reach);
        self.outcome_near(&near, manoeuvre)
    }

    /// How far off others matter to what a unit may do: a deep one swings its tail about when it wheels, and that is not what it
    /// pays for.
    fn scope(self, near: &Near) -> f64 {
        let reach = f64::from(near.left) + f64::from(2 * INCH);
        let body = &near.body;
        if body.main().depth > body.front_width() { reach.max(2.0 * body.radius()) } else { reach }
    }

    /// Distances and angles that no table holds are no manoeuvres.
    fn sane(self, manoeuvre: &Manoeuvre) -> Result<(), Refusal> {
        let most = self.rules.ground.width.max(self.rules.ground.height);
        let length = |distance: Um| (1..=most).contains(&distance);
        let ok = match *manoeuvre {
            Manoeuvre::Advance(distance) | Manoeuvre::Retire(distance) => length(distance),
            Manoeuvre::Sidestep { distance, .. } | Manoeuvre::Oblique { distance, .. } => length(distance),
            Manoeuvre::Wheel { angle, .. } => (1..=18_000).contains(&angle),
            Manoeuvre::WheelWing { angle, .. } | Manoeuvre::Rotate(angle) => angle != 0 && angle.abs() <= 18_000,
            Manoeuvre::SwingGun { to, .. } => to.abs() <= 18_000,
            Manoeuvre::Skirmish { to, facing } => {
                let on = |at: Um, size: Um| (0..=size).contains(&at);
                on(to.x, self.rules.ground.width) && on(to.y, self.rules.ground.height) && (0..36_000).contains(&facing)
            }
            Manoeuvre::Leave { pose } => {
                let on = |at: Um, size: Um| (0..=size).contains(&at);
                on(pose.at.x, self.rules.ground.width)
                    && on(pose.at.y, self.rules.ground.height)
                    && (0..36_000).contains(&pose.facing)
            }
            _ => true,
        };
        if ok { Ok(()) } else { refuse("CP 15.12.1", "a move has a length or an angle, and ends on the table") }
    }

    fn outcome_near(self, near: &Near, manoeuvre: &Manoeuvre) -> Result<Moved, Refusal> {
        let id = near.id;
        let unit = self.unit(id);
        if unit.illegal && !matches!(manoeuvre, Manoeuvre::Advance(_) | Manoeuvre::Form(_) | Manoeuvre::FormLine { .. })
        {
            return refuse(OUT_OF_FORMATION.0, OUT_OF_FORMATION.1);
        }
        if unit.inside.is_some() && !matches!(manoeuvre, Manoeuvre::Leave { .. }) {
            return refuse("CP 19.7.9c", "from a town block the unit can only come out");
        }
        let shifts = !matches!(manoeuvre, Manoeuvre::Form(_) | Manoeuvre::FormLine { .. } | Manoeuvre::Leave { .. });
        if unit.formation == Formation::Square && shifts {
            return refuse("CP 7.3.12", "a square may not move");
        }
        let moved = self.outcome_of(near, manoeuvre)?;
        self.stays_ahead(near, &moved)?;
        Ok(moved)
    }

    /// The regiment that a forlorn hope has to stay ahead of.
    fn ahead_of(self, id: UnitId) -> Option<UnitId> {
        let card = self.card(id);
        card.parent.filter(|&parent| card.kind == Kind::ForlornHope && self.unit(parent).place == Place::Table)
    }

    /// CP 20.3.2c: a forlorn hope goes before its regiment; it falls behind it only to be drawn in.
    fn stays_ahead(self, near: &Near, moved: &Moved) -> Result<(), Refusal> {
        let Some(parent) = self.ahead_of(near.id).filter(|_| moved.also != Also::DrawIn) else { return Ok(()) };
        let regiment = self.body(parent);
        let ahead = |at: field::table::Vec2| regiment.main().local(at).y;
        let (before, after) = (ahead(near.body.main().front), ahead(moved.unit.pose.at.vec()));
        if after < 0.0 && after < before {
            return refuse("CP 20.3.2c", "a forlorn hope stays ahead of its regiment");
        }
        Ok(())
    }

    fn outcome_of(self, near: &Near, manoeuvre: &Manoeuvre) -> Result<Moved, Refusal> {
        match *manoeuvre {
            Manoeuvre::Advance(_) | Manoeuvre::Retire(_) | Manoeuvre::Sidestep { .. } | Manoeuvre::Oblique { .. } => {
                self.straight_outcome(near, manoeuvre)
            }
            Manoeuvre::Wheel { right, angle } => self.wheel_outcome(near, right, angle),
            Manoeuvre::WheelWing { right, angle } => self.wing_outcome(near, right, angle),
            Manoeuvre::Frontage { left, centre, right } => self.frontage_outcome(near, left, centre, right),
            Manoeuvre::AboutFace => self.about_face_outcome(near),
            Manoeuvre::Form(formation) => self.form_outcome(near, formation),
            Manoeuvre::FormLine { left, centre, right } => self.form_line_outcome(near, left, centre, right),
            Manoeuvre::Dismount => self.dismount_outcome(near),
            Manoeuvre::Mount => self.mount_outcome(near),
            Manoeuvre::Unlimber => self.unlimber_outcome(near),
            Manoeuvre::Rotate(angle) => self.rotate_outcome(near, angle),
            Manoeuvre::SwingGun { gun, to } => self.swing_gun_outcome(near, gun, to),
            Manoeuvre::Skirmish { to, facing } => self.skirmish_outcome(near, to, facing),
            Manoeuvre::Enter { area } => self.enter_outcome(near, area),
            Manoeuvre::Leave { pose } => self.leave_outcome(near, pose),
            Manoeuvre::Loophole { line } => self.hedge_outcome(near, line, false),
            Manoeuvre::ClearHedge { line } => self.hedge_outcome(near, line, true),
            Manoeuvre::VolleyPosture(on) => self.volley_outcome(near, on),
            Manoeuvre::DrawIn => self.draw_in_outcome(near),
            Manoeuvre::Man => self.man_outcome(near),
            Manoeuvre::Stop => Ok(Moved::new(*self.unit(near.id), 0, Trail::Formed)),
        }
    }

    /// Nothing of this turn's move is used yet, so that a full move can still be made (ruling G58).
    fn is_fresh(self, id: UnitId) -> bool {
        let unit = self.unit(id);
        unit.spent == 0 && !unit.moved
    }

    /// The unit after a piece of its move: paid for, no longer shooting this turn, no longer on a straight run.
    fn after(self, id: UnitId, cost: Um) -> Unit {
        let mut unit = *self.unit(id);
        unit.spent += cost;
        unit.moved = true;
        unit.rotated = false;
        unit.straight = 0;
        unit.hedge_turns = 0;
        unit
    }

    /// Ends with a body that has room and may stand there.
    fn stands(self, near: &Near, body: &Body) -> Result<(), Refusal> {
        self.can_stand(near.id, body, March::Normal)?;
        // A long column may reach those who stood too far off to be looked at.
        let known = near.body.radius() + f64::from(near.left) + f64::from(2 * INCH);
        let beyond = body.center().distance(near.body.center()) + body.radius() > known;
        let others = || self.on_table().any(|other| other != near.id && self.body(other).overlaps(body));
        if self.has_room(near, body) && !(beyond && others()) { Ok(()) } else { refuse(NO_ROOM.0, NO_ROOM.1) }
    }

    /// CP 20.4.2: in volley posture anything but going straight forward shakes a unit.
    fn volley_shaken(self, id: UnitId) -> Option<Blame> {
        self.unit(id).volley.then_some(("CP 20.4.2", told::MOVED_IN_VOLLEY))
    }

    /// Whether a non-routing enemy stands near enough to shake a unit that changes formation or faces about (CP 15.9.5).
    pub fn pinned(self, id: UnitId) -> bool {
        self.pinned_within(id, self.inches(6))
    }

    /// The same, at another distance: a Swedish change of formation has its own (CP 20.1.3).
    pub fn pinned_within(self, id: UnitId, distance: Um) -> bool {
        let distance = f64::from(distance) + field::table::TOUCH;
        let body = self.body(id);
        self.enemies_of(id).any(|enemy| {
            self.is_troops(enemy)
                && !self.routing(enemy)
                && self.maybe_near(enemy, body.center(), body.radius() + distance)
                && body.within(&self.body(enemy), distance)
        })
    }

    fn has_general(self, id: UnitId) -> bool {
        self.state.generals.iter().any(|general| general.alive && general.attached == Some(id))
    }

    /// The same share of another allowance: what is used stays used when the unit becomes slower or faster.
    fn rescaled(self, id: UnitId, unit: &Unit, share: f64) -> Um {
        (f64::from(self.move_speed_as(id, unit)) * share.clamp(0.0, 1.0)).round() as Um
    }

    /// How much of the move is gone, of one.
    fn share_spent(self, id: UnitId) -> f64 {
        f64::from(self.unit(id).spent) / f64::from(self.move_speed(id).max(1))
    }
}

impl<L: Listener> Play<'_, L> {
    /// Makes a piece of a unit's move that the judge has allowed.
    pub fn make_move(&mut self, id: UnitId, manoeuvre: Manoeuvre) {
        if manoeuvre == Manoeuvre::Stop {
            self.stop_moving(id);
            return;
        }
        let Ok(mut moved) = self.table().outcome(id, &manoeuvre) else { return };
        if self.tries_woods(id, &moved) {
            // What was found among the trees may shorten the move, or forbid it.
            let Some(less) = self.table().as_much_of(id, &manoeuvre) else {
                self.tell("CP 19.1.9b", told::DOES_NOT_GO_IN, &[Who::Unit(id)]);
                return;
            };
            moved = less;
        }
        self.carry_out(id, manoeuvre, &moved);
        if self.table().nothing_left(id) {
            self.stop_moving(id);
        }
    }

    fn tries_woods(&mut self, id: UnitId, moved: &Moved) -> bool {
        if self.state.woods.is_empty() {
            return false;
        }
        let before = self.body(id);
        let after = self.rules.body_of(id, &moved.unit);
        self.try_woods(id, &before, &after, moved.trail)
    }

    fn carry_out(&mut self, id: UnitId, manoeuvre: Manoeuvre, moved: &Moved) {
        let before = self.body(id);
        *self.unit_mut(id) = moved.unit;
        for &friend in &moved.held {
            self.stands_still_for(friend, id);
        }
        self.tell_move(id, manoeuvre);
        if self.table().is_guns(id) && !self.table().has_general(id) {
            // CP 16.7.5: with nobody to place them singly, the guns fall into line as the battery moves.
            self.each_gun(id, |gun| gun.swung = 0);
        }
        self.do_also(id, moved.also);
        if let Some((rule, why)) = moved.disorder {
            self.disorder(id, rule, why);
        }
        if let Some((rule, why)) = moved.shake {
            self.shake(id, rule, why);
        }
        if self.unit(id).place != Place::Table {
            return;
        }
        self.note_path(id);
        self.generals_follow(id);
        if self.unit(id).inside.is_none() {
            self.covers_ground(id, moved.covered, March::Normal);
            self.settle_way(id, &before, moved.trail, March::Normal);
        }
    }

    fn do_also(&mut self, id: UnitId, also: Also) {
        match also {
            Also::Nothing => {}
            Also::DropLimbers => self.each_gun(id, |gun| {
                gun.limber = false;
                gun.limber_hits = 0;
                // That took the whole move of whatever does not move by hand (CP 15.9.12, 15.12.2).
                gun.turned = MOST_TRAVERSE;
            }),
            Also::SwingGun { gun, to } => {
                let mut number = 0;
                self.each_gun(id, |each| {
                    if number == gun {
                        each.turned += (to - each.swung).abs();
                        each.swung = to;
                    }
                    number += 1;
                });
            }
            Also::Traverse { by } => self.each_gun(id, |gun| gun.turned += by),
            Also::Hedge(work) => self.note_hedge(work),
            Also::Enter(area) => self.enter_block(id, area),
            Also::DrawIn => self.draw_in(id),
            Also::Man { walked } => {
                if walked {
                    self.each_gun(id, |gun| gun.turned = MOST_TRAVERSE);
                }
                self.man_guns(id);
            }
        }
    }

    fn each_gun(&mut self, id: UnitId, change: impl FnMut(&mut Gun)) {
        if let Some(battery) = self.state.batteries.iter_mut().find(|battery| battery.unit == id) {
            battery.guns.iter_mut().for_each(change);
        }
    }

    /// A stretch of hedge worked on, joined with the stretches of the same kind that it meets.
    fn note_hedge(&mut self, mut work: HedgeWork) {
        let works = &mut self.state.hedge_works;
        let mut ix = 0;
        while let Some(other) = works.get(ix).copied() {
            let meets = other.line == work.line
                && other.broken == work.broken
                && other.from <= work.to + MM
                && work.from <= other.to + MM;
            if meets {
                work.from = work.from.min(other.from);
                work.to = work.to.max(other.to);
                works.swap_remove(ix);
                ix = 0;
            } else {
                ix += 1;
            }
        }
        // The judge has seen to it that there is room.
        self.state.overflow.keep(works, work);
    }

    /// The unit moves no more this turn; where it stands tells now (CP 19.4.4, 19.5.1c, 19.6.3c).
    pub fn stop_moving(&mut self, id: UnitId) {
        self.unit_mut(id).finished = true;
        if self.unit(id).moved {
            self.settle_standing(id);
        }
    }

    /// March columns that see an enemy too near lose heart at once (CP 7.3.5, 15.12.4). Garrisons that the enemy has come
    /// up to are known from now on (CP 19.7.4c).
    pub fn alarm_columns(&mut self) {
        for ix in 0..self.state.units.len() as u8 {
            let id = UnitId(ix);
            let unit = self.unit(id);
            if unit.place != Place::Table {
                continue;
            }
            if self.table().is_fresh_column(id) && self.table().visible_enemy_within(id, self.table().inches(12)) {
                self.shake(id, "CP 7.3.5", told::COLUMN_NEAR_ENEMY);
                self.state.reckoned.forget();
            }
            if self.unit(id).inside.is_some() && !self.unit(id).revealed && self.table().found_out(id) {
                self.find_out(id);
            }
        }
    }

    fn find_out(&mut self, garrison: UnitId) {
        self.unit_mut(garrison).revealed = true;
        self.state.reckoned.forget();
        self.tell("CP 19.7.4c", told::SEEN_IN_BUILDINGS, &[Who::Unit(garrison)]);
    }
}

impl<L: Listener> Play<'_, L> {
    /// March columns that somebody has come too near to on his way, or that have come too near to somebody on theirs,
    /// wherever they are now (CP 7.3.5); garrisons that somebody has seen as he went by (CP 19.7.4c).
    pub(crate) fn alarm_columns_passed(&mut self, id: UnitId, before: &Body, trail: Trail) {
        for other in 0..self.state.units.len() as u8 {
            let other = UnitId(other);
            let table = self.table();
            if table.unit(other).place != Place::Table || table.side(other) == table.side(id) {
                continue;
            }
            let way = Sweep::new(before, trail);
            for (column, enemy) in [(other, id), (id, other)] {
                let table = self.table();
                if table.is_fresh_column(column)
                    && table.is_troops(enemy)
                    && table.passed_in_sight((column, enemy), id, &way, table.inches(12))
                {
                    self.shake(column, "CP 7.3.5", told::COLUMN_NEAR_ENEMY);
                }
            }
            let table = self.table();
            let hidden = table.unit(other).inside.is_some() && !table.unit(other).revealed && table.is_troops(id);
            if hidden && table.passed_in_sight((id, other), id, &way, table.inches(8)) {
                self.find_out(other);
            }
        }
    }
}

impl Table<'_> {
    fn is_fresh_column(self, id: UnitId) -> bool {
        self.unit(id).formation == Formation::MarchColumn && self.unit(id).morale == Morale::Good
    }

    /// Whether one unit saw another within a distance on the way of one of the two, looked at every inch.
    fn passed_in_sight(self, (own, enemy): (UnitId, UnitId), mover: UnitId, way: &Sweep<'_>, distance: Um) -> bool {
        if way.trail == Trail::Formed {
            return false;
        }
        let near = f64::from(distance) + field::table::TOUCH;
        let stands = self.body(if mover == own { enemy } else { own });
        let length = length_of(way.trail, way.before);
        if !way.before.maybe_within(&stands, near + f64::from(length)) {
            return false;
        }
        let steps = (length / INCH + 1).max(1);
        (0..=steps).map(|step| way.at(f64::from(step) / f64::from(steps))).any(|there| {
            let (here, yonder) = if mover == own { (&there, &*stands) } else { (&*stands, &there) };
            here.within(yonder, near) && self.would_see((own, here), (enemy, yonder))
        })
    }

    /// An enemy is near enough to see the garrison.
    fn found_out(self, id: UnitId) -> bool {
        let reach = f64::from(self.inches(8)) + field::table::TOUCH;
        let Some(town) = self.unit(id).inside.and_then(|area| self.rules.town_body(usize::from(area))) else {
            return false;
        };
        self.enemies_of(id).any(|enemy| {
            self.is_troops(enemy)
                && self.maybe_near(enemy, town.center(), town.radius() + reach)
                && town.within(&self.body(enemy), reach)
                && self.sees(enemy, id)
        })
    }

    /// Nothing but stopping is left to a unit, so nobody need be asked.
    fn nothing_left(self, id: UnitId) -> bool {
        let unit = self.unit(id);
        if unit.place != Place::Table || unit.finished {
            return false;
        }
        let free = self.card(id).kind == Kind::ForlornHope || unit.away || self.enterable(id).next().is_some();
        let single_guns = self.is_guns(id) && self.move_speed(id) == 0 && self.has_general(id);
        let traverses = self.traverses(id) && self.traverse_left(id) > 0;
        !free && !single_guns && !traverses && self.move_left(id) < MM
    }
}
