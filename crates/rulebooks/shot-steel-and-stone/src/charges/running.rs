//! The charge itself, one at a time: answers are carried out, the charger runs, is shot at, is stopped, falls short or makes
//! contact (SSS 1.5.2a, 1.5.3a, 15, P5.2).

use super::path::ChargePath;
use super::steps::ChargeStep;
use crate::agenda::Step;
use crate::cards::UnitId;
use crate::disruption::Cause;
use crate::face::told::{self, Who};
use crate::measures::{BW, NEAR};
use crate::reaction::Occasion;
use crate::readings::StoppedCharge;
use crate::state::{Activity, Aspect, Came, ChargeKind, Loss, Place, Response, Stage};
use crate::table::{Play, Table};
use field::table::{Body, Cdeg, Leg, TOUCH, Um, Vec2, bearing, nears, normal};
use kernel::Listener;

impl Table<'_> {
    /// The distance a unit must have moved to count as charging; mixed pike and shot has no bonus, and uses 1 BW
    /// (SSS 1.5.2e, G14).
    pub(crate) fn least_charge(self, id: UnitId) -> Um {
        self.charge_bonus(id).max(BW)
    }

    /// How far a charge goes that makes no contact: its normal move, 1 BW short of any enemy (SSS 1.5.2c, G63).
    fn room_on(self, id: UnitId, path: &ChargePath) -> f64 {
        let mut far = path.normal.min(path.free);
        for enemy in self.enemies_of(id) {
            let theirs: Body = self.body(enemy).into_body();
            let keeps = nears(&path.body, path.dir, far, &theirs, f64::from(NEAR));
            far = keeps.map_or(far, |at| far.min(at));
        }
        far.max(0.0)
    }

    fn path_after_evade(self, id: UnitId) -> Option<ChargePath> {
        let charge = &self.state.charges[self.charge_by(id)?];
        let wheel = if let Leg::Wheel(wheel) = charge.legs[0] { wheel } else { 0 };
        self.charge_path(id, wheel, charge.target)
    }

    /// How far a charger may go on whose target got away.
    pub(crate) fn room_after_evade(self, id: UnitId) -> Um {
        self.path_after_evade(id).map_or(0, |path| self.room_on(id, &path).floor() as Um)
    }

    /// How a charger comes into contact that has run so far (SSS 1.5.2e, 30.3).
    fn comes_charging(self, id: UnitId, target: UnitId, ran: f64) -> Came {
        let far = ran + TOUCH >= f64::from(self.least_charge(id));
        if far && !self.is_garrison(target) { Came::Charging } else { Came::Close }
    }
}

impl<L: Listener> Play<'_, L> {
    /// A charge is run that begins with such a wheel.
    pub(super) fn run_charge(&mut self, id: UnitId, wheel: Cdeg) {
        let Some(ix) = self.table().charge_by(id) else { return };
        let charge = self.state.charges[ix];
        let target = charge.target;
        let started = self.table().distance(id, target);
        let met = charge.response.filter(|_| charge.stands);
        if let Some(response @ (Response::Square | Response::RearRank)) = met {
            self.forms_before(target, response, started);
        }
        let path = self.table().charge_path(id, wheel, target).or_else(|| self.table().charge_path(id, 0, target));
        let Some(path) = path else {
            self.falls_short(ix, None);
            return;
        };
        match met {
            _ if self.unit(target).place != Place::Table => self.falls_short(ix, Some(&path)),
            Some(Response::Evade { shoots }) => self.charges_evader(ix, &path, wheel, shoots),
            Some(Response::Countercharge) => self.meets_countercharge(ix, &path),
            _ => self.charges_home(ix, &path),
        }
    }

    /// The target stands, runs already, or fights somebody else.
    fn charges_home(&mut self, ix: usize, path: &ChargePath) {
        let (id, target) = (self.state.charges[ix].charger, self.state.charges[ix].target);
        let Some(far) = path.contact() else {
            self.falls_short(ix, Some(path));
            return;
        };
        if self.table().is_routing(target) {
            // SSS G12: routers that are touched are destroyed.
            self.arrives(ix, path, far);
            self.tell("SSS 1.5.1f", told::RIDES_DOWN, &[Who::Unit(id), Who::Unit(target)]);
            self.remove(target, Loss::Destroyed);
            self.state.charges[ix].stage = Stage::Short;
            self.disrupt(id, Cause::FailedToContact);
            return;
        }
        if self.is_shot_to_a_halt(ix, path, far) || self.unit(id).place != Place::Table {
            return;
        }
        let evaded = self.unit(target).evaded;
        if evaded {
            self.disrupt(target, Cause::CaughtEvading);
        }
        let caught = evaded || self.unit(target).activity == Activity::Retreating;
        let came = match () {
            () if self.table().in_contact(target) => Came::Fights,
            () if caught => Came::Pursued,
            () => Came::Halted,
        };
        self.strikes(ix, path, far, came);
    }

    /// The charger touches its target (SSS G15, T16).
    fn strikes(&mut self, ix: usize, path: &ChargePath, far: f64, met: Came) {
        let (id, target, aspect) = {
            let charge = &self.state.charges[ix];
            (charge.charger, charge.target, charge.aspect)
        };
        let from = self.body(id);
        self.arrives(ix, path, far);
        self.lies_flush(id, target, path.hit.map(|hit| (hit.point, hit.edge)));
        let came = self.table().comes_charging(id, target, f64::from(self.state.charges[ix].ran));
        let theirs = self.body(target);
        self.contact_from(id, target, came, met, &from, &theirs);
        let aspect = if met == Came::Pursued { Aspect::Rear } else { aspect };
        if let Some(contact) =
            self.state.contacts.iter_mut().find(|one| (one.a, one.b) == (id.min(target), id.max(target)))
        {
            if contact.a == target {
                (contact.on_a, contact.on_b) = (aspect, Aspect::Front);
            } else {
                (contact.on_a, contact.on_b) = (Aspect::Front, aspect);
            }
        }
        self.state.charges[ix].stage = Stage::Contact;
        self.tell("SSS G15", told::MAKES_CONTACT, &[Who::Unit(id), Who::Unit(target)]);
        let unseen = self.state.charges[ix].unseen;
        self.unit_mut(target).this_turn.surprised |= unseen;
        if aspect != Aspect::Front || unseen {
            self.disrupt(target, Cause::FlankOrRear);
        }
        let on_foot = self.table().is_foot(target) || self.table().is_artillery(target);
        let firm = self.table().is_like_square(target, id) || self.table().is_garrison(target);
        if came == Came::Charging && self.table().is_mounted(id) && on_foot && !firm {
            self.disrupt(target, Cause::ChargedByCavalry);
        }
    }

    /// Moves a charger to so far along its way, and notes that it has charged.
    fn arrives(&mut self, ix: usize, path: &ChargePath, far: f64) {
        let id = self.state.charges[ix].charger;
        let ran = path.cost + far.round() as Um;
        self.state.charges[ix].ran = ran;
        let unit = self.unit_mut(id);
        unit.pose = path.pose.moved(path.dir * far);
        (unit.moved_up, unit.split, unit.rear_about, unit.must_charge) = ([0, 0], 0, false, false);
        unit.activity = Activity::Charging;
        let turn = &mut unit.this_turn;
        (turn.spent, turn.moved, turn.charged, turn.finished) = (turn.spent + ran, true, true, true);
        turn.way = path.way;
        self.crossed(id, path.way);
    }

    /// Pivots and slides the least that is needed to lie along the edge it has struck (SSS G15). Where there is no room it stays
    /// as it came.
    pub(crate) fn lies_flush(&mut self, id: UnitId, target: UnitId, hit: Option<(Vec2, field::table::Edge)>) {
        let Some((point, edge)) = hit else { return };
        let theirs = self.body(target);
        let block = *theirs.main();
        let outward = block.outward(edge);
        let unit = *self.unit(id);
        let off = field::table::turn(unit.pose.facing, normal(bearing(-outward))).abs();
        if off == 0 {
            return;
        }
        let mut flush = unit;
        flush.pose.facing = normal(bearing(-outward));
        let (a, b) = block.edge(edge);
        let along = (b - a).unit();
        let middle = a + along * (unit.pose.at.vec() - a).dot(along).clamp(0.0, (b - a).len());
        let slide = middle.distance(unit.pose.at.vec());
        if slide > f64::from(BW) && point.distance(unit.pose.at.vec()) > f64::from(BW) {
            return;
        }
        flush.pose.at = (middle + outward * TOUCH).round();
        let body = self.rules.body_of(id, &flush);
        let table = self.table();
        let free = table.on_table().all(|other| other == id || !table.body(other).overlaps(&body));
        if free && body.within_table(self.rules.ground.width, self.rules.ground.height) {
            *self.unit_mut(id) = flush;
        }
    }

    /// Evaders shoot if they like, and run; who is out of reach of the whole charge has got away (SSS 1.5.2f, 8.9, G63).
    fn charges_evader(&mut self, ix: usize, path: &ChargePath, wheel: Cdeg, shoots: bool) {
        let (id, target) = (self.state.charges[ix].charger, self.state.charges[ix].target);
        let within = path.hit.map_or(0.0, |hit| hit.distance);
        self.has_answered(target);
        let mut stopped = false;
        if shoots {
            stopped = self.evader_stops_charge(ix, path, within);
        }
        if self.unit(id).place == Place::Table || self.unit(target).place == Place::Table {
            self.evade(target, id, shoots);
        }
        if stopped || self.unit(id).place != Place::Table {
            self.got_away(target);
            return;
        }
        let there = self.unit(target).place == Place::Table;
        let again = if there { self.table().charge_path(id, wheel, target) } else { None };
        let far = again.as_ref().and_then(|path| path.contact());
        match (again, far) {
            (Some(again), Some(far)) => {
                if self.is_shot_to_a_halt(ix, &again, far) || self.unit(id).place != Place::Table {
                    return;
                }
                self.disrupt(target, Cause::CaughtEvading);
                self.strikes(ix, &again, far, Came::Pursued);
            }
            _ => {
                self.got_away(target);
                // SSS G63: it goes on as far as it likes.
                self.state.charges[ix].legs[0] = Leg::Wheel(wheel);
                self.state.agenda.push(Step::Charge(ChargeStep::AfterEvade(id)));
            }
        }
    }

    /// Charger and countercharger meet where their ways divide the gap in the ratio of their moves (SSS 1.5.2a, G14).
    fn meets_countercharge(&mut self, ix: usize, path: &ChargePath) {
        let (id, target) = (self.state.charges[ix].charger, self.state.charges[ix].target);
        let table = self.table();
        let gap = path.hit.map_or(f64::INFINITY, |hit| hit.distance);
        let (mine, theirs) = (path.reach, f64::from((table.charge_range(target) - table.delay(target)).max(0)));
        let reaches =
            gap <= mine + theirs + TOUCH && gap.min(path.free) >= gap * mine / (mine + theirs).max(1.0) - TOUCH;
        if gap.is_infinite() || !reaches || theirs <= 0.0 {
            // The countercharger has nobody to meet.
            self.end_counter(target, Stage::Short);
            self.charges_home(ix, path);
            return;
        }
        let (mine, theirs) = (gap * mine / (mine + theirs), gap * theirs / (mine + theirs));
        if self.is_shot_to_a_halt(ix, path, mine) || self.unit(id).place != Place::Table {
            self.end_counter(target, Stage::Short);
            return;
        }
        let (from, their_start) = (self.body(id), self.body(target));
        self.arrives(ix, path, mine);
        let dir = path.dir;
        let unit = self.unit_mut(target);
        unit.pose = unit.pose.moved(-dir * theirs);
        (unit.activity, unit.must_charge) = (Activity::Charging, false);
        let turn = &mut unit.this_turn;
        (turn.moved, turn.charged) = (true, true);
        let came = self.table().comes_charging(id, target, f64::from(self.state.charges[ix].ran));
        let counter = theirs + TOUCH >= f64::from(self.table().least_charge(target));
        let met = if counter { Came::Charging } else { Came::Halted };
        self.contact_from(id, target, came, met, &from, &their_start);
        self.state.charges[ix].stage = Stage::Contact;
        self.has_answered(target);
        self.end_counter(target, Stage::Contact);
        if let Some(other) = self.table().charge_by(target) {
            self.state.charges[other].ran = theirs.round() as Um;
        }
        self.tell("SSS G14", told::MEETS, &[Who::Unit(id), Who::Unit(target), Who::Far(mine.round() as Um)]);
    }

    /// What it had to do about charges is done: whoever else charges it finds it as it stands.
    fn has_answered(&mut self, id: UnitId) {
        for charge in self.state.charges.iter_mut().filter(|charge| charge.target == id) {
            charge.response = Some(Response::Stand { shoots: false });
        }
    }

    fn end_counter(&mut self, id: UnitId, stage: Stage) {
        let counters = self.state.charges.iter_mut().filter(|charge| charge.kind == ChargeKind::Counter);
        for charge in counters.filter(|charge| charge.charger == id) {
            charge.stage = stage;
        }
        let unit = self.unit_mut(id);
        if stage != Stage::Contact && unit.activity == Activity::Charging {
            unit.activity = Activity::Static;
        }
    }

    /// Ran short: without its bonus the charger goes as far as its normal move and other enemies let it (SSS 1.5.2c, 8.9, G63,
    /// G76).
    fn falls_short(&mut self, ix: usize, path: Option<&ChargePath>) {
        let id = self.state.charges[ix].charger;
        if let Some(path) = path {
            let far = self.table().room_on(id, path);
            self.arrives(ix, path, far);
            if let Some(friend) = path.friend.filter(|_| path.free <= path.normal + TOUCH) {
                self.disrupt(friend, Cause::Crowded);
            }
        }
        self.has_fallen_short(ix);
    }

    /// After its target has got away it goes on so far, without its bonus (SSS 8.9, G63).
    pub(super) fn goes_on_after_evade(&mut self, id: UnitId, far: Um) {
        let Some(ix) = self.table().charge_by(id) else { return };
        if let Some(path) = self.table().path_after_evade(id) {
            self.arrives(ix, &path, f64::from(far));
        }
        self.has_fallen_short(ix);
    }

    fn has_fallen_short(&mut self, ix: usize) {
        let (id, target) = (self.state.charges[ix].charger, self.state.charges[ix].target);
        self.state.charges[ix].stage = Stage::Short;
        self.disrupt(id, Cause::FailedToContact);
        self.tell("SSS 1.5.2c", told::FALLS_SHORT, &[Who::Unit(id), Who::Unit(target)]);
    }

    /// Stops 1 BW short of its target with 2 Disruption Points, and tests at once (SSS 15.7, G41, G78).
    pub(super) fn stops_short(&mut self, ix: usize, path: &ChargePath, far: f64) {
        let id = self.state.charges[ix].charger;
        self.arrives(ix, path, (far - f64::from(NEAR)).max(0.0));
        self.state.charges[ix].stage = Stage::Stopped;
        self.tell("SSS 15.7", told::STOPPED, &[Who::Unit(id)]);
        self.disrupt(id, Cause::Stopped);
        self.disrupt(id, Cause::HitsPerBase);
        if self.rules.options.stopped_charge == StoppedCharge::TwoAndCauses {
            self.unit_mut(id).disruption.add(Cause::Stopped, 2);
        }
        let unit = self.unit_mut(id);
        unit.this_turn.hits_tested = unit.this_turn.hits_shooting;
        self.test_at_once(id, Occasion::Stopped);
        let unit = self.unit_mut(id);
        if unit.activity == Activity::Charging {
            unit.activity = Activity::Static;
        }
    }

    /// Whoever may shoots at the charge that would get home; tells whether it was stopped (SSS 15.1 to 15.7).
    fn is_shot_to_a_halt(&mut self, ix: usize, path: &ChargePath, far: f64) -> bool {
        let hits = self.shoot_at_charge(ix, path, far);
        self.halts_if_hit(ix, path, far, hits)
    }

    fn evader_stops_charge(&mut self, ix: usize, path: &ChargePath, far: f64) -> bool {
        let hits = self.evader_shoots(ix, path, far);
        self.halts_if_hit(ix, path, far, hits)
    }

    fn halts_if_hit(&mut self, ix: usize, path: &ChargePath, far: f64, (hits, bases): (u8, u8)) -> bool {
        let id = self.state.charges[ix].charger;
        let stopped = hits > 0 && hits >= bases;
        if stopped && self.unit(id).place == Place::Table {
            self.stops_short(ix, path, far);
        }
        stopped
    }
}
