//! Charges and counter-charges are declared and make their moves.

use super::FREE_WHEEL;
use super::countering::Meeting;
use super::path::{Aim, Run};
use crate::agenda::Step;
use crate::cards::UnitId;
use crate::decision::Leg;
use crate::face::told::{self, Who};
use crate::movement::charging::ChargeStep;
use crate::state::{Aspect, Charge, ChargeKind, Mode, Place, Stage, Unit};
use crate::table::{Play, Table};
use crate::terrain::March;
use arrayvec::ArrayVec;
use field::table::{Body, Hit, Passing, Sweep, Trail, Um, bearing, cast, heading, turn};
use kernel::Listener;

/// The most counter-charges that meet one charge, and the most enemies one front touches.
pub(super) const MOST_MEETINGS: usize = 8;

/// How a charger and the enemy come together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Coming {
    /// Its front strikes, and it swings up to the edge it struck.
    Swings,
    /// Its front strikes somebody who swings up to it.
    Stands,
    /// It is met on its way by somebody its front does not touch.
    Struck,
}

impl Table<'_> {
    /// What is left of a charge move under way: the frontage taken up and slow ground are paid from it too.
    pub fn charge_left(self, id: UnitId) -> f64 {
        f64::from((self.charge_speed(id) - self.unit(id).spent).max(0))
    }

    /// Enemy troops that a unit's front touches.
    pub(in crate::movement) fn touched_by(self, id: UnitId) -> ArrayVec<UnitId, MOST_MEETINGS> {
        let touched = |&enemy: &UnitId| self.is_troops(enemy) && self.front_on(id, enemy);
        self.enemies_of(id).filter(touched).take(MOST_MEETINGS).collect()
    }

    /// Those of them that it charges besides its target (ruling G22): not whom it may not charge at all, such as foot the
    /// horse beside it (CP 15.3.4, 15.3.6).
    pub(super) fn charged_by(self, id: UnitId) -> ArrayVec<UnitId, MOST_MEETINGS> {
        self.touched_by(id).into_iter().filter(|&enemy| self.may_charge_at(id, enemy).is_ok()).collect()
    }

    /// Whether skirmishers or gunners that a charge has come up to may still run for it (CP 15.6.1, 17.6.3).
    fn may_evade(self, id: UnitId) -> bool {
        let unit = self.unit(id);
        unit.place == Place::Table
            && unit.mode == Mode::Normal
            && !unit.evaded
            && self.can_be_overrun(id)
            && !self.in_contact(id)
    }

    /// Everybody whom a charger has come up to: those it charges besides, and the one it met.
    fn struck_by(self, ix: usize, met: UnitId) -> ArrayVec<UnitId, MOST_MEETINGS> {
        let mut struck = self.charged_by(self.state.charges[ix].charger);
        struck.retain(|enemy| *enemy != met);
        self.state.overflow.keep(&mut struck, met);
        struck
    }

    /// Those of them who may evade it.
    fn evaders_before(self, ix: usize, met: UnitId) -> impl Iterator<Item = UnitId> {
        let charge = &self.state.charges[ix];
        self.struck_by(ix, met).into_iter().filter(move |&enemy| charge.is_evaded_by(enemy) && self.may_evade(enemy))
    }

    /// Where two bodies that stand together touch, as the first one strikes the second.
    pub(in crate::movement) fn touch_of(self, id: UnitId, enemy: UnitId) -> Hit {
        let (body, other) = (self.body(id), self.body(enemy));
        let dir = self.unit(id).pose.dir();
        let back = f64::from(field::table::MM);
        cast(&body.translated(dir * -back), dir, 2.0 * back, &other).unwrap_or_else(|| {
            let (block, edge) = other.side_of(&body);
            Hit { distance: 0.0, moving_block: 0, block, edge, point: other.nearest(body.center()) }
        })
    }
}

impl<L: Listener> Play<'_, L> {
    /// Writes a declared charge down. Friends on its way stand still until it has run, and for the turn if it has come
    /// through them (CP 15.7.2).
    pub fn declare(&mut self, kind: ChargeKind, id: UnitId, target: UnitId, files: u8, legs: [Leg; 4]) {
        let Some(target) = self.behind_forlorn(id, target, files, &legs) else { return };
        let surprise = kind == ChargeKind::Charge && self.surprises(id, target);
        let table = self.table();
        let mut charge = Charge {
            charger: id,
            target,
            kind,
            stage: Stage::Declared,
            start: table.unit(id).pose,
            files,
            legs,
            ran: 0,
            straight: table.straight_before(id, files),
            wheeled: 0,
            impetus: false,
            aspect: Aspect::Front,
            surprise,
            bad_ground: false,
            holds: 0,
        };
        if self.rules.options.passed_stand_all_turn {
            charge.holds = table.way_of(&charge).passed.iter().fold(0, |held, friend| held | 1 << friend.0);
        }
        // The judge has seen to it that there is room.
        self.state.overflow.keep(&mut self.state.charges, charge);
        let phrase = if kind == ChargeKind::Charge { told::CHARGES } else { told::COUNTER_CHARGES };
        self.tell("CP 15.3.1", phrase, &[Who::Unit(id), Who::Unit(target)]);
    }

    /// A forlorn hope that is charged falls back into its regiment at once (ruling G65); the charge goes on into whoever
    /// it meets then, or comes to nothing.
    fn behind_forlorn(&mut self, id: UnitId, target: UnitId, files: u8, legs: &[Leg; 4]) -> Option<UnitId> {
        if !self.draw_in_if_charged(target) {
            return Some(target);
        }
        let (unit, cost) = self.table().before_charge(id, files).ok()?;
        let allowance = f64::from(self.table().charge_speed(id) - cost);
        let run = self.past_hopes(|table| table.run_charge(id, &unit, legs, allowance, Aim::anybody()));
        let next = run.met.map(|(met, _)| met).filter(|&met| self.table().may_charge_at(id, met).is_ok());
        if next.is_none() {
            self.tell("CP 20.3.4", told::NOBODY_TO_CHARGE, &[Who::Unit(id)]);
        }
        next
    }

    /// Where a charge leads when the forlorn hopes that it comes up to have fallen back before it (CP 20.3.4, ruling G65).
    pub(in crate::movement) fn past_hopes(&mut self, way: impl Fn(Table<'_>) -> Run) -> Run {
        loop {
            let run = way(self.table());
            match run.met {
                Some((met, _)) if self.draw_in_if_charged(met) => {}
                _ => return run,
            }
        }
    }

    /// Whether the target could not see the charger when phase 2 began (ruling G16): everybody is put back to where he
    /// stood then for one look.
    fn surprises(&mut self, charger: UnitId, target: UnitId) -> bool {
        self.swap_back();
        let seen = self.table().sees(target, charger);
        self.swap_back();
        !seen
    }

    fn swap_back(&mut self) {
        for (ix, unit) in self.state.units.iter_mut().enumerate().filter(|(_, unit)| unit.pose != unit.stood) {
            self.state.bodies.touch(ix);
            std::mem::swap(&mut unit.pose, &mut unit.stood);
        }
    }

    /// The charge with that index sets off. Those on its way to its target who may evade it do so when it comes up to them:
    /// nothing else happens in between, so they are asked before it runs.
    pub(super) fn sets_off(&mut self, ix: usize) {
        let table = self.table();
        let runs = table.state.charges.get(ix).is_some_and(|charge| {
            charge.stage == Stage::Declared && charge.kind == ChargeKind::Charge && table.still_runs(charge)
        });
        let screens = if runs { self.screens_before(ix) } else { ArrayVec::new() };
        if screens.is_empty() {
            return self.run(ix);
        }
        self.state.agenda.push(Step::Charge(ChargeStep::RunOn(ix as u8)));
        for (charge, unit) in screens.into_iter().rev() {
            self.state.agenda.push(Step::Charge(ChargeStep::EvadeOrStand { charge: charge as u8, unit }));
        }
    }

    /// The screens on the way of a charge, and on the ways of those who come to meet it: a counter-charge is a charge (CP 15.5.5).
    /// With each the charge that comes up to it.
    fn screens_before(&self, ix: usize) -> ArrayVec<(usize, UnitId), { 2 * MOST_MEETINGS }> {
        let table = self.table();
        let own = table.screens(ix);
        let answered = |charge: &Charge| charge.answers() && charge.target == self.state.charges[ix].charger;
        let meets_screens = |(other, charge): (usize, &Charge)| answered(charge) && !table.screens(other).is_empty();
        let asked = !own.is_empty() || self.state.charges.iter().enumerate().any(meets_screens);
        let meetings = if asked { self.meetings(ix) } else { ArrayVec::new() };
        // A counter-charge may stop it short of them (CP 15.6.2).
        let on_way = meetings.iter().filter(|(_, meeting)| !meeting.late);
        let upto = on_way.map(|(_, meeting)| meeting.theirs.0).fold(f64::INFINITY, f64::min);
        let mut found = ArrayVec::new();
        let mut keep = |charge: usize, screens: ArrayVec<(UnitId, f64), MOST_MEETINGS>, upto: f64| {
            for (unit, _) in screens.into_iter().filter(|(_, far)| *far <= upto) {
                self.state.overflow.keep(&mut found, (charge, unit));
            }
        };
        keep(ix, own, upto);
        for (counter, meeting) in meetings {
            keep(counter, table.screens(counter), meeting.ours.0);
        }
        found
    }

    /// Runs the charge with that index, its counter-charges with it (CP 15.5.1).
    pub fn run(&mut self, ix: usize) {
        let Some(&charge) = self.state.charges.get(ix) else { return };
        if charge.stage != Stage::Declared {
            return;
        }
        if !self.table().still_runs(&charge) {
            return self.call_off(ix);
        }
        let meetings = self.meetings(ix);
        let first = meetings.iter().filter(|(_, meeting)| !meeting.late);
        let first = first.min_by(|a, b| a.1.share.total_cmp(&b.1.share)).copied();
        let reached = match first {
            Some((counter, meeting)) => {
                self.reshape(ix);
                self.run_together(ix, counter, &meeting);
                true
            }
            None => self.run_alone(ix),
        };
        if !reached {
            return self.call_off(ix);
        }
        for (counter, meeting) in &meetings {
            if first.is_none_or(|(met, _)| met != *counter) {
                self.run_late(*counter, meeting);
            }
        }
        // Whoever can meet it no longer, as things have come, does not set out (CP 15.5.1, ruling G21).
        self.call_off_answers(charge.charger);
    }

    /// A charge that cannot be made any more: nobody moves for it.
    fn call_off(&mut self, ix: usize) {
        let Charge { charger, kind, .. } = self.state.charges[ix];
        self.end_charge(ix, Stage::Halted);
        self.tell("CP 15.3.3", told::COMES_TO_NOTHING, &[Who::Unit(charger)]);
        if kind == ChargeKind::Charge {
            self.call_off_answers(charger);
        }
    }

    /// Counter-charges at a charger that have not been run are not made any more.
    fn call_off_answers(&mut self, charger: UnitId) {
        for index in 0..self.state.charges.len() {
            let counter = self.state.charges[index];
            if counter.answers() && counter.target == charger && counter.stage == Stage::Declared {
                self.call_off(index);
            }
        }
    }

    /// When the first counter-charge comes to meet charge `ix` on its way, as a share of the time of a charge.
    pub(crate) fn first_meeting(&self, ix: usize) -> f64 {
        let on_way = self.meetings(ix).into_iter().filter(|(_, meeting)| !meeting.late);
        on_way.map(|(_, meeting)| meeting.share).fold(f64::INFINITY, f64::min)
    }

    /// Every counter-charge that comes to meet charge `ix`, and when.
    fn meetings(&self, ix: usize) -> ArrayVec<(usize, Meeting), MOST_MEETINGS> {
        let table = self.table();
        let charger = self.state.charges[ix].charger;
        let counters =
            self.state.charges.iter().enumerate().filter(|(_, counter)| {
                counter.answers() && counter.target == charger && counter.stage == Stage::Declared
            });
        let met = counters.filter(|(_, counter)| table.still_answers(counter)).filter_map(|(index, counter)| {
            table.meeting(counter.charger, charger, counter.files, &counter.legs).map(|meeting| (index, meeting))
        });
        met.take(MOST_MEETINGS).collect()
    }

    /// The charger takes up its frontage, out of the charge move (CP 15.3.10).
    fn reshape(&mut self, ix: usize) {
        let Charge { charger: id, files, .. } = self.state.charges[ix];
        let Ok((unit, cost)) = self.table().before_charge(id, files) else { return };
        let covered = self.table().frontage_covers(id, &unit, cost);
        *self.unit_mut(id) = unit;
        self.covers_ground(id, covered, March::Charging);
        self.unit_mut(id).spent = cost;
        if cost > 0 && unit.volley {
            self.shake(id, "CP 20.4.2", told::FRONTAGE_IN_VOLLEY);
        }
    }

    /// A charge that nobody comes to meet on the way; false when it does not get to anybody.
    fn run_alone(&mut self, ix: usize) -> bool {
        let charge = self.state.charges[ix];
        let run = self.past_hopes(|table| table.way_of(&charge));
        if run.met.is_none_or(|(met, _)| self.table().may_charge_at(charge.charger, met).is_err()) {
            return false;
        }
        let tried = self.tries_woods_on(charge.charger, &run);
        // What was found among the trees may stop it short.
        let run = if tried { self.past_hopes(|table| table.way_of(&charge)) } else { run };
        self.reshape(ix);
        self.arrive(ix, &run);
        true
    }

    /// Woods on the way of a charge show what they are (CP 19.1.1); true when something was found out.
    fn tries_woods_on(&mut self, id: UnitId, run: &Run) -> bool {
        let mut found = false;
        if self.state.woods.is_empty() {
            return false;
        }
        for piece in &run.pieces {
            let (from, trail) = (piece.from(), piece.trail());
            let before = self.rules.body_at(id, &run.unit, from);
            let after = self.rules.body_of(id, &run.unit);
            found |= self.try_woods(id, &before, &after, trail);
        }
        found
    }

    /// Charger and counter-charger move together until they touch (ruling G18).
    fn run_together(&mut self, ix: usize, counter: usize, meeting: &Meeting) {
        let (charge, answer) = (self.state.charges[ix], self.state.charges[counter]);
        let (id, other) = (charge.charger, answer.charger);
        let table = self.table();
        let mut run = table.trace(id, table.unit(id), &charge.legs, meeting.theirs.0);
        self.begin_counter(counter, meeting);
        let table = self.table();
        let mut theirs = table.trace(other, table.unit(other), &answer.legs, meeting.ours.0);
        (run.spent, theirs.spent) = (meeting.theirs.1, meeting.ours.1);
        self.tries_woods_on(id, &run);
        self.tries_woods_on(other, &theirs);
        self.place_charger(ix, &run);
        self.place_charger(counter, &theirs);
        self.state.charges[ix].target = other;
        // Both have come up; the counter-charger swings (ruling G72).
        let table = self.table();
        let [ours, back] = [(id, other), (other, id)].map(|(one, another)| table.front_on(one, another));
        let hit = self.table().touch_of(other, id);
        self.comes_up(counter, &theirs, (id, hit), if back { Coming::Swings } else { Coming::Struck });
        let hit = self.table().touch_of(id, other);
        self.comes_up(ix, &run, (other, hit), if ours { Coming::Stands } else { Coming::Struck });
    }

    /// A counter-charger takes up its frontage (CP 15.5.5); what is left of its charge move, of which it has used a part
    /// already (ruling G19).
    fn begin_counter(&mut self, ix: usize, meeting: &Meeting) {
        let Charge { charger: id, files, .. } = self.state.charges[ix];
        let table = self.table();
        let late = table.counter_allowance(id) * meeting.aware;
        let left = table.before_counter(id, files).map_or(0.0, |(_, left)| left - late).max(0.0);
        let full = f64::from(table.charge_speed(id));
        self.reshape(ix);
        self.unit_mut(id).spent = (full - left).round() as Um;
    }

    /// One that did not meet the charger on its way strikes it where it stands (ruling G23).
    fn run_late(&mut self, ix: usize, meeting: &Meeting) {
        let Charge { charger: id, target, files, legs, .. } = self.state.charges[ix];
        let table = self.table();
        let late = table.counter_allowance(id) * meeting.aware;
        let run = table
            .before_counter(id, files)
            .map(|(own, left)| table.run_charge(id, &own, &legs, (left - late).max(0.0), Aim::at(target)));
        if let Ok(run) = run
            && run.met.is_some_and(|(met, _)| met == target)
        {
            self.begin_counter(ix, meeting);
            self.arrive(ix, &run);
        } else {
            self.call_off(ix);
        }
    }

    /// Puts a charger where its run ends, with what the way there does to it and to those it rides down.
    fn place_charger(&mut self, ix: usize, run: &Run) {
        let Charge { charger: id, target, .. } = self.state.charges[ix];
        let unit = self.unit_mut(id);
        unit.moved = true;
        unit.rotated = false;
        unit.charged = true;
        unit.spent = unit.spent.saturating_add(run.spent.round() as Um);
        for piece in &run.pieces {
            let (from, trail) = (piece.from(), piece.trail());
            let before = self.rules.body_at(id, &run.unit, from);
            self.unit_mut(id).pose = piece.end();
            self.note_path(id);
            self.settle_way(id, &before, trail, March::Charging);
            self.ride_down(id, target, &before, trail);
            self.pass_through_friends(id, &before, trail);
        }
        self.unit_mut(id).pose = run.unit.pose;
        self.settle_standing(id);
        self.generals_follow(id);
        // Skirmishers need no maneuver to face another way (CP 15.10.1, ruling G81).
        if run.wheeled > FREE_WHEEL && !self.table().is_open_order(id) {
            self.disorder(id, "CP 15.3.9", told::WHEELED_TOO_FAR);
        }
        if self.unit(id).volley && run.wheeled > 0 {
            self.shake(id, "CP 20.4.2", told::WHEELED_IN_VOLLEY);
        }
        let charge = &mut self.state.charges[ix];
        charge.ran = charge.ran.saturating_add(run.ran.round() as Um);
        charge.straight = run.straight.round() as Um + if run.wheeled == 0 { charge.straight } else { 0 };
        charge.wheeled += run.wheeled;
    }

    /// Friends whom a charger has come to on its way have stood still for it (CP 15.7.2).
    fn pass_through_friends(&mut self, id: UnitId, before: &Body, trail: Trail) {
        for friend in 0..self.state.units.len() as u8 {
            let friend = UnitId(friend);
            let table = self.table();
            let there = friend != id
                && table.side(friend) == table.side(id)
                && table.unit(friend).place == Place::Table
                && table.unit(friend).inside.is_none()
                && table.passing(friend) == Passing::Costly;
            if there && (table.body(friend).overlaps(before) || trail.runs_into(before, &table.body(friend))) {
                self.stands_still_for(friend, id);
            }
        }
    }

    /// Skirmishers and gunners met on the way to somebody else go at once (CP 17.6.2, ruling G38).
    fn ride_down(&mut self, id: UnitId, target: UnitId, before: &Body, trail: Trail) {
        let aim = Aim::at(target);
        for other in 0..self.state.units.len() as u8 {
            let other = UnitId(other);
            let table = self.table();
            let there = table.unit(other).place == Place::Table && table.side(other) != table.side(id);
            if !there || !table.runs_over(id, other, aim) {
                continue;
            }
            let met = trail.runs_into(before, &table.body(other));
            if met {
                self.overrun(id, other);
            }
        }
    }

    /// A charger comes to the end of its run: at an enemy, or short of one.
    pub fn arrive(&mut self, ix: usize, run: &Run) {
        let id = self.state.charges[ix].charger;
        self.place_charger(ix, run);
        if self.unit(id).place != Place::Table {
            return;
        }
        match run.met.filter(|(met, _)| self.unit(*met).place == Place::Table) {
            Some(met) => self.comes_up(ix, run, met, Coming::Swings),
            None => self.runs_out(ix),
        }
    }

    fn runs_out(&mut self, ix: usize) {
        let id = self.state.charges[ix].charger;
        self.tell("CP 15.3.3", told::RUNS_OUT, &[Who::Unit(id)]);
        self.end_charge(ix, Stage::Halted);
        self.unit_mut(id).straight = self.state.charges[ix].straight;
        self.disorder_if_blown(ix);
    }

    /// A charger stands before the enemy: on which side of it, with what impetus, and who else is struck.
    fn comes_up(&mut self, ix: usize, run: &Run, (met, hit): (UnitId, Hit), coming: Coming) {
        let id = self.state.charges[ix].charger;
        let surprise = self.state.charges[ix].kind == ChargeKind::Charge && self.surprises(id, met);
        let table = self.table();
        let (blocked, bad) = table.ground_under(id, run, met);
        let start = Unit { pose: self.state.charges[ix].start, ..*self.unit(id) };
        let aspect = table.aspect_of(id, &start, met, hit.edge);
        let charge = &mut self.state.charges[ix];
        charge.target = met;
        charge.aspect = aspect;
        charge.surprise = surprise;
        charge.bad_ground |= bad;
        charge.stage = Stage::Arrived;
        let now = *charge;
        // Impetus is for whoever runs into the enemy, not for one that he runs into (CP 15.4.1, 15.4.2).
        let impetus = coming != Coming::Struck && self.table().has_impetus(id, &now, blocked);
        self.state.charges[ix].impetus = impetus;
        self.unit_mut(id).straight = 0;
        if coming == Coming::Swings {
            // The line of the charge stands while somebody may evade it (CP 15.6.3).
            if self.table().evaders_before(ix, met).next().is_some() {
                self.state.agenda.push(Step::Charge(ChargeStep::CloseUp { charge: ix as u8 }));
            } else {
                self.close_up(id, met, hit);
            }
        }
        let phrase = match coming {
            Coming::Struck => told::STRUCK_ON_ITS_WAY,
            _ if impetus => told::REACHES_WITH_IMPETUS,
            _ => told::REACHES_WITHOUT_IMPETUS,
        };
        self.tell("CP 15.4.1", phrase, &[Who::Unit(id), Who::Unit(met), Who::Aspect(aspect)]);
        self.generals_in_danger(id);
        self.alert_struck(ix, met);
    }

    /// Everybody whom the charger's front touches reacts as its target does (ruling G22): forlorn hopes fall back, and
    /// skirmishers and gunners may evade (CP 15.6.1).
    fn alert_struck(&mut self, ix: usize, met: UnitId) {
        let struck = self.table().struck_by(ix, met);
        self.alert(ix, &struck);
    }

    fn alert(&mut self, ix: usize, struck: &[UnitId]) {
        for &enemy in struck {
            let charges = self.state.charges[ix].is_evaded_by(enemy);
            if !self.draw_in_if_charged(enemy) && charges && self.table().may_evade(enemy) {
                self.state.agenda.push(Step::Charge(ChargeStep::EvadeOrStand { charge: ix as u8, unit: enemy }));
            }
        }
    }

    /// All who may evade have said what they do: the charger closes up to whoever is left before it (ruling G72), and those
    /// whom it touches only then react as well.
    pub(super) fn closes_up(&mut self, ix: usize) {
        let Charge { charger: id, target, stage, .. } = self.state.charges[ix];
        if stage != Stage::Arrived || self.unit(target).place != Place::Table || self.unit(target).evaded {
            return;
        }
        let asked = self.table().struck_by(ix, target);
        let hit = self.table().touch_of(id, target);
        self.close_up(id, target, hit);
        let mut fresh = self.table().struck_by(ix, target);
        fresh.retain(|enemy| !asked.contains(enemy));
        self.alert(ix, &fresh);
    }

    /// The target has run: whoever else stands before the charger is its target now; true if there is anybody.
    pub fn next_struck(&mut self, ix: usize) -> bool {
        let charge = self.state.charges[ix];
        let table = self.table();
        let next = table
            .charged_by(charge.charger)
            .into_iter()
            .find(|&enemy| enemy != charge.target && !table.unit(enemy).evaded);
        let Some(next) = next else { return false };
        let felt = table.charge_felt_by(&charge, next);
        let surprise = self.surprises(charge.charger, next);
        self.state.charges[ix] = Charge { surprise, ..felt };
        true
    }

    /// A charger that stops beyond its normal move is blown and disordered (CP 15.6.6).
    pub fn disorder_if_blown(&mut self, ix: usize) {
        let charge = self.state.charges[ix];
        if charge.ran > self.table().move_speed(charge.charger) {
            self.disorder(charge.charger, "CP 15.6.6", told::HALTED_TOO_FAR);
        }
    }

    pub fn end_charge(&mut self, ix: usize, stage: Stage) {
        if let Some(charge) = self.state.charges.get_mut(ix) {
            charge.stage = stage;
        }
    }

    /// Swings a unit about the point of touch until its front lies along the edge struck, as far as others and the
    /// ground allow (ruling G72).
    pub fn close_up(&mut self, id: UnitId, enemy: UnitId, hit: Hit) {
        const PARTS: i32 = 4;
        let table = self.table();
        let unit = *table.unit(id);
        let target = table.body(enemy);
        let apart = table.body(id).distance(&target) > 10.0 * field::table::TOUCH;
        let Some(block) = target.blocks.get(hit.block) else { return };
        // Across a wall nobody closes up, nor at the corner of a house.
        if table.unit(enemy).inside.is_some() || apart {
            return;
        }
        let swing = turn(unit.pose.facing, bearing(-block.outward(hit.edge)));
        if swing.abs() > 9_000 || swing == 0 {
            return;
        }
        let swung = (1..=PARTS).rev().find_map(|part| table.swung_to(id, enemy, hit, swing * part / PARTS));
        if let Some(pose) = swung {
            self.unit_mut(id).pose = pose;
            self.note_path(id);
            self.generals_follow(id);
        }
    }
}

impl Table<'_> {
    /// How a charge runs as things stand now: by its legs or, where these miss the target, by the nearest way to it.
    fn way_of(self, charge: &Charge) -> Run {
        self.way_by(charge, &self.legs_of(charge), charge.target).0
    }

    /// Its legs or, where these miss the target, others that do not.
    fn legs_of(self, charge: &Charge) -> [Leg; 4] {
        let home = |legs: &[Leg; 4]| {
            self.way_by(charge, legs, charge.target).0.met.is_some_and(|(met, _)| met == charge.target)
        };
        if charge.kind != ChargeKind::Charge || home(&charge.legs) {
            return charge.legs;
        }
        self.likely_legs(charge.charger, charge.target).into_iter().flatten().find(home).unwrap_or(charge.legs)
    }

    /// A charge along these legs at somebody, and its allowance.
    fn way_by(self, charge: &Charge, legs: &[Leg; 4], at: UnitId) -> (Run, f64) {
        let id = charge.charger;
        let (unit, allowance) = match charge.kind {
            ChargeKind::Charge => {
                let (unit, cost) = self.before_charge(id, charge.files).unwrap_or((*self.unit(id), 0));
                (unit, f64::from(self.charge_speed(id) - cost))
            }
            _ => self.before_counter(id, charge.files).unwrap_or((*self.unit(id), self.counter_allowance(id))),
        };
        (self.run_charge(id, &unit, legs, allowance, Aim::at(at)), allowance)
    }

    /// A charger where it has come up to somebody who may evade, on the line of its charge, and what is left of its move
    /// then: it may still be on its way to another.
    pub(in crate::movement) fn charger_at(self, charge: usize, met: UnitId) -> (Unit, f64) {
        let charge = &self.state.charges[charge];
        if charge.stage != Stage::Declared {
            return (*self.unit(charge.charger), self.charge_left(charge.charger));
        }
        let (run, allowance) = self.way_by(charge, &self.legs_of(charge), met);
        (run.unit, (allowance - run.spent).max(0.0))
    }

    /// Skirmishers and gunners on the way of a charge at somebody else who may still evade it, and how far it comes before
    /// it is up to them, the first to be met first (CP 15.6.1, ruling G38).
    fn screens(self, ix: usize) -> ArrayVec<(UnitId, f64), MOST_MEETINGS> {
        let charge = &self.state.charges[ix];
        let (id, aim) = (charge.charger, Aim::at(charge.target));
        let on_way = |run: &Run, other: UnitId| {
            run.pieces.iter().any(|piece| {
                let before = self.rules.body_of(id, &Unit { pose: piece.from(), ..run.unit });
                piece.trail().runs_into(&before, &self.body(other))
            })
        };
        let ridden = |&other: &UnitId| self.runs_over(id, other, aim) && self.may_evade(other);
        if !self.enemies_of(id).any(|other| ridden(&other)) {
            return ArrayVec::new();
        }
        let run = self.way_of(charge);
        let legs = self.legs_of(charge);
        let met = self.enemies_of(id).filter(ridden).filter(|&other| on_way(&run, other)).take(MOST_MEETINGS);
        let mut met: ArrayVec<(UnitId, f64), MOST_MEETINGS> =
            met.map(|other| (other, self.way_by(charge, &legs, other).0.ran)).collect();
        met.sort_unstable_by_key(|&(_, far)| far as Um);
        met
    }

    /// Charger and target are still there, and the charger has not been held fast meanwhile.
    fn still_runs(self, charge: &Charge) -> bool {
        let unit = self.unit(charge.charger);
        unit.place == Place::Table
            && unit.mode == Mode::Normal
            && !self.in_contact(charge.charger)
            && self.unit(charge.target).place == Place::Table
    }

    /// A counter-charger that somebody else has charged home meanwhile, be it beside another target, or that is engaged,
    /// stays where it is (rulings G21, G22).
    fn still_answers(self, counter: &Charge) -> bool {
        let id = counter.charger;
        let struck = |charge: &Charge| {
            charge.stage == Stage::Arrived && (charge.target == id || self.charge_touches(charge.charger, id))
        };
        self.still_runs(counter) && !self.state.charges.iter().any(struck)
    }

    /// Whether the ground on the way takes the impetus (CP 15.4.7), and whether it tells against the charge (T12).
    fn ground_under(self, id: UnitId, run: &Run, met: UnitId) -> (bool, bool) {
        let (mut blocked, mut bad) = (false, false);
        let last = run.pieces.len().saturating_sub(1);
        for (ix, piece) in run.pieces.iter().enumerate() {
            let body = self.rules.body_at(id, &run.unit, piece.from());
            blocked |= self.takes_impetus(id, &Sweep::new(&body, piece.trail()), (ix == last).then_some(met));
            // An obstacle right before the target is charged at, though not yet crossed.
            let beyond = if ix == last { f64::from(self.inches(1)) * 0.25 } else { 0.0 };
            let trail = match piece.trail() {
                Trail::Straight { dir, dist } => Trail::Straight { dir, dist: dist + beyond },
                trail => trail,
            };
            bad |= self.leads_over_bad_ground(id, &Sweep::new(&body, trail));
        }
        (blocked, bad)
    }

    /// The pose of a unit swung about the point of touch and set flush against its enemy, if there is room for it.
    fn swung_to(self, id: UnitId, enemy: UnitId, hit: Hit, swing: field::table::Cdeg) -> Option<field::table::Pose> {
        let mut unit = *self.unit(id);
        let target = self.body(enemy);
        // Set the front flush: step back and come on again until it touches.
        let back = self.inches(6);
        unit.pose = unit.pose.pivot(hit.point, swing).ahead(-back);
        let body = self.rules.body_of(id, &unit);
        let touch = cast(&body, heading(unit.pose.facing), f64::from(2 * back), &target)?;
        unit.pose = unit.pose.ahead(touch.distance.floor() as Um);
        let body = self.rules.body_of(id, &unit);
        // Those it passes freely it may stand among (CP 15.7.1).
        let passed = |other: UnitId| self.side(other) == self.side(id) && self.passing(other) == Passing::Free;
        let free = |other: UnitId| other == id || passed(other) || !self.body(other).overlaps(&body);
        let room = self.on_table().all(free) && self.can_stand(id, &body, March::Charging).is_ok();
        room.then_some(unit.pose)
    }
}

impl Charge {
    /// Comes to meet a charge.
    pub fn answers(&self) -> bool {
        matches!(self.kind, ChargeKind::Counter | ChargeKind::Support)
    }

    /// Skirmishers and gunners may run from it (CP 15.6.1, ruling G94), but not whoever a counter-charge comes to meet: he charges.
    fn is_evaded_by(&self, enemy: UnitId) -> bool {
        match self.kind {
            ChargeKind::Charge | ChargeKind::Onward | ChargeKind::Instead => true,
            ChargeKind::Counter | ChargeKind::Support => self.target != enemy,
            ChargeKind::Crash => false,
        }
    }
}
