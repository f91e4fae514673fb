//! CF 10, 11, 12: formations, movement, manoeuvre.
//!
//! [`Table::outcome`] works out what a manoeuvre leads to, or why it cannot be made. The judge asks it, the menu asks it, and
//! [`Play::make_move`] carries out what it says, so that the three cannot disagree.

mod changes;
mod compulsory;
mod conforming;
mod declaring;
mod dice;
mod formations;
mod free;
mod menu;
mod riders;
mod run;
mod splitting;
mod steps;
mod stopping;
mod straight;
mod turning;
mod ways;

pub use dice::{Pace, faces_used};
pub use run::Pips;
pub(crate) use run::{Allowance, Run, unform};
pub(crate) use steps::steps_of;
pub use steps::{MoveChoice, MoveStep};

use crate::cards::{Load, UnitId, Units};
use crate::face::told::{self, Who};
use crate::ground::{Bar, Obstacle};
use crate::measures::NEAR;
use crate::morale::Cause;
use crate::readings::FriseUnformed;
use crate::state::{After, Control, Formation, Moved, Place, Standing, Stretch, Unit, Verdict};
use crate::table::{Play, Table};
use arrayvec::ArrayVec;
use field::table::{Block, Body, Cdeg, Point, Polyline, Sweep, Trail, Um};
use kernel::{Listener, Refusal};
use serde::{Deserialize, Serialize};

/// One piece of a unit's move (T1c).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Manoeuvre {
    /// Ahead, up to 22½° off straight ahead, to the right where that is positive (CF 11.9).
    Advance {
        distance: Um,
        off: Cdeg,
    },
    /// The same through a gap narrower than its frontage, which it halves for it (CF 12.25).
    Squeeze {
        distance: Um,
        off: Cdeg,
    },
    /// On a front corner (CF 12.1).
    Wheel {
        right: bool,
        angle: Cdeg,
    },
    /// So many battalions at one end wheel backwards (CF 12.3).
    WheelBack {
        right: bool,
        battalions: u8,
        angle: Cdeg,
    },
    /// So far sideways, and as far ahead (CF 12.16).
    Incline {
        right: bool,
        by: Um,
    },
    /// CF 12.17
    SideStep {
        right: bool,
        by: Um,
    },
    StepBack(Um),
    /// One or two stands at an end step back (CF 12.18).
    Refuse {
        right: bool,
        bases: u8,
        by: Um,
    },
    /// CF 12.13
    AboutFace,
    /// Another formation, on so many bases abreast, ahead or to a flank (CF 12.4).
    Form {
        formation: Formation,
        files: u8,
        turn: Turn,
    },
    /// Out of disorder, facing any way (CF 12.6).
    Reform {
        formation: Formation,
        files: u8,
        facing: Cdeg,
    },
    /// CF 12.7, G31
    Unlimber(Cdeg),
    /// Guns off their limbers (CF 11.22, 11.23).
    Pivot(Cdeg),
    /// Field and heavy guns by hand, back where it is negative (CF 11.23, G32).
    Push(Um),
    /// CF 12.19
    Mount,
    Dismount,
    /// Along a road (CF 11.19).
    Road(Point),
    /// Anywhere within reach: unformed troops, guns and wagons on their wheels (CF 11.36, G31, G93).
    Go {
        to: Point,
        facing: Cdeg,
        files: u8,
    },
    /// Moves no more.
    Stop,
}

impl Manoeuvre {
    /// Leaves the unit in its place, and a gun that aims at it its range (CF G88).
    pub const fn is_on_the_spot(self) -> bool {
        matches!(
            self,
            Manoeuvre::AboutFace
                | Manoeuvre::Form { .. }
                | Manoeuvre::Reform { .. }
                | Manoeuvre::Unlimber(_)
                | Manoeuvre::Pivot(_)
                | Manoeuvre::Mount
                | Manoeuvre::Dismount
                | Manoeuvre::Stop
        )
    }
}

/// The way a new formation looks, seen from the old one (CF 12.14).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Turn {
    Ahead,
    Left,
    Right,
}

/// What a manoeuvre leads to.
#[derive(Debug, Clone)]
pub struct Outcome {
    /// The unit as it stands afterwards, its move paid for.
    pub unit: Unit,
    pub trail: Trail,
    /// Friends it passes through (CF 12.22).
    pub passed: ArrayVec<UnitId, 8>,
    /// Major obstacles it crosses (CF 12.8).
    pub majors: ArrayVec<usize, 4>,
    /// Disorder Points for the manoeuvre itself.
    pub dps: u8,
}

impl Outcome {
    fn new(unit: Unit, trail: Trail) -> Outcome {
        Outcome { unit, trail, passed: ArrayVec::new(), majors: ArrayVec::new(), dps: 0 }
    }
}

fn refuse<T>((rule, why): Bar) -> Result<T, Refusal> {
    Err(Refusal::new(rule, why))
}

pub(crate) const NOT_SO_FAR: Bar = ("CF 11.3", "that is farther than its dice take it");
const NO_TIME: Bar = ("CF G34", "its move is not long enough for that as well");

impl Table<'_> {
    /// Has not moved at any time this turn, though it may have changed formation or facing on the spot (CF 8.9, G10).
    pub fn has_not_moved(self, id: UnitId) -> bool {
        let unit = self.unit(id);
        !unit.displaced && unit.moved == Moved::Stood && !unit.charging && !unit.countercharging && !unit.evaded
    }

    /// Has neither moved nor changed formation or direction (CF 12.23, 18.8).
    pub fn is_stationary(self, id: UnitId) -> bool {
        self.has_not_moved(id) && !self.unit(id).adjusted
    }

    /// Told to halt, by a Control Test or by a leader who steadies it (CF 6.8, 6.36, G22); or it does as a unit does that halts.
    pub fn is_halted(self, id: UnitId) -> bool {
        let unit = self.unit(id);
        unit.steadied || unit.control == Control::Tested(Verdict::Halt) || self.conforms_to_a_halt(id)
    }

    /// Whom it conforms to does not leave its place in this phase (CF 6.28, 6.29, G155).
    fn conforms_to_a_halt(self, id: UnitId) -> bool {
        let lead = self.lead_of(id);
        let unit = self.unit(lead);
        let stands = unit.steadied
            || (unit.fired && !self.is_dismounted(lead))
            || self.in_contact(lead)
            || self.state.mergers.iter().any(|merger| merger.units.contains(lead));
        lead != id && stands
    }

    /// Whether a unit may do anything in the Movement Phase.
    pub fn may_move(self, id: UnitId) -> Result<(), Refusal> {
        let unit = self.unit(id);
        if unit.place != Place::Table {
            return refuse(("CF 11.1", "the unit is not on the table"));
        }
        if unit.finished {
            return refuse(("CF 11.2", "it has made its move"));
        }
        // CF 13.12, 13.13
        if unit.fired && !self.is_dismounted(id) {
            return refuse(("CF 11.1", "it has fired and does not move"));
        }
        if self.in_contact(id) {
            return refuse(("CF G77", "it is hand to hand with the enemy"));
        }
        if matches!(unit.standing, Standing::Routing | Standing::Pursuing | Standing::Looting) {
            return refuse(("CF 10.9", "it obeys nobody"));
        }
        if self.is_gun(id) && !self.is_crewed(id) {
            return refuse(("CF 16.11", "an abandoned gun stays where it is"));
        }
        if self.state.mergers.iter().any(|merger| merger.units.contains(id)) {
            return refuse(("CF 11.47", "it is merging and stands still"));
        }
        if self.is_halted(id) {
            return Ok(());
        }
        match unit.control {
            Control::None => refuse(("CF 6.26", "it is not under control and has not tested")),
            Control::Tested(Verdict::RepeatLastMove | Verdict::Continue) => {
                refuse(("CF 6.35", "its Control Test has decided what it does"))
            }
            _ => Ok(()),
        }
    }

    pub fn judge_manoeuvre(self, id: UnitId, manoeuvre: &Manoeuvre) -> Result<(), Refusal> {
        match manoeuvre {
            Manoeuvre::Stop => self.may_stop(id),
            _ => self.outcome(id, manoeuvre).map(|_| ()),
        }
    }

    /// What a manoeuvre leads to.
    pub fn outcome(self, id: UnitId, manoeuvre: &Manoeuvre) -> Result<Outcome, Refusal> {
        self.may_move(id)?;
        self.sane(manoeuvre)?;
        let on_the_spot = matches!(
            manoeuvre,
            Manoeuvre::AboutFace | Manoeuvre::Form { .. } | Manoeuvre::Reform { .. } | Manoeuvre::Pivot(_)
        );
        if self.is_halted(id) && !on_the_spot {
            // CF 18.7
            return refuse(("CF 6.36", "it is halted: it may only change its facing or formation"));
        }
        let forms_up = self.unit(id).standing.unforms() || self.unit(id).after == After::Remained;
        if forms_up && !matches!(manoeuvre, Manoeuvre::Reform { .. } | Manoeuvre::Stop) {
            return refuse(("CF 17.11", "it goes on retiring, or stays and forms up"));
        }
        if self.unit(id).full_move && !matches!(manoeuvre, Manoeuvre::Form { .. }) {
            return refuse(NO_TIME);
        }
        let outcome = self.leads_to(id, manoeuvre)?;
        // At full speed nobody spends his whole move on the spot.
        if !outcome.unit.displaced && self.left(&outcome.unit) == 0 && !self.is_halted(id) {
            self.may_stay(id)?;
        }
        self.does_as_its_lead(id, manoeuvre, &outcome.unit)?;
        Ok(outcome)
    }

    fn leads_to(self, id: UnitId, manoeuvre: &Manoeuvre) -> Result<Outcome, Refusal> {
        match *manoeuvre {
            Manoeuvre::Advance { distance, off } => self.advance_outcome(id, distance, off),
            Manoeuvre::Squeeze { distance, off } => self.squeeze_outcome(id, distance, off),
            Manoeuvre::Wheel { right, angle } => self.wheel_outcome(id, right, angle),
            Manoeuvre::WheelBack { right, battalions, angle } => self.wheel_back_outcome(id, right, battalions, angle),
            Manoeuvre::Incline { right, by } => self.incline_outcome(id, right, by),
            Manoeuvre::SideStep { right, by } => self.side_step_outcome(id, if right { 9_000 } else { -9_000 }, by),
            Manoeuvre::StepBack(by) => self.side_step_outcome(id, 18_000, by),
            Manoeuvre::Refuse { right, bases, by } => self.refuse_outcome(id, right, bases, by),
            Manoeuvre::AboutFace => self.about_face_outcome(id),
            Manoeuvre::Form { formation, files, turn } => self.form_outcome(id, formation, files, turn),
            Manoeuvre::Reform { formation, files, facing } => self.reform_outcome(id, formation, files, facing),
            Manoeuvre::Unlimber(facing) => self.unlimber_outcome(id, facing),
            Manoeuvre::Pivot(angle) => self.pivot_outcome(id, angle),
            Manoeuvre::Push(by) => self.push_outcome(id, by),
            Manoeuvre::Mount => self.mount_outcome(id),
            Manoeuvre::Dismount => self.dismount_outcome(id),
            Manoeuvre::Road(to) => self.road_outcome(id, to),
            Manoeuvre::Go { to, facing, files } => self.go_outcome(id, to, facing, files),
            Manoeuvre::Stop => self.may_stop(id).map(|()| Outcome::new(self.unit(id).clone(), Trail::Formed)),
        }
    }

    /// Distances and angles that no table holds are no manoeuvres.
    fn sane(self, manoeuvre: &Manoeuvre) -> Result<(), Refusal> {
        let ground = &self.rules.ground;
        let most = ground.width.max(ground.height);
        let on = |at: Point| (0..=ground.width).contains(&at.x) && (0..=ground.height).contains(&at.y);
        let faces = |facing: Cdeg| (0..36_000).contains(&facing);
        let ok = match *manoeuvre {
            Manoeuvre::Advance { distance, off } | Manoeuvre::Squeeze { distance, off } => {
                (1..=most).contains(&distance) && off.abs() <= 18_000
            }
            Manoeuvre::Wheel { angle, .. } | Manoeuvre::WheelBack { angle, .. } => (1..=18_000).contains(&angle),
            Manoeuvre::Incline { by, .. } | Manoeuvre::SideStep { by, .. } | Manoeuvre::StepBack(by) => {
                (1..=most).contains(&by)
            }
            Manoeuvre::Refuse { by, .. } => (1..=most).contains(&by),
            Manoeuvre::Push(by) => by != 0 && by.abs() <= most,
            Manoeuvre::Pivot(angle) => angle != 0 && angle.abs() <= 18_000,
            Manoeuvre::Reform { facing, .. } | Manoeuvre::Unlimber(facing) => faces(facing),
            Manoeuvre::Road(to) => on(to),
            Manoeuvre::Go { to, facing, .. } => on(to) && faces(facing),
            Manoeuvre::AboutFace
            | Manoeuvre::Form { .. }
            | Manoeuvre::Mount
            | Manoeuvre::Dismount
            | Manoeuvre::Stop => true,
        };
        if ok { Ok(()) } else { refuse(("CF 11.3", "a move has a length or an angle, and ends on the table")) }
    }

    /// A piece of a move that leads over ground: what its way leads over is added, and the allowance that this leaves must cover it
    /// (CF 11.17, 12.8, G30).
    fn pays(self, id: UnitId, mut unit: Unit, trail: Trail, cost: Um, forward: bool) -> Result<Outcome, Refusal> {
        let before = self.body(id);
        let sweep = Sweep::new(&before, trail);
        let over = self.over(&unit, &sweep)?;
        self.keeps_off(id, &unit, &sweep, forward)?;
        let passed = self.passed(id, &sweep)?;
        self.ends_on_table(&unit)?;
        self.keeps_to_orders(id, &unit)?;
        let long = ways::length(trail, &before).round() as Um;
        let turn = &mut unit.this_turn;
        turn.path += long;
        turn.rough_path += over.rough_path;
        turn.spent += cost;
        turn.halves += over.majors.len() as u8;
        turn.displaced = true;
        turn.advanced |= forward;
        if over.rough {
            let most = self.rules.options.rough_move == crate::readings::RoughMove::OverHalf;
            turn.rough |= !most || 2 * turn.rough_path > turn.path;
            // CF 11.14: a limbered gun has one die in rough ground.
            if turn.rough && self.pace(id) == Pace::Limbered && turn.dice.average == 2 {
                let second = self.state.group.map_or(0, |group| group.rolled[1]);
                turn.dice.average = 1;
                turn.pips -= crate::measures::yds(10) * i32::from(second);
            }
        }
        let all = self.allowance(&unit);
        let halves = i32::from(unit.halves);
        if unit.spent + all * halves / 2 > all + 2 {
            return refuse(NOT_SO_FAR);
        }
        let dps = over.majors.iter().map(|&line| self.crossing_dps(id, Some(line), self.is_under_fire(id))).sum();
        Ok(Outcome { unit, trail, passed, majors: over.majors, dps })
    }

    /// From where its move began, it goes where its order lets it go (CF 6.21, G17).
    fn keeps_to_orders(self, id: UnitId, after: &Unit) -> Result<(), Refusal> {
        if self.goes_anywhere(id) {
            return Ok(());
        }
        let now = self.unit(id);
        let began = self.rules.body_at(now, now.stood.unwrap_or(now.pose));
        self.within_orders(id, &began, &self.rules.body_of(after))
    }

    /// What crossing a major obstacle costs; works put up before the battle are on no list (CF 12.8, 12.9, G38).
    fn crossing_dps(self, id: UnitId, line: Option<usize>, under_fire: bool) -> u8 {
        let fire = u8::from(under_fire);
        let spared = self.rules.options.frise_unformed == FriseUnformed::Exempt && self.is_unformed(id);
        let frise = line.and_then(|line| self.rules.works.get(line)).is_some_and(|works| works.frise);
        match frise && self.is_cavalry(id) && !spared {
            true => 2 + fire,
            false if self.is_formed(id) => 1 + fire,
            false => 0,
        }
    }

    /// Within 120 yds of the enemy, where manoeuvre costs more (CF 12.2, 12.4, 12.13).
    pub(crate) fn is_near_enemy(self, id: UnitId) -> bool {
        self.enemy_within(id, NEAR)
    }

    /// Something that takes half a move (CF 12.27, G34).
    fn takes_half(self, mut unit: Unit) -> Result<Unit, Refusal> {
        if unit.full_move || unit.halves >= 2 {
            return refuse(NO_TIME);
        }
        unit.this_turn.halves += 1;
        let all = self.allowance(&unit);
        if unit.spent > 0 && unit.spent + all * i32::from(unit.halves) / 2 > all + 2 {
            return refuse(NO_TIME);
        }
        Ok(unit)
    }

    /// Something that takes a whole move and leaves time for nothing else (CF G34).
    fn takes_all(self, mut unit: Unit) -> Result<Unit, Refusal> {
        if unit.full_move || unit.halves > 0 || unit.spent > 0 || unit.displaced {
            return refuse(NO_TIME);
        }
        unit.this_turn.full_move = true;
        Ok(unit)
    }

    /// The ground a changed unit covers has room: on the table, on ground that bears it, nobody there, no enemy too near
    /// (CF 11.5, G78).
    pub(crate) fn has_room(self, id: UnitId, unit: &Unit) -> Result<(), Refusal> {
        let body = self.rules.body_of(unit);
        let ground = &self.rules.ground;
        if !body.within_table(ground.width, ground.height) {
            return refuse(("CF G78", "there is no room for that on the table"));
        }
        if self.stands_in_water(&body) {
            return refuse(("CF G40", "nobody stands there"));
        }
        if self.is_closed_to(unit, &body) && !self.is_closed_to(self.unit(id), &self.body(id)) {
            return refuse(("CF 11.18", "guns and cavalry do not stand in such ground off a road"));
        }
        if self.on_table().any(|other| other != id && self.body(other).overlaps(&body)) {
            return refuse(("CF G78", "another unit stands there"));
        }
        let now = self.body(id);
        let nearer = |foe: UnitId| {
            let theirs = self.body(foe);
            theirs.touches(&body) && !theirs.touches(&now)
        };
        if self.enemies_of(id).any(nearer) { refuse(("CF 11.5", "it would run into the enemy")) } else { Ok(()) }
    }
}

impl Table<'_> {
    /// Bases that are arranged anew do not step over an obstacle that takes half a move to cross, unless the unit stands astride of it
    /// or crosses it in this piece of its move (CF 12.8).
    pub(super) fn steps_over_nothing(self, id: UnitId, unit: &Unit, crossed: &[usize]) -> Result<(), Refusal> {
        let (before, after) = (self.body(id), self.rules.body_of(unit));
        let lines = self.rules.ground.lines.iter().enumerate();
        let drawn = lines.filter(|(ix, _)| {
            let works = &self.rules.works[*ix];
            (works.obstacle == Obstacle::Major || works.wall) && !crossed.contains(ix)
        });
        let over = drawn.into_iter().any(|(ix, line)| {
            let line = &line.line;
            line.meets_body(&after) && !line.meets_body(&before) && !self.is_open(ix, &after)
        });
        let put_up = self.state.works.iter().enumerate().any(|(ix, works)| {
            let there = Body::single(Block::segment(works.from.vec(), works.to.vec()));
            if !there.maybe_within(&after, f64::from(crate::measures::yds(1))) {
                return false;
            }
            let line = Polyline::new([works.from, works.to]);
            let counted = crossed.contains(&(self.rules.ground.lines.len() + ix));
            !counted && line.meets_body(&after) && !line.meets_body(&before)
        });
        if over || put_up {
            refuse(("CF 12.8", "an obstacle is crossed in half a move, not on the spot"))
        } else {
            Ok(())
        }
    }
}

impl<L: Listener> Play<'_, L> {
    /// Makes a piece of a unit's move that the judge has allowed.
    pub fn make_move(&mut self, id: UnitId, manoeuvre: Manoeuvre) {
        if manoeuvre == Manoeuvre::Stop {
            self.finish_move(id);
            return;
        }
        let manoeuvre = self.as_far_as_seen(id, manoeuvre);
        let Ok(outcome) = self.table().outcome(id, &manoeuvre) else { return };
        let before = self.body(id);
        let sweep = Sweep::new(&before, outcome.trail);
        *self.unit_mut(id) = outcome.unit;
        self.keep_bodies();
        self.tell_move(id, manoeuvre);
        self.take_dps(id, outcome.dps, Cause::Manoeuvre);
        // By the formation in which the distance was covered (CF 11.27).
        if !manoeuvre.is_on_the_spot() {
            self.fatigue(id);
        }
        for &friend in &outcome.passed {
            self.passage_of_lines(id, friend);
        }
        for &line in &outcome.majors {
            self.fill_ditch(id, line);
        }
        self.stands_no_more(id);
        self.range_changes(id, !manoeuvre.is_on_the_spot());
        self.clears_cover(id);
        self.note_position_reached(id);
        self.ride_down(id, &sweep);
    }

    /// Units pass through each other: nothing through guns, nothing where none routs and one stands and has not fired; else a
    /// point for each that is formed (CF 12.22, 12.23, 12.24).
    pub fn passage_of_lines(&mut self, mover: UnitId, passed: UnitId) {
        let table = self.table();
        let guns = table.is_gun(mover) || table.is_gun(passed);
        let routs = table.is_routing(mover) || table.is_routing(passed);
        let stands = |id: UnitId| table.is_stationary(id) && !table.unit(id).fired;
        if guns {
            return;
        }
        if !routs && (stands(mover) || stands(passed)) {
            let [stood, went] = if stands(passed) { [passed, mover] } else { [mover, passed] };
            self.unit_mut(stood).this_turn.let_through.insert(went);
            return;
        }
        self.disorders([mover, passed]);
    }

    /// Lines that pass through each other take a point each, those that are formed (CF 12.24).
    fn disorders(&mut self, lines: [UnitId; 2]) {
        for id in lines {
            if self.table().is_formed(id) {
                self.take_dps(id, 1, Cause::Manoeuvre);
            }
        }
    }

    /// Who let friends through for nothing because he stood, and moves or charges after all in the same turn, has not remained
    /// stationary: the points fall now (CF 12.23, 12.24, G181).
    pub(crate) fn stands_no_more(&mut self, id: UnitId) {
        let through = self.unit(id).let_through;
        if through.is_empty() || self.table().is_stationary(id) {
            return;
        }
        self.unit_mut(id).this_turn.let_through = Units::EMPTY;
        for friend in through.iter() {
            self.disorders([id, friend]);
        }
    }

    /// What the dice of its move cost a unit so far, up to the ceiling of three (CF 11.26, 11.28, 11.32, 12.26).
    pub fn fatigue(&mut self, id: UnitId) {
        let unit = self.unit(id);
        let Some(group) = self.state.group.filter(|_| unit.displaced) else { return };
        let faces = faces_used(group.rolled, unit.dice);
        let due = self.table().fatigue_of(id, unit.formation, &faces, unit.rough);
        let more = due.saturating_sub(unit.fatigue);
        if more > 0 {
            self.unit_mut(id).this_turn.fatigue += more;
            self.tell("CF 11.26", told::TIRES, &[Who::Unit(id)]);
            self.take_dps(id, more, Cause::Manoeuvre);
        }
    }

    /// Fascines fill a ditch where their bearers have crossed it (CF 12.10).
    fn fill_ditch(&mut self, id: UnitId, line: usize) {
        if self.unit(id).load != Load::Fascines || !self.rules.works.get(line).is_some_and(|works| works.fillable) {
            return;
        }
        let body = self.body(id);
        let (left, right) = body.front_ends();
        let along = &self.rules.ground.lines[line].line;
        let [from, to] = [left, right].map(|end| along.nearest(end).1.round());
        self.state.overflow.keep(&mut self.state.filled, Stretch { from, to });
        self.unit_mut(id).load = Load::None;
        self.tell("CF 12.10", told::FILLS, &[Who::Unit(id)]);
    }

    /// Guns that aim at a unit, or the gun itself, have another range, or have seen it act (CF G88).
    pub fn range_changes(&mut self, id: UnitId, displaced: bool) {
        for ix in 0..self.state.units.len() {
            let own = ix == id.ix();
            if let Some(shot) = &mut self.state.units[ix].last_shot
                && (own || shot.at == id)
            {
                shot.displaced |= displaced;
                shot.acted = true;
            }
        }
    }

    /// Woods and towns that a unit stands in are known to be empty (CF G89).
    fn clears_cover(&mut self, id: UnitId) {
        let (body, side) = (self.body(id), self.table().side(id));
        for (ix, area) in self.rules.ground.areas.iter().enumerate().take(64) {
            if crate::ground::hides(area.kind) && area.outline.meets_body(&body) {
                self.state.cleared[side.ix()] |= 1 << ix;
                self.state.cleared[side.other().ix()] &= !(1 << ix);
            }
        }
    }

    /// The unit moves no more this turn: what it did is remembered (CF 6.35, 11.35).
    pub(crate) fn finish_move(&mut self, id: UnitId) {
        let unit = self.unit_mut(id);
        unit.this_turn.finished = true;
        if unit.moved == Moved::Stood && unit.displaced {
            let dice = unit.dice;
            unit.this_turn.moved = if dice.count() > 0 { Moved::Dice(dice) } else { Moved::Otherwise };
        }
    }
}
