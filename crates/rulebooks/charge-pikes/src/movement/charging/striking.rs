//! What follows the tests of 18.4: charges go home or fall back, and units are locked in combat.

use super::running::MOST_MEETINGS;
use super::{ChargeStep, Run};
use crate::agenda::{Step, TestKind};
use crate::cards::UnitId;
use crate::face::told::{self, Who};
use crate::state::{Aspect, Charge, ChargeKind, Contact, Mode, Place, Stage, Unit};
use crate::table::Play;
use arrayvec::ArrayVec;
use field::table::Body;
use kernel::Listener;

impl<L: Listener> Play<'_, L> {
    /// The charge goes home (CP 18.4.2a).
    pub fn charge_passed(&mut self, ix: usize) {
        let Some(&charge) = self.state.charges.get(ix) else { return };
        self.end_charge(ix, Stage::Passed);
        if charge.answers() {
            // What comes of it shows when the charger has tested; one that charges no more is struck where it stands, and
            // so is foot that horse has stopped (ruling G23).
            let stops = self.table().rides_at_foot(&charge, charge.target);
            if stops {
                self.stop_charge_at(charge.target, charge.charger);
            }
            if stops || !self.charges_still(charge.target) {
                self.strike_home(ix);
            }
            return;
        }
        let answer = self.counter_of(charge.target, charge.charger);
        let held = self.hold(ix);
        match answer.map(|answer| self.state.charges[answer].stage) {
            Some(Stage::Failed) if held => {}
            Some(Stage::Failed) => self.press_on(ix),
            _ => self.strike_home(ix),
        }
    }

    /// The charge of foot upon the horse that stopped it is over; one that has reached somebody else is not.
    fn stop_charge_at(&mut self, id: UnitId, horse: UnitId) {
        for charge in self.state.charges.iter_mut().filter(|charge| (charge.charger, charge.target) == (id, horse)) {
            charge.stage = Stage::Halted;
        }
    }

    /// A charger that charges nobody any more is struck where it stands by those who came to meet it and have passed their test
    /// (ruling G23).
    pub(in crate::movement) fn strike_halted(&mut self, id: UnitId) {
        for ix in 0..self.state.charges.len() {
            let counter = self.state.charges[ix];
            let waits = counter.answers() && counter.target == id && counter.stage == Stage::Passed;
            if waits && self.unit(id).place == Place::Table && !self.charges_still(id) {
                self.strike_home(ix);
            }
        }
    }

    /// Whether a unit's own charge has still to be tested.
    fn charges_still(&self, id: UnitId) -> bool {
        let mut charges = self.state.charges.iter();
        charges
            .any(|charge| charge.charger == id && charge.kind == ChargeKind::Charge && charge.stage == Stage::Arrived)
    }

    /// The counter-charge of one unit against another.
    fn counter_of(&self, id: UnitId, charger: UnitId) -> Option<usize> {
        self.state.charges.iter().position(|counter| {
            counter.answers() && counter.charger == id && counter.target == charger && counter.stage != Stage::Halted
        })
    }

    /// Everybody who came to meet a charger and did not falter is locked with it; true if there is anybody.
    fn hold(&mut self, ix: usize) -> bool {
        let charge = self.state.charges[ix];
        let mut held = false;
        for index in 0..self.state.charges.len() {
            let counter = self.state.charges[index];
            if counter.answers() && counter.target == charge.charger && counter.stage == Stage::Passed {
                let back = (charge.target == counter.charger).then_some(charge);
                self.lock(counter.charger, charge.charger, Some(counter), back);
                self.strike_beside(&counter);
                held = true;
            }
        }
        held
    }

    /// Whoever came to meet a charger strikes those beside it whom its front touches, too (CP 15.5.5, rulings G22, G104); but not
    /// one that has charged it, whose own test says what comes of that.
    fn strike_beside(&mut self, counter: &Charge) {
        let id = counter.charger;
        let table = self.table();
        let mut beside = table.charged_by(id);
        beside.retain(|enemy| *enemy != counter.target && !table.charges_upon(*enemy, id));
        for enemy in beside {
            self.strike_one(counter, enemy);
        }
    }

    /// Whoever came to meet one that is there no more has the next before its front for its target: another that has charged it
    /// it meets in his place, and his own test decides; anybody else it charges, and strikes him if it has passed its test and does
    /// not fight him already (rulings G94, G104).
    pub(in crate::movement) fn meets_next(&mut self, ix: usize) {
        let charge = self.state.charges[ix];
        let Charge { charger, target, stage, .. } = charge;
        let (met, passed) = (self.table().charges_upon(target, charger), stage == Stage::Passed);
        if met && passed {
            self.strike_beside(&charge);
        } else if !met {
            self.state.charges[ix].kind = if passed { ChargeKind::Onward } else { ChargeKind::Instead };
            if passed && !self.table().in_contact_with(charger, target) {
                self.strike_home(ix);
            }
        }
    }

    /// The charge fails: half the distance back, shaken (CP 18.4.2b, 18.4.2c).
    pub fn charge_failed(&mut self, ix: usize) {
        let Some(&charge) = self.state.charges.get(ix) else { return };
        self.end_charge(ix, Stage::Failed);
        self.shake(charge.charger, "CP 18.4.2c", told::CHARGE_FAILED);
        self.recoil(charge.charger, charge.ran / 2, Some(charge.target));
        if charge.kind != ChargeKind::Charge {
            return;
        }
        for index in 0..self.state.charges.len() {
            let counter = self.state.charges[index];
            if counter.answers() && counter.target == charge.charger && counter.stage == Stage::Passed {
                // The first enemy on its way is one that it touches already (ruling G94).
                if self.next_struck(index) {
                    self.meets_next(index);
                } else {
                    self.press_on(index);
                }
            }
        }
    }

    /// A charge goes on: Swedish regiments that it comes upon, far enough off, are asked first; true if there are any (CP
    /// 20.1.4, rulings G95, G99).
    pub(in crate::movement) fn warns(&mut self, ix: usize, run: &Run, then: ChargeStep) -> bool {
        let charger = self.state.charges[ix].charger;
        let table = self.table();
        let asked = |&id: &UnitId| table.comes_upon(charger, run, id) && table.may_close_ranks(id, charger);
        let warned: ArrayVec<UnitId, MOST_MEETINGS> =
            table.enemies_of(charger).filter(asked).take(MOST_MEETINGS).collect();
        if warned.is_empty() {
            return false;
        }
        self.state.agenda.push(Step::Charge(then));
        for unit in warned.into_iter().rev() {
            self.state.agenda.push(Step::Charge(ChargeStep::CloseRanks { charge: ix as u8, unit }));
        }
        true
    }

    /// The opponent fell back: straight on to contact if the rest of the charge move reaches (ruling G18).
    fn press_on(&mut self, ix: usize) {
        let ahead = self.ahead_of_charge(ix);
        if !ahead.is_some_and(|(run, _)| self.warns(ix, &run, ChargeStep::PressOn { charge: ix as u8 })) {
            self.presses_on(ix);
        }
    }

    /// Where a charge that goes on leads, and whom it strikes there.
    fn ahead_of_charge(&mut self, ix: usize) -> Option<(Run, UnitId)> {
        let charge = self.state.charges[ix];
        let (id, target) = (charge.charger, charge.target);
        let table = self.table();
        if table.unit(target).place != Place::Table || table.unit(id).place != Place::Table {
            return None;
        }
        // A charger finds behind the counter-charger the friend whom that came to help, or whoever else stands there; a
        // counter-charger goes after the charger, and stops at whoever comes first (ruling G94).
        let within_reach =
            || table.reach_ahead(id, table.unit(id), table.charge_left(id), &table.body(target)).is_some();
        if charge.kind != ChargeKind::Charge && !within_reach() {
            return None;
        }
        let run = self.past_hopes(|table| table.straight_on(id, Some(target)));
        let (met, _) = run.met?;
        (met == target || self.table().may_charge_at(id, met).is_ok()).then_some((run, met))
    }

    pub(super) fn presses_on(&mut self, ix: usize) {
        let charge = self.state.charges[ix];
        let id = charge.charger;
        let Some((run, met)) = self.ahead_of_charge(ix) else {
            self.end_charge(ix, Stage::Halted);
            return self.tell("CP 18.4.2a", told::NOBODY_TO_STRIKE, &[Who::Unit(id)]);
        };
        // Whoever it comes up to now reacts like anybody who is charged (CP 15.6.1, 18.3.1, rulings G91, G94); it needs no
        // second test.
        let side = self.table().side(id).other();
        self.state.charges[ix].target = met;
        if charge.answers() {
            self.state.charges[ix].kind = ChargeKind::Onward;
        }
        self.state.agenda.push_all(&[
            Step::Tests { kind: TestKind::Panic, side },
            Step::Charge(ChargeStep::StrikeHome { charge: ix as u8 }),
        ]);
        self.arrive(ix, &run);
    }

    /// The charge has gone on, and those before it have evaded, panicked or stood: whoever is left is struck.
    pub(super) fn strikes_after_all(&mut self, ix: usize) {
        let Charge { charger, stage, .. } = self.state.charges[ix];
        if stage == Stage::Arrived && self.unit(charger).mode == Mode::Normal {
            self.end_charge(ix, Stage::Passed);
            self.strike_home(ix);
        }
    }

    /// The charge strikes its target, and every other enemy that its front touches (ruling G22).
    fn strike_home(&mut self, ix: usize) {
        let charge = self.state.charges[ix];
        let id = charge.charger;
        let mut struck = self.table().charged_by(id);
        if matches!(charge.kind, ChargeKind::Onward | ChargeKind::Instead) {
            // Others that have charged it are left to their own tests (ruling G104).
            let table = self.table();
            struck.retain(|enemy| !table.charges_upon(*enemy, id));
        }
        if !struck.contains(&charge.target) {
            // Across a wall, or at a corner, the fronts do not quite touch.
            struck.truncate(struck.capacity() - 1);
            struck.insert(0, charge.target);
        }
        let mut anybody = false;
        for enemy in struck {
            anybody |= self.strike_one(&charge, enemy);
        }
        if !anybody {
            self.end_charge(ix, Stage::Halted);
        }
    }

    /// A charge strikes somebody before its front; false if he is gone.
    fn strike_one(&mut self, charge: &Charge, enemy: UnitId) -> bool {
        let (id, table) = (charge.charger, self.table());
        if table.unit(enemy).place != Place::Table {
            return false;
        }
        if table.can_be_overrun(enemy) && !table.is_open_order(id) {
            self.overrun(id, enemy);
        } else {
            let felt = table.charge_felt_by(charge, enemy);
            self.lock(id, enemy, Some(felt), None);
        }
        true
    }

    /// Close order rides or walks down the skirmishers and gunners it meets (CP 17.6.2, ruling G38).
    pub fn overrun(&mut self, id: UnitId, target: UnitId) {
        let table = self.table();
        let (body, prey) = (table.body(id), table.body(target));
        let share = covered_share(&body, &prey);
        let figures = table.figures(target);
        let met = ((f64::from(figures) * share).ceil() as u32).clamp(1, figures.max(1));
        let guns_left = table.is_guns(target);
        self.tell("CP 17.6.2", told::OVERRUNS, &[Who::Unit(id), Who::Unit(target), Who::Count(met)]);
        if guns_left {
            let pose = self.unit(target).pose;
            if let Some(battery) = self.state.batteries.iter_mut().find(|battery| battery.unit == target) {
                battery.left_at = pose;
            }
        }
        self.lose_figures(target, met);
        if guns_left && self.unit(target).place != Place::Table {
            self.capture_guns(target, id);
        }
    }

    /// Puts two units into combat: the next round is an impact (CP 17.1.3). A fresh enemy ends a pursuit (CP 15.2.2).
    pub fn lock(&mut self, id: UnitId, enemy: UnitId, ours: Option<Charge>, theirs: Option<Charge>) {
        self.lock_together(id, enemy, ours, theirs);
        for (unit, other) in [(id, enemy), (enemy, id)] {
            if self.ends_pursuit(unit, other) {
                self.fight_those_flowed_around(unit);
            }
        }
    }

    /// Whether somebody other than its quarry ends the pursuit of a unit.
    fn ends_pursuit(&mut self, id: UnitId, enemy: UnitId) -> bool {
        let ends = matches!(self.unit(id).mode, Mode::Pursuing { target } if target != enemy);
        if ends {
            self.unit_mut(id).mode = Mode::Normal;
            self.unit_mut(id).outrun = false;
        }
        ends
    }

    /// Where a fresh enemy has ended a pursuit, those whose ranks the pursuer was still flowing around fight it as well (ruling G103).
    pub(crate) fn fight_those_flowed_around(&mut self, id: UnitId) {
        let start = *self.unit(id);
        let foes: ArrayVec<UnitId, MOST_MEETINGS> = self.table().stood_upon(id).take(MOST_MEETINGS).collect();
        for foe in foes {
            self.lock_without_shock(id, &start, foe);
        }
    }

    /// Puts two units into combat of which neither has charged: there is no impact (CP 17.1.3), but a flank is a flank (CP T7).
    pub(crate) fn lock_without_shock(&mut self, id: UnitId, start: &Unit, other: UnitId) {
        let table = self.table();
        if table.in_contact_with(id, other) {
            return;
        }
        let (upon, back) = (table.met_on(id, start, other), table.met_on(other, table.unit(other), id));
        self.lock_together(id, other, None, None);
        let pair = (id.min(other), id.max(other));
        for contact in self.state.contacts.iter_mut().filter(|contact| (contact.a, contact.b) == pair) {
            contact.impact = false;
            (contact.on_a, contact.on_b) = if contact.a == id { (back, upon) } else { (upon, back) };
        }
        if self.ends_pursuit(other, id) {
            self.fight_those_flowed_around(other);
        }
    }

    fn lock_together(&mut self, id: UnitId, enemy: UnitId, ours: Option<Charge>, theirs: Option<Charge>) {
        let (a, b) = (id.min(enemy), id.max(enemy));
        let charged = ours.is_some() || theirs.is_some();
        // Whoever charges one with whom it has only come to be at grips meanwhile has charged all the same.
        self.state.contacts.retain(|contact| !(charged && !contact.impact && (contact.a, contact.b) == (a, b)));
        if self.table().in_contact_with(a, b) {
            return;
        }
        let aspect = |charge: Option<Charge>| charge.map_or(Aspect::Front, |charge| charge.aspect);
        let impetus = |charge: Option<Charge>| charge.is_some_and(|charge| charge.impetus);
        // Whoever charges or crashes in a pursuit moves forward into the enemy (CP 20.5.1).
        let forward = |charge: Option<Charge>| charge.is_some();
        let (of_a, of_b) = if id == a { (ours, theirs) } else { (theirs, ours) };
        let contact = Contact {
            a,
            b,
            impact: true,
            on_a: aspect(of_b),
            on_b: aspect(of_a),
            a_impetus: impetus(of_a),
            b_impetus: impetus(of_b),
            a_follows: false,
            b_follows: false,
            a_forward: forward(of_a),
            b_forward: forward(of_b),
        };
        // More pairs than this do not fit on a table.
        self.state.overflow.keep(&mut self.state.contacts, contact);
        self.tell("CP 17.1.3", told::COMBAT_BEGINS, &[Who::Unit(id), Who::Unit(enemy)]);
    }
}

/// How much of a body's front lies within another's breadth, seen along the first one's facing.
fn covered_share(mover: &Body, prey: &Body) -> f64 {
    const POINTS: u32 = 24;
    let main = mover.main();
    let half = mover.front_width() * 0.5;
    let (left, right) = prey.front_ends();
    let under = (0..POINTS).filter(|&point| {
        let share = (f64::from(point) + 0.5) / f64::from(POINTS);
        main.local(left + (right - left) * share).x.abs() <= half
    });
    under.count() as f64 / f64::from(POINTS)
}

/// Whether the front edge of a body touches another.
pub fn front_touches(body: &Body, other: &Body) -> bool {
    body.front_touches(other)
}
