//! 15.5 Counter-charging, and the Swedish regiment's answer to a charge (20.1.4).

use super::path::{Aim, Run};
use super::{front_touches, legs_of, refuse};
use crate::agenda::Step;
use crate::cards::{PikeStatus, UnitId};
use crate::decision::{Decision, Leg};
use crate::movement::charging::{ChargeChoice, ChargeStep};
use crate::state::{Charge, ChargeKind, Formation, Mode, Stage, Unit};
use crate::table::Table;
use crate::terrain::March;
use arrayvec::ArrayVec;
use field::table::{
    Block, Body, Cdeg, MM, Passing, Piece, Um, Vec2, arc_length, arc_turn, bearing, turn, wheel_pivot, wheel_radius,
    wheel_to_face,
};
use kernel::{Refusal, Seat, Side};
use std::cell::Cell;

/// Where and when a charge and a counter-charge come together (ruling G18).
#[derive(Debug, Clone, Copy)]
pub struct Meeting {
    /// The share of the time of a whole charge that has gone by.
    pub share: f64,
    /// The share that had gone by when the counter-charger became aware of the charge.
    pub aware: f64,
    /// Distance and allowance of the charger, and of the counter-charger.
    pub theirs: (f64, f64),
    pub ours: (f64, f64),
    /// The charger has reached its target before: it is struck where it stands (ruling G23).
    pub late: bool,
}

/// How a charge runs when one of the enemy is not there: its start, its way, and its allowance.
struct Course {
    charge: Charge,
    start: Unit,
    full: Run,
    allowance: f64,
}

impl Table<'_> {
    /// Whether a unit may meet `charger` (CP 15.5.1, 15.5.2, 15.5.3, 15.5.4, 15.5.5).
    pub fn may_counter(self, id: UnitId, charger: UnitId) -> Result<ChargeKind, Refusal> {
        let Some(charge) = self.declared_by(charger) else {
            return refuse("CP 15.5.1", "there is no such charge to meet");
        };
        // Whom the charge names, not whom its front touches besides (ruling G102).
        let own_defence = charge.target == id;
        let heavy_foot = self.is_close_order_foot(id) && self.status_against(id, charger) == PikeStatus::HeavyArmed;
        if !self.is_cavalry(id) && !heavy_foot {
            return refuse("CP 15.5.2", "only true cavalry and heavy-armed foot may counter-charge");
        }
        if !own_defence {
            if !self.is_cavalry(id) {
                return refuse("CP 15.5.3", "heavy-armed foot may counter-charge only in its own defence");
            }
            if !self.steady(id) {
                return refuse("CP 15.5.4", "only steady cavalry may counter-charge in support of a friend");
            }
            if self.unit(id).returned {
                return refuse("CP 15.2.6d", "a unit just back on the table may meet a charge in its own defence only");
            }
        }
        if self.is_foot(id) && self.is_mounted(charger) {
            return refuse("CP 15.5.5", "foot may not charge mounted troops, so it may not counter-charge them");
        }
        if self.shaken(id) {
            return refuse("CP 12.3a", "a shaken unit may not counter-charge");
        }
        let unit = self.unit(id);
        if self.stands_still(id) {
            return refuse("CP 15.7.2", "the unit stands still for a friend that passes through it");
        }
        let formed = !matches!(unit.formation, Formation::MarchColumn | Formation::Square);
        if !formed || unit.inside.is_some() || unit.mode != Mode::Normal || unit.changing > 0 {
            return refuse("CP 15.5.5", "the unit could not charge as it stands");
        }
        let charging = self.state.charges.iter().any(|charge| charge.charger == id && charge.stage != Stage::Halted);
        let charged_by_other = self.state.charges.iter().any(|charge| charge.target == id && charge.charger != charger);
        if charging || self.in_contact(id) || unit.charged || (!own_defence && charged_by_other) {
            return refuse("CP 17.2.6", "the unit is engaged, charging or charged already");
        }
        Ok(if own_defence { ChargeKind::Counter } else { ChargeKind::Support })
    }

    /// The part of its charge move that a unit which has already moved still has (ruling G19).
    pub fn counter_allowance(self, id: UnitId) -> f64 {
        let unit = self.unit(id);
        let used = f64::from(unit.spent) / f64::from(self.move_speed(id).max(1));
        f64::from(self.charge_speed(id)) * (1.0 - used).clamp(0.0, 1.0)
    }

    /// How a unit stands when it sets out to meet a charge, on so many files, and what that leaves of its move
    /// (CP 15.3.10, 15.5.5).
    pub(super) fn before_counter(self, id: UnitId, files: u8) -> Result<(Unit, f64), Refusal> {
        let (unit, cost) = self.fronted(id, files)?;
        Ok((unit, self.counter_allowance(id) - f64::from(cost)))
    }

    pub fn judge_counter(
        self,
        seat: Seat,
        id: UnitId,
        charger: UnitId,
        files: u8,
        legs: &[Leg; 4],
    ) -> Result<(), Refusal> {
        self.owns(seat, id)?;
        if charger.ix() >= self.state.units.len() || self.side(charger) == self.side(id) {
            return refuse("CP 15.5.1", "a counter-charge meets an enemy");
        }
        self.may_counter(id, charger)?;
        self.judge_legs(id, legs)?;
        if self.state.charges.is_full() {
            return refuse("CP 15.5.1", "no more charges can be taken down this turn");
        }
        let Some(aware) = self.aware_after(id, charger) else {
            return refuse("CP 15.5.1", "the unit is not aware of the charge");
        };
        self.before_counter(id, files)?;
        let course = self.declared_by(charger).and_then(|charge| self.course(charge, id));
        match course.and_then(|course| self.meeting_on(&course, aware, id, files, legs)) {
            Some(_) => Ok(()),
            None => refuse("CP 15.3.3", "the counter-charge would not reach the charger"),
        }
    }

    /// Whether a counter-charge has come up to a charger: it goes no farther (CP 15.5.1, ruling G23).
    pub(in crate::movement) fn is_met(self, charger: UnitId) -> bool {
        let meets = |charge: &Charge| charge.answers() && charge.target == charger && charge.stage == Stage::Arrived;
        self.state.charges.iter().any(meets)
    }

    /// The charge that somebody has declared and not run yet.
    fn declared_by(self, charger: UnitId) -> Option<Charge> {
        let declared = |charge: &&Charge| {
            charge.charger == charger && charge.kind == ChargeKind::Charge && charge.stage == Stage::Declared
        };
        self.state.charges.iter().find(declared).copied()
    }

    /// When a unit becomes aware of a charge, as a share of the charger's whole time: at once if it sees it start, else
    /// when the charger comes into sight on its way (ruling G18).
    fn aware_after(self, id: UnitId, charger: UnitId) -> Option<f64> {
        const STEPS: u32 = 20;
        if self.sees(id, charger) {
            return Some(0.0);
        }
        let charge = self.declared_by(charger)?;
        let Course { start, full, allowance, .. } = self.course(charge, id)?;
        let own = self.body(id);
        let level = self.level(id);
        (1..=STEPS).find_map(|step| {
            let share = f64::from(step) / f64::from(STEPS);
            let gone = (share * allowance).min(full.spent);
            let aim = Aim { ignore: Some(id), midway: true, ..Aim::at(charge.target) };
            let body = self.rules.body_of(charger, &self.run_charge(charger, &start, &charge.legs, gone, aim).unit);
            let relief = &self.rules.ground.relief;
            let theirs = if relief.levels.is_empty() { 0 } else { relief.level_of(&body) };
            let marks = [body.nearest(own.center()), body.front_ends().0, body.front_ends().1];
            let clear = |to: Vec2| {
                let eyes = [own.nearest(to), own.front_ends().0, own.front_ends().1];
                eyes.into_iter().any(|from| self.sight_clear(from, to, &[id, charger], level, theirs))
            };
            marks.into_iter().any(clear).then_some(share)
        })
    }

    /// How a charge would run if one unit of the enemy were not there.
    fn course(self, charge: Charge, without: UnitId) -> Option<Course> {
        let (start, cost) = self.before_charge(charge.charger, charge.files).ok()?;
        let allowance = f64::from(self.charge_speed(charge.charger) - cost);
        let aim = Aim { ignore: Some(without), ..Aim::at(charge.target) };
        let full = self.run_charge(charge.charger, &start, &charge.legs, allowance, aim);
        Some(Course { charge, start, full, allowance })
    }

    /// Where a counter-charger and the charger come together, in equal shares of the time of their charges (ruling G18).
    pub fn meeting(self, id: UnitId, charger: UnitId, files: u8, legs: &[Leg; 4]) -> Option<Meeting> {
        let aware = self.may_meet(id, charger).then(|| self.aware_after(id, charger)).flatten()?;
        self.meeting_on(&self.course(self.declared_by(charger)?, id)?, aware, id, files, legs)
    }

    /// Whether a charge and a counter-charge may come together at all.
    fn may_meet(self, id: UnitId, charger: UnitId) -> bool {
        let reach = self.counter_allowance(id) + f64::from(self.charge_speed(charger));
        self.body(id).within(&self.body(charger), reach)
    }

    /// The meeting of a counter-charger that becomes aware of the charge at a share of its time.
    fn meeting_on(self, course: &Course, aware: f64, id: UnitId, files: u8, legs: &[Leg; 4]) -> Option<Meeting> {
        let Course { charge, start, full, allowance: theirs } = course;
        let (charger, theirs) = (charge.charger, *theirs);
        if !self.may_meet(id, charger) {
            return None;
        }
        // What the frontage costs goes by before it sets out.
        let (own, left) = self.before_counter(id, files).ok()?;
        let allowance = self.counter_allowance(id);
        let cost = allowance - left;
        let aim = Aim { ignore: Some(charger), midway: true, ..Aim::at(charger) };
        let ours = self.run_charge(id, &own, legs, allowance * (1.0 - aware) - cost, aim);
        let their_aim = Aim { ignore: Some(id), midway: true, ..Aim::at(charge.target) };
        // On open ground every inch costs an inch; else the way is followed as far as the allowance leads.
        let their_way = seldom(|them| self.run_charge(charger, start, &charge.legs, them, their_aim).ran);
        let our_way = seldom(|us| self.run_charge(id, &own, legs, us, aim).ran);
        let gone = |share: f64| {
            let them = (share * theirs).min(full.spent);
            let us = ((share - aware) * allowance - cost).max(0.0).min(ours.spent);
            let their_way = if full.is_open() { them } else { their_way(them) };
            let our_way = if ours.is_open() { us } else { our_way(us) };
            ((their_way, them), (our_way, us))
        };
        let (their_track, our_track) = (self.track(charger, start, &charge.legs), self.track(id, &own, legs));
        let apart = |share: f64| {
            let (them, us) = gone(share);
            their_track.body(them.0).distance(&our_track.body(us.0))
        };
        let share = first_touch(theirs + allowance, apart)?;
        let (them, us) = gone(share);
        // Held up by somebody or something else it does not come to meet the charge.
        let held_up = (share - aware) * allowance - cost > ours.spent + 1_000.0;
        let body = our_track.body(us.0);
        let bars = |friend: UnitId| self.passing(friend) != Passing::Free && self.body(friend).overlaps(&body);
        let on_top = self.friends_of(id).any(bars);
        let late = charge.target != id && share * theirs >= full.spent;
        // A counter-charge is a charge: it moves, and strikes with its front. Being struck is none, nor is brushing past
        // the charger (CP 15.5.1, 15.5.5, ruling G18).
        let enemy = their_track.body(them.0);
        let strikes = us.0 >= f64::from(MM) && front_touches(&body, &enemy);
        (!held_up && !on_top && strikes).then_some(Meeting { share, aware, theirs: them, ours: us, late })
    }

    /// Charges that a seat of the other side may answer, each with a unit that may do it.
    fn answerers(self, seat: Seat, side: Side) -> impl Iterator<Item = (Charge, UnitId)> {
        let declared = move |charge: &&Charge| {
            charge.kind == ChargeKind::Charge && charge.stage == Stage::Declared && self.side(charge.charger) != side
        };
        let charges = self.state.charges.iter().filter(declared).copied();
        charges.flat_map(move |charge| {
            self.of_side(side).filter(move |&id| self.seat(id) == seat).map(move |id| (charge, id))
        })
    }

    /// The moment at which a unit may set out to meet a charger, if there is one.
    fn counters_from(self, id: UnitId, charger: UnitId) -> Option<f64> {
        let may = !self.state.charges.is_full() && self.may_counter(id, charger).is_ok() && self.may_meet(id, charger);
        may.then(|| self.aware_after(id, charger)).flatten()
    }

    /// Whether a seat has anything to answer with. A menu cannot show every path, so that the question is put wherever one
    /// may lead to the charger (CP 15.5.1, 15.5.4).
    pub fn may_answer(self, seat: Seat, side: Side) -> bool {
        self.answerers(seat, side).any(|(charge, id)| {
            self.reactions(seat, &charge, id).next().is_some() || self.approach(id, &charge).is_some()
        })
    }

    /// A charge that a unit may perhaps come to meet, or strike where it ends: when the unit sets out, and how the charge
    /// runs. Not one whose ground is all out of its reach or, for a unit too broad to wheel right round, behind it.
    fn approach(self, id: UnitId, charge: &Charge) -> Option<(f64, Course)> {
        let aware = self.counters_from(id, charge.charger)?;
        let reach = self.counter_allowance(id) * (1.0 - aware);
        let course = self.course(*charge, id).filter(|_| reach >= f64::from(MM))?;
        let own = self.body(id);
        let dir = self.unit(id).pose.dir();
        let turns = arc_turn(wheel_radius(&own, true), reach) >= 9_000;
        let ahead = |body: &Body| turns || body.corners().any(|corner| (corner - own.center()).dot(dir) > 0.0);
        let near = |(body, arc): &(Body, f64)| own.within(body, reach + arc) && ahead(body);
        let comes_up = self.swept_by(&course).iter().any(near);
        comes_up.then_some((aware, course))
    }

    fn reactions(self, seat: Seat, charge: &Charge, id: UnitId) -> impl Iterator<Item = Formation> {
        let charge = *charge;
        self.changes(seat, id).filter(move |_| self.leads_to(&charge, id))
    }

    /// Whether a declared charge is aimed at a unit, or comes upon it besides where it ends (rulings G22, G99).
    fn leads_to(self, charge: &Charge, id: UnitId) -> bool {
        let beside = || {
            let (start, cost) = self.before_charge(charge.charger, charge.files).ok()?;
            let allowance = f64::from(self.charge_speed(charge.charger) - cost);
            let run = self.run_charge(charge.charger, &start, &charge.legs, allowance, Aim::at(charge.target));
            Some(self.comes_upon(charge.charger, &run, id))
        };
        charge.target == id || beside().unwrap_or_default()
    }

    /// Whether a charger meets a unit at the end of a run, or its front touches it there (rulings G22, G99).
    pub(super) fn comes_upon(self, charger: UnitId, run: &Run, id: UnitId) -> bool {
        let touched = || {
            front_touches(&self.rules.body_of(charger, &run.unit), &self.body(id))
                && self.may_charge_at(charger, id).is_ok()
        };
        run.met.is_some_and(|(met, _)| met == id || touched())
    }

    /// The forms that a regiment may take up in answer to a charge.
    pub(super) fn changes(self, seat: Seat, id: UnitId) -> impl Iterator<Item = Formation> {
        let formations = [Formation::PikesForward, Formation::Square].into_iter();
        formations.filter(move |&formation| self.judge_react(seat, id, formation).is_ok())
    }

    /// Every counter-charge and Swedish change worth putting on a menu.
    pub fn each_answer(self, seat: Seat, side: Side, emit: &mut impl FnMut(Decision)) {
        for (charge, id) in self.answerers(seat, side) {
            for formation in self.reactions(seat, &charge, id) {
                emit(Decision::Charge(ChargeChoice::React { unit: id, formation }));
            }
            for legs in self.ways_to_meet(id, &charge) {
                emit(Decision::Charge(ChargeChoice::Counter { unit: id, charger: charge.charger, files: 0, legs }));
            }
        }
    }

    /// Two ways on which a counter-charge meets the charger before it has struck; failing that, one that strikes it after.
    /// They wheel at once or, where that leads nowhere, after a part of the move straight ahead; through friends who stand
    /// still for it is for the judge.
    fn ways_to_meet(self, id: UnitId, charge: &Charge) -> ArrayVec<[Leg; 4], 2> {
        let mut ways = ArrayVec::new();
        let Some((aware, course)) = self.approach(id, charge) else { return ways };
        let (swept, allowance) = (self.swept_by(&course), self.counter_allowance(id));
        let mut late = None;
        let mut look = |ahead: Um, wheels: &mut dyn Iterator<Item = Cdeg>| {
            let own = self.body_after(id, ahead);
            let start = self.wheel_start(id, &own, ahead, allowance);
            let stood_in = swept.iter().any(|(body, _)| own.overlaps(body));
            let may = |&by: &Cdeg| stood_in || swept.iter().any(|(body, _)| start.may_touch(by, body));
            for by in wheels.filter(may).filter(|&by| !self.wheels_through_friends(id, &own, by)) {
                let legs = legs_of(ahead, by);
                match self.meeting_on(&course, aware, id, 0, &legs) {
                    Some(meeting) if meeting.late => late = late.or(Some(legs)),
                    Some(_) => ways.push(legs),
                    None => {}
                }
                if ways.is_full() {
                    break;
                }
            }
            !ways.is_empty() || late.is_some()
        };
        if !look(0, &mut self.wheels_to_meet(id, charge)) {
            let end = self.rules.body_of(charge.charger, &course.full.unit).center();
            let middle = (end + self.body(charge.charger).center()) * 0.5;
            for quarters in 1..4 {
                let ahead = (allowance * f64::from(quarters) / 4.0) as Um;
                if look(ahead, &mut [end, middle].into_iter().filter_map(|at| self.wheel_after(id, ahead, at))) {
                    break;
                }
            }
        }
        ways.extend(late.filter(|_| ways.is_empty()));
        ways
    }

    /// The wheel that brings a place straight before a unit which has gone so far ahead.
    fn wheel_after(self, id: UnitId, ahead: Um, aim: Vec2) -> Option<Cdeg> {
        let unit = self.unit(id);
        let pose = unit.pose.ahead(ahead);
        let off = turn(pose.facing, bearing(aim - pose.at.vec()));
        let by = wheel_to_face(pose, wheel_pivot(&self.body_after(id, ahead), off < 0), aim, off);
        (!unit.illegal && by.signum() == off.signum() && by.abs() <= 18_000).then_some(by).filter(|by| *by != 0)
    }

    /// The ground that a charger covers if nobody comes in between, piece by piece: where each begins and, straight on, all
    /// of it; and how far a wheel takes it from there.
    fn swept_by(self, course: &Course) -> ArrayVec<(Body, f64), 8> {
        let mut swept = ArrayVec::new();
        let run = &course.full;
        for piece in &run.pieces {
            let from = piece.from();
            let body = self.rules.body_at(course.charge.charger, &run.unit, from);
            let (ahead, arc) = match *piece {
                Piece::Ahead { distance, .. } => (distance, 0.0),
                Piece::Wheel { by, .. } => (0.0, arc_length(wheel_radius(&body, by < 0), by)),
            };
            let long =
                |block: &Block| Block { front: block.front + from.dir() * ahead, depth: block.depth + ahead, ..*block };
            swept.push((Body::new(body.blocks.iter().map(long)), arc));
        }
        swept
    }

    /// Straight on, at the charger and at its target, and wheels of every size to either hand; nought for no wheel.
    fn wheels_to_meet(self, id: UnitId, charge: &Charge) -> impl Iterator<Item = Cdeg> {
        const STEP: Cdeg = 1_500;
        let (own, charge) = (self.unit(id), *charge);
        let left = turn(own.pose.facing, bearing(self.body(charge.charger).center() - own.pose.at.vec())) < 0;
        let wheels = (1..=6).flat_map(move |step| {
            let toward = if left { -STEP * step } else { STEP * step };
            [toward, -toward]
        });
        let at = move |enemy: UnitId| self.likely_wheels(id, enemy).into_iter().flatten();
        let beside = at(charge.target).filter(move |&by| charge.target != id && by != 0);
        // Out of formation it does not wheel (CP 7.3.13).
        at(charge.charger).chain(beside).chain(wheels).filter(move |&by| by == 0 || !own.illegal)
    }

    /// CP 20.1.4: charged from 4(3)" or more, a Swedish regiment may go from muskets to pikes forward, or into square.
    pub fn judge_react(self, seat: Seat, id: UnitId, formation: Formation) -> Result<(), Refusal> {
        self.owns(seat, id)?;
        self.judge_change(id, formation)?;
        let declared = self.state.charges.iter().filter(|charge| {
            charge.kind == ChargeKind::Charge
                && charge.stage == Stage::Declared
                && self.side(charge.charger) != self.side(id)
                && self.leads_to(charge, id)
        });
        let goes_on = match self.state.agenda.top() {
            Some(Step::Charge(ChargeStep::CloseRanks { charge, unit })) if unit == id => {
                self.state.charges.get(usize::from(charge))
            }
            _ => None,
        };
        if !declared.chain(goes_on).any(|charge| self.comes_from_afar(charge.charger, id)) {
            return refuse("CP 20.1.4", "it must be charged from at least 4(3)\" away");
        }
        Ok(())
    }

    fn comes_from_afar(self, charger: UnitId, id: UnitId) -> bool {
        self.body(charger).distance(&self.body(id)) >= f64::from(self.inches(4)) - 1.0
    }

    /// Whether a regiment to which a charge goes on has anything to answer (CP 20.1.4, ruling G95).
    pub(super) fn may_close_ranks(self, id: UnitId, charger: UnitId) -> bool {
        let changes =
            || [Formation::PikesForward, Formation::Square].iter().any(|&to| self.judge_change(id, to).is_ok());
        self.comes_from_afar(charger, id) && changes()
    }

    /// Whether a regiment may change so in answer to a charge, as it stands.
    fn judge_change(self, id: UnitId, formation: Formation) -> Result<(), Refusal> {
        let unit = self.unit(id);
        if !self.rules.drills_swedish(id) {
            return refuse("CP 20.1.4", "only regiments drilled in the Swedish system change when charged");
        }
        let legal = match formation {
            Formation::PikesForward => unit.formation == Formation::MusketsForward,
            Formation::Square => {
                matches!(unit.formation, Formation::MusketsForward | Formation::PikesForward) && unit.pikes > 0
            }
            _ => false,
        };
        if !legal || unit.closed_up {
            return refuse("CP 20.1.4", "muskets forward may change to pikes forward, or either form into square");
        }
        let charges = |charge: &Charge| charge.charger == id && charge.stage != Stage::Halted;
        if unit.charged || self.state.charges.iter().any(charges) {
            return refuse("CP 20.1.4", "the unit is counter-charging");
        }
        // The change is so much movement, and whoever is passed stands still (ruling G78).
        if self.stands_still(id) {
            return refuse("CP 15.7.2", "the unit stands still for a friend that passes through it");
        }
        if self.in_contact(id) || unit.mode != Mode::Normal {
            return refuse("CP 17.2.6", "the unit is engaged already");
        }
        let changed = self.rules.formed(id, unit, formation);
        self.can_stand(id, &self.rules.body_of(id, &changed), March::Normal)?;
        if self.crowded(id, &changed) {
            return refuse("CP 20.1.4", "there is no room for that formation");
        }
        Ok(())
    }
}

/// Not worked out again for the same distance: whoever has arrived, or not set out, stays where he is.
fn seldom(work: impl Fn(f64) -> f64) -> impl Fn(f64) -> f64 {
    let last = Cell::new(None);
    move |distance| match last.get() {
        Some((same, result)) if same == distance => result,
        _ => {
            let result = work(distance);
            last.set(Some((distance, result)));
            result
        }
    }
}

/// The share of the way at which two moving bodies touch. Each step goes no farther than what is between them allows:
/// together they cover `pace` in the whole time, and no corner of a wheeling body goes more than half as fast again.
fn first_touch(pace: f64, apart: impl Fn(f64) -> f64) -> Option<f64> {
    const MOST_STEPS: u32 = 400;
    let near = field::table::TOUCH * 0.5;
    let mut share = 0.0;
    for _ in 0..MOST_STEPS {
        let between = apart(share);
        if between <= near {
            return Some(share);
        }
        if share >= 1.0 {
            return None;
        }
        share = (share + between.max(near) / (1.5 * pace.max(1.0))).min(1.0);
    }
    None
}
